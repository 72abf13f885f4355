// The cameras of the command from outside: views fill the picture and stand in its middle, whatever is up, and a click
// has the camera of the picture.
#define _POSIX_C_SOURCE 200809L
#include "support/base/cmocka_all.h"
#include "support/base/folder.h"

#include "read_png.h"
#include "tool.h"

#include <math.h>

// Some boxes here and there: no view of them is symmetric, and most corners of the box around all are empty.
static int write_boxes(void** state)
{
    static const double at[4][3] = {{0.0, 0.0, 0.0}, {4.0, 0.5, 1.0}, {0.0, 2.0, 0.0}, {0.2, 0.3, 3.0}};
    FILE* file = fopen(in_folder("boxes.obj"), "w");
    (void)state;
    assert_non_null(file);
    fputs("# z up\n", file);
    for (int i = 0; i < 4; i++) {
        fprintf(file, "o box_%d\n", i);
        for (int k = 0; k < 8; k++)
            fprintf(file, "v %g %g %g\n", at[i][0] + 0.5 * (k & 1), at[i][1] + 0.25 * (k >> 1 & 1),
                    at[i][2] + 0.75 * (k >> 2));
        fputs("f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\nf -7 -5 -1 -3\n", file);
    }
    assert_int_equal(fclose(file), 0);
    return 0;
}

