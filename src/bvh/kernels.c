// The kernels that the build contains, by hit_cpu: the one place that chooses among them. kernels_<isa>.c have them.
#include "bvh/build/kernel.h"
#include "bvh/query/closest.h"
#include "bvh/query/volume.h"
#include "bvh/traverse/traverse.h"
#include "many/boxes.h"

const hit_bvh_kernel* const hit_bvh_kernels[] = HIT_MANY_LEVELS(&hit_bvh_kernel);
const hit_volume_kernel* const hit_volume_kernels[] = HIT_MANY_LEVELS(&hit_volume_kernel);
const hit_closest_kernel* const hit_closest_kernels[] = HIT_MANY_LEVELS(&hit_closest_kernel);

const build_kernel* hit_build_kernel(void)
{
    static const build_kernel* const kernels[] = HIT_MANY_LEVELS(&hit_build_kernel);
    return kernels[hit_cpu_now()];
}

// Here, since the kernels that use it are compiled several times.
HIT_THREAD_LOCAL hit_bvh_coherence_hint hit_bvh_coherence_ray;
