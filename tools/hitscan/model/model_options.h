// The options of all verbs that open models: which parts of them, where, and how large.
//
// A verb has a model_options in its struct, MODEL_OPTION_TABLE among its options and MODEL_HELP in its details, and
// gives the struct to model_open_all.
#ifndef TOOL_MODEL_MODEL_OPTIONS_H
#define TOOL_MODEL_MODEL_OPTIONS_H

#include "cli/verb.h"

/// What the options set; all of it zero when none is given.
typedef struct model_options {
    const char* hide;   ///< --hide: patterns with commas between
    const char* only;   ///< --only, the same
    int parts;          ///< --parts, a model_parts_by
    int unit;           ///< --unit, an index of model_unit_choices
    double scale;       ///< --scale; 0: not given
    const char* rotate; ///< --rotate
    number_list move;   ///< --move
} model_options;

/// What the parts of a model are made by.
typedef enum model_parts_by {
    PARTS_AS_THEY_ARE,
    PARTS_BY_NODE,
    PARTS_BY_MESH,
    PARTS_BY_MATERIAL,
    PARTS_BY_COMPONENT
} model_parts_by;

extern const char* const model_parts_choices[]; ///< in the order of model_parts_by
extern const char* const model_unit_choices[];  ///< the first is not given

// NOLINTBEGIN(bugprone-macro-parentheses): neither a type nor a member can have parentheses.

/// The entries for a verb's table of options; `member` is the model_options in the verb's struct of options.
#define MODEL_OPTION_TABLE(type, member)                                                                               \
    {"--only",                                                                                                         \
     "PATTERN,...",                                                                                                    \
     "these parts of the model alone: by name or path, as in 'wheel*', or material:NAME",                              \
     OPTION_TEXT,                                                                                                      \
     offsetof(type, member.only),                                                                                      \
     0,                                                                                                                \
     0,                                                                                                                \
     NULL},                                                                                                            \
        {"--hide", "PATTERN,...", "without these parts", OPTION_TEXT, offsetof(type, member.hide), 0, 0, NULL},        \
        {"--parts",                                                                                                    \
         "by=WHAT",                                                                                                    \
         "what a part is: by=node, mesh, material or component (as the file has them)",                                \
         OPTION_CHOICE,                                                                                                \
         offsetof(type, member.parts),                                                                                 \
         0,                                                                                                            \
         0,                                                                                                            \
         model_parts_choices},                                                                                         \
        {"--unit",                                                                                                     \
         "UNIT",                                                                                                       \
         "make it metres: a unit of the model is a mm, cm, m, km, in or ft, or what the file says",                    \
         OPTION_CHOICE,                                                                                                \
         offsetof(type, member.unit),                                                                                  \
         0,                                                                                                            \
         0,                                                                                                            \
         model_unit_choices},                                                                                          \
        {"--scale", "FACTOR", "make it larger, about the origin", OPTION_NUMBER, offsetof(type, member.scale), 1e-12,  \
         1e12,      NULL},                                                                                             \
        {"--rotate",                                                                                                   \
         "AXIS,DEGREES",                                                                                               \
         "then turn it about an axis through the origin: x, y, z or X,Y,Z, as in z,90",                                \
         OPTION_TEXT,                                                                                                  \
         offsetof(type, member.rotate),                                                                                \
         0,                                                                                                            \
         0,                                                                                                            \
         NULL},                                                                                                        \
    {                                                                                                                  \
        "--move", "X,Y,Z", "then move it", OPTION_NUMBER_LIST, offsetof(type, member.move), 3, 3, NULL                 \
    }

// NOLINTEND(bugprone-macro-parentheses)

/// Lines for the details of a verb's help.
#define MODEL_HELP                                                                                                     \
    "Several models are one: their parts are then called \"FILE:NAME\". Patterns of --only and --hide are those\n"     \
    "of shells (* ? [a-z]), and a part is meant by its name or by its path, as in robot/arm/*. Lengths are in\n"       \
    "the units of the model, after --unit, --scale, --rotate and --move, which happen in this order.\n"

/// True when they ask for other parts or places than the model has. --unit is not among them: it is done before.
bool model_options_change(const model_options* o);

/// True when they name materials, which are read only then. NULL is allowed.
bool model_options_need_materials(const model_options* o);

#endif
