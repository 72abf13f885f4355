// Suite `cone`: a cone against one box, next to the box-cone test of Geometric Tools in plain double; one cone against
// ten thousand boxes, next to a loop over the single test; and frusta against boxes, next to plain culling by corners.
//
// Agreement: all answers about cones must be the same where the boxes do not touch within 1e-5 of their distance. The
// peer takes the axes of a box as orthonormal, which floats are to 1e-7. Masks of frusta must be those of loops, bit by
// bit; the quick ones may say more often that a box crosses, and the plain peer may err within 1e-3 of a plane.
#include "bench.h"
#include "draw.h"
#include "plain.h"
#include "support/oracle/gte_cone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 4096, BOXES = 10000, CONES = 16, FRUSTA = 16, WORDS = (BOXES + 31) / 32 };

typedef struct pairs {
    hit_cone cone[PAIRS];
    hit_obb obb[PAIRS];
    hit_aabb aabb[PAIRS];
    gte_cone_double gte_cone[PAIRS];
    gte_box_double gte_obb[PAIRS];
} pairs;

typedef struct field {
    hit_cone cone[CONES];
    hit_frustum frustum[FRUSTA];
    hit_aabb box[BOXES];
} field;

typedef struct views {
    hit_frustum frustum[PAIRS];
    hit_aabb box[PAIRS];
} views;

typedef struct masks {
    uint32_t touching[WORDS], inside[WORDS];
} masks;

// ---- One cone, one box -----------------------------------------------------------------------------------------

static double gte_obb(const void* data)
{
    const pairs* p = data;
    int hits = 0;
    for (int i = 0; i < PAIRS; i++)
        hits += gte_cone_box_double(&p->gte_cone[i], &p->gte_obb[i]);
    return hits;
}

static double ours_obb(const void* data)
{
    const pairs* p = data;
    int hits = 0;
    for (int i = 0; i < PAIRS; i++)
        hits += hit_cone_meets_obb(&p->cone[i], &p->obb[i]);
    return hits;
}

static double ours_obb_evidence(const void* data)
{
    const pairs* p = data;
    double sum = 0.0;
    for (int i = 0; i < PAIRS; i++) {
        hit_cone_evidence e;
        hit_cone_obb(&p->cone[i], &p->obb[i], &e);
        sum += e.margin;
    }
    return sum;
}

static double ours_aabb(const void* data)
{
    const pairs* p = data;
    int hits = 0;
    for (int i = 0; i < PAIRS; i++)
        hits += hit_cone_meets_aabb(&p->cone[i], p->aabb[i]);
    return hits;
}

static void fill_pairs(pairs* p, float spread, bool finite)
{
    for (int i = 0; i < PAIRS; i++) {
        const float half_angle = uniform(0.1f, 0.8f), low = uniform(0.0f, 1.0f), length = uniform(0.5f, 3.0f);
        const hit_vec3 apex = point(-2, 2), axis = hit_vec3_normalize(point(-1, 1));
        const hit_vec3 center =
            hit_vec3_add(hit_vec3_add(apex, hit_vec3_scale(axis, low + 0.5f * length)), point(-spread, spread));
        const hit_vec3 half = point(0.1f, 1.0f);
        const hit_cone c = hit_cone_make(apex, axis, half_angle);
        p->cone[i] = finite ? hit_cone_clip(c, low, low + length) : c;
        p->obb[i] = hit_obb_make(center, rotation(), half);
        p->aabb[i] = hit_aabb_from_center(center, half);
        p->gte_cone[i] = (gte_cone_double){{apex.x, apex.y, apex.z},
                                           {axis.x, axis.y, axis.z},
                                           1.0 / sqrt(1.0 + (double)c.tangent * c.tangent),
                                           p->cone[i].h_min,
                                           p->cone[i].h_max};
        for (int k = 0; k < 3; k++) {
            p->gte_obb[i].center[k] = (&center.x)[k];
            p->gte_obb[i].extent[k] = p->obb[i].half[k];
            for (int j = 0; j < 3; j++)
                p->gte_obb[i].axis[k][j] = (&p->obb[i].axis[k].x)[j];
        }
    }
}

static void compare_pairs(const pairs* p, const char* name, const char* what, double target)
{
    char note[160];
    bench_comparison c = {"cone",
                          name,
                          note,
                          p,
                          PAIRS,
                          {{"seed-double", gte_obb, 0.0},
                           {"hitscan", ours_obb, target},
                           {"hitscan-evidence", ours_obb_evidence, 0.0},
                           {"hitscan-aabb", ours_aabb, 0.0}},
                          4,
                          0};
    int hits = 0;

    for (int i = 0; i < PAIRS; i++) {
        hit_cone_evidence e;
        const bool ours = hit_cone_obb(&p->cone[i], &p->obb[i], &e) != HIT_SEPARATE;
        const bool seed = gte_cone_box_double(&p->gte_cone[i], &p->gte_obb[i]);
        hits += ours;
        if (ours != seed && fabs(e.margin) > 1e-5) {
            bench_disagree("cone", name, "a box that is not close to touching");
            return;
        }
    }
    snprintf(note, sizeof note, "%s; %.1f %% hits; the aligned boxes are others, with the same sizes", what,
             100.0 * hits / PAIRS);
    bench_measure(&c);
}

