// Where a ray enters an axis_aligned box that it certainly hits: most rays of a scene of boxes end here.
//
// As bvh/traverse/box_double.h has it: the entry is the largest of four numbers, where the three slabs are entered and
// t_min, each with a bound of its error; which one that is must be certain, and what it rounds to. Bounds are those of
// scene/ray/aligned_box.c.
//
// Part of scene/tlas/traverse_kernel.h.
#include "bvh/traverse/box_double.h"
#include "simd/f64x3.h"

// t, rounded, and the face; HIT_FACE_NONE, and t is t_min, from inside. False, which says nothing, where double does not
// suffice.
SIMD_INLINE bool enter_axis_aligned(const hit_object_record* record, const hit_ray_context* ray_ctx, float* t,
                                    int* face)
{
    const hit_dray* ray = &ray_ctx->ray;
    const hit_placement* place = &record->placement;
    const float* plane = &record->shape.box.min.x;
    const f64x4 scale = f64x4_from_floats(place->linear[0][0], place->linear[1][1], place->linear[2][2], 1.0f);
    const f64x4 inverse = f64x4_set(ray_ctx->inverse[0], ray_ctx->inverse[1], ray_ctx->inverse[2], 1.0);
    // Bit k: along this axis the ray comes to the box's max first.
    const unsigned swapped = f64x4_signs(scale) ^ f64x4_signs(inverse);
    const f64x4 near =
        f64x4_mul(scale, f64x4_from_floats(plane[3 * (swapped & 1u)], plane[1 + (3 * (swapped >> 1 & 1u))],
                                           plane[2 + (3 * (swapped >> 2 & 1u))], ray->t_min));
    const f64x4 from = f64x4_sub(f64x4_load3(&ray->origin.x), f64x4_load3(&place->origin.x));
    const f64x4 way = f64x4_sub(near, from), at = f64x4_mul(way, inverse);
    const f64x4 noise = f64x4_add(
        f64x4_mul(f64x4_mul(f64x4_add(f64x4_abs(from), f64x4_abs(way)), f64x4_abs(inverse)), f64x4_splat(0x1p-52)),
        f64x4_mul(f64x4_abs(at), f64x4_splat(0x1p-51)));
    unsigned which;

    if (f64x4_ge(f64x4_splat(0x1p300), noise) != 15u || !choose_entry(at, noise, ray->t_min, &which, t))
        return false;
    *face = which == 3 ? HIT_FACE_NONE : (int)(2 * which + (swapped >> which & 1u));
    return true;
}
