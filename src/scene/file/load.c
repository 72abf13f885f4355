// Reading a scene from a file: see scene/file/format.h for what is in it.
//
// Nothing is used before it has been checked, and no memory is allocated for what the file may not have: the header is
// read first, and says where the tables end, inside the file or not; then the tables, and their checksum; then one tree
// after the other, each into a block of its own, with all the checks that hit_bvh_load makes. Objects are added by the
// same function as those of a caller, so shapes and placements are checked where all others are. The layout leaves a
// writer no choice (scene/file/format.h), so what is checked here is that the file is what hit_scene_save writes.
//
// No recursion; time and memory are linear in the size of the file. An error tells the byte at which the trouble lies.
#include "base/assert.h"
#include "base/fail.h"
#include "base/file.h"
#include "base/memory.h"
#include "bvh/format/handle.h"
#include "bvh/format/validate.h"
#include "scene/file/format.h"
#include "scene/scene.h"

#include <inttypes.h>
#include <string.h>

#define ADVICE ": save the scene again"

// The state of a load.
typedef struct loading {
    hit_file file;
    hit_allocator allocator;
    hit_error* error;
    hit_scene* scene;
    char* tables; ///< NULL before they are read
    size_t tables_size;
    hit_bvh** trees; ///< those of the file, which belong to the scene; NULL when there are none
    size_t tree_count;
} loading;

static const hit_scene_file_header* header_of(const loading* l)
{
    HIT_ASSERT(l->tables != NULL && l->tables_size >= sizeof(hit_scene_file_header));
    return (const hit_scene_file_header*)(const void*)l->tables;
}

static const void* section_of(const loading* l, hit_bvh_section section)
{
    HIT_ASSERT(section.offset <= l->tables_size);
    return l->tables + section.offset;
}

static hit_status no_memory(const loading* l, uint64_t size)
{
    return hit_fail(l->error, HIT_ERROR_MEMORY, 0, "no %" PRIu64 " bytes of memory for %.100s", size, l->file.path);
}

// ---- The header -----------------------------------------------------------------------------------------------------

static hit_status check_identity(const hit_scene_file_header* h, uint64_t size, hit_error* error)
{
    if (size < sizeof *h)
        return hit_fail(error, HIT_ERROR_FORMAT, 0, "%" PRIu64 " bytes are too few for a scene" ADVICE, size);
    if (memcmp(h->magic, HIT_SCENE_FILE_MAGIC, sizeof h->magic) != 0)
        return hit_fail(error, HIT_ERROR_FORMAT, 0, "this is not a scene that hit_scene_save wrote");
    if (h->endian != HIT_SCENE_FILE_ENDIAN)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_scene_file_header, endian),
                        "the byte order of the scene is not that of this machine" ADVICE " on one like this");
    if (h->version != HIT_SCENE_FILE_VERSION)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_scene_file_header, version),
                        "the scene has version %" PRIu32 ", this library reads version %u" ADVICE " with this library",
                        h->version, HIT_SCENE_FILE_VERSION);
    if (h->size != size || size % HIT_SCENE_FILE_ALIGNMENT != 0)
        return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_scene_file_header, size),
                        "the header says %" PRIu64 " bytes, and there are %" PRIu64
                        ", where both should be one multiple of %d" ADVICE,
                        h->size, size, HIT_SCENE_FILE_ALIGNMENT);
    for (size_t i = 0; i < sizeof h->spare; i++)
        if (h->spare[i] != 0)
            return hit_fail(error, HIT_ERROR_FORMAT, offsetof(hit_scene_file_header, spare) + i,
                            "a spare byte of the header is not zero" ADVICE);
    return HIT_OK;
}

// Each section begins where the one before ends, and ends in the file. Nothing can wrap: what is added is below `size`.
static hit_status check_sections(const hit_scene_file_header* h, uint64_t size, hit_error* error)
{
    static const char name[HIT_SCENE_FILE_SECTIONS][8] = {"trees", "objects", "points"};
    uint64_t at = sizeof *h;

    for (unsigned i = 0; i < HIT_SCENE_FILE_SECTIONS; i++) {
        const hit_bvh_section* section = hit_scene_file_section(h, i);
        const uint64_t field = (uint64_t)((const char*)section - (const char*)h);
        if (section->offset != at)
            return hit_fail(error, HIT_ERROR_FORMAT, field,
                            "the %s begin at byte %" PRIu64 ", where %" PRIu64 " was expected" ADVICE, name[i],
                            section->offset, at);
        if (section->count > (size - at) / hit_scene_file_element(i) || section->count > UINT32_MAX)
            return hit_fail(error, HIT_ERROR_FORMAT, field + offsetof(hit_bvh_section, count),
                            "%" PRIu64 " %s are more than the file can hold" ADVICE, section->count, name[i]);
        at = hit_scene_file_align(at + section->count * hit_scene_file_element(i));
    }
    return HIT_OK;
}

