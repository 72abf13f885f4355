// The questions of the demo. Positions on the screen are given as shares of its width and height, so that a picture of
// any size shows the same.
//
// The guard is no camera: what he may see is what touches his cone, and of that he sees what some ray from his eye hits
// first. The rays go through points of a spiral (Vogel, 1979) that fill the cone evenly.
#include "demo/select.h"

#include <stdlib.h>
#include <string.h>

static const hit_scene_filter THINGS = {.layers = LAYER_THINGS | LAYER_GUARD | LAYER_POWER};
static const hit_scene_filter WITHOUT_POWER = {.layers = LAYER_THINGS | LAYER_GUARD};
static const hit_scene_filter IN_SIGHT = {.layers = LAYER_THINGS | LAYER_POWER | LAYER_GROUND};

static void set_outline(findings* f, const hit_camera* camera, const double (*shares)[2], uint32_t count)
{
    f->outline_count = count;
    for (uint32_t i = 0; i < count; i++) {
        f->outline[i][0] = shares[i][0] * (double)camera->screen.width;
        f->outline[i][1] = shares[i][1] * (double)camera->screen.height;
    }
}

// Add an object by the middle of its bounds.
static finding* add_finding(const town* t, const hit_camera* camera, hit_id id, findings* f)
{
    finding* one = &f->list[f->count];
    hit_daabb box;
    const prop* p = town_prop(t, id);
    if (!p || f->count == PROPS_MAX || !hit_scene_bounds(t->scene, id, &box))
        return NULL;
    *one = (finding){.id = id, .prop = p, .selected = true};
    one->position =
        hit_dvec3_make(0.5 * (box.min.x + box.max.x), 0.5 * (box.min.y + box.max.y), 0.5 * (box.min.z + box.max.z));
    hit_camera_project(camera, one->position, one->pixel, &one->depth);
    f->count++;
    return one;
}

static void add_findings(const town* t, const hit_camera* camera, const hit_id* ids, uint32_t count, findings* f)
{
    for (uint32_t i = 0; i < count && i < PROPS_MAX; i++)
        add_finding(t, camera, ids[i], f);
}

static int compare(const void* a, const void* b)
{
    const finding *x = a, *y = b;
    if (x->selected != y->selected)
        return x->selected ? -1 : 1;
    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

// ---- On the screen --------------------------------------------------------------------------------------------------

static void click(const town* t, const hit_camera* camera, findings* f)
{
    static const double at[1][2] = {{0.6042, 0.3933}};
    hit_scene_hit hits[16];
    uint32_t count;
    set_outline(f, camera, at, 1);
    count = hit_pick_all(t->scene, camera, f->outline[0][0], f->outline[0][1], &THINGS, hits, 16);
    for (uint32_t i = 0; i < count && i < 16; i++) {
        finding* one = add_finding(t, camera, hits[i].id, f);
        if (one) {
            one->depth = hits[i].t_double;
            one->position = hits[i].point;
            one->selected = i == 0;
            hit_camera_project(camera, one->position, one->pixel, NULL);
        }
    }
}

static void rectangle(const town* t, const hit_camera* camera, findings* f)
{
    static const double corners[4][2] = {{0.665, 0.25}, {0.985, 0.25}, {0.985, 0.735}, {0.665, 0.735}};
    const hit_area_options whole = {.contained = true, .filter = &THINGS}, touching = {.filter = &THINGS};
    static hit_id ids[PROPS_MAX];
    uint32_t count;
    set_outline(f, camera, corners, 4);
    count = hit_pick_rect(t->scene, camera, f->outline[0][0], f->outline[0][1], f->outline[2][0], f->outline[2][1],
                          &whole, ids, PROPS_MAX);
    add_findings(t, camera, ids, count, f);
    f->touching = hit_pick_rect(t->scene, camera, f->outline[0][0], f->outline[0][1], f->outline[2][0],
                                f->outline[2][1], &touching, NULL, 0);
}

static void lasso(const town* t, const hit_camera* camera, findings* f)
{
    static const double corners[][2] = {{0.062, 0.37}, {0.10, 0.335}, {0.155, 0.31}, {0.215, 0.295}, {0.258, 0.315},
                                        {0.288, 0.36}, {0.292, 0.41}, {0.268, 0.45}, {0.225, 0.465}, {0.185, 0.50},
                                        {0.12, 0.505}, {0.065, 0.49}, {0.03, 0.46},  {0.038, 0.41}};
    const hit_area_options seen = {.visible = true, .filter = &WITHOUT_POWER};
    static hit_id ids[PROPS_MAX];
    set_outline(f, camera, corners, sizeof corners / sizeof corners[0]);
    const uint32_t count =
        hit_pick_lasso(t->scene, camera, (const double(*)[2])f->outline, f->outline_count, &seen, ids, PROPS_MAX);
    add_findings(t, camera, ids, count, f);
}

// ---- In the world ---------------------------------------------------------------------------------------------------

static finding* find(findings* f, hit_id id)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (f->list[i].id == id)
            return &f->list[i];
    return NULL;
}

