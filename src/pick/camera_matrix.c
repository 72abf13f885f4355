// A camera from the matrices that a program draws with.
//
// The rows X, Y, Z, W of projection·view give the clip coordinates of a point. All that matters of them is where they
// vanish: X = Y = W = 0 is the eye of a perspective camera, Z + W = 0 its near plane (in OpenGL's convention) and so
// on; that is the planes of G. Gribb and K. Hartmann (see frustum/from_matrix.c) and their common points.
//
// With a translation of 1e7, all four rows have offsets of that size, which cancel: the near plane is 0.1 from the eye.
// So the product, the eye and the offsets from the eye are computed as double-doubles (exact/double_double.h: 2^-100 of
// what they are made of), and rounded to double at the end, relative to the eye as rounded. What is left is the error
// that the matrices came with.
//
// Both matrices are first scaled by a power of two: clip coordinates are homogeneous, and nothing overflows then.
//
// Cost: 1.6 µs.
#include "pick/camera.h"

#include "exact/double_double.h"

// A determinant that is smaller than this part of its terms is what their rounding left: nothing.
#define NOTHING 0x1p-90

typedef struct matrix {
    double row[4][4];
} matrix;

// A linear form over (x, y, z, 1).
typedef struct form {
    dd at[4];
} form;

// The matrix of 16 numbers, its largest one brought to [1, 2); false where one is not finite, or all are zero.
static bool load(const float* floats, const double* doubles, hit_matrix_order order, matrix* out)
{
    double largest = 0.0;

    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            const int at = order == HIT_MATRIX_COLUMNS ? 4 * k + i : 4 * i + k;
            out->row[i][k] = floats != NULL ? (double)floats[at] : doubles[at];
            if (!isfinite(out->row[i][k]))
                return false;
            largest = fmax(largest, fabs(out->row[i][k]));
        }
    if (largest == 0.0)
        return false;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            out->row[i][k] = ldexp(out->row[i][k], -ilogb(largest));
    return true;
}

static dd minor2(const matrix* m, int i, int a, int b)
{
    dd p, q;
    p.lo = two_product(m->row[i][a], m->row[i + 1][b], &p.hi);
    q.lo = two_product(m->row[i][b], m->row[i + 1][a], &q.hi);
    return dd_sub(p, q);
}

static double minor2_size(const matrix* m, int i, int a, int b)
{
    return fabs(m->row[i][a] * m->row[i + 1][b]) + fabs(m->row[i][b] * m->row[i + 1][a]);
}

// The determinant by the minors of the upper and of the lower two rows, against the sum of its terms in size.
static bool is_singular(const matrix* m)
{
    dd det = {0.0, 0.0};
    double size = 0.0;

    for (int a = 0; a < 4; a++)
        for (int b = a + 1; b < 4; b++) {
            // The columns that are left, in ascending order. The sign is that of the permutation a, b, c, d.
            const int c = a > 0 ? 0 : b > 1 ? 1 : 2, d = 6 - a - b - c;
            const dd term = dd_mul(minor2(m, 0, a, b), minor2(m, 2, c, d));
            det = (a + b) % 2 ? dd_add(det, term) : dd_sub(det, term);
            size += minor2_size(m, 0, a, b) * minor2_size(m, 2, c, d);
        }
    return !(fabs(det.hi) > NOTHING * size);
}

// Row i of a·b.
static form product_row(const matrix* a, const matrix* b, int i)
{
    form f;

    for (int k = 0; k < 4; k++) {
        dd sum = {0.0, 0.0};
        for (int j = 0; j < 4; j++) {
            dd p;
            p.lo = two_product(a->row[i][j], b->row[j][k], &p.hi);
            sum = dd_add(sum, p);
        }
        f.at[k] = sum;
    }
    return f;
}

static form form_add(const form* a, const form* b, double sign_b)
{
    form f;

    for (int k = 0; k < 4; k++) {
        const dd term = {sign_b * b->at[k].hi, sign_b * b->at[k].lo};
        f.at[k] = dd_add(a->at[k], term);
    }
    return f;
}

