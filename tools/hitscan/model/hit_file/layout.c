// What reading and writing of .hit files have in common: where sections are, and the checksum.
//
// The checksum takes eight bytes at a time in four lanes, each step a bijection of the lane and of the bytes that come
// in (an exclusive or, a product with an odd number, a shift that is folded in). So a change within one lane of a block
// is always seen, and others but for a chance of about 2^-64. It finds damage; it is no signature.
#include "model/hit_file/hit_file.h"

#include <string.h>

static const size_t section_unit[HITFILE_SECTIONS] = {
    [HITFILE_MESHES] = sizeof(hitfile_mesh),
    [HITFILE_PARTS] = sizeof(hitfile_part),
    [HITFILE_NAMES] = 1,
    [HITFILE_TREES] = 1,
    [HITFILE_FACES] = sizeof(uint32_t),
    [HITFILE_INDICES] = sizeof(uint32_t),
    [HITFILE_VERTICES] = sizeof(hit_vec3),
    [HITFILE_POINTS] = sizeof(uint32_t),
};

bool hitfile_layout(const uint64_t count[HITFILE_SECTIONS], uint64_t offset[HITFILE_SECTIONS + 1])
{
    const uint64_t most = (uint64_t)1 << 56; // so that no sum wraps
    offset[0] = HITFILE_PAGE;
    for (int i = 0; i < HITFILE_SECTIONS; i++) {
        if (count[i] > most / section_unit[i])
            return false;
        offset[i + 1] = (offset[i] + count[i] * section_unit[i] + HITFILE_PAGE - 1) / HITFILE_PAGE * HITFILE_PAGE;
    }
    return offset[HITFILE_SECTIONS] <= most;
}

static uint64_t step(uint64_t lane, uint64_t word)
{
    lane = (lane ^ word) * UINT64_C(0x9e3779b97f4a7c15); // odd
    return lane ^ lane >> 29;
}

uint64_t hitfile_checksum(const void* bytes, size_t size)
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
