// The last word about half-spaces: see halfspaces_box.c, halfspaces_sphere.c and halfspaces_triangle.c for the
// formulas.
//
// All inputs are floats, all results signs of sums of products of at most eight of them, which exact/big.h holds. An
// aligned box is doubled (corner sums and differences instead of centre and half sizes), so that nothing is divided;
// its tests are linear in lengths, so the factor does not matter. Cost: 1 to 10 microseconds a test.
#include "overlap/halfspaces.h"

#include "exact/big.h"
#include "exact/expansion.h"

static hit_big zero(void)
{
    return hit_big_from_float(0.0f);
}

static hit_big absolute(hit_big x)
{
    x.sign = x.sign < 0 ? -x.sign : x.sign;
    return x;
}

static void negate(hit_big* x)
{
    x->sign = -x->sign;
}

static hit_big times(const hit_big* x, float y)
{
    const hit_big b = hit_big_from_float(y);
    return hit_big_mul(x, &b);
}

// sum += x·y
static void add_product(hit_big* sum, const hit_big* x, const hit_big* y)
{
    const hit_big p = hit_big_mul(x, y);
    *sum = hit_big_add(sum, &p);
}

// x·(y×z)
static hit_big volume(const hit_big x[3], const hit_big y[3], const hit_big z[3])
{
    hit_big cross[3];
    hit_big_cross(y, z, cross);
    return hit_big_dot(x, cross);
}

static void normal_of(const hit_halfspaces* set, int i, hit_big n[3])
{
    hit_big_vector(set->plane[i].normal, n);
}

// ---- Boxes -----------------------------------------------------------------------------------------------------

// How far the centre of a box is outside half-space i: e = d - n·(centre - origin); doubled for an aligned box.
static hit_big box_excess(const hit_halfspaces* set, const hit_any_box* box, int i)
{
    hit_big n[3], way[3], e;

    normal_of(set, i, n);
    if (box->oriented != NULL) {
        hit_big_difference(set->origin, box->oriented->center, way);
        e = hit_big_dot(n, way);
        const hit_big d = hit_big_from_float(set->plane[i].offset);
        return hit_big_add(&e, &d);
    }
    hit_big other[3];
    hit_big_difference(set->origin, box->aligned.min, way);
    hit_big_difference(set->origin, box->aligned.max, other);
    for (int k = 0; k < 3; k++)
        way[k] = hit_big_add(&way[k], &other[k]);
    e = hit_big_dot(n, way);
    const hit_big d = hit_big_from_float(set->plane[i].offset);
    e = hit_big_add(&e, &d);
    return hit_big_add(&e, &d);
}

// Half the size of a box along axis k; doubled for an aligned box.
static hit_big box_half(const hit_any_box* box, int k)
{
    hit_big size[3];
    if (box->oriented != NULL)
        return hit_big_from_float(box->oriented->half[k]);
    hit_big_difference(box->aligned.max, box->aligned.min, size);
    return size[k];
}

static void box_axis(const hit_any_box* box, int k, hit_big axis[3])
{
    const hit_vec3 unit = {k == 0 ? 1.0f : 0.0f, k == 1 ? 1.0f : 0.0f, k == 2 ? 1.0f : 0.0f};
    hit_big_vector(box->oriented != NULL ? box->oriented->axis[k] : unit, axis);
}

// axis l × axis m, where k, l, m are in cyclic order.
static void box_cross(const hit_any_box* box, int k, hit_big cross[3])
{
    hit_big l[3], m[3];
    box_axis(box, (k + 1) % 3, l);
    box_axis(box, (k + 2) % 3, m);
    hit_big_cross(l, m, cross);
}

// |D|·e + side·sum of |n·w_k|·h_k: the most (side 1) or the least (-1) that a point of the box is outside.
static hit_big box_extreme(const hit_halfspaces* set, const hit_any_box* box, int i, int side)
{
    hit_big n[3], axis[3], cross[3], sum = zero();

    normal_of(set, i, n);
    for (int k = 0; k < 3; k++) {
        box_cross(box, k, cross);
        const hit_big z = absolute(hit_big_dot(n, cross)), h = box_half(box, k);
        add_product(&sum, &z, &h);
    }
    if (side < 0)
        negate(&sum);
    box_cross(box, 0, cross);
    box_axis(box, 0, axis);
    const hit_big det = absolute(hit_big_dot(axis, cross)), e = box_excess(set, box, i);
    add_product(&sum, &det, &e);
    return sum;
}

// The sign of n·corner - d for the corner of an aligned box that is farthest along side·n. Products of two floats are
// exact in double.
static int corner_sign(const hit_plane* plane, const hit_aabb* box, int side)
{
    const float n[3] = {plane->normal.x, plane->normal.y, plane->normal.z};
    const float low[3] = {box->min.x, box->min.y, box->min.z}, high[3] = {box->max.x, box->max.y, box->max.z};
    double terms[4], sum[4];

    for (int k = 0; k < 3; k++)
        terms[k] = (double)n[k] * ((n[k] > 0.0f) == (side > 0) ? high[k] : low[k]);
    terms[3] = -(double)plane->offset;
    return hit_expansion_sign(sum, hit_expansion_from_terms(terms, 4, sum));
}

