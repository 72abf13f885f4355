// .npy files. Headers are read in versions 1.0 to 3.0 and written in 1.0, as numpy's "NEP 1 - A Simple File Format for
// NumPy Arrays" describes them: "\x93NUMPY", the version, the length in two or four bytes, and a Python dictionary in
// text that is padded with spaces so that the numbers begin at a multiple of 64.
#include "format/npy.h"
#include "cli/verb.h"
#include "format/bytes.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC = 6, DICT_MAX = 1 << 16, ALIGN = 64, DIGITS = 20 };
static const unsigned char magic[MAGIC] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

typedef struct dict {
    const char *at, *end;
} dict;

static void skip(dict* d)
{
    while (d->at < d->end && (*d->at == ' ' || *d->at == '\n' || *d->at == '\t'))
        d->at++;
}

static bool accept_text(dict* d, const char* word)
{
    const size_t length = strlen(word);
    skip(d);
    if ((size_t)(d->end - d->at) < length || memcmp(d->at, word, length) != 0)
        return false;
    d->at += length;
    return true;
}

// A string without escapes; what is between its quotes.
static bool parse_string(dict* d, const char** text, size_t* length)
{
    const char* close;
    char quote;
    skip(d);
    if (d->at == d->end || (*d->at != '\'' && *d->at != '"'))
        return false;
    quote = *d->at++;
    close = memchr(d->at, quote, (size_t)(d->end - d->at));
    if (!close)
        return false;
    *text = d->at;
    *length = (size_t)(close - d->at);
    d->at = close + 1;
    return true;
}

// A string, or a list up to the bracket that ends it, as text.
static bool parse_descr(dict* d, char descr[NPY_DESCR])
{
    const char *begin, *text;
    size_t length;
    int depth = 0;
    skip(d);
    begin = d->at;
    do {
        skip(d);
        if (d->at == d->end)
            return false;
        if (*d->at == '\'' || *d->at == '"') {
            if (!parse_string(d, &text, &length))
                return false;
        } else {
            depth += (*d->at == '[' || *d->at == '(') - (*d->at == ']' || *d->at == ')');
            d->at++;
        }
    } while (depth > 0);
    length = (size_t)(d->at - begin);
    if (depth < 0 || length >= NPY_DESCR)
        return false;
    memcpy(descr, begin, length);
    descr[length] = '\0';
    return true;
}

static bool parse_count(dict* d, uint64_t* count)
{
    const char* begin;
    skip(d);
    begin = d->at;
    for (*count = 0; d->at < d->end && *d->at >= '0' && *d->at <= '9'; d->at++) {
        if (*count > UINT64_MAX / 16)
            return false;
        *count = 10 * *count + (uint64_t)(*d->at - '0');
    }
    return d->at > begin;
}

static bool parse_shape(dict* d, npy_header* head)
{
    head->dims = 0;
    if (!accept_text(d, "("))
        return false;
    while (!accept_text(d, ")")) {
        uint64_t count;
        if (!parse_count(d, &count) || head->dims == NPY_DIMS_MAX)
            return false;
        head->shape[head->dims++] = count;
        if (!accept_text(d, ",")) {
            return accept_text(d, ")");
        }
    }
    return true;
}

static bool read_dict(dict* d, npy_header* head)
{
    bool descr = false, order = false, shape = false;
    if (!accept_text(d, "{"))
        return false;
    while (!accept_text(d, "}")) {
        const char* key;
        size_t length;
        if (!parse_string(d, &key, &length) || !accept_text(d, ":"))
            return false;
        if (length == 5 && memcmp(key, "descr", length) == 0)
            descr = parse_descr(d, head->descr);
        else if (length == 5 && memcmp(key, "shape", length) == 0)
            shape = parse_shape(d, head);
        else if (length == 13 && memcmp(key, "fortran_order", length) == 0) {
            head->fortran = accept_text(d, "True");
            order = head->fortran || accept_text(d, "False");
        } else
            return false;
        if (!accept_text(d, ","))
            return accept_text(d, "}") && descr && order && shape;
    }
    return descr && order && shape;
}

// Read exactly so many bytes.
static bool read_all(const stream* s, void* bytes, size_t size)
{
    char* to = bytes;
    while (size > 0) {
        const ptrdiff_t got = stream_read(s, to, size);
        if (got <= 0)
            return false;
        to += got;
        size -= (size_t)got;
    }
    return true;
}

static int no_npy(const stream* s, const char* why)
{
    const int signal_number = atomic_load(&interrupted);
    if (signal_number != 0) // that is why it could not be read
        return EXIT_SIGNAL + signal_number;
    print_error_in(s->name, 0, "%s", why);
    return EXIT_BAD_INPUT;
}

