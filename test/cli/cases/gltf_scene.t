# A glTF with several scenes shows the one that it says, or the one that is asked for.
$ python3 $CASES/cube_nodes.py '[{"name": "one"}, {"name": "two"}, {"name": "three"}]' |
>     python3 -c 'import json, sys; g = json.load(sys.stdin); g["scenes"] = [{"nodes": [0]}, {"nodes": [1, 2]}]
> json.dump(g, sys.stdout)' > scenes.gltf
$ hitscan info scenes.gltf --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["triangles"])'
12
$ hitscan info scenes.gltf --scene 2 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["triangles"])'
24
$ hitscan info scenes.gltf --scene 3
hitscan: scenes.gltf:1: scene 3 is asked for, and the model has 2 of them
[3]
$ hitscan info scenes.gltf --scene 0
hitscan: info: --scene must be from 1 to 1000000000, not 0
[2]
