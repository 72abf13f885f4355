// Adds up areas and volumes, in chunks that do not depend on the number of threads.
//
// The volume is the sum of the tetrahedra between each triangle and one point, by the divergence theorem. The point is
// a corner of the part itself: of a surface that closes it does not matter which, but from far away digits would be
// lost. In a part that is mirrored, corners go around the other way: what they enclose counts with the other sign.
#include "info/info.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK = 1 << 13 };

typedef struct measure_job {
    const model* m;
    measures* chunks;
} measure_job;

static hit_dvec3 turned(const hit_placement* p, hit_vec3 to, hit_vec3 from)
{
    const double x = (double)to.x - (double)from.x, y = (double)to.y - (double)from.y,
                 z = (double)to.z - (double)from.z;
    return hit_dvec3_make((double)p->linear[0][0] * x + (double)p->linear[0][1] * y + (double)p->linear[0][2] * z,
                          (double)p->linear[1][0] * x + (double)p->linear[1][1] * y + (double)p->linear[1][2] * z,
                          (double)p->linear[2][0] * x + (double)p->linear[2][1] * y + (double)p->linear[2][2] * z);
}

// `six` is negative in a mirror.
static void add_triangle(const hit_model_mesh* mesh, const hit_placement* at, double six, uint64_t triangle,
                         measures* sum)
{
    const uint32_t* index = mesh->indices + 3 * triangle;
    const hit_vec3 a = mesh->vertices[index[0]], b = mesh->vertices[index[1]], c = mesh->vertices[index[2]];
    const hit_dvec3 u = turned(at, b, a), v = turned(at, c, a), w = turned(at, a, mesh->vertices[mesh->indices[0]]);
    const double x = u.y * v.z - u.z * v.y, y = u.z * v.x - u.x * v.z, z = u.x * v.y - u.y * v.x;
    sum->area += 0.5 * sqrt(x * x + y * y + z * z);
    sum->volume += (w.x * x + w.y * y + w.z * z) / six;
}

// The last part that begins at or before a triangle.
static uint32_t part_of(const model* m, uint64_t triangle)
{
    uint32_t low = 0, high = model_content(m)->part_count - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (model_first_triangle(m, middle) <= triangle)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static void measure_chunk(void* context, uint32_t piece)
{
    const measure_job* all = context;
    const hit_model* c = model_content(all->m);
    const uint64_t count = model_first_triangle(all->m, c->part_count);
    uint64_t at = (uint64_t)piece * CHUNK;
    const uint64_t end = at + CHUNK < count ? at + CHUNK : count;
    measures sum = {0.0, 0.0};
    for (uint32_t part = part_of(all->m, at); at < end; part++) {
        const uint64_t first = model_first_triangle(all->m, part), next = model_first_triangle(all->m, part + 1);
        const uint64_t stop = next < end ? next : end;
        const hit_placement* placement = &c->parts[part].placement;
        const double six = model_is_mirrored(placement) ? -6.0 : 6.0;
        for (; at < stop; at++)
            add_triangle(&c->meshes[c->parts[part].mesh], placement, six, at - first, &sum);
    }
    all->chunks[piece] = sum;
}

bool measure(const model* m, const hit_task_pool* pool, measures* found)
{
    const uint64_t count = model_first_triangle(m, model_content(m)->part_count);
    const uint64_t chunks = (count + CHUNK - 1) / CHUNK;
    measure_job all = {m, NULL};
    found->area = found->volume = 0.0;
    if (chunks > UINT32_MAX)
        return false;
    all.chunks = malloc(((size_t)chunks + 1) * sizeof *all.chunks);
    if (!all.chunks)
        return false;
    pool->run(pool->context, measure_chunk, &all, (uint32_t)chunks);
    for (uint64_t i = 0; i < chunks; i++) {
        found->area += all.chunks[i].area;
        found->volume += all.chunks[i].volume;
    }
    free(all.chunks);
    return true;
}
