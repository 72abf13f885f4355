# The first hit of each ray, as CSV: rays that miss have empty fields.
$ . $CASES/cubes.sh
$ printf '# seven rays\n0,-10,0,0,1,0\n0.5 -10 0.5 0 1 0\n9;-10;0;0;1;0\n\n0.5,-10,0.25,0,2,0,0,4\n0.5,-10,0.25,0,2,0,5\n0,0,0,0,0,0\n' > rays.csv
$ printf '0\t0\t0\t0\t0\t1e0,,\tinf' >> rays.csv
$ hitscan cast cubes.obj --rays rays.csv --quiet
ray,hit,t,part,face,triangle,u,v
0,1,9,0,2,4,0,0.5
1,1,9,0,2,4,0,0.75
2,0,,,,,,
3,0,,,,,,
4,1,5.5,0,4,9,0.25,0.375
5,0,,,,,,
6,1,1,0,1,2,0,0.5
$ hitscan cast cubes.obj --rays rays.csv --out hits.csv
hitscan: 7 rays, 4 hit \(57\.1 %\), 1 not valid; [0-9.]+ s.* (re)
$ hitscan cast cubes.obj --rays rays.csv --quiet | cmp - hits.csv
$ hitscan cast cubes.obj --rays - --quiet < rays.csv | cmp - hits.csv
$ cat rays.csv | hitscan cast cubes.obj --rays - --quiet --threads 7 | cmp - hits.csv
# All fields, in any order.
$ hitscan cast cubes.obj --rays rays.csv --quiet --fields hit,ray,part,part_name,face,triangle,t,distance,x,y,z,nx,ny,nz,side,u,v
hit,ray,part,part_name,face,triangle,t,distance,x,y,z,nx,ny,nz,side,u,v
1,0,0,front,2,4,9,9,0,-1,0,0,-1,0,front,0,0.5
1,1,0,front,2,4,9,9,0.5,-1,0.5,0,-1,0,front,0,0.75
0,2,,,,,,,,,,,,,,,
0,3,,,,,,,,,,,,,,,
1,4,0,front,4,9,5.5,11,0.5,1,0.25,0,1,-0,back,0.25,0.375
0,5,,,,,,,,,,,,,,,
1,6,0,front,1,2,1,1,0,0,1,0,0,1,back,0,0.5
$ hitscan cast cubes.obj --rays rays.csv --quiet --hits-only --fields ray,part_name --out names.ndjson; cat names.ndjson
{"ray":0,"part_name":"front"}
{"ray":1,"part_name":"front"}
{"ray":4,"part_name":"front"}
{"ray":6,"part_name":"front"}
# Nothing is hit.
$ echo 9 9 9 0 0 1 | hitscan cast cubes.obj --rays - --quiet
ray,hit,t,part,face,triangle,u,v
0,0,,,,,,
[1]
$ hitscan cast cubes.obj --rays /dev/null --rays-format csv --quiet
ray,hit,t,part,face,triangle,u,v
[1]
