// Runs the hitscan command from the bench, and writes the files that it reads.
#ifndef HITSCAN_BENCH_COMMAND_H
#define HITSCAN_BENCH_COMMAND_H

#include "scenes.h"

// Where the files of this suite go.
#define COMMAND_FOLDER "build/bench/files"

// Run `hitscan ARGUMENT...`, the list ended by NULL; what it prints is dropped. Returns how many seconds passed from
// its start to its end. Ends the program, after a message, when the exit code is another than 0.
double command_run(const char* const* arguments);

// Write a scene of triangles as a binary PLY or as an OBJ with six digits behind the point. They end the program, after
// a message, when they cannot. A file that is there already is kept: scenes are always the same.
void command_write_ply(const scene* s, const char* path);
void command_write_obj(const scene* s, const char* path);

#endif
