// Trees as engines, and the check that they agree. See tree.h.
#include "tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hit_bvh* tree_build(const scene* s, const hit_bvh_options* options)
{
    const hit_mesh mesh = scene_mesh(s);
    hit_bvh* bvh = NULL;
    hit_status status;

    if (s->kind == HIT_BVH_TRIANGLES)
        status = hit_bvh_build_triangles(&mesh, options, &bvh, NULL);
    else if (s->kind == HIT_BVH_AABBS)
        status = hit_bvh_build_aabbs(s->aabb, 0, s->count, options, &bvh, NULL);
    else
        status = hit_bvh_build_obbs(s->obb, 0, s->count, options, &bvh, NULL);
    if (status != HIT_OK) {
        fprintf(stderr, "hitscan_bench: %s: cannot build a tree: %s\n", s->name, hit_status_text(status));
        exit(4);
    }
    return bvh;
}

// ---- Engines -----------------------------------------------------------------------------------------------------

double tree_ours_first(const void* run)
{
    const tree_run* r = run;
    const hit_bvh* bvh = r->ours;
    const hit_ray* rays = r->rays->ray;
    const uint32_t count = r->rays->count;
    double sum = 0.0;

    for (uint32_t i = 0; i < count; i++) {
        hit_bvh_hit hit;
        if (hit_bvh_first(bvh, rays[i], NULL, &hit))
            sum += (double)hit.t;
    }
    return sum;
}

double tree_ours_any(const void* run)
{
    const tree_run* r = run;
    const hit_bvh* bvh = r->ours;
    const hit_ray* rays = r->rays->ray;
    const uint32_t count = r->rays->count;
    uint32_t hits = 0;

    for (uint32_t i = 0; i < count; i++)
        hits += hit_bvh_any(bvh, rays[i], NULL);
    return hits;
}

double tree_loop_first(const void* run)
{
    const tree_run* r = run;
    const hit_ray* rays = r->rays->ray;
    const uint32_t count = r->rays->count;
    const hit_bvh_hit miss = {.t = HUGE_VALF, .primitive = HIT_BVH_NONE, .face = HIT_FACE_NONE};

    for (uint32_t i = 0; i < count; i++)
        if (!hit_bvh_first(r->ours, rays[i], NULL, &r->hits[i]))
            r->hits[i] = miss;
    return (double)r->hits[0].t;
}

double tree_loop_any(const void* run)
{
    const tree_run* r = run;
    const hit_ray* rays = r->rays->ray;
    const uint32_t count = r->rays->count;

    for (uint32_t i = 0; i < count; i++)
        r->touched[i] = hit_bvh_any(r->ours, rays[i], NULL);
    return r->touched[0];
}

static void check(hit_status status)
{
    if (status != HIT_OK) {
        fprintf(stderr, "hitscan_bench: a batch failed: %s\n", hit_status_text(status));
        exit(4);
    }
}

double tree_batch_first(const void* run)
{
    const tree_run* r = run;

    check(hit_bvh_batch_first(r->ours, r->rays->ray, r->rays->count, r->hits, NULL, NULL));
    return (double)r->hits[0].t;
}

double tree_batch_any(const void* run)
{
    const tree_run* r = run;

    check(hit_bvh_batch_any(r->ours, r->rays->ray, r->rays->count, r->touched, NULL, NULL));
    return r->touched[0];
}

double tree_peer_first(const void* run)
{
    const tree_run* r = run;
    return peer_run_first(r->peer, r->rays->ray, r->rays->count);
}

double tree_peer_any(const void* run)
{
    const tree_run* r = run;
    return peer_run_any(r->peer, r->rays->ray, r->rays->count);
}

static first_hit first_of(const hit_bvh* ours, const hit_ray* ray)
{
    first_hit first = {HUGE_VALF, HIT_BVH_NONE};
    hit_bvh_hit hit;

    if (hit_bvh_first(ours, *ray, NULL, &hit))
        first = (first_hit){hit.t, hit.primitive};
    return first;
}

