// A scene in a file: objects, their ids and the trees of their meshes, saved in one piece and loaded again.
//
// Ids survive: what a program remembers about an object by its id, it finds again after loading, and the id of an
// object that was removed stays refused. User pointers and user shapes belong to a running program, and are not saved.
#include <hitscan/hitscan.h>
#include <stdio.h>

static const char* path = "scene_file.hit";

// A pyramid without a floor.
static hit_status make_roof(hit_bvh** tree)
{
    const hit_vec3 vertices[5] = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}, {0, 1, 0}};
    const uint16_t indices[12] = {0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0};
    const hit_mesh mesh = {
        .vertices = vertices, .vertex_count = 5, .index_type = HIT_INDEX_U16, .indices = indices, .triangle_count = 4};
    return hit_bvh_build_triangles(&mesh, NULL, tree, NULL);
}

static void look(const char* how, const hit_scene* scene)
{
    const hit_dray down = hit_dray_make(hit_dvec3_make(1e7 + 4.25, 10, 0.5), hit_vec3_make(0, -1, 0));
    hit_scene_hit hit;

    printf("%-7s %u objects; ", how, (unsigned)hit_scene_list(scene, NULL, 0));
    if (hit_scene_first(scene, down, NULL, &hit))
        printf("a ray hits a %s at t = %g\n", hit_object_kind_name(hit_scene_get(scene, hit.id, NULL)), hit.t);
}

static bool first_of_mine(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    (void)context;
    (void)ray;
    (void)hit;
    return false;
}

int main(void)
{
    const hit_vec3 fence[3] = {{-1, 0, -2}, {1, 0, -2}, {2, 0.5f, -2}};
    const hit_user_shape mine = {{{0, 0, 0}, {1, 1, 1}}, first_of_mine, NULL};
    hit_scene *scene, *loaded;
    hit_id house, first_roof, second_roof, removed, other;
    hit_error error;
    hit_bvh* roof;
    FILE* file;

    if (make_roof(&roof) != HIT_OK || hit_scene_create(NULL, &scene, NULL) != HIT_OK)
        return 1;

    // Two houses, 10,000 km from the origin; both roofs are instances of one tree.
    hit_object object = hit_object_at(hit_dvec3_make(1e7, 0, 0));
    const hit_aabb walls = {{-1, -2, -1}, {1, 0, 1}};
    hit_scene_add_box(scene, &object, walls, &house, NULL);
    hit_scene_add_mesh(scene, &object, roof, &first_roof, NULL);
    object.placement.origin.x += 4;
    hit_scene_add_box(scene, &object, walls, &removed, NULL);
    hit_scene_add_mesh(scene, &object, roof, &second_roof, NULL);
    hit_scene_add_polyline(scene, &object, fence, 0, 3, 0.125f, &other, NULL);
    hit_scene_remove(scene, removed, NULL);
    hit_scene_commit(scene, NULL, NULL);
    look("made:", scene);

    if (hit_scene_save(scene, path, &error) != HIT_OK || hit_scene_load(path, NULL, &loaded, &error) != HIT_OK) {
        printf("%s\n", error.message);
        return 1;
    }
    // The loaded scene has its own trees.
    hit_scene_destroy(scene);
    hit_bvh_destroy(roof);
    look("loaded:", loaded);
    printf("ids:    the first house %s, the removed one %s\n", hit_scene_has(loaded, house) ? "is there" : "is lost",
           hit_scene_has(loaded, removed) ? "came back" : "stays refused");

    // What is code cannot be saved, and the old file stays.
    hit_scene_add_user(loaded, &object, &mine, &other, NULL);
    if (hit_scene_save(loaded, path, &error) == HIT_ERROR_ARGUMENT)
        printf("a shape of my own: %s\n", error.message);
    hit_scene_destroy(loaded);

    // One changed byte is enough.
    file = fopen(path, "r+b");
    if (file == NULL || fseek(file, 500, SEEK_SET) != 0 || fputc('?', file) == EOF || fclose(file) != 0)
        return 1;
    if (hit_scene_load(path, NULL, &loaded, &error) == HIT_ERROR_FORMAT)
        printf("a changed file: %s\n", error.message);
    remove(path);
    return 0;
}
