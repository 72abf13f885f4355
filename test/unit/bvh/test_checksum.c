// The checksum of a block: the same number everywhere, on any number of threads, and another one for any changed bit.
#include "bvh/format/handle.h"
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

// A block of the given size with numbers in it that depend on nothing but the seed.
static hit_bvh_header* block_make(size_t size, uint64_t seed)
{
    test_random r = test_random_make(seed);
    uint64_t* words = aligned_alloc(64, size);
    hit_bvh_header* header = (hit_bvh_header*)(void*)words;

    assert_non_null(words);
    for (size_t i = 0; i < size / 8; i++)
        words[i] = test_random_next(&r);
    header->size = size;
    return header;
}

// A tree that was saved by one build of the library is read by another: these numbers may only change together with
// HIT_BVH_VERSION.
static void known_numbers(void** state)
{
    static const struct {
        size_t size;
        uint64_t sum;
    } known[] = {
        {256, 0xf26a2e015199efc2u},
        {64 * 1001, 0xa21d86603a626239u},
        {(3u << 20) + 64 * 7, 0xc4b2d35370c51975u},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        hit_bvh_header* block = block_make(known[i].size, 1 + i);
        assert_true(hit_bvh_checksum(block) == known[i].sum);
        assert_true(hit_checksum((const char*)block + 32, known[i].size - 32) == known[i].sum);
        free(block);
    }
}

static void every_bit_counts(void** state)
{
    const size_t size = 64 * 37;
    hit_bvh_header* block = block_make(size, test_seed());
    unsigned char* bytes = (unsigned char*)block;
    const uint64_t sum = hit_bvh_checksum(block);

    (void)state;
    for (size_t bit = 8 * 32; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_true(hit_bvh_checksum(block) != sum);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    assert_true(hit_bvh_checksum(block) == sum);
    // What stands before the sum, and the sum itself, do not.
    memset(bytes, 0xff, 16);
    block->checksum++;
    assert_true(hit_bvh_checksum(block) == sum);
    free(block);
}

// Words that change places: within a lane, between lanes, between chunks.
static void places_count(void** state)
{
    const size_t size = 3u << 20, chunk = (1u << 20) / 8;
    hit_bvh_header* block = block_make(size, test_seed() + 1);
    uint64_t* words = (uint64_t*)(void*)block;
    const uint64_t sum = hit_bvh_checksum(block);
    const size_t pairs[][2] = {{100, 101}, {100, 108}, {100, 100 + chunk}, {4 + chunk, 4 + 2 * chunk}};

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const size_t a = pairs[i][0], b = pairs[i][1];
        const uint64_t word = words[a];
        words[a] = words[b];
        words[b] = word;
        assert_true(hit_bvh_checksum(block) != sum);
        words[b] = words[a];
        words[a] = word;
    }
    // A whole chunk that changes places with another.
    for (size_t i = 4; i < chunk + 4; i++) {
        const uint64_t word = words[i];
        words[i] = words[i + chunk];
        words[i + chunk] = word;
    }
    assert_true(hit_bvh_checksum(block) != sum);
    free(block);
}

// A pool that runs its tasks from the last to the first.
static void run_backwards(void* context, hit_task* task, void* task_context, uint32_t count)
{
    (void)context;
    while (count-- > 0)
        task(task_context, count);
}

static void pools_do_not_count(void** state)
{
    const hit_task_pool pool = {run_backwards, NULL, 7};
    const size_t sizes[] = {256, 1u << 20, (2u << 20) + 64, (5u << 20) + 32 * 64, 70u << 20};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        hit_bvh_header* block = block_make(sizes[i], test_seed() + i);
        assert_true(hit_bvh_checksum_tasks(block, &pool) == hit_bvh_checksum(block));
        free(block);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_numbers),
        cmocka_unit_test(every_bit_counts),
        cmocka_unit_test(places_count),
        cmocka_unit_test(pools_do_not_count),
    };

    printf("seed %llu\n", (unsigned long long)test_seed());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
