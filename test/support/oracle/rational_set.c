#include "support/oracle/rational_set.h"

void rational_set_init(rational_set* set)
{
    set->count = 0;
    for (int i = 0; i < RATIONAL_SET_ROWS; i++) {
        mpq_inits(set->a[i][0], set->a[i][1], set->a[i][2], set->b[i], NULL);
    }
}

void rational_set_clear(rational_set* set)
{
    for (int i = 0; i < RATIONAL_SET_ROWS; i++)
        mpq_clears(set->a[i][0], set->a[i][1], set->a[i][2], set->b[i], NULL);
}

static void set_vector(mpq_t out[3], hit_vec3 v)
{
    mpq_set_d(out[0], v.x);
    mpq_set_d(out[1], v.y);
    mpq_set_d(out[2], v.z);
}

static void init_vector(mpq_t v[3])
{
    mpq_inits(v[0], v[1], v[2], NULL);
}

static void clear_vector(mpq_t v[3])
{
    mpq_clears(v[0], v[1], v[2], NULL);
}

// out = a·x over d components
static void dot(mpq_t out, const mpq_t a[3], const mpq_t x[3], int d)
{
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < d; k++) {
        mpq_mul(term, a[k], x[k]);
        mpq_add(out, out, term);
    }
    mpq_clear(term);
}

void rational_set_add_plane(rational_set* set, hit_plane plane)
{
    const int i = set->count++;
    set_vector(set->a[i], plane.normal);
    mpq_set_d(set->b[i], plane.offset);
}

void rational_set_add_frustum(rational_set* set, const hit_frustum* frustum)
{
    for (int i = 0; i < 6; i++)
        rational_set_add_plane(set, frustum->plane[i]);
}

void rational_set_add_aabb(rational_set* set, hit_aabb box)
{
    const float low[3] = {box.min.x, box.min.y, box.min.z}, high[3] = {box.max.x, box.max.y, box.max.z};
    for (int k = 0; k < 3; k++) {
        hit_plane p = {{0, 0, 0}, low[k]};
        (&p.normal.x)[k] = 1;
        rational_set_add_plane(set, p);
        (&p.normal.x)[k] = -1;
        p.offset = -high[k];
        rational_set_add_plane(set, p);
    }
}

void rational_set_add_obb(rational_set* set, const hit_obb* obb)
{
    mpq_t c[3], h, middle;

    init_vector(c);
    mpq_inits(h, middle, NULL);
    set_vector(c, obb->center);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(h, obb->half[k]);
        for (int side = 0; side < 2; side++) {
            const int i = set->count++;
            set_vector(set->a[i], obb->axis[k]);
            for (int j = 0; j < 3 && side; j++)
                mpq_neg(set->a[i][j], set->a[i][j]);
            dot(middle, (const mpq_t*)set->a[i], (const mpq_t*)c, 3);
            mpq_sub(set->b[i], middle, h);
        }
    }
    clear_vector(c);
    mpq_clears(h, middle, NULL);
}

// Find a point of the first `count` constraints in d dimensions.
static bool find(const mpq_t (*a)[3], const mpq_t* b, int count, int d, mpq_t x[3])
{
    mpq_t value, factor, term, y[3], sub_a[RATIONAL_SET_ROWS][3], sub_b[RATIONAL_SET_ROWS];
    bool found = true;

    mpq_inits(value, factor, term, NULL);
    init_vector(y);
    for (int i = 0; i < RATIONAL_SET_ROWS; i++) {
        init_vector(sub_a[i]);
        mpq_init(sub_b[i]);
    }
    for (int k = 0; k < d; k++)
        mpq_set_ui(x[k], 0, 1);
    for (int i = 0; i < count && found; i++) {
        int pivot = 0;
        dot(value, a[i], (const mpq_t*)x, d);
        if (mpq_cmp(value, b[i]) >= 0)
            continue;
        while (pivot < d && mpq_sgn(a[i][pivot]) == 0)
            pivot++;
        found = pivot < d;
        if (!found)
            break;
        // x[pivot] = (b - sum of the others) / a[pivot] in all constraints before this one.
        for (int r = 0; r < i; r++) {
            int column = 0;
            mpq_div(factor, a[r][pivot], a[i][pivot]);
            for (int k = 0; k < d; k++) {
                if (k == pivot)
                    continue;
                mpq_mul(term, factor, a[i][k]);
                mpq_sub(sub_a[r][column++], a[r][k], term);
            }
            mpq_mul(term, factor, b[i]);
            mpq_sub(sub_b[r], b[r], term);
        }
        found = find((const mpq_t(*)[3])sub_a, (const mpq_t*)sub_b, i, d - 1, y);
        if (!found)
            break;
        mpq_set(value, b[i]);
        for (int k = 0, column = 0; k < d; k++) {
            if (k == pivot)
                continue;
            mpq_set(x[k], y[column++]);
            mpq_mul(term, a[i][k], x[k]);
            mpq_sub(value, value, term);
        }
        mpq_div(x[pivot], value, a[i][pivot]);
    }
    mpq_clears(value, factor, term, NULL);
    clear_vector(y);
    for (int i = 0; i < RATIONAL_SET_ROWS; i++) {
        clear_vector(sub_a[i]);
        mpq_clear(sub_b[i]);
    }
    return found;
}

