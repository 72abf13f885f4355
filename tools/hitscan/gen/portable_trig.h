// Sine and cosine with the same bits on every machine.
//
// The C library's differ in their last bits from system to system; files that are made with these do not.
#ifndef TOOL_GEN_PORTABLE_TRIG_H
#define TOOL_GEN_PORTABLE_TRIG_H

/// Sine and cosine of an angle in degrees, to 2e-16; exact for multiples of 90. The angle is reduced exactly, however
/// large it is; both are 0 for one that is not finite.
void trig_sincos_degrees(double degrees, double* sine, double* cosine);

/// The angle of a vector with the x axis, in degrees from -180 to 180; 0 for the zero vector. To 1e-13.
double trig_atan2_degrees(double y, double x);

#endif
