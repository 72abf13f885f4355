// Scans by the command against what geometry says, and models that it makes against each other.
#define _DEFAULT_SOURCE
#include "support/base/cmocka_all.h"
#include "support/base/folder.h"
#include "tool.h"

#include <hitscan/mesh_io.h>
#include <math.h>
#include <sys/stat.h>
#include <time.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#define RUN(...) TOOL_RUN(folder_path(), __VA_ARGS__)

static void remove_file(const char* name)
{
    assert_int_equal(unlink(in_folder(name)), 0);
}

static void assert_done(tool_run run)
{
    if (run.code != 0)
        fail_msg("exit code %d: %s", run.code, run.err);
    assert_string_equal(run.err, "");
}

static char* read_all(const char* name, size_t* size)
{
    FILE* file = fopen(in_folder(name), "rb");
    char* bytes;
    long length;
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    length = ftell(file);
    assert_true(length >= 0);
    rewind(file);
    bytes = malloc((size_t)length + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, (size_t)length, file), (size_t)length);
    bytes[length] = '\0';
    fclose(file);
    *size = (size_t)length;
    return bytes;
}

// ---- Clouds --------------------------------------------------------------------------------------------------------

enum { RECORD = 42, PLY_HEAD = 512, NPY_HEAD = 256 };

typedef struct point {
    float x, y, z, range;
    uint32_t part, face;
    float incidence;
    uint16_t beam;
    float azimuth;
    double time;
} point;

typedef struct cloud {
    char* bytes;
    size_t size;
    size_t count; // as the head says
    int head;
} cloud;

static cloud read_cloud(const char* name)
{
    cloud c;
    const char* number;
    c.bytes = read_all(name, &c.size);
    c.head = c.bytes[0] == 'p' ? PLY_HEAD : NPY_HEAD;
    number = strstr(c.bytes + (c.head == NPY_HEAD ? 10 : 0), c.head == PLY_HEAD ? "element vertex " : "'shape': (");
    assert_non_null(number);
    c.count = strtoull(number + (c.head == PLY_HEAD ? 15 : 10), NULL, 10);
    assert_int_equal(c.size, (size_t)c.head + c.count * RECORD);
    return c;
}

static point point_at(const cloud* c, size_t i)
{
    const char* from = c->bytes + c->head + i * RECORD;
    point p;
    memcpy(&p.x, from, 16);
    memcpy(&p.part, from + 16, 4);
    memcpy(&p.face, from + 20, 4);
    memcpy(&p.incidence, from + 24, 4);
    memcpy(&p.beam, from + 28, 2);
    memcpy(&p.azimuth, from + 30, 4);
    memcpy(&p.time, from + 34, 8);
    return p;
}

static void assert_near(double found, double expected, double error)
{
    if (!(fabs(found - expected) <= error))
        fail_msg("%.17g is not %.17g, it differs by %g", found, expected, found - expected);
}

static void make_room(void)
{
    assert_done(RUN("gen", "grid", "--triangles=12", "-o", "room.obj", "--quiet")); // -5 to 5, and up from 0 to 10
}

// The way to the walls of the room, and the wall that is met: its axis.
static double way_out(const double from[3], const double direction[3], int* axis)
{
    static const double low[3] = {-5.0, -5.0, 0.0}, high[3] = {5.0, 5.0, 10.0};
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        const double t = ((direction[k] > 0.0 ? high[k] : low[k]) - from[k]) / direction[k];
        if (direction[k] != 0.0 && t < least) {
            least = t;
            *axis = k;
        }
    }
    return least;
}

// A room, a sensor that moves and turns: every range, position and angle is that of geometry.
static void check_room(const cloud* c, const double from[3], const double to[3], double heading)
{
    const double radians = acos(-1.0) / 180.0, rate = 10.0, speed = 4.0;
    const double length = hypot(hypot(to[0] - from[0], to[1] - from[1]), to[2] - from[2]);
    for (size_t i = 0; i < c->count; i++) {
        const point p = point_at(c, i);
        const double turned = p.time * rate * 360.0, azimuth = (turned + heading) * radians;
        const double up = (-60.0 + 120.0 * p.beam / 15.0) * radians;
        const double direction[3] = {cos(up) * cos(azimuth), cos(up) * sin(azimuth), sin(up)};
        const double share = length > 0.0 ? p.time * speed / length : 0.0;
        double at[3], range;
        int axis = 0;
        for (int k = 0; k < 3; k++)
            at[k] = from[k] + share * (to[k] - from[k]);
        range = way_out(at, direction, &axis);
        assert_near((double)p.range, range, 1e-6 * range);
        assert_near((double)p.x, at[0] + range * direction[0], 2e-6);
        assert_near((double)p.y, at[1] + range * direction[1], 2e-6);
        assert_near((double)p.z, at[2] + range * direction[2], 2e-6);
        assert_near((double)p.azimuth, fmod(turned, 360.0), 1e-4);
        assert_near(cos((double)p.incidence * radians), fabs(direction[axis]), 1e-6);
        assert_int_equal(p.part, 0);
    }
}

