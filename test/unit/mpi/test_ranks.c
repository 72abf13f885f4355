// Geometry by ranks, with all ranks in one process: the answers of any division are those of one tree, bit by bit.
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"
#include "support/ranks/ranks_case.h"

#include "mpi/ranks/query.h"
#include "mpi/ranks/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS_MOST = 64 };

// A model that is divided among ranks of this process.
typedef struct divided {
    uint32_t ranks;
    hit_ranks_tree* tree[RANKS_MOST];
    hit_simulation counts;
} divided;

// Build; `options` are those of rank 0, and of rank r `other`, unless it is NULL.
static hit_status build(divided* d, const hit_ranks_part* parts, const hit_ranks_options* options, uint32_t r,
                        const hit_ranks_options* other, hit_error* error)
{
    hit_ranks_build* builds[RANKS_MOST];
    hit_actor* actors[RANKS_MOST];
    hit_actor refused[RANKS_MOST];
    hit_status status;

    for (uint32_t i = 0; i < d->ranks; i++) {
        builds[i] = hit_ranks_build_begin(i, d->ranks, parts == NULL ? NULL : &parts[i],
                                          i == r && other != NULL ? other : options, &refused[i]);
        actors[i] = builds[i] == NULL ? &refused[i] : hit_ranks_build_actor(builds[i]);
        d->tree[i] = NULL;
    }
    status = hit_simulate(actors, d->ranks, NULL, &d->counts, error);
    for (uint32_t i = 0; i < d->ranks; i++)
        if (builds[i] != NULL)
            hit_ranks_build_end(builds[i], status == HIT_OK ? &d->tree[i] : NULL);
    return status;
}

static void destroy(divided* d)
{
    for (uint32_t i = 0; i < d->ranks; i++)
        hit_ranks_tree_destroy(d->tree[i]);
}

// Where the messages of all ranks are kept; NULL: malloc.
static const hit_allocator* messages_in;

// Ask, every rank with its own question.
static hit_status ask(divided* d, const hit_ranks_question* questions, const hit_ranks_options* options,
                      hit_error* error)
{
    hit_ranks_query* queries[RANKS_MOST];
    hit_actor* actors[RANKS_MOST];
    hit_actor refused[RANKS_MOST];
    hit_status status;

    for (uint32_t i = 0; i < d->ranks; i++) {
        queries[i] = hit_ranks_query_begin(d->tree[i], &questions[i], &options[i], &refused[i]);
        actors[i] = queries[i] == NULL ? &refused[i] : hit_ranks_query_actor(queries[i]);
    }
    status = hit_simulate(actors, d->ranks, messages_in, &d->counts, error);
    for (uint32_t i = 0; i < d->ranks; i++)
        if (queries[i] != NULL)
            hit_ranks_query_end(queries[i], NULL);
    return status;
}

// A rank's question of a kind about its share of the rays.
static hit_ranks_question question(const ranks_case* c, const ranks_how* how, ranks_answers* a, hit_ranks_kind kind,
                                   uint32_t begin, uint32_t end)
{
    const size_t k = how->k;
    hit_ranks_question q = {.kind = kind, .rays = c->rays + begin, .count = end - begin};

    if (kind == HIT_RANKS_FIRST)
        q.hits = a->first + begin;
    q.answers = kind == HIT_RANKS_ANY ? a->any + begin : NULL;
    q.counts = kind == HIT_RANKS_COUNT ? a->counts + begin : NULL;
    if (kind == HIT_RANKS_FIRST_K) {
        q.k = how->k;
        q.hits = a->some + k * begin;
        q.found = a->found + begin;
    }
    if (kind == HIT_RANKS_ALL) {
        q.hits = a->all;
        q.offsets = a->offsets + begin;
    }
    if (kind == HIT_RANKS_CLOSEST) {
        q.k = how->k;
        q.rays = NULL;
        q.points = c->points + begin;
        q.max_distance = how->max_distance;
        q.closest = a->near + k * begin;
        q.found = a->near_found + begin;
    }
    return q;
}

