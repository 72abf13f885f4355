// Runs the built command in a child process and keeps what it prints. Its path is the environment variable
// HITSCAN_TOOL.
#ifndef TEST_CLI_TOOL_H
#define TEST_CLI_TOOL_H

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct tool_run {
    int code; ///< the exit code; -1 when it was ended by a signal
    char out[16384];
    char err[4096];
} tool_run;

/// What is special about a run; all zero is nothing.
typedef struct tool_setting {
    const char* cpu;      ///< value of HITSCAN_CPU
    const char* out_path; ///< where stdout goes, in place of `out`
    rlim_t file_limit;    ///< bytes that a file may have
    rlim_t memory_limit;  ///< bytes of address space
} tool_setting;

static const char* tool_path(void)
{
    return getenv("HITSCAN_TOOL");
}

static void tool_limit(int what, rlim_t value)
{
    const struct rlimit limit = {value, value};
    if (value > 0 && setrlimit(what, &limit) != 0)
        _exit(99);
}

/// Start the command in `directory`; stdout and stderr go to the given files.
static pid_t tool_start(const char* directory, tool_setting setting, int out, int err, const char* const* arguments)
{
    const char* argv[16] = {tool_path()};
    const pid_t child = fork();
    if (child != 0)
        return child;
    for (int i = 0; i < 14 && arguments[i]; i++)
        argv[i + 1] = arguments[i];
    if (setting.cpu)
        setenv("HITSCAN_CPU", setting.cpu, 1);
    if (setting.out_path)
        out = open(setting.out_path, O_WRONLY);
    signal(SIGINT, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN); // a write beyond the limit then fails like one to a full disk
    if (chdir(directory) != 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0)
        _exit(99);
    tool_limit(RLIMIT_FSIZE, setting.file_limit);
    tool_limit(RLIMIT_AS, setting.memory_limit);
    execv(argv[0], (char* const*)(void*)argv);
    _exit(99);
}

static int tool_wait(pid_t child)
{
    int status = 0;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

/// How many temporary files of `name` lie in a folder: "name.4711-89abcdef.part". NULL: of any name.
/// @param size  of the last one that was found; untouched when there is none; may be NULL
static inline int tool_count_parts(const char* directory, const char* name, off_t* size)
{
    const size_t length = name ? strlen(name) : 0;
    DIR* folder = opendir(directory);
    const struct dirent* entry;
    int count = 0;
    while (folder && (entry = readdir(folder))) {
        const size_t whole = strlen(entry->d_name);
        struct stat about;
        if (whole < 5 || strcmp(entry->d_name + whole - 5, ".part") != 0 ||
            (name && (strncmp(entry->d_name, name, length) != 0 || entry->d_name[length] != '.')))
            continue;
        count++;
        if (size && fstatat(dirfd(folder), entry->d_name, &about, 0) == 0)
            *size = about.st_size;
    }
    if (folder)
        closedir(folder);
    return count;
}

/// Wait until the temporary file of `name` has so many bytes. False when that does not happen for a minute.
static inline bool tool_wait_for_part(const char* directory, const char* name, off_t bytes)
{
    const struct timespec moment = {0, 1000 * 1000};
    for (int i = 0; i < 60000; i++) {
        off_t size = -1;
        tool_count_parts(directory, name, &size);
        if (size >= bytes)
            return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

static void tool_read(int from, char* text, size_t size)
{
    size_t used = 0;
    ssize_t got;
    lseek(from, 0, SEEK_SET);
    while (used + 1 < size && (got = read(from, text + used, size - 1 - used)) > 0)
        used += (size_t)got;
    text[used] = '\0';
    close(from);
}

/// A nameless file for what the command prints. Not a pipe: it could fill up.
static int tool_scratch(void)
{
    char name[] = "/tmp/hitscan-cli-XXXXXX";
    const int file = mkstemp(name);
    if (file >= 0)
        unlink(name);
    return file;
}

/// Run the command with arguments that end with NULL.
static tool_run tool_run_with(const char* directory, tool_setting setting, const char* const* arguments)
{
    tool_run run = {.code = -1};
    const int out = tool_scratch(), err = tool_scratch();
    const pid_t child = tool_start(directory, setting, out, err, arguments);
    if (child > 0)
        run.code = tool_wait(child);
    tool_read(out, run.out, sizeof run.out);
    tool_read(err, run.err, sizeof run.err);
    return run;
}

#define TOOL_RUN(directory, ...) tool_run_with(directory, (tool_setting){0}, (const char* const[]){__VA_ARGS__, NULL})

#endif
