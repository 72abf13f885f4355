// A ray against one object: boxes exactly, others in a space of their own.
//
// A box is decided on the numbers as they are (intersect/intersect.h). For everything else the ray is first moved
// along itself, in double, to where it comes closest to the center of the object: o' = o + t0·d. What is left of it,
// seen from the object, is as small as the object, so that rounding it to float moves it by 2^-24 of that at most,
// however far the ray comes from: hits at t0 + t are those of the ray to within 2^-20 of the object's size
// (docs/scenes.md). Meshes and user shapes are intersected in their own space. The direction there is not made of unit
// length, so that t is the same; where it would leave the range of the kernels, it is scaled by a power of two. Round
// shapes are intersected in the world's directions.
#include "scene/ray/object.h"

#include "base/assert.h"
#include "bvh/traverse/traverse.h"
#include "intersect/intersect.h"
#include "scene/ray/local_ray.h"
#include "scene/region/instance_traverse.h"
#include "shapes/linear3.h"

#include <float.h>
#include <hitscan/intersect.h>
#include <math.h>
#include <string.h>

// ---- Moving the ray -------------------------------------------------------------------------------------------------

// A ray near an object: from the world's origin of the object, or in the object's space.
typedef struct local_ray {
    double t0, scale; ///< see scene/ray/local_ray.h
    double origin[3]; ///< before rounding
    double direction[3];
    hit_ray ray;
} local_ray;

// The ray at its closest to the center of a shape; both are seen from the placement's origin. Differences of positions
// come first, so that it does not matter where in the world all of it is.
static void recenter_ray(const hit_ray_context* ray_ctx, const double origin[3], const double center[3], local_ray* n)
{
    const double* d = ray_ctx->direction;
    const double o[3] = {ray_ctx->ray.origin.x - origin[0], ray_ctx->ray.origin.y - origin[1],
                         ray_ctx->ray.origin.z - origin[2]};

    n->scale = 1.0;
    n->t0 = -((o[0] - center[0]) * d[0] + (o[1] - center[1]) * d[1] + (o[2] - center[2]) * d[2]) * ray_ctx->per_length2;
    if (!(fabs(n->t0) <= 0x1p200))
        n->t0 = 0.0;
    for (int k = 0; k < 3; k++) {
        n->origin[k] = o[k] + n->t0 * d[k];
        n->direction[k] = d[k];
    }
}

// Round it. Nothing is lost whose t, in the units of the local ray, is not above the limit by more than `slack`.
static void round_ray(local_ray* n, const hit_dray* ray, float limit, double slack)
{
    n->ray.origin = hit_vec3_make((float)n->origin[0], (float)n->origin[1], (float)n->origin[2]);
    n->ray.direction = hit_vec3_make((float)n->direction[0], (float)n->direction[1], (float)n->direction[2]);
    n->ray.t_min = hit_local_t_min(ray, n->t0, n->scale);
    n->ray.t_max = hit_local_t_max(ray, n->t0, n->scale, limit, slack);
}

// The ray in the space of an instance whose coordinates are at most `max_abs` there. False when it makes no sense
// there.
static bool to_object_space(const hit_instance* instance, const hit_ray_context* ray_ctx, float limit, double max_abs,
                            local_ray* n)
{
    double o[3], d[3], most = 0.0, away = 0.0;

    HIT_ASSERT(max_abs >= 0.0);
    recenter_ray(ray_ctx, instance->origin, instance->center, n);
    for (int i = 0; i < 3; i++) {
        const double row[3] = {instance->column[0][i], instance->column[1][i], instance->column[2][i]};
        o[i] = row[0] * n->origin[0] + row[1] * n->origin[1] + row[2] * n->origin[2];
        d[i] = row[0] * n->direction[0] + row[1] * n->direction[1] + row[2] * n->direction[2];
        most = fabs(d[i]) > most ? fabs(d[i]) : most;
        away = fabs(o[i]) > away ? fabs(o[i]) : away;
    }
    if (!(most > 0.0 && most <= DBL_MAX))
        return false;
    if (away > 4.0 * max_abs) {
        // Where an object is flattened, what is closest in the world is not so in its own space.
        const double more = -(o[0] * d[0] + o[1] * d[1] + o[2] * d[2]) / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        if (fabs(more) <= 0x1p200) {
            n->t0 += more;
            for (int i = 0; i < 3; i++)
                o[i] += more * d[i];
        }
    }
    if (!(most >= 0x1p-20 && most <= 0x1p20)) {
        // Directions of unusual size: t in the object's space is larger by what the direction is made smaller.
        n->scale = ldexp(1.0, ilogb(most));
        for (int i = 0; i < 3; i++)
            d[i] /= n->scale;
    }
    for (int i = 0; i < 3; i++)
        n->origin[i] = o[i], n->direction[i] = d[i];
    round_ray(n, &ray_ctx->ray, limit, HIT_LOCAL_RAY_SLACK * max_abs * n->scale / most);
    return true;
}

