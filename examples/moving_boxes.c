// Things that move: give the boxes of a tree new places each frame, and build it again when they have moved far.
//
// A refit keeps the structure of the tree, so it takes a fraction of a build. Answers are always those of the new
// places; only the time of queries grows as neighbours in the tree drift apart.
#include <hitscan/hitscan.h>
#include <stdio.h>

enum { COUNT = 1000, FRAMES = 64, REBUILD_EVERY = 16 };

// A car is a box, and how far it goes in a frame.
typedef struct car {
    hit_aabb box;
    float speed;
} car;

static car cars[COUNT];

static void move(car* c)
{
    c->box.min.x += c->speed;
    c->box.max.x += c->speed;
}

int main(void)
{
    // Ten lanes of a hundred cars; each lane has its speed.
    for (uint32_t i = 0; i < COUNT; i++) {
        const float x = 8.0f * (float)(i % 100), z = 4.0f * (float)(i / 100);
        cars[i].box = hit_aabb_make((hit_vec3){x, 0, z}, (hit_vec3){x + 4, 2, z + 2});
        cars[i].speed = 0.25f * (float)(i / 100 + 1);
    }

    // A tree that lives for some frames is built fast. The memory that a build works with is kept for the next one.
    hit_bvh_scratch scratch = {0};
    const hit_bvh_options options = {.quality = HIT_BVH_FAST, .scratch = &scratch};
    hit_bvh* tree = NULL;
    const hit_ray across = hit_ray_make((hit_vec3){105, 1, -10}, (hit_vec3){0, 0, 1}); // a light barrier
    uint32_t rebuilt = 0, refitted = 0;

    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        // The boxes stand in the program's own structures, sizeof(car) apart.
        if (frame % REBUILD_EVERY == 0) {
            hit_bvh_destroy(tree);
            if (hit_bvh_build_aabbs(&cars[0].box, sizeof(car), COUNT, &options, &tree, NULL) != HIT_OK)
                return 1;
            rebuilt++;
        } else {
            if (hit_bvh_refit_aabbs(tree, &cars[0].box, sizeof(car), COUNT, NULL, NULL) != HIT_OK)
                return 1;
            refitted++;
        }
        if (frame % 8 == 0) {
            hit_bvh_hit hit;
            printf("frame %2u: %2u cars in the barrier", (unsigned)frame, (unsigned)hit_bvh_count(tree, across, NULL));
            if (hit_bvh_first(tree, across, NULL, &hit))
                printf(", the first is %u at t = %g, face %s", (unsigned)hit.primitive, hit.t, hit_face_name(hit.face));
            printf("\n");
        }
        for (uint32_t i = 0; i < COUNT; i++)
            move(&cars[i]);
    }
    printf("built %u times, refitted %u times\n", (unsigned)rebuilt, (unsigned)refitted);

    // Another number of boxes is another tree.
    if (hit_bvh_refit_aabbs(tree, &cars[0].box, sizeof(car), COUNT - 1, NULL, NULL) == HIT_ERROR_TOPOLOGY)
        printf("one car less: %s\n", hit_status_text(HIT_ERROR_TOPOLOGY));
    hit_bvh_destroy(tree);
    hit_bvh_scratch_free(&scratch, NULL);
    return 0;
}
