// What an OBJ file looks like: normals, texture coordinates and colours of vertices, and which material a face has.
//
// A second reading, line by line, after the first has found the file to be good; only where somebody asks for it. Faces
// name vertices, texture coordinates and normals apart, so a vertex may have to be split (mesh_io/appearance.h); a
// corner is told from others by the numbers of both. Numbers that lead nowhere are left out, with a note: what is hit
// does not depend on them.
//
// Texture coordinates of OBJ count from the bottom of the picture, those of a model from its top. Colours behind the
// coordinates of a vertex are not in the book, but MeshLab, ZBrush and others write them: three or four numbers from 0
// to 1, or, where one is above that, to 255.
#include "mesh_io/obj/appearance.h"
#include "mesh_io/appearance.h"
#include "mesh_io/obj/words.h"
#include "mesh_io/text/text.h"

#include "base/assert.h"
#include <inttypes.h>

enum { MOST_NUMBERS = 7 };

typedef enum look_kind {
    LOOK_OTHER,
    LOOK_COMMENT,
    LOOK_VERTEX,
    LOOK_FACE,
    LOOK_NORMAL,
    LOOK_UV,
    LOOK_MATERIAL,
    LOOK_LIBRARY
} look_kind;

typedef struct look_counts {
    uint64_t vertices, uvs, normals, materials, libraries, faces;
} look_counts;

typedef struct looker {
    hit_loader* loader;
    hit_soup* soup;
    hit_looks looks;
    const char *begin, *end;
    look_counts all, now;
    hit_vec3* normals;
    float* uvs;
    float brightest;     ///< the largest number of a colour; 0: no vertex has one
    hit_obj_names names; ///< of materials
    hit_obj_library* libraries;
    uint32_t material;
    // The corners of one face.
    uint32_t* corner_vertices;
    hit_look* corners;
    uint32_t capacity;
    uint64_t lost; ///< numbers of normals and texture coordinates that lead nowhere
} looker;

// ---- Lines ----------------------------------------------------------------------------------------------------------

// True, and behind it, when a line begins with this word.
static bool take_word(const char** p, const char* end, const char* word)
{
    const size_t length = strlen(word);
    if ((size_t)(end - *p) < length || memcmp(*p, word, length) != 0)
        return false;
    if (*p + length < end && !is_blank((*p)[length]) && !is_line_end((*p)[length]) && !is_join(*p + length, end))
        return false;
    *p += length;
    return true;
}

static look_kind kind_of(const char** p, const char* end)
{
    static const struct {
        const char* word;
        look_kind kind;
    } words[] = {{"f", LOOK_FACE},    {"v", LOOK_VERTEX},        {"vt", LOOK_UV},
                 {"vn", LOOK_NORMAL}, {"usemtl", LOOK_MATERIAL}, {"mtllib", LOOK_LIBRARY}};
    if (**p == '#')
        return LOOK_COMMENT;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (take_word(p, end, words[i].word))
            return words[i].kind;
    return LOOK_OTHER;
}

// The next line that is of use: what it is, where the rest of it begins, and where it ends. False at the end.
static bool next_line(const looker* s, const char** p, look_kind* kind, const char** rest, const char** line_end)
{
    while (*p < s->end) {
        if (is_blank(**p) || is_line_end(**p)) {
            ++*p;
            continue;
        }
        *rest = *p;
        *kind = kind_of(rest, s->end);
        *rest += *kind == LOOK_OTHER; // as parse.c: a backslash that a line begins with joins nothing
        *line_end = *kind == LOOK_COMMENT ? find_line_end(*rest, s->end) : find_joined_end(*rest, s->end);
        *p = *line_end;
        if (*kind > LOOK_COMMENT)
            return true;
    }
    return false;
}

// Up to `most` numbers; returns how many there are.
static int read_numbers(const char* p, const char* end, int most, float* numbers)
{
    int n = 0;
    for (; n < most; n++) {
        const char* after;
        p = skip_blanks(p, end);
        after = p < end ? hit_text_read_float(p, end, &numbers[n]) : NULL;
        if (after == NULL)
            break;
        for (p = after; !is_word_end(p, end);)
            p++;
    }
    return n;
}

