// A folder of a test's own, for files that it writes.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // mkdtemp
#endif

#include "support/base/folder.h"

#include "support/base/cmocka_all.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

static char folder[64];

#if defined(_WIN32)
#include <direct.h>
#define mkdir(path, permissions) _mkdir(path)
#else
#include <sys/stat.h>
#endif

bool folder_make_own(char* path)
{
#if defined(_WIN32) || defined(__wasi__)
    // The name of the first that is not there yet; `path` ends in XXXXXX.
    char* number = path + strlen(path) - 6;
    for (int i = 0; i < 1000000; i++) {
        snprintf(number, 7, "%06d", i);
        if (mkdir(path, 0700) == 0)
            return true;
        if (errno != EEXIST)
            break;
    }
    return false;
#else
    return mkdtemp(path) != NULL;
#endif
}

int folder_make(void** state)
{
    (void)state;
    strcpy(folder, "/tmp/hitscan-test-XXXXXX");
    return !folder_make_own(folder);
}

int folder_remove(void** state)
{
    (void)state;
    return rmdir(folder);
}

const char* folder_path(void)
{
    return folder;
}

const char* in_folder(const char* name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

int files_in_folder(void)
{
    DIR* dir = opendir(folder);
    int count = -2; // . and ..

    assert_non_null(dir);
    while (readdir(dir) != NULL)
        count++;
    closedir(dir);
    return count;
}

void write_file(const char* name, const void* bytes, size_t size)
{
    FILE* file;

    // Some file systems wait for the disk when a file is cut and written again, but not when it is a new one.
    remove(in_folder(name));
    file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    setvbuf(file, NULL, _IONBF, 0);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}
