// A ray enters an instance, and finds its first triangle there. Written once over simd/simd.h, compiled for each
// instruction set.
//
// This is what scene/ray/object.c does with an instance, number by number, but with vectors in registers, from which
// the traversal of the mesh is set up at once: so answers are the same bits. Of the instances whose boxes a ray meets,
// it misses more than half by all eight boxes of the root, and then this is all that is done. What is unusual - a ray
// that stays far from a flattened instance, a direction that has to be scaled, numbers out of the range of the kernels
// - is left to scene/ray/object.c.
//
// To be included with HIT_SIMD_* and TLAS_KERNEL(name) defined.
#include "bvh/traverse/ray_setup_local.h"
#include "bvh/traverse/triangles.h"
#include "simd/simd.h"
#include "scene/ray/local_ray.h"
#include "scene/tlas/traverse.h"

// A vector under the inverse of the instance's matrix.
SIMD_INLINE f64x4 image(const hit_instance* instance, f64x4 x, f64x4 y, f64x4 z)
{
    return f64x4_add(
        f64x4_add(f64x4_mul(f64x4_load(instance->column[0]), x), f64x4_mul(f64x4_load(instance->column[1]), y)),
        f64x4_mul(f64x4_load(instance->column[2]), z));
}

SIMD_INLINE f64x4 block_vertex(const hit_bvh_block* block, unsigned slot)
{
    return f64x4_from_floats(block->x[slot], block->y[slot], block->z[slot], 0.0f);
}

// Where the ray, before it was rounded, crosses the plane of a triangle, and its normal: plane_t of scene/ray/object.c.
SIMD_INLINE double cross_plane(const hit_bvh* mesh, const hit_bvh_hit* hit, f64x4 origin, f64x4 direction,
                               double plane[4])
{
    const hit_bvh_block* block = &mesh->blocks[hit->slot >> 3];
    const unsigned shift = 3 * (hit->slot & 7u);
    const f64x4 v0 = block_vertex(block, block->corner[0] >> shift & 7u);
    const f64x4 a = f64x4_sub(block_vertex(block, block->corner[1] >> shift & 7u), v0);
    const f64x4 b = f64x4_sub(block_vertex(block, block->corner[2] >> shift & 7u), v0);
    const f64x4 p = f64x4_mul(a, f64x4_yzx(b)), q = f64x4_mul(f64x4_yzx(a), b), normal = f64x4_yzx(f64x4_sub(p, q));
    const f64x4 largest = f64x4_hmax(f64x4_abs(normal)), size = f64x4_hmax(f64x4_add(f64x4_abs(p), f64x4_abs(q)));
    const f64x4 zero = f64x4_splat(0.0);
    const double num = f64x4_sum3(f64x4_add(zero, f64x4_mul(normal, f64x4_sub(v0, origin))));
    const double den = f64x4_sum3(f64x4_add(zero, f64x4_mul(normal, direction))), t = num / den;
    const f64x4 off = f64x4_mul(f64x4_splat(fabs(t - hit->t)), f64x4_abs(direction));

    f64x4_store(plane, f64x4_first(largest) >= HIT_LOCAL_RAY_FLAT * f64x4_first(size) ? normal : zero);
    // By the largest component of the direction, so by all of them. A NaN is not near.
    return f64x4_le3_bits(off, f64x4_splat(HIT_LOCAL_RAY_SLACK * mesh->header->max_abs)) == 7u ? t : (double)hit->t;
}

// Out of line: it is as large as a traversal, and has three callers.
SIMD_NOINLINE bool TLAS_KERNEL(hit_tlas_enter_instance)(hit_tlas_traversal* tlas, uint32_t ref)
{
    const uint32_t slot = hit_tlas_slot(ref);
    const hit_instance* instance = &tlas->scene->instance[slot];
    const hit_bvh* mesh = instance->mesh;
    const hit_ray_context* ray_ctx = &tlas->ray_ctx;
    const double* d = ray_ctx->direction;
    const f64x4 direction = f64x4_make(d[0], d[1], d[2], 0.0);
    const f64x4 from = f64x4_sub(f64x4_load3(&ray_ctx->ray.origin.x), f64x4_load3(instance->origin));
    const double along = f64x4_sum3(f64x4_mul(f64x4_sub(from, f64x4_load3(instance->center)), direction));
    const double t0 = -along * ray_ctx->per_length2, max_abs = mesh->header->max_abs;
    const f64x4 closest = f64x4_add(from, f64x4_mul(f64x4_splat(t0), direction));
    const f64x4 o = image(instance, f64x4_splat_x(closest), f64x4_splat_y(closest), f64x4_splat_z(closest));
    const f64x4 v = image(instance, f64x4_splat(d[0]), f64x4_splat(d[1]), f64x4_splat(d[2]));
    const f64x4 speed = f64x4_abs(v);
    hit_bvh_traversal traversal;
    hit_bvh_hit hit;
    hit_ray near;
    double plane[4];

    HIT_ASSERT((ref & HIT_TLAS_INSTANCE) && slot < tlas->scene->committed_slots && mesh != NULL);
    if (!(fabs(t0) <= 0x1p200) ||
        (f64x4_le3_bits(f64x4_abs(o), f64x4_splat(4.0 * max_abs)) & f64x4_le3_bits(speed, f64x4_splat(0x1p20))) != 7u ||
        f64x4_le3_bits(f64x4_splat(0x1p-20), speed) == 0)
        return false;
    const f32x3 origin = f32x3_from_f64x4(o), toward = f32x3_from_f64x4(v);
    // That of scene/ray/object.c or a little more, for the rounding.
    const float size = f32x3_first(f32x3_hmax(f32x3_abs(toward)));
    const double slack = 1.001 * HIT_LOCAL_RAY_SLACK * max_abs / size;
    const float first = hit_local_t_min(&ray_ctx->ray, t0, 1.0);
    const float last = hit_local_t_max(&ray_ctx->ray, t0, 1.0, tlas->limit, slack);

    if (!make_local_ray(mesh, origin, toward, first, last, &traversal.prepared))
        return false;
    f32x3_store_ray(&near, origin, toward, first, last);
    hit_bvh_traversal_begin(&traversal, mesh, &near);
    // How far this ray and the one before it are apart where they are closest to the mesh, in its own measure.
    if (tlas->coherent && (tlas->origin_delta + fabsf((float)t0) * tlas->direction_delta) * size <=
                              COHERENCE_LIMIT * mesh->header->max_abs * tlas->direction_max)
        traverse_first_coherent(&traversal, NULL);
    else
        traverse_first(&traversal, false, NULL);
    if (finish_first(&traversal, &hit)) {
        const double t = cross_plane(mesh, &hit, o, v, plane);
        hit_tlas_report_hit(tlas, slot, hit_local_t_to_world(&ray_ctx->ray, t0, 1.0, t), &hit, plane);
    }
    return true;
}
