// Exact integers: what their ends do. Products and sums are tested by the oracles of those who use them.
#include "exact/big.h"
#include "support/base/cmocka_all.h"

#include <float.h>
#include <math.h>

static int compare(hit_big a, hit_big b)
{
    return hit_big_sub(&a, &b).sign;
}

// 2^128 and its neighbour below round to an infinite float, which must not be taken for a part of them.
static void doubles_beyond_the_largest_float(void** state)
{
    const hit_big largest = hit_big_from_float(FLT_MAX), beyond = hit_big_from_float(HUGE_VALF);
    const double below = nextafter(0x1p128, 0.0);
    (void)state;
    assert_int_equal(compare(hit_big_from_double(0x1p128), beyond), 0);
    assert_int_equal(compare(hit_big_from_double(-0x1p128), hit_big_from_float(-HUGE_VALF)), 0);
    assert_int_equal(compare(hit_big_from_double(below), beyond), -1);
    assert_int_equal(compare(hit_big_from_double(below), largest), 1);
    assert_int_equal(compare(hit_big_from_double((double)FLT_MAX), largest), 0);
}

// A ray may begin at -infinity.
static void infinite_doubles(void** state)
{
    (void)state;
    assert_int_equal(compare(hit_big_from_double(-HUGE_VAL), hit_big_from_float(-HUGE_VALF)), 0);
    assert_int_equal(compare(hit_big_from_double(HUGE_VAL), hit_big_from_float(HUGE_VALF)), 0);
}

static void doubles_keep_all_bits(void** state)
{
    const double x = 0x1.123456789abcdp20;
    const hit_big a = hit_big_from_double(x), b = hit_big_from_double(nextafter(x, 0.0));
    const hit_big step = hit_big_sub(&a, &b);
    (void)state;
    assert_int_equal(compare(step, hit_big_from_double(0x1p-32)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_beyond_the_largest_float),
        cmocka_unit_test(infinite_doubles),
        cmocka_unit_test(doubles_keep_all_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
