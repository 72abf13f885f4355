// Any bytes: a tree or an error, never a crash, a loop or a read outside.
//
// Bytes that a random change damages fail the checksum, and nothing behind it would be tested. So the mutator starts
// from small trees, and after each change gives the header the size and checksum that belong to the bytes.
#define _POSIX_C_SOURCE 200809L // posix_memalign

#include "support/bvh/small_trees.h"
#include "fuzz/ask.h"

#include "bvh/format/handle.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

// Rays through and along a tree: through its middle, along its edges, from far outside.
static void ask_tree(const hit_bvh* bvh)
{
    static const hit_vec3 directions[] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {1, 1, 1}, {-1, 0.5f, 0.25f}, {0, 1, -1}};
    const hit_bvh_stats stats = hit_bvh_get_stats(bvh);
    const hit_aabb b = stats.bounds;
    const hit_vec3 middle = {b.min.x / 2 + b.max.x / 2, b.min.y / 2 + b.max.y / 2, b.min.z / 2 + b.max.z / 2};
    const hit_vec3 points[] = {middle, b.min, b.max, {b.min.x, b.max.y, middle.z}};

    for (size_t p = 0; p < sizeof points / sizeof *points; p++) {
        ask_about_point(bvh, points[p], (b.max.x - b.min.x) / 4);
        for (size_t d = 0; d < sizeof directions / sizeof *directions; d++)
            ask_with_ray(bvh, hit_line_make(points[p], directions[d]));
    }
    ask_with_ray(bvh, hit_segment_make(b.min, b.max));
}

// Aligned memory that ends where the bytes do.
static void* copy_of(const void* data, size_t size)
{
    void* copy = NULL;

    REQUIRE(posix_memalign(&copy, 64, size + (size == 0)) == 0);
    memcpy(copy, data, size);
    return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    void* bytes = copy_of(data, size);
    hit_error error = {0};
    hit_bvh* bvh = NULL;
    const hit_status status = hit_bvh_view(bytes, size, NULL, &bvh, &error);

    REQUIRE(status == error.status);
    REQUIRE((status == HIT_OK) == (bvh != NULL));
    if (status == HIT_OK) {
        const hit_bvh_stats stats = hit_bvh_get_stats(bvh);
        hit_triangle triangle;
        for (uint32_t id = 0; id < stats.primitives && id < 64; id++)
            (void)hit_bvh_find_triangle(bvh, id, &triangle);
        REQUIRE(hit_bvh_validate(bvh, &error) == HIT_OK);
        ask_tree(bvh);
    } else
        REQUIRE(status == HIT_ERROR_FORMAT && error.message[0] != '\0' &&
                error.offset <= size + sizeof(hit_bvh_header));
    hit_bvh_destroy(bvh);
    free(bytes);
    return 0;
}

// A tree with a large triangle that is presplit into two references: for each, 64 primitives are needed, all but one
// the same.
static hit_bvh_header* tree_with_split_refs(void)
{
    enum { COPIES = 130 };
    static const hit_vec3 vertices[6] = {{0, 0, 0}, {8, 8, 8}, {0, 0, 0.25f}, {1, 1, 3}, {1.5f, 1, 3}, {1, 1.5f, 3}};
    uint32_t indices[COPIES][3];
    const hit_mesh mesh = {vertices, 0, 6, HIT_INDEX_U32, indices, COPIES};
    hit_bvh* tree = NULL;
    size_t size;

    for (uint32_t i = 0; i < COPIES; i++)
        for (uint32_t k = 0; k < 3; k++)
            indices[i][k] = i == 7 ? k : 3 + k;
    REQUIRE(hit_bvh_build_triangles(&mesh, NULL, &tree, NULL) == HIT_OK);
    const hit_bvh_header* bytes = hit_bvh_bytes(tree, &size);
    REQUIRE(bytes->shared_root != 0);
    hit_bvh_header* copy = copy_of(bytes, size);
    hit_bvh_destroy(tree);
    return copy;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    hit_bvh_header* h;
    size_t kept;

    if (size < sizeof *h || memcmp(data, HIT_BVH_MAGIC, 8) != 0 || seed % 64 == 0) {
        const unsigned kind = seed / 64 % (SMALL_KINDS + 2);
        h = kind < SMALL_KINDS ? small_tree_make((small_tree_kind)kind) : tree_with_split_refs();
        size = h->size < max_size ? (size_t)h->size : max_size;
        memcpy(data, h, size);
        free(h);
    }
    size = LLVMFuzzerMutate(data, size, max_size);
    if (seed % 8 == 1 || size < sizeof *h)
        return size;
    kept = size / 64 * 64;
    h = copy_of(data, kept);
    memcpy(h->magic, HIT_BVH_MAGIC, sizeof h->magic);
    h->version = HIT_BVH_VERSION;
    h->endian = HIT_BVH_ENDIAN;
    h->size = kept;
    h->checksum = hit_bvh_checksum(h);
    memcpy(data, h, kept);
    free(h);
    return kept;
}
