// hitscan render from outside: its pictures pixel by pixel, and that it never leaves half a file.
#define _POSIX_C_SOURCE 200809L
#include "support/base/cmocka_all.h"
#include "support/base/folder.h"

#include "read_png.h"
#include "tool.h"

#include <hitscan/hitscan.h>
#include <math.h>
#include <time.h>

// ---- Models ---------------------------------------------------------------------------------------------------------

// A box of 12 triangles as an object of an OBJ file; 8 vertices each.
static void print_box(FILE* file, const char* name, const double low[3], const double high[3])
{
    static const char* const faces[6] = {"-8 -6 -5 -7", "-4 -3 -1 -2", "-8 -7 -3 -4",
                                         "-6 -2 -1 -5", "-8 -4 -2 -6", "-7 -5 -1 -3"};
    fprintf(file, "# z up\no %s\n", name);
    for (int i = 0; i < 8; i++)
        fprintf(file, "v %.9g %.9g %.9g\n", i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1],
                i & 4 ? high[2] : low[2]);
    for (int i = 0; i < 6; i++)
        fprintf(file, "f %s\n", faces[i]);
}

enum { BOXES = 3 };
static const char* const box_names[BOXES] = {"left", "middle", "small"};
static const double box_low[BOXES][3] = {{-3.0, -1.0, -1.0}, {-0.5, 0.5, -1.5}, {1.0, -2.0, 0.0}};
static const double box_high[BOXES][3] = {{-1.0, 1.0, 1.0}, {1.5, 2.0, 1.5}, {1.75, -1.0, 0.5}};

// The boxes, moved by an offset along each axis.
static void write_boxes(const char* name, double offset)
{
    FILE* file = fopen(in_folder(name), "w");
    assert_non_null(file);
    for (int i = 0; i < BOXES; i++) {
        double low[3], high[3];
        for (int k = 0; k < 3; k++) {
            low[k] = box_low[i][k] + offset;
            high[k] = box_high[i][k] + offset;
        }
        print_box(file, box_names[i], low, high);
    }
    assert_int_equal(fclose(file), 0);
}

static void write_one_box(const char* name)
{
    static const double low[3] = {-3.0, 1.0, 4.0}, high[3] = {1.0, 4.0, 6.0};
    FILE* file = fopen(in_folder(name), "w");
    assert_non_null(file);
    print_box(file, "box", low, high);
    assert_int_equal(fclose(file), 0);
}

static int empty_folder(void** state)
{
    (void)state;
    write_boxes("boxes.obj", 0.0);
    return 0;
}