static void ask_everything(divided* d, const ranks_case* c, const ranks_how* how, ranks_answers* have,
                           size_t buffer_bytes)
{
    for (int kind = HIT_RANKS_FIRST; kind <= HIT_RANKS_CLOSEST; kind++) {
        hit_ranks_question questions[RANKS_MOST];
        hit_ranks_options options[RANKS_MOST];
        for (uint32_t r = 0; r < d->ranks; r++) {
            const uint32_t begin = ranks_begin(c->count, d->ranks, r), end = ranks_begin(c->count, d->ranks, r + 1);
            questions[r] = question(c, how, have, (hit_ranks_kind)kind, begin, end);
            options[r] = (hit_ranks_options){
                .buffer_bytes = buffer_bytes, .sides = how->sides, .mask = how->mask, .unique = how->unique};
            options[r].ray_masks = how->ray_masked ? c->ray_masks + begin : NULL;
        }
        assert_int_equal(ask(d, questions, options, NULL), HIT_OK);
    }
}

// One division of one model, and all questions.
static void check_division(const ranks_case* c, uint32_t ranks, ranks_deal deal, hit_ranks_division division,
                           test_random* r, size_t buffer_bytes)
{
    const uint64_t seed = test_random_next(r);
    const ranks_how how = ranks_how_make(r);
    const hit_ranks_options options = {.division = division, .buffer_bytes = buffer_bytes};
    uint32_t* dealt = ranks_case_deal(c, deal, ranks, seed);
    hit_ranks_part parts[RANKS_MOST];
    divided d = {.ranks = ranks};
    ranks_answers want = ranks_case_want(c, &how), have = ranks_answers_room(&want);
    uint64_t kept = 0;
    bool equal;

    for (uint32_t i = 0; i < ranks; i++)
        parts[i] = ranks_case_part(c, dealt, i, how.masked);
    assert_int_equal(build(&d, parts, &options, 0, NULL, NULL), HIT_OK);
    for (uint32_t i = 0; i < ranks; i++) {
        kept += d.tree[i]->count;
        assert_int_equal(d.tree[i]->total + d.tree[i]->skipped, c->mesh.faces);
        ranks_part_free(&parts[i]);
    }
    assert_int_equal(kept, d.tree[0]->total);
    ask_everything(&d, c, &how, &have, buffer_bytes);
    equal = ranks_answers_equal(c, &want, &have, 0, c->count);
    if (!equal)
        printf("%u ranks, deal %d, division %d, unique %d, sides %d, masks %d %d, k %u, buffer %zu, seed %llu\n", ranks,
               (int)deal, (int)division, (int)how.unique, (int)how.sides, (int)how.masked, (int)how.ray_masked, how.k,
               buffer_bytes, (unsigned long long)test_seed());
    assert_true(equal);
    destroy(&d);
    ranks_answers_free(&want);
    ranks_answers_free(&have);
    free(dealt);
}

static void any_division_answers_as_one_tree(void** state)
{
    static const uint32_t numbers[] = {1, 2, 3, 5, 8, 64};
    const uint64_t rays = test_cases(3000) / MESH_KINDS / 6 + 1;
    test_random r = test_random_make(test_seed() + 2400);

    (void)state;
    for (int kind = 0; kind < MESH_KINDS; kind++) {
        ranks_case c = ranks_case_make((test_mesh_kind)kind, 150, (uint32_t)rays, test_seed() + (uint64_t)kind);
        for (unsigned n = 0; n < sizeof numbers / sizeof *numbers; n++) {
            const ranks_deal deal = (ranks_deal)test_random_below(&r, DEAL_KINDS);
            const size_t buffer = test_random_below(&r, 2) == 0 ? 0 : 1 + test_random_below(&r, 20000);
            check_division(&c, numbers[n], deal, HIT_RANKS_BY_PLACE, &r, buffer);
            check_division(&c, numbers[n], deal, HIT_RANKS_AS_GIVEN, &r, buffer);
        }
        ranks_case_free(&c);
    }
}

