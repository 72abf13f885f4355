// The graph of nodes: checks that it is a forest, finds the nodes of the scene, and which of them can be seen.
//
// A node is a child of one node at most, so what is not a tree is a cycle, which no root leads to. Nodes are visited
// with an array of them that is also the queue: in linear time, and no depth is too much.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>

// The number of a node in a list of them.
static hit_status node_number(const hit_gltf* g, uint32_t item, const char* what, uint64_t which, uint32_t* node)
{
    uint64_t number;
    if (!hit_json_whole(&g->json, item, &number) || number >= g->node_list.count)
        return hit_gltf_fail(g, item, "%s %" PRIu64 " names a node that is none of the %" PRIu32, what, which,
                             g->node_list.count);
    *node = (uint32_t)number;
    return HIT_OK;
}

// The list of a node's children; 0: none. It is known to be an array once find_parents has been there.
static uint32_t children_of(const hit_gltf* g, uint32_t node)
{
    return hit_json_find(&g->json, g->node_list.tokens[node], "children");
}

// Tell children their parent.
static hit_status find_parents(hit_gltf* g)
{
    for (uint32_t i = 0; i < g->node_list.count; i++)
        g->nodes[i].parent = g->nodes[i].mesh = g->nodes[i].model_mesh = HIT_GLTF_NONE;
    for (uint32_t i = 0; i < g->node_list.count; i++) {
        const uint32_t list = children_of(g, i);
        uint32_t item = hit_json_first(list);
        if (list != 0 && !hit_json_is(&g->json, list, HIT_JSON_ARRAY))
            return hit_gltf_fail(g, list, "node %" PRIu32 ": children is no array", i);
        for (uint32_t k = 0; list != 0 && k < g->json.tokens[list].size; k++, item = g->json.tokens[item].next) {
            uint32_t child = 0;
            hit_status status = node_number(g, item, "node", i, &child);
            if (status != HIT_OK)
                return status;
            if (g->nodes[child].parent != HIT_GLTF_NONE)
                return hit_gltf_fail(g, item,
                                     "node %" PRIu32 " is a child of node %" PRIu32 " and of node %" PRIu32
                                     "; it may be of one",
                                     child, g->nodes[child].parent, i);
            g->nodes[child].parent = i;
        }
    }
    return HIT_OK;
}

// Put a node into the order, unless it is there already.
static void visit(hit_gltf* g, uint32_t node)
{
    if (g->nodes[node].position != HIT_GLTF_NONE)
        return;
    HIT_ASSERT(node < g->node_list.count && g->order_count < g->node_list.count);
    g->nodes[node].position = g->order_count;
    g->order[g->order_count++] = node;
}

static void visit_roots(hit_gltf* g)
{
    for (uint32_t i = 0; i < g->node_list.count; i++)
        if (g->nodes[i].parent == HIT_GLTF_NONE)
            visit(g, i);
}

// Put the descendants of the nodes in the order behind them. The children are known to be nodes.
static void visit_descendants(hit_gltf* g)
{
    for (uint32_t i = 0; i < g->order_count; i++) {
        const uint32_t list = children_of(g, g->order[i]);
        uint32_t item = hit_json_first(list);
        for (uint32_t k = 0; list != 0 && k < g->json.tokens[list].size; k++, item = g->json.tokens[item].next) {
            uint64_t child;
            if (hit_json_whole(&g->json, item, &child))
                visit(g, (uint32_t)child);
        }
    }
}

static void forget_order(hit_gltf* g)
{
    for (uint32_t i = 0; i < g->node_list.count; i++)
        g->nodes[i].position = HIT_GLTF_NONE;
    g->order_count = 0;
}

// What the roots do not lead to is on a cycle, or hangs on one.
static hit_status check_cycles(hit_gltf* g)
{
    uint32_t node = 0;
    forget_order(g);
    visit_roots(g);
    visit_descendants(g);
    if (g->order_count == g->node_list.count)
        return HIT_OK;
    while (g->nodes[node].position != HIT_GLTF_NONE)
        node++;
    // As many steps upwards as there are nodes end on the cycle itself.
    for (uint32_t i = 0; i < g->node_list.count; i++) {
        node = g->nodes[node].parent;
        HIT_ASSERT(node != HIT_GLTF_NONE); // no root leads here, so there is none above
    }
    return hit_gltf_fail(g, g->node_list.tokens[node], "node %" PRIu32 " is a descendant of itself", node);
}

// The number of the scene to be read: the caller's, the file's default, or the first.
static hit_status choose_scene(const hit_gltf* g, uint32_t scenes, uint32_t count, uint64_t* number)
{
    const uint32_t token = hit_json_find(&g->json, 0, "scene"), wanted = g->loader->options->scene;
    if (wanted > count)
        return hit_json_fail(g->loader, &g->json, HIT_ERROR_ARGUMENT, g->json.tokens[scenes].start,
                             "scene %" PRIu32 " is asked for, and the model has %" PRIu32 " of them", wanted, count);
    *number = wanted > 0 ? wanted - 1 : 0;
    if (wanted == 0 && token != 0 && (!hit_json_whole(&g->json, token, number) || *number >= count))
        return hit_gltf_fail(g, token, "\"scene\" names none of the %" PRIu32 " scenes", count);
    return HIT_OK;
}

