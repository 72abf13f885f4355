// Dividing triangles among ranks, and building each rank's tree.
//
// By place: recursive coordinate bisection (M. J. Berger, S. H. Bokhari, A Partitioning Strategy for Nonuniform
// Problems on Multiprocessors, 1987) of a sample (W. D. Frazer, A. C. McKellar, Samplesort, 1970). Each rank draws some
// of its triangles by a hash of their index; rank 0 cuts what all have drawn in two along its longest axis, and the
// parts again, until there is one for each rank, and tells everyone the cuts. All then send each triangle to the rank
// whose part its middle is in. Middles on a cut are told apart by index, so that copies of one triangle are divided.
// With S samples for each rank, shares differ from their mean by about 1/sqrt(S) of it, S = 1024 up to 512 ranks. No
// rank ever holds more than its part, its share, and a bounded buffer; rank 0 holds the sample besides, at most 16 MiB.
//
// Runs of a Morton or Hilbert curve would be simpler, but on a surface such a run has pieces far from each other, and a
// box that holds both is asked about rays that it has nothing for: of 1,024 ranks, the busiest had 48 times the mean.
//
// Every rank goes through the phases below, each when it has heard what the one before waits for; rank 0 also answers.
// What depends on a division is never an answer, only how long it takes.
#include "mpi/ranks/tree.h"

#include "base/assert.h"
#include "base/fail.h"
#include "base/fpenv.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { SAMPLES_PER_RANK = 1024, SAMPLES_MOST = 1 << 19, TRIANGLES_MOST = 1 << 29 };

typedef enum phase { SURVEY, WAIT_FOR_PLAN, WAIT_FOR_CUTS, WAIT_FOR_COUNTS, SEND, WAIT_FOR_BOUNDS, DONE } phase;

typedef enum message_kind { M_SURVEY, M_PLAN, M_SAMPLES, M_CUTS, M_COUNT, M_TRIANGLE, M_BOUNDS, M_TOP } message_kind;

// The middle of a triangle, twice.
typedef struct middle {
    double at[3];
    uint64_t id;
} middle;

// What is before `at` on an axis, or there and has a lower id, goes to the lower ranks.
typedef struct cut {
    double at;
    uint64_t id, axis;
} cut;

// What begins each message; `count` items of a size that the kind says follow.
typedef struct head {
    uint32_t kind, count;
} head;

// M_SURVEY of one rank's triangles, M_PLAN of all.
typedef struct survey {
    uint64_t triangles, skipped, has_masks;
} survey;

struct hit_ranks_build {
    hit_actor actor;
    hit_ranks_tree* tree;
    hit_ranks_part part;
    hit_ranks_options options;
    hit_budget budget;
    phase phase;
    survey own, all;
    uint32_t surveys, drawn, bounds_heard; ///< rank 0: how many ranks have spoken
    uint32_t counts_heard;
    hit_bytes samples; ///< rank 0: of all; middles
    hit_bytes cuts;    ///< cut r - 1 divides some ranks below r from some from r on: rank_of
    hit_bytes boxes;   ///< rank 0: of all ranks; hit_aabb
    hit_bytes records; ///< the triangles that have come
    uint64_t expected; ///< how many records there will be
    uint32_t next;     ///< the first triangle of the part that has not been sent
};

// ---- Triangles of a part --------------------------------------------------------------------------------------------

static bool read_corner(const hit_mesh* mesh, uint64_t corner, float to[3])
{
    const size_t stride = mesh->vertex_stride == 0 ? 12 : mesh->vertex_stride;
    uint64_t vertex = corner;

    if (mesh->index_type == HIT_INDEX_U16)
        vertex = ((const uint16_t*)mesh->indices)[corner];
    else if (mesh->index_type == HIT_INDEX_U32)
        vertex = ((const uint32_t*)mesh->indices)[corner];
    if (vertex >= mesh->vertex_count)
        return false;
    memcpy(to, (const unsigned char*)mesh->vertices + (size_t)vertex * stride, 12);
    return isfinite(to[0]) && isfinite(to[1]) && isfinite(to[2]);
}

