// hitscan completion: print what lets a shell complete command lines, made from the tables of the verbs.
//
// Every shell gets the same in its own words: the verbs; for each verb its options; for each option whether a
// value follows, and whether that is a file, a folder or one of some words; and what the arguments of a verb are. Names
// in tables are plain ASCII words; explanations are quoted for the shell in question.
#include "cli/atomic_file.h"
#include "cli/temporary.h"
#include "cli/verb.h"
#include "format/json_writer.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct completion_options {
    common_options common;
    const char* out;
} completion_options;

// ---- Facts ----------------------------------------------------------------------------------------------------------

// What a value or an argument is.
typedef enum word_kind {
    WORD_NONE,   ///< there is none
    WORD_ANY,    ///< a number, a text: nothing to offer
    WORD_FILE,   ///< a file
    WORD_MODEL,  ///< a file, as a rule with one of model_endings
    WORD_FOLDER, ///< a folder
    WORD_VERB,   ///< a verb of this command
    WORD_LIST    ///< one of some words: see put_words
} word_kind;

// How models are called, as a rule. Where no file of a folder is, shells offer all of them.
static const char* const model_endings[] = {"obj", "ply", "stl", "off", "gltf", "glb", "3mf", "xyz", "pts",     "asc",
                                            "gz",  "zip", "hit", "dae", "fbx",  "3ds", "x3d", "lwo", "lws",     "blend",
                                            "x",   "ase", "ac",  "b3d", "dxf",  "ifc", "md2", "md3", "md5mesh", "ms3d",
                                            "smd", "cob", "nff", "raw", "ter",  "xgl", "mdl", NULL};

static bool mentions(const char* text, const char* word)
{
    return text && strstr(text, word) != NULL;
}

// Words that stand for themselves are in small letters, as in "bash|zsh|fish"; "FILE|-" is not one of these.
static bool is_list(const char* text)
{
    return strchr(text, '|') && text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-|")] == '\0';
}

// Where the details of a verb explain its argument: the line behind "KIND is one of"; each line of that list is
// indented and begins with a word. NULL when they do not.
static const char* explained_words(const verb* v)
{
    const size_t length = strlen(v->arguments);
    for (const char* line = v->details; *line; line += strcspn(line, "\n") + 1) {
        if (length > 0 && strncmp(line, v->arguments, length) == 0 && strncmp(line + length, " is one of\n", 11) == 0)
            return line + length + 11;
    }
    return NULL;
}

static word_kind value_kind(const option* o)
{
    if (o->kind == OPTION_FLAG)
        return WORD_NONE;
    if (o->choices)
        return WORD_LIST;
    if (o->kind != OPTION_TEXT && o->kind != OPTION_TEXT_LIST)
        return WORD_ANY;
    if (mentions(o->value, "FOLDER"))
        return WORD_FOLDER;
    return mentions(o->value, "FILE") || mentions(o->value, "PATH") ? WORD_FILE : WORD_ANY;
}

static word_kind argument_kind(const verb* v)
{
    if (!*v->arguments)
        return WORD_NONE;
    if (is_list(v->arguments) || explained_words(v))
        return WORD_LIST;
    if (mentions(v->arguments, "VERB"))
        return WORD_VERB;
    if (mentions(v->arguments, "MODEL"))
        return WORD_MODEL;
    return mentions(v->arguments, "FILE") ? WORD_FILE : WORD_ANY;
}

// The options of a verb, the common ones behind its own; NULL after the last.
static const option* option_at(const verb* v, int i)
{
    if (i < v->option_count)
        return &v->options[i];
    return i - v->option_count < common_option_count ? &common_option_table[i - v->option_count] : NULL;
}

// ---- Words ----------------------------------------------------------------------------------------------------------

static void put_verbs(FILE* f)
{
    for (int i = 0; verbs[i]; i++)
        fprintf(f, "%s%s", i > 0 ? " " : "", verbs[i]->name);
}

// In small letters and in capitals: not every shell can compare without.
static void put_model_endings(FILE* f)
{
    for (int i = 0; model_endings[i]; i++) {
        fprintf(f, "%s%s|", i > 0 ? "|" : "", model_endings[i]);
        for (const char* p = model_endings[i]; *p; p++)
            fputc(toupper((unsigned char)*p), f);
    }
}

// The words of a choice, or those of "one|two", with spaces between.
static void put_choices(FILE* f, const option* o)
{
    for (int i = 0; o->choices[i]; i++)
        fprintf(f, "%s%s", i > 0 ? " " : "", o->choices[i]);
}

