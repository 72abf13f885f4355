#include "support/bodies.h"

#include <math.h>
#include <quadmath.h>

const char* const body_kind_names[BODY_KINDS] = {"point", "segment", "triangle", "box", "ball", "capsule", "cylinder"};
const char* const body_style_names[BODY_STYLES] = {"random", "grid", "thin", "far"};

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

static bool is_round(body_kind kind)
{
    return kind == BODY_BALL || kind == BODY_CAPSULE || kind == BODY_CYLINDER;
}

// The edges from the first point: a basis of a box, two of a triangle, one of a segment.
static void make_edges(test_random* r, body_style style, double size, double edge[3][3])
{
    for (int i = 0; i < 3; i++) {
        const double length = style == BODY_THIN && uniform(r) < 0.5 ? size * pow(10.0, -12.0 * uniform(r)) : size;
        for (int k = 0; k < 3; k++)
            edge[i][k] = length * signed_uniform(r);
    }
    if (style == BODY_THIN && uniform(r) < 0.3)
        for (int k = 0; k < 3; k++)
            edge[1][k] = edge[0][k] + 1e-9 * size * signed_uniform(r);
    if (style == BODY_GRID)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                edge[i][k] = quarters(edge[i][k]);
}

hit_body body_make(test_random* r, body_kind kind, body_style style)
{
    static const uint32_t counts[BODY_KINDS] = {1, 2, 3, 8, 1, 2, 2};
    const double size = style == BODY_GRID || uniform(r) < 0.5 ? 1.0 : pow(10.0, -4.0 * uniform(r));
    hit_body body = {.count = counts[kind]};
    double at[3], edge[3][3];

    for (int k = 0; k < 3; k++)
        at[k] =
            (style == BODY_FAR ? 1e6 : 0.0) + (style == BODY_GRID ? quarters(signed_uniform(r)) : signed_uniform(r));
    make_edges(r, style, size, edge);
    // A cylinder has a length.
    if (edge[0][0] == 0.0 && edge[0][1] == 0.0 && edge[0][2] == 0.0)
        edge[0][2] = size;
    if (is_round(kind))
        body.radius = style == BODY_GRID ? quarters(1.0 + uniform(r)) : size * uniform(r);
    body.flat_ends = kind == BODY_CYLINDER;
    for (uint32_t i = 0; i < body.count; i++)
        for (int k = 0; k < 3; k++) {
            body.point[i][k] = at[k] + (kind != BODY_BOX && i > 0 ? edge[i - 1][k] : 0.0);
            for (int j = 0; kind == BODY_BOX && j < 3; j++)
                body.point[i][k] += (i >> j & 1u) != 0 ? edge[j][k] : 0.0;
        }
    return body;
}

void body_move(hit_body* body, const double by[3])
{
    for (uint32_t i = 0; i < body->count; i++)
        for (int k = 0; k < 3; k++)
            body->point[i][k] += by[k];
}

static body_quad dot(const body_quad a[3], const body_quad b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void difference(const double a[3], const double b[3], body_quad out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = (body_quad)a[k] - b[k];
}

body_quad body_support(const hit_body* body, const body_quad direction[3])
{
    body_quad most = -HUGE_VAL, square = dot(direction, direction);

    if (body->flat_ends) {
        body_quad axis[3], along;
        difference(body->point[1], body->point[0], axis);
        along = dot(direction, axis);
        square -= along * along / dot(axis, axis);
    }
    for (uint32_t i = 0; i < body->count; i++) {
        const body_quad at[3] = {body->point[i][0], body->point[i][1], body->point[i][2]};
        most = fmaxq(most, dot(direction, at));
    }
    return most + (square > 0 ? sqrtq(square) * body->radius : 0);
}

// Beyond the two ends of a segment, and sideways: what a capsule or a cylinder needs.
static void from_segment(const double a[3], const double b[3], const double point[3], body_quad* along, body_quad* out)
{
    body_quad axis[3], from[3], length, height;

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

static body_quad from_capsule(const double a[3], const double b[3], const double point[3])
{
    body_quad along, out;
    from_segment(a, b, point, &along, &out);
    return sqrtq(along * along + out * out);
}

static void cross(const body_quad a[3], const body_quad b[3], body_quad out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

// The least of the distances from the edges and, where the point lies above the triangle, from its plane.
static body_quad from_triangle(const double* corner[3], const double point[3])
{
    body_quad edge[3][3], from[3], normal[3], side[3], least = HUGE_VAL, square;
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
static body_quad from_box(const hit_body* body, const double point[3])
{
    body_quad least = HUGE_VAL;
    bool inside = true;

    for (unsigned k = 0; k < 3; k++) {
        const unsigned u = 1u << (k + 1) % 3, v = 1u << (k + 2) % 3, w = 1u << k;
        body_quad a[3], b[3], c[3], from[3], normal[3], whole, part;

        difference(body->point[u], body->point[0], a);
        difference(body->point[v], body->point[0], b);
        difference(body->point[w], body->point[0], c);
        difference(point, body->point[0], from);
        cross(a, b, normal);
        whole = dot(normal, c);
        part = dot(normal, from);
        inside = inside && (whole > 0 ? part >= 0 && part <= whole : whole < 0 && part <= 0 && part >= whole);
        for (unsigned side = 0; side < 4; side++) {
            const unsigned base = side & 1u ? w : 0, middle = side & 2u ? u : v;
            const double* corner[3] = {body->point[base], body->point[base | middle], body->point[base | u | v]};
            least = fminq(least, from_triangle(corner, point));
        }
    }
    return inside ? 0 : least;
}

body_quad body_distance_from(const hit_body* body, body_kind kind, const double point[3])
{
    const double* triangle[3] = {body->point[0], body->point[1], body->point[2]};
    body_quad along, out;

    if (kind == BODY_BOX)
        return from_box(body, point);
    if (kind == BODY_TRIANGLE)
        return from_triangle(triangle, point);
    if (kind == BODY_CYLINDER) {
        from_segment(body->point[0], body->point[1], point, &along, &out);
        out = fmaxq(0, out - body->radius);
        return sqrtq(along * along + out * out);
    }
    return fmaxq(0, from_capsule(body->point[0], body->point[body->count - 1], point) - body->radius);
}

void body_direction(test_random* r, double out[3])
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