static void test_room(void** state)
{
    static const double middle[3] = {1.25, -2.5, 4.75}, end[3] = {-3.0, 3.5, 6.0};
    cloud c;
    (void)state;
    make_room();
    assert_done(RUN("lidar", "room.obj", "--path=1.25,-2.5,4.75", "--sensor=beams=16/fov=-60,60/step=0.7/range=0,100",
                    "--yaw=33", "-o", "a.npy", "--quiet"));
    c = read_cloud("a.npy");
    assert_int_equal(c.count, 515 * 16); // 360 / 0.7, rounded up: each beam meets a wall
    check_room(&c, middle, middle, 33.0);
    free(c.bytes);
    assert_done(RUN("lidar", "room.obj", "--path=1.25,-2.5,4.75/-3,3.5,6",
                    "--sensor=beams=16/fov=-60,60/step=0.7/range=0,100", "--speed=4", "-o", "a.ply", "--quiet"));
    c = read_cloud("a.ply");
    assert_true(c.count > 16 * 9000 && c.count % 16 == 0);
    check_room(&c, middle, end, atan2(end[1] - middle[1], end[0] - middle[0]) * 180.0 / acos(-1.0));
    free(c.bytes);
    remove_file("a.npy");
    remove_file("a.ply");
    remove_file("room.obj");
}

static void test_sensor_frame(void** state)
{
    cloud world, own;
    (void)state;
    make_room();
    assert_done(RUN("lidar", "room.obj", "--path=1,2,3/-1,-2,7", "-o", "a.npy", "--quiet"));
    assert_done(RUN("lidar", "room.obj", "--path=1,2,3/-1,-2,7", "-o", "b.npy", "--frame=sensor", "--quiet"));
    world = read_cloud("a.npy");
    own = read_cloud("b.npy");
    assert_int_equal(world.count, own.count);
    for (size_t i = 0; i < own.count; i++) {
        const point p = point_at(&own, i), w = point_at(&world, i);
        const double radians = acos(-1.0) / 180.0, level = hypot((double)p.x, (double)p.y);
        assert_near(hypot(level, (double)p.z), (double)p.range, 2e-6);
        assert_near((double)p.z, level * tan((-15.0 + 2.0 * p.beam) * radians), 2e-6);
        assert_near((double)p.x, level * cos((double)p.azimuth * radians), 4e-6);
        assert_near((double)p.y, level * sin((double)p.azimuth * radians), 4e-6);
        assert_true(p.range == w.range && p.beam == w.beam && p.time == w.time);
    }
    free(world.bytes);
    free(own.bytes);
    remove_file("a.npy");
    remove_file("b.npy");
    remove_file("room.obj");
}

// The noise has the mean, the deviation and the tails of a normal distribution, and the points move along their beams.
static void test_noise(void** state)
{
    double sum = 0.0, square = 0.0, fourth = 0.0, n;
    cloud plain, noisy;
    (void)state;
    make_room();
    assert_done(RUN("lidar", "room.obj", "--path=1,2,3", "--turns=3", "-o", "a.npy", "--quiet"));
    assert_done(RUN("lidar", "room.obj", "--path=1,2,3", "--turns=3", "-o", "b.npy", "--noise=0.05", "--quiet"));
    plain = read_cloud("a.npy");
    noisy = read_cloud("b.npy");
    assert_int_equal(plain.count, noisy.count);
    for (size_t i = 0; i < plain.count; i++) {
        const point p = point_at(&plain, i), q = point_at(&noisy, i);
        const double off = ((double)q.range - (double)p.range) / 0.05, share = (double)q.range / (double)p.range;
        assert_near((double)q.x, 1.0 + share * ((double)p.x - 1.0), 5e-6);
        assert_near((double)q.z, 3.0 + share * ((double)p.z - 3.0), 5e-6);
        sum += off;
        square += off * off;
        fourth += off * off * off * off;
    }
    n = (double)plain.count;
    assert_true(n > 80000);
    assert_near(sum / n, 0.0, 4.0 / sqrt(n));
    assert_near(square / n, 1.0, 4.0 * sqrt(2.0 / n));
    assert_near(fourth / n, 3.0, 4.0 * sqrt(96.0 / n));
    free(plain.bytes);
    free(noisy.bytes);
    remove_file("a.npy");
    remove_file("b.npy");
    remove_file("room.obj");
}

