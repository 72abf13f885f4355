// Axis-aligned boxes, and the names of faces.
//
// Emptiness, containment, union and the box around points only compare, and do it on bit patterns (outward.h): they
// are exact in every floating-point mode without touching the control register, and a box's bits do not depend on the
// order of its points. What computes runs under base/fpenv.h and rounds outward from exact sums, so that a map by the
// identity or by whole numbers returns the very same box and any other map the tightest one.
#include "base/fpenv.h"
#include "shapes/outward.h"

hit_aabb hit_aabb_empty(void)
{
    const hit_aabb box = {{HUGE_VALF, HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};
    return box;
}

bool hit_aabb_is_empty(hit_aabb box)
{
    return !(float_in_range(box.min.x, box.min.x, box.max.x) && float_in_range(box.min.y, box.min.y, box.max.y) &&
             float_in_range(box.min.z, box.min.z, box.max.z));
}

hit_aabb hit_aabb_from_points(const hit_vec3* points, size_t stride, size_t count)
{
    const unsigned char* at = (const unsigned char*)points;
    hit_aabb box = hit_aabb_empty();

    if (points == NULL)
        return box;
    if (stride == 0)
        stride = sizeof(hit_vec3);
    for (size_t i = 0; i < count; i++) {
        hit_vec3 p;
        memcpy(&p, at + i * stride, sizeof p); // any stride: a point need not be aligned
        if (!hit_vec3_is_finite(p))
            continue;
        box.min = vec3_min(box.min, p);
        box.max = vec3_max(box.max, p);
    }
    return box;
}

hit_aabb hit_aabb_union(hit_aabb a, hit_aabb b)
{
    if (hit_aabb_is_empty(a))
        return hit_aabb_is_empty(b) ? hit_aabb_empty() : b;
    if (hit_aabb_is_empty(b))
        return a;
    return hit_aabb_make(vec3_min(a.min, b.min), vec3_max(a.max, b.max));
}

// An empty box has a range without elements on some axis, and a NaN is in no range.
bool hit_aabb_contains(hit_aabb box, hit_vec3 point)
{
    return float_in_range(point.x, box.min.x, box.max.x) && float_in_range(point.y, box.min.y, box.max.y) &&
           float_in_range(point.z, box.min.z, box.max.z);
}

bool hit_aabb_contains_aabb(hit_aabb outer, hit_aabb inner)
{
    return hit_aabb_is_empty(inner) || (hit_aabb_contains(outer, inner.min) && hit_aabb_contains(outer, inner.max));
}

static HIT_NOINLINE void from_center(hit_vec3 center, hit_vec3 half, hit_aabb* box)
{
    const float c[3] = {center.x, center.y, center.z};
    const float h[3] = {half.x, half.y, half.z};
    float low[3], high[3];

    *box = hit_aabb_empty();
    for (int k = 0; k < 3; k++) {
        // A tiny negative half would vanish in the rounding outward.
        if (h[k] < 0.0f)
            return;
        low[k] = add_down(c[k], -(double)h[k]);
        high[k] = add_up(c[k], h[k]);
    }
    *box = hit_bounds_make(low, high);
}

hit_aabb hit_aabb_from_center(hit_vec3 center, hit_vec3 half)
{
    const hit_fpenv env = hit_fpenv_enter();
    hit_aabb box;
    from_center(center, half, &box);
    hit_fpenv_leave(env);
    return box;
}

// The halves are floats. Their sum is a double wherever the smaller one decides a rounding to float: it then reaches
// half a unit of the larger, and both together span 49 bits at most. So the result is rounded once in effect.
static float midpoint(double low, double high)
{
    return (float)(0.5 * low + 0.5 * high);
}

static HIT_NOINLINE void center(hit_aabb box, hit_vec3* mid)
{
    *mid =
        hit_vec3_make(midpoint(box.min.x, box.max.x), midpoint(box.min.y, box.max.y), midpoint(box.min.z, box.max.z));
}

hit_vec3 hit_aabb_center(hit_aabb box)
{
    hit_fpenv env;
    hit_vec3 mid;

    if (hit_aabb_is_empty(box))
        return hit_vec3_make(0.0f, 0.0f, 0.0f);
    env = hit_fpenv_enter();
    center(box, &mid);
    hit_fpenv_leave(env);
    return mid;
}

static float half_up(double low, double high)
{
    return add_up(-0.5 * low, 0.5 * high);
}

static HIT_NOINLINE void half_size(hit_aabb box, hit_vec3* half)
{
    *half = hit_vec3_make(half_up(box.min.x, box.max.x), half_up(box.min.y, box.max.y), half_up(box.min.z, box.max.z));
}

hit_vec3 hit_aabb_half(hit_aabb box)
{
    hit_fpenv env;
    hit_vec3 half;

    if (hit_aabb_is_empty(box))
        return hit_vec3_make(0.0f, 0.0f, 0.0f);
    env = hit_fpenv_enter();
    half_size(box, &half);
    hit_fpenv_leave(env);
    return half;
}

float hit_aabb_area(hit_aabb box)
{
    double x, y, z;

    if (hit_aabb_is_empty(box))
        return 0.0f;
    x = (double)box.max.x - box.min.x;
    y = (double)box.max.y - box.min.y;
    z = (double)box.max.z - box.min.z;
    return (float)(2.0 * (x * y + y * z + z * x));
}

// J. Arvo, Transforming axis-aligned bounding boxes, Graphics Gems, 1990: each side takes, from every column, the end
// that reaches farther. The four terms of a side are exact products; their sum is rounded once, outward.
static HIT_NOINLINE void transform(hit_aabb box, const hit_mat3x4* m, hit_aabb* image)
{
    const double min[3] = {box.min.x, box.min.y, box.min.z};
    const double max[3] = {box.max.x, box.max.y, box.max.z};
    float low[3], high[3];

    for (int i = 0; i < 3; i++) {
        double least[4], most[4];
        for (int j = 0; j < 3; j++) {
            const double a = m->m[i][j] * min[j];
            const double b = m->m[i][j] * max[j];
            least[j] = a < b ? a : b;
            most[j] = a < b ? b : a;
        }
        least[3] = most[3] = m->m[i][3];
        low[i] = hit_sum_down(least, 4);
        high[i] = hit_sum_up(most, 4);
    }
    *image = hit_bounds_make(low, high);
}

hit_aabb hit_aabb_transform(hit_aabb box, const hit_mat3x4* m)
{
    hit_fpenv env;
    hit_aabb image;

    if (m == NULL || hit_aabb_is_empty(box))
        return hit_aabb_empty();
    env = hit_fpenv_enter();
    transform(box, m, &image);
    hit_fpenv_leave(env);
    return image;
}

const char* hit_face_name(int face)
{
    static const char* const names[] = {"none", "-x", "+x", "-y", "+y", "-z", "+z", "side", "end a", "end b"};
    return face >= HIT_FACE_NONE && face <= HIT_FACE_END_B ? names[face - HIT_FACE_NONE] : "unknown";
}

hit_vec3 hit_aabb_normal(int face)
{
    const float side = face & 1 ? 1.0f : -1.0f;
    float n[3] = {0.0f, 0.0f, 0.0f};

    if (face >= HIT_FACE_NEG_X && face <= HIT_FACE_POS_Z)
        n[face / 2] = side;
    return hit_vec3_make(n[0], n[1], n[2]);
}
