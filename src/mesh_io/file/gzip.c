// Unpacks gzip, by zlib.
//
// A gzip file is any number of members, one after the other (RFC 1952); what they hold belongs together. Each ends in
// the CRC-32 and the length of what it holds, which zlib checks. The length in the last one is a good guess of the
// whole, so that nothing has to be copied; but it is only a guess: there may be more members, and it may lie. Deflate
// packs at most 1032 bytes into one (each block of 258 takes at least two bits), so no guess is believed beyond that.
//
// The capacity doubles, and never exceeds the limit: at most, the old half and the new whole are there at once. Zeros
// behind the last member, with which tapes and blocks are filled up, are ignored; other bytes there are an error.
#include "mesh_io/loader.h"

#ifdef HITSCAN_HAVE_ZLIB
#include "base/assert.h"
#include "mesh_io/text/scan.h"

#include <inttypes.h>
#define ZLIB_CONST
#include <zlib.h>

enum { SMALLEST_CAPACITY = 1 << 12, MOST_PER_BYTE = 1032, STEP = 1 << 30, GZIP_ONLY = 16 + MAX_WBITS };

typedef struct unpacker {
    hit_loader* loader;
    z_stream stream;
    const char *packed, *packed_end;
    char* bytes;
    uint64_t size, capacity, most;
    bool started; ///< the stream is to be ended
} unpacker;

static voidpf allocate(voidpf opaque, uInt count, uInt size)
{
    hit_status status = HIT_OK;
    return hit_loader_allocate(opaque, count, size, &status);
}

static void release(voidpf opaque, voidpf memory)
{
    hit_loader_free(opaque, memory);
}

static hit_status fail_packed(unpacker* u, hit_status status, const char* what)
{
    const uint64_t at = (uint64_t)((const char*)u->stream.next_in - u->packed);
    return hit_loader_fail(u->loader, status, at, "gzip, at packed byte %" PRIu64 ": %s", at, what);
}

// ---- Capacity -------------------------------------------------------------------------------------------------------

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// How much the last member says that it holds.
static uint64_t estimate_size(const unpacker* u)
{
    const size_t packed_size = (size_t)(u->packed_end - u->packed);
    if (packed_size < 18)
        return 0;
    return least(load_u32(u->packed_end - 4), (uint64_t)packed_size * MOST_PER_BYTE);
}

static hit_status grow(unpacker* u)
{
    const uint64_t wanted = u->capacity > 0 ? 2 * u->capacity : estimate_size(u);
    const uint64_t capacity = least(wanted > SMALLEST_CAPACITY ? wanted : SMALLEST_CAPACITY, u->most);
    hit_status status = HIT_OK;
    char* larger = hit_loader_grow(u->loader, u->bytes, u->size, capacity, 1, &status);
    if (larger == NULL)
        return status;
    u->bytes = larger;
    u->capacity = capacity;
    return HIT_OK;
}

// ---- Unpacking ------------------------------------------------------------------------------------------------------

// Unpack as much as there is room for. *code is what zlib said.
static hit_status unpack_some(unpacker* u, int* code)
{
    char beyond; // one byte more than the limit is enough to know
    const bool full = u->size == u->most;
    uint64_t room;
    if (u->size == u->capacity && !full) {
        const hit_status status = grow(u);
        if (status != HIT_OK)
            return status;
    }
    room = full ? 1 : least(u->capacity - u->size, STEP);
    u->stream.next_out = (Bytef*)(full ? &beyond : u->bytes + u->size);
    u->stream.avail_out = (uInt)room;
    u->stream.avail_in = (uInt)least((uint64_t)(u->packed_end - (const char*)u->stream.next_in), STEP);
    *code = inflate(&u->stream, Z_NO_FLUSH);
    if (full && u->stream.avail_out == 0)
        return hit_loader_fail(u->loader, HIT_ERROR_LIMIT, 0,
                               "the file unpacks to more than the %" PRIu64
                               " bytes that it may; raise max_bytes if you "
                               "trust it, or unpack it yourself",
                               u->most);
    u->size += full ? 0 : room - u->stream.avail_out;
    HIT_ASSERT(u->size <= u->capacity && u->capacity <= u->most);
    return HIT_OK;
}

static bool is_zeros(const char* bytes, const char* end)
{
    for (; bytes < end; bytes++)
        if (*bytes != 0)
            return false;
    return true;
}

static hit_status unpack_all(unpacker* u)
{
    int code = Z_OK;
    for (;;) {
        const hit_status status = unpack_some(u, &code);
        const char* next = (const char*)u->stream.next_in;
        if (status != HIT_OK)
            return status;
        switch (code) {
        case Z_OK:
            continue;
        case Z_STREAM_END:
            if (is_zeros(next, u->packed_end))
                return HIT_OK;
            inflateReset(&u->stream);
            continue;
        case Z_BUF_ERROR: // it could do nothing: for want of room, of which there will be more, or of bytes
            if (next < u->packed_end)
                continue;
            return fail_packed(u, HIT_ERROR_FORMAT, "the data end; the file was cut off: fetch it again");
        case Z_MEM_ERROR:
            return hit_loader_fail(u->loader, HIT_ERROR_MEMORY, 0, "no memory for unpacking");
        default:
            return fail_packed(u, HIT_ERROR_FORMAT, u->stream.msg != NULL ? u->stream.msg : "the data are damaged");
        }
    }
}

hit_status hit_unpack_gzip(hit_loader* loader, const char* packed, size_t packed_size, uint64_t most, char** bytes,
                           size_t* size)
{
    const uint64_t left = loader->left;
    unpacker u = {.loader = loader, .packed = packed, .packed_end = packed + packed_size, .most = most};
    hit_status status = HIT_OK;

    // What the limit is for is the result. zlib's 40 KB and, while room grows, the old half, are not counted.
    loader->left = UINT64_MAX / 2;
    u.stream.zalloc = allocate;
    u.stream.zfree = release;
    u.stream.opaque = loader;
    u.stream.next_in = (const Bytef*)packed;
    if (inflateInit2(&u.stream, GZIP_ONLY) != Z_OK)
        status = hit_loader_fail(loader, HIT_ERROR_MEMORY, 0, "no memory for unpacking");
    else {
        status = unpack_all(&u);
        inflateEnd(&u.stream);
    }
    if (status == HIT_OK) {
        *bytes = hit_loader_shrink(loader, u.bytes, u.size, 1);
        *size = (size_t)u.size;
    }
    loader->left = left;
    return status;
}

#else

hit_status hit_unpack_gzip(hit_loader* loader, const char* packed, size_t packed_size, uint64_t most, char** bytes,
                           size_t* size)
{
    (void)packed, (void)packed_size, (void)most, (void)bytes, (void)size;
    return hit_loader_fail(
        loader, HIT_ERROR_FORMAT, 0,
        "the file is packed by gzip, which this build cannot read: unpack it first (gunzip), or build "
        "with zlib");
}

#endif
