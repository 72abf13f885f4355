// One ray against many boxes: every kernel gives the answers of a plain loop over hit_ray_aabb_exact, to the last bit.
//
// The reference compares exact entries with GMP. The scenes are made to hurt: ties by the dozen, entries that differ by
// less than a rounding, planes on which float products overflow, underflow or are NaN, and boxes that are none. The
// arrays are allocated exactly, so that a sanitizer sees a kernel that reads past the last box.
#include "many/kernel.h"
#include "support/cases/ray_box_cases.h"
#include "support/base/cmocka_all.h"
#include "support/base/fp_modes.h"

#include <float.h>
#include <hitscan/inline.h>
#include <gmp.h>
#include <hitscan/hitscan.h>

enum { MOST_BOXES = 200 };

typedef enum scene_kind {
    SCENE_CATEGORY, ///< the categories of support/cases/ray_box_cases.h
    SCENE_GRID,     ///< cells of a grid, with all faces shared
    SCENE_CORNERS,  ///< boxes that are all entered within a few ulps of one t
    SCENE_NESTED,   ///< boxes around the origin of the ray
    SCENE_BITS,     ///< any floats, NaN and infinities included
    SCENE_DENORMAL, ///< coordinates that are small multiples of 2^-149
    SCENE_OVERFLOW, ///< parameters at the end of the range of float
    SCENE_BORDER,   ///< origins and directions about 2^±100, where the kernels hand over to the plain loop
    SCENE_KINDS
} scene_kind;

typedef struct scene {
    hit_ray ray;
    hit_aabb boxes[MOST_BOXES];
    uint32_t count;
    // The same boxes with a stride, in a block that ends where the last one ends.
    unsigned char* block;
    const hit_aabb* start;
    size_t stride;
    // What the plain loop says.
    bool hit[MOST_BOXES];
    hit_span span[MOST_BOXES];
    uint32_t hits, nearest;
} scene;

static float any_float(test_random* r)
{
    static const float special[] = {0.0f,     -0.0f,   1.0f,      -1.0f,      FLT_MAX,
                                    -FLT_MAX, FLT_MIN, 0x1p-149f, -0x1p-149f, HUGE_VALF};
    const uint32_t k = test_random_below(r, 24);
    return k < 10    ? special[k]
           : k == 10 ? -HUGE_VALF
           : k == 11 ? NAN
           : k < 18  ? test_random_grid(r)
                     : test_random_bits(r);
}

static float shifted(test_random* r, float x)
{
    for (uint32_t n = test_random_below(r, 4); n > 0; n--)
        x = nextafterf(x, test_random_below(r, 2) ? HUGE_VALF : -HUGE_VALF);
    return x;
}

static float signed_step(test_random* r, float largest)
{
    return (float)((int)test_random_below(r, 17) - 8) / 8.0f * largest;
}

static void fill_corners(test_random* r, scene* s)
{
    const hit_vec3 d = s->ray.direction;
    const float t = test_random_range(r, 0.5f, 50.0f);
    const hit_vec3 p = hit_ray_at(s->ray, t);

    for (uint32_t i = 0; i < s->count; i++) {
        const float near[3] = {shifted(r, p.x), shifted(r, p.y), shifted(r, p.z)};
        const float size = test_random_below(r, 3) ? 8.0f : 0.0f;
        const float far[3] = {near[0] + (d.x < 0.0f ? -size : size), near[1] + (d.y < 0.0f ? -size : size),
                              near[2] + (d.z < 0.0f ? -size : size)};
        const uint32_t axis = test_random_below(r, 12);
        s->boxes[i].min = hit_vec3_make(fminf(near[0], far[0]), fminf(near[1], far[1]), fminf(near[2], far[2]));
        s->boxes[i].max = hit_vec3_make(fmaxf(near[0], far[0]), fmaxf(near[1], far[1]), fmaxf(near[2], far[2]));
        // Thin, flat, or inverted by an ulp.
        if (axis < 3)
            (&s->boxes[i].min.x)[axis] = shifted(r, (&s->boxes[i].max.x)[axis]);
    }
}

static void fill_scaled(test_random* r, scene* s, float unit)
{
    for (uint32_t i = 0; i < s->count; i++) {
        float* f = &s->boxes[i].min.x;
        for (int k = 0; k < 3; k++) {
            const float a = signed_step(r, unit), b = signed_step(r, unit);
            f[k] = fminf(a, b), f[k + 3] = fmaxf(a, b);
        }
    }
}

