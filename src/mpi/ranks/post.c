// Messages from one rank to the others, and what ranks tell each other about a round: see post.h.
#include "mpi/ranks/post.h"

#include "base/fail.h"
#include "base/memory.h"

#include <string.h>

// ---- Bytes ----------------------------------------------------------------------------------------------------------

bool hit_bytes_reserve(hit_bytes* bytes, size_t capacity)
{
    unsigned char* data;

    if (capacity <= bytes->capacity)
        return true;
    data = hit_allocate(bytes->allocator, capacity, 8);
    if (data == NULL)
        return false;
    if (bytes->data != NULL)
        memcpy(data, bytes->data, bytes->size);
    hit_release(bytes->allocator, bytes->data, bytes->capacity, 8);
    bytes->data = data;
    bytes->capacity = capacity;
    return true;
}

void* hit_bytes_add(hit_bytes* bytes, size_t size)
{
    unsigned char* place;

    if (size > SIZE_MAX / 2 - bytes->size)
        return NULL;
    if (bytes->data == NULL || bytes->size + size > bytes->capacity) {
        const size_t least = bytes->size + size, grown = bytes->capacity + bytes->capacity / 2;
        if (!hit_bytes_reserve(bytes, least < 256 ? 256 : least > grown ? least : grown))
            return NULL;
    }
    place = bytes->data + bytes->size;
    bytes->size += size;
    return place;
}

void hit_bytes_free(hit_bytes* bytes)
{
    hit_release(bytes->allocator, bytes->data, bytes->capacity, 8);
    bytes->data = NULL;
    bytes->size = bytes->capacity = 0;
}

// ---- The post -------------------------------------------------------------------------------------------------------

hit_post hit_post_make(uint32_t rank, uint32_t ranks, const hit_allocator* allocator)
{
    const hit_post post = {
        .rank = rank, .ranks = ranks, .bytes = {allocator, NULL, 0, 0}, .entries = {allocator, NULL, 0, 0}};
    HIT_ASSERT(rank < ranks);
    return post;
}

void hit_post_free(hit_post* post)
{
    hit_bytes_free(&post->bytes);
    hit_bytes_free(&post->entries);
}

void* hit_post_add(hit_post* post, uint32_t to, size_t size)
{
    hit_post_entry* entry;
    void* place;

    HIT_ASSERT(to < post->ranks);
    if (size > UINT32_MAX)
        return NULL;
    entry = hit_bytes_add(&post->entries, sizeof *entry);
    if (entry == NULL)
        return NULL;
    place = hit_bytes_add(&post->bytes, size);
    if (place == NULL) {
        post->entries.size -= sizeof *entry;
        return NULL;
    }
    *entry = (hit_post_entry){to, (uint32_t)size};
    return place;
}

// Marks: an entry that this round takes, and a destination that takes no more. Nothing may overtake what did not fit.
#define TAKEN 0x80000000u
#define CLOSED (SIZE_MAX / 2 + 1)

// Mark what this round takes, and add it up by destination.
static void choose(hit_post* post, size_t quota, size_t* sizes)
{
    hit_post_entry* entry = (hit_post_entry*)(void*)post->entries.data;
    const size_t count = post->entries.size / sizeof *entry;

    memset(sizes, 0, post->ranks * sizeof *sizes);
    for (size_t i = 0; i < count; i++) {
        size_t* size = &sizes[entry[i].to];
        if (*size > 0 && *size + entry[i].size > quota)
            *size |= CLOSED;
        if (*size & CLOSED)
            continue;
        *size += entry[i].size;
        entry[i].to |= TAKEN;
    }
    for (uint32_t r = 0; r < post->ranks; r++) {
        sizes[r] &= ~CLOSED;
        post->sent += r == post->rank ? 0 : sizes[r];
    }
}

