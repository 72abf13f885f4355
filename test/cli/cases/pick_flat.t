# A scale of 0 makes a part flat, a line or a point. Rays hit what is flat, whichever verb asks.
$ python3 $CASES/cube_nodes.py '[{"name": "flat", "translation": [0, 0, 2], "scale": [1, 1, 0]}, {"name": "behind"},
>     {"name": "tilted", "translation": [5, 0, 0], "rotation": [0, 0.6, 0, 0.8], "scale": [-2, 1, 0]},
>     {"name": "line", "translation": [10, 0, 0], "scale": [1, 0, 0]},
>     {"name": "point", "translation": [15, 0, 0], "scale": [0, 0, 0]},
>     {"name": "thin", "translation": [20, 0, 0], "scale": [-1, 1, 1e-35]}]' > flat.gltf
$ printf '%s\n' 0.25,0.5,10,0,0,-1 5.25,0.5,10,0,0,-1 10,0,10,0,0,-1 15,0,10,0,0,-1 20.25,0.5,10,0,0,-1 > rays.csv
$ hitscan cast flat.gltf --rays rays.csv --fields part_name,distance,nx,nz,side,triangle --quiet
part_name,distance,nx,nz,side,triangle
flat,8,0,-1,back,0
tilted,10.857143,0.96,0.27999997,front,24
,,,,,
,,,,,
thin,10,0,1,front,63
$ for x in 0.25 5.25 10 15 20.25; do
>     hitscan pick flat.gltf --camera eye=$x,0.5,10/at=$x,0.5,0/up=0,1,0/ortho=6/near=0/far=100 --at 480,300; done
part  name  depth  distance     x    y  z  nx  ny  nz  face  triangle
   0  flat      8         8  0.25  0.5  2   0   0  -1     0         0
part  name      depth  distance     x    y          z    nx  ny    nz  face  triangle
   2  tilted  10.8571   10.8571  5.25  0.5  -0.857143  0.96   0  0.28     0         0
hitscan: pick: nothing is at 480,300
hitscan: pick: nothing is at 480,300
part  name  depth  distance      x    y  z  nx  ny  nz  face  triangle
   5  thin     10        10  20.25  0.5  0   0   0   1     3         3
$ hitscan explain flat.gltf --camera eye=0,0,10/at=0,0,0/up=0,1,0/ortho=6 --at 480,300 --part flat
picked: flat (part 0) is picked, at a depth of 0.224.

           part  name     depth
asked for     0  flat  0.224359
$ hitscan explain flat.gltf --camera eye=0,0,10/at=0,0,0/up=0,1,0/ortho=6 --at 480,300 --part behind
hidden: behind (part 1), at a depth of 1.224, is hidden by flat (part 0) at 0.224. hitscan pick --all lists both.

           part  name       depth
asked for     1  behind   1.22436
picked        0  flat    0.224359
[1]
$ hitscan select flat.gltf --up z --camera top/ortho=40 --rect 0,0,960,600
part  name    triangles
   0  flat           12
   1  behind         12
   2  tilted         12
   3  line           12
   4  point          12
   5  thin           12
6 of 6 parts, 72 triangles
$ hitscan select flat.gltf --up z --camera top/ortho=40 --rect 0,0,960,600 --visible
part  name    triangles
   0  flat           12
   2  tilted         12
   5  thin           12
3 of 6 parts, 36 triangles
# So it is in a .hit file, of few parts and of many.
$ hitscan tree flat.gltf -o flat.hit --quiet
$ hitscan pick flat.hit --camera eye=5.25,0.5,10/at=5.25,0.5,0/up=0,1,0/ortho=6/near=0/far=100 --at 480,300 --all
part  name      depth  distance     x    y          z    nx  ny    nz  face  triangle
   2  tilted  10.8571   10.8571  5.25  0.5  -0.857143  0.96   0  0.28     0         0
$ python3 $CASES/cube_nodes.py "[$(printf '{"translation": [0, 0, -%d], "scale": [1, 1, 0]},' $(seq 100)) {}]" > many.gltf
$ hitscan tree many.gltf -o many.hit --quiet
$ hitscan pick many.hit --camera eye=0.25,0.5,-1.5/at=0.25,0.5,-3/up=0,1,0/ortho=6/near=0/far=100 --at 480,300 --json
{"model":"many.hit","at":[480,300],"radius":null,"count":1,"hits":[{"part":1,"name":"part 1","depth":0.5,"distance":0.5,"point":[0.25,0.5,-2],"normal":[0,0,-1],"side":"back","face":0,"triangle":0}]}
$ hitscan pick many.gltf --camera eye=0.25,0.5,-1.5/at=0.25,0.5,-3/up=0,1,0/ortho=6/near=0/far=100 --at 480,300 --json
{"model":"many.gltf","at":[480,300],"radius":null,"count":1,"hits":[{"part":1,"name":"part 1","depth":0.5,"distance":0.5,"point":[0.25,0.5,-2],"normal":[0,0,-1],"side":"back","face":0,"triangle":0}]}
