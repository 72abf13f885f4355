// A spinning scanner with several beams, one above the other; and its description on the command line.
//
// `--sensor` is one of sensor_names, or fields with slashes between them: beams=64/fov=-25,15/range=0.5,120/rate=10/
// step=0.2; or both, the name first: vlp16/rate=20. What is not given is as in the name, or as in the first of them.
#ifndef TOOL_LIDAR_SENSOR_H
#define TOOL_LIDAR_SENSOR_H

#include <stdbool.h>
#include <stdint.h>

enum { SENSOR_BEAMS_MAX = 1024 };

typedef struct sensor {
    uint32_t beams;   ///< beam 0 is the lowest
    double low, high; ///< of the lowest and the highest beam: degrees above the horizon
    double near, far; ///< what it can measure, in metres
    double rate;      ///< turns per second
    double step;      ///< degrees from one firing of all beams to the next
} sensor;

/// The sensors that are known by name; ends with NULL.
extern const char* const sensor_names[];

/// Read a description.
/// @return  false, after a message, when it makes no sense
bool sensor_read(const char* description, sensor* s);

/// Seconds from one firing to the next.
double sensor_interval(const sensor* s);

/// The elevation of a beam, in degrees: they are evenly spaced.
double sensor_elevation(const sensor* s, uint32_t beam);

#endif
