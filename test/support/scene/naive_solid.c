// Rays against everything that is not a box: the true answer, and what the promise of scene.h allows (naive_scene.h
// says how that is derived).
//
// The ray is brought into the object's space in quad precision, and to the point where it is nearest to the object's
// middle; from there on, long double is exact enough by forty bits. Polylines and points keep their radius in the
// world, so their space is the world, seen from the object's origin. `slack` is what t may be off besides: the ray's
// own limits, and its origin near the object, are floats too.
#include "support/scene/naive_parts.h"
#include "support/base/quad.h"

typedef long double real;

static const real ALLOWED = 0x1p-20L;

typedef struct near_ray {
    real o[3], d[3], length;
    real t0; ///< of the ray's new origin
    real t_min, t_max;
    real middle[3], extent; ///< of a ball around the object
    real margin, slack;     ///< in the object's space; of t
    real inverse[3][3];     ///< from the world into the object's space
    real strain;            ///< how much normals may be distorted on their way into the world
    real scale;             ///< lengths in the world per length in the object's space, at most
} near_ray;

typedef struct part {
    bool may, must; ///< be hit
    bool may_start_inside, must_start_inside;
    real low, high; ///< of t, for a hit from outside
    real normal[3]; ///< triangles
} part;

static real dot(const real a[3], const real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static real norm(const real a[3])
{
    return sqrtl(dot(a, a));
}

static void cross(real out[3], const real a[3], const real b[3])
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        out[k] = a[i] * b[j] - a[j] * b[i];
    }
}

static void set(real out[3], hit_vec3 v)
{
    out[0] = (real)v.x, out[1] = (real)v.y, out[2] = (real)v.z;
}

// ---- Into the object's space ----------------------------------------------------------------------------------------

// The inverse of the matrix. False when it has none.
static bool invert(const float m[3][3], quad out[3][3])
{
    quad det = 0;
    for (int i = 0; i < 3; i++) {
        const int u = (i + 1) % 3, v = (i + 2) % 3;
        for (int k = 0; k < 3; k++) {
            const int y = (k + 1) % 3, z = (k + 2) % 3;
            out[i][k] = (quad)m[y][u] * (quad)m[z][v] - (quad)m[z][u] * (quad)m[y][v];
            det += i == 0 ? out[0][k] * (quad)m[k][0] : 0;
        }
    }
    if (det == 0)
        return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] /= det;
    return true;
}

static bool in_world(const naive_shape* shape)
{
    return shape->kind == HIT_OBJECT_POLYLINE || shape->kind == HIT_OBJECT_POINTS;
}

// The points of lines and clouds, seen from the object's origin.
static void point_in_world(const naive_object* object, uint32_t i, real out[3])
{
    real p[3];
    set(p, object->shape.points[i]);
    for (int k = 0; k < 3; k++) {
        const float* row = object->object.placement.linear[k];
        out[k] = (real)row[0] * p[0] + (real)row[1] * p[1] + (real)row[2] * p[2];
    }
}

static void measure(const naive_object* object, near_ray* ray)
{
    float low[3], high[3];
    real size = 0, frobenius[2] = {0, 0};

    naive_bounds(&object->shape, low, high);
    if (in_world(&object->shape)) {
        real lo[3] = {HUGE_VALL, HUGE_VALL, HUGE_VALL}, hi[3] = {-HUGE_VALL, -HUGE_VALL, -HUGE_VALL};
        for (uint32_t i = 0; i < object->shape.count; i++) {
            real p[3];
            point_in_world(object, i, p);
            for (int k = 0; k < 3; k++)
                lo[k] = fminl(lo[k], p[k]), hi[k] = fmaxl(hi[k], p[k]);
        }
        for (int k = 0; k < 3; k++) {
            const real most = fmaxl(fabsl(lo[k]), fabsl(hi[k]));
            ray->middle[k] = (lo[k] + hi[k]) / 2;
            size += most * most;
            ray->extent += (hi[k] - lo[k]) * (hi[k] - lo[k]) / 4;
        }
        size = sqrtl(size) + (real)object->shape.radius;
        ray->extent = sqrtl(ray->extent) + (real)object->shape.radius;
        ray->strain = ray->scale = 1;
    } else {
        for (int k = 0; k < 3; k++) {
            const real most = fmaxl(fabsl((real)low[k]), fabsl((real)high[k])),
                       half = ((real)high[k] - (real)low[k]) / 2;
            ray->middle[k] = ((real)low[k] + (real)high[k]) / 2;
            size += most * most;
            ray->extent += half * half;
            for (int j = 0; j < 3; j++) {
                const real linear = (real)object->object.placement.linear[k][j];
                frobenius[0] += linear * linear;
                frobenius[1] += ray->inverse[k][j] * ray->inverse[k][j];
            }
        }
        size = sqrtl(size);
        ray->extent = sqrtl(ray->extent);
        ray->scale = sqrtl(frobenius[0]);
        ray->strain = ray->scale * sqrtl(frobenius[1]);
    }
    ray->margin = ALLOWED * size;
    ray->extent += 2 * ray->margin;
}

