// Frusta and shapes by category: the arrangements in which culling goes wrong.
#ifndef HITSCAN_TEST_FRUSTA_H
#define HITSCAN_TEST_FRUSTA_H

#include "support/base/random.h"

#include <float.h>

typedef enum frusta_category {
    FRUSTA_RANDOM,   ///< a camera, and things before and beside it
    FRUSTA_GRID,     ///< planes and shapes with small whole numbers, which touch by the dozen
    FRUSTA_FAR,      ///< the same as random, 1e6 from the origin
    FRUSTA_CORNERS,  ///< large things beside edges and corners of the frustum, where single planes cannot tell
    FRUSTA_FLAT,     ///< frusta without width, without depth, or just empty
    FRUSTA_OFF_AXIS, ///< rectangles off the middle, and no far plane
    FRUSTA_SCALES,   ///< numbers many orders of magnitude apart, denormal and near FLT_MAX
    FRUSTA_ORTHO,    ///< boxes as frusta, on a grid
    FRUSTA_TOUCHING, ///< corners of things at corners of the frustum, moved by an ulp
    FRUSTA_CATEGORIES
} frusta_category;

extern const char* const frusta_category_names[FRUSTA_CATEGORIES];

typedef struct frusta_case {
    hit_frustum frustum;
    hit_aabb box;
    hit_obb obb;
    hit_sphere sphere;
    hit_triangle triangle;
} frusta_case;

// None of the shapes is empty.
void frusta_make(test_random* r, frusta_category category, frusta_case* out);

#endif
