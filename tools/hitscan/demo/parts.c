// One function for each thing that stands in the demo's town.
//
// Sizes are in metres. Everything is computed with + - * / and sqrt, and every random number is drawn in a statement
// of its own (C does not say in which order a call's arguments are evaluated): the town is the same on every
// machine.
#include "demo/parts.h"
#include "render/colour.h"

#include <string.h>

// ---- Random numbers and colours -------------------------------------------------------------------------------------

// A 32-bit permuted congruential generator (O'Neill, PCG, 2014).
float random_unit(town_builder* w)
{
    const uint64_t old = w->random_state;
    const uint32_t word = (uint32_t)((old >> 18 ^ old) >> 27), shift = (uint32_t)(old >> 59);
    w->random_state = old * 6364136223846793005u + 1442695040888963407u;
    return (float)((word >> shift | word << (-shift & 31)) >> 8) * 0x1p-24f;
}

float random_between(town_builder* w, float low, float high)
{
    return low + (high - low) * random_unit(w);
}

uint32_t random_index(town_builder* w, uint32_t count)
{
    return (uint32_t)(random_unit(w) * (float)count) % count;
}

yaw random_yaw(town_builder* w)
{
    // The half turn is a point on the tangent: ((1 - h^2) / (1 + h^2), 2 h / (1 + h^2)) is on the unit circle.
    const float h = random_between(w, -1.0f, 1.0f), side = random_unit(w) < 0.5f ? -1.0f : 1.0f, square = h * h;
    const yaw t = {side * (1.0f - square) / (1.0f + square), 2.0f * h / (1.0f + square)};
    return t;
}

yaw quarter(int quarters)
{
    static const yaw turns[4] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
    return turns[quarters & 3];
}

// sRGB to linear light; a cubic that needs no pow().
static float linear(uint32_t byte)
{
    const float c = (float)byte / 255.0f;
    return c * (c * (c * 0.305306011f + 0.682171111f) + 0.012522878f);
}

hit_vec3 hex(uint32_t rgb)
{
    return v(linear(rgb >> 16 & 255), linear(rgb >> 8 & 255), linear(rgb & 255));
}

// ---- One object -----------------------------------------------------------------------------------------------------

static uint32_t layer_of(const char* noun)
{
    static const struct {
        const char* noun;
        uint32_t layer;
    } layers[] = {
        {"ground", LAYER_GROUND}, {"river", LAYER_GROUND},       {"hill", LAYER_GROUND},
        {"guard", LAYER_GUARD},   {"guard's head", LAYER_GUARD}, {"guard's hat", LAYER_GUARD},
        {"pole", LAYER_POWER},    {"crossbar", LAYER_POWER},     {"wire", LAYER_POWER},
    };
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++)
        if (strcmp(layers[i].noun, noun) == 0)
            return layers[i].layer;
    return LAYER_THINGS;
}

// Write down what an object is, and where: `object` is ready to be added then. NULL when the town is full.
static prop* register_prop(town_builder* w, const char* noun, hit_vec3 at, hit_vec3 size, yaw turn, paint_kind paint,
                           hit_vec3 colour, hit_object* object)
{
    town* t = w->town;
    prop* p;
    if (w->status != HIT_OK || t->count == PROPS_MAX) {
        w->status = w->status == HIT_OK ? HIT_ERROR_LIMIT : w->status;
        return NULL;
    }
    p = &t->props[t->count++];
    *p = (prop){.noun = noun, .number = 1, .paint = paint, .colour = colour, .second = colour};
    p->origin = at;
    p->size = size;
    p->cosine = turn.cosine;
    p->sine = turn.sine;
    for (uint32_t i = t->count - 1; i-- > 0;)
        if (strcmp(t->props[i].noun, noun) == 0) {
            p->number = t->props[i].number + 1;
            break;
        }
    *object = hit_object_at(hit_dvec3_from(at));
    object->user = p;
    object->layers = layer_of(noun);
    return p;
}

