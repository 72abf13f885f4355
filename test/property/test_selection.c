// A long random random_edits of a selection against a plain list of flags and times: the same set, primary object and
// diff after every step; with undo back to any state before; and, where an allocation fails, nothing changed.
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"
#include "support/base/random.h"

enum { IDS = 48, MOST = 3 * IDS, HISTORY = 16 };

// What is selected: when each was picked, 0 for what is not selected; id 0 is none.
typedef struct plain {
    uint64_t when[IDS];
    uint64_t clock;
} plain;

static hit_id primary_of(const plain* p)
{
    hit_id best = 0;
    for (hit_id id = 1; id < IDS; id++)
        if (p->when[id] > p->when[best])
            best = id;
    return best;
}

static void plain_apply(plain* p, hit_select how, const hit_id* ids, uint32_t count)
{
    bool picked[IDS] = {false};
    const plain before = *p;

    for (uint32_t i = 0; i < count; i++)
        picked[ids[i]] = true;
    for (hit_id id = 1; id < IDS; id++) {
        const bool was = before.when[id] > 0;
        bool now = false;
        now = how == HIT_SELECT_REPLACE ? picked[id] : now;
        now = how == HIT_SELECT_ADD ? was || picked[id] : now;
        now = how == HIT_SELECT_TOGGLE ? was != picked[id] : now;
        now = how == HIT_SELECT_SUBTRACT ? was && !picked[id] : now;
        now = how == HIT_SELECT_INTERSECT ? was && picked[id] : now;
        p->when[id] = !now ? 0 : was ? before.when[id] : 1;
    }
    for (uint32_t i = 0; i < count; i++)
        if (ids[i] != 0 && p->when[ids[i]] > 0)
            p->when[ids[i]] = ++p->clock + 1;
}

static void assert_list(const hit_id* list, uint32_t count, const plain* with, const plain* without)
{
    uint32_t i = 0;
    for (hit_id id = 1; id < IDS; id++)
        if (with->when[id] > 0 && (without == NULL || without->when[id] == 0)) {
            assert_true(i < count);
            assert_int_equal(list[i++], id);
        }
    assert_int_equal(i, count);
}

static void assert_same(const hit_selection* selection, const plain* p)
{
    hit_id list[IDS];
    const uint32_t count = hit_selection_list(selection, list, IDS);

    assert_list(list, count, p, NULL);
    assert_int_equal(hit_selection_primary(selection), primary_of(p));
}

// A change, as an editor keeps it.
typedef struct step {
    plain before;
    hit_id added[IDS], removed[IDS], primary;
    uint32_t added_count, removed_count;
} step;

static void keep(step* s, const plain* before, const hit_selection_diff* diff)
{
    s->before = *before;
    s->added_count = diff->added_count;
    s->removed_count = diff->removed_count;
    s->primary = diff->primary_before;
    for (uint32_t i = 0; i < diff->added_count; i++)
        s->added[i] = diff->added[i];
    for (uint32_t i = 0; i < diff->removed_count; i++)
        s->removed[i] = diff->removed[i];
}

// After an undo the set and the primary object are as before; the others count as picked in the order of their ids.
static void plain_undo(plain* p, const step* s)
{
    for (uint32_t i = 0; i < s->added_count; i++)
        p->when[s->added[i]] = 0;
    for (uint32_t i = 0; i < s->removed_count; i++)
        p->when[s->removed[i]] = ++p->clock + 1;
    if (s->primary != 0)
        p->when[s->primary] = ++p->clock + 1;
    for (hit_id id = 1; id < IDS; id++)
        assert_int_equal(p->when[id] > 0, s->before.when[id] > 0);
    assert_int_equal(primary_of(p), primary_of(&s->before));
}

