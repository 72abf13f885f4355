// The module of the command for MPI: see ../module.h. Everything that several ranks share goes through the library
// hitscan_mpi; what is only the command's - messages, the file that all ranks write - is here.
//
// MPI_THREAD_SERIALIZED is asked for, and a lock sees to it: networks without operations of their own on remote memory
// can do no more. Waiting for others is by tests with pauses, so that a rank that builds a tree has the processors.
#define _POSIX_C_SOURCE 200809L
#include "cluster/module.h"

#include <hitscan/mpi.h>
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAG = 7, PIECE = 1 << 30, PAUSE = 50000, PAUSE_MAX = 1000000 }; // the pauses in nanoseconds

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static MPI_Comm all = MPI_COMM_NULL;
static MPI_File file = MPI_FILE_NULL;
static hit_mpi_block* block;
static hit_mpi_queue* queue;

static void enter(void)
{
    pthread_mutex_lock(&lock);
}

static void leave(void)
{
    pthread_mutex_unlock(&lock);
}

// Begin a collective call: wait until all ranks have come, and enter.
static void meet(void)
{
    MPI_Request request;
    struct timespec pause = {0, PAUSE};
    int done = 0;
    enter();
    MPI_Ibarrier(all, &request);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    while (!done) {
        leave();
        nanosleep(&pause, NULL);
        pause.tv_nsec = pause.tv_nsec < PAUSE_MAX ? pause.tv_nsec + pause.tv_nsec / 4 : PAUSE_MAX;
        enter();
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
}

static void tell_text(char text[CLUSTER_TEXT_MAX], int failure)
{
    char why[MPI_MAX_ERROR_STRING + 1] = "unknown error of MPI";
    int length = 0;
    MPI_Error_string(failure, why, &length);
    snprintf(text, CLUSTER_TEXT_MAX, "%.*s", CLUSTER_TEXT_MAX - 1, why);
}

static bool is_fine(int result, char text[CLUSTER_TEXT_MAX])
{
    if (result == MPI_SUCCESS)
        return true;
    tell_text(text, result);
    return false;
}

// ---- Start and end --------------------------------------------------------------------------------------------------

static void describe(char text[CLUSTER_TEXT_MAX])
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING + 1];
    int length = 0;
    MPI_Get_library_version(version, &length);
    version[strcspn(version, ",\n")] = '\0';
    snprintf(text, CLUSTER_TEXT_MAX, "%.*s", CLUSTER_TEXT_MAX - 1, version);
}

static bool begin(int* rank, int* ranks, int* on_node)
{
    int provided = 0;
    MPI_Comm node;
    // Open MPI 4 chooses this component for TCP between hosts, and then has no windows there; the others have.
    setenv("OMPI_MCA_osc", "^rdma", 0);
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS)
        return false;
    if (provided < MPI_THREAD_SERIALIZED || MPI_Comm_dup(MPI_COMM_WORLD, &all) != MPI_SUCCESS)
        return false;
    MPI_Comm_set_errhandler(all, MPI_ERRORS_RETURN);
    MPI_Comm_rank(all, rank);
    MPI_Comm_size(all, ranks);
    MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, on_node);
    MPI_Comm_free(&node);
    return true;
}

static void end(void)
{
    meet();
    MPI_Comm_free(&all);
    MPI_Finalize();
    leave();
}

static void stop_all(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}

// ---- Collective calls -----------------------------------------------------------------------------------------------

static int agree(int code, char text[CLUSTER_TEXT_MAX])
{
    hit_error error = {code ? HIT_ERROR_FILE : HIT_OK, (uint64_t)code, 0, ""};
    meet();
    if (code)
        snprintf(error.message, sizeof error.message, "%s", text);
    if (hit_mpi_agree(all, error.status, &error) == HIT_OK)
        error.offset = 0;
    leave();
    snprintf(text, CLUSTER_TEXT_MAX, "%s", error.message);
    return (int)error.offset;
}

static void broadcast(void* bytes, size_t size)
{
    meet();
    for (size_t at = 0; at < size; at += PIECE)
        MPI_Bcast((char*)bytes + at, (int)(size - at < PIECE ? size - at : PIECE), MPI_BYTE, 0, all);
    leave();
}

static void sum(uint64_t* numbers, size_t count)
{
    const size_t piece = PIECE / sizeof *numbers;
    meet();
    for (size_t at = 0; at < count; at += piece)
        MPI_Allreduce(MPI_IN_PLACE, numbers + at, (int)(count - at < piece ? count - at : piece), MPI_UINT64_T, MPI_SUM,
                      all);
    leave();
}