// Everything on a coarse grid, so that ties are the rule, and dealt at random, so that they cross ranks.
static void ties_cross_ranks(void** state)
{
    const uint64_t rounds = test_cases(20);
    test_random r = test_random_make(test_seed() + 2401);

    (void)state;
    for (uint64_t i = 0; i < rounds; i++) {
        static const test_mesh_kind kinds[] = {MESH_GRID_SOUP, MESH_GRID_CUBE, MESH_FAN, MESH_COPIES, MESH_STACK};
        ranks_case c = ranks_case_make(kinds[i % 5], 60, 150, test_random_next(&r));
        check_division(&c, 2 + test_random_below(&r, 7), DEAL_AT_RANDOM, HIT_RANKS_AS_GIVEN, &r, 0);
        ranks_case_free(&c);
    }
}

// ---- Known cases ----------------------------------------------------------------------------------------------------

static const float above[9] = {-1, -1, 1, 1, -1, 1, 0, 1, 1}; // a triangle at z = 1

// Each rank brings some copies of a triangle, with ids.
static void build_copies(divided* d, const uint64_t* ids, const uint32_t* counts, uint64_t** kept)
{
    static float corners[8][9];
    hit_ranks_part parts[RANKS_MOST];
    const hit_ranks_options options = {.division = HIT_RANKS_AS_GIVEN};

    (void)kept;
    for (uint32_t i = 0; i < 8; i++)
        memcpy(corners[i], above, sizeof above);
    for (uint32_t r = 0; r < d->ranks; r++) {
        parts[r] = (hit_ranks_part){
            .mesh = {.vertices = corners, .vertex_count = 3 * counts[r], .triangle_count = counts[r]}, .ids = ids};
        ids += counts[r];
    }
    assert_int_equal(build(d, parts, &options, 0, NULL, NULL), HIT_OK);
}

// Copies of one triangle: the lowest index is hit, on whichever rank it is, and ids go beyond 32 bits.
static void lowest_index_wins_on_any_rank(void** state)
{
    const uint64_t ids[] = {UINT64_MAX - 1, 1ull << 40, 7, 1ull << 33, (1ull << 33) + 1, 3};
    const uint32_t counts[] = {2, 2, 0, 2};
    const hit_ray ray = hit_ray_make(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, 1));
    const hit_ranks_options options[4] = {{.sides = HIT_SIDES_BOTH}};
    const uint64_t order[] = {3, 7, 1ull << 33, (1ull << 33) + 1, 1ull << 40, UINT64_MAX - 1};
    hit_ranks_hit hits[6];
    uint32_t found = 0;
    divided d = {.ranks = 4};

    (void)state;
    build_copies(&d, ids, counts, NULL);
    hit_ranks_question questions[4] = {
        {.kind = HIT_RANKS_FIRST}, {.kind = HIT_RANKS_FIRST}, {.kind = HIT_RANKS_FIRST}, {.kind = HIT_RANKS_FIRST}};
    questions[2].rays = &ray;
    questions[2].count = 1;
    questions[2].hits = hits;
    assert_int_equal(ask(&d, questions, options, NULL), HIT_OK);
    assert_true(hits[0].primitive == 3 && hits[0].t == 1.0f);
    for (int i = 0; i < 4; i++) {
        questions[i].kind = HIT_RANKS_FIRST_K;
        questions[i].k = 6;
    }
    questions[2].found = &found;
    assert_int_equal(ask(&d, questions, options, NULL), HIT_OK);
    assert_int_equal(found, 6);
    for (int i = 0; i < 6; i++)
        assert_true(hits[i].primitive == order[i]);
    destroy(&d);
}

