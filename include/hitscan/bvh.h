// A tree over many triangles or boxes: what does a ray hit, what is in a volume, what is closest?
//
// Every answer is the one that real arithmetic on the given floats has: the tree and its SIMD kernels only discard what
// certainly cannot count. So answers do not depend on the quality of the tree, on the CPU, on the number of threads, on
// the floating-point environment or on the order of the primitives but for their indices, and equal ones a plain loop
// over all primitives would give with hit_ray_triangle, hit_ray_aabb and hit_ray_obb.
//
// Primitives are known by their index in the arrays that the tree was built from. All sets are closed; a tree holds a
// copy of the geometry, and the arrays may be freed after building.
//
// A tree is one block of bytes without pointers (hit_bvh_bytes): it can be written to a file, mapped into memory, sent
// to another process, and used where it lies (hit_bvh_view).
//
// Threads: queries are const, keep nothing and allocate nothing; any number of threads may query one tree. Building and
// refitting are for one thread at a time, which may bring a task pool.
#ifndef HITSCAN_BVH_H
#define HITSCAN_BVH_H

#include <hitscan/cone.h>
#include <hitscan/frustum.h>
#include <hitscan/shapes.h>
#include <hitscan/task.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A tree; made by hit_bvh_build_* or hit_bvh_load, freed by hit_bvh_destroy.
typedef struct hit_bvh hit_bvh;

/// No primitive.
#define HIT_BVH_NONE UINT32_MAX

// ---- Building --------------------------------------------------------------------------------------------------------

/// How much time to spend on a tree. Faster trees, the same answers.
typedef enum hit_bvh_quality {
    HIT_BVH_DEFAULT = 0, ///< binned surface area heuristic
    HIT_BVH_FAST = 1,    ///< for geometry that changes each frame
    HIT_BVH_HIGH = 2     ///< for geometry that is queried for long
} hit_bvh_quality;

/// What a tree is made of.
typedef enum hit_bvh_kind { HIT_BVH_TRIANGLES = 0, HIT_BVH_AABBS = 1, HIT_BVH_OBBS = 2 } hit_bvh_kind;

/// How indices of vertices are stored.
typedef enum hit_index_type {
    HIT_INDEX_NONE = 0, ///< no indices: triangle i has the vertices 3·i, 3·i + 1 and 3·i + 2
    HIT_INDEX_U16 = 1,
    HIT_INDEX_U32 = 2
} hit_index_type;

/// Triangles in the caller's arrays; nothing is changed or kept.
typedef struct hit_mesh {
    const void* vertices; ///< three floats x, y, z each, aligned to 4; NULL is allowed when there are none
    size_t vertex_stride; ///< bytes from one vertex to the next, a multiple of 4, at least 12; 0 means 12
    uint32_t vertex_count;
    hit_index_type index_type;
    const void* indices; ///< 3·triangle_count numbers without gaps, aligned to their size
    uint32_t triangle_count;
} hit_mesh;

/// Memory that builds may share, one after the other; {0} at first. Free it with hit_bvh_scratch_free.
typedef struct hit_bvh_scratch {
    void* memory;
    size_t size;
} hit_bvh_scratch;

/// How to build. Zero everywhere, or NULL in place of a pointer to it, means the defaults.
typedef struct hit_bvh_options {
    hit_bvh_quality quality;
    /// False: bad primitives (a NaN or infinity, an index that is out of range, an empty box) are left out and counted
    /// in hit_bvh_stats. True: the first one makes the build fail with HIT_ERROR_GEOMETRY.
    bool refuse_bad;
    const hit_task_pool* pool;      ///< NULL: one thread
    const hit_allocator* allocator; ///< NULL: malloc
    hit_bvh_scratch* scratch;       ///< kept between builds and grown when needed; NULL: each build has its own
    /// Called now and then from the calling thread, with a number that grows from 0 to 1; false cancels.
    bool (*progress)(void* context, float done);
    void* progress_context;
    hit_error* error; ///< filled when a build or load fails; may be NULL
} hit_bvh_options;

/// Build a tree over triangles.
///
/// Degenerate triangles are legal: no ray hits them, but volumes do. No triangles make a valid tree that nothing hits.
///
/// @param bvh  set on success, else untouched
/// @return  HIT_ERROR_ARGUMENT (a NULL that is not allowed, a bad stride or enum value), HIT_ERROR_MEMORY,
///          HIT_ERROR_CANCELLED, HIT_ERROR_GEOMETRY (see refuse_bad), HIT_ERROR_LIMIT (more than 2^29 triangles)
HIT_API hit_status hit_bvh_build_triangles(const hit_mesh* mesh, const hit_bvh_options* options, hit_bvh** bvh);

