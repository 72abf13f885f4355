// Cameras are the same bits everywhere: a hash of random ones, and of what they say, for every compiler and
// optimisation level (scripts/golden). The input is made without calls of libm that may round differently elsewhere.
#include "support/base/cmocka_all.h"
#include "support/cases/manual_matrices.h"
#include "support/base/random.h"

enum { CAMERAS = 2000, POINTS = 8 };

// What these tests print when an answer changes on purpose.
static const uint64_t recorded[2] = {0xe311199a5a3c3f3du, 0x4bfdaf74784f6ea6u};

static void mix(uint64_t* hash, const void* data, size_t size)
{
    const unsigned char* bytes = data;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u;
}

static double between(test_random* r, float low, float high)
{
    return (double)test_random_range(r, low, high);
}

static hit_dvec3 place(test_random* r, float size)
{
    hit_dvec3 p;
    p.x = between(r, -size, size);
    p.y = between(r, -size, size) / 3;
    p.z = between(r, -size, size) / 7;
    return p;
}

static hit_screen screen(test_random* r)
{
    hit_screen s = hit_screen_make(1 + test_random_range(r, 0, 4000), 1);
    s.height += test_random_range(r, 0, 4000);
    s.x = test_random_range(r, -100, 100);
    s.y = test_random_range(r, -100, 100);
    s.y_up = test_random_below(r, 2) != 0;
    s.centers = test_random_below(r, 2) != 0;
    s.pixel_ratio = test_random_below(r, 2) ? test_random_range(r, 0.5f, 3) : 0;
    return s;
}

static void hash_camera(test_random* r, const hit_camera* c, uint64_t* hash)
{
    mix(hash, &c->eye, sizeof c->eye);
    mix(hash, c->x, sizeof c->x);
    mix(hash, c->y, sizeof c->y);
    mix(hash, c->w, sizeof c->w);
    mix(hash, c->near_plane, sizeof c->near_plane);
    mix(hash, c->far_plane, sizeof c->far_plane);
    for (int i = 0; i < POINTS; i++) {
        const double x = between(r, -1000, 5000) / 3, y = between(r, -1000, 5000) / 3;
        const hit_dray ray = hit_camera_ray(c, x, y);
        const double size = hit_camera_pixel_size(c, x);
        const hit_dvec3 offset = place(r, 10);
        double seen[3] = {0, 0, 0};
        hit_frustum f;
        mix(hash, &ray, offsetof(hit_dray, t_max) + sizeof ray.t_max); // there is padding after it
        mix(hash, &size, sizeof size);
        hit_camera_project(c, hit_dvec3_make(c->eye.x + offset.x, c->eye.y + offset.y, c->eye.z + offset.z), seen,
                           &seen[2]);
        mix(hash, seen, sizeof seen);
        assert_true(hit_camera_frustum(c, x, y, y, x, &f));
        mix(hash, &f, sizeof f);
    }
}

static void assert_recorded(uint64_t hash, int which)
{
    if (hash != recorded[which])
        fail_msg("hash %d is 0x%016llxu", which, (unsigned long long)hash);
}

static void from_matrices(void** state)
{
    test_random r = test_random_make(900);
    uint64_t hash = 0xcbf29ce484222325u;

    (void)state;
    for (int i = 0; i < CAMERAS; i++) {
        const double n = between(&r, 0.01f, 2), f = n + between(&r, 1, 1000), cot = between(&r, 0.2f, 9);
        const mat projection = i % 3 == 0   ? gl_ortho(-cot, 2 * cot, -1, cot, -n, f)
                               : i % 3 == 1 ? gl_perspective(cot, between(&r, 0.5f, 2), n, f)
                                            : gl_infinite(cot, between(&r, 0.5f, 2), n);
        const hit_screen s = screen(&r);
        hit_lens lens = hit_lens_opengl();
        float p[16], v[16];
        hit_camera c;
        by_columns(projection, p);
        // Any nine numbers that are about those of a rotation: cameras need not be more.
        for (int k = 0; k < 16; k++)
            v[k] = k % 4 == 3 ? (float)(k == 15)
                   : k >= 12  ? test_random_range(&r, -1e5f, 1e5f)
                   : k % 5    ? test_random_range(&r, -0.5f, 0.5f)
                              : 1;
        lens.origin = place(&r, 1e7f);
        assert_true(hit_camera_from_matrices(v, p, &lens, &s, &c));
        hash_camera(&r, &c, &hash);
    }
    assert_recorded(hash, 0);
}

static void from_views(void** state)
{
    test_random r = test_random_make(901);
    uint64_t hash = 0xcbf29ce484222325u;

    (void)state;
    for (int i = 0; i < CAMERAS; i++) {
        const hit_screen s = screen(&r);
        const hit_vec3 eye = test_random_vec3(&r, -100, 100), target = test_random_vec3(&r, -100, 100);
        hit_view v = hit_view_look_at(eye, target, test_random_vec3(&r, -1, 1));
        hit_camera c;
        v.fov_y = i % 2 ? test_random_range(&r, 0.01f, 3.1f) : 0;
        v.ortho_height = test_random_range(&r, 0.1f, 100);
        v.near_plane = test_random_range(&r, 0.01f, 1) * (i % 4 ? 1.0f : -1.0f);
        v.far_plane = i % 3 ? v.near_plane + test_random_range(&r, 1, 100) : HUGE_VALF;
        assert_true(hit_camera_from_view(&v, place(&r, 1e7f), &s, &c));
        hash_camera(&r, &c, &hash);
    }
    assert_recorded(hash, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_matrices),
        cmocka_unit_test(from_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
