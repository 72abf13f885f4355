// Writing a scene to a file: see scene/file/format.h for what is in it.
//
// A first pass over the slots counts instances and points. The second numbers the trees, in the order of their first
// instances, by a hash table of addresses with open addressing; then the size of everything is known. The third fills
// the tables, which are one buffer. Trees are not copied: their blocks are written from where they lie. The time is
// linear in the size of the file.
#include "base/assert.h"
#include "base/fail.h"
#include "base/file.h"
#include "base/memory.h"
#include "bvh/format/handle.h"
#include "scene/file/format.h"
#include "scene/scene.h"

#include <inttypes.h>
#include <string.h>

// A tree and its number; a NULL tree is an empty entry of the table.
typedef struct numbered_tree {
    const hit_bvh* tree;
    uint32_t number;
} numbered_tree;

// The state of a save. Buffers are NULL, with a count of 0, until they are needed.
typedef struct saving {
    const hit_scene* scene;
    const hit_allocator* allocator;
    hit_error* error;
    uint32_t slots;
    uint32_t instance_count;
    uint64_t point_count;
    numbered_tree* table; ///< a power of two of entries, one at least, and twice as many as instances
    size_t table_count;
    uint32_t tree_count;
    hit_bytes* buffers; ///< the tables of the file, then its trees
    size_t buffer_count;
} saving;

// Memory for some elements, all zero; NULL when there is none.
static void* allocate_zeros(const saving* s, uint64_t count, size_t size, size_t alignment)
{
    void* memory = count > SIZE_MAX / size ? NULL : hit_allocate(s->allocator, (size_t)count * size, alignment);

    if (memory != NULL)
        memset(memory, 0, (size_t)count * size);
    return memory;
}

static hit_status no_memory(const saving* s)
{
    return hit_fail(s->error, HIT_ERROR_MEMORY, 0, "no memory for saving %" PRIu32 " objects",
                    hit_scene_list(s->scene, NULL, 0));
}

// ---- What there is --------------------------------------------------------------------------------------------------

// The last id of a slot; whether there is still an object, its shape says.
static hit_id id_of(const saving* s, uint32_t slot)
{
    return hit_id_make(slot, hit_scene_slot_generation(s->scene, slot));
}

static hit_status count_parts(saving* s)
{
    for (uint32_t slot = 0; slot < s->slots; slot++) {
        hit_object_shape shape;
        if (!hit_scene_shape(s->scene, id_of(s, slot), &shape))
            continue;
        if (shape.kind == HIT_OBJECT_USER)
            return hit_fail(s->error, HIT_ERROR_ARGUMENT, 0,
                            "object %" PRIu64 " is a user shape, which is code and cannot be saved: remove it first",
                            id_of(s, slot));
        s->instance_count += shape.kind == HIT_OBJECT_MESH;
        if (shape.kind == HIT_OBJECT_POLYLINE || shape.kind == HIT_OBJECT_POINTS)
            s->point_count += shape.point_count;
    }
    return HIT_OK;
}

// The entry of a tree in the table: where it is, or where it would be. There is always an empty entry.
static numbered_tree* find_tree(const saving* s, const hit_bvh* tree)
{
    // Addresses are multiples of a power of two: the upper half of a product with 2^64 / golden ratio mixes all bits.
    const uint64_t hash = (uint64_t)(uintptr_t)tree * 0x9e3779b97f4a7c15u >> 32;
    size_t at = (size_t)hash & (s->table_count - 1);

    HIT_ASSERT(s->table_count > 0 && (s->table_count & (s->table_count - 1)) == 0);
    HIT_ASSERT(s->tree_count < s->table_count);
    while (s->table[at].tree != NULL && s->table[at].tree != tree)
        at = (at + 1) & (s->table_count - 1);
    return &s->table[at];
}

static hit_status number_trees(saving* s)
{
    size_t count = 1;

    while (count / 2 < s->instance_count)
        count *= 2;
    s->table = allocate_zeros(s, count, sizeof *s->table, _Alignof(numbered_tree));
    if (s->table == NULL)
        return no_memory(s);
    s->table_count = count;
    for (uint32_t slot = 0; slot < s->slots; slot++) {
        hit_object_shape shape;
        if (hit_scene_shape(s->scene, id_of(s, slot), &shape) && shape.kind == HIT_OBJECT_MESH) {
            numbered_tree* entry = find_tree(s, shape.mesh);
            if (entry->tree == NULL)
                *entry = (numbered_tree){shape.mesh, s->tree_count++};
        }
    }
    return HIT_OK;
}

// ---- The tables -----------------------------------------------------------------------------------------------------

static hit_status make_buffers(saving* s, const hit_scene_file_header* header)
{
    const uint64_t size = hit_scene_file_tables(header);

    s->buffers = allocate_zeros(s, (uint64_t)s->tree_count + 1, sizeof *s->buffers, _Alignof(hit_bytes));
    if (s->buffers == NULL)
        return no_memory(s);
    s->buffer_count = (size_t)s->tree_count + 1;
    s->buffers[0].bytes = allocate_zeros(s, size, 1, HIT_SCENE_FILE_ALIGNMENT);
    if (s->buffers[0].bytes == NULL)
        return no_memory(s);
    s->buffers[0].size = (size_t)size;
    for (size_t i = 0; i < s->table_count; i++)
        if (s->table[i].tree != NULL) {
            hit_bytes* buffer = &s->buffers[1 + s->table[i].number];
            HIT_ASSERT(s->table[i].number < s->tree_count);
            buffer->bytes = hit_bvh_bytes(s->table[i].tree, &buffer->size);
        }
    return HIT_OK;
}

