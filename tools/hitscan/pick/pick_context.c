// Opens what the picking verbs work with. Threads serve for loading and building only: a .hit file has everything, and
// starting threads would take longer than the answer.
#include "pick/pick_context.h"
#include "cli/threads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_hit_file(const char* path)
{
    const size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, ".hit") == 0;
}

int stage_open(stage* s, const char* who, const common_options* common, const camera_options* camera, const char* path)
{
    model_request request = {.who = who, .quiet = common->quiet};
    const uint32_t threads = common->threads == 0 && is_hit_file(path) ? 1 : common->threads;
    int code;
    memset(s, 0, sizeof *s);
    s->who = who;
    code = threads_start(who, threads, &s->threads);
    if (code != EXIT_OK)
        return code;
    s->pool = hit_thread_pool_tasks(s->threads);
    request.pool = &s->pool;
    code = model_open(path, &request, &s->model);
    if (code == EXIT_OK && camera)
        code = camera_make(who, camera, model_bounds(s->model), &s->camera);
    return code;
}

int stage_scene(stage* s)
{
    return model_scene(s->model, &s->scene);
}

int stage_scene_at(stage* s, double x, double y)
{
    if (narrow_open(s->model, hit_camera_ray(&s->camera, x, y), &s->narrow)) {
        s->scene = s->narrow.scene;
        return EXIT_OK;
    }
    narrow_close(&s->narrow);
    return stage_scene(s);
}

uint32_t stage_part_of(const stage* s, hit_id id)
{
    return s->narrow.scene ? narrow_part_of(&s->narrow, id) : model_part_of(s->model, id);
}

void stage_close(stage* s)
{
    narrow_close(&s->narrow);
    model_close(s->model);
    hit_thread_pool_destroy(s->threads);
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static bool no_such_number(const stage* s, const char* text)
{
    const uint32_t count = model_content(s->model)->part_count;
    char number[32];
    if (count == 0)
        complain("%s: --part: %s has no parts", s->who, model_path(s->model));
    else if (count == 1)
        complain("%s: --part: there is no part %s; %s has only part 0", s->who, text, model_path(s->model));
    else
        complain("%s: --part: there is no part %s; %s has the parts 0 to %s", s->who, text, model_path(s->model),
                 grouped(count - 1, number));
    return false;
}

static bool no_such_name(const stage* s, const char* text)
{
    const hit_model* c = model_content(s->model);
    const char** names = malloc(((size_t)c->part_count + 1) * sizeof *names);
    const char* near = NULL;
    if (names) {
        for (uint32_t i = 0; i < c->part_count; i++)
            names[i] = c->parts[i].name;
        names[c->part_count] = NULL;
        near = suggest(text, names);
    }
    if (near && *near)
        complain("%s: --part: %s has no part \"%s\"; did you mean \"%s\"?", s->who, model_path(s->model), text, near);
    else
        complain("%s: --part: %s has no part \"%s\"; see hitscan info", s->who, model_path(s->model), text);
    free((void*)names);
    return false;
}

bool stage_find_part(const stage* s, const char* text, uint32_t* part)
{
    const hit_model* c = model_content(s->model);
    const bool number = text[strspn(text, "0123456789")] == '\0';
    uint32_t found = 0, first = 0, last = 0;
    for (uint32_t i = 0; i < c->part_count; i++)
        if (strcmp(c->parts[i].name, text) == 0) {
            first = found == 0 ? i : first;
            last = i;
            found++;
        }
    if (number && strlen(text) < 10 && strtoul(text, NULL, 10) < c->part_count) {
        *part = (uint32_t)strtoul(text, NULL, 10);
        return true;
    }
    if (found == 1) {
        *part = first;
        return true;
    }
    if (found > 1) {
        complain("%s: --part: %s has %u parts of the name \"%s\", from %u to %u; give the number", s->who,
                 model_path(s->model), (unsigned)found, text, (unsigned)first, (unsigned)last);
        return false;
    }
    return number ? no_such_number(s, text) : no_such_name(s, text);
}

// ---- Pixels ---------------------------------------------------------------------------------------------------------

const char* stage_pixel(const stage* s, const vector* at, char text[128])
{
    const hit_screen* screen = &s->camera.screen;
    const double x = at->at[0], y = at->at[1];
    const int length = snprintf(text, 128, "%.9g,%.9g", x, y);
    if (!(x >= 0.0 && y >= 0.0 && x <= (double)screen->width && y <= (double)screen->height))
        snprintf(text + length, 128 - (size_t)length, ", which is outside of the picture (%.0fx%.0f)",
                 (double)screen->width, (double)screen->height);
    return text;
}

double stage_distance(const stage* s, hit_dvec3 point, double depth)
{
    const hit_dvec3 eye = s->camera.eye;
    if (s->camera.orthographic)
        return depth;
    return hypot(hypot(point.x - eye.x, point.y - eye.y), point.z - eye.z);
}
