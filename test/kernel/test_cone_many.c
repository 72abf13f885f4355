// One cone against many boxes: every kernel sorts the boxes alike, to the last bit, and the answers are those of a
// plain loop over hit_cone_meets_aabb.
//
// Many boxes touch the cone, its caps or its apex within some roundings of float, which is where a kernel that is too
// sure of itself would be wrong. The arrays are allocated exactly, so that a sanitizer sees a kernel that reads past
// the last box.
#include "cone/many.h"
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include <float.h>

enum { MOST_BOXES = 150 };

typedef struct scene {
    hit_cone cone;
    hit_aabb boxes[MOST_BOXES];
    uint32_t count;
    unsigned char* block; // the same boxes with a stride, in a block that ends where the last one ends
    size_t stride;
} scene;

static float any_float(test_random* r)
{
    static const float special[] = {0.0f,      -0.0f,      1.0f,      FLT_MAX,    -FLT_MAX, FLT_MIN,
                                    0x1p-149f, -0x1p-149f, HUGE_VALF, -HUGE_VALF, NAN};
    const uint32_t k = test_random_below(r, 30);
    return k < 11 ? special[k] : k < 20 ? test_random_grid(r) : test_random_bits(r);
}

static hit_cone random_cone(test_random* r)
{
    const bool on_grid = test_random_below(r, 3) == 0;
    const hit_vec3 apex = on_grid ? test_random_grid_vec3(r) : test_random_vec3(r, -4.0f, 4.0f);
    hit_vec3 axis = on_grid ? test_random_grid_vec3(r) : test_random_vec3(r, -1.0f, 1.0f);
    const bool extreme = test_random_below(r, 4) == 0;
    const int exponent = extreme ? (int)test_random_below(r, 260) - 132 : (int)test_random_below(r, 30) - 20;
    const float tangent = ldexpf(test_random_range(r, 0.5f, 1.0f), exponent);
    const float low = test_random_below(r, 2) ? test_random_range(r, 0.0f, 4.0f) : 0.0f;
    const float length = test_random_range(r, 0.0f, 6.0f);
    hit_cone cone;
    if (test_random_below(r, 4) == 0) { // along a coordinate axis, some zeros negative
        axis = hit_vec3_make(0.0f, -0.0f, 0.0f);
        (&axis.x)[test_random_below(r, 3)] = test_random_below(r, 2) ? 1.0f : -2.0f;
    }
    cone = hit_cone_from_tan(apex, axis, tangent);
    switch (test_random_below(r, 4)) {
    case 0:
        return cone;
    case 1:
        return hit_cone_clip(cone, low, HUGE_VALF);
    case 2:
        return hit_cone_clip(cone, low, low);
    default:
        return hit_cone_clip(cone, low, low + length);
    }
}

// A box with a corner within some roundings of the surface of the cone.
static hit_aabb touching_box(test_random* r, const hit_cone* cone)
{
    const hit_vec3 d = hit_vec3_normalize(cone->axis), any = test_random_vec3(r, -1.0f, 1.0f);
    const hit_vec3 across = hit_vec3_normalize(hit_vec3_cross(d, any));
    const float top = cone->h_max < 100.0f ? cone->h_max : cone->h_min + 8.0f;
    const uint32_t where = test_random_below(r, 4);
    const float h = where == 0 ? cone->h_min : where == 1 ? top : test_random_range(r, cone->h_min, top + 0.01f);
    const float out = where == 2 ? test_random_range(r, 0.0f, 1.0f) : 1.0f;
    const hit_vec3 p =
        hit_vec3_add(hit_vec3_add(cone->apex, hit_vec3_scale(d, h)), hit_vec3_scale(across, h * cone->tangent * out));
    const hit_vec3 size = test_random_vec3(r, 0.0f, test_random_below(r, 2) ? 2.0f : 0.01f);
    const uint32_t sides = test_random_below(r, 8);
    hit_aabb box = {p, p};
    for (uint32_t i = 0; i < 3; i++) {
        const float side = (&size.x)[i];
        if (sides >> i & 1)
            (&box.max.x)[i] += side;
        else
            (&box.min.x)[i] -= side;
    }
    return box;
}

