// Sorts vertices, edges and triangles, and looks at neighbours in the sorted order: no input makes that slow, as one
// that is made for it can make a hash table.
//
// 1. Vertices in use are sorted by the bits of x, y and z (a negative zero made a positive one); equal ones get the
//    same number.
// 2. A triangle of three different numbers gives three edges: the lower number, the higher one, and a bit that says in
//    which direction the triangle goes along it. Sorted, the triangles of an edge stand together. A triangle with two
//    equal corners would go along its edges once in each direction; it is left out.
// 3. Triangles are sorted by their three numbers, the lowest first: equal neighbours are duplicates.
//
// Whether corners lie on a line is decided in double with a bound on the errors, and where that is undecided,
// exactly: the area of each of the three projections is a sum of six products of two floats, which are exact as
// doubles, and the sum of doubles is exact as an expansion (Shewchuk, "Adaptive Precision Floating-Point Arithmetic",
// 1997).
#include "info/topology.h"
#include "format/bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNUSED = 0, USED = 1, POSITION_BITS_MAX = 31 };

// ---- On a line ------------------------------------------------------------------------------------------------------

// Is the sum of some doubles exactly zero? Each is added to an expansion, whose parts do not overlap: it is zero when
// all of them are. There is no overflow and no underflow: products of floats are between 2^-298 and 2^256.
static bool sum_is_zero(const double* terms, int count)
{
    double parts[6];
    for (int i = 0; i < count; i++) {
        double sum = terms[i];
        for (int k = 0; k < i; k++) {
            const double a = sum, b = parts[k];
            const double both = a + b, b_part = both - a;
            parts[k] = (a - (both - b_part)) + (b - b_part); // what the rounding of a + b lost
            sum = both;
        }
        parts[i] = sum;
    }
    for (int i = 0; i < count; i++)
        if (parts[i] != 0.0)
            return false;
    return true;
}

// Is the area of a triangle in the plane exactly zero?
static bool flat_is_zero(double ax, double ay, double bx, double by, double cx, double cy)
{
    const double terms[6] = {ax * by, -(ay * bx), bx * cy, -(by * cx), cx * ay, -(cy * ax)};
    return sum_is_zero(terms, 6);
}

// Certainly not zero: p·q - r·s, of numbers that are rounded differences of floats. The relative errors are three
// roundings of 2^-53 in each product, and one in the difference: less than five times 2^-53 of the products.
static bool is_certain(double p, double q, double r, double s)
{
    return fabs(p * q - r * s) > 0x1p-50 * (fabs(p * q) + fabs(r * s));
}

