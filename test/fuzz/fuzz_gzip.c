// Any bytes as gzip: what is packed, or an error; never more than the limit.
//
// Checksums would hide what lies behind them. So half of the inputs are what is to be packed: into members of blocks
// that are stored, with the right checksums, cut where the bytes say. The others are what the fuzzer makes of these.
#include "support/mesh_io/file_builder.h"
#include "fuzz/require.h"

#include "mesh_io/loader.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

static void* allocate(void* context, size_t size, size_t alignment)
{
    (void)context, (void)alignment;
    return malloc(size);
}

static void release(void* context, void* memory, size_t size, size_t alignment)
{
    (void)context, (void)size, (void)alignment;
    free(memory);
}

// CRC-32 as RFC 1952 has it.
static uint32_t checksum(const uint8_t* data, size_t size)
{
    uint32_t c = 0xffffffffU;
    for (size_t i = 0; i < size; i++) {
        c ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            c = c >> 1 ^ (c & 1 ? 0xedb88320U : 0);
    }
    return ~c;
}

static void add_member(file_builder* f, const uint8_t* data, size_t size)
{
    file_builder_add(f, "\x1f\x8b\x08\0\0\0\0\0\0\3\1", 11);
    file_builder_bits(f, size, 2, false);
    file_builder_bits(f, ~(uint64_t)size, 2, false);
    file_builder_add(f, data, size);
    file_builder_bits(f, checksum(data, size), 4, false);
    file_builder_bits(f, size, 4, false);
}

static hit_status unpack(const void* packed, size_t size, uint64_t most, const uint8_t* expected, size_t expected_size)
{
    hit_model_owner box = {0};
    hit_error error = {0};
    hit_loader loader = {.bytes = packed, .size = size, .left = most, .error = &error, .model = &box.model};
    char* bytes = NULL;
    size_t unpacked = 0;
    hit_status status;
    loader.allocator = (hit_allocator){allocate, release, NULL};
    status = hit_unpack_gzip(&loader, packed, size, most, &bytes, &unpacked);
    REQUIRE(loader.left == most);
    if (status == HIT_OK) {
        REQUIRE(unpacked <= most && unpacked <= 1032 * (uint64_t)size);
        REQUIRE(expected == NULL || unpacked == expected_size);
        REQUIRE(expected == NULL || unpacked == 0 || memcmp(bytes, expected, unpacked) == 0);
        if (unpacked > 0) // as a reader would
            (void)checksum((const uint8_t*)bytes, unpacked);
    } else
        REQUIRE(error.status == status && error.message[0] != '\0' && error.offset <= size &&
                (status == HIT_ERROR_FORMAT || status == HIT_ERROR_LIMIT));
    hit_loader_free_blocks(&loader.allocator, loader.blocks);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static file_builder f;
    const size_t cut = size > 0 ? data[0] * size / 256 : 0;
    unpack(data, size, UINT64_C(1) << 20, NULL, 0);
    unpack(data, size, 100, NULL, 0);
    f.size = 0;
    add_member(&f, data, cut);
    add_member(&f, data + cut, size - cut);
    REQUIRE(unpack(f.bytes, f.size, size, data, size) == HIT_OK);
    if (size > 0)
        REQUIRE(unpack(f.bytes, f.size, size - 1, NULL, 0) == HIT_ERROR_LIMIT);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed)
{
    // "abc" forty times in a block of fixed codes, and a member that has a name and holds nothing.
    static const uint8_t packed[] = {0x1f, 0x8b, 8, 0,    0,    0,    0,    0, 2, 3, 0x4b, 0x4c, 0x4a, 0x4e, 0x1c, 8,
                                     4,    0,    2, 0xf0, 0xae, 0x9c, 0x78, 0, 0, 0, 0x1f, 0x8b, 8,    8,    0,    0,
                                     0,    0,    0, 3,    'n',  0,    3,    0, 0, 0, 0,    0,    0,    0,    0,    0};
    if (seed % 8 == 1) {
        size = sizeof packed < max_size ? sizeof packed : max_size;
        memcpy(data, packed, size);
    }
    return LLVMFuzzerMutate(data, size, max_size);
}
