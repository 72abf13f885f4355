// The kernels' interface: traverse a tree with a ray, and discard what it certainly does not hit.
//
// Kernels compute in floats, eight lanes at a time. Where a ray begins before its origin they shift t, so that none is
// negative: the bits of such floats are in the order of the floats. They may be wrong in one way only: by keeping what
// could have been discarded. What they keep is decided by resolve.c and the query files, in double and exactly, in the
// same way for all levels; so answers do not depend on the level. node.h has the code and the proofs of its bounds.
//
// Kernels require the environment of base/fpenv.h.
#ifndef HITSCAN_BVH_TRAVERSE_H
#define HITSCAN_BVH_TRAVERSE_H

#include "base/batch.h"
#include "base/cpu.h"
#include "bvh/traverse/candidate.h"

#include <math.h>

// The rounding unit of floats, 2^-24.
#define HIT_BVH_ULP 0x1p-24f

// A ray as the kernels want it. Arrays of four are so for the sake of vector stores.
typedef struct hit_bvh_ray {
    _Alignas(16) float inverse[4]; ///< 1/direction
    float near_offset[4];  ///< origin/direction, padded: a near plane is crossed at plane·inverse - near_offset
    float far_offset[4];   ///< the same for far planes
    float origin[4];       ///< along the axes x and y of the shear, and z, along which the direction is largest
    float shear[4];        ///< x and y of the direction over its z, along these axes
    uint32_t column[4];    ///< where coordinates along these axes begin in a block, in bytes
    uint32_t plane[8];     ///< where planes begin in a node, in bytes: near and far x, y, z
    uint32_t octant;       ///< which order of a node to take
    float t_min, t_max;    ///< t_min is not negative; rounded outward
    float t_first, t_last; ///< the same, rounded inward: what is between is certainly in range
    float inverse_z;       ///< 1/z of the direction
    float shift;           ///< what was added to t
    float grain;           ///< 2^-23 of the largest distance from the origin along z: see triangles.h
} hit_bvh_ray;

// A t in the units of the kernels, rounded up or down.
static inline float hit_bvh_ray_up(const hit_bvh_ray* ray, double t)
{
    const double x = t + ray->shift;
    return (float)(x + 0x1p-22 * fabs(x) + 0x1p-120);
}
static inline float hit_bvh_ray_down(const hit_bvh_ray* ray, double t)
{
    const double x = t + ray->shift;
    return (float)(x - 0x1p-22 * fabs(x) - 0x1p-120);
}

// The closest hit so far (its slot: see candidate.h), and between which t it is, in the units of the kernels.
typedef struct hit_bvh_best {
    uint32_t slot;
    float low, high;
} hit_bvh_best;

// A triangle that is hit, as double arithmetic knows it: between which t, in the units of the ray, and its t, u, v and
// w.
typedef struct hit_bvh_double_hit {
    double low, high;
    float value[4]; ///< t, u, v, w
    uint32_t slot;
    hit_side side;
    bool rounded; ///< the values are those of exact arithmetic, rounded; else hit_bvh_slot_describe has these
} hit_bvh_double_hit;

// Such a hit as callers know it, where its values are rounded.
static inline hit_bvh_hit hit_bvh_double_hit_describe(const hit_bvh_double_hit* found, uint32_t id)
{
    HIT_ASSERT(found->rounded);
    return (hit_bvh_hit){found->value[0], id,          found->value[1], found->value[2],
                         found->value[3], found->side, HIT_FACE_NONE,   found->slot};
}

// What a kernel could not decide. If it is hit at all, then not before `low`.
typedef struct hit_bvh_undecided {
    uint32_t slot;
    float low;
} hit_bvh_undecided;

enum {
    HIT_BVH_STACK_SIZE = HIT_BVH_DEPTH_MAX * 7 + 16, ///< a node leaves 7 others at most; 8 are stored at a time; an end
    HIT_BVH_UNDECIDED_MAX = 24
};

// What a traversal knows of its query.
typedef struct hit_bvh_traversal {
    const hit_bvh* bvh;
    const hit_ray* ray;
    hit_bvh_ray prepared;
    hit_bvh_best best;
    hit_bvh_double_hit double_hit; ///< triangles: the closest so far
    uint32_t undecided_count;
    hit_bvh_undecided undecided[HIT_BVH_UNDECIDED_MAX];
} hit_bvh_traversal;

