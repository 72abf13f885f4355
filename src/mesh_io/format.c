// Which format a file is of: by what its first bytes prove, by its name, by its first words.
//
// The content counts more than the name: a PLY that is called x.obj is a PLY. Only where the content says nothing for
// certain - OBJ has no mark, and "solid" may begin a binary STL as well - does the name decide.
#include "mesh_io/format.h"
#include "mesh_io/text/scan.h"

#include <string.h>

enum { STL_HEADER = 84, STL_FACET = 50 };

const char* hit_model_format_name(hit_model_format format)
{
    static const char* const names[] = {"unknown", "OBJ", "PLY", "STL", "OFF", "glTF", "other", "3MF", "XYZ"};
    return (unsigned)format < sizeof names / sizeof names[0] ? names[format] : "unknown";
}

// ---- By its content -------------------------------------------------------------------------------------------------

static bool begins(const char* bytes, size_t size, const char* word)
{
    const size_t length = strlen(word);
    return size >= length && memcmp(bytes, word, length) == 0;
}

// What the first bytes prove. Formats of text may have a byte order mark before them.
static hit_model_format format_by_mark(const char* file, size_t file_size)
{
    static const char* const off[] = {"OFF",    "COFF",   "NOFF",    "CNOFF", "STOFF",
                                      "STCOFF", "STNOFF", "STCNOFF", "4OFF",  "nOFF"};
    const char* bytes = skip_byte_order_mark(file, file + file_size);
    const size_t size = file_size - (size_t)(bytes - file);
    if (begins(bytes, size, "glTF"))
        return HIT_MODEL_GLTF;
    if (begins(bytes, size, "ply") && size > 3 && is_space(bytes[3]))
        return HIT_MODEL_PLY;
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
        if (begins(bytes, size, off[i]) && (size == strlen(off[i]) || is_space(bytes[strlen(off[i])])))
            return HIT_MODEL_OFF;
    if (file_size >= STL_HEADER) {
        const uint64_t facets = load_u32(file + STL_HEADER - 4);
        if (facets > 0 && file_size == STL_HEADER + STL_FACET * facets)
            return HIT_MODEL_STL;
    }
    return HIT_MODEL_UNKNOWN;
}

// ---- By its name ----------------------------------------------------------------------------------------------------

bool hit_extension_is(const char* extension, const char* word)
{
    size_t i = 0;
    for (; word[i] != '\0'; i++)
        if ((extension[i] | 0x20) != word[i])
            return false;
    return extension[i] == '\0';
}

hit_model_format hit_format_by_name(const char* extension)
{
    static const struct {
        const char* word;
        hit_model_format format;
    } known[] = {{"obj", HIT_MODEL_OBJ},   {"ply", HIT_MODEL_PLY},  {"stl", HIT_MODEL_STL}, {"off", HIT_MODEL_OFF},
                 {"gltf", HIT_MODEL_GLTF}, {"glb", HIT_MODEL_GLTF}, {"3mf", HIT_MODEL_3MF}, {"xyz", HIT_MODEL_XYZ},
                 {"pts", HIT_MODEL_XYZ},   {"asc", HIT_MODEL_XYZ}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (hit_extension_is(extension, known[i].word))
            return known[i].format;
    return extension[0] == '\0' ? HIT_MODEL_UNKNOWN : HIT_MODEL_OTHER;
}

void hit_extension_find(const char* path, char extension[16])
{
    const char* name = path;
    const char *last = NULL, *before = NULL;
    size_t length;
    for (const char* p = path; *p != '\0'; p++) {
        if (*p == '/' || *p == '\\') {
            name = p + 1;
            last = before = NULL;
        } else if (*p == '.' && p > name) {
            before = last;
            last = p;
        }
    }
    extension[0] = '\0';
    if (last != NULL && hit_extension_is(last + 1, "gz")) {
        length = before != NULL ? (size_t)(last - before) - 1 : 0;
        last = before;
    } else
        length = last != NULL ? strlen(last + 1) : 0;
    if (length > 0 && length < 16) {
        memcpy(extension, last + 1, length);
        extension[length] = '\0';
    }
}

// ---- By both --------------------------------------------------------------------------------------------------------

// What the first word that is no comment suggests.
static hit_model_format format_by_words(const char* bytes, size_t size)
{
    static const char* const obj[] = {"v", "vn", "vt", "f", "g", "o", "s", "mtllib", "usemtl"};
    const char *end = bytes + size, *p = skip_byte_order_mark(bytes, end), *word;
    for (;;) {
        while (p < end && is_space(*p))
            p++;
        if (p == end || *p != '#')
            break;
        while (p < end && *p != '\n')
            p++;
    }
    for (word = p; p < end && !is_space(*p);)
        p++;
    if (word < end && *word == '{')
        return HIT_MODEL_GLTF;
    if (begins(word, (size_t)(p - word), "solid"))
        return HIT_MODEL_STL;
    for (size_t i = 0; i < sizeof obj / sizeof obj[0]; i++)
        if ((size_t)(p - word) == strlen(obj[i]) && begins(word, (size_t)(p - word), obj[i]))
            return HIT_MODEL_OBJ;
    return HIT_MODEL_UNKNOWN;
}

hit_model_format hit_format_find(const char* bytes, size_t size, const char* extension)
{
    hit_model_format format = format_by_mark(bytes, size);
    if (format == HIT_MODEL_UNKNOWN)
        format = hit_format_by_name(extension);
    if (format == HIT_MODEL_UNKNOWN)
        format = format_by_words(bytes, size);
    return format;
}