// Two unit vectors that make right angles with the axis of a cone that does not point up or down.
static void cone_sides(const hit_cone* cone, hit_vec3* side, hit_vec3* up)
{
    *side = hit_vec3_normalize(hit_vec3_cross(cone->axis, hit_vec3_make(0.0f, 1.0f, 0.0f)));
    *up = hit_vec3_normalize(hit_vec3_cross(*side, cone->axis));
}

// The direction from the apex through a point of the disc at distance 1; (x, y) is in the unit disc.
static hit_vec3 cone_direction(const hit_cone* cone, float x, float y)
{
    const hit_vec3 ahead = hit_vec3_normalize(cone->axis);
    hit_vec3 side, up;
    cone_sides(cone, &side, &up);
    return hit_vec3_add(ahead,
                        hit_vec3_add(hit_vec3_scale(side, x * cone->tangent), hit_vec3_scale(up, y * cone->tangent)));
}

static void look_around(const town* t, const hit_camera* camera, findings* f)
{
    enum { RAYS = 20000 };
    const double turn_cos = -0.73736887807831985597, turn_sin = 0.67549029426152362720;
    double c = 1.0, s = 0.0;
    for (uint32_t i = 0; i < RAYS; i++) {
        const double radius = sqrt(((double)i + 0.5) / RAYS), next = c * turn_cos - s * turn_sin;
        hit_dray ray = hit_dray_make(hit_dvec3_from(t->vision.apex),
                                     cone_direction(&t->vision, (float)(radius * c), (float)(radius * s)));
        hit_scene_hit hit;
        finding* one;
        ray.t_max = t->vision.h_max;
        if (hit_scene_first(t->scene, ray, &IN_SIGHT, &hit) && (one = find(f, hit.id)) != NULL) {
            const double distance = hit.t_double * (double)hit_vec3_length(ray.direction);
            if (!one->selected || distance < one->depth) {
                one->selected = true;
                one->depth = distance;
                one->position = hit.point;
                hit_camera_project(camera, one->position, one->pixel, NULL);
            }
        }
        s = c * turn_sin + s * turn_cos;
        c = next;
    }
}

// What stands between the guard and the middle of an object.
static hit_id hides(const town* t, const finding* one)
{
    hit_dray ray = hit_dray_make(hit_dvec3_from(t->vision.apex),
                                 hit_dvec3_relative(one->position, hit_dvec3_from(t->vision.apex)));
    hit_scene_hit hit;
    return hit_scene_first(t->scene, ray, &IN_SIGHT, &hit) && hit.id != one->id ? hit.id : HIT_ID_NONE;
}

