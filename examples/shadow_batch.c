// A picture's worth of rays, on all processors: what is seen from above, and what of it lies in the shadow?
//
// A batch answers many rays in one call, and may use a pool of threads. The answers do not depend on the pool.
#include <hitscan/hitscan.h>
#include <stdio.h>

enum { WIDTH = 256, HEIGHT = 128, RAYS = WIDTH * HEIGHT, TENTS = 5 };

static hit_ray rays[RAYS];
static hit_bvh_hit hits[RAYS];
static uint8_t dark[RAYS];

// A floor of 64 by 32, and five tents on it: triangles without indices, three corners each.
static uint32_t make_scene(hit_vec3* corners)
{
    static const hit_vec3 tents[TENTS] = {{6, 6, 6}, {20, 9, 22}, {34, 4, 8}, {44, 7, 20}, {54, 5, 6}}; // y: the height
    static const int order[6] = {0, 1, 2, 0, 2, 3};
    uint32_t n = 0;
    const hit_vec3 floor[4] = {{0, 0, 0}, {0, 0, 32}, {64, 0, 32}, {64, 0, 0}};
    for (int k = 0; k < 6; k++)
        corners[n++] = floor[order[k]];
    for (int i = 0; i < TENTS; i++) {
        const float x = tents[i].x, z = tents[i].z;
        const hit_vec3 base[5] = {
            {x - 4, 0, z - 4}, {x - 4, 0, z + 4}, {x + 4, 0, z + 4}, {x + 4, 0, z - 4}, {x - 4, 0, z - 4}};
        for (int k = 0; k < 4; k++) {
            corners[n++] = base[k];
            corners[n++] = base[k + 1];
            corners[n++] = tents[i];
        }
    }
    return n;
}

int main(void)
{
    hit_vec3 corners[6 + 12 * TENTS];
    const uint32_t n = make_scene(corners);
    const hit_mesh mesh = {.vertices = corners, .vertex_count = n, .triangle_count = n / 3};
    hit_thread_pool* threads;
    hit_bvh* tree;

    // 0: a thread for each processor. Building can use the pool, too: it is one of the options.
    if (hit_thread_pool_create(0, NULL, &threads, NULL) != HIT_OK)
        return 1;
    const hit_task_pool pool = hit_thread_pool_tasks(threads);
    if (hit_bvh_build_triangles(&mesh, &(hit_bvh_options){.pool = &pool}, &tree, NULL) != HIT_OK)
        return 1;

    // From above, four rays for each unit of length.
    for (size_t i = 0; i < RAYS; i++) {
        const float x = (float)(i % WIDTH) / 4 + 0.125f, z = (float)(i / WIDTH) / 4 + 0.125f;
        rays[i] = hit_ray_make((hit_vec3){x, 16, z}, (hit_vec3){0, -1, 0});
    }
    if (hit_bvh_batch_first(tree, rays, RAYS, hits, &(hit_bvh_batch_options){.pool = &pool}, NULL) != HIT_OK)
        return 1;

    // From what is seen to the sun, which is low in the west. The rays start a little above the surface: a ray that
    // starts on a triangle hits it.
    for (size_t i = 0; i < RAYS; i++)
        rays[i] = hit_ray_clip(hit_ray_make(hit_ray_at(rays[i], hits[i].t), (hit_vec3){-2, 1, 0}), 0x1p-10f, HUGE_VALF);
    if (hit_bvh_batch_any(tree, rays, RAYS, dark, &(hit_bvh_batch_options){.pool = &pool}, NULL) != HIT_OK)
        return 1;

    unsigned in_shadow = 0;
    for (size_t i = 0; i < RAYS; i++)
        in_shadow += dark[i];
    for (size_t y = 4; y < HEIGHT; y += 8) {
        for (size_t x = 2; x < WIDTH; x += 4)
            putchar(dark[y * WIDTH + x] ? '#' : hits[y * WIDTH + x].primitive < 2 ? '.' : '/');
        putchar('\n');
    }
    printf("%u of %u points are in the shadow\n", in_shadow, (unsigned)RAYS);
    hit_bvh_destroy(tree);
    hit_thread_pool_destroy(threads);
    return 0;
}
