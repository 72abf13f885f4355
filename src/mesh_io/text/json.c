// Reads JSON (RFC 8259) into a list of tokens.
//
// There is no recursion and no stack: an open array or object keeps the number of its parent in its `next`, which gets
// its own meaning when it is closed. So nesting costs nothing and has no limit.
//
// The tokens are counted before room for them is taken, by where they begin: at a bracket that opens, at a quotation
// mark, or where a run of other characters does. In text that is right, n bytes have at most (n + 1) / 2 tokens: S
// numbers and words, C arrays and objects and K keys take S + 2C + 3K bytes, and S + C - 1 values in at most C lists
// need S - 1 commas.
#include "mesh_io/text/json.h"
#include "mesh_io/text/scan.h"
#include "mesh_io/text/text.h"

#include "base/assert.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NO_PARENT UINT32_MAX ///< the parent of the outermost value

typedef struct reader {
    hit_loader* loader;
    hit_json* json;
    const char *at, *end;
    uint64_t capacity; ///< of the tokens
} reader;

hit_status hit_json_fail(hit_loader* loader, const hit_json* json, hit_status status, uint64_t at, const char* format,
                         ...)
{
    char message[sizeof loader->error->message];
    const char* place = json->text + at;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (json->lines)
        return hit_loader_fail_text(loader, status, place, "%s", message);
    return hit_loader_fail(loader, status, (uint64_t)(place - loader->bytes), "%s", message);
}

// An error at the place that is being read.
static hit_status fail_at(const reader* r, const char* message)
{
    const uint64_t at = (uint64_t)(r->at - r->json->text);
    if (r->at == r->end)
        return hit_json_fail(r->loader, r->json, HIT_ERROR_FORMAT, at, "the JSON ends too early: %s", message);
    return hit_json_fail(r->loader, r->json, HIT_ERROR_FORMAT, at, "not JSON: %s", message);
}

static void skip_space(reader* r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\r' || *r->at == '\t'))
        r->at++;
}

static bool at_digit(const reader* r)
{
    return r->at < r->end && is_digit(*r->at);
}

// ---- Strings --------------------------------------------------------------------------------------------------------

// The value of four hexadecimal digits, or -1.
static int32_t read_hex4(const char* at, const char* end)
{
    int32_t value = 0;
    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        const char c = at[i], lower = (char)(c | 0x20);
        const int digit = c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

// The character of an escape that begins with the backslash at `at`, and where it ends; -1 when it is none. A surrogate
// must come with its other half.
static int32_t read_escape(const char* at, const char* end, const char** behind)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char* name;
    int32_t value;
    if (end - at < 2)
        return -1;
    if (at[1] != 'u') {
        name = at[1] != '\0' ? strchr(names, at[1]) : NULL;
        *behind = at + 2;
        return name != NULL ? values[name - names] : -1;
    }
    value = read_hex4(at + 2, end);
    *behind = at + 6;
    if (value >= 0xd800 && value <= 0xdbff && end - at >= 12 && at[6] == '\\' && at[7] == 'u') {
        const int32_t low = read_hex4(at + 8, end);
        *behind = at + 12;
        return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + ((value - 0xd800) << 10) + (low - 0xdc00) : -1;
    }
    return value >= 0xd800 && value <= 0xdfff ? -1 : value;
}

// Skip what a string has most of, eight bytes at a time: no control character, quotation mark, backslash or byte of
// more than seven bits. A byte of x - 0x0101... has its high bit set where x has a zero, or behind one that has
// (Mycroft); either way the bytes are then looked at one by one.
static const char* skip_plain(const char* at, const char* end)
{
    const uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;
    while (end - at >= 8) {
        uint64_t x;
        memcpy(&x, at, 8);
        const uint64_t quote = (x ^ ones * '"') - ones, slash = (x ^ ones * '\\') - ones, control = x - ones * 0x20;
        if (((x | quote | slash | control) & highs) != 0)
            break;
        at += 8;
    }
    return at;
}

// A string, with the quotation mark already read. Leaves r->at behind the one that ends it.
static hit_status read_string(reader* r, hit_json_token* token)
{
    token->start = (uint32_t)(r->at - r->json->text);
    for (;;) {
        r->at = skip_plain(r->at, r->end);
        if (r->at == r->end)
            return fail_at(r, "a string has no end");
        if (*r->at == '"')
            break;
        if (*r->at == '\\') {
            const char* behind;
            if (read_escape(r->at, r->end, &behind) < 0)
                return fail_at(r, "no such escape in a string");
            r->at = behind;
            token->escaped = true;
        } else if ((unsigned char)*r->at < ' ')
            return fail_at(r, "a control character in a string");
        else if ((unsigned char)*r->at < 0x80)
            r->at++;
        else {
            const size_t length = utf8_length(r->at, r->end);
            if (length == 0)
                return fail_at(r, "a string is not in UTF-8");
            r->at += length;
        }
    }
    token->size = (uint32_t)((size_t)(r->at - r->json->text) - token->start);
    r->at++;
    return HIT_OK;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

static hit_status read_digits(reader* r)
{
    if (!at_digit(r))
        return fail_at(r, "a digit is missing");
    while (at_digit(r))
        r->at++;
    return HIT_OK;
}

static hit_status read_number(reader* r, hit_json_token* token)
{
    const char* start = r->at;
    r->at += *r->at == '-';
    if (at_digit(r) && *r->at == '0') {
        r->at++;
        if (at_digit(r))
            return fail_at(r, "a number begins with 0");
    } else if (read_digits(r) != HIT_OK)
        return HIT_ERROR_FORMAT;
    if (r->at < r->end && *r->at == '.') {
        r->at++;
        if (read_digits(r) != HIT_OK)
            return HIT_ERROR_FORMAT;
    }
    if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
        r->at++;
        if (r->at < r->end && (*r->at == '+' || *r->at == '-'))
            r->at++;
        if (read_digits(r) != HIT_OK)
            return HIT_ERROR_FORMAT;
    }
    token->kind = HIT_JSON_NUMBER;
    token->size = (uint32_t)(r->at - start);
    return HIT_OK;
}

