// Comparing a scene with the naive one.
#include "support/scene/naive_parts.h"
#include "support/bvh/coherence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4096, PRINTED = 8 };

static uint32_t printed;

static bool same_vec3(hit_vec3 a, hit_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_hit(const hit_scene_hit* a, const hit_scene_hit* b)
{
    return a->id == b->id && a->t == b->t && a->t_double == b->t_double && a->primitive == b->primitive &&
           a->u == b->u && a->v == b->v && a->w == b->w && a->side == b->side && a->face == b->face &&
           same_vec3(a->normal, b->normal) && a->point.x == b->point.x && a->point.y == b->point.y &&
           a->point.z == b->point.z;
}

static uint32_t report(const char* fault, const hit_dray* ray, const naive_answer* answer, const hit_scene_hit* hit)
{
    if (printed++ >= PRINTED)
        return 1;
    printf("  %s: ray (%a, %a, %a) -> (%a, %a, %a), t in [%a, %a]\n", fault, ray->origin.x, ray->origin.y,
           ray->origin.z, (double)ray->direction.x, (double)ray->direction.y, (double)ray->direction.z,
           (double)ray->t_min, (double)ray->t_max);
    if (answer != NULL) {
        const naive_object* o = answer->object;
        const hit_placement* p = &o->object.placement;
        printf("    %s %llx, verdict %d, t %.9g (%a) or in [%.12Lg, %.12Lg], face %d, inside %d; at (%a, %a, %a)",
               hit_object_kind_name(o->shape.kind), (unsigned long long)o->id, (int)answer->verdict, (double)answer->t,
               (double)answer->t, answer->low, answer->high, answer->face, answer->inside, p->origin.x, p->origin.y,
               p->origin.z);
        for (int k = 0; k < 3; k++)
            printf(" [%g %g %g]", (double)p->linear[k][0], (double)p->linear[k][1], (double)p->linear[k][2]);
        printf("\n");
    }
    if (hit != NULL)
        printf("    found %llx: t %.9g (%a), primitive %u, weights %g %g %g, side %d, face %d, normal %g %g %g, point "
               "%.9g "
               "%.9g %.9g\n",
               (unsigned long long)hit->id, (double)hit->t, (double)hit->t, hit->primitive, (double)hit->u,
               (double)hit->v, (double)hit->w, (int)hit->side, hit->face, (double)hit->normal.x, (double)hit->normal.y,
               (double)hit->normal.z, hit->point.x, hit->point.y, hit->point.z);
    return 1;
}

// To 52 bits, of any size.
static long double exact_t(const naive_answer* a)
{
    long num, den;
    const double n = mpz_get_d_2exp(&num, a->num), d = mpz_get_d_2exp(&den, a->den);
    return ldexpl((long double)n / (long double)d, (int)(num - den));
}

static const char* box_fault(const naive_answer* a, const hit_dray* ray, const hit_scene_hit* hit)
{
    const float n[3] = {hit->normal.x, hit->normal.y, hit->normal.z};
    const double found[3] = {hit->point.x, hit->point.y, hit->point.z};
    const hit_dvec3 from = naive_round_position(ray->origin),
                    at = naive_round_position(a->object->object.placement.origin);
    const double o[3] = {from.x, from.y, from.z}, p[3] = {at.x, at.y, at.z};
    const float d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const long double t = exact_t(a);
    long double normal[3], apart[2] = {0.0L, 0.0L}, far = 0.0L;

    if (hit->t != a->t)
        return "t of a box is not the exact one";
    if (hit->face != a->face || (hit->side == HIT_SIDE_BACK) != a->inside)
        return "face or side of a box";
    if (hit->primitive != 0 || hit->u != 0.0f || hit->v != 0.0f || hit->w != 0.0f)
        return "a box has no primitive, and no weights";
    if (a->inside && (n[0] != 0.0f || n[1] != 0.0f || n[2] != 0.0f))
        return "a normal from inside";
    if (!a->inside) {
        naive_box_normal(a->object, a->face, normal);
        for (int k = 0; k < 3; k++) {
            apart[0] += ((long double)n[k] - normal[k]) * ((long double)n[k] - normal[k]);
            apart[1] += ((long double)n[k] + normal[k]) * ((long double)n[k] + normal[k]);
        }
        if (a->face == HIT_FACE_SIDE && apart[1] < apart[0]) // of either sign
            apart[0] = apart[1];
        if (!(apart[0] <= 1e-12L))
            return "another normal";
    }
    for (int k = 0; k < 3; k++)
        far = fmaxl(far, fmaxl(fabsl((long double)o[k]), fabsl((long double)p[k])));
    for (int k = 0; k < 3; k++) {
        const long double step = t * (long double)d[k],
                          off = 0x1p-19L * fabsl(step) + 0x1p-149L * fabsl((long double)d[k]) + 0x1p-49L * far;
        if (!(fabsl((long double)found[k] - (long double)o[k] - step) <= off) && isfinite(hit->t))
            return "the point is not at t";
    }
    return NULL;
}

const char* naive_fault(const naive_answer* answer, const hit_dray* ray, hit_sides sides, const hit_scene_hit* hit)
{
    naive_found found = {hit, NULL};
    naive_answer again = *answer; // its integers are not touched

    if (answer->object->shape.kind == HIT_OBJECT_BOX)
        return box_fault(answer, ray, hit);
    naive_near(answer->object, ray, sides, &found, &again);
    return found.fault;
}

static const naive_answer* answer_of(const naive_answer* answers, uint32_t count, hit_id id)
{
    for (uint32_t i = 0; i < count; i++)
        if (answers[i].object->id == id)
            return &answers[i];
    return NULL;
}

// The answers of the other calls must be those of hit_scene_all.
static uint32_t check_calls(const hit_scene* scene, const hit_dray* ray, const hit_scene_filter* filter,
                            const hit_scene_hit* hits, uint32_t count)
{
    const uint32_t k = count % 5 + 1, few = count < k ? count : k;
    hit_scene_hit some[6], blank;
    uint32_t faults = 0;

    memset(&blank, 0x5a, sizeof blank);
    test_ask_scene_opposite(scene, *ray);
    for (int again = 0; again < 2; again++) {
        some[0] = blank;
        if (hit_scene_first(scene, *ray, filter, &some[0]) != (count > 0) ||
            (count > 0 ? !same_hit(&some[0], &hits[0]) : memcmp(&some[0], &blank, sizeof blank) != 0))
            faults +=
                report(again ? "first is another one again" : "first is not the first of all", ray, NULL, &some[0]);
    }
    if (hit_scene_first(scene, *ray, filter, NULL) != (count > 0))
        faults += report("first without a place for it", ray, NULL, NULL);
    if (hit_scene_any(scene, *ray, filter) != (count > 0))
        faults += report("any", ray, NULL, NULL);
    if (hit_scene_count(scene, *ray, filter) != count || hit_scene_all(scene, *ray, filter, NULL, 0) != count)
        faults += report("count", ray, NULL, NULL);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 6; i++)
            some[i] = blank;
        if (pass == 0 && hit_scene_first_k(scene, *ray, filter, some, k) != few)
            faults += report("the number of the nearest", ray, NULL, NULL);
        if (pass == 1 && hit_scene_all(scene, *ray, filter, some, k) != count)
            faults += report("all, with less room", ray, NULL, NULL);
        for (uint32_t i = 0; i < 6; i++)
            if (i < few ? !same_hit(&some[i], &hits[i]) : memcmp(&some[i], &blank, sizeof blank) != 0)
                faults +=
                    report(pass == 0 ? "nearest are not the first of all" : "the first of all", ray, NULL, &some[i]);
    }
    return faults;
}

