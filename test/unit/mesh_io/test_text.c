// Numbers as text: against the C library, MPFR and GMP, which are slower.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include "mesh_io/text/fast.h"
#include "mesh_io/text/text.h"

#include <fenv.h>
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <mpfr.h>

static uint32_t bits_of_float(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static float float_of_bits(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static double double_of_bits(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

// ---- The table ------------------------------------------------------------------------------------------------------

static void powers_are_exact(void** state)
{
    mpz_t power, t, two;
    (void)state;
    mpz_inits(power, t, two, NULL);
    for (int q = HIT_TEXT_POWER_MIN; q <= HIT_TEXT_POWER_MAX; q++) {
        const uint64_t* row = hit_text_powers[q - HIT_TEXT_POWER_MIN];
        const int shift = 127 - hit_text_log2_power(q);
        mpz_ui_pow_ui(power, 10, (unsigned long)abs(q));
        if (q < 0) {
            mpz_set_ui(two, 1);
            mpz_mul_2exp(two, two, (mp_bitcnt_t)shift);
            mpz_fdiv_q(t, two, power);
        } else if (shift >= 0)
            mpz_mul_2exp(t, power, (mp_bitcnt_t)shift);
        else
            mpz_fdiv_q_2exp(t, power, (mp_bitcnt_t)-shift);
        assert_int_equal(mpz_sizeinbase(t, 2), 128);
        assert_true(mpz_getlimbn(t, 1) == row[0] && mpz_getlimbn(t, 0) == row[1]);
    }
    mpz_clears(power, t, two, NULL);
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// Read `text` as both, wanting `length` characters to be used, or no number when that is 0. The text ends where it
// ends.
static void reads(const char* text, size_t length, float f, double d)
{
    const size_t size = strlen(text);
    char* copy = malloc(size > 0 ? size : 1);
    float as_float = 77, ahead = 77;
    double as_double = 77;
    const char* end;

    assert_non_null(copy);
    memcpy(copy, text, size);
    end = hit_text_read_float(copy, copy + size, &as_float);
    if (end != (length > 0 ? copy + length : NULL))
        fail_msg("\"%s\": %d characters, not %d", text, end == NULL ? -1 : (int)(end - copy), (int)length);
    end = hit_text_read_double(copy, copy + size, &as_double);
    assert_true(end == (length > 0 ? copy + length : NULL));
    free(copy);
    // Where more text follows, short numbers are read in another way.
    copy = malloc(size + 64);
    assert_non_null(copy);
    memcpy(copy, text, size);
    memset(copy + size, ',', 64);
    end = hit_text_read_float(copy, copy + size + 64, &ahead);
    assert_true(end == (length > 0 ? copy + length : NULL));
    assert_memory_equal(&ahead, &as_float, sizeof ahead);
    free(copy);
    if (length == 0) {
        assert_true(as_float == 77 && as_double == 77);
        return;
    }
    if (isnan(d) ? !isnan(as_float) || !isnan(as_double)
                 : bits_of_float(as_float) != bits_of_float(f) || bits_of_double(as_double) != bits_of_double(d))
        fail_msg("\"%s\" is %a and %a, not %a and %a", text, (double)as_float, as_double, (double)f, d);
}

static void reads_what_it_should(void** state)
{
    (void)state;
    reads("0", 1, 0.0f, 0.0);
    reads("-0", 2, -0.0f, -0.0);
    reads("+1", 2, 1.0f, 1.0);
    reads("1.5", 3, 1.5f, 1.5);
    reads(".5", 2, 0.5f, 0.5);
    reads("5.", 2, 5.0f, 5.0);
    reads("-.5e1", 5, -5.0f, -5.0);
    reads("0.1", 3, 0.1f, 0.1);
    reads("16777217", 8, 16777216.0f, 16777217.0);
    reads("16777219", 8, 16777220.0f, 16777219.0);
    reads("9007199254740993", 16, 9007199254740992.0f, 9007199254740992.0);
    reads("9007199254740993.00000000000000000000000000001", 46, 9007199254740992.0f, 9007199254740994.0);
    reads("1e400", 5, INFINITY, INFINITY);
    reads("-1e400", 6, -INFINITY, -INFINITY);
    reads("1e-400", 6, 0.0f, 0.0);
    reads("1e99999999999999999999999999", 28, INFINITY, INFINITY);
    reads("-1e-99999999999999999999999999", 30, -0.0f, -0.0);
    reads("0e99999999999999999999999999", 28, 0.0f, 0.0);
    reads("3.4028235e38", 12, FLT_MAX, 3.4028235e38);
    reads("3.4028235677973366e38", 21, FLT_MAX, 3.4028235677973366e38);
    reads("3.4028235677973367e38", 21, INFINITY, 3.4028235677973367e38);
    reads("340282356779733661637539395458142568447", 39, FLT_MAX, 340282356779733661637539395458142568447.0);
    reads("340282356779733661637539395458142568448", 39, INFINITY, 340282356779733661637539395458142568448.0);
    reads("1e-45", 5, FLT_TRUE_MIN, 1e-45);
    reads("7.0064923216240853546186479164495806564e-46", 43, 0.0f, 7.0064923216240853546186479164495806564e-46);
    reads("7.0064923216240853546186479164495806565e-46", 43, FLT_TRUE_MIN, 7.0064923216240853546186479164495806565e-46);
    reads("4.9e-324", 8, 0.0f, DBL_TRUE_MIN);
    reads("inf", 3, INFINITY, INFINITY);
    reads("-Infinity", 9, -INFINITY, -INFINITY);
    reads("infinit", 3, INFINITY, INFINITY);
    reads("NaN", 3, NAN, NAN);
    reads("-nan", 4, NAN, NAN);
}

static void stops_where_the_number_ends(void** state)
{
    (void)state;
    reads("1e", 1, 1.0f, 1.0);
    reads("1e+", 1, 1.0f, 1.0);
    reads("1e-x", 1, 1.0f, 1.0);
    reads("1.2.3", 3, 1.2f, 1.2);
    reads("1,5", 1, 1.0f, 1.0);
    reads("0x10", 1, 0.0f, 0.0);
    reads("1e5x", 3, 1e5f, 1e5);
    reads("12 34", 2, 12.0f, 12.0);
    reads("", 0, 0, 0);
    reads(" 1", 0, 0, 0);
    reads("-", 0, 0, 0);
    reads("+", 0, 0, 0);
    reads(".", 0, 0, 0);
    reads("-.", 0, 0, 0);
    reads(".e5", 0, 0, 0);
    reads("e5", 0, 0, 0);
    reads("in", 0, 0, 0);
    reads("na", 0, 0, 0);
    reads("--1", 0, 0, 0);
    reads("x", 0, 0, 0);
}

// Against the C library, which rounds correctly, too.
static void same_as_c_library(const char* text)
{
    char* end;
    const float f = strtof(text, &end);
    reads(text, (size_t)(end - text), f, strtod(text, NULL));
}

static void reads_random_decimals(void** state)
{
    test_random r = test_random_make(test_seed());
    (void)state;
    print_message("seed %llu\n", (unsigned long long)test_seed());
    for (uint64_t i = test_cases(400000); i > 0; i--) {
        char text[128];
        const uint32_t digits = 1 + test_random_below(&r, i % 8 == 0 ? 90 : 22);
        const uint32_t point = test_random_below(&r, digits + 1);
        int n = 0;
        for (uint32_t k = 0; k < digits; k++) {
            if (k == point)
                text[n++] = '.';
            text[n++] = (char)('0' + (i % 16 == 1 && k > 3 ? 0 : test_random_below(&r, 10)));
        }
        n += snprintf(text + n, sizeof text - (size_t)n, "e%d",
                      (int)test_random_below(&r, i % 2 == 0 ? 100 : 700) - (i % 2 == 0 ? 60 : 370));
        text[n] = '\0';
        same_as_c_library(text);
    }
}

// Points half way between two values, in full and changed in the last digit, or far behind it.
static void reads_ties(void** state)
{
    static char text[3000];
    test_random r = test_random_make(test_seed() + 1);
    mpfr_t middle;
    (void)state;
    mpfr_init2(middle, 64);
    for (uint64_t i = test_cases(20000); i > 0; i--) {
        const uint64_t random = test_random_next(&r);
        double low, high;
        size_t n;
        if (i % 2 == 0) {
            const uint32_t bits = (uint32_t)random & (i % 3 == 0 ? 0x00ffffff : 0x7fffffff);
            if (bits >= 0x7f7fffff)
                continue;
            low = (double)float_of_bits(bits);
            high = (double)float_of_bits(bits + 1);
        } else {
            const uint64_t bits = random & (i % 3 == 0 ? UINT64_MAX >> 11 : UINT64_MAX >> 1);
            if (bits >= UINT64_C(0x7fefffffffffffff))
                continue;
            low = double_of_bits(bits);
            high = double_of_bits(bits + 1);
        }
        mpfr_set_d(middle, low, MPFR_RNDN);
        mpfr_add_d(middle, middle, high, MPFR_RNDN);
        mpfr_div_2ui(middle, middle, 1, MPFR_RNDN);
        // 770 digits are all that there are; 799 to 801 are where reading stops to look at them in full.
        mpfr_snprintf(text, sizeof text, "%.*Re", i % 5 == 0 ? 795 + (int)(i % 13) : 775, middle);
        n = (size_t)(strchr(text, 'e') - text);
        if (i % 7 == 1) {
            memmove(text + n + 1, text + n, strlen(text + n) + 1);
            text[n] = '1';
        } else if (i % 7 == 2) {
            while (text[n - 1] == '0')
                n--;
            text[n - 1]--;
        } else if (i % 7 == 3) {
            memmove(text + n + 300, text + n, strlen(text + n) + 1);
            memset(text + n, '0', 300);
            text[n + 299] = (char)('0' + i % 2);
        }
        same_as_c_library(text);
    }
    mpfr_clear(middle);
}

// The way of the usual kind, which OBJ takes, against the other one.
static void fast_way_is_the_same(void** state)
{
    (void)state;
#if HIT_TEXT_FAST
    test_random r = test_random_make(test_seed() + 2);
    uint64_t taken = 0;
    for (uint64_t i = test_cases(400000); i > 0; i--) {
        char text[96];
        float fast, slow;
        const char *after, *end;
        const double eighths = (double)test_random_below(&r, 1u << 27) / (double)(1u << test_random_below(&r, 12));
        const int n = i % 3 == 0 ? snprintf(text, 50, "%s%.*f", i % 2 == 0 ? "-" : "", (int)(i % 13), eighths)
                                 : snprintf(text, 50, "%.*f", (int)test_random_below(&r, 12),
                                            (double)test_random_range(&r, -2000, 2000) / (double)(1 + i % 1000));
        memset(text + n, i % 2 == 0 ? ' ' : '\n', 1);
        memset(text + n + 1, '5', sizeof text - (size_t)n - 1);
        after = hit_text_fast_float(text, &fast);
        if (after == NULL)
            continue;
        taken++;
        end = hit_text_read_float(text, text + n, &slow);
        assert_true(after == end && bits_of_float(fast) == bits_of_float(slow));
    }
    assert_true(taken > 0);
#endif
}

// ---- Writing --------------------------------------------------------------------------------------------------------

static void writes(const char* as_float, const char* as_double, double value)
{
    char text[HIT_TEXT_NUMBER + 1];
    text[hit_text_write_float((float)value, text)] = '\0';
    assert_string_equal(text, as_float);
    text[hit_text_write_double(value, text)] = '\0';
    assert_string_equal(text, as_double);
}

static void writes_as_documented(void** state)
{
    (void)state;
    writes("0", "0", 0.0);
    writes("-0", "-0", -0.0);
    writes("0.1", "0.1", 0.1);
    writes("1", "1", 1.0);
    writes("-1.5", "-1.5", -1.5);
    writes("16777216", "16777216", 16777216.0);
    writes("123.456", "123.456", 123.456);
    writes("0.00001", "0.00001", 1e-5);
    writes("0.000012", "0.000012", 1.2e-5);
    writes("9.9e-6", "9.9e-6", 9.9e-6);
    writes("1e-6", "1e-6", 1e-6);
    writes("999999000", "999999000", 999999000.0);
    writes("1e+9", "1000000000", 1e9);
    writes("1.5e+30", "1.5e+30", 1.5e30);
    writes("1e+17", "1e+17", 1e17);
    writes("1e+17", "99999999999999980", 99999999999999984.0);
    writes("3.4028235e+38", "3.4028234663852886e+38", (double)FLT_MAX);
    writes("1e-45", "1.401298464324817e-45", (double)FLT_TRUE_MIN);
    writes("1.1754944e-38", "1.1754943508222875e-38", (double)FLT_MIN);
    writes("inf", "inf", (double)INFINITY);
    writes("-inf", "-inf", -(double)INFINITY);
    writes("nan", "nan", (double)NAN);
    writes("nan", "nan", -(double)NAN);
    writes("0", "5e-324", DBL_TRUE_MIN);
    writes("inf", "1.7976931348623157e+308", DBL_MAX);
}

// How many digits count.
static int digits_of(const char* text)
{
    int count = 0, zeros = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (count == 0 && *text == '0'))
            continue;
        zeros = *text == '0' ? zeros + 1 : 0;
        count++;
    }
    return count - zeros;
}

// Reads back, and one digit less does not. Below powers of two the closest of these digits is not always the one.
static void check_float(uint32_t bits)
{
    const float value = float_of_bits(bits);
    char text[HIT_TEXT_NUMBER + 1], other[64];
    const size_t n = hit_text_write_float(value, text);
    float back = 0;
    int digits;
    assert_true(n < HIT_TEXT_NUMBER);
    text[n] = '\0';
    assert_true(hit_text_read_float(text, text + n, &back) == text + n && bits_of_float(back) == bits);
    digits = digits_of(text);
    snprintf(other, sizeof other, "%.*e", digits - 2, (double)value);
    if (digits > 1 && (bits & 0x7fffff) != 0 && strtof(other, NULL) == value)
        fail_msg("%s is longer than %s", text, other);
    // Of those as long as it, the closest.
    snprintf(other, sizeof other, "%.*e", digits - 1, (double)value);
    if (strtof(other, NULL) == value && strtod(other, NULL) != strtod(text, NULL))
        fail_msg("%s is closer than %s", other, text);
}

static void check_double(uint64_t bits)
{
    const double value = double_of_bits(bits);
    char text[HIT_TEXT_NUMBER + 1], other[64];
    const size_t n = hit_text_write_double(value, text);
    double back = 0;
    int digits;
    assert_true(n < HIT_TEXT_NUMBER);
    text[n] = '\0';
    assert_true(hit_text_read_double(text, text + n, &back) == text + n && bits_of_double(back) == bits);
    digits = digits_of(text);
    snprintf(other, sizeof other, "%.*e", digits - 2, value);
    if (digits > 1 && (bits & (UINT64_MAX >> 12)) != 0 && strtod(other, NULL) == value)
        fail_msg("%s is longer than %s", text, other);
    snprintf(other, sizeof other, "%.*e", digits - 1, value);
    if (strtod(other, NULL) == value && (digits_of(other) != digits || strtold(other, NULL) != strtold(text, NULL)))
        fail_msg("%s is closer than %s", other, text);
}

static void writes_every_exponent(void** state)
{
    (void)state;
    for (uint32_t e = 0; e < 0xff; e++)
        for (uint32_t k = 0; k < 24; k++) {
            if (e > 0 || k > 0)
                check_float(e << 23 | ((1u << k) - 1));
            check_float(e << 23 | 1u << k % 23);
        }
    for (uint64_t e = 0; e < 0x7ff; e++)
        for (uint32_t k = 0; k < 52; k += 3) {
            if (e > 0 || k > 0)
                check_double(e << 52 | ((UINT64_C(1) << k) - 1));
            check_double(e << 52 | UINT64_C(1) << k);
        }
}

static void writes_random_numbers(void** state)
{
    test_random r = test_random_make(test_seed() + 3);
    (void)state;
    for (uint64_t i = test_cases(400000); i > 0; i--) {
        const uint64_t random = test_random_next(&r);
        const uint32_t as_float = (uint32_t)(random >> 33);
        const uint64_t as_double = test_random_next(&r) >> 1 & UINT64_MAX << (i % 4 == 0 ? random % 50 : 0);
        if (as_float > 0 && as_float < 0x7f800000)
            check_float(as_float);
        if (as_double > 0 && as_double < UINT64_C(0x7ff) << 52)
            check_double(as_double);
        if (i % 2 == 0) {
            // Few digits, as people write them.
            check_float(bits_of_float((float)(1 + random % 100000) / 1000.0f));
            check_double(bits_of_double((double)(1 + random % 100000) / 1000.0));
        }
    }
}

// Neither the locale's comma nor a rounding mode changes anything; the latter is tried.
static void any_rounding_mode(void** state)
{
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    test_random r = test_random_make(test_seed() + 4);
    (void)state;
    for (int i = 0; i < 3000; i++) {
        const double value = (double)test_random_exponent(&r, -140, 120) / 3.0;
        char want[HIT_TEXT_NUMBER], text[HIT_TEXT_NUMBER];
        const size_t n = hit_text_write_double(value, want);
        float f, want_f = 0;
        double d;
        (void)hit_text_read_float(want, want + n, &want_f);
        assert_int_equal(fesetround(modes[i % 3]), 0);
        assert_int_equal(hit_text_write_double(value, text), n);
        (void)hit_text_read_float(text, text + n, &f);
        (void)hit_text_read_double(text, text + n, &d);
        assert_int_equal(fesetround(FE_TONEAREST), 0);
        assert_memory_equal(text, want, n);
        assert_true(bits_of_double(d) == bits_of_double(value) && bits_of_float(f) == bits_of_float(want_f));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_are_exact),
        cmocka_unit_test(reads_what_it_should),
        cmocka_unit_test(stops_where_the_number_ends),
        cmocka_unit_test(reads_random_decimals),
        cmocka_unit_test(reads_ties),
        cmocka_unit_test(fast_way_is_the_same),
        cmocka_unit_test(writes_as_documented),
        cmocka_unit_test(writes_every_exponent),
        cmocka_unit_test(writes_random_numbers),
        cmocka_unit_test(any_rounding_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
