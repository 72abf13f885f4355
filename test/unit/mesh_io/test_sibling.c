// Files beside a model: what is read, and everything that is not, with real links, FIFOs and folders.
#define _DEFAULT_SOURCE // symlink, mkfifo
#include "support/base/cmocka_all.h"
#include "support/base/failing_memory.h"
#include "support/base/folder.h"

#include "mesh_io/loader.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"

// A loader of which files are read, and nothing else.
typedef struct fixture {
    hit_loader loader;
    hit_model model;
    hit_error error;
} fixture;

static void set_up(fixture* s, const char* folder, uint64_t left)
{
    memset(s, 0, sizeof *s);
    s->loader.folder = folder;
    s->loader.error = &s->error;
    s->loader.model = &s->model;
    s->loader.allocator = hit_allocator_or_default(NULL);
    s->loader.left = left;
    s->loader.bytes = "";
}

static void tear_down(fixture* s)
{
    hit_loader_free_blocks(&s->loader.allocator, s->loader.blocks);
}

static char model_folder[400];

static const char* in_model(const char* name)
{
    static char path[600];
    snprintf(path, sizeof path, "%s/%s", model_folder, name);
    return path;
}

static void write_in(const char* path, const char* text)
{
    FILE* f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
    assert_int_equal(fclose(f), 0);
}

// secret, folder/a.bin, folder/sub/b.bin, folder/sub/deep/c, and ways out of the folder.
static int make_files(void** state)
{
    if (folder_make(state) != 0)
        return -1;
    snprintf(model_folder, sizeof model_folder, "%s/folder", folder_path());
    write_in(in_folder("secret"), "secret");
    assert_int_equal(mkdir(in_folder("folder"), 0755), 0);
    assert_int_equal(mkdir(in_folder("folder2"), 0755), 0);
    write_in(in_folder("folder2/x"), "secret");
    write_in(in_model("a.bin"), "abc");
    write_in(in_model("empty"), "");
    write_in(in_model("%2e%2e"), "dots");
    assert_int_equal(mkdir(in_model("sub"), 0755), 0);
    write_in(in_model("sub/b.bin"), "b");
    assert_int_equal(mkdir(in_model("sub/deep"), 0755), 0);
    write_in(in_model("sub/deep/c"), "c");
    assert_int_equal(symlink("../secret", in_model("link_out")), 0);
    assert_int_equal(symlink("..", in_model("folder_out")), 0);
    assert_int_equal(symlink("/dev/zero", in_model("link_device")), 0);
    assert_int_equal(symlink("a.bin", in_model("link_in")), 0);
    assert_int_equal(symlink("sub", in_model("folder_in")), 0);
    assert_int_equal(symlink("loop", in_model("loop")), 0);
    assert_int_equal(symlink("sub/deep/up", in_model("chain")), 0);
    assert_int_equal(symlink("../../a.bin", in_model("sub/deep/up")), 0);
    assert_int_equal(symlink("../../../secret", in_model("sub/deep/above")), 0);
    assert_int_equal(symlink("sub/deep/above", in_model("chain_out")), 0);
    assert_int_equal(symlink("../folder/a.bin", in_model("out_and_in")), 0);
    assert_int_equal(symlink("sub//./deep/", in_model("folder_deep")), 0);
    assert_int_equal(symlink(in_folder("folder/a.bin"), in_model("absolute")), 0);
    assert_int_equal(symlink("pong", in_model("ping")), 0);
    assert_int_equal(symlink("ping", in_model("pong")), 0);
    assert_int_equal(symlink("nowhere", in_model("dangling")), 0);
    assert_int_equal(symlink("fifo", in_model("link_fifo")), 0);
    for (int i = 0; i <= 40; i++) {
        char name[32], target[32];
        snprintf(name, sizeof name, "chain%d", i + 1);
        snprintf(target, sizeof target, i == 0 ? "a.bin" : "chain%d", i);
        assert_int_equal(symlink(target, in_model(name)), 0);
    }
    assert_int_equal(mkfifo(in_model("fifo"), 0644), 0);
    assert_int_equal(symlink("folder", in_folder("to_folder")), 0);
    return 0;
}

