// Opens what the picking verbs work with. Threads serve for loading and building only: a .hit file has everything, and
// starting threads would take longer than the answer.
#include "pick/pick_context.h"
#include "cli/job.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int pick_context_open(pick_context* s, const char* verb_name, const common_options* common,
                      const camera_options* camera, const model_options* options, char** paths, int count)
{
    model_request request = {.verb_name = verb_name, .quiet = common->quiet, .options = options};
    const bool is_ready = count == 1 && model_is_hit_file_name(paths[0]);
    const uint32_t threads = common->threads == 0 && is_ready ? 1 : common->threads;
    int code;
    *s = (pick_context){.verb_name = verb_name, .picks_points = s->picks_points};
    code = threads_start(verb_name, threads, &s->threads);
    if (code != EXIT_OK)
        return code;
    s->pool = hit_thread_pool_tasks(s->threads);
    request.pool = &s->pool;
    code = model_open_all(paths, count, &request, &s->model);
    if (code == EXIT_OK && !(s->picks_points && model_content(s->model)->point_count > 0))
        model_tell_empty(s->model, common->quiet);
    if (code == EXIT_OK && camera) {
        camera_subject subject = {.model = s->model, .pool = &s->pool};
        camera_subject_make(&subject);
        code = camera_make(verb_name, camera, &subject, &s->camera);
    }
    return code;
}

int pick_context_scene(pick_context* s)
{
    return model_scene(s->model, &s->scene);
}

int pick_context_scene_at(pick_context* s, double x, double y)
{
    if (candidate_scene_open(s->model, hit_camera_ray(&s->camera, x, y), &s->candidates)) {
        s->scene = s->candidates.scene;
        return EXIT_OK;
    }
    candidate_scene_close(&s->candidates);
    return pick_context_scene(s);
}

uint32_t pick_context_part_of(const pick_context* s, hit_id id)
{
    return s->candidates.scene ? candidate_scene_part_of(&s->candidates, id) : model_part_of(s->model, id);
}

void pick_context_close(pick_context* s)
{
    candidate_scene_close(&s->candidates);
    model_close(s->model);
    hit_thread_pool_destroy(s->threads);
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static bool no_such_number(const pick_context* s, const char* text)
{
    const uint32_t count = model_content(s->model)->part_count;
    char number[32];
    if (count == 0)
        print_error("%s: --part: %s has no parts", s->verb_name, model_path(s->model));
    else if (count == 1)
        print_error("%s: --part: there is no part %s; %s has only part 0", s->verb_name, text, model_path(s->model));
    else
        print_error("%s: --part: there is no part %s; %s has the parts 0 to %s", s->verb_name, text,
                    model_path(s->model), format_grouped(count - 1, number));
    return false;
}

static bool no_such_name(const pick_context* s, const char* text)
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
        print_error("%s: --part: %s has no part \"%s\"; did you mean \"%s\"?", s->verb_name, model_path(s->model), text,
                    near);
    else
        print_error("%s: --part: %s has no part \"%s\"; see hitscan info", s->verb_name, model_path(s->model), text);
    free((void*)names);
    return false;
}

bool pick_context_find_part(const pick_context* s, const char* text, uint32_t* part)
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
        print_error("%s: --part: %s has %u parts of the name \"%s\", from %u to %u; give the number", s->verb_name,
                    model_path(s->model), (unsigned)found, text, (unsigned)first, (unsigned)last);
        return false;
    }
    return number ? no_such_number(s, text) : no_such_name(s, text);
}

// ---- Pixels ---------------------------------------------------------------------------------------------------------

const char* pick_context_pixel(const pick_context* s, const number_list* at, char text[128])
{
    const hit_screen* screen = &s->camera.screen;
    const double x = at->at[0], y = at->at[1];
    const int length = snprintf(text, 128, "%.9g,%.9g", x, y);
    if (!(x >= 0.0 && y >= 0.0 && x <= (double)screen->width && y <= (double)screen->height))
        snprintf(text + length, 128 - (size_t)length, ", which is outside of the picture (%.0fx%.0f)",
                 (double)screen->width, (double)screen->height);
    return text;
}

double pick_context_distance(const pick_context* s, hit_dvec3 point, double depth)
{
    const hit_dvec3 eye = s->camera.eye;
    if (s->camera.orthographic)
        return depth;
    return hypot(hypot(point.x - eye.x, point.y - eye.y), point.z - eye.z);
}
