// The hall: a closed nave of 40 by 18 metres with two rows of columns, arches and a vault, seen from inside.
//
// What architecture does to a tree, in one scene: a shell of very few and very large triangles, ropes and walls above
// arches as long thin slivers that no box holds tightly, finely tessellated columns, vases and chains of chandeliers,
// and heaps of books and benches that stand at odd angles.
#include "draw.h"
#include "scenes.h"

#include <string.h>

#define PI 3.14159265f

enum { BAYS = 10 }; // between BAYS + 1 columns on each side

static const float length = 40.0f, half_width = 9.0f, column_y = 5.0f, first_column = 2.5f, bay = 3.5f;
static const float column_top = 6.0f, wall_top = 9.0f;

// ---- Pieces ------------------------------------------------------------------------------------------------------

static uint32_t add_vertex(scene* s, float x, float y, float z)
{
    if ((s->vertices & (s->vertices + 1)) == 0) // the arrays have room for a power of two, and one more
        s->vertex = scene_allocate(s->vertex, 2 * (size_t)s->vertices + 2, sizeof *s->vertex);
    s->vertex[s->vertices] = hit_vec3_make(x, y, z);
    return s->vertices++;
}

static void add_triangle(scene* s, uint32_t a, uint32_t b, uint32_t c)
{
    if ((s->count & (s->count + 1)) == 0)
        s->index = scene_allocate(s->index, 3 * (2 * (size_t)s->count + 2), sizeof *s->index);
    memcpy(s->index + 3 * (size_t)s->count++, (const uint32_t[3]){a, b, c}, 3 * sizeof *s->index);
}

static void add_quad(scene* s, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    add_triangle(s, a, b, c);
    add_triangle(s, a, c, d);
}

// A parallelogram from a corner and two edges.
static void add_panel(scene* s, hit_vec3 corner, hit_vec3 u, hit_vec3 v)
{
    const hit_vec3 far = hit_vec3_add(u, v);
    const uint32_t a = add_vertex(s, corner.x, corner.y, corner.z);
    add_vertex(s, corner.x + u.x, corner.y + u.y, corner.z + u.z);
    add_vertex(s, corner.x + far.x, corner.y + far.y, corner.z + far.z);
    add_vertex(s, corner.x + v.x, corner.y + v.y, corner.z + v.z);
    add_quad(s, a, a + 1, a + 2, a + 3);
}

// A box that stands on z = low, turned about the vertical.
static void add_box(scene* s, float x, float y, float low, hit_vec3 half, float yaw)
{
    static const uint32_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    const float c = cosf(yaw), n = sinf(yaw);
    const uint32_t first = s->vertices;

    for (int i = 0; i < 8; i++) {
        const float u = i & 1 ? half.x : -half.x, v = i & 2 ? half.y : -half.y;
        add_vertex(s, x + c * u - n * v, y + n * u + c * v, low + (i & 4 ? 2.0f * half.z : 0.0f));
    }
    for (int i = 0; i < 6; i++)
        add_quad(s, first + faces[i][0], first + faces[i][1], first + faces[i][2], first + faces[i][3]);
}

// Connect a grid of vertices that were just added, `columns` per row. Rows that close into rings have their first
// vertex twice.
static void add_grid(scene* s, uint32_t first, uint32_t columns, uint32_t rows)
{
    for (uint32_t j = 0; j + 1 < rows; j++) {
        for (uint32_t i = 0; i + 1 < columns; i++) {
            const uint32_t a = first + j * columns + i;
            add_quad(s, a, a + 1, a + columns + 1, a + columns);
        }
    }
}

typedef struct profile_point {
    float radius, z;
} profile_point;

// A surface of revolution about a vertical axis, with flutes of a depth that is relative to the radius.
static void add_lathe(scene* s, float x, float y, const profile_point* profile, uint32_t points, uint32_t sides,
                      float flutes)
{
    const uint32_t first = s->vertices;

    for (uint32_t j = 0; j < points; j++) {
        for (uint32_t i = 0; i <= sides; i++) {
            const float angle = 2.0f * PI * (float)(i % sides) / (float)sides;
            const float r = profile[j].radius * (i % 2 ? 1.0f - flutes : 1.0f);
            add_vertex(s, x + r * cosf(angle), y + r * sinf(angle), profile[j].z);
        }
    }
    add_grid(s, first, sides + 1, points);
}

