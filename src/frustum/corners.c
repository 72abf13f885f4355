// Frusta and their corners: the planes of eight points, and back.
#include "frustum/make.h"

#include "shapes/outward.h"

// The corners of each face, in order around it; the first and the third are opposite.
static const int face_corner[6][4] = {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                      {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}};

// What is tolerated as flat and as convex, relative to the diameter; corners in floats are never quite in a plane.
#define FLATNESS 1e-4
#define THINNESS 1e-12

// The cross product of a face's diagonals, which is normal to it and twice its area, and the way from one of its
// corners to the centroid of all eight.
static void face_span(const double p[8][3], int face, const double centroid[3], double n[3], double inward[3])
{
    const int* c = face_corner[face];
    double d[3], e[3];

    for (int k = 0; k < 3; k++) {
        d[k] = p[c[2]][k] - p[c[0]][k];
        e[k] = p[c[3]][k] - p[c[1]][k];
        inward[k] = centroid[k] - p[c[0]][k];
    }
    cross3(d, e, n);
}

// The unit normal of a face, pointing to the centroid of the corners; false where it has none.
static bool face_normal(const double p[8][3], int face, const double centroid[3], double n[3])
{
    double inward[3];

    face_span(p, face, centroid, n, inward);
    if (!normalize(n))
        return false;
    if (dot3(n, inward) < 0.0)
        for (int k = 0; k < 3; k++)
            n[k] = -n[k];
    return true;
}

// Six times the volume of the pyramid over a face, with its tip at the centroid.
static double pyramid(const double p[8][3], int face, const double centroid[3])
{
    double n[3], inward[3];

    face_span(p, face, centroid, n, inward);
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
    double p[8][3], n[6][3], centroid[3] = {0.0, 0.0, 0.0}, size = 0.0, volume = 0.0;
    bool has[6];
    hit_frustum made;

    for (int i = 0; i < 8; i++) {
        if (!hit_vec3_is_finite(corners[i]))
            return false;
        vec3_load(corners[i], p[i]);
        for (int k = 0; k < 3; k++)
            centroid[k] += 0.125 * p[i][k];
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < i; j++) {
            const double d[3] = {p[i][0] - p[j][0], p[i][1] - p[j][1], p[i][2] - p[j][2]};
            size = fmax(size, sqrt(dot3(d, d)));
        }
    for (int f = 0; f < 6; f++) {
        has[f] = face_normal((const double(*)[3])p, f, centroid, n[f]);
        volume += pyramid((const double(*)[3])p, f, centroid) / 6.0;
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
    return planes_store(&made, out);
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
