// The quick test of cones and oriented boxes: what it is certain of is what the double code says, which has evidence
// for it; in every rounding mode, and with denormals flushed.
//
// Most boxes are moved to the border of the cone, and away from it by a part of their distance that goes from what the
// quick test must see to what it cannot; and their axes are bent by as much as it takes for a rotation, or by more.
#include "base/fpenv.h"
#include "cone/filter.h"
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/base/fp_modes.h"

#include <float.h>

// Where there is no quick test, it is certain of nothing, and the rest holds.
#ifdef HIT_SIMD_REGISTERS
static const bool is_there = true;
#else
static const bool is_there = false;
#endif

typedef struct pair {
    hit_cone cone;
    hit_obb obb;
} pair;

static const float scales[] = {1.0f,     1.0f,      1.0f,    1.0f,    1.0f,    0x1p-12f, 0x1p-24f,
                               0x1p-60f, 0x1p-120f, 0x1p20f, 0x1p38f, 0x1p60f, 0x1p110f};

static hit_relation relate(const pair* p)
{
    hit_cone_evidence e;
    return hit_cone_obb(&p->cone, &p->obb, &e);
}

static pair random_pair(test_random* r)
{
    const hit_vec3 apex = test_random_vec3(r, -2.0f, 2.0f), axis = test_random_vec3(r, -1.0f, 1.0f);
    const float tangent = ldexpf(test_random_range(r, 0.5f, 1.0f), (int)test_random_below(r, 12) - 8);
    const float low = test_random_range(r, 0.0f, 1.0f), length = test_random_range(r, 0.5f, 3.0f);
    const uint32_t kind = test_random_below(r, 8);
    const hit_vec3 to = test_random_vec3(r, -2.2f, 2.2f), half = test_random_vec3(r, 0.1f, 1.0f);
    const hit_vec3 middle = hit_vec3_add(apex, hit_vec3_scale(hit_vec3_normalize(axis), low + 0.5f * length));
    pair p;
    p.cone = hit_cone_from_tan(apex, axis, tangent);
    p.cone = kind == 0   ? p.cone
             : kind == 1 ? hit_cone_clip(p.cone, low, HUGE_VALF)
             : kind == 2 ? hit_cone_clip(p.cone, low, low)
             : kind == 3 ? hit_cone_clip(p.cone, low, ldexpf(1.0f, 5 + (int)test_random_below(r, 120)))
                         : hit_cone_clip(p.cone, low, low + length);
    p.obb = hit_obb_make(hit_vec3_add(middle, to), test_random_quat(r), half);
    return p;
}

// Axes that are a rotation to about 2^-exponent: too long or too short, or in any direction.
static void bend(test_random* r, hit_obb* obb, int exponent)
{
    const float part = ldexpf(1.0f, -exponent);
    const bool stretch = test_random_below(r, 2);
    for (int i = 0; i < 3; i++) {
        const hit_vec3 any = test_random_vec3(r, -1.0f, 1.0f);
        const hit_vec3 by = stretch ? hit_vec3_scale(obb->axis[i], any.x) : any;
        obb->axis[i] = hit_vec3_add(obb->axis[i], hit_vec3_scale(by, part));
    }
}

static void resize(hit_obb* obb, int exponent)
{
    for (int i = 0; i < 3; i++)
        obb->half[i] = ldexpf(obb->half[i], -exponent);
}

// Move the box towards the middle of the cone until it touches, then back or forth by some 2^-exponent of the way.
static void graze(test_random* r, pair* p, int exponent)
{
    const float top = p->cone.h_max < 100.0f ? p->cone.h_max : p->cone.h_min + 2.0f;
    const hit_vec3 in =
        hit_vec3_add(p->cone.apex, hit_vec3_scale(hit_vec3_normalize(p->cone.axis), 0.5f * (p->cone.h_min + top)));
    const hit_vec3 from = p->obb.center, way = hit_vec3_sub(from, in);
    float inside = 0.0f, outside = 4.0f;
    for (int i = 0; i < 26; i++) {
        const float at = 0.5f * (inside + outside);
        p->obb.center = hit_vec3_add(in, hit_vec3_scale(way, at));
        if (relate(p) != HIT_SEPARATE)
            inside = at;
        else
            outside = at;
    }
    const float sign = test_random_below(r, 2) ? 1.0f : -1.0f;
    const float by = ldexpf(sign * test_random_range(r, 0.5f, 1.0f), -exponent);
    p->obb.center = hit_vec3_add(in, hit_vec3_scale(way, inside + by));
}

static void scale_by(pair* p, float scale, float axis_scale)
{
    p->cone.apex = hit_vec3_scale(p->cone.apex, scale);
    p->cone.axis = hit_vec3_scale(p->cone.axis, axis_scale);
    p->cone.h_min *= scale;
    p->cone.h_max *= scale;
    p->obb.center = hit_vec3_scale(p->obb.center, scale);
    for (int i = 0; i < 3; i++)
        p->obb.half[i] *= scale;
}

