// What objects are made of: bounds, convex shapes, and how they lie to a region. See scene/object.h.
#include "scene/object.h"

#include "base/assert.h"
#include "scene/region/instance_traverse.h"
#include "scene/scene.h"

#include <math.h>

// ---- Bounds ---------------------------------------------------------------------------------------------------------

static const double ZERO[3] = {0.0, 0.0, 0.0};

static void widen(double low[3], double high[3], double by)
{
    for (int k = 0; k < 3; k++) {
        low[k] -= by + 0x1p-50 * (by + fabs(low[k]));
        high[k] += by + 0x1p-50 * (by + fabs(high[k]));
    }
}

static void start_bounds(double low[3], double high[3])
{
    for (int k = 0; k < 3; k++)
        low[k] = HUGE_VAL, high[k] = -HUGE_VAL;
}

static void add_box(const float linear[3][3], const float a[3], const float b[3], double low[3], double high[3])
{
    double l[3], h[3];

    hit_transform_box(linear, ZERO, a, b, l, h);
    for (int k = 0; k < 3; k++) {
        low[k] = l[k] < low[k] ? l[k] : low[k];
        high[k] = h[k] > high[k] ? h[k] : high[k];
    }
}

static void add_point(const float linear[3][3], hit_vec3 p, double low[3], double high[3])
{
    const float xyz[3] = {p.x, p.y, p.z};
    add_box(linear, xyz, xyz, low, high);
}

// The boxes of the root's children, each for itself: tighter than their common box when the matrix rotates them.
void hit_mesh_bounds(const hit_bvh* mesh, const float linear[3][3], double low[3], double high[3])
{
    const hit_bvh_node* root = mesh->nodes;

    HIT_ASSERT(mesh->header->nodes.count > 0);
    start_bounds(low, high);
    for (int child = 0; child < HIT_BVH_WIDTH && root->ref[child] != HIT_BVH_NO_REF; child++) {
        const float a[3] = {root->plane[0][child], root->plane[2][child], root->plane[4][child]};
        const float b[3] = {root->plane[1][child], root->plane[3][child], root->plane[5][child]};
        add_box(linear, a, b, low, high);
    }
}

static void points_bounds(const hit_object_record* record, double low[3], double high[3])
{
    const hit_point_set* set = record->shape.points;

    HIT_ASSERT(hit_object_has_points(record) && set->users > 0 && set->count > 0);
    if (set->tree != NULL) {
        hit_mesh_bounds(set->tree, record->placement.linear, low, high);
    } else {
        start_bounds(low, high);
        for (uint32_t i = 0; i < set->count; i++)
            add_point(record->placement.linear, set->point[i], low, high);
    }
    widen(low, high, set->radius);
}

// The support of the discs at the ends of a cylinder along an axis is r·sqrt(1 - u²), u being the cylinder's direction
// there.
static void cylinder_bounds(const hit_object_record* record, double low[3], double high[3])
{
    const hit_cylinder* c = &record->shape.cylinder;
    const double r = c->radius * hit_placement_scale(&record->placement);
    double a[3], b[3], length2 = 0.0;

    hit_transform_point(record->placement.linear, ZERO, c->a, a);
    hit_transform_point(record->placement.linear, ZERO, c->b, b);
    for (int k = 0; k < 3; k++)
        length2 += (b[k] - a[k]) * (b[k] - a[k]);
    for (int k = 0; k < 3; k++) {
        const double u2 = length2 > 0.0 ? (b[k] - a[k]) * (b[k] - a[k]) / length2 : 0.0;
        const double support = r * sqrt(u2 < 1.0 ? 1.0 - u2 : 0.0);
        // The square root of a rounding is 2^-26: that much of r, where a disc is seen from its edge.
        const double slack = 0x1p-48 * (fabs(a[k]) + fabs(b[k])) + (u2 > 0.999999 ? 0x1p-24 : 0x1p-40) * r;
        low[k] = fmin(a[k], b[k]) - support - slack;
        high[k] = fmax(a[k], b[k]) + support + slack;
    }
}

