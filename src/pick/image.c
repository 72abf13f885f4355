// The images of convex shapes on the screen.
//
// The image of a convex shape in front of the camera is convex. How far it is from a point is found as E. Gilbert, D.
// Johnson and S. Keerthi do (A fast procedure for computing the distance between complex objects, 1988), in two
// dimensions: hold the nearest point z of the hull of one, two or three points of the image, and ask for the point of
// the image that is farthest in the direction -z, from z to the point of the screen. When that one is no farther than
// z, z is the nearest point of the image; else it joins the hull. Every point of the hull comes from a point of the
// shape, so z does as well, and what is farthest gives a bound from below: the answer is checked, not only computed.
//
// The farthest point of an image. Points q of the shape are seen at a·q / w·q, with w·q > 0, in a direction of the
// screen, where a is that direction's mix of the rows x and y. The largest quotient is found as W. Dinkelbach does (On
// nonlinear fractional programming, 1967): with the quotient r of some point, the point that is farthest along a - r·w
// in space has a quotient of at least r, and the same only when r is the largest. That converges faster than linearly;
// in three to six steps.
//
// The farthest point in space of a shape between two planes. If the farthest of the whole shape lies there, it is that
// one.
// Else it lies on the plane that cuts it off, and is farthest in the direction d + m·n for some m > 0, n being the
// plane's normal (Lagrange's multiplier): the larger m, the farther behind the plane the point is, so m is found by
// bisection, and the last two points on either side of the plane are joined.
//
// For a hull without radius, all that is done once: the parts of its edges between the planes have the corners of the
// image as their ends, when the planes are parallel.
#include "pick/image.h"

#include "base/assert.h"
#include "pick/camera.h"
#include "scene/convex/convex.h"

// Corners of an image: at most two for each edge; a box has 12, and seven points have 21 at most.
enum { CORNERS = 42, STEPS = 64, BISECTIONS = 60 };

// A point of the shape and where it is seen, from the point of the screen.
typedef struct projected {
    double at[2];
    double w;
    double point[3];
} projected;

typedef struct image {
    const hit_pixel_view* pixel_view;
    const hit_convex_shape* convex;
    uint32_t count; ///< of corners; 0: a round shape
    projected corner[CORNERS];
    projected any; ///< point of the round shape
} image;

static projected project(const hit_pixel_view* pixel_view, const double q[3])
{
    const double w = row_at(pixel_view->w, q);
    const projected s = {{row_at(pixel_view->x, q) / w, row_at(pixel_view->y, q) / w}, w, {q[0], q[1], q[2]}};
    return s;
}

// ---- Views ----------------------------------------------------------------------------------------------------------

bool hit_pixel_view_make(const hit_camera* camera, double x, double y, hit_pixel_view* pixel_view)
{
    double length, depth;

    for (int k = 0; k < 4; k++) {
        pixel_view->x[k] = camera->x[k] - x * camera->w[k];
        pixel_view->y[k] = camera->y[k] - y * camera->w[k];
        pixel_view->w[k] = camera->w[k];
        pixel_view->plane[0][k] = camera->near_plane[k];
        pixel_view->plane[1][k] = camera->far_plane[k];
    }
    cross3(pixel_view->x, pixel_view->y, pixel_view->axis);
    length = sqrt(dot3(pixel_view->axis, pixel_view->axis));
    depth = dot3(pixel_view->axis, camera->near_plane);
    if (!(length > 0.0) || !isfinite(length) || !(fabs(depth) > 0.0))
        return false;
    for (int k = 0; k < 3; k++)
        pixel_view->axis[k] /= depth > 0.0 ? length : -length;
    return true;
}

void hit_pixel_view_square(const hit_pixel_view* pixel_view, double radius, hit_cull_region* cull_region)
{
    double(*plane)[4] = cull_region->plane;

    cull_region->plane_count = 6;
    for (int k = 0; k < 4; k++) {
        plane[0][k] = pixel_view->x[k] + radius * pixel_view->w[k];
        plane[1][k] = radius * pixel_view->w[k] - pixel_view->x[k];
        plane[2][k] = pixel_view->y[k] + radius * pixel_view->w[k];
        plane[3][k] = radius * pixel_view->w[k] - pixel_view->y[k];
        plane[4][k] = pixel_view->plane[0][k];
        plane[5][k] = pixel_view->plane[1][k];
    }
}

