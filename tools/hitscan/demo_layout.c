// Where the demo's objects stand: a few placed by hand about the centre ray, and a field of others behind and around.
//
// The field is a grid with one object per cell at most. A small generator with a fixed seed decides what stands
// there, so the scene is the same everywhere. Nothing overlaps by much, and everything stands on the ground.
#include "demo_scene.h"

#include <string.h>

// Numbers from 0 to 1, by a 32-bit permuted congruential generator (O'Neill, PCG, 2014).
typedef struct dice {
    uint64_t state;
} dice;

static float roll(dice* d)
{
    const uint64_t old = d->state;
    const uint32_t word = (uint32_t)((old >> 18 ^ old) >> 27), turn = (uint32_t)(old >> 59);
    d->state = old * 6364136223846793005u + 1442695040888963407u;
    return (float)((word >> turn | word << (-turn & 31)) >> 8) * 0x1p-24f;
}

static float roll_between(dice* d, float low, float high)
{
    return low + (high - low) * roll(d);
}

static hit_vec3 v(float x, float y, float z)
{
    return hit_vec3_make(x, y, z);
}

// sRGB, as designers write colours, to linear light; a cubic that needs no pow().
static float linear(uint32_t byte)
{
    const float c = (float)byte / 255.0f;
    return c * (c * (c * 0.305306011f + 0.682171111f) + 0.012522878f);
}

static hit_vec3 hex(uint32_t rgb)
{
    return v(linear(rgb >> 16 & 255), linear(rgb >> 8 & 255), linear(rgb & 255));
}

enum { COLOURS = 7 };
static const uint32_t palette[COLOURS] = {0xE07A5F, 0x81B29A, 0xF2CC8F, 0x3D5A80, 0xF4F1DE, 0x98C1D9, 0xC8553D};

static object* add(scene* s, shape_kind kind, hit_vec3 colour, float gloss)
{
    object* o = &s->objects[s->count++];
    o->kind = kind;
    o->number = ++s->of_kind[kind];
    o->colour = colour;
    o->gloss = gloss;
    return o;
}

// ---- One maker per kind: each stands on the height `floor` at x, z -----------------------------------------------------

static void add_aabb(scene* s, hit_vec3 at, hit_vec3 half, hit_vec3 colour)
{
    add(s, SHAPE_AABB, colour, 0.0f)->shape.aabb = hit_aabb_from_center(v(at.x, at.y + half.y, at.z), half);
}

static void add_obb(scene* s, hit_vec3 at, hit_vec3 half, hit_quat rotation, hit_vec3 colour)
{
    hit_obb obb = hit_obb_make(at, rotation, half);
    for (int i = 0; i < 3; i++)
        obb.center.y += fabsf(obb.axis[i].y) * obb.half[i];
    add(s, SHAPE_OBB, colour, 0.0f)->shape.obb = obb;
}

// A box that leans: `lean` says how far its top is moved.
static void add_sheared(scene* s, hit_vec3 at, hit_vec3 half, float turn, hit_vec3 lean, hit_vec3 colour)
{
    object* o = add(s, SHAPE_AFFINE, colour, 0.0f);
    const hit_quat rotation = hit_quat_from_axis_angle(v(0.0f, 1.0f, 0.0f), turn);
    const hit_mat3x4 place = hit_mat3x4_from_trs(at, rotation, half);
    hit_mat3x4 shear = hit_mat3x4_identity();
    shear.m[0][1] = lean.x;
    shear.m[2][1] = lean.z;
    o->shape.affine.box = hit_aabb_make(v(-1.0f, 0.0f, -1.0f), v(1.0f, 2.0f, 1.0f));
    o->shape.affine.matrix = hit_mat3x4_mul(&place, &shear);
}

static void add_sphere(scene* s, hit_vec3 at, float radius, hit_vec3 colour, float gloss)
{
    add(s, SHAPE_SPHERE, colour, gloss)->shape.sphere = hit_sphere_make(v(at.x, at.y + radius, at.z), radius);
}

static void add_capsule(scene* s, hit_vec3 at, hit_vec3 along, float radius, hit_vec3 colour)
{
    const hit_vec3 a = v(at.x, at.y + radius, at.z);
    add(s, SHAPE_CAPSULE, colour, 0.04f)->shape.capsule = hit_capsule_make(a, hit_vec3_add(a, along), radius);
}

static void add_cylinder(scene* s, hit_vec3 a, hit_vec3 b, float radius, hit_vec3 colour)
{
    add(s, SHAPE_CYLINDER, colour, 0.0f)->shape.cylinder = hit_cylinder_make(a, b, radius);
}

static void add_disc(scene* s, hit_vec3 at, hit_vec3 normal, float radius, hit_vec3 colour)
{
    const hit_vec3 n = hit_vec3_normalize(normal);
    const float rise = radius * sqrtf(1.0f - n.y * n.y);
    add(s, SHAPE_DISC, colour, 0.0f)->shape.disc = hit_disc_make(v(at.x, at.y + rise, at.z), n, radius);
}

