// Deflate with dynamic Huffman codes (RFC 1951).
//
// The input is cut into blocks of 128 KiB that know nothing of each other. In each, a greedy search along hash chains
// finds repeats (LZ77), then the two Huffman codes are built for just this block. Code lengths come from the plain
// Huffman tree; when one is too long, the counts are flattened and the tree is built again, which ends because equal
// counts make a short tree. The result is the same on every machine: there are integers only.
#include "format/deflate.h"

#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 1 << 17,
    WINDOW = 1 << 15,
    HASH_BITS = 15,
    CHAIN = 24, // how many earlier places a search looks at
    MATCH_MIN = 3,
    MATCH_MAX = 258,
    LITERALS = 286,
    DISTANCES = 30,
    LENGTHS = 19,
    END_OF_BLOCK = 256
};

struct deflate {
    deflate_put put;
    void* user;
    uint32_t bits, bit_count; // not yet given to the put
    uint32_t used;            // bytes in `input`
    uint32_t token_count;
    int32_t head[1 << HASH_BITS];
    int32_t previous[BLOCK];
    uint32_t tokens[BLOCK]; // a literal, or 1 << 31 | length << 16 | distance - 1
    uint8_t input[BLOCK];
};

typedef struct code {
    uint16_t bits[LITERALS]; // reversed, as deflate wants them
    uint8_t length[LITERALS];
} code;

static const uint16_t length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                         31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                         2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_base[30] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                           33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                           1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_extra[30] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                           6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

static void put_bits(deflate* d, uint32_t value, uint32_t count)
{
    d->bits |= value << d->bit_count;
    d->bit_count += count;
    while (d->bit_count >= 8) {
        d->put(d->user, (uint8_t)d->bits);
        d->bits >>= 8;
        d->bit_count -= 8;
    }
}

// ---- Huffman codes -------------------------------------------------------------------------------------------------

// The depth of each symbol in the Huffman tree of `counts`; returns the largest.
static uint32_t tree_depths(const uint32_t* counts, uint32_t symbols, uint8_t* length)
{
    uint32_t weight[2 * LITERALS];
    uint16_t parent[2 * LITERALS];
    uint16_t roots[LITERALS];
    uint32_t nodes = symbols, root_count = 0, deepest = 0;
    memset(parent, 0, sizeof parent);
    for (uint32_t i = 0; i < symbols; i++) {
        weight[i] = counts[i];
        length[i] = 0;
        if (counts[i])
            roots[root_count++] = (uint16_t)i;
    }
    while (root_count > 1) {
        for (int pass = 0; pass < 2; pass++) { // move the lightest root to the end, then the next one before it
            uint32_t lightest = 0;
            const uint32_t last = root_count - 1 - (uint32_t)pass;
            const uint16_t other = roots[last];
            for (uint32_t i = 1; i <= last; i++)
                if (weight[roots[i]] < weight[roots[lightest]])
                    lightest = i;
            roots[last] = roots[lightest];
            roots[lightest] = other;
        }
        weight[nodes] = weight[roots[root_count - 1]] + weight[roots[root_count - 2]];
        parent[roots[root_count - 1]] = parent[roots[root_count - 2]] = (uint16_t)nodes;
        roots[--root_count - 1] = (uint16_t)nodes++;
    }
    for (uint32_t i = 0; i < symbols; i++) {
        uint32_t depth = 0;
        if (!counts[i])
            continue;
        for (uint32_t node = i; parent[node]; node = parent[node])
            depth++;
        length[i] = (uint8_t)(depth ? depth : 1); // a symbol alone still needs a bit
        deepest = length[i] > deepest ? length[i] : deepest;
    }
    return deepest;
}

