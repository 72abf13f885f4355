// Boxes of objects, for the trees over them: in float, in the space of an anchor, and padded (scene.h,
// scene/ray/queries.c).
#include "base/assert.h"
#include "base/fpenv.h"
#include "scene/commit/commit.h"
#include "simd/simd.h"

#include <float.h>
#include <math.h>

// The scene may grow to this many times its size before it needs another anchor.
#define GROWTH 4.0

// By how much boxes are larger than what they hold, in proportion to the extent: scene/ray/queries.c says what it
// covers.
#define PAD 0x1p-20

// A box that is in no tree.
static const hit_aabb no_box = {{HUGE_VALF, HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};

static bool is_in_trees(const hit_object_record* record)
{
    return record->id != HIT_ID_NONE && !record->disabled;
}

static float clamped(double x)
{
    return x < -FLT_MAX ? -FLT_MAX : x > FLT_MAX ? FLT_MAX : (float)x;
}

// Rays are rounded in the space of an object, and what they hit there is moved with them, by less than 2^-20 of the
// largest coordinate there: a box that is to be met before that must be larger by as much.
static void widen_for_rounding(const float linear[3][3], double max_abs, double low[3], double high[3])
{
    for (int i = 0; i < 3; i++) {
        const double by =
            0x1p-19 * max_abs * (fabs((double)linear[i][0]) + fabs((double)linear[i][1]) + fabs((double)linear[i][2]));
        low[i] -= by;
        high[i] += by;
    }
}

static void instance_bounds(const hit_mesh_use* use, const float linear[3][3], double low[3], double high[3])
{
    bool modest = use->mesh->header->max_abs <= 0x1p60f && use->bounds.min.x <= use->bounds.max.x;

    for (int i = 0; i < 9; i++)
        modest &= fabsf(linear[i / 3][i % 3]) <= 0x1p40f;
    if (modest) {
        hit_support_table_bounds(&use->support, linear, low, high);
    } else {
        hit_mesh_bounds(use->mesh, linear, low, high);
        widen_for_rounding(linear, use->mesh->header->max_abs, low, high);
    }
}

static void user_bounds(const hit_object_record* record, double low[3], double high[3])
{
    hit_object_bounds(record, low, high);
    widen_for_rounding(record->placement.linear, hit_user_max_abs(&record->shape.user), low, high);
}

// What boxes have in common.
typedef struct box_frame {
    hit_space space;
    double pad;
    float limit;
} box_frame;

// Whether a box lies beyond the limit of a space.
static bool lies_beyond(const hit_tlas_primref* box, float limit)
{
    return box->min.x <= box->max.x && (box->min.x < -limit || box->min.y < -limit || box->min.z < -limit ||
                                        box->max.x > limit || box->max.y > limit || box->max.z > limit);
}

// The box from `low` to `high` about the origin of an object, in the space of an anchor, padded. Rounding it to float
// takes a sixteenth of the pad. True when it lies beyond the space.
static bool write_box(const box_frame* f, const hit_object_record* record, const double low[3], const double high[3],
                      hit_tlas_primref* primref)
{
    const double at[3] = {record->placement.origin.x - f->space.anchor.x,
                          record->placement.origin.y - f->space.anchor.y,
                          record->placement.origin.z - f->space.anchor.z};

    HIT_ASSERT(low[0] <= high[0] && low[1] <= high[1] && low[2] <= high[2]);
    primref->min = (hit_vec3){clamped(at[0] + low[0] - f->pad), clamped(at[1] + low[1] - f->pad),
                              clamped(at[2] + low[2] - f->pad)};
    primref->max = (hit_vec3){clamped(at[0] + high[0] + f->pad), clamped(at[1] + high[1] + f->pad),
                              clamped(at[2] + high[2] + f->pad)};
    return lies_beyond(primref, f->limit);
}

// The same for a box whose matrix is diagonal: its planes are products of two floats, which are exact.
static bool write_axis_aligned(const box_frame* f, const hit_object_record* record, hit_tlas_primref* primref)
{
    const float* corners = &record->shape.box.min.x;
    const float(*m)[3] = record->placement.linear;
    const double* origin = &record->placement.origin.x;
    const double* anchor = &f->space.anchor.x;
    const f64x2 pad = f64x2_splat(f->pad), at_xy = f64x2_sub(f64x2_load(origin), f64x2_load(anchor));
    const f64x2 at_z = f64x2_splat(origin[2] - anchor[2]);
    // min x y z, any | any, max x y z
    const f32x4 min = f32x4_load(corners), late = f32x4_load(corners + 2);
    const f32x4 max = f32x4_shuffle2(late, late, 1, 2, 3, 3);
    const f32x4 scale = f32x4_make(m[0][0], m[1][1], m[2][2], m[2][2]);
    const f64x2 scale_xy = f64x2_from_f32x4_low(scale), scale_z = f64x2_from_f32x4_high(scale);
    const f64x2 a_xy = f64x2_mul(scale_xy, f64x2_from_f32x4_low(min));
    const f64x2 b_xy = f64x2_mul(scale_xy, f64x2_from_f32x4_low(max));
    const f64x2 a_z = f64x2_mul(scale_z, f64x2_from_f32x4_high(min));
    const f64x2 b_z = f64x2_mul(scale_z, f64x2_from_f32x4_high(max));
    const f64x2 low_xy = f64x2_sub(f64x2_add(at_xy, f64x2_min(a_xy, b_xy)), pad);
    const f64x2 low_z = f64x2_sub(f64x2_add(at_z, f64x2_min(a_z, b_z)), pad);
    const f64x2 high_xy = f64x2_add(f64x2_add(at_xy, f64x2_max(a_xy, b_xy)), pad);
    const f64x2 high_z = f64x2_add(f64x2_add(at_z, f64x2_max(a_z, b_z)), pad);
    // An infinity is too large for a float, and is clamped.
    const f32x4 least = f32x4_splat(-FLT_MAX), most = f32x4_splat(FLT_MAX), limit = f32x4_splat(f->limit);
    const f32x4 low = f32x4_max(f32x4_min(f32x4_from_f64x2(low_xy, low_z), most), least);
    const f32x4 high = f32x4_max(f32x4_min(f32x4_from_f64x2(high_xy, high_z), most), least);
    const f32x4_mask beyond = f32x4_mask_or(f32x4_lt(low, f32x4_sub(f32x4_splat(0.0f), limit)), f32x4_gt(high, limit));

    // Each is followed by a number that is written after it.
    f32x4_store(&primref->min.x, low);
    f32x4_store(&primref->max.x, high);
    return (f32x4_mask_bits(beyond) & 7u) != 0;
}

// The box of an object; an empty one for what no query is to see. True when it lies beyond the space.
static bool make_box(const hit_scene* scene, const box_frame* f, const hit_object_record* record,
                     hit_tlas_primref* primref)
{
    double low[3], high[3];

    primref->min = no_box.min;
    primref->max = no_box.max;
    if (!is_in_trees(record))
        return false;
    if (record->axis_aligned)
        return write_axis_aligned(f, record, primref);
    if (record->kind == HIT_OBJECT_MESH)
        instance_bounds(hit_meshes_find(scene, record->shape.mesh), record->placement.linear, low, high);
    else if (record->kind == HIT_OBJECT_USER)
        user_bounds(record, low, high);
    else
        hit_object_bounds(record, low, high);
    return low[0] <= high[0] && write_box(f, record, low, high, primref);
}

enum { BOX_TASKS = 32, BOXES_PER_TASK = 512 };

// Boxes of many objects, by several tasks.
typedef struct box_work {
    const hit_scene* scene;
    const uint32_t* slots; ///< NULL: all
    uint32_t count, tasks;
    hit_space space;
    hit_tlas_primref* primrefs; ///< by slot
    bool beyond[BOX_TASKS];     ///< of each task
} box_work;

static uint32_t kind_mark(const hit_object_record* record)
{
    return record->axis_aligned ? HIT_TLAS_AXIS_ALIGNED : record->kind == HIT_OBJECT_MESH ? HIT_TLAS_INSTANCE : 0;
}

static HIT_NOINLINE bool make_boxes(const box_work* w, uint32_t begin, uint32_t end)
{
    const box_frame frame = {w->space, PAD * w->space.extent, (float)w->space.extent};
    bool beyond = false;

    for (uint32_t i = begin; i < end; i++) {
        const uint32_t slot = w->slots == NULL ? i : w->slots[i];
        const hit_object_record* record = &w->scene->edited[slot];
        hit_tlas_primref* primref = &w->primrefs[slot];
        HIT_ASSERT(slot < w->scene->slots && slot <= HIT_TLAS_SLOT_MASK);
        if (w->slots != NULL && i + HIT_PREFETCH_DISTANCE < end) {
            hit_prefetch(&w->scene->edited[w->slots[i + HIT_PREFETCH_DISTANCE]], sizeof(hit_object_record));
            hit_prefetch(&w->primrefs[w->slots[i + HIT_PREFETCH_DISTANCE]], sizeof *w->primrefs);
        }
        beyond |= make_box(w->scene, &frame, record, primref);
        primref->ref = HIT_BVH_LEAF | slot | kind_mark(record);
        primref->generation = w->scene->generation[slot];
    }
    return beyond;
}

static void box_task(void* context, uint32_t index)
{
    box_work* w = context;
    const hit_fpenv saved = hit_fpenv_enter();
    HIT_ASSERT(index < w->tasks && w->tasks <= BOX_TASKS);
    w->beyond[index] = make_boxes(w, (uint32_t)((uint64_t)w->count * index / w->tasks),
                                  (uint32_t)((uint64_t)w->count * (index + 1) / w->tasks));
    hit_fpenv_leave(saved);
}

bool hit_boxes_make(const hit_scene* scene, hit_space space, const uint32_t* slots, uint32_t count,
                    const hit_task_pool* pool, hit_tlas_primref* primrefs)
{
    box_work w = {scene, slots, count, 1, space, primrefs, {false}};
    bool beyond = false;

    if (pool == NULL || pool->threads < 2 || count < 2 * BOXES_PER_TASK) {
        box_task(&w, 0);
    } else {
        w.tasks = count / BOXES_PER_TASK < BOX_TASKS ? count / BOXES_PER_TASK : BOX_TASKS;
        pool->run(pool->context, box_task, &w, w.tasks);
    }
    for (uint32_t i = 0; i < w.tasks; i++)
        beyond |= w.beyond[i];
    return !beyond;
}

// The center of the scene as edited.
static void find_center(const hit_scene* scene, double center[3])
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

    for (uint32_t slot = 0; slot < scene->slots; slot++) {
        const hit_object_record* r = &scene->edited[slot];
        const double at[3] = {r->placement.origin.x, r->placement.origin.y, r->placement.origin.z};
        double l[3], h[3];
        if (!is_in_trees(r))
            continue;
        hit_object_bounds(r, l, h);
        for (int k = 0; k < 3 && l[0] <= h[0]; k++) {
            low[k] = fmin(low[k], at[k] + l[k]);
            high[k] = fmax(high[k], at[k] + h[k]);
        }
    }
    for (int k = 0; k < 3; k++)
        center[k] = low[k] <= high[k] ? 0.5 * low[k] + 0.5 * high[k] : 0.0;
}

hit_space hit_space_find(const hit_scene* scene)
{
    double center[3], extent = 0x1p-60;

    find_center(scene, center);
    // Once more, with the differences of origins first: objects may be smaller than the roundings of their places.
    for (uint32_t slot = 0; slot < scene->slots; slot++) {
        const hit_object_record* r = &scene->edited[slot];
        const double at[3] = {r->placement.origin.x - center[0], r->placement.origin.y - center[1],
                              r->placement.origin.z - center[2]};
        double l[3], h[3];
        if (!is_in_trees(r))
            continue;
        hit_object_bounds(r, l, h);
        for (int k = 0; k < 3 && l[0] <= h[0]; k++)
            extent = fmax(extent, GROWTH * fmax(fabs(at[k] + l[k]), fabs(at[k] + h[k])));
    }
    return (hit_space){hit_dvec3_make(center[0], center[1], center[2]), extent};
}
