// Which .hit files have been checked already, so that using one again takes no time in proportion to its size.
//
// A note is an empty file in $XDG_CACHE_HOME/hitscan/checked, or ~/.cache/hitscan/checked. Its name says which file:
// device, inode, size, times of change, and the version of the command. The time of the last change of an inode cannot
// be set by programs, so a file that was changed, replaced or restored since has no note. This is a cache and no more:
// without it, and whenever something about it is odd, files are checked; HITSCAN_NO_CACHE=1 switches it off.
#ifndef TOOL_MODEL_HIT_FILE_VALIDATED_CACHE_H
#define TOOL_MODEL_HIT_FILE_VALIDATED_CACHE_H

#include "model/file_map.h"

/// True when a file has been found good before.
bool validated_cache_has(const file_identity* identity);

/// A file is good. One that changed just now is not noted, unless this run wrote it (`ours`): it might change again
/// within the same tick of the clock.
void validated_cache_add(const file_identity* identity, bool ours);

#endif
