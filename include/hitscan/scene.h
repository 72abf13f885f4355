// A scene: many objects of several kinds, each in its place, that come, go and move; and what is hit among them.
//
// Objects are boxes, instances of trees of triangles (hit_bvh), spheres, capsules, cylinders, polylines, clouds of
// points, and shapes of the caller's own. Each has a placement (world.h): its shape is given in floats, in a space of
// its own, which the placement puts into the world. Objects are known by ids that are never used twice: that of an
// object which was removed is refused from then on, and never taken for another one.
//
// Edit, commit, ask. Edits (add, remove, move, set) are collected; hit_scene_commit makes them visible to queries, all
// at once. How it does that - moving boxes within the tree over all objects, building a part of it or all of it - is
// the library's choice, and changes no answer.
//
// Rays. t is in units of the ray's |direction|, for every object, whatever its placement; so hits of different objects
// compare. Hits are in the order of t, equal t by id. For boxes that is exact: hit or miss, and the order, are those of
// real arithmetic on the given numbers, and `t` is correctly rounded. For other objects the ray is brought to the
// object in double, and into its space, rounded to float there, and answered exactly by hit_ray_* and hit_bvh_*: that
// moves the ray by less than 2^-20 of the object's size (docs/scenes.md derives it). The order is that of t in double.
//
// Volumes and closest points are computed in double; nothing that touches is missed, and what is found without touching
// is closer than 1e-9 of the sizes and distances involved.
//
// Threads. Queries are const: any number of them may run at once, also while one thread edits. What tells about objects
// "as edited" (hit_scene_has, _get, _shape, _list, _stats, _save, hit_explain) belongs to the thread that edits. A
// commit, and hit_scene_destroy, need the scene for themselves. Queries allocate nothing.
//
// Answers do not depend on the CPU, the number of threads, the floating-point environment, or on how a scene came to be
// what it is: only on its objects and their ids.
#ifndef HITSCAN_SCENE_H
#define HITSCAN_SCENE_H

#include <hitscan/bvh.h>
#include <hitscan/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A scene; made by hit_scene_create or hit_scene_load, freed by hit_scene_destroy.
typedef struct hit_scene hit_scene;

/// An object of a scene. Zero is no object.
typedef uint64_t hit_id;

/// No object.
#define HIT_ID_NONE ((hit_id)0)

/// What an object is.
typedef enum hit_object_kind {
    HIT_OBJECT_NONE = 0,
    HIT_OBJECT_BOX = 1,      ///< an axis-aligned box in its own space; solid
    HIT_OBJECT_MESH = 2,     ///< an instance of a tree of triangles; a surface
    HIT_OBJECT_SPHERE = 3,   ///< solid
    HIT_OBJECT_CAPSULE = 4,  ///< solid
    HIT_OBJECT_CYLINDER = 5, ///< solid
    HIT_OBJECT_POLYLINE = 6, ///< segments from point to point
    HIT_OBJECT_POINTS = 7,   ///< points by themselves
    HIT_OBJECT_USER = 8      ///< whatever a callback says
} hit_object_kind;

/// "box", "mesh" and so on; "unknown" for a number that is no kind.
HIT_API const char* hit_object_kind_name(hit_object_kind kind);

/// A hit of a user shape, in its own space.
typedef struct hit_user_hit {
    float t;            ///< of the ray that was given, between its t_min and t_max
    hit_vec3 normal;    ///< outward, of any length; may be zero
    uint32_t primitive; ///< which part of the shape; for the caller's use
} hit_user_hit;

/// A shape of the caller's own. It must stay the same while it is in a committed scene, or be replaced.
typedef struct hit_user_shape {
    hit_aabb bounds; ///< around all of it, in its own space; stands for the shape in volumes and closest points
    /// The first hit of a ray, in the shape's own space. Called by queries, on their threads, in the default
    /// floating-point environment. Must answer the same for the same ray, and fill `hit` when it returns true.
    bool (*first)(void* context, const hit_ray* ray, hit_user_hit* hit);
    void* context; ///< the first argument of `first`
} hit_user_shape;