// A weight that rounds to 0 is none: beside the edge, `unique` keeps what different ranks have, as one tree does.
static void beside_an_edge_is_not_on_it(void** state)
{
    const float wide[9] = {0, -1, 1, 0x1p100f, 0, 1, 0, 1, 1};
    const hit_ray ray[2] = {{{0x1p-60f, 0, 0}, {0, 0, 1}, 0, 9}, {{0, 0, 0}, {0, 0, 1}, 0, 9}};
    const hit_ranks_options as_given = {.division = HIT_RANKS_AS_GIVEN};
    const hit_ranks_options unique[2] = {{.unique = true}, {.unique = true}};
    hit_ranks_part parts[2];
    hit_ranks_question q[2] = {{.kind = HIT_RANKS_COUNT}, {.kind = HIT_RANKS_COUNT}};
    uint64_t counts[2] = {0, 0};
    divided d = {.ranks = 2};

    (void)state;
    for (uint32_t r = 0; r < 2; r++)
        parts[r] = (hit_ranks_part){.mesh = {.vertices = wide, .vertex_count = 3, .triangle_count = 1}, .first_id = r};
    assert_int_equal(build(&d, parts, &as_given, 0, NULL, NULL), HIT_OK);
    q[0].rays = ray;
    q[0].count = 2;
    q[0].counts = counts;
    assert_int_equal(ask(&d, q, unique, NULL), HIT_OK);
    assert_true(counts[0] == 2); // u is 2^-160, and rounds to 0
    assert_true(counts[1] == 1); // on the edge
    destroy(&d);
}

// All fail alike, with the text of the rank that failed, and no rank goes on alone.
static void failures_are_common(void** state)
{
    static const hit_mesh none = {.vertices = NULL};
    hit_ranks_part parts[3] = {{.mesh = none}, {.mesh = none}, {.mesh = none}};
    const float bad[9] = {0, 0, 0, 1, 0, 0, 0, NAN, 0};
    hit_ranks_options options = {.refuse_bad = true}, other = {.buffer_bytes = 1 << 20};
    divided d = {.ranks = 3};
    hit_error error;

    (void)state;
    parts[1].mesh = (hit_mesh){.vertices = bad, .vertex_count = 3, .triangle_count = 1};
    assert_int_equal(build(&d, parts, &options, 0, NULL, &error), HIT_ERROR_GEOMETRY);
    assert_non_null(strstr(error.message, "rank 1"));
    parts[1].mesh = none;
    parts[2].mesh.vertex_stride = 7;
    assert_int_equal(build(&d, parts, &options, 0, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "rank 2: vertex_stride"));
    parts[2].mesh.vertex_stride = 0;
    other.refuse_bad = true;
    assert_int_equal(build(&d, parts, &options, 2, &other, &error), HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "rank 2 was called with other arguments"));
    other = options;
    other.reserved[3] = 1;
    assert_int_equal(build(&d, parts, &options, 1, &other, &error), HIT_ERROR_ARGUMENT);
    assert_int_equal(build(&d, NULL, &options, 0, NULL, &error), HIT_ERROR_ARGUMENT);
    // The same id twice, on two ranks: found where they meet.
    for (int r = 0; r < 2; r++)
        parts[r] = (hit_ranks_part){.mesh = {.vertices = above, .vertex_count = 3, .triangle_count = 1}, .first_id = 5};
    assert_int_equal(build(&d, parts, &options, 0, NULL, &error), HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "two triangles have the id 5"));
}

