// The camera of a verb, from its options: reads --camera, --size and --up, and says what is wrong with them.
//
// Named views are written down for z-up models, where the front looks along +y, and turned for y-up ones, where it
// looks along -z: (x, y, z) becomes (x, z, -y).
#include "render/camera.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIZE_LIMIT = 32768, SEGMENT_MAX = 256, VIEW_COUNT = 7, FIELD_COUNT = 7 };

static const double DEFAULT_FOV = 45.0;
static const double COORDINATE_MAX = 1e29; // cameras end at 2^100, about 1e30, and stand some diagonals away
static const double DEGREE = 3.14159265358979323846 / 180.0;

const char* const camera_up_choices[] = {"y", "z", NULL};

// ---- Named views ----------------------------------------------------------------------------------------------------

typedef struct named_view {
    const char* name;
    double forward[3], up[3]; // of a z-up model
} named_view;

static const named_view named_views[VIEW_COUNT] = {
    {"iso", {-1.0, 1.0, -1.0}, {0.0, 0.0, 1.0}},  {"front", {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
    {"back", {0.0, -1.0, 0.0}, {0.0, 0.0, 1.0}},  {"left", {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}},
    {"right", {-1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}, {"top", {0.0, 0.0, -1.0}, {0.0, 1.0, 0.0}},
    {"bottom", {0.0, 0.0, 1.0}, {0.0, -1.0, 0.0}}};

static const named_view* find_view(const char* word)
{
    for (int i = 0; i < VIEW_COUNT; i++)
        if (strcmp(word, named_views[i].name) == 0)
            return &named_views[i];
    return NULL;
}

static void rotate(const double v[3], bool y_up, double out[3])
{
    out[0] = v[0];
    out[1] = y_up ? v[2] : v[1];
    out[2] = y_up ? -v[1] : v[2];
}

// ---- Reading --------------------------------------------------------------------------------------------------------

enum { EYE, AT, UP, FOV, ORTHO, NEAR, FAR };

// What --camera says.
typedef struct spec {
    const char* verb_name;
    const char* text;
    const named_view* view;
    bool given[FIELD_COUNT];
    double value[FIELD_COUNT][3];
} spec;

static const char* const field_names[FIELD_COUNT + 1] = {"eye", "at", "up", "fov", "ortho", "near", "far", NULL};

static bool is_point(int field)
{
    return field == EYE || field == AT || field == UP;
}

static bool unknown_field(const spec* s, const char* name)
{
    const char* near = suggest(name, field_names);
    if (near)
        print_error("%s: --camera: unknown field \"%s\"; did you mean %s?", s->verb_name, name, near);
    else
        print_error("%s: --camera: unknown field \"%s\"; it is one of eye, at, up, fov, ortho, near, far", s->verb_name,
                    name);
    return false;
}

static bool unknown_word(const spec* s, const char* word)
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
    else
        print_error(
            "%s: --camera: \"%s\" is neither a view (iso, front, back, left, right, top, bottom) nor a field, as in "
            "eye=1,2,3",
            s->verb_name, word);
    return false;
}

static bool check_field(const spec* s, int field, const char* text)
{
    const double x = s->value[field][0];
    if (field == FOV && !(x > 0.0 && x < 180.0))
        print_error("%s: --camera: fov must be above 0 and below 180 degrees, not %s", s->verb_name, text);
    else if (field == ORTHO && !(x > 0.0))
        print_error("%s: --camera: ortho, the height of what is seen, must be above 0, not %s", s->verb_name, text);
    else
        return true;
    return false;
}

static bool read_field(spec* s, char* segment, char* equals)
{
    const char* text = equals + 1;
    int field = 0;
    *equals = '\0';
    while (field < FIELD_COUNT && strcmp(segment, field_names[field]) != 0)
        field++;
    if (field == FIELD_COUNT)
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

static bool read_spec(spec* s)
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
        } else if (!first || !find_view(segment))
            return unknown_word(s, segment);
        else
            s->view = find_view(segment);
        if (rest[length] == '\0')
            return true;
        rest += length + 1;
    }
}

