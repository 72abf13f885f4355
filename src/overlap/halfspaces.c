// Half-spaces: making them, and the idea of the tests in double. See halfspaces.h for what is decided,
// halfspaces_exact.c for the same tests without rounding.
//
// Let e_i = d_i - n_i·c say how far the centre c of the shape is outside half-space i. Weights y_i >= 0 with v = sum of
// y_i·n_i separate when the sum of y_i·e_i is more than the shape reaches along v. Which weights to try depends on the
// shape: halfspaces_box.c and halfspaces_sphere.c list those of one, two and three half-spaces. Four are the same for
// all shapes, since their v is zero: they say that the half-spaces have no common point.
//   four:   sum of y_i·e_i > 0,  y_i the signed volumes of the others, of one sign
// Triangles have weights of their own: halfspaces_triangle.c.
//
// Weights that vanish make a test that another one repeats, so such tests are left out. A half-space that contains the
// whole shape changes nothing and is left out too. So nearly all calls end after the first pass, one half-space at a
// time, and with one half-space left the answer is known: the shape crosses its plane.
#include "overlap/halfspaces_rows.h"

// ---- Making them -----------------------------------------------------------------------------------------------

bool hit_halfspaces_from_frustum(const hit_frustum* frustum, hit_halfspaces* out)
{
    float zero[4] = {0.0f, 0.0f, 0.0f, 0.0f};

    // A product with zero is zero, or NaN for what is not finite; without a branch for each of 24 numbers.
    for (int i = 0; i < HIT_HALFSPACES; i++) {
        const hit_plane* p = &frustum->plane[i];
        zero[0] += p->normal.x * 0.0f, zero[1] += p->normal.y * 0.0f;
        zero[2] += p->normal.z * 0.0f, zero[3] += p->offset * 0.0f;
    }
    out->plane = frustum->plane;
    out->origin = hit_vec3_make(0.0f, 0.0f, 0.0f);
    out->not_empty = false;
    return zero[0] + zero[1] + zero[2] + zero[3] == 0.0f;
}

void hit_halfspaces_from_aabb(hit_aabb box, hit_halfspaces* out)
{
    const float low[3] = {box.min.x, box.min.y, box.min.z}, high[3] = {box.max.x, box.max.y, box.max.z};

    for (int k = 0; k < 3; k++) {
        const hit_vec3 axis = {k == 0 ? 1.0f : 0.0f, k == 1 ? 1.0f : 0.0f, k == 2 ? 1.0f : 0.0f};
        out->own[2 * k].normal = axis;
        out->own[2 * k].offset = low[k];
        out->own[2 * k + 1].normal = hit_vec3_scale(axis, -1.0f);
        out->own[2 * k + 1].offset = -high[k];
    }
    out->origin = hit_vec3_make(0.0f, 0.0f, 0.0f);
    out->plane = out->own;
    out->not_empty = true;
}

void hit_halfspaces_from_obb(const hit_obb* obb, hit_halfspaces* out)
{
    for (int k = 0; k < 3; k++) {
        const hit_vec3 a = obb->axis[k];
        out->own[2 * k].normal = a;
        out->own[2 * k + 1].normal = hit_vec3_make(-a.x, -a.y, -a.z);
        out->own[2 * k].offset = out->own[2 * k + 1].offset = -obb->half[k];
    }
    out->origin = obb->center;
    out->plane = out->own;
    out->not_empty = true;
}

bool hit_obb_is_solid(const hit_obb* obb)
{
    mat3 axis;

    if (!hit_vec3_is_finite(obb->center))
        return false;
    for (int i = 0; i < 3; i++) {
        if (!hit_vec3_is_finite(obb->axis[i]) || !isfinite(obb->half[i]) || obb->half[i] < 0.0f)
            return false;
        vec3_load(obb->axis[i], axis.row[i]);
    }
    return hit_det3(&axis) != 0.0;
}

// ---- Four at a time --------------------------------------------------------------------------------------------

void hit_rows_make_edges(rows* r)
{
    for (int j = 1; j < r->count; j++)
        for (int i = 0; i < j; i++)
            cross3(r->n[i], r->n[j], r->edge[pair_index(i, j)]);
}

// Half-spaces a < b < c < d without a common point.
static bool quad_is_empty(const hit_halfspaces* set, const rows* r, int a, int b, int c, int d)
{
    const int row[4] = {r->index[a], r->index[b], r->index[c], r->index[d]};
    const double *bc = r->edge[pair_index(b, c)], *cd = r->edge[pair_index(c, d)];
    const sized y[4] = {dot_sized(r->n[b], cd), minus(dot_sized(r->n[a], cd)),
                        dot_sized(r->n[a], r->edge[pair_index(b, d)]), minus(dot_sized(r->n[a], bc))};
    const int at[4] = {a, b, c, d};
    const hit_verdict one_sign = classify_weights(y, 4);
    sized sum = {0.0, 0.0};

    if (one_sign == HIT_VERDICT_MISS)
        return false;
    for (int i = 0; i < 4; i++)
        add_weighted(&sum, y[i], r->e[at[i]]);
    if (certainly_negative(sum))
        return false;
    return (one_sign == HIT_VERDICT_HIT && certainly_positive(sum)) || hit_exact_quad(set, row);
}

bool hit_rows_are_empty(const hit_halfspaces* set, const rows* r)
{
    for (int d = 3; d < r->count; d++)
        for (int c = 2; c < d; c++)
            for (int b = 1; b < c; b++)
                for (int a = 0; a < b; a++)
                    if (quad_is_empty(set, r, a, b, c, d))
                        return true;
    return false;
}
