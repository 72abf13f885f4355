// Finds the parts that a ray can hit, in the tree over all triangles, and makes a scene of them alone.
//
// A scene of n objects takes some microseconds for each; of 20,000 parts that is a tenth of a second, for one click.
// The tree over all triangles lies in the .hit file, ready for use; but its corners are rounded to floats in the world,
// so that it cannot decide. It can find what is near the ray: what touches a prism about the ray, wide enough for all
// roundings. Let s be the largest coordinate of the model's bounds and of the ray's origin, in size, seen from the
// tree's origin. Corners of the tree are off by at most 2^-24 s on each axis, the planes of the prism by 2^-24 s in
// their offsets and as much again in their normals, and the scene moves a ray by less than 2^-20 of an object's size
// (scene.h), which is at most 2 s on each axis; corners of a degenerate part are rounded in the scene, too, by 2^-24 of
// its size: all together less than 2^-17 s. The prism reaches twice as far.
//
// Answers of a scene depend on its objects and the order of their ids only, so that leaving out what is not hit changes
// none. Cost: that of a volume query, and of building trees of at most TRIANGLES_MAX triangles.
#include "pick/pick_context.h"
#include "cli/verb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PARTS_MIN = 64,       // a scene of fewer is made at once
    FOUND_MAX = 8192,     // triangles in the prism
    TRIANGLES_MAX = 20000 // of all parts that they belong to
};

// ---- The prism ------------------------------------------------------------------------------------------------------

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double size_of(hit_dvec3 p)
{
    return larger(fabs(p.x), larger(fabs(p.y), fabs(p.z)));
}

// The half-space of the points that are at most `reach` behind the origin of the ray, seen along a normal.
static hit_plane side(const double normal[3], hit_dvec3 origin, double reach)
{
    const double at = normal[0] * origin.x + normal[1] * origin.y + normal[2] * origin.z;
    hit_plane p;
    p.normal = hit_vec3_make((float)normal[0], (float)normal[1], (float)normal[2]);
    p.offset = (float)(at - reach);
    return p;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static bool normalise(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++)
        v[i] /= length;
    return length > 0.0 && length < HUGE_VAL;
}

static bool make_prism(const model* m, hit_dray ray, hit_frustum* prism)
{
    const hit_daabb box = model_bounds(m);
    const hit_dvec3 at = model_origin(m); // the tree's
    const hit_dvec3 eye = hit_dvec3_sub(ray.origin, at);
    const double reach = 0x1p-16 * larger(size_of(eye), larger(size_of(hit_dvec3_sub(box.min, at)),
                                                               size_of(hit_dvec3_sub(box.max, at))));
    double along[3] = {(double)ray.direction.x, (double)ray.direction.y, (double)ray.direction.z};
    double across[2][3], helper[3] = {0.0, 0.0, 0.0};
    int least = 0;
    if (!hit_dray_is_valid(ray) || !normalise(along) || !(reach < 0x1p100))
        return false;
    for (int i = 1; i < 3; i++)
        if (fabs(along[i]) < fabs(along[least]))
            least = i;
    helper[least] = 1.0;
    cross(along, helper, across[0]);
    normalise(across[0]);
    cross(along, across[0], across[1]);
    memset(prism, 0, sizeof *prism); // the last two planes limit nothing
    for (int i = 0; i < 2; i++) {
        const double back[3] = {-across[i][0], -across[i][1], -across[i][2]};
        prism->plane[2 * i] = side(across[i], eye, reach);
        prism->plane[2 * i + 1] = side(back, eye, reach);
    }
    return true;
}

// ---- The parts ------------------------------------------------------------------------------------------------------

static bool find_parts(model* m, hit_dray ray, candidate_scene* n)
{
    const hit_model* c = model_content(m);
    uint32_t* found = malloc(FOUND_MAX * sizeof *found);
    const hit_bvh* tree;
    hit_frustum prism;
    uint64_t triangles = 0;
    uint32_t count = 0;
    bool good = found && make_prism(m, ray, &prism) && model_tree(m, &tree) == EXIT_OK;
    if (good)
        count = hit_bvh_in_frustum(tree, &prism, HIT_INCLUDE_TOUCHING, NULL, found, FOUND_MAX);
    n->parts = malloc(((size_t)count + 1) * sizeof *n->parts);
    good = good && n->parts && count <= FOUND_MAX;
    for (uint32_t i = 0; good && i < count; i++) { // ascending, and so are the parts
        const uint32_t part = model_source_of(m, found[i]).part;
        if (n->count > 0 && n->parts[n->count - 1] == part)
            continue;
        n->parts[n->count++] = part;
        triangles += c->meshes[c->parts[part].mesh].triangle_count;
        good = triangles <= TRIANGLES_MAX;
    }
    free(found);
    return good;
}

static bool add_parts(const model* m, candidate_scene* n)
{
    const hit_model* c = model_content(m);
    n->trees = calloc((size_t)n->count + 1, sizeof(hit_bvh*));
    n->ids = calloc((size_t)n->count + 1, sizeof *n->ids);
    if (!n->trees || !n->ids || hit_scene_create(NULL, &n->scene, NULL) != HIT_OK)
        return false;
    for (uint32_t i = 0; i < n->count; i++) {
        const hit_model_part* part = &c->parts[n->parts[i]];
        const hit_mesh mesh = hit_model_triangles(c, part->mesh);
        hit_object object = hit_object_at(part->placement.origin);
        hit_status status;
        if (model_is_degenerate(&part->placement))
            status = model_degenerate_tree(m, n->parts[i], NULL, &n->trees[i]);
        else {
            object.placement = part->placement;
            status = hit_bvh_build_triangles(&mesh, NULL, &n->trees[i], NULL);
        }
        if (status != HIT_OK || hit_scene_add_mesh(n->scene, &object, n->trees[i], &n->ids[i], NULL) != HIT_OK)
            return false;
    }
    return hit_scene_commit(n->scene, NULL, NULL) == HIT_OK;
}

bool candidate_scene_open(model* m, hit_dray ray, candidate_scene* candidates)
{
    memset(candidates, 0, sizeof *candidates);
    return model_cost(m).mapped && model_content(m)->part_count >= PARTS_MIN && find_parts(m, ray, candidates) &&
           add_parts(m, candidates);
}

void candidate_scene_close(candidate_scene* candidates)
{
    hit_scene_destroy(candidates->scene);
    for (uint32_t i = 0; candidates->trees && i < candidates->count; i++)
        hit_bvh_destroy(candidates->trees[i]);
    free((void*)candidates->trees);
    free(candidates->parts);
    free(candidates->ids);
    memset(candidates, 0, sizeof *candidates);
}

uint32_t candidate_scene_part_of(const candidate_scene* candidates, hit_id id)
{
    uint32_t i = 0;
    while (i + 1 < candidates->count && candidates->ids[i] != id)
        i++;
    return candidates->parts[i];
}
