# Limits have options, and an error that names a limit names its option.
$ hitscan gen torus --triangles 20000 -o torus.ply --quiet
$ hitscan info torus.ply --max-memory 64K --fast
hitscan: torus.ply: the model needs more memory than a file of 379298 bytes may take; raise --max-memory if you trust it
[4]
$ hitscan info torus.ply --max-memory 64K --fast --json 2> /dev/null
[{"file":"torus.ply","failed":true,"error":{"text":"the model needs more memory than a file of 379298 bytes may take; raise --max-memory if you trust it","file":"torus.ply","exit_code":4}}]
[4]
$ hitscan info torus.ply --max-memory 16M --fast --quiet
$ hitscan info torus.ply --max-memory 1GiB --fast --quiet
$ for verb in cast pick select explain render lidar tree bench; do
>     hitscan $verb --help | grep -c -e --max-memory -e --helper-memory -e --helper-seconds
> done | sort | uniq -c
      8 3
$ hitscan info torus.ply --max-memory lots
hitscan: info: --max-memory wants a number of bytes, as in 512M or 4G, not "lots"
[2]
$ hitscan info torus.ply --max-memory 5X
hitscan: info: --max-memory wants a number of bytes, as in 512M or 4G, not "5X"
[2]
$ hitscan info torus.ply --max-memory 1K
hitscan: info: --max-memory must be from 65536 to 1125899906842624 bytes, not 1K
[2]
$ hitscan info torus.ply --max-memory 99999999999T
hitscan: info: --max-memory must be from 65536 to 1125899906842624 bytes, not 99999999999T
[2]
$ hitscan info torus.ply --helper-seconds 0
hitscan: info: --helper-seconds must be from 1 to 86400, not 0
[2]
# What was left out of a model is told by every verb, unless --quiet.
$ printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2\n' > short.obj
$ hitscan pick short.obj --at 480,300 --json 2> /dev/null | grep -o '"messages".*'
"messages":[{"level":"note","text":"1 face was left out: 1 has fewer than three corners","file":"short.obj"}]}
$ hitscan tree short.obj -o short.hit --quiet
