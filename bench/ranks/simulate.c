// hitscan_simulate_ranks: what rays cost on the wire when a model is divided among many ranks.
//
// All ranks run in this process, by the code that runs under MPI (src/mpi/ranks): so rounds, messages, bytes and work
// are counted, not modelled. Times are not measured: one machine says nothing about a thousand.
#include "workload.h"

#include "mpi/ranks/query.h"
#include "mpi/ranks/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Count what rays cost on the wire when a model is divided among many ranks, which all run in this process.\n"
    "\n"
    "usage: hitscan_simulate_ranks [OPTION]...\n"
    "\n"
    "  --ranks LIST      numbers of ranks, as in 1,8,64,1024 (the default)\n"
    "  --triangles N     of the model; default 1000000\n"
    "  --rays N          of all ranks together; default 1000000\n"
    "  --scene NAME      terrain (the default): a height field; soup: small triangles anywhere in a cube\n"
    "  --pattern NAME    random (the default): from anywhere in the model in all directions; down: a grid of rays "
    "from\n"
    "                    above, each rank a stretch of it; camera: a picture of all, each rank some of its rows\n"
    "  --query NAME      first (the default), any, count, k (the first 4), all, closest (the 4 closest)\n"
    "  --buffer BYTES    for what is under way, on each rank; default 256 MiB\n"
    "  --format NAME     table (the default), csv or json: one row, line or object for each number of ranks\n"
    "  --seed N          of the random numbers; default 1\n"
    "\n"
    "Columns: rounds; bytes, messages: sent to other ranks, of all; bytes_per_ray; visits_per_ray: trees asked;\n"
    "forwards_per_ray: rays that went to another rank; wire_bytes: the sum over the rounds of the most that one rank\n"
    "sends or receives, which is what the rounds wait for; pairs: of ranks that had something for each other, summed\n"
    "over the rounds; triangles_most, visits_most, sent_most: the largest share of a rank, over the mean of all;\n"
    "build_rounds, build_bytes: of dividing the model.\n";

typedef struct settings {
    const char *ranks, *scene, *pattern, *query, *format;
    uint64_t triangles, rays, buffer, seed;
} settings;

typedef struct row {
    uint32_t ranks;
    hit_simulation build, query;
    uint64_t visits, forwarded, hits;
    double triangles_most, visits_most, sent_most;
} row;

static void stop(const char* text)
{
    fprintf(stderr, "hitscan_simulate_ranks: %s\n", text);
    exit(2);
}

static void* room(uint64_t count, size_t size)
{
    void* memory = count > SIZE_MAX / size - 1 ? NULL : calloc((size_t)count + 1, size);
    if (memory == NULL)
        stop("there is not enough memory");
    return memory;
}

typedef struct job {
    const settings* settings;
    uint32_t ranks;
    hit_ranks_tree** trees;
    hit_actor** actors;
    row* out;
} job;

static void build(job* j, float (*triangles)[9])
{
    const hit_ranks_options options = {.buffer_bytes = (size_t)j->settings->buffer, .quality = HIT_BVH_FAST};
    hit_ranks_build** builds = room(j->ranks, sizeof *builds);
    uint64_t most = 0;
    hit_actor refused;
    hit_error error;

    for (uint32_t r = 0; r < j->ranks; r++) {
        const uint64_t begin = j->settings->triangles * r / j->ranks, end = j->settings->triangles * (r + 1) / j->ranks;
        hit_ranks_part part = {.first_id = begin};
        part.mesh.vertices = triangles[begin];
        part.mesh.triangle_count = (uint32_t)(end - begin);
        part.mesh.vertex_count = 3 * part.mesh.triangle_count;
        builds[r] = hit_ranks_build_begin(r, j->ranks, &part, &options, &refused);
        if (builds[r] == NULL)
            stop(refused.error.message);
        j->actors[r] = hit_ranks_build_actor(builds[r]);
    }
    if (hit_simulate(j->actors, j->ranks, NULL, &j->out->build, &error) != HIT_OK)
        stop(error.message);
    for (uint32_t r = 0; r < j->ranks; r++) {
        hit_ranks_build_end(builds[r], &j->trees[r]);
        most = j->trees[r]->count > most ? j->trees[r]->count : most;
    }
    j->out->triangles_most = (double)most * j->ranks / (double)j->settings->triangles;
    free(builds);
}

typedef struct arrays {
    hit_ray* rays;
    hit_vec3* points;
    hit_ranks_hit* hits;
    hit_ranks_closest* closest;
    uint8_t* answers;
    uint64_t *counts, *offsets;
} arrays;

enum { K = 4 };

