// Sends frames to the library. Small pieces are gathered, so that a model of many parts is not a call for each of them.
#define _POSIX_C_SOURCE 200809L
#include "answer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GATHERED = 65536, TEXT = 400 };

static char gathered[GATHERED];
static size_t filled;

static void send_all(const char* bytes, size_t size)
{
    while (size > 0) {
        const ssize_t sent = write(HIT_ASSIMP_SOCKET, bytes, size);
        if (sent < 0 && errno != EINTR)
            _exit(1);
        if (sent > 0) {
            bytes += sent;
            size -= (size_t)sent;
        }
    }
}

static void flush(void)
{
    send_all(gathered, filled);
    filled = 0;
}

void answer_bytes(const void* bytes, size_t size)
{
    if (size > GATHERED - filled)
        flush();
    if (size > GATHERED) {
        send_all(bytes, size);
    } else if (size > 0) {
        memcpy(gathered + filled, bytes, size);
        filled += size;
    }
}

void answer_begin(hit_assimp_kind kind, uint64_t size)
{
    const hit_assimp_frame frame = {.kind = (uint32_t)kind, .size = size};
    answer_bytes(&frame, sizeof frame);
}

void answer_frame(hit_assimp_kind kind, const void* bytes, size_t size)
{
    answer_begin(kind, size);
    answer_bytes(bytes, size);
}

void answer_receive(void* to, size_t size)
{
    char* at = to;
    while (size > 0) {
        const ssize_t got = read(HIT_ASSIMP_SOCKET, at, size);
        if (got == 0 || (got < 0 && errno != EINTR))
            _exit(1); // nobody waits for an answer
        if (got > 0) {
            at += got;
            size -= (size_t)got;
        }
    }
}

char* answer_want(const char* name, size_t* size)
{
    hit_assimp_file file;
    char* bytes;
    answer_frame(HIT_ASSIMP_WANT, name, strlen(name));
    flush();
    answer_receive(&file, sizeof file);
    if (file.size == HIT_ASSIMP_NO_FILE)
        return NULL;
    bytes = file.size < SIZE_MAX ? malloc((size_t)file.size + 1) : NULL;
    if (bytes == NULL)
        answer_error(HIT_ERROR_LIMIT, "the %" PRIu64 " bytes of \"%.60s\" are more than Assimp may have (helper_bytes)",
                     file.size, name);
    answer_receive(bytes, (size_t)file.size);
    *size = (size_t)file.size;
    return bytes;
}

void answer_note(const char* format, ...)
{
    char text[TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    answer_frame(HIT_ASSIMP_NOTE, text, strlen(text));
}

void answer_error(hit_status status, const char* format, ...)
{
    const int32_t number = (int32_t)status;
    char text[TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    answer_begin(HIT_ASSIMP_ERROR, sizeof number + strlen(text));
    answer_bytes(&number, sizeof number);
    answer_bytes(text, strlen(text));
    flush();
    _exit(0);
}

void answer_end(void)
{
    answer_begin(HIT_ASSIMP_END, 0);
    flush();
    _exit(0);
}
