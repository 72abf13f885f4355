// Suite `scene`: boxes that move, next to Embree's user geometry in three ways to follow them.
//
// Boxes of many sizes fill a unit cube and diffuse: in each frame a tenth of them, drawn anew, or all, take a random
// step of up to a third of the mean distance between neighbours along each axis, and turn back at the walls, so that
// the scene as a whole stays what it was. Then come rays from anywhere to anywhere, others in each frame.
//
// What a tree loses by following boxes is what rays are slower by than in a new scene of the same boxes, which is cast
// at in turns with the one that has moved: machines have slow spells, which are no fault of a tree. That is
// `rate-of-new`, in the last ten frames; `rate-kept` is the same next to that of the first ten, which tells whether a
// tree gets worse and worse. For that all frames are played a second time, so that what is timed the first time is
// not disturbed.
//
// All engines play the same frames, in turns of ten, so that a slow spell of the machine hits all of them,
// and none finds the caches as another one leaves them in each frame. A frame is: telling the engine where boxes are
// (`edit`), `commit`, and the rays; its time is the mean over all frames, spikes included. Rays, and with ours moves,
// go one by one or many in a call, as an engine's name says; the fastest of ours is compared with the fastest of the
// others.
//
// Centres and sizes are multiples of 2^-22, so that corners are floats exactly, and all engines have the same boxes. At
// the end of each turn the answers are compared: ours must have the bits of a new tree over the boxes (hit_bvh_first,
// which is exact); where Embree says something else, that is counted.
#include "draw.h"
#include "suite_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 100, TURN = 10 }; // frames, and how many of them an engine plays in one go
enum { OURS, BATCH, PEER, REFIT = PEER, LOW, REBUILD, REFIT_STREAM, LOW_STREAM, ENGINES };

// How an engine is told where boxes are, and how it casts rays: one by one, or many in a call.
typedef struct engine {
    const char* name;
    bool many;
    peer_update mode; // of peers
} engine;

static const engine engines[ENGINES] = {
    [OURS] = {"hitscan", false, PEER_UPDATES},           [BATCH] = {"hitscan-batch", true, PEER_UPDATES},
    [REFIT] = {"embree-refit", false, PEER_REFIT},       [LOW] = {"embree-low", false, PEER_LOW},
    [REBUILD] = {"embree-default", false, PEER_REBUILD}, [REFIT_STREAM] = {"embree-refit-1M", true, PEER_REFIT},
    [LOW_STREAM] = {"embree-low-1M", true, PEER_LOW},
};

// What a frame took, in seconds.
typedef struct frame_times {
    double edit[FRAMES], commit[FRAMES], rays[FRAMES];
} frame_times;

// Where boxes go in a frame, and its rays.
typedef struct frame_script {
    uint32_t moves;
    uint32_t* moved;  // the numbers of boxes
    hit_vec3* center; // of these
    ray_list rays;
} frame_script;

typedef struct moving_scene {
    const char* name;
    uint32_t count, moving; // boxes, and how many move in a frame
    uint32_t frames;
    float step; // the farthest that a box goes in a frame, along each axis
    hit_vec3 *center, *half;
    hit_aabb* box;   // as they are at the end of the turn
    hit_vec3* shown; // the centers in the frame that is played
    uint64_t draw;   // the state of the random numbers
    ray_list rays;   // of all frames
    frame_script turn[TURN];

    hit_scene* ours[PEER];
    hit_id* id;                // the same in both
    peer_scene* peer[ENGINES]; // from PEER on
    bool asked[ENGINES];
    frame_times times[ENGINES];
    suite_agreement agreement[ENGINES];
    double of_new[ENGINES][2]; // the rate in the first and in the last turn, next to that of new scenes
    double first_cost;         // of our tree, before anything moves
} moving_scene;

// ---- The boxes ---------------------------------------------------------------------------------------------------

static float on_grid(float x)
{
    return rintf(x * 0x1p22f) * 0x1p-22f;
}

static float step_between_walls(float x, float step)
{
    const float y = x + uniform(-step, step);
    return on_grid(y < 0.0f ? -y : y > 1.0f ? 2.0f - y : y);
}

static hit_aabb box_at(hit_vec3 center, hit_vec3 half)
{
    return hit_aabb_make(hit_vec3_sub(center, half), hit_vec3_add(center, half));
}

