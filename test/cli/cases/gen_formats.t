$ hitscan gen grid --triangles 12 -o cube.obj
cube.obj: 12 triangles, 8 vertices, 1 part, 207 bytes
$ cat cube.obj
\# hitscan gen; metres, z up (re)
o cube
v -5 -5 0
v 5 -5 0
v -5 5 0
v 5 5 0
v -5 -5 10
v 5 -5 10
v -5 5 10
v 5 5 10
f 1 3 4
f 1 4 2
f 1 2 6
f 1 6 5
f 2 4 8
f 2 8 6
f 4 3 7
f 4 7 8
f 3 1 5
f 3 5 7
f 5 6 8
f 5 8 7
$ hitscan gen grid --triangles 12 -o cube.off --up y
cube.off: 12 triangles, 8 vertices, 1 part, 195 bytes
$ cat cube.off
OFF
\# hitscan gen; metres, y up (re)
8 12 0
-5 0 5
5 0 5
-5 0 -5
5 0 -5
-5 10 5
5 10 5
-5 10 -5
5 10 -5
3 0 2 3
3 0 3 1
3 0 1 5
3 0 5 4
3 1 3 7
3 1 7 5
3 3 2 6
3 3 6 7
3 2 0 4
3 2 4 6
3 4 5 7
3 4 7 6
$ hitscan gen grid --triangles 12 -o cube.PLY --quiet
$ head -c 180 cube.PLY | tr -cd '\12\40-\176'
ply
format binary_little_endian 1.0
comment hitscan gen; metres, z up
element vertex 8
property float x
property float y
property float z
element face 12
property list uchar int ve (no-eol)
$ hitscan gen grid --triangles 12 -o cube.stl --quiet
$ head -c 80 cube.stl | tr -d '\0'
hitscan gen; metres, z up (no-eol)
$ wc -c < cube.stl
684
$ hitscan gen grid --triangles 12 -o cube.glb --quiet
$ head -c 700 cube.glb | tail -c +21 | tr '}' '\n' | head -8
{"asset":{"version":"2.0","generator":"hitscan gen"
,"scene":0,"scenes":[{"nodes":[0]
],"nodes":[{"name":"cube","mesh":0
],"meshes":[{"name":"cube","primitives":[{"attributes":{"POSITION":0
,"indices":1
]
],"accessors":[{"bufferView":0,"byteOffset":0,"count":8,"componentType":5126,"type":"VEC3","min":[-5,0,-5],"max":[5,10,5]
,{"bufferView":1,"byteOffset":0,"count":36,"componentType":5125,"type":"SCALAR"
# Parts have names, in the formats that know them.
$ hitscan gen town --triangles 1000 -o town.obj --quiet
$ grep ^o town.obj
o ground
o street_0
o block_0
o house_0
o tree_0
o lamp_0
o house_1
o car_0
o house_2
o tree_1
o house_3
o lamp_1
o house_4
# All formats have the same triangles: a ray finds the same.
$ for f in obj ply stl off; do hitscan gen town --triangles 3000 -o town.$f --quiet; hitscan lidar town.$f --path 0,0,2 --up z -o $f.csv --quiet; cut -d, -f 1-4,7- $f.csv | sha256sum | cut -c 1-16; done
76862f067a00cd06
76862f067a00cd06
76862f067a00cd06
76862f067a00cd06
# In glTF y is up: x, y, z of the others are x, z, -y there, and the picture is the same.
$ for f in obj glb; do hitscan gen grid --triangles 300 -o grid.$f --quiet; hitscan render grid.$f -o $f.png --quiet; hitscan info --fast grid.$f | grep -E '^(bounds|axes)'; done; cmp obj.png glb.png
bounds     -5,-5,0 to 5,5,10, size 10 x 10 x 10
axes       +z is up
bounds     -5,0,-5 to 5,10,5, size 10 x 10 x 10
axes       +y is up, a unit is 1 m
$ hitscan gen instances --triangles 500 -o i.glb --quiet; hitscan info --fast i.glb | grep -E '^(bounds|axes)'
bounds     -6.95357357,0.40496324,-7.21414417 to 7.20103559,2.8912254,7.08147407, size 14.1546 x 2.48626 x 14.2956
axes       +y is up, a unit is 1 m
$ hitscan gen grid --triangles 12 -o y.glb --up y --quiet; hitscan gen grid --triangles 12 -o auto.glb --quiet; cmp y.glb auto.glb