// ---- The tables -----------------------------------------------------------------------------------------------------

static hit_status read_tables(loading* l)
{
    const size_t start = offsetof(hit_scene_file_header, checksum) + sizeof(uint64_t);
    const uint64_t size = l->file.size;
    hit_scene_file_header header = {0};
    uint64_t end;
    hit_status status = hit_file_read(&l->file, &header, size < sizeof header ? (size_t)size : sizeof header, l->error);

    if (status == HIT_OK)
        status = check_identity(&header, size, l->error);
    if (status == HIT_OK)
        status = check_sections(&header, size, l->error);
    if (status != HIT_OK)
        return status;
    end = hit_scene_file_tables(&header);
    HIT_ASSERT(end >= sizeof header);
    l->tables = end > SIZE_MAX ? NULL : hit_allocate(&l->allocator, (size_t)end, HIT_SCENE_FILE_ALIGNMENT);
    if (l->tables == NULL)
        return no_memory(l, end);
    l->tables_size = (size_t)end;
    memcpy(l->tables, &header, sizeof header);
    status = hit_file_read(&l->file, l->tables + sizeof header, l->tables_size - sizeof header, l->error);
    if (status == HIT_OK && hit_checksum(l->tables + start, end - start) != header.checksum)
        status = hit_fail(l->error, HIT_ERROR_FORMAT, offsetof(hit_scene_file_header, checksum),
                          "the checksum is wrong, so the scene is damaged" ADVICE);
    return status;
}

// Between the sections there are zeros.
static hit_status check_gaps(const loading* l)
{
    for (unsigned i = 0; i < HIT_SCENE_FILE_SECTIONS; i++) {
        const hit_bvh_section* section = hit_scene_file_section(header_of(l), i);
        const uint64_t end = section->offset + section->count * hit_scene_file_element(i);
        for (uint64_t at = end; at < hit_scene_file_align(end); at++)
            if (l->tables[at] != 0)
                return hit_fail(l->error, HIT_ERROR_FORMAT, at, "a byte between sections is not zero" ADVICE);
    }
    return HIT_OK;
}

// The trees fill the rest of the file.
static hit_status check_tree_entries(const loading* l)
{
    const hit_bvh_section section = header_of(l)->trees;
    const hit_scene_file_tree* trees = section_of(l, section);
    uint64_t at = l->tables_size;

    for (uint64_t i = 0; i < section.count; i++) {
        const hit_scene_file_tree* t = &trees[i];
        if (t->offset != at || t->size < sizeof(hit_bvh_header) || t->size > l->file.size - at ||
            t->size % HIT_BVH_ALIGNMENT != 0)
            return hit_fail(l->error, HIT_ERROR_FORMAT, section.offset + i * sizeof *t,
                            "tree %" PRIu64 " has %" PRIu64 " bytes at byte %" PRIu64 ", which cannot be" ADVICE, i,
                            t->size, t->offset);
        at += t->size;
    }
    if (at != l->file.size)
        return hit_fail(l->error, HIT_ERROR_FORMAT, at, "%" PRIu64 " bytes follow the last tree" ADVICE,
                        l->file.size - at);
    return HIT_OK;
}

// Each object stands in its slot, and had an id.
static hit_status check_ids(const loading* l)
{
    const hit_bvh_section section = header_of(l)->objects;
    const hit_scene_file_object* objects = section_of(l, section);

    for (uint64_t i = 0; i < section.count; i++)
        if (hit_id_slot(objects[i].id) != i || hit_id_generation(objects[i].id) == 0)
            return hit_fail(l->error, HIT_ERROR_FORMAT, section.offset + i * sizeof *objects,
                            "%" PRIu64 " cannot be the id of object %" PRIu64 ADVICE, objects[i].id, i);
    return HIT_OK;
}

// ---- Trees ----------------------------------------------------------------------------------------------------------

// Is a block that was read a tree of triangles, and that of the table?
static hit_status check_tree(const loading* l, const hit_bvh_header* block, const hit_scene_file_tree* tree_entry,
                             size_t i)
{
    hit_error wrong = {0};
    const hit_status status = hit_bvh_check(block, (size_t)tree_entry->size, &l->allocator, &wrong);

    if (status == HIT_ERROR_MEMORY)
        return no_memory(l, tree_entry->size);
    if (status != HIT_OK)
        return hit_fail(l->error, status, tree_entry->offset + wrong.offset, "tree %zu of the scene: %.150s", i,
                        wrong.message);
    if (block->kind != HIT_BVH_TRIANGLES)
        return hit_fail(l->error, HIT_ERROR_FORMAT, tree_entry->offset + offsetof(hit_bvh_header, kind),
                        "tree %zu of the scene has boxes instead of triangles" ADVICE, i);
    if (block->checksum != tree_entry->checksum)
        return hit_fail(l->error, HIT_ERROR_FORMAT, tree_entry->offset + offsetof(hit_bvh_header, checksum),
                        "tree %zu is not the one that the scene was saved with" ADVICE, i);
    return HIT_OK;
}

