// The walk over the trees of a scene for any machine: plain C.
#define HIT_LANES_PORTABLE
#define KERNEL(name) name##_portable
#include "scene/top_walk_body.h"
#include "scene/top_flight_body.h"
