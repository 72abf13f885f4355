// hitscan pick: prints what is under a pixel, or near it.
//
// A click asks hit_pick_first, or hit_pick_all with --all; with --radius it asks hit_pick_near. On a .hit file nothing
// is done that takes time in proportion to the model.
#include "cli/verb.h"
#include "format/json_writer.h"
#include "pick/pick_context.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct pick_options {
    common_options common;
    model_options model;
    camera_options camera;
    number_list at;
    double radius; ///< below 0: not given
    bool all;
} pick_options;

// One object that was found; the same for both kinds of questions.
typedef struct found {
    uint32_t part, triangle, face;
    double depth, distance;
    hit_dvec3 point;
    hit_dvec3 normal; ///< to the front of the triangle
    bool from_behind; ///< the eye sees the back of the triangle
    double pixels;    ///< from the point that was asked for
} found;

// The answer.
typedef struct answer {
    const pick_options* options;
    pick_context pick_context;
    uint32_t count;
    found* list;
} answer;

// ---- Asking ---------------------------------------------------------------------------------------------------------

static hit_dvec3 in_world(const hit_placement* p, hit_vec3 v)
{
    double out[3];
    for (int i = 0; i < 3; i++)
        out[i] = (double)p->linear[i][0] * (double)v.x + (double)p->linear[i][1] * (double)v.y +
                 (double)p->linear[i][2] * (double)v.z;
    return hit_dvec3_make(out[0], out[1], out[2]);
}

