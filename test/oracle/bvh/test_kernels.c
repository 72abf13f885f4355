// Trees of triangles against the reference, on meshes and rays that are made to break the error bounds of the kernels:
// each scene has its numbers where one of the bounds of bvh/traverse/ray_setup.h, bvh/traverse/node.h or
// bvh/traverse/triangles.h is needed.
#include "support/bvh/bvh_check.h"
#include "support/base/cmocka_all.h"

// What a scene is made of: corners within `spread` of `center`, triangles of sizes from 2^size_low to 2^size_high.
typedef struct recipe {
    const char* name;
    int spread; ///< exponents
    int size_low, size_high;
    int center;       ///< of the centre's coordinates; the centre is 0 when this is ZERO
    int distance_low; ///< of the rays' origins from what they are aimed at
    int distance_high;
    int speed_low, speed_high; ///< of the largest component of the direction
    enum { ANY_SHAPE, NEEDLES, COPIES, THROUGH_ZERO, HALFWAY, SPECKS } shape;
} recipe;

enum { ZERO = -1000 };

static recipe recipes[] = {
    {"plain", 0, -3, 0, ZERO, -2, 2, 0, 0, ANY_SHAPE},
    // A leaf of triangles of very different sizes, and such as are far smaller than a rounding of their distance.
    {"of all sizes", -8, -30, 0, ZERO, -20, 12, -4, 4, ANY_SHAPE},
    {"tiny, far from the origin", -12, -22, -14, 0, -16, 2, -1, 1, ANY_SHAPE},
    {"tiny, seen from far", -26, -28, -22, ZERO, -1, 6, 0, 4, THROUGH_ZERO},
    {"tiny, seen from farther", -20, -28, -18, ZERO, -4, 12, -4, 4, THROUGH_ZERO},
    {"tiny, halfway between two floats", -40, -36, -27, ZERO, 0, 0, 0, 0, HALFWAY},
    {"needles", -2, -14, 2, ZERO, 0, 6, 0, 0, NEEDLES},
    {"needles, seen from far", -18, -26, -14, ZERO, -2, 6, 0, 0, NEEDLES},
    // One leaf of triangles that are far smaller than the gaps between them: edge functions are mostly noise.
    {"specks", 0, -25, -20, ZERO, -3, 1, 0, 0, SPECKS},
    {"copies", 0, -3, 0, ZERO, -2, 2, 0, 0, COPIES},
    // Near the limits of the kernels' range: products of coordinates overflow, or vanish.
    {"large", 50, 38, 58, ZERO, 40, 59, -42, 42, ANY_SHAPE},
    {"larger than large", 62, 40, 62, ZERO, 40, 62, -42, 42, ANY_SHAPE},
    {"at the kernels' limit", 38, 30, 39, ZERO, 34, 40, -41, 41, ANY_SHAPE},
    {"small", -40, -46, -36, ZERO, -44, -30, -41, 41, ANY_SHAPE},
    {"of a size whose square is denormal", -66, -72, -62, ZERO, -74, -58, -3, 3, ANY_SHAPE},
    {"very small", -110, -120, -105, ZERO, -115, -100, -3, 41, ANY_SHAPE},
    {"denormal", -141, -147, -138, ZERO, -146, -136, -3, 10, ANY_SHAPE},
};

static float power(test_random* r, int low, int high)
{
    return fabsf(test_random_exponent(r, low, high));
}

static hit_vec3 near_to(test_random* r, hit_vec3 p, float size)
{
    const hit_vec3 v = test_random_vec3(r, -1.0f, 1.0f);
    return hit_vec3_add(p, hit_vec3_scale(v, size));
}

