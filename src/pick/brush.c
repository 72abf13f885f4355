// Objects under a round brush: a cone about the ray through a point of the screen, or a cylinder.
//
// How wide. Seen from the eye, the point (x, y) of the screen lies in the direction n, a unit vector, with (X - x·W)·n
// = 0 and (Y - y·W)·n = 0, where X, Y and W are the rows of the camera. A small rotation e of n, perpendicular to it,
// moves the point by (X - x·W)·e / W·n pixels in x and (Y - y·W)·e / W·n in y. Both rows, call them a and b, are
// perpendicular to n, so a pixel is a parallelogram of the area (W·n)² / |a×b| on the unit sphere. The brush is as wide
// as a disc of the same area: its tangent is radius·W·n / sqrt|a×b|. In the middle of the screen that is the angle of
// `radius` pixels; farther out, where a circle on the screen comes from a flat cone, the mean of its two angles. For an
// orthographic camera, with W = (0, 0, 0, 1), the same is a length in the world: the radius of a cylinder.
//
// The brush extends from where its axis crosses the near plane to where it crosses the far one.
#include "pick/image.h"
#include "pick/region.h"

#include "base/assert.h"
#include "base/fpenv.h"
#include "scene/convex/gjk.h"
#include "scene/region/region.h"
#include "shapes/linear3.h"

// The tangent of the widest cone: 89.9999 degrees. What a brush may be wrong by grows with its tangent.
#define WIDEST 0x1p20

// A brush, relative to the camera's eye. Its region refers to it: it must stay where it was made.
typedef struct brush {
    hit_scene_volume volume; ///< its cone; of a cylinder, the axis, a point of it, and the heights from there
    double radius;           ///< of a cylinder
    hit_pixel_view pixel_view;
    double at[2]; ///< its point of the screen
    /// Of a cylinder: what is perpendicular to the axis and moves by a pixel in x, or in y.
    double along_x[3], along_y[3];
} brush;

// ---- Cylinders ------------------------------------------------------------------------------------------------------

// The largest distance from the axis, which goes through the origin, of the rim of a disc.
//
// Its points are c + r·(x·e1 + y·e2), x² + y² = 1, with e1 along the axis as projected into the plane of the rim, and
// e2 perpendicular to both. With s the length of that projection and p what of c is perpendicular to the axis, the
// square of the distance is p² + r² + r·f, f = 2·(b1·x + b2·y) - r·s²·x², b1 = p·e1, b2 = p·e2. At the largest f, (r·s²
// + m)·x = b1 and m·y = b2 for the one m >= 0 for which x² + y² = 1 (as in scene/convex/cone.c); x² + y² falls as m
// grows.
static double rim_distance(const double axis[3], const double center[3], const double normal[3], double radius)
{
    const double lean = dot3(axis, normal), along = dot3(center, axis);
    double p[3], e1[3], e2[3], s, b1, b2, stiff, low, high, x, y;

    HIT_ASSERT(radius >= 0.0);
    for (int k = 0; k < 3; k++) {
        p[k] = center[k] - along * axis[k];
        e1[k] = axis[k] - lean * normal[k];
    }
    s = sqrt(dot3(e1, e1));
    // Seen along its own axis the rim is a circle, but for 2^-40 of its radius, squared.
    if (s < 0x1p-40)
        return sqrt(dot3(p, p)) + radius;
    for (int k = 0; k < 3; k++)
        e1[k] /= s;
    cross3(normal, e1, e2);
    b1 = dot3(p, e1);
    b2 = dot3(p, e2);
    stiff = radius * s * s;
    low = fmax(fabs(b2), fabs(b1) - stiff);
    high = sqrt(b1 * b1 + b2 * b2);
    for (int i = 0; i < 200; i++) {
        const double m = low + 0.5 * (high - low);
        if (!(m > low) || !(m < high))
            break;
        x = b1 / (stiff + m);
        y = b2 / m;
        if (x * x + y * y > 1.0)
            low = m;
        else
            high = m;
    }
    x = stiff + high > 0.0 ? fmin(fmax(b1 / (stiff + high), -1.0), 1.0) : 0.0;
    y = sqrt(1.0 - x * x);
    return sqrt(fmax(0.0, dot3(p, p) + radius * (radius + 2.0 * (b1 * x + fabs(b2) * y) - stiff * x * x)));
}

// The largest distance of a convex shape from the axis of the brush.
static double max_axis_distance(const brush* b, const hit_convex_shape* convex)
{
    const double* axis = b->volume.cone.axis;
    double rim_axis[3], most = 0.0;
    const bool has_rims = convex->flat_ends && hit_convex_axis(convex, rim_axis);

    for (uint32_t i = 0; i < convex->count; i++) {
        double c[3], side[3], along, axis_distance;
        for (int k = 0; k < 3; k++)
            c[k] = convex->point[i][k] - b->volume.cone.apex[k];
        along = dot3(c, axis);
        for (int k = 0; k < 3; k++)
            side[k] = c[k] - along * axis[k];
        axis_distance =
            has_rims ? rim_distance(axis, c, rim_axis, convex->radius) : sqrt(dot3(side, side)) + convex->radius;
        most = fmax(most, axis_distance);
    }
    return most;
}

