$ hitscan bench
hitscan: bench: MODEL is missing; see hitscan bench --help
[2]
$ hitscan bench nothing.obj
hitscan: nothing.obj: cannot open it: No such file or directory
[3]
$ printf 'v 0 0 0\n' > points.obj; hitscan bench points.obj
hitscan: points.obj: has no triangles
[3]
$ hitscan gen grid --triangles 12 -o cube.obj --quiet
$ hitscan bench cube.obj --rounds 0
hitscan: bench: --rounds must be from 1 to 1001, not 0
[2]
$ hitscan bench cube.obj --rays 0
hitscan: bench: --rays must be from 1 to 100000000, not 0
[2]
$ hitscan bench cube.obj --camera sideways
hitscan: bench: --camera: "sideways" is neither a view (iso, front, back, left, right, top, bottom) nor a field, as in eye=1,2,3
[2]
$ hitscan bench cube.obj --quality best
hitscan: bench: --quality has no "best"; did you mean fast?
[2]
