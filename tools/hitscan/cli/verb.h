// What the verbs of the command share: how a verb describes itself, exit codes, and messages.
//
// A verb is a table: its options with their help, its details and examples. `--help`, the man pages, the completions of
// shells and the reading of command lines are all made from it, so they cannot disagree.
#ifndef TOOL_CLI_VERB_H
#define TOOL_CLI_VERB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Exit codes: what the command ends with. A function that returns one has printed a message when it is not EXIT_OK.
enum {
    EXIT_OK = 0,        ///< found, or done
    EXIT_NOTHING = 1,   ///< nothing was hit, picked or selected
    EXIT_USAGE = 2,     ///< the command line is wrong
    EXIT_BAD_INPUT = 3, ///< a file cannot be used
    EXIT_RESOURCES = 4, ///< out of memory, disk full
    EXIT_SIGNAL = 128   ///< plus the number of the signal that stopped it, as shells do
};

enum { THREADS_MAX = 256 };

/// What kind of value an option takes, and what it sets.
typedef enum option_kind {
    OPTION_FLAG,        ///< none: a bool
    OPTION_COUNT,       ///< a whole number from low to high: a uint32_t
    OPTION_COUNT64,     ///< the same: a uint64_t, up to 2^53
    OPTION_NUMBER,      ///< a finite number from low to high: a double
    OPTION_NUMBER_LIST, ///< `low` to `high` numbers with commas between: a number_list
    OPTION_TEXT,        ///< any text that is not empty: a const char*
    OPTION_TEXT_LIST,   ///< the same, and it may be given several times: a text_list
    OPTION_CHOICE,      ///< one of some words: an int, its index in `choices`
    OPTION_BYTES        ///< a whole number of bytes, or of K, M, G or T (powers of 1024): a uint64_t
} option_kind;

enum { NUMBER_LIST_MAX = 16 };

typedef struct number_list {
    double at[NUMBER_LIST_MAX];
    uint32_t count; ///< 0: not given
} number_list;

enum { TEXT_LIST_MAX = 64 };

typedef struct text_list {
    const char* at[TEXT_LIST_MAX];
    uint32_t count; ///< 0: not given
} text_list;

/// One option of a verb.
typedef struct option {
    const char* name;  ///< with its dashes
    const char* value; ///< what help calls its value, as in "FILE"; NULL for a flag
    const char* help;  ///< what it does; the default in parentheses; may have line ends
    option_kind kind;
    size_t offset; ///< of its value in the verb's options
    double low, high;
    const char* const* choices; ///< ends with NULL; of texts: words that it may be, for shells to complete
} option;

/// What every verb has; the first member of a verb's options.
typedef struct common_options {
    bool json;        ///< print for machines
    bool quiet;       ///< no progress and no notes on stderr, and no table on stdout
    uint32_t threads; ///< 0: one for each processor
    bool help;
} common_options;

/// A verb of the command.
typedef struct verb {
    const char* name;
    const char* summary;              ///< half a line, for the list of verbs
    const char* arguments;            ///< what follows the options, as in "MODEL..."; "" for nothing
    int min_arguments, max_arguments; ///< how many of these there must be
    const option* options;            ///< without the common ones
    int option_count;
    size_t options_size;  ///< of the struct that `defaults` points to, and that begins with common_options
    const void* defaults; ///< values of options that are not given
    const char* details;  ///< what help says below the options: paragraphs of lines of at most 100 characters, each
                          ///< ended by \n, with an empty line between; formats, units, axes
    const char* examples; ///< command lines, each ended by \n; a line that begins with # explains the next
    bool on_ranks;        ///< several ranks of a launcher can do it together (cluster/cluster.h)
    /// @param options    a struct of options_size bytes
    /// @param arguments  `count` of them: what is no option
    /// @return  an exit code
    int (*run)(const void* options, char** arguments, int count);
} verb;

/// All verbs, in the order of help; ends with NULL. Each has a file in verbs/.
extern const verb* const verbs[];
extern const verb verb_info, verb_cast, verb_pick, verb_select, verb_explain, verb_render, verb_lidar, verb_tree,
    verb_bench, verb_gen, verb_demo, verb_man, verb_completion;

/// The one that runs; NULL before there is one.
extern const verb* current_verb;

/// The options that every verb has.
extern const option common_option_table[];
extern const int common_option_count;

#if defined(__GNUC__)
#define TAKES_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define TAKES_FORMAT(text, first)
#endif

// Messages: "hitscan: " and a text, with a line end, to stderr. Control characters and what is no UTF-8 become '?'.
// With --json they are kept besides, for the document that is printed (format/json_messages.h); when that goes to
// stderr, they are in it alone.

/// The run fails by this, or what is asked for cannot be found.
void print_error(const char* format, ...) TAKES_FORMAT(1, 2);
/// There is an answer, but not all that was asked for is in it.
void print_warning(const char* format, ...) TAKES_FORMAT(1, 2);
/// Something that one may want to know.
void print_note(const char* format, ...) TAKES_FORMAT(1, 2);

/// The same about a file: "FILE:LINE: ", or "FILE: " when `line` is 0, stands before the text.
void print_error_in(const char* file, uint64_t line, const char* format, ...) TAKES_FORMAT(3, 4);
void print_warning_in(const char* file, uint64_t line, const char* format, ...) TAKES_FORMAT(3, 4);
void print_note_in(const char* file, uint64_t line, const char* format, ...) TAKES_FORMAT(3, 4);

/// --json is given: messages are kept from now on.
void keep_messages(void);

/// The standard output is for data: what --json prints goes to stderr, and nothing else does.
void stdout_is_taken(void);

/// Where the document of --json goes: stdout, or stderr when stdout is taken.
FILE* json_output(void);

/// Print that memory is short, for a verb or a file. Returns EXIT_RESOURCES.
int out_of_memory(const char* what);

/// The candidate that a mistyped word is nearest to, or NULL when none is near. `names` ends with NULL.
const char* suggest(const char* word, const char* const* names);

/// Read a command line: `--name value` or `--name=value`, `--` ends the options, the rest are arguments.
///
/// @param options    filled, from the defaults on
/// @param arguments  room for `argc` of them
/// @param count      their number
/// @return  false, after a message, when the line is wrong. With --help the number of arguments is not checked
bool options_read(const verb* v, int argc, char** argv, void* options, char** arguments, int* count);

/// Read numbers with commas between them, all of `text`: at most `capacity`. Returns how many, or 0 when it is no such
/// list.
uint32_t read_numbers(const char* text, double* numbers, uint32_t capacity);

/// Print what `hitscan VERB --help` prints.
void print_help(const verb* v);

/// True when stdout took all that was printed; else false, after a message.
bool stdout_is_written(void);

/// EXIT_OK, or EXIT_RESOURCES after a message when stdout did not take everything.
int end_of_output(int code);

/// Seconds since some moment, for measuring how long things take.
double seconds_now(void);

#endif
