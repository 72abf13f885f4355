// Vectors with exact components: see vector.h.
#include "exact/vector.h"

#include "exact/expansion.h"

hit_exact_vec3 hit_exact_difference(hit_vec3 from, hit_vec3 to)
{
    const double terms[3][2] = {{(double)to.x, -(double)from.x}, {(double)to.y, -(double)from.y}, {(double)to.z, -(double)from.z}};
    hit_exact_vec3 v;

    for (int i = 0; i < 3; i++)
        v.n[i] = hit_expansion_from_terms(terms[i], 2, v.part[i]);
    return v;
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