// Read the next tree, and give it to the scene.
static hit_status read_tree(loading* l, const hit_scene_file_tree* tree_entry, size_t i)
{
    const uint64_t size = tree_entry->size;
    void* block = size > SIZE_MAX ? NULL : hit_allocate(&l->allocator, (size_t)size, HIT_BVH_ALIGNMENT);
    hit_bvh* tree = NULL;
    hit_status status;

    HIT_ASSERT(i < l->tree_count);
    if (block == NULL)
        return no_memory(l, size);
    status = hit_file_read(&l->file, block, (size_t)size, l->error);
    if (status == HIT_OK)
        status = check_tree(l, block, tree_entry, i);
    if (status == HIT_OK) {
        tree = hit_bvh_handle(block, true, &l->allocator);
        status = tree == NULL ? no_memory(l, sizeof *tree) : HIT_OK;
    }
    if (status != HIT_OK) {
        hit_release(&l->allocator, block, (size_t)size, HIT_BVH_ALIGNMENT);
        return status;
    }
    if (hit_scene_own_mesh(l->scene, tree, NULL) != HIT_OK) {
        hit_bvh_destroy(tree);
        return no_memory(l, size);
    }
    l->trees[i] = tree;
    return HIT_OK;
}

static hit_status read_trees(loading* l)
{
    const hit_bvh_section section = header_of(l)->trees;
    const hit_scene_file_tree* tree_entries = section_of(l, section);

    if (section.count == 0)
        return HIT_OK;
    // The file has 256 bytes and more for each: this cannot wrap.
    l->trees = hit_allocate(&l->allocator, (size_t)section.count * sizeof(hit_bvh*), _Alignof(hit_bvh*));
    if (l->trees == NULL)
        return no_memory(l, section.count * sizeof(hit_bvh*));
    l->tree_count = (size_t)section.count;
    for (size_t i = 0; i < l->tree_count; i++) {
        const hit_status status = read_tree(l, &tree_entries[i], i);
        if (status != HIT_OK)
            return status;
    }
    return HIT_OK;
}

// ---- Objects --------------------------------------------------------------------------------------------------------

// How far the pass over the objects has come.
typedef struct progress {
    uint64_t points; ///< that the objects so far have used
    size_t trees;    ///< of which instances have been seen
} progress;

// Does everything but its id say that there is no object?
static bool is_gone(const hit_scene_file_object* from)
{
    static const hit_scene_file_object nothing = {0};
    const size_t start = sizeof from->id;

    return memcmp((const char*)from + start, (const char*)&nothing + start, sizeof *from - start) == 0;
}

// What the file has to say about an object. NULL, or what is wrong with it; what other objects are checked for too is
// left to the scene.
static const char* decode_object(const loading* l, const hit_scene_file_object* from, progress* p, hit_object* object,
                                 hit_object_shape* shape)
{
    const hit_bvh_section points = header_of(l)->points;
    const unsigned words = hit_scene_file_words(from->kind);

    if (words == 0)
        return "a kind of object that there is not";
    if (from->disabled > 1)
        return "neither disabled nor not";
    for (unsigned i = words; i < sizeof from->shape.word / sizeof *from->shape.word; i++)
        if (from->shape.word[i] != 0)
            return "something where there should be zeros";
    *object = (hit_object){.layers = from->layers, .priority = from->priority, .disabled = from->disabled != 0};
    object->placement.origin = hit_dvec3_make(from->origin[0], from->origin[1], from->origin[2]);
    memcpy(object->placement.linear, from->linear, sizeof from->linear);
    *shape = (hit_object_shape){.kind = (hit_object_kind)from->kind};
    switch (shape->kind) {
    case HIT_OBJECT_BOX:
        shape->box = from->shape.box;
        break;
    case HIT_OBJECT_MESH:
        if (from->shape.tree > p->trees || from->shape.tree >= l->tree_count)
            return "a tree that is not the next one";
        p->trees += from->shape.tree == p->trees;
        shape->mesh = l->trees[from->shape.tree];
        break;
    case HIT_OBJECT_SPHERE:
        shape->sphere = from->shape.sphere;
        break;
    case HIT_OBJECT_CAPSULE:
        shape->capsule = from->shape.capsule;
        break;
    case HIT_OBJECT_CYLINDER:
        shape->cylinder = from->shape.cylinder;
        break;
    default: // a polyline or points
        if (from->shape.points.count > points.count - p->points)
            return "more points than the file holds";
        shape->points = (const hit_vec3*)section_of(l, points) + p->points;
        shape->point_count = from->shape.points.count;
        shape->radius = from->shape.points.radius;
        p->points += shape->point_count;
    }
    return NULL;
}

