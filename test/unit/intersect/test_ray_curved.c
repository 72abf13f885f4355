// Spheres, capsules, cylinders and discs: known values, clipping, faces, bad input, and the floating-point environment.
#include "support/base/cmocka_all.h"

#include <fenv.h>
#include <float.h>
#include <hitscan/intersect.h>
#include <math.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

typedef struct shape {
    int kind; // 0 sphere, 1 capsule, 2 cylinder, 3 disc
    hit_vec3 a, b;
    float radius;
} shape;

enum { SPHERE, CAPSULE, CYLINDER, DISC, KINDS };

static bool cast(hit_ray ray, const shape* s, hit_span* span)
{
    switch (s->kind) {
    case SPHERE:
        return hit_ray_sphere(ray, hit_sphere_make(s->a, s->radius), span);
    case CAPSULE:
        return hit_ray_capsule(ray, hit_capsule_make(s->a, s->b, s->radius), span);
    case CYLINDER:
        return hit_ray_cylinder(ray, hit_cylinder_make(s->a, s->b, s->radius), span);
    default:
        return hit_ray_disc(ray, hit_disc_make(s->a, s->b, s->radius), span);
    }
}

static hit_ray ray_of(float ox, float oy, float oz, float dx, float dy, float dz, float t_min, float t_max)
{
    const hit_ray r = {{ox, oy, oz}, {dx, dy, dz}, t_min, t_max};
    return r;
}

static void expect_miss(hit_ray ray, const shape* s)
{
    hit_span span, before;
    memset(&span, 0x5a, sizeof span);
    before = span;
    assert_false(cast(ray, s, &span));
    assert_memory_equal(&before, &span, sizeof span);
    assert_false(cast(ray, s, NULL));
}

static void expect_hit(hit_ray ray, const shape* s, float enter, int face_enter, float leave, int face_exit,
                       bool inside)
{
    hit_span span;
    memset(&span, 0x5a, sizeof span);
    assert_true(cast(ray, s, &span));
    assert_true(cast(ray, s, NULL));
    assert_true(span.t_enter == enter && span.t_exit == leave);
    assert_false(signbit(span.t_enter) && span.t_enter == 0.0f);
    assert_false(signbit(span.t_exit) && span.t_exit == 0.0f);
    assert_int_equal(span.face_enter, face_enter);
    assert_int_equal(span.face_exit, face_exit);
    assert_int_equal(span.inside, inside);
}

static const float inf = HUGE_VALF;

// The same for all of them: of radius 1 about the origin, and 4 long where they have a length; axis or normal along y.
static const shape sphere = {SPHERE, {0, 0, 0}, {0, 0, 0}, 1};
static const shape capsule = {CAPSULE, {0, -2, 0}, {0, 2, 0}, 1};
static const shape cylinder = {CYLINDER, {0, -2, 0}, {0, 2, 0}, 1};
static const shape disc = {DISC, {0, 0, 0}, {0, 2, 0}, 1};

enum { NONE = HIT_FACE_NONE, SIDE = HIT_FACE_SIDE, A = HIT_FACE_END_A, B = HIT_FACE_END_B };