// The object of the scene to be read; 0 when there is none.
static hit_status find_scene(const hit_gltf* g, uint32_t* scene, uint64_t* number)
{
    const uint32_t scenes = hit_json_find(&g->json, 0, "scenes");
    const uint32_t count = scenes != 0 ? g->json.tokens[scenes].size : 0;
    uint32_t item = hit_json_first(scenes);
    hit_status status;

    *scene = 0;
    *number = 0;
    if (scenes != 0 && !hit_json_is(&g->json, scenes, HIT_JSON_ARRAY))
        return hit_gltf_fail(g, scenes, "scenes is no array");
    if (count == 0 && g->loader->options->scene == 0)
        return HIT_OK;
    status = choose_scene(g, scenes, count, number);
    if (status != HIT_OK)
        return status;
    for (uint64_t i = 0; i < *number; i++)
        item = g->json.tokens[item].next;
    if (!hit_json_is(&g->json, item, HIT_JSON_OBJECT))
        return hit_gltf_fail(g, item, "scene %" PRIu64 " is no object", *number);
    *scene = item;
    return HIT_OK;
}

static hit_status visit_scene(hit_gltf* g, uint32_t scene, uint64_t number)
{
    const uint32_t list = hit_json_find(&g->json, scene, "nodes");
    uint32_t item = hit_json_first(list);
    if (list == 0)
        return HIT_OK;
    if (!hit_json_is(&g->json, list, HIT_JSON_ARRAY))
        return hit_gltf_fail(g, list, "scene %" PRIu64 ": nodes is no array", number);
    for (uint32_t i = 0; i < g->json.tokens[list].size; i++, item = g->json.tokens[item].next) {
        uint32_t node = 0;
        hit_status status = node_number(g, item, "scene", number, &node);
        if (status != HIT_OK)
            return status;
        if (g->nodes[node].parent != HIT_GLTF_NONE)
            return hit_gltf_fail(g, item,
                                 "scene %" PRIu64 " names node %" PRIu32 ", which is a child of node %" PRIu32
                                 "; it may name roots only",
                                 number, node, g->nodes[node].parent);
        visit(g, node);
    }
    visit_descendants(g);
    return HIT_OK;
}

// KHR_node_visibility hides a node and all that is below it.
static hit_status find_hidden(hit_gltf* g)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->order_count; i++) {
        hit_gltf_node* node = &g->nodes[g->order[i]];
        const uint32_t extension = hit_gltf_extension(g, g->node_list.tokens[g->order[i]], "KHR_node_visibility");
        const uint32_t visible = extension != 0 ? hit_json_find(&g->json, extension, "visible") : 0;
        node->hidden = (visible != 0 && hit_json_is(&g->json, visible, HIT_JSON_FALSE)) ||
                       (node->parent != HIT_GLTF_NONE && g->nodes[node->parent].hidden);
        count += node->hidden;
    }
    if (count == 0)
        return HIT_OK;
    return hit_loader_note(g->loader, "%" PRIu32 " %s that the file hides (KHR_node_visibility) %s left out", count,
                           count == 1 ? "node" : "nodes", count == 1 ? "is" : "are");
}

// The meshes that the nodes of the scene use.
static hit_status find_meshes(hit_gltf* g)
{
    for (uint32_t i = 0; i < g->order_count; i++) {
        hit_gltf_node* node = &g->nodes[g->order[i]];
        hit_status status = hit_gltf_reference(g, g->node_list.tokens[g->order[i]], "mesh", "node", g->order[i],
                                               &g->mesh_list, &node->mesh);
        if (status == HIT_OK && node->hidden)
            node->mesh = HIT_GLTF_NONE;
        if (status == HIT_OK && node->mesh != HIT_GLTF_NONE)
            status = hit_gltf_pose_of_node(g, g->order[i]);
        if (status != HIT_OK)
            return status;
        if (node->mesh != HIT_GLTF_NONE && !node->deforms)
            g->meshes[node->mesh].used = true;
    }
    return HIT_OK;
}

hit_status hit_gltf_nodes(hit_gltf* g)
{
    hit_status status = HIT_OK;
    uint64_t number;
    uint32_t scene;

    g->order = hit_loader_allocate(g->loader, g->node_list.count, sizeof *g->order, &status);
    if (status == HIT_OK)
        status = find_parents(g);
    if (status == HIT_OK)
        status = check_cycles(g);
    if (status == HIT_OK)
        status = find_scene(g, &scene, &number);
    if (status != HIT_OK)
        return status;
    if (scene != 0) {
        forget_order(g);
        status = visit_scene(g, scene, number);
    }
    if (status == HIT_OK)
        status = find_hidden(g);
    return status == HIT_OK ? find_meshes(g) : status;
}
