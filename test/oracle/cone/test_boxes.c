// Cones against boxes: all answers against the oracle, all evidence by itself, next to the method that people use.
//
// Prints a table of false "separate" and false "overlap". With HIT_TABLE=FILE the table is written there too, as
// Markdown: that is how docs/cone-table.md is made.
#include "support/base/cmocka_all.h"
#include "support/oracle/cone_check.h"
#include "support/oracle/gte_cone.h"

#include <pthread.h>

enum { FLOAT, DOUBLE, THREADS = 4, STATELESS = 4000 };

// The numbers of a category, of both kinds of boxes.
typedef struct row {
    cone_tally ours[2];              // axis-aligned, oriented
    uint64_t lost[2], false_hits[2]; // of the seed's method, in float and in double
} row;

static row rows[CONE_CATEGORIES];

// ---- The seed's method ---------------------------------------------------------------------------------------------

// A box for the seed's method: in double the numbers of the shape, an axis-aligned one to a rounding.
static gte_box_double gte_box_of(const cone_case* c)
{
    gte_box_double b = {0};

    for (int i = 0; i < 3; i++) {
        if (c->target == TARGET_AABB) {
            const double lo = (&c->aabb.min.x)[i], hi = (&c->aabb.max.x)[i];
            b.center[i] = 0.5 * (lo + hi);
            b.extent[i] = 0.5 * (hi - lo);
            b.axis[i][i] = 1.0;
            continue;
        }
        b.center[i] = (&c->obb.center.x)[i];
        b.extent[i] = c->obb.half[i];
        for (int j = 0; j < 3; j++)
            b.axis[i][j] = (&c->obb.axis[i].x)[j];
    }
    return b;
}

static bool by_gte_double(const cone_case* c)
{
    const double t = c->cone.tangent, a[3] = {c->cone.axis.x, c->cone.axis.y, c->cone.axis.z};
    const double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    const gte_box_double b = gte_box_of(c);
    gte_cone_double k = {.cosine = 1.0 / sqrt(1.0 + t * t), .h_min = c->cone.h_min, .h_max = c->cone.h_max};

    for (int i = 0; i < 3; i++) {
        k.apex[i] = (&c->cone.apex.x)[i];
        k.axis[i] = a[i] / length;
    }
    return gte_cone_box_double(&k, &b);
}

static bool by_gte_float(const cone_case* c)
{
    const double t = c->cone.tangent, a[3] = {c->cone.axis.x, c->cone.axis.y, c->cone.axis.z};
    const double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    const gte_box_double d = gte_box_of(c);
    gte_cone_float k = {.cosine = (float)(1.0 / sqrt(1.0 + t * t)), .h_min = c->cone.h_min, .h_max = c->cone.h_max};
    gte_box_float b;

    for (int i = 0; i < 3; i++) {
        k.apex[i] = (&c->cone.apex.x)[i];
        k.axis[i] = (float)(a[i] / length);
        b.center[i] = (float)d.center[i];
        b.extent[i] = (float)d.extent[i];
        for (int j = 0; j < 3; j++)
            b.axis[i][j] = (float)d.axis[i][j];
    }
    return gte_cone_box_float(&k, &b);
}

// ---- The categories ------------------------------------------------------------------------------------------------

static void run_boxes(cone_category category, cone_target target, uint64_t cases)
{
    test_random r = test_random_make(test_seed() + 400 + (uint64_t)target * 40 + (uint64_t)category);
    row* out = &rows[category];
    cone_tally* n = &out->ours[target == TARGET_OBB];

    for (uint64_t i = 0; i < cases; i++) {
        const cone_case c = cone_case_make(&r, category, target);
        quad_cone k;
        quad_shape s;
        cone_verdict v;
        if (!hit_cone_is_valid(&c.cone) || !cone_case_quad(&c, &k, &s))
            continue;
        v = cone_oracle(&k, &s);
        cone_check_case(&c, &v, n);
        if (category != CONE_SKEWED && (v.kind == ORACLE_MEETS || v.kind == ORACLE_SEPARATE)) {
            const bool meets = v.kind == ORACLE_MEETS, seed[2] = {by_gte_float(&c), by_gte_double(&c)};
            for (int m = 0; m < 2; m++) {
                out->lost[m] += meets && !seed[m];
                out->false_hits[m] += !meets && seed[m];
            }
        }
    }
    printf("  %-4s %6llu cases: meet %llu, in contact %llu, unknown %llu; ours separate %llu, touching %llu, "
           "overlapping %llu; inside %llu; wrong %llu\n",
           cone_target_names[target], (unsigned long long)n->cases, (unsigned long long)n->meets,
           (unsigned long long)n->contacts, (unsigned long long)n->unknown, (unsigned long long)n->separate,
           (unsigned long long)n->touching, (unsigned long long)n->overlapping, (unsigned long long)n->contained,
           (unsigned long long)n->wrong);
}

