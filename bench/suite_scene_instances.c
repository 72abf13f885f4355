// Suite `scene`: ten thousand instances of one mesh, next to Embree's instances.
//
// The mesh is the bunny of scripts/meshes, or a terrain of as many triangles where that is missing. Each instance has a
// place of its own in a cube, any rotation, and a size between a half and one and a half of what fills its share. Rays
// are those of a camera, and from anywhere to anywhere. Then all of them move and turn, some times, with a commit each;
// and the rays are asked again, of what the commits have left.
//
// Answers are compared ray by ray. Embree works in float, in the space of the instance; ours rounds the ray there.
// Where they differ, the two triangles are put in place in double, and the ray is intersected with both: ours must be
// hit, and that of Embree must not be nearer, unless the ray grazes it.
#include "draw.h"
#include "suite_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRIMARY, INCOHERENT, WORKLOADS, OURS = 0, ENGINES = 3, MOVES = 15, QUICK_MOVES = 5 };

typedef struct instance_scene {
    scene mesh;
    scene view; // the cube and the camera; without primitives
    hit_bvh* tree;
    uint32_t count;
    hit_vec3* center; // of each instance, in the world
    hit_quat* turn;
    float* size;
    hit_mat3x4* place;
    ray_list rays[WORKLOADS];

    hit_scene* ours;
    hit_id* id;
    peer_scene* peer[PEER_UPDATES]; // PEER_REBUILD and PEER_ROBUST_REBUILD
} instance_scene;

static const char* const workload_names[WORKLOADS] = {"primary", "incoherent"};

// ---- The instances -----------------------------------------------------------------------------------------------

// Turn and scale about the middle of the mesh.
static void set_instance_transform(instance_scene* f, uint32_t i)
{
    const hit_vec3 middle = hit_vec3_scale(hit_vec3_add(f->mesh.bounds.min, f->mesh.bounds.max), 0.5f);
    const hit_vec3 scale = hit_vec3_make(f->size[i], f->size[i], f->size[i]);
    const hit_mat3x4 about = hit_mat3x4_from_trs(hit_vec3_make(0.0f, 0.0f, 0.0f), f->turn[i], scale);
    const hit_vec3 origin = hit_vec3_sub(f->center[i], hit_mat3x4_point(&about, middle));

    f->place[i] = hit_mat3x4_from_trs(origin, f->turn[i], scale);
}

static void make_instances(instance_scene* f)
{
    const hit_vec3 size = hit_vec3_sub(f->mesh.bounds.max, f->mesh.bounds.min);
    const float cell = 1.0f / cbrtf((float)f->count), share = cell / sqrtf(hit_vec3_dot(size, size));

    draw_state = 31;
    f->center = scene_allocate(NULL, f->count, sizeof *f->center);
    f->turn = scene_allocate(NULL, f->count, sizeof *f->turn);
    f->size = scene_allocate(NULL, f->count, sizeof *f->size);
    f->place = scene_allocate(NULL, f->count, sizeof *f->place);
    for (uint32_t i = 0; i < f->count; i++) {
        f->center[i] = point(0.0f, 1.0f);
        f->turn[i] = rotation();
        f->size[i] = share * uniform(0.5f, 1.5f);
        set_instance_transform(f, i);
    }
    f->view.bounds = hit_aabb_make(hit_vec3_make(0.0f, 0.0f, 0.0f), hit_vec3_make(1.0f, 1.0f, 1.0f));
    f->view.eye = hit_vec3_make(0.9f, -1.3f, 1.1f); // as scene_boxes
    f->view.target = hit_vec3_make(0.5f, 0.5f, 0.5f);
    f->view.tangent = 0.4f;
}

static void move_all(instance_scene* f)
{
    const float step = 0.1f / cbrtf((float)f->count);

    for (uint32_t i = 0; i < f->count; i++) {
        const hit_quat turn = hit_quat_from_axis_angle(point(-1.0f, 1.0f), uniform(-0.1f, 0.1f));
        f->center[i] = hit_vec3_add(f->center[i], point(-step, step));
        f->turn[i] = hit_quat_normalize(hit_quat_mul(turn, f->turn[i]));
        set_instance_transform(f, i);
    }
}

