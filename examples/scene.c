// A scene: objects of every kind, each in its place, and what a ray hits among them.
//
// Edit, commit, ask. The place of an object is in double, its shape in float about it: here everything stands 10,000 km
// from the origin, where a float cannot tell a metre from the next, and nothing is lost.
#include <hitscan/hitscan.h>
#include <stdio.h>

static const hit_dvec3 HOME = {1e7, 0, 0};

static hit_dvec3 place(double x, double y, double z)
{
    return hit_dvec3_make(HOME.x + x, HOME.y + y, HOME.z + z);
}

// A shape of our own: a target, which the library only knows by its bounds and this answer. `primitive` is the ring.
static bool target_first(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    const hit_disc* disc = context;
    hit_span span;
    if (!hit_ray_disc(*ray, *disc, &span))
        return false;
    const hit_vec3 from_centre = hit_vec3_sub(hit_ray_at(*ray, span.t_enter), disc->center);
    hit->t = span.t_enter;
    hit->normal = hit_disc_normal(*disc);
    hit->primitive = (uint32_t)(4.0f * hit_vec3_length(from_centre) / disc->radius);
    return true;
}

// For print: to three digits, and no -0.
static double tidy(double x)
{
    return floor(1000.0 * x + 0.5) / 1000.0 + 0.0;
}

static void print_hit(const hit_scene* scene, const hit_scene_hit* hit)
{
    hit_object object;
    const hit_object_kind kind = hit_scene_get(scene, hit->id, &object);
    const hit_vec3 p = hit_dvec3_relative(hit->point, HOME); // seen from home, a float is fine
    printf("  %-10s %-8s t = %-8g at (%g, %g, %g), normal (%g, %g, %g), part %u\n", (const char*)object.user,
           hit_object_kind_name(kind), hit->t, tidy(p.x), tidy(p.y), tidy(p.z), tidy(hit->normal.x),
           tidy(hit->normal.y), tidy(hit->normal.z), (unsigned)hit->primitive);
}

