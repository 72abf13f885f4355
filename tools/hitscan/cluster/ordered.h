// Chunks of work whose bytes come one after the other in a file, made by any number of ranks.
//
// Ranks take chunks in ascending order, and keep what a chunk gives until its place is known: at once where all chunks
// have a known size, else when rank 0 has heard the sizes of all chunks before it. So the file is the same whoever made
// which chunk. A rank keeps a few results at most; one that grows too large waits for its place and is then written
// as it is made.
//
// Rank 0 keeps the ledger: which chunk is how large, where, and what came of it. With a journal (cluster/journal.h)
// that is in a file, too, and a later run goes on from it.
//
// A rank that fails, and one that a signal stops, says so; then nobody begins another chunk, and all ranks come to the
// end within the time of a chunk.
#ifndef TOOL_CLUSTER_ORDERED_H
#define TOOL_CLUSTER_ORDERED_H

#include "cli/file_stream.h"
#include "cluster/cluster.h"
#include "format/bytes.h"

enum {
    ORDERED_COUNTS = 6,
    ORDERED_NUMBERS = 3,
    ORDERED_TOLD = 10, ///< remarks on a chunk, and on all of them
    ORDERED_WHY = 120
};

/// A remark on a line of the input.
typedef struct ordered_remark {
    uint64_t chunk; ///< that it is on
    uint64_t line;  ///< 0: on no line
    char why[ORDERED_WHY];
} ordered_remark;

/// What came of a chunk.
typedef struct ordered_facts {
    uint64_t offset, size, hash;     ///< of its bytes in the file
    uint64_t counts[ORDERED_COUNTS]; ///< the caller's; their sums are told at the end. The first is the progress
    double numbers[ORDERED_NUMBERS]; ///< the caller's
    uint32_t is_last;                ///< 1: nothing behind this chunk counts
    uint32_t state;                  ///< of the ledger
} ordered_facts;

/// Takes the bytes of a chunk.
typedef struct ordered_sink ordered_sink;

/// Append bytes. False when there is no place for them: then the chunk is to be given up, and the error is known.
bool ordered_put(void* sink, const char* bytes, size_t size);

/// Remark on the chunk; of more than ORDERED_TOLD the first count.
void ordered_remark_on(ordered_sink* sink, uint64_t line, const char* why);

struct journal;

typedef struct ordered_job {
    const char* verb_name;
    uint64_t chunks;
    void* context;
    /// Make a chunk: put its bytes, fill counts, numbers and is_last. Returns an exit code. What it gave is thrown away
    /// when a signal came.
    int (*make)(void* context, uint64_t chunk, ordered_sink* sink, ordered_facts* facts);
    /// Where the bytes of a chunk go, when that is known; NULL: it is not.
    uint64_t (*place)(void* context, uint64_t chunk);
    uint64_t begin;             ///< where those of the first chunk go
    const stream* to;           ///< rank 0: the file, which is regular
    const char* path;           ///< on all ranks: the name that it now has; NULL: chunks have no bytes
    const char* name;           ///< of the file, for messages
    struct journal* journal;    ///< rank 0; NULL: none
    bool journal_is_kept;       ///< on all ranks: there is one
    const ordered_facts* known; ///< of each chunk, from the journal: those with a size of UINT64_MAX are to be made
    const char* what;           ///< progress: of these there are
    uint64_t total;             ///< so many; 0: nobody knows
    bool quiet;
} ordered_job;

/// What came of all; on rank 0.
typedef struct ordered_totals {
    uint64_t chunks; ///< from the first on, without a gap
    uint64_t end;    ///< where their bytes end
    uint64_t counts[ORDERED_COUNTS];
    ordered_facts* facts; ///< of each chunk; for free()
    ordered_remark remarks[ORDERED_TOLD];
    uint32_t remark_count;
    uint64_t reused; ///< chunks that were there already
    bool is_whole;
} ordered_totals;

/// Do it. Collective. Returns an exit code on which all ranks agree; a signal is no failure: then it is not whole.
int ordered_run(const ordered_job* job, ordered_totals* totals);

/// The hash of the bytes of a chunk.
uint64_t ordered_hash(const char* bytes, size_t size);

#endif