/// What is the same for all kinds. Zero everywhere, but for the placement, is the default.
typedef struct hit_object {
    hit_placement placement;
    uint32_t layers;      ///< a set of bits: which queries see it (hit_scene_filter); 0 means 1, the first layer
    int32_t priority;     ///< in picking, higher ones win over lower ones, however near; see pick.h
    bool disabled;        ///< queries do not see it
    void* user;           ///< for the caller; not used, not saved
    uint64_t reserved[4]; ///< zero (base.h)
} hit_object;

/// An object at a place: with the defaults.
HIT_API hit_object hit_object_at(hit_dvec3 origin);

// ---- Making ---------------------------------------------------------------------------------------------------------

/// Make a scene without objects.
///
/// @param allocator  NULL: malloc. Copied: it is used until the scene is destroyed
/// @param scene      set on success, else untouched
/// @return  HIT_OK, HIT_ERROR_ARGUMENT, HIT_ERROR_MEMORY
HIT_API hit_status hit_scene_create(const hit_allocator* allocator, hit_scene** scene, hit_error* error);

/// Free a scene. NULL is allowed. Trees of instances are the caller's, and stay, unless the scene owns them.
HIT_API void hit_scene_destroy(hit_scene* scene);

/// Let a tree belong to a scene: hit_scene_destroy frees it. Instances of it may be added before and after.
///
/// @param mesh  the caller's until now, and on failure still. One scene owns it at most, and is given it once
/// @return  HIT_OK; HIT_ERROR_ARGUMENT for NULL; HIT_ERROR_MEMORY
HIT_API hit_status hit_scene_own_mesh(hit_scene* scene, hit_bvh* mesh, hit_error* error);

// ---- Editing --------------------------------------------------------------------------------------------------------
//
// All return HIT_OK; HIT_ERROR_ARGUMENT for NULL, a placement or a shape that is not valid (a NaN, a number above
// 2^100, an empty box, a negative radius), and an id that is not (or no longer) one of this scene; HIT_ERROR_MEMORY;
// HIT_ERROR_LIMIT for more than 2^28 objects. On failure nothing has changed. Only one thread may edit at a time.

/// Add the image of an axis-aligned box under a placement.
///
/// @param object  where it is, and what else there is to say about it
/// @param box     in its own space; not empty; flat ones are legal
/// @param id      set on success, else untouched
HIT_API hit_status hit_scene_add_box(hit_scene* scene, const hit_object* object, hit_aabb box, hit_id* id,
                                     hit_error* error);

/// Add an instance of a tree of triangles. Many instances may share a tree.
///
/// @param mesh  a tree of triangles; not copied: it must live until the object is gone and that is committed. After a
///              refit of the tree, the next commit sees its new bounds
HIT_API hit_status hit_scene_add_mesh(hit_scene* scene, const hit_object* object, const hit_bvh* mesh, hit_id* id,
                                      hit_error* error);

/// Add a sphere. Placements of round shapes must keep circles: rotations, mirrors and a scale that is the same in all
/// directions, to 1e-4; others are HIT_ERROR_GEOMETRY. What is left of a difference is ignored: the scale is the mean
/// one.
HIT_API hit_status hit_scene_add_sphere(hit_scene* scene, const hit_object* object, hit_sphere sphere, hit_id* id,
                                        hit_error* error);

/// Add a capsule; see hit_scene_add_sphere.
HIT_API hit_status hit_scene_add_capsule(hit_scene* scene, const hit_object* object, hit_capsule capsule, hit_id* id,
                                         hit_error* error);

/// Add a cylinder; see hit_scene_add_sphere.
HIT_API hit_status hit_scene_add_cylinder(hit_scene* scene, const hit_object* object, hit_cylinder cylinder, hit_id* id,
                                          hit_error* error);

/// Add the segments from each point to the next. `primitive` of a hit is the number of the segment.
///
/// @param points  in the object's space; copied
/// @param stride  bytes from one point to the next, a multiple of 4, at least 12; 0 means 12
/// @param count   at least 2
/// @param radius  in the world's units, whatever the placement: rays hit what is that close to a segment. With 0, no
///                ray does, but hit_pick_near, volumes and closest points find it
HIT_API hit_status hit_scene_add_polyline(hit_scene* scene, const hit_object* object, const hit_vec3* points,
                                          size_t stride, uint32_t count, float radius, hit_id* id, hit_error* error);

