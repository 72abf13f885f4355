// Casts rays and writes records. Where the batch calls of the library can answer, they do; with a filter, and for all
// hits of a ray, the calls for one ray. The answers are the same.
#include "cast/chunk.h"
#include "cli/interrupt.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOT_KEEP = 1 << 20, HITS_KEEP = 1 << 15 };

bool cast_query_begin(cast_query* q, uint32_t threads)
{
    q->scratch_count = threads;
    q->scratch = calloc(threads, sizeof *q->scratch);
    for (uint32_t i = 0; q->scratch && i < threads; i++) {
        cast_scratch* s = &q->scratch[i];
        atomic_flag_clear(&s->busy);
        s->room = PIECE_RAYS;
        s->hits = malloc(s->room * sizeof *s->hits);
        if (!s->hits)
            return false;
    }
    return q->scratch != NULL;
}

void cast_query_end(cast_query* q)
{
    for (uint32_t i = 0; q->scratch && i < q->scratch_count; i++)
        free(q->scratch[i].hits);
    free(q->scratch);
    q->scratch = NULL;
}

// There are as many as tasks can run, so one is always free.
static cast_scratch* take_scratch(const cast_query* q)
{
    for (uint32_t i = 0;; i = (i + 1) % q->scratch_count)
        if (!atomic_flag_test_and_set(&q->scratch[i].busy))
            return &q->scratch[i];
}

static bool make_room(cast_scratch* s, uint32_t count)
{
    hit_bvh_hit* hits;
    if (count <= s->room)
        return true;
    hits = realloc(s->hits, count * sizeof *hits);
    if (!hits)
        return false;
    s->hits = hits;
    s->room = count;
    return true;
}

// hit_ray_is_valid, but most are known to be without asking.
static bool is_valid(const hit_ray* ray)
{
    const float place = fabsf(ray->origin.x) + fabsf(ray->origin.y) + fabsf(ray->origin.z);
    const float way = fabsf(ray->direction.x) + fabsf(ray->direction.y) + fabsf(ray->direction.z);
    return (place <= FLT_MAX && way > 0.0f && way <= FLT_MAX && ray->t_min == 0.0f && ray->t_max >= 0.0f) ||
           hit_ray_is_valid(*ray);
}

// Count a ray. One that hits nothing may be one that cannot.
static void tally(cast_slot* slot, const hit_ray* ray, bool is_hit)
{
    slot->rays++;
    if (is_hit)
        slot->hits++;
    else if (!is_valid(ray))
        slot->invalid++;
}

static void write_record(const cast_query* q, const hit_record* r, cast_slot* slot)
{
    hit_write_record(q->layout, r, &slot->out);
    slot->records++;
}

// ---- One answer per ray ---------------------------------------------------------------------------------------------

static void ask_first(const cast_query* q, const ray_piece* p, cast_scratch* s)
{
    if (!q->filtered)
        hit_bvh_batch_first(q->tree, p->rays, 0, s->hits, 0, p->count, NULL);
    else
        for (uint32_t i = 0; i < p->count; i++)
            if (!hit_bvh_first(q->tree, p->rays[i], &q->filter, &s->hits[i]))
                s->hits[i].primitive = HIT_BVH_NONE;
}

static void ask_any(const cast_query* q, const ray_piece* p, cast_scratch* s)
{
    if (!q->filtered)
        hit_bvh_batch_any(q->tree, p->rays, 0, s->answers, p->count, NULL);
    else
        for (uint32_t i = 0; i < p->count; i++)
            s->answers[i] = hit_bvh_any(q->tree, p->rays[i], &q->filter);
}

static void ask_count(const cast_query* q, const ray_piece* p, cast_scratch* s)
{
    if (!q->filtered)
        hit_bvh_batch_count(q->tree, p->rays, 0, s->counts, p->count, NULL);
    else
        for (uint32_t i = 0; i < p->count; i++)
            s->counts[i] = hit_bvh_count(q->tree, p->rays[i], &q->filter);
}

// Records for rows that are broken, up to the row `end`.
static void write_broken(const cast_query* q, const ray_piece* p, uint32_t row, uint32_t end, cast_slot* slot)
{
    for (; row < end; row++) {
        const hit_record r = {.ray = p->first_row + row};
        write_record(q, &r, slot);
    }
}

// The usual case: first hits of all rays of a piece, in records of fixed size.
static void write_first(const cast_query* q, const ray_piece* p, cast_scratch* s, cast_slot* slot)
{
    const hit_list list = {p->rays, s->hits, s->sources, p->count, p->first_row};
    uint32_t misses = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        s->misses[misses] = i; // without a branch, which would be mispredicted
        misses += s->hits[i].primitive == HIT_BVH_NONE;
    }
    slot->rays += p->count;
    slot->records += p->count;
    slot->hits += p->count - misses;
    for (uint32_t i = 0; i < misses; i++)
        slot->invalid += !is_valid(&p->rays[s->misses[i]]);
    hit_write_list(q->layout, &list, &slot->out);
}

