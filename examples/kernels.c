// The library's version and its SIMD kernels. They change the speed, never an answer: here all levels are asked the
// same.
#include <hitscan/hitscan.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 1000 };

int main(void)
{
    static hit_aabb boxes[COUNT];
    for (int i = 0; i < COUNT; i++) {
        const hit_vec3 center = {(float)(i % 10), (float)(i / 10 % 10), (float)(i / 100)}, half = {0.3f, 0.3f, 0.3f};
        boxes[i] = hit_aabb_from_center(center, half);
    }
    const hit_ray ray = hit_ray_make((hit_vec3){-5, -4, -3}, (hit_vec3){0.9f, 0.75f, 0.6f});

    const hit_cpu before = hit_cpu_in_use(); // the best there is, or what HITSCAN_CPU allows
    bool same = true;
    hit_span first = {0}, span = {0};
    uint32_t first_index = 0, index = 0;
    for (int level = HIT_CPU_PORTABLE; level <= (int)before; level++) {
        hit_cpu_restrict((hit_cpu)level);
        hit_ray_aabb_first(ray, boxes, 0, COUNT, &index, &span);
        if (level == HIT_CPU_PORTABLE) {
            first = span;
            first_index = index;
        }
        same = same && index == first_index && span.t_enter == first.t_enter && span.t_exit == first.t_exit;
    }
    hit_cpu_restrict(before); // back again; hit_cpu_best() tells what the machine could do at most
    printf("box %u at t = %g; all kernels agree: %s\n", (unsigned)first_index, first.t_enter, same ? "yes" : "no");
    printf("never above the best: %s\n", before <= hit_cpu_best() ? "yes" : "no");
    printf("the plainest kernels are called \"%s\"\n", hit_cpu_name(HIT_CPU_PORTABLE));
    printf("headers and library are of the same version: %s\n",
           strcmp(hit_version(), HIT_VERSION_STRING) == 0 ? "yes" : "no");
    return 0;
}
