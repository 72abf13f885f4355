// Rays for scenes. See workloads.h.
#include "workloads.h"

#include "draw.h"

#include <errno.h>
#include <hitscan/inline.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ray_list list_of(uint32_t count)
{
    const ray_list list = {scene_allocate(NULL, (size_t)count + 1, sizeof(hit_ray)), count};
    return list;
}

void workload_free(ray_list* list)
{
    free(list->ray);
    list->ray = NULL;
    list->count = 0;
}

static hit_vec3 point_in(hit_aabb b)
{
    const float x = uniform(b.min.x, b.max.x), y = uniform(b.min.y, b.max.y);
    return hit_vec3_make(x, y, uniform(b.min.z, b.max.z));
}

// A point of the unit sphere, each place as likely as another: by its height and its angle (Archimedes).
static hit_vec3 direction(void)
{
    const float z = uniform(-1.0f, 1.0f), angle = uniform(0.0f, 6.2831853f), r = sqrtf(fmaxf(0.0f, 1.0f - z * z));
    return hit_vec3_make(r * cosf(angle), r * sinf(angle), z);
}

ray_list workload_primary(const scene* s, uint32_t side)
{
    const hit_vec3 forward = hit_vec3_normalize(hit_vec3_sub(s->target, s->eye));
    const hit_vec3 right = hit_vec3_normalize(hit_vec3_cross(forward, hit_vec3_make(0.0f, 0.0f, 1.0f)));
    const hit_vec3 up = hit_vec3_cross(right, forward);
    ray_list list = list_of(side * side);

    for (uint32_t j = 0; j < side; j++) {
        for (uint32_t i = 0; i < side; i++) {
            const float x = s->tangent * (2.0f * ((float)i + 0.5f) / (float)side - 1.0f);
            const float y = s->tangent * (1.0f - 2.0f * ((float)j + 0.5f) / (float)side);
            const hit_vec3 to = hit_vec3_add(hit_vec3_scale(right, x), hit_vec3_scale(up, y));
            list.ray[j * side + i] = hit_ray_make(s->eye, hit_vec3_normalize(hit_vec3_add(forward, to)));
        }
    }
    return list;
}

ray_list workload_incoherent(const scene* s, uint32_t count)
{
    ray_list list = list_of(count);

    draw_state = 17;
    for (uint32_t i = 0; i < count; i++) {
        const hit_vec3 origin = point_in(s->bounds);
        list.ray[i] = hit_ray_make(origin, direction());
    }
    return list;
}

hit_vec3 workload_normal(const scene* s, const hit_ray* ray, const first_hit* hit)
{
    hit_span span;

    if (s->kind == HIT_BVH_TRIANGLES) {
        const hit_triangle t = scene_triangle(s, hit->primitive);
        return hit_vec3_normalize(hit_vec3_cross(hit_vec3_sub(t.v1, t.v0), hit_vec3_sub(t.v2, t.v0)));
    }
    if (s->kind == HIT_BVH_AABBS && hit_ray_aabb(*ray, s->aabb[hit->primitive], &span) && span.face_enter >= 0) {
        float n[3] = {0.0f, 0.0f, 0.0f};
        n[span.face_enter / 2] = span.face_enter % 2 ? 1.0f : -1.0f;
        return hit_vec3_make(n[0], n[1], n[2]);
    }
    if (s->kind == HIT_BVH_OBBS && hit_ray_obb(*ray, &s->obb[hit->primitive], &span) && span.face_enter >= 0)
        return hit_vec3_scale(s->obb[hit->primitive].axis[span.face_enter / 2], span.face_enter % 2 ? 1.0f : -1.0f);
    return hit_vec3_scale(ray->direction, -1.0f);
}

// The next ray, round and round, that hits something; its point, a little off the surface, and the normal there that
// looks back. False when no ray hits anything.
static bool next_surface(const scene* s, const ray_list* from, const first_hit* hits, uint32_t* next, hit_vec3* place,
                         hit_vec3* normal)
{
    const hit_vec3 size = hit_vec3_sub(s->bounds.max, s->bounds.min);
    const float off = 1e-5f * sqrtf(hit_vec3_dot(size, size));

    for (uint32_t tries = 0; tries < from->count; tries++) {
        const uint32_t i = *next;
        *next = (i + 1) % from->count;
        if (hits[i].primitive == HIT_BVH_NONE)
            continue;
        *normal = workload_normal(s, &from->ray[i], &hits[i]);
        if (hit_vec3_dot(*normal, from->ray[i].direction) > 0.0f)
            *normal = hit_vec3_scale(*normal, -1.0f);
        *place = hit_vec3_add(hit_ray_at(from->ray[i], hits[i].t), hit_vec3_scale(*normal, off));
        return true;
    }
    return false;
}

ray_list workload_segments(const scene* s, const ray_list* from, const first_hit* hits, uint32_t count)
{
    ray_list list = list_of(count);
    uint32_t next = 0;
    hit_vec3 a, normal;

    draw_state = 19;
    for (uint32_t i = 0; i < count; i++) {
        if (i < count / 2 || !next_surface(s, from, hits, &next, &a, &normal))
            a = point_in(s->bounds);
        list.ray[i] = hit_segment_make(a, point_in(s->bounds));
    }
    return list;
}

ray_list workload_bounce(const scene* s, const ray_list* from, const first_hit* hits, uint32_t count)
{
    ray_list list = list_of(count);
    uint32_t next = 0;
    hit_vec3 place, normal;

    draw_state = 23;
    for (uint32_t i = 0; i < count; i++) {
        if (!next_surface(s, from, hits, &next, &place, &normal)) {
            list.count = 0;
            break;
        }
        // The sum of the normal and a point of the unit sphere is distributed as the cosine.
        list.ray[i] =
            hit_ray_make(place, hit_vec3_normalize(hit_vec3_add(normal, hit_vec3_scale(direction(), 0.999f))));
    }
    return list;
}

bool workload_picture(const scene* s, const ray_list* primary, const first_hit* hits, uint32_t side, const char* path)
{
    const hit_vec3 size = hit_vec3_sub(s->bounds.max, s->bounds.min);
    const float depth = sqrtf(hit_vec3_dot(size, size));
    FILE* f = fopen(path, "wb");
    bool good;

    if (f == NULL) {
        fprintf(stderr, "hitscan_bench: %s: %s\n", path, strerror(errno));
        return false;
    }
    fprintf(f, "P6\n%u %u\n255\n", (unsigned)side, (unsigned)side);
    for (uint32_t i = 0; i < primary->count; i++) {
        unsigned char rgb[3] = {235, 240, 245};
        if (hits[i].primitive != HIT_BVH_NONE) {
            const hit_ray* r = &primary->ray[i];
            const hit_vec3 n = workload_normal(s, r, &hits[i]);
            const float facing = 0.15f + 0.85f * fabsf(hit_vec3_dot(n, r->direction));
            const float fog = 1.0f - expf(-1.2f * hits[i].t / depth);
            const float tint[3] = {0.9f + 0.1f * n.x, 0.9f + 0.1f * n.y, 0.9f + 0.1f * n.z},
                        sky[3] = {0.6f, 0.7f, 0.85f};
            for (int k = 0; k < 3; k++)
                rgb[k] = (unsigned char)(255.0f * (facing * tint[k] * (1.0f - fog) + sky[k] * fog));
        }
        fwrite(rgb, 1, 3, f);
    }
    good = !ferror(f);
    good = fclose(f) == 0 && good;
    if (!good)
        fprintf(stderr, "hitscan_bench: %s: cannot write\n", path);
    return good;
}
