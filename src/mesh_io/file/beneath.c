// Opens what a name leads to, and nothing outside of a folder.
//
// A name is resolved part by part, each opened relative to the folder before it (openat) and never through a link by
// the system (O_NOFOLLOW): links are read and resolved here, in the same way. All folders on the way stay open, and
// ".." in a link closes the last of them rather than asking the system what is above it. So there is no moment between
// a check and the use of what was checked, and nothing above the first folder can be reached, whoever renames folders
// and changes links meanwhile. Linux' openat2 with RESOLVE_BENEATH gives the same answers; this also works elsewhere,
// and in containers that do not allow that call.
//
// Cost: two system calls for each part, and at most 40 links.
#include "mesh_io/file/beneath.h"

#if HIT_HAVE_OPENAT
#define _POSIX_C_SOURCE 200809L // openat
#define _DARWIN_C_SOURCE        // O_NOFOLLOW
#endif
#include <errno.h>
#include <stddef.h>
#include <string.h>

// The length of the part of a path that begins here.
static size_t part_length(const char* path)
{
    return strcspn(path, "/");
}

const char* hit_name_fault(const char* name)
{
    const char* last = name;
    if (name[0] == '\0')
        return "which is no name";
    if (name[0] == '/')
        return "an absolute path: only files in the model's folder are opened";
    if (strchr(name, '\\') != NULL)
        return "with a backslash: only files in the model's folder are opened, and paths have slashes";
    for (const char* p = name;; p++) {
        const size_t length = part_length(p);
        if (length == 2 && p[0] == '.' && p[1] == '.')
            return "with \"..\": only files in the model's folder are opened";
        if (length > 255)
            return "which is too long";
        last = p;
        p += length;
        if (*p == '\0')
            break;
    }
    return *last == '\0' || strcmp(last, ".") == 0 ? "which is a folder" : NULL;
}

const char* hit_open_fault(int number)
{
    switch (number) {
    case ENOENT:
        return "which is not there; keep the files of a model together";
    case EXDEV:
        return "which leads out of the model's folder by a link; only files in it are opened";
    case ELOOP:
        return "which leads through too many links";
    case ENOTDIR:
        return "which leads through a file, as if it were a folder";
    case EACCES:
        return "which may not be read (permission denied)";
    case EMFILE:
    case ENFILE:
        return "but too many files are open";
    case ENAMETOOLONG:
        return "which is too long";
    default:
        return "which cannot be opened";
    }
}

#if HIT_HAVE_OPENAT
#include "base/assert.h"
#include "mesh_io/text/scan.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

enum { MOST_LINKS = 40, MOST_DEPTH = 64, MOST_PATH = 4096 };

typedef struct walk {
    int folders[MOST_DEPTH]; ///< that are open: the first is the caller's
    int depth;               ///< of the one at hand
    int links;               ///< that were followed
    const char* ahead;       ///< in `path`
    char path[MOST_PATH];
} walk;

static int fail(int number)
{
    errno = number;
    return -1;
}

// Put where a link leads before what is ahead. Returns 0, or -1 with errno.
static int follow(walk* w, const char* target, size_t length)
{
    const size_t rest = strlen(w->ahead);
    if (++w->links > MOST_LINKS)
        return fail(ELOOP);
    if (length == 0 || target[0] == '/')
        return fail(length == 0 ? ENOENT : EXDEV);
    if (length + rest + 2 > sizeof w->path)
        return fail(ENAMETOOLONG);
    memmove(w->path + length + (rest > 0), w->ahead, rest + 1);
    memcpy(w->path, target, length);
    if (rest > 0)
        w->path[length] = '/';
    w->ahead = w->path;
    return 0;
}

// To the folder above, which is open.
static int climb(walk* w)
{
    if (w->depth == 0)
        return fail(EXDEV);
    close(w->folders[w->depth--]);
    return 0;
}

// One part further. Returns a descriptor when that was the last one, -1 with errno on failure, else -2.
static int step(walk* w)
{
    char part[256], target[MOST_PATH];
    const size_t length = part_length(w->ahead);
    const char* after = w->ahead + length;
    const bool last = *after == '\0';
    ssize_t target_length;
    int opened;
    if (length > 255)
        return fail(ENAMETOOLONG);
    memcpy(part, w->ahead, length);
    part[length] = '\0';
    w->ahead = after + !last;
    if (length == 0 || strcmp(part, ".") == 0 || strcmp(part, "..") == 0) {
        if (length == 2 && climb(w) != 0)
            return -1;
        return last ? fcntl(w->folders[w->depth], F_DUPFD_CLOEXEC, 0) : -2;
    }
    target_length = readlinkat(w->folders[w->depth], part, target, sizeof target);
    if (target_length >= 0)
        return follow(w, target, (size_t)target_length) != 0 ? -1 : -2;
    if (errno != EINVAL) // which says that it is no link
        return -1;
    if (!last && w->depth + 1 == MOST_DEPTH)
        return fail(ENAMETOOLONG);
    opened = openat(w->folders[w->depth], part,
                    O_RDONLY | O_NOFOLLOW | O_CLOEXEC | (last ? O_NONBLOCK | O_NOCTTY : O_DIRECTORY));
    if (opened < 0 || last)
        return opened;
    w->folders[++w->depth] = opened;
    return -2;
}

int hit_open_beneath(int folder, const char* name)
{
    walk w = {.folders = {folder}};
    int file = -2, kept;
    if (strlen(name) >= sizeof w.path)
        return fail(ENAMETOOLONG);
    memcpy(w.path, name, strlen(name) + 1);
    w.ahead = w.path;
    while (file == -2)
        file = step(&w);
    kept = errno;
    HIT_ASSERT(w.depth >= 0 && w.depth < MOST_DEPTH && w.folders[0] == folder);
    while (w.depth > 0)
        close(w.folders[w.depth--]);
    errno = kept;
    return file;
}

// Look for a name in a folder, which is closed; `name` becomes what was found.
static bool match_in(int folder, char* name)
{
    DIR* list = fdopendir(folder);
    const struct dirent* entry;
    bool found = false, is_exact = false;
    if (list == NULL) {
        close(folder);
        return false;
    }
    while (!is_exact && (entry = readdir(list)) != NULL) {
        is_exact = strcmp(entry->d_name, name) == 0;
        if (is_exact || (!found && is_same_but_for_case(entry->d_name, name))) {
            memcpy(name, entry->d_name, strlen(name)); // of the same length
            found = true;
        }
    }
    closedir(list);
    return found;
}

// The same for the part of a path that begins at `part`; what is before it has been found.
static bool match_part(int folder, char* path, char* part)
{
    int above;
    if (*part == '\0' || strcmp(part, ".") == 0)
        return true;
    if (part > path)
        part[-1] = '\0';
    above = hit_open_beneath(folder, part > path ? path : ".");
    if (part > path)
        part[-1] = '/';
    return above >= 0 && match_in(above, part);
}

bool hit_match_case(int folder, char* name)
{
    for (char* part = name;;) {
        char* end = part + part_length(part);
        const char kept = *end;
        bool found;
        *end = '\0';
        found = match_part(folder, name, part);
        *end = kept;
        if (!found || kept == '\0')
            return found;
        part = end + 1;
    }
}

#else

bool hit_match_case(int folder, char* name)
{
    (void)folder, (void)name;
    return false;
}

int hit_open_beneath(int folder, const char* name)
{
    (void)folder, (void)name;
    errno = ENOSYS;
    return -1;
}

#endif
