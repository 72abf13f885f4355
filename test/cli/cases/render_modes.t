# What each mode tells. A unit is 10 pixels, and the middle of the picture is the origin.
$ . $CASES/cubes.sh
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 -o a.png
picture  a.png: shaded, 96 x 60 pixels, 4 samples each
camera   orthographic, from 0,-9,0, looks along 0,1,0
up       +z (OBJ)
rays     31,020 in [0-9.]+ s on [0-9]+ threads?, [0-9.]+ M rays/s (re)
hits     10.5 % of the picture
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --mode depth -o a.png
picture  a.png: depth, 96 x 60 pixels, 1 sample each
camera   orthographic, from 0,-9,0, looks along 0,1,0
up       +z (OBJ)
rays     5,760 in [0-9.]+ s on [0-9]+ threads?, [0-9.]+ M rays/s (re)
hits     10.4 % of the picture
depth    8 to 13 along the camera's axis, from the near plane
colours  white at 8 to dark grey at 13; black: nothing is hit
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --mode depth --range 0,20 -o a.png
picture  a.png: depth, 96 x 60 pixels, 1 sample each
camera   orthographic, from 0,-9,0, looks along 0,1,0
up       +z (OBJ)
rays     5,760 in [0-9.]+ s on [0-9]+ threads?, [0-9.]+ M rays/s (re)
hits     10.4 % of the picture
depth    8 to 13 along the camera's axis, from the near plane
colours  white at 0 to dark grey at 20; black: nothing is hit
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --mode normals -o a.png
picture  a.png: normals, 96 x 60 pixels, 4 samples each
camera   orthographic, from 0,-9,0, looks along 0,1,0
up       +z (OBJ)
rays     23,040 in [0-9.]+ s on [0-9]+ threads?, [0-9.]+ M rays/s (re)
hits     10.5 % of the picture
colours  red, green and blue are x, y and z of the normal, 0 at -1 to 255 at 1
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --mode parts --samples 1 -o a.png
picture  a.png: parts, 96 x 60 pixels, 1 sample each
camera   orthographic, from 0,-9,0, looks along 0,1,0
up       +z (OBJ)
rays     5,760 in [0-9.]+ s on [0-9]+ threads?, [0-9.]+ M rays/s (re)
hits     10.4 % of the picture

part  name   colour   pixels
   0  front  #db9842     400
   1  back   #441bb3     200
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --mode cost -o a.png
picture  a.png: cost, 96 x 60 pixels, 1 sample each
camera   orthographic, from 0,-9,0, looks along 0,1,0
up       +z (OBJ)
rays     5,760 in [0-9.]+ s on [0-9]+ threads?, [0-9.]+ M rays/s (re)
hits     10.4 % of the picture
nodes    1 to 1 per ray, 1.00 on average
leaves   0 to 1 per ray, 0.10 on average
both     1 to 2 per ray, 1.10 on average
colours  black at 0 by violet, red and orange to pale yellow at 2 and above, of nodes plus leaves
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --mode points --point-size 1 -o a.png
picture  a.png: points, 96 x 60 pixels, 4 samples each
camera   orthographic, from 0,-9,0, looks along 0,1,0
up       +z (OBJ)
points   24 in [0-9.]+ s (re)
hits     0.2 % of the picture
colours  blue at the lowest to red at the highest point
$ hitscan render cubes.obj --size 96x60 --threads 1 -o a.png
picture  a.png: shaded, 96 x 60 pixels, 4 samples each
camera   eye at 4.00241,-2.38255,3.43078, looks along -0.57735,0.57735,-0.57735
up       +z (OBJ)
rays     43,610 in [0-9.]+ s on [0-9]+ threads?, [0-9.]+ M rays/s (re)
hits     33.7 % of the picture
$ ls
a.png
cubes.obj
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --quiet -o a.png
