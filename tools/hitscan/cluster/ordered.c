// The work of a rank: takes chunks, makes them, and brings their bytes to the file; and on rank 0 a thread that listens
// to the others while this one works.
//
// Nobody waits for ever: the lowest chunk without a size is being made by a rank that waits for nobody, unless it is
// large, and then it has its place. A rank that stops says so (TELL_STOP), and when all have, rank 0 answers everybody
// who still waits.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L // access
#endif
#include "cluster/ordered.h"
#include "cast/worker.h"
#include "cluster/journal.h"
#include "cluster/ledger.h"
#include "model/hit_file/hit_file.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEPT = 4,              ///< results that wait for their place, in each rank
    LARGE = 64 << 20,      ///< bytes of a result that is not kept
    HASH_BLOCK = 1 << 16,  ///< the hash of a chunk is made of those of its blocks
    MEMORY_KEEP = 8 << 20, ///< bytes of memory that an empty result keeps
    LISTEN = 50,           ///< microseconds between two looks for messages, at first
    LISTEN_MAX = 1000      ///< and when none come
};

struct ordered_sink {
    struct rank* r;
    byte_buffer out;
    note n;           ///< of the chunk
    uint64_t written; ///< bytes that are in the file, of a large one
    bool in_use, is_large;
};

typedef struct rank {
    const ordered_job* job;
    ledger* ledger; ///< rank 0; NULL elsewhere
    ordered_sink sink[KEPT];
    char* check;      ///< HASH_BLOCK bytes, to check what is there
    stream reader;    ///< of the file, when there is a journal
    size_t large;     ///< LARGE, or what HITSCAN_CHUNK_BYTES says, for tests
    bool is_stopping; ///< begin no other chunk
    uint64_t next;    ///< the queue of one rank
    int code;
} rank;

// ---- Messages -------------------------------------------------------------------------------------------------------

static void tell(rank* r, const note* n)
{
    const size_t size = offsetof(note, remarks) + n->remark_count * sizeof n->remarks[0];
    if (r->ledger)
        ledger_take(r->ledger, 0, n);
    else
        cluster_mpi()->send(0, n, size);
}

static bool hear(rank* r, note* n)
{
    int from;
    size_t size;
    return r->ledger ? ledger_answer(r->ledger, n) : cluster_mpi()->receive(&from, n, sizeof *n, &size);
}

static void tell_stop(rank* r, bool failed)
{
    note n;
    memset(&n, 0, sizeof n);
    n.kind = TELL_STOP;
    n.failed = failed;
    tell(r, &n);
}

// ---- Hashes ---------------------------------------------------------------------------------------------------------

static uint64_t add_block(uint64_t hash, const char* bytes, size_t size)
{
    const uint64_t both[2] = {hash, hitfile_checksum(bytes, size)};
    return hitfile_checksum(both, sizeof both);
}

// Of bytes that begin where a block begins.
static uint64_t add_blocks(uint64_t hash, const char* bytes, size_t size)
{
    for (size_t at = 0; at < size; at += HASH_BLOCK)
        hash = add_block(hash, bytes + at, size - at < HASH_BLOCK ? size - at : HASH_BLOCK);
    return hash;
}

uint64_t ordered_hash(const char* bytes, size_t size)
{
    return add_blocks(0, bytes, size);
}

// ---- Writing --------------------------------------------------------------------------------------------------------

static bool write_bytes(rank* r, uint64_t offset, const char* bytes, size_t size)
{
    char why[CLUSTER_TEXT_MAX] = "";
    if (size == 0)
        return true;
    if (!cluster_mpi()) {
        errno = 0;
        if (stream_write_over(r->job->to, offset, bytes, size))
            return true;
        snprintf(why, sizeof why, "%s", strerror(errno ? errno : EIO));
    } else if (cluster_mpi()->file_write(offset, bytes, size, why))
        return true;
    if (r->code == EXIT_OK)
        print_error("cannot write all of %s: %s", r->job->name, why);
    r->code = EXIT_RESOURCES;
    return false;
}

