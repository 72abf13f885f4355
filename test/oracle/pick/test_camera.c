// Cameras against the same in __float128: random matrices, screens and places.
//
// The oracle multiplies the matrices that were given and divides by w, as a graphics card does, with 113 bits. It knows
// nothing of eyes. hit_camera_project must agree with it to the roundings of double, the largest of which is that of
// the eye to a place; the points of hit_camera_ray must be seen at the pixel, within the bound that src/pick/camera.c
// derives for a direction of floats. Depths are compared with the distance from the near plane of the same matrices.
#include "support/base/cmocka_all.h"
#include "support/base/quad.h"
#include "support/cases/manual_matrices.h"
#include "support/base/random.h"
#include "support/base/fp_modes.h"

enum { PERSPECTIVE, ORTHOGRAPHIC, SKEWED, KINDS };

static const char* const kind_names[KINDS] = {"perspective", "orthographic", "skewed"};

// A camera as given, and what the oracle knows of it.
typedef struct given {
    float view_f[16], projection_f[16];
    double view_d[16], projection_d[16];
    bool doubles;
    hit_lens lens;
    hit_screen screen;
    double eye[3], right[3], up[3], back[3]; // before rounding to the matrices: for making points
    double near, far;
    bool infinite;
    quad clip[4][4]; // projection·view, by rows
} given;

static double uniform(test_random* r, double low, double high)
{
    return low + (high - low) * ((double)(test_random_next(r) >> 11) * 0x1p-53);
}

// Of random sign, all sizes from low to high alike.
static double magnitude(test_random* r, double low, double high)
{
    const double size = exp2(uniform(r, log2(low), log2(high)));
    return test_random_below(r, 2) ? size : -size;
}

// Its numbers drawn in order, whatever the compiler.
static hit_dvec3 far_place(test_random* r, double size)
{
    hit_dvec3 p;
    p.x = magnitude(r, 1, size);
    p.y = magnitude(r, 1, size);
    p.z = magnitude(r, 1, size);
    return p;
}

static void axes(test_random* r, given* g)
{
    const hit_quat q = test_random_quat(r);
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    const double length = sqrt(x * x + y * y + z * z + w * w), a = x / length, b = y / length, c = z / length;
    const double d = w / length;
    const double m[3][3] = {{1 - 2 * (b * b + c * c), 2 * (a * b - c * d), 2 * (a * c + b * d)},
                            {2 * (a * b + c * d), 1 - 2 * (a * a + c * c), 2 * (b * c - a * d)},
                            {2 * (a * c - b * d), 2 * (b * c + a * d), 1 - 2 * (a * a + b * b)}};
    for (int k = 0; k < 3; k++) {
        g->right[k] = m[0][k];
        g->up[k] = m[1][k];
        g->back[k] = m[2][k];
    }
}

static mat random_projection(test_random* r, given* g, int kind)
{
    const double aspect = (double)g->screen.width / (double)g->screen.height;
    const bool infinite = kind != ORTHOGRAPHIC && test_random_below(r, 4) == 0;
    const double cot = 1 / tan(uniform(r, 0.02, 1.4)), size = fabs(magnitude(r, 0.1, 1000));
    const hit_depth_range depth = g->lens.clip.depth;
    const double n = g->near, f = g->far;
    mat m;

    if (kind == ORTHOGRAPHIC) {
        const double l = -size * uniform(r, 0.5, 1.5), t = size / aspect * uniform(r, 0.5, 1.5);
        m = depth == HIT_DEPTH_MINUS_ONE_TO_ONE ? gl_ortho(l, size, -size / aspect, t, n, f)
            : depth == HIT_DEPTH_ZERO_TO_ONE    ? zo_ortho(l, size, -size / aspect, t, n, f)
                                                : zo_ortho(l, size, -size / aspect, t, f, n);
    } else {
        m = depth == HIT_DEPTH_MINUS_ONE_TO_ONE
                ? infinite ? gl_infinite(cot, aspect, n) : gl_perspective(cot, aspect, n, f)
            : depth == HIT_DEPTH_ZERO_TO_ONE
                ? infinite ? zo_infinite(cot, aspect, n) : zo_perspective(cot, aspect, n, f)
            : infinite ? reversed_infinite(cot, aspect, n)
                       : reversed_perspective(cot, aspect, n, f);
        m.m[0][2] = test_random_below(r, 2) ? uniform(r, -1, 1) : 0;
        m.m[1][2] = test_random_below(r, 2) ? uniform(r, -1, 1) : 0;
        g->infinite = infinite;
        g->lens.clip.infinite_far = infinite && test_random_below(r, 2) != 0;
    }
    return g->lens.y_down ? flip_y(m) : m;
}

