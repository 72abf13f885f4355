// Items of the build, and the components of objects, become parts: one for each mesh that is put somewhere.
//
// Components of components may put a mesh anywhere many times over: how many parts an object makes is counted once per
// object before any is made, so that the loader's limit decides, and not the patience of who waits. Objects that make
// none are not gone into. Cost: O(objects + parts·depth).
#include "mesh_io/threemf/threemf.h"

#include "base/assert.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 64 };

// ---- Who is who -----------------------------------------------------------------------------------------------------

// Objects in the order of their files and ids.
typedef struct known_object {
    uint32_t file, id, number;
} known_object;

static int compare(const void* a, const void* b)
{
    const known_object *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->id != y->id ? x->id < y->id ? -1 : 1 : 0;
}

static hit_status resolve(hit_3mf* m, const known_object* known, hit_3mf_use* uses, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const known_object key = {uses[i].file, uses[i].id, 0};
        const known_object* found =
            m->objects.count > 0 ? bsearch(&key, known, m->objects.count, sizeof key, compare) : NULL;
        if (found == NULL)
            return hit_3mf_fail_at(m, uses[i].file, uses[i].line, "there is no object %u", (unsigned)uses[i].id);
        uses[i].object = found->number;
    }
    return HIT_OK;
}

static hit_status resolve_all(hit_3mf* m)
{
    hit_status status = HIT_OK;
    known_object* known = hit_loader_allocate(m->loader, m->objects.count, sizeof *known, &status);
    if (known == NULL)
        return status;
    for (uint32_t i = 0; i < m->objects.count; i++)
        known[i] = (known_object){m->objects.items[i].file, m->objects.items[i].id, i};
    if (m->objects.count > 0)
        qsort(known, m->objects.count, sizeof *known, compare);
    for (uint32_t i = 1; i < m->objects.count && status == HIT_OK; i++)
        if (compare(&known[i - 1], &known[i]) == 0)
            status = hit_3mf_fail_at(m, known[i].file, m->objects.items[known[i].number].line,
                                     "object %u is there twice", (unsigned)known[i].id);
    if (status == HIT_OK)
        status = resolve(m, known, m->components.items, m->components.count);
    if (status == HIT_OK)
        status = resolve(m, known, m->items.items, m->items.count);
    for (uint32_t i = 0; i < m->components.count && status == HIT_OK; i++)
        m->objects.items[m->components.items[i].object].is_component = true;
    hit_loader_free(m->loader, known);
    return status;
}

// ---- Counting -------------------------------------------------------------------------------------------------------

// An object on the way down, and which of its components is next.
typedef struct level {
    uint32_t object, next;
} level;

static hit_status enter(hit_3mf* m, level* levels, uint32_t* depth, uint32_t number)
{
    hit_3mf_object* o = &m->objects.items[number];
    if (o->entered)
        return hit_3mf_fail_at(m, o->file, o->line, "object %u is a component of itself", (unsigned)o->id);
    if (*depth == MOST_DEPTH)
        return hit_3mf_fail_at(m, o->file, o->line, "components of components are more than %d deep", MOST_DEPTH);
    o->entered = true;
    levels[(*depth)++] = (level){number, 0};
    return HIT_OK;
}

// All components of an object are counted: so is it.
static hit_status leave(hit_3mf* m, hit_3mf_object* o)
{
    o->parts += o->mesh != HIT_3MF_NONE && m->meshes.items[o->mesh].model_mesh != HIT_3MF_NONE;
    o->depth++;
    o->counted = true;
    o->entered = false;
    return o->depth <= MOST_DEPTH
               ? HIT_OK
               : hit_3mf_fail_at(m, o->file, o->line, "components of components are more than %d deep", MOST_DEPTH);
}

