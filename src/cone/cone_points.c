// A cone against a triangle, a segment or a point: the solver of solve.h on one, two or three corners.
#include "base/fpenv.h"
#include "cone/solve.h"

static const unsigned char edges[3][2] = {{0, 1}, {1, 2}, {2, 0}};

// Where the axis goes through a triangle. The weights of the corners are the areas that the axis makes with the
// opposite edges; a point made from weights that are not negative lies in the triangle, however rounded. Returns true
// when the axis certainly goes through, between the heights of the cone: all weights are larger than their errors,
// which also tell how far up or down the point may be.
static bool find_axis(const hit_cone_frame* f, hit_cone_polytope* polytope)
{
    const hit_cone_vec p = hit_cone_corner(polytope, 0), q = hit_cone_corner(polytope, 1),
                       r = hit_cone_corner(polytope, 2);
    double wp = q.x * r.y - q.y * r.x, wq = r.x * p.y - r.y * p.x, wr = p.x * q.y - p.y * q.x;
    const double sp = polytope->slack[0], sq = polytope->slack[1], sr = polytope->slack[2];
    const double error = hit_cone_size(p) * (sq + sr) + hit_cone_size(q) * (sp + sr) + hit_cone_size(r) * (sp + sq);
    const double all = wp + wq + wr;
    polytope->has_axis = all != 0.0 && wp / all >= 0.0 && wq / all >= 0.0 && wr / all >= 0.0;
    wp /= all, wq /= all, wr /= all;
    polytope->axis.x = wp * p.x + wq * q.x + wr * r.x;
    polytope->axis.y = wp * p.y + wq * q.y + wr * r.y;
    polytope->axis.h = wp * p.h + wq * q.h + wr * r.h;
    polytope->axis_slack = wp * sp + wq * sq + wr * sr;
    const double weight_error = error / fabs(all), h = polytope->axis.h;
    const double range = polytope->axis_slack + 2.0 * weight_error * (fabs(p.h - h) + fabs(q.h - h) + fabs(r.h - h));
    return wp > weight_error && wq > weight_error && wr > weight_error && weight_error < 0.125 && h - range > f->h0 &&
           h + range < f->h1;
}

static HIT_NOINLINE hit_relation relate(const hit_cone* cone, const hit_vec3* points, int n,
                                        hit_cone_evidence* evidence)
{
    hit_cone_frame f;
    hit_cone_polytope polytope;
    if (!hit_cone_frame_make(cone, &f))
        return hit_cone_nothing(evidence);
    polytope.corners = n;
    polytope.directions = n == 3 ? 3 : n - 1;
    polytope.starts = 1;
    polytope.ends = edges;
    polytope.low = polytope.high = NULL;
    for (int i = 0; i < n; i++) {
        const double x = points[i].x - f.apex[0], y = points[i].y - f.apex[1], z = points[i].z - f.apex[2];
        if (!(fabs(x) + fabs(y) + fabs(z) <= DBL_MAX))
            return hit_cone_nothing(evidence);
        const hit_cone_vec v = hit_cone_map(&f, x, y, z);
        polytope.x[i] = v.x, polytope.y[i] = v.y, polytope.h[i] = v.h;
        polytope.slack[i] = HIT_CONE_SLACK * hit_cone_size(v);
    }
    for (int d = 0; d < polytope.directions; d++)
        polytope.edge[d] =
            hit_cone_along(hit_cone_corner(&polytope, edges[d][1]), -1.0, hit_cone_corner(&polytope, edges[d][0]));
    polytope.has_axis = false;
    if (n == 3 && find_axis(&f, &polytope)) {
        if (evidence != NULL)
            hit_cone_witness(&f, evidence, HIT_OVERLAPPING, HIT_FEATURE_AXIS, 0,
                             (hit_cone_vec){0.0, 0.0, polytope.axis.h});
        return HIT_OVERLAPPING;
    }
    return hit_cone_solve(&f, &polytope, evidence);
}

static hit_relation cone_points(const hit_cone* cone, const hit_vec3* points, int n, hit_cone_evidence* evidence)
{
    const hit_fpenv saved = hit_fpenv_enter();
    const hit_relation relation = relate(cone, points, n, evidence);
    hit_fpenv_leave(saved);
    return relation;
}

hit_relation hit_cone_triangle(const hit_cone* cone, const hit_triangle* triangle, hit_cone_evidence* evidence)
{
    if (cone == NULL || triangle == NULL)
        return hit_cone_nothing(evidence);
    const hit_vec3 points[3] = {triangle->v0, triangle->v1, triangle->v2};
    return cone_points(cone, points, 3, evidence);
}

hit_relation hit_cone_segment(const hit_cone* cone, hit_vec3 a, hit_vec3 b, hit_cone_evidence* evidence)
{
    if (cone == NULL)
        return hit_cone_nothing(evidence);
    const hit_vec3 points[2] = {a, b};
    return cone_points(cone, points, 2, evidence);
}

hit_relation hit_cone_point(const hit_cone* cone, hit_vec3 point, hit_cone_evidence* evidence)
{
    if (cone == NULL)
        return hit_cone_nothing(evidence);
    return cone_points(cone, &point, 1, evidence);
}

bool hit_cone_meets_triangle(const hit_cone* cone, const hit_triangle* triangle)
{
    return hit_cone_triangle(cone, triangle, NULL) != HIT_SEPARATE;
}

bool hit_cone_meets_segment(const hit_cone* cone, hit_vec3 a, hit_vec3 b)
{
    return hit_cone_segment(cone, a, b, NULL) != HIT_SEPARATE;
}
