// The frustum of a matrix.
//
// Its planes are sums and differences of the rows (G. Gribb, K. Hartmann, Fast Extraction of Viewing Frustum Planes
// from the World-View-Projection Matrix, 2001): normal and offset come together, and are divided by one length. Whether
// the matrix is singular is decided with integers.
#include "frustum/make.h"

#include "exact/big.h"

// A determinant of four rows of floats, by the 2x2 minors of the upper and of the lower two.
static bool is_singular(const float row[4][4])
{
    hit_big m[4][4], det = hit_big_from_float(0.0f);

    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            m[i][k] = hit_big_from_float(row[i][k]);
    for (int a = 0; a < 4; a++) {
        for (int b = a + 1; b < 4; b++) {
            // The columns that are left, in ascending order. The sign is that of the permutation a, b, c, d.
            const int c = a > 0 ? 0 : b > 1 ? 1 : 2, d = 6 - a - b - c;
            const hit_big p = hit_big_mul(&m[0][a], &m[1][b]), q = hit_big_mul(&m[0][b], &m[1][a]);
            const hit_big s = hit_big_mul(&m[2][c], &m[3][d]), t = hit_big_mul(&m[2][d], &m[3][c]);
            const hit_big upper = hit_big_sub(&p, &q), lower = hit_big_sub(&s, &t);
            const hit_big term = hit_big_mul(&upper, &lower);
            det = (a + b) % 2 ? hit_big_add(&det, &term) : hit_big_sub(&det, &term);
        }
    }
    return det.sign == 0;
}

// The half-space (a + sign_b·b)·(p, 1) >= 0, a and b being rows of the matrix, with a normal of unit length.
static hit_plane clip_plane(const float a[4], const float b[4], double sign_b)
{
    double n[4], length;
    hit_plane plane;

    for (int k = 0; k < 4; k++)
        n[k] = a[k] + sign_b * b[k];
    length = sqrt(dot3(n, n));
    if (length == 0.0) {
        plane = no_plane();
        plane.offset = n[3] >= 0.0 ? 0.0f : 1.0f;
        return plane;
    }
    plane.normal = unit3(n);
    plane.offset = 0.0f - (float)(n[3] / length);
    return plane;
}

static HIT_NOINLINE bool from_matrix(const float m[16], const hit_clip* clip, hit_frustum* out)
{
    static const float none[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    hit_frustum made;
    float row[4][4];

    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            row[i][k] = clip->order == HIT_MATRIX_COLUMNS ? m[4 * k + i] : m[4 * i + k];
            if (!isfinite(row[i][k]))
                return false;
        }
    if (is_singular((const float(*)[4])row))
        return false;
    made.plane[HIT_FRUSTUM_LEFT] = clip_plane(row[3], row[0], 1.0);
    made.plane[HIT_FRUSTUM_RIGHT] = clip_plane(row[3], row[0], -1.0);
    made.plane[HIT_FRUSTUM_BOTTOM] = clip_plane(row[3], row[1], 1.0);
    made.plane[HIT_FRUSTUM_TOP] = clip_plane(row[3], row[1], -1.0);
    switch (clip->depth) {
    case HIT_DEPTH_MINUS_ONE_TO_ONE:
        made.plane[HIT_FRUSTUM_NEAR] = clip_plane(row[3], row[2], 1.0);
        made.plane[HIT_FRUSTUM_FAR] = clip_plane(row[3], row[2], -1.0);
        break;
    case HIT_DEPTH_ZERO_TO_ONE:
        made.plane[HIT_FRUSTUM_NEAR] = clip_plane(row[2], none, 1.0);
        made.plane[HIT_FRUSTUM_FAR] = clip_plane(row[3], row[2], -1.0);
        break;
    case HIT_DEPTH_ONE_TO_ZERO:
        made.plane[HIT_FRUSTUM_NEAR] = clip_plane(row[3], row[2], -1.0);
        made.plane[HIT_FRUSTUM_FAR] = clip_plane(row[2], none, 1.0);
        break;
    }
    if (clip->infinite_far)
        made.plane[HIT_FRUSTUM_FAR] = no_plane();
    return planes_store(&made, out);
}

bool hit_frustum_from_matrix(const float m[16], const hit_clip* clip, hit_frustum* out)
{
    const hit_clip opengl = {HIT_MATRIX_COLUMNS, HIT_DEPTH_MINUS_ONE_TO_ONE, false};
    hit_fpenv saved;
    bool done;

    if (clip == NULL)
        clip = &opengl;
    if (m == NULL || out == NULL || (unsigned)clip->order > HIT_MATRIX_ROWS ||
        (unsigned)clip->depth > HIT_DEPTH_ONE_TO_ZERO)
        return false;
    saved = hit_fpenv_enter();
    done = from_matrix(m, clip, out);
    hit_fpenv_leave(saved);
    return done;
}