/// Build a tree over axis-aligned boxes.
///
/// @param stride  bytes from one box to the next, at least sizeof(hit_aabb) and a multiple of 4; 0 means
///                sizeof(hit_aabb)
/// @return  as hit_bvh_build_triangles
HIT_API hit_status hit_bvh_build_aabbs(const hit_aabb* boxes, size_t stride, uint32_t count,
                                       const hit_bvh_options* options, hit_bvh** bvh);

/// Build a tree over oriented boxes. Boxes whose axes do not span space are bad ones.
///
/// @param stride  as above, for sizeof(hit_obb)
/// @return  as hit_bvh_build_triangles
HIT_API hit_status hit_bvh_build_obbs(const hit_obb* boxes, size_t stride, uint32_t count,
                                      const hit_bvh_options* options, hit_bvh** bvh);

/// Free a tree. NULL is allowed.
HIT_API void hit_bvh_destroy(hit_bvh* bvh);

/// Free what builds kept, with the allocator that they used.
HIT_API void hit_bvh_scratch_free(hit_bvh_scratch* scratch, const hit_allocator* allocator);

/// Give the primitives new places, and keep the structure of the tree: faster than building, but queries get slower
/// the more things move.
///
/// Answers are those of a tree built from the new geometry. Vertices that had the same place when the tree was built
/// are stored once; when they part, HIT_ERROR_TOPOLOGY says that a new tree is needed. So does another number of
/// primitives, and one that was bad and is good now, or the other way round. On any failure the tree is as it was.
///
/// @param pool  NULL: one thread
/// @return  HIT_ERROR_ARGUMENT also for a tree that is only a view or of another kind, HIT_ERROR_TOPOLOGY,
///          HIT_ERROR_MEMORY
HIT_API hit_status hit_bvh_refit_triangles(hit_bvh* bvh, const hit_mesh* mesh, const hit_task_pool* pool);
HIT_API hit_status hit_bvh_refit_aabbs(hit_bvh* bvh, const hit_aabb* boxes, size_t stride, uint32_t count,
                                       const hit_task_pool* pool);
HIT_API hit_status hit_bvh_refit_obbs(hit_bvh* bvh, const hit_obb* boxes, size_t stride, uint32_t count,
                                      const hit_task_pool* pool);

// ---- What a tree is ----------------------------------------------------------------------------------------------------

/// Facts about a tree.
typedef struct hit_bvh_facts {
    hit_bvh_kind kind;
    uint32_t primitives;        ///< in the arrays that it was built from
    uint32_t skipped;           ///< of these, bad ones that were left out
    uint32_t nodes;             ///< inner nodes of up to eight children
    uint32_t leaves;            ///< blocks of triangles; for boxes, the boxes
    uint32_t depth;             ///< nodes on the longest way down
    size_t bytes;               ///< of the whole block
    double bytes_per_primitive; ///< bytes / (primitives - skipped); 0 for an empty tree
    double cost;                ///< expected node tests plus leaf tests of a line that meets the bounds (SAH)
    hit_aabb bounds;            ///< of all primitives; empty for an empty tree
} hit_bvh_facts;

/// All zero for NULL.
HIT_API hit_bvh_facts hit_bvh_stats(const hit_bvh* bvh);

/// The triangle of a primitive. The search takes time in proportion to the number of triangles.
///
/// @return  false, with `triangle` untouched, for a tree of boxes, and for an index that is out of range or was skipped
HIT_API bool hit_bvh_triangle(const hit_bvh* bvh, uint32_t primitive, hit_triangle* triangle);

/// Check everything that queries rely on: the format, the structure, and that each node's box holds what is below it.
///
/// @param error  may be NULL
/// @return  HIT_OK or HIT_ERROR_FORMAT; HIT_ERROR_ARGUMENT for NULL; HIT_ERROR_MEMORY when there is none to note in what
///          was seen, some bits for each node and primitive
HIT_API hit_status hit_bvh_validate(const hit_bvh* bvh, hit_error* error);

/// The tree's block of bytes, valid as long as the tree, and its size; NULL and 0 for NULL.
HIT_API const void* hit_bvh_bytes(const hit_bvh* bvh, size_t* size);

