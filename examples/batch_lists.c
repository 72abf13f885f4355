// Many rays or points in one call, with several results for each: how thick is a part, and what is close to probes? All
// hits lie in one array, list after list; the first k, and the k closest, have k places for each.
#include <hitscan/hitscan.h>
#include <stdio.h>
#include <stdlib.h>

enum { RAYS = 5, PROBES = 3, K = 2 };

// What each ray has inside the part, between the places where it enters and leaves.
static bool print_thickness(const hit_bvh* tree, const hit_ray* rays)
{
    // A ray through the top hits it once, not four times.
    const hit_bvh_filter filter = {.unique = true};
    const hit_bvh_batch_options options = {.filter = &filter};
    uint32_t counts[RAYS];
    uint64_t offsets[RAYS + 1] = {0};
    hit_bvh_hit* hits;
    bool done;

    // Count, make room, and take them all.
    if (hit_bvh_batch_count(tree, rays, RAYS, counts, &options, NULL) != HIT_OK)
        return false;
    for (int i = 0; i < RAYS; i++)
        offsets[i + 1] = offsets[i] + counts[i];
    hits = malloc((size_t)(offsets[RAYS] + 1) * sizeof *hits);
    done = hits != NULL && hit_bvh_batch_all(tree, rays, RAYS, offsets, hits, &options, NULL) == HIT_OK;
    for (int i = 0; done && i < RAYS; i++) {
        printf("ray %d:", i);
        for (uint64_t k = offsets[i]; k < offsets[i + 1]; k++)
            printf(" triangle %u at %g", (unsigned)hits[k].primitive, (double)hits[k].t);
        if (counts[i] == 2)
            printf(", thickness %g", (double)(hits[offsets[i] + 1].t - hits[offsets[i]].t));
        printf("%s\n", counts[i] == 0 ? " nothing" : "");
    }
    free(hits);
    return done;
}

int main(void)
{
    // A pyramid: four corners on the floor, one at the top.
    const hit_vec3 vertices[] = {{0, 0, 0}, {6, 0, 0}, {6, 6, 0}, {0, 6, 0}, {3, 3, 3}};
    const uint32_t indices[] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 0, 2, 1, 0, 3, 2};
    const hit_mesh mesh = {
        .vertices = vertices,
        .vertex_count = 5,
        .index_type = HIT_INDEX_U32,
        .indices = indices,
        .triangle_count = 6,
    };
    const hit_vec3 probes[PROBES] = {{3, 0, 2}, {3, 3, 8}, {3, 3, 99}};
    hit_bvh_closest closest[PROBES][K];
    hit_bvh_hit first[RAYS][K];
    uint32_t found[RAYS];
    hit_ray rays[RAYS];
    hit_bvh* tree;

    if (hit_bvh_build_triangles(&mesh, NULL, &tree, NULL) != HIT_OK)
        return 1;
    for (int i = 0; i < RAYS; i++)
        rays[i] = hit_ray_make(hit_vec3_make(1.0f + (float)i, i == 4 ? 9.0f : 3.0f, 10.0f), hit_vec3_make(0, 0, -1));
    if (!print_thickness(tree, rays))
        return 1;

    // The first two hits of each, without counting before.
    if (hit_bvh_batch_first_k(tree, rays, RAYS, K, first[0], found, NULL, NULL) != HIT_OK)
        return 1;
    printf("first hits:");
    for (int i = 0; i < RAYS; i++)
        printf(" %u", (unsigned)found[i]);
    printf("\n");

    // The two closest triangles of each probe, no farther than 10.
    if (hit_bvh_batch_closest(tree, probes, PROBES, 10.0f, K, closest[0], found, NULL, NULL) != HIT_OK)
        return 1;
    for (int i = 0; i < PROBES; i++) {
        printf("probe %d:", i);
        for (uint32_t k = 0; k < found[i]; k++)
            printf(" triangle %u at %.6g", (unsigned)closest[i][k].primitive, (double)closest[i][k].distance);
        printf("%s\n", found[i] == 0 ? " nothing within 10" : "");
    }
    hit_bvh_destroy(tree);
    return 0;
}
