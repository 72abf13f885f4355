// A cone against a convex polytope: see solve.h for the method.
#include "cone/solve.h"

#include "base/assert.h"
#include "base/fpenv.h"
#include "simd/simd.h"

// A point of the polytope; what it may be wrong by, in any direction and in its height; and the direction away from the
// axis there: that of the point, or, on an edge that passes the axis closely, where the point alone does not tell it,
// the one in which the edge lies.
typedef struct candidate {
    hit_cone_vec point;
    double margin, slack, off;
    double out_x, out_y; // of unit length
    hit_feature feature;
    int index;
} candidate;

static inline double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

// Where on the edges the margin is largest: parameters and margins of edges `e` and `other`, which have one direction.
//
// With a = |edge|² across the axis, dot and cross the products of start and edge across it, the margin at start +
// t·edge is
//     sine·(h + t·eh) - cosine·sqrt(a·(t + dot/a)² + cross²/a),
// whose derivative is zero at t = (|cross|·sine·eh / sqrt(q) - dot) / a with q = cosine²·a - sine²·eh². For q <= 0 the
// edge is steeper than the side of the cone, and the margin grows along it with the height: t is an end.
typedef struct direction {
    f64x2 x, y, h, inverse, slope, end;
} direction;

static inline direction prepare(const hit_cone_frame* f, hit_cone_vec edge)
{
    const double a = edge.x * edge.x + edge.y * edge.y, climb = f->sine * edge.h;
    const double q = f->cosine * f->cosine * a - climb * climb;
    const bool flat = q > 0.0;
    const direction d = {f64x2_splat(edge.x),
                         f64x2_splat(edge.y),
                         f64x2_splat(edge.h),
                         f64x2_splat(flat ? 1.0 / a : 0.0),
                         f64x2_splat(flat ? climb / sqrt(q) : 0.0),
                         f64x2_splat(!flat && edge.h > 0.0 ? 1.0 : 0.0)};
    return d;
}

static inline void search(const hit_cone_frame* f, const hit_cone_polytope* polytope, const direction* d, int e,
                          int other, double at[2], double margin[2])
{
    const int i = polytope->ends[e][0], j = polytope->ends[other][0];
    const f64x2 x = f64x2_make(polytope->x[i], polytope->x[j]), y = f64x2_make(polytope->y[i], polytope->y[j]);
    const f64x2 h = f64x2_make(polytope->h[i], polytope->h[j]);
    const f64x2 dot = f64x2_add(f64x2_mul(x, d->x), f64x2_mul(y, d->y));
    const f64x2 cross = f64x2_sub(f64x2_mul(x, d->y), f64x2_mul(y, d->x));
    const f64x2 free = f64x2_add(f64x2_mul(f64x2_sub(f64x2_mul(f64x2_abs(cross), d->slope), dot), d->inverse), d->end);
    const f64x2 t = f64x2_min(f64x2_max(free, f64x2_splat(0.0)), f64x2_splat(1.0));
    const f64x2 px = f64x2_add(x, f64x2_mul(t, d->x)), py = f64x2_add(y, f64x2_mul(t, d->y));
    const f64x2 ph = f64x2_add(h, f64x2_mul(t, d->h));
    const f64x2 r = f64x2_sqrt(f64x2_add(f64x2_mul(px, px), f64x2_mul(py, py)));
    f64x2_store(at, t);
    f64x2_store(margin, f64x2_sub(f64x2_mul(f64x2_splat(f->sine), ph), f64x2_mul(f64x2_splat(f->cosine), r)));
}

static void point_away(candidate* c)
{
    const double r = sqrt(c->point.x * c->point.x + c->point.y * c->point.y);
    c->out_x = c->point.x / r;
    c->out_y = c->point.y / r;
}

