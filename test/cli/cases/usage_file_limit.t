# A file that may not grow is like a full disk: a message, exit code 4, and nothing is left behind.
$ (ulimit -f 16; hitscan gen torus --triangles 100000 -o torus.ply)
hitscan: cannot write all of torus.ply: the disk may be full
[4]
$ hitscan gen torus --triangles 20000 -o torus.ply --quiet
$ (ulimit -f 16; hitscan tree torus.ply -o torus.hit)
hitscan: cannot write all of torus.hit: the disk may be full
[4]
$ (ulimit -f 4; hitscan render torus.ply -o torus.png --size 400x300 --samples 1)
hitscan: cannot write all of torus.png: File too large
[4]
$ (ulimit -f 16; hitscan lidar torus.ply --sensor vlp16 --path 0,0,0 -o cloud.ply)
hitscan: cannot write all of cloud.ply: the disk may be full
[4]
$ ls
torus.ply
