// Small glTF files, put together from JSON and bytes. Without cmocka, for fuzzers.
//
// JSON is written with ' in place of ", and with $URI at the beginning of the first buffer: in a .gltf that becomes its
// uri, with the bytes in it; in a GLB nothing, as the bytes are in its binary chunk.
#ifndef HITSCAN_TEST_GLTF_FILE_H
#define HITSCAN_TEST_GLTF_FILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A square of two triangles: four vertices of three floats, then six indices of 16 bits.
static const unsigned char gltf_square_bytes[60] = {
    0, 0, 0, 0, 0, 0, 0,    0,    0, 0, 0,    0,    0, 0, 0x80, 0x3f, 0, 0, 0, 0, // (0, 0, 0) (1, 0,
    0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0x80, 0x3f, 0, 0, 0,    0,                // 0) (1, 1, 0)
    0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0,    0,                                  // (0, 1, 0)
    0, 0, 1, 0, 2, 0, 0,    0,    2, 0, 3,    0};

static const char gltf_square[] =
    "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0,'name':'node'}],"
    "'meshes':[{'name':'mesh','primitives':[{'attributes':{'POSITION':0},'indices':1}]}],"
    "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'},"
    "{'bufferView':1,'componentType':5123,'count':6,'type':'SCALAR'}],"
    "'bufferViews':[{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':12}],"
    "'buffers':[{$URI'byteLength':60}]}";

// Text with each `from` replaced by `to`; to be freed. Sanitizers measure the text at each call of strstr, so long
// texts are gone through by hand.
static inline char* gltf_replace(const char* text, const char* from, const char* to)
{
    const size_t from_length = strlen(from), to_length = strlen(to);
    size_t count = 0;
    char *result, *out;
    for (const char* p = text; *p != '\0'; p++)
        count += *p == *from && strncmp(p, from, from_length) == 0;
    result = out = (char*)malloc(strlen(text) + count * to_length + 1);
    if (result == NULL)
        abort();
    while (*text != '\0') {
        if (*text == *from && strncmp(text, from, from_length) == 0) {
            memcpy(out, to, to_length);
            out += to_length;
            text += from_length;
        } else
            *out++ = *text++;
    }
    *out = '\0';
    return result;
}

// The same for a text that is freed.
static inline char* gltf_put(char* text, const char* name, const char* value)
{
    char* changed = gltf_replace(text, name, value);
    free(text);
    return changed;
}

static inline char* gltf_put_number(char* text, const char* name, size_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", number);
    return gltf_put(text, name, digits);
}

static inline void gltf_write_base64(const unsigned char* bytes, size_t size, char* out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const unsigned b = i + 1 < size ? bytes[i + 1] : 0, c = i + 2 < size ? bytes[i + 2] : 0;
        *out++ = digits[bytes[i] >> 2];
        *out++ = digits[(bytes[i] & 3u) << 4 | b >> 4];
        *out++ = i + 1 < size ? digits[(b & 15u) << 2 | c >> 6] : '=';
        *out++ = i + 2 < size ? digits[c & 63u] : '=';
    }
    *out = '\0';
}

// A .gltf; to be freed.
static inline char* gltf_make_text(const char* json, const void* bytes, size_t size)
{
    static const char head[] = "'uri':'data:application/octet-stream;base64,", tail[] = "',";
    char* uri = (char*)malloc(sizeof head + sizeof tail + 4 * (size / 3 + 1));
    char *plain, *text;
    if (uri == NULL)
        abort();
    memcpy(uri, head, sizeof head);
    gltf_write_base64((const unsigned char*)bytes, size, uri + strlen(uri));
    strcat(uri, tail);
    plain = gltf_replace(json, "$URI", uri);
    text = gltf_replace(plain, "'", "\"");
    free(plain);
    free(uri);
    return text;
}

static inline void gltf_put_u32(unsigned char* at, size_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

// A GLB; to be freed. Chunks end at multiples of four bytes. Without bytes there is no binary chunk.
static inline unsigned char* gltf_make_glb(const char* json, const void* bytes, size_t size, size_t* glb_size)
{
    char* plain = gltf_replace(json, "$URI", "");
    char* text = gltf_replace(plain, "'", "\"");
    const size_t length = strlen(text), text_size = (length + 3) / 4 * 4, bin_size = (size + 3) / 4 * 4;
    unsigned char *glb, *at;
    *glb_size = 20 + text_size + (size > 0 ? 8 + bin_size : 0);
    glb = (unsigned char*)calloc(*glb_size, 1);
    if (glb == NULL)
        abort();
    memcpy(glb, "glTF", 4);
    gltf_put_u32(glb + 4, 2);
    gltf_put_u32(glb + 8, *glb_size);
    gltf_put_u32(glb + 12, text_size);
    memcpy(glb + 16, "JSON", 4);
    memset(glb + 20, ' ', text_size);
    memcpy(glb + 20, text, length);
    at = glb + 20 + text_size;
    if (size > 0) {
        gltf_put_u32(at, bin_size);
        memcpy(at + 4, "BIN", 3);
        memcpy(at + 8, bytes, size);
    }
    free(text);
    free(plain);
    return glb;
}

#endif