static int remove_files(void** state)
{
    static const char* const below[] = {"a.bin",     "empty",      "%2e%2e",      "sub/b.bin",   "sub/deep/c",
                                        "link_out",  "link_in",    "folder_out",  "link_device", "folder_in",
                                        "loop",      "fifo",       "chain",       "sub/deep/up", "sub/deep/above",
                                        "chain_out", "out_and_in", "folder_deep", "absolute",    "ping",
                                        "pong",      "dangling",   "link_fifo"};
    for (size_t i = 0; i < sizeof below / sizeof *below; i++)
        unlink(in_model(below[i]));
    for (int i = 0; i <= 40; i++) {
        char name[32];
        snprintf(name, sizeof name, "chain%d", i + 1);
        unlink(in_model(name));
    }
    rmdir(in_model("sub/deep"));
    rmdir(in_model("sub"));
    rmdir(model_folder);
    unlink(in_folder("folder2/x"));
    rmdir(in_folder("folder2"));
    unlink(in_folder("secret"));
    unlink(in_folder("to_folder"));
    return folder_remove(state);
}

static void assert_read(const char* folder, const char* name, const char* content)
{
    fixture s;
    const char* bytes = NULL;
    size_t size = 99;
    set_up(&s, folder, 1000);
    if (hit_loader_read_sibling(&s.loader, name, &bytes, &size) != HIT_OK)
        fail_msg("%s: %s", name, s.error.message);
    assert_int_equal(size, strlen(content));
    assert_memory_equal(bytes, content, size);
    tear_down(&s);
}

static void assert_refused(const char* name, const char* message)
{
    fixture s;
    const char* bytes = NULL;
    size_t size = 99;
    set_up(&s, model_folder, 1000);
    assert_int_equal(hit_loader_read_sibling(&s.loader, name, &bytes, &size), HIT_ERROR_FILE);
    assert_int_equal(s.error.status, HIT_ERROR_FILE);
    if (strstr(s.error.message, message) == NULL)
        fail_msg("%s: \"%s\", where \"%s\" was expected", name, s.error.message, message);
    assert_null(bytes);
    assert_int_equal(size, 99);
    tear_down(&s);
}

static void reads_what_is_inside(void** state)
{
    static const char* const ways[] = {"sub/b.bin", "./sub/b.bin", "sub//b.bin", "sub/./b.bin", ".//./sub/.//b.bin"};
    (void)state;
    assert_read(model_folder, "a.bin", "abc");
    assert_read(model_folder, "empty", "");
    assert_read(model_folder, "%2e%2e", "dots"); // a name like others: escapes have been seen to before
    assert_read(model_folder, "sub/deep/c", "c");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        assert_read(model_folder, ways[i], "b");
    assert_read(in_folder("to_folder"), "a.bin", "abc"); // the model's own folder may be a link
}

static void refuses_what_leads_out(void** state)
{
    char absolute[700];
    (void)state;
    snprintf(absolute, sizeof absolute, "%s/secret", folder_path());
    assert_refused(absolute, "an absolute path");
    assert_refused("/etc/passwd", "an absolute path");
    assert_refused("../secret", "with \"..\"");
    assert_refused("../folder2/x", "with \"..\"");
    assert_refused("../folder/a.bin", "with \"..\""); // even where it leads back in
    assert_refused("sub/../a.bin", "with \"..\"");
    assert_refused("sub/..", "with \"..\"");
    assert_refused("..", "with \"..\"");
    assert_refused("..\\secret", "with a backslash");
    assert_refused("C:\\secret", "with a backslash");
    assert_refused("link_out", "leads out of the model's folder by a link");
    assert_refused("folder_out/secret", "leads out of the model's folder by a link");
    assert_refused("sub/deep/../../link_out", "with \"..\"");
}

// Links beside the model that stay inside its folder were refused.
static void follows_links_that_stay_inside(void** state)
{
    (void)state;
    assert_read(model_folder, "link_in", "abc");
    assert_read(model_folder, "folder_in/b.bin", "b");
    assert_read(model_folder, "folder_in/deep/c", "c");
    assert_read(model_folder, "folder_deep/c", "c");
    assert_read(model_folder, "sub/deep/up", "abc"); // up to the model's folder, and no further
    assert_read(model_folder, "chain", "abc");
    assert_read(model_folder, "folder_deep/up", "abc");
    assert_read(model_folder, "chain40", "abc");
}

