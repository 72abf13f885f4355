// What a caller needs to check and to print evidence.
#include "base/fpenv.h"
#include "cone/frame.h"

#include <hitscan/cone.h>

static HIT_NOINLINE double support(const hit_cone* cone, const double normal[3])
{
    hit_cone_frame f;
    if (!hit_cone_frame_make(cone, &f))
        return -HUGE_VAL;
    const hit_cone_vec n = hit_cone_map(&f, normal[0], normal[1], normal[2]);
    const double slope = hit_cone_slope(&f, n) / f.cosine;
    // Written so that an infinite height times a slope of 0 is 0.
    return slope > 0.0 ? f.h1 * slope : f.h0 * slope;
}

double hit_cone_reach(const hit_cone* cone, const double normal[3])
{
    if (cone == NULL || normal == NULL)
        return -HUGE_VAL;
    const hit_fpenv saved = hit_fpenv_enter();
    const double result = support(cone, normal);
    hit_fpenv_leave(saved);
    return result;
}

const char* hit_relation_name(hit_relation relation)
{
    static const char* const names[] = {"separate", "touching", "overlapping"};
    return (unsigned)relation < sizeof names / sizeof names[0] ? names[relation] : "unknown";
}

const char* hit_feature_name(hit_feature feature)
{
    static const char* const names[] = {"none", "interior", "axis",   "vertex", "edge", "face",
                                        "cap",  "surface",  "height", "side",   "rim"};
    return (unsigned)feature < sizeof names / sizeof names[0] ? names[feature] : "unknown";
}
