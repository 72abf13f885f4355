// A cone against boxes: axis-aligned, and oriented ones with any axes.
//
// Cheap tests decide most pairs: the box lies below or above the heights of the cone; the plane along the side of the
// cone that faces the centre of the box has the whole box in front of it; the centre is in the cone, or the point of
// the box that is nearest to the axis at the height of the centre; a plane past a rim has the box in front of it; a way
// from that point to a corner crosses a cap within the cone; the axis goes through the box. hit_cone_solve decides the
// rest.
//
// These tests work in the directions of the world, on a centre and three half edges; only the solver needs the frame of
// the cone and the corners. Cost: about 35 to 70 ns when the box is apart or its centre inside, 100 to 150 ns for the
// other cheap tests, 200 to 300 ns else.
//
// For an oriented box and no evidence, cone/filter.h comes before all of this: it takes the time of one of these tests,
// and leaves one box in ten to them.
#include "base/fpenv.h"
#include "cone/filter.h"
#include "cone/many.h"
#include "cone/solve.h"
#include "shapes/linear3.h"

// A box relative to the apex: center ± half[0] ± half[1] ± half[2].
typedef struct local_box {
    double center[3], half[3][3];
    double low[3], high[3]; // the corners of an axis-aligned box
    const hit_obb* obb;     // NULL for an axis-aligned box
    double slack;           // what center ± halves may be wrong by
    double skew;            // 1 for perpendicular axes of unit length, larger the closer they are to being dependent
} local_box;

// How far the box reaches from its centre along n, per half edge.
static inline double half_edge_along(const local_box* b, int i, const double n[3])
{
    return b->obb == NULL ? b->half[i][i] * n[i] : dot3(b->half[i], n);
}

static inline void local_box_from_aabb(const hit_cone_frame* f, const hit_aabb* aabb, local_box* b)
{
    const float min[3] = {aabb->min.x, aabb->min.y, aabb->min.z}, max[3] = {aabb->max.x, aabb->max.y, aabb->max.z};
    double size = 0.0;
    b->obb = NULL;
    b->skew = 1.0;
    for (int i = 0; i < 3; i++) {
        const double low = (double)min[i] - f->apex[i], high = (double)max[i] - f->apex[i];
        size += fabs(low) + fabs(high);
        b->low[i] = low;
        b->high[i] = high;
        b->center[i] = 0.5 * (low + high);
        b->half[i][i] = 0.5 * (high - low);
    }
    b->slack = HIT_CONE_SLACK * size;
}

// The half edges of {p : |a_i·(p - c)| <= half_i} are half_i·(a_j×a_k)/det. Where the axes are almost dependent, det is
// small, and errors grow with `skew`.
static inline void local_box_from_obb(const hit_cone_frame* f, const hit_obb* obb, local_box* b)
{
    const double a[3][3] = {{obb->axis[0].x, obb->axis[0].y, obb->axis[0].z},
                            {obb->axis[1].x, obb->axis[1].y, obb->axis[1].z},
                            {obb->axis[2].x, obb->axis[2].y, obb->axis[2].z}};
    b->obb = obb;
    b->center[0] = (double)obb->center.x - f->apex[0];
    b->center[1] = (double)obb->center.y - f->apex[1];
    b->center[2] = (double)obb->center.z - f->apex[2];
    cross3(a[1], a[2], b->half[0]);
    cross3(a[2], a[0], b->half[1]);
    cross3(a[0], a[1], b->half[2]);
    const double inverse = 1.0 / dot3(a[0], b->half[0]);
    b->skew = sum3_abs(a[0]) * sum3_abs(a[1]) * sum3_abs(a[2]) * fabs(inverse);
    double size = 0.0;
    for (int i = 0; i < 3; i++) {
        const double scale = (double)obb->half[i] * inverse;
        b->half[i][0] *= scale, b->half[i][1] *= scale, b->half[i][2] *= scale;
        size += sum3_abs(b->half[i]);
    }
    size = sum3_abs(b->center) + b->skew * size;
    b->slack = HIT_CONE_SLACK * size;
}

