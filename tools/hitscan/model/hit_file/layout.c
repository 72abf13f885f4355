// What reading and writing of .hit files have in common: where sections are, and the checksum.
//
// The checksum takes eight bytes at a time in four lanes, each step a bijection of the lane and of the bytes that come
// in (an exclusive or, a product with an odd number, a shift that is folded in). So a change within one lane of a piece
// is always seen, and others but for a chance of about 2^-64. It finds damage; it is no signature.
#include "model/hit_file/hit_file.h"

#include <string.h>

static const size_t section_unit[SAVED_SECTIONS] = {
    [SAVED_MESHES] = sizeof(saved_mesh),
    [SAVED_PARTS] = sizeof(saved_part),
    [SAVED_NAMES] = 1,
    [SAVED_TREES] = 1,
    [SAVED_FACES] = sizeof(uint32_t),
    [SAVED_INDICES] = sizeof(uint32_t),
    [SAVED_VERTICES] = sizeof(hit_vec3),
};

bool saved_layout(const uint64_t count[SAVED_SECTIONS], uint64_t offset[SAVED_SECTIONS + 1])
{
    const uint64_t most = (uint64_t)1 << 56; // so that no sum wraps
    offset[0] = SAVED_PAGE;
    for (int i = 0; i < SAVED_SECTIONS; i++) {
        if (count[i] > most / section_unit[i])
            return false;
        offset[i + 1] = (offset[i] + count[i] * section_unit[i] + SAVED_PAGE - 1) / SAVED_PAGE * SAVED_PAGE;
    }
    return offset[SAVED_SECTIONS] <= most;
}

static uint64_t step(uint64_t lane, uint64_t word)
{
    lane = (lane ^ word) * UINT64_C(0x9e3779b97f4a7c15); // odd
    return lane ^ lane >> 29;
}

uint64_t saved_sum(const void* bytes, size_t size)
{
    uint64_t lane[4] = {1, 2, 3, 4}, word[4];
    const unsigned char* p = bytes;
    size_t left = size;
    uint64_t sum = size;
    for (; left >= sizeof word; left -= sizeof word, p += sizeof word) {
        memcpy(word, p, sizeof word);
        for (int i = 0; i < 4; i++)
            lane[i] = step(lane[i], word[i]);
    }
    memset(word, 0, sizeof word);
    memcpy(word, p, left);
    for (int i = 0; i < 4; i++) {
        lane[i] = step(lane[i], word[i]);
        sum = step(sum, lane[i]);
    }
    return sum;
}