/// Use a tree that lies in memory, without copying it: a mapped file, a message, a resource.
///
/// @param bytes    what hit_bvh_bytes gave, at any address that is a multiple of 64; it must stay as it is while in use.
///                 Everything is checked first, so hostile bytes make an error, never a crash
/// @param options  allocator (for a small handle) and error; NULL: the defaults
/// @return  HIT_ERROR_ARGUMENT, HIT_ERROR_FORMAT, HIT_ERROR_MEMORY
HIT_API hit_status hit_bvh_view(const void* bytes, size_t size, const hit_bvh_options* options, hit_bvh** bvh);

/// Write a tree to a file, in one piece: to a new file beside it first, then renamed over `path`.
///
/// @return  HIT_ERROR_FILE: the message says what the system said
HIT_API hit_status hit_bvh_save(const hit_bvh* bvh, const char* path, hit_error* error);

/// Read a tree from a file. Everything is checked, as in hit_bvh_view.
HIT_API hit_status hit_bvh_load(const char* path, const hit_bvh_options* options, hit_bvh** bvh);

// ---- Rays ------------------------------------------------------------------------------------------------------------

/// Where a ray meets a primitive.
typedef struct hit_bvh_hit {
    float t;            ///< correctly rounded; for boxes the entry, or t_min when the ray starts inside
    uint32_t primitive; ///< HIT_BVH_NONE: no hit
    float u, v, w;      ///< triangles: the point is w·v0 + u·v1 + v·v2, each correctly rounded; boxes: 0
    hit_side side;      ///< which side of a triangle the ray meets; of a box, HIT_SIDE_BACK when it starts inside
    int face;           ///< the face through which a box is entered, else HIT_FACE_NONE
    uint32_t place;     ///< where the tree keeps the primitive: for hit_bvh_normal
} hit_bvh_hit;

/// The unit normal at a hit that this tree gave: to the front of a triangle, out of the face of a box. The zero vector
/// where there is none: for a ray that starts in a box, for no hit, and for NULL.
HIT_API hit_vec3 hit_bvh_normal(const hit_bvh* bvh, const hit_bvh_hit* hit);

/// Which sides of triangles count.
typedef enum hit_bvh_sides {
    HIT_BVH_BOTH_SIDES = 0,
    HIT_BVH_FRONT_SIDES = 1, ///< as back-face culling does
    HIT_BVH_BACK_SIDES = 2
} hit_bvh_sides;

/// What counts as a hit. Zero everywhere, or NULL, means everything.
typedef struct hit_bvh_filter {
    hit_bvh_sides sides;   ///< boxes have front sides only, but for rays that start inside
    const uint32_t* masks; ///< one per primitive of the arrays that the tree was built from; NULL: no masks
    uint32_t mask;         ///< primitive i counts when masks[i] & mask is not 0
    /// In hit_bvh_all, _nearest, _count and _visit: let a ray through an edge or corner that several triangles share hit
    /// one of them, the lowest, per side. Precisely: of hits with exactly equal t, on the same side, that all lie on
    /// edges of their triangles (u, v or w is 0), only that with the lowest index counts.
    bool unique;
    /// Asked about each hit that could count, in no particular order and perhaps for hits that another one then beats;
    /// false drops it. Must answer the same for the same hit. NULL: all count.
    bool (*accept)(void* context, const hit_bvh_hit* hit);
    void* accept_context;
} hit_bvh_filter;

/// Find the first primitive that a ray hits.
///
/// The one with the smallest exact t wins, and among equals the one with the lowest index: a ray through a shared edge
/// hits exactly one of its triangles, the same on every CPU.
///
/// @param ray     considers t in [t_min, t_max], both ends included; one that is not valid hits nothing
/// @param filter  NULL: everything counts
/// @param hit     filled on a hit, else untouched; NULL to ask only whether there is one
/// @return  false for no hit, and for a NULL tree
HIT_API bool hit_bvh_first(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_hit* hit);

/// Tell whether a ray hits anything: faster than the first hit.
HIT_API bool hit_bvh_any(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter);

/// Find all hits of a ray, the nearest first, equal t by index.
///
/// @param hits      room for `capacity` hits: the nearest ones are stored; NULL is allowed when capacity is 0
/// @return  the number of all hits, which may be more than `capacity`
HIT_API uint32_t hit_bvh_all(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_hit* hits,
                             uint32_t capacity);

/// Find the first k hits of a ray, the nearest first, equal t by index: as hit_bvh_all, but without looking further.
///
/// @return  the number of hits stored, at most k
HIT_API uint32_t hit_bvh_nearest(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_hit* hits,
                                 uint32_t k);