void hit_object_bounds(const hit_object_record* record, double low[3], double high[3])
{
    const float(*linear)[3] = record->placement.linear;
    const hit_aabb* box = record->kind == HIT_OBJECT_USER ? &record->shape.user.bounds : &record->shape.box;
    const float a[3] = {box->min.x, box->min.y, box->min.z}, b[3] = {box->max.x, box->max.y, box->max.z};

    start_bounds(low, high);
    switch (record->kind) {
    case HIT_OBJECT_BOX:
    case HIT_OBJECT_USER:
        add_box(linear, a, b, low, high);
        break;
    case HIT_OBJECT_MESH:
        hit_mesh_bounds(record->shape.mesh, linear, low, high);
        break;
    case HIT_OBJECT_SPHERE:
        add_point(linear, record->shape.sphere.center, low, high);
        widen(low, high, record->shape.sphere.radius * hit_placement_scale(&record->placement));
        break;
    case HIT_OBJECT_CAPSULE:
        add_point(linear, record->shape.capsule.a, low, high);
        add_point(linear, record->shape.capsule.b, low, high);
        widen(low, high, record->shape.capsule.radius * hit_placement_scale(&record->placement));
        break;
    case HIT_OBJECT_CYLINDER:
        cylinder_bounds(record, low, high);
        break;
    default:
        points_bounds(record, low, high);
        break;
    }
}

double hit_user_max_abs(const hit_user_shape* shape)
{
    const hit_vec3 a = shape->bounds.min, b = shape->bounds.max;
    return fmaxf(fmaxf(fmaxf(fabsf(a.x), fabsf(b.x)), fmaxf(fabsf(a.y), fabsf(b.y))), fmaxf(fabsf(a.z), fabsf(b.z)));
}

// ---- Convex shapes --------------------------------------------------------------------------------------------------

static void offset_from(const hit_object_record* record, hit_dvec3 at, double offset[3])
{
    offset[0] = record->placement.origin.x - at.x;
    offset[1] = record->placement.origin.y - at.y;
    offset[2] = record->placement.origin.z - at.z;
}

static void box_convex(const hit_aabb* box, const float linear[3][3], const double offset[3], hit_convex_shape* convex)
{
    convex->count = 8;
    convex->radius = 0.0;
    convex->flat_ends = false;
    for (uint32_t i = 0; i < 8; i++) {
        const hit_vec3 corner = {i & 1u ? box->max.x : box->min.x, i & 2u ? box->max.y : box->min.y,
                                 i & 4u ? box->max.z : box->min.z};
        hit_transform_point(linear, offset, corner, convex->point[i]);
    }
}

bool hit_object_convex(const hit_object_record* record, hit_dvec3 at, hit_convex_shape* convex)
{
    const float(*linear)[3] = record->placement.linear;
    double offset[3];

    offset_from(record, at, offset);
    convex->flat_ends = record->kind == HIT_OBJECT_CYLINDER;
    switch (record->kind) {
    case HIT_OBJECT_BOX:
        box_convex(&record->shape.box, linear, offset, convex);
        return true;
    case HIT_OBJECT_USER:
        box_convex(&record->shape.user.bounds, linear, offset, convex);
        return true;
    case HIT_OBJECT_SPHERE:
        convex->count = 1;
        convex->radius = record->shape.sphere.radius * hit_placement_scale(&record->placement);
        hit_transform_point(linear, offset, record->shape.sphere.center, convex->point[0]);
        return true;
    case HIT_OBJECT_CAPSULE:
        convex->count = 2;
        convex->radius = record->shape.capsule.radius * hit_placement_scale(&record->placement);
        hit_transform_point(linear, offset, record->shape.capsule.a, convex->point[0]);
        hit_transform_point(linear, offset, record->shape.capsule.b, convex->point[1]);
        return true;
    case HIT_OBJECT_CYLINDER:
        convex->count = 2;
        convex->radius = record->shape.cylinder.radius * hit_placement_scale(&record->placement);
        hit_transform_point(linear, offset, record->shape.cylinder.a, convex->point[0]);
        hit_transform_point(linear, offset, record->shape.cylinder.b, convex->point[1]);
        return true;
    default:
        return false;
    }
}

