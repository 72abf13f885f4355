#include "support/cases/frustum_cases.h"

const char* const frusta_category_names[FRUSTA_CATEGORIES] = {"random",   "grid",   "far",   "corners", "flat",
                                                              "off axis", "scales", "ortho", "touching"};

static hit_vec3 whole(test_random* r, int most)
{
    const uint32_t n = (uint32_t)(2 * most + 1);
    const float x = (float)((int)test_random_below(r, n) - most), y = (float)((int)test_random_below(r, n) - most);
    return hit_vec3_make(x, y, (float)((int)test_random_below(r, n) - most));
}

static hit_aabb sorted(hit_vec3 a, hit_vec3 b)
{
    return hit_aabb_make(hit_vec3_min(a, b), hit_vec3_max(a, b));
}

static hit_view camera(test_random* r, float distance)
{
    const hit_vec3 at = hit_vec3_scale(test_random_vec3(r, -1.0f, 1.0f), distance);
    hit_view c =
        hit_view_look_at(at, hit_vec3_add(at, test_random_vec3(r, -1.0f, 1.0f)), test_random_vec3(r, -1.0f, 1.0f));
    c.fov_y = test_random_range(r, 0.1f, 2.5f);
    c.width = 1920.0f;
    c.height = 1080.0f;
    c.near_plane = test_random_range(r, 0.01f, 1.0f);
    c.far_plane = c.near_plane + test_random_range(r, 0.5f, 30.0f);
    return c;
}

static hit_frustum grid_frustum(test_random* r)
{
    hit_frustum f;
    for (int i = 0; i < 6; i++) {
        f.plane[i].normal = whole(r, 2);
        f.plane[i].offset = (float)((int)test_random_below(r, 13) - 9);
    }
    return f;
}

static hit_obb obb_at(test_random* r, hit_vec3 center, float size)
{
    const hit_vec3 half = hit_vec3_scale(test_random_vec3(r, 0.05f, 1.0f), size);
    return hit_obb_make(center, test_random_quat(r), half);
}

// Shapes of about `size` around `center`.
static void shapes_at(test_random* r, hit_vec3 center, float size, frusta_case* out)
{
    const hit_vec3 a = hit_vec3_add(center, test_random_vec3(r, -size, size));
    out->box = sorted(a, hit_vec3_add(center, test_random_vec3(r, -size, size)));
    out->obb = obb_at(r, center, size);
    out->sphere.center = hit_vec3_add(center, test_random_vec3(r, -size, size));
    out->sphere.radius = test_random_range(r, 0.0f, size);
    out->triangle.v0 = hit_vec3_add(center, test_random_vec3(r, -size, size));
    out->triangle.v1 = hit_vec3_add(center, test_random_vec3(r, -size, size));
    out->triangle.v2 = hit_vec3_add(center, test_random_vec3(r, -size, size));
    if (test_random_below(r, 6) == 0)
        out->triangle.v2 = out->triangle.v1;
}

static bool solid(const hit_obb* obb)
{
    const hit_mat3x4 m = {{{obb->axis[0].x, obb->axis[0].y, obb->axis[0].z, 0},
                           {obb->axis[1].x, obb->axis[1].y, obb->axis[1].z, 0},
                           {obb->axis[2].x, obb->axis[2].y, obb->axis[2].z, 0}}};
    return hit_mat3x4_determinant(&m) != 0.0f;
}

static void grid_shapes(test_random* r, frusta_case* out)
{
    out->box = sorted(whole(r, 6), whole(r, 6));
    out->sphere = hit_sphere_make(whole(r, 6), (float)test_random_below(r, 6));
    out->triangle = hit_triangle_make(whole(r, 6), whole(r, 6), whole(r, 6));
    out->obb.center = whole(r, 6);
    do {
        for (int k = 0; k < 3; k++)
            out->obb.axis[k] = whole(r, 2);
    } while (!solid(&out->obb));
    for (int k = 0; k < 3; k++)
        out->obb.half[k] = (float)test_random_below(r, 6);
}

