// Where everything stands in the demo's town: streets in a grid, blocks of houses between them, a square with a church,
// a park, a river with a bridge, and the guard on his tower.
//
// x runs to the right of the picture, y up, z towards the viewer. Streets are PITCH apart; block (i, j) lies to the
// right of street x = PITCH·i and behind street z = -PITCH·j. The main street is z = 0; the river flows in front of it.
#include "demo/town.h"
#include "demo/parts.h"
#include "render/colour.h"

#include <stdio.h>
#include <stdlib.h>

static const float PITCH = 40.0f;   // from one street to the next
static const float STREET = 4.8f;   // half the width of a street, with its pavements
static const float LANE = 1.65f;    // from the middle of a street to that of a lane
static const float PAVEMENT = 3.9f; // likewise to that of a pavement

// ---- Blocks ---------------------------------------------------------------------------------------------------------

// A row of houses along a side of a block, wall to wall or with gaps, that face +z (front) or -z.
static void build_row(town_builder* w, float left, float right, float front, bool faces_viewer, bool city)
{
    float x = left;
    while (x < right - 5.0f) {
        const float width = city ? random_between(w, 6.2f, 9.0f) : random_between(w, 7.0f, 9.5f);
        const float depth = city ? 9.5f : random_between(w, 7.0f, 9.0f);
        const float height = city ? random_between(w, 9.0f, 14.0f) : random_between(w, 6.0f, 9.5f);
        const float fit = x + width > right - 5.0f ? right - x : width;
        const float gable = random_unit(w), setback = city ? 0.0f : random_between(w, 1.0f, 3.0f);
        const float gap = city ? 0.0f : random_between(w, 2.2f, 3.6f);
        const float z = faces_viewer ? front - setback - 0.5f * depth : front + setback + 0.5f * depth;
        const float wide = fit < 10.5f ? fit : 10.5f;
        if (gable < 0.45f) // the gable to the street: a quarter turn, so that the mesh's x runs along z
            add_house(w, v(x + 0.5f * wide, 0.0f, z), v(depth, height, wide), quarter(faces_viewer ? 1 : 3));
        else
            add_house(w, v(x + 0.5f * wide, 0.0f, z), v(wide, height, depth), quarter(faces_viewer ? 0 : 2));
        x += wide + gap;
    }
}

static void build_fence(town_builder* w, float left, float right, float z)
{
    hit_vec3 points[33];
    uint32_t count = 0;
    for (int i = 0; i < 33; i++) { // up and down: pickets
        const float share = (float)i / 32.0f;
        points[count++] = v(left + share * (right - left), i & 1 ? 1.05f : 0.15f, z);
    }
    add_line(w, "fence", points, count, 0.05f, hex(0xE9E2D2));
}

static void build_houses(town_builder* w, float left, float back, bool city)
{
    const float right = left + PITCH - STREET, front = back + PITCH - STREET, middle = back + 0.5f * PITCH;
    left += STREET;
    back += STREET;
    build_row(w, left, right, front, true, city);
    build_row(w, left, right, back, false, false);
    for (int i = 0; i < 5; i++) { // gardens
        const float x = random_between(w, left + 2.0f, right - 2.0f), z = middle + random_between(w, -2.5f, 2.5f);
        const float height = random_between(w, 4.5f, 8.0f);
        if (random_unit(w) < 0.7f)
            add_tree(w, v(x, 0.0f, z), height);
        else
            add_fir(w, v(x, 0.0f, z), 1.2f * height);
    }
    build_fence(w, left + 1.0f, right - 1.0f, middle - 4.2f);
}

static void build_flats(town_builder* w, float left, float back)
{
    static const uint32_t walls[] = {0xD8D2C4, 0xC9B79C, 0xB7C3C9, 0xE0C7A8};
    for (int i = 0; i < 3; i++) {
        const float height = 3.0f * (float)(4 + (int)(random_unit(w) * 4.0f)), depth = random_between(w, 9.0f, 12.0f);
        const float x = left + STREET + 5.5f + 9.9f * (float)i, z = back + (i & 1 ? 13.0f : 26.0f);
        const hit_vec3 wall = hex(walls[random_index(w, 4)]);
        add_box(w, "block of flats", v(x, 0.0f, z), v(8.4f, height, depth), quarter(0), PAINT_WALL, wall);
        add_mesh(w, "hip roof", MESH_SPIRE, v(x, height, z), v(9.2f, 2.4f, depth + 0.8f), quarter(0), wall,
                 hex(0x8E3B2A));
        add_tree(w, v(x, 0.0f, back + (i & 1 ? 28.0f : 10.0f)), random_between(w, 5.0f, 8.0f));
    }
}

