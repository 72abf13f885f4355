// A ray and the image of a box under a placement, by GMP integers.
//
// Every float, and every double that is a place, is an integer times 2^-149; what is multiplied k times is an integer
// times 2^-149k. With the columns c0, c1, c2 of the matrix and a = origin of the ray - origin of the object, a point p
// = a + t·d of the ray has the coordinates r_i·p/det in the object's space, where r_i = c_j × c_k and det = c_i·r_i
// (Cramer).
//
// When det = 0 the image is flat. Its plane goes through the object's origin; the image is the sum of three segments,
// so a point x of the plane lies in it when for each column c, with the direction s = n×c across it,
// |s·(2x - sum of c_j·(min_j + max_j))| <= sum of |s·c_j|·(max_j - min_j).
#include "support/scene/naive_parts.h"
#include "support/oracle/gmp_oracle.h"

typedef struct gmp_scratch {
    bool ready;
    mpz_t column[3][3], a[3], d[3], low[3], high[3], r[3][3], det;
    mpz_t near_num, near_den, far_num, far_den;
    mpz_t p, q, x, y, z, n[3], s[3];
} gmp_scratch;

static gmp_scratch* gmp_scratch_open(void)
{
    static _Thread_local gmp_scratch w;
    if (!w.ready) {
        for (int i = 0; i < 3; i++) {
            mpz_inits(w.a[i], w.d[i], w.low[i], w.high[i], w.n[i], w.s[i], NULL);
            for (int j = 0; j < 3; j++)
                mpz_inits(w.column[i][j], w.r[i][j], NULL);
        }
        mpz_inits(w.det, w.near_num, w.near_den, w.far_num, w.far_den, w.p, w.q, w.x, w.y, w.z, NULL);
        w.ready = true;
    }
    return &w;
}

// x·2^149 for a place.
static void set_place(mpz_t z, double x)
{
    int exponent;
    const double fraction = frexp(x, &exponent);
    const int shift = exponent - 53 + 149;

    mpz_set_d(z, ldexp(fraction, 53));
    if (shift >= 0)
        mpz_mul_2exp(z, z, (mp_bitcnt_t)shift);
    else
        mpz_tdiv_q_2exp(z, z, (mp_bitcnt_t)-shift); // exact: places have no bits below
}

static void dot(mpz_t out, mpz_t a[3], mpz_t b[3])
{
    mpz_mul(out, a[0], b[0]);
    mpz_addmul(out, a[1], b[1]);
    mpz_addmul(out, a[2], b[2]);
}

static void cross(mpz_t out[3], mpz_t a[3], mpz_t b[3])
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        mpz_mul(out[k], a[i], b[j]);
        mpz_submul(out[k], a[j], b[i]);
    }
}