static double world_t(const local_ray* n, const hit_dray* ray, double t)
{
    return hit_local_t_to_world(ray, n->t0, n->scale, t);
}

// What non-boxes are ordered by: multiples of 2^-149, as hit_ray_box_placed_order needs them. False when t is too
// large.
static bool set_t(hit_object_hit* m, double t)
{
    m->t_double = hit_coordinate_round(t);
    m->t = (float)m->t_double;
    return fabs(t) <= FLT_MAX;
}

// ---- Solids ---------------------------------------------------------------------------------------------------------

static bool side_counts(hit_sides sides, hit_side side)
{
    return sides == HIT_SIDES_BOTH || (sides == HIT_SIDES_FRONT) == (side == HIT_SIDE_FRONT);
}

static bool intersect_box(const hit_object_record* r, const hit_ray_context* ray_ctx, float limit, hit_sides sides,
                          hit_object_hit* m)
{
    hit_dray limited = ray_ctx->ray;
    hit_span span;

    if (r->axis_aligned) {
        const hit_verdict verdict = hit_ray_axis_aligned(r, ray_ctx, limit, m);
        if (verdict != HIT_VERDICT_UNDECIDED)
            return verdict == HIT_VERDICT_HIT && side_counts(sides, m->inside ? HIT_SIDE_BACK : HIT_SIDE_FRONT);
    }
    limited.t_max = limit;
    if (!hit_ray_box_placed(&limited, &r->shape.box, &r->placement, r->axis_aligned, &span) ||
        !side_counts(sides, span.inside ? HIT_SIDE_BACK : HIT_SIDE_FRONT))
        return false;
    m->t = span.t_enter;
    m->face = span.face_enter;
    m->inside = span.inside;
    return true;
}

// A point under the matrix of a placement, from another point there, rounded.
static hit_vec3 transform_point_from(const hit_placement* placement, const double from[3], hit_vec3 v)
{
    double out[3];
    const double minus[3] = {-from[0], -from[1], -from[2]};
    hit_transform_point(placement->linear, minus, v, out);
    return hit_vec3_make((float)out[0], (float)out[1], (float)out[2]);
}

// The point halfway between two, under the matrix of a placement.
static void center_of(const hit_placement* placement, hit_vec3 a, hit_vec3 b, double out[3])
{
    static const double zero[3] = {0.0, 0.0, 0.0};
    double p[3], q[3];
    hit_transform_point(placement->linear, zero, a, p);
    hit_transform_point(placement->linear, zero, b, q);
    for (int k = 0; k < 3; k++)
        out[k] = 0.5 * p[k] + 0.5 * q[k];
}

// The ray, from the center of a shape.
static void recenter_round(const hit_ray_context* ray_ctx, const hit_placement* placement, const double center[3],
                           local_ray* n)
{
    const double origin[3] = {placement->origin.x, placement->origin.y, placement->origin.z};

    recenter_ray(ray_ctx, origin, center, n);
    for (int k = 0; k < 3; k++)
        n->origin[k] -= center[k];
}

// A round shape, about its center.
typedef struct round_shape {
    hit_object_kind kind;
    hit_capsule capsule; ///< of a sphere, a = b; of a cylinder, its ends
} round_shape;

