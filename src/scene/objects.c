// Objects: ids, adding, removing, changing. What these calls write is seen by queries after a commit (commit.c).
//
// An id is a slot, counted from 1, so that zero is none, and a generation. A slot that is free again is given out
// with the next generation; one that has had them all is not used any more.
#include "base/prefetch.h"
#include "base/fpenv.h"
#include "base/memory.h"
#include "scene/region/visit.h"
#include "scene/id_list.h"
#include "scene/scene.h"

#include <math.h>
#include <string.h>

enum { SLOTS_MAX = 1 << 28 };

// ---- Memory ---------------------------------------------------------------------------------------------------------

// Room for `after` slots in the arrays for editing, more than now: in all of them, or none.
static hit_status grow(hit_scene* scene, uint32_t after)
{
    const uint32_t before = scene->capacity;
    struct {
        void* made;
        void* old;
        size_t size;
    } array[] = {
        {NULL, scene->edited, sizeof *scene->edited},         {NULL, scene->generation, sizeof *scene->generation},
        {NULL, scene->is_changed, sizeof *scene->is_changed}, {NULL, scene->changed, sizeof *scene->changed},
        {NULL, scene->free_slots, sizeof *scene->free_slots}, {NULL, scene->edited_user, sizeof *scene->edited_user}};

    for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
        array[i].made = hit_allocate(&scene->allocator, after * array[i].size, 64);
        if (array[i].made == NULL) {
            while (i-- > 0)
                hit_release(&scene->allocator, array[i].made, after * array[i].size, 64);
            return HIT_ERROR_MEMORY;
        }
    }
    for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
        if (before > 0)
            memcpy(array[i].made, array[i].old, before * array[i].size);
        memset((char*)array[i].made + before * array[i].size, 0, (after - before) * array[i].size);
        hit_release(&scene->allocator, array[i].old, before * array[i].size, 64);
    }
    scene->edited = array[0].made;
    scene->generation = array[1].made;
    scene->is_changed = array[2].made;
    scene->changed = array[3].made;
    scene->free_slots = array[4].made;
    scene->edited_user = array[5].made;
    scene->capacity = after;
    return HIT_OK;
}

// Room for one more slot.
static hit_status make_room(hit_scene* scene)
{
    const uint32_t before = scene->capacity;

    if (scene->free_count > 0 || scene->slots < before)
        return HIT_OK;
    if (before == SLOTS_MAX)
        return HIT_ERROR_LIMIT;
    return grow(scene, before == 0 ? 16 : before < SLOTS_MAX / 2 ? 2 * before : SLOTS_MAX);
}

// ---- Slots ----------------------------------------------------------------------------------------------------------

static void note(hit_scene* scene, uint32_t slot, uint8_t change)
{
    if (scene->is_changed[slot] == HIT_CHANGE_NONE)
        scene->changed[scene->changed_count++] = slot;
    if (scene->is_changed[slot] < change)
        scene->is_changed[slot] = change;
}

static void note_change(hit_scene* scene, uint32_t slot)
{
    note(scene, slot, HIT_CHANGE_ANY);
}

const hit_object_record* hit_scene_edited(const hit_scene* scene, hit_id id)
{
    const uint32_t slot = hit_id_slot(id);
    return scene != NULL && id != HIT_ID_NONE && slot < scene->slots && scene->edited[slot].id == id
               ? &scene->edited[slot]
               : NULL;
}

// The object as edited, to be changed.
static hit_object_record* object_of(hit_scene* scene, hit_id id)
{
    return hit_scene_edited(scene, id) == NULL ? NULL : &scene->edited[hit_id_slot(id)];
}

// Put a record into a slot; there is room for it. It owns its points from now on.
static void occupy(hit_scene* scene, uint32_t slot, uint32_t generation, const hit_object_record* record, void* user)
{
    scene->generation[slot] = generation;
    scene->edited_user[slot] = user;
    scene->edited[slot] = *record;
    scene->edited[slot].id = hit_id_make(slot, generation);
    scene->objects++;
    note_change(scene, slot);
}

