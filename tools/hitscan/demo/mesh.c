// Makes the meshes of the demo's town, triangle by triangle.
//
// Corners run counter-clockwise seen from outside, so that normals point outward. No sine or cosine is asked for: an
// octagon needs only the square root of 1/2, and spheres are made by halving the edges of an octahedron. So the meshes
// have the same bits everywhere.
#include "demo/mesh.h"
#include "render/colour.h"

#include <string.h>

typedef struct builder {
    hit_vec3 corners[3 * MESH_TRIANGLES_MAX];
    uint8_t material[MESH_TRIANGLES_MAX];
    uint32_t count;
} builder;

static void add_triangle(builder* b, material_kind s, hit_vec3 p, hit_vec3 q, hit_vec3 r)
{
    if (b->count < MESH_TRIANGLES_MAX) {
        hit_vec3* corner = &b->corners[3 * (size_t)b->count];
        corner[0] = p;
        corner[1] = q;
        corner[2] = r;
        b->material[b->count++] = (uint8_t)s;
    }
}

static void add_quad(builder* b, material_kind s, hit_vec3 p, hit_vec3 q, hit_vec3 r, hit_vec3 t)
{
    add_triangle(b, s, p, q, r);
    add_triangle(b, s, p, r, t);
}

// Eight corners, numbered by bits: 1 for the upper x, 2 for the upper y, 4 for the upper z.
static void add_hexahedron(builder* b, material_kind s, const hit_vec3 c[8])
{
    add_quad(b, s, c[0], c[4], c[6], c[2]);
    add_quad(b, s, c[1], c[3], c[7], c[5]);
    add_quad(b, s, c[0], c[1], c[5], c[4]);
    add_quad(b, s, c[2], c[6], c[7], c[3]);
    add_quad(b, s, c[0], c[2], c[3], c[1]);
    add_quad(b, s, c[4], c[5], c[7], c[6]);
}

