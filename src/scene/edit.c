// Editing objects: placements, shapes, and the calls that add and change objects. What these write is seen by queries
// after a commit (scene/commit/commit.c).
#include "scene/edit.h"

#include "base/assert.h"
#include "base/fail.h"
#include "base/fpenv.h"
#include "base/memory.h"
#include "base/prefetch.h"

#include <math.h>
#include <string.h>

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

// To the bit: zeros are positive.
static bool is_identity(const hit_placement* placement)
{
    enum { ONE = 0x3f800000 };
    static const uint32_t identity[9] = {ONE, 0, 0, 0, ONE, 0, 0, 0, ONE};
    uint32_t bits[9];

    memcpy(bits, placement->linear, sizeof bits);
    return memcmp(bits, identity, sizeof bits) == 0;
}

// A matrix of zeros means the identity (world.h).
static bool is_zero(const hit_placement* placement)
{
    bool zero = true;

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            zero &= placement->linear[i][j] == 0.0f;
    return zero;
}

// A placement whose matrix is not zero.
static inline hit_status set_nonzero_placement(hit_object_record* record, const hit_placement* placement)
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
    // Moves write the first cache line of a record only, where they can.
    if (axis_aligned != record->axis_aligned || unscaled != record->unscaled) {
        record->axis_aligned = axis_aligned;
        record->unscaled = unscaled;
    }
    HIT_ASSERT(hit_placement_is_valid(&record->placement) && !is_zero(&record->placement));
    HIT_ASSERT(record->kind == HIT_OBJECT_BOX || !(record->axis_aligned || record->unscaled));
    return HIT_OK;
}

static HIT_NOINLINE hit_status set_identity(hit_object_record* record, hit_dvec3 origin)
{
    const hit_placement placement = hit_placement_at(origin);
    return set_nonzero_placement(record, &placement);
}