static hit_status add(hit_scene* scene, const hit_object_record* record, void* user, hit_id* id)
{
    const hit_status status = make_room(scene);
    uint32_t slot;

    if (status != HIT_OK)
        return status;
    slot = scene->free_count > 0 ? scene->free_slots[--scene->free_count] : scene->slots++;
    occupy(scene, slot, scene->generation[slot] + 1u, record, user);
    *id = scene->edited[slot].id;
    return HIT_OK;
}

// ---- What is the same for all kinds ---------------------------------------------------------------------------------

double hit_placement_scale(const hit_placement* placement)
{
    double det = 0.0, size;

    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        det += (double)placement->linear[0][i] * ((double)placement->linear[1][j] * placement->linear[2][k] -
                                                  (double)placement->linear[1][k] * placement->linear[2][j]);
    }
    // The cube root by Newton's method: that of the C library may differ from system to system.
    det = fabs(det);
    if (!(det > 0.0))
        return 0.0;
    size = ldexp(1.0, ilogb(det) / 3);
    for (int i = 0; i < 8; i++)
        size = (2.0 * size + det / (size * size)) / 3.0;
    return size;
}

// Circles stay circles: the columns are of one length, and perpendicular, to 1e-4.
static bool keeps_circles(const hit_placement* placement)
{
    const double scale = hit_placement_scale(placement), limit = 1e-4 * scale * scale;

    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double dot = i == j ? -scale * scale : 0.0;
            for (int k = 0; k < 3; k++)
                dot += (double)placement->linear[k][i] * placement->linear[k][j];
            if (!(fabs(dot) <= limit))
                return false;
        }
    return scale > 0.0;
}

// Whether a matrix that is valid is diagonal, and not singular.
static bool is_axis_aligned(const hit_placement* placement)
{
    const float(*m)[3] = placement->linear;
    const float off_diagonal = fabsf(m[0][1]) + fabsf(m[0][2]) + fabsf(m[1][0]) + fabsf(m[1][2]) + fabsf(m[2][0]) +
                               fabsf(m[2][1]); // denormals are kept, so a sum of 0 is one of zeros
    return (off_diagonal == 0.0f) & (m[0][0] != 0.0f) & (m[1][1] != 0.0f) & (m[2][2] != 0.0f);
}

// To the bit.
static bool is_identity(const hit_placement* placement)
{
    enum { ONE = 0x3f800000 };
    static const uint32_t identity[9] = {ONE, 0, 0, 0, ONE, 0, 0, 0, ONE};
    uint32_t bits[9];

    memcpy(bits, placement->linear, sizeof bits);
    return memcmp(bits, identity, sizeof bits) == 0;
}

static hit_status set_placement(hit_object_record* record, const hit_placement* placement)
{
    const bool round =
        record->kind == HIT_OBJECT_SPHERE || record->kind == HIT_OBJECT_CAPSULE || record->kind == HIT_OBJECT_CYLINDER;

    if (!hit_placement_is_valid(placement))
        return HIT_ERROR_ARGUMENT;
    if (round && !keeps_circles(placement))
        return HIT_ERROR_GEOMETRY;
    record->placement = *placement;
    record->placement.origin = hit_dvec3_round(placement->origin);
    const bool axis_aligned = record->kind == HIT_OBJECT_BOX && is_axis_aligned(placement);
    const bool unscaled = axis_aligned && is_identity(placement);
    // Moves write the first line of a record only, where they can.
    if (axis_aligned != record->axis_aligned || unscaled != record->unscaled) {
        record->axis_aligned = axis_aligned;
        record->unscaled = unscaled;
    }
    return HIT_OK;
}

