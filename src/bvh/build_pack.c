// The last stage of a build: writes the block of bytes.
//
// Nodes are written in the order of their depth, so that siblings lie side by side, and so do their leaves. First each
// node notes, in its own place, its children and where what belongs to them begins; then it is filled, which no other
// node needs.
#include "bvh/build_kernel.h"

#include "shapes/outward.h"

typedef struct build_place {
    const build_kernel* kernel;
    hit_bvh_node* nodes;
    hit_bvh_block* blocks;
    hit_bvh_obb* obbs;
    uint32_t* ids;
} build_place;

enum { NODES_AT_ONCE = 512 };

// What a node notes until it is filled.
enum { NOTE_CHILDREN, NOTE_FIRST_CHILD, NOTE_FIRST_LEAF, NOTE_FIRST_ID, NOTE_DEPTH };

typedef struct build_leaves {
    const build_node* leaf[HIT_BVH_BLOCKS_PER_REF];
    unsigned count;
} build_leaves;

// The leaves of the binary tree below a node, from left to right.
static void leaves_below(const build_tree* tree, const build_node* node, build_leaves* leaves)
{
    const build_node* waiting[HIT_BVH_BLOCKS_PER_REF + 1];
    unsigned count = 1;

    leaves->count = 0;
    waiting[0] = node;
    while (count > 0) {
        const build_node* n = waiting[--count];
        if (n->info & BUILD_IS_LEAF) {
            leaves->leaf[leaves->count++] = n;
            continue;
        }
        waiting[count++] = &tree->nodes[n->child + 1];
        waiting[count++] = &tree->nodes[n->child];
    }
}

static uint32_t ids_of(const build_node* leaf)
{
    const uint32_t end_of_run = leaf->info & BUILD_RUN ? 1 : 0;
    return leaf->info & BUILD_ID_LIST ? build_leaf_count(leaf) + end_of_run : 0;
}

// Returns the depth of the tree.
static uint32_t note_nodes(const build_tree* tree, hit_bvh_node* nodes)
{
    uint32_t next = 1, next_leaf = 0, next_id = 0, depth = 0;

    nodes[0].ref[0] = 0;
    nodes[0].spare[NOTE_DEPTH] = 1;
    for (uint32_t i = 0; i < next; i++) {
        hit_bvh_node* node = &nodes[i];
        const unsigned children = hit_build_children(tree, node->ref[0], node->ref);
        depth = node->spare[NOTE_DEPTH];
        node->spare[NOTE_CHILDREN] = children;
        node->spare[NOTE_FIRST_CHILD] = next;
        node->spare[NOTE_FIRST_LEAF] = next_leaf;
        node->spare[NOTE_FIRST_ID] = next_id;
        for (unsigned k = 0; k < children; k++) {
            const build_node* child = &tree->nodes[node->ref[k]];
            build_leaves leaves;
            if (!build_is_lane_leaf(child)) {
                nodes[next].ref[0] = node->ref[k];
                nodes[next++].spare[NOTE_DEPTH] = depth + 1;
                continue;
            }
            leaves_below(tree, child, &leaves);
            next_leaf += leaves.count;
            for (unsigned j = 0; j < leaves.count; j++)
                next_id += ids_of(leaves.leaf[j]);
        }
    }
    return depth;
}

// The largest extent of a triangle of the block, as the upper half of a float, rounded up; `rounded` is the largest of
// the extents that were rounded to nearest. That is within half a unit of the exact one, and no bfloat16 lies between
// the two unless it is one itself: only then the exact differences must be asked.
static uint32_t extent_bits(const hit_bvh_block* block, unsigned triangles, float rounded)
{
    uint32_t bits;

    memcpy(&bits, &rounded, sizeof bits);
    if ((bits & 0xffffu) == 0) {
        float exact = rounded;
        for (unsigned i = 0; i < triangles; i++) {
            const hit_triangle t = hit_bvh_block_triangle(block, i);
            const float p[3][3] = {{t.v0.x, t.v1.x, t.v2.x}, {t.v0.y, t.v1.y, t.v2.y}, {t.v0.z, t.v1.z, t.v2.z}};
            for (int k = 0; k < 3; k++) {
                const float low = build_min(build_min(p[k][0], p[k][1]), p[k][2]);
                const float high = build_max(build_max(p[k][0], p[k][1]), p[k][2]);
                if (high - low == rounded)
                    exact = build_max(add_up(high, -(double)low), exact);
            }
        }
        memcpy(&bits, &exact, sizeof bits);
    }
    return (bits + 0xffffu) & 0xffff0000u;
}