static void store(mat m, hit_matrix_order order, float* floats, double* doubles)
{
    for (int i = 0; i < 16; i++) {
        doubles[i] = order == HIT_MATRIX_COLUMNS ? m.m[i % 4][i / 4] : m.m[i / 4][i % 4];
        floats[i] = (float)doubles[i];
    }
}

static quad number(const given* g, const float* floats, const double* doubles, int i, int k)
{
    const int at = g->lens.clip.order == HIT_MATRIX_COLUMNS ? 4 * k + i : 4 * i + k;
    return g->doubles ? (quad)doubles[at] : (quad)floats[at];
}

static void make(test_random* r, int kind, given* g)
{
    static const float sizes[6] = {1, 333, 640, 1920, 3840, 8192};
    const double shift = fabs(magnitude(r, 0.01, 1e7));
    mat view, projection;

    memset(g, 0, sizeof *g);
    g->screen.width = sizes[test_random_below(r, 6)];
    g->screen.height = sizes[test_random_below(r, 6)];
    g->screen.x = test_random_below(r, 2) ? (float)uniform(r, -500, 500) : 0;
    g->screen.y = test_random_below(r, 2) ? (float)uniform(r, -500, 500) : 0;
    g->screen.y_up = test_random_below(r, 2) != 0;
    g->screen.centers = test_random_below(r, 2) != 0;
    g->screen.pixel_ratio = test_random_below(r, 2) ? (float)uniform(r, 0.5, 3) : 0;
    g->lens.clip.order = test_random_below(r, 2) ? HIT_MATRIX_COLUMNS : HIT_MATRIX_ROWS;
    g->lens.clip.depth = (hit_depth_range)test_random_below(r, 3);
    g->lens.y_down = test_random_below(r, 2) != 0;
    g->doubles = test_random_below(r, 2) != 0;
    if (test_random_below(r, 2))
        g->lens.origin = far_place(r, 1e9);
    axes(r, g);
    for (int k = 0; k < 3; k++)
        g->eye[k] = shift * uniform(r, -1, 1);
    g->near = kind == ORTHOGRAPHIC ? magnitude(r, 0.01, 1000) : fabs(magnitude(r, 0.01, 100));
    g->far = fabs(g->near) * fabs(magnitude(r, 2, 1e5));
    projection = random_projection(r, g, kind);
    view = view_of(g->right, g->up, g->back, g->eye);
    if (kind == SKEWED) {
        // Scales, shears and mirrors of the world, and any factor of both matrices.
        mat model = {{{0}, {0}, {0}, {0, 0, 0, 1}}};
        for (int i = 0; i < 9; i++)
            model.m[i / 3][i % 3] = i % 4 == 0 ? magnitude(r, 0.5, 4) : uniform(r, -0.3, 0.3);
        view = mat_product(view, model);
        for (int i = 0; i < 16; i++) {
            view.m[i / 4][i % 4] *= 0.77;
            projection.m[i / 4][i % 4] *= 123;
        }
    }
    store(view, g->lens.clip.order, g->view_f, g->view_d);
    store(projection, g->lens.clip.order, g->projection_f, g->projection_d);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < 4; j++)
                g->clip[i][k] +=
                    number(g, g->projection_f, g->projection_d, i, j) * number(g, g->view_f, g->view_d, j, k);
}

// ---- The oracle -----------------------------------------------------------------------------------------------------

static void clip_of(const given* g, const quad p[3], quad out[4])
{
    const quad q[3] = {p[0] - (quad)g->lens.origin.x, p[1] - (quad)g->lens.origin.y, p[2] - (quad)g->lens.origin.z};
    for (int i = 0; i < 4; i++)
        out[i] = g->clip[i][0] * q[0] + g->clip[i][1] * q[1] + g->clip[i][2] * q[2] + g->clip[i][3];
}

