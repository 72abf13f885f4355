// Suite `cli`: the command and the reading of models, from file to file. Two threads.
//
// `load`: an OBJ of 2 M triangles, next to reading the file's bytes and next to Assimp. `start`: a click on a tree of
// 2 M triangles that lies in a file. suite_cli_packed.c has `load/draco` and `load/meshopt`, suite_cli_cast.c `cast`.
#include "suite_cli.h"
#include "command.h"
#include "load_assimp.h"

#include <hitscan/mesh_io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

enum { TRIANGLES = 2000000, THREADS = 2 };
#define TERRAIN_OBJ COMMAND_FOLDER "/terrain.obj"
#define TERRAIN_HIT COMMAND_FOLDER "/terrain.hit"

void cli_record(const char* name, const char* engine, double value, const char* unit, const char* peer, double ratio,
                double target, bool limit)
{
    bench_row row = {.value = value, .ratio = ratio, .target = target, .limit = limit};

    snprintf(row.suite, sizeof row.suite, "cli");
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.engine, sizeof row.engine, "%s", engine);
    snprintf(row.unit, sizeof row.unit, "%s", unit);
    snprintf(row.peer, sizeof row.peer, "%s", peer == NULL ? "" : peer);
    bench_record(&row);
}

static void make_terrain(void)
{
    scene terrain;
    scene_terrain(&terrain, "terrain", TRIANGLES);
    command_write_obj(&terrain, TERRAIN_OBJ);
    scene_free(&terrain);
}

// ---- Reading models -------------------------------------------------------------------------------------------------

// The number of triangles, or 0 after a message.
static double load_ours(const void* pool)
{
    const hit_model_options options = {.pool = pool};
    hit_model* model = NULL;
    hit_error error;
    double count = 0.0;

    if (hit_model_load(TERRAIN_OBJ, &options, &model, &error) == HIT_OK)
        count = (double)model->triangle_count;
    else
        fprintf(stderr, "hitscan_bench: %s:%llu: %s\n", TERRAIN_OBJ, (unsigned long long)error.line, error.message);
    hit_model_destroy(model);
    return count;
}

static double load_assimp(const void* none)
{
    (void)none;
    return (double)peer_assimp_load(TERRAIN_OBJ);
}

// Read all bytes of the file into *bytes, for which memory is taken when it is NULL.
static double read_bytes(char** bytes)
{
    FILE* f = fopen(TERRAIN_OBJ, "rb");
    double sum = 0.0;
    long size;

    if (f == NULL || fseek(f, 0, SEEK_END) != 0 || (size = ftell(f)) <= 0 || fseek(f, 0, SEEK_SET) != 0) {
        fprintf(stderr, "hitscan_bench: %s cannot be read\n", TERRAIN_OBJ);
        exit(4);
    }
    if (*bytes == NULL)
        *bytes = malloc((size_t)size);
    if (*bytes != NULL && fread(*bytes, 1, (size_t)size, f) == (size_t)size)
        sum = (*bytes)[0] + (*bytes)[size / 2];
    fclose(f);
    return sum;
}

// As a program does that reads a file: into memory that it takes for it, and gives back.
static double load_bytes(const void* none)
{
    char* bytes = NULL;
    const double sum = read_bytes(&bytes);
    (void)none;
    free(bytes);
    return sum;
}

static char* held_before; // memory that has held the file

// Nothing but the copy out of the cache of the system. For comparison only: whoever loads a model has no such memory.
static double load_bytes_again(const void* none)
{
    (void)none;
    return read_bytes(&held_before);
}

// A model is loaded, and a file read, once in the life of most programs, into memory that is new to them and that the
// system has to clear, page by page. In a program that does it over and over, malloc would hand out what was freed
// before - also what other suites and Assimp left - to one engine or the other. So let it keep nothing of that size.
void cli_forget_memory(void)
{
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    malloc_trim(0);
#endif
}

static void race_assimp(const bench_race* like, const hit_task_pool* pool)
{
    bench_race race = *like;
    if (!peer_assimp_available()) {
        printf("There is no Assimp in this build (scripts/setup bench): ours is measured without it.\n");
        return;
    }
    if (load_assimp(NULL) != load_ours(pool)) {
        bench_disagree("cli", race.name, "Assimp finds another number of triangles");
        return;
    }
    race.engines = 0;
    race.engine[race.engines++] = (bench_racer){"assimp", load_assimp, NULL, 0.0};
    race.engine[race.engines++] = (bench_racer){"hitscan", load_ours, pool, 5.0};
    bench_run_race(&race, NULL);
}

void cli_bench_load(void)
{
    hit_thread_pool* threads = NULL;
    hit_task_pool pool;
    bench_race race = {.suite = "cli",
                       .name = "load/obj",
                       .note = "an OBJ of 2 M triangles",
                       .unit = "Mtri/s",
                       .operations = TRIANGLES,
                       .rounds = bench_asked.quick ? 3 : 9,
                       .peer = 0};

    if (!bench_wants(race.name))
        return;
    make_terrain();
    if (hit_thread_pool_create(THREADS, NULL, &threads, NULL) != HIT_OK)
        exit(4);
    pool = hit_thread_pool_tasks(threads);
    if (load_ours(&pool) != load_ours(NULL)) {
        bench_disagree("cli", race.name, "one thread and two give another number of triangles");
        return;
    }
    race.engine[race.engines++] = (bench_racer){"read the file", load_bytes, NULL, 0.0};
    race.engine[race.engines++] = (bench_racer){"hitscan", load_ours, &pool, 1.0 / 3.0};
    race.engine[race.engines++] = (bench_racer){"hitscan, 1 thread", load_ours, NULL, 0.0};
    race.engine[race.engines++] = (bench_racer){"read it again", load_bytes_again, NULL, 0.0};
    cli_forget_memory();
    bench_run_race(&race, NULL);
    free(held_before);
    held_before = NULL;
    race_assimp(&race, &pool);
    hit_thread_pool_destroy(threads);
}

// ---- Start-up -------------------------------------------------------------------------------------------------------

void cli_bench_start(void)
{
    enum { RUNS = 31 };
    static const char* const build[] = {"tree", TERRAIN_OBJ, "-o", TERRAIN_HIT, "--quiet", NULL};
    static const char* const pick[] = {"pick", TERRAIN_HIT, "--at", "480,400", NULL};
    static const char* const help[] = {"--help", NULL}; // --version asks for MPI
    double click[RUNS], nothing[RUNS];

    if (!bench_wants("start/pick"))
        return;
    make_terrain();
    command_run(build);
    command_run(pick); // the file is in the page cache, and known to be good
    for (int i = 0; i < RUNS; i++) {
        click[i] = command_run(pick);
        nothing[i] = command_run(help);
    }
    cli_record("start/pick", "hitscan pick", 1e3 * bench_median(click, RUNS), "ms", NULL, 0.0, 10.0, true);
    cli_record("start/nothing", "hitscan --help", 1e3 * bench_median(nothing, RUNS), "ms", NULL, 0.0, 0.0, false);
}

void bench_suite_cli(void)
{
    cli_bench_load();
    cli_bench_packed();
    cli_bench_start();
    cli_bench_cast();
}
