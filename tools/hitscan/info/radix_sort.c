// Sorting by digits, the least significant first (LSD radix sort), 11 bits at a time; few numbers are merged instead.
//
// Digits in which all numbers agree are left out. With several threads each has a chunk of the numbers: it counts the
// digits there, and then knows where its numbers go, behind those of the chunks before it. So the order of equal
// numbers is kept, and no input makes it slow.
#include "info/topology.h"

#include <stdlib.h>
#include <string.h>

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, MERGE_SORT_MAX = 1024, CHUNKS_MAX = 32, CHUNK_MIN = 1 << 15 };

// ---- Few ------------------------------------------------------------------------------------------------------------

static bool is_above(const uint64_t* a, const uint64_t* b, unsigned words, unsigned low_bit)
{
    if (words == 2 && a[0] != b[0])
        return a[0] > b[0];
    return a[words - 1] >> low_bit > b[words - 1] >> low_bit;
}

static void merge(const uint64_t* from, uint64_t* to, size_t mid, size_t end, unsigned words, unsigned low_bit)
{
    size_t left = 0, right = mid;
    for (size_t i = 0; i < end; i++) {
        const bool take_right =
            left == mid || (right < end && is_above(from + left * words, from + right * words, words, low_bit));
        memcpy(to + i * words, from + (take_right ? right++ : left++) * words, words * sizeof *to);
    }
}

static uint64_t* merge_sort(uint64_t* items, uint64_t* other, size_t count, unsigned words, unsigned low_bit)
{
    for (size_t run = 1; run < count; run *= 2) {
        uint64_t* swap = items;
        for (size_t begin = 0; begin < count; begin += 2 * run) {
            const size_t left = count - begin;
            merge(items + begin * words, other + begin * words, run < left ? run : left,
                  2 * run < left ? 2 * run : left, words, low_bit);
        }
        items = other;
        other = swap;
    }
    return items;
}

// ---- Many -----------------------------------------------------------------------------------------------------------

typedef struct sort_job {
    const uint64_t* from;
    uint64_t* to;
    size_t count;
    unsigned words, word, shift; ///< of the digit
    uint32_t chunks;
    size_t (*bucket)[DIGITS]; ///< per chunk: first how many there are of each digit, then where the next one goes
} sort_job;

static size_t chunk_begin(const sort_job* s, uint32_t chunk)
{
    return (size_t)((double)s->count / s->chunks * chunk);
}

static size_t chunk_end(const sort_job* s, uint32_t chunk)
{
    return chunk + 1 == s->chunks ? s->count : chunk_begin(s, chunk + 1);
}

static void count_digits(void* context, uint32_t chunk)
{
    const sort_job* s = context;
    const size_t end = chunk_end(s, chunk);
    size_t* count = s->bucket[chunk];
    memset(count, 0, sizeof s->bucket[0]);
    for (size_t i = chunk_begin(s, chunk); i < end; i++)
        count[s->from[i * s->words + s->word] >> s->shift & (DIGITS - 1)]++;
}

static void move_numbers(void* context, uint32_t chunk)
{
    const sort_job* s = context;
    const size_t end = chunk_end(s, chunk);
    size_t* bucket = s->bucket[chunk];
    if (s->words == 1)
        for (size_t i = chunk_begin(s, chunk); i < end; i++)
            s->to[bucket[s->from[i] >> s->shift & (DIGITS - 1)]++] = s->from[i];
    else
        for (size_t i = chunk_begin(s, chunk); i < end; i++)
            memcpy(s->to + 2 * bucket[s->from[2 * i + s->word] >> s->shift & (DIGITS - 1)]++, s->from + 2 * i,
                   2 * sizeof *s->to);
}

static void sort_by_digit(sort_job* s, const hit_task_pool* pool)
{
    size_t next = 0;
    pool->run(pool->context, count_digits, s, s->chunks);
    for (int digit = 0; digit < DIGITS; digit++)
        for (uint32_t i = 0; i < s->chunks; i++) {
            const size_t count = s->bucket[i][digit];
            s->bucket[i][digit] = next;
            next += count;
        }
    pool->run(pool->context, move_numbers, s, s->chunks);
}

// The bits of a word in which the numbers differ.
static uint64_t different_bits(const uint64_t* items, size_t count, unsigned words, unsigned word)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++)
        bits |= items[i * words + word] ^ items[word];
    return bits;
}

uint64_t* radix_sort(uint64_t* items, uint64_t* other, size_t count, unsigned words, unsigned low_bit,
                     const hit_task_pool* pool)
{
    const hit_task_pool alone = hit_thread_pool_tasks(NULL);
    sort_job s = {.count = count, .words = words};
    if (count <= MERGE_SORT_MAX)
        return merge_sort(items, other, count, words, low_bit);
    if (!pool || count < 2 * CHUNK_MIN)
        pool = &alone;
    s.chunks = pool->threads < 1 ? 1 : pool->threads < CHUNKS_MAX ? pool->threads : CHUNKS_MAX;
    s.bucket = malloc(s.chunks * sizeof *s.bucket);
    if (!s.bucket)
        return NULL;
    for (unsigned word = words; word-- > 0;) {
        const uint64_t bits = different_bits(items, count, words, word);
        s.word = word;
        for (s.shift = word + 1 == words ? low_bit : 0; s.shift < 64; s.shift += DIGIT_BITS)
            if ((bits >> s.shift & (DIGITS - 1)) != 0) {
                s.from = items;
                s.to = other;
                sort_by_digit(&s, pool);
                other = items;
                items = s.to;
            }
    }
    free(s.bucket);
    return items;
}
