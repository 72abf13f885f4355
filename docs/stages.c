// How far do calls get? Counts the calls of hit_ray_aabb and hit_ray_triangle that reach each stage, and prints the
// tables of docs/how-it-works.md. `make docs` builds and runs it.
//
// The linker's --wrap lets this program stand between the stages: the filters of inline.h call hit_ray_aabb_exact or
// hit_ray_triangle_exact when they cannot discard; their exact parts first call hit_ray_is_valid; only expansions call
// hit_slabs_exact. The counts depend on the arithmetic alone, so they are the same on every machine.
#include <hitscan/hitscan.h>
#include <hitscan/inline.h>
#include <stdio.h>

struct hit_slab_exact; // as in src/intersect/slabs.h

bool __real_hit_ray_aabb_exact(const hit_ray* ray, const hit_aabb* box, hit_span* span);
bool __real_hit_ray_triangle_exact(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit);
bool __real_hit_ray_is_valid(hit_ray ray);
bool __real_hit_slabs_exact(const struct hit_slab_exact* slabs, float t_min, float t_max, hit_span* span);
bool __wrap_hit_ray_aabb_exact(const hit_ray* ray, const hit_aabb* box, hit_span* span);
bool __wrap_hit_ray_triangle_exact(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit);
bool __wrap_hit_ray_is_valid(hit_ray ray);
bool __wrap_hit_slabs_exact(const struct hit_slab_exact* slabs, float t_min, float t_max, hit_span* span);

static unsigned in_double, exactly, by_expansions;

bool __wrap_hit_ray_aabb_exact(const hit_ray* ray, const hit_aabb* box, hit_span* span)
{
    in_double++;
    return __real_hit_ray_aabb_exact(ray, box, span);
}

bool __wrap_hit_ray_triangle_exact(const hit_ray* ray, const hit_triangle* triangle, hit_triangle_hit* hit)
{
    in_double++;
    return __real_hit_ray_triangle_exact(ray, triangle, hit);
}

bool __wrap_hit_ray_is_valid(hit_ray ray)
{
    exactly++;
    return __real_hit_ray_is_valid(ray);
}

bool __wrap_hit_slabs_exact(const struct hit_slab_exact* slabs, float t_min, float t_max, hit_span* span)
{
    by_expansions++;
    return __real_hit_slabs_exact(slabs, t_min, t_max, span);
}

enum { CALLS = 1000000 };

static uint64_t state = 1;

static float uniform(float lo, float hi)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * (float)(state >> 40) * 0x1p-24f;
}

static float whole(int lo, int hi)
{
    return floorf(uniform((float)lo, (float)hi));
}

static hit_vec3 point(float lo, float hi)
{
    const float x = uniform(lo, hi), y = uniform(lo, hi);
    return hit_vec3_make(x, y, uniform(lo, hi));
}

static hit_vec3 whole_point(int lo, int hi)
{
    const float x = whole(lo, hi), y = whole(lo, hi);
    return hit_vec3_make(x, y, whole(lo, hi));
}

static hit_vec3 corner(hit_aabb box, int which)
{
    return hit_vec3_make(which & 1 ? box.max.x : box.min.x, which & 2 ? box.max.y : box.min.y,
                         which & 4 ? box.max.z : box.min.z);
}

// Each fills a ray and a box.
static void any_box(hit_ray* ray, hit_aabb* box)
{
    const hit_vec3 center = point(-1, 1), half = point(0, 0.5f);
    *ray = hit_ray_make(point(-2, 2), point(-1, 1));
    *box = hit_aabb_make(hit_vec3_sub(center, half), hit_vec3_add(center, half));
}

static void edge_of_box(hit_ray* ray, hit_aabb* box)
{
    const hit_vec3 origin = point(-4, 4);
    hit_vec3 target;
    *box = hit_aabb_make(point(-1, 0), point(0, 1));
    target = corner(*box, (int)whole(0, 8));
    target.x = uniform(box->min.x, box->max.x);
    *ray = hit_ray_make(origin, hit_vec3_sub(target, origin));
}

static void corner_of_whole_box(hit_ray* ray, hit_aabb* box)
{
    const hit_vec3 origin = whole_point(-60, 60);
    *box = hit_aabb_make(whole_point(-10, 0), whole_point(1, 10));
    *ray = hit_ray_make(origin, hit_vec3_sub(corner(*box, (int)whole(0, 8)), origin));
}

static void corner_far_away(hit_ray* ray, hit_aabb* box)
{
    const hit_vec3 origin = hit_vec3_scale(point(0.5f, 1), 0x1p40f);
    *box = hit_aabb_make(point(-1, 0), point(0, 1));
    *ray = hit_ray_make(origin, hit_vec3_sub(corner(*box, (int)whole(0, 8)), origin));
}

static void count_boxes(const char* what, void (*make)(hit_ray*, hit_aabb*))
{
    unsigned hits = 0;
    in_double = exactly = by_expansions = 0;
    for (int i = 0; i < CALLS; i++) {
        hit_ray ray;
        hit_aabb box;
        hit_span span;
        make(&ray, &box);
        hits += hit_ray_aabb(ray, box, &span);
    }
    printf("| %s | %d | %u | %u | %u | %u |\n", what, CALLS, hits, in_double, exactly, by_expansions);
}

static void any_triangle(hit_ray* ray, hit_triangle* triangle)
{
    *triangle = hit_triangle_make(point(-1, 1), point(-1, 1), point(-1, 1));
    *ray = hit_ray_make(point(-4, 4), point(-1, 1));
}

static void edge_of_triangle(hit_ray* ray, hit_triangle* triangle)
{
    const hit_vec3 origin = point(-4, 4);
    const float u = uniform(0, 1);
    *triangle = hit_triangle_make(point(-1, 1), point(-1, 1), point(-1, 1));
    *ray = hit_ray_make(origin, hit_vec3_sub(hit_triangle_at(triangle, u, 0, 1 - u), origin));
}

static void corner_of_whole_triangle(hit_ray* ray, hit_triangle* triangle)
{
    const hit_vec3 origin = whole_point(-60, 60);
    *triangle = hit_triangle_make(whole_point(-10, 10), whole_point(-10, 10), whole_point(-10, 10));
    *ray = hit_ray_make(origin, hit_vec3_sub(triangle->v0, origin));
}

static void count_triangles(const char* what, void (*make)(hit_ray*, hit_triangle*))
{
    unsigned hits = 0;
    in_double = exactly = 0;
    for (int i = 0; i < CALLS; i++) {
        hit_ray ray;
        hit_triangle triangle;
        hit_triangle_hit hit;
        make(&ray, &triangle);
        hits += hit_ray_triangle(ray, &triangle, &hit);
    }
    printf("| %s | %d | %u | %u | %u |\n", what, CALLS, hits, in_double, exactly);
}

int main(void)
{
    printf("| `hit_ray_aabb` | calls | hits | reached double | reached exact products | reached expansions |\n"
           "|---|--:|--:|--:|--:|--:|\n");
    count_boxes("random rays and boxes", any_box);
    count_boxes("aimed at an edge", edge_of_box);
    count_boxes("aimed at a corner, whole numbers", corner_of_whole_box);
    count_boxes("aimed at a corner from 2^40 away", corner_far_away);
    printf("\n| `hit_ray_triangle` | calls | hits | reached double | reached expansions |\n|---|--:|--:|--:|--:|\n");
    count_triangles("random rays and triangles", any_triangle);
    count_triangles("aimed at an edge", edge_of_triangle);
    count_triangles("aimed at a corner, whole numbers", corner_of_whole_triangle);
    return 0;
}
