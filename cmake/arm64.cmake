# Toolchain: Linux on ARM64 (gcc-aarch64-linux-gnu), whose programs qemu-user runs.
set(cross_name arm64)
set(cross_processor aarch64)
set(cross_prefix aarch64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/${cross_prefix})