// What a query refuses, on one rank, all refuse.
static void bad_questions_fail_on_all(void** state)
{
    const uint64_t ids[] = {0, 1, 2, 3};
    const uint32_t counts[] = {2, 2};
    const uint64_t few[] = {0, 3}, back[] = {3, 0};
    const uint32_t ray_mask = 1;
    const hit_ray ray = hit_ray_make(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, 1));
    hit_ranks_options options[2] = {{.sides = HIT_SIDES_BOTH}, {.sides = HIT_SIDES_BOTH}};
    hit_ranks_question q[2] = {{.kind = HIT_RANKS_FIRST}, {.kind = HIT_RANKS_FIRST, .count = 1}};
    hit_ranks_hit hits[4];
    divided d = {.ranks = 2};
    hit_error error;

    (void)state;
    build_copies(&d, ids, counts, NULL);
    assert_int_equal(ask(&d, q, options, &error), HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "rank 1: the rays are NULL"));
    q[1].rays = &ray;
    assert_int_equal(ask(&d, q, options, &error), HIT_ERROR_ARGUMENT);
    q[1].hits = hits;
    assert_int_equal(ask(&d, q, options, &error), HIT_OK);
    options[1].ray_masks = &ray_mask;
    assert_int_equal(ask(&d, q, options, &error), HIT_ERROR_ARGUMENT);
    options[1].ray_masks = NULL;
    options[1].sides = HIT_SIDES_FRONT;
    assert_int_equal(ask(&d, q, options, &error), HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "rank 1 was called with other arguments"));
    options[1].sides = (hit_sides)9;
    assert_int_equal(ask(&d, q, options, &error), HIT_ERROR_ARGUMENT);
    options[1].sides = HIT_SIDES_BOTH;
    q[0].kind = q[1].kind = HIT_RANKS_ALL;
    q[1].offsets = back;
    assert_int_equal(ask(&d, q, options, &error), HIT_ERROR_ARGUMENT);
    // Too little room: the nearest are written, as by one tree, and every rank says so.
    q[1].offsets = few;
    hits[3].primitive = 77;
    assert_int_equal(ask(&d, q, options, &error), HIT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "ray 0 has more hits than"));
    for (uint64_t i = 0; i < 3; i++)
        assert_true(hits[i].primitive == i);
    assert_true(hits[3].primitive == 77);
    destroy(&d);
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

// Every allocation of one rank fails in turn: all ranks fail, and nothing is lost.
static void memory_that_ends_ends_all(void** state)
{
    ranks_case c = ranks_case_make(MESH_GRID_SOUP, 60, 40, test_seed());
    const ranks_how how = {.unique = true, .k = 3, .max_distance = HUGE_VALF};
    ranks_answers want = ranks_case_want(&c, &how), have = ranks_answers_room(&want);
    uint32_t* dealt = ranks_case_deal(&c, DEAL_AT_RANDOM, 3, 1);
    hit_ranks_part parts[3];
    failing_memory memory;
    hit_ranks_options options = {.division = HIT_RANKS_BY_PLACE}, failing = options;
    hit_status status = HIT_ERROR_MEMORY;
    hit_error error;
    uint64_t at;

    (void)state;
    failing_memory_make(&memory);
    failing.allocator = &memory.allocator;
    for (uint32_t r = 0; r < 3; r++)
        parts[r] = ranks_case_part(&c, dealt, r, false);
    for (at = 1; status != HIT_OK; at++) {
        divided d = {.ranks = 3};
        failing_memory_arm(&memory, at, false);
        status = build(&d, parts, &options, 1, &failing, &error);
        assert_true(status == HIT_OK || status == HIT_ERROR_MEMORY);
        for (int kind = HIT_RANKS_FIRST; status == HIT_OK && kind <= HIT_RANKS_CLOSEST; kind++) {
            const hit_ranks_options ours[3] = {{.unique = true}, {.unique = true}, {.unique = true}};
            hit_ranks_question q[3];
            for (uint32_t r = 0; r < 3; r++)
                q[r] = question(&c, &how, &have, (hit_ranks_kind)kind, ranks_begin(c.count, 3, r),
                                ranks_begin(c.count, 3, r + 1));
            failing_memory_arm(&memory, 0, false);
            for (uint64_t n = 1; status != HIT_OK || n == 1; n++) {
                failing_memory_arm(&memory, n, false);
                status = ask(&d, q, ours, &error);
                assert_true(status == HIT_OK ||
                            (status == HIT_ERROR_MEMORY && strstr(error.message, "rank 1") != NULL));
                assert_true(status == HIT_OK ? memory.failed == 0 : true);
            }
        }
        destroy(&d);
        assert_int_equal(memory.live, 0);
        assert_int_equal(memory.wrong, 0);
    }
    print_message("%llu allocations of a build failed\n", (unsigned long long)at - 2);
    assert_true(at > 10);
    assert_true(ranks_answers_equal(&c, &want, &have, 0, c.count));
    failing_memory_end(&memory);
    for (uint32_t r = 0; r < 3; r++)
        ranks_part_free(&parts[r]);
    free(dealt);
    ranks_answers_free(&want);
    ranks_answers_free(&have);
    ranks_case_free(&c);
}