static void build_square(town_builder* w, float left, float back)
{
    const hit_vec3 stone = hex(0xE6DCC6), slate = hex(0x55606B);
    const float x = left + 17.0f, z = back + 17.0f, tower = z + 9.4f;
    add_mesh(w, "nave", MESH_HOUSE, v(x, 0.0f, z - 1.0f), v(19.0f, 14.0f, 9.0f), quarter(1), stone, slate);
    add_box(w, "church tower", v(x, 0.0f, tower), v(6.0f, 17.0f, 6.0f), quarter(0), PAINT_STONE, stone);
    add_mesh(w, "spire", MESH_SPIRE, v(x, 17.0f, tower), v(7.0f, 13.0f, 7.0f), quarter(0), stone, slate);
    add_sphere(w, "golden ball", v(x, 30.2f, tower), 0.45f, PAINT_PLAIN, hex(0xE8B73A));
    // A fountain.
    add_cylinder(w, "basin", v(left + 30.0f, 0.0f, back + 28.0f), 0.7f, 2.4f, hex(0xCFC6B4));
    add_cylinder(w, "fountain", v(left + 30.0f, 0.7f, back + 28.0f), 1.5f, 0.35f, hex(0xCFC6B4));
    add_sphere(w, "ball", v(left + 30.0f, 2.6f, back + 28.0f), 0.55f, PAINT_PLAIN, hex(0xCFC6B4));
    for (int i = 0; i < 4; i++) {
        add_tree(w, v(left + 7.2f, 0.0f, back + 8.0f + 7.0f * (float)i), 5.6f);
        add_tree(w, v(left + 32.5f, 0.0f, back + 6.8f + 5.0f * (float)i), 5.2f);
    }
    for (int i = 0; i < 12; i++) {
        const float px = left + random_between(w, 22.0f, 34.0f), pz = back + random_between(w, 22.0f, 34.0f);
        add_walker(w, v(px, 0.0f, pz));
    }
}

static void build_flowers(town_builder* w, hit_vec3 at, hit_vec3 colour)
{
    enum { COUNT = 60 };
    hit_vec3 points[COUNT];
    for (int i = 0; i < COUNT; i++) {
        const yaw around = random_yaw(w);
        const float radius = 2.6f * sqrtf(random_unit(w)), height = random_between(w, 0.15f, 0.4f);
        points[i] = v(radius * around.cosine, height, radius * around.sine);
    }
    add_points(w, "flower bed", at, points, COUNT, 0.14f, colour);
}

static void build_park(town_builder* w, float left, float back)
{
    static const uint32_t petals[] = {0xE85D75, 0xF2C14E, 0xF7F3EA, 0xB56BC9};
    for (int i = 0; i < 30; i++) {
        const float x = left + random_between(w, 7.0f, 33.0f), z = back + random_between(w, 6.5f, 27.0f);
        const float height = random_between(w, 5.0f, 9.5f), kind = random_unit(w);
        if (kind < 0.6f)
            add_tree(w, v(x, 0.0f, z), height);
        else
            add_fir(w, v(x, 0.0f, z), 1.15f * height);
    }
    for (int i = 0; i < 4; i++)
        build_flowers(w, v(left + 9.5f + 7.0f * (float)i, 0.0f, back + 31.5f), hex(petals[i]));
}

// ---- Streets and the river ------------------------------------------------------------------------------------------

static void build_traffic(town_builder* w)
{
    for (int street = -3; street <= 1; street++)
        for (int i = 0; i < 5; i++) {
            const float z = 6.0f - 32.0f * (float)i - random_between(w, 0.0f, 14.0f),
                        side = random_unit(w) < 0.5f ? -1.0f : 1.0f;
            if (z > -155.0f && random_unit(w) < 0.8f)
                add_car(w, v(PITCH * (float)street + LANE * side, 0.0f, z), quarter(side > 0.0f ? 1 : 3));
        }
    for (int street = 0; street <= 3; street++)
        for (int i = 0; i < 8; i++) {
            const float x = -128.0f + 26.0f * (float)i + random_between(w, 0.0f, 14.0f),
                        side = random_unit(w) < 0.5f ? -1.0f : 1.0f;
            if (random_unit(w) < 0.75f)
                add_car(w, v(x, 0.0f, -PITCH * (float)street + LANE * side), quarter(side > 0.0f ? 0 : 2));
        }
}

