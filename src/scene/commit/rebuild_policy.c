// The trees over the objects of a scene: kept up to date, and built anew.
//
// The boxes of objects that moved are written into the trees where they are, and the nodes above them refitted. Objects
// that are new, and those that have moved out of the neighbourhood of their node and of the one above, where their boxes
// make all nodes above large, go into the young tree, which is built anew: a second tree costs each ray a step or two, so
// that objects are left where they do less harm, which is noticed as wear. The old tree takes over what is in the
// young one when that has grown to a quarter of the scene, when wear (the growth of its boxes since it was built) makes
// queries slow, and when the scene outgrows the space for which rays are rounded (scene.h). When most objects move at once
// it follows them all, node by node, as long as it can: as long as it has them all, and is not worn much. Then it is built
// anew, in a hurry (scene/tlas/build_morton.c).
//
// A tree built in a hurry is a little slower to ask; when a scene comes to rest it is built with care.
//
// Why not rebuild subtrees: objects that move diffuse between subtrees, so that the upper levels wear, too.
#include "base/memory.h"
#include "scene/commit/commit.h"

#include <math.h>
#include <string.h>

// A tree is built anew when its boxes have grown to this: queries then take about as much longer as a build would cost,
// for some ten thousand rays a frame (docs/scenes.md).
#define WEAR_MAX 1.12

// The same, by shares (scene/tlas/tlas.h), for a tree that has followed all objects and does not any more.
#define MIXING_MAX 1.05

// Where most objects move in each commit, a tree wears by a tenth at a time, and a build is better put off: one that has
// come to this does not follow any more.
#define FOLLOW_WEAR 1.4
#define FOLLOW_MIXING 1.12

// Objects that jump: a tree that has come to this when it followed is built anew at once.
#define JUMP_WEAR 2.0
#define JUMP_MIXING 1.3

// A space this many times larger than what is in it is given up; a new one is four times as large.
#define LOOSE 64.0

enum {
    YOUNG_PART = 4, ///< the young tree is taken over when it holds this part of all objects
    MANY_PART = 2,  ///< the old tree follows, or is built anew, when this part of all objects moves
    SOME_PART = 16, ///< and it is built in a hurry, when this part does
    REST_PART = 64  ///< a scene is at rest when less than this part does
};

// The boxes of the node that an object of the old tree is in.
static void fetch_place(const hit_scene* scene, uint32_t slot)
{
    if (scene->where[slot] < HIT_TOP_YOUNG)
        hit_fetch(scene->old.tree->nodes[scene->where[slot] >> 3].plane, sizeof(scene->old.tree->nodes->plane));
}

static bool is_in_old(const hit_scene* scene, uint32_t slot)
{
    return scene->where[slot] < HIT_TOP_YOUNG;
}

// Leave out of a list what is not in the young tree any more: slots that are free, or were in between.
static uint32_t keep_young(const hit_scene* scene, const uint32_t* from, uint32_t count, uint32_t* slots)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
        if (!hit_top_item_is_none(&scene->item[from[i]]) && scene->where[from[i]] != HIT_TOP_NOWHERE)
            slots[kept++] = from[i];
    return kept;
}

// The objects that the young tree is to have: those that it has, and what is new. `slots` has room.
static uint32_t list_young(const hit_scene* scene, uint32_t* slots, bool* changes)
{
    const uint32_t before = keep_young(scene, scene->young_slots, scene->young_count, slots);
    uint32_t count = before;

    for (uint32_t i = 0; i < scene->changed_count; i++) {
        const uint32_t slot = scene->changed[i];
        if (scene->where[slot] == HIT_TOP_NOWHERE && !hit_top_item_is_none(&scene->item[slot]))
            slots[count++] = slot;
    }
    *changes = count > before;
    return count;
}

// ---- Building -------------------------------------------------------------------------------------------------------

// A tree over everything, in the stead of the old one: over the boxes that there are, or about a new anchor.
static hit_status build_all(hit_scene* scene, const hit_task_pool* pool, bool hurry, hit_tree_plan* plan)
{
    const hit_allocator* from = &scene->allocator;
    const size_t slots_size = scene->slots * sizeof(uint32_t), items_size = scene->seen_capacity * sizeof *plan->items;
    uint32_t *slots = hit_allocate(from, slots_size, 64), count = 0;
    const hit_top_item* items = scene->item;
    hit_status status = HIT_ERROR_MEMORY;

    if (plan->new_space) {
        plan->items = hit_allocate(from, items_size, 64);
        items = plan->items;
    }
    if (slots != NULL && items != NULL) {
        if (plan->new_space) {
            plan->space = hit_space_find(scene);
            (void)hit_boxes_make(scene, plan->space, NULL, scene->slots, pool, plan->items);
        }
        for (uint32_t slot = 0; slot < scene->slots; slot++)
            if (!hit_top_item_is_none(&items[slot]))
                slots[count++] = slot;
        if (hurry)
            status = hit_top_build_quick(&scene->old, items, slots, count, from, &scene->scratch);
        else
            status = hit_top_build(&scene->old, items, slots, count, pool, from, &scene->scratch);
    }
    hit_release(from, slots, slots_size, 64);
    if (status != HIT_OK && plan->new_space) {
        hit_release(from, plan->items, items_size, 64);
        plan->items = NULL;
    }
    return status;
}

