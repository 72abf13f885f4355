// Divides the triangles of an OBJ file into parts by its objects and groups, each with vertices of its own.
//
// A part is an object, or a group in an object; when it comes again, it goes on. Parts are numbered in the order of
// their first triangles.
//
// Most files give each part vertices that no other part uses, one part after the other. Then its vertices are a
// piece of the array, and nothing is copied. Otherwise the vertices of each part are gathered, in the order of their
// first use. Cost: O(text of the names + triangles + vertices + statements).
#include "mesh_io/obj/names.h"
#include "mesh_io/obj/obj.h"

#include "base/assert.h"
#include <string.h>

#define OBJECT_NAMES (UINT32_MAX - 1)
#define NONE HIT_OBJ_NO_NUMBER_YET

typedef struct part {
    const char *object, *group;
    uint32_t object_length, group_length;
    uint32_t first, end; ///< triangles, once they are in order
    uint32_t low, high;  ///< the smallest vertex and the largest
    uint32_t vertices;   ///< how many there are
    uint64_t base;       ///< where they begin in the gathered array
} part;

typedef struct splitter {
    hit_loader* loader;
    hit_soup* soup;
    hit_obj_statement* statements;
    uint64_t statement_count;
    hit_obj_names table;
    part* parts;
    uint32_t part_count;
    uint32_t object_count;
} splitter;

// ---- Parts ----------------------------------------------------------------------------------------------------------

// The end of the triangles that the statement is followed by.
static uint32_t run_end(const splitter* s, uint64_t statement)
{
    return statement + 1 < s->statement_count ? s->statements[statement + 1].first : s->soup->triangle_count;
}

// The number of statements that triangles follow.
static uint64_t count_runs(const splitter* s)
{
    uint64_t runs = 0;
    for (uint64_t i = 0; i < s->statement_count; i++)
        runs += run_end(s, i) > s->statements[i].first;
    return runs;
}

// The number of an object.
static uint32_t find_object(splitter* s, const hit_obj_statement* object)
{
    hit_obj_name* n = hit_obj_names_find(&s->table, object->name, object->length, OBJECT_NAMES);
    if (n->number == NONE)
        n->number = s->object_count++;
    return n->number;
}

// The number of the part that is a group of an object; `group` may be NULL.
static uint32_t find_part(splitter* s, const hit_obj_statement* object, uint32_t object_number,
                          const hit_obj_statement* group)
{
    static const hit_obj_statement none = {"", 0, 0, 0, 0};
    const hit_obj_statement* g = group != NULL ? group : &none;
    hit_obj_name* n = hit_obj_names_find(&s->table, g->name, g->length, object_number);
    if (n->number == NONE) {
        n->number = s->part_count++;
        s->parts[n->number] = (part){object->name, g->name, object->length, g->length, 0, 0, UINT32_MAX, 0, 0, 0};
    }
    return n->number;
}

// Find the part of each run and count its triangles, in `end`. Statement 0 is for the beginning of the file.
static hit_status find_parts(splitter* s)
{
    const hit_obj_statement *object = s->statements, *group = NULL;
    uint32_t object_number = NONE; // not asked for yet: once per statement, as its name may be long
    const uint64_t runs = count_runs(s);
    hit_status status = hit_obj_names_make(s->loader, 2 * runs + 1, &s->table);
    if (status != HIT_OK)
        return status;
    s->parts = hit_loader_allocate(s->loader, runs, sizeof *s->parts, &status);
    if (s->parts == NULL)
        return status;
    for (uint64_t i = 0; i < s->statement_count; i++) {
        hit_obj_statement* statement = &s->statements[i];
        if (statement->kind == 'o') {
            object = statement;
            object_number = NONE;
            group = NULL;
        } else
            group = statement;
        if (run_end(s, i) > statement->first) {
            if (object_number == NONE)
                object_number = find_object(s, object);
            statement->part = find_part(s, object, object_number, group);
            s->parts[statement->part].end += run_end(s, i) - statement->first;
        }
    }
    hit_obj_names_free(s->loader, &s->table);
    return HIT_OK;
}

// ---- Triangles ------------------------------------------------------------------------------------------------------

// True when the triangles of each part follow each other, and parts their numbers.
static bool in_order(const splitter* s)
{
    uint32_t last = 0;
    for (uint64_t i = 0; i < s->statement_count; i++) {
        if (run_end(s, i) == s->statements[i].first)
            continue;
        if (s->statements[i].part < last)
            return false;
        last = s->statements[i].part;
    }
    return true;
}

