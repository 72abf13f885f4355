// Reads Wavefront OBJ: vertices, faces of any number of corners, and objects and groups, which become parts.
//
// Two passes over chunks of the text, each on all threads of the pool: one counts, one parses into arrays of their
// final size. A third over the triangles divides polygons, which needs all vertices, as a face may come before them.
// What is wrong is found by the second pass, chunk by chunk; the first error in the file is reported, whatever the
// threads did.
//
// Everything but v, f, o, g and p is skipped, lines `l` with a note. Other files are never opened. Cost: O(size);
// memory: 12 bytes per vertex, 16 per triangle, and while parts are made, up to 16 more per triangle and 8 per vertex
// (parts.c).
#include "mesh_io/obj/appearance.h"
#include "mesh_io/origin.h"
#include "mesh_io/text/scan.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

enum { DEFAULT_CHUNK = 1 << 20, MOST_CHUNKS = 1 << 16, QUOTED = 24 };

// ---- Chunks ---------------------------------------------------------------------------------------------------------

// The first place from p on where a line begins, whatever came before it.
static const char* find_line_begin(const char* p, const char* begin, const char* end)
{
    for (; p < end; p++) {
        if (p[0] != '\n' && (p[0] != '\r' || (p + 1 < end && p[1] == '\n')))
            continue;
        // A backslash in front joins the lines. For "\r\n" it stands two bytes before.
        if (p > begin && p[-1] == '\\')
            continue;
        if (p[0] == '\n' && p - begin > 1 && p[-1] == '\r' && p[-2] == '\\')
            continue;
        return p + 1;
    }
    return end;
}

static hit_obj_chunk* make_chunks(hit_loader* loader, size_t chunk_size, uint32_t* count, hit_status* status)
{
    const char *begin = loader->bytes, *end = trim_text_end(begin, begin + loader->size);
    const char* p = skip_byte_order_mark(begin, end);
    const size_t least = loader->size / MOST_CHUNKS + 1;
    hit_obj_chunk* chunks;
    uint32_t n = 0;

    if (chunk_size < least)
        chunk_size = least;
    chunks = hit_loader_allocate(loader, loader->size / chunk_size + 1, sizeof *chunks, status);
    if (chunks == NULL)
        return NULL;
    while (p < end) {
        const char* after = (size_t)(end - p) <= chunk_size ? end : find_line_begin(p + chunk_size - 1, begin, end);
        memset(&chunks[n], 0, sizeof chunks[n]);
        HIT_ASSERT(after > p && n <= loader->size / chunk_size);
        chunks[n].begin = p;
        chunks[n].limit = end;
        chunks[n++].end = after;
        p = after;
    }
    *count = n;
    return chunks;
}

typedef struct work {
    hit_obj_chunk* chunks;
    hit_obj_statement* statements;
    hit_soup soup;
    hit_dvec3* exact; ///< the vertices as doubles, where floats are too coarse
} work;

static void count_task(void* context, uint32_t index)
{
    hit_obj_count(&((work*)context)->chunks[index]);
}

static void parse_task(void* context, uint32_t index)
{
    work* w = context;
    hit_obj_parse(&w->chunks[index], &w->soup, w->statements);
}

static void parse_exactly_task(void* context, uint32_t index)
{
    work* w = context;
    hit_obj_parse_exactly(&w->chunks[index], w->exact);
}

static void divide_task(void* context, uint32_t index)
{
    work* w = context;
    const hit_obj_chunk* chunk = &w->chunks[index];
    const uint32_t first = (uint32_t)chunk->before.triangles;
    uint64_t skipped = 0;
    if (chunk->polygons)
        hit_soup_finish(&w->soup, first, first + (uint32_t)chunk->count.triangles, first, &skipped);
}

// ---- What is wrong --------------------------------------------------------------------------------------------------

