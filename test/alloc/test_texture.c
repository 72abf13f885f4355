// Textures and smooth normals with every allocation failed once, also those of libpng and libjpeg: an answer that says
// so, and nothing lost.
//
// The command takes memory by malloc. This program has a malloc of its own, which glibc's libraries then use, too;
// sanitizers have theirs already.
#include "support/base/cmocka_all.h"
#include "support/render/pictures.h"

#include "render/surface.h"

#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OWN_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OWN_MALLOC 0
#endif
#endif
#if !defined(OWN_MALLOC) && defined(__GLIBC__)
#define OWN_MALLOC 1
#endif

#if OWN_MALLOC

void* __libc_malloc(size_t size);               // NOLINT: the names are glibc's
void* __libc_calloc(size_t count, size_t size); // NOLINT
void __libc_free(void* memory);                 // NOLINT

static bool counts;
static uint64_t calls, fail_at;
static int64_t live;

static bool fails(void)
{
    return counts && ++calls == fail_at;
}

static void* count(void* memory)
{
    live += counts && memory != NULL;
    return memory;
}

void* malloc(size_t size)
{
    return fails() ? NULL : count(__libc_malloc(size));
}

void* calloc(size_t number, size_t size)
{
    return fails() ? NULL : count(__libc_calloc(number, size));
}

void free(void* memory)
{
    live -= counts && memory != NULL;
    __libc_free(memory);
}

// Fail each allocation of `work` once; it returns whether it has succeeded, and leaves nothing behind.
static void fail_each(bool (*work)(const void* what), const void* what)
{
    for (uint64_t n = 1;; n++) {
        bool good;
        calls = 0;
        live = 0;
        fail_at = n;
        counts = true;
        good = work(what);
        counts = false;
        assert_int_equal(live, 0);
        if (calls < n) {
            assert_true(good);
            assert_true(n > 3);
            return;
        }
    }
}

static bool make_texture(const void* what)
{
    const picture_bytes* p = what;
    const hit_model_texture from = {.name = "", .bytes = p->bytes, .size = p->size};
    uint64_t pixels = 1 << 20;
    texture* t = NULL;
    const char* wrong = texture_make(&from, &pixels, &t);
    const bool good = wrong == NULL && t != NULL;
    if ((wrong == NULL) != (t != NULL))
        abort();
    texture_free(t);
    return good;
}

static void textures(void** state)
{
    static picture_bytes p;
    (void)state;
    assert_true(picture_png(&p, 8, 6, true, PICTURE_SIDE, PICTURE_SIDE));
    fail_each(make_texture, &p);
    assert_true(picture_png(&p, 16, 2, false, PICTURE_SIDE, PICTURE_SIDE));
    fail_each(make_texture, &p);
#if defined(HITSCAN_HAVE_JPEG)
    picture_jpeg(&p, 3, false, PICTURE_SIDE, PICTURE_SIDE);
    fail_each(make_texture, &p);
    picture_jpeg(&p, 4, true, PICTURE_SIDE, PICTURE_SIDE);
    fail_each(make_texture, &p);
#endif
}

static void run_in_order(void* context, hit_task* task, void* data, uint32_t number)
{
    (void)context;
    for (uint32_t i = 0; i < number; i++)
        task(data, i);
}

static bool make_normals(const void* what)
{
    const hit_task_pool pool = {.run = run_in_order, .threads = 1};
    int16_t* normals = smooth_normals_make(what, &pool);
    const bool good = normals != NULL;
    free(normals);
    return good;
}

static void smooth_normals(void** state)
{
    static const hit_vec3 vertices[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const uint32_t corners[3] = {0, 1, 2};
    const hit_model_mesh mesh = {
        .name = "", .vertices = vertices, .vertex_count = 3, .indices = corners, .triangle_count = 1};
    (void)state;
    fail_each(make_normals, &mesh);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(textures), cmocka_unit_test(smooth_normals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 77;
}

#endif
