$ . $CASES/cubes.sh
$ hitscan render
hitscan: render: MODEL is missing; see hitscan render --help
[2]
$ hitscan render cubes.obj
hitscan: render: -o FILE is missing: where the picture goes, as in -o picture.png
[2]
$ hitscan render cubes.obj more.obj -o a.png
hitscan: more.obj: cannot open it: No such file or directory
[3]
$ hitscan render nothing.obj -o a.png
hitscan: nothing.obj: cannot open it: No such file or directory
[3]
$ hitscan render cubes.obj -o nowhere/a.png
hitscan: cannot write nowhere/a.png: No such file or directory
[3]
$ hitscan render cubes.obj -o a.png --mode shadde
hitscan: render: --mode has no "shadde"; did you mean shaded?
[2]
$ hitscan render cubes.obj -o a.png --mode x-ray
hitscan: render: --mode has no "x-ray"; it is one of shaded, depth, normals, parts, cost, points
[2]
$ hitscan render cubes.obj -o a.png --samples 5
hitscan: render: --samples must be a square, as 1, 4, 9 or 16, not 5; try 9
[2]
$ hitscan render cubes.obj -o a.png --samples 1024
hitscan: render: --samples must be from 1 to 256, not 1024
[2]
$ hitscan render cubes.obj -o a.png --mode cost --samples 4
hitscan: render: --mode cost looks through the middle of each pixel: --samples must be 1
[2]
$ hitscan render cubes.obj -o a.png --rect 1,2,3
hitscan: render: --rect wants 4 numbers with commas between, not "1,2,3"
[2]
$ hitscan render cubes.obj -o a.png --rect 1,2,3,4 --lasso 1,2,3,4,5,6
hitscan: render: --rect and --lasso exclude each other
[2]
$ hitscan render cubes.obj -o a.png --lasso 1,2,3,4
hitscan: render: --lasso wants x and y of 3 to 1024 points, with commas between, not "1,2,3,4"
[2]
$ hitscan render cubes.obj -o a.png --lasso 1,2,3,4,5,x
hitscan: render: --lasso wants x and y of 3 to 1024 points, with commas between, not "1,2,3,4,5,x"
[2]
$ hitscan render cubes.obj -o a.png --contained
hitscan: render: --contained is about an area: give --rect or --lasso
[2]
$ hitscan render cubes.obj -o a.png --visible --highlight 1
hitscan: render: --visible is about an area: give --rect or --lasso
[2]
$ hitscan render cubes.obj -o a.png --highlight 3
hitscan: render: --highlight: there is no part 3; cubes.obj has 3, from 0 to 2
[2]
$ hitscan render cubes.obj -o a.png --highlight 2-1
hitscan: render: --highlight wants numbers of parts, as in 3,5-7, not "2-1"
[2]
$ hitscan render cubes.obj -o a.png --highlight wheel
hitscan: render: --highlight wants numbers of parts, as in 3,5-7, not "wheel"
[2]
$ hitscan render cubes.obj -o a.png --highlight 1,
hitscan: render: --highlight wants numbers of parts, as in 3,5-7, not "1,"
[2]
$ hitscan render cubes.obj -o a.png --highlight 99999999999999999999
hitscan: render: --highlight: there is no part 4294967295; cubes.obj has 3, from 0 to 2
[2]
$ hitscan render cubes.obj -o a.png --mode parts --highlight 1
hitscan: render: parts are highlighted in --mode shaded only, not in parts
[2]
$ hitscan render cubes.obj -o a.png --range 0,1
hitscan: render: --range is for --mode depth and cost, not for shaded
[2]
$ hitscan render cubes.obj -o a.png --mode depth --range 2,2
hitscan: render: --range: the first number must be below the second
[2]
$ hitscan render cubes.obj -o a.png --raw a.npy
hitscan: render: --raw is for --mode depth, normals, parts and cost, not for shaded
[2]
$ hitscan render cubes.obj -o a.png --mode points --raw a.npy
hitscan: render: --raw is for --mode depth, normals, parts and cost, not for points
[2]
$ hitscan render cubes.obj -o a.png --point-size 0
hitscan: render: --point-size must be from 0.5 to 64, not 0
[2]
$ hitscan render cubes.obj -o a.png --mode depth --raw nowhere/a.npy
hitscan: cannot write nowhere/a.npy: No such file or directory
[3]
# Nothing is left of all these.
$ ls
cubes.obj
