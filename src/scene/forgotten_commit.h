// A forgotten commit. In debug builds, the first query of a scene that has objects, but was never committed, says so on
// stderr, once. The flag is atomic, as queries may run while a thread edits.
#ifndef HITSCAN_SCENE_FORGOTTEN_COMMIT_H
#define HITSCAN_SCENE_FORGOTTEN_COMMIT_H

#include "scene/scene.h"

#ifdef HITSCAN_ASSERTS

#include <stdio.h>

enum { HIT_WARNING_NONE = 0, HIT_WARNING_DUE = 1, HIT_WARNING_OVER = 2 };

// An object was added.
static inline void hit_scene_warn_later(hit_scene* scene)
{
    int none = HIT_WARNING_NONE;
    (void)atomic_compare_exchange_strong(&scene->commit_warning, &none, HIT_WARNING_DUE);
}

// A commit: there is nothing to warn about any more.
static inline void hit_scene_warn_never(hit_scene* scene)
{
    atomic_store(&scene->commit_warning, HIT_WARNING_OVER);
}

// A query.
static inline void hit_scene_warn_now(const hit_scene* scene)
{
    atomic_int* warning = &((hit_scene*)(uintptr_t)scene)->commit_warning; // scenes are never in read-only memory
    int due = HIT_WARNING_DUE;
    if (atomic_compare_exchange_strong(warning, &due, HIT_WARNING_OVER))
        fputs("hitscan: a query of a scene that was never committed finds nothing: call hit_scene_commit\n", stderr);
}

#else

static inline void hit_scene_warn_later(hit_scene* scene)
{
    (void)scene;
}
static inline void hit_scene_warn_never(hit_scene* scene)
{
    (void)scene;
}
static inline void hit_scene_warn_now(const hit_scene* scene)
{
    (void)scene;
}

#endif

#endif
