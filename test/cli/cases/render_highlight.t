# What is selected: by number, by name, by an area.
$ . $CASES/cubes.sh
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --highlight 1 -o a.png | grep selected
selected 1 of 3 parts
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --highlight 0-1,2 -o a.png | grep selected
selected 3 of 3 parts
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --highlight-name '?a*k' -o a.png | grep selected
selected 1 of 3 parts
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --highlight-name 'nobody' -o a.png | grep selected; test ${PIPESTATUS[0]} = 1
hitscan: render: nothing is selected
selected 0 of 3 parts
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --rect 49,25,52,28 -o a.png | grep selected
selected 2 of 3 parts
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --rect 49,25,52,28 --visible -o a.png | grep selected
selected 1 of 3 parts
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --lasso 30,15,65,15,65,45,30,45 --contained -o a.png | grep selected
selected 1 of 3 parts
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --rect 1,1,2,2 -o a.png > /dev/null
hitscan: render: nothing is selected
[1]
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,-20,0 --size 9x9 -o a.png > /dev/null
hitscan: render: nothing is hit: is the model where --camera looks?
[1]
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,-20,0 --size 9x9 -o a.png --quiet
[1]
