// Reads blocks. The reader copies what is behind the last whole line or record of a block to the beginning of the next,
// so a block always begins where a line begins. It cuts only lines that are longer than a whole block, and which these
// are does not depend on how the bytes arrive.
#include "cast/rays/reader.h"
#include "cast/rays/rays.h"
#include "cli/job.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOMENT = 10,                    ///< milliseconds
    RECORDS_BYTES = BLOCK_BYTES / 2 ///< of a block of records: less, to leave the caches to the tree
};

bool ray_reader_open(ray_reader* r, const stream* from, size_t record, uint64_t bytes)
{
    memset(r, 0, sizeof *r);
    r->from = from;
    r->record = record;
    r->left = bytes;
    r->block[0].bytes = malloc(BLOCK_BYTES + 1);
    r->block[1].bytes = malloc(BLOCK_BYTES + 1);
    return r->block[0].bytes && r->block[1].bytes;
}

void ray_reader_restart(ray_reader* r, uint64_t bytes)
{
    r->left = bytes;
    r->skipping = false;
    r->block[0].size = r->block[0].filled = r->block[1].size = r->block[1].filled = 0;
    r->next = 0;
}

void ray_reader_close(ray_reader* r)
{
    free(r->block[0].bytes);
    free(r->block[1].bytes);
    r->block[0].bytes = r->block[1].bytes = NULL;
}

// The bytes of whole lines or records, where the first `seen` bytes have no end of a line.
static size_t whole(const ray_reader* r, const ray_block* b, size_t seen)
{
    if (r->record > 0)
        return b->filled - b->filled % r->record;
    for (size_t i = b->filled; i > seen; i--)
        if (b->bytes[i - 1] == '\n')
            return i;
    return 0;
}

// Take away what belongs to a line that was cut.
static void skip_rest_of_line(ray_reader* r, ray_block* b)
{
    const char* stop = memchr(b->bytes, '\n', b->filled);
    assert(r->record == 0 && r->skipping);
    if (!stop)
        b->filled = 0;
    else {
        b->filled -= (size_t)(stop + 1 - b->bytes);
        memmove(b->bytes, stop + 1, b->filled);
        r->skipping = false;
    }
}

void ray_reader_read(ray_reader* r)
{
    ray_block* b = &r->block[r->next];
    const ray_block* before = &r->block[1 - r->next];
    // A whole number of records, so that none is divided when there is enough.
    const size_t target = r->record > 0 ? RECORDS_BYTES - RECORDS_BYTES % r->record : BLOCK_BYTES;
    r->next = 1 - r->next;
    assert(before->size <= before->filled && before->filled - before->size < target);
    b->filled = before->filled - before->size;
    memcpy(b->bytes, before->bytes + before->size, b->filled);
    b->size = 0;
    b->last = false;
    b->error = 0;
    while (b->filled < target && !b->last && (b->size == 0 || stream_ready(r->from, MOMENT))) {
        const size_t seen = b->filled, space = target - b->filled;
        const bool passed = r->skipping;
        size_t end;
        const ptrdiff_t got = stream_read(r->from, b->bytes + b->filled, r->left < space ? (size_t)r->left : space);
        if (got <= 0) {
            b->error = got < 0 ? errno : 0;
            b->last = true;
            break;
        }
        assert((size_t)got <= space && (uint64_t)got <= r->left);
        r->left -= (uint64_t)got;
        b->filled += (size_t)got;
        b->last = r->left == 0;
        if (passed)
            skip_rest_of_line(r, b);
        end = whole(r, b, passed ? 0 : seen);
        b->size = end > 0 ? end : b->size;
    }
    b->left = r->left;
    if (r->record > 0)
        return;
    if (b->last) {
        // The last line may have no end; but not where it was only not read to its end.
        if (b->error == 0 && atomic_load(&interrupted) == 0)
            b->size = b->filled;
    } else if (b->size == 0 && b->filled == target) {
        b->bytes[LINE_MAX_BYTES + 1] = '\n';
        b->size = b->filled = LINE_MAX_BYTES + 2;
        r->skipping = true;
    }
}
