#include "support/oracle/cone_oracle.h"

#include "support/base/quad.h"
#include "support/oracle/gmp_oracle.h"

#include <string.h>

#define REAL long double
#define NAME(x) x##_long
#define ROOT sqrtl
#define NEGLIGIBLE 0x1p-58L
#include "support/oracle/cone_search.h"
#undef REAL
#undef NAME
#undef ROOT
#undef NEGLIGIBLE

#define REAL quad
#define NAME(x) x##_quad
#define ROOT sqrtq
#define NEGLIGIBLE ((quad)0x1p-106L)
#include "support/oracle/cone_search.h"

const char* const cone_verdict_names[4] = {"separate", "meets", "contact", "unknown"};

// One operation rounds by 2^-113; a few dozen of them stay far below this.
static const quad rounding = 0x1p-105L;
static const quad contact = 1e-20L;

quad quad_dot(const quad a[3], const quad b[3])
{
    return dot_quad(a, b);
}

quad quad_length(const quad a[3])
{
    return sqrtq(dot_quad(a, a));
}

static quad larger(quad a, quad b)
{
    return a > b ? a : b;
}

// ---- The sets ------------------------------------------------------------------------------------------------------

static void set(quad out[3], hit_vec3 v)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

quad_cone quad_cone_of(const hit_cone* cone)
{
    quad_cone k = {0};
    quad length;

    set(k.apex, cone->apex);
    set(k.axis, cone->axis);
    length = quad_length(k.axis);
    for (int i = 0; i < 3; i++)
        k.axis[i] /= length;
    k.tangent = cone->tangent;
    k.cosine = 1 / sqrtq(1 + k.tangent * k.tangent);
    k.sine = k.tangent * k.cosine;
    k.h_min = cone->h_min;
    k.infinite = cone->h_max == HUGE_VALF;
    k.h_max = k.infinite ? 0 : (quad)cone->h_max;
    return k;
}

quad_shape quad_shape_of_points(const quad_cone* k, const hit_vec3* points, int count)
{
    quad_shape s = {0};

    s.count = count;
    for (int i = 0; i < count; i++) {
        set(s.point[i], points[i]);
        for (int j = 0; j < 3; j++)
            s.point[i][j] -= k->apex[j];
        s.size = larger(s.size, quad_length(s.point[i]));
    }
    return s;
}

quad_shape quad_shape_of_aabb(const quad_cone* k, hit_aabb box)
{
    hit_vec3 corner[8];
    quad_shape s;

    for (int i = 0; i < 8; i++)
        corner[i] =
            hit_vec3_make(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z);
    s = quad_shape_of_points(k, corner, 8);
    s.box = true;
    s.size = 0;
    return s;
}

quad_shape quad_shape_of_sphere(const quad_cone* k, hit_sphere sphere)
{
    quad_shape s = quad_shape_of_points(k, &sphere.center, 1);

    s.radius = sphere.radius;
    s.size = quad_length(s.point[0]) + s.radius;
    return s;
}

bool quad_shape_of_obb(const quad_cone* k, const hit_obb* obb, quad_shape* shape)
{
    quad_shape s = quad_shape_of_points(k, &obb->center, 1);
    quad a[3][3], column[3][3], det, center[3], half = 0;

    for (int i = 0; i < 3; i++)
        set(a[i], obb->axis[i]), center[i] = s.point[0][i];
    // Cramer's rule: column i of the inverse is the cross product of the other two rows over the determinant.
    for (int i = 0; i < 3; i++) {
        const quad *b = a[(i + 1) % 3], *c = a[(i + 2) % 3];
        for (int j = 0; j < 3; j++)
            column[i][j] = b[(j + 1) % 3] * c[(j + 2) % 3] - b[(j + 2) % 3] * c[(j + 1) % 3];
    }
    det = dot_quad(a[0], column[0]);
    if (fabsq(det) <= rounding * quad_length(a[0]) * quad_length(a[1]) * quad_length(a[2]))
        return false;
    s.count = 8;
    for (int i = 0; i < 8; i++) {
        quad offset[3] = {0};
        for (int j = 0; j < 3; j++)
            for (int n = 0; n < 3; n++)
                offset[n] += (i >> j & 1 ? 1 : -1) * ((quad)obb->half[j] * column[j][n] / det);
        for (int n = 0; n < 3; n++)
            s.point[i][n] = center[n] + offset[n];
        half = larger(half, quad_length(offset));
    }
    s.size = quad_length(center) + half;
    *shape = s;
    return true;
}

