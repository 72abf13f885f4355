// The caller's arrays of primitives: are the arguments right, and where is everything.
//
// Only what can be told without looking at the primitives is checked: pointers, strides and enum values. A bad
// primitive is not the fault of the arguments.
#include "bvh/build/stages.h"

static bool aligned(const void* p, size_t size)
{
    return (uintptr_t)p % size == 0;
}

const char* hit_build_input_mesh(const hit_mesh* mesh, build_input* in)
{
    memset(in, 0, sizeof *in);
    if (mesh == NULL)
        return "the mesh is NULL";
    if (mesh->vertex_stride != 0 && (mesh->vertex_stride < 12 || mesh->vertex_stride % 4 != 0))
        return "vertex_stride is neither 0 nor a multiple of 4 from 12 on";
    if (mesh->vertices == NULL && mesh->vertex_count > 0)
        return "vertices is NULL, but vertex_count is not 0";
    if (!aligned(mesh->vertices, 4))
        return "vertices is not aligned to 4 bytes";
    if ((unsigned)mesh->index_type > (unsigned)HIT_INDEX_U32)
        return "index_type is none of the known ones";
    if (mesh->index_type == HIT_INDEX_NONE) {
        if (mesh->indices != NULL)
            return "indices is given, but index_type is HIT_INDEX_NONE: say HIT_INDEX_U16 or HIT_INDEX_U32";
    } else {
        if (mesh->indices == NULL && mesh->triangle_count > 0)
            return "indices is NULL, but triangle_count is not 0";
        if (!aligned(mesh->indices, mesh->index_type == HIT_INDEX_U16 ? 2 : 4))
            return "indices is not aligned to the size of an index";
    }
    in->kind = HIT_BVH_TRIANGLES;
    in->count = mesh->triangle_count;
    in->points = mesh->vertices;
    in->point_stride = mesh->vertex_stride == 0 ? 12 : mesh->vertex_stride;
    in->point_count = mesh->vertex_count;
    in->index_type = mesh->index_type;
    in->indices = mesh->indices;
    return NULL;
}

static const char* take_boxes(const void* boxes, size_t stride, size_t size, uint32_t count, build_input* in)
{
    memset(in, 0, sizeof *in);
    if (boxes == NULL && count > 0)
        return "the boxes are NULL, but their number is not 0";
    if (stride != 0 && (stride < size || stride % 4 != 0))
        return "the stride of the boxes is neither 0 nor a multiple of 4 from the size of a box on";
    if (!aligned(boxes, 4))
        return "the boxes are not aligned to 4 bytes";
    in->count = count;
    return NULL;
}

const char* hit_build_input_aabbs(const hit_aabb* boxes, size_t stride, uint32_t count, build_input* in)
{
    const char* wrong = take_boxes(boxes, stride, sizeof *boxes, count, in);

    in->kind = HIT_BVH_AABBS;
    in->boxes = (const unsigned char*)boxes;
    in->box_stride = stride == 0 ? sizeof *boxes : stride;
    return wrong;
}

const char* hit_build_input_obbs(const hit_obb* boxes, size_t stride, uint32_t count, build_input* in)
{
    const char* wrong = take_boxes(boxes, stride, sizeof *boxes, count, in);

    in->kind = HIT_BVH_OBBS;
    in->obbs = (const unsigned char*)boxes;
    in->obb_stride = stride == 0 ? sizeof *boxes : stride;
    return wrong;
}
