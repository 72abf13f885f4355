# hitscan_python: one shared library with the core and the reader of models in it, which the Python package calls.
#
# Of the archives only what they link is used: all of their objects are here already. What lies in other archives, as
# zlib may, stays inside: Python has libraries of these names itself.
add_library(hitscan_python SHARED $<TARGET_OBJECTS:hitscan_objects> $<TARGET_OBJECTS:hitscan_io_objects>)
target_link_libraries(hitscan_python PRIVATE hitscan_io_static hitscan_static hitscan_flags)
set_target_properties(hitscan_python PROPERTIES OUTPUT_NAME hitscan LINKER_LANGUAGE C
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(python_map ${PROJECT_BINARY_DIR}/python.map)
    file(WRITE ${python_map} "{ global: hit_*; local: *; };\n")
    target_link_options(hitscan_python PRIVATE -Wl,--version-script=${python_map})
endif()
if(WIN32)
    set_target_properties(hitscan_python PROPERTIES PREFIX "") # hitscan.dll, whoever compiles it
endif()
