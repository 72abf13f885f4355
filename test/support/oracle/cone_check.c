#include "support/oracle/cone_check.h"
#include "support/base/quad.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the contract allows to a relation, and what a point of both sets may be off by (2^-48 for each of them, and for
// the sum of both in two directions).
static const quad allowed = 1e-12L;
static const quad near = 0x1p-46L;

// The rim of a wide cone is farther away than what is near to it.
static quad rim_of(const quad_cone* k)
{
    return k->tangent > 1 ? (k->infinite ? k->h_min : k->h_max) * k->tangent : 0;
}

cone_answer cone_ask(const cone_case* c)
{
    cone_answer a;
    const hit_triangle t = {c->point[0], c->point[1], c->point[2]};

    memset(&a, 0, sizeof a);
    switch (c->target) {
    case TARGET_AABB:
        a.with_evidence = hit_cone_aabb(&c->cone, c->aabb, &a.evidence);
        a.relation = hit_cone_aabb(&c->cone, c->aabb, NULL);
        a.meets = hit_cone_meets_aabb(&c->cone, c->aabb);
        a.contains = hit_cone_contains_aabb(&c->cone, c->aabb);
        break;
    case TARGET_OBB:
        a.with_evidence = hit_cone_obb(&c->cone, &c->obb, &a.evidence);
        a.relation = hit_cone_obb(&c->cone, &c->obb, NULL);
        a.meets = hit_cone_meets_obb(&c->cone, &c->obb);
        a.contains = hit_cone_contains_obb(&c->cone, &c->obb);
        break;
    case TARGET_SPHERE:
        a.with_evidence = hit_cone_sphere(&c->cone, c->sphere, &a.evidence);
        a.relation = hit_cone_sphere(&c->cone, c->sphere, NULL);
        a.meets = hit_cone_meets_sphere(&c->cone, c->sphere);
        a.contains = hit_cone_contains_sphere(&c->cone, c->sphere);
        break;
    case TARGET_TRIANGLE:
        a.with_evidence = hit_cone_triangle(&c->cone, &t, &a.evidence);
        a.relation = hit_cone_triangle(&c->cone, &t, NULL);
        a.meets = hit_cone_meets_triangle(&c->cone, &t);
        a.contains = hit_cone_contains_triangle(&c->cone, &t);
        break;
    case TARGET_SEGMENT:
        a.with_evidence = hit_cone_segment(&c->cone, c->point[0], c->point[1], &a.evidence);
        a.relation = hit_cone_segment(&c->cone, c->point[0], c->point[1], NULL);
        a.meets = hit_cone_meets_segment(&c->cone, c->point[0], c->point[1]);
        a.contains = hit_cone_contains_segment(&c->cone, c->point[0], c->point[1]);
        break;
    default: // a point has no yes or no of its own; hit_cone_contains is the exact one
        a.with_evidence = hit_cone_point(&c->cone, c->point[0], &a.evidence);
        a.relation = hit_cone_point(&c->cone, c->point[0], NULL);
        a.meets = a.relation != HIT_SEPARATE;
        a.contains = hit_cone_contains(&c->cone, c->point[0]);
        break;
    }
    return a;
}

bool cone_same_answer(const cone_answer* a, const cone_answer* b)
{
    const hit_cone_evidence *x = &a->evidence, *y = &b->evidence;

    return a->relation == b->relation && a->with_evidence == b->with_evidence && a->meets == b->meets &&
           a->contains == b->contains && x->relation == y->relation && x->feature == y->feature &&
           x->index == y->index && memcmp(x->point, y->point, sizeof x->point) == 0 &&
           memcmp(&x->height, &y->height, sizeof x->height) == 0 &&
           memcmp(&x->margin, &y->margin, sizeof x->margin) == 0 &&
           memcmp(x->normal, y->normal, sizeof x->normal) == 0 && memcmp(&x->offset, &y->offset, sizeof x->offset) == 0;
}

// ---- Points and shapes ---------------------------------------------------------------------------------------------

