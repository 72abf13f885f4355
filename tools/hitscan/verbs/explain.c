// hitscan explain: prints why a pixel does not pick a part, or that it does.
//
// The library speaks of objects by their ids; here they become the names and numbers of parts.
#include "cli/verb.h"
#include "format/json_writer.h"
#include "pick/pick_context.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1024, SHOWN_MAX = 160 };

typedef struct explain_options {
    common_options common;
    model_options model;
    camera_options camera;
    number_list at;
    const char* part;
} explain_options;

// The answer.
typedef struct explain_job {
    const explain_options* options;
    pick_context pick_context;
    uint32_t part;
    hit_explanation explanation;
    char text[TEXT_MAX];
} explain_job;

// ---- The text -------------------------------------------------------------------------------------------------------

// `wheel (part 3)`, or `part 3` when it has no name; with a capital at the beginning of a sentence.
static void name_part(const explain_job* s, uint32_t part, bool capital, char text[SHOWN_MAX])
{
    const char* name = model_content(s->pick_context.model)->parts[part].name;
    if (*name) {
        char shown[SHOWN_MAX - 32];
        printable(name, shown, sizeof shown);
        snprintf(text, SHOWN_MAX, "%s (part %u)", shown, (unsigned)part);
    } else
        snprintf(text, SHOWN_MAX, "%cart %u", capital ? 'P' : 'p', (unsigned)part);
}

// The library gives advice to programs; these are for people who use the command.
static const char* const phrases[][2] = {
    {" Click again to go on to what is behind, or filter it out.", " hitscan pick --all lists both."},
    {"hit_pick_near finds", "hitscan pick --radius finds"},
    {"misses the object", "misses the part"},
    {" Check what hit_camera_from_... returned.", " The point is too far away from the picture."},
};

// Copy what stands at `from` to `to`, in other words where there are any. Returns how much was read.
static size_t rephrase(const explain_job* s, const char* from, char to[SHOWN_MAX])
{
    const bool capital = *from == 'O';
    if ((capital || *from == 'o') && strncmp(from + 1, "bject ", 6) == 0 && from[7] >= '0' && from[7] <= '9') {
        char* end;
        const uint32_t part = model_part_of(s->pick_context.model, strtoull(from + 7, &end, 10));
        if (part < model_content(s->pick_context.model)->part_count) {
            name_part(s, part, capital, to);
            return (size_t)(end - from);
        }
    }
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        const size_t length = strlen(phrases[i][0]);
        if (strncmp(from, phrases[i][0], length) == 0) {
            snprintf(to, SHOWN_MAX, "%s", phrases[i][1]);
            return length;
        }
    }
    to[0] = *from;
    to[1] = '\0';
    return 1;
}

// Put names in place of ids: the library writes "object 12", with a capital where a sentence begins.
static void write_text(explain_job* s)
{
    size_t used = 0;
    for (const char* from = s->explanation.text; *from && used + SHOWN_MAX < sizeof s->text;) {
        from += rephrase(s, from, s->text + used);
        used += strlen(s->text + used);
    }
}

// ---- Telling --------------------------------------------------------------------------------------------------------

static bool is_missed(const hit_explanation* e)
{
    return e->reason == HIT_REASON_MISSED_BOUNDS || e->reason == HIT_REASON_MISSED_SHAPE;
}

static void add_row(table* t, const explain_job* s, const char* what, uint32_t part, float depth)
{
    char name[32];
    table_text(t, what);
    table_format(t, "%u", (unsigned)part);
    table_text(t, model_part_name(s->pick_context.model, part, name));
    if (isfinite(depth))
        table_number(t, (double)depth);
    else
        table_text(t, "-");
}

static bool print_for_people(const explain_job* s)
{
    static const char* const columns[] = {"", ">part", "name", ">depth", NULL};
    const hit_explanation* e = &s->explanation;
    table* t;
    printf("%s: %s\n\n", hit_reason_name(e->reason), s->text);
    t = table_create(columns);
    add_row(t, s, "asked for", s->part, e->t);
    if (e->reason != HIT_REASON_PICKED && e->other != HIT_ID_NONE)
        add_row(t, s, "picked", model_part_of(s->pick_context.model, e->other), e->other_t);
    return table_print(t);
}

