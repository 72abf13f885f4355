$ . $CASES/cubes.sh
$ hitscan tree
hitscan: tree: MODEL is missing; see hitscan tree --help
[2]
$ hitscan tree cubes.obj
hitscan: tree: -o FILE.hit is missing; see hitscan tree --help
[2]
$ hitscan tree cubes.obj -o
hitscan: tree: -o wants a value
[2]
$ hitscan tree cubes.obj -o x.hit --quality best
hitscan: tree: --quality has no "best"; did you mean fast?
[2]
$ hitscan tree none.obj -o x.hit
hitscan: none.obj: cannot open it: No such file or directory
[3]
$ hitscan tree cubes.obj -o nowhere/x.hit
hitscan: cannot write nowhere/x.hit: No such file or directory
[3]
$ hitscan tree cubes.obj -o /dev/full
hitscan: cannot write all of /dev/full: the disk may be full
[4]
# Files that are no .hit files, or damaged.
$ hitscan tree cubes.obj -o cubes.hit --quiet
$ head -c 1000 cubes.hit > short.hit; hitscan pick short.hit --at 1,1
hitscan: short.hit: damaged .hit file: its 1000 bytes are not even a header; make it again with hitscan tree
[3]
$ head -c 30000 cubes.hit > short.hit; hitscan pick short.hit --at 1,1
hitscan: short.hit: damaged .hit file: 30000 bytes in place of 36864; make it again with hitscan tree
[3]
$ { cat cubes.hit; echo more; } > long.hit; hitscan pick long.hit --at 1,1
hitscan: long.hit: damaged .hit file: 36869 bytes in place of 36864; make it again with hitscan tree
[3]
$ cp cubes.hit bad.hit; printf X | dd of=bad.hit bs=1 seek=100 conv=notrunc status=none; hitscan pick bad.hit --at 1,1
hitscan: bad.hit: damaged .hit file: the checksum of its header is wrong; make it again with hitscan tree
[3]
$ cp cubes.hit bad.hit; printf X | dd of=bad.hit bs=1 seek=20000 conv=notrunc status=none; hitscan pick bad.hit --at 1,1
hitscan: bad.hit: damaged .hit file: its checksum is wrong; make it again with hitscan tree
[3]
$ cp cubes.hit bad.hit; printf '\7' | dd of=bad.hit bs=1 seek=8 conv=notrunc status=none; hitscan pick bad.hit --at 1,1
hitscan: bad.hit: a .hit file of version 7, where this hitscan knows version 3 only; make it again with hitscan tree
[3]
$ cp cubes.obj named.hit; hitscan pick named.hit --at 1,1
hitscan: named.hit: not a .hit file, in spite of its name; hitscan tree writes them
[3]
$ hitscan pick none.hit --at 1,1
hitscan: none.hit: cannot open it: No such file or directory
[3]
# Nothing is left of what could not be written.
$ ls
bad.hit
cubes.hit
cubes.obj
long.hit
named.hit
short.hit