bool points_on_a_line(hit_vec3 a, hit_vec3 b, hit_vec3 c)
{
    const double ax = (double)a.x, ay = (double)a.y, az = (double)a.z;
    const double ux = (double)b.x - ax, uy = (double)b.y - ay, uz = (double)b.z - az;
    const double vx = (double)c.x - ax, vy = (double)c.y - ay, vz = (double)c.z - az;
    if (is_certain(ux, vy, uy, vx) || is_certain(uy, vz, uz, vy) || is_certain(uz, vx, ux, vz))
        return false;
    return flat_is_zero(ax, ay, (double)b.x, (double)b.y, (double)c.x, (double)c.y) &&
           flat_is_zero(ay, az, (double)b.y, (double)b.z, (double)c.y, (double)c.z) &&
           flat_is_zero(az, ax, (double)b.z, (double)b.x, (double)c.z, (double)c.x);
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

static bool reserve(topology_scratch* s, const hit_model_mesh* mesh)
{
    // Three edges of one word per triangle; or two words per triangle or vertex.
    const size_t triangles = mesh->triangle_count, vertices = mesh->vertex_count;
    const size_t numbers = 3 * triangles > 2 * vertices ? 3 * triangles : 2 * vertices;
    if (numbers > s->number_capacity || !s->numbers[0]) {
        const size_t capacity = numbers + numbers / 4 + 64;
        free(s->numbers[0]);
        free(s->numbers[1]);
        s->numbers[0] = malloc(capacity * sizeof *s->numbers[0]);
        s->numbers[1] = malloc(capacity * sizeof *s->numbers[1]);
        s->number_capacity = s->numbers[0] && s->numbers[1] ? capacity : 0;
    }
    if (vertices > s->vertex_capacity || !s->merged) {
        const size_t capacity = vertices + vertices / 4 + 64;
        free(s->merged);
        s->merged = malloc(capacity * sizeof *s->merged);
        s->vertex_capacity = s->merged ? capacity : 0;
    }
    return s->numbers[0] && s->numbers[1] && s->merged;
}

void topology_scratch_free(topology_scratch* s)
{
    free(s->numbers[0]);
    free(s->numbers[1]);
    free(s->merged);
    memset(s, 0, sizeof *s);
}

// ---- Positions ------------------------------------------------------------------------------------------------------

static uint64_t position_bits(float value)
{
    return float_bits(value + 0.0f); // no negative zero
}

// Number the positions of vertices. False when memory is short.
static bool merge_vertices(const hit_model_mesh* mesh, const hit_task_pool* pool, topology_scratch* s, topology* t)
{
    uint64_t* items = s->numbers[0];
    size_t used = 0;
    uint32_t number = 0;
    memset(s->merged, UNUSED, mesh->vertex_count * sizeof *s->merged);
    for (size_t k = 0; k < 3 * (size_t)mesh->triangle_count; k++)
        s->merged[mesh->indices[k]] = USED;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        if (s->merged[i] == USED) {
            const hit_vec3 v = mesh->vertices[i];
            items[2 * used] = position_bits(v.x) << 32 | position_bits(v.y);
            items[2 * used + 1] = position_bits(v.z) << 32 | i;
            used++;
        }
    items = radix_sort(items, s->numbers[1], used, 2, 32, pool);
    if (!items)
        return false;
    for (size_t i = 0; i < used; i++) {
        if (i > 0 && (items[2 * i] != items[2 * i - 2] || items[2 * i + 1] >> 32 != items[2 * i - 1] >> 32))
            number++;
        s->merged[(uint32_t)items[2 * i + 1]] = number;
    }
    t->positions = used > 0 ? (uint64_t)number + 1 : 0;
    t->unused_vertices = mesh->vertex_count - used;
    return true;
}

// ---- Edges ----------------------------------------------------------------------------------------------------------

static unsigned bit_width(uint64_t value)
{
    unsigned width = 0;
    for (; value != 0; value >>= 1)
        width++;
    return width;
}

// All triangles of one edge: so many go from its lower end to the higher one, and so many back.
static void judge_edge(topology* t, uint64_t there, uint64_t back)
{
    t->edges++;
    t->open_edges += there + back == 1;
    t->non_manifold_edges += there + back > 2;
    t->inconsistent_edges += there + back == 2 && there != 1;
    t->odd_edges += (there + back) % 2;
    t->unbalanced_edges += there != back;
}

static bool find_edges(const hit_model_mesh* mesh, const hit_task_pool* pool, topology_scratch* s, topology* t)
{
    const unsigned width = bit_width(t->positions);
    uint64_t* edges = s->numbers[0];
    size_t count = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t* index = mesh->indices + 3 * i;
        const uint64_t corner[3] = {s->merged[index[0]], s->merged[index[1]], s->merged[index[2]]};
        if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
            continue;
        for (int k = 0; k < 3; k++) {
            const uint64_t a = corner[k], b = corner[(k + 1) % 3];
            edges[count++] = a < b ? (a << width | b) << 1 : (b << width | a) << 1 | 1;
        }
    }
    edges = radix_sort(edges, s->numbers[1], count, 1, 0, pool);
    if (!edges)
        return false;
    for (size_t i = 0; i < count;) {
        const uint64_t edge = edges[i] >> 1;
        uint64_t ways[2] = {0, 0};
        for (; i < count && edges[i] >> 1 == edge; i++)
            ways[edges[i] & 1]++;
        judge_edge(t, ways[0], ways[1]);
    }
    return true;
}

// ---- Triangles ------------------------------------------------------------------------------------------------------

static void order(uint32_t* a, uint32_t* b)
{
    const uint32_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

static bool find_bad_triangles(const hit_model_mesh* mesh, const hit_task_pool* pool, topology_scratch* s, topology* t)
{
    uint64_t* items = s->numbers[0];
    const size_t count = mesh->triangle_count;
    for (size_t i = 0; i < count; i++) {
        const uint32_t* index = mesh->indices + 3 * i;
        uint32_t a = s->merged[index[0]], b = s->merged[index[1]], c = s->merged[index[2]];
        t->degenerate += a == b || b == c || c == a ||
                         points_on_a_line(mesh->vertices[index[0]], mesh->vertices[index[1]], mesh->vertices[index[2]]);
        order(&a, &b);
        order(&b, &c);
        order(&a, &b);
        items[2 * i] = (uint64_t)a << 32 | b;
        items[2 * i + 1] = c;
    }
    items = radix_sort(items, s->numbers[1], count, 2, 0, pool);
    if (!items)
        return false;
    for (size_t i = 1; i < count; i++)
        t->duplicates += items[2 * i] == items[2 * i - 2] && items[2 * i + 1] == items[2 * i - 1];
    return true;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

bool topology_find(const hit_model_mesh* mesh, const hit_task_pool* pool, topology_scratch* s, topology* t)
{
    memset(t, 0, sizeof *t);
    t->triangles = mesh->triangle_count;
    return reserve(s, mesh) && merge_vertices(mesh, pool, s, t) && bit_width(t->positions) <= POSITION_BITS_MAX &&
           find_edges(mesh, pool, s, t) && find_bad_triangles(mesh, pool, s, t);
}

void topology_add(topology* sum, const topology* one)
{
    sum->positions += one->positions;
    sum->unused_vertices += one->unused_vertices;
    sum->edges += one->edges;
    sum->open_edges += one->open_edges;
    sum->non_manifold_edges += one->non_manifold_edges;
    sum->inconsistent_edges += one->inconsistent_edges;
    sum->odd_edges += one->odd_edges;
    sum->unbalanced_edges += one->unbalanced_edges;
    sum->degenerate += one->degenerate;
    sum->duplicates += one->duplicates;
    sum->triangles += one->triangles;
}

bool topology_is_closed(const topology* t)
{
    return t->edges > 0 && t->odd_edges == 0;
}

bool topology_is_oriented(const topology* t)
{
    return t->edges > 0 && t->unbalanced_edges == 0;
}
