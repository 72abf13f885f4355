// The same program in C++.
#include <cstdio>
#include <cstring>
#include <hitscan/hitscan.h>

int main()
{
    const hit_ray ray = hit_ray_make(hit_vec3{-5, 0, 0}, hit_vec3{2, 0, 0});
    const hit_aabb box = hit_aabb_make(hit_vec3{-1, -1, -1}, hit_vec3{1, 1, 1});
    hit_span span{};
    const bool good =
        hit_ray_aabb(ray, box, &span) && span.t_enter == 2 && hit_aabb_contains(box, hit_ray_at(ray, 2.5f));
    std::printf("hitscan %s: t = %g .. %g\n", hit_version(), double(span.t_enter), double(span.t_exit));
    return good && span.t_exit == 3 && std::strcmp(hit_version(), HIT_VERSION_STRING) == 0 ? 0 : 1;
}