static void join(void* bytes, size_t size)
{
    int rank;
    meet();
    MPI_Comm_rank(all, &rank);
    for (size_t at = 0; at < size; at += PIECE) {
        void* piece = (char*)bytes + at;
        const int count = (int)(size - at < PIECE ? size - at : PIECE);
        MPI_Reduce(rank == 0 ? MPI_IN_PLACE : piece, rank == 0 ? piece : NULL, count, MPI_BYTE, MPI_BOR, 0, all);
    }
    leave();
}

static const void* share(const void* bytes, size_t* size, char text[CLUSTER_TEXT_MAX])
{
    hit_error error;
    const void* shared = NULL;
    assert(!block);
    meet();
    if (hit_mpi_block_create(bytes, *size, 0, all, &block, &error) == HIT_OK)
        shared = hit_mpi_block_bytes(block, size);
    else
        snprintf(text, CLUSTER_TEXT_MAX, "%s", error.message);
    leave();
    return shared;
}

static void unshare(void)
{
    meet();
    hit_mpi_block_destroy(block);
    block = NULL;
    leave();
}

// ---- The queue ------------------------------------------------------------------------------------------------------

static bool queue_open(uint64_t count, char text[CLUSTER_TEXT_MAX])
{
    hit_error error;
    bool fine;
    assert(!queue);
    meet();
    fine = hit_mpi_queue_create(count, all, &queue, &error) == HIT_OK;
    if (!fine)
        snprintf(text, CLUSTER_TEXT_MAX, "%s", error.message);
    leave();
    return fine;
}

static bool queue_take(uint64_t* index)
{
    bool got;
    enter();
    got = hit_mpi_queue_take(queue, index);
    leave();
    return got;
}

static void queue_close(void)
{
    enter();
    hit_mpi_queue_close(queue);
    leave();
}

static void queue_destroy(void)
{
    meet();
    hit_mpi_queue_destroy(queue);
    queue = NULL;
    leave();
}

// ---- Messages -------------------------------------------------------------------------------------------------------

static void send_message(int to, const void* bytes, size_t size)
{
    assert(size <= CLUSTER_MESSAGE_MAX);
    enter();
    MPI_Send(bytes, (int)size, MPI_BYTE, to, TAG, all);
    leave();
}

static bool receive_message(int* from, void* bytes, size_t room, size_t* size)
{
    MPI_Status status;
    int there = 0, count = 0;
    enter();
    MPI_Iprobe(MPI_ANY_SOURCE, TAG, all, &there, &status);
    if (there) {
        MPI_Get_count(&status, MPI_BYTE, &count);
        assert((size_t)count <= room);
        MPI_Recv(bytes, (int)room, MPI_BYTE, status.MPI_SOURCE, TAG, all, &status);
        *from = status.MPI_SOURCE;
        *size = (size_t)count;
    }
    leave();
    return there != 0;
}

// ---- The file -------------------------------------------------------------------------------------------------------

static bool file_open(const char* path, char text[CLUSTER_TEXT_MAX])
{
    bool fine;
    meet();
    fine = is_fine(MPI_File_open(all, path, MPI_MODE_WRONLY, MPI_INFO_NULL, &file), text);
    if (fine)
        MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    leave();
    return fine;
}

static bool file_write(uint64_t offset, const void* bytes, size_t size, char text[CLUSTER_TEXT_MAX])
{
    bool fine = true;
    for (size_t at = 0; at < size && fine; at += PIECE) {
        const int count = (int)(size - at < PIECE ? size - at : PIECE);
        MPI_Status status;
        int written = 0;
        enter();
        fine = is_fine(MPI_File_write_at(file, (MPI_Offset)offset + (MPI_Offset)at, (const char*)bytes + at, count,
                                         MPI_BYTE, &status),
                       text);
        if (fine)
            MPI_Get_count(&status, MPI_BYTE, &written);
        leave();
        if (fine && written != count) {
            snprintf(text, CLUSTER_TEXT_MAX, "only %d of %d bytes were written: the disk may be full", written, count);
            fine = false;
        }
    }
    return fine;
}

static bool file_close(char text[CLUSTER_TEXT_MAX])
{
    bool fine;
    meet();
    fine = is_fine(MPI_File_close(&file), text);
    leave();
    return fine;
}

static const cluster_module functions = {
    .version = CLUSTER_MODULE_VERSION,
    .describe = describe,
    .begin = begin,
    .end = end,
    .abort = stop_all,
    .agree = agree,
    .broadcast = broadcast,
    .sum = sum,
    .join = join,
    .share = share,
    .unshare = unshare,
    .queue_open = queue_open,
    .queue_take = queue_take,
    .queue_close = queue_close,
    .queue_destroy = queue_destroy,
    .send = send_message,
    .receive = receive_message,
    .file_open = file_open,
    .file_write = file_write,
    .file_close = file_close,
};

HIT_API const cluster_module* hit_cluster_module(void);

const cluster_module* hit_cluster_module(void)
{
    return &functions;
}
