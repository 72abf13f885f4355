// Puts the outputs of shards together: bytes one after the other, and for .npy a header with the sum of the records,
// followed by the records of all.
#include "cast/shard.h"
#include "cli/atomic_file.h"
#include "cli/verb.h"
#include "format/npy.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { COPY_BYTES = 1 << 20 };

typedef struct merge {
    atomic_file out;
    FILE* to; ///< its file, or stdout
    char* buffer;
    bool npy;
    npy_header first; ///< of the first part
    size_t record;
    uint64_t records, bytes;
} merge;

// Look at the header of a part: of the same kind as those before? Leaves the stream behind it.
static int check_header(merge* m, const stream* s, bool is_first, uint64_t* bytes)
{
    npy_header head;
    const int code = npy_read_header(s, &head);
    *bytes = UINT64_MAX;
    if (code != EXIT_OK)
        return code;
    if (is_first) {
        m->first = head;
        m->record = npy_record_bytes(head.descr);
    }
    if (m->record == 0 || head.dims != 1 || head.fortran) {
        print_error("%s: no .npy file that hitscan cast has written", s->name);
        return EXIT_BAD_INPUT;
    }
    if (strcmp(head.descr, m->first.descr) != 0) {
        print_error("%s: its fields are not those of the first part", s->name);
        return EXIT_BAD_INPUT;
    }
    if (head.shape[0] > (UINT64_MAX - head.bytes) / m->record ||
        (s->regular && s->size < head.bytes + head.shape[0] * m->record)) {
        print_error("%s: shorter than its header says", s->name);
        return EXIT_BAD_INPUT;
    }
    m->records += head.shape[0];
    *bytes = head.shape[0] * m->record;
    return EXIT_OK;
}

// What goes wrong is seen at the end.
static void put(merge* m, const char* bytes, size_t size)
{
    fwrite(bytes, 1, size, m->to);
    m->bytes += size;
}

static int copy_bytes(merge* m, const stream* s, uint64_t bytes)
{
    assert(m->to && (!m->npy || m->record > 0)); // the headers have been looked at
    while (bytes > 0) {
        const ptrdiff_t got = stream_read(s, m->buffer, bytes < COPY_BYTES ? (size_t)bytes : COPY_BYTES);
        if (got < 0) {
            print_error("cannot read %s: %s", s->name, strerror(errno));
            return EXIT_BAD_INPUT;
        }
        if (got == 0)
            break;
        put(m, m->buffer, (size_t)got);
        bytes -= (uint64_t)got;
    }
    return EXIT_OK;
}

// One pass over the parts: to look at their headers, or to copy what is behind them.
static int for_each_shard(merge* m, char** parts, int count, bool copying)
{
    int code = EXIT_OK;
    m->records = 0;
    for (int i = 0; i < count && code == EXIT_OK; i++) {
        uint64_t bytes = UINT64_MAX;
        stream s;
        code = stream_open_in(&s, parts[i]);
        if (code != EXIT_OK)
            break;
        if (!s.regular) {
            print_error("cast: %s is no file; --merge reads its parts twice", s.name);
            code = EXIT_BAD_INPUT;
        }
        if (code == EXIT_OK && m->npy)
            code = check_header(m, &s, i == 0, &bytes);
        if (code == EXIT_OK && copying)
            code = copy_bytes(m, &s, bytes);
        stream_close(&s);
    }
    return code;
}

static int write_all(merge* m, char** parts, int count)
{
    if (m->npy) {
        char head[NPY_HEADER_MAX];
        const size_t size = npy_write_record_header(m->first.descr, m->records, head);
        put(m, head, size);
    }
    return for_each_shard(m, parts, count, true);
}

int merge_shards(const char* path, file_format format, char** parts, int count, merged* made)
{
    merge m = {.npy = format == FORMAT_NPY};
    const bool to_stdout = strcmp(path, "-") == 0;
    int code = for_each_shard(&m, parts, count, false);
    if (code != EXIT_OK)
        return code;
    m.buffer = malloc(COPY_BYTES);
    if (!m.buffer)
        return out_of_memory("cast");
    code = to_stdout ? EXIT_OK : atomic_file_open(&m.out, path);
    if (code == EXIT_OK) {
        m.to = to_stdout ? stdout : m.out.file;
        code = write_all(&m, parts, count);
        if (to_stdout)
            code = code == EXIT_OK ? end_of_output(code) : code;
        else if (code == EXIT_OK)
            code = atomic_file_commit(&m.out);
        else
            atomic_file_discard(&m.out);
    }
    free(m.buffer);
    *made = (merged){m.records, m.bytes};
    return code;
}
