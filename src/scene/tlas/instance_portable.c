// Rays that enter instances for any machine: plain C.
#define HIT_LANES_PORTABLE
#define TOP_ENTER(name) name##_portable
#include "scene/tlas/instance_kernel.h"