// At the largest margin of an edge the plane along the side of the cone contains the edge: cosine·out·edge = sine·eh,
// with the tilted side. So the part of `out` along the edge is known, and the rest is across it, on the side where the
// edge passes.
static void point_away_from_edge(const hit_cone_frame* f, const hit_cone_polytope* polytope, candidate* c)
{
    const hit_cone_vec edge = polytope->edge[c->index / polytope->starts];
    const int from = polytope->ends[c->index][0];
    const double length = sqrt(edge.x * edge.x + edge.y * edge.y), ux = edge.x / length, uy = edge.y / length;
    const hit_cone_vec side = hit_cone_side(f, 1.0, 0.0);
    const double along = clamp(-side.h * edge.h / (side.x * length), -1.0, 1.0), rest = 1.0 - along * along;
    const double cross = polytope->x[from] * edge.y - polytope->y[from] * edge.x;
    const double across = (cross < 0.0 ? -1.0 : 1.0) * sqrt(rest);
    c->out_x = along * ux + across * uy;
    c->out_y = along * uy - across * ux;
}

// The point of the polytope with the largest margin.
static candidate deepest(const hit_cone_frame* f, const hit_cone_polytope* polytope)
{
    // Twice the edges of a triangle, as they go in pairs.
    double at[HIT_CONE_DIRECTIONS * HIT_CONE_STARTS] = {0.0}, margin[HIT_CONE_DIRECTIONS * HIT_CONE_STARTS] = {0.0};
    const int edges = polytope->directions * polytope->starts;
    candidate best = {hit_cone_corner(polytope, 0), 0.0, polytope->slack[0], 0.0, 0.0, 0.0, HIT_FEATURE_VERTEX, 0};
    int deepest_edge = 0;

    for (int d = 0; d < polytope->directions; d++) {
        const direction prepared = prepare(f, polytope->edge[d]);
        const int e = d * polytope->starts;
        if (polytope->starts == 4) {
            search(f, polytope, &prepared, e, e + 1, at + e, margin + e);
            search(f, polytope, &prepared, e + 2, e + 3, at + e + 2, margin + e + 2);
        } else {
            search(f, polytope, &prepared, e, e, at + e, margin + e);
        }
    }
    for (int e = 1; e < edges; e++)
        deepest_edge = margin[e] > margin[deepest_edge] ? e : deepest_edge;
    if (edges != 0) {
        const int from = polytope->ends[deepest_edge][0], to = polytope->ends[deepest_edge][1];
        const hit_cone_vec edge = polytope->edge[deepest_edge / polytope->starts];
        if (at[deepest_edge] > 0.0 && at[deepest_edge] < 1.0) {
            best.point = hit_cone_along(hit_cone_corner(polytope, from), at[deepest_edge], edge);
            best.slack = polytope->slack[from] + HIT_CONE_SLACK * at[deepest_edge] * hit_cone_size(edge);
            best.feature = HIT_FEATURE_EDGE;
            best.index = deepest_edge;
        } else {
            best.index = at[deepest_edge] > 0.0 ? to : from;
            best.point = hit_cone_corner(polytope, best.index);
            best.slack = polytope->slack[best.index];
        }
    }
    best.margin = hit_cone_margin(f, best.point);
    if (best.feature == HIT_FEATURE_EDGE)
        point_away_from_edge(f, polytope, &best);
    else
        point_away(&best);
    if (polytope->has_axis && hit_cone_margin(f, polytope->axis) > best.margin) {
        best.point = polytope->axis;
        best.margin = hit_cone_margin(f, polytope->axis);
        best.slack = polytope->axis_slack;
        best.feature = HIT_FEATURE_AXIS;
        best.index = 0;
    }
    best.off = best.slack;
    return best;
}

// ---- The polygon at one height ---------------------------------------------------------------------------------

typedef struct polygon {
    int n;
    double x[HIT_CONE_CORNERS + HIT_CONE_DIRECTIONS * HIT_CONE_STARTS];
    double y[HIT_CONE_CORNERS + HIT_CONE_DIRECTIONS * HIT_CONE_STARTS];
    double slack[HIT_CONE_CORNERS + HIT_CONE_DIRECTIONS * HIT_CONE_STARTS];
    double off[HIT_CONE_CORNERS + HIT_CONE_DIRECTIONS * HIT_CONE_STARTS]; // what its height may be wrong by
} polygon;

