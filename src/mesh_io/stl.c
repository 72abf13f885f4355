// STL: facets, each with three vertices of its own.
//
// A binary file has 80 bytes of anything, the number of facets, and 50 bytes for each: a normal, three vertices, and
// two bytes for which everybody has another use. A text file has "solid NAME", facets, and "endsolid", any number of
// times. Binary files that begin with "solid" are common, so that word proves nothing: a file is binary when its size
// is the one that its count asks for, and text when it begins with the word and has no control characters near its
// beginning. What lies behind the last facet of a binary file is left out with a note; a file that is too short is
// refused, since a model of which a part is missing gives wrong answers.
//
// Vertices stay as they are, three for each facet, so indices count up from 0, and all solids share one list of them.
// Normals are not used: the order of the vertices says which side is the front. Facets with a vertex that is not finite
// are left out, and counted. Cost: one pass over the file; the binary one in parallel.
#include "mesh_io/appearance.h"
#include "mesh_io/origin.h"
#include "mesh_io/text/scan.h"
#include "mesh_io/text/text.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

enum { HEADER = 84, FACET = 50, NORMAL = 12, LOOKED_AT = 1024, FACETS_PER_TASK = 1 << 16, QUOTED = 40 };

// ---- Which kind? ----------------------------------------------------------------------------------------------------

// True when there is this word at `text`, in any case, and then a space or the end.
static bool is_word(const char* text, const char* end, const char* word)
{
    for (; *word != '\0'; text++, word++)
        if (text == end || (*text | 0x20) != *word)
            return false;
    return text == end || is_space(*text);
}

static bool is_text(const hit_loader* loader)
{
    const size_t near = loader->size < LOOKED_AT ? loader->size : LOOKED_AT;
    const char* const end = loader->bytes + loader->size;
    const char* word = skip_byte_order_mark(loader->bytes, end);

    if (loader->size >= HEADER && loader->size == HEADER + (uint64_t)FACET * load_u32(loader->bytes + HEADER - 4))
        return false;
    for (size_t i = 0; i < near; i++) {
        const unsigned char c = (unsigned char)loader->bytes[i];
        if (c < ' ' && !is_space((char)c))
            return false;
    }
    while (word < end && is_space(*word))
        word++;
    return is_word(word, end, "solid");
}

// ---- Binary ---------------------------------------------------------------------------------------------------------

typedef struct binary_work {
    const char* facets;
    hit_vec3* vertices;
    uint32_t *indices, *faces;
    uint32_t count;
    uint32_t* bad; ///< for each task, how many facets are not finite
} binary_work;

static void copy_facets(void* context, uint32_t task)
{
    const binary_work* work = context;
    const uint32_t first = task * FACETS_PER_TASK;
    const uint32_t end = work->count - first < FACETS_PER_TASK ? work->count : first + FACETS_PER_TASK;
    uint32_t bad = 0;
    for (uint32_t f = first; f < end; f++) {
        const char* from = work->facets + (size_t)f * FACET + NORMAL;
        uint32_t bits[9];
        bool finite = true;
        for (int i = 0; i < 9; i++) {
            bits[i] = load_u32(from + 4 * (size_t)i);
            finite &= is_finite_bits(bits[i]);
        }
        memcpy(work->vertices + 3 * (size_t)f, bits, sizeof bits);
        for (uint32_t i = 0; i < 3; i++)
            work->indices[3 * (size_t)f + i] = 3 * f + i;
        work->faces[f] = f;
        bad += !finite;
    }
    work->bad[task] = bad;
}

static bool corners_are_finite(const hit_vec3* corners)
{
    for (int i = 0; i < 3; i++)
        if (!hit_vec3_is_finite(corners[i]))
            return false;
    return true;
}

// Close the gaps of facets that are not finite. Returns how many are left.
static uint32_t drop_bad(const binary_work* work)
{
    uint32_t kept = 0;
    for (uint32_t f = 0; f < work->count; f++) {
        if (!corners_are_finite(work->vertices + 3 * (size_t)f))
            continue;
        memmove(work->vertices + 3 * (size_t)kept, work->vertices + 3 * (size_t)f, 3 * sizeof *work->vertices);
        work->faces[kept++] = f;
    }
    return kept;
}

