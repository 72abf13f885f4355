// A ray against the image of a box under an affine map, by Cramer's rule, without inverting the map.
//
// With columns c0, c1, c2 and translation T, the local coordinates of a point p are x_i = r_i·(p - T) / det, where
// r0 = c1×c2, r1 = c2×c0, r2 = c0×c1 and det = c0·r0. So min_i <= x_i <= max_i is a slab along the ray,
//     min_i·det - r_i·(origin - T)  <=  t·r_i·direction  <=  max_i·det - r_i·(origin - T),
// with min and max swapped when det < 0 (a mirror). All terms are sums of products of at most four floats, and
// comparing two t multiplies them with three more: degree 7, just within what expansions of doubles can hold
// (exact/expansion.h). The ray is never transformed, so t is that of the world and hits of different objects compare.
//
// Origins are doubles (world.h): they enter by their difference alone, which two doubles hold exactly.
//
// det = 0, decided exactly: the image is flat, see ray_box_flat.c.
#include "intersect/intersect.h"

#include "base/fpenv.h"
#include "exact/expansion.h"
#include "exact/vector.h"
#include "intersect/slabs.h"

#include "base/assert.h"
#include <hitscan/inline.h>
#include <string.h>

// A matrix as a placement, as it is: here zeros are zeros, which they are not in the placement of an object.
static hit_placement placement_of(const hit_mat3x4* m)
{
    hit_placement p;

    p.origin = hit_dvec3_make((double)m->m[0][3], (double)m->m[1][3], (double)m->m[2][3]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            p.linear[i][j] = m->m[i][j];
    return p;
}

// The terms of component i of (column j)×(column k): two exact products, the second to be subtracted.
static void cofactor_terms(const hit_placement* m, int column, int row, double terms[2])
{
    const int j = (column + 1) % 3, k = (column + 2) % 3, y = (row + 1) % 3, z = (row + 2) % 3;
    terms[0] = (double)m->linear[y][j] * m->linear[z][k];
    terms[1] = -(double)m->linear[z][j] * m->linear[y][k];
}

// Errors count roundings of 2^-53, generously: a cofactor has 1, det 4, r·(origin - T) 5, lo and hi 7.
static hit_verdict filter(const hit_dray* ray, const hit_aabb* box, const hit_placement* m, hit_span* span,
                          bool* mirrored)
{
    const double direction[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const double offset[3] = {ray->origin.x - m->origin.x, ray->origin.y - m->origin.y, ray->origin.z - m->origin.z};
    const double min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};
    double r[3][3], r_abs[3][3], det = 0.0, det_abs = 0.0;
    hit_slab slabs[3];

    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double terms[2];
            cofactor_terms(m, i, j, terms);
            r[i][j] = terms[0] + terms[1];
            r_abs[i][j] = fabs(terms[0]) + fabs(terms[1]);
        }
    }
    for (int j = 0; j < 3; j++) {
        det += (double)m->linear[j][0] * r[0][j];
        det_abs += fabs((double)m->linear[j][0]) * r_abs[0][j];
    }
    if (!(fabs(det) > 0x1p-48 * det_abs))
        return HIT_VERDICT_UNDECIDED;
    *mirrored = det < 0.0;
    for (int i = 0; i < 3; i++) {
        const double near = *mirrored ? max[i] : min[i], far = *mirrored ? min[i] : max[i];
        double start = 0.0, start_abs = 0.0, d = 0.0, d_abs = 0.0;
        for (int j = 0; j < 3; j++) {
            start += r[i][j] * offset[j], start_abs += r_abs[i][j] * fabs(offset[j]);
            d += r[i][j] * direction[j], d_abs += r_abs[i][j] * fabs(direction[j]);
        }
        slabs[i].lo = near * det - start, slabs[i].lo_error = 0x1p-48 * (fabs(near) * det_abs + start_abs);
        slabs[i].hi = far * det - start, slabs[i].hi_error = 0x1p-48 * (fabs(far) * det_abs + start_abs);
        slabs[i].d = d, slabs[i].d_error = 0x1p-49 * d_abs;
    }
    return hit_slabs_filter(slabs, ray->t_min, ray->t_max, span);
}

