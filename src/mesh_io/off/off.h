// What the files of this folder share: the reader of OFF.
#ifndef HITSCAN_MESH_IO_OFF_H
#define HITSCAN_MESH_IO_OFF_H

#include "mesh_io/faces.h"

// What vertices look like, as it is read; NULL where the file does not say, or nobody asked.
typedef struct hit_off_look {
    hit_vec3* normals;
    float* colors; ///< four per vertex, from 0 to 1 or to 255
    float* uvs;    ///< two per vertex, from the lower left corner
} hit_off_look;

typedef struct hit_off_reader {
    hit_loader* loader;
    const char *p, *end;
    uint64_t faces;
    bool is_binary;
    bool has_uvs, has_colors, has_normals; ///< as the keyword says
    bool free_vertices, free_faces;        ///< lines mean nothing
    bool free_at_first;                    ///< vertices follow the counts in their line
    bool knows_vertices, knows_faces;      ///< whether they do has been found out
    uint64_t few_corners;                  ///< faces of fewer than three
    uint64_t face_colors;                  ///< faces with a colour, which is left out
    hit_soup soup;
    hit_off_look look;
} hit_off_reader;

// ---- Binary files: mesh_io/off/binary.c -----------------------------------------------------------------------------

// The counts behind the first line, checked against the bytes that follow.
hit_status hit_off_binary_header(hit_off_reader* r);

// The vertices, and what they look like where there is room for it.
void hit_off_binary_vertices(hit_off_reader* r);

// The corners of face number `face`, which are checked, and kept in `slots` when there are at least three and this is
// not NULL.
hit_status hit_off_binary_face(hit_off_reader* r, uint64_t face, uint32_t* slots, uint64_t* corners);

// ---- What vertices look like: mesh_io/off/look.c --------------------------------------------------------------------

enum { HIT_OFF_MOST = 9 }; ///< numbers behind the coordinates of a vertex

// How many numbers the keyword says there are behind the coordinates of a vertex.
int hit_off_more(const hit_off_reader* r);

// Room for what the keyword tells of.
hit_status hit_off_look_begin(hit_off_reader* r);

// Keep what a vertex looks like: the `count` numbers behind its coordinates. Colours may have three parts.
void hit_off_look_keep(hit_off_reader* r, uint32_t vertex, const float* numbers, int count);

// Let the soup look so.
hit_status hit_off_look_end(hit_off_reader* r);

#endif
