// Cones against spheres, triangles, segments and points: all answers against the oracle, all evidence by itself.
#include "support/base/cmocka_all.h"
#include "support/oracle/cone_check.h"

static void run_target(cone_target target)
{
    const uint64_t all = test_cases(120000) / 4 / CONE_SKEWED;
    cone_tally sum = {0};

    for (int category = 0; category < CONE_SKEWED; category++) {
        test_random r = test_random_make(test_seed() + 300 + (uint64_t)target * 40 + (uint64_t)category);
        const uint64_t cases = category == CONE_GRAZING ? all / 4 + 1 : all; // each of them costs ten others
        cone_tally n = {0};
        for (uint64_t i = 0; i < cases; i++) {
            const cone_case c = cone_case_make(&r, (cone_category)category, target);
            quad_cone k;
            quad_shape s;
            cone_verdict v;
            if (!hit_cone_is_valid(&c.cone) || !cone_case_quad(&c, &k, &s))
                continue;
            v = cone_oracle(&k, &s);
            cone_check_case(&c, &v, &n);
        }
        printf("  %-9s %-24s %6llu cases: meet %llu, in contact %llu, unknown %llu; ours separate %llu, touching %llu, "
               "overlapping %llu; inside %llu; wrong %llu\n",
               cone_target_names[target], cone_category_names[category], (unsigned long long)n.cases,
               (unsigned long long)n.meets, (unsigned long long)n.contacts, (unsigned long long)n.unknown,
               (unsigned long long)n.separate, (unsigned long long)n.touching, (unsigned long long)n.overlapping,
               (unsigned long long)n.contained, (unsigned long long)n.wrong);
        sum.cases += n.cases, sum.meets += n.meets, sum.unknown += n.unknown, sum.wrong += n.wrong;
        sum.contained += n.contained;
    }
    assert_int_equal(sum.wrong, 0);
    assert_int_equal(sum.unknown, 0);
    assert_true(sum.cases < 400 || (sum.meets > sum.cases / 20 && sum.contained > 0));
}

static void spheres(void** state)
{
    (void)state;
    run_target(TARGET_SPHERE);
}

static void triangles(void** state)
{
    (void)state;
    run_target(TARGET_TRIANGLE);
}

static void segments(void** state)
{
    (void)state;
    run_target(TARGET_SEGMENT);
}

static void points(void** state)
{
    (void)state;
    run_target(TARGET_POINT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres),
        cmocka_unit_test(triangles),
        cmocka_unit_test(segments),
        cmocka_unit_test(points),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
