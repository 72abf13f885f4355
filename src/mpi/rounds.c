// The rounds of a collective algorithm over the ranks of a communicator.
//
// In a round each rank does its step, and tells every other one in a few words how many bytes it has for it, whether it
// is busy, and whether it has failed (MPI_Alltoall). From these words all ranks conclude the same: go on, done, or
// failed. Only when all go on do bytes travel, straight between the ranks that have some for each other; each rank has
// made room for them before, and says so (MPI_Allreduce), so that a rank without memory leaves nobody waiting.
#include "mpi/rounds.h"

#include "base/memory.h"

#include <limits.h>
#include <string.h>

// To one rank, in one round.
typedef struct words {
    hit_round round;
    uint64_t size;
} words;

typedef struct office {
    MPI_Comm comm;
    int rank, ranks;
    hit_allocator allocator;
    hit_post post;
    hit_bytes mail, sent;
    size_t* sizes;         ///< to each rank
    words *said, *heard;   ///< to each rank, from each rank
    MPI_Request* requests; ///< two for each rank
    uint64_t rounds;
} office;

enum { TAG = 24 };

static hit_error mpi_error(int code, const char* call)
{
    hit_error error = {.status = HIT_OK};
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;

    MPI_Error_string(code, text, &length);
    hit_fail(&error, HIT_ERROR_FILE, 0, "%s: %.150s", call, text);
    return error;
}

static bool make(office* o, MPI_Comm comm, const hit_allocator* allocator)
{
    const hit_allocator* a = &o->allocator;

    *o = (office){.comm = comm, .allocator = hit_allocator_or_default(allocator)};
    MPI_Comm_rank(comm, &o->rank);
    MPI_Comm_size(comm, &o->ranks);
    const size_t n = (size_t)o->ranks;
    o->post = hit_post_make((uint32_t)o->rank, (uint32_t)o->ranks, a);
    o->mail.allocator = o->sent.allocator = a;
    o->sizes = hit_allocate(a, n * sizeof *o->sizes, 8);
    o->said = hit_allocate(a, n * sizeof *o->said, 8);
    o->heard = hit_allocate(a, n * sizeof *o->heard, 8);
    o->requests = hit_allocate(a, 2 * n * sizeof(MPI_Request), _Alignof(MPI_Request));
    return o->sizes != NULL && o->said != NULL && o->heard != NULL && o->requests != NULL;
}

static void end(office* o)
{
    const size_t n = (size_t)o->ranks;

    hit_post_free(&o->post);
    hit_bytes_free(&o->mail);
    hit_bytes_free(&o->sent);
    hit_release(&o->allocator, o->sizes, n * sizeof *o->sizes, 8);
    hit_release(&o->allocator, o->said, n * sizeof *o->said, 8);
    hit_release(&o->allocator, o->heard, n * sizeof *o->heard, 8);
    hit_release(&o->allocator, o->requests, 2 * n * sizeof(MPI_Request), _Alignof(MPI_Request));
}

// Messages between two ranks in one round are at most 4 GiB (hit_post_add), sent in pieces that MPI can count.
static int piece(size_t left)
{
    return left < INT_MAX / 2 ? (int)left : INT_MAX / 2;
}

// Bytes between this rank and each other one; those that stay are copied. Returns an error of MPI.
static int exchange(office* o)
{
    size_t to_place = 0, from_place = 0, most = 0;
    int code = MPI_SUCCESS;

    for (int r = 0; r < o->ranks; r++) {
        most = o->sizes[r] > most ? o->sizes[r] : most;
        most = o->heard[r].size > most ? (size_t)o->heard[r].size : most;
    }
    // One pass does, but for messages that are larger than MPI can count.
    for (size_t begin = 0; begin < most && code == MPI_SUCCESS; begin += INT_MAX / 2) {
        int count = 0;
        to_place = from_place = 0;
        for (int r = 0; r < o->ranks && code == MPI_SUCCESS; r++) {
            const size_t from = (size_t)o->heard[r].size, to = o->sizes[r];
            if (r == o->rank && begin == 0 && to > 0)
                memcpy(o->mail.data + from_place, o->sent.data + to_place, to);
            if (r != o->rank && from > begin)
                code = MPI_Irecv(o->mail.data + from_place + begin, piece(from - begin), MPI_BYTE, r, TAG, o->comm,
                                 &o->requests[count++]);
            if (r != o->rank && to > begin && code == MPI_SUCCESS)
                code = MPI_Isend(o->sent.data + to_place + begin, piece(to - begin), MPI_BYTE, r, TAG, o->comm,
                                 &o->requests[count++]);
            from_place += from;
            to_place += to;
        }
        if (code == MPI_SUCCESS)
            code = MPI_Waitall(count, o->requests, MPI_STATUSES_IGNORE);
    }
    return code;
}

