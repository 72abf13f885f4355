// The memory for bvh/traverse/coherence_hint.h, in a file of its own: kernels are compiled several times.
#include "bvh/traverse/coherence_hint.h"

HIT_THREAD_LOCAL hit_bvh_coherence_hint hit_bvh_coherence_ray;
