// Samples and their light: see shade.h.
//
// The light is a sun with soft shadows, and a sky that is bright above and dim below, of which a point sees a share.
// Surfaces are seen from both sides. Rays to the light start a little above their surface: a point on it is known to
// some roundings of its coordinates only.
#include "render/shade.h"
#include "render/colour.h"

// ---- Samples --------------------------------------------------------------------------------------------------------

void sample_position(uint32_t side, uint32_t column, uint32_t row, double position[2])
{
    const uint32_t i = column % side, j = row % side, x = column / side, y = row / side;
    const double cell = 1.0 / ((double)side * side);
    position[0] = (double)x + cell * (0.5 + (double)(side * i + j));
    position[1] = (double)y + cell * (0.5 + (double)(side * j + side - 1 - i));
}

uint32_t sample_pattern(uint32_t column, uint32_t row)
{
    static const uint8_t order[PATTERN][PATTERN] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    return order[row % PATTERN][column % PATTERN];
}

// Points on a spiral of equal areas, the turn between two being the golden angle (Vogel, 1979). They fill the unit
// disc evenly; as the feet of unit vectors they give the cosine-weighted dome.
light_patterns light_patterns_make(void)
{
    const float turn_cos = -0.73736888f, turn_sin = 0.67549029f;
    float c = 1.0f, s = 0.0f;
    light_patterns w;
    for (uint32_t i = 0; i < PATTERNS * SKY_RAYS; i++) {
        const float disc_radius = sqrtf(((float)i + 0.5f) / PATTERNS);
        const float dome_radius = sqrtf(((float)i + 0.5f) / (PATTERNS * SKY_RAYS)), next = c * turn_cos - s * turn_sin;
        if (i < PATTERNS) {
            w.disc[i][0] = disc_radius * c;
            w.disc[i][1] = disc_radius * s;
        }
        w.dome[i][0] = dome_radius * c;
        w.dome[i][1] = dome_radius * s;
        w.dome[i][2] = sqrtf(1.0f - dome_radius * dome_radius);
        s = c * turn_sin + s * turn_cos;
        c = next;
    }
    return w;
}

// Duff et al., Building an orthonormal basis, 2017.
void basis(hit_vec3 n, hit_vec3* a, hit_vec3* b)
{
    const float sign = n.z < 0.0f ? -1.0f : 1.0f, c = -1.0f / (sign + n.z), d = n.x * n.y * c;
    *a = v(1.0f + sign * n.x * n.x * c, sign * d, -sign * n.x);
    *b = v(d, sign + n.y * n.y * c, -n.y);
}

sun_disc sun_disc_make(hit_vec3 toward, float radius)
{
    sun_disc sun = {.centre = toward, .radius = radius};
    basis(toward, &sun.side, &sun.up);
    return sun;
}

hit_vec3 sun_direction(const light_patterns* p, const sun_disc* sun, uint32_t pattern)
{
    const float* d = p->disc[pattern];
    return add_scaled(add_scaled(sun->centre, sun->side, sun->radius * d[0]), sun->up, sun->radius * d[1]);
}

void sky_directions(const light_patterns* p, hit_vec3 normal, uint32_t pattern, hit_vec3 out[SKY_RAYS])
{
    hit_vec3 x, y;
    basis(normal, &x, &y);
    for (uint32_t k = 0; k < SKY_RAYS; k++) {
        const float* d = p->dome[pattern + PATTERNS * k];
        out[k] = add_scaled(add_scaled(hit_vec3_scale(normal, d[2]), x, d[0]), y, d[1]);
    }
}

static bool same_surface(const lit_grid* grid, const lit_sample* a, const lit_sample* b)
{
    return a->index == b->index && hit_vec3_dot(a->normal, b->normal) > 0.8f &&
           !(fabsf(a->depth - b->depth) > grid->tolerance * a->depth);
}

hit_vec3 gather_light(const lit_grid* grid, uint32_t column, uint32_t row)
{
    const lit_sample* s = &grid->samples[(size_t)row * grid->columns + column];
    const uint32_t row0 = row < ABOVE ? 0 : row - ABOVE, column0 = column < ABOVE ? 0 : column - ABOVE;
    const uint32_t row1 = row + BELOW < grid->rows ? row + BELOW : grid->rows - 1;
    const uint32_t column1 = column + BELOW < grid->columns ? column + BELOW : grid->columns - 1;
    float sun = 0.0f, sky = 0.0f, count = 0.0f;
    if (s->index == 0)
        return s->rest;
    for (uint32_t y = row0; y <= row1; y++)
        for (uint32_t x = column0; x <= column1; x++) {
            const lit_sample* near = &grid->samples[(size_t)y * grid->columns + x];
            if (same_surface(grid, near, s)) {
                sun += near->sun;
                sky += near->sky;
                count += 1.0f;
            }
        }
    return add_scaled(add_scaled(s->rest, s->sunlit, sun / count), s->skylit, sky / count);
}

// ---- Sun and sky ----------------------------------------------------------------------------------------------------

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
    shading s = {.tree = tree,
                 .up = up,
                 .sun = sun_disc_make(place_sun(camera, up), SUN_RADIUS),
                 .patterns = light_patterns_make()};
    s.ao_distance = (float)(0.16 * size);
    s.ray_bias = (float)(2e-5 * size);
    return s;
}

static float sun_visible(const shading* s, hit_vec3 from, uint32_t pattern)
{
    const hit_ray ray = hit_ray_make(from, sun_direction(&s->patterns, &s->sun, pattern));
    return hit_bvh_any(s->tree, ray, s->filter) ? 0.0f : 1.0f;
}

static float sky_visible(const shading* s, hit_vec3 from, hit_vec3 normal, uint32_t pattern)
{
    hit_vec3 toward[SKY_RAYS];
    float seen = 0.0f;
    sky_directions(&s->patterns, normal, pattern, toward);
    for (uint32_t k = 0; k < SKY_RAYS; k++) {
        hit_ray ray = hit_ray_make(from, toward[k]);
        ray.t_max = s->ao_distance;
        seen += hit_bvh_any(s->tree, ray, s->filter) ? 0.0f : 1.0f;
    }
    return seen / (float)SKY_RAYS;
}

void shade_hit(const shading* s, const hit_ray* ray, const hit_bvh_hit* hit, const surface_look* face, hit_vec3 colour,
               uint32_t pattern, lit_sample* out, uint64_t* rays)
{
    const hit_vec3 toward = hit_vec3_normalize(ray->direction), point = hit_ray_at(*ray, hit->t);
    const hit_vec3 n = face->normal;
    const hit_vec3 half = hit_vec3_normalize(hit_vec3_sub(s->sun.centre, toward));
    const float facing = hit_vec3_dot(n, s->sun.centre), shine = power2(clamp01(hit_vec3_dot(n, half)), 5);
    const float largest = fmaxf(fabsf(point.x), fmaxf(fabsf(point.y), fabsf(point.z)));
    const hit_vec3 start = add_scaled(hit_vec3_add(point, face->lift), face->face, s->ray_bias + 0x1p-20f * largest);
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
