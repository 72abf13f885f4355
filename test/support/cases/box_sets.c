#include "support/cases/box_sets.h"

const char* const test_box_names[BOXES_KINDS] = {
    "no boxes", "scattered", "grid", "city", "nested", "flat", "copies", "far", "mixed", "huge", "denormal", "any bits",
};

static hit_aabb spanned(hit_vec3 a, hit_vec3 b)
{
    const hit_aabb box = {{fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)},
                          {fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}};
    return box;
}

// A box of size 2·half around a point.
static hit_aabb sized(hit_vec3 at, hit_vec3 half)
{
    return spanned(hit_vec3_sub(at, half), hit_vec3_add(at, half));
}

static hit_aabb one_box(test_random* r, test_box_kind kind, uint32_t i)
{
    const hit_vec3 at = test_random_vec3(r, -1, 1), half = test_random_vec3(r, 0.01f, 0.1f),
                   any = test_random_any_bits(r);
    const hit_vec3 other = test_random_any_bits(r), grid = test_random_grid_vec3(r), grid2 = test_random_grid_vec3(r);
    const uint32_t bits = (uint32_t)test_random_next(r);
    const float scale = ldexpf(1.0f, (int)(bits >> 8) % 61 - 30), size = (float)(i + 1) / 64.0f;
    hit_aabb box;

    switch (kind) {
    case BOXES_GRID:
        return spanned(grid, grid2);
    case BOXES_CITY: {
        const float x = (float)(i % 16) / 8.0f - 1.0f, z = (float)(i / 16 % 16) / 8.0f - 1.0f;
        return spanned(hit_vec3_make(x, 0.0f, z), hit_vec3_make(x + 0.125f, (float)(bits % 8) / 8.0f, z + 0.125f));
    }
    case BOXES_NESTED:
        return sized(hit_vec3_make(0, 0, 0), hit_vec3_make(size, size, size));
    case BOXES_FLAT:
        box = sized(at, half);
        if (bits & 1)
            box.max.x = box.min.x;
        if (bits & 2)
            box.max.y = box.min.y;
        if (bits & 4)
            box.max.z = box.min.z;
        return box;
    case BOXES_COPIES:
        return spanned(hit_vec3_make(-0.5f, -0.25f, 0.0f), hit_vec3_make(0.5f, 0.25f, (float)(i % 3) * 0.5f));
    case BOXES_FAR:
        return sized(hit_vec3_add(at, hit_vec3_make(1e4f, -1e4f, 1e4f)), hit_vec3_scale(half, 0.1f));
    case BOXES_MIXED:
        return sized(hit_vec3_scale(at, scale), hit_vec3_scale(half, scale));
    case BOXES_HUGE:
        return sized(hit_vec3_scale(at, 3e38f), hit_vec3_scale(half, 1e37f));
    case BOXES_DENORMAL:
        return sized(hit_vec3_scale(at, 0x1p-136f), hit_vec3_scale(half, 0x1p-136f));
    case BOXES_ANY_BITS:
        box = spanned(any, other);
        if (bits % 16 == 0)
            box.min.y = NAN;
        if (bits % 16 == 1)
            box.max.z = HUGE_VALF;
        if (bits % 16 == 2)
            box.min.x = nextafterf(box.max.x, HUGE_VALF);
        return box;
    default:
        return sized(at, half);
    }
}

void test_boxes_aligned(test_box_kind kind, hit_aabb* boxes, uint32_t count, uint64_t seed)
{
    test_random r = test_random_make(seed);
    for (uint32_t i = 0; i < count; i++)
        boxes[i] = one_box(&r, kind, i);
}

void test_boxes_oriented(test_box_kind kind, hit_obb* boxes, uint32_t count, uint64_t seed)
{
    test_random r = test_random_make(seed), turn = test_random_make(seed + 1);
    for (uint32_t i = 0; i < count; i++) {
        const hit_aabb box = one_box(&r, kind, i);
        const hit_quat level = {0, 0, 0, 1}, right = {0, 0, 0.70710678f, 0.70710678f}, any = test_random_quat(&turn);
        const uint32_t bits = (uint32_t)test_random_next(&turn);
        const hit_vec3 half = hit_vec3_scale(hit_vec3_sub(box.max, box.min), 0.5f);
        hit_obb* b = &boxes[i];
        // In the middle as floats have it; where that overflows, the box is a bad one.
        *b = hit_obb_make(hit_vec3_add(hit_vec3_scale(box.min, 0.5f), hit_vec3_scale(box.max, 0.5f)),
                          bits % 4 == 0   ? level
                          : bits % 4 == 1 ? right
                                          : any,
                          half);
        if (bits % 16 == 2) // skewed, and longer than a unit
            b->axis[1] = hit_vec3_add(b->axis[1], hit_vec3_scale(b->axis[0], 0.5f));
        if (bits % 16 == 6)
            b->axis[2] = hit_vec3_scale(b->axis[2], 3.0f);
        if (bits % 64 == 3) // does not span space: a bad box
            b->axis[2] = b->axis[1];
        if (bits % 64 == 19)
            b->half[1] = -1.0f;
    }
}

static void add_corner_triangles(test_mesh* m, const hit_vec3 c[8])
{
    // Each corner, each edge, and a diagonal plane occur in one of these.
    static const int face[6][3] = {{0, 1, 3}, {0, 2, 6}, {7, 5, 4}, {7, 6, 2}, {1, 5, 6}, {3, 2, 4}};
    const uint32_t base = m->vertices;
    for (int i = 0; i < 8; i++) {
        if (!hit_vec3_is_finite(c[i]))
            return;
    }
    for (int i = 0; i < 8; i++)
        test_mesh_vertex(m, c[i].x, c[i].y, c[i].z);
    for (int i = 0; i < 6; i++)
        test_mesh_face(m, base + (uint32_t)face[i][0], base + (uint32_t)face[i][1], base + (uint32_t)face[i][2]);
}

test_mesh test_boxes_targets(const hit_aabb* boxes, uint32_t count)
{
    test_mesh m = test_mesh_room(8 * count, 6 * count);
    for (uint32_t i = 0; i < count; i++) {
        hit_vec3 c[8];
        for (int k = 0; k < 8; k++)
            c[k] = hit_vec3_make(k & 1 ? boxes[i].max.x : boxes[i].min.x, k & 2 ? boxes[i].max.y : boxes[i].min.y,
                                 k & 4 ? boxes[i].max.z : boxes[i].min.z);
        add_corner_triangles(&m, c);
    }
    return m;
}

test_mesh test_obbs_targets(const hit_obb* boxes, uint32_t count)
{
    test_mesh m = test_mesh_room(8 * count, 6 * count);
    for (uint32_t i = 0; i < count; i++) {
        const hit_obb* b = &boxes[i];
        hit_vec3 c[8];
        for (int k = 0; k < 8; k++) {
            c[k] = b->center;
            for (int a = 0; a < 3; a++)
                c[k] = hit_vec3_add(c[k], hit_vec3_scale(b->axis[a], k >> a & 1 ? b->half[a] : -b->half[a]));
        }
        add_corner_triangles(&m, c);
    }
    return m;
}
