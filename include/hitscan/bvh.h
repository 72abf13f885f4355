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
// Rays: t is in units of |direction|, which need not be 1; t_min and t_max are both included. A ray that is not valid
// (hit_ray_is_valid: a NaN or infinity, a zero direction, t_min above t_max) hits nothing. Triangles and boxes are
// closed: what touches an edge, a corner or a face hits it. A ray that lies in the plane of a triangle does not hit it.
//
// Threads: what takes a const tree keeps nothing that an answer depends on, and allocates nothing, but for
// hit_bvh_validate and hit_bvh_save; any number of threads may query one tree. Building, loading and destroying
// different trees is independent. A refit, like hit_bvh_destroy, needs its tree for itself.
//
// Callbacks (accept, visitors, progress) run in the default floating-point environment, rounding to nearest and with
// denormals, whatever that of the caller is. They may query any tree, also the same one, but must not change or destroy
// it. They return: leaving one by longjmp or by an exception is not allowed.
#ifndef HITSCAN_BVH_H
#define HITSCAN_BVH_H

#include <hitscan/cone.h>
#include <hitscan/frustum.h>
#include <hitscan/shapes.h>
#include <hitscan/task.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A tree; made by hit_bvh_build_*, hit_bvh_load or hit_bvh_view, freed by hit_bvh_destroy.
typedef struct hit_bvh hit_bvh;

/// No primitive.
#define HIT_BVH_NONE UINT32_MAX

// ---- Building -------------------------------------------------------------------------------------------------------

/// How much time to spend on a tree: better ones answer faster. The answers are the same.
typedef enum hit_bvh_quality {
    HIT_BVH_DEFAULT = 0, ///< for most
    HIT_BVH_FAST = 1,    ///< for geometry that changes each frame; no triangle is cut
    HIT_BVH_HIGH = 2     ///< for geometry that is queried for long: takes about twice the time
} hit_bvh_quality;

/// What a tree is made of. Boxes are solid: a ray that starts in one hits it, and a point in one is at distance 0.
typedef enum hit_bvh_kind {
    HIT_BVH_TRIANGLES = 0,
    HIT_BVH_AABBS = 1, ///< axis-aligned boxes
    HIT_BVH_OBBS = 2   ///< oriented boxes
} hit_bvh_kind;

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
    const void* indices; ///< 3·triangle_count numbers without gaps, aligned to their size; NULL with HIT_INDEX_NONE
    uint32_t triangle_count;
} hit_mesh;

/// Memory that builds may share, one after the other, with one allocator; {0} at first. Free it with
/// hit_bvh_scratch_free.
typedef struct hit_bvh_scratch {
    void* memory; ///< NULL when there is none
    size_t size;  ///< in bytes
} hit_bvh_scratch;

/// How to build. Zero everywhere, or NULL in place of a pointer to it, means the defaults.
typedef struct hit_bvh_options {
    hit_bvh_quality quality;
    /// False: bad primitives (a NaN or infinity, an index that is out of range, an empty box) are left out and counted
    /// in hit_bvh_get_stats. True: the first one makes the build fail with HIT_ERROR_GEOMETRY.
    bool refuse_bad;
    const hit_task_pool* pool;      ///< NULL: one thread. The tree is the same, byte by byte
    const hit_allocator* allocator; ///< NULL: malloc. Copied: it is used until the tree is destroyed
    hit_bvh_scratch* scratch;       ///< kept between builds and grown when needed; NULL: each build has its own
    /// Called now and then from the calling thread, in the default floating-point environment, with a number that grows
    /// from 0 to 1; false cancels the build, which then returns HIT_ERROR_CANCELLED. NULL: nobody is told.
    bool (*progress)(void* context, float done);
    void* progress_context; ///< the first argument of `progress`
    uint64_t reserved[4];   ///< zero (base.h)
} hit_bvh_options;

/// Build a tree over triangles.
///
/// Degenerate triangles (a segment, a point) are legal: no ray hits them, but volumes do, and they have closest points.
/// So are identical ones. No triangles make a valid tree that nothing hits. Bad ones are those with a NaN or an
/// infinity in a corner, or with an index that is not below vertex_count; see refuse_bad.
///
/// @param mesh     may be freed afterwards; the tree has a copy of what it needs
/// @param options  NULL: the defaults
/// @param bvh      set on success, else untouched
/// @param error    as base.h says; `offset` is the index of a bad primitive
/// @return  HIT_OK, HIT_ERROR_ARGUMENT (a NULL that is not allowed, indices with HIT_INDEX_NONE, a bad stride,
///          alignment or enum value), HIT_ERROR_MEMORY, HIT_ERROR_CANCELLED, HIT_ERROR_GEOMETRY (see refuse_bad),
///          HIT_ERROR_LIMIT (more than 2^29 triangles). On failure nothing is left behind but for the scratch memory
/// @threads  any number of builds at once, each with its own scratch, tree and error
HIT_API hit_status hit_bvh_build_triangles(const hit_mesh* mesh, const hit_bvh_options* options, hit_bvh** bvh,
                                           hit_error* error);

