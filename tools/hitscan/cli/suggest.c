// What a mistyped word may have meant: the name at the smallest edit distance (Levenshtein, with swaps of neighbours;
// the restricted form, row by row), when that is at most a third of the word's length plus one, and something is left
// of the word.
#include "cli/verb.h"

#include <string.h>

enum {
    WORD_MAX = 32 // longer words are not compared: they are no slip of the finger
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// How many characters must be inserted, removed, replaced or swapped with their neighbour to turn a into b.
static size_t edit_distance(const char* a, const char* b)
{
    size_t rows[3][WORD_MAX + 1]; // the row before the last, the last, the current one
    const size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a > WORD_MAX || length_b > WORD_MAX)
        return SIZE_MAX;
    memset(rows, 0, sizeof rows);
    for (size_t j = 0; j <= length_b; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= length_a; i++) {
        const size_t* before = rows[(i + 1) % 3];
        const size_t* last = rows[(i - 1) % 3];
        size_t* row = rows[i % 3];
        row[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            row[j] = smaller(last[j], row[j - 1]) + 1;
            row[j] = smaller(row[j], last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return rows[length_a % 3][length_b];
}

const char* suggest(const char* word, const char* const* names)
{
    const char* best = NULL;
    size_t best_distance = smaller(strlen(word) / 3 + 2, strlen(word)); // one more than what is near
    for (; *names; names++) {
        const size_t distance = edit_distance(word, *names);
        if (distance < best_distance) {
            best_distance = distance;
            best = *names;
        }
    }
    return best;
}
