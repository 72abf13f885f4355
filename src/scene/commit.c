// Commits: edits become visible, and the trees over the objects fit them again.
//
// What changes is first prepared, which may fail for want of memory and then has changed nothing that queries see; then
// done, which cannot fail. The boxes of objects that moved are written into the trees where they are, and the nodes
// above them refitted. Objects that are new, and those that have moved out of the neighbourhood of their node, where
// their boxes would make the nodes above large, go into the young tree, which is built anew. The old tree takes over
// what is in the young one when that has grown to a quarter of the scene, when wear (the growth of its boxes since it was
// built) makes queries slow, and when the scene outgrows the space for which rays are rounded (scene.h).
//
// Why not rebuild subtrees: objects that move diffuse between subtrees, so that the upper levels wear, too.
#include "base/fpenv.h"
#include "base/memory.h"
#include "scene/gather.h"
#include "scene/scene.h"
#include "shapes/linear3.h"

#include <float.h>
#include <math.h>
#include <string.h>

// A tree is built anew when its boxes have grown to this: queries then take about as much longer as a build would cost,
// for some ten thousand rays a frame (docs/scenes.md has the measurement).
#define WEAR_MAX 1.3

// The young tree is taken over when it holds this part of all objects.
enum { YOUNG_PART = 4 };

// The scene may grow to this many times its size before it needs another anchor.
#define GROWTH 4.0

// By how much boxes are larger than what they hold, in proportion to the extent: see ray.c for what it covers.
#define PAD 0x1p-20

// ---- Making and ending ----------------------------------------------------------------------------------------------

hit_status hit_scene_create(const hit_allocator* allocator, hit_scene** scene)
{
    const hit_allocator from = hit_allocator_or_default(allocator);
    hit_scene* made;

    if (scene == NULL)
        return HIT_ERROR_ARGUMENT;
    made = hit_allocate(&from, sizeof *made, 64);
    if (made == NULL)
        return HIT_ERROR_MEMORY;
    memset(made, 0, sizeof *made);
    made->allocator = from;
    *scene = made;
    return HIT_OK;
}

static void drop_points(const hit_scene* scene, const hit_record* record)
{
    if (record->id != HIT_ID_NONE && hit_record_has_points(record))
        hit_point_set_release(&scene->allocator, record->shape.points);
}

void hit_scene_destroy(hit_scene* scene)
{
    hit_allocator from;

    if (scene == NULL)
        return;
    from = scene->allocator;
    for (uint32_t i = 0; i < scene->slots; i++)
        drop_points(scene, &scene->edited[i]);
    for (uint32_t i = 0; i < scene->seen_slots; i++)
        drop_points(scene, &scene->seen[i]);
    hit_top_free(&scene->old, &from);
    hit_top_free(&scene->young, &from);
    hit_bvh_scratch_free(&scene->scratch, &from);
    for (uint32_t i = 0; i < scene->adopted_count; i++)
        hit_bvh_destroy(scene->adopted[i]);
    hit_release(&from, scene->adopted, scene->adopted_capacity * sizeof *scene->adopted, 64);
    hit_release(&from, scene->meshes, scene->mesh_capacity * sizeof *scene->meshes, 64);
    hit_release(&from, scene->edited, scene->capacity * sizeof *scene->edited, 64);
    hit_release(&from, scene->generation, scene->capacity * sizeof *scene->generation, 64);
    hit_release(&from, scene->is_changed, scene->capacity * sizeof *scene->is_changed, 64);
    hit_release(&from, scene->changed, scene->capacity * sizeof *scene->changed, 64);
    hit_release(&from, scene->free_slots, scene->capacity * sizeof *scene->free_slots, 64);
    hit_release(&from, scene->seen, scene->seen_capacity * sizeof *scene->seen, 64);
    hit_release(&from, scene->box, scene->seen_capacity * sizeof *scene->box, 64);
    hit_release(&from, scene->where, scene->seen_capacity * sizeof *scene->where, 64);
    hit_release(&from, scene->young_slots, scene->seen_capacity * sizeof *scene->young_slots, 64);
    if (scene->instance != NULL)
        hit_release(&from, scene->instance, scene->seen_capacity * sizeof *scene->instance, 64);
    hit_release(&from, scene, sizeof *scene, 64);
}

