// The journal of a long run: which chunks are in its file, so that a run that was interrupted can go on.
//
// It lies beside the output, FILE.journal, and the output is FILE.partial until it is whole. The head says what the run
// is: a journal of another run is refused, and what differs is said. Then comes an entry for each chunk, appended when
// its bytes are in the file. An entry has a checksum of its own; whatever is behind the last good one is forgotten.
// That the bytes are those that were written is checked by their hash, when the run goes on (cluster/ordered.h). So
// nothing depends on when, and how, a run ended.
#ifndef TOOL_CLUSTER_JOURNAL_H
#define TOOL_CLUSTER_JOURNAL_H

#include "cluster/ordered.h"

typedef struct journal_identity {
    char version[32];     ///< of the command
    uint64_t options;     ///< a hash of those that decide what the output is
    uint64_t rays, model; ///< hashes of these
    uint64_t chunks;      ///< how the work is divided
    uint64_t shard[2];    ///< which of how many; 0
    uint32_t format, zero;
} journal_identity;

typedef struct journal {
    char* path;
    int handle;
    bool has_failed; ///< to write an entry
} journal;

/// Open or make the journal of an output, for this run alone. Returns an exit code.
///
/// @param facts    for each chunk: filled from its entry, where there is one; else its size is UINT64_MAX
/// @param remarks  room for ORDERED_TOLD of them; the first are kept
int journal_open(journal* j, const char* output, const journal_identity* run, ordered_facts* facts,
                 ordered_remark* remarks, uint32_t* remark_count);

/// Append an entry. False when it could not be written: the run goes on, but cannot be resumed from there.
bool journal_add(journal* j, uint64_t chunk, const ordered_facts* facts, const ordered_remark* remarks, uint32_t count);

/// Close it; with `remove`, it is no longer needed.
void journal_close(journal* j, bool remove);

#endif