first_hit* tree_first_hits(const hit_bvh* ours, const ray_list* rays)
{
    first_hit* hits = scene_allocate(NULL, (size_t)rays->count + 1, sizeof *hits);

    for (uint32_t i = 0; i < rays->count; i++)
        hits[i] = first_of(ours, &rays->ray[i]);
    return hits;
}

// ---- Memory ------------------------------------------------------------------------------------------------------

static void* count_allocate(void* context, size_t size, size_t alignment)
{
    tree_memory* m = context;

    m->now += size;
    if (m->now > m->most)
        m->most = m->now;
    return aligned_alloc(alignment, (size + alignment - 1) & ~(alignment - 1));
}

static void count_release(void* context, void* memory, size_t size, size_t alignment)
{
    tree_memory* m = context;

    (void)alignment;
    m->now -= size;
    free(memory);
}

hit_allocator tree_counting_allocator(tree_memory* memory)
{
    const hit_allocator a = {count_allocate, count_release, memory};
    return a;
}

// ---- Agreement ---------------------------------------------------------------------------------------------------

// What the exact test says about one primitive.
typedef struct verdict {
    bool hit;
    bool grazing;
    float t;
} verdict;

static verdict judge(const scene* s, const hit_ray* ray, uint32_t primitive)
{
    verdict v = {false, true, HUGE_VALF};
    hit_span span;

    if (primitive == HIT_BVH_NONE)
        return v;
    if (s->kind == HIT_BVH_TRIANGLES) {
        const hit_triangle triangle = scene_triangle(s, primitive);
        const first_hit here = {0.0f, primitive};
        const float facing = fabsf(hit_vec3_dot(workload_normal(s, ray, &here), hit_vec3_normalize(ray->direction)));
        hit_triangle_hit h;
        v.hit = hit_ray_triangle(*ray, &triangle, &h);
        if (v.hit) {
            v.t = h.t;
            v.grazing = facing < 1e-2f || fminf(h.u, fminf(h.v, h.w)) < 1e-3f;
        }
        return v;
    }
    v.hit = s->kind == HIT_BVH_AABBS ? hit_ray_aabb(*ray, s->aabb[primitive], &span)
                                     : hit_ray_obb(*ray, &s->obb[primitive], &span);
    if (v.hit) {
        v.t = span.t_enter;
        v.grazing = span.t_exit - span.t_enter < 1e-3f * fabsf(span.t_exit);
    }
    return v;
}

static bool near_in_t(const scene* s, const hit_ray* ray, float a, float b)
{
    const hit_vec3 size = hit_vec3_sub(s->bounds.max, s->bounds.min), d = ray->direction;
    const float scale = sqrtf(hit_vec3_dot(size, size) / hit_vec3_dot(d, d));
    return fabsf(a - b) <= 1e-4f * fmaxf(fabsf(a), fabsf(b)) + 1e-6f * scale;
}

// What is wrong with our answer, or NULL.
static const char* fault_in_first(const verdict* ours, const verdict* theirs, const first_hit* answer)
{
    if (answer->primitive != HIT_BVH_NONE && (!ours->hit || ours->t != answer->t))
        return "a hit that the exact test does not confirm";
    if (theirs->hit && (answer->primitive == HIT_BVH_NONE || theirs->t < answer->t))
        return "a nearer hit, which the exact test confirms, was missed";
    return NULL;
}