static hit_ray grid_ray(test_random* r)
{
    hit_vec3 d = {(float)((int)test_random_below(r, 5) - 2), (float)((int)test_random_below(r, 5) - 2),
                  (float)((int)test_random_below(r, 5) - 2)};
    if (test_random_below(r, 2))
        d.x = test_random_below(r, 2) ? 0.0f : -0.0f;
    if (test_random_below(r, 2))
        d.y = test_random_below(r, 2) ? 0.0f : -0.0f;
    return test_case_interval(r, test_random_grid_vec3(r), d, (float)test_random_below(r, 4));
}

static void fill_grid(test_random* r, scene* s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const hit_vec3 c = {(float)((int)test_random_below(r, 9) - 4), (float)((int)test_random_below(r, 9) - 4),
                            (float)((int)test_random_below(r, 9) - 4)};
        s->boxes[i] = hit_aabb_make(c, hit_vec3_make(c.x + 1.0f, c.y + 1.0f, c.z + (float)test_random_below(r, 2)));
    }
}

static void fill_category(test_random* r, scene* s)
{
    const test_category category = (test_category)test_random_below(r, CASE_CATEGORIES);

    for (uint32_t i = 0; i < s->count; i++)
        s->boxes[i] = test_case_box(r, category);
    s->ray =
        test_case_ray(r, category, s->count ? s->boxes[test_random_below(r, s->count)] : test_case_box(r, category));
}

static void fill(test_random* r, scene* s, scene_kind kind)
{
    const hit_vec3 random_direction = test_random_vec3(r, -1.0f, 1.0f);

    s->ray =
        test_case_interval(r, test_random_vec3(r, -4.0f, 4.0f), random_direction, test_random_range(r, -4.0f, 4.0f));
    switch (kind) {
    case SCENE_CATEGORY:
        fill_category(r, s);
        break;
    case SCENE_GRID:
        s->ray = grid_ray(r);
        fill_grid(r, s);
        break;
    case SCENE_CORNERS:
        s->ray.t_min = test_random_below(r, 3) ? 0.0f : -HUGE_VALF;
        s->ray.t_max = HUGE_VALF;
        fill_corners(r, s);
        break;
    case SCENE_NESTED:
        for (uint32_t i = 0; i < s->count; i++) {
            const float h = (float)(1 + test_random_below(r, 12));
            s->boxes[i] = hit_aabb_make(hit_vec3_make(-h, -h, -h), hit_vec3_make(h, h, h));
        }
        break;
    case SCENE_BITS:
        for (uint32_t i = 0; i < s->count; i++)
            for (int k = 0; k < 6; k++)
                (&s->boxes[i].min.x)[k] = any_float(r);
        if (test_random_below(r, 2))
            for (int k = 0; k < 8; k++)
                (&s->ray.origin.x)[k] = any_float(r);
        break;
    case SCENE_DENORMAL:
        s->ray = grid_ray(r);
        s->ray.origin = hit_vec3_make(signed_step(r, 0x1p-146f), signed_step(r, 0x1p-146f), signed_step(r, 0x1p-146f));
        if (test_random_below(r, 3) == 0)
            s->ray.direction = hit_vec3_scale(random_direction, test_random_below(r, 2) ? 3.0f : 0x1p-90f);
        else
            for (int k = 0; k < 3; k++)
                (&s->ray.direction.x)[k] = signed_step(r, 24.0f);
        fill_scaled(r, s, 0x1p-146f);
        break;
    case SCENE_OVERFLOW:
        s->ray.direction = hit_vec3_scale(random_direction, 0x1p-9f);
        s->ray.origin = hit_vec3_make(signed_step(r, 0x1p100f), signed_step(r, 0x1p100f), signed_step(r, 0x1p100f));
        if (test_random_below(r, 4) == 0)
            s->ray.t_min = -HUGE_VALF, s->ray.t_max = HUGE_VALF;
        fill_scaled(r, s, test_random_below(r, 2) ? FLT_MAX : 0x1p119f);
        break;
    default:
        s->ray = grid_ray(r);
        for (int k = 0; k < 3; k++) {
            const float scale = test_random_below(r, 2) ? 0x1p-101f : 0x1p100f;
            (&s->ray.direction.x)[k] *= scale * (test_random_below(r, 2) ? 1.0f : 1.5f);
            (&s->ray.origin.x)[k] *= test_random_below(r, 2) ? 0x1p100f : 1.0f;
        }
        fill_scaled(r, s, test_random_below(r, 2) ? 4.0f : 0x1p102f);
        break;
    }
}