static hit_status read_word(reader* r, hit_json_token* token, const char* word, hit_json_kind kind)
{
    const size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
        return fail_at(r, "a value is expected");
    r->at += length;
    token->kind = (uint8_t)kind;
    return HIT_OK;
}

static hit_json_token* new_token(const reader* r)
{
    HIT_ASSERT(r->json->count < r->capacity); // count_tokens has seen where this one begins
    hit_json_token* token = &r->json->tokens[r->json->count++];
    *token = (hit_json_token){(uint32_t)(r->at - r->json->text), 0, r->json->count, HIT_JSON_NULL, false};
    return token;
}

static bool begins_value(const reader* r)
{
    static const char marks[] = {'{', '[', '"', 't', 'f', 'n', '-'};
    return at_digit(r) || (r->at < r->end && memchr(marks, *r->at, sizeof marks) != NULL);
}

// A value; of an array or object, its opening bracket.
static hit_status read_value(reader* r)
{
    hit_json_token* token;
    skip_space(r);
    if (!begins_value(r))
        return fail_at(r, "a value is expected");
    token = new_token(r);
    switch (*r->at) {
    case '{':
    case '[':
        token->kind = *r->at == '{' ? HIT_JSON_OBJECT : HIT_JSON_ARRAY;
        r->at++;
        return HIT_OK;
    case '"':
        token->kind = HIT_JSON_STRING;
        r->at++;
        return read_string(r, token);
    case 't':
        return read_word(r, token, "true", HIT_JSON_TRUE);
    case 'f':
        return read_word(r, token, "false", HIT_JSON_FALSE);
    case 'n':
        return read_word(r, token, "null", HIT_JSON_NULL);
    default:
        return read_number(r, token);
    }
}

static hit_status read_key(reader* r)
{
    hit_json_token* token;
    hit_status status;
    skip_space(r);
    if (r->at == r->end || *r->at != '"')
        return fail_at(r, "the name of a member, in quotation marks, is expected");
    token = new_token(r);
    token->kind = HIT_JSON_STRING;
    r->at++;
    status = read_string(r, token);
    if (status != HIT_OK)
        return status;
    skip_space(r);
    if (r->at == r->end || *r->at != ':')
        return fail_at(r, "':' is expected behind the name of a member");
    r->at++;
    return HIT_OK;
}

// ---- Lists ----------------------------------------------------------------------------------------------------------

// After a value, close the lists that end here. Leaves *parent at the list that has one more value to come, or at
// NO_PARENT.
static hit_status end_lists(reader* r, uint32_t* parent)
{
    while (*parent != NO_PARENT) {
        hit_json_token* list = &r->json->tokens[*parent];
        HIT_ASSERT(*parent < r->json->count && (list->next == NO_PARENT || list->next < *parent));
        const bool object = list->kind == HIT_JSON_OBJECT;
        skip_space(r);
        if (r->at < r->end && *r->at == ',' && list->size > 0) {
            r->at++;
            return HIT_OK;
        }
        if (r->at == r->end || *r->at != (object ? '}' : ']'))
            return fail_at(r, object ? "',' or '}' is expected" : "',' or ']' is expected");
        r->at++;
        *parent = list->next;
        list->next = r->json->count;
        if (*parent != NO_PARENT)
            r->json->tokens[*parent].size++;
    }
    return HIT_OK;
}

static hit_status read_all(reader* r)
{
    uint32_t parent = NO_PARENT;
    do {
        uint32_t token;
        if (parent != NO_PARENT && r->json->tokens[parent].kind == HIT_JSON_OBJECT && read_key(r) != HIT_OK)
            return HIT_ERROR_FORMAT;
        token = r->json->count;
        if (read_value(r) != HIT_OK)
            return HIT_ERROR_FORMAT;
        if (r->json->tokens[token].kind >= HIT_JSON_ARRAY) {
            r->json->tokens[token].next = parent;
            parent = token;
            skip_space(r);
            if (r->at == r->end || (*r->at != ']' && *r->at != '}'))
                continue;
        } else if (parent != NO_PARENT)
            r->json->tokens[parent].size++;
        if (end_lists(r, &parent) != HIT_OK)
            return HIT_ERROR_FORMAT;
    } while (parent != NO_PARENT);
    skip_space(r);
    return r->at == r->end ? HIT_OK : fail_at(r, "there is more behind the end of it");
}