static quad distance_to_segment(const quad p[3], const quad a[3], const quad b[3])
{
    quad ab[3], ap[3], t, square;

    for (int i = 0; i < 3; i++)
        ab[i] = b[i] - a[i], ap[i] = p[i] - a[i];
    square = quad_dot(ab, ab);
    t = square > 0 ? quad_dot(ab, ap) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    for (int i = 0; i < 3; i++)
        ap[i] -= t * ab[i];
    return quad_length(ap);
}

static quad distance_to_triangle(const quad p[3], const quad (*v)[3])
{
    quad e[2][3], q[3], n[3], best = (quad)HUGE_VAL, square;

    for (int i = 0; i < 3; i++) {
        const quad d = distance_to_segment(p, v[i], v[(i + 1) % 3]);
        best = d < best ? d : best;
        e[0][i] = v[1][i] - v[0][i], e[1][i] = v[2][i] - v[0][i], q[i] = p[i] - v[0][i];
    }
    for (int i = 0; i < 3; i++)
        n[i] = e[0][(i + 1) % 3] * e[1][(i + 2) % 3] - e[0][(i + 2) % 3] * e[1][(i + 1) % 3];
    square = quad_dot(n, n);
    if (square > 0) { // where the foot of the perpendicular is inside, the distance is that to the plane
        const quad a = quad_dot(e[0], e[0]), b = quad_dot(e[0], e[1]), c = quad_dot(e[1], e[1]);
        const quad x = quad_dot(e[0], q), y = quad_dot(e[1], q);
        const quad u = c * x - b * y, v1 = a * y - b * x;
        const quad d = fabsq(quad_dot(n, q)) / sqrtq(square);
        if (u >= 0 && v1 >= 0 && u + v1 <= square && d < best)
            best = d;
    }
    return best;
}

// How far a point is outside of the shape, at least; not above 0 inside.
static quad outside(const cone_case* c, const quad_shape* s, const quad p[3])
{
    quad out = -(quad)HUGE_VAL;

    if (c->target == TARGET_AABB) {
        for (int i = 0; i < 3; i++) {
            out = fmaxq(out, s->point[0][i] - p[i]);
            out = fmaxq(out, p[i] - s->point[7][i]);
        }
        return out;
    }
    if (c->target == TARGET_OBB) {
        for (int i = 0; i < 3; i++) {
            const quad a[3] = {c->obb.axis[i].x, c->obb.axis[i].y, c->obb.axis[i].z};
            quad d[3];
            for (int j = 0; j < 3; j++)
                d[j] = p[j] - (s->point[0][j] + s->point[7][j]) / 2;
            out = fmaxq(out, (fabsq(quad_dot(a, d)) - c->obb.half[i]) / quad_length(a));
        }
        return out;
    }
    if (c->target == TARGET_TRIANGLE)
        return distance_to_triangle(p, s->point);
    return distance_to_segment(p, s->point[0], s->point[c->target == TARGET_SEGMENT]) - s->radius;
}

// Edge numbers as hit_cone_evidence has them.
static bool edge_of(const cone_case* c, int index, int* a, int* b)
{
    if (c->target == TARGET_AABB || c->target == TARGET_OBB) {
        const int axis = index / 4, u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
        *a = (index & 1) << u | (index >> 1 & 1) << v;
        *b = *a | 1 << axis;
        return index >= 0 && index < 12;
    }
    *a = index;
    *b = c->target == TARGET_TRIANGLE ? (index + 1) % 3 : 1;
    return index >= 0 && index < (c->target == TARGET_TRIANGLE ? 3 : c->target == TARGET_SEGMENT ? 1 : 0);
}

// Faces of boxes are numbered as HIT_FACE_NEG_X to HIT_FACE_POS_Z.
static bool on_face(const cone_case* c, const quad_shape* s, int index, const quad p[3], quad tolerance)
{
    const int axis = index / 2, side = index & 1;

    if (index < 0 || index > 5)
        return false;
    if (c->target == TARGET_AABB)
        return fabsq(p[axis] - s->point[side << axis][axis]) <= tolerance;
    if (c->target == TARGET_OBB) {
        const quad a[3] = {c->obb.axis[axis].x, c->obb.axis[axis].y, c->obb.axis[axis].z};
        quad d[3];
        for (int j = 0; j < 3; j++)
            d[j] = p[j] - s->point[side << axis][j];
        return fabsq(quad_dot(a, d)) <= tolerance * quad_length(a);
    }
    return false;
}

