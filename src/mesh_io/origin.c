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
// A vertex at 0,0,0 tells nothing: programs leave one there that no face uses, and next to survey coordinates it would
// make the extent as large as these. It does not count; where faces do use it, the origin is such that it stays in its
// place.
//
// Cost: O(count); O(1) for most.
#include "mesh_io/origin.h"

#include "base/assert.h"
#include "mesh_io/text/scan.h"
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

static bool is_zero(hit_vec3 v)
{
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f;
}

static bool counts(hit_vec3 v)
{
    return hit_vec3_is_finite(v) && !is_zero(v);
}

static box box_of(const hit_vec3* vertices, uint64_t count)
{
    box b = empty;
    for (uint64_t i = 0; i < count; i++)
        if (counts(vertices[i]))
            include(&b, hit_dvec3_from(vertices[i]));
    return b;
}

// True when no vertex differs from the first by more than `share` of its size.
static bool is_near_first(const hit_vec3* vertices, uint64_t count, double share)
{
    uint64_t i = 0;
    hit_dvec3 first;
    double limit;
    while (i < count && !counts(vertices[i]))
        i++;
    if (i == count)
        return false;
    first = hit_dvec3_from(vertices[i]);
    limit = share * largest(first);
    for (i++; i < count; i++)
        if (largest(hit_dvec3_sub(hit_dvec3_from(vertices[i]), first)) > limit && counts(vertices[i]))
            return false;
    return true;
}

bool hit_origin_is_far(const hit_vec3* vertices, uint64_t count)
{
    box b;
    if (!is_near_first(vertices, count, 1.0 / FAR))
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

// `has_zero`: 0,0,0 is to be exact, as a multiple of q below 2^24.
static hit_dvec3 choose(const box* b, bool has_zero)
{
    const hit_dvec3 centre =
        hit_dvec3_make((b->min.x + b->max.x) / 2.0, (b->min.y + b->max.y) / 2.0, (b->min.z + b->max.z) / 2.0);
    const double e = extent(b);
    double q;
    if (e == 0.0)
        return b->min;
    q = ldexp(1.0, ilogb(e) + 1);
    HIT_ASSERT(q > e && q <= 2.0 * e);
    if (has_zero)
        q = fmax(q, ldexp(1.0, ilogb(reach(b)) - 22));
    return hit_dvec3_make(round_to(centre.x, q), round_to(centre.y, q), round_to(centre.z, q));
}

static bool is_float(hit_dvec3 v)
{
    return (double)(float)v.x == v.x && (double)(float)v.y == v.y && (double)(float)v.z == v.z;
}

hit_status hit_origin_subtract(hit_loader* loader, const hit_dvec3* exact, bool from_text, hit_vec3* vertices,
                               uint64_t count, hit_dvec3* origin)
{
    bool all_floats = true, has_zero = false;
    box b = empty;
    double lost;
    *origin = hit_dvec3_make(0.0, 0.0, 0.0);
    for (uint64_t i = 0; i < count; i++)
        if (is_zero(vertices[i]))
            has_zero = true;
        else if (hit_vec3_is_finite(vertices[i])) {
            include(&b, exact[i]);
            all_floats = all_floats && is_float(exact[i]);
        }
    if (is_empty(&b) || all_floats || !(reach(&b) > FAR * extent(&b)) || reach(&b) > 0x1p100)
        return HIT_OK;
    *origin = choose(&b, has_zero);
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

// True when a text has numbers of more digits than floats need: nine. They are then no floats that a program has
// written. A few places are looked at.
static bool has_many_digits(const char* text, size_t size)
{
    enum { PLACES = 16, BYTES = 4096, DIGITS = 9 };
    for (size_t place = 0; place < PLACES; place++) {
        const char* p = text + size / PLACES * place;
        const char* end = text + size - p > BYTES ? p + BYTES : text + size;
        while (p < end) {
            const char* word = p;
            int digits = 0;
            bool has_point = false, is_number = p > text && is_space(p[-1]);
            p += *p == '-';
            for (; p < end && !is_space(*p); p++) {
                has_point = has_point || *p == '.';
                is_number = is_number && (is_digit(*p) || *p == '.');
                digits += is_digit(*p) && (digits > 0 || *p != '0');
            }
            if (is_number && has_point && digits > DIGITS && p < end)
                return true;
            p += p == word || p < end;
        }
    }
    return false;
}

// What floats lose of a part by its place; 0 when that is no more than is tolerated of its size.
static double loss_of(const hit_model_mesh* mesh, double* share)
{
    const double small = 0x1p-25 / TOLERATED; // parts of this share of their coordinates lose too much
    double lost, size;
    box b;
    if (!is_near_first(mesh->vertices, mesh->vertex_count, 1.1 * small))
        return 0.0;
    b = box_of(mesh->vertices, mesh->vertex_count);
    lost = reach(&b) * 0x1p-25;
    size = extent(&b);
    if (is_empty(&b) || !(size > 0.0) || lost <= TOLERATED * size)
        return 0.0;
    *share = lost / size;
    return lost;
}

hit_status hit_origin_check_parts(hit_loader* loader)
{
    const hit_model* model = loader->model;
    const bool has_origin = largest(loader->origin) > 0.0;
    uint32_t bad = 0;
    double most = 0.0, worst = 0.0;
    // A file of one part has an origin when it needs one; of the formats with more, OBJ has numbers of any length.
    if (!has_origin && (model->mesh_count < 2 || model->format != HIT_MODEL_OBJ))
        return HIT_OK;
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        double share = 0.0;
        const double lost = loss_of(&model->meshes[i], &share);
        bad += lost > 0.0;
        most = fmax(most, lost);
        worst = fmax(worst, share);
    }
    if (bad == 0 || (!has_origin && !has_many_digits(loader->bytes, loader->size)))
        return HIT_OK;
    return hit_loader_note(loader,
                           "coordinates of %" PRIu32 " small part%s are rounded to floats, by up to %.2g, which is up "
                           "to %.2g of the part's size: the file has one origin for all of its parts",
                           bad, bad == 1 ? "" : "s", most, worst);
}
