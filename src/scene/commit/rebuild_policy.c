// The trees over the objects of a scene: when they are refitted, and when rebuilt.
//
// A commit writes the boxes of objects that moved into the trees where they are, and refits the nodes above them.
// Objects that are new go into the secondary tree, which is rebuilt. So do outliers: objects that have moved out of the
// neighbourhood of their node and of its parent, where their boxes would make all nodes above large. A second tree
// costs each ray a step or two, so objects that do less harm stay, and are noticed as degradation: the growth of the
// tree's boxes since it was built.
//
// The primary tree is rebuilt over all objects when the secondary one has grown to a quarter of the scene, when
// degradation makes queries slow, and when the scene outgrows the space for which rays are rounded (scene.h). When most
// objects move at once, the primary tree is refitted as a whole, node by node, as long as it holds them all and is not
// degraded much; then it is rebuilt by an LBVH build (scene/tlas/build_morton.c). Such a tree is a little slower to
// traverse; when the scene comes to rest, an SAH build replaces it.
//
// Why not rebuild subtrees: objects that move diffuse between subtrees, so that the upper levels degrade, too.
#include "base/assert.h"
#include "base/memory.h"
#include "scene/commit/commit.h"

#include <math.h>
#include <string.h>

// A tree is rebuilt when its boxes have grown to this: queries then take about as much longer as a build would cost,
// for some ten thousand rays a frame (docs/scenes.md).
#define DEGRADATION_MAX 1.12

// The same by area ratios (hit_tlas_local_degradation), for a tree that has been refitted as a whole and is not any
// more.
#define LOCAL_DEGRADATION_MAX 1.05

// Where most objects move in each commit, a tree degrades by a tenth at a time, and a build is better put off: a tree
// that has come to this is not refitted as a whole any more.
#define REFIT_DEGRADATION_MAX 1.4
#define REFIT_LOCAL_DEGRADATION_MAX 1.12

// Objects that jump: a tree that has come to this by a refit as a whole is rebuilt at once.
#define JUMP_DEGRADATION 2.0
#define JUMP_LOCAL_DEGRADATION 1.3

// A space this many times larger than what is in it is replaced; a new one is four times as large.
#define LOOSE 64.0

enum {
    SECONDARY_PART = 4, ///< the primary tree takes the secondary one over when that holds this part of all objects
    MANY_PART = 2,      ///< the primary tree is refitted as a whole, or rebuilt, when this part of all objects moves
    SOME_PART = 16,     ///< rebuilds are LBVH builds when this part does
    REST_PART = 64      ///< a scene is at rest when less than this part does
};

// Prefetch the boxes of the node that an object of the primary tree is in.
static void prefetch_tree_slot(const hit_scene* scene, uint32_t slot)
{
    if (scene->tree_slots[slot] < HIT_TLAS_SECONDARY)
        hit_prefetch(scene->primary.tree->nodes[scene->tree_slots[slot] >> 3].plane,
                     sizeof(scene->primary.tree->nodes->plane));
}

static bool is_in_primary(const hit_scene* scene, uint32_t slot)
{
    return scene->tree_slots[slot] < HIT_TLAS_SECONDARY;
}

// Leave out of a list what is not in the secondary tree any more: slots that are free, or were so in between.
static uint32_t keep_secondary(const hit_scene* scene, const uint32_t* from, uint32_t count, uint32_t* slots)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
        if (!hit_tlas_primref_is_empty(&scene->primref[from[i]]) && scene->tree_slots[from[i]] != HIT_TLAS_NOWHERE)
            slots[kept++] = from[i];
    return kept;
}

// The objects that the secondary tree is to have: those that it has, and new ones. `slots` has room.
static uint32_t list_secondary(const hit_scene* scene, uint32_t* slots, bool* changes)
{
    const uint32_t before = keep_secondary(scene, scene->secondary_slots, scene->secondary_count, slots);
    uint32_t count = before;

    for (uint32_t i = 0; i < scene->changed_count; i++) {
        const uint32_t slot = scene->changed[i];
        if (scene->tree_slots[slot] == HIT_TLAS_NOWHERE && !hit_tlas_primref_is_empty(&scene->primref[slot]))
            slots[count++] = slot;
    }
    *changes = count > before;
    return count;
}

