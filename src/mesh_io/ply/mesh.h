// The mesh that a PLY becomes.
#ifndef HITSCAN_MESH_IO_PLY_MESH_H
#define HITSCAN_MESH_IO_PLY_MESH_H

#include "mesh_io/ply/ply.h"

typedef struct ply_mesh {
    hit_loader* loader;
    hit_vec3* vertices;
    uint32_t vertex_count;
    bool has_vertices;
    bool all_finite;
    uint32_t *indices, *faces;
    uint32_t triangle_count, capacity;
    uint64_t face_count; ///< so far, with those that gave no triangle
    uint32_t* corners;   ///< of one face or strip
    uint64_t corner_capacity;
} ply_mesh;

// Read the vertices, or the faces or strips, of which the header's promise has been checked.
hit_status hit_ply_read_vertices(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element);
hit_status hit_ply_read_faces(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element);

// The same for binary triangles that all have the same size, in parallel: *done says whether they have.
hit_status hit_ply_read_triangles(ply_mesh* mesh, ply_cursor* cursor, const ply_element* element, bool* done);

// Give back what is not part of the model.
void hit_ply_finish(ply_mesh* mesh);

// Let there be room for this many triangles.
hit_status hit_ply_reserve(ply_mesh* mesh, ply_cursor* cursor, uint64_t triangles);

#endif
