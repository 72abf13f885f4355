// Meshes of glTF: the triangles of all primitives of a mesh, one after the other, as one mesh of the model.
//
// Each mesh is gone through twice: first the sizes, then, into memory of just that size, what is in it. Primitives of a
// mesh that have the same positions share them, and so do meshes that have one accessor of positions each: exporters
// like to put all vertices into one accessor, and to tell parts of it apart by indices. Points and lines are left out,
// and so are primitives without positions, as section 3.7.2.1 asks for.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };

// What a primitive has.
typedef struct primitive {
    uint32_t mesh, number;
    uint32_t token;
    uint64_t mode;
    uint32_t positions; ///< the accessor; HIT_GLTF_NONE: nothing to be read
    uint32_t indices;   ///< the accessor; HIT_GLTF_NONE: the vertices in their order
    uint64_t corners;   ///< indices, or vertices when there are none
} primitive;

// What is known of the mesh that is being read.
typedef struct mesh_size {
    uint64_t vertices, triangles;
    uint64_t faces;   ///< those that give no triangle included
    uint32_t sources; ///< accessors of positions
    uint32_t source;  ///< the last of them
} mesh_size;

// ---- Primitives -----------------------------------------------------------------------------------------------------

static hit_status fail_primitive(const hit_gltf* g, const primitive* p, const char* what)
{
    return hit_gltf_fail(g, p->token, "mesh %" PRIu32 ", primitive %" PRIu32 ": %s", p->mesh, p->number, what);
}

static hit_status check_positions(hit_gltf* g, const primitive* p)
{
    static const char draco[] = "KHR_draco_mesh_compression";
    hit_gltf_accessor* a;
    hit_status status = hit_gltf_accessor_get(g, p->positions, &a);
    if (status != HIT_OK)
        return status;
    if (a->bytes == NULL && a->sparse_count == 0 && hit_gltf_extension(g, p->token, draco) != 0)
        return hit_gltf_fail_packed(g, p->token, draco);
    // Integers are those of KHR_mesh_quantization.
    if (a->width != 3 || a->component == HIT_GLTF_UINT)
        return fail_primitive(g, p, "POSITION is no VEC3 of float, or of 8 or 16 bits");
    return HIT_OK;
}

static hit_status check_indices(hit_gltf* g, const primitive* p)
{
    hit_gltf_accessor* a;
    hit_status status = hit_gltf_accessor_get(g, p->indices, &a);
    if (status != HIT_OK)
        return status;
    if (a->width != 1 || a->normalized ||
        (a->component != HIT_GLTF_UBYTE && a->component != HIT_GLTF_USHORT && a->component != HIT_GLTF_UINT))
        return fail_primitive(g, p, "indices are no SCALAR of unsigned integers");
    return HIT_OK;
}

// Find out what a primitive has. p->positions is HIT_GLTF_NONE when it has no triangles to be read.
static hit_status look_at(hit_gltf* g, primitive* p)
{
    const uint32_t attributes = hit_json_find(&g->json, p->token, "attributes");
    hit_status status = hit_gltf_whole(g, p->token, "mode", "a primitive of mesh", p->mesh, FAN, TRIANGLES, &p->mode);

    p->positions = p->indices = HIT_GLTF_NONE;
    if (status != HIT_OK || p->mode < TRIANGLES || attributes == 0)
        return status;
    status =
        hit_gltf_reference(g, attributes, "POSITION", "a primitive of mesh", p->mesh, &g->accessor_list, &p->positions);
    if (status == HIT_OK)
        status =
            hit_gltf_reference(g, p->token, "indices", "a primitive of mesh", p->mesh, &g->accessor_list, &p->indices);
    if (status != HIT_OK || p->positions == HIT_GLTF_NONE)
        return status;
    status = check_positions(g, p);
    if (status == HIT_OK && p->indices != HIT_GLTF_NONE)
        status = check_indices(g, p);
    p->corners = g->accessors[p->indices != HIT_GLTF_NONE ? p->indices : p->positions].count;
    return status;
}