bool hit_post_pack(hit_post* post, size_t quota, hit_bytes* out, size_t* sizes)
{
    hit_post_entry* entry = (hit_post_entry*)(void*)post->entries.data;
    const size_t count = post->entries.size / sizeof *entry;
    size_t from = 0, kept = 0, kept_bytes = 0, all = 0;

    out->size = 0;
    if (!hit_bytes_reserve(out, post->bytes.size + 1))
        return false;
    choose(post, quota, sizes);
    // Sizes become places, and in the end, where each destination stops, sizes again.
    for (uint32_t r = 0; r < post->ranks; r++) {
        const size_t size = sizes[r];
        sizes[r] = all;
        all += size;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t to = entry[i].to & ~TAKEN, entry_size = entry[i].size;
        if (entry[i].to & TAKEN) {
            memcpy(out->data + sizes[to], post->bytes.data + from, entry[i].size);
            sizes[to] += entry[i].size;
            post->messages += to != post->rank;
        } else {
            memmove(post->bytes.data + kept_bytes, post->bytes.data + from, entry[i].size);
            kept_bytes += entry[i].size;
            entry[kept++] = entry[i];
        }
        from += entry_size;
    }
    HIT_ASSERT(from == post->bytes.size && kept_bytes + all == from);
    for (uint32_t r = post->ranks - 1; r > 0; r--)
        sizes[r] -= sizes[r - 1];
    post->bytes.size = kept_bytes;
    post->entries.size = kept * sizeof *entry;
    out->size = all;
    return true;
}

// ---- Rounds ---------------------------------------------------------------------------------------------------------

hit_round hit_actor_round(const hit_actor* actor, const hit_post* post)
{
    hit_round round = {.agreement = actor->agreement, .busy = actor->busy || post->entries.size > 0};
    round.failed = actor->error.status != HIT_OK ? 1 : actor->late.status != HIT_OK ? 2 : 0;
    return round;
}

hit_verdict_of_round hit_rounds_conclude(const hit_round* rounds, size_t stride, uint32_t ranks, uint32_t* who)
{
    const unsigned char* at = (const unsigned char*)rounds;
    bool busy = false, late = false;
    uint64_t agreement = 0;

    *who = 0;
    for (uint32_t r = 0; r < ranks; r++, at += stride) {
        hit_round round;
        memcpy(&round, at, sizeof round);
        if (round.failed == 1) {
            *who = r;
            return HIT_ROUND_FAILED;
        }
        busy |= round.busy != 0;
        if (round.failed == 2 && !late) {
            late = true;
            *who = r;
        }
    }
    if (busy)
        late = false;
    at = (const unsigned char*)rounds;
    for (uint32_t r = 0; r < ranks; r++, at += stride) {
        hit_round round;
        memcpy(&round, at, sizeof round);
        agreement = r == 0 ? round.agreement : agreement;
        if (round.agreement != agreement) {
            *who = r;
            return HIT_ROUND_DISAGREE;
        }
    }
    return busy ? HIT_ROUND_GO_ON : late ? HIT_ROUND_FAILED : HIT_ROUND_DONE;
}

hit_error hit_rounds_error(hit_verdict_of_round verdict, const hit_actor* who_failed, uint32_t who)
{
    const hit_error* from = who_failed->error.status != HIT_OK ? &who_failed->error : &who_failed->late;
    hit_error error = {.status = HIT_OK};

    if (verdict == HIT_ROUND_DISAGREE)
        hit_fail(&error, HIT_ERROR_ARGUMENT, 0,
                 "rank %u was called with other arguments than rank 0: the query, k, max_distance and the options must "
                 "be the same on all ranks",
                 who);
    else
        hit_fail(&error, from->status, from->offset, "rank %u: %.180s", who, from->message);
    return error;
}

hit_status hit_error_give(const hit_error* from, hit_error* error)
{
    if (error != NULL)
        *error = *from;
    return from->status;
}

uint64_t hit_agree_on(uint64_t agreement, uint64_t value)
{
    // splitmix64 by S. Vigna.
    uint64_t z = (agreement ^ value) + 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

hit_budget hit_budget_make(size_t buffer_bytes, uint32_t ranks, size_t state)
{
    const size_t all = buffer_bytes == 0 ? (size_t)256 << 20 : buffer_bytes;
    const size_t quota = all / 4 / ranks, window = all / 2 / state / ranks;
    const hit_budget budget = {.post = all / 4 + 1,
                               .quota = quota == 0 ? 1 : quota,
                               .window = window == 0         ? 1
                                         : window > 1u << 20 ? 1u << 20
                                                             : window};
    return budget;
}
