// Quaternions and affine maps.
//
// Everything is computed in double from float inputs and rounded to float at the end. Products of two floats are
// exact in double, so sums of products carry errors of 2^-53 only, far below the last rounding. Inverse, determinant
// and normal go further: they use the exact determinant where the plain one cancels (linear3.h), so that a matrix is
// called singular when it is, and only then. A NULL matrix acts as a matrix of NaNs, so that what is made with it
// hits nothing.
#include "base/fpenv.h"
#include "shapes/linear3.h"
#include "shapes/trig.h"

#include <string.h>

static hit_vec3 vec3_nan(void)
{
    return hit_vec3_make(NAN, NAN, NAN);
}

// ---- Quaternions -----------------------------------------------------------------------------------------------

static const hit_quat quat_identity = {0.0f, 0.0f, 0.0f, 1.0f};

// |q|², or 0 for a quaternion that is no rotation.
static double quat_norm(hit_quat q)
{
    const double n = (double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w;
    return isfinite(n) ? n : 0.0;
}

static HIT_NOINLINE void from_axis_angle(hit_vec3 axis, double length, float angle, hit_quat* q)
{
    double s, c;

    hit_sincos(0.5 * angle, &s, &c);
    s /= length;
    q->x = (float)(axis.x * s);
    q->y = (float)(axis.y * s);
    q->z = (float)(axis.z * s);
    q->w = (float)c;
}

hit_quat hit_quat_from_axis_angle(hit_vec3 axis, float angle)
{
    const double length = sqrt((double)axis.x * axis.x + (double)axis.y * axis.y + (double)axis.z * axis.z);
    hit_quat q;
    hit_fpenv env;

    if (!(length > 0.0) || !isfinite(length) || !isfinite(angle))
        return quat_identity;
    env = hit_fpenv_enter();
    from_axis_angle(axis, length, angle, &q);
    hit_fpenv_leave(env);
    return q;
}

hit_quat hit_quat_mul(hit_quat a, hit_quat b)
{
    const double ax = a.x, ay = a.y, az = a.z, aw = a.w;
    hit_quat q;

    q.x = (float)(aw * b.x + ax * b.w + ay * b.z - az * b.y);
    q.y = (float)(aw * b.y - ax * b.z + ay * b.w + az * b.x);
    q.z = (float)(aw * b.z + ax * b.y - ay * b.x + az * b.w);
    q.w = (float)(aw * b.w - ax * b.x - ay * b.y - az * b.z);
    return q;
}

hit_quat hit_quat_normalize(hit_quat q)
{
    const double length = sqrt(quat_norm(q));
    hit_quat unit;

    if (!(length > 0.0))
        return quat_identity;
    unit.x = (float)(q.x / length);
    unit.y = (float)(q.y / length);
    unit.z = (float)(q.z / length);
    unit.w = (float)(q.w / length);
    return unit;
}

// v + w·t + u×t with t = 2·u×v / |q|², u the vector part: the usual two-cross form, with the length divided out once.
hit_vec3 hit_quat_rotate(hit_quat q, hit_vec3 v)
{
    const double norm = quat_norm(q);
    const double u[3] = {q.x, q.y, q.z};
    double d[3], t[3], ut[3];

    if (!(norm > 0.0))
        return v;
    vec3_load(v, d);
    cross3(u, d, t);
    for (int k = 0; k < 3; k++)
        t[k] *= 2.0 / norm;
    cross3(u, t, ut);
    return hit_vec3_make((float)(d[0] + q.w * t[0] + ut[0]), (float)(d[1] + q.w * t[1] + ut[1]),
                         (float)(d[2] + q.w * t[2] + ut[2]));
}

// ---- Affine maps -----------------------------------------------------------------------------------------------

hit_mat3x4 hit_mat3x4_identity(void)
{
    const hit_mat3x4 m = {{{1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f}}};
    return m;
}

static hit_mat3x4 mat3x4_nan(void)
{
    hit_mat3x4 m;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m.m[i][j] = NAN;
    return m;
}

static bool mat3x4_is_finite(const hit_mat3x4* m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            if (!isfinite(m->m[i][j]))
                return false;
    return true;
}

hit_mat3x4 hit_mat3x4_from_doubles(const double m[16], hit_matrix_order order)
{
    const int row = order == HIT_MATRIX_ROWS ? 4 : 1, column = order == HIT_MATRIX_ROWS ? 1 : 4;
    hit_mat3x4 out;

    if (m == NULL || (order != HIT_MATRIX_ROWS && order != HIT_MATRIX_COLUMNS))
        return mat3x4_nan();
    for (int j = 0; j < 4; j++)
        if (m[3 * row + j * column] != (j == 3 ? 1.0 : 0.0))
            return mat3x4_nan();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            out.m[i][j] = (float)m[i * row + j * column];
    return out;
}

hit_mat3x4 hit_mat3x4_from_array(const float m[16], hit_matrix_order order)
{
    double numbers[16];

    if (m == NULL)
        return mat3x4_nan();
    for (int i = 0; i < 16; i++)
        numbers[i] = m[i];
    return hit_mat3x4_from_doubles(numbers, order);
}

hit_mat3x4 hit_mat3x4_from_trs(hit_vec3 translation, hit_quat rotation, hit_vec3 scale)
{
    const double norm = quat_norm(rotation);
    const double s = norm > 0.0 ? 2.0 / norm : 0.0;
    const double x = rotation.x, y = rotation.y, z = rotation.z, w = rotation.w;
    const double move[3] = {translation.x, translation.y, translation.z};
    const double size[3] = {scale.x, scale.y, scale.z};
    double r[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    hit_mat3x4 m;

    if (s > 0.0) {
        const double turn[3][3] = {{1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                                   {s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)},
                                   {s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)}};
        memcpy(r, turn, sizeof r);
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            m.m[i][j] = (float)(r[i][j] * size[j]);
        m.m[i][3] = (float)move[i];
    }
    return m;
}

hit_mat3x4 hit_mat3x4_mul(const hit_mat3x4* a, const hit_mat3x4* b)
{
    hit_mat3x4 m;

    if (a == NULL || b == NULL)
        return mat3x4_nan();
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            const double move = j == 3 ? a->m[i][3] : 0.0;
            m.m[i][j] = (float)((double)a->m[i][0] * b->m[0][j] + (double)a->m[i][1] * b->m[1][j] +
                                (double)a->m[i][2] * b->m[2][j] + move);
        }
    }
    return m;
}