static void random_edits(void** state)
{
    const uint64_t steps = test_cases(200000);
    test_random r = test_random_make(test_seed());
    static failing_memory memory;
    static step history[HISTORY];
    uint32_t depth = 0;
    hit_selection* selection;
    plain p = {{0}, 0};

    (void)state;
    failing_memory_make(&memory);
    assert_int_equal(hit_selection_create(&memory.allocator, &selection, NULL), HIT_OK);
    for (uint64_t n = 0; n < steps; n++) {
        hit_id ids[MOST];
        const uint32_t most = test_random_below(&r, 8) == 0 ? MOST : 4;
        const uint32_t count = test_random_below(&r, most + 1);
        const hit_select how = (hit_select)test_random_below(&r, 5);
        const plain before = p;
        hit_selection_diff diff;
        hit_status status;

        for (uint32_t i = 0; i < count; i++)
            ids[i] = test_random_below(&r, IDS);
        failing_memory_arm(&memory, test_random_below(&r, 4), false);
        if (depth > 0 && test_random_below(&r, 4) == 0) {
            const step* s = &history[depth - 1];
            status = hit_selection_restore(selection, s->added, s->added_count, s->removed, s->removed_count,
                                           s->primary, &diff, NULL);
            if (status == HIT_OK) {
                plain_undo(&p, s);
                depth--;
            }
        } else {
            status = hit_selection_apply(selection, how, ids, count, &diff, NULL);
            if (status == HIT_OK) {
                plain_apply(&p, how, ids, count);
                if (depth == HISTORY) {
                    memmove(history, history + 1, sizeof history - sizeof *history);
                    depth--;
                }
                keep(&history[depth++], &before, &diff);
            }
        }
        assert_int_equal(status, memory.failed > 0 ? HIT_ERROR_MEMORY : HIT_OK);
        assert_same(selection, &p);
        if (status == HIT_OK) {
            assert_list(diff.added, diff.added_count, &p, &before);
            assert_list(diff.removed, diff.removed_count, &before, &p);
            assert_int_equal(diff.primary_before, primary_of(&before));
            assert_int_equal(diff.primary_after, primary_of(&p));
        }
    }
    hit_selection_destroy(selection);
    assert_int_equal(memory.live, 0);
    assert_int_equal(memory.wrong, 0);
    failing_memory_end(&memory);
    printf("%llu steps, seed %llu\n", (unsigned long long)steps, (unsigned long long)test_seed());
}

// A selection that has never held anything has just as much room as it needs, at every size.
static void first_lists(void** state)
{
    hit_id ids[100], list[100];

    (void)state;
    for (uint32_t i = 0; i < 100; i++)
        ids[i] = 100 - i;
    for (uint32_t count = 0; count <= 100; count++) {
        hit_selection_diff diff;
        hit_selection* selection;
        assert_int_equal(hit_selection_create(NULL, &selection, NULL), HIT_OK);
        assert_int_equal(hit_selection_apply(selection, HIT_SELECT_ADD, ids, count, &diff, NULL), HIT_OK);
        assert_int_equal(hit_selection_list(selection, list, 100), count);
        assert_int_equal(diff.added_count, count);
        for (uint32_t i = 0; i < count; i++)
            assert_true(list[i] == ids[count - 1 - i] && diff.added[i] == list[i]);
        assert_int_equal(hit_selection_apply(selection, HIT_SELECT_TOGGLE, ids, count, &diff, NULL), HIT_OK);
        assert_int_equal(diff.removed_count, count);
        for (uint32_t i = 0; i < count; i++)
            assert_true(diff.removed[i] == list[i]);
        hit_selection_destroy(selection);
    }
}

// Sorting by merging: every length around a power of two, ascending, descending and at random.
static void large_lists(void** state)
{
    enum { LARGEST = 1030 };
    static hit_id ids[LARGEST], list[LARGEST];
    test_random r = test_random_make(test_seed());
    hit_selection* selection;

    (void)state;
    assert_int_equal(hit_selection_create(NULL, &selection, NULL), HIT_OK);
    for (uint32_t count = 0; count < LARGEST; count += count < 70 ? 1 : 31)
        for (int order = 0; order < 3; order++) {
            for (uint32_t i = 0; i < count; i++)
                ids[i] = (order == 1 ? count - i : i + 1) + ((hit_id)7 << 40);
            for (uint32_t i = count; order == 2 && i > 1; i--) {
                const uint32_t other = test_random_below(&r, i);
                const hit_id id = ids[i - 1];
                ids[i - 1] = ids[other];
                ids[other] = id;
            }
            assert_int_equal(hit_selection_apply(selection, HIT_SELECT_REPLACE, ids, count, NULL, NULL), HIT_OK);
            assert_int_equal(hit_selection_list(selection, list, LARGEST), count);
            for (uint32_t i = 0; i < count; i++)
                assert_true(list[i] == i + 1 + ((hit_id)7 << 40));
            assert_true(hit_selection_primary(selection) == (count > 0 ? ids[count - 1] : 0));
        }
    hit_selection_destroy(selection);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_edits), cmocka_unit_test(first_lists),
                                       cmocka_unit_test(large_lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