uint32_t naive_check_ray(const hit_scene* scene, naive_scene* s, const hit_dray* ray, const hit_scene_filter* filter,
                         uint64_t* hits)
{
    static _Thread_local hit_scene_hit found[ROOM];
    const hit_sides sides = filter != NULL ? filter->sides : HIT_SIDES_BOTH;
    const uint32_t count = hit_scene_all(scene, *ray, filter, found, ROOM);
    const naive_answer *answers = NULL, *before = NULL;
    const uint32_t expected = hit_dray_is_valid(*ray) ? naive_ray(s, ray, filter, &answers) : 0;
    uint32_t faults = 0;

    if (count > ROOM)
        return report("more hits than there is room for", ray, NULL, NULL);
    *hits += count;
    for (uint32_t i = 0; i < count; i++) {
        const naive_answer* a = answer_of(answers, expected, found[i].id);
        const char* fault = a == NULL ? "a hit that cannot be" : naive_fault(a, ray, sides, &found[i]);
        if (fault == NULL &&
            !(fabs(found[i].t_double - (double)found[i].t) <= 0x1p-19 * fabs((double)found[i].t) + 0x1p-149))
            fault = "t in double is not t";
        if (fault != NULL)
            faults += report(fault, ray, a, &found[i]);
        if (i > 0 && found[i].t < found[i - 1].t)
            faults += report("not in the order of t", ray, a, &found[i]);
        for (uint32_t j = 0; j < i; j++)
            if (found[j].id == found[i].id)
                faults += report("twice", ray, a, &found[i]);
        if (a != NULL && a->object->shape.kind == HIT_OBJECT_BOX) {
            if (before != NULL && naive_order(before, a) >= 0)
                faults += report("not in the exact order", ray, a, &found[i]);
            before = a;
        }
    }
    for (uint32_t i = 0; i < expected; i++) {
        bool there = answers[i].verdict != NAIVE_HIT;
        for (uint32_t j = 0; j < count && !there; j++)
            there = found[j].id == answers[i].object->id;
        if (!there)
            faults += report("missed", ray, &answers[i], NULL);
    }
    return faults + check_calls(scene, ray, filter, found, count);
}

