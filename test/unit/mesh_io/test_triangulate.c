// Polygons become triangles that cover them: all turn the same way and their areas add up, so none lies on another.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include "mesh_io/faces.h"

#include <math.h>

enum { MOST = 2000 };

typedef struct polygon {
    hit_vec3 vertices[MOST];
    uint32_t slots[3 * MOST];
    uint32_t corners;
} polygon;

static double doubled_area(hit_vec3 a, hit_vec3 b, hit_vec3 c, const double normal[3])
{
    const double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y, uz = (double)b.z - (double)a.z;
    const double vx = (double)c.x - (double)a.x, vy = (double)c.y - (double)a.y, vz = (double)c.z - (double)a.z;
    return normal[0] * (uy * vz - uz * vy) + normal[1] * (uz * vx - ux * vz) + normal[2] * (ux * vy - uy * vx);
}

// Divide it and check. `slack`: how far below 0 the area of a triangle may be, as a part of the whole, for points that
// are rounded to floats and so lie beside their plane.
static void check(polygon* p, const double normal[3], double slack)
{
    static bool seen[MOST];
    double whole = 0, sum = 0;

    for (uint32_t i = 0; i < p->corners; i++)
        p->slots[i] = i;
    for (uint32_t i = 1; i + 1 < p->corners; i++)
        whole += doubled_area(p->vertices[0], p->vertices[i], p->vertices[i + 1], normal);
    hit_polygon_triangulate(p->vertices, p->slots, p->corners);
    memset(seen, 0, sizeof seen);
    for (uint32_t t = 0; t < p->corners - 2; t++) {
        const uint32_t* s = p->slots + 3 * (size_t)t;
        double area;
        assert_true(s[0] < p->corners && s[1] < p->corners && s[2] < p->corners);
        seen[s[0]] = seen[s[1]] = seen[s[2]] = true;
        area = doubled_area(p->vertices[s[0]], p->vertices[s[1]], p->vertices[s[2]], normal);
        if (whole > 0 && area < -slack * whole)
            fail_msg("triangle %u of %u corners is turned over: %g of %g", t, p->corners, area, whole);
        sum += fabs(area);
    }
    for (uint32_t i = 0; i < p->corners; i++)
        assert_true(seen[i]);
    assert_true(fabs(sum - fabs(whole)) <= (1e-6 + slack * p->corners) * fabs(whole));
}

static const double up[3] = {0, 0, 1};

static void check_flat(const float (*points)[2], uint32_t count)
{
    static polygon p;
    // From every corner on: none may matter.
    for (uint32_t turn = 0; turn < count; turn++) {
        p.corners = count;
        for (uint32_t i = 0; i < count; i++)
            p.vertices[i] = hit_vec3_make(points[(i + turn) % count][0], points[(i + turn) % count][1], 0);
        check(&p, up, 0);
    }
}

static void small_ones(void** state)
{
    static const float square[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const float dart[][2] = {{0, 0}, {4, 0}, {1, 1}, {0, 4}};
    static const float corner[][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    static const float straight[][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {1, 1}, {0, 2}};
    // A frame: a square with a square hole, and a cut between them that is gone along twice.
    static const float frame[][2] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}};
    (void)state;
    check_flat(square, 4);
    check_flat(dart, 4);
    check_flat(corner, 6);
    check_flat(straight, 6);
    check_flat(frame, 10);
}

static void convex_ones_are_fans(void** state)
{
    static polygon p;
    (void)state;
    p.corners = 1000;
    for (uint32_t i = 0; i < p.corners; i++)
        p.vertices[i] = hit_vec3_make(cosf((float)i * 0.006283f), sinf((float)i * 0.006283f), 0);
    check(&p, up, 1e-9);
    for (uint32_t t = 0; t < p.corners - 2; t++) {
        assert_int_equal(p.slots[3 * t], 0);
        assert_int_equal(p.slots[3 * t + 1], t + 1);
        assert_int_equal(p.slots[3 * t + 2], t + 2);
    }
}

// Stars with arms of random lengths, and combs, in any plane.
static void random_ones(void** state)
{
    static polygon p;
    test_random r = test_random_make(test_seed());
    (void)state;
    print_message("seed %llu\n", (unsigned long long)test_seed());
    for (uint64_t i = test_cases(3000); i > 0; i--) {
        const hit_mat3x4 m =
            hit_mat3x4_from_trs(test_random_vec3(&r, -5, 5), test_random_quat(&r), hit_vec3_make(1, 1, 1));
        double normal[3];
        const bool comb = i % 4 == 0;
        p.corners = 4 + test_random_below(&r, i % 10 == 0 ? HIT_POLYGON_MAX_CLIPPED - 3 : 40);
        if (comb)
            p.corners = p.corners / 2 * 2;
        for (uint32_t k = 0; k < p.corners; k++) {
            hit_vec3 v;
            if (comb) {
                // Teeth on the way there, and back along a straight line.
                const uint32_t half = p.corners / 2;
                const float x = (float)(k < half ? k : 2 * half - 1 - k);
                v = hit_vec3_make(x, k < half ? (k % 2 == 0 ? 0.0f : test_random_range(&r, 0.5f, 2)) : 3.0f, 0);
            } else {
                const float angle = 6.2831853f * ((float)k + test_random_range(&r, 0, 0.9f)) / (float)p.corners;
                const float radius = test_random_range(&r, 0.1f, 3);
                v = hit_vec3_make(radius * cosf(angle), radius * sinf(angle), 0);
            }
            p.vertices[k] = hit_mat3x4_point(&m, v);
        }
        normal[0] = (double)m.m[0][2];
        normal[1] = (double)m.m[1][2];
        normal[2] = (double)m.m[2][2];
        check(&p, normal, 1e-5);
    }
}

// No area, edges that cross, more corners than are clipped: as many triangles, and indices of the polygon.
static void degenerate_ones(void** state)
{
    static polygon p;
    test_random r = test_random_make(test_seed() + 1);
    (void)state;
    for (uint64_t i = test_cases(2000); i > 0; i--) {
        p.corners = 3 + test_random_below(&r, i % 50 == 0 ? MOST - 3 : 30);
        for (uint32_t k = 0; k < p.corners; k++) {
            p.vertices[k] = i % 3 == 0 ? hit_vec3_make(0, 0, 0) : test_random_grid_vec3(&r);
            if (i % 3 == 1)
                p.vertices[k] = test_random_any_bits(&r);
            p.slots[k] = k;
        }
        hit_polygon_triangulate(p.vertices, p.slots, p.corners);
        for (uint32_t k = 0; k < 3 * (p.corners - 2); k++)
            assert_true(p.slots[k] < p.corners);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_ones),
        cmocka_unit_test(convex_ones_are_fans),
        cmocka_unit_test(random_ones),
        cmocka_unit_test(degenerate_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
