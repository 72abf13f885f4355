// Four ways to select in the demo's town: a click, a rectangle, a lasso, and what the guard sees.
#ifndef TOOL_DEMO_SELECT_H
#define TOOL_DEMO_SELECT_H

#include "demo/town.h"
#include "format/json_writer.h"

// ---- Questions ------------------------------------------------------------------------------------------------------

typedef enum select_method { METHOD_CLICK, METHOD_RECTANGLE, METHOD_LASSO, METHOD_CONE, METHOD_COUNT } select_method;

enum { OUTLINE_MAX = 72 };

/// One object that was found.
typedef struct finding {
    hit_id id;
    const prop* prop;
    double depth;       ///< from the near plane; of the cone, the distance from the guard
    double pixel[2];    ///< where `position` is on the screen
    hit_dvec3 position; ///< the point that was hit, or the middle of the object
    bool selected;      ///< else it is shown as well, but only found: behind the click, hidden from the guard
    hit_id other;       ///< what hides it from the guard
} finding;

/// The answer to one question.
typedef struct findings {
    select_method method;
    uint32_t count, selected;
    uint32_t touching;           ///< of the rectangle: how many objects it touches
    finding list[PROPS_MAX];     ///< the selected ones first, then the nearest first, then by id
    uint8_t mark[PROPS_MAX + 1]; ///< of each prop's index plus 1: 2 is selected, 1 is only found
    double box[2][2];            ///< of the screen: nothing that is marked is beyond these two corners
    // What was drawn on the screen to ask: a point, or the corners of a polygon.
    double outline[OUTLINE_MAX][2];
    uint32_t outline_count;
} findings;

/// Ask one of the questions.
void select_by(const town* t, const hit_camera* camera, select_method method, findings* out);

// ---- Answers for people ---------------------------------------------------------------------------------------------

/// How many objects there are of each kind.
void print_town(const town* t);

/// The answer to a question, the first few rows of it.
void print_findings(const town* t, const findings* f);

// ---- Answers for machines -------------------------------------------------------------------------------------------

/// One answer as an object: all that was found, not only the first ones as in the tables.
void json_findings(json_writer* j, const town* t, const findings* f);

#endif
