$ hitscan gen grid --triangles 12 -o room.obj --quiet
$ hitscan lidar room.obj --path 0,0,5 --sensor hdl32 --json -o points.npy
\{"file":"points\.npy","firings":2250,"rays":72000,"points":72000,"range":\{"min":5,"mean":5\.842923664689064,"max":8\.215296745300293\},"seconds":[\d.e+-]+,"rays_per_second":[\d.e+-]+,"interrupted":false\} (re)
$ hitscan lidar room.obj --path 0,0,5 --sensor os1-128/rate=20 --json
\{"firings":1024,"rays":131072,"points":131072,"range":\{"min":5\.00002384185791,"mean":5\.763523533940315,"max":7\.6536688804626465\},"seconds":[\d.e+-]+,"rays_per_second":[\d.e+-]+,"interrupted":false\} (re)
# Nothing is hit from outside, looking away.
$ hitscan lidar room.obj --path 0,0,50 --sensor beams=4/fov=10,20/step=1 --json -o none.ply
\{"file":"none\.ply","firings":360,"rays":1440,"points":0,"range":null,"seconds":[\d.e+-]+,"rays_per_second":[\d.e+-]+,"interrupted":false\} (re)
[1]
$ head -c 512 none.ply | grep vertex
element vertex 0
# The cloud on stdout, what is told on stderr.
$ hitscan lidar room.obj --path 0,0,5 --json -o - --format csv 2>&1 > points.csv | cut -c 1-50
{"file":"-","firings":1800,"rays":28800,"points":2
