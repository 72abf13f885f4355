// Output files: two runs that write one file leave what one of them wrote; a run that is ended by a signal leaves the
// older file, and no temporary one.
#define _POSIX_C_SOURCE 200809L
#include "support/base/cmocka_all.h"
#include "support/base/random.h"

#include "home.h"

#include <sys/stat.h>
#include <time.h>

static void save_text(const char* name, const char* text)
{
    store(name, text, strlen(text));
}

static pid_t start(const char* const* arguments)
{
    const int null = open("/dev/null", O_RDWR);
    const pid_t child = tool_start(home, (tool_setting){0}, null, null, arguments);
    close(null);
    assert_true(child > 0);
    return child;
}

static int set_up(void** state)
{
    (void)state;
    if (make_home() != 0)
        return -1;
    return TOOL_RUN(home, "gen", "torus", "--triangles", "20000", "-o", "torus.ply", "--quiet").code;
}

// ---- Two runs -------------------------------------------------------------------------------------------------------

// They used to share OUT.part: what was left was a mixture of both, and both ended with 0.
static void test_two_runs_write_one_target(void** state)
{
    static const char* const one[] = {"gen", "spheres", "--triangles", "30000", "-o", "shared.obj", "--quiet", NULL};
    static const char* const two[] = {"gen", "torus", "--triangles", "24000", "-o", "shared.obj", "--quiet", NULL};
    const uint64_t rounds = test_costly_cases(100);
    uint64_t first = 0;
    bytes a, b;
    (void)state;
    assert_int_equal(tool_wait(start(one)), 0);
    a = load("shared.obj");
    assert_int_equal(tool_wait(start(two)), 0);
    b = load("shared.obj");
    assert_false(same_bytes(a, b));
    for (uint64_t i = 0; i < rounds; i++) {
        const pid_t x = start(i % 2 ? one : two), y = start(i % 2 ? two : one);
        bytes left;
        assert_int_equal(tool_wait(x), 0);
        assert_int_equal(tool_wait(y), 0);
        left = load("shared.obj");
        assert_true(same_bytes(left, a) || same_bytes(left, b));
        first += same_bytes(left, a);
        free(left.at);
        assert_int_equal(tool_count_parts(home, NULL, NULL), 0);
    }
    print_message("the first run won %llu of %llu times\n", (unsigned long long)first, (unsigned long long)rounds);
    free(a.at);
    free(b.at);
}

// ---- Signals --------------------------------------------------------------------------------------------------------

// Run a command that takes long until its temporary file is there, then send signals. What wait gives.
static int stop_while_writing(const char* const* arguments, int number, int times)
{
    const pid_t child = start(arguments);
    int status = 0;
    assert_true(tool_wait_for_part(home, NULL, 0));
    for (int i = 0; i < times; i++)
        kill(child, number);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void check_older_file_stays(const char* name)
{
    const bytes left = load(name);
    assert_int_equal(left.size, 4);
    assert_memory_equal(left.at, "old\n", 4);
    free(left.at);
    assert_int_equal(tool_count_parts(home, NULL, NULL), 0);
}

// Each verb, while it writes: SIGTERM ends it in order, and other signals at once.
static void test_killed_writers_leave_no_temporary_file(void** state)
{
    static const char* const runs[][12] = {
        {"gen", "soup", "--triangles", "400000000", "-o", "out.ply", NULL},
        {"render", "torus.ply", "--size", "4000x4000", "--samples", "64", "-o", "out.png", NULL},
        {"lidar", "torus.ply", "--path", "0,0,0", "--turns", "1000000", "-o", "out.ply", NULL},
        {"demo", "--width", "4096", "--height", "4096", NULL},
    };
    static const char* const names[] = {"out.ply", "out.png", "out.ply", "town.png"};
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            const bool in_order = numbers[k] == SIGTERM || numbers[k] == SIGINT;
            int status;
            save_text(names[i], "old\n");
            status = stop_while_writing(runs[i], numbers[k], 1);
            if (in_order) {
                assert_true(WIFEXITED(status));
                assert_int_equal(WEXITSTATUS(status), 128 + numbers[k]);
            } else {
                assert_true(WIFSIGNALED(status));
                assert_int_equal(WTERMSIG(status), numbers[k]);
            }
            check_older_file_stays(names[i]);
        }
}

// The second Ctrl-C does not wait, and leaves nothing either.
static void test_second_interrupt_leaves_no_temporary_file(void** state)
{
    static const char* const run[] = {"gen", "soup", "--triangles", "400000000", "-o", "out.ply", NULL};
    int status;
    (void)state;
    save_text("out.ply", "old\n");
    status = stop_while_writing(run, SIGINT, 2);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 128 + SIGINT);
    check_older_file_stays("out.ply");
}

// What cast had found until a signal came is kept where there is no older file, and never replaces one.
static void test_interrupted_cast_replaces_nothing(void** state)
{
    static const char* const run[] = {"cast", "torus.ply", "--rays", "many.raw", "--out", "hits.raw", "--quiet", NULL};
    bytes kept;
    FILE* file = fopen(at_home("many.raw"), "wb");
    (void)state;
    assert_non_null(file);
    assert_int_equal(ftruncate(fileno(file), 24ll * 1000 * 1000 * 1000), 0); // rays without direction hit nothing
    fclose(file);
    save_text("hits.raw", "old\n");
    assert_int_equal(WEXITSTATUS(stop_while_writing(run, SIGTERM, 1)), 128 + SIGTERM);
    check_older_file_stays("hits.raw");
    unlink(at_home("hits.raw"));
    assert_int_equal(WEXITSTATUS(stop_while_writing(run, SIGTERM, 1)), 128 + SIGTERM);
    kept = load("hits.raw");
    free(kept.at);
    assert_int_equal(tool_count_parts(home, NULL, NULL), 0);
    unlink(at_home("many.raw"));
    unlink(at_home("hits.raw"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_runs_write_one_target),
        cmocka_unit_test(test_killed_writers_leave_no_temporary_file),
        cmocka_unit_test(test_second_interrupt_leaves_no_temporary_file),
        cmocka_unit_test(test_interrupted_cast_replaces_nothing),
    };
    return cmocka_run_group_tests_name("output", tests, set_up, remove_home);
}
