# What the toolchain files of this folder share. They set `cross_name`, and `cross_prefix` as in aarch64-linux-gnu.
#
# Libraries of others come from build/sysroot/<name>, which scripts/sysroot fills; nothing of this machine is for the
# other one. No C++ compiler is looked for: that of this machine would be found.
set(cross_sysroot ${CMAKE_CURRENT_LIST_DIR}/../build/sysroot/${cross_name})
cmake_path(NORMAL_PATH cross_sysroot)
set(CMAKE_FIND_ROOT_PATH ${cross_sysroot} /usr/${cross_prefix})
set(CMAKE_PREFIX_PATH ${cross_sysroot})
foreach(kind LIBRARY INCLUDE PACKAGE)
    set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_CXX_COMPILER "")
# Some are linked by their plain names (cmake/mesh_io.cmake).
set(CMAKE_EXE_LINKER_FLAGS_INIT -L${cross_sysroot}/lib)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -L${cross_sysroot}/lib)

# Linux on another processor, by the cross compilers that Debian has.
if(cross_processor)
    set(CMAKE_SYSTEM_NAME Linux)
    set(CMAKE_SYSTEM_PROCESSOR ${cross_processor})
    set(CMAKE_C_COMPILER ${cross_prefix}-gcc)
endif()