// Memory that is in use, and the most that ever was.
typedef struct meter {
    hit_allocator allocator;
    size_t live, most;
} meter;

static void* meter_allocate(void* context, size_t size, size_t alignment)
{
    meter* m = context;
    m->live += size;
    m->most = m->live > m->most ? m->live : m->most;
    return aligned_alloc(alignment, (size + alignment - 1) & ~(alignment - 1));
}

static void meter_release(void* context, void* memory, size_t size, size_t alignment)
{
    (void)alignment;
    ((meter*)context)->live -= size;
    free(memory);
}

// The share of a rank is about the same for all, and what is under way keeps to the buffer, also where all rays go to
// one rank.
static void memory_keeps_to_its_bounds(void** state)
{
    enum { RANKS = 8, RAYS = 100000, BUFFER = 1 << 20 };
    test_mesh m = test_mesh_make(MESH_TERRAIN, 20000, test_seed());
    test_random r = test_random_make(test_seed() + 2402);
    static meter meters[RANKS];
    static hit_ray rays[RAYS];
    static hit_ranks_hit hits[RAYS];
    hit_ranks_part parts[RANKS];
    hit_ranks_build* builds[RANKS];
    hit_ranks_query* queries[RANKS];
    hit_actor* actors[RANKS];
    hit_actor refused;
    divided d = {.ranks = RANKS};

    (void)state;
    for (uint32_t i = 0; i < RANKS; i++) {
        const uint32_t begin = i * m.faces / RANKS, end = (i + 1) * m.faces / RANKS;
        meters[i] = (meter){{meter_allocate, meter_release, &meters[i]}, 0, 0};
        parts[i] = (hit_ranks_part){.mesh = test_mesh_view(&m), .first_id = begin};
        parts[i].mesh.indices = m.face[begin];
        parts[i].mesh.triangle_count = end - begin;
        const hit_ranks_options options = {.allocator = &meters[i].allocator, .buffer_bytes = BUFFER};
        builds[i] = hit_ranks_build_begin(i, RANKS, &parts[i], &options, &refused);
        assert_non_null(builds[i]);
        actors[i] = hit_ranks_build_actor(builds[i]);
    }
    assert_int_equal(hit_simulate(actors, RANKS, NULL, &d.counts, NULL), HIT_OK);
    for (uint32_t i = 0; i < RANKS; i++) {
        hit_ranks_build_end(builds[i], &d.tree[i]);
        const size_t tree = hit_bvh_get_stats(d.tree[i]->local).bytes + 8 * (size_t)d.tree[i]->count;
        assert_true(d.tree[i]->count > m.faces / RANKS * 3 / 4 && d.tree[i]->count < m.faces / RANKS * 5 / 4);
        assert_true(meters[i].live < tree + 65536); // the tree, the ids, and small things
        meters[i].most = meters[i].live;
    }
    for (uint32_t i = 0; i < RAYS; i++) // down into one corner
        rays[i] =
            hit_ray_make(hit_vec3_make(test_random_range(&r, -0.9f, -0.7f), test_random_range(&r, -0.9f, -0.7f), 5.0f),
                         hit_vec3_make(0, 0, -1));
    for (uint32_t i = 0; i < RANKS; i++) {
        const uint32_t begin = i * RAYS / RANKS, end = (i + 1) * RAYS / RANKS;
        const hit_ranks_question q = {
            .kind = HIT_RANKS_FIRST, .rays = rays + begin, .count = end - begin, .hits = hits + begin};
        const hit_ranks_options options = {.buffer_bytes = BUFFER};
        queries[i] = hit_ranks_query_begin(d.tree[i], &q, &options, &refused);
        assert_non_null(queries[i]);
        actors[i] = hit_ranks_query_actor(queries[i]);
    }
    assert_int_equal(hit_simulate(actors, RANKS, NULL, &d.counts, NULL), HIT_OK);
    for (uint32_t i = 0; i < RANKS; i++) {
        hit_ranks_query_end(queries[i], NULL);
        assert_true(meters[i].most - meters[i].live < 2 * BUFFER); // buffers that grow are there twice for a while
    }
    destroy(&d);
    for (uint32_t i = 0; i < RANKS; i++)
        assert_int_equal(meters[i].live, 0);
    test_mesh_free(&m);
}

