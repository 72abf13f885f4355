// Where the vertices of a mesh are, as every viewer shows them: morph targets with the file's weights, and skins with
// their joints as the nodes stand (sections 3.7.2.2 and 3.7.3). Computed in double.
//
// A node's weights go before those of its mesh. What joints move is where they are: the transform of the node itself
// does not count, so such a mesh belongs to one node. Animations are not played.
#include "mesh_io/gltf/gltf.h"

#include "base/assert.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- Weights --------------------------------------------------------------------------------------------------------

// The morph targets of a primitive; 0: none.
static uint32_t targets_of(const hit_gltf* g, uint32_t primitive)
{
    const uint32_t list = hit_json_find(&g->json, primitive, "targets");
    return list != 0 && hit_json_is(&g->json, list, HIT_JSON_ARRAY) && g->json.tokens[list].size > 0 ? list : 0;
}

// An array of weights, or 0.
static uint32_t weights_of(const hit_gltf* g, uint32_t object)
{
    const uint32_t list = hit_json_find(&g->json, object, "weights");
    return list != 0 && hit_json_is(&g->json, list, HIT_JSON_ARRAY) && g->json.tokens[list].size > 0 ? list : 0;
}

static hit_status read_weights(hit_gltf* g, uint32_t list, hit_gltf_pose* pose)
{
    const uint32_t count = g->json.tokens[list].size;
    uint32_t item = hit_json_first(list);
    hit_status status = HIT_OK;
    pose->weights = hit_loader_allocate(g->loader, count, sizeof *pose->weights, &status);
    if (pose->weights == NULL)
        return status;
    pose->weight_count = count;
    for (uint32_t i = 0; i < count; i++, item = g->json.tokens[item].next) {
        if (!hit_json_number(&g->json, item, &pose->weights[i]))
            return hit_gltf_fail(g, item, "weights have something in them that is no finite number");
        pose->moves |= pose->weights[i] != 0.0;
    }
    return HIT_OK;
}

// ---- The pose of a mesh ---------------------------------------------------------------------------------------------

hit_status hit_gltf_pose_of_node(hit_gltf* g, uint32_t node)
{
    hit_gltf_node* n = &g->nodes[node];
    const uint32_t token = g->node_list.tokens[node];
    uint32_t skin;
    hit_status status = hit_gltf_reference(g, token, "skin", "node", node, &g->skin_list, &skin);
    n->skinned = skin != HIT_GLTF_NONE;
    n->deforms = n->skinned || weights_of(g, token) != 0;
    return status;
}

hit_status hit_gltf_pose_make(hit_gltf* g, uint32_t mesh, uint32_t list, uint32_t node, hit_gltf_pose* pose)
{
    const uint32_t first = hit_json_first(list);
    const uint32_t targets = g->json.tokens[list].size > 0 ? targets_of(g, first) : 0;
    uint32_t weights = node != HIT_GLTF_NONE ? weights_of(g, g->node_list.tokens[node]) : 0;
    hit_status status = HIT_OK;
    *pose = (hit_gltf_pose){.node = node, .skin = HIT_GLTF_NONE};
    if (node != HIT_GLTF_NONE)
        status = hit_gltf_reference(g, g->node_list.tokens[node], "skin", "node", node, &g->skin_list, &pose->skin);
    pose->moves = pose->skin != HIT_GLTF_NONE;
    if (weights == 0)
        weights = weights_of(g, g->mesh_list.tokens[mesh]);
    if (targets != 0 && weights != 0 && status == HIT_OK)
        status = read_weights(g, weights, pose);
    if (targets != 0 && !g->meshes[mesh].counted) {
        g->meshes[mesh].counted = true;
        g->targets += g->json.tokens[targets].size;
    }
    return status;
}

void hit_gltf_pose_free(hit_gltf* g, hit_gltf_pose* pose)
{
    hit_loader_free(g->loader, pose->weights);
    pose->weights = NULL;
}

// ---- Morph targets --------------------------------------------------------------------------------------------------

