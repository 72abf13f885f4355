// What a filter can say.
#ifndef HITSCAN_INTERSECT_VERDICT_H
#define HITSCAN_INTERSECT_VERDICT_H

typedef enum hit_verdict {
    HIT_VERDICT_MISS,
    HIT_VERDICT_HIT,
    HIT_VERDICT_UNDECIDED // the next, more exact stage has to decide
} hit_verdict;

#endif
