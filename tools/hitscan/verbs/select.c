// hitscan select: prints what is in a rectangle, a lasso or a round brush of the screen, or in a cone of the world.
#include "cli/verb.h"
#include "format/json_writer.h"
#include "pick/faces.h"
#include "pick/lasso.h"
#include "pick/pick_context.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct select_options {
    common_options common;
    model_options model;
    camera_options camera;
    number_list rect, cone, world_cone;
    const char* lasso;
    bool contained, visible, ids, faces;
    double step; ///< 0: not given
} select_options;

typedef enum area_kind { AREA_RECT, AREA_LASSO, AREA_CONE, AREA_WORLD_CONE, AREA_KINDS } area_kind;

// The question and its answer.
typedef struct selection {
    const select_options* options;
    pick_context pick_context;
    area_kind kind;
    lasso lasso;
    hit_cone cone;
    hit_dvec3 apex;
    uint32_t count;
    hit_id* ids;
    face_list faces; ///< with --faces, in place of ids; `count` is that of parts with one
} selection;

static const char* const kind_names[AREA_KINDS + 1] = {"rect", "lasso", "cone", "world-cone",
                                                       ""}; // as the options are called
static const char* const kind_words[AREA_KINDS + 1] = {"rectangle", "lasso", "brush", "cone", ""};

// ---- The question ---------------------------------------------------------------------------------------------------

static int find_kind(selection* s)
{
    const select_options* o = s->options;
    const bool given[AREA_KINDS] = {o->rect.count > 0, o->lasso != NULL, o->cone.count > 0, o->world_cone.count > 0};
    int count = 0, first = 0;
    for (int i = AREA_KINDS - 1; i >= 0; i--)
        if (given[i]) {
            first = i;
            count++;
        }
    s->kind = (area_kind)first;
    if (count == 0) {
        print_error("select: in which area? Give --rect, --lasso, --cone or --world-cone");
        return EXIT_USAGE;
    }
    for (int i = first + 1; i < AREA_KINDS; i++)
        if (given[i]) {
            print_error("select: --%s and --%s are two areas; give one", kind_names[first], kind_names[i]);
            return EXIT_USAGE;
        }
    if (s->kind == AREA_WORLD_CONE && o->visible) {
        print_error("select: --visible is for areas of the screen, which --world-cone is not");
        return EXIT_USAGE;
    }
    if (o->step > 0.0 && !o->visible) {
        print_error("select: --step needs --visible");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

static int make_world_cone(selection* s)
{
    static const double degree = 0.017453292519943295;
    const double* n = s->options->world_cone.at;
    const uint32_t count = s->options->world_cone.count;
    const double length = sqrt(n[3] * n[3] + n[4] * n[4] + n[5] * n[5]);
    if (!(length > 0.0 && length < HUGE_VAL))
        print_error("select: --world-cone: %.9g,%.9g,%.9g is no direction", n[3], n[4], n[5]);
    else if (!(n[6] > 0.0 && n[6] < 90.0))
        print_error("select: --world-cone: the half angle must be above 0 and below 90 degrees, not %.9g", n[6]);
    else if (count > 7 && !(n[7] > 0.0))
        print_error("select: --world-cone: the length must be above 0, not %.9g", n[7]);
    else {
        const hit_vec3 axis = hit_vec3_make((float)(n[3] / length), (float)(n[4] / length), (float)(n[5] / length));
        s->apex = hit_dvec3_make(n[0], n[1], n[2]);
        s->cone = hit_cone_from_tan(hit_vec3_make(0.0f, 0.0f, 0.0f), axis, (float)tan(n[6] * degree));
        if (count > 7)
            s->cone = hit_cone_clip(s->cone, 0.0f, (float)n[7]);
        if (hit_cone_is_valid(&s->cone) && hit_dvec3_is_position(s->apex))
            return EXIT_OK;
        print_error("select: --world-cone: a number is too large or too small for single precision");
    }
    return EXIT_USAGE;
}

// What can be wrong with the options is found before the model is opened.
static int check(selection* s)
{
    const select_options* o = s->options;
    int code = find_kind(s);
    if (code == EXIT_OK && s->kind == AREA_LASSO)
        code = lasso_read("select", o->lasso, &s->lasso);
    if (code == EXIT_OK && s->kind == AREA_WORLD_CONE)
        code = make_world_cone(s);
    if (code == EXIT_OK && s->kind == AREA_CONE && o->cone.at[2] < 0.0) {
        print_error("select: --cone: the radius must not be negative, as %.9g is", o->cone.at[2]);
        code = EXIT_USAGE;
    }
    return code;
}

// ---- The answer -----------------------------------------------------------------------------------------------------

static uint32_t query_area(const selection* s, const hit_scene* scene, bool contained, bool visible, hit_id* ids,
                           uint32_t capacity)
{
    const select_options* o = s->options;
    const hit_camera* camera = &s->pick_context.camera;
    const hit_area_options how = {.contained = contained, .visible = visible, .step = (float)o->step};
    switch (s->kind) {
    case AREA_RECT:
        return hit_pick_rect(scene, camera, o->rect.at[0], o->rect.at[1], o->rect.at[2], o->rect.at[3], &how, ids,
                             capacity);
    case AREA_LASSO:
        return hit_pick_lasso(scene, camera, (const double(*)[2])s->lasso.points, s->lasso.count, &how, ids, capacity);
    case AREA_CONE:
        return hit_pick_brush(scene, camera, o->cone.at[0], o->cone.at[1], o->cone.at[2], &how, ids, capacity);
    case AREA_WORLD_CONE:
    case AREA_KINDS:
        break;
    }
    return hit_scene_in_cone(scene, s->apex, &s->cone, contained ? HIT_INCLUDE_INSIDE : HIT_INCLUDE_TOUCHING, NULL, ids,
                             capacity);
}

// ---- Faces ----------------------------------------------------------------------------------------------------------

static uint32_t query_triangles(const void* context, const hit_scene* scene, bool contained, hit_id* ids,
                                uint32_t capacity)
{
    return query_area(context, scene, contained, false, ids, capacity);
}

// Is a pixel in the lasso? By its crossings with the way to the right.
static bool lasso_has(const lasso* l, double x, double y)
{
    bool inside = false;
    for (uint32_t i = 0, k = l->count - 1; i < l->count; k = i++) {
        const double *a = l->points[i], *b = l->points[k];
        if ((a[1] > y) != (b[1] > y) && x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]))
            inside = !inside;
    }
    return inside;
}