static int clean_folder(void** state)
{
    static const char* const names[] = {"boxes.obj", "boxes.hit", "a.png", "forest.glb", "forest.hit", "dot.obj"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink(in_folder(names[i]));
    return files_in_folder() == 0 ? 0 : -1;
}

static tool_run run_tool(const char* const* arguments)
{
    const tool_run run = tool_run_with(folder_path(), (tool_setting){0}, arguments);
    if (run.code != 0)
        fail_msg("exit code %d: %s", run.code, run.err);
    return run;
}

#define RUN(...) run_tool((const char* const[]){__VA_ARGS__, NULL})

// How many pixels are free on the left, on the right, above and below.
static void free_sides(uint32_t sides[4], double size[2])
{
    picture p;
    uint32_t low[2] = {UINT32_MAX, UINT32_MAX}, high[2] = {0, 0};
    assert_true(read_png(in_folder("a.png"), &p));
    for (uint32_t y = 0; y < p.height; y++)
        for (uint32_t x = 0; x < p.width; x++)
            if (p.rgb[3 * (y * p.width + x)] > 0) { // black is left for nothing
                low[0] = x < low[0] ? x : low[0];
                low[1] = y < low[1] ? y : low[1];
                high[0] = x > high[0] ? x : high[0];
                high[1] = y > high[1] ? y : high[1];
            }
    sides[0] = low[0];
    sides[1] = p.width - 1 - high[0];
    sides[2] = low[1];
    sides[3] = p.height - 1 - high[1];
    size[0] = p.width;
    size[1] = p.height;
    free(p.rgb);
}

// The teapot filled 14 % of its picture, and stood at its left.
static void views_fill_the_picture_and_stand_in_its_middle(void** state)
{
    static const char* const views[] = {"iso", "front", "back", "left", "right", "top", "bottom"};
    static const char* const sizes[] = {"300x200", "120x240"};
    static const char* const margins[] = {"0", "4", "20"};
    (void)state;
    for (unsigned i = 0; i < 7 * 2 * 3; i++) {
        const char* margin = margins[i % 3];
        const double share = 0.01 * strtod(margin, NULL);
        uint32_t sides[4];
        double size[2];
        RUN("render", "boxes.obj", "--view", views[i / 6], "--size", sizes[i / 3 % 2], "--margin", margin, "--mode",
            "depth", "-o", "a.png");
        free_sides(sides, size);
        assert_in_range(sides[0] + 2, sides[1], sides[1] + 4); // the middle of a pixel must be in a tip to be seen
        assert_in_range(sides[2] + 2, sides[3], sides[3] + 4);
        assert_true(fmin(sides[0], sides[1]) + 1.0 >= share * size[0]);
        assert_true(fmin(sides[2], sides[3]) + 1.0 >= share * size[1]);
        assert_true(sides[0] <= share * size[0] + 2.0 || sides[2] <= share * size[1] + 2.0);
    }
}

static void without_perspective_views_stand_in_the_middle(void** state)
{
    uint32_t sides[4];
    double size[2];
    (void)state;
    RUN("render", "boxes.obj", "--view", "iso", "--camera", "ortho=9", "--size", "300x200", "--mode", "depth", "-o",
        "a.png");
    free_sides(sides, size);
    assert_in_range(sides[0] + 2, sides[1], sides[1] + 4);
    assert_in_range(sides[2] + 2, sides[3], sides[3] + 4);
}

// "camera":{...}, as --json tells it.
static void camera_of(const char* model, const char* view, char text[512])
{
    const tool_run run = RUN("render", model, "--view", view, "--size", "40x30", "--json", "-o", "a.png");
    const char* begin = strstr(run.out, "\"camera\"");
    assert_non_null(begin);
    snprintf(text, 512, "%.*s", (int)(strchr(begin, '}') - begin), begin);
}

// The tree of a .hit file finds what a pass over all vertices finds, bit by bit, also where meshes are shared.
static void a_hit_file_has_the_camera_of_its_model(void** state)
{
    static const char* const views[] = {"iso", "front", "top", "left"};
    (void)state;
    RUN("tree", "boxes.obj", "-o", "boxes.hit", "--quiet");
    RUN("gen", "instances", "--triangles", "20000", "-o", "forest.glb", "--quiet");
    RUN("tree", "forest.glb", "-o", "forest.hit", "--quiet");
    for (int i = 0; i < 4; i++) {
        char model[512], saved[512];
        camera_of("boxes.obj", views[i], model);
        camera_of("boxes.hit", views[i], saved);
        assert_string_equal(model, saved);
    }
    for (int i = 0; i < 4; i++) {
        const tool_run model = RUN("render", "forest.glb", "--up", "y", "--view", views[i], "--size", "40x30", "--mode",
                                   "depth", "-o", "a.png");
        const tool_run saved = RUN("render", "forest.hit", "--up", "y", "--view", views[i], "--size", "40x30", "--mode",
                                   "depth", "-o", "a.png");
        const char *a = strstr(model.out, "camera"), *b = strstr(saved.out, "camera");
        assert_memory_equal(a, b, (size_t)(strchr(a, '\n') - a));
    }
}

// A right hand stays one: what is to the right, ahead and up makes the same turn for all of them.
static void every_axis_may_be_up(void** state)
{
    static const struct {
        const char *up, *front, *top;
    } axes[] = {{"x", "0,0,1", "-1,0,0"},  {"y", "0,0,-1", "0,-1,0"}, {"z", "0,1,0", "0,0,-1"},
                {"-x", "0,0,-1", "1,0,0"}, {"-y", "0,0,1", "0,1,0"},  {"-z", "0,-1,0", "0,0,1"}};
    (void)state;
    for (int i = 0; i < 6; i++) {
        char text[64];
        tool_run r = RUN("render", "boxes.obj", "--up", axes[i].up, "--view", "front", "--size", "40x30", "--json",
                         "-o", "a.png");
        snprintf(text, sizeof text, "\"forward\":[%s]", axes[i].front);
        assert_non_null(strstr(r.out, text));
        snprintf(text, sizeof text, "\"up\":\"%s%s\",\"up_from\":\"option\"", axes[i].up[0] == '-' ? "" : "+",
                 axes[i].up);
        assert_non_null(strstr(r.out, text));
        r = RUN("render", "boxes.obj", "--up", axes[i].up, "--view", "top", "--size", "40x30", "--json", "-o", "a.png");
        snprintf(text, sizeof text, "\"forward\":[%s]", axes[i].top);
        assert_non_null(strstr(r.out, text));
    }
}

// What is seen at a pixel is what a click there picks, with the same words.
static void a_click_has_the_camera_of_the_picture(void** state)
{
    picture p;
    (void)state;
    RUN("render", "boxes.obj", "--view", "left", "--up", "-y", "--margin", "10", "--size", "30x20", "--mode", "depth",
        "-o", "a.png");
    assert_true(read_png(in_folder("a.png"), &p));
    for (int i = 0; i < 30 * 20; i += 7) {
        char at[32];
        const bool seen = p.rgb[3 * i] > 0;
        snprintf(at, sizeof at, "%d.5,%d.5", i % 30, i / 30);
        const tool_run r = tool_run_with(folder_path(), (tool_setting){0},
                                         (const char* const[]){"pick", "boxes.obj", "--view", "left", "--up", "-y",
                                                               "--margin", "10", "--size", "30x20", "--at", at, NULL});
        assert_int_equal(r.code, seen ? 0 : 1);
    }
    free(p.rgb);
}

// No size, no extremes: the camera stands before it all the same.
static void a_model_of_one_point_has_a_camera(void** state)
{
    (void)state;
    write_file("dot.obj", "v 5 5 5\nf 1 1 1\n", 16);
    const tool_run r =
        tool_run_with(folder_path(), (tool_setting){0}, (const char* const[]){"pick", "dot.obj", "--at", "3,3", NULL});
    assert_in_range(r.code, 0, 1);
}

// OBJ has y up unless it says otherwise; the report tells it.
static void the_format_says_what_is_up(void** state)
{
    static const char plain[] = "v 0 0 0\nv 3 0 1\nv 0 2 5\nf 1 2 3\n";
    (void)state;
    write_file("dot.obj", plain, sizeof plain - 1);
    tool_run r = RUN("render", "dot.obj", "--view", "front", "--size", "40x30", "-o", "a.png");
    assert_non_null(strstr(r.out, "looks along 0,0,-1\nup       +y (OBJ)\n"));
    r = RUN("render", "boxes.obj", "--view", "front", "--size", "40x30", "-o", "a.png");
    assert_non_null(strstr(r.out, "looks along 0,1,0\nup       +z (OBJ)\n"));
    r = RUN("render", "dot.obj", "--up", "-x", "--view", "top", "--size", "40x30", "-o", "a.png");
    assert_non_null(strstr(r.out, "looks along 1,0,0\nup       -x (--up)\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(views_fill_the_picture_and_stand_in_its_middle, write_boxes, clean_folder),
        cmocka_unit_test_setup_teardown(without_perspective_views_stand_in_the_middle, write_boxes, clean_folder),
        cmocka_unit_test_setup_teardown(a_hit_file_has_the_camera_of_its_model, write_boxes, clean_folder),
        cmocka_unit_test_setup_teardown(every_axis_may_be_up, write_boxes, clean_folder),
        cmocka_unit_test_setup_teardown(the_format_says_what_is_up, write_boxes, clean_folder),
        cmocka_unit_test_setup_teardown(a_click_has_the_camera_of_the_picture, write_boxes, clean_folder),
        cmocka_unit_test_setup_teardown(a_model_of_one_point_has_a_camera, write_boxes, clean_folder),
    };
    if (!tool_path()) {
        fputs("HITSCAN_TOOL does not name the command: skipped\n", stderr);
        return 77;
    }
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