static void assert_same_files(const char* a, const char* b)
{
    size_t size_a, size_b;
    char *bytes_a = read_all(a, &size_a), *bytes_b = read_all(b, &size_b);
    assert_int_equal(size_a, size_b);
    assert_memory_equal(bytes_a, bytes_b, size_a);
    free(bytes_a);
    free(bytes_b);
}

static void test_same_bytes(void** state)
{
    static const char* const threads[] = {"--threads=1", "--threads=2", "--threads=7"};
    static const char* const levels[] = {"avx2", "sse4", "portable"};
    static const char* const names[] = {"a.ply", "a.csv", "a.npy"};
    (void)state;
    assert_done(RUN("gen", "town", "--triangles=20000", "-o", "town.stl", "--quiet"));
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) {
            const char* const arguments[] = {"lidar",
                                             "town.stl",
                                             "--path=-20,0,2/20,0,2/20,30,2",
                                             "--speed=150",
                                             "--noise=0.02",
                                             "-o",
                                             i == 0 ? names[k] : "b",
                                             "--format",
                                             names[k] + 2,
                                             threads[i],
                                             "--quiet",
                                             NULL};
            assert_done(tool_run_with(folder_path(), (tool_setting){.cpu = levels[i]}, arguments));
            if (i > 0)
                assert_same_files(names[k], "b");
        }
        remove_file(names[k]);
        remove_file("b");
    }
    remove_file("town.stl");
}

// ---- Endings that are not planned -----------------------------------------------------------------------------------

static void interrupt_after(const char* name, off_t bytes, const char* const* arguments)
{
    const int nothing = open("/dev/null", O_WRONLY);
    const pid_t child = tool_start(folder_path(), (tool_setting){0}, nothing, nothing, arguments);
    assert_true(child > 0);
    assert_true(tool_wait_for_part(folder_path(), name, bytes));
    kill(child, SIGINT);
    assert_int_equal(tool_wait(child), 130);
    close(nothing);
}

static void test_interrupt_keeps_whole_records(void** state)
{
    static const char* const names[] = {"a.ply", "a.npy"};
    cloud whole, cut;
    (void)state;
    make_room();
    assert_done(RUN("lidar", "room.obj", "--path=0,0,5", "--turns=4", "-o", "b.npy", "--quiet"));
    whole = read_cloud("b.npy");
    for (int i = 0; i < 2; i++) {
        const char* const arguments[] = {"lidar", "room.obj", "--path=0,0,5", "--turns=1e8", "-o", names[i], NULL};
        size_t both;
        interrupt_after(names[i], 300000, arguments);
        cut = read_cloud(names[i]);
        both = cut.count < whole.count ? cut.count : whole.count;
        assert_true(both > 5000);
        assert_memory_equal(cut.bytes + cut.head, whole.bytes + whole.head, both * RECORD);
        free(cut.bytes);
        remove_file(names[i]);
    }
    free(whole.bytes);
    remove_file("b.npy");
    remove_file("room.obj");
    assert_int_equal(files_in_folder(), 0);
}

static void test_interrupt_leaves_no_model(void** state)
{
    static const char* const arguments[] = {"gen", "terrain", "--triangles=500000000", "-o", "a.stl", NULL};
    (void)state;
    interrupt_after("a.stl", 1000000, arguments);
    assert_int_equal(files_in_folder(), 0);
}

static void test_full_disk(void** state)
{
    static const char* const names[] = {"a.ply", "a.csv", "a.npy"};
    (void)state;
    make_room();
    for (int i = 0; i < 3; i++) {
        const char* const arguments[] = {"lidar", "room.obj", "--path=0,0,5", "-o", names[i], "--quiet", NULL};
        const tool_run run = tool_run_with(folder_path(), (tool_setting){.file_limit = 20000}, arguments);
        assert_int_equal(run.code, 4);
        assert_non_null(strstr(run.err, "hitscan: cannot write all of a."));
        assert_int_equal(files_in_folder(), 1);
    }
    remove_file("room.obj");
    for (int i = 0; i < 5; i++) {
        static const char* const models[] = {"m.obj", "m.ply", "m.stl", "m.off", "m.glb"};
        const char* const arguments[] = {"gen", "town", "-o", models[i], "--quiet", NULL};
        const tool_run run = tool_run_with(folder_path(), (tool_setting){.file_limit = 20000}, arguments);
        assert_int_equal(run.code, 4);
        assert_non_null(strstr(run.err, "hitscan: cannot write all of m."));
        assert_int_equal(files_in_folder(), 0);
    }
}