static hit_aabb random_box(test_random* r, const hit_cone* cone, uint32_t kind)
{
    hit_aabb box;
    const hit_vec3 center = test_random_vec3(r, -8.0f, 8.0f), half = test_random_vec3(r, 0.0f, 2.0f);
    const hit_vec3 a = test_random_grid_vec3(r), b = test_random_grid_vec3(r);
    switch (kind) {
    case 0:
        return hit_aabb_make(hit_vec3_sub(center, half), hit_vec3_add(center, half));
    case 1:
        return hit_aabb_make(hit_vec3_make(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)),
                             hit_vec3_make(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)));
    case 2: // any floats, inverted too
        for (int k = 0; k < 6; k++)
            (&box.min.x)[k] = any_float(r);
        return box;
    case 3: // a point, a plate or inverted by an ulp
        box = hit_aabb_make(center, center);
        box.max.x = nextafterf(center.x, test_random_below(r, 2) ? HUGE_VALF : -HUGE_VALF);
        return box;
    default:
        return touching_box(r, cone);
    }
}

static void make(test_random* r, scene* s)
{
    static const float scales[] = {1.0f, 1.0f, 1.0f, 0x1p-75f, 0x1p-140f, 0x1p60f, 0x1p120f};
    const float scale = scales[test_random_below(r, 7)];
    const uint32_t kind = test_random_below(r, 8);
    size_t bytes;

    s->cone = random_cone(r);
    s->count = test_random_below(r, MOST_BOXES + 1);
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t one = test_random_below(r, 6);
        s->boxes[i] = random_box(r, &s->cone, kind < 5 ? kind : one);
        for (int k = 0; k < 6; k++)
            (&s->boxes[i].min.x)[k] *= scale;
    }
    s->cone.apex = hit_vec3_scale(s->cone.apex, scale);
    s->cone.h_min *= scale;
    s->cone.h_max *= scale;
    if (test_random_below(r, 50) == 0)
        (&s->cone.apex.x)[test_random_below(r, 9)] = any_float(r);
    s->stride = sizeof(hit_aabb) + 4 * (size_t)test_random_below(r, 4);
    bytes = s->count == 0 ? 1 : (s->count - 1) * s->stride + sizeof(hit_aabb);
    s->block = malloc(bytes);
    assert_non_null(s->block);
    for (uint32_t i = 0; i < s->count; i++)
        memcpy(s->block + i * s->stride, &s->boxes[i], sizeof s->boxes[i]);
}

static void check_answers(const scene* s, uint32_t* sure_of_it)
{
    uint32_t mask[MOST_BOXES / 32 + 2], list[MOST_BOXES + 1], hits = 0, listed;
    const uint32_t words = (s->count + 31) / 32, capacity = s->count / 3;
    const hit_aabb* boxes = (const hit_aabb*)(const void*)s->block;

    memset(mask, 0xa5, sizeof mask);
    memset(list, 0xa5, sizeof list);
    listed = hit_cone_aabb_mask(&s->cone, boxes, s->stride, s->count, mask);
    assert_int_equal(mask[words], 0xa5a5a5a5u);
    for (uint32_t i = 0; i < s->count; i++) {
        const bool meets = hit_cone_meets_aabb(&s->cone, s->boxes[i]);
        assert_int_equal(mask[i / 32] >> (i % 32) & 1u, meets);
        hits += meets;
    }
    if (words != 0 && s->count % 32 != 0)
        assert_int_equal(mask[words - 1] >> (s->count % 32), 0);
    assert_int_equal(listed, hits);
    assert_int_equal(hit_cone_aabb_mask(&s->cone, boxes, s->stride, s->count, NULL), hits);
    assert_int_equal(hit_cone_aabb_list(&s->cone, boxes, s->stride, s->count, list, s->count), hits);
    listed = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (mask[i / 32] >> (i % 32) & 1u)
            assert_int_equal(list[listed++], i);
    }
    assert_int_equal(list[listed], 0xa5a5a5a5u);
    // Too small a list gets the first ones, and the whole count is told.
    memset(list, 0xa5, sizeof list);
    assert_int_equal(hit_cone_aabb_list(&s->cone, boxes, s->stride, s->count, list, capacity), hits);
    assert_int_equal(list[hits < capacity ? hits : capacity], 0xa5a5a5a5u);
    *sure_of_it += hits;
}

static void levels_agree_and_answers_are_those_of_a_loop(void** state)
{
    const uint64_t seed = test_seed(), cases = test_cases(20000);
    const hit_cpu best = hit_cpu_best();
    test_random r = test_random_make(seed);
    uint32_t hits = 0;

    (void)state;
    printf("seed %llu, %llu scenes\n", (unsigned long long)seed, (unsigned long long)cases);
    for (uint64_t n = 0; n < cases; n++) {
        scene s;
        make(&r, &s);
        for (hit_cpu level = HIT_CPU_PORTABLE; level <= best; level = (hit_cpu)(level + 1)) {
            hit_cpu_restrict(level);
            check_answers(&s, &hits);
        }
        hit_cpu_restrict(best);
        free(s.block);
    }
    assert_true(cases < 100 || hits > cases / 20);
}

