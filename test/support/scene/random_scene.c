#include "support/scene/random_scene.h"

#include <stdlib.h>

const char* const scene_world_names[WORLD_KINDS] = {"grid", "near", "far", "scales", "huge", "wild"};

void scene_assets_make(scene_assets* s, uint64_t seed)
{
    const hit_sphere balls[ASSET_SPHERES] = {{{0.0f, 0.0f, 0.0f}, 1.0f},
                                             {{1.0f, -2.0f, 0.5f}, 0.5f},
                                             {{0.0f, 3.0f, 0.0f}, 2.0f},
                                             {{0.25f, 0.0f, 0.0f}, 0.125f}};
    for (int i = 0; i < ASSET_MESHES; i++) {
        hit_mesh view;
        test_mesh* m = &s->mesh[i].mesh;
        *m = i == 0   ? test_grid_cube(1)
             : i == 1 ? test_icosphere(1, hit_vec3_make(0.5f, 0.0f, -0.25f))
             : i == 2 ? test_mesh_make(MESH_GRID_SOUP, 40, seed)
             : i == 3 ? test_grid_cube(3)
                      : test_mesh_make(i == 4 ? MESH_ONE : MESH_SOUP, 30, seed);
        view = test_mesh_view(m);
        s->mesh[i].tree = NULL;
        if (hit_bvh_build_triangles(&view, NULL, &s->mesh[i].tree, NULL) != HIT_OK)
            abort();
    }
    for (int i = 0; i < ASSET_SPHERES; i++)
        s->user_sphere[i] = balls[i];
}

void scene_assets_free(scene_assets* s)
{
    for (int i = 0; i < ASSET_MESHES; i++) {
        hit_bvh_destroy(s->mesh[i].tree);
        test_mesh_free(&s->mesh[i].mesh);
    }
}

hit_object_kind random_scene_kind(test_random* r)
{
    const uint32_t n = test_random_below(r, 11);
    return n < 4 ? HIT_OBJECT_BOX : (hit_object_kind)(n - 2);
}

// A coordinate of a shape.
static float coordinate(test_random* r, scene_world world)
{
    if (world == WORLD_WILD)
        return test_random_below(r, 3) ? test_random_exponent(r, -30, 30) : test_random_exponent(r, -160, 99);
    return world == WORLD_GRID ? (float)((int)test_random_below(r, 9) - 4) / 2.0f : test_random_range(r, -2.0f, 2.0f);
}

static hit_vec3 point(test_random* r, scene_world world)
{
    const float x = coordinate(r, world), y = coordinate(r, world), z = coordinate(r, world);
    return hit_vec3_make(x, y, z);
}

static float radius(test_random* r, scene_world world)
{
    return world == WORLD_GRID ? (float)(1 + test_random_below(r, 8)) / 4.0f : test_random_range(r, 0.05f, 1.5f);
}

naive_shape random_scene_shape(scene_assets* s, test_random* r, scene_world world, hit_object_kind kind)
{
    naive_shape out = {.kind = kind};
    const hit_vec3 a = point(r, world), b = point(r, world);

    out.box = hit_aabb_make(hit_vec3_min(a, b), hit_vec3_max(a, b)); // on the grid often flat, or a point
    out.radius = radius(r, world);
    out.mesh = &s->mesh[test_random_below(r, ASSET_MESHES)];
    out.user = &s->user_sphere[test_random_below(r, ASSET_SPHERES)];
    out.sphere = hit_sphere_make(a, out.radius);
    out.capsule = hit_capsule_make(a, test_random_below(r, 8) ? b : a, out.radius);
    out.cylinder = hit_cylinder_make(a, hit_vec3_make(b.x, b.y, a.z == b.z ? b.z + 1.0f : b.z), out.radius);
    if (kind == HIT_OBJECT_POLYLINE || kind == HIT_OBJECT_POINTS) {
        out.count = test_random_below(r, 4) ? 2 + test_random_below(r, 6) : NAIVE_POINTS - test_random_below(r, 5);
        for (uint32_t i = 0; i < out.count; i++)
            out.points[i] = point(r, world);
        out.radius = test_random_below(r, 5) ? 0.2f * out.radius : 0.0f;
        if (world == WORLD_HUGE) // it counts in the world
            out.radius *= 0x1p40f;
    }
    return out;
}

