// What is wrong with an edit that was refused: looked for afterwards, so that edits which succeed pay nothing for it.
#include "base/fail.h"
#include "scene/edit.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// hit_fail, with the call and the element in front of the message.
static hit_status refuse(hit_error* error, const char* call, hit_status status, uint32_t index, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 5, 6)))
#endif
    ;

static hit_status refuse(hit_error* error, const char* call, hit_status status, uint32_t index, const char* format, ...)
{
    char text[sizeof error->message];
    va_list arguments;

    if (error == NULL)
        return status;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (index == HIT_REFUSE_NO_INDEX)
        return hit_fail(error, status, 0, "%s: %.150s", call, text);
    return hit_fail(error, status, index, "%s, element %" PRIu32 ": %.140s", call, index, text);
}

hit_status hit_refuse_null(hit_error* error, const char* call, const char* what)
{
    return refuse(error, call, HIT_ERROR_ARGUMENT, HIT_REFUSE_NO_INDEX, "%s is NULL", what);
}

hit_status hit_refuse_id(hit_error* error, const char* call, const hit_scene* scene, hit_id id, uint32_t index)
{
    const uint32_t slot = hit_id_slot(id);

    if (scene == NULL)
        return hit_refuse_null(error, call, "scene");
    if (id == HIT_ID_NONE)
        return refuse(error, call, HIT_ERROR_ARGUMENT, index, "the id is HIT_ID_NONE, which is no object");
    if (slot < scene->slots && hit_id_generation(id) <= scene->generation[slot])
        return refuse(error, call, HIT_ERROR_ARGUMENT, index, "object %" PRIu64 " was removed from the scene", id);
    return refuse(error, call, HIT_ERROR_ARGUMENT, index, "the scene never had an object %" PRIu64, id);
}

hit_status hit_refuse_kind(hit_error* error, const char* call, hit_id id, hit_object_kind is, const char* wanted)
{
    return refuse(error, call, HIT_ERROR_ARGUMENT, HIT_REFUSE_NO_INDEX,
                  "object %" PRIu64 " is of the kind %s, not %s: remove it, and add another", id,
                  hit_object_kind_name(is), wanted);
}

hit_status hit_refuse_stride(hit_error* error, const char* call, size_t stride, size_t size, size_t multiple)
{
    return refuse(error, call, HIT_ERROR_ARGUMENT, HIT_REFUSE_NO_INDEX,
                  "a stride of %zu is neither 0 nor a multiple of %zu from %zu on", stride, multiple, size);
}

// ---- Placements -----------------------------------------------------------------------------------------------------

hit_status hit_refuse_origin(hit_error* error, const char* call, hit_dvec3 origin, uint32_t index)
{
    const double coordinate[3] = {origin.x, origin.y, origin.z};
    int axis = 0;

    while (axis < 2 && fabs(coordinate[axis]) <= 0x1p100)
        axis++;
    return refuse(error, call, HIT_ERROR_ARGUMENT, index,
                  "the origin's %c is %g: it must be a number of at most 2^100 in size", 'x' + axis, coordinate[axis]);
}

