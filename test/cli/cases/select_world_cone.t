# A guard at 0,-5,0 who looks along y.
$ . $CASES/cubes.sh
$ hitscan select cubes.obj --world-cone 0,-5,0,0,1,0,10
part  name   triangles
   0  front         12
   1  back          12
2 of 3 parts, 24 triangles
$ hitscan select cubes.obj --world-cone 0,-5,0,0,1,0,10,5
part  name   triangles
   0  front         12
1 of 3 parts, 12 triangles
$ hitscan select cubes.obj --world-cone 0,-5,0,0,1,0,10,3.5
hitscan: select: nothing touches the cone
[1]
$ hitscan select cubes.obj --world-cone 0,-5,0,0,100,0,40 --contained
part  name   triangles
   0  front         12
   1  back          12
   2  pole          12
3 of 3 parts, 36 triangles
$ hitscan select cubes.obj --world-cone 0,-5,0,0,-1,0,40
hitscan: select: nothing touches the cone
[1]
$ hitscan select cubes.obj --world-cone 0,-5,0,0,1,0,40 --json
{"model":"cubes.obj","area":"world-cone","contained":false,"visible":false,"count":3,"parts":[{"part":0,"name":"front","triangles":12},{"part":1,"name":"back","triangles":12},{"part":2,"name":"pole","triangles":12}]}
