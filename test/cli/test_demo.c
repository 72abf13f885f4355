// The command from outside: its messages, its exit codes, its picture, and that it never leaves half a file.
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "read_png.h"
#include "tool.h"

#include <dirent.h>
#include <hitscan/hitscan.h>
#include <time.h>

// Under a sanitizer an address space limit makes the run fail for other reasons.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

static char home[] = "/tmp/hitscan-demo-XXXXXX"; // where the command runs; empty before each test

static int files_at_home(bool remove_them)
{
    DIR* directory = opendir(home);
    const struct dirent* entry;
    int count = 0;
    assert_non_null(directory);
    while ((entry = readdir(directory)) != NULL) {
        char path[512];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", home, entry->d_name);
        if (remove_them)
            unlink(path);
        count++;
    }
    closedir(directory);
    return count;
}

static int empty_home(void** state)
{
    (void)state;
    files_at_home(true);
    return 0;
}

static const char* at_home(const char* name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", home, name);
    return path;
}

static void assert_contains(const char* text, const char* part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%s", part, text);
}

// A wrong command line: exit code 2, the message, nothing on stdout, no file.
static void assert_usage(tool_run run, const char* message)
{
    assert_contains(run.err, message);
    assert_memory_equal(run.err, "hitscan: ", 9);
    assert_int_equal(run.code, 2);
    assert_string_equal(run.out, "");
    assert_int_equal(files_at_home(false), 0);
}

// ---- The command line ----------------------------------------------------------------------------------------------

static void test_help_and_version(void** state)
{
    char version[64];
    tool_run run = TOOL_RUN(home, "--help");
    (void)state;
    assert_int_equal(run.code, 0);
    assert_contains(run.out, "demo");
    assert_string_equal(run.err, "");
    run = TOOL_RUN(home, "demo", "--help");
    assert_int_equal(run.code, 0);
    assert_contains(run.out, "--width");
    assert_contains(run.out, "16384");
    run = TOOL_RUN(home, "--version");
    snprintf(version, sizeof version, "hitscan %s\n", hit_version());
    assert_int_equal(run.code, 0);
    assert_string_equal(run.out, version);
    assert_int_equal(files_at_home(false), 0);
}

static void test_wrong_words(void** state)
{
    (void)state;
    assert_usage(tool_run_with(home, (tool_setting){0}, (const char* const[]){NULL}), "a verb is missing");
    assert_usage(TOOL_RUN(home, "dmeo"), "unknown verb \"dmeo\"; did you mean demo?");
    assert_usage(TOOL_RUN(home, "--hlep"), "unknown option \"--hlep\"; did you mean --help?");
    assert_usage(TOOL_RUN(home, "photosynthesis"), "unknown verb \"photosynthesis\"; see hitscan --help");
    assert_usage(TOOL_RUN(home, ""), "unknown verb");
    assert_usage(TOOL_RUN(home, "demo", "--widht", "10"), "unknown option --widht; did you mean --width?");
    assert_usage(TOOL_RUN(home, "demo", "--heigth=10"), "did you mean --height?");
    assert_usage(TOOL_RUN(home, "demo", "--photosynthesis"), "see hitscan demo --help");
    assert_usage(TOOL_RUN(home, "demo", "-q"), "unknown option -q");
    assert_usage(TOOL_RUN(home, "demo", "picture.png"), "unexpected argument \"picture.png\"");
    assert_usage(TOOL_RUN(home, "demo", "--quiet=yes"), "--quiet takes no value");
}

static void test_wrong_numbers(void** state)
{
    static const char* const no_numbers[] = {"abc", "-5", "+5", "12x", " 12", "1e3", "0x10", "12.5"};
    static const char* const out_of_range[] = {"0", "16385", "4294967297", "99999999999999999999999999"};
    (void)state;
    for (size_t i = 0; i < sizeof no_numbers / sizeof no_numbers[0]; i++) {
        assert_usage(TOOL_RUN(home, "demo", "--width", no_numbers[i]), "--width wants a whole number");
        assert_usage(TOOL_RUN(home, "demo", "--height", no_numbers[i]), no_numbers[i]);
    }
    for (size_t i = 0; i < sizeof out_of_range / sizeof out_of_range[0]; i++)
        assert_usage(TOOL_RUN(home, "demo", "--height", out_of_range[i]), "--height must be from 1 to 16384");
    assert_usage(TOOL_RUN(home, "demo", "--width"), "--width wants a value");
    assert_usage(TOOL_RUN(home, "demo", "--width="), "--width wants a value");
    assert_usage(TOOL_RUN(home, "demo", "--out", ""), "--out wants a value");
}

