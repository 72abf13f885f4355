// Zip files in memory, by minizip, which asks for bytes through functions of ours and unpacks by zlib.
//
// The central directory is gone through once, and the entries are kept: finding one then takes no more than comparing
// names. What the directory says is not believed further than the bytes go: minizip checks it against the local header
// of each entry, deflate packs at most 1032 bytes into one, and the sum over all entries that are read has a limit. So
// entries that lie over each other, or unpack to more than they say, cost no more than honest ones.
//
// minizip and zlib take a constant 100 KB by malloc while an entry is open; all else is the loader's memory.
#include "mesh_io/file/zip.h"
#include "mesh_io/text/scan.h"

#include <inttypes.h>
#include <string.h>

enum { SHOWN = 60 };

bool hit_zip_is(const char* bytes, size_t size)
{
    return size >= 4 && (memcmp(bytes, "PK\3\4", 4) == 0 || memcmp(bytes, "PK\5\6", 4) == 0);
}

#ifdef HITSCAN_HAVE_MINIZIP
#include "base/assert.h"

#include <minizip/unzip.h>

enum { MOST_PER_BYTE = 1032, STORED = 0, DEFLATED = 8, ENCRYPTED = 1, STEP = 1 << 30, LEAST_ENTRY = 46, EMPTY = 22 };

// What minizip takes for a file.
typedef struct memory_file {
    const char* bytes;
    uint64_t size, at;
} memory_file;

struct hit_zip {
    hit_loader* loader;
    memory_file memory;
    unzFile file;
    hit_zip_entry* entries;
    uint32_t count;
    uint64_t most, left; ///< bytes that may be unpacked, and may still be
    hit_zip_entry* open; ///< NULL: none
    uint64_t done;       ///< bytes of it
};

// ---- Bytes for minizip ----------------------------------------------------------------------------------------------

static voidpf memory_open(voidpf opaque, const void* name, int mode)
{
    (void)name, (void)mode;
    return opaque;
}

static uLong memory_read(voidpf opaque, voidpf stream, void* out, uLong size)
{
    memory_file* m = stream;
    const uint64_t left = m->at < m->size ? m->size - m->at : 0;
    const uLong got = size < left ? size : (uLong)left;
    (void)opaque;
    if (got > 0)
        memcpy(out, m->bytes + m->at, got);
    m->at += got;
    return got;
}

static ZPOS64_T memory_tell(voidpf opaque, voidpf stream)
{
    (void)opaque;
    return ((memory_file*)stream)->at;
}

static long memory_seek(voidpf opaque, voidpf stream, ZPOS64_T offset, int origin)
{
    memory_file* m = stream;
    const uint64_t base = origin == ZLIB_FILEFUNC_SEEK_END ? m->size : origin == ZLIB_FILEFUNC_SEEK_CUR ? m->at : 0;
    (void)opaque;
    if (offset > m->size - (base < m->size ? base : m->size))
        return -1;
    m->at = base + offset;
    return 0;
}

static int memory_close(voidpf opaque, voidpf stream)
{
    (void)opaque, (void)stream;
    return 0;
}

// ---- Messages -------------------------------------------------------------------------------------------------------

static hit_status fail_entry(hit_zip* zip, const hit_zip_entry* entry, hit_status status, const char* what)
{
    return hit_loader_fail(zip->loader, status, 0, "zip: %.*s %s",
                           printable_length(entry->name, entry->name + strlen(entry->name), SHOWN), entry->name, what);
}

// ---- The list -------------------------------------------------------------------------------------------------------

static hit_status read_entry(hit_zip* zip, hit_zip_entry* entry)
{
    unz_file_info64 info;
    unz64_file_pos place;
    hit_status status = HIT_OK;
    char* name;
    if (unzGetCurrentFileInfo64(zip->file, &info, NULL, 0, NULL, 0, NULL, 0) != UNZ_OK ||
        unzGetFilePos64(zip->file, &place) != UNZ_OK)
        return hit_loader_fail(zip->loader, HIT_ERROR_FORMAT, zip->memory.at,
                               "zip: the list of entries is damaged; fetch the file again");
    name = hit_loader_allocate(zip->loader, (uint64_t)info.size_filename + 1, 1, &status);
    if (name == NULL)
        return status;
    name[0] = name[info.size_filename] = '\0';
    unzGetCurrentFileInfo64(zip->file, &info, name, info.size_filename + 1, NULL, 0, NULL, 0);
    *entry = (hit_zip_entry){.name = name,
                             .size = info.uncompressed_size,
                             .packed_size = info.compressed_size,
                             .place = {place.pos_in_zip_directory, place.num_of_file},
                             .encrypted = (info.flag & ENCRYPTED) != 0,
                             .method = (uint16_t)info.compression_method};
    return HIT_OK;
}