static void prepare(instance_scene* f)
{
    const hit_mesh arrays = scene_mesh(&f->mesh);

    f->count = bench_asked.quick ? 1000 : 10000;
    make_instances(f);
    f->rays[PRIMARY] = workload_primary(&f->view, bench_asked.quick ? 128 : 512);
    f->rays[INCOHERENT] = workload_incoherent(&f->view, bench_asked.quick ? 1u << 14 : 1u << 17);
    suite_check(hit_bvh_build_triangles(&arrays, NULL, &f->tree, NULL), "a tree");
    suite_check(hit_scene_create(NULL, &f->ours, NULL), "a scene");
    f->id = scene_allocate(NULL, f->count, sizeof *f->id);
    for (uint32_t i = 0; i < f->count; i++) {
        hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
        object.placement = hit_placement_from_matrix(&f->place[i]);
        suite_check(hit_scene_add_mesh(f->ours, &object, f->tree, &f->id[i], NULL), "an instance");
    }
    suite_check(hit_scene_commit(f->ours, NULL, NULL), "a commit");
    for (int m = PEER_REBUILD; m < PEER_UPDATES; m++)
        if (peer_available() && suite_asked(peer_update_name((peer_update)m)))
            f->peer[m] = peer_scene_of_instances(&f->mesh, f->place, f->count, (peer_update)m);
}

static void finish(instance_scene* f)
{
    hit_scene_destroy(f->ours);
    hit_bvh_destroy(f->tree);
    free(f->id);
    for (int m = 0; m < PEER_UPDATES; m++)
        peer_scene_free(f->peer[m]);
    for (int w = 0; w < WORKLOADS; w++)
        workload_free(&f->rays[w]);
    free(f->center);
    free(f->turn);
    free(f->size);
    free(f->place);
    scene_free(&f->mesh);
}

// ---- Agreement ---------------------------------------------------------------------------------------------------

// A ray against the plane of a triangle of an instance, in double.
typedef struct verdict {
    double t;
    double margin; // the smallest barycentric coordinate: negative outside
    double facing; // the sine of the angle between ray and plane
} verdict;

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// By the method of Möller and Trumbore, on the triangle in its place.
static verdict judge(const instance_scene* f, const hit_ray* ray, uint32_t instance, uint32_t primitive)
{
    const hit_triangle triangle = scene_triangle(&f->mesh, primitive);
    const hit_vec3 corners[3] = {triangle.v0, triangle.v1, triangle.v2};
    const double d[3] = {(double)ray->direction.x, (double)ray->direction.y, (double)ray->direction.z};
    const double o[3] = {(double)ray->origin.x, (double)ray->origin.y, (double)ray->origin.z};
    double p[3][3], e1[3], e2[3], s[3], n[3], h[3], q[3], det, u, v;
    verdict result;

    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) {
            const float* row = f->place[instance].m[i];
            p[k][i] = (double)row[0] * (double)corners[k].x + (double)row[1] * (double)corners[k].y +
                      (double)row[2] * (double)corners[k].z + (double)row[3];
        }
    }
    for (int i = 0; i < 3; i++) {
        e1[i] = p[1][i] - p[0][i];
        e2[i] = p[2][i] - p[0][i];
        s[i] = o[i] - p[0][i];
    }
    cross(d, e2, h);
    cross(s, e1, q);
    cross(e1, e2, n);
    det = dot(e1, h);
    u = dot(s, h) / det;
    v = dot(d, q) / det;
    result.t = dot(e2, q) / det;
    result.margin = fmin(u, fmin(v, 1.0 - u - v));
    result.facing = fabs(det) / sqrt(dot(n, n) * dot(d, d));
    return result;
}

static bool grazes(const verdict* v)
{
    return !(v->facing > 1e-2 && v->margin > 1e-3);
}