static hit_scene_file_header make_header(const saving* s)
{
    hit_scene_file_header header = {.version = HIT_SCENE_FILE_VERSION, .endian = HIT_SCENE_FILE_ENDIAN};

    memcpy(header.magic, HIT_SCENE_FILE_MAGIC, sizeof header.magic);
    header.trees = (hit_bvh_section){sizeof header, s->tree_count};
    header.objects.offset =
        hit_scene_file_align(header.trees.offset + header.trees.count * sizeof(hit_scene_file_tree));
    header.objects.count = s->slots;
    header.points.offset =
        hit_scene_file_align(header.objects.offset + header.objects.count * sizeof(hit_scene_file_object));
    header.points.count = s->point_count;
    return header;
}

// Returns where the last tree ends.
static uint64_t fill_trees(const saving* s, hit_scene_file_tree* trees, uint64_t offset)
{
    for (uint32_t i = 0; i < s->tree_count; i++) {
        const hit_bvh_header* block = s->buffers[1 + i].bytes;
        trees[i] = (hit_scene_file_tree){offset, block->size, block->checksum};
        offset += block->size;
    }
    return offset;
}

// Returns the number of points that were stored.
static uint32_t fill_object(const saving* s, hit_id id, hit_scene_file_object* to, hit_vec3* points)
{
    hit_object object;
    hit_object_shape shape;

    to->id = id;
    if (!hit_scene_shape(s->scene, id, &shape))
        return 0; // the rest is zero
    to->kind = (uint16_t)hit_scene_get(s->scene, id, &object);
    to->disabled = object.disabled;
    to->layers = object.layers;
    to->priority = object.priority;
    to->origin[0] = object.placement.origin.x;
    to->origin[1] = object.placement.origin.y;
    to->origin[2] = object.placement.origin.z;
    memcpy(to->linear, object.placement.linear, sizeof to->linear);
    switch (shape.kind) {
    case HIT_OBJECT_BOX:
        to->shape.box = shape.box;
        break;
    case HIT_OBJECT_MESH:
        to->shape.tree = find_tree(s, shape.mesh)->number;
        break;
    case HIT_OBJECT_SPHERE:
        to->shape.sphere = shape.sphere;
        break;
    case HIT_OBJECT_CAPSULE:
        to->shape.capsule = shape.capsule;
        break;
    case HIT_OBJECT_CYLINDER:
        to->shape.cylinder = shape.cylinder;
        break;
    default: // a polyline or points: there is nothing else in a file
        to->shape.points.count = shape.point_count;
        to->shape.points.radius = shape.radius;
        memcpy(points, shape.points, shape.point_count * sizeof *points);
        return shape.point_count;
    }
    return 0;
}

static void fill_tables(const saving* s, char* tables, const hit_scene_file_header* made)
{
    hit_scene_file_header* header = (hit_scene_file_header*)(void*)tables;
    hit_scene_file_object* objects = (hit_scene_file_object*)(void*)(tables + made->objects.offset);
    hit_vec3* points = (hit_vec3*)(void*)(tables + made->points.offset);
    const size_t start = offsetof(hit_scene_file_header, checksum) + sizeof header->checksum;
    const uint64_t end = hit_scene_file_tables(made);

    *header = *made;
    header->size = fill_trees(s, (hit_scene_file_tree*)(void*)(tables + made->trees.offset), end);
    for (uint32_t slot = 0; slot < s->slots; slot++)
        points += fill_object(s, id_of(s, slot), &objects[slot], points);
    HIT_ASSERT((size_t)(points - (const hit_vec3*)(const void*)(tables + made->points.offset)) == made->points.count);
    header->checksum = hit_checksum(tables + start, end - start);
}

// ---- Saving ---------------------------------------------------------------------------------------------------------

static hit_status save_to(saving* s, const char* path)
{
    hit_scene_file_header header;
    hit_status status = count_parts(s);

    if (status == HIT_OK)
        status = number_trees(s);
    if (status != HIT_OK)
        return status;
    header = make_header(s);
    status = make_buffers(s, &header);
    if (status != HIT_OK)
        return status;
    // The one place that takes the const of a buffer away: the tables were allocated above.
    fill_tables(s, (char*)(uintptr_t)s->buffers[0].bytes, &header);
    return hit_file_write(path, s->buffers, s->buffer_count, s->allocator, s->error);
}

static void release_all(const saving* s)
{
    if (s->buffers != NULL)
        hit_release(s->allocator, (void*)(uintptr_t)s->buffers[0].bytes, s->buffers[0].size, HIT_SCENE_FILE_ALIGNMENT);
    hit_release(s->allocator, s->buffers, s->buffer_count * sizeof *s->buffers, _Alignof(hit_bytes));
    hit_release(s->allocator, s->table, s->table_count * sizeof *s->table, _Alignof(numbered_tree));
}

hit_status hit_scene_save(const hit_scene* scene, const char* path, hit_error* error)
{
    saving s = {.scene = scene, .error = error};
    hit_status status;

    if (scene == NULL || path == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", scene == NULL ? "scene" : "path");
    s.allocator = &scene->allocator;
    s.slots = hit_scene_slot_count(scene);
    status = save_to(&s, path);
    release_all(&s);
    return status == HIT_OK ? hit_succeed(error) : status;
}
