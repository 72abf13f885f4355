// One ray against many boxes: the nearest, or all.
//
// A kernel discards in float what the ray certainly misses or reaches later than the best hit so far (kernel.h). Of the
// survivors, most are certain hits, with bounds on their t_enter that tell them from the best so far;
// hit_ray_aabb_exact decides the others, and in the end the closest. Boxes come in ascending order, so a later one wins
// only by entering strictly before the best. Rounding is monotone: different t_enter are in the order of the exact
// ones, and only equal ones are compared as exact quotients. Rays outside the kernels' range take a plain loop. All
// arithmetic runs in the environment of base/fpenv.h.
//
// Cost for 1,000 boxes of which 1 % are hit: 0.75 us with AVX2, 1.1 us with SSE4, 3.4 us in plain C.
#include "base/fpenv.h"
#include "exact/expansion.h"
#include "exact/ratio.h"
#include "many/kernel.h"

#include <float.h>
#include <hitscan/inline.h>
#include <hitscan/many.h>

// The best box so far. It is known to be hit, and entered at some t in [lo, hi] or at one that rounds to lo = hi. `box`
// and `span` are filled once it is decided. lo = hi = inf while there is none.
typedef struct closest_box {
    size_t index;
    float lo, hi;
    bool found, decided;
    hit_aabb box;
    hit_span span;
} closest_box;

static bool in_range(float o, float d)
{
    return fabsf(o) <= 0x1p100f && (d == 0.0f || (fabsf(d) >= 0x1p-100f && fabsf(d) <= 0x1p100f));
}

// One relaxed atomic read. The kernels differ in speed only; a build without a kernel, or a machine without its
// instructions, never has that level in use.
hit_many_kernel hit_many_kernel_in_use(void)
{
    static hit_many_scan* const scan[] = HIT_MANY_LEVELS(hit_many_scan);
    static hit_many_mark* const mark[] = HIT_MANY_LEVELS(hit_many_mark);
    const hit_cpu level = hit_cpu_in_use();
    const hit_many_kernel kernel = {scan[level], mark[level]};
    return kernel;
}

bool hit_many_ray_make(const hit_ray* ray, hit_many_ray* out)
{
    const hit_vec3 o = ray->origin, d = ray->direction;
    const bool forward = ray->t_min >= 0.0f, x_falls = signbit(d.x), y_falls = signbit(d.y), z_falls = signbit(d.z);
    const float rx = 1.0f / fabsf(d.x), ry = 1.0f / fabsf(d.y), rz = 1.0f / fabsf(d.z);
    const float pad = forward ? 1.0f + HIT_MANY_PAD : 1.0f;
    const float min_x = x_falls ? rx * pad : rx, min_y = y_falls ? ry * pad : ry, min_z = z_falls ? rz * pad : rz;
    const float max_x = x_falls ? -rx : -rx * pad, max_y = y_falls ? -ry : -ry * pad, max_z = z_falls ? -rz : -rz * pad;
    const hit_many_ray prepared = {
        {1.0f / d.x, 1.0f / d.y, 1.0f / d.z},
        {o.x, o.y, o.x, o.y, o.z, o.x, o.z, o.x, o.y, o.z, o.y, o.z},
        {min_x, min_y, min_x, min_y, min_z, max_x, min_z, max_x, max_y, max_z, max_y, max_z},
        ray->t_min,
        ray->t_min,
        (y_falls != x_falls ? HIT_MANY_Y_OPPOSES_X : 0u) | (z_falls != x_falls ? HIT_MANY_Z_OPPOSES_X : 0u),
        x_falls,
        forward,
    };

    if (!in_range(o.x, d.x) || !in_range(o.y, d.y) || !in_range(o.z, d.z))
        return false;
    *out = prepared;
    hit_many_ray_limit(out, ray->t_max);
    return true;
}

void hit_many_ray_limit(hit_many_ray* ray, float t)
{
    const float minus_limit = ray->forward ? -t * (1.0f + HIT_MANY_PAD) : -t;

    if (ray->low_is_exit)
        ray->low = minus_limit;
    else
        ray->high = minus_limit;
}