hit_cull hit_cull_by_planes(const void* context, const double low[3], const double high[3])
{
    const hit_cull_region* cull_region = context;

    for (uint32_t i = 0; i < cull_region->plane_count; i++) {
        const double* plane = cull_region->plane[i];
        double most = plane[3], size = fabs(plane[3]);
        for (int k = 0; k < 3; k++) {
            most += plane[k] > 0.0 ? plane[k] * high[k] : plane[k] * low[k];
            size += fabs(plane[k]) * fmax(fabs(low[k]), fabs(high[k]));
        }
        // Ten roundings, of the plane's numbers included. Infinite bounds give a NaN at worst, which misses nothing.
        if (most < -0x1p-48 * size)
            return HIT_OUTSIDE;
    }
    return HIT_CROSSING;
}

// ---- Farthest points ------------------------------------------------------------------------------------------------

static double unit(double v[3])
{
    const double length = sqrt(dot3(v, v));
    for (int k = 0; k < 3; k++)
        v[k] = length > 0.0 ? v[k] / length : 0.0;
    return length;
}

// The point of a shape that is farthest in a direction.
//
// Directions come close to the axis of a cylinder whose end a plane clips: what is left of them sideways may be noise.
// So the part along the axis is taken away twice, and the answer stays in the plane of the end.
static void support(const hit_convex_shape* convex, const double direction[3], double at[3])
{
    double axis[3], side[3], along;

    if (!convex->flat_ends) {
        hit_convex_support(convex, direction, at);
        return;
    }
    for (int k = 0; k < 3; k++) {
        axis[k] = convex->point[1][k] - convex->point[0][k];
        side[k] = direction[k];
    }
    unit(axis);
    along = dot3(direction, axis);
    for (int pass = 0; pass < 2; pass++) {
        const double part = dot3(side, axis);
        for (int k = 0; k < 3; k++)
            side[k] -= part * axis[k];
        unit(side);
    }
    for (int k = 0; k < 3; k++)
        at[k] = convex->point[along > 0.0 ? 1 : 0][k] + convex->radius * side[k];
}

// The point of a shape that is farthest in a direction, of those that lie in the half-space. The shape must
// not lie in front of it as a whole.
static void support_clipped(const hit_convex_shape* convex, const double plane[4], const double direction[3],
                            const double first[3], double at[3])
{
    const double length = sqrt(dot3(direction, direction));
    double low = 0.0, high = 1.0, outside[3], inside[3], d[3], before, behind, part;

    support(convex, plane, inside);
    for (int k = 0; k < 3; k++)
        outside[k] = first[k];
    for (int i = 0; i < BISECTIONS; i++) {
        const double m = 0.5 * (low + high);
        for (int k = 0; k < 3; k++)
            d[k] = (1.0 - m) * direction[k] / length + m * plane[k];
        support(convex, d, at);
        if (row_at(plane, at) < 0.0) {
            low = m;
            for (int k = 0; k < 3; k++)
                outside[k] = at[k];
        } else {
            high = m;
            for (int k = 0; k < 3; k++)
                inside[k] = at[k];
        }
    }
    before = row_at(plane, outside);
    behind = row_at(plane, inside);
    part = behind > 0.0 ? behind / (behind - before) : 0.0;
    for (int k = 0; k < 3; k++)
        at[k] = inside[k] + part * (outside[k] - inside[k]);
}

static void support_between_planes(const image* i, const double direction[3], double at[3])
{
    double first[3];

    support(i->convex, direction, at);
    for (int p = 0; p < 2; p++)
        if (row_at(i->pixel_view->plane[p], at) < 0.0) {
            for (int k = 0; k < 3; k++)
                first[k] = at[k];
            support_clipped(i->convex, i->pixel_view->plane[p], direction, first, at);
        }
}

// What is seen farthest in a direction of the screen.
static projected farthest_round(const image* i, const double n[2])
{
    projected best = i->any;
    double r = n[0] * best.at[0] + n[1] * best.at[1];

    for (int step = 0; step < STEPS; step++) {
        double d[3], at[3], next;
        projected s;
        for (int k = 0; k < 3; k++)
            d[k] = n[0] * i->pixel_view->x[k] + n[1] * i->pixel_view->y[k] - r * i->pixel_view->w[k];
        support_between_planes(i, d, at);
        s = project(i->pixel_view, at);
        next = n[0] * s.at[0] + n[1] * s.at[1];
        if (!(next > r))
            break;
        r = next;
        best = s;
    }
    return best;
}

