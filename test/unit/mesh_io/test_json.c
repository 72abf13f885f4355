// JSON: what is read, what is refused and where, and that neither depth nor size nor damage breaks it.
#include "mesh_io/text/json.h"

#include "base/memory.h"
#include "mesh_io/loader.h"
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"
#include "support/base/random.h"

// A document that is being looked at.
typedef struct document {
    hit_loader loader;
    hit_error error;
    hit_json json;
    hit_status status;
    char* copy; ///< that ends where the text does, so that reading beyond is seen
    uint64_t room;
} document;

static document read_bytes(const char* text, size_t size)
{
    document d = {0};
    d.copy = malloc(size > 0 ? size : 1);
    assert_non_null(d.copy);
    memcpy(d.copy, text, size);
    d.room = (uint64_t)1 << 30;
    d.loader = (hit_loader){.bytes = d.copy, .size = size, .left = d.room};
    d.loader.allocator = hit_allocator_or_default(NULL);
    d.loader.error = &d.error;
    d.status = hit_json_read(&d.loader, d.copy, size, true, &d.json);
    d.loader.error = NULL;
    return d;
}

static void end(document* d)
{
    hit_loader_free_blocks(&d->loader.allocator, d->loader.blocks);
    free(d->copy);
}

static document read_text(const char* text)
{
    return read_bytes(text, strlen(text));
}

static document read_good(const char* text)
{
    document d = read_text(text);
    if (d.status != HIT_OK)
        fail_msg("%s: %s", text, d.error.message);
    return d;
}

// ---- What is read ---------------------------------------------------------------------------------------------------

// The tokens must be what json.h says: lists hold their items, one behind the other, and all of the text is in them.
static void assert_well_formed(const hit_json* json)
{
    assert_true(json->count > 0);
    assert_int_equal(json->tokens[0].next, json->count);
    for (uint32_t i = 0; i < json->count; i++) {
        const hit_json_token* t = &json->tokens[i];
        uint32_t item = hit_json_first(i), items = t->kind == HIT_JSON_OBJECT ? 2 * t->size : t->size;
        assert_true(t->kind <= HIT_JSON_OBJECT && t->next > i && t->next <= json->count && t->start < json->size);
        if (t->kind < HIT_JSON_ARRAY) {
            assert_int_equal(t->next, i + 1);
            assert_true((uint64_t)t->start + t->size <= json->size);
            continue;
        }
        for (uint32_t k = 0; k < items; k++) {
            assert_true(item < t->next && json->tokens[item].start > t->start);
            assert_true(t->kind == HIT_JSON_ARRAY || k % 2 != 0 || json->tokens[item].kind == HIT_JSON_STRING);
            item = json->tokens[item].next;
        }
        assert_int_equal(item, t->next);
    }
}

static void reads_values(void** state)
{
    static const struct {
        const char* text;
        hit_json_kind kind;
    } cases[] = {{"null", HIT_JSON_NULL},        {"true", HIT_JSON_TRUE},           {"false", HIT_JSON_FALSE},
                 {" \t\r\n1 ", HIT_JSON_NUMBER}, {"\"\"", HIT_JSON_STRING},         {"[ ]", HIT_JSON_ARRAY},
                 {"{ }", HIT_JSON_OBJECT},       {"\xef\xbb\xbf[]", HIT_JSON_ARRAY}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        document d = read_good(cases[i].text);
        assert_int_equal(d.json.tokens[0].kind, cases[i].kind);
        assert_int_equal(d.json.count, 1);
        assert_int_equal(d.json.tokens[0].size, cases[i].kind == HIT_JSON_NUMBER ? 1 : 0);
        end(&d);
    }
}

