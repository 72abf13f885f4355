# Whether, how many, all, the first k; with sides and shared edges.
$ . $CASES/cubes.sh
$ printf '0.5,-10,0.25,0,1,0\n9,-10,0,0,1,0\n-0.5,-10,-0.5,0,1,0\n' > rays.csv
$ hitscan cast cubes.obj --rays rays.csv --quiet --mode any
ray,hit
0,1
1,0
2,1
$ hitscan cast cubes.obj --rays rays.csv --quiet --mode any --hits-only
ray
0
2
$ hitscan cast cubes.obj --rays rays.csv --quiet --mode count
ray,count
0,4
1,0
2,3
$ hitscan cast cubes.obj --rays rays.csv --quiet --mode count --unique
ray,count
0,4
1,0
2,2
$ hitscan cast cubes.obj --rays rays.csv --quiet --mode count --sides back --hits-only --fields count
count
2
1
$ hitscan cast cubes.obj --rays rays.csv --quiet --mode all --fields ray,t,part_name,face,side
ray,t,part_name,face,side
0,9,front,2,front
0,11,front,4,back
0,14,back,8,front
0,16,back,10,back
2,9,front,2,front
2,9,front,2,front
2,11,front,4,back
$ hitscan cast cubes.obj --rays rays.csv --quiet --mode all --unique --sides front --fields ray,t,part
ray,t,part
0,9,0
0,14,1
2,9,0
$ hitscan cast cubes.obj --rays rays.csv --quiet --mode k --k 3 --fields ray,t,part
ray,t,part
0,9,0
0,11,0
0,14,1
2,9,0
2,9,0
2,11,0
$ hitscan cast cubes.obj --rays rays.csv --quiet --sides back --fields t,part
t,part
11,0
,
11,0
$ hitscan cast cubes.obj --rays rays.csv --mode all --out hits.csv
hitscan: 3 rays, 2 hit \(66\.7 %\), 7 hits; [0-9.]+ s.* (re)
