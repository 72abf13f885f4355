// Lists of ids: the lowest that fit, in order, and the number of all.
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include "scene/id_list.h"

enum { MOST = 5000 };

static int by_value(const void* a, const void* b)
{
    const hit_id x = *(const hit_id*)a, y = *(const hit_id*)b;
    return (x > y) - (x < y);
}

// `mask` says which bits of an id are random; `same` has those that all have.
static void check(uint32_t count, uint32_t capacity, hit_id mask, hit_id same, test_random* r)
{
    static hit_id all[MOST], kept[MOST + 1];
    hit_id_list list = hit_id_list_make(kept, capacity);
    const uint32_t expected = count < capacity ? count : capacity;

    kept[expected] = 42;
    for (uint32_t i = 0; i < count; i++) {
        all[i] = (test_random_next(r) & mask) | same;
        hit_id_list_add(&list, all[i]);
    }
    hit_id_list_finish(&list);
    qsort(all, count, sizeof *all, by_value);
    assert_int_equal(list.count, count);
    assert_memory_equal(kept, all, expected * sizeof *all);
    assert_true(kept[expected] == 42);
}

static void lowest_in_order(void** state)
{
    static const hit_id masks[] = {UINT64_MAX, 0xffff, 0xff, 0x1, 0, 0x300ffffff, 0xff00000000000000u, 0xff00ff00ff,
                                   // One, two and three digits of lower halves.
                                   0x7ff, 0xfff, 0x3fffff, 0x7fffff, 0xffffffff, 0x80000001};
    static const uint32_t sizes[] = {0, 1, 2, 3, 23, 24, 25, 100, 257, 1000, 1024, 1025, MOST};
    test_random r = test_random_make(test_seed());
    (void)state;

    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++)
                for (hit_id same = 0; same <= 0x700000000; same += 0x700000000)
                    check(sizes[i], sizes[j], masks[m], same, &r);
}

static void without_room_it_counts(void** state)
{
    hit_id_list list = hit_id_list_make(NULL, 7);
    (void)state;

    for (hit_id id = 1; id < 100; id++)
        hit_id_list_add(&list, id);
    hit_id_list_finish(&list);
    assert_int_equal(list.count, 99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lowest_in_order), cmocka_unit_test(without_room_it_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
