// Any bytes: a scene or an error, never a crash, a loop or a read outside; and a scene can be asked and saved.
//
// As for trees (fuzz_bvh_load.c), the mutator starts from a file that hit_scene_save wrote, and mends the size and the
// checksums after most changes: else nothing behind them would be tested. It also keeps the sections where they must be
// when it changes how many elements they have.
#define _GNU_SOURCE // memfd_create

#include "support/scene/small_scenes.h"
#include "fuzz/memory_budget.h"
#include "fuzz/require.h"

#include <hitscan/hitscan.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

static void ask_scene(const hit_scene* scene, hit_dray ray)
{
    hit_scene_hit first = {0}, all[8] = {0};
    const bool found = hit_scene_first(scene, ray, NULL, &first);
    const uint32_t count = hit_scene_count(scene, ray, NULL);

    REQUIRE(hit_scene_any(scene, ray, NULL) == found);
    REQUIRE((count > 0) == found);
    REQUIRE(hit_scene_all(scene, ray, NULL, all, 8) == count);
    if (found)
        REQUIRE(first.id == all[0].id && first.t == all[0].t);
}

// Rays at each object, and across all of them.
static void ask_about_all(const hit_scene* scene)
{
    static const hit_vec3 directions[] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {-1, 0.5f, 0.25f}};
    const hit_daabb all = hit_scene_get_stats(scene).bounds;
    hit_id ids[16];
    const uint32_t count = hit_scene_list(scene, ids, 16);

    for (uint32_t i = 0; i < count && i < 16; i++) {
        hit_daabb box;
        hit_object object;
        hit_object_shape shape;
        REQUIRE(hit_scene_get(scene, ids[i], &object) != HIT_OBJECT_NONE);
        REQUIRE(hit_scene_shape(scene, ids[i], &shape));
        if (!hit_scene_bounds(scene, ids[i], &box))
            continue;
        for (size_t d = 0; d < sizeof directions / sizeof *directions; d++) {
            hit_dray ray = hit_dray_make(box.min, directions[d]);
            ask_scene(scene, ray);
            ray.t_min = -HUGE_VALF;
            ray.origin = hit_dvec3_make(box.min.x / 2 + box.max.x / 2, box.min.y / 2 + box.max.y / 2,
                                        box.min.z / 2 + box.max.z / 2);
            ask_scene(scene, ray);
        }
    }
    ask_scene(scene, hit_dray_make(all.min, hit_dvec3_relative(all.max, all.min)));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    // The checks of a tree may take 64 MiB (validate.c), and a small scene has arrays with room for more.
    const size_t room = ((size_t)64 << 20) + ((size_t)1 << 18) + 33 * size;
    memory_budget p = {room};
    const hit_allocator allocator = {memory_budget_allocate, memory_budget_release, &p};
    hit_error error = {0};
    hit_scene* scene = NULL;
    char path[40];
    const int file = memfd_create("scene", 0);
    hit_status status;

    REQUIRE(file >= 0 && write(file, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    status = hit_scene_load(path, &allocator, &scene, &error);
    close(file);
    REQUIRE(status == error.status);
    REQUIRE((status == HIT_OK) == (scene != NULL));
    if (status == HIT_OK)
        ask_about_all(scene);
    else
        REQUIRE(status == HIT_ERROR_FORMAT && error.message[0] != '\0' && error.offset <= size);
    hit_scene_destroy(scene);
    REQUIRE(p.left == room);
    return 0;
}

// The bytes of a good file, made once. The second half of their length is trees.
static const void* good_bytes(size_t* size)
{
    static void* bytes = NULL;
    static size_t bytes_size;

    if (bytes == NULL) {
        char path[] = "/tmp/hitscan-fuzz-XXXXXX";
        small_scene s = small_scene_make(NULL, false);
        const int file = mkstemp(path);
        REQUIRE(file >= 0 && hit_scene_save(s.scene, path, NULL) == HIT_OK);
        bytes = small_scene_read(path, &bytes_size);
        close(file);
        unlink(path);
        small_scene_end(&s);
    }
    *size = bytes_size;
    return bytes;
}

// Put the sections one behind the other, as far as they fit, and the trees behind them.
static void mend(char* bytes, size_t size, bool places)
{
    hit_scene_file_header* h = (hit_scene_file_header*)(void*)bytes;
    hit_bvh_section* const sections[] = {&h->trees, &h->objects, &h->points};
    uint64_t at = sizeof *h;

    memcpy(h->magic, HIT_SCENE_FILE_MAGIC, sizeof h->magic);
    h->version = HIT_SCENE_FILE_VERSION;
    h->endian = HIT_SCENE_FILE_ENDIAN;
    h->size = size;
    memset(h->spare, 0, sizeof h->spare);
    for (unsigned i = 0; i < HIT_SCENE_FILE_SECTIONS; i++) {
        sections[i]->offset = at;
        if (sections[i]->count > (size - at) / hit_scene_file_element(i))
            sections[i]->count = 0;
        at = hit_scene_file_align(at + sections[i]->count * hit_scene_file_element(i));
    }
    for (uint64_t i = 0; places && i < h->objects.count; i++) {
        hit_id* id = &small_scene_objects(bytes)[i].id;
        *id = (*id >> 32 | 1) << 32 | (i + 1);
    }
    small_scene_seal(bytes, size);
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    void* copy = NULL;

    if (size < sizeof(hit_scene_file_header) || memcmp(data, HIT_SCENE_FILE_MAGIC, 8) != 0 || seed % 64 == 0) {
        const void* good = good_bytes(&size);
        size = size < max_size ? size : max_size;
        memcpy(data, good, size);
    }
    size = LLVMFuzzerMutate(data, size, max_size);
    if (seed % 8 == 1 || size < sizeof(hit_scene_file_header))
        return size;
    size = size / 64 * 64;
    REQUIRE(posix_memalign(&copy, 64, size) == 0);
    memcpy(copy, data, size);
    mend(copy, size, seed % 8 != 2);
    memcpy(data, copy, size);
    free(copy);
    return size;
}
