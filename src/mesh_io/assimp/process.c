// Runs hitscan-assimp: starts it, sends it the model, takes its answer, and says what became of it.
//
// Assimp reads some fifty formats, and there are files that make it crash, loop, or take all memory there is. In a
// process of its own it can do no harm: the program limits itself (memory, processor time, no writing), and what it
// does not answer within a time that is long enough for any model ends here, too.
//
// A library must not disturb the program that it is in. So nothing is forked that would run our code (posix_spawn); no
// descriptor is left open or inherited by other children (close on exec); no signal is sent to us when the other side
// is gone (MSG_NOSIGNAL), or needed from it; and only our own child is waited for. Where the program ignores SIGCHLD or
// waits for all children by itself, the reason of an early end is not known, and the message says less.
#if defined(__unix__) || defined(__APPLE__)
#define _GNU_SOURCE // SOCK_CLOEXEC
#define _DARWIN_C_SOURCE
#define HAVE_SPAWN 1
#else
#define HAVE_SPAWN 0
#endif
#include "mesh_io/assimp/assimp.h"

#include "base/assert.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#if HAVE_SPAWN
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SOCK_CLOEXEC
#define SOCK_CLOEXEC 0
#endif
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 // there SO_NOSIGPIPE does the same
#endif

extern char** environ;

#define DEFAULT_BYTES (UINT64_C(2) << 30)
enum {
    DEFAULT_SECONDS = 60,
    TIMES_OF_FILE = 64,
    SLOWER = 5,                ///< how many times its time of a processor it may take on a busy machine
    GRACE_MILLISECONDS = 2000, ///< from the end of its answer to its own
    FIRST_FREE = 10,           ///< of our descriptors: above those that the program has
};

typedef struct child {
    pid_t pid;
    int socket;
    int64_t deadline; ///< in milliseconds of the clock
    bool is_late;
} child;

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// ---- Talking --------------------------------------------------------------------------------------------------------

// Wait until the socket can be read or written. False when time is up.
static bool await(child* c, short event)
{
    for (;;) {
        struct pollfd p = {.fd = c->socket, .events = event};
        const int64_t left = c->deadline - now();
        int ready;
        if (left <= 0) {
            c->is_late = true;
            return false;
        }
        ready = poll(&p, 1, left < 60000 ? (int)left : 60000);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR && errno != EAGAIN)
            return false;
    }
}

// Does an error pass by itself? EWOULDBLOCK may be another number than EAGAIN, but not on a socket.
static bool is_passing(int error)
{
    return error == EAGAIN || error == EINTR;
}

static bool receive(void* context, void* to, size_t size)
{
    child* c = context;
    char* at = to;
    if (now() >= c->deadline) { // who always has something to say never lets us wait
        c->is_late = true;
        return false;
    }
    while (size > 0) {
        const ssize_t got = recv(c->socket, at, size, MSG_DONTWAIT);
        if (got > 0) {
            at += got;
            size -= (size_t)got;
        } else if (got == 0 || !is_passing(errno) || !await(c, POLLIN))
            return false;
    }
    return true;
}

// What cannot be sent has a reason that the answer, or the end of the program, tells.
static bool transmit(void* context, const void* from, size_t size)
{
    child* c = context;
    const char* at = from;
    while (size > 0) {
        const ssize_t sent = send(c->socket, at, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) {
            at += sent;
            size -= (size_t)sent;
        } else if (sent == 0 || !is_passing(errno) || !await(c, POLLOUT))
            return false;
    }
    return true;
}

// ---- Starting -------------------------------------------------------------------------------------------------------

// The same descriptor with a higher number, so that it is none of those that the program is to have.
static int raise_descriptor(int low)
{
    const int high = low >= 0 ? fcntl(low, F_DUPFD_CLOEXEC, FIRST_FREE) : -1;
    if (low >= 0)
        close(low);
    return high;
}

static void close_if_open(int descriptor)
{
    if (descriptor >= 0)
        close(descriptor);
}

static bool make_sockets(int ends[2])
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    ends[0] = raise_descriptor(pair[0]);
    ends[1] = raise_descriptor(pair[1]);
#ifdef SO_NOSIGPIPE
    setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
    if (ends[0] >= 0 && ends[1] >= 0)
        return true;
    close_if_open(ends[0]);
    close_if_open(ends[1]);
    return false;
}

