// hitscan lidar: moves a spinning scanner along a path through a model, and writes what it measures as a point cloud.
#include "cli/file_uses.h"
#include "cli/job.h"
#include "cli/table.h"
#include "cli/verb.h"
#include "cluster/cluster.h"
#include "format/json_writer.h"
#include "lidar/scan.h"
#include "render/camera.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const char* const frame_choices[] = {"world", "sensor", NULL};
static const double FIRINGS_MAX = 1e12;

typedef struct lidar_options {
    common_options common;
    model_options model;
    const char* sensor;
    const char* path;
    const char* out;
    int format; ///< -1: by the name of the file
    double speed, duration, turns, yaw, noise, max_incidence;
    uint64_t seed;
    int frame, up;
} lidar_options;

// ---- The command line -----------------------------------------------------------------------------------------------

static int choose_format(const lidar_options* o, cloud_format* format)
{
    if (o->format >= 0)
        *format = (cloud_format)o->format;
    else
        *format = cloud_format_of(o->out);
    if (*format < CLOUD_FORMATS)
        return EXIT_OK;
    if (strcmp(o->out, "-") == 0)
        print_error("lidar: -o - needs --format ply, csv or npy");
    else
        print_error("lidar: which format is %s? Let it end in .ply, .csv or .npy, or use --format", o->out);
    return EXIT_USAGE;
}

// How many firings: of the time that was asked for, else of the way, else of one turn.
static int count_firings(const lidar_options* o, const sensor* s, const path* p, uint64_t* firings)
{
    const double interval = sensor_interval(s);
    double count;
    if (o->turns > 0.0)
        count = o->turns * 360.0 / s->step;
    else if (o->duration > 0.0 || path_duration(p) > 0.0)
        count = (o->duration > 0.0 ? o->duration : path_duration(p)) / interval;
    else
        count = 360.0 / s->step;
    if (count > FIRINGS_MAX) {
        print_error("lidar: more than 1e12 firings; let --duration, --turns or the path be shorter");
        return EXIT_USAGE;
    }
    // A whole number of steps makes a turn as a rule; what is missing to one by roundings only is one.
    *firings = (uint64_t)ceil(count - 1e-6);
    *firings = *firings < 1 ? 1 : *firings;
    return EXIT_OK;
}

// ---- The report -----------------------------------------------------------------------------------------------------

static void print_json(const lidar_options* o, const scan_result* r, FILE* file)
{
    json_writer j = json_begin(file);
    json_open(&j, '{');
    if (o->out)
        json_text_of(&j, "file", o->out);
    json_count_of(&j, "firings", r->firings);
    json_count_of(&j, "rays", r->rays);
    json_count_of(&j, "points", r->points);
    json_key(&j, "range");
    if (r->points > 0) {
        json_open(&j, '{');
        json_number_of(&j, "min", r->min);
        json_number_of(&j, "mean", r->sum / (double)r->points);
        json_number_of(&j, "max", r->max);
        json_close(&j, '}');
    } else
        json_null(&j);
    json_number_of(&j, "seconds", r->seconds);
    json_number_of(&j, "rays_per_second", r->seconds > 0.0 ? (double)r->rays / r->seconds : 0.0);
    json_bool_of(&j, "interrupted", atomic_load(&interrupted) != 0);
    json_close(&j, '}');
    json_end(&j);
}

static bool print_table(const scan_result* r)
{
    static const char* const columns[] = {">firings",    ">rays",      ">points",  ">share",    ">range min",
                                          ">range mean", ">range max", ">seconds", ">M rays/s", NULL};
    table* t = table_create(columns);
    table_count(t, r->firings);
    table_count(t, r->rays);
    table_count(t, r->points);
    table_format(t, "%.1f %%", r->rays > 0 ? 100.0 * (double)r->points / (double)r->rays : 0.0);
    if (r->points > 0) {
        table_format(t, "%.3f", r->min);
        table_format(t, "%.3f", r->sum / (double)r->points);
        table_format(t, "%.3f", r->max);
    } else
        for (int i = 0; i < 3; i++)
            table_text(t, "-");
    table_format(t, "%.2f", r->seconds);
    table_format(t, "%.2f", r->seconds > 0.0 ? 1e-6 * (double)r->rays / r->seconds : 0.0);
    return table_print(t);
}