static float* component(hit_vec3* v, uint32_t axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

static void add_triangle(test_random* r, test_mesh* m, const recipe* c, hit_vec3 center)
{
    const float size = power(r, c->size_low, c->size_high);
    const hit_vec3 middle = c->shape == THROUGH_ZERO || c->shape == HALFWAY
                                ? near_to(r, center, 0.5f * size)
                                : near_to(r, center, ldexpf(1.0f, c->spread));
    hit_vec3 corner[3];
    uint32_t index[3];

    for (int i = 0; i < 3; i++)
        corner[i] = near_to(r, middle, size);
    // A needle: long, and as thin as a few roundings.
    if (c->shape == NEEDLES && test_random_below(r, 4) != 0)
        corner[2] = near_to(r, corner[test_random_below(r, 2)], power(r, c->size_low - 6, c->size_low));
    // Edge-on for rays along an axis.
    if (test_random_below(r, 4) == 0) {
        const uint32_t axis = test_random_below(r, 3);
        *component(&corner[1], axis) = *component(&corner[2], axis) = *component(&corner[0], axis);
    }
    for (int i = 0; i < 3; i++)
        index[i] = test_mesh_vertex(m, corner[i].x, corner[i].y, corner[i].z);
    test_mesh_face(m, index[0], index[1], index[2]);
}

// A point that, seen from the origin of a ray of halfway_ray, lies halfway between two floats on each axis, so that the
// corners around it are rounded to one or the other, which are farther apart than the triangle is large.
static const hit_vec3 halfway = {0x1p-25f, 0x1p-25f, 0x1p-25f};

// In units of 2^-25: odd numbers below 2^23 as the direction, and an origin so that the ray is in `halfway` at t = 3.
static hit_ray halfway_ray(test_random* r)
{
    float o[3], d[3];
    for (int i = 0; i < 3; i++) {
        const int step = (int)(test_random_below(r, 1u << 22) | 1u << 22 | 1u) * (test_random_below(r, 2) ? 1 : -1);
        d[i] = 0x1p-25f * (float)step;
        o[i] = 0x1p-25f * (float)(1 - 3 * step);
    }
    return hit_ray_make(hit_vec3_make(o[0], o[1], o[2]), hit_vec3_make(d[0], d[1], d[2]));
}

static test_mesh make_mesh(test_random* r, const recipe* c, uint32_t faces)
{
    const float at = c->center == ZERO ? 0.0f : ldexpf(1.0f, c->center);
    const hit_vec3 center = c->shape == HALFWAY ? halfway : hit_vec3_scale(test_random_vec3(r, -1.0f, 1.0f), at);
    test_mesh m = test_mesh_room(3 * faces, faces);

    while (m.faces < faces)
        if (c->shape == COPIES && m.faces > 3 && test_random_below(r, 4) != 0) {
            const uint32_t old = test_random_below(r, m.faces < 12 ? m.faces : 12);
            test_mesh_face(&m, m.face[old][0], m.face[old][1], m.face[old][2]);
        } else
            add_triangle(r, &m, c, center);
    return m;
}

// Make a direction one of those that are hard: along an axis but for a component about 2^-24 of the largest one, less,
// denormal or zero of either sign.
static hit_vec3 hard_direction(test_random* r, float speed)
{
    hit_vec3 d = test_random_vec3(r, -1.0f, 1.0f);
    const uint32_t axis = test_random_below(r, 3);

    if (test_random_below(r, 2) == 0)
        for (uint32_t k = 0; k < 2; k++) {
            float* x = component(&d, (axis + k) % 3);
            switch (test_random_below(r, 6)) {
            case 0:
                *x = copysignf(0.0f, *x);
                break;
            case 1:
                *x = test_random_exponent(r, -149, -100);
                break;
            case 2:
            case 3:
                *x = test_random_exponent(r, -27, -21);
                break;
            case 4:
                *x = test_random_exponent(r, -60, -10);
                break;
            default:
                break;
            }
        }
    return hit_vec3_scale(d, speed);
}

static hit_vec3 some_target(test_random* r, const hit_triangle* t)
{
    const float u = test_random_range(r, 0.0f, 1.0f), v = test_random_range(r, 0.0f, 1.0f - u);
    switch (test_random_below(r, 3)) {
    case 0:
        return t->v1;
    case 1:
        return hit_vec3_add(hit_vec3_scale(t->v0, 1.0f - u), hit_vec3_scale(t->v2, u));
    default:
        return hit_vec3_add(hit_vec3_scale(t->v0, 1.0f - u - v),
                            hit_vec3_add(hit_vec3_scale(t->v1, u), hit_vec3_scale(t->v2, v)));
    }
}

static void some_range(test_random* r, hit_ray* ray, float t)
{
    switch (test_random_below(r, 8)) {
    case 0:
        ray->t_min = -0.0f;
        break;
    case 1:
        ray->t_min = -HUGE_VALF;
        break;
    case 2:
        ray->t_min = -t * test_random_range(r, 0.0f, 2.0f);
        break;
    case 3:
        ray->t_min = -t * power(r, -60, 60);
        ray->t_max = t * power(r, -2, 2);
        break;
    case 4:
        ray->t_min = t * test_random_range(r, 0.0f, 1.5f);
        break;
    case 5:
        ray->t_min = -HUGE_VALF;
        ray->t_max = -t * test_random_range(r, -1.0f, 1.0f);
        break;
    default:
        break;
    }
    if (!(ray->t_min <= ray->t_max))
        ray->t_max = HUGE_VALF;
}

static hit_ray make_ray(test_random* r, const recipe* c, const test_mesh* m)
{
    const hit_triangle t = test_mesh_triangle(m, test_random_below(r, m->faces));
    const float speed = power(r, c->speed_low, c->speed_high), distance = power(r, c->distance_low, c->distance_high);
    hit_vec3 direction = hard_direction(r, speed), target = some_target(r, &t);
    float time = distance / speed;
    hit_ray ray;

    if (c->shape == HALFWAY)
        return halfway_ray(r);
    if (c->shape == THROUGH_ZERO) {
        // Exactly through zero, or past it by a part of a triangle.
        time = ldexpf(1.0f, (int)test_random_below(r, 8) - 2);
        target = test_random_below(r, 2) ? hit_vec3_make(0.0f, 0.0f, 0.0f)
                                         : near_to(r, hit_vec3_make(0.0f, 0.0f, 0.0f), ldexpf(1.0f, c->size_low));
    } else if (c->shape == SPECKS && test_random_below(r, 4) != 0) {
        target = near_to(r, hit_vec3_make(0.0f, 0.0f, 0.0f), 1.0f);
    } else if (c->shape == NEEDLES && test_random_below(r, 2)) {
        // Along the needle: its tip points at the ray, or nearly.
        const hit_vec3 edge = hit_vec3_sub(t.v1, t.v0);
        direction = near_to(r, edge, 0x1p-12f * fabsf(edge.x));
        time = power(r, -1, 8);
    } else if (test_random_below(r, 16) == 0)
        time = 0.0f;
    // Both ways: the origin behind what is aimed at when t may be negative.
    ray = hit_ray_make(hit_vec3_sub(target, hit_vec3_scale(direction, time)), direction);
    if (test_random_below(r, 8) == 0)
        *component(&ray.origin, test_random_below(r, 3)) = test_random_below(r, 2) ? t.v0.x : t.v1.y;
    some_range(r, &ray, time);
    if (ray.t_min < 0.0f && test_random_below(r, 2))
        ray.direction = hit_vec3_scale(ray.direction, -1.0f);
    return ray;
}

static uint64_t run(const recipe* c, uint32_t faces, uint64_t rays, uint64_t seed)
{
    test_random r = test_random_make(seed);
    test_mesh m = make_mesh(&r, c, faces);
    check_scene s = check_mesh(c->name, &m, seed);

    for (uint64_t i = 0; i < rays; i++) {
        const hit_ray ray = make_ray(&r, c, &m);
        float t;
        check_ray(&s, &r, ray, c->name);
        if (i % 4 == 0 && check_some_t(&s, &r, ray, &t))
            check_ray(&s, &r, test_ray_end_at(&r, ray, t), "with an end at a hit");
    }
    if (s.wrong != 0)
        printf("  %s, %u triangles: %llu rays, %llu hit, %llu wrong\n", c->name, faces, (unsigned long long)s.rays,
               (unsigned long long)s.hits, (unsigned long long)s.wrong);
    check_free(&s);
    test_mesh_free(&m);
    return s.wrong;
}

static void run_recipe(void** state)
{
    static const uint32_t sizes[] = {1, 5, 8, 14, 40, 200};
    const recipe* c = *state;
    const uint64_t scenes = test_costly_cases(18000) / (sizeof recipes / sizeof *recipes) / 50;
    uint64_t wrong = 0;

    for (uint64_t i = 0; i <= scenes; i++)
        wrong += run(c, sizes[i % 6], 50, test_seed() + 1000 * i + (uint64_t)(c - recipes));
    assert_int_equal(wrong, 0);
}

int main(void)
{
    enum { RECIPES = sizeof recipes / sizeof *recipes };
    struct CMUnitTest tests[RECIPES];

    printf("seed %llu\n", (unsigned long long)test_seed());
    for (int k = 0; k < RECIPES; k++)
        tests[k] = (struct CMUnitTest){recipes[k].name, run_recipe, NULL, NULL, &recipes[k]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
