#include "support/cases/mesh_rays.h"

#include <float.h>
#include <stdio.h>

const char* const test_ray_names[RAY_KINDS] = {
    "anywhere",
    "at a vertex",
    "at an edge",
    "at a midpoint",
    "at a face",
    "along edge",
    "in plane",
    "axis",
    "axis, anywhere",
    "in an axis plane",
    "surface",
    "inside",
    "tiny direction",
    "huge direction",
    "uneven direction",
    "far origin",
    "denormal origin",
    "any bits",
    "bad",
};

// Where the mesh is: doubles, because its extent may exceed the largest float.
typedef struct place {
    double center[3], size;
} place;

static place place_of(const test_mesh* m)
{
    place p = {{0, 0, 0}, 0};
    double lo[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, hi[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    // A sample of the vertices will do: rays need not know the mesh exactly.
    for (uint32_t i = 0; i < m->vertices; i += m->vertices / 4096 + 1) {
        const double v[3] = {m->vertex[i].x, m->vertex[i].y, m->vertex[i].z};
        for (int a = 0; a < 3; a++)
            lo[a] = v[a] < lo[a] ? v[a] : lo[a], hi[a] = v[a] > hi[a] ? v[a] : hi[a];
    }
    for (int a = 0; a < 3 && m->vertices > 0; a++) {
        p.center[a] = 0.5 * (lo[a] + hi[a]);
        p.size = hi[a] - lo[a] > p.size ? hi[a] - lo[a] : p.size;
    }
    if (p.size == 0.0)
        p.size = 1.0;
    return p;
}

static float to_float(double x)
{
    return (float)fmin(fmax(x, -(double)FLT_MAX), (double)FLT_MAX);
}

static hit_vec3 around(test_random* r, const place* p, double reach)
{
    const hit_vec3 v = test_random_vec3(r, -1, 1);
    return hit_vec3_make(to_float(p->center[0] + reach * p->size * (double)v.x),
                         to_float(p->center[1] + reach * p->size * (double)v.y),
                         to_float(p->center[2] + reach * p->size * (double)v.z));
}

static hit_vec3 mix(const hit_triangle* t, double u, double v)
{
    const double w = 1.0 - u - v;
    return hit_vec3_make(to_float(w * (double)t->v0.x + u * (double)t->v1.x + v * (double)t->v2.x),
                         to_float(w * (double)t->v0.y + u * (double)t->v1.y + v * (double)t->v2.y),
                         to_float(w * (double)t->v0.z + u * (double)t->v1.z + v * (double)t->v2.z));
}

static hit_vec3 from_to(hit_vec3 a, hit_vec3 b)
{
    return hit_vec3_make(to_float((double)b.x - (double)a.x), to_float((double)b.y - (double)a.y),
                         to_float((double)b.z - (double)a.z));
}

static hit_vec3 scaled(hit_vec3 v, int exponent)
{
    return hit_vec3_make(to_float(ldexp((double)v.x, exponent)), to_float(ldexp((double)v.y, exponent)),
                         to_float(ldexp((double)v.z, exponent)));
}

static float* component(hit_vec3* v, uint32_t axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

static hit_vec3 on_surface(test_random* r, const hit_triangle* t)
{
    const hit_vec3 corner[3] = {t->v0, t->v1, t->v2};
    const double u = (double)test_random_range(r, 0, 1), v = (double)test_random_range(r, 0, 1);
    switch (test_random_below(r, 4)) {
    case 0:
        return corner[test_random_below(r, 3)];
    case 1:
        return mix(t, u, 1.0 - u);
    case 2:
        return mix(t, 0.5, 0.5);
    default:
        return mix(t, u * v, u * (1.0 - v));
    }
}

static hit_ray bad(test_random* r, hit_ray ray)
{
    static const float values[] = {NAN, INFINITY, -INFINITY};
    const float value = values[test_random_below(r, 3)];
    switch (test_random_below(r, 5)) {
    case 0:
        *component(&ray.origin, test_random_below(r, 3)) = value;
        break;
    case 1:
        *component(&ray.direction, test_random_below(r, 3)) = value;
        break;
    case 2:
        ray.direction = hit_vec3_make(0.0f, -0.0f, 0.0f);
        break;
    case 3:
        ray.t_min = test_random_below(r, 2) ? NAN : 2.0f;
        ray.t_max = 1.0f;
        break;
    default:
        ray.t_max = NAN;
        break;
    }
    return ray;
}

// What the ray is aimed at.
static hit_vec3 target_of(test_random* r, test_ray_kind kind, const hit_triangle* t, const place* p)
{
    const hit_vec3 corner[3] = {t->v0, t->v1, t->v2};
    const uint32_t k = test_random_below(r, 3);
    const double u = (double)test_random_range(r, 0, 1);
    const hit_triangle edge = {corner[k], corner[(k + 1) % 3], corner[k]};

    switch (kind) {
    case RAY_ANYWHERE:
    case RAY_AXIS_ANYWHERE:
        return around(r, p, 0.5);
    case RAY_AT_VERTEX:
    case RAY_AXIS:
        return corner[k];
    case RAY_AT_EDGE:
        return mix(&edge, u, 0.0);
    case RAY_AT_MIDPOINT:
        return mix(&edge, 0.5, 0.0);
    default:
        return on_surface(r, t);
    }
}

static hit_ray aimed(test_random* r, const test_mesh* m, test_ray_kind kind)
{
    const place p = place_of(m);
    const hit_vec3 zero = {0, 0, 0};
    const hit_triangle t =
        m->faces > 0 ? test_mesh_triangle(m, test_random_below(r, m->faces)) : hit_triangle_make(zero, zero, zero);
    const hit_vec3 corner[3] = {t.v0, t.v1, t.v2};
    const uint32_t k = test_random_below(r, 3), axis = test_random_below(r, 3);
    const double u = (double)test_random_range(r, -2, 2), v = (double)test_random_range(r, -2, 2);
    hit_vec3 origin = around(r, &p, test_random_below(r, 4) ? 1.5 : 0.5);
    const hit_vec3 target = target_of(r, kind, &t, &p);

    switch (kind) {
    case RAY_ALONG_EDGE: {
        const hit_vec3 edge = from_to(corner[k], corner[(k + 1) % 3]);
        origin = hit_vec3_sub(corner[k], hit_vec3_scale(edge, (float)(int)test_random_below(r, 4)));
        return hit_ray_make(origin, edge);
    }
    case RAY_IN_PLANE:
        origin = mix(&t, u, v);
        return hit_ray_make(origin, from_to(origin, test_random_below(r, 2) ? mix(&t, v, u) : target));
    case RAY_AXIS:
    case RAY_AXIS_ANYWHERE: {
        hit_vec3 direction = test_random_below(r, 2) ? zero : hit_vec3_make(-0.0f, -0.0f, -0.0f);
        *component(&direction, axis) = test_random_below(r, 2) ? 1.0f : -0.5f;
        const float along = *component(&origin, axis);
        origin = target;
        *component(&origin, axis) = along;
        return hit_ray_make(origin, direction);
    }
    case RAY_IN_AXIS_PLANE:
        *component(&origin, axis) = axis == 0 ? target.x : axis == 1 ? target.y : target.z;
        break;
    case RAY_FROM_SURFACE:
        origin = on_surface(r, &t);
        return hit_ray_make(origin,
                            test_random_below(r, 2) ? test_random_vec3(r, -1, 1) : from_to(origin, around(r, &p, 0.5)));
    case RAY_FROM_INSIDE:
        origin = m->closed ? m->inside : origin;
        return hit_ray_make(origin, test_random_below(r, 2) ? test_random_vec3(r, -1, 1) : from_to(origin, target));
    case RAY_FAR_ORIGIN: {
        // From a place where triangles are as large as some roundings of it, or much smaller. The direction goes back
        // to the mesh, to a rounding.
        const hit_vec3 d = test_random_below(r, 2) ? test_random_vec3(r, -1, 1) : test_random_grid_vec3(r);
        const double far = fmin(ldexp(p.size, (int)test_random_below(r, test_random_below(r, 4) ? 30 : 101)), 6e37);
        origin = hit_vec3_make(to_float((double)target.x + far * (double)d.x),
                               to_float((double)target.y + far * (double)d.y),
                               to_float((double)target.z + far * (double)d.z));
        return hit_ray_make(origin, test_random_below(r, 2) ? hit_vec3_scale(d, -1.0f) : from_to(origin, target));
    }
    case RAY_DENORMAL: {
        const hit_vec3 tiny = test_random_exponents(r, -149, -120);
        origin = tiny;
        return hit_ray_make(origin, test_random_below(r, 4) ? from_to(origin, target) : hit_vec3_scale(tiny, -1.0f));
    }
    default:
        break;
    }
    return hit_ray_make(origin, from_to(origin, target));
}

hit_ray test_ray_end_at(test_random* r, hit_ray ray, float t)
{
    const uint32_t how = test_random_below(r, 8);
    const float end = how % 3 == 0 ? t : how % 3 == 1 ? nextafterf(t, HUGE_VALF) : nextafterf(t, -HUGE_VALF);
    if (how < 3)
        ray.t_min = end;
    else if (how < 6)
        ray.t_max = end;
    else
        ray.t_min = ray.t_max = t;
    return ray;
}

hit_ray test_mesh_ray(test_random* r, const test_mesh* m, test_ray_kind kind)
{
    hit_ray ray;

    if (kind == RAY_ANY_BITS) {
        const hit_vec3 origin = test_random_any_bits(r), direction = test_random_any_bits(r);
        ray = hit_ray_make(origin, direction);
    } else
        ray = aimed(r, m, kind);
    if (kind == RAY_TINY_DIRECTION)
        ray.direction = scaled(ray.direction, -20 - (int)test_random_below(r, 121));
    if (kind == RAY_HUGE_DIRECTION)
        ray.direction = scaled(ray.direction, 20 + (int)test_random_below(r, 101));
    if (kind == RAY_UNEVEN_DIRECTION) {
        float* c = component(&ray.direction, test_random_below(r, 3));
        *c = to_float(ldexp((double)*c, -(int)test_random_below(r, 141)));
    }
    // Lines and segments, too. A segment's end is at its target.
    switch (test_random_below(r, 6)) {
    case 0:
        ray.t_min = -HUGE_VALF;
        break;
    case 1:
        ray.t_max = 1.0f;
        break;
    case 2:
        ray.t_min = test_random_range(r, -1.0f, 1.0f);
        ray.t_max = ray.t_min + test_random_range(r, 0.0f, 2.0f);
        break;
    default:
        break;
    }
    return kind == RAY_BAD ? bad(r, ray) : ray;
}

void test_print_ray(hit_ray ray)
{
    printf("ray {%a, %a, %a} + t {%a, %a, %a}, t in [%a, %a]\n", (double)ray.origin.x, (double)ray.origin.y,
           (double)ray.origin.z, (double)ray.direction.x, (double)ray.direction.y, (double)ray.direction.z,
           (double)ray.t_min, (double)ray.t_max);
}