static void ask(job* j, hit_ranks_kind kind, const arrays* a)
{
    const hit_ranks_options options = {.buffer_bytes = (size_t)j->settings->buffer};
    hit_ranks_query** queries = room(j->ranks, sizeof *queries);
    uint64_t most = 0;
    hit_actor refused;
    hit_error error;

    for (uint32_t r = 0; r < j->ranks; r++) {
        const uint64_t begin = j->settings->rays * r / j->ranks, end = j->settings->rays * (r + 1) / j->ranks;
        hit_ranks_question q = {.kind = kind, .count = (size_t)(end - begin), .max_distance = HUGE_VALF};
        const bool lists = kind == HIT_RANKS_FIRST_K || kind == HIT_RANKS_CLOSEST;
        q.k = lists ? K : 0;
        q.rays = a->rays + begin;
        q.points = a->points + begin;
        q.hits = kind == HIT_RANKS_ALL ? a->hits : a->hits == NULL ? NULL : a->hits + begin * (lists ? K : 1);
        q.closest = a->closest == NULL ? NULL : a->closest + begin * K;
        q.answers = a->answers == NULL ? NULL : a->answers + begin;
        q.counts = a->counts == NULL ? NULL : a->counts + begin;
        q.offsets = a->offsets == NULL ? NULL : a->offsets + begin;
        queries[r] = hit_ranks_query_begin(j->trees[r], &q, &options, &refused);
        if (queries[r] == NULL)
            stop(refused.error.message);
        j->actors[r] = hit_ranks_query_actor(queries[r]);
    }
    j->out->query = (hit_simulation){.rounds = 0};
    j->out->visits = j->out->forwarded = 0;
    if (hit_simulate(j->actors, j->ranks, NULL, &j->out->query, &error) != HIT_OK)
        stop(error.message);
    for (uint32_t r = 0; r < j->ranks; r++) {
        hit_ranks_work work = {.visits = 0};
        hit_ranks_query_end(queries[r], &work);
        j->out->visits += work.visits;
        j->out->forwarded += work.forwarded;
        most = work.visits > most ? work.visits : most;
    }
    j->out->visits_most = j->out->visits == 0 ? 0.0 : (double)most * j->ranks / (double)j->out->visits;
    j->out->sent_most =
        j->out->query.bytes == 0 ? 0.0 : (double)j->out->query.rank_bytes * j->ranks / (double)j->out->query.bytes;
    free(queries);
}

static void run_query(job* j)
{
    static const char* const names[] = {"first", "any", "count", "k", "all", "closest"};
    const settings* s = j->settings;
    arrays a = {room(s->rays, sizeof(hit_ray)), room(s->rays, sizeof(hit_vec3)), NULL, NULL, NULL, NULL, NULL};
    const workload_rays rays = {s->pattern, strcmp(s->scene, "terrain") == 0, s->rays, s->seed};
    int kind = 0;

    while (strcmp(s->query, names[kind]) != 0)
        if (++kind == sizeof names / sizeof *names)
            stop("--query is first, any, count, k, all or closest");
    for (uint64_t i = 0; i < s->rays; i++) {
        a.rays[i] = workload_ray(&rays, i);
        a.points[i] = a.rays[i].origin;
    }
    if (kind == HIT_RANKS_FIRST || kind == HIT_RANKS_FIRST_K)
        a.hits = room(s->rays * (kind == HIT_RANKS_FIRST ? 1 : K), sizeof *a.hits);
    if (kind == HIT_RANKS_CLOSEST)
        a.closest = room(s->rays * K, sizeof *a.closest);
    if (kind == HIT_RANKS_ANY)
        a.answers = room(s->rays, 1);
    if (kind == HIT_RANKS_COUNT || kind == HIT_RANKS_ALL)
        a.counts = room(s->rays, sizeof *a.counts);
    if (kind == HIT_RANKS_ALL) {
        ask(j, HIT_RANKS_COUNT, &a);
        a.offsets = room(s->rays, sizeof *a.offsets);
        for (uint64_t i = 0; i < s->rays; i++)
            a.offsets[i + 1] = a.offsets[i] + a.counts[i];
        a.hits = room(a.offsets[s->rays], sizeof *a.hits);
    }
    ask(j, (hit_ranks_kind)kind, &a);
    for (uint64_t i = 0; kind == HIT_RANKS_FIRST && i < s->rays; i++)
        j->out->hits += a.hits[i].primitive != HIT_RANKS_NONE;
    free(a.rays);
    free(a.points);
    free(a.hits);
    free(a.closest);
    free(a.answers);
    free(a.counts);
    free(a.offsets);
}

static row run(const settings* s, uint32_t ranks, float (*triangles)[9])
{
    row out = {.ranks = ranks};
    job j = {.settings = s, .ranks = ranks, .out = &out};

    j.trees = room(ranks, sizeof(hit_ranks_tree*));
    j.actors = room(ranks, sizeof(hit_actor*));
    build(&j, triangles);
    run_query(&j);
    for (uint32_t r = 0; r < ranks; r++)
        hit_ranks_tree_destroy(j.trees[r]);
    free(j.trees);
    free(j.actors);
    return out;
}

