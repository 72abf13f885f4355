// Making frusta: from matrices, cameras and corners, and back to corners.
//
// A plane is computed in double, its normal is brought to unit length and rounded to float, and only then is the offset
// computed, for the normal as rounded: so the plane goes through the point that it should go through (the eye, a corner)
// to one rounding, however far from the origin that is. The planes of a matrix (G. Gribb, K. Hartmann, Fast Extraction of
// Viewing Frustum Planes from the World-View-Projection Matrix, 2001) come with their offsets and have no such point.
#include <hitscan/frustum.h>

#include "base/fpenv.h"
#include "exact/big.h"
#include "shapes/linear3.h"
#include "shapes/outward.h"

static bool plane_is_finite(hit_plane p)
{
    return hit_vec3_is_finite(p.normal) && isfinite(p.offset);
}

static bool store(const hit_frustum* made, hit_frustum* out)
{
    for (int i = 0; i < 6; i++)
        if (!plane_is_finite(made->plane[i]))
            return false;
    *out = *made;
    return true;
}

static hit_plane no_plane(void)
{
    const hit_plane p = {{0.0f, 0.0f, 0.0f}, 0.0f};
    return p;
}

// ---- From a matrix ---------------------------------------------------------------------------------------------

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

// The half-space a·p + b·sign_b·p >= 0 in clip coordinates, of unit length.
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
    return store(&made, out);
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

// ---- From a camera ---------------------------------------------------------------------------------------------

#define HALF_PI 1.5707963267948966

// The tangent of x in (0, pi/2), to some 2^-50, with arithmetic that is the same everywhere. The series of sine and
// cosine are cut where the next term is below 2^-60 at pi/4.
static double tangent(double x)
{
    const bool steep = x > 0.5 * HALF_PI;
    const double a = steep ? HALF_PI - x : x, a2 = a * a;
    double sine = 0.0, cosine = 0.0;

    for (int n = 18; n > 0; n -= 2) {
        sine = 1.0 - sine * a2 / ((double)n * (n + 1));
        cosine = 1.0 - cosine * a2 / ((double)n * (n - 1));
    }
    // The loop leaves sine/a in `sine`: its last pass had n = 2, which is the factor a²/6.
    sine *= a;
    return steep ? cosine / sine : sine / cosine;
}

static void scale_add(const double a[3], const double b[3], double s, double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[k] + s * b[k];
}

static bool normalize(double v[3])
{
    const double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
    double length;

    if (!(largest > 0.0) || !isfinite(largest))
        return false;
    // Squares of differences of doubles may underflow: scale first.
    for (int k = 0; k < 3; k++)
        v[k] /= largest;
    length = sqrt(dot3(v, v));
    for (int k = 0; k < 3; k++)
        v[k] /= length;
    return true;
}

// The half-space of normal `direction`, rounded, that begins at `beyond` from `point`.
static hit_plane plane_at(const double direction[3], const double point[3], double beyond)
{
    double n[3], terms[4];
    hit_plane plane;

    plane.normal = unit3(direction);
    vec3_load(plane.normal, n);
    for (int k = 0; k < 3; k++)
        terms[k] = n[k] * point[k];
    terms[3] = beyond;
    plane.offset = hit_sum_nearest(terms, 4);
    return plane;
}

static bool camera_is_sane(const hit_camera* c)
{
    const bool ortho = c->fov_y == 0.0f;
    return hit_vec3_is_finite(c->eye) && hit_vec3_is_finite(c->forward) && hit_vec3_is_finite(c->up) &&
           c->width > 0.0f && isfinite(c->width) && c->height > 0.0f && isfinite(c->height) &&
           isfinite(c->near_plane) && c->near_plane < c->far_plane &&
           (ortho ? c->ortho_height > 0.0f && isfinite(c->ortho_height)
                  : c->near_plane > 0.0f && c->fov_y > 0.0f && c->fov_y < 2.0 * HALF_PI);
}