// Something that is not allowed, or extreme, in one place.
static void spoil(test_random* r, pair* p)
{
    static const float special[] = {0.0f,      -0.0f,     -1.0f,      FLT_MAX, FLT_MIN,
                                    0x1p-149f, HUGE_VALF, -HUGE_VALF, NAN,     0x1p70f};
    const uint32_t k = test_random_below(r, 15 + 9), what = test_random_below(r, 14);
    float* at = k < 15 ? &p->obb.center.x + k : &p->cone.apex.x + (k - 15);
    *at = what < 10 ? special[what] : what < 13 ? -*at : test_random_bits(r);
}

// A function of its own, as a compiler may move arithmetic across a change of mode.
static HIT_NOINLINE bool ask_filter(const pair* p, hit_relation* relation)
{
    return hit_cone_filter_obb(&p->cone, &p->obb, relation);
}

// Returns whether the quick test was certain.
static bool check(const pair* p)
{
    const hit_relation expected = relate(p);
    bool sure = false;
    for (int mode = 0; mode < MODES; mode++) {
        hit_relation quick = HIT_TOUCHING, whole;
        mode_set(mode);
        const bool quick_sure = ask_filter(p, &quick);
        whole = hit_cone_obb(&p->cone, &p->obb, NULL);
        mode_set(0);
        assert_int_equal(whole, expected);
        if (quick_sure)
            assert_int_equal(quick, expected);
        sure |= mode == 0 && quick_sure;
    }
    return sure;
}

static void most_boxes_are_clear(void** state)
{
    const uint64_t seed = test_seed(), cases = test_cases(20000);
    test_random r = test_random_make(seed);
    uint64_t sure = 0;
    (void)state;
    for (uint64_t n = 0; n < cases; n++) {
        const pair p = random_pair(&r);
        sure += check(&p);
    }
    printf("seed %llu: certain of %.1f %%\n", (unsigned long long)seed, 100.0 * (double)sure / (double)cases);
    assert_true(!is_there || 10 * sure > 8 * cases || cases < 1000);
}

static void certain_is_right(void** state)
{
    const uint64_t seed = test_seed(), cases = test_cases(100000);
    test_random r = test_random_make(seed + 1);
    uint64_t sure = 0;
    (void)state;
    for (uint64_t n = 0; n < cases; n++) {
        pair p = random_pair(&r);
        const int exponent = 4 + (int)test_random_below(&r, 20);
        const uint32_t bent = test_random_below(&r, 4);
        if (bent != 0) // by as much as the box is moved; or so little that it is almost allowed, or allowed
            bend(&r, &p.obb, bent == 1 ? exponent - 2 : 19 + (int)test_random_below(&r, 3));
        if (test_random_below(&r, 2)) // so small that the plane that faces the centre is the best
            resize(&p.obb, 5 + (int)test_random_below(&r, 10));
        graze(&r, &p, exponent);
        scale_by(&p, scales[test_random_below(&r, sizeof scales / sizeof scales[0])],
                 scales[test_random_below(&r, sizeof scales / sizeof scales[0])]);
        sure += check(&p);
    }
    assert_true(!is_there || (sure > cases / 100 && sure < cases / 2) || cases < 1000);
}

// An error of a height counts as often as the tangent says. Boxes that are hardly more than a point show it: there is
// no other point of them to be certain of.
static void certain_is_right_for_wide_cones(void** state)
{
    const uint64_t seed = test_seed(), cases = test_cases(100000);
    test_random r = test_random_make(seed + 3);
    (void)state;
    for (uint64_t n = 0; n < cases; n++) {
        pair p = random_pair(&r);
        p.cone.tangent = ldexpf(test_random_range(&r, 0.5f, 1.0f), 6 + (int)test_random_below(&r, 14));
        bend(&r, &p.obb, 20 + (int)test_random_below(&r, 3));
        resize(&p.obb, (int)test_random_below(&r, 30));
        graze(&r, &p, 16 + (int)test_random_below(&r, 9));
        check(&p);
    }
}

static void bad_input_is_seen(void** state)
{
    const uint64_t seed = test_seed(), cases = test_cases(100000);
    test_random r = test_random_make(seed + 2);
    (void)state;
    for (uint64_t n = 0; n < cases; n++) {
        pair p = random_pair(&r);
        for (uint32_t k = 1 + test_random_below(&r, 2); k > 0; k--)
            spoil(&r, &p);
        check(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(most_boxes_are_clear),
        cmocka_unit_test(certain_is_right),
        cmocka_unit_test(certain_is_right_for_wide_cones),
        cmocka_unit_test(bad_input_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
