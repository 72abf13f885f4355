// Meshes of glTF: the triangles and points of all primitives of a mesh, one after the other, as one mesh of the model.
//
// Each mesh is gone through twice: first the sizes, then, into memory of just that size, what is in it. Primitives of a
// mesh share vertices (primitive.c), and so do meshes that have one accessor of positions each. A node that deforms its
// mesh, by a skin or by weights of morph targets, has a mesh of its own (pose.c). Lines are left out, and so are
// primitives without positions, as section 3.7.2.1 asks for.
#include "mesh_io/gltf/gltf.h"
#include "mesh_io/origin.h"

#include "base/assert.h"
#include <inttypes.h>
#include <string.h>

// What is known of the mesh that is being read.
typedef struct mesh_size {
    uint64_t vertices, triangles, points;
    uint64_t faces;   ///< those that give no triangle included
    uint32_t sources; ///< of vertices
    uint32_t source;  ///< the accessor of the last of them
    uint32_t lists;   ///< primitives that have triangles
    uint32_t list; ///< the accessor of the indices of the last of them, if these are its triangles; else HIT_GLTF_NONE
} mesh_size;

// What has been read of a mesh.
typedef struct mesh_work {
    uint32_t mesh, list; ///< its number, and the token of its primitives
    mesh_size size;
    hit_gltf_pose pose;
    hit_gltf_look look;
    hit_vec3* vertices;
    hit_dvec3* exact; ///< the same in double, while a pose moves them; else NULL
    uint32_t* indices;
    uint32_t* faces;
    uint32_t* points;
    uint64_t copied;    ///< vertices
    uint32_t triangles; ///< so far
    uint32_t point_count;
    uint32_t face;                          ///< the number of the next
    bool shared;                            ///< the vertices are those of another mesh
    bool adopted_vertices, adopted_indices; ///< they stand in memory that an accessor had
    bool alike;                             ///< primitives share vertices only when they have all attributes in common
} mesh_work;

// ---- First: the sizes -----------------------------------------------------------------------------------------------

static hit_status add_primitive(hit_gltf* g, hit_gltf_primitive* p, mesh_work* work)
{
    mesh_size* size = &work->size;
    hit_gltf_place_vertices(g, p, size->vertices, work->alike);
    if (p->fresh) {
        size->vertices += g->accessors[p->positions].count;
        size->sources++;
        size->source = p->positions;
    }
    if (hit_gltf_triangles_of(p) > 0) {
        size->lists++;
        size->list = p->mode == HIT_GLTF_TRIANGLES ? p->indices : HIT_GLTF_NONE;
    }
    size->triangles += hit_gltf_triangles_of(p);
    size->points += hit_gltf_points_of(p);
    size->faces += hit_gltf_faces_of(p);
    hit_gltf_look_add(g, p, &work->look);
    // Each of the terms is at most 2^53, so nothing has wrapped.
    if (size->vertices >= UINT32_MAX || size->faces >= UINT32_MAX || size->points >= UINT32_MAX)
        return hit_loader_fail(g->loader, HIT_ERROR_LIMIT, 0,
                               "mesh %" PRIu32 " has more vertices or triangles than can be counted in 32 bits",
                               p->mesh);
    return HIT_OK;
}

static hit_status measure(hit_gltf* g, mesh_work* work)
{
    hit_gltf_primitive p = {.mesh = work->mesh};
    g->pass++;
    while (hit_gltf_next_primitive(g, work->list, &p)) {
        hit_status status = hit_gltf_look_at(g, &p);
        if (status == HIT_OK && p.positions != HIT_GLTF_NONE)
            status = add_primitive(g, &p, work);
        if (status != HIT_OK)
            return status;
        g->lines += p.mode > HIT_GLTF_POINTS && p.mode < HIT_GLTF_TRIANGLES;
    }
    return HIT_OK;
}

// ---- Then: what is in it --------------------------------------------------------------------------------------------

