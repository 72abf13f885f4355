$ hitscan man pikc
hitscan: man: there is no verb "pikc"; did you mean pick?
[2]
$ hitscan man photosynthesis
hitscan: man: there is no verb "photosynthesis"; see hitscan --help
[2]
$ hitscan man pick select
hitscan: man: unexpected argument "select"; see hitscan man --help
[2]
$ hitscan man --out no/such/folder
hitscan: cannot write no/such/folder/hitscan.1: No such file or directory
[3]
$ hitscan man > /dev/full
hitscan: cannot write to the standard output
[4]
