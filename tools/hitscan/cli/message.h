// The messages that were printed, for those who print them again: see format/json_messages.h.
#ifndef TOOL_CLI_MESSAGE_H
#define TOOL_CLI_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum message_level { MESSAGE_NOTE, MESSAGE_WARNING, MESSAGE_ERROR } message_level;

typedef struct message {
    message_level level;
    char* text;
    char* file;    ///< that it is about, or NULL
    uint64_t line; ///< of the file, or 0
} message;

/// Those since messages_forget, in their order; there are some with --json only. No thread may print one meanwhile.
const message* messages_kept(size_t* count);
void messages_forget(void);

/// Print nothing from now on, but keep the first error: for ranks other than 0 of a launcher.
void messages_hold(void);
bool messages_are_held(void);
/// The error that was kept; "unknown error" when there is none.
const char* message_held(void);

#endif
