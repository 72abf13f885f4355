$ . $CASES/cubes.sh
$ hitscan explain cubes.obj --part 0
hitscan: explain: --at is missing: which pixel? As in --at 480,300
[2]
$ hitscan explain cubes.obj --at 10,10
hitscan: explain: --part is missing: which part? Its number or its name, see hitscan info
[2]
$ hitscan explain cubes.obj --at 10,10 --part 3
hitscan: explain: --part: there is no part 3; cubes.obj has the parts 0 to 2
[2]
$ hitscan explain cubes.obj --at 10,10 --part 99999999999999999999
hitscan: explain: --part: there is no part 99999999999999999999; cubes.obj has the parts 0 to 2
[2]
$ hitscan explain cubes.obj --at 10,10 --part fornt
hitscan: explain: --part: cubes.obj has no part "fornt"; did you mean "front"?
[2]
$ hitscan explain cubes.obj --at 10,10 --part chimney
hitscan: explain: --part: cubes.obj has no part "chimney"; see hitscan info
[2]
$ hitscan explain missing.obj --at 10,10 --part 0
hitscan: missing.obj: .*No such file or directory (re)
[3]
# A name that two parts have, and one part only.
$ printf '# z up\nv 0 0 0\nv 2 0 0\nv 0 0 2\no a\nf 1 2 3\no b\nf 1 2 3\no a\nf 1 2 3\n' > same.obj
$ hitscan explain same.obj --at 10,10 --part a
missed bounds: The ray misses a (part 0) and the box around it, which is closest (310.651, 14) pixels from here.

           part  name  depth
asked for     0  a         -
[1]
$ printf 'v 0 0 0\nv 2 0 0\nv 0 0 2\nf 1 2 3\n' > one.obj
$ hitscan explain one.obj --at 10,10 --part 1
hitscan: explain: --part: there is no part 1; one.obj has only part 0
[2]