static projected farthest(const image* i, const double n[2])
{
    uint32_t best = 0;
    double most = -HUGE_VAL;

    if (i->count == 0)
        return farthest_round(i, n);
    for (uint32_t c = 0; c < i->count; c++) {
        const double along = n[0] * i->corner[c].at[0] + n[1] * i->corner[c].at[1];
        if (along > most) {
            most = along;
            best = c;
        }
    }
    return i->corner[best];
}

// ---- Images ---------------------------------------------------------------------------------------------------------

// Add the ends of the part of an edge between the planes.
static void add_edge(image* i, const double a[3], const double b[3])
{
    double from = 0.0, to = 1.0, q[3];

    for (int p = 0; p < 2; p++) {
        const double at_a = row_at(i->pixel_view->plane[p], a), at_b = row_at(i->pixel_view->plane[p], b);
        if (at_a < 0.0 && at_b < 0.0)
            return;
        if (at_a < 0.0)
            from = fmax(from, at_a / (at_a - at_b));
        else if (at_b < 0.0)
            to = fmin(to, at_a / (at_a - at_b));
    }
    if (from > to)
        return;
    for (int end = 0; end < 2; end++) {
        const double s = end == 0 ? from : to;
        if (end == 1 && s == from)
            break;
        for (int k = 0; k < 3; k++)
            q[k] = s == 0.0 ? a[k] : s == 1.0 ? b[k] : a[k] + s * (b[k] - a[k]);
        HIT_ASSERT(i->count < CORNERS);
        i->corner[i->count] = project(i->pixel_view, q);
        i->count += i->corner[i->count].w > 0.0;
    }
}

static void add_corners(image* i)
{
    const hit_convex_shape* convex = i->convex;

    if (convex->count == 8) {
        for (uint32_t a = 0; a < 8; a++)
            for (uint32_t bit = 1; bit < 8; bit *= 2)
                if ((a & bit) == 0)
                    add_edge(i, convex->point[a], convex->point[a | bit]);
    } else if (convex->count == 1)
        add_edge(i, convex->point[0], convex->point[0]);
    else
        for (uint32_t a = 0; a + 1 < convex->count; a++)
            for (uint32_t b = a + 1; b < convex->count; b++)
                add_edge(i, convex->point[a], convex->point[b]);
}

// Some point of a round shape between the planes; false when there is none.
static bool find_any(image* i)
{
    double at[3];

    for (int p = 0; p < 2; p++) {
        support(i->convex, i->pixel_view->plane[p], at);
        if (row_at(i->pixel_view->plane[p], at) < 0.0)
            return false;
    }
    // The deepest point behind the near plane may be beyond the far one.
    support_between_planes(i, i->pixel_view->plane[0], at);
    i->any = project(i->pixel_view, at);
    return i->any.w > 0.0;
}

// ---- The closest point ----------------------------------------------------------------------------------------------

// Up to three projected points, and the weights with which their images give the nearest point of their hull.
typedef struct hull {
    int count;
    projected s[3];
    double weight[3];
} hull;

// The nearest point of a segment to the origin, as the part of the way from a to b.
static double nearest_part(const double a[2], const double b[2])
{
    const double d[2] = {b[0] - a[0], b[1] - a[1]}, square = d[0] * d[0] + d[1] * d[1];
    const double along = -(a[0] * d[0] + a[1] * d[1]);

    if (!(along > 0.0))
        return 0.0;
    return along < square ? along / square : 1.0;
}

