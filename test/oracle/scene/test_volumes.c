// Volumes against shapes, as scenes ask for them, compared with the exact answers for floats: what touches is never
// called outside, and what lies inside is never called anything else. Where the exact answer is no and ours is yes,
// exact rationals prove that it would be yes for a volume that is larger by 1e-11 of the coordinates.
#include "support/base/cmocka_all.h"
#include "support/oracle/convex_shapes.h"
#include "support/cases/cone_cases.h"
#include "support/oracle/rational_set.h"
#include "support/cases/frustum_cases.h"

#include "overlap/halfspaces.h"
#include "scene/convex/gjk.h"
#include "scene/region/region.h"

#include <hitscan/cone.h>
#include <hitscan/overlap.h>

static const hit_dvec3 here = {0.0, 0.0, 0.0};

static const double allowed = 1e-11;

// ---- Bodies of floats -----------------------------------------------------------------------------------------------

typedef enum form { FORM_AABB, FORM_OBB, FORM_SPHERE, FORM_TRIANGLE, FORMS } form;

static const char* const form_names[FORMS] = {"aabb", "obb", "sphere", "triangle"};

static void load(hit_vec3 v, double out[3])
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

// The corners of an oriented box, by Cramer's rule in long double. False when it is empty, or too skew for that.
static bool obb_convex(const hit_obb* obb, hit_convex_shape* convex)
{
    long double a[3][3], cross[3][3], det = 0.0L, size = 1.0L;

    for (int i = 0; i < 3; i++) {
        a[i][0] = obb->axis[i].x;
        a[i][1] = obb->axis[i].y;
        a[i][2] = obb->axis[i].z;
        size *= fabsl(a[i][0]) + fabsl(a[i][1]) + fabsl(a[i][2]);
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            cross[i][k] = a[(i + 1) % 3][(k + 1) % 3] * a[(i + 2) % 3][(k + 2) % 3] -
                          a[(i + 1) % 3][(k + 2) % 3] * a[(i + 2) % 3][(k + 1) % 3];
    for (int k = 0; k < 3; k++)
        det += a[0][k] * cross[0][k];
    *convex = (hit_convex_shape){.count = 8};
    for (unsigned corner = 0; corner < 8; corner++) {
        const double center[3] = {obb->center.x, obb->center.y, obb->center.z};
        for (int k = 0; k < 3; k++) {
            long double at = center[k];
            for (unsigned i = 0; i < 3; i++)
                at += ((corner >> i & 1u) != 0 ? obb->half[i] : -obb->half[i]) * cross[i][k] / det;
            convex->point[corner][k] = (double)at;
        }
    }
    return hit_obb_is_solid(obb) && fabsl(det) > 1e-3L * size;
}

static bool form_convex(const frusta_case* c, form f, hit_convex_shape* convex)
{
    switch (f) {
    case FORM_AABB:
        *convex = (hit_convex_shape){.count = 8};
        for (unsigned i = 0; i < 8; i++) {
            convex->point[i][0] = (i & 1u) != 0 ? c->box.max.x : c->box.min.x;
            convex->point[i][1] = (i & 2u) != 0 ? c->box.max.y : c->box.min.y;
            convex->point[i][2] = (i & 4u) != 0 ? c->box.max.z : c->box.min.z;
        }
        return true;
    case FORM_OBB:
        return obb_convex(&c->obb, convex);
    case FORM_SPHERE:
        *convex = (hit_convex_shape){.count = 1, .radius = (double)c->sphere.radius};
        load(c->sphere.center, convex->point[0]);
        return true;
    default:
        *convex = (hit_convex_shape){.count = 3};
        load(c->triangle.v0, convex->point[0]);
        load(c->triangle.v1, convex->point[1]);
        load(c->triangle.v2, convex->point[2]);
        return true;
    }
}

// ---- Half-spaces ----------------------------------------------------------------------------------------------------

static hit_cull exact_cull(const hit_halfspaces* set, const frusta_case* c, form f)
{
    const hit_any_box aligned = {NULL, c->box}, oriented = {&c->obb, c->box};

    switch (f) {
    case FORM_AABB:
        return hit_halfspaces_box(set, &aligned);
    case FORM_OBB:
        return hit_halfspaces_box(set, &oriented);
    case FORM_SPHERE:
        return hit_halfspaces_sphere(set, c->sphere);
    default:
        return hit_halfspaces_triangle(set, &c->triangle);
    }
}

// The answer, in rationals, when each half-space is larger by `by`; only whether it touches, or lies inside.
static bool larger_says(const rational_set* exact, const frusta_case* c, form f, bool inside, double by)
{
    rational_set set;
    mpq_t shift;
    bool yes;

    rational_set_init(&set);
    mpq_init(shift);
    set.count = exact->count;
    for (int i = 0; i < exact->count; i++) {
        double length = 0.0;
        for (int k = 0; k < 3; k++) {
            mpq_set(set.a[i][k], exact->a[i][k]);
            length += fabs(mpq_get_d(exact->a[i][k]));
        }
        mpq_set_d(shift, by * length);
        mpq_sub(set.b[i], exact->b[i], shift);
    }
    if (f == FORM_SPHERE)
        yes = inside ? rational_set_contains_sphere(&set, c->sphere) : rational_set_meets_sphere(&set, c->sphere);
    else if (f == FORM_TRIANGLE)
        yes = inside ? rational_set_contains_triangle(&set, &c->triangle)
                     : rational_set_meets_triangle(&set, &c->triangle);
    else if (inside)
        yes = f == FORM_AABB ? rational_set_contains_aabb(&set, c->box) : rational_set_contains_obb(&set, &c->obb);
    else {
        if (f == FORM_AABB)
            rational_set_add_aabb(&set, c->box);
        else
            rational_set_add_obb(&set, &c->obb);
        yes = rational_set_has_point(&set);
    }
    mpq_clear(shift);
    rational_set_clear(&set);
    return yes;
}

typedef struct tally {
    uint64_t asked, outside, inside, generous;
} tally;

// The quick answer for the box of a convex must not contradict the truth.
static void check_box(const hit_scene_volume* volume, const hit_convex_shape* convex, hit_cull truth, const char* what)
{
    double low[3], high[3];
    hit_cull quick;

    // Corners of oriented boxes have been rounded.
    hit_convex_bounds(convex, low, high);
    for (int k = 0; k < 3; k++) {
        low[k] -= 0x1p-50 * hit_convex_size(convex);
        high[k] += 0x1p-50 * hit_convex_size(convex);
    }
    quick = volume->cull_region.box(volume->cull_region.context, low, high);
    if ((quick == HIT_OUTSIDE && truth != HIT_OUTSIDE) || (quick == HIT_INSIDE && truth != HIT_INSIDE))
        fail_msg("%s: the box says %d, the truth is %d", what, (int)quick, (int)truth);
}

static void check_halves(const hit_scene_volume* volume, const hit_halfspaces* set, const rational_set* exact,
                         const frusta_case* c, bool tame, const char* what, tally* t)
{
    for (int f = 0; f < FORMS; f++) {
        hit_convex_shape convex;
        hit_cull ours, truth;
        double size;

        if (!form_convex(c, (form)f, &convex))
            continue;
        size = hit_convex_size(&convex);
        ours = volume->cull_region.convex(volume->cull_region.context, &convex);
        truth = exact_cull(set, c, (form)f);
        check_box(volume, &convex, truth, what);
        if (ours < truth)
            fail_msg("%s: %s is %d, not %d, seed %llu", what, form_names[f], (int)truth, (int)ours,
                     (unsigned long long)test_seed());
        // Normals whose components are 2^-140 of each other have corners that even double-double cannot tell.
        if (tame && ours > truth && !larger_says(exact, c, (form)f, ours == HIT_INSIDE, allowed * size))
            fail_msg("%s: %s is %d, and far from %d, seed %llu", what, form_names[f], (int)truth, (int)ours,
                     (unsigned long long)test_seed());
        t->asked++;
        t->outside += truth == HIT_OUTSIDE;
        t->inside += truth == HIT_INSIDE;
        t->generous += ours != truth;
    }
}

static void run_category(frusta_category category)
{
    const uint64_t cases = test_cases(4000);
    test_random r = test_random_make(test_seed() + 100 + (uint64_t)category);
    const bool tame = category != FRUSTA_SCALES;
    tally t = {0, 0, 0, 0};

    for (uint64_t i = 0; i < cases; i++) {
        frusta_case a, b;
        hit_scene_volume volume;
        hit_halfspaces set;
        rational_set exact;

        frusta_make(&r, category, &a);
        frusta_make(&r, category, &b);
        rational_set_init(&exact);
        rational_set_add_frustum(&exact, &a.frustum);
        if (hit_halfspaces_from_frustum(&a.frustum, &set)) {
            if (hit_scene_volume_frustum(here, &a.frustum, &volume))
                check_halves(&volume, &set, &exact, &a, tame, "frustum", &t);
            else if (tame)
                for (int f = 0; f < FORMS; f++)
                    assert_int_equal(exact_cull(&set, &a, (form)f), HIT_OUTSIDE);
        }
        exact.count = 0;
        rational_set_add_aabb(&exact, a.box);
        hit_halfspaces_from_aabb(a.box, &set);
        assert_true(hit_scene_volume_aabb(here, a.box, &volume));
        check_halves(&volume, &set, &exact, &b, tame, "aabb", &t);
        exact.count = 0;
        if (hit_scene_volume_obb(here, &a.obb, &volume)) {
            rational_set_add_obb(&exact, &a.obb);
            hit_halfspaces_from_obb(&a.obb, &set);
            check_halves(&volume, &set, &exact, &b, tame, "obb", &t);
        }
        rational_set_clear(&exact);
    }
    printf("%s: %llu shapes, %llu outside, %llu inside, %llu closer than can be told, seed %llu\n",
           frusta_category_names[category], (unsigned long long)t.asked, (unsigned long long)t.outside,
           (unsigned long long)t.inside, (unsigned long long)t.generous, (unsigned long long)test_seed());
}

CATEGORY_TEST(halves_random, FRUSTA_RANDOM)
CATEGORY_TEST(halves_grid, FRUSTA_GRID)
CATEGORY_TEST(halves_far, FRUSTA_FAR)
CATEGORY_TEST(halves_corners, FRUSTA_CORNERS)
CATEGORY_TEST(halves_flat, FRUSTA_FLAT)
CATEGORY_TEST(halves_off_axis, FRUSTA_OFF_AXIS)
CATEGORY_TEST(halves_scales, FRUSTA_SCALES)
CATEGORY_TEST(halves_ortho, FRUSTA_ORTHO)
CATEGORY_TEST(halves_touching, FRUSTA_TOUCHING)

// ---- Balls ----------------------------------------------------------------------------------------------------------

static hit_cull exact_ball(hit_sphere ball, const frusta_case* c, form f)
{
    switch (f) {
    case FORM_AABB:
        return !hit_sphere_aabb(ball, c->box)           ? HIT_OUTSIDE
               : hit_sphere_contains_aabb(ball, c->box) ? HIT_INSIDE
                                                        : HIT_CROSSING;
    case FORM_OBB:
        return !hit_sphere_obb(ball, &c->obb)           ? HIT_OUTSIDE
               : hit_sphere_contains_obb(ball, &c->obb) ? HIT_INSIDE
                                                        : HIT_CROSSING;
    case FORM_TRIANGLE:
        return !hit_sphere_triangle(ball, &c->triangle)           ? HIT_OUTSIDE
               : hit_sphere_contains_triangle(ball, &c->triangle) ? HIT_INSIDE
                                                                  : HIT_CROSSING;
    default:
        return hit_sphere_sphere(ball, c->sphere) ? HIT_CROSSING : HIT_OUTSIDE;
    }
}

static void spheres(void** state)
{
    const uint64_t cases = test_cases(20000);
    test_random r = test_random_make(test_seed() + 200);
    uint64_t generous = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        frusta_case a, b;
        hit_scene_volume volume;
        const frusta_category category = (frusta_category)(i % FRUSTA_CATEGORIES);

        frusta_make(&r, category, &a);
        frusta_make(&r, category, &b);
        if (category == FRUSTA_SCALES || !hit_scene_volume_sphere(here, a.sphere, &volume))
            continue;
        for (int f = 0; f < FORMS; f++) {
            hit_convex_shape convex;
            hit_cull ours, truth;
            double size, center[3];
            if (!form_convex(&b, (form)f, &convex))
                continue;
            load(a.sphere.center, center);
            size = hit_convex_size(&convex) + fabs(center[0]) + fabs(center[1]) + fabs(center[2]) +
                   (double)a.sphere.radius;
            truth = exact_ball(a.sphere, &b, (form)f);
            ours = volume.cull_region.convex(volume.cull_region.context, &convex);
            if (f != FORM_SPHERE)
                check_box(&volume, &convex, truth, "ball");
            if (ours < truth)
                fail_msg("ball, case %llu: %s is %d, not %d", (unsigned long long)i, form_names[f], (int)truth,
                         (int)ours);
            if (ours == HIT_INSIDE && truth != HIT_INSIDE)
                assert_true(hit_convex_farthest(&convex, center) <= a.sphere.radius + allowed * size);
            if (ours != HIT_OUTSIDE && truth == HIT_OUTSIDE)
                assert_true(hit_convex_closest(&convex, center).lower <= a.sphere.radius + allowed * size);
            generous += ours != truth && f != FORM_SPHERE;
        }
    }
    printf("spheres: %llu closer than can be told, seed %llu\n", (unsigned long long)generous,
           (unsigned long long)test_seed());
}

