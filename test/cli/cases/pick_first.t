# What is under a pixel: the nearest part. Depth counts from the near plane at y = -9.
$ . $CASES/cubes.sh
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 480,300
part  name   depth  distance  x   y  z  nx  ny  nz  face  triangle
   0  front      8         8  0  -1  0   0  -1   0     2         4
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at=600,250.5
part  name  depth  distance    x  y      z  nx  ny  nz  face  triangle
   1  back     13        13  1.2  4  0.495   0  -1   0     8         5
# From an eye at 0,-10,0 the distance is that to the eye.
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/fov=45/near=1/far=100 --at 480,300
part  name   depth  distance  x   y  z  nx  ny  nz  face  triangle
   0  front      8         9  0  -1  0   0  -1   0     2         4
# The camera that shows all of the model.
$ hitscan pick cubes.obj --at 400,300
part  name     depth  distance  x           y         z  nx  ny  nz  face  triangle
   0  front  1.30868   4.60851  1  -0.0956833  0.786146   1   0   0     3         7
$ hitscan pick cubes.obj --camera front --size 200x100 --at 100,50
part  name       depth  distance          x   y  z  nx  ny  nz  face  triangle
   0  front  0.0857512   2.62415  -0.765625  -1  0   0  -1   0     2         5
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 480,300 --quiet
