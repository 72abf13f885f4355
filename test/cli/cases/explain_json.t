$ . $CASES/cubes.sh
$ hitscan explain cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 530,300 --part front --json
{"model":"cubes.obj","at":[530,300],"picked":true,"reason":"picked","text":"front (part 0) is picked, at a depth of 8.","part":0,"name":"front","depth":8,"priority":0,"layers":1,"filter_layers":0,"other":null,"off":null}
$ hitscan explain cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 530,300 --part back --json
{"model":"cubes.obj","at":[530,300],"picked":false,"reason":"hidden","text":"back (part 1), at a depth of 13, is hidden by front (part 0) at 8. hitscan pick --all lists both.","part":1,"name":"back","depth":13,"priority":0,"layers":1,"filter_layers":0,"other":{"part":0,"name":"front","depth":8,"priority":0},"off":null}
[1]
$ hitscan explain cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 640,300 --part front --json
{"model":"cubes.obj","at":[640,300],"picked":false,"reason":"missed bounds","text":"The ray misses front (part 0) and the box around it, which is closest (-60, 0) pixels from here.","part":0,"name":"front","depth":null,"priority":0,"layers":1,"filter_layers":0,"other":{"part":1,"name":"back","depth":13,"priority":0},"off":[-59.9999999999999,0]}
[1]