// The triangles of a leaf that is no run, by ascending id, their slots by first use: new_slot[] has the new number of
// each old one. Returns the number of slots.
static unsigned sorted_members(const build_fragment* fragments, uint32_t count, build_member member[BUILD_LEAF_MAX],
                               uint8_t new_slot[BUILD_LEAF_MAX])
{
    uint32_t id[BUILD_LEAF_MAX], rank[BUILD_LEAF_MAX] = {0};
    unsigned used = 0, seen = 0;

    // Sorted by counting who is below: no branches to guess.
    for (uint32_t i = 0; i < BUILD_LEAF_MAX; i++)
        id[i] = i < count ? fragments[i].id : UINT32_MAX;
    for (uint32_t j = 0; j < count; j++)
        for (uint32_t i = 0; i < BUILD_LEAF_MAX; i++)
            rank[i] += id[j] < id[i];
    for (uint32_t i = 0; i < count; i++) {
        member[rank[i]].id = id[i];
        member[rank[i]].slots = fragments[i].side[0];
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t old = member[i].slots;
        member[i].slots = 0;
        for (unsigned k = 0; k < 9; k += 3) {
            const uint32_t slot = old >> k & 7u, is_new = ~seen >> slot & 1u;
            new_slot[slot] = (uint8_t)(is_new ? used : new_slot[slot]);
            used += is_new;
            seen |= 1u << slot;
            member[i].slots |= (uint32_t)new_slot[slot] << k;
        }
    }
    return used;
}

// Write the vertices of an indexed leaf. Places beyond `used` repeat the first one.
static void pack_indexed(const build_input* in, const build_fragment* fragments, unsigned used,
                         const uint8_t new_slot[BUILD_LEAF_MAX], hit_bvh_block* block)
{
    for (unsigned old = 0; old < used; old++) {
        const unsigned slot = new_slot[old];
        float p[3];
        build_point(in, build_slot_index(fragments, old), p);
        block->x[slot] = p[0];
        block->y[slot] = p[1];
        block->z[slot] = p[2];
    }
    for (unsigned slot = used; slot < BUILD_LEAF_MAX; slot++) {
        block->x[slot] = block->x[0];
        block->y[slot] = block->y[0];
        block->z[slot] = block->z[0];
    }
}

static void pack_block(const build_input* in, const build_tree* tree, const build_kernel* kernel,
                       const build_node* leaf, hit_bvh_block* block, uint32_t* ids, uint32_t* next_id)
{
    const build_fragment* fragments = tree->fragments + leaf->child;
    const bool is_run = (leaf->info & BUILD_RUN) != 0;
    build_member member[BUILD_LEAF_MAX];
    uint8_t new_slot[BUILD_LEAF_MAX] = {0};
    uint32_t corner[3] = {0, 0, 0}, count = is_run ? 1 : build_leaf_count(leaf), extent;
    const unsigned used = sorted_members(fragments, count, member, new_slot);

    memset(block->corner, 0, sizeof *block - offsetof(hit_bvh_block, corner));
    for (uint32_t i = 0; i < count; i++)
        for (unsigned k = 0; k < 3; k++)
            corner[k] |= (member[i].slots >> 3 * k & 7u) << 3 * i;
    memcpy(block->corner, corner, sizeof corner);
    if (!is_run && leaf->info & BUILD_INDEXED) {
        pack_indexed(in, fragments, used, new_slot, block);
        extent = leaf->info >> BUILD_EXTENT_SHIFT << 16;
        if (leaf->info & BUILD_EXTENT_EXACT) {
            float rounded;
            memcpy(&rounded, &extent, sizeof rounded);
            extent = extent_bits(block, count, rounded);
        }
    } else
        extent = extent_bits(block, count, kernel->vertices(in, member, count, block));
    block->corner[0] |= ((1u << count) - 1) << 24;
    block->corner[1] |= (extent >> 16 & 255u) << 24;
    block->corner[2] |= extent >> 24 << 24;
    if (!(leaf->info & BUILD_ID_LIST)) {
        block->id_base = member[0].id;
        for (uint32_t i = 0; i < count; i++)
            block->id_delta[i] = (uint16_t)(member[i].id - member[0].id);
        return;
    }
    block->id_base = HIT_BVH_ID_LIST | *next_id;
    if (!is_run) {
        for (uint32_t i = 0; i < count; i++)
            ids[(*next_id)++] = member[i].id;
        return;
    }
    block->id_base |= HIT_BVH_ID_RUNS;
    count = build_leaf_count(leaf);
    ids[(*next_id)++] = count;
    for (uint32_t i = 0; i < count; i++)
        ids[(*next_id)++] = fragments[i].id;
}

