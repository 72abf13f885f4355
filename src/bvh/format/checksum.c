// The checksum of a tree's block of bytes.
//
// It finds damage: a changed bit, a lost page, a file that was truncated and filled up. It is no defence against a
// forger, who can compute it too; that is why everything that queries rely on is checked as well (validate.c).
//
// The bytes are divided into chunks. A chunk is read as little-endian words of 64 bits that go to eight lanes in turn,
// so that eight multiplications are under way at once: 8 bytes per cycle where the memory delivers them. A step, state
// = rotate(state ^ word)·K with an odd K, is one-to-one in the state for each word and in the word for each state; so
// are folding the lanes and the last scramble. Hence any change within one word, and so of any one bit, certainly
// changes the sum of the chunk; other changes go unseen with a chance of about 2^-64. The sum of a chunk depends on its
// index, and the checksum adds these sums: any thread may add them, in any order.
#include "bvh/format/handle.h"

#include <string.h>

enum { LANES = 8, CHUNK = 1 << 20, TASKS_MAX = 64 };

// The first is 2^64 divided by the golden ratio, the other any odd number with no pattern in its bits.
#define KEY_INDEX 0x9e3779b97f4a7c15u
#define KEY_STEP 0xd6e8feb86659fd93u

static uint64_t step(uint64_t state, uint64_t word)
{
    const uint64_t x = state ^ word;
    return (x << 29 | x >> 35) * KEY_STEP;
}

static uint64_t word_at(const unsigned char* bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static uint64_t chunk_sum(const unsigned char* bytes, size_t size, uint64_t index)
{
    uint64_t lane[LANES], all = size;
    size_t at = 0;

    HIT_ASSERT(size % 8 == 0 && size <= CHUNK);
    for (unsigned i = 0; i < LANES; i++)
        lane[i] = (index * LANES + i + 1) * KEY_INDEX;
    for (; size - at >= 8 * LANES; at += 8 * LANES)
        for (unsigned i = 0; i < LANES; i++)
            lane[i] = step(lane[i], word_at(bytes + at + 8 * i));
    HIT_ASSERT(size - at < 8 * LANES);
    for (unsigned i = 0; size - at >= 8; at += 8, i++)
        lane[i] = step(lane[i], word_at(bytes + at));
    for (unsigned i = 0; i < LANES; i++)
        all = step(all, lane[i]);
    // The last words have been through one or two steps only, which move few bits down.
    all = (all ^ all >> 32) * KEY_STEP;
    all = (all ^ all >> 29) * KEY_STEP;
    return all ^ all >> 32;
}

typedef struct summing {
    const unsigned char* bytes;
    uint64_t size;
    uint32_t tasks;
    uint64_t part[TASKS_MAX];
} summing;

static void sum_some(void* context, uint32_t index)
{
    summing* s = context;
    const uint64_t chunks = (s->size + CHUNK - 1) / CHUNK;
    uint64_t sum = 0;

    HIT_ASSERT(index < s->tasks && s->tasks <= TASKS_MAX);
    for (uint64_t k = index; k < chunks; k += s->tasks) {
        const uint64_t rest = s->size - k * CHUNK;
        sum += chunk_sum(s->bytes + k * CHUNK, rest < CHUNK ? (size_t)rest : CHUNK, k);
    }
    s->part[index] = sum;
}

static uint64_t checksum_tasks(const void* bytes, uint64_t size, const hit_task_pool* pool)
{
    summing s = {bytes, size, 1, {0}};
    uint64_t sum = 0;

    if (pool != NULL && pool->run != NULL && pool->threads > 1 && s.size > 2 * (uint64_t)CHUNK) {
        const uint64_t chunks = (s.size + CHUNK - 1) / CHUNK;
        s.tasks = chunks < TASKS_MAX ? (uint32_t)chunks : TASKS_MAX;
        pool->run(pool->context, sum_some, &s, s.tasks);
    } else
        sum_some(&s, 0);
    for (uint32_t i = 0; i < s.tasks; i++)
        sum += s.part[i];
    return sum;
}

uint64_t hit_bvh_checksum_tasks(const hit_bvh_header* header, const hit_task_pool* pool)
{
    const size_t start = offsetof(hit_bvh_header, checksum) + sizeof header->checksum;
    HIT_ASSERT(header->size >= sizeof *header);
    return checksum_tasks((const unsigned char*)header + start, header->size - start, pool);
}

uint64_t hit_bvh_checksum(const hit_bvh_header* header)
{
    return hit_bvh_checksum_tasks(header, NULL);
}

uint64_t hit_checksum(const void* bytes, uint64_t size)
{
    return checksum_tasks(bytes, size, NULL);
}
