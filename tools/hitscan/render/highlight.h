// Which parts of a model a picture highlights, by number, by name and by an area of the screen; and the report on it.
#ifndef TOOL_RENDER_HIGHLIGHT_H
#define TOOL_RENDER_HIGHLIGHT_H

#include "model/model.h"
#include "render/picture.h"

#include <hitscan/camera.h>

enum { LASSO_MAX = 1024 }; ///< corners

/// What was asked for; NULL and 0 for what was not.
typedef struct highlight_request {
    const char* verb_name; ///< the verb, for messages
    const char* numbers;   ///< "3,5-7"
    const char* names;     ///< a pattern with * and ?
    const double* rect;    ///< x0, y0, x1, y1 on the screen
    const char* lasso;     ///< "x,y,x,y,x,y"
    bool contained, visible;
} highlight_request;

/// The answer.
typedef struct highlight {
    uint8_t* selected;            ///< one per part; NULL when nothing was asked for
    uint32_t count;               ///< of parts that are selected
    double outline[LASSO_MAX][2]; ///< of the area
    uint32_t outline_count;
} highlight;

/// Find the parts. What is given by several ways is selected by any of them.
///
/// @return  an exit code
int highlight_find(model* m, const hit_camera* camera, const highlight_request* request, highlight* out);

void highlight_free(highlight* h);

// ---- The report -----------------------------------------------------------------------------------------------------

typedef struct picture_report {
    const draw_job* job;
    const picture* picture;
    const highlight* highlight;
    const char* mode;  ///< its word
    const char* path;  ///< of the picture; of a turntable the last
    uint32_t pictures; ///< of a turntable; 0: it is none
    const char* note;  ///< on the surfaces, or ""
    uint64_t points;   ///< of a cloud of points
    double seconds;    ///< that drawing took
    uint32_t threads;
} picture_report;

/// Print to stdout. False, after a message, when memory was short.
bool report_print(const picture_report* r);
bool report_json(const picture_report* r);

#endif
