// STL as text: any number of solids, each with a name and facets.
//
//   solid NAME / facet normal X Y Z / outer loop / vertex X Y Z (three times) / endloop / endfacet / ... / endsolid NAME
//
// Words may be in any case and anywhere on a line; only a name ends where its line does. Loops of more than three
// vertices, which the format does not know but some programs write, become fans. All else is an error with its line, and
// so is a file that ends before its "endsolid". Cost: one pass, and copies of what was read whenever the room doubles.
#include "mesh_io/stl/stl.h"
#include "mesh_io/text/text.h"

#include <inttypes.h>
#include <string.h>

typedef struct solid {
    const char* name;
    uint32_t first; ///< of its triangles
} solid;

typedef struct text_reader {
    hit_loader* loader;
    const char *at, *end;
    hit_vec3* vertices; ///< three for each triangle
    uint32_t* faces;
    uint32_t count, capacity; ///< in triangles
    solid* solids;
    uint32_t solid_count, solid_capacity;
    uint32_t facets; ///< so far
} text_reader;

// ---- Room -----------------------------------------------------------------------------------------------------------

// More room for things of which there are `count`: a larger place with a copy. NULL when there is none.
static void* grow(hit_loader* loader, void* old, uint32_t count, uint32_t capacity, size_t size, hit_status* status)
{
    void* larger = hit_loader_allocate(loader, capacity, size, status);
    if (larger != NULL && count > 0)
        memcpy(larger, old, count * size);
    if (larger != NULL)
        hit_loader_free(loader, old);
    return larger;
}

static hit_status grow_triangles(text_reader* r)
{
    // A facet is 86 characters or more, so there is no second time but for loops of many vertices.
    const uint64_t guess = r->loader->size / 86 + 1;
    const uint64_t wanted = r->capacity > 0 ? 2 * (uint64_t)r->capacity : guess;
    const uint32_t most = UINT32_MAX / 9; // nine floats, which grow() counts, for each
    const uint32_t capacity = wanted > most ? most : (uint32_t)wanted;
    hit_status status = HIT_OK;
    void* larger;
    if (r->count >= most)
        return hit_loader_fail_text(r->loader, HIT_ERROR_LIMIT, r->at, "more than %" PRIu32 " facets; split the model",
                                    most);
    larger = grow(r->loader, r->vertices, 9 * r->count, 9 * capacity, sizeof(float), &status);
    if (larger == NULL)
        return status;
    r->vertices = larger;
    larger = grow(r->loader, r->faces, r->count, capacity, sizeof *r->faces, &status);
    if (larger == NULL)
        return status;
    r->faces = larger;
    r->capacity = capacity;
    return HIT_OK;
}

static hit_status add_triangle(text_reader* r, const hit_vec3 corners[3])
{
    if (r->count == r->capacity) {
        const hit_status status = grow_triangles(r);
        if (status != HIT_OK)
            return status;
    }
    memcpy(r->vertices + 3 * (size_t)r->count, corners, 3 * sizeof *corners);
    r->faces[r->count++] = r->facets;
    return HIT_OK;
}

// ---- Words ----------------------------------------------------------------------------------------------------------

static void skip_spaces(text_reader* r)
{
    while (r->at < r->end && hit_stl_is_space(*r->at))
        r->at++;
}

// True, and behind it, when the next word is this one.
static bool take_word(text_reader* r, const char* word)
{
    skip_spaces(r);
    if (!hit_stl_is_word(r->at, r->end, word))
        return false;
    r->at += strlen(word);
    return true;
}

// Say what stands where a word is missing.
static hit_status fail_word(text_reader* r, const char* expected)
{
    int length = 0;
    skip_spaces(r);
    if (r->at == r->end)
        return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, r->at,
                                    "the file ends where %s should be; it was cut off: fetch or export it again",
                                    expected);
    while (length < 40 && length < r->end - r->at && !hit_stl_is_space(r->at[length]))
        length++;
    for (int i = 0; i < length; i++)
        if ((unsigned char)r->at[i] < ' ' || (unsigned char)r->at[i] > '~')
            return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, r->at, "expected %s; is this text?", expected);
    return hit_loader_fail_text(r->loader, HIT_ERROR_FORMAT, r->at, "expected %s, found \"%.*s\"", expected, length,
                                r->at);
}

static hit_status read_vector(text_reader* r, hit_vec3* v)
{
    float* const numbers[3] = {&v->x, &v->y, &v->z};
    for (int i = 0; i < 3; i++) {
        const char* after;
        skip_spaces(r);
        after = r->at < r->end ? hit_text_read_float(r->at, r->end, numbers[i]) : NULL;
        if (after == NULL || (after < r->end && !hit_stl_is_space(*after)))
            return fail_word(r, "a number");
        r->at = after;
    }
    return HIT_OK;
}

// ---- Facets and solids ----------------------------------------------------------------------------------------------