static void known_values(void** unused)
{
    (void)unused;
    // t is in units of |direction|.
    expect_hit(ray_of(-5, 0, 0, 2, 0, 0, 0, inf), &sphere, 2, SIDE, 3, SIDE, false);
    expect_hit(ray_of(0, -5, 0, 0, 2, 0, 0, inf), &capsule, 1, A, 4, B, false);
    expect_hit(ray_of(0, 5, 0, 0, -1, 0, 0, inf), &capsule, 2, B, 8, A, false);
    expect_hit(ray_of(-5, 1, 0, 1, 0, 0, 0, inf), &capsule, 4, SIDE, 6, SIDE, false);
    expect_hit(ray_of(0, -6, 0, 0, 2, 0, 0, inf), &cylinder, 2, A, 4, B, false);
    expect_hit(ray_of(0, 6, 0, 0, -2, 0, 0, inf), &cylinder, 2, B, 4, A, false);
    expect_hit(ray_of(-5, 1, 0, 1, 0, 0, 0, inf), &cylinder, 4, SIDE, 6, SIDE, false);
    expect_hit(ray_of(0.5f, 3, 0, 0, -2, 0, 0, inf), &disc, 1.5f, SIDE, 1.5f, SIDE, false);
    // One line through a cap and the side: y = x + 2.
    expect_hit(ray_of(-3, -1, 0, 1, 1, 0, 0, inf), &cylinder, 2, SIDE, 3, B, false);
    // 1/3 is not a float: the nearest one.
    expect_hit(ray_of(-2, 0, 0, 3, 0, 0, 0, inf), &sphere, 1.0f / 3.0f, SIDE, 1, SIDE, false);
    // Behind the origin.
    expect_miss(ray_of(5, 0, 0, 1, 0, 0, 0, inf), &sphere);
    expect_miss(ray_of(5, 0, 0, 1, 0, 0, 0, inf), &capsule);
    expect_miss(ray_of(5, 0, 0, 1, 0, 0, 0, inf), &cylinder);
    expect_miss(ray_of(0, 5, 0, 0, 1, 0, 0, inf), &disc);
    expect_hit(ray_of(5, 0, 0, 1, 0, 0, -inf, inf), &sphere, -6, SIDE, -4, SIDE, false);
    expect_hit(ray_of(0, 5, 0, 0, 1, 0, -inf, inf), &disc, -5, SIDE, -5, SIDE, false);
    // Beside it.
    expect_miss(ray_of(-5, 3.5f, 0, 1, 0, 0, 0, inf), &capsule);
    expect_miss(ray_of(-5, 2.5f, 0, 1, 0, 0, 0, inf), &cylinder);
    expect_miss(ray_of(2, -5, 0, 0, 1, 0, 0, inf), &cylinder);
    expect_miss(ray_of(2, -5, 0, 0, 1, 0, 0, inf), &capsule);
    expect_miss(ray_of(2, 5, 0, 0, -1, 0, 0, inf), &disc);
}

static void touching_is_a_hit(void** unused)
{
    (void)unused;
    const float above = nextafterf(1.0f, 2.0f);
    expect_hit(ray_of(-5, 1, 0, 1, 0, 0, 0, inf), &sphere, 5, SIDE, 5, SIDE, false);
    expect_miss(ray_of(-5, above, 0, 1, 0, 0, 0, inf), &sphere);
    expect_hit(ray_of(-5, 3, 0, 1, 0, 0, 0, inf), &capsule, 5, B, 5, B, false);
    expect_hit(ray_of(-5, 0, 1, 1, 0, 0, 0, inf), &capsule, 5, SIDE, 5, SIDE, false);
    expect_miss(ray_of(-5, 0, above, 1, 0, 0, 0, inf), &capsule);
    // Along the surface of a cylinder, along its cap, and through its rim alone.
    expect_hit(ray_of(1, -5, 0, 0, 1, 0, 0, inf), &cylinder, 3, A, 7, B, false);
    expect_miss(ray_of(above, -5, 0, 0, 1, 0, 0, inf), &cylinder);
    expect_hit(ray_of(-5, 2, 0, 1, 0, 0, 0, inf), &cylinder, 4, SIDE, 6, SIDE, false);
    expect_miss(ray_of(-5, nextafterf(2.0f, 3.0f), 0, 1, 0, 0, 0, inf), &cylinder);
    expect_hit(ray_of(0, 3, 0, 1, -1, 0, 0, inf), &cylinder, 1, B, 1, SIDE, false);
    expect_hit(ray_of(1, 5, 0, 0, -1, 0, 0, inf), &disc, 5, SIDE, 5, SIDE, false);
    expect_miss(ray_of(above, 5, 0, 0, -1, 0, 0, inf), &disc);
    // A parallel ray at the radius goes through both seams of a capsule.
    expect_hit(ray_of(1, -5, 0, 0, 1, 0, 0, inf), &capsule, 3, SIDE, 7, SIDE, false);
    // The ray's own ends touch.
    expect_hit(ray_of(-3, 0, 0, 2, 0, 0, 0, 1), &sphere, 1, SIDE, 1, NONE, false);
    expect_miss(ray_of(-3, 0, 0, 2, 0, 0, 0, nextafterf(1.0f, 0.0f)), &sphere);
    expect_hit(ray_of(1, 0, 0, 1, 0, 0, 0, inf), &sphere, 0, NONE, 0, SIDE, true);
    expect_miss(ray_of(1, 0, 0, 1, 0, 0, nextafterf(0.0f, 1.0f), inf), &sphere);
    expect_hit(ray_of(0, 3, 0, 0, 1, 0, -1, 0), &cylinder, -1, NONE, -1, B, true);
}