static hit_status report(hit_loader* loader, const hit_obj_chunk* chunk, uint64_t vertices)
{
    const char* at = chunk->parse_error_at;
    const int shown = printable_length(at, loader->bytes + loader->size, QUOTED);
    char word[QUOTED + 1] = {0};

    memcpy(word, at, (size_t)shown);
    word[strcspn(word, chunk->parse_error >= HIT_OBJ_INDEX_ZERO ? "/#\\" : "\\")] = '\0';
    switch (chunk->parse_error) {
    case HIT_OBJ_FEW_COORDINATES:
        return hit_loader_fail_text(loader, HIT_ERROR_FORMAT, at, "a vertex needs three coordinates");
    case HIT_OBJ_NO_NUMBER:
        return hit_loader_fail_text(loader, HIT_ERROR_FORMAT, at, "\"%s\" is not a number", word);
    case HIT_OBJ_NO_CORNER:
        return hit_loader_fail_text(loader, HIT_ERROR_FORMAT, at,
                                    "\"%s\" is not a corner of a face; these are v, v/t, v//n or v/t/n", word);
    case HIT_OBJ_INDEX_ZERO:
        return hit_loader_fail_text(loader, HIT_ERROR_FORMAT, at, "vertex index 0: they are counted from 1");
    case HIT_OBJ_INDEX_RANGE:
        return hit_loader_fail_text(loader, HIT_ERROR_FORMAT, at, "vertex index %s out of range (%" PRIu64 " vertices)",
                                    word, vertices);
    case HIT_OBJ_INDEX_BEFORE:
        return hit_loader_fail_text(loader, HIT_ERROR_FORMAT, at,
                                    "vertex index %s out of range (%" PRIu64 " vertices so far)", word,
                                    chunk->parse_error_vertices);
    case HIT_OBJ_OK:
        break;
    }
    return HIT_OK;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static hit_obj_counts sum_up(hit_obj_chunk* chunks, uint32_t count)
{
    // The first statement is that of the beginning of the file: no object, no group.
    hit_obj_counts sum = {.statements = 1};
    for (uint32_t i = 0; i < count; i++) {
        chunks[i].before = sum;
        sum.vertices += chunks[i].count.vertices;
        sum.faces += chunks[i].count.faces;
        sum.triangles += chunks[i].count.triangles;
        sum.statements += chunks[i].count.statements;
        sum.points += chunks[i].count.points;
        sum.lines += chunks[i].count.lines;
    }
    return sum;
}

static hit_status take_arrays(hit_loader* loader, const hit_obj_counts* sum, work* w)
{
    hit_status status = HIT_OK;
    if (sum->vertices == 0 && sum->faces == 0)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "no line of the file is a vertex or a face of OBJ");
    if (sum->vertices >= UINT32_MAX || sum->faces >= UINT32_MAX || sum->triangles >= UINT32_MAX ||
        sum->points >= UINT32_MAX)
        return hit_loader_fail(loader, HIT_ERROR_LIMIT, 0,
                               "%" PRIu64 " vertices and %" PRIu64 " triangles: at most 4294967294 can be counted",
                               sum->vertices, sum->triangles);
    w->soup.vertex_count = (uint32_t)sum->vertices;
    w->soup.triangle_count = (uint32_t)sum->triangles;
    w->soup.vertices = hit_loader_allocate(loader, sum->vertices, sizeof *w->soup.vertices, &status);
    if (w->soup.vertices != NULL)
        w->soup.indices = hit_loader_allocate(loader, 3 * sum->triangles, sizeof *w->soup.indices, &status);
    if (w->soup.indices != NULL)
        w->soup.faces = hit_loader_allocate(loader, sum->triangles, sizeof *w->soup.faces, &status);
    if (w->soup.faces != NULL && sum->points > 0)
        w->soup.points = hit_loader_allocate(loader, sum->points, sizeof *w->soup.points, &status);
    w->soup.point_count = (uint32_t)sum->points;
    if (w->soup.faces != NULL && status == HIT_OK)
        w->statements = hit_loader_allocate(loader, sum->statements, sizeof *w->statements, &status);
    if (w->statements != NULL)
        w->statements[0] = (hit_obj_statement){.name = "", .kind = 'o'};
    return status;
}

// Leave out faces with vertices that are not finite, run by run between the statements. Returns how many there were.
static uint64_t drop_bad(work* w, uint64_t statement_count)
{
    uint64_t skipped = 0;
    uint32_t first = 0, to = 0;
    for (uint64_t i = 0; i <= statement_count; i++) {
        const uint32_t end = i < statement_count ? w->statements[i].first : w->soup.triangle_count;
        to = hit_soup_finish(&w->soup, first, end, to, &skipped);
        first = end;
        if (i < statement_count)
            w->statements[i].first = to;
    }
    w->soup.triangle_count = to;
    return skipped;
}

