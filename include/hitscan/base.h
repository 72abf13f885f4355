// What every other header needs: export macros, the choice of SIMD kernels, status codes and allocators.
#ifndef HITSCAN_BASE_H
#define HITSCAN_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// HIT_API marks what the library exports. Define HITSCAN_SHARED when linking to the DLL on Windows;
// CMake and pkg-config users need to define nothing.
#if defined(_WIN32) && defined(HITSCAN_BUILD_SHARED)
#define HIT_API __declspec(dllexport)
#elif defined(_WIN32) && defined(HITSCAN_SHARED)
#define HIT_API __declspec(dllimport)
#elif defined(__GNUC__)
#define HIT_API __attribute__((visibility("default")))
#else
#define HIT_API
#endif

// Small functions are C99 inline: a compiler may inline them, and the library holds one real copy of each,
// so that other languages can call them by name. src/base/inline.c makes these copies.
#ifndef HIT_INLINE
#if defined(__GNUC__)
#define HIT_INLINE __attribute__((visibility("default"))) inline
#else
#define HIT_INLINE inline
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The SIMD kernels; those of x86 in ascending order. They differ in speed, never in an answer.
typedef enum hit_cpu {
    HIT_CPU_PORTABLE = 0, ///< plain C; defines the results
    HIT_CPU_SSE4 = 1,     ///< x86 with SSE4.1
    HIT_CPU_AVX2 = 2,     ///< x86 with AVX2 and FMA
    HIT_CPU_NEON = 3,     ///< ARM64
    HIT_CPU_WASM = 4      ///< WebAssembly with SIMD128
} hit_cpu;

/// Tell the best kernels that this machine can run and this build contains.
///
/// @threads  any number of threads at once
HIT_API hit_cpu hit_cpu_best(void);

/// Tell the kernels in use: the best ones, unless restricted.
///
/// On the first call the environment variable HITSCAN_CPU (`portable`, `sse4`, `avx2`, `neon` or `wasm`) is read; an
/// unknown value is ignored, and a level above hit_cpu_best() gives hit_cpu_best(). @threads  any number of threads at
/// once
HIT_API hit_cpu hit_cpu_in_use(void);

/// Choose the kernels, for tests and for bug reports: `level`, or the best below it that machine and build have.
///
/// The last call counts, also over HITSCAN_CPU. A value that is no hit_cpu changes nothing.
/// @return  the level now in use
/// @threads  safe, but queries that run meanwhile may use either level
HIT_API hit_cpu hit_cpu_restrict(hit_cpu level);

/// The name of a level as HITSCAN_CPU spells it; "unknown" for a value that is no hit_cpu.
HIT_API const char* hit_cpu_name(hit_cpu level);

/// How a call that can fail ended. Geometry cannot: only what allocates, reads or starts threads returns a status.
typedef enum hit_status {
    HIT_OK = 0,
    HIT_ERROR_ARGUMENT = 1,  ///< an argument makes no sense: NULL, a stride that is too small, an unknown enum value
    HIT_ERROR_MEMORY = 2,    ///< an allocation failed; nothing was changed, nothing is leaked
    HIT_ERROR_CANCELLED = 3, ///< a progress callback said stop
    HIT_ERROR_GEOMETRY = 4,  ///< a bad primitive, and the options say to refuse those
    HIT_ERROR_LIMIT = 5,     ///< more than the library can count
    HIT_ERROR_FILE = 6,      ///< reading or writing a file failed
    HIT_ERROR_FORMAT = 7,    ///< bytes that are not what they should be: another format, another version, damaged
    HIT_ERROR_TOPOLOGY = 8,  ///< new geometry does not fit the old structure: build again
    HIT_ERROR_THREAD = 9     ///< a thread could not be started
} hit_status;

/// One sentence about a status, in English, without a full stop; "unknown status" for a number that is none.
HIT_API const char* hit_status_text(hit_status status);

/// More about a failure: what, where, and what to do.
///
/// Every call that returns a hit_status takes a hit_error as its last argument, which may be NULL. On failure it is
/// filled; on success it is cleared: HIT_OK, zeros, and an empty message.
typedef struct hit_error {
    hit_status status;
    uint64_t offset;   ///< byte of a file or block where the trouble lies, or the index of an element; else 0
    uint64_t line;     ///< of a text file, where the trouble lies, counted from 1; else 0
    char message[200]; ///< ends in a zero; the empty string when all is well
} hit_error;

// Options. A struct that says how to do something (hit_bvh_options, hit_bvh_filter, hit_scene_batch_options, ...) means
// the defaults where it is zero; NULL in place of a pointer to it means all of them. Each ends in `reserved`: words
// that must be zero. A new option takes the place of some of them, and zero keeps the old behaviour. So the size and
// the meaning of what a program was compiled with stay the same. Calls that can fail refuse other numbers with
// HIT_ERROR_ARGUMENT: the program was made for a newer version of the library. Filters of single queries are not
// checked, as that would take time in each of them.

/// Where memory comes from. A NULL allocator, or one whose `allocate` is NULL, means malloc and free.
///
/// Both functions may be called from the threads of a task pool.
typedef struct hit_allocator {
    /// @return  `size` bytes, aligned to `alignment`, a power of two; NULL when there are none
    void* (*allocate)(void* context, size_t size, size_t alignment);
    /// Take back what `allocate` gave for this size and alignment. Never called with NULL.
    void (*release)(void* context, void* memory, size_t size, size_t alignment);
    void* context;
} hit_allocator;

/// The library's version, as in "0.2.0"; compare with HIT_VERSION_STRING of the headers.
HIT_API const char* hit_version(void);

#ifdef __cplusplus
}
#endif

#endif
