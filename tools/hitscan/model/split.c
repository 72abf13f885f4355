// Divides meshes: by the materials of their triangles, or into what hangs together.
//
// Each triangle gets the number of a class. A mesh of several classes is replaced by one for each, in the order of the
// classes, with the vertices that its triangles use and no others; so memory stays in proportion to the triangles,
// however many classes there are. Points of a mesh that is divided become a mesh of their own, behind the others. A
// part then becomes as many parts.
//
// Vertices at the same place hang together: STL has three for each triangle. They are found by sorting, which no input
// makes slow. Components are numbered by their first triangles.
#include "model/model_internal.h"
#include "format/bytes.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUFFIX_MAX = 16 };

// The division of one mesh.
typedef struct division {
    uint32_t* class_of; ///< of each triangle
    uint32_t count;     ///< of classes
    uint32_t* value;    ///< of each class: the number of its material; of components nothing
    uint32_t* order;    ///< triangles by class, and in each by number
    uint32_t* first;    ///< where each class begins in it; one more at the end
    uint32_t* mark;     ///< per vertex: 1 plus the class that used it last
    uint32_t* number;   ///< per vertex: in that class
    uint32_t* parent;   ///< per vertex, of components
} division;

static void free_division(division* d)
{
    free(d->class_of);
    free(d->value);
    free(d->order);
    free(d->first);
    free(d->mark);
    free(d->number);
    free(d->parent);
    memset(d, 0, sizeof *d);
}

// ---- Classes by material --------------------------------------------------------------------------------------------

// Materials in the order of their numbers; what has none comes last.
static bool classify_materials(const hit_model* c, const hit_model_mesh* mesh, division* d)
{
    uint32_t* class_of_material = calloc((size_t)c->material_count + 1, sizeof *class_of_material);
    bool fine = class_of_material != NULL;
    d->count = mesh->triangle_count > 0;
    for (uint32_t i = 0; fine && mesh->materials && i < mesh->triangle_count; i++) {
        const uint32_t m = mesh->materials[i];
        class_of_material[m < c->material_count ? m : c->material_count] = 1;
    }
    if (fine && mesh->materials) {
        d->value = malloc(((size_t)c->material_count + 1) * sizeof *d->value);
        fine = d->value != NULL;
        d->count = 0;
        for (uint32_t m = 0; fine && m <= c->material_count; m++)
            if (class_of_material[m]) {
                d->value[d->count] = m < c->material_count ? m : UINT32_MAX;
                class_of_material[m] = d->count++;
            }
        for (uint32_t i = 0; fine && i < mesh->triangle_count; i++) {
            const uint32_t m = mesh->materials[i];
            d->class_of[i] = class_of_material[m < c->material_count ? m : c->material_count];
        }
    }
    free(class_of_material);
    return fine;
}

// ---- Classes by component -------------------------------------------------------------------------------------------

typedef struct place {
    uint32_t x, y, z; ///< bits, of zero always the same
    uint32_t vertex;
} place;

static int by_place(const void* a, const void* b)
{
    const place *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return p->z < q->z ? -1 : p->z > q->z;
}

static uint32_t find_root(uint32_t* parent, uint32_t v)
{
    while (parent[v] != v)
        v = parent[v] = parent[parent[v]]; // halves the way for the next time
    return v;
}

// The lower root stays one.
static void unite(uint32_t* parent, uint32_t a, uint32_t b)
{
    a = find_root(parent, a);
    b = find_root(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

static bool unite_places(const hit_model_mesh* mesh, uint32_t* parent)
{
    place* places = malloc(((size_t)mesh->vertex_count + 1) * sizeof *places);
    if (!places)
        return false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const hit_vec3 v = mesh->vertices[i];
        places[i] = (place){float_bits(v.x + 0.0f), float_bits(v.y + 0.0f), float_bits(v.z + 0.0f), i};
    }
    qsort(places, mesh->vertex_count, sizeof *places, by_place);
    for (uint32_t i = 1; i < mesh->vertex_count; i++)
        if (by_place(&places[i - 1], &places[i]) == 0)
            unite(parent, places[i - 1].vertex, places[i].vertex);
    free(places);
    return true;
}

static bool classify_components(const hit_model_mesh* mesh, division* d)
{
    const uint32_t* index = mesh->indices;
    d->parent = malloc(((size_t)mesh->vertex_count + 1) * sizeof *d->parent);
    if (!d->parent)
        return false;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        d->parent[i] = i;
    if (!unite_places(mesh, d->parent))
        return false;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        unite(d->parent, index[3 * (size_t)i], index[3 * (size_t)i + 1]);
        unite(d->parent, index[3 * (size_t)i], index[3 * (size_t)i + 2]);
    }
    d->count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t root = find_root(d->parent, index[3 * (size_t)i]);
        if (d->mark[root] == 0)
            d->mark[root] = ++d->count;
        d->class_of[i] = d->mark[root] - 1;
    }
    memset(d->mark, 0, mesh->vertex_count * sizeof *d->mark);
    return true;
}

