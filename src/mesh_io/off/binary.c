// OFF in binary, as Geomview's manual has it: behind "OFF BINARY" and the end of the line, all is 32 bits wide, the
// most significant byte first. Three counts: vertices, faces, edges. Vertices: three coordinates, then normals, colours
// and texture coordinates, as the keyword says. Faces: the number of corners, these, the number of parts of a colour,
// these; which are skipped.
#include "mesh_io/off/off.h"
#include "base/assert.h"
#include "mesh_io/text/scan.h"

#include <inttypes.h>
#include <string.h>

enum { WORD = 4, FACE_BYTES = 2 * WORD };

static uint64_t words_left(const hit_off_reader* r)
{
    return (uint64_t)(r->end - r->p) / WORD;
}

static uint32_t next_word(hit_off_reader* r)
{
    const uint32_t word = load_u32_big(r->p);
    r->p += WORD;
    return word;
}

static float next_float(hit_off_reader* r)
{
    const uint32_t bits = next_word(r);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t offset_of(const hit_off_reader* r)
{
    return (uint64_t)(r->p - r->loader->bytes);
}

hit_status hit_off_binary_header(hit_off_reader* r)
{
    uint32_t vertices, faces;
    uint64_t left;
    if (words_left(r) < 3)
        return hit_loader_fail(r->loader, HIT_ERROR_FORMAT, offset_of(r),
                               "the counts of vertices and faces are missing");
    vertices = next_word(r);
    faces = next_word(r);
    r->p += WORD; // the number of edges, which nobody needs
    left = (uint64_t)(r->end - r->p);
    if ((uint64_t)vertices * WORD * (3 + (uint64_t)hit_off_more(r)) + (uint64_t)faces * FACE_BYTES > left ||
        vertices == UINT32_MAX || faces == UINT32_MAX)
        return hit_loader_fail(r->loader, HIT_ERROR_FORMAT, offset_of(r),
                               "%" PRIu32 " vertices and %" PRIu32 " faces cannot be in the %" PRIu64
                               " bytes that follow",
                               vertices, faces, left);
    r->soup.vertex_count = vertices;
    r->faces = faces;
    return HIT_OK;
}

void hit_off_binary_vertices(hit_off_reader* r)
{
    const int more = hit_off_more(r);
    for (uint32_t i = 0; i < r->soup.vertex_count; i++) {
        float numbers[HIT_OFF_MOST];
        r->soup.vertices[i].x = next_float(r);
        r->soup.vertices[i].y = next_float(r);
        r->soup.vertices[i].z = next_float(r);
        for (int k = 0; k < more; k++)
            numbers[k] = next_float(r);
        hit_off_look_keep(r, i, numbers, more);
    }
    HIT_ASSERT(r->p <= r->end); // the header has been checked
}

hit_status hit_off_binary_face(hit_off_reader* r, uint64_t face, uint32_t* slots, uint64_t* corners)
{
    uint64_t parts;
    *corners = words_left(r) > 0 ? next_word(r) : UINT64_MAX;
    if (*corners >= words_left(r)) // one more follows them
        return hit_loader_fail(r->loader, HIT_ERROR_FORMAT, (uint64_t)r->loader->size,
                               "the file ends after %" PRIu64 " of %" PRIu64 " faces", face, r->faces);
    for (uint64_t i = 0; i < *corners; i++) {
        const uint64_t at = offset_of(r);
        const uint32_t index = next_word(r);
        if (index >= r->soup.vertex_count)
            return hit_loader_fail(r->loader, HIT_ERROR_FORMAT, at,
                                   "vertex index %" PRIu32 " out of range (%" PRIu32 " vertices)", index,
                                   r->soup.vertex_count);
        if (slots != NULL && *corners > 2)
            slots[i] = index;
    }
    parts = next_word(r);
    if (parts > words_left(r))
        return hit_loader_fail(r->loader, HIT_ERROR_FORMAT, offset_of(r) - WORD,
                               "a colour of %" PRIu64 " parts is longer than the file", parts);
    r->p += WORD * parts;
    r->face_colors += slots == NULL && parts > 0;
    return HIT_OK;
}