/// Add a cloud of points: as hit_scene_add_polyline, but without segments. At least 1. `primitive` of a hit is the
/// number of the point.
HIT_API hit_status hit_scene_add_points(hit_scene* scene, const hit_object* object, const hit_vec3* points,
                                        size_t stride, uint32_t count, float radius, hit_id* id, hit_error* error);

/// Add a shape of the caller's own.
HIT_API hit_status hit_scene_add_user(hit_scene* scene, const hit_object* object, const hit_user_shape* shape,
                                      hit_id* id, hit_error* error);

/// Remove an object. Its id is refused from now on.
HIT_API hit_status hit_scene_remove(hit_scene* scene, hit_id id, hit_error* error);

/// Put an object somewhere else.
HIT_API hit_status hit_scene_move(hit_scene* scene, hit_id id, const hit_placement* placement, hit_error* error);

/// Put many objects somewhere else: hit_scene_move for each of them, one after the other, but faster.
///
/// @param ids         `count` of them; NULL is allowed when that is 0
/// @param placements  that of ids[i] is placements[i]; aligned to 8
/// @param stride      bytes from one placement to the next, at least sizeof(hit_placement) and a multiple of 8; 0 means
///                    sizeof(hit_placement)
/// @return  HIT_OK; HIT_ERROR_ARGUMENT, with nothing moved, for NULL with a count above 0, and for a bad stride; else
///          what hit_scene_move says of the first that it refuses: those before it have moved, the others have not
HIT_API hit_status hit_scene_move_many(hit_scene* scene, const hit_id* ids, const hit_placement* placements,
                                       size_t stride, uint32_t count, hit_error* error);

/// Put many objects somewhere else, upright or turned and scaled as they are: hit_scene_move with the matrix that each
/// of them has, one after the other, but faster, and with less to tell.
///
/// @param ids      `count` of them; NULL is allowed when that is 0
/// @param origins  that of ids[i] is origins[i]; aligned to 8
/// @param stride   bytes from one origin to the next, at least sizeof(hit_dvec3) and a multiple of 8; 0 means
///                 sizeof(hit_dvec3)
/// @return  as hit_scene_move_many; HIT_ERROR_ARGUMENT for what is no place, too
HIT_API hit_status hit_scene_move_origins(hit_scene* scene, const hit_id* ids, const hit_dvec3* origins, size_t stride,
                                          uint32_t count, hit_error* error);

/// Change what is the same for all kinds, the placement included.
HIT_API hit_status hit_scene_set(hit_scene* scene, hit_id id, const hit_object* object, hit_error* error);

/// Give a box another size.
HIT_API hit_status hit_scene_replace_box(hit_scene* scene, hit_id id, hit_aabb box, hit_error* error);

/// Let an instance have another tree.
HIT_API hit_status hit_scene_replace_mesh(hit_scene* scene, hit_id id, const hit_bvh* mesh, hit_error* error);

/// Give a sphere another centre or radius.
HIT_API hit_status hit_scene_replace_sphere(hit_scene* scene, hit_id id, hit_sphere sphere, hit_error* error);

/// Give a capsule other ends or another radius.
HIT_API hit_status hit_scene_replace_capsule(hit_scene* scene, hit_id id, hit_capsule capsule, hit_error* error);

/// Give a cylinder other ends or another radius.
HIT_API hit_status hit_scene_replace_cylinder(hit_scene* scene, hit_id id, hit_cylinder cylinder, hit_error* error);

/// Give a polyline or a cloud other points; see hit_scene_add_polyline.
HIT_API hit_status hit_scene_replace_points(hit_scene* scene, hit_id id, const hit_vec3* points, size_t stride,
                                            uint32_t count, float radius, hit_error* error);

/// Give a user shape another one.
HIT_API hit_status hit_scene_replace_user(hit_scene* scene, hit_id id, const hit_user_shape* shape, hit_error* error);