// The floats of an accessor, as memory of the loader.
static hit_status read_floats(hit_gltf* g, uint32_t accessor, float** values)
{
    hit_status status = HIT_OK;
    *values = hit_loader_allocate(g->loader, g->accessors[accessor].count,
                                  g->accessors[accessor].width * sizeof **values, &status);
    return *values != NULL ? hit_gltf_floats(g, accessor, *values) : status;
}

// Add a target's differences, by its weight.
static hit_status add_target(hit_gltf* g, const hit_gltf_primitive* p, uint32_t target, double weight,
                             hit_dvec3* points, hit_vec3* normals)
{
    static const char* const names[] = {"POSITION", "NORMAL"};
    const uint64_t count = g->accessors[p->positions].count;
    for (int which = 0; which < (normals != NULL ? 2 : 1); which++) {
        uint32_t accessor;
        float* values = NULL;
        hit_status status = hit_gltf_attribute(g, p, target, names[which], 3, &accessor);
        if (status == HIT_OK && accessor == HIT_GLTF_NONE)
            continue;
        if (status == HIT_OK)
            status = read_floats(g, accessor, &values);
        if (status != HIT_OK)
            return status;
        for (uint64_t i = 0; i < count; i++) {
            const double x = weight * (double)values[3 * i], y = weight * (double)values[3 * i + 1],
                         z = weight * (double)values[3 * i + 2];
            if (which == 0)
                points[i] = hit_dvec3_make(points[i].x + x, points[i].y + y, points[i].z + z);
            else
                normals[i] = hit_vec3_make((float)((double)normals[i].x + x), (float)((double)normals[i].y + y),
                                           (float)((double)normals[i].z + z));
        }
        hit_loader_free(g->loader, values);
    }
    return HIT_OK;
}

static hit_status apply_targets(hit_gltf* g, const hit_gltf_pose* pose, const hit_gltf_primitive* p, hit_dvec3* points,
                                hit_vec3* normals)
{
    const uint32_t list = targets_of(g, p->token);
    const uint32_t count = list != 0 ? g->json.tokens[list].size : 0;
    uint32_t item = hit_json_first(list);
    hit_status status = HIT_OK;
    for (uint32_t i = 0; status == HIT_OK && i < count && i < pose->weight_count; i++) {
        if (pose->weights[i] != 0.0 && hit_json_is(&g->json, item, HIT_JSON_OBJECT))
            status = add_target(g, p, item, pose->weights[i], points, normals);
        item = g->json.tokens[item].next;
    }
    return status;
}

// ---- Skins ----------------------------------------------------------------------------------------------------------

// From a matrix of glTF, which is stored by columns.
static hit_gltf_transform from_matrix(const float* m)
{
    hit_gltf_transform transform;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            transform.linear[i][k] = (double)m[4 * k + i];
        transform.origin[i] = (double)m[12 + i];
    }
    return transform;
}

// The inverse bind matrices of a skin; none: *matrices is NULL.
static hit_status read_inverses(hit_gltf* g, uint32_t skin, uint32_t joints, float** matrices)
{
    const uint32_t token = g->skin_list.tokens[skin];
    hit_gltf_accessor* a;
    uint32_t accessor;
    hit_status status = hit_gltf_reference(g, token, "inverseBindMatrices", "skin", skin, &g->accessor_list, &accessor);
    *matrices = NULL;
    if (status != HIT_OK || accessor == HIT_GLTF_NONE)
        return status;
    status = hit_gltf_accessor_get(g, accessor, &a);
    if (status != HIT_OK)
        return status;
    if (a->width != 16 || a->component != HIT_GLTF_FLOAT || a->count < joints)
        return hit_gltf_fail(g, token,
                             "skin %" PRIu32 ": inverseBindMatrices are no MAT4 of float for its %" PRIu32 " joints",
                             skin, joints);
    return read_floats(g, accessor, matrices);
}