/// Count the hits of a ray.
HIT_API uint32_t hit_bvh_count(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter);

/// Called with each hit; false ends the search.
typedef bool hit_bvh_visitor(void* context, const hit_bvh_hit* hit);

/// Visit all hits of a ray, in an order that depends on the tree.
///
/// @return  the number of calls
HIT_API uint32_t hit_bvh_visit(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_visitor* visitor,
                               void* context);

// ---- Volumes ---------------------------------------------------------------------------------------------------------

/// What a volume query looks for.
typedef enum hit_bvh_relation {
    HIT_BVH_TOUCHING = 0, ///< primitives that have a point in common with the volume
    HIT_BVH_INSIDE = 1    ///< primitives that lie in the volume
} hit_bvh_relation;

/// Find the primitives that touch a volume, or lie in it.
///
/// Exact, as the tests of cone.h, frustum.h and overlap.h are. Of the filter, `masks` and `mask` count.
///
/// @param primitives  room for `capacity` indices: the lowest ones are stored, in ascending order; may be NULL when
///                    capacity is 0
/// @return  the number of all that were found, which may be more than `capacity`; 0 for NULL and for an empty volume
HIT_API uint32_t hit_bvh_in_cone(const hit_bvh* bvh, const hit_cone* cone, hit_bvh_relation relation,
                                 const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity);
HIT_API uint32_t hit_bvh_in_frustum(const hit_bvh* bvh, const hit_frustum* frustum, hit_bvh_relation relation,
                                    const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity);
HIT_API uint32_t hit_bvh_in_aabb(const hit_bvh* bvh, hit_aabb box, hit_bvh_relation relation,
                                 const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity);
HIT_API uint32_t hit_bvh_in_obb(const hit_bvh* bvh, const hit_obb* obb, hit_bvh_relation relation,
                                const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity);
HIT_API uint32_t hit_bvh_in_sphere(const hit_bvh* bvh, hit_sphere sphere, hit_bvh_relation relation,
                                   const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity);

/// The point of a primitive that is closest to another point.
typedef struct hit_bvh_closest {
    float distance;
    uint32_t primitive;
    hit_vec3 point; ///< boxes are solid: the point itself when it lies inside
    float u, v, w;  ///< triangles: the point is w·v0 + u·v1 + v·v2; boxes: 0
} hit_bvh_closest;

/// Find the primitives that are closest to a point, the closest first, equal distances by index.
///
/// Which ones, and their order, is exact; `distance` is correctly rounded, `point`, u, v and w to a few roundings: of
/// the coordinates of the primitive, and of each weight.
///
/// @param point         one that is not finite finds nothing
/// @param max_distance  farther ones do not count; may be infinite; a NaN or a negative number finds nothing
/// @param filter        `masks` and `mask` count
/// @param found         room for k results; those beyond the returned number are left as they are
/// @return  the number of results, at most k
HIT_API uint32_t hit_bvh_closest_points(const hit_bvh* bvh, hit_vec3 point, float max_distance,
                                        const hit_bvh_filter* filter, hit_bvh_closest* found, uint32_t k);

// ---- Many rays -------------------------------------------------------------------------------------------------------

/// hit_bvh_first for many rays; faster than a loop where the tree is larger than the caches.
///
/// @param ray_stride  bytes from one ray to the next, a multiple of 4; 0 means sizeof(hit_ray)
/// @param hits        `count` of them, all written; a miss has the primitive HIT_BVH_NONE and t infinite
/// @param hit_stride  bytes from one hit to the next, a multiple of 4; 0 means sizeof(hit_bvh_hit)
/// @param pool        NULL: one thread
/// @return  HIT_OK; HIT_ERROR_ARGUMENT for NULL with a count above 0, and for bad strides
HIT_API hit_status hit_batch_first(const hit_bvh* bvh, const hit_ray* rays, size_t ray_stride, hit_bvh_hit* hits,
                                   size_t hit_stride, size_t count, const hit_task_pool* pool);

/// hit_bvh_any for many rays: answers[i] is 1 or 0.
HIT_API hit_status hit_batch_any(const hit_bvh* bvh, const hit_ray* rays, size_t ray_stride, uint8_t* answers,
                                 size_t count, const hit_task_pool* pool);

/// hit_bvh_count for many rays.
HIT_API hit_status hit_batch_count(const hit_bvh* bvh, const hit_ray* rays, size_t ray_stride, uint32_t* counts,
                                   size_t count, const hit_task_pool* pool);

#ifdef __cplusplus
}
#endif

#endif
