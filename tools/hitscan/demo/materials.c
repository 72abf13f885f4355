// Patterns on the things of the demo's town: windows, courses of stone, tiles, leaves, streets, ripples.
//
// All are functions of a point, in metres along the object's own axes, so that nothing is stored. Lines and patches
// fade to their mean where a sample is wider than they are. Noise is a smoothed lattice of hashed numbers (Perlin's
// value noise), from integers only: the same everywhere.
#include "demo/render.h"
#include "demo/parts.h"
#include "render/colour.h"

// How much of a pattern is left when samples are `footprint` wide and its parts `part`.
static float keep(float part, float footprint)
{
    const float blur = footprint / part;
    return 1.0f / (1.0f + blur * blur);
}

static float fraction(float x)
{
    return x - floorf(x);
}

// ---- Noise ----------------------------------------------------------------------------------------------------------

static float lattice(int x, int y)
{
    uint32_t h = (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return (float)((h ^ h >> 15) >> 8) * 0x1p-24f;
}

static float noise(float x, float y)
{
    const float fx = floorf(x), fy = floorf(y), sx = smooth(0.0f, 1.0f, x - fx), sy = smooth(0.0f, 1.0f, y - fy);
    const int ix = (int)fx, iy = (int)fy;
    const float low = lattice(ix, iy) + sx * (lattice(ix + 1, iy) - lattice(ix, iy));
    const float high = lattice(ix, iy + 1) + sx * (lattice(ix + 1, iy + 1) - lattice(ix, iy + 1));
    return low + sy * (high - low);
}

// ---- Walls ----------------------------------------------------------------------------------------------------------

// Windows in a wall: `along` runs from the middle of the wall, `up` from its foot. Glass is shiny.
static void windows(surface* s, float along, float up, float width, float height, float seed, float footprint)
{
    const float columns = floorf((width - 0.6f) / 2.3f), floors = floorf(height / 2.75f);
    const float pitch = width / (columns > 1.0f ? columns : 1.0f), storey = height / (floors > 1.0f ? floors : 1.0f);
    const float column = along / pitch + 0.5f * columns, floor_number = floorf(up / storey);
    const float x = fabsf(fraction(column) - 0.5f) * pitch, y = up - floor_number * storey;
    const float centre = fabsf(y - 0.58f * storey), half_y = 0.68f, half_x = 0.46f;
    const bool door = floor_number < 0.5f && fabsf(floorf(column) - floorf(0.5f * columns)) < 0.5f;
    const hit_vec3 frame = v(0.80f, 0.77f, 0.70f), glass = v(0.035f, 0.05f, 0.07f);
    const float visible = keep(0.9f, footprint);
    if (columns < 1.0f || fabsf(along) > 0.5f * width || up < 0.0f || up > height)
        return;
    if (door && x < 0.62f && y < 2.15f) {
        s->colour = mix(s->colour,
                        x > 0.5f || y > 2.03f ? frame : v(0.16f, 0.075f + 0.08f * seed, 0.045f + 0.1f * seed), visible);
    } else if (!door && x < half_x + 0.12f && centre < half_y + 0.12f) {
        const bool bar = x < 0.035f || fabsf(centre - 0.2f) < 0.03f;
        const bool rim = x > half_x || centre > half_y;
        s->colour = mix(s->colour, rim || bar ? frame : glass, visible);
        s->gloss = rim || bar ? 0.0f : 0.10f;
    }
}

static void wall(const prop* p, surface* s, hit_vec3 local, hit_vec3 facing, float height, float footprint)
{
    const bool along_z = fabsf(facing.x) > fabsf(facing.z);
    const float along = along_z ? local.z : local.x, width = along_z ? p->size.z : p->size.x;
    const float stain = noise(3.1f * along + 17.0f * (float)p->number, 2.3f * local.y);
    s->colour = hit_vec3_scale(s->colour, 1.0f + (stain - 0.5f) * 0.10f * keep(0.4f, footprint));
    if (local.y < 0.5f) // the plinth
        s->colour = hit_vec3_scale(s->colour, 0.72f);
    if (fabsf(facing.y) < 0.5f)
        windows(s, along, local.y, width, height, lattice((int)p->number, 7), footprint);
}

// Stones in courses of `high`, each shifted against the next by half a stone.
static void stones(surface* s, float along, float up, float high, float footprint)
{
    const float course = floorf(up / high), x = along / (2.0f * high) + 0.5f * (course - 2.0f * floorf(0.5f * course));
    const float edge_x = 2.0f * high * (0.5f - fabsf(fraction(x) - 0.5f)),
                edge_y = high * (0.5f - fabsf(fraction(up / high) - 0.5f));
    const float tone = lattice((int)floorf(x), (int)course) - 0.5f;
    const bool joint = fminf(edge_x, edge_y) < 0.03f;
    const float visible = keep(0.5f * high, footprint);
    s->colour = hit_vec3_scale(s->colour, 1.0f + visible * (0.22f * tone - (joint ? 0.22f : 0.0f)));
}

static void leaves(surface* s, hit_vec3 local, float footprint)
{
    const float a = noise(3.3f * local.x + 1.7f * local.y, 3.3f * local.z - 1.3f * local.y);
    const float b = noise(9.0f * local.x - 4.0f * local.y, 9.0f * local.z + 5.0f * local.y);
    s->colour = hit_vec3_scale(s->colour, 1.0f + (a - 0.5f) * 0.55f * keep(0.3f, footprint) +
                                              (b - 0.5f) * 0.5f * keep(0.1f, footprint));
}

static void roof(surface* s, hit_vec3 local, float footprint)
{
    const float row = floorf(local.y / 0.3f), x = local.x + local.z + 0.17f * row;
    const float tone = lattice((int)floorf(x / 0.35f), (int)row) - 0.5f, patch = noise(0.6f * x, 0.9f * local.y) - 0.5f;
    const float lip = fraction(local.y / 0.3f) < 0.22f ? -0.22f : 0.03f;
    s->colour = hit_vec3_scale(s->colour, 1.0f + 0.22f * patch + keep(0.16f, footprint) * (0.30f * tone + lip));
}

static void car_side(const prop* p, surface* s, hit_vec3 local, hit_vec3 facing)
{
    const float end = fabsf(fabsf(local.x) - 1.32f), up = local.y - 0.2f;
    if (fabsf(facing.z) > 0.5f && end * end + up * up < 0.34f * 0.34f) {
        const bool hub = end * end + up * up < 0.17f * 0.17f;
        s->colour = hub ? v(0.35f, 0.36f, 0.38f) : v(0.02f, 0.02f, 0.022f);
        s->gloss = 0.0f;
    } else if (fabsf(facing.x) > 0.5f && fabsf(local.y - 0.48f) < 0.11f && fabsf(local.z) > 0.5f * p->size.z - 0.42f) {
        s->colour = local.x > 0.0f ? v(0.95f, 0.92f, 0.8f) : v(0.6f, 0.04f, 0.03f); // head and tail lights
    }
}

static void car_roof(const prop* p, surface* s, hit_vec3 local, hit_vec3 facing)
{
    const bool pillar =
        fabsf(facing.z) > 0.5f && (fabsf(fabsf(local.x) - 0.04f) < 0.06f || fabsf(local.x) > 0.5f * p->size.x - 0.1f);
    if (fabsf(facing.y) < 0.5f && local.y < p->size.y - 0.08f && local.y > 0.04f && !pillar) {
        s->colour = v(0.03f, 0.04f, 0.05f);
        s->gloss = 0.12f;
    }
}

// ---- The ground -----------------------------------------------------------------------------------------------------

static const float PITCH = 40.0f; // of the streets; see demo/town.c

// Half-way lines in dashes, and zebra crossings: `across` from the middle of a street, `along` from a crossing's
// middle.
static bool is_marked(float across, float along)
{
    const bool zebra = fabsf(along) > 5.3f && fabsf(along) < 7.8f && fabsf(across) < 3.0f;
    if (zebra)
        return fraction(across / 1.1f + 0.25f) < 0.5f;
    return fabsf(across) < 0.08f && fabsf(along) > 8.5f && fraction(along / 4.0f) < 0.5f;
}

static hit_vec3 grass(float x, float z, float footprint)
{
    const hit_vec3 light = v(0.30f, 0.40f, 0.12f), dark = v(0.17f, 0.28f, 0.075f);
    const float broad = noise(x / 9.0f, z / 9.0f), middle = noise(x / 1.7f, z / 1.7f), fine = noise(6.0f * x, 6.0f * z);
    const float tone = 0.5f * broad + 0.3f * (0.5f + (middle - 0.5f) * keep(0.8f, footprint)) +
                       0.2f * (0.5f + (fine - 0.5f) * keep(0.08f, footprint));
    return mix(dark, light, smooth(0.2f, 0.8f, tone));
}

static hit_vec3 paving(float x, float z, float tile, hit_vec3 tone, float footprint)
{
    const float fx = fraction(x / tile), fz = fraction(z / tile);
    const float edge = tile * (0.5f - fmaxf(fabsf(fx - 0.5f), fabsf(fz - 0.5f)));
    const float shade = lattice((int)floorf(x / tile), (int)floorf(z / tile)) - 0.5f;
    return hit_vec3_scale(tone,
                          1.0f + keep(0.5f * tile, footprint) * (0.16f * shade - (edge < 0.03f * tile ? 0.2f : 0.0f)));
}

static hit_vec3 street(float across, float along, float x, float z, float footprint)
{
    const float worn = noise(x / 2.5f, z / 2.5f) - 0.5f, grain = noise(7.0f * x, 7.0f * z) - 0.5f;
    const hit_vec3 asphalt =
        hit_vec3_scale(v(0.155f, 0.155f, 0.165f), 1.0f + 0.25f * worn + 0.2f * grain * keep(0.08f, footprint));
    const hit_vec3 slabs = paving(x, z, 0.8f, v(0.50f, 0.47f, 0.42f), footprint);
    if (is_marked(across, along))
        return mix(asphalt, v(0.72f, 0.71f, 0.66f), keep(0.35f, footprint));
    return mix(asphalt, fabsf(across) < 3.35f ? v(0.42f, 0.41f, 0.39f) : slabs, smooth(3.12f, 3.2f, fabsf(across)));
}

static hit_vec3 ground(float x, float z, float footprint)
{
    const float near_x = PITCH * floorf(x / PITCH + 0.5f), near_z = PITCH * floorf(z / PITCH + 0.5f);
    const float dx = x - near_x, dz = z - near_z, from_river = fabsf(z - river_centre(x));
    const bool in_town = x > -164.0f && x < 84.0f && z > -164.0f && z < 4.8f;
    const bool bridge_road = fabsf(x) < 4.8f && z > 0.0f && z < 400.0f;
    const bool road_x = in_town && fabsf(dz) < 4.8f, road_z = (in_town && fabsf(dx) < 4.8f) || bridge_road;
    if (road_x && road_z) // a crossing: asphalt but for the corners
        return street(fminf(fabsf(dx), fabsf(dz)), 0.0f, x, z, footprint);
    if (road_x)
        return street(dz, dx, x, z, footprint);
    if (road_z)
        return street(dx, bridge_road && z > 4.8f ? 20.0f + z : dz, x, z, footprint);
    if (x > -40.0f && x < 0.0f && z > -40.0f && z < 0.0f) // the square
        return paving(x, z, 1.6f, v(0.60f, 0.53f, 0.43f), footprint);
    if (z > 4.0f && from_river > RIVER_HALF + 1.2f && z < river_centre(x) && z < 13.5f && x > -164.0f && x < 90.0f)
        return paving(x, z, 1.2f, v(0.62f, 0.56f, 0.46f), footprint); // the promenade
    if (from_river < RIVER_HALF + 1.2f)
        return paving(x, from_river, 0.9f, v(0.42f, 0.39f, 0.33f), footprint);
    return grass(x, z, footprint);
}

static void ripple(surface* s, hit_vec3 point, float footprint)
{
    const float fade = 0.030f * keep(0.5f, footprint);
    const float a = noise(0.9f * point.x, 2.6f * point.z) - 0.5f,
                b = noise(2.2f * point.x + 31.0f, 5.0f * point.z) - 0.5f;
    s->normal = hit_vec3_normalize(v(fade * b, 1.0f, fade * (a + b)));
    s->gloss = 0.22f;
}

// ---- All together ---------------------------------------------------------------------------------------------------

static void mesh_paint(const prop* p, surface* s, material_kind material, hit_vec3 point, hit_vec3 local,
                       hit_vec3 facing, float footprint)
{
    switch (material) {
    case MATERIAL_WALL:
        wall(p, s, local, facing, 0.6f * p->size.y, footprint);
        break;
    case MATERIAL_ROOF:
        s->colour = p->second;
        roof(s, local, footprint);
        break;
    case MATERIAL_BRICK:
        s->colour = v(0.33f, 0.14f, 0.09f);
        break;
    case MATERIAL_BARK:
        s->colour = p->second;
        break;
    case MATERIAL_LEAF:
        leaves(s, p->size.x > 50.0f ? hit_vec3_scale(local, 0.06f) : local,
               p->size.x > 50.0f ? 0.06f * footprint : footprint);
        break;
    case MATERIAL_WATER:
        ripple(s, point, footprint);
        break;
    }
}

surface paint_at(const town* t, const prop* p, const hit_scene_hit* hit, hit_vec3 toward, float footprint)
{
    const hit_vec3 point = v((float)hit->point.x, (float)hit->point.y, (float)hit->point.z);
    const hit_vec3 d = hit_vec3_sub(point, p->origin), n = hit->normal;
    const hit_vec3 local = v(p->cosine * d.x - p->sine * d.z, d.y, p->sine * d.x + p->cosine * d.z);
    const hit_vec3 facing = v(p->cosine * n.x - p->sine * n.z, n.y, p->sine * n.x + p->cosine * n.z);
    surface s = {p->colour, hit_vec3_dot(n, toward) > 0.0f ? hit_vec3_scale(n, -1.0f) : n, p->gloss};
    switch (p->paint) {
    case PAINT_PLAIN:
        break;
    case PAINT_WALL:
        wall(p, &s, local, facing, p->size.y, footprint);
        break;
    case PAINT_STONE:
        stones(&s, fabsf(facing.x) > 0.5f ? local.z : local.x, fabsf(facing.y) > 0.5f ? local.z : local.y, 0.6f,
               footprint);
        break;
    case PAINT_LEAF:
        leaves(&s, local, footprint);
        break;
    case PAINT_CAR:
        s.gloss = 0.05f;
        car_side(p, &s, local, facing);
        break;
    case PAINT_GLASS:
        s.gloss = 0.05f;
        car_roof(p, &s, local, facing);
        break;
    case PAINT_STRIPES: { // eight gores, by the octant about y; and a belt
        const bool octant = ((local.x > 0.0f) != (local.z > 0.0f)) != (fabsf(local.x) > fabsf(local.z));
        const bool belt = fabsf(local.y) < 0.09f * p->size.y;
        s.colour = belt ? v(0.85f, 0.55f, 0.12f) : octant ? p->second : p->colour;
        break;
    }
    case PAINT_GROUND:
        s.colour = ground(point.x, point.z, footprint);
        break;
    case PAINT_MESH:
        mesh_paint(p, &s, (material_kind)t->meshes[p->mesh].material[hit->primitive], point, local, facing, footprint);
        break;
    }
    return s;
}
