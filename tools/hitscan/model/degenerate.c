// Degenerate parts: their placements make them flat, as an axis is scaled by 0.
//
// A scene brings rays into the space of an instance, which needs the inverse of its matrix; where there is none, no ray
// hits the instance (scene.h). But what it looks like is there, and the tree over all triangles has it. So in a scene
// such a part has a tree of its own, of its triangles as the matrix makes them; the scene puts it to the part's origin.
// Such parts are rare: their trees are built when a scene is made, and are not in .hit files.
#include "model/model_internal.h"

#include <math.h>
#include <stdlib.h>

bool model_is_degenerate(const hit_placement* p)
{
    // The scene gives up where a number of the inverse is above 2^100; half of that is on the safe side of rounding.
    hit_mat3x4 inverse = model_linear(p);
    if (!hit_mat3x4_invert(&inverse, &inverse))
        return true;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (!(fabsf(inverse.m[i][j]) <= 0x1p99f))
                return true;
    return false;
}

hit_status model_degenerate_tree(const model* m, uint32_t part, const hit_task_pool* pool, hit_bvh** tree)
{
    const hit_model_mesh* from = &m->content->meshes[m->content->parts[part].mesh];
    hit_placement turn = m->content->parts[part].placement;
    const size_t second = model_is_mirrored(&turn) ? 2 : 1; // as in the tree over all triangles
    const size_t order[3] = {0, second, 3 - second};
    const size_t count = 3 * (size_t)from->triangle_count;
    hit_vec3* corners;
    hit_mesh mesh = {.index_type = HIT_INDEX_NONE, .triangle_count = from->triangle_count};
    hit_status status = HIT_ERROR_MEMORY;
    if (count > UINT32_MAX)
        return HIT_ERROR_LIMIT;
    corners = malloc((count + 1) * sizeof *corners);
    if (corners) {
        turn.origin = hit_dvec3_make(0.0, 0.0, 0.0);
        for (size_t i = 0; i < count; i++) {
            const hit_dvec3 p = model_transform_point(&turn, from->vertices[from->indices[i - i % 3 + order[i % 3]]]);
            corners[i] = hit_vec3_make((float)p.x, (float)p.y, (float)p.z);
        }
        mesh.vertices = corners;
        mesh.vertex_count = (uint32_t)count;
        status = model_build(m, &mesh, pool, NULL, NULL, tree);
    }
    free(corners);
    return status;
}
