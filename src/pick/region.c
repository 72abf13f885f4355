// Areas of the screen as regions of space: their planes, and what these can tell.
//
// A camera has a pixel's coordinates as x·q/w·q and y·q/w·q (camera.h). So the side x >= x0 of a rectangle is the
// half-space (x - x0·w)·q >= 0, of perspective and orthographic cameras alike, and a rectangle is four half-spaces,
// with those of the near and the far plane. They are enlarged by `margin` pixels, a sixteenth of what is promised, so
// that what touches the area passes whatever the roundings: a value is off by less than HIT_REGION_NOISE of its terms,
// which is allowed for on top.
//
// A convex shape that lies beyond one plane is outside, one that lies in all is inside (a rectangle). One that crosses
// a single plane, or that has a point within all, touches. What is left, which is near the corners of the area or
// larger than it, and all that lassos do not cull by their bounds, goes to region_flat.c and region_round.c.
//
// Boxes of a traversal are classified with twice the noise. So what is said of a box holds for the shapes in it by the
// tests above, and which boxes a traversal visits does not matter to its result.
#include "pick/region.h"

#include "base/assert.h"
#include "shapes/linear3.h"

// Of the screen's size: what the area is enlarged by, and how far out it may extend.
#define MARGIN 0x1p-34
#define LIMIT 0x1p20
// Of the distance of the near and the far plane: what these are moved by, so that what touches them passes.
#define DEPTH_MARGIN 0x1p-40

// ---- Making ---------------------------------------------------------------------------------------------------------

// The point of the line of sight through (X, Y) is linear in X and Y: see `ray`. Its coefficients are the columns of
// the inverse of the matrix of x, y and w; of x, y and x×y for an orthographic camera.
static bool set_rays(const hit_camera* c, double ray[3][3])
{
    double third[3], det;

    if (c->orthographic)
        cross3(c->x, c->y, third);
    else
        for (int k = 0; k < 3; k++)
            third[k] = c->w[k];
    cross3(c->y, third, ray[0]);
    cross3(third, c->x, ray[1]);
    cross3(c->x, c->y, ray[2]);
    det = dot3(c->x, ray[0]);
    for (int k = 0; k < 3; k++) {
        ray[0][k] /= det;
        ray[1][k] /= det;
        ray[2][k] /= det;
        if (c->orthographic)
            ray[2][k] = -c->x[3] * ray[0][k] - c->y[3] * ray[1][k];
    }
    return isfinite(dot3(ray[0], ray[0]) + dot3(ray[1], ray[1]) + dot3(ray[2], ray[2]));
}

// sign·(row - at·w).
static void set_side(const hit_camera* c, const double row[4], double at, double sign, double plane[4])
{
    for (int k = 0; k < 4; k++)
        plane[k] = sign * (row[k] - at * c->w[k]);
}

// A near plane that is not parallel to the screen may let through what is behind the eye. The region begins where lines
// of sight meet it: at w = -near[3] / (near·ray), the least of which is in a corner, as near·ray is linear in the
// pixel. The plane is half as far. False where the region is empty, or the near plane is not before the eye.
static bool set_eye_plane(hit_region* r)
{
    const hit_camera* c = r->camera;
    double most = -HUGE_VAL;

    for (int i = 0; i < 4; i++) {
        const double x = i & 1 ? r->high[0] + r->margin : r->low[0] - r->margin;
        const double y = i & 2 ? r->high[1] + r->margin : r->low[1] - r->margin;
        const double* n = c->near_plane;
        most = max2(most, x * dot3(n, r->ray[0]) + y * dot3(n, r->ray[1]) + dot3(n, r->ray[2]));
    }
    for (int k = 0; k < 3; k++)
        r->eye_plane[k] = c->w[k];
    r->eye_plane[3] = 0.5 * c->near_plane[3] / most;
    return most > 0.0 && c->near_plane[3] < 0.0;
}

static bool set_planes(hit_region* r)
{
    const hit_camera* c = r->camera;
    double size, sum = 0.0;

    set_side(c, c->x, r->low[0] - r->margin, 1.0, r->plane[0]);
    set_side(c, c->x, r->high[0] + r->margin, -1.0, r->plane[1]);
    set_side(c, c->y, r->low[1] - r->margin, 1.0, r->plane[2]);
    set_side(c, c->y, r->high[1] + r->margin, -1.0, r->plane[3]);
    for (int k = 0; k < 4; k++) {
        r->plane[HIT_REGION_NEAR][k] = c->near_plane[k];
        r->plane[HIT_REGION_FAR][k] = c->far_plane[k];
    }
    // The eye of an orthographic camera is on its near plane: its distance says nothing then, that of the far one does.
    size = c->orthographic ? fabs(c->far_plane[3]) : 0.0;
    r->plane[HIT_REGION_NEAR][3] += DEPTH_MARGIN * (fabs(c->near_plane[3]) + size);
    r->plane[HIT_REGION_FAR][3] += DEPTH_MARGIN * (fabs(c->far_plane[3]) + fabs(c->near_plane[3]));
    r->plane_count = dot3(c->far_plane, c->far_plane) > 0.0 ? HIT_REGION_PLANES : HIT_REGION_FAR;
    if (!c->orthographic && !set_eye_plane(r))
        return false;
    for (int i = 0; i < HIT_REGION_PLANES; i++)
        for (int k = 0; k < 4; k++)
            sum += fabs(r->plane[i][k]);
    return isfinite(sum);
}