static void add_point(polygon* p, double x, double y, double slack, double off)
{
    HIT_ASSERT(p->n < HIT_CONE_CORNERS + HIT_CONE_DIRECTIONS * HIT_CONE_STARTS);
    p->x[p->n] = x;
    p->y[p->n] = y;
    p->slack[p->n] = slack;
    p->off[p->n] = off;
    p->n++;
}

// The corners of the polytope at a height, as far as can be told, and the points where its edges cross it.
static void cut(const hit_cone_polytope* polytope, double h, polygon* p)
{
    p->n = 0;
    p->x[0] = p->y[0] = p->slack[0] = p->off[0] =
        0.0; // there is a point for every height between the least and the most
    for (int i = 0; i < polytope->corners; i++) {
        if (fabs(polytope->h[i] - h) <= polytope->slack[i])
            add_point(p, polytope->x[i], polytope->y[i], polytope->slack[i], polytope->slack[i]);
    }
    for (int e = 0; e < polytope->directions * polytope->starts; e++) {
        const hit_cone_vec edge = polytope->edge[e / polytope->starts];
        const int from = polytope->ends[e][0], to = polytope->ends[e][1];
        const double h_from = polytope->h[from], h_to = polytope->h[to];
        if ((h_from < h) == (h_to < h) || h_from == h || h_to == h)
            continue;
        const double t = (h - h_from) / (h_to - h_from);
        // An error in a height moves the point along the edge by as much as the edge is flat.
        const double flat = (fabs(edge.x) + fabs(edge.y)) / fabs(h_to - h_from);
        const double slack = (polytope->slack[from] + HIT_CONE_SLACK * t * hit_cone_size(edge)) * (1.0 + flat);
        const bool crosses = fabs(h_from - h) > polytope->slack[from] && fabs(h_to - h) > polytope->slack[to];
        add_point(p, polytope->x[from] + t * edge.x, polytope->y[from] + t * edge.y, slack, crosses ? 0.0 : slack);
    }
}

// The point of the segment between two corners of a polygon that is nearest to the axis.
typedef struct foot {
    double x, y, square, slack, off; // and its distance, squared
    bool inner;                      // not an end of the segment
} foot;

static foot nearest_on_segment(const polygon* p, int from, int to)
{
    // From the end that is nearer, so that the foot is not the difference of large numbers.
    const bool swap = fabs(p->x[to]) + fabs(p->y[to]) < fabs(p->x[from]) + fabs(p->y[from]);
    const int i = swap ? to : from, j = swap ? from : to;
    const double ex = p->x[j] - p->x[i], ey = p->y[j] - p->y[i], a = ex * ex + ey * ey;
    const double t = -(p->x[i] * ex + p->y[i] * ey) / a; // NaN for a segment without length
    const bool inner = t > 0.0 && t < 1.0;
    foot f = {p->x[i], p->y[i], 0.0, p->slack[i], p->off[i], inner};
    if (inner)
        f.x += t * ex, f.y += t * ey, f.slack += t * p->slack[j], f.off += t * p->off[j];
    else if (t > 0.0)
        f.x = p->x[j], f.y = p->y[j], f.slack = p->slack[j], f.off = p->off[j];
    f.square = f.x * f.x + f.y * f.y;
    return f;
}

// True when the axis goes through the triangle of three corners.
static bool contains_axis(const polygon* p, int i, int j, int k)
{
    const double a = p->x[i] * p->y[j] - p->y[i] * p->x[j], b = p->x[j] * p->y[k] - p->y[j] * p->x[k],
                 c = p->x[k] * p->y[i] - p->y[k] * p->x[i];
    return i != j && j != k && k != i && ((a >= 0.0 && b >= 0.0 && c >= 0.0) || (a <= 0.0 && b <= 0.0 && c <= 0.0));
}