static bool round_span(const round_shape* s, hit_ray ray, hit_span* span)
{
    const hit_capsule* c = &s->capsule;
    if (s->kind == HIT_OBJECT_SPHERE)
        return hit_ray_sphere(ray, (hit_sphere){c->a, c->radius}, span);
    if (s->kind == HIT_OBJECT_CYLINDER)
        return hit_ray_cylinder(ray, (hit_cylinder){c->a, c->b, c->radius}, span);
    return hit_ray_capsule(ray, *c, span);
}

static hit_vec3 round_normal(const round_shape* s, int face, hit_vec3 point)
{
    const hit_capsule* c = &s->capsule;
    if (s->kind == HIT_OBJECT_SPHERE)
        return hit_sphere_normal((hit_sphere){c->a, c->radius}, point);
    if (s->kind == HIT_OBJECT_CYLINDER)
        return hit_cylinder_normal((hit_cylinder){c->a, c->b, c->radius}, face, point);
    return hit_capsule_normal(*c, point);
}

static bool intersect_round_shape(const round_shape* s, local_ray* n, const hit_ray_context* ray_ctx, float limit,
                                  hit_sides sides, hit_object_hit* m)
{
    hit_span span;

    round_ray(n, &ray_ctx->ray, limit, 0.0);
    if (!round_span(s, n->ray, &span) || !side_counts(sides, span.inside ? HIT_SIDE_BACK : HIT_SIDE_FRONT))
        return false;
    m->inside = span.inside;
    m->face = span.face_enter;
    if (!span.inside)
        m->normal = round_normal(s, span.face_enter, hit_ray_at(n->ray, span.t_enter));
    return set_t(m, span.inside ? (double)ray_ctx->ray.t_min : world_t(n, &ray_ctx->ray, span.t_enter));
}

static bool intersect_round(const hit_object_record* r, const hit_ray_context* ray_ctx, float limit, hit_sides sides,
                            hit_object_hit* m)
{
    const hit_vec3 a = r->kind == HIT_OBJECT_SPHERE    ? r->shape.sphere.center
                       : r->kind == HIT_OBJECT_CAPSULE ? r->shape.capsule.a
                                                       : r->shape.cylinder.a;
    const hit_vec3 b = r->kind == HIT_OBJECT_SPHERE    ? r->shape.sphere.center
                       : r->kind == HIT_OBJECT_CAPSULE ? r->shape.capsule.b
                                                       : r->shape.cylinder.b;
    const float radius = r->kind == HIT_OBJECT_SPHERE    ? r->shape.sphere.radius
                         : r->kind == HIT_OBJECT_CAPSULE ? r->shape.capsule.radius
                                                         : r->shape.cylinder.radius;
    round_shape s = {.kind = (hit_object_kind)r->kind};
    double center[3];
    local_ray n;

    center_of(&r->placement, a, b, center);
    s.capsule =
        (hit_capsule){transform_point_from(&r->placement, center, a), transform_point_from(&r->placement, center, b),
                      (float)(radius * hit_placement_scale(&r->placement))};
    recenter_round(ray_ctx, &r->placement, center, &n);
    return intersect_round_shape(&s, &n, ray_ctx, limit, sides, m);
}

// ---- Lines and points -----------------------------------------------------------------------------------------------

typedef struct line_search {
    const hit_object_record* record;
    const hit_ray_context* ray_ctx;
    float limit; ///< falls as hits are found
    hit_sides sides;
    double from[3]; ///< its origin, from the placement's
    bool found;
    hit_object_hit best;
} line_search;

static bool intersect_element(line_search* s, uint32_t i)
{
    const hit_point_set* set = s->record->shape.points;
    const bool segment = s->record->kind == HIT_OBJECT_POLYLINE;
    const hit_vec3 a = set->point[i], b = set->point[segment ? i + 1 : i];
    round_shape shape = {.kind = segment ? HIT_OBJECT_CAPSULE : HIT_OBJECT_SPHERE};
    hit_object_hit m = {.record = s->record, .primitive = i};
    double center[3];
    local_ray n;

    HIT_ASSERT(i + (segment ? 1 : 0) < set->count);
    center_of(&s->record->placement, a, b, center);
    shape.capsule = (hit_capsule){transform_point_from(&s->record->placement, center, a),
                                  transform_point_from(&s->record->placement, center, b), set->radius};
    recenter_round(s->ray_ctx, &s->record->placement, center, &n);
    if (!intersect_round_shape(&shape, &n, s->ray_ctx, s->limit, s->sides, &m) ||
        (s->found && (m.t_double > s->best.t_double || (m.t_double == s->best.t_double && i > s->best.primitive))))
        return true;
    s->found = true;
    s->best = m;
    s->best.face = HIT_FACE_NONE; // that of a capsule has no meaning here
    s->limit = nextafterf(m.t, HUGE_VALF) < s->limit ? nextafterf(m.t, HUGE_VALF) : s->limit;
    return true;
}

