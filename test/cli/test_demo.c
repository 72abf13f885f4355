// The command from outside: its messages, its exit codes, its pictures, and that it never leaves half a file.
#define _POSIX_C_SOURCE 200809L
#include "support/base/cmocka_all.h"

#include "read_png.h"
#include "tool.h"

#include <dirent.h>
#include <hitscan/hitscan.h>
#include <sys/stat.h>
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
    assert_contains(run.out, "town-lasso.png");
    assert_contains(run.out, "4096");
    run = TOOL_RUN(home, "--version");
    snprintf(version, sizeof version, "hitscan %s\n", hit_version());
    assert_int_equal(run.code, 0);
    assert_memory_equal(run.out, version, strlen(version));
    assert_contains(run.out, "\nMPI: ");
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
    static const char* const out_of_range[] = {"0", "4097", "4294967297", "99999999999999999999999999"};
    (void)state;
    for (size_t i = 0; i < sizeof no_numbers / sizeof no_numbers[0]; i++) {
        assert_usage(TOOL_RUN(home, "demo", "--width", no_numbers[i]), "--width wants a whole number");
        assert_usage(TOOL_RUN(home, "demo", "--height", no_numbers[i]), no_numbers[i]);
    }
    for (size_t i = 0; i < sizeof out_of_range / sizeof out_of_range[0]; i++)
        assert_usage(TOOL_RUN(home, "demo", "--height", out_of_range[i]), "--height must be from 1 to 4096");
    assert_usage(TOOL_RUN(home, "demo", "--width"), "--width wants a value");
    assert_usage(TOOL_RUN(home, "demo", "--width="), "--width wants a value");
    assert_usage(TOOL_RUN(home, "demo", "--out", ""), "--out wants a value");
    assert_usage(TOOL_RUN(home, "demo", "--threads", "257"), "--threads must be from 0 to 256");
}

// ---- The pictures --------------------------------------------------------------------------------------------------

enum { PICTURES = 5 };
static const char* const names[PICTURES] = {"town.png", "town-click.png", "town-rectangle.png", "town-lasso.png",
                                            "town-cone.png"};

static void test_pictures_of_all_sizes(void** state)
{
    static const char* const sizes[][2] = {{"1", "1"}, {"1", "9"},   {"9", "1"},
                                           {"7", "3"}, {"33", "70"}, {"160", "100"}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const tool_run run = TOOL_RUN(home, "demo", "--width", sizes[i][0], "--height", sizes[i][1], "--quiet");
        assert_string_equal(run.err, "");
        assert_string_equal(run.out, "");
        assert_int_equal(run.code, 0);
        for (int k = 0; k < PICTURES; k++) {
            picture p;
            assert_true(read_png(at_home(names[k]), &p));
            assert_int_equal(p.width, atoi(sizes[i][0]));
            assert_int_equal(p.height, atoi(sizes[i][1]));
            free(p.rgb);
        }
        assert_int_equal(files_at_home(false), PICTURES);
    }
}

static const uint8_t* pixel(const picture* p, double x, double y)
{
    return p->rgb + 3 * ((size_t)(y * p->height) * (size_t)p->width + (size_t)(x * p->width));
}

static bool is_orange(const uint8_t* c)
{
    return c[0] > c[1] + 40 && c[1] > c[2] + 40;
}

static void test_pictures_show_something(void** state)
{
    picture p[PICTURES];
    int orange[PICTURES] = {0};
    (void)state;
    assert_int_equal(TOOL_RUN(home, "demo", "--width=160", "--height=100", "--out=.").code, 0);
    for (int k = 0; k < PICTURES; k++) {
        assert_true(read_png(at_home(names[k]), &p[k]));
        for (int i = 0; i < 160 * 100; i++)
            orange[k] += is_orange(p[k].rgb + 3 * (size_t)i);
    }
    // The sky is blue, the meadow green, the river blue.
    assert_true(pixel(&p[0], 0.7, 0.02)[2] > pixel(&p[0], 0.7, 0.02)[0]);
    assert_true(pixel(&p[0], 0.56, 0.80)[1] > pixel(&p[0], 0.56, 0.80)[2] + 20);
    assert_true(pixel(&p[0], 0.70, 0.95)[2] > pixel(&p[0], 0.70, 0.95)[0] + 20);
    // Each selection is a picture of its own, and highlights something; what is not selected turns pale.
    for (int k = 1; k < PICTURES; k++) {
        assert_true(orange[k] > 50);
        for (int j = 0; j < k; j++)
            assert_memory_not_equal(p[k].rgb, p[j].rgb, 3 * 160 * 100);
        assert_true(pixel(&p[k], 0.56, 0.80)[1] < pixel(&p[0], 0.56, 0.80)[1] - 20);
    }
    for (int k = 0; k < PICTURES; k++)
        free(p[k].rgb);
}

