// Models that are divided among the ranks of a communicator: the public calls. The work is in ranks/, which knows
// nothing of MPI; here its actors meet rounds.c.
#include "mpi/rounds.h"

#include "base/assert.h"
#include "base/memory.h"
#include "mpi/ranks/query.h"

struct hit_mpi_divided {
    MPI_Comm comm;
    hit_ranks_tree* tree;
    hit_mpi_traffic traffic;
    hit_ranks_work work;
};

hit_status hit_mpi_divided_build(const hit_ranks_part* part, MPI_Comm comm, const hit_ranks_options* options,
                                 hit_mpi_divided** divided, hit_error* error)
{
    hit_mpi_divided d = {.tree = NULL};
    hit_allocator allocator;
    hit_ranks_build* build;
    hit_mpi_divided* made;
    hit_error memory = {.status = HIT_OK};
    hit_actor refused;
    hit_status status = hit_mpi_begin(comm, &d.comm, error);
    int rank, ranks;

    if (status != HIT_OK)
        return status;
    MPI_Comm_rank(d.comm, &rank);
    MPI_Comm_size(d.comm, &ranks);
    allocator = hit_allocator_or_default(options == NULL ? NULL : options->allocator);
    // What would fail in the end fails in the beginning.
    made = hit_allocate(&allocator, sizeof *made, _Alignof(hit_mpi_divided));
    if (made == NULL)
        hit_fail(&memory, HIT_ERROR_MEMORY, 0, "no memory to divide a model");
    if (divided == NULL)
        hit_fail(&memory, HIT_ERROR_ARGUMENT, 0, "divided is NULL");
    status = hit_mpi_agree(d.comm, memory.status, &memory);
    if (status == HIT_OK) {
        build = hit_ranks_build_begin((uint32_t)rank, (uint32_t)ranks, part, options, &refused);
        status =
            hit_mpi_run(build == NULL ? &refused : hit_ranks_build_actor(build), d.comm, &allocator, &d.traffic, error);
        if (build != NULL)
            hit_ranks_build_end(build, status == HIT_OK ? &d.tree : NULL);
    } else {
        hit_error_give(&memory, error);
    }
    if (status != HIT_OK) {
        MPI_Comm_free(&d.comm);
        hit_release(&allocator, made, sizeof *made, _Alignof(hit_mpi_divided));
        return status;
    }
    HIT_ASSERT(made != NULL && divided != NULL); // as all ranks agreed
    *made = d;
    *divided = made;
    return status;
}

void hit_mpi_divided_destroy(hit_mpi_divided* divided)
{
    if (divided == NULL)
        return;
    const hit_allocator allocator = divided->tree->allocator;
    MPI_Comm_free(&divided->comm);
    hit_ranks_tree_destroy(divided->tree);
    hit_release(&allocator, divided, sizeof *divided, _Alignof(hit_mpi_divided));
}

static hit_status ask(hit_mpi_divided* d, const hit_ranks_question* question, const hit_ranks_options* options,
                      hit_error* error)
{
    hit_ranks_query* query;
    hit_actor refused;
    hit_status status;

    if (d == NULL)
        return hit_fail(error, HIT_ERROR_ARGUMENT, 0, "the divided model is NULL");
    query = hit_ranks_query_begin(d->tree, question, options, &refused);
    status = hit_mpi_run(query == NULL ? &refused : hit_ranks_query_actor(query), d->comm, &d->tree->allocator,
                         &d->traffic, error);
    if (query != NULL)
        hit_ranks_query_end(query, &d->work);
    return status;
}

hit_status hit_mpi_divided_first(hit_mpi_divided* divided, const hit_ray* rays, size_t count, hit_ranks_hit* hits,
                                 const hit_ranks_options* options, hit_error* error)
{
    const hit_ranks_question q = {.kind = HIT_RANKS_FIRST, .rays = rays, .count = count, .hits = hits};
    return ask(divided, &q, options, error);
}

hit_status hit_mpi_divided_any(hit_mpi_divided* divided, const hit_ray* rays, size_t count, uint8_t* answers,
                               const hit_ranks_options* options, hit_error* error)
{
    const hit_ranks_question q = {.kind = HIT_RANKS_ANY, .rays = rays, .count = count, .answers = answers};
    return ask(divided, &q, options, error);
}

hit_status hit_mpi_divided_count(hit_mpi_divided* divided, const hit_ray* rays, size_t count, uint64_t* counts,
                                 const hit_ranks_options* options, hit_error* error)
{
    const hit_ranks_question q = {.kind = HIT_RANKS_COUNT, .rays = rays, .count = count, .counts = counts};
    return ask(divided, &q, options, error);
}

hit_status hit_mpi_divided_first_k(hit_mpi_divided* divided, const hit_ray* rays, size_t count, uint32_t k,
                                   hit_ranks_hit* hits, uint32_t* found, const hit_ranks_options* options,
                                   hit_error* error)
{
    const hit_ranks_question q = {
        .kind = HIT_RANKS_FIRST_K, .rays = rays, .count = count, .k = k, .hits = hits, .found = found};
    return ask(divided, &q, options, error);
}

hit_status hit_mpi_divided_all(hit_mpi_divided* divided, const hit_ray* rays, size_t count, const uint64_t* offsets,
                               hit_ranks_hit* hits, const hit_ranks_options* options, hit_error* error)
{
    const hit_ranks_question q = {
        .kind = HIT_RANKS_ALL, .rays = rays, .count = count, .offsets = offsets, .hits = hits};
    return ask(divided, &q, options, error);
}

hit_status hit_mpi_divided_closest(hit_mpi_divided* divided, const hit_vec3* points, size_t count, float max_distance,
                                   uint32_t k, hit_ranks_closest* closest, uint32_t* found,
                                   const hit_ranks_options* options, hit_error* error)
{
    const hit_ranks_question q = {.kind = HIT_RANKS_CLOSEST,
                                  .points = points,
                                  .count = count,
                                  .k = k,
                                  .max_distance = max_distance,
                                  .closest = closest,
                                  .found = found};
    return ask(divided, &q, options, error);
}

hit_ranks_stats hit_mpi_divided_get_stats(const hit_mpi_divided* divided)
{
    hit_ranks_stats stats = {.triangles = 0};

    if (divided == NULL)
        return stats;
    const hit_ranks_tree* tree = divided->tree;
    stats.triangles = tree->total;
    stats.skipped = tree->skipped;
    stats.local = tree->count;
    stats.local_bytes = hit_bvh_get_stats(tree->local).bytes + tree->count * (sizeof *tree->ids) +
                        (tree->masks == NULL ? 0 : tree->count * sizeof *tree->masks);
    stats.bounds = tree->bounds;
    stats.rounds = divided->traffic.rounds;
    stats.messages = divided->traffic.messages;
    stats.bytes = divided->traffic.bytes;
    stats.visits = divided->work.visits;
    return stats;
}
