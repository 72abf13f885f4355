#include "support/oracle/convex_shapes.h"
#include "support/base/quad.h"

#include <math.h>

const char* const test_convex_kind_names[CONVEX_KINDS] = {"point",  "segment", "triangle", "box",
                                                          "sphere", "capsule", "cylinder"};
const char* const test_convex_style_names[CONVEX_STYLES] = {"random", "grid", "thin", "far"};

static double uniform(test_random* r)
{
    return (double)(test_random_next(r) >> 11) * 0x1p-53;
}

static double signed_uniform(test_random* r)
{
    return 2.0 * uniform(r) - 1.0;
}

static double quarters(double x)
{
    return floor(4.0 * x) / 4.0;
}

static bool is_round(test_convex_kind kind)
{
    return kind == CONVEX_SPHERE || kind == CONVEX_CAPSULE || kind == CONVEX_CYLINDER;
}

// The edges from the first point: a basis of a box, two of a triangle, one of a segment.
static void make_edges(test_random* r, test_convex_style style, double size, double edge[3][3])
{
    for (int i = 0; i < 3; i++) {
        const double length = style == CONVEX_THIN && uniform(r) < 0.5 ? size * pow(10.0, -12.0 * uniform(r)) : size;
        for (int k = 0; k < 3; k++)
            edge[i][k] = length * signed_uniform(r);
    }
    if (style == CONVEX_THIN && uniform(r) < 0.3)
        for (int k = 0; k < 3; k++)
            edge[1][k] = edge[0][k] + 1e-9 * size * signed_uniform(r);
    if (style == CONVEX_GRID)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                edge[i][k] = quarters(edge[i][k]);
}

hit_convex_shape test_convex_make(test_random* r, test_convex_kind kind, test_convex_style style)
{
    static const uint32_t counts[CONVEX_KINDS] = {1, 2, 3, 8, 1, 2, 2};
    const double size = style == CONVEX_GRID || uniform(r) < 0.5 ? 1.0 : pow(10.0, -4.0 * uniform(r));
    hit_convex_shape convex = {.count = counts[kind]};
    double at[3], edge[3][3];

    for (int k = 0; k < 3; k++)
        at[k] = (style == CONVEX_FAR ? 1e6 : 0.0) +
                (style == CONVEX_GRID ? quarters(signed_uniform(r)) : signed_uniform(r));
    make_edges(r, style, size, edge);
    // A cylinder has a length.
    if (edge[0][0] == 0.0 && edge[0][1] == 0.0 && edge[0][2] == 0.0)
        edge[0][2] = size;
    if (is_round(kind))
        convex.radius = style == CONVEX_GRID ? quarters(1.0 + uniform(r)) : size * uniform(r);
    convex.flat_ends = kind == CONVEX_CYLINDER;
    for (uint32_t i = 0; i < convex.count; i++)
        for (int k = 0; k < 3; k++) {
            convex.point[i][k] = at[k] + (kind != CONVEX_BOX && i > 0 ? edge[i - 1][k] : 0.0);
            for (int j = 0; kind == CONVEX_BOX && j < 3; j++)
                convex.point[i][k] += (i >> j & 1u) != 0 ? edge[j][k] : 0.0;
        }
    return convex;
}

void test_convex_move(hit_convex_shape* convex, const double by[3])
{
    for (uint32_t i = 0; i < convex->count; i++)
        for (int k = 0; k < 3; k++)
            convex->point[i][k] += by[k];
}