// ---- The field -----------------------------------------------------------------------------------------------------

static void add_tower(scene* s, dice* d, hit_vec3 at, float growth, hit_vec3 colour)
{
    // One roll per line: C does not say in which order a call's arguments are evaluated.
    const float z = roll_between(d, 0.55f, 1.15f);
    const float y = roll_between(d, 0.3f, 1.1f) * growth;
    const float x = roll_between(d, 0.55f, 1.15f);
    const hit_vec3 half = v(x, y, z);
    const float top = roll(d), small = 0.75f * fminf(half.x, half.z);
    const hit_vec3 on = v(at.x, 2.0f * half.y, at.z), second = hex(palette[(uint32_t)(roll(d) * COLOURS) % COLOURS]);
    const float turn = roll_between(d, 0.2f, 1.3f);
    add_aabb(s, at, half, colour);
    if (top < 0.16f)
        add_sphere(s, on, small, second, 0.05f);
    else if (top < 0.30f)
        add_obb(s, on, v(small * 0.8f, small * 0.6f, small * 0.8f), hit_quat_from_axis_angle(v(0.0f, 1.0f, 0.0f), turn),
                second);
}

static void add_any(scene* s, dice* d, hit_vec3 at, float growth)
{
    const hit_vec3 colour = hex(palette[(uint32_t)(roll(d) * COLOURS) % COLOURS]);
    const float kind = roll(d), turn = roll_between(d, 0.0f, 3.14f), tilt = roll_between(d, -0.5f, 0.5f);
    const float size = roll_between(d, 0.5f, 1.0f), other = roll_between(d, 0.5f, 1.0f);
    const hit_quat about_y = hit_quat_from_axis_angle(v(0.0f, 1.0f, 0.0f), turn);
    const hit_vec3 ahead = hit_quat_rotate(about_y, v(1.0f, 0.0f, 0.0f));
    if (kind < 0.40f) {
        add_tower(s, d, at, growth, colour);
    } else if (kind < 0.52f) {
        const hit_quat lean = hit_quat_from_axis_angle(v(1.0f, 0.0f, 0.3f), roll(d) < 0.4f ? 2.0f * tilt : 0.0f);
        add_obb(s, at, v(size, other * growth * 0.8f, size * other + 0.2f), hit_quat_mul(about_y, lean), colour);
    } else if (kind < 0.64f) {
        add_sheared(s, at, v(0.8f * size, other * growth * 0.8f, 0.8f * size), turn, v(tilt, 0.0f, 0.6f * tilt),
                    colour);
    } else if (kind < 0.78f) {
        add_sphere(s, at, 0.55f + 0.6f * (size - 0.3f) * growth * 0.8f, colour, other < 0.7f ? 0.05f : 0.3f);
    } else if (kind < 0.86f) {
        const bool lying = tilt > 0.15f;
        add_capsule(s, at, lying ? hit_vec3_scale(ahead, 1.4f) : v(tilt, 1.2f * growth * other, 0.3f * tilt),
                    0.45f * size + 0.1f, colour);
    } else if (kind < 0.93f) {
        const float radius = 0.4f + 0.5f * size;
        if (tilt > 0.2f)
            add_cylinder(s, v(at.x, radius, at.z), hit_vec3_add(v(at.x, radius, at.z), hit_vec3_scale(ahead, 1.3f)),
                         radius, colour);
        else
            add_cylinder(s, at, v(at.x, other * 1.6f * growth, at.z), radius, colour);
    } else {
        add_disc(s, at, v(ahead.x, 0.25f, fabsf(ahead.z) + 0.4f), 0.6f + 0.6f * size, colour);
    }
}

