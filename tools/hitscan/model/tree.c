// The tree over all triangles of a model.
//
// A mesh alone, at the origin, is built from where it lies. Else all triangles are brought into the world first, as
// seen from the model's origin: the vertices of each part once, and the indices that go with them. A mirror turns
// triangles around; the corners of a part that is mirrored are taken in the order 0, 2, 1, so that their fronts stay
// fronts. A part that has more vertices than corners - a few triangles of a large array - gets its corners instead, so
// that memory stays in proportion to the triangles. Both are done in chunks of equal size by the threads of the pool,
// however large and many the parts are.
#include "model/model_internal.h"
#include "cli/verb.h"

#include <stdlib.h>

enum { CHUNK = 1 << 15 }; // vertices or triangles for a task

hit_status model_build(const model* m, const hit_mesh* mesh, const hit_task_pool* pool, hit_bvh_scratch* scratch,
                       hit_error* error, hit_bvh** tree)
{
    const hit_bvh_options options = {.quality = m->quality, .pool = pool, .scratch = scratch};
    return hit_bvh_build_triangles(mesh, &options, tree, error);
}

static int build(const model* m, const hit_mesh* mesh, hit_bvh** tree)
{
    hit_error error = {0};
    const hit_status status = model_build(m, mesh, &m->pool, NULL, &error, tree);
    if (status == HIT_OK)
        return EXIT_OK;
    print_error("%s: %s: %s", m->verb_name, m->path, error.message[0] ? error.message : hit_status_text(status));
    return model_exit_code(status);
}

// ---- Into the world -------------------------------------------------------------------------------------------------

// All triangles in the world.
typedef struct expansion {
    const model* m;
    uint64_t* first_vertex; ///< of each part; one more at the end
    hit_vec3* vertices;
    uint32_t* indices;
} expansion;

static bool has_spare_vertices(const hit_model_mesh* mesh)
{
    return mesh->vertex_count > 3 * (uint64_t)mesh->triangle_count;
}

// The last part that begins at or before `at`: the one that has it.
static uint32_t part_at(const uint64_t* first, uint32_t count, uint64_t at)
{
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        const uint32_t mid = low + (high - low + 1) / 2;
        if (first[mid] <= at)
            low = mid;
        else
            high = mid - 1;
    }
    return low;
}

static void transform_vertices(void* context, uint32_t index)
{
    const expansion* e = context;
    const hit_model* c = e->m->content;
    const uint64_t all = e->first_vertex[c->part_count];
    uint64_t at = (uint64_t)index * CHUNK;
    const uint64_t end = at + CHUNK < all ? at + CHUNK : all;
    for (uint32_t part = part_at(e->first_vertex, c->part_count, at); at < end; part++) {
        const hit_model_mesh* mesh = &c->meshes[c->parts[part].mesh];
        const uint64_t stop = e->first_vertex[part + 1] < end ? e->first_vertex[part + 1] : end;
        const bool by_corners = has_spare_vertices(mesh);
        const hit_placement relative = model_relative(&c->parts[part].placement, e->m->origin);
        for (; at < stop; at++) {
            const uint64_t k = at - e->first_vertex[part];
            const hit_dvec3 p = model_transform_point(&relative, mesh->vertices[by_corners ? mesh->indices[k] : k]);
            e->vertices[at] = hit_vec3_make((float)p.x, (float)p.y, (float)p.z);
        }
    }
}

static void fill_indices(void* context, uint32_t index)
{
    const expansion* e = context;
    const hit_model* c = e->m->content;
    const uint64_t* first = e->m->first;
    uint64_t at = (uint64_t)index * CHUNK;
    const uint64_t end = at + CHUNK < first[c->part_count] ? at + CHUNK : first[c->part_count];
    for (uint32_t part = part_at(first, c->part_count, at); at < end; part++) {
        const hit_model_mesh* mesh = &c->meshes[c->parts[part].mesh];
        const uint64_t stop = first[part + 1] < end ? first[part + 1] : end;
        const uint32_t base = (uint32_t)e->first_vertex[part];
        const bool by_corners = has_spare_vertices(mesh);
        const uint64_t second = model_is_mirrored(&c->parts[part].placement) ? 2 : 1;
        const uint64_t order[3] = {0, second, 3 - second};
        for (; at < stop; at++)
            for (int j = 0; j < 3; j++) {
                const uint64_t k = 3 * (at - first[part]) + order[j];
                e->indices[3 * at + (uint64_t)j] = base + (by_corners ? (uint32_t)k : mesh->indices[k]);
            }
    }
}

