// Scans chunk by chunk.
//
// A beam's direction is computed in double, from the azimuth of its firing, its elevation and the heading, and rounded
// to float: that is the ray. The tree gives t correctly rounded; the range is t·|direction|, and the point the origin
// plus t·direction, both in double. What is nearer than the sensor can measure stops the beam all the same.
#include "lidar/scan.h"
#include "cli/job.h"
#include "cli/verb.h"
#include "cluster/ordered.h"
#include "gen/portable_math.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 2048,
    CHUNKS_PER_THREAD = 2,
    GROUP = 32 * CHUNK ///< rays whose statistics are summed up first, and that a rank takes at a time
};

// What one task works on.
typedef struct chunk {
    hit_ray rays[CHUNK];
    hit_bvh_hit hits[CHUNK];
    char* bytes; ///< of the encoded points
    size_t size;
    scan_result found;
} chunk;

typedef struct scan {
    const scan_request* request;
    hit_dvec3 origin; ///< model_origin
    cloud_format format;
    bool encodes, doubles;
    double mount_cosine, mount_sine;
    double* cosines; ///< of the elevation of each beam, then the sines
    uint64_t rays;   ///< of the whole scan
    uint64_t first;  ///< ray of the first chunk of this round
    uint64_t end;    ///< of the rays that are to be scanned now
    scan_result group;
    /// Takes the points.
    bool (*put)(void* context, const char* bytes, size_t size);
    void* taker;
    chunk* chunks;
    uint32_t chunk_count;
} scan;

// All that the beams of a firing share.
typedef struct firing {
    pose at;             ///< with the heading of the sensor, that of its mount included
    double cosine, sine; ///< of the azimuth in the sensor's frame
    double azimuth, time;
} firing;

static firing firing_at(const scan* s, uint64_t number)
{
    const sensor* with = s->request->sensor;
    const double turned = (double)number * with->step; // since the beginning
    firing f;
    pose ahead;
    f.time = turned / (360.0 * with->rate);
    f.azimuth = fmod(turned, 360.0);
    f.at = path_at(s->request->path, f.time);
    ahead = f.at;
    f.at.cosine = s->mount_cosine * ahead.cosine - s->mount_sine * ahead.sine;
    f.at.sine = s->mount_cosine * ahead.sine + s->mount_sine * ahead.cosine;
    trig_sincos_degrees(f.azimuth, &f.sine, &f.cosine);
    return f;
}

static hit_ray ray_of(const scan* s, const firing* f, uint32_t beam)
{
    const sensor* with = s->request->sensor;
    const double level = s->cosines[beam], up = s->cosines[with->beams + beam];
    const double ahead = level * f->cosine, left = level * f->sine;
    const double x = f->at.cosine * ahead - f->at.sine * left, y = f->at.sine * ahead + f->at.cosine * left;
    const double(*axes)[3] = s->request->path->axes;
    hit_ray ray;
    ray.origin = hit_dvec3_relative(f->at.position, s->origin);
    ray.direction = hit_vec3_make((float)(x * axes[0][0] + y * axes[1][0] + up * axes[2][0]), // of which two are zero
                                  (float)(x * axes[0][1] + y * axes[1][1] + up * axes[2][1]),
                                  (float)(x * axes[0][2] + y * axes[1][2] + up * axes[2][2]));
    ray.t_min = 0.0f;
    ray.t_max = (float)(with->far * (1.0 + 1e-6)); // |direction| is 1 but for roundings; ranges are checked later
    return ray;
}

static double length_of(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}

// How far a direction goes along an axis.
static double along(hit_vec3 d, const double axis[3])
{
    return (double)d.x * axis[0] + (double)d.y * axis[1] + (double)d.z * axis[2];
}

// Degrees between a ray and the normal of what it hits, from 0 to 90.
static double incidence_of(hit_vec3 d, hit_vec3 n)
{
    const double x = (double)d.y * n.z - (double)d.z * n.y, y = (double)d.z * n.x - (double)d.x * n.z,
                 z = (double)d.x * n.y - (double)d.y * n.x;
    return trig_atan2_degrees(length_of(x, y, z), fabs((double)d.x * n.x + (double)d.y * n.y + (double)d.z * n.z));
}

