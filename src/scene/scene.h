// The scene itself: slots of objects, and the top-level trees over them.
//
// Each object has a slot. A slot has two records: `edited`, which the editing calls write, and `committed`, which
// queries read. A commit copies one to the other. So queries may run while another thread edits: what they read changes
// in commits only.
//
// The trees (scene/tlas/tlas.h) hold the boxes of objects in float, relative to an anchor in the center of the scene.
// Boxes are padded: the pad covers what rays lose when they are rounded to the anchor's space (scene/ray/queries.c).
// There are two trees. `primary` is over most objects; their boxes are refitted as objects move. `secondary` is over
// the objects that are new, or have left their part of the primary tree; it is small, and is rebuilt when it changes
// (scene/commit/rebuild_policy.c).
#ifndef HITSCAN_SCENE_SCENE_H
#define HITSCAN_SCENE_SCENE_H

#include "scene/object.h"
#include "scene/tlas/tlas.h"

#ifdef HITSCAN_ASSERTS
#include <stdatomic.h>
#endif

// What rays need of an instance, or of a user shape: two cache lines, filled by commits. Kernels read the vectors four
// numbers at a time, so what follows a vector must be readable.
typedef struct hit_instance {
    double column[3][3]; ///< of the inverse of the placement's matrix; zero when that is singular, and no ray hits it
    double origin[3];    ///< of the placement
    double center[3];    ///< of the shape, in the world, from the origin
    const hit_bvh* mesh; ///< NULL for a user shape
} hit_instance;

enum { HIT_SUPPORT_TABLE_STEPS = 4 };

// The support function of a mesh, h(n) = max n·x over its points x, on a grid of directions n: the grid lies on the
// sides of a cube (2·axis, and one more for the positive side), where n is 1 in size along the axis. Each entry is h(n)
// or a little more (scene/commit/support_bounds.c).
typedef struct hit_support_table {
    float max_abs; ///< of the coordinates of the mesh
    float along[6][HIT_SUPPORT_TABLE_STEPS + 1][HIT_SUPPORT_TABLE_STEPS + 1];
} hit_support_table;

// A tree that instances refer to, as the last commit saw it.
typedef struct hit_mesh_use {
    const hit_bvh* mesh;
    hit_aabb bounds;
    uint64_t checksum; ///< of its tree: a refit changes it
    uint32_t users;    ///< that queries see
    hit_support_table support;
} hit_mesh_use;

// How a slot has changed since the last commit. MOVED: only its placement has.
enum { HIT_CHANGE_NONE = 0, HIT_CHANGE_MOVED = 1, HIT_CHANGE_ANY = 2 };

struct hit_scene {
    hit_allocator allocator;
    uint32_t slots;    ///< that were ever used
    uint32_t objects;  ///< as edited
    uint32_t capacity; ///< of the arrays for editing
    hit_object_record* edited;
    void** edited_user;   ///< what the caller keeps with each object
    uint32_t* generation; ///< of the last id that a slot had
    uint8_t* is_changed;  ///< the slot is in `changed`: HIT_CHANGE_*
    uint32_t* changed;    ///< slots that were edited since the last commit
    uint32_t changed_count;
    uint32_t* free_slots; ///< a stack
    uint32_t free_count;

    uint32_t committed_slots;   ///< that queries know
    uint32_t committed_objects; ///< that queries know
    uint32_t committed_capacity;
    hit_object_record* committed;
    void** committed_user;
    hit_instance* instance;    ///< one per slot; NULL as long as there are neither instances nor user shapes
    hit_tlas_primref* primref; ///< each slot as the trees have it
    uint32_t* tree_slots;      ///< where each slot is in a tree: see scene/tlas/tlas.h
    hit_dvec3 anchor;
    double extent; ///< coordinates in the anchor's space are at most this in size
    float max_abs; ///< the larger one of both trees
    hit_tlas primary, secondary;
    uint32_t* secondary_slots; ///< the objects of `secondary`
    uint32_t secondary_count;
    hit_bvh_scratch scratch;

    hit_mesh_use* meshes; ///< in the order of their addresses
    uint32_t mesh_count, mesh_capacity;
    hit_bvh** owned; ///< trees that belong to the scene
    uint32_t owned_count, owned_capacity;