static hit_status build_young(hit_scene* scene, const uint32_t* slots, uint32_t count)
{
    return hit_top_build_quick(&scene->young, scene->item, slots, count, &scene->allocator, &scene->scratch);
}

// What is new needs a place.
static hit_status prepare_young(hit_scene* scene, hit_tree_plan* plan)
{
    const size_t size = (scene->young_count + (size_t)scene->changed_count) * sizeof *plan->young_slots;

    plan->young_slots = hit_allocate(&scene->allocator, size, 64);
    if (plan->young_slots == NULL)
        return HIT_ERROR_MEMORY;
    plan->young_count = list_young(scene, plan->young_slots, &plan->young_changes);
    plan->rebuild = plan->young_count > scene->objects / YOUNG_PART;
    if (!plan->young_changes || plan->rebuild)
        return HIT_OK;
    return build_young(scene, plan->young_slots, plan->young_count);
}

static bool is_part(uint32_t some, uint32_t part, const hit_scene* scene)
{
    return (uint64_t)some * part > scene->objects;
}

// Whether the old tree can follow all that has changed, and is good enough for it. Without a young tree, all objects have
// their places in the old one but for those that are gone: these have empty boxes, and so what is left of them in the old
// tree stays empty. Objects that go now keep their places; what comes back to them is followed, too.
static bool can_follow(const hit_scene* scene)
{
    bool can = scene->young_count == 0 && hit_top_wear(&scene->old) <= FOLLOW_WEAR &&
               hit_top_mixing(&scene->old) <= FOLLOW_MIXING;

    for (uint32_t i = 0; i < scene->changed_count && can; i++)
        can = is_in_old(scene, scene->changed[i]);
    return can;
}

hit_status hit_trees_prepare(hit_scene* scene, const hit_task_pool* pool, hit_tree_plan* plan)
{
    const hit_space space = {scene->anchor, scene->extent};
    const bool hurry = scene->old.tree != NULL && is_part(scene->changed_count, SOME_PART, scene);
    hit_status status = HIT_OK;

    *plan = (hit_tree_plan){.new_space = scene->old.tree == NULL};
    if (!plan->new_space) {
        plan->new_space = !hit_boxes_make(scene, space, scene->changed, scene->changed_count, pool, scene->item);
        if (!plan->new_space && is_part(scene->changed_count, MANY_PART, scene)) {
            plan->follow = can_follow(scene);
            plan->rebuild = !plan->follow;
        } else if (!plan->new_space) {
            status = prepare_young(scene, plan);
        }
    }
    plan->rebuild = plan->rebuild || plan->new_space;
    if (status == HIT_OK && plan->rebuild)
        status = build_all(scene, pool, hurry, plan);
    if (status != HIT_OK)
        hit_release(&scene->allocator, plan->young_slots,
                    (scene->young_count + (size_t)scene->changed_count) * sizeof *plan->young_slots, 64);
    return status;
}

// ---- Changing -------------------------------------------------------------------------------------------------------

// An object that has only moved has the id and the kind that it had, and does not go.
static void move_in_tree(const hit_scene* scene, hit_top* top, uint32_t place, uint32_t slot)
{
    (scene->is_changed[slot] == HIT_CHANGE_MOVED ? hit_top_move : hit_top_replace)(top, place, &scene->item[slot]);
}

static void move_in_trees(hit_scene* scene, const hit_tree_plan* plan)
{
    for (uint32_t i = 0; i < scene->changed_count; i++) {
        const uint32_t slot = scene->changed[i], place = scene->where[slot];
        if (i + HIT_AHEAD < scene->changed_count)
            fetch_place(scene, scene->changed[i + HIT_AHEAD]);
        if (place == HIT_TOP_NOWHERE)
            continue;
        if (!(place & HIT_TOP_YOUNG))
            move_in_tree(scene, &scene->old, place, slot);
        else if (!plan->young_changes)
            move_in_tree(scene, &scene->young, place & ~HIT_TOP_YOUNG, slot);
        if (hit_top_item_is_none(&scene->item[slot]))
            scene->where[slot] = HIT_TOP_NOWHERE;
    }
}