// What depends on the screen alone.
static bool start(const hit_camera* camera, hit_region* r)
{
    const hit_screen* s = &camera->screen;
    const double ratio = s->pixel_ratio > 0.0f ? (double)s->pixel_ratio : 1.0;
    const double width = (double)s->width / ratio, height = (double)s->height / ratio, size = max2(width, height);
    const double corner[2] = {(double)s->x / ratio, (double)s->y / ratio};

    if (!(size > 0.0) || !isfinite(size + corner[0] + corner[1]))
        return false;
    r->camera = camera;
    r->margin = MARGIN * size;
    for (int k = 0; k < 2; k++) {
        r->limit[0][k] = corner[k] - LIMIT * size;
        r->limit[1][k] = corner[k] + LIMIT * size;
    }
    return set_rays(camera, r->ray);
}

static bool finish(hit_region* r)
{
    for (int k = 0; k < 2; k++) {
        r->low[k] = HUGE_VAL;
        r->high[k] = -HUGE_VAL;
    }
    for (uint32_t i = 0; i < r->count; i++) {
        double at[2];
        if (!isfinite(r->points[i][0]) || !isfinite(r->points[i][1]))
            return false;
        hit_region_corner(r, i, at);
        for (int k = 0; k < 2; k++) {
            r->low[k] = min2(r->low[k], at[k]);
            r->high[k] = max2(r->high[k], at[k]);
        }
    }
    r->noise =
        HIT_REGION_NOISE * max2(max2(fabs(r->low[0]), fabs(r->high[0])), max2(fabs(r->low[1]), fabs(r->high[1])));
    return set_planes(r);
}

bool hit_region_from_rect(const hit_camera* camera, double x0, double y0, double x1, double y1, hit_region* region)
{
    const double corner[4][2] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};

    region->rectangle = true;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++)
            region->corner[i][k] = corner[i][k];
    region->points = (const double(*)[2])region->corner;
    region->count = 4;
    return start(camera, region) && finish(region);
}

bool hit_region_from_lasso(const hit_camera* camera, const double (*points)[2], uint32_t count, hit_region* region)
{
    region->rectangle = false;
    region->points = points;
    region->count = count;
    return count >= 3 && start(camera, region) && finish(region);
}

static hit_cull classify_box(const void* context, const double low[3], const double high[3])
{
    return hit_region_box((const hit_region*)context, low, high);
}

static hit_cull classify_convex(const void* context, const hit_convex_shape* convex)
{
    return hit_region_convex((const hit_region*)context, convex);
}

hit_cull_region hit_region_as_cull_region(const hit_region* region)
{
    hit_cull_region cull_region = {
        .at = region->camera->eye, .context = region, .box = classify_box, .convex = classify_convex};

    HIT_ASSERT(region->plane_count == HIT_REGION_FAR || region->plane_count == HIT_REGION_PLANES);
    cull_region.plane_count = region->plane_count;
    for (uint32_t i = 0; i < region->plane_count; i++)
        for (int k = 0; k < 4; k++)
            cull_region.plane[i][k] = region->plane[i][k];
    cull_region.planes_are_all = region->rectangle;
    return cull_region;
}

// ---- Points of the screen -------------------------------------------------------------------------------------------