static hit_status describe(hit_object_record* record, const hit_object* object)
{
    const hit_status status = set_placement(record, &object->placement);
    if (status != HIT_OK)
        return status;
    record->layers = object->layers == 0 ? 1u : object->layers;
    record->priority = object->priority;
    record->disabled = object->disabled;
    return HIT_OK;
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

// Below this, no shape overflows under a placement, nor do squares of its sizes in double.
static bool is_modest(hit_vec3 v)
{
    return fabsf(v.x) <= 0x1p100f && fabsf(v.y) <= 0x1p100f && fabsf(v.z) <= 0x1p100f;
}

static bool is_radius(float r)
{
    return r >= 0.0f && r <= 0x1p100f;
}

static bool set_shape(hit_object_record* record, const hit_object_shape* shape)
{
    record->kind = (uint8_t)shape->kind;
    switch (shape->kind) {
    case HIT_OBJECT_BOX:
        record->shape.box = shape->box;
        return !hit_aabb_is_empty(shape->box) && is_modest(shape->box.min) && is_modest(shape->box.max);
    case HIT_OBJECT_MESH:
        record->shape.mesh = shape->mesh;
        return shape->mesh != NULL && shape->mesh->header->kind == HIT_BVH_TRIANGLES &&
               shape->mesh->header->max_abs <= 0x1p100f;
    case HIT_OBJECT_SPHERE:
        record->shape.sphere = shape->sphere;
        return is_modest(shape->sphere.center) && is_radius(shape->sphere.radius);
    case HIT_OBJECT_CAPSULE:
        record->shape.capsule = shape->capsule;
        return is_modest(shape->capsule.a) && is_modest(shape->capsule.b) && is_radius(shape->capsule.radius);
    case HIT_OBJECT_CYLINDER:
        record->shape.cylinder = shape->cylinder;
        return is_modest(shape->cylinder.a) && is_modest(shape->cylinder.b) && is_radius(shape->cylinder.radius);
    case HIT_OBJECT_USER:
        record->shape.user = shape->user;
        return shape->user.first != NULL && !hit_aabb_is_empty(shape->user.bounds) &&
               is_modest(shape->user.bounds.min) && is_modest(shape->user.bounds.max);
    default:
        return false;
    }
}

static const hit_vec3* point_at(const hit_vec3* points, size_t stride, uint32_t i)
{
    return (const hit_vec3*)(const void*)((const char*)points + i * stride);
}

// HIT_OK, and the set of points with one user.
static hit_status make_points(const hit_scene* scene, hit_object_kind kind, const hit_vec3* points, size_t stride,
                              uint32_t count, float radius, hit_point_set** made)
{
    const size_t step = stride == 0 ? sizeof *points : stride;

    if (points == NULL || step < sizeof *points || step % sizeof(float) != 0 || !is_radius(radius) ||
        count < (kind == HIT_OBJECT_POLYLINE ? 2u : 1u))
        return HIT_ERROR_ARGUMENT;
    for (uint32_t i = 0; i < count; i++)
        if (!is_modest(*point_at(points, step, i)))
            return HIT_ERROR_ARGUMENT;
    if (count > SLOTS_MAX)
        return HIT_ERROR_LIMIT;
    *made = hit_point_set_make(&scene->allocator, points, step, count, radius, kind == HIT_OBJECT_POLYLINE);
    return *made == NULL ? HIT_ERROR_MEMORY : HIT_OK;
}

// Whatever the shape is: a record without an id, that owns its points.
static HIT_NOINLINE hit_status make_record(const hit_scene* scene, const hit_object* object,
                                           const hit_object_shape* shape, size_t stride, hit_object_record* record)
{
    const bool has_points = shape->kind == HIT_OBJECT_POLYLINE || shape->kind == HIT_OBJECT_POINTS;
    hit_status status;

    memset(record, 0, sizeof *record);
    record->kind = (uint8_t)shape->kind;
    if (!has_points && !set_shape(record, shape))
        return HIT_ERROR_ARGUMENT;
    status = describe(record, object);
    if (status != HIT_OK || !has_points)
        return status;
    return make_points(scene, shape->kind, shape->points, stride, shape->point_count, shape->radius,
                       &record->shape.points);
}

static void drop_points(const hit_scene* scene, hit_object_record* record)
{
    if (hit_object_has_points(record))
        hit_point_set_release(&scene->allocator, record->shape.points);
}

static hit_status add_strided(hit_scene* scene, const hit_object* object, const hit_object_shape* shape, size_t stride,
                              hit_id* id)
{
    hit_object_record record;
    hit_status status;
    hit_fpenv saved;

    if (scene == NULL || object == NULL || id == NULL)
        return HIT_ERROR_ARGUMENT;
    saved = hit_fpenv_enter();
    status = make_record(scene, object, shape, stride, &record);
    hit_fpenv_leave(saved);
    if (status != HIT_OK)
        return status;
    status = add(scene, &record, object->user, id);
    if (status != HIT_OK)
        drop_points(scene, &record);
    return status;
}

static hit_status add_shape(hit_scene* scene, const hit_object* object, const hit_object_shape* shape, hit_id* id)
{
    return add_strided(scene, object, shape, 0, id);
}

hit_status hit_scene_add_box(hit_scene* scene, const hit_object* object, hit_aabb box, hit_id* id)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_BOX, .box = box};
    return add_shape(scene, object, &shape, id);
}