static uint64_t id_of(const hit_ranks_part* part, uint32_t i)
{
    return part->ids == NULL ? part->first_id + i : part->ids[i];
}

// False for a bad one.
static bool read_record(const hit_ranks_part* part, uint32_t i, hit_ranks_record* record)
{
    for (unsigned k = 0; k < 3; k++)
        if (!read_corner(&part->mesh, 3 * (uint64_t)i + k, record->corner + 3 * k))
            return false;
    record->id = id_of(part, i);
    record->mask = part->masks == NULL ? UINT32_MAX : part->masks[i];
    return true;
}

static middle middle_of(const hit_ranks_record* record)
{
    middle m = {.id = record->id};

    for (unsigned k = 0; k < 3; k++) {
        const float a = record->corner[k], b = record->corner[3 + k], c = record->corner[6 + k];
        const float low = a < b ? (a < c ? a : c) : (b < c ? b : c), high = a > b ? (a > c ? a : c) : (b > c ? b : c);
        m.at[k] = (double)low + high;
    }
    return m;
}

static bool is_before(const middle* m, const cut* c)
{
    const double at = m->at[c->axis];
    return at != c->at ? at < c->at : m->id < c->id;
}

static uint32_t rank_of(const hit_ranks_build* b, const hit_ranks_record* record)
{
    const cut* cuts = (const cut*)(const void*)b->cuts.data;
    const middle m = middle_of(record);
    uint32_t low = 0, high = b->tree->ranks;

    HIT_ASSERT(b->cuts.size == (high - 1) * sizeof *cuts);
    while (high - low > 1) {
        const uint32_t half = low + (high - low) / 2;
        if (is_before(&m, &cuts[half - 1]))
            high = half;
        else
            low = half;
    }
    return low;
}

// ---- Cutting, on rank 0 ---------------------------------------------------------------------------------------------

static cut cut_at(const middle* m, unsigned axis)
{
    const cut c = {m->at[axis], m->id, axis};
    return c;
}

static void swap(middle* a, middle* b)
{
    const middle m = *a;
    *a = *b;
    *b = m;
}

// Bring the one that belongs at `nth` along an axis there, and those before it before it (C. A. R. Hoare, Find, 1961).
static void select_nth(middle* m, uint32_t count, uint32_t nth, unsigned axis)
{
    uint32_t low = 0, high = count;

    HIT_ASSERT(nth < count);
    while (high - low > 1) {
        uint32_t end = low;
        swap(&m[low + (high - low) / 2], &m[high - 1]);
        const cut pivot = cut_at(&m[high - 1], axis);
        for (uint32_t i = low; i < high - 1; i++)
            if (is_before(&m[i], &pivot))
                swap(&m[i], &m[end++]);
        swap(&m[end], &m[high - 1]);
        if (end == nth)
            return;
        if (nth < end)
            high = end;
        else
            low = end + 1;
    }
}

static unsigned longest_axis(const middle* m, uint32_t count)
{
    unsigned axis = 0;
    double most = -1.0;

    for (unsigned k = 0; k < 3; k++) {
        double lo = HUGE_VAL, hi = -HUGE_VAL;
        for (uint32_t i = 0; i < count; i++) {
            lo = fmin(lo, m[i].at[k]);
            hi = fmax(hi, m[i].at[k]);
        }
        if (hi - lo > most) {
            most = hi - lo;
            axis = k;
        }
    }
    return axis;
}

// Cut `count` samples into parts for the ranks from `low` up to, without, `high`. As deep as the logarithm of their
// number.
static void bisect(middle* m, uint32_t count, uint32_t low, uint32_t high, cut* cuts) // NOLINT(misc-no-recursion)
{
    HIT_ASSERT(high > low);
    const uint32_t half = low + (high - low) / 2;
    const uint32_t at = (uint32_t)((uint64_t)count * (half - low) / (high - low));

    if (high - low == 1)
        return;
    if (count == 0) {
        cuts[half - 1] = (cut){.at = 0.0};
    } else {
        const unsigned axis = longest_axis(m, count);
        select_nth(m, count, at, axis);
        cuts[half - 1] = cut_at(&m[at], axis);
    }
    bisect(m, at, low, half, cuts);
    bisect(m + at, count - at, half, high, cuts);
}