// Write what there is of a chunk whose place is known, `size` bytes.
static bool write_sink(rank* r, ordered_sink* s, size_t size)
{
    const uint64_t at = s->n.facts.offset + s->written;
    if (r->job->journal_is_kept)
        s->n.facts.hash = add_blocks(s->n.facts.hash, s->out.bytes, size);
    if (!write_bytes(r, at, s->out.bytes, size))
        return false;
    s->written += size;
    memmove(s->out.bytes, s->out.bytes + size, s->out.used - size);
    s->out.used -= size;
    return true;
}

static void empty(ordered_sink* s)
{
    byte_buffer_clear(&s->out, MEMORY_KEEP);
    s->in_use = false;
}

// The place of a chunk is known: bring all of it there.
static void finish(rank* r, ordered_sink* s)
{
    if (write_sink(r, s, s->out.used)) {
        s->n.kind = TELL_DONE;
        s->n.facts.size = s->written;
        tell(r, &s->n);
    } else
        r->is_stopping = true;
    empty(s);
}

// ---- Answers --------------------------------------------------------------------------------------------------------

// Take the answers that have come. True when there were any.
static bool take_answers(rank* r)
{
    note n;
    bool any = false;
    for (; hear(r, &n); any = true) {
        if (n.kind == REPLY_STOP) {
            r->is_stopping = true;
            continue;
        }
        for (int i = 0; i < KEPT; i++) {
            ordered_sink* s = &r->sink[i];
            if (!s->in_use || s->n.chunk != n.chunk)
                continue;
            s->n.facts.offset = n.facts.offset;
            if (s->is_large)
                s->n.kind = n.kind; // who makes it waits for this
            else if (n.kind == REPLY_PLACE)
                finish(r, s);
            else
                empty(s);
        }
    }
    return any;
}

static void wait_for_answers(rank* r)
{
    if (!take_answers(r))
        worker_yield();
}

// Ask for the place of a chunk that is too large to be kept, and wait for it: all before it are being made.
static bool find_place(rank* r, ordered_sink* s)
{
    s->is_large = true;
    if (!r->job->place) {
        s->n.kind = TELL_LARGE;
        tell(r, &s->n);
        while (s->n.kind == TELL_LARGE && !r->is_stopping && atomic_load(&interrupted) == 0)
            wait_for_answers(r);
        return s->n.kind == REPLY_PLACE;
    }
    s->n.facts.offset = r->job->place(r->job->context, s->n.chunk);
    return true;
}

bool ordered_put(void* sink, const char* bytes, size_t size)
{
    ordered_sink* s = sink;
    char* to = byte_buffer_reserve(&s->out, size);
    if (!to) {
        if (s->r->code == EXIT_OK)
            s->r->code = out_of_memory(s->r->job->verb_name);
        return false;
    }
    memcpy(to, bytes, size);
    s->out.used += size;
    if (s->out.used < s->r->large)
        return true;
    if (!s->is_large && !find_place(s->r, s))
        return false;
    return write_sink(s->r, s, s->out.used - s->out.used % HASH_BLOCK);
}

void ordered_remark_on(ordered_sink* s, uint64_t line, const char* why)
{
    ordered_remark* m = &s->n.remarks[s->n.remark_count];
    if (s->n.remark_count == ORDERED_TOLD)
        return;
    memset(m, 0, sizeof *m);
    m->chunk = s->n.chunk;
    m->line = line;
    snprintf(m->why, sizeof m->why, "%s", why);
    s->n.remark_count++;
}

// ---- Chunks ---------------------------------------------------------------------------------------------------------

static ordered_sink* free_sink(rank* r)
{
    for (int i = 0; i < KEPT; i++)
        if (!r->sink[i].in_use)
            return &r->sink[i];
    return NULL;
}

