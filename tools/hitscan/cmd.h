// What the verbs of the command share: exit codes, messages and the reading of options.
#ifndef TOOL_CMD_H
#define TOOL_CMD_H

#include <stdbool.h>
#include <stdint.h>

/// What the command ends with.
enum {
    EXIT_OK = 0,
    EXIT_USAGE = 2,     ///< the command line is wrong
    EXIT_BAD_INPUT = 3, ///< a file or a path cannot be used
    EXIT_RESOURCES = 4, ///< out of memory, disk full
    EXIT_SIGNAL = 128   ///< plus the number of the signal that stopped it, as shells do
};

/// One verb of the command. `run` gets what follows the verb, and returns an exit code.
typedef struct command {
    const char* name;
    const char* summary;
    int (*run)(int argc, char** argv);
} command;

/// What kind of value an option takes.
typedef enum option_kind {
    OPTION_FLAG,  ///< none: sets a bool
    OPTION_COUNT, ///< a whole number from `low` to `high`: sets a uint32_t
    OPTION_TEXT   ///< any text that is not empty: sets a const char*
} option_kind;

/// One option of a verb; `target` points to a value of the kind's type, which holds the default.
typedef struct option {
    const char* name; ///< with its dashes
    option_kind kind;
    void* target;
    uint32_t low, high;
} option;

/// Print "hitscan: " and a message with a line end to stderr.
void complain(const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/// The candidate that a mistyped word is nearest to, or NULL when none is near. `names` ends with NULL.
const char* suggest(const char* word, const char* const* names);

/// Read a command line of options only, `--name value` or `--name=value`.
///
/// @param verb  for messages
/// @return  false, after a message, when the line is wrong
bool options_read(const char* verb, const option* options, int count, int argc, char** argv);

/// True when stdout took all that was printed; else false, after a message.
bool stdout_is_written(void);

int cmd_demo(int argc, char** argv);

#endif