static const hit_aabb room = {{0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};

static void make_boxes(moving_scene* c)
{
    const scene whole = {.bounds = room};
    const float cell = 1.0f / cbrtf((float)c->count);

    draw_state = 29;
    c->step = cell / 3.0f;
    c->center = scene_allocate(NULL, c->count, sizeof *c->center);
    c->half = scene_allocate(NULL, c->count, sizeof *c->half);
    c->box = scene_allocate(NULL, c->count, sizeof *c->box);
    c->shown = scene_allocate(NULL, c->count, sizeof *c->shown);
    for (int i = 0; i < TURN; i++) {
        c->turn[i].moved = scene_allocate(NULL, c->moving, sizeof(uint32_t));
        c->turn[i].center = scene_allocate(NULL, c->moving, sizeof(hit_vec3));
    }
    for (uint32_t i = 0; i < c->count; i++) {
        const float scale = cell * powf(2.0f, -uniform(0.5f, 3.5f)); // as scene_boxes
        const hit_vec3 center = point(0.0f, 1.0f), half = hit_vec3_scale(point(0.25f, 1.0f), scale);
        c->center[i] = hit_vec3_make(on_grid(center.x), on_grid(center.y), on_grid(center.z));
        c->half[i] = hit_vec3_make(on_grid(half.x), on_grid(half.y), on_grid(half.z));
        c->box[i] = box_at(c->center[i], c->half[i]);
    }
    c->draw = draw_state;
    c->rays = workload_incoherent(&whole, c->frames * (c->count / 10));
}

// The moves of a frame, and its rays. Which boxes move is Knuth's selection sampling (vol. 2, 3.4.2, S): they come in
// the order of their numbers, as a program's loop over its objects meets them.
static void write_frame(moving_scene* c, uint32_t frame)
{
    frame_script* f = &c->turn[frame % TURN];

    f->rays.count = c->rays.count / c->frames;
    f->rays.ray = c->rays.ray + (size_t)frame * f->rays.count;
    f->moves = 0;
    draw_state = c->draw;
    for (uint32_t i = 0; i < c->count && f->moves < c->moving; i++) {
        if (uniform(0.0f, 1.0f) * (float)(c->count - i) >= (float)(c->moving - f->moves))
            continue;
        c->center[i].x = step_between_walls(c->center[i].x, c->step);
        c->center[i].y = step_between_walls(c->center[i].y, c->step);
        c->center[i].z = step_between_walls(c->center[i].z, c->step);
        c->box[i] = box_at(c->center[i], c->half[i]);
        f->center[f->moves] = c->center[i];
        f->moved[f->moves++] = i;
    }
    c->draw = draw_state;
}

// ---- The engines -------------------------------------------------------------------------------------------------

// A scene of ours with boxes at these centers. `ids` may be NULL.
static hit_scene* new_scene(const moving_scene* c, const hit_vec3* center, hit_id* ids)
{
    hit_scene* made = NULL;
    hit_id id;

    suite_check(hit_scene_create(NULL, &made, NULL), "a scene");
    for (uint32_t i = 0; i < c->count; i++) {
        const hit_object object = hit_object_at(hit_dvec3_from(center[i]));
        const hit_aabb box = hit_aabb_make(hit_vec3_scale(c->half[i], -1.0f), c->half[i]);
        suite_check(hit_scene_add_box(made, &object, box, ids == NULL ? &id : &ids[i], NULL), "a box");
    }
    suite_check(hit_scene_commit(made, NULL, NULL), "a commit");
    return made;
}

static void start_engines(moving_scene* c)
{
    for (int e = 0; e < ENGINES; e++)
        c->asked[e] = suite_asked(engines[e].name) && (e < PEER || peer_available());
    c->id = scene_allocate(NULL, c->count, sizeof *c->id);
    for (int e = 0; e < PEER; e++)
        c->ours[e] = c->asked[e] ? new_scene(c, c->center, c->id) : NULL;
    for (int e = PEER; e < ENGINES; e++)
        c->peer[e] = c->asked[e] ? peer_scene_of_boxes(c->box, c->count, engines[e].mode) : NULL;
}

static void free_moving_scene(moving_scene* c)
{
    for (int e = 0; e < PEER; e++)
        hit_scene_destroy(c->ours[e]);
    free(c->id);
    for (int e = PEER; e < ENGINES; e++)
        peer_scene_free(c->peer[e]);
    workload_free(&c->rays);
    free(c->center);
    free(c->half);
    free(c->box);
    free(c->shown);
    for (int i = 0; i < TURN; i++) {
        free(c->turn[i].moved);
        free(c->turn[i].center);
    }
}

// Many moves in a call, which are made as they are needed: where boxes are is known as floats.
static void move_many(hit_scene* ours, const hit_id* ids, const frame_script* f)
{
    enum { MOVES = 256 };
    hit_dvec3 place[MOVES];
    hit_id id[MOVES];

    for (uint32_t begin = 0; begin < f->moves; begin += MOVES) {
        const uint32_t count = f->moves - begin < MOVES ? f->moves - begin : MOVES;
        for (uint32_t k = 0; k < count; k++) {
            id[k] = ids[f->moved[begin + k]];
            place[k] = hit_dvec3_from(f->center[begin + k]);
        }
        suite_check(hit_scene_move_origins(ours, id, place, 0, count, NULL), "moves");
    }
}

static void tell(moving_scene* c, int e, const frame_script* f)
{
    if (e == BATCH) {
        move_many(c->ours[e], c->id, f);
    } else if (e < PEER) {
        for (uint32_t k = 0; k < f->moves; k++) {
            const hit_placement place = hit_placement_at(hit_dvec3_from(f->center[k]));
            suite_check(hit_scene_move(c->ours[e], c->id[f->moved[k]], &place, NULL), "a move");
        }
    } else {
        hit_aabb* box = peer_scene_boxes(c->peer[e]);
        for (uint32_t k = 0; k < f->moves; k++)
            box[f->moved[k]] = box_at(f->center[k], c->half[f->moved[k]]);
    }
}

enum { CAST = 1024 }; // rays in a call

// The sum of t of all hits; `its` may be NULL. Rays of floats become rays of a large world here, as in
// suite_ours_first.
static double ours_first_many(const hit_scene* ours, const ray_list* rays, const moving_scene* c, peer_hit* its)
{
    hit_dray ray[CAST];
    hit_scene_hit hit[CAST];
    double sum = 0.0;

    for (uint32_t begin = 0; begin < rays->count; begin += CAST) {
        const uint32_t count = rays->count - begin < CAST ? rays->count - begin : CAST;
        for (uint32_t i = 0; i < count; i++)
            ray[i] = hit_dray_from(rays->ray[begin + i]);
        suite_check(hit_scene_batch_first(ours, ray, count, hit, NULL, NULL), "a batch");
        for (uint32_t i = 0; i < count; i++) {
            if (hit[i].id != HIT_ID_NONE)
                sum += (double)hit[i].t;
            if (its != NULL)
                its[begin + i] = (peer_hit){hit[i].t, suite_id_index(c->id, c->count, hit[i].id), 0};
        }
    }
    return sum;
}

// The sum of t of all hits.
static double cast(int e, const suite_run* run)
{
    if (e >= PEER)
        return engines[e].many ? peer_scene_first_many(run->peer, run->rays->ray, run->rays->count, NULL)
                               : suite_peer_first(run);
    return engines[e].many ? ours_first_many(run->ours, run->rays, NULL, NULL) : suite_ours_first(run);
}

static void play(moving_scene* c, int e, uint32_t frame, frame_times* f)
{
    const frame_script* shown = &c->turn[frame % TURN];
    const suite_run run = {e < PEER ? c->ours[e] : NULL, c->peer[e], &shown->rays};
    double start = bench_seconds(), now;
    volatile double sum;

    tell(c, e, shown);
    now = bench_seconds();
    f->edit[frame] = now - start;
    start = now;
    if (e < PEER)
        suite_check(hit_scene_commit(c->ours[e], NULL, NULL), "a commit");
    else
        peer_scene_commit(c->peer[e]);
    now = bench_seconds();
    f->commit[frame] = now - start;
    start = now;
    sum = cast(e, &run);
    f->rays[frame] = bench_seconds() - start;
    (void)sum;
}

// ---- What trees lose ---------------------------------------------------------------------------------------------

static peer_scene* new_peer(const moving_scene* c, int e)
{
    hit_aabb* box = scene_allocate(NULL, c->count, sizeof *box);
    peer_scene* made;

    for (uint32_t i = 0; i < c->count; i++)
        box[i] = box_at(c->shown[i], c->half[i]);
    made = peer_scene_of_boxes(box, c->count, engines[e].mode);
    free(box);
    return made;
}

static double cast_seconds(int e, const suite_run* run)
{
    const double start = bench_seconds();
    volatile double sum = cast(e, run);

    (void)sum;
    return bench_seconds() - start;
}

// The rate of an engine in the frame that is played, next to that in a new scene of the same boxes.
static double rate_of_new(const moving_scene* c, int e, const ray_list* rays)
{
    enum { ROUNDS = 5 };
    hit_scene* ours = e < PEER ? new_scene(c, c->shown, NULL) : NULL;
    peer_scene* peer = e < PEER ? NULL : new_peer(c, e);
    const suite_run moved = {e < PEER ? c->ours[e] : NULL, c->peer[e], rays}, fresh = {ours, peer, rays};
    double ratio[ROUNDS];

    for (int i = 0; i < ROUNDS; i++) {
        const double before = cast_seconds(e, &moved);
        ratio[i] = cast_seconds(e, &fresh) / before;
    }
    hit_scene_destroy(ours);
    peer_scene_free(peer);
    return bench_median(ratio, ROUNDS);
}

// One engine plays a turn, of which nothing is kept, and the first and the last one are looked at: the mean of every
// other frame. `begin` are the centers before it.
static void measure_round(moving_scene* c, int e, uint32_t turn, const hit_vec3* begin)
{
    enum { EVERY = 2 };
    const bool first = turn == 0, last = turn == c->frames / TURN - 1;
    frame_times nothing;

    memcpy(c->shown, begin, c->count * sizeof *c->shown);
    for (uint32_t i = 0; i < TURN; i++) {
        const frame_script* f = &c->turn[i];
        for (uint32_t k = 0; k < f->moves; k++)
            c->shown[f->moved[k]] = f->center[k];
        play(c, e, turn * TURN + i, &nothing);
        if ((first || last) && i % EVERY == EVERY - 1)
            c->of_new[e][last] += rate_of_new(c, e, &f->rays) * EVERY / TURN;
    }
}

// ---- Agreement ---------------------------------------------------------------------------------------------------

static bool grazes(const moving_scene* c, const hit_ray* ray, uint32_t box)
{
    hit_span span;
    return box == HIT_BVH_NONE || !hit_ray_aabb(*ray, c->box[box], &span) ||
           span.t_exit - span.t_enter < 1e-3f * fabsf(span.t_exit);
}

// What an engine answers, in the way in which it casts rays.
static void answer(const moving_scene* c, int e, const ray_list* rays, peer_hit* its)
{
    if (e >= PEER && engines[e].many)
        peer_scene_first_many(c->peer[e], rays->ray, rays->count, its);
    else if (engines[e].many)
        ours_first_many(c->ours[e], rays, c, its);
    for (uint32_t i = 0; i < rays->count && !engines[e].many; i++) {
        hit_scene_hit hit = {.t = HUGE_VALF};
        if (e >= PEER)
            its[i] = peer_scene_first(c->peer[e], &rays->ray[i]);
        else
            its[i] = hit_scene_first(c->ours[e], hit_dray_from(rays->ray[i]), NULL, &hit)
                         ? (peer_hit){hit.t, suite_id_index(c->id, c->count, hit.id), 0}
                         : (peer_hit){HUGE_VALF, HIT_BVH_NONE, 0};
    }
}

static bool same_as_tree(const moving_scene* c, int e, uint32_t frame, const peer_hit* its, const hit_bvh_hit* right)
{
    char text[120];

    for (uint32_t i = 0; i < c->turn[0].rays.count; i++)
        if (its[i].t != right[i].t || its[i].object != right[i].primitive) {
            snprintf(text, sizeof text, "frame %u, ray %u: %s and a tree over its boxes", (unsigned)frame, (unsigned)i,
                     engines[e].name);
            bench_disagree("scene", c->name, text);
            return false;
        }
    return true;
}

static void compare_peer(moving_scene* c, int e, const ray_list* rays, const peer_hit* its, const hit_bvh_hit* right)
{
    suite_agreement* a = &c->agreement[e];

    for (uint32_t i = 0; i < rays->count; i++) {
        a->rays++;
        a->hits += right[i].primitive != HIT_BVH_NONE;
        if (suite_t_near(room, &rays->ray[i], (double)its[i].t, (double)right[i].t))
            continue;
        a->differ++;
        a->unexplained += !grazes(c, &rays->ray[i], its[i].object) && !grazes(c, &rays->ray[i], right[i].primitive);
    }
}

// Ours must be what an exact tree over the boxes as they are now says; the others are compared with that.
static bool check_frame(moving_scene* c, uint32_t frame)
{
    const ray_list* rays = &c->turn[frame % TURN].rays;
    hit_bvh_hit* right = scene_allocate(NULL, rays->count, sizeof *right);
    peer_hit* its = scene_allocate(NULL, rays->count, sizeof *its);
    hit_bvh* exact = NULL;
    bool good = true;

    suite_check(hit_bvh_build_aabbs(c->box, 0, c->count, NULL, &exact, NULL), "a tree");
    suite_check(hit_bvh_batch_first(exact, rays->ray, rays->count, right, NULL, NULL), "a batch");
    for (int e = 0; e < ENGINES && good; e++) {
        if (!c->asked[e])
            continue;
        answer(c, e, rays, its);
        if (e < PEER)
            good = same_as_tree(c, e, frame, its, right);
        else
            compare_peer(c, e, rays, its, right);
    }
    hit_bvh_destroy(exact);
    free(its);
    free(right);
    return good;
}

static bool peers_agree(const moving_scene* c)
{
    for (int e = PEER; e < ENGINES; e++) {
        const suite_agreement* a = &c->agreement[e];
        if (a->differ > a->rays / 1000) {
            char text[120];
            snprintf(text, sizeof text, "%u of %u answers of %s differ, more than one in a thousand",
                     (unsigned)a->differ, (unsigned)a->rays, engines[e].name);
            bench_disagree("scene", c->name, text);
            return false;
        }
    }
    return true;
}

// ---- The figures -------------------------------------------------------------------------------------------------

static double mean_of(const double* v, uint32_t count)
{
    double sum = 0.0;

    for (uint32_t i = 0; i < count; i++)
        sum += v[i];
    return sum / count;
}

static double median_of(const double* v, uint32_t count)
{
    double sorted[FRAMES];

    memcpy(sorted, v, count * sizeof *v);
    return bench_median(sorted, (int)count);
}

static double largest_of(const double* v, uint32_t count)
{
    double most = v[0];

    for (uint32_t i = 1; i < count; i++)
        most = fmax(most, v[i]);
    return most;
}

static double frame_seconds(const moving_scene* c, int e)
{
    const frame_times* f = &c->times[e];
    return mean_of(f->edit, c->frames) + mean_of(f->commit, c->frames) + mean_of(f->rays, c->frames);
}

static void record_time(const moving_scene* c, const char* what, double (*of)(const double*, uint32_t), size_t part)
{
    char name[64];

    snprintf(name, sizeof name, "%s/%s", c->name, what);
    for (int e = 0; e < ENGINES; e++) {
        const frame_times* f = &c->times[e];
        const double* const parts[3] = {f->edit, f->commit, f->rays};
        if (c->asked[e])
            suite_record(name, engines[e].name, 1e3 * of(parts[part], c->frames), "ms", NULL, 0.0, 0.0, false);
    }
}

// Rays per second in ten frames, in millions: the median.
static double ray_rate(const moving_scene* c, int e, uint32_t first_frame)
{
    return 1e-6 * c->turn[0].rays.count / median_of(c->times[e].rays + first_frame, TURN);
}

static void record_rates(const moving_scene* c)
{
    for (int e = 0; e < ENGINES; e++) {
        char name[64];
        double kept;
        if (!c->asked[e])
            continue;
        kept = c->of_new[e][1] / c->of_new[e][0];
        snprintf(name, sizeof name, "%s/rate-first10", c->name);
        suite_record(name, engines[e].name, ray_rate(c, e, 0), "Mrays/s", NULL, 0.0, 0.0, false);
        snprintf(name, sizeof name, "%s/rate-last10", c->name);
        suite_record(name, engines[e].name, ray_rate(c, e, c->frames - TURN), "Mrays/s", NULL, 0.0, 0.0, false);
        snprintf(name, sizeof name, "%s/rate-of-new", c->name);
        suite_record(name, engines[e].name, 100.0 * c->of_new[e][1], "%", NULL, 0.0, 0.0, false);
        snprintf(name, sizeof name, "%s/rate-kept", c->name);
        suite_record(name, engines[e].name, 100.0 * kept, "%", "first10", kept, e < PEER ? 0.95 : 0.0, false);
    }
}

// The fastest of some engines, -1 when none of them was asked for.
static int fastest(const moving_scene* c, int begin, int end)
{
    int best = -1;

    for (int e = begin; e < end; e++)
        if (c->asked[e] && (best < 0 || frame_seconds(c, e) < frame_seconds(c, best)))
            best = e;
    return best;
}

// The fastest of ours has to reach the target, next to the fastest of the others.
static void record(const moving_scene* c)
{
    const int ours = fastest(c, 0, PEER), best = fastest(c, PEER, ENGINES);
    char name[64];

    record_time(c, "edit", median_of, 0);
    record_time(c, "commit", median_of, 1);
    record_time(c, "commit-mean", mean_of, 1);
    record_time(c, "commit-longest", largest_of, 1);
    record_time(c, "rays", median_of, 2);
    snprintf(name, sizeof name, "%s/frame", c->name);
    for (int e = 0; e < ENGINES; e++) {
        const bool compared = best >= 0 && e != best;
        if (c->asked[e])
            suite_record(name, engines[e].name, 1e3 * frame_seconds(c, e), "ms", compared ? engines[best].name : NULL,
                         compared ? frame_seconds(c, best) / frame_seconds(c, e) : 0.0,
                         compared && e == ours ? 2.0 : 0.0, false);
    }
}

static void describe(const moving_scene* c)
{
    const suite_agreement* a = &c->agreement[REFIT];

    printf("%s: %u boxes, %u move per frame, %u frames of %u rays", c->name, (unsigned)c->count, (unsigned)c->moving,
           (unsigned)c->frames, (unsigned)c->turn[0].rays.count);
    if (a->rays > 0)
        printf(", %.1f %% hits", 100.0 * a->hits / a->rays);
    for (int e = PEER; e < ENGINES; e++)
        if (c->agreement[e].differ > 0)
            printf(", %s is wrong in %u of %u rays, %u of these do not graze", engines[e].name,
                   (unsigned)c->agreement[e].differ, (unsigned)c->agreement[e].rays,
                   (unsigned)c->agreement[e].unexplained);
    printf("\n");
    if (c->asked[OURS]) {
        const hit_scene_stats stats = hit_scene_get_stats(c->ours[OURS]);
        printf("%s: hitscan: %llu commits, %llu of them built the whole tree; its cost went from %.1f to %.1f\n",
               c->name, (unsigned long long)stats.commits, (unsigned long long)stats.rebuilds, c->first_cost,
               stats.cost);
    }
}

// Play all frames. False when answers differ.
static bool play_frames(moving_scene* c)
{
    bool good = true;

    make_boxes(c);
    start_engines(c);
    c->first_cost = c->asked[OURS] ? hit_scene_get_stats(c->ours[OURS]).cost : 0.0;
    for (uint32_t turn = 0; turn < c->frames / TURN && good; turn++) {
        for (uint32_t i = 0; i < TURN; i++)
            write_frame(c, turn * TURN + i);
        for (uint32_t k = 0; k < ENGINES; k++) {
            const int e = (int)((turn + k) % ENGINES); // nobody is always the first, or behind the same one
            for (uint32_t i = 0; i < TURN && c->asked[e]; i++)
                play(c, e, turn * TURN + i, &c->times[e]);
        }
        if (bench_asked.engine == NULL)
            good = check_frame(c, turn * TURN + TURN - 1);
    }
    return good && peers_agree(c);
}

// Play it once more, and find what trees lose.
static void measure_frames(moving_scene* c)
{
    hit_vec3* begin;

    make_boxes(c);
    start_engines(c);
    begin = scene_allocate(NULL, c->count, sizeof *begin);
    for (uint32_t turn = 0; turn < c->frames / TURN; turn++) {
        memcpy(begin, c->center, c->count * sizeof *begin);
        for (uint32_t i = 0; i < TURN; i++)
            write_frame(c, turn * TURN + i);
        for (int e = 0; e < ENGINES; e++)
            if (c->asked[e])
                measure_round(c, e, turn, begin);
    }
    free(begin);
}

static void run_moving_scene(const char* name, uint32_t percent)
{
    moving_scene* c = scene_allocate(NULL, 1, sizeof *c);
    char rates[64];
    bool good;

    memset(c, 0, sizeof *c);
    c->name = name;
    c->count = bench_asked.quick ? 20000 : 100000;
    c->frames = bench_asked.quick ? 30 : FRAMES;
    c->moving = c->count / 100 * percent;
    good = play_frames(c);
    if (good) {
        describe(c);
        record(c);
    }
    free_moving_scene(c);
    snprintf(rates, sizeof rates, "%s/rate-kept", name);
    if (good && bench_wants(rates)) {
        measure_frames(c);
        record_rates(c);
        free_moving_scene(c);
    }
    free(c);
}

void suite_bench_moving(void)
{
    if (bench_wants("moving10"))
        run_moving_scene("moving10", 10);
    if (bench_wants("moving100"))
        run_moving_scene("moving100", 100);
}