static uint64_t triangles_of(const primitive* p)
{
    return p->mode == TRIANGLES ? p->corners / 3 : p->corners >= 3 ? p->corners - 2 : 0;
}

// With what is left when corners are no multiple of three, or fewer than three: a face, but no triangle.
static uint64_t faces_of(const primitive* p)
{
    const uint64_t triangles = triangles_of(p);
    const bool rest = p->mode == TRIANGLES ? p->corners % 3 != 0 : p->corners > 0 && p->corners < 3;
    return triangles + rest;
}

// The primitives of a mesh, one by one: begin with token and number 0. False at the end.
static bool next_primitive(const hit_gltf* g, uint32_t list, primitive* p)
{
    if (p->token == 0)
        p->token = hit_json_first(list);
    else {
        p->token = g->json.tokens[p->token].next;
        p->number++;
    }
    return p->number < g->json.tokens[list].size;
}

// ---- First: the sizes -----------------------------------------------------------------------------------------------

static hit_status add_primitive(hit_gltf* g, const primitive* p, mesh_size* size)
{
    hit_gltf_accessor* a = &g->accessors[p->positions];
    if (a->mesh != p->mesh + 1) {
        a->mesh = p->mesh + 1;
        a->base = (uint32_t)size->vertices;
        size->vertices += a->count;
        size->sources++;
        size->source = p->positions;
    }
    size->triangles += triangles_of(p);
    size->faces += faces_of(p);
    // Each of the terms is at most 2^53, so nothing has wrapped.
    if (size->vertices >= UINT32_MAX || size->faces >= UINT32_MAX)
        return hit_loader_fail(g->loader, HIT_ERROR_LIMIT, 0,
                               "mesh %" PRIu32 " has more vertices or triangles than can be counted in 32 bits",
                               p->mesh);
    return HIT_OK;
}

static hit_status measure(hit_gltf* g, uint32_t mesh, uint32_t list, mesh_size* size)
{
    primitive p = {.mesh = mesh};
    while (next_primitive(g, list, &p)) {
        hit_status status = look_at(g, &p);
        if (status == HIT_OK && p.positions != HIT_GLTF_NONE)
            status = add_primitive(g, &p, size);
        if (status != HIT_OK)
            return status;
    }
    return HIT_OK;
}

// ---- Then: what is in it --------------------------------------------------------------------------------------------

// What has been read of a mesh.
typedef struct mesh_work {
    hit_vec3* vertices;
    uint32_t* indices;
    uint32_t* faces;
    uint64_t copied;    ///< vertices
    uint32_t triangles; ///< so far
    uint32_t face;      ///< the number of the next
    bool shared;        ///< the vertices are those of another mesh
} mesh_work;

// Read the positions of a primitive, unless another one of the mesh had them.
static hit_status copy_vertices(hit_gltf* g, const primitive* p, mesh_work* work)
{
    hit_gltf_accessor* a = &g->accessors[p->positions];
    hit_vec3* out = work->vertices + a->base;
    hit_status status;
    if (work->shared || a->base != work->copied)
        return HIT_OK;
    status = hit_gltf_floats(g, p->positions, &out->x);
    a->finite = true;
    for (uint64_t i = 0; status == HIT_OK && i < a->count; i++)
        a->finite &= hit_vec3_is_finite(out[i]);
    work->copied += a->count;
    return status;
}

// All of `count` indices must be below that of the vertices. The largest number of their type would be that one at
// which hardware begins a new strip: glTF forbids it (section 3.7.2.1).
static hit_status check_range(hit_gltf* g, const primitive* p, const uint32_t* indices, uint64_t count)
{
    const uint64_t vertices = g->accessors[p->positions].count;
    const uint16_t component = g->accessors[p->indices].component;
    const uint32_t restart = component == HIT_GLTF_UBYTE    ? UINT8_MAX
                             : component == HIT_GLTF_USHORT ? UINT16_MAX
                                                            : UINT32_MAX;
    const uint32_t most = vertices > restart ? restart : (uint32_t)vertices;
    uint32_t largest = 0;
    uint64_t i = 0;
    for (uint64_t k = 0; k < count; k++)
        largest = indices[k] > largest ? indices[k] : largest;
    if (count == 0 || largest < most)
        return HIT_OK;
    while (indices[i] < most)
        i++;
    if (indices[i] == restart)
        return hit_gltf_fail(g, p->token,
                             "mesh %" PRIu32 ", primitive %" PRIu32 ": index %" PRIu32
                             " restarts a strip, which glTF does not allow",
                             p->mesh, p->number, restart);
    return hit_gltf_fail(g, p->token,
                         "mesh %" PRIu32 ", primitive %" PRIu32 ": vertex index %" PRIu32 " out of range (%" PRIu64
                         " vertices)",
                         p->mesh, p->number, indices[i], vertices);
}

