# No verb writes over what it reads, however the file is called; what was read stays as it was.
$ . $CASES/cubes.sh; hitscan tree cubes.obj -o cubes.hit --quiet; echo 0,-10,0,0,1,0 > rays.csv
$ cp cubes.obj kept.obj; ln -s cubes.obj link.obj; ln cubes.obj hard.obj; mkdir -p a/b; ln -s ../cubes.obj a/far.obj
$ hitscan render cubes.obj -o cubes.obj
hitscan: render: -o cubes.obj is the model that is read; give another name
[2]
$ hitscan render cubes.obj -o ./a/../cubes.obj
hitscan: render: -o ./a/../cubes.obj is the model that is read; give another name
[2]
$ hitscan render cubes.obj -o link.obj
hitscan: render: -o link.obj is the model that is read; give another name
[2]
$ hitscan render a/far.obj -o hard.obj
hitscan: render: -o hard.obj is the model that is read; give another name
[2]
$ hitscan render cubes.obj -o a.png --mode depth --raw link.obj
hitscan: render: --raw link.obj is the model that is read; give another name
[2]
$ hitscan render cubes.obj -o a.png --mode depth --raw ./a/../a.png
hitscan: render: --raw ./a/../a.png is the file that -o writes; give another name
[2]
$ hitscan tree cubes.obj -o hard.obj
hitscan: tree: -o hard.obj is the model that is read; give another name
[2]
$ hitscan tree kept.obj cubes.hit -o cubes.hit
hitscan: tree: -o cubes.hit is the model that is read; give another name
[2]
$ hitscan lidar cubes.obj --path 0,0,0 --format csv -o link.obj
hitscan: lidar: -o link.obj is the model that is read; give another name
[2]
$ echo 0,0,0,0 > path.csv; echo 1,1,0,0 >> path.csv
$ hitscan lidar cubes.obj --path path.csv -o ./path.csv
hitscan: lidar: -o ./path.csv is the file of --path that is read; give another name
[2]
$ hitscan cast cubes.obj --rays rays.csv --out rays.csv
hitscan: cast: --out rays.csv is the file of rays that is read; give another name
[2]
$ hitscan cast a/far.obj --rays rays.csv --out-format csv --out cubes.obj
hitscan: cast: --out cubes.obj is the model that is read; give another name
[2]
# Files that a model names are read as well: buffers, materials, textures, and what Assimp asks for.
$ python3 $CASES/cube_nodes.py '[{"name": "one"}]' | python3 -c 'import base64, json, sys; g = json.load(sys.stdin)
> open("ball.bin", "wb").write(base64.b64decode(g["buffers"][0]["uri"].split(",")[1]))
> g["buffers"][0]["uri"] = "ball.bin"; json.dump(g, sys.stdout)' > ball.gltf; cp ball.bin kept.bin
$ hitscan render ball.gltf -o a.png --mode depth --raw ball.bin --quiet
hitscan: render: --raw ball.bin is a file of the model that is read; give another name
[2]
$ hitscan tree ball.gltf -o ./a/../ball.bin --quiet
hitscan: tree: -o ./a/../ball.bin is a file of the model that is read; give another name
[2]
$ cmp ball.bin kept.bin; rm ball.* kept.bin
$ printf '%s\n' 'mtllib m.mtl' 'v 0 0 0' 'v 1 0 0' 'v 0 1 0' 'vt 0 0' 'usemtl wood' 'f 1/1 2/1 3/1' > m.obj
$ printf '%s\n' 'newmtl wood' 'map_Kd m.png' > m.mtl; hitscan render cubes.obj --size 8x8 -o m.png --quiet; cp m.png kept.png
$ hitscan render m.obj -o m.png --quiet
hitscan: render: -o m.png is a file of the model that is read; give another name
[2]
$ cmp m.png kept.png; rm m.* kept.png
# The standard output is a file, too, where it is one: this would go on for ever.
$ hitscan cast cubes.obj --rays rays.csv >> rays.csv
hitscan: cast: --out (the standard output) is the file of rays that is read; give another name
[2]
$ hitscan cast cubes.obj --rays rays.csv --shard 1/2 --out s1.csv --quiet
$ hitscan cast --merge s1.csv s1.csv
hitscan: cast: --merge s1.csv is a shard that is read; give another name
[2]
# Pipes and devices may be read and written as often as one likes.
$ hitscan render cubes.obj -o /dev/null --mode depth --raw /dev/null --quiet --size 40x30
$ cmp cubes.obj kept.obj; cat rays.csv; ls -R
0,-10,0,0,1,0
.:
a
cubes.hit
cubes.obj
hard.obj
kept.obj
link.obj
path.csv
rays.csv
s1.csv

./a:
b
far.obj

./a/b:
