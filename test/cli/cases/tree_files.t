# A model and its trees in one file, which every verb takes.
$ . $CASES/cubes.sh
$ hitscan tree cubes.obj -o cubes.hit
cubes.hit: 36.9 kB, 3 parts, 36 triangles
\d+\.\d{3} s to read, \d+\.\d{3} s for the tree, \d+\.\d{3} s for the trees of meshes and the file (re)
$ hitscan info cubes.hit
cubes.hit: saved by hitscan tree, from OBJ, 3 parts, 36 triangles

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
memory     [\d.]+ k?B model, [\d.]+ k?B tree, in the file (re)
time       \d+\.\d{3} s to read, \d+\.\d{3} s to examine, \d+\.\d{3} s for the tree (re)
$ hitscan pick cubes.obj --at 400,300 > a; hitscan pick cubes.hit --at 400,300 > b; cmp a b
# The content counts, not the name.
$ cp cubes.hit cubes.stl; hitscan pick cubes.stl --at 400,300 | cmp a -
# Several models as one: names tell which is which.
$ mkdir sub; hitscan gen torus --triangles 100 -o sub/ring.ply --quiet
$ hitscan tree sub/ring.ply cubes.obj cubes.hit -o all.hit --quiet
$ hitscan info --fast all.hit | grep -v '^time'
all.hit: saved by hitscan tree, from several formats, 7 parts, 176 triangles

part  name             mesh  triangles  vertices  min                      max
   0  ring.ply            0        104        52  -7.8322964,-8.237894,-2  8.005236,7.6467013,2
   1  cubes.obj:front     1         12         8  -1,-1,-1                 1,1,1
   2  cubes.obj:back      2         12         8  0,4,-1                   2,6,1
   3  cubes.obj:pole      3         12         8  -2.53125,-1,-1           -2.5,1,1
   4  cubes.hit:front     4         12         8  -1,-1,-1                 1,1,1
   5  cubes.hit:back      5         12         8  0,4,-1                   2,6,1
   6  cubes.hit:pole      6         12         8  -2.53125,-1,-1           -2.5,1,1

bounds     -7.8322964,-8.237894,-2 to 8.005236,7.6467013,2, size 15.8375 x 15.8846 x 4
axes       +z is up
memory     [\d.]+ k?B model, in the file (re)
# From one .hit file another one, with trees of another quality; the model in it stays.
$ hitscan tree sub/ring.ply -o fast.hit --quality fast --quiet
$ hitscan tree fast.hit -o high.hit --quality=high --quiet; hitscan tree sub/ring.ply -o direct.hit --quality=high --quiet
$ cmp high.hit direct.hit; cmp -s fast.hit high.hit || echo different
different
# The same bytes for any number of threads.
$ hitscan tree cubes.obj sub/ring.ply -o one.hit --threads 1 --quiet; hitscan tree cubes.obj sub/ring.ply -o three.hit --threads 3 --quiet; cmp one.hit three.hit
# Through a pipe.
$ hitscan tree cubes.obj -o /dev/stdout --quiet | cmp - cubes.hit
# A picture of a .hit file is grey, whatever colours the model had: that is told.
$ python3 $CASES/cube_nodes.py '[{"name": "one"}]' > cube.gltf; hitscan tree cube.gltf -o cube.hit | head -n 1
hitscan: tree: a .hit file has no colours, textures and cameras: keep the model for pictures
cube.hit: 32.8 kB, 1 part, 12 triangles
$ hitscan render cube.hit -o a.png --size 8x8 2>&1 | head -n 1; hitscan render cube.hit -o a.png --size 8x8 --plain 2>&1 | head -n 1
hitscan: cube.hit: a .hit file has no colours, textures and cameras, which the model that it was made of may have
picture  a.png: shaded, 8 x 8 pixels, 4 samples each