static void build_pavements(town_builder* w)
{
    for (int i = 0; i < 15; i++) { // along the main street
        const float x = -121.0f + 13.3f * (float)i;
        add_lamp(w, v(x, 0.0f, PAVEMENT + 0.3f));
        if (i % 2)
            add_lamp(w, v(x, 0.0f, -PAVEMENT - 0.3f));
    }
    for (int i = 0; i < 11; i++) // and one across
        add_lamp(w, v(-PAVEMENT - 0.3f, 0.0f, -8.0f - 13.0f * (float)i));
    for (int i = 0; i < 34; i++) {
        const bool far = i % 3 == 0;
        const float x = random_between(w, -75.0f, 38.0f), z = far ? -PAVEMENT : random_between(w, PAVEMENT, 11.0f);
        add_walker(w, v(x, 0.0f, z));
    }
}

static void build_bridge(town_builder* w)
{
    const float z = river_centre(0.0f), length = 2.0f * RIVER_HALF + 5.0f;
    const hit_vec3 stone = hex(0xCDBFA6);
    add_box(w, "bridge", v(0.0f, 0.02f, z), v(9.0f, 0.5f, length), quarter(0), PAINT_PLAIN, hex(0x9B948A));
    for (int side = -1; side <= 1; side += 2) {
        add_box(w, "parapet", v(4.5f * (float)side, 0.02f, z), v(0.5f, 1.5f, length), quarter(0), PAINT_STONE, stone);
        for (int end = -1; end <= 1; end += 2)
            add_lamp(w, v(4.5f * (float)side, 0.0f, z + 0.5f * length * (float)end));
    }
}

static void build_banks(town_builder* w)
{
    for (int i = 0; i < 24; i++) { // an avenue on the far bank
        const float x = -128.0f + 7.4f * (float)i, z = river_centre(x) - RIVER_HALF - 3.4f;
        const float height = random_between(w, 4.2f, 5.6f);
        if (fabsf(x) > 7.0f && fabsf(x - 17.0f) > 6.0f)
            add_tree(w, v(x, 0.0f, z), height);
    }
    for (int i = 0; i < 26; i++) { // a meadow with trees on the near one
        const float x = random_between(w, -60.0f, 40.0f), away = random_unit(w), height = random_between(w, 4.0f, 8.0f);
        const float z = river_centre(x) + RIVER_HALF + 2.0f + 14.0f * away;
        if (fabsf(x) < 8.0f || z > 62.0f)
            continue;
        if (random_unit(w) < 0.5f)
            add_fir(w, v(x, 0.0f, z), height);
        else
            add_tree(w, v(x, 0.0f, z), height);
    }
    for (int i = 0; i < 8; i++) {
        const float x = -121.0f + 24.0f * (float)i, last = x - 24.0f;
        const hit_vec3 at = v(x, 0.0f, river_centre(x) - RIVER_HALF - 2.0f);
        add_pole(w, at);
        if (i > 0)
            add_wires(w, v(last, 0.0f, river_centre(last) - RIVER_HALF - 2.0f), at);
    }
}

static void build_guard(town_builder* w)
{
    const hit_vec3 at = v(17.0f, 0.0f, 13.0f), stone = hex(0xD3C6AD), deck = v(at.x, 8.0f, at.z);
    add_box(w, "watchtower", at, v(3.4f, 8.0f, 3.4f), quarter(0), PAINT_STONE, stone);
    w->town->post = add_box(w, "deck", deck, v(4.6f, 0.4f, 4.6f), quarter(0), PAINT_STONE, stone);
    for (int i = 0; i < 4; i++) {
        const yaw t = quarter(i);
        add_box(w, "battlement", v(at.x + 2.1f * t.cosine, 8.4f, at.z + 2.1f * t.sine),
                i % 2 ? v(1.4f, 0.6f, 0.4f) : v(0.4f, 0.6f, 1.4f), quarter(0), PAINT_STONE, stone);
    }
    w->town->guard = add_capsule(w, "guard", v(at.x, 8.4f, at.z), 1.75f, 0.34f, PAINT_PLAIN, hex(0x27408B));
    w->town->guard_head = add_sphere(w, "guard's head", v(at.x, 10.3f, at.z), 0.24f, PAINT_PLAIN, hex(0xE8B894));
    add_cylinder(w, "guard's hat", v(at.x, 10.42f, at.z), 0.28f, 0.27f, hex(0x1C2438));
    w->town->vision = hit_cone_from_tan(v(at.x, 10.3f, at.z), v(-0.92f, -0.215f, -0.40f), 0.25f);
    w->town->vision = hit_cone_clip(w->town->vision, 0.0f, 62.0f);
}