static bool take(rank* r, uint64_t* chunk)
{
    if (cluster_mpi())
        return cluster_mpi()->queue_take(chunk);
    *chunk = r->next++;
    return *chunk < r->job->chunks;
}

// Is a chunk of the journal in the file as it was written? What is not is made again.
static bool is_there(rank* r, uint64_t chunk, ordered_facts* facts)
{
    const ordered_facts* f = r->job->known ? &r->job->known[chunk] : NULL;
    uint64_t hash = 0;
    if (!f || f->size == UINT64_MAX || !r->check)
        return false;
    for (uint64_t at = 0; at < f->size; at += HASH_BLOCK) {
        const size_t size = f->size - at < HASH_BLOCK ? (size_t)(f->size - at) : HASH_BLOCK;
        if (!stream_read_at(&r->reader, f->offset + at, r->check, size))
            return false;
        hash = add_block(hash, r->check, size);
    }
    *facts = *f;
    return hash == f->hash;
}

static void do_chunk(rank* r, uint64_t chunk)
{
    ordered_sink* s = free_sink(r);
    int code;
    assert(s);
    memset(&s->n, 0, offsetof(note, remarks));
    s->n.chunk = chunk;
    s->r = r;
    s->written = 0;
    s->is_large = false;
    if (is_there(r, chunk, &s->n.facts)) {
        s->n.kind = TELL_DONE;
        s->n.is_known = 1;
        tell(r, &s->n);
        return;
    }
    memset(&s->n.facts, 0, sizeof s->n.facts);
    s->in_use = true;
    code = r->job->make(r->job->context, chunk, s, &s->n.facts);
    if (r->code == EXIT_OK)
        r->code = code;
    if (r->code != EXIT_OK || atomic_load(&interrupted) != 0 || (s->is_large && s->n.kind == REPLY_DROP)) {
        empty(s);
        return;
    }
    if (s->is_large) {
        if (s->n.kind == REPLY_PLACE || r->job->place)
            finish(r, s);
        else
            empty(s);
    } else if (r->job->place) {
        s->n.facts.offset = r->job->place(r->job->context, chunk);
        finish(r, s);
    } else {
        s->n.facts.size = s->out.used;
        s->n.kind = TELL_SIZE;
        tell(r, &s->n);
    }
}

static bool goes_on(const rank* r)
{
    return r->code == EXIT_OK && !r->is_stopping && atomic_load(&interrupted) == 0;
}

static bool is_waiting(const rank* r)
{
    bool any = false;
    for (int i = 0; i < KEPT; i++)
        any = any || r->sink[i].in_use;
    return any;
}

static void work(rank* r)
{
    uint64_t chunk;
    note n;
    while (goes_on(r) && take(r, &chunk)) {
        do_chunk(r, chunk);
        take_answers(r);
        while (goes_on(r) && !free_sink(r))
            wait_for_answers(r);
    }
    tell_stop(r, r->code != EXIT_OK || atomic_load(&interrupted) != 0);
    while (is_waiting(r))
        wait_for_answers(r);
    memset(&n, 0, sizeof n);
    n.kind = TELL_END;
    tell(r, &n);
}

// ---- The run --------------------------------------------------------------------------------------------------------

// On rank 0, beside its own work.
static void listen(void* context)
{
    ledger* l = context;
    note n;
    long pause = LISTEN;
    while (!ledger_is_done(l)) {
        int from;
        size_t size;
        if (cluster_mpi()->receive(&from, &n, sizeof n, &size)) {
            ledger_take(l, from, &n);
            pause = LISTEN;
        } else {
            worker_pause(pause);
            pause = pause < LISTEN_MAX ? 2 * pause : LISTEN_MAX;
        }
    }
}

