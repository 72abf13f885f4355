// Where things are: points under placements, and the boxes around parts.
//
// A box is the smallest one around the corners as doubles. Where each row of a placement has one number at most that is
// not zero - nothing is turned, or by right angles - rounding keeps the order of the corners along each axis, so that
// the box of the part is that of the mesh's box, which is found once.
#include "model/model_internal.h"

#include <math.h>
#include <stdlib.h>

hit_dvec3 model_transform_point(const hit_placement* p, hit_vec3 v)
{
    const double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    return hit_dvec3_make(
        p->origin.x + ((double)p->linear[0][0] * x + (double)p->linear[0][1] * y + (double)p->linear[0][2] * z),
        p->origin.y + ((double)p->linear[1][0] * x + (double)p->linear[1][1] * y + (double)p->linear[1][2] * z),
        p->origin.z + ((double)p->linear[2][0] * x + (double)p->linear[2][1] * y + (double)p->linear[2][2] * z));
}

bool model_is_identity(const hit_placement* p)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (p->linear[i][j] != (i == j ? 1.0f : 0.0f))
                return false;
    return p->origin.x == 0.0 && p->origin.y == 0.0 && p->origin.z == 0.0;
}

bool model_is_one_mesh(const hit_model* content, hit_dvec3 origin)
{
    hit_placement at;
    if (content->part_count != 1 || content->mesh_count != 1)
        return false;
    at = model_relative(&content->parts[0].placement, origin);
    return model_is_identity(&at);
}

hit_mat3x4 model_linear(const hit_placement* p)
{
    const float(*a)[3] = p->linear;
    return (hit_mat3x4){
        {{a[0][0], a[0][1], a[0][2], 0.0f}, {a[1][0], a[1][1], a[1][2], 0.0f}, {a[2][0], a[2][1], a[2][2], 0.0f}}};
}

bool model_is_mirrored(const hit_placement* p)
{
    // In double alone, the determinant of a matrix that is nearly singular is what rounding left of it. The library's
    // has the right sign always.
    const hit_mat3x4 linear = model_linear(p);
    return hit_mat3x4_determinant(&linear) < 0.0;
}

static hit_daabb empty_box(void)
{
    const hit_daabb box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    return box;
}

// Not fmin and fmax, which are calls.
static void include(hit_daabb* box, hit_dvec3 p)
{
    box->min.x = p.x < box->min.x ? p.x : box->min.x;
    box->min.y = p.y < box->min.y ? p.y : box->min.y;
    box->min.z = p.z < box->min.z ? p.z : box->min.z;
    box->max.x = p.x > box->max.x ? p.x : box->max.x;
    box->max.y = p.y > box->max.y ? p.y : box->max.y;
    box->max.z = p.z > box->max.z ? p.z : box->max.z;
}

static bool is_empty(const hit_daabb* box)
{
    return !(box->min.x <= box->max.x);
}

// A point of a mesh: it may be infinite, which corners are not.
static bool find_point(const hit_model_mesh* mesh, uint32_t point, hit_vec3* v)
{
    *v = mesh->vertices[mesh->points ? mesh->points[point] : point];
    return hit_vec3_is_finite(*v);
}

static hit_daabb mesh_box(const hit_model_mesh* mesh)
{
    hit_daabb box = empty_box();
    hit_vec3 v;
    for (size_t k = 0; k < 3 * (size_t)mesh->triangle_count; k++)
        include(&box, hit_dvec3_from(mesh->vertices[mesh->indices[k]]));
    for (uint32_t k = 0; k < mesh->point_count; k++)
        if (find_point(mesh, k, &v))
            include(&box, hit_dvec3_from(v));
    return box;
}

static bool is_rotated(const hit_placement* p)
{
    for (int i = 0; i < 3; i++)
        if ((p->linear[i][0] != 0.0f) + (p->linear[i][1] != 0.0f) + (p->linear[i][2] != 0.0f) > 1)
            return true;
    return false;
}

// The box of a part; `own` is that of its mesh, for a part that is not turned.
static hit_daabb part_box(const hit_model* c, const hit_model_part* part, const hit_daabb* own)
{
    const hit_model_mesh* mesh = &c->meshes[part->mesh];
    hit_daabb box = empty_box();
    hit_vec3 v;
    if (own && is_empty(own)) // a part without triangles and points is nowhere
        return box;
    if (own) {
        // The corners of the box are floats: they are the mesh's own coordinates.
        include(&box, model_transform_point(&part->placement,
                                            hit_vec3_make((float)own->min.x, (float)own->min.y, (float)own->min.z)));
        include(&box, model_transform_point(&part->placement,
                                            hit_vec3_make((float)own->max.x, (float)own->max.y, (float)own->max.z)));
    } else {
        for (size_t k = 0; k < 3 * (size_t)mesh->triangle_count; k++)
            include(&box, model_transform_point(&part->placement, mesh->vertices[mesh->indices[k]]));
        for (uint32_t k = 0; k < mesh->point_count; k++)
            if (find_point(mesh, k, &v))
                include(&box, model_transform_point(&part->placement, v));
    }
    return box;
}

static hit_daabb content_part_bounds(const hit_model* c, uint32_t part)
{
    const hit_model_part* p = &c->parts[part];
    hit_daabb own;
    if (is_rotated(&p->placement))
        return part_box(c, p, NULL);
    own = mesh_box(&c->meshes[p->mesh]);
    return part_box(c, p, &own);
}

hit_daabb model_part_bounds(const model* m, uint32_t part)
{
    return content_part_bounds(m->content, part);
}

hit_daabb model_bounds(const model* m)
{
    return m->file ? hitfile_bounds(m->file) : content_bounds(m->content);
}

hit_daabb content_bounds(const hit_model* c)
{
    hit_daabb all = empty_box();
    hit_daabb* own; // of each mesh that has been met
    bool* is_known;
    own = calloc((size_t)c->mesh_count + 1, sizeof *own);
    is_known = calloc((size_t)c->mesh_count + 1, sizeof *is_known);
    for (uint32_t i = 0; i < c->part_count; i++) {
        const uint32_t mesh = c->parts[i].mesh;
        hit_daabb box;
        if (own && is_known && !is_rotated(&c->parts[i].placement)) {
            if (!is_known[mesh]) {
                own[mesh] = mesh_box(&c->meshes[mesh]);
                is_known[mesh] = true;
            }
            box = part_box(c, &c->parts[i], &own[mesh]);
        } else
            box = content_part_bounds(c, i);
        if (is_empty(&box)) // its infinite corners would make the whole box infinite
            continue;
        include(&all, box.min);
        include(&all, box.max);
    }
    free(own);
    free(is_known);
    return all;
}