static void entry_exact(const scene* s, uint32_t i, mpq_t t)
{
    const hit_aabb b = s->boxes[i];
    const float planes[6] = {b.min.x, b.max.x, b.min.y, b.max.y, b.min.z, b.max.z};
    const int face = s->span[i].face_enter;
    mpq_t x;

    if (face == HIT_FACE_NONE) {
        mpq_set_d(t, (double)s->ray.t_min);
        return;
    }
    mpq_init(x);
    mpq_set_d(t, (double)planes[face]);
    mpq_set_d(x, (double)(&s->ray.origin.x)[face / 2]);
    mpq_sub(t, t, x);
    mpq_set_d(x, (double)(&s->ray.direction.x)[face / 2]);
    mpq_div(t, t, x);
    mpq_clear(x);
}

static void solve(scene* s)
{
    mpq_t best, t;

    mpq_inits(best, t, NULL);
    s->hits = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        s->hit[i] = hit_ray_aabb_exact(&s->ray, &s->boxes[i], &s->span[i]);
        if (!s->hit[i])
            continue;
        entry_exact(s, i, t);
        if (s->hits++ == 0 || mpq_cmp(t, best) < 0) {
            mpq_set(best, t);
            s->nearest = i;
        }
    }
    mpq_clears(best, t, NULL);
}