// A tube about a path.
static void add_tube(scene* s, const hit_vec3* path, uint32_t points, float radius, uint32_t sides)
{
    const uint32_t first = s->vertices;

    for (uint32_t j = 0; j < points; j++) {
        const hit_vec3 before = path[j > 0 ? j - 1 : 0], after = path[j + 1 < points ? j + 1 : j];
        const hit_vec3 along = hit_vec3_normalize(hit_vec3_sub(after, before));
        const hit_vec3 other =
            fabsf(along.z) < 0.8f ? hit_vec3_make(0.0f, 0.0f, 1.0f) : hit_vec3_make(1.0f, 0.0f, 0.0f);
        const hit_vec3 u = hit_vec3_normalize(hit_vec3_cross(along, other)), v = hit_vec3_cross(along, u);
        for (uint32_t i = 0; i <= sides; i++) {
            const float angle = 2.0f * PI * (float)(i % sides) / (float)sides;
            const float c = radius * cosf(angle), n = radius * sinf(angle);
            add_vertex(s, path[j].x + c * u.x + n * v.x, path[j].y + c * u.y + n * v.y, path[j].z + c * u.z + n * v.z);
        }
    }
    add_grid(s, first, sides + 1, points);
}

enum { PATH = 65 };

// A closed tube about an ellipse with two given half axes.
static void add_ring(scene* s, hit_vec3 center, hit_vec3 u, hit_vec3 v, float radius, uint32_t around, uint32_t sides)
{
    hit_vec3 path[PATH];

    for (uint32_t i = 0; i <= around; i++) {
        const float angle = 2.0f * PI * (float)(i % around) / (float)around;
        path[i] = hit_vec3_add(center, hit_vec3_add(hit_vec3_scale(u, cosf(angle)), hit_vec3_scale(v, sinf(angle))));
    }
    add_tube(s, path, around + 1, radius, sides);
}

// ---- The building ------------------------------------------------------------------------------------------------

static float vault_height(float y)
{
    const float r = y / half_width;
    return wall_top + 4.5f * sqrtf(fmaxf(0.0f, 1.0f - r * r));
}

static void add_shell(scene* s)
{
    const uint32_t across = 48, along = 24, first = s->vertices;

    for (uint32_t j = 0; j <= along; j++) {
        for (uint32_t i = 0; i <= across; i++) {
            const float y = -half_width * cosf(PI * (float)i / (float)across);
            add_vertex(s, length * (float)j / (float)along, y, vault_height(y));
        }
    }
    add_grid(s, first, across + 1, along + 1);
    add_panel(s, hit_vec3_make(0.0f, -half_width, -0.04f), hit_vec3_make(length, 0.0f, 0.0f),
              hit_vec3_make(0.0f, 2.0f * half_width, 0.0f));
    for (int side = -1; side <= 1; side += 2) {
        add_panel(s, hit_vec3_make(0.0f, (float)side * half_width, -0.04f), hit_vec3_make(length, 0.0f, 0.0f),
                  hit_vec3_make(0.0f, 0.0f, wall_top + 0.04f));
        add_panel(s, hit_vec3_make(side < 0 ? 0.0f : length, -half_width, -0.04f),
                  hit_vec3_make(0.0f, 2.0f * half_width, 0.0f), hit_vec3_make(0.0f, 0.0f, wall_top + 4.6f));
    }
}

// Tiles with bevelled edges, every one a little higher or lower than its neighbours.
static void add_floor(scene* s)
{
    const uint32_t across = 22, along = 50;
    const float dx = length / (float)along, dy = 2.0f * half_width / (float)across;

    for (uint32_t j = 0; j < across; j++) {
        for (uint32_t i = 0; i < along; i++) {
            const float x = dx * (float)i, y = -half_width + dy * (float)j, z = uniform(0.0f, 0.004f), b = 0.015f;
            const float px[2] = {x, x + dx}, py[2] = {y, y + dy};
            const uint32_t a = s->vertices;
            for (int k = 0; k < 8; k++) {
                const int u = (k & 3) == 1 || (k & 3) == 2, v = (k & 3) >= 2;
                const float inset = k < 4 ? 0.0f : b;
                add_vertex(s, px[u] + (u ? -inset : inset), py[v] + (v ? -inset : inset), k < 4 ? -0.03f : z);
            }
            add_quad(s, a + 4, a + 5, a + 6, a + 7);
            for (uint32_t k = 0; k < 4; k++)
                add_quad(s, a + k, a + (k + 1) % 4, a + 4 + (k + 1) % 4, a + 4 + k);
        }
    }
}

