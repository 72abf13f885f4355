// Loads the library of a wheel, as Python would, and asks it something: for platforms that Python does not run on here.
//
//   smoke LIBRARY
//
// It prints the version, and fails unless a ray from the middle of a sphere through each of its vertices hits, with one
// thread and with two. scripts/test-wheels compiles it by zig, and runs it with musl's loader, qemu or wine.
#include <hitscan/hitscan.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

enum { COLUMNS = 64, ROWS = 64, VERTICES = COLUMNS * ROWS, TRIANGLES = 2 * COLUMNS * (ROWS - 1) };

static hit_vec3 vertices[VERTICES];
static uint32_t faces[TRIANGLES][3];
static hit_ray rays[VERTICES];
static hit_bvh_hit hits[VERTICES];

static void* library;

static void* function(const char* name)
{
#ifdef _WIN32
    void* found = (void*)GetProcAddress(library, name);
#else
    void* found = dlsym(library, name);
#endif
    if (found == NULL) {
        fprintf(stderr, "smoke: there is no %s\n", name);
        exit(1);
    }
    return found;
}

// The function of this name, with its type.
#define THE(name) ((__typeof__(&name))function(#name))

static void make_sphere(void)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < VERTICES; i++) {
        const float u = 6.2831853f * (float)(i % COLUMNS) / COLUMNS;
        const float v = 0.1f + 2.9f * (float)(i / COLUMNS) / (ROWS - 1);
        vertices[i] = (hit_vec3){cosf(u) * sinf(v), sinf(u) * sinf(v), cosf(v)};
        rays[i] = (hit_ray){.direction = vertices[i], .t_max = HUGE_VALF};
        if (i / COLUMNS + 1 < ROWS) {
            const uint32_t next = i - i % COLUMNS + (i + 1) % COLUMNS;
            const uint32_t corners[2][3] = {{i, next, i + COLUMNS}, {next, next + COLUMNS, i + COLUMNS}};
            for (uint32_t k = 0; k < 6; k++)
                faces[n + k / 3][k % 3] = corners[k / 3][k % 3];
            n += 2;
        }
    }
}

static int count_hits(hit_bvh* bvh, const hit_task_pool* pool)
{
    const hit_bvh_batch_options options = {.pool = pool};
    hit_error error;
    int count = 0;

    if (THE(hit_bvh_batch_first)(bvh, rays, VERTICES, hits, &options, &error) != HIT_OK) {
        fprintf(stderr, "smoke: %s\n", error.message);
        exit(1);
    }
    for (uint32_t i = 0; i < VERTICES; i++)
        count += hits[i].primitive != HIT_BVH_NONE && isfinite(hits[i].t);
    return count;
}

int main(int argc, char** argv)
{
    const hit_mesh mesh = {.vertices = vertices,
                           .vertex_count = VERTICES,
                           .index_type = HIT_INDEX_U32,
                           .indices = faces,
                           .triangle_count = TRIANGLES};
    hit_bvh* bvh = NULL;
    hit_thread_pool* threads = NULL;
    hit_task_pool pool;
    hit_error error;
    int alone, together;

    if (argc != 2)
        return 2;
#ifdef _WIN32
    library = (void*)LoadLibraryA(argv[1]);
    if (library == NULL)
        fprintf(stderr, "smoke: %s does not load: error %lu\n", argv[1], GetLastError());
#else
    library = dlopen(argv[1], RTLD_NOW);
    if (library == NULL)
        fprintf(stderr, "smoke: %s\n", dlerror());
#endif
    if (library == NULL)
        return 1;
    make_sphere();
    if (THE(hit_bvh_build_triangles)(&mesh, NULL, &bvh, &error) != HIT_OK ||
        THE(hit_thread_pool_create)(2, NULL, &threads, &error) != HIT_OK) {
        fprintf(stderr, "smoke: %s\n", error.message);
        return 1;
    }
    alone = count_hits(bvh, NULL);
    pool = THE(hit_thread_pool_tasks)(threads);
    together = count_hits(bvh, &pool);
    THE(hit_thread_pool_destroy)(threads);
    THE(hit_bvh_destroy)(bvh);
    printf("%s: %d and %d of %d rays hit\n", THE(hit_version)(), alone, together, VERTICES);
    return alone == VERTICES && together == VERTICES ? 0 : 1;
}
