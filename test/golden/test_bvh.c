// Trees are the same bytes, and give the same answers, everywhere: hashes over the qualities, on one, two and seven
// threads, with every kernel, compared with those in bvh.txt.
//
// Run for every compiler and optimisation level (scripts/golden). HIT_GOLDEN_WRITE=1 writes the file anew: when a
// builder makes other trees, the lines of bytes change; those of answers never do. The scenes are made without calls of
// libm that may round differently elsewhere.
#include "support/cases/box_sets.h"
#include "support/base/cmocka_all.h"
#include "support/cases/mesh_rays.h"

enum { RAYS = 76, ROOM = 16, BOXES = 400, MESHES = 7, SCENES = MESHES + 7, QUALITIES = 3 };

static const test_mesh_kind meshes[MESHES] = {MESH_ICOSPHERE, MESH_GRID_CUBE, MESH_SOUP,    MESH_GRID_SOUP,
                                              MESH_SLIVERS,   MESH_MIXED,     MESH_ANY_BITS};
static const test_box_kind boxes[3] = {BOXES_SCATTERED, BOXES_GRID, BOXES_MIXED};
static const char* const quality_names[QUALITIES] = {"default", "fast", "high"};

typedef struct scene {
    char name[40];
    hit_bvh_kind kind;
    test_mesh mesh; ///< of boxes, their corners
    hit_aabb* aabb;
    hit_obb* obb;
    hit_ray rays[RAYS];
} scene;

typedef struct line {
    char name[60];
    uint64_t hash;
} line;

static void make_scene(int number, scene* s)
{
    test_random r = test_random_make(500 + (uint64_t)number);
    memset(s, 0, sizeof *s);
    if (number < MESHES || number == SCENES - 1) {
        const test_mesh_kind kind = number < MESHES ? meshes[number] : MESH_ROPES;
        snprintf(s->name, sizeof s->name, "%s", test_mesh_names[kind]);
        s->mesh = test_mesh_make(kind, kind == MESH_ANY_BITS ? 30 : 1500, 77);
    } else {
        const test_box_kind kind = boxes[(number - MESHES) / 2];
        s->kind = (number - MESHES) % 2 ? HIT_BVH_OBBS : HIT_BVH_AABBS;
        snprintf(s->name, sizeof s->name, "%s %s", s->kind == HIT_BVH_OBBS ? "oriented" : "aligned",
                 test_box_names[kind]);
        s->aabb = calloc(BOXES, sizeof *s->aabb);
        s->obb = calloc(BOXES, sizeof *s->obb);
        assert_true(s->aabb != NULL && s->obb != NULL);
        test_boxes_aligned(kind, s->aabb, BOXES, 78);
        test_boxes_oriented(kind, s->obb, BOXES, 78);
        s->mesh = s->kind == HIT_BVH_OBBS ? test_obbs_targets(s->obb, BOXES) : test_boxes_targets(s->aabb, BOXES);
    }
    for (char* c = s->name; *c != '\0'; c++)
        *c = (char)(*c == ' ' ? '-' : *c);
    for (int i = 0; i < RAYS; i++)
        s->rays[i] = test_mesh_ray(&r, &s->mesh, (test_ray_kind)(i % RAY_FAR_ORIGIN));
}

static void free_scene(scene* s)
{
    test_mesh_free(&s->mesh);
    free(s->aabb);
    free(s->obb);
}

static hit_bvh* build(const scene* s, int quality, const hit_task_pool* pool)
{
    const hit_bvh_options options = {.quality = (hit_bvh_quality)quality, .pool = pool};
    const hit_mesh view = test_mesh_view(&s->mesh);
    hit_bvh* tree = NULL;
    const hit_status status = s->kind == HIT_BVH_TRIANGLES ? hit_bvh_build_triangles(&view, &options, &tree, NULL)
                              : s->kind == HIT_BVH_AABBS ? hit_bvh_build_aabbs(s->aabb, 0, BOXES, &options, &tree, NULL)
                                                         : hit_bvh_build_obbs(s->obb, 0, BOXES, &options, &tree, NULL);
    assert_int_equal(status, HIT_OK);
    return tree;
}

// FNV-1a.
static void mix(uint64_t* hash, const void* data, size_t size)
{
    const unsigned char* bytes = data;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u;
}

static void mix_number(uint64_t* hash, uint32_t number)
{
    mix(hash, &number, sizeof number);
}

static uint64_t hash_bytes(const hit_bvh* tree)
{
    uint64_t hash = 0xcbf29ce484222325u;
    size_t size;
    const void* bytes = hit_bvh_bytes(tree, &size);
    mix(&hash, bytes, size);
    return hash;
}

