$ . $CASES/cubes.sh
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --cone 430,300,20
part  name   triangles
   0  front         12
1 of 3 parts, 12 triangles
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --cone 430,300,60 --ids
0
1
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --cone 430,300,60 --ids --visible
0
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --cone 480,300,150 --contained
part  name   triangles
   0  front         12
1 of 3 parts, 12 triangles
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --cone 10,10,5
hitscan: select: nothing touches the brush
[1]
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/fov=45 --cone 480,300,0
part  name   triangles
   0  front         12
   1  back          12
2 of 3 parts, 24 triangles