/// Build a tree over axis-aligned boxes.
///
/// Flat boxes, and boxes that are a segment or a point, are legal. Bad ones are the empty ones: min above max on an
/// axis, or a NaN or an infinity; see refuse_bad.
///
/// @param boxes    aligned to 4; may be freed afterwards; NULL is allowed when count is 0
/// @param stride   bytes from one box to the next, at least sizeof(hit_aabb) and a multiple of 4; 0 means
///                 sizeof(hit_aabb)
/// @param options  NULL: the defaults
/// @param bvh      set on success, else untouched
/// @return  as hit_bvh_build_triangles
/// @threads  as hit_bvh_build_triangles
HIT_API hit_status hit_bvh_build_aabbs(const hit_aabb* boxes, size_t stride, uint32_t count,
                                       const hit_bvh_options* options, hit_bvh** bvh, hit_error* error);

/// Build a tree over oriented boxes: the sets |axis·(p - center)| <= half, whose axes need not be perpendicular.
///
/// Flat boxes are legal. Bad ones are those with a NaN or an infinity, with a negative half size, or with axes that do
/// not span space, and those that reach beyond the largest float; see refuse_bad.
///
/// @param boxes    aligned to 4; may be freed afterwards; NULL is allowed when count is 0
/// @param stride   bytes from one box to the next, at least sizeof(hit_obb) and a multiple of 4; 0 means
///                 sizeof(hit_obb)
/// @param options  NULL: the defaults
/// @param bvh      set on success, else untouched
/// @return  as hit_bvh_build_triangles
/// @threads  as hit_bvh_build_triangles
HIT_API hit_status hit_bvh_build_obbs(const hit_obb* boxes, size_t stride, uint32_t count,
                                      const hit_bvh_options* options, hit_bvh** bvh, hit_error* error);

/// Free a tree. NULL is allowed. The bytes of a view are not touched: they are the caller's.
HIT_API void hit_bvh_destroy(hit_bvh* bvh);

/// Free what builds kept, and make it {0} again. A NULL scratch is allowed.
///
/// @param allocator  the one that the builds used; NULL: malloc
HIT_API void hit_bvh_scratch_free(hit_bvh_scratch* scratch, const hit_allocator* allocator);

/// Give the triangles of a tree new places, and keep its structure: faster than building, but queries get slower the
/// more things move.
///
/// Answers are those of a tree built from the new mesh. Vertices that had the same place when the tree was built are
/// stored once; when they part, HIT_ERROR_TOPOLOGY says that a new tree is needed. So does another number of triangles,
/// and one that was bad and is good now, or the other way round. On any failure the tree is as it was. Large triangles
/// that were cut into pieces are whole after a refit: for geometry that moves, build with HIT_BVH_FAST.
///
/// @param bvh   one that was built or loaded
/// @param mesh  with the same triangles, in the same order; the indices, strides and vertex_count may differ
/// @param pool  NULL: one thread
/// @return  HIT_OK, HIT_ERROR_TOPOLOGY, HIT_ERROR_ARGUMENT: NULL, a tree that is only a view or of another kind, and
///          whatever is wrong with the mesh; HIT_ERROR_MEMORY when there were pieces
/// @threads  nothing else may use the tree meanwhile
HIT_API hit_status hit_bvh_refit_triangles(hit_bvh* bvh, const hit_mesh* mesh, const hit_task_pool* pool,
                                           hit_error* error);

/// Give the axis-aligned boxes of a tree new places and sizes, and keep its structure: as hit_bvh_refit_triangles.
///
/// @param bvh     one that was built or loaded
/// @param boxes   in the same order; as in hit_bvh_build_aabbs
/// @param stride  as in hit_bvh_build_aabbs; need not be that of the build
/// @param count   another one than that of the build is HIT_ERROR_TOPOLOGY; so is a box that turned empty, or was
/// @param pool    NULL: one thread
/// @return  as hit_bvh_refit_triangles; on any failure the tree is as it was
/// @threads  nothing else may use the tree meanwhile
HIT_API hit_status hit_bvh_refit_aabbs(hit_bvh* bvh, const hit_aabb* boxes, size_t stride, uint32_t count,
                                       const hit_task_pool* pool, hit_error* error);

