// What the files of the OBJ reader share.
//
// A file is divided into chunks at the ends of lines. Each chunk is counted, then, once it is known where its vertices
// and triangles go, parsed. Chunks do not depend on each other, so any number of threads may work on them.
#ifndef HITSCAN_MESH_IO_OBJ_OBJ_H
#define HITSCAN_MESH_IO_OBJ_OBJ_H

#include "mesh_io/faces.h"

// What can be wrong in a line.
typedef enum hit_obj_error {
    HIT_OBJ_OK,
    HIT_OBJ_FEW_COORDINATES,
    HIT_OBJ_NO_NUMBER,
    HIT_OBJ_NO_CORNER,
    HIT_OBJ_INDEX_ZERO,
    HIT_OBJ_INDEX_RANGE,
    HIT_OBJ_INDEX_BEFORE ///< a relative one, from before the first vertex
} hit_obj_error;

// A line `o` or `g`.
typedef struct hit_obj_statement {
    const char* name; ///< as in the file, without blanks around it
    uint32_t length;
    uint32_t first; ///< triangle behind it
    uint32_t part;  ///< of which that triangle is; parts.c's
    char kind;      ///< 'o' or 'g'
} hit_obj_statement;

typedef struct hit_obj_counts {
    uint64_t vertices, faces, triangles, statements;
    uint64_t points; ///< that lines `p` name
    uint64_t lines;  ///< `l`, which are left out
} hit_obj_counts;

typedef struct hit_obj_chunk {
    const char *begin, *end;   ///< whole lines
    const char* limit;         ///< the end of the file
    hit_obj_counts count;      ///< in the chunk
    hit_obj_counts before;     ///< in the chunks before it
    uint64_t skipped;          ///< faces of fewer than three corners
    bool bad_vertices;         ///< some are not finite
    bool polygons;             ///< some faces have more than three corners
    const char* odd_number;    ///< the first with a sign in front of an "e" behind it; NULL: none
    hit_obj_error parse_error; ///< the first in the chunk
    const char* parse_error_at;
    uint64_t parse_error_vertices; ///< how many there are before it
} hit_obj_chunk;

// Fill `count`.
void hit_obj_count(hit_obj_chunk* chunk);

// Fill vertices, indices (polygons not yet divided), faces, points, statements, and what is wrong.
void hit_obj_parse(hit_obj_chunk* chunk, const hit_soup* soup, hit_obj_statement* statements);

// The vertices of the chunk, which hit_obj_parse has found to be good, as doubles.
void hit_obj_parse_exactly(const hit_obj_chunk* chunk, hit_dvec3* exact);

// Divide the triangles into meshes and parts by the statements, of which there is at least one; they are freed.
hit_status hit_obj_parts(hit_loader* loader, hit_soup* soup, hit_obj_statement* statements, uint64_t statement_count);

// A model of points only: those of the lines `p`, else all vertices. The statements are freed.
hit_status hit_obj_cloud(hit_loader* loader, hit_soup* soup, hit_obj_statement* statements, uint64_t statement_count);

// Points beside triangles: copy them out of the soup into a mesh with vertices of its own, empty when there are none;
// then, once there are parts, make that the last one of them.
hit_status hit_obj_take_points(hit_loader* loader, hit_soup* soup, hit_model_mesh* points);
hit_status hit_obj_add_points(hit_loader* loader, const hit_model_mesh* points);

// hit_read_obj with chunks of this many bytes, at least 1. The model does not depend on it.
hit_status hit_read_obj_chunked(hit_loader* loader, size_t chunk_size);

#endif
