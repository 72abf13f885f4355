# What a model is made of. Two closed boxes and a pole.
$ . $CASES/cubes.sh
$ hitscan info cubes.obj
cubes.obj: OBJ, 3 parts, 36 triangles

part  name   mesh  triangles  vertices  min             max
   0  front     0         12         8  -1,-1,-1        1,1,1
   1  back      1         12         8  0,4,-1          2,6,1
   2  pole      2         12         8  -2.53125,-1,-1  -2.5,1,1

bounds     -2.53125,-1,-1 to 2,6,1, size 4.53125 x 7 x 2
surface    watertight, area 56.25, volume 16.125
edges      54: 0 open, 0 non-manifold, 0 between triangles that face opposite ways
triangles  0 degenerate, 0 duplicate; 0 skipped
vertices   at 24 places; 0 unreferenced
tree       1 node, 9 blocks of triangles, depth 1, cost 1.882, 48 bytes per triangle
axes       +z is up
memory     [\d.]+ k?B model, [\d.]+ k?B tree (re)
time       \d+\.\d{3} s to read, \d+\.\d{3} s to examine, \d+\.\d{3} s for the tree (re)
$ hitscan info --fast cubes.obj
cubes.obj: OBJ, 3 parts, 36 triangles

part  name   mesh  triangles  vertices  min             max
   0  front     0         12         8  -1,-1,-1        1,1,1
   1  back      1         12         8  0,4,-1          2,6,1
   2  pole      2         12         8  -2.53125,-1,-1  -2.5,1,1

bounds     -2.53125,-1,-1 to 2,6,1, size 4.53125 x 7 x 2
axes       +z is up
memory     [\d.]+ k?B model (re)
time       \d+\.\d{3} s to read (re)
$ hitscan info --quiet cubes.obj
# Several models, and more parts than are shown.
$ for i in $(seq 25); do printf 'o tile_%d\nv %d 0 0\nv %d 1 0\nv %d 0 1\nv %d 1 1\n' $i $i $i $i $i; printf 'f -4 -3 -1\nf -4 -1 -2\n' | head -$((i % 2 + 1)); done > tiles.obj
$ hitscan info --fast tiles.obj cubes.obj
tiles.obj: OBJ, 25 parts, 38 triangles

part  name     mesh  triangles  vertices  min     max
   0  tile_1      0          2         4  1,0,0   1,1,1
   2  tile_3      2          2         4  3,0,0   3,1,1
   4  tile_5      4          2         4  5,0,0   5,1,1
   6  tile_7      6          2         4  7,0,0   7,1,1
   8  tile_9      8          2         4  9,0,0   9,1,1
  10  tile_11    10          2         4  11,0,0  11,1,1
  12  tile_13    12          2         4  13,0,0  13,1,1
  14  tile_15    14          2         4  15,0,0  15,1,1
  16  tile_17    16          2         4  17,0,0  17,1,1
  18  tile_19    18          2         4  19,0,0  19,1,1
  20  tile_21    20          2         4  21,0,0  21,1,1
  22  tile_23    22          2         4  23,0,0  23,1,1
  24  tile_25    24          2         4  25,0,0  25,1,1
   1  tile_2      1          1         4  2,0,0   2,1,1
   3  tile_4      3          1         4  4,0,0   4,1,1
   5  tile_6      5          1         4  6,0,0   6,1,1
   7  tile_8      7          1         4  8,0,0   8,1,1
   9  tile_10     9          1         4  10,0,0  10,1,1
  11  tile_12    11          1         4  12,0,0  12,1,1
  13  tile_14    13          1         4  14,0,0  14,1,1
and 5 more; --all shows them

bounds     1,0,0 to 25,1,1, size 24 x 1 x 1
axes       +y is up
memory     [\d.]+ k?B model (re)
time       \d+\.\d{3} s to read (re)

cubes.obj: OBJ, 3 parts, 36 triangles

part  name   mesh  triangles  vertices  min             max
   0  front     0         12         8  -1,-1,-1        1,1,1
   1  back      1         12         8  0,4,-1          2,6,1
   2  pole      2         12         8  -2.53125,-1,-1  -2.5,1,1

bounds     -2.53125,-1,-1 to 2,6,1, size 4.53125 x 7 x 2
axes       +z is up
memory     [\d.]+ k?B model (re)
time       \d+\.\d{3} s to read (re)
$ hitscan info --fast --all tiles.obj | wc -l
33
