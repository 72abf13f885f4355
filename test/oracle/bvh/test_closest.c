// The closest primitives of trees, compared with exact rationals (support/oracle/distances.h): which ones, in which
// order, and the distance to the last bit. No answer may differ.
#include "support/base/cmocka_all.h"
#include "support/oracle/distances.h"
#include "support/cases/shape_sets.h"
#include "support/base/fp_modes.h"

static const hit_bvh_kind kinds[3] = {HIT_BVH_TRIANGLES, HIT_BVH_AABBS, HIT_BVH_OBBS};
static const char* const kind_names[3] = {"triangles", "aabbs", "obbs"};

enum { MOST = 200 };

static scene the_scene;
static mpq_t square[MOST];
static uint32_t order[MOST];

static int by_distance(const void* a, const void* b)
{
    const uint32_t *i = a, *j = b;
    const int sign = mpq_cmp(square[*i], square[*j]);
    return sign != 0 ? sign : (*i > *j) - (*i < *j);
}

// What is next to shapes: corners, middles of edges, points above corners, on grids, and far away.
static hit_vec3 point_for(test_random* r, const scene* s)
{
    const hit_vec3 a = scene_corner(r, s), b = scene_corner(r, s);

    switch (test_random_below(r, 6)) {
    case 0:
        return a;
    case 1:
        return hit_vec3_scale(hit_vec3_add(a, b), 0.5f);
    case 2:
        return hit_vec3_add(a, hit_vec3_make(0, 0, s->size));
    case 3:
        return hit_vec3_scale(scene_point(r, s), test_random_below(r, 2) ? 100.0f : 4.0f);
    default:
        return scene_point(r, s);
    }
}

static void check_result(const hit_bvh_closest* c, hit_vec3 p, uint64_t query)
{
    const scene* s = &the_scene;
    const hit_triangle* t = &s->triangles[c->primitive];
    const float want = distance_round(square[c->primitive]);
    const double gap[3] = {(double)c->point.x - p.x, (double)c->point.y - p.y, (double)c->point.z - p.z};
    const double have = sqrt(gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2]);
    double size = fabs((double)c->point.x) + fabs((double)c->point.y) + fabs((double)c->point.z);

    if (c->distance != want)
        fail_msg("%s, %s, query %llu: distance %a instead of %a", scene_names[s->category], kind_names[s->kind],
                 (unsigned long long)query, (double)c->distance, (double)want);
    if (s->kind == HIT_BVH_TRIANGLES) {
        const double u = c->u, v = c->v, w = c->w;
        assert_true(u >= 0.0 && v >= 0.0 && w >= 0.0 && fabs(u + v + w - 1.0) <= 0x1p-22);
        const double q[3] = {w * t->v0.x + u * t->v1.x + v * t->v2.x, w * t->v0.y + u * t->v1.y + v * t->v2.y,
                             w * t->v0.z + u * t->v1.z + v * t->v2.z};
        const hit_aabb bounds = hit_triangle_bounds(t);
        size = fmax(size, fmax(hit_vec3_length(bounds.min), hit_vec3_length(bounds.max)));
        if (c->distance != 0.0f)
            assert_true(fabs(q[0] - c->point.x) <= 0x1p-21 * size && fabs(q[1] - c->point.y) <= 0x1p-21 * size &&
                        fabs(q[2] - c->point.z) <= 0x1p-21 * size);
    } else {
        assert_true(c->u == 0.0f && c->v == 0.0f && c->w == 0.0f);
    }
    // The point is at the distance, to the rounding of its coordinates.
    if (fabs(have - (double)want) > 0x1p-22 * (double)want + 0x1p-21 * size)
        fail_msg("%s, %s, query %llu: the point is at %a, not %a", scene_names[s->category], kind_names[s->kind],
                 (unsigned long long)query, have, (double)want);
}

