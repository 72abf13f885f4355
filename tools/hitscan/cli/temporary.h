// Files that must not stay when the command is ended: the temporary names of what is being written.
#ifndef TOOL_CLI_TEMPORARY_H
#define TOOL_CLI_TEMPORARY_H

#include <stdbool.h>
#include <stdio.h>

/// From now on a signal that ends the command removes this file first. Those that are caught for that are SIGHUP,
/// SIGINT, SIGPIPE, SIGQUIT, SIGTERM and SIGXCPU; the command then ends by the signal, as it would have without.
///
/// @param path  kept until it is forgotten; for ever, when that never happens
/// @return  a number for temporary_forget; -1 when there are too many, and this one is not cared for
int temporary_remember(char* path);

/// The file is no temporary one any more. True when the memory of the path is the caller's again; false when another
/// thread is about to end the command, and uses it. -1 is always true.
bool temporary_forget(int number);

/// A file without a name, for writing and reading, that goes with its last handle; NULL, with errno, where there is
/// none to be had.
FILE* temporary_file(void);

#endif