// ---- The picture ---------------------------------------------------------------------------------------------------

static void test_pictures_of_all_sizes(void** state)
{
    static const char* const sizes[][2] = {{"1", "1"}, {"1", "9"},    {"9", "1"},
                                           {"7", "3"}, {"33", "130"}, {"160", "100"}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        picture p;
        const tool_run run = TOOL_RUN(home, "demo", "--width", sizes[i][0], "--height", sizes[i][1], "--quiet");
        assert_string_equal(run.err, "");
        assert_string_equal(run.out, "");
        assert_int_equal(run.code, 0);
        assert_true(read_png(at_home("hitscan-demo.png"), &p));
        assert_int_equal(p.width, atoi(sizes[i][0]));
        assert_int_equal(p.height, atoi(sizes[i][1]));
        free(p.rgb);
        assert_int_equal(files_at_home(false), 1);
    }
}

static void test_picture_shows_something(void** state)
{
    picture p;
    const uint8_t *sky, *ground;
    (void)state;
    assert_int_equal(TOOL_RUN(home, "demo", "--width=80", "--height=50", "--out=p.png").code, 0);
    assert_true(read_png(at_home("p.png"), &p));
    // The sky, at the top right, is bluish; the ground, at the bottom left, is warm.
    sky = p.rgb + 3 * 70;
    ground = p.rgb + 3 * (80 * 49 + 5);
    assert_true(sky[2] > sky[0] && sky[2] > 128);
    assert_true(ground[0] > ground[2] && ground[0] > 128);
    free(p.rgb);
}