// The reference of a lane that is a leaf; writes what it refers to.
static uint32_t pack_leaf(const build_input* in, const build_tree* tree, const build_node* child,
                          const build_place* place, uint32_t* next_leaf, uint32_t* next_id)
{
    const uint32_t first = *next_leaf;
    build_leaves leaves;

    if (in->kind == HIT_BVH_AABBS)
        return HIT_BVH_LEAF | tree->fragments[child->child].id;
    if (in->kind == HIT_BVH_OBBS) {
        const uint32_t id = tree->fragments[child->child].id;
        hit_bvh_obb* obb = &place->obbs[(*next_leaf)++];
        memcpy(&obb->box, in->obbs + (size_t)id * in->obb_stride, sizeof obb->box);
        obb->id = id;
        return HIT_BVH_LEAF | first;
    }
    leaves_below(tree, child, &leaves);
    for (unsigned k = 0; k < leaves.count; k++)
        pack_block(in, tree, place->kernel, leaves.leaf[k], &place->blocks[(*next_leaf)++], place->ids, next_id);
    return HIT_BVH_LEAF | (leaves.count - 1) << HIT_BVH_BLOCK_SHIFT | first;
}

static double box_area(const build_node* node)
{
    const double x = (double)node->high[0] - node->low[0], y = (double)node->high[1] - node->low[1],
                 z = (double)node->high[2] - node->low[2];
    return x * y + y * z + z * x;
}

static void clear_lanes(hit_bvh_node* node)
{
    for (int lane = 0; lane < HIT_BVH_LANES; lane++) {
        for (int k = 0; k < 3; k++) {
            node->plane[2 * k][lane] = HUGE_VALF;
            node->plane[2 * k + 1][lane] = -HUGE_VALF;
        }
        node->ref[lane] = HIT_BVH_NO_REF;
    }
    memset(node->spare, 0, sizeof node->spare);
}

static void fill_node(const build_input* in, const build_tree* tree, const build_place* place, hit_bvh_node* node)
{
    const unsigned children = node->spare[NOTE_CHILDREN];
    uint32_t next = node->spare[NOTE_FIRST_CHILD], next_leaf = node->spare[NOTE_FIRST_LEAF],
             next_id = node->spare[NOTE_FIRST_ID];
    struct {
        const build_node* node;
        double area;
        uint32_t ref;
    } lane[HIT_BVH_LANES];

    // Sorted by area as they come, equal ones in this order.
    for (unsigned k = 0; k < children; k++) {
        const build_node* child = &tree->nodes[node->ref[k]];
        const double area = box_area(child);
        const uint32_t ref =
            build_is_lane_leaf(child) ? pack_leaf(in, tree, child, place, &next_leaf, &next_id) : next++;
        unsigned at = k;
        for (; at > 0 && lane[at - 1].area < area; at--)
            lane[at] = lane[at - 1];
        lane[at].node = child;
        lane[at].area = area;
        lane[at].ref = ref;
    }
    clear_lanes(node);
    for (unsigned k = 0; k < children; k++) {
        for (int axis = 0; axis < 3; axis++) {
            node->plane[2 * axis][k] = lane[k].node->low[axis];
            node->plane[2 * axis + 1][k] = lane[k].node->high[axis];
        }
        node->ref[k] = lane[k].ref;
    }
}

