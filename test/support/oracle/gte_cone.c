// Compiled from one source for both types. Plain code without state: five steps as the paper has them, the height
// interval of the box, the axis against the box, the whole edges of a box inside the slab, else the clipped edges and
// the cuts of the faces.
#include "support/oracle/gte_cone.h"

#define REAL float
#define NAME(x) x##_float
#include "support/oracle/gte_cone_body.h"
#undef REAL
#undef NAME

#define REAL double
#define NAME(x) x##_double
#include "support/oracle/gte_cone_body.h"