static void test_same_picture_on_every_cpu(void** state)
{
    static const char* const levels[] = {"portable", "sse4", "avx2"};
    static const char* const arguments[] = {"demo", "--width", "120", "--height", "75", "--quiet", NULL};
    size_t first_size = 0;
    uint8_t* first = NULL;
    (void)state;
    for (int i = 0; i < 3; i++) {
        size_t size;
        uint8_t* bytes;
        assert_int_equal(tool_run_with(home, (tool_setting){.cpu = levels[i]}, arguments).code, 0);
        bytes = read_bytes(at_home("hitscan-demo.png"), &size);
        assert_non_null(bytes);
        if (!first) {
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

// ---- What is printed -----------------------------------------------------------------------------------------------

static void test_table(void** state)
{
    tool_run run = TOOL_RUN(home, "demo", "--width", "16", "--height", "10", "--out", "a.png");
    tool_run again = TOOL_RUN(home, "demo", "--width", "16", "--height", "10", "--out", "a.png");
    char *line, *rest, *timing;
    float last = 0.0f;
    int rows = 0;
    (void)state;
    assert_int_equal(run.code, 0);
    assert_contains(run.out, "objects on a ground plane");
    assert_contains(run.out, "The picture: a.png, 16 x 10 pixels");
    assert_contains(run.out, "rays/s");
    // The same again, but for the last line, which has the time.
    timing = strstr(run.out, "The picture:");
    assert_memory_equal(run.out, again.out, (size_t)(timing - run.out));
    // Nearest first: the mirror ball, and at last the ground.
    rest = strstr(run.out, "object  ");
    assert_non_null(rest);
    rest = strchr(rest, '\n') + 1;
    while ((line = strtok(rows ? NULL : rest, "\n")) != NULL && line[0] == ' ') {
        float t = 0.0f;
        assert_true(rows > 0 || memcmp(line, "  sphere 1 ", 11) == 0);
        assert_int_equal(sscanf(line + 18, "%f", &t), 1);
        assert_true(t > last);
        last = t;
        rows++;
        if (memcmp(line, "  ground ", 9) == 0)
            assert_contains(line, "( 0.000,  1.000,  0.000)");
    }
    assert_true(rows >= 3);
}

// ---- What can go wrong ---------------------------------------------------------------------------------------------

static void test_paths_that_cannot_be_written(void** state)
{
    tool_run run = TOOL_RUN(home, "demo", "--width", "9", "--height", "9", "--quiet", "--out", "nowhere/p.png");
    (void)state;
    assert_int_equal(run.code, 3);
    assert_contains(run.err, "hitscan: cannot write nowhere/p.png: ");
    run = TOOL_RUN(home, "demo", "--width", "9", "--height", "9", "--quiet", "--out", home); // a directory
    assert_int_equal(run.code, 3);
    assert_contains(run.err, "hitscan: cannot write /tmp/");
    assert_int_equal(files_at_home(false), 0);
}

static void test_devices_stay_devices(void** state)
{
    (void)state;
    assert_int_equal(TOOL_RUN(home, "demo", "--width=9", "--height=9", "--quiet", "--out", "/dev/null").code, 0);
    FILE* null = fopen("/dev/null", "rb");
    assert_non_null(null);
    assert_int_equal(fgetc(null), EOF);
    fclose(null);
}

static void test_full_disk(void** state)
{
    static const char* const arguments[] = {"demo",    "--width", "64",    "--height", "40",
                                            "--quiet", "--out",   "p.png", NULL};
    tool_run run;
    FILE* old = fopen(at_home("p.png"), "wb");
    char text[16] = "";
    (void)state;
    assert_non_null(old);
    fputs("older", old);
    fclose(old);
    run = tool_run_with(home, (tool_setting){.file_limit = 600}, arguments);
    assert_int_equal(run.code, 4);
    assert_contains(run.err, "hitscan: cannot write all of p.png: ");
    // The older file is untouched, and alone.
    assert_int_equal(files_at_home(false), 1);
    old = fopen(at_home("p.png"), "rb");
    assert_non_null(old);
    assert_non_null(fgets(text, sizeof text, old));
    fclose(old);
    assert_string_equal(text, "older");

    if (access("/dev/full", W_OK) == 0) {
        run = TOOL_RUN(home, "demo", "--width=64", "--height=40", "--quiet", "--out", "/dev/full");
        assert_int_equal(run.code, 4);
        assert_contains(run.err, "hitscan: cannot write all of /dev/full: ");
        run = tool_run_with(home, (tool_setting){.out_path = "/dev/full"}, (const char* const[]){"--help", NULL});
        assert_int_equal(run.code, 4);
        assert_contains(run.err, "standard output");
    }
}

static void test_out_of_memory(void** state)
{
    static const char* const arguments[] = {"demo", "--width", "16384", "--height", "1", "--quiet", NULL};
    tool_run run;
    (void)state;
    if (SANITIZED)
        skip();
    run = tool_run_with(home, (tool_setting){.memory_limit = 12 << 20}, arguments);
    assert_int_equal(run.code, 4);
    assert_contains(run.err, "hitscan: demo: out of memory");
    assert_int_equal(files_at_home(false), 0);
}

static void test_interrupt_leaves_nothing(void** state)
{
    static const char* const arguments[] = {"demo", "--width", "4000", "--height", "4000", "--quiet", NULL};
    const struct timespec moment = {0, 10 * 1000 * 1000};
    const int nothing = open("/dev/null", O_WRONLY);
    const pid_t child = tool_start(home, (tool_setting){0}, nothing, nothing, arguments);
    (void)state;
    assert_true(child > 0);
    for (int i = 0; i < 3000 && access(at_home("hitscan-demo.png.part"), F_OK) != 0; i++)
        nanosleep(&moment, NULL);
    kill(child, SIGINT);
    assert_int_equal(tool_wait(child), 130);
    assert_int_equal(files_at_home(false), 0);
    close(nothing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_help_and_version, empty_home),
        cmocka_unit_test_setup(test_wrong_words, empty_home),
        cmocka_unit_test_setup(test_wrong_numbers, empty_home),
        cmocka_unit_test_setup(test_pictures_of_all_sizes, empty_home),
        cmocka_unit_test_setup(test_picture_shows_something, empty_home),
        cmocka_unit_test_setup(test_same_picture_on_every_cpu, empty_home),
        cmocka_unit_test_setup(test_table, empty_home),
        cmocka_unit_test_setup(test_paths_that_cannot_be_written, empty_home),
        cmocka_unit_test_setup(test_devices_stay_devices, empty_home),
        cmocka_unit_test_setup(test_full_disk, empty_home),
        cmocka_unit_test_setup(test_out_of_memory, empty_home),
        cmocka_unit_test_setup(test_interrupt_leaves_nothing, empty_home),
    };
    int failed;
    if (!tool_path()) {
        fputs("HITSCAN_TOOL does not name the command: skipped\n", stderr);
        return 77;
    }
    if (!mkdtemp(home))
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    files_at_home(true);
    rmdir(home);
    return failed;
}
