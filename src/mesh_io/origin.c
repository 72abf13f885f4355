// Finds vertices that floats are too coarse for, chooses an origin for them, and subtracts it.
//
// Whether they are: let a be the size of the first vertex, that of its largest coordinate. When some vertex differs
// from it by more than a/16, the extent is more than a/16, and no coordinate is larger than a plus the extent: 17
// extents at most, so that floats, which are right to 2^-25 of a coordinate, are right to 5.1e-7 of the extent. In most
// files one of the first vertices is that one.
//
// The origin is the centre of the box, rounded to a multiple of the power of two q just above the extent e. So
// differences are e/2 + q/2 < 1.5 e in size, which floats keep to 2^-24 e. They are exact before that: both numbers
// are multiples of the last bit of the coordinate, and the difference is smaller than the coordinate.
//
// Cost: O(count); O(1) for most.
#include "mesh_io/origin.h"

#include "base/assert.h"
#include <inttypes.h>
#include <math.h>

#define FAR 16.0
#define TOLERATED 1e-6

typedef struct box {
    hit_dvec3 min, max; ///< min above max: nothing is in it
} box;

static const box empty = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

static void include(box* b, hit_dvec3 v)
{
    b->min = hit_dvec3_make(fmin(b->min.x, v.x), fmin(b->min.y, v.y), fmin(b->min.z, v.z));
    b->max = hit_dvec3_make(fmax(b->max.x, v.x), fmax(b->max.y, v.y), fmax(b->max.z, v.z));
}

static double largest(hit_dvec3 v)
{
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

// The largest coordinate, by its size.
static double reach(const box* b)
{
    return fmax(largest(b->min), largest(b->max));
}

static double extent(const box* b)
{
    return fmax(b->max.x - b->min.x, fmax(b->max.y - b->min.y, b->max.z - b->min.z));
}

static bool is_empty(const box* b)
{
    return b->min.x > b->max.x;
}

static box box_of(const hit_vec3* vertices, uint64_t count)
{
    box b = empty;
    for (uint64_t i = 0; i < count; i++)
        if (hit_vec3_is_finite(vertices[i]))
            include(&b, hit_dvec3_from(vertices[i]));
    return b;
}

bool hit_origin_is_far(const hit_vec3* vertices, uint64_t count)
{
    uint64_t i = 0;
    hit_dvec3 first;
    double limit;
    box b;
    while (i < count && !hit_vec3_is_finite(vertices[i]))
        i++;
    if (i == count)
        return false;
    first = hit_dvec3_from(vertices[i]);
    limit = largest(first) / FAR;
    for (i++; i < count; i++)
        if (largest(hit_dvec3_sub(hit_dvec3_from(vertices[i]), first)) > limit && hit_vec3_is_finite(vertices[i]))
            return false;
    b = box_of(vertices, count);
    return reach(&b) > FAR * extent(&b);
}

// ---- The origin -----------------------------------------------------------------------------------------------------

// The multiple of q that is closest to x, or nearly so.
static double round_to(double x, double q)
{
    return round(x / q) * q;
}

static hit_dvec3 choose(const box* b)
{
    const hit_dvec3 centre =
        hit_dvec3_make((b->min.x + b->max.x) / 2.0, (b->min.y + b->max.y) / 2.0, (b->min.z + b->max.z) / 2.0);
    const double e = extent(b);
    double q;
    if (e == 0.0)
        return b->min;
    q = ldexp(1.0, ilogb(e) + 1);
    HIT_ASSERT(q > e && q <= 2.0 * e);
    return hit_dvec3_make(round_to(centre.x, q), round_to(centre.y, q), round_to(centre.z, q));
}

static bool is_float(hit_dvec3 v)
{
    return (double)(float)v.x == v.x && (double)(float)v.y == v.y && (double)(float)v.z == v.z;
}

hit_status hit_origin_subtract(hit_loader* loader, const hit_dvec3* exact, bool from_text, hit_vec3* vertices,
                               uint64_t count, hit_dvec3* origin)
{
    bool all_floats = true;
    box b = empty;
    double lost;
    *origin = hit_dvec3_make(0.0, 0.0, 0.0);
    for (uint64_t i = 0; i < count; i++)
        if (hit_vec3_is_finite(vertices[i])) {
            include(&b, exact[i]);
            all_floats = all_floats && is_float(exact[i]);
        }
    if (is_empty(&b) || all_floats || !(reach(&b) > FAR * extent(&b)) || reach(&b) > 0x1p100)
        return HIT_OK;
    *origin = choose(&b);
    for (uint64_t i = 0; i < count; i++)
        if (hit_vec3_is_finite(vertices[i]))
            vertices[i] = hit_dvec3_relative(exact[i], *origin);
    // A double is right to half of its last bit.
    lost = from_text ? reach(&b) * 0x1p-53 : 0.0;
    if (extent(&b) > 0.0 && lost > TOLERATED * extent(&b))
        return hit_loader_note(loader, "coordinates are rounded to doubles, by up to %.2g, which is %.2g of the size",
                               lost, lost / extent(&b));
    return HIT_OK;
}

// ---- Small parts ----------------------------------------------------------------------------------------------------

hit_status hit_origin_check_parts(hit_loader* loader)
{
    const hit_model* model = loader->model;
    uint32_t bad = 0;
    double most = 0.0, worst = 0.0;
    if (largest(loader->origin) == 0.0)
        return HIT_OK;
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        const box b = box_of(model->meshes[i].vertices, model->meshes[i].vertex_count);
        const double lost = reach(&b) * 0x1p-25, size = extent(&b);
        if (is_empty(&b) || !(size > 0.0) || lost <= TOLERATED * size)
            continue;
        bad++;
        most = fmax(most, lost);
        worst = fmax(worst, lost / size);
    }
    if (bad == 0)
        return HIT_OK;
    return hit_loader_note(loader,
                           "coordinates of %" PRIu32 " small part%s are rounded to floats, by up to %.2g, which is up "
                           "to %.2g of the part's size: the file has one origin for all of its parts",
                           bad, bad == 1 ? "" : "s", most, worst);
}