// The 15 bits of a facet's colour, five for each part, the first one at the lowest bits or at the highest ones.
static void unpack_color(uint32_t bits, bool red_first, uint8_t color[4])
{
    for (uint32_t i = 0; i < 3; i++)
        color[i] = hit_color_byte((double)(bits >> 5 * (red_first ? i : 2 - i) & 31), 31.0);
    color[3] = 255;
}

// Colours of the facets that are left, for each of their vertices. VisCAM and SolidView set the highest bit of those
// that have one, blue first. Magics writes "COLOR=" and four bytes into the header, the colour of all facets that have
// that bit; the others have their own, red first.
static hit_status read_colors(hit_loader* loader, const uint32_t* faces, uint32_t count, hit_model_mesh* mesh)
{
    static const char mark[] = "COLOR=";
    const char* general = NULL;
    hit_status status = HIT_OK;
    bool any = false;
    uint8_t* colors;
    for (size_t i = 0; i + sizeof mark + 3 <= HEADER - 4 && general == NULL; i++)
        if (memcmp(loader->bytes + i, mark, sizeof mark - 1) == 0)
            general = loader->bytes + i + sizeof mark - 1;
    for (uint32_t t = 0; t < count && !any; t++)
        any = load_u16(loader->bytes + HEADER + (size_t)faces[t] * FACET + FACET - 2) >> 15 != 0;
    if (!any && general == NULL)
        return HIT_OK;
    colors = hit_loader_allocate(loader, 3 * (uint64_t)count, 4, &status);
    if (colors == NULL)
        return status;
    for (uint32_t t = 0; t < count; t++) {
        const uint32_t bits = load_u16(loader->bytes + HEADER + (size_t)faces[t] * FACET + FACET - 2);
        uint8_t color[4] = {255, 255, 255, 255};
        if (general != NULL && bits >> 15 != 0)
            memcpy(color, general, 4);
        else if (general != NULL || bits >> 15 != 0)
            unpack_color(bits, general != NULL, color);
        for (size_t k = 0; k < 3; k++)
            memcpy(colors + 4 * (3 * (size_t)t + k), color, 4);
    }
    mesh->colors = colors;
    return HIT_OK;
}

static hit_status read_facets(hit_loader* loader, uint32_t count)
{
    const uint32_t tasks = count / FACETS_PER_TASK + (count % FACETS_PER_TASK > 0);
    hit_status status = HIT_OK;
    binary_work work = {loader->bytes + HEADER, NULL, NULL, NULL, count, NULL};
    uint32_t bad = 0, kept = count;
    hit_model_mesh* mesh;

    work.vertices = hit_loader_allocate(loader, 3 * (uint64_t)count, sizeof *work.vertices, &status);
    work.indices =
        status == HIT_OK ? hit_loader_allocate(loader, 3 * (uint64_t)count, sizeof *work.indices, &status) : NULL;
    work.faces = status == HIT_OK ? hit_loader_allocate(loader, count, sizeof *work.faces, &status) : NULL;
    work.bad = status == HIT_OK ? hit_loader_allocate(loader, tasks, sizeof *work.bad, &status) : NULL;
    mesh = status == HIT_OK ? hit_loader_meshes(loader, 1, &status) : NULL;
    if (status != HIT_OK)
        return status;
    loader->pool.run(loader->pool.context, copy_facets, &work, tasks);
    for (uint32_t i = 0; i < tasks; i++)
        bad += work.bad[i];
    hit_loader_free(loader, work.bad);
    if (bad > 0)
        kept = drop_bad(&work);
    HIT_ASSERT(kept == count - bad);
    mesh->vertices = work.vertices;
    mesh->vertex_count = 3 * kept;
    mesh->indices = work.indices;
    mesh->triangle_count = kept;
    mesh->faces = work.faces;
    status = hit_loader_skip_faces(loader, 0, bad);
    if (status == HIT_OK && loader->options->appearance)
        status = read_colors(loader, work.faces, kept, mesh);
    return status == HIT_OK ? hit_loader_part_per_mesh(loader) : status;
}