static hit_status make_model(hit_loader* loader, work* w, const hit_obj_counts* sum)
{
    hit_model_mesh points = {0};
    hit_status status = loader->options->appearance ? hit_obj_look(loader, &w->soup) : HIT_OK;
    if (status != HIT_OK)
        return status;
    if (sum->faces == 0)
        return hit_obj_cloud(loader, &w->soup, w->statements, sum->statements);
    status = hit_obj_take_points(loader, &w->soup, &points);
    if (status == HIT_OK)
        status = hit_obj_parts(loader, &w->soup, w->statements, sum->statements);
    return status == HIT_OK ? hit_obj_add_points(loader, &points) : status;
}

// Where floats are too coarse, read the vertices again, and let all have one origin: groups may share them.
static hit_status keep_doubles(hit_loader* loader, work* w, uint32_t chunk_count)
{
    const uint32_t count = w->soup.vertex_count;
    hit_status status = HIT_OK;
    if (!hit_origin_is_far(w->soup.vertices, count))
        return HIT_OK;
    w->exact = hit_loader_allocate(loader, count, sizeof *w->exact, &status);
    if (w->exact == NULL)
        return status;
    loader->pool.run(loader->pool.context, parse_exactly_task, w, chunk_count);
    status = hit_origin_subtract(loader, w->exact, true, w->soup.vertices, count, &loader->origin);
    hit_loader_free(loader, w->exact);
    return status;
}

// True for a text of 16-bit characters, which begins with a mark.
static bool is_utf16(const hit_loader* loader)
{
    return loader->size >= 2 &&
           (memcmp(loader->bytes, "\xff\xfe", 2) == 0 || memcmp(loader->bytes, "\xfe\xff", 2) == 0);
}

hit_status hit_read_obj_chunked(hit_loader* loader, size_t chunk_size)
{
    const hit_task_pool pool = loader->pool;
    hit_status status = HIT_OK;
    hit_obj_counts sum;
    work w = {0};
    uint32_t chunk_count;
    uint64_t few_corners = 0, not_finite = 0;
    const char* odd_number = NULL;
    bool bad_vertices = false, polygons = false;

    if (is_utf16(loader))
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "the text is in UTF-16; save it as UTF-8 or ASCII");
    loader->model->up = hit_loader_find_up(loader, HIT_AXIS_POSITIVE_Y);
    w.chunks = make_chunks(loader, chunk_size, &chunk_count, &status);
    if (w.chunks == NULL)
        return status;
    pool.run(pool.context, count_task, &w, chunk_count);
    sum = sum_up(w.chunks, chunk_count);
    status = take_arrays(loader, &sum, &w);
    if (status != HIT_OK)
        return status;
    pool.run(pool.context, parse_task, &w, chunk_count);
    for (uint32_t i = 0; i < chunk_count; i++) {
        if (w.chunks[i].parse_error != HIT_OBJ_OK)
            return report(loader, &w.chunks[i], sum.vertices);
        few_corners += w.chunks[i].skipped;
        bad_vertices |= w.chunks[i].bad_vertices;
        odd_number = odd_number != NULL ? odd_number : w.chunks[i].odd_number;
        polygons |= w.chunks[i].polygons;
    }
    status = keep_doubles(loader, &w, chunk_count);
    if (status != HIT_OK)
        return status;
    if (bad_vertices)
        not_finite = drop_bad(&w, sum.statements);
    else if (polygons)
        pool.run(pool.context, divide_task, &w, chunk_count);
    hit_loader_free(loader, w.chunks);
    status = hit_loader_skip_faces(loader, few_corners, not_finite);
    if (status == HIT_OK && sum.lines > 0)
        status =
            hit_loader_note(loader, "%" PRIu64 " %s left out", sum.lines, sum.lines == 1 ? "line was" : "lines were");
    if (status == HIT_OK && odd_number != NULL)
        status = hit_loader_note(loader, "what stands behind numbers was left out, first in \"%.*s\"",
                                 printable_length(odd_number, loader->bytes + loader->size, QUOTED), odd_number);
    return status == HIT_OK ? make_model(loader, &w, &sum) : status;
}

hit_status hit_read_obj(hit_loader* loader)
{
    return hit_read_obj_chunked(loader, DEFAULT_CHUNK);
}