// ---- Saying ---------------------------------------------------------------------------------------------------------

static void fail_memory(hit_ranks_build* b)
{
    hit_fail(&b->actor.error, HIT_ERROR_MEMORY, 0, "no memory to divide %u triangles", b->part.mesh.triangle_count);
}

static void* say(hit_ranks_build* b, hit_post* post, uint32_t to, message_kind kind, uint32_t count, size_t size)
{
    const head h = {kind, count};
    unsigned char* place = hit_post_add(post, to, sizeof h + size);

    if (place == NULL) {
        fail_memory(b);
        return NULL;
    }
    memcpy(place, &h, sizeof h);
    return place + sizeof h;
}

static void say_all(hit_ranks_build* b, hit_post* post, message_kind kind, uint32_t count, const void* what,
                    size_t size)
{
    for (uint32_t r = 0; r < post->ranks; r++) {
        void* place = say(b, post, r, kind, count, size);
        if (place == NULL)
            return;
        if (size > 0)
            memcpy(place, what, size);
    }
}

// ---- Phases ---------------------------------------------------------------------------------------------------------

static void add_survey(survey* all, const survey* one)
{
    all->triangles += one->triangles;
    all->skipped += one->skipped;
    all->has_masks |= one->has_masks;
}

static void take_survey(hit_ranks_build* b, hit_post* post)
{
    const uint32_t count = b->part.mesh.triangle_count;
    void* place;

    b->own.has_masks = b->part.masks != NULL;
    for (uint32_t i = 0; i < count; i++) {
        hit_ranks_record record;
        if (read_record(&b->part, i, &record)) {
            b->own.triangles++;
        } else if (b->options.refuse_bad) {
            hit_fail(&b->actor.error, HIT_ERROR_GEOMETRY, i,
                     "triangle %u of this rank has a corner that is not finite, or an index that is out of range", i);
            return;
        } else {
            b->own.skipped++;
        }
        if (id_of(&b->part, i) == HIT_RANKS_NONE) {
            hit_fail(&b->actor.error, HIT_ERROR_ARGUMENT, i, "the id of triangle %u is HIT_RANKS_NONE", i);
            return;
        }
    }
    place = say(b, post, 0, M_SURVEY, 1, sizeof b->own);
    if (place != NULL)
        memcpy(place, &b->own, sizeof b->own);
    b->phase = WAIT_FOR_PLAN;
}

static bool add_record(hit_ranks_build* b, const hit_ranks_record* record)
{
    hit_ranks_record* place = hit_bytes_add(&b->records, sizeof *place);
    if (place == NULL) {
        fail_memory(b);
        return false;
    }
    *place = *record;
    return true;
}

static bool is_drawn(uint64_t id, double share)
{
    return (double)(hit_agree_on(0, id) >> 11) * 0x1p-53 < share;
}

static void draw_samples(hit_ranks_build* b, hit_post* post)
{
    const double most = fmin(SAMPLES_MOST, (double)SAMPLES_PER_RANK * post->ranks);
    const double share = most / (double)b->all.triangles; // one or more: all of them
    hit_bytes drawn = {&b->tree->allocator, NULL, 0, 0};
    void* message;

    for (uint32_t i = 0; i < b->part.mesh.triangle_count; i++) {
        hit_ranks_record record;
        middle* m;
        if (!is_drawn(id_of(&b->part, i), share) || !read_record(&b->part, i, &record))
            continue;
        m = hit_bytes_add(&drawn, sizeof *m);
        if (m == NULL) {
            fail_memory(b);
            break;
        }
        *m = middle_of(&record);
    }
    message = b->actor.error.status != HIT_OK
                  ? NULL
                  : say(b, post, 0, M_SAMPLES, (uint32_t)(drawn.size / sizeof(middle)), drawn.size);
    if (message != NULL && drawn.size > 0)
        memcpy(message, drawn.data, drawn.size);
    hit_bytes_free(&drawn);
    b->phase = WAIT_FOR_CUTS;
}

