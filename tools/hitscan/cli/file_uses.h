// Which files a run reads and which it writes: no verb may write over what it reads, or write one file twice.
//
// A file is known by its device and number, so links, hard links and other spellings of a path make no difference; one
// that is not there yet, by its folder and its name. Pipes and devices are nobody's: they may be used as often as one
// likes.
//
// The command tells the models of its command line by itself; a verb tells the other files that it reads, and what it
// is going to write, before it begins. cli/atomic_file.h asks again when it opens a file. One thread at a time.
#ifndef TOOL_CLI_FILE_USES_H
#define TOOL_CLI_FILE_USES_H

#include <stdbool.h>

/// This file is going to be read. "-" is the standard input.
///
/// @param what  for a message, as in "the model"; of the same file the last one counts
/// @return  an exit code: EXIT_USAGE after a message when it is going to be written, too, or is the standard input a
///          second time
int file_is_read(const char* what, const char* path);

/// This file is going to be written. "-" is the standard output.
///
/// @param named_by  the option that names it, as in "-o"
/// @return  an exit code: EXIT_USAGE after a message when it is read, or written by another option
int file_is_written(const char* named_by, const char* path);

/// A file is opened for writing: the same as file_is_written, but for files that no option names.
int file_is_opened(const char* path);
/// It is closed.
void file_is_closed(const char* path);

/// Where links lead: the path of the file that writing to `path` makes or replaces. A link may lead to what is not
/// there yet. NULL when memory is short, or there are too many links, with errno. For free().
char* follow_links(const char* path);

/// The part of a path behind its last slash.
const char* name_in_path(const char* path);

#endif
