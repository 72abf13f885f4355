// Small PLY files of every encoding and type, for tests and fuzzers.
#ifndef HITSCAN_TEST_MADE_PLY_H
#define HITSCAN_TEST_MADE_PLY_H

#include "support/mesh_io/file_builder.h"

#include <stdio.h>

typedef enum encoding { TEXT, LITTLE, BIG } encoding;

static const char* const encoding_names[] = {"ascii", "binary_little_endian", "binary_big_endian"};

typedef struct type {
    const char *name, *other_name;
    size_t size;
    char kind; ///< i, u or f
} type;

static const type types[8] = {{"char", "int8", 1, 'i'},     {"uchar", "uint8", 1, 'u'},   {"short", "int16", 2, 'i'},
                              {"ushort", "uint16", 2, 'u'}, {"int", "int32", 4, 'i'},     {"uint", "uint32", 4, 'u'},
                              {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'}};

static inline void add_value(file_builder* f, encoding e, const type* t, double value)
{
    if (e == TEXT) {
        char text[32];
        snprintf(text, sizeof text, "%.9g ", value);
        file_builder_text(f, text);
    } else if (t->kind != 'f')
        file_builder_bits(f, (uint64_t)(int64_t)value, t->size, e == BIG);
    else if (t->size == 4)
        file_builder_float(f, (float)value, e == BIG);
    else {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        file_builder_bits(f, bits, 8, e == BIG);
    }
}

static inline void add_header(file_builder* f, encoding e)
{
    f->size = 0;
    file_builder_text(f, "ply\nformat ");
    file_builder_text(f, encoding_names[e]);
    file_builder_text(f, " 1.0\n");
}

static const float tetra[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const int tetra_faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

// A tetrahedron, its coordinates of one type, its lists of two others.
static inline void make_tetra(file_builder* f, encoding e, const type* xyz, const type* count, const type* index)
{
    char text[200];
    add_header(f, e);
    snprintf(text, sizeof text,
             "element vertex 4\nproperty %s x\nproperty %s y\nproperty %s z\nelement face 4\n"
             "property list %s %s vertex_indices\nend_header\n",
             xyz->name, xyz->other_name, xyz->name, count->name, index->other_name);
    file_builder_text(f, text);
    for (int v = 0; v < 4; v++)
        for (int k = 0; k < 3; k++)
            add_value(f, e, xyz, (double)tetra[v][k]);
    for (int i = 0; i < 4; i++) {
        add_value(f, e, count, 3);
        for (int k = 0; k < 3; k++)
            add_value(f, e, index, tetra_faces[i][k]);
    }
}

#endif
