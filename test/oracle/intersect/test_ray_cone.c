// Rays against cones, and points, boxes, triangles, segments, oriented boxes and spheres in cones, against oracles.
//
// The oracles are in support/oracle/ray_cone_oracle.h. Checked: hit or miss, inside, both faces, and both t in ulp; the
// bound is 0.57 ulp from the exact value. HIT_CASES sets the number of cases, HIT_SEED the seed.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"
#include "support/oracle/ray_cone_oracle.h"

#include <float.h>
#include <inttypes.h>

#define MAX_ULP 0.57

// ---- Cases -----------------------------------------------------------------------------------------------------

enum {
    RANDOM,
    NARROW,
    WIDE,
    TANGENT,
    RIM,
    EXACT_TOUCH,
    APEX,
    RULING,
    INSIDE,
    FAR_AWAY,
    SCALES,
    ALIGNED,
    DISTURBED,
    FLAT,
    TOUCHING_END,
    ANY_BITS,
    CATEGORIES
};
static const char* const category_name[CATEGORIES] = {
    "random", "narrow",   "wide",   "near tangent", "at a rim",  "exactly there", "apex",       "ruling",
    "inside", "far away", "scales", "grid",         "disturbed", "disc",          "ends touch", "any bits"};

static test_random state;

static int below(int n)
{
    return (int)test_random_below(&state, (uint32_t)n);
}

static double uniform(double low, double high)
{
    return low + (high - low) * ((double)(test_random_next(&state) >> 11) * 0x1p-53);
}

typedef struct point {
    double x, y, z;
} point;

static point load(hit_vec3 v)
{
    const point r = {v.x, v.y, v.z};
    return r;
}

static point add(point p, double s, point v)
{
    const point r = {p.x + s * v.x, p.y + s * v.y, p.z + s * v.z};
    return r;
}

static hit_vec3 rounded(point p)
{
    return hit_vec3_make((float)p.x, (float)p.y, (float)p.z);
}

