# Parts that are hidden, or shown alone: by name or path, with patterns as shells have them.
$ . $CASES/cubes.sh
$ parts() { python3 -c 'import json, sys; [print(*(p["name"] + ":" + str(p["triangles"]) for p in m.get("part_list", []))) for m in json.load(sys.stdin)]'; }; set -f; for o in '--hide pole' '--only pole' '--only p*,b?ck' '--only [a-f]*' '--only [!a-f]*' '--only *o* --hide *le' '--hide fr[o]nt,pole' '--hide front --hide pole' '--only pole --only=back' '--hide b* --only *o* --hide f*'; do hitscan info cubes.obj --json --fast $o | parts; done
front:12 back:12
pole:12
back:12 pole:12
front:12 back:12
pole:12
front:12
back:12
back:12
back:12 pole:12
pole:12
# In all verbs that open models.
$ hitscan pick cubes.obj --at 480,300 --camera front/ortho=6 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["hits"][0]["name"])'
front
$ hitscan pick cubes.obj --hide front --at 530,300 --camera front/ortho=6 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["hits"][0]["name"])'
back
$ hitscan select cubes.obj --hide front --rect 0,0,960,600 --camera front/ortho=6 --ids
0
1
$ hitscan explain cubes.obj --hide front --at 530,300 --camera front/ortho=6 --part back --quiet
$ echo 0.5,-10,0,0,1,0 > rays.csv; hitscan cast cubes.obj --hide front --rays rays.csv --fields t,part,part_name --quiet
t,part,part_name
14,0,back
$ hitscan lidar cubes.obj --only pole --path 0,0,0 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["points"] > 0)'
True
$ hitscan tree cubes.obj --hide back -o two.hit --quiet && hitscan info two.hit --json --fast | python3 -c 'import json, sys; print([p["name"] for p in json.load(sys.stdin)[0]["part_list"]])'
['front', 'pole']
$ hitscan render cubes.obj --only back -o a.png --quiet; hitscan render cubes.obj --hide front,pole -o b.png --quiet; cmp a.png b.png
$ hitscan bench cubes.obj --only pole --rays 1000 --rounds 1 --quiet --threads 1
# A .hit file gets other trees then, and says so.
$ hitscan tree cubes.obj -o cubes.hit --quiet; hitscan cast cubes.hit --hide front --rays rays.csv --fields t,part,part_name 2>&1 | grep -v '%'
hitscan: cubes.hit: its parts or places are changed, so its trees are built anew
t,part,part_name
14,0,back
$ hitscan cast cubes.hit --hide front --rays rays.csv --fields t,part,part_name --quiet
t,part,part_name
14,0,back
# What matches nothing is told, with some of the names that there are.
$ hitscan info cubes.obj --hide frnt
hitscan: info: --hide: nothing in cubes.obj matches "frnt"; its parts are "front", "back", "pole"
[2]
$ hitscan info cubes.obj --only front,bac
hitscan: info: --only: nothing in cubes.obj matches "bac"; its parts are "front", "back", "pole"
[2]
$ hitscan info cubes.obj --only front --hide 'f*'
hitscan: info: --only and --hide together leave no part of cubes.obj
[2]
$ hitscan info cubes.obj --hide '*'
hitscan: info: --hide leaves no part of cubes.obj
[2]
$ hitscan info cubes.obj --hide front,,back
hitscan: info: --hide: a pattern is empty in "front,,back"
[2]
$ hitscan info cubes.obj --hide ''
hitscan: info: --hide wants a value
[2]
$ hitscan info cubes.obj --hide material:glass
hitscan: info: --hide material:glass: cubes.obj has no materials
[2]
$ hitscan info cubes.hit --hide material:glass
hitscan: info: --hide material:glass: cubes.hit has no materials: .hit files do not keep them
[2]
$ hitscan info cubes.obj --parts by=material
hitscan: info: --parts by=material: cubes.obj has no materials
[2]
$ hitscan info cubes.obj --parts by=colour
hitscan: info: --parts has no "by=colour"; it is one of as-is, by=node, by=mesh, by=material, by=component
[2]
$ for i in $(seq 9); do echo "o part $i"; echo "v $i 0 0"; echo "v $i 1 0"; echo "v $i 0 1"; echo 'f -1 -2 -3'; done > many.obj; hitscan info many.obj --hide x
hitscan: info: --hide: nothing in many.obj matches "x"; its parts are "part 1", "part 2", "part 3", "part 4", "part 5", ...
[2]
$ hitscan info many.obj --fast --json --hide 'part [2-9]' | python3 -c 'import json, sys; print([p["name"] for p in json.load(sys.stdin)[0]["part_list"]])'
['part 1']
# Several models are one, and parts of it are meant with and without the name of the file.
$ hitscan select cubes.obj many.obj --rect 0,0,960,600 --only 'cubes.obj:*,part 3' --json | python3 -c 'import json, sys; print([p["name"] for p in json.load(sys.stdin)["parts"]])'
hitscan: many.obj: +y is up in it, and +z in cubes.obj, which counts; neither is turned
['cubes.obj:front', 'cubes.obj:back', 'cubes.obj:pole', 'many.obj:part 3']
$ hitscan pick cubes.obj many.obj --at 480,300 --camera eye=0,-10,0/at=0,0,0/ortho=6 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["hits"][0]["name"])'
hitscan: many.obj: +y is up in it, and +z in cubes.obj, which counts; neither is turned
cubes.obj:front
$ hitscan cast cubes.obj missing.obj --rays rays.csv
hitscan: missing.obj: cannot open it: No such file or directory
[3]
# Parts by what hangs together: vertices at the same place count as one, also in STL, which has three per triangle.
$ sed '/^o /d' cubes.obj > one.obj; hitscan info one.obj --json --fast | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; print(m["parts"], m["triangles"])'
1 36
$ hitscan info one.obj --parts by=component | head -n 11
one.obj: OBJ, 3 parts, 36 triangles

part  name  mesh  triangles  vertices  min             max
   0  #1       0         12         8  -1,-1,-1        1,1,1
   1  #2       1         12         8  0,4,-1          2,6,1
   2  #3       2         12         8  -2.53125,-1,-1  -2.5,1,1

bounds     -2.53125,-1,-1 to 2,6,1, size 4.53125 x 7 x 2
surface    watertight, area 56.25, volume 16.125
edges      54: 0 open, 0 non-manifold, 0 between triangles that face opposite ways
triangles  0 degenerate, 0 duplicate; 0 skipped
$ hitscan gen spheres --triangles 2000 -o spheres.stl --quiet; for o in '' '--parts by=component'; do hitscan info spheres.stl $o --json --fast | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; print(m["parts"] > 1, m["triangles"], sum(p["triangles"] for p in m["part_list"]))'; done
False 1980 1980
True 1980 1980
$ hitscan info one.obj --parts by=component --only '#2' --json --fast | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; print([(p["name"], p["min"], p["max"]) for p in m["part_list"]])'
[('#2', [0, 4, -1], [2, 6, 1])]
# The faces of the file keep their numbers.
$ hitscan cast one.obj --parts by=component --rays rays.csv --fields t,part,face,triangle --quiet; hitscan cast one.obj --rays rays.csv --fields t,part,face,triangle --quiet
t,part,face,triangle
9,0,2,4
t,part,face,triangle
9,0,2,4
# A tree of parts by component is as good as any.
$ hitscan tree one.obj --parts by=component -o one.hit --quiet; hitscan cast one.hit --rays rays.csv --fields t,part,face --quiet
t,part,face
9,0,2