// ---- Evidence ------------------------------------------------------------------------------------------------------

static const char* check_feature(const cone_case* c, const quad_cone* k, const quad_shape* s,
                                 const hit_cone_evidence* e, const quad p[3], quad tolerance)
{
    quad h, r, middle[3] = {0}, d[3];
    int a, b;

    quad_cone_coordinates(k, p, &h, &r);
    switch (e->feature) {
    case HIT_FEATURE_INTERIOR:
        for (int j = 0; j < 3; j++) {
            for (int i = 0; i < s->count; i++)
                middle[j] += s->point[i][j] / s->count;
            d[j] = middle[j] - p[j];
        }
        return quad_length(d) <= tolerance ? NULL : "interior: the point is not the middle";
    case HIT_FEATURE_AXIS:
        return r <= tolerance ? NULL : "axis: the point is not on the axis";
    case HIT_FEATURE_VERTEX:
        if (e->index < 0 || e->index >= s->count)
            return "vertex: no such corner";
        for (int j = 0; j < 3; j++)
            d[j] = s->point[e->index][j] - p[j];
        return quad_length(d) <= tolerance ? NULL : "vertex: the point is not that corner";
    case HIT_FEATURE_EDGE:
        if (!edge_of(c, e->index, &a, &b))
            return "edge: no such edge";
        if (c->target == TARGET_AABB) { // by coordinates: an end may be at 1e30
            for (int j = 0; j < 3; j++)
                if (j != e->index / 4 && fabsq(p[j] - s->point[a][j]) > tolerance)
                    return "edge: the point is not on it";
            return NULL;
        }
        return distance_to_segment(p, s->point[a], s->point[b]) <= tolerance ? NULL : "edge: the point is not on it";
    case HIT_FEATURE_FACE:
        return on_face(c, s, e->index, p, tolerance) ? NULL : "face: the point is not on it";
    case HIT_FEATURE_CAP:
        if (e->index == 1 && k->infinite)
            return "cap: the cone has no upper end";
        return fabsq(h - (e->index == 1 ? k->h_max : k->h_min)) <= tolerance ? NULL : "cap: the point is not on it";
    case HIT_FEATURE_SURFACE:
        return c->target == TARGET_SPHERE ? NULL : "surface: of what";
    default:
        return "the feature is none of a common point";
    }
}

static quad nearest_corner(const quad_shape* s)
{
    quad least = (quad)HUGE_VAL;

    for (int i = 0; i < s->count; i++)
        least = fminq(least, quad_length(s->point[i]));
    return least;
}

static const char* check_point(const cone_case* c, const quad_cone* k, const quad_shape* s, const hit_cone_evidence* e)
{
    const quad p[3] = {e->point[0], e->point[1], e->point[2]};
    // A point at the apex has no size: what it is made of has.
    const quad size = fmaxq(quad_length(p), s->size), tolerance = near * size + 0x1p-50L * nearest_corner(s);
    // Where they may be apart by 1e-12, a point of both can be no nearer.
    const quad both = e->relation == HIT_TOUCHING ? fmaxq(allowed * (size + rim_of(k)), tolerance) : tolerance;
    quad h, r;

    quad_cone_coordinates(k, p, &h, &r);
    if (fabsq(h - e->height) > tolerance)
        return "the height is not that of the point";
    if (fabsq(h * k->sine - r * k->cosine - e->margin) > tolerance)
        return "the margin is not that of the point";
    if (e->normal[0] != 0.0 || e->normal[1] != 0.0 || e->normal[2] != 0.0 || e->offset != 0.0)
        return "a plane although they meet";
    if (outside(c, s, p) > both)
        return "the point is not in the shape";
    if (quad_cone_depth(k, p) < -both)
        return "the point is not in the cone";
    return check_feature(c, k, s, e, p, both);
}

