// hitscan_mpi on any number of ranks: errors that all agree upon, one copy of a tree per node, chunks on demand.
#include <hitscan/hitscan.h>
#include <hitscan/mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;

// As cmocka's, but every rank has to hear of it: the end of one ends all.
#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: rank %d of %d: %s does not hold\n", __FILE__, __LINE__, rank, ranks, #condition);  \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                                              \
        }                                                                                                              \
    } while (0)

static void test_agree(void)
{
    hit_error error = {HIT_OK, 0, 0, ""};
    REQUIRE(hit_mpi_agree(MPI_COMM_WORLD, HIT_OK, &error) == HIT_OK && error.message[0] == '\0');
    REQUIRE(hit_mpi_agree(MPI_COMM_NULL, HIT_OK, &error) == HIT_ERROR_ARGUMENT);
    // Each rank fails alone; then all from one on: the lowest is heard.
    for (int failing = 0; failing < ranks; failing++)
        for (int more = 0; more < 2; more++) {
            const bool fails = rank == failing || (more && rank > failing);
            hit_status status = fails ? HIT_ERROR_FILE : HIT_OK;
            error = (hit_error){status, 7, 9, ""};
            if (fails)
                snprintf(error.message, sizeof error.message, "bad file %d", rank);
            if (fails && rank != failing)
                status = HIT_ERROR_MEMORY;
            // Some ranks do not ask for the error.
            REQUIRE(hit_mpi_agree(MPI_COMM_WORLD, status, rank % 3 == 2 ? NULL : &error) == HIT_ERROR_FILE);
            if (rank % 3 != 2) {
                char text[64], who[32];
                snprintf(text, sizeof text, "bad file %d", failing);
                snprintf(who, sizeof who, "rank %d (", failing);
                if (failing % 3 != 2)
                    REQUIRE(strstr(error.message, text) && error.offset == 7 && error.line == 9);
                REQUIRE((strncmp(error.message, who, strlen(who)) == 0) == (rank != failing));
            }
        }
}

static void test_block(void)
{
    const size_t sizes[] = {1, 63, 64, 100000, (size_t)5 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int root = 0; root<ranks; root += ranks> 3 ? 3 : 1) {
            unsigned char* bytes = rank == root ? malloc(sizes[i]) : NULL;
            hit_mpi_block* block = NULL;
            hit_error error;
            const unsigned char* copy;
            size_t size = 0, wrong = 0;
            for (size_t k = 0; bytes && k < sizes[i]; k++)
                bytes[k] = (unsigned char)(k * 2654435761u >> 13);
            REQUIRE(hit_mpi_block_create(bytes, rank == root ? sizes[i] : 0, root, MPI_COMM_WORLD, &block, &error) ==
                    HIT_OK);
            free(bytes);
            copy = hit_mpi_block_bytes(block, &size);
            REQUIRE(size == sizes[i] && (uintptr_t)copy % 64 == 0);
            for (size_t k = 0; k < size; k++)
                wrong += copy[k] != (unsigned char)(k * 2654435761u >> 13);
            REQUIRE(wrong == 0);
            hit_mpi_block_destroy(block);
        }
}

static void test_bad_blocks(void)
{
    hit_mpi_block* block = NULL;
    hit_error error;
    REQUIRE(hit_mpi_block_create(NULL, 10, 0, MPI_COMM_WORLD, &block, &error) == HIT_ERROR_ARGUMENT);
    REQUIRE(hit_mpi_block_create("x", 0, 0, MPI_COMM_WORLD, &block, &error) == HIT_ERROR_ARGUMENT);
    REQUIRE(hit_mpi_block_create("x", 1, ranks, MPI_COMM_WORLD, &block, &error) == HIT_ERROR_ARGUMENT);
    REQUIRE(hit_mpi_block_create("x", 1, -1, MPI_COMM_WORLD, &block, &error) == HIT_ERROR_ARGUMENT);
    REQUIRE(hit_mpi_block_create("x", 1, 0, MPI_COMM_NULL, &block, &error) == HIT_ERROR_ARGUMENT);
    REQUIRE(block == NULL && error.message[0] != '\0');
    hit_mpi_block_destroy(NULL);
}

static float next_random(uint32_t* state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) * 0x1p-24f;
}