// The point of a hit; false when the sensor does not measure it.
static bool measure(const scan* s, const firing* f, uint64_t number, const hit_ray* ray, const hit_bvh_hit* hit,
                    cloud_point* p)
{
    const scan_request* q = s->request;
    const hit_vec3 d = ray->direction;
    const double length = length_of((double)d.x, (double)d.y, (double)d.z);
    double range = (double)hit->t * length, t = (double)hit->t, incidence;
    model_source source;
    if (range < q->sensor->near || range > q->sensor->far)
        return false;
    incidence = incidence_of(d, hit_bvh_normal(q->tree, hit));
    if (incidence > q->max_incidence)
        return false;
    if (q->noise > 0.0) {
        range += q->noise * scan_noise(q->seed, number);
        range = range < 0.0 ? 0.0 : range;
        t = range / length;
    }
    if (q->sensor_frame) { // turned back: x ahead, y to the left, z up
        const double x = t * along(d, q->path->axes[0]), y = t * along(d, q->path->axes[1]);
        p->x = f->at.cosine * x + f->at.sine * y + 0.0; // no -0
        p->y = f->at.cosine * y - f->at.sine * x + 0.0;
        p->z = t * along(d, q->path->axes[2]);
    } else {
        p->x = s->origin.x + ((double)ray->origin.x + t * (double)d.x);
        p->y = s->origin.y + ((double)ray->origin.y + t * (double)d.y);
        p->z = s->origin.z + ((double)ray->origin.z + t * (double)d.z);
    }
    source = model_source_of(q->model, hit->primitive);
    p->range = (float)range;
    p->part = source.part;
    p->face = source.face;
    p->incidence = (float)incidence;
    p->azimuth = (float)f->azimuth;
    p->time = f->time;
    return true;
}

static void note_range(scan_result* r, double range)
{
    r->min = r->points == 0 || range < r->min ? range : r->min;
    r->max = r->points == 0 || range > r->max ? range : r->max;
    r->sum += range;
    r->points++;
}

static uint32_t rays_of(const scan* s, uint64_t first)
{
    return first >= s->end ? 0 : s->end - first < CHUNK ? (uint32_t)(s->end - first) : CHUNK;
}

// One task: make the rays of a chunk, cast them, and encode what they met.
static void scan_chunk(void* context, uint32_t index)
{
    scan* s = context;
    chunk* p = &s->chunks[index];
    const uint64_t first = s->first + (uint64_t)index * CHUNK;
    const uint32_t count = rays_of(s, first), beams = s->request->sensor->beams;
    firing f = {0};
    memset(&p->found, 0, sizeof p->found);
    p->size = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || (first + i) % beams == 0)
            f = firing_at(s, (first + i) / beams);
        p->rays[i] = ray_of(s, &f, (uint32_t)((first + i) % beams));
    }
    hit_bvh_batch_first(s->request->tree, p->rays, count, p->hits, NULL, NULL);
    for (uint32_t i = 0; i < count; i++) {
        cloud_point point;
        if (i == 0 || (first + i) % beams == 0)
            f = firing_at(s, (first + i) / beams);
        if (p->hits[i].primitive == HIT_BVH_NONE || !measure(s, &f, first + i, &p->rays[i], &p->hits[i], &point))
            continue;
        point.beam = (uint16_t)((first + i) % beams);
        note_range(&p->found, (double)point.range);
        if (s->encodes)
            p->size += cloud_encode(s->format, s->doubles, &point, p->bytes + p->size);
    }
}

static bool prepare(scan* s, const scan_request* q, const cloud* to)
{
    const uint32_t beams = q->sensor->beams;
    s->request = q;
    s->origin = model_origin(q->model);
    s->encodes = to != NULL;
    s->doubles = to && to->doubles;
    s->format = to ? to->format : CLOUD_CSV;
    s->rays = q->firings * beams;
    s->chunk_count = CHUNKS_PER_THREAD * q->pool->threads;
    trig_sincos_degrees(q->yaw, &s->mount_sine, &s->mount_cosine);
    s->cosines = malloc(2 * (size_t)beams * sizeof *s->cosines);
    s->chunks = calloc(s->chunk_count, sizeof *s->chunks);
    if (!s->cosines || !s->chunks)
        return false;
    for (uint32_t i = 0; i < beams; i++)
        trig_sincos_degrees(sensor_elevation(q->sensor, i), &s->cosines[beams + i], &s->cosines[i]);
    for (uint32_t i = 0; i < s->chunk_count && s->encodes; i++)
        if (!(s->chunks[i].bytes = malloc((size_t)CHUNK * CLOUD_RECORD_MAX)))
            return false;
    return true;
}

static void clean_up(scan* s)
{
    for (uint32_t i = 0; s->chunks && i < s->chunk_count; i++)
        free(s->chunks[i].bytes);
    free(s->chunks);
    free(s->cosines);
}

static void add_result(scan_result* sum, const scan_result* one)
{
    if (one->points == 0)
        return;
    sum->min = sum->points == 0 || one->min < sum->min ? one->min : sum->min;
    sum->max = sum->points == 0 || one->max > sum->max ? one->max : sum->max;
    sum->sum += one->sum;
    sum->points += one->points;
}

// Cast as many chunks as there are, and give their points out in order.
static bool scan_round(scan* s, scan_result* result)
{
    const uint64_t left = s->end - s->first, chunks = (left + CHUNK - 1) / CHUNK;
    const uint32_t count = chunks < s->chunk_count ? (uint32_t)chunks : s->chunk_count;
    s->request->pool->run(s->request->pool->context, scan_chunk, s, count);
    for (uint32_t i = 0; i < count; i++) {
        const chunk* p = &s->chunks[i];
        const uint64_t first = s->first + (uint64_t)i * CHUNK, next = first + rays_of(s, first);
        if (s->encodes && !s->put(s->taker, p->bytes, p->size))
            return false;
        add_result(&s->group, &p->found);
        if (next % GROUP == 0 || next == s->end) { // the same sums, whoever scans which group
            add_result(result, &s->group);
            memset(&s->group, 0, sizeof s->group);
        }
        result->rays += next - first;
    }
    s->first += (uint64_t)count * CHUNK;
    return true;
}