static dd form_at(const form* f, const dd point[3])
{
    return dd_add(dd_dot(f->at, point), f->at[3]);
}

// The linear part, rounded.
static void form_normal(const form* f, double n[3])
{
    for (int k = 0; k < 3; k++)
        n[k] = f->at[k].hi;
}

static double length3(const double v[3])
{
    const double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
    const double u[3] = {v[0] / largest, v[1] / largest, v[2] / largest};
    return largest > 0.0 ? largest * sqrt(dot3(u, u)) : 0.0;
}

static double form_length(const form* f)
{
    double n[3];
    form_normal(f, n);
    return length3(n);
}

static double dd_quotient(dd a, dd b)
{
    const double q = a.hi / b.hi;
    return q + dd_sub(a, dd_scale(b, q)).hi / b.hi;
}

// Where three forms vanish, by Cramer's rule; false where they do not do so in one point.
static bool common_point(const form* a, const form* b, const form* c, double point[3])
{
    dd bc[3], ca[3], ab[3], det;

    dd_cross(b->at, c->at, bc);
    dd_cross(c->at, a->at, ca);
    dd_cross(a->at, b->at, ab);
    det = dd_dot(a->at, bc);
    if (!(fabs(det.hi) > NOTHING * form_length(a) * form_length(b) * form_length(c)))
        return false;
    for (int k = 0; k < 3; k++) {
        const dd sum = dd_add(dd_add(dd_mul(a->at[3], bc[k]), dd_mul(b->at[3], ca[k])), dd_mul(c->at[3], ab[k]));
        point[k] = -dd_quotient(sum, det);
    }
    return true;
}

// The half-space f >= 0 with a normal of unit length, relative to `eye`.
static void plane_of(const form* f, const dd eye[3], double plane[4])
{
    const double length = form_length(f);

    for (int k = 0; k < 3; k++)
        plane[k] = f->at[k].hi / length;
    plane[3] = form_at(f, eye).hi / length;
}

// The rows that are positive behind the near plane and before the far plane.
static void depth_forms(const form clip[4], hit_depth_range depth, form* near_form, form* far_form)
{
    const form before = form_add(&clip[3], &clip[2], -1.0);

    switch (depth) {
    case HIT_DEPTH_ZERO_TO_ONE:
        *near_form = clip[2];
        *far_form = before;
        break;
    case HIT_DEPTH_ONE_TO_ZERO:
        *near_form = before;
        *far_form = clip[2];
        break;
    case HIT_DEPTH_MINUS_ONE_TO_ONE:
    default:
        *near_form = form_add(&clip[3], &clip[2], 1.0);
        *far_form = before;
        break;
    }
}

// The near and the far plane; false for depths that are not those of the lens.
static bool make_planes(const form* near_form, const form* far_form, const dd eye[3], bool infinite_far, hit_camera* c)
{
    plane_of(near_form, eye, c->near_plane);
    for (int k = 0; k < 4; k++)
        c->far_plane[k] = 0.0;
    if (!c->orthographic) {
        // A matrix of reversed depth that is read as one that is not, or the other way round, has its near plane face
        // the eye, or the eye beyond its far plane; or it has no near plane, and NaNs here.
        if (!(dot3(c->near_plane, c->w) > 0.0) || (!infinite_far && form_at(far_form, eye).hi <= 0.0))
            return false;
        // Depths of floats far from the origin may put the near plane behind the eye. It goes through the eye then:
        // what is behind the near plane is before the eye, for whoever relies on that.
        if (c->near_plane[3] > 0.0)
            for (int k = 0; k < 4; k++)
                c->near_plane[k] = c->w[k];
    }
    if (!infinite_far && form_length(far_form) > 0.0)
        plane_of(far_form, eye, c->far_plane);
    return true;
}

