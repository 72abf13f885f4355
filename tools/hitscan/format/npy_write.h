// Writes numbers as a NumPy file (.npy, version 1.0): a header in Python's notation, then the numbers.
#ifndef TOOL_VIEW_NPY_H
#define TOOL_VIEW_NPY_H

#include <stdint.h>
#include <stdio.h>

/// Write rows of 4-byte numbers, given as bits. Errors are kept by `file`.
///
/// @param type      "f4" for floats, "i4" for whole numbers with a sign
/// @param channels  1: the array has two dimensions, else `channels` as a third
void npy_write(FILE* file, const char* type, uint32_t rows, uint32_t columns, uint32_t channels, const uint32_t* bits);

#endif
