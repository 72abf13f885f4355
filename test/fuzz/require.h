// What a fuzzer wants to be true.
#ifndef HITSCAN_FUZZ_REQUIRE_H
#define HITSCAN_FUZZ_REQUIRE_H

// A fuzzer reports what it finds by ending the program.
#define REQUIRE(truth)                                                                                                 \
    do {                                                                                                               \
        if (!(truth))                                                                                                  \
            __builtin_trap();                                                                                          \
    } while (0)

#endif
