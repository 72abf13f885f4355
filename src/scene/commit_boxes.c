// Boxes of objects, for the trees over them: in float, in the space of an anchor, and padded (scene.h, ray.c).
#include "base/fpenv.h"
#include "scene/commit.h"

#include <float.h>
#include <math.h>

// The scene may grow to this many times its size before it needs another anchor.
#define GROWTH 4.0

// By how much boxes are larger than what they hold, in proportion to the extent: see ray.c for what it covers.
#define PAD 0x1p-20

const hit_aabb hit_no_box = {{HUGE_VALF, HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};

static bool is_in_trees(const hit_record* record)
{
    return record->id != HIT_ID_NONE && !record->disabled;
}

static float clamped(double x)
{
    return x < -FLT_MAX ? -FLT_MAX : x > FLT_MAX ? FLT_MAX : (float)x;
}

// The bounds of a box whose matrix is diagonal: its planes are products of two floats, which are exact.
static void upright_bounds(const hit_record* record, double low[3], double high[3])
{
    const hit_aabb* box = &record->shape.box;
    const double min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};

    for (int k = 0; k < 3; k++) {
        const double scale = record->place.linear[k][k], a = scale * min[k], b = scale * max[k];
        low[k] = a < b ? a : b;
        high[k] = a < b ? b : a;
    }
}

static void instance_bounds(const hit_mesh_use* use, const float linear[3][3], double low[3], double high[3])
{
    bool modest = use->mesh->header->reach <= 0x1p60f && use->bounds.min.x <= use->bounds.max.x;

    for (int i = 0; i < 9; i++)
        modest &= fabsf(linear[i / 3][i % 3]) <= 0x1p40f;
    if (modest)
        hit_outline_bounds(&use->outline, linear, low, high);
    else
        hit_mesh_bounds(use->mesh, linear, low, high);
}

// The box of an object in the space of an anchor, padded; empty for what no query is to see. Rounding it to float takes
// a sixteenth of the pad.
static hit_aabb object_box(const hit_scene* scene, const hit_record* record, hit_space space)
{
    const double pad = PAD * space.extent;
    const double at[3] = {record->place.origin.x - space.anchor.x, record->place.origin.y - space.anchor.y,
                          record->place.origin.z - space.anchor.z};
    double low[3], high[3];

    if (!is_in_trees(record))
        return hit_no_box;
    if (record->upright)
        upright_bounds(record, low, high);
    else if (record->kind == HIT_OBJECT_MESH)
        instance_bounds(hit_meshes_use(scene, record->shape.mesh), record->place.linear, low, high);
    else
        hit_record_bounds(record, low, high);
    if (!(low[0] <= high[0]))
        return hit_no_box;
    return (hit_aabb){{clamped(at[0] + low[0] - pad), clamped(at[1] + low[1] - pad), clamped(at[2] + low[2] - pad)},
                      {clamped(at[0] + high[0] + pad), clamped(at[1] + high[1] + pad), clamped(at[2] + high[2] + pad)}};
}

// Boxes of many objects, in pieces.
typedef struct box_work {
    const hit_scene* scene;
    const uint32_t* slots; ///< NULL: all
    uint32_t count, tasks;
    hit_space space;
    hit_aabb* box; ///< by slot
} box_work;

enum { BOX_TASKS = 32, BOXES_PER_TASK = 512 };

static HIT_NOINLINE void make_boxes(const box_work* w, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t slot = w->slots == NULL ? i : w->slots[i];
        if (w->slots != NULL && i + HIT_AHEAD < end)
            hit_fetch(&w->scene->edited[w->slots[i + HIT_AHEAD]], sizeof(hit_record));
        w->box[slot] = object_box(w->scene, &w->scene->edited[slot], w->space);
    }
}

static void box_task(void* context, uint32_t index)
{
    const box_work* w = context;
    const hit_fpenv saved = hit_fpenv_enter();
    make_boxes(w, (uint32_t)((uint64_t)w->count * index / w->tasks),
               (uint32_t)((uint64_t)w->count * (index + 1) / w->tasks));
    hit_fpenv_leave(saved);
}

void hit_boxes_make(const hit_scene* scene, hit_space space, const uint32_t* slots, uint32_t count,
                    const hit_task_pool* pool, hit_aabb* box)
{
    box_work w = {scene, slots, count, 1, space, box};

    if (pool == NULL || pool->threads < 2 || count < 2 * BOXES_PER_TASK) {
        box_task(&w, 0);
        return;
    }
    w.tasks = count / BOXES_PER_TASK < BOX_TASKS ? count / BOXES_PER_TASK : BOX_TASKS;
    pool->run(pool->context, box_task, &w, w.tasks);
}

bool hit_box_lies_beyond(const hit_aabb* box, hit_space space)
{
    const float limit = (float)space.extent;
    return !hit_box_is_none(box) && (box->min.x < -limit || box->min.y < -limit || box->min.z < -limit ||
                                     box->max.x > limit || box->max.y > limit || box->max.z > limit);
}

// The middle of the scene as edited, and how far from it a coordinate may be until the anchor must move.
hit_space hit_space_find(const hit_scene* scene)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, middle[3];
    hit_space space = {{0.0, 0.0, 0.0}, 0.0};

    for (uint32_t slot = 0; slot < scene->slots; slot++) {
        const hit_record* r = &scene->edited[slot];
        const double at[3] = {r->place.origin.x, r->place.origin.y, r->place.origin.z};
        double l[3], h[3];
        if (!is_in_trees(r))
            continue;
        hit_record_bounds(r, l, h);
        for (int k = 0; k < 3 && l[0] <= h[0]; k++) {
            low[k] = fmin(low[k], at[k] + l[k]);
            high[k] = fmax(high[k], at[k] + h[k]);
        }
    }
    for (int k = 0; k < 3; k++) {
        middle[k] = low[k] <= high[k] ? 0.5 * low[k] + 0.5 * high[k] : 0.0;
        space.extent = low[k] <= high[k] ? fmax(space.extent, GROWTH * (high[k] - middle[k])) : space.extent;
    }
    space.extent = space.extent < 0x1p-60 ? 0x1p-60 : space.extent;
    space.anchor = hit_dvec3_make(middle[0], middle[1], middle[2]);
    return space;
}
