// A small deflate compressor (RFC 1951), for what the command writes.
#ifndef TOOL_DEFLATE_H
#define TOOL_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Takes compressed bytes as they come.
typedef void (*deflate_put)(void* user, uint8_t byte);

typedef struct deflate deflate;

/// A compressor, or NULL when memory is short.
deflate* deflate_create(deflate_put put, void* user);
void deflate_destroy(deflate* d);

void deflate_write(deflate* d, const uint8_t* bytes, size_t count);

/// Write what is left, and the end mark. Call it once, at the end.
void deflate_finish(deflate* d);

#endif
