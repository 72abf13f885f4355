// Where a ray enters an upright box that it certainly hits: most rays of a scene of boxes end here.
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
LANES_INLINE bool enter_upright(const hit_record* record, const hit_seeker* seeker, float* t, int* face)
{
    const hit_dray* ray = &seeker->ray;
    const hit_placement* place = &record->place;
    const float* plane = &record->shape.box.min.x;
    const quad scale = quad_floats(place->linear[0][0], place->linear[1][1], place->linear[2][2], 1.0f);
    const quad inverse = quad_set(seeker->inverse[0], seeker->inverse[1], seeker->inverse[2], 1.0);
    // Bit k: along this axis the ray comes to the box's max first.
    const unsigned swapped = quad_signs(scale) ^ quad_signs(inverse);
    const quad near = quad_mul(scale, quad_floats(plane[3 * (swapped & 1u)], plane[1 + (3 * (swapped >> 1 & 1u))],
                                                  plane[2 + (3 * (swapped >> 2 & 1u))], ray->t_min));
    const quad from = quad_sub(quad_load_three(&ray->origin.x), quad_load_three(&place->origin.x));
    const quad way = quad_sub(near, from), at = quad_mul(way, inverse);
    const quad noise =
        quad_add(quad_mul(quad_mul(quad_add(quad_abs(from), quad_abs(way)), quad_abs(inverse)), quad_all(0x1p-52)),
                 quad_mul(quad_abs(at), quad_all(0x1p-51)));
    unsigned which;

    if (quad_at_least(quad_all(0x1p300), noise) != 15u || !choose_entry(at, noise, ray->t_min, &which, t))
        return false;
    *face = which == 3 ? HIT_FACE_NONE : (int)(2 * which + (swapped >> which & 1u));
    return true;
}
