// Suite `ray`: one ray against one box or triangle, and one ray against a thousand boxes, next to plain float code.
//
// Agreement: the plain tests round, so they may differ from ours where a ray passes a border closely. Every answer
// must agree where the plain test is sure, that is, where its own interval or barycentrics are not within 1e-4 of a
// border; and the share of cases in which it is not, and is wrong, is printed.
#include "bench.h"
#include "draw.h"
#include "plain.h"

#include <stdio.h>
#include <stdlib.h>

enum { PAIRS = 8192, BOXES = 1000, RAYS = 64 };

typedef struct pairs {
    hit_ray ray[PAIRS];
    hit_aabb box[PAIRS];
    hit_triangle triangle[PAIRS];
    hit_obb obb[PAIRS];
    hit_sphere sphere[PAIRS];
    hit_mat3x4 matrix[PAIRS];
} pairs;

typedef struct lists {
    hit_ray ray[RAYS];
    hit_aabb box[BOXES];
} lists;

// ---- One ray, one box ------------------------------------------------------------------------------------------

static double ours_box(const void* data)
{
    const pairs* p = data;
    double sum = 0.0;
    for (int i = 0; i < PAIRS; i++) {
        hit_span s;
        if (hit_ray_aabb(p->ray[i], p->box[i], &s))
            sum += (double)s.t_enter;
    }
    return sum;
}

static double ours_box_yes_no(const void* data)
{
    const pairs* p = data;
    int hits = 0;
    for (int i = 0; i < PAIRS; i++)
        hits += hit_ray_aabb(p->ray[i], p->box[i], NULL);
    return hits;
}

static double plain_box(const void* data)
{
    const pairs* p = data;
    double sum = 0.0;
    for (int i = 0; i < PAIRS; i++) {
        float enter, leave;
        if (plain_ray_aabb(&p->ray[i], &p->box[i], &enter, &leave))
            sum += (double)enter;
    }
    return sum;
}

static void compare_boxes(const pairs* p, const char* name, const char* what, double target)
{
    bench_comparison c = {
        "ray",
        name,
        NULL,
        p,
        PAIRS,
        {{"plain-float", plain_box, 0.0}, {"hitscan", ours_box, target}, {"hitscan-yes-no", ours_box_yes_no, 0.0}},
        3,
        0};
    int hits = 0, differ = 0;
    char note[160];

    for (int i = 0; i < PAIRS; i++) {
        hit_span s = {0};
        float enter, leave;
        const bool ours = hit_ray_aabb(p->ray[i], p->box[i], &s),
                   plain = plain_ray_aabb(&p->ray[i], &p->box[i], &enter, &leave);
        const bool sure = fabsf(enter - leave) > 1e-4f * (fabsf(enter) + fabsf(leave));
        hits += ours;
        differ += ours != plain;
        if (sure && (ours != plain || (ours && fabsf(s.t_enter - enter) > 1e-4f * fabsf(enter) + 1e-6f))) {
            bench_disagree("ray", name, "a ray that passes no border closely");
            return;
        }
    }
    snprintf(note, sizeof note, "%s; %.1f %% hits; plain float is wrong in %.2f %%", what, 100.0 * hits / PAIRS,
             100.0 * differ / PAIRS);
    c.note = note;
    bench_measure(&c);
}

static void boxes_at_hit_rate(pairs* p, float size)
{
    for (int i = 0; i < PAIRS; i++) {
        const hit_vec3 center = point(-1, 1), half = point(0, size);
        p->ray[i] = hit_ray_make(point(-2, 2), point(-1, 1));
        p->box[i] = hit_aabb_make(hit_vec3_sub(center, half), hit_vec3_add(center, half));
    }
}

static void boxes_aimed_at_edges(pairs* p)
{
    for (int i = 0; i < PAIRS; i++) {
        const hit_vec3 a = point(-1, 0), b = point(0, 1);
        const float along = uniform(0, 1);
        hit_vec3 target = {a.x + along * (b.x - a.x), uniform(0, 1) < 0.5f ? a.y : b.y,
                           uniform(0, 1) < 0.5f ? a.z : b.z};
        p->box[i] = hit_aabb_make(a, b);
        p->ray[i].origin = point(-4, 4);
        p->ray[i] = hit_ray_make(p->ray[i].origin, hit_vec3_sub(target, p->ray[i].origin));
    }
}

// ---- One ray, one triangle -------------------------------------------------------------------------------------

static double ours_triangle(const void* data)
{
    const pairs* p = data;
    double sum = 0.0;
    for (int i = 0; i < PAIRS; i++) {
        hit_triangle_hit h;
        if (hit_ray_triangle(p->ray[i], &p->triangle[i], &h))
            sum += (double)(h.t + h.u + h.v);
    }
    return sum;
}

static double plain_triangle(const void* data)
{
    const pairs* p = data;
    double sum = 0.0;
    for (int i = 0; i < PAIRS; i++) {
        float t, u, v;
        if (plain_ray_triangle(&p->ray[i], &p->triangle[i], &t, &u, &v))
            sum += (double)(t + u + v);
    }
    return sum;
}

