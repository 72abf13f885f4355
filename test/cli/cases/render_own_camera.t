# Cameras of the file, by name and by number: two look at a cube from z = 10, one of them with a picture twice as wide.
$ python3 $CASES/cube_nodes.py '[{"name": "one"}]' | python3 -c 'import json, math, sys; g = json.load(sys.stdin)
> p = {"yfov": 2 * math.atan(0.2), "znear": 1, "zfar": 100}
> g["cameras"] = [{"type": "perspective", "perspective": p}, {"type": "perspective", "perspective": dict(p, aspectRatio=2)},
>                 {"type": "orthographic", "orthographic": {"xmag": 4, "ymag": 2, "znear": 1, "zfar": 100}}]
> g["nodes"] += [{"name": n, "camera": i, "translation": [0, 0, 10]} for i, n in enumerate(("eye", "wide", "flat"))]
> g["scenes"][0]["nodes"] += [1, 2, 3]; json.dump(g, sys.stdout)' > cube.gltf
$ hitscan render cube.gltf --camera eye -o a.png --size 100x100 | grep camera; hitscan render cube.gltf --camera 0 -o b.png --size 100x100 --quiet; cmp a.png b.png
camera   eye at 0,0,10, looks along 0,0,-1
# The cube is at 22 to 78 of the 100 pixels of the first; the second must show twice as much across, so 36 to 64.
$ for x in 77 79; do hitscan pick cube.gltf --camera eye --size 100x100 --at $x,50 --quiet; echo $?; done
0
1
$ for x in 63 65; do hitscan pick cube.gltf --camera wide --size 100x100 --at $x,50 --quiet; echo $?; done
0
1
# In a picture that is as wide as it wants, or wider, its height counts.
$ for x in 127 129; do hitscan pick cube.gltf --camera wide --size 200x100 --at $x,50 --quiet; echo $?; done
0
1
$ for x in 61 63; do hitscan pick cube.gltf --camera flat --size 100x100 --at $x,50 --quiet; echo $?; done
0
1
$ hitscan render cube.gltf --camera nobody -o a.png
hitscan: render: --camera: "nobody" is neither a view nor a field, and the file has no such camera; it has 0 "eye", 1 "wide", 2 "flat"
[2]
$ hitscan render cube.gltf --camera 7 -o a.png
hitscan: render: --camera: "7" is neither a view nor a field, and the file has no such camera; it has 0 "eye", 1 "wide", 2 "flat"
[2]
