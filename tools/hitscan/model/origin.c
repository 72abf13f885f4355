// Where the tree over all triangles has its origin: in the middle of a model that is far from that of the world.
//
// Near 5,400,000 floats are 0.5 apart, and a tree in the world would lose what the loader keeps by the placements of
// parts. So where the largest coordinate is more than 16 times the extent, and some part is placed elsewhere than at
// the origin of the world, corners and rays are taken relative to an origin in double (mesh_io.h has one per part).
//
// All other models have the origin 0, and the bits that they always had. Whether a model is far out is known after a
// few of its vertices, mostly: one that differs from the first by more than a sixteenth of its size says no.
#include "model/model_internal.h"

#include <assert.h>
#include <math.h>

#define FAR 16.0

static double largest(hit_dvec3 v)
{
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

static bool are_placed(const hit_model* c)
{
    for (uint32_t i = 0; i < c->part_count; i++)
        if (largest(c->parts[i].placement.origin) > 0.0)
            return true;
    return false;
}

// True when the corners of a part, `most` of them, are near the first one of the model.
static bool part_is_near(const hit_model* c, const hit_model_part* part, hit_dvec3 first, uint64_t most)
{
    const hit_model_mesh* mesh = &c->meshes[part->mesh];
    const uint64_t count = 3 * (uint64_t)mesh->triangle_count;
    for (uint64_t i = 0; i < count && i < most; i++) {
        const hit_dvec3 p = model_transform_point(&part->placement, mesh->vertices[mesh->indices[i]]);
        if (largest(hit_dvec3_sub(p, first)) > largest(first) / FAR)
            return false;
    }
    return true;
}

// True when no corner of a triangle is far from the first one.
static bool all_are_near(const hit_model* c)
{
    static const uint64_t rounds[] = {1, UINT64_MAX}; // a corner of each part, then all of them
    uint32_t i = 0;
    hit_dvec3 first;
    while (i < c->part_count && c->meshes[c->parts[i].mesh].triangle_count == 0)
        i++;
    if (i == c->part_count)
        return true; // the box of its points tells
    first = model_transform_point(&c->parts[i].placement,
                                  c->meshes[c->parts[i].mesh].vertices[c->meshes[c->parts[i].mesh].indices[0]]);
    for (int round = 0; round < 2; round++)
        for (uint32_t k = 0; k < c->part_count; k++)
            if (!part_is_near(c, &c->parts[k], first, rounds[round]))
                return false;
    return true;
}

static double extent(hit_daabb b)
{
    return largest(hit_dvec3_sub(b.max, b.min));
}

// How far the box reaches from a point.
static double reach(hit_daabb b, hit_dvec3 from)
{
    return fmax(largest(hit_dvec3_sub(b.min, from)), largest(hit_dvec3_sub(b.max, from)));
}

// The origin of all parts, if that is the same, and near: then nothing is rounded again.
static bool shared_origin(const hit_model* c, hit_daabb box, hit_dvec3* origin)
{
    const hit_dvec3 common = c->parts[0].placement.origin;
    for (uint32_t i = 1; i < c->part_count; i++)
        if (largest(hit_dvec3_sub(c->parts[i].placement.origin, common)) > 0.0)
            return false;
    if (reach(box, common) > 4.0 * extent(box))
        return false;
    *origin = common;
    return true;
}

static double round_to(double low, double high, double unit)
{
    return round((low + high) / 2.0 / unit) * unit;
}

hit_dvec3 content_origin(const hit_model* c)
{
    hit_dvec3 origin = hit_dvec3_make(0.0, 0.0, 0.0);
    hit_daabb box;
    double unit;
    if (!are_placed(c) || !all_are_near(c))
        return origin;
    box = content_bounds(c);
    if (!(box.min.x <= box.max.x) || !(reach(box, origin) > FAR * extent(box)) || shared_origin(c, box, &origin))
        return origin;
    if (extent(box) == 0.0)
        return box.min;
    // A power of two above the extent: few bits, so that differences are exact.
    unit = ldexp(1.0, ilogb(extent(box)) + 1);
    assert(unit > extent(box));
    return hit_dvec3_make(round_to(box.min.x, box.max.x, unit), round_to(box.min.y, box.max.y, unit),
                          round_to(box.min.z, box.max.z, unit));
}

// ---- What is lost all the same --------------------------------------------------------------------------------------

// True when floats lose more than a thousandth of a part, as seen from the tree's origin; *lost grows to how much.
static bool is_coarse(const hit_model* c, const hit_model_part* part, hit_dvec3 origin, double* lost)
{
    const hit_placement at = model_relative(&part->placement, origin);
    const hit_model_mesh* mesh = &c->meshes[part->mesh];
    const uint64_t count = 3 * (uint64_t)mesh->triangle_count;
    hit_dvec3 first;
    double step, size = 0.0; // a part without size has nothing to lose
    if (count == 0)
        return false;
    first = model_transform_point(&at, mesh->vertices[mesh->indices[0]]);
    step = largest(first) * 0x1p-25;
    for (uint64_t i = 1; i < count && size <= 1e3 * step; i++)
        size = fmax(size, largest(hit_dvec3_sub(model_transform_point(&at, mesh->vertices[mesh->indices[i]]), first)));
    if (size == 0.0 || size > 1e3 * step)
        return false;
    *lost = fmax(*lost, step);
    return true;
}

uint32_t model_coarse_parts(const model* m, double* lost)
{
    const hit_model* c = m->content;
    uint32_t coarse = 0;
    *lost = 0.0;
    for (uint32_t i = 0; i < c->part_count; i++)
        if (largest(c->parts[i].placement.origin) > 0.0) // what lies in the world is as the file has it
            coarse += is_coarse(c, &c->parts[i], m->origin, lost);
    return coarse;
}

hit_dvec3 model_origin(const model* m)
{
    return m->origin;
}

bool model_is_far(const model* m)
{
    return largest(m->origin) > 0.0;
}

hit_placement model_relative(const hit_placement* p, hit_dvec3 origin)
{
    hit_placement moved = *p;
    moved.origin = hit_dvec3_sub(p->origin, origin);
    return moved;
}
