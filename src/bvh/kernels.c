// Which kernels there are.
#include "bvh/traverse/traverse.h"

#include "many/boxes.h"

const hit_bvh_kernel* const hit_bvh_kernels[] = HIT_MANY_LEVELS(&hit_bvh_kernel);
