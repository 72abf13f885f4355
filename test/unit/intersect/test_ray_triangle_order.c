// Which of two triangles a ray meets first, exactly: triangles that share an edge, a corner or nothing, hit there or
// beside.
#include "intersect/intersect.h"
#include "support/cases/ray_box_cases.h"
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include <stdio.h>

typedef struct whole {
    int64_t x, y, z;
} whole;

static whole corner(test_random* r)
{
    const whole p = {(int64_t)(test_random_next(r) % 9) - 4, (int64_t)(test_random_next(r) % 9) - 4,
                     (int64_t)(test_random_next(r) % 9) - 4};
    return p;
}

static hit_vec3 vec(whole p)
{
    return hit_vec3_make((float)p.x, (float)p.y, (float)p.z);
}

static whole less(whole a, whole b)
{
    const whole p = {a.x - b.x, a.y - b.y, a.z - b.z};
    return p;
}

static int64_t volume(whole a, whole b, whole c)
{
    return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
}

// t = num/den, den > 0, in whole numbers. False when the ray misses.
static bool meets(whole o, whole d, const whole t[3], int64_t* num, int64_t* den)
{
    const whole a = less(t[1], t[0]), b = less(t[2], t[0]), s = less(o, t[0]);
    int64_t sign;
    *den = -volume(d, a, b);
    *num = volume(s, a, b);
    sign = *den < 0 ? -1 : 1;
    if (*den == 0)
        return false;
    for (int i = 0; i < 3; i++)
        if (sign * volume(d, less(t[i], o), less(t[(i + 1) % 3], o)) > 0)
            return false;
    *num *= sign;
    *den *= sign;
    return true;
}

static void order_is_exact(void** state)
{
    const uint64_t cases = test_cases(200000);
    test_random r = test_random_make(test_seed());
    uint64_t compared = 0, equal[3] = {0}, different[3] = {0};
    (void)state;

    for (uint64_t i = 0; i < cases; i++) {
        const unsigned shared = (unsigned)(test_random_next(&r) % 3);
        const whole first[3] = {corner(&r), corner(&r), corner(&r)};
        whole second[3] = {corner(&r), corner(&r), corner(&r)};
        const whole o = corner(&r);
        whole d, aim = corner(&r);
        int64_t num[2], den[2], difference;
        hit_triangle a, b;
        hit_ray ray;
        for (unsigned k = 0; k < shared; k++)
            second[(k + 1) % 3] = first[k];
        if (shared > 0 && test_random_next(&r) % 2 == 0) // the middle of what is shared, doubled below
            aim = (whole){first[0].x + first[shared - 1].x, first[0].y + first[shared - 1].y,
                          first[0].z + first[shared - 1].z};
        else
            aim = (whole){2 * aim.x, 2 * aim.y, 2 * aim.z};
        d = (whole){aim.x - 2 * o.x, aim.y - 2 * o.y, aim.z - 2 * o.z};
        if (!meets(o, d, first, &num[0], &den[0]) || !meets(o, d, second, &num[1], &den[1]))
            continue;
        a = (hit_triangle){vec(first[0]), vec(first[1]), vec(first[2])};
        b = (hit_triangle){vec(second[0]), vec(second[1]), vec(second[2])};
        ray = hit_line_make(vec(o), vec(d));
        difference = num[0] * den[1] - num[1] * den[0];
        assert_int_equal(hit_ray_triangle_order(&ray, &a, &b), (difference > 0) - (difference < 0));
        assert_int_equal(hit_ray_triangle_order(&ray, &b, &a), (difference < 0) - (difference > 0));
        compared++;
        equal[shared] += difference == 0;
        different[shared] += difference != 0;
    }
    print_message(
        "%llu of %llu pairs are both hit; at the same t: %llu of strangers, %llu that share a corner, %llu an edge\n",
        (unsigned long long)compared, (unsigned long long)cases, (unsigned long long)equal[0],
        (unsigned long long)equal[1], (unsigned long long)equal[2]);
    if (cases >= 100000)
        for (int k = 0; k < 3; k++)
            assert_true(equal[k] > 0 && different[k] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(order_is_exact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