static bool fields_agree(const spec* s)
{
    if (s->given[FOV] && s->given[ORTHO])
        print_error("%s: --camera: fov and ortho exclude each other", s->verb_name);
    else if (s->given[NEAR] && !s->given[ORTHO] && !(s->value[NEAR][0] > 0.0))
        print_error("%s: --camera: near must be above 0 for a perspective camera", s->verb_name);
    else if (s->given[NEAR] && s->given[FAR] && !(s->value[NEAR][0] < s->value[FAR][0]))
        print_error("%s: --camera: near must be below far", s->verb_name);
    else if (s->given[FAR] && !s->given[ORTHO] && !(s->value[FAR][0] > 0.0))
        print_error("%s: --camera: far must be above 0 for a perspective camera", s->verb_name);
    else
        return true;
    return false;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

// A box that has a size: that of the model, a cube in place of none, and one about a point.
static hit_daabb usable(hit_daabb b)
{
    const bool empty = !(b.min.x <= b.max.x && b.min.y <= b.max.y && b.min.z <= b.max.z);
    if (empty)
        return (hit_daabb){{-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}};
    if (!(camera_box_size(b) > 0.0)) {
        const double half = 0.5 + 1e-6 * fmax(fabs(b.min.x), fmax(fabs(b.min.y), fabs(b.min.z)));
        return (hit_daabb){{b.min.x - half, b.min.y - half, b.min.z - half},
                           {b.max.x + half, b.max.y + half, b.max.z + half}};
    }
    return b;
}

// There is no camera: by the fault of the model, or of what the options say.
static int no_camera(const spec* s, hit_daabb box)
{
    const double low = fmin(box.min.x, fmin(box.min.y, box.min.z)), high = fmax(box.max.x, fmax(box.max.y, box.max.z));
    if (fmax(-low, high) <= COORDINATE_MAX) {
        print_error("%s: --camera: there is no such camera: a number is too large or too small", s->verb_name);
        return EXIT_USAGE;
    }
    print_error(
        "%s: the model is too large or too far away for a camera: it reaches to %.3g, and %g is the most; scale "
        "or move it",
        s->verb_name, fmax(-low, high), COORDINATE_MAX);
    return EXIT_BAD_INPUT;
}

static int aim(const spec* s, hit_daabb box, bool y_up, camera_pose* pose)
{
    const named_view* view = s->view ? s->view : &named_views[0];
    const double center[3] = {0.5 * box.min.x + 0.5 * box.max.x, 0.5 * box.min.y + 0.5 * box.max.y,
                              0.5 * box.min.z + 0.5 * box.max.z};
    const double* at = s->given[AT] ? s->value[AT] : center;
    double forward[3], up[3], instead[3];
    rotate(view->forward, y_up, forward);
    rotate(view->up, y_up, up);
    rotate((const double[3]){0.0, 1.0, 0.0}, y_up, instead); // for an eye right above or below
    if (s->given[EYE]) {
        for (int k = 0; k < 3; k++)
            forward[k] = at[k] - s->value[EYE][k];
        if (forward[0] == 0.0 && forward[1] == 0.0 && forward[2] == 0.0) {
            if (s->given[AT])
                print_error("%s: --camera: eye and at are the same point", s->verb_name);
            else
                print_error("%s: --camera: the eye is in the very middle of the model; give at=X,Y,Z", s->verb_name);
            return EXIT_USAGE;
        }
    }
    if (s->given[UP] && !camera_axes(pose, forward, s->value[UP])) {
        print_error("%s: --camera: up must be neither zero nor parallel to the direction of view", s->verb_name);
        return EXIT_USAGE;
    }
    if (!s->given[UP] && !camera_axes(pose, forward, up) && !camera_axes(pose, forward, instead))
        return no_camera(s, box);
    if (s->given[EYE])
        memcpy(pose->eye, s->value[EYE], sizeof pose->eye);
    else
        camera_frame(pose, box, s->given[AT] ? s->value[AT] : NULL);
    return EXIT_OK;
}

// Near and far planes are rounded outward.
static float float_below(double x)
{
    const float f = (float)x;
    return (double)f > x ? nextafterf(f, -HUGE_VALF) : f;
}

static float float_above(double x)
{
    const float f = (float)x;
    return (double)f < x ? nextafterf(f, HUGE_VALF) : f;
}

static int set_depths(const spec* s, hit_daabb box, camera_pose* pose)
{
    camera_enclose(pose, box);
    if (s->given[NEAR]) {
        pose->near_distance = s->value[NEAR][0];
        if (!s->given[FAR] && !(pose->near_distance < pose->far_distance)) // beyond the model: nothing is seen
            pose->far_distance = pose->near_distance + fabs(pose->near_distance) + camera_box_size(box);
    }
    if (s->given[FAR]) {
        pose->far_distance = s->value[FAR][0];
        if (!s->given[NEAR] && !(pose->near_distance < pose->far_distance)) // before the model
            pose->near_distance =
                pose->fov > 0.0 ? 0.5 * pose->far_distance : pose->far_distance - fabs(pose->far_distance) - 1.0;
    }
    if (!(float_below(pose->near_distance) < float_above(pose->far_distance))) {
        if (!s->given[NEAR] && !s->given[FAR])
            return no_camera(s, box);
        print_error("%s: --camera: near and far are too close to each other", s->verb_name);
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

int camera_size(const char* verb_name, const camera_options* options, uint32_t* width, uint32_t* height)
{
    uint32_t size[2] = {0, 0};
    const char* p = options->size;
    for (int i = 0; i < 2; i++) {
        const char* begin = p;
        while (*p >= '0' && *p <= '9' && size[i] <= SIZE_LIMIT)
            size[i] = 10 * size[i] + (uint32_t)(*p++ - '0');
        if (p == begin || (*p != (i == 0 ? 'x' : '\0') && size[i] <= SIZE_LIMIT)) {
            print_error("%s: --size wants pixels across and down, as in 960x600, not \"%s\"", verb_name, options->size);
            return EXIT_USAGE;
        }
        if (size[i] < 1 || size[i] > SIZE_LIMIT) {
            print_error("%s: --size must be from 1x1 to %dx%d, not %s", verb_name, SIZE_LIMIT, SIZE_LIMIT,
                        options->size);
            return EXIT_USAGE;
        }
        p++;
    }
    *width = size[0];
    *height = size[1];
    return EXIT_OK;
}

int camera_make(const char* verb_name, const camera_options* options, hit_daabb bounds, hit_camera* camera)
{
    const hit_daabb box = usable(bounds);
    const bool y_up = options->up == 0;
    spec s = {.verb_name = verb_name, .text = options->camera};
    camera_pose pose = {.fov = 0.0};
    uint32_t width, height;
    hit_screen screen;
    hit_view view;
    int code = camera_size(verb_name, options, &width, &height);
    if (code != EXIT_OK)
        return code;
    if (!read_spec(&s) || !fields_agree(&s))
        return EXIT_USAGE;
    pose.fov = s.given[ORTHO] ? 0.0 : DEGREE * (s.given[FOV] ? s.value[FOV][0] : DEFAULT_FOV);
    pose.ortho_height = s.value[ORTHO][0];
    pose.aspect = (double)width / height;
    code = aim(&s, box, y_up, &pose);
    if (code == EXIT_OK)
        code = set_depths(&s, box, &pose);
    if (code != EXIT_OK)
        return code;
    screen = hit_screen_make((float)width, (float)height);
    view = (hit_view){.eye = {0.0f, 0.0f, 0.0f},
                      .forward = {(float)pose.forward[0], (float)pose.forward[1], (float)pose.forward[2]},
                      .up = {(float)pose.up[0], (float)pose.up[1], (float)pose.up[2]},
                      .fov_y = (float)pose.fov,
                      .ortho_height = (float)pose.ortho_height,
                      .near_plane = float_below(pose.near_distance),
                      .far_plane = float_above(pose.far_distance)};
    if (!hit_camera_from_view(&view, hit_dvec3_make(pose.eye[0], pose.eye[1], pose.eye[2]), &screen, camera))
        return no_camera(&s, box);
    return EXIT_OK;
}