// The point of the convex hull of the corners that is nearest to the axis. From a segment (i, j) between corners, and
// its nearest point, go to the corner k that lies deepest on the side of the axis, and on to the nearer of the segments
// (i, k) and (j, k). When neither is nearer, the triangle of the three contains the axis.
static void nearest_to_axis(const polygon* p, candidate* c)
{
    foot best = {p->x[0], p->y[0], p->x[0] * p->x[0] + p->y[0] * p->y[0], p->slack[0], p->off[0], false};
    int i = 0, j = 0;
    for (int steps = 0; steps < 4 * p->n; steps++) {
        int k = 0;
        double least = HUGE_VAL;
        for (int corner = 0; corner < p->n; corner++) {
            const double along = best.x * p->x[corner] + best.y * p->y[corner];
            if (along < least) {
                least = along;
                k = corner;
            }
        }
        if (!(least < best.square * (1.0 - 0x1p-50)))
            break;
        const foot by_i = nearest_on_segment(p, i, k), by_j = nearest_on_segment(p, j, k);
        if (!(by_i.square < best.square) && !(by_j.square < best.square)) {
            // Or else rounding alone sees k on that side of the nearest point.
            if (contains_axis(p, i, j, k)) {
                best.x = best.y = 0.0;
                best.slack = fmax(p->slack[i], fmax(p->slack[j], p->slack[k]));
                best.off = fmax(p->off[i], fmax(p->off[j], p->off[k]));
            }
            break;
        }
        if (by_i.square < by_j.square) {
            j = k;
            best = by_i;
        } else {
            i = k;
            best = by_j;
        }
    }
    c->point.x = best.x;
    c->point.y = best.y;
    c->slack = best.slack;
    c->off = best.off;
    point_away(c);
    if (best.inner) { // across the segment, which tells the direction better than the point
        const double ex = p->x[j] - p->x[i], ey = p->y[j] - p->y[i], length = sqrt(ex * ex + ey * ey);
        const double sign = p->x[i] * ey - p->y[i] * ex < 0.0 ? -1.0 : 1.0;
        c->out_x = sign * ey / length;
        c->out_y = -sign * ex / length;
    }
}

// ---- Planes ----------------------------------------------------------------------------------------------------

// How far the polytope reaches beyond the plane through the apex with this normal, at least, and the corner that does.
static double lowest_corner(const hit_cone_polytope* polytope, hit_cone_vec normal, int* nearest)
{
    double low = HUGE_VAL;
    for (int i = 0; i < polytope->corners; i++) {
        const double along =
            normal.x * polytope->x[i] + normal.y * polytope->y[i] + normal.h * polytope->h[i] - polytope->slack[i];
        if (along < low) {
            low = along;
            *nearest = i;
        }
    }
    return low;
}

// The same for an axis-aligned box, in the directions of the world.
static double lowest_of_box(const hit_cone_polytope* polytope, const double normal[3], double point[3])
{
    double sum = 0.0, slack = 0.0;
    for (int i = 0; i < 3; i++) {
        const bool low = normal[i] > 0.0 || (normal[i] == 0.0 && fabs(polytope->low[i]) < fabs(polytope->high[i]));
        point[i] = low ? polytope->low[i] : polytope->high[i];
        sum += normal[i] * point[i];
        slack += fabs(normal[i] * point[i]);
    }
    return sum - HIT_CONE_SLACK * slack;
}

// separates() for an axis-aligned box and a normal in the directions of the world.
static bool box_separates(const hit_cone_frame* f, const hit_cone_polytope* polytope, const double n[3],
                          hit_feature feature, int index, hit_cone_evidence* evidence)
{
    const hit_cone_vec normal = hit_cone_map(f, n[0], n[1], n[2]);
    double point[3];
    const double low = lowest_of_box(polytope, n, point), high = hit_cone_support(f, normal);
    if (!(low > high))
        return false;
    if (evidence != NULL) {
        hit_cone_plane(f, evidence, feature, index, hit_cone_map(f, point[0], point[1], point[2]), normal, low, high);
        for (int i = 0; i < 3; i++) {
            evidence->normal[i] = n[i];
            evidence->point[i] = point[i];
        }
    }
    return true;
}

