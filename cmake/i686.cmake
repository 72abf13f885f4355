# Toolchain: Linux on 32-bit x86 with SSE2 (gcc-i686-linux-gnu). The x87 does not round as exact code needs it. Where
# this machine is an x86 one it runs the programs itself, with the loader of their C library; else qemu-user does.
set(cross_name i686)
set(cross_processor i686)
set(cross_prefix i686-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse")
if(CMAKE_HOST_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86)$")
    set(CMAKE_CROSSCOMPILING_EMULATOR
        /usr/${cross_prefix}/lib/ld-linux.so.2 --library-path /usr/${cross_prefix}/lib)
else()
    set(CMAKE_CROSSCOMPILING_EMULATOR qemu-i386 -L /usr/${cross_prefix})
endif()
