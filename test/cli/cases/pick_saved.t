# A .hit file gives the same answers as the model, also where it has many parts and only some are looked at.
$ hitscan gen town --triangles 20000 -o town.obj --quiet && hitscan tree town.obj -o town.hit --quiet
$ pick() { hitscan pick $1 --camera eye=10,-300,40/at=0,0,2 --at $2 --all --json | sed 's/"model":"[^"]*"//'; }
> for at in 100,200 300.5,200 480,200 100,333 300,333 480,333.5 700,410.25 100,410 480,410 250,290; do
>     [ "$(pick town.obj $at)" = "$(pick town.hit $at)" ] || echo "$at differs"
>     pick town.hit $at >> hits
> done
> grep -o '"name":"[a-z]*' hits | sort | uniq -c
      2 "name":"block
      3 "name":"ground
      2 "name":"house
$ hitscan pick town.hit --camera eye=10,-300,40/at=0,0,2 --at 480,333
part  name      depth  distance        x         y        z  nx  ny  nz  face  triangle
  40  house_14  51.56   226.668  2.55931  -76.7795  1.32596   0  -1   0  3563        57
