# The faces of parts, not whole parts.
$ . $CASES/cubes.sh
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 400,200,600,400 --faces
part  name   faces  triangles  of
   0  front      5         10  12
   1  back       5         10  12
10 faces, 20 triangles, of 2 parts; --ids or --json lists them
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 400,250,600,350 --faces --ids
0 2
0 3
0 4
1 8
1 10
1 11
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 400,250,600,350 --faces --ids --visible
0 2
1 8
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 370,190,590,410 --faces --contained --json
{"model":"cubes.obj","area":"rect","contained":true,"visible":false,"count":2,"parts":[{"part":0,"name":"front","triangles":12,"faces":[0,1,2,3,4,5],"selected_triangles":[0,1,2,3,4,5,6,7,8,9,10,11]},{"part":1,"name":"back","triangles":12,"faces":[11],"selected_triangles":[10,11]}]}
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --cone 480,300,10 --faces --ids --visible
0 2
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --lasso 560,250,700,250,700,350,560,350 --faces --ids --visible
0 2
1 8
$ hitscan select cubes.obj --world-cone 0,-10,0,0,1,0,3,9.5 --faces --ids
0 2
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --rect 0,0,10,10 --faces
hitscan: select: nothing touches the rectangle
[1]
# They are those that are selected when each face is a part: of areas that cut through a mesh of many runs.
$ hitscan gen torus --triangles 12000 -o torus.obj --quiet; sed 's/^f /o face\nf /' torus.obj | awk '/^o face/ { $2 = "face" n++ } { print }' | sed '/^o torus/d' > single.obj
$ for o in '--rect 300,200,500,400' '--rect 300,200,500,400 --contained' '--lasso 300,200,500,400,200,500,450,100' '--lasso 300,200,500,400,200,500,450,100 --contained' '--cone 500,300,80' '--world-cone 3,0,0,-1,0,0.2,9'; do hitscan select torus.obj $o --faces --ids | cut -d' ' -f2 > faces; hitscan select single.obj $o --ids > parts; cmp faces parts && [ $(wc -l < faces) -gt 50 ] && wc -l < faces; done
1083
765
1188
713
417
425
# What is seen is among what touches, and far less.
$ for o in '--rect 300,200,500,400' '--cone 500,300,80'; do hitscan select torus.obj $o --faces --visible --ids | sort > seen; hitscan select torus.obj $o --faces --ids | sort > touching; comm -23 seen touching; [ $(wc -l < seen) -gt 50 ] && [ $(wc -l < seen) -lt $(wc -l < touching) ] && echo fewer; done
fewer
fewer
# A polygon of several triangles.
$ hitscan select cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6 --rect 470,290,490,310 --faces --json --only front | python3 -c 'import json, sys; p = json.load(sys.stdin)["parts"][0]; print(p["faces"], p["selected_triangles"])'
[2, 4] [4, 5, 8, 9]
# Parts that a scale of 0 makes flat.
$ python3 $CASES/cube_nodes.py '[{"name": "flat", "translation": [0, 0, 2], "scale": [1, 1, 0]}, {"name": "behind"}]' > flat.gltf; hitscan select flat.gltf --camera eye=0.25,0.5,10/at=0.25,0.5,0/up=0,1,0/ortho=6/near=0/far=100 --rect 400,250,560,350 --faces
part  name    faces  triangles  of
   0  flat        8          8  12
   1  behind      8          8  12
16 faces, 16 triangles, of 2 parts; --ids or --json lists them