// Where the joints of a skin take vertices: made once.
static hit_status find_joints(hit_gltf* g, uint32_t skin)
{
    hit_gltf_skin* s = &g->skins[skin];
    const uint32_t token = g->skin_list.tokens[skin], list = hit_json_find(&g->json, token, "joints");
    uint32_t item = hit_json_first(list);
    float* inverses = NULL;
    hit_status status = HIT_OK;
    if (s->joints != NULL)
        return HIT_OK;
    if (list == 0 || !hit_json_is(&g->json, list, HIT_JSON_ARRAY) || g->json.tokens[list].size == 0)
        return hit_gltf_fail(g, token, "skin %" PRIu32 " has no joints", skin);
    s->joint_count = g->json.tokens[list].size;
    s->joints = hit_loader_allocate(g->loader, s->joint_count, sizeof *s->joints, &status);
    if (s->joints == NULL)
        return status;
    status = read_inverses(g, skin, s->joint_count, &inverses);
    for (uint32_t i = 0; status == HIT_OK && i < s->joint_count; i++, item = g->json.tokens[item].next) {
        const hit_gltf_transform* world = NULL;
        uint64_t node;
        if (!hit_json_whole(&g->json, item, &node) || node >= g->node_list.count)
            return hit_gltf_fail(g, item, "skin %" PRIu32 " names a joint that is none of the %" PRIu32 " nodes", skin,
                                 g->node_list.count);
        status = hit_gltf_world(g, (uint32_t)node, &world);
        if (status != HIT_OK)
            break;
        s->joints[i] = *world;
        if (inverses != NULL) {
            const hit_gltf_transform inverse = from_matrix(inverses + 16 * (size_t)i);
            s->joints[i] = hit_gltf_transform_compose(world, &inverse);
        }
    }
    hit_loader_free(g->loader, inverses);
    g->skins_used += status == HIT_OK;
    return status;
}

// Where a vertex is by the joints that have been added so far.
typedef struct skinned {
    double point[3], normal[3], weight;
} skinned;

static void add_joint(const hit_gltf_transform* joint, double weight, const double point[3], const double normal[3],
                      skinned* sum)
{
    for (int i = 0; i < 3; i++) {
        const double* row = joint->linear[i];
        sum->point[i] += weight * (row[0] * point[0] + row[1] * point[1] + row[2] * point[2] + joint->origin[i]);
        sum->normal[i] += weight * (row[0] * normal[0] + row[1] * normal[1] + row[2] * normal[2]);
    }
    sum->weight += weight;
}

// Add four joints for each vertex, as one pair of attributes has them.
static hit_status add_joints(hit_gltf* g, const hit_gltf_pose* pose, const hit_gltf_primitive* p, const float* joints,
                             const float* weights, const hit_dvec3* points, const hit_vec3* normals, skinned* sums)
{
    const hit_gltf_skin* skin = &g->skins[pose->skin];
    const uint64_t count = g->accessors[p->positions].count;
    for (uint64_t i = 0; i < count; i++) {
        const double point[3] = {points[i].x, points[i].y, points[i].z};
        const double normal[3] = {normals != NULL ? (double)normals[i].x : 0.0,
                                  normals != NULL ? (double)normals[i].y : 0.0,
                                  normals != NULL ? (double)normals[i].z : 0.0};
        for (int k = 0; k < 4; k++) {
            const double weight = (double)weights[4 * i + (uint64_t)k];
            const float joint = joints[4 * i + (uint64_t)k];
            if (weight == 0.0)
                continue;
            if (!(joint >= 0.0f && joint < (float)skin->joint_count))
                return hit_gltf_fail(
                    g, p->token, "mesh %" PRIu32 ", primitive %" PRIu32 ": joint %g out of range (%" PRIu32 " joints)",
                    p->mesh, p->number, (double)joint, skin->joint_count);
            add_joint(&skin->joints[(uint32_t)joint], weight, point, normal, &sums[i]);
        }
    }
    return HIT_OK;
}

