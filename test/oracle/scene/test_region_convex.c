// Bodies of all kinds put beside volumes: a point of the volume's border is known with a plane that touches there, and
// the convex is moved so that its farthest point towards the volume is that point, or a gap away from it. Touching must
// be seen through the roundings of all that, and of the convex, and a gap of 1e-9 of the coordinates too.
#include "support/base/cmocka_all.h"
#include "support/oracle/convex_shapes.h"

#include "scene/region/region.h"

typedef enum volume_kind {
    KIND_FRUSTUM,
    KIND_INFINITE,
    KIND_WEDGE, ///< between two planes, with a third one through their edge
    KIND_AABB,
    KIND_OBB,
    KIND_BALL,
    KIND_CONE,
    KINDS
} volume_kind;

static const char* const kind_names[KINDS] = {"frustum", "infinite frustum", "wedge", "aabb", "obb", "dsphere", "cone"};

// A volume; a point of its border, and the normal of a plane through it that has the volume behind it.
typedef struct test_case {
    hit_scene_volume volume;
    double at[3], normal[3];
    double size; ///< of the volume near the point
} test_case;

static const hit_dvec3 here = {0.0, 0.0, 0.0};

static void unit(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++)
        v[k] /= length;
}

// A corner of half-spaces 0 or 1, 2 or 3, 4 or 5, or of the first two pairs only and any point along their edge; with a
// sum of their normals. Cramer's rule in long double.
static void corner_of(test_random* r, bool edge, test_case* s)
{
    const hit_volume_halfspaces* set = &s->volume.halfspaces;
    const hit_volume_halfspace* half[3];
    long double n[3][3], cross[3][3], d[3], det = 0.0L;
    double weight[3];

    for (uint32_t i = 0; i < 3; i++) {
        half[i] = &set->half[2 * i + (edge && i == 2 ? 0 : test_random_below(r, 2))];
        for (int k = 0; k < 3; k++)
            n[i][k] = half[i]->normal[k];
        d[i] = -((long double)half[i]->offset + half[i]->offset_low);
        weight[i] = test_random_below(r, 3) == 0 ? 0.0 : (double)test_random_range(r, 0.01f, 1.0f);
    }
    if (edge) {
        // Somewhat behind the near plane.
        d[2] += (long double)test_random_range(r, 0.1f, 20.0f);
        weight[2] = 0.0;
    }
    if (weight[0] + weight[1] + weight[2] == 0.0)
        weight[0] = 1.0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            cross[i][k] = n[(i + 1) % 3][(k + 1) % 3] * n[(i + 2) % 3][(k + 2) % 3] -
                          n[(i + 1) % 3][(k + 2) % 3] * n[(i + 2) % 3][(k + 1) % 3];
    for (int k = 0; k < 3; k++)
        det += n[0][k] * cross[0][k];
    for (int k = 0; k < 3; k++) {
        s->at[k] = (double)((d[0] * cross[0][k] + d[1] * cross[1][k] + d[2] * cross[2][k]) / det);
        s->normal[k] = 0.0;
        for (int i = 0; i < 3; i++)
            s->normal[k] -= weight[i] * (double)n[i][k];
    }
    unit(s->normal);
    s->size = 0.0;
}

// The side, a rim, or a flat end.
static void cone_test_case(test_random* r, test_case* s)
{
    const hit_dcone* cone = &s->volume.cone;
    const double top = isfinite(cone->h_max) ? cone->h_max : cone->h_min + 10.0;
    const uint32_t where = test_random_below(r, isfinite(cone->h_max) ? 4 : 2);
    double height = cone->h_min + (top - cone->h_min) * (double)test_random_range(r, 0.0f, 1.0f), side[3], length = 0.0;
    double up = 0.0, out = 1.0, radius;

    while (!(length > 0.01)) {
        double wish[3];
        test_convex_direction(r, wish);
        length = hit_vector_rejection(wish, cone->axis, side);
    }
    // Weights of the side's normal, and of the axis.
    if (where == 1) {
        height = cone->h_min;
        up = -(double)test_random_range(r, 0.0f, 2.0f);
    } else if (where == 2) {
        height = cone->h_max;
        up = (double)test_random_range(r, 0.0f, 2.0f);
    }
    radius = height * cone->tangent;
    if (where == 3) {
        height = cone->h_max;
        radius = height * cone->tangent * (double)test_random_range(r, 0.0f, 1.0f);
        out = 0.0;
        up = 1.0;
    }
    for (int k = 0; k < 3; k++) {
        const double u = side[k] / length;
        s->at[k] = cone->apex[k] + height * cone->axis[k] + radius * u;
        s->normal[k] = out * (u * cone->cosine - cone->axis[k] * cone->sine) + up * cone->axis[k];
    }
    unit(s->normal);
    s->size = fabs(cone->apex[0]) + fabs(cone->apex[1]) + fabs(cone->apex[2]) + height + radius;
}

