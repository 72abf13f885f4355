// Ask the library about a case, and check all that it says: the relation against the oracle, the evidence by itself.
#ifndef HITSCAN_TEST_CONE_CHECK_H
#define HITSCAN_TEST_CONE_CHECK_H

#include "support/cases/cone_cases.h"

// What the library says about a case, by all its calls.
typedef struct cone_answer {
    hit_relation relation; // asked without evidence
    hit_cone_evidence evidence;
    hit_relation with_evidence;
    bool meets, contains;
} cone_answer;

cone_answer cone_ask(const cone_case* c);

// True when two answers are the same, bit by bit.
bool cone_same_answer(const cone_answer* a, const cone_answer* b);

// Numbers over many cases.
typedef struct cone_tally {
    uint64_t cases, meets, contacts, unknown;
    uint64_t separate, touching, overlapping; // as the library answers
    uint64_t contained;
    uint64_t lost, false_hits; // against a certain verdict; a false hit here is a gap below 1e-12
    uint64_t wrong;            // cases with at least one broken promise
} cone_tally;

// Check an answer and count it.
// @return  NULL, or the first promise that is broken
const char* cone_check(const cone_case* c, const cone_answer* a, const cone_verdict* v, cone_tally* tally);

// The same with its own questions and report: prints the case and what is wrong with it, for the first
// three, or the first HIT_PRINT.
void cone_check_case(const cone_case* c, const cone_verdict* v, cone_tally* tally);

// A broken promise in full: case, answer and verdict.
void cone_check_print(const cone_case* c, const cone_answer* a, const cone_verdict* v, const char* why);

#endif
