// An open .hit file; for model/hit_file/read.c and model/hit_file/validate.c alone.
#ifndef TOOL_MODEL_HIT_FILE_INTERNAL_H
#define TOOL_MODEL_HIT_FILE_INTERNAL_H

#include "model/hit_file/hit_file.h"
#include "model/file_map.h"

struct hitfile {
    const char* path; ///< the caller's
    mapped_file map;
    const hitfile_header* header;
    uint64_t offset[HITFILE_SECTIONS + 1]; ///< of the sections; the last is the size of the file
    hit_model model;                       ///< its arrays are the file's, but for meshes and parts
    uint64_t* tree_offset;                 ///< of each mesh's tree, in the section of trees
};

/// A section, as what it holds.
const void* hitfile_section_data(const hitfile* file, hitfile_section section);

/// Tell what is wrong with a file, and what to do. Returns EXIT_BAD_INPUT.
int hitfile_damaged(const hitfile* file, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/// Check everything that has not been checked by opening: what takes time in proportion to the file. Returns an exit
/// code.
int hitfile_validate(const hitfile* file, const hit_task_pool* pool);

#endif