static bool intersect_leaf(void* context, const hit_bvh_node* node, uint32_t child)
{
    return intersect_element(context, node->ref[child] & ~HIT_BVH_LEAF);
}

// Whether the ray may meet a box: slabs in double, with room for their roundings.
static hit_visit_action may_intersect(void* context, const double low[3], const double high[3])
{
    const line_search* s = context;
    const double* d = s->ray_ctx->direction;
    double enter = s->ray_ctx->ray.t_min, leave = s->limit, size = 0.0;

    // The ray is rounded at what is in the box: by 2^-24 of the size of an element, which is no larger than the box.
    for (int k = 0; k < 3; k++)
        size = fmax(size, high[k] - low[k]);
    for (int k = 0; k < 3; k++) {
        const double slack = 0x1p-45 * (fabs(low[k]) + fabs(high[k]) + fabs(s->from[k])) + 0x1p-20 * size;
        const double a = low[k] - s->from[k] - slack, b = high[k] - s->from[k] + slack;
        if (d[k] == 0.0) {
            if (a > 0.0 || b < 0.0)
                return HIT_VISIT_SKIP;
            continue;
        }
        const double p = a / d[k], q = b / d[k];
        enter = fmax(enter, fmin(p, q));
        leave = fmin(leave, fmax(p, q));
    }
    return enter <= leave + 0x1p-45 * fabs(leave) ? HIT_VISIT_DESCEND : HIT_VISIT_SKIP;
}

static bool intersect_lines(const hit_object_record* r, const hit_ray_context* ray_ctx, float limit, hit_sides sides,
                            hit_object_hit* m)
{
    const hit_point_set* set = r->shape.points;
    line_search s = {.record = r, .ray_ctx = ray_ctx, .limit = limit, .sides = sides};

    if (!(set->radius > 0.0f))
        return false;
    s.from[0] = ray_ctx->ray.origin.x - r->placement.origin.x;
    s.from[1] = ray_ctx->ray.origin.y - r->placement.origin.y;
    s.from[2] = ray_ctx->ray.origin.z - r->placement.origin.z;
    if (set->tree != NULL) {
        const hit_instance_tree tree = {set->tree, r->placement.linear, {0.0, 0.0, 0.0}, set->radius};
        hit_instance_traverse(&tree, may_intersect, intersect_leaf, &s);
    } else {
        for (uint32_t i = 0; i < set->count - (r->kind == HIT_OBJECT_POLYLINE ? 1u : 0u); i++)
            intersect_element(&s, i);
    }
    if (s.found)
        *m = s.best;
    return s.found;
}

// ---- Meshes and user shapes -----------------------------------------------------------------------------------------

// t in double: where the ray, before it was rounded, crosses the plane of the triangle; and the plane's normal, or
// zero, if that is better found by hit_normal3: such triangles are almost lines.
static double plane_t(const hit_bvh* mesh, const hit_bvh_hit* hit, const local_ray* n, double plane[3])
{
    const hit_triangle tri = hit_bvh_block_triangle(&mesh->blocks[hit->slot >> 3], hit->slot & 7u);
    const double v0[3] = {tri.v0.x, tri.v0.y, tri.v0.z};
    const double a[3] = {tri.v1.x - v0[0], tri.v1.y - v0[1], tri.v1.z - v0[2]};
    const double b[3] = {tri.v2.x - v0[0], tri.v2.y - v0[1], tri.v2.z - v0[2]};
    double num = 0.0, den = 0.0, speed = 0.0, largest = 0.0, size = 0.0, t;

    HIT_ASSERT(hit->slot >> 3 < mesh->header->blocks.count);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double p = a[j] * b[k], q = a[k] * b[j], normal = p - q, sum = fabs(p) + fabs(q);
        speed = fabs(n->direction[i]) > speed ? fabs(n->direction[i]) : speed;
        largest = fabs(normal) > largest ? fabs(normal) : largest;
        size = sum > size ? sum : size;
        num += normal * (v0[i] - n->origin[i]);
        den += normal * n->direction[i];
        plane[i] = normal;
    }
    if (!(largest >= HIT_LOCAL_RAY_FLAT * size))
        plane[0] = plane[1] = plane[2] = 0.0;
    t = num / den;
    // A ray that grazes the plane may cross it far from where the rounded one hits the triangle.
    return fabs(t - hit->t) * speed <= HIT_LOCAL_RAY_SLACK * mesh->header->max_abs ? t : (double)hit->t;
}