static bool bring(const naive_object* object, const hit_dray* ray, near_ray* out)
{
    const hit_dvec3 from = naive_round_position(ray->origin),
                    at = naive_round_position(object->object.placement.origin);
    const quad v[3] = {(quad)from.x - (quad)at.x, (quad)from.y - (quad)at.y, (quad)from.z - (quad)at.z};
    const quad d[3] = {(quad)ray->direction.x, (quad)ray->direction.y, (quad)ray->direction.z};
    quad inverse[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, o[3] = {0, 0, 0}, e[3] = {0, 0, 0}, t0 = 0, length = 0;

    *out = (near_ray){0};
    if (!in_world(&object->shape) && !invert(object->object.placement.linear, inverse))
        return false;
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++) {
            o[k] += inverse[k][j] * v[j];
            e[k] += inverse[k][j] * d[j];
            out->inverse[k][j] = (real)inverse[k][j];
        }
    }
    measure(object, out);
    for (int k = 0; k < 3; k++) {
        t0 += e[k] * ((quad)out->middle[k] - o[k]);
        length += e[k] * e[k];
    }
    t0 = (quad)(real)(t0 / length);
    for (int k = 0; k < 3; k++) {
        out->o[k] = (real)(o[k] + t0 * e[k]);
        out->d[k] = (real)e[k];
    }
    out->t0 = (real)t0;
    out->t_min = isfinite(ray->t_min) ? (real)((quad)ray->t_min - t0) : (real)ray->t_min;
    out->t_max = isfinite(ray->t_max) ? (real)((quad)ray->t_max - t0) : (real)ray->t_max;
    out->length = norm(out->d);
    out->slack = out->margin / out->length;
    return true;
}

// ---- Solids ---------------------------------------------------------------------------------------------------------

// Where a line is in a ball, in a tube without ends, between two planes. False when nowhere.
static bool in_sphere(const near_ray* ray, const real c[3], real radius, real t[2])
{
    const real v[3] = {c[0] - ray->o[0], c[1] - ray->o[1], c[2] - ray->o[2]};
    const real dd = dot(ray->d, ray->d), closest = dot(v, ray->d) / dd;
    const real m[3] = {v[0] - closest * ray->d[0], v[1] - closest * ray->d[1], v[2] - closest * ray->d[2]};
    const real rest = radius * radius - dot(m, m);

    if (radius < 0 || rest < 0)
        return false;
    t[0] = closest - sqrtl(rest / dd);
    t[1] = closest + sqrtl(rest / dd);
    return true;
}

static bool in_tube(const near_ray* ray, const real a[3], const real unit[3], real radius, real t[2])
{
    near_ray across = *ray;
    const real v[3] = {a[0] - ray->o[0], a[1] - ray->o[1], a[2] - ray->o[2]};
    const real along = dot(ray->d, unit), height = dot(v, unit);
    real c[3];

    for (int k = 0; k < 3; k++) {
        across.o[k] = 0;
        across.d[k] = ray->d[k] - along * unit[k];
        c[k] = v[k] - height * unit[k];
    }
    if (norm(across.d) > 1e-15L * ray->length)
        return in_sphere(&across, c, radius, t);
    t[0] = -HUGE_VALL, t[1] = HUGE_VALL;
    return radius >= 0 && norm(c) <= radius;
}

