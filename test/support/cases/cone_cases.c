#include "support/cases/cone_cases.h"
#include "support/base/quad.h"

#include <stdio.h>
#include <string.h>

const char* const cone_category_names[CONE_CATEGORIES] = {
    "random",
    "grazing",
    "at the height planes",
    "apex in or near the box",
    "apex at a feature",
    "flat",
    "points",
    "discs",
    "narrow, below 1e-6 rad",
    "wide, up to tan 1e4",
    "far, at 1e6",
    "aligned",
    "huge, 1e30",
    "tiny, 1e-30",
    "skewed",
};

const char* const cone_target_names[CONE_TARGETS] = {"aabb", "obb", "sphere", "triangle", "segment", "point"};

// A box before it becomes a shape. Doubles, so that only the last step rounds.
typedef struct frame {
    double center[3], half[3];
    double apex[3], axis[3];
    double tangent, h_min, h_max;
    bool grid; // coordinates and axes that meet exactly
} frame;

static double uniform(test_random* r, double lo, double hi)
{
    return lo + (double)(test_random_next(r) >> 11) * 0x1p-53 * (hi - lo);
}

static double power(test_random* r, double lo, double hi)
{
    return exp(uniform(r, log(lo), log(hi)));
}

static double distance(const double a[3], const double b[3])
{
    double sum = 0.0;

    for (int i = 0; i < 3; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

static hit_vec3 vec(const double v[3])
{
    return hit_vec3_make((float)v[0], (float)v[1], (float)v[2]);
}

// Heights of all five kinds of cones, about a distance.
static void heights(test_random* r, frame* f, double d)
{
    const uint32_t kind = test_random_below(r, 5);

    f->h_min = 0.0;
    f->h_max = (double)HUGE_VALF;
    if (kind == 1 || kind == 3)
        f->h_max = d * uniform(r, 0.4, 2.0);
    if (kind == 2)
        f->h_min = d * uniform(r, 0.05, 1.3);
    if (kind == 3)
        f->h_min = f->h_max * uniform(r, 0.05, 0.95);
    if (kind == 4)
        f->h_min = f->h_max = d * uniform(r, 0.6, 1.3);
}

// A point of the box: a corner, or on an edge or a face, or inside.
static void point_of(test_random* r, const frame* f, uint32_t free_axes, double out[3])
{
    const uint32_t first = test_random_below(r, 3);

    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t axis = (first + i) % 3;
        const double side = test_random_below(r, 2) ? 1.0 : -1.0;
        const double at = i < free_axes ? uniform(r, -1.0, 1.0) : side;
        out[axis] = f->center[axis] + at * f->half[axis];
    }
}

// A box, and a cone that looks roughly at it: three of ten meet.
static void basic(test_random* r, frame* f)
{
    double d, spread;

    f->grid = test_random_below(r, 2);
    for (int i = 0; i < 3; i++) {
        f->center[i] = f->grid ? (double)test_random_grid(r) : uniform(r, -4.0, 4.0);
        f->half[i] = f->grid ? (double)(1 + test_random_below(r, 16)) / 8.0 : uniform(r, 0.1, 2.0);
        f->apex[i] = f->grid ? (double)test_random_grid(r) * 2.0 : uniform(r, -8.0, 8.0);
    }
    d = distance(f->center, f->apex);
    spread = d * uniform(r, 0.0, 2.0);
    for (int i = 0; i < 3; i++)
        f->axis[i] = f->center[i] - f->apex[i] + spread * uniform(r, -1.0, 1.0);
    f->tangent = power(r, 0.02, 2.0);
    heights(r, f, d);
}

// The axis at a point of the box, to a rounding.
static void aim(test_random* r, frame* f, uint32_t free_axes)
{
    double at[3];

    point_of(r, f, free_axes, at);
    for (int i = 0; i < 3; i++)
        f->axis[i] = at[i] - f->apex[i];
}

// An axis along a coordinate, of a length that is a power of two; or (3, 4, 0), whose length is 5.
static int axis_exact(test_random* r, frame* f, bool pythagorean)
{
    const int along = (int)test_random_below(r, 3);
    const double length = ldexp(1.0, (int)test_random_below(r, 5) - 2),
                 sign = f->center[along] < f->apex[along] ? -1 : 1;

    for (int i = 0; i < 3; i++)
        f->axis[i] = 0.0;
    f->axis[along] = sign * length * (pythagorean ? 3.0 : 1.0);
    if (pythagorean)
        f->axis[(along + 1) % 3] = test_random_below(r, 2) ? 4.0 * length : -4.0 * length;
    return along;
}

// A corner of the box exactly at the height of an end of the cone.
static void at_height(test_random* r, frame* f)
{
    const bool pythagorean = test_random_below(r, 3) == 0;
    const double step = pythagorean ? 0.625 : 0.125;
    const uint32_t corner = test_random_below(r, 8), kind = test_random_below(r, 3);
    double h = 0.0, length = 0.0;

    f->grid = true;
    for (int i = 0; i < 3; i++) {
        f->center[i] = step * ((double)test_random_below(r, 33) - 16.0);
        f->half[i] = step * (double)test_random_below(r, 12);
        f->apex[i] = step * ((double)test_random_below(r, 65) - 32.0);
    }
    axis_exact(r, f, pythagorean);
    for (int i = 0; i < 3; i++) {
        h += f->axis[i] * (f->center[i] + (corner >> i & 1 ? 1 : -1) * f->half[i] - f->apex[i]);
        length += f->axis[i] * f->axis[i];
    }
    h = fabs(h / sqrt(length)); // an exact quotient
    f->h_min = kind == 0 ? 0.0 : h;
    f->h_max = kind == 0 ? h : kind == 1 ? (double)HUGE_VALF : h + 0.125 * (double)test_random_below(r, 20);
    f->tangent = (double)(1 + test_random_below(r, 16)) / 8.0;
}

static void near_apex(test_random* r, frame* f)
{
    const uint32_t where = test_random_below(r, 3);
    const double out = where == 1 ? uniform(r, 1.0, 1.5) : 1.0;
    double at[3];

    point_of(r, f, where == 0 ? 3 : 2, at);
    for (int i = 0; i < 3; i++) {
        f->apex[i] = f->center[i] + (at[i] - f->center[i]) * out;
        f->axis[i] = uniform(r, -1.0, 1.0);
    }
    if (where == 2) // the box behind the apex, or almost
        for (int i = 0; i < 3; i++)
            f->axis[i] += 1.2 * (f->apex[i] - f->center[i]);
    heights(r, f, test_random_below(r, 2) ? 2.0 : 0.2);
}

static void at_feature(test_random* r, frame* f)
{
    const uint32_t kind = test_random_below(r, 3), where = test_random_below(r, 3);
    const int flat = (int)test_random_below(r, 3);

    for (int i = 0; i < 3; i++) {
        const int sixteenths = (int)test_random_below(r, 65) - 32;
        const double at = where == 0 || (where == 1 && i != flat) || (where == 2 && i == flat)
                              ? (test_random_below(r, 2) ? 1.0 : -1.0)
                              : (double)sixteenths / 16.0;
        f->half[i] = (double)(1 + test_random_below(r, 15)) / 8.0;
        f->apex[i] = f->center[i] = (double)test_random_grid(r);
        f->apex[i] += at * f->half[i];
        f->axis[i] = kind == 0 ? uniform(r, -1.0, 1.0) : (double)test_random_below(r, 5) - 2.0;
    }
    if (kind == 2)
        f->axis[flat] = 0.0;
    if (f->axis[0] == 0.0 && f->axis[1] == 0.0 && f->axis[2] == 0.0)
        f->axis[flat] = 1.0;
    if (test_random_below(r, 2))
        f->tangent = (double)(1 + test_random_below(r, 8)) / 4.0;
    heights(r, f, 2.0);
}

static void aligned(test_random* r, frame* f)
{
    for (int i = 0; i < 3; i++) {
        f->center[i] = (double)test_random_grid(r);
        f->half[i] = (double)test_random_below(r, 16) / 8.0;
        f->apex[i] = 2.0 * (double)test_random_grid(r);
    }
    axis_exact(r, f, test_random_below(r, 4) == 0);
    f->grid = true;
    f->tangent = (double)(1 + test_random_below(r, 12)) / 4.0;
    if (test_random_below(r, 2))
        f->h_min = floor(f->h_min * 8.0) / 8.0, f->h_max = floor(f->h_max * 8.0) / 8.0;
}

static void make_frame(test_random* r, cone_category category, frame* f)
{
    basic(r, f);
    switch (category) {
    case CONE_HEIGHT:
        at_height(r, f);
        break;
    case CONE_APEX:
        near_apex(r, f);
        break;
    case CONE_APEX_FEATURE:
        at_feature(r, f);
        break;
    case CONE_FLAT:
        f->half[test_random_below(r, 3)] = 0.0;
        if (test_random_below(r, 3) == 0)
            f->half[test_random_below(r, 3)] = 0.0;
        break;
    case CONE_POINT:
        f->half[0] = f->half[1] = f->half[2] = 0.0;
        f->tangent = power(r, 0.1, 5.0);
        break;
    case CONE_DISC:
        f->h_max = f->h_min = distance(f->center, f->apex) * uniform(r, 0.5, 1.2);
        break;
    case CONE_NARROW:
        f->tangent = power(r, 1e-13, 1e-6);
        aim(r, f, test_random_below(r, 3));
        break;
    case CONE_WIDE:
        f->tangent = power(r, 3.0, 1e4);
        if (test_random_below(r, 2)) // the box almost beside the apex, where the side is
            for (int i = 0; i < 3; i++)
                f->axis[i] = uniform(r, -1.0, 1.0);
        break;
    case CONE_FAR:
        for (int i = 0; i < 3; i++) {
            const double far = test_random_below(r, 2) ? 1e6 : -1e6;
            f->center[i] += far;
            f->apex[i] += far;
        }
        break;
    case CONE_ALIGNED:
        aligned(r, f);
        break;
    default:
        break;
    }
}

// Move one corner of the box far out, on one axis or on all.
static void stretch(test_random* r, frame* f, hit_aabb* box, double far)
{
    const uint32_t axes = 1 + test_random_below(r, 7), sides = test_random_below(r, 8);
    float lo[3], hi[3];

    for (int i = 0; i < 3; i++) {
        lo[i] = (float)(f->center[i] - f->half[i]);
        hi[i] = (float)(f->center[i] + f->half[i]);
        if (axes >> i & 1)
            *(sides >> i & 1 ? &hi[i] : &lo[i]) = (float)(sides >> i & 1 ? far : -far);
    }
    *box = hit_aabb_make(hit_vec3_make(lo[0], lo[1], lo[2]), hit_vec3_make(hi[0], hi[1], hi[2]));
}

static hit_obb make_obb(test_random* r, cone_category category, const frame* f)
{
    const hit_quat q = test_random_quat(r);
    const bool straight = f->grid && test_random_below(r, 2);
    const bool exact =
        category == CONE_HEIGHT || category == CONE_ALIGNED || (category == CONE_APEX_FEATURE && straight);
    const uint32_t first = test_random_below(r, 3);
    hit_obb b = hit_obb_make(vec(f->center), q, vec(f->half));

    for (uint32_t i = 0; i < 3 && exact; i++) {
        const uint32_t along = (first + i) % 3;
        double e[3] = {0.0, 0.0, 0.0};
        e[along] = test_random_below(r, 2) ? 1.0 : -1.0;
        b.axis[i] = vec(e);
        b.half[i] = (float)f->half[along];
    }
    if (category == CONE_SKEWED) {
        const bool scaled = test_random_below(r, 3) == 0;
        for (int i = 0; i < 3; i++) {
            const hit_vec3 jitter = test_random_vec3(r, -0.5f, 0.5f);
            const int exponent = (int)test_random_below(r, 7) - 3;
            const float s = ldexpf(test_random_range(r, 1.0f, 2.0f), exponent);
            if (!scaled)
                b.axis[i] = hit_vec3_add(b.axis[i], jitter);
            b.axis[i] = hit_vec3_scale(b.axis[i], s);
        }
    }
    return b;
}

// Corners of triangles and ends of segments, in the box or on its grid.
static void make_points(test_random* r, cone_category category, const frame* f, hit_vec3 point[3])
{
    for (int i = 0; i < 3; i++) {
        double p[3];
        point_of(r, f, test_random_below(r, 4), p);
        for (int j = 0; j < 3 && f->grid; j++)
            p[j] = floor(p[j] * 8.0) / 8.0;
        point[i] = vec(p);
    }
    if (category == CONE_APEX_FEATURE && f->grid && test_random_below(r, 2))
        point[test_random_below(r, 3)] = vec(f->apex);
    if (category == CONE_FLAT) { // on a line, or two corners in one place
        const hit_vec3 middle = hit_vec3_scale(hit_vec3_add(point[0], point[1]), 0.5f);
        const uint32_t which = test_random_below(r, 3);
        point[2] = which == 0 ? point[0] : which == 1 ? point[1] : middle;
    }
}

static cone_case plain(test_random* r, cone_category category, cone_target target)
{
    frame f;
    cone_case c;

    memset(&c, 0, sizeof c);
    make_frame(r, category, &f);
    if (category == CONE_TINY || (category == CONE_RANDOM && test_random_below(r, 4) == 0)) {
        const double s = category == CONE_TINY ? 1e-30 : ldexp(1.0, (int)test_random_below(r, 61) - 30);
        for (int i = 0; i < 3; i++)
            f.center[i] *= s, f.half[i] *= s, f.apex[i] *= s;
        f.h_min *= s;
        f.h_max *= s;
        f.grid = false;
    }
    c.target = target;
    c.cone.apex = vec(f.apex);
    c.cone.tangent = (float)f.tangent;
    c.cone.h_min = (float)f.h_min;
    c.cone.h_max = (float)f.h_max;
    if (!f.grid) { // any length will do
        const double s = power(r, 1e-6, 1e6);
        for (int i = 0; i < 3; i++)
            f.axis[i] *= s;
    }
    c.cone.axis = vec(f.axis);
    switch (target) {
    case TARGET_AABB:
        for (int i = 0; i < 3; i++) {
            (&c.aabb.min.x)[i] = (float)(f.center[i] - f.half[i]);
            (&c.aabb.max.x)[i] = (float)(f.center[i] + f.half[i]);
        }
        if (category == CONE_HUGE)
            stretch(r, &f, &c.aabb, 1e30);
        break;
    case TARGET_OBB:
        c.obb = make_obb(r, category, &f);
        for (int i = 0; i < 3 && category == CONE_HUGE; i++) // sizes count here: at 1e30 all would be a contact
            if (test_random_below(r, 2))
                c.obb.half[i] = 1e6f;
        break;
    case TARGET_SPHERE: {
        const bool zero = category == CONE_POINT || (category == CONE_FLAT && test_random_below(r, 4) == 0);
        c.sphere = hit_sphere_make(vec(f.center), zero ? 0.0f : (float)(f.half[0] + f.half[1]));
        if (category == CONE_HUGE) {
            const uint32_t axis = test_random_below(r, 3);
            c.sphere.radius = 1e30f;
            (&c.sphere.center.x)[axis] = test_random_below(r, 2) ? 1e30f : -1e30f;
        }
        break;
    }
    default:
        make_points(r, category, &f, c.point);
        if (category == CONE_HUGE && target != TARGET_POINT) {
            const uint32_t axis = test_random_below(r, 3);
            (&c.point[1].x)[axis] = test_random_below(r, 2) ? 1e6f : -1e6f;
        }
        break;
    }
    return c;
}

// ---- Grazing -------------------------------------------------------------------------------------------------------

// The coordinates of a shape on one axis.
static int coordinates(cone_case* c, int axis, float* out[3])
{
    switch (c->target) {
    case TARGET_AABB:
        out[0] = &c->aabb.min.x + axis;
        out[1] = &c->aabb.max.x + axis;
        return 2;
    case TARGET_OBB:
        out[0] = &c->obb.center.x + axis;
        return 1;
    case TARGET_SPHERE:
        out[0] = &c->sphere.center.x + axis;
        return 1;
    default:
        for (int i = 0; i < 3; i++)
            out[i] = &c->point[i].x + axis;
        return 3;
    }
}

// How far the apex must move along an axis until the sets touch, from a place where they are apart. The distance of
// convex sets is a convex function of the way, so Newton's steps come from one side and never pass the contact.
static bool way_to_contact(const cone_case* c, int axis, quad start, quad* way, quad* slope)
{
    quad_cone k;
    quad_shape s;
    quad t = start;

    if (!cone_case_quad(c, &k, &s))
        return false;
    for (int i = 0; i < 40; i++) {
        quad_shape moved = s;
        cone_verdict v;
        for (int n = 0; n < s.count; n++)
            moved.point[n][axis] -= t;
        v = cone_oracle(&k, &moved);
        if (v.kind != ORACLE_SEPARATE) {
            if (i == 0)
                return false;
            *way = t;
            return true;
        }
        if (fabsq(v.normal[axis]) < 0.05L)
            return false;
        *slope = v.normal[axis];
        t += v.gap / v.normal[axis];
        if (v.gap < 1e-19L * v.scale) {
            *way = t;
            return true;
        }
    }
    return false;
}

// Near zero a float is fine enough to move the apex by any small amount: so the scene is shifted until the apex that
// touches has a coordinate near 0, and that coordinate is chosen last.
static bool graze(test_random* r, cone_case* c)
{
    quad_cone k;
    quad_shape s;
    cone_verdict v;
    quad way, slope = 1;
    const double exponent = uniform(r, -15.0, -6.0);
    const bool inward = test_random_below(r, 2);
    int axis = 0, count;
    float* at[3];

    if (!hit_cone_is_valid(&c->cone) || !cone_case_quad(c, &k, &s))
        return false;
    v = cone_oracle(&k, &s);
    if (v.kind != ORACLE_SEPARATE)
        return false;
    for (int i = 1; i < 3; i++)
        if (fabsq(v.normal[i]) > fabsq(v.normal[axis]))
            axis = i;
    if (!way_to_contact(c, axis, 0, &way, &slope))
        return false;
    count = coordinates(c, axis, at);
    for (int i = 0; i < count; i++)
        *at[i] = (float)(*at[i] - ((&c->cone.apex.x)[axis] + way));
    (&c->cone.apex.x)[axis] = 0.0f;
    if (!way_to_contact(c, axis, (slope > 0 ? -1 : 1) * 1e-5L * v.scale, &way, &slope))
        return false;
    way += (inward ? 1 : -1) * (quad)pow(10.0, exponent) * v.scale / slope;
    (&c->cone.apex.x)[axis] = (float)way;
    return true;
}

cone_case cone_case_make(test_random* r, cone_category category, cone_target target)
{
    static const cone_category bases[] = {CONE_RANDOM, CONE_RANDOM, CONE_APEX, CONE_FLAT,   CONE_POINT,
                                          CONE_DISC,   CONE_NARROW, CONE_WIDE, CONE_RANDOM, CONE_SKEWED};
    cone_case c;

    if (category != CONE_GRAZING)
        return plain(r, category, target);
    for (int i = 0; i < 100; i++) {
        c = plain(r, bases[test_random_below(r, sizeof bases / sizeof bases[0])], target);
        if (graze(r, &c))
            return c;
    }
    return c;
}

bool cone_case_quad(const cone_case* c, quad_cone* k, quad_shape* s)
{
    *k = quad_cone_of(&c->cone);
    switch (c->target) {
    case TARGET_AABB:
        *s = quad_shape_of_aabb(k, c->aabb);
        return !hit_aabb_is_empty(c->aabb);
    case TARGET_OBB:
        return quad_shape_of_obb(k, &c->obb, s);
    case TARGET_SPHERE:
        *s = quad_shape_of_sphere(k, c->sphere);
        return c->sphere.radius >= 0.0f;
    default:
        *s = quad_shape_of_points(k, c->point, c->target == TARGET_TRIANGLE ? 3 : c->target == TARGET_SEGMENT ? 2 : 1);
        return true;
    }
}

static void print_vec(hit_vec3 v)
{
    printf("{%af, %af, %af}", (double)v.x, (double)v.y, (double)v.z);
}

void cone_case_print(const cone_case* c)
{
    const int points = c->target == TARGET_TRIANGLE ? 3 : c->target == TARGET_SEGMENT ? 2 : 1;

    printf("    hit_cone cone = {");
    print_vec(c->cone.apex);
    printf(", ");
    print_vec(c->cone.axis);
    printf(", %af, %af, ", (double)c->cone.tangent, (double)c->cone.h_min);
    if (c->cone.h_max == HUGE_VALF)
        printf("HUGE_VALF};\n");
    else
        printf("%af};\n", (double)c->cone.h_max);
    printf("    hit_%s = {", cone_target_names[c->target]);
    if (c->target == TARGET_AABB) {
        print_vec(c->aabb.min);
        printf(", ");
        print_vec(c->aabb.max);
    } else if (c->target == TARGET_OBB) {
        print_vec(c->obb.center);
        printf(", {");
        for (int i = 0; i < 3; i++) {
            printf(i > 0 ? ", " : "");
            print_vec(c->obb.axis[i]);
        }
        printf("}, {%af, %af, %af}", (double)c->obb.half[0], (double)c->obb.half[1], (double)c->obb.half[2]);
    } else if (c->target == TARGET_SPHERE) {
        print_vec(c->sphere.center);
        printf(", %af", (double)c->sphere.radius);
    } else {
        for (int i = 0; i < points; i++) {
            printf(i > 0 ? ", " : "");
            print_vec(c->point[i]);
        }
    }
    printf("};\n");
}
