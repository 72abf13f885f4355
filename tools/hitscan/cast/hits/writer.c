// Writes records to a file or a pipe.
//
// A file gets its name at the end (cli/atomic_file.h), and always ends with a whole record: a run that ends early
// leaves what it had found, unless an older file has the name. The header of .npy has the number of records; in a
// regular file the writer updates it after each block, data first, so that it never promises more than there is.
#include "cast/hits/writer.h"
#include "cli/verb.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { SYNC_BYTES = 1 << 23 };

static bool write_npy_header(record_writer* w, uint64_t count, bool again)
{
    char head[NPY_HEADER_MAX];
    const size_t size = npy_write_record_header(w->descr, count, head);
    assert(size > 0); // record_npy_descr has room for all fields
    if (again ? !stream_write_over(&w->to, 0, head, size) : stream_write(&w->to, head, size) < size) {
        w->error = errno;
        return false;
    }
    if (!again)
        w->bytes = size;
    return true;
}

static void write_header(record_writer* w, bool first_shard)
{
    if (w->layout->format == FORMAT_NPY)
        write_npy_header(w, w->to.regular ? 0 : w->expected, false);
    else if (first_shard) {
        byte_buffer head = {0};
        record_write_header(w->layout, &head);
        if (head.failed)
            w->error = ENOMEM;
        else if (stream_write(&w->to, head.bytes, head.used) < head.used)
            w->error = errno;
        else
            w->bytes = head.used;
        byte_buffer_free(&head);
    }
}

int record_writer_open(record_writer* w, const char* path, const record_layout* layout, uint64_t expected,
                       bool first_shard, const char* kept)
{
    int code;
    memset(w, 0, sizeof *w);
    w->layout = layout;
    w->expected = expected;
    record_npy_descr(layout, w->descr, sizeof w->descr);
    code = kept ? stream_open_out_kept(&w->to, path, kept) : stream_open_out(&w->to, path);
    if (code != EXIT_OK)
        return code;
    if (layout->format == FORMAT_NPY && !w->to.regular && expected == UINT64_MAX) {
        print_error(
            "cast: a .npy header must tell how many hits follow, which is not known yet: write to a file (--out "
            "hits.npy), or --out-format raw");
        code = EXIT_USAGE;
    } else if (!format_is_text(layout->format) && stream_is_terminal(&w->to)) {
        print_error("cast: %s is not for a terminal: write to a file (--out hits.%s), or --out-format csv",
                    format_names[layout->format], format_names[layout->format]);
        code = EXIT_USAGE;
    }
    if (code != EXIT_OK) {
        stream_close(&w->to);
        return code;
    }
    write_header(w, first_shard);
    return EXIT_OK;
}

void record_writer_give(record_writer* w, const record_layout* layout, record_taker* take, void* context)
{
    memset(w, 0, sizeof *w);
    w->layout = layout;
    w->to.handle = -1;
    w->take = take;
    w->taker = context;
}

// How many of the first `size` bytes of a result are whole records, and how many records these are.
static size_t whole_records(const record_writer* w, const chunk_result* result, size_t size, uint64_t* records)
{
    size_t whole = 0;
    *records = 0;
    if (!format_is_text(w->layout->format)) {
        *records = size / w->layout->record_max_bytes;
        return size - size % w->layout->record_max_bytes;
    }
    for (size_t i = 0; i < size; i++)
        if (result->out.bytes[i] == '\n') {
            whole = i + 1;
            ++*records;
        }
    assert(whole <= size);
    return whole;
}

static void give(record_writer* w)
{
    for (int i = 0; i < w->result_count && w->error == 0; i++) {
        const chunk_result* result = &w->results[i];
        assert(result->done && !result->out.failed);
        if (!w->take(w->taker, result->out.bytes, result->out.used))
            w->error = EIO; // the taker knows more
        w->bytes += result->out.used;
        w->records += result->records;
    }
}

void record_writer_write(void* writer)
{
    record_writer* w = writer;
    if (w->take) {
        give(w);
        return;
    }
    for (int i = 0; i < w->result_count && w->error == 0; i++) {
        const chunk_result* result = &w->results[i];
        uint64_t records = result->records;
        size_t written;
        assert(result->done && !result->out.failed);
        errno = 0;
        written = stream_write(&w->to, result->out.bytes, result->out.used);
        if (written < result->out.used) {
            w->error = errno ? errno : EIO;
            written = whole_records(w, result, written, &records);
            if (w->to.regular)
                stream_truncate(&w->to, w->bytes + written);
        }
        w->bytes += written;
        w->records += records;
    }
    (void)record_writer_end_block(w);
}

bool record_writer_end_block(record_writer* w)
{
    const int error = w->error;
    if (w->layout->format == FORMAT_NPY && w->to.regular) {
        write_npy_header(w, w->records, true);
        w->error = error ? error : w->error;
    }
    if (w->to.regular && w->error == 0 && w->bytes - w->synced >= SYNC_BYTES) {
        stream_begin_sync(&w->to, w->synced, w->bytes - w->synced);
        w->synced = w->bytes;
    }
    return w->error == 0;
}

bool record_writer_go_on(record_writer* w, uint64_t bytes, uint64_t records)
{
    assert(w->to.regular);
    w->bytes = bytes;
    w->records = records;
    if (!stream_truncate(&w->to, bytes) || !stream_seek(&w->to, bytes)) {
        w->error = errno;
        return false;
    }
    return record_writer_end_block(w);
}

bool record_writer_append(record_writer* w, const chunk_result* result)
{
    assert(w->to.regular && w->error == 0);
    if (stream_write(&w->to, result->out.bytes, result->out.used) < result->out.used) {
        // Should that fail, too, so will what comes next, which reports it.
        (void)(stream_truncate(&w->to, w->bytes) && stream_seek(&w->to, w->bytes));
        return false;
    }
    w->bytes += result->out.used;
    w->records += result->records;
    return true;
}

void record_writer_end(record_writer* w, const char* bytes, size_t size)
{
    if (w->error)
        return;
    errno = 0;
    if (stream_write(&w->to, bytes, size) < size) {
        w->error = errno ? errno : EIO;
        if (w->to.regular)
            stream_truncate(&w->to, w->bytes);
    }
}

int record_writer_close(record_writer* w, bool ends_early)
{
    bool kept = true;
    const int code = ends_early || w->error ? stream_commit_part(&w->to, &kept) : stream_commit(&w->to);
    if (w->error && kept)
        print_error("cannot write all of %s: %s; it ends after %" PRIu64 " records", w->to.name, strerror(w->error),
                    w->records);
    else if (w->error)
        print_error("cannot write all of %s: %s; the older file stays", w->to.name, strerror(w->error));
    else if (code == EXIT_OK && !kept)
        print_warning("cast: ended early; the older %s stays", w->to.name);
    if (w->error || code != EXIT_OK)
        return w->error ? EXIT_RESOURCES : code;
    if (w->layout->format == FORMAT_NPY && !w->to.regular && w->records != w->expected) {
        print_error("%s ends after %" PRIu64 " records, but its header promised %" PRIu64, w->to.name, w->records,
                    w->expected);
        return EXIT_BAD_INPUT;
    }
    return EXIT_OK;
}
