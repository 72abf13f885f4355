// A town: blocks of houses with pitched roofs between streets, with gardens, trees, lamp posts and cars.
//
// Every block has the same things in the same order, of sizes that differ, and each kind of thing has a fixed number of
// vertices and triangles: so the size of the town is known before it is made, and each part can be made alone. The last
// block is left unfinished where the wanted number of triangles is reached; the ground, the first part, is divided so
// finely that the sum is right.
#include "gen/gen.h"
#include "gen/town_parts.h"

#include <stdio.h>
#include <stdlib.h>

static const double PITCH = 60.0, STREET = 10.0, CURB = 0.15; // metres

typedef enum thing { STREETS, PAVEMENT, HOUSE, TREE, LAMP, CAR, THINGS } thing;
static const char* const nouns[THINGS] = {"street", "block", "house", "tree", "lamp", "car"};

typedef struct slot {
    double x, y; ///< in the block, whose streets are at its left and at its lower end
    thing what;
    int quarters;
} slot;

static const slot slots[] = {
    {0.0, 0.0, STREETS, 0}, {0.0, 0.0, PAVEMENT, 0}, {17.0, 19.0, HOUSE, 0}, {16.0, 34.0, TREE, 0},
    {22.0, 10.5, LAMP, 0},  {17.0, 51.0, HOUSE, 2},  {30.0, 7.4, CAR, 0},    {26.0, 19.0, HOUSE, 0},
    {26.0, 37.0, TREE, 0},  {26.0, 51.0, HOUSE, 2},  {10.5, 36.0, LAMP, 3},  {35.0, 19.0, HOUSE, 0},
    {36.0, 32.0, TREE, 0},  {35.0, 51.0, HOUSE, 2},  {7.4, 40.0, CAR, 1},    {44.0, 19.0, HOUSE, 0},
    {46.0, 37.0, TREE, 0},  {44.0, 51.0, HOUSE, 2},  {48.0, 10.5, LAMP, 0},  {53.0, 19.0, HOUSE, 0},
    {54.0, 33.0, TREE, 0},  {53.0, 51.0, HOUSE, 2},  {13.0, 26.0, TREE, 0},  {44.0, 2.6, CAR, 2},
    {10.5, 56.0, LAMP, 3},  {34.0, 12.0, TREE, 0},   {56.0, 12.0, TREE, 0},  {2.6, 24.0, CAR, 3},
};
enum { SLOTS = sizeof slots / sizeof slots[0] };

typedef struct town {
    icosphere crown;
    uint32_t side;              ///< blocks in a row
    uint32_t strips;            ///< of the ground
    uint32_t vertices[THINGS];  ///< of each kind of thing
    uint32_t triangles[THINGS]; ///< likewise
    uint32_t before[SLOTS];     ///< how many of the same kind come before it in a block
    uint32_t per_block[THINGS];
    bool is_ground; ///< the chosen part is; else it is in `mesh`
    town_part mesh;
} town;

// Where a column of blocks begins, or a row of them. Two streets cross at the origin, whatever the size of the town.
static double west_of(const town* t, uint32_t column)
{
    const uint32_t middle = t->side / 2;
    return PITCH * ((double)column - (double)middle) - 0.5 * STREET;
}

static void build_streets(town_part* m)
{
    town_plate(m, hit_dvec3_make(0.0, 0.0, 0.0), hit_dvec3_make(STREET, STREET, 0.0));
    town_plate(m, hit_dvec3_make(STREET, 0.0, 0.0), hit_dvec3_make(PITCH, STREET, 0.0));
    town_plate(m, hit_dvec3_make(0.0, STREET, 0.0), hit_dvec3_make(STREET, PITCH, 0.0));
}