static int clean_folder(void** state)
{
    static const char* const names[] = {"boxes.obj", "a.png",   "b.png",      "raw.npy",
                                        "cloud.ply", "far.obj", "spheres.obj"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink(in_folder(names[i]));
    return files_in_folder() == 0 ? 0 : -1;
}

// A run that must end with some code and say nothing on stderr unless it ends with 1.
static tool_run render(int code, const char* const* arguments)
{
    const tool_run run = tool_run_with(folder_path(), (tool_setting){0}, arguments);
    if (run.code != code)
        fail_msg("exit code %d, not %d: %s", run.code, code, run.err);
    if (code == 0)
        assert_string_equal(run.err, "");
    return run;
}

#define RENDER(code, ...) render(code, (const char* const[]){"render", __VA_ARGS__, NULL})

static picture read_picture(const char* name)
{
    picture p;
    assert_true(read_png(in_folder(name), &p));
    return p;
}

// The numbers of raw.npy, as they lie in the file; to be freed.
static uint8_t* read_raw(const char* header)
{
    size_t size;
    uint8_t* bytes = read_bytes(in_folder("raw.npy"), &size);
    assert_non_null(bytes);
    assert_memory_equal(bytes, "\x93NUMPY\x01\x00\x76\x00", 10);
    assert_memory_equal(bytes + 10, header, strlen(header));
    assert_int_equal(bytes[127], '\n');
    memmove(bytes, bytes + 128, size - 128);
    return bytes;
}

// ---- Against the library --------------------------------------------------------------------------------------------

// The boxes as a scene; ids[i] is that of box i.
static hit_scene* make_scene(hit_id ids[BOXES])
{
    hit_scene* scene = NULL;
    assert_int_equal(hit_scene_create(NULL, &scene, NULL), HIT_OK);
    for (int i = 0; i < BOXES; i++) {
        hit_aabb box;
        box.min = hit_vec3_make((float)box_low[i][0], (float)box_low[i][1], (float)box_low[i][2]);
        box.max = hit_vec3_make((float)box_high[i][0], (float)box_high[i][1], (float)box_high[i][2]);
        const hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
        assert_int_equal(hit_scene_add_box(scene, &object, box, &ids[i], NULL), HIT_OK);
    }
    assert_int_equal(hit_scene_commit(scene, NULL, NULL), HIT_OK);
    return scene;
}

static hit_camera make_camera(float fov, float width, float height)
{
    const hit_screen screen = hit_screen_make(width, height);
    hit_view view = hit_view_look_at(hit_vec3_make(2.0f, -9.0f, 3.0f), hit_vec3_make(-0.5f, 0.0f, 0.0f),
                                     hit_vec3_make(0.0f, 0.0f, 1.0f));
    hit_camera camera;
    view.fov_y = fov;
    view.ortho_height = 7.0f;
    view.near_plane = 2.0f;
    view.far_plane = 50.0f;
    assert_true(hit_camera_from_view(&view, hit_dvec3_make(0.0, 0.0, 0.0), &screen, &camera));
    return camera;
}

enum { WIDTH = 97, HEIGHT = 61 };

// Every pixel of the pictures of depth and parts, against hit_pick_first.
static void check_against_scene(const char* camera_text, const hit_camera* camera, double near)
{
    hit_id ids[BOXES];
    hit_scene* scene = make_scene(ids);
    uint32_t hits = 0;
    double least = HUGE_VAL, most = 0.0;
    RENDER(0, "boxes.obj", "--camera", camera_text, "--size", "97x61", "--mode", "depth", "--raw", "raw.npy", "-o",
           "a.png");
    picture depths = read_picture("a.png");
    uint8_t* raw = read_raw("{'descr': '<f4', 'fortran_order': False, 'shape': (61, 97), } ");
    RENDER(0, "boxes.obj", "--camera", camera_text, "--size", "97x61", "--mode", "parts", "--raw", "raw.npy", "-o",
           "a.png");
    uint8_t* parts = read_raw("{'descr': '<i4', 'fortran_order': False, 'shape': (61, 97), } ");
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            hit_scene_hit hit;
            float depth;
            int32_t part;
            memcpy(&depth, raw + 4 * i, 4);
            memcpy(&part, parts + 4 * i, 4);
            if (!hit_pick_first(scene, camera, i % WIDTH + 0.5, i / WIDTH + 0.5, NULL, &hit)) {
                assert_true(depth == HUGE_VALF && part == -1);
                assert_int_equal(depths.rgb[3 * i], 0);
                continue;
            }
            const double expected = near + (double)hit.t;
            if (pass == 0) {
                assert_true(fabs((double)depth - expected) < 1e-5 * expected);
                assert_true(part >= 0 && part < BOXES && hit.id == ids[part]);
                least = fmin(least, (double)depth);
                most = fmax(most, (double)depth);
                hits++;
            } else {
                const double grey = 40.0 + 215.0 * (1.0 - ((double)depth - least) / (most - least));
                assert_true(fabs(depths.rgb[3 * i] - grey) < 0.51);
                assert_int_equal(depths.rgb[3 * i], depths.rgb[3 * i + 1]);
            }
        }
    assert_in_range(hits, 500, WIDTH * HEIGHT - 500);
    free(parts);
    free(raw);
    free(depths.rgb);
    hit_scene_destroy(scene);
}

static void depth_and_parts_are_those_of_the_library(void** state)
{
    const hit_camera perspective = make_camera(0.7853981634f, WIDTH, HEIGHT), flat = make_camera(0.0f, WIDTH, HEIGHT);
    (void)state;
    check_against_scene("eye=2,-9,3/at=-0.5,0,0/fov=45/near=2/far=50", &perspective, 2.0);
    check_against_scene("eye=2,-9,3/at=-0.5,0,0/ortho=7/near=2/far=50", &flat, 0.0);
}

static void normals_are_those_of_faces(void** state)
{
    (void)state;
    RENDER(0, "boxes.obj", "--camera", "top", "--size", "60x40", "--mode", "normals", "--samples", "1", "--raw",
           "raw.npy", "-o", "a.png");
    picture p = read_picture("a.png");
    uint8_t* raw = read_raw("{'descr': '<f4', 'fortran_order': False, 'shape': (40, 60, 3), } ");
    int up = 0;
    for (int i = 0; i < 60 * 40; i++) {
        float n[3];
        memcpy(n, raw + 12 * i, 12);
        if (n[2] == 1.0f) { // seen from above; sides are seen, too, in perspective
            assert_true(n[0] == 0.0f && n[1] == 0.0f);
            assert_true(p.rgb[3 * i] == 128 && p.rgb[3 * i + 1] == 128 && p.rgb[3 * i + 2] == 255);
            up++;
        } else
            assert_true(fabsf(n[0]) + fabsf(n[1]) + fabsf(n[2]) <= 1.0f);
    }
    assert_in_range(up, 300, 2000);
    free(raw);
    free(p.rgb);
}

