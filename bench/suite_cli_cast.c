// Suite `cli`, cast: the command from a file of rays to a file of hits, next to the library on the same rays in memory.
//
// 10 M incoherent rays on the dragon, two threads each. The command's time is that of the whole process, from its start
// on a tree in a file to its end; the library's that of hit_bvh_batch_first alone. Before that every answer of the
// command is compared with the library's.
#define _XOPEN_SOURCE 700 // sync

#include "command.h"
#include "suite_cli.h"
#include "tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 2, RAYS = 10000000, RAYS_QUICK = 1000000, CSV_RAYS = 2000000, CSV_RAYS_QUICK = 500000 };

#define DRAGON_PLY COMMAND_FOLDER "/dragon.ply"
#define DRAGON_HIT COMMAND_FOLDER "/dragon.hit"
#define RAYS_NPY COMMAND_FOLDER "/rays.npy"
#define RAYS_CSV COMMAND_FOLDER "/rays.csv"
#define HITS_NPY COMMAND_FOLDER "/hits.npy"
#define HITS_CSV COMMAND_FOLDER "/hits.csv"
#define HITS_RAW COMMAND_FOLDER "/hits.raw"

static FILE* open_or_end(const char* path, const char* mode)
{
    FILE* f = fopen(path, mode);
    if (f == NULL) {
        fprintf(stderr, "hitscan_bench: %s: %s\n", path, strerror(errno));
        exit(4);
    }
    return f;
}

static void close_or_end(FILE* f, const char* path)
{
    const bool failed = ferror(f) != 0;
    if (fclose(f) != 0 || failed) {
        fprintf(stderr, "hitscan_bench: %s cannot be written\n", path);
        exit(4);
    }
}

static void write_npy(const ray_list* rays)
{
    FILE* f = open_or_end(RAYS_NPY, "wb");
    char header[128];
    const int length = snprintf(header, sizeof header,
                                "\x93NUMPY\x01%cv%c{'descr': '<f4', 'fortran_order': False, 'shape': (%u, 6), }", 0, 0,
                                (unsigned)rays->count);
    memset(header + length, ' ', sizeof header - (size_t)length);
    header[8] = (char)(sizeof header - 10);
    header[sizeof header - 1] = '\n';
    fwrite(header, 1, sizeof header, f);
    for (uint32_t i = 0; i < rays->count; i++) {
        fwrite(&rays->ray[i].origin, sizeof(hit_vec3), 1, f);
        fwrite(&rays->ray[i].direction, sizeof(hit_vec3), 1, f);
    }
    close_or_end(f, RAYS_NPY);
}

static void write_csv(const ray_list* rays, uint32_t count)
{
    FILE* f = open_or_end(RAYS_CSV, "wb");
    fprintf(f, "ox,oy,oz,dx,dy,dz\n");
    for (uint32_t i = 0; i < count; i++) {
        const hit_ray* r = &rays->ray[i];
        fprintf(f, "%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", (double)r->origin.x, (double)r->origin.y, (double)r->origin.z,
                (double)r->direction.x, (double)r->direction.y, (double)r->direction.z);
    }
    close_or_end(f, RAYS_CSV);
}

// What the library answers; the seconds that it took.
static double batch(const hit_bvh* bvh, const ray_list* rays, hit_bvh_hit* hits, const hit_task_pool* pool)
{
    const double began = bench_seconds();
    (void)hit_bvh_batch_first(bvh, rays->ray, rays->count, hits, &(hit_bvh_batch_options){.pool = pool}, NULL);
    return bench_seconds() - began;
}

// The command's answers, ray by ray, from a file of t and triangle.
static bool agree(const hit_bvh_hit* hits, uint32_t count)
{
    FILE* f = open_or_end(HITS_RAW, "rb");
    bool same = true;
    for (uint32_t i = 0; i < count && same; i++) {
        struct {
            float t;
            uint32_t triangle;
        } record;
        if (fread(&record, sizeof record, 1, f) != 1)
            same = false;
        else if (hits[i].primitive == HIT_BVH_NONE)
            same = record.triangle == HIT_BVH_NONE;
        else
            same = record.triangle == hits[i].primitive && record.t == hits[i].t;
    }
    same = same && fgetc(f) == EOF;
    fclose(f);
    return same;
}