/// Make all edits since the last commit visible to queries.
///
/// @param pool  NULL: one thread
/// @return  HIT_OK; HIT_ERROR_ARGUMENT for NULL; HIT_ERROR_MEMORY: queries see what they saw before, and the edits wait
///          for another commit
/// @threads  nothing else may use the scene meanwhile
HIT_API hit_status hit_scene_commit(hit_scene* scene, const hit_task_pool* pool, hit_error* error);

// ---- What there is --------------------------------------------------------------------------------------------------

/// True when the id is one of this scene, as edited, also if that is not committed yet.
HIT_API bool hit_scene_has(const hit_scene* scene, hit_id id);

/// Tell about an object, as edited.
///
/// @param object  filled when the object is there, else untouched; may be NULL
/// @return  its kind, or HIT_OBJECT_NONE when there is no such object
HIT_API hit_object_kind hit_scene_get(const hit_scene* scene, hit_id id, hit_object* object);

/// The box, sphere, capsule, cylinder, tree or user shape of an object, as edited; what `kind` says is filled.
typedef struct hit_object_shape {
    hit_object_kind kind;
    hit_aabb box;
    const hit_bvh* mesh;
    hit_sphere sphere;
    hit_capsule capsule;
    hit_cylinder cylinder;
    const hit_vec3* points; ///< valid until the object is replaced or removed
    uint32_t point_count;
    float radius; ///< of a polyline or points
    hit_user_shape user;
} hit_object_shape;

/// Tell the shape of an object, as edited. False, with nothing filled, when there is no such object.
HIT_API bool hit_scene_shape(const hit_scene* scene, hit_id id, hit_object_shape* shape);

/// A box around an object as queries see it, in the world.
typedef struct hit_daabb {
    hit_dvec3 min, max;
} hit_daabb;

/// Around an object that is committed: it holds all of it, and no more than a few roundings beyond. False, with `box`
/// untouched, when queries do not know such an object.
HIT_API bool hit_scene_bounds(const hit_scene* scene, hit_id id, hit_daabb* box);

/// Statistics of a scene.
typedef struct hit_scene_stats {
    uint32_t objects;   ///< as edited
    uint32_t committed; ///< that queries know, disabled ones included
    uint32_t waiting;   ///< objects that have been edited since the last commit
    uint64_t commits;   ///< so far, that had something to do
    uint64_t rebuilds;  ///< of these, how many built the whole tree anew
    double cost;      ///< expected tests of a line through the bounds, as hit_bvh_stats.cost; of the tree as it is now
    size_t bytes;     ///< of memory in use, without the trees of instances
    hit_daabb bounds; ///< around all committed objects; when there are none, min is above max
} hit_scene_stats;

/// Tell the statistics of a scene. All zero for NULL.
HIT_API hit_scene_stats hit_scene_get_stats(const hit_scene* scene);

/// The ids of all objects, as edited, in ascending order.
///
/// @param ids       room for `capacity` of them; may be NULL when that is 0
/// @return  the number of objects, which may be more than the capacity
HIT_API uint32_t hit_scene_list(const hit_scene* scene, hit_id* ids, uint32_t capacity);

// ---- Rays -----------------------------------------------------------------------------------------------------------

/// Where a ray meets an object.
typedef struct hit_scene_hit {
    hit_id id;
    float t;            ///< in units of |direction|; of a solid the entry, or t_min from inside
    uint32_t primitive; ///< of a mesh the triangle, of a polyline the segment, of points the point; else 0
    double t_double;    ///< t before it was rounded to float, to 2^-40 or so; where two have the same, the order may
                        ///< yet be by more digits
    float u, v, w;      ///< triangles: the point is w·v0 + u·v1 + v·v2, as hit_bvh_hit; else 0
    hit_side side;      ///< of a triangle; of a solid HIT_SIDE_BACK when the ray starts inside
    int face;           ///< of a box or round shape, the face it is entered by (shapes.h); else HIT_FACE_NONE
    hit_vec3 normal;    ///< in the world, of unit length, outward, or to the front of a triangle; zero from inside
    hit_dvec3 point;    ///< in the world
} hit_scene_hit;

