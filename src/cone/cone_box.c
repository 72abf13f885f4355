// A cone against boxes: axis-aligned, and oriented ones with any axes.
//
// Most pairs are far from any doubt, and four cheap tests settle them: the box lies below or above the heights of the
// cone; the plane along the side of the cone that faces the centre of the box has the whole box in front of it; the
// centre is in the cone; the axis goes through the box. The rest is for hit_cone_solve.
//
// A box is used in two forms: in cone coordinates, as a centre and three half edges, and through its own slabs,
// lo <= a·x <= hi, for the axis. Cost: about 35 ns when a cheap test settles it, 150 ns else.
#include "base/fpenv.h"
#include "cone/solve.h"

typedef struct framed_box {
    hit_cone_vec center, half[3];
    double lo[3], hi[3],
        rate[3];            // slabs along the box's axes: lo <= rate·t <= hi is where the axis of the cone is inside
    double width[3];        // what lo and hi may be wrong by
    double slack;           // what the centre and the half edges may be wrong by, together
    double low[3], high[3]; // corners of an axis-aligned box relative to the apex
} framed_box;

static inline double min2(double a, double b)
{
    return a < b ? a : b;
}

static inline double max2(double a, double b)
{
    return a > b ? a : b;
}

// False for the empty box.
static inline bool box_from_aabb(const hit_cone_frame* f, const hit_aabb* aabb, framed_box* b)
{
    const float min[3] = {aabb->min.x, aabb->min.y, aabb->min.z}, max[3] = {aabb->max.x, aabb->max.y, aabb->max.z};
    double center[3], size = 0.0;
    for (int i = 0; i < 3; i++) {
        if (!(min[i] <= max[i]))
            return false;
        const double lo = (double)min[i] - f->apex[i], hi = (double)max[i] - f->apex[i], half = 0.5 * (hi - lo);
        b->low[i] = b->lo[i] = lo;
        b->high[i] = b->hi[i] = hi;
        b->rate[i] = f->h[i];
        b->width[i] = HIT_CONE_SLACK * (fabs(lo) + fabs(hi));
        size += fabs(lo) + fabs(hi);
        center[i] = 0.5 * (lo + hi);
        b->half[i].x = half * f->x[i], b->half[i].y = half * f->y[i], b->half[i].h = half * f->h[i];
    }
    b->center = hit_cone_map(f, center[0], center[1], center[2]);
    b->slack = HIT_CONE_SLACK * size;
    return size <= DBL_MAX;
}

// The half edges of {p : |a_i·(p - c)| <= half_i} are half_i·(a_j×a_k)/det. Where the axes are almost dependent, det is
// small, and errors grow with `skew`.
static inline bool box_from_obb(const hit_cone_frame* f, const hit_obb* obb, framed_box* b)
{
    const double cx = (double)obb->center.x - f->apex[0], cy = (double)obb->center.y - f->apex[1],
                 cz = (double)obb->center.z - f->apex[2];
    double a[3][3], n[3][3], size = fabs(cx) + fabs(cy) + fabs(cz), longest = 1.0;
    for (int i = 0; i < 3; i++) {
        const double ax = obb->axis[i].x, ay = obb->axis[i].y, az = obb->axis[i].z, half = obb->half[i];
        const double o = ax * cx + ay * cy + az * cz;
        if (!(half >= 0.0))
            return false;
        a[i][0] = ax, a[i][1] = ay, a[i][2] = az;
        longest *= fabs(ax) + fabs(ay) + fabs(az);
        b->lo[i] = o - half;
        b->hi[i] = o + half;
        b->rate[i] = ax * f->h[0] + ay * f->h[1] + az * f->h[2];
        b->width[i] = HIT_CONE_SLACK * ((fabs(ax) + fabs(ay) + fabs(az)) * size + half);
    }
    for (int i = 0; i < 3; i++) {
        const double *p = a[(i + 1) % 3], *q = a[(i + 2) % 3];
        n[i][0] = p[1] * q[2] - p[2] * q[1];
        n[i][1] = p[2] * q[0] - p[0] * q[2];
        n[i][2] = p[0] * q[1] - p[1] * q[0];
    }
    const double det = a[0][0] * n[0][0] + a[0][1] * n[0][1] + a[0][2] * n[0][2], inverse = 1.0 / det;
    const double skew = longest * fabs(inverse);
    for (int i = 0; i < 3; i++) {
        const double scale = obb->half[i] * inverse;
        const double x = n[i][0] * scale, y = n[i][1] * scale, z = n[i][2] * scale;
        b->half[i] = hit_cone_map(f, x, y, z);
        size += skew * (fabs(x) + fabs(y) + fabs(z));
    }
    b->center = hit_cone_map(f, cx, cy, cz);
    b->slack = HIT_CONE_SLACK * size;
    return size <= DBL_MAX;
}