// Bring the triangles of each part together.
static hit_status sort_triangles(splitter* s)
{
    hit_status status = HIT_OK;
    hit_soup* soup = s->soup;
    uint32_t* indices = hit_loader_allocate(s->loader, 3 * (uint64_t)soup->triangle_count, sizeof *indices, &status);
    uint32_t *faces = NULL, *materials = NULL;
    if (indices != NULL)
        faces = hit_loader_allocate(s->loader, soup->triangle_count, sizeof *faces, &status);
    if (faces != NULL && soup->materials != NULL)
        materials = hit_loader_allocate(s->loader, soup->triangle_count, sizeof *materials, &status);
    if (indices == NULL || faces == NULL || status != HIT_OK)
        return status;
    for (uint32_t i = 0; i < s->part_count; i++)
        s->parts[i].end = s->parts[i].first;
    for (uint64_t i = 0; i < s->statement_count; i++) {
        const uint32_t first = s->statements[i].first, count = run_end(s, i) - first;
        part* p = &s->parts[s->statements[i].part];
        if (count == 0)
            continue;
        HIT_ASSERT(p->end + (uint64_t)count <= soup->triangle_count);
        memcpy(indices + 3 * (size_t)p->end, soup->indices + 3 * (size_t)first, 3 * (size_t)count * sizeof *indices);
        memcpy(faces + p->end, soup->faces + first, count * sizeof *faces);
        if (materials != NULL)
            memcpy(materials + p->end, soup->materials + first, count * sizeof *materials);
        p->end += count;
    }
    hit_loader_free(s->loader, soup->indices);
    hit_loader_free(s->loader, soup->faces);
    hit_loader_free(s->loader, soup->materials);
    soup->indices = indices;
    soup->faces = faces;
    soup->materials = materials;
    return HIT_OK;
}

// ---- Vertices -------------------------------------------------------------------------------------------------------

// True when the vertices of each part are a piece of their own.
static bool vertices_are_contiguous(splitter* s)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < s->part_count; i++) {
        part* p = &s->parts[i];
        for (size_t k = 3 * (size_t)p->first; k < 3 * (size_t)p->end; k++) {
            const uint32_t v = s->soup->indices[k];
            p->low = v < p->low ? v : p->low;
            p->high = v > p->high ? v : p->high;
        }
        if (p->low < end)
            return false;
        end = p->high + 1;
    }
    return true;
}

// Let each part have the piece of the vertices that it uses.
static void use_vertex_ranges(splitter* s)
{
    for (uint32_t i = 0; i < s->part_count; i++) {
        part* p = &s->parts[i];
        for (size_t k = 3 * (size_t)p->first; k < 3 * (size_t)p->end; k++)
            s->soup->indices[k] -= p->low;
        HIT_ASSERT(p->low <= p->high && p->high < s->soup->vertex_count);
        p->base = p->low;
        p->vertices = p->high - p->low + 1;
    }
}

// An array of the things that `from` names, in place of the one that it takes them of; NULL stays NULL.
static void* gather(splitter* s, void* old, size_t size, const uint32_t* from, uint64_t count, hit_status* status)
{
    char* things;
    if (old == NULL || *status != HIT_OK)
        return old;
    things = hit_loader_allocate(s->loader, count, size, status);
    if (things == NULL)
        return old;
    for (uint64_t i = 0; i < count; i++)
        memcpy(things + i * size, (const char*)old + from[i] * size, size);
    hit_loader_free(s->loader, old);
    return things;
}

// Gather the vertices of each part. Each vertex of the file has the last part that used it, and its number there.
static hit_status collect_vertices(splitter* s)
{
    typedef struct use {
        uint32_t part, number;
    } use;
    hit_soup* soup = s->soup;
    hit_status status = HIT_OK;
    uint64_t sum = 0;
    uint32_t* from;
    use* uses = hit_loader_allocate(s->loader, soup->vertex_count, sizeof *uses, &status);

    if (uses == NULL)
        return status;
    memset(uses, 0xff, soup->vertex_count * sizeof *uses);
    for (uint32_t i = 0; i < s->part_count; i++) {
        part* p = &s->parts[i];
        p->vertices = 0;
        for (size_t k = 3 * (size_t)p->first; k < 3 * (size_t)p->end; k++)
            if (uses[soup->indices[k]].part != i) {
                uses[soup->indices[k]].part = i;
                p->vertices++;
            }
        sum += p->vertices;
    }
    from = hit_loader_allocate(s->loader, sum, sizeof *from, &status);
    if (from == NULL)
        return status;
    memset(uses, 0xff, soup->vertex_count * sizeof *uses);
    sum = 0;
    for (uint32_t i = 0; i < s->part_count; i++) {
        part* p = &s->parts[i];
        uint32_t next = 0;
        p->base = sum;
        for (size_t k = 3 * (size_t)p->first; k < 3 * (size_t)p->end; k++) {
            use* u = &uses[soup->indices[k]];
            if (u->part != i) {
                *u = (use){i, next};
                from[sum + next++] = soup->indices[k];
            }
            soup->indices[k] = u->number;
        }
        HIT_ASSERT(next == p->vertices);
        sum += next;
    }
    hit_loader_free(s->loader, uses);
    soup->vertices = gather(s, soup->vertices, sizeof *soup->vertices, from, sum, &status);
    soup->normals = gather(s, soup->normals, sizeof *soup->normals, from, sum, &status);
    soup->colors = gather(s, soup->colors, 4, from, sum, &status);
    soup->uvs = gather(s, soup->uvs, 2 * sizeof *soup->uvs, from, sum, &status);
    hit_loader_free(s->loader, from);
    return status;
}

