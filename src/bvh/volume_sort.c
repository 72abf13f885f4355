// Indices sorted in place, without memory: see volume_sort.h.
//
// A heap for the lowest so many (J. W. J. Williams, 1964). To sort, bytes from the highest down, in place (P. M. McIlroy,
// K. Bostic, M. D. McIlroy, Engineering Radix Sort, 1993): count the bytes, then move each index to its bucket, going
// round in cycles. Small buckets are sorted by insertion. The buckets to be sorted by the next byte wait on a stack: at
// most 256 for each of the three bytes below the first.
#include "bvh/volume_sort.h"

enum { BUCKETS = 256, SMALL = 48 };

static void sift_down(uint32_t* ids, uint32_t count, uint32_t at, uint32_t id)
{
    while (at < count / 2) { // it has a child
        uint32_t child = 2 * at + 1;
        if (child + 1 < count && ids[child + 1] > ids[child])
            child++;
        if (ids[child] <= id)
            break;
        ids[at] = ids[child];
        at = child;
    }
    ids[at] = id;
}

void hit_ids_make_heap(uint32_t* ids, uint32_t count)
{
    for (uint32_t i = count / 2; i > 0; i--)
        sift_down(ids, count, i - 1, ids[i - 1]);
}

void hit_ids_replace_top(uint32_t* ids, uint32_t count, uint32_t id)
{
    sift_down(ids, count, 0, id);
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

typedef struct part {
    uint32_t begin, count;
    unsigned shift; ///< of the byte to sort by
} part;

// Sort by one byte; end[b] is where the indices with byte b end.
static void sort_byte(uint32_t* ids, uint32_t count, unsigned shift, uint32_t end[BUCKETS])
{
    uint32_t next[BUCKETS], sum = 0;

    for (unsigned b = 0; b < BUCKETS; b++)
        end[b] = 0;
    for (uint32_t i = 0; i < count; i++)
        end[ids[i] >> shift & 255u]++;
    for (unsigned b = 0; b < BUCKETS; b++) {
        next[b] = sum;
        sum += end[b];
        end[b] = sum;
    }
    for (unsigned b = 0; b < BUCKETS; b++) {
        while (next[b] < end[b]) {
            uint32_t id = ids[next[b]];
            unsigned home = id >> shift & 255u;
            // Put it where it belongs, go on with what was there, until one belongs here.
            while (home != b) {
                const uint32_t other = ids[next[home]];
                ids[next[home]++] = id;
                id = other;
                home = id >> shift & 255u;
            }
            ids[next[b]++] = id;
        }
    }
}

void hit_ids_sort(uint32_t* ids, uint32_t count)
{
    part waiting[3 * BUCKETS + 1];
    unsigned top = 0, shift = 0;
    uint32_t all = 0;

    // Then `ids` may be NULL, to which nothing may be added, not even 0.
    if (count == 0)
        return;
    for (uint32_t i = 0; i < count; i++)
        all |= ids[i];
    while (shift < 24 && all >> shift > 255)
        shift += 8;
    waiting[top++] = (part){0, count, shift};
    while (top > 0) {
        const part p = waiting[--top];
        uint32_t end[BUCKETS], begin = 0;
        if (p.count <= SMALL) {
            insertion_sort(ids + p.begin, p.count);
            continue;
        }
        sort_byte(ids + p.begin, p.count, p.shift, end);
        for (unsigned b = 0; b < BUCKETS && p.shift > 0; b++) {
            if (end[b] - begin > 1)
                waiting[top++] = (part){p.begin + begin, end[b] - begin, p.shift - 8};
            begin = end[b];
        }
    }
}