// The same bytes from every kernel and with any number of threads.
static void test_same_pictures_everywhere(void** state)
{
    static const char* const levels[] = {"portable", "sse4", "avx2"};
    static const char* const threads[] = {"1", "3", "0"};
    size_t first_size[PICTURES] = {0};
    uint8_t* first[PICTURES] = {NULL};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const char* const arguments[] = {"demo",    "--width",   "120",      "--height", "75",
                                         "--quiet", "--threads", threads[i], NULL};
        assert_int_equal(tool_run_with(home, (tool_setting){.cpu = levels[i]}, arguments).code, 0);
        for (int k = 0; k < PICTURES; k++) {
            size_t size;
            uint8_t* bytes = read_bytes(at_home(names[k]), &size);
            assert_non_null(bytes);
            if (!first[k]) {
                first[k] = bytes;
                first_size[k] = size;
                continue;
            }
            assert_int_equal(size, first_size[k]);
            assert_memory_equal(bytes, first[k], size);
            free(bytes);
        }
    }
    for (int k = 0; k < PICTURES; k++)
        free(first[k]);
}

// ---- What is printed -----------------------------------------------------------------------------------------------

// The rows of the table that follows a heading: how many there are, and that they go from near to far.
static int check_rows(const char* text, const char* heading, const char* first_name)
{
    const char* line = strstr(text, heading);
    double last = 0.0;
    int rows = 0;
    assert_non_null(line);
    line = strchr(line, '\n') + 1; // the names of the columns
    assert_memory_equal(line, "  name ", 7);
    for (line = strchr(line, '\n') + 1; memcmp(line, "  ", 2) == 0; line = strchr(line, '\n') + 1) {
        char kind[16];
        unsigned long long id;
        double depth, x, y, place[3];
        if (memcmp(line, "  and ", 6) == 0 || memcmp(line, "    ", 4) == 0)
            continue;
        assert_true(rows > 0 || memcmp(line + 2, first_name, strlen(first_name)) == 0);
        assert_int_equal(sscanf(line + 20, "%15s %llu %lf (%lf, %lf) (%lf, %lf, %lf)", kind, &id, &depth, &x, &y,
                                &place[0], &place[1], &place[2]),
                         8);
        assert_true(id != 0);
        if (!strstr(heading, "Cone")) // what is hidden from the guard is listed after what he sees
            assert_true(depth >= last);
        last = depth;
        rows++;
    }
    return rows;
}

static void test_tables(void** state)
{
    tool_run run = TOOL_RUN(home, "demo", "--width", "160", "--height", "100");
    tool_run again = TOOL_RUN(home, "demo", "--width", "160", "--height", "100", "--threads", "1");
    const char* timing = strstr(run.out, "Drawn with");
    (void)state;
    assert_int_equal(run.code, 0);
    assert_non_null(timing);
    assert_memory_equal(run.out, "A town of ", 10);
    for (int k = 0; k < PICTURES; k++)
        assert_contains(run.out, names[k]);
    assert_contains(run.out, "160 x 100 pixels");
    // The same again, but for the last line, which has the time.
    assert_memory_equal(run.out, again.out, (size_t)(timing - run.out));
    assert_int_equal(check_rows(run.out, "Click at (97, 39): 6 objects", "house "), 6);
    assert_contains(run.out, "selected\n");
    assert_contains(run.out, "behind\n");
    assert_true(check_rows(run.out, "Rectangle from (106, 25) to (158, 74): ", "") == 5);
    assert_true(check_rows(run.out, "Lasso of 14 corners: ", "") == 5);
    assert_true(check_rows(run.out, "Cone of the guard: ", "") == 8);
    assert_contains(run.out, "seen\n");
    assert_contains(run.out, "hidden by church tower 1\n");
}

