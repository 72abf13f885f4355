// The distance from a point to an oriented box without rounding, with integers (exact/big.h).
//
// The distance to the box is the largest of those to the intersections of one, two or three of its six half-spaces
// whose weights are not negative: the nearest point lies on the planes of such a set, and the box lies in each
// intersection. With e_i how far the point is outside of half-space i, whose normal n_i points outward:
//   one:    e_i²/|n_i|²,  e_i > 0
//   two:    |u|²/|n_i×n_j|²,  u = e_i·n_j - e_j·n_i,  n_j·u >= 0 >= n_i·u
//   three:  |x|²/N²,  x = sum of e_i·(n_j×n_k),  each (n_j×n_k)·x >= 0,  N = n_i·(n_j×n_k)
// as in overlap/halfspaces_sphere.c; products of at most eight floats over six. The planes that the nearest point lies
// on in double are tried first: if its weights are right and it lies in the box, it is the one, and the other 25 sets
// need no look. Cost: 5 to 10 microseconds, else 0.1 ms.
#include "base/fpenv.h"
#include "bvh/query/closest.h"

// The normals and excesses of all half-spaces: 2·i is on the positive side of axis i, 2·i + 1 on the other.
typedef struct halfspaces {
    hit_big n[6][3], e[6];
} halfspaces;

static void halfspaces_load(hit_vec3 point, const hit_obb* obb, halfspaces* s)
{
    hit_big w[3];

    hit_big_difference(point, obb->center, w);
    for (int i = 0; i < 6; i++) {
        const hit_vec3 a = obb->axis[i / 2];
        const hit_big h = hit_big_from_float(obb->half[i / 2]);
        hit_big_vector(i % 2 ? hit_vec3_make(-a.x, -a.y, -a.z) : a, s->n[i]);
        const hit_big dot = hit_big_dot(s->n[i], w);
        s->e[i] = hit_big_sub(&dot, &h);
    }
}

// The best so far, and the offset from the nearest point to the given one, times den.
typedef struct best_set {
    hit_closest_square* square;
    hit_big offset[3];
} best_set;

static void keep_larger(best_set* best, const hit_big* num, const hit_big* den, const hit_big offset[3])
{
    HIT_ASSERT(num->sign >= 0 && best->square->den.sign > 0);
    if (hit_big_compare_products(num, &best->square->den, &best->square->num, den) <= 0)
        return;
    best->square->num = *num;
    best->square->den = *den;
    for (int k = 0; k < 3; k++)
        best->offset[k] = offset[k];
}

static void try_one(const halfspaces* s, int i, best_set* best)
{
    hit_big offset[3];

    if (s->e[i].sign <= 0)
        return;
    for (int k = 0; k < 3; k++)
        offset[k] = hit_big_mul(&s->e[i], &s->n[i][k]);
    const hit_big num = hit_big_mul(&s->e[i], &s->e[i]), den = hit_big_dot(s->n[i], s->n[i]);
    keep_larger(best, &num, &den, offset);
}

static void try_two(const halfspaces* s, int i, int j, best_set* best)
{
    hit_big u[3], cross[3], offset[3];

    for (int k = 0; k < 3; k++) {
        const hit_big p = hit_big_mul(&s->e[i], &s->n[j][k]), q = hit_big_mul(&s->e[j], &s->n[i][k]);
        u[k] = hit_big_sub(&p, &q);
    }
    const hit_big weight_i = hit_big_dot(s->n[j], u), weight_j = hit_big_dot(s->n[i], u); // minus that of j
    if (weight_i.sign < 0 || weight_j.sign > 0)
        return;
    for (int k = 0; k < 3; k++) {
        const hit_big p = hit_big_mul(&weight_i, &s->n[i][k]), q = hit_big_mul(&weight_j, &s->n[j][k]);
        offset[k] = hit_big_sub(&p, &q);
    }
    hit_big_cross(s->n[i], s->n[j], cross);
    const hit_big num = hit_big_dot(u, u), den = hit_big_dot(cross, cross);
    keep_larger(best, &num, &den, offset);
}