static hit_dvec3 minus(hit_dvec3 a, hit_dvec3 b)
{
    return hit_dvec3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

static hit_dvec3 cross(hit_dvec3 a, hit_dvec3 b)
{
    return hit_dvec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static double dot(hit_dvec3 a, hit_dvec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// The normal of a triangle where its part is, to the side that is the front in the mesh: a mirror turns the order of
// the corners around, but not what is inside and outside. Zero when it has no area.
static hit_dvec3 normal_of(const hit_model* c, uint32_t part, uint32_t triangle)
{
    const hit_placement* p = &c->parts[part].placement;
    const hit_model_mesh* mesh = &c->meshes[c->parts[part].mesh];
    const uint32_t* corner = mesh->indices + 3 * (size_t)triangle;
    const hit_dvec3 a = in_world(p, mesh->vertices[corner[0]]);
    const hit_dvec3 n =
        cross(minus(in_world(p, mesh->vertices[corner[1]]), a), minus(in_world(p, mesh->vertices[corner[2]]), a));
    const double length = sqrt(dot(n, n));
    const double scale = length > 0.0 && length < HUGE_VAL ? (model_is_mirrored(p) ? -1.0 : 1.0) / length : 0.0;
    return hit_dvec3_make(n.x * scale + 0.0, n.y * scale + 0.0, n.z * scale + 0.0); // no -0
}

static found describe(const answer* a, hit_id id, uint32_t triangle, double depth, hit_dvec3 point)
{
    const hit_model* c = model_content(a->pick_context.model);
    found f = {
        .part = pick_context_part_of(&a->pick_context, id), .triangle = triangle, .depth = depth, .point = point};
    hit_dvec3 towards;
    f.face = c->meshes[c->parts[f.part].mesh].faces[triangle];
    f.distance = pick_context_distance(&a->pick_context, point, depth);
    f.normal = normal_of(c, f.part, triangle);
    towards = a->pick_context.camera.orthographic
                  ? hit_dvec3_make(-a->pick_context.camera.near_plane[0], -a->pick_context.camera.near_plane[1],
                                   -a->pick_context.camera.near_plane[2])
                  : minus(a->pick_context.camera.eye, point);
    f.from_behind = dot(f.normal, towards) < 0.0;
    return f;
}

static bool query_click(answer* a)
{
    const pick_context* s = &a->pick_context;
    const double x = a->options->at.at[0], y = a->options->at.at[1];
    hit_scene_hit one;
    hit_scene_hit* hits = &one;
    a->count = a->options->all ? hit_pick_all(s->scene, &s->camera, x, y, NULL, NULL, 0)
                               : hit_pick_first(s->scene, &s->camera, x, y, NULL, &one);
    a->list = malloc(((size_t)a->count + 1) * sizeof *a->list);
    if (a->options->all) {
        hits = malloc(((size_t)a->count + 1) * sizeof *hits);
        if (hits)
            hit_pick_all(s->scene, &s->camera, x, y, NULL, hits, a->count);
    }
    for (uint32_t i = 0; a->list && hits && i < a->count; i++) {
        a->list[i] = describe(a, hits[i].id, hits[i].primitive, hits[i].t_double, hits[i].point);
        a->list[i].from_behind = hits[i].side == HIT_SIDE_BACK;
    }
    if (a->options->all)
        free(hits);
    return hits && a->list;
}

static bool query_near(answer* a)
{
    const pick_context* s = &a->pick_context;
    const pick_options* o = a->options;
    const double x = o->at.at[0], y = o->at.at[1];
    hit_pick_near_hit one;
    hit_pick_near_hit* near = &one;
    a->count = hit_pick_near(s->scene, &s->camera, x, y, o->radius, NULL, &one, 1);
    if (!o->all && a->count > 1)
        a->count = 1;
    a->list = malloc(((size_t)a->count + 1) * sizeof *a->list);
    if (a->count > 1) {
        near = malloc(a->count * sizeof *near);
        if (near)
            hit_pick_near(s->scene, &s->camera, x, y, o->radius, NULL, near, a->count);
    }
    for (uint32_t i = 0; a->list && near && i < a->count; i++) {
        a->list[i] = describe(a, near[i].id, near[i].primitive, near[i].depth, near[i].point);
        a->list[i].pixels = near[i].pixels;
    }
    if (near != &one)
        free(near);
    return near && a->list;
}

// ---- Telling --------------------------------------------------------------------------------------------------------

static bool print_table(const answer* a)
{
    static const char* const columns[] = {">part", "name", ">depth", ">distance", ">x",        ">y", ">z",
                                          ">nx",   ">ny",  ">nz",    ">face",     ">triangle", NULL};
    static const char* const near_columns[] = {">part", "name", ">pixels", ">depth", ">distance", ">x",        ">y",
                                               ">z",    ">nx",  ">ny",     ">nz",    ">face",     ">triangle", NULL};
    const bool near = a->options->radius >= 0.0;
    table* t = table_create(near ? near_columns : columns);
    for (uint32_t i = 0; i < a->count; i++) {
        const found* f = &a->list[i];
        const double numbers[] = {f->depth,   f->distance, f->point.x,  f->point.y,
                                  f->point.z, f->normal.x, f->normal.y, f->normal.z};
        char name[32];
        table_format(t, "%u", (unsigned)f->part);
        table_text(t, model_part_name(a->pick_context.model, f->part, name));
        if (near)
            table_number(t, f->pixels);
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
            if (k >= 2 && k < 5 && model_is_far(a->pick_context.model))
                table_format(t, "%.12g", numbers[k]);
            else
                table_number(t, numbers[k]);
        table_format(t, "%u", (unsigned)f->face);
        table_format(t, "%u", (unsigned)f->triangle);
    }
    return table_print(t);
}

static void print_json(const answer* a)
{
    const pick_options* o = a->options;
    json_writer j = json_begin(stdout);
    json_open(&j, '{');
    json_text_of(&j, "model", model_path(a->pick_context.model));
    json_key(&j, "at");
    json_open(&j, '[');
    json_number(&j, o->at.at[0]);
    json_number(&j, o->at.at[1]);
    json_close(&j, ']');
    json_number_of(&j, "radius", o->radius >= 0.0 ? o->radius : (double)NAN);
    json_count_of(&j, "count", a->count);
    json_key(&j, "hits");
    json_open(&j, '[');
    for (uint32_t i = 0; i < a->count; i++) {
        const found* f = &a->list[i];
        char name[32];
        json_open(&j, '{');
        json_count_of(&j, "part", f->part);
        json_text_of(&j, "name", model_part_name(a->pick_context.model, f->part, name));
        if (o->radius >= 0.0)
            json_number_of(&j, "pixels", f->pixels);
        json_number_of(&j, "depth", f->depth);
        json_number_of(&j, "distance", f->distance);
        json_point_of(&j, "point", f->point.x, f->point.y, f->point.z);
        json_point_of(&j, "normal", f->normal.x, f->normal.y, f->normal.z);
        json_text_of(&j, "side", f->from_behind ? "back" : "front");
        json_count_of(&j, "face", f->face);
        json_count_of(&j, "triangle", f->triangle);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    json_end(&j);
}

static int print_result(const answer* a)
{
    const pick_options* o = a->options;
    const int code = a->count > 0 ? EXIT_OK : EXIT_NOTHING;
    char pixel[128];
    if (o->common.json)
        print_json(a);
    else if (!o->common.quiet && a->count > 0 && !print_table(a))
        return EXIT_RESOURCES;
    else if (!o->common.quiet && a->count == 0 && o->radius >= 0.0)
        print_error("pick: nothing is within %g pixels of %s", o->radius,
                    pick_context_pixel(&a->pick_context, &o->at, pixel));
    else if (!o->common.quiet && a->count == 0)
        print_error("pick: nothing is at %s", pick_context_pixel(&a->pick_context, &o->at, pixel));
    return end_of_output(code);
}

// ---- The verb -------------------------------------------------------------------------------------------------------

static int run(const void* options, char** arguments, int count)
{
    const pick_options* o = options;
    answer a = {.options = o};
    int code;
    if (o->at.count == 0) {
        print_error("pick: --at is missing: which pixel? As in --at 480,300");
        return EXIT_USAGE;
    }
    code = pick_context_open(&a.pick_context, "pick", &o->common, &o->camera, &o->model, arguments, count);
    if (code == EXIT_OK)
        code = o->radius >= 0.0 ? pick_context_scene(&a.pick_context)
                                : pick_context_scene_at(&a.pick_context, o->at.at[0], o->at.at[1]);
    if (code == EXIT_OK) {
        const bool known = o->radius >= 0.0 ? query_near(&a) : query_click(&a);
        code = known ? print_result(&a) : out_of_memory("pick");
    }
    free(a.list);
    pick_context_close(&a.pick_context);
    return code;
}

static const pick_options defaults = {.camera = CAMERA_DEFAULTS, .radius = -1.0};

static const option options[] = {
    {"--at", "X,Y", "which pixel; must be given", OPTION_NUMBER_LIST, offsetof(pick_options, at), 2, 2, NULL},
    {"--radius", "PIXELS", "find what is near the pixel, too: thin and small things (not given: what is under it)",
     OPTION_NUMBER, offsetof(pick_options, radius), 0, 1e6, NULL},
    {"--all", NULL, "everything there, the nearest first (only the first)", OPTION_FLAG, offsetof(pick_options, all), 0,
     0, NULL},
    CAMERA_OPTION_TABLE(pick_options, camera),
    MODEL_OPTION_TABLE(pick_options, model),
};

const verb verb_pick = {
    .name = "pick",
    .summary = "tell what is under a pixel",
    .arguments = "MODEL...",
    .min_arguments = 1,
    .max_arguments = INT_MAX,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details = "Pixels count from the upper left corner: x to the right, y down; the middle of the first one is\n"
               "0.5,0.5. Lengths are in the units of the model. The camera should be that of the picture in\n"
               "question: give it as `hitscan render` had it.\n"
               "\n"
               "  part, name     of the model; parts count from 0, as hitscan info lists them\n"
               "  pixels         with --radius: how far it is from X,Y on the screen; 0 under it\n"
               "  depth          behind the camera's near plane, along its axis\n"
               "  distance       from the eye; for an orthographic camera the depth\n"
               "  x, y, z        the point, in the world\n"
               "  nx, ny, nz     the normal there, of unit length, to the front of the triangle\n"
               "  face           its number in the file, from 0; a polygon is one face\n"
               "  triangle       its number in the part, from 0\n"
               "\n"
               "With --radius, what X,Y lies on comes first, then what is closer on the screen, hidden or not.\n"
               "--json has the side that is seen as well, front or back. Exit code 1 when nothing is there.\n"
               "\n" MODEL_HELP,
    .examples = "hitscan pick house.obj --at 480,300\n"
                "# everything within 5 pixels, as JSON\n"
                "hitscan pick house.hit --camera front --size 1920x1080 --at 700,512.5 --radius 5 --all --json\n"
                "hitscan pick house.hit --camera eye=10,-20,8/at=0,0,3/fov=60 --at 480,300 --all\n",
    .run = run,
};
