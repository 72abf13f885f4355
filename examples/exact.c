// Why "exact": rays aimed straight at corners of boxes. By real arithmetic each one touches, so each one is a hit.
//
// The plain float test, found in most programs, rounds six quotients and then compares them: it loses many of these
// hits.
#include <hitscan/hitscan.h>
#include <hitscan/inline.h> // a loop over single boxes: let the compiler inline the first stage of hit_ray_aabb
#include <math.h>
#include <stdio.h>

static bool plain_slabs(hit_ray ray, hit_aabb box)
{
    const float ix = 1 / ray.direction.x, iy = 1 / ray.direction.y, iz = 1 / ray.direction.z;
    const float x0 = (box.min.x - ray.origin.x) * ix, x1 = (box.max.x - ray.origin.x) * ix;
    const float y0 = (box.min.y - ray.origin.y) * iy, y1 = (box.max.y - ray.origin.y) * iy;
    const float z0 = (box.min.z - ray.origin.z) * iz, z1 = (box.max.z - ray.origin.z) * iz;
    const float enter = fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fmaxf(fminf(z0, z1), ray.t_min));
    const float leave = fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fminf(fmaxf(z0, z1), ray.t_max));
    return enter <= leave;
}

int main(void)
{
    const hit_aabb box = {{0, 0, 0}, {10, 10, 10}};
    int rays = 0, plain = 0, ours = 0, by_call = 0;

    // From points around, to three corners. All are small whole numbers, so no direction is rounded.
    for (int i = 0; i < 30 * 30; i++) {
        const hit_vec3 from = {(float)(i % 30 - 60), (float)(i / 30 - 45), (float)((7 * i) % 31 + 20)};
        const hit_vec3 corners[] = {{0, 0, 10}, {10, 10, 10}, {0, 10, 0}};
        for (int k = 0; k < 3; k++) {
            const hit_ray ray = hit_ray_make(from, hit_vec3_sub(corners[k], from));
            rays++;
            plain += plain_slabs(ray, box);
            ours += hit_ray_aabb(ray, box, NULL);
            by_call += hit_ray_aabb_exact(&ray, &box, NULL); // the same, without the first stage
        }
    }
    printf("%d rays at corners\n", rays);
    printf("hit_ray_aabb loses %d, hit_ray_aabb_exact %d\n", rays - ours, rays - by_call);
    printf("the plain float test loses %d\n", rays - plain);
    return 0;
}