// Neither large models nor long scans take more memory than small ones.
static void test_memory_is_flat(void** state)
{
    static const char* const make[] = {"gen", "terrain", "--triangles=1500000", "-o", "big.ply", "--quiet", NULL};
    static const char* const scan[] = {"lidar", "room.obj",    "--path=0,0,5", "--turns=30", "-o",
                                       "a.npy", "--threads=1", "--quiet",      NULL};
    const tool_setting little = {.memory_limit = 24 << 20};
    (void)state;
    if (SANITIZED)
        skip();
    assert_done(tool_run_with(folder_path(), little, make)); // a file of 28 MB
    remove_file("big.ply");
    make_room();
    assert_done(tool_run_with(folder_path(), little, scan)); // a file of 36 MB
    remove_file("a.npy");
    remove_file("room.obj");
}

// ---- Models --------------------------------------------------------------------------------------------------------

static hit_model* load(const char* name)
{
    hit_model* model = NULL;
    hit_error error = {0};
    if (hit_model_load(in_folder(name), NULL, &model, &error) != HIT_OK)
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(model->skipped_faces, 0);
    return model;
}

// The corners of all triangles, part by part, with z up.
static hit_vec3* corners_of(const hit_model* m)
{
    hit_vec3* corners = malloc(3 * (size_t)m->triangle_count * sizeof *corners);
    size_t next = 0;
    assert_non_null(corners);
    for (uint32_t i = 0; i < m->part_count; i++) {
        const hit_model_mesh* mesh = &m->meshes[m->parts[i].mesh];
        for (size_t k = 0; k < 3 * (size_t)mesh->triangle_count; k++) {
            const hit_vec3 v = mesh->vertices[mesh->indices[k]];
            corners[next++] = m->up == HIT_AXIS_POSITIVE_Y ? hit_vec3_make(v.x, -v.z, v.y) : v;
        }
    }
    assert_int_equal(next, 3 * m->triangle_count);
    return corners;
}

static void assert_same_triangles(const hit_model* a, const hit_model* b)
{
    hit_vec3 *x = corners_of(a), *y = corners_of(b);
    assert_int_equal(a->triangle_count, b->triangle_count);
    for (size_t i = 0; i < 3 * (size_t)a->triangle_count; i++)
        assert_true(x[i].x == y[i].x && x[i].y == y[i].y && x[i].z == y[i].z);
    free(x);
    free(y);
}

static void test_models_of_all_formats(void** state)
{
    static const char* const kinds[] = {"town", "terrain", "spheres", "torus", "grid", "soup"};
    static const char* const sizes[] = {"--triangles=12", "--triangles=333", "--triangles=5000"};
    static const char* const names[] = {"m.obj", "m.ply", "m.stl", "m.off", "m.glb"};
    (void)state;
    for (int kind = 0; kind < 6; kind++)
        for (int size = 0; size < 3; size++) {
            hit_model* models[5];
            for (int f = 0; f < 5; f++) {
                assert_done(RUN("gen", kinds[kind], sizes[size], "-o", names[f], "--quiet"));
                models[f] = load(names[f]);
                assert_int_equal(models[f]->up, f == 4 ? HIT_AXIS_POSITIVE_Y : HIT_AXIS_POSITIVE_Z);
                assert_same_triangles(models[0], models[f]);
            }
            if (size == 2) // a few percent
                assert_true(models[0]->triangle_count > 4800 && models[0]->triangle_count < 5200);
            assert_int_equal(models[0]->part_count, models[4]->part_count);
            for (uint32_t i = 0; i < models[0]->part_count; i++)
                assert_string_equal(models[0]->parts[i].name, models[4]->parts[i].name);
            for (int f = 0; f < 5; f++) {
                hit_model_destroy(models[f]);
                remove_file(names[f]);
            }
        }
}

static void test_instances(void** state)
{
    hit_model* m;
    (void)state;
    assert_done(RUN("gen", "instances", "--triangles=50000", "-o", "m.glb", "--quiet"));
    m = load("m.glb");
    assert_int_equal(m->mesh_count, 4);
    assert_true(m->part_count > 50);
    assert_true(m->triangle_count >= 50000 && m->triangle_count < 52000);
    for (uint32_t i = 0; i < m->part_count; i++) {
        assert_true(hit_placement_is_valid(&m->parts[i].placement));
        // They lie on the ground, which is y = 0 in glTF.
        assert_true(m->parts[i].placement.origin.y >= 1.0 && m->parts[i].placement.origin.y <= 2.0);
    }
    hit_model_destroy(m);
    remove_file("m.glb");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_room),
        cmocka_unit_test(test_sensor_frame),
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_interrupt_keeps_whole_records),
        cmocka_unit_test(test_interrupt_leaves_no_model),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_memory_is_flat),
        cmocka_unit_test(test_models_of_all_formats),
        cmocka_unit_test(test_instances),
    };
    if (!tool_path()) {
        fputs("HITSCAN_TOOL does not name the command: skipped\n", stderr);
        return 77;
    }
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