int npy_read_header(const stream* s, npy_header* head)
{
    unsigned char start[MAGIC + 6];
    size_t length, prefix = MAGIC + 4;
    char* text;
    dict d;
    int code = EXIT_OK;
    if (!read_all(s, start, prefix) || memcmp(start, magic, MAGIC) != 0)
        return no_npy(s, "no .npy file: it does not begin with \\x93NUMPY");
    if (start[MAGIC] < 1 || start[MAGIC] > 3)
        return no_npy(s, "a .npy file of a version that is not known; versions 1 to 3 are");
    length = start[8] | (size_t)start[9] << 8;
    if (start[MAGIC] > 1) {
        prefix += 2;
        if (!read_all(s, start + MAGIC + 4, 2))
            return no_npy(s, "the header of the .npy file is cut off");
        length |= (size_t)start[10] << 16 | (size_t)start[11] << 24;
    }
    if (length > DICT_MAX)
        return no_npy(s, "the header of the .npy file is longer than 64 KiB");
    text = malloc(length + 1);
    if (!text) {
        print_error("out of memory");
        return EXIT_RESOURCES;
    }
    head->bytes = prefix + length;
    head->fortran = false;
    d = (dict){text, text + length};
    if (!read_all(s, text, length))
        code = no_npy(s, "the header of the .npy file is cut off");
    else if (!read_dict(&d, head))
        code = no_npy(s, "the header of the .npy file is no dictionary with descr, fortran_order and shape");
    free(text);
    return code;
}

// "3," or "2, 3", as Python writes what is between the parentheses of a tuple.
static size_t format_shape(const uint64_t* shape, int dims, char* text, size_t size)
{
    size_t used = 0;
    for (int i = 0; i < dims; i++)
        used += (size_t)snprintf(text + used, size - used, i > 0 ? ", %" PRIu64 : "%" PRIu64, shape[i]);
    if (dims == 1)
        used += (size_t)snprintf(text + used, size - used, ",");
    return used;
}

size_t npy_write_header(const char* descr, const uint64_t* shape, int dims, char head[NPY_HEADER_MAX])
{
    static const char before[] = "{'descr': ", middle[] = ", 'fortran_order': False, 'shape': (", after[] = "), }";
    char text[NPY_DIMS_MAX * (DIGITS + 2)];
    const size_t needed = format_shape(shape, dims, text, sizeof text), most = DIGITS + 1;
    // As long as the largest count of records needs, then up to the next multiple, with a line end as the last byte.
    const size_t length =
        MAGIC + 4 + sizeof before + strlen(descr) + sizeof middle + sizeof after + 1 + (needed > most ? needed : most);
    const size_t size = (length + ALIGN - 1) / ALIGN * ALIGN;
    int used;
    assert(dims >= 1 && dims <= NPY_DIMS_MAX);
    if (size > NPY_HEADER_MAX)
        return 0;
    memset(head, ' ', size);
    memcpy(head, magic, MAGIC);
    head[MAGIC] = 1;
    head[MAGIC + 1] = 0;
    put_u16(head + MAGIC + 2, (uint16_t)(size - MAGIC - 4));
    used = snprintf(head + MAGIC + 4, size - MAGIC - 4, "%s%s%s%s%s", before, descr, middle, text, after);
    assert(used > 0 && (size_t)used < size - MAGIC - 4);
    head[MAGIC + 4 + used] = ' '; // not the end of a string
    head[size - 1] = '\n';
    return size;
}

size_t npy_write_record_header(const char* descr, uint64_t count, char head[NPY_HEADER_MAX])
{
    return npy_write_header(descr, &count, 1, head);
}

void npy_write_pixels(FILE* file, const char* descr, uint32_t rows, uint32_t columns, uint32_t channels,
                      const uint32_t* bits)
{
    enum { BLOCK = 1024 };
    const uint64_t shape[NPY_DIMS_MAX] = {rows, columns, channels};
    const size_t count = (size_t)rows * columns * channels;
    char head[NPY_HEADER_MAX], bytes[4 * BLOCK];
    fwrite(head, 1, npy_write_header(descr, shape, channels == 1 ? 2 : 3, head), file);
    for (size_t begin = 0; begin < count; begin += BLOCK) {
        const size_t some = count - begin < BLOCK ? count - begin : BLOCK;
        for (size_t i = 0; i < some; i++)
            put_u32(bytes + 4 * i, bits[begin + i]);
        fwrite(bytes, 4, some, file);
    }
}

size_t npy_record_bytes(const char* descr)
{
    dict d = {descr, descr + strlen(descr)};
    const char* text;
    size_t length, bytes = 0;
    if (!accept_text(&d, "["))
        return 0;
    while (accept_text(&d, "(")) {
        if (!parse_string(&d, &text, &length) || !accept_text(&d, ",") || !parse_string(&d, &text, &length) ||
            !accept_text(&d, ")") || length != 3 || text[2] < '1' || text[2] > '8')
            return 0;
        bytes += (size_t)(text[2] - '0');
        if (!accept_text(&d, ","))
            break;
    }
    return accept_text(&d, "]") ? bytes : 0;
}
