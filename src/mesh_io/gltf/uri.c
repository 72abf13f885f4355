// What a URI of a glTF buffer stands for: the bytes in it, "data:...;base64,...", or those of a sibling file.
//
// A file is named by a relative path, percent-encoded (RFC 3986). Nothing else is followed: no scheme, no absolute
// path, no ".."; and the loader then sees to it that no link leads out of the folder either.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

enum { SHOWN = 60 }; ///< characters of a URI in a message

// What has the URI, for messages.
typedef struct uri_owner {
    const char* what;
    uint32_t number;
} uri_owner;

static hit_status fail_uri(const hit_gltf* g, uint32_t token, hit_status status, const uri_owner* owner,
                           const char* why)
{
    // As it is written in the file: there it has no control characters.
    const hit_json_token* t = &g->json.tokens[token];
    return hit_json_fail(g->loader, &g->json, status, t->start, "%s %" PRIu32 ": \"%.*s%s\" %s", owner->what,
                         owner->number, t->size <= SHOWN ? (int)t->size : SHOWN, g->json.text + t->start,
                         t->size <= SHOWN ? "" : "...", why);
}

// ---- data: ----------------------------------------------------------------------------------------------------------

enum { NO_DIGIT = 64 };

// The value of a digit of base64, or NO_DIGIT.
static int base64_digit(int c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : NO_DIGIT;
}

// Decode base64 (RFC 4648, padded) in place. Returns the number of bytes, or SIZE_MAX when the text is not base64.
static size_t decode_base64(char* text, size_t length)
{
    unsigned char digits[256];
    const unsigned char* in = (const unsigned char*)text;
    size_t padding = 0, out = 0;

    for (int i = 0; i < 256; i++)
        digits[i] = (unsigned char)base64_digit(i);
    if (length % 4 != 0)
        return SIZE_MAX;
    while (padding < 2 && padding < length && in[length - 1 - padding] == '=')
        padding++;
    for (size_t i = 0; i + 4 <= length - padding; i += 4) {
        const int a = digits[in[i]], b = digits[in[i + 1]], c = digits[in[i + 2]], d = digits[in[i + 3]];
        if ((a | b | c | d) >= NO_DIGIT)
            return SIZE_MAX;
        text[out++] = (char)(a << 2 | b >> 4);
        text[out++] = (char)(b << 4 | c >> 2);
        text[out++] = (char)(c << 6 | d);
    }
    if (padding > 0) {
        const unsigned char* last = in + length - 4;
        const int a = digits[last[0]], b = digits[last[1]], c = padding == 1 ? digits[last[2]] : 0;
        if ((a | b | c) >= NO_DIGIT)
            return SIZE_MAX;
        text[out++] = (char)(a << 2 | b >> 4);
        if (padding == 1)
            text[out++] = (char)(b << 4 | c >> 2);
    }
    HIT_ASSERT(out <= length);
    return out;
}

// Decode a data: URI in place: its bytes are moved to the beginning of `uri`.
static hit_status decode_data(const hit_gltf* g, uint32_t token, const uri_owner* owner, char* uri, size_t length,
                              uint64_t* size)
{
    static const char mark[] = ";base64";
    const char* comma = memchr(uri, ',', length);
    const size_t head = comma != NULL ? (size_t)(comma - uri) : 0;
    size_t bytes;
    if (head < sizeof mark - 1 || memcmp(comma - (sizeof mark - 1), mark, sizeof mark - 1) != 0)
        return fail_uri(g, token, HIT_ERROR_FORMAT, owner, "is a data: URI without \";base64,\"");
    memmove(uri, comma + 1, length - head - 1);
    bytes = decode_base64(uri, length - head - 1);
    if (bytes == SIZE_MAX)
        return fail_uri(g, token, HIT_ERROR_FORMAT, owner, "is not base64, or cut off");
    *size = bytes;
    return HIT_OK;
}

// ---- Files ----------------------------------------------------------------------------------------------------------

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// "http:", "file:", "C:" and so on.
static bool has_scheme(const char* uri)
{
    const char* p = uri;
    if (!is_letter(*p))
        return false;
    while (is_letter(*p) || (*p >= '0' && *p <= '9') || *p == '+' || *p == '-' || *p == '.')
        p++;
    return *p == ':';
}

static int hex_digit(char c)
{
    const char lower = (char)(c | 0x20);
    return c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Decode %XX in place. Returns the new length, or SIZE_MAX when a '%' is followed by something else.
static size_t decode_percent(char* uri, size_t length)
{
    size_t out = 0;
    for (size_t i = 0; i < length; i++) {
        char c = uri[i];
        if (c == '%') {
            const int high = i + 1 < length ? hex_digit(uri[i + 1]) : -1;
            const int low = i + 2 < length ? hex_digit(uri[i + 2]) : -1;
            if (high < 0 || low < 0)
                return SIZE_MAX;
            c = (char)(high << 4 | low);
            i += 2;
        }
        uri[out++] = c;
    }
    uri[out] = '\0';
    return out;
}

// True when a path has a ".." between slashes of either kind.
static bool goes_up(const char* path)
{
    for (const char* p = path; *p != '\0';) {
        const size_t length = strcspn(p, "/\\");
        if (length == 2 && p[0] == '.' && p[1] == '.')
            return true;
        p += length;
        p += *p != '\0';
    }
    return false;
}

static hit_status fetch_file(const hit_gltf* g, uint32_t token, const uri_owner* owner, char* uri, size_t length,
                             char** bytes, uint64_t* size)
{
    const char* content;
    size_t content_size;
    hit_status status;

    if (strlen(uri) == length && has_scheme(uri))
        return fail_uri(g, token, HIT_ERROR_FILE, owner, "is not a file of the model's folder; put it there");
    length = decode_percent(uri, length);
    if (length == SIZE_MAX || length == 0 || strlen(uri) != length)
        return fail_uri(g, token, HIT_ERROR_FILE, owner, "is not a URI of a file");
    if (uri[0] == '/' || uri[0] == '\\' || goes_up(uri))
        return fail_uri(g, token, HIT_ERROR_FILE, owner, "leads out of the model's folder; put the file there");
    status = hit_loader_read_sibling(g->loader, uri, &content, &content_size);
    if (status != HIT_OK)
        return status;
    *bytes = (char*)(uintptr_t)content;
    *size = content_size;
    return HIT_OK;
}

hit_status hit_gltf_load_uri(hit_gltf* g, uint32_t token, const char* what, uint32_t number, char** bytes,
                             uint64_t* size)
{
    const uri_owner owner = {what, number};
    hit_status status = HIT_OK;
    size_t length;
    char* uri;
    if (!hit_json_is(&g->json, token, HIT_JSON_STRING))
        return hit_gltf_fail(g, token, "%s %" PRIu32 ": uri is no string", what, number);
    uri = hit_gltf_text(g, token, &length, &status);
    if (uri == NULL)
        return status;
    if (length >= 5 && memcmp(uri, "data:", 5) == 0) {
        *bytes = uri;
        return decode_data(g, token, &owner, uri, length, size);
    }
    status = fetch_file(g, token, &owner, uri, length, bytes, size);
    hit_loader_free(g->loader, uri);
    return status;
}
