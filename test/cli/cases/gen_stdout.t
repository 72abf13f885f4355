# A model may go through a pipe; what is told then goes to stderr.
$ hitscan gen torus --triangles 100 -o - --format stl > pipe.stl
-: 104 triangles, 52 vertices, 1 part, 5,284 bytes
$ hitscan gen torus --triangles 100 -o torus.stl --quiet; cmp torus.stl pipe.stl
$ hitscan gen torus --triangles 100 -o - --format obj --quiet | head -n 2
\# hitscan gen; metres, z up (re)
o torus
