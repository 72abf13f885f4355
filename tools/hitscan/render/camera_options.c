// What --camera and --view say, and what is wrong with it.
#include "render/camera.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEGMENT_MAX = 256, VIEW_COUNT = 7, LISTED = 5 };

// ---- Named views ----------------------------------------------------------------------------------------------------

static const camera_view named_views[VIEW_COUNT] = {
    {"iso", {-1.0, 1.0, -1.0}, {0.0, 0.0, 1.0}},  {"front", {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
    {"back", {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0}},  {"left", {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}},
    {"right", {-1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}, {"top", {0.0, 0.0, -1.0}, {0.0, 1.0, 0.0}},
    {"bottom", {0.0, 0.0, 1.0}, {0.0, -1.0, 0.0}}};

const char* const camera_view_choices[] = {"auto", "iso", "front", "back", "left", "right", "top", "bottom", NULL};

const camera_view* camera_view_default(void)
{
    return &named_views[0];
}

static const camera_view* find_view(const char* word)
{
    for (int i = 0; i < VIEW_COUNT; i++)
        if (strcmp(word, named_views[i].name) == 0)
            return &named_views[i];
    return NULL;
}

// ---- Cameras of the file --------------------------------------------------------------------------------------------

static const hit_model_camera* find_own(const hit_model* c, const char* word)
{
    for (uint32_t i = 0; i < c->camera_count; i++)
        if (strcmp(c->cameras[i].name, word) == 0)
            return &c->cameras[i];
    if (word[0] != '\0' && word[strspn(word, "0123456789")] == '\0' && strlen(word) < 10 &&
        strtoul(word, NULL, 10) < c->camera_count)
        return &c->cameras[strtoul(word, NULL, 10)];
    return NULL;
}

// "0 \"front door\", 1 \"hall\" and 7 more"
static void list_own(const hit_model* c, char* text, size_t size)
{
    size_t length = 0;
    for (uint32_t i = 0; i < c->camera_count && i < LISTED && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%u \"%.60s\"", i > 0 ? ", " : "", (unsigned)i,
                                   c->cameras[i].name);
    if (c->camera_count > LISTED && length < size)
        snprintf(text + length, size - length, " and %u more", (unsigned)(c->camera_count - LISTED));
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static const char* const field_names[CAMERA_FIELDS + 1] = {"eye", "at", "up", "fov", "ortho", "near", "far", NULL};

static bool is_point(int field)
{
    return field == FIELD_EYE || field == FIELD_AT || field == FIELD_UP;
}

static bool unknown_field(const camera_spec* s, const char* name)
{
    const char* near = suggest(name, field_names);
    if (near)
        print_error("%s: --camera: unknown field \"%s\"; did you mean %s?", s->verb_name, name, near);
    else
        print_error("%s: --camera: unknown field \"%s\"; it is one of eye, at, up, fov, ortho, near, far", s->verb_name,
                    name);
    return false;
}

static bool unknown_word(const camera_spec* s, const hit_model* c, const char* word)
{
    const char* names[VIEW_COUNT + 1] = {NULL};
    const char* near;
    for (int i = 0; i < VIEW_COUNT; i++)
        names[i] = named_views[i].name;
    near = suggest(word, names);
    if (find_view(word))
        print_error("%s: --camera: a view stands before all fields: begin with %s/", s->verb_name, word);
    else if (near)
        print_error("%s: --camera: unknown view \"%s\"; did you mean %s?", s->verb_name, word, near);
    else if (c->camera_count > 0) {
        char own[512];
        list_own(c, own, sizeof own);
        print_error("%s: --camera: \"%s\" is neither a view nor a field, and the file has no such camera; it has %s",
                    s->verb_name, word, own);
    } else if (word[strspn(word, "0123456789")] == '\0')
        print_error("%s: --camera: there is no camera %s: the file has none", s->verb_name, word);
    else
        print_error(
            "%s: --camera: \"%s\" is neither a view (iso, front, back, left, right, top, bottom) nor a field, as in "
            "eye=1,2,3",
            s->verb_name, word);
    return false;
}

static bool check_field(const camera_spec* s, int field, const char* text)
{
    const double x = s->value[field][0];
    if (field == FIELD_FOV && !(x > 0.0 && x < 180.0))
        print_error("%s: --camera: fov must be above 0 and below 180 degrees, not %s", s->verb_name, text);
    else if (field == FIELD_ORTHO && !(x > 0.0))
        print_error("%s: --camera: ortho, the height of what is seen, must be above 0, not %s", s->verb_name, text);
    else
        return true;
    return false;
}

static bool read_field(camera_spec* s, char* segment, char* equals)
{
    const char* text = equals + 1;
    int field = 0;
    *equals = '\0';
    while (field < CAMERA_FIELDS && strcmp(segment, field_names[field]) != 0)
        field++;
    if (field == CAMERA_FIELDS)
        return unknown_field(s, segment);
    if (s->given[field]) {
        print_error("%s: --camera: %s is given twice", s->verb_name, segment);
        return false;
    }
    if (is_point(field) && read_numbers(text, s->value[field], 3) != 3) {
        print_error("%s: --camera: %s wants three numbers with commas between, as in %s=1,2,3, not \"%s\"",
                    s->verb_name, segment, segment, text);
        return false;
    }
    if (!is_point(field) && read_numbers(text, s->value[field], 1) != 1) {
        print_error("%s: --camera: %s wants a number, not \"%s\"", s->verb_name, segment, text);
        return false;
    }
    s->given[field] = true;
    return check_field(s, field, text);
}

static bool read_fields(camera_spec* s, const hit_model* c)
{
    const char* rest = s->text;
    for (bool first = true;; first = false) {
        char segment[SEGMENT_MAX];
        const size_t length = strcspn(rest, "/");
        char* equals;
        if (length >= sizeof segment || length == 0) {
            print_error("%s: --camera: %s field in \"%s\"", s->verb_name, length == 0 ? "an empty" : "a far too long",
                        s->text);
            return false;
        }
        memcpy(segment, rest, length);
        segment[length] = '\0';
        equals = strchr(segment, '=');
        if (equals) {
            if (!read_field(s, segment, equals))
                return false;
        } else if (first && find_view(segment)) {
            if (s->view && s->view != find_view(segment)) {
                print_error("%s: --view %s and --camera %s exclude each other", s->verb_name, s->view->name, segment);
                return false;
            }
            s->view = find_view(segment);
        } else if (first && find_own(c, segment))
            s->own = find_own(c, segment);
        else
            return unknown_word(s, c, segment);
        if (rest[length] == '\0')
            return true;
        rest += length + 1;
    }
}

static bool fields_agree(const camera_spec* s)
{
    if (s->given[FIELD_FOV] && s->given[FIELD_ORTHO])
        print_error("%s: --camera: fov and ortho exclude each other", s->verb_name);
    else if (s->given[FIELD_NEAR] && !s->given[FIELD_ORTHO] && !(s->value[FIELD_NEAR][0] > 0.0))
        print_error("%s: --camera: near must be above 0 for a perspective camera", s->verb_name);
    else if (s->given[FIELD_NEAR] && s->given[FIELD_FAR] && !(s->value[FIELD_NEAR][0] < s->value[FIELD_FAR][0]))
        print_error("%s: --camera: near must be below far", s->verb_name);
    else if (s->given[FIELD_FAR] && !s->given[FIELD_ORTHO] && !(s->value[FIELD_FAR][0] > 0.0))
        print_error("%s: --camera: far must be above 0 for a perspective camera", s->verb_name);
    else
        return true;
    return false;
}

// A file's camera has all but the depths.
static bool own_agrees(const camera_spec* s)
{
    if (s->own && s->view)
        print_error("%s: --view %s and a camera of the file exclude each other", s->verb_name, s->view->name);
    else if (s->own && (s->given[FIELD_EYE] || s->given[FIELD_AT] || s->given[FIELD_UP]))
        print_error("%s: --camera: a camera of the file has its place: only fov, ortho, near and far may follow",
                    s->verb_name);
    else
        return true;
    return false;
}

bool camera_spec_read(camera_spec* s, const camera_options* options, const hit_model* content)
{
    s->text = options->camera;
    if (options->view > 0)
        s->view = find_view(camera_view_choices[options->view]);
    if (!s->text)
        return true;
    s->own = find_own(content, s->text); // a name may have slashes, and a camera may be called front
    if (s->own)
        return own_agrees(s);
    return read_fields(s, content) && fields_agree(s) && own_agrees(s);
}