static void costs_are_those_of_the_library(void** state)
{
    uint32_t most = 0;
    (void)state;
    RENDER(0, "boxes.obj", "--mode", "cost", "--size", "60x40", "--raw", "raw.npy", "--range", "0,4", "-o", "a.png");
    picture p = read_picture("a.png");
    uint8_t* raw = read_raw("{'descr': '<i4', 'fortran_order': False, 'shape': (40, 60), } ");
    for (int i = 0; i < 60 * 40; i++) {
        uint32_t cost;
        memcpy(&cost, raw + 4 * i, 4);
        assert_in_range(cost, 1, 40); // the root is always visited
        most = cost > most ? cost : most;
        if (cost >= 4) // the last colour
            assert_true(p.rgb[3 * i] == 252 && p.rgb[3 * i + 1] == 254 && p.rgb[3 * i + 2] == 164);
    }
    assert_in_range(most, 2, 40);
    free(raw);
    free(p.rgb);
}

// ---- Cameras --------------------------------------------------------------------------------------------------------

// A named view shows all of the model, and not too small: nothing at the border, and nearly all of the width or height.
static void named_views_frame_the_model(void** state)
{
    static const char* const views[] = {"iso", "front",  "back",         "left",       "right",
                                        "top", "bottom", "front/fov=10", "iso/fov=100"};
    static const char* const sizes[] = {"120x80", "40x160"};
    static const char* const ups[] = {"y", "z"};
    (void)state;
    write_one_box("boxes.obj");
    for (unsigned i = 0; i < 9 * 2 * 2; i++) {
        RENDER(0, "boxes.obj", "--camera", views[i / 4], "--size", sizes[i % 2], "--up", ups[i / 2 % 2], "--mode",
               "depth", "-o", "a.png");
        picture p = read_picture("a.png");
        uint32_t low[2] = {1000, 1000}, high[2] = {0, 0};
        for (uint32_t y = 0; y < p.height; y++)
            for (uint32_t x = 0; x < p.width; x++)
                if (p.rgb[3 * (y * p.width + x)] > 0) {
                    low[0] = x < low[0] ? x : low[0];
                    low[1] = y < low[1] ? y : low[1];
                    high[0] = x > high[0] ? x : high[0];
                    high[1] = y > high[1] ? y : high[1];
                }
        assert_true(low[0] > 0 && low[1] > 0 && high[0] + 1 < p.width && high[1] + 1 < p.height);
        assert_true((double)(high[0] - low[0]) > 0.85 * p.width || (double)(high[1] - low[1]) > 0.85 * p.height);
        free(p.rgb);
    }
}

// Far from the origin floats are coarse, and so is the model then; but it is in the picture.
static void models_far_away_are_framed(void** state)
{
    (void)state;
    write_boxes("far.obj", 100000.0);
    RENDER(0, "boxes.obj", "--mode", "depth", "--size", "60x40", "-o", "a.png");
    RENDER(0, "far.obj", "--mode", "depth", "--size", "60x40", "-o", "b.png");
    picture near = read_picture("a.png"), far = read_picture("b.png");
    int different = 0;
    for (int i = 0; i < 60 * 40; i++)
        different += abs(near.rgb[3 * i] - far.rgb[3 * i]) > 3;
    assert_true(different < 60);
    free(near.rgb);
    free(far.rgb);
}

// ---- Colours --------------------------------------------------------------------------------------------------------

static bool is_orange(const uint8_t* c)
{
    return c[0] > c[1] + 40 && c[1] > c[2] + 20;
}

static void assert_selected(const char* const* arguments, int least, int most)
{
    int orange = 0;
    render(most > 0 ? 0 : 1, arguments);
    picture p = read_picture("a.png");
    for (uint32_t i = 0; i < p.width * p.height; i++)
        orange += is_orange(p.rgb + 3 * i);
    if (orange < least || orange > most)
        fail_msg("%d pixels are orange, not %d to %d", orange, least, most);
    free(p.rgb);
}

#define SELECTED(least, most, ...)                                                                                     \
    assert_selected((const char* const[]){"render", "boxes.obj", "--camera", "front", "--size", "120x80", "-o",        \
                                          "a.png", __VA_ARGS__, NULL},                                                 \
                    least, most)

