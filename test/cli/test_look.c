// What hitscan render makes of the look of a model: smooth normals, colours, textures, transparency, backgrounds; and
// the files that it writes.
#define _POSIX_C_SOURCE 200809L
#include "support/base/cmocka_all.h"
#include "support/base/folder.h"

#include "read_png.h"
#include "tool.h"

#include <math.h>
#include <png.h>

static int clean_folder(void** state)
{
    static const char* const names[] = {"a.obj", "a.gltf",       "a.mtl",        "a.png",        "b.png",       "a.jpg",
                                        "t.png", "turn-000.png", "turn-001.png", "turn-002.png", "turn-003.png"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink(in_folder(names[i]));
    return files_in_folder() == 0 ? 0 : -1;
}

static tool_run run_tool(int code, const char* const* arguments)
{
    const tool_run run = tool_run_with(folder_path(), (tool_setting){0}, arguments);
    if (run.code != code)
        fail_msg("exit code %d, not %d: %s%s", run.code, code, run.out, run.err);
    return run;
}

#define RENDER(code, ...) run_tool(code, (const char* const[]){"render", __VA_ARGS__, NULL})

static void write_text(const char* name, const char* text)
{
    write_file(name, text, strlen(text));
}

// The colour in the middle of a.png.
static void middle_of(const char* name, int rgb[3])
{
    picture p;
    assert_true(read_png(in_folder(name), &p));
    for (int k = 0; k < 3; k++)
        rgb[k] = p.rgb[3 * ((size_t)(p.height / 2) * p.width + p.width / 2) + (size_t)k];
    free(p.rgb);
}

// A square that faces the camera of --view top, with a material.
static const char square[] =
    "# z up\nmtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
    "usemtl m\nf 1/1 2/2 3/3 4/4\n";

static void a_base_colour_is_shown(void** state)
{
    int rgb[3];
    (void)state;
    write_text("a.obj", square);
    write_text("a.mtl", "newmtl m\nKd 0.9 0.1 0.1\n");
    RENDER(0, "a.obj", "--view", "top", "--size", "20x20", "-o", "a.png");
    middle_of("a.png", rgb);
    assert_true(rgb[0] > 150 && rgb[1] < 100 && rgb[2] < 100);
    RENDER(0, "a.obj", "--view", "top", "--size", "20x20", "--plain", "-o", "a.png");
    middle_of("a.png", rgb);
    assert_true(rgb[0] - rgb[1] < 40 && rgb[1] > 100); // grey
}

// Controllers of real headsets are black; they were holes in the picture.
static void what_is_black_has_a_shape(void** state)
{
    int rgb[3];
    (void)state;
    write_text("a.obj", square);
    write_text("a.mtl", "newmtl m\nKd 0 0 0\n");
    RENDER(0, "a.obj", "--view", "top", "--size", "20x20", "-o", "a.png");
    middle_of("a.png", rgb);
    assert_in_range(rgb[0], 30, 90);
    assert_in_range(rgb[1], 30, 90);
}

static void colours_of_vertices_are_shown(void** state)
{
    int rgb[3];
    (void)state;
    write_text("a.obj", "# z up\nv 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 1 1 0 1 0 0\nv 0 1 0 1 0 0\nf 1 2 3 4\n");
    RENDER(0, "a.obj", "--view", "top", "--size", "20x20", "-o", "a.png");
    middle_of("a.png", rgb);
    assert_true(rgb[0] > 150 && rgb[1] < 100 && rgb[2] < 100);
    RENDER(0, "a.obj", "--view", "top", "--size", "20x20", "--plain", "-o", "a.png");
    middle_of("a.png", rgb);
    assert_true(rgb[0] - rgb[1] < 40 && rgb[1] > 100); // grey
}

static void write_texture(void)
{
    // Green, and blue in its upper right quarter.
    uint8_t pixels[16 * 16 * 3];
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = image.height = 16;
    image.format = PNG_FORMAT_RGB;
    for (int i = 0; i < 16 * 16; i++) {
        const int blue = i % 16 >= 8 && i / 16 < 8;
        pixels[3 * i] = 0;
        pixels[3 * i + 1] = blue ? 0 : 255;
        pixels[3 * i + 2] = blue ? 255 : 0;
    }
    assert_true(png_image_write_to_file(&image, in_folder("t.png"), 0, pixels, 0, NULL));
}

static void a_texture_is_shown_the_right_way_round(void** state)
{
    picture p;
    (void)state;
    write_texture();
    write_text("a.obj", square);
    write_text("a.mtl", "newmtl m\nKd 1 1 1\nmap_Kd t.png\n");
    RENDER(0, "a.obj", "--view", "top", "--size", "40x40", "-o", "a.png");
    assert_true(read_png(in_folder("a.png"), &p));
    const uint8_t* upper_right = p.rgb + 3 * (12 * 40 + 28);
    const uint8_t* upper_left = p.rgb + 3 * (12 * 40 + 12);
    const uint8_t* lower_right = p.rgb + 3 * (28 * 40 + 28);
    assert_true(upper_right[2] > 150 && upper_right[1] < 100);
    assert_true(upper_left[1] > 150 && upper_left[2] < 100);
    assert_true(lower_right[1] > 150 && lower_right[2] < 100);
    free(p.rgb);
}

static void a_texture_that_is_no_picture_is_told(void** state)
{
    (void)state;
    write_text("a.obj", square);
    write_text("a.mtl", "newmtl m\nmap_Kd t.png\n");
    write_text("t.png", "\x89PNG\r\n\x1a\n and then nothing");
    const tool_run run = RENDER(0, "a.obj", "--view", "top", "--size", "20x20", "-o", "a.png");
    assert_non_null(strstr(run.out, "note     texture \"t.png\" is a damaged PNG"));
}

// A prism of 24 sides, and no normals.
static void write_prism(void)
{
    FILE* file = fopen(in_folder("a.obj"), "w");
    assert_non_null(file);
    fputs("# z up\n", file);
    for (int i = 0; i < 24; i++)
        for (int k = 0; k < 2; k++)
            fprintf(file, "v %.6f %.6f %d\n", cos(i * 0.2617993877991494), sin(i * 0.2617993877991494), 2 * k);
    for (int i = 0; i < 24; i++)
        fprintf(file, "f %d %d %d %d\n", 2 * i + 1, 2 * (i + 1) % 48 + 1, 2 * (i + 1) % 48 + 2, 2 * i + 2);
    assert_int_equal(fclose(file), 0);
}

// The largest step from pixel to pixel along the middle row of a.png, within the prism.
static int largest_step(void)
{
    picture p;
    int most = 0;
    assert_true(read_png(in_folder("a.png"), &p));
    for (uint32_t x = p.width * 2 / 5; x < p.width * 3 / 5; x++) {
        const uint8_t* at = p.rgb + 3 * ((size_t)(p.height / 2) * p.width + x);
        const int step = abs((int)at[3] - (int)at[0]);
        most = step > most ? step : most;
    }
    free(p.rgb);
    return most;
}

static void round_things_look_round(void** state)
{
    int smooth, flat;
    (void)state;
    write_prism();
    RENDER(0, "a.obj", "--view", "front", "--size", "160x160", "--samples", "16", "-o", "a.png");
    smooth = largest_step();
    RENDER(0, "a.obj", "--view", "front", "--size", "160x160", "--samples", "16", "--flat", "-o", "a.png");
    flat = largest_step();
    if (!(2 * smooth < flat))
        fail_msg("steps of %d with smooth normals, and of %d without", smooth, flat);
}

static void a_background_is_the_colour_that_was_asked_for(void** state)
{
    static const char* const modes[] = {"shaded", "depth", "normals", "parts", "points"};
    (void)state;
    write_text("a.obj", square);
    write_text("a.mtl", "newmtl m\nKd 1 0 0\n");
    for (int i = 0; i < 5; i++) {
        picture p;
        RENDER(0, "a.obj", "--view", "top", "--size", "20x20", "--margin", "20", "--mode", modes[i], "--background",
               "#204060", "-o", "a.png");
        assert_true(read_png(in_folder("a.png"), &p));
        assert_true(p.rgb[0] == 0x20 && p.rgb[1] == 0x40 && p.rgb[2] == 0x60);
        free(p.rgb);
        png_image image;
        uint8_t rgba[20 * 20 * 4];
        RENDER(0, "a.obj", "--view", "top", "--size", "20x20", "--margin", "20", "--mode", modes[i], "--background",
               "transparent", "-o", "a.png");
        memset(&image, 0, sizeof image);
        image.version = PNG_IMAGE_VERSION;
        assert_true(png_image_begin_read_from_file(&image, in_folder("a.png")));
        assert_true(image.format & PNG_FORMAT_FLAG_ALPHA);
        image.format = PNG_FORMAT_RGBA;
        assert_true(png_image_finish_read(&image, NULL, rgba, 0, NULL));
        assert_int_equal(rgba[3], 0);
        if (i < 4)
            assert_int_equal(rgba[4 * (10 * 20 + 10) + 3], 255);
    }
    tool_run run = RENDER(2, "a.obj", "--background", "mauve", "-o", "a.png");
    assert_non_null(strstr(run.err, "--background is transparent, white, black or #rrggbb"));
    run = RENDER(2, "a.obj", "--background", "white", "--mode", "cost", "-o", "a.png");
    assert_non_null(strstr(run.err, "in --mode cost every pixel has a colour"));
}

// What is behind glass is seen through it; what is cut out is not there at all.
static void what_is_transparent_is_seen_through(void** state)
{
    int clear[3], opaque[3];
    (void)state;
    write_text("a.obj", square);
    write_text("a.mtl", "newmtl m\nKd 1 0 0\nd 0.25\n");
    RENDER(0, "a.obj", "--view", "top", "--size", "20x20", "--background", "#00ff00", "-o", "a.png");
    middle_of("a.png", clear);
    write_text("a.mtl", "newmtl m\nKd 1 0 0\n");
    RENDER(0, "a.obj", "--view", "top", "--size", "20x20", "--background", "#00ff00", "-o", "a.png");
    middle_of("a.png", opaque);
    assert_true(opaque[1] < 100 && clear[1] > 180 && clear[0] > 40);
}

// A cut-out: what has less alpha than the file's limit is not there, the rest is opaque.
static void what_is_below_the_cutoff_is_cut_out(void** state)
{
    static const char format[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":0}]}],"
        "\"materials\":[{\"alphaMode\":\"MASK\",%s\"doubleSided\":true,"
        "\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0,0,%s]}}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,\"uri\":"
        "\"data:application/octet-stream;base64,AACAvwAAgL8AAAAAAACAPwAAgL8AAAAAAAAAAAAAAEAAAAAA\"}]}";
    static const struct {
        const char *cutoff, *alpha;
        bool there;
    } cases[] = {{"", "0.49", false},
                 {"", "0.51", true},
                 {"\"alphaCutoff\":0.8,", "0.79", false},
                 {"\"alphaCutoff\":0.8,", "0.81", true},
                 {"\"alphaCutoff\":0,", "0", true}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        int rgb[3];
        snprintf(text, sizeof text, format, cases[i].cutoff, cases[i].alpha);
        write_text("a.gltf", text);
        RENDER(cases[i].there ? 0 : 1, "a.gltf", "--view", "front", "--size", "20x20", "--background", "#00ff00", "-o",
               "a.png");
        middle_of("a.png", rgb);
        if ((rgb[1] < 100) != cases[i].there || (!cases[i].there && (rgb[0] != 0 || rgb[1] != 255)))
            fail_msg("case %zu: %d %d %d", i, rgb[0], rgb[1], rgb[2]);
    }
}

static void other_endings_are_refused(void** state)
{
    size_t size;
    (void)state;
    write_text("a.obj", square);
    tool_run run = RENDER(2, "a.obj", "-o", "a.bmp");
    assert_non_null(strstr(run.err, "pictures are written as .png"));
    assert_non_null(strstr(run.err, "not as .bmp"));
    run = tool_run_with(folder_path(), (tool_setting){0},
                        (const char* const[]){"render", "a.obj", "--size", "20x20", "-o", "a.jpg", NULL});
    if (run.code == 2) { // a build without libjpeg
        assert_non_null(strstr(run.err, "this build has no libjpeg"));
        return;
    }
    assert_int_equal(run.code, 0);
    uint8_t* bytes = read_bytes(in_folder("a.jpg"), &size);
    assert_true(size > 100);
    assert_memory_equal(bytes, "\xff\xd8\xff", 3);
    assert_memory_equal(bytes + size - 2, "\xff\xd9", 2);
    free(bytes);
    run = RENDER(2, "a.obj", "-o", "a.jpg", "--background", "transparent");
    assert_non_null(strstr(run.err, "JPEG has none"));
}

static void a_turntable_makes_its_pictures(void** state)
{
    (void)state;
    write_text("a.obj", "# z up\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    const tool_run run = RENDER(0, "a.obj", "--orbit", "4", "--size", "40x40", "--mode", "depth", "-o", "turn.png");
    assert_non_null(strstr(run.out, "turn-003.png"));
    for (int i = 0; i < 4; i++) {
        char name[32];
        picture p;
        uint32_t seen = 0, border = 0;
        snprintf(name, sizeof name, "turn-%03d.png", i);
        assert_true(read_png(in_folder(name), &p));
        for (uint32_t k = 0; k < 40 * 40; k++) {
            const bool there = p.rgb[3 * k] > 0;
            seen += there;
            border += there && (k % 40 == 0 || k % 40 == 39 || k / 40 == 0 || k / 40 == 39);
        }
        assert_in_range(seen, 50, 1500);
        assert_int_equal(border, 0);
        free(p.rgb);
    }
}

// The points of a cloud have the colours of the file.
static void points_have_their_colours(void** state)
{
    picture p;
    uint32_t red = 0, other = 0;
    (void)state;
    write_text("a.obj", "# z up\nv 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\n");
    RENDER(0, "a.obj", "--view", "top", "--size", "40x40", "--point-size", "8", "--background", "black", "-o", "a.png");
    assert_true(read_png(in_folder("a.png"), &p));
    for (uint32_t k = 0; k < 40 * 40; k++) {
        red += p.rgb[3 * k] > 100 && p.rgb[3 * k + 1] < 20;
        other += p.rgb[3 * k + 1] > 20;
    }
    assert_in_range(red, 60, 300);
    assert_int_equal(other, 0);
    free(p.rgb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_base_colour_is_shown, clean_folder),
        cmocka_unit_test_teardown(what_is_black_has_a_shape, clean_folder),
        cmocka_unit_test_teardown(colours_of_vertices_are_shown, clean_folder),
        cmocka_unit_test_teardown(a_texture_is_shown_the_right_way_round, clean_folder),
        cmocka_unit_test_teardown(a_texture_that_is_no_picture_is_told, clean_folder),
        cmocka_unit_test_teardown(round_things_look_round, clean_folder),
        cmocka_unit_test_teardown(a_background_is_the_colour_that_was_asked_for, clean_folder),
        cmocka_unit_test_teardown(what_is_transparent_is_seen_through, clean_folder),
        cmocka_unit_test_teardown(what_is_below_the_cutoff_is_cut_out, clean_folder),
        cmocka_unit_test_teardown(other_endings_are_refused, clean_folder),
        cmocka_unit_test_teardown(a_turntable_makes_its_pictures, clean_folder),
        cmocka_unit_test_teardown(points_have_their_colours, clean_folder),
    };
    if (!tool_path()) {
        fputs("HITSCAN_TOOL does not name the command: skipped\n", stderr);
        return 77;
    }
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