static bool area_has(const void* context, double x, double y)
{
    const selection* s = context;
    if (s->kind == AREA_LASSO)
        return lasso_has(&s->lasso, x, y);
    if (s->kind == AREA_CONE)
        return hypot(x - s->options->cone.at[0], y - s->options->cone.at[1]) <= s->options->cone.at[2];
    return true;
}

// The rectangle around the area, for the rays that see what is in it.
static screen_area area_on_screen(const selection* s)
{
    const select_options* o = s->options;
    screen_area area = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}, o->step > 0.0 ? o->step : 1.0, area_has, s};
    for (int i = 0; i < 2; i++)
        if (s->kind == AREA_RECT) {
            area.min[i] = fmin(o->rect.at[i], o->rect.at[2 + i]);
            area.max[i] = fmax(o->rect.at[i], o->rect.at[2 + i]);
        } else if (s->kind == AREA_CONE) {
            area.min[i] = o->cone.at[i] - o->cone.at[2];
            area.max[i] = o->cone.at[i] + o->cone.at[2];
        } else
            for (uint32_t k = 0; k < s->lasso.count; k++) {
                area.min[i] = fmin(area.min[i], s->lasso.points[k][i]);
                area.max[i] = fmax(area.max[i], s->lasso.points[k][i]);
            }
    return area;
}

static int find_faces(selection* s)
{
    const screen_area area = area_on_screen(s);
    bool** seen = NULL;
    int code = EXIT_OK;
    if (s->options->visible)
        code = faces_see(&s->pick_context, &area, &seen);
    if (code == EXIT_OK)
        code = faces_find(&s->pick_context, query_triangles, s, s->options->contained, seen, &s->faces);
    seen_free(&s->pick_context, seen);
    s->count = s->faces.count;
    return code;
}

static uint32_t face_of(const selection* s, const part_faces* p, uint32_t i)
{
    const hit_model* c = model_content(s->pick_context.model);
    return c->meshes[c->parts[p->part].mesh].faces[p->triangles[i]];
}

// True for the first triangle of a face among those that are selected.
static bool begins_face(const selection* s, const part_faces* p, uint32_t i)
{
    return i == 0 || face_of(s, p, i) != face_of(s, p, i - 1);
}

static void print_face_ids(const selection* s)
{
    for (uint32_t k = 0; k < s->faces.count; k++) {
        const part_faces* p = &s->faces.parts[k];
        for (uint32_t i = 0; i < p->triangle_count; i++)
            if (begins_face(s, p, i))
                printf("%u %u\n", (unsigned)p->part, (unsigned)face_of(s, p, i));
    }
}