// What the centre ray goes through, from the eye on, and what stands about it: see the camera in demo_render.c.
static void add_centre(scene* s)
{
    const hit_quat turned = hit_quat_from_axis_angle(v(0.0f, 1.0f, 0.0f), 0.55f);
    const hit_quat leaning = hit_quat_mul(hit_quat_from_axis_angle(v(0.0f, 1.0f, 0.0f), 0.9f),
                                          hit_quat_from_axis_angle(v(1.0f, 0.0f, 1.0f), 0.7f));
    static const float marbles[][3] = {{-1.75f, 3.1f, 0.30f}, {0.95f, 2.75f, 0.24f}, {3.3f, 3.9f, 0.34f},
                                       {-3.9f, 2.2f, 0.36f},  {1.7f, 4.6f, 0.20f},   {-0.3f, 4.3f, 0.17f}};
    add_sphere(s, v(0.05f, 0.0f, 0.0f), 1.35f, v(0.92f, 0.90f, 0.86f), 0.6f);
    add_obb(s, v(-1.2f, 0.0f, -2.7f), v(1.0f, 1.75f, 0.55f), turned, hex(0xE07A5F));
    add_sheared(s, v(-2.9f, 0.0f, 0.2f), v(0.75f, 0.85f, 0.75f), 0.25f, v(0.45f, 0.0f, 0.0f), hex(0x81B29A));
    add_sheared(s, v(-2.0f, 0.0f, -5.2f), v(1.3f, 0.55f, 0.9f), -0.3f, v(0.5f, 0.0f, 0.2f), hex(0xF2CC8F));
    add_capsule(s, v(2.35f, 0.0f, -1.6f), v(0.0f, 1.7f, 0.0f), 0.5f, hex(0x3D5A80));
    add_cylinder(s, v(2.3f, 0.0f, 1.5f), v(2.3f, 0.7f, 1.5f), 0.75f, hex(0xF2CC8F));
    add_disc(s, v(-1.1f, 0.0f, 2.2f), v(-0.2f, 0.55f, 1.0f), 0.5f, hex(0xC8553D));
    add_obb(s, v(3.2f, 0.0f, -5.0f), v(0.7f, 0.7f, 0.7f), leaning, hex(0x98C1D9));
    for (uint32_t i = 0; i < sizeof marbles / sizeof marbles[0]; i++)
        add_sphere(s, v(marbles[i][0], 0.0f, marbles[i][1]), marbles[i][2], hex(palette[(3 * i + 3) % COLOURS]), 0.06f);
}

// ---- The scene -----------------------------------------------------------------------------------------------------

static hit_aabb bounds_of(const object* o)
{
    switch (o->kind) {
    case SHAPE_AABB:
        return o->shape.aabb;
    case SHAPE_OBB:
        return hit_obb_bounds(&o->shape.obb);
    case SHAPE_AFFINE:
        return hit_aabb_transform(o->shape.affine.box, &o->shape.affine.matrix);
    case SHAPE_SPHERE:
        return hit_sphere_bounds(o->shape.sphere);
    case SHAPE_CAPSULE:
        return hit_capsule_bounds(o->shape.capsule);
    case SHAPE_CYLINDER:
        return hit_cylinder_bounds(o->shape.cylinder);
    default:
        return hit_disc_bounds(o->shape.disc);
    }
}

// A place on Morton's curve through the field: what is near on it is near on the ground.
static uint32_t curve_place(hit_aabb box)
{
    const hit_vec3 c = hit_aabb_center(box);
    const uint32_t x = (uint32_t)(c.x + 64.0f), z = (uint32_t)(c.z + 64.0f);
    uint32_t place = 0;
    for (uint32_t bit = 0; bit < 7; bit++)
        place |= (x >> bit & 1) << 2 * bit | (z >> bit & 1) << (2 * bit + 1);
    return place;
}

static void group_neighbours(scene* s)
{
    for (uint32_t i = 1; i < s->count; i++) { // insertion sort
        const object moving = s->objects[i];
        const uint32_t place = curve_place(bounds_of(&moving));
        uint32_t at = i;
        for (; at > 0 && curve_place(bounds_of(&s->objects[at - 1])) > place; at--)
            s->objects[at] = s->objects[at - 1];
        s->objects[at] = moving;
    }
    s->group_count = (s->count + SCENE_GROUP - 1) / SCENE_GROUP;
    for (uint32_t i = 0; i < s->group_count; i++)
        s->groups[i] = hit_aabb_empty();
    for (uint32_t i = 0; i < s->count; i++) {
        s->bounds[i] = bounds_of(&s->objects[i]);
        s->groups[i / SCENE_GROUP] = hit_aabb_union(s->groups[i / SCENE_GROUP], s->bounds[i]);
    }
}

void scene_build(scene* s)
{
    const float pitch = 3.2f;
    dice d = {0x853c49e6748fea9bu};
    memset(s, 0, sizeof *s);
    s->ground = hit_plane_make(v(0.0f, 0.0f, 0.0f), v(0.0f, 1.0f, 0.0f));
    add_centre(s);
    for (int row = 1; row > -15; row--) {
        for (int column = -14; column <= 8; column++) {
            const float z = pitch * ((float)row + roll_between(&d, -0.14f, 0.14f));
            const float x = pitch * ((float)column + roll_between(&d, -0.14f, 0.14f));
            const hit_vec3 at = v(x, 0.0f, z);
            const float away = sqrtf(at.x * at.x + at.z * at.z);
            const bool centre = at.x > -5.4f && at.x < 3.9f && at.z > -7.4f && at.z < 4.0f;
            const bool in_view = at.x < 9.0f - 0.1f * (at.z - 13.0f) && at.x > 1.0f + 1.16f * (at.z - 13.0f);
            const float growth = 0.75f + 0.055f * away;
            if (roll(&d) < 0.80f && !centre && in_view && s->count + 2 <= SCENE_MAX)
                add_any(s, &d, at, growth);
        }
    }
    group_neighbours(s);
}
