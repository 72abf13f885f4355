// Volumes for queries on a tree: a culler in float for the eight boxes of a node, and the exact test for a primitive.
//
// The culler calls a box outside or inside only when it certainly is; what it says of a box goes for all that is in it.
// Its kernels are one source, kernels.h, compiled for several instruction sets, with the same bits from each.
#ifndef HITSCAN_BVH_VOLUME_H
#define HITSCAN_BVH_VOLUME_H

#include "bvh/format/layout.h"
#include "cone/many.h"
#include "overlap/halfspaces.h"

typedef enum hit_volume_kind {
    HIT_VOLUME_CONE,
    HIT_VOLUME_FRUSTUM,
    HIT_VOLUME_AABB,
    HIT_VOLUME_OBB,
    HIT_VOLUME_SPHERE
} hit_volume_kind;

// Six half-spaces in float. Each normal is scaled by a power of two so that its largest component is in [1/8, 1/4); no
// sum of products with floats overflows then. A box is outside when its farthest corner along a normal is below
// `outside`, and inside when its nearest ones are not below `inside`; both are moved by more than the errors of that.
typedef struct hit_volume_planes {
    float normal[6][3];
    unsigned char high[6][3]; ///< 1 where the normal is positive: there the farthest corner has the high plane
    float outside[6], inside[6];
} hit_volume_planes;

// A sphere, scaled by a power of two so that squares stay in range: the limits are for squares of distances.
typedef struct hit_volume_scaled_sphere {
    float center[3], scale;
    float outside, inside;
} hit_volume_scaled_sphere;

// What the kernels use.
typedef struct hit_volume_culler {
    hit_volume_kind kind; ///< FRUSTUM and OBB are both planes
    union {
        hit_cone_many cone;
        hit_volume_planes planes;
        hit_aabb box;
        hit_volume_scaled_sphere sphere;
    } u;
} hit_volume_culler;

// A volume that is not empty.
typedef struct hit_volume {
    hit_volume_culler culler;
    hit_include include;
    const hit_cone* cone;
    hit_aabb box;
    hit_sphere sphere;
    hit_halfspaces set; ///< of a frustum, an aligned or an oriented box; so the struct must not be copied
} hit_volume;

// Make a volume for a tree whose coordinates are at most `max_abs` in size; false when it is empty. The shapes must
// live as long as the volume. Requires the environment of base/fpenv.h.
bool hit_volume_from_cone(const hit_cone* cone, hit_volume* out);
bool hit_volume_from_frustum(const hit_frustum* frustum, float max_abs, hit_volume* out);
bool hit_volume_from_aabb(hit_aabb box, hit_volume* out);
bool hit_volume_from_obb(const hit_obb* obb, float max_abs, hit_volume* out);
bool hit_volume_from_sphere(hit_sphere sphere, float max_abs, hit_volume* out);

// Whether a primitive touches the volume, or lies in it, as its include says: exactly. Requires the environment of
// base/fpenv.h.
bool hit_volume_accepts_triangle(const hit_volume* volume, const hit_triangle* triangle);
bool hit_volume_accepts_aabb(const hit_volume* volume, hit_aabb box);
bool hit_volume_accepts_obb(const hit_volume* volume, const hit_obb* obb);

// Cull eight boxes, given as the planes of a node: bit i of `met` is cleared when box i is certainly outside, or
// empty; bit i of `inside` is set when it is certainly inside. Requires the environment of base/fpenv.h.
typedef void hit_volume_cull_node(const hit_volume_culler* culler, const float plane[6][HIT_BVH_WIDTH], unsigned* met,
                                  unsigned* inside);

// The same for the boxes of a block's triangles; lanes that are not in use may have any bits.
typedef void hit_volume_cull_block(const hit_volume_culler* culler, const hit_bvh_block* block, unsigned* met,
                                   unsigned* inside);

// The kernels of a level: query/kernels.h is their one source.
typedef struct hit_volume_kernel {
    hit_volume_cull_node* cull_node;
    hit_volume_cull_block* cull_block;
} hit_volume_kernel;

extern const hit_volume_kernel hit_volume_kernel_portable;
extern const hit_volume_kernel hit_volume_kernel_sse4;
extern const hit_volume_kernel hit_volume_kernel_avx2;
extern const hit_volume_kernel hit_volume_kernel_neon;
extern const hit_volume_kernel hit_volume_kernel_wasm;

// Those that the build contains, by hit_cpu: kernels.c.
extern const hit_volume_kernel* const hit_volume_kernels[];

// ---- Ids: id_heap.c -------------------------------------------------------------------------------------------------

// Arrange an array as a heap: the largest on top, at ids[0].
void hit_ids_make_heap(uint32_t* ids, uint32_t count);

// Replace the top of a heap that is not empty.
void hit_ids_replace_top(uint32_t* ids, uint32_t count, uint32_t id);

// Ascending. All must be different.
void hit_ids_sort(uint32_t* ids, uint32_t count);

#endif
