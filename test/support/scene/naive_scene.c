// The list itself: add, remove, commit, and the loop over it. naive_box.c and naive_solid.c answer for one object,
// naive_check.c compares.
#include "support/scene/naive_scene.h"

#include "support/scene/naive_parts.h"

#include <stdlib.h>
#include <string.h>

naive_scene naive_make(void)
{
    return (naive_scene){0};
}

void naive_free(naive_scene* s)
{
    for (uint32_t i = 0; i < s->answer_room; i++)
        mpz_clears(s->answers[i].num, s->answers[i].den, NULL);
    free(s->answers);
    free(s->edited);
    free(s->committed);
    *s = (naive_scene){0};
}

naive_object* naive_find(const naive_scene* s, hit_id id)
{
    for (uint32_t i = 0; i < s->edited_count; i++)
        if (s->edited[i].id == id)
            return &s->edited[i];
    return NULL;
}

void naive_add(naive_scene* s, hit_id id, const hit_object* object, const naive_shape* shape)
{
    if (s->edited_count == s->room) {
        s->room = 2 * s->room + 64;
        s->edited = realloc(s->edited, s->room * sizeof *s->edited);
        s->committed = realloc(s->committed, s->room * sizeof *s->committed);
        if (s->edited == NULL || s->committed == NULL)
            abort();
    }
    s->edited[s->edited_count++] = (naive_object){.id = id, .object = *object, .shape = *shape};
}

void naive_remove(naive_scene* s, hit_id id)
{
    naive_object* object = naive_find(s, id);
    if (object != NULL)
        *object = s->edited[--s->edited_count];
}

void naive_bounds(const naive_shape* shape, float low[3], float high[3])
{
    const naive_mesh* m = shape->mesh;
    const hit_vec3* points = shape->points;
    uint32_t count = shape->count;
    hit_vec3 ends[2];
    float radius = 0.0f;

    switch (shape->kind) {
    case HIT_OBJECT_BOX:
        ends[0] = shape->box.min, ends[1] = shape->box.max;
        break;
    case HIT_OBJECT_SPHERE:
        ends[0] = ends[1] = shape->sphere.center, radius = shape->sphere.radius;
        break;
    case HIT_OBJECT_USER:
        ends[0] = ends[1] = shape->user->center, radius = shape->user->radius;
        break;
    case HIT_OBJECT_CAPSULE:
        ends[0] = shape->capsule.a, ends[1] = shape->capsule.b, radius = shape->capsule.radius;
        break;
    case HIT_OBJECT_CYLINDER:
        ends[0] = shape->cylinder.a, ends[1] = shape->cylinder.b, radius = shape->cylinder.radius;
        break;
    default:
        break;
    }
    if (shape->kind == HIT_OBJECT_MESH)
        points = m->mesh.vertex, count = m->mesh.vertices;
    else if (shape->kind != HIT_OBJECT_POLYLINE && shape->kind != HIT_OBJECT_POINTS)
        points = ends, count = 2;
    for (int k = 0; k < 3; k++)
        low[k] = HUGE_VALF, high[k] = -HUGE_VALF;
    for (uint32_t i = 0; i < count; i++) {
        const float p[3] = {points[i].x, points[i].y, points[i].z};
        for (int k = 0; k < 3; k++) {
            low[k] = fminf(low[k], p[k] - radius);
            high[k] = fmaxf(high[k], p[k] + radius);
        }
    }
}

static double place_of(double x)
{
    return fabs(x) < 0x1p-90 ? ldexp(rint(ldexp(x, 149)), -149) : x;
}

hit_dvec3 naive_round_position(hit_dvec3 p)
{
    return hit_dvec3_make(place_of(p.x), place_of(p.y), place_of(p.z));
}

// The ball that the loop looks at first: a corner of the box around the shape, farthest from its middle, and one part
// in a thousand.
static void surround(naive_object* o)
{
    const hit_dvec3 place = naive_round_position(o->object.placement.origin);
    const double origin[3] = {place.x, place.y, place.z};
    float low[3], high[3];

    naive_bounds(&o->shape, low, high);
    o->reach = 0.0L;
    for (int k = 0; k < 3; k++) {
        long double middle = 0.0L, reach = 0.0L;
        for (int j = 0; j < 3; j++) {
            const long double linear = (long double)o->object.placement.linear[k][j];
            middle += linear * ((long double)low[j] + (long double)high[j]) / 2.0L;
            reach += fabsl(linear) * ((long double)high[j] - (long double)low[j]) / 2.0L;
        }
        o->middle[k] = (long double)origin[k] + middle;
        o->reach += reach * 1.001L + 1e-5L * (fabsl(middle) + reach);
    }
    if (o->shape.kind == HIT_OBJECT_POLYLINE || o->shape.kind == HIT_OBJECT_POINTS)
        o->reach += 1.001L * (long double)o->shape.radius;
}

void naive_commit(naive_scene* s)
{
    for (uint32_t i = 0; i < s->edited_count; i++)
        surround(&s->edited[i]);
    if (s->edited_count > 0)
        memcpy(s->committed, s->edited, s->edited_count * sizeof *s->edited);
    s->committed_count = s->edited_count;
}

bool naive_user_first(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    const hit_sphere* ball = context;
    const hit_sphere unit = {ball->center, ball->radius};
    hit_span span;

    if (!hit_ray_sphere(*ray, unit, &span))
        return false;
    hit->t = span.t_enter;
    hit->primitive = 7;
    hit->normal = hit_vec3_make(0.0f, 0.0f, 0.0f);
    if (!span.inside)
        hit->normal = hit_vec3_sub(hit_ray_at(*ray, span.t_enter), unit.center);
    return true;
}