// The first hit in the mesh's own space, by the kernels themselves where that is possible.
static bool first_in_mesh(const hit_bvh* mesh, const hit_ray* ray, hit_sides sides, hit_bvh_hit* hit)
{
    const hit_bvh_filter filter = {.sides = sides};

    if (sides == HIT_SIDES_BOTH) {
        const hit_bvh_answer answer = hit_bvh_kernel_in_use()->first(mesh, ray, hit);
        if (answer != HIT_BVH_UNDECIDED)
            return answer == HIT_BVH_YES;
    }
    return hit_bvh_first(mesh, *ray, &filter, hit);
}

static bool intersect_mesh(const hit_instance* instance, const hit_ray_context* ray_ctx, float limit, hit_sides sides,
                           hit_object_hit* m)
{
    local_ray n;

    if (!to_object_space(instance, ray_ctx, limit, instance->mesh->header->max_abs, &n) ||
        !first_in_mesh(instance->mesh, &n.ray, sides, &m->mesh))
        return false;
    m->primitive = m->mesh.primitive;
    return set_t(m, world_t(&n, &ray_ctx->ray, plane_t(instance->mesh, &m->mesh, &n, m->plane)));
}

// A normal of the object's space in the world, by the transpose of the inverse, and of unit length. False when its
// square may overflow or underflow.
static bool transform_normal(const hit_instance* instance, const double v[3], hit_vec3* normal)
{
    double out[3], length2, per_length;

    for (int i = 0; i < 3; i++) {
        const double* c = instance->column[i];
        out[i] = c[0] * v[0] + c[1] * v[1] + c[2] * v[2];
    }
    length2 = out[0] * out[0] + out[1] * out[1] + out[2] * out[2];
    per_length = 1.0 / sqrt(length2);
    *normal = hit_vec3_make((float)(out[0] * per_length), (float)(out[1] * per_length), (float)(out[2] * per_length));
    return length2 >= 0x1p-900 && length2 <= 0x1p900;
}

// The same whatever its size; zero where it has no direction.
static hit_vec3 transform_unit_normal(const hit_instance* instance, hit_vec3 unit)
{
    const double v[3] = {unit.x, unit.y, unit.z};
    hit_vec3 normal;
    return transform_normal(instance, v, &normal) ? normal : hit_vec3_make(0.0f, 0.0f, 0.0f);
}

static hit_vec3 mesh_normal(const hit_instance* instance, const hit_object_hit* m)
{
    hit_vec3 normal;
    return transform_normal(instance, m->plane, &normal)
               ? normal
               : transform_unit_normal(instance, hit_bvh_normal(instance->mesh, &m->mesh));
}

static bool intersect_user(const hit_scene* scene, const hit_object_record* r, const hit_ray_context* ray_ctx,
                           float limit, hit_sides sides, hit_object_hit* m)
{
    const hit_instance* instance = &scene->instance[r - scene->committed];
    hit_user_hit found = {0.0f, {0.0f, 0.0f, 0.0f}, 0};
    local_ray n;

    if (sides == HIT_SIDES_BACK || !to_object_space(instance, ray_ctx, limit, hit_user_max_abs(&r->shape.user), &n) ||
        !hit_ray_is_valid(n.ray) || !r->shape.user.first(r->shape.user.context, &n.ray, &found) ||
        !(found.t >= n.ray.t_min && found.t <= n.ray.t_max))
        return false;
    m->primitive = found.primitive;
    m->normal = transform_unit_normal(instance, found.normal);
    // A hit at the start of the local ray is one at the start of the ray, though that was rounded.
    return set_t(m, found.t == n.ray.t_min ? (double)ray_ctx->ray.t_min : world_t(&n, &ray_ctx->ray, found.t));
}

