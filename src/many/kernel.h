// The kernels' interface: discard what a ray certainly misses.
//
// A kernel never decides a hit. It marks the survivors among some boxes: those that float arithmetic with a proven
// error bound cannot rule out. The driver decides the survivors exactly, so a kernel is right as long as it discards no
// box that can win. All kernels give the same survivors, bit by bit; ray_aabbs_kernel.h has
// the proof.
//
// Kernels require the environment of base/fpenv.h, and a ray for which hit_many_ray_make returned true.
#ifndef HITSCAN_MANY_KERNEL_H
#define HITSCAN_MANY_KERNEL_H

#include "many/boxes.h"

// The two ends of a box along the ray: "low" is the corner of the face min.x and of the faces that the ray crosses on
// the same end, "high" the opposite corner. One of them is the entry, the other the exit.
enum {
    HIT_MANY_Y_OPPOSES_X = 1, ///< max.y is at the low end, min.y at the high end
    HIT_MANY_Z_OPPOSES_X = 2  ///< max.z is at the low end, min.z at the high end
};

// A ray prepared for kernels: per face of a box the origin and a scale, in the order in which a box is stored (min.x
// min.y, min.z max.x, max.y max.z), each pair twice, for kernels that take two boxes per vector.
typedef struct hit_many_ray {
    hit_vec3 inverse;  ///< 1/d; for the driver
    float origin[12];  ///< x y x y, z x z x, y z y z
    float scale[12];   ///< 1/|d|, negated for the faces of max; padded for exits of a forward ray
    float low, high;   ///< what the maximum over an end starts with: t_min at the entry, minus the limit at the exit
    unsigned relation; ///< HIT_MANY_Y_OPPOSES_X and HIT_MANY_Z_OPPOSES_X
    bool low_is_exit;  ///< the direction's x has its sign bit set
    bool forward;      ///< t_min >= 0, which makes the filter cheaper
} hit_many_ray;

// The error bound, relative and absolute: ray_aabbs_kernel.h shows that it suffices.
#define HIT_MANY_PAD 0x1p-20f
#define HIT_MANY_TINY 0x1p-140f

// Prepare a valid ray. False when its origin or direction is outside the range in which the error bound holds: |origin|
// <= 2^100, each component of the direction 0 or of a size in [2^-100, 2^100]. No kernel may be used then.
bool hit_many_ray_make(const hit_ray* ray, hit_many_ray* out);

// From now on discard boxes that are certainly entered after any number that rounds to t.
void hit_many_ray_limit(hit_many_ray* ray, float t);

// Look for survivors in the groups of eight that start at begin, begin + 8, ... up to the last box. Returns the first
// box of the first group that has some, and sets bit i of `survivors` for box i of the group; returns count, and leaves
// `survivors`, when there are none. begin <= count. For the nearest box: the limit can be set after each group that is
// found.
typedef size_t hit_many_scan(const hit_many_ray* ray, const hit_many_boxes* boxes, size_t begin, unsigned* survivors);

// Set bit i % 64 of survivors[i / 64] for each box i that survives, and clear the others. All (count + 63) / 64 words
// are written. For all hits: without a branch that depends on the data, since to stop at a survivor costs some 35 ns (a
// mispredicted branch, and a pipeline to be filled again).
typedef void hit_many_mark(const hit_many_ray* ray, const hit_many_boxes* boxes, uint64_t* survivors);

typedef struct hit_many_kernel {
    hit_many_scan* scan;
    hit_many_mark* mark;
} hit_many_kernel;

hit_many_scan hit_many_scan_portable;
hit_many_mark hit_many_mark_portable;
hit_many_scan hit_many_scan_sse4;
hit_many_mark hit_many_mark_sse4;
hit_many_scan hit_many_scan_avx2;
hit_many_scan hit_many_scan_neon;
hit_many_scan hit_many_scan_wasm;
hit_many_mark hit_many_mark_avx2;
hit_many_mark hit_many_mark_neon;
hit_many_mark hit_many_mark_wasm;

// The kernel for hit_cpu_in_use().
hit_many_kernel hit_many_kernel_in_use(void);

#endif