static bool number_vertices(expansion* e)
{
    const hit_model* c = e->m->content;
    e->first_vertex = malloc(((size_t)c->part_count + 1) * sizeof *e->first_vertex);
    if (!e->first_vertex)
        return false;
    e->first_vertex[0] = 0;
    for (uint32_t i = 0; i < c->part_count; i++) {
        const hit_model_mesh* mesh = &c->meshes[c->parts[i].mesh];
        e->first_vertex[i + 1] =
            e->first_vertex[i] + (has_spare_vertices(mesh) ? 3 * mesh->triangle_count : mesh->vertex_count);
    }
    return true;
}

static uint32_t chunks(uint64_t count)
{
    return (uint32_t)((count + CHUNK - 1) / CHUNK);
}

static void tell_coarse_parts(const model* m)
{
    double lost;
    const uint32_t parts = model_coarse_parts(m, &lost);
    if (parts > 0 && !m->quiet)
        print_note("%s: %s: %u part%s far from the others: rays see %s rounded by up to %.2g", m->verb_name, m->path,
                   (unsigned)parts, parts == 1 ? " is small and" : "s are small and", parts == 1 ? "it" : "them", lost);
}

static int build_expanded(model* m)
{
    const uint32_t part_count = m->content->part_count;
    const uint64_t triangles = m->first[part_count];
    expansion e = {m, NULL, NULL, NULL};
    hit_mesh mesh = {.index_type = HIT_INDEX_U32};
    uint64_t vertices = 0;
    int code = EXIT_RESOURCES;
    bool fits = number_vertices(&e);
    tell_coarse_parts(m);
    if (fits) {
        vertices = e.first_vertex[part_count];
        fits = triangles <= UINT32_MAX / 3 && vertices <= UINT32_MAX;
    }
    if (fits) {
        e.vertices = malloc(((size_t)vertices + 1) * sizeof *e.vertices);
        e.indices = malloc((3 * (size_t)triangles + 1) * sizeof *e.indices);
    }
    if (e.vertices && e.indices) {
        if (triangles > 0) {
            m->pool.run(m->pool.context, transform_vertices, &e, chunks(vertices));
            m->pool.run(m->pool.context, fill_indices, &e, chunks(triangles));
        }
        mesh.vertices = e.vertices;
        mesh.vertex_count = (uint32_t)vertices;
        mesh.indices = e.indices;
        mesh.triangle_count = (uint32_t)triangles;
        code = build(m, &mesh, &m->tree);
    } else
        print_error("%s: %s: no memory for its %llu triangles, with each instance of a mesh counted", m->verb_name,
                    m->path, (unsigned long long)triangles);
    free(e.first_vertex);
    free(e.vertices);
    free(e.indices);
    return code;
}

// ---- Nothing to hit -------------------------------------------------------------------------------------------------

void model_tell_empty(const model* m, bool quiet)
{
    const unsigned long long points = m->content->point_count;
    if (quiet || m->content->triangle_count > 0)
        return;
    if (points > 0)
        print_note("%s: %s has no triangles, only %llu point%s", m->verb_name, m->path, points, points == 1 ? "" : "s");
    else
        print_note("%s: %s has no triangles", m->verb_name, m->path);
}

// ---- The tree -------------------------------------------------------------------------------------------------------

int model_tree(model* m, const hit_bvh** tree)
{
    const hit_model* c = m->content;
    const double began = seconds_now();
    int code = EXIT_OK;
    if (!m->tree) {
        if (m->file)
            code = hitfile_tree(m->file, &m->tree);
        else if (model_is_one_mesh(c, m->origin)) {
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