// ---- One cone, ten thousand boxes ------------------------------------------------------------------------------

static double loop(const void* data)
{
    const field* f = data;
    int hits = 0;
    for (int k = 0; k < CONES; k++) {
        for (int i = 0; i < BOXES; i++)
            hits += hit_cone_meets_aabb(&f->cone[k], f->box[i]);
    }
    return hits;
}

static double mask(const void* data)
{
    static uint32_t words[WORDS];
    const field* f = data;
    double hits = 0.0;
    for (int k = 0; k < CONES; k++)
        hits += hit_cone_aabb_mask(&f->cone[k], f->box, 0, BOXES, words);
    return hits;
}

BENCH_AT_LEVEL(mask_portable, mask, HIT_CPU_PORTABLE)
BENCH_AT_LEVEL(mask_sse4, mask, HIT_CPU_SSE4)
BENCH_AT_LEVEL(mask_avx2, mask, HIT_CPU_AVX2)

static void compare_fields(field* f, const char* name, float half_angle, double target)
{
    char note[160];
    bench_comparison c = {
        "cone", name, note, f, (double)CONES * BOXES, {{"loop", loop, 0.0}, {"hitscan-portable", mask_portable, 0.0}},
        2,      0};

    for (int i = 0; i < BOXES; i++)
        f->box[i] = hit_aabb_from_center(point(-50, 50), point(0.1f, 1.5f));
    for (int k = 0; k < CONES; k++)
        f->cone[k] = hit_cone_clip(hit_cone_make(point(-20, 20), point(-1, 1), half_angle), 0.5f, 60.0f);
    if (loop(f) != mask(f)) {
        bench_disagree("cone", name, "the number of hits");
        return;
    }
    if (hit_cpu_best() >= HIT_CPU_SSE4)
        c.engine[c.engines++] = (bench_engine){"hitscan-sse4", mask_sse4, 0.0};
    if (hit_cpu_best() >= HIT_CPU_AVX2)
        c.engine[c.engines++] = (bench_engine){"hitscan-avx2", mask_avx2, target};
    snprintf(note, sizeof note,
             "%d cones x %d boxes, %.2f %% hits, time per box; peer: a loop over hit_cone_meets_aabb", CONES, BOXES,
             100.0 * mask(f) / CONES / BOXES);
    bench_measure(&c);
}

// ---- One frustum, one box --------------------------------------------------------------------------------------

#define VIEWS(name, call)                                                                                              \
    static double name(const void* data)                                                                               \
    {                                                                                                                  \
        const views* v = data;                                                                                         \
        int sum = 0;                                                                                                   \
        for (int i = 0; i < PAIRS; i++)                                                                                \
            sum += (int)(call);                                                                                        \
        return sum;                                                                                                    \
    }

VIEWS(views_plain, plain_frustum_aabb(&v->frustum[i], &v->box[i]))
VIEWS(views_exact, hit_frustum_aabb(&v->frustum[i], v->box[i]))
VIEWS(views_filter, hit_frustum_aabb_quick(&v->frustum[i], v->box[i]))

// The frustum of a camera at `eye`.
static hit_frustum view(hit_vec3 eye, hit_vec3 direction, float far_plane)
{
    hit_view c = hit_view_look_at(eye, hit_vec3_add(eye, direction), hit_vec3_make(0, 1, 0));
    hit_frustum f;
    c.width = 16.0f, c.height = 9.0f, c.near_plane = 0.5f, c.far_plane = far_plane;
    if (!hit_frustum_from_view(&c, &f)) {
        fprintf(stderr, "hitscan_bench: a camera without a frustum\n");
        exit(4);
    }
    return f;
}

static hit_aabb grown(hit_aabb box, float by)
{
    const hit_vec3 d = {by, by, by};
    return hit_aabb_make(hit_vec3_sub(box.min, d), hit_vec3_add(box.max, d));
}

static bool filter_agrees(hit_cull quick, hit_cull exact)
{
    return quick == exact || quick == HIT_CROSSING;
}

// The plain test looks at one plane at a time, as the quick one.
static bool plain_agrees(const hit_frustum* f, hit_aabb box, hit_cull quick)
{
    const hit_aabb more = grown(box, 1e-3f), less = grown(box, -1e-3f);
    return plain_frustum_aabb(f, &box) == quick || plain_frustum_aabb(f, &more) != plain_frustum_aabb(f, &less);
}