static hit_status list_entries(hit_zip* zip)
{
    unz_global_info64 global = {0};
    hit_status status = HIT_OK;
    int code = unzGetGlobalInfo64(zip->file, &global);
    if (code != UNZ_OK || global.number_entry > zip->memory.size / LEAST_ENTRY)
        return hit_loader_fail(zip->loader, HIT_ERROR_FORMAT, 0,
                               "zip: it claims %" PRIu64 " entries, more than it has bytes for",
                               (uint64_t)global.number_entry);
    if (global.number_entry == 0)
        return HIT_OK;
    zip->entries = hit_loader_allocate(zip->loader, global.number_entry, sizeof *zip->entries, &status);
    if (zip->entries == NULL)
        return status;
    code = unzGoToFirstFile(zip->file);
    while (status == HIT_OK && code == UNZ_OK && zip->count < global.number_entry) {
        status = read_entry(zip, &zip->entries[zip->count]);
        zip->count += status == HIT_OK;
        code = unzGoToNextFile(zip->file);
    }
    if (status == HIT_OK && (code != UNZ_END_OF_LIST_OF_FILE || zip->count < global.number_entry))
        status = hit_loader_fail(zip->loader, HIT_ERROR_FORMAT, zip->memory.at,
                                 "zip: the list of entries is damaged after %" PRIu32 " of %" PRIu64
                                 "; fetch the file again",
                                 zip->count, (uint64_t)global.number_entry);
    return status;
}

hit_status hit_zip_open(hit_loader* loader, const char* bytes, size_t size, uint64_t most, hit_zip** zip)
{
    zlib_filefunc64_def functions = {memory_open, memory_read,  NULL,         memory_tell,
                                     memory_seek, memory_close, memory_close, NULL};
    hit_status status = HIT_OK;
    hit_zip* z = hit_loader_allocate(loader, 1, sizeof *z, &status);
    if (z == NULL)
        return status;
    memset(z, 0, sizeof *z);
    z->loader = loader;
    z->memory = (memory_file){bytes, size, 0};
    z->most = z->left = most;
    functions.opaque = &z->memory;
    z->file = unzOpen2_64("", &functions);
    if (z->file == NULL && size == EMPTY && memcmp(bytes, "PK\5\6", 4) == 0)
        status = HIT_OK; // which minizip does not take
    else if (z->file == NULL)
        status = hit_loader_fail(loader, HIT_ERROR_FORMAT, size,
                                 "zip: there is no list of entries at its end; the file was cut off: fetch it again");
    else
        status = list_entries(z);
    if (status != HIT_OK)
        hit_zip_close(z);
    else
        *zip = z;
    return status;
}

void hit_zip_close(hit_zip* zip)
{
    hit_loader* loader;
    if (zip == NULL)
        return;
    loader = zip->loader;
    if (zip->file != NULL)
        unzClose(zip->file);
    for (uint32_t i = 0; i < zip->count; i++)
        hit_loader_free(loader, (void*)(uintptr_t)zip->entries[i].name);
    hit_loader_free(loader, zip->entries);
    hit_loader_free(loader, zip);
}

uint32_t hit_zip_count(const hit_zip* zip)
{
    return zip->count;
}

hit_zip_entry* hit_zip_entry_at(const hit_zip* zip, uint32_t index)
{
    HIT_ASSERT(index < zip->count);
    return &zip->entries[index];
}

// ---- An entry -------------------------------------------------------------------------------------------------------

// Refuse what cannot be unpacked, or claims what cannot be.
static hit_status check_entry(hit_zip* zip, const hit_zip_entry* entry)
{
    if (entry->encrypted)
        return fail_entry(zip, entry, HIT_ERROR_FORMAT, "is encrypted; unpack it with its password first");
    if (entry->method != STORED && entry->method != DEFLATED)
        return fail_entry(zip, entry, HIT_ERROR_FORMAT,
                          "is packed in another way than by deflate; unpack it first, or pack it again");
    if (entry->packed_size > zip->memory.size || entry->size > entry->packed_size * MOST_PER_BYTE + MOST_PER_BYTE)
        return fail_entry(zip, entry, HIT_ERROR_FORMAT, "claims a size that its packed bytes cannot have");
    if (entry->size > zip->left || entry->size > SIZE_MAX)
        return hit_loader_fail(zip->loader, HIT_ERROR_LIMIT, 0,
                               "the file unpacks to more than the %" PRIu64
                               " bytes that it may; raise max_bytes if you trust it, or unpack it yourself",
                               zip->most);
    return HIT_OK;
}

