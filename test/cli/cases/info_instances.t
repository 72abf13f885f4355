# Instances: a mesh is looked at once, and counts as often as parts use it.
$ cat > model.py <<END
> import base64, json, struct
> v = struct.pack("<12f", 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)
> i = struct.pack("<12H", 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3)
> uri = "data:application/octet-stream;base64," + base64.b64encode(v + i).decode()
> json.dump({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1, 2]}],
>            "nodes": [{"mesh": 0, "name": "here"}, {"mesh": 0, "name": "there", "translation": [10, 0, 0]},
>                      {"mesh": 0, "name": "twice", "scale": [2, 2, 2]}],
>            "meshes": [{"name": "tetra", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
>            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
>                          {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
>            "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
>            "buffers": [{"byteLength": 72, "uri": uri}]}, open("three.gltf", "w"))
> END
$ python3 model.py
$ hitscan info three.gltf
three.gltf: glTF, 3 parts, 12 triangles

part  name   mesh  triangles  vertices  min     max
   0  here      0          4         4  0,0,0   1,1,1
   1  there     0          4         4  10,0,0  11,1,1
   2  twice     0          4         4  0,0,0   2,2,2

bounds     0,0,0 to 11,2,2, size 11 x 2 x 2
surface    watertight, area 14.1962, volume 1.66667
edges      6: 0 open, 0 non-manifold, 0 between triangles that face opposite ways
triangles  0 degenerate, 0 duplicate; 0 skipped
vertices   at 4 places; 0 unreferenced
tree       1 node, 2 blocks of triangles, depth 1, cost 1.312, 69.33 bytes per triangle
axes       +y is up, a unit is 1 m
memory     [\d.]+ k?B model, [\d.]+ k?B tree (re)
time       \d+\.\d{3} s to read, \d+\.\d{3} s to examine, \d+\.\d{3} s for the tree (re)
$ hitscan tree three.gltf -o three.hit --quiet
$ hitscan info three.hit
three.hit: saved by hitscan tree, from glTF, 3 parts, 12 triangles

part  name   mesh  triangles  vertices  min     max
   0  here      0          4         4  0,0,0   1,1,1
   1  there     0          4         4  10,0,0  11,1,1
   2  twice     0          4         4  0,0,0   2,2,2

bounds     0,0,0 to 11,2,2, size 11 x 2 x 2
surface    watertight, area 14.1962, volume 1.66667
edges      6: 0 open, 0 non-manifold, 0 between triangles that face opposite ways
triangles  0 degenerate, 0 duplicate; 0 skipped
vertices   at 4 places; 0 unreferenced
tree       1 node, 2 blocks of triangles, depth 1, cost 1.312, 69.33 bytes per triangle
axes       +y is up, a unit is 1 m
memory     [\d.]+ k?B model, [\d.]+ k?B tree, in the file (re)
time       \d+\.\d{3} s to read, \d+\.\d{3} s to examine, \d+\.\d{3} s for the tree (re)
