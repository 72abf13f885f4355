// The orders of a node: see child_order.h.
//
// Orders of opposite octants are the same, one the other way round: so there are four to find, side by side. With SSE2,
// vectors have one number for each of the four; without, it is the same, number by number. The rank of a child is how
// many come before it, and an order is the sum of all children times 8^rank: less than 2^24, so that floats have it
// exactly.
#include "bvh/build/child_order.h"

#include <hitscan/inline.h>
#include <math.h>

enum { PAIRS = 4, OPPOSITE = 7 };
static const unsigned octant_of[PAIRS] = {0, 1, 2, 4};

#ifdef HIT_SSE2_

// The centers of four children along an axis, in units that do not overflow.
static __m128 centers(const hit_bvh_node* node, int axis, int first)
{
    const __m128 eighth = _mm_set1_ps(0.125f);
    return _mm_add_ps(_mm_mul_ps(eighth, _mm_load_ps(&node->plane[2 * axis][first])),
                      _mm_mul_ps(eighth, _mm_load_ps(&node->plane[2 * axis + 1][first])));
}

// Where four children lie along the diagonals of the octants. Empty children come last, or first: they are never hit.
static void find_keys(const hit_bvh_node* node, int first, __m128 key[4])
{
    const __m128 x = centers(node, 0, first), y = centers(node, 1, first), z = centers(node, 2, first);
    const __m128i ref = _mm_load_si128((const __m128i*)(const void*)&node->ref[first]);
    const __m128 empty = _mm_castsi128_ps(_mm_cmpeq_epi32(ref, _mm_set1_epi32(-1)));
    const __m128 last = _mm_and_ps(empty, _mm_set1_ps(HUGE_VALF));

    key[0] = _mm_add_ps(_mm_add_ps(x, y), z);
    key[1] = _mm_sub_ps(_mm_add_ps(y, z), x);
    key[2] = _mm_sub_ps(_mm_add_ps(x, z), y);
    key[3] = _mm_sub_ps(_mm_add_ps(x, y), z);
    for (int p = 0; p < PAIRS; p++)
        key[p] = _mm_or_ps(last, _mm_andnot_ps(empty, key[p]));
    _MM_TRANSPOSE4_PS(key[0], key[1], key[2], key[3]);
}

// 8^rank, as bits: three more to the exponent for each.
static __m128 power(__m128i three_ranks)
{
    return _mm_castsi128_ps(_mm_slli_epi32(_mm_add_epi32(three_ranks, _mm_set1_epi32(127)), 23));
}

static void find_orders(const hit_bvh_node* node, uint32_t order[PAIRS], uint32_t opposite[PAIRS])
{
    __m128 key[HIT_BVH_WIDTH], sum = _mm_setzero_ps(), opposite_sum = _mm_setzero_ps();
    __m128i rank[HIT_BVH_WIDTH];

    find_keys(node, 0, key);
    find_keys(node, 4, key + 4);
    for (int i = 0; i < HIT_BVH_WIDTH; i++)
        rank[i] = _mm_set1_epi32(HIT_BVH_WIDTH - 1 - i);
    // So far, all children come before those with lower numbers. Each pair that is not so is put right.
    for (int i = 1; i < HIT_BVH_WIDTH; i++)
        for (int j = 0; j < i; j++) {
            const __m128i after = _mm_castps_si128(_mm_cmple_ps(key[j], key[i])); // -1 where it is
            rank[i] = _mm_sub_epi32(rank[i], after);
            rank[j] = _mm_add_epi32(rank[j], after);
        }
    for (int i = 1; i < HIT_BVH_WIDTH; i++) {
        const __m128i three = _mm_add_epi32(rank[i], _mm_add_epi32(rank[i], rank[i]));
        const __m128i back = _mm_sub_epi32(_mm_set1_epi32(3 * (HIT_BVH_WIDTH - 1)), three);
        const __m128 child = _mm_set1_ps((float)i);
        sum = _mm_add_ps(sum, _mm_mul_ps(child, power(three)));
        opposite_sum = _mm_add_ps(opposite_sum, _mm_mul_ps(child, power(back)));
    }
    _mm_storeu_si128((__m128i*)(void*)order, _mm_cvtps_epi32(sum));
    _mm_storeu_si128((__m128i*)(void*)opposite, _mm_cvtps_epi32(opposite_sum));
}

#else

static void find_keys(const hit_bvh_node* node, int child, float key[PAIRS])
{
    float at[3];

    for (int k = 0; k < 3; k++)
        at[k] = 0.125f * node->plane[2 * k][child] + 0.125f * node->plane[2 * k + 1][child];
    key[0] = at[0] + at[1] + at[2];
    key[1] = at[1] + at[2] - at[0];
    key[2] = at[0] + at[2] - at[1];
    key[3] = at[0] + at[1] - at[2];
    for (int p = 0; p < PAIRS && node->ref[child] == HIT_BVH_NO_REF; p++)
        key[p] = HUGE_VALF;
}

static void find_orders(const hit_bvh_node* node, uint32_t order[PAIRS], uint32_t opposite[PAIRS])
{
    float key[HIT_BVH_WIDTH][PAIRS];

    for (int child = 0; child < HIT_BVH_WIDTH; child++)
        find_keys(node, child, key[child]);
    for (int p = 0; p < PAIRS; p++) {
        order[p] = opposite[p] = 0;
        for (uint32_t i = 0; i < HIT_BVH_WIDTH; i++) {
            unsigned rank = 0;
            for (uint32_t j = 0; j < HIT_BVH_WIDTH; j++)
                rank += j < i ? key[j][p] <= key[i][p] : j > i && !(key[i][p] <= key[j][p]);
            order[p] += i << 3 * rank;
            opposite[p] += i << 3 * (HIT_BVH_WIDTH - 1 - rank);
        }
    }
}

#endif

void hit_bvh_order_children(hit_bvh_node* node)
{
    uint32_t order[PAIRS], opposite[PAIRS];

    find_orders(node, order, opposite);
    for (int p = 0; p < PAIRS; p++) {
        HIT_ASSERT(hit_bvh_order_is_permutation(order[p]) && hit_bvh_order_is_permutation(opposite[p]));
        node->order[octant_of[p]] = order[p];
        node->order[octant_of[p] ^ OPPOSITE] = opposite[p];
    }
}

bool hit_bvh_order_is_permutation(uint32_t order)
{
    unsigned seen = 0;
    for (int i = 0; i < HIT_BVH_WIDTH; i++)
        seen |= 1u << (order >> 3 * i & 7u);
    return seen == 0xffu && order >> 24 == 0;
}