static const char* check_plane(const cone_case* c, const quad_cone* k, const quad_shape* s, const hit_cone_evidence* e)
{
    const quad n[3] = {e->normal[0], e->normal[1], e->normal[2]}, p[3] = {e->point[0], e->point[1], e->point[2]};
    const quad length = quad_length(n), above = quad_cone_support(k, n), size = fmaxq(quad_length(p), s->size);
    quad least = (quad)HUGE_VAL, widest = 0, h, r, along, across, slope;

    if (fabsq(length - 1) > 0x1p-48L)
        return "the normal is not of unit length";
    for (int i = 0; i < s->count; i++)
        least = fminq(least, quad_dot(n, s->point[i]) - s->radius * length);
    if (!(least > e->offset))
        return "the plane does not have the shape on its side";
    if (!(above <= e->offset))
        return "the plane does not have the cone behind it";
    // What was found in doubles may be short of the truth by the errors that it allows for, never beyond it by more. An
    // error of the normal counts with the width of the cone.
    for (int i = 0; i < s->count; i++)
        widest = fmaxq(widest, quad_length(s->point[i]));
    widest += (k->infinite ? k->h_min : k->h_max) * (1 + k->tangent);
    if (-e->margin > least - above + near * (size + fabsq(above) + (k->infinite ? k->h_min : k->h_max) * k->tangent))
        return "the gap is larger than it is";
    if (-e->margin < least - above - 8 * allowed * widest)
        return "the gap is smaller than it is";
    quad_cone_coordinates(k, p, &h, &r);
    if (fabsq(h - e->height) > near * size)
        return "the height is not that of the point of the plane";
    if (outside(c, s, p) > near * size)
        return "the point of the plane is not in the shape";
    if (fabsq(quad_dot(n, p) - least) > 0x1p-44L * size)
        return "the point of the plane is not the nearest";
    quad_cone_coordinates(k, n, &along, &across);
    slope = along * k->cosine + across * k->sine;
    switch (e->feature) {
    case HIT_FEATURE_HEIGHT:
        return across <= 0x1p-44L && (along > 0) == (e->index == 1) ? NULL : "height: the plane is oblique";
    case HIT_FEATURE_SIDE:
        // Its direction around the axis is as good as the distance of the point from the axis.
        // Boxes that are almost behind the apex get a plane by the direction of their centre, tilted by up to 2^-30.
        return fabsq(slope) * r <= 0x1p-44L * (r + size) || fabsq(slope) <= 0x1p-29L
                   ? NULL
                   : "side: the plane is not along the side";
    case HIT_FEATURE_RIM:
        if (fabsq(slope) <= 0x1p-44L || (!k->infinite && k->h_min == k->h_max)) // it touches both
            return NULL;
        return (slope > 0) == (e->index == 1) ? NULL : "rim: the plane touches another one";
    default:
        return "the feature is none of a plane";
    }
}

// ---- Fully inside --------------------------------------------------------------------------------------------------

static const char* check_contains(const cone_case* c, const cone_answer* a, const quad_cone* k, const quad_shape* s,
                                  bool* inside)
{
    *inside = true;
    if (c->target == TARGET_OBB || c->target == TARGET_SPHERE) {
        quad depth = (quad)HUGE_VAL;
        for (int i = 0; i < s->count; i++)
            depth = fminq(depth, quad_cone_depth(k, s->point[i]) - s->radius);
        *inside = depth >= 0;
        if (*inside && !a->contains)
            return "contains: no, but it is inside";
        return a->contains && depth < -allowed * s->size ? "contains: yes, but it stands out" : NULL;
    }
    for (int i = 0; i < s->count && *inside; i++) {
        const quad depth = quad_cone_depth(k, s->point[i]);
        if (fabsq(depth) > 1e-25L * (quad_length(s->point[i]) + k->h_min + k->h_max)) {
            *inside = depth > 0;
        } else {
            const hit_vec3 p = c->target != TARGET_AABB ? c->point[i]
                                                        : hit_vec3_make(i & 1 ? c->aabb.max.x : c->aabb.min.x,
                                                                        i & 2 ? c->aabb.max.y : c->aabb.min.y,
                                                                        i & 4 ? c->aabb.max.z : c->aabb.min.z);
            *inside = cone_oracle_contains(&c->cone, p);
        }
    }
    return *inside == a->contains ? NULL : "contains is not exact";
}