// False for the empty set. The slack is infinite or NaN when anything is that. Axes that do not span space have a
// determinant of 0, which may come out as noise.
static inline bool inputs_are_valid(const hit_cone* cone, const local_box* b)
{
    const bool proper = b->obb == NULL ? b->low[0] <= b->high[0] && b->low[1] <= b->high[1] && b->low[2] <= b->high[2]
                                       : b->obb->half[0] >= 0.0f && b->obb->half[1] >= 0.0f && b->obb->half[2] >= 0.0f;
    return proper && b->slack <= DBL_MAX && hit_cone_inputs_are_valid(cone) &&
           (b->skew < 0x1p30 || hit_cone_axes_span(b->obb));
}

// The box as three slabs along its own axes: a point t of the axis of the cone is in it where low <= rate·t <= high.
typedef struct slabs {
    double low[3], high[3], rate[3];
    double slack[3]; // what low and high may be wrong by
} slabs;

static inline void make_slabs(const hit_cone_frame* f, const local_box* b, slabs* s)
{
    for (int i = 0; i < 3; i++) {
        if (b->obb == NULL) {
            s->low[i] = b->low[i];
            s->high[i] = b->high[i];
            s->rate[i] = f->h[i];
            s->slack[i] = HIT_CONE_SLACK * (fabs(b->low[i]) + fabs(b->high[i]));
        } else {
            const double a[3] = {b->obb->axis[i].x, b->obb->axis[i].y, b->obb->axis[i].z}, half = b->obb->half[i];
            const double center = dot3(a, b->center);
            s->low[i] = center - half;
            s->high[i] = center + half;
            s->rate[i] = dot3(a, f->h);
            s->slack[i] = HIT_CONE_SLACK * (sum3_abs(a) * sum3_abs(b->center) + half);
        }
    }
}

// An interval of heights on the axis of the cone.
typedef struct interval {
    double first, last;
} interval;

// The part of the axis in the box, and in a box that is smaller by what it may be wrong by. Of a flat box that leaves
// nothing; but if the axis is certainly between the other sides wherever it may cross the flat one, it does cross it.
// Returns true when that is certain between the heights of the cone, and then the height `at` of a common point.
static inline bool clip_axis(const hit_cone_frame* f, const slabs* s, interval* whole, double* at)
{
    interval certain = {-HUGE_VAL, HUGE_VAL}, crossing = {HUGE_VAL, -HUGE_VAL};
    int flat = 0;
    whole->first = -HUGE_VAL;
    whole->last = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        // A rate of 0 gives infinities of the right signs; and a NaN for a slab that ends at 0, which min2 and max2
        // keep out, and which does not constrain.
        const double inverse = 1.0 / s->rate[i], sign = inverse > 0.0 ? 1.0 : -1.0;
        const double enter = inverse > 0.0 ? s->low[i] : s->high[i], leave = inverse > 0.0 ? s->high[i] : s->low[i];
        whole->first = max2(enter * inverse, whole->first);
        whole->last = min2(leave * inverse, whole->last);
        const double slack = sign * s->slack[i];
        if ((enter + slack) * inverse >= (leave - slack) * inverse) {
            crossing.first = (enter - slack) * inverse;
            crossing.last = (leave + slack) * inverse;
            flat++;
        } else {
            certain.first = max2((enter + slack) * inverse, certain.first);
            certain.last = min2((leave - slack) * inverse, certain.last);
        }
    }
    if (flat == 0) {
        *at = 0.5 * (max2(certain.first, f->h0) + min2(certain.last, f->h1));
        return certain.first < certain.last && certain.first <= f->h1 && certain.last >= f->h0;
    }
    *at = 0.5 * (crossing.first + crossing.last);
    return flat == 1 && crossing.first > max2(certain.first, f->h0) && crossing.last < min2(certain.last, f->h1);
}

// The point of the box that is nearest to the point of the axis at height t; for axes that are not orthonormal, one
// near to that. Without branches, as which sides it lies at is hard to predict.
static inline void approach(const local_box* b, const slabs* s, double t, double point[3])
{
    if (b->obb == NULL) {
        for (int i = 0; i < 3; i++)
            point[i] = min2(max2(t * s->rate[i], s->low[i]), s->high[i]);
        return;
    }
    for (int k = 0; k < 3; k++)
        point[k] = b->center[k];
    for (int i = 0; i < 3; i++) {
        // A box without extent gives a NaN, which min2 turns into 1: its half edge is 0.
        const double along = t * s->rate[i], whole = s->high[i] - s->low[i];
        const double part = max2(min2((along - s->low[i] - (s->high[i] - along)) / whole, 1.0), -1.0);
        for (int k = 0; k < 3; k++)
            point[k] += part * b->half[i][k];
    }
}