static hit_cull classify_convex(const void* context, const hit_convex_shape* convex)
{
    const brush* b = context;
    const hit_dcone* line = &b->volume.cone;
    const double down[3] = {-line->axis[0], -line->axis[1], -line->axis[2]}, foot = dot3(line->axis, line->apex);
    const double bottom = -hit_convex_support(convex, down, NULL) - foot,
                 top = hit_convex_support(convex, line->axis, NULL) - foot;
    // No wider and no longer than the shape needs it, so that coordinates, and with them errors, are not larger than
    // its.
    const double axis_distance = max_axis_distance(b, convex), radius = fmin(b->radius, 2.0 * axis_distance);
    const double margin = HIT_VOLUME_MARGIN * (hit_convex_size(convex) + sum3_abs(line->apex) + radius);
    hit_convex_shape cylinder = {.count = 2, .radius = radius, .flat_ends = true};
    double ends[2];

    HIT_ASSERT(line->h_min <= line->h_max);
    if (top < line->h_min - margin || bottom > line->h_max + margin)
        return HIT_OUTSIDE;
    if (bottom >= line->h_min - margin && top <= line->h_max + margin && axis_distance <= b->radius + margin)
        return HIT_INSIDE;
    ends[0] = fmax(line->h_min, bottom - radius);
    ends[1] = fmin(line->h_max, top + radius);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            cylinder.point[i][k] = line->apex[k] + ends[i] * line->axis[k];
    return hit_convex_distance(convex, &cylinder, margin).lower > margin ? HIT_OUTSIDE : HIT_CROSSING;
}

static hit_cull classify_box(const void* context, const double low[3], const double high[3])
{
    const brush* b = context;
    const hit_dcone* line = &b->volume.cone;
    double center[3], height = 0.0, spread = 0.0, axis_distance = 0.0, size = 0.0, out;

    for (int k = 0; k < 3; k++) {
        const double half = 0.5 * high[k] - 0.5 * low[k];
        center[k] = 0.5 * low[k] + 0.5 * high[k] - line->apex[k];
        height += line->axis[k] * center[k];
        spread += fabs(line->axis[k]) * half;
        axis_distance += half * half;
        size += fabs(center[k]) + half + fabs(line->apex[k]);
    }
    size *= HIT_VOLUME_MARGIN;
    if (height + spread < line->h_min - size || height - spread > line->h_max + size)
        return HIT_OUTSIDE;
    for (int k = 0; k < 3; k++)
        center[k] -= height * line->axis[k];
    out = sqrt(dot3(center, center));
    // The sphere about the box is good enough: what passes is tested as a convex shape.
    if (out > b->radius + sqrt(axis_distance) + size)
        return HIT_OUTSIDE;
    return HIT_CROSSING;
}

// ---- Brushes --------------------------------------------------------------------------------------------------------

// The height on the axis, from the apex, at which it crosses a plane from inside (fall < 0) or from outside.
static double height_at_plane(const double plane[4], const hit_dcone* line, double otherwise)
{
    const double fall = dot3(plane, line->axis), height = dot3(plane, line->apex) + plane[3];
    return fall != 0.0 ? -height / fall : otherwise;
}

static bool make_brush(const hit_camera* camera, double x, double y, double radius, brush* b)
{
    hit_dcone* cone = &b->volume.cone;
    double across[3], area, scale;

    if (!hit_pixel_view_make(camera, x, y, &b->pixel_view))
        return false;
    cross3(b->pixel_view.x, b->pixel_view.y, across);
    area = sqrt(dot3(across, across));
    for (int k = 0; k < 3; k++) {
        cone->axis[k] = b->pixel_view.axis[k];
        cone->apex[k] = 0.0;
    }
    b->at[0] = x;
    b->at[1] = y;
    scale = camera->orthographic ? 1.0 : dot3(camera->w, cone->axis);
    b->radius = radius * scale / sqrt(area);
    if (!isfinite(b->radius) || !(scale > 0.0))
        return false;
    cone->tangent = fmin(b->radius, WIDEST);
    if (camera->orthographic) {
        // The point of the axis that is closest to the eye: X·q = Y·q = 0 and axis·q = 0.
        double det;
        cross3(b->pixel_view.y, cone->axis, b->along_x);
        cross3(cone->axis, b->pixel_view.x, b->along_y);
        det = dot3(b->pixel_view.x, b->along_x);
        for (int k = 0; k < 3; k++) {
            b->along_x[k] /= det;
            b->along_y[k] /= det;
            cone->apex[k] = -(b->pixel_view.x[3] * b->along_x[k] + b->pixel_view.y[3] * b->along_y[k]);
        }
    }
    cone->cosine = 1.0 / sqrt(1.0 + cone->tangent * cone->tangent);
    cone->sine = cone->tangent * cone->cosine;
    cone->h_min = height_at_plane(b->pixel_view.plane[0], cone, 0.0);
    cone->h_max = height_at_plane(b->pixel_view.plane[1], cone, HUGE_VAL);
    if (!(cone->h_min <= cone->h_max))
        return false;
    b->volume.cull_region =
        (hit_cull_region){.at = camera->eye,
                          .context = camera->orthographic ? (const void*)b : (const void*)&b->volume,
                          .box = camera->orthographic ? classify_box : hit_volume_cone_box,
                          .convex = camera->orthographic ? classify_convex : hit_volume_cone_convex};
    return true;
}

