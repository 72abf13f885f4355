// Every call of src/simd as an entry of a table, compiled once for each instruction set by calls_<isa>.c, for
// test/kernel/simd/test_calls.c to compare lane by lane.
#ifndef HITSCAN_TEST_SIMD_CALLS_H
#define HITSCAN_TEST_SIMD_CALLS_H

#include <stddef.h>
#include <stdint.h>

// What a call may be given: any bits; floats that are +0 or larger; floats that fit an int32_t; whole numbers of 16
// bits in 32; what mul_add is compared with is one of two numbers.
typedef enum call_domain { CALL_ANY, CALL_NONNEG, CALL_FITS, CALL_16_BITS } call_domain;

// How what it gives is compared: bit by bit, or floats or doubles, among which all NaN are equal; or floats or doubles
// that are rounded once or twice.
typedef enum call_result { CALL_BITS, CALL_FLOATS, CALL_DOUBLES, CALL_FUSED, CALL_FUSED_DOUBLES } call_result;

typedef struct call_input {
    _Alignas(32) float f[4][8];
    _Alignas(32) double d[3][4];
    _Alignas(32) int32_t i[3][8];
    _Alignas(32) uint16_t u[3][16];
    _Alignas(32) uint8_t from[32]; // 0 to 15, or 0x80
    uint32_t slots;                // eight times three bits
    int shift;                     // 0 to 31
    unsigned lane;                 // 0 to 2
} call_input;

typedef union call_output {
    _Alignas(32) float f[16];
    double d[8];
    int32_t i[16];
    uint16_t u[32];
    uint64_t bits[8];
} call_output;

typedef struct simd_call {
    const char* name;
    call_domain domain;
    call_result result;
    void (*run)(const call_input* in, call_output* out);
} simd_call;

typedef struct simd_calls {
    const simd_call* at;
    size_t count;
} simd_calls;

simd_calls simd_calls_portable(void);
simd_calls simd_calls_sse4(void);
simd_calls simd_calls_avx2(void);
simd_calls simd_calls_neon(void);
simd_calls simd_calls_wasm(void);

#endif