static int open_all(rank* r, ledger* l, ordered_totals* totals)
{
    const ordered_job* job = r->job;
    const char* large = getenv("HITSCAN_CHUNK_BYTES");
    char why[CLUSTER_TEXT_MAX] = "";
    int code = EXIT_OK;
    r->large = large && atoi(large) > HASH_BLOCK ? (size_t)atoi(large) : LARGE;
    if (job->journal_is_kept) {
        r->check = malloc(HASH_BLOCK);
        code = r->check ? stream_open_in(&r->reader, job->path) : out_of_memory(job->verb_name);
    }
    if (cluster_rank() == 0) {
        r->ledger = l;
        if (!ledger_begin(l, job, totals, cluster_ranks()) && code == EXIT_OK)
            code = out_of_memory(job->verb_name);
    }
    // MPI opens the file on all ranks together, and waits for ever when one of them cannot. So each looks before.
    if (code == EXIT_OK && cluster_mpi() && job->path && access(job->path, W_OK) != 0) {
        print_error("cannot write %s: %s", job->name, strerror(errno));
        code = EXIT_BAD_INPUT;
    }
    code = cluster_agree(code);
    if (code == EXIT_OK && cluster_mpi()) {
        if (!cluster_mpi()->queue_open(job->chunks, why)) {
            print_error("%s: %s", job->verb_name, why);
            code = EXIT_RESOURCES;
        }
        code = cluster_agree(code);
        if (code == EXIT_OK && job->path && !cluster_mpi()->file_open(job->path, why)) {
            print_error("cannot write %s: %s", job->name, why);
            code = EXIT_BAD_INPUT;
        }
        code = cluster_agree(code);
    }
    return code;
}

// A signal that came to some of the ranks has come to all.
static void agree_on_signal(void)
{
    uint64_t signals = (uint64_t)atomic_load(&interrupted);
    if (!cluster_mpi())
        return;
    cluster_mpi()->sum(&signals, 1);
    if (signals > 0 && atomic_load(&interrupted) == 0)
        atomic_store(&interrupted, SIGTERM);
}

static int run_all(rank* r, ledger* l)
{
    char why[CLUSTER_TEXT_MAX] = "";
    worker* listener = NULL;
    int code = EXIT_OK;
    if (r->ledger && cluster_mpi()) {
        listener = worker_create();
        if (!listener) {
            print_error("%s: cannot start a thread", r->job->verb_name);
            code = EXIT_RESOURCES;
        }
    }
    code = cluster_agree(code);
    if (code == EXIT_OK) {
        if (listener)
            worker_begin(listener, listen, l);
        work(r);
        worker_wait(listener);
        code = cluster_agree(r->code);
        agree_on_signal();
    }
    worker_destroy(listener);
    if (cluster_mpi()) {
        const bool closed = !r->job->path || cluster_mpi()->file_close(why);
        if (!closed && code == EXIT_OK) {
            print_error("cannot write all of %s: %s", r->job->name, why);
            code = EXIT_RESOURCES;
        }
        cluster_mpi()->queue_destroy();
        code = cluster_agree(code);
    }
    return code;
}

int ordered_run(const ordered_job* job, ordered_totals* totals)
{
    rank* r = calloc(1, sizeof *r);
    ledger* l = calloc(1, sizeof *l);
    int code = EXIT_OK;
    assert(job->chunks > 0);
    if (!r || !l)
        code = out_of_memory(job->verb_name);
    code = cluster_agree(code);
    if (code == EXIT_OK) {
        assert(r && l);
        r->job = job;
        r->reader.handle = -1;
        code = open_all(r, l, totals);
        if (code == EXIT_OK)
            code = run_all(r, l);
        if (r->ledger && l->facts)
            ledger_end(l);
        if (r->reader.handle >= 0)
            stream_close(&r->reader);
        for (int i = 0; i < KEPT; i++)
            byte_buffer_free(&r->sink[i].out);
        free(r->check);
    }
    free(r);
    free(l);
    return code;
}