hit_status hit_refuse_placement(hit_error* error, const char* call, const hit_placement* placement,
                                hit_object_kind kind, uint32_t index)
{
    if (!hit_dvec3_is_position(placement->origin))
        return hit_refuse_origin(error, call, placement->origin, index);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (!(fabsf(placement->linear[i][j]) <= 0x1p60f))
                return refuse(error, call, HIT_ERROR_ARGUMENT, index,
                              "placement.linear[%d][%d] is %g: it must be a number of at most 2^60 in size", i, j,
                              (double)placement->linear[i][j]);
    return refuse(error, call, HIT_ERROR_GEOMETRY, index,
                  "the placement of a %s must keep circles: rotations, mirrors and one scale for all directions",
                  hit_object_kind_name(kind));
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

static hit_status refuse_box(hit_error* error, const char* call, const char* what, hit_aabb box)
{
    const float min[3] = {box.min.x, box.min.y, box.min.z}, max[3] = {box.max.x, box.max.y, box.max.z};

    for (int k = 0; k < 3; k++) {
        const float worse = fabsf(min[k]) <= HIT_SHAPE_MAX ? max[k] : min[k];
        if (!(fabsf(worse) <= HIT_SHAPE_MAX))
            return refuse(error, call, HIT_ERROR_ARGUMENT, HIT_REFUSE_NO_INDEX,
                          "%s: %s.%c is %g: it must be a number of at most 2^100 in size", what,
                          fabsf(min[k]) <= HIT_SHAPE_MAX ? "max" : "min", 'x' + k, (double)worse);
    }
    for (int k = 0; k < 3; k++)
        if (min[k] > max[k])
            return refuse(error, call, HIT_ERROR_ARGUMENT, HIT_REFUSE_NO_INDEX,
                          "%s is empty: min.%c %g is above max.%c %g", what, 'x' + k, (double)min[k], 'x' + k,
                          (double)max[k]);
    return refuse(error, call, HIT_ERROR_ARGUMENT, HIT_REFUSE_NO_INDEX, "%s is empty", what);
}

static hit_status refuse_point(hit_error* error, const char* call, const char* what, hit_vec3 v, uint32_t index)
{
    const float coordinate[3] = {v.x, v.y, v.z};
    int axis = 0;

    while (axis < 2 && fabsf(coordinate[axis]) <= HIT_SHAPE_MAX)
        axis++;
    return refuse(error, call, HIT_ERROR_ARGUMENT, index, "%s.%c is %g: it must be a number of at most 2^100 in size",
                  what, 'x' + axis, (double)coordinate[axis]);
}

static hit_status refuse_radius(hit_error* error, const char* call, float radius)
{
    return refuse(error, call, HIT_ERROR_ARGUMENT, HIT_REFUSE_NO_INDEX,
                  "the radius is %g: it must be 0 or more, and at most 2^100", (double)radius);
}

static hit_status refuse_mesh(hit_error* error, const char* call, const hit_bvh* mesh)
{
    if (mesh == NULL)
        return hit_refuse_null(error, call, "mesh");
    if (mesh->header->kind != HIT_BVH_TRIANGLES)
        return refuse(error, call, HIT_ERROR_ARGUMENT, HIT_REFUSE_NO_INDEX,
                      "the tree holds boxes: an instance needs a tree of triangles");
    return refuse(error, call, HIT_ERROR_ARGUMENT, HIT_REFUSE_NO_INDEX,
                  "the tree has coordinates of %g: they must be at most 2^100 in size", (double)mesh->header->max_abs);
}

static hit_status refuse_ends(hit_error* error, const char* call, hit_vec3 a, hit_vec3 b, float radius)
{
    if (!hit_is_modest(a))
        return refuse_point(error, call, "a", a, HIT_REFUSE_NO_INDEX);
    if (!hit_is_modest(b))
        return refuse_point(error, call, "b", b, HIT_REFUSE_NO_INDEX);
    return refuse_radius(error, call, radius);
}

static hit_status refuse_points(hit_error* error, const char* call, hit_status status, const hit_object_shape* shape,
                                size_t stride)
{
    const uint32_t least = shape->kind == HIT_OBJECT_POLYLINE ? 2 : 1;
    const size_t step = stride == 0 ? sizeof *shape->points : stride;

    if (status == HIT_ERROR_LIMIT)
        return refuse(error, call, status, HIT_REFUSE_NO_INDEX, "%" PRIu32 " points are more than 2^28",
                      shape->point_count);
    if (shape->points == NULL)
        return hit_refuse_null(error, call, "points");
    if (step < sizeof *shape->points || step % sizeof(float) != 0)
        return hit_refuse_stride(error, call, stride, sizeof *shape->points, sizeof(float));
    if (!(shape->radius >= 0.0f && shape->radius <= HIT_SHAPE_MAX))
        return refuse_radius(error, call, shape->radius);
    for (uint32_t i = 0; i < shape->point_count && shape->point_count >= least; i++) {
        const hit_vec3* point = (const hit_vec3*)(const void*)((const char*)shape->points + i * step);
        if (!hit_is_modest(*point))
            return refuse_point(error, call, "the point", *point, i);
    }
    return refuse(error, call, HIT_ERROR_ARGUMENT, HIT_REFUSE_NO_INDEX, "%" PRIu32 " points are too few: %s",
                  shape->point_count, least == 2 ? "a polyline needs 2" : "there must be 1");
}

static hit_status refuse_solid(hit_error* error, const char* call, const hit_object_shape* shape)
{
    switch (shape->kind) {
    case HIT_OBJECT_BOX:
        return refuse_box(error, call, "the box", shape->box);
    case HIT_OBJECT_MESH:
        return refuse_mesh(error, call, shape->mesh);
    case HIT_OBJECT_SPHERE:
        return hit_is_modest(shape->sphere.center)
                   ? refuse_radius(error, call, shape->sphere.radius)
                   : refuse_point(error, call, "center", shape->sphere.center, HIT_REFUSE_NO_INDEX);
    case HIT_OBJECT_CAPSULE:
        return refuse_ends(error, call, shape->capsule.a, shape->capsule.b, shape->capsule.radius);
    case HIT_OBJECT_CYLINDER:
        return refuse_ends(error, call, shape->cylinder.a, shape->cylinder.b, shape->cylinder.radius);
    default:
        return shape->user.first == NULL ? hit_refuse_null(error, call, "the shape's function `first`")
                                         : refuse_box(error, call, "the bounds", shape->user.bounds);
    }
}

hit_status hit_refuse_shape(hit_error* error, const char* call, hit_status status, const hit_placement* placement,
                            const hit_object_shape* shape, size_t stride)
{
    const bool has_points = shape->kind == HIT_OBJECT_POLYLINE || shape->kind == HIT_OBJECT_POINTS;

    if (status == HIT_ERROR_MEMORY)
        return refuse(error, call, status, HIT_REFUSE_NO_INDEX, "no memory for %" PRIu32 " points", shape->point_count);
    // In the order in which edit.c checks them: points last, as that takes time.
    if (has_points && (placement == NULL || hit_placement_is_valid(placement)))
        return refuse_points(error, call, status, shape, stride);
    if (has_points || hit_shape_is_valid(shape))
        return hit_refuse_placement(error, call, placement, shape->kind, HIT_REFUSE_NO_INDEX);
    return refuse_solid(error, call, shape);
}