hit_status hit_scene_add_mesh(hit_scene* scene, const hit_object* object, const hit_bvh* mesh, hit_id* id)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_MESH, .mesh = mesh};
    return add_shape(scene, object, &shape, id);
}

hit_status hit_scene_add_sphere(hit_scene* scene, const hit_object* object, hit_sphere sphere, hit_id* id)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_SPHERE, .sphere = sphere};
    return add_shape(scene, object, &shape, id);
}

hit_status hit_scene_add_capsule(hit_scene* scene, const hit_object* object, hit_capsule capsule, hit_id* id)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_CAPSULE, .capsule = capsule};
    return add_shape(scene, object, &shape, id);
}

hit_status hit_scene_add_cylinder(hit_scene* scene, const hit_object* object, hit_cylinder cylinder, hit_id* id)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_CYLINDER, .cylinder = cylinder};
    return add_shape(scene, object, &shape, id);
}

hit_status hit_scene_add_user(hit_scene* scene, const hit_object* object, const hit_user_shape* user, hit_id* id)
{
    hit_object_shape shape = {.kind = HIT_OBJECT_USER};
    if (user == NULL)
        return HIT_ERROR_ARGUMENT;
    shape.user = *user;
    return add_shape(scene, object, &shape, id);
}

hit_status hit_scene_add_polyline(hit_scene* scene, const hit_object* object, const hit_vec3* points, size_t stride,
                                  uint32_t count, float radius, hit_id* id)
{
    const hit_object_shape shape = {
        .kind = HIT_OBJECT_POLYLINE, .points = points, .point_count = count, .radius = radius};
    return add_strided(scene, object, &shape, stride, id);
}

hit_status hit_scene_add_points(hit_scene* scene, const hit_object* object, const hit_vec3* points, size_t stride,
                                uint32_t count, float radius, hit_id* id)
{
    const hit_object_shape shape = {
        .kind = HIT_OBJECT_POINTS, .points = points, .point_count = count, .radius = radius};
    return add_strided(scene, object, &shape, stride, id);
}

// ---- Changing -------------------------------------------------------------------------------------------------------

hit_status hit_scene_remove(hit_scene* scene, hit_id id)
{
    hit_object_record* record = object_of(scene, id);
    const uint32_t slot = hit_id_slot(id);

    if (record == NULL)
        return HIT_ERROR_ARGUMENT;
    drop_points(scene, record);
    memset(record, 0, sizeof *record);
    scene->objects--;
    if (hit_id_generation(id) != UINT32_MAX)
        scene->free_slots[scene->free_count++] = slot;
    note_change(scene, slot);
    return HIT_OK;
}

// Another place. A box that is axis_aligned no more, or again, or unscaled, has changed in more than that.
static hit_status move(hit_scene* scene, hit_object_record* record, const hit_placement* placement)
{
    const bool axis_aligned = record->axis_aligned, unscaled = record->unscaled;
    const hit_status status = set_placement(record, placement);

    if (status == HIT_OK)
        note(scene, hit_id_slot(record->id),
             record->axis_aligned == axis_aligned && record->unscaled == unscaled ? HIT_CHANGE_MOVED : HIT_CHANGE_ANY);
    return status;
}

