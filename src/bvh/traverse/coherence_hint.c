// The memory for previous_ray.h, in a file of its own: kernels are compiled several times.
#include "bvh/previous_ray.h"

HIT_THREAD_LOCAL hit_bvh_previous_ray hit_bvh_previous;