void quad_cone_coordinates(const quad_cone* k, const quad x[3], quad* height, quad* radius)
{
    quad across[3];

    *height = dot_quad(x, k->axis);
    for (int i = 0; i < 3; i++)
        across[i] = x[i] - *height * k->axis[i];
    *radius = quad_length(across);
}

quad quad_cone_depth(const quad_cone* k, const quad x[3])
{
    quad h, r, depth;

    quad_cone_coordinates(k, x, &h, &r);
    depth = h * k->sine - r * k->cosine;
    if (h - k->h_min < depth)
        depth = h - k->h_min;
    if (!k->infinite && k->h_max - h < depth)
        depth = k->h_max - h;
    return depth;
}

quad quad_cone_support(const quad_cone* k, const quad normal[3])
{
    quad along, across, slope;

    quad_cone_coordinates(k, normal, &along, &across);
    slope = along + across * k->tangent;
    if (fabsq(slope) <= rounding * (fabsq(along) + across * (1 + k->tangent)))
        slope = 0;
    if (k->infinite)
        return slope > 0 ? (quad)HUGE_VAL : k->h_min * slope;
    return larger(k->h_min * slope, k->h_max * slope);
}

// ---- The certificates ----------------------------------------------------------------------------------------------

// Check that a plane with this normal has the sets on its two sides, and fill in the gap.
static bool separates(const quad_cone* k, const quad_shape* s, const quad v[3], cone_verdict* verdict)
{
    quad n[3], length = quad_length(v), along, across, above, gap = (quad)HUGE_VAL;

    if (!(length > 0))
        return false;
    for (int i = 0; i < 3; i++)
        n[i] = v[i] / length;
    if (k->infinite) { // the last bits of the direction may let an infinite side through: lean it back
        quad slope;
        quad_cone_coordinates(k, n, &along, &across);
        slope = along + across * k->tangent;
        if (slope > 0)
            for (int i = 0; i < 3; i++)
                n[i] -= (slope + 2 * rounding * (1 + k->tangent)) * k->axis[i];
        length = quad_length(n);
        for (int i = 0; i < 3; i++)
            n[i] /= length;
    }
    above = quad_cone_support(k, n);
    if (above == (quad)HUGE_VAL)
        return false;
    above += fabsq(above) * rounding + s->radius;
    for (int i = 0; i < s->count; i++) {
        const quad *p = s->point[i], terms = fabsq(n[0] * p[0]) + fabsq(n[1] * p[1]) + fabsq(n[2] * p[2]);
        const quad room = dot_quad(n, p) - above - rounding * terms;
        if (room < gap)
            gap = room;
    }
    // An error of the slope counts with the height of the cone, and one of the tangent with its width.
    if (!k->infinite)
        gap -= rounding * k->h_max * (1 + k->tangent);
    if (!(gap > 0))
        return false;
    verdict->kind = ORACLE_SEPARATE;
    verdict->gap = gap;
    for (int i = 0; i < 3; i++)
        verdict->normal[i] = n[i];
    return true;
}