// A visit to the convex shapes of an object that has many.
typedef struct parts_visit {
    const hit_object_record* record;
    const hit_cull_region* cull_region;
    hit_instance_tree tree;
    hit_convex_visitor* visitor;
    void* context;
} parts_visit;

static bool visit_element(const parts_visit* p, uint32_t i)
{
    const hit_point_set* set = p->record->shape.points;
    const bool segment = p->record->kind == HIT_OBJECT_POLYLINE;
    hit_convex_shape convex = {.count = segment ? 2 : 1, .radius = set->radius};

    HIT_ASSERT(i + (segment ? 1 : 0) < set->count);
    hit_transform_point(p->tree.linear, p->tree.offset, set->point[i], convex.point[0]);
    if (segment)
        hit_transform_point(p->tree.linear, p->tree.offset, set->point[i + 1], convex.point[1]);
    return p->visitor(p->context, &convex, i);
}

static bool visit_triangle(const parts_visit* p, const hit_triangle* triangle, uint32_t id)
{
    hit_convex_shape convex = {.count = 3};

    hit_transform_point(p->tree.linear, p->tree.offset, triangle->v0, convex.point[0]);
    hit_transform_point(p->tree.linear, p->tree.offset, triangle->v1, convex.point[1]);
    hit_transform_point(p->tree.linear, p->tree.offset, triangle->v2, convex.point[2]);
    return p->visitor(p->context, &convex, id);
}

static hit_visit_action cull_box(void* context, const double low[3], const double high[3])
{
    const parts_visit* p = context;
    return p->cull_region != NULL && p->cull_region->box(p->cull_region->context, low, high) == HIT_OUTSIDE
               ? HIT_VISIT_SKIP
               : HIT_VISIT_DESCEND;
}

static bool visit_leaf(void* context, const hit_bvh_node* node, uint32_t child)
{
    const parts_visit* p = context;
    const uint32_t ref = node->ref[child] & ~HIT_BVH_LEAF;

    HIT_ASSERT((node->ref[child] & HIT_BVH_LEAF) && node->ref[child] != HIT_BVH_NO_REF);
    if (p->record->kind != HIT_OBJECT_MESH)
        return visit_element(p, ref);
    const hit_bvh_block* block = p->tree.tree->blocks + (ref & HIT_BVH_BLOCK_INDEX);
    for (uint32_t n = (ref >> HIT_BVH_BLOCK_SHIFT) + 1; n > 0; n--, block++)
        for (unsigned i = 0; i < HIT_BVH_WIDTH && hit_bvh_block_mask(block) >> i != 0; i++) {
            const hit_triangle triangle = hit_bvh_block_triangle(block, i);
            if (!visit_triangle(p, &triangle, hit_bvh_block_ids(p->tree.tree, block, i).first))
                return false;
        }
    return true;
}

static parts_visit parts_visit_of(const hit_object_record* record, hit_dvec3 at, const hit_cull_region* cull_region,
                                  hit_convex_visitor* visitor, void* context)
{
    const bool mesh = record->kind == HIT_OBJECT_MESH;
    parts_visit p = {.record = record, .cull_region = cull_region, .visitor = visitor, .context = context};

    p.tree.tree = mesh ? record->shape.mesh : record->shape.points->tree;
    p.tree.linear = record->placement.linear;
    p.tree.radius = mesh ? 0.0 : (double)record->shape.points->radius;
    offset_from(record, at, p.tree.offset);
    return p;
}