static void linear_load(const hit_mat3x4* m, mat3* out)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out->row[i][j] = m->m[i][j];
}

// The rows of the cofactor matrix are cross products of the rows of m, each to one rounding.
static void cofactors(const mat3* m, mat3* r)
{
    cross3(m->row[1], m->row[2], r->row[0]);
    cross3(m->row[2], m->row[0], r->row[1]);
    cross3(m->row[0], m->row[1], r->row[2]);
}

static HIT_NOINLINE void invert(const hit_mat3x4* m, hit_mat3x4* inverse, bool* done)
{
    mat3 linear, cof;
    hit_mat3x4 result;
    double det;

    *done = false;
    if (!mat3x4_is_finite(m))
        return;
    linear_load(m, &linear);
    det = hit_det3(&linear);
    if (det == 0.0)
        return;
    cofactors(&linear, &cof);
    for (int i = 0; i < 3; i++) {
        double move = 0.0;
        for (int j = 0; j < 3; j++) {
            result.m[i][j] = (float)(cof.row[j][i] / det);
            move -= cof.row[j][i] * m->m[j][3];
        }
        result.m[i][3] = (float)(move / det);
    }
    if (!mat3x4_is_finite(&result))
        return;
    *inverse = result;
    *done = true;
}

bool hit_mat3x4_invert(const hit_mat3x4* m, hit_mat3x4* inverse)
{
    hit_fpenv env;
    bool done;

    if (m == NULL || inverse == NULL)
        return false;
    env = hit_fpenv_enter();
    invert(m, inverse, &done);
    hit_fpenv_leave(env);
    return done;
}

static HIT_NOINLINE void determinant(const hit_mat3x4* m, double* det)
{
    mat3 linear;
    linear_load(m, &linear);
    *det = hit_det3(&linear);
}

double hit_mat3x4_determinant(const hit_mat3x4* m)
{
    hit_fpenv env;
    double det;

    if (m == NULL)
        return NAN;
    env = hit_fpenv_enter();
    determinant(m, &det);
    hit_fpenv_leave(env);
    return det;
}

hit_vec3 hit_mat3x4_point(const hit_mat3x4* m, hit_vec3 point)
{
    double p[3];

    if (m == NULL)
        return vec3_nan();
    for (int i = 0; i < 3; i++)
        p[i] = (double)m->m[i][0] * point.x + (double)m->m[i][1] * point.y + (double)m->m[i][2] * point.z + m->m[i][3];
    return hit_vec3_make((float)p[0], (float)p[1], (float)p[2]);
}

hit_vec3 hit_mat3x4_vector(const hit_mat3x4* m, hit_vec3 vector)
{
    double v[3];

    if (m == NULL)
        return vec3_nan();
    for (int i = 0; i < 3; i++)
        v[i] = (double)m->m[i][0] * vector.x + (double)m->m[i][1] * vector.y + (double)m->m[i][2] * vector.z;
    return hit_vec3_make((float)v[0], (float)v[1], (float)v[2]);
}

// The cofactor matrix is det·M^-T. The factor's size goes with the normalisation; its sign must go too, or a mirror
// would turn outward normals inward.
static HIT_NOINLINE void map_normal(const hit_mat3x4* m, hit_vec3 normal, hit_vec3* mapped)
{
    double n[3], out[3], sign;
    mat3 linear, cof;

    linear_load(m, &linear);
    cofactors(&linear, &cof);
    sign = hit_det3(&linear) < 0.0 ? -1.0 : 1.0;
    vec3_load(normal, n);
    for (int i = 0; i < 3; i++)
        out[i] = sign * dot3(cof.row[i], n);
    *mapped = unit3(out);
}

hit_vec3 hit_mat3x4_normal(const hit_mat3x4* m, hit_vec3 normal)
{
    hit_vec3 mapped;
    hit_fpenv env;

    if (m == NULL)
        return hit_vec3_make(0.0f, 0.0f, 0.0f);
    env = hit_fpenv_enter();
    map_normal(m, normal, &mapped);
    hit_fpenv_leave(env);
    return mapped;
}