bool rational_set_has_point(const rational_set* set)
{
    mpq_t x[3];
    bool found;

    init_vector(x);
    found = find((const mpq_t(*)[3])set->a, (const mpq_t*)set->b, set->count, 3, x);
    clear_vector(x);
    return found;
}

// Solve m·y = v for a symmetric positive m of n rows; false when it is singular.
static bool solve(mpq_t m[3][4], int n)
{
    mpq_t factor, term;
    bool regular = true;

    mpq_inits(factor, term, NULL);
    for (int i = 0; i < n && regular; i++) {
        regular = mpq_sgn(m[i][i]) != 0;
        for (int r = 0; r < n && regular; r++) {
            if (r == i)
                continue;
            mpq_div(factor, m[r][i], m[i][i]);
            for (int k = i; k <= n; k++) {
                mpq_mul(term, factor, m[i][k]);
                mpq_sub(m[r][k], m[r][k], term);
            }
            // Columns are kept in the last place of a row of four.
        }
    }
    for (int i = 0; i < n && regular; i++)
        mpq_div(m[i][n], m[i][n], m[i][i]);
    mpq_clears(factor, term, NULL);
    return regular;
}

// The point nearest to c on the planes of the constraints on[0..n-1]; false when these are not independent.
static bool project(const rational_set* set, const mpq_t c[3], const int* on, int n, mpq_t x[3])
{
    mpq_t m[3][4], term;
    bool regular;

    mpq_init(term);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            mpq_init(m[i][k]);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            dot(m[i][k], set->a[on[i]], set->a[on[k]], 3);
        dot(term, set->a[on[i]], c, 3);
        mpq_sub(m[i][n], set->b[on[i]], term);
    }
    regular = solve(m, n);
    for (int k = 0; k < 3 && regular; k++) {
        mpq_set(x[k], c[k]);
        for (int i = 0; i < n; i++) {
            mpq_mul(term, m[i][n], set->a[on[i]][k]);
            mpq_add(x[k], x[k], term);
        }
    }
    mpq_clear(term);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            mpq_clear(m[i][k]);
    return regular;
}

// The point nearest to c of the first `count` constraints that lies on the planes on[0..n-1]; false when there is none.
static bool nearest(const rational_set* set, const mpq_t c[3], int* on, int n, int count, mpq_t x[3])
{
    mpq_t value;
    bool found = project(set, c, on, n, x);

    mpq_init(value);
    for (int i = 0; i < count && found; i++) {
        dot(value, set->a[i], (const mpq_t*)x, 3);
        if (mpq_cmp(value, set->b[i]) >= 0)
            continue;
        // With three planes there is no freedom left; nor is there if this one is a combination of the others.
        found = n < 3;
        if (found) {
            on[n] = i;
            found = nearest(set, c, on, n + 1, i, x);
        }
    }
    mpq_clear(value);
    return found;
}

bool rational_set_distance2(const rational_set* set, hit_vec3 point, mpq_t square)
{
    mpq_t c[3], x[3];
    int on[3];
    bool found;

    init_vector(c);
    init_vector(x);
    set_vector(c, point);
    found = nearest(set, (const mpq_t*)c, on, 0, set->count, x);
    if (found) {
        for (int k = 0; k < 3; k++)
            mpq_sub(x[k], x[k], c[k]);
        dot(square, (const mpq_t*)x, (const mpq_t*)x, 3);
    }
    clear_vector(c);
    clear_vector(x);
    return found;
}

bool rational_set_meets_sphere(const rational_set* set, hit_sphere sphere)
{
    mpq_t d, r;
    bool meets;

    mpq_inits(d, r, NULL);
    mpq_set_d(r, sphere.radius);
    mpq_mul(r, r, r);
    meets = rational_set_distance2(set, sphere.center, d) && mpq_cmp(d, r) <= 0;
    mpq_clears(d, r, NULL);
    return meets;
}