// ---- The first pass: how much is there? -----------------------------------------------------------------------------

static void count_line(looker* s, look_kind kind, const char* rest, const char* line_end)
{
    float numbers[MOST_NUMBERS];
    s->all.vertices += kind == LOOK_VERTEX;
    s->all.faces += kind == LOOK_FACE;
    s->all.uvs += kind == LOOK_UV;
    s->all.normals += kind == LOOK_NORMAL;
    s->all.materials += kind == LOOK_MATERIAL;
    s->all.libraries += kind == LOOK_LIBRARY;
    if (kind == LOOK_VERTEX) {
        const int n = read_numbers(rest, line_end, MOST_NUMBERS, numbers);
        for (int i = 3; i < n && n >= 6; i++)
            s->brightest = numbers[i] > s->brightest ? numbers[i] : s->brightest;
        s->brightest = n >= 6 && !(s->brightest > 0.0f) ? 0x1p-100f : s->brightest; // black is a colour
    }
}

static hit_status take_memory(looker* s)
{
    hit_loader* loader = s->loader;
    hit_status status;
    if (s->all.uvs >= UINT32_MAX || s->all.normals >= UINT32_MAX || s->all.materials >= UINT32_MAX ||
        s->all.libraries >= UINT32_MAX)
        return hit_loader_fail(loader, HIT_ERROR_LIMIT, 0, "too many normals or texture coordinates; split the model");
    status = hit_looks_begin(loader, s->soup, &s->looks);
    if (status == HIT_OK)
        s->uvs = hit_loader_allocate(loader, s->all.uvs, 2 * sizeof *s->uvs, &status);
    if (status == HIT_OK)
        s->normals = hit_loader_allocate(loader, s->all.normals, sizeof *s->normals, &status);
    if (status == HIT_OK && s->brightest > 0.0f)
        s->soup->colors = hit_loader_allocate(loader, s->soup->vertex_count, 4, &status);
    if (status == HIT_OK && s->all.materials > 0)
        s->soup->materials = hit_loader_allocate(loader, s->soup->triangle_count, sizeof *s->soup->materials, &status);
    if (status == HIT_OK)
        status = hit_obj_names_make(loader, (uint64_t)s->all.materials + 1, &s->names);
    if (status == HIT_OK)
        s->libraries = hit_loader_allocate(loader, s->all.libraries, sizeof *s->libraries, &status);
    return status;
}

// ---- The second pass ------------------------------------------------------------------------------------------------

static void read_color(looker* s, const char* rest, const char* line_end)
{
    float numbers[MOST_NUMBERS];
    const double most = s->brightest > 1.0f ? 255.0 : 1.0;
    const int n = read_numbers(rest, line_end, MOST_NUMBERS, numbers);
    uint8_t* color = s->soup->colors + 4 * (size_t)s->now.vertices;
    for (int i = 0; i < 4; i++)
        color[i] = n >= 6 && 3 + i < n ? hit_color_byte((double)numbers[3 + i], most) : 255;
}

static void read_uv(looker* s, const char* rest, const char* line_end)
{
    float uv[2] = {0.0f, 0.0f};
    (void)read_numbers(rest, line_end, 2, uv);
    s->uvs[2 * (size_t)s->now.uvs] = uv[0];
    s->uvs[2 * (size_t)s->now.uvs + 1] = 1.0f - uv[1];
}

static void read_normal(looker* s, const char* rest, const char* line_end)
{
    float n[3] = {0.0f, 0.0f, 0.0f};
    (void)read_numbers(rest, line_end, 3, n);
    s->normals[s->now.normals] = hit_vec3_make(n[0], n[1], n[2]);
}

