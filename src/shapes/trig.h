// Sine, cosine, tangent and arc tangent: the same bits everywhere, which those of C libraries do not promise.
//
// Each result is the exact value rounded once, but for an error below 2^-45 ulp: in double-double. Requires round to
// nearest and no flushing of denormals: see base/fpenv.h. Some microseconds each.
#ifndef HITSCAN_SHAPES_TRIG_H
#define HITSCAN_SHAPES_TRIG_H

/// Of a float, or half of one, in radians; any finite size.
void hit_sincos(double x, double* sine, double* cosine);

/// Of a float, or half of one, in radians; any finite size.
double hit_tan(double x);

/// Of a float above 0: in (0, pi/2].
double hit_atan(double x);

#endif
