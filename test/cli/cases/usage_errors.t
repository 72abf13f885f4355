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
hitscan: pick: unexpected argument "two.obj"; see hitscan pick --help
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