static bool put_into_cloud(void* to, const char* bytes, size_t size)
{
    return cloud_write(to, bytes, size);
}

int scan_run(const scan_request* request, cloud* to, scan_result* result)
{
    scan s = {0};
    progress shown;
    const double began = seconds_now();
    memset(result, 0, sizeof *result);
    if (!prepare(&s, request, to)) {
        clean_up(&s);
        print_error("lidar: out of memory");
        return EXIT_RESOURCES;
    }
    s.end = s.rays;
    s.put = put_into_cloud;
    s.taker = to;
    shown = progress_begin("rays", s.rays, request->quiet);
    while (s.first < s.rays && !atomic_load(&interrupted) && scan_round(&s, result))
        progress_at(&shown, s.first);
    add_result(result, &s.group); // of a group that was not scanned to its end
    progress_end(&shown);
    result->firings = result->rays / request->sensor->beams;
    result->seconds = seconds_now() - began;
    clean_up(&s);
    return EXIT_OK;
}

// ---- On several ranks -----------------------------------------------------------------------------------------------

static int scan_group(void* context, uint64_t number, ordered_sink* sink, ordered_facts* facts)
{
    scan* s = context;
    scan_result found = {0};
    s->first = number * GROUP;
    s->end = s->rays - s->first < GROUP ? s->rays : s->first + GROUP;
    s->taker = sink;
    memset(&s->group, 0, sizeof s->group);
    while (s->first < s->end && !atomic_load(&interrupted))
        if (!scan_round(s, &found))
            break;
    facts->counts[0] = found.rays;
    facts->counts[1] = found.points;
    facts->numbers[0] = found.min;
    facts->numbers[1] = found.sum;
    facts->numbers[2] = found.max;
    return EXIT_OK;
}

static void add_groups(const ordered_totals* found, scan_result* result)
{
    for (uint64_t i = 0; i < found->chunks; i++) {
        const ordered_facts* f = &found->facts[i];
        const scan_result one = {
            .points = f->counts[1], .min = f->numbers[0], .sum = f->numbers[1], .max = f->numbers[2]};
        add_result(result, &one);
        result->rays += f->counts[0];
    }
}

int scan_run_together(const scan_request* request, const cloud* like, const scan_place* place, scan_result* result,
                      uint64_t* end)
{
    scan s = {0};
    ordered_totals found = {0};
    const double began = seconds_now();
    ordered_job job = {.verb_name = "lidar",
                       .context = &s,
                       .make = scan_group,
                       .begin = place->begin,
                       .path = place->path[0] ? place->path : NULL,
                       .name = place->name,
                       .what = "rays",
                       .quiet = request->quiet};
    int code = prepare(&s, request, like) ? EXIT_OK : out_of_memory("lidar");
    memset(result, 0, sizeof *result);
    s.put = ordered_put;
    job.total = s.rays;
    job.chunks = s.rays > GROUP ? (s.rays + GROUP - 1) / GROUP : 1;
    code = cluster_agree(code);
    if (code == EXIT_OK)
        code = ordered_run(&job, &found);
    add_groups(&found, result);
    *end = found.end;
    result->firings = result->rays / request->sensor->beams;
    result->seconds = seconds_now() - began;
    free(found.facts);
    clean_up(&s);
    return code;
}

// ---- Noise ----------------------------------------------------------------------------------------------------------
// Gaussian, with the same bits on every machine (Box and Muller, 1958), by a logarithm and a sine of our own.

// The natural logarithm of a normal number above 0: of its power of two, and of its fraction in [sqrt(1/2), sqrt(2)) by
// the series of artanh, 2·(z + z³/3 + ...) with z = (f - 1)/(f + 1), |z| < 0.172; the first omitted term is below
// 1e-18.
static double logarithm(double x)
{
    int power;
    double f = frexp(x, &power), z, square, sum = 0.0;
    if (f < 0.70710678118654752) {
        f *= 2.0;
        power--;
    }
    z = (f - 1.0) / (f + 1.0);
    square = z * z;
    for (int k = 11; k >= 1; k--)
        sum = square * (1.0 / (2 * k + 1) + sum);
    return 0.69314718055994531 * power + 2.0 * (z + z * sum);
}

double scan_noise(uint64_t seed, uint64_t index)
{
    const uint64_t first = hash_random_at(seed, 2 * index), second = hash_random_at(seed, 2 * index + 1);
    const double share = ((double)(first >> 11) + 0.5) * 0x1p-53; // never 0 and below 1
    double sine, cosine;
    trig_sincos_degrees(360.0 * ((double)(second >> 11) * 0x1p-53), &sine, &cosine);
    return sqrt(-2.0 * logarithm(share)) * cosine;
}
