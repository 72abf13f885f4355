// Frusta from what a program has: a projection matrix, with its conventions, or eight corners.
#include <hitscan/hitscan.h>
#include <stdio.h>

static const char* const answers[] = {"outside", "crossing", "inside"};

int main(void)
{
    // A projection of 90 degrees from 1 to 100, as OpenGL has it: column by column, depth from -1 to 1.
    const float n = 1, f = 100;
    const float gl[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -(f + n) / (f - n), -1, 0, 0, -2 * f * n / (f - n), 0};
    // The same for Vulkan: depth reversed, from 1 to 0, without a far plane.
    const float vk[16] = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, n, 0};
    const hit_clip reversed = {.depth = HIT_DEPTH_ONE_TO_ZERO, .infinite_far = true};
    hit_frustum by_gl, by_vk;
    if (!hit_frustum_from_matrix(gl, NULL, &by_gl) || !hit_frustum_from_matrix(vk, &reversed, &by_vk))
        return 1;

    const hit_vec3 points[] = {{0, 0, -5}, {4, 0, -5}, {6, 0, -5}, {0, 0, -0.5f}, {0, 0, -500}};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        printf("(%g, %g, %g): %s, without a far plane %s\n", points[i].x, points[i].y, points[i].z,
               answers[hit_frustum_point(&by_gl, points[i])], answers[hit_frustum_point(&by_vk, points[i])]);

    // Its corners, as a debug view draws them, give back the frustum: all of them are in it.
    hit_vec3 corners[8];
    hit_frustum again;
    if (!hit_frustum_corners(&by_gl, corners) || !hit_frustum_from_corners(corners, &again))
        return 1;
    int held = 0;
    for (int i = 0; i < 8; i++)
        held += hit_frustum_point(&again, corners[i]) == HIT_INSIDE;
    printf("near: (%.3g, %.3g, %.3g) to (%.3g, %.3g, %.3g), far: (%.3g, %.3g, %.3g); %d corners are held\n",
           corners[0].x, corners[0].y, corners[0].z, corners[3].x, corners[3].y, corners[3].z, corners[7].x,
           corners[7].y, corners[7].z, held);
    return 0;
}