// How many parts an object makes, and how deep it goes: those of its components first.
static hit_status count_parts(hit_3mf* m, uint32_t number)
{
    level levels[MOST_DEPTH];
    uint32_t depth = 0;
    hit_status status = m->objects.items[number].counted ? HIT_OK : enter(m, levels, &depth, number);
    while (status == HIT_OK && depth > 0) {
        level* top = &levels[depth - 1];
        hit_3mf_object* o = &m->objects.items[top->object];
        const hit_3mf_object* child;
        if (top->next == o->component_count) {
            status = leave(m, o);
            depth--;
            continue;
        }
        child = &m->objects.items[m->components.items[o->first_component + top->next].object];
        if (!child->counted)
            status = enter(m, levels, &depth, (uint32_t)(child - m->objects.items));
        else {
            // Saturating, with room for the object's own mesh.
            o->parts = child->parts > UINT64_MAX / 2 - o->parts ? UINT64_MAX / 2 : o->parts + child->parts;
            o->depth = child->depth > o->depth ? child->depth : o->depth;
            top->next++;
        }
    }
    return status;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static hit_3mf_transform compose(const hit_3mf_transform* outer, const hit_3mf_transform* inner)
{
    hit_3mf_transform t;
    for (int i = 0; i < 3; i++) {
        const double* row = outer->linear[i];
        for (int k = 0; k < 3; k++)
            t.linear[i][k] = row[0] * inner->linear[0][k] + row[1] * inner->linear[1][k] + row[2] * inner->linear[2][k];
        t.origin[i] =
            row[0] * inner->origin[0] + row[1] * inner->origin[1] + row[2] * inner->origin[2] + outer->origin[i];
    }
    return t;
}

// What is being made: the way down from an item.
typedef struct maker {
    hit_3mf* m;
    hit_model_part* parts; ///< the next one to be filled
    const hit_3mf_use* item;
    struct {
        uint32_t object, next;
        hit_3mf_transform transform;
    } levels[MOST_DEPTH];
    uint32_t depth;
} maker;

// The names on the way down with slashes between them; those that have none are left out.
static hit_status make_path(maker* k, const char* name, const char** path)
{
    const hit_3mf* m = k->m;
    size_t length = 0;
    hit_status status = HIT_OK;
    char *text, *out;
    if (k->depth == 1) {
        *path = name;
        return HIT_OK;
    }
    for (uint32_t i = 0; i < k->depth; i++)
        length += strlen(i + 1 < k->depth ? m->objects.items[k->levels[i].object].name : name) + 1;
    text = out = hit_loader_allocate(m->loader, length + 1, 1, &status);
    if (text == NULL)
        return status;
    for (uint32_t i = 0; i < k->depth; i++) {
        const char* one = i + 1 < k->depth ? m->objects.items[k->levels[i].object].name : name;
        const size_t size = strlen(one);
        if (size > 0 && out > text)
            *out++ = '/';
        memcpy(out, one, size);
        out += size;
    }
    *out = '\0';
    *path = text;
    return HIT_OK;
}

// Where a mesh is, with its vertices relative to their origin.
static hit_status place(maker* k, const hit_3mf_mesh* mesh, hit_placement* placement)
{
    const hit_3mf_transform at = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {mesh->origin.x, mesh->origin.y, mesh->origin.z}};
    const hit_3mf_transform t = compose(&k->levels[k->depth - 1].transform, &at);
    bool finite = isfinite(t.origin[0]) && isfinite(t.origin[1]) && isfinite(t.origin[2]);
    placement->origin = (hit_dvec3){t.origin[0], t.origin[1], t.origin[2]};
    for (int i = 0; i < 9; i++) {
        placement->linear[i / 3][i % 3] = (float)t.linear[i / 3][i % 3];
        finite = finite && isfinite(placement->linear[i / 3][i % 3]);
    }
    return finite ? HIT_OK
                  : hit_3mf_fail_at(k->m, k->item->file, k->item->line,
                                    "the transforms of an item lead beyond all numbers");
}

static hit_status make_part(maker* k, const hit_3mf_object* object)
{
    const hit_3mf_mesh* mesh = &k->m->meshes.items[object->mesh];
    hit_model_part* part = k->parts++;
    part->mesh = mesh->model_mesh;
    part->name = object->name[0] == '\0' && k->depth == 1 ? k->item->name : object->name;
    const hit_status status = make_path(k, part->name, &part->path);
    return status == HIT_OK ? place(k, mesh, &part->placement) : status;
}