// Where the viewport shows a point, from the definitions of hit_screen.
static void pixel_of(const given* g, const quad p[3], quad pixel[2])
{
    const hit_screen* s = &g->screen;
    const quad ratio = s->pixel_ratio > 0 ? (quad)s->pixel_ratio : 1;
    quad c[4], right, down, from_corner;

    clip_of(g, p, c);
    right = (c[0] / c[3] + 1) / 2;
    down = g->lens.y_down ? (1 + c[1] / c[3]) / 2 : (1 - c[1] / c[3]) / 2;
    from_corner = s->y_up ? 1 - down : down;
    pixel[0] = ((quad)s->x + right * (quad)s->width) / ratio - (s->centers ? 0.5 : 0);
    pixel[1] = ((quad)s->y + from_corner * (quad)s->height) / ratio - (s->centers ? 0.5 : 0);
}

// How far a point is behind the near plane, or before the far plane.
static quad distance_of(const given* g, const quad p[3], bool far)
{
    const hit_depth_range depth = g->lens.clip.depth;
    quad c[4], row[3], value;

    // The plane is of Z and W with these factors: see hit_depth_range.
    const int w = depth == HIT_DEPTH_MINUS_ONE_TO_ONE || far == (depth == HIT_DEPTH_ZERO_TO_ONE);
    const int z = far == (depth == HIT_DEPTH_ONE_TO_ZERO) ? 1 : -1;
    clip_of(g, p, c);
    for (int k = 0; k < 3; k++)
        row[k] = w * g->clip[3][k] + z * g->clip[2][k];
    value = w * c[3] + z * c[2];
    return value / sqrtq(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]);
}

// The eye, by Cramer's rule.
static void eye_of(const given* g, quad eye[3])
{
    static const int rows[3] = {0, 1, 3};
    quad cofactor[3][3], det = 0;

    for (int i = 0; i < 3; i++) {
        const quad *b = g->clip[rows[(i + 1) % 3]], *c = g->clip[rows[(i + 2) % 3]];
        for (int k = 0; k < 3; k++)
            cofactor[i][k] = b[(k + 1) % 3] * c[(k + 2) % 3] - b[(k + 2) % 3] * c[(k + 1) % 3];
    }
    for (int k = 0; k < 3; k++)
        det += g->clip[0][k] * cofactor[0][k];
    for (int k = 0; k < 3; k++)
        eye[k] =
            -(g->clip[0][3] * cofactor[0][k] + g->clip[1][3] * cofactor[1][k] + g->clip[3][3] * cofactor[2][k]) / det;
}

// ---- Bounds ---------------------------------------------------------------------------------------------------------

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double length(const double a[3])
{
    return sqrt(dot(a, a));
}

typedef struct allowed {
    double rounding; // of a pixel, by arithmetic in double and by the place of the eye
    double ray;      // and what a ray adds at t = 1
    double place;    // how far off a place is
} allowed;

