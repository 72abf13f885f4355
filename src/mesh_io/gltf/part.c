// Parts of glTF: each node of the scene whose mesh has triangles or points, in the order of the nodes in the file; and
// where EXT_mesh_gpu_instancing gives a node many transforms, as many parts.
//
// Transforms are multiplied in double, and the origin of a placement is in double: a node may be anywhere. The linear
// part becomes float; where that moves vertices by more than 1e-6 of the part's size, a note says how much.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TRANSLATION, ROTATION, SCALE, ATTRIBUTES };

// The instances of a node.
typedef struct instances {
    bool many;                     ///< false: the node itself is the only one
    uint64_t count;                ///< 1 when it is the node itself
    uint32_t accessor[ATTRIBUTES]; ///< HIT_GLTF_NONE: none
    float* values[ATTRIBUTES];     ///< of the accessors, when they have been read; NULL: none
} instances;

static bool is_seen(const hit_gltf* g, uint32_t node)
{
    return g->nodes[node].position != HIT_GLTF_NONE && g->nodes[node].model_mesh != HIT_GLTF_NONE;
}

// ---- Instances ------------------------------------------------------------------------------------------------------

static hit_status find_attribute(hit_gltf* g, uint32_t attributes, uint32_t node, int which, instances* list)
{
    static const char* const names[ATTRIBUTES] = {"TRANSLATION", "ROTATION", "SCALE"};
    static const uint8_t widths[ATTRIBUTES] = {3, 4, 3};
    hit_gltf_accessor* a;
    hit_status status = hit_gltf_reference(g, attributes, names[which], "instancing of node", node, &g->accessor_list,
                                           &list->accessor[which]);
    if (status != HIT_OK || list->accessor[which] == HIT_GLTF_NONE)
        return status;
    status = hit_gltf_accessor_get(g, list->accessor[which], &a);
    if (status != HIT_OK)
        return status;
    if (a->width != widths[which] || (a->component != HIT_GLTF_FLOAT && !a->normalized))
        return hit_gltf_fail(g, attributes, "instancing of node %" PRIu32 ": %s is no VEC%d of floats", node,
                             names[which], widths[which]);
    if (list->many && a->count != list->count)
        return hit_gltf_fail(g, attributes,
                             "instancing of node %" PRIu32 ": %" PRIu64 " elements of %s, but %" PRIu64 " of another",
                             node, a->count, names[which], list->count);
    list->many = true;
    list->count = a->count;
    return HIT_OK;
}

// How many instances a node has, and which accessors say where they are.
static hit_status find_instances(hit_gltf* g, uint32_t node, instances* list)
{
    const uint32_t extension = hit_gltf_extension(g, g->node_list.tokens[node], "EXT_mesh_gpu_instancing");
    const uint32_t attributes = extension != 0 ? hit_json_find(&g->json, extension, "attributes") : 0;
    hit_status status = HIT_OK;
    *list = (instances){.count = 1, .accessor = {HIT_GLTF_NONE, HIT_GLTF_NONE, HIT_GLTF_NONE}};
    // What joints move is where they are, once.
    for (int i = 0; !g->nodes[node].skinned && attributes != 0 && status == HIT_OK && i < ATTRIBUTES; i++)
        status = find_attribute(g, attributes, node, i, list);
    return status;
}

static hit_status read_instances(hit_gltf* g, instances* list)
{
    hit_status status = HIT_OK;
    for (int i = 0; status == HIT_OK && i < ATTRIBUTES; i++) {
        const uint32_t accessor = list->accessor[i];
        if (accessor == HIT_GLTF_NONE)
            continue;
        list->values[i] =
            hit_loader_allocate(g->loader, list->count, g->accessors[accessor].width * sizeof(float), &status);
        if (list->values[i] != NULL)
            status = hit_gltf_floats(g, accessor, list->values[i]);
    }
    return status;
}

static void free_instances(hit_gltf* g, instances* list)
{
    for (int i = 0; i < ATTRIBUTES; i++)
        hit_loader_free(g->loader, list->values[i]);
}

// Where an instance is in the node's own space.
static hit_gltf_transform instance_transform(const instances* list, uint64_t number)
{
    double translation[3] = {0.0, 0.0, 0.0}, rotation[4] = {0.0, 0.0, 0.0, 1.0}, scale[3] = {1.0, 1.0, 1.0};
    for (int i = 0; i < 3; i++) {
        if (list->values[TRANSLATION] != NULL)
            translation[i] = (double)list->values[TRANSLATION][3 * number + (uint64_t)i];
        if (list->values[SCALE] != NULL)
            scale[i] = (double)list->values[SCALE][3 * number + (uint64_t)i];
    }
    for (int i = 0; list->values[ROTATION] != NULL && i < 4; i++)
        rotation[i] = (double)list->values[ROTATION][4 * number + (uint64_t)i];
    return hit_gltf_transform_from_trs(translation, rotation, scale);
}

