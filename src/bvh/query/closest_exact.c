// The distance from a point to a primitive without rounding, with integers (exact/big.h).
//
// The square of a distance is a quotient: to a corner |s|², to an edge |s×e|²/|e|², to a face (n·s)²/|n|², with s a
// corner relative to the point; closest_triangle.c says which. Two squares are compared by cross products. The distance
// is rounded by its estimate, and where that is close to the midpoint of two floats a and b, 4·num is compared with
// (a + b)²·den. Cost: some 5 microseconds for a triangle, 0.2 where only corners are involved.
#include "bvh/query/closest.h"

#include "base/fpenv.h"
#include "exact/expansion.h"
#include "exact/vector.h"
#include "shapes/outward.h"

static hit_big one(void)
{
    return hit_big_from_float(1.0f);
}

static bool is_zero(const hit_big v[3])
{
    return v[0].sign == 0 && v[1].sign == 0 && v[2].sign == 0;
}

int hit_closest_compare_squares(const hit_closest_square* a, const hit_closest_square* b)
{
    HIT_ASSERT(a->den.sign > 0 && b->den.sign > 0);
    return hit_big_compare_products(&a->num, &b->den, &b->num, &a->den);
}

// ---- Triangles -------------------------------------------------------------------------------------------------

typedef struct big_corners {
    hit_big s[3][3], e[3][3], n[3];
} big_corners;

// Over the face; false when the nearest point is elsewhere.
static bool face_square(const big_corners* c, hit_closest_square* square, double weight[3])
{
    hit_big u[3], cross[3];

    if (is_zero(c->n))
        return false;
    for (int k = 0; k < 3; k++) {
        hit_big_cross(c->s[k], c->e[k], cross);
        u[k] = hit_big_dot(cross, c->n);
        if (u[k].sign < 0)
            return false;
    }
    const hit_big height = hit_big_dot(c->n, c->s[0]);
    square->num = hit_big_mul(&height, &height);
    square->den = hit_big_dot(c->n, c->n);
    for (int k = 0; k < 3 && weight != NULL; k++)
        weight[k] = hit_big_ratio(&u[(k + 1) % 3], &square->den);
    return true;
}

// The point of edge k.
static void edge_square(const big_corners* c, int k, hit_closest_square* square, double weight[3])
{
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    const hit_big before = hit_big_dot(c->s[k], c->e[k]), after = hit_big_dot(c->s[next], c->e[k]);

    weight[k] = weight[next] = weight[last] = 0.0;
    if (before.sign >= 0 || after.sign <= 0) { // an edge without length is one of these
        const int corner = before.sign >= 0 ? k : next;
        square->num = hit_big_dot(c->s[corner], c->s[corner]);
        square->den = one();
        weight[corner] = 1.0;
        return;
    }
    hit_big cross[3];
    hit_big_cross(c->s[k], c->e[k], cross);
    square->num = hit_big_dot(cross, cross);
    square->den = hit_big_dot(c->e[k], c->e[k]);
    weight[k] = hit_big_ratio(&after, &square->den);
    weight[next] = -hit_big_ratio(&before, &square->den);
}

static HIT_NOINLINE void triangle_square(hit_vec3 point, const hit_triangle* t, hit_closest_square* square,
                                         double weight[3])
{
    const hit_vec3 v[3] = {t->v0, t->v1, t->v2};
    hit_closest_square other;
    double other_weight[3];
    big_corners c;

    for (int k = 0; k < 3; k++) {
        hit_big_difference(v[k], point, c.s[k]);
        hit_big_difference(v[(k + 1) % 3], v[k], c.e[k]);
    }
    hit_big_cross(c.e[0], c.e[1], c.n);
    if (face_square(&c, square, weight))
        return;
    for (int k = 0; k < 3; k++) {
        edge_square(&c, k, &other, other_weight);
        if (k > 0 && hit_closest_compare_squares(&other, square) >= 0)
            continue;
        *square = other;
        for (int i = 0; i < 3 && weight != NULL; i++)
            weight[i] = other_weight[i];
    }
}

void hit_closest_exact(hit_vec3 point, const hit_closest_shape* shape, hit_closest_square* square, double weight[3])
{
    hit_big s[3];

    if (shape->kind == HIT_BVH_TRIANGLES) {
        triangle_square(point, &shape->triangle, square, weight);
    } else if (shape->kind == HIT_BVH_OBBS) {
        hit_closest_exact_obb(point, shape->obb, square, NULL);
    } else {
        hit_big_difference(shape->corner, point, s);
        square->num = hit_big_dot(s, s);
        square->den = one();
    }
}

// ---- Comparing -------------------------------------------------------------------------------------------------

