// Where a node of glTF is: a matrix, or a translation, rotation and scale; in double, as all are on the way from the
// root.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>
#include <math.h>

// ---- Transforms -----------------------------------------------------------------------------------------------------

hit_gltf_transform hit_gltf_transform_from_trs(const double translation[3], const double rotation[4],
                                               const double scale[3])
{
    const double x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
    const double square = x * x + y * y + z * z + w * w;
    // v -> q v q* / |q|^2 has the rows of I + 2/|q|^2 (...), whatever the length of q. Squares that vanish leave no
    // rotation.
    const double s = square > 0.0 ? 2.0 / square : 0.0;
    const double rows[3][3] = {{1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)},
                               {s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)},
                               {s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)}};
    hit_gltf_transform transform;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            transform.linear[i][k] = rows[i][k] * scale[k];
        transform.origin[i] = translation[i];
    }
    return transform;
}

hit_gltf_transform hit_gltf_transform_compose(const hit_gltf_transform* outer, const hit_gltf_transform* inner)
{
    hit_gltf_transform transform;
    for (int i = 0; i < 3; i++) {
        const double* row = outer->linear[i];
        for (int k = 0; k < 3; k++)
            transform.linear[i][k] =
                row[0] * inner->linear[0][k] + row[1] * inner->linear[1][k] + row[2] * inner->linear[2][k];
        transform.origin[i] =
            row[0] * inner->origin[0] + row[1] * inner->origin[1] + row[2] * inner->origin[2] + outer->origin[i];
    }
    return transform;
}

hit_placement hit_gltf_transform_placement(const hit_gltf_transform* transform)
{
    double rows[16] = {[15] = 1.0};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            rows[4 * i + k] = transform->linear[i][k];
        rows[4 * i + 3] = transform->origin[i];
    }
    return hit_placement_from_doubles(rows, HIT_MATRIX_ROWS);
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

// The numbers of an array of just `count` of them; `numbers` is untouched when there is no such member.
static hit_status read_numbers(const hit_gltf* g, uint32_t node, const char* key, uint32_t count, double* numbers)
{
    const uint32_t list = hit_json_find(&g->json, g->node_list.tokens[node], key);
    uint32_t item = hit_json_first(list);
    if (list == 0)
        return HIT_OK;
    if (!hit_json_is(&g->json, list, HIT_JSON_ARRAY) || g->json.tokens[list].size != count)
        return hit_gltf_fail(g, list, "node %" PRIu32 ": %s is no array of %" PRIu32 " numbers", node, key, count);
    for (uint32_t i = 0; i < count; i++, item = g->json.tokens[item].next)
        if (!hit_json_number(&g->json, item, &numbers[i]))
            return hit_gltf_fail(g, item, "node %" PRIu32 ": %s has something in it that is no finite number", node,
                                 key);
    return HIT_OK;
}

// Matrices are stored by columns.
static hit_status read_matrix(const hit_gltf* g, uint32_t node, hit_gltf_transform* transform)
{
    // Exporters that work in float leave some of its rounding in the last row, too.
    const double most = 1e-5;
    double m[16] = {0.0};
    hit_status status = read_numbers(g, node, "matrix", 16, m);
    if (status != HIT_OK)
        return status;
    if (fabs(m[3]) > most || fabs(m[7]) > most || fabs(m[11]) > most || fabs(m[15] - 1.0) > most)
        return hit_gltf_fail(g, g->node_list.tokens[node],
                             "node %" PRIu32 ": the last row of its matrix is not 0 0 0 1, so it is no placement",
                             node);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            transform->linear[i][k] = m[4 * k + i];
        transform->origin[i] = m[12 + i];
    }
    return HIT_OK;
}

// Where a node says it is, seen from its parent.
static hit_status node_transform(const hit_gltf* g, uint32_t node, hit_gltf_transform* transform)
{
    double translation[3] = {0.0, 0.0, 0.0}, rotation[4] = {0.0, 0.0, 0.0, 1.0}, scale[3] = {1.0, 1.0, 1.0};
    hit_status status;
    if (hit_json_find(&g->json, g->node_list.tokens[node], "matrix") != 0)
        return read_matrix(g, node, transform);
    status = read_numbers(g, node, "translation", 3, translation);
    if (status == HIT_OK)
        status = read_numbers(g, node, "rotation", 4, rotation);
    if (status == HIT_OK)
        status = read_numbers(g, node, "scale", 3, scale);
    if (status == HIT_OK)
        *transform = hit_gltf_transform_from_trs(translation, rotation, scale);
    return status;
}

hit_status hit_gltf_world(hit_gltf* g, uint32_t node, const hit_gltf_transform** world)
{
    uint32_t at = node, below = HIT_GLTF_NONE;
    *world = &g->nodes[node].world;
    // Up to a node whose place is known, or to the root; then down again. Each node is placed once.
    for (; at != HIT_GLTF_NONE && !g->nodes[at].placed; at = g->nodes[at].parent) {
        g->nodes[at].below = below;
        below = at;
    }
    for (at = below; at != HIT_GLTF_NONE; at = g->nodes[at].below) {
        hit_gltf_node* n = &g->nodes[at];
        hit_status status = node_transform(g, at, &n->world);
        if (status != HIT_OK)
            return status;
        HIT_ASSERT(n->parent == HIT_GLTF_NONE || g->nodes[n->parent].placed);
        if (n->parent != HIT_GLTF_NONE)
            n->world = hit_gltf_transform_compose(&g->nodes[n->parent].world, &n->world);
        n->placed = true;
    }
    return HIT_OK;
}
