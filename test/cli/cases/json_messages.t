# With --json every message is JSON, too: what failed, and what one should know of an answer. The text stays on stderr.
$ . $CASES/cubes.sh; printf 'v 0 0 0\nv 1 0 0\nf 1 2 9\n' > bad.obj; echo 0,-10,0,0,1,0 > rays.csv
$ hitscan info bad.obj missing.obj --json 2> /dev/null
[{"file":"bad.obj","failed":true,"error":{"text":"vertex index 9 out of range (2 vertices)","file":"bad.obj","line":3,"exit_code":3}},{"file":"missing.obj","failed":true,"error":{"text":"cannot open it: No such file or directory","file":"missing.obj","exit_code":3}}]
[3]
$ hitscan pick bad.obj --at 1,1 --json
hitscan: bad.obj:3: vertex index 9 out of range (2 vertices)
{"error":{"text":"vertex index 9 out of range (2 vertices)","file":"bad.obj","line":3,"exit_code":3}}
[3]
# Also where the command line itself is wrong.
$ hitscan pikc --json 2> /dev/null
{"error":{"text":"unknown verb \"pikc\"; did you mean pick?","exit_code":2}}
[2]
$ hitscan pick cubes.obj --raduis 5 --json 2> /dev/null
{"error":{"text":"pick: unknown option --raduis; did you mean --radius?","exit_code":2}}
[2]
$ for verb in info cast pick select explain render lidar tree bench gen man completion; do
>     hitscan $verb nothing.obj --json 2> /dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["error"]["exit_code"], end=" ")' 2> /dev/null || echo -n "$verb "
> done
info cast 2 2 2 2 2 2 3 2 2 2  (no-eol)
$ hitscan render cubes.obj -o cubes.obj --json 2> /dev/null
{"error":{"text":"render: -o cubes.obj is the model that is read; give another name","exit_code":2}}
[2]
# Notes and warnings are in the document.
$ hitscan render cubes.obj -o a.png --size 40x30 --camera eye=0,-10,0/at=0,-20,0 --json 2> /dev/null | grep -o '"messages".*'
"messages":[{"level":"note","text":"render: nothing is hit: is the model where --camera looks?"}]}
$ python3 -c 'import struct, sys
> head = "{\"descr\": \"<f8\", \"fortran_order\": False, \"shape\": (1, 6), }".replace("\"", chr(39)).ljust(117) + "\n"
> sys.stdout.buffer.write(b"\x93NUMPY\x01\0" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<6d", 0, -10, 0, 0, 1, 0))' > rays.npy
$ hitscan cast cubes.obj --rays rays.npy --out hits.csv --json 2> /dev/null | grep -o '"exit_code".*'
"exit_code":0,"messages":[{"level":"warning","text":"its float64 are rounded to float32","file":"rays.npy"}]}
# Where the standard output has data, the document is all that stderr has.
$ printf '1,2\n0,-10,0,0,1,0\n' > broken.csv
$ hitscan cast cubes.obj --rays broken.csv --json 2>&1 > hits.csv | sed 's/"seconds.*"interrupted/"interrupted/'
{"rays":1,"hit":1,"records":1,"invalid":0,"broken":1,"interrupted":false,"exit_code":3,"messages":[{"level":"error","text":"2 numbers; a ray has 6: origin and direction","file":"broken.csv","line":1}]}
$ hitscan cast bad.obj --rays rays.csv --json 2>&1 > hits.csv; wc -c < hits.csv
{"error":{"text":"vertex index 9 out of range (2 vertices)","file":"bad.obj","line":3,"exit_code":3}}
0
# A name of a file that is no UTF-8 does not spoil the document.
$ hitscan info $'no\xffne.obj' --json 2> /dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["error"]["text"])'
cannot open it: No such file or directory
