// JSON (RFC 8259) as a list of tokens, for formats that are written in it.
//
// A token is a value or the key of a member; those of an array or object stand behind it, in the order of the text:
//
//   [1, {"a": 2}, 3]   ->   0 array   1 number   2 object   3 string "a"   4 number   5 number
//
// `next` of a token is the number of the token behind it and all that it contains, so that traversing a list is linear:
//
//   uint32_t item = hit_json_first(list);
//   for (uint32_t i = 0; i < json->tokens[list].size; i++, item = json->tokens[item].next) ...
//
// 0, the number of the outermost value, stands for "none" where a value inside of another one is asked for.
#ifndef HITSCAN_MESH_IO_TEXT_JSON_H
#define HITSCAN_MESH_IO_TEXT_JSON_H

#include "mesh_io/loader.h"

typedef enum hit_json_kind {
    HIT_JSON_NULL,
    HIT_JSON_FALSE,
    HIT_JSON_TRUE,
    HIT_JSON_NUMBER,
    HIT_JSON_STRING,
    HIT_JSON_ARRAY,
    HIT_JSON_OBJECT
} hit_json_kind;

typedef struct hit_json_token {
    uint32_t start; ///< byte of the text where it begins; in a string, the first one behind the quotation mark
    uint32_t size;  ///< bytes of a string or number; values of an array; members of an object
    uint32_t next;
    uint8_t kind;
    bool escaped; ///< a string that has escapes in it
} hit_json_token;

typedef struct hit_json {
    const char* text;
    size_t size;
    bool lines; ///< errors tell the line; else, as in a binary file, the byte
    hit_json_token* tokens;
    uint32_t count;
} hit_json;

// Read all of `text`, a part of loader->bytes of less than 4 GiB. A byte order mark before it is skipped. Strings must
// be UTF-8; escapes of lone surrogates are errors. The tokens are memory of the loader, to be freed. They take 16 bytes
// for at least two of the text; the time is linear, and no depth of nesting is too much.
hit_status hit_json_read(hit_loader* loader, const char* text, size_t size, bool lines, hit_json* json);

// Fill loader->error, at a byte of the text. Returns the status.
hit_status hit_json_fail(hit_loader* loader, const hit_json* json, hit_status status, uint64_t at, const char* format,
                         ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 5, 6)))
#endif
    ;

// The first token in an array or object: of an object, a key, behind which its value stands.
static inline uint32_t hit_json_first(uint32_t list)
{
    return list + 1;
}

static inline bool hit_json_is(const hit_json* json, uint32_t token, hit_json_kind kind)
{
    return json->tokens[token].kind == (uint8_t)kind;
}

// The value of a member of an object, or 0: when there is none, or `object` is no object. Of members with the same key
// the last one counts, as in most readers. Linear in the number of members.
uint32_t hit_json_find(const hit_json* json, uint32_t object, const char* key);

// True when a token is a string, and this one.
bool hit_json_equals(const hit_json* json, uint32_t token, const char* text);

// The text of a string, without escapes, in at most tokens[token].size bytes; no zero is written behind it. Returns its
// length.
size_t hit_json_text(const hit_json* json, uint32_t token, char* text);

// The value of a number; false when a token is none, or its value is beyond the range of doubles.
bool hit_json_number(const hit_json* json, uint32_t token, double* value);

// The same for whole numbers from 0 to 2^53, however they are written: 1e3 is one.
bool hit_json_whole(const hit_json* json, uint32_t token, uint64_t* value);

#endif