// ---- What there is --------------------------------------------------------------------------------------------------

static bool same_object(const hit_object* a, const hit_object* b)
{
    const hit_dvec3 p = naive_round_position(a->placement.origin), q = naive_round_position(b->placement.origin);
    return p.x == q.x && p.y == q.y && p.z == q.z &&
           memcmp(a->placement.linear, b->placement.linear, sizeof a->placement.linear) == 0 &&
           (a->layers != 0 ? a->layers : 1) == (b->layers != 0 ? b->layers : 1) && a->priority == b->priority &&
           a->disabled == b->disabled && a->user == b->user;
}

static bool same_shape(const naive_shape* a, const hit_object_shape* b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case HIT_OBJECT_BOX:
        return same_vec3(a->box.min, b->box.min) && same_vec3(a->box.max, b->box.max);
    case HIT_OBJECT_MESH:
        return a->mesh->tree == b->mesh;
    case HIT_OBJECT_SPHERE:
        return same_vec3(a->sphere.center, b->sphere.center) && a->sphere.radius == b->sphere.radius;
    case HIT_OBJECT_CAPSULE:
        return same_vec3(a->capsule.a, b->capsule.a) && same_vec3(a->capsule.b, b->capsule.b) &&
               a->capsule.radius == b->capsule.radius;
    case HIT_OBJECT_CYLINDER:
        return same_vec3(a->cylinder.a, b->cylinder.a) && same_vec3(a->cylinder.b, b->cylinder.b) &&
               a->cylinder.radius == b->cylinder.radius;
    case HIT_OBJECT_USER:
        return b->user.context == a->user && b->user.first == naive_user_first;
    default:
        break;
    }
    if (a->count != b->point_count || a->radius != b->radius)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_vec3(a->points[i], b->points[i]))
            return false;
    return true;
}

uint32_t naive_check_objects(const hit_scene* scene, const naive_scene* s)
{
    static _Thread_local hit_id ids[65536];
    const uint32_t count = hit_scene_list(scene, ids, 65536);
    const hit_scene_stats stats = hit_scene_get_stats(scene);
    uint32_t faults = 0;

    faults += count != s->edited_count || stats.objects != s->edited_count || stats.committed != s->committed_count;
    for (uint32_t i = 0; i < count && i < 65536; i++)
        faults += (i > 0 && ids[i] <= ids[i - 1]) || naive_find(s, ids[i]) == NULL;
    for (uint32_t i = 0; i < s->edited_count; i++) {
        const naive_object* o = &s->edited[i];
        hit_object object;
        hit_object_shape shape;
        faults += !hit_scene_has(scene, o->id) || hit_scene_get(scene, o->id, &object) != o->shape.kind ||
                  !same_object(&object, &o->object) || !hit_scene_shape(scene, o->id, &shape) ||
                  !same_shape(&o->shape, &shape);
    }
    if (faults > 0 && printed++ < PRINTED)
        printf("  what the scene says about its objects is not right in %u cases\n", faults);
    return faults;
}
