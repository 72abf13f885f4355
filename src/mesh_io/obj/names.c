// Names of an OBJ file by their hashes.
#include "mesh_io/obj/names.h"

#include "base/assert.h"
#include <string.h>

static uint64_t mix(uint64_t h)
{
    h ^= h >> 32;
    h *= UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 32;
}

static uint64_t hash_text(const char* text, uint32_t length, uint64_t seed)
{
    uint64_t h = seed ^ length;
    for (; length >= 8; length -= 8, text += 8) {
        uint64_t word;
        memcpy(&word, text, sizeof word);
        h = mix(h ^ word);
    }
    for (; length > 0; length--, text++)
        h = mix(h ^ (unsigned char)*text);
    return mix(h);
}

// The slot of a name, or the free one where it would be.
static uint64_t find_slot(const hit_obj_names* t, const char* text, uint32_t length, uint32_t of)
{
    uint64_t at = hash_text(text, length, t->seed + of) & t->mask;
    for (; t->slots[at] != 0; at = (at + 1) & t->mask) {
        const hit_obj_name* n = &t->names[t->slots[at] - 1];
        if (n->of == of && n->length == length && memcmp(n->text, text, length) == 0)
            break;
    }
    return at;
}

hit_obj_name* hit_obj_names_find(hit_obj_names* t, const char* text, uint32_t length, uint32_t of)
{
    const uint64_t at = find_slot(t, text, length, of);
    hit_obj_name* n;
    if (t->slots[at] != 0)
        return &t->names[t->slots[at] - 1];
    HIT_ASSERT(2 * (uint64_t)t->count <= t->mask); // half of the slots are free: a search ends
    n = &t->names[t->count++];
    t->slots[at] = t->count;
    *n = (hit_obj_name){text, length, of, HIT_OBJ_NO_NUMBER_YET};
    return n;
}

hit_obj_name* hit_obj_names_look_up(const hit_obj_names* t, const char* text, uint32_t length, uint32_t of)
{
    const uint64_t at = find_slot(t, text, length, of);
    return t->slots[at] != 0 ? &t->names[t->slots[at] - 1] : NULL;
}

hit_status hit_obj_names_make(hit_loader* loader, uint64_t most, hit_obj_names* t)
{
    hit_status status = HIT_OK;
    uint64_t size = 4;
    while (size < 2 * most)
        size *= 2;
    *t = (hit_obj_names){0};
    t->names = hit_loader_allocate(loader, most, sizeof *t->names, &status);
    if (t->names != NULL)
        t->slots = hit_loader_allocate(loader, size, sizeof *t->slots, &status);
    if (t->slots == NULL)
        return status;
    memset(t->slots, 0, (size_t)size * sizeof *t->slots);
    t->mask = size - 1;
    t->seed = mix((uint64_t)(uintptr_t)t->slots ^ (uint64_t)(uintptr_t)loader);
    return HIT_OK;
}

void hit_obj_names_free(hit_loader* loader, hit_obj_names* t)
{
    hit_loader_free(loader, t->names);
    hit_loader_free(loader, t->slots);
}
