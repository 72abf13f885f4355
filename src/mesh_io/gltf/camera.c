// Cameras of glTF: those that the nodes of the scene have, in the order of the nodes in the file.
//
// A camera is where its node is, without the scale of that (section 3.10): the axes are made unit vectors again. What
// is wrong with a camera is a note, and no error, as the triangles do not need it.
#include "mesh_io/gltf/gltf.h"

#include <inttypes.h>
#include <math.h>

// A number of an object, or `otherwise` when there is none.
static double number_or(const hit_gltf* g, uint32_t object, const char* key, double otherwise)
{
    const uint32_t token = object != 0 ? hit_json_find(&g->json, object, key) : 0;
    double value;
    return token != 0 && hit_json_number(&g->json, token, &value) ? value : otherwise;
}

// What the camera sees; false when the file does not say it in numbers that make sense.
static bool read_lens(const hit_gltf* g, uint32_t camera, hit_model_camera* out)
{
    const uint32_t perspective = hit_json_find(&g->json, camera, "perspective");
    const uint32_t orthographic = hit_json_find(&g->json, camera, "orthographic");
    const uint32_t lens = perspective != 0 ? perspective : orthographic;
    out->is_orthographic = perspective == 0;
    out->near_z = number_or(g, lens, "znear", 0.0);
    out->far_z = number_or(g, lens, "zfar", INFINITY);
    if (lens == 0 || !(out->near_z >= 0.0) || !(out->far_z > out->near_z))
        return false;
    if (out->is_orthographic) {
        const double width = number_or(g, lens, "xmag", 0.0);
        out->y_extent = number_or(g, lens, "ymag", 0.0);
        out->aspect = fabs(width / out->y_extent);
        out->y_extent = fabs(out->y_extent);
        return out->y_extent > 0.0 && isfinite(out->aspect);
    }
    out->y_fov = number_or(g, lens, "yfov", 0.0);
    out->aspect = number_or(g, lens, "aspectRatio", 0.0);
    return out->y_fov > 0.0 && out->y_fov < 3.14159265358979 && out->aspect >= 0.0;
}

// Where it is; false where the transform leaves no directions.
static bool place(const hit_gltf_transform* world, hit_model_camera* out)
{
    hit_gltf_transform unit = *world;
    for (int k = 0; k < 3; k++) {
        const double length = hypot(hypot(world->linear[0][k], world->linear[1][k]), world->linear[2][k]);
        if (!(length > 0.0) || !isfinite(length))
            return false;
        for (int i = 0; i < 3; i++)
            unit.linear[i][k] = world->linear[i][k] / length;
    }
    out->placement = hit_gltf_transform_placement(&unit);
    return hit_placement_is_valid(&out->placement);
}

static hit_status read_camera(hit_gltf* g, uint32_t node, uint32_t camera, hit_model_camera* out, bool* made)
{
    const hit_gltf_transform* world;
    hit_status status = hit_gltf_world(g, node, &world);
    *made = false;
    if (status != HIT_OK)
        return status;
    *out = (hit_model_camera){.name = ""};
    if (!read_lens(g, g->camera_list.tokens[camera], out) || !place(world, out))
        return hit_loader_note(g->loader, "camera %" PRIu32 " of node %" PRIu32 " is left out: it sees nothing", camera,
                               node);
    *made = true;
    status = hit_gltf_name(g, g->camera_list.tokens[camera], &out->name);
    return status == HIT_OK ? hit_gltf_name(g, g->node_list.tokens[node], &out->name) : status;
}

hit_status hit_gltf_cameras(hit_gltf* g)
{
    hit_model_camera* cameras = NULL;
    uint32_t count = 0;
    hit_status status = HIT_OK;
    for (uint32_t i = 0; status == HIT_OK && g->camera_list.count > 0 && i < g->node_list.count; i++) {
        uint32_t camera;
        bool made = false;
        if (g->nodes[i].position == HIT_GLTF_NONE)
            continue;
        status = hit_gltf_reference(g, g->node_list.tokens[i], "camera", "node", i, &g->camera_list, &camera);
        if (status != HIT_OK || camera == HIT_GLTF_NONE)
            continue;
        // Twice as many whenever they are full: at 1, 2, 4, ...
        if ((count & (count - 1)) == 0 || count == 0) {
            hit_model_camera* more =
                hit_loader_grow(g->loader, cameras, count, count > 0 ? 2 * (uint64_t)count : 1, sizeof *more, &status);
            if (more == NULL)
                return status;
            cameras = more;
        }
        status = read_camera(g, i, camera, &cameras[count], &made);
        count += made;
    }
    g->loader->model->cameras = cameras;
    g->loader->model->camera_count = count;
    return status;
}
