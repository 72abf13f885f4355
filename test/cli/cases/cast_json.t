# Rays and hits as NDJSON, and the summary as JSON: on stdout when the hits go to a file.
$ . $CASES/cubes.sh
$ cat > rays.ndjson <<'END'
{"origin": [0.5, -10, 0.25], "direction": [0, 1, 0], "id": "one \u00e4"}
{"d":[0,1,0],"o":[9,-10,0],"id":17,"more":{"a":[1,{"b":null}],"c":"}"}}

{"o":[0.5,-10,0.25],"d":[0,1,0],"tmin":12,"tmax":null}
{"o":[0.5,-10,0.25],"d":[0,1,0],"tmin":0,"tmax":1e0,"id":null}
END
$ hitscan cast cubes.obj --rays rays.ndjson --quiet
{"id":"one \u00e4","ray":0,"hit":true,"t":9,"part":0,"face":2,"triangle":4,"u":0.125,"v":0.625}
{"id":17,"ray":1,"hit":false}
{"ray":2,"hit":true,"t":14,"part":1,"face":8,"triangle":17,"u":0.25,"v":0.375}
{"id":null,"ray":3,"hit":false}
$ hitscan cast cubes.obj --rays rays.ndjson --quiet --mode k --k 1 --fields part_name,side,count
hitscan: cast: the field count is there with --mode count only
[2]
$ hitscan cast cubes.obj --rays rays.ndjson --quiet --mode k --k 1 --fields part_name,side
{"id":"one \u00e4","part_name":"front","side":"front"}
{"part_name":"back","side":"front"}
$ hitscan cast cubes.obj --rays rays.ndjson --quiet --mode count --out-format csv
ray,count
0,4
1,0
2,2
3,0
$ hitscan cast cubes.obj --rays rays.ndjson --json --out hits.csv | sed 's/"seconds.*"interrupted/"interrupted/'
{"rays":4,"hit":2,"records":4,"invalid":0,"broken":0,"interrupted":false,"exit_code":0}
$ hitscan cast cubes.obj --rays rays.ndjson --json 2>&1 > /dev/null | sed 's/"seconds.*"interrupted/"interrupted/'
{"rays":4,"hit":2,"records":4,"invalid":0,"broken":0,"interrupted":false,"exit_code":0}
# Lines that are no rays.
$ cat > bad.ndjson <<'END'
{"o":[0,-10,0],"d":[0,1,0]}
[1,2,3]
{"o":[0,-10,0]}
{"d":[0,-10,0]}
{"o":[0,-10],"d":[0,1,0]}
{"o":[0,-10,0],"d":[0,1,0]
{"o":[0,-10,0],"d":[0,1,0]} # text
{o:1}
{"o":[0,-10,0],"d":[0,1,0],"id":{}}
{"o":[0,-10,0],"d":[0,1,0],"id":nan}
{"o":[0,-10,0],"d":[0,1,0],"tmin":"x"}
{"o":[0,-10,0],"d":[0,1,0],"other":[}]}
END
$ hitscan cast cubes.obj --rays bad.ndjson --quiet
hitscan: bad.ndjson:2: no JSON object: "[1,2,3]"
hitscan: bad.ndjson:3: no direction: a ray has "origin":[x,y,z] and "direction":[x,y,z]
hitscan: bad.ndjson:4: no origin: a ray has "origin":[x,y,z] and "direction":[x,y,z]
hitscan: bad.ndjson:5: the value of "o" cannot be used, from "],"d":[0,1,0]}" on
hitscan: bad.ndjson:6: neither , nor }: ""
hitscan: bad.ndjson:7: text after the object: "# text"
hitscan: bad.ndjson:8: no key: "o:1}"
hitscan: bad.ndjson:9: the value of "id" cannot be used, from "{}}" on
hitscan: bad.ndjson:10: the value of "id" cannot be used, from "nan}" on
hitscan: bad.ndjson:11: the value of "tmin" cannot be used, from ""x"}" on
{"ray":0,"hit":true,"t":9,"part":0,"face":2,"triangle":4,"u":0,"v":0.5}
hitscan: bad.ndjson: 1 more broken row
[3]
# An id is copied, so it must be text.
$ printf '{"o":[0,-10,0],"d":[0,1,0],"id":"\303\244"}\n{"o":[0,-10,0],"d":[0,1,0],"id":"\377"}\n{"o":[0,-10,0],"d":[0,1,0],"id":"\303"}\n' > bytes.ndjson; hitscan cast cubes.obj --rays bytes.ndjson --quiet
hitscan: bytes.ndjson:2: the id is no UTF-8: "?"
hitscan: bytes.ndjson:3: the id is no UTF-8: "?"
{"id":"ä","ray":0,"hit":true,"t":9,"part":0,"face":2,"triangle":4,"u":0,"v":0.5}
[3]
