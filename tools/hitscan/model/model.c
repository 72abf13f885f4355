// A model with its tree and its scene, each made when it is first asked for.
#include "model/model.h"
#include "base/verb.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct model {
    const char* path; ///< the caller's
    const char* who;
    hit_task_pool pool;
    hit_model* loaded;
    const hit_model* content;
    uint64_t* first;      ///< for each part, the number of its first triangle in the tree; one more at the end
    hit_bvh* tree;        ///< over all triangles; NULL until it is asked for
    hit_bvh** mesh_trees; ///< per mesh; NULL until the scene is asked for
    hit_scene* scene;
    hit_id* ids;
    model_costs costs;
};

static int out_of_memory(const model* m)
{
    complain("%s: %s: out of memory", m->who, m->path);
    return EXIT_RESOURCES;
}

// ---- Opening --------------------------------------------------------------------------------------------------------

static int exit_code_of(hit_status status)
{
    return status == HIT_ERROR_MEMORY || status == HIT_ERROR_LIMIT ? EXIT_RESOURCES : EXIT_BAD_INPUT;
}

static int load(model* m)
{
    const hit_model_options options = {.pool = &m->pool, .allow_files = true};
    const double began = seconds_now();
    hit_error error;
    const hit_status status = hit_model_load(m->path, &options, &m->loaded, &error);
    if (status != HIT_OK) {
        if (error.line > 0)
            complain("%s:%llu: %s", m->path, (unsigned long long)error.line, error.message);
        else
            complain("%s: %s", m->path, error.message);
        return exit_code_of(status);
    }
    m->content = m->loaded;
    m->costs.load_seconds = seconds_now() - began;
    m->costs.model_bytes = m->loaded->bytes;
    return EXIT_OK;
}

static int number_triangles(model* m)
{
    const hit_model* c = m->content;
    m->first = malloc(((size_t)c->part_count + 1) * sizeof *m->first);
    if (!m->first)
        return out_of_memory(m);
    m->first[0] = 0;
    for (uint32_t i = 0; i < c->part_count; i++)
        m->first[i + 1] = m->first[i] + c->meshes[c->parts[i].mesh].triangle_count;
    return EXIT_OK;
}

int model_open(const char* path, const model_request* request, model** opened)
{
    model* m = calloc(1, sizeof *m);
    int code;
    if (!m) {
        complain("%s: out of memory", request->who);
        return EXIT_RESOURCES;
    }
    m->path = path;
    m->who = request->who;
    m->pool = *request->pool;
    code = load(m);
    if (code == EXIT_OK)
        code = number_triangles(m);
    if (code == EXIT_OK)
        *opened = m;
    else
        model_close(m);
    return code;
}

void model_close(model* m)
{
    if (!m)
        return;
    hit_scene_destroy(m->scene);
    if (m->mesh_trees)
        for (uint32_t i = 0; i < m->content->mesh_count; i++)
            hit_bvh_destroy(m->mesh_trees[i]);
    free(m->mesh_trees);
    free(m->ids);
    hit_bvh_destroy(m->tree);
    free(m->first);
    hit_model_destroy(m->loaded);
    free(m);
}

// ---- What it is -----------------------------------------------------------------------------------------------------

const hit_model* model_content(const model* m)
{
    return m->content;
}

const char* model_path(const model* m)
{
    return m->path;
}

const char* model_part_name(const model* m, uint32_t part, char text[32])
{
    if (m->content->parts[part].name[0])
        return m->content->parts[part].name;
    snprintf(text, 32, "part %u", (unsigned)part);
    return text;
}

uint64_t model_first_triangle(const model* m, uint32_t part)
{
    return m->first[part];
}

model_source model_source_of(const model* m, uint32_t primitive)
{
    const hit_model* c = m->content;
    uint32_t low = 0, high = c->part_count - 1; // the last part that begins at or before the triangle
    model_source s;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (m->first[middle] <= primitive)
            low = middle;
        else
            high = middle - 1;
    }
    s.part = low;
    s.triangle = primitive - (uint32_t)m->first[low];
    s.face = c->meshes[c->parts[low].mesh].faces[s.triangle];
    return s;
}

hit_id model_id(const model* m, uint32_t part)
{
    return m->ids[part];
}

uint32_t model_part_of(const model* m, hit_id id)
{
    // A new scene gives its ids in ascending order.
    uint32_t low = 0, high = m->content->part_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (m->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->content->part_count && m->ids[low] == id ? low : m->content->part_count;
}

model_costs model_cost(const model* m)
{
    return m->costs;
}

// ---- Places ---------------------------------------------------------------------------------------------------------

static hit_dvec3 placed(const hit_placement* p, hit_vec3 v)
{
    const double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    return hit_dvec3_make(
        p->origin.x + ((double)p->linear[0][0] * x + (double)p->linear[0][1] * y + (double)p->linear[0][2] * z),
        p->origin.y + ((double)p->linear[1][0] * x + (double)p->linear[1][1] * y + (double)p->linear[1][2] * z),
        p->origin.z + ((double)p->linear[2][0] * x + (double)p->linear[2][1] * y + (double)p->linear[2][2] * z));
}

static bool is_identity(const hit_placement* p)
{
    const hit_placement none = hit_placement_at(hit_dvec3_make(0.0, 0.0, 0.0));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (p->linear[i][j] != none.linear[i][j])
                return false;
    return p->origin.x == 0.0 && p->origin.y == 0.0 && p->origin.z == 0.0;
}

hit_dbox model_bounds(const model* m)
{
    const hit_model* c = m->content;
    hit_dbox box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < c->part_count; i++) {
        const hit_model_mesh* mesh = &c->meshes[c->parts[i].mesh];
        for (size_t k = 0; k < 3 * (size_t)mesh->triangle_count; k++) {
            const hit_dvec3 p = placed(&c->parts[i].placement, mesh->vertices[mesh->indices[k]]);
            box.min = hit_dvec3_make(fmin(box.min.x, p.x), fmin(box.min.y, p.y), fmin(box.min.z, p.z));
            box.max = hit_dvec3_make(fmax(box.max.x, p.x), fmax(box.max.y, p.y), fmax(box.max.z, p.z));
        }
    }
    return box;
}