static double turns_left(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static int compare_points(const void* a, const void* b)
{
    const double *p = a, *q = b;
    return p[0] != q[0] ? (p[0] < q[0] ? -1 : 1) : p[1] < q[1] ? -1 : p[1] > q[1];
}

// The convex hull of points, in place: the monotone chain (Andrew, 1979). Room for twice the number is
// needed.
static uint32_t hull(double (*points)[2], uint32_t count, double (*out)[2])
{
    uint32_t kept = 0, bottom;
    qsort(points, count, sizeof points[0], compare_points);
    for (uint32_t i = 0; i < count; i++) {
        while (kept >= 2 && turns_left(out[kept - 2], out[kept - 1], points[i]) <= 0.0)
            kept--;
        memcpy(out[kept++], points[i], sizeof out[0]);
    }
    bottom = kept + 1;
    for (uint32_t i = count - 1; i-- > 0;) {
        while (kept >= bottom && turns_left(out[kept - 2], out[kept - 1], points[i]) <= 0.0)
            kept--;
        memcpy(out[kept++], points[i], sizeof out[0]);
    }
    return kept - 1; // the last is the first
}

// The cone on the screen, as far as it is above the ground.
static void cone_outline(const town* t, const hit_camera* camera, findings* f)
{
    enum { RIM = 32 };
    const float step_cos = 0.98078528f, step_sin = 0.19509032f; // of a 32nd of a turn
    double points[RIM + 1][2];
    float c = 1.0f, s = 0.0f;
    uint32_t count = 0;
    count += hit_camera_project(camera, hit_dvec3_from(t->vision.apex), points[count], NULL);
    for (int i = 0; i < RIM; i++) {
        const hit_vec3 d = cone_direction(&t->vision, c, s);
        const float next = c * step_cos - s * step_sin, ground = d.y < 0.0f ? -t->vision.apex.y / d.y : HUGE_VALF;
        const hit_vec3 p = hit_vec3_add(t->vision.apex, hit_vec3_scale(d, fminf(t->vision.h_max, ground)));
        count += hit_camera_project(camera, hit_dvec3_from(p), points[count], NULL);
        s = c * step_sin + s * step_cos;
        c = next;
    }
    f->outline_count = count > 2 ? hull(points, count, f->outline) : 0;
}

static void vision(const town* t, const hit_camera* camera, findings* f)
{
    static hit_id ids[PROPS_MAX];
    const uint32_t count = hit_scene_in_cone(t->scene, hit_dvec3_make(0.0, 0.0, 0.0), &t->vision, HIT_INCLUDE_TOUCHING,
                                             &(hit_scene_filter){.layers = LAYER_THINGS | LAYER_POWER}, ids, PROPS_MAX);
    add_findings(t, camera, ids, count, f);
    for (uint32_t i = 0; i < f->count; i++) {
        f->list[i].selected = false;
        f->list[i].depth =
            (double)hit_vec3_length(hit_dvec3_relative(f->list[i].position, hit_dvec3_from(t->vision.apex)));
    }
    look_around(t, camera, f);
    for (uint32_t i = 0; i < f->count; i++)
        if (!f->list[i].selected)
            f->list[i].other = hides(t, &f->list[i]);
    cone_outline(t, camera, f);
}

// Make the box of the screen around what was found larger by one of the objects.
static void extend_box(const town* t, const hit_camera* camera, hit_id id, findings* f)
{
    hit_daabb b;
    if (!hit_scene_bounds(t->scene, id, &b))
        return;
    for (int i = 0; i < 8; i++) {
        const hit_dvec3 corner =
            hit_dvec3_make(i & 1 ? b.max.x : b.min.x, i & 2 ? b.max.y : b.min.y, i & 4 ? b.max.z : b.min.z);
        double pixel[2];
        if (!hit_camera_project(camera, corner, pixel, NULL)) { // it reaches behind the eye
            f->box[0][0] = f->box[0][1] = -HUGE_VAL;
            f->box[1][0] = f->box[1][1] = HUGE_VAL;
            return;
        }
        for (int axis = 0; axis < 2; axis++) {
            f->box[0][axis] = fmin(f->box[0][axis], pixel[axis]);
            f->box[1][axis] = fmax(f->box[1][axis], pixel[axis]);
        }
    }
}

void select_by(const town* t, const hit_camera* camera, select_method method, findings* out)
{
    static void (*const ask[METHOD_COUNT])(const town*, const hit_camera*, findings*) = {click, rectangle, lasso,
                                                                                         vision};
    memset(out, 0, sizeof *out);
    out->method = method;
    ask[method](t, camera, out);
    out->box[0][0] = out->box[0][1] = HUGE_VAL;
    out->box[1][0] = out->box[1][1] = -HUGE_VAL;
    qsort(out->list, out->count, sizeof out->list[0], compare);
    for (uint32_t i = 0; i < out->count; i++) {
        out->selected += out->list[i].selected;
        extend_box(t, camera, out->list[i].id, out);
        out->mark[out->list[i].prop - t->props + 1] = out->list[i].selected ? 2 : 1;
    }
}
