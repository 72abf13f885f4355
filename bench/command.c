// Runs the hitscan command, and writes models for it.
#define _POSIX_C_SOURCE 200809L // posix_spawn

#include "command.h"
#include "bench.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS = 32 };

extern char** environ;

static void give_up(const char* what, const char* why)
{
    fprintf(stderr, "hitscan_bench: %s: %s\n", what, why);
    exit(4);
}

double command_run(const char* const* arguments)
{
    static char program[] = HITSCAN_BENCH_TOOL;
    union {
        const char* constant;
        char* plain;
    } argv[ARGUMENTS + 2]; // posix_spawn does not write to them, but says so in its documentation only
    posix_spawn_file_actions_t actions;
    char* list[ARGUMENTS + 2] = {program};
    double began;
    int code, status;
    pid_t child;

    for (int i = 0; i < ARGUMENTS && arguments[i] != NULL; i++) {
        argv[i].constant = arguments[i];
        list[i + 1] = argv[i].plain;
    }
    if (posix_spawn_file_actions_init(&actions) != 0 ||
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) != 0)
        give_up(program, "out of memory");
    began = bench_seconds();
    code = posix_spawn(&child, program, &actions, NULL, list, environ);
    if (code != 0)
        give_up(program, strerror(code));
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            give_up(program, strerror(errno));
    began = bench_seconds() - began;
    posix_spawn_file_actions_destroy(&actions);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        give_up(arguments[0], "the command failed");
    return began;
}

static FILE* create(const char* path)
{
    struct stat s;
    FILE* f;
    (void)mkdir(COMMAND_FOLDER, 0777); // when it is there already, so much the better
    if (stat(path, &s) == 0 && s.st_size > 0)
        return NULL;
    f = fopen(path, "wb");
    if (f == NULL)
        give_up(path, strerror(errno));
    return f;
}

static void finish(FILE* f, const char* path)
{
    const bool failed = ferror(f) != 0;
    if (fclose(f) != 0 || failed) {
        remove(path);
        give_up(path, "cannot be written");
    }
}

void command_write_ply(const scene* s, const char* path)
{
    FILE* f = create(path);
    if (f == NULL)
        return;
    fprintf(f,
            "ply\nformat binary_little_endian 1.0\nelement vertex %u\nproperty float x\nproperty float y\n"
            "property float z\nelement face %u\nproperty list uchar int vertex_indices\nend_header\n",
            (unsigned)s->vertices, (unsigned)s->count);
    fwrite(s->vertex, sizeof *s->vertex, s->vertices, f);
    for (uint32_t i = 0; i < s->count; i++) {
        fputc(3, f);
        fwrite(s->index + 3 * (size_t)i, sizeof *s->index, 3, f);
    }
    finish(f, path);
}

void command_write_obj(const scene* s, const char* path)
{
    FILE* f = create(path);
    if (f == NULL)
        return;
    for (uint32_t i = 0; i < s->vertices; i++)
        fprintf(f, "v %.6f %.6f %.6f\n", (double)s->vertex[i].x, (double)s->vertex[i].y, (double)s->vertex[i].z);
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t* v = s->index + 3 * (size_t)i;
        fprintf(f, "f %u %u %u\n", v[0] + 1, v[1] + 1, v[2] + 1);
    }
    finish(f, path);
}