// ---- Building -------------------------------------------------------------------------------------------------------

// Build a primary tree over all objects: over the boxes that there are, or about a new anchor.
static hit_status build_all(hit_scene* scene, const hit_task_pool* pool, bool fast, hit_tree_plan* plan)
{
    const hit_allocator* from = &scene->allocator;
    const size_t slots_size = scene->slots * sizeof(uint32_t),
                 items_size = scene->committed_capacity * sizeof *plan->primrefs;
    uint32_t *slots = hit_allocate(from, slots_size, 64), count = 0;
    const hit_tlas_primref* primrefs = scene->primref;
    hit_status status = HIT_ERROR_MEMORY;

    HIT_ASSERT(plan->rebuild && scene->slots <= scene->committed_capacity);
    if (plan->new_space) {
        plan->primrefs = hit_allocate(from, items_size, 64);
        primrefs = plan->primrefs;
    }
    if (slots != NULL && primrefs != NULL) {
        if (plan->new_space) {
            plan->space = hit_space_find(scene);
            (void)hit_boxes_make(scene, plan->space, NULL, scene->slots, pool, plan->primrefs);
        }
        for (uint32_t slot = 0; slot < scene->slots; slot++)
            if (!hit_tlas_primref_is_empty(&primrefs[slot]))
                slots[count++] = slot;
        if (fast)
            status = hit_tlas_build_morton(&scene->primary, primrefs, slots, count, from, &scene->scratch);
        else
            status = hit_tlas_build(&scene->primary, primrefs, slots, count, pool, from, &scene->scratch);
    }
    hit_release(from, slots, slots_size, 64);
    if (status != HIT_OK && plan->new_space) {
        hit_release(from, plan->primrefs, items_size, 64);
        plan->primrefs = NULL;
    }
    return status;
}

static hit_status build_secondary(hit_scene* scene, const uint32_t* slots, uint32_t count)
{
    return hit_tlas_build_morton(&scene->secondary, scene->primref, slots, count, &scene->allocator, &scene->scratch);
}

// New objects need a tree.
static hit_status prepare_secondary(hit_scene* scene, hit_tree_plan* plan)
{
    const size_t size = (scene->secondary_count + (size_t)scene->changed_count) * sizeof *plan->secondary_slots;

    plan->secondary_slots = hit_allocate(&scene->allocator, size, 64);
    if (plan->secondary_slots == NULL)
        return HIT_ERROR_MEMORY;
    plan->secondary_count = list_secondary(scene, plan->secondary_slots, &plan->secondary_changes);
    HIT_ASSERT(plan->secondary_count <= scene->secondary_count + (size_t)scene->changed_count);
    plan->rebuild = plan->secondary_count > scene->objects / SECONDARY_PART;
    if (!plan->secondary_changes || plan->rebuild)
        return HIT_OK;
    return build_secondary(scene, plan->secondary_slots, plan->secondary_count);
}

static bool is_part(uint32_t some, uint32_t part, const hit_scene* scene)
{
    return (uint64_t)some * part > scene->objects;
}

// Whether the primary tree can be refitted as a whole for all that has changed, and is good enough for it. Without a
// secondary tree, all objects have tree slots in the primary one but for those that are gone: these have empty boxes,
// so their tree slots stay empty. Objects that go now keep their tree slots; what comes back to them is refitted, too.
static bool can_refit_all(const hit_scene* scene)
{
    bool can = scene->secondary_count == 0 && hit_tlas_degradation(&scene->primary) <= REFIT_DEGRADATION_MAX &&
               hit_tlas_local_degradation(&scene->primary) <= REFIT_LOCAL_DEGRADATION_MAX;

    for (uint32_t i = 0; i < scene->changed_count && can; i++)
        can = is_in_primary(scene, scene->changed[i]);
    return can;
}

