// Vectors, quaternions and affine matrices: plain values of floats.
//
// These are conveniences: each is rounded as ordinary float code would be, except where a comment promises more. The
// intersection tests do not depend on them. A quaternion that is zero or not finite acts as the identity, a NULL
// matrix as a matrix of NaNs.
#ifndef HITSCAN_MATH_H
#define HITSCAN_MATH_H

#include <hitscan/base.h>
#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A point or a vector.
typedef struct hit_vec3 {
    float x, y, z;
} hit_vec3;

/// A point of a large world, or a vector in double.
typedef struct hit_dvec3 {
    double x, y, z;
} hit_dvec3;

/// A rotation as a quaternion x·i + y·j + z·k + w. The identity is (0, 0, 0, 1).
typedef struct hit_quat {
    float x, y, z, w;
} hit_quat;

/// An affine map, stored by rows: p' = linear·p + translation, with linear = m[i][0..2] and translation = m[i][3].
///
/// The columns m[.][0], m[.][1], m[.][2] are the images of the x, y and z axes. hit_mat3x4_from_array makes one of the
/// 16 numbers of a 4x4 matrix.
typedef struct hit_mat3x4 {
    float m[3][4];
} hit_mat3x4;

/// How the 16 numbers of a matrix are stored: M with p' = M·(x, y, z, 1).
typedef enum hit_matrix_order {
    HIT_MATRIX_COLUMNS = 0, ///< column by column: OpenGL, glm, three.js; also Direct3D's row vectors (p·M) by rows
    HIT_MATRIX_ROWS = 1     ///< row by row, for column vectors
} hit_matrix_order;

/// Make a vector from its components.
HIT_INLINE hit_vec3 hit_vec3_make(float x, float y, float z)
{
    hit_vec3 v = {x, y, z};
    return v;
}

/// a + b
HIT_INLINE hit_vec3 hit_vec3_add(hit_vec3 a, hit_vec3 b)
{
    return hit_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

/// a - b
HIT_INLINE hit_vec3 hit_vec3_sub(hit_vec3 a, hit_vec3 b)
{
    return hit_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// s·a
HIT_INLINE hit_vec3 hit_vec3_scale(hit_vec3 a, float s)
{
    return hit_vec3_make(a.x * s, a.y * s, a.z * s);
}

/// The componentwise minimum; where one is NaN, the other.
HIT_INLINE hit_vec3 hit_vec3_min(hit_vec3 a, hit_vec3 b)
{
    return hit_vec3_make(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z));
}

/// The componentwise maximum; where one is NaN, the other.
HIT_INLINE hit_vec3 hit_vec3_max(hit_vec3 a, hit_vec3 b)
{
    return hit_vec3_make(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z));
}

