// Reads OFF, the Object File Format of Geomview: OFF, COFF, NOFF, STOFF and what is combined of them. Here are the
// files in ASCII; binary.c has what is different in binary ones.
//
// After the keyword and the counts, each vertex and each face begins a line in most files. What stands behind the three
// coordinates of a vertex (normals, colours, texture coordinates) and behind the corners of a face (colours) is then
// skipped with the rest of the line. But the format allows any white space: where a line goes on, lines are counted,
// and when there are fewer than vertices and faces, they mean nothing. Then the keyword tells how many numbers a vertex
// has, and faces have no colours.
//
// The faces are gone through twice: to count their triangles, then to keep their corners. Cost: O(size).
#include "mesh_io/off/off.h"
#include "mesh_io/origin.h"
#include "mesh_io/text/scan.h"
#include "mesh_io/text/text.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

enum { QUOTED = 24, VERTEX_BYTES = 6, FACE_BYTES = 2 };

typedef hit_off_reader reader;

// ---- Words ----------------------------------------------------------------------------------------------------------

static void skip_line(reader* r)
{
    r->p = skip_to_line_end(r->p, r->end);
}

// To the next word, comments left out; false at the end of the file.
static bool next_word(reader* r)
{
    r->p = skip_space_and_comments(r->p, r->end, false);
    return r->p < r->end;
}

// To the next word of this line; false where it ends.
static bool word_in_line(reader* r)
{
    while (r->p < r->end && is_blank(*r->p))
        r->p++;
    return r->p < r->end && !is_line_end(*r->p) && *r->p != '#';
}

static bool is_word_end(const reader* r, const char* p)
{
    return p == r->end || is_space(*p) || *p == '#';
}

// The lines from `p` on that have something in them; up to `most`.
static uint64_t count_lines(reader r, uint64_t most)
{
    uint64_t lines = 0;
    for (; lines < most && next_word(&r); lines++)
        skip_line(&r);
    return lines;
}

// A failure about the word at hand.
static hit_status fail_word(reader* r, const char* what)
{
    return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, r->p, "\"%.*s\" is not %s",
                                printable_length(r->p, r->end, QUOTED), r->p, what);
}

// A number without a sign; beyond 2^32 it stays where it is.
static hit_status read_count(reader* r, const char* what, uint64_t* value)
{
    const char* q = r->p;
    *value = 0;
    for (; q < r->end && is_digit(*q); q++)
        *value = *value > UINT32_MAX ? *value : 10 * *value + (uint64_t)(*q - '0');
    if (q == r->p || !is_word_end(r, q))
        return fail_word(r, what);
    r->p = q;
    return HIT_OK;
}

static hit_status fail_end(reader* r, const char* things, uint64_t have, uint64_t want)
{
    return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, r->end,
                                "the file ends after %" PRIu64 " of %" PRIu64 " %s", have, want, things);
}

// ---- The header -----------------------------------------------------------------------------------------------------

static bool accept(reader* r, const char* word)
{
    const size_t length = strlen(word);
    if ((size_t)(r->end - r->p) < length || memcmp(r->p, word, length) != 0)
        return false;
    r->p += length;
    return true;
}

// The keyword, which may be left out.
static hit_status read_keyword(reader* r)
{
    const char* word = r->p;
    bool more_dimensions;

    if (is_digit(*word) && *word != '4')
        return HIT_OK;
    r->has_uvs = accept(r, "ST");
    r->has_colors = accept(r, "C");
    r->has_normals = accept(r, "N");
    more_dimensions = accept(r, "4");
    more_dimensions |= accept(r, "n");
    if (!accept(r, "OFF") || !is_word_end(r, r->p)) {
        r->p = word;
        r->has_uvs = r->has_colors = r->has_normals = false;
        return *word == '4' ? HIT_OK : fail_word(r, "a keyword of OFF");
    }
    if (more_dimensions)
        return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, word,
                                    "vertices of other than three dimensions cannot be read");
    r->is_binary = word_in_line(r) && accept(r, "BINARY");
    return HIT_OK;
}

// Behind the line of the keyword, whose end may be one byte or two, all is binary, also what looks like white space.
static hit_status begin_binary(reader* r)
{
    r->end = r->loader->bytes + r->loader->size;
    skip_line(r);
    r->p += r->end - r->p >= 2 && r->p[0] == '\r' && r->p[1] == '\n';
    r->p += r->p < r->end;
    return hit_off_binary_header(r);
}