// In the environment of base/fpenv.h.
static HIT_NOINLINE hit_status move_one(hit_scene* scene, hit_object_record* record, const hit_placement* placement)
{
    return move(scene, record, placement);
}

// Not by hit_scene_move_many for one: that would be twice the instructions, and programs move objects one by one.
hit_status hit_scene_move(hit_scene* scene, hit_id id, const hit_placement* placement)
{
    hit_object_record* record = object_of(scene, id);
    hit_status status;
    hit_fpenv saved;

    if (record == NULL || placement == NULL)
        return HIT_ERROR_ARGUMENT;
    saved = hit_fpenv_enter();
    status = move_one(scene, record, placement);
    hit_fpenv_leave(saved);
    return status;
}

static hit_status move_origin(hit_scene* scene, hit_object_record* record, hit_dvec3 origin)
{
    if (!hit_dvec3_is_position(origin))
        return HIT_ERROR_ARGUMENT;
    record->placement.origin = hit_dvec3_round(origin);
    note(scene, hit_id_slot(record->id), HIT_CHANGE_MOVED);
    return HIT_OK;
}

// Many moves, by placements or by origins only. Objects lie anywhere in memory: they are asked for some moves before.
typedef struct moves {
    const hit_id* ids;
    const char* to;
    size_t stride;
    uint32_t count;
    bool origins;
} moves;

static HIT_NOINLINE hit_status move_each(hit_scene* scene, const moves* m)
{
    enum { PREFETCH_DISTANCE = 16 };

    for (uint32_t i = 0; i < m->count; i++) {
        const void* to = m->to + i * m->stride;
        hit_object_record* record = object_of(scene, m->ids[i]);
        hit_status status;
        if (i + PREFETCH_DISTANCE < m->count && hit_id_slot(m->ids[i + PREFETCH_DISTANCE]) < scene->slots)
            hit_prefetch(&scene->edited[hit_id_slot(m->ids[i + PREFETCH_DISTANCE])], sizeof *record);
        if (record == NULL)
            return HIT_ERROR_ARGUMENT;
        status = m->origins ? move_origin(scene, record, *(const hit_dvec3*)to)
                            : move(scene, record, (const hit_placement*)to);
        if (status != HIT_OK)
            return status;
    }
    return HIT_OK;
}

static hit_status move_all(hit_scene* scene, const moves* m, size_t size)
{
    hit_status status;
    hit_fpenv saved;

    if ((m->count > 0 && (scene == NULL || m->ids == NULL || m->to == NULL)) || m->stride < size ||
        m->stride % sizeof(double) != 0)
        return HIT_ERROR_ARGUMENT;
    saved = hit_fpenv_enter();
    status = move_each(scene, m);
    hit_fpenv_leave(saved);
    return status;
}

hit_status hit_scene_move_many(hit_scene* scene, const hit_id* ids, const hit_placement* placements, size_t stride,
                               uint32_t count)
{
    const size_t size = sizeof *placements;
    const moves m = {ids, (const char*)placements, stride == 0 ? size : stride, count, false};
    return move_all(scene, &m, size);
}

hit_status hit_scene_move_origins(hit_scene* scene, const hit_id* ids, const hit_dvec3* origins, size_t stride,
                                  uint32_t count)
{
    const size_t size = sizeof *origins;
    const moves m = {ids, (const char*)origins, stride == 0 ? size : stride, count, true};
    return move_all(scene, &m, size);
}

static HIT_NOINLINE hit_status describe_one(hit_object_record* record, const hit_object* object)
{
    return describe(record, object);
}

