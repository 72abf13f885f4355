// What the command asks of MPI: a module that is loaded when a launcher has started several ranks.
//
// The command does not link libmpi, which takes longer to load than most answers take. The module does, and gives these
// functions. Those that are *collective* must be called by all ranks in the same order. Any thread may call any of
// them: the module lets one at a time into MPI. A collective call waits without using the processor.
#ifndef TOOL_CLUSTER_MODULE_H
#define TOOL_CLUSTER_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CLUSTER_MODULE_VERSION = 1,
    CLUSTER_MESSAGE_MAX = 2048, ///< bytes of a message between ranks: all systems send so few without waiting
    CLUSTER_TEXT_MAX = 200      ///< of the text of an error, and its end
};

typedef struct cluster_module {
    uint32_t version;
    /// What MPI it is, in one line; before `begin` and after it.
    void (*describe)(char text[CLUSTER_TEXT_MAX]);
    /// Start MPI. `on_node`: how many of the ranks are on this node. False when it cannot.
    bool (*begin)(int* rank, int* ranks, int* on_node);
    /// Collective.
    void (*end)(void);
    /// End all ranks, now.
    void (*abort)(int code);

    /// Collective: every rank gives an exit code, and what it has to say unless that is 0; all get those of the lowest
    /// rank whose code is not 0. Its rank and host stand before the text of another rank.
    int (*agree)(int code, char text[CLUSTER_TEXT_MAX]);
    /// Collective: the bytes of rank 0, for all. Any size.
    void (*broadcast)(void* bytes, size_t size);
    /// Collective: sums over all ranks, for all.
    void (*sum)(uint64_t* numbers, size_t count);
    /// Collective: bytes of all ranks, joined by "or", for rank 0.
    void (*join)(void* bytes, size_t size);
    /// Collective: one copy on each node of what rank 0 has. NULL, after `text` was set, when there is no memory. It
    /// stays until `unshare`, which is collective.
    const void* (*share)(const void* bytes, size_t* size, char text[CLUSTER_TEXT_MAX]);
    void (*unshare)(void);

    /// Collective: numbers 0 to count - 1, to be taken one by one. One such queue at a time. False when there is no
    /// memory.
    bool (*queue_open)(uint64_t count, char text[CLUSTER_TEXT_MAX]);
    bool (*queue_take)(uint64_t* index);
    void (*queue_close)(void);   ///< nobody gets more
    void (*queue_destroy)(void); ///< collective

    /// Send a message to another rank, which takes it when it asks.
    void (*send)(int to, const void* bytes, size_t size);
    /// Take a message. False when there is none.
    bool (*receive)(int* from, void* bytes, size_t room, size_t* size);

    /// Collective: open a file that is there, to write to it. False, after `text` was set.
    bool (*file_open)(const char* path, char text[CLUSTER_TEXT_MAX]);
    bool (*file_write)(uint64_t offset, const void* bytes, size_t size, char text[CLUSTER_TEXT_MAX]);
    bool (*file_close)(char text[CLUSTER_TEXT_MAX]); ///< collective
} cluster_module;

/// The only name that the module exports.
typedef const cluster_module* cluster_module_function(void);
#define CLUSTER_MODULE_NAME "hit_cluster_module"

#endif
