// A mutator for text formats: between the changes that libFuzzer makes by itself, it puts whole words in.
#ifndef HITSCAN_FUZZ_WORDS_H
#define HITSCAN_FUZZ_WORDS_H

#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

// Put some of the words somewhere, or, for one seed in four, let libFuzzer do what it likes. Returns the new size.
static inline size_t mutate_with_words(uint8_t* data, size_t size, size_t max_size, unsigned seed,
                                       const char* const* words, size_t word_count)
{
    uint32_t state = seed;
    if (seed % 4 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    for (unsigned n = 1 + seed / 4 % 8; n > 0; n--) {
        const char* word;
        size_t length, at, cut;
        state = state * 1664525 + 1013904223;
        word = words[(state >> 8) % word_count];
        length = strlen(word);
        state = state * 1664525 + 1013904223;
        at = (state >> 4) % (size + 1);
        // Instead of what is there, or between it.
        cut = state % 3 == 0 ? length : 0;
        if (cut > size - at)
            cut = size - at;
        if (size - cut + length > max_size)
            break;
        memmove(data + at + length, data + at + cut, size - at - cut);
        memcpy(data + at, word, length);
        size += length - cut;
    }
    return size;
}

#endif