static double place_coordinate(test_random* r, scene_world world, int axis)
{
    const double near = (double)test_random_range(r, -6.0f, 6.0f);
    const double far[3] = {1e7, -3e7, 2.5e6}, huge[3] = {0x1p80, -0x1p79, 0x1.8p80};
    switch (world) {
    case WORLD_GRID:
        return (double)((int)test_random_below(r, 17) - 8) / 2.0;
    case WORLD_FAR:
        return far[axis] + near;
    case WORLD_SCALES:
        return ldexp(near, (int)test_random_below(r, 31) - 15);
    case WORLD_HUGE:
        return huge[axis] + near * 0x1p40;
    case WORLD_WILD:
        return ldexp(near, test_random_below(r, 4) ? (int)test_random_below(r, 61) - 30
                                                   : (int)test_random_below(r, 250) - 160);
    default:
        return near;
    }
}

static hit_dvec3 place(test_random* r, scene_world world)
{
    const double x = place_coordinate(r, world, 0), y = place_coordinate(r, world, 1),
                 z = place_coordinate(r, world, 2);
    return hit_dvec3_make(x, y, z);
}

// The matrix: any that is allowed for the kind of object. True when it is meant to be singular.
static bool make_linear(test_random* r, scene_world world, hit_object_kind kind, float linear[3][3])
{
    const bool round = kind == HIT_OBJECT_SPHERE || kind == HIT_OBJECT_CAPSULE || kind == HIT_OBJECT_CYLINDER;
    const uint32_t style = test_random_below(r, 8);
    const float size = test_random_range(r, 0.3f, 2.0f);
    const hit_quat q = test_random_quat(r);
    hit_vec3 scale = {size, size, size};
    hit_mat3x4 m;
    bool singular;

    if (!round && style >= 3) { // drawn in this order, whatever the compiler
        scale.x = test_random_range(r, -2, 2);
        scale.y = test_random_range(r, 0.2f, 2);
        scale.z = test_random_range(r, -2, 2);
    }
    if (round && style >= 6)
        scale.x = -scale.x;
    if (!round && style == 4) // almost flat
        scale.z *= ldexpf(1.0f, -(int)test_random_below(r, 14));
    m = hit_mat3x4_from_trs(hit_vec3_make(0, 0, 0), q, scale);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            linear[i][j] = m.m[i][j];
            if (style < 2) // upright
                linear[i][j] = i != j                ? 0.0f
                               : style == 0 || round ? 1.0f
                               : i == 0              ? scale.x
                               : i == 1              ? scale.y
                                                     : scale.z;
            if (!round && style == 5) // sheared
                linear[i][j] += test_random_range(r, -1, 1);
            if (world == WORLD_WILD && style >= 4)
                linear[i][j] = test_random_exponent(r, style == 4 ? -60 : -10, style == 4 ? 58 : 10);
            if (world == WORLD_GRID && !round)
                linear[i][j] = style < 3 ? (float)(i == j) * (float)(1 + i) : (float)test_random_below(r, 5) - 2.0f;
        }
    }
    if (world == WORLD_GRID && round && style < 6) { // a quarter turn, twice as large
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                linear[i][j] = (j + (int)style) % 3 == i ? 2.0f : 0.0f;
    }
    singular = !round && style == 7 && test_random_below(r, 2) == 0;
    for (int i = 0; i < 3; i++) {
        if (singular) // flat
            linear[i][2] = test_random_below(r, 2) ? 0.0f : -0.5f * linear[i][0];
        for (int j = 0; j < 3; j++)
            linear[i][j] *= world == WORLD_HUGE ? 0x1p40f : 1.0f;
    }
    if (world == WORLD_SCALES || (world == WORLD_WILD && style != 4)) {
        const int exponent = (int)test_random_below(r, 31) - 15;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                linear[i][j] = ldexpf(linear[i][j], exponent);
    }
    return singular;
}

