# Everything, for machines. Times are left out here.
$ . $CASES/cubes.sh
$ hitscan info --json cubes.obj none.obj > out 2> err; echo $?; cat err
3
hitscan: none.obj: cannot open it: No such file or directory
$ python3 -c "
> import json
> d = json.load(open('out'))
> for m in d:
>     s = m.pop('seconds', None)
>     assert s is None or sorted(s) == ['examine', 'read', 'tree'] and all(t >= 0 for t in s.values())
>     m.get('bytes', {}).pop('model', None)
>     for k in m.pop('part_list', []) + m.pop('mesh_list', []): print(k)
>     for k in m: print(k, m[k])"
{'name': 'front', 'path': 'front', 'mesh': 0, 'triangles': 12, 'vertices': 8, 'min': [-1, -1, -1], 'max': [1, 1, 1]}
{'name': 'back', 'path': 'back', 'mesh': 1, 'triangles': 12, 'vertices': 8, 'min': [0, 4, -1], 'max': [2, 6, 1]}
{'name': 'pole', 'path': 'pole', 'mesh': 2, 'triangles': 12, 'vertices': 8, 'min': [-2.53125, -1, -1], 'max': [-2.5, 1, 1]}
{'name': 'front', 'triangles': 12, 'vertices': 8, 'watertight': True, 'oriented': True, 'places': 8, 'edges': 18, 'open_edges': 0, 'non_manifold_edges': 0, 'inconsistent_edges': 0, 'degenerate_triangles': 0, 'duplicate_triangles': 0, 'unreferenced_vertices': 0}
{'name': 'back', 'triangles': 12, 'vertices': 8, 'watertight': True, 'oriented': True, 'places': 8, 'edges': 18, 'open_edges': 0, 'non_manifold_edges': 0, 'inconsistent_edges': 0, 'degenerate_triangles': 0, 'duplicate_triangles': 0, 'unreferenced_vertices': 0}
{'name': 'pole', 'triangles': 12, 'vertices': 8, 'watertight': True, 'oriented': True, 'places': 8, 'edges': 18, 'open_edges': 0, 'non_manifold_edges': 0, 'inconsistent_edges': 0, 'degenerate_triangles': 0, 'duplicate_triangles': 0, 'unreferenced_vertices': 0}
file cubes.obj
format OBJ
hit_file False
parts 3
meshes 3
triangles 36
points 0
vertices 24
skipped_faces 0
up +z
unit None
cameras []
materials []
notes []
min [-2.53125, -1, -1]
max [2, 6, 1]
surface {'watertight': True, 'watertight_meshes': 3, 'places': 24, 'edges': 54, 'open_edges': 0, 'non_manifold_edges': 0, 'inconsistent_edges': 0, 'degenerate_triangles': 0, 'duplicate_triangles': 0, 'unreferenced_vertices': 0, 'area': 56.25, 'volume': 16.124999999999993}
tree {'triangles': 36, 'skipped': 0, 'nodes': 1, 'leaves': 9, 'depth': 1, 'cost': 1.8819167142042215, 'bytes': 1728, 'bytes_per_triangle': 48}
bytes {'tree': 1728}
file none.obj
failed True
error {'text': 'cannot open it: No such file or directory', 'file': 'none.obj', 'exit_code': 3}
$ hitscan info --json --fast cubes.obj | python3 -c "import json, sys; print(*sorted(json.load(sys.stdin)[0]))"
bytes cameras file format hit_file materials max mesh_list meshes min notes part_list parts points seconds skipped_faces triangles unit up vertices
