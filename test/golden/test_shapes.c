// The same bits everywhere: hashes of the answers to a fixed set of queries, compared with those in golden.txt.
//
// Run for every compiler, optimisation level and kernel (scripts/golden). HIT_GOLDEN_WRITE=1 writes the file anew:
// only when an answer is meant to change, and the commit says why.
#include "support/cases/battery.h"
#include "support/base/cmocka_all.h"

enum { CASES = 20000 };

static void path_of(char* path, size_t size)
{
    const char* source = getenv("HITSCAN_SOURCE_DIR");
    snprintf(path, size, "%s/test/golden/golden.txt", source != NULL ? source : ".");
}

static void answers_are_the_recorded_ones(void** state)
{
    battery_case* cases = calloc(CASES, sizeof *cases);
    uint64_t hash[BATTERY_KINDS];
    char path[4096], name[64];
    unsigned long long expected;
    int found = 0, wrong = 0;
    FILE* file;

    (void)state;
    assert_non_null(cases);
    battery_make(cases, CASES, 1);
    battery_run(cases, CASES, hash);
    free(cases);
    path_of(path, sizeof path);
    if (getenv("HIT_GOLDEN_WRITE") != NULL) {
        file = fopen(path, "w");
        assert_non_null(file);
        for (int k = 0; k < BATTERY_KINDS; k++)
            fprintf(file, "%s %016llx\n", battery_names[k], (unsigned long long)hash[k]);
        assert_int_equal(fclose(file), 0);
    }
    file = fopen(path, "r");
    if (file == NULL)
        fail_msg("cannot open %s: set HITSCAN_SOURCE_DIR to the folder of the sources", path);
    while (fscanf(file, "%63s %llx", name, &expected) == 2) {
        for (int k = 0; k < BATTERY_KINDS; k++) {
            if (strcmp(name, battery_names[k]) != 0)
                continue;
            found++;
            if (hash[k] != expected) {
                wrong++;
                printf("%s: %016llx, recorded %016llx (kernels: %s)\n", name, (unsigned long long)hash[k], expected,
                       hit_cpu_name(hit_cpu_in_use()));
            }
        }
    }
    fclose(file);
    assert_int_equal(found, BATTERY_KINDS);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(answers_are_the_recorded_ones)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