static void compare_triangles(const pairs* p, const char* name, const char* what, double target)
{
    bench_comparison c = {"ray", name,
                          NULL,  p,
                          PAIRS, {{"moller-trumbore-float", plain_triangle, 0.0}, {"hitscan", ours_triangle, target}},
                          2,     0};
    int hits = 0, differ = 0;
    char note[160];

    for (int i = 0; i < PAIRS; i++) {
        hit_triangle_hit h = {0};
        float t = 0.0f, u = 0.0f, v = 0.0f;
        const bool ours = hit_ray_triangle(p->ray[i], &p->triangle[i], &h);
        const bool plain = plain_ray_triangle(&p->ray[i], &p->triangle[i], &t, &u, &v);
        hits += ours;
        differ += ours != plain;
        if (ours && h.t > 1e-3f && h.u > 1e-3f && h.v > 1e-3f && h.w > 1e-3f &&
            (!plain || fabsf(t - h.t) > 1e-2f * h.t)) {
            bench_disagree("ray", name, "a ray that passes no border closely");
            return;
        }
    }
    snprintf(note, sizeof note, "%s; %.1f %% hits; plain float differs in %.2f %%", what, 100.0 * hits / PAIRS,
             100.0 * differ / PAIRS);
    c.note = note;
    bench_measure(&c);
}

static void triangles_near_rays(pairs* p, float spread)
{
    for (int i = 0; i < PAIRS; i++) {
        hit_vec3 target;
        p->triangle[i] = hit_triangle_make(point(-1, 1), point(-1, 1), point(-1, 1));
        target = hit_vec3_add(hit_triangle_at(&p->triangle[i], 0.33f, 0.33f, 0.34f), point(-spread, spread));
        p->ray[i].origin = point(-4, 4);
        p->ray[i] = hit_ray_make(p->ray[i].origin, hit_vec3_sub(target, p->ray[i].origin));
    }
}

// ---- One ray, a thousand boxes ---------------------------------------------------------------------------------

static double ours_nearest(const void* data)
{
    const lists* l = data;
    double sum = 0.0;
    for (int i = 0; i < RAYS; i++) {
        uint32_t index = 0;
        hit_span s;
        if (hit_ray_aabb_first(l->ray[i], l->box, 0, BOXES, &index, &s))
            sum += (double)s.t_enter + index;
    }
    return sum;
}

static double ours_mask(const void* data)
{
    const lists* l = data;
    double sum = 0.0;
    for (int i = 0; i < RAYS; i++) {
        uint32_t mask[(BOXES + 31) / 32];
        sum += hit_ray_aabb_mask(l->ray[i], l->box, 0, BOXES, mask);
    }
    return sum;
}

static double plain_nearest(const void* data)
{
    const lists* l = data;
    double sum = 0.0;
    for (int i = 0; i < RAYS; i++) {
        uint32_t index = 0;
        float t;
        if (plain_nearest_native(&l->ray[i], l->box, BOXES, &index, &t))
            sum += (double)t + index;
    }
    return sum;
}

static double plain_count(const void* data)
{
    const lists* l = data;
    double sum = 0.0;
    for (int i = 0; i < RAYS; i++)
        sum += plain_count_native(&l->ray[i], l->box, BOXES);
    return sum;
}

BENCH_AT_LEVEL(nearest_portable, ours_nearest, HIT_CPU_PORTABLE)
BENCH_AT_LEVEL(nearest_sse4, ours_nearest, HIT_CPU_SSE4)
BENCH_AT_LEVEL(nearest_avx2, ours_nearest, HIT_CPU_AVX2)
BENCH_AT_LEVEL(mask_portable, ours_mask, HIT_CPU_PORTABLE)
BENCH_AT_LEVEL(mask_sse4, ours_mask, HIT_CPU_SSE4)
BENCH_AT_LEVEL(mask_avx2, ours_mask, HIT_CPU_AVX2)