static bool invertible(float m[3][3])
{
    double det = 0.0, size = 0.0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        det += (double)m[0][i] * ((double)m[1][j] * (double)m[2][k] - (double)m[1][k] * (double)m[2][j]);
        size +=
            (double)m[0][i] * (double)m[0][i] + (double)m[1][i] * (double)m[1][i] + (double)m[2][i] * (double)m[2][i];
    }
    return fabs(det) > 1e-6 * size * sqrt(size);
}

hit_placement random_scene_placement(test_random* r, scene_world world, hit_object_kind kind)
{
    hit_placement p;
    bool any;
    do { // but for boxes, lines and points, not almost singular
        any = make_linear(r, world, kind, p.linear) || kind == HIT_OBJECT_BOX || kind == HIT_OBJECT_POLYLINE ||
              kind == HIT_OBJECT_POINTS;
    } while (!any && !invertible(p.linear));
    p.origin = place(r, world);
    return p;
}

hit_object random_scene_object(test_random* r, scene_world world, hit_object_kind kind)
{
    hit_object o = {.placement = random_scene_placement(r, world, kind)};
    o.layers = test_random_below(r, 3) ? 0 : 1u << test_random_below(r, 3);
    o.priority = (int32_t)test_random_below(r, 3) - 1;
    o.disabled = test_random_below(r, 12) == 0;
    return o;
}

// ---- Rays -----------------------------------------------------------------------------------------------------------

static float mix(test_random* r, float a, float b)
{
    const uint32_t where = test_random_below(r, 4);
    return where == 0 ? a : where == 1 ? b : (float)((double)a + (double)test_random_range(r, 0, 1) * ((double)b - a));
}

// A point of the object, in its space: a corner, on an edge, on the surface or near it.
static hit_vec3 target(test_random* r, const naive_shape* s)
{
    float low[3], high[3];
    if (s->kind == HIT_OBJECT_MESH) {
        const hit_triangle t = test_mesh_triangle(&s->mesh->mesh, test_random_below(r, s->mesh->mesh.faces));
        const float u = mix(r, 0.0f, 0.5f), v = mix(r, 0.0f, 0.5f);
        return hit_triangle_at(&t, u, v, 1.0f - u - v);
    }
    if (s->kind == HIT_OBJECT_POLYLINE || s->kind == HIT_OBJECT_POINTS)
        return s->points[test_random_below(r, s->count)];
    naive_bounds(s, low, high);
    if (s->kind != HIT_OBJECT_BOX && test_random_below(r, 2)) { // a corner of the bounds is far from a round thing
        for (int k = 0; k < 3; k++) {
            const float half = 0.4f * (high[k] - low[k]);
            low[k] += half, high[k] -= half;
        }
    }
    low[0] = mix(r, low[0], high[0]), low[1] = mix(r, low[1], high[1]), low[2] = mix(r, low[2], high[2]);
    return hit_vec3_make(low[0], low[1], low[2]);
}

static float direction_component(test_random* r, scene_world world)
{
    if (world == WORLD_WILD)
        return test_random_below(r, 4) ? test_random_exponent(r, -20, 20) : test_random_bits(r);
    return world == WORLD_GRID ? (float)((int)test_random_below(r, 5) - 2) : test_random_range(r, -1.0f, 1.0f);
}

static hit_vec3 make_direction(test_random* r, scene_world world, float size)
{
    const uint32_t style = test_random_below(r, 4);
    const float x = direction_component(r, world), y = direction_component(r, world), z = direction_component(r, world);
    hit_vec3 d = hit_vec3_make(x, y, z);
    if (style == 0 || (d.x == 0.0f && d.y == 0.0f && d.z == 0.0f)) { // along an axis
        const uint32_t axis = test_random_below(r, 3);
        const float way = test_random_below(r, 2) ? 1.0f : -1.0f;
        d = hit_vec3_make(axis == 0 ? way : 0.0f, axis == 1 ? way : 0.0f, axis == 2 ? way : 0.0f);
    }
    if (style == 1 && test_random_below(r, 3) == 0)
        size *= ldexpf(1.0f, (int)test_random_below(r, 41) - 20);
    return hit_vec3_scale(d, size);
}

