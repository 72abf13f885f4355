// Keeps the list of files that a run uses, and finds those that are used twice.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // lstat, readlink
#endif
#include "cli/file_uses.h"
#include "base/path.h"
#include "cli/verb.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#if !defined(_WIN32)
#include <unistd.h>
#endif

enum { LINKS_MAX = 40, LINK_BYTES = 4096 };

// ---- Which file a path is -------------------------------------------------------------------------------------------

const char* name_in_path(const char* path)
{
    const char* slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static char* copy_text(const char* text, size_t length)
{
    char* copy = malloc(length + 1);
    if (!copy) {
        errno = ENOMEM;
        return NULL;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

#if defined(_WIN32)
char* follow_links(const char* path)
{
    return copy_text(path, strlen(path));
}
#else
// The path that a link has in it, from the folder that the link is in.
static char* read_link(const char* path)
{
    const size_t folder = (size_t)(name_in_path(path) - path);
    char* to = malloc(folder + LINK_BYTES);
    ssize_t length;
    if (!to) {
        errno = ENOMEM;
        return NULL;
    }
    length = readlink(path, to + folder, LINK_BYTES - 1);
    if (length <= 0) {
        free(to);
        return NULL;
    }
    to[folder + (size_t)length] = '\0';
    if (to[folder] == '/')
        memmove(to, to + folder, (size_t)length + 1);
    else
        memcpy(to, path, folder);
    return to;
}

char* follow_links(const char* path)
{
    char* at = copy_text(path, strlen(path));
    struct stat s;
    for (int i = 0; at && lstat(at, &s) == 0 && S_ISLNK(s.st_mode); i++) {
        char* next = i < LINKS_MAX ? read_link(at) : NULL;
        if (i == LINKS_MAX)
            errno = ELOOP;
        free(at);
        at = next;
    }
    return at;
}
#endif

// What tells a file from others.
typedef struct file_key {
    bool exists; ///< as a regular file: `device` and `number` are its own
    bool special;
    dev_t device, folder_device;
    ino_t number, folder_number;
    char* target; ///< where its links lead; NULL for the standard streams
} file_key;

// The folder of a path, as stat knows it. False when there is none.
static bool find_folder(const char* path, struct stat* s)
{
    const size_t length = (size_t)(name_in_path(path) - path);
    char* folder = length > 0 ? copy_text(path, length) : copy_text(".", 1);
    const bool found = folder && hit_path_stat(folder, s) == 0;
    free(folder);
    return found;
}

// False when memory is short, or links lead nowhere: opening the file says what is wrong.
static bool find_key(const char* path, int standard, file_key* key)
{
    const bool is_standard = strcmp(path, "-") == 0;
    struct stat s;
    memset(key, 0, sizeof *key);
    if (is_standard ? fstat(standard, &s) == 0 : hit_path_stat(path, &s) == 0) {
        key->exists = S_ISREG(s.st_mode);
        key->special = !key->exists;
        key->device = s.st_dev;
        key->number = s.st_ino;
    }
    if (is_standard || key->special)
        return true;
    key->target = follow_links(path);
    if (key->target && find_folder(key->target, &s)) {
        key->folder_device = s.st_dev;
        key->folder_number = s.st_ino;
    }
    return key->target != NULL;
}

static bool is_same_file(const file_key* a, const file_key* b)
{
    if (a->special || b->special)
        return false;
#if !defined(_WIN32) // where files have no numbers
    if (a->exists || b->exists)
        return a->exists && b->exists && a->device == b->device && a->number == b->number;
#endif
    return a->target && b->target && a->folder_device == b->folder_device && a->folder_number == b->folder_number &&
           strcmp(name_in_path(a->target), name_in_path(b->target)) == 0;
}

// ---- The list -------------------------------------------------------------------------------------------------------

typedef struct file_use {
    const char* what; ///< of a file that is read; NULL when it is written
    const char* option;
    char* path;
    file_key key;
    bool open;
} file_use;

// Reachable until the end: a run has few files, and all of them count until then.
static file_use* uses;
static size_t use_count;

static const char* verb_name(void)
{
    return current_verb ? current_verb->name : "hitscan";
}

// As in "render: -o m.obj is the model that is read; give another name".
static int refuse(const char* named_by, const char* path, const file_use* other)
{
    const char* space = named_by ? " " : "";
    const char* name = strcmp(path, "-") == 0 ? "(the standard output)" : path;
    named_by = named_by ? named_by : "";
    if (other->what)
        print_error("%s: %s%s%s is %s that is read; give another name", verb_name(), named_by, space, name,
                    other->what);
    else
        print_error("%s: %s%s%s is the file that %s writes; give another name", verb_name(), named_by, space, name,
                    other->option ? other->option : "this run");
    return EXIT_USAGE;
}

static int add_use(const file_use* use)
{
    file_use* more = use->path ? realloc(uses, (use_count + 1) * sizeof *uses) : NULL;
    if (!more) {
        free(use->key.target);
        free(use->path);
        return out_of_memory(verb_name());
    }
    uses = more;
    uses[use_count++] = *use;
    return EXIT_OK;
}

static file_use* find_written(const char* path)
{
    for (size_t i = 0; i < use_count; i++)
        if (!uses[i].what && strcmp(uses[i].path, path) == 0)
            return &uses[i];
    return NULL;
}

int file_is_read(const char* what, const char* path)
{
    static const char* standard_input; // what it is; it can be read once
    file_use use = {.what = what};
    if (strcmp(path, "-") == 0) {
        if (standard_input) {
            print_error("%s: the standard input is %s, and cannot be %s as well; give one of them a file", verb_name(),
                        standard_input, what);
            return EXIT_USAGE;
        }
        standard_input = what;
    }
    if (!find_key(path, 0, &use.key))
        return EXIT_OK;
    for (size_t i = 0; i < use_count; i++) {
        if (!is_same_file(&uses[i].key, &use.key))
            continue;
        free(use.key.target);
        if (!uses[i].what)
            return refuse(uses[i].option, uses[i].path, &use);
        uses[i].what = what;
        return EXIT_OK;
    }
    use.path = copy_text(path, strlen(path));
    return add_use(&use);
}

static int add_written(const char* named_by, const char* path, bool is_open)
{
    file_use use = {.option = named_by, .open = is_open};
    if (!find_key(path, 1, &use.key))
        return EXIT_OK;
    for (size_t i = 0; i < use_count; i++)
        if (is_same_file(&uses[i].key, &use.key)) {
            free(use.key.target);
            return refuse(named_by, path, &uses[i]);
        }
    use.path = copy_text(path, strlen(path));
    return add_use(&use);
}

int file_is_written(const char* named_by, const char* path)
{
    return add_written(named_by, path, false);
}

int file_is_opened(const char* path)
{
    file_use* known = find_written(path);
    if (known && !known->open) {
        known->open = true;
        return EXIT_OK;
    }
    return known && !known->key.special ? refuse(NULL, path, known) : add_written(NULL, path, true);
}

void file_is_closed(const char* path)
{
    file_use* known = find_written(path);
    if (known)
        known->open = false;
}