static void load(gmp_scratch* w, const naive_object* object, const hit_dray* ray)
{
    const hit_dvec3 from = naive_round_position(ray->origin),
                    at = naive_round_position(object->object.placement.origin);
    const double o[3] = {from.x, from.y, from.z}, p[3] = {at.x, at.y, at.z};
    const float d[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const hit_aabb box = object->shape.box;
    const float low[3] = {box.min.x, box.min.y, box.min.z}, high[3] = {box.max.x, box.max.y, box.max.z};

    for (int k = 0; k < 3; k++) {
        set_place(w->a[k], o[k]);
        set_place(w->x, p[k]);
        mpz_sub(w->a[k], w->a[k], w->x);
        oracle_set(w->d[k], d[k]);
        oracle_set(w->low[k], low[k]);
        oracle_set(w->high[k], high[k]);
        for (int i = 0; i < 3; i++)
            oracle_set(w->column[i][k], object->object.placement.linear[k][i]);
    }
    for (int i = 0; i < 3; i++)
        cross(w->r[i], w->column[(i + 1) % 3], w->column[(i + 2) % 3]);
    dot(w->det, w->column[0], w->r[0]);
}

// The sign of a/b - c/d, with b and d positive.
static int compare(gmp_scratch* w, const mpz_t a, const mpz_t b, const mpz_t c, const mpz_t d)
{
    mpz_mul(w->x, a, d);
    mpz_mul(w->y, c, b);
    return mpz_cmp(w->x, w->y);
}

// Between the planes of one axis: p/z and q/z are where the line meets them. False when the line is beside them.
static bool clip(gmp_scratch* w, int axis, bool first, int* face)
{
    int sign;

    dot(w->x, w->r[axis], w->a);
    oracle_raise(w->x, 1);
    mpz_mul(w->p, w->low[axis], w->det);
    mpz_sub(w->p, w->p, w->x);
    mpz_mul(w->q, w->high[axis], w->det);
    mpz_sub(w->q, w->q, w->x);
    dot(w->z, w->r[axis], w->d);
    sign = mpz_sgn(w->z);
    if (sign == 0)
        return mpz_sgn(w->p) * mpz_sgn(w->q) <= 0;
    oracle_raise(w->z, 1);
    if (sign < 0)
        mpz_neg(w->z, w->z), mpz_neg(w->p, w->p), mpz_neg(w->q, w->q);
    if (mpz_cmp(w->p, w->q) > 0)
        mpz_swap(w->p, w->q);
    if (first || compare(w, w->p, w->z, w->near_num, w->near_den) > 0) {
        mpz_set(w->near_num, w->p), mpz_set(w->near_den, w->z);
        *face =
            2 * axis + (sign * mpz_sgn(w->det) < 0); // against the axis, the face of the larger coordinate comes first
    }
    if (first || compare(w, w->q, w->z, w->far_num, w->far_den) < 0)
        mpz_set(w->far_num, w->q), mpz_set(w->far_den, w->z);
    return true;
}

static bool solid(gmp_scratch* w, const hit_dray* ray, naive_answer* out)
{
    bool first = true;

    for (int axis = 0; axis < 3; axis++) {
        if (!clip(w, axis, first, &out->face))
            return false;
        first = first && mpz_sgn(w->z) == 0;
    }
    if (compare(w, w->near_num, w->near_den, w->far_num, w->far_den) > 0)
        return false;
    if (isfinite(ray->t_max) && oracle_compare_float(w->near_num, w->near_den, ray->t_max) > 0)
        return false;
    if (isfinite(ray->t_min) && oracle_compare_float(w->far_num, w->far_den, ray->t_min) < 0)
        return false;
    out->inside = isfinite(ray->t_min) && oracle_compare_float(w->near_num, w->near_den, ray->t_min) < 0;
    mpz_set(out->num, w->near_num);
    mpz_set(out->den, w->near_den);
    if (out->inside) {
        oracle_set(out->num, ray->t_min);
        mpz_set_ui(out->den, 1);
        oracle_raise(out->den, 1);
        out->face = HIT_FACE_NONE;
    }
    return true;
}

static bool flat(gmp_scratch* w, const hit_dray* ray, naive_answer* out)
{
    int row = 0;

    while (row < 3 && mpz_sgn(w->r[row][0]) == 0 && mpz_sgn(w->r[row][1]) == 0 && mpz_sgn(w->r[row][2]) == 0)
        row++;
    if (row == 3)
        return false; // a segment or a point
    for (int k = 0; k < 3; k++)
        mpz_set(w->n[k], w->r[row][k]);
    dot(out->den, w->n, w->d);
    if (mpz_sgn(out->den) == 0)
        return false;
    dot(out->num, w->n, w->a);
    mpz_neg(out->num, out->num);
    if (mpz_sgn(out->den) < 0)
        mpz_neg(out->num, out->num), mpz_neg(out->den, out->den);
    if (isfinite(ray->t_min) && oracle_compare_float(out->num, out->den, ray->t_min) < 0)
        return false;
    if (isfinite(ray->t_max) && oracle_compare_float(out->num, out->den, ray->t_max) > 0)
        return false;
    for (int i = 0; i < 3; i++) {
        cross(w->s, w->n, w->column[i]);
        mpz_set_ui(w->p, 0); // s·2x·den = 2·(den·s·a + num·s·d), less the same of the middle
        dot(w->x, w->s, w->a);
        mpz_mul(w->x, w->x, out->den);
        dot(w->y, w->s, w->d);
        mpz_addmul(w->x, w->y, out->num);
        mpz_mul_2exp(w->x, w->x, 1);
        oracle_raise(w->x, 1);
        mpz_set_ui(w->q, 0);
        for (int j = 0; j < 3; j++) {
            dot(w->y, w->s, w->column[j]);
            mpz_add(w->z, w->low[j], w->high[j]);
            mpz_addmul(w->p, w->y, w->z);
            mpz_abs(w->y, w->y);
            mpz_sub(w->z, w->high[j], w->low[j]);
            mpz_addmul(w->q, w->y, w->z);
        }
        mpz_submul(w->x, w->p, out->den);
        mpz_mul(w->q, w->q, out->den);
        if (mpz_cmpabs(w->x, w->q) > 0)
            return false;
    }
    out->face = HIT_FACE_SIDE;
    out->inside = false;
    return true;
}

void naive_box(const naive_object* object, const hit_dray* ray, hit_sides sides, naive_answer* out)
{
    gmp_scratch* w = gmp_scratch_open();
    bool hit;

    load(w, object, ray);
    hit = mpz_sgn(w->det) != 0 ? solid(w, ray, out) : flat(w, ray, out);
    hit = hit && (sides == HIT_SIDES_BOTH || (sides == HIT_SIDES_BACK) == out->inside);
    out->verdict = hit ? NAIVE_HIT : NAIVE_MISS;
    if (hit)
        out->t = oracle_round(out->num, out->den);
}

int naive_order(const naive_answer* a, const naive_answer* b)
{
    gmp_scratch* w = gmp_scratch_open();
    const int order = compare(w, a->num, a->den, b->num, b->den);
    return order != 0 ? order : a->object->id < b->object->id ? -1 : a->object->id > b->object->id;
}

void naive_box_normal(const naive_object* object, int face, long double normal[3])
{
    const float(*m)[3] = object->object.placement.linear;
    long double r[3][3], det = 0.0L, length, best = 0.0L;
    int row = face / 2;

    for (int i = 0; i < 3; i++) {
        const int u = (i + 1) % 3, v = (i + 2) % 3;
        for (int k = 0; k < 3; k++) {
            const int y = (k + 1) % 3, z = (k + 2) % 3;
            r[i][k] = (long double)m[y][u] * (long double)m[z][v] - (long double)m[z][u] * (long double)m[y][v];
            det += i == 0 ? r[0][k] * (long double)m[k][0] : 0.0L;
        }
        length = sqrtl(r[i][0] * r[i][0] + r[i][1] * r[i][1] + r[i][2] * r[i][2]);
        if (face == HIT_FACE_SIDE && length > best)
            best = length, row = i;
    }
    length = sqrtl(r[row][0] * r[row][0] + r[row][1] * r[row][1] + r[row][2] * r[row][2]);
    if (face != HIT_FACE_SIDE && (det < 0.0L) != (face % 2 == 0))
        length = -length;
    for (int k = 0; k < 3; k++)
        normal[k] = r[row][k] / length;
}