/// Give the oriented boxes of a tree new places, sizes and axes, and keep its structure: as hit_bvh_refit_triangles.
///
/// @param bvh     one that was built or loaded
/// @param boxes   in the same order; as in hit_bvh_build_obbs
/// @param stride  as in hit_bvh_build_obbs; need not be that of the build
/// @param count   another one than that of the build is HIT_ERROR_TOPOLOGY; so is a box that turned bad, or was
/// @param pool    NULL: one thread
/// @return  as hit_bvh_refit_triangles, and HIT_ERROR_MEMORY; on any failure the tree is as it was
/// @threads  nothing else may use the tree meanwhile
HIT_API hit_status hit_bvh_refit_obbs(hit_bvh* bvh, const hit_obb* boxes, size_t stride, uint32_t count,
                                      const hit_task_pool* pool, hit_error* error);

// ---- What a tree is -------------------------------------------------------------------------------------------------

/// Statistics of a tree.
typedef struct hit_bvh_stats {
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
} hit_bvh_stats;

/// Tell the statistics of a tree, in time in proportion to its nodes.
///
/// @return  all zero for NULL
HIT_API hit_bvh_stats hit_bvh_get_stats(const hit_bvh* bvh);

/// The triangle of a primitive, with the corners that it was built from; a zero may have lost its sign. The search
/// takes time in proportion to the number of triangles.
///
/// @param triangle  filled when there is one, else untouched
/// @return  false for a tree of boxes, for an index that is out of range or was skipped, and for NULL
HIT_API bool hit_bvh_find_triangle(const hit_bvh* bvh, uint32_t primitive, hit_triangle* triangle);

/// Check everything that queries rely on: the format, the structure, and that each node's box holds what is below it.
///
/// What was built, loaded or viewed is valid; this finds bytes that changed later. The time is linear in the size.
///
/// @return  HIT_OK or HIT_ERROR_FORMAT; HIT_ERROR_ARGUMENT for NULL; HIT_ERROR_MEMORY when there is none to note in
///          what was seen, some bits for each node and primitive
HIT_API hit_status hit_bvh_validate(const hit_bvh* bvh, hit_error* error);

/// The tree's block of bytes, and its size; for a view, the bytes that it looks at. They may be read and copied as long
/// as the tree lives and is not refitted, and must not be changed.
///
/// @param size  may be NULL
/// @return  NULL, with a size of 0, for NULL
HIT_API const void* hit_bvh_bytes(const hit_bvh* bvh, size_t* size);

/// How to view. Zero everywhere, or NULL in place of a pointer to it, means the defaults.
typedef struct hit_bvh_view_options {
    const hit_allocator* allocator; ///< for a small handle, and for the checks; NULL: malloc. Copied
    /// Leave out the checks that take time in proportion to the size of the tree. For bytes that this program has
    /// checked before, or made itself; with others, queries may crash or never end.
    bool trusted;
    uint64_t reserved[4]; ///< zero (base.h)
} hit_bvh_view_options;

/// Use a tree that lies in memory, without copying it: a mapped file, a message, a resource.
///
/// @param bytes    what hit_bvh_bytes gave, at any address that is a multiple of 64; it must stay as it is while in
///                 use. Everything is checked first, so hostile bytes make an error, never a crash
/// @param options  NULL: the defaults
/// @param bvh      set on success, else untouched; to be destroyed before the bytes go
/// @return  HIT_OK, HIT_ERROR_ARGUMENT (NULL, or an address that is no multiple of 64), HIT_ERROR_FORMAT,
///          HIT_ERROR_MEMORY
/// @threads  any number of views of the same bytes, in any threads and processes
HIT_API hit_status hit_bvh_view(const void* bytes, size_t size, const hit_bvh_view_options* options, hit_bvh** bvh,
                                hit_error* error);

/// Copy a tree into memory of its own: one that can be refitted, and needs the bytes of a view no more.
///
/// @param bvh        built, loaded or viewed; it is not changed
/// @param allocator  NULL: malloc. Copied: it is used until the copy is destroyed
/// @param copy       set on success, else untouched
/// @return  HIT_OK, HIT_ERROR_ARGUMENT for NULL, HIT_ERROR_MEMORY
/// @threads  others may query the tree meanwhile
HIT_API hit_status hit_bvh_copy(const hit_bvh* bvh, const hit_allocator* allocator, hit_bvh** copy, hit_error* error);

