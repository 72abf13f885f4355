// The ranks of a launcher - mpirun, srun - that has started this command several times, for one job.
//
// Without a launcher there is one rank, and nothing here costs anything. With several, verbs that can divide their work
// do so (verb.on_ranks); the others refuse. Rank 0 alone prints: on other ranks the first error is kept until all
// agree.
#ifndef TOOL_CLUSTER_CLUSTER_H
#define TOOL_CLUSTER_CLUSTER_H

#include "cli/verb.h"
#include "cluster/module.h"

/// Look at what a launcher says, before anything is printed: ranks other than 0 are silent from now on.
void cluster_look(void);

/// Before the verb runs: load the module, start MPI and find out about the ranks. Returns an exit code.
int cluster_begin(const verb* v, int argc, char** argv);

/// After it: end MPI. What a rank failed by, the others hear when they agree. Returns the code of the command, which is
/// EXIT_OK on ranks other than 0.
int cluster_end(int code);

int cluster_rank(void);  ///< 0 without a launcher
int cluster_ranks(void); ///< 1 without a launcher

/// The functions of MPI; NULL when there is one rank.
const cluster_module* cluster_mpi(void);

/// Collective, and to be called before every other collective call, so that no rank can miss one: the same exit code
/// for all ranks. When it is that of a rank that could not print, rank 0 prints what it has to say.
int cluster_agree(int code);

/// The same for the last time: from here on each rank goes its own way, and rank 0 alone decides about the exit code.
int cluster_agree_at_last(int code);

/// How many threads a rank should have when nobody says: its share of the processors of its node. 0: all.
uint32_t cluster_threads(uint32_t asked);

/// For --version: whether MPI is there, in one line. False when the command was built without.
bool cluster_describe(char text[CLUSTER_TEXT_MAX]);

#endif
