// hitscan pick: prints what is under a pixel, or near it; or under each of many.
//
// A click asks hit_pick_first, or hit_pick_all with --all; with --radius it asks hit_pick_near. On a .hit file nothing
// is done that takes time in proportion to the model.
#include "cli/verb.h"
#include "format/json_writer.h"
#include "pick/lasso.h"
#include "pick/pick_context.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct pick_options {
    common_options common;
    model_options model;
    camera_options camera;
    const char* at;
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
    bool is_point;    ///< of a cloud: `vertex` is its number, and there is neither triangle nor normal
    uint32_t vertex;
} found;

// What is at one pixel.
typedef struct pixel {
    double x, y;
    uint64_t line; ///< in the file of pixels
    uint32_t count;
    found* list;
} pixel;

// The answer.
typedef struct answer {
    const pick_options* options;
    pick_context pick_context;
    bool many; ///< pixels of a file: told as a list, also when it has one
    uint32_t pixel_count;
    pixel* pixels;
    uint64_t hits; ///< of all pixels
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

static bool query_click(const answer* a, pixel* p)
{
    const pick_context* s = &a->pick_context;
    hit_scene_hit one;
    hit_scene_hit* hits = &one;
    p->count = a->options->all ? hit_pick_all(s->scene, &s->camera, p->x, p->y, NULL, NULL, 0)
                               : hit_pick_first(s->scene, &s->camera, p->x, p->y, NULL, &one);
    p->list = malloc(((size_t)p->count + 1) * sizeof *p->list);
    if (a->options->all) {
        hits = malloc(((size_t)p->count + 1) * sizeof *hits);
        if (hits)
            hit_pick_all(s->scene, &s->camera, p->x, p->y, NULL, hits, p->count);
    }
    for (uint32_t i = 0; p->list && hits && i < p->count; i++) {
        p->list[i] = describe(a, hits[i].id, hits[i].primitive, hits[i].t_double, hits[i].point);
        p->list[i].from_behind = hits[i].side == HIT_SIDE_BACK;
    }
    if (a->options->all)
        free(hits);
    return hits && p->list;
}

static bool query_near(const answer* a, pixel* p)
{
    const pick_context* s = &a->pick_context;
    const pick_options* o = a->options;
    hit_pick_near_hit one;
    hit_pick_near_hit* near = &one;
    p->count = hit_pick_near(s->scene, &s->camera, p->x, p->y, o->radius, NULL, &one, 1);
    if (!o->all && p->count > 1)
        p->count = 1;
    p->list = malloc(((size_t)p->count + 1) * sizeof *p->list);
    if (p->count > 1) {
        near = malloc(p->count * sizeof *near);
        if (near)
            hit_pick_near(s->scene, &s->camera, p->x, p->y, o->radius, NULL, near, p->count);
    }
    for (uint32_t i = 0; p->list && near && i < p->count; i++) {
        p->list[i] = describe(a, near[i].id, near[i].primitive, near[i].depth, near[i].point);
        p->list[i].pixels = near[i].pixels;
    }
    if (near != &one)
        free(near);
    return near && p->list;
}

// The nearest to the eye first; equal ones in the order of the file.
static int by_depth(const void* a, const void* b)
{
    const found *x = a, *y = b;
    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    if (x->part != y->part)
        return x->part < y->part ? -1 : 1;
    return x->vertex < y->vertex ? -1 : x->vertex > y->vertex;
}

// True when a point of a cloud is within the radius, and between near and far.
static bool is_near(const answer* a, const pixel* p, uint32_t part, uint32_t vertex, found* f)
{
    const pick_context* s = &a->pick_context;
    const hit_model* c = model_content(s->model);
    const hit_placement* place = &c->parts[part].placement;
    const hit_dvec3 at = in_world(place, c->meshes[c->parts[part].mesh].vertices[vertex]);
    const hit_dvec3 point = hit_dvec3_make(place->origin.x + at.x, place->origin.y + at.y, place->origin.z + at.z);
    const double* beyond = s->camera.far_plane;
    const hit_dvec3 seen = minus(point, s->camera.eye);
    double on_screen[2], depth;
    if (!hit_camera_project(&s->camera, point, on_screen, &depth) || depth < 0.0 ||
        beyond[0] * seen.x + beyond[1] * seen.y + beyond[2] * seen.z + beyond[3] < 0.0)
        return false;
    *f = (found){.part = part, .vertex = vertex, .is_point = true, .depth = depth, .point = point};
    f->pixels = hypot(on_screen[0] - p->x, on_screen[1] - p->y);
    f->distance = pick_context_distance(s, point, depth);
    return f->pixels <= a->options->radius;
}

// Add the points of clouds that are within the radius, behind what else was found. False when memory is short.
static bool query_points(const answer* a, pixel* p)
{
    const hit_model* c = model_content(a->pick_context.model);
    const uint32_t first = p->count;
    size_t capacity = (size_t)p->count + 1;
    for (uint32_t i = 0; i < c->part_count; i++) {
        const hit_model_mesh* mesh = &c->meshes[c->parts[i].mesh];
        for (uint32_t k = 0; k < mesh->point_count; k++) {
            found f;
            if (!is_near(a, p, i, mesh->points ? mesh->points[k] : k, &f))
                continue;
            if (!a->options->all && p->count > first) {
                if (by_depth(&f, &p->list[first]) < 0)
                    p->list[first] = f;
                continue;
            }
            if (p->count + (size_t)1 > capacity) {
                found* more = realloc(p->list, 2 * capacity * sizeof *more);
                if (!more)
                    return false;
                capacity *= 2;
                p->list = more;
            }
            p->list[p->count++] = f;
        }
    }
    if (p->count > first)
        qsort(p->list + first, p->count - first, sizeof *p->list, by_depth);
    if (!a->options->all && p->count > 1)
        p->count = 1;
    return true;
}

static bool query_all(answer* a)
{
    for (uint32_t i = 0; i < a->pixel_count; i++) {
        pixel* p = &a->pixels[i];
        if (!(a->options->radius >= 0.0 ? query_near(a, p) && query_points(a, p) : query_click(a, p)))
            return false;
        a->hits += p->count;
    }
    return true;
}

// ---- Telling --------------------------------------------------------------------------------------------------------

static void add_row(table* t, const answer* a, const found* f)
{
    const double numbers[] = {f->depth,   f->distance, f->point.x,  f->point.y,
                              f->point.z, f->normal.x, f->normal.y, f->normal.z};
    char name[32];
    table_format(t, "%u", (unsigned)f->part);
    table_text(t, model_part_name(a->pick_context.model, f->part, name));
    if (a->options->radius >= 0.0)
        table_number(t, f->pixels);
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        if (k >= 2 && k < 5 && model_is_far(a->pick_context.model))
            table_format(t, "%.12g", numbers[k]);
        else
            table_number(t, numbers[k]);
    if (f->is_point)
        table_text(t, "point");
    else
        table_format(t, "%u", (unsigned)f->face);
    table_format(t, "%u", (unsigned)(f->is_point ? f->vertex : f->triangle));
}

// Of many pixels each has a row at least: a miss has one of dashes.
static bool print_table(const answer* a)
{
    static const char* const all[] = {">line", "at", ">part", "name", ">pixels", ">depth", ">distance", ">x",
                                      ">y",    ">z", ">nx",   ">ny",  ">nz",     ">face",  ">triangle", NULL};
    enum { COLUMNS = sizeof all / sizeof all[0], OF_MANY = 2, PIXELS = 4 };
    const char* columns[COLUMNS];
    int count = 0;
    table* t;
    for (int i = a->many ? 0 : OF_MANY; i < COLUMNS; i++)
        if (i != PIXELS || a->options->radius >= 0.0)
            columns[count++] = all[i];
    t = table_create(columns);
    for (uint32_t i = 0; i < a->pixel_count; i++) {
        const pixel* p = &a->pixels[i];
        for (uint32_t k = 0; k < p->count || (k == 0 && a->many); k++) {
            if (a->many) {
                table_format(t, "%llu", (unsigned long long)p->line);
                table_format(t, "%.9g,%.9g", p->x, p->y);
            }
            if (k < p->count)
                add_row(t, a, &p->list[k]);
            else
                for (int j = OF_MANY; j + 1 < count; j++)
                    table_text(t, "-");
        }
    }
    return table_print(t);
}

static void print_hits(const answer* a, const pixel* p, json_writer* j)
{
    json_key(j, "hits");
    json_open(j, '[');
    for (uint32_t i = 0; i < p->count; i++) {
        const found* f = &p->list[i];
        char name[32];
        json_open(j, '{');
        json_count_of(j, "part", f->part);
        json_text_of(j, "name", model_part_name(a->pick_context.model, f->part, name));
        if (a->options->radius >= 0.0)
            json_number_of(j, "pixels", f->pixels);
        json_number_of(j, "depth", f->depth);
        json_number_of(j, "distance", f->distance);
        json_point_of(j, "point", f->point.x, f->point.y, f->point.z);
        if (f->is_point)
            json_count_of(j, "vertex", f->vertex);
        else {
            json_point_of(j, "normal", f->normal.x, f->normal.y, f->normal.z);
            json_text_of(j, "side", f->from_behind ? "back" : "front");
            json_count_of(j, "face", f->face);
            json_count_of(j, "triangle", f->triangle);
        }
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void print_at(const pixel* p, json_writer* j)
{
    json_key(j, "at");
    json_open(j, '[');
    json_number(j, p->x);
    json_number(j, p->y);
    json_close(j, ']');
}

static void print_json(const answer* a)
{
    const pick_options* o = a->options;
    json_writer j = json_begin(stdout);
    json_open(&j, '{');
    json_text_of(&j, "model", model_path(a->pick_context.model));
    if (!a->many)
        print_at(&a->pixels[0], &j);
    json_number_of(&j, "radius", o->radius >= 0.0 ? o->radius : (double)NAN);
    json_count_of(&j, "count", a->hits);
    if (!a->many)
        print_hits(a, &a->pixels[0], &j);
    else {
        json_key(&j, "pixels");
        json_open(&j, '[');
        for (uint32_t i = 0; i < a->pixel_count; i++) {
            const pixel* p = &a->pixels[i];
            json_open(&j, '{');
            json_count_of(&j, "line", p->line);
            print_at(p, &j);
            json_count_of(&j, "count", p->count);
            print_hits(a, p, &j);
            json_close(&j, '}');
        }
        json_close(&j, ']');
    }
    json_close(&j, '}');
    json_end(&j);
}

static void report_nothing(const answer* a)
{
    const double radius = a->options->radius;
    char text[128];
    if (a->many)
        print_error("pick: nothing is at any of the %u pixels", (unsigned)a->pixel_count);
    else {
        const number_list at = {{a->pixels[0].x, a->pixels[0].y}, 2};
        pick_context_pixel(&a->pick_context, &at, text);
        if (radius >= 0.0)
            print_error("pick: nothing is within %g pixels of %s", radius, text);
        else
            print_error("pick: nothing is at %s", text);
    }
}

static int print_result(const answer* a)
{
    const pick_options* o = a->options;
    if (o->common.json)
        print_json(a);
    else if (!o->common.quiet && (a->hits > 0 || a->many) && !print_table(a))
        return EXIT_RESOURCES;
    if (a->hits == 0 && !o->common.json && !o->common.quiet) {
        fflush(stdout); // so that the message comes after the table
        report_nothing(a);
    }
    return end_of_output(a->hits > 0 ? EXIT_OK : EXIT_NOTHING);
}

// ---- The verb -------------------------------------------------------------------------------------------------------

// What can be wrong with --at is found before the model is opened.
static int read_pixels(answer* a)
{
    const char* text = a->options->at;
    lasso read;
    const int code = pixels_read("pick", text, &read);
    if (code != EXIT_OK)
        return code;
    a->many = *text == '@' || strcmp(text, "-") == 0;
    a->pixels = calloc(read.count, sizeof *a->pixels);
    a->pixel_count = a->pixels ? read.count : 0;
    for (uint32_t i = 0; i < a->pixel_count; i++)
        a->pixels[i] = (pixel){.x = read.points[i][0], .y = read.points[i][1], .line = read.lines[i]};
    lasso_free(&read);
    return a->pixels ? EXIT_OK : out_of_memory("pick");
}

static int run(const void* options, char** arguments, int count)
{
    const pick_options* o = options;
    answer a = {.options = o, .pick_context.picks_points = o->radius >= 0.0};
    int code;
    if (!o->at) {
        print_error("pick: --at is missing: which pixel? As in --at 480,300");
        return EXIT_USAGE;
    }
    code = read_pixels(&a);
    if (code != EXIT_OK)
        return code;
    code = pick_context_open(&a.pick_context, "pick", &o->common, &o->camera, &o->model, arguments, count);
    if (code == EXIT_OK)
        code = o->radius >= 0.0 || a.many ? pick_context_scene(&a.pick_context)
                                          : pick_context_scene_at(&a.pick_context, a.pixels[0].x, a.pixels[0].y);
    if (code == EXIT_OK)
        code = query_all(&a) ? print_result(&a) : out_of_memory("pick");
    for (uint32_t i = 0; i < a.pixel_count; i++)
        free(a.pixels[i].list);
    free(a.pixels);
    pick_context_close(&a.pick_context);
    return code;
}

static const pick_options defaults = {.camera = CAMERA_DEFAULTS, .radius = -1.0};

static const option options[] = {
    {"--at", "X,Y", "which pixel; or @FILE with X,Y on each line, - for the standard input; must be given", OPTION_TEXT,
     offsetof(pick_options, at), 0, 0, NULL},
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
    .details =
        "Pixels count from the upper left corner: x to the right, y down; the middle of the first one is\n"
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
        "With --radius, what X,Y lies on comes first, then what is closer on the screen, hidden or not;\n"
        "then points of a cloud, the nearest to the eye first, with their vertex in place of the triangle.\n"
        "--json has the side that is seen as well, front or back. Exit code 1 when nothing is there.\n"
        "\n"
        "Of a file of pixels each has its lines of the table, in the order of the file; one of dashes where\n"
        "nothing is. Empty lines do not count, nor those that begin with #. Exit code 1 when nothing is at any.\n"
        "\n" MODEL_HELP,
    .examples = "hitscan pick house.obj --at 480,300\n"
                "# everything within 5 pixels, as JSON\n"
                "hitscan pick house.hit --camera front --size 1920x1080 --at 700,512.5 --radius 5 --all --json\n"
                "# a thousand pixels, with the model opened once\n"
                "hitscan pick house.hit --at @pixels.txt --json\n"
                "hitscan pick house.hit --camera eye=10,-20,8/at=0,0,3/fov=60 --at 480,300 --all\n",
    .run = run,
};
