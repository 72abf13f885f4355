// Builds the small meshes of the town, vertex by vertex.
//
// Round things have few sides, from a table of cosines, so that no machine can differ. A box, a roof and a prism are
// closed surfaces or stand on the ground; parts of one thing may cross each other, as they do in models that people
// make.
#include "gen/town_parts.h"

static hit_dvec3 p(double x, double y, double z)
{
    return hit_dvec3_make(x, y, z);
}

void town_begin(town_part* m, double x, double y, double z, int quarters)
{
    m->vertex_count = m->triangle_count = 0;
    m->x = x;
    m->y = y;
    m->z = z;
    m->quarters = quarters & 3;
}

static uint32_t add_vertex(town_part* m, hit_dvec3 v)
{
    static const int cosine[4] = {1, 0, -1, 0}, sine[4] = {0, 1, 0, -1};
    const double c = cosine[m->quarters], s = sine[m->quarters];
    m->vertices[m->vertex_count] =
        hit_vec3_make((float)(m->x + c * v.x - s * v.y), (float)(m->y + s * v.x + c * v.y), (float)(m->z + v.z));
    return m->vertex_count++;
}

static void add_triangle(town_part* m, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t* corner = &m->corners[3 * (size_t)m->triangle_count++];
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
}

static void add_quad(town_part* m, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    add_triangle(m, a, b, c);
    add_triangle(m, a, c, d);
}

// Eight corners, numbered by bits: 1 for the upper x, 2 for the upper y, 4 for the upper z.
static void add_hexahedron(town_part* m, const hit_dvec3 corner[8], bool closed)
{
    uint32_t v[8];
    for (int i = 0; i < 8; i++)
        v[i] = add_vertex(m, corner[i]);
    add_quad(m, v[4], v[5], v[7], v[6]);
    add_quad(m, v[0], v[1], v[5], v[4]);
    add_quad(m, v[1], v[3], v[7], v[5]);
    add_quad(m, v[3], v[2], v[6], v[7]);
    add_quad(m, v[2], v[0], v[4], v[6]);
    if (closed)
        add_quad(m, v[0], v[2], v[3], v[1]);
}

