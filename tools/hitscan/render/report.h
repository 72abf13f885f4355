// What `hitscan render` tells about a picture, for people and for machines.
#ifndef TOOL_RENDER_REPORT_H
#define TOOL_RENDER_REPORT_H

#include "render/highlight.h"
#include "render/picture.h"

typedef struct picture_report {
    const draw_job* job;
    const picture* picture;
    const highlight* highlight;
    const char* mode; ///< its word
    const char* path; ///< of the picture
    uint64_t points;  ///< of a cloud of points
    double seconds;   ///< that drawing took
    uint32_t threads;
} picture_report;

/// Print to stdout. False, after a message, when memory was short.
bool report_print(const picture_report* r);
bool report_json(const picture_report* r);

#endif