/// Write a tree to a file, in one piece: to a new file beside it first, then renamed over `path`. On failure the old
/// file, if there was one, is as it was.
///
/// @return  HIT_OK, HIT_ERROR_ARGUMENT for NULL, HIT_ERROR_MEMORY, HIT_ERROR_FILE: the message says what the system
///          said
HIT_API hit_status hit_bvh_save(const hit_bvh* bvh, const char* path, hit_error* error);

/// Read a tree from a file, into memory of its own. Everything is checked, as in hit_bvh_view, and the size of the file
/// before memory is taken.
///
/// @param allocator  NULL: malloc. Copied: it is used until the tree is destroyed
/// @param bvh        set on success, else untouched
/// @return  HIT_OK, HIT_ERROR_ARGUMENT for NULL, HIT_ERROR_FILE, HIT_ERROR_FORMAT, HIT_ERROR_MEMORY
HIT_API hit_status hit_bvh_load(const char* path, const hit_allocator* allocator, hit_bvh** bvh, hit_error* error);

// ---- Rays -----------------------------------------------------------------------------------------------------------

/// Where a ray meets a primitive. hit_ray_at(ray, t) is the point, hit_ray_distance(ray, t) its distance.
typedef struct hit_bvh_hit {
    float t;            ///< in units of |direction|, correctly rounded; of a box the entry, or t_min from inside
    uint32_t primitive; ///< HIT_BVH_NONE: no hit
    float u, v, w;      ///< triangles: the point is w·v0 + u·v1 + v·v2, each correctly rounded; boxes: 0
    hit_side side;      ///< which side of a triangle the ray meets; of a box, HIT_SIDE_BACK when it starts inside
    int face;           ///< the face through which a box is entered, else HIT_FACE_NONE
    uint32_t slot;      ///< where the tree keeps the primitive: for hit_bvh_normal, _hit_triangle and _leave
} hit_bvh_hit;

/// The unit normal at a hit: to the front of a triangle, whichever side was hit, or out of the face of a box.
///
/// @param hit  what a query of this tree gave, and before it was refitted
/// @return  computed in double, then rounded; the zero vector where there is none: for a ray that starts in a box, for
///          no hit, and for NULL
HIT_API hit_vec3 hit_bvh_normal(const hit_bvh* bvh, const hit_bvh_hit* hit);

/// The triangle of a hit, in no time: hit_bvh_find_triangle without the search.
///
/// @param hit       what a query of this tree gave, and before it was refitted
/// @param triangle  filled when there is one, else untouched
/// @return  false for a tree of boxes, for no hit, and for NULL
HIT_API bool hit_bvh_hit_triangle(const hit_bvh* bvh, const hit_bvh_hit* hit, hit_triangle* triangle);

/// Start a ray where another one hit a triangle, so that it does not hit that triangle again: hit_ray_leave_triangle
/// from the point of the hit's u, v and w.
///
/// @param hit        what a query of this tree gave, and before it was refitted
/// @param direction  of the new ray, of any length
/// @return  with t in [0, inf); for a tree of boxes, no hit, and NULL, one that is not valid
HIT_API hit_ray hit_bvh_leave(const hit_bvh* bvh, const hit_bvh_hit* hit, hit_vec3 direction);

/// Which sides of triangles count: those with this hit_bvh_hit.side.
typedef enum hit_sides {
    HIT_SIDES_BOTH = 0,
    HIT_SIDES_FRONT = 1, ///< as back-face culling does
    HIT_SIDES_BACK = 2
} hit_sides;

/// What counts as a hit. Zero everywhere, or NULL, means everything. What does not count hides nothing.
///
/// A filter is read during the call only. Volumes and closest points look at `masks` and `mask` alone.
typedef struct hit_bvh_filter {
    hit_sides sides;       ///< boxes have front sides only, but for rays that start inside
    const uint32_t* masks; ///< one per primitive of the arrays that the tree was built from; NULL: no masks
    uint32_t mask;         ///< primitive i counts when masks[i] & mask is not 0
    /// In hit_bvh_all, _first_k, _count and _visit: let a ray through an edge or corner that several triangles share
    /// hit one of them, the lowest, per side. Precisely: of hits with exactly equal t, on the same side, that all lie
    /// on edges of their triangles (u, v or w is 0), only that with the lowest index counts. Nothing changes for boxes,
    /// for hits inside a triangle, and for hit_bvh_first and _any.
    bool unique;
    /// Asked about each hit that could count, in no particular order, perhaps more than once, and perhaps for hits that
    /// another one then beats; false drops it. Must answer the same for the same hit. Runs on the calling thread, in
    /// the default floating-point environment. NULL: all count.
    bool (*accept)(void* context, const hit_bvh_hit* hit);
    void* accept_context; ///< the first argument of `accept`
    uint64_t reserved[4]; ///< zero (base.h)
} hit_bvh_filter;

