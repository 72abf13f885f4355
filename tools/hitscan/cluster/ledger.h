// What rank 0 knows of all chunks: see cluster/ordered.h.
#ifndef TOOL_CLUSTER_LEDGER_H
#define TOOL_CLUSTER_LEDGER_H

#include "cli/job.h"
#include "cluster/ordered.h"

#include <stdatomic.h>

/// What ranks tell rank 0, and what it tells them.
typedef enum message_kind {
    // to rank 0
    TELL_SIZE,  ///< a chunk is made, and as large as facts.size says: where does it go?
    TELL_LARGE, ///< a chunk is too large to be kept: where does it begin? Its size comes with TELL_DONE
    TELL_DONE,  ///< a chunk is in the file
    TELL_STOP,  ///< this rank begins no other chunk; `failed`: nor should others
    TELL_END,   ///< nothing more comes from this rank
    // from rank 0
    REPLY_PLACE, ///< of a chunk: facts.offset
    REPLY_DROP,  ///< a chunk that does not count, or will never have a place
    REPLY_STOP   ///< begin no other chunk
} message_kind;

typedef struct note {
    uint32_t kind, failed;
    uint64_t chunk;
    ordered_facts facts;
    uint32_t remark_count, is_known;
    ordered_remark remarks[ORDERED_TOLD];
} note;

_Static_assert(sizeof(note) <= CLUSTER_MESSAGE_MAX, "a note is a message");

typedef struct ledger {
    const ordered_job* job;
    ordered_totals* totals;
    ordered_facts* facts;
    int* waiting;    ///< for each chunk, the rank that waits for its place, from 1; 0: none
    uint64_t placed; ///< the places of chunks up to this one are known
    uint64_t last;   ///< no chunk behind this one counts
    int stopped, ended, ranks;
    uint64_t progress;
    progress bar;
    atomic_flag busy;
    /// Replies to rank 0 itself.
    note inbox[8];
    uint32_t inbox_count;
    bool is_stopping, is_short; ///< is_short: the journal takes no more
} ledger;

/// False when memory is short.
bool ledger_begin(ledger* l, const ordered_job* job, ordered_totals* totals, int ranks);

/// Take a note of a rank, and answer. Any thread.
void ledger_take(ledger* l, int from, const note* n);

/// Take an answer to rank 0. False when there is none.
bool ledger_answer(ledger* l, note* n);

/// True when all ranks have ended.
bool ledger_is_done(ledger* l);

/// Sum up. The ledger is then empty.
void ledger_end(ledger* l);

#endif