static void add_column(scene* s, float x, float y)
{
    enum { BASE = 12, SHAFT = 17, CAPITAL = 14, SIDES = 40 };
    profile_point base[BASE], shaft[SHAFT], capital[CAPITAL];

    for (int i = 0; i < BASE; i++) {
        const float a = (float)i / (BASE - 1);
        base[i] = (profile_point){0.55f - 0.1f * a + 0.05f * sinf(2.0f * PI * a), 0.25f + 0.35f * a};
    }
    for (int i = 0; i < SHAFT; i++) {
        const float a = (float)i / (SHAFT - 1);
        shaft[i] = (profile_point){0.45f - 0.1f * a * a, 0.6f + 4.6f * a};
    }
    for (int i = 0; i < CAPITAL; i++) {
        const float a = (float)i / (CAPITAL - 1);
        capital[i] = (profile_point){0.35f + 0.3f * a * a + 0.03f * sinf(6.0f * PI * a), 5.2f + 0.6f * a};
    }
    add_box(s, x, y, 0.0f, hit_vec3_make(0.6f, 0.6f, 0.125f), 0.0f);
    add_lathe(s, x, y, base, BASE, SIDES, 0.0f);
    add_lathe(s, x, y, shaft, SHAFT, SIDES, 0.07f);
    add_lathe(s, x, y, capital, CAPITAL, SIDES, 0.0f);
    add_box(s, x, y, 5.8f, hit_vec3_make(0.7f, 0.7f, 0.1f), 0.0f);
}

// A round arch between two columns, its moulding, and the wall above: slivers from the curve to the top.
static void add_arch(scene* s, float x, float y)
{
    enum { STEPS = 32 };
    const float radius = 0.5f * bay - 0.4f, middle = x + 0.5f * bay, thick = 0.35f;
    hit_vec3 moulding[STEPS + 1];

    for (int side = -1; side <= 1; side += 2) {
        const float face = y + (float)side * thick;
        const uint32_t first = s->vertices;
        for (uint32_t i = 0; i <= STEPS; i++) {
            const float angle = PI * (float)i / STEPS;
            moulding[i] = hit_vec3_make(middle - radius * cosf(angle), face, column_top + radius * sinf(angle));
            add_vertex(s, moulding[i].x, face, moulding[i].z);
            add_vertex(s, i == 0 ? x : i == STEPS ? x + bay : moulding[i].x, face, wall_top + 2.0f);
            add_vertex(s, moulding[i].x, y - (float)side * thick, moulding[i].z);
        }
        for (uint32_t i = 0; i < STEPS; i++) {
            const uint32_t a = first + 3 * i;
            add_quad(s, a, a + 3, a + 4, a + 1);
            if (side > 0)
                add_quad(s, a, a + 2, a + 5, a + 3);
        }
        add_tube(s, moulding, STEPS + 1, 0.09f, 8);
        for (int end = 0; end < 2; end++) // from the column to the foot of the arch
            add_panel(s, hit_vec3_make(end ? middle + radius : x, face, column_top),
                      hit_vec3_make(0.5f * bay - radius, 0.0f, 0.0f), hit_vec3_make(0.0f, 0.0f, 0.02f));
    }
}

static void add_ribs(scene* s)
{
    enum { STEPS = 40 };
    hit_vec3 path[STEPS + 1];

    for (int i = 0; i <= BAYS; i++) {
        for (int turn = -1; turn <= 1; turn++) { // straight across, and both diagonals of the bay that follows
            if (turn != 0 && i == BAYS)
                continue;
            for (int k = 0; k <= STEPS; k++) {
                const float y = -half_width * 0.999f * cosf(PI * (float)k / STEPS);
                const float shift = turn == 0 ? 0.0f : 0.5f + 0.5f * (float)turn * y / half_width;
                path[k] = hit_vec3_make(first_column + bay * ((float)i + shift), y, vault_height(y) - 0.05f);
            }
            add_tube(s, path, STEPS + 1, turn == 0 ? 0.18f : 0.11f, 7);
        }
    }
}

// ---- What stands and hangs in it ---------------------------------------------------------------------------------

