// The version of the library as built, next to the one of the headers that a program was compiled with.
//
// Both come from the VERSION file by way of the generated <hitscan/version.h>, so they differ only when a program runs
// with another library than the one it was compiled for, which is what the function is there to tell.
#include <hitscan/base.h>
#include <hitscan/version.h>

const char* hit_version(void)
{
    return HIT_VERSION_STRING;
}
