// Every allocation of everything that takes an allocator, failed once: the call says so, nothing is leaked, and what
// was there before is as it was.
//
// Each action is first run without a failure, then with the first allocation failing, the second, and so on until it
// ends without reaching the one that would fail; then the same with all later ones failing too.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // mkstemp
#endif

#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"
#include "support/base/random.h"

#include "bvh/format/layout.h"

#include <hitscan/hitscan.h>

#include <math.h>
#include <unistd.h>

enum { COUNT = 3000 };

// What actions work on, and with.
typedef struct fixture {
    failing_memory memory;
    hit_triangle triangles[COUNT];
    hit_aabb aabbs[COUNT];
    hit_obb obbs[COUNT];
    hit_bvh_options options;
    hit_bvh* tree; ///< made with the failing allocator, before the action; may be NULL
    char path[40];
    hit_error error;
} fixture;

static void fill(fixture* f)
{
    test_random r = test_random_make(test_seed());

    for (int i = 0; i < COUNT; i++) {
        const hit_vec3 center = test_random_vec3(&r, -10.0f, 10.0f), half = test_random_vec3(&r, 0.0f, 0.5f);
        f->aabbs[i] = hit_aabb_from_center(center, half);
        f->obbs[i] = hit_obb_make(center, test_random_quat(&r), half);
        f->triangles[i].v0 = center;
        f->triangles[i].v1 = hit_vec3_add(center, half);
        f->triangles[i].v2 = hit_vec3_add(center, test_random_vec3(&r, -1.0f, 1.0f));
        if (i % 10 == 9) // repetitions, which are kept in another way
            f->triangles[i] = f->triangles[9];
        if (i % 100 == 98)
            f->triangles[i].v1.x = f->aabbs[i].min.x = f->obbs[i].half[0] = NAN;
    }
}

static hit_mesh mesh_of(const fixture* f)
{
    return (hit_mesh){.vertices = f->triangles, .vertex_count = 3 * COUNT, .triangle_count = COUNT};
}

// An action; on success it leaves nothing behind. The tree that it makes goes through `made`.
typedef hit_status action(fixture* f, hit_bvh** made);

static hit_status build_triangles(fixture* f, hit_bvh** made)
{
    const hit_mesh mesh = mesh_of(f);
    return hit_bvh_build_triangles(&mesh, &f->options, made, &f->error);
}

static hit_status build_aabbs(fixture* f, hit_bvh** made)
{
    return hit_bvh_build_aabbs(f->aabbs, 0, COUNT, &f->options, made, &f->error);
}

static hit_status build_obbs(fixture* f, hit_bvh** made)
{
    return hit_bvh_build_obbs(f->obbs, 0, COUNT, &f->options, made, &f->error);
}

static hit_status view(fixture* f, hit_bvh** made)
{
    size_t size;
    const void* bytes = hit_bvh_bytes(f->tree, &size);
    return hit_bvh_view(bytes, size, &(hit_bvh_view_options){.allocator = f->options.allocator}, made, &f->error);
}

static hit_status validate(fixture* f, hit_bvh** made)
{
    (void)made;
    return hit_bvh_validate(f->tree, &f->error);
}

static hit_status save(fixture* f, hit_bvh** made)
{
    (void)made;
    return hit_bvh_save(f->tree, f->path, &f->error);
}

static hit_status load(fixture* f, hit_bvh** made)
{
    return hit_bvh_load(f->path, f->options.allocator, made, &f->error);
}

static hit_status copy(fixture* f, hit_bvh** made)
{
    return hit_bvh_copy(f->tree, f->options.allocator, made, &f->error);
}

static hit_status refit_triangles(fixture* f, hit_bvh** made)
{
    const hit_mesh mesh = mesh_of(f);
    (void)made;
    return hit_bvh_refit_triangles(f->tree, &mesh, f->options.pool, &f->error);
}

static hit_status refit_obbs(fixture* f, hit_bvh** made)
{
    (void)made;
    return hit_bvh_refit_obbs(f->tree, f->obbs, 0, COUNT, f->options.pool, &f->error);
}

// Fail one allocation after the other. Returns how many there are.
static uint64_t fail_all(fixture* f, action* act, const char* name)
{
    const uint32_t live = f->memory.live;
    uint64_t most = 0;

    for (uint32_t mode = 0; mode < 2; mode++)
        for (uint64_t n = 1;; n++) {
            hit_bvh* made = NULL;
            hit_status status;
            failing_memory_arm(&f->memory, n, mode == 1);
            memset(&f->error, 0, sizeof f->error);
            status = act(f, &made);
            if (f->memory.failed == 0) {
                assert_int_equal(status, HIT_OK);
                hit_bvh_destroy(made);
                most = n - 1 > most ? n - 1 : most;
            } else {
                if (status != HIT_ERROR_MEMORY || made != NULL)
                    fail_msg("%s: allocation %llu failed: status %d", name, (unsigned long long)n, (int)status);
                if (act != refit_obbs && act != refit_triangles) {
                    assert_int_equal(f->error.status, HIT_ERROR_MEMORY);
                    assert_string_not_equal(f->error.message, "");
                }
            }
            if (f->memory.live != live || f->memory.wrong != 0)
                fail_msg("%s: allocation %llu failed: %u pieces instead of %u, %u wrong", name, (unsigned long long)n,
                         f->memory.live, live, (unsigned)f->memory.wrong);
            if (f->memory.failed == 0)
                break;
        }
    failing_memory_arm(&f->memory, 0, false);
    if (f->tree != NULL)
        assert_int_equal(hit_bvh_validate(f->tree, NULL), HIT_OK);
    return most;
}