static hit_status count_parts(hit_gltf* g, uint64_t* count)
{
    *count = 0;
    for (uint32_t i = 0; i < g->node_list.count; i++) {
        instances list;
        hit_status status;
        if (!is_seen(g, i))
            continue;
        status = find_instances(g, i, &list);
        if (status != HIT_OK)
            return status;
        *count += list.count;
        if (*count >= UINT32_MAX)
            return hit_loader_fail(g->loader, HIT_ERROR_LIMIT, 0, "the model has more instances than can be counted");
    }
    return HIT_OK;
}

// ---- Paths ----------------------------------------------------------------------------------------------------------

enum { PATH = 256 }; ///< the most bytes of names in a path, so that deep trees do not take memory by its square

// The name of a node in paths.
static hit_status node_name(hit_gltf* g, uint32_t node, const char** name)
{
    hit_status status;
    if (g->nodes[node].name == NULL) {
        char text[24];
        status = hit_gltf_name(g, g->node_list.tokens[node], &g->nodes[node].name);
        g->nodes[node].named = g->nodes[node].name != NULL;
        if (status == HIT_OK && !g->nodes[node].named) {
            snprintf(text, sizeof text, "node %" PRIu32, node);
            g->nodes[node].name = hit_loader_text(g->loader, text, strlen(text), &status);
        }
        if (status != HIT_OK)
            return status;
    }
    *name = g->nodes[node].name;
    return HIT_OK;
}

// The names of the nodes from the root to this one. Of a path that is too long, the end, behind "...".
static hit_status find_path(hit_gltf* g, uint32_t node, const char** path)
{
    static const char cut[] = ".../";
    char text[PATH + 4];
    size_t at = sizeof text;
    hit_status status = node_name(g, node, path);
    if (status != HIT_OK || (g->nodes[node].parent == HIT_GLTF_NONE))
        return status;
    for (uint32_t n = node; n != HIT_GLTF_NONE; n = g->nodes[n].parent) {
        const char* name;
        size_t own, length;
        status = node_name(g, n, &name);
        if (status != HIT_OK)
            return status;
        own = strlen(name);
        length = own + (n != node);
        if (length > at - 4 && n == node)
            return HIT_OK; // a name that fills it alone
        if (length > at - 4) {
            at -= sizeof cut - 1;
            memcpy(text + at, cut, sizeof cut - 1);
            break;
        }
        at -= length;
        memcpy(text + at, name, own);
        if (n != node)
            text[at + own] = '/';
    }
    *path = hit_loader_text(g->loader, text + at, sizeof text - at, &status);
    return status;
}

// ---- Rounding -------------------------------------------------------------------------------------------------------

// The largest coordinate of a mesh's vertices, and the length of the diagonal of the box around them.
static hit_gltf_extent measure_mesh(const hit_model_mesh* mesh)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    hit_gltf_extent extent = {.known = true};
    double square = 0.0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const float at[3] = {mesh->vertices[i].x, mesh->vertices[i].y, mesh->vertices[i].z};
        if (!hit_vec3_is_finite(mesh->vertices[i]))
            continue;
        for (int k = 0; k < 3; k++) {
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] > high[k] ? at[k] : high[k];
        }
    }
    for (int k = 0; k < 3 && low[0] <= high[0]; k++) {
        const double side = (double)high[k] - (double)low[k];
        square += side * side;
        extent.largest = fmax(extent.largest, fmax(fabs((double)low[k]), fabs((double)high[k])));
    }
    extent.diagonal = sqrt(square);
    return extent;
}

// The same, once for each mesh: many parts may share it.
static hit_status get_extent(hit_gltf* g, uint32_t mesh, hit_gltf_extent* extent)
{
    const hit_model* model = g->loader->model;
    hit_status status = HIT_OK;
    if (g->extents == NULL) {
        g->extents = hit_loader_allocate(g->loader, model->mesh_count, sizeof *g->extents, &status);
        if (g->extents == NULL)
            return status;
        memset(g->extents, 0, model->mesh_count * sizeof *g->extents);
    }
    if (!g->extents[mesh].known)
        g->extents[mesh] = measure_mesh(&model->meshes[mesh]);
    *extent = g->extents[mesh];
    return HIT_OK;
}