/// What counts. Zero everywhere, or NULL, means everything. What does not count hides nothing.
typedef struct hit_scene_filter {
    uint32_t layers; ///< objects count whose layers have one of these bits; 0: all do
    hit_sides sides; ///< of triangles; solids have front sides only, but for rays that start inside
    /// False drops an object: asked before it is tested, in no particular order, perhaps more than once. Must answer
    /// the same for the same object. Runs on the calling thread, in the default floating-point environment. NULL: all
    /// count.
    bool (*accept)(void* context, hit_id id, void* user);
    void* accept_context; ///< the first argument of `accept`
    uint64_t reserved[4]; ///< zero (base.h)
} hit_scene_filter;

/// Find the first object that a ray hits, and where. Equal t: the lowest id.
///
/// @param ray     considers t in [t_min, t_max], both ends included; one that is not valid hits nothing
/// @param filter  NULL: everything counts
/// @param hit     filled on a hit, else untouched; NULL to ask only whether there is one
/// @return  false for no hit, and for NULL
/// @threads  any number of threads may query one scene; allocates nothing
HIT_API bool hit_scene_first(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter, hit_scene_hit* hit);

/// Tell whether a ray hits anything: the answer of hit_scene_first, but faster.
HIT_API bool hit_scene_any(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter);

/// Find all objects that a ray hits, each where it is first hit, the nearest first, equal t by id.
///
/// @param hits      room for `capacity` hits: the nearest ones are stored, what is beyond them is untouched; may be
///                  NULL
/// @param capacity  0 to count only
/// @return  the number of objects hit, which may be more than `capacity`; 0 for a ray that is not valid and for NULL
/// @threads  any number of threads may query one scene; allocates nothing
HIT_API uint32_t hit_scene_all(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter,
                               hit_scene_hit* hits, uint32_t capacity);

/// Find the first k objects that a ray hits: as hit_scene_all, but without looking further.
///
/// @return  the number of hits stored, at most k
HIT_API uint32_t hit_scene_first_k(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter,
                                   hit_scene_hit* hits, uint32_t k);

/// Count the objects that a ray hits: the number that hit_scene_all returns.
HIT_API uint32_t hit_scene_count(const hit_scene* scene, hit_dray ray, const hit_scene_filter* filter);

/// How to answer many rays or points. Zero everywhere, or NULL in place of a pointer to it, means the defaults.
typedef struct hit_scene_batch_options {
    /// Bytes from one ray or point to the next, at least the size of one and a multiple of 8; 0 means the size of one.
    size_t ray_stride;
    /// Bytes from one result to the next, at least the size of one, and a multiple of 8 for hits and closest points, of
    /// 4 for counts; 0 means the size of one. What is between results is not touched. In hit_scene_batch_first_k and
    /// _closest, from the k results of one ray, which lie side by side, to those of the next.
    size_t result_stride;
    /// What counts; NULL: everything. Its callback runs on the threads of the pool, perhaps several at once.
    const hit_scene_filter* filter;
    /// A mask for each ray or point: an object counts for r when its layers & ray_masks[r] is not 0, and the filter
    /// lets it through. NULL: no such masks.
    const uint32_t* ray_masks;
    size_t ray_mask_stride;    ///< bytes from one mask to the next, at least 4 and a multiple of 4; 0 means 4
    const hit_task_pool* pool; ///< NULL: one thread. The results are the same
    uint64_t reserved[4];      ///< zero (base.h)
} hit_scene_batch_options;

/// hit_scene_first for many rays; without a filter faster than a loop where the scene is larger than the caches.
///
/// @param rays     `count` of them, aligned to 8; NULL is allowed when count is 0
/// @param hits     `count` of them, all written: hits[i] is that of rays[i]. A miss, also of a ray that is not valid,
///                 has the id HIT_ID_NONE, an infinite t, no face, and zeros
/// @param options  NULL: the defaults
/// @return  HIT_OK; HIT_ERROR_ARGUMENT, with nothing written, for NULL with a count above 0, and for bad strides
/// @threads  any number of threads may query one scene; allocates nothing
HIT_API hit_status hit_scene_batch_first(const hit_scene* scene, const hit_dray* rays, size_t count,
                                         hit_scene_hit* hits, const hit_scene_batch_options* options, hit_error* error);