typedef struct build_fill {
    const build_input* in;
    const build_tree* tree;
    const build_place* place;
    uint32_t count;
} build_fill;

// Filling a node reads nodes of the binary tree, their fragments, the indices of these and their vertices, all of which
// lie anywhere. Each is asked for some nodes ahead, one step after what leads to it.
enum { AHEAD_VERTICES = 1, AHEAD_CORNERS = 2, AHEAD_FRAGMENTS = 3, AHEAD_NODES = 4 };

static void look_ahead(const build_fill* job, uint32_t index, int what)
{
    const hit_bvh_node* node = &job->place->nodes[index];

    for (unsigned k = 0; k < node->spare[NOTE_CHILDREN]; k++) {
        const build_node* child = &job->tree->nodes[node->ref[k]];
        const build_fragment* fragments = job->tree->fragments + child->child;
        uint32_t count;
        if (what == AHEAD_NODES) {
            build_prefetch(child);
            continue;
        }
        if (!(child->info & BUILD_IS_LEAF))
            continue;
        count = build_leaf_count(child) < BUILD_LEAF_MAX ? build_leaf_count(child) : BUILD_LEAF_MAX;
        if (what == AHEAD_FRAGMENTS) {
            build_prefetch(fragments);
            build_prefetch(fragments + count - 1);
            continue;
        }
        if (child->info & BUILD_INDEXED && !(child->info & BUILD_RUN)) {
            const unsigned last = child->info >> BUILD_SLOTS_SHIFT & 7u;
            for (unsigned slot = 0; what == AHEAD_VERTICES && slot <= last; slot++)
                build_prefetch(job->in->points + (size_t)build_slot_index(fragments, slot) * job->in->point_stride);
            continue;
        }
        for (uint32_t i = 0; i < count; i++)
            if (what == AHEAD_CORNERS)
                build_prefetch_corners(job->in, fragments[i].id);
            else {
                uint32_t corner[3];
                build_corners(job->in, fragments[i].id, corner);
                for (int c = 0; c < 3; c++)
                    build_prefetch(job->in->points + (size_t)corner[c] * job->in->point_stride);
            }
    }
}

static void fill_nodes(void* context, uint32_t index)
{
    const build_fill* job = context;
    const uint32_t begin = index * NODES_AT_ONCE;
    const uint32_t end = job->count - begin < NODES_AT_ONCE ? job->count : begin + NODES_AT_ONCE;
    const int farthest = job->in->kind == HIT_BVH_TRIANGLES ? AHEAD_NODES : 0;

    for (uint32_t i = begin; i < end; i++) {
        for (int ahead = farthest; ahead > 0; ahead--)
            if (end - i > (uint32_t)ahead)
                look_ahead(job, i + (uint32_t)ahead, ahead);
        fill_node(job->in, job->tree, job->place, &job->place->nodes[i]);
    }
}

static void note_bounds(const build_node* root, hit_bvh_header* header)
{
    for (int k = 0; k < 3; k++) {
        header->bounds[2 * k] = root->low[k];
        header->bounds[2 * k + 1] = root->high[k];
        header->reach = build_max(fabsf(root->low[k]), header->reach);
        header->reach = build_max(fabsf(root->high[k]), header->reach);
    }
}

void hit_build_pack(const build_input* in, build_tree* tree, hit_bvh_header* header)
{
    char* bytes = (char*)header;
    const build_place place = {hit_build_kernel(), (hit_bvh_node*)(void*)(bytes + header->nodes.offset),
                               (hit_bvh_block*)(void*)(bytes + header->blocks.offset),
                               (hit_bvh_obb*)(void*)(bytes + header->obbs.offset),
                               (uint32_t*)(void*)(bytes + header->ids.offset)};
    build_fill job = {in, tree, &place, (uint32_t)header->nodes.count};

    if (tree->fragment_count == 0) {
        clear_lanes(place.nodes);
        header->depth = 1;
        return;
    }
    header->depth = note_nodes(tree, place.nodes);
    note_bounds(&tree->nodes[0], header);
    hit_build_each(tree->pool, fill_nodes, &job, (job.count + NODES_AT_ONCE - 1) / NODES_AT_ONCE);
}