bool rational_set_meets_triangle(const rational_set* set, const hit_triangle* triangle)
{
    const hit_vec3 corner[3] = {triangle->v0, triangle->v1, triangle->v2};
    rational_set plane;
    mpq_t p[3], f[3];
    bool meets;

    // Weights s and t of v1 and v2 with s, t >= 0 and s + t <= 1.
    rational_set_init(&plane);
    init_vector(p);
    init_vector(f);
    plane.count = 3 + set->count;
    mpq_set_si(plane.a[0][0], 1, 1);
    mpq_set_si(plane.a[1][1], 1, 1);
    mpq_set_si(plane.a[2][0], -1, 1);
    mpq_set_si(plane.a[2][1], -1, 1);
    mpq_set_si(plane.b[2], -1, 1);
    for (int i = 0; i < set->count; i++) {
        for (int k = 0; k < 3; k++) {
            set_vector(p, corner[k]);
            dot(f[k], set->a[i], (const mpq_t*)p, 3);
        }
        mpq_sub(plane.a[3 + i][0], f[1], f[0]);
        mpq_sub(plane.a[3 + i][1], f[2], f[0]);
        mpq_sub(plane.b[3 + i], set->b[i], f[0]);
    }
    meets = find((const mpq_t(*)[3])plane.a, (const mpq_t*)plane.b, plane.count, 2, p);
    clear_vector(p);
    clear_vector(f);
    rational_set_clear(&plane);
    return meets;
}

static bool holds_point(const rational_set* set, const mpq_t p[3])
{
    mpq_t value;
    bool holds = true;

    mpq_init(value);
    for (int i = 0; i < set->count && holds; i++) {
        dot(value, set->a[i], p, 3);
        holds = mpq_cmp(value, set->b[i]) >= 0;
    }
    mpq_clear(value);
    return holds;
}

bool rational_set_contains_aabb(const rational_set* set, hit_aabb box)
{
    mpq_t p[3];
    bool holds = true;

    init_vector(p);
    for (int i = 0; i < 8 && holds; i++) {
        const hit_vec3 corner = {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                                 i & 4 ? box.max.z : box.min.z};
        set_vector(p, corner);
        holds = holds_point(set, (const mpq_t*)p);
    }
    clear_vector(p);
    return holds;
}

// Each corner solves axis[k]·(p - center) = ±half[k]: the planes of three constraints of the box.
bool rational_set_contains_obb(const rational_set* set, const hit_obb* obb)
{
    rational_set box;
    mpq_t origin[3], p[3];
    bool holds = true;

    rational_set_init(&box);
    init_vector(origin);
    init_vector(p);
    rational_set_add_obb(&box, obb);
    for (int i = 0; i < 8 && holds; i++) {
        const int on[3] = {i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2)};
        holds = project(&box, (const mpq_t*)origin, on, 3, p) && holds_point(set, (const mpq_t*)p);
    }
    rational_set_clear(&box);
    clear_vector(origin);
    clear_vector(p);
    return holds;
}

bool rational_set_contains_sphere(const rational_set* set, hit_sphere sphere)
{
    mpq_t c[3], gap, n2, r;
    bool holds = true;

    init_vector(c);
    mpq_inits(gap, n2, r, NULL);
    set_vector(c, sphere.center);
    for (int i = 0; i < set->count && holds; i++) {
        dot(gap, set->a[i], (const mpq_t*)c, 3);
        mpq_sub(gap, gap, set->b[i]);
        dot(n2, set->a[i], set->a[i], 3);
        mpq_set_d(r, sphere.radius);
        mpq_mul(r, r, r);
        mpq_mul(r, r, n2);
        holds = mpq_sgn(gap) >= 0;
        mpq_mul(gap, gap, gap);
        holds = holds && mpq_cmp(gap, r) >= 0;
    }
    clear_vector(c);
    mpq_clears(gap, n2, r, NULL);
    return holds;
}

bool rational_set_contains_triangle(const rational_set* set, const hit_triangle* triangle)
{
    const hit_vec3 corner[3] = {triangle->v0, triangle->v1, triangle->v2};
    mpq_t p[3];
    bool holds = true;

    init_vector(p);
    for (int k = 0; k < 3 && holds; k++) {
        set_vector(p, corner[k]);
        holds = holds_point(set, (const mpq_t*)p);
    }
    clear_vector(p);
    return holds;
}

bool rational_sphere_contains_obb(hit_sphere sphere, const hit_obb* obb)
{
    rational_set box;
    mpq_t c[3], p[3], d, r;
    bool holds = true;

    rational_set_init(&box);
    init_vector(c);
    init_vector(p);
    mpq_inits(d, r, NULL);
    rational_set_add_obb(&box, obb);
    set_vector(c, sphere.center);
    mpq_set_d(r, sphere.radius);
    mpq_mul(r, r, r);
    for (int i = 0; i < 8 && holds; i++) {
        const int on[3] = {i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2)};
        project(&box, (const mpq_t*)c, on, 3, p);
        for (int k = 0; k < 3; k++)
            mpq_sub(p[k], p[k], c[k]);
        dot(d, (const mpq_t*)p, (const mpq_t*)p, 3);
        holds = mpq_cmp(d, r) <= 0;
    }
    rational_set_clear(&box);
    clear_vector(c);
    clear_vector(p);
    mpq_clears(d, r, NULL);
    return holds;
}
