$ . $CASES/cubes.sh
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 485,250,560,350 --json
{"model":"cubes.obj","area":"rect","contained":false,"visible":false,"count":2,"parts":[{"part":0,"name":"front","triangles":12},{"part":1,"name":"back","triangles":12}]}
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 485,250,560,350 --visible --contained --json
{"model":"cubes.obj","area":"rect","contained":true,"visible":true,"count":0,"parts":[]}
[1]
