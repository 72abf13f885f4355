// Suite `scene`: clicks and rectangles in a scene of a million boxes, upright ones and ones of any rotation.
//
// A click is one pixel after the other, at random, on a screen of 1920 x 1080: `click` with what earlier clicks have
// left in the caches, as when the pointer hovers; `click-cold` each after 64 MiB of something else. Clicks are compared
// with all boxes, tested one by one in double.
//
// A rectangle has 192 x 108 pixels, which is 1 % of the screen. Its peer is a conservative traversal of a tree of
// bounds (plain_tree.h), which is what programs do who do not ask for the truth: it tests planes, one at a time, and
// reports in no order. The same query on a plain tree (hit_bvh_in_frustum, which is exact, and knows nothing of ids or
// placements) is shown next to it. Answers are compared with exact tests of all boxes: what meets, or lies in, a
// rectangle that is a hundredth of a pixel smaller must be found, and what is found must do so with one that is as much
// larger.
#include "draw.h"
#include "suite_scene.h"
#include "plain_tree.h"

#include <hitscan/pick.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLICKS = 4096, CHECKED_CLICKS = 64, COLD_CLICKS = 64, RECTANGLES = 32, CHECKED_RECTANGLES = 6, ROUNDS = 11 };
enum { COLD_BYTES = 1 << 26 };
enum { WIDTH = 1920, HEIGHT = 1080, RECTANGLE_WIDTH = WIDTH / 10, RECTANGLE_HEIGHT = HEIGHT / 10 };

typedef struct pick_scene {
    scene boxes;
    const char* kind; // "upright" or "rotated"
    hit_aabb* around; // bounds of each box
    hit_view view;
    hit_camera camera;
    hit_scene* ours;
    hit_id* id;
    hit_bvh* tree;
    plain_tree* plain;
    double click[CLICKS][2];
    double corner[RECTANGLES][2]; // upper left
    hit_frustum frustum[RECTANGLES];
    hit_id* ids; // room for answers
    uint32_t* numbers;
} pick_scene;

// ---- The scene ---------------------------------------------------------------------------------------------------

static hit_obb box_of(const pick_scene* d, uint32_t i)
{
    hit_obb b = {.axis = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};

    if (d->boxes.kind == HIT_BVH_OBBS) {
        b = d->boxes.obb[i];
    } else {
        const hit_aabb* a = &d->boxes.aabb[i];
        const hit_vec3 size = hit_vec3_sub(a->max, a->min);
        b.center = hit_vec3_scale(hit_vec3_add(a->min, a->max), 0.5f);
        b.half[0] = 0.5f * size.x;
        b.half[1] = 0.5f * size.y;
        b.half[2] = 0.5f * size.z;
    }
    return b;
}

static void add_box(pick_scene* d, uint32_t i)
{
    const hit_obb b = box_of(d, i);
    const hit_vec3 half = hit_vec3_make(b.half[0], b.half[1], b.half[2]);
    hit_object object = hit_object_at(hit_dvec3_from(b.center));

    for (int k = 0; k < 3; k++) {
        object.placement.linear[0][k] = b.axis[k].x;
        object.placement.linear[1][k] = b.axis[k].y;
        object.placement.linear[2][k] = b.axis[k].z;
    }
    suite_check(hit_scene_add_box(d->ours, &object, hit_aabb_make(hit_vec3_scale(half, -1.0f), half), &d->id[i], NULL),
                "a box");
}

static bool frustum_of(const pick_scene* d, const double corner[2], double grow, hit_frustum* out)
{
    return hit_frustum_from_rectangle(&d->view, (float)(corner[0] - grow), (float)(corner[1] - grow),
                                      (float)(corner[0] + RECTANGLE_WIDTH + grow),
                                      (float)(corner[1] + RECTANGLE_HEIGHT + grow), out);
}

