# Toolchain: Linux on s390x (gcc-s390x-linux-gnu), whose programs qemu-user runs. The numbers are big endian.
set(cross_name s390x)
set(cross_processor s390x)
set(cross_prefix s390x-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x -L /usr/${cross_prefix})
