// A scene that moves: cars on a ring road, each frame a commit; objects that come and go, are hidden, and change.
//
// The caller edits and commits; how the tree over the objects is kept up to date is the library's choice.
#include <hitscan/hitscan.h>
#include <stdio.h>

enum { CARS = 2000, LANES = 20, FRAMES = 50 };
enum { LAYER_CARS = 1, LAYER_PARTS = 2 };

static hit_id cars[CARS];

static hit_placement car_place(uint32_t car, uint32_t frame)
{
    // Each lane has its speed. After 400 m a car is back where it started.
    const uint32_t lane = car % LANES, slot = car / LANES;
    const double x = 4.0 * slot + 0.25 * (lane + 1) * frame;
    return hit_placement_at(hit_dvec3_make(x < 400.0 ? x : x - 400.0, 0, 3.0 * lane));
}

// A light barrier across all lanes: how many cars are in it?
static void print_barrier(const hit_scene* scene, const char* when, const hit_scene_filter* filter)
{
    const hit_dray barrier = hit_dray_make(hit_dvec3_from((hit_vec3){100.5f, 0.5f, -10}), (hit_vec3){0, 0, 1});
    hit_scene_hit hit;
    printf("%-22s %2u in the barrier", when, (unsigned)hit_scene_count(scene, barrier, filter));
    if (hit_scene_first(scene, barrier, filter, &hit))
        printf(", the first at t = %g", hit.t);
    printf("\n");
}

static bool is_even(void* context, hit_id id, void* user)
{
    (void)context;
    (void)id;
    return *(const uint32_t*)user % 2 == 0;
}

// A shape of our own: a floor at some height. What it answers must lie in its bounds, or a query may not ask it.
static bool floor_first(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    const float* height = context;
    hit_span span;
    if (!hit_ray_plane(*ray, hit_plane_make((hit_vec3){0, *height, 0}, (hit_vec3){0, 1, 0}), &span))
        return false;
    *hit = (hit_user_hit){.t = span.t_enter, .normal = {0, 1, 0}};
    return true;
}

// Every kind can be given another shape, and keeps its id.
static bool replace_shapes(hit_scene* scene)
{
    static const hit_vec3 low[] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}}, high[] = {{-1, 2, -1}, {1, 2, -1}, {0, 2, 1}};
    static float heights[2] = {1, 2};
    hit_user_shape floors[2];
    hit_bvh* trees[2];
    const hit_mesh meshes[2] = {{.vertices = low, .vertex_count = 3, .triangle_count = 1},
                                {.vertices = high, .vertex_count = 3, .triangle_count = 1}};
    hit_id id[6];
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        const hit_aabb around = hit_aabb_make((hit_vec3){-1, heights[i], -1}, (hit_vec3){1, heights[i], 1});
        floors[i] = (hit_user_shape){around, floor_first, &heights[i]};
        ok &= hit_bvh_build_triangles(&meshes[i], NULL, &trees[i], NULL) == HIT_OK;
    }
    if (!ok)
        return false;
    hit_object o = hit_object_at(hit_dvec3_make(0, 0, 1000));
    o.layers = LAYER_PARTS;
    const hit_vec3 zero = {0, 0, 0}, up = {0, 1, 0}, higher = {0, 3, 0};
    for (int i = 0; i < 6; i++, o.placement.origin.x += 10) {
        ok &= i != 0 || hit_scene_add_mesh(scene, &o, trees[0], &id[i], NULL) == HIT_OK;
        ok &= i != 1 || hit_scene_add_sphere(scene, &o, hit_sphere_make(zero, 1), &id[i], NULL) == HIT_OK;
        ok &= i != 2 || hit_scene_add_capsule(scene, &o, hit_capsule_make(zero, up, 0.5f), &id[i], NULL) == HIT_OK;
        ok &= i != 3 || hit_scene_add_cylinder(scene, &o, hit_cylinder_make(zero, up, 0.5f), &id[i], NULL) == HIT_OK;
        ok &= i != 4 || hit_scene_add_polyline(scene, &o, low, 0, 3, 1.0f, &id[i], NULL) == HIT_OK;
        ok &= i != 5 || hit_scene_add_user(scene, &o, &floors[0], &id[i], NULL) == HIT_OK;
    }
    for (int round = 0; round < 2 && ok; round++) {
        ok &= hit_scene_commit(scene, NULL, NULL) == HIT_OK;
        printf("from above, y =");
        for (int i = 0; i < 6; i++) {
            hit_scene_hit hit;
            const hit_dray down = hit_dray_make(hit_dvec3_make(10 * i, 10, 1000), (hit_vec3){0, -1, 0});
            if (hit_scene_first(scene, down, &(hit_scene_filter){.layers = LAYER_PARTS}, &hit) && hit.id == id[i])
                printf(" %g", hit.point.y);
        }
        printf("\n");
        ok &= hit_scene_replace_mesh(scene, id[0], trees[1], NULL) == HIT_OK;
        ok &= hit_scene_replace_sphere(scene, id[1], hit_sphere_make(zero, 2), NULL) == HIT_OK;
        ok &= hit_scene_replace_capsule(scene, id[2], hit_capsule_make(zero, higher, 0.5f), NULL) == HIT_OK;
        ok &= hit_scene_replace_cylinder(scene, id[3], hit_cylinder_make(zero, higher, 0.5f), NULL) == HIT_OK;
        ok &= hit_scene_replace_points(scene, id[4], high, 0, 3, 1.0f, NULL) == HIT_OK;
        ok &= hit_scene_replace_user(scene, id[5], &floors[1], NULL) == HIT_OK;
    }
    // A tree must live until no committed object uses it.
    for (int i = 0; i < 6; i++)
        ok &= hit_scene_remove(scene, id[i], NULL) == HIT_OK;
    ok &= hit_scene_commit(scene, NULL, NULL) == HIT_OK;
    hit_bvh_destroy(trees[0]);
    hit_bvh_destroy(trees[1]);
    return ok;
}