static inline hit_status set_placement(hit_object_record* record, const hit_placement* placement)
{
    if (placement->linear[0][0] == 0.0f && is_zero(placement))
        return set_identity(record, placement->origin);
    return set_nonzero_placement(record, placement);
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

static bool is_radius(float r)
{
    return r >= 0.0f && r <= HIT_SHAPE_MAX;
}

bool hit_shape_is_valid(const hit_object_shape* shape)
{
    switch (shape->kind) {
    case HIT_OBJECT_BOX:
        return !hit_aabb_is_empty(shape->box) && hit_is_modest(shape->box.min) && hit_is_modest(shape->box.max);
    case HIT_OBJECT_MESH:
        return shape->mesh != NULL && shape->mesh->header->kind == HIT_BVH_TRIANGLES &&
               shape->mesh->header->max_abs <= HIT_SHAPE_MAX;
    case HIT_OBJECT_SPHERE:
        return hit_is_modest(shape->sphere.center) && is_radius(shape->sphere.radius);
    case HIT_OBJECT_CAPSULE:
        return hit_is_modest(shape->capsule.a) && hit_is_modest(shape->capsule.b) && is_radius(shape->capsule.radius);
    case HIT_OBJECT_CYLINDER:
        return hit_is_modest(shape->cylinder.a) && hit_is_modest(shape->cylinder.b) &&
               is_radius(shape->cylinder.radius);
    case HIT_OBJECT_USER:
        return shape->user.first != NULL && !hit_aabb_is_empty(shape->user.bounds) &&
               hit_is_modest(shape->user.bounds.min) && hit_is_modest(shape->user.bounds.max);
    default:
        return false;
    }
}

static bool set_shape(hit_object_record* record, const hit_object_shape* shape)
{
    record->kind = (uint8_t)shape->kind;
    switch (shape->kind) {
    case HIT_OBJECT_BOX:
        record->shape.box = shape->box;
        break;
    case HIT_OBJECT_MESH:
        record->shape.mesh = shape->mesh;
        break;
    case HIT_OBJECT_SPHERE:
        record->shape.sphere = shape->sphere;
        break;
    case HIT_OBJECT_CAPSULE:
        record->shape.capsule = shape->capsule;
        break;
    case HIT_OBJECT_CYLINDER:
        record->shape.cylinder = shape->cylinder;
        break;
    default:
        record->shape.user = shape->user;
        break;
    }
    return hit_shape_is_valid(shape);
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
        if (!hit_is_modest(*point_at(points, step, i)))
            return HIT_ERROR_ARGUMENT;
    if (count > HIT_SCENE_SLOTS_MAX)
        return HIT_ERROR_LIMIT;
    *made = hit_point_set_make(&scene->allocator, points, step, count, radius, kind == HIT_OBJECT_POLYLINE);
    return *made == NULL ? HIT_ERROR_MEMORY : HIT_OK;
}

// A record without an id, that owns its points, whatever the shape is.
HIT_NOINLINE hit_status hit_scene_make_record(const hit_scene* scene, const hit_object* object,
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

// ---- Adding ---------------------------------------------------------------------------------------------------------

// An edit: the public call, and where to say what is wrong.
typedef struct edit {
    hit_scene* scene;
    const char* call;
    hit_error* error;
} edit;

static hit_status add_strided(const edit* e, const hit_object* object, const hit_object_shape* shape, size_t stride,
                              hit_id* id)
{
    hit_object_record record;
    hit_status status;
    hit_fpenv saved;

    if (e->scene == NULL || object == NULL || id == NULL)
        return hit_refuse_null(e->error, e->call, e->scene == NULL ? "scene" : object == NULL ? "object" : "id");
    if (!hit_reserved_is_zero(object->reserved))
        return hit_fail_reserved(e->error, "hit_object");
    saved = hit_fpenv_enter();
    status = hit_scene_make_record(e->scene, object, shape, stride, &record);
    if (status != HIT_OK)
        status = hit_refuse_shape(e->error, e->call, status, &object->placement, shape, stride);
    hit_fpenv_leave(saved);
    if (status != HIT_OK)
        return status;
    status = hit_scene_insert(e->scene, &record, object->user, id);
    if (status == HIT_OK)
        return hit_succeed(e->error);
    hit_object_release_points(&e->scene->allocator, &record);
    return hit_fail(e->error, status, 0, "%s: %s", e->call,
                    status == HIT_ERROR_LIMIT ? "a scene has at most 2^28 objects" : "no memory for one more object");
}

static hit_status add_shape(const edit* e, const hit_object* object, const hit_object_shape* shape, hit_id* id)
{
    return add_strided(e, object, shape, 0, id);
}

hit_status hit_scene_add_box(hit_scene* scene, const hit_object* object, hit_aabb box, hit_id* id, hit_error* error)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_BOX, .box = box};
    return add_shape(&(edit){scene, __func__, error}, object, &shape, id);
}

hit_status hit_scene_add_mesh(hit_scene* scene, const hit_object* object, const hit_bvh* mesh, hit_id* id,
                              hit_error* error)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_MESH, .mesh = mesh};
    return add_shape(&(edit){scene, __func__, error}, object, &shape, id);
}

hit_status hit_scene_add_sphere(hit_scene* scene, const hit_object* object, hit_sphere sphere, hit_id* id,
                                hit_error* error)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_SPHERE, .sphere = sphere};
    return add_shape(&(edit){scene, __func__, error}, object, &shape, id);
}

hit_status hit_scene_add_capsule(hit_scene* scene, const hit_object* object, hit_capsule capsule, hit_id* id,
                                 hit_error* error)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_CAPSULE, .capsule = capsule};
    return add_shape(&(edit){scene, __func__, error}, object, &shape, id);
}

hit_status hit_scene_add_cylinder(hit_scene* scene, const hit_object* object, hit_cylinder cylinder, hit_id* id,
                                  hit_error* error)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_CYLINDER, .cylinder = cylinder};
    return add_shape(&(edit){scene, __func__, error}, object, &shape, id);
}