static void parts_are_highlighted(void** state)
{
    (void)state;
    // Seen from the front the left box is the largest; the middle one is behind it and to the right.
    SELECTED(1000, 3000, "--highlight", "0");
    SELECTED(20, 600, "--highlight", "2");
    SELECTED(20, 600, "--highlight-name", "sm*l?");
    SELECTED(2000, 6000, "--highlight", "0-1,2");
    SELECTED(2000, 6000, "--highlight-name", "*");
    SELECTED(0, 0, "--highlight-name", "nothing");
    SELECTED(1000, 3000, "--rect", "20,30,22,32");
    SELECTED(1000, 3000, "--lasso", "20,30,24,30,22,34");
    SELECTED(0, 0, "--rect", "20,30,22,32", "--contained");
    SELECTED(0, 0, "--rect", "1,1,3,3");
}

static void what_is_hidden_is_hatched(void** state)
{
    static const double low[2][3] = {{-1.0, 0.0, -1.0}, {-0.4, 2.0, -0.4}};
    static const double high[2][3] = {{1.0, 1.0, 1.0}, {0.4, 2.5, 0.4}};
    FILE* file = fopen(in_folder("boxes.obj"), "w");
    (void)state;
    assert_non_null(file);
    print_box(file, "wall", low[0], high[0]);
    print_box(file, "behind", low[1], high[1]);
    assert_int_equal(fclose(file), 0);
    SELECTED(50, 1200, "--highlight-name", "behind");
    SELECTED(0, 0, "--rect", "55,35,65,45", "--visible", "--contained");
}

static void corners_are_background(void** state)
{
    (void)state;
    RENDER(0, "boxes.obj", "--camera", "front", "--size", "120x80", "--mode", "parts", "--samples", "1", "-o", "a.png");
    picture p = read_picture("a.png");
    const uint8_t* box = p.rgb + 3 * (40 * 120 + 22);
    for (int i = 0; i < 3; i++)
        assert_int_equal(p.rgb[i], 247);
    assert_true(box[0] != 247 || box[1] != 247 || box[2] != 247);
    assert_memory_equal(box, box + 3, 3); // one colour for a part
    free(p.rgb);
}

static void clouds_are_drawn_as_points(void** state)
{
    static const char cloud[] = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                                "property float z\nend_header\n0 0 0\n1 0 1\n2 0 2\n";
    int blue = 0, red = 0;
    (void)state;
    write_file("cloud.ply", cloud, sizeof cloud - 1);
    const tool_run run =
        RENDER(0, "cloud.ply", "--camera", "front", "--size", "60x60", "--point-size", "6", "-o", "a.png", "--json");
    assert_non_null(strstr(run.out, "\"mode\":\"points\""));
    assert_non_null(strstr(run.out, "\"points\":3"));
    picture p = read_picture("a.png");
    for (uint32_t i = 0; i < 60 * 60; i++) {
        const uint8_t* c = p.rgb + 3 * i;
        blue += c[2] > 150 && c[0] < 100 && i / 60 > 40 && i % 60 < 20; // the lowest, at the lower left
        red += c[0] > 150 && c[2] < 100 && i / 60 < 20 && i % 60 > 40;
    }
    assert_in_range(blue, 10, 60);
    assert_in_range(red, 10, 60);
    free(p.rgb);
}

// ---- The same everywhere --------------------------------------------------------------------------------------------

static void same_bytes_everywhere(void** state)
{
    static const char* const modes[][4] = {{"--mode", "shaded"},     {"--mode", "depth"}, {"--mode", "normals"},
                                           {"--mode", "parts"},      {"--mode", "cost"},  {"--mode", "points"},
                                           {"--rect", "40,40,70,60"}};
    static const char* const levels[] = {"portable", "sse4", "avx2"};
    static const char* const threads[] = {"1", "2", "7"};
    (void)state;
    assert_int_equal(TOOL_RUN(folder_path(), "gen", "spheres", "--triangles", "5000", "-o", "spheres.obj").code, 0);
    for (size_t mode = 0; mode < sizeof modes / sizeof modes[0]; mode++) {
        uint8_t* first = NULL;
        size_t first_size = 0;
        for (int i = 0; i < 9; i++) {
            const char* const arguments[] = {"render",       "spheres.obj",  "--size",  "150x110",
                                             "--threads",    threads[i / 3], "--quiet", modes[mode][0],
                                             modes[mode][1], "-o",           "a.png",   NULL};
            size_t size;
            uint8_t* bytes;
            assert_int_equal(tool_run_with(folder_path(), (tool_setting){.cpu = levels[i % 3]}, arguments).code, 0);
            bytes = read_bytes(in_folder("a.png"), &size);
            assert_non_null(bytes);
            if (i == 0) {
                first = bytes;
                first_size = size;
                continue;
            }
            assert_int_equal(size, first_size);
            assert_memory_equal(bytes, first, size);
            free(bytes);
        }
        free(first);
    }
}