static bool simple(const hit_halfspaces* set, const hit_any_box* box)
{
    return box->oriented == NULL && set->origin.x == 0.0f && set->origin.y == 0.0f && set->origin.z == 0.0f;
}

bool hit_exact_box_outside(const hit_halfspaces* set, const hit_any_box* box, int i)
{
    if (simple(set, box))
        return corner_sign(&set->plane[i], &box->aligned, 1) < 0;
    return box_extreme(set, box, i, -1).sign > 0;
}

bool hit_exact_box_inside(const hit_halfspaces* set, const hit_any_box* box, int i)
{
    if (simple(set, box))
        return corner_sign(&set->plane[i], &box->aligned, -1) >= 0;
    return box_extreme(set, box, i, 1).sign <= 0;
}

bool hit_exact_box_pair(const hit_halfspaces* set, const hit_any_box* box, int i, int j, int k)
{
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    hit_big a[3], b[3], edge[3], cross[3], axis[3], value = zero(), loss = zero();

    normal_of(set, i, a);
    normal_of(set, j, b);
    box_cross(box, k, cross);
    hit_big z_a = hit_big_dot(a, cross), z_b = hit_big_dot(b, cross);
    if (z_a.sign * z_b.sign >= 0)
        return false;
    z_a = absolute(z_a), z_b = absolute(z_b);
    const hit_big e_a = box_excess(set, box, i), e_b = box_excess(set, box, j);
    add_product(&value, &z_b, &e_a);
    add_product(&value, &z_a, &e_b);
    hit_big_cross(a, b, edge);
    box_axis(box, m, axis);
    const hit_big g_m = absolute(hit_big_dot(edge, axis)), h_l = box_half(box, l);
    add_product(&loss, &g_m, &h_l);
    box_axis(box, l, axis);
    const hit_big g_l = absolute(hit_big_dot(edge, axis)), h_m = box_half(box, m);
    add_product(&loss, &g_l, &h_m);
    return hit_big_sub(&value, &loss).sign > 0;
}

bool hit_exact_box_triple(const hit_halfspaces* set, const hit_any_box* box, const int row[3], int k)
{
    hit_big n[3][3], axis[3], value = zero();
    int positive = 0, negative = 0;

    box_axis(box, k, axis);
    for (int i = 0; i < 3; i++)
        normal_of(set, row[i], n[i]);
    for (int i = 0; i < 3; i++) {
        const hit_big weight = volume(axis, n[(i + 1) % 3], n[(i + 2) % 3]), e = box_excess(set, box, row[i]);
        positive |= weight.sign > 0, negative |= weight.sign < 0;
        add_product(&value, &weight, &e);
    }
    if (positive && negative)
        return false;
    if (negative)
        negate(&value);
    const hit_big det = absolute(volume(n[0], n[1], n[2])), h = box_half(box, k);
    const hit_big loss = hit_big_mul(&det, &h);
    return hit_big_sub(&value, &loss).sign > 0;
}

bool hit_exact_quad(const hit_halfspaces* set, const int row[4])
{
    hit_big n[4][3], value = zero();
    int positive = 0, negative = 0;

    for (int i = 0; i < 4; i++)
        normal_of(set, row[i], n[i]);
    for (int i = 0; i < 4; i++) {
        // The three others in ascending order, with the sign of the cofactor.
        hit_big weight = volume(n[i == 0 ? 1 : 0], n[i <= 1 ? 2 : 1], n[i <= 2 ? 3 : 2]);
        if (i % 2)
            negate(&weight);
        positive |= weight.sign > 0, negative |= weight.sign < 0;
        weight = times(&weight, set->plane[row[i]].offset);
        value = hit_big_add(&value, &weight);
    }
    return !(positive && negative) && (negative ? -value.sign : value.sign) > 0;
}

// ---- Spheres ---------------------------------------------------------------------------------------------------

static hit_big sphere_excess(const hit_halfspaces* set, hit_sphere sphere, int i)
{
    hit_big n[3], way[3];

    normal_of(set, i, n);
    hit_big_difference(set->origin, sphere.center, way);
    const hit_big dot = hit_big_dot(n, way), d = hit_big_from_float(set->plane[i].offset);
    return hit_big_add(&dot, &d);
}

// The sign of |x|² - r²·s, with s given.
static int beyond(const hit_big* x2, float radius, const hit_big* s)
{
    hit_big limit = times(s, radius);
    limit = times(&limit, radius);
    return hit_big_sub(x2, &limit).sign;
}