static void refuses_links_that_lead_out_or_nowhere(void** state)
{
    (void)state;
    assert_refused("sub/deep/above", "leads out of the model's folder by a link");
    assert_refused("folder_deep/above", "leads out of the model's folder by a link");
    assert_refused("chain_out", "leads out of the model's folder by a link");
    assert_refused("out_and_in", "leads out of the model's folder by a link"); // even where it leads back in
    assert_refused("absolute", "leads out of the model's folder by a link");   // the same
    assert_refused("loop", "too many links");
    assert_refused("ping", "too many links");
    assert_refused("chain41", "too many links");
    assert_refused("dangling", "not there");
    assert_refused("link_fifo", "no regular file");
    assert_refused("folder_in", "no regular file");
    assert_refused("link_in/x", "through a file");
}

// Somebody who changes a link between ways inside and outside while it is followed does not get anything from outside.
static void a_link_that_changes_leads_nowhere_else(void** state)
{
    int reads = 0, refused = 0;
    pid_t child;
    (void)state;
    assert_int_equal(symlink("a.bin", in_model("turns")), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        char turns[600], next[600];
        snprintf(turns, sizeof turns, "%s", in_model("turns"));
        snprintf(next, sizeof next, "%s", in_model("next"));
        for (int i = 0;; i++) {
            static const char* const targets[] = {"a.bin", "../secret", "sub/deep/above", "sub/deep/up"};
            if (symlink(targets[i % 4], next) == 0)
                rename(next, turns);
            if (getppid() == 1)
                _exit(0);
        }
    }
    for (int i = 0; i < 20000; i++) {
        fixture s;
        const char* bytes = NULL;
        size_t size = 0;
        set_up(&s, model_folder, 1000);
        if (hit_loader_read_sibling(&s.loader, "turns", &bytes, &size) == HIT_OK) {
            assert_int_equal(size, 3);
            assert_memory_equal(bytes, "abc", 3);
            reads++;
        } else
            refused++;
        tear_down(&s);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    unlink(in_model("turns"));
    unlink(in_model("next"));
    assert_true(reads > 0 && refused > 0);
}

static void refuses_what_is_no_file(void** state)
{
    char name[400];
    (void)state;
    assert_refused("", "no name");
    assert_refused(".", "a folder");
    assert_refused("sub", "no regular file");
    assert_refused("sub/", "a folder");
    assert_refused("sub/.", "a folder");
    assert_refused("fifo", "no regular file"); // and does not wait for somebody who writes to it
    assert_refused("link_device", "leads out of the model's folder by a link");
    assert_refused("a.bin/x", "through a file");
    assert_refused("missing", "not there");
    assert_refused("missing/x", "not there");
    assert_refused("new\nline\x1b[31m", "\"new?line?[31m\"");
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_refused(name, "too long");
    name[200] = '/';
    assert_refused(name, "x...\"");
}

static void a_device_as_folder(void** state)
{
    fixture s;
    const char* bytes;
    size_t size;
    (void)state;
    set_up(&s, "/dev", 1000);
    assert_int_equal(hit_loader_read_sibling(&s.loader, "zero", &bytes, &size), HIT_ERROR_FILE);
    assert_non_null(strstr(s.error.message, "no regular file"));
    s.loader.folder = NULL;
    assert_int_equal(hit_loader_read_sibling(&s.loader, "a.bin", &bytes, &size), HIT_ERROR_FILE);
    assert_non_null(strstr(s.error.message, "allow_files"));
    s.loader.folder = in_folder("none");
    assert_int_equal(hit_loader_read_sibling(&s.loader, "a.bin", &bytes, &size), HIT_ERROR_FILE);
    tear_down(&s);
}

// Names from Windows do not tell upper and lower case apart; what is there as it is named comes first.
static void any_case(void** state)
{
    static const char* const names[] = {"SUB/Deep/C", "./sub//DEEP/c", "FOLDER_IN/B.BIN"};
    const char* bytes;
    size_t size;
    fixture s;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        set_up(&s, model_folder, 1000);
        assert_int_equal(hit_loader_read_sibling(&s.loader, names[i], &bytes, &size), HIT_ERROR_FILE);
        if (hit_loader_read_sibling_any_case(&s.loader, names[i], &bytes, &size) != HIT_OK)
            fail_msg("%s: %s", names[i], s.error.message);
        assert_int_equal(hit_loader_read_sibling_any_case(&s.loader, "SUB/Other", &bytes, &size), HIT_ERROR_FILE);
        assert_int_equal(hit_loader_read_sibling_any_case(&s.loader, "FOLDER_OUT/x", &bytes, &size), HIT_ERROR_FILE);
        assert_int_equal(hit_loader_read_sibling_any_case(&s.loader, "../SECRET", &bytes, &size), HIT_ERROR_FILE);
        tear_down(&s);
    }
    write_in(in_model("A.bin"), "upper");
    set_up(&s, model_folder, 1000);
    assert_int_equal(hit_loader_read_sibling_any_case(&s.loader, "A.bin", &bytes, &size), HIT_OK);
    assert_int_equal(size, 5);
    assert_int_equal(hit_loader_read_sibling_any_case(&s.loader, "a.bin", &bytes, &size), HIT_OK);
    assert_int_equal(size, 3);
    tear_down(&s);
    assert_int_equal(unlink(in_model("A.bin")), 0);
}