static void fill_views(views* v)
{
    for (int i = 0; i < PAIRS; i++) {
        const hit_vec3 eye = point(-2, 2), direction = hit_vec3_normalize(point(-1, 1));
        const hit_vec3 middle = hit_vec3_add(eye, hit_vec3_scale(direction, uniform(0.0f, 6.0f)));
        v->frustum[i] = view(eye, direction, 5.0f);
        v->box[i] = hit_aabb_from_center(hit_vec3_add(middle, point(-3, 3)), point(0.1f, 1.0f));
    }
}

static void compare_views(const views* v)
{
    char note[160];
    bench_comparison exact = {
        "cone", "frustum/aabb-exact", note, v, PAIRS, {{"plain", views_plain, 0.0}, {"hitscan", views_exact, 0.0}}, 2,
        0};
    bench_comparison quick = {
        "cone", "frustum/aabb-quick", note, v, PAIRS, {{"plain", views_plain, 0.0}, {"hitscan", views_filter, 0.0}}, 2,
        0};
    int count[3] = {0, 0, 0};

    for (int i = 0; i < PAIRS; i++) {
        const hit_cull sure = hit_frustum_aabb(&v->frustum[i], v->box[i]);
        const hit_cull fast = hit_frustum_aabb_quick(&v->frustum[i], v->box[i]);
        count[sure]++;
        if (!filter_agrees(fast, sure) || !plain_agrees(&v->frustum[i], v->box[i], fast)) {
            bench_disagree("cone", exact.name, "a box that is not close to a plane");
            return;
        }
    }
    snprintf(note, sizeof note, "random views and boxes about them: %.1f %% outside, %.1f %% crossing, %.1f %% inside",
             100.0 * count[HIT_OUTSIDE] / PAIRS, 100.0 * count[HIT_CROSSING] / PAIRS,
             100.0 * count[HIT_INSIDE] / PAIRS);
    bench_measure(&exact);
    bench_measure(&quick);
}

// ---- One frustum, ten thousand boxes ---------------------------------------------------------------------------

static masks cull_out;

// Fill the masks by a loop; `call` is the answer about box i.
#define CULL_LOOP(name, call)                                                                                          \
    static uint32_t name(const hit_frustum* f, const hit_aabb* box, masks* out)                                        \
    {                                                                                                                  \
        uint32_t found = 0;                                                                                            \
        for (uint32_t w = 0; w < WORDS; w++) {                                                                         \
            uint32_t touching = 0, inside = 0;                                                                         \
            for (uint32_t i = 32 * w; i < 32 * w + 32 && i < BOXES; i++) {                                             \
                const hit_cull cull = (call);                                                                          \
                touching |= (uint32_t)(cull != HIT_OUTSIDE) << (i % 32);                                               \
                inside |= (uint32_t)(cull == HIT_INSIDE) << (i % 32);                                                  \
                found += cull != HIT_OUTSIDE;                                                                          \
            }                                                                                                          \
            out->touching[w] = touching;                                                                               \
            out->inside[w] = inside;                                                                                   \
        }                                                                                                              \
        return found;                                                                                                  \
    }

CULL_LOOP(cull_plain, plain_frustum_aabb(f, &box[i]))
CULL_LOOP(cull_loop, hit_frustum_aabb(f, box[i]))

static uint32_t cull_exact(const hit_frustum* f, const hit_aabb* box, masks* out)
{
    return hit_frustum_aabb_mask(f, box, 0, BOXES, out->touching, out->inside);
}

static uint32_t cull_filter(const hit_frustum* f, const hit_aabb* box, masks* out)
{
    return hit_frustum_aabb_mask_quick(f, box, 0, BOXES, out->touching, out->inside);
}

#define CULL_ALL(name, cull)                                                                                           \
    static double name(const void* data)                                                                               \
    {                                                                                                                  \
        const field* f = data;                                                                                         \
        double found = 0.0;                                                                                            \
        for (int k = 0; k < FRUSTA; k++)                                                                               \
            found += cull(&f->frustum[k], f->box, &cull_out);                                                          \
        return found;                                                                                                  \
    }

CULL_ALL(all_plain, cull_plain)
CULL_ALL(all_loop, cull_loop)
CULL_ALL(all_exact, cull_exact)
CULL_ALL(all_quick, cull_filter)
BENCH_AT_LEVEL(exact_portable, all_exact, HIT_CPU_PORTABLE)
BENCH_AT_LEVEL(exact_sse4, all_exact, HIT_CPU_SSE4)
BENCH_AT_LEVEL(exact_avx2, all_exact, HIT_CPU_AVX2)
BENCH_AT_LEVEL(quick_portable, all_quick, HIT_CPU_PORTABLE)
BENCH_AT_LEVEL(quick_sse4, all_quick, HIT_CPU_SSE4)
BENCH_AT_LEVEL(quick_avx2, all_quick, HIT_CPU_AVX2)

