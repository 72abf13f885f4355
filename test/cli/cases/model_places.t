# Models elsewhere: units, then scale, then a rotation, then a move.
$ . $CASES/cubes.sh
$ hitscan info cubes.obj --only front --scale 2 --fast --json > scaled; hitscan info cubes.obj --only back --rotate z,90 --fast --json > turned; hitscan info cubes.obj --only back --scale 2 --rotate z,90 --move 100,0,1 --fast --json > all; python3 -c 'import json; [print(m[0]["min"], m[0]["max"]) for m in (json.load(open(f)) for f in ("scaled", "turned", "all"))]'
[-2, -2, -2] [2, 2, 2]
[-6, 0, -1] [-4, 2, 1]
[88, 0, -1] [92, 4, 3]
# A rotation is counterclockwise, seen from the tip of its axis; right angles are exact.
$ for r in x,90 y,90 z,90 -z,90 z,-90 z,450 0,0,2,90 0,0,-1,270 1,1,1,120; do hitscan info cubes.obj --only back --rotate $r --fast --json | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; print(m["min"], m["max"])'; done
[0, -1, 4] [2, 1, 6]
[-1, 4, -2] [1, 6, 0]
[-6, 0, -1] [-4, 2, 1]
[4, -2, -1] [6, 0, 1]
[4, -2, -1] [6, 0, 1]
[-6, 0, -1] [-4, 2, 1]
[-6, 0, -1] [-4, 2, 1]
[-6, 0, -1] [-4, 2, 1]
[-1.0000000000000004, -5.551115123125783e-17, 4] [0.9999999999999998, 2, 6]
# It is the same model for each verb.
$ echo 100.5,0,1,0,1,0 > rays.csv; hitscan cast cubes.obj --move 100,0,1 --rays rays.csv --fields t,part,face --quiet; echo 0.5,0,0,0,1,0 > rays.csv; hitscan cast cubes.obj --rays rays.csv --fields t,part,face --quiet
t,part,face
1,0,4
t,part,face
1,0,4
$ hitscan pick cubes.obj --scale 10 --at 480,300 --camera front/ortho=60 --json | python3 -c 'import json, sys; h = json.load(sys.stdin)["hits"][0]; print(h["name"], h["point"])'
front [-2.65625, -10, 0]
$ hitscan tree cubes.obj --scale 10 -o ten.hit --quiet; hitscan info ten.hit --fast --json | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; print(m["min"], m["max"])'
[-25.3125, -10, -10] [20, 60, 10]
# The volume follows, and a mirror is none of these.
$ hitscan info cubes.obj --only front --scale 0.5 --rotate 1,2,3,40 --json | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; print(round(m["surface"]["volume"], 5), round(m["surface"]["area"], 5))'
1.0 6.0
# Units: what a unit of the model is; all becomes metres.
$ for u in mm cm m km in ft; do hitscan info cubes.obj --only back --unit $u --fast --json | python3 -c 'import json, sys; m = json.load(sys.stdin)[0]; print(*(f"{x:.6g}" for x in m["max"]))'; done
0.002 0.006 0.001
0.02 0.06 0.01
2 6 1
2000 6000 1000
0.0508 0.1524 0.0254
0.6096 1.8288 0.3048
$ hitscan info cubes.obj --unit file
hitscan: info: --unit file: cubes.obj does not say what its unit is; say it, as in --unit mm
[2]
$ hitscan info cubes.obj --unit inch
hitscan: info: --unit has no "inch"; did you mean in?
[2]
# What cannot be.
$ hitscan info cubes.obj --rotate 90
hitscan: info: --rotate wants an axis and degrees, as in z,90 or 1,1,0,45, not "90"
[2]
$ hitscan info cubes.obj --rotate w,90
hitscan: info: --rotate wants an axis and degrees, as in z,90 or 1,1,0,45, not "w,90"
[2]
$ hitscan info cubes.obj --rotate 0,0,0,90
hitscan: info: --rotate wants an axis and degrees, as in z,90 or 1,1,0,45, not "0,0,0,90"
[2]
$ hitscan info cubes.obj --rotate z,x
hitscan: info: --rotate wants an axis and degrees, as in z,90 or 1,1,0,45, not "z,x"
[2]
$ hitscan info cubes.obj --scale 0
hitscan: info: --scale must be from 1e-12 to 1e+12, not 0
[2]
$ hitscan info cubes.obj --scale -1
hitscan: info: --scale must be from 1e-12 to 1e+12, not -1
[2]
$ hitscan info cubes.obj --move 1,2
hitscan: info: --move wants 3 numbers with commas between, not "1,2"
[2]
$ hitscan info cubes.obj --move 1e38,0,0
hitscan: info: cubes.obj: front is too large or too far away after --scale and --move: coordinates are at most 2^100, about 1e30
[2]
# Models that disagree about what is up are put together as they are, and that is told: the first one counts.
$ { echo '# y up'; grep -v '^#' cubes.obj; } > up.obj
$ hitscan render cubes.obj up.obj -o a.png --size 8x8 | grep up; hitscan render up.obj cubes.obj -o a.png --size 8x8 --up x | grep up
hitscan: up.obj: +y is up in it, and +z in cubes.obj, which counts; neither is turned
up       +z (OBJ)
hitscan: cubes.obj: +z is up in it, and +y in up.obj, which counts; neither is turned
up       +x (--up)
$ hitscan tree cubes.obj up.obj -o both.hit --quiet; hitscan info both.hit --fast | grep axes
axes       +z is up
