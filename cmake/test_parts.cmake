# Which sources of tests a platform can compile, when that is not this machine: those whose headers are all there.
#
# Tests include what they need, so their #include lines say it: <gmp.h> for the oracles, <sys/wait.h> where there are
# processes. Nobody keeps a list of what each platform runs.
include(CheckIncludeFile)

# hitscan_missing_header(VARIABLE SOURCE): the first system header, directly or by a header of the tests, that this
# platform lacks; empty when there is none.
function(hitscan_missing_header variable source)
    get_property(known GLOBAL PROPERTY hitscan_missing_${source} SET)
    if(known)
        get_property(missing GLOBAL PROPERTY hitscan_missing_${source})
        set(${variable} "${missing}" PARENT_SCOPE)
        return()
    endif()
    set_property(GLOBAL PROPERTY hitscan_missing_${source} "") # of those that include each other
    set(missing "")
    file(STRINGS ${source} lines REGEX "^# *include [<\"]")
    foreach(line ${lines})
        string(REGEX REPLACE "^# *include ([<\"][^>\"]*).*" "\\1" header "${line}")
        string(SUBSTRING "${header}" 1 -1 name)
        if(header MATCHES "^\"")
            # "support/..." or "unit/..." from the folder of the tests; a plain name lies beside the source.
            cmake_path(GET source PARENT_PATH folder)
            foreach(place ${CMAKE_CURRENT_SOURCE_DIR} ${folder})
                if(missing STREQUAL "" AND EXISTS ${place}/${name})
                    hitscan_missing_header(missing ${place}/${name})
                    break()
                endif()
            endforeach()
        elseif(missing STREQUAL "" AND
               NOT name MATCHES "^(hitscan/|cmocka\\.h|quadmath\\.h|setjmp\\.h|jpeglib\\.h|direct\\.h|xmmintrin\\.h)")
            string(MAKE_C_IDENTIFIER HITSCAN_HAS_${name} has)
            # What mpfr.h and png.h include lies beside them.
            set(CMAKE_REQUIRED_INCLUDES ${CMAKE_PREFIX_PATH}/include)
            set(CMAKE_REQUIRED_QUIET ON)
            check_include_file(${name} ${has})
            if(NOT ${has})
                set(missing ${name})
            endif()
        endif()
    endforeach()
    set_property(GLOBAL PROPERTY hitscan_missing_${source} "${missing}")
    set(${variable} "${missing}" PARENT_SCOPE)
endfunction()

# hitscan_keep_possible(LIST): take out of a list what this platform lacks a header for, and say so.
function(hitscan_keep_possible list)
    if(NOT CMAKE_CROSSCOMPILING)
        return()
    endif()
    set(kept "")
    foreach(source ${${list}})
        hitscan_missing_header(missing ${source})
        if(missing STREQUAL "")
            list(APPEND kept ${source})
        else()
            cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE path)
            message(STATUS "Left out, because there is no <${missing}>: ${path}")
        endif()
    endforeach()
    set(${list} "${kept}" PARENT_SCOPE)
endfunction()