// ---- Cones ----------------------------------------------------------------------------------------------------------

static bool cone_convex(const cone_case* c, hit_convex_shape* convex)
{
    static const uint32_t counts[CONE_TARGETS] = {8, 8, 1, 3, 2, 1};
    frusta_case f;

    if (c->target == TARGET_AABB || c->target == TARGET_OBB || c->target == TARGET_SPHERE) {
        f.box = c->aabb;
        f.obb = c->obb;
        f.sphere = c->sphere;
        return form_convex(&f,
                           c->target == TARGET_AABB  ? FORM_AABB
                           : c->target == TARGET_OBB ? FORM_OBB
                                                     : FORM_SPHERE,
                           convex);
    }
    *convex = (hit_convex_shape){.count = counts[c->target]};
    for (uint32_t i = 0; i < convex->count; i++)
        load(c->point[i], convex->point[i]);
    return true;
}

static hit_relation cone_truth(const cone_case* c, hit_cone_evidence* evidence, bool* inside)
{
    const hit_triangle triangle = {c->point[0], c->point[1], c->point[2]};

    switch (c->target) {
    case TARGET_AABB:
        *inside = hit_cone_contains_aabb(&c->cone, c->aabb);
        return hit_cone_aabb(&c->cone, c->aabb, evidence);
    case TARGET_OBB:
        *inside = hit_cone_contains_obb(&c->cone, &c->obb);
        return hit_cone_obb(&c->cone, &c->obb, evidence);
    case TARGET_SPHERE:
        *inside = hit_cone_contains_sphere(&c->cone, c->sphere);
        return hit_cone_sphere(&c->cone, c->sphere, evidence);
    case TARGET_TRIANGLE:
        *inside = hit_cone_contains_triangle(&c->cone, &triangle);
        return hit_cone_triangle(&c->cone, &triangle, evidence);
    case TARGET_SEGMENT:
        *inside = hit_cone_contains_segment(&c->cone, c->point[0], c->point[1]);
        return hit_cone_segment(&c->cone, c->point[0], c->point[1], evidence);
    default:
        *inside = hit_cone_contains(&c->cone, c->point[0]);
        return hit_cone_point(&c->cone, c->point[0], evidence);
    }
}

