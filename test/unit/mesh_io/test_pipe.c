// Models from FIFOs, and files of no bytes.
#define _DEFAULT_SOURCE // mkfifo
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"
#include "support/base/folder.h"

#include <hitscan/mesh_io.h>

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"

// Another process writes `copies` of some text to a FIFO, with a pause before each.
static pid_t write_to_fifo(const char* path, const char* text, int copies, unsigned pause)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        FILE* f = fopen(path, "wb");
        signal(SIGPIPE, SIG_DFL);
        for (int i = 0; i < copies && f != NULL; i++) {
            usleep(pause);
            fputs(text, f);
            fflush(f);
        }
        _exit(f != NULL && fclose(f) == 0 ? 0 : 1);
    }
    return child;
}

static void a_fifo_is_read_to_its_end(void** state)
{
    static const struct {
        int copies;
        unsigned pause;
    } ways[] = {{1, 0}, {3, 100000}, {30000, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        hit_model* model = NULL;
        hit_error error;
        char path[600];
        pid_t child;
        snprintf(path, sizeof path, "%s", in_folder("pipe.obj"));
        assert_int_equal(mkfifo(path, 0600), 0);
        child = write_to_fifo(path, TRIANGLE, ways[i].copies, ways[i].pause);
        if (hit_model_load(path, NULL, &model, &error) != HIT_OK)
            fail_msg("%s", error.message);
        assert_int_equal(model->triangle_count, ways[i].copies);
        hit_model_destroy(model);
        waitpid(child, NULL, 0);
        unlink(path);
    }
}

static void a_fifo_beyond_the_limit_is_refused(void** state)
{
    const hit_model_options options = {.max_bytes = 100000};
    hit_model* model = NULL;
    hit_error error;
    char path[600];
    pid_t child;
    (void)state;
    snprintf(path, sizeof path, "%s", in_folder("pipe.obj"));
    assert_int_equal(mkfifo(path, 0600), 0);
    child = write_to_fifo(path, TRIANGLE, 1 << 30, 0);
    assert_int_equal(hit_model_load(path, &options, &model, &error), HIT_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "brings more than the 100000 bytes"));
    assert_null(model);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    unlink(path);
}

static void a_fifo_without_memory(void** state)
{
    failing_memory memory;
    hit_model_options options = {0};
    char path[600];
    (void)state;
    snprintf(path, sizeof path, "%s", in_folder("pipe.obj"));
    assert_int_equal(mkfifo(path, 0600), 0);
    failing_memory_make(&memory);
    options.allocator = &memory.allocator;
    for (uint64_t n = 1; n <= 3; n++) {
        hit_model* model = NULL;
        const pid_t child = write_to_fifo(path, TRIANGLE, 3000, 0); // more than the first room
        failing_memory_arm(&memory, n, false);
        assert_int_equal(hit_model_load(path, &options, &model, NULL), HIT_ERROR_MEMORY);
        assert_int_equal(memory.live, 0);
        assert_int_equal(memory.wrong, 0);
        kill(child, SIGKILL); // it may wait for somebody who reads
        waitpid(child, NULL, 0);
    }
    failing_memory_end(&memory);
    unlink(path);
}

static void nobody_writes(void** state)
{
    hit_model* model = NULL;
    hit_error error;
    (void)state;
    assert_int_equal(mkfifo(in_folder("pipe.obj"), 0600), 0);
    assert_int_equal(hit_model_load(in_folder("pipe.obj"), NULL, &model, &error), HIT_ERROR_FILE);
    assert_non_null(strstr(error.message, "nobody has written to this pipe for 5 seconds"));
    unlink(in_folder("pipe.obj"));
    assert_int_equal(hit_model_load("/dev/zero", NULL, &model, &error), HIT_ERROR_FILE);
    assert_non_null(strstr(error.message, "neither a file nor a pipe"));
}

static void files_of_no_bytes(void** state)
{
    static const struct {
        const char* name;
        hit_model_format format;
    } files[] = {{"a.obj", HIT_MODEL_OBJ},      {"a.stl", HIT_MODEL_STL},     {"a.xyz", HIT_MODEL_XYZ},
                 {"a.pts", HIT_MODEL_XYZ},      {"a.ply", HIT_MODEL_UNKNOWN}, {"a.off", HIT_MODEL_UNKNOWN},
                 {"a.gltf", HIT_MODEL_UNKNOWN}, {"a.3mf", HIT_MODEL_UNKNOWN}, {"a", HIT_MODEL_UNKNOWN},
                 {"a.zip", HIT_MODEL_UNKNOWN}};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE* f = fopen(in_folder(files[i].name), "wb");
        hit_model* model = NULL;
        hit_error error;
        hit_status status;
        assert_non_null(f);
        fclose(f);
        status = hit_model_load(in_folder(files[i].name), NULL, &model, &error);
        unlink(in_folder(files[i].name));
        if (files[i].format == HIT_MODEL_UNKNOWN) {
            assert_int_equal(status, HIT_ERROR_FORMAT);
            assert_string_equal(error.message, "the file is empty");
            continue;
        }
        assert_int_equal(status, HIT_OK);
        assert_int_equal(model->format, files[i].format);
        assert_int_equal(model->part_count + model->mesh_count, 0);
        assert_int_equal(model->note_count, 1);
        assert_string_equal(model->notes[0], "the file is empty");
        assert_true(model->up != HIT_AXIS_UNKNOWN);
        hit_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fifo_is_read_to_its_end), cmocka_unit_test(a_fifo_beyond_the_limit_is_refused),
        cmocka_unit_test(a_fifo_without_memory),     cmocka_unit_test(nobody_writes),
        cmocka_unit_test(files_of_no_bytes),
    };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