// Make room for what comes, on all ranks, or fail on all.
static bool make_room(office* o, hit_actor* actor)
{
    size_t all = 0;
    int mine, common = 0;

    for (int r = 0; r < o->ranks; r++)
        all += (size_t)o->heard[r].size;
    o->mail.size = 0;
    mine = hit_bytes_reserve(&o->mail, all);
    o->mail.size = mine ? all : 0;
    if (!mine)
        hit_fail(&actor->error, HIT_ERROR_MEMORY, 0, "no memory for %zu bytes from other ranks: lower buffer_bytes",
                 all);
    return MPI_Allreduce(&mine, &common, 1, MPI_INT, MPI_MIN, o->comm) == MPI_SUCCESS && common;
}

static hit_verdict_of_round speak(office* o, hit_actor* actor, uint32_t* who, int* code)
{
    hit_round round;

    if (actor->error.status == HIT_OK && !hit_post_pack(&o->post, actor->quota, &o->sent, o->sizes))
        hit_fail(&actor->error, HIT_ERROR_MEMORY, 0, "no memory for messages to other ranks: lower buffer_bytes");
    round = hit_actor_round(actor, &o->post);
    round.busy |= o->sent.size > 0;
    for (int r = 0; r < o->ranks; r++)
        o->said[r] = (words){round, actor->error.status == HIT_OK ? o->sizes[r] : 0};
    *code = MPI_Alltoall(o->said, (int)sizeof *o->said, MPI_BYTE, o->heard, (int)sizeof *o->heard, MPI_BYTE, o->comm);
    return hit_rounds_conclude(&o->heard[0].round, sizeof *o->heard, (uint32_t)o->ranks, who);
}

static hit_status run(office* o, hit_actor* actor, hit_error* error)
{
    hit_verdict_of_round verdict;
    hit_error failure;
    uint32_t who = 0;
    int code;

    for (;; o->rounds++) {
        if (actor->error.status == HIT_OK)
            actor->step(actor, &o->mail, &o->post);
        verdict = speak(o, actor, &who, &code);
        if (code != MPI_SUCCESS || verdict != HIT_ROUND_GO_ON)
            break;
        // A rank without room has failed: the next words say which.
        if (!make_room(o, actor)) {
            memset(o->sizes, 0, (size_t)o->ranks * sizeof *o->sizes);
            o->mail.size = 0;
            continue;
        }
        code = exchange(o);
        if (code != MPI_SUCCESS)
            break;
    }
    if (code != MPI_SUCCESS) {
        failure = mpi_error(code, "MPI cannot exchange messages");
        return hit_error_give(&failure, error);
    }
    if (verdict == HIT_ROUND_DONE)
        return hit_succeed(error);
    failure = hit_rounds_error(verdict, actor, who);
    MPI_Bcast(&failure, (int)sizeof failure, MPI_BYTE, (int)who, o->comm);
    return hit_error_give(&failure, error);
}

hit_status hit_mpi_run(hit_actor* actor, MPI_Comm comm, const hit_allocator* allocator, hit_mpi_traffic* traffic,
                       hit_error* error)
{
    hit_error memory = {.status = HIT_OK};
    hit_status status;
    office o;

    if (!make(&o, comm, allocator))
        hit_fail(&memory, HIT_ERROR_MEMORY, 0, "no memory for messages between %d ranks", o.ranks);
    // Every rank begins only when all can.
    status = hit_mpi_agree(comm, memory.status, &memory);
    status = status == HIT_OK ? run(&o, actor, error) : hit_error_give(&memory, error);
    traffic->messages += o.post.messages;
    traffic->bytes += o.post.sent;
    traffic->rounds += o.rounds;
    end(&o);
    return status;
}
