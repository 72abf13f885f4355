#include "support/scene/scene_answers.h"

// ---- FNV-1a over numbers, bit by bit, with one zero -----------------------------------------------------------------

static const uint64_t MIX_START = 0xcbf29ce484222325u;

static void mix(uint64_t* hash, const void* data, size_t size)
{
    const unsigned char* bytes = data;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u;
}

static void mix_number(uint64_t* hash, uint32_t number)
{
    mix(hash, &number, sizeof number);
}

static void mix_float(uint64_t* hash, float x)
{
    x += 0.0f;
    mix(hash, &x, sizeof x);
}

static void mix_double(uint64_t* hash, double x)
{
    x += 0.0;
    mix(hash, &x, sizeof x);
}

// The place of an id among all.
static void mix_id(uint64_t* hash, const hit_id* ids, uint32_t count, hit_id id)
{
    uint32_t i = 0;
    while (i < count && ids[i] != id)
        i++;
    mix_number(hash, i);
}

// ---- Answers --------------------------------------------------------------------------------------------------------

enum { ROOM = 64 };

static void mix_hit(uint64_t* hash, const hit_id* ids, uint32_t count, const hit_scene_hit* hit)
{
    mix_id(hash, ids, count, hit->id);
    mix_float(hash, hit->t);
    mix_number(hash, hit->primitive);
    mix_float(hash, hit->u), mix_float(hash, hit->v), mix_float(hash, hit->w);
    mix_number(hash, (uint32_t)hit->side);
    mix_number(hash, (uint32_t)(hit->face + 1));
    mix_float(hash, hit->normal.x), mix_float(hash, hit->normal.y), mix_float(hash, hit->normal.z);
    mix_double(hash, hit->t_double);
    mix_double(hash, hit->point.x), mix_double(hash, hit->point.y), mix_double(hash, hit->point.z);
}

uint64_t scene_hash_rays(const hit_scene* scene, const hit_dray* rays, uint32_t count)
{
    const hit_scene_filter filters[3] = {{.layers = 3}, {.sides = HIT_SIDES_FRONT}, {.sides = HIT_SIDES_BACK}};
    static _Thread_local hit_id ids[4096];
    const uint32_t objects = hit_scene_list(scene, ids, 4096);
    uint64_t hash = MIX_START;

    for (uint32_t i = 0; i < count; i++) {
        hit_scene_hit hits[ROOM];
        uint32_t found = hit_scene_first(scene, rays[i], NULL, hits);
        for (int pass = 0; pass < 3; pass++) { // the first, all, the nearest three
            mix_number(&hash, found);
            for (uint32_t k = 0; k < found && k < ROOM; k++)
                mix_hit(&hash, ids, objects, &hits[k]);
            found = pass == 0 ? hit_scene_all(scene, rays[i], NULL, hits, ROOM)
                              : hit_scene_first_k(scene, rays[i], &filters[0], hits, 3);
        }
        mix_number(&hash, hit_scene_any(scene, rays[i], &filters[i % 3]));
        mix_number(&hash, hit_scene_count(scene, rays[i], &filters[1 + i % 2]));
    }
    return hash;
}

uint64_t scene_hash_volumes(const hit_scene* scene, const hit_dvec3* places, uint32_t count, float size)
{
    static _Thread_local hit_id ids[4096];
    const uint32_t objects = hit_scene_list(scene, ids, 4096);
    uint64_t hash = MIX_START;

    for (uint32_t i = 0; i < count; i++) {
        const hit_vec3 at = {0.25f * size, -0.125f * size, 0.0f}, axis = {1.0f, (float)(i % 3) - 1.0f, 0.5f};
        const hit_vec3 half = {size, 0.5f * size, 2.0f * size};
        const hit_quat turn = {0.5f, -0.25f, (float)(i % 5) * 0.25f, 1.0f};
        const hit_cone cone = hit_cone_clip(hit_cone_from_tan(at, axis, 0.5f), 0.0f, i % 2 ? 4.0f * size : HUGE_VALF);
        const hit_aabb box = hit_aabb_from_center(at, half);
        const hit_obb obb = hit_obb_make(at, turn, half);
        const hit_sphere sphere = {at, 1.5f * size};
        hit_vec3 corners[8];
        hit_frustum frustum;
        uint32_t found;

        for (int c = 0; c < 8; c++) { // a pyramid without its top
            const float far = c & 4 ? 6.0f : 1.0f;
            corners[c] =
                hit_vec3_make((c & 1 ? far : -far) * 0.5f * size, (c & 2 ? far : -far) * 0.25f * size, -far * size);
        }
        for (int relation = 0; relation < 2; relation++) {
            hit_id out[ROOM];
            for (int volume = 0; volume < 5; volume++) {
                const hit_include how = (hit_include)relation;
                found = 0;
                if (volume == 0)
                    found = hit_scene_in_cone(scene, places[i], &cone, how, NULL, out, ROOM);
                if (volume == 1)
                    found = hit_scene_in_aabb(scene, places[i], box, how, NULL, out, ROOM);
                if (volume == 2)
                    found = hit_scene_in_obb(scene, places[i], &obb, how, NULL, out, ROOM);
                if (volume == 3)
                    found = hit_scene_in_sphere(scene, places[i], sphere, how, NULL, out, ROOM);
                if (volume == 4 && hit_frustum_from_corners(corners, &frustum))
                    found = hit_scene_in_frustum(scene, places[i], &frustum, how, NULL, out, ROOM);
                mix_number(&hash, found);
                for (uint32_t k = 0; k < found && k < ROOM; k++)
                    mix_id(&hash, ids, objects, out[k]);
            }
        }
    }
    return hash;
}

uint64_t scene_hash_closest(const hit_scene* scene, const hit_dvec3* places, uint32_t count, float size)
{
    static _Thread_local hit_id ids[4096];
    const uint32_t objects = hit_scene_list(scene, ids, 4096);
    uint64_t hash = MIX_START;

    for (uint32_t i = 0; i < count; i++) {
        hit_scene_closest closest[5];
        const double most = i % 2 ? HUGE_VAL : 2.0 * (double)size;
        const uint32_t found = hit_scene_closest_points(scene, places[i], most, NULL, closest, 5);
        mix_number(&hash, found);
        for (uint32_t k = 0; k < found; k++) {
            mix_id(&hash, ids, objects, closest[k].id);
            mix_double(&hash, closest[k].distance);
            mix_number(&hash, closest[k].primitive);
        }
    }
    return hash;
}