static hit_status read_binary(hit_loader* loader)
{
    uint64_t there;
    uint32_t count;
    if (loader->size < HEADER)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, loader->size,
                               "no STL: text begins with \"solid\", and a binary file has %d bytes or more, not %zu",
                               HEADER, loader->size);
    count = load_u32(loader->bytes + HEADER - 4);
    there = (loader->size - HEADER) / FACET;
    if (count > there)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, loader->size,
                               "binary STL of %" PRIu32 " facets, but the file ends after %" PRIu64
                               "; it was cut off, or is no STL: fetch or export it again",
                               count, there);
    if (count > UINT32_MAX / 3)
        return hit_loader_fail(loader, HIT_ERROR_LIMIT, HEADER - 4,
                               "%" PRIu32 " facets have more vertices than can be counted; split the model", count);
    if (loader->size > HEADER + (size_t)count * FACET) {
        const size_t more = loader->size - HEADER - (size_t)count * FACET;
        const hit_status status =
            hit_loader_note(loader, "%zu byte%s behind the last facet were left out", more, more == 1 ? "" : "s");
        if (status != HIT_OK)
            return status;
    }
    return read_facets(loader, count);
}

// ---- Text: any number of solids, each with a name and facets --------------------------------------------------------
//
//   solid NAME / facet normal X Y Z / outer loop / vertex X Y Z (three times) / endloop / endfacet / ... /
//   endsolid NAME
//
// Words may be in any case and anywhere on a line; only a name ends where its line does. Loops of more than three
// vertices, which the format does not know but some programs write, become fans. Lines between facets that begin with
// another word are left out, and a missing "endsolid" is, too; notes say so. All else is an error with its line. Cost:
// one pass, and copies of what was read whenever the capacity doubles.

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
    uint32_t facets;                  ///< so far
    uint64_t other_lines;             ///< that are left out
    uint64_t open_solids;             ///< without an end
    uint64_t few_corners, not_finite; ///< of these, why they gave no triangle
    // Of a second pass, which reads nothing but the vertices, as doubles; else NULL.
    hit_dvec3* exact;
    hit_dvec3 exact_corner[3]; ///< of the loop at hand
} text_reader;

static hit_status grow_triangles(text_reader* r)
{
    // A facet is 86 characters or more, so there is no second time but for loops of many vertices.
    const uint64_t guess = r->loader->size / 86 + 1;
    const uint64_t wanted = r->capacity > 0 ? 2 * (uint64_t)r->capacity : guess;
    const uint32_t most = UINT32_MAX / 9; // nine floats for each
    const uint32_t capacity = wanted > most ? most : (uint32_t)wanted;
    hit_status status = HIT_OK;
    void* larger;
    if (r->count >= most)
        return hit_loader_fail_text(r->loader, HIT_ERROR_LIMIT, r->at, "more than %" PRIu32 " facets; split the model",
                                    most);
    larger = hit_loader_grow(r->loader, r->vertices, r->count, capacity, 3 * sizeof *r->vertices, &status);
    if (larger == NULL)
        return status;
    r->vertices = larger;
    larger = hit_loader_grow(r->loader, r->faces, r->count, capacity, sizeof *r->faces, &status);
    if (larger == NULL)
        return status;
    r->faces = larger;
    r->capacity = capacity;
    return HIT_OK;
}

static hit_status add_triangle(text_reader* r, const hit_vec3 corners[3])
{
    if (r->exact != NULL) {
        memcpy(r->exact + 3 * (size_t)r->count++, r->exact_corner, sizeof r->exact_corner);
        return HIT_OK;
    }
    if (r->count == r->capacity) {
        const hit_status status = grow_triangles(r);
        if (status != HIT_OK)
            return status;
    }
    HIT_ASSERT(r->count < r->capacity);
    memcpy(r->vertices + 3 * (size_t)r->count, corners, 3 * sizeof *corners);
    r->faces[r->count++] = r->facets;
    return HIT_OK;
}

