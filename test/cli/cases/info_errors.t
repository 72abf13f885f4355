# What cannot be read does not stop the others.
$ . $CASES/cubes.sh
$ hitscan info
hitscan: info: MODEL is missing; see hitscan info --help
[2]
$ hitscan info none.obj
hitscan: none.obj: cannot open it: No such file or directory
[3]
$ printf 'v 0 0 0\nf 1 2 3\n' > bad.obj
$ hitscan info --fast bad.obj cubes.obj none.ply 2>&1 | grep -v '^time'; echo ${PIPESTATUS[0]}
hitscan: bad.obj:2: vertex index 2 out of range (1 vertices)
cubes.obj: OBJ, 3 parts, 36 triangles

part  name   mesh  triangles  vertices  min             max
   0  front     0         12         8  -1,-1,-1        1,1,1
   1  back      1         12         8  0,4,-1          2,6,1
   2  pole      2         12         8  -2.53125,-1,-1  -2.5,1,1

bounds     -2.53125,-1,-1 to 2,6,1, size 4.53125 x 7 x 2
axes       +z is up
memory     [\d.]+ k?B model (re)
hitscan: none.ply: cannot open it: No such file or directory
3
$ hitscan info --json bad.obj
hitscan: bad.obj:2: vertex index 2 out of range (1 vertices)
[{"file":"bad.obj","failed":true,"error":{"text":"vertex index 2 out of range (1 vertices)","file":"bad.obj","line":2,"exit_code":3}}]
[3]
$ hitscan info --quiet bad.obj cubes.obj
hitscan: bad.obj:2: vertex index 2 out of range (1 vertices)
[3]
$ : > empty.obj
$ hitscan info empty.obj > out; head -n 1 out; cp empty.obj empty.ply; hitscan info empty.ply
hitscan: empty.obj: the file is empty
empty.obj: OBJ, 0 parts, no triangles
hitscan: empty.ply: the file is empty
[3]
# A model without triangles.
$ printf 'v 0 0 0\n' > point.obj
$ hitscan info point.obj
point.obj: OBJ, 1 part, no triangles, 1 point

part  name    mesh  triangles  vertices  min    max
   0  part 0     0          0         1  0,0,0  0,0,0

bounds     0,0,0 to 0,0,0, size 0 x 0 x 0
axes       +y is up
memory     [\d.]+ k?B model, [\d.]+ k?B tree (re)
time       \d+\.\d{3} s to read, \d+\.\d{3} s to examine, \d+\.\d{3} s for the tree (re)
# Standard output that takes nothing.
$ hitscan info cubes.obj > /dev/full
hitscan: cannot write to the standard output
[4]
