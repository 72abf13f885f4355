#include "support/cases/volumes.h"

const char* const volume_names[VOLUME_KINDS] = {"cone", "frustum", "aabb", "obb", "sphere"};

static hit_vec3 place(test_random* r, const scene* s)
{
    return test_random_below(r, 2) ? scene_corner(r, s) : scene_point(r, s);
}

static void make_boxes(test_random* r, const scene* s, volume* out)
{
    const hit_vec3 a = place(r, s), b = place(r, s), at = place(r, s);
    const float size = s->size * test_random_range(r, 0.05f, 1.5f);

    out->box = hit_aabb_make(hit_vec3_min(a, b), hit_vec3_max(a, b));
    out->sphere = hit_sphere_make(at, s->category == SCENE_SCALES ? fabsf(test_random_exponent(r, -60, 60)) : size);
    if (test_random_below(r, 2))
        out->sphere.radius = hit_vec3_length(hit_vec3_sub(at, scene_corner(r, s)));
    if (!isfinite(out->sphere.radius))
        out->sphere.radius = s->size;
    out->obb = hit_obb_make(at, test_random_quat(r), hit_vec3_make(size, 0.5f * size, 0.7f * size));
    if (s->category == SCENE_GRID) {
        const hit_obb whole = {at, {{3, 4, 0}, {-4, 3, 0}, {0, 0, 5}}, {5, 10, 15}};
        const hit_obb straight = {at, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 3, 2}};
        out->obb = test_random_below(r, 2) ? whole : straight;
        out->sphere.radius = (float)(1 + test_random_below(r, 7));
    }
}

static void make_views(test_random* r, const scene* s, volume* out)
{
    const hit_vec3 eye = place(r, s), target = place(r, s);
    hit_view camera = hit_view_look_at(eye, target, hit_vec3_make(0.1f, 0.2f, 1));
    const float range = s->size * test_random_range(r, 0.2f, 4.0f);

    camera.fov_y = test_random_range(r, 0.05f, 2.0f);
    camera.width = 4.0f, camera.height = 3.0f;
    camera.near_plane = range * test_random_range(r, 0.001f, 0.5f);
    camera.far_plane = range;
    // A box as a frustum where a camera has no direction, or its planes overflow.
    for (int i = 0; i < 6; i++) {
        const float low[3] = {out->box.min.x, out->box.min.y, out->box.min.z};
        const float high[3] = {out->box.max.x, out->box.max.y, out->box.max.z};
        const float sign = i % 2 ? -1.0f : 1.0f;
        out->frustum.plane[i].normal =
            hit_vec3_make(i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0, i / 2 == 2 ? sign : 0);
        out->frustum.plane[i].offset = i % 2 ? -high[i / 2] : low[i / 2];
    }
    if (test_random_below(r, 5))
        hit_frustum_from_view(&camera, &out->frustum);
    out->cone.apex = eye;
    out->cone.axis = hit_vec3_sub(target, eye);
    if (!(hit_vec3_length(out->cone.axis) > 0.0f) || !hit_vec3_is_finite(out->cone.axis))
        out->cone.axis = hit_vec3_make(1, 2, 3);
    out->cone.tangent = test_random_below(r, 4) ? test_random_range(r, 0.01f, 3.0f) : 0.75f;
    out->cone.h_min = test_random_below(r, 2) ? 0.0f : 0.1f * range;
    out->cone.h_max = test_random_below(r, 3) ? range : HUGE_VALF;
}

void volume_make(test_random* r, const scene* s, volume* out)
{
    make_boxes(r, s, out);
    make_views(r, s, out);
}

uint32_t volume_query(const hit_bvh* bvh, volume_kind kind, const volume* v, hit_include relation,
                      const hit_bvh_filter* filter, uint32_t* primitives, uint32_t capacity)
{
    switch (kind) {
    case VOLUME_CONE:
        return hit_bvh_in_cone(bvh, &v->cone, relation, filter, primitives, capacity);
    case VOLUME_FRUSTUM:
        return hit_bvh_in_frustum(bvh, &v->frustum, relation, filter, primitives, capacity);
    case VOLUME_AABB:
        return hit_bvh_in_aabb(bvh, v->box, relation, filter, primitives, capacity);
    case VOLUME_OBB:
        return hit_bvh_in_obb(bvh, &v->obb, relation, filter, primitives, capacity);
    default:
        return hit_bvh_in_sphere(bvh, v->sphere, relation, filter, primitives, capacity);
    }
}

