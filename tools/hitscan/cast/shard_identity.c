// Writes and reads what shards say about themselves.
//
// All numbers are padded to the same width, so the identity is as long in each shard of a format: its place follows
// from the size of the file, whatever the bytes before it are. The first words tell that it is one.
#include "cast/shard_identity.h"
#include "cli/verb.h"
#include "model/hit_file/hit_file.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_BYTES = 1 << 16, PIECES_MAX = 1 << 10, HASH_DIGITS = 16, FORMAT_NAME_MAX = 8 };

// The version is part of the words that an identity begins with: one of another version is none.
static const char begins[] = "{\"hitscan_shard\":1,\"index\":";

// ---- Hashes ---------------------------------------------------------------------------------------------------------

uint64_t shard_hash_join(uint64_t a, uint64_t b)
{
    const uint64_t both[2] = {a, b};
    return hitfile_checksum(both, sizeof both);
}

uint64_t shard_hash_text(const char* text)
{
    return text ? hitfile_checksum(text, strlen(text)) : 0;
}

static uint64_t add_bytes(uint64_t hash, const void* bytes, size_t size)
{
    return shard_hash_join(shard_hash_join(hash, size), size > 0 ? hitfile_checksum(bytes, size) : 0);
}

bool shard_hash_rays(const stream* s, uint64_t* hash)
{
    char* block = malloc(PIECE_BYTES);
    const uint64_t blocks = (s->size + PIECE_BYTES - 1) / PIECE_BYTES;
    const uint64_t looked_at = blocks < PIECES_MAX ? blocks : PIECES_MAX;
    bool fine = block != NULL;
    assert(s->regular);
    *hash = s->size;
    if (!block)
        errno = ENOMEM;
    for (uint64_t i = 0; i < looked_at && fine; i++) {
        // The first and the last are among them.
        const uint64_t k = looked_at == blocks ? i : shard_begin(blocks - 1, (uint32_t)i, PIECES_MAX - 1);
        const uint64_t begin = k * PIECE_BYTES, left = s->size - begin;
        const size_t size = left < PIECE_BYTES ? (size_t)left : PIECE_BYTES;
        errno = 0;
        fine = stream_read_at(s, begin, block, size);
        if (fine)
            *hash = add_bytes(*hash, block, size);
        else if (errno == 0)
            errno = EIO; // it is shorter than it was
    }
    free(block);
    return fine;
}

uint64_t shard_hash_model(const hit_model* c)
{
    uint64_t hash = shard_hash_join(c->mesh_count, c->part_count);
    for (uint32_t i = 0; i < c->mesh_count; i++) {
        const hit_model_mesh* mesh = &c->meshes[i];
        hash = add_bytes(hash, mesh->vertices, mesh->vertex_count * sizeof *mesh->vertices);
        hash = add_bytes(hash, mesh->indices, 3 * (size_t)mesh->triangle_count * sizeof *mesh->indices);
        hash = add_bytes(hash, mesh->faces, mesh->triangle_count * sizeof *mesh->faces);
    }
    for (uint32_t i = 0; i < c->part_count; i++) {
        const hit_model_part* part = &c->parts[i];
        const hit_placement* at = &part->placement;
        const double origin[3] = {at->origin.x, at->origin.y, at->origin.z};
        hash = shard_hash_join(hash, part->mesh);
        hash = shard_hash_join(hash, shard_hash_text(part->name));
        hash = add_bytes(hash, origin, sizeof origin);
        hash = add_bytes(hash, at->linear, sizeof at->linear);
    }
    return hash;
}

// ---- The line -------------------------------------------------------------------------------------------------------

size_t shard_identity_write(const shard_identity* id, char text[SHARD_IDENTITY_MAX])
{
    const int length =
        snprintf(text, SHARD_IDENTITY_MAX,
                 "%s%s%7" PRIu32 ",\"count\":%7" PRIu32 ",\"first_row\":%20" PRIu64 ",\"rows\":%20" PRIu64
                 ",\"bytes\":%20" PRIu64 ",\"run\":\"%016" PRIx64 "\",\"rays\":\"%016" PRIx64
                 "\",\"model\":\"%016" PRIx64 "\",\"format\":%*s\"%s\"}\n",
                 id->format == FORMAT_CSV ? "# " : "", begins, id->which.index, id->which.count, id->first_row,
                 id->rows, id->bytes, id->run, id->rays, id->model,
                 (int)(FORMAT_NAME_MAX - strlen(format_names[id->format])), "", format_names[id->format]);
    assert(length > 0 && length < SHARD_IDENTITY_MAX);
    return (size_t)length;
}

