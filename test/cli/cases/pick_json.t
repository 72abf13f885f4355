$ . $CASES/cubes.sh
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 530,280 --all --json
{"model":"cubes.obj","at":[530,280],"radius":null,"count":2,"hits":[{"part":0,"name":"front","depth":8,"distance":8,"point":[0.5000000000000001,-1,0.2],"normal":[0,-1,0],"side":"front","face":2,"triangle":4},{"part":1,"name":"back","depth":13,"distance":13,"point":[0.5000000000000001,4,0.2],"normal":[0,-1,0],"side":"front","face":8,"triangle":5}]}
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 240,300 --radius 20 --json
{"model":"cubes.obj","at":[240,300],"radius":20,"count":1,"hits":[{"part":2,"name":"pole","pixels":9.999999999999972,"depth":8,"distance":8,"point":[-2.5,-1,0],"normal":[0,-1,0],"side":"front","face":14,"triangle":4}]}
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 10,10 --json
{"model":"cubes.obj","at":[10,10],"radius":null,"count":0,"hits":[]}
[1]
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 530,280 --json | python3 -m json.tool > /dev/null && echo good
good
