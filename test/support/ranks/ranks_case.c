// A model that is divided among ranks in many ways, and the answers of one tree: see ranks_case.h.
#include "support/ranks/ranks_case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* room(size_t count, size_t size)
{
    void* memory = calloc(count + 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

// The mesh of a kind, and more of what makes trees disagree.
static test_mesh hard_mesh(test_mesh_kind kind, uint32_t size, test_random* r)
{
    test_mesh plain = test_mesh_make(kind, size, test_random_next(r));
    test_mesh m = test_mesh_room(plain.vertices + 1, 2 * plain.faces + 8);

    for (uint32_t i = 0; i < plain.vertices; i++)
        test_mesh_vertex(&m, plain.vertex[i].x, plain.vertex[i].y, plain.vertex[i].z);
    for (uint32_t i = 0; i < plain.faces; i++) {
        const uint32_t* f = plain.face[i];
        if (i % 97 == 5) { // a bad one
            test_mesh_face(&m, f[0], f[1], plain.vertices);
        }
        test_mesh_face(&m, f[0], f[1], f[2]);
        if (test_random_below(r, 8) == 0) { // a copy, perhaps from another corner on or from the other side
            const uint32_t* g = plain.face[test_random_below(r, i + 1)];
            const uint32_t n = test_random_below(r, 3);
            if (test_random_below(r, 4) == 0)
                test_mesh_face(&m, g[n], g[(n + 2) % 3], g[(n + 1) % 3]);
            else
                test_mesh_face(&m, g[n], g[(n + 1) % 3], g[(n + 2) % 3]);
        }
    }
    for (uint32_t i = 0; i < 4 && plain.vertices > 2; i++)
        test_mesh_face(&m, test_random_below(r, plain.vertices), test_random_below(r, plain.vertices),
                       test_random_below(r, plain.vertices));
    if (plain.faces > 0)
        test_mesh_vertex(&m, NAN, 0.0f, 0.0f);
    m.closed = plain.closed;
    m.inside = plain.inside;
    test_mesh_free(&plain);
    return m;
}

ranks_case ranks_case_make(test_mesh_kind kind, uint32_t size, uint32_t count, uint64_t seed)
{
    test_random r = test_random_make(seed);
    ranks_case c = {.mesh = hard_mesh(kind, size, &r), .count = count};
    const hit_mesh view = test_mesh_view(&c.mesh);
    test_mesh good = c.mesh; // rays are aimed at vertices that are there
    good.vertices -= good.vertices > 0;
    good.faces = 0;
    good.face = room(c.mesh.faces, sizeof *good.face);
    for (uint32_t i = 0; i < c.mesh.faces; i++)
        if (c.mesh.face[i][2] < good.vertices)
            memcpy(good.face[good.faces++], c.mesh.face[i], sizeof *good.face);

    if (hit_bvh_build_triangles(&view, NULL, &c.one, NULL) != HIT_OK)
        abort();
    c.masks = room(c.mesh.faces, sizeof *c.masks);
    for (uint32_t i = 0; i < c.mesh.faces; i++)
        c.masks[i] = 1u << test_random_below(&r, 3);
    c.rays = room(count, sizeof *c.rays);
    c.points = room(count, sizeof *c.points);
    c.ray_masks = room(count, sizeof *c.ray_masks);
    for (uint32_t i = 0; i < count; i++) {
        hit_bvh_hit hit;
        c.rays[i] = test_mesh_ray(&r, &good, (test_ray_kind)test_random_below(&r, RAY_KINDS));
        if (test_random_below(&r, 4) == 0 && hit_bvh_first(c.one, c.rays[i], NULL, &hit))
            c.rays[i] = test_ray_end_at(&r, c.rays[i], hit.t);
        c.points[i] = good.faces == 0 || test_random_below(&r, 3) == 0
                          ? hit_vec3_make(c.rays[i].origin.x, c.rays[i].origin.y, c.rays[i].origin.z)
                          : good.vertex[test_random_below(&r, good.vertices)];
        c.ray_masks[i] = test_random_below(&r, 8);
    }
    free(good.face);
    return c;
}

void ranks_case_free(ranks_case* c)
{
    test_mesh_free(&c->mesh);
    hit_bvh_destroy(c->one);
    free(c->masks);
    free(c->rays);
    free(c->points);
    free(c->ray_masks);
}

uint32_t* ranks_case_deal(const ranks_case* c, ranks_deal deal, uint32_t ranks, uint64_t seed)
{
    uint32_t* dealt = room(c->mesh.faces, sizeof *dealt);
    test_random r = test_random_make(seed);
    const uint32_t one = test_random_below(&r, ranks);

    for (uint32_t i = 0; i < c->mesh.faces; i++) {
        if (deal == DEAL_AT_RANDOM)
            dealt[i] = test_random_below(&r, ranks);
        else if (deal == DEAL_IN_TURN)
            dealt[i] = i % ranks;
        else if (deal == DEAL_IN_RUNS)
            dealt[i] = (uint32_t)((uint64_t)i * ranks / c->mesh.faces);
        else if (deal == DEAL_ALL_TO_ONE)
            dealt[i] = one;
        else
            dealt[i] = ranks == 1 ? 0 : 1 + test_random_below(&r, ranks - 1);
    }
    return dealt;
}

hit_ranks_part ranks_case_part(const ranks_case* c, const uint32_t* dealt, uint32_t rank, bool with_masks)
{
    hit_ranks_part part = {.mesh = test_mesh_view(&c->mesh)};
    uint32_t* indices = room(3 * (size_t)c->mesh.faces, sizeof *indices);
    uint64_t* ids = room(c->mesh.faces, sizeof *ids);
    uint32_t* masks = room(c->mesh.faces, sizeof *masks);
    uint32_t count = 0;

    // Backwards: nothing may depend on the order.
    for (uint32_t i = c->mesh.faces; i-- > 0;) {
        if (dealt[i] != rank)
            continue;
        memcpy(indices + 3 * (size_t)count, c->mesh.face[i], 3 * sizeof *indices);
        ids[count] = i;
        masks[count++] = c->masks[i];
    }
    part.mesh.index_type = HIT_INDEX_U32;
    part.mesh.indices = indices;
    part.mesh.triangle_count = count;
    part.ids = ids;
    part.masks = with_masks ? masks : NULL;
    if (!with_masks)
        free(masks);
    return part;
}

void ranks_part_free(hit_ranks_part* part)
{
    free((void*)(uintptr_t)part->mesh.indices);
    free((void*)(uintptr_t)part->ids);
    free((void*)(uintptr_t)part->masks);
}

ranks_how ranks_how_make(test_random* r)
{
    ranks_how how = {.sides = (hit_sides)test_random_below(r, 3),
                     .unique = test_random_below(r, 2) == 0,
                     .masked = test_random_below(r, 2) == 0,
                     .k = 1 + test_random_below(r, 6),
                     .max_distance = HUGE_VALF};
    if (test_random_below(r, 2) == 0)
        how.sides = HIT_SIDES_BOTH;
    if (how.masked) {
        how.mask = test_random_below(r, 8);
        how.ray_masked = test_random_below(r, 2) == 0;
    }
    if (test_random_below(r, 3) == 0)
        how.max_distance = test_random_range(r, 0.0f, 1.0f);
    return how;
}

// ---- One tree -------------------------------------------------------------------------------------------------------

static hit_ranks_hit of_hit(const hit_bvh* bvh, const hit_bvh_hit* hit)
{
    hit_ranks_hit to = {.primitive = HIT_RANKS_NONE, .t = HUGE_VALF};
    if (hit->primitive == HIT_BVH_NONE)
        return to;
    to.primitive = hit->primitive;
    to.t = hit->t;
    to.u = hit->u;
    to.v = hit->v;
    to.w = hit->w;
    to.side = hit->side;
    hit_bvh_hit_triangle(bvh, hit, &to.triangle);
    return to;
}

static hit_ranks_closest of_closest(const hit_bvh* bvh, const hit_bvh_closest* c)
{
    hit_ranks_closest to = {.primitive = HIT_RANKS_NONE, .distance = HUGE_VALF};
    if (c->primitive == HIT_BVH_NONE)
        return to;
    to.primitive = c->primitive;
    to.distance = c->distance;
    to.point = c->point;
    to.u = c->u;
    to.v = c->v;
    to.w = c->w;
    hit_bvh_closest_triangle(bvh, c, &to.triangle);
    return to;
}

static void make_room(ranks_answers* a)
{
    a->first = room(a->count, sizeof *a->first);
    a->some = room((size_t)a->count * a->k, sizeof *a->some);
    a->found = room(a->count, sizeof *a->found);
    a->near_found = room(a->count, sizeof *a->near_found);
    a->any = room(a->count, 1);
    a->counts = room(a->count, sizeof *a->counts);
    a->offsets = room(a->count + 1, sizeof *a->offsets);
    a->near = room((size_t)a->count * a->k, sizeof *a->near);
}

static void check(hit_status status)
{
    if (status != HIT_OK)
        abort();
}

ranks_answers ranks_case_want(const ranks_case* c, const ranks_how* how)
{
    ranks_answers a = {.count = c->count, .k = how->k};
    const hit_bvh_filter filter = {
        .sides = how->sides, .masks = how->masked ? c->masks : NULL, .mask = how->mask, .unique = how->unique};
    const hit_bvh_batch_options options = {.filter = &filter, .ray_masks = how->ray_masked ? c->ray_masks : NULL};
    const uint32_t n = c->count, k = how->k;
    hit_bvh_hit* hits = room((size_t)n * k, sizeof *hits);
    hit_bvh_closest* near = room((size_t)n * k, sizeof *near);
    uint32_t* counts = room(n, sizeof *counts);

    make_room(&a);
    check(hit_bvh_batch_first(c->one, c->rays, n, hits, &options, NULL));
    for (uint32_t i = 0; i < n; i++)
        a.first[i] = of_hit(c->one, &hits[i]);
    check(hit_bvh_batch_any(c->one, c->rays, n, a.any, &options, NULL));
    check(hit_bvh_batch_first_k(c->one, c->rays, n, k, hits, a.found, &options, NULL));
    for (uint32_t i = 0; i < n * k; i++)
        a.some[i] = of_hit(c->one, &hits[i]);
    check(hit_bvh_batch_closest(c->one, c->points, n, how->max_distance, k, near, a.near_found, &options, NULL));
    for (uint32_t i = 0; i < n * k; i++)
        a.near[i] = of_closest(c->one, &near[i]);
    check(hit_bvh_batch_count(c->one, c->rays, n, counts, &options, NULL));
    for (uint32_t i = 0; i < n; i++) {
        a.counts[i] = counts[i];
        a.offsets[i + 1] = a.offsets[i] + counts[i];
    }
    free(hits);
    hits = room(a.offsets[n], sizeof *hits);
    a.all = room(a.offsets[n], sizeof *a.all);
    check(hit_bvh_batch_all(c->one, c->rays, n, a.offsets, hits, &options, NULL));
    for (uint64_t i = 0; i < a.offsets[n]; i++)
        a.all[i] = of_hit(c->one, &hits[i]);
    free(hits);
    free(near);
    free(counts);
    return a;
}

ranks_answers ranks_answers_room(const ranks_answers* like)
{
    ranks_answers a = {.count = like->count, .k = like->k};
    make_room(&a);
    memcpy(a.offsets, like->offsets, (a.count + 1) * sizeof *a.offsets);
    a.all = room(a.offsets[a.count], sizeof *a.all);
    return a;
}

void ranks_answers_free(ranks_answers* a)
{
    free(a->first);
    free(a->some);
    free(a->all);
    free(a->found);
    free(a->near_found);
    free(a->any);
    free(a->counts);
    free(a->offsets);
    free(a->near);
}

// ---- Comparing ------------------------------------------------------------------------------------------------------

static bool same_bits(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

// A zero may have lost its sign.
static bool same_triangle(const hit_triangle* a, const hit_triangle* b)
{
    const hit_vec3 p[3] = {a->v0, a->v1, a->v2}, q[3] = {b->v0, b->v1, b->v2};
    for (int i = 0; i < 3; i++)
        if (p[i].x != q[i].x || p[i].y != q[i].y || p[i].z != q[i].z)
            return false;
    return true;
}

static bool same_hits(const char* what, uint32_t ray, const hit_ranks_hit* want, const hit_ranks_hit* have,
                      uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const hit_ranks_hit *a = &want[i], *b = &have[i];
        if (a->primitive == b->primitive && same_bits(a->t, b->t) && same_bits(a->u, b->u) && same_bits(a->v, b->v) &&
            same_bits(a->w, b->w) && a->side == b->side && same_triangle(&a->triangle, &b->triangle))
            continue;
        printf("%s, ray %u, hit %llu: %lld at %.9g (%.9g %.9g %.9g, side %d), not %lld at %.9g (%.9g %.9g %.9g, side "
               "%d)\n",
               what, ray, (unsigned long long)i, (long long)b->primitive, (double)b->t, (double)b->u, (double)b->v,
               (double)b->w, (int)b->side, (long long)a->primitive, (double)a->t, (double)a->u, (double)a->v,
               (double)a->w, (int)a->side);
        return false;
    }
    return true;
}

static bool same_near(uint32_t point, const hit_ranks_closest* want, const hit_ranks_closest* have, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const hit_ranks_closest *a = &want[i], *b = &have[i];
        if (a->primitive == b->primitive && same_bits(a->distance, b->distance) && same_bits(a->point.x, b->point.x) &&
            same_bits(a->point.y, b->point.y) && same_bits(a->point.z, b->point.z) && same_bits(a->u, b->u) &&
            same_bits(a->v, b->v) && same_bits(a->w, b->w) && same_triangle(&a->triangle, &b->triangle))
            continue;
        printf("closest, point %u, result %u: %lld at %.9g, not %lld at %.9g\n", point, i, (long long)b->primitive,
               (double)b->distance, (long long)a->primitive, (double)a->distance);
        return false;
    }
    return true;
}

bool ranks_answers_equal(const ranks_case* c, const ranks_answers* want, const ranks_answers* have, uint32_t begin,
                         uint32_t end)
{
    const size_t k = want->k;
    bool equal = true;

    for (uint32_t i = begin; i < end; i++) {
        bool same = same_hits("first", i, &want->first[i], &have->first[i], 1);
        same &= same_hits("first_k", i, want->some + k * i, have->some + k * i, k);
        same &= same_hits("all", i, want->all + want->offsets[i], have->all + want->offsets[i],
                          want->offsets[i + 1] - want->offsets[i]);
        same &= same_near(i, want->near + k * i, have->near + k * i, (uint32_t)k);
        if (want->any[i] != have->any[i] || want->counts[i] != have->counts[i] || want->found[i] != have->found[i] ||
            want->near_found[i] != have->near_found[i]) {
            printf("ray %u: any %u, count %llu, found %u, near %u; not %u, %llu, %u, %u\n", i, have->any[i],
                   (unsigned long long)have->counts[i], have->found[i], have->near_found[i], want->any[i],
                   (unsigned long long)want->counts[i], want->found[i], want->near_found[i]);
            same = false;
        }
        if (!same)
            test_print_ray(c->rays[i]);
        equal &= same;
    }
    return equal;
}

uint32_t ranks_begin(uint32_t count, uint32_t ranks, uint32_t rank)
{
    // A quarter of the ranks have none.
    const uint32_t active = ranks - ranks / 4;
    return rank >= active ? count : (uint32_t)((uint64_t)count * rank / active);
}
