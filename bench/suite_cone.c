// Suite `cone`: a cone against one box, next to the box-cone test of Geometric Tools in plain double; one cone against
// ten thousand boxes, next to a loop over the single test.
//
// Agreement: all answers must be the same where the boxes do not touch within 1e-5 of their distance. The peer takes the
// axes of a box as orthonormal, which floats are to 1e-7.
#include "bench.h"
#include "draw.h"
#include "support/seed_cone.h"

#include <stdio.h>
#include <stdlib.h>

enum { PAIRS = 4096, BOXES = 10000, CONES = 16 };

typedef struct pairs {
    hit_cone cone[PAIRS];
    hit_obb obb[PAIRS];
    hit_aabb aabb[PAIRS];
    seed_cone_double seed_cone[PAIRS];
    seed_box_double seed_obb[PAIRS];
} pairs;

typedef struct field {
    hit_cone cone[CONES];
    hit_aabb box[BOXES];
} field;

// ---- One cone, one box -----------------------------------------------------------------------------------------

static double seed_obb(const void* data)
{
    const pairs* p = data;
    int hits = 0;
    for (int i = 0; i < PAIRS; i++)
        hits += seed_cone_box_double(&p->seed_cone[i], &p->seed_obb[i]);
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
        p->seed_cone[i] = (seed_cone_double){{apex.x, apex.y, apex.z},
                                             {axis.x, axis.y, axis.z},
                                             1.0 / sqrt(1.0 + (double)c.tangent * c.tangent),
                                             p->cone[i].h_min,
                                             p->cone[i].h_max};
        for (int k = 0; k < 3; k++) {
            p->seed_obb[i].center[k] = (&center.x)[k];
            p->seed_obb[i].extent[k] = p->obb[i].half[k];
            for (int j = 0; j < 3; j++)
                p->seed_obb[i].axis[k][j] = (&p->obb[i].axis[k].x)[j];
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
                          {{"seed-double", seed_obb, 0.0},
                           {"hitscan", ours_obb, target},
                           {"hitscan-evidence", ours_obb_evidence, 0.0},
                           {"hitscan-aabb", ours_aabb, 0.0}},
                          4,
                          0};
    int hits = 0;

    for (int i = 0; i < PAIRS; i++) {
        hit_cone_evidence e;
        const bool ours = hit_cone_obb(&p->cone[i], &p->obb[i], &e) != HIT_SEPARATE;
        const bool seed = seed_cone_box_double(&p->seed_cone[i], &p->seed_obb[i]);
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
    static uint32_t words[(BOXES + 31) / 32];
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

void bench_suite_cone(void)
{
    pairs* p = calloc(1, sizeof *p);
    field* f = calloc(1, sizeof *f);

    if (p == NULL || f == NULL) {
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
    free(p);
    free(f);
}
