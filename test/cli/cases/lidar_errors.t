$ hitscan gen grid --triangles 12 -o room.obj --quiet
$ hitscan lidar
hitscan: lidar: MODEL is missing; see hitscan lidar --help
[2]
$ hitscan lidar room.obj
hitscan: lidar: --path is missing: X,Y,Z where the sensor is, or points with slashes between; see hitscan lidar --help
[2]
$ hitscan lidar nothing.obj --path 0,0,0
hitscan: nothing.obj: cannot open it: No such file or directory
[3]
$ hitscan lidar room.obj --path 0,0
hitscan: lidar: --path wants points as X,Y,Z with slashes between, or a CSV file; "0,0" is none
[2]
$ hitscan lidar room.obj --path 0,0,0/1,1
hitscan: lidar: --path wants points as X,Y,Z with slashes between, or a CSV file; "1,1" is none
[2]
$ hitscan lidar room.obj --path 0,0,1e10
hitscan: lidar: --path: 0,0,1e10 is farther than 1e9 metres
[2]
$ hitscan lidar room.obj --path nowhere.csv
hitscan: cannot read nowhere.csv: No such file or directory
[3]
$ printf 't,x,y,z\n0,0,0,0\n1,x,0,0\n' > a.csv; hitscan lidar room.obj --path a.csv
hitscan: a.csv:3: a row of a path is t,x,y,z or t,x,y,z,yaw: seconds, metres, degrees
[3]
$ printf '0,0,0,0\n0,1,0,0\n' > a.csv; hitscan lidar room.obj --path a.csv
hitscan: a.csv:2: the time must be later than that of the row before
[3]
$ printf '0,0,0,0\n1,1,0,0,90\n' > a.csv; hitscan lidar room.obj --path a.csv
hitscan: a.csv:2: some rows have a yaw and some have not
[3]
$ printf '0,0,0\n1,1,0\n' > a.csv; hitscan lidar room.obj --path a.csv
hitscan: a.csv:1: a row of a path is t,x,y,z or t,x,y,z,yaw: seconds, metres, degrees
[3]
$ printf '0,0,0,1e10\n' > a.csv; hitscan lidar room.obj --path a.csv
hitscan: a.csv:1: a place farther than 1e9 metres
[3]
$ printf 't,x,y,z\n' > a.csv; hitscan lidar room.obj --path a.csv
hitscan: a.csv: no rows; a path has t,x,y,z or t,x,y,z,yaw
[3]
$ printf '%02000d' 1 > a.csv; hitscan lidar room.obj --path a.csv
hitscan: a.csv:1: a line of more than 1000 characters
[3]
$ printf '0,0,0,5\n1,1,0\0,5\n' > a.csv; hitscan lidar room.obj --path a.csv
hitscan: a.csv:2: a zero byte; it is no text
[3]
$ hitscan lidar room.obj --path /dev/zero
hitscan: /dev/zero:1: a zero byte; it is no text
[3]
$ hitscan lidar room.obj --path <(yes '#')
hitscan: /dev/fd/[0-9]+: more than 64 MiB of text; is it the right file\? (re)
[4]
$ hitscan lidar room.obj --path 0,0,5 --sensor vlp61
hitscan: lidar: --sensor has no "vlp61"; did you mean vlp16?
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor eyes
hitscan: lidar: --sensor has no "eyes"; it is vlp16, hdl32, os1-64, os1-128 or fields as in beams=64/fov=-25,15/range=0.5,120/rate=10/step=0.2
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor vlp16/rat=20
hitscan: lidar: --sensor has no field "rat"; did you mean rate?
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor vlp16/eyes=2
hitscan: lidar: --sensor has no field "eyes"; it has beams, fov, range, rate, step and columns
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor vlp16//rate=20
hitscan: lidar: --sensor: "vlp16//rate=20" has a field that is empty
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor beams=0
hitscan: lidar: --sensor: beams= must be a whole number from 1 to 1024
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor beams=1.5
hitscan: lidar: --sensor: beams= must be a whole number from 1 to 1024
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor fov=10
hitscan: lidar: --sensor: fov= wants two numbers with a comma between, not "10"
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor fov=10,-10
hitscan: lidar: --sensor: fov= wants the lowest and the highest beam, from -90 to 90 degrees above the horizon
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor range=10,5
hitscan: lidar: --sensor: range= wants the shortest and the longest range, from 0 to 1000000 metres
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor rate=0
hitscan: lidar: --sensor: rate= must be above 0 and at most 10000 turns per second
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor step=0
hitscan: lidar: --sensor: step= must be from 0.0001 to 360 degrees, columns= from 1
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor columns=0
hitscan: lidar: --sensor: step= must be from 0.0001 to 360 degrees, columns= from 1
[2]
$ hitscan lidar room.obj --path 0,0,5 --sensor step=many
hitscan: lidar: --sensor: step= wants a number, not "many"
[2]
$ hitscan lidar room.obj --path 0,0,5 --turns 2 --duration 3
hitscan: lidar: --turns and --duration exclude each other
[2]
$ hitscan lidar room.obj --path 0,0,5 --turns 1e9 --sensor step=0.0001
hitscan: lidar: more than 1e12 firings; let --duration, --turns or the path be shorter
[2]
$ hitscan lidar room.obj --path 0,0,5 -o points
hitscan: lidar: which format is points? Let it end in .ply, .csv or .npy, or use --format
[2]
$ hitscan lidar room.obj --path 0,0,5 -o -
hitscan: lidar: -o - needs --format ply, csv or npy
[2]
$ hitscan lidar room.obj --path 0,0,5 -o nowhere/points.ply
hitscan: cannot write nowhere/points.ply: No such file or directory
[3]
$ hitscan lidar room.obj --path 0,0,5 -o /dev/full --format ply
hitscan: cannot write all of /dev/full: the disk may be full
[4]
$ hitscan lidar room.obj --path 0,0,5 -o - --format csv > /dev/full
hitscan: cannot write to the standard output
[4]
$ hitscan lidar room.obj --path 0,0,5 --frame car
hitscan: lidar: --frame has no "car"; it is one of world, sensor
[2]
$ ls
a.csv
room.obj
