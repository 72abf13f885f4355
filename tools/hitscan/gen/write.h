// Writes a generated model in one of the formats, vertex by vertex: the memory does not grow with the model.
#ifndef TOOL_GEN_WRITE_H
#define TOOL_GEN_WRITE_H

#include "cli/job.h"
#include "format/bytes.h"
#include "gen/gen.h"

/// A model on its way into a file.
typedef struct gen_write_job {
    gen* model;
    buffered_file* to;
    progress* shown; ///< counts vertices and triangles that were written
    uint64_t done;
} gen_write_job;

/// False when the user interrupts or the file takes no more: writers return then. To be called now and then.
bool gen_may_continue(gen_write_job* w);

/// Calls `put` with each vertex of the chosen part, or with each triangle. False as gen_may_continue.
bool gen_each_vertex(gen_write_job* w, void (*put)(buffered_file* to, hit_vec3 vertex));
/// @param base  added to each of the three numbers
bool gen_each_face(gen_write_job* w, uint64_t base, void (*put)(buffered_file* to, const uint64_t corner[3]));

/// All vertices, then all triangles, numbered from 0: for formats without parts.
void gen_write_lists(gen_write_job* w, void (*put_vertex)(buffered_file* to, hit_vec3 vertex),
                     void (*put_face)(buffered_file* to, const uint64_t corner[3]));

/// As text, with a line end: "x y z", and " a b c".
void gen_put_point(buffered_file* to, hit_vec3 v);
void gen_put_corners(buffered_file* to, const uint64_t corner[3]);

/// In binary: three floats.
void gen_put_vertex(buffered_file* to, hit_vec3 v);

/// A way to write. What goes wrong is in the file's error, or in `interrupted`.
typedef void gen_writer(gen_write_job* w);
gen_writer gen_write_obj, gen_write_ply, gen_write_stl, gen_write_off, gen_write_glb;

/// The bytes that a GLB file of this model would have; its format ends at 2^32 - 1, and above that this may be too few.
uint64_t gen_glb_bytes(gen* model, buffered_file* scratch);

#endif
