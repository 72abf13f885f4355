# Compiler flags: hitscan_flags is linked privately by every target of this project and never exported.
#
# The answers must be the same bits for every compiler and every optimisation level, so contraction and
# fast-math are switched off here, and nothing may switch them on again.
include(CheckCCompilerFlag)
include(CheckLibraryExists)

add_library(hitscan_flags INTERFACE)
if(CMAKE_VERSION VERSION_LESS 3.21) # which does not know C17
    unset(CMAKE_C_STANDARD)
    target_compile_options(hitscan_flags INTERFACE $<$<COMPILE_LANGUAGE:C>:-std=c17>)
else()
    set(CMAKE_C_STANDARD 17)
    set(CMAKE_C_STANDARD_REQUIRED ON)
    set(CMAKE_C_EXTENSIONS OFF)
endif()
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
    set(HITSCAN_X86_64 ON)
else()
    set(HITSCAN_X86_64 OFF)
endif()
set(HITSCAN_ARM64 OFF)
set(HITSCAN_WASM_SIMD OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND NOT MSVC)
    set(HITSCAN_ARM64 ON)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^wasm")
    # A module with these instructions does not load where they are missing: HITSCAN_PORTABLE_ONLY is for those.
    set(HITSCAN_WASM_SIMD ON)
endif()
check_library_exists(m cbrt "" HITSCAN_LIBM)

# Files of any size where long has 32 bits.
if(WIN32 OR (UNIX AND CMAKE_SIZEOF_VOID_P EQUAL 4))
    target_compile_definitions(hitscan_flags INTERFACE _FILE_OFFSET_BITS=64)
endif()

if(NOT MSVC)
    # Without errno, sqrt is one instruction; its value is the same.
    target_compile_options(hitscan_flags INTERFACE -ffp-contract=off -fno-fast-math -fno-math-errno
        -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Wcast-qual -Wvla
        -Wpointer-arith -Wwrite-strings -Wformat=2 -Wimplicit-fallthrough -Wdate-time
        $<$<C_COMPILER_ID:GNU>:-Wduplicated-cond> $<$<C_COMPILER_ID:GNU>:-Wlogical-op>
        $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
        $<$<COMPILE_LANGUAGE:C>:-Wold-style-definition>)
    if(MINGW)
        # Its isfinite converts in a branch that is never taken, and gcc takes formats for those of Windows' own printf.
        # Elsewhere both are checked.
        target_compile_options(hitscan_flags INTERFACE -Wno-float-conversion -Wno-format)
        target_compile_definitions(hitscan_flags INTERFACE __USE_MINGW_ANSI_STDIO=1)
    endif()
    if(HITSCAN_WERROR)
        target_compile_options(hitscan_flags INTERFACE -Werror)
    endif()
endif()

# Invariants: HIT_ASSERT in the library, assert in the command.
if(HITSCAN_ASSERTS)
    target_compile_definitions(hitscan_flags INTERFACE HITSCAN_ASSERTS)
    target_compile_options(hitscan_flags INTERFACE -UNDEBUG)
endif()

if(HITSCAN_SANITIZE)
    # Where variables live is of no use to a report of a sanitizer, and takes gcc minutes to find out for the kernels.
    target_compile_options(hitscan_flags INTERFACE
        -fsanitize=${HITSCAN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g
        $<$<C_COMPILER_ID:GNU>:-fno-var-tracking>)
    target_link_options(hitscan_flags INTERFACE -fsanitize=${HITSCAN_SANITIZE})
elseif(UNIX)
    # Hardening, in optimised builds. The linker options are for the shared library and for programs.
    set(harden -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    foreach(flag -fstack-clash-protection -fcf-protection)
        string(MAKE_C_IDENTIFIER "HITSCAN_FLAG${flag}" known)
        check_c_compiler_flag("-Werror ${flag}" ${known})
        if(${known})
            list(APPEND harden ${flag})
        endif()
    endforeach()
    target_compile_options(hitscan_flags INTERFACE
        "$<$<OR:$<CONFIG:Release>,$<CONFIG:RelWithDebInfo>>:${harden}>")
    if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
        target_link_options(hitscan_flags INTERFACE -Wl,-z,relro,-z,now -Wl,--no-undefined -Wl,-z,noexecstack)
    endif()
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES C)
endif()

if(HITSCAN_COVERAGE)
    target_compile_options(hitscan_flags INTERFACE --coverage -fprofile-update=atomic)
    target_link_options(hitscan_flags INTERFACE --coverage)
endif()