// True when the ray certainly hits the box, a survivor, and starts before it; it then enters at a t in [*lo, *hi], with
// more than a rounding to spare.
//
// The numbers and their errors are those of ray_aabbs_kernel.h, without pads: entry and exit are each off by less than
// a quarter of `noise`. An axis with d = 0 gives infinite numbers, which fail below when the ray is outside and do not
// constrain otherwise; where a NaN is dropped, the ray lies in a face, which does not constrain either. A survivor is
// inverted by no more than half of `noise`, so that hi < leave fails for it. An entry before -FLT_MAX gives lo = -inf,
// and fails.
static inline bool certainly_enters(const hit_many_ray* prepared, const hit_ray* ray, const hit_aabb* box, float* lo,
                                    float* hi)
{
    const hit_vec3 o = ray->origin, r = prepared->inverse, min = box->min, max = box->max;
    const float x0 = (min.x - o.x) * r.x, x1 = (max.x - o.x) * r.x;
    const float y0 = (min.y - o.y) * r.y, y1 = (max.y - o.y) * r.y;
    const float z0 = (min.z - o.z) * r.z, z1 = (max.z - o.z) * r.z;
    const float enter = hit_many_max(hit_many_min(x0, x1),
                                     hit_many_max(hit_many_min(y0, y1), hit_many_max(hit_many_min(z0, z1), -FLT_MAX)));
    const float leave = hit_many_min(hit_many_max(x0, x1),
                                     hit_many_min(hit_many_max(y0, y1), hit_many_min(hit_many_max(z0, z1), FLT_MAX)));
    const float noise = 2.0f * (HIT_MANY_PAD * hit_many_max(fabsf(enter), fabsf(leave)) + HIT_MANY_TINY);
    // Neither NaN nor infinite only if no coordinate is.
    const float all = fabsf(min.x) + fabsf(min.y) + fabsf(min.z) + fabsf(max.x) + fabsf(max.y) + fabsf(max.z);

    *lo = enter - noise;
    *hi = enter + noise;
    // Without && since each part is cheaper than a branch that is hard to predict.
    return (all <= FLT_MAX) & (*lo > ray->t_min) & (*hi < ray->t_max) & (*hi < leave);
}

