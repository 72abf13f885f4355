// A cone against a convex polytope with up to eight corners: what decides all cone tests but the sphere's.
//
// The margin of a point is its depth below the side of the infinite cone, m = h·sine - r·cosine, a concave function.
// The cone meets the polytope when the largest margin over the part between the heights h0 and h1 is not negative. Its
// gradient never vanishes, so over the whole polytope the largest margin lies where the axis leaves it, or on an edge,
// where it has a closed form. If that point lies between the heights, it decides. If not, concavity says that the best
// allowed point lies on the cap, the height h0 or h1 on the way to it: there the polytope is a polygon, and the point
// of it that is nearest to the axis decides.
//
// A margin that is certainly positive is an overlap, with the point as its witness. For a negative one the gradient
// gives a plane; only if all corners are certainly on one side of it and the cone on the other, the answer is
// "separate". So neither answer depends on the reasoning above: that only ensures that one of them is found. What
// remains is closer than rounding errors can tell, and counts as touching.
#ifndef HITSCAN_CONE_SOLVE_H
#define HITSCAN_CONE_SOLVE_H

#include "cone/frame.h"

#include <hitscan/cone.h>

enum { HIT_CONE_CORNERS = 8, HIT_CONE_DIRECTIONS = 3, HIT_CONE_STARTS = 4 };

// A polytope in cone coordinates. Its edges are grouped by direction: edge number d·starts + e goes along edge[d], from
// the first to the second corner in ends[d·starts + e].
typedef struct hit_cone_polytope {
    int corners, directions, starts; // numbers of corners, of edge directions, of edges per direction
    const unsigned char (*ends)[2];
    double x[HIT_CONE_CORNERS], y[HIT_CONE_CORNERS], h[HIT_CONE_CORNERS];
    // Bounds on the errors of the corners, in any direction, and of what is done with them.
    double slack[HIT_CONE_CORNERS];
    hit_cone_vec edge[HIT_CONE_DIRECTIONS];
    // The corners of an axis-aligned box relative to the apex, in the directions of the world; else NULL.
    const double *low, *high;
    // The last point of the polytope on the axis, when the axis meets it, and what it may be wrong by.
    bool has_axis;
    hit_cone_vec axis;
    double axis_slack;
} hit_cone_polytope;

static inline hit_cone_vec hit_cone_corner(const hit_cone_polytope* polytope, int i)
{
    const hit_cone_vec v = {polytope->x[i], polytope->y[i], polytope->h[i]};
    return v;
}

// How a cone and such a polytope lie. `evidence` may be NULL. Corner and edge numbers are those of the polytope.
hit_relation hit_cone_solve(const hit_cone_frame* f, const hit_cone_polytope* polytope, hit_cone_evidence* evidence);

// True when the axes of an oriented box span space. Exact.
bool hit_cone_axes_span(const hit_obb* obb);

// Fill in evidence from cone coordinates.
static inline void hit_cone_witness(const hit_cone_frame* f, hit_cone_evidence* e, hit_relation relation,
                                    hit_feature feature, int index, hit_cone_vec point)
{
    e->relation = relation;
    e->feature = feature;
    e->index = index;
    hit_cone_unmap(f, point, e->point);
    e->height = point.h;
    e->margin = hit_cone_margin(f, point);
    e->normal[0] = e->normal[1] = e->normal[2] = e->offset = 0.0;
}

// The shape lies beyond `low` along the normal, the cone not beyond `high`; low > high. `point` is the shape's nearest.
static inline void hit_cone_plane(const hit_cone_frame* f, hit_cone_evidence* e, hit_feature feature, int index,
                                  hit_cone_vec point, hit_cone_vec normal, double low, double high)
{
    e->relation = HIT_SEPARATE;
    e->feature = feature;
    // Where there is a choice of planes, this one may have turned to the other rim.
    e->index = feature == HIT_FEATURE_RIM ? hit_cone_slope(f, normal) > 0.0 : index;
    hit_cone_unmap(f, point, e->point);
    hit_cone_unmap(f, normal, e->normal);
    e->height = point.h;
    e->margin = high - low;
    e->offset = 0.5 * (low + high);
}

// Evidence for an empty set.
static inline hit_relation hit_cone_nothing(hit_cone_evidence* e)
{
    static const hit_cone_evidence none = {0};
    if (e != NULL)
        *e = none;
    return HIT_SEPARATE;
}

#endif