// What stands between "outer loop" and "endloop".
static hit_status read_loop(text_reader* r)
{
    const uint32_t before = r->count;
    uint32_t corners = 0;
    hit_vec3 corner[3]; // the first one, the one before, and the newest
    bool finite = true;
    for (; take_word(r, "vertex"); corners++) {
        hit_status status;
        hit_vec3 v = {0};
        status = read_vector(r, &v);
        if (status != HIT_OK)
            return status;
        finite = finite && hit_vec3_is_finite(v);
        corner[corners < 2 ? corners : 2] = v;
        if (corners < 2)
            continue;
        status = add_triangle(r, corner);
        if (status != HIT_OK)
            return status;
        corner[1] = v;
    }
    if (corners < 3 || !finite) {
        r->count = before;
        r->loader->model->skipped_faces++;
    }
    return HIT_OK;
}

// What follows "facet".
static hit_status read_facet(text_reader* r)
{
    hit_vec3 normal;
    hit_status status;
    if (take_word(r, "normal")) {
        status = read_vector(r, &normal);
        if (status != HIT_OK)
            return status;
    }
    if (!take_word(r, "outer") || !take_word(r, "loop"))
        return fail_word(r, "\"outer loop\"");
    status = read_loop(r);
    if (status != HIT_OK)
        return status;
    if (!take_word(r, "endloop"))
        return fail_word(r, "\"vertex\" or \"endloop\"");
    if (!take_word(r, "endfacet"))
        return fail_word(r, "\"endfacet\"");
    r->facets++;
    return HIT_OK;
}

// The rest of the line, without spaces around it.
static void take_line(text_reader* r, const char** text, size_t* length)
{
    const char *end, *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    end = newline != NULL ? newline : r->end;
    while (r->at < end && hit_stl_is_space(*r->at))
        r->at++;
    *text = r->at;
    r->at = end;
    while (end > *text && hit_stl_is_space(end[-1]))
        end--;
    *length = (size_t)(end - *text);
}

// What follows "solid".
static hit_status read_solid(text_reader* r)
{
    hit_status status = HIT_OK;
    const char* name;
    size_t length;
    if (r->solid_count == r->solid_capacity) {
        const uint32_t capacity = r->solid_capacity > 0 ? 2 * r->solid_capacity : 4;
        solid* larger = grow(r->loader, r->solids, r->solid_count, capacity, sizeof *larger, &status);
        if (larger == NULL)
            return status;
        r->solids = larger;
        r->solid_capacity = capacity;
    }
    take_line(r, &name, &length);
    name = length > 0 ? hit_loader_text(r->loader, name, length, &status) : "";
    if (name == NULL)
        return status;
    r->solids[r->solid_count++] = (solid){name, r->count};
    while (take_word(r, "facet")) {
        status = read_facet(r);
        if (status != HIT_OK)
            return status;
    }
    if (!take_word(r, "endsolid"))
        return fail_word(r, "\"facet\" or \"endsolid\"");
    take_line(r, &name, &length);
    return HIT_OK;
}

// ---- The model ------------------------------------------------------------------------------------------------------

static uint32_t triangles_of(const text_reader* r, uint32_t s)
{
    return (s + 1 < r->solid_count ? r->solids[s + 1].first : r->count) - r->solids[s].first;
}

static hit_status make_model(text_reader* r)
{
    hit_status status = HIT_OK;
    hit_model_mesh* meshes = hit_loader_meshes(r->loader, r->solid_count, &status);
    uint32_t most = 0;
    uint32_t* indices;
    if (meshes == NULL)
        return status;
    for (uint32_t s = 0; s < r->solid_count; s++)
        most = triangles_of(r, s) > most ? triangles_of(r, s) : most;
    indices = hit_loader_allocate(r->loader, 3 * (uint64_t)most, sizeof *indices, &status);
    if (indices == NULL)
        return status;
    for (uint32_t i = 0; i < 3 * most; i++)
        indices[i] = i;
    r->vertices = hit_loader_shrink(r->loader, r->vertices, r->count, 3 * sizeof *r->vertices);
    r->faces = hit_loader_shrink(r->loader, r->faces, r->count, sizeof *r->faces);
    for (uint32_t s = 0; s < r->solid_count; s++) {
        const uint32_t first = r->solids[s].first, count = triangles_of(r, s);
        meshes[s] = (hit_model_mesh){.name = r->solids[s].name,
                                     .vertices = count > 0 ? r->vertices + 3 * (size_t)first : NULL,
                                     .vertex_count = 3 * count,
                                     .indices = indices,
                                     .triangle_count = count,
                                     .faces = count > 0 ? r->faces + first : NULL};
    }
    hit_loader_free(r->loader, r->solids);
    return hit_loader_part_per_mesh(r->loader);
}

hit_status hit_read_stl_text(hit_loader* loader)
{
    text_reader r = {.loader = loader, .at = loader->bytes, .end = loader->bytes + loader->size};
    if (loader->size >= 3 && memcmp(r.at, "\xef\xbb\xbf", 3) == 0)
        r.at += 3;
    while (take_word(&r, "solid")) {
        const hit_status status = read_solid(&r);
        if (status != HIT_OK)
            return status;
    }
    if (r.at < r.end)
        return fail_word(&r, "\"solid\"");
    return make_model(&r);
}
