# By what touches the rectangle, by what lies in it, and by what is seen.
$ . $CASES/cubes.sh
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 400,200,600,400
part  name   triangles
   0  front         12
   1  back          12
2 of 3 parts, 24 triangles
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 600,400,470,190 --contained
hitscan: select: nothing lies in the rectangle
[1]
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 690,410,470,190 --contained
part  name  triangles
   1  back         12
1 of 3 parts, 12 triangles
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 485,250,560,350
part  name   triangles
   0  front         12
   1  back          12
2 of 3 parts, 24 triangles
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 485,250,560,350 --visible
part  name   triangles
   0  front         12
1 of 3 parts, 12 triangles
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 0,0,960,600 --visible --step 50
part  name   triangles
   0  front         12
   1  back          12
2 of 3 parts, 24 triangles
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 0,0,960,600 --ids
0
1
2
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 0,0,10,10
hitscan: select: nothing touches the rectangle
[1]
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 0,0,10,10 --contained
hitscan: select: nothing lies in the rectangle
[1]
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 0,0,10,10 --visible --ids
hitscan: select: nothing is seen in the rectangle
[1]
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 0,0,960,600 --quiet
# The camera that shows all of the model.
$ hitscan select cubes.obj --rect 0,0,960,600 --contained
part  name   triangles
   0  front         12
   1  back          12
   2  pole          12
3 of 3 parts, 36 triangles