static uint32_t bits_of(const uint64_t* words, uint32_t count)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        n += (uint32_t)(words[i / 64] >> (i % 64) & 1u);
    return n;
}

// The bits themselves, which the answers would hide: what one kernel leaves to the exact test, all leave to it; what
// is certain is right; and not all is open, although most scenes are made to be.
static void kernels_sort_alike(void** state)
{
    const uint64_t seed = test_seed(), cases = test_cases(20000);
    test_random r = test_random_make(seed + 1);
    uint64_t boxes = 0, open = 0;

    (void)state;
    for (uint64_t n = 0; n < cases; n++) {
        uint64_t sure[4], maybe[4], other_sure[4], other_maybe[4];
        hit_cone_frame f;
        hit_cone_many rounded;
        hit_many_boxes array;
        scene s;
        make(&r, &s);
        if (hit_cone_frame_make(&s.cone, &f) && s.count != 0) {
            const size_t bytes = (s.count + 63) / 64 * sizeof sure[0];
            array = (hit_many_boxes){s.block, s.stride, s.count};
            rounded = hit_cone_many_make(&f);
            hit_cone_mark_portable(&rounded, &array, sure, maybe);
            boxes += s.count;
            open += bits_of(maybe, s.count);
            for (uint32_t i = 0; i < s.count; i++) {
                const bool is_sure = sure[i / 64] >> (i % 64) & 1u, is_open = maybe[i / 64] >> (i % 64) & 1u;
                assert_false(is_sure && is_open);
                if (!is_open)
                    assert_int_equal(is_sure, hit_cone_meets_aabb(&s.cone, s.boxes[i]));
            }
#ifdef HITSCAN_HAVE_SSE4
            if (hit_cpu_best() >= HIT_CPU_SSE4) {
                hit_cone_mark_sse4(&rounded, &array, other_sure, other_maybe);
                assert_memory_equal(sure, other_sure, bytes);
                assert_memory_equal(maybe, other_maybe, bytes);
            }
#endif
#ifdef HITSCAN_HAVE_AVX2
            if (hit_cpu_best() >= HIT_CPU_AVX2) {
                hit_cone_mark_avx2(&rounded, &array, other_sure, other_maybe);
                assert_memory_equal(sure, other_sure, bytes);
                assert_memory_equal(maybe, other_maybe, bytes);
            }
#endif
#if defined(HITSCAN_HAVE_NEON) || defined(HITSCAN_HAVE_WASM)
#if defined(HITSCAN_HAVE_NEON)
            hit_cone_mark_neon(&rounded, &array, other_sure, other_maybe);
#else
            hit_cone_mark_wasm(&rounded, &array, other_sure, other_maybe);
#endif
            assert_memory_equal(sure, other_sure, bytes);
            assert_memory_equal(maybe, other_maybe, bytes);
#endif
            (void)other_sure, (void)other_maybe, (void)bytes;
        }
        free(s.block);
    }
    printf("%llu of %llu boxes are left to the exact test\n", (unsigned long long)open, (unsigned long long)boxes);
    assert_true(boxes == 0 || open * 4 < boxes * 3);
}

static void bad_arrays_have_no_hits(void** state)
{
    const hit_cone cone = hit_cone_make(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, 1), 0.5f);
    const hit_aabb box = {{-1, -1, 1}, {1, 1, 2}};
    uint32_t mask = 7, index = 7;

    (void)state;
    assert_int_equal(hit_cone_aabb_mask(&cone, &box, 0, 1, &mask), 1);
    assert_int_equal(mask, 1);
    assert_int_equal(hit_cone_aabb_mask(NULL, &box, 0, 1, &mask), 0);
    assert_int_equal(mask, 0);
    mask = 7;
    assert_int_equal(hit_cone_aabb_mask(&cone, NULL, 0, 1, &mask), 0);
    assert_int_equal(mask, 0);
    assert_int_equal(hit_cone_aabb_mask(&cone, NULL, 0, 0, NULL), 0);
    assert_int_equal(hit_cone_aabb_mask(&cone, &box, sizeof box - 4, 1, &mask), 0);
    assert_int_equal(hit_cone_aabb_mask(&cone, &box, sizeof box + 2, 1, &mask), 0);
    assert_int_equal(hit_cone_aabb_list(&cone, &box, 0, 1, NULL, 5), 1);
    assert_int_equal(hit_cone_aabb_list(&cone, &box, 0, 1, &index, 1), 1);
    assert_int_equal(index, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_agree_and_answers_are_those_of_a_loop),
                                       cmocka_unit_test(kernels_sort_alike), cmocka_unit_test(bad_arrays_have_no_hits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
