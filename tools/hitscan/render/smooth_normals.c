// Smooth normals of a mesh that has none of its own.
//
// Vertices at the same place are made one by a hash table: STL and others give each triangle its own. Then the corners
// at each place are listed, and each corner takes the normals of the triangles that meet there, weighted by their
// angles (Thürmer and Wüthrich, 1998), unless an edge lies between: where two normals are more than a crease apart,
// each side keeps its own. Triangles that run the other way round count with their normal turned. Linear in the
// triangles.
//
// All is computed with + - * / and sqrt, which are the same on every machine.
#include "render/surface.h"

#include "render/colour.h"

#include <stdlib.h>
#include <string.h>

static const float CREASE = 0.766f; // the cosine of 40 degrees

enum {
    CHUNK = 1 << 14,
    MANY = 256 // corners at a place: so many pairs would take too long, and such triangles are slivers
};

typedef struct smoothing {
    const hit_model_mesh* mesh;
    uint32_t* place; // of each vertex: the first one that is at the same place
    uint32_t* first; // of each place: where its corners begin in the list; one more at the end
    uint32_t* corners;
    hit_vec3* faces; // normals of triangles
    float* angles;   // of corners
    int16_t* out;
} smoothing;

static uint32_t hash_of(hit_vec3 p)
{
    uint32_t bits[3];
    uint64_t h;
    p = v(p.x + 0.0f, p.y + 0.0f, p.z + 0.0f); // -0 is 0
    memcpy(bits, &p, sizeof bits);
    h = (bits[0] * 0x9e3779b97f4a7c15u) ^ (bits[1] * 0xc2b2ae3d27d4eb4fu) ^ (bits[2] * 0x165667b19e3779f9u);
    h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(h >> 32);
}

