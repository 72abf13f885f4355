// A tree in a file: saved once, mapped into memory by every program that needs it, used where it lies.
//
// A mapped file is not read: pages come when a query touches them, and all programs on a machine share them. Everything
// in it is checked first, so a damaged or forged file is an error, never a crash.
#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L
#define HAVE_MMAP 1
#endif

#include <hitscan/hitscan.h>
#include <stdio.h>

#ifdef HAVE_MMAP
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

static const char* path = "tree_file.hit";

// A wavy floor of 200 by 200 quads.
static hit_status make_tree(hit_bvh** tree)
{
    enum { SIDE = 201 };
    static hit_vec3 vertices[SIDE * SIDE];
    static uint32_t indices[6 * (SIDE - 1) * (SIDE - 1)];
    uint32_t n = 0;

    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        vertices[i] = hit_vec3_make((float)(i % SIDE), (float)(i * 7 % 5), (float)(i / SIDE));
    for (uint32_t y = 0; y + 1 < SIDE; y++)
        for (uint32_t x = 0; x + 1 < SIDE; x++) {
            const uint32_t a = y * SIDE + x, quad[6] = {a, a + 1, a + SIDE, a + SIDE, a + 1, a + SIDE + 1};
            for (int k = 0; k < 6; k++)
                indices[n++] = quad[k];
        }
    const hit_mesh mesh = {.vertices = vertices,
                           .vertex_count = SIDE * SIDE,
                           .index_type = HIT_INDEX_U32,
                           .indices = indices,
                           .triangle_count = n / 3};
    return hit_bvh_build_triangles(&mesh, NULL, tree, NULL);
}

static void look(const char* how, const hit_bvh* tree)
{
    const hit_ray down = hit_ray_make(hit_vec3_make(100.25f, 50.0f, 77.5f), hit_vec3_make(0, -1, 0));
    hit_bvh_hit hit;

    if (hit_bvh_first(tree, down, NULL, &hit))
        printf("%-7s triangle %u at t = %g\n", how, (unsigned)hit.primitive, hit.t);
}

int main(void)
{
    hit_bvh* tree;
    hit_error error;

    if (make_tree(&tree) != HIT_OK)
        return 1;
    look("built:", tree);
    if (hit_bvh_save(tree, path, &error) != HIT_OK) {
        printf("%s\n", error.message);
        return 1;
    }
    hit_bvh_destroy(tree);

    // Read into memory of its own.
    if (hit_bvh_load(path, NULL, &tree, &error) != HIT_OK) {
        printf("%s\n", error.message);
        return 1;
    }
    look("loaded:", tree);
    hit_bvh_destroy(tree);

#ifdef HAVE_MMAP
    // Or where it lies. The mapping must outlive the view.
    struct stat facts;
    const int file = open(path, O_RDONLY);
    if (file < 0 || fstat(file, &facts) != 0)
        return 1;
    const size_t size = (size_t)facts.st_size;
    void* bytes = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (bytes == MAP_FAILED)
        return 1;
    if (hit_bvh_view(bytes, size, NULL, &tree, &error) == HIT_OK) {
        look("mapped:", tree);
        hit_bvh_destroy(tree);
    }

    // Half a file is no tree.
    if (hit_bvh_view(bytes, size / 128 * 64, NULL, &tree, &error) == HIT_ERROR_FORMAT)
        printf("half of it: refused\n");
    munmap(bytes, size);
#endif
    remove(path);
    return 0;
}
