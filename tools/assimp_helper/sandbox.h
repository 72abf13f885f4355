// What this process may do, before it looks at a byte that nobody has checked.
#ifndef ASSIMP_HELPER_SANDBOX_H
#define ASSIMP_HELPER_SANDBOX_H

#include "mesh_io/assimp/protocol.h"

// Limit memory and time as the request says; no writing of files, no core dumps; end with the one who started us. When
// C++ finds no memory, the last word is HIT_ERROR_LIMIT.
void limit_resources(const hit_assimp_request* request);

// From here on no file can be opened (where the system has Landlock).
void forbid_files(void);

#endif