// Go down to an object: if it has a mesh, there is a part.
static hit_status descend(maker* k, uint32_t number, const hit_3mf_transform* transform)
{
    const hit_3mf_object* object = &k->m->objects.items[number];
    HIT_ASSERT(k->depth < MOST_DEPTH && object->parts > 0);
    k->levels[k->depth].object = number;
    k->levels[k->depth].next = 0;
    k->levels[k->depth++].transform = *transform;
    if (object->mesh == HIT_3MF_NONE || k->m->meshes.items[object->mesh].model_mesh == HIT_3MF_NONE)
        return HIT_OK;
    return make_part(k, object);
}

static hit_status make_item(maker* k, const hit_3mf_use* item)
{
    const hit_3mf* m = k->m;
    hit_status status = HIT_OK;
    k->item = item;
    k->depth = 0;
    if (m->objects.items[item->object].parts > 0)
        status = descend(k, item->object, &item->transform);
    while (status == HIT_OK && k->depth > 0) {
        const uint32_t top = k->depth - 1;
        const hit_3mf_object* object = &m->objects.items[k->levels[top].object];
        const hit_3mf_use* use;
        hit_3mf_transform transform;
        if (k->levels[top].next == object->component_count) {
            k->depth--;
            continue;
        }
        use = &m->components.items[object->first_component + k->levels[top].next++];
        if (m->objects.items[use->object].parts == 0)
            continue;
        transform = compose(&k->levels[top].transform, &use->transform);
        status = descend(k, use->object, &transform);
    }
    return status;
}

// ---- The build ------------------------------------------------------------------------------------------------------

// A file that has objects and builds none is a collection: all that are no components of others are shown.
static hit_status build_all(hit_3mf* m)
{
    static const hit_3mf_transform identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    hit_status status = HIT_OK;
    for (uint32_t i = 0; i < m->objects.count && status == HIT_OK; i++) {
        const hit_3mf_object* o = &m->objects.items[i];
        hit_3mf_use* use;
        if (o->is_component || o->type == HIT_3MF_OTHER)
            continue;
        use = HIT_3MF_APPEND(m, m->items, &status);
        if (use != NULL)
            *use = (hit_3mf_use){o->file, o->id, i, o->line, identity, ""};
    }
    return status == HIT_OK && m->items.count > 0
               ? hit_loader_note(m->loader, "the build has no items; all objects are shown")
               : status;
}

hit_status hit_3mf_build(hit_3mf* m)
{
    maker k = {.m = m};
    uint64_t count = 0;
    hit_status status = resolve_all(m);
    if (status == HIT_OK && m->items.count == 0)
        status = build_all(m);
    for (uint32_t i = 0; i < m->items.count && status == HIT_OK; i++) {
        const hit_3mf_object* o = &m->objects.items[m->items.items[i].object];
        if (o->type == HIT_3MF_OTHER)
            status = hit_loader_note(m->loader, "items of type \"other\", which is not built, were left out");
        else if (o->type == HIT_3MF_SUPPORT)
            status = hit_loader_note(m->loader, "supports are shown, too");
        if (status == HIT_OK)
            status = count_parts(m, m->items.items[i].object);
        if (o->type != HIT_3MF_OTHER)
            count = o->parts > UINT64_MAX / 2 - count ? UINT64_MAX / 2 : count + o->parts;
    }
    if (status == HIT_OK && count == 0 && m->left_out > 0)
        return hit_loader_fail(m->loader, HIT_ERROR_FORMAT, 0,
                               "3MF: there are no triangles in what can be read of it, and %u things that cannot be",
                               (unsigned)m->left_out);
    if (status != HIT_OK)
        return status;
    k.parts = hit_loader_parts(m->loader, count, &status);
    for (uint32_t i = 0; i < m->items.count && status == HIT_OK; i++)
        if (m->objects.items[m->items.items[i].object].type != HIT_3MF_OTHER)
            status = make_item(&k, &m->items.items[i]);
    HIT_ASSERT(status != HIT_OK || k.parts == NULL ||
               k.parts == m->loader->model->parts + m->loader->model->part_count);
    return status;
}
