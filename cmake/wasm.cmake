# Toolchain: WebAssembly with WASI (clang, lld, wasi-libc, libclang-rt-dev-wasm32), whose programs node runs.
#
# What programs need beyond a library: 64 KiB of stack, which wasm-ld gives, are too few for queries of scenes (docs/
# build.md); below all data an overflow is an error and no silent damage. Memory is there from the start: growing it
# made the WASI of node 20 fail at random. Signals, the clock of the process and its number are those of wasi-libc,
# which does without.
set(cross_name wasm)
set(cross_prefix wasm32-wasi)
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
find_program(HITSCAN_WASM_AR NAMES llvm-ar llvm-ar-16 llvm-ar-15 llvm-ar-14 REQUIRED)
find_program(HITSCAN_WASM_RANLIB NAMES llvm-ranlib llvm-ranlib-16 llvm-ranlib-15 llvm-ranlib-14 REQUIRED)
set(CMAKE_AR ${HITSCAN_WASM_AR})
set(CMAKE_RANLIB ${HITSCAN_WASM_RANLIB})
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
# Without -nostdlibinc clang would go on to the headers of this machine.
set(CMAKE_C_FLAGS_INIT "-nostdlibinc -isystem /usr/include/wasm32-wasi")
string(APPEND CMAKE_C_FLAGS_INIT
    " -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS -D_WASI_EMULATED_GETPID")
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT
    " -Wl,-z,stack-size=1048576 -Wl,--stack-first -Wl,--initial-memory=1073741824 -Wl,--max-memory=4294967296 "
    "-lwasi-emulated-signal -lwasi-emulated-process-clocks -lwasi-emulated-getpid")
set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/../scripts/run-wasi)
