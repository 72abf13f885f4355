// Scans a model: rays by the sensor, the path and the time, and a point for each that hits something.
//
// Work goes in chunks of a fixed number of rays, several at once, and their points are given out in order: so neither
// the cloud nor its statistics depend on the number of threads, and the memory does not grow with the scan.
#ifndef TOOL_LIDAR_SCAN_H
#define TOOL_LIDAR_SCAN_H

#include "lidar/cloud.h"
#include "lidar/path.h"
#include "lidar/sensor.h"
#include "model/model.h"

typedef struct scan_request {
    const model* model;
    const hit_bvh* tree;
    const sensor* sensor;
    const path* path;
    double yaw;           ///< of the sensor on its mount, in degrees
    double noise;         ///< standard deviation of the range, in metres; 0: none
    double max_incidence; ///< degrees
    uint64_t seed, firings;
    bool sensor_frame;
    const hit_task_pool* pool;
    bool quiet;
} scan_request;

typedef struct scan_result {
    uint64_t firings, rays, points; ///< that were done
    double min, sum, max;           ///< of the ranges
    double seconds;
} scan_result;

/// Scan, and write to a cloud, unless that is NULL. Ends early, with whole firings, when a signal comes or the file
/// takes no more.
/// @return  an exit code: not EXIT_OK, after a message, when memory is short
int scan_run(const scan_request* request, cloud* to, scan_result* result);

/// Where several ranks write their points: the same on all of them.
typedef struct scan_place {
    uint64_t begin;   ///< of the first point in the file
    char path[4096];  ///< the name of the file as it is written; "": nothing is
    const char* name; ///< as it was given
} scan_place;

/// The same on several ranks (cluster/ordered.h). Collective. Returns an exit code on which all agree.
///
/// @param like    says how points look; NULL: nothing is written
/// @param result  on rank 0
/// @param end     on rank 0: where the points end
int scan_run_together(const scan_request* request, const cloud* like, const scan_place* place, scan_result* result,
                      uint64_t* end);

/// A number of the standard normal distribution, for each seed and index; the same on every machine.
double scan_noise(uint64_t seed, uint64_t index);

#endif