// Rounds of the library and of the command take turns.
static void race(const hit_bvh* bvh, const ray_list* rays, hit_bvh_hit* hits, const hit_task_pool* pool)
{
    enum { ROUNDS = 5 };
    static const char* const npy[] = {"cast",   DRAGON_HIT,  "--rays", RAYS_NPY,  "--out",
                                      HITS_NPY, "--threads", "2",      "--quiet", NULL};
    static const char* const csv[] = {"cast",   DRAGON_HIT,  "--rays", RAYS_CSV,  "--out",
                                      HITS_CSV, "--threads", "2",      "--quiet", NULL};
    const double csv_rays = bench_asked.quick ? CSV_RAYS_QUICK : CSV_RAYS;
    double bare[ROUNDS], whole[ROUNDS], text[ROUNDS], ratio[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        // New files each time: ext4 waits for the disk when a file that was cut to nothing is closed. And no disk that
        // is busy with the files of the round before.
        remove(HITS_NPY);
        remove(HITS_CSV);
        sync();
        bare[i] = batch(bvh, rays, hits, pool);
        whole[i] = command_run(npy);
        sync();
        text[i] = command_run(csv);
        ratio[i] = bare[i] / whole[i];
    }
    cli_record("cast/npy", "hitscan cast", 1e-6 * rays->count / bench_median(whole, ROUNDS), "Mrays/s",
               "hit_bvh_batch_first", bench_median(ratio, ROUNDS), 0.85, false);
    cli_record("cast/npy", "hit_bvh_batch_first", 1e-6 * rays->count / bench_median(bare, ROUNDS), "Mrays/s", NULL, 0.0,
               0.0, false);
    cli_record("cast/csv", "hitscan cast", 1e-6 * csv_rays / bench_median(text, ROUNDS), "Mrays/s", NULL, 0.0, 0.0,
               false);
    cli_record("cast/csv-time", "hitscan cast", 1e9 * bench_median(text, ROUNDS) / csv_rays, "ns", NULL, 0.0, 500.0,
               true);
}

void cli_bench_cast(void)
{
    static const char* const build[] = {"tree", DRAGON_PLY, "-o", DRAGON_HIT, "--quiet", NULL};
    static const char* const verify[] = {"cast",     DRAGON_HIT,   "--rays",    RAYS_NPY, "--out",   HITS_RAW,
                                         "--fields", "t,triangle", "--threads", "2",      "--quiet", NULL};
    hit_thread_pool* threads = NULL;
    hit_task_pool pool;
    hit_bvh_hit* hits;
    ray_list rays;
    scene dragon;
    hit_bvh* bvh;

    if (!bench_wants("cast/npy") || !scene_load(&dragon, "dragon"))
        return;
    if (hit_thread_pool_create(THREADS, NULL, &threads, NULL) != HIT_OK)
        exit(4);
    pool = hit_thread_pool_tasks(threads);
    command_write_ply(&dragon, DRAGON_PLY);
    command_run(build);
    rays = workload_incoherent(&dragon, bench_asked.quick ? RAYS_QUICK : RAYS);
    write_npy(&rays);
    write_csv(&rays, bench_asked.quick ? CSV_RAYS_QUICK : CSV_RAYS);
    hits = scene_allocate(NULL, rays.count, sizeof *hits);
    bvh = tree_build(&dragon, NULL);
    batch(bvh, &rays, hits, &pool);
    command_run(verify);
    if (agree(hits, rays.count))
        race(bvh, &rays, hits, &pool);
    else
        bench_disagree("cli", "cast/npy", "the command and the library have different answers");
    remove(RAYS_NPY);
    remove(RAYS_CSV);
    remove(HITS_NPY);
    remove(HITS_CSV);
    remove(HITS_RAW);
    hit_bvh_destroy(bvh);
    free(hits);
    workload_free(&rays);
    scene_free(&dragon);
    hit_thread_pool_destroy(threads);
}