static double length(point v)
{
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

static point scaled(point v, double s)
{
    const point r = {s * v.x, s * v.y, s * v.z};
    return r;
}

static point cross(point v, point w)
{
    const point r = {v.y * w.z - v.z * w.y, v.z * w.x - v.x * w.z, v.x * w.y - v.y * w.x};
    return r;
}

static point unit(void)
{
    for (;;) {
        point v;
        v.x = uniform(-1.0, 1.0);
        v.y = uniform(-1.0, 1.0);
        v.z = uniform(-1.0, 1.0);
        const double l = length(v);
        if (l > 0.1 && l <= 1.0)
            return scaled(v, 1.0 / l);
    }
}

// A unit vector that is perpendicular to v.
static point perpendicular(point v)
{
    for (;;) {
        const point c = cross(v, unit());
        const double l = length(c);
        if (l > 0.1 * length(v))
            return scaled(c, 1.0 / l);
    }
}

static hit_vec3 box_point(double size)
{
    point p;
    p.x = uniform(-size, size);
    p.y = uniform(-size, size);
    p.z = uniform(-size, size);
    return rounded(p);
}

static hit_vec3 grid_point(int size)
{
    const int x = below(2 * size + 1) - size;
    const int y = below(2 * size + 1) - size;
    const int z = below(2 * size + 1) - size;
    return hit_vec3_make((float)x, (float)y, (float)z);
}

// A height of the cone, at an end one time in three each.
static double some_height(const hit_cone* cone)
{
    const double top = isfinite(cone->h_max) ? cone->h_max : cone->h_min + 10.0;
    const int where = below(3);
    const double between = uniform(cone->h_min, top);
    return where == 0 ? cone->h_min : where == 1 && isfinite(cone->h_max) ? top : between;
}

// A point of the side at height h, and the outward normal there.
static point side_point(const hit_cone* cone, double h, point* normal)
{
    const point axis = load(cone->axis), along = scaled(axis, 1.0 / length(axis)), radial = perpendicular(axis);
    *normal = add(radial, -(double)cone->tangent, along);
    *normal = scaled(*normal, 1.0 / length(*normal));
    return add(add(load(cone->apex), h, along), h * cone->tangent, radial);
}

static float nudged(float x)
{
    for (int i = below(4); i > 0; i--)
        x = nextafterf(x, below(2) ? HUGE_VALF : -HUGE_VALF);
    return x;
}

static void aim(hit_ray* ray, point target)
{
    const int scaling = below(3);
    const double scale = uniform(0.01, 3.0);
    point v = add(target, -1.0, load(ray->origin));
    if (scaling == 0)
        v = scaled(v, scale);
    ray->direction = rounded(v);
    if (ray->direction.x == 0.0f && ray->direction.y == 0.0f && ray->direction.z == 0.0f)
        ray->direction = rounded(unit());
}

static void make_cone(int category, hit_cone* cone)
{
    const bool grid = category == ALIGNED || category == DISTURBED || (category == TOUCHING_END && below(2));
    cone->apex = grid ? grid_point(3) : box_point(10.0);
    do
        cone->axis = grid ? grid_point(2) : box_point(3.0);
    while (cone->axis.x == 0.0f && cone->axis.y == 0.0f && cone->axis.z == 0.0f);
    if (grid && below(2)) { // heights and tangents of whole numbers meet exactly
        static const hit_vec3 whole[4] = {{0, 0, 2}, {0, -1, 0}, {2, 1, 2}, {3, 0, -4}};
        cone->axis = whole[below(4)];
    }
    cone->tangent = (float)uniform(0.05, 2.0);
    if (grid)
        cone->tangent = (float)(1 + below(8)) * 0.25f;
    if (category == NARROW)
        cone->tangent = (float)pow(10.0, uniform(-8.0, -3.0));
    if (category == WIDE)
        cone->tangent = (float)pow(10.0, uniform(1.0, 7.0));
    cone->h_min = below(2) ? 0.0f : grid ? (float)below(4) : (float)uniform(0.0, 5.0);
    const float more = grid ? (float)below(5) : (float)uniform(0.0, 10.0);
    cone->h_max = below(3) == 0 ? HUGE_VALF : cone->h_min + more;
    if (category == FLAT)
        cone->h_max = cone->h_min = below(8) ? (float)uniform(0.1, 5.0) : 0.0f;
}

static void set_ends(hit_ray* ray, int category, const hit_cone* cone)
{
    hit_span span;
    ray->t_min = -HUGE_VALF;
    ray->t_max = HUGE_VALF;
    if (category == TOUCHING_END && hit_ray_cone(*ray, cone, &span)) {
        const float t0 = nudged(span.t_enter);
        const float t1 = nudged(span.t_exit);
        const float t = below(2) ? t0 : t1;
        *(below(2) ? &ray->t_min : &ray->t_max) = isfinite(t) ? t : 0.0f;
        return;
    }
    switch (below(4)) {
    case 0: // line
        return;
    case 1: // ray
        ray->t_min = 0.0f;
        return;
    case 2: // segment
        ray->t_min = 0.0f;
        ray->t_max = 1.0f;
        return;
    default:
        ray->t_min = (float)uniform(-2.0, 2.0);
        ray->t_max = ray->t_min + (float)uniform(0.0, 2.0);
    }
}

// Zeros become tiny numbers: with the other coordinates whole, this is as close to tangency, to a plane or to being
// parallel as floats can come, far beyond what double-double resolves.
static void disturb(hit_vec3* v)
{
    float* const c[3] = {&v->x, &v->y, &v->z};
    for (int i = 0; i < 3; i++)
        if (*c[i] == 0.0f && below(3) == 0) {
            const float sign = below(2) ? 1.0f : -1.0f;
            *c[i] = ldexpf(sign, -10 - below(130));
        }
}

// A cone of whole numbers, a point exactly on its side, and often on an end, and directions: from the apex to the
// point, around the axis, away from the axis. All are then multiplied by numbers of some 10 bits, so that products of
// them fit neither a double nor a double-double, and what is zero exactly is noise there. Every other time disturb()
// moves something by very little.
//
// (2, 1, 2), (-2, 2, 1) and (1, 2, -2) are perpendicular and 3 long, and 3^2 + 4^2 = 5^2: the point a·u + b·(3·v + 4·w)
// is 15·b away from the axis at height 3·a.
typedef struct touch {
    hit_vec3 point, ruling, around, away;
    float scale;
} touch;

static float some_bits(void)
{
    return below(4) == 0 ? 1.0f : (float)(2 * below(512) + 1);
}

static hit_vec3 sum(float a, hit_vec3 v, float b, hit_vec3 w)
{
    return hit_vec3_make(a * v.x + b * w.x, a * v.y + b * w.y, a * v.z + b * w.z);
}

// Move the point to some 2^30 rulings from the apex: each coordinate of the difference then has more bits than a float,
// the upper ones in the point, the rest in the apex. The heights are no floats any more.
static void spread(hit_cone* cone, touch* at)
{
    const double scale = 2.0 * (double)(test_random_next(&state) >> 36) + 1.0;
    const double p[3] = {scale * at->ruling.x, scale * at->ruling.y, scale * at->ruling.z};
    float rest[3];
    volatile float high[3]; // gcc 12 would otherwise take the difference for zero, two components at a time
    for (int k = 0; k < 3; k++) {
        high[k] = (float)p[k];
        rest[k] = (float)(high[k] - p[k]);
    }
    at->point = hit_vec3_make(high[0], high[1], high[2]);
    cone->apex = hit_vec3_make(rest[0], rest[1], rest[2]);
    cone->h_min = 0.0f;
    cone->h_max = HUGE_VALF;
}

static touch make_touch(hit_cone* cone)
{
    static const float tangents[8] = {0x1p-8f, 0.25f, 0.5f, 1.0f, 1.25f, 4.0f, 0x1p5f, 0x1p8f};
    const hit_vec3 zero = {0, 0, 0};
    touch r;
    const bool skew = below(2) != 0;
    const float sign = below(2) ? 1.0f : -1.0f;
    const float axis_scale = below(2) ? some_bits() : (float)(2 * below(1 << 20) + 1);
    r.scale = some_bits();
    cone->tangent = tangents[below(8)];
    cone->axis = skew ? hit_vec3_make(2.0f, 1.0f, 2.0f) : hit_vec3_make(0.0f, 0.0f, 1.0f);
    r.away = skew ? hit_vec3_make(-2.0f, 14.0f, -5.0f) : hit_vec3_make(3.0f, 4.0f * sign, 0.0f);
    r.around = skew ? hit_vec3_make(11.0f, -2.0f, -10.0f) : hit_vec3_make(-4.0f * sign, 3.0f, 0.0f);
    const float b = cone->tangent == 4.0f || cone->tangent >= 0x1p5f ? cone->tangent : 1.0f;
    const float a = 5.0f * b / cone->tangent;
    r.ruling = sum(a, cone->axis, b, r.away);
    cone->apex = below(2) ? zero : grid_point(3);
    r.point = sum(r.scale, r.ruling, r.scale, cone->apex);
    cone->apex = sum(r.scale, cone->apex, 0.0f, zero);
    cone->axis = sum(axis_scale, cone->axis, 0.0f, zero);
    const float h = (skew ? 3.0f : 1.0f) * a * r.scale;
    cone->h_min = below(2) ? 0.0f : h;
    cone->h_max = below(2) ? HUGE_VALF : h;
    if (below(3) == 0)
        spread(cone, &r);
    if (below(2)) {
        disturb(&cone->apex);
        disturb(&cone->axis);
        disturb(&r.point);
    }
    return r;
}

// A ray through it; returns the t of the point, when that is a whole number.
static float aim_at_touch(hit_ray* ray, const touch* at)
{
    const int steps = fabsf(at->point.z) > 0x1p25f ? 0 : below(9) - 4;
    const float i = (float)(below(5) - 2);
    const float j = (float)(below(5) - 2);
    const float scale = below(2) ? at->scale : some_bits();
    hit_vec3 d;
    switch (below(4)) {
    case 0:
        d = grid_point(6);
        break;
    case 1: // in the tangent plane: touching, along the side, or through the apex
        d = sum(i, at->ruling, j, at->around);
        break;
    case 2: // all at one height
        d = sum(i, at->away, j, at->around);
        break;
    default: // parallel to the side
        d = at->ruling;
        break;
    }
    if (d.x == 0.0f && d.y == 0.0f && d.z == 0.0f)
        d = at->ruling;
    ray->origin = rounded(add(load(at->point), (double)steps * at->scale, load(d)));
    ray->direction = sum(scale, d, 0.0f, d);
    if (below(4) == 0) {
        const hit_vec3 off = grid_point(2);
        ray->origin = sum(1.0f, ray->origin, at->scale, off);
    }
    if (below(4) == 0) {
        disturb(&ray->direction);
        disturb(&ray->origin);
    }
    return (float)-steps;
}

static hit_vec3 scaled_by_power(hit_vec3 v, int power)
{
    return hit_vec3_make(ldexpf(v.x, power), ldexpf(v.y, power), ldexpf(v.z, power));
}

static void rescale(hit_ray* ray, hit_cone* cone)
{
    const int far = below(4) == 0 ? 80 : 40;
    const int size = below(2 * far + 1) - far;
    const int turn = below(2 * far + 1) - far;
    const int axis = below(2 * far + 1) - far;
    cone->apex = scaled_by_power(cone->apex, size);
    ray->origin = scaled_by_power(ray->origin, size);
    cone->h_min = ldexpf(cone->h_min, size);
    cone->h_max = ldexpf(cone->h_max, size);
    ray->direction = scaled_by_power(ray->direction, turn);
    cone->axis = scaled_by_power(cone->axis, axis);
}

static void make_case(int category, hit_ray* ray, hit_cone* cone)
{
    point normal;
    make_cone(category, cone);
    const double h = some_height(cone);
    const point axis = load(cone->axis), along = scaled(axis, 1.0 / length(axis));
    const point side = side_point(cone, h, &normal);
    const double depth = uniform(0.0, 1.2), distance = uniform(0.1, 20.0);
    const point within = add(add(load(cone->apex), h, along), depth * h * cone->tangent, perpendicular(axis));
    ray->origin = box_point(20.0);
    switch (category) {
    case TANGENT: {
        const point v = perpendicular(normal);
        ray->origin = rounded(add(side, -distance, v));
        aim(ray, side);
        if (below(2))
            ray->direction = rounded(v);
        break;
    }
    case RIM:
        if (below(4) == 0)
            ray->origin = rounded(add(within, uniform(0.0, 1.0), unit()));
        aim(ray, side);
        if (below(4) == 0) { // starts there
            ray->origin = rounded(side);
            ray->direction = rounded(unit());
        }
        break;
    case EXACT_TOUCH: {
        const touch at = make_touch(cone);
        const float t_touch = aim_at_touch(ray, &at);
        set_ends(ray, category, cone);
        if (below(3) == 0)
            *(below(2) ? &ray->t_min : &ray->t_max) = t_touch;
        return;
    }
    case APEX: {
        const int how = below(4);
        if (how == 0)
            ray->origin = cone->apex;
        if (how == 1) // in the cone, or in its mirror image
            ray->origin = rounded(add(load(cone->apex), below(2) ? 1.0 : -1.0, add(within, -1.0, load(cone->apex))));
        if (how == 0 || how == 3)
            ray->direction = rounded(add(within, -1.0, load(cone->apex)));
        else
            aim(ray, load(cone->apex));
        if (ray->direction.x == 0.0f && ray->direction.y == 0.0f && ray->direction.z == 0.0f)
            ray->direction = cone->axis;
        if (how == 3)
            ray->origin = rounded(add(load(cone->apex), uniform(-4.0, 4.0), load(ray->direction)));
        break;
    }
    case RULING: { // along the side, or parallel to it
        const point s = side_point(cone, 1.0, &normal), v = add(s, -1.0, load(cone->apex));
        const double off = below(2) ? 0.0 : uniform(-1.0, 1.0);
        ray->direction = rounded(v);
        ray->origin = rounded(add(add(load(cone->apex), uniform(-4.0, 4.0), v), off, below(2) ? normal : unit()));
        break;
    }
    case INSIDE:
        ray->origin = rounded(within);
        ray->direction = rounded(unit());
        break;
    case FAR_AWAY:
        ray->origin = rounded(add(load(cone->apex), pow(10.0, uniform(4.0, 8.0)), unit()));
        aim(ray, below(2) ? side : within);
        break;
    case ALIGNED:
    case DISTURBED:
        ray->origin = grid_point(4);
        ray->direction = grid_point(2);
        if (below(4) == 0)
            ray->direction = cone->axis;
        if (below(4) == 0)
            ray->origin = cone->apex;
        if (ray->direction.x == 0.0f && ray->direction.y == 0.0f && ray->direction.z == 0.0f)
            ray->direction.y = -1.0f;
        break;
    case ANY_BITS:
        cone->apex = test_random_any_bits(&state);
        cone->axis = test_random_any_bits(&state);
        cone->tangent = fabsf(test_random_bits(&state));
        cone->h_min = below(2) ? 0.0f : fabsf(test_random_bits(&state));
        cone->h_max = below(2) ? HUGE_VALF : fabsf(test_random_bits(&state));
        ray->origin = test_random_any_bits(&state);
        ray->direction = test_random_any_bits(&state);
        break;
    default:
        aim(ray, below(4) ? within : side);
    }
    if (category == SCALES)
        rescale(ray, cone);
    if (category == DISTURBED) {
        disturb(&cone->apex);
        disturb(&cone->axis);
        disturb(&ray->origin);
        disturb(&ray->direction);
    }
    set_ends(ray, category, cone);
}

// ---- The tests -------------------------------------------------------------------------------------------------

typedef struct row {
    uint64_t cases, hits, wrong;
    double ulp[2];
} row;

static void print_cone(const hit_cone* c)
{
    printf("cone apex (%a %a %a) axis (%a %a %a) tangent %a heights [%a, %a]\n", (double)c->apex.x, (double)c->apex.y,
           (double)c->apex.z, (double)c->axis.x, (double)c->axis.y, (double)c->axis.z, (double)c->tangent,
           (double)c->h_min, (double)c->h_max);
}

static void print_case(const hit_ray* r, const hit_cone* c, bool hit, const hit_span* span, const ray_cone_answer* want)
{
    print_cone(c);
    printf("  origin (%a %a %a) direction (%a %a %a) t [%a, %a]\n", (double)r->origin.x, (double)r->origin.y,
           (double)r->origin.z, (double)r->direction.x, (double)r->direction.y, (double)r->direction.z,
           (double)r->t_min, (double)r->t_max);
    if (hit)
        printf("  got  [%.9g, %.9g] faces %d %d inside %d\n", (double)span->t_enter, (double)span->t_exit,
               span->face_enter, span->face_exit, span->inside);
    if (want->hit)
        printf("  want [%.17g, %.17g] faces %d %d inside %d\n", mpfr_get_d(want->t[0], MPFR_RNDN),
               mpfr_get_d(want->t[1], MPFR_RNDN), want->face[0], want->face[1], want->inside);
    printf("  %s, wanted %s\n", hit ? "hit" : "miss", want->hit ? "hit" : "miss");
}

static void check_ray(const hit_ray* ray, const hit_cone* cone, row* to)
{
    hit_span span;
    memset(&span, 0x5a, sizeof span);
    const hit_span before = span;
    const bool hit = hit_ray_cone(*ray, cone, &span);
    const ray_cone_answer want = ray_cone_oracle(ray, cone);
    bool wrong = hit != want.hit || hit_ray_cone(*ray, cone, NULL) != hit;
    to->cases++;
    to->hits += want.hit;
    if (!hit && memcmp(&before, &span, sizeof span) != 0)
        wrong = true;
    if (hit && want.hit) {
        const double enter = mpreal_ulp_error(span.t_enter, want.t[0]);
        const double leave = mpreal_ulp_error(span.t_exit, want.t[1]);
        to->ulp[0] = enter > to->ulp[0] ? enter : to->ulp[0];
        to->ulp[1] = leave > to->ulp[1] ? leave : to->ulp[1];
        if (!(enter <= MAX_ULP) || !(leave <= MAX_ULP) || !(span.t_enter <= span.t_exit) ||
            span.inside != want.inside || span.face_enter != want.face[0] || span.face_exit != want.face[1])
            wrong = true;
        if ((span.t_enter == 0.0f && signbit(span.t_enter)) || (span.t_exit == 0.0f && signbit(span.t_exit)))
            wrong = true;
    }
    if (wrong && to->wrong++ < 3)
        print_case(ray, cone, hit, &span, &want);
}

static void rays_match_the_oracle(void** unused)
{
    static const mpfr_prec_t bits[MPREAL_LEVELS] = {512, 6144};
    static const mpfr_exp_t lost[MPREAL_LEVELS] = {128, 5000};
    static row rows[CATEGORIES];
    const uint64_t cases = test_cases(160000), seed = test_seed();
    uint64_t wrong = 0;
    (void)unused;
    mpreal_init(bits, lost);
    printf("seed %" PRIu64 ", %" PRIu64 " cases\n", seed, cases);
    state = test_random_make(seed);
    for (uint64_t i = 0; i < cases; i++) {
        hit_ray ray;
        hit_cone cone;
        make_case((int)(i % CATEGORIES), &ray, &cone);
        check_ray(&ray, &cone, &rows[i % CATEGORIES]);
    }
    printf("%-15s %9s %9s %6s %9s %9s\n", "category", "cases", "hits", "wrong", "enter ulp", "exit ulp");
    for (int c = 0; c < CATEGORIES; c++) {
        const row* r = &rows[c];
        printf("%-15s %9" PRIu64 " %9" PRIu64 " %6" PRIu64 " %9.4f %9.4f\n", category_name[c], r->cases, r->hits,
               r->wrong, r->ulp[0], r->ulp[1]);
        wrong += r->wrong;
        // A category that hardly hits, or never misses, would prove little.
        assert_true(r->cases < 1000 || (r->hits > r->cases / 50 && r->hits < r->cases));
    }
    mpreal_clear();
    assert_int_equal(wrong, 0);
}

// What a plain computation in double says about a point.
static bool point_in_double(const hit_cone* cone, hit_vec3 p)
{
    const point x = add(load(p), -1.0, load(cone->apex)), d = load(cone->axis), w = cross(d, x);
    const double s = d.x * x.x + d.y * x.y + d.z * x.z, h = s / length(d);
    return s >= 0.0 && length(w) <= s * (double)cone->tangent && h >= cone->h_min && h <= cone->h_max;
}

static hit_vec3 make_point(int category, hit_cone* cone)
{
    point normal;
    const double h = some_height(cone);
    const point side = side_point(cone, h, &normal);
    hit_vec3 p = rounded(side);
    if (category == RANDOM || category == INSIDE)
        p = rounded(add(side, -uniform(-0.5, 1.5) * h * cone->tangent, normal));
    if (category == APEX)
        p = cone->apex;
    if (category == EXACT_TOUCH || category == ALIGNED || category == DISTURBED) {
        p = grid_point(5);
        if (below(4) != 0)
            return make_touch(cone).point;
    }
    if (category == ANY_BITS)
        p = test_random_any_bits(&state);
    if (category == DISTURBED)
        disturb(&p);
    if (below(3) == 0)
        p.x = nudged(p.x);
    if (below(3) == 0)
        p.z = nudged(p.z);
    return p;
}

static void points_match_the_oracle(void** unused)
{
    const uint64_t cases = test_cases(160000), seed = test_seed();
    uint64_t in[CATEGORIES] = {0}, wrong = 0, doubles_wrong = 0;
    (void)unused;
    printf("seed %" PRIu64 ", %" PRIu64 " cases\n", seed, cases);
    state = test_random_make(seed + 1);
    for (uint64_t i = 0; i < cases; i++) {
        const int category = (int)(i % CATEGORIES);
        hit_ray ray;
        hit_cone cone;
        make_case(category, &ray, &cone);
        if (!hit_cone_is_valid(&cone))
            continue;
        const hit_vec3 p = make_point(category, &cone);
        if (!hit_vec3_is_finite(p))
            continue;
        const bool want = cone_point_oracle(&cone, p), got = hit_cone_contains(&cone, p);
        in[category] += want;
        doubles_wrong += want != point_in_double(&cone, p);
        if (got != want && wrong++ < 3) {
            print_cone(&cone);
            printf("  point (%a %a %a): %d, wanted %d\n", (double)p.x, (double)p.y, (double)p.z, got, want);
        }
    }
    for (int c = 0; c < CATEGORIES; c++) {
        printf("%-15s %9" PRIu64 " inside\n", category_name[c], in[c]);
        assert_true(cases < 15000 || in[c] > 50);
    }
    printf("plain double is wrong %" PRIu64 " times\n", doubles_wrong);
    assert_true(cases < 15000 || doubles_wrong > 50);
    assert_int_equal(wrong, 0);
}

// Boxes, triangles and segments: all corners, by the oracle for points.
static void shapes_match_the_oracle(void** unused)
{
    const uint64_t cases = test_cases(160000) / 5;
    uint64_t in[3] = {0, 0, 0};
    (void)unused;
    state = test_random_make(test_seed() + 2);
    for (uint64_t i = 0; i < cases; i++) {
        const int category = (int)(i % CATEGORIES);
        hit_ray ray;
        hit_cone cone;
        make_case(category, &ray, &cone);
        if (category == SCALES || category == ANY_BITS || !hit_cone_is_valid(&cone))
            continue;
        hit_vec3 v[3];
        for (int k = 0; k < 3; k++)
            v[k] = make_point(k == 0 ? category : INSIDE, &cone);
        const hit_aabb box = hit_aabb_from_points(v, 0, 2);
        const hit_triangle triangle = hit_triangle_make(v[0], v[1], v[2]);
        bool want[3] = {true, true, true};
        for (int k = 0; k < 8; k++)
            want[0] &=
                cone_point_oracle(&cone, hit_vec3_make(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y,
                                                       k & 4 ? box.max.z : box.min.z));
        for (int k = 0; k < 3; k++) {
            want[1] &= cone_point_oracle(&cone, v[k]);
            want[2] &= k == 2 || cone_point_oracle(&cone, v[k]);
        }
        for (int k = 0; k < 3; k++)
            in[k] += want[k];
        assert_int_equal(hit_cone_contains_aabb(&cone, box), want[0]);
        assert_int_equal(hit_cone_contains_triangle(&cone, &triangle), want[1]);
        assert_int_equal(hit_cone_contains_segment(&cone, v[0], v[1]), want[2]);
    }
    printf("inside: %" PRIu64 " boxes, %" PRIu64 " triangles, %" PRIu64 " segments\n", in[0], in[1], in[2]);
    assert_true(cases < 3000 || (in[0] > 50 && in[1] > 50 && in[2] > 50));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rays_match_the_oracle),
                                       cmocka_unit_test(points_match_the_oracle),
                                       cmocka_unit_test(shapes_match_the_oracle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
