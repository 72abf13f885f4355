// What the command is started with: its arguments and the standard streams.
#ifndef TOOL_CLI_CONSOLE_H
#define TOOL_CLI_CONSOLE_H

/// The arguments in UTF-8, and streams that keep bytes as they are. Only Windows needs something done; elsewhere the
/// arguments are returned as they are.
char** console_begin(int* argc, char** argv);

#endif
