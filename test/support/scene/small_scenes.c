// A small scene with one of each thing that a file can have.
#define _POSIX_C_SOURCE 200809L // posix_memalign

#include "support/scene/small_scenes.h"

#include "support/bvh/small_trees.h"

#include "bvh/format/handle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hit_object object_at(double x, double y, double z, float scale)
{
    hit_object object = hit_object_at(hit_dvec3_make(x, y, z));

    for (int i = 0; i < 3; i++)
        object.placement.linear[i][i] = scale;
    return object;
}

// Calls that must not fail; also where assert is left out.
static void must(hit_status status)
{
    if (status != HIT_OK)
        abort();
}

static void add_all(small_scene* s)
{
    const hit_vec3 corner[4] = {{0, 0, 0}, {1, 0.5f, 0}, {1, 1, 2}, {-1, 0, 3}};
    const hit_aabb box = {{-1, -2, -3}, {1, 2, 3}};
    hit_object object = object_at(10, 0, 0, 1);

    object.placement.linear[0][1] = 0.25f; // a shear
    object.layers = 5;
    must(hit_scene_add_box(s->scene, &object, box, &s->ids[0], NULL));
    object = object_at(1e7, -1e7, 0.125, -2);
    object.user = s;
    must(hit_scene_add_mesh(s->scene, &object, s->trees[0], &s->ids[1], NULL));
    object = object_at(0, 20, 0, 0.5f);
    object.priority = -7;
    must(hit_scene_add_sphere(s->scene, &object, (hit_sphere){{1, 2, 3}, 4}, &s->ids[2], NULL));
    object.disabled = true;
    must(hit_scene_add_capsule(s->scene, &object, (hit_capsule){{1, 0, 0}, {2, 0, 1}, 0.5f}, &s->ids[3], NULL));
    object = object_at(0, 0, -30, 3);
    object.priority = INT32_MAX;
    must(hit_scene_add_cylinder(s->scene, &object, (hit_cylinder){{0, 0, 0}, {0, 5, 0}, 1}, &s->ids[4], NULL));
    must(hit_scene_add_box(s->scene, &object, box, &s->gone[0], NULL));
    must(hit_scene_add_polyline(s->scene, &object, corner, 0, 4, 0.125f, &s->ids[5], NULL));
    object.layers = UINT32_MAX;
    must(hit_scene_add_points(s->scene, &object, corner, 2 * sizeof *corner, 2, 0, &s->ids[6], NULL));
    must(hit_scene_remove(s->scene, s->gone[0], NULL));
    object = object_at(-0.0, 1e-300, 3, 0);
    must(hit_scene_add_box(s->scene, &object, (hit_aabb){{0, 0, 0}, {0, 0, 0}}, &s->ids[7], NULL));
    object = object_at(1, 2, 3, 1);
    must(hit_scene_add_mesh(s->scene, &object, s->trees[0], &s->ids[8], NULL));
    must(hit_scene_add_mesh(s->scene, &object, s->trees[1], &s->ids[9], NULL));
    must(hit_scene_add_box(s->scene, &object, box, &s->gone[1], NULL));
    must(hit_scene_remove(s->scene, s->gone[1], NULL));
}

small_scene small_scene_make(const hit_allocator* allocator, bool commit)
{
    static const small_tree_kind kinds[SMALL_SCENE_TREES] = {SMALL_TRIANGLES, SMALL_ONE};
    small_scene s = {0};

    for (int i = 0; i < SMALL_SCENE_TREES; i++) {
        s.blocks[i] = small_tree_make(kinds[i]);
        must(hit_bvh_view(s.blocks[i], (size_t)s.blocks[i]->size, NULL, &s.trees[i], NULL));
    }
    must(hit_scene_create(allocator, &s.scene, NULL));
    add_all(&s);
    if (commit)
        must(hit_scene_commit(s.scene, NULL, NULL));
    return s;
}

void small_scene_end(small_scene* s)
{
    hit_scene_destroy(s->scene);
    for (int i = 0; i < SMALL_SCENE_TREES; i++) {
        hit_bvh_destroy(s->trees[i]);
        free(s->blocks[i]);
    }
}

void* small_scene_read(const char* path, size_t* size)
{
    FILE* file = fopen(path, "rb");
    void* bytes = NULL;
    long end;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (end = ftell(file)) < 0)
        abort();
    *size = (size_t)end;
    rewind(file);
    if (posix_memalign(&bytes, 64, *size + (*size == 0)) != 0 || fread(bytes, 1, *size, file) != *size)
        abort();
    fclose(file);
    return bytes;
}

hit_scene_file_tree* small_scene_trees(void* bytes)
{
    return (hit_scene_file_tree*)(void*)((char*)bytes + ((hit_scene_file_header*)bytes)->trees.offset);
}

hit_scene_file_object* small_scene_objects(void* bytes)
{
    return (hit_scene_file_object*)(void*)((char*)bytes + ((hit_scene_file_header*)bytes)->objects.offset);
}

hit_vec3* small_scene_points(void* bytes)
{
    return (hit_vec3*)(void*)((char*)bytes + ((hit_scene_file_header*)bytes)->points.offset);
}

static bool fits(uint64_t offset, uint64_t count, uint64_t element, size_t size)
{
    return offset <= size && count <= (size - offset) / element;
}

void small_scene_seal(void* bytes, size_t size)
{
    const size_t start = offsetof(hit_scene_file_header, checksum) + sizeof(uint64_t);
    hit_scene_file_header* h = bytes;
    uint64_t end;

    if (size < sizeof *h)
        return;
    if (fits(h->trees.offset, h->trees.count, sizeof(hit_scene_file_tree), size) && h->trees.offset % 8 == 0)
        for (uint64_t i = 0; i < h->trees.count; i++) {
            hit_scene_file_tree* tree = &small_scene_trees(bytes)[i];
            if (tree->size >= sizeof(hit_bvh_header) && tree->size % 64 == 0 && tree->offset % 64 == 0 &&
                fits(tree->offset, tree->size, 1, size)) {
                hit_bvh_header* block = (hit_bvh_header*)(void*)((char*)bytes + tree->offset);
                if (block->size == tree->size)
                    small_tree_seal(block);
                tree->checksum = block->checksum;
            }
        }
    if (!fits(h->points.offset, h->points.count, sizeof(hit_vec3), size))
        return;
    end = hit_scene_file_tables(h);
    if (end >= sizeof *h && end <= size)
        h->checksum = hit_checksum((char*)bytes + start, end - start);
}
