# A signal while the other end of a pipe is waited for.
# requires: timeout
$ . $CASES/cubes.sh; echo 0,-10,0,0,1,0 > rays.csv; mkfifo pipe
$ timeout --preserve-status -s INT 0.5 hitscan cast cubes.obj --rays pipe --rays-format csv
[130]
$ timeout --preserve-status -s TERM 0.5 hitscan cast cubes.obj --rays rays.csv --out pipe --out-format csv
[143]