// ---- All kinds ------------------------------------------------------------------------------------------------------

static void init_object_hit(hit_object_hit* object_hit, const hit_object_record* record)
{
    object_hit->record = record;
    object_hit->t_double = 0.0;
    object_hit->face = HIT_FACE_NONE;
    object_hit->inside = false;
    object_hit->primitive = 0;
    object_hit->normal = hit_vec3_make(0.0f, 0.0f, 0.0f);
}

bool hit_ray_instance(const hit_scene* scene, uint32_t slot, const hit_ray_context* ray_ctx, float limit,
                      hit_sides sides, hit_object_hit* object_hit)
{
    HIT_ASSERT(slot < scene->committed_slots && scene->instance[slot].mesh != NULL);
    init_object_hit(object_hit, &scene->committed[slot]);
    return intersect_mesh(&scene->instance[slot], ray_ctx, limit, sides, object_hit);
}

bool hit_ray_instance_from_hit(const hit_scene* scene, uint32_t slot, double t, const hit_bvh_hit* hit,
                               const double plane[3], hit_object_hit* object_hit)
{
    HIT_ASSERT(slot < scene->committed_slots && scene->committed[slot].kind == HIT_OBJECT_MESH);
    init_object_hit(object_hit, &scene->committed[slot]);
    object_hit->mesh = *hit;
    memcpy(object_hit->plane, plane, sizeof object_hit->plane);
    object_hit->primitive = hit->primitive;
    return set_t(object_hit, t);
}

bool hit_ray_object(const hit_scene* scene, const hit_object_record* record, const hit_ray_context* ray_ctx,
                    float limit, hit_sides sides, hit_object_hit* object_hit)
{
    HIT_ASSERT(record->id != HIT_ID_NONE && !(limit > ray_ctx->ray.t_max));
    init_object_hit(object_hit, record);
    switch (record->kind) {
    case HIT_OBJECT_BOX:
        return intersect_box(record, ray_ctx, limit, sides, object_hit);
    case HIT_OBJECT_MESH:
        return intersect_mesh(&scene->instance[record - scene->committed], ray_ctx, limit, sides, object_hit);
    case HIT_OBJECT_SPHERE:
    case HIT_OBJECT_CAPSULE:
    case HIT_OBJECT_CYLINDER:
        return intersect_round(record, ray_ctx, limit, sides, object_hit);
    case HIT_OBJECT_USER:
        return intersect_user(scene, record, ray_ctx, limit, sides, object_hit);
    default:
        return intersect_lines(record, ray_ctx, limit, sides, object_hit);
    }
}

bool hit_ray_object_any(const hit_scene* scene, const hit_object_record* record, const hit_ray_context* ray_ctx,
                        hit_sides sides)
{
    hit_object_hit object_hit;

    if (record->kind == HIT_OBJECT_BOX && sides == HIT_SIDES_BOTH)
        return hit_ray_box_placed(&ray_ctx->ray, &record->shape.box, &record->placement, record->axis_aligned, NULL);
    return hit_ray_object(scene, record, ray_ctx, ray_ctx->ray.t_max, sides, &object_hit);
}

static hit_box_entry entry_of(const hit_object_hit* m)
{
    if (m->record->kind == HIT_OBJECT_BOX)
        return (hit_box_entry){&m->record->shape.box, &m->record->placement, m->face, 0.0};
    return (hit_box_entry){NULL, NULL, HIT_FACE_NONE, m->t_double};
}