// True when the plane with this normal, of unit length, certainly has the polytope on one side and the cone on the
// other.
//
// A plane along an edge of a box has a component 0 there, which is noise after all the turning; times the coordinate of
// a corner at 1e30 it would drown what is decided near the apex. So the noise is cleared, and far corners have no part
// in the sum; if that is not enough, more is cleared, at the expense of what is close.
static bool separates(const hit_cone_frame* f, const hit_cone_polytope* polytope, hit_cone_vec normal,
                      hit_feature feature, int index, hit_cone_evidence* evidence)
{
    static const double noise[] = {0x1p-50, 0x1p-36};
    if (polytope->low == NULL) {
        int nearest = 0;
        const double low = lowest_corner(polytope, normal, &nearest), high = hit_cone_support(f, normal);
        if (!(low > high))
            return false;
        if (evidence != NULL)
            hit_cone_plane(f, evidence, feature, index, hit_cone_corner(polytope, nearest), normal, low, high);
        return true;
    }
    for (int k = 0; k < 2; k++) {
        double n[3];
        hit_cone_unmap(f, normal, n);
        for (int i = 0; i < 3; i++)
            n[i] = fabs(n[i]) <= noise[k] ? 0.0 : n[i];
        if (box_separates(f, polytope, n, feature, index, evidence))
            return true;
    }
    return false;
}

// The plane that touches the rim of a cap at the height of the candidate, and leaves the polytope on the other side.
// Its normal is (out, tilt), and the tilt must not let any corner cross: corners above that height bound it from below,
// those beneath from above. Of the tilts that remain, the one nearest to the plane along the side, -tangent, also has
// the rest of the cone behind it.
static bool rim_separates(const hit_cone_frame* f, const hit_cone_polytope* polytope, const candidate* c, int end,
                          hit_cone_evidence* evidence)
{
    const double tangent = f->sine / f->cosine, h = c->point.h, r = c->out_x * c->point.x + c->out_y * c->point.y;
    const double side = -tangent - 2.0 * HIT_CONE_TILT * (1.0 + tangent * tangent);
    double low = -HUGE_VAL, high = HUGE_VAL, tilt;
    for (int i = 0; i < polytope->corners; i++) {
        const double above = polytope->h[i] - h;
        const double bound = -(c->out_x * polytope->x[i] + c->out_y * polytope->y[i] - r) / above;
        if (above > polytope->slack[i] && bound > low)
            low = bound;
        if (above < -polytope->slack[i] && bound < high)
            high = bound;
    }
    tilt = side < low ? low : side > high ? high : side;
    const double scale = 1.0 / sqrt(1.0 + tilt * tilt);
    const hit_cone_vec normal = {c->out_x * scale, c->out_y * scale, tilt * scale};
    return separates(f, polytope, normal, HIT_FEATURE_RIM, end, evidence);
}

// ---- Caps and huge boxes ---------------------------------------------------------------------------------------

// The point X of an axis-aligned box at a height that is nearest to the axis of the cone, in the directions of the
// world. It minimises |X - h·axis|² on the plane axis·X = h, so X_i = clamp(mu·axis_i) with a multiplier mu, for which
// axis·X = h; the left side grows with mu, and is linear between the six values at which a coordinate reaches a side.
// The normal of the box there is X - mu·axis, exactly 0 along coordinates that are free: so this serves boxes of 1e30,
// whose polygon at the height has corners too far away to tell what is near. It is less precise about boxes that graze
// the axis.
typedef struct cap_point {
    double x[3], normal[3], margin, slack;
} cap_point;

static double height_for(const hit_cone_frame* f, const hit_cone_polytope* polytope, double mu)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++)
        sum += f->h[i] * clamp(mu * f->h[i], polytope->low[i], polytope->high[i]);
    return sum;
}