static test_convex_quad dot(const test_convex_quad a[3], const test_convex_quad b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void difference(const double a[3], const double b[3], test_convex_quad out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = (test_convex_quad)a[k] - b[k];
}

test_convex_quad test_convex_support(const hit_convex_shape* convex, const test_convex_quad direction[3])
{
    test_convex_quad most = -HUGE_VAL, square = dot(direction, direction);

    if (convex->flat_ends) {
        test_convex_quad axis[3], along;
        difference(convex->point[1], convex->point[0], axis);
        along = dot(direction, axis);
        square -= along * along / dot(axis, axis);
    }
    for (uint32_t i = 0; i < convex->count; i++) {
        const test_convex_quad at[3] = {convex->point[i][0], convex->point[i][1], convex->point[i][2]};
        most = fmaxq(most, dot(direction, at));
    }
    return most + (square > 0 ? sqrtq(square) * convex->radius : 0);
}

// Beyond the two ends of a segment, and sideways: what a capsule or a cylinder needs.
static void from_segment(const double a[3], const double b[3], const double point[3], test_convex_quad* along,
                         test_convex_quad* out)
{
    test_convex_quad axis[3], from[3], length, height;

    difference(b, a, axis);
    difference(point, a, from);
    length = sqrtq(dot(axis, axis));
    if (length == 0) {
        *along = 0;
        *out = sqrtq(dot(from, from));
        return;
    }
    height = dot(from, axis) / length;
    *along = height < 0 ? -height : height > length ? height - length : 0;
    for (int k = 0; k < 3; k++)
        from[k] -= height / length * axis[k];
    *out = sqrtq(dot(from, from));
}

static test_convex_quad from_capsule(const double a[3], const double b[3], const double point[3])
{
    test_convex_quad along, out;
    from_segment(a, b, point, &along, &out);
    return sqrtq(along * along + out * out);
}

static void cross(const test_convex_quad a[3], const test_convex_quad b[3], test_convex_quad out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

// The least of the distances from the edges and, where the point lies above the triangle, from its plane.
static test_convex_quad from_triangle(const double* corner[3], const double point[3])
{
    test_convex_quad edge[3][3], from[3], normal[3], side[3], least = HUGE_VAL, square;
    bool above = true;

    for (int i = 0; i < 3; i++) {
        difference(corner[(i + 1) % 3], corner[i], edge[i]);
        least = fminq(least, from_capsule(corner[i], corner[(i + 1) % 3], point));
    }
    cross(edge[0], edge[1], normal);
    square = dot(normal, normal);
    for (int i = 0; i < 3; i++) {
        difference(point, corner[i], from);
        cross(edge[i], from, side);
        above = above && dot(side, normal) >= 0;
    }
    return above && square > 0 ? fminq(least, fabsq(dot(from, normal)) / sqrtq(square)) : least;
}

// 0 inside, by the signs of three pairs of volumes; else the least of the distances from twelve triangles.
static test_convex_quad from_box(const hit_convex_shape* convex, const double point[3])
{
    test_convex_quad least = HUGE_VAL;
    bool inside = true;

    for (unsigned k = 0; k < 3; k++) {
        const unsigned u = 1u << (k + 1) % 3, v = 1u << (k + 2) % 3, w = 1u << k;
        test_convex_quad a[3], b[3], c[3], from[3], normal[3], whole, part;

        difference(convex->point[u], convex->point[0], a);
        difference(convex->point[v], convex->point[0], b);
        difference(convex->point[w], convex->point[0], c);
        difference(point, convex->point[0], from);
        cross(a, b, normal);
        whole = dot(normal, c);
        part = dot(normal, from);
        inside = inside && (whole > 0 ? part >= 0 && part <= whole : whole < 0 && part <= 0 && part >= whole);
        for (unsigned side = 0; side < 4; side++) {
            const unsigned base = side & 1u ? w : 0, middle = side & 2u ? u : v;
            const double* corner[3] = {convex->point[base], convex->point[base | middle], convex->point[base | u | v]};
            least = fminq(least, from_triangle(corner, point));
        }
    }
    return inside ? 0 : least;
}

test_convex_quad test_convex_distance(const hit_convex_shape* convex, test_convex_kind kind, const double point[3])
{
    const double* triangle[3] = {convex->point[0], convex->point[1], convex->point[2]};
    test_convex_quad along, out;

    if (kind == CONVEX_BOX)
        return from_box(convex, point);
    if (kind == CONVEX_TRIANGLE)
        return from_triangle(triangle, point);
    if (kind == CONVEX_CYLINDER) {
        from_segment(convex->point[0], convex->point[1], point, &along, &out);
        out = fmaxq(0, out - convex->radius);
        return sqrtq(along * along + out * out);
    }
    return fmaxq(0, from_capsule(convex->point[0], convex->point[convex->count - 1], point) - convex->radius);
}

void test_convex_direction(test_random* r, double out[3])
{
    double length = 0.0;

    while (!(length > 0.01)) {
        const bool grid = test_random_below(r, 4) == 0;
        for (int k = 0; k < 3; k++)
            out[k] = grid ? (double)test_random_below(r, 3) - 1.0 : signed_uniform(r);
        length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    }
    for (int k = 0; k < 3; k++)
        out[k] /= length;
}
