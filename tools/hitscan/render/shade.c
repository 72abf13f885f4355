// Shading: a sun with soft shadows, a sky that is bright above and dim below, and how much of it a point sees.
//
// Surfaces are seen from both sides. Rays to the light start a little above their surface: a point on it is known to
// some roundings of its coordinates only.
#include "render/shade.h"
#include "render/colour.h"

static const hit_vec3 SUNLIGHT = {1.82f, 1.66f, 1.42f};
static const hit_vec3 SKYLIGHT = {0.50f, 0.60f, 0.78f};
static const hit_vec3 GROUNDLIGHT = {0.26f, 0.23f, 0.21f};
static const float SUN_RADIUS = 0.035f; // of the sun's disc, as a tangent
static const float UNHIDDEN = 0.12f;    // share of the sky's light that reaches every corner

// The direction of one of the camera's three rows of numbers, less what it has of the direction of view.
static hit_vec3 across(const double row[4], hit_vec3 forward)
{
    const hit_vec3 a = v((float)row[0], (float)row[1], (float)row[2]);
    return hit_vec3_normalize(add_scaled(a, forward, -hit_vec3_dot(a, forward)));
}

// Towards the sun: high, from the left, and a little from behind the viewer. Seen from above it comes from the upper
// left of the picture; from below, where a high sun would leave everything dark, from below as well.
static hit_vec3 place_sun(const hit_camera* camera, hit_vec3 up)
{
    const hit_vec3 forward =
        v((float)camera->near_plane[0], (float)camera->near_plane[1], (float)camera->near_plane[2]);
    const hit_vec3 right = across(camera->x, forward), down = across(camera->y, forward);
    const float climb = hit_vec3_dot(forward, up);
    const hit_vec3 level = add_scaled(forward, up, -climb);
    const hit_vec3 behind = hit_vec3_scale(fabsf(climb) < 0.95f ? hit_vec3_normalize(level) : down, -1.0f);
    const hit_vec3 high = hit_vec3_scale(up, climb > 0.5f ? -0.66f : 0.66f);
    return hit_vec3_normalize(add_scaled(add_scaled(high, right, -0.68f), behind, 0.32f));
}

shading shading_make(const hit_bvh* tree, const hit_camera* camera, hit_vec3 up, double size)
{
    shading s = {.tree = tree, .up = up, .sun = place_sun(camera, up), .patterns = light_patterns_make()};
    basis(s.sun, &s.sun_side, &s.sun_up);
    s.ao_distance = (float)(0.16 * size);
    s.ray_bias = (float)(2e-5 * size);
    return s;
}

static float sun_visible(const shading* s, hit_vec3 from, uint32_t pattern)
{
    const float* d = s->patterns.disc[pattern];
    const hit_vec3 toward =
        add_scaled(add_scaled(s->sun, s->sun_side, SUN_RADIUS * d[0]), s->sun_up, SUN_RADIUS * d[1]);
    return hit_bvh_any(s->tree, hit_ray_make(from, toward), NULL) ? 0.0f : 1.0f;
}

static float sky_visible(const shading* s, hit_vec3 from, hit_vec3 normal, uint32_t pattern)
{
    float seen = 0.0f;
    hit_vec3 x, y;
    basis(normal, &x, &y);
    for (uint32_t k = 0; k < SKY_RAYS; k++) {
        const float* d = s->patterns.dome[pattern + PATTERNS * k];
        hit_ray ray = hit_ray_make(from, add_scaled(add_scaled(hit_vec3_scale(normal, d[2]), x, d[0]), y, d[1]));
        ray.t_max = s->ao_distance;
        seen += hit_bvh_any(s->tree, ray, NULL) ? 0.0f : 1.0f;
    }
    return seen / (float)SKY_RAYS;
}

void shade_hit(const shading* s, const hit_ray* ray, const hit_bvh_hit* hit, hit_vec3 colour, uint32_t pattern,
               lit_sample* out, uint64_t* rays)
{
    const hit_vec3 toward = hit_vec3_normalize(ray->direction), point = hit_ray_at(*ray, hit->t);
    const hit_vec3 front = hit_bvh_normal(s->tree, hit);
    const hit_vec3 n = hit_vec3_dot(front, toward) > 0.0f ? hit_vec3_scale(front, -1.0f) : front;
    const hit_vec3 half = hit_vec3_normalize(hit_vec3_sub(s->sun, toward));
    const float facing = hit_vec3_dot(n, s->sun), shine = power2(clamp01(hit_vec3_dot(n, half)), 5);
    const float largest = fmaxf(fabsf(point.x), fmaxf(fabsf(point.y), fabsf(point.z)));
    const hit_vec3 start = add_scaled(point, n, s->ray_bias + 0x1p-20f * largest);
    const hit_vec3 sky = mix(GROUNDLIGHT, SKYLIGHT, 0.5f + 0.5f * hit_vec3_dot(n, s->up));
    out->normal = n;
    out->sunlit = add_scaled(hit_vec3_scale(times(colour, SUNLIGHT), clamp01(facing)), SUNLIGHT, 0.07f * shine);
    out->skylit = hit_vec3_scale(times(colour, sky), 1.0f - UNHIDDEN);
    out->rest = hit_vec3_scale(times(colour, sky), UNHIDDEN);
    out->sun = 0.0f;
    if (facing > 0.0f) {
        out->sun = sun_visible(s, start, pattern);
        ++*rays;
    }
    out->sky = sky_visible(s, start, n, pattern);
    *rays += SKY_RAYS;
}

hit_vec3 backdrop(float height)
{
    return mix(v(0.17f, 0.26f, 0.42f), v(0.90f, 0.95f, 1.00f), smooth(-0.30f, 1.10f, height));
}
