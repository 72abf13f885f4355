# Files appear under their names when they are complete: what is planted, old or linked there is not harmed.
$ . $CASES/cubes.sh
# A link that somebody has put where a temporary file used to be.
$ echo precious > precious; ln -s precious torus.ply.part; ln -s precious a.png.part
$ hitscan gen torus --triangles 1000 -o torus.ply --quiet; hitscan render cubes.obj -o a.png --quiet --size 40x30
$ cat precious; readlink torus.ply.part; ls
precious
precious
a.png
a.png.part
cubes.obj
precious
torus.ply
torus.ply.part
# A target that is a link stays one; what it leads to is replaced, or made.
$ mkdir real; echo old > real/old.off; ln -s real/old.off old.off; ln -s real/new.off new.off
$ hitscan gen grid --triangles 12 -o old.off --quiet; hitscan gen grid --triangles 12 -o new.off --quiet
$ readlink old.off new.off; head -1 real/old.off real/new.off
real/old.off
real/new.off
==> real/old.off <==
OFF

==> real/new.off <==
OFF
$ ln -s loop1.off loop2.off; ln -s loop2.off loop1.off
$ hitscan gen grid --triangles 12 -o loop1.off
hitscan: cannot write loop1.off: Too many levels of symbolic links
[3]
# Other names of a file that is replaced keep the old content.
$ echo old > one.off; ln one.off two.off; hitscan gen grid --triangles 12 -o one.off --quiet; cat two.off
old
# A new file has the permissions that umask leaves, one that is replaced keeps its own.
$ umask 027; hitscan gen grid --triangles 12 -o new.obj --quiet; stat -c %a new.obj
640
$ chmod 604 new.obj; hitscan gen grid --triangles 24 -o new.obj --quiet; stat -c %a new.obj
604
# What is open already is written to where it is.
$ hitscan gen grid --triangles 12 --format off -o /dev/stdout --quiet > out.off; head -1 out.off
OFF
$ hitscan gen grid --triangles 12 --format off -o /dev/stdout --quiet | head -1
OFF
$ hitscan gen grid --triangles 12 --format off -o >(head -1 > pipe.txt) --quiet; sleep 0.2; cat pipe.txt
OFF
# A name that is as long as a name may be.
$ n=$(printf 'n%.0s' $(seq 251)).off; hitscan gen grid --triangles 12 -o $n --quiet && head -1 $n && rm $n
OFF
$ hitscan gen grid --triangles 12 -o missing/a.off
hitscan: cannot write missing/a.off: No such file or directory
[3]
$ hitscan gen grid --triangles 12 -o real --format off
hitscan: cannot write real: Is a directory
[3]
$ ls -A | grep -c '[0-9].part'
0
[1]
