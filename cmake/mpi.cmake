# The library hitscan_mpi: trees and batches over the ranks of an MPI program. It stands beside the core, which knows
# nothing of MPI, and is built where MPI is found. `hitscan_mpi_command` is what the command loads when a launcher
# started it (tools/hitscan/cluster): a module, as libmpi takes longer to load than most answers take.
set(HITSCAN_HAVE_MPI OFF)
if(HITSCAN_WITH_MPI AND UNIX)
    find_package(MPI QUIET COMPONENTS C)
endif()
if(NOT HITSCAN_WITH_MPI OR NOT MPI_C_FOUND OR MPI_C_VERSION VERSION_LESS 3)
    return()
endif()
set(HITSCAN_HAVE_MPI ON)

# Its header is a system header: what it declares is not held against us.
add_library(hitscan_mpi_needs INTERFACE)
target_include_directories(hitscan_mpi_needs SYSTEM INTERFACE ${MPI_C_INCLUDE_DIRS})
target_compile_definitions(hitscan_mpi_needs INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)

file(GLOB_RECURSE hitscan_mpi_sources CONFIGURE_DEPENDS src/mpi/*.c)
# As hitscan_io, it has copies of the few pieces of the core that the core keeps to itself.
set(hitscan_mpi_base_sources ${hitscan_sources})
list(FILTER hitscan_mpi_base_sources INCLUDE REGEX "/src/base/(fail|memory)\\.c$")
add_library(hitscan_mpi_objects OBJECT ${hitscan_mpi_sources})
add_library(hitscan_mpi_base OBJECT ${hitscan_mpi_base_sources})
foreach(target hitscan_mpi_objects hitscan_mpi_base)
    set_target_properties(${target} PROPERTIES
        POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden UNITY_BUILD OFF)
    target_include_directories(${target} PRIVATE include ${PROJECT_BINARY_DIR}/include src)
    target_link_libraries(${target} PRIVATE hitscan_flags hitscan_mpi_needs)
endforeach()

add_library(hitscan_mpi_static STATIC $<TARGET_OBJECTS:hitscan_mpi_objects>)
add_library(hitscan_mpi_shared SHARED $<TARGET_OBJECTS:hitscan_mpi_objects> $<TARGET_OBJECTS:hitscan_mpi_base>)
get_target_property(soversion hitscan_shared SOVERSION)
foreach(kind static shared)
    set_target_properties(hitscan_mpi_${kind} PROPERTIES
        OUTPUT_NAME hitscan_mpi EXPORT_NAME mpi_${kind} LINKER_LANGUAGE C)
    # Who includes hitscan/mpi.h needs mpi.h: MPI is part of the interface.
    target_link_libraries(hitscan_mpi_${kind} PUBLIC hitscan_${kind} MPI::MPI_C)
    add_library(hitscan::mpi_${kind} ALIAS hitscan_mpi_${kind})
endforeach()
target_link_libraries(hitscan_mpi_shared PRIVATE $<BUILD_INTERFACE:hitscan_flags>)
set_target_properties(hitscan_mpi_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${soversion})
if(APPLE)
    set_target_properties(hitscan_mpi_shared PROPERTIES INSTALL_RPATH "@loader_path")
else()
    set_target_properties(hitscan_mpi_shared PROPERTIES INSTALL_RPATH "$ORIGIN")
endif()
if(BUILD_SHARED_LIBS)
    add_library(hitscan::mpi ALIAS hitscan_mpi_shared)
else()
    add_library(hitscan::mpi ALIAS hitscan_mpi_static)
endif()