static void pictures_of_all_sizes(void** state)
{
    static const char* const sizes[] = {"1x1", "1x71", "71x1", "64x64", "65x63", "129x3"};
    static const char* const samples[] = {"1", "4", "9", "256"};
    (void)state;
    write_one_box("boxes.obj");
    for (int i = 0; i < 24; i++) {
        picture p;
        unsigned width, height;
        RENDER(0, "boxes.obj", "--size", sizes[i / 4], "--samples", samples[i % 4], "--camera", "front/fov=1",
               "--highlight", "0", "--quiet", "-o", "a.png");
        p = read_picture("a.png");
        assert_int_equal(sscanf(sizes[i / 4], "%ux%u", &width, &height), 2);
        assert_true(p.width == width && p.height == height);
        free(p.rgb);
    }
}

// ---- What can go wrong ----------------------------------------------------------------------------------------------

static void nothing_hit_is_a_picture(void** state)
{
    (void)state;
    const tool_run run = RENDER(1, "boxes.obj", "--camera", "eye=0,-9,0/at=0,-10,0", "--size", "9x9", "-o", "a.png");
    assert_string_equal(run.err, "hitscan: render: nothing is hit: is the model where --camera looks?\n");
    picture p = read_picture("a.png");
    assert_true(p.width == 9 && p.height == 9);
    free(p.rgb);
}

static void full_disks_leave_nothing(void** state)
{
    static const char* const picture_only[] = {"render", "boxes.obj", "--size", "64x64", "-o", "a.png", NULL};
    static const char* const both[] = {"render", "boxes.obj", "--size", "8x90",  "--mode", "depth",
                                       "--raw",  "raw.npy",   "-o",     "a.png", NULL};
    tool_run run = tool_run_with(folder_path(), (tool_setting){.file_limit = 600}, picture_only);
    (void)state;
    assert_int_equal(run.code, 4);
    assert_non_null(strstr(run.err, "hitscan: cannot write all of a.png: "));
    assert_int_equal(files_in_folder(), 1); // the model
    run = tool_run_with(folder_path(), (tool_setting){.file_limit = 2000}, both);
    assert_int_equal(run.code, 4);
    assert_non_null(strstr(run.err, "hitscan: cannot write all of raw.npy: "));
    assert_int_equal(files_in_folder(), 1);
    run = TOOL_RUN(folder_path(), "render", "boxes.obj", "-o", "nowhere/a.png");
    assert_int_equal(run.code, 3);
    assert_string_equal(run.err, "hitscan: cannot write nowhere/a.png: No such file or directory\n");
    assert_int_equal(files_in_folder(), 1);
}

static void interrupts_leave_nothing(void** state)
{
    static const char* const arguments[] = {"render", "boxes.obj", "--size",  "4000x4000", "--samples",
                                            "256",    "-o",        "a.png",   "--raw",     "raw.npy",
                                            "--mode", "normals",   "--quiet", NULL};
    const int nothing = open("/dev/null", O_WRONLY);
    const pid_t child = tool_start(folder_path(), (tool_setting){0}, nothing, nothing, arguments);
    (void)state;
    assert_true(child > 0);
    assert_true(tool_wait_for_part(folder_path(), "raw.npy", 0));
    kill(child, SIGINT);
    assert_int_equal(tool_wait(child), 130);
    assert_int_equal(files_in_folder(), 1);
    close(nothing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(depth_and_parts_are_those_of_the_library, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(normals_are_those_of_faces, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(costs_are_those_of_the_library, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(named_views_frame_the_model, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(models_far_away_are_framed, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(parts_are_highlighted, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(what_is_hidden_is_hatched, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(corners_are_background, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(clouds_are_drawn_as_points, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(same_bytes_everywhere, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(pictures_of_all_sizes, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(nothing_hit_is_a_picture, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(full_disks_leave_nothing, empty_folder, clean_folder),
        cmocka_unit_test_setup_teardown(interrupts_leave_nothing, empty_folder, clean_folder),
    };
    if (!tool_path()) {
        fputs("HITSCAN_TOOL does not name the command: skipped\n", stderr);
        return 77;
    }
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