hit_status hit_trees_prepare(hit_scene* scene, const hit_task_pool* pool, hit_tree_plan* plan)
{
    const hit_space space = {scene->anchor, scene->extent};
    const bool fast = scene->primary.tree != NULL && is_part(scene->changed_count, SOME_PART, scene);
    hit_status status = HIT_OK;

    HIT_ASSERT(scene->changed_count > 0 && scene->slots <= scene->committed_capacity);
    *plan = (hit_tree_plan){.new_space = scene->primary.tree == NULL};
    if (!plan->new_space) {
        plan->new_space = !hit_boxes_make(scene, space, scene->changed, scene->changed_count, pool, scene->primref);
        if (!plan->new_space && is_part(scene->changed_count, MANY_PART, scene)) {
            plan->refit_all = can_refit_all(scene);
            plan->rebuild = !plan->refit_all;
        } else if (!plan->new_space) {
            status = prepare_secondary(scene, plan);
        }
    }
    plan->rebuild = plan->rebuild || plan->new_space;
    if (status == HIT_OK && plan->rebuild)
        status = build_all(scene, pool, fast, plan);
    if (status != HIT_OK)
        hit_release(&scene->allocator, plan->secondary_slots,
                    (scene->secondary_count + (size_t)scene->changed_count) * sizeof *plan->secondary_slots, 64);
    return status;
}

// ---- Changing -------------------------------------------------------------------------------------------------------

// An object that has only moved keeps its id and its kind, and does not go.
static void move_in_tree(const hit_scene* scene, hit_tlas* tlas, uint32_t tree_slot, uint32_t slot)
{
    (scene->is_changed[slot] == HIT_CHANGE_MOVED ? hit_tlas_move : hit_tlas_replace)(tlas, tree_slot,
                                                                                     &scene->primref[slot]);
}

static void move_in_trees(hit_scene* scene, const hit_tree_plan* plan)
{
    for (uint32_t i = 0; i < scene->changed_count; i++) {
        const uint32_t slot = scene->changed[i], tree_slot = scene->tree_slots[slot];
        if (i + HIT_PREFETCH_DISTANCE < scene->changed_count)
            prefetch_tree_slot(scene, scene->changed[i + HIT_PREFETCH_DISTANCE]);
        if (tree_slot == HIT_TLAS_NOWHERE)
            continue;
        if (!(tree_slot & HIT_TLAS_SECONDARY))
            move_in_tree(scene, &scene->primary, tree_slot, slot);
        else if (!plan->secondary_changes)
            move_in_tree(scene, &scene->secondary, tree_slot & ~HIT_TLAS_SECONDARY, slot);
        if (hit_tlas_primref_is_empty(&scene->primref[slot]))
            scene->tree_slots[slot] = HIT_TLAS_NOWHERE;
    }
}

// Use a new secondary tree, over the objects that secondary_slots lists.
static void adopt_secondary(hit_scene* scene, uint32_t count)
{
    HIT_ASSERT(count <= scene->committed_capacity);
    scene->secondary_count = count;
    hit_tlas_store_slots(&scene->secondary, HIT_TLAS_SECONDARY, scene->tree_slots);
}

// Use a new primary tree, over all objects.
static void adopt_all(hit_scene* scene, hit_tree_plan* plan)
{
    HIT_ASSERT(plan->new_space == (plan->primrefs != NULL));
    hit_tlas_free(&scene->secondary, &scene->allocator);
    if (plan->new_space) {
        hit_release(&scene->allocator, scene->primref, scene->committed_capacity * sizeof *scene->primref, 64);
        scene->primref = plan->primrefs;
        scene->anchor = plan->space.anchor;
        scene->extent = plan->space.extent;
    }
    scene->secondary_count = 0;
    memset(scene->tree_slots, 0xff, scene->slots * sizeof *scene->tree_slots);
    hit_tlas_store_slots(&scene->primary, 0, scene->tree_slots);
    scene->rebuilds++;
}

void hit_trees_apply(hit_scene* scene, hit_tree_plan* plan)
{
    const size_t listed = (scene->secondary_count + (size_t)scene->changed_count) * sizeof *plan->secondary_slots;

    if (plan->rebuild) {
        adopt_all(scene, plan);
    } else if (plan->refit_all) {
        hit_tlas_refit_all(&scene->primary, scene->primref);
    } else {
        move_in_trees(scene, plan);
        if (plan->secondary_changes) {
            memcpy(scene->secondary_slots, plan->secondary_slots,
                   plan->secondary_count * sizeof *plan->secondary_slots);
            adopt_secondary(scene, plan->secondary_count);
        }
        // Outliers of the primary tree will be secondary.
        HIT_ASSERT(scene->secondary_count <= scene->committed_capacity);
        plan->outliers = hit_tlas_refit(&scene->primary, scene->secondary_slots + scene->secondary_count);
        hit_tlas_refit(&scene->secondary, NULL);
    }
    hit_release(&scene->allocator, plan->secondary_slots, listed, 64);
}

