$ . $CASES/cubes.sh
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 530,280 --all
part  name   depth  distance    x   y    z  nx  ny  nz  face  triangle
   0  front      8         8  0.5  -1  0.2   0  -1   0     2         4
   1  back      13        13  0.5   4  0.2   0  -1   0     8         5
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 430,280 --all
part  name   depth  distance     x   y    z  nx  ny  nz  face  triangle
   0  front      8         8  -0.5  -1  0.2   0  -1   0     2         5
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 229,280 --all
part  name  depth  distance      x   y    z  nx  ny  nz  face  triangle
   2  pole      8         8  -2.51  -1  0.2   0  -1   0    14         4