static void build_code(code* c, const uint32_t* given, uint32_t symbols, uint32_t limit)
{
    uint32_t counts[LITERALS], per_length[16] = {0}, next[16] = {0};
    memcpy(counts, given, symbols * sizeof counts[0]);
    while (tree_depths(counts, symbols, c->length) > limit)
        for (uint32_t i = 0; i < symbols; i++)
            counts[i] = counts[i] ? counts[i] / 2 + 1 : 0;
    for (uint32_t i = 0; i < symbols; i++)
        per_length[c->length[i]]++;
    per_length[0] = 0;
    for (uint32_t i = 1; i < 16; i++)
        next[i] = (next[i - 1] + per_length[i - 1]) << 1;
    for (uint32_t i = 0; i < symbols; i++) {
        uint32_t value = c->length[i] ? next[c->length[i]]++ : 0, reversed = 0;
        for (uint32_t bit = 0; bit < c->length[i]; bit++, value >>= 1)
            reversed = reversed << 1 | (value & 1);
        c->bits[i] = (uint16_t)reversed;
    }
}

static void put_symbol(deflate* d, const code* c, uint32_t symbol)
{
    put_bits(d, c->bits[symbol], c->length[symbol]);
}

// ---- A block -------------------------------------------------------------------------------------------------------

static uint32_t length_symbol(uint32_t length)
{
    uint32_t i = 28;
    while (length_base[i] > length)
        i--;
    return i;
}

static uint32_t distance_symbol(uint32_t distance)
{
    uint32_t i = 29;
    while (distance_base[i] > distance)
        i--;
    return i;
}

static uint32_t hash_at(const uint8_t* p)
{
    return ((uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2]) * 2654435761u >> (32 - HASH_BITS);
}

static void remember(deflate* d, uint32_t at)
{
    if (at + MATCH_MIN <= d->used) {
        const uint32_t hash = hash_at(d->input + at);
        d->previous[at] = d->head[hash];
        d->head[hash] = (int32_t)at;
    }
}

// The longest earlier copy of what stands at `at`; returns its length, or 0.
static uint32_t find_match(const deflate* d, uint32_t at, uint32_t* distance)
{
    const uint32_t room = d->used - at < MATCH_MAX ? d->used - at : MATCH_MAX;
    uint32_t best = MATCH_MIN - 1, steps = 0;
    if (room < MATCH_MIN)
        return 0;
    for (int32_t from = d->head[hash_at(d->input + at)]; from >= 0 && at - (uint32_t)from <= WINDOW && steps < CHAIN;
         from = d->previous[from], steps++) {
        uint32_t length = 0;
        while (length < room && d->input[(uint32_t)from + length] == d->input[at + length])
            length++;
        if (length > best) {
            best = length;
            *distance = at - (uint32_t)from;
        }
        if (best == room)
            break;
    }
    return best >= MATCH_MIN ? best : 0;
}

static void find_tokens(deflate* d)
{
    memset(d->head, 0xff, sizeof d->head);
    d->token_count = 0;
    for (uint32_t at = 0; at < d->used;) {
        uint32_t distance = 0;
        const uint32_t length = find_match(d, at, &distance);
        d->tokens[d->token_count++] = length ? 1u << 31 | length << 16 | (distance - 1) : d->input[at];
        for (uint32_t end = at + (length ? length : 1); at < end; at++)
            remember(d, at);
    }
}

// The code lengths of both codes as symbols of the third one: 16 repeats the last, 17 and 18 are runs of zeros.
// Written twice: to count them (the code is NULL), then to put them.
static void put_lengths(deflate* d, const uint8_t* lengths, uint32_t total, const code* c, uint32_t* counts)
{
    for (uint32_t i = 0; i < total;) {
        uint32_t run = 1, symbol = lengths[i], extra = 0, extra_bits = 0;
        while (i + run < total && lengths[i + run] == symbol)
            run++;
        if (symbol == 0 && run >= 3) {
            run = run > 138 ? 138 : run;
            extra_bits = run < 11 ? 3 : 7;
            extra = run - (run < 11 ? 3 : 11);
            symbol = run < 11 ? 17 : 18;
        } else if (i > 0 && symbol == lengths[i - 1] && run >= 3) {
            run = run > 6 ? 6 : run;
            extra_bits = 2;
            extra = run - 3;
            symbol = 16;
        } else {
            run = 1;
        }
        if (c) {
            put_symbol(d, c, symbol);
            put_bits(d, extra, extra_bits);
        } else {
            counts[symbol]++;
        }
        i += run;
    }
}