hit_status hit_scene_add_user(hit_scene* scene, const hit_object* object, const hit_user_shape* user, hit_id* id,
                              hit_error* error)
{
    hit_object_shape shape = {.kind = HIT_OBJECT_USER};
    if (user == NULL)
        return hit_refuse_null(error, __func__, "shape");
    shape.user = *user;
    return add_shape(&(edit){scene, __func__, error}, object, &shape, id);
}

hit_status hit_scene_add_polyline(hit_scene* scene, const hit_object* object, const hit_vec3* points, size_t stride,
                                  uint32_t count, float radius, hit_id* id, hit_error* error)
{
    const hit_object_shape shape = {
        .kind = HIT_OBJECT_POLYLINE, .points = points, .point_count = count, .radius = radius};
    return add_strided(&(edit){scene, __func__, error}, object, &shape, stride, id);
}

hit_status hit_scene_add_points(hit_scene* scene, const hit_object* object, const hit_vec3* points, size_t stride,
                                uint32_t count, float radius, hit_id* id, hit_error* error)
{
    const hit_object_shape shape = {
        .kind = HIT_OBJECT_POINTS, .points = points, .point_count = count, .radius = radius};
    return add_strided(&(edit){scene, __func__, error}, object, &shape, stride, id);
}

// ---- Moving ---------------------------------------------------------------------------------------------------------

// Another placement. A box that becomes axis-aligned, or is so no more, or unscaled, has changed in more than that.
static hit_status move(hit_scene* scene, hit_object_record* record, const hit_placement* placement)
{
    const bool axis_aligned = record->axis_aligned, unscaled = record->unscaled;
    HIT_ASSERT(record == hit_scene_editable(scene, record->id));
    const hit_status status = set_placement(record, placement);

    if (status == HIT_OK)
        hit_scene_note_change(scene, hit_id_slot(record->id),
                              record->axis_aligned == axis_aligned && record->unscaled == unscaled ? HIT_CHANGE_MOVED
                                                                                                   : HIT_CHANGE_ANY);
    return status;
}

// In the environment of base/fpenv.h.
static HIT_NOINLINE hit_status move_one(hit_scene* scene, hit_object_record* record, const hit_placement* placement)
{
    return move(scene, record, placement);
}

// Not by hit_scene_move_many for one: that would be twice the instructions, and programs move objects one by one.
hit_status hit_scene_move(hit_scene* scene, hit_id id, const hit_placement* placement, hit_error* error)
{
    hit_object_record* record = hit_scene_editable(scene, id);
    hit_status status;
    hit_fpenv saved;

    if (record == NULL)
        return hit_refuse_id(error, __func__, scene, id, HIT_REFUSE_NO_INDEX);
    if (placement == NULL)
        return hit_refuse_null(error, __func__, "placement");
    saved = hit_fpenv_enter();
    status = move_one(scene, record, placement);
    hit_fpenv_leave(saved);
    if (status != HIT_OK)
        return hit_refuse_placement(error, __func__, placement, (hit_object_kind)record->kind, HIT_REFUSE_NO_INDEX);
    return hit_succeed(error);
}

static hit_status move_origin(hit_scene* scene, hit_object_record* record, hit_dvec3 origin)
{
    if (!hit_dvec3_is_position(origin))
        return HIT_ERROR_ARGUMENT;
    record->placement.origin = hit_dvec3_round(origin);
    hit_scene_note_change(scene, hit_id_slot(record->id), HIT_CHANGE_MOVED);
    return HIT_OK;
}

// Many moves, by placements or by origins only. Objects lie anywhere in memory: they are prefetched some moves ahead.
typedef struct moves {
    const hit_id* ids;
    const char* to;
    size_t stride;
    uint32_t count;
    bool origins;
    const char* call;
} moves;