// Memory with other contents makes the same bytes: none of them is left as it was found.
static void assert_same_as_plain(fixture* f, action* build)
{
    const hit_allocator* failing = f->options.allocator;
    hit_bvh* plain = NULL;
    size_t size, plain_size;
    const void *bytes, *plain_bytes;

    f->options.allocator = NULL;
    assert_int_equal(build(f, &plain), HIT_OK);
    f->options.allocator = failing;
    bytes = hit_bvh_bytes(f->tree, &size);
    plain_bytes = hit_bvh_bytes(plain, &plain_size);
    assert_true(size == plain_size);
    assert_memory_equal(bytes, plain_bytes, size);
    hit_bvh_destroy(plain);
}

static void check_everything(fixture* f, hit_bvh_quality quality, const hit_task_pool* pool)
{
    static const struct {
        action* build;
        action* refit;
        const char* name;
    } kinds[] = {{build_triangles, refit_triangles, "triangles"},
                 {build_aabbs, NULL, "aabbs"},
                 {build_obbs, refit_obbs, "obbs"}};

    f->options = (hit_bvh_options){.quality = quality, .pool = pool, .allocator = &f->memory.allocator};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        f->tree = NULL;
        assert_true(fail_all(f, kinds[k].build, kinds[k].name) >= 3); // scratch, tree, handle
        assert_int_equal(kinds[k].build(f, &f->tree), HIT_OK);
        assert_same_as_plain(f, kinds[k].build);
        const uint32_t pieces = f->tree->header->shared_root != 0; // to be checked, these need some of their own
        assert_true(pieces == (kinds[k].build == build_triangles && quality != HIT_BVH_FAST));
        assert_true(fail_all(f, validate, "validate") == 1 + pieces);
        assert_true(fail_all(f, view, "view") == 2 + pieces);
        assert_true(fail_all(f, save, "save") == 1);
        assert_true(fail_all(f, load, "load") == 3 + pieces);
        assert_true(fail_all(f, copy, "copy") == 2);
        if (kinds[k].refit != NULL)
            fail_all(f, kinds[k].refit, "refit");
        hit_bvh_destroy(f->tree);
        assert_int_equal(f->memory.live, 0);
    }
}

static fixture* make_fixture(void)
{
    fixture* f = malloc(sizeof *f);
    int file;

    assert_non_null(f);
    memset(f, 0, sizeof *f);
    failing_memory_make(&f->memory);
    fill(f);
    strcpy(f->path, "/tmp/hitscan-alloc-XXXXXX");
    file = mkstemp(f->path);
    assert_true(file >= 0);
    close(file);
    return f;
}

static void end_fixture(fixture* f)
{
    unlink(f->path);
    failing_memory_end(&f->memory);
    free(f);
}

static void one_thread(void** state)
{
    fixture* f = make_fixture();

    (void)state;
    for (int quality = HIT_BVH_DEFAULT; quality <= HIT_BVH_HIGH; quality++)
        check_everything(f, (hit_bvh_quality)quality, NULL);
    end_fixture(f);
}

static void several_threads(void** state)
{
    fixture* f = make_fixture();
    hit_thread_pool* threads = NULL;
    hit_task_pool pool;

    (void)state;
    assert_int_equal(hit_thread_pool_create(3, NULL, &threads, NULL), HIT_OK);
    pool = hit_thread_pool_tasks(threads);
    check_everything(f, HIT_BVH_DEFAULT, &pool);
    hit_thread_pool_destroy(threads);
    end_fixture(f);
}

// Scratch that is kept belongs to the caller also after a failure.
static void kept_scratch(void** state)
{
    fixture* f = make_fixture();
    hit_bvh_scratch scratch = {0};

    (void)state;
    f->options = (hit_bvh_options){.allocator = &f->memory.allocator, .scratch = &scratch};
    for (uint64_t n = 1; n < 20; n++) {
        hit_bvh* made = NULL;
        failing_memory_arm(&f->memory, n, false);
        if (build_triangles(f, &made) == HIT_OK)
            hit_bvh_destroy(made);
        else
            assert_null(made);
        assert_int_equal(f->memory.wrong, 0);
        assert_true(f->memory.live == (scratch.memory != NULL));
        if (n % 2 == 0)
            hit_bvh_scratch_free(&scratch, &f->memory.allocator);
    }
    hit_bvh_scratch_free(&scratch, &f->memory.allocator);
    assert_int_equal(f->memory.live, 0);
    end_fixture(f);
}

// Pools of threads take memory, too.
static void thread_pools(void** state)
{
    fixture* f = make_fixture();
    hit_thread_pool* pool = NULL;

    (void)state;
    failing_memory_arm(&f->memory, 1, false);
    assert_int_equal(hit_thread_pool_create(2, &f->memory.allocator, &pool, NULL), HIT_ERROR_MEMORY);
    assert_null(pool);
    assert_int_equal(hit_thread_pool_create(2, &f->memory.allocator, &pool, NULL), HIT_OK);
    hit_thread_pool_destroy(pool);
    assert_int_equal(f->memory.live, 0);
    assert_int_equal(f->memory.wrong, 0);
    end_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread),
        cmocka_unit_test(several_threads),
        cmocka_unit_test(kept_scratch),
        cmocka_unit_test(thread_pools),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
