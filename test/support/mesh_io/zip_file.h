// Small zip files, entries stored as they are; and 3MF made of them. Without cmocka and zlib, for fuzzers.
#ifndef HITSCAN_TEST_ZIP_FILE_H
#define HITSCAN_TEST_ZIP_FILE_H

#include "support/mesh_io/file_builder.h"

enum { ZIP_ENTRIES_MAX = 16 };

// CRC-32 as zip and gzip have it.
static inline uint32_t zip_checksum(const void* bytes, size_t size)
{
    const unsigned char* data = (const unsigned char*)bytes;
    uint32_t c = 0xffffffffU;
    for (size_t i = 0; i < size; i++) {
        c ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            c = c >> 1 ^ (c & 1 ? 0xedb88320U : 0);
    }
    return ~c;
}

typedef struct zip_entry {
    const char* name;
    const void* packed;
    size_t packed_size, size;
    uint32_t checksum;
    unsigned method, flags; ///< 0: stored; 8: deflated
} zip_entry;

static inline zip_entry zip_stored(const char* name, const char* text)
{
    const size_t size = strlen(text);
    const zip_entry entry = {name, text, size, size, zip_checksum(text, size), 0, 0};
    return entry;
}

// What the local header and the central directory both say.
static inline void zip_add_facts(file_builder* f, const zip_entry* e)
{
    file_builder_bits(f, 20, 2, false);
    file_builder_bits(f, e->flags, 2, false);
    file_builder_bits(f, e->method, 2, false);
    file_builder_bits(f, 0, 4, false); // when
    file_builder_bits(f, e->checksum, 4, false);
    file_builder_bits(f, e->packed_size, 4, false);
    file_builder_bits(f, e->size, 4, false);
    file_builder_bits(f, strlen(e->name), 2, false);
    file_builder_bits(f, 0, 2, false);
}

static inline void zip_make(file_builder* f, const zip_entry* entries, size_t count)
{
    size_t at[ZIP_ENTRIES_MAX], directory;
    f->size = 0;
    for (size_t i = 0; i < count; i++) {
        at[i] = f->size;
        file_builder_add(f, "PK\3\4", 4);
        zip_add_facts(f, &entries[i]);
        file_builder_text(f, entries[i].name);
        file_builder_add(f, entries[i].packed, entries[i].packed_size);
    }
    directory = f->size;
    for (size_t i = 0; i < count; i++) {
        file_builder_add(f, "PK\1\2", 4);
        file_builder_bits(f, 20, 2, false);
        zip_add_facts(f, &entries[i]);
        file_builder_add(f, "\0\0\0\0\0\0\0\0\0", 10);
        file_builder_bits(f, at[i], 4, false);
        file_builder_text(f, entries[i].name);
    }
    {
        const size_t size = f->size - directory;
        file_builder_add(f, "PK\5\6", 4);
        file_builder_bits(f, 0, 4, false);
        file_builder_bits(f, count, 2, false);
        file_builder_bits(f, count, 2, false);
        file_builder_bits(f, size, 4, false);
        file_builder_bits(f, directory, 4, false);
        file_builder_bits(f, 0, 2, false);
    }
}

// ---- 3MF ------------------------------------------------------------------------------------------------------------

#define THREEMF_TYPES "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>"
#define THREEMF_RELS                                                                                                   \
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship "             \
    "Target=\"/3D/a.model\" Id=\"rel0\" Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/>"       \
    "</Relationships>"

// The root of a model part with the usual namespaces; `more` are attributes.
#define THREEMF_MODEL(more)                                                                                            \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                                     \
    "<model xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\" "                                      \
    "xmlns:m=\"http://schemas.microsoft.com/3dmanufacturing/material/2015/02\" "                                       \
    "xmlns:p=\"http://schemas.microsoft.com/3dmanufacturing/production/2015/06\" "                                     \
    "xmlns:b=\"http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02\" "                                    \
    "xmlns:q=\"http://example.com/unknown\" " more ">\n"

// A tetrahedron of four triangles.
#define THREEMF_TETRA                                                                                                  \
    "<mesh><vertices><vertex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"1\" "       \
    "z=\"0\"/><vertex x=\"0\" y=\"0\" z=\"1\"/></vertices><triangles><triangle v1=\"0\" v2=\"2\" v3=\"1\"/>"           \
    "<triangle v1=\"0\" v2=\"1\" v3=\"3\"/><triangle v1=\"0\" v2=\"3\" v3=\"2\"/><triangle v1=\"1\" v2=\"2\" "         \
    "v3=\"3\"/></triangles></mesh>"

// A package with one model part.
static inline void threemf_make(file_builder* f, const char* model)
{
    const zip_entry entries[] = {zip_stored("[Content_Types].xml", THREEMF_TYPES),
                                 zip_stored("_rels/.rels", THREEMF_RELS), zip_stored("3D/a.model", model)};
    zip_make(f, entries, 3);
}

#endif