// Returns how many were moved: fewer than there are when one is refused.
static HIT_NOINLINE uint32_t move_each(hit_scene* scene, const moves* m)
{
    enum { PREFETCH_DISTANCE = 16 };

    for (uint32_t i = 0; i < m->count; i++) {
        const void* to = m->to + i * m->stride;
        hit_object_record* record = hit_scene_editable(scene, m->ids[i]);
        hit_status status;
        if (i + PREFETCH_DISTANCE < m->count && hit_id_slot(m->ids[i + PREFETCH_DISTANCE]) < scene->slots)
            hit_prefetch(&scene->edited[hit_id_slot(m->ids[i + PREFETCH_DISTANCE])], sizeof *record);
        if (record == NULL)
            return i;
        status = m->origins ? move_origin(scene, record, *(const hit_dvec3*)to)
                            : move(scene, record, (const hit_placement*)to);
        if (status != HIT_OK)
            return i;
    }
    return m->count;
}

static hit_status refuse_move(hit_scene* scene, const moves* m, uint32_t i, hit_error* error)
{
    const hit_object_record* record = hit_scene_editable(scene, m->ids[i]);
    const void* to = m->to + i * m->stride;

    if (record == NULL)
        return hit_refuse_id(error, m->call, scene, m->ids[i], i);
    if (m->origins)
        return hit_refuse_origin(error, m->call, *(const hit_dvec3*)to, i);
    return hit_refuse_placement(error, m->call, (const hit_placement*)to, (hit_object_kind)record->kind, i);
}

static hit_status move_all(hit_scene* scene, const moves* m, size_t size, hit_error* error)
{
    uint32_t moved;
    hit_fpenv saved;

    if (m->count > 0 && (scene == NULL || m->ids == NULL || m->to == NULL))
        return hit_refuse_null(error, m->call,
                               scene == NULL    ? "scene"
                               : m->ids == NULL ? "ids"
                               : m->origins     ? "origins"
                                                : "placements");
    if (m->stride < size || m->stride % sizeof(double) != 0)
        return hit_refuse_stride(error, m->call, m->stride, size, sizeof(double));
    saved = hit_fpenv_enter();
    moved = move_each(scene, m);
    hit_fpenv_leave(saved);
    return moved < m->count ? refuse_move(scene, m, moved, error) : hit_succeed(error);
}

hit_status hit_scene_move_many(hit_scene* scene, const hit_id* ids, const hit_placement* placements, size_t stride,
                               uint32_t count, hit_error* error)
{
    const size_t size = sizeof *placements;
    const moves m = {ids, (const char*)placements, stride == 0 ? size : stride, count, false, __func__};
    return move_all(scene, &m, size, error);
}

hit_status hit_scene_move_origins(hit_scene* scene, const hit_id* ids, const hit_dvec3* origins, size_t stride,
                                  uint32_t count, hit_error* error)
{
    const size_t size = sizeof *origins;
    const moves m = {ids, (const char*)origins, stride == 0 ? size : stride, count, true, __func__};
    return move_all(scene, &m, size, error);
}

// ---- Changing -------------------------------------------------------------------------------------------------------

static HIT_NOINLINE hit_status describe_one(hit_object_record* record, const hit_object* object)
{
    return describe(record, object);
}

hit_status hit_scene_set(hit_scene* scene, hit_id id, const hit_object* object, hit_error* error)
{
    hit_object_record* record = hit_scene_editable(scene, id);
    hit_status status;
    hit_fpenv saved;

    if (record == NULL)
        return hit_refuse_id(error, __func__, scene, id, HIT_REFUSE_NO_INDEX);
    if (object == NULL)
        return hit_refuse_null(error, __func__, "object");
    if (!hit_reserved_is_zero(object->reserved))
        return hit_fail_reserved(error, "hit_object");
    saved = hit_fpenv_enter();
    status = describe_one(record, object);
    hit_fpenv_leave(saved);
    if (status != HIT_OK)
        return hit_refuse_placement(error, __func__, &object->placement, (hit_object_kind)record->kind,
                                    HIT_REFUSE_NO_INDEX);
    scene->edited_user[hit_id_slot(id)] = object->user;
    hit_scene_note_change(scene, hit_id_slot(id), HIT_CHANGE_ANY);
    return hit_succeed(error);
}

