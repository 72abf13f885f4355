// Opens what a name leads to, and nothing outside of a folder.
//
// For names that come from files that nobody has checked.
#ifndef HITSCAN_MESH_IO_FILE_BENEATH_H
#define HITSCAN_MESH_IO_FILE_BENEATH_H

#include <stdbool.h>

// Where the system has openat; elsewhere hit_open_beneath always fails.
#if defined(__unix__) || defined(__APPLE__)
#define HIT_HAVE_OPENAT 1
#else
#define HIT_HAVE_OPENAT 0
#endif

// What is wrong with a name by itself: it is empty, absolute, has "..", a backslash, a part of more than 255 bytes, or
// is that of a folder. NULL when nothing is. The words fit behind "the model names the file x, ".
const char* hit_name_fault(const char* name);

// Open a file for reading, relative to a folder that is open; does not wait, whatever it is. Links are followed as long
// as they stay inside the folder: one that is absolute, or climbs above it, is EXDEV, wherever it would end. Returns a
// descriptor that is the caller's, or -1 with errno: also ELOOP beyond 40 links, ENAMETOOLONG.
int hit_open_beneath(int folder, const char* name);

// Give each part of a name the upper and lower case of what is there; a part that is there as it is stays. False when
// there is nothing of such a name. Links are followed as above.
bool hit_match_case(int folder, char* name);

// Why hit_open_beneath failed, by errno; the words fit as above.
const char* hit_open_fault(int number);

#endif
