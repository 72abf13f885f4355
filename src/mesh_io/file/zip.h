// Zip files in memory, read by minizip: a list of the entries, and their bytes, all at once or piece by piece.
//
// How much may be unpacked of a file, over all entries, is limited when it is opened: see hit_zip_open. An entry that
// claims more than its packed bytes can hold is refused before memory is taken for it, and no more than it claims is
// ever unpacked. Checksums are compared.
#ifndef HITSCAN_MESH_IO_FILE_ZIP_H
#define HITSCAN_MESH_IO_FILE_ZIP_H

#include "mesh_io/loader.h"

typedef struct hit_zip_entry {
    const char* name; ///< as it is in the file, with a zero behind it
    uint64_t size;    ///< unpacked, as it claims
    uint64_t packed_size;
    uint64_t place[2]; ///< for minizip
    bool encrypted;
    bool counted; ///< the loader may already take memory for it
    uint16_t method;
} hit_zip_entry;

typedef struct hit_zip hit_zip;

// True when bytes begin as zip files do.
bool hit_zip_is(const char* bytes, size_t size);

// Open a file and list its entries. At most `most` bytes are unpacked of it. The bytes must outlive it. On failure
// there is nothing to close.
hit_status hit_zip_open(hit_loader* loader, const char* bytes, size_t size, uint64_t most, hit_zip** zip);

// NULL is allowed.
void hit_zip_close(hit_zip* zip);

uint32_t hit_zip_count(const hit_zip* zip);
hit_zip_entry* hit_zip_entry_at(const hit_zip* zip, uint32_t index);

// The entry with a name, without regard to case when there is none with just that; NULL: there is none.
hit_zip_entry* hit_zip_find(const hit_zip* zip, const char* name);

// The bytes of an entry, in memory of the loader.
hit_status hit_zip_read(hit_zip* zip, hit_zip_entry* entry, char** bytes, size_t* size);

// The same in pieces: begin; next until *got is 0, of at most `size` bytes each; end, which compares the checksum. One
// entry at a time. hit_zip_end is to be called after a failure, too, and then keeps the error as it is.
hit_status hit_zip_begin(hit_zip* zip, hit_zip_entry* entry);
hit_status hit_zip_next(hit_zip* zip, void* bytes, size_t size, size_t* got);
hit_status hit_zip_end(hit_zip* zip, hit_status status);

// ---- The model in a zip file: mesh_io/file/zip_model.c --------------------------------------------------------------

// True when it is a 3MF: an OPC package with a model.
bool hit_zip_is_3mf(const hit_zip* zip);

// The only entry that is a model, by its name, or the one that lists the others (LWS, IRR). What belongs to systems
// (__MACOSX, names that begin with a point) is none. HIT_ERROR_FORMAT when there is none, or several, which are then
// named.
hit_status hit_zip_find_model(hit_zip* zip, hit_loader* loader, hit_zip_entry** model);

// Read what a model in a zip file names, from the folder of the zip file that the model is in: hit_loader_read_sibling.
// The name has no faults.
hit_status hit_zip_read_sibling(hit_zip* zip, hit_loader* loader, const char* name, const char** bytes, size_t* size);

#endif
