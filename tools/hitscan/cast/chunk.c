// Casts rays and writes records. One answer per ray without a filter comes from the library's batch calls; with a
// filter, and for all hits of a ray, from the calls for one ray. The answers are the same.
#include "cast/chunk.h"
#include "cli/job.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESULT_KEEP = 1 << 20, HITS_KEEP = 1 << 15 };

bool cast_query_begin(cast_query* q, uint32_t threads)
{
    assert(threads > 0);
    q->scratch_count = threads;
    q->scratch = calloc(threads, sizeof *q->scratch);
    for (uint32_t i = 0; q->scratch && i < threads; i++) {
        cast_scratch* s = &q->scratch[i];
        atomic_flag_clear(&s->busy);
        s->capacity = BATCH_RAYS;
        s->hits = malloc(s->capacity * sizeof *s->hits);
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
    assert(q->scratch && q->scratch_count > 0);
    for (uint32_t i = 0;; i = (i + 1) % q->scratch_count)
        if (!atomic_flag_test_and_set(&q->scratch[i].busy))
            return &q->scratch[i];
}

static bool reserve(cast_scratch* s, uint32_t count)
{
    hit_bvh_hit* hits;
    if (count <= s->capacity)
        return true;
    hits = realloc(s->hits, count * sizeof *hits);
    if (!hits)
        return false;
    s->hits = hits;
    s->capacity = count;
    return true;
}

// hit_ray_is_valid, but most are known to be without asking.
static bool is_valid(const hit_ray* ray)
{
    const float origin_sum = fabsf(ray->origin.x) + fabsf(ray->origin.y) + fabsf(ray->origin.z);
    const float direction_sum = fabsf(ray->direction.x) + fabsf(ray->direction.y) + fabsf(ray->direction.z);
    return (origin_sum <= FLT_MAX && direction_sum > 0.0f && direction_sum <= FLT_MAX && ray->t_min == 0.0f &&
            ray->t_max >= 0.0f) ||
           hit_ray_is_valid(*ray);
}

// Count a ray. One that hits nothing may be one that cannot.
static void count_ray(chunk_result* result, const hit_ray* ray, bool is_hit)
{
    result->rays++;
    if (is_hit)
        result->hits++;
    else if (!is_valid(ray))
        result->invalid++;
    assert(result->hits + result->invalid <= result->rays);
}

static void write_record(const cast_query* q, const cast_record* r, chunk_result* result)
{
    record_write(q->layout, r, &result->out);
    result->records++;
}

// ---- One answer per ray ---------------------------------------------------------------------------------------------

static void query_first(const cast_query* q, const ray_batch* p, cast_scratch* s)
{
    assert(p->count <= BATCH_RAYS && p->count <= s->capacity);
    if (!q->filtered)
        hit_bvh_batch_first(q->tree, p->rays, p->count, s->hits, NULL, NULL);
    else
        for (uint32_t i = 0; i < p->count; i++)
            if (!hit_bvh_first(q->tree, p->rays[i], &q->filter, &s->hits[i]))
                s->hits[i].primitive = HIT_BVH_NONE;
}

static void query_any(const cast_query* q, const ray_batch* p, cast_scratch* s)
{
    if (!q->filtered)
        hit_bvh_batch_any(q->tree, p->rays, p->count, s->answers, NULL, NULL);
    else
        for (uint32_t i = 0; i < p->count; i++)
            s->answers[i] = hit_bvh_any(q->tree, p->rays[i], &q->filter);
}

static void query_count(const cast_query* q, const ray_batch* p, cast_scratch* s)
{
    if (!q->filtered)
        hit_bvh_batch_count(q->tree, p->rays, p->count, s->counts, NULL, NULL);
    else
        for (uint32_t i = 0; i < p->count; i++)
            s->counts[i] = hit_bvh_count(q->tree, p->rays[i], &q->filter);
}

// Records for rows that are broken, up to the row `end`.
static void write_broken(const cast_query* q, const ray_batch* p, uint32_t row, uint32_t end, chunk_result* result)
{
    for (; row < end; row++) {
        const cast_record r = {.ray = p->first_row + row};
        write_record(q, &r, result);
    }
}

// The usual case: first hits of all rays of a batch, in records of fixed size.
static void write_first(const cast_query* q, const ray_batch* p, cast_scratch* s, chunk_result* result)
{
    const record_batch list = {p->rays, s->hits, s->sources, p->count, p->first_row};
    uint32_t misses = 0;
    assert(p->row_count == p->count); // no row between them is broken
    for (uint32_t i = 0; i < p->count; i++) {
        s->misses[misses] = i; // without a branch, which would be mispredicted
        misses += s->hits[i].primitive == HIT_BVH_NONE;
    }
    result->rays += p->count;
    result->records += p->count;
    result->hits += p->count - misses;
    for (uint32_t i = 0; i < misses; i++)
        result->invalid += !is_valid(&p->rays[s->misses[i]]);
    assert(result->hits + result->invalid <= result->rays);
    record_write_batch(q->layout, &list, &result->out);
}

static void write_answers(const cast_query* q, const ray_batch* p, const cast_scratch* s, chunk_result* result)
{
    const record_layout* l = q->layout;
    const bool in_step = record_layout_is_one_per_row(l);
    uint32_t next = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        cast_record r = {.ray = p->first_row + p->rows[i], .from = &p->rays[i]};
        assert(p->rows[i] >= next && p->rows[i] < p->row_count);
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
        count_ray(result, r.from, r.is_hit);
        if (in_step)
            write_broken(q, p, next, p->rows[i], result);
        next = p->rows[i] + 1;
        if (r.is_hit || !l->hits_only)
            write_record(q, &r, result);
    }
    if (in_step)
        write_broken(q, p, next, p->row_count, result);
}