static void scene_make(test_random* r, scene* s, scene_kind kind)
{
    static const size_t strides[4] = {24, 28, 32, 64};
    size_t offset = 4 * test_random_below(r, 8), bytes;

    s->count = test_random_below(r, 3) ? test_random_below(r, 40) : test_random_below(r, MOST_BOXES + 1);
    s->stride = test_random_below(r, 2) ? 24 : strides[test_random_below(r, 4)];
    fill(r, s, kind);
    if (test_random_below(r, 8) == 0)
        for (uint32_t i = 0; i < s->count; i += 1 + test_random_below(r, 9))
            (&s->boxes[i].min.x)[test_random_below(r, 6)] = any_float(r);
    bytes = s->count == 0 ? offset : offset + (s->count - 1) * s->stride + sizeof(hit_aabb);
    s->block = malloc(bytes ? bytes : 1);
    assert_non_null(s->block);
    for (uint32_t i = 0; i < s->count; i++)
        memcpy(s->block + offset + i * s->stride, &s->boxes[i], sizeof(hit_aabb));
    s->start = (const hit_aabb*)(const void*)(s->block + offset);
    solve(s);
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Ask in a mode and check outside of it.
static void check_answers(const scene* s, int mode)
{
    const size_t stride = s->stride == sizeof(hit_aabb) && s->count % 2 ? 0 : s->stride;
    uint32_t index = 77, words[MOST_BOXES / 32 + 2], hits;
    hit_span span = {-1.0f, -2.0f, 33, 44, true};
    bool found;

    memset(words, 0xa5, sizeof words);
    mode_set(mode);
    found = hit_ray_aabb_first(s->ray, s->start, stride, s->count, &index, &span);
    hits = hit_ray_aabb_mask(s->ray, s->start, stride, s->count, words);
    mode_set(0);
    assert_int_equal(found, s->hits > 0);
    assert_int_equal(hits, s->hits);
    if (found) {
        const hit_span* want = &s->span[s->nearest];
        assert_int_equal(index, s->nearest);
        assert_int_equal(bits_of(span.t_enter), bits_of(want->t_enter));
        assert_int_equal(bits_of(span.t_exit), bits_of(want->t_exit));
        assert_int_equal(span.face_enter, want->face_enter);
        assert_int_equal(span.face_exit, want->face_exit);
        assert_int_equal(span.inside, want->inside);
    } else {
        assert_int_equal(index, 77);
        assert_int_equal(span.face_enter, 33);
    }
    for (uint32_t i = 0; i < (s->count + 31) / 32 * 32; i++)
        assert_int_equal((words[i / 32] >> (i % 32)) & 1u, i < s->count && s->hit[i]);
    assert_int_equal(words[(s->count + 31) / 32], 0xa5a5a5a5u);
}

static void every_level_answers_like_a_plain_loop(void** state)
{
    test_random r = test_random_make(test_seed());
    const uint64_t cases = test_cases(30000);
    scene* s = malloc(sizeof *s);

    (void)state;
    assert_non_null(s);
    print_message("seed %llu\n", (unsigned long long)test_seed());
    for (uint64_t i = 0; i < cases; i++) {
        scene_make(&r, s, (scene_kind)(i % SCENE_KINDS));
        for (int level = HIT_CPU_PORTABLE; level <= (int)hit_cpu_best(); level++) {
            hit_cpu_restrict((hit_cpu)level);
            check_answers(s, 0);
            if (i / SCENE_KINDS % 4 == 0)
                for (int mode = 1; mode < MODES; mode++)
                    check_answers(s, mode);
        }
        free(s->block);
    }
    hit_cpu_restrict(hit_cpu_best());
    free(s);
}

static int kernels_available(hit_many_kernel kernels[3])
{
    int n = 0;

    kernels[n++] = (hit_many_kernel){hit_many_scan_portable, hit_many_mark_portable};
#ifdef HITSCAN_HAVE_SSE4
    if (hit_cpu_best() >= HIT_CPU_SSE4)
        kernels[n++] = (hit_many_kernel){hit_many_scan_sse4, hit_many_mark_sse4};
#endif
#ifdef HITSCAN_HAVE_AVX2
    if (hit_cpu_best() >= HIT_CPU_AVX2)
        kernels[n++] = (hit_many_kernel){hit_many_scan_avx2, hit_many_mark_avx2};
#endif
#if defined(HITSCAN_HAVE_NEON)
    kernels[n++] = (hit_many_kernel){hit_many_scan_neon, hit_many_mark_neon};
#elif defined(HITSCAN_HAVE_WASM)
    kernels[n++] = (hit_many_kernel){hit_many_scan_wasm, hit_many_mark_wasm};
#endif
    return n;
}

// The survivors by `scan`, which must be those of `mark`.
static void check_scan(const hit_many_kernel* kernel, const hit_many_ray* ray, const hit_many_boxes* boxes,
                       const uint64_t* marked)
{
    size_t next = 0;

    while (next < boxes->count) {
        unsigned survivors = 0;
        const size_t first = kernel->scan(ray, boxes, next, &survivors);
        assert_true(first == boxes->count || (first % 8 == 0 && first >= next && survivors != 0 && survivors < 256));
        for (; next < first && next < boxes->count; next++)
            assert_int_equal((marked[next / 64] >> (next % 64)) & 1u, 0);
        for (; next < first + 8 && next < boxes->count; next++, survivors >>= 1)
            assert_int_equal((marked[next / 64] >> (next % 64)) & 1u, survivors & 1u);
        assert_int_equal(survivors >> 1, 0);
    }
}

static void check_kernels(const scene* s, const hit_many_ray* ray, float limit)
{
    const hit_many_boxes boxes = {(const unsigned char*)s->start, s->stride, s->count};
    hit_many_kernel kernels[3];
    const int n = kernels_available(kernels);
    uint64_t words[3][MOST_BOXES / 64 + 1];

    for (int k = 0; k < n; k++) {
        memset(words[k], 0xff, sizeof words[k]);
        kernels[k].mark(ray, &boxes, words[k]);
        assert_memory_equal(words[k], words[0], (s->count + 63) / 64 * sizeof(uint64_t));
        check_scan(&kernels[k], ray, &boxes, words[k]);
    }
    for (uint32_t i = 0; i < (s->count + 63) / 64 * 64; i++) {
        const bool survives = (words[0][i / 64] >> (i % 64)) & 1u;
        if (i >= s->count)
            assert_false(survives);
        else if (s->hit[i] && s->span[i].t_enter <= limit)
            assert_true(survives);
    }
}

static void no_kernel_discards_a_hit(void** state)
{
    test_random r = test_random_make(test_seed() + 1);
    const uint64_t cases = test_cases(60000);
    scene* s = malloc(sizeof *s);

    (void)state;
    assert_non_null(s);
    print_message("seed %llu\n", (unsigned long long)test_seed());
    for (uint64_t i = 0; i < cases; i++) {
        hit_many_ray ray;
        scene_make(&r, s, (scene_kind)(i % SCENE_KINDS));
        if (hit_ray_is_valid(s->ray) && hit_many_ray_make(&s->ray, &ray)) {
            check_kernels(s, &ray, HUGE_VALF);
            for (uint32_t k = 0; k < s->count && s->hits > 0; k += 1 + test_random_below(&r, 20)) {
                if (!s->hit[k])
                    continue;
                hit_many_ray_limit(&ray, s->span[k].t_enter);
                check_kernels(s, &ray, s->span[k].t_enter);
            }
        }
        free(s->block);
    }
    free(s);
}

// A filter that keeps everything would be right, and useless.
static void kernels_discard_clear_misses(void** state)
{
    test_random r = test_random_make(test_seed() + 2);
    hit_aabb boxes[64];
    const hit_many_boxes array = {(const unsigned char*)boxes, sizeof(hit_aabb), 64};
    hit_many_kernel kernels[3];
    const int n = kernels_available(kernels);

    (void)state;
    for (int i = 0; i < 2000; i++) {
        const hit_vec3 o = test_random_vec3(&r, -1.0f, 1.0f);
        hit_vec3 d = test_random_vec3(&r, -1.0f, 1.0f);
        hit_ray ray;
        hit_many_ray prepared;
        uint64_t hits = 0, word = 0;
        if (i % 3 == 1)
            (&d.x)[i % 2] = i % 4 < 2 ? 0.0f : -0.0f;
        if (i % 3 == 2)
            d.x = d.z = i % 4 < 2 ? 0.0f : -0.0f;
        ray = i % 2 ? hit_ray_make(o, d) : hit_line_make(o, d);
        for (int k = 0; k < 64; k++) {
            const hit_vec3 c = test_random_vec3(&r, -9.0f, 9.0f);
            boxes[k] = hit_aabb_from_center(c, hit_vec3_make(1.0f, 1.0f, 1.0f));
            hits |= (uint64_t)hit_ray_aabb(ray, boxes[k], NULL) << k;
        }
        assert_true(hit_many_ray_make(&ray, &prepared));
        for (int k = 0; k < n; k++) {
            kernels[k].mark(&prepared, &array, &word);
            assert_true(word == hits);
        }
    }
}

static void the_range_of_the_kernels(void** state)
{
    hit_many_ray prepared;
    hit_ray ray = hit_ray_make(hit_vec3_make(0x1p100f, 0.0f, -0x1p100f), hit_vec3_make(0x1p-100f, -0x1p100f, -0.0f));

    (void)state;
    assert_true(hit_many_ray_make(&ray, &prepared));
    for (int k = 0; k < 3; k++) {
        static const float bad_origin[2] = {0x1.000002p100f, -FLT_MAX};
        static const float bad_direction[4] = {0x1.000002p100f, -FLT_MAX, 0x1.fffffep-101f, -0x1p-149f};
        for (int i = 0; i < 2; i++) {
            hit_ray bad = ray;
            (&bad.origin.x)[k] = bad_origin[i];
            assert_false(hit_many_ray_make(&bad, &prepared));
        }
        for (int i = 0; i < 4; i++) {
            hit_ray bad = ray;
            (&bad.direction.x)[k] = bad_direction[i];
            assert_false(hit_many_ray_make(&bad, &prepared));
        }
    }
}

static void the_kernel_follows_the_level(void** state)
{
    hit_many_kernel kernels[3];
    const int n = kernels_available(kernels);

    (void)state;
    for (int level = 0; level < n; level++) {
        // The last one is the best, of whatever number its level is.
        hit_cpu_restrict(level == n - 1 ? hit_cpu_best() : (hit_cpu)level);
        assert_true(hit_many_kernel_in_use().scan == kernels[level].scan);
        assert_true(hit_many_kernel_in_use().mark == kernels[level].mark);
    }
    hit_cpu_restrict(hit_cpu_best());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_answers_like_a_plain_loop), cmocka_unit_test(no_kernel_discards_a_hit),
        cmocka_unit_test(kernels_discard_clear_misses),          cmocka_unit_test(the_range_of_the_kernels),
        cmocka_unit_test(the_kernel_follows_the_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
