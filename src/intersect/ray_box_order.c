// Which of two boxes a ray enters first, where floats cannot tell: as quotients of integers.
//
// With the columns c of a placement, its origin T and s = origin - T, a plane of the box at x_i = p is crossed at
//     t = (p·det - r_i·s) / (r_i·d),   r_0 = c1×c2 and so on, det = c0·r_0
// (ray_box_affine.c), and the plane of a flat image at t = -n·s / n·d, where n is the product of two columns that span
// it (ray_box_flat.c). Numerators are sums of products of at most four numbers, denominators of three. Boxes that stand
// on one floor, or share a wall, are entered at equal t all the time. Cost: some microseconds.
#include "base/assert.h"
#include "exact/big.h"
#include "intersect/intersect.h"

typedef struct quotient {
    hit_big num, den;
} quotient;

static void columns(const hit_placement* m, hit_big c[3][3])
{
    for (int i = 0; i < 3; i++)
        hit_big_vector(hit_vec3_make(m->linear[0][i], m->linear[1][i], m->linear[2][i]), c[i]);
}

static bool is_zero(const hit_big v[3])
{
    return v[0].sign == 0 && v[1].sign == 0 && v[2].sign == 0;
}

static quotient plane_crossing(const hit_dray* ray, const hit_box_entry* e)
{
    const hit_big zero = hit_big_from_float(0.0f);
    hit_big c[3][3], s[3], d[3], n[3], part;
    quotient q;

    columns(e->placement, c);
    hit_big_difference_double(ray->origin, e->placement->origin, s);
    hit_big_vector(ray->direction, d);
    if (e->face == HIT_FACE_SIDE) {
        for (int k = 0; k < 3; k++) {
            hit_big_cross(c[(k + 1) % 3], c[(k + 2) % 3], n);
            if (!is_zero(n))
                break;
        }
        q.num = zero;
    } else {
        const int axis = e->face / 2;
        const float low[3] = {e->box->min.x, e->box->min.y, e->box->min.z};
        const float high[3] = {e->box->max.x, e->box->max.y, e->box->max.z};
        const hit_big plane = hit_big_from_float(e->face % 2 == 0 ? low[axis] : high[axis]);
        hit_big det;
        hit_big_cross(c[(axis + 1) % 3], c[(axis + 2) % 3], n);
        det = hit_big_dot(c[axis], n);
        q.num = hit_big_mul(&plane, &det);
    }
    part = hit_big_dot(n, s);
    q.num = hit_big_sub(&q.num, &part);
    q.den = hit_big_dot(n, d);
    return q;
}

static quotient entry(const hit_dray* ray, const hit_box_entry* e)
{
    if (e->box != NULL && e->face != HIT_FACE_NONE)
        return plane_crossing(ray, e);
    return (quotient){hit_big_from_double(e->box == NULL ? e->t : (double)ray->t_min), hit_big_from_float(1.0f)};
}

int hit_ray_box_placed_order(const hit_dray* ray, const hit_box_entry* first, const hit_box_entry* second)
{
    const quotient a = entry(ray, first), b = entry(ray, second);
    HIT_ASSERT(a.den.sign != 0 && b.den.sign != 0); // the ray crosses the plane through which it enters
    return hit_big_compare_products(&a.num, &b.den, &b.num, &a.den) * a.den.sign * b.den.sign;
}