hit_status hit_scene_adopt(hit_scene* scene, hit_bvh* tree)
{
    if (scene->adopted_count == scene->adopted_capacity) {
        const uint32_t more = 2 * scene->adopted_capacity + 4;
        hit_bvh** made =
            hit_scene_grow(&scene->allocator, scene->adopted, scene->adopted_capacity, more, sizeof *scene->adopted);
        if (made == NULL)
            return HIT_ERROR_MEMORY;
        scene->adopted = made;
        scene->adopted_capacity = more;
    }
    scene->adopted[scene->adopted_count++] = tree;
    return HIT_OK;
}

// ---- Trees of instances ---------------------------------------------------------------------------------------------

static hit_aabb mesh_box(const hit_bvh* mesh)
{
    const float* b = mesh->header->bounds;
    return (hit_aabb){{b[0], b[2], b[4]}, {b[1], b[3], b[5]}};
}

static void look_at_mesh(hit_mesh_use* use)
{
    use->bounds = mesh_box(use->mesh);
    if (use->mesh->header->bounds[0] <= use->mesh->header->bounds[1])
        hit_outline_make(use->mesh, &use->outline);
}

// The index of the first use that is not before the mesh.
static uint32_t find_mesh(const hit_scene* scene, const hit_bvh* mesh)
{
    uint32_t low = 0, high = scene->mesh_count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if ((uintptr_t)scene->meshes[middle].mesh < (uintptr_t)mesh)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The use of a mesh: one that is there, or a new one without users. There is room for one more.
static hit_mesh_use* mesh_use(hit_scene* scene, const hit_bvh* mesh)
{
    const uint32_t at = find_mesh(scene, mesh);

    if (at == scene->mesh_count || scene->meshes[at].mesh != mesh) {
        memmove(scene->meshes + at + 1, scene->meshes + at, (scene->mesh_count - at) * sizeof *scene->meshes);
        scene->meshes[at].mesh = mesh;
        scene->meshes[at].users = 0;
        scene->mesh_count++;
        look_at_mesh(&scene->meshes[at]);
    }
    return &scene->meshes[at];
}

// Meshes without users are forgotten: they may be gone when the next commit looks at them.
static void forget_meshes(hit_scene* scene)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < scene->mesh_count; i++)
        if (scene->meshes[i].users > 0)
            scene->meshes[kept++] = scene->meshes[i];
    scene->mesh_count = kept;
}

// Instances of trees that have been refitted are changed objects, too, unless they are gone in the meantime.
static void note_refitted(hit_scene* scene)
{
    bool refitted = false;

    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const hit_aabb now = mesh_box(scene->meshes[i].mesh);
        if (memcmp(&now, &scene->meshes[i].bounds, sizeof now) != 0) {
            look_at_mesh(&scene->meshes[i]);
            refitted = true;
        }
    }
    // All instances are looked at: which of them has a tree that changed is not worth remembering.
    for (uint32_t slot = 0; refitted && slot < scene->seen_slots; slot++)
        if (scene->seen[slot].kind == HIT_OBJECT_MESH && !scene->is_changed[slot]) {
            scene->is_changed[slot] = HIT_CHANGE_MOVED;
            scene->changed[scene->changed_count++] = slot;
        }
}

// ---- Preparing ------------------------------------------------------------------------------------------------------

// What a commit is going to do, and what it has built for that.
typedef struct plan {
    hit_scene* scene;
    const hit_task_pool* pool;
    bool rebuild; ///< the old tree is new, over everything; and so are these
    hit_aabb* box;
    hit_dvec3 anchor;
    double extent;
    bool young_changes; ///< the young tree is new, and so is the list of its objects
    uint32_t* young_slots;
    uint32_t young_count;
    hit_top old, young;
} plan;

static bool has_instance(uint8_t kind)
{
    return kind == HIT_OBJECT_MESH || kind == HIT_OBJECT_USER;
}