// Compare one ray; what is wrong with our answer, or NULL.
static const char* compare(const scene* s, const first_hit* answer, const peer_tree* peer, const hit_ray* ray, bool any,
                           tree_agreement* result)
{
    const bool hit = answer->primitive != HIT_BVH_NONE;
    first_hit other;
    verdict mine, its;
    const char* fault;

    if (any && (peer_run_any(peer, ray, 1) > 0.0) == hit)
        return NULL;
    peer_first(peer, ray, &other.t, &other.primitive);
    if (!any && other.primitive == answer->primitive && (other.t == answer->t || near_in_t(s, ray, other.t, answer->t)))
        return NULL;
    mine = judge(s, ray, answer->primitive);
    its = judge(s, ray, other.primitive);
    fault = fault_in_first(&mine, &its, answer);
    if (fault != NULL)
        return fault;
    if (!any && hit && other.primitive != HIT_BVH_NONE && near_in_t(s, ray, other.t, answer->t))
        return NULL;
    result->differ++;
    result->unexplained += !mine.grazing && !its.grazing && !near_in_t(s, ray, mine.t, ray->t_min) &&
                           !near_in_t(s, ray, mine.t, ray->t_max);
    return NULL;
}

bool tree_agree(const char* name, const scene* s, const first_hit* answers, const peer_tree* peer, const ray_list* rays,
                bool any, tree_agreement* result)
{
    char text[160];

    memset(result, 0, sizeof *result);
    for (uint32_t i = 0; i < rays->count; i++) {
        const char* fault = compare(s, &answers[i], peer, &rays->ray[i], any, result);
        if (fault != NULL) {
            snprintf(text, sizeof text, "ray %u: %s", (unsigned)i, fault);
            bench_disagree("tree", name, text);
            return false;
        }
    }
    if (result->differ > rays->count / 1000) {
        snprintf(text, sizeof text, "%u of %u answers differ, more than one in a thousand", (unsigned)result->differ,
                 (unsigned)rays->count);
        bench_disagree("tree", name, text);
        return false;
    }
    return true;
}

bool tree_confirms(const char* name, const hit_bvh* bvh, const first_hit* answers, const ray_list* rays, bool any)
{
    for (uint32_t i = 0; i < rays->count; i++) {
        const first_hit again = first_of(bvh, &rays->ray[i]);
        const bool hit = answers[i].primitive != HIT_BVH_NONE;
        char text[80];
        if (again.primitive == answers[i].primitive && again.t == answers[i].t &&
            (!any || hit_bvh_any(bvh, rays->ray[i], NULL) == hit))
            continue;
        snprintf(text, sizeof text, "ray %u: two answers of ours", (unsigned)i);
        bench_disagree("tree", name, text);
        return false;
    }
    return true;
}

bool tree_batch_confirms(const char* name, const tree_run* run, const first_hit* answers, bool any)
{
    (any ? tree_batch_any : tree_batch_first)(run);
    for (uint32_t i = 0; i < run->rays->count; i++) {
        const bool hit = answers[i].primitive != HIT_BVH_NONE;
        char text[80];
        if (any ? run->touched[i] == hit
                : run->hits[i].primitive == answers[i].primitive && run->hits[i].t == answers[i].t)
            continue;
        snprintf(text, sizeof text, "ray %u: a batch and a single ray", (unsigned)i);
        bench_disagree("tree", name, text);
        return false;
    }
    return true;
}

uint32_t tree_count_hits(const first_hit* answers, uint32_t count)
{
    uint32_t hits = 0;

    for (uint32_t i = 0; i < count; i++)
        hits += answers[i].primitive != HIT_BVH_NONE;
    return hits;
}

// ---- Rows --------------------------------------------------------------------------------------------------------

void tree_record(const char* name, const char* engine, double value, const char* unit, const char* peer, double ratio,
                 double target, bool limit)
{
    bench_row row = {.value = value, .ratio = ratio, .target = target, .limit = limit};

    snprintf(row.suite, sizeof row.suite, "tree");
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.engine, sizeof row.engine, "%s", engine);
    snprintf(row.unit, sizeof row.unit, "%s", unit);
    snprintf(row.peer, sizeof row.peer, "%s", peer == NULL ? "" : peer);
    bench_record(&row);
}
