# Many pixels of a file, or of the standard input: an answer for each, in their order.
$ . $CASES/cubes.sh
$ printf '# pixels\n480,300\n\n 10 10\n228.4,300\n' > pixels.txt
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at @pixels.txt
line  at         part  name   depth  distance       x   y  z  nx  ny  nz  face  triangle
   2  480,300       0  front      8         8       0  -1  0   0  -1   0     2         4
   4  10,10         -  -          -         -       -   -  -   -   -   -     -         -
   5  228.4,300     2  pole       8         8  -2.516  -1  0   0  -1   0    14         5
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at @pixels.txt --all --radius 3
line  at         part  name   pixels  depth  distance       x   y  z  nx  ny  nz  face  triangle
   2  480,300       0  front       0      8         8       0  -1  0   0  -1   0     2         4
   2  480,300       1  back        0     13        13       0   4  0   0  -1   0     8         5
   4  10,10         -  -           -      -         -       -   -  -   -   -   -     -         -
   5  228.4,300     2  pole        0      8         8  -2.516  -1  0   0  -1   0    14         5
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at - --json < pixels.txt
{"model":"cubes.obj","radius":null,"count":2,"pixels":[{"line":2,"at":[480,300],"count":1,"hits":[{"part":0,"name":"front","depth":8,"distance":8,"point":[0,-1,0],"normal":[0,-1,0],"side":"front","face":2,"triangle":4}]},{"line":4,"at":[10,10],"count":0,"hits":[]},{"line":5,"at":[228.4,300],"count":1,"hits":[{"part":2,"name":"pole","depth":8,"distance":8,"point":[-2.5160000000000005,-1,0],"normal":[0,-1,0],"side":"front","face":14,"triangle":5}]}]}
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at @- --json < pixels.txt | python3 -c 'import json, sys; print([p["count"] for p in json.load(sys.stdin)["pixels"]])'
[1, 0, 1]
# Each answer is that of a click alone, also from a .hit file.
$ for i in $(seq 0 37 959); do echo "$i.5,$((i * 7 % 600))"; done > many.txt; hitscan tree cubes.obj -o cubes.hit --quiet
$ while read at; do hitscan pick cubes.obj --at $at --json; done < many.txt > alone.json; for m in cubes.obj cubes.hit; do hitscan pick $m --at @many.txt --json > all.json; python3 -c 'import json; a = [json.loads(l)["hits"] for l in open("alone.json")]; b = [p["hits"] for p in json.load(open("all.json"))["pixels"]]; print(a == b, len(a), sum(map(len, a)) > 0)'; done
True 26 True
True 26 True
# Nothing anywhere, and what is wrong, with the line.
$ echo 1,1 | hitscan pick cubes.obj --at - --quiet
[1]
$ printf '1,1\n2,2\n' | hitscan pick cubes.obj --at -
line  at   part  name  depth  distance  x  y  z  nx  ny  nz  face  triangle
   1  1,1     -  -         -         -  -  -  -   -   -   -     -         -
   2  2,2     -  -         -         -  -  -  -   -   -   -     -         -
hitscan: pick: nothing is at any of the 2 pixels
[1]
$ printf '1,1\n2,x\n' > bad.txt; hitscan pick cubes.obj --at @bad.txt
hitscan: bad.txt:2: a pixel is X,Y, two numbers on a line, not "2,x"
[3]
$ printf '1,1\n\n3\n' | hitscan pick cubes.obj --at -
hitscan: standard input:3: a pixel is X,Y, two numbers on a line, not "3"
[3]
$ printf '1,1,1\n' | hitscan pick cubes.obj --at -
hitscan: standard input:1: a pixel is X,Y, two numbers on a line, not "1,1,1"
[3]
$ printf '# none\n' > none.txt; hitscan pick cubes.obj --at @none.txt
hitscan: pick: --at: none.txt has no pixels: X,Y on each line
[3]
$ hitscan pick cubes.obj --at @missing.txt
hitscan: pick: --at: missing.txt: No such file or directory
[3]
$ hitscan pick cubes.obj --at @
hitscan: pick: --at: which file? @ stands before its name
[2]
