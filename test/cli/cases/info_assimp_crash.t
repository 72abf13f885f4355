# A file that kills Assimp is an error for that file: the others are read. A script stands in for the process that runs
# Assimp, and crashes.
$ . $CASES/cubes.sh
$ printf '#!/bin/sh\nkill -SEGV $$\n' > helper && chmod +x helper
$ echo x > bad.dae
$ HITSCAN_ASSIMP_HELPER=./helper hitscan info --fast cubes.obj bad.dae cubes.obj 2>&1 | grep -e triangles, -e Assimp -e '^cubes'; echo ${PIPESTATUS[0]}
cubes.obj: OBJ, 3 parts, 36 triangles
hitscan: bad.dae: Assimp crashed (signal 11) on this file; convert it with the program that wrote it
cubes.obj: OBJ, 3 parts, 36 triangles
3
# Where there is no such program, other formats are still read, and the message says what is missing.
$ HITSCAN_ASSIMP_HELPER=./none hitscan info --fast bad.dae
hitscan: bad.dae: no model, or of a format that needs Assimp: .dae; its program hitscan-assimp is not there (HITSCAN_ASSIMP_HELPER may name it); without it: OBJ, PLY, STL, OFF, XYZ, 3MF, glTF
[3]
