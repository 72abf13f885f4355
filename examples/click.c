// From a mouse click to the object under it: pixel, ray in the world, nearest object, selection.
//
// A perspective camera sends all its rays from the eye, each in its own direction. An orthographic one sends them all
// in the same direction, each from its own point: there the origin moves with the mouse.
#include <hitscan/hitscan.h>
#include <stdio.h>

typedef struct camera {
    hit_vec3 eye, ahead, right, up; // right and up reach from the middle to the window's edge, at the distance |ahead|
    bool orthographic;
    float width, height; // of the window, in pixels
} camera;

// The ray through the middle of a pixel; (0, 0) is at the top left.
static hit_ray click_ray(const camera* c, int px, int py)
{
    const float x = 2 * ((float)px + 0.5f) / c->width - 1, y = 1 - 2 * ((float)py + 0.5f) / c->height;
    const hit_vec3 aside = hit_vec3_add(hit_vec3_scale(c->right, x), hit_vec3_scale(c->up, y));
    return c->orthographic ? hit_ray_make(hit_vec3_add(c->eye, aside), c->ahead)
                           : hit_ray_make(c->eye, hit_vec3_add(c->ahead, aside));
}

int main(void)
{
    static const char* const names[] = {"wall", "crate", "barrel"};
    const hit_aabb boxes[] = {
        {{-8, -4, -21}, {8, 4, -20}}, {{-3, -1, -12}, {-1, 1, -10}}, {{1.5f, -1, -7}, {2.5f, 1, -6}}};
    const int clicks[][2] = {{400, 300}, {250, 300}, {540, 300}, {10, 10}};
    camera c = {{0, 0, 0}, {0, 0, -1}, {0.8f, 0, 0}, {0, 0.6f, 0}, false, 800, 600};

    for (int pass = 0; pass < 2; pass++) {
        printf(c.orthographic ? "orthographic\n" : "perspective\n");
        for (int i = 0; i < 4; i++) {
            const hit_ray ray = click_ray(&c, clicks[i][0], clicks[i][1]);
            uint32_t selected;
            hit_span span;
            printf("  click at %3d, %3d: ", clicks[i][0], clicks[i][1]);
            if (hit_ray_aabb_first(ray, boxes, 0, 3, &selected, &span))
                printf("%s, distance %.3f\n", names[selected], hit_ray_distance(ray, span.t_enter));
            else
                printf("nothing\n");
        }
        // The same window, now 8 units wide to each side.
        c.orthographic = true;
        c.right = (hit_vec3){8, 0, 0};
        c.up = (hit_vec3){0, 6, 0};
    }
    return 0;
}