    uint64_t commits, rebuilds;
    int32_t priority_min, priority_max; ///< of the objects that queries know; may be wider than needed
#ifdef HITSCAN_ASSERTS
    atomic_int commit_warning; ///< HIT_WARNING_* (scene/forgotten_commit.h)
#endif
};

// ---- Slots ----------------------------------------------------------------------------------------------------------

// Of HIT_ID_NONE, a slot that no scene has.
static inline uint32_t hit_id_slot(hit_id id)
{
    return (uint32_t)id - 1u;
}

// Generations count from 1; in ids from 0, so that the first ones are 1, 2, 3 and so on.
static inline uint32_t hit_id_generation(hit_id id)
{
    return (uint32_t)(id >> 32) + 1u;
}

static inline hit_id hit_id_make(uint32_t slot, uint32_t generation)
{
    return (hit_id)(generation - 1u) << 32 | (slot + 1u);
}

// A coordinate, rounded as world.h says: to multiples of 2^-149, which is the last bit of doubles from 2^-97 to 2^-96.
static inline double hit_coordinate_round(double x)
{
    if (x >= 0x1p-97 || x <= -0x1p-97)
        return x;
    return x < 0.0 ? (x - 0x1p-97) + 0x1p-97 : (x + 0x1p-97) - 0x1p-97;
}

static inline hit_dvec3 hit_dvec3_round(hit_dvec3 v)
{
    return hit_dvec3_make(hit_coordinate_round(v.x), hit_coordinate_round(v.y), hit_coordinate_round(v.z));
}

// An array of elements of `size` bytes that is to grow; new elements have all bytes equal to `fill`. `grown` is the
// larger one.
typedef struct hit_growing_array {
    void* old;
    size_t size;
    int fill;
    void* grown;
} hit_growing_array;

// Let arrays of `old_count` elements have room for `count`, all of them or none: false when there is no memory, and
// then the old arrays are as they were. They are released otherwise.
bool hit_scene_grow_arrays(const hit_allocator* allocator, hit_growing_array* arrays, size_t array_count,
                           size_t old_count, size_t count);

// The same for one array, whose new elements are zero. NULL when there is no memory.
void* hit_scene_grow(const hit_allocator* allocator, void* old, size_t old_count, size_t count, size_t size);

// For files (scene/file): the number of slots that were ever used, and the generation of the last id of each.
uint32_t hit_scene_slot_count(const hit_scene* scene);
uint32_t hit_scene_slot_generation(const hit_scene* scene, uint32_t slot);

// Give a scene without objects such slots. Then add each object under the last id of its slot. Then let the slots
// without an object be used again.
hit_status hit_scene_restore_generations(hit_scene* scene, const uint32_t* generation, uint32_t count);
hit_status hit_scene_restore(hit_scene* scene, hit_id id, const hit_object* object, const hit_object_shape* shape);
void hit_scene_restore_free(hit_scene* scene);

// Points that records share. A set begins with one user.
hit_point_set* hit_point_set_make(const hit_allocator* allocator, const hit_vec3* points, size_t stride, uint32_t count,
                                  float radius, bool segments);
void hit_point_set_release(const hit_allocator* allocator, hit_point_set* points);

static inline bool hit_object_has_points(const hit_object_record* record)
{
    return record->kind == HIT_OBJECT_POLYLINE || record->kind == HIT_OBJECT_POINTS;
}

// Release the points of a record, if it has any. A record without an object has no kind, and so no points.
static inline void hit_object_release_points(const hit_allocator* allocator, const hit_object_record* record)
{
    if (hit_object_has_points(record))
        hit_point_set_release(allocator, record->shape.points);
}

// The world's bounds of a mesh under a matrix, from the placement's origin; empty for an empty mesh.
void hit_mesh_bounds(const hit_bvh* mesh, const float linear[3][3], double low[3], double high[3]);

// The support table of a mesh that is not empty, and the bounds of an instance by it: tighter than hit_mesh_bounds, and
// in float. For coordinates up to 2^60, and matrices up to 2^40.
void hit_support_table_make(const hit_bvh* mesh, hit_support_table* support);
void hit_support_table_bounds(const hit_support_table* support, const float linear[3][3], double low[3],
                              double high[3]);

#endif
