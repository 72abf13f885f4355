// The lowest ids: see id_list.h. A heap keeps them (base/heap.h); a radix sort brings them into order, in place. Most
// scenes have ids that agree in their upper halves, the generations: then the array holds two lists of lower halves,
// and digits are sorted from one to the other.
#include "scene/id_list.h"

#include "base/assert.h"

#include <string.h>

// The largest id is on top.
#define HIT_HEAP hit_id
#define HIT_HEAP_ITEM hit_id
#define HIT_HEAP_GET(heap, i) ((heap)[i])
#define HIT_HEAP_SET(heap, i, x) ((heap)[i] = (x))
#define HIT_HEAP_BELOW(heap, a, b) (*(a) < *(b))
#include "base/heap.h"

void hit_id_list_add(hit_id_list* list, hit_id id)
{
    if (list->count < list->capacity) {
        list->ids[list->count] = id;
    } else if (list->capacity > 0) {
        if (list->count == list->capacity)
            heap_make(list->ids, list->capacity);
        if (id < list->ids[0])
            heap_sift_down(list->ids, list->capacity, 0, id);
    }
    list->count++;
}

// ---- Sorting --------------------------------------------------------------------------------------------------------

enum { FEW = 32, MANY = 1024, DIGIT = 11, DIGITS = 1 << DIGIT, LEVELS = 6, HALF_DIGITS = 3 };

static void sort_few(hit_id* ids, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const hit_id id = ids[i];
        uint32_t at = i;
        for (; at > 0 && ids[at - 1] > id; at--)
            ids[at] = ids[at - 1];
        ids[at] = id;
    }
}

// Sort ids by `bits` of their bits, in place: `end` becomes where each value of these ends.
static void sort_digit(hit_id* ids, uint32_t count, unsigned shift, unsigned bits, uint32_t* end)
{
    const uint32_t digits = 1u << bits, mask = digits - 1;
    uint32_t next[DIGITS], sum = 0;

    memset(end, 0, digits * sizeof *end);
    for (uint32_t i = 0; i < count; i++)
        end[ids[i] >> shift & mask]++;
    for (uint32_t d = 0; d < digits; d++) {
        next[d] = sum;
        sum += end[d];
        end[d] = sum;
    }
    for (uint32_t d = 0; d < digits; d++)
        while (next[d] < end[d]) {
            const hit_id id = ids[next[d]];
            const uint32_t home = (uint32_t)(id >> shift) & mask;
            ids[next[d]] = ids[next[home]];
            ids[next[home]++] = id;
        }
}

// ---- Lower halves ---------------------------------------------------------------------------------------------------

// Half an id of an array that is used as one of halves; by copies, as the array's type is another.
static uint32_t half_get(const hit_id* ids, size_t i)
{
    uint32_t half;
    memcpy(&half, (const char*)ids + sizeof half * i, sizeof half);
    return half;
}

static void half_set(hit_id* ids, size_t i, uint32_t half)
{
    memcpy((char*)ids + sizeof half * i, &half, sizeof half);
}

// Sort `count` halves by the digit at `shift`, stably, from one list to the other: they begin at `from` and at `to`.
// `next` has how often each digit occurs.
static void move_halves(hit_id* ids, uint32_t count, size_t from, size_t to, unsigned shift, uint32_t next[DIGITS])
{
    uint32_t sum = 0;

    for (uint32_t d = 0; d < DIGITS; d++) {
        const uint32_t size = next[d];
        next[d] = sum;
        sum += size;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t half = half_get(ids, from + i);
        half_set(ids, to + next[half >> shift & (DIGITS - 1)]++, half);
    }
}

// Sort ids that differ in their lower halves only, in `top` bits.
static void sort_halves(hit_id* ids, uint32_t count, unsigned top)
{
    const hit_id upper = ids[0] & ~(hit_id)UINT32_MAX;
    const unsigned digits = (top + DIGIT - 1) / DIGIT;
    uint32_t number[HALF_DIGITS][DIGITS];
    size_t from = 0, to = count;

    HIT_ASSERT(digits >= 1 && digits <= HALF_DIGITS);
    memset(number, 0, digits * sizeof number[0]);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t half = (uint32_t)ids[i];
        half_set(ids, i, half);
        for (unsigned k = 0; k < digits; k++)
            number[k][half >> DIGIT * k & (DIGITS - 1)]++;
    }
    for (unsigned k = 0; k < digits; k++) {
        const size_t other = from;
        move_halves(ids, count, from, to, k * DIGIT, number[k]);
        from = to;
        to = other;
    }
    // Whole again: an entry is written only after the half that lay there has been read.
    if (from == 0)
        for (uint32_t i = count; i-- > 0;)
            ids[i] = upper | half_get(ids, i);
    else
        for (uint32_t i = 0; i < count; i++)
            ids[i] = upper | half_get(ids, from + i);
}

// ---- Whole ids ------------------------------------------------------------------------------------------------------

// A part of the list that is being sorted: its ids agree in all bits from `top` on.
typedef struct level {
    hit_id* ids;
    uint32_t digit, digits; ///< how many parts are done, and how many there are
    unsigned shift;
    uint32_t end[DIGITS];
} level;

static void open_level(level* l, hit_id* ids, uint32_t count, unsigned top)
{
    const unsigned bits = top < DIGIT ? top : DIGIT;

    HIT_ASSERT(bits > 0);
    l->ids = ids;
    l->digit = 0;
    l->digits = 1u << bits;
    l->shift = top - bits;
    sort_digit(ids, count, l->shift, bits, l->end);
}

// P. M. McIlroy et al., Engineering radix sort, 1993: from the highest bits in which ids differ down, each part by
// itself.
static void sort(hit_id* ids, uint32_t count)
{
    level levels[LEVELS];
    hit_id differ = 0;
    unsigned top = 0;
    int depth = 0;

    for (uint32_t i = 1; i < count; i++)
        differ |= ids[i] ^ ids[0];
    if (count <= FEW || differ == 0) {
        sort_few(ids, count);
        return;
    }
    while (top < 64 && differ >> top != 0)
        top++;
    if (top <= 32 && count >= MANY) {
        sort_halves(ids, count, top);
        return;
    }
    open_level(&levels[0], ids, count, top);
    while (depth >= 0) {
        level* l = &levels[depth];
        if (l->digit == l->digits || l->shift == 0) {
            depth--;
            continue;
        }
        const uint32_t begin = l->digit == 0 ? 0 : l->end[l->digit - 1], size = l->end[l->digit] - begin;
        HIT_ASSERT(begin <= l->end[l->digit]);
        l->digit++;
        if (size <= FEW)
            sort_few(l->ids + begin, size);
        else {
            HIT_ASSERT(depth + 1 < LEVELS);
            open_level(&levels[++depth], l->ids + begin, size, l->shift);
        }
    }
}

void hit_id_list_finish(hit_id_list* list)
{
    sort(list->ids, list->count < list->capacity ? list->count : list->capacity);
}
