// The process that runs Assimp: whatever it does, the program that reads a model goes on, with an error for that model.
//
// In place of hitscan-assimp there are small scripts that crash, wait, or talk nonsense: HITSCAN_ASSIMP_HELPER.
#define _GNU_SOURCE
#include "support/base/cmocka_all.h"
#include "support/base/folder.h"
#include "support/mesh_io/assimp_answer.h"
#include "support/mesh_io/model_check.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int open_descriptors(void)
{
    DIR* folder = opendir("/proc/self/fd");
    int count = 0;
    while (folder != NULL && readdir(folder) != NULL)
        count++;
    if (folder != NULL)
        closedir(folder);
    return count;
}

// Let a script be the helper.
static void be_helper(const char* script)
{
    write_file("helper", script, strlen(script));
    assert_int_equal(chmod(in_folder("helper"), 0700), 0);
    assert_int_equal(setenv("HITSCAN_ASSIMP_HELPER", in_folder("helper"), 1), 0);
}

// Load some bytes by it: nothing may be left of it, neither a descriptor nor a child.
static hit_status load(const hit_model_options* options, size_t size, hit_model** model, hit_error* error)
{
    static char bytes[1 << 20];
    const int before = open_descriptors();
    hit_status status;
    memset(bytes, 'x', sizeof bytes);
    write_file("model.dae", bytes, size);
    status = hit_model_load(in_folder("model.dae"), options, model, error);
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(unlink(in_folder("model.dae")), 0);
    return status;
}

static void expect(const char* script, const hit_model_options* options, size_t size, hit_status status,
                   const char* words)
{
    hit_model* model = NULL;
    hit_error error = {0};
    be_helper(script);
    assert_int_equal(load(options, size, &model, &error), status);
    assert_null(model);
    if (error.status != status || strstr(error.message, words) == NULL)
        fail_msg("\"%s\", where \"%s\" was expected", error.message, words);
    assert_int_equal(unlink(in_folder("helper")), 0);
}

static void a_crash_is_an_error_for_that_file(void** state)
{
    (void)state;
    expect("#!/bin/sh\nkill -SEGV $$\n", NULL, 1, HIT_ERROR_FORMAT, "Assimp crashed (signal 11) on this file");
    expect("#!/bin/sh\nkill -ABRT $$\n", NULL, 1, HIT_ERROR_FORMAT, "Assimp crashed (signal 6) on this file");
    expect("#!/bin/sh\nkill -KILL $$\n", NULL, 1, HIT_ERROR_LIMIT, "run out of memory");
    expect("#!/bin/sh\nexit 127\n", NULL, 1, HIT_ERROR_FORMAT, "ended without an answer (code 127)");
    expect("no program", NULL, 1, HIT_ERROR_FORMAT, "cannot be started");
}

// More than a socket holds, to someone who does not read it: no SIGPIPE, which would end us.
static void who_does_not_listen_does_no_harm(void** state)
{
    (void)state;
    expect("#!/bin/sh\nexit 3\n", NULL, 1 << 20, HIT_ERROR_FORMAT, "(code 3)");
    expect("#!/bin/sh\nexec 0<&-\nexit 3\n", NULL, 1 << 20, HIT_ERROR_FORMAT, "(code 3)");
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void a_hang_ends(void** state)
{
    const hit_model_options one = {.helper_seconds = 1};
    const double before = seconds();
    (void)state;
    expect("#!/bin/sh\nexec sleep 1000\n", &one, 1, HIT_ERROR_LIMIT, "Assimp did not finish within 5 s");
    // Who hangs up and stays does not keep us longer.
    expect("#!/bin/sh\nexec sleep 1000 0<&-\n", NULL, 1, HIT_ERROR_LIMIT, "stopped while it read");
    assert_true(seconds() - before < 60);
}

static void processor_time_ends(void** state)
{
    // Far from the limit of the clock, which comes earlier on a busy machine.
    const hit_model_options twenty = {.helper_seconds = 20};
    (void)state;
    expect("#!/bin/sh\nulimit -S -t 1\nwhile :; do :; done\n", &twenty, 1, HIT_ERROR_LIMIT,
           "took more than 20 s of processor time for it (helper_seconds)");
}

static void nonsense_is_refused(void** state)
{
    (void)state;
    expect("#!/bin/sh\necho some words that are no frames at all >&0\nexec sleep 1000\n", NULL, 1, HIT_ERROR_FORMAT,
           "makes no sense");
}

// Helpers may be given names by the environment that do not exist.
static void without_a_helper(void** state)
{
    hit_model* model = NULL;
    hit_error error = {0};
    (void)state;
    assert_int_equal(setenv("HITSCAN_ASSIMP_HELPER", "/nonexistent/helper", 1), 0);
    assert_int_equal(load(NULL, 10, &model, &error), HIT_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "hitscan-assimp is not there"));
    assert_non_null(strstr(error.message, "OBJ, PLY"));
}