// The same 1,000 boxes at several sizes: the more are hit, the more is left for the exact decision.
static void compare_lists(lists* l, const char* nearest_name, const char* mask_name, double size, double target)
{
    bench_comparison nearest = {"ray",
                                nearest_name,
                                NULL,
                                l,
                                (double)RAYS * BOXES,
                                {{"plain-native", plain_nearest, 0.0}, {"hitscan-portable", nearest_portable, 0.0}},
                                2,
                                0};
    bench_comparison mask = {"ray",
                             mask_name,
                             NULL,
                             l,
                             (double)RAYS * BOXES,
                             {{"plain-native", plain_count, 0.0}, {"hitscan-portable", mask_portable, 0.0}},
                             2,
                             0};
    char note[160];
    int hits = 0;

    for (int i = 0; i < BOXES; i++) {
        const hit_vec3 center = point(-10, 10), half = hit_vec3_scale(point(0.1f, 1.0f), (float)size);
        l->box[i] = hit_aabb_make(hit_vec3_sub(center, half), hit_vec3_add(center, half));
    }
    for (int i = 0; i < RAYS; i++)
        l->ray[i] = hit_ray_make(point(-12, 12), point(-1, 1));
    for (int i = 0; i < RAYS; i++) {
        uint32_t ours = 0, plain = 0;
        hit_span s = {0};
        float t = 0.0f;
        const bool a = hit_ray_aabb_first(l->ray[i], l->box, 0, BOXES, &ours, &s);
        const bool b = plain_nearest_native(&l->ray[i], l->box, BOXES, &plain, &t);
        hits += (int)hit_ray_aabb_mask(l->ray[i], l->box, 0, BOXES, NULL);
        if (a != b || (a && (ours != plain || fabsf(s.t_enter - t) > 1e-4f * t))) {
            bench_disagree("ray", nearest_name, "the nearest box");
            return;
        }
    }
    if (hit_cpu_best() >= HIT_CPU_SSE4) {
        nearest.engine[nearest.engines++] = (bench_engine){"hitscan-sse4", nearest_sse4, 0.0};
        mask.engine[mask.engines++] = (bench_engine){"hitscan-sse4", mask_sse4, 0.0};
    }
    if (hit_cpu_best() >= HIT_CPU_AVX2) {
        nearest.engine[nearest.engines++] = (bench_engine){"hitscan-avx2", nearest_avx2, target};
        mask.engine[mask.engines++] = (bench_engine){"hitscan-avx2", mask_avx2, target};
    }
    snprintf(note, sizeof note, "%d rays x %d boxes, %.2f %% hits, time per box; peer: scalar loop, -O3 -march=native",
             RAYS, BOXES, 100.0 * hits / RAYS / BOXES);
    nearest.note = mask.note = note;
    bench_measure(&nearest);
    bench_measure(&mask);
}

// ---- The other shapes: no peer, so that a change shows ---------------------------------------------------------

#define SHAPE_ENGINE(name, call)                                                                                       \
    static double name(const void* data)                                                                               \
    {                                                                                                                  \
        const pairs* p = data;                                                                                         \
        double sum = 0.0;                                                                                              \
        for (int i = 0; i < PAIRS; i++) {                                                                              \
            hit_span s;                                                                                                \
            if (call)                                                                                                  \
                sum += (double)s.t_enter;                                                                              \
        }                                                                                                              \
        return sum;                                                                                                    \
    }

SHAPE_ENGINE(run_obb, hit_ray_obb(p->ray[i], &p->obb[i], &s))
SHAPE_ENGINE(run_affine, hit_ray_box_affine(p->ray[i], p->box[i], &p->matrix[i], &s))
SHAPE_ENGINE(run_sphere, hit_ray_sphere(p->ray[i], p->sphere[i], &s))

static void other_shapes(pairs* p)
{
    static const struct {
        const char* name;
        double (*run)(const void*);
    } shapes[] = {{"obb/random", run_obb}, {"affine/random", run_affine}, {"sphere/random", run_sphere}};

    boxes_at_hit_rate(p, 1.0f);
    for (int i = 0; i < PAIRS; i++) {
        const hit_quat q = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
        p->obb[i] = hit_obb_make(point(-1, 1), q, point(0, 1));
        p->matrix[i] = hit_mat3x4_from_trs(point(-1, 1), q, point(0.5f, 1.5f));
        p->sphere[i] = hit_sphere_make(point(-1, 1), uniform(0, 1));
    }
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        bench_comparison c = {"ray", shapes[i].name, "no peer", p, PAIRS, {{"hitscan", shapes[i].run, 0.0}}, 1, 0};
        bench_measure(&c);
    }
}

void bench_suite_ray(void)
{
    pairs* p = calloc(1, sizeof *p);
    lists* l = calloc(1, sizeof *l);

    if (p == NULL || l == NULL) {
        fprintf(stderr, "hitscan_bench: out of memory\n");
        exit(4);
    }
    boxes_at_hit_rate(p, 0.5f);
    compare_boxes(p, "aabb/random-small", "random rays and small boxes", 1.0 / 1.6);
    boxes_at_hit_rate(p, 1.0f);
    compare_boxes(p, "aabb/random", "random rays and boxes", 1.0 / 1.6);
    boxes_at_hit_rate(p, 3.0f);
    compare_boxes(p, "aabb/mostly-hits", "large boxes around the rays", 0.0);
    boxes_aimed_at_edges(p);
    compare_boxes(p, "aabb/edges", "every ray aimed at an edge", 1.0 / 5.0);
    triangles_near_rays(p, 2.0f);
    compare_triangles(p, "triangle/random", "rays that pass near", 1.0 / 1.6);
    triangles_near_rays(p, 0.3f);
    compare_triangles(p, "triangle/mostly-hits", "rays aimed at the middle", 0.0);
    compare_lists(l, "boxes1000/nearest", "boxes1000/mask", 1.0, 4.0);
    compare_lists(l, "boxes1000-large/nearest", "boxes1000-large/mask", 3.0, 0.0);
    other_shapes(p);
    free(p);
    free(l);
}
