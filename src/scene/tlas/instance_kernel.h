// A ray enters an instance, and finds its first triangle there. Written once over simd/f32x8.h, compiled for each instruction
// set.
//
// What scene/ray/object.c does with an instance, number by number, but with vectors in registers, and what the walk in the tree
// needs made from them at once: so answers are the same bits. Of the instances whose boxes a ray meets, it misses more
// than half by all eight boxes of the root, and then this is all that is done. What is unusual - a ray that stays far from
// a flattened instance, a direction that has to be scaled, numbers out of the range of the kernels - is left to
// scene/ray/object.c.
#include "bvh/traverse/ray_setup_local.h"
#include "bvh/traverse/triangles.h"
#include "simd/f32x8_flags.h"
#include "simd/f64x3.h"
#include "scene/ray/local_ray.h"
#include "scene/tlas/traverse.h"

// A vector under the inverse of the instance's matrix.
LANES_INLINE quad image(const hit_instance* instance, quad x, quad y, quad z)
{
    return quad_add(quad_add(quad_mul(quad_load(instance->column[0]), x), quad_mul(quad_load(instance->column[1]), y)),
                    quad_mul(quad_load(instance->column[2]), z));
}

// Where the ray, before it was rounded, crosses the plane of a triangle, and the normal of that: plane_t of scene/ray/object.c.
LANES_INLINE double cross_plane(const hit_bvh* mesh, const hit_bvh_hit* hit, quad origin, quad direction,
                                double plane[4])
{
    const hit_bvh_block* block = &mesh->blocks[hit->place >> 3];
    const unsigned shift = 3 * (hit->place & 7u);
    const quad v0 = quad_corner(block, block->corner[0] >> shift & 7u);
    const quad a = quad_sub(quad_corner(block, block->corner[1] >> shift & 7u), v0);
    const quad b = quad_sub(quad_corner(block, block->corner[2] >> shift & 7u), v0);
    const quad p = quad_mul(a, quad_yzx(b)), q = quad_mul(quad_yzx(a), b), normal = quad_yzx(quad_sub(p, q));
    const quad largest = quad_largest(quad_abs(normal)), size = quad_largest(quad_add(quad_abs(p), quad_abs(q)));
    const quad zero = quad_all(0.0);
    const double num = quad_xyz_sum(quad_add(zero, quad_mul(normal, quad_sub(v0, origin))));
    const double den = quad_xyz_sum(quad_add(zero, quad_mul(normal, direction))), t = num / den;
    const quad off = quad_mul(quad_all(fabs(t - hit->t)), quad_abs(direction));

    quad_store(plane, quad_first_of(largest) >= HIT_NEAR_FLAT * quad_first_of(size) ? normal : zero);
    // By the largest component of the direction, so by all of them. A NaN is not near.
    return quad_at_most(off, quad_all(HIT_NEAR_SLACK * mesh->header->reach)) == 7u ? t : (double)hit->t;
}

bool TOP_ENTER(hit_top_enter)(hit_top_walk* top, uint32_t ref)
{
    const uint32_t slot = hit_top_slot(ref);
    const hit_instance* instance = &top->scene->instance[slot];
    const hit_bvh* mesh = instance->mesh;
    const hit_seeker* seeker = &top->seeker;
    const double* d = seeker->direction;
    const quad direction = quad_set(d[0], d[1], d[2], 0.0);
    const quad from = quad_sub(quad_load_three(&seeker->ray.origin.x), quad_load_three(instance->origin));
    const double along = quad_xyz_sum(quad_mul(quad_sub(from, quad_load_three(instance->center)), direction));
    const double t0 = -along * seeker->per_length2, reach = mesh->header->reach;
    const quad closest = quad_add(from, quad_mul(quad_all(t0), direction));
    const quad o = image(instance, quad_x(closest), quad_y(closest), quad_z(closest));
    const quad v = image(instance, quad_all(d[0]), quad_all(d[1]), quad_all(d[2]));
    const quad speed = quad_abs(v);
    hit_bvh_walk walk;
    hit_bvh_hit hit;
    hit_ray near;
    double plane[4];

    if (!(fabs(t0) <= 0x1p200) ||
        (quad_at_most(quad_abs(o), quad_all(4.0 * reach)) & quad_at_most(speed, quad_all(0x1p20))) != 7u ||
        quad_at_most(quad_all(0x1p-20), speed) == 0)
        return false;
    const three origin = quad_rounded(o), toward = quad_rounded(v);
    // That of scene/ray/object.c or a little more, for the rounding.
    const float size = three_first(three_largest(three_abs(toward)));
    const double slack = 1.001 * HIT_NEAR_SLACK * reach / size;
    const float first = hit_near_first(&seeker->ray, t0, 1.0);
    const float last = hit_near_last(&seeker->ray, t0, 1.0, top->limit, slack);

    if (!make_near_ray(mesh, origin, toward, first, last, &walk.prepared))
        return false;
    three_store_ray(&near, origin, toward, first, last);
    hit_bvh_walk_begin(&walk, mesh, &near);
    // How far this ray and the one before it are apart where they are closest to the mesh, in its own measure.
    if (top->alike && (top->aside + fabsf((float)t0) * top->turned) * size <= ALIKE * mesh->header->reach * top->size)
        walk_first_alike(&walk, NULL);
    else
        walk_first(&walk, false, NULL);
    if (finish_first(&walk, &hit)) {
        const double t = cross_plane(mesh, &hit, o, v, plane);
        hit_top_found(top, slot, hit_near_world_t(&seeker->ray, t0, 1.0, t), &hit, plane);
    }
    return true;
}