// The quotation mark that ends the string that begins with the one at `at`: the next that has an even number of
// backslashes before it; `end` when there is none.
static const char* end_of_string(const char* at, const char* end)
{
    for (const char* mark = at;;) {
        const char* slash;
        mark = memchr(mark + 1, '"', (size_t)(end - mark) - 1);
        if (mark == NULL)
            return end;
        for (slash = mark; slash - 1 > at && slash[-1] == '\\';)
            slash--;
        if ((mark - slash) % 2 == 0)
            return mark;
    }
}

// As many as there are tokens, or more when the text is no JSON: whatever the reader takes for a token begins where one
// is counted here.
static uint64_t count_tokens(const char* at, const char* end)
{
    uint64_t count = 0;
    bool word = false;
    for (; at < end; at++) {
        const bool string = *at == '"', opens = *at == '[' || *at == '{';
        const bool between = *at == ' ' || *at == ',' || *at == ':' || *at == ']' || *at == '}' || *at == '\t' ||
                             *at == '\r' || *at == '\n';
        count += string || opens || !(between || word);
        word = !(string || opens || between);
        if (string)
            at = end_of_string(at, end);
        if (at == end)
            break;
    }
    return count;
}

hit_status hit_json_read(hit_loader* loader, const char* text, size_t size, bool lines, hit_json* json)
{
    reader r = {loader, json, text, text + size, 0};
    hit_status status = HIT_OK;
    *json = (hit_json){text, size, lines, NULL, 0};
    if (size >= UINT32_MAX)
        return hit_loader_fail(loader, HIT_ERROR_LIMIT, 0, "JSON of %zu bytes; less than 4 GiB can be read", size);
    r.at = skip_byte_order_mark(r.at, r.end);
    r.capacity = count_tokens(r.at, r.end);
    json->tokens = hit_loader_allocate(loader, r.capacity, sizeof *json->tokens, &status);
    return json->tokens != NULL ? read_all(&r) : status;
}

// ---- Looking at tokens ----------------------------------------------------------------------------------------------

static size_t write_utf8(uint32_t c, char out[4])
{
    const size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(lead[length] | c);
    return length;
}

// The next character of a string: a byte, or the bytes of an escape.
static size_t next_character(const char** at, const char* end, char character[4])
{
    if (**at != '\\') {
        character[0] = *(*at)++;
        return 1;
    }
    return write_utf8((uint32_t)read_escape(*at, end, at), character);
}

size_t hit_json_text(const hit_json* json, uint32_t token, char* text)
{
    const hit_json_token* t = &json->tokens[token];
    const char *at = json->text + t->start, *end = at + t->size;
    char* out = text;
    if (!t->escaped) {
        memcpy(out, at, t->size);
        return t->size;
    }
    while (at < end) {
        char character[4];
        const size_t length = next_character(&at, end, character);
        memcpy(out, character, length);
        out += length;
    }
    return (size_t)(out - text);
}

bool hit_json_equals(const hit_json* json, uint32_t token, const char* text)
{
    const hit_json_token* t = &json->tokens[token];
    const char *at = json->text + t->start, *end = at + t->size;
    const size_t length = strlen(text);
    size_t done = 0;
    if (t->kind != HIT_JSON_STRING)
        return false;
    if (!t->escaped)
        return t->size == length && memcmp(at, text, length) == 0;
    while (at < end) {
        char character[4];
        const size_t n = next_character(&at, end, character);
        if (n > length - done || memcmp(character, text + done, n) != 0)
            return false;
        done += n;
    }
    return done == length;
}

uint32_t hit_json_find(const hit_json* json, uint32_t object, const char* key)
{
    const hit_json_token* tokens = json->tokens;
    uint32_t found = 0, at = hit_json_first(object);
    if (!hit_json_is(json, object, HIT_JSON_OBJECT))
        return 0;
    for (uint32_t i = 0; i < tokens[object].size; i++, at = tokens[at + 1].next)
        if (hit_json_equals(json, at, key))
            found = at + 1;
    return found;
}

bool hit_json_number(const hit_json* json, uint32_t token, double* value)
{
    const hit_json_token* t = &json->tokens[token];
    const char *at = json->text + t->start, *end = at + t->size;
    double v = 0.0;
    if (t->kind != HIT_JSON_NUMBER || hit_text_read_double(at, end, &v) != end || v - v != 0.0)
        return false;
    *value = v;
    return true;
}

bool hit_json_whole(const hit_json* json, uint32_t token, uint64_t* value)
{
    double v;
    if (!hit_json_number(json, token, &v) || !(v >= 0.0 && v <= 0x1p53) || v != (double)(uint64_t)v)
        return false;
    *value = (uint64_t)v;
    return true;
}
