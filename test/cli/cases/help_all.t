# Every verb has help with a usage line, and no line is longer than 100 characters.
$ for verb in $(hitscan man --json | python3 -c "import json, sys; print(*(v['verb'] for v in json.load(sys.stdin)))"); do
>     hitscan $verb --help > text || echo "$verb fails"
>     grep -q "^usage: hitscan $verb" text || echo "$verb has no usage"
>     awk -v verb=$verb 'length($0) > 100 { print verb ": " $0 }' text
>     hitscan $verb -h | cmp text -
> done
# Options that are too long for the column have a line of their own.
$ hitscan select --help
hitscan select: tell what is in a rectangle, a lasso or a cone.

usage: hitscan select MODEL... [options]

  --rect X0,Y0,X1,Y1     a rectangle of the screen, by two opposite corners
  --lasso X,Y,X,Y,...    a polygon of the screen; or @FILE with X,Y on each line, @- for the
                         standard input
  --cone X,Y,RADIUS      a round brush of the screen, in pixels
  --world-cone X,Y,Z,DX,DY,DZ,DEGREES[,LENGTH]
                         a cone of the world: apex, direction, angle between its axis and its side,
                         and length along the axis (without end); needs no camera
  --contained            only what lies in the area as a whole (what touches it)
  --visible              only what is seen in it (hidden or not)
  --step PIXELS          with --visible: what shows less than a square of this size may be missed
                         (1)
  --faces                select the faces of parts, not whole parts
  --ids                  print the numbers of the parts only, one on each line; with --faces, of the
                         part and the face
  --camera CAMERA        iso, front, back, left, right, top, bottom; or
                         eye=X,Y,Z/at=X,Y,Z/up=X,Y,Z/fov=DEGREES, with ortho=HEIGHT in place of fov,
                         and near=, far=; or the name or number, from 0, of a camera in the file
                         (iso: all of the model in view)
  --view VIEW            iso, front, back, left, right, top or bottom, relative to what is up;
                         --camera may add fields (iso)
  --margin PERCENT       of views: how much of the picture stays free on each side, 0 to 45 (4)
  --size WxH             pixels across and down, up to 32768 each (960x600)
  --up AXIS              which axis of the model points up: x, y, z, -x, -y or -z (as the file or
                         its format says, or z)
  --only PATTERN,...     these parts of the model alone: by name or path, as in 'wheel*', or
                         material:NAME
  --hide PATTERN,...     without these parts
  --format FORMAT        what the model is, whatever its name: obj, ply, stl, off, gltf, 3mf or xyz
  --parts by=WHAT        what a part is: by=node, mesh, material or component (as the file has them)
  --scene N              of a file with several scenes (glTF), the one with this number from 1 (the
                         file's own)
  --max-memory BYTES     the most that reading a model may take, as in 512M or 4G (64 MiB plus 16
                         times the file)
  --helper-memory BYTES  the same of the process in which Assimp reads (2 GiB plus 64 times the
                         file)
  --helper-seconds S     how long that process may compute (60)
  --unit UNIT            make it metres: a unit of the model is a mm, cm, m, km, in or ft, or what
                         the file says
  --scale FACTOR         make it larger, about the origin
  --rotate AXIS,DEGREES  then turn it about an axis through the origin: x, y, z or X,Y,Z, as in z,90
  --move X,Y,Z           then move it
  --json                 print JSON, for machines
  --quiet                no progress, notes and tables; the exit code tells
  --threads N            at most 256; 0: one for each processor (0)
  --help                 print this

Exactly one area is given: --rect, --lasso, --cone or --world-cone. Pixels count from the upper left
corner: x to the right, y down; lengths of the world are in the units of the model. The camera
should be that of the picture in question: give it as `hitscan render` had it.

Parts are selected by their triangles, not by their centres or boxes. The border belongs to the
area. Where a lasso crosses itself, what it encloses twice is outside. Parts count from 0, as
hitscan info lists them, and faces as in the file. A face is selected by its triangles, each by
itself, by the same rules; a hidden one with a --visible neighbour is not. Exit code 1 when nothing
is selected.

Several models are one: their parts are then called "FILE:NAME". Patterns of --only and --hide are
those of shells (* ? [a-z]), and a part is meant by its name or by its path, as in robot/arm/*. Both
may be given several times. Lengths are in the units of the model, after --unit, --scale, --rotate
and --move, which happen in this order. A model may be a pipe, or -, the standard input; its format
can be told where its bytes do not.

examples:
  hitscan select house.obj --rect 100,100,400,300
  # the faces under a brush that are seen, as numbers of part and face
  hitscan select house.obj --cone 480,300,25 --faces --visible --ids
  # a picture in which everything that is seen in a lasso stands out
  parts=$(hitscan select house.obj --lasso @lasso.txt --visible --ids | paste -sd,)
  hitscan render house.obj --highlight $parts -o seen.png
  # what a guard at 0,0,1.7 who looks along y may see within 30 units
  hitscan select house.hit --world-cone 0,0,1.7,0,1,0,35,30