static void test_bvh(void)
{
    enum { TRIANGLES = 3000, RAYS = 2000 };
    static hit_vec3 corners[3 * TRIANGLES];
    const hit_mesh mesh = {.vertices = corners, .vertex_count = 3 * TRIANGLES, .triangle_count = TRIANGLES};
    uint32_t state = 12345, hits = 0;
    hit_bvh* own = NULL;
    for (int root = 0; root<ranks; root += ranks> 1 ? ranks - 1 : 1) {
        hit_mpi_bvh* shared = NULL;
        const hit_bvh* tree;
        hit_error error;
        for (int i = 0; i < 3 * TRIANGLES; i++)
            corners[i] = (hit_vec3){next_random(&state), next_random(&state), next_random(&state)};
        REQUIRE(hit_bvh_build_triangles(&mesh, NULL, &own, &error) == HIT_OK);
        REQUIRE(hit_mpi_bvh_create(rank == root ? own : NULL, root, MPI_COMM_WORLD, &shared, &error) == HIT_OK);
        tree = hit_mpi_bvh_get(shared);
        for (int i = 0; i < RAYS; i++) {
            const hit_vec3 from = {next_random(&state), next_random(&state), -1.0f};
            const hit_vec3 along = {next_random(&state) - 0.5f, next_random(&state) - 0.5f, 1.0f};
            hit_bvh_hit one, other;
            const bool is_hit = hit_bvh_first(own, hit_ray_make(from, along), NULL, &one);
            REQUIRE(hit_bvh_first(tree, hit_ray_make(from, along), NULL, &other) == is_hit);
            if (is_hit)
                REQUIRE(one.primitive == other.primitive && memcmp(&one.t, &other.t, sizeof one.t) == 0);
            hits += is_hit;
        }
        hit_mpi_bvh_destroy(shared);
        hit_bvh_destroy(own);
    }
    REQUIRE(hits > RAYS / 10);
    hit_mpi_bvh_destroy(NULL);
    {
        hit_mpi_bvh* shared = NULL;
        hit_error error;
        REQUIRE(hit_mpi_bvh_create(NULL, 0, MPI_COMM_WORLD, &shared, &error) == HIT_ERROR_ARGUMENT && !shared);
        REQUIRE(hit_mpi_bvh_create(NULL, 0, MPI_COMM_NULL, &shared, &error) == HIT_ERROR_ARGUMENT);
    }
}

static void test_queue(void)
{
    enum { COUNT = 5000 };
    static int taken[COUNT];
    hit_mpi_queue* queue = NULL;
    hit_error error;
    uint64_t index = 0, before = 0;
    bool first = true;
    memset(taken, 0, sizeof taken);
    REQUIRE(hit_mpi_queue_create(COUNT, MPI_COMM_WORLD, &queue, &error) == HIT_OK);
    while (hit_mpi_queue_take(queue, &index)) {
        REQUIRE(index < COUNT && (first || index > before));
        taken[index]++;
        before = index;
        first = false;
    }
    REQUIRE(!hit_mpi_queue_take(queue, &index));
    hit_mpi_queue_destroy(queue);
    MPI_Allreduce(MPI_IN_PLACE, taken, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < COUNT; i++)
        REQUIRE(taken[i] == 1);
    hit_mpi_queue_destroy(NULL);
}

static void test_queue_ends(void)
{
    hit_mpi_queue* queue = NULL;
    hit_error error;
    uint64_t index = 0;
    REQUIRE(hit_mpi_queue_create(UINT64_C(1) << 40, MPI_COMM_WORLD, &queue, &error) == HIT_OK);
    REQUIRE(hit_mpi_queue_take(queue, &index));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == ranks - 1)
        hit_mpi_queue_close(queue);
    MPI_Barrier(MPI_COMM_WORLD);
    REQUIRE(!hit_mpi_queue_take(queue, &index));
    hit_mpi_queue_destroy(queue);
    REQUIRE(hit_mpi_queue_create(0, MPI_COMM_WORLD, &queue, &error) == HIT_OK);
    REQUIRE(!hit_mpi_queue_take(queue, &index));
    hit_mpi_queue_destroy(queue);
    queue = NULL;
    if (ranks > 1)
        REQUIRE(hit_mpi_queue_create((uint64_t)rank, MPI_COMM_WORLD, &queue, &error) == HIT_ERROR_ARGUMENT && !queue);
    REQUIRE(hit_mpi_queue_create(UINT64_MAX, MPI_COMM_WORLD, &queue, &error) == HIT_ERROR_ARGUMENT && !queue);
}

int main(void)
{
    const struct {
        const char* name;
        void (*run)(void);
    } tests[] = {{"agree", test_agree}, {"block", test_block}, {"bad blocks", test_bad_blocks},
                 {"bvh", test_bvh},     {"queue", test_queue}, {"queue ends", test_queue_ends}};
    enum { TESTS = sizeof tests / sizeof tests[0] };
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < TESTS; i++) {
        tests[i].run();
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            printf("[       OK ] %s on %d\n", tests[i].name, ranks);
    }
    if (rank == 0)
        printf("%d passed, 0 failed\n", TESTS);
    MPI_Finalize();
    return 0;
}