typedef struct exact_map {
    hit_exact_vec3 r[3];
    double det[24];
    size_t n_det; // at most 12
} exact_map;

static void make_exact(const hit_placement* m, exact_map* out)
{
    const hit_vec3 zero = {0.0f, 0.0f, 0.0f}, column = {m->linear[0][0], m->linear[1][0], m->linear[2][0]};
    const hit_exact_vec3 c0 = hit_exact_difference(zero, column);

    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double terms[2];
            cofactor_terms(m, i, j, terms);
            out->r[i].n[j] = hit_expansion_from_terms(terms, 2, out->r[i].part[j]);
        }
    }
    out->n_det = hit_exact_dot(&out->r[0], &c0, out->det);
    HIT_ASSERT(out->n_det <= 12);
}

static HIT_NOINLINE bool decide(const hit_dray* ray, const hit_aabb* box, const hit_placement* m, hit_span* span,
                                bool* mirrored)
{
    const hit_vec3 zero = {0.0f, 0.0f, 0.0f};
    const double min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};
    double lo[3][48], hi[3][48], d[3][24];
    hit_exact_vec3 direction, offset;
    hit_slab_exact slabs[3];
    exact_map map;

    make_exact(m, &map);
    if (map.n_det == 0)
        return hit_ray_box_flat(ray, box, m, span);
    *mirrored = hit_expansion_sign(map.det, map.n_det) < 0;
    direction = hit_exact_difference(zero, ray->direction);
    offset = hit_exact_difference_double(m->origin, ray->origin);
    for (int i = 0; i < 3; i++) {
        double start[24], end[24];
        const size_t n_start = hit_exact_dot(&map.r[i], &offset, start);
        size_t n = hit_expansion_scale(map.det, map.n_det, *mirrored ? max[i] : min[i], end);
        slabs[i].lo = lo[i], slabs[i].n_lo = hit_expansion_diff(end, n, start, n_start, lo[i]);
        n = hit_expansion_scale(map.det, map.n_det, *mirrored ? min[i] : max[i], end);
        slabs[i].hi = hi[i], slabs[i].n_hi = hit_expansion_diff(end, n, start, n_start, hi[i]);
        slabs[i].d = d[i], slabs[i].n_d = hit_exact_dot(&map.r[i], &direction, d[i]);
        HIT_ASSERT(slabs[i].n_d <= 12);
    }
    return hit_slabs_exact(slabs, ray->t_min, ray->t_max, span);
}

