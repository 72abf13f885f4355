// hitscan cast from outside: its answers are those of a plain loop over the library, and its bytes the same for all
// formats of rays, numbers of threads, shards, pipes and files; its memory does not grow with its input; and what is
// left of a run that was interrupted, killed or without room ends with a whole record.
#define _DEFAULT_SOURCE // wait4
#include "support/base/cmocka_all.h"
#include "support/cases/meshes.h"

#include "tool.h"

#include <math.h>
#include <sys/stat.h>
#include <time.h>

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

enum { RECORD = 24, RAY = 32, LEVEL = 5 };

static char home[] = "/tmp/hitscan-cast-XXXXXX"; // where the command runs
static test_mesh sphere;
static hit_bvh* tree;
static hit_ray* rays;
static uint32_t ray_count;

// ---- Files ----------------------------------------------------------------------------------------------------------

static const char* at_home(const char* name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", home, name);
    return path;
}

typedef struct bytes {
    char* at;
    size_t size;
} bytes;

static bytes load(const char* name)
{
    FILE* file = fopen(at_home(name), "rb");
    struct stat info;
    bytes b;
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &info), 0);
    b.at = malloc((size_t)info.st_size + 1);
    assert_non_null(b.at);
    b.size = fread(b.at, 1, (size_t)info.st_size, file);
    fclose(file);
    return b;
}

static void assert_same_bytes(bytes a, bytes b, const char* what)
{
    if (a.size != b.size || memcmp(a.at, b.at, a.size) != 0)
        fail_msg("%s: %zu and %zu bytes, or others", what, a.size, b.size);
}

static void assert_same_files(const char* a, const char* b)
{
    const bytes x = load(a), y = load(b);
    char what[256];
    snprintf(what, sizeof what, "%s and %s", a, b);
    assert_same_bytes(x, y, what);
    free(x.at);
    free(y.at);
}