// More has changed than its place: it may be another object, or another shape.
static bool is_new(const hit_scene* scene, uint32_t slot)
{
    return scene->is_changed[slot] == HIT_CHANGE_ANY;
}

// Arrays for what queries see, as large as those for editing; and one for instances, when there are any.
static hit_status make_room(hit_scene* scene)
{
    const uint32_t before = scene->seen_capacity, after = scene->capacity;
    bool instances = scene->instance != NULL;
    struct {
        void* made;
        void* old;
        size_t size;
    } array[5] = {{NULL, scene->seen, sizeof *scene->seen},
                  {NULL, scene->box, sizeof *scene->box},
                  {NULL, scene->where, sizeof *scene->where},
                  {NULL, scene->young_slots, sizeof *scene->young_slots},
                  {NULL, scene->instance, sizeof *scene->instance}};

    for (uint32_t i = 0; i < scene->changed_count && !instances; i++)
        instances = is_new(scene, scene->changed[i]) && has_instance(scene->edited[scene->changed[i]].kind);
    if (instances && scene->instance == NULL) {
        scene->instance = hit_scene_grow(&scene->allocator, NULL, 0, before, sizeof *scene->instance);
        if (scene->instance == NULL && before > 0)
            return HIT_ERROR_MEMORY;
        array[4].old = scene->instance;
    }
    if (after == before)
        return HIT_OK;
    for (int i = 0; i < (instances ? 5 : 4); i++) {
        array[i].made = hit_allocate(&scene->allocator, after * array[i].size, 64);
        if (array[i].made == NULL) {
            while (i-- > 0)
                hit_release(&scene->allocator, array[i].made, after * array[i].size, 64);
            return HIT_ERROR_MEMORY;
        }
    }
    for (int i = 0; i < (instances ? 5 : 4); i++) {
        if (before > 0)
            memcpy(array[i].made, array[i].old, before * array[i].size);
        // All bits set is HIT_TOP_NOWHERE, and a NaN, which makes a box empty; records and instances are filled.
        memset((char*)array[i].made + before * array[i].size, i == 1 || i == 2 ? 0xff : 0,
               (after - before) * array[i].size);
        hit_release(&scene->allocator, array[i].old, before * array[i].size, 64);
    }
    scene->seen = array[0].made;
    scene->box = array[1].made;
    scene->where = array[2].made;
    scene->young_slots = array[3].made;
    if (instances)
        scene->instance = array[4].made;
    scene->seen_capacity = after;
    return HIT_OK;
}

static hit_status make_room_for_meshes(hit_scene* scene)
{
    uint32_t most = scene->mesh_count;
    hit_mesh_use* made;

    for (uint32_t i = 0; i < scene->changed_count; i++)
        most += is_new(scene, scene->changed[i]) && scene->edited[scene->changed[i]].kind == HIT_OBJECT_MESH;
    if (most <= scene->mesh_capacity)
        return HIT_OK;
    made = hit_scene_grow(&scene->allocator, scene->meshes, scene->mesh_capacity, most, sizeof *scene->meshes);
    if (made == NULL)
        return HIT_ERROR_MEMORY;
    scene->meshes = made;
    scene->mesh_capacity = most;
    return HIT_OK;
}

// Meshes that the scene has not seen yet. There is room for them.
static void look_at_new_meshes(hit_scene* scene)
{
    for (uint32_t i = 0; i < scene->changed_count; i++) {
        const hit_record* record = &scene->edited[scene->changed[i]];
        if (is_new(scene, scene->changed[i]) && record->kind == HIT_OBJECT_MESH)
            mesh_use(scene, record->shape.mesh);
    }
}

// ---- Boxes ----------------------------------------------------------------------------------------------------------