// ---- One mesh -------------------------------------------------------------------------------------------------------

static bool classify(const hit_model* c, const hit_model_mesh* mesh, model_parts_by by, division* d)
{
    d->class_of = calloc((size_t)mesh->triangle_count + 1, sizeof *d->class_of);
    d->mark = calloc((size_t)mesh->vertex_count + 1, sizeof *d->mark);
    return d->class_of && d->mark &&
           (by == PARTS_BY_MATERIAL ? classify_materials(c, mesh, d) : classify_components(mesh, d));
}

// Triangles in the order of their classes, by counting.
static bool sort_triangles(const hit_model_mesh* mesh, division* d)
{
    d->order = malloc(((size_t)mesh->triangle_count + 1) * sizeof *d->order);
    d->first = calloc((size_t)d->count + 2, sizeof *d->first);
    d->number = malloc(((size_t)mesh->vertex_count + 1) * sizeof *d->number);
    if (!d->order || !d->first || !d->number)
        return false;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        d->first[d->class_of[i] + 2]++;
    for (uint32_t k = 2; k < d->count + 2; k++)
        d->first[k] += d->first[k - 1];
    for (uint32_t i = 0; i < mesh->triangle_count; i++) // moves each beginning to where the next one was
        d->order[d->first[d->class_of[i] + 1]++] = i;
    return true;
}

// How many vertices the classes have together: each counts for each class that uses it.
static size_t count_vertices(const hit_model_mesh* mesh, division* d)
{
    size_t count = 0;
    for (uint32_t k = 0; k < d->count; k++)
        for (size_t i = 3 * (size_t)d->first[k]; i < 3 * (size_t)d->first[k + 1]; i++) {
            const uint32_t v = mesh->indices[3 * (size_t)d->order[i / 3] + i % 3];
            count += d->mark[v] != k + 1;
            d->mark[v] = k + 1;
        }
    memset(d->mark, 0, mesh->vertex_count * sizeof *d->mark);
    return count;
}

// Where the arrays of the classes are, one after the other.
typedef struct pieces {
    hit_vec3 *vertices, *normals;
    uint8_t* colors;
    float* uvs;
    uint32_t *indices, *faces, *materials;
} pieces;

static bool make_pieces(model* m, const hit_model_mesh* mesh, size_t vertices, pieces* p)
{
    const size_t triangles = mesh->triangle_count;
    p->vertices = model_keep(m, vertices, sizeof *p->vertices);
    p->indices = model_keep(m, 3 * triangles, sizeof *p->indices);
    p->faces = model_keep(m, triangles, sizeof *p->faces);
    p->normals = mesh->normals ? model_keep(m, vertices, sizeof *p->normals) : NULL;
    p->colors = mesh->colors ? model_keep(m, vertices, 4) : NULL;
    p->uvs = mesh->uvs ? model_keep(m, vertices, 2 * sizeof *p->uvs) : NULL;
    p->materials = mesh->materials ? model_keep(m, triangles, sizeof *p->materials) : NULL;
    return p->vertices && p->indices && p->faces && !p->normals == !mesh->normals && !p->colors == !mesh->colors &&
           !p->uvs == !mesh->uvs && !p->materials == !mesh->materials;
}

static void put_vertex(const hit_model_mesh* mesh, uint32_t v, pieces* p)
{
    *p->vertices++ = mesh->vertices[v];
    if (mesh->normals)
        *p->normals++ = mesh->normals[v];
    if (mesh->colors) {
        memcpy(p->colors, mesh->colors + 4 * (size_t)v, 4);
        p->colors += 4;
    }
    if (mesh->uvs) {
        memcpy(p->uvs, mesh->uvs + 2 * (size_t)v, 2 * sizeof *p->uvs);
        p->uvs += 2;
    }
}

// The mesh of a class, at the beginning of the pieces, which move on.
static hit_model_mesh take_class(const hit_model_mesh* mesh, division* d, uint32_t k, pieces* p)
{
    hit_model_mesh one = *mesh;
    one.vertices = p->vertices;
    one.normals = p->normals;
    one.colors = p->colors;
    one.uvs = p->uvs;
    one.indices = p->indices;
    one.faces = p->faces;
    one.materials = p->materials;
    one.vertex_count = 0;
    one.triangle_count = d->first[k + 1] - d->first[k];
    one.points = NULL;
    one.point_count = 0;
    for (uint32_t i = d->first[k]; i < d->first[k + 1]; i++) {
        const uint32_t triangle = d->order[i];
        for (size_t j = 0; j < 3; j++) {
            const uint32_t v = mesh->indices[3 * (size_t)triangle + j];
            if (d->mark[v] != k + 1) {
                d->mark[v] = k + 1;
                d->number[v] = one.vertex_count++;
                put_vertex(mesh, v, p);
            }
            *p->indices++ = d->number[v];
        }
        *p->faces++ = mesh->faces[triangle];
        if (mesh->materials)
            *p->materials++ = mesh->materials[triangle];
    }
    if (d->value) { // a class is a material
        one.materials = NULL;
        one.material = d->value[k];
    }
    return one;
}

