// Sorts large arrays of numbers of 64 or 128 bits, on all threads, in time in proportion to their number.
#ifndef TOOL_INFO_RADIX_SORT_H
#define TOOL_INFO_RADIX_SORT_H

#include <hitscan/task.h>

/// Sort `count` numbers of `words` words of 64 bits (1 or 2, the most significant one first), ascending, by all bits
/// from `low_bit` on; numbers that are equal in these stay in their order.
///
/// @param other  room for as many; its content is lost
/// @param pool   NULL: the calling thread alone. The result is the same
/// @return  `items` or `other`: where the sorted numbers are; NULL when there was no memory to count in
uint64_t* radix_sort(uint64_t* items, uint64_t* other, size_t count, unsigned words, unsigned low_bit,
                     const hit_task_pool* pool);

#endif
