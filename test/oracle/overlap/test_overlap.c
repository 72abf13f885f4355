// Boxes, spheres and triangles against each other, compared with exact rationals (support/oracle/rational_set.h). No
// answer may differ.
#include "support/base/cmocka_all.h"
#include "support/oracle/rational_set.h"
#include "support/cases/frustum_cases.h"
#include "support/base/fp_modes.h"

enum { PAIRS = 8 };

static const char* const pair_names[PAIRS] = {"aabb-aabb",     "aabb-obb",    "obb-obb",    "aabb-triangle",
                                              "sphere-sphere", "sphere-aabb", "sphere-obb", "sphere-triangle"};

typedef struct shapes {
    frusta_case a, b;
} shapes;

static void ask(const shapes* s, int mode, bool out[PAIRS])
{
    const frusta_case *a = &s->a, *b = &s->b;

    mode_set(mode);
    out[0] = hit_aabb_aabb(a->box, b->box);
    out[1] = hit_aabb_obb(a->box, &b->obb);
    out[2] = hit_obb_obb(&a->obb, &b->obb);
    out[3] = hit_aabb_triangle(a->box, &b->triangle);
    out[4] = hit_sphere_sphere(a->sphere, b->sphere);
    out[5] = hit_sphere_aabb(a->sphere, b->box);
    out[6] = hit_sphere_obb(a->sphere, &b->obb);
    out[7] = hit_sphere_triangle(a->sphere, &b->triangle);
    mode_set(0);
}

// |c_a - c_b| <= r_a + r_b, as squares.
static bool spheres_meet(hit_sphere a, hit_sphere b)
{
    const float p[3] = {a.center.x, a.center.y, a.center.z}, q[3] = {b.center.x, b.center.y, b.center.z};
    mpq_t sum, x, y;
    bool meet;

    mpq_inits(sum, x, y, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(x, p[k]);
        mpq_set_d(y, q[k]);
        mpq_sub(x, x, y);
        mpq_mul(x, x, x);
        mpq_add(sum, sum, x);
    }
    mpq_set_d(x, a.radius);
    mpq_set_d(y, b.radius);
    mpq_add(x, x, y);
    mpq_mul(x, x, x);
    meet = mpq_cmp(sum, x) <= 0;
    mpq_clears(sum, x, y, NULL);
    return meet;
}

// A triangle as half-spaces: the prism over it, cut by its plane from both sides. Its edges' planes contain the normal.
// A degenerate one is a segment: three pairs of planes. All in rationals.
static void add_rational_row(rational_set* set, mpq_t n[3], const mpq_t through[3], bool flip)
{
    const int i = set->count++;
    mpq_t term;

    mpq_init(term);
    mpq_set_ui(set->b[i], 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_set(set->a[i][k], n[k]);
        if (flip)
            mpq_neg(set->a[i][k], set->a[i][k]);
        mpq_mul(term, set->a[i][k], through[k]);
        mpq_add(set->b[i], set->b[i], term);
    }
    mpq_clear(term);
}

static void rational_cross(mpq_t out[3], mpq_t a[3], mpq_t b[3])
{
    mpq_t p;
    mpq_init(p);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpq_mul(out[i], a[j], b[k]);
        mpq_mul(p, a[k], b[j]);
        mpq_sub(out[i], out[i], p);
    }
    mpq_clear(p);
}

