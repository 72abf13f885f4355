// Matrices as the manuals have them: gluPerspective and glOrtho, glm's *_ZO forms, the XMMatrix*LH of DirectXMath, and
// their limits without a far plane. In double, for column vectors: m[row][column].
#ifndef HITSCAN_TEST_MANUAL_MATRICES_H
#define HITSCAN_TEST_MANUAL_MATRICES_H

typedef struct mat {
    double m[4][4];
} mat;

static inline mat mat_product(mat a, mat b)
{
    mat out = {{{0}}};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < 4; j++)
                out.m[i][k] += a.m[i][j] * b.m[j][k];
    return out;
}

static inline void by_columns(mat a, float out[16])
{
    for (int i = 0; i < 16; i++)
        out[i] = (float)a.m[i % 4][i / 4];
}

static inline void by_rows(mat a, float out[16])
{
    for (int i = 0; i < 16; i++)
        out[i] = (float)a.m[i / 4][i % 4];
}

// gluPerspective, with the cotangent of half the field of view.
static inline mat gl_perspective(double cot, double aspect, double n, double f)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, (f + n) / (n - f), 2 * f * n / (n - f)}, {0, 0, -1, 0}}};
    return m;
}

// glm::perspectiveRH_ZO, for Vulkan before its y is turned.
static inline mat zo_perspective(double cot, double aspect, double n, double f)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, f / (n - f), -f * n / (f - n)}, {0, 0, -1, 0}}};
    return m;
}

// The same with near and far exchanged: reversed depth.
static inline mat reversed_perspective(double cot, double aspect, double n, double f)
{
    return zo_perspective(cot, aspect, f, n);
}

// Without a far plane: the limits of the three for f to infinity.
static inline mat gl_infinite(double cot, double aspect, double n)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, -1, -2 * n}, {0, 0, -1, 0}}};
    return m;
}

static inline mat zo_infinite(double cot, double aspect, double n)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, -1, -n}, {0, 0, -1, 0}}};
    return m;
}

static inline mat reversed_infinite(double cot, double aspect, double n)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, 0, n}, {0, 0, -1, 0}}};
    return m;
}

// XMMatrixPerspectiveFovLH: for row vectors, so that the manual shows the transpose of this.
static inline mat d3d_perspective(double cot, double aspect, double n, double f)
{
    const mat m = {{{cot / aspect}, {0, cot}, {0, 0, f / (f - n), -n * f / (f - n)}, {0, 0, 1, 0}}};
    return m;
}

// glOrtho.
static inline mat gl_ortho(double l, double r, double b, double t, double n, double f)
{
    const mat m = {{{2 / (r - l), 0, 0, -(r + l) / (r - l)},
                    {0, 2 / (t - b), 0, -(t + b) / (t - b)},
                    {0, 0, -2 / (f - n), -(f + n) / (f - n)},
                    {0, 0, 0, 1}}};
    return m;
}

// glm::orthoRH_ZO, and with near and far exchanged the reversed one.
static inline mat zo_ortho(double l, double r, double b, double t, double n, double f)
{
    mat m = gl_ortho(l, r, b, t, n, f);
    m.m[2][2] = -1 / (f - n);
    m.m[2][3] = -n / (f - n);
    return m;
}

static inline mat flip_y(mat a)
{
    for (int k = 0; k < 4; k++)
        a.m[1][k] = -a.m[1][k];
    return a;
}

// A view: rows are the right, the up and the backward direction (of a right-handed eye space), then the translation.
static inline mat view_of(const double right[3], const double up[3], const double back[3], const double eye[3])
{
    const double* row[3] = {right, up, back};
    mat m = {{{0}, {0}, {0}, {0, 0, 0, 1}}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            m.m[i][k] = row[i][k];
            m.m[i][3] -= row[i][k] * eye[k];
        }
    return m;
}

#endif
