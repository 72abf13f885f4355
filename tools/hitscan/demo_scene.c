// Queries of the demo's scene.
//
// No tree is built. One call tells which groups of neighbours a ray may hit, one call for each of these tells which
// boxes, and only their objects are asked for the exact answer. With t_max drawn in to the best hit so far, an object
// that is farther away answers "no".
#include "demo_scene.h"

static bool object_hit(const object* o, hit_ray ray, hit_span* span)
{
    switch (o->kind) {
    case SHAPE_AABB:
        return hit_ray_aabb(ray, o->shape.aabb, span);
    case SHAPE_OBB:
        return hit_ray_obb(ray, &o->shape.obb, span);
    case SHAPE_AFFINE:
        return hit_ray_box_affine(ray, o->shape.affine.box, &o->shape.affine.matrix, span);
    case SHAPE_SPHERE:
        return hit_ray_sphere(ray, o->shape.sphere, span);
    case SHAPE_CAPSULE:
        return hit_ray_capsule(ray, o->shape.capsule, span);
    case SHAPE_CYLINDER:
        return hit_ray_cylinder(ray, o->shape.cylinder, span);
    case SHAPE_DISC:
        return hit_ray_disc(ray, o->shape.disc, span);
    default:
        return false;
    }
}

// The objects of a group whose boxes the ray hits, one bit each.
static uint32_t group_mask(const scene* s, uint32_t group, hit_ray ray)
{
    const uint32_t first = group * SCENE_GROUP, left = s->count - first;
    uint32_t mask = 0;
    hit_ray_aabb_mask(ray, s->bounds + first, 0, left < SCENE_GROUP ? left : SCENE_GROUP, &mask);
    return mask;
}

bool scene_first(const scene* s, hit_ray ray, scene_hit* hit)
{
    uint32_t groups = 0;
    hit_span span;
    bool found = false;
    if (hit_ray_plane(ray, s->ground, &span)) {
        hit->index = SCENE_GROUND;
        hit->span = span;
        ray.t_max = span.t_enter;
        found = true;
    }
    hit_ray_aabb_mask(ray, s->groups, 0, s->group_count, &groups);
    for (uint32_t group = 0; groups >> group; group++) {
        uint32_t mask = groups >> group & 1 ? group_mask(s, group, ray) : 0;
        for (uint32_t i = group * SCENE_GROUP; mask; i++, mask >>= 1) {
            if ((mask & 1) && object_hit(&s->objects[i], ray, &span) && span.t_enter < ray.t_max) {
                hit->index = (int32_t)i;
                hit->span = span;
                ray.t_max = span.t_enter;
                found = true;
            }
        }
    }
    return found;
}

bool scene_any(const scene* s, hit_ray ray)
{
    uint32_t groups = 0;
    if (hit_ray_plane(ray, s->ground, NULL))
        return true;
    hit_ray_aabb_mask(ray, s->groups, 0, s->group_count, &groups);
    for (uint32_t group = 0; groups >> group; group++) {
        uint32_t mask = groups >> group & 1 ? group_mask(s, group, ray) : 0;
        for (uint32_t i = group * SCENE_GROUP; mask; i++, mask >>= 1)
            if ((mask & 1) && object_hit(&s->objects[i], ray, NULL))
                return true;
    }
    return false;
}

uint32_t scene_all(const scene* s, hit_ray ray, scene_hit* hits, uint32_t capacity)
{
    uint32_t total = 0;
    for (int32_t i = SCENE_GROUND; i < (int32_t)s->count; i++) {
        scene_hit hit = {.index = i};
        uint32_t at = total < capacity ? total : capacity;
        if (!(i == SCENE_GROUND ? hit_ray_plane(ray, s->ground, &hit.span)
                                : object_hit(&s->objects[i], ray, &hit.span)))
            continue;
        total++;
        for (; at > 0 && hits[at - 1].span.t_enter > hit.span.t_enter; at--) // insertion sort
            if (at < capacity)
                hits[at] = hits[at - 1];
        if (at < capacity)
            hits[at] = hit;
    }
    return total;
}

hit_vec3 scene_normal(const scene* s, const scene_hit* hit, hit_ray ray)
{
    const hit_vec3 point = hit_ray_at(ray, hit->span.t_enter);
    hit_vec3 normal = s->ground.normal;
    if (hit->index != SCENE_GROUND) {
        const object* o = &s->objects[hit->index];
        switch (o->kind) {
        case SHAPE_AABB:
            return hit_aabb_normal(hit->span.face_enter);
        case SHAPE_OBB:
            return hit_obb_normal(&o->shape.obb, hit->span.face_enter);
        case SHAPE_AFFINE:
            return hit_box_affine_normal(&o->shape.affine.matrix, hit->span.face_enter);
        case SHAPE_SPHERE:
            return hit_sphere_normal(o->shape.sphere, point);
        case SHAPE_CAPSULE:
            return hit_capsule_normal(o->shape.capsule, point);
        case SHAPE_CYLINDER:
            return hit_cylinder_normal(o->shape.cylinder, hit->span.face_enter, point);
        default:
            normal = hit_vec3_normalize(o->shape.disc.normal);
            break;
        }
    }
    // A plane and a disc have two sides.
    return hit_vec3_dot(normal, ray.direction) > 0.0f ? hit_vec3_scale(normal, -1.0f) : normal;
}

const char* shape_kind_name(shape_kind kind)
{
    static const char* const names[SHAPE_KINDS] = {"box",     "rotated box", "sheared box", "sphere",
                                                   "capsule", "cylinder",    "disc"};
    return names[kind];
}