// Two planes through the origin, and their sum, which goes through the same edge: the three have no corner, but in
// double they seem to have one, anywhere along that edge.
static void wedge_test_case(test_random* r, test_case* s)
{
    hit_frustum f = {{{{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}, {{0, 0, 0}, 0}}};
    const double share = (double)test_random_range(r, 0.0f, 1.0f), along = (double)test_random_range(r, 1.0f, 4.0f);
    double n[2][3], length = 0.0, edge[3];

    while (!(length > 0.1)) {
        for (int i = 0; i < 2; i++)
            for (int k = 0; k < 3; k++)
                n[i][k] = ((int)test_random_below(r, 1u << 23) - (1 << 22)) * 0x1p-22;
        length = 0.0;
        for (int k = 0; k < 3; k++) {
            edge[k] = n[0][(k + 1) % 3] * n[1][(k + 2) % 3] - n[0][(k + 2) % 3] * n[1][(k + 1) % 3];
            length += edge[k] * edge[k];
        }
    }
    unit(edge);
    for (int i = 0; i < 2; i++)
        f.plane[i].normal = hit_vec3_make((float)n[i][0], (float)n[i][1], (float)n[i][2]);
    f.plane[2].normal = hit_vec3_add(f.plane[0].normal, f.plane[1].normal);
    f.plane[3].normal = hit_vec3_make((float)edge[0], (float)edge[1], (float)edge[2]);
    f.plane[4].normal = hit_vec3_scale(f.plane[3].normal, -1.0f);
    f.plane[3].offset = f.plane[4].offset = -5.0f;
    assert_true(hit_scene_volume_frustum(here, &f, &s->volume));
    for (int k = 0; k < 3; k++) {
        s->at[k] = along * edge[k];
        s->normal[k] = -(share * n[0][k] + (1.0 - share) * n[1][k]);
    }
    unit(s->normal);
    s->size = 0.0;
}

static bool test_case_make(test_random* r, volume_kind kind, test_case* s)
{
    const float place = test_random_below(r, 4) == 0 ? 1000.0f : 1.0f;
    const hit_vec3 at = hit_vec3_scale(test_random_vec3(r, -1.0f, 1.0f), place), to = test_random_vec3(r, -1.0f, 1.0f);
    const hit_vec3 half = test_random_vec3(r, 0.1f, 5.0f);
    hit_view view = hit_view_look_at(at, hit_vec3_add(at, to), hit_vec3_make(0.1f, 1.0f, 0.3f));
    hit_frustum frustum;

    view.fov_y = test_random_range(r, 0.01f, 2.5f);
    view.near_plane = test_random_range(r, 0.1f, 1.0f);
    switch (kind) {
    case KIND_FRUSTUM:
    case KIND_INFINITE:
        if (kind == KIND_FRUSTUM)
            view.far_plane = view.near_plane + test_random_range(r, 0.1f, 20.0f);
        if (!hit_frustum_from_view(&view, &frustum) || !hit_scene_volume_frustum(here, &frustum, &s->volume))
            return false;
        corner_of(r, kind == KIND_INFINITE, s);
        return true;
    case KIND_WEDGE:
        wedge_test_case(r, s);
        return true;
    case KIND_AABB:
        assert_true(hit_scene_volume_aabb(here, hit_aabb_from_center(at, half), &s->volume));
        corner_of(r, false, s);
        return true;
    case KIND_OBB: {
        const hit_obb obb = hit_obb_make(at, test_random_quat(r), half);
        assert_true(hit_scene_volume_obb(here, &obb, &s->volume));
        corner_of(r, false, s);
        return true;
    }
    case KIND_BALL:
        assert_true(hit_scene_volume_sphere(here, hit_sphere_make(at, half.x), &s->volume));
        test_convex_direction(r, s->normal);
        for (int k = 0; k < 3; k++)
            s->at[k] = s->volume.dsphere.center[k] + s->volume.dsphere.radius * s->normal[k];
        s->size = (double)(fabsf(at.x) + fabsf(at.y) + fabsf(at.z) + half.x);
        return true;
    default: {
        hit_cone cone = hit_cone_make(at, to, test_random_range(r, 0.001f, 1.5f));
        if (test_random_below(r, 2))
            cone = hit_cone_clip(cone, test_random_range(r, 0.0f, 1.0f), test_random_range(r, 1.0f, 10.0f));
        if (!hit_scene_volume_cone(here, &cone, &s->volume))
            return false;
        cone_test_case(r, s);
        return true;
    }
    }
}

// Put the convex's farthest point against the normal a gap beyond the test_case.
static void put(const test_case* s, double gap, hit_convex_shape* convex)
{
    const double against[3] = {-s->normal[0], -s->normal[1], -s->normal[2]};
    double at[3], by[3];

    hit_convex_support(convex, against, at);
    for (int k = 0; k < 3; k++)
        by[k] = s->at[k] + gap * s->normal[k] - at[k];
    test_convex_move(convex, by);
}

static void run_kind(volume_kind kind)
{
    const uint64_t cases = test_cases(30000);
    test_random r = test_random_make(test_seed() + 600 + (uint64_t)kind);
    uint64_t asked = 0;

    for (uint64_t i = 0; i < cases; i++) {
        const test_convex_kind what = (test_convex_kind)test_random_below(&r, CONVEX_KINDS);
        const test_convex_style style = test_random_below(&r, 2) ? CONVEX_RANDOM : CONVEX_GRID;
        const hit_convex_shape convex = test_convex_make(&r, what, style);
        hit_convex_shape moved = convex;
        test_case s;
        double size;

        if (!test_case_make(&r, kind, &s))
            continue;
        asked++;
        // There is room for the roundings of a convex.
        put(&s, 0.0, &moved);
        size = hit_convex_size(&moved);
        moved = convex;
        put(&s, test_random_below(&r, 2) ? 0.0 : 0x1.8p-47 * size, &moved);
        if (s.volume.cull_region.convex(s.volume.cull_region.context, &moved) == HIT_OUTSIDE)
            fail_msg("%s and %s, case %llu of seed %llu: a touch is lost", kind_names[kind],
                     test_convex_kind_names[what], (unsigned long long)i, (unsigned long long)test_seed());
        size = hit_convex_size(&moved) + s.size;
        moved = convex;
        put(&s, 1e-9 * size, &moved);
        if (s.volume.cull_region.convex(s.volume.cull_region.context, &moved) != HIT_OUTSIDE)
            fail_msg("%s and %s, case %llu of seed %llu: a gap of %g is not seen", kind_names[kind],
                     test_convex_kind_names[what], (unsigned long long)i, (unsigned long long)test_seed(), 1e-9 * size);
    }
    printf("%s: %llu spots, seed %llu\n", kind_names[kind], (unsigned long long)asked, (unsigned long long)test_seed());
    assert_true(asked * 2 > cases);
}

static void beside_frusta(void** state)
{
    (void)state;
    run_kind(KIND_FRUSTUM);
}

static void beside_infinite_frusta(void** state)
{
    (void)state;
    run_kind(KIND_INFINITE);
}

static void beside_wedges(void** state)
{
    (void)state;
    run_kind(KIND_WEDGE);
}

static void beside_aligned_boxes(void** state)
{
    (void)state;
    run_kind(KIND_AABB);
}

static void beside_oriented_boxes(void** state)
{
    (void)state;
    run_kind(KIND_OBB);
}

static void beside_spheres(void** state)
{
    (void)state;
    run_kind(KIND_BALL);
}

static void beside_cones(void** state)
{
    (void)state;
    run_kind(KIND_CONE);
}

// ---- Inside ---------------------------------------------------------------------------------------------------------

// How far a point is beyond the side of a cone.
static double beyond_side(const hit_dcone* cone, const double at[3])
{
    double from[3], side[3], height;

    for (int k = 0; k < 3; k++)
        from[k] = at[k] - cone->apex[k];
    height = from[0] * cone->axis[0] + from[1] * cone->axis[1] + from[2] * cone->axis[2];
    for (int k = 0; k < 3; k++)
        side[k] = from[k] - height * cone->axis[k];
    return sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]) * cone->cosine - height * cone->sine;
}