static hit_cull cull_of(const masks* m, uint32_t i)
{
    const bool touching = m->touching[i / 32] >> (i % 32) & 1u, inside = m->inside[i / 32] >> (i % 32) & 1u;
    return inside ? HIT_INSIDE : touching ? HIT_CROSSING : HIT_OUTSIDE;
}

static bool culls_agree(const field* f)
{
    for (int k = 0; k < FRUSTA; k++) {
        masks loop_out, exact, quick;
        cull_loop(&f->frustum[k], f->box, &loop_out);
        cull_exact(&f->frustum[k], f->box, &exact);
        cull_filter(&f->frustum[k], f->box, &quick);
        if (memcmp(&loop_out, &exact, sizeof exact) != 0)
            return false;
        for (uint32_t i = 0; i < BOXES; i++)
            if (!filter_agrees(cull_of(&quick, i), cull_of(&exact, i)) ||
                !plain_agrees(&f->frustum[k], f->box[i], cull_of(&quick, i)))
                return false;
    }
    return true;
}

static void compare_culls(field* f)
{
    char note[160];
    bench_comparison quick = {"cone",
                              "frustum10000/mask-quick",
                              note,
                              f,
                              (double)FRUSTA * BOXES,
                              {{"plain", all_plain, 0.0}, {"hitscan-portable", quick_portable, 0.0}},
                              2,
                              0};
    bench_comparison exact = {"cone",
                              "frustum10000/mask-exact",
                              note,
                              f,
                              (double)FRUSTA * BOXES,
                              {{"loop", all_loop, 0.0}, {"hitscan-portable", exact_portable, 0.0}},
                              2,
                              0};
    const hit_cpu best = hit_cpu_best(), before = hit_cpu_in_use();

    for (int i = 0; i < BOXES; i++)
        f->box[i] = hit_aabb_from_center(point(-50, 50), point(0.1f, 1.5f));
    for (int k = 0; k < FRUSTA; k++)
        f->frustum[k] = view(point(-20, 20), point(-1, 1), 60.0f);
    for (int level = HIT_CPU_PORTABLE; level <= (int)best; level++) {
        hit_cpu_restrict((hit_cpu)level);
        if (!culls_agree(f)) {
            bench_disagree("cone", "frustum10000", hit_cpu_name((hit_cpu)level));
            hit_cpu_restrict(before);
            return;
        }
    }
    hit_cpu_restrict(before);
    if (best >= HIT_CPU_SSE4) {
        quick.engine[quick.engines++] = (bench_engine){"hitscan-sse4", quick_sse4, 0.0};
        exact.engine[exact.engines++] = (bench_engine){"hitscan-sse4", exact_sse4, 0.0};
    }
    if (best >= HIT_CPU_AVX2) {
        quick.engine[quick.engines++] = (bench_engine){"hitscan-avx2", quick_avx2, 3.0};
        exact.engine[exact.engines++] = (bench_engine){"hitscan-avx2", exact_avx2, 0.0};
    }
    snprintf(note, sizeof note, "%d frusta x %d boxes, %.1f %% seen, time per box; peer: corners in plain float",
             FRUSTA, BOXES, 100.0 * all_exact(f) / FRUSTA / BOXES);
    bench_measure(&quick);
    snprintf(note, sizeof note, "the same; peer: a loop over hit_frustum_aabb");
    bench_measure(&exact);
}

void bench_suite_cone(void)
{
    pairs* p = calloc(1, sizeof *p);
    field* f = calloc(1, sizeof *f);
    views* v = calloc(1, sizeof *v);

    if (p == NULL || f == NULL || v == NULL) {
        fprintf(stderr, "hitscan_bench: out of memory\n");
        exit(4);
    }
    fill_pairs(p, 2.2f, true);
    compare_pairs(p, "obb/frusta", "random cone frusta and boxes near them", 3.0);
    fill_pairs(p, 1.0f, true);
    compare_pairs(p, "obb/frusta-mostly-hits", "boxes about the middle of the frusta", 0.0);
    fill_pairs(p, 4.0f, false);
    compare_pairs(p, "obb/infinite", "infinite cones and boxes around them", 0.0);
    compare_fields(f, "aabb10000/mask", 0.4f, 3.0);
    compare_fields(f, "aabb10000/mask-narrow", 0.01f, 0.0);
    compare_culls(f);
    fill_views(v);
    compare_views(v);
    free(p);
    free(f);
    free(v);
}