static HIT_NOINLINE bool from_rectangle(const hit_camera* c, const double window[4], hit_frustum* out)
{
    const double width = c->width, height = c->height, aspect = width / height;
    const double left = 2.0 * fmin(window[0], window[2]) / width - 1.0;
    const double right = 2.0 * fmax(window[0], window[2]) / width - 1.0;
    const double top = 1.0 - 2.0 * fmin(window[1], window[3]) / height;
    const double bottom = 1.0 - 2.0 * fmax(window[1], window[3]) / height;
    double eye[3], forward[3], back[3], up[3], side[3], down[3], n[3], opposite[3];
    hit_frustum made;

    if (!camera_is_sane(c))
        return false;
    vec3_load(c->eye, eye);
    vec3_load(c->forward, forward);
    vec3_load(c->up, up);
    cross3(forward, up, side);
    if (!normalize(forward) || !normalize(side))
        return false;
    cross3(side, forward, up);
    for (int k = 0; k < 3; k++)
        opposite[k] = -side[k], down[k] = -up[k], back[k] = -forward[k];
    if (c->fov_y == 0.0f) {
        const double half = 0.5 * c->ortho_height;
        made.plane[HIT_FRUSTUM_LEFT] = plane_at(side, eye, left * half * aspect);
        made.plane[HIT_FRUSTUM_RIGHT] = plane_at(opposite, eye, -right * half * aspect);
        made.plane[HIT_FRUSTUM_BOTTOM] = plane_at(up, eye, bottom * half);
        made.plane[HIT_FRUSTUM_TOP] = plane_at(down, eye, -top * half);
    } else {
        const double t = tangent(0.5 * c->fov_y);
        scale_add(side, forward, -left * t * aspect, n);
        made.plane[HIT_FRUSTUM_LEFT] = plane_at(n, eye, 0.0);
        scale_add(opposite, forward, right * t * aspect, n);
        made.plane[HIT_FRUSTUM_RIGHT] = plane_at(n, eye, 0.0);
        scale_add(up, forward, -bottom * t, n);
        made.plane[HIT_FRUSTUM_BOTTOM] = plane_at(n, eye, 0.0);
        scale_add(down, forward, top * t, n);
        made.plane[HIT_FRUSTUM_TOP] = plane_at(n, eye, 0.0);
    }
    made.plane[HIT_FRUSTUM_NEAR] = plane_at(forward, eye, c->near_plane);
    made.plane[HIT_FRUSTUM_FAR] = c->far_plane < HUGE_VALF ? plane_at(back, eye, -(double)c->far_plane) : no_plane();
    return store(&made, out);
}

bool hit_frustum_from_rectangle(const hit_camera* camera, float x0, float y0, float x1, float y1, hit_frustum* out)
{
    const double window[4] = {x0, y0, x1, y1};
    hit_fpenv saved;
    bool done;

    if (camera == NULL || out == NULL || !isfinite(x0) || !isfinite(y0) || !isfinite(x1) || !isfinite(y1))
        return false;
    saved = hit_fpenv_enter();
    done = from_rectangle(camera, window, out);
    hit_fpenv_leave(saved);
    return done;
}

bool hit_frustum_from_camera(const hit_camera* camera, hit_frustum* out)
{
    return camera != NULL && hit_frustum_from_rectangle(camera, 0.0f, 0.0f, camera->width, camera->height, out);
}

static HIT_NOINLINE void difference(hit_vec3 a, hit_vec3 b, hit_vec3* out)
{
    *out = hit_vec3_sub(a, b);
}

hit_camera hit_camera_look_at(hit_vec3 eye, hit_vec3 target, hit_vec3 up)
{
    const hit_fpenv saved = hit_fpenv_enter();
    hit_camera c = {eye, {0.0f, 0.0f, 0.0f}, up, 1.04719755f, 0.0f, 1.0f, 1.0f, 0.1f, HUGE_VALF};
    difference(target, eye, &c.forward);
    hit_fpenv_leave(saved);
    return c;
}

// ---- Corners ---------------------------------------------------------------------------------------------------

// The corners of each face, in order around it; the first and the third are opposite.
static const int face_corner[6][4] = {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                      {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}};

// What is tolerated as flat and as convex, relative to the diameter; corners in floats are never quite in a plane.
#define FLATNESS 1e-4
#define THINNESS 1e-12

// The unit normal of a face from its diagonals, pointing to the middle of the corners; false where it has none.
static bool face_normal(const double p[8][3], int face, const double middle[3], double n[3])
{
    const int* c = face_corner[face];
    double d[3], e[3], inward[3];

    for (int k = 0; k < 3; k++) {
        d[k] = p[c[2]][k] - p[c[0]][k];
        e[k] = p[c[3]][k] - p[c[1]][k];
        inward[k] = middle[k] - p[c[0]][k];
    }
    cross3(d, e, n);
    if (!normalize(n))
        return false;
    if (dot3(n, inward) < 0.0)
        for (int k = 0; k < 3; k++)
            n[k] = -n[k];
    return true;
}

// Six times the volume of the pyramid over a face, with its tip in the middle.
static double pyramid(const double p[8][3], int face, const double middle[3])
{
    const int* c = face_corner[face];
    double d[3], e[3], n[3], inward[3];

    for (int k = 0; k < 3; k++) {
        d[k] = p[c[2]][k] - p[c[0]][k];
        e[k] = p[c[3]][k] - p[c[1]][k];
        inward[k] = middle[k] - p[c[0]][k];
    }
    cross3(d, e, n);
    return fabs(dot3(n, inward));
}