/// Find the first primitive that a ray hits.
///
/// The one with the smallest exact t wins, and among equals the one with the lowest index: a ray through a shared edge
/// hits exactly one of its triangles, the same on every CPU.
///
/// @param ray     considers t in [t_min, t_max], both ends included, in units of |direction|; one that is not valid
///                hits nothing
/// @param filter  NULL: everything counts
/// @param hit     filled on a hit, else untouched; NULL to ask only whether there is one
/// @return  false for no hit, and for a NULL tree
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API bool hit_bvh_first(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_hit* hit);

/// Tell whether a ray hits anything: the answer of hit_bvh_first, but faster.
///
/// @param ray     as in hit_bvh_first: both ends of [t_min, t_max] are included, so a shadow ray that starts on a
///                surface may hit it; start it by hit_bvh_leave
/// @param filter  NULL: everything counts
/// @return  false for no hit, for a ray that is not valid, and for a NULL tree
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API bool hit_bvh_any(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter);

/// How much of a tree a query has looked at.
typedef struct hit_bvh_work {
    uint32_t nodes;  ///< inner nodes, each with all of its up to eight children
    uint32_t leaves; ///< blocks of up to eight triangles; for trees of boxes, boxes that were decided one by one
} hit_bvh_work;

/// Find the first primitive that a ray hits, and tell how much work that was: for pictures of what is slow, for
/// comparing trees, and for finding out why a scene is slow.
///
/// The answer is that of hit_bvh_first. The work is that of the portable kernel, on every CPU: the same numbers
/// everywhere for the same tree. Those with SIMD visit the same nodes but for what their roundings let them skip, or
/// not. Many times slower than hit_bvh_first.
///
/// @param ray     as in hit_bvh_first
/// @param filter  NULL: everything counts
/// @param hit     as in hit_bvh_first: filled on a hit, else untouched; may be NULL
/// @param work    filled in any case, with zeros for a ray that is not valid and for a NULL tree; may be NULL
/// @return  as hit_bvh_first: false for no hit, and for a NULL tree
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API bool hit_bvh_measure(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_hit* hit,
                             hit_bvh_work* work);

/// Find all hits of a ray, the nearest first, equal t by index.
///
/// Sorted by exact t, which floats may not tell apart. A ray through an edge or corner hits all triangles that share
/// it, unless filter->unique is set.
///
/// @param ray       as in hit_bvh_first
/// @param filter    NULL: everything counts
/// @param hits      room for `capacity` hits: the nearest ones are stored, what is beyond them is untouched; NULL:
///                  none are stored
/// @param capacity  0 to count only
/// @return  the number of all hits, which may be more than `capacity`; 0 for a ray that is not valid and for a NULL
///          tree
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API uint32_t hit_bvh_all(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_hit* hits,
                             uint32_t capacity);

/// Find the first k hits of a ray, the nearest first, equal t by index: as hit_bvh_all, but without looking further.
///
/// @param ray     as in hit_bvh_first
/// @param filter  NULL: everything counts
/// @param hits    room for k hits, those beyond the returned number are untouched; NULL finds nothing
/// @return  the number of hits stored, at most k; 0 for a ray that is not valid and for a NULL tree
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API uint32_t hit_bvh_first_k(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_hit* hits,
                                 uint32_t k);

/// Count the hits of a ray: the number that hit_bvh_all returns.
///
/// @param ray     as in hit_bvh_first
/// @param filter  NULL: everything counts; with `unique`, an edge or corner that is crossed counts once per side
/// @return  0 for a ray that is not valid and for a NULL tree
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API uint32_t hit_bvh_count(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter);

/// Called with each hit, on the thread that asked, in the default floating-point environment; false ends the search.
/// `hit` is valid during the call.
typedef bool hit_bvh_visitor(void* context, const hit_bvh_hit* hit);

/// Visit all hits of a ray, in an order that depends on the tree: those of hit_bvh_all, each once.
///
/// @param ray      as in hit_bvh_first
/// @param filter   NULL: everything counts
/// @param visitor  NULL: nothing is visited
/// @param context  its first argument
/// @return  the number of calls; 0 for a ray that is not valid and for a NULL tree
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API uint32_t hit_bvh_visit(const hit_bvh* bvh, hit_ray ray, const hit_bvh_filter* filter, hit_bvh_visitor* visitor,
                               void* context);