static hit_status read_header(reader* r)
{
    uint64_t count[2] = {0, 0};
    hit_status status = HIT_OK;
    uint64_t left;

    r->p = skip_byte_order_mark(r->p, r->end);
    if (next_word(r))
        status = read_keyword(r);
    if (status == HIT_OK && r->is_binary)
        return begin_binary(r);
    for (int i = 0; i < 2 && status == HIT_OK; i++) {
        if (!next_word(r))
            return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, r->end,
                                        "the counts of vertices and faces are missing");
        status = read_count(r, i == 0 ? "a number of vertices" : "a number of faces", &count[i]);
    }
    if (status != HIT_OK)
        return status;
    // The number of edges, which nobody needs, and may be missing.
    if (word_in_line(r))
        while (!is_word_end(r, r->p))
            r->p++;
    r->free_vertices = word_in_line(r) && count_lines(*r, count[0] + count[1] + 1) <= count[0] + count[1];
    r->free_at_first = r->free_vertices;
    if (!r->free_vertices)
        skip_line(r);
    left = (uint64_t)(r->end - r->p) + 1;
    if (count[0] > left / VERTEX_BYTES || count[1] > left / FACE_BYTES || count[0] >= UINT32_MAX ||
        count[1] >= UINT32_MAX)
        return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, r->p,
                                    "%" PRIu64 " vertices and %" PRIu64 " faces cannot be in the %" PRIu64
                                    " bytes that follow",
                                    count[0], count[1], left - 1);
    r->soup.vertex_count = (uint32_t)count[0];
    r->faces = count[1];
    return HIT_OK;
}

// ---- Vertices and faces ---------------------------------------------------------------------------------------------

// The numbers behind the coordinates of a vertex: `most` of them, or those of this line. Words that are none are
// skipped.
static int read_more(reader* r, bool in_line, int most, float* numbers)
{
    int count = 0;
    for (int i = 0; i < most && (in_line ? word_in_line(r) : next_word(r)); i++) {
        const char* after = hit_text_read_float(r->p, r->end, &numbers[count]);
        count += after != NULL && is_word_end(r, after);
        while (!is_word_end(r, r->p))
            r->p++;
    }
    return count;
}

// Go behind the three coordinates of a vertex: to the end of its line, or behind the numbers that the keyword tells of.
static void end_vertex(reader* r, const char* begin, uint32_t vertex)
{
    const bool looks = r->look.normals != NULL || r->look.colors != NULL || r->look.uvs != NULL;
    float numbers[HIT_OFF_MOST];
    const uint64_t rows = r->soup.vertex_count - vertex + r->faces;
    if (!r->knows_vertices && !r->free_vertices && word_in_line(r)) {
        r->free_vertices = count_lines(*r, rows) < rows || has_line_end(begin, r->p);
        r->knows_vertices = true;
    }
    if (r->free_vertices || looks) {
        const int count = read_more(r, !r->free_vertices, hit_off_more(r), numbers);
        hit_off_look_keep(r, vertex, numbers, count);
    }
    if (!r->free_vertices)
        skip_line(r);
}

// The vertices; as doubles where these are asked for.
static hit_status read_vertices(reader* r, hit_dvec3* exact)
{
    for (uint32_t i = 0; i < r->soup.vertex_count; i++) {
        float v[3] = {0, 0, 0};
        double d[3] = {0, 0, 0};
        const char* begin = next_word(r) ? r->p : r->end;
        for (int k = 0; k < 3; k++) {
            const char* after;
            if (!next_word(r))
                return fail_end(r, "vertices", i, r->soup.vertex_count);
            after =
                exact == NULL ? hit_text_read_float(r->p, r->end, &v[k]) : hit_text_read_double(r->p, r->end, &d[k]);
            if (after == NULL || !is_word_end(r, after))
                return fail_word(r, "a number");
            r->p = after;
        }
        if (exact == NULL)
            r->soup.vertices[i] = hit_vec3_make(v[0], v[1], v[2]);
        else
            exact[i] = hit_dvec3_make(d[0], d[1], d[2]);
        end_vertex(r, begin, i);
    }
    return HIT_OK;
}

// Where floats are too coarse, read the vertices from `begin` on again.
static hit_status keep_doubles(reader* r, const char* begin)
{
    const char* after = r->p;
    hit_status status = HIT_OK;
    hit_dvec3* exact;
    if (!hit_origin_is_far(r->soup.vertices, r->soup.vertex_count))
        return HIT_OK;
    exact = hit_loader_allocate(r->loader, r->soup.vertex_count, sizeof *exact, &status);
    if (exact == NULL)
        return status;
    r->p = begin;
    r->free_vertices = r->free_at_first; // so that it is found out in the same place
    r->knows_vertices = false;
    status = read_vertices(r, exact);
    HIT_ASSERT(status == HIT_OK && r->p == after); // as the first time
    if (status == HIT_OK)
        status =
            hit_origin_subtract(r->loader, exact, true, r->soup.vertices, r->soup.vertex_count, &r->loader->origin);
    hit_loader_free(r->loader, exact);
    return status;
}