bool hit_object_visit_convexes(const hit_object_record* record, hit_dvec3 at, const hit_cull_region* cull_region,
                               hit_convex_visitor* visitor, void* context)
{
    hit_convex_shape convex;
    parts_visit p;

    if (hit_object_convex(record, at, &convex))
        return visitor(context, &convex, 0);
    p = parts_visit_of(record, at, cull_region, visitor, context);
    if (p.tree.tree != NULL)
        return hit_instance_traverse(&p.tree, cull_box, visit_leaf, &p);
    const uint32_t count = record->shape.points->count - (record->kind == HIT_OBJECT_POLYLINE ? 1u : 0u);
    for (uint32_t i = 0; i < count; i++)
        if (!visit_element(&p, i))
            return false;
    return true;
}

// ---- Regions --------------------------------------------------------------------------------------------------------

// How an object of many convex shapes lies to a region.
typedef struct classification {
    parts_visit visit; ///< its context is the classification
    const hit_cull_region* cull_region;
    bool inside; ///< ask whether all lies in the region, else whether anything touches it
    bool any;    ///< there is something at all
    bool found;  ///< something touches, or, when `inside`, something does not lie in the region
} classification;

static hit_visit_action classify_box(void* context, const double low[3], const double high[3])
{
    classification* s = ((const parts_visit*)context)->context;
    const hit_cull cull = s->cull_region->box(s->cull_region->context, low, high);

    // A box of a tree is never empty.
    if (cull == HIT_CROSSING)
        return HIT_VISIT_DESCEND;
    s->any = true;
    if ((cull == HIT_OUTSIDE) != s->inside)
        return HIT_VISIT_SKIP;
    s->found = true;
    return HIT_VISIT_STOP;
}

static bool classify_convex(void* context, const hit_convex_shape* convex, uint32_t primitive)
{
    classification* s = context;
    const hit_cull cull = s->cull_region->convex(s->cull_region->context, convex);

    (void)primitive;
    s->any = true;
    s->found = s->inside ? cull != HIT_INSIDE : cull != HIT_OUTSIDE;
    return !s->found;
}

// Whether the center of a box lies in the half-spaces of a region.
static bool center_is_within(const hit_object_record* record, const hit_cull_region* cull_region)
{
    const float(*linear)[3] = record->placement.linear;
    const hit_aabb* box = &record->shape.box;
    const double x = 0.5 * ((double)box->min.x + (double)box->max.x);
    const double y = 0.5 * ((double)box->min.y + (double)box->max.y);
    const double z = 0.5 * ((double)box->min.z + (double)box->max.z);
    double point[3];

    offset_from(record, cull_region->at, point);
    for (int k = 0; k < 3; k++)
        point[k] += (double)linear[k][0] * x + (double)linear[k][1] * y + (double)linear[k][2] * z;
    for (uint32_t i = 0; i < cull_region->plane_count; i++) {
        const double* p = cull_region->plane[i];
        if (!(p[0] * point[0] + p[1] * point[1] + p[2] * point[2] + p[3] >= 0.0))
            return false;
    }
    return true;
}

hit_cull hit_object_relation(const hit_object_record* record, const hit_cull_region* cull_region, hit_include include)
{
    classification s = {.cull_region = cull_region, .inside = include == HIT_INCLUDE_INSIDE};
    hit_convex_shape convex;

    HIT_ASSERT(record->id != HIT_ID_NONE && cull_region->plane_count <= 6);
    // One point of a box often tells: in the region, the box touches it; outside, the box does not lie in it.
    if (record->kind == HIT_OBJECT_BOX && cull_region->plane_count > 0 && (s.inside || cull_region->planes_are_all) &&
        center_is_within(record, cull_region) != s.inside)
        return HIT_CROSSING;
    if (hit_object_convex(record, cull_region->at, &convex))
        return cull_region->convex(cull_region->context, &convex);
    s.visit = parts_visit_of(record, cull_region->at, NULL, classify_convex, &s);
    if (s.visit.tree.tree != NULL)
        hit_instance_traverse(&s.visit.tree, classify_box, visit_leaf, &s.visit);
    else
        hit_object_visit_convexes(record, cull_region->at, NULL, classify_convex, &s);
    if (s.inside)
        return s.any && !s.found ? HIT_INSIDE : HIT_CROSSING;
    return s.found ? HIT_CROSSING : HIT_OUTSIDE;
}
