# Columns that a header names.
$ . $CASES/cubes.sh
$ printf '# from somewhere\r\nname,DX,dy,dz,oz,oy,ox,t_max\r\n"a, b",0,1,0,0.25,-10,0.5,\r\nc,0,1,0,0.25,-10,0.5,3\r\nd,0,1,,0,0,0,0\r\n' > rays.csv
$ hitscan cast cubes.obj --rays rays.csv --quiet
ray,hit,t,part,face,triangle,u,v
hitscan: rays.csv:5: dz is missing
0,1,9,0,2,4,0.125,0.625
1,0,,,,,,
[3]
$ printf 'ox oy oz dx  dy dz\n0.5 -10 0.25   0 1 0\n' > rays.csv; hitscan cast cubes.obj --rays rays.csv --quiet
ray,hit,t,part,face,triangle,u,v
0,1,9,0,2,4,0.125,0.625
# What is no header, and what is none that helps.
$ printf 'x,0,0,0,0,1\n0,0,0,0,0,1\n' > rays.csv; hitscan cast cubes.obj --rays rays.csv --quiet
ray,hit,t,part,face,triangle,u,v
hitscan: rays.csv:1: field 1 is no number: "x"
1,1,1,0,1,2,0,0.5
[3]
$ printf '\n\nx,y,z,dx,dy,dz\n0,0,0,0,0,1\n' > rays.csv; hitscan cast cubes.obj --rays rays.csv --quiet
ray,hit,t,part,face,triangle,u,v
hitscan: rays.csv:3: the header names no column ox; it needs ox, oy, oz, dx, dy, dz, and may have tmin and tmax
[3]
$ printf 'ox,oy,oz,dx,dy,dz,DZ\n0,0,0,0,0,1\n' > rays.csv; hitscan cast cubes.obj --rays rays.csv --quiet
ray,hit,t,part,face,triangle,u,v
hitscan: rays.csv:1: the header names dz twice
[3]
# Quotes around everything, as some write CSV.
$ printf '"ox","oy","oz","dx","dy","dz","tmin","name"\n"0.5","-10"," 0.25 ","0","1","0","","a, b"\n"0.5","-10","0.25","0","1","0","9.5",""\n"0.5","-10","0.25","0","1","x"\n' > rays.csv; hitscan cast cubes.obj --rays rays.csv --quiet
ray,hit,t,part,face,triangle,u,v
hitscan: rays.csv:4: dz is no number: ""x""
0,1,9,0,2,4,0.125,0.625
1,1,11,0,4,9,0.25,0.375
[3]
$ printf '"0.5","-10","0.25","0","1","0","","20"\n"0.5" "-10" 0.25 0 1 0 ""\n"0.5","-10","","0","1","0"\n"0.5","-10","0.25,0","1","0"\n"0.5"1,-10,0.25,0,1,0\n' > rays.csv; hitscan cast cubes.obj --rays rays.csv --quiet
ray,hit,t,part,face,triangle,u,v
hitscan: rays.csv:3: field 3 is no number: """"
hitscan: rays.csv:4: field 3 is no number: ""0.25"
hitscan: rays.csv:5: field 1 is no number, from "1" on
0,1,9,0,2,4,0.125,0.625
1,1,9,0,2,4,0.125,0.625
[3]
