// What surfaces look like: see surface.h.
//
// A hit names a triangle of the tree; the mesh has its corners, and the weights of the hit mix what these have. Normals
// go through the cofactors of the placement, which are its inverse transposed but for a factor.
#include "render/surface.h"
#include "cli/verb.h"
#include "render/colour.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

static const float WHITE = 0.72f; // the share of light that what is white in a file gives back: none gives back all

// What even black paint, plastic and glass give back: Fresnel's share, looking straight at an index of 1.5. Viewers
// show it as reflections; without any, a black thing is a hole in the picture.
static const float GLOSS = 0.04f;

struct surfaces {
    const model* model;
    const hit_model* content;
    const hit_bvh* tree;
    int16_t** smooth;   // per mesh; NULL for those that have normals, or none
    texture** textures; // of the content; NULL for those that cannot be read
    bool* is_mirrored;  // per part
    bool flat, plain, has_holes;
    float light[256]; // of a byte of sRGB
    hit_vec3* base;   // light of the materials
    char note[256];
};

// ---- Making ---------------------------------------------------------------------------------------------------------

// A few kilobytes may unpack to hundreds of megabytes, and a file may have thousands of such textures.
static void read_textures(surfaces* s, uint64_t max_memory)
{
    uint64_t pixels_left = (max_memory ? max_memory : (uint64_t)2 << 30) / 16 * 3; // 4 bytes each, and their halves
    uint32_t bad = 0;
    for (uint32_t i = 0; i < s->content->texture_count; i++) {
        const hit_model_texture* from = &s->content->textures[i];
        const char* wrong = from->size > 0 ? texture_make(from, &pixels_left, &s->textures[i]) : "could not be read";
        if (wrong && bad++ == 0)
            snprintf(s->note, sizeof s->note, "texture \"%.100s\" %s", from->name ? from->name : "", wrong);
    }
    if (bad > 1) {
        char first[256];
        snprintf(first, sizeof first, "%s", s->note);
        snprintf(s->note, sizeof s->note, "%.200s; and %u more", first, (unsigned)(bad - 1));
    }
}

static void read_materials(surfaces* s)
{
    for (uint32_t i = 0; i < s->content->material_count; i++) {
        const float* c = s->content->materials[i].color;
        s->base[i] = v(linear_of(c[0]), linear_of(c[1]), linear_of(c[2]));
    }
    for (int i = 0; i < 256; i++)
        s->light[i] = linear_of((float)i / 255.0f);
    for (uint32_t i = 0; i < s->content->material_count && !s->plain; i++)
        s->has_holes |= s->content->materials[i].is_blended || s->content->materials[i].alpha_cutoff > 0.0f;
}

surfaces* surfaces_make(const model* m, const hit_bvh* tree, const hit_task_pool* pool, surfaces_options look)
{
    const hit_model* c = model_content(m);
    surfaces* s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    *s = (surfaces){.model = m, .content = c, .tree = tree, .flat = look.flat, .plain = look.plain};
    s->smooth = (int16_t**)calloc((size_t)c->mesh_count + 1, sizeof *s->smooth);
    s->textures = (texture**)calloc((size_t)c->texture_count + 1, sizeof(texture*));
    s->is_mirrored = calloc((size_t)c->part_count + 1, sizeof *s->is_mirrored);
    s->base = calloc((size_t)c->material_count + 1, sizeof *s->base);
    if (!s->smooth || !s->textures || !s->is_mirrored || !s->base) {
        surfaces_free(s);
        return NULL;
    }
    for (uint32_t i = 0; i < c->part_count; i++)
        s->is_mirrored[i] = model_is_mirrored(&c->parts[i].placement);
    for (uint32_t i = 0; i < c->mesh_count && !look.flat; i++)
        if (!c->meshes[i].normals && c->meshes[i].triangle_count > 0)
            s->smooth[i] = smooth_normals_make(&c->meshes[i], pool);
    if (!look.plain)
        read_textures(s, look.max_memory);
    read_materials(s);
    return s;
}

void surfaces_free(surfaces* s)
{
    if (!s)
        return;
    for (uint32_t i = 0; s->smooth && i < s->content->mesh_count; i++)
        free(s->smooth[i]);
    for (uint32_t i = 0; s->textures && i < s->content->texture_count; i++)
        texture_free(s->textures[i]);
    free((void*)s->smooth);
    free((void*)s->textures);
    free(s->is_mirrored);
    free(s->base);
    free(s);
}

const char* surfaces_note(const surfaces* s)
{
    return s->note;
}

bool surfaces_have_holes(const surfaces* s)
{
    return s->has_holes;
}

// ---- Where a hit is -------------------------------------------------------------------------------------------------

typedef struct surface_point {
    const hit_model_mesh* mesh;
    uint32_t part, triangle;
    const uint32_t* corners;
    float weight[3]; // of the corners in the mesh
} surface_point;