// Begin a traversal: the closest hit so far is none, infinitely far away.
static inline void hit_bvh_traversal_begin(hit_bvh_traversal* traversal, const hit_bvh* bvh, const hit_ray* ray)
{
    traversal->bvh = bvh;
    traversal->ray = ray;
    traversal->best = (hit_bvh_best){HIT_BVH_NONE, HUGE_VALF, HUGE_VALF};
    traversal->double_hit.slot = HIT_BVH_NONE;
    traversal->double_hit.low = traversal->double_hit.high = HUGE_VAL;
    traversal->undecided_count = 0;
}

// Note an undecided primitive, unless it is noted already: blocks that several children refer to come again. There is
// room.
static inline void hit_bvh_add_undecided(hit_bvh_traversal* traversal, uint32_t slot)
{
    for (uint32_t i = 0; i < traversal->undecided_count; i++)
        if (traversal->undecided[i].slot == slot)
            return;
    HIT_ASSERT(traversal->undecided_count < HIT_BVH_UNDECIDED_MAX);
    traversal->undecided[traversal->undecided_count++] = (hit_bvh_undecided){slot, 0.0f};
}

// Resolve what is undecided, and describe what is first in the end; `hit` may be NULL. False when there is nothing.
bool hit_bvh_resolve_first(hit_bvh_traversal* traversal, hit_bvh_hit* hit);

// Resolve what is undecided: `best` becomes the first hit among itself and them, exactly, and nothing is undecided any
// more.
void hit_bvh_resolve(hit_bvh_traversal* traversal);

// Resolve what is undecided: true when any of it is a hit. Nothing is undecided any more.
bool hit_bvh_resolve_any(hit_bvh_traversal* traversal);

// Takes candidates: lanes of a block of triangles, or children of a node of boxes, as bits. May lower the limits; false
// ends the traversal.
typedef struct hit_bvh_candidate_visitor hit_bvh_candidate_visitor;
typedef bool hit_bvh_visit_candidates(hit_bvh_candidate_visitor* visitor, uint32_t index, unsigned lanes);
// Takes a triangle that is certainly hit, with all its values rounded; else as above.
typedef bool hit_bvh_visit_hit(hit_bvh_candidate_visitor* visitor, const hit_bvh_double_hit* found);
struct hit_bvh_candidate_visitor {
    hit_bvh_visit_candidates* take;
    hit_bvh_visit_hit* take_hit; ///< trees of triangles only
    const hit_bvh* bvh;
    const hit_ray* ray;
    hit_bvh_ray prepared;
    float limit;        ///< in the kernels' units: nothing after it is of interest
    double limit_exact; ///< the same for hit_bvh_each_exact, in the ray's units
};

// ---- The coherence hint ---------------------------------------------------------------------------------------------

// The ray that a thread has traversed last, which tells whether rays are coherent (bvh/traverse/coherence.h). It
// decides which of two equal ways a traversal takes, nothing else: answers do not depend on it. Each thread has its
// own, so that nothing is shared.

#if defined(_MSC_VER) && !defined(__clang__)
#define HIT_THREAD_LOCAL __declspec(thread)
#else
#define HIT_THREAD_LOCAL _Thread_local
#endif

// Three numbers each; the fourth may be anything.
typedef struct hit_bvh_coherence_hint {
    _Alignas(16) float origin[4];
    float direction[4];
} hit_bvh_coherence_hint;

// In a shared library, finding the memory of a thread costs as much as visiting a node, but for a few bytes that the
// loader of glibc keeps at a fixed place in all threads, even for libraries that are loaded late.
#if defined(__GLIBC__)
extern __attribute__((tls_model("initial-exec"))) HIT_THREAD_LOCAL hit_bvh_coherence_hint hit_bvh_coherence_ray;
#else
extern HIT_THREAD_LOCAL hit_bvh_coherence_hint hit_bvh_coherence_ray;
#endif

// ---- Batches --------------------------------------------------------------------------------------------------------

// Many rays at once; see batch.c. Where it is only asked whether anything is hit, hits are bytes.
typedef struct hit_bvh_batch {
    const hit_bvh* bvh;
    hit_batch arrays;
} hit_bvh_batch;

static inline const hit_ray* hit_bvh_batch_ray(const hit_bvh_batch* batch, size_t i)
{
    return hit_batch_input(&batch->arrays, i);
}

static inline hit_bvh_hit* hit_bvh_batch_hit(const hit_bvh_batch* batch, size_t i)
{
    return hit_batch_result(&batch->arrays, i);
}