// The sides at which that point lies, two bits for each axis: 1 for the smaller end, 2 for the larger.
static inline unsigned sides_of(const slabs* s, double t)
{
    unsigned sides = 0;
    for (int i = 0; i < 3; i++) {
        const double along = t * s->rate[i];
        sides |= (along <= s->low[i] ? 1u : along >= s->high[i] ? 2u : 0u) << (2 * i);
    }
    return sides;
}

// ---- The whole box, for the solver -----------------------------------------------------------------------------

// The edges by their corners; the two bits of an edge's number within its direction are those of the other axes.
static const unsigned char edges[12][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                           {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};

// Corners and edges from the two vectors of each axis whose sums are the corners.
static inline void connect(hit_cone_polytope* polytope, hit_cone_vec sides[3][2])
{
    polytope->corners = 8;
    polytope->directions = 3;
    polytope->starts = 4;
    polytope->ends = edges;
    for (int i = 0; i < 8; i++) {
        const hit_cone_vec x = sides[0][i & 1], y = sides[1][(i >> 1) & 1], z = sides[2][i >> 2];
        polytope->x[i] = x.x + y.x + z.x;
        polytope->y[i] = x.y + y.y + z.y;
        polytope->h[i] = x.h + y.h + z.h;
    }
    for (int d = 0; d < 3; d++) {
        polytope->edge[d].x = sides[d][1].x - sides[d][0].x;
        polytope->edge[d].y = sides[d][1].y - sides[d][0].y;
        polytope->edge[d].h = sides[d][1].h - sides[d][0].h;
    }
}

// Corners are sums of their own coordinates, and edges start at the end that is nearer to the apex: so that what is
// near to it is precise even when the box is huge. Returns the axes whose ends are swapped for that, as bits.
static inline unsigned polytope_from_aabb(const hit_cone_frame* f, const local_box* b, hit_cone_polytope* polytope)
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
    connect(polytope, sides);
    for (int i = 0; i < 8; i++)
        polytope->slack[i] = HIT_CONE_SLACK * hit_cone_size(hit_cone_corner(polytope, i));
    return swapped;
}

static inline void polytope_from_obb(const hit_cone_frame* f, const local_box* b, hit_cone_polytope* polytope)
{
    const hit_cone_vec c = hit_cone_map(f, b->center[0], b->center[1], b->center[2]);
    hit_cone_vec sides[3][2];
    for (int i = 0; i < 3; i++) {
        const hit_cone_vec e = hit_cone_map(f, b->half[i][0], b->half[i][1], b->half[i][2]);
        const double with_center = i == 0 ? 1.0 : 0.0;
        sides[i][0].x = with_center * c.x - e.x, sides[i][1].x = with_center * c.x + e.x;
        sides[i][0].y = with_center * c.y - e.y, sides[i][1].y = with_center * c.y + e.y;
        sides[i][0].h = with_center * c.h - e.h, sides[i][1].h = with_center * c.h + e.h;
    }
    connect(polytope, sides);
    for (int i = 0; i < 8; i++)
        polytope->slack[i] = b->slack;
}