// ---- All meshes -----------------------------------------------------------------------------------------------------

// What comes out: meshes in the order of those that they are of.
typedef struct split {
    hit_model_mesh* meshes;
    size_t count, capacity;
    size_t* first; ///< for each old mesh, the first of its new ones; one more at the end
} split;

static bool append(split* s, const hit_model_mesh* mesh)
{
    if (s->count == s->capacity) {
        const size_t capacity = 2 * s->capacity + 64;
        hit_model_mesh* larger = realloc(s->meshes, capacity * sizeof *larger);
        if (!larger)
            return false;
        s->meshes = larger;
        s->capacity = capacity;
    }
    s->meshes[s->count++] = *mesh;
    return true;
}

static bool split_mesh(model* m, const hit_model_mesh* mesh, model_parts_by by, split* s)
{
    division d = {0};
    pieces p;
    bool fine = classify(m->content, mesh, by, &d);
    if (fine && d.count <= 1) {
        hit_model_mesh whole = *mesh;
        if (d.value && d.count == 1) {
            whole.material = d.value[0];
            whole.materials = NULL;
        }
        fine = append(s, &whole);
    } else if (fine) {
        fine = sort_triangles(mesh, &d) && make_pieces(m, mesh, count_vertices(mesh, &d), &p);
        for (uint32_t k = 0; fine && k < d.count; k++) {
            const hit_model_mesh one = take_class(mesh, &d, k, &p);
            fine = append(s, &one);
        }
        if (fine && mesh->point_count > 0) {
            hit_model_mesh points = *mesh;
            points.triangle_count = 0;
            fine = append(s, &points);
        }
    }
    free_division(&d);
    return fine;
}

// What a part is called that is one of several, or of one material. NULL when memory is short.
static const char* name_of(model* m, const hit_model_part* part, const hit_model_mesh* mesh, model_parts_by by,
                           size_t index, size_t count)
{
    const hit_model* c = m->content;
    size_t size;
    char* name;
    if (by == PARTS_BY_MATERIAL)
        return mesh->material < c->material_count && *c->materials[mesh->material].name
                   ? c->materials[mesh->material].name
                   : part->name;
    if (count == 1)
        return part->name;
    size = strlen(part->name) + SUFFIX_MAX;
    name = model_keep(m, size, 1);
    if (name)
        snprintf(name, size, "%s#%zu", part->name, index + 1);
    return name;
}

static bool split_parts(model* m, const split* s, model_parts_by by, bool rename)
{
    hit_model* c = &m->joined_content;
    hit_model_part* parts;
    size_t count = 0, at = 0;
    for (uint32_t i = 0; i < c->part_count; i++)
        count += s->first[c->parts[i].mesh + 1] - s->first[c->parts[i].mesh];
    parts = count <= UINT32_MAX && s->count <= UINT32_MAX ? model_keep(m, count, sizeof *parts) : NULL;
    if (!parts)
        return false;
    for (uint32_t i = 0; i < c->part_count; i++) {
        const hit_model_part* old = &c->parts[i];
        const size_t first = s->first[old->mesh], several = s->first[old->mesh + 1] - first;
        for (size_t k = 0; k < several; k++) {
            parts[at] = *old;
            parts[at].mesh = (uint32_t)(first + k);
            if (rename)
                parts[at].name = name_of(m, old, &s->meshes[first + k], by, k, several);
            if (!parts[at].name)
                return false;
            at++;
        }
    }
    assert(at == count);
    c->parts = parts;
    c->part_count = (uint32_t)count;
    return true;
}

bool model_split(model* m, model_parts_by by, bool rename)
{
    hit_model* c = &m->joined_content;
    split s = {0};
    hit_model_mesh* meshes;
    bool fine;
    assert(m->content == c && (by == PARTS_BY_MATERIAL || by == PARTS_BY_COMPONENT));
    s.first = malloc(((size_t)c->mesh_count + 1) * sizeof *s.first);
    fine = s.first != NULL;
    for (uint32_t i = 0; i < c->mesh_count && fine; i++) {
        s.first[i] = s.count;
        fine = split_mesh(m, &c->meshes[i], by, &s);
    }
    if (fine) {
        s.first[c->mesh_count] = s.count;
        meshes = model_keep(m, s.count, sizeof *meshes);
        fine = meshes && split_parts(m, &s, by, rename);
        if (fine) {
            if (s.count > 0)
                memcpy(meshes, s.meshes, s.count * sizeof *meshes);
            c->meshes = meshes;
            c->mesh_count = (uint32_t)s.count;
        }
    }
    free(s.meshes);
    free(s.first);
    return fine;
}