static bool same_place(hit_vec3 a, hit_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool find_places(smoothing* s)
{
    const uint32_t count = s->mesh->vertex_count;
    uint64_t size = 16;
    uint32_t* table;
    while (size < 2 * (uint64_t)count)
        size *= 2;
    table = size > SIZE_MAX / sizeof *table ? NULL : malloc((size_t)size * sizeof *table);
    if (!table)
        return false;
    memset(table, 0xff, (size_t)size * sizeof *table);
    for (uint32_t i = 0; i < count; i++) {
        const hit_vec3 p = s->mesh->vertices[i];
        uint64_t at = hash_of(p) & (size - 1);
        s->place[i] = i;
        if (!hit_vec3_is_finite(p)) // no triangle has it; NaN is at no place, and a table full of it has no end
            continue;
        while (table[at] != UINT32_MAX && !same_place(s->mesh->vertices[table[at]], p))
            at = (at + 1) & (size - 1);
        if (table[at] == UINT32_MAX)
            table[at] = i;
        s->place[i] = table[at];
    }
    free(table);
    return true;
}

static void list_corners(smoothing* s)
{
    const size_t corners = 3 * (size_t)s->mesh->triangle_count;
    const uint32_t places = s->mesh->vertex_count;
    uint32_t begin = 0;
    memset(s->first, 0, ((size_t)places + 1) * sizeof *s->first);
    for (size_t k = 0; k < corners; k++)
        s->first[s->place[s->mesh->indices[k]]]++;
    for (uint32_t i = 0; i <= places; i++) {
        const uint32_t count = s->first[i];
        s->first[i] = begin;
        begin += count;
    }
    for (size_t k = 0; k < corners; k++)
        s->corners[s->first[s->place[s->mesh->indices[k]]]++] = (uint32_t)k;
    memmove(s->first + 1, s->first, places * sizeof *s->first); // each has come to where the next begins
    s->first[0] = 0;
}

// The angle between two unit vectors, to a percent, which is enough for a weight: a polynomial of the half chord.
static float angle_between(hit_vec3 a, hit_vec3 b)
{
    const hit_vec3 d = hit_vec3_sub(a, b);
    const float h = 0.5f * sqrtf(hit_vec3_dot(d, d)), c = h * h;
    return 2.0f * h * (1.0f + c * (0.1667f + c * (0.0750f + c * (0.0446f + c * 0.28f))));
}

static void measure_triangles(void* context, uint32_t task)
{
    const smoothing* s = context;
    const uint32_t end = s->mesh->triangle_count - task * CHUNK < CHUNK ? s->mesh->triangle_count : (task + 1) * CHUNK;
    for (uint32_t i = task * CHUNK; i < end; i++) {
        const uint32_t* index = s->mesh->indices + 3 * (size_t)i;
        hit_vec3 p[3], side[3];
        for (int k = 0; k < 3; k++)
            p[k] = s->mesh->vertices[index[k]];
        s->faces[i] = hit_vec3_normalize(hit_vec3_cross(hit_vec3_sub(p[1], p[0]), hit_vec3_sub(p[2], p[0])));
        if (!hit_vec3_is_finite(s->faces[i]))
            s->faces[i] = v(0.0f, 0.0f, 0.0f);
        for (int k = 0; k < 3; k++)
            side[k] = hit_vec3_normalize(hit_vec3_sub(p[(k + 1) % 3], p[k]));
        for (int k = 0; k < 3; k++) {
            const float angle = angle_between(side[k], hit_vec3_scale(side[(k + 2) % 3], -1.0f));
            s->angles[3 * (size_t)i + (size_t)k] = angle >= 0.0f ? angle : 0.0f; // NaN of a side without length
        }
    }
}

static int16_t packed(float x)
{
    return (int16_t)((x < -1.0f ? -1.0f : x > 1.0f ? 1.0f : x) * NORMAL_ONE);
}

static void store_normal(const smoothing* s, uint32_t corner, hit_vec3 n)
{
    int16_t* out = s->out + 3 * (size_t)corner;
    n = hit_vec3_normalize(n);
    if (!hit_vec3_is_finite(n))
        n = s->faces[corner / 3];
    out[0] = packed(n.x);
    out[1] = packed(n.y);
    out[2] = packed(n.z);
}

static void smooth_places(void* context, uint32_t task)
{
    const smoothing* s = context;
    const uint32_t end = s->mesh->vertex_count - task * CHUNK < CHUNK ? s->mesh->vertex_count : (task + 1) * CHUNK;
    for (uint32_t i = task * CHUNK; i < end; i++) {
        const uint32_t* list = s->corners + s->first[i];
        const uint32_t count = s->first[i + 1] - s->first[i];
        for (uint32_t a = 0; a < count; a++) {
            const hit_vec3 own = s->faces[list[a] / 3];
            hit_vec3 sum = own;
            if (count <= MANY) {
                sum = v(0.0f, 0.0f, 0.0f);
                for (uint32_t b = 0; b < count; b++) {
                    const hit_vec3 other = s->faces[list[b] / 3];
                    const float agree = hit_vec3_dot(own, other);
                    if (agree >= CREASE || agree <= -CREASE)
                        sum = add_scaled(sum, other, agree > 0.0f ? s->angles[list[b]] : -s->angles[list[b]]);
                }
            }
            store_normal(s, list[a], sum);
        }
    }
}

static uint32_t tasks_of(uint32_t count)
{
    return count / CHUNK + (count % CHUNK != 0);
}

int16_t* smooth_normals_make(const hit_model_mesh* mesh, const hit_task_pool* pool)
{
    const size_t triangles = mesh->triangle_count, vertices = mesh->vertex_count;
    smoothing s = {.mesh = mesh};
    bool enough = 3 * (uint64_t)triangles < UINT32_MAX;
    s.place = malloc((vertices + 1) * sizeof *s.place);
    s.first = malloc((vertices + 2) * sizeof *s.first);
    s.corners = malloc((3 * triangles + 1) * sizeof *s.corners);
    s.faces = malloc((triangles + 1) * sizeof *s.faces);
    s.angles = malloc((3 * triangles + 1) * sizeof *s.angles);
    s.out = calloc(9 * triangles + 1, sizeof *s.out);
    enough = enough && s.place && s.first && s.corners && s.faces && s.angles && s.out && find_places(&s);
    if (enough) {
        list_corners(&s);
        pool->run(pool->context, measure_triangles, &s, tasks_of(mesh->triangle_count));
        pool->run(pool->context, smooth_places, &s, tasks_of(mesh->vertex_count));
    }
    free(s.place);
    free(s.first);
    free(s.corners);
    free(s.faces);
    free(s.angles);
    if (!enough) {
        free(s.out);
        s.out = NULL;
    }
    return s.out;
}
