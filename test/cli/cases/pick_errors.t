$ . $CASES/cubes.sh
$ hitscan pick cubes.obj
hitscan: pick: --at is missing: which pixel? As in --at 480,300
[2]
$ hitscan pick --at 10,10
hitscan: pick: MODEL is missing; see hitscan pick --help
[2]
$ hitscan pick cubes.obj --at 10
hitscan: pick: --at wants X,Y, or @FILE with X,Y on each line, not "10"
[2]
$ hitscan pick cubes.obj --at 10,20,30
hitscan: pick: --at wants X,Y, or @FILE with X,Y on each line, not "10,20,30"
[2]
$ hitscan pick cubes.obj --at 10,ten
hitscan: pick: --at wants X,Y, or @FILE with X,Y on each line, not "10,ten"
[2]
$ hitscan pick cubes.obj --at 10,20 --radius -1
hitscan: pick: --radius must be from 0 to 1e+06, not -1
[2]
$ hitscan pick cubes.obj --at 10,20 --radius wide
hitscan: pick: --radius wants a number, not "wide"
[2]
$ hitscan pick cubes.obj --at 10,20 --camera sideways
hitscan: pick: --camera: "sideways" is neither a view (iso, front, back, left, right, top, bottom) nor a field, as in eye=1,2,3
[2]
$ hitscan pick cubes.obj --at 10,20 --size 10
hitscan: pick: --size wants pixels across and down, as in 960x600, not "10"
[2]
$ hitscan pick cubes.obj --at 10,20 --up w
hitscan: pick: --up has no "w"; it is one of auto, x, y, z, -x, -y, -z
[2]
$ hitscan pick missing.obj --at 10,20
hitscan: missing.obj: .*No such file or directory (re)
[3]
$ hitscan pick a_name_of_more_than_one_hundred_characters/which_the_message_tells_once/and_not_twice/although_it_is_so_long/missing.obj --at 10,20
hitscan: a_name_of_more_than_one_hundred_characters/which_the_message_tells_once/and_not_twice/although_it_is_so_long/missing.obj: cannot open it: No such file or directory
[3]
# A model that is no file.
$ hitscan pick /dev/null --at 10,20
hitscan: /dev/null: cannot read it: neither a file nor a pipe; copy what it holds into a file
[3]
$ mkfifo pipe.obj; hitscan pick pipe.obj --at 10,20
hitscan: pipe.obj: cannot read it: nobody has written to this pipe for 5 seconds
[3]
# A pipe that a shell makes.
$ hitscan pick <(cat cubes.obj) --at 480,300 | head -n 1 | cut -d' ' -f1; hitscan info --fast <(cat cubes.obj) | grep -c 'OBJ, '
part
1
$ hitscan pick . --at 10,20
hitscan: .: cannot read it: Is a directory
[3]
$ echo 'f 1 2 3' > bad.obj; hitscan pick bad.obj --at 10,20
hitscan: bad.obj:1: vertex index 1 out of range (0 vertices)
[3]
$ hitscan pick cubes.obj --at 10,20 --raduis 5
hitscan: pick: unknown option --raduis; did you mean --radius?
[2]