// The part of the axis in the box; when `sure`, in a box that is smaller by what it may be wrong by.
static inline void clip_axis(const framed_box* b, bool sure, double* first, double* last)
{
    double t0 = -HUGE_VAL, t1 = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        const double shrink = sure ? b->width[i] : 0.0, inverse = 1.0 / b->rate[i];
        // A rate of 0 gives infinities of the right signs; and a NaN for a slab that ends at 0, which is kept out of t0
        // and t1, and does not constrain.
        const double at_lo = (b->lo[i] + shrink) * inverse, at_hi = (b->hi[i] - shrink) * inverse;
        const bool forward = b->rate[i] > 0.0;
        t0 = max2(forward ? at_lo : at_hi, t0);
        t1 = min2(forward ? at_hi : at_lo, t1);
    }
    *first = t0;
    *last = t1;
}

// ---- The whole box, for the solver -----------------------------------------------------------------------------

// The edges by their corners; the two bits of an edge's number within its direction are those of the other axes.
static const unsigned char edges[12][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                           {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};

// Corners and edges from the two vectors of each axis whose sums are the corners.
static inline void connect(hit_cone_body* body, hit_cone_vec sides[3][2])
{
    body->corners = 8;
    body->directions = 3;
    body->starts = 4;
    body->ends = edges;
    for (int i = 0; i < 8; i++) {
        const hit_cone_vec x = sides[0][i & 1], y = sides[1][(i >> 1) & 1], z = sides[2][i >> 2];
        body->corner[i].x = x.x + y.x + z.x;
        body->corner[i].y = x.y + y.y + z.y;
        body->corner[i].h = x.h + y.h + z.h;
    }
    for (int d = 0; d < 3; d++) {
        body->edge[d].x = sides[d][1].x - sides[d][0].x;
        body->edge[d].y = sides[d][1].y - sides[d][0].y;
        body->edge[d].h = sides[d][1].h - sides[d][0].h;
    }
}

// Corners are sums of their own coordinates, and edges start at the end that is nearer to the apex: so that what is near
// to it is precise even when the box is huge. Returns the axes whose ends are swapped for that, as bits.
static inline unsigned body_from_aabb(const hit_cone_frame* f, const framed_box* b, hit_cone_body* body)
{
    hit_cone_vec sides[3][2];
    unsigned swapped = 0;
    for (int i = 0; i < 3; i++) {
        const bool swap = fabs(b->high[i]) < fabs(b->low[i]);
        const double first = swap ? b->high[i] : b->low[i], second = swap ? b->low[i] : b->high[i];
        swapped |= (unsigned)swap << i;
        sides[i][0].x = first * f->x[i], sides[i][0].y = first * f->y[i], sides[i][0].h = first * f->h[i];
        sides[i][1].x = second * f->x[i], sides[i][1].y = second * f->y[i], sides[i][1].h = second * f->h[i];
    }
    connect(body, sides);
    for (int i = 0; i < 8; i++)
        body->slack[i] = HIT_CONE_SLACK * hit_cone_size(body->corner[i]);
    return swapped;
}

static inline void body_from_obb(const framed_box* b, hit_cone_body* body)
{
    hit_cone_vec sides[3][2];
    for (int i = 0; i < 3; i++) {
        const hit_cone_vec c = b->center, e = b->half[i];
        const double with_center = i == 0 ? 1.0 : 0.0;
        sides[i][0].x = with_center * c.x - e.x, sides[i][1].x = with_center * c.x + e.x;
        sides[i][0].y = with_center * c.y - e.y, sides[i][1].y = with_center * c.y + e.y;
        sides[i][0].h = with_center * c.h - e.h, sides[i][1].h = with_center * c.h + e.h;
    }
    connect(body, sides);
    for (int i = 0; i < 8; i++)
        body->slack[i] = b->slack;
}

static hit_relation solve(const hit_cone_frame* f, const framed_box* b, bool aligned, hit_cone_evidence* evidence)
{
    hit_cone_body body;
    unsigned swapped = 0;
    double t0, t1;

    if (aligned)
        swapped = body_from_aabb(f, b, &body);
    else
        body_from_obb(b, &body);
    clip_axis(b, false, &t0, &t1);
    body.has_axis = t0 <= t1;
    body.axis.x = body.axis.y = 0.0;
    body.axis.h = t1;
    const hit_relation relation = hit_cone_solve(f, &body, evidence);
    if (evidence != NULL && evidence->feature == HIT_FEATURE_VERTEX)
        evidence->index ^= (int)swapped;
    if (evidence != NULL && evidence->feature == HIT_FEATURE_EDGE) {
        const unsigned d = (unsigned)evidence->index / 4;
        const unsigned others = d == 0 ? swapped >> 1 : d == 1 ? (swapped & 1u) | (swapped >> 1 & 2u) : swapped & 3u;
        evidence->index ^= (int)others;
    }
    return relation;
}

// ---- The cheap tests -------------------------------------------------------------------------------------------

static inline double along(hit_cone_vec n, hit_cone_vec v)
{
    return n.x * v.x + n.y * v.y + n.h * v.h;
}

// The corner that is least along a normal.
static hit_cone_vec lowest_corner(const framed_box* b, hit_cone_vec n)
{
    hit_cone_vec v = b->center;
    for (int i = 0; i < 3; i++)
        v = hit_cone_along(v, along(n, b->half[i]) > 0.0 ? -1.0 : 1.0, b->half[i]);
    return v;
}

static inline hit_relation relate(const hit_cone_frame* f, const framed_box* b, bool aligned,
                                  hit_cone_evidence* evidence)
{
    const hit_cone_vec c = b->center;
    const double reach = fabs(b->half[0].h) + fabs(b->half[1].h) + fabs(b->half[2].h);
    const double r = sqrt(c.x * c.x + c.y * c.y), margin = f->sine * c.h - f->cosine * r;
    double t0, t1;

    if (c.h + reach + b->slack < f->h0) {
        const hit_cone_vec n = {0.0, 0.0, -1.0};
        if (evidence != NULL)
            hit_cone_plane(f, evidence, HIT_FEATURE_HEIGHT, 0, lowest_corner(b, n), n, -(c.h + reach + b->slack),
                           -f->h0);
        return HIT_SEPARATE;
    }
    if (c.h - reach - b->slack > f->h1) {
        const hit_cone_vec n = {0.0, 0.0, 1.0};
        if (evidence != NULL)
            hit_cone_plane(f, evidence, HIT_FEATURE_HEIGHT, 1, lowest_corner(b, n), n, c.h - reach - b->slack, f->h1);
        return HIT_SEPARATE;
    }
    if (margin < 0.0) {
        const hit_cone_vec n = hit_cone_side(f, c.x, c.y, r);
        const double low = along(n, c) - fabs(along(n, b->half[0])) - fabs(along(n, b->half[1])) -
                           fabs(along(n, b->half[2])) - b->slack;
        if (low > 0.0) {
            if (evidence != NULL)
                hit_cone_plane(f, evidence, HIT_FEATURE_SIDE, 0, lowest_corner(b, n), n, low, 0.0);
            return HIT_SEPARATE;
        }
    } else if (margin > b->slack && c.h - b->slack > f->h0 && c.h + b->slack < f->h1) {
        if (evidence != NULL)
            hit_cone_witness(f, evidence, HIT_OVERLAPPING, HIT_FEATURE_INTERIOR, 0, c);
        return HIT_OVERLAPPING;
    }
    clip_axis(b, true, &t0, &t1);
    t0 = max2(t0, f->h0);
    t1 = min2(t1, f->h1);
    if (t0 <= t1) {
        if (evidence != NULL) {
            const hit_cone_vec middle = {0.0, 0.0, 0.5 * (t0 + t1)};
            hit_cone_witness(f, evidence, HIT_OVERLAPPING, HIT_FEATURE_AXIS, 0, middle);
        }
        return HIT_OVERLAPPING;
    }
    return solve(f, b, aligned, evidence);
}

// ---- The calls -------------------------------------------------------------------------------------------------

static HIT_NOINLINE hit_relation cone_aabb(const hit_cone* cone, const hit_aabb* aabb, hit_cone_evidence* evidence)
{
    hit_cone_frame f;
    framed_box b;
    if (!hit_cone_frame_make(cone, &f) || !box_from_aabb(&f, aabb, &b))
        return hit_cone_nothing(evidence);
    return relate(&f, &b, true, evidence);
}

static HIT_NOINLINE hit_relation cone_obb(const hit_cone* cone, const hit_obb* obb, hit_cone_evidence* evidence)
{
    hit_cone_frame f;
    framed_box b;
    if (!hit_cone_frame_make(cone, &f) || !box_from_obb(&f, obb, &b))
        return hit_cone_nothing(evidence);
    return relate(&f, &b, false, evidence);
}

hit_relation hit_cone_aabb(const hit_cone* cone, hit_aabb box, hit_cone_evidence* evidence)
{
    if (cone == NULL)
        return hit_cone_nothing(evidence);
    const hit_fpenv saved = hit_fpenv_enter();
    const hit_relation relation = cone_aabb(cone, &box, evidence);
    hit_fpenv_leave(saved);
    return relation;
}

hit_relation hit_cone_obb(const hit_cone* cone, const hit_obb* obb, hit_cone_evidence* evidence)
{
    if (cone == NULL || obb == NULL)
        return hit_cone_nothing(evidence);
    const hit_fpenv saved = hit_fpenv_enter();
    const hit_relation relation = cone_obb(cone, obb, evidence);
    hit_fpenv_leave(saved);
    return relation;
}

bool hit_cone_meets_aabb(const hit_cone* cone, hit_aabb box)
{
    return hit_cone_aabb(cone, box, NULL) != HIT_SEPARATE;
}

bool hit_cone_meets_obb(const hit_cone* cone, const hit_obb* obb)
{
    return hit_cone_obb(cone, obb, NULL) != HIT_SEPARATE;
}
