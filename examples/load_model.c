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

// A post of 2 cm in the coordinates of a survey, where floats are 0.5 m apart.
static const char post[] = "v 5400000.51 431 0.25\nv 5400000.53 431 0.25\nv 5400000.52 431 2.25\no post\nf 1 2 3\n";

static void look(const hit_model* model, const hit_scene* scene, const char* where, hit_dray ray)
{
    hit_scene_hit hit;
    if (!hit_scene_first(scene, ray, NULL, &hit)) {
        printf("%-16s nothing\n", where);
        return;
    }
    const hit_model_part* part = &model->parts[hit.id - 1]; // part i is object i + 1
    const hit_model_mesh* mesh = &model->meshes[part->mesh];
    printf("%-16s %-12s face %u of the file (triangle %u of %u), %g m away\n", where, part->name,
           (unsigned)mesh->faces[hit.primitive], (unsigned)hit.primitive, (unsigned)mesh->triangle_count, hit.t);
}

static int survey(void)
{
    hit_model* model;
    hit_scene* scene;
    if (hit_model_read(post, strlen(post), HIT_MODEL_OBJ, NULL, &model, NULL) != HIT_OK)
        return 1;
    if (hit_scene_from_model(model, NULL, &scene, NULL) != HIT_OK) {
        hit_model_destroy(model);
        return 1;
    }
    printf("survey: vertices are relative to %.10g, ...\n", model->parts[0].placement.origin.x);
    look(model, scene, "at the post", hit_dray_make(hit_dvec3_make(5400000.52, 430, 1.0), hit_vec3_make(0, 1, 0)));
    look(model, scene, "2 cm beside it", hit_dray_make(hit_dvec3_make(5400000.54, 430, 1.0), hit_vec3_make(0, 1, 0)));
    hit_scene_destroy(scene);
    hit_model_destroy(model);
    return 0;
}

int main(void)
{
    static const char broken[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n";
    hit_model *model, *none;
    hit_scene* scene;
    hit_error error;

    if (hit_model_read(house, strlen(house), HIT_MODEL_OBJ, NULL, &model, &error) != HIT_OK) {
        printf("line %u: %s\n", (unsigned)error.line, error.message);
        return 1;
    }
    printf("%s: %u parts, %u triangles\n", hit_model_format_name(model->format), (unsigned)model->part_count,
           (unsigned)model->triangle_count);
    if (hit_scene_from_model(model, NULL, &scene, &error) != HIT_OK) {
        printf("%s\n", error.message);
        return 1;
    }

    look(model, scene, "down on the roof", hit_dray_make(hit_dvec3_make(3, 10, 1), hit_vec3_make(0, -1, 0)));
    look(model, scene, "from the north", hit_dray_make(hit_dvec3_make(2, 4.5, -7), hit_vec3_make(0, 0, 1)));
    look(model, scene, "beside it", hit_dray_make(hit_dvec3_make(-5, 10, 1), hit_vec3_make(0, -1, 0)));
    look(model, scene, "over it", hit_dray_make(hit_dvec3_make(0, 9, -7), hit_vec3_make(0, 0, 1)));

    // Large coordinates: vertices are relative to an origin in double, which the part's placement has.
    if (survey() != 0)
        return 1;

    // What cannot be read says why, and where.
    if (hit_model_read(broken, strlen(broken), HIT_MODEL_OBJ, NULL, &none, &error) != HIT_OK)
        printf("broken.obj:%u: %s\n", (unsigned)error.line, error.message);

    hit_scene_destroy(scene); // and its trees
    hit_model_destroy(model);
    return 0;
}