// One pair of attributes, JOINTS_n and WEIGHTS_n; *found is false when there is none.
static hit_status apply_set(hit_gltf* g, const hit_gltf_pose* pose, const hit_gltf_primitive* p, unsigned set,
                            const hit_dvec3* points, const hit_vec3* normals, skinned* sums, bool* found)
{
    char joints_name[16], weights_name[16];
    uint32_t joints_accessor, weights_accessor = HIT_GLTF_NONE;
    float *joints = NULL, *weights = NULL;
    hit_status status;
    snprintf(joints_name, sizeof joints_name, "JOINTS_%u", set);
    snprintf(weights_name, sizeof weights_name, "WEIGHTS_%u", set);
    status = hit_gltf_attribute(g, p, p->attributes, joints_name, 4, &joints_accessor);
    if (status == HIT_OK)
        status = hit_gltf_attribute(g, p, p->attributes, weights_name, 4, &weights_accessor);
    *found = status == HIT_OK && joints_accessor != HIT_GLTF_NONE && weights_accessor != HIT_GLTF_NONE;
    if (!*found)
        return status;
    status = read_floats(g, joints_accessor, &joints);
    if (status == HIT_OK)
        status = read_floats(g, weights_accessor, &weights);
    if (status == HIT_OK)
        status = add_joints(g, pose, p, joints, weights, points, normals, sums);
    hit_loader_free(g->loader, joints);
    hit_loader_free(g->loader, weights);
    return status;
}

// Vertices that no joint moves are where the node puts them.
static hit_status hang_on_node(hit_gltf* g, const hit_gltf_pose* pose, uint64_t count, const hit_dvec3* points,
                               const hit_vec3* normals, skinned* sums)
{
    const hit_gltf_transform* world;
    hit_status status = hit_gltf_world(g, pose->node, &world);
    for (uint64_t i = 0; status == HIT_OK && i < count; i++) {
        const double point[3] = {points[i].x, points[i].y, points[i].z};
        const double normal[3] = {normals != NULL ? (double)normals[i].x : 0.0,
                                  normals != NULL ? (double)normals[i].y : 0.0,
                                  normals != NULL ? (double)normals[i].z : 0.0};
        if (sums[i].weight == 0.0)
            add_joint(world, 1.0, point, normal, &sums[i]);
    }
    return status;
}

static hit_status apply_skin(hit_gltf* g, const hit_gltf_pose* pose, const hit_gltf_primitive* p, hit_dvec3* points,
                             hit_vec3* normals)
{
    const uint64_t count = g->accessors[p->positions].count;
    skinned* sums;
    bool more = true;
    hit_status status = find_joints(g, pose->skin);
    if (status != HIT_OK)
        return status;
    sums = hit_loader_allocate(g->loader, count, sizeof *sums, &status);
    if (sums == NULL)
        return status;
    memset(sums, 0, (size_t)count * sizeof *sums);
    for (unsigned set = 0; status == HIT_OK && more; set++)
        status = apply_set(g, pose, p, set, points, normals, sums, &more);
    if (status == HIT_OK)
        status = hang_on_node(g, pose, count, points, normals, sums);
    // Weights should have the sum 1; those of 8 bits have not, quite.
    for (uint64_t i = 0; status == HIT_OK && i < count; i++) {
        const double w = 1.0 / sums[i].weight;
        points[i] = hit_dvec3_make(w * sums[i].point[0], w * sums[i].point[1], w * sums[i].point[2]);
        if (normals != NULL)
            normals[i] = hit_vec3_make((float)(w * sums[i].normal[0]), (float)(w * sums[i].normal[1]),
                                       (float)(w * sums[i].normal[2]));
    }
    hit_loader_free(g->loader, sums);
    return status;
}

hit_status hit_gltf_pose_apply(hit_gltf* g, const hit_gltf_pose* pose, const hit_gltf_primitive* p, hit_dvec3* points,
                               hit_vec3* normals)
{
    hit_status status = apply_targets(g, pose, p, points, normals);
    if (status == HIT_OK && pose->skin != HIT_GLTF_NONE)
        status = apply_skin(g, pose, p, points, normals);
    return status;
}