static hit_status use_material(looker* s, const char* rest, const char* line_end)
{
    hit_status status = HIT_OK;
    hit_obj_name* name;
    rest = skip_blanks(rest, line_end);
    while (line_end > rest && (is_blank(line_end[-1]) || is_line_end(line_end[-1])))
        line_end--;
    if ((size_t)(line_end - rest) > UINT32_MAX / 2)
        line_end = rest;
    name = hit_obj_names_find(&s->names, rest, (uint32_t)(line_end - rest), HIT_OBJ_MATERIALS);
    if (name->number == HIT_OBJ_NO_NUMBER_YET) {
        name->number = s->loader->model->material_count;
        status = hit_loader_material(s->loader, rest, (size_t)(line_end - rest));
    }
    s->material = name->number;
    return status;
}

// A number of a corner, from 1 or, when it is negative, from the last one on; NONE when it is missing or leads nowhere.
static uint32_t read_index(looker* s, const char** p, const char* end, uint64_t all, uint64_t now)
{
    const bool minus = *p < end && **p == '-';
    uint64_t value = 0;
    const char* digits;
    *p += minus;
    digits = *p;
    for (; *p < end && is_digit(**p); ++*p)
        value = value > UINT32_MAX ? value : 10 * value + (uint64_t)(**p - '0');
    if (*p == digits)
        return UINT32_MAX;
    if (value == 0 || value > (minus ? now : all)) {
        s->lost++;
        return UINT32_MAX;
    }
    return (uint32_t)(minus ? now - value : value - 1);
}

static hit_status grow_corners(looker* s, uint32_t count)
{
    const uint64_t capacity = count > 0 ? 2 * (uint64_t)count : 16;
    hit_status status = HIT_OK;
    uint32_t* vertices =
        hit_loader_grow(s->loader, s->corner_vertices, count, capacity, sizeof *s->corner_vertices, &status);
    hit_look* corners;
    if (vertices == NULL)
        return status;
    s->corner_vertices = vertices;
    corners = hit_loader_grow(s->loader, s->corners, count, capacity, sizeof *s->corners, &status);
    if (corners == NULL)
        return status;
    s->corners = corners;
    s->capacity = (uint32_t)capacity;
    return HIT_OK;
}

static hit_status read_face(looker* s, const char* p, const char* end)
{
    uint32_t n = 0, first = 0, after = 0;
    hit_status status = HIT_OK;
    for (;; n++) {
        hit_look* look;
        p = skip_blanks(p, end);
        if (p == end || is_line_end(*p) || *p == '#')
            break;
        if (n == s->capacity)
            status = grow_corners(s, n);
        if (status != HIT_OK)
            return status;
        look = &s->corners[n];
        *look = hit_no_look;
        s->corner_vertices[n] = read_index(s, &p, end, s->all.vertices, s->now.vertices);
        if (p < end && *p == '/') {
            p++;
            look->key[0] = read_index(s, &p, end, s->all.uvs, s->now.uvs);
        }
        if (p < end && *p == '/') {
            p++;
            look->key[1] = read_index(s, &p, end, s->all.normals, s->now.normals);
        }
        while (!is_word_end(p, end))
            p++;
    }
    status = hit_looks_face(&s->looks, (uint32_t)s->now.faces, s->corner_vertices, s->corners, n, &first, &after);
    for (uint32_t t = first; t < after && s->soup->materials != NULL; t++)
        s->soup->materials[t] = s->material;
    return status;
}

static hit_status read_line(looker* s, look_kind kind, const char* rest, const char* line_end)
{
    hit_status status = HIT_OK;
    if (kind == LOOK_VERTEX) {
        if (s->soup->colors != NULL)
            read_color(s, rest, line_end);
        s->now.vertices++;
    } else if (kind == LOOK_UV) {
        read_uv(s, rest, line_end);
        s->now.uvs++;
    } else if (kind == LOOK_NORMAL) {
        read_normal(s, rest, line_end);
        s->now.normals++;
    } else if (kind == LOOK_FACE) {
        status = read_face(s, rest, line_end);
        s->now.faces++;
    } else if (kind == LOOK_MATERIAL)
        status = use_material(s, rest, line_end);
    else if (kind == LOOK_LIBRARY)
        s->libraries[s->now.libraries++] = (hit_obj_library){rest, (size_t)(line_end - rest)};
    return status;
}

// ---- Vertices -------------------------------------------------------------------------------------------------------

