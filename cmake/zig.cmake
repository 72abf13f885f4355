# Toolchain: compile for another platform with zig, which brings compilers and C libraries for all of them.
#
# From the environment, which the compiler tests of CMake see as well: ZIG is the program; ZIG_TARGET what it calls the
# platform, as in aarch64-linux-gnu.2.17 or x86_64-windows-gnu; ZIG_TOOLS a folder with programs ar and ranlib that call
# it; ZIG_PREFIX a folder with libraries for that platform. scripts/wheels sets them.
set(zig_target $ENV{ZIG_TARGET})
if(NOT EXISTS "$ENV{ZIG}" OR NOT zig_target)
    message(FATAL_ERROR "cmake/zig.cmake: set ZIG to the program and ZIG_TARGET to the platform: see scripts/wheels")
endif()

string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR ${zig_target})
if(zig_target MATCHES "-linux-")
    set(CMAKE_SYSTEM_NAME Linux)
elseif(zig_target MATCHES "-macos")
    set(CMAKE_SYSTEM_NAME Darwin)
elseif(zig_target MATCHES "-windows-")
    set(CMAKE_SYSTEM_NAME Windows)
else()
    message(FATAL_ERROR "cmake/zig.cmake: what is the platform ${zig_target}?")
endif()

set(CMAKE_C_COMPILER $ENV{ZIG} cc)
set(CMAKE_C_COMPILER_TARGET ${zig_target})
set(CMAKE_AR $ENV{ZIG_TOOLS}/ar)
set(CMAKE_RANLIB $ENV{ZIG_TOOLS}/ranlib)
# Nothing of this machine is for the other one.
set(CMAKE_FIND_ROOT_PATH $ENV{ZIG_PREFIX})
foreach(kind LIBRARY INCLUDE PACKAGE)
    set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