static double beyond_at_angle(const hit_dcone* cone, const hit_convex_shape* convex, int end, double e[2][3],
                              double angle)
{
    double at[3];
    for (int k = 0; k < 3; k++)
        at[k] = convex->point[end][k] + convex->radius * (cos(angle) * e[0][k] + sin(angle) * e[1][k]);
    return beyond_side(cone, at);
}

// The most that the rims of a cylinder are beyond the side: the best of many angles, then closer and closer to it.
static double rims_beyond(const hit_dcone* cone, const hit_convex_shape* convex)
{
    double axis[3], e[2][3], most = -HUGE_VAL;
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};

    for (int k = 0; k < 3; k++)
        axis[k] = convex->point[1][k] - convex->point[0][k];
    unit(axis);
    hit_vector_rejection(fabs(axis[0]) < 0.7 ? x : y, axis, e[0]);
    unit(e[0]);
    for (int k = 0; k < 3; k++)
        e[1][k] = axis[(k + 1) % 3] * e[0][(k + 2) % 3] - axis[(k + 2) % 3] * e[0][(k + 1) % 3];
    for (int end = 0; end < 2; end++) {
        double best = 0.0, value = -HUGE_VAL, width = 0.02;
        for (int i = 0; i < 400; i++)
            if (beyond_at_angle(cone, convex, end, e, 0.016 * i) > value) {
                best = 0.016 * i;
                value = beyond_at_angle(cone, convex, end, e, best);
            }
        for (; width > 1e-9; width *= 0.7)
            for (int side = -1; side <= 1; side += 2)
                if (beyond_at_angle(cone, convex, end, e, best + side * width) > value) {
                    best += side * width;
                    value = beyond_at_angle(cone, convex, end, e, best);
                }
        most = fmax(most, value);
    }
    return most;
}

