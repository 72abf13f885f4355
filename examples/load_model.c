// A model from a file to a hit that can be traced back: which part of it, and which face of the file.
//
// Link with hitscan_io: CMake hitscan::io, or pkg-config --cflags --libs hitscan_io. The model stands in this program,
// so that there is nothing to look for; hit_model_load(path, ...) does the same for a file of any format.
#include <hitscan/hitscan.h>
#include <hitscan/mesh_io.h>
#include <stdio.h>
#include <string.h>

static const char house[] = "# 4 by 4 metres, y is up\n"
                            "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\n"
                            "v 0 3 0\nv 4 3 0\nv 4 3 4\nv 0 3 4\n"
                            "v 2 5 0\nv 2 5 4\n"
                            "o house\n"
                            "g walls\n"
                            "f 1 5 9 6 2\nf 3 7 10 8 4\nf 2 6 7 3\nf 4 8 5 1\n"
                            "g roof\n"
                            "f 9 10 7 6\nf 5 8 10 9\n"
                            "o lawn\n"
                            "v -9 0 -9\nv 9 0 -9\nv 9 0 9\nv -9 0 9\n"
                            "f -1 -2 -3 -4\n";

enum { MOST_PARTS = 8 };

// Each mesh gets a tree, and each part an object, which remembers the number of its part. In glTF, many parts may share
// a mesh.
static bool make_scene(const hit_model* model, hit_bvh* trees[MOST_PARTS], hit_scene* scene,
                       uint32_t numbers[MOST_PARTS])
{
    if (model->mesh_count > MOST_PARTS || model->part_count > MOST_PARTS)
        return false;
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        const hit_mesh mesh = hit_model_triangles(model, i);
        if (hit_bvh_build_triangles(&mesh, NULL, &trees[i], NULL) != HIT_OK)
            return false;
    }
    for (uint32_t i = 0; i < model->part_count; i++) {
        hit_object object = hit_object_at(model->parts[i].placement.origin);
        hit_id id;
        object.placement = model->parts[i].placement;
        numbers[i] = i;
        object.user = &numbers[i];
        if (hit_scene_add_mesh(scene, &object, trees[model->parts[i].mesh], &id, NULL) != HIT_OK)
            return false;
    }
    return hit_scene_commit(scene, NULL, NULL) == HIT_OK;
}

static void look(const hit_model* model, const hit_scene* scene, const char* where, hit_dray ray)
{
    hit_object object;
    hit_scene_hit hit;
    if (!hit_scene_first(scene, ray, NULL, &hit)) {
        printf("%-16s nothing\n", where);
        return;
    }
    (void)hit_scene_get(scene, hit.id, &object);
    const hit_model_part* part = &model->parts[*(const uint32_t*)object.user];
    const hit_model_mesh* mesh = &model->meshes[part->mesh];
    printf("%-16s %-12s face %u of the file (triangle %u of %u), %g m away\n", where, part->name,
           (unsigned)mesh->faces[hit.primitive], (unsigned)hit.primitive, (unsigned)mesh->triangle_count, hit.t);
}

int main(void)
{
    static const char broken[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n";
    hit_bvh* trees[MOST_PARTS] = {NULL};
    uint32_t numbers[MOST_PARTS];
    hit_model *model, *none;
    hit_scene* scene;
    hit_error error;

    if (hit_model_read(house, strlen(house), HIT_MODEL_OBJ, NULL, &model, &error) != HIT_OK) {
        printf("line %u: %s\n", (unsigned)error.line, error.message);
        return 1;
    }
    printf("%s: %u parts, %u triangles\n", hit_model_format_name(model->format), (unsigned)model->part_count,
           (unsigned)model->triangle_count);
    if (hit_scene_create(NULL, &scene, NULL) != HIT_OK || !make_scene(model, trees, scene, numbers))
        return 1;

    look(model, scene, "down on the roof", hit_dray_make(hit_dvec3_make(3, 10, 1), hit_vec3_make(0, -1, 0)));
    look(model, scene, "from the north", hit_dray_make(hit_dvec3_make(2, 4.5, -7), hit_vec3_make(0, 0, 1)));
    look(model, scene, "beside it", hit_dray_make(hit_dvec3_make(-5, 10, 1), hit_vec3_make(0, -1, 0)));
    look(model, scene, "over it", hit_dray_make(hit_dvec3_make(0, 9, -7), hit_vec3_make(0, 0, 1)));

    // What cannot be read says why, and where.
    if (hit_model_read(broken, strlen(broken), HIT_MODEL_OBJ, NULL, &none, &error) != HIT_OK)
        printf("broken.obj:%u: %s\n", (unsigned)error.line, error.message);

    hit_scene_destroy(scene);
    for (int i = 0; i < MOST_PARTS; i++)
        hit_bvh_destroy(trees[i]);
    hit_model_destroy(model);
    return 0;
}