static void begin_division(hit_ranks_build* b, hit_post* post)
{
    b->tree->total = b->all.triangles;
    b->tree->skipped = b->all.skipped;
    b->tree->has_masks = b->all.has_masks != 0;
    if (b->options.division == HIT_RANKS_BY_PLACE && post->ranks > 1) {
        draw_samples(b, post);
        return;
    }
    b->expected = b->own.triangles;
    b->phase = SEND;
}

static void say_cuts(hit_ranks_build* b, hit_post* post)
{
    const uint32_t ranks = post->ranks;
    hit_bytes cuts = {&b->tree->allocator, NULL, 0, 0};
    cut* at = hit_bytes_add(&cuts, (ranks - 1) * sizeof *at);

    if (at == NULL) {
        fail_memory(b);
        return;
    }
    bisect((middle*)(void*)b->samples.data, (uint32_t)(b->samples.size / sizeof(middle)), 0, ranks, at);
    say_all(b, post, M_CUTS, ranks - 1, at, cuts.size);
    hit_bytes_free(&cuts);
    hit_bytes_free(&b->samples);
}

// Tell each rank how many triangles it will get from here.
static void count_triangles(hit_ranks_build* b, hit_post* post)
{
    hit_bytes counts = {&b->tree->allocator, NULL, 0, 0};
    uint64_t* count = hit_bytes_add(&counts, post->ranks * sizeof *count);

    if (count == NULL) {
        fail_memory(b);
        return;
    }
    memset(count, 0, post->ranks * sizeof *count);
    for (uint32_t i = 0; i < b->part.mesh.triangle_count; i++) {
        hit_ranks_record record;
        if (read_record(&b->part, i, &record))
            count[rank_of(b, &record)]++;
    }
    for (uint32_t r = 0; r < post->ranks; r++) {
        void* place = say(b, post, r, M_COUNT, 1, sizeof *count);
        if (place == NULL)
            break;
        memcpy(place, &count[r], sizeof *count);
    }
    hit_bytes_free(&counts);
    b->phase = WAIT_FOR_COUNTS;
}

static void reserve_records(hit_ranks_build* b)
{
    if (b->expected > TRIANGLES_MOST)
        hit_fail(&b->actor.error, HIT_ERROR_LIMIT, 0,
                 "%llu triangles for one rank, more than 2^29: use more ranks, or divide by place",
                 (unsigned long long)b->expected);
    else if (!hit_bytes_reserve(&b->records, (size_t)b->expected * sizeof(hit_ranks_record)))
        hit_fail(&b->actor.error, HIT_ERROR_MEMORY, 0, "no memory for %llu triangles of this rank",
                 (unsigned long long)b->expected);
}

static void send_triangles(hit_ranks_build* b, hit_post* post)
{
    const bool stay = b->options.division == HIT_RANKS_AS_GIVEN || post->ranks == 1;

    for (; b->next < b->part.mesh.triangle_count && post->bytes.size < b->budget.post; b->next++) {
        hit_ranks_record record;
        uint32_t to = post->rank;
        void* message;
        if (!read_record(&b->part, b->next, &record))
            continue;
        if (!stay)
            to = rank_of(b, &record);
        if (to == post->rank) {
            if (!add_record(b, &record))
                return;
            continue;
        }
        message = say(b, post, to, M_TRIANGLE, 1, sizeof record);
        if (message == NULL)
            return;
        memcpy(message, &record, sizeof record);
    }
}

// ---- The tree -------------------------------------------------------------------------------------------------------