// Whether all objects lie in a small part of the space that was made for them: one that was far away has come back, or
// is gone. Pads are for the whole space.
static bool is_loose(const hit_scene* scene)
{
    const hit_tlas* trees[2] = {&scene->primary, &scene->secondary};
    double half = -1.0;

    for (int k = 0; k < 6; k += 2) {
        float low = HUGE_VALF, high = -HUGE_VALF;
        for (int i = 0; i < 2; i++) {
            const float* bounds = trees[i]->tree == NULL ? NULL : trees[i]->tree->header->bounds;
            low = bounds != NULL && bounds[k] < low ? bounds[k] : low;
            high = bounds != NULL && bounds[k + 1] > high ? bounds[k + 1] : high;
        }
        half = low <= high ? fmax(half, 0.5 * ((double)high - low)) : half;
    }
    // The smallest space there is stays, however small a scene may be.
    return half > 0.0 && scene->extent > 0x1p-50 && scene->extent > LOOSE * half;
}

// The tree slot of an object of the primary tree.
static uint32_t tree_slot_in_primary(const hit_scene* scene, uint32_t slot)
{
    HIT_ASSERT(is_in_primary(scene, slot));
    return scene->tree_slots[slot];
}

// Let the secondary tree have the outliers of the primary one, which are listed after its own objects: they would make
// all nodes above them large. False when they are too many for it. Without memory they stay where they are, and count
// as degradation.
static bool move_outliers(hit_scene* scene, uint32_t outliers)
{
    uint32_t* slots = scene->secondary_slots;
    const uint32_t secondary = keep_secondary(scene, slots, scene->secondary_count, slots),
                   count = secondary + outliers;

    memmove(slots + secondary, slots + scene->secondary_count, outliers * sizeof *slots);
    scene->secondary_count = secondary;
    if (count > scene->objects / SECONDARY_PART)
        return false;
    if (build_secondary(scene, slots, count) != HIT_OK)
        return true;
    for (uint32_t i = secondary; i < count; i++)
        hit_tlas_replace(&scene->primary, tree_slot_in_primary(scene, slots[i]), NULL);
    adopt_secondary(scene, count);
    hit_tlas_refit(&scene->primary, NULL);
    return true;
}

// Without memory for another tree, the primary one stays as it is: slower, but right.
void hit_trees_rebuild_degraded(hit_scene* scene, const hit_task_pool* pool, uint32_t changed, uint32_t outliers)
{
    hit_tree_plan plan = {.rebuild = true};
    const bool crowded = outliers > 0 && !move_outliers(scene, outliers);
    const bool many = is_part(changed, MANY_PART, scene);
    const bool degraded =
        hit_tlas_degradation(&scene->primary) > (many ? JUMP_DEGRADATION : DEGRADATION_MAX) ||
        hit_tlas_local_degradation(&scene->primary) > (many ? JUMP_LOCAL_DEGRADATION : LOCAL_DEGRADATION_MAX);
    const bool sparse = scene->committed_objects < scene->primary.count / SECONDARY_PART;
    const bool at_rest = scene->primary.morton_build && !is_part(changed, REST_PART, scene);

    plan.new_space = is_loose(scene);
    if ((crowded || degraded || sparse || at_rest || plan.new_space) &&
        build_all(scene, pool, !at_rest && is_part(changed, SOME_PART, scene), &plan) == HIT_OK)
        adopt_all(scene, &plan);
}

float hit_trees_max_abs(const hit_scene* scene)
{
    const float primary = scene->primary.tree == NULL ? 0.0f : scene->primary.tree->header->max_abs;
    const float secondary = scene->secondary.tree == NULL ? 0.0f : scene->secondary.tree->header->max_abs;
    return primary > secondary ? primary : secondary;
}