static void add_block(builder* b, material_kind s, hit_vec3 low, hit_vec3 high)
{
    hit_vec3 c[8];
    for (int i = 0; i < 8; i++)
        c[i] = v(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    add_hexahedron(b, s, c);
}

static void build_house(builder* b)
{
    const float eave = 0.6f, ridge = 0.97f, over_x = 0.53f, over_z = 0.57f, thick = 0.03f;
    const float slope = (ridge - eave) / 0.5f, low = ridge - slope * over_z; // where the roof ends, below the eaves
    add_block(b, MATERIAL_WALL, v(-0.5f, 0.0f, -0.5f), v(0.5f, eave, 0.5f));
    for (int side = -1; side <= 1; side += 2) { // the gables
        const float x = 0.5f * (float)side, z = -0.5f * (float)side;
        add_triangle(b, MATERIAL_WALL, v(x, eave, -z), v(x, eave, z), v(x, ridge, 0.0f));
    }
    for (int side = -1; side <= 1; side += 2) { // two slabs, each from the ridge down to beyond the wall
        const float z = over_z * (float)side;
        const hit_vec3 front[8] = {
            v(-over_x, ridge, 0.0f),        v(over_x, ridge, 0.0f),    v(-over_x, ridge + thick, 0.0f),
            v(over_x, ridge + thick, 0.0f), v(-over_x, low, z),        v(over_x, low, z),
            v(-over_x, low + thick, z),     v(over_x, low + thick, z),
        };
        const hit_vec3 back[8] = {front[4], front[5], front[6], front[7], front[0], front[1], front[2], front[3]};
        add_hexahedron(b, MATERIAL_ROOF, side > 0 ? front : back);
    }
    add_block(b, MATERIAL_BRICK, v(0.22f, 0.70f, 0.10f), v(0.29f, 1.07f, 0.18f));
}

static void build_spire(builder* b)
{
    const hit_vec3 base[4] = {v(-0.5f, 0.0f, 0.5f), v(0.5f, 0.0f, 0.5f), v(0.5f, 0.0f, -0.5f), v(-0.5f, 0.0f, -0.5f)};
    for (int i = 0; i < 4; i++)
        add_triangle(b, MATERIAL_ROOF, base[i], base[(i + 1) % 4], v(0.0f, 1.0f, 0.0f));
    add_quad(b, MATERIAL_ROOF, base[3], base[2], base[1], base[0]);
}

static hit_vec3 octagon(int corner, float radius, float y)
{
    static const float c[8] = {1.0f, 0.70710678f, 0.0f, -0.70710678f, -1.0f, -0.70710678f, 0.0f, 0.70710678f};
    return v(radius * c[corner & 7], y, -radius * c[(corner + 6) & 7]);
}

static void build_fir(builder* b)
{
    static const float tiers[3][3] = {{0.12f, 0.52f, 0.36f}, {0.36f, 0.76f, 0.29f}, {0.60f, 1.0f, 0.21f}};
    for (int i = 0; i < 8; i++)
        add_quad(b, MATERIAL_BARK, octagon(i, 0.05f, 0.0f), octagon(i + 1, 0.05f, 0.0f), octagon(i + 1, 0.05f, 0.2f),
                 octagon(i, 0.05f, 0.2f));
    for (int tier = 0; tier < 3; tier++) {
        const float low = tiers[tier][0], high = tiers[tier][1], radius = tiers[tier][2];
        for (int i = 0; i < 8; i++) {
            // Every other branch droops a little.
            const hit_vec3 p = octagon(i, radius, i & 1 ? low : low + 0.035f);
            const hit_vec3 q = octagon(i + 1, radius, i & 1 ? low + 0.035f : low);
            add_triangle(b, MATERIAL_LEAF, p, q, v(0.0f, high, 0.0f));
            add_triangle(b, MATERIAL_LEAF, q, p, v(0.0f, low + 0.08f, 0.0f));
        }
    }
}

// A lump at a point of the unit sphere: the same for the same point, whatever triangle it belongs to.
static hit_vec3 crown_point(hit_vec3 p)
{
    const hit_vec3 n = hit_vec3_normalize(p);
    const float a = n.x + 0.7f * n.y, c = n.z - 0.6f * n.x, d = n.y + 0.8f * n.z;
    const float lump = 1.0f + 0.16f * (a * c * 3.0f - d * d * a) + 0.05f * (n.x * n.z * 4.0f);
    return v(0.5f * lump * n.x, 0.5f + 0.5f * lump * n.y, 0.5f * lump * n.z);
}

static void build_crown(builder* b)
{
    enum { PARTS = 6 }; // of each edge of the octahedron
    static const int face[8][3] = {{1, 1, 1},  {-1, 1, 1},  {-1, 1, -1},  {1, 1, -1},
                                   {1, -1, 1}, {-1, -1, 1}, {-1, -1, -1}, {1, -1, -1}};
    for (int f = 0; f < 8; f++) {
        const float sx = (float)face[f][0], sy = (float)face[f][1], sz = (float)face[f][2];
        const bool turned = sx * sy * sz < 0.0f; // its corners run the other way
        for (int i = 0; i < PARTS; i++)
            for (int j = 0; j + i < PARTS; j++)
                for (int upper = 0; upper < (j + i + 1 < PARTS ? 2 : 1); upper++) {
                    hit_vec3 p[3];
                    static const int step[2][3][2] = {{{0, 0}, {1, 0}, {0, 1}}, {{1, 0}, {1, 1}, {0, 1}}};
                    for (int k = 0; k < 3; k++) {
                        const float x = (float)(i + step[upper][k][0]) / PARTS;
                        const float y = (float)(j + step[upper][k][1]) / PARTS;
                        p[k] = crown_point(v(sx * x, sy * y, sz * (1.0f - x - y)));
                    }
                    add_triangle(b, MATERIAL_LEAF, p[0], turned ? p[2] : p[1], turned ? p[1] : p[2]);
                }
    }
}

float river_centre(float x)
{
    const float a = x / 70.0f, b = a * a;
    return 27.0f + 6.0f * a * (1.0f - 0.35f * b / (1.0f + 0.25f * b));
}

static void build_river(builder* b)
{
    for (int i = -50; i < 25; i++) {
        const float x = 8.0f * (float)i, left = river_centre(x), right = river_centre(x + 8.0f);
        add_quad(b, MATERIAL_WATER, v(x, 0.0f, left + RIVER_HALF), v(x + 8.0f, 0.0f, right + RIVER_HALF),
                 v(x + 8.0f, 0.0f, right - RIVER_HALF), v(x, 0.0f, left - RIVER_HALF));
    }
}

bool mesh_make_all(town_mesh meshes[MESH_KINDS])
{
    static void (*const build[MESH_KINDS])(builder*) = {build_house, build_spire, build_fir, build_crown, build_river};
    static builder b;
    memset(meshes, 0, MESH_KINDS * sizeof meshes[0]);
    for (int kind = 0; kind < MESH_KINDS; kind++) {
        b.count = 0;
        build[kind](&b);
        const hit_mesh m = {.vertices = b.corners, .vertex_count = 3 * b.count, .triangle_count = b.count};
        memcpy(meshes[kind].material, b.material, sizeof b.material);
        if (hit_bvh_build_triangles(&m, NULL, &meshes[kind].tree, NULL) != HIT_OK)
            return false;
    }
    return true;
}

void mesh_free_all(town_mesh meshes[MESH_KINDS])
{
    for (int kind = 0; kind < MESH_KINDS; kind++)
        hit_bvh_destroy(meshes[kind].tree);
}
