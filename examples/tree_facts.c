// What a tree knows of itself: its size, what it left out, its triangles; and the same tree in other memory.
#include <hitscan/hitscan.h>
#include <stdio.h>
#include <string.h>

// Bytes of a tree work at any address that is a multiple of 64.
static _Alignas(64) unsigned char message[4096];

static void print_facts(const char* what, const hit_bvh* tree)
{
    const hit_bvh_stats facts = hit_bvh_get_stats(tree);
    const hit_aabb b = facts.bounds;
    printf("%s: %u triangles, %u left out, from (%g, %g, %g) to (%g, %g, %g)\n", what, (unsigned)facts.primitives,
           (unsigned)facts.skipped, b.min.x, b.min.y, b.min.z, b.max.x, b.max.y, b.max.z);
}

int main(void)
{
    // Six triangles, of which one has a bad index and one a corner that is no number.
    const hit_vec3 vertices[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {2, 2, 3}, {NAN, 0, 0}};
    const uint32_t indices[] = {0, 1, 4, 1, 2, 4, 2, 9, 4, 3, 0, 4, 0, 2, 1, 0, 3, 5};
    const hit_mesh mesh = {
        .vertices = vertices,
        .vertex_count = 6,
        .index_type = HIT_INDEX_U32,
        .indices = indices,
        .triangle_count = 6,
    };
    hit_error error;
    hit_bvh *tree, *view;
    hit_triangle t;

    // Files from elsewhere have such things. A build can refuse them, or leave them out.
    if (hit_bvh_build_triangles(&mesh, &(hit_bvh_options){.refuse_bad = true}, &tree, &error) != HIT_OK)
        printf("refused: primitive %u\n", (unsigned)error.offset);
    if (hit_bvh_build_triangles(&mesh, NULL, &tree, NULL) != HIT_OK)
        return 1;
    print_facts("built", tree);

    // The tree has a copy of the geometry; indices are those of the arrays, whatever was left out.
    for (uint32_t i = 1; i <= 2; i++) {
        if (hit_bvh_find_triangle(tree, i, &t))
            printf("triangle %u: its second corner is (%g, %g, %g)\n", (unsigned)i, t.v1.x, t.v1.y, t.v1.z);
        else
            printf("triangle %u is not in it\n", (unsigned)i);
    }

    // To another process, another machine: the tree is its bytes.
    size_t size;
    const void* bytes = hit_bvh_bytes(tree, &size);
    if (size > sizeof message)
        return 1;
    memcpy(message, bytes, size);
    hit_bvh_destroy(tree);
    if (hit_bvh_view(message, size, NULL, &view, NULL) != HIT_OK)
        return 1;
    print_facts("received", view);

    printf("checked: %s\n", hit_status_text(hit_bvh_validate(view, NULL)));
    hit_bvh_destroy(view);

    // The checks that a view begins with find a damaged byte, anywhere.
    message[size / 2] ^= 1;
    printf("damaged: %s\n", hit_status_text(hit_bvh_view(message, size, NULL, &view, NULL)));
    return 0;
}
