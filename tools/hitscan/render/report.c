// The report on a picture: its size, how many rays it took and how fast they were, and what its colours stand for.
#include "render/highlight.h"
#include "cli/table.h"
#include "cli/verb.h"
#include "format/json_writer.h"
#include "render/colour.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED_PARTS = 20 };

// ---- Parts that are seen --------------------------------------------------------------------------------------------

typedef struct part_pixels {
    uint32_t part;
    uint64_t pixels;
} part_pixels;

static int by_pixels(const void* a, const void* b)
{
    const part_pixels *x = a, *y = b;
    if (x->pixels != y->pixels)
        return x->pixels < y->pixels ? 1 : -1;
    return x->part < y->part ? -1 : x->part > y->part;
}

// The parts that are seen, the largest first; NULL, after a message, when memory is short. To be freed.
static part_pixels* parts_seen(const picture_report* r, uint32_t* count)
{
    const uint32_t parts = model_content(r->job->model)->part_count;
    const size_t pixels = (size_t)r->picture->width * r->picture->height;
    part_pixels* list = calloc((size_t)parts + 1, sizeof *list);
    if (!list) {
        print_error("render: out of memory");
        return NULL;
    }
    for (uint32_t i = 0; i < parts; i++)
        list[i].part = i;
    for (size_t i = 0; i < pixels; i++)
        if (r->picture->raw[i] != UINT32_MAX)
            list[r->picture->raw[i]].pixels++;
    qsort(list, parts, sizeof *list, by_pixels);
    for (*count = 0; *count < parts && list[*count].pixels > 0; ++*count)
        ;
    return list;
}

static void colour_text(uint32_t part, char text[8])
{
    const hit_vec3 c = part_colour(part);
    snprintf(text, 8, "#%02x%02x%02x", (unsigned)(255.0f * c.x + 0.5f) & 255u, (unsigned)(255.0f * c.y + 0.5f) & 255u,
             (unsigned)(255.0f * c.z + 0.5f) & 255u);
}

static bool print_parts(const picture_report* r)
{
    static const char* const columns[] = {">part", "name", "colour", ">pixels", NULL};
    uint32_t count;
    part_pixels* list = parts_seen(r, &count);
    table* t;
    bool printed;
    if (!list)
        return false;
    if (count == 0) {
        free(list);
        return true;
    }
    t = table_create(columns);
    for (uint32_t i = 0; i < count && i < LISTED_PARTS; i++) {
        char name[32], colour[8];
        colour_text(list[i].part, colour);
        table_count(t, list[i].part);
        table_text(t, model_part_name(r->job->model, list[i].part, name));
        table_text(t, colour);
        table_count(t, list[i].pixels);
    }
    free(list);
    putchar('\n');
    printed = table_print(t);
    if (printed && count > LISTED_PARTS)
        printf("and %u more; --json lists all\n", (unsigned)(count - LISTED_PARTS));
    return printed;
}

static bool json_parts(const picture_report* r, json_writer* j)
{
    uint32_t count;
    part_pixels* list = parts_seen(r, &count);
    if (!list)
        return false;
    json_key(j, "parts");
    json_open(j, '[');
    for (uint32_t i = 0; i < count; i++) {
        char name[32], colour[8];
        colour_text(list[i].part, colour);
        json_open(j, '{');
        json_count_of(j, "part", list[i].part);
        json_text_of(j, "name", model_part_name(r->job->model, list[i].part, name));
        json_text_of(j, "colour", colour);
        json_count_of(j, "pixels", list[i].pixels);
        json_close(j, '}');
    }
    json_close(j, ']');
    free(list);
    return true;
}

// ---- For people -----------------------------------------------------------------------------------------------------

static double mean_of(const draw_stats* s)
{
    return s->count > 0 ? s->sum / (double)s->count : 0.0;
}

static void print_stats(const char* name, const draw_stats* s)
{
    printf("%-8s %g to %g per ray, %.2f on average\n", name, s->min, s->max, mean_of(s));
}

static void print_rays(const picture_report* r)
{
    char count[32];
    const double rate = r->seconds > 0.0 ? (double)r->picture->rays / r->seconds * 1e-6 : 0.0;
    if (r->job->mode == DRAW_POINTS)
        printf("points   %s in %.3f s\n", format_grouped(r->points, count), r->seconds);
    else
        printf("rays     %s in %.3f s on %u thread%s, %.2f M rays/s\n", format_grouped(r->picture->rays, count),
               r->seconds, (unsigned)r->threads, r->threads == 1 ? "" : "s", rate);
}

static void print_highlight(const highlight* h, uint32_t parts)
{
    if (h->selected)
        printf("selected %u of %u part%s\n", (unsigned)h->count, (unsigned)parts, parts == 1 ? "" : "s");
}

// The digits that tell where the eye is, to a millionth of the model: far from the origin that takes more than six.
static int eye_digits(const picture_report* r)
{
    const hit_dvec3 eye = r->job->camera.eye;
    const double largest = fmax(fabs(eye.x), fmax(fabs(eye.y), fabs(eye.z)));
    const double more = r->job->size > 0.0 ? ceil(log10(largest / r->job->size)) : 0.0;
    return more > 0.0 ? (more < 11.0 ? 6 + (int)more : 17) : 6;
}

