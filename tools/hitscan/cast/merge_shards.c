// Puts the outputs of shards together: their records one after the other, and for .npy a header with the sum before
// them.
//
// Each shard says which one it is (cast/shard_identity.h). All of them are looked at before a byte is written, so what
// cannot be put together leaves an older output as it is.
#include "cast/shard.h"
#include "cast/shard_identity.h"
#include "cli/atomic_file.h"
#include "cli/verb.h"
#include "format/npy.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COPY_BYTES = 1 << 20, MISSING_NAMED = 8 };

// A file that was given.
typedef struct part {
    const char* path;
    shard_identity id;
    uint64_t skip; ///< bytes before the records: the header of .npy
} part;

typedef struct merge {
    atomic_file out;
    FILE* to; ///< its file, or stdout
    char* buffer;
    part* parts; ///< in their order in the run, once they were looked at
    uint32_t count;
    file_format format;
    npy_header head; ///< of the first
    uint64_t records, bytes;
} merge;

// ---- Looking at them ------------------------------------------------------------------------------------------------

static int not_mergeable(const char* path, const char* why)
{
    print_error("cast: %s %s", path, why);
    return EXIT_BAD_INPUT;
}

// Compare the header of a .npy shard with that of the one that was given first, and with the size of its file.
static int check_header(merge* m, part* p, const stream* s)
{
    npy_header head;
    size_t record;
    const int code = npy_read_header(s, &head);
    if (code != EXIT_OK)
        return code;
    record = npy_record_bytes(head.descr);
    if (record == 0 || head.dims != 1 || head.fortran)
        return not_mergeable(p->path, "is no .npy file that hitscan cast has written");
    if (p == m->parts)
        m->head = head;
    if (strcmp(head.descr, m->head.descr) != 0)
        return not_mergeable(p->path, "has other fields than the first part");
    if (p->id.bytes < head.bytes || (p->id.bytes - head.bytes) / record != head.shape[0] ||
        (p->id.bytes - head.bytes) % record != 0)
        return not_mergeable(p->path, "is not as it was written: its header counts other records; cast it again");
    p->skip = head.bytes;
    m->records += head.shape[0];
    return EXIT_OK;
}

// Is a shard of the run that the first one is of?
static int check_run(const merge* m, const part* p)
{
    const shard_identity *first = &m->parts[0].id, *id = &p->id;
    const char* what = NULL;
    if (id->rays != first->rays)
        what = "other rays";
    else if (id->model != first->model)
        what = "another model";
    else if (id->format != first->format || id->run != first->run)
        what = "a run with other options";
    if (what)
        print_error("cast: %s is of %s than %s is", p->path, what, m->parts[0].path);
    else if (id->which.count != first->which.count)
        print_error("cast: %s is one of %" PRIu32 " shards, %s one of %" PRIu32, p->path, id->which.count,
                    m->parts[0].path, first->which.count);
    else
        return EXIT_OK;
    return EXIT_BAD_INPUT;
}

static int look_at(merge* m, part* p)
{
    stream s;
    int code = stream_open_in(&s, p->path);
    if (code != EXIT_OK)
        return code;
    if (!s.regular)
        code = not_mergeable(s.name, "is no file; --merge reads its parts twice");
    if (code == EXIT_OK)
        code = shard_identity_read(&s, &p->id);
    if (code == EXIT_OK)
        code = check_run(m, p);
    if (code == EXIT_OK && p->id.format == FORMAT_NPY)
        code = check_header(m, p, &s);
    stream_close(&s);
    return code;
}

static int by_index(const void* a, const void* b)
{
    const uint32_t x = ((const part*)a)->id.which.index, y = ((const part*)b)->id.which.index;
    return x < y ? -1 : x > y;
}

// "shard 2 of 4 is missing", "shards 2, 3 and 7 of 9 are missing". The parts are sorted, and none is there twice.
static int report_missing(const merge* m)
{
    const uint32_t count = m->parts[0].id.which.count, missing = count - m->count;
    const uint32_t named = missing <= MISSING_NAMED ? missing : MISSING_NAMED - 1;
    char list[MISSING_NAMED * 16];
    uint32_t at = 0, told = 0;
    int used = 0;
    for (uint32_t index = 1; told < named; index++) {
        if (at < m->count && m->parts[at].id.which.index == index) {
            at++;
            continue;
        }
        told++;
        used += snprintf(list + used, sizeof list - (size_t)used, "%s%" PRIu32,
                         told == 1         ? ""
                         : told == missing ? " and "
                                           : ", ",
                         index);
    }
    if (named < missing)
        print_error("cast: shards %s and %" PRIu32 " more of %" PRIu32 " are missing", list, missing - named, count);
    else
        print_error("cast: shard%s %s of %" PRIu32 " %s missing", missing == 1 ? "" : "s", list, count,
                    missing == 1 ? "is" : "are");
    return EXIT_BAD_INPUT;
}