void town_box(town_part* m, hit_dvec3 low, hit_dvec3 high, bool closed)
{
    hit_dvec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = p(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    add_hexahedron(m, corner, closed);
}

void town_plate(town_part* m, hit_dvec3 low, hit_dvec3 high)
{
    const uint32_t a = add_vertex(m, low), b = add_vertex(m, p(high.x, low.y, low.z)),
                   c = add_vertex(m, p(high.x, high.y, low.z)), d = add_vertex(m, p(low.x, high.y, low.z));
    add_quad(m, a, b, c, d);
}

// A prism of eight sides, or a frustum, along z or y; with a lid at its end: 16 + 6 triangles, and 6 more when closed.
static void add_prism(town_part* m, hit_dvec3 foot, hit_dvec3 along, double radius, double end_radius, bool closed)
{
    static const double c[8] = {1.0,  0.70710678118654752,  0.0, -0.70710678118654752,
                                -1.0, -0.70710678118654752, 0.0, 0.70710678118654752};
    const bool vertical = along.z != 0.0;
    uint32_t low[8], high[8];
    for (int i = 0; i < 8; i++) { // counter-clockwise seen from the tip: x then y, or, along y, z then x
        const double a = c[i], b = c[(i + 6) & 7];
        const hit_dvec3 out = vertical ? p(a, b, 0.0) : p(b, 0.0, a);
        low[i] = add_vertex(m, p(foot.x + radius * out.x, foot.y + radius * out.y, foot.z + radius * out.z));
        high[i] = add_vertex(m, p(foot.x + along.x + end_radius * out.x, foot.y + along.y + end_radius * out.y,
                                  foot.z + along.z + end_radius * out.z));
    }
    for (int i = 0; i < 8; i++)
        add_quad(m, low[i], low[(i + 1) & 7], high[(i + 1) & 7], high[i]);
    for (int i = 1; i < 7; i++) {
        add_triangle(m, high[0], high[i], high[i + 1]);
        if (closed)
            add_triangle(m, low[0], low[i + 1], low[i]);
    }
}

// ---- Things ---------------------------------------------------------------------------------------------------------

// Walls with gables as one surface, open below: 8 + 2 triangles.
static void add_walls(town_part* m, double x, double y, double eave, double ridge)
{
    uint32_t v[10];
    for (int i = 0; i < 8; i++)
        v[i] = add_vertex(m, p(i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? eave : 0.0));
    v[8] = add_vertex(m, p(-x, 0.0, ridge));
    v[9] = add_vertex(m, p(x, 0.0, ridge));
    add_quad(m, v[0], v[1], v[5], v[4]);
    add_quad(m, v[1], v[3], v[7], v[5]);
    add_quad(m, v[3], v[2], v[6], v[7]);
    add_quad(m, v[2], v[0], v[4], v[6]);
    add_triangle(m, v[5], v[7], v[9]);
    add_triangle(m, v[6], v[4], v[8]);
}

// Two slabs that meet above the ridge and reach beyond the walls: 24 triangles.
static void add_roof(town_part* m, double x, double y, double eave, double ridge)
{
    const double over = 0.4, thick = 0.18, slope = (ridge - eave) / y, low = eave - over * slope;
    const double wide = x + over, deep = y + over;
    for (int side = -1; side <= 1; side += 2) {
        const double near = side < 0 ? -deep : 0.0, far = side < 0 ? 0.0 : deep;
        const double near_z = side < 0 ? low : ridge, far_z = side < 0 ? ridge : low;
        const hit_dvec3 corner[8] = {p(-wide, near, near_z),         p(wide, near, near_z),
                                     p(-wide, far, far_z),           p(wide, far, far_z),
                                     p(-wide, near, near_z + thick), p(wide, near, near_z + thick),
                                     p(-wide, far, far_z + thick),   p(wide, far, far_z + thick)};
        add_hexahedron(m, corner, true);
    }
}

void town_house(town_part* m, hash_random* d, double width, double depth)
{
    const double x = 0.5 * width, y = 0.5 * depth, eave = hash_random_between(d, 4.6, 7.5);
    const double ridge = eave + y * hash_random_between(d, 0.55, 1.05), chimney = hash_random_between(d, -0.6, 0.6) * x;
    const double pane = 0.07, top = ridge - 0.45 * (ridge - eave);
    add_walls(m, x, y, eave, ridge);
    add_roof(m, x, y, eave, ridge);
    town_box(m, p(chimney - 0.35, 0.3 * y, top - 0.8), p(chimney + 0.35, 0.3 * y + 0.6, ridge + 0.7), false);
    town_box(m, p(-0.55, -y - pane, 0.0), p(0.55, -y, 2.1), false); // the door, and five windows, before the wall
    for (int i = 0; i < 5; i++) {
        const double wx = i < 2 ? (i - 0.5) * 1.2 * x : (i - 3) * 0.62 * x, wz = i < 2 ? 0.9 : eave - 1.8;
        town_box(m, p(wx - 0.5, -y - pane, wz), p(wx + 0.5, -y, wz + 1.25), false);
    }
}

void town_tree(town_part* m, hash_random* d, const icosphere* crown)
{
    const double height = hash_random_between(d, 4.5, 9.0), radius = height * hash_random_between(d, 0.2, 0.3),
                 trunk = 0.035 * height;
    const double lump = hash_random_between(d, 0.1, 0.3), bend = hash_random_between(d, -0.6, 0.6),
                 middle = height - 1.1 * radius;
    const uint32_t first = m->vertex_count;
    static const double c[6] = {1.0, 0.5, -0.5, -1.0, -0.5, 0.5},
                        s[6] = {0.0, 0.8660254037844386,  0.8660254037844386,
                                0.0, -0.8660254037844386, -0.8660254037844386};
    for (int i = 0; i < 6; i++) {
        add_vertex(m, p(1.3 * trunk * c[i], 1.3 * trunk * s[i], 0.0));
        add_vertex(m, p(0.8 * trunk * c[i], 0.8 * trunk * s[i], middle));
    }
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t next = (i + 1) % 6;
        add_quad(m, first + 2 * i, first + 2 * next, first + 2 * next + 1, first + 2 * i + 1);
    }
    for (uint32_t i = 0; i < crown->vertices; i++) { // a sphere with dents, the same on every side of an edge
        const hit_dvec3 n = crown->points[i];
        const double a = n.x + bend * n.y, b = n.z - 0.6 * n.x,
                     r = radius * (1.0 + lump * (a * b * 2.0 - n.y * n.y * a));
        add_vertex(m, p(r * n.x, r * n.y, middle + 1.1 * r * n.z));
    }
    for (uint32_t i = 0; i < crown->triangles; i++)
        add_triangle(m, first + 12 + crown->corners[3 * (size_t)i], first + 12 + crown->corners[3 * (size_t)i + 1],
                     first + 12 + crown->corners[3 * (size_t)i + 2]);
}

void town_lamp(town_part* m)
{
    add_prism(m, p(0.0, 0.0, 0.0), p(0.0, 0.0, 5.2), 0.09, 0.05, false);
    town_box(m, p(-0.05, -1.2, 5.1), p(0.05, 0.04, 5.2), true);    // an arm over the street
    town_box(m, p(-0.14, -1.75, 5.02), p(0.14, -1.1, 5.14), true); // the lamp at its end
    town_box(m, p(-0.16, -0.16, 0.0), p(0.16, 0.16, 0.3), false);  // the base
}

void town_car(town_part* m, hash_random* d)
{
    const double length = hash_random_between(d, 3.8, 4.9), height = hash_random_between(d, 1.35, 1.7),
                 x = 0.5 * length;
    const hit_dvec3 cabin[8] = {p(-0.82 * x, -0.8, 0.8),    p(0.5 * x, -0.8, 0.8),       p(-0.82 * x, 0.8, 0.8),
                                p(0.5 * x, 0.8, 0.8),       p(-0.62 * x, -0.66, height), p(0.18 * x, -0.66, height),
                                p(-0.62 * x, 0.66, height), p(0.18 * x, 0.66, height)};
    town_box(m, p(-x, -0.88, 0.28), p(x, 0.88, 0.82), true);
    add_hexahedron(m, cabin, false);
    for (int i = 0; i < 4; i++) // wheels, with half of their width in the body
        add_prism(m, p((i & 2 ? 0.62 : -0.6) * x, i & 1 ? 0.7 : -0.94, 0.32), p(0.0, 0.24, 0.0), 0.32, 0.32, true);
}