// Turned about y, then scaled along its own axes.
static void set_linear(hit_placement* place, yaw turn, hit_vec3 scale)
{
    const float linear[3][3] = {{turn.cosine * scale.x, 0.0f, turn.sine * scale.z},
                                {0.0f, scale.y, 0.0f},
                                {-turn.sine * scale.x, 0.0f, turn.cosine * scale.z}};
    memcpy(place->linear, linear, sizeof linear);
}

hit_id add_box(town_builder* w, const char* noun, hit_vec3 at, hit_vec3 size, yaw turn, paint_kind paint,
               hit_vec3 colour)
{
    hit_object object;
    hit_id id = HIT_ID_NONE;
    const hit_vec3 half = v(0.5f * size.x, 0.0f, 0.5f * size.z);
    if (register_prop(w, noun, at, size, turn, paint, colour, &object)) {
        set_linear(&object.placement, turn, v(1.0f, 1.0f, 1.0f));
        w->status = hit_scene_add_box(w->town->scene, &object,
                                      hit_aabb_make(v(-half.x, 0.0f, -half.z), v(half.x, size.y, half.z)), &id, NULL);
    }
    return id;
}

hit_id add_mesh(town_builder* w, const char* noun, mesh_kind mesh, hit_vec3 at, hit_vec3 size, yaw turn,
                hit_vec3 colour, hit_vec3 second)
{
    hit_object object;
    hit_id id = HIT_ID_NONE;
    prop* p = register_prop(w, noun, at, size, turn, PAINT_MESH, colour, &object);
    if (p) {
        p->mesh = mesh;
        p->second = second;
        set_linear(&object.placement, turn, size);
        w->status = hit_scene_add_mesh(w->town->scene, &object, w->town->meshes[mesh].tree, &id, NULL);
    }
    return id;
}

hit_id add_sphere(town_builder* w, const char* noun, hit_vec3 centre, float radius, paint_kind paint, hit_vec3 colour)
{
    hit_object object;
    hit_id id = HIT_ID_NONE;
    if (register_prop(w, noun, centre, v(radius, radius, radius), quarter(0), paint, colour, &object))
        w->status =
            hit_scene_add_sphere(w->town->scene, &object, hit_sphere_make(v(0.0f, 0.0f, 0.0f), radius), &id, NULL);
    return id;
}

hit_id add_cylinder(town_builder* w, const char* noun, hit_vec3 foot, float height, float radius, hit_vec3 colour)
{
    hit_object object;
    hit_id id = HIT_ID_NONE;
    const hit_cylinder c = hit_cylinder_make(v(0.0f, 0.0f, 0.0f), v(0.0f, height, 0.0f), radius);
    if (register_prop(w, noun, foot, v(radius, height, radius), quarter(0), PAINT_PLAIN, colour, &object))
        w->status = hit_scene_add_cylinder(w->town->scene, &object, c, &id, NULL);
    return id;
}

hit_id add_capsule(town_builder* w, const char* noun, hit_vec3 foot, float height, float radius, paint_kind paint,
                   hit_vec3 colour)
{
    hit_object object;
    hit_id id = HIT_ID_NONE;
    const hit_capsule c = hit_capsule_make(v(0.0f, radius, 0.0f), v(0.0f, height - radius, 0.0f), radius);
    if (register_prop(w, noun, foot, v(radius, height, radius), quarter(0), paint, colour, &object))
        w->status = hit_scene_add_capsule(w->town->scene, &object, c, &id, NULL);
    return id;
}

hit_id add_line(town_builder* w, const char* noun, const hit_vec3* points, uint32_t count, float radius,
                hit_vec3 colour)
{
    hit_object object;
    hit_id id = HIT_ID_NONE;
    if (register_prop(w, noun, v(0.0f, 0.0f, 0.0f), v(1.0f, 1.0f, 1.0f), quarter(0), PAINT_PLAIN, colour, &object))
        w->status = hit_scene_add_polyline(w->town->scene, &object, points, 0, count, radius, &id, NULL);
    return id;
}