// To stdout; when the cloud went there, only JSON is printed, to stderr.
static int report(const lidar_options* o, const scan_result* r)
{
    const bool taken = o->out && strcmp(o->out, "-") == 0;
    if (o->common.json)
        print_json(o, r, json_output());
    else if (!o->common.quiet && !taken && !print_table(r))
        return EXIT_RESOURCES;
    return taken ? EXIT_OK : end_of_output(EXIT_OK);
}

// ---- Running --------------------------------------------------------------------------------------------------------

static int finish(const lidar_options* o, const scan_result* r)
{
    const int signal_number = atomic_load(&interrupted);
    int code;
    if (signal_number && !o->common.quiet)
        print_warning("lidar: interrupted; what was scanned until then is complete");
    code = report(o, r);
    if (code != EXIT_OK)
        return code;
    if (signal_number)
        return EXIT_SIGNAL + signal_number;
    return r->points > 0 ? EXIT_OK : EXIT_NOTHING;
}

// Open the file on rank 0, and say where the others write.
static int open_for_all(const lidar_options* o, cloud* to, bool doubles, const char* label, scan_place* place)
{
    int code = cloud_open(to, o->out, to->format, doubles, label);
    if (code != EXIT_OK)
        return code;
    if (to->target.part && strlen(to->target.part) < sizeof place->path && cloud_begins(to, &place->begin)) {
        snprintf(place->path, sizeof place->path, "%s", to->target.part);
        return EXIT_OK;
    }
    print_error("lidar: several ranks write to a file: -o FILE, and no pipe or device");
    cloud_discard(to);
    return EXIT_USAGE;
}

// Several ranks write the file that rank 0 has opened.
static int scan_together(const lidar_options* o, const scan_request* request, cloud_format format, const char* label)
{
    const bool doubles = model_is_far(request->model) && !request->sensor_frame;
    cloud to = {.format = format, .doubles = doubles};
    scan_place place = {.name = o->out};
    scan_result result = {0};
    uint64_t end = 0;
    bool opened = false;
    int code = EXIT_OK;
    if (o->out && cluster_rank() == 0) {
        code = open_for_all(o, &to, doubles, label, &place);
        opened = code == EXIT_OK;
    }
    code = cluster_agree(code);
    if (code == EXIT_OK) {
        cluster_mpi()->broadcast(place.path, sizeof place.path);
        cluster_mpi()->broadcast(&place.begin, sizeof place.begin);
        code = cluster_agree_at_last(scan_run_together(request, o->out ? &to : NULL, &place, &result, &end));
    }
    if (opened && code == EXIT_OK && !cloud_ends(&to, end))
        code = EXIT_RESOURCES;
    if (opened && code != EXIT_OK)
        cloud_discard(&to);
    else if (opened)
        code = cloud_close(&to, result.points, atomic_load(&interrupted) != 0);
    return code == EXIT_OK && cluster_rank() == 0 ? finish(o, &result) : code;
}

static int scan_to_file(const lidar_options* o, scan_request* request, hit_axis up)
{
    static const char* const world[] = {"",
                                        "metres, world, x up",
                                        "metres, world, y up",
                                        "metres, world, z up",
                                        "metres, world, -x up",
                                        "metres, world, -y up",
                                        "metres, world, -z up"};
    const char* label = request->sensor_frame ? "metres, x ahead, y left, z up" : world[up];
    scan_result result;
    cloud_format format = CLOUD_CSV;
    cloud to;
    int code = o->out ? choose_format(o, &format) : EXIT_OK;
    if (code == EXIT_OK && cluster_mpi())
        return scan_together(o, request, format, label);
    if (code == EXIT_OK && o->out)
        code = cloud_open(&to, o->out, format, model_is_far(request->model) && !request->sensor_frame, label);
    if (code != EXIT_OK)
        return code;
    code = scan_run(request, o->out ? &to : NULL, &result);
    if (o->out) {
        if (code == EXIT_OK)
            code = cloud_close(&to, result.points, atomic_load(&interrupted) != 0);
        else
            cloud_discard(&to);
    }
    return code == EXIT_OK ? finish(o, &result) : code;
}