// What the widest of the linear part's entries is, and by how much floats miss it at most.
static void linear_error(const hit_gltf_transform* transform, const hit_placement* placement, double* scale,
                         double* error)
{
    *scale = *error = 0.0;
    for (int k = 0; k < 9; k++) {
        const double exact = transform->linear[k / 3][k % 3];
        *scale = fmax(*scale, fabs(exact));
        *error = fmax(*error, fabs(exact - (double)placement->linear[k / 3][k % 3]));
    }
}

// Say what is lost when the linear part of a placement is rounded to float: nothing worth telling, where vertices are
// about the origin of their mesh.
static hit_status note_rounding(hit_gltf* g, const hit_gltf_transform* transform, const hit_model_part* part)
{
    hit_gltf_extent extent = {0};
    double scale, error;
    hit_status status;
    linear_error(transform, &part->placement, &scale, &error);
    if (error <= 0x1p-60 * scale)
        return HIT_OK;
    status = get_extent(g, part->mesh, &extent);
    if (status != HIT_OK)
        return status;
    // Three products and sums of each coordinate; 1e-6 of the size of the part, by its largest scale.
    error *= 3.0 * extent.largest;
    // A part that is scaled to less than the smallest normal float is a point, and has no size to speak of.
    if (!(error > 1e-6 * scale * extent.diagonal) || scale * extent.diagonal < 0x1p-126)
        return HIT_OK;
    return hit_loader_note(g->loader,
                           "vertices of \"%.40s\" may be %.2g from where they are, or %.2g of its size: it is that far "
                           "from the origin of its mesh, and rotated or scaled in single precision",
                           part->name, error, error / (scale * extent.diagonal));
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static hit_status set_placement(hit_gltf* g, uint32_t node, const hit_gltf_transform* transform, hit_model_part* part)
{
    part->placement = hit_gltf_transform_placement(transform);
    if (!hit_placement_is_valid(&part->placement))
        return hit_gltf_fail(g, g->node_list.tokens[node],
                             "node %" PRIu32 " is put beyond 2^100, scaled beyond 2^60, or not by numbers", node);
    return note_rounding(g, transform, part);
}

// Where the mesh of a node is: by joints, it is where its vertices are; else where the node is. A mesh that was
// deformed may have an origin of its own in there.
static hit_status mesh_transform(hit_gltf* g, uint32_t node, hit_gltf_transform* transform)
{
    const hit_gltf_node* n = &g->nodes[node];
    const hit_dvec3 origin = n->deforms ? n->origin : g->meshes[n->mesh].origin;
    const hit_gltf_transform inner = {.linear = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}},
                                      .origin = {origin.x, origin.y, origin.z}};
    const hit_gltf_transform* world;
    hit_status status;
    *transform = inner;
    if (n->skinned)
        return HIT_OK;
    status = hit_gltf_world(g, node, &world);
    if (status == HIT_OK)
        *transform = hit_gltf_transform_compose(world, &inner);
    return status;
}

// Make the parts of one node. *next is the first that is free.
static hit_status make_parts(hit_gltf* g, uint32_t node, hit_model_part** next)
{
    const uint32_t mesh = g->nodes[node].model_mesh;
    const char *name = g->loader->model->meshes[mesh].name, *path = NULL;
    hit_gltf_transform transform;
    instances list;
    hit_status status = find_instances(g, node, &list);
    if (status == HIT_OK)
        status = mesh_transform(g, node, &transform);
    if (status == HIT_OK)
        status = find_path(g, node, &path);
    if (status == HIT_OK && g->nodes[node].named)
        name = g->nodes[node].name;
    if (status == HIT_OK)
        status = read_instances(g, &list);
    for (uint64_t i = 0; status == HIT_OK && i < list.count; i++, ++*next) {
        const hit_gltf_transform inner = instance_transform(&list, i),
                                 outer = hit_gltf_transform_compose(&transform, &inner);
        (*next)->name = name;
        (*next)->path = path;
        (*next)->mesh = mesh;
        status = set_placement(g, node, list.many ? &outer : &transform, *next);
    }
    free_instances(g, &list);
    return status;
}

hit_status hit_gltf_parts(hit_gltf* g)
{
    hit_model_part* parts;
    uint64_t count;
    hit_status status = count_parts(g, &count);
    if (status != HIT_OK)
        return status;
    parts = hit_loader_parts(g->loader, count, &status);
    if (parts == NULL)
        return status;
    for (uint32_t i = 0; status == HIT_OK && i < g->node_list.count; i++)
        if (is_seen(g, i))
            status = make_parts(g, i, &parts);
    HIT_ASSERT(status != HIT_OK || parts == g->loader->model->parts + count);
    return status;
}