// The young tree is another one, over the objects that young_slots lists.
static void take_young(hit_scene* scene, uint32_t count)
{
    scene->young_count = count;
    hit_top_places(&scene->young, HIT_TOP_YOUNG, scene->where);
}

static void take_all(hit_scene* scene, hit_tree_plan* plan)
{
    hit_top_free(&scene->young, &scene->allocator);
    if (plan->new_space) {
        hit_release(&scene->allocator, scene->item, scene->seen_capacity * sizeof *scene->item, 64);
        scene->item = plan->items;
        scene->anchor = plan->space.anchor;
        scene->extent = plan->space.extent;
    }
    scene->young_count = 0;
    memset(scene->where, 0xff, scene->slots * sizeof *scene->where);
    hit_top_places(&scene->old, 0, scene->where);
    scene->rebuilds++;
}

void hit_trees_change(hit_scene* scene, hit_tree_plan* plan)
{
    const size_t listed = (scene->young_count + (size_t)scene->changed_count) * sizeof *plan->young_slots;

    if (plan->rebuild) {
        take_all(scene, plan);
    } else if (plan->follow) {
        hit_top_follow(&scene->old, scene->item);
    } else {
        move_in_trees(scene, plan);
        if (plan->young_changes) {
            memcpy(scene->young_slots, plan->young_slots, plan->young_count * sizeof *plan->young_slots);
            take_young(scene, plan->young_count);
        }
        // What strays from the old tree is going to be young.
        plan->strays = hit_top_refit(&scene->old, scene->young_slots + scene->young_count);
        hit_top_refit(&scene->young, NULL);
    }
    hit_release(&scene->allocator, plan->young_slots, listed, 64);
}

// Whether all objects lie in a small part of the space that was made for them: one that was far away has come home, or is
// gone. Pads are for the whole space.
static bool is_loose(const hit_scene* scene)
{
    const hit_top* tops[2] = {&scene->old, &scene->young};
    double half = -1.0;

    for (int k = 0; k < 6; k += 2) {
        float low = HUGE_VALF, high = -HUGE_VALF;
        for (int i = 0; i < 2; i++) {
            const float* bounds = tops[i]->tree == NULL ? NULL : tops[i]->tree->header->bounds;
            low = bounds != NULL && bounds[k] < low ? bounds[k] : low;
            high = bounds != NULL && bounds[k + 1] > high ? bounds[k + 1] : high;
        }
        half = low <= high ? fmax(half, 0.5 * ((double)high - low)) : half;
    }
    // The smallest space there is stays, however small a scene may be.
    return half > 0.0 && scene->extent > 0x1p-50 && scene->extent > LOOSE * half;
}

// Let the young tree have objects that have strayed from the old one, and are listed after its own: they would make all
// nodes above them large. False when they are too many for it. Without memory they stay where they are, and are wear.
static bool take_strays(hit_scene* scene, uint32_t strays)
{
    uint32_t* slots = scene->young_slots;
    const uint32_t young = keep_young(scene, slots, scene->young_count, slots), count = young + strays;

    memmove(slots + young, slots + scene->young_count, strays * sizeof *slots);
    scene->young_count = young;
    if (count > scene->objects / YOUNG_PART)
        return false;
    if (build_young(scene, slots, count) != HIT_OK)
        return true;
    for (uint32_t i = young; i < count; i++)
        hit_top_replace(&scene->old, scene->where[slots[i]], NULL);
    take_young(scene, count);
    hit_top_refit(&scene->old, NULL);
    return true;
}

// When there is no memory for another tree, the old one stays as it is: slower, but right.
void hit_trees_renew(hit_scene* scene, const hit_task_pool* pool, uint32_t changed, uint32_t strays)
{
    hit_tree_plan plan = {.rebuild = true};
    const bool crowded = strays > 0 && !take_strays(scene, strays);
    const bool many = is_part(changed, MANY_PART, scene);
    const bool worn = hit_top_wear(&scene->old) > (many ? JUMP_WEAR : WEAR_MAX) ||
                      hit_top_mixing(&scene->old) > (many ? JUMP_MIXING : MIXING_MAX);
    const bool hollow = scene->committed < scene->old.count / YOUNG_PART;
    const bool rests = scene->old.quick && !is_part(changed, REST_PART, scene);

    plan.new_space = is_loose(scene);
    if ((crowded || worn || hollow || rests || plan.new_space) &&
        build_all(scene, pool, !rests && is_part(changed, SOME_PART, scene), &plan) == HIT_OK)
        take_all(scene, &plan);
}

float hit_trees_reach(const hit_scene* scene)
{
    const float old = scene->old.tree == NULL ? 0.0f : scene->old.tree->header->reach;
    const float young = scene->young.tree == NULL ? 0.0f : scene->young.tree->header->reach;
    return old > young ? old : young;
}
