// Where hitscan-assimp is.
//
// The environment may say so (HITSCAN_ASSIMP_HELPER; not to programs with the rights of another user). Else it is
// looked for near this code: near the shared library, or near the program that has the code in it, which serves the
// command and what is built beside it. An installed tree may so be moved. Last comes the place where this build would
// be installed, for programs elsewhere that have the archive in them.
#if defined(__linux__)
#define _GNU_SOURCE // secure_getenv, dladdr
#elif defined(__unix__) || defined(__APPLE__)
#define _DARWIN_C_SOURCE
#endif
#include "mesh_io/assimp/assimp.h"

#if defined(__unix__) || defined(__APPLE__)
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// From the folder of a program or library: beside it, in a build; bin and lib; lib/<machine>.
static const char* const near[] = {"", "../libexec/hitscan/", "../../libexec/hitscan/"};

static bool try_path(char path[HIT_ASSIMP_PATH], const char* folder, size_t folder_length, const char* rest)
{
    const int length = snprintf(path, HIT_ASSIMP_PATH, "%.*s%s" HIT_ASSIMP_HELPER, (int)folder_length, folder, rest);
    return length > 0 && length < HIT_ASSIMP_PATH && access(path, X_OK) == 0;
}

static bool try_near(char path[HIT_ASSIMP_PATH], const char* file)
{
    const char* slash = strrchr(file, '/');
    if (slash == NULL)
        return false;
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (try_path(path, file, (size_t)(slash - file) + 1, near[i]))
            return true;
    return false;
}

static const char* from_environment(void)
{
#if defined(__linux__)
    return secure_getenv("HITSCAN_ASSIMP_HELPER");
#else
    return getuid() == geteuid() && getgid() == getegid() ? getenv("HITSCAN_ASSIMP_HELPER") : NULL;
#endif
}

// Near the file that has this code in it.
static bool try_near_code(char path[HIT_ASSIMP_PATH])
{
    static const char here = 0;
    char file[HIT_ASSIMP_PATH];
    Dl_info info;
#if defined(__linux__)
    // Of a program, dladdr knows only what it was called by.
    const ssize_t length = readlink("/proc/self/exe", file, sizeof file - 1);
    if (length > 0) {
        file[length] = '\0';
        if (try_near(path, file))
            return true;
    }
#endif
    return dladdr(&here, &info) != 0 && info.dli_fname != NULL && realpath(info.dli_fname, file) != NULL &&
           try_near(path, file);
}

bool hit_assimp_find(char path[HIT_ASSIMP_PATH])
{
    const char* said = from_environment();
    if (said != NULL && said[0] != '\0') {
        const int length = snprintf(path, HIT_ASSIMP_PATH, "%s", said);
        return length < HIT_ASSIMP_PATH && access(path, X_OK) == 0;
    }
    if (try_near_code(path))
        return true;
#ifdef HITSCAN_LIBEXEC
    return try_path(path, HITSCAN_LIBEXEC "/hitscan/", sizeof HITSCAN_LIBEXEC "/hitscan/" - 1, "");
#else
    return false;
#endif
}

#else

bool hit_assimp_find(char path[HIT_ASSIMP_PATH])
{
    (void)path;
    return false;
}

#endif