/// a·b, summed in double.
HIT_INLINE float hit_vec3_dot(hit_vec3 a, hit_vec3 b)
{
    return (float)((double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z);
}

/// a×b, each component computed in double.
HIT_INLINE hit_vec3 hit_vec3_cross(hit_vec3 a, hit_vec3 b)
{
    return hit_vec3_make((float)((double)a.y * b.z - (double)a.z * b.y), (float)((double)a.z * b.x - (double)a.x * b.z),
                         (float)((double)a.x * b.y - (double)a.y * b.x));
}

/// |a|, without overflow or underflow on the way.
HIT_INLINE float hit_vec3_length(hit_vec3 a)
{
    return (float)sqrt((double)a.x * a.x + (double)a.y * a.y + (double)a.z * a.z);
}

/// a / |a|; the zero vector, and a vector with a NaN or an infinity, give the zero vector.
HIT_INLINE hit_vec3 hit_vec3_normalize(hit_vec3 a)
{
    const double length = sqrt((double)a.x * a.x + (double)a.y * a.y + (double)a.z * a.z);
    if (!(length > 0.0) || length > 1e60)
        return hit_vec3_make(0.0f, 0.0f, 0.0f);
    return hit_vec3_make((float)(a.x / length), (float)(a.y / length), (float)(a.z / length));
}

/// True when all three components are finite.
HIT_INLINE bool hit_vec3_is_finite(hit_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/// Make a point from its coordinates.
HIT_INLINE hit_dvec3 hit_dvec3_make(double x, double y, double z)
{
    hit_dvec3 v = {x, y, z};
    return v;
}

/// The point of a float vector.
HIT_INLINE hit_dvec3 hit_dvec3_from(hit_vec3 v)
{
    return hit_dvec3_make((double)v.x, (double)v.y, (double)v.z);
}

/// a - b
HIT_INLINE hit_dvec3 hit_dvec3_sub(hit_dvec3 a, hit_dvec3 b)
{
    return hit_dvec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// Where a is, seen from b: a - b, rounded to double and then to float.
HIT_INLINE hit_vec3 hit_dvec3_relative(hit_dvec3 a, hit_dvec3 b)
{
    return hit_vec3_make((float)(a.x - b.x), (float)(a.y - b.y), (float)(a.z - b.z));
}

/// A rotation by `angle` radians about `axis` (any length), counter-clockwise seen from the axis' tip. A zero or
/// non-finite axis, or a non-finite angle, gives the identity. Uses sin and cos of the C library, the only function
/// here whose last bits depend on it.
HIT_API hit_quat hit_quat_from_axis_angle(hit_vec3 axis, float angle);

/// The rotation that first applies `b`, then `a`.
HIT_API hit_quat hit_quat_mul(hit_quat a, hit_quat b);

/// q / |q|; a zero or non-finite quaternion gives the identity.
HIT_API hit_quat hit_quat_normalize(hit_quat q);

/// Rotate a vector. `q` need not be of unit length: its length does not scale the result. Zero gives `v`.
HIT_API hit_vec3 hit_quat_rotate(hit_quat q, hit_vec3 v);

/// The identity map.
HIT_API hit_mat3x4 hit_mat3x4_identity(void);

/// The affine map of a 4x4 matrix, as graphics APIs and glTF have them.
///
/// @param m      16 numbers; the last row of the matrix must be 0, 0, 0, 1
/// @param order  how they are stored
/// @return  a matrix of NaNs for NULL, an unknown order, and another last row: that is a projection
HIT_API hit_mat3x4 hit_mat3x4_from_array(const float m[16], hit_matrix_order order);

/// The same from doubles, each rounded to float. Large translations lose digits: hit_placement_from_doubles keeps them.
HIT_API hit_mat3x4 hit_mat3x4_from_doubles(const double m[16], hit_matrix_order order);

/// Scale, then rotate, then translate: the usual placement of an object.
HIT_API hit_mat3x4 hit_mat3x4_from_trs(hit_vec3 translation, hit_quat rotation, hit_vec3 scale);

/// The map that first applies `b`, then `a`.
HIT_API hit_mat3x4 hit_mat3x4_mul(const hit_mat3x4* a, const hit_mat3x4* b);

/// Invert a map, in double.
///
/// @param inverse  filled on success, else untouched; may be the same as `m`
/// @return  false when m or inverse is NULL, the linear part is singular (decided exactly), a component is not finite,
///          or the inverse overflows
HIT_API bool hit_mat3x4_invert(const hit_mat3x4* m, hit_mat3x4* inverse);

/// The determinant of the linear part, to a relative 2^-46; its sign, and whether it is zero, are exact.
HIT_API double hit_mat3x4_determinant(const hit_mat3x4* m);

/// Map a point: linear and translation, summed in double and rounded once.
HIT_API hit_vec3 hit_mat3x4_point(const hit_mat3x4* m, hit_vec3 point);

/// Map a direction: the linear part alone. The length is kept as it comes out, so that t stays comparable.
HIT_API hit_vec3 hit_mat3x4_vector(const hit_mat3x4* m, hit_vec3 vector);

/// Map a surface normal, by the inverse transpose (the cofactors, with the sign of the determinant), to a unit
/// vector: right for any scale and shear, and in a mirror an outward normal stays outward. (It is then opposite to
/// hit_triangle_normal of the mirrored triangle, whose corners run the other way.) The zero vector where the image
/// has no normal.
HIT_API hit_vec3 hit_mat3x4_normal(const hit_mat3x4* m, hit_vec3 normal);

#ifdef __cplusplus
}
#endif

#endif