bool report_print(const picture_report* r)
{
    const picture* p = r->picture;
    const hit_camera* c = &r->job->camera;
    const uint32_t samples = r->job->side * r->job->side;
    const int digits = eye_digits(r);
    printf("picture  %s: %s, %u x %u pixels, %u sample%s each\n", r->path, r->mode, (unsigned)p->width,
           (unsigned)p->height, (unsigned)samples, samples == 1 ? "" : "s");
    if (r->pictures > 0)
        printf("orbit    %u pictures, this is the last\n", (unsigned)r->pictures);
    printf("camera   %s %.*g,%.*g,%.*g, looks along %g,%g,%g\n", c->orthographic ? "orthographic, from" : "eye at",
           digits, c->eye.x, digits, c->eye.y, digits, c->eye.z, c->near_plane[0] + 0.0, c->near_plane[1] + 0.0,
           c->near_plane[2] + 0.0);
    printf("up       %s\n", r->job->up_text);
    print_rays(r);
    printf("hits     %.1f %% of the picture\n",
           p->primary_rays > 0 ? 100.0 * (double)p->hits / (double)p->primary_rays : 0.0);
    print_highlight(r->highlight, model_content(r->job->model)->part_count);
    if (r->job->mode == DRAW_DEPTH && p->depth.count > 0) {
        printf("depth    %g to %g along the camera's axis, from %s\n", p->depth.min, p->depth.max,
               c->orthographic ? "the near plane" : "the eye");
        printf("colours  white at %g to dark grey at %g; black: nothing is hit\n", p->range[0], p->range[1]);
    }
    if (r->job->mode == DRAW_COST) {
        print_stats("nodes", &p->nodes);
        print_stats("leaves", &p->leaves);
        print_stats("both", &p->cost);
        printf("colours  black at %g by violet, red and orange to pale yellow at %g and above, of nodes plus leaves\n",
               p->range[0], p->range[1]);
    }
    if (r->job->mode == DRAW_NORMALS)
        puts("colours  red, green and blue are x, y and z of the normal, 0 at -1 to 255 at 1");
    if (r->job->mode == DRAW_POINTS)
        puts("colours  blue at the lowest to red at the highest point");
    if (r->note[0] != '\0')
        printf("note     %s\n", r->note);
    return r->job->mode != DRAW_PARTS || print_parts(r);
}

// ---- For machines ---------------------------------------------------------------------------------------------------

static void json_stats(json_writer* j, const char* key, const draw_stats* s)
{
    json_key(j, key);
    json_open(j, '{');
    if (s->count > 0) {
        json_number_of(j, "min", s->min);
        json_number_of(j, "mean", mean_of(s));
        json_number_of(j, "max", s->max);
    }
    json_close(j, '}');
}

static void json_camera(json_writer* j, const hit_camera* c)
{
    json_key(j, "camera");
    json_open(j, '{');
    json_point_of(j, "eye", c->eye.x, c->eye.y, c->eye.z);
    json_point_of(j, "forward", c->near_plane[0] + 0.0, c->near_plane[1] + 0.0, c->near_plane[2] + 0.0);
    json_number_of(j, "near", 0.0 - c->near_plane[3]);
    json_number_of(j, "far", c->far_plane[3]);
    json_bool_of(j, "orthographic", c->orthographic);
    json_close(j, '}');
}

static void json_highlight(json_writer* j, const highlight* h, uint32_t parts)
{
    if (!h->selected)
        return;
    json_key(j, "selected");
    json_open(j, '[');
    for (uint32_t i = 0; i < parts; i++)
        if (h->selected[i])
            json_count(j, i);
    json_close(j, ']');
}

bool report_json(const picture_report* r)
{
    const picture* p = r->picture;
    const draw_mode mode = r->job->mode;
    json_writer j = json_begin(stdout);
    bool enough = true;
    json_open(&j, '{');
    json_text_of(&j, "model", model_path(r->job->model));
    json_text_of(&j, "picture", r->path);
    if (r->pictures > 0)
        json_count_of(&j, "pictures", r->pictures);
    json_text_of(&j, "mode", r->mode);
    json_count_of(&j, "width", p->width);
    json_count_of(&j, "height", p->height);
    json_count_of(&j, "samples", (uint64_t)r->job->side * r->job->side);
    json_camera(&j, &r->job->camera);
    json_text_of(&j, "up", r->job->up_axis);
    json_text_of(&j, "up_from", r->job->up_from);
    if (mode == DRAW_POINTS)
        json_count_of(&j, "points", r->points);
    else
        json_count_of(&j, "rays", p->rays);
    json_count_of(&j, "looks", p->primary_rays);
    json_count_of(&j, "hits", p->hits);
    json_number_of(&j, "seconds", r->seconds);
    if (mode != DRAW_POINTS)
        json_number_of(&j, "rays_per_second", r->seconds > 0.0 ? (double)p->rays / r->seconds : 0.0);
    json_highlight(&j, r->highlight, model_content(r->job->model)->part_count);
    if (mode == DRAW_DEPTH)
        json_stats(&j, "depth", &p->depth);
    if (mode == DRAW_COST) {
        json_stats(&j, "nodes", &p->nodes);
        json_stats(&j, "leaves", &p->leaves);
        json_stats(&j, "cost", &p->cost);
    }
    if (mode == DRAW_DEPTH || mode == DRAW_COST) {
        json_key(&j, "colours");
        json_open(&j, '[');
        json_number(&j, p->range[0]);
        json_number(&j, p->range[1]);
        json_close(&j, ']');
    }
    if (r->note[0] != '\0')
        json_text_of(&j, "note", r->note);
    if (mode == DRAW_PARTS)
        enough = json_parts(r, &j);
    json_close(&j, '}');
    json_end(&j);
    return enough;
}