// Lists of hits come in portions: a rank that finds many does not find them all at once.
static void long_lists_keep_to_the_buffer(void** state)
{
    enum { RAYS = 1500, LAYERS = 300, BUFFER = 1 << 18 };
    static meter meters[2], messages;
    static float corners[LAYERS][9];
    static uint64_t offsets[RAYS + 1];
    hit_ray* rays = calloc(RAYS, sizeof *rays);
    hit_ranks_hit* hits = calloc((size_t)RAYS * LAYERS, sizeof *hits);
    hit_ranks_part parts[2] = {{.first_id = 0}, {.first_id = LAYERS}};
    hit_ranks_question q[2] = {{.kind = HIT_RANKS_ALL, .rays = rays, .count = RAYS, .offsets = offsets, .hits = hits},
                               {.kind = HIT_RANKS_ALL}};
    hit_ranks_options options[2] = {{.buffer_bytes = BUFFER}, {.buffer_bytes = BUFFER}};
    hit_ranks_build* builds[2];
    hit_actor* actors[2];
    hit_actor refused;
    divided d = {.ranks = 2};

    (void)state;
    assert_true(rays != NULL && hits != NULL);
    for (uint32_t i = 0; i < LAYERS; i++)
        for (unsigned k = 0; k < 9; k++)
            corners[i][k] = k % 3 == 2 ? (float)(i + 1) : above[k];
    for (uint32_t i = 0; i < RAYS; i++) {
        rays[i] = hit_ray_make(hit_vec3_make(0, 0, 0), hit_vec3_make(0, 0, 1));
        offsets[i + 1] = offsets[i] + LAYERS;
    }
    parts[1].mesh = (hit_mesh){.vertices = corners, .vertex_count = 3 * LAYERS, .triangle_count = LAYERS};
    for (uint32_t i = 0; i < 2; i++) {
        meters[i] = (meter){{meter_allocate, meter_release, &meters[i]}, 0, 0};
        const hit_ranks_options how = {
            .allocator = &meters[i].allocator, .buffer_bytes = BUFFER, .division = HIT_RANKS_AS_GIVEN};
        builds[i] = hit_ranks_build_begin(i, 2, &parts[i], &how, &refused);
        assert_non_null(builds[i]);
        actors[i] = hit_ranks_build_actor(builds[i]);
    }
    assert_int_equal(hit_simulate(actors, 2, NULL, &d.counts, NULL), HIT_OK);
    for (uint32_t i = 0; i < 2; i++) {
        hit_ranks_build_end(builds[i], &d.tree[i]);
        meters[i].most = meters[i].live;
    }
    messages = (meter){{meter_allocate, meter_release, &messages}, 0, 0};
    messages_in = &messages.allocator;
    assert_int_equal(ask(&d, q, options, NULL), HIT_OK);
    messages_in = NULL;
    for (uint32_t i = 0; i < RAYS * LAYERS; i++)
        assert_true(hits[i].primitive == LAYERS + i % LAYERS);
    // All lists together have 19.8 MB on the wire; those of one block of 64 rays 0.8, and 0.6 as hits of the tree.
    for (uint32_t i = 0; i < 2; i++)
        assert_true(meters[i].most - meters[i].live < 4 << 20);
    assert_true(messages.most < 6 << 20); // of both ranks, written, packed and received
    destroy(&d);
    free(rays);
    free(hits);
}