static void put_argument_words(FILE* f, const verb* v)
{
    const char* line = explained_words(v);
    if (argument_kind(v) == WORD_VERB)
        put_verbs(f);
    else if (line)
        for (const char* space = ""; *line == ' '; line += strcspn(line, "\n") + 1, space = " ") {
            line += strspn(line, " ");
            fprintf(f, "%s%.*s", space, (int)strcspn(line, " \n"), line);
        }
    else
        for (const char* p = v->arguments; *p; p++)
            fputc(*p == '|' ? ' ' : *p, f);
}

// The first line of an explanation, without a comma at its end, within single quotes: `quote` stands for one of these,
// and a backslash goes before what is special.
static void put_quoted(FILE* f, const char* text, const char* special, const char* quote)
{
    for (; *text && *text != '\n' && strncmp(text, ",\n", 2) != 0; text++) {
        if (*text == '\'')
            fputs(quote, f);
        else {
            if (strchr(special, *text))
                fputc('\\', f);
            fputc(*text, f);
        }
    }
}

// ---- bash -----------------------------------------------------------------------------------------------------------

// Bash takes `--name=value` apart at the equals sign, so that the word before the value may be "=".
static void bash_verb(FILE* f, const verb* v)
{
    const word_kind argument = argument_kind(v);
    const option* o;
    fprintf(f, "    %s)\n        case $previous in\n", v->name);
    for (int i = 0; (o = option_at(v, i)); i++) {
        const word_kind kind = value_kind(o);
        if (kind == WORD_NONE)
            continue;
        fprintf(f, "        %s) ", o->name);
        if (kind == WORD_LIST) {
            fputs("words='", f);
            put_choices(f, o);
            fputs("' ;;\n", f);
        } else
            fprintf(f, "files=%s ;;\n", kind == WORD_FILE ? "-f" : kind == WORD_FOLDER ? "-d" : "none");
    }
    fputs("        *)\n            options='", f);
    for (int i = 0; (o = option_at(v, i)); i++)
        fprintf(f, "%s%s", i > 0 ? " " : "", o->name);
    fputs("'\n", f);
    if (argument == WORD_LIST || argument == WORD_VERB) {
        fputs("            words='", f);
        put_argument_words(f, v);
        fputs("'\n", f);
    } else if (argument == WORD_FILE || argument == WORD_MODEL)
        fprintf(f, "            files=%s\n", argument == WORD_FILE ? "-f" : "models");
    fputs("            ;;\n        esac\n        ;;\n", f);
}

static void put_bash(FILE* f)
{
    fputs("# bash completion for hitscan; made by `hitscan completion bash`\n"
          "_hitscan()\n{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local options= words= files=none line\n"
          "    COMPREPLY=()\n"
          "    if [ \"$word\" = = ]; then\n"
          "        word=\n"
          "    elif [ \"$previous\" = = ]; then\n"
          "        previous=${COMP_WORDS[COMP_CWORD-2]}\n"
          "    fi\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        options='--help --version' words='",
          f);
    put_verbs(f);
    fputs(" help'\n    else\n    case ${COMP_WORDS[1]} in\n    help) words='", f);
    put_verbs(f);
    fputs("' ;;\n", f);
    for (int i = 0; verbs[i]; i++)
        bash_verb(f, verbs[i]);
    fputs("    esac\n    fi\n"
          "    if [ \"${word#-}\" != \"$word\" ] && [ -n \"$options\" ]; then\n"
          "        words=$options files=none\n"
          "    fi\n"
          "    if [ \"$files\" = models ]; then\n"
          "        while IFS= read -r line; do\n"
          "            if [ -d \"$line\" ] || [[ $line =~ \\.(",
          f);
    put_model_endings(f);
    fputs(")$ ]]; then\n"
          "                COMPREPLY+=(\"$line\")\n"
          "            fi\n"
          "        done < <(compgen -f -- \"$word\")\n"
          "        files=-f\n"
          "    fi\n"
          "    if [ ${#COMPREPLY[@]} -gt 0 ]; then\n"
          "        compopt -o filenames 2> /dev/null\n"
          "    elif [ \"$files\" != none ]; then\n"
          "        compopt -o filenames 2> /dev/null\n"
          "        while IFS= read -r line; do\n"
          "            COMPREPLY+=(\"$line\")\n"
          "        done < <(compgen \"$files\" -- \"$word\")\n"
          "    else\n"
          "        while IFS= read -r line; do\n"
          "            COMPREPLY+=(\"$line\")\n"
          "        done < <(compgen -W \"$words\" -- \"$word\")\n"
          "    fi\n"
          "}\n"
          "complete -F _hitscan hitscan\n",
          f);
}

// ---- zsh ------------------------------------------------------------------------------------------------------------

static const char zsh_special[] = "[]:\\";
static const char zsh_quote[] = "'\\''";