static surface_point find_surface_point(const surfaces* s, const hit_bvh_hit* hit)
{
    const model_source from = model_source_of(s->model, hit->primitive);
    surface_point at = {.part = from.part, .triangle = from.triangle};
    at.mesh = &s->content->meshes[s->content->parts[from.part].mesh];
    at.corners = at.mesh->indices + 3 * (size_t)from.triangle;
    at.weight[0] = hit->w;
    at.weight[1] = s->is_mirrored[from.part] ? hit->v : hit->u; // the tree has these turned around
    at.weight[2] = s->is_mirrored[from.part] ? hit->u : hit->v;
    return at;
}

static const hit_model_material* material_at(const surfaces* s, const surface_point* at)
{
    const uint32_t material = at->mesh->materials ? at->mesh->materials[at->triangle] : at->mesh->material;
    return !s->plain && material < s->content->material_count ? &s->content->materials[material] : NULL;
}

// ---- Normals --------------------------------------------------------------------------------------------------------

static hit_vec3 into_world(const hit_placement* p, hit_vec3 n)
{
    const float(*m)[3] = p->linear;
    const hit_vec3 x = v(m[0][0], m[1][0], m[2][0]), y = v(m[0][1], m[1][1], m[2][1]), z = v(m[0][2], m[1][2], m[2][2]);
    hit_vec3 out;
    if (hit_vec3_dot(x, x) + hit_vec3_dot(y, y) + hit_vec3_dot(z, z) == 0.0f) // stands for the identity
        return hit_vec3_normalize(n);
    out = hit_vec3_scale(hit_vec3_cross(y, z), n.x);
    out = add_scaled(out, hit_vec3_cross(z, x), n.y);
    return hit_vec3_normalize(add_scaled(out, hit_vec3_cross(x, y), n.z));
}

// The normal of a corner, on the side of the face's; the face's own where it has none.
static hit_vec3 corner_normal(const surfaces* s, const surface_point* at, int k, hit_vec3 face)
{
    const int16_t* smooth = s->smooth[s->content->parts[at->part].mesh];
    hit_vec3 n;
    if (at->mesh->normals)
        n = at->mesh->normals[at->corners[k]];
    else if (smooth) {
        const int16_t* p = smooth + 9 * (size_t)at->triangle + 3 * (size_t)k;
        n = v((float)p[0] / NORMAL_ONE, (float)p[1] / NORMAL_ONE, (float)p[2] / NORMAL_ONE);
    } else
        return face;
    n = into_world(&s->content->parts[at->part].placement, n);
    if (!hit_vec3_is_finite(n) || !(hit_vec3_dot(n, n) > 0.5f))
        return face;
    return hit_vec3_dot(n, face) < 0.0f ? hit_vec3_scale(n, -1.0f) : n;
}

static void set_normals(const surfaces* s, const surface_point* at, const hit_ray* ray, const hit_bvh_hit* hit,
                        surface_look* out)
{
    const hit_vec3 point = hit_ray_at(*ray, hit->t), toward = hit_vec3_normalize(ray->direction);
    const int second = s->is_mirrored[at->part] ? 2 : 1;
    const int order[3] = {0, second, 3 - second};
    hit_vec3 sum = v(0.0f, 0.0f, 0.0f), lift = v(0.0f, 0.0f, 0.0f);
    hit_triangle t;
    float away;
    out->normal = out->face;
    out->lift = lift;
    if (s->flat || (!at->mesh->normals && !s->smooth[s->content->parts[at->part].mesh]) ||
        !hit_bvh_hit_triangle(s->tree, hit, &t))
        return;
    for (int k = 0; k < 3; k++) {
        const hit_vec3 corner = k == 0 ? t.v0 : k == 1 ? t.v1 : t.v2; // as the tree has them
        const hit_vec3 n = corner_normal(s, at, order[k], out->face);
        // How far the point is below the plane through the corner (Hanika, Hacking the shadow terminator, 2021).
        const float below = fminf(hit_vec3_dot(hit_vec3_sub(point, corner), n), 0.0f);
        sum = add_scaled(sum, n, at->weight[order[k]]);
        lift = add_scaled(lift, n, -below * at->weight[order[k]]);
    }
    sum = hit_vec3_normalize(sum);
    if (!hit_vec3_is_finite(sum) || !hit_vec3_is_finite(lift))
        return;
    away = hit_vec3_dot(sum, toward);
    if (away > -0.02f) // seen from behind, as happens near silhouettes: turn it until it is just seen
        sum = hit_vec3_normalize(add_scaled(sum, toward, -away - 0.02f));
    out->normal = sum;
    out->lift = lift;
}

// ---- Colours --------------------------------------------------------------------------------------------------------

