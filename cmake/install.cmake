# `cmake --install`: headers, libraries, the command, and the files that find_package and pkg-config read.
include(CMakePackageConfigHelpers)

set(hitscan_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hitscan)

# What the header of MPI declares is there only where MPI is.
set(hitscan_no_header "")
if(NOT HITSCAN_HAVE_MPI)
    set(hitscan_no_header PATTERN "mpi.h" EXCLUDE)
endif()
install(DIRECTORY include/hitscan ${PROJECT_BINARY_DIR}/include/hitscan
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" ${hitscan_no_header})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/hitscan)

# Each library is an export set of its own, so that a project which contains this one may export what links any of them.
# Such a project builds only what it links: the others are left out, and so are the files that would name them.
set(hitscan_optional "")
if(NOT hitscan_top_level)
    set(hitscan_optional OPTIONAL)
endif()
foreach(kind static shared io_static io_shared mpi_static mpi_shared)
    if(NOT TARGET hitscan_${kind})
        continue()
    endif()
    install(TARGETS hitscan_${kind} EXPORT hitscan-${kind}-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${hitscan_optional}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ${hitscan_optional}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} ${hitscan_optional})
    install(EXPORT hitscan-${kind}-targets NAMESPACE hitscan:: DESTINATION ${hitscan_cmake_dir})
    export(EXPORT hitscan-${kind}-targets NAMESPACE hitscan:: FILE ${PROJECT_BINARY_DIR}/hitscan-${kind}-targets.cmake)
    if(NOT hitscan_top_level)
        install(CODE "if(NOT EXISTS \"$<TARGET_FILE:hitscan_${kind}>\")
            set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${hitscan_cmake_dir}\")
            file(GLOB files \"\${folder}/hitscan-${kind}-targets*.cmake\")
            file(REMOVE \${files})
        endif()")
    endif()
endforeach()
configure_package_config_file(cmake/hitscan-config.cmake.in hitscan-config.cmake
    INSTALL_DESTINATION ${hitscan_cmake_dir})
write_basic_package_version_file(hitscan-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/hitscan-config.cmake ${PROJECT_BINARY_DIR}/hitscan-config-version.cmake
    DESTINATION ${hitscan_cmake_dir})

# pkg-config finds the prefix from where hitscan.pc lies, so an installed tree may be moved.
file(RELATIVE_PATH hitscan_pc_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" hitscan_pc_prefix "${hitscan_pc_prefix}")
# Empty where POSIX threads are part of the C library.
set(hitscan_pc_threads "")
if(CMAKE_USE_PTHREADS_INIT AND CMAKE_THREAD_LIBS_INIT)
    set(hitscan_pc_threads " ${CMAKE_THREAD_LIBS_INIT}")
endif()
configure_file(cmake/hitscan.pc.in hitscan.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/hitscan.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(HITSCAN_BUILD_IO)
    # For those who link the archive; the first is where dladdr is.
    if(UNIX AND CMAKE_DL_LIBS)
        set(hitscan_io_pc_private "-l${CMAKE_DL_LIBS}${hitscan_io_pc_private}")
    endif()
    configure_file(cmake/hitscan_io.pc.in hitscan_io.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/hitscan_io.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(TARGET hitscan_mpi_static)
    # mpi.h is in folders of its own; who compiles by mpicc needs none of this.
    set(hitscan_mpi_pc_cflags "")
    foreach(folder ${MPI_C_INCLUDE_DIRS})
        string(APPEND hitscan_mpi_pc_cflags " -I${folder}")
    endforeach()
    set(hitscan_mpi_pc_libs "")
    foreach(library ${MPI_C_LIBRARIES})
        string(APPEND hitscan_mpi_pc_libs " ${library}")
    endforeach()
    configure_file(cmake/hitscan_mpi.pc.in hitscan_mpi.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/hitscan_mpi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# The modules that read glTF by Draco, and run the command on ranks of MPI, lie beside the libraries, where the loader
# of programs finds them.
foreach(module draco mpi_command)
    if(TARGET hitscan_${module})
        install(TARGETS hitscan_${module} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ${hitscan_optional})
    endif()
endforeach()

if(TARGET hitscan_tool)
    # The command finds it from where it lies itself.
    file(RELATIVE_PATH hitscan_bin_to_lib /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR})
    if(TARGET hitscan_draco OR TARGET hitscan_mpi_command)
        set_target_properties(hitscan_tool PROPERTIES INSTALL_RPATH "$ORIGIN/${hitscan_bin_to_lib}")
    endif()
    install(TARGETS hitscan_tool)
endif()
if(TARGET hitscan_assimp)
    install(TARGETS hitscan_assimp RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/hitscan ${hitscan_optional})
endif()
if(TARGET hitscan_manual)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
    # Where each shell looks for them.
    set(completion ${PROJECT_BINARY_DIR}/completion)
    set(share ${CMAKE_INSTALL_DATADIR})
    install(FILES ${completion}/hitscan.bash DESTINATION ${share}/bash-completion/completions RENAME hitscan)
    install(FILES ${completion}/hitscan.zsh DESTINATION ${share}/zsh/site-functions RENAME _hitscan)
    install(FILES ${completion}/hitscan.fish DESTINATION ${share}/fish/vendor_completions.d)
endif()
