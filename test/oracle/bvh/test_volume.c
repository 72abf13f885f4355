// Volumes over trees: what a loop over all shapes gives, and what exact rationals say (support/oracle/rational_set.h).
// Cones are compared with cone.h, whose calls have oracles of their own. No answer may differ.
#include "support/base/cmocka_all.h"
#include "support/oracle/rational_set.h"
#include "support/oracle/distances.h"
#include "support/cases/volumes.h"
#include "support/base/fp_modes.h"

static const hit_bvh_kind kinds[3] = {HIT_BVH_TRIANGLES, HIT_BVH_AABBS, HIT_BVH_OBBS};
static const char* const kind_names[3] = {"triangles", "aabbs", "obbs"};

static void add_volume(rational_set* set, volume_kind kind, const volume* v)
{
    if (kind == VOLUME_FRUSTUM)
        rational_set_add_frustum(set, &v->frustum);
    else if (kind == VOLUME_AABB)
        rational_set_add_aabb(set, v->box);
    else
        rational_set_add_obb(set, &v->obb);
}

static bool sphere_contains_point(hit_sphere ball, hit_vec3 p)
{
    const hit_triangle point = {p, p, p};
    mpq_t square;
    bool holds;

    mpq_init(square);
    distance2_triangle(ball.center, &point, square);
    holds = distance_compare(square, ball.radius) <= 0;
    mpq_clear(square);
    return holds;
}

static bool sphere_truth(hit_sphere ball, hit_include relation, const scene* s, uint32_t i)
{
    const hit_triangle* t = &s->triangles[i];
    bool truth = true;

    if (relation == HIT_INCLUDE_INSIDE) {
        if (s->kind == HIT_BVH_OBBS)
            return rational_sphere_contains_obb(ball, &s->obbs[i]);
        if (s->kind == HIT_BVH_TRIANGLES)
            return sphere_contains_point(ball, t->v0) && sphere_contains_point(ball, t->v1) &&
                   sphere_contains_point(ball, t->v2);
        for (int c = 0; c < 8; c++)
            truth = truth && sphere_contains_point(ball, hit_vec3_make(c & 1 ? s->boxes[i].max.x : s->boxes[i].min.x,
                                                                       c & 2 ? s->boxes[i].max.y : s->boxes[i].min.y,
                                                                       c & 4 ? s->boxes[i].max.z : s->boxes[i].min.z));
        return truth;
    }
    mpq_t square;
    mpq_init(square);
    if (s->kind == HIT_BVH_TRIANGLES)
        distance2_triangle(ball.center, t, square);
    else if (s->kind == HIT_BVH_AABBS)
        distance2_aabb(ball.center, s->boxes[i], square);
    else
        distance2_obb(ball.center, &s->obbs[i], square);
    truth = distance_compare(square, ball.radius) <= 0;
    mpq_clear(square);
    return truth;
}

static bool truth(volume_kind kind, const volume* v, hit_include relation, const scene* s, uint32_t i)
{
    rational_set set;
    bool result;

    if (kind == VOLUME_CONE)
        return volume_takes(kind, v, relation, s, i);
    if (kind == VOLUME_SPHERE)
        return sphere_truth(v->sphere, relation, s, i);
    rational_set_init(&set);
    add_volume(&set, kind, v);
    if (relation == HIT_INCLUDE_INSIDE) {
        result = s->kind == HIT_BVH_TRIANGLES ? rational_set_contains_triangle(&set, &s->triangles[i])
                 : s->kind == HIT_BVH_AABBS   ? rational_set_contains_aabb(&set, s->boxes[i])
                                              : rational_set_contains_obb(&set, &s->obbs[i]);
    } else if (s->kind == HIT_BVH_TRIANGLES) {
        result = rational_set_meets_triangle(&set, &s->triangles[i]);
    } else {
        if (s->kind == HIT_BVH_AABBS)
            rational_set_add_aabb(&set, s->boxes[i]);
        else
            rational_set_add_obb(&set, &s->obbs[i]);
        result = rational_set_has_point(&set);
    }
    rational_set_clear(&set);
    return result;
}

static scene the_scene;

static void check(const hit_bvh* bvh, volume_kind kind, const volume* v, hit_include relation, bool exact,
                  uint64_t query, uint64_t* found)
{
    const scene* s = &the_scene;
    static uint32_t have[SCENE_MAX];
    uint32_t count, at = 0;

    mode_set((int)(query % MODES));
    count = volume_query(bvh, kind, v, relation, NULL, have, SCENE_MAX);
    mode_set(0);
    for (uint32_t i = 0; i < s->count; i++) {
        const bool in = at < count && have[at] == i;
        const bool want = exact ? truth(kind, v, relation, s, i) : volume_takes(kind, v, relation, s, i);
        if (in != want)
            fail_msg("%s, %s, %s, %s, query %llu: shape %u is %s", scene_names[s->category], kind_names[s->kind],
                     volume_names[kind], relation == HIT_INCLUDE_INSIDE ? "inside" : "touching",
                     (unsigned long long)query, i, in ? "too many" : "missing");
        at += in;
    }
    assert_int_equal(at, count);
    *found += count;
}

// A case is a shape and a volume.
static void run(scene_category category, bool exact)
{
    test_random r = test_random_make(test_seed() + (exact ? 500 : 400) + (uint64_t)category);
    const uint64_t cases = test_cases(exact ? 10000 : 600000);
    uint64_t found[VOLUME_KINDS][2] = {{0}}, done = 0, query = 0;

    for (uint64_t i = 0; done < cases; i++) {
        const uint32_t count = 1 + test_random_below(&r, exact ? 100 : 1000);
        scene_make(&r, category, kinds[i % 3], count, &the_scene);
        hit_bvh* bvh = scene_tree(&the_scene, (hit_bvh_quality)(i / 3 % 3));
        assert_non_null(bvh);
        for (int q = 0; q < (exact ? 2 : 10); q++, query++) {
            volume v;
            volume_make(&r, &the_scene, &v);
            for (int kind = 0; kind < VOLUME_KINDS; kind++) {
                check(bvh, (volume_kind)kind, &v, HIT_INCLUDE_TOUCHING, exact, query, &found[kind][0]);
                check(bvh, (volume_kind)kind, &v, HIT_INCLUDE_INSIDE, exact, query, &found[kind][1]);
            }
            done += (uint64_t)the_scene.count * VOLUME_KINDS * 2;
        }
        hit_bvh_destroy(bvh);
    }
    print_message("%-8s seed %llu, %llu cases; touching, inside:", scene_names[category],
                  (unsigned long long)test_seed(), (unsigned long long)done);
    for (int kind = 0; kind < VOLUME_KINDS; kind++)
        print_message(" %s %llu, %llu;", volume_names[kind], (unsigned long long)found[kind][0],
                      (unsigned long long)found[kind][1]);
    print_message("\n");
}

static void against_rationals(void** state)
{
    (void)state;
    for (int c = 0; c < SCENE_CATEGORIES; c++)
        run((scene_category)c, true);
}

static void against_a_loop(void** state)
{
    (void)state;
    for (int c = 0; c < SCENE_CATEGORIES; c++)
        run((scene_category)c, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(against_rationals), cmocka_unit_test(against_a_loop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
