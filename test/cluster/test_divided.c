// Geometry by ranks over MPI: models that are divided among any number of ranks answer as one tree, bit by bit, and all
// ranks fail alike. What the ranks do is tested in one process (unit/mpi/ranks); here, that MPI brings it about.
#include "support/base/failing_memory.h"
#include "support/ranks/ranks_case.h"

#include <hitscan/mpi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("%s:%d: rank %d of %d: %s does not hold\n", __FILE__, __LINE__, rank, ranks, #condition);           \
            fflush(stdout);                                                                                            \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                                              \
        }                                                                                                              \
    } while (0)

// All questions about this rank's rays.
static bool ask_everything(hit_mpi_divided* d, const ranks_case* c, const ranks_how* how, ranks_answers* have,
                           size_t buffer_bytes)
{
    const uint32_t begin = ranks_begin(c->count, (uint32_t)ranks, (uint32_t)rank);
    const uint32_t count = ranks_begin(c->count, (uint32_t)ranks, (uint32_t)rank + 1) - begin, k = how->k;
    const hit_ray* rays = c->rays + begin;
    hit_ranks_options o = {.buffer_bytes = buffer_bytes, .sides = how->sides, .mask = how->mask, .unique = how->unique};

    o.ray_masks = how->ray_masked ? c->ray_masks + begin : NULL;
    return hit_mpi_divided_first(d, rays, count, have->first + begin, &o, NULL) == HIT_OK &&
           hit_mpi_divided_any(d, rays, count, have->any + begin, &o, NULL) == HIT_OK &&
           hit_mpi_divided_count(d, rays, count, have->counts + begin, &o, NULL) == HIT_OK &&
           hit_mpi_divided_first_k(d, rays, count, k, have->some + (size_t)k * begin, have->found + begin, &o, NULL) ==
               HIT_OK &&
           hit_mpi_divided_all(d, rays, count, have->offsets + begin, have->all, &o, NULL) == HIT_OK &&
           hit_mpi_divided_closest(d, c->points + begin, count, how->max_distance, k, have->near + (size_t)k * begin,
                                   have->near_found + begin, &o, NULL) == HIT_OK;
}

static void test_answers(void)
{
    test_random r = test_random_make(test_seed() + 2410);

    for (int kind = 0; kind < MESH_KINDS; kind++) {
        ranks_case c = ranks_case_make((test_mesh_kind)kind, 150, 48, test_seed() + (uint64_t)kind);
        for (int division = 0; division < 2; division++) {
            const ranks_how how = ranks_how_make(&r);
            const size_t buffer = test_random_below(&r, 2) == 0 ? 0 : 1 + test_random_below(&r, 100000);
            const hit_ranks_options options = {.division = (hit_ranks_division)division, .buffer_bytes = buffer};
            const ranks_deal deal = (ranks_deal)test_random_below(&r, DEAL_KINDS);
            uint32_t* dealt = ranks_case_deal(&c, deal, (uint32_t)ranks, test_random_next(&r));
            hit_ranks_part part = ranks_case_part(&c, dealt, (uint32_t)rank, how.masked);
            ranks_answers want = ranks_case_want(&c, &how), have = ranks_answers_room(&want);
            hit_mpi_divided* d = NULL;
            hit_ranks_stats stats;
            REQUIRE(hit_mpi_divided_build(&part, MPI_COMM_WORLD, &options, &d, NULL) == HIT_OK);
            REQUIRE(ask_everything(d, &c, &how, &have, buffer));
            REQUIRE(ranks_answers_equal(&c, &want, &have, ranks_begin(c.count, (uint32_t)ranks, (uint32_t)rank),
                                        ranks_begin(c.count, (uint32_t)ranks, (uint32_t)rank + 1)));
            stats = hit_mpi_divided_get_stats(d);
            REQUIRE(stats.triangles + stats.skipped == c.mesh.faces && stats.rounds >= 4);
            REQUIRE(ranks > 1 || (stats.bytes == 0 && stats.messages == 0));
            hit_mpi_divided_destroy(d);
            ranks_part_free(&part);
            free(dealt);
            ranks_answers_free(&want);
            ranks_answers_free(&have);
        }
        ranks_case_free(&c);
    }
}

