"""Writes a glTF: cubes from -1 to 1, all of one mesh, one for each node that the first argument, JSON, lists."""
import base64
import json
import struct
import sys

CORNERS = [(-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1), (-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)]
SIDES = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
TRIANGLES = [t for a, b, c, d in SIDES for t in ((a, b, c), (a, c, d))]

if __name__ == '__main__':
    nodes = [{'mesh': 0, **node} for node in json.loads(sys.argv[1])]
    data = struct.pack('<24f', *[x for corner in CORNERS for x in corner])
    data += struct.pack('<36H', *[k for triangle in TRIANGLES for k in triangle])
    uri = 'data:application/octet-stream;base64,' + base64.b64encode(data).decode()
    json.dump({
        'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': list(range(len(nodes)))}], 'nodes': nodes,
        'meshes': [{'primitives': [{'attributes': {'POSITION': 0}, 'indices': 1}]}],
        'accessors': [{'bufferView': 0, 'componentType': 5126, 'count': 8, 'type': 'VEC3'},
                      {'bufferView': 1, 'componentType': 5123, 'count': 36, 'type': 'SCALAR'}],
        'bufferViews': [{'buffer': 0, 'byteLength': 96}, {'buffer': 0, 'byteOffset': 96, 'byteLength': 72}],
        'buffers': [{'byteLength': len(data), 'uri': uri}]}, sys.stdout)
