// The hitscan command: finds the verb and runs it. Each verb is in its own cmd_<verb>.c.
#include "cmd.h"

#include <hitscan/hitscan.h>
#include <stdio.h>
#include <string.h>

static const command commands[] = {
    {"demo", "draw a town by casting rays, and select in it: click, rectangle, lasso, cone", cmd_demo},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static int help(void)
{
    puts("hitscan: what does a ray hit, where, exactly.\n"
         "\n"
         "usage: hitscan <verb> [options]\n"
         "       hitscan <verb> --help\n"
         "       hitscan --help | --version\n"
         "\n"
         "verbs:");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %-8s %s\n", commands[i].name, commands[i].summary);
    puts("\n"
         "exit codes: 0 done, 2 wrong usage, 3 a path that cannot be used, 4 out of memory or disk space\n"
         "environment: HITSCAN_CPU=portable|sse4|avx2 restricts the kernels; the answers stay the same");
    return stdout_is_written() ? EXIT_OK : EXIT_RESOURCES;
}

static int version(void)
{
    printf("hitscan %s\n", hit_version());
    return stdout_is_written() ? EXIT_OK : EXIT_RESOURCES;
}

static int unknown(const char* word)
{
    const char* names[COMMAND_COUNT + 3] = {"--help", "--version"};
    const char* near;
    for (int i = 0; i < COMMAND_COUNT; i++)
        names[i + 2] = commands[i].name;
    near = suggest(word, names);
    if (near)
        complain("unknown %s \"%s\"; did you mean %s?", word[0] == '-' ? "option" : "verb", word, near);
    else
        complain("unknown %s \"%s\"; see hitscan --help", word[0] == '-' ? "option" : "verb", word);
    return EXIT_USAGE;
}

int main(int argc, char** argv)
{
    if (argc < 2) {
        complain("a verb is missing; see hitscan --help");
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return help();
    if (strcmp(argv[1], "--version") == 0)
        return version();
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 2, argv + 2);
    return unknown(argv[1]);
}