// The records are sorted. Indices and masks go to arrays of their own, and the corners together.
static bool unpack(hit_ranks_build* b)
{
    hit_ranks_tree* tree = b->tree;
    const hit_ranks_record* record = (const hit_ranks_record*)(const void*)b->records.data;
    const size_t count = b->records.size / sizeof *record;
    unsigned char* corners = b->records.data;

    tree->ids = hit_allocate(&tree->allocator, count * sizeof *tree->ids, 8);
    tree->masks = tree->has_masks ? hit_allocate(&tree->allocator, count * sizeof *tree->masks, 4) : NULL;
    if (count > 0 && (tree->ids == NULL || (tree->has_masks && tree->masks == NULL))) {
        hit_release(&tree->allocator, tree->ids, count * sizeof *tree->ids, 8);
        hit_release(&tree->allocator, tree->masks, count * sizeof *tree->masks, 4);
        tree->ids = NULL;
        tree->masks = NULL;
        fail_memory(b);
        return false;
    }
    tree->count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        const hit_ranks_record r = record[i];
        if (i > 0 && tree->ids[i - 1] == r.id) {
            hit_fail(&b->actor.error, HIT_ERROR_ARGUMENT, 0, "two triangles have the id %llu",
                     (unsigned long long)r.id);
            return false;
        }
        tree->ids[i] = r.id;
        if (tree->masks != NULL)
            tree->masks[i] = r.mask;
        memmove(corners + i * sizeof r.corner, r.corner, sizeof r.corner); // before what is still to be read
    }
    return true;
}

static void build_local(hit_ranks_build* b, hit_post* post)
{
    hit_ranks_tree* tree = b->tree;
    const hit_bvh_options how = {.quality = b->options.quality, .pool = b->options.pool, .allocator = &tree->allocator};
    hit_mesh mesh = {.index_type = HIT_INDEX_NONE};
    hit_error error;
    void* message;

    hit_ranks_sort_records((hit_ranks_record*)(void*)b->records.data,
                           (uint32_t)(b->records.size / sizeof(hit_ranks_record)));
    if (!unpack(b))
        return;
    mesh.vertices = b->records.data;
    mesh.vertex_count = 3 * tree->count;
    mesh.triangle_count = tree->count;
    if (hit_bvh_build_triangles(&mesh, &how, &tree->local, &error) != HIT_OK) {
        b->actor.error = error;
        return;
    }
    tree->bounds = hit_aabb_from_points((const hit_vec3*)(const void*)b->records.data, 0, 3 * (size_t)tree->count);
    hit_bytes_free(&b->records);
    message = say(b, post, 0, M_BOUNDS, post->rank, sizeof tree->bounds);
    if (message != NULL)
        memcpy(message, &tree->bounds, sizeof tree->bounds);
    b->phase = WAIT_FOR_BOUNDS;
}

static void build_top(hit_ranks_build* b, const hit_aabb* boxes)
{
    const hit_bvh_options how = {.allocator = &b->tree->allocator};
    hit_error error;

    // A rank without triangles has an empty box, which no ray hits.
    if (hit_bvh_build_aabbs(boxes, 0, b->tree->ranks, &how, &b->tree->top, &error) != HIT_OK) {
        b->actor.error = error;
        return;
    }
    b->phase = DONE;
    b->actor.busy = false;
}

// ---- Hearing --------------------------------------------------------------------------------------------------------

static void hear_survey(hit_ranks_build* b, hit_post* post, const survey* one)
{
    add_survey(&b->all, one);
    if (++b->surveys == post->ranks)
        say_all(b, post, M_PLAN, 1, &b->all, sizeof b->all);
}

static void hear_samples(hit_ranks_build* b, hit_post* post, const unsigned char* middles, uint32_t count)
{
    void* to = hit_bytes_add(&b->samples, count * sizeof(middle));
    if (to == NULL) {
        fail_memory(b);
        return;
    }
    if (count > 0)
        memcpy(to, middles, count * sizeof(middle));
    if (++b->drawn == post->ranks)
        say_cuts(b, post);
}

