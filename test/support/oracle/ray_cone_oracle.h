// What is right about a ray and a cone, and about a point and a cone.
#ifndef HITSCAN_TEST_RAY_CONE_ORACLE_H
#define HITSCAN_TEST_RAY_CONE_ORACLE_H

#include "support/oracle/mpreal.h"

#include <hitscan/shapes.h>

// Faces and t of the entry and of the exit; t is valid until the next call.
typedef struct ray_cone_answer {
    bool hit, inside;
    int face[2];
    mpfr_ptr t[2];
} ray_cone_answer;

ray_cone_answer ray_cone_oracle(const hit_ray* ray, const hit_cone* cone);

bool cone_point_oracle(const hit_cone* cone, hit_vec3 point);

#endif