static void zsh_option(FILE* f, const option* o)
{
    const word_kind kind = value_kind(o);
    fprintf(f, "            '%s%s[", o->name, kind != WORD_NONE && o->name[1] == '-' ? "=" : "");
    put_quoted(f, o->help, zsh_special, zsh_quote);
    fputc(']', f);
    if (kind != WORD_NONE) {
        fputc(':', f);
        put_quoted(f, o->value ? o->value : "value", zsh_special, zsh_quote);
        fputc(':', f);
    }
    if (kind == WORD_LIST) {
        fputc('(', f);
        put_choices(f, o);
        fputc(')', f);
    } else if (kind == WORD_FILE || kind == WORD_FOLDER)
        fputs(kind == WORD_FILE ? "_files" : "_files -/", f);
    fputs("' \\\n", f);
}

static void zsh_verb(FILE* f, const verb* v)
{
    const word_kind argument = argument_kind(v);
    const option* o;
    fprintf(f, "    %s)\n        _arguments -S \\\n", v->name);
    for (int i = 0; (o = option_at(v, i)); i++)
        zsh_option(f, o);
    if (argument == WORD_LIST || argument == WORD_VERB) {
        fputs("            '1: :(", f);
        put_argument_words(f, v);
        fputs(")'\n", f);
    } else if (argument == WORD_FILE)
        fprintf(f, "            '%s: :_files'\n", v->max_arguments > 1 ? "*" : "1");
    else if (argument == WORD_MODEL) {
        fprintf(f, "            '%s: :_files -g \"*.(", v->max_arguments > 1 ? "*" : "1");
        put_model_endings(f);
        fputs(")\"'\n", f);
    } else
        fputs("            '*: :'\n", f);
    fputs("        ;;\n", f);
}

static void put_zsh(FILE* f)
{
    fputs("#compdef hitscan\n"
          "# zsh completion for hitscan; made by `hitscan completion zsh`\n"
          "_hitscan()\n{\n"
          "    local -a verbs\n"
          "    verbs=(\n",
          f);
    for (int i = 0; verbs[i]; i++) {
        fprintf(f, "        '%s:", verbs[i]->name);
        put_quoted(f, verbs[i]->summary, zsh_special, zsh_quote);
        fputs("'\n", f);
    }
    fputs("    )\n"
          "    if (( CURRENT == 2 )); then\n"
          "        if [[ $words[2] == -* ]]; then\n"
          "            compadd -- --help --version\n"
          "        else\n"
          "            _describe verb verbs\n"
          "        fi\n"
          "        return\n"
          "    fi\n"
          "    if [[ $words[2] == help ]]; then\n"
          "        _describe verb verbs\n"
          "        return\n"
          "    fi\n"
          "    local verb=$words[2]\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $verb in\n",
          f);
    for (int i = 0; verbs[i]; i++)
        zsh_verb(f, verbs[i]);
    fputs("    esac\n"
          "}\n"
          "if [ \"$funcstack[1]\" = _hitscan ]; then\n"
          "    _hitscan \"$@\"\n"
          "else\n"
          "    compdef _hitscan hitscan\n"
          "fi\n",
          f);
}

// ---- fish -----------------------------------------------------------------------------------------------------------

static const char fish_special[] = "\\";
static const char fish_quote[] = "\\'";

static void fish_option(FILE* f, const verb* v, const option* o)
{
    const word_kind kind = value_kind(o);
    const bool is_long = o->name[1] == '-';
    fprintf(f, "complete -c hitscan -n '__fish_seen_subcommand_from %s' -%c %s", v->name, is_long ? 'l' : 's',
            o->name + (is_long ? 2 : 1));
    if (kind == WORD_LIST) {
        fputs(" -x -a '", f);
        put_choices(f, o);
        fputc('\'', f);
    } else if (kind != WORD_NONE)
        fputs(kind == WORD_FILE ? " -r -F" : kind == WORD_FOLDER ? " -x -a '(__fish_complete_directories)'" : " -x", f);
    fputs(" -d '", f);
    put_quoted(f, o->help, fish_special, fish_quote);
    fputs("'\n", f);
}

