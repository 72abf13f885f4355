#include "support/cases/meshes.h"

#include <stdlib.h>

const char* const test_mesh_names[MESH_KINDS] = {
    "nothing",   "one",     "icosphere", "icosphere far", "torus",       "grid cube", "terrain",  "soup",
    "grid soup", "slivers", "nested",    "flat",          "flat tilted", "point",     "line",     "stack",
    "copies",    "fan",     "mixed",     "huge",          "tiny",        "denormal",  "any bits", "ropes",
};

test_mesh test_mesh_room(uint32_t vertices, uint32_t faces)
{
    // One more, so that an empty mesh has arrays, too.
    test_mesh m = {calloc((size_t)vertices + 1, sizeof(hit_vec3)),
                   calloc((size_t)faces + 1, sizeof(uint32_t[3])),
                   0,
                   0,
                   false,
                   {0, 0, 0}};
    if (m.vertex == NULL || m.face == NULL)
        abort();
    return m;
}

void test_mesh_free(test_mesh* m)
{
    free(m->vertex);
    free(m->face);
    *m = (test_mesh){0};
}

uint32_t test_mesh_vertex(test_mesh* m, float x, float y, float z)
{
    m->vertex[m->vertices] = hit_vec3_make(x, y, z);
    return m->vertices++;
}

void test_mesh_face(test_mesh* m, uint32_t a, uint32_t b, uint32_t c)
{
    m->face[m->faces][0] = a, m->face[m->faces][1] = b, m->face[m->faces][2] = c;
    m->faces++;
}

hit_triangle test_mesh_triangle(const test_mesh* m, uint32_t face)
{
    return hit_triangle_make(m->vertex[m->face[face][0]], m->vertex[m->face[face][1]], m->vertex[m->face[face][2]]);
}

hit_mesh test_mesh_view(const test_mesh* m)
{
    const hit_mesh view = {m->vertex, 0, m->vertices, HIT_INDEX_U32, m->face, m->faces};
    return view;
}

// ---- Closed ones ----------------------------------------------------------------------------------------------------

// The vertex between two, made once: the edge's two faces come with it in either order, so look among the last ones.
static uint32_t midpoint(test_mesh* m, uint32_t a, uint32_t b, uint32_t first)
{
    const hit_vec3 v = hit_vec3_normalize(hit_vec3_add(m->vertex[a], m->vertex[b]));
    for (uint32_t i = m->vertices; i-- > first;)
        if (m->vertex[i].x == v.x && m->vertex[i].y == v.y && m->vertex[i].z == v.z)
            return i;
    return test_mesh_vertex(m, v.x, v.y, v.z);
}

