// How the triangles of a mesh hang together: whether they close, and what is wrong with them.
#ifndef TOOL_INFO_TOPOLOGY_H
#define TOOL_INFO_TOPOLOGY_H

#include <hitscan/mesh_io.h>
#include <hitscan/task.h>

/// What there is in a mesh. Vertices at the same position are one here: STL has three for each triangle.
typedef struct topology {
    uint64_t positions;          ///< different positions of vertices that triangles use
    uint64_t unused_vertices;    ///< that no triangle uses
    uint64_t edges;              ///< between different positions
    uint64_t open_edges;         ///< of one triangle
    uint64_t non_manifold_edges; ///< of three triangles or more
    uint64_t inconsistent_edges; ///< of two triangles that face opposite ways: both go along it in the same direction
    uint64_t odd_edges;          ///< of an odd number of triangles
    uint64_t unbalanced_edges;   ///< that triangles do not go along as often in one direction as in the other
    uint64_t degenerate;         ///< triangles without area: their corners lie on a line, exactly
    uint64_t duplicates;         ///< triangles that have the corners of an earlier one, in any order
    uint64_t triangles;          ///< all of them
} topology;

/// Memory for several calls, one after the other; {0} at first.
typedef struct topology_scratch {
    uint64_t* numbers[2];
    uint32_t* merged; ///< per vertex, the number of its position
    size_t number_capacity, vertex_capacity;
} topology_scratch;

/// Find out.
/// @param pool  NULL: the calling thread alone
/// @return  false when memory is short
bool topology_find(const hit_model_mesh* mesh, const hit_task_pool* pool, topology_scratch* scratch, topology* found);

void topology_scratch_free(topology_scratch* scratch);

/// Add one to another: of several meshes, the sums.
void topology_add(topology* sum, const topology* one);

/// True when the surface has no border: each edge has an even number of triangles. So a ray from far away crosses it an
/// even number of times. False where there are no edges.
bool topology_is_closed(const topology* t);

/// True when it is closed, and all triangles face outwards, or all inwards: then it has a volume.
bool topology_is_oriented(const topology* t);

/// True when three points lie on a line, or coincide. Exact for all finite floats.
bool points_on_a_line(hit_vec3 a, hit_vec3 b, hit_vec3 c);

// ---- Sorting --------------------------------------------------------------------------------------------------------

/// Sort `count` numbers of `words` words of 64 bits (1 or 2, the most significant one first), ascending, by all bits
/// from `low_bit` on; numbers that are equal in these stay in their order.
///
/// @param other  room for as many; its content is lost
/// @param pool   NULL: the calling thread alone. The result is the same
/// @return  `items` or `other`: where the sorted numbers are; NULL when there was no memory to count in
uint64_t* radix_sort(uint64_t* items, uint64_t* other, size_t count, unsigned words, unsigned low_bit,
                     const hit_task_pool* pool);

#endif