// Edges that cross the ray to the right of the point; one end of each counts. The answer is right for points that are
// farther from the border than a few roundings, and only they are asked for.
bool hit_region_is_odd(const hit_region* region, const double point[2])
{
    double a[2], b[2];
    bool odd = false;

    hit_region_corner(region, region->count - 1, a);
    for (uint32_t i = 0; i < region->count; i++) {
        hit_region_corner(region, i, b);
        if ((a[1] > point[1]) != (b[1] > point[1]) &&
            point[0] - a[0] < (point[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
            odd = !odd;
        a[0] = b[0];
        a[1] = b[1];
    }
    return odd;
}

// ---- Boxes ----------------------------------------------------------------------------------------------------------

// A box as the traversal sees it, on the screen: where it lies if no edge of the area comes near its bounds there.
static hit_cull classify_on_screen(const hit_region* r, const double low[3], const double high[3], const double most[3],
                                   bool whole)
{
    const hit_camera* c = r->camera;
    double least[2] = {HUGE_VAL, HUGE_VAL}, last[2] = {-HUGE_VAL, -HUGE_VAL}, a[2], b[2], center[2];
    double slack = 0.0;

    for (int i = 0; i < 8; i++) {
        const double p[3] = {i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]};
        const double w = hit_region_value(c->w, p), w_noise = hit_region_noise(c->w, most);
        const double at[2] = {hit_region_value(c->x, p) / w, hit_region_value(c->y, p) / w};
        // What projects close to the eye may be anywhere.
        if (!(w > 0x1p10 * w_noise))
            return HIT_CROSSING;
        for (int k = 0; k < 2; k++) {
            const double noise = (hit_region_noise(k ? c->y : c->x, most) + fabs(at[k]) * w_noise) / w;
            least[k] = min2(least[k], at[k]);
            last[k] = max2(last[k], at[k]);
            slack = max2(slack, noise);
        }
    }
    slack = 2.0 * (r->margin + r->noise + slack);
    for (int k = 0; k < 2; k++) {
        center[k] = 0.5 * (least[k] + last[k]);
        least[k] -= slack;
        last[k] += slack;
    }
    hit_region_corner(r, r->count - 1, a);
    for (uint32_t i = 0; i < r->count; i++) {
        hit_region_corner(r, i, b);
        if (max2(a[0], b[0]) >= least[0] && min2(a[0], b[0]) <= last[0] && max2(a[1], b[1]) >= least[1] &&
            min2(a[1], b[1]) <= last[1])
            return HIT_CROSSING;
        a[0] = b[0];
        a[1] = b[1];
    }
    if (!hit_region_is_odd(r, center))
        return HIT_OUTSIDE;
    return whole ? HIT_INSIDE : HIT_CROSSING;
}

hit_cull hit_region_box(const hit_region* region, const double low[3], const double high[3])
{
    const double most[3] = {max2(fabs(low[0]), fabs(high[0])), max2(fabs(low[1]), fabs(high[1])),
                            max2(fabs(low[2]), fabs(high[2]))};
    uint32_t crossed = 0;

    for (uint32_t i = 0; i < region->plane_count; i++) {
        const double* n = region->plane[i];
        const double noise = 2.0 * hit_region_noise(n, most);
        double largest = n[3], smallest = n[3];
        for (int k = 0; k < 3; k++) {
            largest += n[k] * (n[k] >= 0.0 ? high[k] : low[k]);
            smallest += n[k] * (n[k] >= 0.0 ? low[k] : high[k]);
        }
        if (largest < -noise)
            return HIT_OUTSIDE;
        if (!(smallest >= noise))
            crossed |= 1u << i;
    }
    if (region->rectangle)
        return crossed ? HIT_CROSSING : HIT_INSIDE;
    return classify_on_screen(region, low, high, most, crossed >> HIT_REGION_SIDES == 0);
}

// ---- Convex shapes --------------------------------------------------------------------------------------------------

void hit_region_max_abs(const hit_convex_shape* convex, double most[3])
{
    for (int k = 0; k < 3; k++) {
        most[k] = 0.0;
        for (uint32_t i = 0; i < convex->count; i++)
            most[k] = max2(most[k], fabs(convex->point[i][k]));
        most[k] += convex->radius;
    }
}

// How far a shape extends beyond its points in the direction of a normal, times its length.
static double beyond(const hit_convex_shape* convex, const double n[3])
{
    double axis[3], across[3];

    if (!(convex->radius > 0.0))
        return 0.0;
    if (!convex->flat_ends)
        return convex->radius * sqrt(dot3(n, n));
    for (int k = 0; k < 3; k++)
        axis[k] = convex->point[1][k] - convex->point[0][k];
    cross3(n, axis, across);
    return convex->radius * sqrt(dot3(across, across) / dot3(axis, axis));
}

hit_cull hit_region_convex(const hit_region* region, const hit_convex_shape* convex)
{
    uint32_t crossed = 0, out_of_some = 0;
    double most[3], size;
    bool whole;
    hit_cull result;

    hit_region_max_abs(convex, most);
    for (uint32_t k = 0; k < region->plane_count; k++) {
        const double* plane = region->plane[k];
        const double noise = hit_region_noise(plane, most), support = beyond(convex, plane);
        double largest = -HUGE_VAL, smallest = HUGE_VAL;
        for (uint32_t i = 0; i < convex->count; i++) {
            const double value = hit_region_value(plane, convex->point[i]);
            largest = max2(largest, value);
            smallest = min2(smallest, value);
            if (!(value >= -noise))
                out_of_some |= 1u << i;
        }
        if (largest + support < -noise)
            return HIT_OUTSIDE;
        if (!(smallest - support >= -noise))
            crossed |= 1u << k;
    }
    if (region->rectangle) {
        if (crossed == 0)
            return HIT_INSIDE;
        if ((crossed & (crossed - 1)) == 0 || out_of_some != (1u << convex->count) - 1)
            return HIT_CROSSING;
    }
    whole = crossed >> HIT_REGION_SIDES == 0;
    size = most[0] + most[1] + most[2];
    // A radius that the errors of the distances below are as large as is one of the roundings of the flat test.
    result = convex->radius > 0x1p-42 * size ? hit_region_round(region, convex, whole)
                                             : hit_region_flat(region, convex, whole);
    // What the planes have seen sticking out, by less than the other tests can tell.
    return region->rectangle && result == HIT_INSIDE ? HIT_CROSSING : result;
}