static void aim(pick_scene* d)
{
    const hit_screen screen = hit_screen_make(WIDTH, HEIGHT);

    d->view = hit_view_look_at(d->boxes.eye, d->boxes.target, hit_vec3_make(0.0f, 0.0f, 1.0f));
    d->view.fov_y = 2.0f * atanf(d->boxes.tangent);
    d->view.width = WIDTH;
    d->view.height = HEIGHT;
    if (!hit_camera_from_view(&d->view, hit_dvec3_make(0.0, 0.0, 0.0), &screen, &d->camera)) {
        fprintf(stderr, "hitscan_bench: this is no camera\n");
        exit(4);
    }
    draw_state = 41;
    for (int i = 0; i < CLICKS; i++) { // in the middle of the screen, where there are boxes
        d->click[i][0] = (double)uniform(0.25f * WIDTH, 0.75f * WIDTH);
        d->click[i][1] = (double)uniform(0.1f * HEIGHT, 0.9f * HEIGHT);
    }
    for (int i = 0; i < RECTANGLES; i++) {
        d->corner[i][0] = floor((double)uniform(0.3f * WIDTH, 0.6f * WIDTH));
        d->corner[i][1] = floor((double)uniform(0.2f * HEIGHT, 0.7f * HEIGHT));
        if (!frustum_of(d, d->corner[i], 0.0, &d->frustum[i])) {
            fprintf(stderr, "hitscan_bench: this is no rectangle\n");
            exit(4);
        }
    }
}

static void prepare(pick_scene* d, hit_bvh_kind kind)
{
    const uint32_t count = bench_asked.quick ? 100000 : 1000000;

    scene_boxes(&d->boxes, count, kind);
    aim(d);
    d->around = scene_allocate(NULL, count, sizeof *d->around);
    d->id = scene_allocate(NULL, count, sizeof *d->id);
    d->ids = scene_allocate(NULL, count, sizeof *d->ids);
    d->numbers = scene_allocate(NULL, count, sizeof *d->numbers);
    suite_check(hit_scene_create(NULL, &d->ours, NULL), "a scene");
    for (uint32_t i = 0; i < count; i++) {
        d->around[i] = kind == HIT_BVH_AABBS ? d->boxes.aabb[i] : hit_obb_bounds(&d->boxes.obb[i]);
        add_box(d, i);
    }
    suite_check(hit_scene_commit(d->ours, NULL, NULL), "a commit");
    suite_check(kind == HIT_BVH_AABBS ? hit_bvh_build_aabbs(d->boxes.aabb, 0, count, NULL, &d->tree, NULL)
                                      : hit_bvh_build_obbs(d->boxes.obb, 0, count, NULL, &d->tree, NULL),
                "a tree");
    d->plain = plain_tree_build(d->around, count);
}

static void finish(pick_scene* d)
{
    hit_scene_destroy(d->ours);
    hit_bvh_destroy(d->tree);
    plain_tree_free(d->plain);
    free(d->around);
    free(d->id);
    free(d->ids);
    free(d->numbers);
    scene_free(&d->boxes);
}

// ---- Clicks ------------------------------------------------------------------------------------------------------

// Where a ray enters a box, in double; infinite when it does not.
static double enter(const hit_obb* b, const hit_dray* ray)
{
    const double o[3] = {(double)b->center.x - ray->origin.x, (double)b->center.y - ray->origin.y,
                         (double)b->center.z - ray->origin.z};
    double low = (double)ray->t_min, high = (double)ray->t_max;

    for (int k = 0; k < 3; k++) {
        const double a[3] = {(double)b->axis[k].x, (double)b->axis[k].y, (double)b->axis[k].z};
        const double middle = a[0] * o[0] + a[1] * o[1] + a[2] * o[2], half = (double)b->half[k];
        const double speed =
            a[0] * (double)ray->direction.x + a[1] * (double)ray->direction.y + a[2] * (double)ray->direction.z;
        low = fmax(low, fmin((middle - half) / speed, (middle + half) / speed));
        high = fmin(high, fmax((middle - half) / speed, (middle + half) / speed));
    }
    return low <= high ? low : HUGE_VAL;
}