static double cross2(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

// Whether a hull of three holds the origin; its weights are set then.
static bool holds_origin(hull* h)
{
    const double a = cross2(h->s[1].at, h->s[2].at), b = cross2(h->s[2].at, h->s[0].at),
                 c = cross2(h->s[0].at, h->s[1].at);
    const double sum = a + b + c;

    if (!((a >= 0.0 && b >= 0.0 && c >= 0.0) || (a <= 0.0 && b <= 0.0 && c <= 0.0)) || sum == 0.0)
        return false;
    h->weight[0] = a / sum;
    h->weight[1] = b / sum;
    h->weight[2] = c / sum;
    return true;
}

// Reduce a hull to the segment, or point, of it that is nearest to the origin; z is the nearest point.
static void reduce(hull* h, double z[2])
{
    hull best = *h;
    double least = HUGE_VAL;

    HIT_ASSERT(h->count == 2 || h->count == 3);
    for (int i = 0; i + 1 < h->count; i++)
        for (int k = i + 1; k < h->count; k++) {
            const double *a = h->s[i].at, *b = h->s[k].at, part = nearest_part(a, b);
            const double x = (1.0 - part) * a[0] + part * b[0], y = (1.0 - part) * a[1] + part * b[1];
            if (x * x + y * y < least) {
                least = x * x + y * y;
                z[0] = x;
                z[1] = y;
                best.count = part > 0.0 && part < 1.0 ? 2 : 1;
                best.s[0] = part < 1.0 ? h->s[i] : h->s[k];
                best.s[1] = h->s[k];
                best.weight[0] = best.count == 2 ? 1.0 - part : 1.0;
                best.weight[1] = part;
            }
        }
    *h = best;
}

// The largest square of a distance in a hull from the origin.
static double size2(const hull* h)
{
    double most = 0.0;
    for (int i = 0; i < h->count; i++)
        most = fmax(most, h->s[i].at[0] * h->s[i].at[0] + h->s[i].at[1] * h->s[i].at[1]);
    return most;
}

// The point of the shape that is seen where the weights say: a weight on the screen counts by 1 / w in space.
static void fill(const image* i, const hull* h, const double z[2], hit_image_point* image_point)
{
    double sum = 0.0;

    HIT_ASSERT(h->count >= 1 && h->count <= 3);
    for (int k = 0; k < 3; k++)
        image_point->point[k] = 0.0;
    for (int s = 0; s < h->count; s++) {
        const double weight = h->weight[s] / h->s[s].w;
        sum += weight;
        for (int k = 0; k < 3; k++)
            image_point->point[k] += weight * h->s[s].point[k];
    }
    for (int k = 0; k < 3; k++)
        image_point->point[k] = h->count == 1 ? h->s[0].point[k] : image_point->point[k] / sum;
    image_point->off[0] = z[0];
    image_point->off[1] = z[1];
    image_point->pixels = sqrt(z[0] * z[0] + z[1] * z[1]);
    image_point->depth = fmax(row_at(i->pixel_view->plane[0], image_point->point), 0.0);
}

bool hit_image_closest(const hit_pixel_view* pixel_view, const hit_convex_shape* convex, hit_image_point* image_point)
{
    image i = {.pixel_view = pixel_view, .convex = convex};
    hull h = {.count = 1, .weight = {1.0, 0.0, 0.0}};
    double z[2], least;

    if (convex->radius > 0.0) {
        if (!find_any(&i))
            return false;
        h.s[0] = i.any;
    } else {
        add_corners(&i);
        if (i.count == 0)
            return false;
        h.s[0] = i.corner[0];
    }
    z[0] = h.s[0].at[0];
    z[1] = h.s[0].at[1];
    least = z[0] * z[0] + z[1] * z[1];
    for (int step = 0; step < STEPS && least > 0.0; step++) {
        const double n[2] = {-z[0], -z[1]};
        const projected s = farthest(&i, n);
        hull next = h;
        double nearer[2] = {0.0, 0.0};
        // z·s bounds the distance from below: z·s / |z|.
        if (z[0] * s.at[0] + z[1] * s.at[1] >= least * (1.0 - 0x1p-40))
            break;
        HIT_ASSERT(next.count < 3);
        next.s[next.count++] = s;
        if (next.count == 3 && holds_origin(&next))
            least = 0.0;
        else {
            reduce(&next, nearer);
            // Where roundings make it go round in circles, it is as near as it gets.
            if (!(nearer[0] * nearer[0] + nearer[1] * nearer[1] < least))
                break;
            least = nearer[0] * nearer[0] + nearer[1] * nearer[1];
            // On the border, as far as double can tell.
            if (least <= 0x1p-92 * size2(&next))
                least = nearer[0] = nearer[1] = 0.0;
        }
        h = next;
        z[0] = nearer[0];
        z[1] = nearer[1];
    }
    fill(&i, &h, z, image_point);
    return true;
}
