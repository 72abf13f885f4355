# Toolchain: Windows on x86-64 (gcc-mingw-w64-x86-64), whose programs wine runs.
set(cross_name windows)
set(cross_prefix x86_64-w64-mingw32)
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER ${cross_prefix}-gcc-win32)
set(CMAKE_RC_COMPILER ${cross_prefix}-windres)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
# Programs need no library but those of Windows.
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -static")
set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/../scripts/run-wine)