// Run a line of the shell in the folder, where $H is the command. Returns its exit code.
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
static int
shell(const char* format, ...)
{
    char line[2048];
    int length = snprintf(line, sizeof line, "cd %s && H=%s && ", home, tool_path()), status;
    va_list list;
    va_start(list, format);
    vsnprintf(line + length, sizeof line - (size_t)length, format, list);
    va_end(list);
    status = system(line); // NOLINT(cert-env33-c): the line is ours
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// ---- The model and the rays -----------------------------------------------------------------------------------------

static void save_sphere(void)
{
    FILE* file = fopen(at_home("sphere.off"), "wb");
    assert_non_null(file);
    fprintf(file, "OFF\n%u %u 0\n", sphere.vertices, sphere.faces);
    for (uint32_t i = 0; i < sphere.vertices; i++)
        fprintf(file, "%.9g %.9g %.9g\n", (double)sphere.vertex[i].x, (double)sphere.vertex[i].y,
                (double)sphere.vertex[i].z);
    for (uint32_t i = 0; i < sphere.faces; i++)
        fprintf(file, "3 %u %u %u\n", sphere.face[i][0], sphere.face[i][1], sphere.face[i][2]);
    assert_int_equal(fclose(file), 0);
}

// Most rays hit, some miss, some are limited, aimed at a corner, or not valid.
static void make_rays(void)
{
    test_random r = test_random_make(test_seed());
    rays = malloc(ray_count * sizeof *rays);
    assert_non_null(rays);
    for (uint32_t i = 0; i < ray_count; i++) {
        hit_ray* ray = &rays[i];
        const uint32_t kind = test_random_below(&r, 20);
        ray->origin = test_random_vec3(&r, -1.5f, 1.5f);
        ray->direction = test_random_vec3(&r, -1.0f, 1.0f);
        ray->t_min = 0.0f;
        ray->t_max = HUGE_VALF;
        if (kind == 0)
            ray->direction = hit_vec3_make(0.0f, 0.0f, 0.0f);
        else if (kind == 1)
            ray->origin.y = NAN;
        else if (kind == 2)
            ray->t_max = test_random_range(&r, -0.5f, 1.0f);
        else if (kind == 3)
            ray->direction = hit_vec3_sub(sphere.vertex[test_random_below(&r, sphere.vertices)], ray->origin);
    }
}

// The rays of `from` to `end` in all formats.
static void save_rays(const char* name, uint32_t begin, uint32_t end)
{
    static const char npy[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (%u, 8), }";
    char path[64], head[128];
    FILE *csv, *json, *raw, *numpy;
    snprintf(path, sizeof path, "%s.csv", name);
    csv = fopen(at_home(path), "wb");
    snprintf(path, sizeof path, "%s.ndjson", name);
    json = fopen(at_home(path), "wb");
    snprintf(path, sizeof path, "%s.raw", name);
    raw = fopen(at_home(path), "wb");
    snprintf(path, sizeof path, "%s.npy", name);
    numpy = fopen(at_home(path), "wb");
    assert_true(csv && json && raw && numpy);
    memset(head, ' ', sizeof head);
    memcpy(head, (const char[]){'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0, sizeof head - 10, 0}, 10);
    head[10 + snprintf(head + 10, sizeof head - 11, npy, end - begin)] = ' ';
    head[sizeof head - 1] = '\n';
    fwrite(head, 1, sizeof head, numpy);
    fprintf(csv, "# rays\nox,oy,oz,dx,dy,dz,tmin,tmax\n");
    for (uint32_t i = begin; i < end; i++) {
        float v[8];
        memcpy(v, &rays[i], sizeof v);
        fwrite(v, 1, sizeof v, raw);
        fwrite(v, 1, sizeof v, numpy);
        for (int k = 0; k < 8; k++)
            fprintf(csv, "%.9g%s", (double)v[k], k < 7 ? "," : i % 3 ? "\n" : "\r\n");
        fprintf(json, "{\"o\":[%.9g,%.9g,%.9g],\"d\":[%.9g,%.9g,%.9g],\"tmax\":%.9g}\n", (double)v[0], (double)v[1],
                (double)v[2], (double)v[3], (double)v[4], (double)v[5], (double)v[7]);
    }
    assert_int_equal(fclose(csv) | fclose(json) | fclose(raw) | fclose(numpy), 0);
}

static int make_all(void** state)
{
    hit_mesh mesh;
    (void)state;
    if (!mkdtemp(home))
        return 1;
    ray_count = (uint32_t)test_cases(200000);
    ray_count = ray_count < 20000 ? 20000 : ray_count > 500000 ? 500000 : ray_count;
    print_message("seed %llu, %u rays\n", (unsigned long long)test_seed(), ray_count);
    sphere = test_icosphere(LEVEL, hit_vec3_make(0.0f, 0.0f, 0.0f));
    mesh = test_mesh_view(&sphere);
    if (hit_bvh_build_triangles(&mesh, NULL, &tree, NULL) != HIT_OK)
        return 1;
    make_rays();
    save_sphere();
    save_rays("rays", 0, ray_count);
    return shell("$H tree sphere.off -o sphere.hit --quiet");
}

static int remove_all(void** state)
{
    (void)state;
    hit_bvh_destroy(tree);
    test_mesh_free(&sphere);
    free(rays);
    return shell("rm -f ./* && rmdir %s", home);
}

// ---- What it should print -------------------------------------------------------------------------------------------

static char* put(char* to, const void* value, size_t size)
{
    memcpy(to, value, size);
    return to + size;
}

static char* put_hit(char* to, const hit_bvh_hit* hit)
{
    static const float infinite = HUGE_VALF, none = NAN;
    const uint32_t part = hit ? 0 : UINT32_MAX, face = hit ? hit->primitive : UINT32_MAX;
    to = put(to, hit ? &hit->t : &infinite, 4);
    to = put(to, &part, 4);
    to = put(to, &face, 4);
    to = put(to, &face, 4);
    to = put(to, hit ? &hit->u : &none, 4);
    return put(to, hit ? &hit->v : &none, 4);
}

// The first hits, by a plain loop.
static bytes expected_first(void)
{
    bytes b = {malloc((size_t)ray_count * RECORD), (size_t)ray_count * RECORD};
    char* to = b.at;
    assert_non_null(to);
    for (uint32_t i = 0; i < ray_count; i++) {
        hit_bvh_hit hit;
        to = put_hit(to, hit_bvh_first(tree, rays[i], NULL, &hit) ? &hit : NULL);
    }
    return b;
}

// ---- Tests ----------------------------------------------------------------------------------------------------------

// The memory of a run, in KiB.
static long peak_memory(const char* const* arguments)
{
    const int out = open("/dev/null", O_WRONLY);
    struct rusage usage;
    int status = 0;
    const pid_t child = tool_start(home, (tool_setting){0}, out, out, arguments);
    assert_int_equal(wait4(child, &status, 0, &usage), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(out);
    return usage.ru_maxrss;
}

// Four times the rays take no more memory, in any format and mode. The fewer ones are some blocks, too.
static void test_memory_is_flat(void** state)
{
    static const char* const formats[] = {"csv", "ndjson", "raw"};
    static const char* const modes[] = {"first", "all"};
    const uint32_t times = 200000 / ray_count + 1;
    (void)state;
    if (SANITIZED) // they keep what was freed
        skip();
    for (int f = 0; f < 3; f++) {
        shell("for i in $(seq %u); do tail -n +%d rays.%s; done > few.%s", times, f == 0 ? 3 : 1, formats[f],
              formats[f]);
        shell("cat few.%s few.%s few.%s few.%s > many.%s", formats[f], formats[f], formats[f], formats[f], formats[f]);
        for (int m = 0; m < 2; m++) {
            long kib[2];
            for (int i = 0; i < 2; i++) {
                char name[32];
                snprintf(name, sizeof name, "%s.%s", i == 0 ? "few" : "many", formats[f]);
                kib[i] =
                    peak_memory((const char* const[]){"cast", "sphere.hit", "--rays", name, "--ray-floats", "8",
                                                      "--mode", modes[m], "--threads", "2", "--out", "out.raw", NULL});
            }
            print_message("%s, %s: %ld and %ld KiB\n", formats[f], modes[m], kib[0], kib[1]);
            assert_true(kib[1] < kib[0] + 8000);
        }
    }
}

static void test_answers_are_the_library_s(void** state)
{
    static const char* const formats[] = {"csv", "ndjson", "npy", "raw"};
    const bytes expected = expected_first();
    (void)state;
    for (int f = 0; f < 4; f++) {
        bytes got;
        assert_int_equal(shell("$H cast sphere.hit --rays rays.%s --ray-floats 8 --out got.raw --quiet", formats[f]),
                         0);
        got = load("got.raw");
        assert_same_bytes(got, expected, formats[f]);
        free(got.at);
    }
    // The model itself, and not its .hit file.
    assert_int_equal(shell("$H cast sphere.off --rays rays.npy --out got.raw --quiet"), 0);
    {
        const bytes got = load("got.raw");
        assert_same_bytes(got, expected, "OFF");
        free(got.at);
    }
    free(expected.at);
}

// The modes, and what filters do, ray by ray.
static void test_modes_are_the_library_s(void** state)
{
    static const hit_bvh_filter filters[] = {{.unique = false}, {.unique = true}, {.sides = HIT_SIDES_BACK}};
    static const char* const options[] = {"", "--unique", "--sides back"};
    const uint32_t some = 20000;
    bytes all = {malloc((size_t)some * 64 * RAY), 0};
    uint32_t* counts = malloc(some * sizeof *counts);
    uint8_t* any = malloc(some);
    assert_true(all.at && counts && any);
    save_rays("some", 0, some);
    (void)state;
    for (int f = 0; f < 3; f++) {
        char* to = all.at;
        bytes got;
        for (uint32_t i = 0; i < some; i++) {
            hit_bvh_hit hits[64];
            const uint64_t ray = i;
            counts[i] = hit_bvh_all(tree, rays[i], &filters[f], hits, 64);
            assert_true(counts[i] <= 64);
            any[i] = hit_bvh_any(tree, rays[i], &filters[f]);
            for (uint32_t k = 0; k < counts[i]; k++)
                to = put_hit(put(to, &ray, 8), &hits[k]);
        }
        all.size = (size_t)(to - all.at);
        assert_int_equal(shell("$H cast sphere.hit --rays some.csv --mode all %s --out got.raw --quiet", options[f]),
                         0);
        got = load("got.raw");
        assert_same_bytes(got, all, "all");
        free(got.at);
        assert_int_equal(
            shell("$H cast sphere.hit --rays some.npy --mode k --k 64 %s --out got.raw --quiet", options[f]), 0);
        got = load("got.raw");
        assert_same_bytes(got, all, "k");
        free(got.at);
        assert_int_equal(
            shell("$H cast sphere.hit --rays some.ndjson --mode count %s --out got.raw --quiet", options[f]), 0);
        got = load("got.raw");
        assert_same_bytes(got, (bytes){(char*)counts, some * sizeof *counts}, "count");
        free(got.at);
        assert_int_equal(shell("$H cast sphere.hit --rays some.csv --mode any %s --out got.raw --quiet", options[f]),
                         0);
        got = load("got.raw");
        assert_same_bytes(got, (bytes){(char*)any, some}, "any");
        free(got.at);
    }
    free(all.at);
    free(counts);
    free(any);
}

static void test_same_bytes_for_threads_and_pipes(void** state)
{
    static const char* const formats[] = {"csv", "ndjson", "npy", "raw"};
    static const char* const modes[] = {"first", "all"};
    (void)state;
    for (int m = 0; m < 2; m++)
        for (int f = 0; f < 4; f++) {
            const char* name = formats[f];
            assert_int_equal(
                shell("$H cast sphere.hit --rays rays.npy --mode %s --threads 1 --out one.%s --quiet", modes[m], name),
                0);
            for (int threads = 2; threads <= 7; threads += 5) {
                char other[32], one[32];
                snprintf(other, sizeof other, "other.%s", name);
                snprintf(one, sizeof one, "one.%s", name);
                assert_int_equal(shell("$H cast sphere.hit --rays rays.csv --mode %s --threads %d --out %s --quiet",
                                       modes[m], threads, other),
                                 0);
                assert_same_files(other, one);
                if (m == 1 && f == 2)
                    continue; // .npy of an unknown number of records is for files only
                // From a pipe that gives a little now and then, to a pipe.
                assert_int_equal(
                    shell("(head -c 100001 rays.npy; sleep 0.05; tail -c +100002 rays.npy) | $H cast sphere.hit "
                          "--rays - --rays-format npy --mode %s --threads %d --out-format %s --quiet | cat > %s",
                          modes[m], threads, name, other),
                    0);
                assert_same_files(other, one);
            }
        }
}

static void test_shards_are_the_whole(void** state)
{
    static const char* const formats[] = {"csv", "ndjson", "npy", "raw"};
    (void)state;
    for (int in = 0; in < 4; in++)
        for (int out = 0; out < 4; out++) {
            char whole[32], merged[32];
            snprintf(whole, sizeof whole, "whole.%s", formats[out]);
            snprintf(merged, sizeof merged, "merged.%s", formats[out]);
            assert_int_equal(shell("$H cast sphere.hit --rays rays.%s --ray-floats 8 --quiet --hits-only --out %s",
                                   formats[in], whole),
                             0);
            assert_int_equal(
                shell("for i in 1 2 3 4 5 6 7; do $H cast sphere.hit --rays rays.%s --ray-floats 8 --quiet "
                      "--hits-only --shard $i/7 --out part$i.%s || exit 9; done; $H cast --merge %s $(ls -r part?.%s)",
                      formats[in], formats[out], merged, formats[out]),
                0);
            assert_same_files(merged, whole);
        }
}

// ---- Runs that end early --------------------------------------------------------------------------------------------

// The number of records in the header of what cast wrote, and where they begin.
static size_t npy_records(bytes b, size_t* begin)
{
    const char* shape;
    size_t length;
    assert_true(b.size > 10 && memcmp(b.at, "\x93NUMPY", 6) == 0);
    length = (size_t)(unsigned char)b.at[8] | (size_t)(unsigned char)b.at[9] << 8;
    *begin = 10 + length;
    assert_true(b.size >= *begin);
    b.at[*begin - 1] = '\0';
    shape = strstr(b.at + 10, "'shape': (");
    assert_non_null(shape);
    return strtoull(shape + 10, NULL, 10);
}

// What is there of an output is the beginning of the whole one, and ends with a whole record; after a kill, what comes
// behind its last whole record is the beginning of another.
static void check_part(const char* format, bytes part, bytes whole, bool killed)
{
    size_t begin = 0, whole_begin = 0;
    if (strcmp(format, "npy") == 0) {
        size_t records;
        if (killed && part.size == 0)
            return; // before it had written anything
        records = npy_records(part, &begin);
        npy_records(whole, &whole_begin);
        assert_true(part.size >= begin + records * RECORD);
        if (!killed)
            assert_int_equal(part.size, begin + records * RECORD);
    } else if (!killed && strcmp(format, "raw") == 0)
        assert_int_equal(part.size % RECORD, 0);
    else if (!killed)
        assert_true(part.size == 0 || part.at[part.size - 1] == '\n');
    assert_true(part.size <= whole.size);
    assert_memory_equal(part.at + begin, whole.at + whole_begin, part.size - begin);
}

static void wait_some(uint32_t microseconds)
{
    const struct timespec t = {0, (long)microseconds * 1000};
    nanosleep(&t, NULL);
}

// Start a run, and send it a signal after a while. Returns the status that wait gives.
static int run_with_signal(const char* format, int number, uint32_t microseconds)
{
    char out[32];
    const int null = open("/dev/null", O_RDWR);
    int status = 0;
    pid_t child;
    snprintf(out, sizeof out, "part.%s", format);
    remove(at_home(out));
    // More threads than there are cores, so that they end in another order than they began.
    child = tool_start(
        home, (tool_setting){0}, null, null,
        (const char* const[]){"cast", "sphere.hit", "--rays", "rays.npy", "--out", out, "--threads", "7", NULL});
    wait_some(microseconds);
    kill(child, number);
    assert_int_equal(waitpid(child, &status, 0), child);
    close(null);
    return status;
}

static void test_signals_leave_whole_records(void** state)
{
    static const char* const formats[] = {"csv", "npy", "raw"};
    const uint64_t wanted = test_costly_cases(60), cases = wanted < 300 ? wanted : 300; // of up to a second each
    test_random r = test_random_make(test_seed());
    int early = 0;
    (void)state;
    for (int f = 0; f < 3; f++) {
        struct timespec begin, end;
        char name[32];
        uint32_t microseconds;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        assert_int_equal(shell("$H cast sphere.hit --rays rays.npy --out whole.%s --quiet", formats[f]), 0);
        clock_gettime(CLOCK_MONOTONIC, &end);
        microseconds = (uint32_t)((end.tv_sec - begin.tv_sec) * 1000000 + (end.tv_nsec - begin.tv_nsec) / 1000);
        microseconds = microseconds > 900000 ? 900000 : microseconds;
        for (uint64_t i = 0; i < cases / 3 + 1; i++) {
            static const int numbers[] = {SIGINT, SIGTERM, SIGKILL};
            const int number = numbers[i % 3];
            const int status = run_with_signal(formats[f], number, test_random_below(&r, microseconds));
            const bool killed = WIFSIGNALED(status); // also a signal that came before it was cared for
            bytes whole, part;
            if (!killed)
                assert_true(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 128 + number);
            else
                assert_int_equal(WTERMSIG(status), number);
            snprintf(name, sizeof name, "part.%s", formats[f]);
            if (access(at_home(name), F_OK) != 0)
                continue; // before it had opened anything, or killed: only a temporary file is left then
            part = load(name);
            snprintf(name, sizeof name, "whole.%s", formats[f]);
            whole = load(name);
            early += part.size > 0 && part.size < whole.size;
            check_part(formats[f], part, whole, killed);
            free(part.at);
            free(whole.at);
        }
    }
    print_message("%d of %llu runs were stopped on their way\n", early, 3 * ((unsigned long long)cases / 3 + 1));
}

static void test_full_disks_leave_whole_records(void** state)
{
    static const char* const formats[] = {"csv", "ndjson", "npy", "raw"};
    (void)state;
    for (int f = 0; f < 4; f++) {
        char out[32], whole_name[32];
        bytes part, whole;
        snprintf(out, sizeof out, "part.%s", formats[f]);
        snprintf(whole_name, sizeof whole_name, "whole.%s", formats[f]);
        assert_int_equal(shell("$H cast sphere.hit --rays rays.npy --out %s --quiet", whole_name), 0);
        whole = load(whole_name);
        // The message has a file, too, which needs some room.
        for (rlim_t limit = 300; limit < whole.size; limit = limit * 7 + 1234) {
            tool_run run;
            remove(at_home(out)); // an older file would stay
            run = tool_run_with(
                home, (tool_setting){.file_limit = limit},
                (const char* const[]){"cast", "sphere.hit", "--rays", "rays.npy", "--out", out, "--quiet", NULL});
            assert_int_equal(run.code, 4);
            assert_non_null(strstr(run.err, "cannot write all of part."));
            part = load(out);
            assert_true(part.size <= limit);
            check_part(formats[f], part, whole, false);
            free(part.at);
        }
        free(whole.at);
    }
}

// A reader that goes away ends the run, quietly.
static void test_broken_pipe(void** state)
{
    bytes errors;
    (void)state;
    assert_int_equal(
        shell("bash -c '%s cast sphere.hit --rays rays.npy --out-format csv --quiet 2> errors | head -1 > /dev/null; "
              "exit ${PIPESTATUS[0]}'",
              tool_path()),
        128 + SIGPIPE);
    errors = load("errors");
    assert_int_equal(errors.size, 0);
    free(errors.at);
}

// Who writes rays one by one gets answers one by one.
static void test_answers_come_at_once(void** state)
{
    (void)state;
    assert_int_equal(
        shell("bash -c 'coproc %s cast sphere.hit --rays - --quiet; for i in 0 1 2; do echo 0 0 $i.5 0 0 -1 "
              ">&${COPROC[1]}; "
              "[ $i = 0 ] && read -t 20 head <&${COPROC[0]}; read -t 20 line <&${COPROC[0]} || exit 7; "
              "[ \"${line%%%%,*}\" = $i ] || exit 8; done; exit 0'",
              tool_path()),
        0);
}

// A row of which only the beginning has come when a signal ends the run is no ray.
static void test_signal_within_a_row(void** state)
{
    (void)state;
    assert_int_equal(
        shell(
            "bash -c 'coproc %s cast sphere.hit --rays - --quiet; printf \"0 0 0 0 0 1\\n0 0 0 0 0 1\" >&${COPROC[1]}; "
            "read -t 20 head <&${COPROC[0]}; read -t 20 line <&${COPROC[0]} || exit 7; pid=$COPROC_PID; "
            "exec 5<&${COPROC[0]}; kill -TERM $pid; read -t 20 line <&5 && exit 8; wait $pid; exit $?'",
            tool_path()),
        128 + SIGTERM);
}

// Rows that are longer than a block, and what follows them.
static void test_very_long_lines(void** state)
{
    const size_t lengths[] = {65536, 65537, (4 << 20) - 1, 4 << 20, (4 << 20) + 1, 9 << 20};
    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        FILE* file = fopen(at_home("long.csv"), "wb");
        bytes out;
        assert_non_null(file);
        fputs("0,0,0,0,0,1\n0,0,0,0,0,1", file);
        for (size_t k = 11; k < lengths[i]; k++)
            fputc(' ', file);
        fputs("\n0,0,0,0,1,0\n#", file);
        for (size_t k = 1; k < lengths[i]; k++)
            fputc('x', file);
        fputs("\n0,0,0,1,0,0", file);
        fclose(file);
        assert_int_equal(
            shell("$H cast sphere.hit --rays long.csv --fields ray --hits-only --quiet > got.csv 2> errors"),
            i == 0 ? 0 : 3);
        out = load("got.csv");
        out.at[out.size] = '\0';
        assert_string_equal(out.at, i == 0 ? "ray\n0\n1\n2\n3\n" : "ray\n0\n2\n3\n");
        free(out.at);
        assert_int_equal(shell("cat long.csv | $H cast sphere.hit --rays - --fields ray --hits-only --quiet 2> errors "
                               "| cmp - got.csv"),
                         0);
        assert_int_equal(
            shell("for i in 1 2 3; do $H cast sphere.hit --rays long.csv --fields ray --hits-only --quiet "
                  "--shard $i/3 2> errors > long$i.csv; done; $H cast --merge - long?.csv | cmp - got.csv"),
            0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_is_flat),
        cmocka_unit_test(test_answers_are_the_library_s),
        cmocka_unit_test(test_modes_are_the_library_s),
        cmocka_unit_test(test_same_bytes_for_threads_and_pipes),
        cmocka_unit_test(test_shards_are_the_whole),
        cmocka_unit_test(test_signals_leave_whole_records),
        cmocka_unit_test(test_full_disks_leave_whole_records),
        cmocka_unit_test(test_broken_pipe),
        cmocka_unit_test(test_answers_come_at_once),
        cmocka_unit_test(test_signal_within_a_row),
        cmocka_unit_test(test_very_long_lines),
    };
    if (!tool_path())
        return 77;
    return cmocka_run_group_tests(tests, make_all, remove_all);
}
