// Writes and reads journals.
#if !defined(_WIN32)
#define _DEFAULT_SOURCE // flock
#endif
#include "cluster/journal.h"
#include "cli/file_uses.h"
#include "model/hit_file/hit_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if !defined(_WIN32)
#include <sys/file.h>
#endif

#define MAGIC "HITJRNL\x1a"

typedef struct head {
    char magic[8];
    uint32_t endian, size; ///< of the head
    journal_identity run;
    uint64_t checksum; ///< of all before
} head;

typedef struct entry {
    uint64_t chunk;
    ordered_facts facts;
    uint64_t remark_count; ///< remarks follow
    uint64_t checksum;     ///< of all before, and of the remarks
} entry;

static uint64_t checksum_of(const entry* e, const ordered_remark* remarks)
{
    const uint64_t both[2] = {hitfile_checksum(e, offsetof(entry, checksum)),
                              hitfile_checksum(remarks, (size_t)e->remark_count * sizeof *remarks)};
    return hitfile_checksum(both, sizeof both);
}

static int cannot(const char* what, const char* path)
{
    print_error("cast: cannot %s the journal %s: %s", what, path, strerror(errno));
    return EXIT_BAD_INPUT;
}

static bool write_all(int handle, const void* bytes, size_t size)
{
    const char* at = bytes;
    while (size > 0) {
        const ssize_t put = write(handle, at, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

static bool read_all(int handle, void* bytes, size_t size)
{
    char* at = bytes;
    while (size > 0) {
        const ssize_t got = read(handle, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static void make_head(head* h, const journal_identity* run)
{
    memset(h, 0, sizeof *h);
    memcpy(h->magic, MAGIC, sizeof h->magic);
    h->endian = HITFILE_ENDIAN;
    h->size = sizeof *h;
    h->run = *run;
    h->checksum = hitfile_checksum(h, offsetof(head, checksum));
}

// ---- Is it of this run? ---------------------------------------------------------------------------------------------

static int refuse(const journal* j, const char* what)
{
    print_error("cast: %s is of a run with %s; give the same again, or remove it and begin anew", j->path, what);
    return EXIT_BAD_INPUT;
}

static int compare(const journal* j, const head* h, const journal_identity* run)
{
    const journal_identity* was = &h->run;
    if (strcmp(was->version, run->version) != 0)
        return refuse(j, "another version of hitscan");
    if (was->model != run->model)
        return refuse(j, "another model");
    if (was->rays != run->rays)
        return refuse(j, "other rays");
    if (was->shard[0] != run->shard[0] || was->shard[1] != run->shard[1])
        return refuse(j, "another --shard");
    if (was->format != run->format || was->options != run->options)
        return refuse(j, "other options");
    if (was->chunks != run->chunks)
        return refuse(j, "work that was divided in another way");
    return EXIT_OK;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

// Keep the first remarks, in the order of the input.
static void keep_remark(ordered_remark* list, uint32_t* count, const ordered_remark* r)
{
    uint32_t i = *count;
    while (i > 0 && list[i - 1].chunk > r->chunk)
        i--;
    if (i == ORDERED_TOLD)
        return;
    if (*count < ORDERED_TOLD)
        ++*count;
    memmove(list + i + 1, list + i, (*count - 1 - i) * sizeof *list);
    list[i] = *r;
}

// Entries up to the first that is not whole; what is behind them is cut off.
static bool read_entries(const journal* j, const journal_identity* run, ordered_facts* facts, ordered_remark* remarks,
                         uint32_t* remark_count)
{
    ordered_remark told[ORDERED_TOLD];
    off_t good = (off_t)sizeof(head);
    entry e;
    while (read_all(j->handle, &e, sizeof e) && e.remark_count <= ORDERED_TOLD &&
           read_all(j->handle, told, (size_t)e.remark_count * sizeof *told) && e.checksum == checksum_of(&e, told) &&
           e.chunk < run->chunks) {
        const bool is_new = facts[e.chunk].size == UINT64_MAX; // a chunk that was made again has several
        facts[e.chunk] = e.facts;
        for (uint32_t i = 0; is_new && i < e.remark_count; i++)
            keep_remark(remarks, remark_count, &told[i]);
        good += (off_t)(sizeof e + e.remark_count * sizeof *told);
    }
    return ftruncate(j->handle, good) == 0 && lseek(j->handle, good, SEEK_SET) >= 0;
}

static int begin_anew(const journal* j, const journal_identity* run)
{
    head h;
    make_head(&h, run);
    if (ftruncate(j->handle, 0) == 0 && lseek(j->handle, 0, SEEK_SET) == 0 && write_all(j->handle, &h, sizeof h))
        return EXIT_OK;
    cannot("write", j->path);
    return EXIT_RESOURCES;
}

static int begin(const journal* j, const journal_identity* run, ordered_facts* facts, ordered_remark* remarks,
                 uint32_t* remark_count)
{
    head h;
    int code;
    *remark_count = 0;
    for (uint64_t i = 0; i < run->chunks; i++)
        facts[i].size = UINT64_MAX;
    // One that is not even a head is of a run that ended before it did anything.
    if (!read_all(j->handle, &h, sizeof h))
        return begin_anew(j, run);
    if (memcmp(h.magic, MAGIC, sizeof h.magic) != 0 || h.endian != HITFILE_ENDIAN || h.size != sizeof h ||
        h.checksum != hitfile_checksum(&h, offsetof(head, checksum))) {
        print_error("cast: %s is no journal of this version of hitscan; remove it to begin anew", j->path);
        return EXIT_BAD_INPUT;
    }
    code = compare(j, &h, run);
    if (code == EXIT_OK && !read_entries(j, run, facts, remarks, remark_count))
        code = cannot("read", j->path);
    return code;
}

int journal_open(journal* j, const char* output, const journal_identity* run, ordered_facts* facts,
                 ordered_remark* remarks, uint32_t* remark_count)
{
    char* target = follow_links(output);
    const size_t size = target ? strlen(target) + sizeof ".journal" : 0;
    int code;
    j->handle = -1;
    j->has_failed = false;
    j->path = target ? malloc(size) : NULL;
    if (!j->path) {
        free(target);
        return out_of_memory("cast");
    }
    snprintf(j->path, size, "%s.journal", target);
    free(target);
#if defined(_WIN32)
    errno = ENOSYS;
    code = cannot("open", j->path);
    (void)begin;
    (void)run, (void)facts, (void)remarks, (void)remark_count;
#else
    j->handle = open(j->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (j->handle < 0)
        code = cannot("open", j->path);
    else if (flock(j->handle, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        print_error("cast: another run is writing %s: its journal is in use", output);
        code = EXIT_BAD_INPUT;
    } else
        code = begin(j, run, facts, remarks, remark_count);
#endif
    if (code != EXIT_OK)
        journal_close(j, false);
    return code;
}

// ---- Writing --------------------------------------------------------------------------------------------------------

bool journal_add(journal* j, uint64_t chunk, const ordered_facts* facts, const ordered_remark* remarks, uint32_t count)
{
    entry e;
    char bytes[sizeof e + ORDERED_TOLD * sizeof *remarks];
    assert(count <= ORDERED_TOLD);
    memset(&e, 0, sizeof e);
    e.chunk = chunk;
    e.facts = *facts;
    e.remark_count = count;
    e.checksum = checksum_of(&e, remarks);
    memcpy(bytes, &e, sizeof e);
    memcpy(bytes + sizeof e, remarks, count * sizeof *remarks);
    if (!j->has_failed && !write_all(j->handle, bytes, sizeof e + count * sizeof *remarks))
        j->has_failed = true; // what is behind a part of an entry would be lost
    return !j->has_failed;
}

void journal_close(journal* j, bool remove)
{
    if (remove && j->path)
        unlink(j->path);
    if (j->handle >= 0)
        close(j->handle);
    free(j->path);
    j->path = NULL;
    j->handle = -1;
}