// Let the path know which way is up: as --up says, or the file, as in pictures. What is not as usual here is told.
static hit_axis choose_up(const lidar_options* o, const model* m, path* p)
{
    static const double usual[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const camera_up up = camera_choose_up(o->up, m);
    double axes[3][3];
    for (int i = 0; i < 3; i++)
        camera_axis_turn(up.axis, usual[i], axes[i]);
    path_set_axes(p, axes);
    if (up.axis != HIT_AXIS_POSITIVE_Z && !o->common.quiet && strcmp(up.from, "file") == 0)
        print_note("lidar: up is %s; --up sets it", up.text);
    return up.axis;
}

static int scan_model(const lidar_options* o, scan_request* request, path* p, char** files, int count)
{
    const model_request open = {
        .verb_name = "lidar", .pool = request->pool, .quiet = o->common.quiet, .options = &o->model};
    model* m = NULL;
    int code = model_open_together(files, count, &open, &m);
    if (code == EXIT_OK) {
        model_tell_empty(m, o->common.quiet);
        code = cluster_agree(model_tree(m, &request->tree));
    }
    request->model = m;
    if (code == EXIT_OK)
        code = scan_to_file(o, request, choose_up(o, m, p));
    model_close_together(m);
    return code;
}

static int run(const void* options, char** arguments, int count)
{
    const lidar_options* o = options;
    hit_thread_pool* threads = NULL;
    hit_task_pool pool;
    sensor s;
    path p = {0};
    scan_request request = {.sensor = &s,
                            .path = &p,
                            .yaw = o->yaw,
                            .noise = o->noise,
                            .max_incidence = o->max_incidence,
                            .seed = o->seed,
                            .sensor_frame = o->frame == 1,
                            .pool = &pool,
                            .quiet = o->common.quiet};
    cloud_format format;
    int code;
    if (!o->path) {
        print_error(
            "lidar: --path is missing: X,Y,Z where the sensor is, or points with slashes between; see hitscan lidar "
            "--help");
        return EXIT_USAGE;
    }
    if (o->turns > 0.0 && o->duration > 0.0) {
        print_error("lidar: --turns and --duration exclude each other");
        return EXIT_USAGE;
    }
    if (!sensor_read(o->sensor, &s) || (o->out && choose_format(o, &format) != EXIT_OK))
        return EXIT_USAGE;
    catch_interrupts();
    code = o->out ? file_is_written("-o", o->out) : EXIT_OK;
    if (o->out && strcmp(o->out, "-") == 0)
        stdout_is_taken();
    if (code == EXIT_OK)
        code = path_read(o->path, o->speed, &p);
    if (code == EXIT_OK)
        code = count_firings(o, &s, &p, &request.firings);
    if (code == EXIT_OK)
        code = threads_start("lidar", cluster_threads(o->common.threads), &threads);
    code = cluster_agree(code);
    if (code == EXIT_OK) {
        pool = hit_thread_pool_tasks(threads);
        code = scan_model(o, &request, &p, arguments, count);
    }
    hit_thread_pool_destroy(threads);
    path_free(&p);
    return code;
}

static const lidar_options defaults = {
    .sensor = "vlp16", .format = -1, .speed = 10.0, .max_incidence = 90.0, .seed = 1};

static const option options[] = {
    {"--sensor", "SENSOR",
     "vlp16, hdl32, os1-64, os1-128, or fields:\nbeams=64/fov=-25,15/range=0.5,120/rate=10/step=0.2 (vlp16)",
     OPTION_TEXT, offsetof(lidar_options, sensor), 0, 0, sensor_names},
    {"--path", "PATH", "X,Y,Z: stands still; X,Y,Z/X,Y,Z/...: moves on; or a CSV file of t,x,y,z[,yaw]", OPTION_TEXT,
     offsetof(lidar_options, path), 0, 0, NULL},
    {"--speed", "M/S", "metres per second from point to point (10)", OPTION_NUMBER, offsetof(lidar_options, speed),
     1e-6, 1e6, NULL},
    {"--duration", "S", "seconds to scan (the time of the path, or one turn)", OPTION_NUMBER,
     offsetof(lidar_options, duration), 1e-9, 1e9, NULL},
    {"--turns", "N", "turns to scan, in place of --duration", OPTION_NUMBER, offsetof(lidar_options, turns), 1e-6, 1e9,
     NULL},
    {"--yaw", "DEG", "how far the sensor is turned on its mount, to the left (0)", OPTION_NUMBER,
     offsetof(lidar_options, yaw), -360, 360, NULL},
    {"--noise", "SIGMA", "standard deviation of the range, in metres (0)", OPTION_NUMBER,
     offsetof(lidar_options, noise), 0, 1e6, NULL},
    {"--seed", "S", "another one gives other noise (1)", OPTION_COUNT64, offsetof(lidar_options, seed), 0,
     9007199254740992.0, NULL},
    {"--max-incidence", "DEG", "no point where a beam meets a surface more obliquely: 0 is head-on (90)", OPTION_NUMBER,
     offsetof(lidar_options, max_incidence), 0, 90, NULL},
    {"--frame", "FRAME", "of the points: world, or sensor: x ahead, y left, z up (world)", OPTION_CHOICE,
     offsetof(lidar_options, frame), 0, 0, frame_choices},
    {"--up", "AXIS", CAMERA_UP_HELP, OPTION_CHOICE, offsetof(lidar_options, up), 0, 0, camera_up_choices},
    {"-o", "FILE", "where the points go: .ply, .csv or .npy; - is the standard output (only count them)", OPTION_TEXT,
     offsetof(lidar_options, out), 0, 0, NULL},
    {"--format", "FORMAT", "ply, csv or npy (by the name of the file)", OPTION_CHOICE, offsetof(lidar_options, format),
     0, 0, cloud_format_names},
    MODEL_OPTION_TABLE_WITH(lidar_options, model, "--model-format") // --format is that of the points,
};

const verb verb_lidar = {
    .name = "lidar",
    .summary = "move a spinning laser scanner through a model: a point cloud",
    .arguments = "MODEL...",
    .min_arguments = 1,
    .max_arguments = INT_MAX,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof defaults,
    .defaults = &defaults,
    .details =
        "Lengths are in metres, angles in degrees, times in seconds. The sensor spins to the left, seen from above;\n"
        "azimuth 0 is ahead: along the path, or along x (y with x up) where it stands still. Beams count from the "
        "lowest. All beams\n"
        "fire at once, each firing from where the sensor is then. A beam that meets nothing within its range gives no\n"
        "point, and so does one that meets something nearer than the sensor can measure.\n"
        "\n"
        "Each point has x, y, z, range, part (of the model, from 0), face (of the file, from 0), incidence (0 is\n"
        "head-on), beam, azimuth and time. PLY is binary; npy is a structured array.\n"
        "\n"
        "Fields of --sensor, also behind a name (vlp16/rate=20): beams; fov=LOW,HIGH of the beams; range=MIN,MAX;\n"
        "rate, turns per second; step, degrees from firing to firing, or columns, firings per turn.\n"
        "The same bytes come from every machine and any number of threads.\n"
        "\n" MODEL_HELP,
    .examples = "hitscan lidar town.ply --path 0,0,1.8 -o cloud.ply\n"
                "# a drive of 100 m at 10 m/s, with noise of 2 cm\n"
                "hitscan lidar town.hit --sensor os1-64 --path 0,5,2/100,5,2 --noise 0.02 -o drive.npy\n",
    .on_ranks = true,
    .run = run,
};