static file_builder whole;

static void answer_by_script(void)
{
    char script[512];
    answer_make(&whole);
    write_file("answer", whole.bytes, whole.size);
    snprintf(script, sizeof script, "#!/bin/sh\nexec cat %s >&0\n", in_folder("answer"));
    be_helper(script);
}

static void check_answer(hit_status status, hit_model** model)
{
    assert_int_equal(status, HIT_OK);
    check_model(*model);
    assert_int_equal((*model)->triangle_count, 6);
    hit_model_destroy(*model);
}

static void an_answer_becomes_a_model(void** state)
{
    hit_model* model = NULL;
    hit_error error = {0};
    (void)state;
    answer_by_script();
    check_answer(load(NULL, 10, &model, &error), &model);
    assert_int_equal(unlink(in_folder("helper")), 0);
    assert_int_equal(unlink(in_folder("answer")), 0);
}

// A program that ignores SIGCHLD has no children to wait for.
static void a_program_that_ignores_its_children(void** state)
{
    hit_model* model = NULL;
    hit_error error = {0};
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    (void)state;
    assert_int_equal(sigaction(SIGCHLD, &ignore, &before), 0);
    answer_by_script();
    check_answer(load(NULL, 10, &model, &error), &model);
    assert_int_equal(unlink(in_folder("helper")), 0);
    assert_int_equal(unlink(in_folder("answer")), 0);
    expect("#!/bin/sh\nkill -SEGV $$\n", NULL, 1, HIT_ERROR_FORMAT, "Assimp crashed on this file");
    assert_int_equal(sigaction(SIGCHLD, &before, NULL), 0);
}

// A child of the program's own is not taken from it.
static void other_children_are_left_alone(void** state)
{
    hit_model* model = NULL;
    hit_error error = {0};
    const pid_t mine = fork();
    int how = 0;
    (void)state;
    if (mine == 0)
        _exit(42);
    answer_by_script();
    write_file("model.dae", "x", 1);
    check_answer(hit_model_load(in_folder("model.dae"), NULL, &model, &error), &model);
    assert_int_equal(waitpid(mine, &how, 0), mine);
    assert_int_equal(WEXITSTATUS(how), 42);
    assert_int_equal(unlink(in_folder("model.dae")), 0);
    assert_int_equal(unlink(in_folder("helper")), 0);
    assert_int_equal(unlink(in_folder("answer")), 0);
}

static void* load_often(void* path)
{
    for (int i = 0; i < 10; i++) {
        hit_model* model = NULL;
        hit_error error = {0};
        if (hit_model_load(path, NULL, &model, &error) != HIT_OK)
            return path;
        hit_model_destroy(model);
    }
    return NULL;
}

static void many_threads_at_once(void** state)
{
    enum { THREADS = 6 };
    const int before = open_descriptors();
    pthread_t threads[THREADS];
    char path[512];
    (void)state;
    answer_by_script();
    write_file("model.dae", "x", 1);
    snprintf(path, sizeof path, "%s", in_folder("model.dae"));
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, load_often, path), 0);
    for (int i = 0; i < THREADS; i++) {
        void* failed = NULL;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(unlink(in_folder("model.dae")), 0);
    assert_int_equal(unlink(in_folder("helper")), 0);
    assert_int_equal(unlink(in_folder("answer")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crash_is_an_error_for_that_file),
        cmocka_unit_test(who_does_not_listen_does_no_harm),
        cmocka_unit_test(a_hang_ends),
        cmocka_unit_test(processor_time_ends),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(without_a_helper),
        cmocka_unit_test(an_answer_becomes_a_model),
        cmocka_unit_test(a_program_that_ignores_its_children),
        cmocka_unit_test(other_children_are_left_alone),
        cmocka_unit_test(many_threads_at_once),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
