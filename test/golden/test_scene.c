// Scenes give the same answers everywhere: hashes over the worlds of support/scene/random_scene.h, compared with those
// in scene.txt, after a fresh build and after a life of edits, with every kernel.
//
// Run for every compiler and optimisation level (scripts/golden). HIT_GOLDEN_WRITE=1 writes the file anew: only when an
// answer is meant to change, and the commit says why.
#include "support/base/cmocka_all.h"
#include "support/scene/scene_answers.h"
#include "support/scene/random_scene.h"

enum { RAYS = 300, PLACES = 40, OBJECTS = 150, LINES = 3 };

static scene_assets things;

typedef struct line {
    char name[40];
    uint64_t hash;
} line;

static void path_of(char* path, size_t size)
{
    const char* source = getenv("HITSCAN_SOURCE_DIR");
    snprintf(path, size, "%s/test/golden/scene.txt", source != NULL ? source : ".");
}

// The scene of a world: made at once, or with detours.
static void lines_of(scene_world world, bool detours, line out[LINES])
{
    static hit_dray rays[RAYS];
    hit_dvec3 places[PLACES];
    test_random r = test_random_make(40 + (uint64_t)world);
    hit_scene* scene = NULL;
    naive_scene naive;

    random_scene_make(&things, &r, world, OBJECTS, world == WORLD_WILD, &scene, &naive);
    for (int i = 0; i < RAYS; i++)
        rays[i] = random_scene_ray(&r, world, &naive);
    for (int i = 0; i < PLACES; i++)
        places[i] = random_scene_placement(&r, world, HIT_OBJECT_BOX).origin;
    for (int lap = 0; detours && lap < 6; lap++) {
        for (uint32_t i = 0; i < OBJECTS; i++) {
            const naive_object* o = &naive.edited[i];
            hit_placement placement = lap == 5 ? o->object.placement : random_scene_placement(&r, world, o->shape.kind);
            if (lap == 5 || test_random_below(&r, 2))
                assert_int_equal(hit_scene_move(scene, o->id, &placement, NULL), HIT_OK);
        }
        assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
    }
    snprintf(out[0].name, sizeof out[0].name, "%s-rays", scene_world_names[world]);
    out[0].hash = scene_hash_rays(scene, rays, RAYS);
    snprintf(out[1].name, sizeof out[1].name, "%s-volumes", scene_world_names[world]);
    out[1].hash = scene_hash_volumes(scene, places, PLACES, world == WORLD_HUGE ? 0x1p41f : 2.0f);
    snprintf(out[2].name, sizeof out[2].name, "%s-closest", scene_world_names[world]);
    out[2].hash = scene_hash_closest(scene, places, PLACES, world == WORLD_HUGE ? 0x1p41f : 2.0f);
    hit_scene_destroy(scene);
    naive_free(&naive);
}

static uint64_t recorded(const char* wanted)
{
    char path[4096], name[64];
    unsigned long long hash;
    FILE* file;

    path_of(path, sizeof path);
    file = fopen(path, "r");
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

static void write_all(void)
{
    char path[4096];
    FILE* file;

    path_of(path, sizeof path);
    file = fopen(path, "w");
    assert_non_null(file);
    for (int world = 0; world < WORLD_KINDS; world++) {
        line lines[LINES];
        lines_of((scene_world)world, false, lines);
        for (int i = 0; i < LINES; i++)
            fprintf(file, "%s %016llx\n", lines[i].name, (unsigned long long)lines[i].hash);
    }
    assert_int_equal(fclose(file), 0);
}

static void answers_are_the_recorded_ones(void** state)
{
    int wrong = 0;

    (void)state;
    scene_assets_make(&things, 5);
    if (getenv("HIT_GOLDEN_WRITE") != NULL)
        write_all();
    for (int run = 0; run < 2; run++) {
        for (int world = 0; world < WORLD_KINDS; world++) {
            line lines[LINES];
            lines_of((scene_world)world, run == 1, lines);
            for (int i = 0; i < LINES; i++) {
                if (recorded(lines[i].name) == lines[i].hash)
                    continue;
                printf("%s: %016llx%s (kernels: %s)\n", lines[i].name, (unsigned long long)lines[i].hash,
                       run == 1 ? " after detours" : "", hit_cpu_name(hit_cpu_in_use()));
                wrong++;
            }
        }
    }
    scene_assets_free(&things);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(answers_are_the_recorded_ones)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
