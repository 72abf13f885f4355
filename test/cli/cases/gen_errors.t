$ hitscan gen
hitscan: gen: KIND is missing; see hitscan gen --help
[2]
$ hitscan gen twon -o a.obj
hitscan: gen: there is no "twon"; did you mean town?
[2]
$ hitscan gen photosynthesis -o a.obj
hitscan: gen: there is no "photosynthesis"; it is one of town, terrain, spheres, torus, grid, soup, instances
[2]
$ hitscan gen town
hitscan: gen: -o FILE is missing; see hitscan gen --help
[2]
$ hitscan gen town -o model
hitscan: gen: which format is model? Let it end in .obj, .ply, .stl, .off or .glb, or use --format
[2]
$ hitscan gen town -o model.3ds
hitscan: gen: which format is model.3ds? Let it end in .obj, .ply, .stl, .off or .glb, or use --format
[2]
$ hitscan gen town -o -
hitscan: gen: -o - needs --format obj, ply, stl, off or glb
[2]
$ hitscan gen town -o a.obj --triangles 11
hitscan: gen: --triangles must be from 12 to 500000000, not 11
[2]
$ hitscan gen town -o a.obj --triangles 500000001
hitscan: gen: --triangles must be from 12 to 500000000, not 500000001
[2]
$ hitscan gen town -o a.obj --triangles many
hitscan: gen: --triangles wants a whole number, not "many"
[2]
$ hitscan gen town -o a.obj --format 3ds
hitscan: gen: --format has no "3ds"; it is one of obj, ply, stl, off, glb
[2]
$ hitscan gen town -o a.obj --up x
hitscan: gen: --up has no "x"; it is one of auto, y, z
[2]
$ hitscan gen instances -o a.obj
hitscan: gen: instances need a format that has them: .glb
[2]
$ hitscan gen grid -o a.glb --triangles 400000000
hitscan: gen: a.glb: a GLB file ends at 4 GiB; use fewer triangles, or .ply
[2]
$ hitscan gen grid -o nowhere/a.obj
hitscan: cannot write nowhere/a.obj: No such file or directory
[3]
$ hitscan gen grid -o /dev/full --format ply
hitscan: cannot write all of /dev/full: the disk may be full
[4]
$ hitscan gen grid -o - --format ply > /dev/full
hitscan: cannot write to the standard output
[4]
$ ls
$ hitscan gen town -o a.glb --up z
hitscan: gen: in glTF y is up; leave --up out
[2]
