// The options of all verbs that open models: which parts of them, where, and how large.
//
// A verb has a model_options in its struct, MODEL_OPTION_TABLE among its options and MODEL_HELP in its details, and
// gives the struct to model_open_all.
#ifndef TOOL_MODEL_MODEL_OPTIONS_H
#define TOOL_MODEL_MODEL_OPTIONS_H

#include "cli/verb.h"

/// What the options set; all of it zero when none is given.
typedef struct model_options {
    text_list hide;                     ///< --hide: each is patterns with commas between
    text_list only;                     ///< --only, the same
    int parts;                          ///< --parts, a model_parts_by
    int unit;                           ///< --unit, an index of model_unit_choices
    double scale;                       ///< --scale; 0: not given
    const char* rotate;                 ///< --rotate
    number_list move;                   ///< --move
    uint64_t max_memory, helper_memory; ///< --max-memory, --helper-memory, in bytes; 0: as mesh_io.h says
    uint32_t helper_seconds;            ///< --helper-seconds, the same
    uint32_t scene;                     ///< --scene; 0: the one that the file shows
    int format;                         ///< --format, an index of model_format_choices
} model_options;

/// The least and the most that may be asked for, in bytes and in seconds.
#define MEMORY_MIN 65536.0
#define MEMORY_MAX 1125899906842624.0
#define SECONDS_MAX 86400.0

/// What the parts of a model are made by.
typedef enum model_parts_by {
    PARTS_AS_THEY_ARE,
    PARTS_BY_NODE,
    PARTS_BY_MESH,
    PARTS_BY_MATERIAL,
    PARTS_BY_COMPONENT
} model_parts_by;

extern const char* const model_parts_choices[];  ///< in the order of model_parts_by
extern const char* const model_unit_choices[];   ///< the first is not given
extern const char* const model_format_choices[]; ///< the same

// NOLINTBEGIN(bugprone-macro-parentheses): neither a type nor a member can have parentheses.

/// The entries for a verb's table of options; `member` is the model_options in the verb's struct of options.
#define MODEL_OPTION_TABLE(type, member) MODEL_OPTION_TABLE_WITH(type, member, "--format")

/// The same for a verb that has a --format of its own; `format_name` is what it is called of the model.
#define MODEL_OPTION_TABLE_WITH(type, member, format_name)                                                             \
    {"--only",                                                                                                         \
     "PATTERN,...",                                                                                                    \
     "these parts of the model alone: by name or path, as in 'wheel*', or material:NAME",                              \
     OPTION_TEXT_LIST,                                                                                                 \
     offsetof(type, member.only),                                                                                      \
     0,                                                                                                                \
     0,                                                                                                                \
     NULL},                                                                                                            \
        {"--hide", "PATTERN,...", "without these parts", OPTION_TEXT_LIST, offsetof(type, member.hide), 0, 0, NULL},   \
        {format_name,                                                                                                  \
         "FORMAT",                                                                                                     \
         "what the model is, whatever its name: obj, ply, stl, off, gltf, 3mf or xyz",                                 \
         OPTION_CHOICE,                                                                                                \
         offsetof(type, member.format),                                                                                \
         0,                                                                                                            \
         0,                                                                                                            \
         model_format_choices},                                                                                        \
        {"--parts",                                                                                                    \
         "by=WHAT",                                                                                                    \
         "what a part is: by=node, mesh, material or component (as the file has them)",                                \
         OPTION_CHOICE,                                                                                                \
         offsetof(type, member.parts),                                                                                 \
         0,                                                                                                            \
         0,                                                                                                            \
         model_parts_choices},                                                                                         \
        {"--scene",                                                                                                    \
         "N",                                                                                                          \
         "of a file with several scenes (glTF), the one with this number from 1 (the file's own)",                     \
         OPTION_COUNT,                                                                                                 \
         offsetof(type, member.scene),                                                                                 \
         1,                                                                                                            \
         1000000000,                                                                                                   \
         NULL},                                                                                                        \
        {"--max-memory",                                                                                               \
         "BYTES",                                                                                                      \
         "the most that reading a model may take, as in 512M or 4G (64 MiB plus 16 times the file)",                   \
         OPTION_BYTES,                                                                                                 \
         offsetof(type, member.max_memory),                                                                            \
         MEMORY_MIN,                                                                                                   \
         MEMORY_MAX,                                                                                                   \
         NULL},                                                                                                        \
        {"--helper-memory",                                                                                            \
         "BYTES",                                                                                                      \
         "the same of the process in which Assimp reads (2 GiB plus 64 times the file)",                               \
         OPTION_BYTES,                                                                                                 \
         offsetof(type, member.helper_memory),                                                                         \
         MEMORY_MIN,                                                                                                   \
         MEMORY_MAX,                                                                                                   \
         NULL},                                                                                                        \
        {"--helper-seconds",                                                                                           \
         "S",                                                                                                          \
         "how long that process may compute (60)",                                                                     \
         OPTION_COUNT,                                                                                                 \
         offsetof(type, member.helper_seconds),                                                                        \
         1,                                                                                                            \
         SECONDS_MAX,                                                                                                  \
         NULL},                                                                                                        \
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
    "of shells (* ? [a-z]), and a part is meant by its name or by its path, as in robot/arm/*. Both may\n"             \
    "be given several times. Lengths are in the units of the model, after --unit, --scale, --rotate and --move,\n"     \
    "which happen in this order.\n"                                                                                    \
    "A model may be a pipe, or -, the standard input; its format can be told where its bytes do not.\n"

/// True when they ask for other parts or places than the model has. --unit is not among them: it is done before.
bool model_options_change(const model_options* o);

/// True when they name materials, which are read only then. NULL is allowed.
bool model_options_need_materials(const model_options* o);

#endif