// ---- Parts of it ----------------------------------------------------------------------------------------------------

static void records_are_sorted(void** state)
{
    test_random r = test_random_make(test_seed() + 2403);

    (void)state;
    for (int round = 0; round < 40; round++) {
        const uint32_t count = test_random_below(&r, 3000), bits = test_random_below(&r, 64);
        hit_ranks_record* records = calloc(count + 1, sizeof *records);
        uint64_t sum = 0;
        assert_non_null(records);
        for (uint32_t i = 0; i < count; i++) {
            records[i].id = test_random_next(&r) >> bits;
            records[i].corner[8] = (float)(records[i].id & 0xffff);
            sum += records[i].id;
        }
        hit_ranks_sort_records(records, count);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(i == 0 || records[i - 1].id <= records[i].id);
            assert_true(records[i].corner[8] == (float)(records[i].id & 0xffff));
            sum -= records[i].id;
        }
        assert_true(sum == 0);
        free(records);
    }
}

// What does not fit into a round waits, in order, and nothing overtakes it.
static void posts_keep_their_order(void** state)
{
    const hit_allocator* none = NULL;
    failing_memory memory;
    hit_bytes out;
    size_t sizes[3];
    hit_post post;

    (void)state;
    (void)none;
    failing_memory_make(&memory);
    out = (hit_bytes){.allocator = &memory.allocator};
    post = hit_post_make(0, 3, &memory.allocator);
    for (unsigned char i = 0; i < 10; i++)
        memset(hit_post_add(&post, i % 3, i == 4 ? 50 : 5), i, i == 4 ? 50 : 5);
    assert_true(hit_post_pack(&post, 12, &out, sizes));
    assert_int_equal(sizes[0], 10);
    assert_int_equal(sizes[1], 5); // 1; 4 is too large, and 7 must wait for it
    assert_int_equal(sizes[2], 10);
    assert_true(out.data[0] == 0 && out.data[5] == 3 && out.data[10] == 1 && out.data[15] == 2 && out.data[20] == 5);
    assert_true(hit_post_pack(&post, 12, &out, sizes));
    assert_int_equal(sizes[0], 10);
    assert_int_equal(sizes[1], 50); // larger than the quota, and so alone
    assert_int_equal(sizes[2], 5);
    assert_true(hit_post_pack(&post, 12, &out, sizes));
    assert_true(sizes[0] == 0 && sizes[1] == 5 && sizes[2] == 0 && out.data[0] == 7);
    assert_true(post.entries.size == 0 && post.bytes.size == 0);
    assert_int_equal(post.messages, 6);
    assert_int_equal(post.sent, 75);
    hit_post_free(&post);
    hit_bytes_free(&out);
    assert_int_equal(memory.live, 0);
    failing_memory_end(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_division_answers_as_one_tree),
        cmocka_unit_test(ties_cross_ranks),
        cmocka_unit_test(lowest_index_wins_on_any_rank),
        cmocka_unit_test(beside_an_edge_is_not_on_it),
        cmocka_unit_test(failures_are_common),
        cmocka_unit_test(bad_questions_fail_on_all),
        cmocka_unit_test(memory_that_ends_ends_all),
        cmocka_unit_test(memory_keeps_to_its_bounds),
        cmocka_unit_test(long_lists_keep_to_the_buffer),
        cmocka_unit_test(records_are_sorted),
        cmocka_unit_test(posts_keep_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