// For a point at q from the eye, seen at `at`. All is first order in the errors: see src/pick/camera.c.
static allowed bound(const given* g, const hit_camera* c, const double row[4], const double other[4], double at,
                     double at_other, const double q[3], hit_vec3 direction)
{
    const double d[3] = {(double)direction.x, (double)direction.y, (double)direction.z};
    const double w = dot(c->w, q) + c->w[3], middle = fabs(at) + 9000;
    // The eye is rounded in the coordinates of the matrices, and in those of the world.
    const double world = fabs(c->eye.x) + fabs(c->eye.y) + fabs(c->eye.z) + fabs(g->lens.origin.x) +
                         fabs(g->lens.origin.y) + fabs(g->lens.origin.z);
    double a[3], b[3], cross[3], sizes = fabs(row[3]), along = 0;
    allowed out;

    for (int k = 0; k < 3; k++) {
        a[k] = row[k] - at * c->w[k];
        b[k] = other[k] - at_other * c->w[k];
        sizes += (fabs(row[k]) + middle * fabs(c->w[k])) * fabs(q[k]);
        along += fabs(a[k] * d[k]);
    }
    for (int k = 0; k < 3; k++)
        cross[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    out.place = 0x1p-52 * (world + length(q));
    out.rounding = 0x1p-48 * (sizes / w + middle) + length(a) * out.place / w;
    out.ray = (0x1p-24 * along + 0x1p-48 * length(a) * length(a) * length(b) / fabs(dot(cross, c->near_plane))) / w;
    return out;
}

typedef struct tally {
    double project, ray, depth, eye; // the largest errors, over what is allowed
    uint64_t inside, outside;        // of frusta
} tally;

static void note(double error, double allowed_error, double* worst, const char* what, int kind, uint64_t i)
{
    if (!(error <= allowed_error))
        fail_msg("%s of a %s camera, case %llu: off by %g, allowed %g", what, kind_names[kind], (unsigned long long)i,
                 error, allowed_error);
    *worst = fmax(*worst, error / allowed_error);
}

static void check_ray(const given* g, const hit_camera* c, int kind, uint64_t i, double x, double y, tally* t)
{
    const hit_dray ray = hit_camera_ray(c, x, y);
    const double n[3] = {c->near_plane[0], c->near_plane[1], c->near_plane[2]};
    const double d[3] = {(double)ray.direction.x, (double)ray.direction.y, (double)ray.direction.z};
    const double end = ray.t_max < HUGE_VALF ? (double)ray.t_max : 1e4 * (1 + fabs(g->near));

    assert_true(ray.t_min == 0 && ray.t_max > 0 && (ray.t_max == HUGE_VALF) == g->infinite);
    // A step of t is a step of depth.
    assert_true(fabs(dot(n, d) - 1) <= 0x1p-23 * length(d));
    for (int step = 0; step <= 8; step++) {
        const double at = step ? ldexp(end, step - 8) : 0;
        const quad p[3] = {(quad)ray.origin.x + (quad)at * (quad)d[0], (quad)ray.origin.y + (quad)at * (quad)d[1],
                           (quad)ray.origin.z + (quad)at * (quad)d[2]};
        const double q[3] = {(double)(p[0] - (quad)c->eye.x), (double)(p[1] - (quad)c->eye.y),
                             (double)(p[2] - (quad)c->eye.z)};
        const allowed bx = bound(g, c, c->x, c->y, x, y, q, ray.direction);
        const allowed by = bound(g, c, c->y, c->x, y, x, q, ray.direction);
        quad pixel[2];
        double ex, ey;
        pixel_of(g, p, pixel);
        ex = (double)fabsq(pixel[0] - (quad)x);
        ey = (double)fabsq(pixel[1] - (quad)y);
        note(ex, bx.rounding + bx.ray * at, &t->ray, "ray", kind, i);
        note(ey, by.rounding + by.ray * at, &t->ray, "ray", kind, i);
        note((double)fabsq(distance_of(g, p, false) - (quad)at),
             bx.place * 2 + 0x1p-23 * length(d) * at + 0x1p-48 * length(q), &t->depth, "depth of a ray", kind, i);
        // It ends at the far plane, or with the next float beyond.
        if (step == 8 && ray.t_max < HUGE_VALF) {
            const double beyond = -(double)distance_of(g, p, true);
            const double slack = 2 * bx.place + 0x1p-48 * (length(q) + fabs(c->far_plane[3]));
            assert_true(beyond >= -slack && beyond <= slack + 0x1p-23 * at * length(d));
        }
    }
}

// The eye is rounded to double, and with the origin of the matrices' world added once more.
static void check_eye(const given* g, const hit_camera* c, int kind, uint64_t i, tally* t)
{
    const double origin[3] = {g->lens.origin.x, g->lens.origin.y, g->lens.origin.z};
    const double place[3] = {c->eye.x, c->eye.y, c->eye.z};
    quad eye[3];

    eye_of(g, eye);
    for (int k = 0; k < 3; k++) {
        const double once = 0x1p-53 * (double)fabsq(eye[k]), again = origin[k] != 0 ? 0x1p-53 * fabs(place[k]) : 0;
        note((double)fabsq((quad)place[k] - (quad)origin[k] - eye[k]), (once + again) * (1 + 1e-9), &t->eye, "eye",
             kind, i);
    }
}

// A point that is seen somewhere about the screen: its depth, and where it is.
static void check_point(test_random* r, const given* g, const hit_camera* c, int kind, uint64_t i, tally* t)
{
    const double x = uniform(r, -1, 2) * (double)g->screen.width, y = uniform(r, -1, 2) * (double)g->screen.height;
    const hit_dray ray = hit_camera_ray(c, x, y);
    const hit_dvec3 point = hit_dray_at(ray, uniform(r, 0, 3) * fabs(g->near));
    const quad p[3] = {(quad)point.x, (quad)point.y, (quad)point.z};
    const double q[3] = {point.x - c->eye.x, point.y - c->eye.y, point.z - c->eye.z};
    double pixel[2], depth;
    quad want[2];
    allowed bx, by;

    assert_true(hit_camera_project(c, point, pixel, &depth));
    pixel_of(g, p, want);
    bx = bound(g, c, c->x, c->y, pixel[0], pixel[1], q, ray.direction);
    by = bound(g, c, c->y, c->x, pixel[1], pixel[0], q, ray.direction);
    note((double)fabsq(want[0] - (quad)pixel[0]), bx.rounding, &t->project, "point", kind, i);
    note((double)fabsq(want[1] - (quad)pixel[1]), by.rounding, &t->project, "point", kind, i);
    // The near plane is placed from the eye as rounded: where that is does not matter.
    note((double)fabsq(distance_of(g, p, false) - (quad)depth), 0x1p-49 * (length(q) + fabs(c->near_plane[3])),
         &t->depth, "depth", kind, i);
}

// What is seen within a rectangle, and between the planes, is in its frustum, and what is not is not; but for what is
// so close to a side that the rounding of a plane to float, 2^-24 of the distance from where it is right, may decide.
static void check_frustum(test_random* r, const given* g, const hit_camera* c, tally* t)
{
    const double width = (double)g->screen.width, height = (double)g->screen.height;
    const double x0 = uniform(r, 0, 1) * width, y0 = uniform(r, 0, 1) * height;
    const double x1 = uniform(r, 0, 1) * width, y1 = uniform(r, 0, 1) * height;
    const double x = x0 + uniform(r, -0.5, 1.5) * (x1 - x0), y = y0 + uniform(r, -0.5, 1.5) * (y1 - y0);
    const hit_dray ray = hit_camera_ray(c, x, y);
    const hit_dvec3 p = hit_dray_at(ray, uniform(r, -0.2, 1.2) * fmin((double)ray.t_max, 1000 * fabs(g->near)));
    const hit_vec3 point = hit_dvec3_relative(p, c->eye);
    const double q[3] = {(double)point.x, (double)point.y, (double)point.z}, w = dot(c->w, q) + c->w[3];
    const double start[3] = {ray.origin.x - c->eye.x, ray.origin.y - c->eye.y, ray.origin.z - c->eye.z};
    const double at[2] = {(dot(c->x, q) + c->x[3]) / w, (dot(c->y, q) + c->y[3]) / w};
    const double reach = 0x1p-22 * (length(q) + length(start) + fabs(c->near_plane[3]));
    const double pixels =
        reach * (length(c->x) + length(c->y) + (fabs(x) + fabs(y) + width + height) * length(c->w)) / w;
    const double side =
        fmin(fmin(at[0] - fmin(x0, x1), fmax(x0, x1) - at[0]), fmin(at[1] - fmin(y0, y1), fmax(y0, y1) - at[1]));
    const double near = dot(c->near_plane, q) + c->near_plane[3], far = dot(c->far_plane, q) + c->far_plane[3];
    hit_frustum f;
    hit_cull cull;

    if (w <= 0)
        return;
    assert_true(hit_camera_frustum(c, x0, y0, x1, y1, &f));
    cull = hit_frustum_point(&f, point);
    if (side > pixels && near > reach && (g->infinite || far > reach)) {
        assert_int_equal(cull, HIT_INSIDE);
        t->inside++;
    } else if (side < -pixels || near < -reach || (!g->infinite && far < -reach)) {
        assert_int_equal(cull, HIT_OUTSIDE);
        t->outside++;
    }
}

static void run(int kind)
{
    test_random r = test_random_make(test_seed() + (uint64_t)kind);
    const uint64_t cases = test_cases(4000);
    tally t = {0, 0, 0, 0, 0, 0};

    for (uint64_t i = 0; i < cases; i++) {
        hit_camera c;
        given g;
        bool done;
        make(&r, kind, &g);
        mode_set((int)(i % MODES));
        done = g.doubles ? hit_camera_from_matrices_double(g.view_d, g.projection_d, &g.lens, &g.screen, &c)
                         : hit_camera_from_matrices(g.view_f, g.projection_f, &g.lens, &g.screen, &c);
        mode_set(0);
        assert_true(done);
        assert_true(c.orthographic == (kind == ORTHOGRAPHIC));
        if (kind != ORTHOGRAPHIC)
            check_eye(&g, &c, kind, i, &t);
        for (int k = 0; k < 6; k++) {
            const double ratio = g.screen.pixel_ratio > 0 ? (double)g.screen.pixel_ratio : 1;
            const double x = ((double)g.screen.x + uniform(&r, 0, 1) * (double)g.screen.width) / ratio;
            const double y = ((double)g.screen.y + uniform(&r, 0, 1) * (double)g.screen.height) / ratio;
            check_ray(&g, &c, kind, i, x, y, &t);
            check_point(&r, &g, &c, kind, i, &t);
            check_frustum(&r, &g, &c, &t);
        }
    }
    printf("seed %llu, %llu %s cameras: the largest errors over what is allowed are %.2f (points), %.2f (rays), %.2f "
           "(depths), %.2f (eyes); %llu points in frusta, %llu outside\n",
           (unsigned long long)test_seed(), (unsigned long long)cases, kind_names[kind], t.project, t.ray, t.depth,
           t.eye, (unsigned long long)t.inside, (unsigned long long)t.outside);
    assert_true(cases < 100 || (t.inside > cases / 3 && t.outside > cases / 3));
}

// From a pixel to a point and back: to 1/1000 of a pixel on screens of 8192 x 8192, 1e7 from the origin.
static void round_trips(void** state)
{
    test_random r = test_random_make(test_seed());
    const uint64_t cases = test_cases(4000);
    const hit_screen screen = hit_screen_make(8192, 8192);
    double worst = 0;

    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        const hit_dvec3 place = far_place(&r, 1e7);
        const hit_vec3 zero = hit_vec3_make(0, 0, 0), ahead = test_random_vec3(&r, -1, 1);
        hit_view view = hit_view_look_at(zero, ahead, test_random_vec3(&r, -1, 1));
        hit_camera c;
        view.fov_y = i % 4 ? (float)uniform(&r, 1.05, 2.05) : 0; // 60 to 117 degrees
        view.ortho_height = (float)fabs(magnitude(&r, 1, 1000));
        view.far_plane = view.fov_y > 0 ? 1e5f : view.ortho_height;
        assert_true(hit_camera_from_view(&view, place, &screen, &c));
        for (int k = 0; k < 20; k++) {
            const double x = uniform(&r, 0, 8192), y = uniform(&r, 0, 8192);
            const hit_dray ray = hit_camera_ray(&c, x, y);
            const double t = exp2(uniform(&r, log2(1e-3), log2((double)ray.t_max)));
            double pixel[2], depth;
            assert_true(hit_camera_project(&c, hit_dray_at(ray, t), pixel, &depth));
            worst = fmax(worst, fmax(fabs(pixel[0] - x), fabs(pixel[1] - y)));
            if (worst > 1e-3)
                fail_msg("case %llu: off by %g pixels", (unsigned long long)i, worst);
            assert_true(fabs(depth - t) <= 1e-8 + 1e-6 * t);
        }
    }
    printf("seed %llu, %llu cameras: round trips are within %.2g pixels\n", (unsigned long long)test_seed(),
           (unsigned long long)cases, worst);
}

static void perspective_cameras(void** state)
{
    (void)state;
    run(PERSPECTIVE);
}

static void orthographic_cameras(void** state)
{
    (void)state;
    run(ORTHOGRAPHIC);
}

static void skewed_cameras(void** state)
{
    (void)state;
    run(SKEWED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perspective_cameras),
        cmocka_unit_test(orthographic_cameras),
        cmocka_unit_test(skewed_cameras),
        cmocka_unit_test(round_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