hit_status hit_zip_begin(hit_zip* zip, hit_zip_entry* entry)
{
    const unz64_file_pos place = {entry->place[0], entry->place[1]};
    const hit_status status = check_entry(zip, entry);
    HIT_ASSERT(zip->open == NULL);
    if (status != HIT_OK)
        return status;
    if (unzGoToFilePos64(zip->file, &place) != UNZ_OK || unzOpenCurrentFile(zip->file) != UNZ_OK)
        return fail_entry(zip, entry, HIT_ERROR_FORMAT, "is damaged; fetch the file again");
    zip->open = entry;
    zip->done = 0;
    zip->left -= entry->size;
    if (!entry->counted)
        hit_loader_allow(zip->loader, entry->size);
    entry->counted = true;
    return HIT_OK;
}

hit_status hit_zip_next(hit_zip* zip, void* bytes, size_t size, size_t* got)
{
    const uint64_t left = zip->open->size - zip->done;
    const int count = unzReadCurrentFile(zip->file, bytes, (unsigned)(size < STEP ? size : STEP));
    *got = 0;
    if (count < 0 || (uint64_t)count > left || (count == 0 && left > 0 && size > 0))
        return fail_entry(zip, zip->open, HIT_ERROR_FORMAT, "is damaged; fetch the file again");
    zip->done += (uint64_t)count;
    *got = (size_t)count;
    return HIT_OK;
}

hit_status hit_zip_end(hit_zip* zip, hit_status status)
{
    const hit_zip_entry* entry = zip->open;
    int code;
    if (entry == NULL)
        return status;
    zip->open = NULL;
    code = unzCloseCurrentFile(zip->file);
    if (status == HIT_OK && (code != UNZ_OK || zip->done != entry->size))
        status = fail_entry(zip, entry, HIT_ERROR_FORMAT, "is damaged: its checksum is wrong; fetch the file again");
    return status;
}

hit_status hit_zip_read(hit_zip* zip, hit_zip_entry* entry, char** bytes, size_t* size)
{
    hit_status status = hit_zip_begin(zip, entry);
    size_t done = 0, got = 1;
    char* content = NULL;
    if (status == HIT_OK)
        content = hit_loader_allocate(zip->loader, entry->size, 1, &status);
    while (status == HIT_OK && got > 0 && done < entry->size) {
        status = hit_zip_next(zip, content + done, (size_t)entry->size - done, &got);
        done += got;
    }
    status = hit_zip_end(zip, status);
    if (status != HIT_OK) {
        hit_loader_free(zip->loader, content);
        return status;
    }
    *bytes = content;
    *size = done;
    return HIT_OK;
}

#else

struct hit_zip {
    hit_loader* loader;
};

static hit_status refuse(hit_loader* loader)
{
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                           "the file is a zip, which this build cannot read: unpack it first, or build with minizip");
}

hit_status hit_zip_open(hit_loader* loader, const char* bytes, size_t size, uint64_t most, hit_zip** zip)
{
    (void)bytes, (void)size, (void)most, (void)zip;
    return refuse(loader);
}

void hit_zip_close(hit_zip* zip)
{
    (void)zip;
}

uint32_t hit_zip_count(const hit_zip* zip)
{
    (void)zip;
    return 0;
}

hit_zip_entry* hit_zip_entry_at(const hit_zip* zip, uint32_t index)
{
    (void)zip, (void)index;
    return NULL;
}

hit_status hit_zip_read(hit_zip* zip, hit_zip_entry* entry, char** bytes, size_t* size)
{
    (void)entry, (void)bytes, (void)size;
    return refuse(zip->loader);
}

hit_status hit_zip_begin(hit_zip* zip, hit_zip_entry* entry)
{
    (void)entry;
    return refuse(zip->loader);
}

hit_status hit_zip_next(hit_zip* zip, void* bytes, size_t size, size_t* got)
{
    (void)bytes, (void)size, (void)got;
    return refuse(zip->loader);
}

hit_status hit_zip_end(hit_zip* zip, hit_status status)
{
    (void)zip;
    return status;
}

#endif