// Give the scene the slots, without objects yet.
static hit_status restore_slots(const loading* l)
{
    const hit_bvh_section section = header_of(l)->objects;
    const hit_scene_file_object* objects = section_of(l, section);
    const size_t size = (size_t)section.count * sizeof(uint32_t);
    uint32_t* generation;
    hit_status status;

    if (section.count == 0)
        return HIT_OK;
    generation = hit_allocate(&l->allocator, size, _Alignof(uint32_t));
    if (generation == NULL)
        return no_memory(l, size);
    for (size_t i = 0; i < section.count; i++)
        generation[i] = hit_id_generation(objects[i].id);
    status = hit_scene_restore_generations(l->scene, generation, (uint32_t)section.count);
    hit_release(&l->allocator, generation, size, _Alignof(uint32_t));
    if (status == HIT_ERROR_MEMORY)
        return no_memory(l, section.count * sizeof(hit_object_record));
    if (status != HIT_OK)
        return hit_fail(l->error, HIT_ERROR_FORMAT, section.offset, "%" PRIu64 " objects: %s" ADVICE, section.count,
                        hit_status_text(status));
    return HIT_OK;
}

static hit_status restore_objects(loading* l)
{
    const hit_scene_file_header* h = header_of(l);
    const hit_scene_file_object* objects = section_of(l, h->objects);
    progress p = {0};

    for (uint64_t i = 0; i < h->objects.count; i++) {
        hit_object object;
        hit_object_shape shape;
        const char* wrong;
        if (is_gone(&objects[i]))
            continue;
        wrong = decode_object(l, &objects[i], &p, &object, &shape);
        if (wrong == NULL) {
            const hit_status status = hit_scene_restore(l->scene, objects[i].id, &object, &shape);
            if (status == HIT_ERROR_MEMORY)
                return hit_fail(l->error, status, 0, "no memory for object %" PRIu64 " of %" PRIu64, i,
                                h->objects.count);
            wrong = status == HIT_OK ? NULL : "a placement or a shape that is not valid";
        }
        if (wrong != NULL)
            return hit_fail(l->error, HIT_ERROR_FORMAT, h->objects.offset + i * sizeof *objects,
                            "object %" PRIu64 ", with the id %" PRIu64 ": %s" ADVICE, i, objects[i].id, wrong);
    }
    if (p.points != h->points.count)
        return hit_fail(l->error, HIT_ERROR_FORMAT, h->points.offset, "%" PRIu64 " points belong to no object" ADVICE,
                        h->points.count - p.points);
    if (p.trees != l->tree_count)
        return hit_fail(l->error, HIT_ERROR_FORMAT, h->trees.offset, "%" PRIu64 " trees have no instances" ADVICE,
                        (uint64_t)(l->tree_count - p.trees));
    hit_scene_restore_free(l->scene);
    return HIT_OK;
}

// ---- Loading --------------------------------------------------------------------------------------------------------

static hit_status load_from(loading* l)
{
    hit_status status = read_tables(l);

    if (status == HIT_OK)
        status = check_gaps(l);
    if (status == HIT_OK)
        status = check_tree_entries(l);
    if (status == HIT_OK)
        status = check_ids(l);
    if (status == HIT_OK)
        status = hit_scene_create(&l->allocator, &l->scene, NULL) == HIT_OK ? HIT_OK : no_memory(l, sizeof *l->scene);
    if (status == HIT_OK)
        status = read_trees(l);
    if (status == HIT_OK)
        status = restore_slots(l);
    if (status == HIT_OK)
        status = restore_objects(l);
    // Nothing points into the tables any more, and the commit needs memory.
    hit_release(&l->allocator, l->tables, l->tables_size, HIT_SCENE_FILE_ALIGNMENT);
    hit_release(&l->allocator, l->trees, l->tree_count * sizeof(hit_bvh*), _Alignof(hit_bvh*));
    if (status == HIT_OK && hit_scene_commit(l->scene, NULL, NULL) != HIT_OK)
        status = no_memory(l, l->tables_size);
    return status;
}

hit_status hit_scene_load(const char* path, const hit_allocator* allocator, hit_scene** scene, hit_error* error)
{
    loading l = {.allocator = hit_allocator_or_default(allocator), .error = error};
    hit_status status;

    if (path == NULL || scene == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "%s is NULL", path == NULL ? "path" : "scene");
    status = hit_file_open(&l.file, path, error);
    if (status != HIT_OK)
        return status;
    status = load_from(&l);
    hit_file_close(&l.file);
    if (status != HIT_OK) {
        hit_scene_destroy(l.scene);
        return status;
    }
    *scene = l.scene;
    return hit_succeed(error);
}
