# Geometry by ranks, without MPI: what drives the ranks of a job drives many of them in one process as well, for the
# tests and for simulations (src/mpi/ranks/simulate.h). hitscan_mpi compiles the same sources.
file(GLOB hitscan_ranks_sources CONFIGURE_DEPENDS src/mpi/ranks/*.c)
add_library(hitscan_ranks STATIC EXCLUDE_FROM_ALL ${hitscan_ranks_sources})
target_include_directories(hitscan_ranks PRIVATE include ${PROJECT_BINARY_DIR}/include PUBLIC ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(hitscan_ranks PRIVATE hitscan_flags PUBLIC hitscan::static)
