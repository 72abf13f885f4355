// An open .hit file, and which files have been validated before; for the files of this folder alone.
#ifndef TOOL_MODEL_HIT_FILE_INTERNAL_H
#define TOOL_MODEL_HIT_FILE_INTERNAL_H

#include "model/file_map.h"
#include "model/hit_file/hit_file.h"

// ---- An open file ---------------------------------------------------------------------------------------------------

struct hitfile {
    const char* path; ///< the caller's
    mapped_file map;
    bool is_borrowed; ///< the bytes of `map` are the caller's
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

// ---- Files that were validated --------------------------------------------------------------------------------------
// Which .hit files have been checked already, so that using one again takes no time in proportion to its size.
//
// A note is an empty file in $XDG_CACHE_HOME/hitscan/checked, or ~/.cache/hitscan/checked. Its name says which file:
// device, inode, size, times of change, and the version of the command. The time of the last change of an inode cannot
// be set by programs, so a file that was changed, replaced or restored since has no note. This is a cache and no more:
// without it, and whenever something about it is odd, files are checked; HITSCAN_NO_CACHE=1 switches it off.

/// True when a file has been found good before.
bool validated_cache_has(const file_identity* identity);

/// A file is good. One that changed just now is not noted, unless this run wrote it (`ours`): it might change again
/// within the same tick of the clock.
void validated_cache_add(const file_identity* identity, bool ours);

#endif
