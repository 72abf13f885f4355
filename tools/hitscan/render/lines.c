// Finds samples near the border of what they show, in time that grows with the radius, not with its square.
//
// First each sample gets its run: the distance to the nearest sample of its row with another key. Then a sample at (x,
// y) looks up and down its column: where the key at (x, y + d) differs, the border is |d| away; where it is the same,
// the nearest other key of that row is sqrt(run² + d²) away.
#include "render/lines.h"

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void find_runs(const uint32_t* keys, uint32_t columns, uint32_t most, uint16_t* runs)
{
    uint32_t run = most;
    for (uint32_t x = 0; x < columns; x++) {
        run = x > 0 && keys[x] != keys[x - 1] ? 1 : smaller(run + 1, most);
        runs[x] = (uint16_t)run;
    }
    run = most;
    for (uint32_t x = columns; x-- > 0;) {
        run = x + 1 < columns && keys[x] != keys[x + 1] ? 1 : smaller(run + 1, most);
        runs[x] = (uint16_t)smaller(run, runs[x]);
    }
}

static bool is_near_border(const edge_grid* g, uint32_t x, uint32_t y, uint32_t radius)
{
    const uint32_t own = g->keys[(uint64_t)y * g->columns + x];
    const uint32_t first = y < radius ? 0 : y - radius, last = smaller(y + radius, g->rows - 1);
    for (uint32_t j = first; j <= last; j++) {
        const uint64_t at = (uint64_t)j * g->columns + x;
        const uint32_t d = j < y ? y - j : j - y, run = g->runs[at];
        if (g->keys[at] != own || run * run + d * d <= radius * radius)
            return true;
    }
    return false;
}

void mark_edge_lines(const edge_grid* g, uint32_t radius, bool inside, uint8_t* marks)
{
    if (radius == 0)
        return;
    for (uint32_t y = 0; y < g->rows; y++)
        find_runs(g->keys + (uint64_t)y * g->columns, g->columns, radius + 1, g->runs + (uint64_t)y * g->columns);
    for (uint32_t y = 0; y < g->rows; y++)
        for (uint32_t x = 0; x < g->columns; x++) {
            const uint64_t at = (uint64_t)y * g->columns + x;
            if (!(inside && g->keys[at] == 0) && is_near_border(g, x, y, radius))
                marks[at] = 1;
        }
}