/// hit_scene_any for many rays.
///
/// @param rays     as in hit_scene_batch_first
/// @param answers  `count` of them, all written: 1 for a hit, 0 for none or a ray that is not valid
/// @param options  NULL: the defaults
/// @return  as hit_scene_batch_first
/// @threads  any number of threads may query one scene; allocates nothing
HIT_API hit_status hit_scene_batch_any(const hit_scene* scene, const hit_dray* rays, size_t count, uint8_t* answers,
                                       const hit_scene_batch_options* options, hit_error* error);

/// hit_scene_count for many rays.
///
/// @param rays     as in hit_scene_batch_first
/// @param counts   `count` of them, all written: the number of objects hit; 0 for a ray that is not valid
/// @param options  NULL: the defaults
/// @return  as hit_scene_batch_first
/// @threads  any number of threads may query one scene; allocates nothing
HIT_API hit_status hit_scene_batch_count(const hit_scene* scene, const hit_dray* rays, size_t count, uint32_t* counts,
                                         const hit_scene_batch_options* options, hit_error* error);

/// hit_scene_first_k for many rays.
///
/// @param rays     as in hit_scene_batch_first
/// @param k        results for each ray; 0 is allowed
/// @param hits     k·count of them, all written: those of rays[i] begin at hits[k·i], the nearest first, equal t by id;
///                 where there are fewer than k, the rest are misses as in hit_scene_batch_first. NULL is allowed when
///                 k or count is 0
/// @param found    `count` of them without gaps, all written: the number of hits of each ray, at most k; may be NULL
/// @param options  NULL: the defaults
/// @return  as hit_scene_batch_first
/// @threads  any number of threads may query one scene; allocates nothing
HIT_API hit_status hit_scene_batch_first_k(const hit_scene* scene, const hit_dray* rays, size_t count, uint32_t k,
                                           hit_scene_hit* hits, uint32_t* found, const hit_scene_batch_options* options,
                                           hit_error* error);

/// hit_scene_all for many rays: all hits in one array, those of a ray after those of the ray before it.
///
/// Count first, by hit_scene_batch_count with the same options; then let offsets[0] be 0, and offsets[i + 1] be
/// offsets[i] plus the number of hits of rays[i].
///
/// @param rays     as in hit_scene_batch_first
/// @param offsets  `count` + 1 of them, ascending: the hits of rays[i] go from hits[offsets[i]] up to, without,
///                 hits[offsets[i + 1]]; they need not begin at 0. NULL is allowed when count is 0
/// @param hits     offsets[count] of them: of each ray the nearest first, equal t by id. Where a ray has fewer hits
///                 than room, the rest are misses as in hit_scene_batch_first. NULL is allowed where no ray has room
/// @param options  NULL: the defaults; result_stride must be 0 or sizeof(hit_scene_hit)
/// @param error    as base.h says; `offset` is the index of the offset that is less than the one before it, or of the
///                 first ray that has more hits than room
/// @return  as hit_scene_batch_first; HIT_ERROR_ARGUMENT, with nothing written, for offsets that do not ascend, or are
///          more than memory can hold; and, with the nearest hits written as far as there is room, for a ray that has
///          more
/// @threads  any number of threads may query one scene; allocates nothing
HIT_API hit_status hit_scene_batch_all(const hit_scene* scene, const hit_dray* rays, size_t count,
                                       const uint64_t* offsets, hit_scene_hit* hits,
                                       const hit_scene_batch_options* options, hit_error* error);

// ---- Volumes --------------------------------------------------------------------------------------------------------
//
// Each finds the objects that touch a volume (HIT_INCLUDE_TOUCHING) or lie in it (HIT_INCLUDE_INSIDE): their geometry,
// not their bounds. Volumes are given in floats about a place `at`. Closed sets; see above for the margin. A polyline
// counts with its radius. The lowest `capacity` ids are stored, in ascending order, what is beyond them is untouched;
// the return value is the number of all that were found. An empty volume, one that is not finite, and NULL find
// nothing.

/// A cone; an infinite one is fine.
HIT_API uint32_t hit_scene_in_cone(const hit_scene* scene, hit_dvec3 at, const hit_cone* cone, hit_include include,
                                   const hit_scene_filter* filter, hit_id* ids, uint32_t capacity);

