// Rays that enter instances for any machine: plain C.
#define HIT_LANES_PORTABLE
#define TOP_ENTER(name) name##_portable
#include "scene/top_enter_body.h"
