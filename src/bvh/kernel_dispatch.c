// Which kernels run.
#include "bvh/kernel.h"

#include "many/boxes.h"

const hit_bvh_kernel* hit_bvh_kernel_in_use(void)
{
    static const hit_bvh_kernel* const levels[] = HIT_MANY_LEVELS(&hit_bvh_kernel);
    return levels[hit_cpu_in_use()];
}