static cap_point find_cap_point(const hit_cone_frame* f, const hit_cone_polytope* polytope, double h)
{
    double least = -DBL_MAX, most = DBL_MAX, rest = h, slope = 0.0, square = 0.0, length = 0.0;
    cap_point c = {.slack = HIT_CONE_SLACK * h};
    for (int k = 0; k < 6; k++) {
        const double side = k < 3 ? polytope->low[k] : polytope->high[k - 3], mu = side / f->h[k % 3];
        if (!(fabs(mu) <= DBL_MAX))
            continue;
        const double here = height_for(f, polytope, mu);
        if (here <= h && mu > least)
            least = mu;
        if (here >= h && mu < most)
            most = mu;
    }
    const double middle = 0.5 * least + 0.5 * most;
    for (int i = 0; i < 3; i++) {
        const double at = middle * f->h[i];
        if (f->h[i] != 0.0 && at > polytope->low[i] && at < polytope->high[i])
            slope += f->h[i] * f->h[i];
        else
            rest -= f->h[i] * clamp(at, polytope->low[i], polytope->high[i]);
    }
    for (int i = 0; i < 3; i++) {
        c.x[i] = clamp((slope > 0.0 ? clamp(rest / slope, least, most) : middle) * f->h[i], polytope->low[i],
                       polytope->high[i]);
        square += (c.x[i] - h * f->h[i]) * (c.x[i] - h * f->h[i]);
        c.slack += HIT_CONE_SLACK * fabs(c.x[i]);
    }
    // At a corner any mu between the two gives the same point; the plane along the side of the cone is the one to be
    // near.
    const double aim = h + sqrt(square) * f->sine / f->cosine;
    const double mu = slope > 0.0 ? clamp(rest / slope, least, most) : clamp(aim, least, most);
    for (int i = 0; i < 3; i++) {
        const double at = mu * f->h[i];
        c.normal[i] = at > polytope->low[i] && at < polytope->high[i] ? 0.0 : c.x[i] - at;
        length += c.normal[i] * c.normal[i];
    }
    for (int i = 0; i < 3; i++)
        c.normal[i] /= sqrt(length);
    c.margin = f->sine * h - f->cosine * sqrt(square);
    return c;
}

// ---- The whole -------------------------------------------------------------------------------------------------

// True when a point whose true height may be `excess` beyond a cap is certainly near a common point. What is known of
// the point is that the polytope has one within its slack; on the way from there to a corner that is certainly on the
// inner side the cap is crossed, and the margin, which is concave, is there at least what it is between the two.
static bool returns_below(const hit_cone_frame* f, const hit_cone_polytope* polytope, const candidate* c, double excess,
                          double sign, double cap)
{
    if (excess <= 0.0)
        return true;
    for (int i = 0; i < polytope->corners; i++) {
        const double drop = sign * (cap - polytope->h[i]) - polytope->slack[i];
        const double margin = hit_cone_margin(f, hit_cone_corner(polytope, i)) - polytope->slack[i];
        if (drop > 0.0 && (c->margin - c->slack) * drop + margin * excess > 0.0)
            return true;
    }
    return false;
}

static bool is_certain(const hit_cone_frame* f, const hit_cone_polytope* polytope, const candidate* c)
{
    return c->margin > c->slack && returns_below(f, polytope, c, c->point.h + c->off - f->h1, 1.0, f->h1) &&
           returns_below(f, polytope, c, f->h0 - c->point.h + c->off, -1.0, f->h0);
}