hit_status hit_scene_set(hit_scene* scene, hit_id id, const hit_object* object)
{
    hit_object_record* record = object_of(scene, id);
    hit_status status;
    hit_fpenv saved;

    if (record == NULL || object == NULL)
        return HIT_ERROR_ARGUMENT;
    saved = hit_fpenv_enter();
    status = describe_one(record, object);
    hit_fpenv_leave(saved);
    if (status != HIT_OK)
        return status;
    scene->edited_user[hit_id_slot(id)] = object->user;
    note_change(scene, hit_id_slot(id));
    return HIT_OK;
}

// Another shape of the same kind, in a record that is a copy; it owns its points.
static HIT_NOINLINE hit_status change_shape(const hit_scene* scene, const hit_object_shape* shape, size_t stride,
                                            hit_object_record* record)
{
    if (hit_object_has_points(record))
        return make_points(scene, shape->kind, shape->points, stride, shape->point_count, shape->radius,
                           &record->shape.points);
    return set_shape(record, shape) ? HIT_OK : HIT_ERROR_ARGUMENT;
}

static hit_status replace_strided(hit_scene* scene, hit_id id, const hit_object_shape* shape, size_t stride)
{
    hit_object_record *record = object_of(scene, id), changed;
    hit_status status;
    hit_fpenv saved;

    if (record == NULL || record->kind != shape->kind)
        return HIT_ERROR_ARGUMENT;
    changed = *record;
    saved = hit_fpenv_enter();
    status = change_shape(scene, shape, stride, &changed);
    hit_fpenv_leave(saved);
    if (status != HIT_OK)
        return status;
    drop_points(scene, record);
    *record = changed;
    note_change(scene, hit_id_slot(id));
    return HIT_OK;
}

static hit_status replace(hit_scene* scene, hit_id id, const hit_object_shape* shape)
{
    return replace_strided(scene, id, shape, 0);
}

hit_status hit_scene_replace_box(hit_scene* scene, hit_id id, hit_aabb box)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_BOX, .box = box};
    return replace(scene, id, &shape);
}

hit_status hit_scene_replace_mesh(hit_scene* scene, hit_id id, const hit_bvh* mesh)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_MESH, .mesh = mesh};
    return replace(scene, id, &shape);
}

hit_status hit_scene_replace_sphere(hit_scene* scene, hit_id id, hit_sphere sphere)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_SPHERE, .sphere = sphere};
    return replace(scene, id, &shape);
}

hit_status hit_scene_replace_capsule(hit_scene* scene, hit_id id, hit_capsule capsule)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_CAPSULE, .capsule = capsule};
    return replace(scene, id, &shape);
}

hit_status hit_scene_replace_cylinder(hit_scene* scene, hit_id id, hit_cylinder cylinder)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_CYLINDER, .cylinder = cylinder};
    return replace(scene, id, &shape);
}

hit_status hit_scene_replace_user(hit_scene* scene, hit_id id, const hit_user_shape* user)
{
    hit_object_shape shape = {.kind = HIT_OBJECT_USER};
    if (user == NULL)
        return HIT_ERROR_ARGUMENT;
    shape.user = *user;
    return replace(scene, id, &shape);
}

hit_status hit_scene_replace_points(hit_scene* scene, hit_id id, const hit_vec3* points, size_t stride, uint32_t count,
                                    float radius)
{
    const hit_object_kind kind = hit_scene_get(scene, id, NULL);
    const hit_object_shape shape = {.kind = kind, .points = points, .point_count = count, .radius = radius};

    if (kind != HIT_OBJECT_POLYLINE && kind != HIT_OBJECT_POINTS)
        return HIT_ERROR_ARGUMENT;
    return replace_strided(scene, id, &shape, stride);
}

// ---- For files ------------------------------------------------------------------------------------------------------

uint32_t hit_scene_slot_count(const hit_scene* scene)
{
    return scene->slots;
}

uint32_t hit_scene_slot_generation(const hit_scene* scene, uint32_t slot)
{
    return scene->generation[slot];
}

hit_status hit_scene_restore_generations(hit_scene* scene, const uint32_t* generation, uint32_t count)
{
    hit_status status = HIT_OK;

    if (scene->slots != 0)
        return HIT_ERROR_ARGUMENT;
    if (count > SLOTS_MAX)
        return HIT_ERROR_LIMIT;
    if (count > scene->capacity)
        status = grow(scene, count);
    if (status != HIT_OK || count == 0)
        return status;
    memcpy(scene->generation, generation, count * sizeof *generation);
    scene->slots = count;
    return HIT_OK;
}