int hit_object_hit_order(const hit_dray* ray, const hit_object_hit* first, const hit_object_hit* second)
{
    int order = (first->t > second->t) - (first->t < second->t);

    // Rounding keeps the order: only equal floats are compared in double.
    if (order == 0 && (first->record->kind == HIT_OBJECT_BOX || second->record->kind == HIT_OBJECT_BOX)) {
        const hit_box_entry a = entry_of(first), b = entry_of(second);
        order = hit_ray_box_placed_order(ray, &a, &b);
    } else if (order == 0) {
        order = (first->t_double > second->t_double) - (first->t_double < second->t_double);
    }
    return order != 0 ? order : (first->record->id > second->record->id) - (first->record->id < second->record->id);
}

// ---- Describing -----------------------------------------------------------------------------------------------------

// A face of a box in the world: its outward normal, and t in double where the ray crosses its plane.
static void describe_face(const hit_object_record* r, const hit_dray* ray, int face, double* t, hit_vec3* normal)
{
    const float(*m)[3] = r->placement.linear;
    const hit_aabb* box = &r->shape.box;
    const double low[3] = {box->min.x, box->min.y, box->min.z}, high[3] = {box->max.x, box->max.y, box->max.z};
    const double s[3] = {ray->origin.x - r->placement.origin.x, ray->origin.y - r->placement.origin.y,
                         ray->origin.z - r->placement.origin.z};
    const double d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const int axis = face == HIT_FACE_SIDE ? 0 : face / 2;
    double n[3] = {0.0, 0.0, 0.0}, det = 0.0, num, den = 0.0, length = 0.0, sign;

    for (int k = axis; k < axis + 3; k++) {
        // Of a flat image, the first two columns that span it.
        const int p = (k + 1) % 3, q = (k + 2) % 3;
        for (int i = 0; i < 3; i++) {
            const int y = (i + 1) % 3, z = (i + 2) % 3;
            n[i] = (double)m[y][p] * m[z][q] - (double)m[z][p] * m[y][q];
        }
        if (face != HIT_FACE_SIDE || n[0] != 0.0 || n[1] != 0.0 || n[2] != 0.0)
            break;
    }
    for (int i = 0; i < 3; i++) {
        det += (double)m[i][axis] * n[i];
        den += n[i] * d[i];
        length += n[i] * n[i];
    }
    num = face == HIT_FACE_SIDE ? 0.0 : (face % 2 == 0 ? low[axis] : high[axis]) * det;
    for (int i = 0; i < 3; i++)
        num -= n[i] * s[i];
    *t = num / den;
    sign = face == HIT_FACE_SIDE ? (den > 0.0 ? -1.0 : 1.0) : (det > 0.0) == (face % 2 != 0) ? 1.0 : -1.0;
    length = sqrt(length);
    *normal =
        hit_vec3_make((float)(sign * n[0] / length), (float)(sign * n[1] / length), (float)(sign * n[2] / length));
}

void hit_object_hit_describe(const hit_scene* scene, const hit_dray* ray, const hit_object_hit* m, hit_scene_hit* hit)
{
    const hit_object_record* r = m->record;
    double t = r->kind == HIT_OBJECT_BOX ? (double)m->t : m->t_double;

    HIT_ASSERT(r->id != HIT_ID_NONE && m->t >= ray->t_min && m->t <= ray->t_max);
    hit->id = r->id;
    hit->t = m->t;
    hit->primitive = m->primitive;
    hit->u = hit->v = hit->w = 0.0f;
    hit->side = m->inside ? HIT_SIDE_BACK : HIT_SIDE_FRONT;
    hit->face = m->face;
    hit->normal = m->normal;
    if (r->axis_aligned && !m->inside)
        hit_ray_axis_aligned_face(r, ray, m->face, &t, &hit->normal);
    else if (r->kind == HIT_OBJECT_BOX && !m->inside)
        describe_face(r, ray, m->face, &t, &hit->normal);
    if (r->kind == HIT_OBJECT_MESH) {
        hit->u = m->mesh.u;
        hit->v = m->mesh.v;
        hit->w = m->mesh.w;
        hit->side = m->mesh.side;
        hit->normal = mesh_normal(&scene->instance[r - scene->committed], m);
    }
    // At a face that the ray meets at so flat an angle that double has no t for it, the float is right to 2^-24.
    if (!(fabs(t - m->t) <= 0x1p-24 * fabs((double)m->t) + 0x1p-149))
        t = m->t;
    hit->t_double = t;
    hit->point = hit_dray_at(*ray, t);
}
