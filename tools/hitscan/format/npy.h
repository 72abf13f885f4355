// NumPy's .npy files, as numpy.save writes them: a header that describes an array, then its numbers.
#ifndef TOOL_FORMAT_NPY_H
#define TOOL_FORMAT_NPY_H

#include "cli/file_stream.h"

#include <stdio.h>

enum { NPY_DESCR = 1024, NPY_HEADER_MAX = 4096, NPY_DIMS_MAX = 3 };

typedef struct npy_header {
    char descr[NPY_DESCR]; ///< as it stands there: '<f4', or a list of fields
    bool fortran;          ///< columns first
    int dims;              ///< more than NPY_DIMS_MAX are refused
    uint64_t shape[NPY_DIMS_MAX];
    size_t bytes; ///< of the header
} npy_header;

/// Read the header that a stream begins with. Returns an exit code.
int npy_read_header(const stream* s, npy_header* head);

/// Write a header for an array. For the same `descr` and one dimension it has always as many bytes, so that it can be
/// written again when more is known. Returns how many, or 0 when `descr` is too long.
size_t npy_write_header(const char* descr, const uint64_t* shape, int dims, char head[NPY_HEADER_MAX]);

/// The same for `count` records.
size_t npy_write_record_header(const char* descr, uint64_t count, char head[NPY_HEADER_MAX]);

/// Write rows of 4-byte numbers, given as bits. Errors are kept by `file`.
///
/// @param descr     "'<f4'" for floats, "'<i4'" for whole numbers with a sign
/// @param channels  1: the array has two dimensions, else `channels` as a third
void npy_write_pixels(FILE* file, const char* descr, uint32_t rows, uint32_t columns, uint32_t channels,
                      const uint32_t* bits);

/// Bytes of a record: the sum of the sizes of the fields of a `descr` as cast writes it. 0: it is another one.
size_t npy_record_bytes(const char* descr);

#endif
