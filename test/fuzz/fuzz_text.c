// Any text as a number: what is read is what the C library reads, and what is written reads back.
#include "fuzz/require.h"
#include "fuzz/words.h"
#include "mesh_io/text/text.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

// strtod knows two forms that text.h does not: 0x1p3 and nan(...); and it skips spaces.
static void compare(const char* text, size_t size)
{
    float f = 0;
    double d = 0;
    const char* end = hit_text_read_float(text, text + size, &f);
    char* want;
    REQUIRE(end == hit_text_read_double(text, text + size, &d));
    REQUIRE(end == NULL || (end > text && end <= text + size));
    if (strpbrk(text, "xX(") != NULL || (text[0] > 0 && text[0] <= ' '))
        return;
    (void)strtod(text, &want);
    REQUIRE(end == NULL ? want == text : end == want);
    if (end != NULL && !isnan(d)) {
        const float by_c = strtof(text, NULL);
        const double by_c_too = strtod(text, NULL);
        REQUIRE(memcmp(&f, &by_c, sizeof f) == 0 && memcmp(&d, &by_c_too, sizeof d) == 0);
    }
}

static void round_trip(double value)
{
    char text[HIT_TEXT_NUMBER];
    size_t n = hit_text_write_double(value, text);
    double back = 0;
    float small = 0;
    REQUIRE(n <= HIT_TEXT_NUMBER && hit_text_read_double(text, text + n, &back) == text + n);
    REQUIRE(isnan(value) ? isnan(back) : memcmp(&value, &back, sizeof back) == 0);
    n = hit_text_write_float((float)value, text);
    REQUIRE(n <= HIT_TEXT_NUMBER && hit_text_read_float(text, text + n, &small) == text + n);
    REQUIRE(isnan(value) ? isnan(small) : small == (float)value && signbit(small) == signbit(value));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    char* text = malloc(size + 1);
    double value = 0;
    REQUIRE(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    // The C library stops at the first zero.
    compare(text, strlen(text));
    free(text);
    if (size >= sizeof value) {
        memcpy(&value, data, sizeof value);
        round_trip(value);
    }
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    static const char* const words[] = {"0",
                                        "1",
                                        "9007199254740993",
                                        "16777217",
                                        ".",
                                        "e",
                                        "e-3",
                                        "-",
                                        "E+30",
                                        "00000000000000",
                                        "e-324",
                                        "e308",
                                        "5",
                                        "49999",
                                        "inf",
                                        "infinity",
                                        "nan",
                                        "e38",
                                        "e-45",
                                        "25",
                                        "125"};
    // A number begins with few characters; what else the bytes hold would never be looked at.
    if (seed % 8 == 1)
        size = 0;
    return mutate_with_words(data, size, max_size, seed / 2, words, sizeof words / sizeof *words);
}
