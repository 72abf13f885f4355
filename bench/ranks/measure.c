// hitscan_measure_ranks: how long a model that is divided among the ranks of MPI takes to answer, and what a message
// costs here: mpirun -n N hitscan_measure_ranks.
//
// The terrain and the rays of hitscan_simulate_ranks, in several turns after one that is not counted. Each rank makes
// its part of both by number. Rank 0 prints one line of JSON, with a hash of all answers: they are the same for any
// number of ranks, so the caller can compare them before it believes a time.
#include "workload.h"

#include "mpi/ranks/simulate.h"

#include <hitscan/mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS_MOST = 100, PING_BYTES = 1 << 20, PINGS = 200, TELLS = 500, TAKES = 2000, TELL_BYTES = 24 };

static const char help[] =
    "Measure a model that is divided among the ranks of MPI: mpirun -n N hitscan_measure_ranks [OPTION]...\n"
    "\n"
    "  --triangles N  of a terrain; default 1000000\n"
    "  --rays N       of all ranks together; default 1000000\n"
    "  --turns N      the median of so many; default 5\n"
    "\n"
    "Prints one line of JSON: seconds of first hits; rounds, bytes, messages, visits as hitscan_simulate_ranks counts\n"
    "them; visits_most, the largest share of a rank over the mean; hash, of all answers; build_seconds; "
    "round_seconds,\n"
    "of an MPI_Alltoall of 24 bytes; wire_rate, bytes per second and direction from rank 0 to rank 1 and back;\n"
    "take_seconds, of a number from a queue, taken by the last rank.\n";

static int rank, ranks;

static void stop(const char* text)
{
    fprintf(stderr, "hitscan_measure_ranks: %s\n", text);
    MPI_Abort(MPI_COMM_WORLD, 2);
    exit(2);
}

static void* room(uint64_t count, size_t size)
{
    void* memory = calloc((size_t)count + 1, size);
    if (memory == NULL)
        stop("there is not enough memory");
    return memory;
}