// Cylinders are moved along the axis of a cone until their rims touch its side from within: a bit farther they lie in
// it, a bit less they do not.
static void cylinders_in_cones(void** state)
{
    const uint64_t cases = test_costly_cases(20000);
    test_random r = test_random_make(test_seed() + 700);
    uint64_t asked = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        const hit_convex_shape convex =
            test_convex_make(&r, CONVEX_CYLINDER, test_random_below(&r, 2) ? CONVEX_RANDOM : CONVEX_GRID);
        const hit_cone given = hit_cone_make(test_random_vec3(&r, -1.0f, 1.0f), test_random_vec3(&r, -1.0f, 1.0f),
                                             test_random_range(&r, 0.05f, 1.5f));
        hit_scene_volume volume;
        double out, gap;

        if (!hit_scene_volume_cone(here, &given, &volume))
            continue;
        out = rims_beyond(&volume.cone, &convex);
        gap = 1e-8 * (hit_convex_size(&convex) + fabs(out) / volume.cone.sine);
        for (int side = -1; side <= 1; side += 2) {
            hit_convex_shape moved = convex;
            double by[3];
            for (int k = 0; k < 3; k++)
                by[k] = (out - side * gap) / volume.cone.sine * volume.cone.axis[k];
            test_convex_move(&moved, by);
            if ((hit_volume_cone_convex(&volume, &moved) == HIT_INSIDE) != (side < 0))
                fail_msg("case %llu of seed %llu: beyond by %g, but %g", (unsigned long long)i,
                         (unsigned long long)test_seed(), side * gap, hit_convex_beyond_cone(&moved, &volume.cone));
        }
        asked++;
    }
    printf("%llu cylinders, seed %llu\n", (unsigned long long)asked, (unsigned long long)test_seed());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beside_frusta),         cmocka_unit_test(beside_infinite_frusta),
        cmocka_unit_test(beside_wedges),         cmocka_unit_test(beside_aligned_boxes),
        cmocka_unit_test(beside_oriented_boxes), cmocka_unit_test(beside_spheres),
        cmocka_unit_test(beside_cones),          cmocka_unit_test(cylinders_in_cones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
