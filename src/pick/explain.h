// The words of an explanation.
#ifndef HITSCAN_PICK_EXPLAIN_H
#define HITSCAN_PICK_EXPLAIN_H

#include <hitscan/pick.h>

// Fill the text of an explanation from the rest of it.
void hit_explain_text(hit_explanation* e);

#endif
