// A point cloud on its way into a file: PLY, CSV or npy, record by record.
//
// Binary formats say at their beginning how many records they have: room is left there, and filled in at the end. What
// cannot be rewound, a pipe for instance, gets the whole from a temporary file then.
#ifndef TOOL_LIDAR_CLOUD_H
#define TOOL_LIDAR_CLOUD_H

#include "cli/atomic_file.h"

#include <stdint.h>

typedef enum cloud_format { CLOUD_PLY, CLOUD_CSV, CLOUD_NPY, CLOUD_FORMATS } cloud_format;

/// "ply", "csv", "npy"; ends with NULL.
extern const char* const cloud_format_names[];

/// One measurement.
typedef struct cloud_point {
    double x, y, z; ///< written as floats, unless the cloud has doubles
    float range;
    uint32_t part, face;
    float incidence; ///< degrees
    uint16_t beam;
    float azimuth; ///< degrees
    double time;   ///< seconds
} cloud_point;

/// The most bytes that a record has, in any format.
enum { CLOUD_RECORD_MAX = 256 };

/// Write a record to memory, where there is room for CLOUD_RECORD_MAX. Returns its length.
size_t cloud_encode(cloud_format format, bool doubles, const cloud_point* point, char* bytes);

typedef struct cloud {
    cloud_format format;
    bool doubles; ///< of x, y and z: floats would be too coarse
    atomic_file target;
    FILE* spool;        ///< where records go; the file of `target`, unless that cannot be rewound
    const char* labels; ///< what the head says of the frame: "metres, z up, ..."
} cloud;

/// The format that the name of a file asks for, or CLOUD_FORMATS.
cloud_format cloud_format_of(const char* path);

/// Open a file; "-" is the standard output. `path` and `labels` are kept. Returns an exit code.
int cloud_open(cloud* c, const char* path, cloud_format format, bool doubles, const char* labels);
/// Others write the records, from this byte on. False on an error.
bool cloud_begins(cloud* c, uint64_t* begin);
/// They have, up to this byte. False on an error, after a message.
bool cloud_ends(cloud* c, uint64_t end);
/// Write records. False when the file takes no more.
bool cloud_write(cloud* c, const char* bytes, size_t count);
/// End the file, which has so many records. One that ends early does not replace an older one. Returns an exit code.
int cloud_close(cloud* c, uint64_t records, bool ends_early);
/// Leave nothing.
void cloud_discard(cloud* c);

#endif