static bool touches(volume_kind kind, const volume* v, const scene* s, uint32_t i)
{
    const hit_triangle* t = &s->triangles[i];
    const hit_obb* o = &s->obbs[i];
    const hit_aabb b = s->boxes[i];
    const int shape = s->kind == HIT_BVH_TRIANGLES ? 0 : s->kind == HIT_BVH_AABBS ? 1 : 2;

    switch (kind) {
    case VOLUME_CONE:
        return shape == 0   ? hit_cone_meets_triangle(&v->cone, t)
               : shape == 1 ? hit_cone_meets_aabb(&v->cone, b)
                            : hit_cone_meets_obb(&v->cone, o);
    case VOLUME_FRUSTUM:
        return (shape == 0   ? hit_frustum_triangle(&v->frustum, t)
                : shape == 1 ? hit_frustum_aabb(&v->frustum, b)
                             : hit_frustum_obb(&v->frustum, o)) != HIT_OUTSIDE;
    case VOLUME_AABB:
        return shape == 0   ? hit_aabb_triangle(v->box, t)
               : shape == 1 ? hit_aabb_aabb(v->box, b)
                            : hit_aabb_obb(v->box, o);
    case VOLUME_OBB:
        return shape == 0   ? hit_obb_triangle(&v->obb, t)
               : shape == 1 ? hit_aabb_obb(b, &v->obb)
                            : hit_obb_obb(&v->obb, o);
    default:
        return shape == 0   ? hit_sphere_triangle(v->sphere, t)
               : shape == 1 ? hit_sphere_aabb(v->sphere, b)
                            : hit_sphere_obb(v->sphere, o);
    }
}

static bool contains(volume_kind kind, const volume* v, const scene* s, uint32_t i)
{
    const hit_triangle* t = &s->triangles[i];
    const hit_obb* o = &s->obbs[i];
    const hit_aabb b = s->boxes[i];
    const int shape = s->kind == HIT_BVH_TRIANGLES ? 0 : s->kind == HIT_BVH_AABBS ? 1 : 2;

    switch (kind) {
    case VOLUME_CONE:
        return shape == 0   ? hit_cone_contains_triangle(&v->cone, t)
               : shape == 1 ? hit_cone_contains_aabb(&v->cone, b)
                            : hit_cone_contains_obb(&v->cone, o);
    case VOLUME_FRUSTUM:
        return (shape == 0   ? hit_frustum_triangle(&v->frustum, t)
                : shape == 1 ? hit_frustum_aabb(&v->frustum, b)
                             : hit_frustum_obb(&v->frustum, o)) == HIT_INSIDE;
    case VOLUME_AABB:
        return shape == 0   ? hit_aabb_contains_triangle(v->box, t)
               : shape == 1 ? hit_aabb_contains_aabb(v->box, b)
                            : hit_aabb_contains_obb(v->box, o);
    case VOLUME_OBB:
        return shape == 0   ? hit_obb_contains_triangle(&v->obb, t)
               : shape == 1 ? hit_obb_contains_aabb(&v->obb, b)
                            : hit_obb_contains_obb(&v->obb, o);
    default:
        return shape == 0   ? hit_sphere_contains_triangle(v->sphere, t)
               : shape == 1 ? hit_sphere_contains_aabb(v->sphere, b)
                            : hit_sphere_contains_obb(v->sphere, o);
    }
}

bool volume_takes(volume_kind kind, const volume* v, hit_include relation, const scene* s, uint32_t i)
{
    return relation == HIT_INCLUDE_INSIDE ? contains(kind, v, s, i) : touches(kind, v, s, i);
}