// ---- The tree -------------------------------------------------------------------------------------------------------

static int build(model* m, const hit_mesh* mesh, hit_bvh** tree)
{
    hit_error error = {0};
    const hit_bvh_options options = {.pool = &m->pool, .error = &error};
    const hit_status status = hit_bvh_build_triangles(mesh, &options, tree);
    if (status == HIT_OK)
        return EXIT_OK;
    complain("%s: %s: %s", m->who, m->path, error.message[0] ? error.message : hit_status_text(status));
    return exit_code_of(status);
}

// All triangles in the world, three vertices each, for a model with placements or several parts.
static int build_expanded(model* m)
{
    const hit_model* c = m->content;
    const uint64_t count = m->first[c->part_count];
    hit_mesh mesh = {0};
    hit_vec3* corners;
    size_t next = 0;
    int code;
    if (count > UINT32_MAX / 3 || !(corners = malloc((3 * (size_t)count + 1) * sizeof *corners))) {
        complain("%s: %s: no memory for its %llu triangles, the instances of meshes expanded", m->who, m->path,
                 (unsigned long long)count);
        return EXIT_RESOURCES;
    }
    for (uint32_t i = 0; i < c->part_count; i++) {
        const hit_model_mesh* from = &c->meshes[c->parts[i].mesh];
        for (size_t k = 0; k < 3 * (size_t)from->triangle_count; k++) {
            const hit_dvec3 p = placed(&c->parts[i].placement, from->vertices[from->indices[k]]);
            corners[next++] = hit_vec3_make((float)p.x, (float)p.y, (float)p.z);
        }
    }
    mesh.vertices = corners;
    mesh.vertex_count = (uint32_t)(3 * count);
    mesh.triangle_count = (uint32_t)count;
    code = build(m, &mesh, &m->tree);
    free(corners);
    return code;
}

int model_tree(model* m, const hit_bvh** tree)
{
    const hit_model* c = m->content;
    const double began = seconds_now();
    int code = EXIT_OK;
    if (!m->tree) {
        if (c->part_count == 1 && is_identity(&c->parts[0].placement)) {
            const hit_mesh mesh = hit_model_triangles(c, c->parts[0].mesh);
            code = build(m, &mesh, &m->tree);
        } else
            code = build_expanded(m);
        m->costs.tree_seconds = seconds_now() - began;
        if (code == EXIT_OK)
            hit_bvh_bytes(m->tree, &m->costs.tree_bytes);
    }
    *tree = m->tree;
    return code;
}

// ---- The scene ------------------------------------------------------------------------------------------------------

static int build_scene(model* m)
{
    const hit_model* c = m->content;
    int code = EXIT_OK;
    m->mesh_trees = calloc((size_t)c->mesh_count + 1, sizeof(hit_bvh*));
    m->ids = calloc((size_t)c->part_count + 1, sizeof(hit_id));
    if (!m->mesh_trees || !m->ids || hit_scene_create(NULL, &m->scene) != HIT_OK)
        return out_of_memory(m);
    for (uint32_t i = 0; i < c->mesh_count && code == EXIT_OK; i++) {
        const hit_mesh mesh = hit_model_triangles(c, i);
        code = build(m, &mesh, &m->mesh_trees[i]);
    }
    for (uint32_t i = 0; i < c->part_count && code == EXIT_OK; i++) {
        hit_object object = hit_object_at(hit_dvec3_make(0.0, 0.0, 0.0));
        hit_status status;
        object.placement = c->parts[i].placement;
        status = hit_scene_add_mesh(m->scene, &object, m->mesh_trees[c->parts[i].mesh], &m->ids[i]);
        if (status != HIT_OK) {
            complain("%s: %s: part %u: %s", m->who, m->path, (unsigned)i, hit_status_text(status));
            code = exit_code_of(status);
        }
    }
    if (code == EXIT_OK && hit_scene_commit(m->scene, &m->pool) != HIT_OK)
        code = out_of_memory(m);
    return code;
}

int model_scene(model* m, const hit_scene** scene)
{
    if (!m->scene) {
        const double began = seconds_now();
        const int code = build_scene(m);
        if (code != EXIT_OK) {
            hit_scene_destroy(m->scene);
            m->scene = NULL;
            return code;
        }
        m->costs.scene_seconds = seconds_now() - began;
        m->costs.scene_bytes = hit_scene_stats(m->scene).bytes;
    }
    *scene = m->scene;
    return EXIT_OK;
}
