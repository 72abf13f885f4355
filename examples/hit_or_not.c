// Hit or not: the shortest question. One call answers for a line, a ray and a segment; only the range of t differs.
#include <hitscan/hitscan.h>
#include <stdio.h>

int main(void)
{
    const hit_aabb box = {{2, -1, -1}, {4, 1, 1}};
    const hit_vec3 origin = {0, 0, 0}, to_box = {1, 0, 0}, away = {-1, 0, 0};

    // NULL: we ask only whether there is a hit.
    printf("ray towards the box:        %s\n", hit_ray_aabb(hit_ray_make(origin, to_box), box, NULL) ? "hit" : "miss");
    printf("ray away from the box:      %s\n", hit_ray_aabb(hit_ray_make(origin, away), box, NULL) ? "hit" : "miss");

    // A line goes both ways, so the box behind its point counts as well.
    printf("line, the same direction:   %s\n", hit_ray_aabb(hit_line_make(origin, away), box, NULL) ? "hit" : "miss");

    // A segment ends at its second point. It may just touch: the faces belong to the box.
    const hit_vec3 before = {1.5f, 0, 0}, on_face = {2, 0, 0};
    printf("segment that ends before:   %s\n",
           hit_ray_aabb(hit_segment_make(origin, before), box, NULL) ? "hit" : "miss");
    printf("segment that ends on it:    %s\n",
           hit_ray_aabb(hit_segment_make(origin, on_face), box, NULL) ? "hit" : "miss");
    return 0;
}