static uint64_t hash_answers(const scene* s, const hit_bvh* tree)
{
    const hit_bvh_filter unique = {.unique = true}, back = {.sides = HIT_SIDES_BACK};
    uint64_t hash = 0xcbf29ce484222325u;
    hit_bvh_hit hits[ROOM];

    for (int i = 0; i < RAYS; i++) {
        const hit_ray ray = s->rays[i];
        uint32_t count = hit_bvh_first(tree, ray, NULL, hits);
        for (int pass = 0; pass < 2; pass++) { // the first hit; all of them
            mix_number(&hash, count);
            for (uint32_t k = 0; k < count && k < ROOM; k++) {
                const hit_vec3 normal = hit_bvh_normal(tree, &hits[k]);
                mix(&hash, &hits[k], offsetof(hit_bvh_hit, slot));
                mix(&hash, &normal, sizeof normal);
            }
            count = hit_bvh_all(tree, ray, NULL, hits, ROOM);
        }
        mix_number(&hash, hit_bvh_any(tree, ray, NULL));
        mix_number(&hash, hit_bvh_count(tree, ray, &unique));
        mix_number(&hash, hit_bvh_first(tree, ray, &back, hits) ? hits[0].primitive : HIT_BVH_NONE);
        mix_number(&hash, hit_bvh_first_k(tree, ray, &unique, hits, 3));
    }
    return hash;
}

static void path_of(char* path, size_t size)
{
    const char* source = getenv("HITSCAN_SOURCE_DIR");
    snprintf(path, size, "%s/test/golden/bvh.txt", source != NULL ? source : ".");
}

static uint64_t recorded(const char* wanted)
{
    char path[4096], name[64];
    unsigned long long hash;
    path_of(path, sizeof path);
    FILE* file = fopen(path, "r");
    if (file == NULL)
        fail_msg("cannot open %s: set HITSCAN_SOURCE_DIR to the folder of the sources", path);
    while (fscanf(file, "%63s %llx", name, &hash) == 2) {
        if (strcmp(name, wanted) == 0) {
            fclose(file);
            return hash;
        }
    }
    fclose(file);
    fail_msg("%s is not recorded", wanted);
    return 0;
}

// The lines of a scene, from one thread and with the kernels in use.
static void lines_of(const scene* s, line out[QUALITIES + 1])
{
    for (int q = 0; q < QUALITIES; q++) {
        hit_bvh* tree = build(s, q, NULL);
        snprintf(out[q].name, sizeof out[q].name, "%s-%s-bytes", s->name, quality_names[q]);
        out[q].hash = hash_bytes(tree);
        if (q == 0) {
            snprintf(out[QUALITIES].name, sizeof out[q].name, "%s-answers", s->name);
            out[QUALITIES].hash = hash_answers(s, tree);
        }
        hit_bvh_destroy(tree);
    }
}

static void write_all(void)
{
    static scene s;
    char path[4096];
    FILE* file;
    if (getenv("HIT_GOLDEN_WRITE") == NULL)
        return;
    path_of(path, sizeof path);
    file = fopen(path, "w");
    assert_non_null(file);
    for (int number = 0; number < SCENES; number++) {
        line lines[QUALITIES + 1];
        make_scene(number, &s);
        lines_of(&s, lines);
        for (int i = 0; i <= QUALITIES; i++)
            fprintf(file, "%s %016llx\n", lines[i].name, (unsigned long long)lines[i].hash);
        free_scene(&s);
    }
    assert_int_equal(fclose(file), 0);
}

static void trees_are_the_recorded_ones(void** state)
{
    static scene s;
    int wrong = 0;
    (void)state;
    write_all();
    for (int number = 0; number < SCENES; number++) {
        line lines[QUALITIES + 1];
        make_scene(number, &s);
        lines_of(&s, lines);
        for (int i = 0; i <= QUALITIES; i++) {
            if (recorded(lines[i].name) != lines[i].hash) {
                printf("%s differs: %016llx (kernels: %s)\n", lines[i].name, (unsigned long long)lines[i].hash,
                       hit_cpu_name(hit_cpu_in_use()));
                wrong++;
            }
        }
        free_scene(&s);
    }
    assert_int_equal(wrong, 0);
}

// With any kernel, on one, two or seven threads, the bytes of each quality; and from each quality, the answers.
static void whatever_the_threads_and_kernels(void** state)
{
    static const uint32_t threads[] = {1, 2, 7};
    static scene s;
    const hit_cpu before = hit_cpu_in_use();
    int wrong = 0;
    (void)state;
    if (getenv("HITSCAN_CPU") != NULL)
        skip(); // the test above, run once for each kernel, says the same
    for (int number = 0; number < SCENES; number++) {
        make_scene(number, &s);
        line lines[QUALITIES + 1];
        lines_of(&s, lines);
        for (int q = 0; q < QUALITIES; q++) {
            for (int t = 0; t < 3; t++) {
                hit_thread_pool* pool = NULL;
                assert_int_equal(hit_thread_pool_create(threads[t], NULL, &pool, NULL), HIT_OK);
                const hit_task_pool tasks = hit_thread_pool_tasks(pool);
                const hit_cpu level = hit_cpu_restrict((hit_cpu)((t + q) % 3));
                hit_bvh* tree = build(&s, q, &tasks);
                if (hash_bytes(tree) != lines[q].hash || hash_answers(&s, tree) != lines[QUALITIES].hash) {
                    printf("%s, %s, %u threads, %s differs\n", s.name, quality_names[q], threads[t],
                           hit_cpu_name(level));
                    wrong++;
                }
                hit_bvh_destroy(tree);
                hit_thread_pool_destroy(pool);
            }
        }
        free_scene(&s);
    }
    hit_cpu_restrict(before);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_the_recorded_ones),
        cmocka_unit_test(whatever_the_threads_and_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
