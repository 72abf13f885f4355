// What the writers share: the loops over vertices and triangles, which show progress and can be stopped.
#include "gen/write.h"
#include "base/interrupt.h"

enum { STRIDE = 4096 }; // between two looks at the clock and at signals

bool gen_goes_on(gen_writing* w)
{
    progress_at(w->shown, w->done);
    return sink_works(w->to) && !atomic_load(&interrupted);
}

bool gen_each_vertex(gen_writing* w, void (*put)(sink* to, hit_vec3 vertex))
{
    for (uint32_t i = 0; i < w->model->part.vertices; i++) {
        put(w->to, gen_vertex(w->model, i));
        w->done++;
        if (w->done % STRIDE == 0 && !gen_goes_on(w))
            return false;
    }
    return true;
}

bool gen_each_face(gen_writing* w, uint64_t base, void (*put)(sink* to, const uint64_t corner[3]))
{
    for (uint32_t i = 0; i < w->model->part.triangles; i++) {
        uint32_t corner[3];
        gen_face(w->model, i, corner);
        put(w->to, (const uint64_t[3]){base + corner[0], base + corner[1], base + corner[2]});
        w->done++;
        if (w->done % STRIDE == 0 && !gen_goes_on(w))
            return false;
    }
    return true;
}