static void add_chandelier(scene* s, float x, float z)
{
    const hit_vec3 center = hit_vec3_make(x, 0.0f, z);
    const float top = vault_height(0.0f) - 0.1f, link = (top - z) / 40.0f;

    add_ring(s, center, hit_vec3_make(1.1f, 0.0f, 0.0f), hit_vec3_make(0.0f, 1.1f, 0.0f), 0.04f, 64, 8);
    for (int i = 0; i < 40; i++) {
        const hit_vec3 side = i % 2 ? hit_vec3_make(0.05f, 0.0f, 0.0f) : hit_vec3_make(0.0f, 0.05f, 0.0f);
        add_ring(s, hit_vec3_make(x, 0.0f, z + link * ((float)i + 0.5f)), side, hit_vec3_make(0.0f, 0.0f, 0.62f * link),
                 0.012f, 16, 6);
    }
    for (int i = 0; i < 12; i++) {
        const float angle = PI * (float)i / 6.0f, c = cosf(angle), n = sinf(angle);
        hit_vec3 arm[17];
        profile_point flame[8];
        for (int k = 0; k <= 16; k++) {
            const float a = (float)k / 16.0f;
            arm[k] = hit_vec3_make(x + 1.1f * a * c, 1.1f * a * n, z + 0.4f * (1.0f - a) - 0.35f * sinf(PI * a));
        }
        add_tube(s, arm, 17, 0.018f, 6);
        add_lathe(s, x + 1.1f * c, 1.1f * n, (const profile_point[2]){{0.03f, z}, {0.025f, z + 0.25f}}, 2, 12, 0.0f);
        for (int k = 0; k < 8; k++) {
            const float a = (float)k / 7.0f;
            flame[k] = (profile_point){0.025f * sinf(PI * sqrtf(a)), z + 0.25f + 0.09f * a};
        }
        add_lathe(s, x + 1.1f * c, 1.1f * n, flame, 8, 10, 0.0f);
    }
}

static void add_vase(scene* s, float x, float y, float low, float size)
{
    enum { POINTS = 34 };
    profile_point profile[POINTS];

    for (int i = 0; i < POINTS; i++) { // up outside, and down again inside
        const float a = i < 24 ? (float)i / 23.0f : (float)(57 - 2 * i + 13) / 23.0f, inner = i < 24 ? 0.0f : 0.02f;
        profile[i] = (profile_point){size * (0.16f + 0.17f * sinf(PI * (0.15f + 1.1f * a)) - inner),
                                     low + size * fmaxf(a, 0.03f)};
    }
    add_lathe(s, x, y, profile, POINTS, 40, 0.0f);
}

static void add_bench(scene* s, float x, float y, float yaw)
{
    const float c = cosf(yaw), n = sinf(yaw);

    add_box(s, x, y, 0.42f, hit_vec3_make(0.22f, 1.5f, 0.02f), yaw);
    for (int i = 0; i < 3; i++)
        add_box(s, x - c * 0.24f, y - n * 0.24f, 0.55f + 0.13f * (float)i, hit_vec3_make(0.012f, 1.5f, 0.045f), yaw);
    for (int i = -1; i <= 1; i++) {
        const float u = 1.35f * (float)i;
        add_box(s, x - n * u, y + c * u, 0.0f, hit_vec3_make(0.2f, 0.03f, 0.21f), yaw);
        add_box(s, x - c * 0.22f - n * u, y - n * 0.22f + c * u, 0.0f, hit_vec3_make(0.025f, 0.025f, 0.48f), yaw);
    }
}

// A heap of books, each on the ones below it and turned anyhow.
static void add_heap(scene* s, float x, float y, float low, int books)
{
    for (int i = 0; i < books; i++) {
        const float u = uniform(0.06f, 0.16f), v = uniform(0.05f, 0.12f);
        const hit_vec3 half = hit_vec3_make(u, v, uniform(0.006f, 0.03f));
        const float dx = uniform(-0.05f, 0.05f), dy = uniform(-0.05f, 0.05f);
        add_box(s, x + dx, y + dy, low, half, uniform(0.0f, PI));
        low += 2.0f * half.z + 0.001f;
    }
}