static bool in_slab(const near_ray* ray, const real a[3], const real unit[3], real low, real high, real t[2])
{
    const real v[3] = {a[0] - ray->o[0], a[1] - ray->o[1], a[2] - ray->o[2]};
    const real along = dot(ray->d, unit), height = dot(v, unit);
    const real p = (height + low) / along, q = (height + high) / along;

    if (low > high)
        return false;
    t[0] = -HUGE_VALL, t[1] = HUGE_VALL;
    if (fabsl(along) <= 1e-15L * ray->length)
        return height + low <= 0 && height + high >= 0;
    t[0] = fminl(p, q), t[1] = fmaxl(p, q);
    return true;
}

typedef struct round_shape {
    real a[3], b[3], radius;
    bool flat_ends;
} round_shape;

static real axis_of(const round_shape* s, real unit[3])
{
    const real v[3] = {s->b[0] - s->a[0], s->b[1] - s->a[1], s->b[2] - s->a[2]};
    const real length = norm(v);
    for (int k = 0; k < 3; k++)
        unit[k] = length > 0 ? v[k] / length : 0;
    return length;
}

// The part of a line in a solid that is grown by some margin, or shrunk when that is negative.
static bool in_solid(const near_ray* ray, const round_shape* s, real grown, real t[2])
{
    real unit[3], side[2] = {0, 0}, slab[2] = {0, 0}, end[2];
    const real length = axis_of(s, unit), radius = s->radius + grown, more = s->flat_ends ? grown : 0;
    bool any = length > 0 && in_tube(ray, s->a, unit, radius, side) &&
               in_slab(ray, s->a, unit, -more, length + more, slab) &&
               fmaxl(side[0], slab[0]) <= fminl(side[1], slab[1]);

    t[0] = any ? fmaxl(side[0], slab[0]) : HUGE_VALL;
    t[1] = any ? fminl(side[1], slab[1]) : -HUGE_VALL;
    if (s->flat_ends)
        return any;
    for (int i = 0; i < 2; i++) {
        if (in_sphere(ray, i == 0 ? s->a : s->b, radius, end)) {
            t[0] = fminl(t[0], end[0]), t[1] = fmaxl(t[1], end[1]);
            any = true;
        }
    }
    return any;
}

static part judge_solid(const near_ray* ray, const round_shape* s, hit_sides sides)
{
    real large[2], small[2];
    part p = {0};
    const bool shrunk = in_solid(ray, s, -ray->margin, small);
    const real slack = ray->slack;
    bool may_enter;

    if (!in_solid(ray, s, ray->margin, large) || large[0] > ray->t_max + slack || large[1] < ray->t_min - slack)
        return p;
    p.low = fmaxl(large[0], ray->t_min);
    p.high = fminl(shrunk ? small[0] : large[1], ray->t_max);
    p.may = true;
    p.must = shrunk && small[0] <= ray->t_max - slack && small[1] >= ray->t_min + slack;
    p.may_start_inside = large[0] < ray->t_min + slack;
    p.must_start_inside = shrunk && small[0] < ray->t_min - slack;
    may_enter = !p.must_start_inside;
    if (sides == HIT_SIDES_FRONT)
        p.may = may_enter, p.must = p.must && !p.may_start_inside;
    if (sides == HIT_SIDES_BACK)
        p.may = p.may_start_inside, p.must = p.must && p.must_start_inside;
    if (p.must_start_inside || (sides == HIT_SIDES_BACK && p.may))
        p.low = p.high = ray->t_min;
    return p;
}

// ---- Triangles ------------------------------------------------------------------------------------------------------

