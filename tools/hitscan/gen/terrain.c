// A square kilometre of hills: a lattice of heights, two triangles per cell.
//
// The height is a sum of noises, each at half the wavelength and half the height of the one before (fractal Brownian
// motion; Perlin, An Image Synthesizer, 1985, with values instead of gradients at the lattice points). Wavelengths
// shorter than a cell are left out, so a finer terrain has the hills of a coarse one and more. A vertex costs a dozen
// noises, each four hashes.
#include "gen/gen.h"
#include "gen/portable_math.h"

#include <stdlib.h>

static const double SIDE = 1024.0, LONGEST = 256.0, HEIGHT = 64.0; // metres

typedef struct terrain {
    uint32_t columns, rows; ///< of cells
    int octaves;
} terrain;

static double lattice(uint64_t seed, int64_t x, int64_t y)
{
    return hash_random_unit(hash_mix(seed ^ ((uint64_t)x << 32 | (uint64_t)y)));
}

// From -0.5 to 0.5; x and y are not negative.
static double noise(uint64_t seed, double x, double y)
{
    const int64_t i = (int64_t)x, j = (int64_t)y;
    const double u = x - (double)i, v = y - (double)j;
    const double a = u * u * (3.0 - 2.0 * u), b = v * v * (3.0 - 2.0 * v);
    const double low = lattice(seed, i, j) * (1.0 - a) + lattice(seed, i + 1, j) * a;
    const double high = lattice(seed, i, j + 1) * (1.0 - a) + lattice(seed, i + 1, j + 1) * a;
    return low * (1.0 - b) + high * b - 0.5;
}

static hit_vec3 vertex(const gen* g, uint32_t i)
{
    const terrain* t = g->kind_data;
    const uint32_t column = i % (t->columns + 1), row = i / (t->columns + 1);
    const double x = SIDE * (double)column / (double)t->columns, y = SIDE * (double)row / (double)t->rows;
    double height = 0.0, scale = HEIGHT * 2.0, frequency = 1.0 / LONGEST;
    for (int k = 0; k < t->octaves; k++) {
        height += scale * noise(hash_random_at(g->seed, (uint64_t)k), x * frequency, y * frequency);
        scale *= 0.5;
        frequency *= 2.0;
    }
    return hit_vec3_make((float)(x - 0.5 * SIDE), (float)(y - 0.5 * SIDE), (float)height);
}

static void face(const gen* g, uint32_t i, uint32_t corner[3])
{
    const terrain* t = g->kind_data;
    const uint32_t cell = i / 2, width = t->columns + 1;
    const uint32_t first = cell / t->columns * width + cell % t->columns;
    corner[0] = first;
    corner[1] = i & 1 ? first + width + 1 : first + 1;
    corner[2] = i & 1 ? first + width : first + width + 1;
}

bool gen_terrain(gen* g, uint64_t triangles)
{
    terrain* t = malloc(sizeof *t);
    const double cells = (double)triangles / 2.0;
    double spacing;
    g->kind_data = t;
    if (!t)
        return false;
    t->columns = (uint32_t)(sqrt(cells) + 0.5);
    t->rows = (uint32_t)(cells / t->columns + 0.5);
    t->octaves = 1;
    spacing = SIDE / (double)t->columns;
    for (double wave = LONGEST; wave >= 2.0 * spacing && t->octaves < 12; wave *= 0.5)
        t->octaves++;
    gen_single(g, "terrain", ((uint64_t)t->columns + 1) * (t->rows + 1), 2 * (uint64_t)t->columns * t->rows);
    g->vertex = vertex;
    g->face = face;
    return true;
}