/// A frustum, or any other set of six half-spaces.
HIT_API uint32_t hit_scene_in_frustum(const hit_scene* scene, hit_dvec3 at, const hit_frustum* frustum,
                                      hit_include include, const hit_scene_filter* filter, hit_id* ids,
                                      uint32_t capacity);

/// An axis-aligned box.
HIT_API uint32_t hit_scene_in_aabb(const hit_scene* scene, hit_dvec3 at, hit_aabb box, hit_include include,
                                   const hit_scene_filter* filter, hit_id* ids, uint32_t capacity);

/// An oriented box.
HIT_API uint32_t hit_scene_in_obb(const hit_scene* scene, hit_dvec3 at, const hit_obb* obb, hit_include include,
                                  const hit_scene_filter* filter, hit_id* ids, uint32_t capacity);

/// A sphere.
HIT_API uint32_t hit_scene_in_sphere(const hit_scene* scene, hit_dvec3 at, hit_sphere sphere, hit_include include,
                                     const hit_scene_filter* filter, hit_id* ids, uint32_t capacity);

/// The point of an object that is closest to another point.
typedef struct hit_scene_closest {
    hit_id id;
    double distance;    ///< 0 in a solid
    hit_dvec3 point;    ///< in the world
    uint32_t primitive; ///< as in hit_scene_hit
} hit_scene_closest;

/// Find the objects that are closest to a point, the closest first, equal distances by id.
///
/// @param max_distance  farther ones do not count; may be infinite; a NaN or a negative number finds nothing
/// @param found         room for k results; those beyond the returned number are untouched
/// @return  the number of results, at most k
HIT_API uint32_t hit_scene_closest_points(const hit_scene* scene, hit_dvec3 point, double max_distance,
                                          const hit_scene_filter* filter, hit_scene_closest* found, uint32_t k);

/// hit_scene_closest_points for many points.
///
/// @param points        `count` of them, aligned to 8; NULL is allowed when count is 0
/// @param max_distance  as in hit_scene_closest_points, for all points
/// @param k             results for each point; 0 is allowed
/// @param found_points  k·count of them, all written: those of points[i] begin at found_points[k·i], the closest first,
///                      equal distances by id. Where there are fewer than k, the rest have the id HIT_ID_NONE, an
///                      infinite distance, and zeros. NULL is allowed when k or count is 0
/// @param found         `count` of them without gaps, all written: the number of results of each point, at most k; may
///                      be NULL
/// @param options       NULL: the defaults
/// @return  as hit_scene_batch_first
/// @threads  any number of threads may query one scene; allocates nothing
HIT_API hit_status hit_scene_batch_closest(const hit_scene* scene, const hit_dvec3* points, size_t count,
                                           double max_distance, uint32_t k, hit_scene_closest* found_points,
                                           uint32_t* found, const hit_scene_batch_options* options, hit_error* error);

// ---- Files ----------------------------------------------------------------------------------------------------------

/// Write a scene, as edited, with the trees of its instances, to one file: to a new file beside it first, then renamed
/// over `path`. Ids are kept; user pointers are not. A scene with user shapes is refused with HIT_ERROR_ARGUMENT.
///
/// @param error  filled; may be NULL
/// @return  HIT_OK, HIT_ERROR_ARGUMENT, HIT_ERROR_MEMORY, HIT_ERROR_FILE
/// @threads  queries may run meanwhile, edits may not
HIT_API hit_status hit_scene_save(const hit_scene* scene, const char* path, hit_error* error);

/// Read a scene, and commit it. Its trees belong to it, and go with it. Any bytes make a scene or an error.
///
/// @param allocator  NULL: malloc
/// @param scene      set on success, else untouched
/// @param error      filled; may be NULL
/// @return  HIT_OK, HIT_ERROR_ARGUMENT, HIT_ERROR_FILE, HIT_ERROR_FORMAT, HIT_ERROR_MEMORY
HIT_API hit_status hit_scene_load(const char* path, const hit_allocator* allocator, hit_scene** scene,
                                  hit_error* error);

#ifdef __cplusplus
}
#endif

#endif