// Move the vertices of a primitive as the pose says, and its normals.
static hit_status move_vertices(hit_gltf* g, const hit_gltf_primitive* p, mesh_work* work)
{
    const uint64_t count = g->accessors[p->positions].count;
    hit_vec3* vertices = work->vertices + p->base;
    hit_dvec3* exact = work->exact + p->base;
    hit_status status;
    for (uint64_t i = 0; i < count; i++)
        exact[i] = hit_dvec3_make((double)vertices[i].x, (double)vertices[i].y, (double)vertices[i].z);
    status =
        hit_gltf_pose_apply(g, &work->pose, p, exact, work->look.normals != NULL ? work->look.normals + p->base : NULL);
    for (uint64_t i = 0; status == HIT_OK && i < count; i++)
        vertices[i] = hit_vec3_make((float)exact[i].x, (float)exact[i].y, (float)exact[i].z);
    return status;
}

// Whether all of them are finite. One more than the largest exponent carries into the bit of the sign: an addition and
// an or for each number, which every vector instruction set has, as it has not the larger of two.
static bool are_finite(const hit_vec3* vertices, uint64_t count)
{
    const char* bytes = (const char*)vertices;
    uint32_t carries = 0;
    for (uint64_t i = 0; i < 3 * count; i++) {
        uint32_t bits;
        memcpy(&bits, bytes + 4 * i, sizeof bits);
        carries |= (bits & 0x7f800000) + 0x00800000;
    }
    return carries >> 31 == 0;
}

// Read the vertices of a primitive, unless another one of the mesh had them.
static hit_status copy_vertices(hit_gltf* g, const hit_gltf_primitive* p, mesh_work* work)
{
    hit_gltf_accessor* a = &g->accessors[p->positions];
    hit_vec3* out = work->vertices + p->base;
    hit_status status = HIT_OK;
    if (p->fresh)
        status = hit_gltf_look_read(g, p, &work->look);
    if (work->shared || !p->fresh || status != HIT_OK)
        return status;
    HIT_ASSERT(p->base == work->copied);
    status = hit_gltf_floats(g, p->positions, &out->x);
    if (status == HIT_OK && work->exact != NULL)
        status = move_vertices(g, p, work);
    a->finite = status == HIT_OK && are_finite(out, a->count);
    work->copied += a->count;
    return status;
}

// Whether all of `count` indices are below `most`. Up to 2^31, the sign of a difference tells, and that of an index
// beyond: a subtraction and two ors.
static bool are_below(const uint32_t* indices, uint64_t count, uint32_t most)
{
    uint32_t signs = 0, largest = 0;
    if (most == 0 || most > UINT32_C(1) << 31) {
        for (uint64_t i = 0; i < count; i++)
            largest = indices[i] > largest ? indices[i] : largest;
        return count == 0 || largest < most;
    }
    for (uint64_t i = 0; i < count; i++)
        signs |= indices[i] | (most - 1 - indices[i]);
    return signs >> 31 == 0;
}

