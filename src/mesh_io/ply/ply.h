// What the files of the PLY reader share: the header, values one by one in text and in binary, and the mesh to be.
#ifndef HITSCAN_MESH_IO_PLY_PLY_H
#define HITSCAN_MESH_IO_PLY_PLY_H

#include "mesh_io/faces.h"

typedef enum ply_encoding { PLY_TEXT, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN } ply_encoding;

typedef enum ply_type {
    PLY_NONE,
    PLY_INT8,
    PLY_UINT8,
    PLY_INT16,
    PLY_UINT16,
    PLY_INT32,
    PLY_UINT32,
    PLY_FLOAT32,
    PLY_FLOAT64
} ply_type;

typedef enum ply_role {
    PLY_SKIPPED,
    PLY_X,
    PLY_Y,
    PLY_Z,
    PLY_CORNERS,
    // What it looks like: of vertices, colours of faces as well.
    PLY_NX,
    PLY_NY,
    PLY_NZ,
    PLY_RED,
    PLY_GREEN,
    PLY_BLUE,
    PLY_ALPHA,
    PLY_U,
    PLY_V,
    PLY_TEXCOORD, ///< of faces: two numbers for each corner
    PLY_TEXNUMBER ///< of faces: which texture
} ply_role;

static inline bool ply_is_coordinate(ply_role role)
{
    return role >= PLY_X && role <= PLY_Z;
}

typedef struct ply_property {
    ply_type type;  ///< of the value, in a list of each
    ply_type count; ///< of a list's count; PLY_NONE: no list
    ply_role role;
} ply_property;

typedef enum ply_kind { PLY_OTHER, PLY_VERTICES, PLY_FACES, PLY_STRIPS, PLY_EDGES } ply_kind;

typedef struct ply_element {
    ply_kind kind;
    const char* line; ///< of the header, for messages
    uint64_t count;
    const ply_property* properties;
    uint32_t property_count;
    bool has_lists;
    uint32_t roles; ///< a bit for each that a property has
    uint64_t least; ///< bytes that each takes at the very least, in this encoding
} ply_element;

typedef struct ply_header {
    ply_encoding encoding;
    const ply_element* elements;
    uint32_t element_count;
    const ply_property* properties; ///< of all elements
    const char* body;               ///< where the data begin
} ply_header;

// Read the header. Its elements and its properties are memory of the loader, to be freed.
hit_status hit_ply_read_header(hit_loader* loader, ply_header* header);

// The bytes of a value in a binary file.
size_t hit_ply_size(ply_type type);

// ---- Values ---------------------------------------------------------------------------------------------------------

typedef struct ply_cursor {
    hit_loader* loader;
    ply_encoding encoding;
    const char *at, *end;
    // Of text: does each row have a line? That is found out where a line is longer or shorter than its row.
    const char *body, *row;               ///< where the rows begin, and this one
    uint64_t rows;                        ///< that the header promises
    uint64_t lines;                       ///< that are not blank; 0: not counted yet
    const char *first_long, *first_short; ///< lines of this kind; NULL: none
} ply_cursor;

// At the first row of the body.
ply_cursor hit_ply_begin(hit_loader* loader, const ply_header* header);

// Go behind the last value of a row. In text with a row in each line, what else is in the line is left out.
void hit_ply_end_row(ply_cursor* cursor);

// True where a line of text ends before a list that its row should have.
bool hit_ply_list_is_missing(ply_cursor* cursor);

// Add notes about lines that had more or fewer values than the header says.
hit_status hit_ply_note_lines(const ply_cursor* cursor);

// Read a value of this type and go on behind it. Integers are what counts and indices are; floats are rounded to the
// closest. HIT_ERROR_FORMAT, with the error filled, when the data end or, in text, are no such number.
hit_status hit_ply_read_integer(ply_cursor* cursor, ply_type type, int64_t* value);
hit_status hit_ply_read_float(ply_cursor* cursor, ply_type type, float* value);
hit_status hit_ply_read_double(ply_cursor* cursor, ply_type type, double* value);

// What the bits of a binary value are as a float, the closest one; and as a double.
float hit_ply_float_of(ply_type type, uint64_t bits);
double hit_ply_double_of(ply_type type, uint64_t bits);

// Read the count of a list, and check that what it promises can be there.
hit_status hit_ply_read_count(ply_cursor* cursor, const ply_property* property, uint64_t* count);

// Go behind this many values of a type.
hit_status hit_ply_skip_values(ply_cursor* cursor, ply_type type, uint64_t count);

// Go behind a property, whatever it is. A list that is missing at the end of a line of text is empty, if each row has
// a line.
hit_status hit_ply_skip_property(ply_cursor* cursor, const ply_property* property);

// Fill the error: with the line in text, else with the byte.
hit_status hit_ply_fail(ply_cursor* cursor, hit_status status, const char* at, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

// A number of a binary file, as its bits; `size` is 1, 2, 4 or 8.
static inline uint64_t hit_ply_bits(const char* bytes, size_t size, bool big_endian)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)(unsigned char)bytes[i] << 8 * (big_endian ? size - 1 - i : i);
    return bits;
}

// ---- The mesh -------------------------------------------------------------------------------------------------------

typedef struct ply_mesh {
    hit_loader* loader;
    hit_vec3* vertices;
    uint32_t vertex_count;
    bool has_vertices;
    bool all_finite;
    uint32_t *indices, *faces;
    uint32_t triangle_count, capacity;
    uint64_t face_count;              ///< so far, with those that gave no triangle
    uint64_t few_corners, not_finite; ///< of these, why they gave none
    bool has_faces;                   ///< the file has some; without, its vertices are points
    uint32_t* corners;                ///< of one face or strip
    uint64_t corner_capacity;
} ply_mesh;

// Read the vertices, or the faces or strips, of which the header's promise has been checked.
hit_status hit_ply_read_vertices(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element);
hit_status hit_ply_read_faces(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element);

// The same for binary triangles that all have the same size, in parallel: *done says whether they have.
hit_status hit_ply_read_triangles(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element, bool* done);

// Go behind all rows of an element.
hit_status hit_ply_skip_element(ply_cursor* cursor, const ply_element* element);

// Read what it looks like, once more from the first row on: per vertex, and per face where vertices must be split.
hit_status hit_ply_look(hit_loader* loader, const ply_header* header, hit_soup* soup);

// Free what is not part of the model.
void hit_ply_finish(ply_mesh* mesh);

// Make room for this many triangles.
hit_status hit_ply_reserve(ply_mesh* mesh, ply_cursor* cursor, uint64_t triangles);

#endif