static bool print_face_table(const selection* s)
{
    static const char* const columns[] = {">part", "name", ">faces", ">triangles", ">of", NULL};
    const hit_model* c = model_content(s->pick_context.model);
    table* t = table_create(columns);
    uint64_t faces = 0, triangles = 0;
    char name[32] = "", number[3][32] = {""};
    for (uint32_t i = 0; i < s->faces.count; i++) {
        const part_faces* p = &s->faces.parts[i];
        table_format(t, "%u", (unsigned)p->part);
        table_text(t, model_part_name(s->pick_context.model, p->part, name));
        table_count(t, p->face_count);
        table_count(t, p->triangle_count);
        table_count(t, c->meshes[c->parts[p->part].mesh].triangle_count);
        faces += p->face_count;
        triangles += p->triangle_count;
    }
    if (!table_print(t))
        return false;
    printf("%s face%s, %s triangle%s, of %s part%s; --ids or --json lists them\n", format_grouped(faces, number[0]),
           faces == 1 ? "" : "s", format_grouped(triangles, number[1]), triangles == 1 ? "" : "s",
           format_grouped(s->faces.count, number[2]), s->faces.count == 1 ? "" : "s");
    return true;
}

static void print_face_lists(const selection* s, const part_faces* p, json_writer* j)
{
    json_key(j, "faces");
    json_open(j, '[');
    for (uint32_t i = 0; i < p->triangle_count; i++)
        if (begins_face(s, p, i))
            json_count(j, face_of(s, p, i));
    json_close(j, ']');
    json_key(j, "selected_triangles");
    json_open(j, '[');
    for (uint32_t i = 0; i < p->triangle_count; i++)
        json_count(j, p->triangles[i]);
    json_close(j, ']');
}

// ---- Telling --------------------------------------------------------------------------------------------------------

// The i-th part that is selected.
static uint32_t selected_part(const selection* s, uint32_t i)
{
    return s->options->faces ? s->faces.parts[i].part : model_part_of(s->pick_context.model, s->ids[i]);
}

static uint64_t triangles_of(const selection* s, uint32_t part)
{
    return model_first_triangle(s->pick_context.model, part + 1) - model_first_triangle(s->pick_context.model, part);
}

static bool print_table(const selection* s)
{
    static const char* const columns[] = {">part", "name", ">triangles", NULL};
    const uint32_t of = model_content(s->pick_context.model)->part_count;
    table* t = table_create(columns);
    uint64_t triangles = 0;
    char name[32] = "", number[3][32] = {""};
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t part = model_part_of(s->pick_context.model, s->ids[i]);
        table_format(t, "%u", (unsigned)part);
        table_text(t, model_part_name(s->pick_context.model, part, name));
        table_count(t, triangles_of(s, part));
        triangles += triangles_of(s, part);
    }
    if (!table_print(t))
        return false;
    printf("%s of %s part%s, %s triangle%s\n", format_grouped(s->count, number[0]), format_grouped(of, number[1]),
           of == 1 ? "" : "s", format_grouped(triangles, number[2]), triangles == 1 ? "" : "s");
    return true;
}

static void print_json(const selection* s)
{
    json_writer j = json_begin(stdout);
    json_open(&j, '{');
    json_text_of(&j, "model", model_path(s->pick_context.model));
    json_text_of(&j, "area", kind_names[s->kind]);
    json_bool_of(&j, "contained", s->options->contained);
    json_bool_of(&j, "visible", s->options->visible);
    json_count_of(&j, "count", s->count);
    json_key(&j, "parts");
    json_open(&j, '[');
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t part = selected_part(s, i);
        char name[32] = "";
        json_open(&j, '{');
        json_count_of(&j, "part", part);
        json_text_of(&j, "name", model_part_name(s->pick_context.model, part, name));
        json_count_of(&j, "triangles", triangles_of(s, part));
        if (s->options->faces)
            print_face_lists(s, &s->faces.parts[i], &j);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    json_end(&j);
}

static int print_result(const selection* s)
{
    const select_options* o = s->options;
    if (o->common.json)
        print_json(s);
    else if (o->ids && o->faces)
        print_face_ids(s);
    else if (o->ids)
        for (uint32_t i = 0; i < s->count; i++)
            printf("%u\n", (unsigned)model_part_of(s->pick_context.model, s->ids[i]));
    else if (!o->common.quiet && s->count > 0 && !(o->faces ? print_face_table(s) : print_table(s)))
        return EXIT_RESOURCES;
    if (s->count == 0 && !o->common.json && !o->common.quiet)
        print_error("select: nothing %s the %s",
                    o->contained ? "lies in"
                    : o->visible ? "is seen in"
                                 : "touches",
                    kind_words[s->kind]);
    return end_of_output(s->count > 0 ? EXIT_OK : EXIT_NOTHING);
}

// ---- The verb -------------------------------------------------------------------------------------------------------

