// A folder of a test's own, for files that it writes.
#ifndef HITSCAN_TEST_FOLDER_H
#define HITSCAN_TEST_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

// Setup and teardown of a group of tests: make a new, empty folder; remove it, which fails when something is left in
// it.
int folder_make(void** state);
int folder_remove(void** state);

// Make a new folder: `path` ends in XXXXXX, which become something else. As mkdtemp, which is not everywhere.
bool folder_make_own(char* path);

// The path of the folder, and of a file in it; the latter is valid until the next call.
const char* folder_path(void);
const char* in_folder(const char* name);

// The number of files in it.
int files_in_folder(void);

// Write a file in it.
void write_file(const char* name, const void* bytes, size_t size);

#endif