hit_id add_points(town_builder* w, const char* noun, hit_vec3 at, const hit_vec3* points, uint32_t count, float radius,
                  hit_vec3 colour)
{
    hit_object object;
    hit_id id = HIT_ID_NONE;
    if (register_prop(w, noun, at, v(1.0f, 1.0f, 1.0f), quarter(0), PAINT_PLAIN, colour, &object))
        w->status = hit_scene_add_points(w->town->scene, &object, points, 0, count, radius, &id, NULL);
    return id;
}

// A unit sphere in a space that is squeezed by the half axes: t stays the same, and a normal is divided once more.
static bool ellipsoid_first(void* context, const hit_ray* ray, hit_user_hit* hit)
{
    const hit_vec3 h = ((const prop*)context)->size;
    hit_ray squeezed = *ray;
    hit_span span;
    squeezed.origin = v(ray->origin.x / h.x, ray->origin.y / h.y, ray->origin.z / h.z);
    squeezed.direction = v(ray->direction.x / h.x, ray->direction.y / h.y, ray->direction.z / h.z);
    if (!hit_ray_sphere(squeezed, hit_sphere_make(v(0.0f, 0.0f, 0.0f), 1.0f), &span))
        return false;
    const hit_vec3 p = hit_ray_at(squeezed, span.t_enter);
    *hit = (hit_user_hit){.t = span.t_enter, .normal = v(p.x / h.x, p.y / h.y, p.z / h.z)};
    return true;
}

hit_id add_ellipsoid(town_builder* w, const char* noun, hit_vec3 centre, hit_vec3 half, hit_vec3 colour,
                     hit_vec3 second)
{
    hit_object object;
    hit_id id = HIT_ID_NONE;
    prop* p = register_prop(w, noun, centre, half, quarter(0), PAINT_STRIPES, colour, &object);
    if (p) {
        const hit_user_shape shape = {hit_aabb_from_center(v(0.0f, 0.0f, 0.0f), half), ellipsoid_first, p};
        p->second = second;
        w->status = hit_scene_add_user(w->town->scene, &object, &shape, &id, NULL);
    }
    return id;
}

// ---- Things of several objects --------------------------------------------------------------------------------------

void add_house(town_builder* w, hit_vec3 at, hit_vec3 size, yaw turn)
{
    static const uint32_t walls[] = {0xF3E3C3, 0xE9C9A0, 0xE8D9C5, 0xD9B08C, 0xF1D6A8,
                                     0xC9D3C0, 0xE3B7A0, 0xF5EFE0, 0xB9C7CF, 0xE6C36A};
    static const uint32_t roofs[] = {0xA9492F, 0xB85A38, 0x8E3B2A, 0x9C5B41, 0x6B4A42, 0x74726F, 0xA4532F};
    const uint32_t wall = random_index(w, sizeof walls / sizeof walls[0]);
    const uint32_t roof = random_index(w, sizeof roofs / sizeof roofs[0]);
    add_mesh(w, "house", MESH_HOUSE, at, size, turn, hex(walls[wall]), hex(roofs[roof]));
}

void add_tree(town_builder* w, hit_vec3 at, float height)
{
    static const uint32_t greens[] = {0x5E8C3A, 0x6F9B3C, 0x4E7D3A, 0x86A244, 0x7A8F35};
    const hit_vec3 green = hex(greens[random_index(w, 5)]);
    const float kind = random_unit(w), wide = random_between(w, 0.62f, 0.85f) * height;
    const yaw turn = random_yaw(w);
    const hit_vec3 bark = hex(0x6B4E36);
    if (kind < 0.2f) { // a poplar
        add_cylinder(w, "trunk", at, 0.25f * height, 0.16f, bark);
        add_capsule(w, "poplar", v(at.x, at.y + 0.18f * height, at.z), height, 0.13f * height, PAINT_LEAF, green);
    } else if (kind < 0.38f) { // clipped to a sphere
        add_cylinder(w, "trunk", at, 0.4f * height, 0.14f, bark);
        add_sphere(w, "lime tree", v(at.x, at.y + 0.62f * height, at.z), 0.32f * height, PAINT_LEAF, green);
    } else {
        add_cylinder(w, "trunk", at, 0.4f * height, 0.03f * height, bark);
        add_mesh(w, "oak", MESH_CROWN, v(at.x, at.y + 0.25f * height, at.z), v(wide, 0.75f * height, wide), turn, green,
                 green);
    }
}

