// Triangles in the world, and rays. All rays follow from the model and the camera alone: runs can be compared.
#include "bench/workload.h"
#include "cli/verb.h"
#include "gen/portable_math.h"

#include <stdlib.h>

const char* const bench_workload_names[WORKLOADS] = {"primary", "incoherent", "bounce", "shadow", "all hits"};

// ---- Triangles ------------------------------------------------------------------------------------------------------

static hit_vec3 placed(const hit_placement* p, hit_dvec3 origin, hit_vec3 v)
{
    double at[3] = {p->origin.x - origin.x, p->origin.y - origin.y, p->origin.z - origin.z};
    for (int i = 0; i < 3; i++)
        at[i] += (double)p->linear[i][0] * (double)v.x + (double)p->linear[i][1] * (double)v.y +
                 (double)p->linear[i][2] * (double)v.z;
    return hit_vec3_make((float)at[0], (float)at[1], (float)at[2]);
}

static void add_part(bench_triangles* w, const hit_model_mesh* mesh, const hit_placement* placement)
{
    uint32_t* to = w->indices + 3 * (size_t)w->triangle_count;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        w->vertices[w->vertex_count + i] = placed(placement, w->origin, mesh->vertices[i]);
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        const hit_vec3 v = w->vertices[w->vertex_count + mesh->indices[i]];
        to[i] = w->vertex_count + mesh->indices[i];
        w->bounds.min = hit_vec3_min(w->bounds.min, v);
        w->bounds.max = hit_vec3_max(w->bounds.max, v);
    }
    w->vertex_count += mesh->vertex_count;
    w->triangle_count += mesh->triangle_count;
}

int bench_triangles_make(const model* m, bench_triangles* w)
{
    const hit_model* c = model_content(m);
    uint64_t vertices = 0;
    *w = (bench_triangles){.bounds = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}},
                           .origin = model_origin(m)};
    for (uint32_t i = 0; i < c->part_count; i++)
        vertices += c->meshes[c->parts[i].mesh].vertex_count;
    if (c->triangle_count == 0) {
        print_error("%s: has no triangles", model_path(m));
        return EXIT_BAD_INPUT;
    }
    if (vertices < UINT32_MAX && c->triangle_count < UINT32_MAX / 3) {
        w->vertices = calloc((size_t)vertices + 1, sizeof *w->vertices);
        w->indices = malloc(3 * (size_t)c->triangle_count * sizeof *w->indices);
    }
    if (!w->vertices || !w->indices) {
        print_error("bench: %s: no memory for its %llu triangles, the instances of meshes expanded", model_path(m),
                    (unsigned long long)c->triangle_count);
        return EXIT_RESOURCES;
    }
    for (uint32_t i = 0; i < c->part_count; i++)
        add_part(w, &c->meshes[c->parts[i].mesh], &c->parts[i].placement);
    return EXIT_OK;
}

void bench_triangles_free(bench_triangles* w)
{
    free(w->vertices);
    free(w->indices);
    *w = (bench_triangles){0};
}

hit_mesh bench_triangles_mesh(const bench_triangles* w)
{
    const hit_mesh m = {.vertices = w->vertices,
                        .vertex_count = w->vertex_count,
                        .index_type = HIT_INDEX_U32,
                        .indices = w->indices,
                        .triangle_count = w->triangle_count};
    return m;
}

// ---- Rays -----------------------------------------------------------------------------------------------------------

void bench_rays_primary(const bench_triangles* w, const hit_camera* camera, uint32_t width, uint32_t height,
                        hit_ray* rays)
{
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const hit_dray d = hit_camera_ray(camera, x + 0.5, y + 0.5);
            hit_ray* r = &rays[(size_t)y * width + x];
            r->origin = hit_dvec3_relative(d.origin, w->origin);
            r->direction = d.direction;
            r->t_min = d.t_min;
            r->t_max = d.t_max;
        }
}

static hit_vec3 point_in(hit_aabb b, hash_random* d)
{
    const double x = hash_random_between(d, (double)b.min.x, (double)b.max.x),
                 y = hash_random_between(d, (double)b.min.y, (double)b.max.y);
    return hit_vec3_make((float)x, (float)y, (float)hash_random_between(d, (double)b.min.z, (double)b.max.z));
}

// A point of the unit sphere, each position as likely as another: by its height and its angle (Archimedes).
static hit_vec3 any_direction(hash_random* d)
{
    const double z = hash_random_between(d, -1.0, 1.0), radius = sqrt(fmax(0.0, 1.0 - z * z));
    double sine, cosine;
    trig_sincos_degrees(hash_random_between(d, 0.0, 360.0), &sine, &cosine);
    return hit_vec3_make((float)(radius * cosine), (float)(radius * sine), (float)z);
}

void bench_rays_incoherent(const bench_triangles* w, hit_ray* rays, uint32_t count)
{
    hash_random d = hash_random_make(17, 0);
    for (uint32_t i = 0; i < count; i++) {
        const hit_vec3 origin = point_in(w->bounds, &d);
        rays[i] = hit_ray_make(origin, any_direction(&d));
    }
}

// Where a ray met something, a little off the surface on its side; and the normal there.
static hit_vec3 surface_at(const bench_triangles* w, const bench_primary_hits* seen, uint32_t i, hit_vec3* normal)
{
    const float off = 1e-5f * hit_vec3_length(hit_vec3_sub(w->bounds.max, w->bounds.min));
    *normal = hit_bvh_normal(seen->tree, &seen->hits[i]);
    if (seen->hits[i].side == HIT_SIDE_BACK)
        *normal = hit_vec3_scale(*normal, -1.0f);
    return hit_vec3_add(hit_ray_at(seen->rays[i], seen->hits[i].t), hit_vec3_scale(*normal, off));
}

void bench_rays_from(const bench_triangles* w, const bench_primary_hits* seen, bench_workload work, hit_ray* rays,
                     uint32_t count)
{
    hash_random d = hash_random_make(19, (uint64_t)work);
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        hit_vec3 position = point_in(w->bounds, &d), normal = any_direction(&d); // where the camera sees nothing
        for (uint32_t tries = 0; tries < seen->count && seen->hits[next].primitive == HIT_BVH_NONE; tries++)
            next = next + 1 < seen->count ? next + 1 : 0;
        if (seen->hits[next].primitive != HIT_BVH_NONE)
            position = surface_at(w, seen, next, &normal);
        next = next + 1 < seen->count ? next + 1 : 0;
        if (work == WORKLOAD_SHADOW)
            rays[i] = hit_segment_make(position, point_in(w->bounds, &d));
        else // the sum of the normal and a point of the unit sphere is distributed as the cosine
            rays[i] = hit_ray_make(position, hit_vec3_add(normal, hit_vec3_scale(any_direction(&d), 0.999f)));
    }
}