static void run_category(cone_category category)
{
    const uint64_t all = test_cases(100000) / CONE_CATEGORIES / 2;
    const uint64_t cases = category == CONE_GRAZING ? all / 4 + 1 : all; // each of them costs twenty others
    const cone_tally *aabb = &rows[category].ours[0], *obb = &rows[category].ours[1];

    if (category != CONE_SKEWED)
        run_boxes(category, TARGET_AABB, cases);
    run_boxes(category, TARGET_OBB, cases);
    assert_int_equal(aabb->wrong + obb->wrong, 0);
    assert_int_equal(aabb->unknown + obb->unknown, 0);
    assert_true(aabb->meets + obb->meets >= cases / 20);
    assert_true(aabb->separate + obb->separate >= cases / 20);
}

CATEGORY_TEST(random_cones, CONE_RANDOM)
CATEGORY_TEST(grazing, CONE_GRAZING)
CATEGORY_TEST(at_height_planes, CONE_HEIGHT)
CATEGORY_TEST(apex_near, CONE_APEX)
CATEGORY_TEST(apex_at_feature, CONE_APEX_FEATURE)
CATEGORY_TEST(flat, CONE_FLAT)
CATEGORY_TEST(points, CONE_POINT)
CATEGORY_TEST(discs, CONE_DISC)
CATEGORY_TEST(narrow, CONE_NARROW)
CATEGORY_TEST(wide, CONE_WIDE)
CATEGORY_TEST(far, CONE_FAR)
CATEGORY_TEST(aligned, CONE_ALIGNED)
CATEGORY_TEST(huge, CONE_HUGE)
CATEGORY_TEST(tiny, CONE_TINY)
CATEGORY_TEST(skewed, CONE_SKEWED)

// ---- Places that random boxes do not come to ----------------------------------------------------------------------

static void check_case(const cone_case* c, cone_tally* n)
{
    quad_cone k;
    quad_shape s;
    cone_verdict v;

    if (!hit_cone_is_valid(&c->cone) || !cone_case_quad(c, &k, &s))
        return;
    v = cone_oracle(&k, &s);
    cone_check_case(c, &v, n);
}

// The centre straight behind the apex, to a rounding or some float roundings, and the box so large that it reaches past
// it: the direction from the axis to the centre is noise then.
static void behind_the_apex(void** state)
{
    test_random r = test_random_make(test_seed() + 480);
    cone_tally n = {0};

    (void)state;
    for (uint64_t i = 0, cases = test_cases(100000) / 50; i < cases; i++) {
        const hit_vec3 axis = test_random_grid_vec3(&r), size = test_random_vec3(&r, 0.0f, 20.0f);
        const float tangent = test_random_range(&r, 0.5f, 20.0f);
        const bool exact = test_random_below(&r, 2), oriented = test_random_below(&r, 2);
        cone_case c;
        memset(&c, 0, sizeof c);
        c.target = oriented ? TARGET_OBB : TARGET_AABB;
        c.cone = hit_cone_from_tan(hit_vec3_make(0, 0, 0), axis, tangent);
        for (int k = 0; k < 3; k++) { // multiples of 1/8, so that the middle is exact
            const float half = exact ? floorf((&size.x)[k] * 8.0f) / 8.0f : (&size.x)[k];
            (&c.aabb.min.x)[k] = -(&axis.x)[k] - half;
            (&c.aabb.max.x)[k] = -(&axis.x)[k] + half;
        }
        c.obb = hit_obb_make(hit_vec3_scale(axis, -1.0f), test_random_quat(&r), size);
        check_case(&c, &n);
    }
    assert_int_equal(n.wrong + n.unknown, 0);
    assert_true(n.cases < 200 || (n.separate > n.cases / 100 && n.meets > n.cases / 4));
}