static void nearer_than_double_double_sees(void** unused)
{
    (void)unused;
    // The centre is off by 2^-140: the ray touches, misses, or starts at 2^-140 from the surface.
    const shape up = {SPHERE, {0, 0x1p-140f, 0}, {0, 0, 0}, 1}, down = {SPHERE, {0, -0x1p-140f, 0}, {0, 0, 0}, 1};
    const shape off = {SPHERE, {1, 0x1p-60f, 0}, {0, 0, 0}, 1};
    const shape tube = {CYLINDER, {0, -0x1p-140f, -2}, {0, -0x1p-140f, 2}, 1};
    const shape pill = {CAPSULE, {0, -0x1p-140f, -2}, {0, -0x1p-140f, 2}, 1};
    assert_true(cast(ray_of(-5, 1, 0, 1, 0, 0, 0, inf), &up, NULL));
    expect_miss(ray_of(-5, 1, 0, 1, 0, 0, 0, inf), &down);
    expect_miss(ray_of(-5, 1, 0, 1, 0, 0, 0, inf), &tube);
    expect_miss(ray_of(-5, 1, 0, 1, 0, 0, 0, inf), &pill);
    // |m|^2 - r^2 = 2^-120, and t is half of it.
    expect_hit(ray_of(0, 0, 0, 1, 0, 0, 0, inf), &off, 0x1p-121f, SIDE, 2, SIDE, false);
    // (3 + 4e, 4 - 3e) is sqrt(25 + 25·e^2) long: t = e^2/2, below terms in e that have used up a double-double.
    const shape triple = {SPHERE, {3, 4, 0}, {0, 0, 0}, 5};
    expect_hit(ray_of(-0x1p-58f, 0x1.8p-59f, 0, 3, 4, 0, -inf, inf), &triple, 0x1p-121f, SIDE, 2, SIDE, false);
    // Far beyond what double resolves: |origin|/radius = 2^60, off by the radius to the bit.
    expect_hit(ray_of(-0x1p60f, 1, 0, 0x1p60f, 0, 0, 0, inf), &sphere, 1, SIDE, 1, SIDE, false);
    expect_miss(ray_of(-0x1p60f, nextafterf(1.0f, 2.0f), 0, 0x1p60f, 0, 0, 0, inf), &sphere);
}

static void clipping_and_inside(void** unused)
{
    (void)unused;
    expect_hit(ray_of(0, 0, 0, 1, 0, 0, 0, inf), &sphere, 0, NONE, 1, SIDE, true);
    expect_hit(ray_of(0, 0, 0, 1, 0, 0, 0, 0.5f), &sphere, 0, NONE, 0.5f, NONE, true);
    expect_hit(ray_of(-3, 0, 0, 1, 0, 0, 0, 3), &sphere, 2, SIDE, 3, NONE, false);
    expect_hit(ray_of(-3, 0, 0, 1, 0, 0, 2, 3), &sphere, 2, SIDE, 3, NONE, false);
    expect_hit(ray_of(-3, 0, 0, 1, 0, 0, 2.5f, 4), &sphere, 2.5f, NONE, 4, SIDE, true);
    expect_hit(ray_of(0, 0, 0, 0, 1, 0, -0.0f, inf), &capsule, 0, NONE, 3, B, true);
    expect_hit(ray_of(0, 0, 0, 0, -1, 0, 0, inf), &cylinder, 0, NONE, 2, A, true);
    expect_hit(ray_of(0, 0, 0, 1, 0, 0, -inf, 0), &cylinder, -1, SIDE, 0, NONE, false);
    expect_hit(ray_of(0, 3, 0, 0, -1, 0, 3, 3), &disc, 3, SIDE, 3, SIDE, false);
    expect_miss(ray_of(0, 3, 0, 0, -1, 0, 0, 2.5f), &disc);
    expect_miss(ray_of(-3, 0, 0, 1, 0, 0, 0, 1.5f), &sphere);
    expect_miss(ray_of(-3, 0, 0, 1, 0, 0, 4.5f, 9), &sphere);
    // In the plane of the disc: the chord.
    expect_hit(ray_of(-3, 0, 0, 1, 0, 0, 0, inf), &disc, 2, SIDE, 4, SIDE, false);
    expect_hit(ray_of(0, 0, 0, 1, 0, 0, 0, inf), &disc, 0, NONE, 1, SIDE, true);
    expect_miss(ray_of(-3, 0, 2, 1, 0, 0, 0, inf), &disc);
    expect_miss(ray_of(-3, 0x1p-149f, 0, 1, 0, 0, 0, inf), &disc);
}

