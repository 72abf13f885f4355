// Divides rays among runs.
//
// A shard of text has the lines that begin in its part of the bytes, so where it ends the next one begins, whatever is
// in the lines. Rows have their numbers in the whole file, so a run counts the rows before its shard, which is much
// faster than casting them.
#include "cast/shard.h"
#include "cast/rays/reader.h"
#include "cli/verb.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

enum { SHARDS_MAX = 1000000, LOOK_BYTES = 1 << 16 };

static const char* read_number(const char* text, uint32_t* number)
{
    const char* begin = text;
    for (*number = 0; *text >= '0' && *text <= '9' && *number <= SHARDS_MAX; text++)
        *number = 10 * *number + (uint32_t)(*text - '0');
    return text > begin && *number >= 1 && *number <= SHARDS_MAX ? text : NULL;
}

bool shard_read(const char* text, shard* s)
{
    const char* at = read_number(text, &s->index);
    if (at && *at == '/' && (at = read_number(at + 1, &s->count)) && *at == '\0' && s->index <= s->count)
        return true;
    print_error("cast: --shard wants which part of how many, as in 3/16, not \"%s\"", text);
    return false;
}

uint64_t shard_begin(uint64_t total, uint32_t index, uint32_t count)
{
    assert(count > 0 && index <= count);
    return total / count * index + total % count * index / count;
}

const char* skip_byte_order_mark(const char* begin, const char* end)
{
    return end - begin >= 3 && memcmp(begin, "\xef\xbb\xbf", 3) == 0 ? begin + 3 : begin;
}

static int cannot_read(const stream* s, int error)
{
    print_error("cannot read %s: %s", s->name, strerror(error));
    return EXIT_BAD_INPUT;
}

bool ray_line_begin(const stream* s, uint64_t offset, uint64_t* begin)
{
    char bytes[LOOK_BYTES];
    ptrdiff_t got;
    *begin = 0;
    if (offset == 0)
        return true;
    if (!stream_seek(s, offset - 1))
        return false;
    for (*begin = offset - 1; (got = stream_read(s, bytes, sizeof bytes)) > 0; *begin += (uint64_t)got) {
        const char* end = memchr(bytes, '\n', (size_t)got);
        if (end) {
            *begin += (uint64_t)(end + 1 - bytes);
            return true;
        }
    }
    return got == 0;
}

// Count what is before the shard, and read the header of CSV if it is there.
static int count_before(const stream* s, ray_encoding* e, ray_range* range, ray_reader* reader)
{
    bool at_start = true, last = false;
    while (!last) {
        const ray_block* b;
        const char *text, *end;
        ray_reader_read(reader);
        b = ray_reader_block(reader);
        if (b->error)
            return cannot_read(s, b->error);
        last = b->last;
        text = b->bytes;
        end = text + b->size;
        if (at_start)
            text = skip_byte_order_mark(text, end);
        at_start = false;
        if (e->format == FORMAT_CSV && !e->columns.known) {
            char why[160];
            text = csv_read_header(&e->columns, text, end, &range->line, why);
            if (!text) {
                print_error_in(s->name, range->line, "%s", why);
                return EXIT_BAD_INPUT;
            }
        }
        count_rows(text, end, e->format, &range->line, &range->row);
    }
    return EXIT_OK;
}

int shard_of_text(stream* s, shard which, ray_encoding* e, ray_range* range)
{
    uint64_t end;
    ray_reader reader;
    int code;
    assert(s->regular && which.index >= 1 && which.index <= which.count);
    range->rows = UINT64_MAX;
    if (!ray_line_begin(s, shard_begin(s->size, which.index - 1, which.count), &range->begin) ||
        !ray_line_begin(s, shard_begin(s->size, which.index, which.count), &end) || !stream_seek(s, 0))
        return cannot_read(s, errno);
    range->bytes = end - range->begin;
    if (!ray_reader_open(&reader, s, 0, range->begin)) {
        code = out_of_memory("cast");
    } else
        code = range->begin > 0 ? count_before(s, e, range, &reader) : EXIT_OK;
    ray_reader_close(&reader);
    if (code == EXIT_OK && !stream_seek(s, range->begin))
        code = cannot_read(s, errno);
    return code;
}