static void skip_spaces(text_reader* r)
{
    while (r->at < r->end && is_space(*r->at))
        r->at++;
}

// True, and behind it, when the next word is this one.
static bool take_word(text_reader* r, const char* word)
{
    skip_spaces(r);
    if (!is_word(r->at, r->end, word))
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
    while (length < QUOTED && length < r->end - r->at && !is_space(r->at[length]))
        length++;
    if (printable_length(r->at, r->end, length) < length)
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
        if (after == NULL || (after < r->end && !is_space(*after)))
            return fail_word(r, "a number");
        r->at = after;
    }
    return HIT_OK;
}

// Keep a vertex, which r->at is behind now, as doubles, too.
static void read_exactly(text_reader* r, const char* begin, hit_dvec3* exact)
{
    double* const numbers[3] = {&exact->x, &exact->y, &exact->z};
    for (int i = 0; i < 3; i++) {
        while (is_space(*begin))
            begin++;
        begin = hit_text_read_double(begin, r->at, numbers[i]);
        HIT_ASSERT(begin != NULL); // it was a number as a float
    }
}

// What stands between "outer loop" and "endloop".
static hit_status read_loop(text_reader* r)
{
    const uint32_t before = r->count;
    uint32_t corners = 0;
    hit_vec3 corner[3]; // the first one, the one before, and the newest
    bool finite = true;
    for (; take_word(r, "vertex"); corners++) {
        const char* begin = r->at;
        hit_status status;
        hit_vec3 v = {0};
        status = read_vector(r, &v);
        if (status != HIT_OK)
            return status;
        finite = finite && hit_vec3_is_finite(v);
        corner[corners < 2 ? corners : 2] = v;
        if (r->exact != NULL)
            read_exactly(r, begin, &r->exact_corner[corners < 2 ? corners : 2]);
        if (corners < 2)
            continue;
        status = add_triangle(r, corner);
        if (status != HIT_OK)
            return status;
        corner[1] = v;
        r->exact_corner[1] = r->exact_corner[2];
    }
    if (corners < 3 || !finite) {
        r->count = before;
        r->few_corners += corners < 3;
        r->not_finite += corners >= 3;
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

static const char* find_line_end(const text_reader* r)
{
    const char* p = r->at;
    while (p < r->end && !is_line_end(*p))
        p++;
    return p;
}

// The rest of the line, without spaces around it.
static void take_line(text_reader* r, const char** text, size_t* length)
{
    const char* end = find_line_end(r);
    while (r->at < end && is_space(*r->at))
        r->at++;
    *text = r->at;
    r->at = end;
    while (end > *text && is_space(end[-1]))
        end--;
    *length = (size_t)(end - *text);
}

// True behind the last word.
static bool at_end(text_reader* r)
{
    skip_spaces(r);
    return r->at == r->end;
}

// Leave a line out that begins with a word which STL does not know.
static hit_status skip_other_line(text_reader* r)
{
    static const char* const words[] = {"normal",  "outer",    "loop",  "vertex",
                                        "endloop", "endfacet", "facet", "endsolid"};
    const char* line;
    size_t length;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(r->at, r->end, words[i]))
            return fail_word(r, "\"facet\", \"solid\" or \"endsolid\"");
    // What the file ends in the middle of was cut off.
    if (printable_length(r->at, r->end, 1) == 0 || find_line_end(r) == r->end)
        return fail_word(r, "\"facet\", \"solid\" or \"endsolid\"");
    take_line(r, &line, &length);
    r->other_lines++;
    return HIT_OK;
}

// What follows "solid".
static hit_status read_solid(text_reader* r)
{
    hit_status status = HIT_OK;
    const char* name;
    size_t length;
    if (r->solid_count == r->solid_capacity && r->exact == NULL) {
        const uint32_t capacity = r->solid_capacity > 0 ? 2 * r->solid_capacity : 4;
        solid* larger = hit_loader_grow(r->loader, r->solids, r->solid_count, capacity, sizeof *larger, &status);
        if (larger == NULL)
            return status;
        r->solids = larger;
        r->solid_capacity = capacity;
    }
    take_line(r, &name, &length);
    name = length > 0 && r->exact == NULL ? hit_loader_text(r->loader, name, length, &status) : "";
    if (name == NULL)
        return status;
    HIT_ASSERT(r->solid_count < r->solid_capacity || r->exact != NULL);
    if (r->exact == NULL)
        r->solids[r->solid_count++] = (solid){name, r->count};
    while (status == HIT_OK) {
        if (take_word(r, "facet"))
            status = read_facet(r);
        else if (take_word(r, "endsolid")) {
            take_line(r, &name, &length);
            break;
        } else if (r->at == r->end || is_word(r->at, r->end, "solid")) {
            r->open_solids++;
            break;
        } else
            status = skip_other_line(r);
    }
    return status;
}

// Any number of solids, and nothing else.
static hit_status read_solids(text_reader* r)
{
    hit_status status = HIT_OK;
    r->at = skip_byte_order_mark(r->at, r->end);
    while (status == HIT_OK && !at_end(r))
        status = take_word(r, "solid") ? read_solid(r) : skip_other_line(r);
    return status;
}

// Where floats are too coarse, read all facets again, and let all solids have one origin.
static hit_status keep_doubles(text_reader* r)
{
    text_reader again = {.loader = r->loader, .at = r->loader->bytes, .end = r->end};
    hit_status status = HIT_OK;
    if (!hit_origin_is_far(r->vertices, 3 * (uint64_t)r->count))
        return HIT_OK;
    // A loop that is left out may need room before it is.
    again.exact = hit_loader_allocate(r->loader, 3 * (uint64_t)r->capacity, sizeof *again.exact, &status);
    if (again.exact == NULL)
        return status;
    status = read_solids(&again);
    HIT_ASSERT(status == HIT_OK && again.count == r->count);
    if (status == HIT_OK)
        status =
            hit_origin_subtract(r->loader, again.exact, true, r->vertices, 3 * (uint64_t)r->count, &r->loader->origin);
    hit_loader_free(r->loader, again.exact);
    return status;
}

static uint32_t triangles_of(const text_reader* r, uint32_t s)
{
    HIT_ASSERT(s < r->solid_count && r->solids[s].first <= r->count);
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
    status = hit_loader_skip_faces(r->loader, r->few_corners, r->not_finite);
    return status == HIT_OK ? hit_loader_part_per_mesh(r->loader) : status;
}

static hit_status read_text(hit_loader* loader)
{
    text_reader r = {
        .loader = loader, .at = loader->bytes, .end = trim_text_end(loader->bytes, loader->bytes + loader->size)};
    hit_status status = read_solids(&r);
    if (status == HIT_OK && r.facets == 0 && r.open_solids > 0)
        return fail_word(&r, "\"facet\" or \"endsolid\"");
    if (status == HIT_OK && r.facets == 0 && r.other_lines > 0)
        return hit_loader_fail_text(loader, HIT_ERROR_FORMAT, loader->bytes,
                                    "no facet follows \"solid\"; this is no STL");
    if (status == HIT_OK && r.other_lines > 0)
        status = hit_loader_note(loader, "%" PRIu64 " line%s of no meaning in STL %s left out", r.other_lines,
                                 r.other_lines == 1 ? "" : "s", r.other_lines == 1 ? "was" : "were");
    if (status == HIT_OK && r.open_solids > 0)
        status = hit_loader_note(loader, "%" PRIu64 " solid%s without an \"endsolid\"", r.open_solids,
                                 r.open_solids == 1 ? " is" : "s are");
    if (status == HIT_OK)
        status = keep_doubles(&r);
    return status == HIT_OK ? make_model(&r) : status;
}

hit_status hit_read_stl(hit_loader* loader)
{
    loader->model->up = HIT_AXIS_POSITIVE_Z;
    return is_text(loader) ? read_text(loader) : read_binary(loader);
}