// The first `count` corners of a primitive, as numbers of vertices of the mesh.
static hit_status read_corners(hit_gltf* g, const primitive* p, uint64_t count, uint32_t* out)
{
    const uint32_t base = g->accessors[p->positions].base;
    hit_status status = HIT_OK;
    if (p->indices == HIT_GLTF_NONE) {
        for (uint64_t i = 0; i < count; i++)
            out[i] = base + (uint32_t)i;
        return HIT_OK;
    }
    status = hit_gltf_indices(g, p->indices, count, out);
    if (status == HIT_OK)
        status = check_range(g, p, out, count);
    for (uint64_t i = 0; base > 0 && status == HIT_OK && i < count; i++)
        out[i] += base;
    return status;
}

// The corners of triangle i of a strip or fan: section 3.7.2.1.
static void unroll(const primitive* p, const uint32_t* corners, uint64_t triangles, uint32_t* out)
{
    for (uint64_t i = 0; i < triangles; i++) {
        const uint64_t odd = i % 2;
        out[3 * i] = p->mode == STRIP ? corners[i] : corners[i + 1];
        out[3 * i + 1] = p->mode == STRIP ? corners[i + 1 + odd] : corners[i + 2];
        out[3 * i + 2] = p->mode == STRIP ? corners[i + 2 - odd] : corners[0];
    }
}

static hit_status read_triangles(hit_gltf* g, const primitive* p, uint32_t* out)
{
    const uint64_t triangles = triangles_of(p);
    hit_status status = HIT_OK;
    uint32_t* corners;
    if (p->mode == TRIANGLES)
        return read_corners(g, p, 3 * triangles, out);
    if (triangles == 0)
        return HIT_OK;
    corners = hit_loader_allocate(g->loader, p->corners, sizeof *corners, &status);
    if (corners == NULL)
        return status;
    status = read_corners(g, p, p->corners, corners);
    if (status == HIT_OK)
        unroll(p, corners, triangles, out);
    hit_loader_free(g->loader, corners);
    return status;
}

// Count the faces of new triangles, and take out those that have a vertex that is not finite.
static void count_faces(hit_gltf* g, const primitive* p, mesh_work* work)
{
    const uint64_t triangles = triangles_of(p);
    const uint32_t* in = work->indices + 3 * (size_t)work->triangles;
    if (g->accessors[p->positions].finite) {
        for (uint64_t i = 0; i < triangles; i++)
            work->faces[work->triangles + i] = work->face + (uint32_t)i;
        work->triangles += (uint32_t)triangles;
    } else
        for (uint64_t i = 0; i < triangles; i++, in += 3) {
            const uint32_t a = in[0], b = in[1], c = in[2];
            uint32_t* out = work->indices + 3 * (size_t)work->triangles;
            if (!hit_vec3_is_finite(work->vertices[a]) || !hit_vec3_is_finite(work->vertices[b]) ||
                !hit_vec3_is_finite(work->vertices[c]))
                continue;
            out[0] = a;
            out[1] = b;
            out[2] = c;
            work->faces[work->triangles++] = work->face + (uint32_t)i;
        }
    work->face += (uint32_t)faces_of(p);
}