// Segments and flat triangles that cross a cap so flatly that rounding decides where: the point that is nearest to the
// axis is above the cap by less than the slack, and what is below it may be beside the cone.
static void flat_across_a_cap(void** state)
{
    test_random r = test_random_make(test_seed() + 481);
    cone_tally n = {0};

    (void)state;
    for (uint64_t i = 0, cases = test_cases(100000) / 50; i < cases; i++) {
        const float above = test_random_range(&r, 0.0f, 40.0f) * 0x1p-49f, far = test_random_range(&r, 1.0f, 100.0f);
        const float below = -ldexpf(test_random_range(&r, 32.0f, 64.0f), (int)test_random_below(&r, 8) - 48);
        const float wider = ldexpf(test_random_range(&r, 0.5f, 1.0f), -(int)test_random_below(&r, 24));
        const bool bottom = test_random_below(&r, 2), triangle = test_random_below(&r, 2);
        cone_case c;
        memset(&c, 0, sizeof c);
        c.target = triangle ? TARGET_TRIANGLE : TARGET_SEGMENT;
        // The axis (3, 4, 0)/5: the height of (5, y, z) is 3 + 4/5·y, the distance from the axis in the plane z = 0 is
        // 4.
        c.cone = hit_cone_from_tan(hit_vec3_make(0, 0, 0), hit_vec3_make(3, 4, 0), 0x1.555556p+0f + wider);
        c.cone = bottom ? hit_cone_clip(c.cone, 3.0f, HUGE_VALF) : hit_cone_clip(c.cone, 0.0f, 3.0f);
        c.point[0] = hit_vec3_make(5, bottom ? -above : above, 0);
        c.point[1] = hit_vec3_make(5, bottom ? -below : below, far);
        c.point[2] = triangle ? hit_vec3_make(5 + far, c.point[0].y, far) : c.point[0];
        check_case(&c, &n);
    }
    assert_int_equal(n.wrong + n.unknown, 0);
    assert_true(n.touching > 0 || n.cases == 0);
}

// Huge triangles and oriented boxes with an edge past the axis of a narrow cone: to tell a hit takes more than doubles
// have.
static void huge_past_the_axis(void** state)
{
    test_random r = test_random_make(test_seed() + 482);
    cone_tally n = {0};

    (void)state;
    for (uint64_t i = 0, cases = test_cases(100000) / 50; i < cases; i++) {
        const float far = ldexpf(1.0f, (int)test_random_below(&r, 20)), h = test_random_range(&r, 0.5f, 2.0f);
        const hit_vec3 axis = hit_vec3_normalize(test_random_vec3(&r, -1.0f, 1.0f));
        const hit_vec3 u = test_random_vec3(&r, -1.0f, 1.0f), v = test_random_vec3(&r, -1.0f, 1.0f);
        const float tangent = ldexpf(test_random_range(&r, 0.5f, 1.0f), -20 - (int)test_random_below(&r, 20));
        cone_case c;
        memset(&c, 0, sizeof c);
        c.cone = hit_cone_from_tan(hit_vec3_make(0, 0, 0), axis, tangent);
        c.point[0] = hit_vec3_add(hit_vec3_scale(axis, h), hit_vec3_scale(u, far));
        c.point[1] = hit_vec3_sub(hit_vec3_scale(axis, h), hit_vec3_scale(u, far));
        c.point[2] = hit_vec3_add(hit_vec3_scale(axis, h), hit_vec3_scale(v, far));
        c.target = TARGET_TRIANGLE;
        if (test_random_below(&r, 2)) {
            const hit_vec3 half = hit_vec3_make(far, far * test_random_range(&r, 0.5f, 2.0f), 0.0f);
            c.target = TARGET_OBB;
            c.obb = hit_obb_make(hit_vec3_make(0, 0, 0), test_random_quat(&r), half);
            c.obb.center = hit_vec3_add(hit_vec3_scale(axis, h), hit_vec3_scale(c.obb.axis[0], far));
        }
        check_case(&c, &n);
    }
    assert_int_equal(n.wrong + n.unknown, 0);
}