// ---- All of it -----------------------------------------------------------------------------------------------------

const char* cone_check(const cone_case* c, const cone_answer* a, const cone_verdict* v, cone_tally* tally)
{
    quad_cone k;
    quad_shape s;
    const char* why;
    const hit_relation relation = a->relation;
    bool inside;

    if (!cone_case_quad(c, &k, &s))
        return relation == HIT_SEPARATE && !a->meets ? NULL : "an empty shape is met";
    tally->cases++;
    tally->meets += v->kind == ORACLE_MEETS;
    tally->contacts += v->kind == ORACLE_CONTACT;
    tally->unknown += v->kind == ORACLE_UNKNOWN;
    tally->separate += relation == HIT_SEPARATE;
    tally->touching += relation == HIT_TOUCHING;
    tally->overlapping += relation == HIT_OVERLAPPING;
    tally->lost += v->kind == ORACLE_MEETS && relation == HIT_SEPARATE;
    tally->false_hits += v->kind == ORACLE_SEPARATE && relation != HIT_SEPARATE;
    if (a->with_evidence != relation || a->evidence.relation != relation)
        return "the relation differs with and without evidence";
    if (a->meets != (relation != HIT_SEPARATE))
        return "yes or no differs from the relation";
    if (v->kind == ORACLE_MEETS && relation == HIT_SEPARATE)
        return "separate, but they meet";
    if (v->kind == ORACLE_SEPARATE && relation == HIT_OVERLAPPING)
        return "overlapping, but they are apart";
    if (v->kind == ORACLE_UNKNOWN)
        return "the oracle does not know";
    if (v->kind == ORACLE_CONTACT && relation == HIT_OVERLAPPING)
        return "overlapping, but they only touch";
    if (v->kind == ORACLE_SEPARATE && relation == HIT_TOUCHING && v->gap > allowed * (v->scale + rim_of(&k)))
        return "touching, but the gap is too large";
    if (v->kind == ORACLE_MEETS && relation == HIT_TOUCHING) {
        const quad p[3] = {a->evidence.point[0], a->evidence.point[1], a->evidence.point[2]};
        const quad size = s.size > 0 ? s.size : fmaxq(quad_length(p), v->scale);
        if (cone_oracle_deeper(&k, &s, allowed * (size + rim_of(&k))))
            return "touching, but the overlap is too deep";
    }
    why = relation == HIT_SEPARATE ? check_plane(c, &k, &s, &a->evidence) : check_point(c, &k, &s, &a->evidence);
    if (why != NULL)
        return why;
    why = check_contains(c, a, &k, &s, &inside);
    tally->contained += inside;
    return why;
}

void cone_check_print(const cone_case* c, const cone_answer* a, const cone_verdict* v, const char* why)
{
    static const char* const relations[3] = {"separate", "touching", "overlapping"};
    const hit_cone_evidence* e = &a->evidence;

    printf("  %s:\n", why);
    cone_case_print(c);
    printf("    oracle: %s, gap %.3g, depth %.3g, scale %.3g\n", cone_verdict_names[v->kind], (double)v->gap,
           (double)v->depth, (double)v->scale);
    printf("    ours: %s, meets %d, contains %d; feature %d, index %d, height %.17g, margin %.3g\n",
           relations[a->relation], a->meets, a->contains, (int)e->feature, e->index, e->height, e->margin);
    printf("    point %.17g %.17g %.17g, normal %.17g %.17g %.17g, offset %.17g\n", e->point[0], e->point[1],
           e->point[2], e->normal[0], e->normal[1], e->normal[2], e->offset);
}

void cone_check_case(const cone_case* c, const cone_verdict* v, cone_tally* tally)
{
    const char* text = getenv("HIT_PRINT");
    const uint64_t most = text != NULL ? strtoull(text, NULL, 0) : 3;
    const cone_answer a = cone_ask(c);
    const char* why = cone_check(c, &a, v, tally);

    if (why != NULL && tally->wrong++ < most)
        cone_check_print(c, &a, v, why);
}