static float nudged(test_random* r, float x)
{
    const uint32_t n = test_random_below(r, 3);
    return n == 0 ? x : nextafterf(x, n == 1 ? HUGE_VALF : -HUGE_VALF);
}

static hit_vec3 nudged_vec3(test_random* r, hit_vec3 v)
{
    const float x = nudged(r, v.x), y = nudged(r, v.y);
    return hit_vec3_make(x, y, nudged(r, v.z));
}

// A point of the frustum's corners, edges or faces, rounded.
static hit_vec3 on_border(test_random* r, const hit_vec3 corner[8])
{
    const uint32_t i = test_random_below(r, 8);
    const float s = (float)test_random_below(r, 3) / 2.0f;
    return hit_vec3_add(hit_vec3_scale(corner[i], 1.0f - s),
                        hit_vec3_scale(corner[i ^ (1u << test_random_below(r, 3))], s));
}

static void touching_shapes(test_random* r, frusta_case* out)
{
    hit_vec3 corner[8], p;

    if (!hit_frustum_corners(&out->frustum, corner)) {
        grid_shapes(r, out);
        return;
    }
    p = nudged_vec3(r, on_border(r, corner));
    out->box = sorted(p, hit_vec3_add(p, test_random_below(r, 2) ? whole(r, 4) : test_random_vec3(r, -3.0f, 3.0f)));
    out->triangle = hit_triangle_make(p, nudged_vec3(r, on_border(r, corner)), nudged_vec3(r, on_border(r, corner)));
    if (test_random_below(r, 2))
        out->triangle.v2 = hit_vec3_add(p, whole(r, 4));
    out->sphere.center = hit_vec3_add(p, whole(r, 3));
    out->sphere.radius = nudged(r, hit_vec3_length(hit_vec3_sub(out->sphere.center, p)));
    out->sphere.radius = out->sphere.radius < 0.0f ? 0.0f : out->sphere.radius;
    out->obb = obb_at(r, p, 2.0f);
    const float side = test_random_below(r, 2) ? 1.0f : -1.0f;
    out->obb.center = hit_vec3_add(p, hit_vec3_scale(out->obb.axis[0], side * out->obb.half[0]));
}

static void scales(test_random* r, frusta_case* out)
{
    const uint32_t kind = test_random_below(r, 6);
    const bool all = kind < 2;
    const int middle = (int)test_random_below(r, 201) - 100, spread = (int)test_random_below(r, 26);
    // Sizes of lengths and of normals. At both ends of the range products of eight floats leave that of double.
    const int low = kind == 2 ? 125 : kind == 3 ? -149 : middle - spread;
    const int high = kind == 2 ? 127 : kind == 3 ? -140 : middle + spread;
    const int n_low = kind == 2 || kind == 3 ? low : -spread, n_high = kind == 2 || kind == 3 ? high : spread;

    for (int i = 0; i < 6; i++) {
        out->frustum.plane[i].normal = all ? test_random_any_bits(r) : test_random_exponents(r, n_low, n_high);
        out->frustum.plane[i].offset = all ? test_random_bits(r) : test_random_exponent(r, low, high);
        // Else most offsets would decide alone: the product of a normal and a length is far larger, or smaller.
        if ((kind == 2 || kind == 3) && test_random_below(r, 2))
            out->frustum.plane[i].offset = 0.0f;
    }
    out->box = all ? sorted(test_random_any_bits(r), test_random_any_bits(r))
                   : sorted(test_random_exponents(r, low, high), test_random_exponents(r, low, high));
    out->sphere.center = all ? test_random_any_bits(r) : test_random_exponents(r, low, high);
    out->sphere.radius = fabsf(all ? test_random_bits(r) : test_random_exponent(r, low, high));
    out->triangle.v0 = all ? test_random_any_bits(r) : test_random_exponents(r, low, high);
    out->triangle.v1 = all ? test_random_any_bits(r) : test_random_exponents(r, low, high);
    out->triangle.v2 = all ? test_random_any_bits(r) : test_random_exponents(r, low, high);
    out->obb.center = all ? test_random_any_bits(r) : test_random_exponents(r, low, high);
    for (int k = 0; k < 3; k++) {
        out->obb.axis[k] = all ? test_random_any_bits(r) : test_random_exponents(r, n_low, n_high);
        out->obb.half[k] = fabsf(all ? test_random_bits(r) : test_random_exponent(r, low, high));
    }
}

