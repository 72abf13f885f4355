# A wall along y at x = 10, driven at.
$ printf '# z up\nv 10 -9 -9\nv 10 9 -9\nv 10 9 9\nv 10 -9 9\nf 1 2 3 4\n' > wall.obj
$ hitscan lidar wall.obj --path 0,0,0/5,0,0 --speed 5 --sensor beams=1/fov=0,0/rate=4/columns=4 -o - --format csv
x,y,z,range,part,face,incidence,beam,azimuth,time
10,0,0,10,0,0,0,0,0,0
10,0,0,8.75,0,0,0,0,0,0.25
10,0,0,7.5,0,0,0,0,0,0.5
10,0,0,6.25,0,0,0,0,0,0.75
# Standing still it makes one turn; or as many as one likes.
$ hitscan lidar wall.obj --path 0,0,0 --sensor beams=2/fov=-1,1/columns=8 --json | sed 's/"seconds.*//'
{"firings":8,"rays":16,"points":2,"range":{"min":10.0015230178833,"mean":10.0015230178833,"max":10.0015230178833},
$ hitscan lidar wall.obj --path 0,0,0 --sensor beams=2/fov=-1,1/columns=8 --turns 2.5 --json | sed 's/"seconds.*//'
{"firings":20,"rays":40,"points":6,"range":{"min":10.0015230178833,"mean":10.0015230178833,"max":10.0015230178833},
$ hitscan lidar wall.obj --path 0,0,0 --sensor beams=2/fov=-1,1/columns=8 --duration 0.25 --json | sed 's/"seconds.*//'
{"firings":20,"rays":40,"points":6,"range":{"min":10.0015230178833,"mean":10.0015230178833,"max":10.0015230178833},
# A path from a file, which looks where it goes, or where its yaw says.
$ printf 't,x,y,z\n0,0,0,0\n# a comment\n1,0,8,0\n2,8,8,0\n' > path.csv
$ hitscan lidar wall.obj --path path.csv --sensor beams=1/fov=0,0/rate=4/columns=4/range=0,100 -o - --format csv
x,y,z,range,part,face,incidence,beam,azimuth,time
10,1.5,0,10,0,0,0,0,270,0.1875
10,3.5,0,10,0,0,0,0,270,0.4375
10,5.5,0,10,0,0,0,0,270,0.6875
10,7.5,0,10,0,0,0,0,270,0.9375
10,8,0,10,0,0,0,0,0,1
10,8,0,8,0,0,0,0,0,1.25
10,8,0,6,0,0,0,0,0,1.5
10,8,0,4,0,0,0,0,0,1.75
$ printf '0,0,0,0,350\n1,0,0,0,10\n' > turning.csv
$ hitscan lidar wall.obj --path turning.csv --sensor beams=1/fov=0,0/rate=4/columns=1 -o - --format csv
x,y,z,range,part,face,incidence,beam,azimuth,time
10,-1.7632699,0,10.154266,0,0,10,0,0,0
10,-0.87488663,0,10.038198,0,0,5,0,0,0.25
10,0,0,10,0,0,0,0,0,0.5
10,0.87488663,0,10.038198,0,0,5,0,0,0.75
# The sensor cannot measure what is too near or too far, but what is near hides what is behind.
$ printf 'v 1 -9 -9\nv 1 9 -9\nv 1 9 9\nf 5 6 7\n' >> wall.obj
$ hitscan lidar wall.obj --path 0,2,1 --sensor beams=1/fov=0,0/columns=1/range=2,100
firings  rays  points  share  range min  range mean  range max  seconds  M rays/s
      1     1       0  0\.0 %          -           -          - +\d+\.\d\d +\d+\.\d\d (re)
[1]
$ hitscan lidar wall.obj --path 0,1,2 --sensor beams=1/fov=0,0/columns=1/range=2,100 --quiet
$ hitscan lidar wall.obj --path 0,1,2 --sensor beams=1/fov=0,0/columns=1/range=2,9.99 --quiet
[1]
$ hitscan lidar wall.obj --path 0,1,2 --sensor beams=1/fov=0,0/columns=1/range=2,10 --quiet
# Steep enough.
$ hitscan lidar wall.obj --path 0,1,2 --sensor beams=1/fov=30,30/columns=1 --max-incidence 30.1 --quiet
$ hitscan lidar wall.obj --path 0,1,2 --sensor beams=1/fov=30,30/columns=1 --max-incidence 29.9 --quiet
[1]