// The rows of the camera: X, Y, W relative to the eye, with W a depth or 1.
static void make_rows(const form clip[4], const dd eye[3], const hit_lens* lens, const hit_screen* screen,
                      hit_camera* c)
{
    const double unit = c->orthographic ? clip[3].at[3].hi : form_length(&clip[3]);
    double X[4], Y[4], W[4];

    for (int k = 0; k < 3; k++) {
        X[k] = clip[0].at[k].hi / unit;
        Y[k] = clip[1].at[k].hi / unit;
        W[k] = clip[3].at[k].hi / unit;
    }
    X[3] = c->orthographic ? form_at(&clip[0], eye).hi / unit : 0.0;
    Y[3] = c->orthographic ? form_at(&clip[1], eye).hi / unit : 0.0;
    W[3] = c->orthographic ? 1.0 : 0.0;
    hit_camera_map(X, Y, W, screen, lens->y_down, c);
}

static HIT_NOINLINE bool from_matrices(const matrix* view, const matrix* projection, const hit_lens* lens,
                                       const hit_screen* screen, hit_camera* out)
{
    form clip[4], near_form, far_form;
    double at[3];
    dd eye[3];
    hit_camera made;

    if (is_singular(view) || is_singular(projection))
        return false;
    for (int i = 0; i < 4; i++)
        clip[i] = product_row(projection, view, i);
    depth_forms(clip, lens->clip.depth, &near_form, &far_form);
    made.orthographic = form_length(&clip[3]) == 0.0;
    // Where W is nowhere positive, nothing is seen.
    if (made.orthographic && !(clip[3].at[3].hi > 0.0))
        return false;
    if (!common_point(&clip[0], &clip[1], made.orthographic ? &near_form : &clip[3], at))
        return false;
    made.eye = hit_dvec3_make(lens->origin.x + at[0], lens->origin.y + at[1], lens->origin.z + at[2]);
    // The place as rounded, in the coordinates of the matrices.
    eye[0] = dd_diff(made.eye.x, lens->origin.x);
    eye[1] = dd_diff(made.eye.y, lens->origin.y);
    eye[2] = dd_diff(made.eye.z, lens->origin.z);
    make_rows(clip, eye, lens, screen, &made);
    if (!make_planes(&near_form, &far_form, eye, lens->clip.infinite_far, &made) || !hit_camera_is_sound(&made))
        return false;
    *out = made;
    return true;
}

static HIT_NOINLINE bool from_numbers(const float* view_f, const double* view_d, const float* projection_f,
                                      const double* projection_d, const hit_lens* lens, const hit_screen* screen,
                                      hit_camera* camera)
{
    const hit_matrix_order order = lens->clip.order;
    matrix view = {{{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}, {0.0, 0.0, 0.0, 1.0}}};
    matrix projection;

    return ((view_f == NULL && view_d == NULL) || load(view_f, view_d, order, &view)) &&
           load(projection_f, projection_d, order, &projection) &&
           from_matrices(&view, &projection, lens, screen, camera);
}

// One of each pair is NULL.
static bool make(const float* view_f, const double* view_d, const float* projection_f, const double* projection_d,
                 const hit_lens* lens, const hit_screen* screen, hit_camera* camera)
{
    const hit_lens opengl = hit_lens_opengl();
    hit_fpenv saved;
    bool done;

    if (lens == NULL)
        lens = &opengl;
    if ((projection_f == NULL && projection_d == NULL) || screen == NULL || camera == NULL ||
        (unsigned)lens->clip.order > HIT_MATRIX_ROWS || (unsigned)lens->clip.depth > HIT_DEPTH_ONE_TO_ZERO ||
        !hit_dvec3_is_position(lens->origin) || !hit_camera_screen_is_valid(screen))
        return false;
    saved = hit_fpenv_enter();
    done = from_numbers(view_f, view_d, projection_f, projection_d, lens, screen, camera);
    hit_fpenv_leave(saved);
    return done;
}

bool hit_camera_from_matrices(const float view[16], const float projection[16], const hit_lens* lens,
                              const hit_screen* screen, hit_camera* camera)
{
    return make(view, NULL, projection, NULL, lens, screen, camera);
}

bool hit_camera_from_matrices_double(const double view[16], const double projection[16], const hit_lens* lens,
                                     const hit_screen* screen, hit_camera* camera)
{
    return make(NULL, view, NULL, projection, lens, screen, camera);
}
