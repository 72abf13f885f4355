#include "support/cases/ray_box_cases.h"

#include <float.h>

const char* const test_category_names[CASE_CATEGORIES] = {
    "random",     "aimed at an edge", "aimed at a corner",  "direction with ±0", "origin on a face", "origin inside",
    "flat boxes", "point boxes",      "scales 2^±60 apart", "tiny directions",   "up to FLT_MAX",
};

static float pick(test_random* r, float a, float b)
{
    return test_random_below(r, 2) ? a : b;
}

static void order(float* a, float* b)
{
    if (*a > *b) {
        const float c = *a;
        *a = *b;
        *b = c;
    }
}

static float coordinate(test_random* r, test_category category, bool grid)
{
    if (category == CASE_HUGE)
        return test_random_below(r, 8) ? test_random_exponent(r, 100, 127) : pick(r, FLT_MAX, -FLT_MAX);
    if (category == CASE_SCALES_APART)
        return test_random_exponent(r, -60, 60);
    return grid ? test_random_grid(r) : test_random_range(r, -4.0f, 4.0f);
}

// One after the other: compilers differ in the order in which they evaluate arguments.
static hit_vec3 coordinates(test_random* r, test_category category, bool grid)
{
    const float x = coordinate(r, category, grid);
    const float y = coordinate(r, category, grid);
    const float z = coordinate(r, category, grid);
    return hit_vec3_make(x, y, z);
}

hit_aabb test_case_box(test_random* r, test_category category)
{
    const bool grid = test_random_below(r, 2);
    float lo[3], hi[3];

    for (int i = 0; i < 3; i++) {
        lo[i] = coordinate(r, category, grid);
        hi[i] = category == CASE_POINT ? lo[i] : coordinate(r, category, grid);
        order(&lo[i], &hi[i]);
    }
    if (category == CASE_FLAT) {
        const uint32_t axis = test_random_below(r, 3);
        hi[axis] = lo[axis];
    }
    return hit_aabb_make(hit_vec3_make(lo[0], lo[1], lo[2]), hit_vec3_make(hi[0], hi[1], hi[2]));
}

static float between(test_random* r, float lo, float hi)
{
    const float x = (float)((double)lo + (double)test_random_range(r, 0.0f, 1.0f) * ((double)hi - (double)lo));
    return x < lo ? lo : x > hi ? hi : x;
}

// A point of the box; `free_axes` of its coordinates are anywhere, the others on a face.
static hit_vec3 point_of(test_random* r, hit_aabb box, uint32_t free_axes)
{
    const float lo[3] = {box.min.x, box.min.y, box.min.z}, hi[3] = {box.max.x, box.max.y, box.max.z};
    const uint32_t first = test_random_below(r, 3);
    float p[3];

    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t axis = (first + i) % 3;
        p[axis] = i < free_axes ? between(r, lo[axis], hi[axis]) : pick(r, lo[axis], hi[axis]);
        if (i < free_axes && fabsf(p[axis]) < 1000.0f && test_random_below(r, 2))
            p[axis] = floorf(p[axis] * 8.0f) / 8.0f; // back to the grid; it may leave the box, which is a case too
    }
    return hit_vec3_make(p[0], p[1], p[2]);
}

static hit_vec3 minus(hit_vec3 a, hit_vec3 b)
{
    return hit_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

hit_ray test_case_interval(test_random* r, hit_vec3 origin, hit_vec3 direction, float t)
{
    hit_ray ray = hit_line_make(origin, direction);

    switch (test_random_below(r, 4)) {
    case 0:
        break;
    case 1:
        ray = hit_ray_make(origin, direction);
        break;
    case 2:
        ray.t_min = 0.0f, ray.t_max = 1.0f;
        break;
    default: // an end close to t, or at it
        ray.t_min = test_random_below(r, 2) ? t : test_random_range(r, -2.0f, 1.0f);
        ray.t_max = test_random_below(r, 2) ? nextafterf(t, HUGE_VALF) : test_random_range(r, 0.0f, 8.0f);
        if (test_random_below(r, 4) == 0)
            ray.t_min = -HUGE_VALF, ray.t_max = test_random_below(r, 2) ? t : nextafterf(t, -HUGE_VALF);
        if (!(ray.t_min <= ray.t_max))
            ray.t_max = ray.t_min;
        if (!isfinite(ray.t_min) && ray.t_min > 0.0f)
            ray.t_min = 0.0f;
        if (!isfinite(ray.t_max) && ray.t_max < 0.0f)
            ray.t_max = 0.0f;
        break;
    }
    return ray;
}

hit_ray test_case_ray(test_random* r, test_category category, hit_aabb box)
{
    const bool grid = test_random_below(r, 2);
    hit_vec3 origin = coordinates(r, category, grid);
    hit_vec3 target = grid ? test_random_grid_vec3(r) : test_random_vec3(r, -4.0f, 4.0f);
    hit_vec3 direction;
    float t = 1.0f;

    switch (category) {
    case CASE_EDGE:
        target = point_of(r, box, 1);
        break;
    case CASE_CORNER:
    case CASE_POINT:
        target = point_of(r, box, 0);
        break;
    case CASE_ORIGIN_ON_FACE:
        origin = point_of(r, box, 2);
        t = 0.0f;
        break;
    case CASE_INSIDE:
        origin = point_of(r, box, 3);
        break;
    case CASE_RANDOM:
        break;
    default:
        target = point_of(r, box, test_random_below(r, 4));
        break;
    }
    direction = minus(target, origin);
    if (category == CASE_HUGE) // the difference may overflow
        direction = test_random_exponents(r, -126, 127);
    if (category == CASE_HUGE && test_random_below(r, 2)) {
        direction =
            hit_vec3_make(target.x / 4 - origin.x / 4, target.y / 4 - origin.y / 4, target.z / 4 - origin.z / 4);
        t = 4.0f;
    }
    if (category == CASE_SCALES_APART && test_random_below(r, 2)) {
        const float scale = ldexpf(1.0f, (int)test_random_below(r, 121) - 60);
        direction = hit_vec3_scale(direction, scale);
        t = 1.0f / scale;
    }
    if (category == CASE_TINY_DIRECTION) {
        const float scale = ldexpf(1.0f, -(int)test_random_below(r, 150));
        direction = hit_vec3_scale(direction, scale); // may round, to denormals and to zero
        t = 1.0f / scale;
    }
    if (category == CASE_ZERO_DIRECTION || test_random_below(r, 16) == 0) {
        const uint32_t axes = 1 + test_random_below(r, 6); // one or two of the three
        if (axes & 1)
            direction.x = pick(r, 0.0f, -0.0f);
        if (axes & 2)
            direction.y = pick(r, 0.0f, -0.0f);
        if (axes & 4)
            direction.z = pick(r, 0.0f, -0.0f);
        if (test_random_below(r, 2)) { // start on the planes that the ray is parallel to
            if (axes & 1)
                origin.x = pick(r, box.min.x, box.max.x);
            if (axes & 2)
                origin.y = pick(r, box.min.y, box.max.y);
            if (axes & 4)
                origin.z = pick(r, box.min.z, box.max.z);
        }
    }
    if (category != CASE_TINY_DIRECTION && category != CASE_HUGE && test_random_below(r, 2)) {
        const float any = test_random_range(r, 0.1f, 3.0f);
        const float stretch = pick(r, 0.5f, any);
        direction = hit_vec3_scale(direction, stretch);
        t /= stretch;
    }
    return test_case_interval(r, origin, direction, t);
}