static void fish_verb(FILE* f, const verb* v)
{
    const word_kind argument = argument_kind(v);
    const option* o;
    fprintf(f, "complete -c hitscan -n '__fish_use_subcommand' -a %s -d '", v->name);
    put_quoted(f, v->summary, fish_special, fish_quote);
    fputs("'\n", f);
    for (int i = 0; (o = option_at(v, i)); i++)
        fish_option(f, v, o);
    if (argument == WORD_LIST || argument == WORD_VERB) {
        fprintf(f, "complete -c hitscan -n '__fish_seen_subcommand_from %s' -a '", v->name);
        put_argument_words(f, v);
        fputs("'\n", f);
    } else if (argument == WORD_FILE)
        fprintf(f, "complete -c hitscan -n '__fish_seen_subcommand_from %s' -F\n", v->name);
    else if (argument == WORD_MODEL) {
        fprintf(f, "complete -c hitscan -n '__fish_seen_subcommand_from %s' -k -a '(__fish_complete_suffix", v->name);
        for (int i = 0; model_endings[i]; i++)
            fprintf(f, " .%s", model_endings[i]);
        fputs(")'\n", f);
    }
}

static void put_fish(FILE* f)
{
    fputs("# fish completion for hitscan; made by `hitscan completion fish`\n"
          "complete -c hitscan -f\n"
          "complete -c hitscan -n '__fish_use_subcommand' -l help -d 'print the verbs'\n"
          "complete -c hitscan -n '__fish_use_subcommand' -l version -d 'print the version'\n"
          "complete -c hitscan -n '__fish_use_subcommand' -a help -d 'print how a verb is used'\n"
          "complete -c hitscan -n '__fish_seen_subcommand_from help' -a '",
          f);
    put_verbs(f);
    fputs("'\n", f);
    for (int i = 0; verbs[i]; i++)
        fish_verb(f, verbs[i]);
}

// ---- The verb -------------------------------------------------------------------------------------------------------

typedef struct shell {
    const char* name;
    void (*put)(FILE* f);
} shell;

static const shell shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};

enum { SHELLS = sizeof shells / sizeof shells[0] };

static const shell* find_shell(const char* name)
{
    const char* names[SHELLS + 1] = {NULL};
    const char* near;
    for (int i = 0; i < SHELLS; i++) {
        names[i] = shells[i].name;
        if (strcmp(name, shells[i].name) == 0)
            return &shells[i];
    }
    near = suggest(name, names);
    if (near)
        print_error("completion: there is no shell \"%s\"; did you mean %s?", name, near);
    else
        print_error("completion: there is nothing for \"%s\"; there is bash, zsh and fish", name);
    return NULL;
}

static int print_json(const shell* s)
{
    FILE* file = temporary_file();
    char* text = NULL;
    long size = -1;
    json_writer j;
    if (file) {
        s->put(file);
        size = ftell(file);
        rewind(file);
    }
    if (size >= 0)
        text = calloc((size_t)size + 1, 1);
    if (!text || fread(text, 1, (size_t)size, file) != (size_t)size) {
        print_error("completion: out of memory or disk space");
        free(text);
        if (file)
            fclose(file);
        return EXIT_RESOURCES;
    }
    fclose(file);
    j = json_begin(stdout);
    json_open(&j, '{');
    json_text_of(&j, "shell", s->name);
    json_text_of(&j, "script", text);
    json_close(&j, '}');
    json_end(&j);
    free(text);
    return end_of_output(EXIT_OK);
}

static int run(const void* options, char** arguments, int count)
{
    const completion_options* o = options;
    const shell* s = find_shell(arguments[0]);
    atomic_file out;
    int code;
    (void)count;
    if (!s)
        return EXIT_USAGE;
    if (o->out) {
        code = atomic_file_open(&out, o->out);
        if (code != EXIT_OK)
            return code;
        s->put(out.file);
        return atomic_file_commit(&out);
    }
    if (o->common.json)
        return print_json(s);
    s->put(stdout);
    return end_of_output(EXIT_OK);
}

static const completion_options defaults = {{0}, NULL};

static const option options[] = {
    {"--out", "FILE", "where it goes (the standard output)", OPTION_TEXT, offsetof(completion_options, out), 0, 0,
     NULL},
};

const verb verb_completion = {
    .name = "completion",
    .summary = "print what lets a shell complete command lines",
    .arguments = "bash|zsh|fish",
    .min_arguments = 1,
    .max_arguments = 1,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details = "Verbs, options, the words that an option takes, models and files are completed. For this shell only:\n"
               "\n"
               "  bash   source <(hitscan completion bash)\n"
               "  zsh    source <(hitscan completion zsh)\n"
               "  fish   hitscan completion fish | source\n"
               "\n"
               "For good, put it where your shell looks for such files:\n"
               "\n"
               "  bash   ~/.local/share/bash-completion/completions/hitscan\n"
               "  zsh    a file _hitscan in a folder of $fpath\n"
               "  fish   ~/.config/fish/completions/hitscan.fish\n",
    .examples = "source <(hitscan completion bash)\n"
                "hitscan completion fish --out ~/.config/fish/completions/hitscan.fish\n",
    .run = run,
};
