// A relation comes with evidence: a point of both sets, or a plane between them. The caller can check either with a few
// dot products, and need not believe the library.
#include <hitscan/hitscan.h>
#include <math.h>
#include <stdio.h>

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The part of v along the axis of the cone, and the length of the rest: for a point its height and its distance from
// the axis.
static void split(const hit_cone* cone, const double v[3], double* along, double* across)
{
    const double a[3] = {cone->axis.x, cone->axis.y, cone->axis.z}, length = sqrt(dot(a, a));
    *along = dot(a, v) / length;
    double rest[3];
    for (int i = 0; i < 3; i++)
        rest[i] = v[i] - *along * a[i] / length;
    *across = sqrt(dot(rest, rest));
}

// True when the point of the evidence is in the cone and in the box, to within a slack for the rounding of the checks.
static bool point_is_common(const hit_cone* cone, hit_aabb box, const hit_cone_evidence* e, double slack)
{
    const double x = cone->apex.x + e->point[0], y = cone->apex.y + e->point[1], z = cone->apex.z + e->point[2];
    double height, r;
    split(cone, e->point, &height, &r);
    return height >= cone->h_min - slack && height <= cone->h_max + slack && r <= height * cone->tangent + slack &&
           x >= box.min.x - slack && x <= box.max.x + slack && y >= box.min.y - slack && y <= box.max.y + slack &&
           z >= box.min.z - slack && z <= box.max.z + slack;
}

// True when the plane of the evidence has all corners of the box in front of it, and the cone behind it.
static bool plane_separates(const hit_cone* cone, hit_aabb box, const hit_cone_evidence* e)
{
    for (int i = 0; i < 8; i++) { // corners are numbered by bits
        const double v[3] = {(double)(i & 1 ? box.max.x : box.min.x) - cone->apex.x,
                             (double)(i & 2 ? box.max.y : box.min.y) - cone->apex.y,
                             (double)(i & 4 ? box.max.z : box.min.z) - cone->apex.z};
        if (!(dot(e->normal, v) > e->offset))
            return false;
    }
    // At height h the cone is a disc of radius h·tangent: it reaches h·rate along the normal.
    double along, across;
    split(cone, e->normal, &along, &across);
    const double rate = along + across * cone->tangent;
    const bool ends_below = rate <= 0 || cone->h_max * rate < e->offset; // an infinite cone has no end to look at
    return cone->h_min * rate < e->offset && ends_below;
}

static void show(const hit_cone_evidence* e)
{
    printf("%s, by %s %d, ", hit_relation_name(e->relation), hit_feature_name(e->feature), e->index);
    if (e->relation == HIT_SEPARATE)
        printf("plane (%.3f, %.3f, %.3f) %.3f, gap %.3f", e->normal[0], e->normal[1], e->normal[2], e->offset,
               -e->margin);
    else
        printf("point (%.3f, %.3f, %.3f), height %.3f, margin %.3f", e->point[0], e->point[1], e->point[2], e->height,
               fabs(e->margin) < 1e-9 ? 0.0 : e->margin);
}

int main(void)
{
    // 45 degrees about the z axis, between the heights 1 and 10.
    const hit_cone cone = hit_cone_clip(hit_cone_from_tan((hit_vec3){0, 0, 0}, (hit_vec3){0, 0, 1}, 1), 1, 10);
    const struct {
        const char* what;
        hit_aabb box;
    } boxes[] = {
        {"around the axis", {{-1, -1, 4}, {1, 1, 6}}},
        {"an edge dips in", {{3, -1, 2}, {8, 1, 4}}},
        {"beside", {{6, 2, 1}, {8, 3, 4}}},
        {"above the end", {{-1, -1, 11}, {1, 1, 12}}},
        {"beside the rim", {{9, 5, 9}, {12, 7, 14}}},
        {"touches the side", {{3, -1, 1}, {5, 1, 3}}},
    };
    hit_cone_evidence e;

    for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++) {
        const hit_relation relation = hit_cone_aabb(&cone, boxes[i].box, &e);
        const bool good = relation == HIT_SEPARATE ? plane_separates(&cone, boxes[i].box, &e)
                                                   : point_is_common(&cone, boxes[i].box, &e, 1e-11);
        printf("%s: ", boxes[i].what);
        show(&e);
        printf(": %s\n", good ? "checked" : "WRONG");
    }

    // The other shapes.
    const hit_obb obb =
        hit_obb_make((hit_vec3){5, 0, 3}, hit_quat_from_axis_angle((hit_vec3){0, 1, 0}, 0.5f), (hit_vec3){2, 1, 1});
    const hit_triangle triangle = {{-6, -6, 5}, {9, 0, 5}, {-6, 6, 5}};
    printf("oriented box: ");
    hit_cone_obb(&cone, &obb, &e);
    show(&e);
    printf("\nsphere: ");
    hit_cone_sphere(&cone, hit_sphere_make((hit_vec3){5, 0, 3}, 2), &e);
    show(&e);
    printf("\ntriangle: ");
    hit_cone_triangle(&cone, &triangle, &e);
    show(&e);
    printf("\nsegment: ");
    hit_cone_segment(&cone, (hit_vec3){4, -4, 3}, (hit_vec3){4, 4, 5}, &e);
    show(&e);
    printf("\npoint: ");
    hit_cone_point(&cone, (hit_vec3){2, 0, 1.5f}, &e);
    show(&e);
    printf("\n");
    return 0;
}