static void flat_frustum(test_random* r, frusta_case* out)
{
    hit_view c = camera(r, 2.0f);
    const float x = (float)test_random_below(r, 1920), y = (float)test_random_below(r, 1080);
    hit_plane* p = out->frustum.plane;
    uint32_t kind = test_random_below(r, 4);

    if (kind == 0 && hit_frustum_from_rectangle(&c, x, y, x, y + 100.0f, &out->frustum))
        return;
    if (kind == 1 && hit_frustum_from_rectangle(&c, x, y, x, y, &out->frustum))
        return;
    // Near and far on one plane, or past each other by an ulp.
    out->frustum = grid_frustum(r);
    p[5].normal = hit_vec3_scale(p[4].normal, -1.0f);
    p[5].offset = kind == 2 ? -p[4].offset : nudged(r, -p[4].offset);
}

void frusta_make(test_random* r, frusta_category category, frusta_case* out)
{
    hit_vec3 corner[8];
    hit_view c;

    switch (category) {
    case FRUSTA_RANDOM:
    case FRUSTA_FAR:
        do
            c = camera(r, category == FRUSTA_FAR ? 1e6f : 2.0f);
        while (!hit_frustum_from_view(&c, &out->frustum));
        shapes_at(r, hit_vec3_add(c.eye, test_random_vec3(r, -10.0f, 10.0f)), test_random_range(r, 0.1f, 5.0f), out);
        return;
    case FRUSTA_CORNERS:
        do
            c = camera(r, 10.0f);
        while (!hit_frustum_from_view(&c, &out->frustum) || !hit_frustum_corners(&out->frustum, corner));
        {
            const float size = test_random_range(r, 1.0f, 40.0f);
            const hit_vec3 p = on_border(r, corner);
            shapes_at(r, hit_vec3_add(p, test_random_vec3(r, -size, size)), size, out);
        }
        return;
    case FRUSTA_FLAT:
        flat_frustum(r, out);
        if (test_random_below(r, 2))
            grid_shapes(r, out);
        else
            shapes_at(r, test_random_vec3(r, -3.0f, 3.0f), 3.0f, out);
        return;
    case FRUSTA_OFF_AXIS:
        do {
            c = camera(r, 2.0f);
            c.far_plane = test_random_below(r, 2) ? HUGE_VALF : c.far_plane;
        } while (!hit_frustum_from_rectangle(
            &c, test_random_range(r, -500.0f, 2500.0f), test_random_range(r, -500.0f, 1500.0f),
            test_random_range(r, -500.0f, 2500.0f), test_random_range(r, -500.0f, 1500.0f), &out->frustum));
        shapes_at(r, hit_vec3_add(c.eye, test_random_vec3(r, -10.0f, 10.0f)), test_random_range(r, 0.1f, 5.0f), out);
        return;
    case FRUSTA_SCALES:
        do
            scales(r, out);
        while (!solid(&out->obb));
        return;
    case FRUSTA_ORTHO:
        for (int i = 0; i < 6; i++) {
            const hit_vec3 axis = {i / 2 == 0 ? 1.0f : 0.0f, i / 2 == 1 ? 1.0f : 0.0f, i / 2 == 2 ? 1.0f : 0.0f};
            out->frustum.plane[i].normal = hit_vec3_scale(axis, i % 2 ? -1.0f : 1.0f);
            out->frustum.plane[i].offset = (float)((int)test_random_below(r, 7) - 6);
        }
        grid_shapes(r, out);
        return;
    case FRUSTA_TOUCHING:
        if (test_random_below(r, 2)) {
            out->frustum = grid_frustum(r);
        } else {
            do
                c = camera(r, 2.0f);
            while (!hit_frustum_from_view(&c, &out->frustum));
        }
        touching_shapes(r, out);
        return;
    default:
        out->frustum = grid_frustum(r);
        grid_shapes(r, out);
        return;
    }
}