// ---- What can go wrong ---------------------------------------------------------------------------------------------

static void test_folders_that_cannot_be_written(void** state)
{
    tool_run run = TOOL_RUN(home, "demo", "--width", "9", "--height", "9", "--quiet", "--out", "nowhere");
    char path[512];
    FILE* file;
    (void)state;
    assert_int_equal(run.code, 3);
    assert_string_equal(run.err, "hitscan: cannot write nowhere/town.png: No such file or directory\n");
    run = TOOL_RUN(home, "demo", "--width", "9", "--height", "9", "--quiet", "--out", "/dev/null");
    assert_int_equal(run.code, 3);
    assert_string_equal(run.err, "hitscan: cannot write /dev/null/town.png: Not a directory\n");
    assert_int_equal(files_at_home(false), 0);
    // One of the five cannot be: then none is written, and nothing is drawn first.
    snprintf(path, sizeof path, "%s/town-lasso.png", home);
    assert_int_equal(mkdir(path, 0700), 0);
    run = TOOL_RUN(home, "demo", "--width", "9", "--height", "9");
    assert_int_equal(run.code, 3);
    assert_contains(run.err, "hitscan: cannot write town-lasso.png: ");
    assert_string_equal(run.out, "");
    assert_int_equal(files_at_home(false), 1);
    assert_int_equal(rmdir(path), 0);
    file = fopen("/dev/null", "rb");
    assert_non_null(file);
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

static void test_full_disk(void** state)
{
    static const char* const arguments[] = {"demo", "--width", "64", "--height", "40", "--quiet", NULL};
    tool_run run;
    FILE* old = fopen(at_home("town.png"), "wb");
    char text[16] = "";
    (void)state;
    assert_non_null(old);
    fputs("older", old);
    fclose(old);
    run = tool_run_with(home, (tool_setting){.file_limit = 600}, arguments);
    assert_int_equal(run.code, 4);
    assert_contains(run.err, "hitscan: cannot write all of town.png: ");
    // The older file is untouched, and alone.
    assert_int_equal(files_at_home(false), 1);
    old = fopen(at_home("town.png"), "rb");
    assert_non_null(old);
    assert_non_null(fgets(text, sizeof text, old));
    fclose(old);
    assert_string_equal(text, "older");
    unlink(at_home("town.png"));

    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(symlink("/dev/full", at_home("town-cone.png")), 0); // a device stays one
        run = tool_run_with(home, (tool_setting){0}, arguments);
        assert_int_equal(run.code, 4);
        assert_contains(run.err, "hitscan: cannot write all of town-cone.png: ");
        assert_int_equal(files_at_home(false), 1); // the last of the five failed, and none is there
        run = tool_run_with(home, (tool_setting){.out_path = "/dev/full"}, (const char* const[]){"--help", NULL});
        assert_int_equal(run.code, 4);
        assert_contains(run.err, "standard output");
    }
}

static void test_out_of_memory(void** state)
{
    static const char* const arguments[] = {"demo",    "--width",   "4096", "--height", "4096",
                                            "--quiet", "--threads", "1",    NULL};
    tool_run run;
    (void)state;
    if (SANITIZED)
        skip();
    run = tool_run_with(home, (tool_setting){.memory_limit = 64 << 20}, arguments);
    assert_int_equal(run.code, 4);
    assert_contains(run.err, "hitscan: demo: out of memory");
    assert_int_equal(files_at_home(false), 0);
}

static void test_interrupt_leaves_nothing(void** state)
{
    static const char* const arguments[] = {"demo", "--width", "1000", "--height", "1000", "--quiet", NULL};
    const int nothing = open("/dev/null", O_WRONLY);
    const pid_t child = tool_start(home, (tool_setting){0}, nothing, nothing, arguments);
    (void)state;
    assert_true(child > 0);
    assert_true(tool_wait_for_part(home, "town-cone.png", 0));
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
        cmocka_unit_test_setup(test_pictures_show_something, empty_home),
        cmocka_unit_test_setup(test_same_pictures_everywhere, empty_home),
        cmocka_unit_test_setup(test_tables, empty_home),
        cmocka_unit_test_setup(test_folders_that_cannot_be_written, empty_home),
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
