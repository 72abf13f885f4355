# The same bytes on every machine: the sums of small models of each kind.
$ for kind in town terrain spheres torus grid soup; do hitscan gen $kind --triangles 2000 -o $kind.ply; done
town.ply: 2,000 triangles, 1,440 vertices, 23 parts, 43,489 bytes
terrain.ply: 1,984 triangles, 1,056 vertices, 1 part, 38,673 bytes
spheres.ply: 1,980 triangles, 1,012 vertices, 11 parts, 38,093 bytes
torus.ply: 2,016 triangles, 1,008 vertices, 1 part, 38,513 bytes
grid.ply: 2,016 triangles, 1,010 vertices, 1 part, 38,537 bytes
soup.ply: 2,000 triangles, 6,000 vertices, 1 part, 98,209 bytes
$ sha256sum *.ply | cut -c 1-16,65-
d8e07d3d06614305  grid.ply
f6a82449e8bbb770  soup.ply
ca2613749ffc4b1f  spheres.ply
cea22169f204d131  terrain.ply
b298158cf7574ea2  torus.ply
26a5dadc6180a9fd  town.ply
$ hitscan gen instances --triangles 2000 -o instances.glb
instances.glb: 2,000 triangles, 108 vertices, 40 parts, 12,200 bytes
$ sha256sum < instances.glb | cut -c 1-16
cb08961138f09922
# The smallest, and another seed.
$ for kind in town terrain spheres torus grid soup; do hitscan gen $kind --triangles 12 --seed 7 -o $kind.obj; done
town.obj: 12 triangles, 20 vertices, 2 parts, 384 bytes
terrain.obj: 12 triangles, 12 vertices, 1 part, 418 bytes
spheres.obj: 20 triangles, 12 vertices, 1 part, 640 bytes
torus.obj: 18 triangles, 9 vertices, 1 part, 417 bytes
grid.obj: 12 triangles, 8 vertices, 1 part, 207 bytes
soup.obj: 12 triangles, 36 vertices, 1 part, 1,320 bytes
$ sha256sum *.obj | cut -c 1-16,65-
04b5c5cfcb003c17  grid.obj
b0ccf15a1debfac6  soup.obj
0e9c879566207165  spheres.obj
d24094087dcfc085  terrain.obj
50399011f6390ad3  torus.obj
d013a8bd34424ae8  town.obj
# The kinds that are closed are watertight.
$ for kind in spheres torus grid; do hitscan info $kind.ply --json | python3 -c "import json, sys; print(json.load(sys.stdin)[0]['surface']['watertight'])"; done
True
True
True
