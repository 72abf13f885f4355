// Sampling: see sampling.h.
#include "render/sampling.h"
#include "render/colour.h"

void sample_position(uint32_t side, uint32_t column, uint32_t row, double position[2])
{
    const uint32_t i = column % side, j = row % side, x = column / side, y = row / side;
    const double cell = 1.0 / ((double)side * side);
    position[0] = (double)x + cell * (0.5 + (double)(side * i + j));
    position[1] = (double)y + cell * (0.5 + (double)(side * j + side - 1 - i));
}

uint32_t sample_pattern(uint32_t column, uint32_t row)
{
    static const uint8_t order[PATTERN][PATTERN] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    return order[row % PATTERN][column % PATTERN];
}

// Points on a spiral of equal areas, the turn between two being the golden angle (Vogel, 1979). They fill the unit
// disc evenly; as the feet of unit vectors they give the cosine-weighted dome.
light_patterns light_patterns_make(void)
{
    const float turn_cos = -0.73736888f, turn_sin = 0.67549029f;
    float c = 1.0f, s = 0.0f;
    light_patterns w;
    for (uint32_t i = 0; i < PATTERNS * SKY_RAYS; i++) {
        const float disc_radius = sqrtf(((float)i + 0.5f) / PATTERNS);
        const float dome_radius = sqrtf(((float)i + 0.5f) / (PATTERNS * SKY_RAYS)), next = c * turn_cos - s * turn_sin;
        if (i < PATTERNS) {
            w.disc[i][0] = disc_radius * c;
            w.disc[i][1] = disc_radius * s;
        }
        w.dome[i][0] = dome_radius * c;
        w.dome[i][1] = dome_radius * s;
        w.dome[i][2] = sqrtf(1.0f - dome_radius * dome_radius);
        s = c * turn_sin + s * turn_cos;
        c = next;
    }
    return w;
}

// Duff et al., Building an orthonormal basis, 2017.
void basis(hit_vec3 n, hit_vec3* a, hit_vec3* b)
{
    const float sign = n.z < 0.0f ? -1.0f : 1.0f, c = -1.0f / (sign + n.z), d = n.x * n.y * c;
    *a = v(1.0f + sign * n.x * n.x * c, sign * d, -sign * n.x);
    *b = v(d, sign + n.y * n.y * c, -n.y);
}

static bool same_surface(const lit_grid* grid, const lit_sample* a, const lit_sample* b)
{
    return a->index == b->index && hit_vec3_dot(a->normal, b->normal) > 0.8f &&
           !(fabsf(a->depth - b->depth) > grid->tolerance * a->depth);
}

hit_vec3 gather_light(const lit_grid* grid, uint32_t column, uint32_t row)
{
    const lit_sample* s = &grid->samples[(size_t)row * grid->columns + column];
    const uint32_t row0 = row < ABOVE ? 0 : row - ABOVE, column0 = column < ABOVE ? 0 : column - ABOVE;
    const uint32_t row1 = row + BELOW < grid->rows ? row + BELOW : grid->rows - 1;
    const uint32_t column1 = column + BELOW < grid->columns ? column + BELOW : grid->columns - 1;
    float sun = 0.0f, sky = 0.0f, count = 0.0f;
    if (s->index == 0)
        return s->rest;
    for (uint32_t y = row0; y <= row1; y++)
        for (uint32_t x = column0; x <= column1; x++) {
            const lit_sample* near = &grid->samples[(size_t)y * grid->columns + x];
            if (same_surface(grid, near, s)) {
                sun += near->sun;
                sky += near->sky;
                count += 1.0f;
            }
        }
    return add_scaled(add_scaled(s->rest, s->sunlit, sun / count), s->skylit, sky / count);
}