static float limit(test_random* r, float t)
{
    switch (test_random_below(r, 5)) {
    case 0:
        return t;
    case 1:
        return nextafterf(t, test_random_below(r, 2) ? HUGE_VALF : -HUGE_VALF);
    case 2:
        return 0.0f;
    case 3:
        return t + (t != 0.0f ? t : 1.0f) * test_random_range(r, -1.0f, 1.0f);
    default:
        return test_random_below(r, 2) ? HUGE_VALF : 1.0f;
    }
}

hit_dray random_scene_ray(test_random* r, scene_world world, const naive_scene* scene)
{
    const naive_object* o =
        scene->committed_count > 0 ? &scene->committed[test_random_below(r, scene->committed_count)] : NULL;
    hit_dvec3 at = place(r, world);
    float size = world == WORLD_HUGE ? 0x1p40f : 1.0f;
    float back = (float)test_random_below(r, 5);
    hit_dray ray;

    if (o != NULL) {
        const hit_vec3 p = target(r, &o->shape);
        const float(*m)[3] = o->object.placement.linear;
        at = o->object.placement.origin;
        at.x += (double)m[0][0] * p.x + (double)m[0][1] * p.y + (double)m[0][2] * p.z;
        at.y += (double)m[1][0] * p.x + (double)m[1][1] * p.y + (double)m[1][2] * p.z;
        at.z += (double)m[2][0] * p.x + (double)m[2][1] * p.y + (double)m[2][2] * p.z;
        if (world == WORLD_SCALES || (world == WORLD_WILD && test_random_below(r, 2)))
            size = fminf(fmaxf((float)o->reach, 1e-10f), 1e15f);
    }
    if (test_random_below(r, 3) == 0) { // from somewhere to there
        const hit_dvec3 from = place(r, world);
        ray =
            hit_dray_make(from, hit_vec3_scale(hit_dvec3_relative(at, from), test_random_below(r, 2) ? 1.0f : 0.125f));
        back = 1.0f;
    } else {
        const hit_vec3 d = make_direction(r, world, size);
        ray = hit_dray_make(hit_dray_at(hit_dray_make(at, d), -(double)back), d);
    }
    switch (test_random_below(r, 5)) {
    case 0: // a line
        ray.t_min = -HUGE_VALF;
        break;
    case 1: // a segment
        ray.t_max = 1.0f;
        break;
    case 2: {
        const float a = limit(r, back), b = limit(r, back);
        ray.t_min = fminf(a, b), ray.t_max = fmaxf(a, b);
        break;
    }
    default:
        break;
    }
    return ray;
}

static bool odd_ids(void* context, hit_id id, void* user)
{
    (void)context, (void)user;
    return (id & 1) != 0;
}

const hit_scene_filter* random_scene_filter(test_random* r, hit_scene_filter* room)
{
    const uint32_t style = test_random_below(r, 8);
    *room = (hit_scene_filter){0};
    if (style < 4)
        return NULL;
    if (style == 4 || style == 7)
        room->layers = test_random_below(r, 8);
    if (style == 5 || style == 7)
        room->sides = test_random_below(r, 2) ? HIT_SIDES_FRONT : HIT_SIDES_BACK;
    if (style == 6)
        room->accept = odd_ids;
    return room;
}

void random_scene_make(scene_assets* s, test_random* r, scene_world world, uint32_t count, bool boxes,
                       hit_scene** scene, naive_scene* naive)
{
    if (hit_scene_create(NULL, scene, NULL) != HIT_OK)
        abort();
    *naive = naive_make();
    for (uint32_t i = 0; i < count; i++) {
        const hit_object_kind kind = boxes ? HIT_OBJECT_BOX : random_scene_kind(r);
        const hit_object object = random_scene_object(r, world, kind);
        const naive_shape shape = random_scene_shape(s, r, world, kind);
        hit_id id = HIT_ID_NONE;
        if (naive_add_to(*scene, &object, &shape, &id) != HIT_OK)
            abort();
        naive_add(naive, id, &object, &shape);
    }
    if (hit_scene_commit(*scene, NULL, NULL) != HIT_OK)
        abort();
    naive_commit(naive);
}
