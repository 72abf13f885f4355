# Nodes of a glTF may share a name; then only numbers will do.
$ python3 - << 'END'
import base64, json, struct
data = struct.pack('<9f', 0, 0, 0, 2, 0, 0, 0, 0, 2)
json.dump({
    'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0, 1, 2]}],
    'nodes': [{'name': 'wheel', 'mesh': 0}, {'name': 'wheel', 'mesh': 0, 'translation': [0, 3, 0]},
              {'name': 'mirror', 'mesh': 0, 'translation': [0, 5, 0], 'scale': [-1, 1, 1]}],
    'meshes': [{'primitives': [{'attributes': {'POSITION': 0}}]}],
    'accessors': [{'bufferView': 0, 'componentType': 5126, 'count': 3, 'type': 'VEC3'}],
    'bufferViews': [{'buffer': 0, 'byteLength': 36}],
    'buffers': [{'byteLength': 36, 'uri': 'data:application/octet-stream;base64,' + base64.b64encode(data).decode()}]
}, open('wheels.gltf', 'w'))
END
$ hitscan explain wheels.gltf --at 10,10 --part wheel
hitscan: explain: --part: wheels.gltf has 2 parts of the name "wheel", from 0 to 1; give the number
[2]
$ hitscan explain wheels.gltf --camera eye=0.5,-10,0.5/at=0.5,0,0.5/ortho=6/near=1/far=100 --at 480,300 --part 1
hidden: wheel (part 1), at a depth of 12, is hidden by wheel (part 0) at 9. hitscan pick --all lists both.

           part  name   depth
asked for     1  wheel     12
picked        0  wheel      9
[1]
# Both kinds of clicks tell the same normal, also of a mesh that is mirrored.
$ hitscan pick wheels.gltf --camera eye=0.5,-10,0.5/at=0.5,0,0.5/ortho=6/near=1/far=100 --at 480,300 --all
part  name   depth  distance    x  y    z  nx  ny  nz  face  triangle
   0  wheel      9         9  0.5  0  0.5   0  -1   0     0         0
   1  wheel     12        12  0.5  3  0.5   0  -1   0     0         0
$ hitscan pick wheels.gltf --camera eye=-0.5,-10,0.5/at=-0.5,0,0.5/ortho=6/near=1/far=100 --at 480,300 --json
{"model":"wheels.gltf","at":[480,300],"radius":null,"count":1,"hits":[{"part":2,"name":"mirror","depth":14,"distance":14,"point":[-0.5,5,0.5],"normal":[0,-1,0],"side":"front","face":0,"triangle":0}]}
$ hitscan pick wheels.gltf --camera eye=-0.5,-10,0.5/at=-0.5,0,0.5/ortho=6/near=1/far=100 --at 480,300 --radius 3 --json
{"model":"wheels.gltf","at":[480,300],"radius":3,"count":1,"hits":[{"part":2,"name":"mirror","pixels":0,"depth":14,"distance":14,"point":[-0.5,5,0.5],"normal":[0,-1,0],"side":"front","face":0,"triangle":0}]}
