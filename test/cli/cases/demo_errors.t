$ hitscan demo --out no/such/folder
hitscan: cannot write no/such/folder/town.png: No such file or directory
[3]
$ hitscan demo --width 64 --height 40 --quiet --json > /dev/full
hitscan: cannot write to the standard output
[4]