static void build_sky(town_builder* w)
{
    const hit_vec3 at = v(-70.0f, 30.0f, -96.0f);
    hit_vec3 birds[9];
    add_ellipsoid(w, "balloon", at, v(6.4f, 7.2f, 6.4f), hex(0xD8483E), hex(0xF6E7C8));
    add_box(w, "basket", v(at.x, at.y - 12.5f, at.z), v(2.0f, 1.6f, 2.0f), quarter(0), PAINT_PLAIN, hex(0x8A5A33));
    for (int i = 0; i < 4; i++) {
        const float x = i & 1 ? 1.0f : -1.0f, z = i & 2 ? 1.0f : -1.0f;
        const hit_vec3 rope[2] = {v(at.x + 0.9f * x, at.y - 11.0f, at.z + 0.9f * z),
                                  v(at.x + 3.2f * x, at.y - 5.6f, at.z + 3.2f * z)};
        add_line(w, "rope", rope, 2, 0.06f, hex(0x4A3B2A));
    }
    for (int i = 0; i < 9; i++) { // a wedge of geese
        const int rank = (i + 1) / 2;
        const float row = (float)rank, side = i & 1 ? 1.0f : -1.0f;
        birds[i] = v(2.2f * row, 0.5f * row, 1.9f * row * side);
    }
    add_points(w, "flock", v(-12.0f, 33.5f, -70.0f), birds, 9, 0.28f, hex(0x3A3F45));
    for (int i = 0; i < 16; i++) {
        const float x = -620.0f + 62.0f * (float)i, tall = random_between(w, 26.0f, 62.0f),
                    depth = random_between(w, 0.0f, 90.0f);
        const float wide = random_between(w, 130.0f, 240.0f);
        const yaw turn = random_yaw(w);
        add_mesh(w, "hill", MESH_CROWN, v(x, -0.42f * tall, -330.0f - depth + 0.22f * x), v(wide, tall, 110.0f), turn,
                 hex(0x6E8F58), hex(0x6E8F58));
    }
}

// ---- The town -------------------------------------------------------------------------------------------------------

static void build(town_builder* w)
{
    add_box(w, "ground", v(0.0f, -10.0f, 0.0f), v(6000.0f, 10.0f, 6000.0f), quarter(0), PAINT_GROUND, hex(0x8BA15A));
    add_mesh(w, "river", MESH_RIVER, v(0.0f, 0.015f, 0.0f), v(1.0f, 1.0f, 1.0f), quarter(0), hex(0x3F6F7F),
             hex(0x3F6F7F));
    for (int j = 0; j < 4; j++)
        for (int i = -4; i <= 1; i++) {
            const float left = PITCH * (float)i, back = -PITCH * (float)(j + 1);
            if (i == -1 && j == 0)
                build_square(w, left, back);
            else if (i == -2 && j == 0)
                build_park(w, left, back);
            else if ((i + 2 * j) % 5 == 0 && j > 0)
                build_flats(w, left, back);
            else
                build_houses(w, left, back, j < 2 && i > -3);
        }
    build_traffic(w);
    build_pavements(w);
    build_bridge(w);
    build_banks(w);
    build_guard(w);
    build_sky(w);
}

town* town_create(const hit_task_pool* pool)
{
    town* t = calloc(1, sizeof *t);
    town_builder w = {t, 0x853c49e6748fea9bu, HIT_OK};
    if (!t)
        return NULL;
    if (!mesh_make_all(t->meshes) || hit_scene_create(NULL, &t->scene, NULL) != HIT_OK) {
        town_destroy(t);
        return NULL;
    }
    build(&w);
    if (w.status != HIT_OK || hit_scene_commit(t->scene, pool, NULL) != HIT_OK) {
        town_destroy(t);
        return NULL;
    }
    return t;
}

void town_destroy(town* t)
{
    if (t) {
        hit_scene_destroy(t->scene);
        mesh_free_all(t->meshes);
        free(t);
    }
}

const prop* town_prop(const town* t, hit_id id)
{
    hit_object object;
    return hit_scene_get(t->scene, id, &object) == HIT_OBJECT_NONE ? NULL : object.user;
}

void town_name(const prop* p, char* text, size_t size)
{
    snprintf(text, size, "%s %u", p->noun, (unsigned)p->number);
}