// All of `count` indices must be below that of the vertices. The largest number of their type would be that one at
// which hardware begins a new strip: glTF forbids it (section 3.7.2.1).
static hit_status check_range(hit_gltf* g, const hit_gltf_primitive* p, const uint32_t* indices, uint64_t count)
{
    const uint64_t vertices = g->accessors[p->positions].count;
    const uint16_t component = g->accessors[p->indices].component;
    const uint32_t restart = component == HIT_GLTF_UBYTE    ? UINT8_MAX
                             : component == HIT_GLTF_USHORT ? UINT16_MAX
                                                            : UINT32_MAX;
    const uint32_t most = vertices > restart ? restart : (uint32_t)vertices;
    uint64_t i = 0;
    if (are_below(indices, count, most))
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
static hit_status read_corners(hit_gltf* g, const hit_gltf_primitive* p, uint64_t count, uint32_t* out)
{
    const uint32_t base = p->base;
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
static void unroll(const hit_gltf_primitive* p, const uint32_t* corners, uint64_t triangles, uint32_t* out)
{
    for (uint64_t i = 0; i < triangles; i++) {
        const uint64_t odd = i % 2;
        out[3 * i] = p->mode == HIT_GLTF_STRIP ? corners[i] : corners[i + 1];
        out[3 * i + 1] = p->mode == HIT_GLTF_STRIP ? corners[i + 1 + odd] : corners[i + 2];
        out[3 * i + 2] = p->mode == HIT_GLTF_STRIP ? corners[i + 2 - odd] : corners[0];
    }
}

static hit_status read_triangles(hit_gltf* g, const hit_gltf_primitive* p, uint32_t* out)
{
    const uint64_t triangles = hit_gltf_triangles_of(p);
    hit_status status = HIT_OK;
    uint32_t* corners;
    if (p->mode == HIT_GLTF_TRIANGLES)
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
static void count_faces(hit_gltf* g, const hit_gltf_primitive* p, mesh_work* work)
{
    const uint64_t triangles = hit_gltf_triangles_of(p);
    const uint32_t* in = work->indices + 3 * (size_t)work->triangles;
    const uint32_t first = work->triangles;
    if (g->accessors[p->positions].finite) {
        uint32_t *const faces = work->faces + first, face = work->face;
        for (uint64_t i = 0; i < triangles; i++)
            faces[i] = face + (uint32_t)i;
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
    for (uint32_t i = first; work->look.materials != NULL && i < work->triangles; i++)
        work->look.materials[i] = hit_gltf_material_of(g, p->material);
    work->face += (uint32_t)hit_gltf_faces_of(p);
}

// The points of a primitive, but for those that are not finite.
static hit_status read_points(hit_gltf* g, const hit_gltf_primitive* p, mesh_work* work)
{
    uint32_t *out, kept = 0;
    hit_status status;
    if (p->corners == 0)
        return HIT_OK; // there may be no list
    HIT_ASSERT(work->points != NULL);
    out = work->points + work->point_count;
    status = read_corners(g, p, p->corners, out);
    for (uint64_t i = 0; status == HIT_OK && i < p->corners; i++)
        if (hit_vec3_is_finite(work->vertices[out[i]]))
            out[kept++] = out[i];
    work->point_count += kept;
    return status;
}

// Triangles with vertices that are not finite are going to be taken out: adopted indices are others' as well.
static hit_status copy_indices(hit_gltf* g, const hit_gltf_primitive* p, mesh_work* work)
{
    hit_status status = HIT_OK;
    if (!work->adopted_indices || g->accessors[p->positions].finite)
        return HIT_OK;
    work->adopted_indices = false;
    work->indices = hit_loader_allocate(g->loader, work->size.triangles, 3 * sizeof *work->indices, &status);
    return status;
}

static hit_status read_primitives(hit_gltf* g, mesh_work* work)
{
    hit_gltf_primitive p = {.mesh = work->mesh};
    uint64_t placed = 0;
    g->pass++;
    while (hit_gltf_next_primitive(g, work->list, &p)) {
        hit_status status = hit_gltf_look_at(g, &p);
        if (status != HIT_OK)
            return status;
        if (p.positions == HIT_GLTF_NONE)
            continue;
        hit_gltf_place_vertices(g, &p, placed, work->alike);
        placed += p.fresh ? g->accessors[p.positions].count : 0;
        status = copy_vertices(g, &p, work);
        if (status == HIT_OK)
            status = copy_indices(g, &p, work);
        if (status == HIT_OK && p.mode == HIT_GLTF_POINTS)
            status = read_points(g, &p, work);
        else if (status == HIT_OK)
            status = read_triangles(g, &p, work->indices + 3 * (size_t)work->triangles);
        if (status != HIT_OK)
            return status;
        count_faces(g, &p, work);
    }
    HIT_ASSERT(placed == work->size.vertices);
    return HIT_OK;
}

// ---- Meshes ---------------------------------------------------------------------------------------------------------

// Free what a mesh without triangles and points has taken.
static void drop(hit_gltf* g, mesh_work* work)
{
    if (!work->shared && !work->adopted_vertices &&
        (work->size.sources != 1 || g->accessors[work->size.source].vertices != work->vertices))
        hit_loader_free(g->loader, work->vertices);
    if (!work->adopted_indices)
        hit_loader_free(g->loader, work->indices);
    hit_loader_free(g->loader, work->faces);
    hit_loader_free(g->loader, work->points);
    hit_gltf_look_free(g, &work->look);
}

// Whether the vertices are those of one accessor, as they are: other meshes may have them, too.
static bool is_plain(const mesh_work* work)
{
    return work->size.sources == 1 && !work->pose.moves;
}

// Let the mesh have vertices and indices where they were unpacked, if they stand there as it needs them.
static void adopt(hit_gltf* g, mesh_work* work)
{
    const mesh_size* size = &work->size;
    if (!is_plain(work))
        return;
    if (!work->shared)
        work->vertices = hit_gltf_adopt(g, size->source, HIT_GLTF_FLOAT, 3);
    work->adopted_vertices = !work->shared && work->vertices != NULL;
    if (size->lists == 1 && size->list != HIT_GLTF_NONE)
        work->indices = hit_gltf_adopt(g, size->list, HIT_GLTF_UINT, 1);
    work->adopted_indices = work->indices != NULL;
}

static hit_status take_memory(hit_gltf* g, mesh_work* work)
{
    const mesh_size* size = &work->size;
    hit_status status = HIT_OK;
    if (is_plain(work) && g->accessors[size->source].vertices != NULL) {
        work->shared = true;
        work->vertices = (hit_vec3*)(uintptr_t)g->accessors[size->source].vertices;
    }
    adopt(g, work);
    if (work->vertices == NULL)
        work->vertices = hit_loader_allocate(g->loader, size->vertices, sizeof *work->vertices, &status);
    if (work->vertices != NULL && work->indices == NULL)
        work->indices = hit_loader_allocate(g->loader, size->triangles, 3 * sizeof *work->indices, &status);
    if (work->indices != NULL)
        work->faces = hit_loader_allocate(g->loader, size->triangles, sizeof *work->faces, &status);
    if (work->faces != NULL && size->points > 0)
        work->points = hit_loader_allocate(g->loader, size->points, sizeof *work->points, &status);
    if (work->faces != NULL && status == HIT_OK && work->pose.moves)
        work->exact = hit_loader_allocate(g->loader, size->vertices, sizeof *work->exact, &status);
    if (work->faces != NULL && status == HIT_OK)
        status = hit_gltf_look_take(g, size->vertices, size->triangles, &work->look);
    if (work->faces != NULL && status == HIT_OK)
        return HIT_OK;
    return status != HIT_OK ? status : HIT_ERROR_MEMORY;
}

// Points that are all vertices, in their order, need no list.
static void forget_plain_points(hit_gltf* g, mesh_work* work)
{
    bool plain = work->points != NULL && work->point_count == work->size.vertices;
    for (uint32_t i = 0; plain && i < work->point_count; i++)
        plain = work->points[i] == i;
    if (!plain && work->point_count > 0)
        return;
    hit_loader_free(g->loader, work->points);
    work->points = NULL;
}

static void fill_mesh(hit_gltf* g, const mesh_work* work, hit_model_mesh* out)
{
    out->vertices = work->vertices;
    out->vertex_count = (uint32_t)work->size.vertices;
    out->indices = work->triangles > 0 ? work->indices : NULL;
    out->triangle_count = work->triangles;
    out->faces = work->triangles > 0 ? work->faces : NULL;
    out->points = work->points;
    out->point_count = work->point_count;
    out->normals = work->look.normals;
    out->colors = work->look.colors;
    out->uvs = work->look.uvs;
    out->materials = work->look.materials;
    out->material = hit_gltf_material_of(g, work->look.material);
}

// Read the primitives of a mesh that has some; *made tells whether anything can be seen.
static hit_status fill(hit_gltf* g, mesh_work* work, uint32_t node, hit_model_mesh* out, bool* made)
{
    hit_status status = take_memory(g, work);
    if (status == HIT_OK)
        status = read_primitives(g, work);
    if (status == HIT_OK && work->exact != NULL)
        status = hit_origin_subtract(g->loader, work->exact, false, work->vertices, work->size.vertices,
                                     node != HIT_GLTF_NONE ? &g->nodes[node].origin : &g->meshes[work->mesh].origin);
    if (status != HIT_OK)
        return status;
    hit_loader_free(g->loader, work->exact);
    if (is_plain(work))
        g->accessors[work->size.source].vertices = work->vertices;
    HIT_ASSERT(work->shared || work->copied == work->size.vertices);
    HIT_ASSERT(work->triangles <= work->size.triangles && work->face == work->size.faces);
    g->loader->model->skipped_faces -= work->triangles;
    forget_plain_points(g, work);
    *made = work->triangles > 0 || work->point_count > 0;
    if (*made)
        fill_mesh(g, work, out);
    else
        drop(g, work);
    return HIT_OK;
}

// Read a mesh into *out, the next mesh of the model, as a node has it or, with HIT_GLTF_NONE, as it stands.
static hit_status read_mesh(hit_gltf* g, uint32_t mesh, uint32_t node, hit_model_mesh* out, bool* made)
{
    const uint32_t token = g->mesh_list.tokens[mesh];
    mesh_work work = {.mesh = mesh, .list = hit_json_find(&g->json, token, "primitives")};
    hit_status status;

    *made = false;
    work.look.material = HIT_GLTF_NONE;
    if (work.list == 0 || !hit_json_is(&g->json, work.list, HIT_JSON_ARRAY))
        return hit_gltf_fail(g, token, "mesh %" PRIu32 " has no array of primitives", mesh);
    status = hit_gltf_pose_make(g, mesh, work.list, node, &work.pose);
    work.alike = work.pose.moves || g->loader->options->appearance;
    if (status == HIT_OK)
        status = measure(g, &work);
    g->loader->model->skipped_faces += work.size.faces;
    if (status == HIT_OK && work.size.triangles + work.size.points > 0)
        status = fill(g, &work, node, out, made);
    if (status != HIT_OK)
        return status;
    hit_gltf_pose_free(g, &work.pose);
    return *made ? hit_gltf_name(g, token, &out->name) : HIT_OK;
}

// Say what was not read as the file has it.
static hit_status note_all(hit_gltf* g)
{
    hit_status status = HIT_OK;
    if (g->lines > 0)
        status = hit_loader_note(g->loader, "%" PRIu64 " %s left out", g->lines,
                                 g->lines == 1 ? "primitive of lines is" : "primitives of lines are");
    if (status == HIT_OK && g->targets > 0)
        status = hit_loader_note(g->loader, "%" PRIu64 " morph %s applied with the file's weights", g->targets,
                                 g->targets == 1 ? "target is" : "targets are");
    if (status == HIT_OK && g->skins_used > 0)
        status = hit_loader_note(g->loader, "%" PRIu64 " %s rest pose", g->skins_used,
                                 g->skins_used == 1 ? "skin is shown in its" : "skins are shown in their");
    return status;
}

// The meshes of nodes that deform them; each node then knows its mesh.
static hit_status read_nodes(hit_gltf* g, hit_model_mesh* meshes, uint32_t* count)
{
    for (uint32_t i = 0; i < g->node_list.count; i++) {
        hit_gltf_node* node = &g->nodes[i];
        bool made = false;
        hit_status status = HIT_OK;
        if (node->position == HIT_GLTF_NONE || node->mesh == HIT_GLTF_NONE)
            continue;
        if (!node->deforms) {
            node->model_mesh = g->meshes[node->mesh].model_mesh;
            continue;
        }
        status = read_mesh(g, node->mesh, i, &meshes[*count], &made);
        if (status != HIT_OK)
            return status;
        node->model_mesh = made ? *count : HIT_GLTF_NONE;
        *count += made;
    }
    return HIT_OK;
}

hit_status hit_gltf_meshes(hit_gltf* g)
{
    hit_status status = HIT_OK;
    hit_model_mesh* meshes;
    uint64_t used = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->mesh_list.count; i++)
        used += g->meshes[i].used;
    for (uint32_t i = 0; i < g->node_list.count; i++)
        used += g->nodes[i].deforms && g->nodes[i].position != HIT_GLTF_NONE;
    meshes = hit_loader_meshes(g->loader, used, &status);
    for (uint32_t i = 0; status == HIT_OK && i < g->mesh_list.count; i++) {
        bool made = false;
        if (g->meshes[i].used)
            status = read_mesh(g, i, HIT_GLTF_NONE, &meshes[count], &made);
        g->meshes[i].model_mesh = made ? count : HIT_GLTF_NONE;
        count += made;
    }
    if (status == HIT_OK)
        status = read_nodes(g, meshes, &count);
    g->loader->model->mesh_count = count;
    return status == HIT_OK ? note_all(g) : status;
}