static const hit_aabb EMPTY_BOX = {{HUGE_VALF, HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};

static bool is_in_trees(const hit_record* record)
{
    return record->id != HIT_ID_NONE && !record->disabled;
}

// Boxes here are empty as EMPTY_BOX is, or not at all.
static bool is_empty(const hit_aabb* box)
{
    return !(box->min.x <= box->max.x);
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

// The box of an object in the space of an anchor, padded; empty for what no query is to see. Rounding it to float takes
// a sixteenth of the pad.
static hit_aabb object_box(const hit_scene* scene, const hit_record* record, hit_dvec3 anchor, double extent)
{
    const double pad = PAD * extent;
    const double at[3] = {record->place.origin.x - anchor.x, record->place.origin.y - anchor.y,
                          record->place.origin.z - anchor.z};
    double low[3], high[3];

    if (!is_in_trees(record))
        return EMPTY_BOX;
    if (record->upright)
        upright_bounds(record, low, high);
    else if (record->kind == HIT_OBJECT_MESH && !is_empty(&scene->meshes[find_mesh(scene, record->shape.mesh)].bounds))
        hit_outline_bounds(&scene->meshes[find_mesh(scene, record->shape.mesh)].outline, record->place.linear, low,
                           high);
    else
        hit_record_bounds(record, low, high);
    if (!(low[0] <= high[0]))
        return EMPTY_BOX;
    return (hit_aabb){{clamped(at[0] + low[0] - pad), clamped(at[1] + low[1] - pad), clamped(at[2] + low[2] - pad)},
                      {clamped(at[0] + high[0] + pad), clamped(at[1] + high[1] + pad), clamped(at[2] + high[2] + pad)}};
}

// Boxes of many objects, in pieces.
typedef struct box_work {
    const hit_scene* scene;
    const uint32_t* slots; ///< NULL: all
    uint32_t count, tasks;
    hit_dvec3 anchor;
    double extent;
    hit_aabb* box; ///< by slot
} box_work;

enum { BOX_TASKS = 32, BOXES_PER_TASK = 512 };

// What is needed some objects later is asked for now: objects that change are anywhere in memory.
enum { AHEAD = 8 };

static void fetch(const void* memory, size_t size)
{
#if defined(__GNUC__)
    for (size_t i = 0; i < size; i += 64)
        __builtin_prefetch((const char*)memory + i);
#else
    (void)memory;
    (void)size;
#endif
}

static HIT_NOINLINE void make_boxes(const box_work* w, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t slot = w->slots == NULL ? i : w->slots[i];
        if (w->slots != NULL && i + AHEAD < end)
            fetch(&w->scene->edited[w->slots[i + AHEAD]], sizeof(hit_record));
        w->box[slot] = object_box(w->scene, &w->scene->edited[slot], w->anchor, w->extent);
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

static void run_boxes(box_work* w, const hit_task_pool* pool)
{
    w->tasks = 1;
    if (pool == NULL || pool->threads < 2 || w->count < 2 * BOXES_PER_TASK) {
        box_task(w, 0);
        return;
    }
    w->tasks = w->count / BOXES_PER_TASK < BOX_TASKS ? w->count / BOXES_PER_TASK : BOX_TASKS;
    pool->run(pool->context, box_task, w, w->tasks);
}

static bool lies_beyond(const hit_aabb* box, double extent)
{
    const float limit = (float)extent;
    return !is_empty(box) && (box->min.x < -limit || box->min.y < -limit || box->min.z < -limit || box->max.x > limit ||
                              box->max.y > limit || box->max.z > limit);
}

// ---- Building -------------------------------------------------------------------------------------------------------

// The middle of the scene as edited, and how far from it a coordinate may be until the anchor must move.
static void find_anchor(plan* p)
{
    const hit_scene* scene = p->scene;
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, middle[3];

    p->extent = 0.0;
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
        p->extent = low[k] <= high[k] ? fmax(p->extent, GROWTH * (high[k] - middle[k])) : p->extent;
    }
    p->extent = p->extent < 0x1p-60 ? 0x1p-60 : p->extent;
    p->anchor = hit_dvec3_make(middle[0], middle[1], middle[2]);
}

// A tree over everything, about a new anchor.
static hit_status build_all(plan* p)
{
    hit_scene* scene = p->scene;
    const hit_allocator* from = &scene->allocator;
    uint32_t* slots = hit_allocate(from, scene->slots * sizeof *slots, 64);
    uint32_t count = 0;
    hit_status status = HIT_ERROR_MEMORY;

    p->box = hit_allocate(from, scene->seen_capacity * sizeof *p->box, 64);
    if ((slots != NULL && p->box != NULL) || scene->slots == 0) {
        box_work w = {.scene = scene, .count = scene->slots, .box = p->box};
        find_anchor(p);
        w.anchor = p->anchor;
        w.extent = p->extent;
        run_boxes(&w, p->pool);
        for (uint32_t slot = 0; slot < scene->slots; slot++)
            if (!is_empty(&p->box[slot]))
                slots[count++] = slot;
        status = hit_top_build(&p->old, p->box, slots, count, p->pool, from, &scene->scratch);
    }
    hit_release(from, slots, scene->slots * sizeof *slots, 64);
    if (status != HIT_OK)
        hit_release(from, p->box, scene->seen_capacity * sizeof *p->box, 64);
    return status;
}

// The node that an object of the old tree is in.
static void fetch_place(const hit_scene* scene, uint32_t slot)
{
    if (scene->where[slot] < HIT_TOP_YOUNG)
        fetch(&scene->old.tree->nodes[scene->where[slot] >> 3], sizeof(hit_bvh_node));
}

// Whether an object that has a place in the old tree has left the neighbourhood of its node: its middle lies beyond the
// node's box by more than half the size of that, and its own.
static bool has_strayed(const hit_scene* scene, uint32_t slot)
{
    const hit_aabb node = hit_top_node_box(&scene->old, scene->where[slot]), box = scene->box[slot];
    const float n[2][3] = {{node.min.x, node.min.y, node.min.z}, {node.max.x, node.max.y, node.max.z}};
    const float b[2][3] = {{box.min.x, box.min.y, box.min.z}, {box.max.x, box.max.y, box.max.z}};

    for (int k = 0; k < 3; k++) {
        const float room = 0.5f * (n[1][k] - n[0][k]) + (b[1][k] - b[0][k]), middle = 0.5f * b[0][k] + 0.5f * b[1][k];
        if (middle < n[0][k] - room || middle > n[1][k] + room)
            return true;
    }
    return false;
}

static bool is_in_old(const hit_scene* scene, uint32_t slot)
{
    return scene->where[slot] < HIT_TOP_YOUNG;
}

// The objects that the young tree is to have: those that it has, and what is new or has strayed. `slots` has room.
static uint32_t list_young(plan* p, uint32_t* slots)
{
    const hit_scene* scene = p->scene;
    uint32_t count = 0, before;

    for (uint32_t i = 0; i < scene->young_count; i++) {
        const uint32_t slot = scene->young_slots[i];
        // A slot that was free in between is not one of them any more.
        if (!is_empty(&scene->box[slot]) && scene->where[slot] != HIT_TOP_NOWHERE)
            slots[count++] = slot;
    }
    before = count;
    for (uint32_t i = 0; i < scene->changed_count; i++) {
        const uint32_t slot = scene->changed[i];
        if (i + AHEAD < scene->changed_count)
            fetch_place(scene, scene->changed[i + AHEAD]);
        if (!is_empty(&scene->box[slot]) &&
            (scene->where[slot] == HIT_TOP_NOWHERE || (is_in_old(scene, slot) && has_strayed(scene, slot))))
            slots[count++] = slot;
    }
    p->young_changes = count > before;
    return count;
}

static hit_status build_young(plan* p)
{
    hit_scene* scene = p->scene;
    const size_t size = (scene->young_count + (size_t)scene->changed_count) * sizeof *p->young_slots;
    hit_status status = HIT_OK;

    if (size == 0)
        return HIT_OK;
    p->young_slots = hit_allocate(&scene->allocator, size, 64);
    if (p->young_slots == NULL)
        return HIT_ERROR_MEMORY;
    p->young_count = list_young(p, p->young_slots);
    p->rebuild = p->young_count > scene->objects / YOUNG_PART;
    if (p->young_changes && !p->rebuild)
        status = hit_top_build(&p->young, scene->box, p->young_slots, p->young_count, p->pool, &scene->allocator,
                               &scene->scratch);
    return status;
}

// ---- Doing ----------------------------------------------------------------------------------------------------------

static void fill_instance(hit_instance* instance, const hit_record* r)
{
    const hit_aabb box = r->kind == HIT_OBJECT_MESH ? mesh_box(r->shape.mesh) : r->shape.user.bounds;
    const double c[3] = {0.5 * box.min.x + 0.5 * box.max.x, 0.5 * box.min.y + 0.5 * box.max.y,
                         0.5 * box.min.z + 0.5 * box.max.z};
    const double origin[3] = {r->place.origin.x, r->place.origin.y, r->place.origin.z};
    const float(*m)[3] = r->place.linear;
    const mat3 exact = {{{m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}}};
    // Cofactors of floats are right to one rounding, and so is the determinant nearly; it is 0 exactly when it should be.
    const double det = hit_det3(&exact);
    double largest = 0.0;

    for (int i = 0; i < 3; i++) {
        instance->origin[i] = origin[i];
        instance->center[i] = m[i][0] * c[0] + m[i][1] * c[1] + m[i][2] * c[2];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int y = (j + 1) % 3, z = (j + 2) % 3, k = (i + 1) % 3, l = (i + 2) % 3;
            instance->inverse[i][j] = (double)m[y][k] * m[z][l] - (double)m[z][k] * m[y][l];
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            instance->inverse[i][j] /= det;
            largest = fmax(largest, fabs(instance->inverse[i][j]));
        }
    // A matrix that is singular, or so nearly so that a ray in its space would have no sense; and an empty mesh.
    if (det == 0.0 || !(largest <= 0x1p100) || !(c[0] == c[0]))
        memset(instance->inverse, 0, sizeof instance->inverse);
    instance->mesh = r->kind == HIT_OBJECT_MESH ? r->shape.mesh : NULL;
}

static void show_object(hit_scene* scene, uint32_t slot)
{
    hit_record *now = &scene->seen[slot], before;
    const hit_record* next = &scene->edited[slot];

    if (scene->is_changed[slot] == HIT_CHANGE_MOVED) {
        // The same object, and the same shape.
        now->place = next->place;
        now->upright = next->upright;
        if (has_instance(next->kind))
            fill_instance(&scene->instance[slot], next);
        return;
    }
    before = *now;
    if (next->id != HIT_ID_NONE) {
        if (hit_record_has_points(next))
            next->shape.points->users++;
        if (next->kind == HIT_OBJECT_MESH)
            mesh_use(scene, next->shape.mesh)->users++;
        if (has_instance(next->kind))
            fill_instance(&scene->instance[slot], next);
        scene->priority_min = next->priority < scene->priority_min ? next->priority : scene->priority_min;
        scene->priority_max = next->priority > scene->priority_max ? next->priority : scene->priority_max;
        scene->committed++;
    }
    *now = *next;
    if (before.id != HIT_ID_NONE) {
        drop_points(scene, &before);
        if (before.kind == HIT_OBJECT_MESH)
            mesh_use(scene, before.shape.mesh)->users--;
        scene->committed--;
    }
}

static void move_in_trees(plan* p)
{
    hit_scene* scene = p->scene;

    for (uint32_t i = 0; i < scene->changed_count; i++) {
        const uint32_t slot = scene->changed[i], place = scene->where[slot];
        if (i + AHEAD < scene->changed_count)
            fetch_place(scene, scene->changed[i + AHEAD]);
        if (place == HIT_TOP_NOWHERE)
            continue;
        if (place & HIT_TOP_YOUNG) {
            if (!p->young_changes)
                hit_top_move(&scene->young, place & ~HIT_TOP_YOUNG, scene->box[slot]);
        } else {
            // What has strayed leaves; has_strayed looks at boxes of the tree, which must not have changed.
            hit_top_move(&scene->old, place, scene->box[slot]);
        }
        if (is_empty(&scene->box[slot]))
            scene->where[slot] = HIT_TOP_NOWHERE;
    }
}

static void take_young(plan* p)
{
    hit_scene* scene = p->scene;

    for (uint32_t i = 0; i < p->young_count; i++) {
        const uint32_t slot = p->young_slots[i];
        if (is_in_old(scene, slot))
            hit_top_move(&scene->old, scene->where[slot], EMPTY_BOX);
        scene->young_slots[i] = slot;
    }
    scene->young_count = p->young_count;
    hit_top_free(&scene->young, &scene->allocator);
    scene->young = p->young;
    hit_top_places(&scene->young, HIT_TOP_YOUNG, scene->where);
}

static void take_all(plan* p)
{
    hit_scene* scene = p->scene;

    hit_top_free(&scene->old, &scene->allocator);
    hit_top_free(&scene->young, &scene->allocator);
    hit_release(&scene->allocator, scene->box, scene->seen_capacity * sizeof *scene->box, 64);
    scene->old = p->old;
    scene->box = p->box;
    scene->anchor = p->anchor;
    scene->extent = p->extent;
    scene->young_count = 0;
    memset(scene->where, 0xff, scene->slots * sizeof *scene->where);
    hit_top_places(&scene->old, 0, scene->where);
    scene->rebuilds++;
}

static void finish(plan* p)
{
    hit_scene* scene = p->scene;

    scene->seen_slots = scene->slots;
    for (uint32_t i = 0; i < scene->changed_count; i++) {
        if (i + AHEAD < scene->changed_count) {
            fetch(&scene->edited[scene->changed[i + AHEAD]], sizeof(hit_record));
            fetch(&scene->seen[scene->changed[i + AHEAD]], sizeof(hit_record));
        }
        show_object(scene, scene->changed[i]);
    }
    if (p->rebuild) {
        take_all(p);
    } else {
        move_in_trees(p);
        if (p->young_changes)
            take_young(p);
        hit_top_refit(&scene->old);
        hit_top_refit(&scene->young);
    }
    for (uint32_t i = 0; i < scene->changed_count; i++)
        scene->is_changed[scene->changed[i]] = HIT_CHANGE_NONE;
    scene->changed_count = 0;
    scene->commits++;
}

static HIT_NOINLINE hit_status commit(hit_scene* scene, const hit_task_pool* pool)
{
    plan p = {.scene = scene, .pool = pool, .rebuild = scene->old.tree == NULL};
    const size_t listed = (scene->young_count + (size_t)scene->changed_count) * sizeof *p.young_slots;
    hit_status status = make_room(scene);

    if (status == HIT_OK)
        status = make_room_for_meshes(scene);
    if (status != HIT_OK)
        return status;
    look_at_new_meshes(scene);
    if (!p.rebuild) {
        box_work w = {.scene = scene,
                      .slots = scene->changed,
                      .count = scene->changed_count,
                      .anchor = scene->anchor,
                      .extent = scene->extent,
                      .box = scene->box};
        run_boxes(&w, pool);
        for (uint32_t i = 0; i < scene->changed_count && !p.rebuild; i++)
            p.rebuild = lies_beyond(&scene->box[scene->changed[i]], scene->extent);
        if (!p.rebuild)
            status = build_young(&p);
    }
    if (status == HIT_OK && p.rebuild)
        status = build_all(&p);
    if (status == HIT_OK)
        finish(&p);
    hit_release(&scene->allocator, p.young_slots, listed, 64);
    return status;
}

// A tree that is worn, or most of whose objects are gone, is built anew. When there is no memory for that, it stays as it
// is: slower, but right.
static HIT_NOINLINE void renew(hit_scene* scene, const hit_task_pool* pool)
{
    plan p = {.scene = scene, .pool = pool, .rebuild = true};
    const bool worn = hit_top_wear(&scene->old) > WEAR_MAX, hollow = scene->committed < scene->old.count / YOUNG_PART;

    if ((worn || hollow) && build_all(&p) == HIT_OK)
        take_all(&p);
}

hit_status hit_scene_commit(hit_scene* scene, const hit_task_pool* pool)
{
    hit_status status = HIT_OK;
    hit_fpenv saved;

    if (scene == NULL)
        return HIT_ERROR_ARGUMENT;
    note_refitted(scene);
    if (scene->changed_count == 0)
        return HIT_OK;
    saved = hit_fpenv_enter();
    status = commit(scene, pool);
    forget_meshes(scene);
    if (status == HIT_OK)
        renew(scene, pool);
    hit_fpenv_leave(saved);
    return status;
}
