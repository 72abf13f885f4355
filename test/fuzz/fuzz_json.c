// Any bytes: the tokens of a JSON text, which are what they must be, or an error; never a crash or a read outside.
#include "mesh_io/text/json.h"

#include "base/memory.h"
#include "fuzz/require.h"
#include "mesh_io/loader.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// Lists hold their items, one behind the other.
static void check_list(const hit_json* json, uint32_t list)
{
    const hit_json_token* t = &json->tokens[list];
    const uint32_t items = t->kind == HIT_JSON_OBJECT ? 2 * t->size : t->size;
    uint32_t item = hit_json_first(list);
    for (uint32_t i = 0; i < items; i++) {
        REQUIRE(item < t->next);
        REQUIRE(t->kind == HIT_JSON_ARRAY || i % 2 != 0 || json->tokens[item].kind == HIT_JSON_STRING);
        item = json->tokens[item].next;
    }
    REQUIRE(item == t->next);
}

static void check_string(const hit_json* json, uint32_t token)
{
    const hit_json_token* t = &json->tokens[token];
    char* text = malloc((size_t)t->size + 1);
    size_t length;
    REQUIRE(text != NULL && t->size <= json->size - t->start);
    length = hit_json_text(json, token, text);
    REQUIRE(length <= t->size);
    text[length] = '\0';
    REQUIRE(hit_json_equals(json, token, text) == (memchr(text, '\0', length) == NULL));
    // The value of a key is that of its last member.
    if (token == 1 && json->tokens[0].kind == HIT_JSON_OBJECT && memchr(text, '\0', length) == NULL) {
        const uint32_t found = hit_json_find(json, 0, text);
        REQUIRE(found >= 2 && hit_json_equals(json, found - 1, text));
    }
    free(text);
}

static void check_token(const hit_json* json, uint32_t token)
{
    const hit_json_token* t = &json->tokens[token];
    double value = 0.0;
    uint64_t whole = 0;
    REQUIRE(t->kind <= HIT_JSON_OBJECT && t->start <= json->size && t->next <= json->count);
    REQUIRE(!hit_json_whole(json, token, &whole) || (hit_json_number(json, token, &value) && value == (double)whole));
    if (t->kind == HIT_JSON_STRING)
        check_string(json, token);
    if (t->kind >= HIT_JSON_ARRAY)
        check_list(json, token);
    else
        REQUIRE(t->next == token + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    hit_error error = {0};
    hit_loader loader = {.bytes = (const char*)data, .size = size, .left = 16 * (uint64_t)size, .error = &error};
    hit_json json;
    hit_status status;
    loader.allocator = hit_allocator_or_default(NULL);
    status = hit_json_read(&loader, (const char*)data, size, true, &json);
    if (status == HIT_OK) {
        REQUIRE(json.count > 0 && json.count <= (size + 1) / 2 && json.tokens[0].next == json.count);
        for (uint32_t i = 0; i < json.count; i++)
            check_token(&json, i);
    } else
        REQUIRE(status == HIT_ERROR_FORMAT && error.line > 0 && error.offset <= size && error.message[0] != '\0');
    hit_loader_free_blocks(&loader.allocator, loader.blocks);
    return 0;
}