hit_relation hit_cone_solve(const hit_cone_frame* f, const hit_cone_polytope* polytope, hit_cone_evidence* evidence)
{
    const hit_cone_vec up = {0.0, 0.0, 1.0}, down = {0.0, 0.0, -1.0};
    double least = HUGE_VAL, most = -HUGE_VAL; // the heights of the polytope
    HIT_ASSERT(polytope->corners >= 1 && polytope->corners <= HIT_CONE_CORNERS);
    HIT_ASSERT(polytope->directions <= HIT_CONE_DIRECTIONS && polytope->starts <= HIT_CONE_STARTS);
    for (int i = 0; i < polytope->corners; i++) {
        least = polytope->h[i] < least ? polytope->h[i] : least;
        most = polytope->h[i] > most ? polytope->h[i] : most;
    }
    if (most < f->h0 && separates(f, polytope, down, HIT_FEATURE_HEIGHT, 0, evidence))
        return HIT_SEPARATE;
    if (least > f->h1 && separates(f, polytope, up, HIT_FEATURE_HEIGHT, 1, evidence))
        return HIT_SEPARATE;

    candidate best = deepest(f, polytope);
    if (best.point.h >= f->h0 && best.point.h <= f->h1) {
        if (best.margin <= best.slack &&
            separates(f, polytope, hit_cone_side(f, best.out_x, best.out_y), HIT_FEATURE_SIDE, 0, evidence))
            return HIT_SEPARATE;
    } else {
        const int end = best.point.h > f->h1;
        double h = end ? f->h1 : f->h0;
        polygon p;
        // Where rounding alone keeps the polytope from the cap, its last height is meant.
        h = h < least ? least : h > most ? most : h;
        cut(polytope, h, &p);
        best.point.h = h;
        nearest_to_axis(&p, &best);
        best.margin = hit_cone_margin(f, best.point);
        best.feature = HIT_FEATURE_CAP;
        best.index = end;
        if (best.margin <= best.slack &&
            (rim_separates(f, polytope, &best, end, evidence) ||
             separates(f, polytope, hit_cone_side(f, best.out_x, best.out_y), HIT_FEATURE_SIDE, 0, evidence)))
            return HIT_SEPARATE;
        if (best.margin <= best.slack && polytope->low != NULL) {
            const cap_point c = find_cap_point(f, polytope, h);
            if (box_separates(f, polytope, c.normal, HIT_FEATURE_RIM, end, evidence))
                return HIT_SEPARATE;
            if (c.margin - c.slack > best.margin - best.slack) {
                best.point = hit_cone_map(f, c.x[0], c.x[1], c.x[2]);
                best.margin = c.margin;
                best.slack = best.off = c.slack;
            }
        }
    }
    const hit_relation relation = is_certain(f, polytope, &best) ? HIT_OVERLAPPING : HIT_TOUCHING;
    if (evidence != NULL)
        hit_cone_witness(f, evidence, relation, best.feature, best.index, best.point);
    return relation;
}

// ---- Evidence: what a caller needs to check and to print it ---------------------------------------------------------

static HIT_NOINLINE double support(const hit_cone* cone, const double normal[3])
{
    hit_cone_frame f;
    if (!hit_cone_frame_make(cone, &f))
        return -HUGE_VAL;
    const hit_cone_vec n = hit_cone_map(&f, normal[0], normal[1], normal[2]);
    const double slope = hit_cone_slope(&f, n) / f.cosine;
    // Written so that an infinite height times a slope of 0 is 0.
    return slope > 0.0 ? f.h1 * slope : f.h0 * slope;
}

double hit_cone_reach(const hit_cone* cone, const double normal[3])
{
    if (cone == NULL || normal == NULL)
        return -HUGE_VAL;
    const hit_fpenv saved = hit_fpenv_enter();
    const double result = support(cone, normal);
    hit_fpenv_leave(saved);
    return result;
}

const char* hit_relation_name(hit_relation relation)
{
    static const char* const names[] = {"separate", "touching", "overlapping"};
    return (unsigned)relation < sizeof names / sizeof names[0] ? names[relation] : "unknown";
}

const char* hit_feature_name(hit_feature feature)
{
    static const char* const names[] = {"none", "interior", "axis",   "vertex", "edge", "face",
                                        "cap",  "surface",  "height", "side",   "rim"};
    return (unsigned)feature < sizeof names / sizeof names[0] ? names[feature] : "unknown";
}
