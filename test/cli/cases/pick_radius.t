# Thin things are found near the pixel; what is under it comes first.
$ . $CASES/cubes.sh
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 240,300
hitscan: pick: nothing is at 240,300
[1]
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 240,300 --radius 5
hitscan: pick: nothing is within 5 pixels of 240,300
[1]
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 240,300 --radius 20
part  name  pixels  depth  distance     x   y  z  nx  ny  nz  face  triangle
   2  pole      10      8         8  -2.5  -1  0   0  -1   0    14         4
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 390,300 --radius 200 --all
part  name   pixels  depth  distance     x   y  z  nx  ny  nz  face  triangle
   0  front       0      8         8  -0.9  -1  0   0  -1   0     2         5
   1  back       90     13        13     0   4  0   0  -1   0     8         5
   2  pole      160      8         8  -2.5  -1  0   0  -1   0    14         4
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 530,300 --radius 0 --all
part  name   pixels  depth  distance    x   y  z  nx  ny  nz  face  triangle
   0  front       0      8         8  0.5  -1  0   0  -1   0     2         4
   1  back        0     13        13  0.5   4  0   0  -1   0     8         5
