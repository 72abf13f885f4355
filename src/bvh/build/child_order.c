// The orders of a node: see child_order.h.
//
// Orders of opposite octants are the same, one the other way round: so there are four to find, side by side. Vectors
// have one number for each of the four. The rank of a child is how many come before it, and an order is the sum of all
// children times 8^rank: less than 2^24, so that floats have it exactly.
#include "bvh/build/child_order.h"

#include "simd/simd.h"

enum { PAIRS = 4, OPPOSITE = 7 };
static const unsigned octant_of[PAIRS] = {0, 1, 2, 4};

// The centers of four children along an axis, in units that do not overflow.
static f32x4 centers(const hit_bvh_node* node, int axis, int first)
{
    const f32x4 eighth = f32x4_splat(0.125f);
    return f32x4_add(f32x4_mul(eighth, f32x4_load_aligned(&node->plane[2 * axis][first])),
                     f32x4_mul(eighth, f32x4_load_aligned(&node->plane[2 * axis + 1][first])));
}

// Where four children lie along the diagonals of the octants. Empty children come last, or first: they are never hit.
static void find_keys(const hit_bvh_node* node, int first, f32x4 key[4])
{
    const f32x4 x = centers(node, 0, first), y = centers(node, 1, first), z = centers(node, 2, first);
    const i32x4 ref = i32x4_load((const int32_t*)&node->ref[first]);
    const i32x4 empty = i32x4_eq(ref, i32x4_splat((int32_t)HIT_BVH_NO_REF));
    const i32x4 last = i32x4_and(empty, i32x4_of_bits(f32x4_splat(HUGE_VALF)));

    key[0] = f32x4_add(f32x4_add(x, y), z);
    key[1] = f32x4_sub(f32x4_add(y, z), x);
    key[2] = f32x4_sub(f32x4_add(x, z), y);
    key[3] = f32x4_sub(f32x4_add(x, y), z);
    for (int p = 0; p < PAIRS; p++)
        key[p] = f32x4_of_bits(i32x4_or(last, i32x4_and_not(i32x4_of_bits(key[p]), empty)));
    f32x4_transpose(key);
}

// 8^rank, as bits: three more to the exponent for each.
static f32x4 power(i32x4 three_ranks)
{
    return f32x4_of_bits(i32x4_shift_left(i32x4_add(three_ranks, i32x4_splat(127)), 23));
}

static void find_orders(const hit_bvh_node* node, uint32_t order[PAIRS], uint32_t opposite[PAIRS])
{
    f32x4 key[HIT_BVH_WIDTH], sum = f32x4_splat(0.0f), opposite_sum = f32x4_splat(0.0f);
    i32x4 rank[HIT_BVH_WIDTH];

    find_keys(node, 0, key);
    find_keys(node, 4, key + 4);
    for (int i = 0; i < HIT_BVH_WIDTH; i++)
        rank[i] = i32x4_splat(HIT_BVH_WIDTH - 1 - i);
    // So far, all children come before those with lower numbers. Each pair that is not so is put right.
    for (int i = 1; i < HIT_BVH_WIDTH; i++)
        for (int j = 0; j < i; j++) {
            const i32x4 after = i32x4_of_mask(f32x4_le(key[j], key[i])); // -1 where it is
            rank[i] = i32x4_sub(rank[i], after);
            rank[j] = i32x4_add(rank[j], after);
        }
    for (int i = 1; i < HIT_BVH_WIDTH; i++) {
        const i32x4 three = i32x4_add(rank[i], i32x4_add(rank[i], rank[i]));
        const i32x4 back = i32x4_sub(i32x4_splat(3 * (HIT_BVH_WIDTH - 1)), three);
        const f32x4 child = f32x4_splat((float)i);
        sum = f32x4_add(sum, f32x4_mul(child, power(three)));
        opposite_sum = f32x4_add(opposite_sum, f32x4_mul(child, power(back)));
    }
    i32x4_store((int32_t*)order, i32x4_from_f32x4(sum));
    i32x4_store((int32_t*)opposite, i32x4_from_f32x4(opposite_sum));
}

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
