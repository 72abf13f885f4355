# What the file says besides triangles, and what of it is not in the model.
$ cat > two.obj << 'END'
mtllib two.mtl
o a
v 0 0 0
v 1 0 0
v 0 1 0
v 5 0 0
v 6 0 0
v 5 1 0
usemtl red
f 1 2 3
usemtl glass
f 4 5 6
f 1 2
l 1 2
END
$ printf 'newmtl red\nKd 1 0 0\nnewmtl glass\nKd 0 0 1\n' > two.mtl
$ hitscan info two.obj --fast --all | grep -v '^memory\|^time'
hitscan: two.obj: 1 face was left out: 1 has fewer than three corners
hitscan: two.obj: 1 line was left out
two.obj: OBJ, 1 part, 2 triangles

part  name  mesh  triangles  vertices  min    max
   0  a        0          2         6  0,0,0  6,1,0

bounds     0,0,0 to 6,1,0, size 6 x 1 x 0
axes       +y is up
materials  2: "red", "glass"
skipped    1 face that gave no triangle
$ hitscan info two.obj --fast --all --json | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; [print(k, m[k]) for k in ("points", "up", "unit", "cameras", "materials", "notes", "skipped_faces")]'
hitscan: two.obj: 1 face was left out: 1 has fewer than three corners
hitscan: two.obj: 1 line was left out
points 0
up +y
unit None
cameras []
materials ['red', 'glass']
notes ['1 face was left out: 1 has fewer than three corners', '1 line was left out']
skipped_faces 1
# Parts by material, and without one of them.
$ hitscan info two.obj --fast --parts by=material | grep -v '^memory\|^time\|^note\|^skipped'
hitscan: two.obj: 1 face was left out: 1 has fewer than three corners
hitscan: two.obj: 1 line was left out
two.obj: OBJ, 2 parts, 2 triangles

part  name   mesh  triangles  vertices  min    max
   0  red       0          1         3  0,0,0  1,1,0
   1  glass     1          1         3  5,0,0  6,1,0

bounds     0,0,0 to 6,1,0, size 6 x 1 x 0
axes       +y is up
materials  2: "red", "glass"
$ hitscan info two.obj --fast --json --hide material:gl* | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; print(m["triangles"], [(p["name"], p["max"]) for p in m["part_list"]])'
hitscan: two.obj: 1 face was left out: 1 has fewer than three corners
hitscan: two.obj: 1 line was left out
1 [('a', [1, 1, 0])]
$ hitscan info two.obj --hide material:wood
hitscan: two.obj: 1 face was left out: 1 has fewer than three corners
hitscan: two.obj: 1 line was left out
hitscan: info: --hide: nothing in two.obj matches "material:wood"; its materials are "red", "glass"
[2]
# A glTF file has a unit, cameras, and paths of nodes.
$ cat > two.gltf << 'END'
{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,2]}],
"nodes":[{"name":"robot","translation":[1,0,0],"children":[1]},{"name":"arm","mesh":0},{"name":"door","camera":0}],
"cameras":[{"name":"door","type":"perspective","perspective":{"yfov":1,"znear":0.1}}],
"meshes":[{"name":"triangle","primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}
END
$ hitscan info two.gltf --fast | grep -v '^memory\|^time'
two.gltf: glTF, 1 part, 1 triangle

part  name  mesh  triangles  vertices  min    max
   0  arm      0          1         3  1,0,0  2,1,0

bounds     1,0,0 to 2,1,0, size 1 x 1 x 0
axes       +y is up, a unit is 1 m
cameras    1: "door"
$ for by in node mesh; do hitscan info two.gltf --fast --json --parts by=$by | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; print([(p["name"], p["path"]) for p in m["part_list"]], m["cameras"])'; done
[('robot/arm', 'robot/arm')] [{'name': 'door', 'orthographic': False, 'at': [0, 0, 0]}]
[('triangle', 'robot/arm')] [{'name': 'door', 'orthographic': False, 'at': [0, 0, 0]}]
$ hitscan info two.gltf --fast --json --only 'robot/*' --unit file --scale 10 --rotate z,90 --move 0,0,1 | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; print(m["min"], m["max"], m["unit"], m["cameras"])'
[-10, 10, 1] [0, 20, 1] 0.1 [{'name': 'door', 'orthographic': False, 'at': [0, 0, 1]}]
$ hitscan info two.gltf --fast --unit cm --json | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; print(m["max"], m["unit"])'
hitscan: two.gltf: it says that its unit is 1 m; --unit cm is taken
[0.019999999776482584, 0.009999999776482582, 0] 1
# A file that cannot be read does not stop the others.
$ hitscan info missing.obj two.gltf --fast --json | python3 -c 'import json, sys; print([m.get("triangles") for m in json.load(sys.stdin)])'
hitscan: missing.obj: cannot open it: No such file or directory
[None, 1]