// ---- The model ------------------------------------------------------------------------------------------------------

// The length of "object/group", or of the one of them that there is.
static uint64_t name_length(const part* p)
{
    return (uint64_t)p->object_length + p->group_length + (p->object_length > 0 && p->group_length > 0);
}

// The names of all parts in one block, each with a zero behind it. NULL, with the status, when there is no memory.
static const char* make_names(splitter* s, hit_status* status)
{
    uint64_t size = 0, at = 0;
    const char* names;
    char* raw;
    for (uint32_t i = 0; i < s->part_count; i++)
        size += name_length(&s->parts[i]) + 1;
    raw = hit_loader_allocate(s->loader, size, 1, status);
    if (raw == NULL)
        return NULL;
    memset(raw, '/', (size_t)size);
    for (uint32_t i = 0; i < s->part_count; i++) {
        const part* p = &s->parts[i];
        memcpy(raw + at, p->object, p->object_length);
        memcpy(raw + at + name_length(p) - p->group_length, p->group, p->group_length);
        at += name_length(p) + 1;
    }
    names = hit_loader_text(s->loader, raw, (size_t)size, status);
    hit_loader_free(s->loader, raw);
    if (names == NULL)
        return NULL;
    at = 0;
    for (uint32_t i = 0; i < s->part_count; i++) {
        at += name_length(&s->parts[i]) + 1;
        ((char*)(uintptr_t)names)[at - 1] = '\0';
    }
    return names;
}

static hit_status make_meshes(splitter* s)
{
    hit_status status = HIT_OK;
    const char* text = make_names(s, &status);
    hit_model_mesh* meshes = text != NULL ? hit_loader_meshes(s->loader, s->part_count, &status) : NULL;
    if (meshes == NULL)
        return status;
    for (uint32_t i = 0; i < s->part_count; i++) {
        const part* p = &s->parts[i];
        hit_model_mesh* mesh = &meshes[i];
        mesh->name = text;
        mesh->vertices = s->soup->vertices + p->base;
        mesh->vertex_count = p->vertices;
        mesh->indices = s->soup->indices + 3 * (size_t)p->first;
        mesh->triangle_count = p->end - p->first;
        mesh->faces = s->soup->faces + p->first;
        hit_soup_dress(s->soup, p->base, p->first, mesh);
        text += name_length(p) + 1;
    }
    return hit_loader_part_per_mesh(s->loader);
}

static hit_status split(splitter* s)
{
    hit_status status = HIT_OK;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < s->part_count; i++) {
        const uint32_t count = s->parts[i].end;
        s->parts[i].first = sum;
        s->parts[i].end = sum += count;
    }
    HIT_ASSERT(sum == s->soup->triangle_count);
    if (!in_order(s))
        status = sort_triangles(s);
    if (status != HIT_OK)
        return status;
    if (vertices_are_contiguous(s))
        use_vertex_ranges(s);
    else
        status = collect_vertices(s);
    return status == HIT_OK ? make_meshes(s) : status;
}

hit_status hit_obj_parts(hit_loader* loader, hit_soup* soup, hit_obj_statement* statements, uint64_t statement_count)
{
    splitter s = {.loader = loader, .soup = soup, .statements = statements, .statement_count = statement_count};
    const char* only_name = "";
    hit_status status = find_parts(&s);

    if (status != HIT_OK)
        return status;
    if (s.part_count > 1)
        status = split(&s);
    else {
        if (s.part_count == 1)
            only_name = make_names(&s, &status);
        if (only_name != NULL)
            status = hit_soup_one_mesh(loader, soup, only_name);
    }
    hit_loader_free(loader, s.parts);
    hit_loader_free(loader, statements);
    return status;
}
