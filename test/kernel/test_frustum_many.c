// One frustum against many boxes: every kernel gives the marks of the portable one bit by bit, the exact form the
// answers of hit_frustum_aabb, and the quick form nothing that is wrong.
//
// The arrays are allocated exactly, so that a sanitizer sees a kernel that reads past the last box.
#include "frustum/many.h"
#include "support/base/cmocka_all.h"
#include "support/cases/frustum_cases.h"
#include "support/base/fp_modes.h"

#include <float.h>

enum { MOST_BOXES = 200 };

typedef struct scene {
    hit_frustum frustum;
    hit_aabb boxes[MOST_BOXES];
    uint32_t count;
    unsigned char* block;
    const hit_aabb* start;
    size_t stride;
    hit_cull want[MOST_BOXES];
} scene;

static float any_float(test_random* r)
{
    static const float special[] = {0.0f,    -0.0f,     1.0f,       FLT_MAX,   -FLT_MAX,
                                    FLT_MIN, 0x1p-149f, -0x1p-149f, HUGE_VALF, -HUGE_VALF};
    const uint32_t k = test_random_below(r, 20);
    return k < 10 ? special[k] : k == 10 ? NAN : k < 15 ? test_random_grid(r) : test_random_bits(r);
}

static float moved(test_random* r, float x)
{
    const uint32_t k = test_random_below(r, 3);
    return k == 0 ? x : nextafterf(x, k == 1 ? HUGE_VALF : -HUGE_VALF);
}

// Boxes whose corners lie on planes, to a rounding: where a pad that is too small shows.
static hit_aabb box_on_plane(test_random* r, const hit_frustum* f, hit_aabb box)
{
    const hit_plane* p = &f->plane[test_random_below(r, 6)];
    const float n[3] = {p->normal.x, p->normal.y, p->normal.z};
    const bool upper = test_random_below(r, 2);
    float *low = &box.min.x, *high = &box.max.x;
    double rest = p->offset;
    const uint32_t k = test_random_below(r, 3), l = (k + 1) % 3, m = (k + 2) % 3;

    if (n[k] == 0.0f)
        return box;
    rest -= (double)n[l] * ((n[l] > 0.0f) == upper ? high[l] : low[l]);
    rest -= (double)n[m] * ((n[m] > 0.0f) == upper ? high[m] : low[m]);
    const float at = moved(r, (float)(rest / n[k])), size = high[k] - low[k];
    if ((n[k] > 0.0f) == upper)
        high[k] = at, low[k] = at - size;
    else
        low[k] = at, high[k] = at + size;
    return box;
}

static void scene_make(test_random* r, scene* s, uint64_t number)
{
    static const size_t strides[4] = {24, 28, 32, 64};
    const frusta_category category = (frusta_category)(number % FRUSTA_CATEGORIES);
    const size_t offset = 4 * test_random_below(r, 8);
    frusta_case c;
    size_t bytes;

    s->count = test_random_below(r, 3) ? test_random_below(r, 40) : test_random_below(r, MOST_BOXES + 1);
    s->stride = strides[test_random_below(r, 4)];
    frusta_make(r, category, &c);
    s->frustum = c.frustum;
    for (uint32_t i = 0; i < s->count; i++) {
        frusta_make(r, category, &c);
        s->boxes[i] = test_random_below(r, 2) ? box_on_plane(r, &s->frustum, c.box) : c.box;
        if (number % 5 == 0 && test_random_below(r, 4) == 0)
            (&s->boxes[i].min.x)[test_random_below(r, 6)] = any_float(r);
        if (number % 7 == 0)
            for (int k = 0; k < 6; k++)
                (&s->boxes[i].min.x)[k] *= 0x1p-148f;
        if (number % 11 == 0)
            for (int k = 0; k < 6; k++)
                (&s->boxes[i].min.x)[k] *= 0x1p124f;
    }
    if (number % 13 == 0)
        (&s->frustum.plane[test_random_below(r, 6)].normal.x)[test_random_below(r, 4)] = any_float(r);
    if (number % 7 == 0)
        for (int i = 0; i < 6; i++)
            s->frustum.plane[i].offset *= 0x1p-148f;
    bytes = s->count == 0 ? offset : offset + (s->count - 1) * s->stride + sizeof(hit_aabb);
    s->block = malloc(bytes ? bytes : 1);
    assert_non_null(s->block);
    for (uint32_t i = 0; i < s->count; i++)
        memcpy(s->block + offset + i * s->stride, &s->boxes[i], sizeof(hit_aabb));
    s->start = (const hit_aabb*)(const void*)(s->block + offset);
    for (uint32_t i = 0; i < s->count; i++)
        s->want[i] = hit_frustum_aabb(&s->frustum, s->boxes[i]);
}