// One rank has a bad argument, or runs out of memory, at any point: all ranks return the same status and text.
static void test_failures(void)
{
    ranks_case c = ranks_case_make(MESH_GRID_SOUP, 60, 40, test_seed());
    const ranks_how how = {.k = 2, .max_distance = HUGE_VALF};
    ranks_answers want = ranks_case_want(&c, &how), have = ranks_answers_room(&want);
    uint32_t* dealt = ranks_case_deal(&c, DEAL_IN_TURN, (uint32_t)ranks, 1);
    hit_ranks_part part = ranks_case_part(&c, dealt, (uint32_t)rank, false), bad = part;
    const int who = ranks - 1;
    hit_ranks_options options = {.division = HIT_RANKS_BY_PLACE};
    hit_mpi_divided* d = NULL;
    failing_memory memory;
    hit_error error;
    char name[32];
    hit_status status = HIT_ERROR_MEMORY;
    uint64_t at;

    snprintf(name, sizeof name, "rank %d", who);
    REQUIRE(hit_mpi_divided_build(&part, MPI_COMM_NULL, &options, &d, &error) == HIT_ERROR_ARGUMENT);
    bad.mesh.vertex_stride = rank == who ? 5 : 0;
    REQUIRE(hit_mpi_divided_build(&bad, MPI_COMM_WORLD, &options, &d, &error) == HIT_ERROR_ARGUMENT);
    REQUIRE(strstr(error.message, name) != NULL && strstr(error.message, "vertex_stride") != NULL);
    options.division = rank == who && ranks > 1 ? HIT_RANKS_AS_GIVEN : HIT_RANKS_BY_PLACE;
    status = hit_mpi_divided_build(&part, MPI_COMM_WORLD, &options, &d, &error);
    REQUIRE(ranks == 1 || status == HIT_ERROR_ARGUMENT);
    if (ranks == 1)
        hit_mpi_divided_destroy(d);
    options.division = HIT_RANKS_BY_PLACE;

    failing_memory_make(&memory);
    options.allocator = rank == who ? &memory.allocator : NULL;
    status = HIT_ERROR_MEMORY;
    for (at = 1; status != HIT_OK; at++) {
        d = NULL;
        failing_memory_arm(&memory, at, false);
        status = hit_mpi_divided_build(&part, MPI_COMM_WORLD, &options, &d, &error);
        REQUIRE(status == HIT_OK || (status == HIT_ERROR_MEMORY && strstr(error.message, name) != NULL) ||
                (status == HIT_ERROR_MEMORY && rank == who));
    }
    REQUIRE(at > 10);
    for (int any = 0; any < 2; any++) {
        const uint32_t begin = ranks_begin(c.count, (uint32_t)ranks, (uint32_t)rank);
        const uint32_t count = ranks_begin(c.count, (uint32_t)ranks, (uint32_t)rank + 1) - begin;
        status = HIT_ERROR_MEMORY;
        for (at = 1; status != HIT_OK; at++) {
            failing_memory_arm(&memory, at, false);
            status = any ? hit_mpi_divided_any(d, c.rays + begin, count, have.any + begin, NULL, &error)
                         : hit_mpi_divided_all(d, c.rays + begin, count, have.offsets + begin, have.all, NULL, &error);
            REQUIRE(status == HIT_OK || status == HIT_ERROR_MEMORY);
        }
        REQUIRE(at > 4);
    }
    failing_memory_arm(&memory, 0, false);
    REQUIRE(ask_everything(d, &c, &how, &have, 0));
    REQUIRE(ranks_answers_equal(&c, &want, &have, ranks_begin(c.count, (uint32_t)ranks, (uint32_t)rank),
                                ranks_begin(c.count, (uint32_t)ranks, (uint32_t)rank + 1)));
    hit_mpi_divided_destroy(d);
    hit_mpi_divided_destroy(NULL);
    REQUIRE(hit_mpi_divided_get_stats(NULL).triangles == 0);
    REQUIRE(hit_mpi_divided_any(NULL, NULL, 0, NULL, NULL, NULL) == HIT_ERROR_ARGUMENT);
    REQUIRE(memory.live == 0 && memory.wrong == 0);
    failing_memory_end(&memory);
    ranks_part_free(&part);
    free(dealt);
    ranks_answers_free(&want);
    ranks_answers_free(&have);
    ranks_case_free(&c);
}

// What a ray costs on the wire, for docs/divided-models.md.
static void print_traffic(void)
{
    enum { RAYS = 20000 };
    test_mesh m = test_mesh_make(MESH_TERRAIN, 20000, test_seed());
    test_random r = test_random_make(test_seed() + (uint64_t)rank);
    hit_ray* rays = calloc(RAYS, sizeof *rays);
    hit_ranks_hit* hits = calloc(RAYS, sizeof *hits);
    hit_ranks_part part = {.mesh = test_mesh_view(&m)};
    const uint32_t begin = (uint32_t)((uint64_t)m.faces * (uint64_t)rank / (uint64_t)ranks);
    const uint32_t end = (uint32_t)((uint64_t)m.faces * ((uint64_t)rank + 1) / (uint64_t)ranks);
    hit_mpi_divided* d = NULL;
    hit_ranks_stats before, after;
    unsigned long long mine[2], all[2];
    double begun;

    REQUIRE(rays != NULL && hits != NULL);
    part.mesh.indices = m.face[begin];
    part.mesh.triangle_count = end - begin;
    part.first_id = begin;
    for (uint32_t i = 0; i < RAYS; i++)
        rays[i] = hit_ray_make(test_random_vec3(&r, -1.0f, 1.0f), test_random_vec3(&r, -1.0f, 1.0f));
    REQUIRE(hit_mpi_divided_build(&part, MPI_COMM_WORLD, NULL, &d, NULL) == HIT_OK);
    before = hit_mpi_divided_get_stats(d);
    begun = MPI_Wtime();
    REQUIRE(hit_mpi_divided_first(d, rays, RAYS, hits, NULL, NULL) == HIT_OK);
    begun = MPI_Wtime() - begun;
    after = hit_mpi_divided_get_stats(d);
    mine[0] = after.bytes - before.bytes;
    mine[1] = after.visits - before.visits;
    MPI_Reduce(mine, all, 2, MPI_UNSIGNED_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks, %u triangles: %.1f bytes and %.2f visits for each ray, %llu rounds for %d rays of each rank, "
               "%.3f s\n",
               ranks, m.faces, (double)all[0] / RAYS / ranks, (double)all[1] / RAYS / ranks,
               (unsigned long long)(after.rounds - before.rounds), RAYS, begun);
    hit_mpi_divided_destroy(d);
    test_mesh_free(&m);
    free(rays);
    free(hits);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    test_answers();
    test_failures();
    print_traffic();
    if (rank == 0)
        printf("%d ranks: every answer is that of one tree\n", ranks);
    MPI_Finalize();
    return 0;
}