// The plane with this normal, rounded, that has all corners on its side; false if one is too far behind the face, or a
// corner of the face too far in front.
static bool face_plane(const double p[8][3], int face, const double n[3], double size, hit_plane* plane)
{
    const int* c = face_corner[face];
    double rounded[3], least = HUGE_VAL, behind = HUGE_VAL, ahead = -HUGE_VAL;

    plane->normal = unit3(n);
    vec3_load(plane->normal, rounded);
    for (int i = 0; i < 8; i++)
        least = fmin(least, dot3(rounded, p[i]));
    for (int i = 0; i < 4; i++) {
        behind = fmin(behind, dot3(rounded, p[c[i]]));
        ahead = fmax(ahead, dot3(rounded, p[c[i]]));
    }
    if (behind - least > FLATNESS * size || ahead - behind > FLATNESS * size)
        return false;
    plane->offset = HUGE_VALF;
    for (int i = 0; i < 8; i++) {
        const double terms[3] = {rounded[0] * p[i][0], rounded[1] * p[i][1], rounded[2] * p[i][2]};
        plane->offset = float_min(plane->offset, hit_sum_down(terms, 3));
    }
    return true;
}

static HIT_NOINLINE bool from_corners(const hit_vec3 corners[8], hit_frustum* out)
{
    double p[8][3], n[6][3], middle[3] = {0.0, 0.0, 0.0}, size = 0.0, volume = 0.0;
    bool has[6];
    hit_frustum made;

    for (int i = 0; i < 8; i++) {
        if (!hit_vec3_is_finite(corners[i]))
            return false;
        vec3_load(corners[i], p[i]);
        for (int k = 0; k < 3; k++)
            middle[k] += 0.125 * p[i][k];
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < i; j++) {
            const double d[3] = {p[i][0] - p[j][0], p[i][1] - p[j][1], p[i][2] - p[j][2]};
            size = fmax(size, sqrt(dot3(d, d)));
        }
    for (int f = 0; f < 6; f++) {
        has[f] = face_normal((const double(*)[3])p, f, middle, n[f]);
        volume += pyramid((const double(*)[3])p, f, middle) / 6.0;
    }
    if (!(volume > THINNESS * size * size * size))
        return false;
    // An end that is a point, or a line, faces the other end.
    for (int f = HIT_FRUSTUM_NEAR; f <= HIT_FRUSTUM_FAR; f++) {
        const int other = HIT_FRUSTUM_NEAR + HIT_FRUSTUM_FAR - f;
        for (int k = 0; k < 3 && !has[f] && has[other]; k++)
            n[f][k] = -n[other][k];
        if (!has[f] && !has[other])
            return false;
    }
    for (int f = 0; f < 6; f++)
        if ((f < HIT_FRUSTUM_NEAR && !has[f]) || !face_plane((const double(*)[3])p, f, n[f], size, &made.plane[f]))
            return false;
    return store(&made, out);
}

bool hit_frustum_from_corners(const hit_vec3 corners[8], hit_frustum* out)
{
    hit_fpenv saved;
    bool done;

    if (corners == NULL || out == NULL)
        return false;
    saved = hit_fpenv_enter();
    done = from_corners(corners, out);
    hit_fpenv_leave(saved);
    return done;
}

static HIT_NOINLINE bool find_corners(const hit_frustum* frustum, hit_vec3 corners[8])
{
    hit_vec3 found[8];

    for (int i = 0; i < 8; i++) {
        const hit_plane plane[3] = {frustum->plane[HIT_FRUSTUM_LEFT + (i & 1)],
                                    frustum->plane[HIT_FRUSTUM_BOTTOM + (i >> 1 & 1)],
                                    frustum->plane[HIT_FRUSTUM_NEAR + (i >> 2)]};
        double x[3] = {0.0, 0.0, 0.0}, det;
        mat3 n;
        for (int j = 0; j < 3; j++) {
            if (!plane_is_finite(plane[j]))
                return false;
            vec3_load(plane[j].normal, n.row[j]);
        }
        det = hit_det3(&n);
        if (det == 0.0)
            return false;
        for (int j = 0; j < 3; j++) {
            double cross[3];
            cross3(n.row[(j + 1) % 3], n.row[(j + 2) % 3], cross);
            for (int k = 0; k < 3; k++)
                x[k] += plane[j].offset * cross[k] / det;
        }
        found[i] = hit_vec3_make((float)x[0], (float)x[1], (float)x[2]);
        if (!hit_vec3_is_finite(found[i]))
            return false;
    }
    for (int i = 0; i < 8; i++)
        corners[i] = found[i];
    return true;
}

bool hit_frustum_corners(const hit_frustum* frustum, hit_vec3 corners[8])
{
    hit_fpenv saved;
    bool done;

    if (frustum == NULL || corners == NULL)
        return false;
    saved = hit_fpenv_enter();
    done = find_corners(frustum, corners);
    hit_fpenv_leave(saved);
    return done;
}