// ---- Volumes --------------------------------------------------------------------------------------------------------

/// What a volume query looks for.
typedef enum hit_include {
    HIT_INCLUDE_TOUCHING = 0, ///< primitives that have a point in common with the volume
    HIT_INCLUDE_INSIDE = 1    ///< primitives that lie in the volume
} hit_include;

/// Find the primitives that touch a cone, or lie in it.
///
/// The answers are those of hit_cone_meets_* and hit_cone_contains_*, primitive by primitive: nothing that meets the
/// cone is missed, and what is found without meeting it is closer than 1e-12 of its distance from the apex (cone.h).
///
/// @param cone        NULL, or one that is not valid, is the empty set, and so finds nothing
/// @param include     touching or inside; the sets are closed, so a common boundary point is enough to touch
/// @param filter      `masks` and `mask` count; NULL: every primitive does
/// @param primitives  room for `capacity` indices: the lowest ones are stored, in ascending order, what is beyond them
///                    is untouched; NULL: none are stored
/// @param capacity    0 to count only
/// @return  the number of all that were found, which may be more than `capacity`; 0 for NULL and for an empty volume
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API uint32_t hit_bvh_in_cone(const hit_bvh* bvh, const hit_cone* cone, hit_include include,
                                 const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity);

/// Find the primitives that touch a frustum, or lie in it: what a camera sees, what a marquee selects.
///
/// Exact for the planes as they are: touching is what hit_frustum_* does not call HIT_OUTSIDE, inside is HIT_INSIDE.
///
/// @param frustum     NULL finds nothing, and so does an empty one, or one with a NaN
/// @param include     touching or inside; the sets are closed
/// @param filter      `masks` and `mask` count; NULL: every primitive does
/// @param primitives  as in hit_bvh_in_cone: the lowest `capacity` indices, ascending
/// @param capacity    0 to count only
/// @return  the number of all that were found, which may be more than `capacity`
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API uint32_t hit_bvh_in_frustum(const hit_bvh* bvh, const hit_frustum* frustum, hit_include include,
                                    const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity);

/// Find the primitives that touch an axis-aligned box, or lie in it. Exact.
///
/// @param box         an empty one, or one with a NaN, finds nothing; a flat one is legal
/// @param include     touching or inside; the sets are closed
/// @param filter      `masks` and `mask` count; NULL: every primitive does
/// @param primitives  as in hit_bvh_in_cone: the lowest `capacity` indices, ascending
/// @param capacity    0 to count only
/// @return  the number of all that were found, which may be more than `capacity`
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API uint32_t hit_bvh_in_aabb(const hit_bvh* bvh, hit_aabb box, hit_include include, const hit_bvh_filter* filter,
                                 uint32_t* primitives, uint32_t capacity);

/// Find the primitives that touch an oriented box, or lie in it. Exact for the set |axis·(p - center)| <= half.
///
/// @param obb         NULL finds nothing, and so does one that is not finite or whose axes do not span space
/// @param include     touching or inside; the sets are closed
/// @param filter      `masks` and `mask` count; NULL: every primitive does
/// @param primitives  as in hit_bvh_in_cone: the lowest `capacity` indices, ascending
/// @param capacity    0 to count only
/// @return  the number of all that were found, which may be more than `capacity`
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API uint32_t hit_bvh_in_obb(const hit_bvh* bvh, const hit_obb* obb, hit_include include,
                                const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity);

/// Find the primitives that touch a sphere, or lie in it. Exact.
///
/// @param sphere      a radius of 0 is a point; a negative one, or a NaN or infinity, finds nothing
/// @param include     touching or inside; the sets are closed
/// @param filter      `masks` and `mask` count; NULL: every primitive does
/// @param primitives  as in hit_bvh_in_cone: the lowest `capacity` indices, ascending
/// @param capacity    0 to count only
/// @return  the number of all that were found, which may be more than `capacity`
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API uint32_t hit_bvh_in_sphere(const hit_bvh* bvh, hit_sphere sphere, hit_include include,
                                   const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity);

/// The point of a primitive that is closest to another point.
typedef struct hit_bvh_closest {
    float distance; ///< 0 in a box; infinite when it is beyond FLT_MAX
    uint32_t primitive;
    hit_vec3 point; ///< boxes are solid: the point itself when it lies inside
    float u, v, w;  ///< triangles: the point is w·v0 + u·v1 + v·v2; boxes: 0
    uint32_t slot;  ///< where the tree keeps a triangle: for hit_bvh_closest_triangle; boxes: 0
} hit_bvh_closest;

