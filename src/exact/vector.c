// Vectors with exact components: see vector.h.
#include "exact/vector.h"

#include "exact/expansion.h"

#include "base/assert.h"

hit_exact_vec3 hit_exact_difference_double(hit_dvec3 from, hit_dvec3 to)
{
    const double terms[3][2] = {{to.x, -from.x}, {to.y, -from.y}, {to.z, -from.z}};
    hit_exact_vec3 v;

    for (int i = 0; i < 3; i++)
        v.n[i] = hit_expansion_from_terms(terms[i], 2, v.part[i]);
    return v;
}

hit_exact_vec3 hit_exact_difference(hit_vec3 from, hit_vec3 to)
{
    return hit_exact_difference_double(hit_dvec3_from(from), hit_dvec3_from(to));
}

size_t hit_exact_dot(const hit_exact_vec3* a, const hit_exact_vec3* b, double out[24])
{
    double term[3][8], scratch[8], sum[16];
    size_t n_term[3], n;

    for (int j = 0; j < 3; j++)
        n_term[j] = hit_expansion_product(a->part[j], a->n[j], b->part[j], b->n[j], term[j], scratch);
    n = hit_expansion_sum(term[0], n_term[0], term[1], n_term[1], sum);
    return hit_expansion_sum(sum, n, term[2], n_term[2], out);
}

// Component i of a×b: a_j·b_k - a_k·b_j. At most 16 parts.
static size_t cross_component(const hit_exact_vec3* a, const hit_exact_vec3* b, int i, double out[16])
{
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    double left[8], right[8], scratch[8];
    const size_t n_left = hit_expansion_product(a->part[j], a->n[j], b->part[k], b->n[k], left, scratch);
    const size_t n_right = hit_expansion_product(a->part[k], a->n[k], b->part[j], b->n[j], right, scratch);
    return hit_expansion_diff(left, n_left, right, n_right, out);
}

void hit_exact_volume(const hit_exact_vec3* a, const hit_exact_vec3* b, const hit_exact_vec3* c, hit_exact_number* out)
{
    double term[3][64], scratch[64], sum[128];
    size_t n_term[3], n_sum;

    for (int i = 0; i < 3; i++) {
        double cross[16];
        const size_t n_cross = cross_component(b, c, i, cross);
        n_term[i] = hit_expansion_product(cross, n_cross, a->part[i], a->n[i], term[i], scratch);
    }
    n_sum = hit_expansion_sum(term[0], n_term[0], term[1], n_term[1], sum);
    out->n = hit_expansion_sum(sum, n_sum, term[2], n_term[2], out->part);
    HIT_ASSERT(out->n <= 192);
}
