# Rows that are no rays are told, keep their numbers, and give code 3.
$ . $CASES/cubes.sh
$ printf '0,-10,0,0,1,0\n1,2\n0,-10,0,0,1,0,0,1,2\n0,-10,zero,0,1,0\n0,-10,0,0,1x,0\n0,-10,,0,1,0\n9,-10,0,0,1,0\n' > rays.csv
$ hitscan cast cubes.obj --rays rays.csv --quiet
ray,hit,t,part,face,triangle,u,v
hitscan: rays.csv:2: 2 numbers; a ray has 6: origin and direction
hitscan: rays.csv:3: more than 8 fields; a ray has 6 numbers, then perhaps tmin and tmax
hitscan: rays.csv:4: field 3 is no number: "zero"
hitscan: rays.csv:5: field 5 is no number, from "x" on
hitscan: rays.csv:6: field 3 is no number: ""
0,1,9,0,2,4,0,0.5
6,0,,,,,,
[3]
$ hitscan cast cubes.obj --rays rays.csv | tail -1
hitscan: rays.csv:2: 2 numbers; a ray has 6: origin and direction
hitscan: rays.csv:3: more than 8 fields; a ray has 6 numbers, then perhaps tmin and tmax
hitscan: rays.csv:4: field 3 is no number: "zero"
hitscan: rays.csv:5: field 5 is no number, from "x" on
hitscan: rays.csv:6: field 3 is no number: ""
hitscan: 2 rays, 1 hit \(50\.0 %\), 5 broken rows; [0-9.]+ s.* (re)
6,0,,,,,,
# Records that do not tell their ray are in step with the rows.
$ hitscan cast cubes.obj --rays rays.csv --quiet --fields hit 2> /dev/null | tr '\n' ' '
hit 1 0 0 0 0 0 0  (no-eol)
# --strict stops at the first.
$ hitscan cast cubes.obj --rays rays.csv --quiet --strict
ray,hit,t,part,face,triangle,u,v
hitscan: rays.csv:2: 2 numbers; a ray has 6: origin and direction; stopped here
0,1,9,0,2,4,0,0.5
[3]
# The first ten are told.
$ (for i in $(seq 20); do echo $i; done) | hitscan cast cubes.obj --rays - --quiet
ray,hit,t,part,face,triangle,u,v
hitscan: stdin:1: 1 number; a ray has 6: origin and direction
hitscan: stdin:2: 1 number; a ray has 6: origin and direction
hitscan: stdin:3: 1 number; a ray has 6: origin and direction
hitscan: stdin:4: 1 number; a ray has 6: origin and direction
hitscan: stdin:5: 1 number; a ray has 6: origin and direction
hitscan: stdin:6: 1 number; a ray has 6: origin and direction
hitscan: stdin:7: 1 number; a ray has 6: origin and direction
hitscan: stdin:8: 1 number; a ray has 6: origin and direction
hitscan: stdin:9: 1 number; a ray has 6: origin and direction
hitscan: stdin:10: 1 number; a ray has 6: origin and direction
hitscan: stdin: 10 more broken rows
[3]