static hit_status read_primitives(hit_gltf* g, uint32_t mesh, uint32_t list, mesh_work* work)
{
    primitive p = {.mesh = mesh};
    while (next_primitive(g, list, &p)) {
        hit_status status = look_at(g, &p);
        if (status != HIT_OK)
            return status;
        if (p.positions == HIT_GLTF_NONE)
            continue;
        status = copy_vertices(g, &p, work);
        if (status == HIT_OK)
            status = read_triangles(g, &p, work->indices + 3 * (size_t)work->triangles);
        if (status != HIT_OK)
            return status;
        count_faces(g, &p, work);
    }
    return HIT_OK;
}

// ---- Meshes ---------------------------------------------------------------------------------------------------------

// Free what a mesh without triangles has taken.
static void drop(hit_gltf* g, const mesh_size* size, mesh_work* work)
{
    if (!work->shared && (size->sources != 1 || g->accessors[size->source].vertices != work->vertices))
        hit_loader_free(g->loader, work->vertices);
    hit_loader_free(g->loader, work->indices);
    hit_loader_free(g->loader, work->faces);
}

static hit_status take_memory(hit_gltf* g, const mesh_size* size, mesh_work* work)
{
    hit_status status = HIT_OK;
    if (size->sources == 1 && g->accessors[size->source].vertices != NULL) {
        work->shared = true;
        work->vertices = (hit_vec3*)(uintptr_t)g->accessors[size->source].vertices;
    } else
        work->vertices = hit_loader_allocate(g->loader, size->vertices, sizeof *work->vertices, &status);
    if (work->vertices != NULL)
        work->indices = hit_loader_allocate(g->loader, size->triangles, 3 * sizeof *work->indices, &status);
    if (work->indices != NULL)
        work->faces = hit_loader_allocate(g->loader, size->triangles, sizeof *work->faces, &status);
    if (work->vertices != NULL && work->indices != NULL && work->faces != NULL)
        return HIT_OK;
    return status != HIT_OK ? status : HIT_ERROR_MEMORY;
}

// Read a mesh into *out, the next mesh of the model; *made tells whether it has triangles.
static hit_status read_mesh(hit_gltf* g, uint32_t mesh, hit_model_mesh* out, bool* made)
{
    const uint32_t token = g->mesh_list.tokens[mesh];
    const uint32_t list = hit_json_find(&g->json, token, "primitives");
    mesh_size size = {0};
    mesh_work work = {0};
    hit_status status;

    *made = false;
    if (list == 0 || !hit_json_is(&g->json, list, HIT_JSON_ARRAY))
        return hit_gltf_fail(g, token, "mesh %" PRIu32 " has no array of primitives", mesh);
    status = measure(g, mesh, list, &size);
    g->loader->model->skipped_faces += size.faces;
    if (status != HIT_OK || size.triangles == 0)
        return status;
    status = take_memory(g, &size, &work);
    if (status == HIT_OK)
        status = read_primitives(g, mesh, list, &work);
    if (status != HIT_OK)
        return status;
    if (size.sources == 1)
        g->accessors[size.source].vertices = work.vertices;
    HIT_ASSERT(work.shared || work.copied == size.vertices);
    HIT_ASSERT(work.triangles <= size.triangles && work.face == size.faces);
    g->loader->model->skipped_faces -= work.triangles;
    if (work.triangles == 0) {
        drop(g, &size, &work);
        return HIT_OK;
    }
    *made = true;
    out->vertices = work.vertices;
    out->vertex_count = (uint32_t)size.vertices;
    out->indices = work.indices;
    out->triangle_count = work.triangles;
    out->faces = work.faces;
    return hit_gltf_name(g, token, &out->name);
}

hit_status hit_gltf_meshes(hit_gltf* g)
{
    hit_status status = HIT_OK;
    hit_model_mesh* meshes;
    uint32_t used = 0, count = 0;
    for (uint32_t i = 0; i < g->mesh_list.count; i++)
        used += g->meshes[i].used;
    meshes = hit_loader_meshes(g->loader, used, &status);
    for (uint32_t i = 0; status == HIT_OK && i < g->mesh_list.count; i++) {
        bool made = false;
        if (g->meshes[i].used)
            status = read_mesh(g, i, &meshes[count], &made);
        g->meshes[i].model_mesh = made ? count : HIT_GLTF_NONE;
        count += made;
    }
    g->loader->model->mesh_count = count;
    return status;
}