// The same with ends that are clearly on both sides of the cap: rounding moves the place of the crossing by as much as
// the segment is flat, which is more than it is away from the rim. (So much that the point of a "touching" is off by
// more than 1e-12: only the relations are checked.)
static void flat_crossings_at_the_rim(void** state)
{
    // Axes (a, b, 0) of length c: the height of (c, y, z) is a + b/c·y.
    static const float axes[][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {7, 24, 25}, {20, 21, 29}};
    test_random r = test_random_make(test_seed() + 483);
    const uint64_t cases = test_cases(100000) / 50;
    uint64_t wrong = 0, certain = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        const float* a = axes[test_random_below(&r, 5)];
        const int exponent = -16 - (int)test_random_below(&r, 24);
        const float wider = test_random_range(&r, -1.0f, 1.0f) * ldexpf(1.0f, -(int)test_random_below(&r, 22) - 1);
        const float above = ldexpf(test_random_range(&r, 0.1f, 1.0f), exponent);
        const float below = ldexpf(test_random_range(&r, 0.1f, 1.0f), exponent);
        const float near = test_random_range(&r, 0.0f, 8.0f), far = test_random_range(&r, 50.0f, 100.0f);
        const double t = (double)above / ((double)above + (double)below);
        const double z = (1.0 - t) * (double)near + t * (double)far, radius = sqrt((double)a[1] * (double)a[1] + z * z);
        hit_relation relation;
        cone_verdict v;
        quad_cone k;
        quad_shape s;
        cone_case c;
        memset(&c, 0, sizeof c);
        c.target = TARGET_SEGMENT;
        c.cone =
            hit_cone_from_tan(hit_vec3_make(0, 0, 0), hit_vec3_make(a[0], a[1], 0), (float)(radius / (double)a[0]));
        c.cone.tangent *= 1.0f + wider;
        c.cone.h_max = a[0];
        c.point[0] = c.point[2] = hit_vec3_make(a[2], above, near);
        c.point[1] = hit_vec3_make(a[2], -below, far);
        assert_true(cone_case_quad(&c, &k, &s));
        v = cone_oracle(&k, &s);
        relation = hit_cone_segment(&c.cone, c.point[0], c.point[1], NULL);
        wrong += (v.kind != ORACLE_MEETS && relation == HIT_OVERLAPPING) ||
                 (v.kind == ORACLE_MEETS && relation == HIT_SEPARATE);
        certain += relation == HIT_OVERLAPPING;
    }
    assert_int_equal(wrong, 0);
    assert_true(certain > 0 || cases < 100);
}

// Triangles with an edge exactly through the axis of a cone that is too thin to count.
static void edges_through_the_axis(void** state)
{
    test_random r = test_random_make(test_seed() + 484);
    cone_tally n = {0};

    (void)state;
    for (uint64_t i = 0, cases = test_cases(100000) / 50; i < cases; i++) {
        const hit_vec3 axis = test_random_grid_vec3(&r), u = test_random_grid_vec3(&r), v = test_random_grid_vec3(&r);
        cone_case c;
        memset(&c, 0, sizeof c);
        c.target = TARGET_TRIANGLE;
        c.cone = hit_cone_from_tan(hit_vec3_make(0, 0, 0), axis, 0x1p-120f);
        c.point[0] = hit_vec3_add(axis, u);
        c.point[1] = hit_vec3_sub(axis, u);
        c.point[2] = hit_vec3_add(axis, v);
        check_case(&c, &n);
    }
    assert_int_equal(n.wrong + n.unknown, 0);
}

// ---- No state ------------------------------------------------------------------------------------------------------

static cone_case many[STATELESS];
static cone_answer first[STATELESS];

static void make_many(void)
{
    test_random r = test_random_make(test_seed() + 490);

    for (int i = 0; i < STATELESS; i++) {
        const uint32_t category = test_random_below(&r, CONE_CATEGORIES);
        const uint32_t target = test_random_below(&r, CONE_TARGETS);
        many[i] =
            cone_case_make(&r, category == CONE_GRAZING ? CONE_WIDE : (cone_category)category, (cone_target)target);
        first[i] = cone_ask(&many[i]);
    }
}