// The corners of face number `face`, which are checked, and kept in `slots` when there are at least three and this is
// not NULL.
static hit_status read_face(reader* r, uint64_t face, uint32_t* slots, uint64_t* corners)
{
    hit_status status;
    if (r->is_binary)
        return hit_off_binary_face(r, face, slots, corners);
    if (!next_word(r))
        return fail_end(r, "faces", face, r->faces);
    status = read_count(r, "a number of corners", corners);
    if (status != HIT_OK)
        return status;
    for (uint64_t i = 0; i < *corners; i++) {
        const char* word;
        uint64_t index;
        if (!next_word(r))
            return fail_end(r, "faces", face, r->faces);
        word = r->p;
        status = read_count(r, "the index of a vertex", &index);
        if (status != HIT_OK)
            return status;
        if (index >= r->soup.vertex_count)
            return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, word,
                                        "vertex index %.*s out of range (%" PRIu32 " vertices)",
                                        (int)(r->p - word < QUOTED ? r->p - word : QUOTED), word, r->soup.vertex_count);
        if (slots != NULL && *corners > 2)
            slots[i] = (uint32_t)index;
    }
    // Does the line go on with a colour, or with the next face? The first pass finds out.
    if (!r->knows_faces && word_in_line(r)) {
        r->free_faces = count_lines(*r, r->faces - face) < r->faces - face;
        r->knows_faces = true;
    }
    if (!r->free_faces) {
        r->face_colors += slots == NULL && word_in_line(r);
        skip_line(r);
    }
    return HIT_OK;
}

static hit_status read_faces(reader* r)
{
    const char* begin = r->p;
    hit_status status = HIT_OK;
    uint64_t triangles = 0, corners = 0;

    for (uint64_t i = 0; i < r->faces && status == HIT_OK; i++) {
        status = read_face(r, i, NULL, &corners);
        triangles += corners > 2 ? corners - 2 : 0;
    }
    if (status != HIT_OK)
        return status;
    if (triangles >= UINT32_MAX)
        return hit_loader_fail(r->loader, HIT_ERROR_LIMIT, 0, "%" PRIu64 " triangles are more than can be counted",
                               triangles);
    r->soup.indices = hit_loader_allocate(r->loader, 3 * triangles, sizeof *r->soup.indices, &status);
    if (r->soup.indices != NULL)
        r->soup.faces = hit_loader_allocate(r->loader, triangles, sizeof *r->soup.faces, &status);
    if (status != HIT_OK)
        return status;
    r->p = begin;
    for (uint64_t i = 0; i < r->faces; i++) {
        uint32_t t = r->soup.triangle_count;
        (void)read_face(r, i, r->soup.indices + 3 * (size_t)t, &corners);
        for (; corners > 2; corners--)
            r->soup.faces[t++] = (uint32_t)i;
        r->few_corners += t == r->soup.triangle_count;
        r->soup.triangle_count = t;
    }
    HIT_ASSERT(r->soup.triangle_count == triangles); // both passes read the same
    return HIT_OK;
}

hit_status hit_read_off(hit_loader* loader)
{
    reader r = {
        .loader = loader, .p = loader->bytes, .end = trim_text_end(loader->bytes, loader->bytes + loader->size)};
    hit_status status = read_header(&r);
    const char* begin = r.p;
    uint64_t not_finite = 0;

    loader->model->up = hit_loader_find_up(loader, HIT_AXIS_POSITIVE_Z);
    if (status != HIT_OK)
        return status;
    r.soup.vertices = hit_loader_allocate(loader, r.soup.vertex_count, sizeof *r.soup.vertices, &status);
    if (r.soup.vertices == NULL)
        return status;
    if (loader->options->appearance)
        status = hit_off_look_begin(&r);
    if (status == HIT_OK && r.is_binary)
        hit_off_binary_vertices(&r);
    else if (status == HIT_OK)
        status = read_vertices(&r, NULL);
    if (status == HIT_OK && !r.is_binary)
        status = keep_doubles(&r, begin);
    if (status == HIT_OK)
        status = hit_off_look_end(&r);
    if (status == HIT_OK)
        status = read_faces(&r);
    if (status != HIT_OK)
        return status;
    r.soup.triangle_count = hit_soup_finish(&r.soup, 0, r.soup.triangle_count, 0, &not_finite);
    status = hit_loader_skip_faces(loader, r.few_corners, not_finite);
    if (status == HIT_OK && r.face_colors > 0 && loader->options->appearance)
        status = hit_loader_note(loader,
                                 "the colours of %" PRIu64 " face%s were left out: vertices have those that are shown",
                                 r.face_colors, r.face_colors == 1 ? "" : "s");
    if (status != HIT_OK)
        return status;
    return r.faces > 0 ? hit_soup_one_mesh(loader, &r.soup, "") : hit_soup_cloud(loader, &r.soup, "");
}
