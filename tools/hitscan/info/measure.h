// The area and the volume of a model, in the world.
#ifndef TOOL_INFO_MEASURE_H
#define TOOL_INFO_MEASURE_H

#include "model/model.h"

typedef struct measures {
    double area;   ///< of all triangles, one side
    double volume; ///< what the surfaces enclose, those that face inwards counted as negative; of use when they close
} measures;

/// Computed in double; the same for any number of threads. False when memory is short.
bool measure(const model* m, const hit_task_pool* pool, measures* found);

#endif
