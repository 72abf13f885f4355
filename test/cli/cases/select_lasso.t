$ . $CASES/cubes.sh
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --lasso 200,100,300,100,250,500
part  name  triangles
   2  pole         12
1 of 3 parts, 12 triangles
# Twice around is outside: a lasso that encloses the cube twice, and touches nothing of it.
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --lasso 100,0,700,0,700,600,100,600,100,0,700,0,700,600,100,600
hitscan: select: nothing touches the lasso
[1]
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --lasso 100,0,700,0,700,600,100,600 --contained --ids
0
1
2
# From a file, with comments, empty lines, spaces for commas and line ends of both kinds.
$ printf '# a lasso\n200,100\n\n 300 100\r\n250 , 500' > lasso.txt
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --lasso @lasso.txt --ids
2
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --lasso @- --ids < lasso.txt
2
# Of thousands of points.
$ python3 -c "from math import *
> for i in range(5000): print(480 + 150 * cos(i * tau / 5000), 300 + 150 * sin(i * tau / 5000), sep=',')" > circle.txt
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --lasso @circle.txt --contained
part  name   triangles
   0  front         12
1 of 3 parts, 12 triangles
