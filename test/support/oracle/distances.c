#include "support/oracle/distances.h"

#include "support/oracle/rational_set.h"

#include <float.h>

static void load(hit_vec3 v, mpq_t out[3])
{
    mpq_set_d(out[0], v.x);
    mpq_set_d(out[1], v.y);
    mpq_set_d(out[2], v.z);
}

static void init3(mpq_t v[3])
{
    mpq_inits(v[0], v[1], v[2], NULL);
}

static void clear3(mpq_t v[3])
{
    mpq_clears(v[0], v[1], v[2], NULL);
}

static void subtract(mpq_t out[3], mpq_t a[3], mpq_t b[3])
{
    for (int k = 0; k < 3; k++)
        mpq_sub(out[k], a[k], b[k]);
}

static void dot(mpq_t out, mpq_t a[3], mpq_t b[3])
{
    mpq_t term, sum;

    mpq_inits(term, sum, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_mul(term, a[k], b[k]);
        mpq_add(sum, sum, term);
    }
    mpq_set(out, sum);
    mpq_clears(term, sum, NULL);
}

static void cross(mpq_t out[3], mpq_t a[3], mpq_t b[3])
{
    mpq_t p;

    mpq_init(p);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpq_mul(out[i], a[j], b[k]);
        mpq_mul(p, a[k], b[j]);
        mpq_sub(out[i], out[i], p);
    }
    mpq_clear(p);
}

// Minimise |w - t·e|² over t in [0, 1].
static void segment2(mpq_t w[3], mpq_t e[3], mpq_t square)
{
    mpq_t t, length, x[3];

    mpq_inits(t, length, NULL);
    init3(x);
    dot(length, e, e);
    dot(t, w, e);
    if (mpq_sgn(length) > 0)
        mpq_div(t, t, length);
    if (mpq_sgn(t) < 0)
        mpq_set_ui(t, 0, 1);
    if (mpq_cmp_ui(t, 1, 1) > 0)
        mpq_set_ui(t, 1, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(x[k], t, e[k]);
        mpq_sub(x[k], w[k], x[k]);
    }
    dot(square, x, x);
    mpq_clears(t, length, NULL);
    clear3(x);
}

// The least of the distances to the edges, and to the plane where the foot of the perpendicular lies in the triangle.
void distance2_triangle(hit_vec3 point, const hit_triangle* t, mpq_t square)
{
    const hit_vec3 corner[3] = {t->v0, t->v1, t->v2};
    mpq_t p[3], v[3][3], side[3][3], w[3], n[3], x[3], value, length;
    bool over = true;

    init3(p);
    init3(w);
    init3(n);
    init3(x);
    mpq_inits(value, length, NULL);
    load(point, p);
    for (int i = 0; i < 3; i++) {
        init3(v[i]);
        init3(side[i]);
        load(corner[i], v[i]);
    }
    for (int i = 0; i < 3; i++) {
        subtract(side[i], v[(i + 1) % 3], v[i]);
        subtract(w, p, v[i]);
        segment2(w, side[i], value);
        if (i == 0 || mpq_cmp(value, square) < 0)
            mpq_set(square, value);
    }
    cross(n, side[0], side[1]);
    dot(length, n, n);
    for (int i = 0; i < 3; i++) {
        subtract(w, p, v[i]);
        cross(x, side[i], w);
        dot(value, x, n);
        over = over && mpq_sgn(value) >= 0;
    }
    if (over && mpq_sgn(length) > 0) {
        subtract(w, p, v[0]);
        dot(value, w, n);
        mpq_mul(value, value, value);
        mpq_div(square, value, length);
    }
    for (int i = 0; i < 3; i++) {
        clear3(v[i]);
        clear3(side[i]);
    }
    clear3(p);
    clear3(w);
    clear3(n);
    clear3(x);
    mpq_clears(value, length, NULL);
}

void distance2_aabb(hit_vec3 point, hit_aabb box, mpq_t square)
{
    rational_set set;

    rational_set_init(&set);
    rational_set_add_aabb(&set, box);
    rational_set_distance2(&set, point, square);
    rational_set_clear(&set);
}

void distance2_obb(hit_vec3 point, const hit_obb* obb, mpq_t square)
{
    rational_set set;

    rational_set_init(&set);
    rational_set_add_obb(&set, obb);
    rational_set_distance2(&set, point, square);
    rational_set_clear(&set);
}

// The sign of square - d², for a double whose square needs no rounding here.
static int compare(const mpq_t square, double d)
{
    mpq_t x;
    int sign;

    mpq_init(x);
    mpq_set_d(x, d);
    mpq_mul(x, x, x);
    sign = mpq_cmp(square, x);
    mpq_clear(x);
    return sign;
}

int distance_compare(const mpq_t square, float d)
{
    return compare(square, d);
}

// By halving: floats that are not negative are ordered as their bits are.
float distance_round(const mpq_t square)
{
    union {
        uint32_t bits;
        float value;
    } low = {0}, high = {.value = FLT_MAX};

    if (compare(square, 0x1.ffffffp127) >= 0)
        return HUGE_VALF;
    if (compare(square, FLT_MAX) >= 0)
        return FLT_MAX;
    // low <= root < high
    while (high.bits - low.bits > 1) {
        const uint32_t middle = low.bits + (high.bits - low.bits) / 2;
        union {
            uint32_t bits;
            float value;
        } m = {middle};
        if (compare(square, m.value) >= 0)
            low.bits = middle;
        else
            high.bits = middle;
    }
    const int side = compare(square, ((double)low.value + (double)high.value) / 2.0);
    return side < 0 || (side == 0 && low.bits % 2 == 0) ? low.value : high.value;
}