int main(void)
{
    static uint32_t numbers[CARS];
    hit_scene* scene;
    hit_thread_pool* threads;
    hit_object o;
    if (hit_scene_create(NULL, &scene, NULL) != HIT_OK || hit_thread_pool_create(2, NULL, &threads, NULL) != HIT_OK)
        return 1;
    const hit_task_pool pool = hit_thread_pool_tasks(threads);

    const hit_aabb body = hit_aabb_make((hit_vec3){-1, 0, -0.5f}, (hit_vec3){1, 1, 0.5f});
    for (uint32_t i = 0; i < CARS; i++) {
        numbers[i] = i;
        o = (hit_object){.placement = car_place(i, 0), .layers = LAYER_CARS, .user = &numbers[i]};
        if (hit_scene_add_box(scene, &o, body, &cars[i], NULL) != HIT_OK)
            return 1;
    }

    // All of them move in each frame, by one call. No answer depends on the pool.
    for (uint32_t frame = 0; frame <= FRAMES; frame++) {
        static hit_placement places[CARS];
        char when[32];
        for (uint32_t i = 0; i < CARS; i++)
            places[i] = car_place(i, frame);
        if (hit_scene_move_many(scene, cars, places, 0, CARS, NULL) != HIT_OK ||
            hit_scene_commit(scene, &pool, NULL) != HIT_OK)
            return 1;
        snprintf(when, sizeof when, "frame %u:", (unsigned)frame);
        if (frame % 10 == 0)
            print_barrier(scene, when, NULL);
    }

    // Filters: by layers, or by a callback that knows the program's own data.
    print_barrier(scene, "even numbers:", &(hit_scene_filter){.accept = is_even});
    print_barrier(scene, "other layers:", &(hit_scene_filter){.layers = LAYER_PARTS});

    // Hide some, for instance the first 5 lanes; they keep their ids and places. hit_scene_set changes all but the
    // shape.
    for (uint32_t i = 0; i < CARS; i++) {
        if (i % LANES < 5 && hit_scene_get(scene, cars[i], &o) != HIT_OBJECT_NONE) {
            o.disabled = true;
            hit_scene_set(scene, cars[i], &o, NULL);
        }
    }
    printf("waiting: %u\n", (unsigned)hit_scene_get_stats(scene).waiting);
    hit_scene_commit(scene, &pool, NULL);
    print_barrier(scene, "five lanes disabled:", NULL);

    // Long vehicles: another box, the same id.
    for (uint32_t i = 0; i < CARS; i++)
        hit_scene_replace_box(scene, cars[i], hit_aabb_make((hit_vec3){-2, 0, -0.5f}, (hit_vec3){2, 1, 0.5f}), NULL);
    hit_scene_commit(scene, &pool, NULL);
    print_barrier(scene, "twice as long:", NULL);

    // An id that is gone is refused, also when its place in memory is used again.
    const hit_id gone = cars[7];
    hit_scene_remove(scene, gone, NULL);
    hit_scene_commit(scene, &pool, NULL);
    o = hit_object_at(hit_dvec3_make(0, 0, -50));
    if (hit_scene_add_box(scene, &o, body, &cars[7], NULL) != HIT_OK)
        return 1;
    printf("removed: known %s, moved: %s; the new one: known %s\n", hit_scene_has(scene, gone) ? "yes" : "no",
           hit_status_text(hit_scene_move(scene, gone, &o.placement, NULL)),
           hit_scene_has(scene, cars[7]) ? "yes" : "no");

    // So is a placement that is none. A matrix of a program is one.
    hit_mat3x4 m = hit_mat3x4_from_trs((hit_vec3){0, 0, -50}, (hit_quat){0, 0, 0, 1}, (hit_vec3){1, 3, 1});
    hit_placement p = hit_placement_from_matrix(&m);
    printf("a matrix: %s", hit_status_text(hit_scene_move(scene, cars[7], &p, NULL)));
    m.m[0][0] = NAN;
    p = hit_placement_from_matrix(&m);
    printf("; with a NaN, valid %s: %s\n", hit_placement_is_valid(&p) ? "yes" : "no",
           hit_status_text(hit_scene_move(scene, cars[7], &p, NULL)));

    if (!replace_shapes(scene))
        return 1;
    const hit_scene_stats facts = hit_scene_get_stats(scene);
    printf("%u objects, %u commits\n", (unsigned)facts.objects, (unsigned)facts.commits);
    hit_scene_destroy(scene);
    hit_thread_pool_destroy(threads);
    return 0;
}
