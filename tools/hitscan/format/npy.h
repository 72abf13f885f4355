// The header of a .npy file: what numpy.save writes before the numbers.
#ifndef TOOL_CAST_NPY_H
#define TOOL_CAST_NPY_H

#include "cast/file_stream.h"

enum { NPY_DESCR = 1024, NPY_HEADER_MAX = 4096 };

typedef struct npy_header {
    char descr[NPY_DESCR]; ///< as it stands there: '<f4', or a list of fields
    bool fortran;          ///< columns first
    int dims;              ///< 1 or 2
    uint64_t shape[2];
    size_t bytes; ///< of the header
} npy_header;

/// Read the header that a stream begins with. Returns an exit code, after a message when it is not EXIT_OK.
int npy_read_header(const stream* s, npy_header* head);

/// Write a header for `count` records: for the same `descr` always as many bytes, so that it can be written again when
/// more is known. Returns how many, or 0 when `descr` is too long.
size_t npy_write_header(const char* descr, uint64_t count, char head[NPY_HEADER_MAX]);

/// Bytes of a record: the sum of the sizes of the fields of a `descr` as cast writes it. 0: it is another one.
size_t npy_record_bytes(const char* descr);

#endif
