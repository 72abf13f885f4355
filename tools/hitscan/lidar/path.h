// Where a sensor is at which time.
//
// `--path` is one point, where it stands still; points with slashes between them, which it passes at a constant speed;
// or a CSV file with the columns t,x,y,z and perhaps yaw. Between two points it moves in a straight line, and looks
// ahead, unless the file has a yaw. Before the first and after the last it stands still.
#ifndef TOOL_LIDAR_PATH_H
#define TOOL_LIDAR_PATH_H

#include <hitscan/math.h>

/// A position at a time.
typedef struct path_point {
    double time; ///< seconds
    hit_dvec3 position;
    double yaw;          ///< degrees; only where the file has them
    double cosine, sine; ///< of the direction of the step that follows, else
} path_point;

typedef struct path {
    path_point* points; ///< in the order of their times
    uint32_t count;
    bool has_yaw;
    double axes[3][3]; ///< the two level axes, the second to the left of the first, and up: each along x, y or z
} path;

/// Where a sensor is: it looks along (cosine, sine) of the level axes.
typedef struct pose {
    hit_dvec3 position;
    double cosine, sine; ///< of its heading
} pose;

/// Read a description, or the file that it names.
///
/// @param speed  metres per second, between the points on the command line
/// @return  an exit code; path_free is due all the same
int path_read(const char* text, double speed, path* p);

/// Let it know the axes: where it heads. Needed before path_at.
void path_set_axes(path* p, double axes[3][3]);

void path_free(path* p);

/// From the first to the last point, in seconds.
double path_duration(const path* p);

/// Where it is, so many seconds after the first point.
pose path_at(const path* p, double seconds);

#endif