static void cones(void** state)
{
    const uint64_t cases = test_cases(40000);
    test_random r = test_random_make(test_seed() + 300);
    uint64_t generous = 0, outside = 0, within = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        const cone_category category = (cone_category)(i % CONE_CATEGORIES);
        const cone_case c = cone_case_make(&r, category, (cone_target)test_random_below(&r, CONE_TARGETS));
        hit_cone_evidence evidence;
        hit_scene_volume volume;
        hit_convex_shape convex;
        hit_relation truth;
        hit_cull ours;
        bool inside;
        double size, apex[3];

        if (!cone_convex(&c, &convex) || !hit_scene_volume_cone(here, &c.cone, &volume))
            continue;
        load(c.cone.apex, apex);
        truth = cone_truth(&c, &evidence, &inside);
        ours = volume.cull_region.convex(volume.cull_region.context, &convex);
        if (truth != HIT_TOUCHING)
            check_box(&volume, &convex,
                      truth == HIT_SEPARATE ? HIT_OUTSIDE
                      : inside              ? HIT_INSIDE
                                            : HIT_CROSSING,
                      "cone");
        size = hit_convex_size(&convex) + fabs(apex[0]) + fabs(apex[1]) + fabs(apex[2]);
        // Heights of the convex come to twice its distance; the rim there counts too.
        size += 2.0 * size * (double)c.cone.tangent;
        // A box that is a point may be called inside from 1e-12 outside.
        inside = inside && truth != HIT_SEPARATE;
        if ((truth == HIT_OVERLAPPING && ours == HIT_OUTSIDE) || (inside && ours != HIT_INSIDE))
            fail_msg("cone, %s, %s, case %llu: %s, inside %d, not %d", cone_category_names[category],
                     cone_target_names[c.target], (unsigned long long)i, hit_relation_name(truth), (int)inside,
                     (int)ours);
        if (truth == HIT_SEPARATE && ours != HIT_OUTSIDE) {
            if (!(-evidence.margin <= allowed * size))
                fail_msg("cone, %s, %s, case %llu: separate by %g of %g, not %d", cone_category_names[category],
                         cone_target_names[c.target], (unsigned long long)i, -evidence.margin, size, (int)ours);
            generous++;
        }
        if (ours == HIT_INSIDE && !inside)
            assert_true(hit_convex_beyond_cone(&convex, &volume.cone) <= allowed * size);
        outside += ours == HIT_OUTSIDE;
        within += ours == HIT_INSIDE;
    }
    printf("cones: %llu outside, %llu inside, %llu closer than can be told, seed %llu\n", (unsigned long long)outside,
           (unsigned long long)within, (unsigned long long)generous, (unsigned long long)test_seed());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves_random),  cmocka_unit_test(halves_grid),  cmocka_unit_test(halves_far),
        cmocka_unit_test(halves_corners), cmocka_unit_test(halves_flat),  cmocka_unit_test(halves_off_axis),
        cmocka_unit_test(halves_scales),  cmocka_unit_test(halves_ortho), cmocka_unit_test(halves_touching),
        cmocka_unit_test(spheres),        cmocka_unit_test(cones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