// The exact parameter at which a ray meets a face, as a quotient of the caller's numerator and denominator.
static hit_ratio face_t(const hit_ray* ray, const hit_aabb* box, int face, double numerator[2], double* denominator)
{
    const float o[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
    const float d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const float planes[6] = {box->min.x, box->max.x, box->min.y, box->max.y, box->min.z, box->max.z};
    const double terms[2] = {(double)planes[face], -(double)o[face / 2]};
    const hit_ratio t = {numerator, denominator, hit_expansion_from_terms(terms, 2, numerator), 1};

    *denominator = (double)d[face / 2];
    return t;
}

// True when the ray enters `box` strictly before `best`, where the rounded parameters are equal. A ray that starts
// inside enters at t_min exactly, and nothing is entered before that.
static bool enters_before(const hit_ray* ray, const hit_aabb* box, const hit_span* span, const closest_box* best)
{
    double best_num[2], best_den, num[2], den;
    hit_ratio best_t;

    if (best->span.inside)
        return false;
    HIT_ASSERT(best->decided && best->span.face_enter != HIT_FACE_NONE);
    best_t = face_t(ray, &best->box, best->span.face_enter, best_num, &best_den);
    if (span->inside)
        return hit_ratio_compare_float(best_t, ray->t_min) > 0;
    return hit_ratio_compare(face_t(ray, box, span->face_enter, num, &den), best_t) < 0;
}

static void set_closest(closest_box* best, size_t i, const hit_aabb* box, const hit_span* span)
{
    const closest_box next = {i, span->t_enter, span->t_enter, true, true, *box, *span};

    *best = next;
}

static void decide(const hit_ray* ray, const hit_many_boxes* boxes, closest_box* best)
{
    hit_span span;
    hit_aabb box;

    if (!best->found || best->decided)
        return;
    HIT_ASSERT(best->index < boxes->count && best->lo <= best->hi);
    box = hit_many_box(boxes, best->index);
    if (hit_ray_aabb_exact(ray, &box, &span))
        set_closest(best, best->index, &box, &span);
}

// Compare box i with the closest so far, which has a lower index, deciding both exactly.
static void test_exactly(const hit_ray* ray, const hit_many_boxes* boxes, size_t i, closest_box* best)
{
    const hit_aabb box = hit_many_box(boxes, i);
    hit_span span;

    if (!hit_ray_aabb_exact(ray, &box, &span))
        return;
    decide(ray, boxes, best);
    if (!best->found || span.t_enter < best->span.t_enter ||
        (span.t_enter == best->span.t_enter && enters_before(ray, &box, &span, best)))
        set_closest(best, i, &box, &span);
}

// Compare box i, a survivor, with the closest so far, which has a lower index. Decide no more than needed.
static inline void test_survivor(const hit_ray* ray, const hit_many_ray* prepared, const hit_many_boxes* boxes,
                                 size_t i, closest_box* best)
{
    const hit_aabb box = hit_many_box(boxes, i);
    float lo, hi;
    const bool certain = certainly_enters(prepared, ray, &box, &lo, &hi);

    if (certain && hi < best->lo) {
        best->index = i, best->lo = lo, best->hi = hi;
        best->found = true, best->decided = false;
    } else if (!(certain && lo > best->hi)) {
        test_exactly(ray, boxes, i, best);
    }
}

static HIT_NOINLINE void find_nearest(const hit_ray* ray, const hit_many_boxes* boxes, closest_box* best)
{
    const hit_many_kernel kernel = hit_many_kernel_in_use();
    hit_many_ray prepared;

    if (!hit_many_ray_make(ray, &prepared)) {
        for (size_t i = 0; i < boxes->count && !(best->found && best->span.inside); i++)
            test_exactly(ray, boxes, i, best);
        return;
    }
    for (size_t i = 0; i < boxes->count; i += 8) {
        unsigned survivors = 0;
        i = kernel.scan(&prepared, boxes, i, &survivors);
        HIT_ASSERT(i <= boxes->count && (i < boxes->count) == (survivors != 0));
        for (; survivors != 0; survivors &= survivors - 1)
            test_survivor(ray, &prepared, boxes, i + hit_many_lowest_bit(survivors), best);
        // Nothing can be entered before t_min.
        if (best->decided && best->span.inside)
            return;
        hit_many_ray_limit(&prepared, hit_many_min(best->hi, ray->t_max));
    }
    decide(ray, boxes, best);
}

static void set_bit(uint32_t* mask, size_t i)
{
    if (mask != NULL)
        mask[i / 32] |= (uint32_t)1 << (i % 32);
}

static HIT_NOINLINE uint32_t find_all(const hit_ray* ray, const hit_many_boxes* boxes, uint32_t* mask)
{
    const hit_many_kernel kernel = hit_many_kernel_in_use();
    hit_many_ray prepared;
    uint32_t hits = 0;

    if (!hit_many_ray_make(ray, &prepared)) {
        for (size_t i = 0; i < boxes->count; i++) {
            const hit_aabb box = hit_many_box(boxes, i);
            if (hit_ray_aabb_exact(ray, &box, NULL))
                set_bit(mask, i), hits++;
        }
        return hits;
    }
    for (size_t begin = 0; begin < boxes->count; begin += HIT_MANY_BLOCK) {
        const hit_many_boxes block = hit_many_block(boxes, begin);
        uint64_t survivors[HIT_MANY_BLOCK / 64];
        kernel.mark(&prepared, &block, survivors);
        for (size_t first = 0; first < block.count; first += 64) {
            for (uint64_t word = survivors[first / 64]; word != 0; word &= word - 1) {
                const size_t i = first + hit_many_lowest_bit(word);
                const hit_aabb box = hit_many_box(&block, i);
                float lo, hi;
                if (certainly_enters(&prepared, ray, &box, &lo, &hi) || hit_ray_aabb_exact(ray, &box, NULL))
                    set_bit(mask, begin + i), hits++;
            }
        }
    }
    return hits;
}

bool hit_ray_aabb_first(hit_ray ray, const hit_aabb* boxes, size_t stride, uint32_t count, uint32_t* index,
                        hit_span* span)
{
    hit_many_boxes array;
    closest_box best;
    hit_fpenv saved;

    if (!hit_many_boxes_make(boxes, stride, count, &array) || !hit_ray_is_valid(ray))
        return false;
    best.found = best.decided = false;
    best.lo = best.hi = HUGE_VALF;
    saved = hit_fpenv_enter();
    find_nearest(&ray, &array, &best);
    hit_fpenv_leave(saved);
    if (!best.found)
        return false;
    if (index != NULL)
        *index = (uint32_t)best.index;
    if (span != NULL)
        *span = best.span;
    return true;
}

uint32_t hit_ray_aabb_mask(hit_ray ray, const hit_aabb* boxes, size_t stride, uint32_t count, uint32_t* mask)
{
    hit_many_boxes array;
    hit_fpenv saved;
    uint32_t hits;

    hit_many_clear(mask, count);
    if (!hit_many_boxes_make(boxes, stride, count, &array) || !hit_ray_is_valid(ray))
        return 0;
    saved = hit_fpenv_enter();
    hits = find_all(&ray, &array, mask);
    hit_fpenv_leave(saved);
    return hits;
}
