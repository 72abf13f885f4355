// What counts as a hit: masks for groups of objects, one side of triangles, and a question to the program.
#include <hitscan/hitscan.h>
#include <stdio.h>

enum { WALL = 1, GLASS = 2, FENCE = 4 };

// Four panels across the x axis, each of two triangles; the last one faces away.
static const hit_vec3 corners[4] = {{0, 0, 0}, {0, 0, 4}, {0, 4, 4}, {0, 4, 0}};
static const int towards[6] = {0, 1, 2, 0, 2, 3}, away[6] = {0, 2, 1, 0, 3, 2};
static const uint32_t groups[8] = {GLASS, GLASS, FENCE, FENCE, WALL, WALL, WALL, WALL};

// A fence has holes, a square one in every other square of a texture: a hit in a hole is none.
static bool is_no_hole(void* context, const hit_bvh_hit* hit)
{
    const hit_ray* ray = context;
    const hit_vec3 p = hit_ray_at(*ray, hit->t);
    return groups[hit->primitive] != FENCE || ((int)p.y + (int)p.z) % 2 == 0;
}

static void cast(const hit_bvh* tree, const char* what, hit_ray ray, const hit_bvh_filter* filter)
{
    hit_bvh_hit hit;
    if (hit_bvh_first(tree, ray, filter, &hit))
        printf("%-26s panel %u at t = %g, %u in all\n", what, (unsigned)hit.primitive / 2, hit.t,
               (unsigned)hit_bvh_count(tree, ray, filter));
    else
        printf("%-26s nothing\n", what);
}

static bool add_up(void* context, const hit_bvh_hit* hit)
{
    float* light = context;
    if (groups[hit->primitive] == GLASS)
        *light *= 0.5f;
    else
        *light = 0;
    return *light > 0; // false ends the search
}

int main(void)
{
    hit_vec3 vertices[24];
    for (size_t i = 0; i < 24; i++) {
        vertices[i] = corners[i < 18 ? towards[i % 6] : away[i % 6]];
        vertices[i].x = (float)(i / 6 + 1);
    }
    const hit_mesh mesh = {.vertices = vertices, .vertex_count = 24, .triangle_count = 8}; // without indices
    hit_bvh* tree;
    if (hit_bvh_build_triangles(&mesh, NULL, &tree, NULL) != HIT_OK)
        return 1;

    hit_ray ray = hit_ray_make(hit_vec3_make(0, 1.5f, 2.75f), hit_vec3_make(1, 0, 0));
    cast(tree, "everything", ray, NULL);

    // Masks: one number for each triangle, here those of a bullet that glass does not stop.
    cast(tree, "walls and fences", ray, &(hit_bvh_filter){.masks = groups, .mask = WALL | FENCE});

    // Sides: the ray goes against the normal of a front side.
    cast(tree, "front sides of walls", ray, &(hit_bvh_filter){.masks = groups, .mask = WALL, .sides = HIT_SIDES_FRONT});
    cast(tree, "back sides", ray, &(hit_bvh_filter){.sides = HIT_SIDES_BACK});

    // A callback: asked about each hit that could count.
    hit_bvh_filter no_holes = {.masks = groups, .mask = WALL | FENCE, .accept = is_no_hole, .accept_context = &ray};
    cast(tree, "through a hole", ray, &no_holes);
    ray.origin.z = 1.75f;
    cast(tree, "beside the hole", ray, &no_holes);

    // Or look at all hits, in any order: how much light gets as far as 1.5?
    float light = 1;
    const hit_ray beam = hit_ray_clip(ray, 0, 1.5f);
    const uint32_t calls = hit_bvh_visit(tree, beam, NULL, add_up, &light);
    printf("%u panel in the beam, %g of the light behind it\n", (unsigned)calls, light);
    hit_bvh_destroy(tree);
    return 0;
}
