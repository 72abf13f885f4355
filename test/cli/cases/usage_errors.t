# Words and options that nobody knows.
$ hitscan
hitscan: a verb is missing; see hitscan --help
[2]
$ hitscan pikc
hitscan: unknown verb "pikc"; did you mean pick?
[2]
$ hitscan photosynthesis
hitscan: unknown verb "photosynthesis"; see hitscan --help
[2]
$ hitscan --verson
hitscan: unknown option "--verson"; did you mean --version?
[2]
$ hitscan demo --widht 10
hitscan: demo: unknown option --widht; did you mean --width?
[2]
$ hitscan demo --widht=10
hitscan: demo: unknown option --widht; did you mean --width?
[2]
$ hitscan demo --photosynthesis
hitscan: demo: unknown option --photosynthesis; see hitscan demo --help
[2]
$ hitscan pick
hitscan: pick: MODEL is missing; see hitscan pick --help
[2]
$ hitscan pick one.obj two.obj
hitscan: pick: --at is missing: which pixel? As in --at 480,300
[2]
$ hitscan demo --width
hitscan: demo: --width wants a value
[2]
$ hitscan demo --width ten
hitscan: demo: --width wants a whole number, not "ten"
[2]
$ hitscan demo --width 0
hitscan: demo: --width must be from 1 to 4096, not 0
[2]
$ hitscan demo --quiet=yes
hitscan: demo: --quiet takes no value
[2]
$ hitscan demo --threads 257
hitscan: demo: --threads must be from 0 to 256, not 257
[2]
$ hitscan pick '' --at 1,1
hitscan: pick: an argument is empty; see hitscan pick --help
[2]
# Nothing from outside gets into a message as it is: neither line ends nor what moves the cursor.
$ . $CASES/cubes.sh
$ hitscan explain cubes.obj --at 1,1 --part $'xx\ny\e[2J \xc2\x9b \x9b \xc3\xa4'
hitscan: explain: --part: cubes.obj has no part "xx?y?[2J ?? ? ä"; see hitscan info
[2]
$ hitscan info $'new\nline.obj'
hitscan: new?line.obj: cannot open it: No such file or directory
[3]
$ hitscan info "$(printf '%02000d' 0)"$'\e.hit' 2>&1 | sed 's/00*/0/'
hitscan: 0?.hit: cannot open it: File name too long
$ hitscan pick cubes.obj --at 1,1 --up $'north\r'
hitscan: pick: --up has no "north?"; it is one of auto, x, y, z, -x, -y, -z
[2]
$ (printf '\x93NUMPY\x01\x00\x4f\x00'; printf '%-79s' $'{"descr": ["a",\n\t"b"], "fortran_order": False, "shape": (3, 6)}') > type.npy; hitscan cast cubes.obj --rays type.npy
hitscan: type.npy: numbers of type ["a",??"b"]; rays are '<f4' (numpy.float32), '<f8', or these big-endian
[3]