static bool clicks_agree(const pick_scene* d, const char* name)
{
    for (int i = 0; i < (bench_asked.quick ? CHECKED_CLICKS / 4 : CHECKED_CLICKS); i++) {
        const hit_dray ray = hit_camera_ray(&d->camera, d->click[i][0], d->click[i][1]);
        double nearest = HUGE_VAL;
        hit_scene_hit hit = {.t = HUGE_VALF};
        const bool found = hit_pick_first(d->ours, &d->camera, d->click[i][0], d->click[i][1], NULL, &hit);
        const uint32_t mine = found ? suite_id_index(d->id, d->boxes.count, hit.id) : HIT_BVH_NONE;
        bool good = found == (mine != HIT_BVH_NONE);

        for (uint32_t k = 0; k < d->boxes.count; k++) {
            const hit_obb b = box_of(d, k);
            nearest = fmin(nearest, enter(&b, &ray));
        }
        if (found && good) {
            const hit_obb b = box_of(d, mine);
            good = fabs(nearest - (double)hit.t) <= 1e-5 && fabs(enter(&b, &ray) - (double)hit.t) <= 1e-5;
        } else {
            good = good && nearest == HUGE_VAL;
        }
        if (!good) {
            char text[80];
            snprintf(text, sizeof text, "click %d: t = %.9g, and one by one %.9g", i, (double)hit.t, nearest);
            bench_disagree("scene", name, text);
            return false;
        }
    }
    return true;
}

static volatile uint64_t click_sum; // so that no compiler can drop the clicks

static void bench_clicks(const pick_scene* d)
{
    char name[64];
    unsigned char* other = scene_allocate(NULL, COLD_BYTES, 1);
    double time[ROUNDS], cold[COLD_CLICKS];
    hit_scene_hit hit;

    snprintf(name, sizeof name, "click/%s", d->kind);
    if (bench_wants(name) && suite_asked("hitscan") && (bench_asked.engine != NULL || clicks_agree(d, name))) {
        for (int k = -1; k < ROUNDS; k++) { // the first round warms up
            const double start = bench_seconds();
            uint64_t sum = 0;
            for (int i = 0; i < CLICKS; i++)
                if (hit_pick_first(d->ours, &d->camera, d->click[i][0], d->click[i][1], NULL, &hit))
                    sum += hit.id;
            time[k < 0 ? 0 : k] = bench_seconds() - start;
            click_sum += sum;
        }
        suite_record(name, "hitscan", 1e6 * bench_median(time, ROUNDS) / CLICKS, "us", NULL, 0.0, 20.0, true);
        for (int i = 0; i < COLD_CLICKS; i++) {
            double start;
            memset(other, i, COLD_BYTES);
            click_sum += other[(size_t)i * 4096];
            start = bench_seconds();
            click_sum += hit_pick_first(d->ours, &d->camera, d->click[i][0], d->click[i][1], NULL, &hit);
            cold[i] = bench_seconds() - start;
        }
        snprintf(name, sizeof name, "click-cold/%s", d->kind);
        suite_record(name, "hitscan", 1e6 * bench_median(cold, COLD_CLICKS), "us", NULL, 0.0, 20.0, true);
    }
    free(other);
}

// ---- Rectangles --------------------------------------------------------------------------------------------------

typedef struct pick_run {
    const pick_scene* pick_scene;
    bool contained;
} pick_run;

static uint32_t pick(const pick_scene* d, int i, bool contained)
{
    const hit_area_options options = {.contained = contained};
    const double* c = d->corner[i];
    return hit_pick_rect(d->ours, &d->camera, c[0], c[1], c[0] + RECTANGLE_WIDTH, c[1] + RECTANGLE_HEIGHT, &options,
                         d->ids, d->boxes.count);
}

static double run_pick(const void* run)
{
    const pick_run* r = run;
    double sum = 0.0;

    for (int i = 0; i < RECTANGLES; i++)
        sum += pick(r->pick_scene, i, r->contained);
    return sum;
}

static double run_tree(const void* run)
{
    const pick_run* r = run;
    const hit_include relation = r->contained ? HIT_INCLUDE_INSIDE : HIT_INCLUDE_TOUCHING;
    double sum = 0.0;

    for (int i = 0; i < RECTANGLES; i++)
        sum += hit_bvh_in_frustum(r->pick_scene->tree, &r->pick_scene->frustum[i], relation, NULL,
                                  r->pick_scene->numbers, r->pick_scene->boxes.count);
    return sum;
}

static double run_plain(const void* run)
{
    const pick_run* r = run;
    double sum = 0.0;

    for (int i = 0; i < RECTANGLES; i++)
        sum +=
            plain_tree_frustum(r->pick_scene->plain, &r->pick_scene->frustum[i], r->contained, r->pick_scene->numbers);
    return sum;
}

