// Opens rays: finds out how a file or a pipe stores them, and which of them a run casts.
#include "cast/shard.h"
#include "cast/rays/rays.h"
#include "cli/text.h"
#include "cli/verb.h"
#include "format/npy.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

static int bad_input(const stream* s, const char* why)
{
    print_error_in(s->name, 0, "%s", why);
    return EXIT_BAD_INPUT;
}

static int read_npy_header(const stream* s, bool quiet, ray_encoding* e, ray_range* range, size_t* header_bytes)
{
    static const struct {
        const char* descr;
        number_kind kind;
    } kinds[] = {{"'<f4'", NUMBER_F4}, {"'>f4'", NUMBER_F4_BIG}, {"'<f8'", NUMBER_F8}, {"'>f8'", NUMBER_F8_BIG}};
    enum { KINDS = sizeof kinds / sizeof kinds[0] };
    npy_header head;
    size_t kind = 0;
    const int code = npy_read_header(s, &head);
    if (code != EXIT_OK)
        return code;
    while (kind < KINDS && strcmp(head.descr, kinds[kind].descr) != 0)
        kind++;
    if (kind == KINDS) {
        print_error_in(s->name, 0, "numbers of type %.60s; rays are '<f4' (numpy.float32), '<f8', or these big-endian",
                       head.descr);
        return EXIT_BAD_INPUT;
    }
    if (head.dims != 2 || (head.shape[1] != 6 && head.shape[1] != 8))
        return bad_input(s, "its shape is not (N, 6): ox oy oz dx dy dz, nor (N, 8): these, tmin and tmax");
    if (head.fortran && head.shape[0] > 1)
        return bad_input(s, "its columns are stored one after the other (fortran_order): save "
                            "numpy.ascontiguousarray(rays) in place of it");
    e->kind = kinds[kind].kind;
    e->numbers = (uint32_t)head.shape[1];
    if (!quiet && (e->kind == NUMBER_F8 || e->kind == NUMBER_F8_BIG))
        print_warning_in(s->name, 0, "its float64 are rounded to float32");
    range->rows = head.shape[0];
    if (range->rows > UINT64_MAX / ray_record_bytes(e) / 2)
        return bad_input(s, "its header promises more rays than there can be");
    *header_bytes = head.bytes;
    return EXIT_OK;
}

// The rows of a run, and where they are. A file that is shorter than its header says is known to be, so that its shards
// are those of what there is; the last one complains.
static int choose_records(const ray_request* q, stream* s, const ray_encoding* e, uint64_t header_bytes,
                          ray_range* range)
{
    const uint64_t record = ray_record_bytes(e), promised = range->rows;
    const uint64_t there = s->regular ? (s->size > header_bytes ? s->size - header_bytes : 0) / record : UINT64_MAX;
    uint64_t begin, end;
    assert(record > 0);
    if (q->which.count == 0) {
        if (promised == UINT64_MAX)
            range->rows = s->regular ? there : UINT64_MAX;
        range->bytes = promised == UINT64_MAX ? UINT64_MAX : promised * record;
        return EXIT_OK;
    }
    range->rows = there < promised ? there : promised;
    begin = shard_begin(range->rows, q->which.index - 1, q->which.count);
    end = shard_begin(range->rows, q->which.index, q->which.count);
    range->row = begin;
    range->begin = header_bytes + begin * record;
    if (q->which.index < q->which.count) {
        range->rows = end - begin;
        range->bytes = range->rows * record;
    } else {
        range->rows = promised == UINT64_MAX ? end - begin : promised - begin;
        range->bytes = promised == UINT64_MAX ? UINT64_MAX : range->rows * record;
    }
    if (stream_seek(s, range->begin))
        return EXIT_OK;
    print_error("cannot read %s: %s", s->name, strerror(errno));
    return EXIT_BAD_INPUT;
}

static int open_rays(const ray_request* q, stream* s, ray_encoding* e, ray_range* range)
{
    size_t header_bytes = 0;
    int code = EXIT_OK;
    if (q->which.count > 0 && !s->regular)
        code = stream_spool(s);
    if (code != EXIT_OK)
        return code;
    if (format_is_text(e->format)) {
        if (q->which.count > 0)
            return shard_of_text(s, q->which, e, range);
        range->bytes = s->regular ? s->size : UINT64_MAX;
        return EXIT_OK;
    }
    if (e->format == FORMAT_NPY)
        code = read_npy_header(s, q->quiet, e, range, &header_bytes);
    return code == EXIT_OK ? choose_records(q, s, e, header_bytes, range) : code;
}

int ray_source_open(const ray_request* q, stream* s, ray_encoding* e, ray_range* range)
{
    int code;
    memset(e, 0, sizeof *e);
    *range = (ray_range){0, UINT64_MAX, UINT64_MAX, 0, 0};
    e->format = q->format;
    e->kind = NUMBER_F4;
    e->numbers = q->floats;
    code = stream_open_in(s, q->path);
    if (code != EXIT_OK)
        return code;
    code = open_rays(q, s, e, range);
    if (code != EXIT_OK)
        stream_close(s);
    return code;
}

// ---- Formats by the names of files ----------------------------------------------------------------------------------

const char* const format_names[] = {"csv", "ndjson", "npy", "raw", NULL};

static const struct {
    const char* ending;
    file_format format;
} endings[] = {
    {"csv", FORMAT_CSV}, {"tsv", FORMAT_CSV}, {"txt", FORMAT_CSV}, {"ndjson", FORMAT_NDJSON}, {"jsonl", FORMAT_NDJSON},
    {"npy", FORMAT_NPY}, {"raw", FORMAT_RAW}, {"f32", FORMAT_RAW}, {"bin", FORMAT_RAW},
};

file_format format_of_path(const char* path)
{
    const char* dot = strrchr(path, '.');
    if (!dot || strchr(dot, '/'))
        return FORMAT_NONE;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (equals_ignoring_case(dot + 1, endings[i].ending))
            return endings[i].format;
    return FORMAT_NONE;
}