static void add_curtain(scene* s, float x, float y, float width, float low, float high)
{
    enum { COLUMNS = 65, ROWS = 33 };
    const uint32_t first = s->vertices;
    const float phase = uniform(0.0f, 2.0f * PI);

    for (uint32_t j = 0; j < ROWS; j++) {
        for (uint32_t i = 0; i < COLUMNS; i++) {
            const float u = (float)i / (COLUMNS - 1), v = (float)j / (ROWS - 1);
            const float fold = sinf(14.0f * PI * u + phase + 1.5f * v) + 0.4f * sinf(31.0f * u + 5.0f * v);
            add_vertex(s, x + width * u, y + 0.12f * (0.3f + 0.7f * v) * fold, high + v * (low - high));
        }
    }
    add_grid(s, first, COLUMNS, ROWS);
}

static void add_contents(scene* s)
{
    for (int i = 0; i < 4; i++)
        add_chandelier(s, 8.0f + 8.0f * (float)i, 5.2f);
    for (int i = 0; i < 9; i++) { // benches on both sides of the aisle
        add_bench(s, 9.0f + 2.2f * (float)i, -2.6f, uniform(-0.06f, 0.06f));
        add_bench(s, 9.0f + 2.2f * (float)i, 2.6f, uniform(-0.06f, 0.06f));
    }
    for (int i = 0; i < 16; i++) { // vases on pedestals along the walls
        const float x = 3.0f + 4.8f * (float)(i / 2), y = i % 2 ? 7.9f : -7.9f;
        add_box(s, x, y, 0.0f, hit_vec3_make(0.3f, 0.3f, 0.5f), 0.0f);
        add_vase(s, x, y, 1.0f, uniform(0.7f, 1.1f));
    }
    for (int i = 0; i < 6; i++) { // tables with heaps of books
        const float x = 4.0f + 6.0f * (float)i, y = i % 2 ? 6.6f : -6.6f;
        add_box(s, x, y, 0.75f, hit_vec3_make(1.2f, 0.6f, 0.025f), 0.1f);
        for (int k = 0; k < 4; k++)
            add_box(s, x + (k & 1 ? 1.1f : -1.1f), y + (k & 2 ? 0.5f : -0.5f), 0.0f,
                    hit_vec3_make(0.04f, 0.04f, 0.375f), 0.1f);
        for (int k = 0; k < 12; k++) {
            const float dx = uniform(-1.0f, 1.0f), dy = uniform(-0.4f, 0.4f);
            add_heap(s, x + dx, y + dy, 0.8f, 1 + (int)uniform(0.0f, 12.0f));
        }
    }
    for (int i = 0; i < 110; i++) { // and on the floor
        const float x = uniform(1.0f, length - 1.0f), y = uniform(-8.5f, 8.5f);
        add_heap(s, x, y, 0.005f, 1 + (int)uniform(0.0f, 9.0f));
    }
    for (int i = 0; i < BAYS; i += 2) {
        add_curtain(s, first_column + bay * (float)i + 0.6f, -5.6f, bay - 1.2f, 0.4f, 5.6f);
        add_curtain(s, first_column + bay * (float)(i + 1) + 0.6f, 5.6f, bay - 1.2f, 2.5f, 5.6f);
    }
    for (int i = 0; i < 60; i++) { // ropes, from anywhere on one wall to anywhere on the other
        const float x = uniform(1.0f, length - 1.0f), z = uniform(5.0f, wall_top), shift = uniform(-15.0f, 15.0f);
        const hit_vec3 ends[2] = {
            {x, -half_width, z},
            {fminf(length, fmaxf(0.0f, x + shift)), half_width, uniform(6.0f, wall_top)},
        };
        add_tube(s, ends, 2, 0.012f, 4);
    }
}

void scene_hall(scene* s)
{
    memset(s, 0, sizeof *s);
    strcpy(s->name, "hall");
    s->kind = HIT_BVH_TRIANGLES;
    draw_state = 5;
    add_shell(s);
    add_floor(s);
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i <= BAYS; i++)
            add_column(s, first_column + bay * (float)i, (float)side * column_y);
        for (int i = 0; i < BAYS; i++)
            add_arch(s, first_column + bay * (float)i, (float)side * column_y);
    }
    add_ribs(s);
    add_contents(s);
    scene_measure(s);
    s->eye = hit_vec3_make(1.2f, 1.4f, 2.2f);
    s->target = hit_vec3_make(20.0f, -0.8f, 3.4f);
    s->tangent = 0.7f;
}
