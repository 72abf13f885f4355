// Any number of threads ask a scene, while one edits it; and commits on any number of threads give the same answers.
// Under TSan (make san) this is also the proof that queries share nothing with edits.
#include "support/base/cmocka_all.h"
#include "support/scene/scene_answers.h"
#include "support/scene/random_scene.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, RAYS = 150, OBJECTS = 120, FRAMES = 12 };

static scene_assets things;
static hit_dray rays[RAYS];

typedef struct job {
    const hit_scene* scene;
    atomic_bool* stop;
    uint64_t expected;
    uint32_t asked, wrong;
} job;

// hit_scene_list tells the objects as edited, so the hash of another thread must not depend on it: here each hit counts
// with its id.
static uint64_t answers(const hit_scene* scene)
{
    uint64_t hash = 0;
    for (int i = 0; i < RAYS; i++) {
        hit_scene_hit hits[64];
        const uint32_t found = hit_scene_all(scene, rays[i], NULL, hits, 64);
        hash = hash * 31 + found + hit_scene_any(scene, rays[i], NULL);
        for (uint32_t k = 0; k < found && k < 64; k++) {
            uint32_t bits;
            memcpy(&bits, &hits[k].t, sizeof bits);
            hash = hash * 31 + hits[k].id * 7 + hits[k].primitive + bits;
        }
    }
    return hash;
}

static void* ask(void* data)
{
    job* j = data;
    do {
        j->wrong += answers(j->scene) != j->expected;
        j->asked++;
    } while (!atomic_load(j->stop));
    return NULL;
}

// Edits of all sorts, the same for the same random numbers.
static void edit(hit_scene* scene, naive_scene* naive, test_random* r, uint32_t edits)
{
    for (uint32_t i = 0; i < edits; i++) {
        const uint32_t dice = test_random_below(r, 4);
        naive_object* o = &naive->edited[test_random_below(r, naive->edited_count)];
        if (dice == 0 && naive->edited_count > OBJECTS / 2) {
            assert_int_equal(hit_scene_remove(scene, o->id, NULL), HIT_OK);
            naive_remove(naive, o->id);
        } else if (dice == 1) {
            const hit_object_kind kind = random_scene_kind(r);
            const hit_object object = random_scene_object(r, WORLD_NEAR, kind);
            const naive_shape shape = random_scene_shape(&things, r, WORLD_NEAR, kind);
            hit_id id = HIT_ID_NONE;
            assert_int_equal(naive_add_to(scene, &object, &shape, &id), HIT_OK);
            naive_add(naive, id, &object, &shape);
        } else if (dice == 2) {
            o->shape = random_scene_shape(&things, r, WORLD_NEAR, o->shape.kind);
            assert_int_equal(naive_replace_in(scene, o->id, &o->shape), HIT_OK);
        } else {
            o->object.placement = random_scene_placement(r, WORLD_NEAR, o->shape.kind);
            assert_int_equal(hit_scene_move(scene, o->id, &o->object.placement, NULL), HIT_OK);
        }
    }
}

static void begin(test_random* r, hit_scene** scene, naive_scene* naive)
{
    random_scene_make(&things, r, WORLD_NEAR, OBJECTS, false, scene, naive);
    for (int i = 0; i < RAYS; i++)
        rays[i] = random_scene_ray(r, WORLD_NEAR, naive);
}

static void queries_while_one_edits(void** state)
{
    test_random r = test_random_make(test_seed() + 1000);
    hit_scene* scene = NULL;
    naive_scene naive;
    atomic_bool stop;

    (void)state;
    scene_assets_make(&things, 1);
    begin(&r, &scene, &naive);
    for (int frame = 0; frame < FRAMES; frame++) {
        pthread_t thread[THREADS];
        job jobs[THREADS];
        const uint64_t before = answers(scene);
        atomic_init(&stop, false);
        for (int i = 0; i < THREADS; i++) {
            jobs[i] = (job){scene, &stop, before, 0, 0};
            assert_int_equal(pthread_create(&thread[i], NULL, ask, &jobs[i]), 0);
        }
        edit(scene, &naive, &r, 400);
        assert_int_equal(naive_check_objects(scene, &naive), 0);
        atomic_store(&stop, true);
        for (int i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(thread[i], NULL), 0);
            assert_true(jobs[i].asked > 0);
            assert_int_equal(jobs[i].wrong, 0);
        }
        assert_true(answers(scene) == before); // still not committed
        assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
        naive_commit(&naive);
        assert_true(answers(scene) != before);
    }
    hit_scene_destroy(scene);
    naive_free(&naive);
    scene_assets_free(&things);
}

// The same life on one, two and seven threads.
static void commits_on_any_number_of_threads(void** state)
{
    static const uint32_t threads[4] = {0, 1, 2, 7};
    uint64_t hash[4][FRAMES];

    (void)state;
    scene_assets_make(&things, 1);
    for (int n = 0; n < 4; n++) {
        test_random r = test_random_make(test_seed() + 1001);
        hit_thread_pool* pool = NULL;
        hit_task_pool tasks;
        hit_scene* scene = NULL;
        naive_scene naive;

        if (threads[n] > 0)
            assert_int_equal(hit_thread_pool_create(threads[n], NULL, &pool, NULL), HIT_OK);
        tasks = hit_thread_pool_tasks(pool);
        begin(&r, &scene, &naive);
        for (int i = 0; i < 3000; i++) { // enough that there is work to share
            const hit_object object = random_scene_object(&r, WORLD_NEAR, HIT_OBJECT_BOX);
            const naive_shape shape = random_scene_shape(&things, &r, WORLD_NEAR, HIT_OBJECT_BOX);
            hit_id id = HIT_ID_NONE;
            assert_int_equal(naive_add_to(scene, &object, &shape, &id), HIT_OK);
            naive_add(&naive, id, &object, &shape);
        }
        for (int frame = 0; frame < FRAMES; frame++) {
            edit(scene, &naive, &r, frame % 4 == 3 ? 4000 : 300);
            assert_int_equal(hit_scene_commit(scene, threads[n] > 0 ? &tasks : NULL, NULL), HIT_OK);
            hash[n][frame] = scene_hash_rays(scene, rays, RAYS);
            assert_true(hash[n][frame] == hash[0][frame]);
        }
        hit_scene_destroy(scene);
        naive_free(&naive);
        hit_thread_pool_destroy(pool);
    }
    scene_assets_free(&things);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_while_one_edits),
        cmocka_unit_test(commits_on_any_number_of_threads),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
