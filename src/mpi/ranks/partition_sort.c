// Sorting triangles by index in place: American flag sort (P. M. McIlroy, K. Bostic, M. D. McIlroy, Engineering Radix
// Sort, 1993), which needs no second copy of what may be most of a machine's memory. Time in proportion to the number.
#include "mpi/ranks/tree.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, FEW = 32 };

static void sort_few(hit_ranks_record* records, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const hit_ranks_record record = records[i];
        uint32_t at = i;
        for (; at > 0 && records[at - 1].id > record.id; at--)
            records[at] = records[at - 1];
        records[at] = record;
    }
}

static unsigned digit_of(const hit_ranks_record* record, unsigned shift)
{
    return (unsigned)(record->id >> shift) & (DIGITS - 1);
}

// At most eight levels deep: one for each digit.
static void sort_from(hit_ranks_record* records, uint32_t count, unsigned shift) // NOLINT(misc-no-recursion)
{
    uint32_t next[DIGITS], end[DIGITS], begin = 0;

    if (count <= FEW) {
        sort_few(records, count);
        return;
    }
    for (unsigned d = 0; d < DIGITS; d++)
        end[d] = 0;
    for (uint32_t i = 0; i < count; i++)
        end[digit_of(&records[i], shift)]++;
    for (unsigned d = 0; d < DIGITS; d++) {
        next[d] = begin;
        begin += end[d];
        end[d] = begin;
    }
    // Each exchange brings one record to its digit.
    for (unsigned d = 0; d < DIGITS; d++)
        while (next[d] < end[d]) {
            const unsigned to = digit_of(&records[next[d]], shift);
            const hit_ranks_record moved = records[next[d]];
            if (to == d) {
                next[d]++;
                continue;
            }
            records[next[d]] = records[next[to]];
            records[next[to]++] = moved;
        }
    for (unsigned d = 0; shift > 0 && d < DIGITS; d++) {
        const uint32_t first = d == 0 ? 0 : end[d - 1];
        sort_from(records + first, end[d] - first, shift - DIGIT_BITS);
    }
}

void hit_ranks_sort_records(hit_ranks_record* records, uint32_t count)
{
    uint64_t bits = 0;
    unsigned shift = 56;
    bool sorted = true;

    for (uint32_t i = 1; i < count; i++) {
        sorted &= records[i - 1].id <= records[i].id;
        bits |= records[i].id ^ records[0].id;
    }
    if (sorted)
        return;
    // Digits that all have in common need no pass.
    while (shift > 0 && bits >> shift == 0)
        shift -= DIGIT_BITS;
    sort_from(records, count, shift);
}