test_mesh test_icosphere(int level, hit_vec3 center)
{
    static const float p = 1.618034f,
                       corner[12][3] = {{-1, p, 0},  {1, p, 0},  {-1, -p, 0}, {1, -p, 0}, {0, -1, p},  {0, 1, p},
                                        {0, -1, -p}, {0, 1, -p}, {p, 0, -1},  {p, 0, 1},  {-p, 0, -1}, {-p, 0, 1}};
    static const uint32_t face[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                         {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                         {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                         {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    test_mesh m = test_mesh_room((10u << (2 * level)) + 2, 20u << (2 * level));

    for (int i = 0; i < 12; i++) {
        const hit_vec3 v = hit_vec3_normalize(hit_vec3_make(corner[i][0], corner[i][1], corner[i][2]));
        test_mesh_vertex(&m, v.x, v.y, v.z);
    }
    for (int i = 0; i < 20; i++)
        test_mesh_face(&m, face[i][0], face[i][1], face[i][2]);
    for (int l = 0; l < level; l++) {
        const uint32_t faces = m.faces, first = m.vertices;
        for (uint32_t i = 0; i < faces; i++) {
            const uint32_t a = m.face[i][0], b = m.face[i][1], c = m.face[i][2];
            const uint32_t ab = midpoint(&m, a, b, first), bc = midpoint(&m, b, c, first),
                           ca = midpoint(&m, c, a, first);
            m.face[i][0] = ab, m.face[i][1] = bc, m.face[i][2] = ca;
            test_mesh_face(&m, a, ab, ca);
            test_mesh_face(&m, b, bc, ab);
            test_mesh_face(&m, c, ca, bc);
        }
    }
    for (uint32_t i = 0; i < m.vertices; i++)
        m.vertex[i] = hit_vec3_add(m.vertex[i], center);
    m.closed = true;
    m.inside = hit_vec3_add(center, hit_vec3_make(0.125f, 0.25f, -0.125f));
    return m;
}

// A grid that closes both ways, with shared vertices throughout.
test_mesh test_torus(uint32_t rings, uint32_t sectors)
{
    test_mesh m = test_mesh_room(rings * sectors, 2 * rings * sectors);

    for (uint32_t i = 0; i < rings; i++) {
        for (uint32_t j = 0; j < sectors; j++) {
            const double a = 6.283185307179586 * i / rings, b = 6.283185307179586 * j / sectors;
            const double tube = 0.4 + 0.1 * sin(5 * a) * sin(4 * b), ring = 1.0 + tube * cos(b);
            test_mesh_vertex(&m, (float)(ring * cos(a)), (float)(ring * sin(a)), (float)(tube * sin(b)));
        }
    }
    for (uint32_t i = 0; i < rings; i++) {
        for (uint32_t j = 0; j < sectors; j++) {
            const uint32_t i2 = (i + 1) % rings, j2 = (j + 1) % sectors;
            test_mesh_face(&m, i * sectors + j, i2 * sectors + j, i2 * sectors + j2);
            test_mesh_face(&m, i * sectors + j, i2 * sectors + j2, i * sectors + j2);
        }
    }
    m.closed = true;
    m.inside = hit_vec3_make(1.0f, 0.0f, 0.0f);
    return m;
}

// Each face of the cube has vertices of its own: neighbours share places, not indices.
test_mesh test_grid_cube(uint32_t n)
{
    test_mesh m = test_mesh_room(6 * (n + 1) * (n + 1), 12 * n * n);

    for (int axis = 0; axis < 3; axis++) {
        for (int side = 0; side < 2; side++) {
            const uint32_t base = m.vertices;
            for (uint32_t i = 0; i <= n; i++) {
                for (uint32_t j = 0; j <= n; j++) {
                    float v[3];
                    v[axis] = side ? 1.0f : -1.0f;
                    v[(axis + 1) % 3] = 2.0f * (float)i / (float)n - 1.0f;
                    v[(axis + 2) % 3] = 2.0f * (float)j / (float)n - 1.0f;
                    test_mesh_vertex(&m, v[0], v[1], v[2]);
                }
            }
            for (uint32_t i = 0; i < n; i++) {
                for (uint32_t j = 0; j < n; j++) {
                    // Seen from outside, a b c d run the other way round on the far side.
                    const uint32_t a = base + i * (n + 1) + j, b = a + n + 1, c = b + 1, d = a + 1;
                    test_mesh_face(&m, a, side ? b : c, side ? c : b);
                    test_mesh_face(&m, a, side ? c : d, side ? d : c);
                }
            }
        }
    }
    m.closed = true;
    m.inside = hit_vec3_make(0.1f, 0.2f, 0.3f);
    return m;
}

// ---- Others ---------------------------------------------------------------------------------------------------------

test_mesh test_terrain(uint32_t n, uint64_t seed)
{
    test_random r = test_random_make(seed);
    test_mesh m = test_mesh_room((n + 1) * (n + 1), 2 * n * n);

    for (uint32_t i = 0; i <= n; i++) {
        for (uint32_t j = 0; j <= n; j++) {
            const float x = 2.0f * (float)i / (float)n - 1.0f, z = 2.0f * (float)j / (float)n - 1.0f;
            const float y = 0.2f * sinf(3.0f * x) * cosf(2.0f * z) + test_random_range(&r, -0.02f, 0.02f);
            test_mesh_vertex(&m, x, y, z);
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) {
            const uint32_t a = i * (n + 1) + j, b = a + n + 1;
            test_mesh_face(&m, a, a + 1, b + 1);
            test_mesh_face(&m, a, b + 1, b);
        }
    }
    return m;
}

static void add_triangle(test_mesh* m, hit_vec3 a, hit_vec3 b, hit_vec3 c)
{
    const uint32_t i = test_mesh_vertex(m, a.x, a.y, a.z);
    test_mesh_vertex(m, b.x, b.y, b.z);
    test_mesh_vertex(m, c.x, c.y, c.z);
    test_mesh_face(m, i, i + 1, i + 2);
}

static void sliver(test_mesh* m, test_random* r)
{
    const hit_vec3 a = test_random_vec3(r, -1, 1), b = test_random_vec3(r, -1, 1);
    hit_vec3 c = hit_vec3_scale(hit_vec3_add(a, b), 0.5f);
    switch (test_random_below(r, 4)) {
    case 0:
        c.x = nextafterf(c.x, 2.0f);
        break;
    case 1:
        c.y += 1e-4f;
        break;
    case 2:
        c = hit_vec3_add(a, hit_vec3_make(1e-6f, 0, 0)); // a needle
        break;
    default: // as good as on the line
        break;
    }
    add_triangle(m, a, b, c);
}

static void append(test_mesh* m, test_mesh other, float scale)
{
    const uint32_t base = m->vertices;
    for (uint32_t i = 0; i < other.vertices; i++) {
        const hit_vec3 v = hit_vec3_scale(other.vertex[i], scale);
        test_mesh_vertex(m, v.x, v.y, v.z);
    }
    for (uint32_t i = 0; i < other.faces; i++)
        test_mesh_face(m, base + other.face[i][0], base + other.face[i][1], base + other.face[i][2]);
    test_mesh_free(&other);
}

// A corner of a triangle of a soup: anywhere near `at`, in the manner of the kind.
static hit_vec3 soup_corner(test_random* r, test_mesh_kind kind, hit_vec3 at, float scale, uint32_t i)
{
    const hit_vec3 near = hit_vec3_add(at, hit_vec3_scale(test_random_vec3(r, -1, 1), scale));
    switch (kind) {
    case MESH_GRID_SOUP:
        return test_random_grid_vec3(r);
    case MESH_FLAT:
        return hit_vec3_make(near.x, 0.5f, near.z);
    case MESH_FLAT_TILTED: // on the plane z = x + y, exactly, by a grid of 1/256
        return hit_vec3_make(rintf(near.x * 256) / 256, rintf(near.y * 256) / 256,
                             rintf(near.x * 256) / 256 + rintf(near.y * 256) / 256);
    case MESH_POINT:
        return hit_vec3_make(0.25f, -0.5f, 0.75f);
    case MESH_LINE:
        return hit_vec3_make(near.x, 0.0f, 0.0f);
    case MESH_STACK: {
        const hit_vec3 v = test_random_vec3(r, -1, 1);
        return hit_vec3_make(v.x + (float)i / 64.0f, v.y, v.z);
    }
    case MESH_ANY_BITS:
        return test_random_any_bits(r);
    default:
        return near;
    }
}

static test_mesh soup(test_mesh_kind kind, uint32_t size, uint64_t seed)
{
    test_random r = test_random_make(seed);
    test_mesh m = test_mesh_room(3 * size, size);
    const hit_vec3 hub = {0.125f, 0.25f, 0.5f};

    for (uint32_t i = 0; i < size; i++) {
        const hit_vec3 at = test_random_vec3(&r, -1, 1);
        const int exponent = kind == MESH_MIXED ? (int)test_random_below(&r, 61) - 30 : -3;
        const float scale = ldexpf(1.0f, exponent);
        hit_vec3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = soup_corner(&r, kind, kind == MESH_MIXED ? hit_vec3_scale(at, scale) : at, scale, i);
        if (kind == MESH_FAN)
            corner[0] = hub;
        add_triangle(&m, corner[0], corner[1], corner[2]);
    }
    return m;
}

// A triangle from end to end, of the number i: thin or wide, some with corners where planes will cut, some twice.
static void rope(test_mesh* m, test_random* r, uint32_t i)
{
    const hit_vec3* before = i == 0 ? NULL : m->vertex + m->vertices - 300; // see ropes
    hit_vec3 a = test_random_vec3(r, -1, 1), b = hit_vec3_scale(a, -1.0f),
             c = hit_vec3_add(a, test_random_vec3(r, -0.02f, 0.02f));

    a.x = -1.0f;
    b.x = 1.0f;
    switch (i % 6) {
    case 1: // wide
        c = test_random_vec3(r, -1, 1);
        break;
    case 2: // on a coarse grid
        a = hit_vec3_make(-1.0f, -1.0f, -0.5f);
        b = hit_vec3_make(1.0f, 1.0f, 0.5f);
        c = hit_vec3_make(0.0f, 0.0f, 0.125f * (float)(i % 5));
        break;
    case 3: // the one before, again
        a = before[0], b = before[1], c = before[2];
        break;
    case 4: // beside the one before
        a = before[0], c = before[1];
        b = hit_vec3_add(c, test_random_vec3(r, -0.05f, 0.05f));
        break;
    case 5: // as good as a line
        c = hit_vec3_scale(hit_vec3_add(a, b), 0.5f);
        break;
    default:
        break;
    }
    add_triangle(m, a, b, c);
}

static test_mesh ropes(uint32_t size, uint64_t seed)
{
    test_random r = test_random_make(seed);
    test_mesh m = test_mesh_room(3 * size, size);

    for (uint32_t i = 0; i < size; i++) {
        const hit_vec3 at = test_random_vec3(&r, -1, 1);
        // One after the other: the order of arguments is the compiler's.
        const hit_vec3 by = test_random_vec3(&r, -0.03f, 0.03f), beyond = test_random_vec3(&r, -0.03f, 0.03f);
        if (i % 100 == 50) // of 64, one may be large
            rope(&m, &r, i / 100);
        else
            add_triangle(&m, at, hit_vec3_add(at, by), hit_vec3_add(at, beyond));
    }
    return m;
}

static test_mesh copies(uint32_t size)
{
    const hit_vec3 a = {-0.5f, 0.25f, 0.125f}, b = {0.75f, 0.5f, -0.25f}, c = {0.0f, -0.75f, 0.5f};
    test_mesh m = test_mesh_room(3 * size, size);

    // A few differ in the order of their corners: other triangles, in the same place.
    for (uint32_t i = 0; i < size; i++)
        add_triangle(&m, i % 7 == 3 ? b : a, i % 7 == 3 ? a : b, c);
    return m;
}

static test_mesh torus_at(uint32_t size, float scale)
{
    const uint32_t sectors = (uint32_t)sqrtf((float)size / 4.0f) + 3;
    test_mesh m = test_torus(2 * sectors, sectors);
    for (uint32_t i = 0; i < m.vertices; i++)
        m.vertex[i] = hit_vec3_scale(m.vertex[i], scale);
    m.inside = hit_vec3_scale(m.inside, scale);
    return m;
}

static int icosphere_level(uint32_t size)
{
    int level = 0;
    while (level < 7 && 20u << (2 * (level + 1)) <= size)
        level++;
    return level;
}

static test_mesh nested(uint32_t size)
{
    const hit_vec3 zero = {0, 0, 0};
    const uint32_t spheres = 5;
    test_mesh m = test_mesh_room(size + 100, size + 100);
    const int level = icosphere_level(size / spheres);

    for (uint32_t i = 0; i < spheres && (m.faces + (20u << (2 * level))) <= size + 100; i++)
        append(&m, test_icosphere(level, zero), 1.0f + 0.25f * (float)i);
    m.closed = true;
    m.inside = hit_vec3_make(0.125f, 0.25f, -0.125f);
    return m;
}

test_mesh test_mesh_make(test_mesh_kind kind, uint32_t size, uint64_t seed)
{
    const hit_vec3 zero = {0, 0, 0}, far = {1e4f, -1e4f, 1e4f};
    const uint32_t side = (uint32_t)sqrtf((float)size / 12.0f) + 1;
    test_mesh m;

    switch (kind) {
    case MESH_NOTHING:
        return test_mesh_room(0, 0);
    case MESH_ONE:
        return soup(MESH_SOUP, 1, seed);
    case MESH_ICOSPHERE:
        return test_icosphere(icosphere_level(size), zero);
    case MESH_ICOSPHERE_FAR:
        return test_icosphere(icosphere_level(size), far);
    case MESH_TORUS:
        return torus_at(size, 1.0f);
    case MESH_HUGE:
        return torus_at(size, 1e30f);
    case MESH_TINY:
        return torus_at(size, 1e-30f);
    case MESH_DENORMAL: // no longer round, and closed all the same: the vertices are shared
        m = torus_at(size, 0x1p-140f);
        m.closed = false; // but what was inside need not be
        return m;
    case MESH_GRID_CUBE:
        return test_grid_cube(side);
    case MESH_TERRAIN:
        return test_terrain((uint32_t)sqrtf((float)size / 2.0f) + 1, seed);
    case MESH_NESTED:
        return nested(size);
    case MESH_COPIES:
        return copies(size);
    case MESH_ROPES:
        return ropes(size, seed);
    case MESH_SLIVERS: {
        test_random r = test_random_make(seed);
        m = test_mesh_room(3 * size, size);
        for (uint32_t i = 0; i < size; i++)
            sliver(&m, &r);
        return m;
    }
    default:
        return soup(kind, size, seed);
    }
}