// A placement whose matrix is diagonal, and not singular: the slabs are those of an axis-aligned box in the world, and
// the planes products of two floats, exact in double. Only the offset rounds, and the sums.
static hit_verdict filter_axis_aligned(const hit_dray* ray, const hit_aabb* box, const hit_placement* m, hit_span* span)
{
    const double direction[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const double offset[3] = {ray->origin.x - m->origin.x, ray->origin.y - m->origin.y, ray->origin.z - m->origin.z};
    const double min[3] = {box->min.x, box->min.y, box->min.z}, max[3] = {box->max.x, box->max.y, box->max.z};
    hit_slab slabs[3];

    for (int i = 0; i < 3; i++) {
        const double scale = m->linear[i][i], a = min[i] * scale, b = max[i] * scale;
        const double lo = scale > 0.0 ? a : b, hi = scale > 0.0 ? b : a, slack = 0x1p-52 * fabs(offset[i]);
        slabs[i].lo = lo - offset[i], slabs[i].lo_error = slack + 0x1p-52 * fabs(slabs[i].lo);
        slabs[i].hi = hi - offset[i], slabs[i].hi_error = slack + 0x1p-52 * fabs(slabs[i].hi);
        slabs[i].d = direction[i], slabs[i].d_error = 0.0;
    }
    return hit_slabs_filter(slabs, ray->t_min, ray->t_max, span);
}

bool hit_ray_box_placed(const hit_dray* ray, const hit_aabb* box, const hit_placement* m, bool axis_aligned,
                        hit_span* span)
{
    bool mirrored = false, decided = false;
    hit_verdict verdict;

    if (axis_aligned) {
        verdict = filter_axis_aligned(ray, box, m, span);
        if (verdict == HIT_VERDICT_UNDECIDED)
            verdict = (decided = decide(ray, box, m, span, &mirrored)) ? HIT_VERDICT_HIT : HIT_VERDICT_MISS;
        if (verdict == HIT_VERDICT_MISS)
            return false;
        if (span != NULL && !decided) {
            // A mirrored axis has its faces swapped.
            for (int* face = &span->face_enter; face != NULL;
                 face = face == &span->face_enter ? &span->face_exit : NULL)
                if (*face != HIT_FACE_NONE && m->linear[*face / 2][*face / 2] < 0.0f)
                    *face ^= 1;
            return true;
        }
    } else {
        verdict = filter(ray, box, m, span, &mirrored);
        if (verdict == HIT_VERDICT_MISS || (verdict == HIT_VERDICT_UNDECIDED && !decide(ray, box, m, span, &mirrored)))
            return false;
    }
    // In a mirrored slab the lower plane is that of max: odd and even faces swap.
    if (span != NULL && mirrored && span->face_enter != HIT_FACE_NONE)
        span->face_enter ^= 1;
    if (span != NULL && mirrored && span->face_exit != HIT_FACE_NONE)
        span->face_exit ^= 1;
    return true;
}

static bool inputs_are_valid(const hit_ray* ray, const hit_aabb* box, const hit_mat3x4* m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            if (!isfinite(m->m[i][j]))
                return false;
    return hit_ray_is_valid(*ray) && !hit_aabb_is_empty(*box);
}

static HIT_NOINLINE bool intersect(const hit_ray* ray, const hit_aabb* box, const hit_mat3x4* m, hit_span* span)
{
    hit_placement place;
    hit_dray wide;

    if (!inputs_are_valid(ray, box, m))
        return false;
    place = placement_of(m);
    wide = hit_dray_from(*ray);
    return hit_ray_box_placed(&wide, box, &place, false, span);
}

bool hit_ray_box_affine(hit_ray ray, hit_aabb box, const hit_mat3x4* m, hit_span* span)
{
    hit_fpenv saved;
    bool hit;

    if (m == NULL)
        return false;
    if (hit_float_env_is_default_())
        return intersect(&ray, &box, m, span);
    saved = hit_fpenv_enter();
    hit = intersect(&ray, &box, m, span);
    hit_fpenv_leave(saved);
    return hit;
}

// The normal of a flat image: the largest cofactor row. Zero when the image is a segment or a point.
static hit_vec3 flat_normal(const hit_placement* m)
{
    double r[3] = {0.0, 0.0, 0.0}, best = 0.0;

    for (int i = 0; i < 3; i++) {
        double row[3], area = 0.0;
        for (int j = 0; j < 3; j++) {
            double terms[2];
            cofactor_terms(m, i, j, terms);
            row[j] = terms[0] + terms[1];
            area += fabs(row[j]);
        }
        if (area > best && area <= DBL_MAX) {
            best = area;
            memcpy(r, row, sizeof r);
        }
    }
    if (best == 0.0)
        return hit_vec3_make(0.0f, 0.0f, 0.0f);
    return hit_vec3_normalize(hit_vec3_make((float)(r[0] / best), (float)(r[1] / best), (float)(r[2] / best)));
}

hit_vec3 hit_box_affine_normal(const hit_mat3x4* m, int face)
{
    if (m != NULL && face == HIT_FACE_SIDE) {
        const hit_placement place = placement_of(m);
        return flat_normal(&place);
    }
    if (m != NULL && face >= HIT_FACE_NEG_X && face <= HIT_FACE_POS_Z)
        return hit_mat3x4_normal(m, hit_aabb_normal(face));
    return hit_vec3_make(0.0f, 0.0f, 0.0f);
}