// Compare one ray; what is wrong with our answer, or NULL.
static const char* compare(const instance_scene* f, const peer_scene* peer, const hit_ray* ray, suite_agreement* a)
{
    const peer_hit its = peer_scene_first(peer, ray);
    hit_scene_hit mine = {.t = HUGE_VALF};
    const bool hit = hit_scene_first(f->ours, hit_dray_from(*ray), NULL, &mine);
    const uint32_t instance = hit ? suite_id_index(f->id, f->count, mine.id) : HIT_BVH_NONE;
    verdict ours = {HUGE_VAL, 0.0, 0.0}, theirs = ours;

    a->rays++;
    a->hits += hit;
    if (hit && (instance == HIT_BVH_NONE || mine.primitive >= f->mesh.count))
        return "there is no such instance or triangle";
    if (instance == its.object && suite_t_near(f->view.bounds, ray, (double)mine.t, (double)its.t))
        return NULL;
    if (hit) {
        ours = judge(f, ray, instance, mine.primitive);
        if (ours.margin < -1e-3 || (!grazes(&ours) && !suite_t_near(f->view.bounds, ray, ours.t, (double)mine.t)))
            return "a hit that is none";
    }
    if (its.object != HIT_BVH_NONE) {
        theirs = judge(f, ray, its.object, its.primitive);
        if (!grazes(&theirs) && theirs.t < ours.t && !suite_t_near(f->view.bounds, ray, theirs.t, ours.t))
            return "a nearer hit was missed";
    }
    if (suite_t_near(f->view.bounds, ray, (double)mine.t, (double)its.t))
        return NULL; // two surfaces at one place
    a->differ++;
    a->unexplained += (hit && !grazes(&ours)) || (its.object != HIT_BVH_NONE && !grazes(&theirs));
    return NULL;
}

static bool agree(const instance_scene* f, const char* name, int w, suite_agreement by[PEER_UPDATES])
{
    for (int m = 0; m < PEER_UPDATES; m++) {
        char text[120];
        memset(&by[m], 0, sizeof by[m]);
        for (uint32_t i = 0; f->peer[m] != NULL && i < f->rays[w].count; i++) {
            const char* fault = compare(f, f->peer[m], &f->rays[w].ray[i], &by[m]);
            if (fault != NULL) {
                snprintf(text, sizeof text, "ray %u: %s", (unsigned)i, fault);
                bench_disagree("scene", name, text);
                return false;
            }
        }
        if (by[m].differ > by[m].rays / 1000) {
            snprintf(text, sizeof text, "%u of %u answers of %s differ, more than one in a thousand",
                     (unsigned)by[m].differ, (unsigned)by[m].rays, peer_update_name((peer_update)m));
            bench_disagree("scene", name, text);
            return false;
        }
    }
    return true;
}

// ---- The races ---------------------------------------------------------------------------------------------------

static void race(const instance_scene* f, const char* name, int w, double target)
{
    static const peer_update modes[ENGINES] = {0, PEER_REBUILD, PEER_ROBUST_REBUILD};
    suite_agreement by[PEER_UPDATES];
    suite_run runs[ENGINES];
    char note[200] = "one engine, nothing compared";
    bench_race r = {.suite = "scene",
                    .name = name,
                    .note = note,
                    .unit = "Mrays/s",
                    .operations = f->rays[w].count,
                    .rounds = bench_asked.quick ? 3 : 7,
                    .peer = -1};

    if (!bench_wants(name) || (bench_asked.engine == NULL && !agree(f, name, w, by)))
        return;
    if (bench_asked.engine == NULL && peer_available())
        snprintf(note, sizeof note,
                 "%u instances of %u triangles, %u rays, %.1f %% hits; Embree differs in %u (default), %u (robust)",
                 (unsigned)f->count, (unsigned)f->mesh.count, (unsigned)f->rays[w].count,
                 100.0 * by[PEER_REBUILD].hits / by[PEER_REBUILD].rays, (unsigned)by[PEER_REBUILD].differ,
                 (unsigned)by[PEER_ROBUST_REBUILD].differ);
    for (int e = 0; e < ENGINES; e++) {
        const peer_scene* peer = e == OURS ? NULL : f->peer[modes[e]];
        if (e != OURS && peer == NULL)
            continue;
        if (modes[e] == PEER_REBUILD)
            r.peer = r.engines;
        runs[r.engines] = (suite_run){f->ours, peer, &f->rays[w]};
        r.engine[r.engines] =
            (bench_racer){e == OURS ? "hitscan" : peer_update_name(modes[e]),
                          e == OURS ? suite_ours_first : suite_peer_first, &runs[r.engines], e == OURS ? target : 0.0};
        r.engines++;
    }
    bench_run_race(&r, NULL);
}