static void print(const settings* s, const row* r, bool first)
{
    const double rays = (double)s->rays;
    const double values[] = {(double)r->ranks,
                             (double)r->query.rounds,
                             (double)r->query.bytes,
                             (double)r->query.messages,
                             (double)r->query.bytes / rays,
                             (double)r->visits / rays,
                             (double)r->forwarded / rays,
                             (double)r->query.most_bytes,
                             (double)r->query.pairs,
                             r->triangles_most,
                             r->visits_most,
                             r->sent_most,
                             (double)r->build.rounds,
                             (double)r->build.bytes};
    static const char* const names[] = {
        "ranks",      "rounds", "bytes",          "messages",    "bytes_per_ray", "visits_per_ray", "forwards_per_ray",
        "wire_bytes", "pairs",  "triangles_most", "visits_most", "sent_most",     "build_rounds",   "build_bytes"};
    const bool csv = strcmp(s->format, "csv") == 0, json = strcmp(s->format, "json") == 0;
    const size_t count = sizeof values / sizeof *values;

    if (first && csv)
        printf("scene,pattern,query,triangles,rays,buffer,");
    for (size_t i = 0; first && !json && i < count; i++)
        printf("%s%s", names[i], i + 1 == count ? "\n" : csv ? "," : "  ");
    if (csv)
        printf("%s,%s,%s,%llu,%llu,%llu,", s->scene, s->pattern, s->query, (unsigned long long)s->triangles,
               (unsigned long long)s->rays, (unsigned long long)s->buffer);
    if (json)
        printf("{\"scene\": \"%s\", \"pattern\": \"%s\", \"query\": \"%s\", \"triangles\": %llu, \"rays\": %llu, "
               "\"buffer\": %llu, ",
               s->scene, s->pattern, s->query, (unsigned long long)s->triangles, (unsigned long long)s->rays,
               (unsigned long long)s->buffer);
    for (size_t i = 0; i < count; i++) {
        if (json)
            printf("\"%s\": %.10g%s", names[i], values[i], i + 1 == count ? "}\n" : ", ");
        else if (csv)
            printf("%.10g%s", values[i], i + 1 == count ? "\n" : ",");
        else
            printf("%*.*f%s", (int)strlen(names[i]), values[i] == floor(values[i]) ? 0 : 2, values[i],
                   i + 1 == count ? "\n" : "  ");
    }
    fflush(stdout);
}

static uint64_t number(const char* text, uint64_t least, uint64_t most)
{
    char* end;
    const unsigned long long n = strtoull(text, &end, 10);
    if (end == text || *end != '\0' || n < least || n > most) {
        fprintf(stderr, "hitscan_simulate_ranks: '%s' is no number from %llu to %llu\n", text,
                (unsigned long long)least, (unsigned long long)most);
        exit(2);
    }
    return n;
}

static settings read_options(int argc, char** argv)
{
    settings s = {"1,8,64,1024", "terrain", "random", "first", "table", 1000000, 1000000, 0, 1};

    for (int i = 1; i < argc; i += 2) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(name, "--help") == 0) {
            fputs(help, stdout);
            exit(0);
        }
        if (value == NULL)
            stop("an option without its value; --help lists them");
        if (strcmp(name, "--ranks") == 0)
            s.ranks = value;
        else if (strcmp(name, "--triangles") == 0)
            s.triangles = number(value, 2, 1u << 29);
        else if (strcmp(name, "--rays") == 0)
            s.rays = number(value, 1, 1u << 30);
        else if (strcmp(name, "--scene") == 0)
            s.scene = value;
        else if (strcmp(name, "--pattern") == 0)
            s.pattern = value;
        else if (strcmp(name, "--query") == 0)
            s.query = value;
        else if (strcmp(name, "--buffer") == 0)
            s.buffer = number(value, 0, UINT64_C(1) << 40);
        else if (strcmp(name, "--format") == 0)
            s.format = value;
        else if (strcmp(name, "--seed") == 0)
            s.seed = number(value, 0, UINT64_MAX);
        else
            stop("an unknown option; --help lists them");
    }
    if (strcmp(s.scene, "terrain") != 0 && strcmp(s.scene, "soup") != 0)
        stop("--scene is terrain or soup");
    if (strcmp(s.pattern, "random") != 0 && strcmp(s.pattern, "down") != 0 && strcmp(s.pattern, "camera") != 0)
        stop("--pattern is random, down or camera");
    if (strcmp(s.format, "table") != 0 && strcmp(s.format, "csv") != 0 && strcmp(s.format, "json") != 0)
        stop("--format is table, csv or json");
    return s;
}

int main(int argc, char** argv)
{
    const settings s = read_options(argc, argv);
    float(*triangles)[9] = room(s.triangles, sizeof *triangles);
    const char* at = s.ranks;
    uint64_t hits = 0;

    if (strcmp(s.scene, "terrain") == 0)
        workload_terrain(triangles, 0, s.triangles, s.triangles);
    else
        workload_soup(triangles, s.triangles, s.seed);
    while (*at != '\0') {
        char text[24];
        const size_t length = strcspn(at, ",");
        row r;
        snprintf(text, sizeof text, "%.*s", (int)(length < 23 ? length : 23), at);
        r = run(&s, (uint32_t)number(text, 1, 65536), triangles);
        print(&s, &r, at == s.ranks);
        // However many ranks, the same rays hit.
        if (at != s.ranks && r.hits != hits)
            stop("the number of hits differs: this is a bug");
        hits = r.hits;
        at += length + (at[length] == ',');
    }
    free(triangles);
    return 0;
}