static int ascending(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double median(double* v, int n)
{
    qsort(v, (size_t)n, sizeof v[0], ascending);
    return n % 2 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

// ---- What messages cost ---------------------------------------------------------------------------------------------

static double time_of_round(void)
{
    char *to = room((uint64_t)ranks, TELL_BYTES), *from = room((uint64_t)ranks, TELL_BYTES);
    double begin;
    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    for (int i = 0; i < TELLS; i++)
        MPI_Alltoall(to, TELL_BYTES, MPI_BYTE, from, TELL_BYTES, MPI_BYTE, MPI_COMM_WORLD);
    begin = MPI_Wtime() - begin;
    free(to);
    free(from);
    return begin / TELLS;
}

static double rate_of_wire(void)
{
    char *to = room(PING_BYTES, 1), *from = room(PING_BYTES, 1);
    const int other = 1 - rank;
    double begin = 0.0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank < 2 && ranks > 1) {
        begin = MPI_Wtime();
        for (int i = 0; i < PINGS; i++)
            MPI_Sendrecv(to, PING_BYTES, MPI_BYTE, other, 1, from, PING_BYTES, MPI_BYTE, other, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
        begin = MPI_Wtime() - begin;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    free(to);
    free(from);
    return begin > 0.0 ? (double)PING_BYTES * PINGS / begin : 0.0;
}

static double time_of_take(void)
{
    hit_mpi_queue* queue = NULL;
    double seconds = 0.0;
    uint64_t number;
    if (hit_mpi_queue_create(TAKES, MPI_COMM_WORLD, &queue, NULL) != HIT_OK)
        stop("no queue");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == ranks - 1) {
        seconds = MPI_Wtime();
        while (hit_mpi_queue_take(queue, &number)) {
        }
        seconds = (MPI_Wtime() - seconds) / TAKES;
    }
    hit_mpi_queue_destroy(queue);
    MPI_Bcast(&seconds, 1, MPI_DOUBLE, ranks - 1, MPI_COMM_WORLD);
    return seconds;
}

// ---- A divided model ------------------------------------------------------------------------------------------------

// The sum does not depend on which rank has which ray.
static uint64_t hash_of(const hit_ranks_hit* hits, uint64_t begin, uint64_t end)
{
    uint64_t sum = 0;
    for (uint64_t i = begin; i < end; i++, hits++) {
        uint32_t bits[4];
        uint64_t h = hit_agree_on(i, hits->primitive);
        memcpy(bits, &hits->t, sizeof bits);
        for (unsigned k = 0; k < 4; k++)
            h = hit_agree_on(h, bits[k]);
        sum += hit_agree_on(h, (uint64_t)hits->side);
    }
    return sum;
}

static hit_mpi_divided* divide(uint64_t count, double* seconds)
{
    const uint64_t begin = count * (uint64_t)rank / (uint64_t)ranks,
                   end = count * ((uint64_t)rank + 1) / (uint64_t)ranks;
    float(*triangles)[9] = room(end - begin, sizeof *triangles);
    const hit_ranks_options options = {.quality = HIT_BVH_FAST};
    hit_ranks_part part = {.first_id = begin};
    hit_mpi_divided* model = NULL;
    hit_error error;

    workload_terrain(triangles, begin, end, count);
    part.mesh.vertices = triangles[0];
    part.mesh.triangle_count = (uint32_t)(end - begin);
    part.mesh.vertex_count = 3 * part.mesh.triangle_count;
    MPI_Barrier(MPI_COMM_WORLD);
    *seconds = MPI_Wtime();
    if (hit_mpi_divided_build(&part, MPI_COMM_WORLD, &options, &model, &error) != HIT_OK)
        stop(error.message);
    MPI_Barrier(MPI_COMM_WORLD);
    *seconds = MPI_Wtime() - *seconds;
    free(triangles);
    return model;
}

static void measure(uint64_t triangles, uint64_t count, int turns)
{
    const uint64_t begin = count * (uint64_t)rank / (uint64_t)ranks,
                   end = count * ((uint64_t)rank + 1) / (uint64_t)ranks;
    const workload_rays which = {"random", true, count, 1};
    hit_ray* rays = room(end - begin, sizeof *rays);
    hit_ranks_hit* hits = room(end - begin, sizeof *hits);
    const double round = time_of_round(), rate = rate_of_wire(), take = time_of_take();
    double seconds[TURNS_MOST], build;
    hit_mpi_divided* model = divide(triangles, &build);
    hit_ranks_stats before = {.triangles = 0}, after = before;
    uint64_t sums[4], most, visits;
    hit_error error;

    for (uint64_t i = begin; i < end; i++)
        rays[i - begin] = workload_ray(&which, i);
    for (int turn = -1; turn < turns; turn++) {
        before = hit_mpi_divided_get_stats(model);
        MPI_Barrier(MPI_COMM_WORLD);
        const double at = MPI_Wtime();
        if (hit_mpi_divided_first(model, rays, (size_t)(end - begin), hits, NULL, &error) != HIT_OK)
            stop(error.message);
        MPI_Barrier(MPI_COMM_WORLD);
        if (turn >= 0)
            seconds[turn] = MPI_Wtime() - at;
        after = hit_mpi_divided_get_stats(model);
    }
    visits = after.visits - before.visits;
    sums[0] = after.bytes - before.bytes;
    sums[1] = after.messages - before.messages;
    sums[2] = visits;
    sums[3] = hash_of(hits, begin, end);
    MPI_Allreduce(MPI_IN_PLACE, sums, 4, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&visits, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("{\"ranks\": %d, \"triangles\": %llu, \"rays\": %llu, \"seconds\": %.6g, \"rounds\": %llu, "
               "\"bytes\": %llu, \"messages\": %llu, \"visits\": %llu, \"visits_most\": %.4g, \"hash\": \"%016llx\", "
               "\"build_seconds\": %.4g, \"round_seconds\": %.4g, \"wire_rate\": %.4g, \"take_seconds\": %.4g}\n",
               ranks, (unsigned long long)triangles, (unsigned long long)count, median(seconds, turns),
               (unsigned long long)(after.rounds - before.rounds), (unsigned long long)sums[0],
               (unsigned long long)sums[1], (unsigned long long)sums[2],
               sums[2] == 0 ? 0.0 : (double)most * ranks / (double)sums[2], (unsigned long long)sums[3], build, round,
               rate, take);
    hit_mpi_divided_destroy(model);
    free(rays);
    free(hits);
}

static uint64_t number(const char* text, uint64_t most)
{
    char* end;
    const unsigned long long n = strtoull(text, &end, 10);
    if (end == text || *end != '\0' || n < 1 || n > most)
        stop("an option wants a number, which is too large or none; --help lists them");
    return n;
}

int main(int argc, char** argv)
{
    uint64_t triangles = 1000000, rays = 1000000;
    int turns = 5;

    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        fputs(help, stdout);
        return 0;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            stop("an option without its value; --help lists them");
        if (strcmp(argv[i], "--triangles") == 0)
            triangles = number(argv[i + 1], UINT64_C(1) << 29);
        else if (strcmp(argv[i], "--rays") == 0)
            rays = number(argv[i + 1], UINT64_C(1) << 30);
        else if (strcmp(argv[i], "--turns") == 0)
            turns = (int)number(argv[i + 1], TURNS_MOST);
        else
            stop("an unknown option; --help lists them");
    }
    measure(triangles, rays, turns);
    MPI_Finalize();
    return 0;
}