static void print_json(const explain_job* s)
{
    const hit_explanation* e = &s->explanation;
    json_writer j = json_begin(stdout);
    char name[32];
    json_open(&j, '{');
    json_text_of(&j, "model", model_path(s->pick_context.model));
    json_key(&j, "at");
    json_open(&j, '[');
    json_number(&j, s->options->at.at[0]);
    json_number(&j, s->options->at.at[1]);
    json_close(&j, ']');
    json_bool_of(&j, "picked", e->reason == HIT_REASON_PICKED);
    json_text_of(&j, "reason", hit_reason_name(e->reason));
    json_text_of(&j, "text", s->text);
    json_count_of(&j, "part", s->part);
    json_text_of(&j, "name", model_part_name(s->pick_context.model, s->part, name));
    json_float_of(&j, "depth", e->t);
    json_number_of(&j, "priority", (double)e->priority);
    json_count_of(&j, "layers", e->layers);
    json_count_of(&j, "filter_layers", e->filter_layers);
    json_key(&j, "other");
    if (e->other != HIT_ID_NONE) {
        const uint32_t other = model_part_of(s->pick_context.model, e->other);
        json_open(&j, '{');
        json_count_of(&j, "part", other);
        json_text_of(&j, "name", model_part_name(s->pick_context.model, other, name));
        json_float_of(&j, "depth", e->other_t);
        json_number_of(&j, "priority", (double)e->other_priority);
        json_close(&j, '}');
    } else
        json_null(&j);
    json_key(&j, "off");
    if (is_missed(e)) {
        json_open(&j, '[');
        json_number(&j, e->off[0]);
        json_number(&j, e->off[1]);
        json_close(&j, ']');
    } else
        json_null(&j);
    json_close(&j, '}');
    json_end(&j);
}

// ---- The verb -------------------------------------------------------------------------------------------------------

static int answer(explain_job* s, char** paths, int count)
{
    const explain_options* o = s->options;
    int code = pick_context_open(&s->pick_context, "explain", &o->common, &o->camera, &o->model, paths, count);
    if (code != EXIT_OK)
        return code;
    if (!pick_context_find_part(&s->pick_context, o->part, &s->part))
        return EXIT_USAGE;
    code = pick_context_scene(&s->pick_context);
    if (code != EXIT_OK)
        return code;
    s->explanation = hit_explain(s->pick_context.scene, &s->pick_context.camera, o->at.at[0], o->at.at[1], NULL,
                                 model_id(s->pick_context.model, s->part));
    write_text(s);
    if (o->common.json)
        print_json(s);
    else if (!o->common.quiet && !print_for_people(s))
        return EXIT_RESOURCES;
    return end_of_output(s->explanation.reason == HIT_REASON_PICKED ? EXIT_OK : EXIT_NOTHING);
}

static int run(const void* options, char** arguments, int count)
{
    const explain_options* o = options;
    explain_job s = {.options = o};
    int code = EXIT_USAGE;
    if (o->at.count == 0)
        print_error("explain: --at is missing: which pixel? As in --at 480,300");
    else if (!o->part)
        print_error("explain: --part is missing: which part? Its number or its name, see hitscan info");
    else
        code = answer(&s, arguments, count);
    pick_context_close(&s.pick_context);
    return code;
}

static const explain_options defaults = {.camera = CAMERA_DEFAULTS};

static const option options[] = {
    {"--at", "X,Y", "which pixel; must be given", OPTION_NUMBER_LIST, offsetof(explain_options, at), 2, 2, NULL},
    {"--part", "PART", "which part, by its number or its name; must be given", OPTION_TEXT,
     offsetof(explain_options, part), 0, 0, NULL},
    CAMERA_OPTION_TABLE(explain_options, camera),
    MODEL_OPTION_TABLE(explain_options, model),
};

const verb verb_explain = {
    .name = "explain",
    .summary = "tell why a pixel does not pick a part",
    .arguments = "MODEL...",
    .min_arguments = 1,
    .max_arguments = INT_MAX,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details = "The first of these that holds is the reason: all of the part is behind the camera's near plane, or\n"
               "beyond the far one; the pixel's ray misses the box around it, or misses the part itself (then it\n"
               "says how many pixels to the right and down the closest of it is); the ray hits it outside of the\n"
               "two planes only; something nearer hides it; or it is picked.\n"
               "\n"
               "Pixels count from the upper left corner: x to the right, y down. Depths are behind the near plane,\n"
               "in the units of the model. Parts count from 0, as hitscan info lists them.\n"
               "Exit code 0 when the part is picked, 1 when it is not.\n"
               "\n" MODEL_HELP,
    .examples = "hitscan explain house.obj --at 480,300 --part door\n"
                "hitscan explain house.hit --camera front --at 480,300 --part 12 --json\n",
    .run = run,
};
