// Keeps the ledger. Chunks get their places in order, as soon as the sizes of all before them are known; those with a
// known place, and those that lie in the file already, need none.
#include "cluster/ledger.h"
#include "cast/worker.h"
#include "cluster/journal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_NONE = 0, CHUNK_SIZED = 1, CHUNK_LARGE = 2, CHUNK_DONE = 3 };

bool ledger_begin(ledger* l, const ordered_job* job, ordered_totals* totals, int ranks)
{
    memset(l, 0, sizeof *l);
    l->job = job;
    l->totals = totals;
    l->ranks = ranks;
    l->last = job->chunks;
    atomic_flag_clear(&l->busy);
    l->facts = calloc(job->chunks, sizeof *l->facts);
    l->waiting = calloc(job->chunks, sizeof *l->waiting);
    l->bar = progress_begin(job->what, job->total, job->quiet);
    return l->facts && l->waiting;
}

// ---- Answers --------------------------------------------------------------------------------------------------------

static void answer(ledger* l, int to, message_kind kind, uint64_t chunk)
{
    note n;
    memset(&n, 0, sizeof n);
    n.kind = (uint32_t)kind;
    n.chunk = chunk;
    if (kind == REPLY_PLACE)
        n.facts.offset = l->facts[chunk].offset;
    if (to > 0)
        cluster_mpi()->send(to, &n, offsetof(note, remarks));
    else {
        assert(l->inbox_count < sizeof l->inbox / sizeof l->inbox[0]);
        l->inbox[l->inbox_count++] = n;
    }
}

static void answer_waiting(ledger* l, message_kind kind, uint64_t chunk)
{
    const int who = l->waiting[chunk];
    l->waiting[chunk] = 0;
    if (who > 0)
        answer(l, who - 1, kind, chunk);
}

static void stop_all(ledger* l)
{
    if (l->is_stopping)
        return;
    l->is_stopping = true;
    if (cluster_mpi())
        cluster_mpi()->queue_close();
    for (int i = 0; i < l->ranks; i++)
        answer(l, i, REPLY_STOP, 0);
}

// Nobody makes what is not made: who waits for a place behind a gap gets none.
static void drop_rest(ledger* l)
{
    for (uint64_t i = l->placed; i < l->job->chunks; i++)
        answer_waiting(l, REPLY_DROP, i);
}

// ---- Places ---------------------------------------------------------------------------------------------------------

// Give places to chunks that come next. One that is large has its place, but what is behind it waits for its size.
static void give_places(ledger* l)
{
    while (l->placed < l->job->chunks && l->placed <= l->last) {
        ordered_facts* f = &l->facts[l->placed];
        const ordered_facts* before = l->placed > 0 ? f - 1 : NULL;
        if (f->state == CHUNK_NONE)
            return;
        if (f->state != CHUNK_DONE)
            f->offset = before ? before->offset + before->size : l->job->begin;
        answer_waiting(l, REPLY_PLACE, l->placed);
        if (f->state == CHUNK_LARGE)
            return;
        l->placed++;
    }
    drop_rest(l);
}

static void shorten(ledger* l, uint64_t last)
{
    if (last >= l->last)
        return;
    l->last = last;
    if (cluster_mpi())
        cluster_mpi()->queue_close();
    for (uint64_t i = last + 1; i < l->job->chunks; i++)
        answer_waiting(l, REPLY_DROP, i);
}

// ---- Remarks --------------------------------------------------------------------------------------------------------

static void forget_remarks(ordered_totals* t, uint64_t chunk)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->remark_count; i++)
        if (t->remarks[i].chunk != chunk)
            t->remarks[kept++] = t->remarks[i];
    t->remark_count = kept;
}

static void keep_remarks(ordered_totals* t, const note* n)
{
    forget_remarks(t, n->chunk);
    for (uint32_t k = 0; k < n->remark_count; k++) {
        uint32_t i = t->remark_count;
        while (i > 0 && t->remarks[i - 1].chunk > n->chunk)
            i--;
        if (i == ORDERED_TOLD)
            return;
        if (t->remark_count < ORDERED_TOLD)
            t->remark_count++;
        memmove(t->remarks + i + 1, t->remarks + i, (t->remark_count - 1 - i) * sizeof t->remarks[0]);
        t->remarks[i] = n->remarks[k];
    }
}

