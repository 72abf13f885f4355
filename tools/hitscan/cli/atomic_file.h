// A file that appears under its name only when it is complete: the way in which all files of the command are written.
//
// It is written under a temporary name beside the target, brought to the disk, and renamed. So an older file stays
// until the new one is complete, a reader never sees half of one, and two runs that write one file leave what one of
// them wrote. The temporary name is new and of this process alone: nothing that lies there, links included, is written
// to. It is removed on failure, and when a signal ends the command.
//
// A target that is a symbolic link stays one: what it leads to is replaced, or made. Other names (hard links) of a file
// that is replaced keep the old content. The new file has the permissions of the old one; a file that one may not write
// is not replaced. What is no regular file (a pipe, /dev/null, /dev/stdout) is written to directly.
//
// No run writes over what it reads, or writes one file twice: see cli/file_uses.h.
#ifndef TOOL_CLI_ATOMIC_FILE_H
#define TOOL_CLI_ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct atomic_file {
    FILE* file;
    const char* path; ///< as it was given
    char* target;     ///< where its links lead; NULL when `path` itself is written to
    char* part;       ///< the name while it is being written; NULL when that is `path` itself
    int temporary;    ///< the number of `part` for cli/temporary.h
    bool replaces;    ///< there is an older file
    bool stays;       ///< what is not complete stays under the name `part`
} atomic_file;

/// Open `path` for writing, under another name beside it where it is or becomes a regular file.
///
/// @param path  kept, not copied
/// @return  an exit code: not EXIT_OK when it cannot be opened, or is a file that this run reads or writes already
int atomic_file_open(atomic_file* out, const char* path);

/// The same for a regular file that a later run is to go on with: until it is complete, it has the name of the target
/// and `suffix`, and keeps what it has when it is closed or the run is ended. What lies there is written over.
int atomic_file_open_kept(atomic_file* out, const char* path, const char* suffix);

/// Close the file and give it its name. An older file of that name is replaced.
/// @return  an exit code: not EXIT_OK when not everything could be written, and nothing is left of it
int atomic_file_commit(atomic_file* out);

/// Close a file that is usable, but not all that it should be: it gets its name, unless there is an older file, which
/// stays.
/// @param kept  true when it has its name
/// @return  an exit code
int atomic_file_commit_part(atomic_file* out, bool* kept);

/// Close and remove what was written.
void atomic_file_discard(atomic_file* out);

#endif