static int sphere_compare(const hit_halfspaces* set, hit_sphere sphere, int i, const hit_big* e)
{
    hit_big n[3];
    normal_of(set, i, n);
    const hit_big e2 = hit_big_mul(e, e), n2 = hit_big_dot(n, n);
    return beyond(&e2, sphere.radius, &n2);
}

bool hit_exact_sphere_outside(const hit_halfspaces* set, hit_sphere sphere, int i)
{
    const hit_big e = sphere_excess(set, sphere, i);
    return e.sign > 0 && sphere_compare(set, sphere, i, &e) > 0;
}

bool hit_exact_sphere_inside(const hit_halfspaces* set, hit_sphere sphere, int i)
{
    const hit_big e = sphere_excess(set, sphere, i);
    return e.sign <= 0 && sphere_compare(set, sphere, i, &e) >= 0;
}

bool hit_exact_sphere_pair(const hit_halfspaces* set, hit_sphere sphere, int i, int j)
{
    hit_big a[3], b[3], u[3], edge[3];
    const hit_big e_a = sphere_excess(set, sphere, i), e_b = sphere_excess(set, sphere, j);

    normal_of(set, i, a);
    normal_of(set, j, b);
    for (int k = 0; k < 3; k++) {
        const hit_big p = hit_big_mul(&e_a, &b[k]), q = hit_big_mul(&e_b, &a[k]);
        u[k] = hit_big_sub(&p, &q);
    }
    if (hit_big_dot(b, u).sign < 0 || hit_big_dot(a, u).sign > 0)
        return false;
    hit_big_cross(a, b, edge);
    const hit_big u2 = hit_big_dot(u, u), edge2 = hit_big_dot(edge, edge);
    return beyond(&u2, sphere.radius, &edge2) > 0;
}

bool hit_exact_sphere_triple(const hit_halfspaces* set, hit_sphere sphere, const int row[3])
{
    hit_big n[3][3], edge[3][3], x[3];

    for (int i = 0; i < 3; i++)
        normal_of(set, row[i], n[i]), x[i] = zero();
    for (int i = 0; i < 3; i++) {
        const hit_big e = sphere_excess(set, sphere, row[i]);
        hit_big_cross(n[(i + 1) % 3], n[(i + 2) % 3], edge[i]);
        for (int k = 0; k < 3; k++)
            add_product(&x[k], &e, &edge[i][k]);
    }
    for (int i = 0; i < 3; i++)
        if (hit_big_dot(edge[i], x).sign < 0)
            return false;
    const hit_big det = hit_big_dot(n[0], edge[0]), det2 = hit_big_mul(&det, &det), x2 = hit_big_dot(x, x);
    return beyond(&x2, sphere.radius, &det2) > 0;
}

// ---- Triangles -------------------------------------------------------------------------------------------------

static hit_big side_of(const hit_halfspaces* set, int i, hit_vec3 p)
{
    hit_big n[3], way[3];

    normal_of(set, i, n);
    hit_big_difference(p, set->origin, way);
    const hit_big dot = hit_big_dot(n, way), d = hit_big_from_float(set->plane[i].offset);
    return hit_big_sub(&dot, &d);
}

int hit_exact_side(const hit_halfspaces* set, int i, hit_vec3 p)
{
    return side_of(set, i, p).sign;
}

static void sides_of(const hit_halfspaces* set, int i, const hit_triangle* triangle, hit_big f[3])
{
    f[0] = side_of(set, i, triangle->v0);
    f[1] = side_of(set, i, triangle->v1);
    f[2] = side_of(set, i, triangle->v2);
}

bool hit_exact_triangle_pair(const hit_halfspaces* set, const hit_triangle* triangle, int i, int j)
{
    hit_big a[3], b[3];

    sides_of(set, i, triangle, a);
    sides_of(set, j, triangle, b);
    for (int k = 0; k < 3; k++)
        if (a[k].sign >= 0 && b[k].sign >= 0)
            return false;
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            if (a[k].sign > 0 && b[l].sign > 0) {
                const hit_big p = hit_big_mul(&a[k], &b[l]), q = hit_big_mul(&a[l], &b[k]);
                if (hit_big_sub(&p, &q).sign >= 0)
                    return false;
            }
    return true;
}

bool hit_exact_triangle_triple(const hit_halfspaces* set, const hit_triangle* triangle, const int row[3])
{
    hit_big f[3][3], cross[3];
    int sign = 0;

    for (int i = 0; i < 3; i++)
        sides_of(set, row[i], triangle, f[i]);
    for (int i = 0; i < 3; i++) {
        hit_big_cross(f[(i + 1) % 3], f[(i + 2) % 3], cross);
        hit_big weight = hit_big_add(&cross[0], &cross[1]);
        weight = hit_big_add(&weight, &cross[2]);
        if (weight.sign == 0 || (i > 0 && weight.sign != sign))
            return false;
        sign = weight.sign;
    }
    return hit_big_dot(f[2], cross).sign * sign < 0; // cross is that of the first two
}