void add_fir(town_builder* w, hit_vec3 at, float height)
{
    static const uint32_t greens[] = {0x3F6B45, 0x35603F, 0x4A7650};
    const hit_vec3 green = hex(greens[random_index(w, 3)]);
    const float wide = random_between(w, 0.5f, 0.68f) * height;
    const yaw turn = random_yaw(w);
    add_mesh(w, "fir", MESH_FIR, at, v(wide, height, wide), turn, green, hex(0x6B4E36));
}

void add_lamp(town_builder* w, hit_vec3 at)
{
    add_cylinder(w, "lamp post", at, 4.2f, 0.07f, hex(0x3C4448));
    add_sphere(w, "lamp", v(at.x, 4.4f, at.z), 0.26f, PAINT_PLAIN, hex(0xFFF6DC));
}

void add_car(town_builder* w, hit_vec3 at, yaw turn)
{
    static const uint32_t colours[] = {0xC23B32, 0x2F5D8C, 0xE8E6E1, 0x33383D, 0xE0A93B, 0x4F8A78, 0x9AA5AD, 0x7E2F3F};
    const hit_vec3 colour = hex(colours[random_index(w, 8)]);
    const float back = 0.25f; // the cabin is behind the middle
    add_box(w, "car", v(at.x, at.y + 0.12f, at.z), v(4.3f, 0.78f, 1.8f), turn, PAINT_CAR, colour);
    add_box(w, "car roof", v(at.x - back * turn.cosine, at.y + 0.9f, at.z + back * turn.sine), v(2.3f, 0.62f, 1.56f),
            turn, PAINT_GLASS, colour);
}

void add_walker(town_builder* w, hit_vec3 at)
{
    static const uint32_t coats[] = {0xB0413E, 0x3E6A8A, 0xD9A441, 0x4D4A52, 0x6C8F5E, 0xE4DCCB, 0x8A4F7D};
    static const uint32_t skins[] = {0xE8B894, 0xC68E64, 0x8C5A3C};
    const hit_vec3 coat = hex(coats[random_index(w, 7)]);
    const hit_vec3 skin = hex(skins[random_index(w, 3)]);
    const float tall = random_between(w, 1.30f, 1.52f);
    add_capsule(w, "walker", at, tall, 0.26f, PAINT_PLAIN, coat);
    add_sphere(w, "head", v(at.x, at.y + tall + 0.13f, at.z), 0.17f, PAINT_PLAIN, skin);
}

void add_pole(town_builder* w, hit_vec3 at)
{
    add_cylinder(w, "pole", at, 9.0f, 0.13f, hex(0x5B4636));
    add_box(w, "crossbar", v(at.x, 8.3f, at.z), v(0.16f, 0.16f, 2.6f), quarter(0), PAINT_PLAIN, hex(0x5B4636));
}

void add_wires(town_builder* w, hit_vec3 from, hit_vec3 to)
{
    enum { POINTS = 13 };
    for (int wire = -1; wire <= 1; wire++) {
        hit_vec3 points[POINTS];
        for (int i = 0; i < POINTS; i++) {
            const float share = (float)i / (POINTS - 1), sag = 4.0f * share * (1.0f - share) * 1.3f;
            points[i] =
                v(from.x + share * (to.x - from.x), 8.5f - sag, from.z + share * (to.z - from.z) + 1.15f * (float)wire);
        }
        add_line(w, "wire", points, POINTS, 0.035f, hex(0x2E3236));
    }
}
