include(CMakeFindDependencyMacro)
find_dependency(hitscan)
include(${CMAKE_CURRENT_LIST_DIR}/geometry-targets.cmake)