// ---- Notes ----------------------------------------------------------------------------------------------------------

static void take_size(ledger* l, int from, const note* n, uint32_t state)
{
    ordered_facts* f = &l->facts[n->chunk];
    if (n->chunk > l->last || (l->is_stopping && l->stopped == l->ranks)) {
        answer(l, from, REPLY_DROP, n->chunk);
        return;
    }
    *f = n->facts;
    f->state = state;
    l->waiting[n->chunk] = from + 1;
    if (n->facts.is_last)
        shorten(l, n->chunk);
    give_places(l);
}

static void take_done(ledger* l, const note* n)
{
    ordered_facts* f = &l->facts[n->chunk];
    *f = n->facts;
    f->state = CHUNK_DONE;
    if (n->facts.is_last)
        shorten(l, n->chunk);
    if (n->is_known)
        l->totals->reused++;
    else {
        keep_remarks(l->totals, n);
        if (l->job->journal && !journal_add(l->job->journal, n->chunk, f, n->remarks, n->remark_count) &&
            !l->is_short) {
            l->is_short = true;
            print_warning("%s: the journal of %s takes no more: a later --resume makes again what follows",
                          l->job->verb_name, l->job->name);
        }
    }
    l->progress += n->facts.counts[0];
    progress_at(&l->bar, l->progress);
    give_places(l);
}

static void lock(ledger* l)
{
    while (atomic_flag_test_and_set(&l->busy))
        worker_yield();
}

void ledger_take(ledger* l, int from, const note* n)
{
    lock(l);
    assert(n->kind >= TELL_STOP || n->chunk < l->job->chunks);
    switch (n->kind) {
    case TELL_SIZE:
        take_size(l, from, n, CHUNK_SIZED);
        break;
    case TELL_LARGE:
        take_size(l, from, n, CHUNK_LARGE);
        break;
    case TELL_DONE:
        take_done(l, n);
        break;
    case TELL_STOP:
        l->stopped++;
        if (n->failed)
            stop_all(l);
        if (l->stopped == l->ranks)
            drop_rest(l);
        break;
    case TELL_END:
        l->ended++;
        break;
    default:
        assert(false);
    }
    atomic_flag_clear(&l->busy);
}

bool ledger_answer(ledger* l, note* n)
{
    bool there;
    lock(l);
    there = l->inbox_count > 0;
    if (there) {
        *n = l->inbox[0];
        l->inbox_count--;
        memmove(l->inbox, l->inbox + 1, l->inbox_count * sizeof l->inbox[0]);
    }
    atomic_flag_clear(&l->busy);
    return there;
}

bool ledger_is_done(ledger* l)
{
    bool done;
    lock(l);
    done = l->ended == l->ranks;
    atomic_flag_clear(&l->busy);
    return done;
}

void ledger_end(ledger* l)
{
    ordered_totals* t = l->totals;
    uint64_t offset = l->job->begin;
    progress_end(&l->bar);
    t->chunks = 0;
    for (uint64_t i = 0; i < l->job->chunks && i <= l->last && l->facts[i].state == CHUNK_DONE; i++) {
        const ordered_facts* f = &l->facts[i];
        if (f->offset != offset) // of a journal that does not fit what is there: it ends here
            break;
        offset += f->size;
        for (int k = 0; k < ORDERED_COUNTS; k++)
            t->counts[k] += f->counts[k];
        t->chunks++;
    }
    t->end = offset;
    t->is_whole = t->chunks == l->job->chunks || t->chunks == l->last + 1;
    for (uint32_t i = 0; i < t->remark_count; i++)
        if (t->remarks[i].chunk >= t->chunks)
            t->remark_count = i;
    t->facts = l->facts;
    free(l->waiting);
    l->facts = NULL;
    l->waiting = NULL;
}