// In another order, and each of them twice.
static void order_does_not_matter(void** state)
{
    (void)state;
    make_many();
    for (int i = 0; i < STATELESS; i++) {
        const int at = (int)((i * 2741LL + 17) % STATELESS); // 2741 is a prime: all of them, in another order
        const cone_answer once = cone_ask(&many[at]), twice = cone_ask(&many[at]);
        assert_true(cone_same_answer(&once, &first[at]));
        assert_true(cone_same_answer(&twice, &first[at]));
    }
}

static void* ask_all(void* data)
{
    const int start = *(const int*)data;
    int* wrong = data;
    int n = 0;

    for (int i = 0; i < STATELESS; i++) {
        const int at = (i + start) % STATELESS;
        const cone_answer a = cone_ask(&many[at]);
        n += !cone_same_answer(&a, &first[at]);
    }
    *wrong = n;
    return NULL;
}

static void threads_agree(void** state)
{
    pthread_t thread[THREADS];
    int data[THREADS];

    (void)state;
    make_many();
    for (int i = 0; i < THREADS; i++) {
        data[i] = i * STATELESS / THREADS;
        assert_int_equal(pthread_create(&thread[i], NULL, ask_all, &data[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_int_equal(data[i], 0);
    }
}

// ---- The table -----------------------------------------------------------------------------------------------------

static void print_row(FILE* out, const char* name, const row* r, bool seed)
{
    const cone_tally *a = &r->ours[0], *b = &r->ours[1];

    fprintf(out, "| %s | %llu | %llu | %llu | %llu | %llu |", name, (unsigned long long)(a->cases + b->cases),
            (unsigned long long)(a->meets + b->meets), (unsigned long long)(a->contacts + b->contacts),
            (unsigned long long)(a->lost + b->lost), (unsigned long long)(a->false_hits + b->false_hits));
    if (seed)
        fprintf(out, " %llu | %llu | %llu | %llu |\n", (unsigned long long)r->lost[FLOAT],
                (unsigned long long)r->false_hits[FLOAT], (unsigned long long)r->lost[DOUBLE],
                (unsigned long long)r->false_hits[DOUBLE]);
    else
        fprintf(out, " | | | |\n");
}

static void print_table(FILE* out)
{
    row all = {0};

    fprintf(out, "| category | cases | meet | contact | Hitscan: false separate | false overlap "
                 "| clipped edges, float: false separate | false overlap "
                 "| clipped edges, double: false separate | false overlap |\n"
                 "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int i = 0; i < CONE_CATEGORIES; i++) {
        print_row(out, cone_category_names[i], &rows[i], i != CONE_SKEWED);
        for (int t = 0; t < 2; t++) {
            const cone_tally* n = &rows[i].ours[t];
            all.ours[t].cases += n->cases, all.ours[t].meets += n->meets, all.ours[t].contacts += n->contacts;
            all.ours[t].lost += n->lost, all.ours[t].false_hits += n->false_hits;
            all.lost[t] += rows[i].lost[t], all.false_hits[t] += rows[i].false_hits[t];
        }
    }
    print_row(out, "**all**", &all, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_cones),
        cmocka_unit_test(grazing),
        cmocka_unit_test(at_height_planes),
        cmocka_unit_test(apex_near),
        cmocka_unit_test(apex_at_feature),
        cmocka_unit_test(flat),
        cmocka_unit_test(points),
        cmocka_unit_test(discs),
        cmocka_unit_test(narrow),
        cmocka_unit_test(wide),
        cmocka_unit_test(far),
        cmocka_unit_test(aligned),
        cmocka_unit_test(huge),
        cmocka_unit_test(tiny),
        cmocka_unit_test(skewed),
        cmocka_unit_test(behind_the_apex),
        cmocka_unit_test(flat_across_a_cap),
        cmocka_unit_test(huge_past_the_axis),
        cmocka_unit_test(flat_crossings_at_the_rim),
        cmocka_unit_test(edges_through_the_axis),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(threads_agree),
    };
    const char* table = getenv("HIT_TABLE");
    int failed;

    printf("seed %llu\n", (unsigned long long)test_seed());
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_table(stdout);
    if (table != NULL) {
        FILE* out = fopen(table, "w");
        if (out == NULL) {
            perror(table);
            return 1;
        }
        print_table(out);
        if (fclose(out) != 0) {
            perror(table);
            return 1;
        }
    }
    return failed;
}
