// Files and pipes, read and written in large blocks without buffers in between.
#ifndef TOOL_CLI_FILE_STREAM_H
#define TOOL_CLI_FILE_STREAM_H

#include "cli/atomic_file.h"
#include "cli/job.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct stream {
    int handle;       ///< -1: not open
    const char* name; ///< for messages: its path, "stdin" or "stdout"
    bool regular;     ///< a file on a disk: it has a size, and one can write anywhere in it
    bool standard;    ///< stdin or stdout, which are not closed
    atomic_file out;  ///< what is written, but stdout: `handle` is its, and takes all bytes past its buffer
    uint64_t begin;   ///< regular ones: where it stood when it was opened
    uint64_t size;    ///< regular ones that are read: bytes from there to the end
    stop_flag* stop;  ///< when it is not 0, reading ends as if a signal had come; NULL: nobody sets it
} stream;

/// Open a file for reading; "-" is stdin. Returns an exit code.
int stream_open_in(stream* s, const char* path);

/// Open a file for writing, as atomic_file_open does; "-" is stdout. Returns an exit code.
int stream_open_out(stream* s, const char* path);

/// The same as atomic_file_open_kept does it.
int stream_open_out_kept(stream* s, const char* path, const char* suffix);

/// Close what was written, and give it its name. Returns an exit code.
int stream_commit(stream* s);

/// The same for what is usable, but not all that it should be: an older file stays, and this one is removed.
int stream_commit_part(stream* s, bool* kept);

/// Replace a stream that is no regular file by a temporary file with all that comes from it. Returns an exit code.
int stream_spool(stream* s);

/// True when something can be read, or the end has come, within so many milliseconds.
bool stream_ready(const stream* s, int milliseconds);

/// Read at most `size` bytes. Returns how many; 0 at the end, and when a signal came; -1 on an error (errno).
ptrdiff_t stream_read(const stream* s, void* bytes, size_t size);

/// Go to a byte, counted from `begin`. Regular ones only.
bool stream_seek(const stream* s, uint64_t offset);

/// Where reading or writing goes on, counted from `begin`. Regular ones only.
uint64_t stream_position(const stream* s);

/// Read bytes that are all there, the first of them `offset` from `begin`, wherever reading stands. False when some are
/// not, or on an error. Regular ones only, and any number of threads at once.
bool stream_read_at(const stream* s, uint64_t offset, void* bytes, size_t size);

/// Write all bytes. Returns how many were written: fewer after an error (errno).
size_t stream_write(const stream* s, const void* bytes, size_t size);

/// Let the disk begin with bytes that were written, while more are made: then there is less to wait for when the file
/// is committed. Regular ones only; where a system cannot do that, nothing happens.
void stream_begin_sync(const stream* s, uint64_t offset, uint64_t size);

/// Write over bytes that were written before, the first of them `offset` from `begin`. Regular ones only.
bool stream_write_over(const stream* s, uint64_t offset, const void* bytes, size_t size);

/// Take away all but the first `size` bytes from `begin` on. Regular ones only.
bool stream_truncate(const stream* s, uint64_t size);

/// Close what was read. What was written, but not committed, is removed.
void stream_close(stream* s);

/// True when it is a terminal.
bool stream_is_terminal(const stream* s);

#endif