// Give the vertices, which have been split, the texture coordinates and normals of their looks.
static hit_status dress(looker* s, const hit_look* of_vertex)
{
    hit_soup* soup = s->soup;
    hit_status status = HIT_OK;
    bool has_uvs = false, has_normals = false;
    for (uint32_t v = 0; v < soup->vertex_count; v++) {
        has_uvs |= of_vertex[v].key[0] != UINT32_MAX;
        has_normals |= of_vertex[v].key[1] != UINT32_MAX;
    }
    if (has_uvs)
        soup->uvs = hit_loader_allocate(s->loader, soup->vertex_count, 2 * sizeof *soup->uvs, &status);
    if (has_normals && status == HIT_OK)
        soup->normals = hit_loader_allocate(s->loader, soup->vertex_count, sizeof *soup->normals, &status);
    for (uint32_t v = 0; v < soup->vertex_count && status == HIT_OK; v++) {
        const uint32_t uv = of_vertex[v].key[0], normal = of_vertex[v].key[1];
        for (size_t i = 0; has_uvs && i < 2; i++)
            soup->uvs[2 * (size_t)v + i] = uv != UINT32_MAX ? s->uvs[2 * (size_t)uv + i] : 0.0f;
        if (has_normals)
            soup->normals[v] = normal != UINT32_MAX ? s->normals[normal] : hit_vec3_make(0.0f, 0.0f, 0.0f);
    }
    return status;
}

// Faces before the first `usemtl` have a material of their own, without a name.
static hit_status name_default(looker* s)
{
    uint32_t* materials = s->soup->materials;
    const uint32_t number = s->loader->model->material_count;
    bool used = false;
    for (uint32_t t = 0; t < s->soup->triangle_count; t++)
        if (materials[t] == UINT32_MAX) {
            materials[t] = number;
            used = true;
        }
    return used ? hit_loader_material(s->loader, "", 0) : HIT_OK;
}

static void free_memory(looker* s)
{
    hit_loader_free(s->loader, s->uvs);
    hit_loader_free(s->loader, s->normals);
    hit_loader_free(s->loader, s->corner_vertices);
    hit_loader_free(s->loader, s->corners);
    hit_loader_free(s->loader, s->libraries);
    hit_obj_names_free(s->loader, &s->names);
}

hit_status hit_obj_look(hit_loader* loader, hit_soup* soup)
{
    looker s = {.loader = loader, .soup = soup, .material = UINT32_MAX};
    const char *p, *rest, *line_end;
    hit_look* of_vertex;
    look_kind kind;
    hit_status status;

    s.end = trim_text_end(loader->bytes, loader->bytes + loader->size);
    s.begin = skip_byte_order_mark(loader->bytes, s.end);
    for (p = s.begin; next_line(&s, &p, &kind, &rest, &line_end);)
        count_line(&s, kind, rest, line_end);
    HIT_ASSERT(s.all.vertices == soup->vertex_count); // as the first reading
    status = take_memory(&s);
    for (p = s.begin; status == HIT_OK && next_line(&s, &p, &kind, &rest, &line_end);)
        status = read_line(&s, kind, rest, line_end);
    if (status != HIT_OK)
        return status;
    HIT_ASSERT(s.looks.triangle == soup->triangle_count);
    status = hit_looks_split(&s.looks, &of_vertex);
    if (status == HIT_OK)
        status = dress(&s, of_vertex);
    if (status == HIT_OK && soup->materials != NULL)
        status = name_default(&s);
    if (status == HIT_OK && s.all.materials > 0)
        status = hit_obj_read_materials(loader, &s.names, s.libraries, (uint32_t)s.all.libraries);
    if (status == HIT_OK && s.lost > 0)
        status = hit_loader_note(loader, "%" PRIu64 " number%s of normals or texture coordinates %s out of range",
                                 s.lost, s.lost == 1 ? "" : "s", s.lost == 1 ? "is" : "are");
    if (status != HIT_OK)
        return status;
    hit_loader_free(loader, of_vertex);
    free_memory(&s);
    return HIT_OK;
}