// ---- Several records per ray ----------------------------------------------------------------------------------------

// The hits of a ray: how many there are in s->hits. False when memory is short.
static bool query_several(const cast_query* q, const hit_ray* ray, cast_scratch* s, uint32_t* count)
{
    if (q->layout->mode == MODE_K) {
        *count = reserve(s, q->k) ? hit_bvh_first_k(q->tree, *ray, &q->filter, s->hits, q->k) : 0;
        return s->capacity >= q->k;
    }
    *count = hit_bvh_all(q->tree, *ray, &q->filter, s->hits, s->capacity);
    if (*count <= s->capacity)
        return true;
    return reserve(s, *count) && hit_bvh_all(q->tree, *ray, &q->filter, s->hits, s->capacity) == *count;
}

static void write_several(const cast_query* q, const cast_chunk* c, cast_scratch* s, chunk_result* result)
{
    const ray_batch* p = c->batch;
    assert(c->begin <= c->end && c->end <= p->count);
    for (uint32_t i = c->begin; i < c->end; i++) {
        cast_record r = {.ray = p->first_row + p->rows[i], .from = &p->rays[i], .is_hit = true};
        uint32_t count;
        if (atomic_load(&interrupted) != 0)
            return;
        if (!query_several(q, r.from, s, &count)) {
            result->out.failed = true;
            return;
        }
        assert(count <= s->capacity);
        if (p->ids && q->layout->format == FORMAT_NDJSON)
            r.id = p->ids[i];
        count_ray(result, r.from, count > 0);
        for (uint32_t k = 0; k < count; k++) {
            r.hit = &s->hits[k];
            assert(r.hit->primitive != HIT_BVH_NONE);
            if (q->layout->needs_source)
                r.source = model_source_of(q->layout->model, r.hit->primitive);
            record_unmirror_uv(q->layout, &s->hits[k], &r.source, 1);
            write_record(q, &r, result);
        }
    }
    result->done = true;
}

// One answer for each ray of a batch.
static void run_batch(const cast_query* q, const ray_batch* p, cast_scratch* s, chunk_result* result)
{
    const record_layout* l = q->layout;
    const bool as_list =
        l->mode == MODE_FIRST && !format_is_text(l->format) && !l->hits_only && p->row_count == p->count;
    if (l->mode == MODE_FIRST) {
        query_first(q, p, s);
        if (!as_list || record_batch_needs_sources(l))
            record_find_sources(l, s->hits, p->count, s->sources);
        record_unmirror_uv(l, s->hits, s->sources, p->count);
    } else if (l->mode == MODE_ANY)
        query_any(q, p, s);
    else
        query_count(q, p, s);
    if (as_list)
        write_first(q, p, s, result);
    else
        write_answers(q, p, s, result);
}

void chunk_result_clear(chunk_result* result)
{
    byte_buffer_clear(&result->out, RESULT_KEEP);
    result->records = result->rays = result->hits = result->invalid = 0;
    result->done = false;
}

void cast_chunk_run(const cast_query* q, const cast_chunk* chunk, bool unread, chunk_result* result)
{
    cast_scratch* s;
    assert(!unread || (chunk->whole && !format_is_text(q->encoding->format)));
    result->done = false;
    if (atomic_load(&interrupted) != 0)
        return;
    s = take_scratch(q);
    if (chunk->whole) {
        ray_batch* batch = chunk->batch;
        hit_ray* rays = batch->rays;
        if (unread) {
            batch->rays = s->rays;
            ray_batch_read(q->encoding, batch);
            assert(batch->count <= BATCH_RECORDS); // so many s->rays has
        }
        run_batch(q, batch, s, result);
        batch->rays = rays;
        result->done = true;
    } else
        write_several(q, chunk, s, result);
    if (s->capacity > HITS_KEEP && q->layout->mode == MODE_ALL) {
        // One ray through very much should not keep its memory for the whole run.
        free(s->hits);
        s->hits = malloc(BATCH_RAYS * sizeof *s->hits);
        s->capacity = s->hits ? BATCH_RAYS : 0;
    }
    atomic_flag_clear(&s->busy);
}