// False when the triangle is degenerate.
static bool add_triangle(rational_set* set, const hit_triangle* t)
{
    const float corner[3][3] = {{t->v0.x, t->v0.y, t->v0.z}, {t->v1.x, t->v1.y, t->v1.z}, {t->v2.x, t->v2.y, t->v2.z}};
    mpq_t v[3][3], side[3][3], n[3], inward[3];
    bool flat;

    for (int i = 0; i < 3; i++) {
        mpq_inits(n[i], inward[i], NULL);
        for (int k = 0; k < 3; k++) {
            mpq_inits(v[i][k], side[i][k], NULL);
            mpq_set_d(v[i][k], corner[i][k]);
        }
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            mpq_sub(side[i][k], v[(i + 1) % 3][k], v[i][k]);
    rational_cross(n, side[0], side[1]);
    flat = mpq_sgn(n[0]) == 0 && mpq_sgn(n[1]) == 0 && mpq_sgn(n[2]) == 0;
    if (!flat) {
        add_rational_row(set, n, (const mpq_t*)v[0], false);
        add_rational_row(set, n, (const mpq_t*)v[0], true);
        for (int i = 0; i < 3; i++) {
            rational_cross(inward, n, side[i]);
            add_rational_row(set, inward, (const mpq_t*)v[i], false);
        }
    }
    for (int i = 0; i < 3; i++) {
        mpq_clears(n[i], inward[i], NULL);
        for (int k = 0; k < 3; k++)
            mpq_clears(v[i][k], side[i][k], NULL);
    }
    return !flat;
}

// The distance to a segment: minimise over the parameter, which is clamped. Degenerate triangles are three of these.
static bool sphere_meets_segment(hit_sphere ball, hit_vec3 from, hit_vec3 to)
{
    const float p[3] = {from.x, from.y, from.z}, q[3] = {to.x, to.y, to.z};
    const float c[3] = {ball.center.x, ball.center.y, ball.center.z};
    mpq_t e[3], w[3], x, t, length, sum;
    bool meets;

    mpq_inits(x, t, length, sum, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_inits(e[k], w[k], NULL);
        mpq_set_d(e[k], q[k]);
        mpq_set_d(x, p[k]);
        mpq_sub(e[k], e[k], x);
        mpq_set_d(w[k], c[k]);
        mpq_sub(w[k], w[k], x);
        mpq_mul(x, e[k], e[k]);
        mpq_add(length, length, x);
        mpq_mul(x, e[k], w[k]);
        mpq_add(t, t, x);
    }
    if (mpq_sgn(length) > 0)
        mpq_div(t, t, length);
    if (mpq_sgn(t) < 0)
        mpq_set_ui(t, 0, 1);
    if (mpq_cmp_ui(t, 1, 1) > 0)
        mpq_set_ui(t, 1, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(x, t, e[k]);
        mpq_sub(x, w[k], x);
        mpq_mul(x, x, x);
        mpq_add(sum, sum, x);
        mpq_clears(e[k], w[k], NULL);
    }
    mpq_set_d(x, ball.radius);
    mpq_mul(x, x, x);
    meets = mpq_cmp(sum, x) <= 0;
    mpq_clears(x, t, length, sum, NULL);
    return meets;
}

static bool sphere_meets_triangle(hit_sphere ball, const hit_triangle* t)
{
    rational_set set;
    bool meets;

    rational_set_init(&set);
    if (add_triangle(&set, t))
        meets = rational_set_meets_sphere(&set, ball);
    else
        meets = sphere_meets_segment(ball, t->v0, t->v1) || sphere_meets_segment(ball, t->v1, t->v2) ||
                sphere_meets_segment(ball, t->v2, t->v0);
    rational_set_clear(&set);
    return meets;
}

typedef enum question { HAS_POINT, MEETS_BALL, MEETS_TRIANGLE } question;

static bool solve(const hit_aabb* box, const hit_obb* a, const hit_obb* b, question what, const shapes* s)
{
    rational_set set;
    bool result;

    rational_set_init(&set);
    if (box != NULL)
        rational_set_add_aabb(&set, *box);
    if (a != NULL)
        rational_set_add_obb(&set, a);
    if (b != NULL)
        rational_set_add_obb(&set, b);
    result = what == HAS_POINT    ? rational_set_has_point(&set)
             : what == MEETS_BALL ? rational_set_meets_sphere(&set, s->a.sphere)
                                  : rational_set_meets_triangle(&set, &s->b.triangle);
    rational_set_clear(&set);
    return result;
}

static void truth(const shapes* s, bool out[PAIRS])
{
    rational_set set;

    rational_set_init(&set);
    rational_set_add_aabb(&set, s->a.box);
    rational_set_add_aabb(&set, s->b.box);
    out[0] = rational_set_has_point(&set);
    rational_set_clear(&set);
    out[1] = solve(&s->a.box, &s->b.obb, NULL, HAS_POINT, s);
    out[2] = solve(NULL, &s->a.obb, &s->b.obb, HAS_POINT, s);
    out[3] = solve(&s->a.box, NULL, NULL, MEETS_TRIANGLE, s);
    out[4] = spheres_meet(s->a.sphere, s->b.sphere);
    out[5] = solve(&s->b.box, NULL, NULL, MEETS_BALL, s);
    out[6] = solve(NULL, &s->b.obb, NULL, MEETS_BALL, s);
    out[7] = sphere_meets_triangle(s->a.sphere, &s->b.triangle);
}

// Bring b to a, so that they touch, or nearly so.
static void arrange(test_random* r, frusta_category category, shapes* s)
{
    frusta_make(r, category, &s->a);
    frusta_make(r, category, &s->b);
    if (category == FRUSTA_RANDOM || category == FRUSTA_FAR || category == FRUSTA_CORNERS) {
        const hit_vec3 from = s->b.sphere.center, to = s->a.sphere.center;
        const hit_vec3 move = hit_vec3_sub(to, from);
        s->b.box.min = hit_vec3_add(s->b.box.min, move), s->b.box.max = hit_vec3_add(s->b.box.max, move);
        s->b.obb.center = hit_vec3_add(s->a.obb.center, test_random_vec3(r, -4.0f, 4.0f));
        s->b.sphere.center = hit_vec3_add(to, test_random_vec3(r, -3.0f, 3.0f));
        s->b.triangle.v0 = hit_vec3_add(s->b.triangle.v0, move);
        s->b.triangle.v1 = hit_vec3_add(s->b.triangle.v1, move);
        s->b.triangle.v2 = hit_vec3_add(s->b.triangle.v2, move);
    }
    if (category == FRUSTA_TOUCHING) {
        // Boxes of one orientation that share a face, an edge or a corner to a rounding; spheres that touch.
        const hit_obb* a = &s->a.obb;
        hit_vec3 at = a->center;
        s->b.obb = *a;
        for (int k = 0; k < 3; k++) {
            const float side = (float)((int)test_random_below(r, 3) - 1);
            s->b.obb.half[k] = test_random_range(r, 0.1f, 2.0f);
            at = hit_vec3_add(at, hit_vec3_scale(a->axis[k], side * (a->half[k] + s->b.obb.half[k])));
        }
        s->b.obb.center = at;
        if (test_random_below(r, 3) == 0)
            s->b.obb.axis[0] = hit_vec3_scale(s->b.obb.axis[0], -1.0f);
        s->b.sphere.radius = hit_vec3_length(hit_vec3_sub(s->b.sphere.center, s->a.sphere.center)) - s->a.sphere.radius;
        s->b.sphere.radius = s->b.sphere.radius < 0.0f ? 0.0f : s->b.sphere.radius;
        // A ball at a point beside the triangle or the box, its radius rounded.
        if (test_random_below(r, 2)) {
            const hit_vec3 p = test_random_below(r, 2) ? s->b.triangle.v0 : s->b.box.max;
            s->a.sphere.radius = hit_vec3_length(hit_vec3_sub(s->a.sphere.center, p));
        }
    }
}

static void run_category(frusta_category category)
{
    test_random r = test_random_make(test_seed() + 100 + (uint64_t)category);
    const uint64_t cases = test_cases(2000);
    uint64_t yes[PAIRS] = {0};

    for (uint64_t i = 0; i < cases; i++) {
        bool want[PAIRS], have[PAIRS];
        shapes s;
        arrange(&r, category, &s);
        ask(&s, (int)(i % MODES), have);
        truth(&s, want);
        for (int k = 0; k < PAIRS; k++) {
            if (want[k] != have[k])
                fail_msg("%s, case %llu: %d instead of %d", pair_names[k], (unsigned long long)i, have[k], want[k]);
            yes[k] += want[k];
        }
    }
    print_message("%-8s seed %llu, %llu cases; touch:", frusta_category_names[category],
                  (unsigned long long)test_seed(), (unsigned long long)cases);
    for (int k = 0; k < PAIRS; k++)
        print_message(" %s %llu", pair_names[k], (unsigned long long)yes[k]);
    print_message("\n");
}

CATEGORY_TEST(random_cases, FRUSTA_RANDOM)
CATEGORY_TEST(grid, FRUSTA_GRID)
CATEGORY_TEST(far_from_the_origin, FRUSTA_FAR)
CATEGORY_TEST(large, FRUSTA_CORNERS)
CATEGORY_TEST(scales_apart, FRUSTA_SCALES)
CATEGORY_TEST(touching, FRUSTA_TOUCHING)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_cases), cmocka_unit_test(grid),         cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(large),        cmocka_unit_test(scales_apart), cmocka_unit_test(touching),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