// Start it with a socket. Returns 0 or the number of an error.
static int spawn(child* c, const char* program, int socket)
{
    static const int usual[] = {SIGXCPU, SIGPIPE, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTERM, SIGINT};
    char* const arguments[] = {(char*)(uintptr_t)HIT_ASSIMP_HELPER, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, back;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigemptyset(&none);
    sigemptyset(&back);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        sigaddset(&back, usual[i]);
    error = posix_spawn_file_actions_adddup2(&actions, socket, HIT_ASSIMP_SOCKET);
    for (int output = 1; output <= 2 && error == 0; output++)
        error = posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0);
    if (error == 0)
        error = posix_spawnattr_setsigmask(&attributes, &none);
    if (error == 0)
        error = posix_spawnattr_setsigdefault(&attributes, &back);
    if (error == 0)
        error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (error == 0)
        error = posix_spawn(&c->pid, program, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static hit_status fail_start(hit_loader* loader, const char* program, int error)
{
    return hit_loader_fail(loader, error == ENOMEM || error == EAGAIN ? HIT_ERROR_MEMORY : HIT_ERROR_FORMAT, 0,
                           "this format is read by %.100s, which cannot be started: %.60s", program, strerror(error));
}

static hit_status start(hit_loader* loader, child* c, const char* program)
{
    int ends[2], error;
    if (!make_sockets(ends))
        return fail_start(loader, program, errno);
    error = spawn(c, program, ends[1]);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        return fail_start(loader, program, error);
    }
    c->socket = ends[0];
    return HIT_OK;
}

// ---- Ending ---------------------------------------------------------------------------------------------------------

// Wait for the end of the program, which should be near: what does not end by itself is stopped. Returns false when
// nobody knows how it ended, since someone else has waited for it.
static bool await_end(const child* c, bool is_near, int* how)
{
    const int64_t patience = now() + (is_near ? GRACE_MILLISECONDS : 0);
    int64_t pause = 100000; // nanoseconds
    bool killed = false;
    for (;;) {
        const pid_t waited = waitpid(c->pid, how, killed ? 0 : WNOHANG);
        if (waited == c->pid)
            return true;
        if (waited < 0 && errno != EINTR)
            return false;
        if (waited == 0 && now() >= patience) {
            kill(c->pid, SIGKILL); // it is still there, and not yet waited for: this is no other process
            killed = true;
        } else if (waited == 0) {
            nanosleep(&(struct timespec){.tv_nsec = (long)pause}, NULL);
            pause = pause < 20000000 ? 2 * pause : pause;
        }
    }
}

// What to say of a program that ended before its answer did.
static hit_status explain_end(hit_loader* loader, const child* c, const hit_assimp_request* request, bool known,
                              int how, const char* program)
{
    if (c->is_late)
        return hit_loader_fail(loader, HIT_ERROR_LIMIT, 0,
                               "Assimp did not finish within %" PRId64 " s; raise helper_seconds (%" PRIu32
                               ") if you trust it",
                               SLOWER * (int64_t)request->seconds, request->seconds);
    if (!known)
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "Assimp crashed on this file, or took too long");
    if (WIFSIGNALED(how) && WTERMSIG(how) == SIGXCPU)
        return hit_loader_fail(loader, HIT_ERROR_LIMIT, 0,
                               "Assimp took more than %" PRIu32
                               " s of processor time for it (helper_seconds); raise that if you trust the file",
                               request->seconds);
    if (WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL)
        return hit_loader_fail(loader, HIT_ERROR_LIMIT, 0,
                               "Assimp was stopped while it read this file; the system may have run out of memory");
    if (WIFSIGNALED(how))
        return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                               "Assimp crashed (signal %d) on this file; convert it with the program that wrote it",
                               WTERMSIG(how));
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0,
                           "%.120s ended without an answer (code %d); is Assimp installed?", program,
                           WIFEXITED(how) ? WEXITSTATUS(how) : -1);
}

// `is_whole`: the answer came to its end, or to something that made its rest useless.
static hit_status finish(hit_loader* loader, const child* c, const hit_assimp_request* request, bool is_whole,
                         hit_status status, const char* program)
{
    int how = 0;
    bool known;
    close(c->socket);
    known = await_end(c, !c->is_late && (!is_whole || status == HIT_OK), &how);
    return is_whole ? status : explain_end(loader, c, request, known, how, program);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void make_request(const hit_loader* loader, const char* name, hit_assimp_request* request)
{
    const hit_model_options* o = loader->options;
    const uint64_t most = (UINT64_MAX - DEFAULT_BYTES) / TIMES_OF_FILE;
    *request = (hit_assimp_request){.magic = HIT_ASSIMP_MAGIC, .version = HIT_ASSIMP_VERSION, .size = loader->size};
    request->bytes = o->helper_bytes > 0   ? o->helper_bytes
                     : loader->size < most ? DEFAULT_BYTES + TIMES_OF_FILE * (uint64_t)loader->size
                                           : UINT64_MAX;
    request->seconds = o->helper_seconds > 0 ? o->helper_seconds : DEFAULT_SECONDS;
    request->flags = (o->appearance ? HIT_ASSIMP_APPEARANCE : 0) |
                     (loader->folder != NULL || loader->zip != NULL ? HIT_ASSIMP_FILES : 0);
    snprintf(request->name, sizeof request->name, "%s", name);
}

hit_status hit_assimp_run(hit_loader* loader, const char* program, const char* name)
{
    hit_assimp_source source = {.read = receive, .write = transmit};
    hit_assimp_request request;
    hit_status status;
    child c = {0};
    make_request(loader, name, &request);
    status = start(loader, &c, program);
    if (status != HIT_OK)
        return status;
    c.deadline = now() + 1000 * SLOWER * (int64_t)request.seconds;
    source.context = &c;
    if (transmit(&c, &request, sizeof request))
        (void)transmit(&c, loader->bytes, loader->size);
    status = hit_assimp_decode(loader, &source);
    HIT_ASSERT(!source.ended || status == HIT_ERROR_FORMAT);
    return finish(loader, &c, &request, !source.ended, status, program);
}

#else

hit_status hit_assimp_run(hit_loader* loader, const char* program, const char* name)
{
    (void)program, (void)name;
    return hit_loader_fail(loader, HIT_ERROR_FORMAT, 0, "this system cannot start " HIT_ASSIMP_HELPER);
}

#endif