static void try_three(const halfspaces* s, const int at[3], best_set* best)
{
    hit_big cross[3][3], x[3];

    for (int i = 0; i < 3; i++) {
        hit_big_cross(s->n[at[(i + 1) % 3]], s->n[at[(i + 2) % 3]], cross[i]);
        for (int k = 0; k < 3; k++) {
            const hit_big term = hit_big_mul(&s->e[at[i]], &cross[i][k]);
            x[k] = i == 0 ? term : hit_big_add(&x[k], &term);
        }
    }
    for (int i = 0; i < 3; i++)
        if (hit_big_dot(cross[i], x).sign < 0)
            return;
    const hit_big det = hit_big_dot(s->n[at[0]], cross[0]);
    const hit_big num = hit_big_dot(x, x), den = hit_big_mul(&det, &det);
    for (int k = 0; k < 3; k++)
        x[k] = hit_big_mul(&x[k], &det);
    keep_larger(best, &num, &den, x);
}

// Whether the point that `best` stands for lies in the box: a_k·(w·den - offset) is within ±h_k·den for the other axes.
static bool is_in_box(const halfspaces* s, const best_set* best, const int side[3])
{
    for (int k = 0; k < 3; k++) {
        if (side[k] != 0)
            continue;
        const hit_big along = hit_big_dot(s->n[2 * k], best->offset);
        for (int i = 2 * k; i < 2 * k + 2; i++) {
            // e·den <= n·offset, and n changes its sign with the side.
            const hit_big excess = hit_big_mul(&s->e[i], &best->square->den);
            if ((i % 2 ? hit_big_add(&excess, &along) : hit_big_sub(&excess, &along)).sign > 0)
                return false;
        }
    }
    return true;
}

// Try the halfspaces that the point is on in double. When the weights are not negative and the point is in the box,
// these are the ones.
static bool try_estimate(hit_vec3 point, const hit_obb* obb, const halfspaces* s, best_set* best)
{
    hit_closest_obb_point obb_point;
    int at[3], n = 0;

    hit_closest_obb(point, obb, &obb_point);
    for (int k = 0; k < 3; k++)
        if (obb_point.side[k] != 0)
            at[n++] = 2 * k + (obb_point.side[k] < 0);
    if (n == 1)
        try_one(s, at[0], best);
    else if (n == 2)
        try_two(s, at[0], at[1], best);
    else if (n == 3)
        try_three(s, at, best);
    return best->square->num.sign > 0 && is_in_box(s, best, obb_point.side);
}

static void try_all(const halfspaces* s, best_set* best)
{
    for (int i = 0; i < 6; i++)
        try_one(s, i, best);
    for (int i = 0; i < 6; i++)
        for (int j = i / 2 * 2 + 2; j < 6; j++)
            try_two(s, i, j, best);
    for (int corner = 0; corner < 8; corner++) {
        const int at[3] = {corner & 1, 2 + (corner >> 1 & 1), 4 + (corner >> 2)};
        try_three(s, at, best);
    }
}

HIT_NOINLINE void hit_closest_exact_obb(hit_vec3 point, const hit_obb* obb, hit_closest_square* square,
                                        double nearest[3])
{
    best_set best = {.square = square};
    bool outside = false;
    hit_big p[3];
    halfspaces s;

    halfspaces_load(point, obb, &s);
    square->num = hit_big_from_float(0.0f);
    square->den = hit_big_from_float(1.0f);
    hit_big_vector(hit_vec3_make(0.0f, 0.0f, 0.0f), best.offset);
    for (int i = 0; i < 6; i++)
        outside = outside || s.e[i].sign > 0;
    if (outside && !try_estimate(point, obb, &s, &best))
        try_all(&s, &best);
    if (nearest == NULL)
        return;
    hit_big_vector(point, p);
    for (int k = 0; k < 3; k++) {
        const hit_big scaled = hit_big_mul(&p[k], &square->den), at = hit_big_sub(&scaled, &best.offset[k]);
        nearest[k] = hit_big_ratio(&at, &square->den);
    }
}