static void points_and_segments(void** unused)
{
    (void)unused;
    const shape point = {SPHERE, {3, 0, 0}, {0, 0, 0}, 0}, plate = {DISC, {3, 0, 0}, {1, 1, 0}, 0};
    const shape thread = {CAPSULE, {3, -1, 0}, {3, 1, 0}, 0}, wire = {CYLINDER, {3, -1, 0}, {3, 1, 0}, 0};
    const shape pea = {CAPSULE, {3, 0, 0}, {3, 0, 0}, 1};
    const shape* const thin[] = {&point, &plate, &thread, &wire};
    for (int i = 0; i < 4; i++) {
        expect_hit(ray_of(0, 0, 0, 1, 0, 0, 0, inf), thin[i], 3, SIDE, 3, SIDE, false);
        expect_miss(ray_of(0, 0, 0x1p-100f, 1, 0, 0, 0, inf), thin[i]);
        expect_miss(ray_of(0, 0, 0, 1, 0, 0x1p-100f, 0, inf), thin[i]);
    }
    expect_hit(ray_of(0, 0, 0, 1, 0, 0, 0, inf), &pea, 2, SIDE, 4, SIDE, false);
}

static void extremes_of_range(void** unused)
{
    (void)unused;
    const shape huge = {SPHERE, {FLT_MAX, 0, 0}, {0, 0, 0}, FLT_MAX};
    const shape tiny = {CYLINDER, {0, 0, 0}, {0, 0x1p-149f, 0}, 0x1p-149f};
    const shape long_pill = {CAPSULE, {-FLT_MAX, 0, 0}, {FLT_MAX, 0, 0}, 1};
    expect_hit(ray_of(0, 0, 0, 1, 0, 0, 0, inf), &huge, 0, SIDE, inf, SIDE, false);
    expect_hit(ray_of(0, 0, 0, FLT_MAX, 0, 0, 0, inf), &huge, 0, SIDE, 2, SIDE, false);
    expect_hit(ray_of(-1, 0, 0, 1, 0, 0, 0, inf), &tiny, 1, SIDE, 1, SIDE, false);
    expect_hit(ray_of(0, 0, 0, 0x1p-149f, 0, 0, 0, inf), &tiny, 0, NONE, 1, SIDE, true);
    expect_hit(ray_of(0, 2, 0, 0, -1, 0, 0, inf), &long_pill, 1, SIDE, 3, SIDE, false);
    expect_hit(ray_of(0, 0, 0, 0x1p-149f, 0, 0, 0, FLT_MAX), &long_pill, 0, NONE, FLT_MAX, NONE, true);
}

static void bad_input_is_a_miss(void** unused)
{
    (void)unused;
    const shape shapes[KINDS] = {sphere, capsule, cylinder, disc};
    const float bad[3] = {NAN, HUGE_VALF, -HUGE_VALF};
    for (int k = 0; k < KINDS; k++) {
        const hit_ray good = ray_of(-3, 1, 0.25f, 3, -1, 0, 0, inf);
        assert_true(cast(good, &shapes[k], NULL));
        for (int b = 0; b < 3; b++) {
            for (int i = 0; i < 6; i++) {
                hit_ray r = good;
                float* const fields[6] = {&r.origin.x,    &r.origin.y,    &r.origin.z,
                                          &r.direction.x, &r.direction.y, &r.direction.z};
                *fields[i] = bad[b];
                expect_miss(r, &shapes[k]);
            }
            for (int i = 0; i < 7; i++) {
                shape s = shapes[k];
                float* const fields[7] = {&s.a.x, &s.a.y, &s.a.z, &s.radius, &s.b.x, &s.b.y, &s.b.z};
                *fields[i] = bad[b];
                if (k != SPHERE || i < 4)
                    expect_miss(good, &s);
            }
        }
        hit_ray r = good;
        r.direction = hit_vec3_make(0.0f, -0.0f, 0.0f);
        expect_miss(r, &shapes[k]);
        r = good, r.t_min = NAN;
        expect_miss(r, &shapes[k]);
        r = good, r.t_max = NAN;
        expect_miss(r, &shapes[k]);
        r = good, r.t_min = 1.0f, r.t_max = nextafterf(1.0f, 0.0f);
        expect_miss(r, &shapes[k]);
        r = good, r.t_min = inf;
        expect_miss(r, &shapes[k]);
        r = good, r.t_min = -inf, r.t_max = -inf;
        expect_miss(r, &shapes[k]);
        shape s = shapes[k];
        s.radius = -1.0f;
        expect_miss(good, &s);
        s.radius = -0x1p-149f;
        expect_miss(good, &s);
        s.radius = -0.0f; // a zero all the same
        s.a = good.origin;
        s.b = hit_vec3_make(5.0f, 5.0f, 5.0f);
        assert_true(cast(good, &s, NULL));
    }
    shape s = cylinder;
    s.b = s.a;
    expect_miss(ray_of(-3, -2, 0, 1, 0, 0, 0, inf), &s);
    s = disc;
    s.b = hit_vec3_make(0.0f, -0.0f, 0.0f);
    expect_miss(ray_of(0, 3, 0, 0, -1, 0, 0, inf), &s);
}

