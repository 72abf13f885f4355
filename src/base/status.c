// What the library says about itself: its version, and what its status codes mean.
//
// The version is that of the library as built. The headers that a program was compiled with have another one,
// HIT_VERSION_STRING. Both come from the VERSION file by way of the generated <hitscan/version.h>, so they differ only
// when a program runs with another library than the one it was compiled for.
#include <hitscan/base.h>
#include <hitscan/version.h>

const char* hit_version(void)
{
    return HIT_VERSION_STRING;
}

const char* hit_status_text(hit_status status)
{
    switch (status) {
    case HIT_OK:
        return "all is well";
    case HIT_ERROR_ARGUMENT:
        return "an argument makes no sense";
    case HIT_ERROR_MEMORY:
        return "out of memory";
    case HIT_ERROR_CANCELLED:
        return "cancelled by the progress callback";
    case HIT_ERROR_GEOMETRY:
        return "a bad primitive";
    case HIT_ERROR_LIMIT:
        return "too many primitives";
    case HIT_ERROR_FILE:
        return "a file cannot be read or written";
    case HIT_ERROR_FORMAT:
        return "the bytes are not a tree of this version, or are damaged";
    case HIT_ERROR_TOPOLOGY:
        return "the new geometry does not fit the old tree: build again";
    case HIT_ERROR_THREAD:
        return "a thread cannot be started";
    }
    return "unknown status";
}