// A file adds to what may be taken, but only the first time, and not when the caller has set the limit.
static void memory_is_limited(void** state)
{
    fixture s;
    const char* bytes;
    size_t size;
    uint64_t left;
    // Its identity, and its path in a list of two.
    const uint64_t needed = sizeof(hit_loader_sibling) + 2 * sizeof(char*) + strlen(in_model("a.bin")) + 1;
    (void)state;
    set_up(&s, model_folder, needed + 2);
    assert_int_equal(hit_loader_read_sibling(&s.loader, "a.bin", &bytes, &size), HIT_ERROR_LIMIT);
    tear_down(&s);
    set_up(&s, model_folder, needed + 2);
    s.loader.left_per_byte = 16;
    assert_int_equal(hit_loader_read_sibling(&s.loader, "a.bin", &bytes, &size), HIT_OK);
    left = s.loader.left;
    assert_int_equal(left, 2 + 16 * 3 - 3);
    assert_int_equal(hit_loader_read_sibling(&s.loader, "./a.bin", &bytes, &size), HIT_OK);
    assert_int_equal(s.loader.left, left - 3);
    assert_int_equal(s.model.file_count, 1); // the same file
    assert_string_equal(s.model.files[0], in_model("a.bin"));
    tear_down(&s);
    set_up(&s, model_folder, UINT64_MAX / 2 - 10);
    s.loader.left_per_byte = 16;
    assert_int_equal(hit_loader_read_sibling(&s.loader, "a.bin", &bytes, &size), HIT_OK);
    // The copy of the name was taken before that, and given back since.
    assert_true(s.loader.left == UINT64_MAX / 2 - (needed - sizeof(hit_loader_sibling)) - 3 + sizeof "a.bin");
    tear_down(&s);
}

static void without_memory(void** state)
{
    failing_memory memory;
    (void)state;
    failing_memory_make(&memory);
    for (uint64_t n = 1; n <= 7; n++) { // a name, an identity, a path, a list, the path in it, the bytes
        fixture s;
        const char* bytes;
        size_t size;
        set_up(&s, model_folder, 1000);
        s.loader.allocator = memory.allocator;
        failing_memory_arm(&memory, n, false);
        assert_int_equal(hit_loader_read_sibling(&s.loader, "a.bin", &bytes, &size),
                         n <= 6 ? HIT_ERROR_MEMORY : HIT_OK);
        tear_down(&s);
        assert_int_equal(memory.live, 0);
        assert_int_equal(memory.wrong, 0);
    }
    failing_memory_end(&memory);
}

// Files stay closed: as many as there may be at once can be read one after the other.
static void nothing_stays_open(void** state)
{
    (void)state;
    for (int i = 0; i < 3000; i++) {
        assert_read(model_folder, "sub/deep/c", "c");
        assert_refused("sub/deep/above", "by a link");
        assert_read(model_folder, "folder_deep/up", "abc");
        assert_refused("sub/deep", "no regular file");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_is_inside),
        cmocka_unit_test(refuses_what_leads_out),
        cmocka_unit_test(follows_links_that_stay_inside),
        cmocka_unit_test(refuses_links_that_lead_out_or_nowhere),
        cmocka_unit_test(a_link_that_changes_leads_nowhere_else),
        cmocka_unit_test(refuses_what_is_no_file),
        cmocka_unit_test(a_device_as_folder),
        cmocka_unit_test(any_case),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(without_memory),
        cmocka_unit_test(nothing_stays_open),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
