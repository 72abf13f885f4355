// What --json says of messages.
//
// Every message is in the document: json_close puts an array "messages" at the end of an outermost object when there
// are any, of {"level": "note", "warning" or "error", "text", "file" and "line" where they are known}. A run that fails
// before it has printed a document prints {"error": {"text", "file", "line", "exit_code"}}, and the others as messages.
#ifndef TOOL_FORMAT_JSON_MESSAGES_H
#define TOOL_FORMAT_JSON_MESSAGES_H

#include "format/json_writer.h"

/// Add "messages" to an object: those since the last call; nothing when there are none.
void json_messages(json_writer* j);

/// Add "error" to an object, which is the last error that was printed, and then "messages", which are the others.
void json_failure(json_writer* j, int exit_code);

/// Print a document about a run that failed.
void json_print_failure(FILE* file, int exit_code);

#endif