// ---- The floating-point environment ----------------------------------------------------------------------------

enum { SAMPLES = 2000 };

typedef struct sample {
    hit_ray ray;
    shape s;
} sample;

static sample samples[SAMPLES];
static hit_span spans[2][SAMPLES];

static uint32_t seed = 12345;

static float small_float(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (float)((int)(seed >> 8) % 4097 - 2048) * (1.0f / 256.0f);
}

static void make_samples(void)
{
    for (int i = 0; i < SAMPLES; i++) {
        // Every third is denormal; every fifth starts on a surface or ends there, so that all three steps take part.
        const float scale = i % 3 == 0 ? 0x1p-140f : 1.0f;
        float v[12];
        for (int j = 0; j < 12; j++)
            v[j] = small_float() * scale;
        sample* x = &samples[i];
        x->s.kind = i % KINDS;
        x->s.a = hit_vec3_make(v[0], v[1], v[2]);
        x->s.b = hit_vec3_make(v[3], v[4], v[5]);
        x->s.radius = fabsf(small_float()) * scale;
        x->ray.origin = hit_vec3_make(v[6], v[7], v[8]);
        x->ray.direction =
            hit_vec3_make(v[0] - v[6] + 0.25f * v[9], v[1] - v[7] + 0.25f * v[10], v[2] - v[8] + 0.25f * v[11]);
        x->ray.t_min = 0.0f;
        x->ray.t_max = i % 2 ? HUGE_VALF : 1.0f;
        if (i % 5 == 0)
            x->ray.origin = hit_vec3_make(v[0] + x->s.radius, v[1], v[2]);
    }
}

static int run_samples(hit_span* out)
{
    int hits = 0;
    memset(out, 0, SAMPLES * sizeof *out);
    for (int i = 0; i < SAMPLES; i++)
        hits += cast(samples[i].ray, &samples[i].s, &out[i]);
    return hits;
}

static void expect_same_bits(int hits)
{
    assert_int_equal(run_samples(spans[1]), hits);
    for (int i = 0; i < SAMPLES; i++) {
        assert_memory_equal(&spans[0][i].t_enter, &spans[1][i].t_enter, 2 * sizeof(float));
        assert_int_equal(spans[0][i].face_enter, spans[1][i].face_enter);
        assert_int_equal(spans[0][i].face_exit, spans[1][i].face_exit);
        assert_int_equal(spans[0][i].inside, spans[1][i].inside);
    }
}

static void environment_does_not_matter(void** unused)
{
    const int modes[4] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    (void)unused;
    make_samples();
    const int hits = run_samples(spans[0]);
    assert_in_range(hits, SAMPLES / 5, SAMPLES - SAMPLES / 5);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(fesetround(modes[i]), 0);
        expect_same_bits(hits);
        assert_int_equal(fegetround(), modes[i]);
#if defined(__x86_64__)
        const unsigned int saved = _mm_getcsr();
        _mm_setcsr(saved | 0x8040u);
        expect_same_bits(hits);
        assert_int_equal(_mm_getcsr() & 0x8040u, 0x8040u);
        _mm_setcsr(saved);
#endif
    }
    fesetround(FE_TONEAREST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values),
        cmocka_unit_test(touching_is_a_hit),
        cmocka_unit_test(nearer_than_double_double_sees),
        cmocka_unit_test(clipping_and_inside),
        cmocka_unit_test(points_and_segments),
        cmocka_unit_test(extremes_of_range),
        cmocka_unit_test(bad_input_is_a_miss),
        cmocka_unit_test(environment_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