// Another shape of the same kind, in a record that is a copy; it owns its points.
static HIT_NOINLINE hit_status change_shape(const hit_scene* scene, const hit_object_shape* shape, size_t stride,
                                            hit_object_record* record)
{
    HIT_ASSERT(record->kind == shape->kind && record->id != HIT_ID_NONE);
    if (hit_object_has_points(record))
        return make_points(scene, shape->kind, shape->points, stride, shape->point_count, shape->radius,
                           &record->shape.points);
    return set_shape(record, shape) ? HIT_OK : HIT_ERROR_ARGUMENT;
}

static hit_status replace_strided(const edit* e, hit_id id, const hit_object_shape* shape, size_t stride)
{
    hit_object_record *record = hit_scene_editable(e->scene, id), changed;
    hit_status status;
    hit_fpenv saved;

    if (record == NULL)
        return hit_refuse_id(e->error, e->call, e->scene, id, HIT_REFUSE_NO_INDEX);
    if (record->kind != shape->kind)
        return hit_refuse_kind(e->error, e->call, id, (hit_object_kind)record->kind, hit_object_kind_name(shape->kind));
    changed = *record;
    saved = hit_fpenv_enter();
    status = change_shape(e->scene, shape, stride, &changed);
    if (status != HIT_OK)
        status = hit_refuse_shape(e->error, e->call, status, NULL, shape, stride);
    hit_fpenv_leave(saved);
    if (status != HIT_OK)
        return status;
    hit_object_release_points(&e->scene->allocator, record);
    *record = changed;
    hit_scene_note_change(e->scene, hit_id_slot(id), HIT_CHANGE_ANY);
    return hit_succeed(e->error);
}

static hit_status replace(const edit* e, hit_id id, const hit_object_shape* shape)
{
    return replace_strided(e, id, shape, 0);
}

hit_status hit_scene_replace_box(hit_scene* scene, hit_id id, hit_aabb box, hit_error* error)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_BOX, .box = box};
    return replace(&(edit){scene, __func__, error}, id, &shape);
}

hit_status hit_scene_replace_mesh(hit_scene* scene, hit_id id, const hit_bvh* mesh, hit_error* error)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_MESH, .mesh = mesh};
    return replace(&(edit){scene, __func__, error}, id, &shape);
}

hit_status hit_scene_replace_sphere(hit_scene* scene, hit_id id, hit_sphere sphere, hit_error* error)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_SPHERE, .sphere = sphere};
    return replace(&(edit){scene, __func__, error}, id, &shape);
}

hit_status hit_scene_replace_capsule(hit_scene* scene, hit_id id, hit_capsule capsule, hit_error* error)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_CAPSULE, .capsule = capsule};
    return replace(&(edit){scene, __func__, error}, id, &shape);
}

hit_status hit_scene_replace_cylinder(hit_scene* scene, hit_id id, hit_cylinder cylinder, hit_error* error)
{
    const hit_object_shape shape = {.kind = HIT_OBJECT_CYLINDER, .cylinder = cylinder};
    return replace(&(edit){scene, __func__, error}, id, &shape);
}

hit_status hit_scene_replace_user(hit_scene* scene, hit_id id, const hit_user_shape* user, hit_error* error)
{
    hit_object_shape shape = {.kind = HIT_OBJECT_USER};
    if (user == NULL)
        return hit_refuse_null(error, __func__, "shape");
    shape.user = *user;
    return replace(&(edit){scene, __func__, error}, id, &shape);
}

hit_status hit_scene_replace_points(hit_scene* scene, hit_id id, const hit_vec3* points, size_t stride, uint32_t count,
                                    float radius, hit_error* error)
{
    const hit_object_kind kind = hit_scene_get(scene, id, NULL);
    const hit_object_shape shape = {.kind = kind, .points = points, .point_count = count, .radius = radius};

    if (kind != HIT_OBJECT_NONE && kind != HIT_OBJECT_POLYLINE && kind != HIT_OBJECT_POINTS)
        return hit_refuse_kind(error, __func__, id, kind, "polyline or points");
    return replace_strided(&(edit){scene, __func__, error}, id, &shape, stride);
}
