$ . $CASES/cubes.sh
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 10,10
hitscan: pick: nothing is at 10,10
[1]
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 10,10 --all
hitscan: pick: nothing is at 10,10
[1]
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 10,10 --quiet
[1]
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 10,10 --radius 3
hitscan: pick: nothing is within 3 pixels of 10,10
[1]
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 2000,-3.5
hitscan: pick: nothing is at 2000,-3.5, which is outside of the picture (960x600)
[1]
# Behind the near plane and beyond the far one there is nothing.
$ hitscan pick cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=12/far=13 --at 480,300
hitscan: pick: nothing is at 480,300
[1]