static bool counts(const pick_scene* d, const hit_frustum* f, uint32_t box, bool contained)
{
    const hit_obb b = box_of(d, box);
    const hit_cull cull =
        d->boxes.kind == HIT_BVH_AABBS ? hit_frustum_aabb(f, d->boxes.aabb[box]) : hit_frustum_obb(f, &b);
    return contained ? cull == HIT_INSIDE : cull != HIT_OUTSIDE;
}

// Whether `found`, a byte per box, has all that count in a smaller rectangle, and none that do not in a larger one.
// A conservative answer may have more of what touches, and fewer of what is contained.
static bool lies_between(const pick_scene* d, int i, const uint8_t* found, bool contained, bool conservative)
{
    hit_frustum inner, outer;

    if (!frustum_of(d, d->corner[i], -0.01, &inner) || !frustum_of(d, d->corner[i], 0.01, &outer))
        return false;
    for (uint32_t box = 0; box < d->boxes.count; box++) {
        if (found[box] && !(conservative && !contained) && !counts(d, &outer, box, contained))
            return false;
        if (!found[box] && !(conservative && contained) && counts(d, &inner, box, contained))
            return false;
    }
    return true;
}

static bool rectangles_agree(const pick_scene* d, const char* name, bool contained)
{
    uint8_t* found = scene_allocate(NULL, d->boxes.count, sizeof *found);
    bool good = true;

    for (int i = 0; i < CHECKED_RECTANGLES && good; i++) {
        const uint32_t total = pick(d, i, contained);
        const uint32_t traversed = plain_tree_frustum(d->plain, &d->frustum[i], contained, d->numbers);
        char text[80];

        memset(found, 0, d->boxes.count);
        for (uint32_t k = 0; k < total && good; k++) {
            const uint32_t box = k < d->boxes.count ? suite_id_index(d->id, d->boxes.count, d->ids[k]) : HIT_BVH_NONE;
            good = box != HIT_BVH_NONE && (k == 0 || d->ids[k] > d->ids[k - 1]);
            if (good)
                found[box] = 1;
        }
        good = good && lies_between(d, i, found, contained, false);
        snprintf(text, sizeof text, "rectangle %d: %s", i, good ? "the traversal" : "not what the exact tests find");
        memset(found, 0, d->boxes.count);
        for (uint32_t k = 0; k < traversed; k++)
            found[d->numbers[k]] = 1;
        good = good && lies_between(d, i, found, contained, true);
        if (!good)
            bench_disagree("scene", name, text);
    }
    free(found);
    return good;
}

static void bench_rectangles(const pick_scene* d, bool contained)
{
    const pick_run run = {d, contained};
    char name[64], note[200];
    bench_race r = {.suite = "scene",
                    .name = name,
                    .note = note,
                    .unit = "us",
                    .operations = RECTANGLES,
                    .rounds = bench_asked.quick ? 3 : ROUNDS,
                    .engine = {{"hitscan", run_pick, &run, 1.0 / 3.0},
                               {"plain-walk", run_plain, &run, 0.0},
                               {"hitscan-tree", run_tree, &run, 0.0}},
                    .engines = 3,
                    .peer = 1};

    snprintf(name, sizeof name, "%s/%s", contained ? "rectangle-contained" : "rectangle-touching", d->kind);
    if (!bench_wants(name) || (bench_asked.engine == NULL && !rectangles_agree(d, name, contained)))
        return;
    snprintf(note, sizeof note, "%u boxes, 1 %% of the screen: %.0f found, the conservative traversal finds %.0f",
             (unsigned)d->boxes.count, run_pick(&run) / RECTANGLES, run_plain(&run) / RECTANGLES);
    bench_run_race(&r, NULL);
}

void suite_bench_picking(void)
{
    static const char* const kinds[2] = {"upright", "rotated"};
    static const char* const cases[3] = {"click", "rectangle-touching", "rectangle-contained"};

    for (int k = 0; k < 2; k++) {
        bool wanted = false;
        for (int i = 0; i < 3; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s/%s", cases[i], kinds[k]);
            wanted = wanted || bench_wants(name);
        }
        if (wanted) {
            pick_scene* d = scene_allocate(NULL, 1, sizeof *d);
            memset(d, 0, sizeof *d);
            d->kind = kinds[k];
            prepare(d, k == 0 ? HIT_BVH_AABBS : HIT_BVH_OBBS);
            bench_clicks(d);
            bench_rectangles(d, false);
            bench_rectangles(d, true);
            finish(d);
            free(d);
        }
    }
}