static real segment_distance(const real p[3], const real a[3], const real b[3])
{
    const real e[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {p[0] - a[0], p[1] - a[1], p[2] - a[2]};
    const real ee = dot(e, e), at = ee > 0 ? fminl(fmaxl(dot(v, e) / ee, 0), 1) : 0;
    const real m[3] = {v[0] - at * e[0], v[1] - at * e[1], v[2] - at * e[2]};
    return norm(m);
}

// How far a point of the plane is inside the triangle; negative: outside, at most that far when `limit` is less.
static real depth_inside(real corner[3][3], const real n[3], const real x[3], real limit)
{
    real depth = HUGE_VALL, outside = HUGE_VALL;

    for (int i = 0; i < 3; i++) {
        const real *a = corner[i], *b = corner[(i + 1) % 3];
        const real e[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {x[0] - a[0], x[1] - a[1], x[2] - a[2]};
        real inward[3];
        cross(inward, n, e);
        depth = fminl(depth, dot(inward, v) / norm(inward));
    }
    if (depth >= 0 || -depth > limit)
        return depth;
    for (int i = 0; i < 3; i++)
        outside = fminl(outside, segment_distance(x, corner[i], corner[(i + 1) % 3]));
    return -outside;
}

// `around` is where the line is in the ball around the whole mesh.
static part judge_triangle(const near_ray* ray, hit_triangle triangle, hit_sides sides, const real around[2])
{
    real corner[3][3], e[2][3], v[3], x[3], n[3];
    real area, facing, sine, crossing, early, sideways, depth;
    part p = {0};

    set(corner[0], triangle.v0), set(corner[1], triangle.v1), set(corner[2], triangle.v2);
    for (int k = 0; k < 3; k++) {
        e[0][k] = corner[1][k] - corner[0][k], e[1][k] = corner[2][k] - corner[0][k];
        v[k] = corner[0][k] - ray->o[k];
    }
    cross(n, e[0], e[1]);
    area = norm(n);
    if (area == 0)
        return p;
    facing = dot(n, ray->d);
    sine = fabsl(facing) / (area * ray->length);
    if (sine < 1e-12L) { // along the plane: anywhere, when it is close to it
        p.may = fabsl(dot(v, n)) / area <= ray->margin;
        p.low = around[0], p.high = around[1];
    } else {
        crossing = dot(v, n) / facing;
        early = ray->slack / sine;
        sideways = ray->margin + ray->margin / sine;
        p.low = fmaxl(crossing - early, around[0]), p.high = fminl(crossing + early, around[1]);
        if (p.low > p.high)
            return p;
        for (int k = 0; k < 3; k++)
            x[k] = ray->o[k] + crossing * ray->d[k];
        depth = depth_inside(corner, n, x, sideways);
        p.may = depth >= -sideways;
        p.must = depth >= sideways && p.low >= ray->t_min + ray->slack && p.high <= ray->t_max - ray->slack;
    }
    p.may = p.may && p.low <= ray->t_max + ray->slack && p.high >= ray->t_min - ray->slack;
    if (sides != HIT_SIDES_BOTH && (facing < 0) != (sides == HIT_SIDES_FRONT)) {
        p.may = p.may && sine <= ALLOWED;
        p.must = false;
    }
    p.must = p.must && sine > ALLOWED;
    for (int k = 0; k < 3; k++)
        p.normal[k] = n[k];
    return p;
}

// ---- A hit that was found -------------------------------------------------------------------------------------------

// Whether a unit normal is that of a normal of the object's space, by the inverse transpose. `off` is how far that may
// be off before.
static const char* judge_normal(const near_ray* ray, const real local[3], real off, hit_vec3 found)
{
    real n[3], f[3], apart[3];

    set(f, found);
    if (fabsl(norm(f) - 1) > 1e-5L)
        return "the normal is not of unit length";
    for (int k = 0; k < 3; k++)
        n[k] = ray->inverse[0][k] * local[0] + ray->inverse[1][k] * local[1] + ray->inverse[2][k] * local[2];
    for (int k = 0; k < 3; k++)
        apart[k] = f[k] - n[k] / norm(n);
    if (off * ray->strain < 0.1L && norm(apart) > (4 * off + 1e-6L) * ray->strain + 1e-6L)
        return "the normal is another";
    return NULL;
}

static const char* judge_round_hit(const near_ray* ray, const round_shape* s, hit_object_kind kind, const real x[3],
                                   real off, const hit_scene_hit* hit)
{
    real unit[3], n[3], v[3], height;
    const real length = axis_of(s, unit);
    const bool faces = kind == HIT_OBJECT_SPHERE || kind == HIT_OBJECT_CAPSULE || kind == HIT_OBJECT_CYLINDER;
    int face = hit->face;

    if (!faces && face != HIT_FACE_NONE)
        return "a face where there are none";
    if (faces && face != HIT_FACE_SIDE && (face < HIT_FACE_END_A || face > HIT_FACE_END_B || length == 0))
        return "no face of this shape";
    for (int k = 0; k < 3; k++)
        v[k] = x[k] - s->a[k];
    height = dot(v, unit);
    if (faces && !s->flat_ends && length > 0 &&
        ((face == HIT_FACE_END_A && height > off) || (face == HIT_FACE_END_B && height < length - off) ||
         (face == HIT_FACE_SIDE && (height < -off || height > length + off))))
        return "another face of the capsule";
    if (s->flat_ends &&
        ((face == HIT_FACE_END_A && fabsl(height) > off) || (face == HIT_FACE_END_B && fabsl(height - length) > off)))
        return "another face of the cylinder";
    if (!s->flat_ends)
        height = fminl(fmaxl(height, 0), length);
    for (int k = 0; k < 3; k++)
        n[k] = v[k] - height * unit[k];
    if (s->flat_ends && face == HIT_FACE_SIDE && fabsl(norm(n) - s->radius) > off)
        return "not on the side of the cylinder";
    if (s->flat_ends && face != HIT_FACE_SIDE) {
        for (int k = 0; k < 3; k++)
            n[k] = face == HIT_FACE_END_A ? -unit[k] : unit[k];
        return judge_normal(ray, n, 0, hit->normal);
    }
    return s->radius > 4 * off ? judge_normal(ray, n, off / s->radius, hit->normal) : NULL;
}

static const char* judge_triangle_hit(const near_ray* ray, hit_triangle triangle, const part* p, const real x[3],
                                      real off, const hit_scene_hit* hit)
{
    real corner[3][3], apart[3];

    if (hit->face != HIT_FACE_NONE)
        return "a triangle has no face";
    if (hit->u < 0 || hit->v < 0 || hit->w < 0)
        return "a negative weight";
    set(corner[0], triangle.v0), set(corner[1], triangle.v1), set(corner[2], triangle.v2);
    for (int k = 0; k < 3; k++)
        apart[k] = (real)hit->w * corner[0][k] + (real)hit->u * corner[1][k] + (real)hit->v * corner[2][k] - x[k];
    if (norm(apart) > off)
        return "the weights are those of another point";
    if ((dot(p->normal, ray->d) < 0) != (hit->side == HIT_SIDE_FRONT) &&
        fabsl(dot(p->normal, ray->d)) > ALLOWED * norm(p->normal) * ray->length)
        return "another side of the triangle";
    return judge_normal(ray, p->normal, 0, hit->normal);
}

// ---- Objects --------------------------------------------------------------------------------------------------------

static uint32_t parts_of(const naive_shape* s)
{
    return s->kind == HIT_OBJECT_MESH       ? s->mesh->mesh.faces
           : s->kind == HIT_OBJECT_POLYLINE ? s->count - 1
           : s->kind == HIT_OBJECT_POINTS   ? s->count
                                            : 1;
}

static round_shape round_part(const naive_object* object, uint32_t i)
{
    const naive_shape* s = &object->shape;
    round_shape out = {.radius = (real)s->radius};

    if (s->kind == HIT_OBJECT_SPHERE || s->kind == HIT_OBJECT_USER) {
        const hit_sphere ball = s->kind == HIT_OBJECT_USER ? *s->user : s->sphere;
        set(out.a, ball.center), set(out.b, ball.center), out.radius = (real)ball.radius;
    } else if (s->kind == HIT_OBJECT_CAPSULE) {
        set(out.a, s->capsule.a), set(out.b, s->capsule.b), out.radius = (real)s->capsule.radius;
    } else if (s->kind == HIT_OBJECT_CYLINDER) {
        set(out.a, s->cylinder.a), set(out.b, s->cylinder.b), out.radius = (real)s->cylinder.radius;
        out.flat_ends = true;
    } else {
        point_in_world(object, i, out.a);
        point_in_world(object, s->kind == HIT_OBJECT_POLYLINE ? i + 1 : i, out.b);
    }
    return out;
}

static part judge_part(const naive_object* object, const near_ray* ray, uint32_t i, hit_sides sides,
                       const real around[2])
{
    round_shape s;
    if (object->shape.kind == HIT_OBJECT_MESH)
        return judge_triangle(ray, test_mesh_triangle(&object->shape.mesh->mesh, i), sides, around);
    s = round_part(object, i);
    if (object->shape.kind != HIT_OBJECT_USER)
        return judge_solid(ray, &s, sides);
    return sides == HIT_SIDES_BACK ? (part){0} : judge_solid(ray, &s, HIT_SIDES_BOTH); // all their sides are front
}

// What is wrong with a hit of part p.
static const char* judge_hit(const naive_object* object, const near_ray* ray, const hit_dray* given, const part* p,
                             uint32_t i, const naive_answer* all, const hit_scene_hit* hit)
{
    const real t = (real)hit->t, rounding = 0x1p-23L * fabsl(t) + 0x1p-149L;
    const real off = 6 * ray->margin + 2 * rounding * ray->length;
    const bool solid = object->shape.kind != HIT_OBJECT_MESH, user = object->shape.kind == HIT_OBJECT_USER;
    real x[3];

    if (!p->may)
        return "this part cannot be hit";
    if (!(hit->t >= given->t_min && hit->t <= given->t_max))
        return "t is beyond the ray";
    if (t > all->high + rounding + ray->slack)
        return "a part that is certainly hit comes first";
    if (user && hit->side != HIT_SIDE_FRONT)
        return "the back of a user shape";
    if (solid && (hit->side == HIT_SIDE_BACK || (user && hit_vec3_length(hit->normal) == 0.0f))) {
        if (!p->may_start_inside || (user ? t - (real)given->t_min > ray->slack + rounding : hit->t != given->t_min))
            return "the ray does not start inside";
        return hit->face != HIT_FACE_NONE || hit_vec3_length(hit->normal) != 0.0f ? "a face or a normal from inside"
                                                                                  : NULL;
    }
    if (solid && p->must_start_inside)
        return "the ray starts inside";
    if (t < ray->t0 + p->low - ray->slack - rounding || t > ray->t0 + p->high + ray->slack + rounding)
        return "t is off";
    for (int k = 0; k < 3; k++)
        x[k] = ray->o[k] + (t - ray->t0) * ray->d[k];
    if (solid) {
        const round_shape s = round_part(object, i);
        return judge_round_hit(ray, &s, object->shape.kind, x, off, hit);
    }
    return judge_triangle_hit(ray, test_mesh_triangle(&object->shape.mesh->mesh, i), p, x, off, hit);
}

static const char* judge_point(const near_ray* ray, const hit_dray* given, const hit_scene_hit* hit)
{
    const hit_dvec3 from = naive_round_position(given->origin);
    const quad o[3] = {(quad)from.x, (quad)from.y, (quad)from.z};
    const double found[3] = {hit->point.x, hit->point.y, hit->point.z};
    const float d[3] = {given->direction.x, given->direction.y, given->direction.z};
    const real off = 8 * ray->margin * ray->scale;

    for (int k = 0; k < 3; k++) {
        const real apart = (real)((quad)found[k] - (o[k] + (quad)hit->t * (quad)d[k]));
        const real step = fabsl((real)hit->t * (real)d[k]);
        if (!(fabsl(apart) <= off + 0x1p-22L * step + 0x1p-50L * fabsl((real)o[k])))
            return "the point is not at t";
    }
    return NULL;
}

void naive_near(const naive_object* object, const hit_dray* given, hit_sides sides, naive_found* found,
                naive_answer* out)
{
    const uint32_t parts = parts_of(&object->shape);
    const uint32_t wanted = found == NULL || object->shape.kind == HIT_OBJECT_USER ? 0 : found->hit->primitive;
    real around[2], low = HUGE_VALL, sure = HUGE_VALL, high = -HUGE_VALL;
    near_ray ray;
    part theirs = {0};

    out->verdict = NAIVE_MISS;
    if (found != NULL)
        found->fault = "it cannot be hit";
    if (in_world(&object->shape) && object->shape.radius <= 0.0f)
        return;
    if (!bring(object, given, &ray) || !in_sphere(&ray, ray.middle, ray.extent, around))
        return;
    for (uint32_t i = 0; i < parts; i++) {
        const part p = judge_part(object, &ray, i, sides, around);
        if (i == wanted)
            theirs = p;
        if (!p.may)
            continue;
        low = fminl(low, p.low), high = fmaxl(high, p.high);
        if (p.must)
            sure = fminl(sure, p.high);
        if (out->verdict == NAIVE_MISS || p.must)
            out->verdict = p.must ? NAIVE_HIT : NAIVE_MAYBE;
    }
    out->low = ray.t0 + low;
    out->high = ray.t0 + fminl(sure, high);
    if (found == NULL || out->verdict == NAIVE_MISS)
        return;
    found->fault = judge_hit(object, &ray, given, &theirs, wanted, out, found->hit);
    if (found->fault == NULL)
        found->fault = judge_point(&ray, given, found->hit);
    if (found->fault == NULL && found->hit->primitive != (object->shape.kind == HIT_OBJECT_USER ? 7 : wanted))
        found->fault = "the primitive of a user shape";
}
