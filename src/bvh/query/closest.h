// The distance from a point to a primitive: in double, as an interval that certainly holds it, and exactly.
#ifndef HITSCAN_BVH_CLOSEST_H
#define HITSCAN_BVH_CLOSEST_H

#include "bvh/format/layout.h"
#include "exact/big.h"

// ---- In double -------------------------------------------------------------------------------------------------

// The distance is in [lo, hi]. Both are 0 when it is certainly zero.
typedef struct hit_closest_range {
    double lo, hi;
} hit_closest_range;

// The nearest point of an oriented box.
typedef struct hit_closest_obb_point {
    double at[3];
    bool precise; ///< good to 2^-26 of the box and its place
    int side[3];  ///< for each axis 1 or -1 when it lies on that side of the box, else 0: most likely
} hit_closest_obb_point;

// Requires the environment of base/fpenv.h.
hit_closest_range hit_closest_triangle(hit_vec3 point, const hit_triangle* triangle);
hit_closest_range hit_closest_aabb(hit_vec3 point, hit_vec3 corner); ///< `corner`: the point of the box, see below
hit_closest_range hit_closest_obb(hit_vec3 point, const hit_obb* obb,
                                  hit_closest_obb_point* obb_point); ///< NULL is allowed

// The point of an aligned box that is nearest: each coordinate clamped, which does not round.
static inline hit_vec3 hit_closest_corner(hit_vec3 p, hit_aabb box)
{
    const hit_vec3 a = box.min, b = box.max;
    return hit_vec3_make(p.x < a.x   ? a.x
                         : p.x > b.x ? b.x
                                     : p.x,
                         p.y < a.y   ? a.y
                         : p.y > b.y ? b.y
                                     : p.y,
                         p.z < a.z   ? a.z
                         : p.z > b.z ? b.z
                                     : p.z);
}

// Which part of a triangle is certainly the one that holds the nearest point.
typedef enum hit_closest_feature {
    HIT_CLOSEST_VERTEX = 0, ///< 0 to 2: a vertex
    HIT_CLOSEST_EDGE = 3,   ///< 3 to 5: the inner part of the edge from vertex 0, 1, 2 to the next
    HIT_CLOSEST_FACE = 6,
    HIT_CLOSEST_UNDECIDED = 7
} hit_closest_feature;

// `weight`, unless it is NULL, is filled with those of the vertices in the nearest point, each good to 2^-26 of itself;
// the answer is HIT_CLOSEST_UNDECIDED when double cannot have them as good.
int hit_closest_triangle_feature(hit_vec3 point, const hit_triangle* triangle, double weight[3]);

// ---- Exactly ---------------------------------------------------------------------------------------------------

// The square of a distance: num/den, sums of products of at most eight and of six floats; den > 0.
typedef struct hit_closest_square {
    hit_big num, den;
} hit_closest_square;

// A primitive.
typedef struct hit_closest_shape {
    hit_bvh_kind kind;
    hit_triangle triangle;
    hit_vec3 corner; ///< of an aligned box, the nearest point
    const hit_obb* obb;
} hit_closest_shape;

// `weight`, unless it is NULL, is filled for triangles, to 2^-49 of each.
void hit_closest_exact(hit_vec3 point, const hit_closest_shape* shape, hit_closest_square* square, double weight[3]);

// Of oriented boxes: see closest_obb_exact.c. `nearest`, unless it is NULL, is filled with the nearest point, to 2^-49.
void hit_closest_exact_obb(hit_vec3 point, const hit_obb* obb, hit_closest_square* square, double nearest[3]);

// The sign of a - b.
int hit_closest_compare_squares(const hit_closest_square* a, const hit_closest_square* b);

// The sign of the distance to one shape less that to another; to one shape less a finite limit that is not negative.
int hit_closest_compare(hit_vec3 point, const hit_closest_shape* a, const hit_closest_shape* b);
int hit_closest_compare_limit(hit_vec3 point, const hit_closest_shape* shape, float limit);

// The distance, rounded to the nearest float, ties to even; infinite beyond FLT_MAX.
float hit_closest_round(const hit_closest_square* square);

// ---- Two masks -------------------------------------------------------------------------------------------------

// hit_bvh_closest_points, where primitives must have a bit of `also`, too, if the filter has masks: for batches.
uint32_t hit_bvh_closest_masked(const hit_bvh* bvh, hit_vec3 point, float max_distance, const hit_bvh_filter* filter,
                                uint32_t also, hit_bvh_closest* found, uint32_t k);

// ---- Eight at a time -------------------------------------------------------------------------------------------

// A point, scaled by a power of two so that squares of distances stay in range: no coordinate of the point or of the
// tree is above 2^28 then.
typedef struct hit_closest_point {
    float at[3], scale;
} hit_closest_point;

// Squares of the distances to eight boxes, given as the planes of a node, in the scale of the point: rounded, off by at
// most 2^-21 of themselves and 2^-140; infinite for empty children. Requires the environment of base/fpenv.h.
typedef void hit_closest_children(const hit_closest_point* point, const float plane[6][HIT_BVH_WIDTH],
                                  float square[HIT_BVH_WIDTH]);

// Lower bounds of these squares for the triangles of a block, to the same precision; lanes that are not in use have
// any number.
typedef void hit_closest_block(const hit_closest_point* point, const hit_bvh_block* block, float square[HIT_BVH_WIDTH]);

// The kernels of a level: query/kernels.h is their one source.
typedef struct hit_closest_kernel {
    hit_closest_children* children;
    hit_closest_block* block;
} hit_closest_kernel;

extern const hit_closest_kernel hit_closest_kernel_portable;
extern const hit_closest_kernel hit_closest_kernel_sse4;
extern const hit_closest_kernel hit_closest_kernel_avx2;
extern const hit_closest_kernel hit_closest_kernel_neon;
extern const hit_closest_kernel hit_closest_kernel_wasm;

// Those that the build contains, by hit_cpu: kernels.c.
extern const hit_closest_kernel* const hit_closest_kernels[];

#endif
