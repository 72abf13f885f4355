// Which triangles of the parts an area selects, by the same questions as the parts themselves.
#ifndef TOOL_PICK_FACES_H
#define TOOL_PICK_FACES_H

#include "pick/pick_context.h"

/// Asks which objects of a scene touch an area, or lie in it: the lowest `capacity` ids in ascending order. Returns how
/// many there are.
typedef uint32_t area_query(const void* context, const hit_scene* scene, bool contained, hit_id* ids,
                            uint32_t capacity);

/// The triangles of one part that are selected.
typedef struct part_faces {
    uint32_t part;
    uint32_t* triangles; ///< of the part's mesh, ascending
    uint32_t triangle_count;
    uint32_t face_count; ///< of the file: a polygon of several triangles counts once
} part_faces;

typedef struct face_list {
    part_faces* parts; ///< ascending; those without a triangle are left out
    uint32_t count;
} face_list;

/// Find the triangles in an area.
///
/// @param contained  only those that lie in it as a whole
/// @param seen       for each part NULL or a flag for each triangle: only those with a true one; NULL: all of them
/// @param list       filled; face_list_free frees it, whatever is returned
/// @return  an exit code
int faces_find(pick_context* s, area_query* query, const void* context, bool contained, bool* const* seen,
               face_list* list);
void face_list_free(face_list* list);

/// Where rays are cast to see what is visible.
typedef struct screen_area {
    double min[2], max[2]; ///< in pixels
    double step;
    bool (*has)(const void* context, double x, double y);
    const void* context;
} screen_area;

/// Mark the triangles that are seen in an area: first hits of rays through it, in rows and columns at most a step
/// apart.
///
/// @param seen  set to an array with a member for each part: NULL, or a flag for each of its triangles.
///              seen_free frees it, whatever is returned
/// @return  an exit code
int faces_see(pick_context* s, const screen_area* area, bool*** seen);
void seen_free(const pick_context* s, bool** seen);

#endif
