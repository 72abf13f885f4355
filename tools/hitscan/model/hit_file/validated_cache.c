// Notes which files have been checked, in the cache folder of the user.
//
// The folder must be ours, and nobody else may be able to write to it: a forged entry would let a forged file
// through. Names of entries are the numbers themselves, in full: a hash could be made to collide by choosing a time of
// change.
#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE // O_NOFOLLOW
#define HAVE_POSIX 1
#else
#define HAVE_POSIX 0
#endif
#include "model/hit_file/internal.h"

#if HAVE_POSIX
#include "model/hit_file/hit_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <hitscan/hitscan.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAME_BYTES = 240, ENTRIES_MAX = 1000, ENTRIES_KEPT = 750, RECENT_SECONDS = 2 };

static bool write_name(const file_identity* f, char name[NAME_BYTES])
{
    const int length = snprintf(
        name, NAME_BYTES, "%" PRIx64 "-%" PRIx64 "-%" PRIx64 "-%" PRIx64 ".%" PRIx64 "-%" PRIx64 ".%" PRIx64 "-%s-%u",
        f->device, f->number, f->size, f->changed_content[0], f->changed_content[1], f->changed[0], f->changed[1],
        hit_version(), HITFILE_VERSION);
    return length > 0 && length < NAME_BYTES;
}

// ---- The folder -----------------------------------------------------------------------------------------------------

// Open a folder within another; when `make`, and it is not there, make it: in a folder of ours alone.
static int open_inside(int parent, const char* name, bool make)
{
    struct stat s;
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 && make && fstat(parent, &s) == 0 && s.st_uid == geteuid() && mkdirat(parent, name, 0700) == 0)
        folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    close(parent);
    return folder;
}

static int open_folder(bool make)
{
    const char* cache = getenv("XDG_CACHE_HOME");
    const char* home = getenv("HOME");
    const char* off = getenv("HITSCAN_NO_CACHE");
    struct stat s;
    int folder;
    if (off && *off)
        return -1;
    if (cache && *cache == '/') { // relative ones are to be ignored, says the XDG specification
        folder = open(cache, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder < 0 && make && mkdir(cache, 0700) == 0)
            folder = open(cache, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    } else if (home && *home == '/') {
        folder = open(home, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder >= 0)
            folder = open_inside(folder, ".cache", make);
    } else
        return -1;
    if (folder >= 0)
        folder = open_inside(folder, "hitscan", make);
    if (folder >= 0)
        folder = open_inside(folder, "checked", make);
    if (folder >= 0 && (fstat(folder, &s) != 0 || s.st_uid != geteuid() || (s.st_mode & (S_IWGRP | S_IWOTH)) != 0)) {
        close(folder);
        folder = -1;
    }
    return folder;
}

// ---- Not too many ---------------------------------------------------------------------------------------------------

typedef struct cache_entry {
    char name[NAME_BYTES];
    struct timespec made;
} cache_entry;

static int older_first(const void* a, const void* b)
{
    const struct timespec *x = &((const cache_entry*)a)->made, *y = &((const cache_entry*)b)->made;
    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return x->tv_nsec < y->tv_nsec ? -1 : x->tv_nsec > y->tv_nsec;
}

static struct timespec time_of(const struct stat* s)
{
#if defined(__APPLE__)
    return s->st_mtimespec;
#else
    return s->st_mtim;
#endif
}

// Remove the oldest entries when there are too many. Looks at some more than there should be, not at any number.
static void evict_oldest(int folder)
{
    enum { SCANNED_MAX = 4 * ENTRIES_MAX };
    const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* directory = own < 0 ? NULL : fdopendir(own);
    cache_entry* entries = malloc(SCANNED_MAX * sizeof *entries);
    const struct dirent* entry;
    size_t count = 0;
    if (!directory && own >= 0)
        close(own);
    while (directory && entries && count < SCANNED_MAX && (entry = readdir(directory)) != NULL) {
        const size_t length = strlen(entry->d_name);
        struct stat s;
        if (entry->d_name[0] == '.' || length >= NAME_BYTES ||
            fstatat(folder, entry->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        memcpy(entries[count].name, entry->d_name, length + 1);
        entries[count++].made = time_of(&s);
    }
    if (count > ENTRIES_MAX) {
        qsort(entries, count, sizeof *entries, older_first);
        for (size_t i = 0; i < count - ENTRIES_KEPT; i++)
            unlinkat(folder, entries[i].name, 0);
    }
    free(entries);
    if (directory)
        closedir(directory);
}

// ---- Notes ----------------------------------------------------------------------------------------------------------

bool validated_cache_has(const file_identity* identity)
{
    const int folder = open_folder(false);
    char name[NAME_BYTES];
    struct stat s;
    bool found;
    if (folder < 0)
        return false;
    found = write_name(identity, name) && fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(s.st_mode);
    close(folder);
    return found;
}

static bool is_recent(const file_identity* identity)
{
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return true;
    return (int64_t)now.tv_sec - (int64_t)identity->changed[0] < RECENT_SECONDS;
}

void validated_cache_add(const file_identity* identity, bool ours)
{
    char name[NAME_BYTES];
    int folder, file;
    if ((!ours && is_recent(identity)) || !write_name(identity, name))
        return;
    folder = open_folder(true);
    if (folder < 0)
        return;
    evict_oldest(folder);
    file = openat(folder, name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0)
        close(file);
    close(folder);
}

#else

bool validated_cache_has(const file_identity* identity)
{
    (void)identity;
    return false;
}

void validated_cache_add(const file_identity* identity, bool ours)
{
    (void)identity, (void)ours;
}

#endif
