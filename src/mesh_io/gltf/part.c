// Parts of glTF: each node of the scene that has a mesh with triangles, in the order of the nodes in the file; and
// where EXT_mesh_gpu_instancing gives a node many transforms, as many parts.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>

enum { TRANSLATION, ROTATION, SCALE, ATTRIBUTES };

// The instances of a node.
typedef struct instances {
    bool many;                     ///< false: the node itself is the only one
    uint64_t count;                ///< 1 when it is the node itself
    uint32_t accessor[ATTRIBUTES]; ///< HIT_GLTF_NONE: none
    float* values[ATTRIBUTES];     ///< of the accessors, when they have been read; NULL: none
} instances;

static bool has_triangles(const hit_gltf* g, uint32_t node)
{
    const hit_gltf_node* n = &g->nodes[node];
    return n->position != HIT_GLTF_NONE && n->mesh != HIT_GLTF_NONE && g->meshes[n->mesh].model_mesh != HIT_GLTF_NONE;
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
    for (int i = 0; attributes != 0 && status == HIT_OK && i < ATTRIBUTES; i++)
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

// ---- Parts ----------------------------------------------------------------------------------------------------------

static hit_status count_parts(hit_gltf* g, uint64_t* count)
{
    *count = 0;
    for (uint32_t i = 0; i < g->node_list.count; i++) {
        instances list;
        hit_status status;
        if (!has_triangles(g, i))
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

// Where the nodes of the scene are, in the order in which they were visited: each behind its parent.
static hit_gltf_transform* find_transforms(hit_gltf* g, hit_status* status)
{
    hit_gltf_transform* transforms = hit_loader_allocate(g->loader, g->order_count, sizeof *transforms, status);
    if (transforms == NULL)
        return NULL;
    for (uint32_t i = 0; i < g->order_count; i++) {
        const uint32_t parent = g->nodes[g->order[i]].parent;
        *status = hit_gltf_node_transform(g, g->order[i], &transforms[i]);
        if (*status != HIT_OK)
            return NULL;
        HIT_ASSERT(parent == HIT_GLTF_NONE || g->nodes[parent].position < i);
        if (parent != HIT_GLTF_NONE)
            transforms[i] = hit_gltf_transform_compose(&transforms[g->nodes[parent].position], &transforms[i]);
    }
    return transforms;
}

static hit_status set_placement(const hit_gltf* g, uint32_t node, const hit_gltf_transform* transform,
                                hit_model_part* part)
{
    double rows[16] = {[15] = 1.0};

    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            rows[4 * i + k] = transform->linear[i][k];
        rows[4 * i + 3] = transform->origin[i];
    }
    part->placement = hit_placement_from_doubles(rows, HIT_MATRIX_ROWS);
    if (!hit_placement_is_valid(&part->placement))
        return hit_gltf_fail(g, g->node_list.tokens[node],
                             "node %" PRIu32 " is put beyond 2^100, scaled beyond 2^60, or not by numbers", node);
    return HIT_OK;
}

// Make the parts of one node. *next is the first that is free.
static hit_status make_parts(hit_gltf* g, uint32_t node, const hit_gltf_transform* transform, hit_model_part** next)
{
    const uint32_t mesh = g->meshes[g->nodes[node].mesh].model_mesh;
    const char* name = g->loader->model->meshes[mesh].name;
    instances list;
    hit_status status = find_instances(g, node, &list);
    if (status == HIT_OK)
        status = hit_gltf_name(g, g->node_list.tokens[node], &name);
    if (status == HIT_OK)
        status = read_instances(g, &list);
    for (uint64_t i = 0; status == HIT_OK && i < list.count; i++, ++*next) {
        const hit_gltf_transform inner = instance_transform(&list, i),
                                 outer = hit_gltf_transform_compose(transform, &inner);
        (*next)->name = name;
        (*next)->mesh = mesh;
        status = set_placement(g, node, list.many ? &outer : transform, *next);
    }
    free_instances(g, &list);
    return status;
}

hit_status hit_gltf_parts(hit_gltf* g)
{
    hit_gltf_transform* transforms;
    hit_model_part* parts;
    uint64_t count;
    hit_status status = count_parts(g, &count);
    if (status != HIT_OK)
        return status;
    parts = hit_loader_parts(g->loader, count, &status);
    if (parts == NULL)
        return status;
    transforms = find_transforms(g, &status);
    for (uint32_t i = 0; status == HIT_OK && i < g->node_list.count; i++)
        if (has_triangles(g, i))
            status = make_parts(g, i, &transforms[g->nodes[i].position], &parts);
    HIT_ASSERT(status != HIT_OK || parts == g->loader->model->parts + count);
    hit_loader_free(g->loader, transforms);
    return status;
}
