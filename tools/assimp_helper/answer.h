// The answer to the library: frames over the socket (mesh_io/assimp/protocol.h).
#ifndef ASSIMP_HELPER_ANSWER_H
#define ASSIMP_HELPER_ANSWER_H

#include "mesh_io/assimp/protocol.h"

#include <hitscan/base.h>
#include <stdbool.h>
#include <stddef.h>

// A frame of several pieces: begin with their whole size, then send each of them. Who cannot send ends: nobody listens.
void answer_begin(hit_assimp_kind kind, uint64_t size);
void answer_bytes(const void* bytes, size_t size);

// A frame of one piece.
void answer_frame(hit_assimp_kind kind, const void* bytes, size_t size);

// Ask for a file that stands beside the model; the bytes are for free(). NULL: it is not there.
char* answer_want(const char* name, size_t* size);

// The next bytes that the library sends. Who cannot get them ends.
void answer_receive(void* to, size_t size);

// A sentence for hit_model.notes.
void answer_note(const char* format, ...) __attribute__((format(printf, 1, 2)));

// The last word: why there is no model. Does not come back.
_Noreturn void answer_error(hit_status status, const char* format, ...) __attribute__((format(printf, 2, 3)));

// The last word: all is said. Does not come back, and leaves the cleaning to the system.
_Noreturn void answer_end(void);

#endif