static void write_answers(const cast_query* q, const ray_piece* p, const cast_scratch* s, cast_slot* slot)
{
    const hit_layout* l = q->layout;
    const bool in_step = hit_layout_in_step(l);
    uint32_t next = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        hit_record r = {.ray = p->first_row + p->rows[i], .from = &p->rays[i]};
        if (l->mode == MODE_FIRST) {
            r.is_hit = s->hits[i].primitive != HIT_BVH_NONE;
            r.hit = r.is_hit ? &s->hits[i] : NULL;
            if (r.is_hit)
                r.source = s->sources[i];
        } else if (l->mode == MODE_ANY)
            r.is_hit = s->answers[i] != 0;
        else {
            r.count = s->counts[i];
            r.is_hit = r.count > 0;
        }
        if (p->ids && l->format == FORMAT_NDJSON)
            r.id = p->ids[i];
        tally(slot, r.from, r.is_hit);
        if (in_step)
            write_broken(q, p, next, p->rows[i], slot);
        next = p->rows[i] + 1;
        if (r.is_hit || !l->hits_only)
            write_record(q, &r, slot);
    }
    if (in_step)
        write_broken(q, p, next, p->row_count, slot);
}

// ---- Several records per ray ----------------------------------------------------------------------------------------

// The hits of a ray: how many there are in s->hits. False when memory is short.
static bool ask_several(const cast_query* q, const hit_ray* ray, cast_scratch* s, uint32_t* count)
{
    if (q->layout->mode == MODE_K) {
        *count = make_room(s, q->k) ? hit_bvh_first_k(q->tree, *ray, &q->filter, s->hits, q->k) : 0;
        return s->room >= q->k;
    }
    *count = hit_bvh_all(q->tree, *ray, &q->filter, s->hits, s->room);
    if (*count <= s->room)
        return true;
    return make_room(s, *count) && hit_bvh_all(q->tree, *ray, &q->filter, s->hits, s->room) == *count;
}

static void write_several(const cast_query* q, const cast_chunk* c, cast_scratch* s, cast_slot* slot)
{
    const ray_piece* p = c->piece;
    for (uint32_t i = c->begin; i < c->end; i++) {
        hit_record r = {.ray = p->first_row + p->rows[i], .from = &p->rays[i], .is_hit = true};
        uint32_t count;
        if (atomic_load(&interrupted) != 0)
            return;
        if (!ask_several(q, r.from, s, &count)) {
            slot->out.failed = true;
            return;
        }
        if (p->ids && q->layout->format == FORMAT_NDJSON)
            r.id = p->ids[i];
        tally(slot, r.from, count > 0);
        for (uint32_t k = 0; k < count; k++) {
            r.hit = &s->hits[k];
            if (q->layout->needs_source)
                r.source = model_source_of(q->layout->model, r.hit->primitive);
            hit_reorder(q->layout, &s->hits[k], &r.source, 1);
            write_record(q, &r, slot);
        }
    }
    slot->done = true;
}

// One answer for each ray of a piece.
static void run_piece(const cast_query* q, const ray_piece* p, cast_scratch* s, cast_slot* slot)
{
    const hit_layout* l = q->layout;
    const bool as_list =
        l->mode == MODE_FIRST && !format_is_text(l->format) && !l->hits_only && p->row_count == p->count;
    if (l->mode == MODE_FIRST) {
        ask_first(q, p, s);
        if (!as_list || hit_list_needs_sources(l))
            hit_find_sources(l, s->hits, p->count, s->sources);
        hit_reorder(l, s->hits, s->sources, p->count);
    } else if (l->mode == MODE_ANY)
        ask_any(q, p, s);
    else
        ask_count(q, p, s);
    if (as_list)
        write_first(q, p, s, slot);
    else
        write_answers(q, p, s, slot);
}

void cast_slot_begin(cast_slot* slot)
{
    text_clear(&slot->out, SLOT_KEEP);
    slot->records = slot->rays = slot->hits = slot->invalid = 0;
    slot->done = false;
}

void cast_chunk_run(const cast_query* q, const cast_chunk* chunk, bool unread, cast_slot* slot)
{
    cast_scratch* s;
    slot->done = false;
    if (atomic_load(&interrupted) != 0)
        return;
    s = take_scratch(q);
    if (chunk->whole) {
        ray_piece* piece = chunk->piece;
        hit_ray* rays = piece->rays;
        if (unread) {
            piece->rays = s->rays;
            ray_piece_read(q->encoding, piece);
        }
        run_piece(q, piece, s, slot);
        piece->rays = rays;
        slot->done = true;
    } else
        write_several(q, chunk, s, slot);
    if (s->room > HITS_KEEP && q->layout->mode == MODE_ALL) {
        // One ray through very much should not keep its memory for the whole run.
        free(s->hits);
        s->hits = malloc(PIECE_RAYS * sizeof *s->hits);
        s->room = s->hits ? PIECE_RAYS : 0;
    }
    atomic_flag_clear(&s->busy);
}
