// Which kernels run with rays.
//
// The kernels differ in speed only. One relaxed atomic read per call of the library; a build without a kernel, or a
// machine without its instructions, never has that level in use.
#include "many/kernel.h"

hit_many_kernel hit_many_kernel_in_use(void)
{
    static hit_many_scan* const scan[] = HIT_MANY_LEVELS(hit_many_scan);
    static hit_many_mark* const mark[] = HIT_MANY_LEVELS(hit_many_mark);
    const hit_cpu level = hit_cpu_in_use();
    const hit_many_kernel kernel = {scan[level], mark[level]};
    return kernel;
}
