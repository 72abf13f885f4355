// The hitscan command: finds the verb, reads its options and runs it. Each verb is in its own verbs/<verb>.c.
#include "cli/console.h"
#include "cli/file_uses.h"
#include "cli/message.h"
#include "cli/verb.h"
#include "cluster/cluster.h"
#include "format/json_messages.h"

#include <hitscan/hitscan.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const verb* const verbs[] = {&verb_info,   &verb_cast,  &verb_pick,       &verb_select, &verb_explain,
                             &verb_render, &verb_lidar, &verb_tree,       &verb_bench,  &verb_gen,
                             &verb_demo,   &verb_man,   &verb_completion, NULL};

const verb* current_verb;

static int help(void)
{
    puts("hitscan: what does a ray hit, where, exactly.\n"
         "\n"
         "usage: hitscan <verb> [options]\n"
         "       hitscan <verb> --help | hitscan help <verb>\n"
         "       hitscan --help | --version\n"
         "\n"
         "verbs:");
    for (int i = 0; verbs[i]; i++)
        printf("  %-10s %s\n", verbs[i]->name, verbs[i]->summary);
    puts("\n"
         "exit codes: 0 found, or done; 1 nothing was hit; 2 wrong usage; 3 a file that cannot be used;\n"
         "            4 out of memory or disk space; 128 + n stopped by signal n\n"
         "environment: HITSCAN_CPU=portable|sse4|avx2 restricts the kernels; the answers stay the same.\n"
         "             NO_COLOR=1 for no colours");
    return end_of_output(EXIT_OK);
}

static int version(void)
{
    char mpi[CLUSTER_TEXT_MAX];
    printf("hitscan %s\n", hit_version());
    if (cluster_describe(mpi))
        printf("MPI: %s\n", mpi);
    else
        puts("MPI: no");
    return end_of_output(EXIT_OK);
}

static int unknown(const char* word)
{
    enum { NAMES_MAX = 32 };
    const char* names[NAMES_MAX + 1] = {"--help", "--version"};
    const char* near;
    for (int i = 0; verbs[i] && i + 2 < NAMES_MAX; i++)
        names[i + 2] = verbs[i]->name;
    near = suggest(word, names);
    if (near)
        print_error("unknown %s \"%s\"; did you mean %s?", word[0] == '-' ? "option" : "verb", word, near);
    else
        print_error("unknown %s \"%s\"; see hitscan --help", word[0] == '-' ? "option" : "verb", word);
    return EXIT_USAGE;
}

// The arguments of verbs that take models are files that are read.
static int tell_models(const verb* v, char** arguments, int count)
{
    int code = EXIT_OK;
    if (strstr(v->arguments, "MODEL"))
        for (int i = 0; i < count && code == EXIT_OK; i++)
            code = file_is_read("the model", arguments[i]);
    return code;
}

static int run(const verb* v, int argc, char** argv)
{
    void* options = malloc(v->options_size);
    char** arguments = malloc(((size_t)argc + 1) * sizeof *arguments);
    int code = EXIT_RESOURCES, count;
    current_verb = v;
    if (!options || !arguments)
        print_error("out of memory");
    else if (!options_read(v, argc, argv, options, arguments, &count))
        code = EXIT_USAGE;
    else if (((const common_options*)options)->help) {
        print_help(v);
        code = end_of_output(EXIT_OK);
    } else {
        code = cluster_begin(v, argc, argv);
        if (code == EXIT_OK)
            code = tell_models(v, arguments, count);
        if (code == EXIT_OK)
            code = v->run(options, arguments, count);
        code = cluster_end(code);
    }
    free(options);
    free((void*)arguments);
    return code;
}

// --json anywhere counts, also where the rest of the line is wrong: whoever asks for JSON reads nothing else.
static bool wants_json(int argc, char** argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0)
            return true;
    return false;
}

// hitscan help VERB is what hitscan VERB --help is.
static int help_about(const char* word)
{
    for (int i = 0; verbs[i]; i++)
        if (strcmp(word, verbs[i]->name) == 0) {
            print_help(verbs[i]);
            return end_of_output(EXIT_OK);
        }
    return unknown(word);
}

static int run_line(int argc, char** argv)
{
    if (argc < 2) {
        print_error("a verb is missing; see hitscan --help");
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "help") == 0 && argc > 2)
        return help_about(argv[2]);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return help();
    if (strcmp(argv[1], "--version") == 0)
        return version();
    for (int i = 0; verbs[i]; i++)
        if (strcmp(argv[1], verbs[i]->name) == 0)
            return run(verbs[i], argc - 2, argv + 2);
    return unknown(argv[1]);
}

int main(int argc, char** argv)
{
    bool as_json;
    int code;
    argv = console_begin(&argc, argv);
    as_json = wants_json(argc, argv);
#if defined(SIGXFSZ)
    signal(SIGXFSZ, SIG_IGN); // a file that may not grow is then an error like a full disk
#endif
    cluster_look();
    if (as_json)
        keep_messages();
    code = run_line(argc, argv);
    if (as_json && code != EXIT_OK && code != EXIT_NOTHING && !json_is_printed() && !messages_are_held()) {
        json_print_failure(json_output(), code);
        fflush(json_output());
    }
    messages_forget();
    return code;
}