// ---- Moving all of them ------------------------------------------------------------------------------------------

// Seconds to tell an engine where the instances are, and to commit.
static void tell_and_commit(instance_scene* f, int mode, double* tell, double* commit)
{
    const double start = bench_seconds();
    double told;

    for (uint32_t i = 0; i < f->count; i++) {
        if (mode == OURS) {
            const hit_placement place = hit_placement_from_matrix(&f->place[i]);
            suite_check(hit_scene_move(f->ours, f->id[i], &place, NULL), "a move");
        } else {
            peer_scene_set_transform(f->peer[mode], i, &f->place[i]);
        }
    }
    told = bench_seconds();
    if (mode == OURS)
        suite_check(hit_scene_commit(f->ours, NULL, NULL), "a commit");
    else
        peer_scene_commit(f->peer[mode]);
    *tell = told - start;
    *commit = bench_seconds() - told;
}

static void move_and_record(instance_scene* f)
{
    // The place of PEER_REFIT, which there is not for instances, is that of ours.
    double tell[PEER_UPDATES][MOVES], commit[PEER_UPDATES][MOVES], told[PEER_UPDATES] = {0.0},
                                                                   done[PEER_UPDATES] = {0.0};
    const int moves = bench_asked.quick ? QUICK_MOVES : MOVES;

    draw_state = 37;
    for (int k = 0; k < moves; k++) {
        move_all(f);
        for (int m = 0; m < PEER_UPDATES; m++)
            if (m == OURS ? suite_asked("hitscan") : f->peer[m] != NULL)
                tell_and_commit(f, m, &tell[m][k], &commit[m][k]);
    }
    for (int m = 0; m < PEER_UPDATES; m++) {
        if (m == OURS ? suite_asked("hitscan") : f->peer[m] != NULL) {
            told[m] = 1e3 * bench_median(tell[m], moves);
            done[m] = 1e3 * bench_median(commit[m], moves);
        }
    }
    for (int m = 0; m < PEER_UPDATES; m++) {
        const char* engine = m == OURS ? "hitscan" : peer_update_name((peer_update)m);
        const char* peer = m == OURS && told[PEER_REBUILD] > 0.0 ? peer_update_name(PEER_REBUILD) : NULL;
        if (told[m] <= 0.0)
            continue;
        suite_record("instances/edit", engine, told[m], "ms", peer, peer == NULL ? 0.0 : told[PEER_REBUILD] / told[m],
                     0.0, false);
        suite_record("instances/commit", engine, done[m], "ms", peer, peer == NULL ? 0.0 : done[PEER_REBUILD] / done[m],
                     m == OURS ? 5.0 : 0.0, true);
    }
}

void suite_bench_instances(void)
{
    instance_scene* f;

    if (!bench_wants("instances"))
        return;
    f = scene_allocate(NULL, 1, sizeof *f);
    memset(f, 0, sizeof *f);
    if (!scene_load(&f->mesh, "bunny"))
        scene_terrain(&f->mesh, "terrain", 70000);
    prepare(f);
    for (int w = 0; w < WORKLOADS; w++) {
        char name[64];
        snprintf(name, sizeof name, "instances/%s", workload_names[w]);
        race(f, name, w, 1.0);
    }
    if (bench_wants("instances/edit") || bench_wants("instances/commit") || bench_wants("instances/moved")) {
        move_and_record(f);
        race(f, "instances/moved", INCOHERENT, 1.0);
    }
    finish(f);
    free(f);
}
