// Bodies of all kinds put beside volumes: a point of the volume's border is known with a plane that touches there, and the
// body is moved so that its farthest point towards the volume is that point, or a gap away from it. Touching must be seen
// through the roundings of all that, and a gap of 1e-9 of the coordinates too.
#include "support/cmocka_all.h"
#include "support/bodies.h"

#include "scene/volume.h"

typedef enum volume_kind { KIND_FRUSTUM, KIND_INFINITE, KIND_AABB, KIND_OBB, KIND_BALL, KIND_CONE, KINDS } volume_kind;

static const char* const kind_names[KINDS] = {"frustum", "infinite frustum", "aabb", "obb", "ball", "cone"};

// A volume; a point of its border, and the normal of a plane through it that has the volume behind it.
typedef struct spot {
    hit_scene_volume volume;
    double at[3], normal[3];
    double size; ///< of the volume near the point
} spot;

static const hit_dvec3 here = {0.0, 0.0, 0.0};

static void unit(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++)
        v[k] /= length;
}

// A corner of half-spaces 0 or 1, 2 or 3, 4 or 5, or of the first two pairs only and any point along their edge; with a sum
// of their normals. Cramer's rule in long double.
static void corner_of(test_random* r, bool edge, spot* s)
{
    const hit_volume_halves* set = &s->volume.halves;
    const hit_volume_half* half[3];
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
static void cone_spot(test_random* r, spot* s)
{
    const hit_dcone* cone = &s->volume.cone;
    const double top = isfinite(cone->h_max) ? cone->h_max : cone->h_min + 10.0;
    const uint32_t where = test_random_below(r, isfinite(cone->h_max) ? 4 : 2);
    double height = cone->h_min + (top - cone->h_min) * (double)test_random_range(r, 0.0f, 1.0f), side[3], length = 0.0;
    double up = 0.0, out = 1.0, radius;

    while (!(length > 0.01)) {
        double wish[3];
        body_direction(r, wish);
        length = hit_body_sideways(wish, cone->axis, side);
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

static bool spot_make(test_random* r, volume_kind kind, spot* s)
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
        body_direction(r, s->normal);
        for (int k = 0; k < 3; k++)
            s->at[k] = s->volume.ball.center[k] + s->volume.ball.radius * s->normal[k];
        s->size = (double)(fabsf(at.x) + fabsf(at.y) + fabsf(at.z) + half.x);
        return true;
    default: {
        hit_cone cone = hit_cone_make(at, to, test_random_range(r, 0.001f, 1.5f));
        if (test_random_below(r, 2))
            cone = hit_cone_clip(cone, test_random_range(r, 0.0f, 1.0f), test_random_range(r, 1.0f, 10.0f));
        if (!hit_scene_volume_cone(here, &cone, &s->volume))
            return false;
        cone_spot(r, s);
        return true;
    }
    }
}

// Put the body's farthest point against the normal a gap beyond the spot.
static void put(const spot* s, double gap, hit_body* body)
{
    const double against[3] = {-s->normal[0], -s->normal[1], -s->normal[2]};
    double at[3], by[3];

    hit_body_reach(body, against, at);
    for (int k = 0; k < 3; k++)
        by[k] = s->at[k] + gap * s->normal[k] - at[k];
    body_move(body, by);
}

static void run_kind(volume_kind kind)
{
    const uint64_t cases = test_cases(30000);
    test_random r = test_random_make(test_seed() + 600 + (uint64_t)kind);
    uint64_t asked = 0;

    for (uint64_t i = 0; i < cases; i++) {
        const body_kind what = (body_kind)test_random_below(&r, BODY_KINDS);
        const body_style style = test_random_below(&r, 2) ? BODY_RANDOM : BODY_GRID;
        const hit_body body = body_make(&r, what, style);
        hit_body moved = body;
        spot s;
        double size;

        if (!spot_make(&r, kind, &s))
            continue;
        asked++;
        put(&s, 0.0, &moved);
        if (s.volume.sieve.body(s.volume.sieve.context, &moved) == HIT_OUTSIDE)
            fail_msg("%s and %s, case %llu of seed %llu: a touch is lost", kind_names[kind], body_kind_names[what],
                     (unsigned long long)i, (unsigned long long)test_seed());
        size = hit_body_size(&moved) + s.size;
        moved = body;
        put(&s, 1e-9 * size, &moved);
        if (s.volume.sieve.body(s.volume.sieve.context, &moved) != HIT_OUTSIDE)
            fail_msg("%s and %s, case %llu of seed %llu: a gap of %g is not seen", kind_names[kind],
                     body_kind_names[what], (unsigned long long)i, (unsigned long long)test_seed(), 1e-9 * size);
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

static void beside_balls(void** state)
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

// How far a body sticks out of a cone, by many points of it.
static double beyond_by_points(const hit_body* body, const hit_dcone* cone, test_random* r)
{
    double most = -HUGE_VAL;

    for (int n = 0; n < 3000; n++) {
        double direction[3], at[3], from[3], side[3], height, out;
        body_direction(r, direction);
        hit_body_reach(body, direction, at);
        for (int k = 0; k < 3; k++)
            from[k] = at[k] - cone->apex[k];
        height = from[0] * cone->axis[0] + from[1] * cone->axis[1] + from[2] * cone->axis[2];
        for (int k = 0; k < 3; k++)
            side[k] = from[k] - height * cone->axis[k];
        out = sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]) * cone->cosine - height * cone->sine;
        most = fmax(most, fmax(out, fmax(cone->h_min - height, height - cone->h_max)));
    }
    return most;
}

static void cylinders_in_cones(void** state)
{
    const uint64_t cases = test_costly_cases(3000);
    test_random r = test_random_make(test_seed() + 700);
    uint64_t inside = 0, asked = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        const body_kind what = test_random_below(&r, 3) == 0 ? BODY_CAPSULE : BODY_CYLINDER;
        hit_body body = body_make(&r, what, BODY_RANDOM);
        double ours, truth, by[3];
        spot s;

        if (!spot_make(&r, KIND_CONE, &s))
            continue;
        // From about the middle of the cone to beyond its side.
        for (int k = 0; k < 3; k++) {
            const double axis = s.volume.cone.apex[k] + (s.size > 0.0 ? 2.0 : 1.0) * s.volume.cone.axis[k];
            const double t = (double)test_random_range(&r, 0.0f, 1.2f);
            by[k] = axis + t * (s.at[k] - axis) - body.point[0][k];
        }
        body_move(&body, by);
        asked++;
        ours = hit_body_beyond_cone(&body, &s.volume.cone);
        truth = beyond_by_points(&body, &s.volume.cone, &r);
        inside += ours <= 0.0;
        // Points can only show that it sticks out more; and 3,000 of them come close to those that do most.
        if (ours <= 0.0 && truth > 1e-12 * (s.size + hit_body_size(&body)))
            fail_msg("case %llu: a point sticks out by %g", (unsigned long long)i, truth);
        if (truth > 0.0 && ours <= 0.0)
            fail_msg("case %llu: %g, not %g", (unsigned long long)i, truth, ours);
        if (ours > 0.02 * body.radius && truth <= 0.0)
            fail_msg("case %llu: %g, but no point sticks out", (unsigned long long)i, ours);
    }
    printf("%llu of %llu inside, seed %llu\n", (unsigned long long)inside, (unsigned long long)asked,
           (unsigned long long)test_seed());
    assert_true(inside > 0 && inside < asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beside_frusta),        cmocka_unit_test(beside_infinite_frusta),
        cmocka_unit_test(beside_aligned_boxes), cmocka_unit_test(beside_oriented_boxes),
        cmocka_unit_test(beside_balls),         cmocka_unit_test(beside_cones),
        cmocka_unit_test(cylinders_in_cones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
