// Libraries that are loaded when a file asks for them, not with the program.
#ifndef HITSCAN_MESH_IO_GLTF_LIBRARY_H
#define HITSCAN_MESH_IO_GLTF_LIBRARY_H

#if defined(HITSCAN_HAVE_MESHOPT) || defined(HITSCAN_HAVE_DRACO)
#include <dlfcn.h>
#include <string.h>

// A library by its name; NULL: it is not there. It stays loaded: what C++ libraries leave behind does not like to lose
// its code.
static inline void* hit_library_open(const char* file)
{
    return dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

// A function of it, NULL when there is none. C knows no way from void* to a function; POSIX says that the bits are the
// same.
static inline void hit_library_find(void* library, const char* name, void* function)
{
    void* const found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
}
#endif

#endif