static hit_relation solve(const hit_cone_frame* f, const local_box* b, interval axis, hit_cone_evidence* evidence)
{
    hit_cone_polytope polytope;
    unsigned swapped = 0;

    polytope.low = b->obb == NULL ? b->low : NULL;
    polytope.high = b->obb == NULL ? b->high : NULL;
    if (b->obb == NULL)
        swapped = polytope_from_aabb(f, b, &polytope);
    else
        polytope_from_obb(f, b, &polytope);
    polytope.has_axis = axis.first <= axis.last;
    polytope.axis.x = polytope.axis.y = 0.0;
    polytope.axis.h = axis.last;
    polytope.axis_slack = b->obb == NULL ? HIT_CONE_SLACK * fabs(axis.last) : b->slack;
    const hit_relation relation = hit_cone_solve(f, &polytope, evidence);
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

// Evidence in the world's directions, where the frame of the cone has not been made. `point` is set to the corner that
// is least along the normal, which need not be of unit length yet.
static void note_plane(const hit_cone_frame* f, const local_box* b, hit_feature feature, int index, const double n[3],
                       double low, double high, hit_cone_evidence* evidence)
{
    if (evidence == NULL)
        return;
    const double scale = 1.0 / sqrt(dot3(n, n));
    evidence->relation = HIT_SEPARATE;
    evidence->feature = feature;
    evidence->index = index;
    for (int i = 0; i < 3; i++) {
        evidence->normal[i] = scale * n[i];
        evidence->point[i] = b->obb != NULL ? b->center[i] : n[i] > 0.0 ? b->low[i] : b->high[i];
    }
    for (int i = 0; i < 3 && b->obb != NULL; i++) {
        const double sign = half_edge_along(b, i, n) > 0.0 ? -1.0 : 1.0;
        for (int k = 0; k < 3; k++)
            evidence->point[k] += sign * b->half[i][k];
    }
    evidence->height = dot3(f->h, evidence->point);
    evidence->offset = 0.5 * scale * (low + high);
    evidence->margin = scale * (high - low);
}

static void note_point(hit_feature feature, int index, const double point[3], double height, double margin,
                       hit_cone_evidence* evidence)
{
    static const hit_cone_evidence overlap = {.relation = HIT_OVERLAPPING};
    if (evidence == NULL)
        return;
    *evidence = overlap;
    evidence->feature = feature;
    evidence->index = index;
    evidence->point[0] = point[0], evidence->point[1] = point[1], evidence->point[2] = point[2];
    evidence->height = height;
    evidence->margin = margin;
}

// What part of the box has the sides that sides_of() gave, and its number.
static hit_feature feature_of(unsigned sides, int* index)
{
    unsigned larger = 0, between = 0;
    for (unsigned i = 0; i < 3; i++) {
        larger |= (sides >> (2 * i + 1) & 1u) << i;
        between |= (unsigned)((sides >> (2 * i) & 3u) == 0u) << i;
    }
    switch (between) {
    case 0:
        *index = (int)larger;
        return HIT_FEATURE_VERTEX;
    case 1: // one axis: an edge along it
        *index = (int)(larger >> 1);
        return HIT_FEATURE_EDGE;
    case 2:
        *index = (int)(4u + ((larger & 1u) | (larger >> 1 & 2u)));
        return HIT_FEATURE_EDGE;
    case 4:
        *index = (int)(8u + larger);
        return HIT_FEATURE_EDGE;
    case 7:
        *index = 0;
        return HIT_FEATURE_AXIS;
    default: { // two axes: a face across the third
        const int across = between == 6 ? 0 : between == 5 ? 1 : 2;
        *index = 2 * across + (int)(larger >> across & 1u);
        return HIT_FEATURE_FACE;
    }
    }
}

// The centre of a box, seen from the axis.
typedef struct box_center {
    double h, r, margin; // height, distance from the axis, depth in the infinite cone
    double across[3];    // from the axis to the centre; its direction is known to 2^-52·|centre|/r
    double rise;         // how much higher and lower the corners lie
} box_center;

static inline double half_extent_along(const local_box* b, const double n[3])
{
    return fabs(half_edge_along(b, 0, n)) + fabs(half_edge_along(b, 1, n)) + fabs(half_edge_along(b, 2, n));
}

static inline double depth_of(const hit_cone_frame* f, const double x[3], double h)
{
    const double p[3] = {x[0] - h * f->h[0], x[1] - h * f->h[1], x[2] - h * f->h[2]};
    return f->sine * h - f->cosine * sqrt(dot3(p, p));
}

// The whole box is below or above the cone.
static inline bool beyond(const hit_cone_frame* f, const local_box* b, const box_center* c, hit_cone_evidence* evidence)
{
    // The caps, and how far a normal that is rounded lets their rims stand out; of a cone so wide that this is more
    // than its height, the rim at h1 is what stands out most, without end (NaN here) when that is infinite.
    const double leak = HIT_CONE_LEAK * f->secant, lowest = leak > 1.0 ? f->h1 : f->h0;
    const double bottom = lowest - leak * lowest, top = f->h1 + leak * f->h1;
    if (c->h + c->rise + b->slack < bottom) {
        const double down[3] = {-f->h[0], -f->h[1], -f->h[2]};
        note_plane(f, b, HIT_FEATURE_HEIGHT, 0, down, -(c->h + c->rise + b->slack), -bottom, evidence);
        return true;
    }
    if (c->h - c->rise - b->slack > top) {
        note_plane(f, b, HIT_FEATURE_HEIGHT, 1, f->h, c->h - c->rise - b->slack, top, evidence);
        return true;
    }
    return false;
}

// The plane along the side that faces the centre has the whole box in front of it. The normal, cosine·across/r -
// sine·axis, is multiplied by r, which saves a division; and it leans back from the cone by what the direction may be
// wrong by, if that is little.
static inline bool beside(const hit_cone_frame* f, const local_box* b, const box_center* c, hit_cone_evidence* evidence)
{
    const double lean = (HIT_CONE_TILT * c->r + 0x1p-50 * sum3_abs(b->center)) * f->secant;
    const double back = f->sine * c->r + lean;
    const double n[3] = {f->cosine * c->across[0] - back * f->h[0], f->cosine * c->across[1] - back * f->h[1],
                         f->cosine * c->across[2] - back * f->h[2]};
    const double low = dot3(n, b->center) - half_extent_along(b, n) - 2.0 * b->slack * (c->r + lean);
    if (!(low > 0.0 && lean < c->r && lean * f->cosine < 0x1p-30 * c->r))
        return false;
    note_plane(f, b, HIT_FEATURE_SIDE, 0, n, low, 0.0, evidence);
    return true;
}

// The same for the plane across the line from the nearest rim to a centre that is below or above the cone. The normal,
// l·across/r + v·axis, is multiplied by r. A ruling of the side goes along it by `slope` per length, give or take
// 2^-49 of its parts.
static inline bool past_rim(const hit_cone* cone, const hit_cone_frame* f, const local_box* b, const box_center* c,
                            hit_cone_evidence* evidence)
{
    const double cap = c->h > f->h1 ? f->h1 : f->h0, l = c->r - cap * (double)cone->tangent, v = c->h - cap;
    const double n[3] = {l * c->across[0] + v * c->r * f->h[0], l * c->across[1] + v * c->r * f->h[1],
                         l * c->across[2] + v * c->r * f->h[2]};
    const double size = c->r * (fabs(l) + fabs(v));
    const double slope = c->r * (v * f->cosine + l * f->sine) + 0x1p-49 * (fabs(l) * sum3_abs(b->center) + size);
    const double high = slope > 0.0 ? f->h1 * f->secant * slope : f->h0 * f->secant * slope;
    const double low = dot3(n, b->center) - half_extent_along(b, n) - 2.0 * b->slack * size;
    if (!(l > 0.0 && low > high))
        return false;
    note_plane(f, b, HIT_FEATURE_RIM, slope > 0.0, n, low, high, evidence);
    return true;
}

// From a point q of the box that is above or below the cone, go to the box's lowest or highest corner: where that
// crosses the cap is a point of both, if it is deep enough to be so wherever the crossing really is.
static inline bool crosses_cap(const hit_cone_frame* f, const local_box* b, const box_center* c, const double q[3],
                               double qh, hit_cone_evidence* evidence)
{
    const bool above = qh > f->h1;
    const double cap = above ? f->h1 : f->h0, down = above ? 1.0 : -1.0, wh = c->h - down * c->rise;
    const double t = (cap - qh) / (wh - qh);
    double x[3], length = 0.0;
    for (int k = 0; k < 3; k++)
        x[k] = b->center[k];
    for (int i = 0; i < 3; i++) {
        const double sign = copysign(down, -half_edge_along(b, i, f->h) * down);
        if (b->obb == NULL)
            x[i] += sign * b->half[i][i];
        for (int k = 0; k < 3 && b->obb != NULL; k++)
            x[k] += sign * b->half[i][k];
    }
    for (int k = 0; k < 3; k++) {
        length += fabs(x[k] - q[k]);
        x[k] = q[k] + t * (x[k] - q[k]);
    }
    const double margin = depth_of(f, x, cap);
    if (!(down * (qh - cap) > b->slack && down * (cap - wh) > b->slack) ||
        !(margin * fabs(wh - qh) > b->slack * (fabs(wh - qh) + 2.0 * length)))
        return false;
    note_point(HIT_FEATURE_CAP, above, x, cap, margin, evidence);
    return true;
}

// A "separate" is right for empty sets as well, however it came about; so, when there is no evidence to give, only a
// box that is neither beyond nor beside the cone is checked for bad input.
static inline hit_relation relate(const hit_cone* cone, hit_cone_frame* f, const local_box* b,
                                  hit_cone_evidence* evidence)
{
    const double slack = b->slack;
    box_center c;
    if (evidence != NULL && !inputs_are_valid(cone, b))
        return hit_cone_nothing(evidence);
    c.h = dot3(f->h, b->center);
    c.rise = half_extent_along(b, f->h);
    if (beyond(f, b, &c, evidence))
        return HIT_SEPARATE;

    for (int i = 0; i < 3; i++)
        c.across[i] = b->center[i] - c.h * f->h[i];
    c.r = sqrt(dot3(c.across, c.across));
    c.margin = f->sine * c.h - f->cosine * c.r;
    if (c.margin < 0.0 && beside(f, b, &c, evidence))
        return HIT_SEPARATE;
    if (!inputs_are_valid(cone, b))
        return HIT_SEPARATE;
    if (c.margin > slack && c.h - slack > f->h0 && c.h + slack < f->h1) {
        note_point(HIT_FEATURE_INTERIOR, 0, b->center, c.h, c.margin, evidence);
        return HIT_OVERLAPPING;
    }

    slabs s;
    double q[3], t;
    interval axis;
    make_slabs(f, b, &s);
    const double level = min2(max2(c.h, f->h0), f->h1);
    approach(b, &s, level, q);
    const double qh = dot3(f->h, q), q_margin = depth_of(f, q, qh);
    if (q_margin > slack && qh - slack > f->h0 && qh + slack < f->h1) {
        if (evidence != NULL) {
            int index = 0;
            const hit_feature feature = feature_of(sides_of(&s, level), &index);
            note_point(feature, index, q, qh, q_margin, evidence);
        }
        return HIT_OVERLAPPING;
    }
    if ((c.h > f->h1 || c.h < f->h0) && past_rim(cone, f, b, &c, evidence))
        return HIT_SEPARATE;
    if ((qh > f->h1 || qh < f->h0) && crosses_cap(f, b, &c, q, qh, evidence))
        return HIT_OVERLAPPING;
    if (clip_axis(f, &s, &axis, &t)) {
        const double point[3] = {t * f->h[0], t * f->h[1], t * f->h[2]};
        note_point(HIT_FEATURE_AXIS, 0, point, t, f->sine * t, evidence);
        return HIT_OVERLAPPING;
    }
    hit_cone_frame_finish(f);
    return solve(f, b, axis, evidence);
}

// ---- The calls -------------------------------------------------------------------------------------------------

static HIT_NOINLINE hit_relation cone_aabb(const hit_cone* cone, const hit_aabb* aabb, hit_cone_evidence* evidence)
{
    hit_cone_frame f;
    local_box b;
    hit_cone_frame_begin(cone, &f);
    local_box_from_aabb(&f, aabb, &b);
    return relate(cone, &f, &b, evidence);
}

static HIT_NOINLINE hit_relation cone_obb(const hit_cone* cone, const hit_obb* obb, hit_cone_evidence* evidence)
{
    hit_cone_frame f;
    local_box b;
    hit_cone_frame_begin(cone, &f);
    local_box_from_obb(&f, obb, &b);
    return relate(cone, &f, &b, evidence);
}

bool hit_cone_frame_meets_aabb(const hit_cone* cone, const hit_cone_frame* f, const hit_aabb* box)
{
    hit_cone_frame copy = *f;
    local_box b;
    local_box_from_aabb(f, box, &b);
    return relate(cone, &copy, &b, NULL) != HIT_SEPARATE;
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
    hit_relation relation;
    if (cone == NULL || obb == NULL)
        return hit_cone_nothing(evidence);
    if (evidence == NULL && hit_cone_filter_obb(cone, obb, &relation))
        return relation;
    const hit_fpenv saved = hit_fpenv_enter();
    relation = cone_obb(cone, obb, evidence);
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