static void cross(const quad a[3], const quad b[3], quad out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

// The distance from the origin to the nearest of the first `faces` faces of the tetrahedron, face i opposite to corner
// i, when it is strictly on the inner side of each; else not above 0.
static quad room_in(const search_quad* s, int faces)
{
    quad room = (quad)HUGE_VAL;

    for (int i = 0; i < faces; i++) {
        const quad *a = s->w[(i + 1) & 3], *b = s->w[(i + 2) & 3], *c = s->w[(i + 3) & 3];
        quad ab[3], ac[3], n[3], top, here, length, error;
        for (int j = 0; j < 3; j++)
            ab[j] = b[j] - a[j], ac[j] = c[j] - a[j];
        cross(ab, ac, n);
        length = quad_length(n);
        if (!(length > 0))
            return 0;
        error = rounding * quad_length(ab) * quad_length(ac) * (quad_length(a) + quad_length(s->w[i]));
        top = dot_quad(n, s->w[i]) - dot_quad(n, a);
        here = -dot_quad(n, a);
        if (top < 0)
            top = -top, here = -here;
        if (!(top > error) || !(here > error))
            return 0;
        here = (here - error) / length;
        if (here < room)
            room = here;
    }
    return room;
}

// ---- The search ----------------------------------------------------------------------------------------------------

static quad reach(const quad_cone* k, const quad_shape* s)
{
    quad far = k->h_min;

    if (!k->infinite)
        return k->h_max;
    // The point of a cone that is nearest to x is no farther from the apex than x, or it is on the lower end.
    for (int i = 0; i < s->count; i++)
        far = larger(far, quad_length(s->point[i]) + s->radius);
    return 2 * far + 1e-4000L;
}

static void begin(search_long* f, const quad_cone* k, const quad_shape* s, const long double axis[3],
                  long double tangent, long double low, long double high, const long double (*point)[3])
{
    long double middle[3] = {0}, k0[3];

    (void)k;
    for (int i = 0; i < s->count; i++)
        for (int j = 0; j < 3; j++)
            middle[j] += point[i][j] / s->count;
    // Any start will do; a direction from the axis to the shape is often a good one.
    for (int j = 0; j < 3; j++)
        f->toward[0][j] = middle[j] - (low + high) / 2 * axis[j];
    extreme_long(axis, tangent, low, high, f->toward[0], k0);
    f->count = 1;
    f->corner[0] = 0;
    f->weight[0] = 1;
    for (int j = 0; j < 3; j++)
        f->w[0][j] = point[0][j] - k0[j];
}

static void points_of(const search_quad* f, const quad_shape* s, quad x[3])
{
    for (int j = 0; j < 3; j++) {
        x[j] = 0;
        for (int i = 0; i < f->count; i++)
            x[j] += f->weight[i] * s->point[f->corner[i]][j];
    }
}

// The same for a search that ended with the origin in a triangle: the corners farthest out on its two sides make two
// tetrahedra upon it, and a ball about the origin that stays inside their six other faces is in one or the other.
static quad room_across(const quad_cone* k, const quad_shape* s, quad high, const search_quad* f)
{
    search_quad both = *f;
    quad ab[3], ac[3], n[3], room = (quad)HUGE_VAL;

    for (int j = 0; j < 3; j++)
        ab[j] = f->w[1][j] - f->w[0][j], ac[j] = f->w[2][j] - f->w[0][j];
    cross(ab, ac, n);
    for (int side = 0; side < 2; side++) {
        quad out[3], here;
        int best = 0;
        for (int i = 1; i < s->count; i++)
            if (dot_quad(n, s->point[i]) < dot_quad(n, s->point[best]))
                best = i;
        extreme_quad(k->axis, k->tangent, k->h_min, high, n, out);
        for (int j = 0; j < 3; j++) {
            both.w[3][j] = s->point[best][j] - out[j];
            n[j] = -n[j];
        }
        here = room_in(&both, 3);
        room = here < room ? here : room;
    }
    return room;
}

static bool judge(const quad_cone* k, const quad_shape* s, const search_quad* f, cone_verdict* verdict)
{
    quad v[3], distance;

    nearest_quad(f, v);
    distance = quad_length(v);
    points_of(f, s, verdict->point);
    if (s->radius > 0 && distance > 0) // the point of the ball, or of a rounded hull, that is nearest to the cone
        for (int i = 0; i < 3; i++)
            verdict->point[i] -= v[i] * (distance < s->radius ? 1 : s->radius / distance);
    verdict->scale = s->size > 0 ? s->size : quad_length(verdict->point);
    if (f->count == 4) {
        const quad room = room_in(f, 4);
        if (room > 0) {
            verdict->kind = ORACLE_MEETS;
            verdict->depth = room + s->radius;
            return true;
        }
    }
    if (s->radius > 0 && distance < s->radius * (1 - rounding)) {
        verdict->kind = ORACLE_MEETS;
        verdict->depth = s->radius * (1 - rounding) - distance;
        return true;
    }
    return separates(k, s, v, verdict);
}

static cone_verdict search(const quad_cone* k, const quad_shape* s)
{
    cone_verdict verdict = {0};
    const quad high = reach(k, s);
    long double axis[3], point[8][3];
    search_long rough = {0};
    search_quad fine = {0};
    quad v[3], size = s->radius;

    for (int j = 0; j < 3; j++) {
        axis[j] = (long double)k->axis[j];
        for (int i = 0; i < s->count; i++)
            point[i][j] = (long double)s->point[i][j];
    }
    begin(&rough, k, s, axis, (long double)k->tangent, (long double)k->h_min, (long double)high,
          (const long double(*)[3])point);
    verdict.steps = run_long(&rough, axis, (long double)k->tangent, (long double)k->h_min, (long double)high,
                             (const long double(*)[3])point, s->count, (long double)s->radius, 0x1p-10L);
    fine.count = rough.count;
    for (int i = 0; i < rough.count; i++) {
        quad extreme[3];
        fine.corner[i] = rough.corner[i];
        fine.weight[i] = rough.weight[i];
        for (int j = 0; j < 3; j++)
            fine.toward[i][j] = rough.toward[i][j];
        extreme_quad(k->axis, k->tangent, k->h_min, high, fine.toward[i], extreme);
        for (int j = 0; j < 3; j++)
            fine.w[i][j] = s->point[rough.corner[i]][j] - extreme[j];
    }
    if (judge(k, s, &fine, &verdict))
        return verdict;
    if (!settle_quad(&fine)) { // it had collapsed: begin again from its best corner
        for (int i = 1; i < fine.count; i++)
            if (dot_quad(fine.w[i], fine.w[i]) < dot_quad(fine.w[0], fine.w[0]))
                fine.corner[0] = fine.corner[i], memcpy(fine.w[0], fine.w[i], sizeof fine.w[0]);
        fine.count = 1;
        fine.weight[0] = 1;
    }
    // A rough direction may separate the part of an infinite cone below `high`, but not the cone.
    for (int i = 1; i <= 4; i++) {
        const quad tolerance = ldexpq(1, -25 * i);
        verdict.steps +=
            1000 * run_quad(&fine, k->axis, k->tangent, k->h_min, high, s->point, s->count, s->radius, tolerance);
        if (judge(k, s, &fine, &verdict))
            return verdict;
    }
    if (fine.count == 3 && !(s->radius > 0)) {
        const quad room = room_across(k, s, high, &fine);
        if (room > 0) {
            verdict.kind = ORACLE_MEETS;
            verdict.depth = room;
            return verdict;
        }
    }
    nearest_quad(&fine, v);
    for (int i = 0; i < fine.count; i++)
        size = larger(size, quad_length(fine.w[i]));
    verdict.kind = quad_length(v) - s->radius <= contact * size ? ORACLE_CONTACT : ORACLE_UNKNOWN;
    // A corner on a rim, where the search is slow: it is bound to be near, and the corner decides.
    for (int i = 0; i < s->count && quad_length(v) <= 1e-9L * size; i++)
        if (quad_cone_depth(k, s->point[i]) >= -rounding * quad_length(s->point[i]))
            verdict.kind = ORACLE_CONTACT;
    return verdict;
}

// Where a box is much larger than its distance, corners at 1e30 would drown what is decided near the apex. So the part
// of it within a cube about the apex is asked first; a point of that is a point of the box, and a plane is tried on
// all.
static cone_verdict search_box(const quad_cone* k, const quad_shape* s)
{
    quad far = 0, cube = k->h_min;
    cone_verdict verdict = {0};

    for (int i = 0; i < 3; i++) {
        const quad lo = s->point[0][i], hi = s->point[7][i];
        far = larger(far, larger(-lo, hi));
        cube = larger(cube, larger(lo, -hi));
        cube = larger(cube, fabsq(lo) < fabsq(hi) ? fabsq(lo) : fabsq(hi));
    }
    if (!k->infinite)
        cube = larger(cube, k->h_max * (1 + k->tangent));
    for (cube = larger(4 * cube, far * 0x1p-130L); cube < far * 0x1p-20L; cube *= 0x1p20L) {
        quad_shape part = *s;
        for (int n = 0; n < 8; n++)
            for (int i = 0; i < 3; i++)
                if (fabsq(part.point[n][i]) > cube)
                    part.point[n][i] = part.point[n][i] < 0 ? -cube : cube;
        verdict = search(k, &part);
        if (verdict.kind == ORACLE_MEETS)
            return verdict;
        if (verdict.kind == ORACLE_SEPARATE) {
            quad n[3];
            for (int i = 0; i < 3; i++)
                n[i] = fabsq(verdict.normal[i]) < 1e-25L ? 0 : verdict.normal[i];
            if (separates(k, s, n, &verdict))
                return verdict;
        }
    }
    return search(k, s);
}

static cone_verdict ask(const quad_cone* k, const quad_shape* s)
{
    return s->box ? search_box(k, s) : search(k, s);
}

bool cone_oracle_deeper(const quad_cone* k, const quad_shape* s, quad depth)
{
    // Perpendicular, of length 7, and not along anything that cases are made of.
    static const int direction[3][3] = {{2, 3, 6}, {3, -6, 2}, {6, 2, -3}};

    for (int i = 0; i < 6; i++) {
        quad_shape moved = *s;
        for (int n = 0; n < s->count; n++)
            for (int j = 0; j < 3; j++)
                moved.point[n][j] += (i & 1 ? 1 : -1) * depth * 1.7320508075688773L / 7 * direction[i >> 1][j];
        if (ask(k, &moved).kind != ORACLE_MEETS)
            return false;
    }
    return true;
}

cone_verdict cone_oracle(const quad_cone* k, const quad_shape* s)
{
    cone_verdict verdict = ask(k, s);

    // The search ends at the first common point, which may be the apex or a corner of sets that overlap deeply.
    if (verdict.kind == ORACLE_CONTACT) {
        quad depth = verdict.scale, least = 0, most = 0;
        for (int i = 0; i < s->count; i++) {
            const quad far = quad_length(s->point[i]);
            most = larger(most, far);
            if (far > 0 && (!(least > 0) || far < least))
                least = far;
        }
        if (depth < 1e-15L * most) // the apex itself, to a rounding
            depth = least;
        depth *= contact;
        for (int i = 0; i < s->count * s->count; i++) { // a point of the shape that lies inside the cone says it all
            quad x[3], inside;
            for (int j = 0; j < 3; j++)
                x[j] = (s->point[i / s->count][j] + s->point[i % s->count][j]) / 2;
            inside = quad_cone_depth(k, x);
            if (inside > depth && inside > rounding * quad_length(x)) {
                verdict.kind = ORACLE_MEETS;
                verdict.depth = inside;
                return verdict;
            }
        }
        for (int i = 0; i < 5 && verdict.kind == ORACLE_CONTACT; i++, depth *= 1000)
            if (depth > 0 && cone_oracle_deeper(k, s, depth)) {
                verdict.kind = ORACLE_MEETS;
                verdict.depth = depth;
            }
    }
    return verdict;
}

// ---- Points, by integers -------------------------------------------------------------------------------------------

// The height of x against a limit h: sign of axis·x - h·|axis|, all times 2^149 for each factor.
static int compare_height(const mpz_t along, const mpz_t axis2, float h)
{
    mpz_t limit, square;
    int sign;

    if (mpz_sgn(along) < 0)
        return -1; // the limits are not negative
    mpz_inits(limit, square, NULL);
    oracle_set(limit, h);
    mpz_mul(limit, limit, limit);
    mpz_mul(limit, limit, axis2);
    mpz_mul(square, along, along);
    sign = mpz_cmp(square, limit);
    mpz_clears(limit, square, NULL);
    return sign;
}

bool cone_oracle_contains(const hit_cone* cone, hit_vec3 point)
{
    const float p[3] = {point.x, point.y, point.z}, o[3] = {cone->apex.x, cone->apex.y, cone->apex.z};
    const float a[3] = {cone->axis.x, cone->axis.y, cone->axis.z};
    mpz_t x, y, z, along, axis2, length2, tangent;
    bool inside;

    mpz_inits(x, y, z, along, axis2, length2, tangent, NULL);
    for (int i = 0; i < 3; i++) {
        oracle_set(x, p[i]);
        oracle_set(y, o[i]);
        oracle_set(z, a[i]);
        mpz_sub(x, x, y);
        mpz_addmul(along, x, z);
        mpz_addmul(length2, x, x);
        mpz_addmul(axis2, z, z);
    }
    // |x|² <= (1 + t²)·(axis·x)²/|axis|²
    oracle_set(tangent, cone->tangent);
    mpz_mul(tangent, tangent, tangent);
    mpz_set_ui(x, 1);
    mpz_mul_2exp(x, x, 298);
    mpz_add(tangent, tangent, x);
    mpz_mul(y, along, along);
    mpz_mul(y, y, tangent);
    mpz_mul(z, length2, axis2);
    mpz_mul_2exp(z, z, 298);
    inside = mpz_sgn(along) >= 0 && mpz_cmp(z, y) <= 0 && compare_height(along, axis2, cone->h_min) >= 0 &&
             (cone->h_max == HUGE_VALF || compare_height(along, axis2, cone->h_max) <= 0);
    mpz_clears(x, y, z, along, axis2, length2, tangent, NULL);
    return inside;
}