static void hear_bounds(hit_ranks_build* b, hit_post* post, const unsigned char* box, uint32_t rank)
{
    const size_t size = post->ranks * sizeof(hit_aabb);

    if (b->boxes.size == 0 && hit_bytes_add(&b->boxes, size) == NULL) {
        fail_memory(b);
        return;
    }
    memcpy(b->boxes.data + rank * sizeof(hit_aabb), box, sizeof(hit_aabb));
    if (++b->bounds_heard == post->ranks)
        say_all(b, post, M_TOP, post->ranks, b->boxes.data, size);
}

// A message, without its head; returns its size.
static size_t hear(hit_ranks_build* b, hit_post* post, const head* h, const unsigned char* what)
{
    hit_ranks_record record;
    uint64_t count;
    survey one;
    size_t size;
    void* copy;

    switch ((message_kind)h->kind) {
    case M_SURVEY:
        memcpy(&one, what, sizeof one);
        hear_survey(b, post, &one);
        return sizeof one;
    case M_PLAN:
        memcpy(&b->all, what, sizeof b->all);
        begin_division(b, post);
        return sizeof b->all;
    case M_SAMPLES:
        hear_samples(b, post, what, h->count);
        return h->count * sizeof(middle);
    case M_CUTS:
        size = h->count * sizeof(cut);
        copy = hit_bytes_add(&b->cuts, size);
        if (copy == NULL) {
            fail_memory(b);
            return size;
        }
        memcpy(copy, what, size);
        count_triangles(b, post);
        return size;
    case M_COUNT:
        memcpy(&count, what, sizeof count);
        b->expected += count;
        if (++b->counts_heard == post->ranks)
            b->phase = SEND;
        return sizeof count;
    case M_TRIANGLE:
        memcpy(&record, what, sizeof record);
        add_record(b, &record);
        return sizeof record;
    case M_BOUNDS:
        hear_bounds(b, post, what, h->count);
        return sizeof(hit_aabb);
    case M_TOP:
        size = h->count * sizeof(hit_aabb);
        copy = hit_allocate(&b->tree->allocator, size, 8);
        if (copy == NULL) {
            fail_memory(b);
            return size;
        }
        memcpy(copy, what, size);
        build_top(b, copy);
        hit_release(&b->tree->allocator, copy, size, 8);
        return size;
    }
    HIT_ASSERT(false); // there is no such message
    return 0;
}

static void step(hit_actor* actor, const hit_bytes* mail, hit_post* post)
{
    hit_ranks_build* b = (hit_ranks_build*)(void*)actor; // its first member
    const hit_fpenv saved = hit_fpenv_enter();
    const phase before_mail = b->phase;
    size_t at = 0;

    if (b->phase == SURVEY)
        take_survey(b, post);
    while (at < mail->size && actor->error.status == HIT_OK) {
        head h;
        memcpy(&h, mail->data + at, sizeof h);
        at += sizeof h;
        at += hear(b, post, &h, mail->data + at);
        HIT_ASSERT(at <= mail->size);
    }
    if (b->phase == SEND && before_mail != SEND && actor->error.status == HIT_OK)
        reserve_records(b);
    if (b->phase == SEND && actor->error.status == HIT_OK) {
        send_triangles(b, post);
        if (actor->error.status == HIT_OK && b->next == b->part.mesh.triangle_count &&
            b->records.size == b->expected * sizeof(hit_ranks_record))
            build_local(b, post);
    }
    hit_fpenv_leave(saved);
}

// ---- Begin and end --------------------------------------------------------------------------------------------------