static int answer(selection* s, char** paths, int count)
{
    const select_options* o = s->options;
    // No more parts can be found than there are. Rays are cast to see what is visible: once is enough.
    uint32_t capacity;
    int code = pick_context_open(&s->pick_context, "select", &o->common, s->kind == AREA_WORLD_CONE ? NULL : &o->camera,
                                 &o->model, paths, count);
    if (code == EXIT_OK)
        code = pick_context_scene(&s->pick_context);
    if (code != EXIT_OK)
        return code;
    if (o->faces) {
        code = find_faces(s);
        return code == EXIT_OK ? print_result(s) : code;
    }
    capacity = model_content(s->pick_context.model)->part_count;
    s->ids = malloc(((size_t)capacity + 1) * sizeof *s->ids);
    if (!s->ids)
        return out_of_memory("select");
    s->count = query_area(s, s->pick_context.scene, o->contained, o->visible, s->ids, capacity);
    return print_result(s);
}

static int run(const void* options, char** arguments, int count)
{
    selection s = {.options = options};
    int code = check(&s);
    if (code == EXIT_OK)
        code = answer(&s, arguments, count);
    free(s.ids);
    face_list_free(&s.faces);
    lasso_free(&s.lasso);
    pick_context_close(&s.pick_context);
    return code;
}

static const select_options defaults = {.camera = CAMERA_DEFAULTS};

static const option options[] = {
    {"--rect", "X0,Y0,X1,Y1", "a rectangle of the screen, by two opposite corners", OPTION_NUMBER_LIST,
     offsetof(select_options, rect), 4, 4, NULL},
    {"--lasso", "X,Y,X,Y,...", "a polygon of the screen; or @FILE with X,Y on each line, @- for the standard input",
     OPTION_TEXT, offsetof(select_options, lasso), 0, 0, NULL},
    {"--cone", "X,Y,RADIUS", "a round brush of the screen, in pixels", OPTION_NUMBER_LIST,
     offsetof(select_options, cone), 3, 3, NULL},
    {"--world-cone", "X,Y,Z,DX,DY,DZ,DEGREES[,LENGTH]",
     "a cone of the world: apex, direction, angle between its axis and its side, and length\n"
     "along the axis (without end); needs no camera",
     OPTION_NUMBER_LIST, offsetof(select_options, world_cone), 7, 8, NULL},
    {"--contained", NULL, "only what lies in the area as a whole (what touches it)", OPTION_FLAG,
     offsetof(select_options, contained), 0, 0, NULL},
    {"--visible", NULL, "only what is seen in it (hidden or not)", OPTION_FLAG, offsetof(select_options, visible), 0, 0,
     NULL},
    {"--step", "PIXELS", "with --visible: what shows less than a square of this size may be missed (1)", OPTION_NUMBER,
     offsetof(select_options, step), 0.0625, 1e6, NULL},
    {"--faces", NULL, "select the faces of parts, not whole parts", OPTION_FLAG, offsetof(select_options, faces), 0, 0,
     NULL},
    {"--ids", NULL, "print the numbers of the parts only, one on each line; with --faces, of the part and the face",
     OPTION_FLAG, offsetof(select_options, ids), 0, 0, NULL},
    CAMERA_OPTION_TABLE(select_options, camera),
    MODEL_OPTION_TABLE(select_options, model),
};

const verb verb_select = {
    .name = "select",
    .summary = "tell what is in a rectangle, a lasso or a cone",
    .arguments = "MODEL...",
    .min_arguments = 1,
    .max_arguments = INT_MAX,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details =
        "Exactly one area is given: --rect, --lasso, --cone or --world-cone. Pixels count from the upper left\n"
        "corner: x to the right, y down; lengths of the world are in the units of the model. The camera\n"
        "should be that of the picture in question: give it as `hitscan render` had it.\n"
        "\n"
        "Parts are selected by their triangles, not by their centres or boxes. The border belongs to the\n"
        "area. Where a lasso crosses itself, what it encloses twice is outside. Parts count from 0, as\n"
        "hitscan info lists them, and faces as in the file. A face is selected by its triangles, each by itself,\n"
        "by the same rules; a hidden one with a --visible neighbour is not. Exit code 1 when nothing is selected.\n"
        "\n" MODEL_HELP,
    .examples = "hitscan select house.obj --rect 100,100,400,300\n"
                "# the faces under a brush that are seen, as numbers of part and face\n"
                "hitscan select house.obj --cone 480,300,25 --faces --visible --ids\n"
                "# a picture in which everything that is seen in a lasso stands out\n"
                "parts=$(hitscan select house.obj --lasso @lasso.txt --visible --ids | paste -sd,)\n"
                "hitscan render house.obj --highlight $parts -o seen.png\n"
                "# what a guard at 0,0,1.7 who looks along y may see within 30 units\n"
                "hitscan select house.hit --world-cone 0,0,1.7,0,1,0,35,30\n",
    .run = run,
};
