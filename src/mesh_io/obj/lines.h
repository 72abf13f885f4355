// Runs of lines of an OBJ file that are of the usual kind, with the instructions of the machine at hand.
//
// These functions take lines as nearly all files have them: one word or number after the other with single spaces
// between, nothing that is rare. They go on line by line, stop in front of the first that is of another kind, and never
// answer otherwise than parse.c, which takes that line and then asks again.
#ifndef HITSCAN_MESH_IO_OBJ_LINES_H
#define HITSCAN_MESH_IO_OBJ_LINES_H

#include "mesh_io/obj/obj.h"

// How far these functions may look beyond the beginning of a line. Nearer to the end of a file they take none.
enum { HIT_OBJ_LINE_LOOKAHEAD = 96 };

// Count lines of the kinds `v` and `f`, and pass those of other words that begin with v.
//
// @param p    where a line begins
// @param end  where lines end; up to `limit` may be looked at
// @return  where the first line begins that was not counted
typedef const char* hit_obj_count_lines(const char* p, const char* end, const char* limit, hit_obj_counts* count);

// Where the lines of a run go.
typedef struct hit_obj_run {
    const char* end;   ///< no line begins here or behind it
    const char* limit; ///< nothing may be looked at from here on
    uint32_t most;     ///< vertices or triangles that there is room for
    uint32_t made;     ///< of these, so far
} hit_obj_run;

// Lines of a vertex: three numbers.
typedef const char* hit_obj_vertex_lines(const char* p, hit_obj_run* run, hit_vec3* vertices);

// Lines of a triangle: three numbers from 1 to vertex_count; the first is that of face `face`.
typedef const char* hit_obj_triangle_lines(const char* p, hit_obj_run* run, uint32_t vertex_count, uint32_t face,
                                           uint32_t* indices, uint32_t* faces);

typedef struct hit_obj_lines {
    hit_obj_count_lines* count;
    hit_obj_vertex_lines* vertices;
    hit_obj_triangle_lines* triangles;
} hit_obj_lines;

// Those of the instructions in use; the functions of the lowest level take no line. In parse.c.
const hit_obj_lines* hit_obj_lines_in_use(void);

#ifdef HITSCAN_HAVE_AVX2
extern const hit_obj_lines hit_obj_lines_avx2;
#endif

#endif
