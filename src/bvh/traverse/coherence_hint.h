// The ray that this thread has asked about last: what tells whether rays are alike (bvh/traverse/coherence.h).
//
// It decides which of two equal ways a traversal takes, nothing else: answers do not depend on it. Threads have one each, so that
// nothing is shared.
#ifndef HITSCAN_BVH_PREVIOUS_RAY_H
#define HITSCAN_BVH_PREVIOUS_RAY_H

#include <stdint.h> // says which C library this is

#if defined(_MSC_VER) && !defined(__clang__)
#define HIT_THREAD_LOCAL __declspec(thread)
#else
#define HIT_THREAD_LOCAL _Thread_local
#endif

// Three numbers each; the fourth may be anything.
typedef struct hit_bvh_coherence_hint {
    _Alignas(16) float origin[4];
    float direction[4];
} hit_bvh_coherence_hint;

// In a shared library, asking where the memory of a thread is costs as much as visiting a node, but for a few bytes that
// the loader of glibc lays where all threads have them, even for libraries that are loaded late.
#if defined(__GLIBC__)
extern __attribute__((tls_model("initial-exec"))) HIT_THREAD_LOCAL hit_bvh_coherence_hint hit_bvh_coherence_ray;
#else
extern HIT_THREAD_LOCAL hit_bvh_coherence_hint hit_bvh_coherence_ray;
#endif

#endif