// All of them there, once, and their rows without a gap.
static int check_all(merge* m)
{
    const uint32_t count = m->parts[0].id.which.count;
    uint64_t row = 0;
    qsort(m->parts, m->count, sizeof *m->parts, by_index);
    for (uint32_t i = 1; i < m->count; i++)
        if (m->parts[i - 1].id.which.index == m->parts[i].id.which.index) {
            print_error("cast: %s and %s are both shard %" PRIu32, m->parts[i - 1].path, m->parts[i].path,
                        m->parts[i].id.which.index);
            return EXIT_BAD_INPUT;
        }
    if (m->count < count)
        return report_missing(m);
    assert(m->count == count); // none is there twice, and none has a number above
    for (uint32_t i = 0; i < count; i++) {
        const shard_identity* id = &m->parts[i].id;
        if (id->first_row != row) {
            print_error("cast: %s begins with row %" PRIu64
                        " of the rays, but the shards before it end with row %" PRIu64 "; cast them again",
                        m->parts[i].path, id->first_row, row);
            return EXIT_BAD_INPUT;
        }
        row += id->rows;
    }
    return EXIT_OK;
}

// ---- Writing --------------------------------------------------------------------------------------------------------

// What goes wrong is seen at the end.
static void put(merge* m, const char* bytes, size_t size)
{
    fwrite(bytes, 1, size, m->to);
    m->bytes += size;
}

static int copy_records(merge* m, const part* p)
{
    uint64_t left = p->id.bytes - p->skip;
    stream s;
    int code = stream_open_in(&s, p->path);
    if (code != EXIT_OK)
        return code;
    errno = 0;
    if (!s.regular || !stream_seek(&s, p->skip))
        code = not_mergeable(p->path, "cannot be read again");
    while (left > 0 && code == EXIT_OK) {
        const ptrdiff_t got = stream_read(&s, m->buffer, left < COPY_BYTES ? (size_t)left : COPY_BYTES);
        if (got > 0) {
            put(m, m->buffer, (size_t)got);
            left -= (uint64_t)got;
        } else {
            print_error("cannot read %s: %s", s.name, got < 0 ? strerror(errno) : "it became shorter");
            code = EXIT_BAD_INPUT;
        }
    }
    stream_close(&s);
    return code;
}

static int write_all(merge* m)
{
    int code = EXIT_OK;
    if (m->format == FORMAT_NPY) {
        char head[NPY_HEADER_MAX];
        const size_t size = npy_write_record_header(m->head.descr, m->records, head);
        put(m, head, size);
    }
    for (uint32_t i = 0; i < m->count && code == EXIT_OK; i++)
        code = copy_records(m, &m->parts[i]);
    return code;
}

static int write_out(merge* m, const char* path)
{
    const bool to_stdout = strcmp(path, "-") == 0;
    int code;
    m->buffer = malloc(COPY_BYTES);
    if (!m->buffer)
        return out_of_memory("cast");
    code = to_stdout ? EXIT_OK : atomic_file_open(&m->out, path);
    if (code == EXIT_OK) {
        m->to = to_stdout ? stdout : m->out.file;
        code = write_all(m);
        if (to_stdout)
            code = code == EXIT_OK ? end_of_output(code) : code;
        else if (code == EXIT_OK)
            code = atomic_file_commit(&m->out);
        else
            atomic_file_discard(&m->out);
    }
    free(m->buffer);
    return code;
}

static int check_format(merge* m, const char* path, file_format format)
{
    stream out;
    m->format = m->parts[0].id.format;
    if (format != FORMAT_NONE && format != m->format) {
        print_error("cast: %s is %s, so %s cannot be %s; --merge does not convert", m->parts[0].path,
                    format_names[m->format], strcmp(path, "-") == 0 ? "stdout" : path, format_names[format]);
        return EXIT_USAGE;
    }
    if (strcmp(path, "-") == 0 && !format_is_text(m->format)) {
        const int code = stream_open_out(&out, path);
        if (code != EXIT_OK)
            return code;
        if (stream_is_terminal(&out)) {
            print_error("cast: %s is not for a terminal: write to a file", format_names[m->format]);
            return EXIT_USAGE;
        }
    }
    return EXIT_OK;
}

int merge_shards(const char* path, file_format format, char** parts, int count, merged* made)
{
    merge m = {.count = (uint32_t)count};
    int code = EXIT_OK;
    assert(count > 0);
    m.parts = calloc((size_t)count, sizeof *m.parts);
    if (!m.parts)
        return out_of_memory("cast");
    for (uint32_t i = 0; i < m.count; i++)
        m.parts[i].path = parts[i];
    for (uint32_t i = 0; i < m.count && code == EXIT_OK; i++)
        code = look_at(&m, &m.parts[i]);
    if (code == EXIT_OK)
        code = check_format(&m, path, format);
    if (code == EXIT_OK)
        code = check_all(&m);
    if (code == EXIT_OK)
        code = write_out(&m, path);
    free(m.parts);
    *made = (merged){m.records, m.bytes, m.format};
    return code;
}