static hit_user_shape user_shape(const naive_shape* shape)
{
    const hit_user_shape user = {hit_sphere_bounds(*shape->user), naive_user_first, shape->user};
    return user;
}

hit_status naive_add_to(hit_scene* scene, const hit_object* object, const naive_shape* shape, hit_id* id)
{
    hit_user_shape user;
    switch (shape->kind) {
    case HIT_OBJECT_BOX:
        return hit_scene_add_box(scene, object, shape->box, id, NULL);
    case HIT_OBJECT_MESH:
        return hit_scene_add_mesh(scene, object, shape->mesh->tree, id, NULL);
    case HIT_OBJECT_SPHERE:
        return hit_scene_add_sphere(scene, object, shape->sphere, id, NULL);
    case HIT_OBJECT_CAPSULE:
        return hit_scene_add_capsule(scene, object, shape->capsule, id, NULL);
    case HIT_OBJECT_CYLINDER:
        return hit_scene_add_cylinder(scene, object, shape->cylinder, id, NULL);
    case HIT_OBJECT_POLYLINE:
        return hit_scene_add_polyline(scene, object, shape->points, 0, shape->count, shape->radius, id, NULL);
    case HIT_OBJECT_POINTS:
        return hit_scene_add_points(scene, object, shape->points, 0, shape->count, shape->radius, id, NULL);
    case HIT_OBJECT_USER:
        user = user_shape(shape);
        return hit_scene_add_user(scene, object, &user, id, NULL);
    default:
        return HIT_ERROR_ARGUMENT;
    }
}

hit_status naive_replace_in(hit_scene* scene, hit_id id, const naive_shape* shape)
{
    hit_user_shape user;
    switch (shape->kind) {
    case HIT_OBJECT_BOX:
        return hit_scene_replace_box(scene, id, shape->box, NULL);
    case HIT_OBJECT_MESH:
        return hit_scene_replace_mesh(scene, id, shape->mesh->tree, NULL);
    case HIT_OBJECT_SPHERE:
        return hit_scene_replace_sphere(scene, id, shape->sphere, NULL);
    case HIT_OBJECT_CAPSULE:
        return hit_scene_replace_capsule(scene, id, shape->capsule, NULL);
    case HIT_OBJECT_CYLINDER:
        return hit_scene_replace_cylinder(scene, id, shape->cylinder, NULL);
    case HIT_OBJECT_POLYLINE:
    case HIT_OBJECT_POINTS:
        return hit_scene_replace_points(scene, id, shape->points, 0, shape->count, shape->radius, NULL);
    case HIT_OBJECT_USER:
        user = user_shape(shape);
        return hit_scene_replace_user(scene, id, &user, NULL);
    default:
        return HIT_ERROR_ARGUMENT;
    }
}

// Whether the line passes the ball around an object, with a margin far above all roundings.
static bool passes(const naive_object* o, const hit_dray* ray)
{
    const hit_dvec3 place = naive_round_position(ray->origin);
    const long double v[3] = {o->middle[0] - (long double)place.x, o->middle[1] - (long double)place.y,
                              o->middle[2] - (long double)place.z};
    const long double d[3] = {(long double)ray->direction.x, (long double)ray->direction.y,
                              (long double)ray->direction.z};
    long double cross = 0.0L, length = 0.0L, distance = 0.0L, size = 0.0L, reach;

    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const long double c = v[i] * d[j] - v[j] * d[i];
        cross += c * c;
        length += d[k] * d[k];
        distance += v[k] * v[k];
        size += fabsl(o->middle[k]);
    }
    reach = o->reach + 1e-9L * sqrtl(distance) + 0x1p-58L * size; // the middle, and v, are rounded
    return cross <= reach * reach * length;
}

static bool counts(const naive_object* o, const hit_scene_filter* filter)
{
    const uint32_t layers = o->object.layers != 0 ? o->object.layers : 1;
    if (o->object.disabled)
        return false;
    if (filter == NULL)
        return true;
    if (filter->layers != 0 && (filter->layers & layers) == 0)
        return false;
    return filter->accept == NULL || filter->accept(filter->accept_context, o->id, o->object.user);
}

bool naive_ray_object(const naive_object* object, const hit_dray* ray, hit_sides sides, naive_answer* answer)
{
    answer->object = object;
    if (object->shape.kind == HIT_OBJECT_BOX)
        naive_box(object, ray, sides, answer);
    else
        naive_near(object, ray, sides, NULL, answer);
    return answer->verdict != NAIVE_MISS;
}

uint32_t naive_ray(naive_scene* s, const hit_dray* ray, const hit_scene_filter* filter, const naive_answer** answers)
{
    const hit_sides sides = filter != NULL ? filter->sides : HIT_SIDES_BOTH;
    uint32_t found = 0;

    if (s->answer_room < s->committed_count) {
        s->answers = realloc(s->answers, s->committed_count * sizeof *s->answers);
        if (s->answers == NULL)
            abort();
        for (; s->answer_room < s->committed_count; s->answer_room++)
            mpz_inits(s->answers[s->answer_room].num, s->answers[s->answer_room].den, NULL);
    }
    *answers = s->answers;
    for (uint32_t i = 0; i < s->committed_count; i++) {
        const naive_object* o = &s->committed[i];
        if (passes(o, ray) && counts(o, filter))
            found += naive_ray_object(o, ray, sides, &s->answers[found]);
    }
    return found;
}