static bool bit(const uint32_t* words, uint32_t i)
{
    return (words[i / 32] >> (i % 32)) & 1u;
}

static void check_masks(const scene* s, int mode)
{
    const size_t stride = s->stride == sizeof(hit_aabb) && s->count % 2 ? 0 : s->stride;
    uint32_t touching[MOST_BOXES / 32 + 2], inside[MOST_BOXES / 32 + 2], found, want = 0;
    uint32_t quick_touching[MOST_BOXES / 32 + 2], quick_inside[MOST_BOXES / 32 + 2], quick;

    memset(touching, 0xa5, sizeof touching);
    memset(inside, 0xa5, sizeof inside);
    memset(quick_touching, 0xa5, sizeof quick_touching);
    memset(quick_inside, 0xa5, sizeof quick_inside);
    mode_set(mode);
    found = hit_frustum_aabb_mask(&s->frustum, s->start, stride, s->count, touching, inside);
    quick = hit_frustum_aabb_mask_quick(&s->frustum, s->start, stride, s->count, quick_touching, quick_inside);
    mode_set(0);
    for (uint32_t i = 0; i < (s->count + 31) / 32 * 32; i++) {
        const hit_cull cull = i < s->count ? s->want[i] : HIT_OUTSIDE;
        want += cull != HIT_OUTSIDE;
        quick -= bit(quick_touching, i);
        assert_int_equal(bit(touching, i), cull != HIT_OUTSIDE);
        assert_int_equal(bit(inside, i), cull == HIT_INSIDE);
        assert_true(bit(quick_touching, i) || cull == HIT_OUTSIDE);
        assert_true(!bit(quick_inside, i) || cull == HIT_INSIDE);
        assert_true(i < s->count || !bit(quick_touching, i));
    }
    assert_int_equal(found, want);
    assert_int_equal(quick, 0);
    assert_int_equal(touching[(s->count + 31) / 32], 0xa5a5a5a5u);
    assert_int_equal(quick_inside[(s->count + 31) / 32], 0xa5a5a5a5u);
}

static int kernels_available(hit_frustum_mark* kernels[3])
{
    int n = 0;

    kernels[n++] = hit_frustum_mark_portable;
#ifdef HITSCAN_HAVE_SSE4
    if (hit_cpu_best() >= HIT_CPU_SSE4)
        kernels[n++] = hit_frustum_mark_sse4;
#endif
#ifdef HITSCAN_HAVE_AVX2
    if (hit_cpu_best() >= HIT_CPU_AVX2)
        kernels[n++] = hit_frustum_mark_avx2;
#endif
#if defined(HITSCAN_HAVE_NEON)
    kernels[n++] = hit_frustum_mark_neon;
#elif defined(HITSCAN_HAVE_WASM)
    kernels[n++] = hit_frustum_mark_wasm;
#endif
    return n;
}

static void check_kernels(const scene* s)
{
    const hit_many_boxes boxes = {(const unsigned char*)s->start, s->stride, s->count};
    uint64_t touching[3][MOST_BOXES / 64 + 1], inside[3][MOST_BOXES / 64 + 1];
    hit_frustum_mark* kernels[3];
    const int n = kernels_available(kernels);
    const size_t bytes = (s->count + 63) / 64 * sizeof(uint64_t);
    hit_frustum_rows rows;

    if (!hit_frustum_rows_make(&s->frustum, &rows))
        return;
    for (int k = 0; k < n; k++) {
        memset(touching[k], 0xff, sizeof touching[k]);
        memset(inside[k], 0xff, sizeof inside[k]);
        kernels[k](&rows, &boxes, touching[k], inside[k]);
        assert_memory_equal(touching[k], touching[0], bytes);
        assert_memory_equal(inside[k], inside[0], bytes);
    }
}