static void build(const gen* g, town* t, uint32_t block, int slot_index)
{
    const slot* s = &slots[slot_index];
    hash_random d = hash_random_make(g->seed, (uint64_t)block * SLOTS + (uint64_t)slot_index);
    double x = west_of(t, block % t->side) + s->x, y = west_of(t, block / t->side) + s->y;
    double width, depth;
    switch (s->what) {
    case STREETS:
        town_begin(&t->mesh, x, y, 0.0, 0);
        build_streets(&t->mesh);
        break;
    case PAVEMENT:
        town_begin(&t->mesh, x, y, 0.0, 0);
        town_box(&t->mesh, hit_dvec3_make(STREET, STREET, 0.0), hit_dvec3_make(PITCH, PITCH, CURB), false);
        break;
    case HOUSE:
        width = hash_random_between(&d, 6.6, 8.2);
        depth = hash_random_between(&d, 7.0, 10.0);
        town_begin(&t->mesh, x, y + hash_random_between(&d, -0.8, 0.8), CURB, s->quarters);
        town_house(&t->mesh, &d, width, depth);
        break;
    case TREE:
        x += hash_random_between(&d, -1.0, 1.0);
        y += s->y < 15.0 ? 0.0 : hash_random_between(&d, -2.0, 2.0); // those on the pavement stand in line
        town_begin(&t->mesh, x, y, CURB, 0);
        town_tree(&t->mesh, &d, &t->crown);
        break;
    case LAMP:
        town_begin(&t->mesh, x, y, CURB, s->quarters);
        town_lamp(&t->mesh);
        break;
    default:
        width = hash_random_between(&d, -8.0, 8.0);
        town_begin(&t->mesh, x + (s->quarters & 1 ? 0.0 : width), y + (s->quarters & 1 ? width : 0.0), 0.0,
                   s->quarters);
        town_car(&t->mesh, &d);
        break;
    }
}

static void choose(gen* g, uint32_t part)
{
    town* t = g->kind_data;
    t->is_ground = part == 0;
    if (t->is_ground) {
        snprintf(g->part.name, sizeof g->part.name, "ground");
        g->part.vertices = 2 * (t->strips + 1);
        g->part.triangles = 2 * t->strips;
    } else {
        const uint32_t block = (part - 1) / SLOTS, index = (part - 1) % SLOTS;
        const thing what = slots[index].what;
        build(g, t, block, (int)index);
        snprintf(g->part.name, sizeof g->part.name, "%s_%u", nouns[what],
                 (unsigned)(block * t->per_block[what] + t->before[index]));
        g->part.vertices = t->vertices[what];
        g->part.triangles = t->triangles[what];
    }
}

static hit_vec3 vertex(const gen* g, uint32_t i)
{
    const town* t = g->kind_data;
    const uint32_t line = i / 2;
    const double low = west_of(t, 0) - 0.5 * PITCH, high = west_of(t, t->side) + 0.5 * PITCH; // beyond the blocks
    if (!t->is_ground)
        return t->mesh.vertices[i];
    return hit_vec3_make((float)(low + (high - low) * (double)line / t->strips), (float)(i & 1 ? high : low), -0.02f);
}

static void face(const gen* g, uint32_t i, uint32_t corner[3])
{
    const town* t = g->kind_data;
    for (int k = 0; k < 3 && !t->is_ground; k++)
        corner[k] = t->mesh.corners[3 * (size_t)i + (size_t)k];
    if (t->is_ground) {
        const uint32_t first = i & ~1u; // the two vertices of each line across: lower y, upper y
        corner[0] = first;
        corner[1] = i & 1 ? first + 3 : first + 2;
        corner[2] = i & 1 ? first + 1 : first + 3;
    }
}

static void discard(void* kind_data)
{
    town* t = kind_data;
    if (t)
        icosphere_free(&t->crown);
    free(t);
}

// How large each kind of thing is, by making one.
static void measure(const gen* g, town* t)
{
    for (int i = 0; i < SLOTS; i++) {
        const thing what = slots[i].what;
        build(g, t, 0, i);
        t->vertices[what] = t->mesh.vertex_count;
        t->triangles[what] = t->mesh.triangle_count;
        t->before[i] = t->per_block[what]++;
    }
}

bool gen_town(gen* g, uint64_t triangles)
{
    town* t = calloc(1, sizeof *t);
    uint64_t per_block = 0, left = triangles - 2;
    uint32_t vertices_per_block = 0, blocks;
    g->kind_data = t;
    g->discard = discard;
    if (!t || !icosphere_make(&t->crown, 2))
        return false;
    t->side = 1;
    measure(g, t);
    for (int i = 0; i < SLOTS; i++) {
        per_block += t->triangles[slots[i].what];
        vertices_per_block += t->vertices[slots[i].what];
    }
    blocks = (uint32_t)(left / per_block);
    left -= blocks * per_block;
    g->parts = 1 + blocks * SLOTS;
    g->vertices = (uint64_t)blocks * vertices_per_block;
    for (int i = 0; t->triangles[slots[i].what] <= left; i++) {
        left -= t->triangles[slots[i].what];
        g->vertices += t->vertices[slots[i].what];
        g->parts++;
    }
    t->strips = (uint32_t)(left / 2) + 1;
    g->vertices += 2 * ((uint64_t)t->strips + 1);
    g->triangles = triangles - left % 2;
    while ((uint64_t)t->side * t->side * SLOTS < g->parts - 1)
        t->side++;
    g->choose = choose;
    g->vertex = vertex;
    g->face = face;
    return true;
}