int main(void)
{
    static const hit_vec3 corners[] = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}, {0, 2, 0}};
    static const uint32_t indices[] = {0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0};
    static const hit_vec3 fence[] = {{0, 0, 0}, {0, 1, 1}, {0, 0, 2}, {0, 1, 3}};
    static const hit_vec3 stars[] = {{0, 0.5f, 0}, {0.25f, 0.75f, 0.5f}, {0.5f, 1, -0.5f}};
    static hit_disc disc = {{0, 1, 0}, {1, 0, 0}, 1};
    const hit_mesh pyramid = {
        .vertices = corners, .vertex_count = 5, .index_type = HIT_INDEX_U32, .indices = indices, .triangle_count = 4};
    const hit_user_shape target = {hit_disc_bounds(disc), target_first, &disc};
    static char names[][8] = {"crate", "pyramid", "obelisk", "ball", "pill", "pillar", "fence", "stars", "target"};
    hit_bvh* tree;
    hit_scene* scene;
    hit_id id[9], ids[9];
    hit_object o;
    bool added = true;

    if (hit_bvh_build_triangles(&pyramid, NULL, &tree, NULL) != HIT_OK ||
        hit_scene_create(NULL, &scene, NULL) != HIT_OK)
        return 1;

    // One object of each kind, in a row along x. hit_object_at has the defaults; `user` is ours.
    o = hit_object_at(place(0, 0, 0));
    o.user = names[0];
    added &=
        hit_scene_add_box(scene, &o, hit_aabb_make((hit_vec3){-1, 0, -1}, (hit_vec3){1, 2, 1}), &id[0], NULL) == HIT_OK;
    o = hit_object_at(place(4, 0, 0));
    o.user = names[1];
    added &= hit_scene_add_mesh(scene, &o, tree, &id[1], NULL) == HIT_OK;
    // The same tree again, twice as high and a quarter turn about y: t and normals stay those of the world.
    o.placement =
        hit_placement_from_trs(place(8, 0, 0), (hit_quat){0, 0.70710678f, 0, 0.70710678f}, (hit_vec3){1, 2, 1});
    o.user = names[2];
    added &= hit_scene_add_mesh(scene, &o, tree, &id[2], NULL) == HIT_OK;
    o = hit_object_at(place(12, 0, 0));
    o.user = names[3];
    added &= hit_scene_add_sphere(scene, &o, hit_sphere_make((hit_vec3){0, 1, 0}, 1), &id[3], NULL) == HIT_OK;
    o.placement = hit_placement_at(place(16, 0, 0));
    o.user = names[4];
    added &= hit_scene_add_capsule(scene, &o, hit_capsule_make((hit_vec3){0, 0.5f, 0}, (hit_vec3){0, 1.5f, 0}, 0.5f),
                                   &id[4], NULL) == HIT_OK;
    o.placement = hit_placement_at(place(20, 0, 0));
    o.user = names[5];
    added &= hit_scene_add_cylinder(scene, &o, hit_cylinder_make((hit_vec3){0, 0, 0}, (hit_vec3){0, 3, 0}, 0.5f),
                                    &id[5], NULL) == HIT_OK;
    // Lines and points have no width; with a radius, rays hit what is that close.
    o.placement = hit_placement_at(place(24, 0, -1));
    o.user = names[6];
    added &= hit_scene_add_polyline(scene, &o, fence, 0, 4, 0.125f, &id[6], NULL) == HIT_OK;
    o.placement = hit_placement_at(place(28, 0, 0));
    o.user = names[7];
    added &= hit_scene_add_points(scene, &o, stars, sizeof stars[0], 3, 0.125f, &id[7], NULL) == HIT_OK;
    o.placement = hit_placement_at(place(32, 0, 0));
    o.user = names[8];
    added &= hit_scene_add_user(scene, &o, &target, &id[8], NULL) == HIT_OK;
    if (!added)
        return 1;

    // Nothing is seen before the commit.
    const hit_dray along = hit_dray_make(place(-10, 0.5, 0), (hit_vec3){2, 0, 0}); // t counts in units of 2
    printf("before the commit: %u objects, %u hit\n", (unsigned)hit_scene_list(scene, NULL, 0),
           (unsigned)hit_scene_count(scene, along, NULL));
    if (hit_scene_commit(scene, NULL, NULL) != HIT_OK)
        return 1;

    hit_scene_hit hit, hits[9];
    printf("first:\n");
    if (hit_scene_first(scene, along, NULL, &hit))
        print_hit(scene, &hit);
    uint32_t count = hit_scene_all(scene, along, NULL, hits, 9);
    printf("all %u, the nearest first:\n", (unsigned)count);
    for (uint32_t i = 0; i < count; i++)
        print_hit(scene, &hits[i]);
    count = hit_scene_first_k(scene, along, NULL, hits, 2);
    printf("the nearest %u only:\n", (unsigned)count);
    for (uint32_t i = 0; i < count; i++)
        print_hit(scene, &hits[i]);

    // A segment: is anything between the ball and the pillar?
    hit_dray between = hit_dray_make(place(13.5, 0.5, 0), (hit_vec3){1, 0, 0});
    between.t_max = 6;
    const hit_dvec3 end = hit_dray_at(between, 6.0);
    printf("from %g to %g: %s\n", between.origin.x - HOME.x, end.x - HOME.x,
           hit_scene_any(scene, between, NULL) ? "blocked" : "free");

    // Rays of floats are fine near the origin; here the float next to 1e7 is 1e7 + 1.
    const hit_dray plain = hit_dray_from(hit_ray_make((hit_vec3){1e7f, 10, 0}, (hit_vec3){0, -1, 0}));
    if (hit_scene_first(scene, plain, NULL, &hit))
        printf("straight down: %s at t = %g\n", hit.id == id[0] ? "the crate" : "?", hit.t);
    printf("a ray without a direction is %s, a place at 1e40 %s\n",
           hit_dray_is_valid(hit_dray_make(HOME, (hit_vec3){0, 0, 0})) ? "valid" : "not valid",
           hit_dvec3_is_position(hit_dvec3_make(1e40, 0, 0)) ? "is one" : "is none");

    // What the scene knows: ids in ascending order, shapes as they were given, boxes around the objects.
    count = hit_scene_list(scene, ids, 9);
    for (uint32_t i = 0; i < count; i++) {
        hit_object_shape shape;
        hit_daabb box;
        if (hit_scene_shape(scene, ids[i], &shape) && hit_scene_bounds(scene, ids[i], &box)) {
            const hit_vec3 low = hit_dvec3_relative(box.min, HOME), high = hit_dvec3_relative(box.max, HOME);
            printf("%-8s x from %5.2f to %5.2f, %u points\n", hit_object_kind_name(shape.kind), low.x, high.x,
                   (unsigned)shape.point_count);
        }
    }
    const hit_scene_stats facts = hit_scene_get_stats(scene);
    printf("%u objects, %u committed, %u waiting, %u commit\n", (unsigned)facts.objects, (unsigned)facts.committed,
           (unsigned)facts.waiting, (unsigned)facts.commits);
    hit_scene_destroy(scene); // the tree is ours
    hit_bvh_destroy(tree);
    return 0;
}