static inline uint8_t* hit_bvh_batch_answer(const hit_bvh_batch* batch, size_t i)
{
    return hit_batch_result(&batch->arrays, i);
}

// What a ray gets that hits nothing.
extern const hit_bvh_hit hit_bvh_batch_miss;

// Find and store the answer for a ray, whatever it is; or whether there is any hit.
void hit_bvh_batch_one(const hit_bvh_batch* batch, size_t i);
void hit_bvh_batch_any_one(const hit_bvh_batch* batch, size_t i);

// Batches in which a ray has several hits: what is done with each ray. HIT_BVH_INTERLEAVED rays are under way at a
// time, each in a room of its own.
enum { HIT_BVH_INTERLEAVED = 12 };
typedef struct hit_bvh_batch_each hit_bvh_batch_each;
struct hit_bvh_batch_each {
    /// Ray i begins in a room: who takes its candidates.
    hit_bvh_candidate_visitor* (*begin)(hit_bvh_batch_each* each, uint32_t room, size_t i);
    /// The ray in a room has come to its end.
    void (*end)(hit_bvh_batch_each* each, uint32_t room);
    /// Find and store the answer for a ray, whatever it is, if kernels cannot: its room is free again.
    void (*one)(hit_bvh_batch_each* each, size_t i);
};

// The answer of a kernel.
typedef enum hit_bvh_answer {
    HIT_BVH_NO,
    HIT_BVH_YES,
    /// The ray is not valid, or the bounds do not hold for it or the tree: hit_bvh_each_exact can tell.
    HIT_BVH_UNDECIDED
} hit_bvh_answer;

// The kernels of a level. All take any ray.
typedef struct hit_bvh_kernel {
    /// Find the first triangle. `hit` may be NULL.
    hit_bvh_answer (*first)(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit);
    /// Tell whether any triangle is hit.
    hit_bvh_answer (*any)(const hit_bvh* bvh, const hit_ray* ray);
    /// Give all triangles that may be hit to a visitor, and say yes.
    hit_bvh_answer (*each)(hit_bvh_candidate_visitor* visitor);
    /// The same for boxes.
    hit_bvh_answer (*first_box)(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit);
    hit_bvh_answer (*any_box)(const hit_bvh* bvh, const hit_ray* ray);
    hit_bvh_answer (*each_box)(hit_bvh_candidate_visitor* visitor);
    /// Find the first triangles or boxes of some rays of a batch, from `begin` to `end`, some at a time.
    void (*first_many)(const hit_bvh_batch* batch, size_t begin, size_t end);
    /// Tell for some rays of a batch whether any triangle is hit, in the same way.
    void (*any_many)(const hit_bvh_batch* batch, size_t begin, size_t end);
    /// Give all triangles that some rays of a batch may hit to their visitors, in the same way.
    void (*each_many)(const hit_bvh_batch* batch, hit_bvh_batch_each* each, size_t begin, size_t end);
} hit_bvh_kernel;

#define HIT_BVH_KERNEL_TABLE(level)                                                                                    \
    {                                                                                                                  \
        first_##level, any_##level, each_##level, first_box_##level, any_box_##level, each_box_##level,                \
            first_many_##level, any_many_##level, each_many_##level                                                    \
    }

extern const hit_bvh_kernel hit_bvh_kernel_portable;
extern const hit_bvh_kernel hit_bvh_kernel_sse4;
extern const hit_bvh_kernel hit_bvh_kernel_avx2;
extern const hit_bvh_kernel hit_bvh_kernel_neon;
extern const hit_bvh_kernel hit_bvh_kernel_wasm;

// Those that the build contains, by hit_cpu.
extern const hit_bvh_kernel* const hit_bvh_kernels[];

// The kernels for hit_cpu_in_use().
static inline const hit_bvh_kernel* hit_bvh_kernel_in_use(void)
{
    return hit_bvh_kernels[hit_cpu_now()];
}

// As `each` of a kernel, exactly, for any valid ray and any tree; slow. `work` may be NULL.
void hit_bvh_each_exact(hit_bvh_candidate_visitor* visitor, hit_bvh_work* work);

// As `first` and `each`, or `first_box` and `each_box`, of the portable kernel; count what they visit.
hit_bvh_answer hit_bvh_kernel_first_counted(const hit_bvh* bvh, const hit_ray* ray, hit_bvh_hit* hit,
                                            hit_bvh_work* work);
hit_bvh_answer hit_bvh_kernel_each_counted(hit_bvh_candidate_visitor* visitor, hit_bvh_work* work);

#endif
