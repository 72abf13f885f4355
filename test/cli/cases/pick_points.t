# Points of a cloud, within a radius: the nearest to the eye, by the number of its vertex.
$ printf '# z up\nv 0 5 0\nv 0 0 0\nv 1 0 0\nv 0 0.5 0.01\n' > cloud.obj
$ hitscan pick cloud.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 480,302 --radius 5
part  name    pixels  depth  distance  x  y  z  nx  ny  nz   face  triangle
   0  part 0       2      9         9  0  0  0   0   0   0  point         1
$ hitscan pick cloud.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 480,302 --radius 5 --all --json
{"model":"cloud.obj","at":[480,302],"radius":5,"count":3,"hits":[{"part":0,"name":"part 0","pixels":2,"depth":9,"distance":9,"point":[0,0,0],"vertex":1},{"part":0,"name":"part 0","pixels":2.999999977648258,"depth":9.5,"distance":9.5,"point":[0,0.5,0.009999999776482582],"vertex":3},{"part":0,"name":"part 0","pixels":2,"depth":14,"distance":14,"point":[0,5,0],"vertex":0}]}
$ hitscan pick cloud.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=12 --at 480,302 --radius 5 --all --json
{"model":"cloud.obj","at":[480,302],"radius":5,"count":2,"hits":[{"part":0,"name":"part 0","pixels":2,"depth":9,"distance":9,"point":[0,0,0],"vertex":1},{"part":0,"name":"part 0","pixels":2.999999977648258,"depth":9.5,"distance":9.5,"point":[0,0.5,0.009999999776482582],"vertex":3}]}
$ hitscan pick cloud.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 500,302 --radius 5
hitscan: pick: nothing is within 5 pixels of 500,302
[1]
