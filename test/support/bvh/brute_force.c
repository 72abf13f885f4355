#include "support/bvh/brute_force.h"

#include "support/oracle/gmp_oracle.h"

#include <hitscan/inline.h>
#include <stdlib.h>
#include <string.h>

// A hit with its exact t = num/den, den > 0, which is made when it is asked for.
typedef struct exact_hit {
    hit_bvh_hit hit;
    mpz_t num, den;
    bool known, on_edge;
} exact_hit;

struct brute_force {
    hit_bvh_kind kind;
    uint32_t count;
    hit_triangle* triangle;
    hit_aabb* aabb;
    hit_obb* obb;
    bool* good;
    double *x, *y, *z, *radius; ///< spheres around the primitives

    hit_ray ray;
    exact_hit* found; ///< mpz numbers are initialised up to `room`
    exact_hit** order;
    hit_bvh_hit* sorted;
    uint32_t hits, room;
    mpz_t p[3][3], d[3], o[3], cross[3], left, right;
};

static void* room_for(size_t count, size_t size)
{
    void* memory = calloc(count + 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

static brute_force* make(hit_bvh_kind kind, uint32_t count)
{
    brute_force* b = room_for(1, sizeof *b);
    b->kind = kind;
    b->count = count;
    b->good = room_for(count, sizeof *b->good);
    b->x = room_for(count, sizeof *b->x), b->y = room_for(count, sizeof *b->y);
    b->z = room_for(count, sizeof *b->z), b->radius = room_for(count, sizeof *b->radius);
    for (int i = 0; i < 3; i++) {
        mpz_inits(b->d[i], b->o[i], b->cross[i], NULL);
        for (int j = 0; j < 3; j++)
            mpz_init(b->p[i][j]);
    }
    mpz_inits(b->left, b->right, NULL);
    return b;
}

void brute_force_free(brute_force* b)
{
    for (uint32_t i = 0; i < b->room; i++)
        mpz_clears(b->found[i].num, b->found[i].den, NULL);
    for (int i = 0; i < 3; i++) {
        mpz_clears(b->d[i], b->o[i], b->cross[i], NULL);
        for (int j = 0; j < 3; j++)
            mpz_clear(b->p[i][j]);
    }
    mpz_clears(b->left, b->right, NULL);
    free(b->triangle);
    free(b->aabb);
    free(b->obb);
    free(b->good);
    free(b->x);
    free(b->y);
    free(b->z);
    free(b->radius);
    free(b->found);
    free(b->order);
    free(b->sorted);
    free(b);
}

// A sphere around a box of doubles, larger than need be.
static void enclose(brute_force* b, uint32_t i, const double lo[3], const double hi[3])
{
    const double x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
    b->x[i] = 0.5 * (lo[0] + hi[0]), b->y[i] = 0.5 * (lo[1] + hi[1]), b->z[i] = 0.5 * (lo[2] + hi[2]);
    b->radius[i] = 0.5000001 * sqrt(x * x + y * y + z * z) + 1e-12 * (fabs(b->x[i]) + fabs(b->y[i]) + fabs(b->z[i]));
}

brute_force* brute_force_triangles(const hit_triangle* triangles, uint32_t count)
{
    brute_force* b = make(HIT_BVH_TRIANGLES, count);
    b->triangle = room_for(count, sizeof *b->triangle);
    for (uint32_t i = 0; i < count; i++) {
        const hit_triangle t = triangles[i];
        const hit_vec3 v[3] = {t.v0, t.v1, t.v2};
        double lo[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, hi[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
        b->triangle[i] = t;
        b->good[i] = hit_vec3_is_finite(t.v0) && hit_vec3_is_finite(t.v1) && hit_vec3_is_finite(t.v2);
        if (!b->good[i])
            continue;
        for (int k = 0; k < 3; k++) {
            const double p[3] = {v[k].x, v[k].y, v[k].z};
            for (int a = 0; a < 3; a++)
                lo[a] = p[a] < lo[a] ? p[a] : lo[a], hi[a] = p[a] > hi[a] ? p[a] : hi[a];
        }
        enclose(b, i, lo, hi);
    }
    return b;
}

brute_force* brute_force_mesh(const test_mesh* m)
{
    hit_triangle* triangles = room_for(m->faces, sizeof *triangles);
    brute_force* b;
    for (uint32_t i = 0; i < m->faces; i++)
        triangles[i] = test_mesh_triangle(m, i);
    b = brute_force_triangles(triangles, m->faces);
    free(triangles);
    return b;
}

brute_force* brute_force_aabbs(const hit_aabb* boxes, uint32_t count)
{
    brute_force* b = make(HIT_BVH_AABBS, count);
    b->aabb = room_for(count, sizeof *b->aabb);
    for (uint32_t i = 0; i < count; i++) {
        const hit_aabb box = boxes[i];
        const double lo[3] = {box.min.x, box.min.y, box.min.z}, hi[3] = {box.max.x, box.max.y, box.max.z};
        b->aabb[i] = box;
        b->good[i] = !hit_aabb_is_empty(box);
        if (b->good[i])
            enclose(b, i, lo, hi);
    }
    return b;
}

// Finite, not empty, and with axes that span space: their determinant, exactly.
static bool obb_is_good(brute_force* b, const hit_obb* obb)
{
    if (!hit_vec3_is_finite(obb->center))
        return false;
    for (int i = 0; i < 3; i++) {
        if (!hit_vec3_is_finite(obb->axis[i]) || !(obb->half[i] >= 0.0f && obb->half[i] <= FLT_MAX))
            return false;
        oracle_set(b->p[i][0], obb->axis[i].x);
        oracle_set(b->p[i][1], obb->axis[i].y);
        oracle_set(b->p[i][2], obb->axis[i].z);
    }
    mpz_set_ui(b->left, 0);
    for (int j = 0; j < 3; j++) {
        const int y = (j + 1) % 3, z = (j + 2) % 3;
        mpz_mul(b->right, b->p[1][y], b->p[2][z]);
        mpz_submul(b->right, b->p[1][z], b->p[2][y]);
        mpz_addmul(b->left, b->p[0][j], b->right);
    }
    return mpz_sgn(b->left) != 0;
}

brute_force* brute_force_obbs(const hit_obb* boxes, uint32_t count)
{
    brute_force* b = make(HIT_BVH_OBBS, count);
    b->obb = room_for(count, sizeof *b->obb);
    for (uint32_t i = 0; i < count; i++) {
        b->obb[i] = boxes[i];
        b->good[i] = obb_is_good(b, &boxes[i]);
        if (!b->good[i])
            continue;
        const hit_aabb bounds = hit_obb_bounds(&boxes[i]);
        const double lo[3] = {bounds.min.x, bounds.min.y, bounds.min.z};
        const double hi[3] = {bounds.max.x, bounds.max.y, bounds.max.z};
        enclose(b, i, lo, hi);
        if (!(b->radius[i] < HUGE_VAL))
            b->x[i] = b->y[i] = b->z[i] = 0.0, b->radius[i] = HUGE_VAL;
    }
    return b;
}

// ---- Exact t --------------------------------------------------------------------------------------------------------

static void set_vector(mpz_t z[3], hit_vec3 v)
{
    oracle_set(z[0], v.x);
    oracle_set(z[1], v.y);
    oracle_set(z[2], v.z);
}

static void make_positive(exact_hit* h)
{
    if (mpz_sgn(h->den) < 0) {
        mpz_neg(h->num, h->num);
        mpz_neg(h->den, h->den);
    }
}

// With the corners p as seen from the origin: weights d·(p[i+1] × p[i+2]), whose sum is the volume, and t =
// p[0]·(p[1] × p[2]) / volume.
static void exact_triangle(brute_force* b, exact_hit* h)
{
    const hit_triangle* t = &b->triangle[h->hit.primitive];
    const hit_vec3 corner[3] = {t->v0, t->v1, t->v2};

    set_vector(b->d, b->ray.direction);
    set_vector(b->o, b->ray.origin);
    for (int i = 0; i < 3; i++) {
        set_vector(b->p[i], corner[i]);
        for (int j = 0; j < 3; j++)
            mpz_sub(b->p[i][j], b->p[i][j], b->o[j]);
    }
    mpz_set_ui(h->num, 0);
    mpz_set_ui(h->den, 0);
    h->on_edge = false;
    for (int i = 0; i < 3; i++) {
        mpz_t* p = b->p[(i + 1) % 3];
        mpz_t* q = b->p[(i + 2) % 3];
        mpz_set_ui(b->left, 0);
        for (int j = 0; j < 3; j++) {
            const int y = (j + 1) % 3, z = (j + 2) % 3;
            mpz_mul(b->cross[j], p[y], q[z]);
            mpz_submul(b->cross[j], p[z], q[y]);
            mpz_addmul(b->left, b->cross[j], b->d[j]);
            if (i == 0)
                mpz_addmul(h->num, b->p[0][j], b->cross[j]);
        }
        mpz_add(h->den, h->den, b->left);
        h->on_edge = h->on_edge || mpz_sgn(b->left) == 0;
    }
    make_positive(h);
}

// t_min for a ray that starts inside, else where it meets the plane of the face.
static void exact_box(brute_force* b, exact_hit* h)
{
    const int axis = h->hit.face / 2;
    const bool high = h->hit.face % 2 != 0;

    h->on_edge = false;
    if (h->hit.face == HIT_FACE_NONE) { // a t_min that is infinite has no rivals but its equals
        oracle_set(h->num, isfinite(b->ray.t_min) ? b->ray.t_min : 0.0f);
        mpz_set_ui(h->den, 1);
        mpz_mul_2exp(h->den, h->den, 149);
        return;
    }
    set_vector(b->d, b->ray.direction);
    set_vector(b->o, b->ray.origin);
    if (b->kind == HIT_BVH_AABBS) {
        const hit_aabb* box = &b->aabb[h->hit.primitive];
        set_vector(b->p[0], high ? box->max : box->min);
        mpz_sub(h->num, b->p[0][axis], b->o[axis]);
        mpz_set(h->den, b->d[axis]);
    } else {
        // ±half = axis·(origin - center) + t·axis·direction, all of degree 2.
        const hit_obb* box = &b->obb[h->hit.primitive];
        set_vector(b->p[0], box->axis[axis]);
        set_vector(b->p[1], box->center);
        oracle_set_degree(h->num, high ? box->half[axis] : -box->half[axis], 2);
        mpz_set_ui(h->den, 0);
        for (int j = 0; j < 3; j++) {
            mpz_sub(b->left, b->p[1][j], b->o[j]);
            mpz_addmul(h->num, b->p[0][j], b->left);
            mpz_addmul(h->den, b->p[0][j], b->d[j]);
        }
    }
    make_positive(h);
}

static void know(brute_force* b, exact_hit* h)
{
    if (h->known)
        return;
    if (b->kind == HIT_BVH_TRIANGLES)
        exact_triangle(b, h);
    else
        exact_box(b, h);
    h->known = true;
}

static int compare_t(brute_force* b, exact_hit* x, exact_hit* y)
{
    if (x->hit.t != y->hit.t) // rounding is monotone
        return x->hit.t < y->hit.t ? -1 : 1;
    know(b, x);
    know(b, y);
    mpz_mul(b->left, x->num, y->den);
    mpz_mul(b->right, y->num, x->den);
    const int order = mpz_cmp(b->left, b->right);
    return (order > 0) - (order < 0);
}

int brute_force_order(brute_force* b, uint32_t hit_a, uint32_t hit_b)
{
    return compare_t(b, b->order[hit_a], b->order[hit_b]);
}

// ---- The query ------------------------------------------------------------------------------------------------------

static bool hit_primitive(const brute_force* b, uint32_t i, hit_bvh_hit* hit)
{
    hit_triangle_hit t;
    hit_span s;

    memset(hit, 0, sizeof *hit);
    hit->primitive = i;
    hit->face = HIT_FACE_NONE;
    if (b->kind == HIT_BVH_TRIANGLES) {
        if (!hit_ray_triangle_exact(&b->ray, &b->triangle[i], &t))
            return false;
        hit->t = t.t, hit->u = t.u, hit->v = t.v, hit->w = t.w, hit->side = t.side;
        return true;
    }
    if (b->kind == HIT_BVH_AABBS ? !hit_ray_aabb_exact(&b->ray, &b->aabb[i], &s) : !hit_ray_obb(b->ray, &b->obb[i], &s))
        return false;
    hit->t = s.t_enter;
    hit->face = s.face_enter;
    hit->side = s.inside ? HIT_SIDE_BACK : HIT_SIDE_FRONT;
    return true;
}

hit_vec3 brute_force_normal(const brute_force* b, const hit_bvh_hit* hit)
{
    const uint32_t i = hit->primitive;
    switch (b->kind) {
    case HIT_BVH_TRIANGLES:
        return hit_triangle_normal(&b->triangle[i]);
    case HIT_BVH_AABBS:
        return hit_aabb_normal(hit->face);
    default:
        return hit_obb_normal(&b->obb[i], hit->face);
    }
}

static bool counts(const hit_bvh_filter* f, const hit_bvh_hit* hit)
{
    if (f == NULL)
        return true;
    if ((f->sides == HIT_SIDES_FRONT && hit->side != HIT_SIDE_FRONT) ||
        (f->sides == HIT_SIDES_BACK && hit->side != HIT_SIDE_BACK))
        return false;
    if (f->masks != NULL && (f->masks[hit->primitive] & f->mask) == 0)
        return false;
    return f->accept == NULL || f->accept(f->accept_context, hit);
}

static void grow(brute_force* b)
{
    const uint32_t room = b->room == 0 ? 64 : 2 * b->room;
    if (b->hits < b->room)
        return;
    b->found = realloc(b->found, room * sizeof *b->found);
    b->order = realloc(b->order, room * sizeof(exact_hit*));
    b->sorted = realloc(b->sorted, room * sizeof *b->sorted);
    if (b->found == NULL || b->order == NULL || b->sorted == NULL)
        abort();
    for (uint32_t i = b->room; i < room; i++)
        mpz_inits(b->found[i].num, b->found[i].den, NULL);
    b->room = room;
}

// The distance of a sphere's centre c from the line, times |d|, is |(c - o) × d|. Its components are off by some 2^-51
// of |c - o||d|, which the last term covers a thousand times. Doubles hold squares of products of two floats without
// over- or underflow.
static bool may_hit(const brute_force* b, uint32_t i, const double o[3], const double d[3], double length)
{
    const double x = b->x[i] - o[0], y = b->y[i] - o[1], z = b->z[i] - o[2];
    const double cx = y * d[2] - z * d[1], cy = z * d[0] - x * d[2], cz = x * d[1] - y * d[0];
    const double limit = (b->radius[i] + 1e-12 * (fabs(x) + fabs(y) + fabs(z))) * length;
    return !(cx * cx + cy * cy + cz * cz > limit * limit);
}

// Merge sort by (exact t, index); the hits come in the order of their indices, and equal ones keep it.
static void sort(brute_force* b)
{
    exact_hit** spare = room_for(b->hits, sizeof(exact_hit*));
    for (uint32_t width = 1; width < b->hits; width *= 2) {
        for (uint32_t begin = 0; begin < b->hits; begin += 2 * width) {
            const uint32_t middle = begin + width < b->hits ? begin + width : b->hits;
            const uint32_t end = middle + width < b->hits ? middle + width : b->hits;
            uint32_t i = begin, j = middle;
            for (uint32_t k = begin; k < end; k++)
                spare[k] = i < middle && (j == end || compare_t(b, b->order[i], b->order[j]) <= 0) ? b->order[i++]
                                                                                                   : b->order[j++];
        }
        memcpy(b->order, spare, b->hits * sizeof(exact_hit*));
    }
    free(spare);
}

// Of hits with equal t, on the same side, that lie on edges, keep the first: they are sorted by index already.
static void keep_unique(brute_force* b)
{
    uint32_t kept = 0, group = 0;
    bool side_taken[2] = {false, false};

    for (uint32_t i = 0; i < b->hits; i++) {
        exact_hit* h = b->order[i];
        if (i == 0 || compare_t(b, b->order[group], h) != 0)
            group = kept, side_taken[0] = side_taken[1] = false;
        know(b, h);
        if (h->on_edge && side_taken[h->hit.side])
            continue;
        side_taken[h->hit.side] = side_taken[h->hit.side] || h->on_edge;
        b->order[kept++] = h;
    }
    b->hits = kept;
}

uint32_t brute_force_all(brute_force* b, hit_ray ray, const hit_bvh_filter* filter, const hit_bvh_hit** hits)
{
    const double o[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
    const double d[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
    const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) * 1.0000001;

    b->ray = ray;
    b->hits = 0;
    for (uint32_t i = 0; i < b->count && hit_ray_is_valid(ray); i++) {
        grow(b);
        if (may_hit(b, i, o, d, length) && b->good[i] && hit_primitive(b, i, &b->found[b->hits].hit) &&
            counts(filter, &b->found[b->hits].hit)) {
            b->found[b->hits].known = false;
            b->hits++;
        }
    }
    for (uint32_t i = 0; i < b->hits; i++)
        b->order[i] = &b->found[i];
    sort(b);
    if (filter != NULL && filter->unique && b->kind == HIT_BVH_TRIANGLES)
        keep_unique(b);
    for (uint32_t i = 0; i < b->hits; i++)
        b->sorted[i] = b->order[i]->hit;
    *hits = b->sorted;
    return b->hits;
}