static void put_header(deflate* d, const code* literal, const code* distance)
{
    static const uint8_t order[LENGTHS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + DISTANCES];
    uint32_t counts[LENGTHS] = {0};
    code third;
    memcpy(lengths, literal->length, LITERALS);
    memcpy(lengths + LITERALS, distance->length, DISTANCES);
    put_lengths(d, lengths, LITERALS + DISTANCES, NULL, counts);
    build_code(&third, counts, LENGTHS, 7);
    put_bits(d, LITERALS - 257, 5);
    put_bits(d, DISTANCES - 1, 5);
    put_bits(d, LENGTHS - 4, 4);
    for (uint32_t i = 0; i < LENGTHS; i++)
        put_bits(d, third.length[order[i]], 3);
    put_lengths(d, lengths, LITERALS + DISTANCES, &third, NULL);
}

static void put_block(deflate* d, bool last)
{
    uint32_t literal_counts[LITERALS] = {0}, distance_counts[DISTANCES] = {0};
    code literal, distance;
    find_tokens(d);
    literal_counts[END_OF_BLOCK] = 1;
    distance_counts[0] = 1; // an empty code is legal, but not all decoders like it
    for (uint32_t i = 0; i < d->token_count; i++) {
        const uint32_t token = d->tokens[i];
        if (token >> 31) {
            literal_counts[257 + length_symbol(token >> 16 & 0x7fff)]++;
            distance_counts[distance_symbol((token & 0xffff) + 1)]++;
        } else {
            literal_counts[token]++;
        }
    }
    build_code(&literal, literal_counts, LITERALS, 15);
    build_code(&distance, distance_counts, DISTANCES, 15);
    put_bits(d, last ? 1 : 0, 1);
    put_bits(d, 2, 2);
    put_header(d, &literal, &distance);
    for (uint32_t i = 0; i < d->token_count; i++) {
        const uint32_t token = d->tokens[i];
        if (token >> 31) {
            const uint32_t length = token >> 16 & 0x7fff, back = (token & 0xffff) + 1;
            const uint32_t l = length_symbol(length), b = distance_symbol(back);
            put_symbol(d, &literal, 257 + l);
            put_bits(d, length - length_base[l], length_extra[l]);
            put_symbol(d, &distance, b);
            put_bits(d, back - distance_base[b], distance_extra[b]);
        } else {
            put_symbol(d, &literal, token);
        }
    }
    put_symbol(d, &literal, END_OF_BLOCK);
    d->used = 0;
}

// ---- The stream ----------------------------------------------------------------------------------------------------

deflate* deflate_create(deflate_put put, void* user)
{
    deflate* d = calloc(1, sizeof *d);
    if (d) {
        d->put = put;
        d->user = user;
    }
    return d;
}

void deflate_destroy(deflate* d)
{
    free(d);
}

void deflate_write(deflate* d, const uint8_t* bytes, size_t count)
{
    while (count > 0) {
        const size_t room = BLOCK - d->used, part = count < room ? count : room;
        if (room == 0) { // a full block waits for the next byte: only then is it surely not the last
            put_block(d, false);
            continue;
        }
        memcpy(d->input + d->used, bytes, part);
        d->used += (uint32_t)part;
        bytes += part;
        count -= part;
    }
}

void deflate_finish(deflate* d)
{
    put_block(d, true);
    if (d->bit_count > 0)
        put_bits(d, 0, 8 - d->bit_count);
}
