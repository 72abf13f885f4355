# A .hit file gives the same answers as the model, also where it has many parts and only some are looked at.
$ . $CASES/cubes.sh
> echo '# z up' > boxes.obj
> for x in {0..9}; do
>     for y in {0..9}; do
>         box box_$x$y $x $x.5 $y $y.5 0 0.$((x + y / 2))1
>     done
> done >> boxes.obj
> hitscan tree boxes.obj -o boxes.hit --quiet
$ pick() { hitscan pick $1 --camera eye=4,-9,4/at=4.5,5,0 --at $2 --all --json | sed 's/"model":"[^"]*"//'; }
> for at in 480,{200,240,270,300,310.5,350,420} {100,300,600,640.25,700,900},320; do
>     [ "$(pick boxes.obj $at)" = "$(pick boxes.hit $at)" ] || echo "$at differs"
>     pick boxes.hit $at
> done | grep -o -e '"name":"[a-z]*' -e differs | sort | uniq -c
     13 "name":"box
$ hitscan pick boxes.hit --camera eye=4,-9,4/at=4.5,5,0 --at 600,320 --all
part  name      depth  distance        x  y         z  nx  ny  nz  face  triangle
  62  box_62  2.38484   11.7725  6.31768  2  0.504115   0  -1   0   374         5