static void check(const hit_bvh* bvh, hit_vec3 p, float limit, uint32_t k, uint64_t query)
{
    const scene* s = &the_scene;
    hit_bvh_closest found[MOST];
    uint32_t count, want = 0;

    mode_set((int)(query % MODES));
    count = hit_bvh_closest_points(bvh, p, limit, NULL, found, k);
    mode_set(0);
    while (want < s->count && want < k && (isinf(limit) || distance_compare(square[order[want]], limit) <= 0))
        want++;
    if (count != want)
        fail_msg("%s, %s, query %llu: %u instead of %u", scene_names[s->category], kind_names[s->kind],
                 (unsigned long long)query, count, want);
    for (uint32_t i = 0; i < count; i++) {
        if (found[i].primitive != order[i])
            fail_msg("%s, %s, query %llu, result %u: shape %u instead of %u", scene_names[s->category],
                     kind_names[s->kind], (unsigned long long)query, i, found[i].primitive, order[i]);
        check_result(&found[i], p, query);
    }
}

static void query(test_random* r, const hit_bvh* bvh, uint64_t number, uint64_t* ties)
{
    const scene* s = &the_scene;
    const hit_vec3 p = point_for(r, s);
    const uint32_t near = test_random_below(r, s->count);

    if (!hit_vec3_is_finite(p))
        return;
    for (uint32_t i = 0; i < s->count; i++) {
        order[i] = i;
        if (s->kind == HIT_BVH_TRIANGLES)
            distance2_triangle(p, &s->triangles[i], square[i]);
        else if (s->kind == HIT_BVH_AABBS)
            distance2_aabb(p, s->boxes[i], square[i]);
        else
            distance2_obb(p, &s->obbs[i], square[i]);
    }
    qsort(order, s->count, sizeof order[0], by_distance);
    for (uint32_t i = 1; i < s->count; i++)
        *ties += mpq_cmp(square[order[i - 1]], square[order[i]]) == 0;
    check(bvh, p, HUGE_VALF, 1, number);
    check(bvh, p, HUGE_VALF, 1 + test_random_below(r, 20), number);
    check(bvh, p, HUGE_VALF, s->count, number);
    // A limit at a distance, rounded: one in or out.
    const float limit = distance_round(square[order[near]]);
    if (isfinite(limit)) {
        check(bvh, p, limit, MOST, number);
        check(bvh, p, nextafterf(limit, 0.0f), MOST, number);
    }
    check(bvh, p, 0.0f, MOST, number);
}

// A case is a shape and a point.
static void run_category(scene_category category)
{
    test_random r = test_random_make(test_seed() + 600 + (uint64_t)category);
    const uint64_t cases = test_cases(20000);
    uint64_t done = 0, number = 0, ties = 0;

    for (uint64_t i = 0; done < cases; i++) {
        scene_make(&r, category, kinds[i % 3], 1 + test_random_below(&r, MOST), &the_scene);
        hit_bvh* bvh = scene_tree(&the_scene, (hit_bvh_quality)(i / 3 % 3));
        assert_non_null(bvh);
        for (int q = 0; q < 10; q++, number++) {
            query(&r, bvh, number, &ties);
            done += the_scene.count;
        }
        hit_bvh_destroy(bvh);
    }
    print_message("%-8s seed %llu, %llu cases, %llu queries, %llu ties\n", scene_names[category],
                  (unsigned long long)test_seed(), (unsigned long long)done, (unsigned long long)number,
                  (unsigned long long)ties);
}

CATEGORY_TEST(random_shapes, SCENE_RANDOM)
CATEGORY_TEST(grid, SCENE_GRID)
CATEGORY_TEST(shared_corners, SCENE_SURFACE)
CATEGORY_TEST(far_from_the_origin, SCENE_FAR)
CATEGORY_TEST(small, SCENE_SMALL)
CATEGORY_TEST(large, SCENE_LARGE)
CATEGORY_TEST(scales_apart, SCENE_SCALES)

static int setup(void** state)
{
    (void)state;
    for (int i = 0; i < MOST; i++)
        mpq_init(square[i]);
    return 0;
}

static int teardown(void** state)
{
    (void)state;
    for (int i = 0; i < MOST; i++)
        mpq_clear(square[i]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_shapes),       cmocka_unit_test(grid),  cmocka_unit_test(shared_corners),
        cmocka_unit_test(far_from_the_origin), cmocka_unit_test(small), cmocka_unit_test(large),
        cmocka_unit_test(scales_apart),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
