// The box-cone test of Geometric Tools as its paper describes it (D. Eberly, "Intersection of a Box and a Cone"), in
// plain float and in plain double: what people use today. A peer for the tables and the benchmark, not an oracle.
#ifndef HITSCAN_TEST_SEED_CONE_H
#define HITSCAN_TEST_SEED_CONE_H

#include <stdbool.h>

typedef struct gte_cone_float {
    float apex[3], axis[3]; // a unit vector
    float cosine;
    float h_min, h_max; // h_max may be infinite
} gte_cone_float;

typedef struct gte_box_float {
    float center[3], axis[3][3], extent[3]; // orthonormal axes
} gte_box_float;

typedef struct gte_cone_double {
    double apex[3], axis[3];
    double cosine;
    double h_min, h_max;
} gte_cone_double;

typedef struct gte_box_double {
    double center[3], axis[3][3], extent[3];
} gte_box_double;

// True when the cone and the box meet, as far as this arithmetic can tell.
bool gte_cone_box_float(const gte_cone_float* cone, const gte_box_float* box);
bool gte_cone_box_double(const gte_cone_double* cone, const gte_box_double* box);

#endif