// What is left of a line that is being read.
typedef struct reading {
    const char* at;
    bool fine;
} reading;

static void read_word(reading* r, const char* word)
{
    const size_t length = strlen(word);
    r->fine = r->fine && strncmp(r->at, word, length) == 0;
    r->at += r->fine ? length : 0;
}

// `key`, then a number with spaces before it.
static uint64_t read_count(reading* r, const char* key, uint64_t most)
{
    uint64_t value = 0;
    bool any = false;
    read_word(r, key);
    while (r->fine && *r->at == ' ')
        r->at++;
    for (; r->fine && *r->at >= '0' && *r->at <= '9'; r->at++) {
        const uint64_t digit = (uint64_t)(*r->at - '0');
        any = true;
        r->fine = value <= (most - digit) / 10;
        value = 10 * value + digit;
    }
    r->fine = r->fine && any;
    return value;
}

static uint64_t read_hash(reading* r, const char* key)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t value = 0;
    read_word(r, key);
    for (int i = 0; i < HASH_DIGITS && r->fine; i++) {
        const char* digit = *r->at ? strchr(digits, *r->at) : NULL;
        r->fine = digit != NULL;
        value = value << 4 | (r->fine ? (uint64_t)(digit - digits) : 0);
        r->at += r->fine;
    }
    return value;
}

static bool parse(const char* text, shard_identity* id)
{
    reading r = {text, true};
    read_word(&r, begins);
    id->which.index = (uint32_t)read_count(&r, "", UINT32_MAX);
    id->which.count = (uint32_t)read_count(&r, ",\"count\":", UINT32_MAX);
    id->first_row = read_count(&r, ",\"first_row\":", UINT64_MAX);
    id->rows = read_count(&r, ",\"rows\":", UINT64_MAX);
    id->bytes = read_count(&r, ",\"bytes\":", UINT64_MAX);
    id->run = read_hash(&r, ",\"run\":\"");
    id->rays = read_hash(&r, "\",\"rays\":\"");
    id->model = read_hash(&r, "\",\"model\":\"");
    read_word(&r, "\",\"format\":");
    while (r.fine && *r.at == ' ')
        r.at++;
    read_word(&r, "\"");
    id->format = FORMAT_NONE;
    for (int i = 0; format_names[i] && r.fine && id->format == FORMAT_NONE; i++) {
        reading end = r;
        read_word(&end, format_names[i]);
        read_word(&end, "\"}\n");
        if (end.fine && *end.at == '\0')
            id->format = (file_format)i;
    }
    return r.fine && id->format != FORMAT_NONE && id->which.index >= 1 && id->which.index <= id->which.count &&
           id->first_row <= UINT64_MAX - id->rows;
}

int shard_identity_read(const stream* s, shard_identity* id)
{
    // Any identity, for its length: that of CSV has a mark before the rest.
    const shard_identity any = {{1, 1}, FORMAT_RAW, 0, 0, 0, 0, 0, 0};
    char text[SHARD_IDENTITY_MAX];
    const size_t length = shard_identity_write(&any, text);
    uint64_t mark;
    assert(s->regular);
    if (s->size < length || !stream_read_at(s, s->size - length, text, length) ||
        (text[length] = '\0', !parse(text, id))) {
        print_error("cast: %s does not say at its end which shard it is: it was interrupted, cut off or changed, or an "
                    "older version wrote it, or no --shard; cast it again",
                    s->name);
        return EXIT_BAD_INPUT;
    }
    mark = id->format == FORMAT_CSV ? 2 : 0;
    if (s->size - length < mark || s->size - length - mark != id->bytes) {
        print_error("cast: %s is not as it was written: it has %" PRIu64 " bytes before what says which shard it is, "
                    "and had %" PRIu64 "; cast it again",
                    s->name, s->size - length - (s->size - length < mark ? 0 : mark), id->bytes);
        return EXIT_BAD_INPUT;
    }
    return EXIT_OK;
}