/// Find the primitives that are closest to a point, the closest first, equal distances by index.
///
/// Which ones, and their order, is exact; `distance` is correctly rounded, `point`, u, v and w to a few roundings: of
/// the coordinates of the primitive, and of each weight.
///
/// @param point         one that is not finite finds nothing
/// @param max_distance  farther ones do not count, those at exactly this distance do; may be infinite; a NaN or a
///                      negative number finds nothing
/// @param filter        `masks` and `mask` count; NULL: every primitive does
/// @param found         room for k results; those beyond the returned number are left as they are; NULL finds nothing
/// @return  the number of results, at most k; 0 for a NULL tree
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API uint32_t hit_bvh_closest_points(const hit_bvh* bvh, hit_vec3 point, float max_distance,
                                        const hit_bvh_filter* filter, hit_bvh_closest* found, uint32_t k);

/// The triangle of a closest point, in no time: hit_bvh_find_triangle without the search.
///
/// @param closest   what a query of this tree gave, and before it was refitted
/// @param triangle  filled when there is one, else untouched
/// @return  false for a tree of boxes, for a result whose primitive is HIT_BVH_NONE, and for NULL
HIT_API bool hit_bvh_closest_triangle(const hit_bvh* bvh, const hit_bvh_closest* closest, hit_triangle* triangle);

/// Compare the distances from a point to two triangles, exactly: the order of hit_bvh_closest_points. For results that
/// were found apart from each other, as those of several trees.
///
/// @return  negative when the first is closer than the second, positive when it is farther, 0 for exactly equal
///          distances. NULL, and a triangle that is not finite, is farther than any other; 0 when both are, and for a
///          point that is not finite
HIT_API int hit_point_triangle_compare(hit_vec3 point, const hit_triangle* first, const hit_triangle* second);

// ---- Many rays, many points -----------------------------------------------------------------------------------------

/// How to answer many rays or points. Zero everywhere, or NULL in place of a pointer to it, means the defaults.
typedef struct hit_bvh_batch_options {
    /// Bytes from one ray or point to the next, at least the size of one and a multiple of 4; 0 means the size of one.
    size_t ray_stride;
    /// Bytes from one result to the next, at least the size of one, and a multiple of 4 unless that is 1; 0 means the
    /// size of one. What is between results is not touched. In hit_bvh_batch_first_k and _closest, from the k results
    /// of one ray, which lie side by side, to those of the next.
    size_t result_stride;
    /// What counts; NULL: everything. Its callback runs on the threads of the pool, perhaps several at once.
    const hit_bvh_filter* filter;
    /// A mask for each ray or point: primitive i counts for r when filter->masks[i] & ray_masks[r] is not 0. It needs a
    /// filter with `masks`; where filter->mask is not 0, filter->masks[i] & filter->mask must not be 0 either. NULL: no
    /// such masks.
    const uint32_t* ray_masks;
    size_t ray_mask_stride;    ///< bytes from one mask to the next, at least 4 and a multiple of 4; 0 means 4
    const hit_task_pool* pool; ///< NULL: one thread. The results are the same
    uint64_t reserved[4];      ///< zero (base.h)
} hit_bvh_batch_options;

/// hit_bvh_first for many rays; without a filter faster than a loop where the tree is larger than the caches.
///
/// @param rays     `count` of them, aligned to 4; NULL is allowed when count is 0
/// @param hits     `count` of them, all written: hits[i] is that of rays[i]. A miss, also of a ray that is not valid,
///                 has the primitive HIT_BVH_NONE, an infinite t, no face, and zeros
/// @param options  NULL: the defaults
/// @return  HIT_OK; HIT_ERROR_ARGUMENT, with nothing written, for NULL with a count above 0, bad strides, and ray masks
///          without masks of primitives
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API hit_status hit_bvh_batch_first(const hit_bvh* bvh, const hit_ray* rays, size_t count, hit_bvh_hit* hits,
                                       const hit_bvh_batch_options* options, hit_error* error);

/// hit_bvh_any for many rays.
///
/// @param rays     as in hit_bvh_batch_first
/// @param answers  `count` of them, all written: 1 for a hit, 0 for none or a ray that is not valid
/// @param options  NULL: the defaults
/// @return  as hit_bvh_batch_first
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API hit_status hit_bvh_batch_any(const hit_bvh* bvh, const hit_ray* rays, size_t count, uint8_t* answers,
                                     const hit_bvh_batch_options* options, hit_error* error);