hit_status hit_scene_restore(hit_scene* scene, hit_id id, const hit_object* object, const hit_object_shape* shape)
{
    const uint32_t slot = hit_id_slot(id);
    hit_object_record record;
    hit_status status;
    hit_fpenv saved;

    if (id == HIT_ID_NONE || slot >= scene->slots || hit_id_generation(id) == 0 ||
        scene->generation[slot] != hit_id_generation(id) || scene->edited[slot].id != HIT_ID_NONE)
        return HIT_ERROR_ARGUMENT;
    saved = hit_fpenv_enter();
    status = make_record(scene, object, shape, 0, &record);
    hit_fpenv_leave(saved);
    if (status == HIT_OK)
        occupy(scene, slot, hit_id_generation(id), &record, object->user);
    return status;
}

void hit_scene_restore_free(hit_scene* scene)
{
    scene->free_count = 0;
    for (uint32_t slot = 0; slot < scene->slots; slot++)
        if (scene->edited[slot].id == HIT_ID_NONE && scene->generation[slot] != UINT32_MAX)
            scene->free_slots[scene->free_count++] = slot;
}

// ---- What there is --------------------------------------------------------------------------------------------------

bool hit_scene_has(const hit_scene* scene, hit_id id)
{
    return hit_scene_edited(scene, id) != NULL;
}

hit_object_kind hit_scene_get(const hit_scene* scene, hit_id id, hit_object* object)
{
    const hit_object_record* record = hit_scene_edited(scene, id);

    if (record == NULL)
        return HIT_OBJECT_NONE;
    if (object != NULL)
        *object = (hit_object){record->placement, record->layers, record->priority, record->disabled,
                               scene->edited_user[hit_id_slot(id)]};
    return (hit_object_kind)record->kind;
}

bool hit_scene_shape(const hit_scene* scene, hit_id id, hit_object_shape* shape)
{
    const hit_object_record* record = hit_scene_edited(scene, id);

    if (record == NULL || shape == NULL)
        return false;
    memset(shape, 0, sizeof *shape);
    shape->kind = (hit_object_kind)record->kind;
    switch (shape->kind) {
    case HIT_OBJECT_BOX:
        shape->box = record->shape.box;
        break;
    case HIT_OBJECT_MESH:
        shape->mesh = record->shape.mesh;
        break;
    case HIT_OBJECT_SPHERE:
        shape->sphere = record->shape.sphere;
        break;
    case HIT_OBJECT_CAPSULE:
        shape->capsule = record->shape.capsule;
        break;
    case HIT_OBJECT_CYLINDER:
        shape->cylinder = record->shape.cylinder;
        break;
    case HIT_OBJECT_USER:
        shape->user = record->shape.user;
        break;
    default:
        shape->points = record->shape.points->point;
        shape->point_count = record->shape.points->count;
        shape->radius = record->shape.points->radius;
        break;
    }
    return true;
}

uint32_t hit_scene_list(const hit_scene* scene, hit_id* ids, uint32_t capacity)
{
    hit_id_list list = hit_id_list_make(ids, capacity);

    if (scene == NULL)
        return 0;
    for (uint32_t slot = 0; slot < scene->slots; slot++)
        if (scene->edited[slot].id != HIT_ID_NONE)
            hit_id_list_add(&list, scene->edited[slot].id);
    hit_id_list_finish(&list);
    return list.count;
}

const char* hit_object_kind_name(hit_object_kind kind)
{
    static const char* const names[] = {"none",     "box",      "mesh",   "sphere", "capsule",
                                        "cylinder", "polyline", "points", "user"};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

hit_object hit_object_at(hit_dvec3 origin)
{
    const hit_object object = {hit_placement_at(origin), 0, 0, false, NULL};
    return object;
}