// ---- What is seen ---------------------------------------------------------------------------------------------------

// Whether the ray through a point of the screen lies in the cone.
static bool cone_holds(const void* context, const double at[2])
{
    const brush* b = context;
    const double dx = at[0] - b->at[0], dy = at[1] - b->at[1], tangent = b->volume.cone.tangent;
    double x[3], y[3], d[3], along;

    for (int k = 0; k < 3; k++) {
        x[k] = b->pixel_view.x[k] - dx * b->pixel_view.w[k];
        y[k] = b->pixel_view.y[k] - dy * b->pixel_view.w[k];
    }
    cross3(x, y, d);
    along = dot3(d, b->volume.cone.axis);
    // The cross product points ahead or back; both from the eye and along the axis, or neither.
    return (along > 0.0) == (dot3(d, b->pixel_view.w) > 0.0) &&
           dot3(d, d) <= (1.0 + tangent * tangent) * (along * along);
}

static bool cylinder_holds(const void* context, const double at[2])
{
    const brush* b = context;
    double out[3];

    for (int k = 0; k < 3; k++)
        out[k] = (at[0] - b->at[0]) * b->along_x[k] + (at[1] - b->at[1]) * b->along_y[k];
    return dot3(out, out) <= b->radius * b->radius;
}

// How far the image of the brush extends to both sides of its point along one of the rows x and y.
//
// A plane m = X - r·W, of what is seen r pixels away, touches the cone when (m·a)² = sine²·m² for its axis a. As X·a =
// 0, that is r²·((W·a)² - sine²·W²) + 2·sine²·(X·W)·r - sine²·X² = 0. Where the factor of r² is not positive, the cone
// extends beyond what the eye sees, and its image is not bounded.
static void screen_extent(const brush* b, bool orthographic, const double row[4], double* below, double* above)
{
    const double* w = b->pixel_view.w;
    const double ahead = dot3(w, b->volume.cone.axis), sine2 = b->volume.cone.sine * b->volume.cone.sine;
    const double square = ahead * ahead - sine2 * dot3(w, w), linear = sine2 * dot3(row, w);

    *above = *below = HUGE_VAL;
    if (orthographic)
        *above = *below = b->radius * sqrt(dot3(row, row));
    else if (square > 0.0) {
        const double root = sqrt(linear * linear + square * sine2 * dot3(row, row));
        *above = (root - linear) / square;
        *below = (root + linear) / square;
    }
}

// ---- Queries --------------------------------------------------------------------------------------------------------

static HIT_NOINLINE uint32_t query_brush(const hit_scene* scene, const hit_camera* camera, double x, double y,
                                         double radius, const hit_area_options* options, hit_id* ids, uint32_t capacity)
{
    brush b;

    if (!make_brush(camera, x, y, radius, &b))
        return 0;
    if (options->visible) {
        hit_screen_area area = {.scene = scene,
                                .camera = camera,
                                .options = options,
                                .cull_region = &b.volume.cull_region,
                                .holds = camera->orthographic ? cylinder_holds : cone_holds,
                                .context = &b};
        for (int k = 0; k < 2; k++) {
            screen_extent(&b, camera->orthographic, k == 0 ? b.pixel_view.x : b.pixel_view.y, &area.low[k],
                          &area.high[k]);
            area.low[k] = b.at[k] - area.low[k];
            area.high[k] += b.at[k];
        }
        return hit_pick_visible(&area, ids, capacity);
    }
    return hit_scene_query_region(scene, &b.volume.cull_region,
                                  options->contained ? HIT_INCLUDE_INSIDE : HIT_INCLUDE_TOUCHING, options->filter, ids,
                                  capacity);
}

uint32_t hit_pick_brush(const hit_scene* scene, const hit_camera* camera, double x, double y, double radius,
                        const hit_area_options* options, hit_id* ids, uint32_t capacity)
{
    static const hit_area_options defaults = {0};
    hit_fpenv saved;
    uint32_t count;

    if (scene == NULL || camera == NULL || !isfinite(x) || !isfinite(y) || !(radius >= 0.0) || !isfinite(radius))
        return 0;
    saved = hit_fpenv_enter();
    count = query_brush(scene, camera, x, y, radius, options == NULL ? &defaults : options, ids,
                        ids == NULL ? 0 : capacity);
    hit_fpenv_leave(saved);
    return count;
}