/// hit_bvh_count for many rays.
///
/// @param rays     as in hit_bvh_batch_first
/// @param counts   `count` of them, all written: the number of hits; 0 for a ray that is not valid
/// @param options  NULL: the defaults
/// @return  as hit_bvh_batch_first
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API hit_status hit_bvh_batch_count(const hit_bvh* bvh, const hit_ray* rays, size_t count, uint32_t* counts,
                                       const hit_bvh_batch_options* options, hit_error* error);

/// hit_bvh_first_k for many rays.
///
/// @param rays     as in hit_bvh_batch_first
/// @param k        results for each ray; 0 is allowed
/// @param hits     k·count of them, all written: those of rays[i] begin at hits[k·i], the nearest first, equal t by
///                 index; where there are fewer than k, the rest are misses as in hit_bvh_batch_first. NULL is allowed
///                 when k or count is 0
/// @param found    `count` of them without gaps, all written: the number of hits of each ray, at most k; may be NULL
/// @param options  NULL: the defaults
/// @return  as hit_bvh_batch_first
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API hit_status hit_bvh_batch_first_k(const hit_bvh* bvh, const hit_ray* rays, size_t count, uint32_t k,
                                         hit_bvh_hit* hits, uint32_t* found, const hit_bvh_batch_options* options,
                                         hit_error* error);

/// hit_bvh_all for many rays: all hits in one array, those of a ray after those of the ray before it.
///
/// Count first, by hit_bvh_batch_count with the same options; then let offsets[0] be 0, and offsets[i + 1] be
/// offsets[i] plus the number of hits of rays[i].
///
/// @param rays     as in hit_bvh_batch_first
/// @param offsets  `count` + 1 of them, ascending: the hits of rays[i] go from hits[offsets[i]] up to, without,
///                 hits[offsets[i + 1]]; they need not begin at 0. NULL is allowed when count is 0
/// @param hits     offsets[count] of them: of each ray the nearest first, equal t by index. Where a ray has fewer hits
///                 than room, the rest are misses as in hit_bvh_batch_first. NULL is allowed where no ray has room
/// @param options  NULL: the defaults; result_stride must be 0 or sizeof(hit_bvh_hit)
/// @param error    as base.h says; `offset` is the index of the offset that is less than the one before it, or of the
///                 first ray that has more hits than room
/// @return  as hit_bvh_batch_first; HIT_ERROR_ARGUMENT, with nothing written, for offsets that do not ascend, or are
///          more than memory can hold; and, with the nearest hits written as far as there is room, for a ray that has
///          more
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API hit_status hit_bvh_batch_all(const hit_bvh* bvh, const hit_ray* rays, size_t count, const uint64_t* offsets,
                                     hit_bvh_hit* hits, const hit_bvh_batch_options* options, hit_error* error);

/// hit_bvh_closest_points for many points.
///
/// @param points        `count` of them, aligned to 4; NULL is allowed when count is 0
/// @param max_distance  as in hit_bvh_closest_points, for all points
/// @param k             results for each point; 0 is allowed
/// @param found_points  k·count of them, all written: those of points[i] begin at found_points[k·i], the closest first,
///                      equal distances by index. Where there are fewer than k, the rest have the primitive
///                      HIT_BVH_NONE, an infinite distance, and zeros. NULL is allowed when k or count is 0
/// @param found         `count` of them without gaps, all written: the number of results of each point, at most k; may
///                      be NULL
/// @param options       NULL: the defaults; of a filter, `masks` and `mask` count
/// @return  as hit_bvh_batch_first
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API hit_status hit_bvh_batch_closest(const hit_bvh* bvh, const hit_vec3* points, size_t count, float max_distance,
                                         uint32_t k, hit_bvh_closest* found_points, uint32_t* found,
                                         const hit_bvh_batch_options* options, hit_error* error);

/// hit_bvh_normal for many hits.
///
/// @param hits     `count` of them, aligned to 4: what queries of this tree gave, and before it was refitted; misses
///                 are allowed. NULL is allowed when count is 0
/// @param normals  `count` of them, all written; the zero vector where there is none
/// @param options  NULL: the defaults. ray_stride is that of the hits, at least sizeof(hit_bvh_hit); the filter and the
///                 masks are not looked at
/// @return  HIT_OK; HIT_ERROR_ARGUMENT, with nothing written, for NULL with a count above 0 and for bad strides
/// @threads  any number of threads may query one tree; allocates nothing
HIT_API hit_status hit_bvh_batch_normals(const hit_bvh* bvh, const hit_bvh_hit* hits, size_t count, hit_vec3* normals,
                                         const hit_bvh_batch_options* options, hit_error* error);

#ifdef __cplusplus
}
#endif

#endif
