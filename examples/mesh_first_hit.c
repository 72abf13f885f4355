// The first hit of a ray with a mesh: which triangle, where, its normal, and what the corners carry there.
//
// A loop would ask every triangle, a tree asks a few of them. The answer is the same, to the last bit.
#include <hitscan/hitscan.h>
#include <stdio.h>

enum { SIDE = 128, CORNERS = SIDE + 1 };

// Corners as programs have them: the tree looks at the position only, by its stride.
typedef struct corner {
    hit_vec3 position;
    float s, t;
} corner;

static corner corners[CORNERS * CORNERS];
static uint32_t indices[6 * SIDE * SIDE];

// A roof of many ridges: in x, four steps up and four down, each 1 wide and 3/4 high.
static hit_mesh make_roof(void)
{
    for (uint32_t i = 0; i < CORNERS * CORNERS; i++) {
        const uint32_t x = i % CORNERS, z = i / CORNERS, steps = x % 8 < 4 ? x % 8 : 8 - x % 8;
        corners[i].position = hit_vec3_make((float)x, 0.75f * (float)steps, (float)z);
        corners[i].s = (float)x / SIDE;
        corners[i].t = (float)z / SIDE;
    }
    for (uint32_t q = 0; q < SIDE * SIDE; q++) {
        const uint32_t a = q / SIDE * CORNERS + q % SIDE, b = a + CORNERS;
        const uint32_t quad[6] = {a, b, a + 1, a + 1, b, b + 1};
        for (uint32_t k = 0; k < 6; k++)
            indices[6 * q + k] = quad[k];
    }
    return (hit_mesh){
        .vertices = &corners[0].position,
        .vertex_stride = sizeof(corner),
        .vertex_count = CORNERS * CORNERS,
        .index_type = HIT_INDEX_U32,
        .indices = indices,
        .triangle_count = 2 * SIDE * SIDE,
    };
}

static void cast(const hit_bvh* tree, const char* what, hit_ray ray)
{
    hit_bvh_hit hit;
    if (!hit_bvh_first(tree, ray, NULL, &hit)) {
        printf("%s: nothing\n", what);
        return;
    }
    const hit_vec3 p = hit_ray_at(ray, hit.t), n = hit_bvh_normal(tree, &hit);
    const uint32_t* i = &indices[(size_t)3 * hit.primitive];
    const float s = hit.w * corners[i[0]].s + hit.u * corners[i[1]].s + hit.v * corners[i[2]].s;
    printf("%s: triangle %u, its %s\n", what, (unsigned)hit.primitive, hit.side == HIT_SIDE_FRONT ? "front" : "back");
    printf("    t %g, distance %g, point (%g, %g, %g)\n", hit.t, hit_ray_distance(ray, hit.t), p.x, p.y, p.z);
    printf("    normal (%g, %g, %g), weights %g %g %g, s = %g\n", n.x, n.y, n.z + 0.0f, hit.w, hit.u, hit.v, s);
}

// How much of the tree the first ray needed.
static void tell_work(const hit_bvh* tree, hit_ray ray)
{
    const hit_bvh_stats facts = hit_bvh_get_stats(tree);
    hit_bvh_work work;
    hit_bvh_measure(tree, ray, NULL, NULL, &work);
    printf("work: %u of %u nodes, %u of %u blocks of triangles\n", (unsigned)work.nodes, (unsigned)facts.nodes,
           (unsigned)work.leaves, (unsigned)facts.leaves);
}

int main(void)
{
    const hit_mesh roof = make_roof();
    hit_bvh* tree;

    if (hit_bvh_build_triangles(&roof, NULL, &tree, NULL) != HIT_OK)
        return 1;
    // The direction has length 2: t counts in its lengths.
    cast(tree, "from above", hit_ray_make(hit_vec3_make(66.5f, 13.875f, 33.25f), hit_vec3_make(0, -2, 0)));
    cast(tree, "from below", hit_ray_make(hit_vec3_make(70.25f, -4, 9.5f), hit_vec3_make(0, 1, 0)));
    // This ray lies in the planes of the triangles that it touches: they have no one t, and are not hit.
    cast(tree, "along a ridge", hit_ray_make(hit_vec3_make(4, 3, -10), hit_vec3_make(0, 0, 1)));
    cast(tree, "above the ridges", hit_ray_make(hit_vec3_make(-1, 3.5f, 64), hit_vec3_make(1, 0, 0)));
    // Six triangles meet in a corner of the mesh. All are hit at the same t; the answer is the lowest of them.
    cast(tree, "at a corner", hit_ray_make(hit_vec3_make(64, 8, 64), hit_vec3_make(0, -1, 0)));
    tell_work(tree, hit_ray_make(hit_vec3_make(66.5f, 13.875f, 33.25f), hit_vec3_make(0, -2, 0)));
    hit_bvh_destroy(tree);
    return 0;
}