// A build without triangles says what is wrong with a mesh.
static void check(hit_ranks_build* b, const hit_ranks_part* part, const hit_ranks_options* options)
{
    hit_mesh mesh = part == NULL ? (hit_mesh){.vertices = NULL} : part->mesh;
    hit_bvh* empty = NULL;
    hit_error* error = &b->actor.error;

    if (part == NULL) {
        hit_fail(error, HIT_ERROR_ARGUMENT, 0, "the part is NULL: a rank without triangles gives an empty one");
    } else if (options != NULL && !hit_reserved_is_zero(options->reserved)) {
        hit_fail_reserved(error, "hit_ranks_options");
    } else if ((unsigned)b->options.division > HIT_RANKS_AS_GIVEN || (unsigned)b->options.quality > HIT_BVH_HIGH) {
        hit_fail(error, HIT_ERROR_ARGUMENT, 0, "the division or the quality is none of the known ones");
    } else if (mesh.indices == NULL && mesh.index_type != HIT_INDEX_NONE && mesh.triangle_count > 0) {
        hit_fail(error, HIT_ERROR_ARGUMENT, 0, "indices is NULL, but triangle_count is not 0");
    } else if (part->ids == NULL && part->first_id > UINT64_MAX - mesh.triangle_count) {
        hit_fail(error, HIT_ERROR_ARGUMENT, 0, "first_id is so large that the ids do not fit into 64 bits");
    } else {
        mesh.triangle_count = 0;
        if (hit_bvh_build_triangles(&mesh, NULL, &empty, error) == HIT_OK)
            hit_bvh_destroy(empty);
        b->part = *part;
    }
}

hit_ranks_build* hit_ranks_build_begin(uint32_t rank, uint32_t ranks, const hit_ranks_part* part,
                                       const hit_ranks_options* options, hit_actor* refused)
{
    const hit_allocator allocator = hit_allocator_or_default(options == NULL ? NULL : options->allocator);
    const hit_ranks_options defaults = {.allocator = NULL};
    hit_ranks_build* b = hit_allocate(&allocator, sizeof *b, 8);
    hit_ranks_tree* tree = hit_allocate(&allocator, sizeof *tree, 8);

    if (b == NULL || tree == NULL) {
        hit_release(&allocator, b, sizeof *b, 8);
        hit_release(&allocator, tree, sizeof *tree, 8);
        *refused = (hit_actor){.quota = 1};
        hit_fail(&refused->error, HIT_ERROR_MEMORY, 0, "no memory to begin to divide a model");
        return NULL;
    }
    *tree = (hit_ranks_tree){.allocator = allocator, .rank = rank, .ranks = ranks, .bounds = hit_aabb_empty()};
    *b = (hit_ranks_build){.tree = tree, .options = options == NULL ? defaults : *options};
    b->budget = hit_budget_make(b->options.buffer_bytes, ranks, sizeof(hit_ranks_record));
    b->actor = (hit_actor){.step = step, .quota = b->budget.quota, .busy = true};
    b->actor.agreement = hit_agree_on(hit_agree_on(1, b->budget.quota), (uint64_t)b->options.division);
    b->samples.allocator = b->cuts.allocator = b->boxes.allocator = b->records.allocator = &tree->allocator;
    check(b, part, options);
    return b;
}

hit_actor* hit_ranks_build_actor(hit_ranks_build* build)
{
    return &build->actor;
}

void hit_ranks_build_end(hit_ranks_build* build, hit_ranks_tree** tree)
{
    const hit_allocator allocator = build->tree->allocator;

    hit_bytes_free(&build->samples);
    hit_bytes_free(&build->cuts);
    hit_bytes_free(&build->boxes);
    hit_bytes_free(&build->records);
    if (tree != NULL)
        *tree = build->tree;
    else
        hit_ranks_tree_destroy(build->tree);
    hit_release(&allocator, build, sizeof *build, 8);
}

void hit_ranks_tree_destroy(hit_ranks_tree* tree)
{
    hit_allocator allocator;

    if (tree == NULL)
        return;
    allocator = tree->allocator;
    hit_bvh_destroy(tree->local);
    hit_bvh_destroy(tree->top);
    hit_release(&allocator, tree->ids, tree->count * sizeof *tree->ids, 8);
    hit_release(&allocator, tree->masks, tree->count * sizeof *tree->masks, 4);
    hit_release(&allocator, tree, sizeof *tree, 8);
}