static bool same_position(hit_vec3 a, hit_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// The sign of |a - point|² - |b - point|².
static int compare_points(hit_vec3 point, hit_vec3 a, hit_vec3 b)
{
    const hit_exact_vec3 to_a = hit_exact_difference(point, a), to_b = hit_exact_difference(point, b);
    double a2[24], b2[24], difference[48];
    const size_t n_a = hit_exact_dot(&to_a, &to_a, a2), n_b = hit_exact_dot(&to_b, &to_b, b2);
    return hit_expansion_sign(difference, hit_expansion_diff(a2, n_a, b2, n_b, difference));
}

// The one point, or the two ends of the edge, that the nearest point is certainly on; their number, or 0 when there are
// none.
static int feature_points(hit_vec3 point, const hit_closest_shape* shape, hit_vec3 ends[2])
{
    const hit_triangle* t = &shape->triangle;
    const hit_vec3 v[3] = {t->v0, t->v1, t->v2};
    int feature;

    if (shape->kind == HIT_BVH_AABBS) {
        ends[0] = ends[1] = shape->corner;
        return 1;
    }
    if (shape->kind == HIT_BVH_OBBS)
        return 0;
    feature = hit_closest_triangle_feature(point, t, NULL);
    if (feature >= HIT_CLOSEST_FACE)
        return 0;
    HIT_ASSERT(feature >= 0);
    ends[0] = v[feature % 3];
    ends[1] = v[(feature + 1) % 3];
    return feature >= HIT_CLOSEST_EDGE ? 2 : 1;
}

static bool same_obb(const hit_obb* a, const hit_obb* b)
{
    for (int k = 0; k < 3; k++)
        if (!same_position(a->axis[k], b->axis[k]) || a->half[k] != b->half[k])
            return false;
    return same_position(a->center, b->center);
}

static HIT_NOINLINE int compare_exactly(hit_vec3 point, const hit_closest_shape* a, const hit_closest_shape* b)
{
    hit_closest_square a2, b2;

    hit_closest_exact(point, a, &a2, NULL);
    hit_closest_exact(point, b, &b2, NULL);
    return hit_closest_compare_squares(&a2, &b2);
}

// Equal distances are the rule where primitives share a corner or an edge.
int hit_closest_compare(hit_vec3 point, const hit_closest_shape* a, const hit_closest_shape* b)
{
    hit_vec3 p[2], q[2];
    const int n = feature_points(point, a, p);

    HIT_ASSERT(a->kind == b->kind);
    if (n > 0 && n == feature_points(point, b, q)) {
        if (n == 1)
            return same_position(p[0], q[0]) ? 0 : compare_points(point, p[0], q[0]);
        if ((same_position(p[0], q[0]) && same_position(p[1], q[1])) ||
            (same_position(p[0], q[1]) && same_position(p[1], q[0])))
            return 0;
    }
    if (a->kind == HIT_BVH_OBBS && same_obb(a->obb, b->obb))
        return 0;
    return compare_exactly(point, a, b);
}

HIT_NOINLINE int hit_closest_compare_limit(hit_vec3 point, const hit_closest_shape* shape, float limit)
{
    const hit_big d = hit_big_from_float(limit), d2 = hit_big_mul(&d, &d), unit = one();
    hit_closest_square square;

    hit_closest_exact(point, shape, &square, NULL);
    return hit_big_compare_products(&square.num, &unit, &d2, &square.den);
}

// ---- Rounding --------------------------------------------------------------------------------------------------

float hit_closest_round(const hit_closest_square* square)
{
    // Within 2^-50 of the square, so 2^-51 of the root, which rounds once more. Where the estimate of the square
    // underflows the root is far below the smallest float.
    const double root = square->num.sign == 0 ? 0.0 : sqrt(hit_big_ratio(&square->num, &square->den));
    const float below = (float)(root * (1.0 - 0x1p-49));
    hit_big a, b, quadruple;
    int side;

    HIT_ASSERT(square->den.sign > 0 && square->num.sign >= 0);
    if (below == (float)(root * (1.0 + 0x1p-49)))
        return below;
    // The float above FLT_MAX would be FLT_MAX + 2^104.
    const float above = float_from_bits(float_bits(below) + 1);
    a = hit_big_from_float(below);
    b = hit_big_from_float(isfinite(above) ? above : 0x1p104f);
    b = isfinite(above) ? b : hit_big_add(&a, &b);
    a = hit_big_add(&a, &b);
    a = hit_big_mul(&a, &a);
    quadruple = hit_big_add(&square->num, &square->num);
    quadruple = hit_big_add(&quadruple, &quadruple);
    b = one();
    side = hit_big_compare_products(&quadruple, &b, &a, &square->den);
    if (side == 0)
        side = float_bits(below) & 1 ? 1 : -1;
    return side < 0 ? below : above;
}
