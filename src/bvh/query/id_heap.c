// The lowest indices, kept as a heap and sorted in place, without memory: see volume.h.
//
// To sort, eight bits at a time from the highest down, in
// place (P. M. McIlroy, K. Bostic, M. D. McIlroy, Engineering Radix Sort, 1993): count the digits, then move each index
// to its bucket, going round in cycles. A bucket whose indices differ in 15 bits at most becomes a set of bits, read
// off in order, which is where it matters that all are different; a small one is sorted by insertion. Buckets wait on a
// stack: 32 bits are at most three digits before 15 are left.
#include "bvh/query/volume.h"

#include "many/boxes.h"

enum { BUCKETS = 256, SMALL = 32, SET_BITS = 15 };

// The largest is on top.
#define HIT_HEAP uint32_t
#define HIT_HEAP_ITEM uint32_t
#define HIT_HEAP_GET(ids, i) (ids)[i]
#define HIT_HEAP_SET(ids, i, id) ((ids)[i] = (id))
#define HIT_HEAP_BELOW(ids, a, b) (*(a) < *(b))
#include "base/heap.h"

void hit_ids_make_heap(uint32_t* ids, uint32_t count)
{
    heap_make(ids, count);
}

void hit_ids_replace_top(uint32_t* ids, uint32_t count, uint32_t id)
{
    heap_sift_down(ids, count, 0, id);
}

static void insertion_sort(uint32_t* ids, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t id = ids[i];
        uint32_t at = i;
        for (; at > 0 && ids[at - 1] > id; at--)
            ids[at] = ids[at - 1];
        ids[at] = id;
    }
}

// Indices that differ in the lowest SET_BITS bits only.
static void sort_set(uint32_t* ids, uint32_t count)
{
    const uint32_t rest = (1u << SET_BITS) - 1u, base = ids[0] & ~rest;
    uint64_t set[(1u << SET_BITS) / 64];
    uint32_t at = 0;

    HIT_ASSERT(count <= 1u << SET_BITS);
    memset(set, 0, sizeof set);
    for (uint32_t i = 0; i < count; i++)
        set[(ids[i] & rest) / 64] |= (uint64_t)1 << ids[i] % 64;
    for (uint32_t word = 0; at < count && word < sizeof set / sizeof set[0]; word++)
        for (uint64_t bits = set[word]; bits != 0; bits &= bits - 1)
            ids[at++] = base + 64 * word + hit_many_lowest_bit(bits);
    HIT_ASSERT(at == count); // all were different
}

// Sort by the eight bits from `shift` on; end[d] is where the indices with digit d end.
static void sort_digit(uint32_t* ids, uint32_t count, unsigned shift, uint32_t end[BUCKETS])
{
    uint32_t next[BUCKETS], sum = 0;

    memset(end, 0, BUCKETS * sizeof end[0]);
    for (uint32_t i = 0; i < count; i++)
        end[ids[i] >> shift & 255u]++;
    for (unsigned d = 0; d < BUCKETS; d++) {
        next[d] = sum;
        sum += end[d];
        end[d] = sum;
    }
    HIT_ASSERT(sum == count);
    for (unsigned d = 0; d < BUCKETS; d++) {
        while (next[d] < end[d]) {
            uint32_t id = ids[next[d]];
            unsigned home = id >> shift & 255u;
            // Put it where it belongs, go on with what was there, until one belongs here.
            while (home != d) {
                const uint32_t other = ids[next[home]];
                ids[next[home]++] = id;
                id = other;
                home = id >> shift & 255u;
            }
            ids[next[d]++] = id;
        }
    }
}

typedef struct part {
    uint32_t begin, count;
    unsigned bits; ///< the lowest ones, in which the indices differ
} part;

void hit_ids_sort(uint32_t* ids, uint32_t count)
{
    part waiting[3 * BUCKETS + 1];
    uint32_t all = 0;
    unsigned top = 0, bits = 0;

    // Then `ids` may be NULL, to which nothing may be added, not even 0.
    if (count == 0)
        return;
    for (uint32_t i = 0; i < count; i++)
        all |= ids[i];
    while (bits < 32 && all >> bits != 0)
        bits++;
    waiting[top++] = (part){0, count, bits};
    while (top > 0) {
        const part p = waiting[--top];
        uint32_t end[BUCKETS], begin = 0;
        if (p.count <= SMALL) {
            insertion_sort(ids + p.begin, p.count);
            continue;
        }
        if (p.bits <= SET_BITS) {
            sort_set(ids + p.begin, p.count);
            continue;
        }
        const unsigned shift = p.bits > SET_BITS + 8 ? p.bits - 8 : SET_BITS;
        sort_digit(ids + p.begin, p.count, shift, end);
        for (unsigned d = 0; d < BUCKETS; d++) {
            if (end[d] - begin > 1)
                waiting[top++] = (part){p.begin + begin, end[d] - begin, shift};
            begin = end[d];
        }
        HIT_ASSERT(top <= sizeof waiting / sizeof waiting[0]);
    }
}