static void reads_lists(void** state)
{
    document d = read_good("[1, {\"a\": 2, \"b\": [], \"c\": [[3]]}, 4]");
    const hit_json_token* t = d.json.tokens;
    uint32_t item = hit_json_first(0);
    double value = 0.0;
    (void)state;
    assert_well_formed(&d.json);
    assert_int_equal(t[0].size, 3);
    assert_true(hit_json_number(&d.json, item, &value) && value == 1.0);
    item = t[item].next;
    assert_int_equal(t[item].size, 3);
    assert_int_equal(t[hit_json_find(&d.json, item, "b")].kind, HIT_JSON_ARRAY);
    assert_int_equal(t[hit_json_find(&d.json, item, "c")].size, 1);
    assert_int_equal(hit_json_find(&d.json, item, "d"), 0);
    assert_int_equal(hit_json_find(&d.json, item, ""), 0);
    assert_int_equal(hit_json_find(&d.json, 0, "a"), 0); // an array
    item = t[item].next;
    assert_true(hit_json_number(&d.json, item, &value) && value == 4.0);
    assert_int_equal(t[item].next, d.json.count);
    end(&d);
}

static void reads_numbers(void** state)
{
    static const struct {
        const char* text;
        double value;
        bool finite, whole;
    } cases[] = {{"0", 0, true, true},
                 {"-0", 0, true, true},
                 {"-1", -1, true, false},
                 {"1.5", 1.5, true, false},
                 {"1e3", 1000, true, true},
                 {"1.5E+1", 15, true, true},
                 {"10e-1", 1, true, true},
                 {"0.1", 0.1, true, false},
                 {"1e400", 0, false, false},
                 {"-1e400", 0, false, false},
                 {"1e-400", 0, true, true},
                 {"4294967296", 0x1p32, true, true},
                 {"1.0", 1, true, true},
                 {"1e300", 1e300, true, false},
                 {"9007199254740992", 0x1p53, true, true},
                 {"9007199254740994", 0x1p53 + 2, true, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        document d = read_good(cases[i].text);
        double value = -7.0;
        uint64_t whole = 77;
        assert_true(hit_json_number(&d.json, 0, &value) == cases[i].finite);
        assert_true(value == (cases[i].finite ? cases[i].value : -7.0));
        assert_true(hit_json_whole(&d.json, 0, &whole) == cases[i].whole);
        assert_true(cases[i].whole ? (double)whole == cases[i].value : whole == 77);
        end(&d);
    }
}

static void reads_strings(void** state)
{
    static const struct {
        const char *text, *value;
    } cases[] = {{"\"plain, and longer than eight\"", "plain, and longer than eight"},
                 {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
                 {"\"\\u0041\\u00e9\\u20AC\\uD83D\\uDE00.\"", "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80."},
                 {"\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xed\x9f\xbf\xf4\x8f\xbf\xbf\"",
                  "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xed\x9f\xbf\xf4\x8f\xbf\xbf"},
                 {"\"\x7f\"", "\x7f"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        document d = read_good(cases[i].text);
        char text[64] = {0};
        const size_t length = hit_json_text(&d.json, 0, text);
        assert_true(length <= d.json.tokens[0].size);
        assert_int_equal(length, strlen(cases[i].value));
        assert_string_equal(text, cases[i].value);
        assert_true(hit_json_equals(&d.json, 0, cases[i].value));
        assert_false(hit_json_equals(&d.json, 0, ""));
        assert_false(hit_json_equals(&d.json, 0, cases[i].text));
        end(&d);
    }
}

// Keys count as what they say, however they are written, and the last of equal ones wins.
static void finds_members(void** state)
{
    document d =
        read_good("{\"a\": 1, \"\\u0062\": 2, \"a\": 3, \"ab\": 4, \"a\\u0000\": 5, \"\\u0061\\u0062\\u0063\": 6}");
    double value = 0.0;
    (void)state;
    assert_true(hit_json_number(&d.json, hit_json_find(&d.json, 0, "a"), &value) && value == 3.0);
    assert_true(hit_json_number(&d.json, hit_json_find(&d.json, 0, "b"), &value) && value == 2.0);
    assert_true(hit_json_number(&d.json, hit_json_find(&d.json, 0, "ab"), &value) && value == 4.0);
    assert_true(hit_json_number(&d.json, hit_json_find(&d.json, 0, "abc"), &value) && value == 6.0);
    assert_int_equal(hit_json_find(&d.json, 0, "abcd"), 0);
    assert_false(hit_json_equals(&d.json, hit_json_find(&d.json, 0, "a"), "3")); // no string
    assert_false(hit_json_number(&d.json, 0, &value));
    end(&d);
}

// ---- What is refused ------------------------------------------------------------------------------------------------

static void refuses(void** state)
{
    static const struct {
        const char* text;
        unsigned line, offset;
        const char* message;
    } cases[] = {{"", 1, 0, "the JSON ends too early: a value is expected"},
                 {"  ", 1, 2, "the JSON ends too early: a value is expected"},
                 {"[1,\n2,\n]", 3, 7, "not JSON: a value is expected"},
                 {"[1 2]", 1, 3, "not JSON: ',' or ']' is expected"},
                 {"[,1]", 1, 1, "not JSON: a value is expected"},
                 {"[1}", 1, 2, "not JSON: ',' or ']' is expected"},
                 {"[}", 1, 1, "not JSON: ',' or ']' is expected"},
                 {"{]", 1, 1, "not JSON: ',' or '}' is expected"},
                 {"{\"a\":1]", 1, 6, "not JSON: ',' or '}' is expected"},
                 {"{\"a\"}", 1, 4, "not JSON: ':' is expected behind the name of a member"},
                 {"{\"a\":1,}", 1, 7, "not JSON: the name of a member, in quotation marks, is expected"},
                 {"{a:1}", 1, 1, "not JSON: the name of a member, in quotation marks, is expected"},
                 {"{1:1}", 1, 1, "not JSON: the name of a member, in quotation marks, is expected"},
                 {"{\"a\":}", 1, 5, "not JSON: a value is expected"},
                 {"[] []", 1, 3, "not JSON: there is more behind the end of it"},
                 {"]", 1, 0, "not JSON: a value is expected"},
                 {"// no\n[]", 1, 0, "not JSON: a value is expected"},
                 {"nul", 1, 0, "not JSON: a value is expected"},
                 {"True", 1, 0, "not JSON: a value is expected"},
                 {"nan", 1, 0, "not JSON: a value is expected"},
                 {"-inf", 1, 1, "not JSON: a digit is missing"},
                 {"01", 1, 1, "not JSON: a number begins with 0"},
                 {"-", 1, 1, "the JSON ends too early: a digit is missing"},
                 {"1.", 1, 2, "the JSON ends too early: a digit is missing"},
                 {"1,5", 1, 1, "not JSON: there is more behind the end of it"},
                 {".5", 1, 0, "not JSON: a value is expected"},
                 {"+5", 1, 0, "not JSON: a value is expected"},
                 {"[1.e5]", 1, 3, "not JSON: a digit is missing"},
                 {"1e", 1, 2, "the JSON ends too early: a digit is missing"},
                 {"0x10", 1, 1, "not JSON: there is more behind the end of it"},
                 {"\"a", 1, 2, "the JSON ends too early: a string has no end"},
                 {"\"\\\"", 1, 3, "the JSON ends too early: a string has no end"},
                 {"\"a\nb\"", 1, 2, "not JSON: a control character in a string"},
                 {"\"\\x41\"", 1, 1, "not JSON: no such escape in a string"},
                 {"\"\\u12g4\"", 1, 1, "not JSON: no such escape in a string"},
                 {"\"\\u12", 1, 1, "not JSON: no such escape in a string"},
                 {"\"\\ud800\"", 1, 1, "not JSON: no such escape in a string"},
                 {"\"\\ud800\\u0041\"", 1, 1, "not JSON: no such escape in a string"},
                 {"\"\\udc00\\ud800\"", 1, 1, "not JSON: no such escape in a string"},
                 {"\"\x80\"", 1, 1, "not JSON: a string is not in UTF-8"},
                 {"\"\xc1\xbf\"", 1, 1, "not JSON: a string is not in UTF-8"},
                 {"\"\xe0\x9f\xbf\"", 1, 1, "not JSON: a string is not in UTF-8"},
                 {"\"\xed\xa0\x80\"", 1, 1, "not JSON: a string is not in UTF-8"},
                 {"\"\xf0\x8f\xbf\xbf\"", 1, 1, "not JSON: a string is not in UTF-8"},
                 {"\"\xf4\x90\x80\x80\"", 1, 1, "not JSON: a string is not in UTF-8"},
                 {"\"\xe2\x82\"", 1, 1, "not JSON: a string is not in UTF-8"},
                 {"\"\xc3", 1, 1, "not JSON: a string is not in UTF-8"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        document d = read_text(cases[i].text);
        if (d.status != HIT_ERROR_FORMAT || strcmp(d.error.message, cases[i].message) != 0 ||
            d.error.line != cases[i].line || d.error.offset != cases[i].offset)
            fail_msg("%s: line %u, byte %u: %s", cases[i].text, (unsigned)d.error.line, (unsigned)d.error.offset,
                     d.error.message);
        end(&d);
    }
}

// A control character or a byte that is no UTF-8 is seen at every place of a long string.
static void looks_at_every_byte(void** state)
{
    (void)state;
    for (size_t at = 1; at <= 40; at++)
        for (int c = 0; c < 256; c++) {
            char text[42];
            document d;
            memset(text, 'x', sizeof text);
            text[0] = text[41] = '"';
            text[at] = (char)c;
            d = read_bytes(text, sizeof text);
            assert_true((d.status == HIT_OK) == (c >= ' ' && c < 0x80 && c != '"' && c != '\\') ||
                        (at == 40 && c == '\\'));
            if (at == 40 && c == '\\')
                assert_int_equal(d.status, HIT_ERROR_FORMAT);
            end(&d);
        }
}

// ---- Depth, size and damage -----------------------------------------------------------------------------------------

static void any_depth(void** state)
{
    enum { DEPTH = 1000000 };
    static const struct {
        const char *open, *close;
    } kinds[] = {{"[", "]"}, {"{\"\":", "}"}};
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        const size_t width = strlen(kinds[kind].open), size = (width + 1) * DEPTH + 1;
        char* text = malloc(size);
        document d;
        assert_non_null(text);
        for (size_t i = 0; i < DEPTH; i++) {
            memcpy(text + i * width, kinds[kind].open, width);
            text[size - 1 - i] = kinds[kind].close[0];
        }
        text[width * DEPTH] = '7';
        d = read_bytes(text, size);
        assert_int_equal(d.status, HIT_OK);
        assert_int_equal(d.json.count, kind == 0 ? DEPTH + 1 : 2 * DEPTH + 1);
        for (uint32_t i = 0; i < d.json.count; i++)
            assert_int_equal(d.json.tokens[i].next, d.json.tokens[i].kind == HIT_JSON_STRING ? i + 1 : d.json.count);
        end(&d);
        d = read_bytes(text, size - 1);
        assert_int_equal(d.status, HIT_ERROR_FORMAT);
        end(&d);
        d = read_bytes(text, width * DEPTH);
        assert_int_equal(d.status, HIT_ERROR_FORMAT);
        end(&d);
        free(text);
    }
}

// 16 bytes for two of the text, at the most; what is not taken for tokens is not taken at all.
static void little_memory(void** state)
{
    static const char* const texts[] = {"[0,0,0,0,0,0,0,0]",
                                        "[[],[],[],[]]",
                                        "{\"\":0,\"\":0}",
                                        "1",
                                        "\"[[[[,,,,::::{{{{\\\"[[[[\"",
                                        "[\"a,b\",\"\\\\\",\"c\\\\\\\"[[[\"]"};
    (void)state;
    assert_int_equal(sizeof(hit_json_token), 16);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        document d = read_good(texts[i]);
        assert_true(d.json.count <= (strlen(texts[i]) + 1) / 2);
        assert_int_equal(d.room - d.loader.left, 16 * (uint64_t)d.json.count);
        assert_well_formed(&d.json);
        end(&d);
    }
}

static const char sample[] = "{\"asset\": {\"version\": \"2.0\", \"n\\u00e4me\": \"\\ud83d\\ude00\\n\"}, \"list\": [1, "
                             "-2.5e-3, true, false, null, [], "
                             "{}],\n \"nest\": [[[{\"a\": [0]}]], \"caf\xc3\xa9, {not: [a list]}\"]}";

static void damaged(void** state)
{
    const size_t size = sizeof sample - 1;
    char* copy = malloc(size);
    (void)state;
    assert_non_null(copy);
    memcpy(copy, sample, size);
    for (size_t cut = 0; cut < size; cut++) {
        document d = read_bytes(sample, cut);
        assert_int_equal(d.status, HIT_ERROR_FORMAT);
        assert_true(d.error.offset <= cut && d.error.line >= 1 && d.error.message[0] != '\0');
        end(&d);
    }
    for (size_t bit = 0; bit < 8 * size; bit++) {
        document d;
        copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
        d = read_bytes(copy, size);
        if (d.status == HIT_OK)
            assert_well_formed(&d.json);
        else
            assert_true(d.status == HIT_ERROR_FORMAT && d.error.offset <= size && d.error.message[0] != '\0');
        end(&d);
        copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
    }
    free(copy);
}

// Text of the characters that JSON is made of, at random: most of it is wrong, some is right.
static void random_text(void** state)
{
    static const char alphabet[] = "[]{},:\"\\u0a1-.e tfn";
    test_random r = test_random_make(test_seed());
    const uint64_t cases = test_cases(200000);
    uint64_t good = 0;
    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        char text[12];
        const uint32_t size = 1 + test_random_below(&r, sizeof text);
        document d;
        for (uint32_t k = 0; k < size; k++)
            text[k] = alphabet[test_random_below(&r, sizeof alphabet - 1)];
        d = read_bytes(text, size);
        if (d.status == HIT_OK) {
            assert_well_formed(&d.json);
            good++;
        }
        end(&d);
    }
    assert_true(cases < 10000 || good > cases / 1000);
}

static void failing_allocation(void** state)
{
    static failing_memory memory;
    hit_error error = {0};
    hit_json json;
    hit_loader loader = {.bytes = sample, .size = sizeof sample - 1, .left = 1 << 20, .error = &error};
    (void)state;
    failing_memory_make(&memory);
    loader.allocator = memory.allocator;
    failing_memory_arm(&memory, 1, false);
    assert_int_equal(hit_json_read(&loader, sample, sizeof sample - 1, true, &json), HIT_ERROR_MEMORY);
    assert_string_not_equal(error.message, "");
    loader.left = 100;
    assert_int_equal(hit_json_read(&loader, sample, sizeof sample - 1, true, &json), HIT_ERROR_LIMIT);
    assert_int_equal(memory.live, 0);
    failing_memory_end(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_values),  cmocka_unit_test(reads_lists),         cmocka_unit_test(reads_numbers),
        cmocka_unit_test(reads_strings), cmocka_unit_test(finds_members),       cmocka_unit_test(refuses),
        cmocka_unit_test(any_depth),     cmocka_unit_test(looks_at_every_byte), cmocka_unit_test(little_memory),
        cmocka_unit_test(damaged),       cmocka_unit_test(random_text),         cmocka_unit_test(failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