// How many texels a sample covers along an axis: by the areas of the triangle in the texture and in the world.
static float footprint_of(const surfaces* s, const surface_point* at, const texture* t, const hit_bvh_hit* hit,
                          float pixel)
{
    float p[3][2], size[2], area;
    hit_triangle triangle;
    hit_vec3 normal;
    double world;
    if (!(pixel > 0.0f) || !hit_bvh_hit_triangle(s->tree, hit, &triangle))
        return 1.0f;
    texture_size(t, size);
    for (int k = 0; k < 3; k++) {
        texture_place(t, at->mesh->uvs + 2 * (size_t)at->corners[k], p[k]);
        p[k][0] *= size[0];
        p[k][1] *= size[1];
    }
    area = fabsf((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]));
    normal = hit_vec3_cross(hit_vec3_sub(triangle.v1, triangle.v0), hit_vec3_sub(triangle.v2, triangle.v0));
    world = sqrt((double)normal.x * (double)normal.x + (double)normal.y * (double)normal.y +
                 (double)normal.z * (double)normal.z);
    return world > 0.0 ? (float)fmin((double)pixel * sqrt((double)area / world), 1e9) : 1.0f;
}

static void take_texture(const surfaces* s, const surface_point* at, const hit_model_material* m,
                         const hit_bvh_hit* hit, float pixel, float colour[4])
{
    const texture* t = m->texture < s->content->texture_count ? s->textures[m->texture] : NULL;
    float uv[2] = {0.0f, 0.0f}, placed[2], texel[4];
    if (!t || !at->mesh->uvs)
        return;
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 2; c++)
            uv[c] += at->weight[k] * at->mesh->uvs[2 * (size_t)at->corners[k] + (size_t)c];
    texture_place(t, uv, placed);
    texture_at(t, placed[0], placed[1], footprint_of(s, at, t, hit, pixel), texel);
    for (int c = 0; c < 4; c++)
        colour[c] *= texel[c];
}

// Red, green, blue and alpha, in linear light. False when the file says nothing.
static bool colour_at(const surfaces* s, const surface_point* at, const hit_bvh_hit* hit, float pixel, float colour[4])
{
    const hit_model_material* m = material_at(s, at);
    const uint8_t* vertex = s->plain ? NULL : at->mesh->colors;
    colour[0] = colour[1] = colour[2] = colour[3] = 1.0f;
    if (m) {
        const hit_vec3 base = s->base[m - s->content->materials];
        colour[0] = base.x;
        colour[1] = base.y;
        colour[2] = base.z;
        colour[3] = clamp01(m->color[3]);
        take_texture(s, at, m, hit, pixel, colour);
    }
    for (int c = 0; vertex && c < 4; c++) {
        float mean = 0.0f;
        for (int k = 0; k < 3; k++) {
            const uint8_t x = vertex[4 * (size_t)at->corners[k] + (size_t)c];
            mean += at->weight[k] * (c < 3 ? s->light[x] : (float)x / 255.0f);
        }
        colour[c] *= mean;
    }
    return m || vertex;
}

static float alpha_at(const surfaces* s, const surface_point* at, const hit_bvh_hit* hit)
{
    const hit_model_material* m = material_at(s, at);
    float colour[4];
    if (!m || (!m->is_blended && !(m->alpha_cutoff > 0.0f)))
        return 1.0f;
    colour_at(s, at, hit, 0.0f, colour);
    if (m->alpha_cutoff > 0.0f && !m->is_blended)
        return colour[3] < m->alpha_cutoff ? 0.0f : 1.0f;
    return clamp01(colour[3]);
}

bool surface_is_seen(void* context, const hit_bvh_hit* hit)
{
    const surfaces* s = context;
    const surface_point at = find_surface_point(s, hit);
    return alpha_at(s, &at, hit) > 1.0f / 512.0f;
}

bool surface_gives_shadow(void* context, const hit_bvh_hit* hit)
{
    const surfaces* s = context;
    const surface_point at = find_surface_point(s, hit);
    return alpha_at(s, &at, hit) >= 0.5f;
}

surface_look surface_at(const surfaces* s, const hit_ray* ray, const hit_bvh_hit* hit, float pixel)
{
    const surface_point at = find_surface_point(s, hit);
    const hit_vec3 front = hit_bvh_normal(s->tree, hit);
    surface_look out = {.alpha = 1.0f};
    float colour[4], facing;
    out.face = hit_vec3_dot(front, ray->direction) > 0.0f ? hit_vec3_scale(front, -1.0f) : front;
    set_normals(s, &at, ray, hit, &out);
    facing = fabsf(hit_vec3_dot(out.face, hit_vec3_normalize(ray->direction)));
    out.has_colour = colour_at(s, &at, hit, pixel / sqrtf(fmaxf(facing, 0.05f)), colour);
    out.colour = hit_vec3_scale(mix(v(colour[0], colour[1], colour[2]), v(1.0f, 1.0f, 1.0f), GLOSS), WHITE);
    out.alpha = alpha_at(s, &at, hit);
    return out;
}