static void every_level_gives_the_same(void** state)
{
    test_random r = test_random_make(test_seed());
    const uint64_t cases = test_cases(6000);
    scene* s = malloc(sizeof *s);

    (void)state;
    assert_non_null(s);
    print_message("seed %llu\n", (unsigned long long)test_seed());
    for (uint64_t i = 0; i < cases; i++) {
        scene_make(&r, s, i);
        check_kernels(s);
        for (int level = HIT_CPU_PORTABLE; level <= (int)hit_cpu_best(); level++) {
            hit_cpu_restrict((hit_cpu)level);
            check_masks(s, 0);
            if (i % 8 == 0)
                for (int mode = 1; mode < MODES; mode++)
                    check_masks(s, mode);
        }
        free(s->block);
    }
    hit_cpu_restrict(hit_cpu_best());
    free(s);
}

// Marks that leave everything open would be right, and useless.
static void clear_boxes_are_marked(void** state)
{
    test_random r = test_random_make(test_seed() + 1);
    uint64_t open = 0, total = 0;

    (void)state;
    for (int i = 0; i < 300; i++) {
        hit_aabb boxes[64];
        uint32_t touching[2], inside[2];
        frusta_case c;
        frusta_make(&r, FRUSTA_RANDOM, &c);
        for (int k = 0; k < 64; k++) {
            const hit_vec3 at = test_random_vec3(&r, -30.0f, 30.0f);
            boxes[k] = hit_aabb_from_center(at, hit_vec3_make(0.1f, 0.1f, 0.1f));
        }
        hit_frustum_aabb_mask_quick(&c.frustum, boxes, 0, 64, touching, inside);
        for (uint32_t k = 0; k < 64; k++) {
            const hit_cull cull = hit_frustum_aabb_quick(&c.frustum, boxes[k]);
            open += (cull == HIT_OUTSIDE) == bit(touching, k) || (cull == HIT_INSIDE) != bit(inside, k);
            total++;
        }
    }
    print_message("the float form leaves %llu of %llu open that the double form decides\n", (unsigned long long)open,
                  (unsigned long long)total);
    assert_true(open * 1000 <= total);
}

static void bad_arguments(void** state)
{
    const hit_aabb box = {{-1, -1, -1}, {1, 1, 1}};
    hit_frustum f = {{{{0, 0, 0}, 0}}};
    uint32_t a = 7, b = 7;

    (void)state;
    assert_int_equal(hit_frustum_aabb_mask(&f, &box, 0, 1, &a, &b), 1);
    assert_true(a == 1 && b == 1);
    assert_int_equal(hit_frustum_aabb_mask(&f, &box, 0, 1, NULL, NULL), 1);
    assert_int_equal(hit_frustum_aabb_mask_quick(&f, &box, 24, 1, NULL, &b), 1);
    assert_int_equal(hit_frustum_aabb_mask(NULL, &box, 0, 1, &a, &b), 0);
    assert_true(a == 0 && b == 0);
    a = b = 7;
    assert_int_equal(hit_frustum_aabb_mask(&f, NULL, 0, 1, &a, &b), 0);
    assert_true(a == 0 && b == 0);
    a = b = 7;
    assert_int_equal(hit_frustum_aabb_mask_quick(&f, &box, 20, 1, &a, &b), 0);
    assert_true(a == 0 && b == 0);
    assert_int_equal(hit_frustum_aabb_mask(&f, &box, 26, 1, &a, &b), 0);
    assert_int_equal(hit_frustum_aabb_mask(&f, NULL, 0, 0, NULL, NULL), 0);
    f.plane[3].offset = NAN;
    a = b = 7;
    assert_int_equal(hit_frustum_aabb_mask(&f, &box, 0, 1, &a, &b), 0);
    assert_true(a == 0 && b == 0);
}

static void the_kernel_follows_the_level(void** state)
{
    hit_frustum_mark* kernels[3];
    const int n = kernels_available(kernels);

    (void)state;
    for (int level = 0; level < n; level++) {
        // The last one is the best, of whatever number its level is.
        hit_cpu_restrict(level == n - 1 ? hit_cpu_best() : (hit_cpu)level);
        assert_true(hit_frustum_mark_in_use() == kernels[level]);
    }
    hit_cpu_restrict(hit_cpu_best());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_gives_the_same),
        cmocka_unit_test(clear_boxes_are_marked),
        cmocka_unit_test(bad_arguments),
        cmocka_unit_test(the_kernel_follows_the_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
