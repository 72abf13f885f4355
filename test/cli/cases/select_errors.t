$ . $CASES/cubes.sh
$ hitscan select cubes.obj
hitscan: select: in which area? Give --rect, --lasso, --cone or --world-cone
[2]
$ hitscan select cubes.obj --rect 1,2,3,4 --cone 1,2,3
hitscan: select: --rect and --cone are two areas; give one
[2]
$ hitscan select cubes.obj --lasso 1,2,3,4,5,6 --world-cone 0,0,0,1,0,0,10
hitscan: select: --lasso and --world-cone are two areas; give one
[2]
$ hitscan select cubes.obj --rect 1,2,3
hitscan: select: --rect wants 4 numbers with commas between, not "1,2,3"
[2]
$ hitscan select cubes.obj --cone 1,2,-3
hitscan: select: --cone: the radius must not be negative, as -3 is
[2]
$ hitscan select cubes.obj --rect 1,2,3,4 --step 3
hitscan: select: --step needs --visible
[2]
$ hitscan select cubes.obj --rect 1,2,3,4 --visible --step 0
hitscan: select: --step must be from 0.0625 to 1e+06, not 0
[2]
$ hitscan select cubes.obj --world-cone 0,0,0,1,0,0
hitscan: select: --world-cone wants 7 to 8 numbers with commas between, not "0,0,0,1,0,0"
[2]
$ hitscan select cubes.obj --world-cone 0,0,0,0,0,0,10
hitscan: select: --world-cone: 0,0,0 is no direction
[2]
$ hitscan select cubes.obj --world-cone 0,0,0,1,0,0,90
hitscan: select: --world-cone: the half angle must be above 0 and below 90 degrees, not 90
[2]
$ hitscan select cubes.obj --world-cone 0,0,0,1,0,0,0
hitscan: select: --world-cone: the half angle must be above 0 and below 90 degrees, not 0
[2]
$ hitscan select cubes.obj --world-cone 0,0,0,1,0,0,45,0
hitscan: select: --world-cone: the length must be above 0, not 0
[2]
$ hitscan select cubes.obj --world-cone 1e40,0,0,1,0,0,45
hitscan: select: --world-cone: a number is too large or too small for single precision
[2]
$ hitscan select cubes.obj --world-cone 0,0,0,1,0,0,45 --visible
hitscan: select: --visible is for areas of the screen, which --world-cone is not
[2]
$ hitscan select cubes.obj --lasso 1,2,3,4
hitscan: select: --lasso: 2 corners enclose nothing; at least 3 are needed
[2]
$ hitscan select cubes.obj --lasso 1,2,3,4,5
hitscan: select: --lasso: the last corner has an x, 5, but no y
[2]
$ hitscan select cubes.obj --lasso 1,2,3,four,5,6
hitscan: select: --lasso wants X,Y,X,Y,... or @FILE; corner 2 is "3,four,5,6"
[2]
$ hitscan select cubes.obj --lasso 1,2,3,4,5,6,
hitscan: select: --lasso wants X,Y,X,Y,... or @FILE; corner 3 is "5,6,"
[2]
$ hitscan select cubes.obj --lasso 1,2,,3,4,5
hitscan: select: --lasso wants X,Y,X,Y,... or @FILE; corner 2 is ",3,4,5"
[2]
$ hitscan select cubes.obj --lasso 1,nan,3,4,5,6
hitscan: select: --lasso wants X,Y,X,Y,... or @FILE; corner 1 is "1,nan,3,4,5,6"
[2]
$ hitscan select cubes.obj --lasso @
hitscan: select: --lasso: which file? @ stands before its name
[2]
$ hitscan select cubes.obj --lasso @missing.txt
hitscan: select: --lasso: missing.txt: No such file or directory
[3]
$ printf '1,2\n3,4\n5\n' > bad.txt; hitscan select cubes.obj --lasso @bad.txt
hitscan: bad.txt:3: a corner of a lasso is X,Y, two numbers on a line, not "5"
[3]
$ printf '1,2\n3,4,5\n' > bad.txt; hitscan select cubes.obj --lasso @bad.txt
hitscan: bad.txt:2: a corner of a lasso is X,Y, two numbers on a line, not "3,4,5"
[3]
$ printf '1,2\nx,y\n' | hitscan select cubes.obj --lasso @-
hitscan: standard input:2: a corner of a lasso is X,Y, two numbers on a line, not "x,y"
[3]
$ printf '1,2\n3,4\n' > bad.txt; hitscan select cubes.obj --lasso @bad.txt
hitscan: select: --lasso: 2 corners enclose nothing; at least 3 are needed
[3]
$ head -c 3000 /dev/zero | tr '\0' 1 > bad.txt; hitscan select cubes.obj --lasso @bad.txt
hitscan: bad.txt:1: a line of more than 1000 characters
[3]
$ printf '1,2\n3,4\0,5\n5,6\n7,0\n' > bad.txt; hitscan select cubes.obj --lasso @bad.txt
hitscan: bad.txt:2: a zero byte; it is no text
[3]
$ hitscan select cubes.obj --lasso @/dev/zero
hitscan: /dev/zero:1: a zero byte; it is no text
[3]
$ yes '#' | hitscan select cubes.obj --lasso @-
hitscan: standard input: more than 64 MiB of text; is it the right file?
[4]
$ hitscan select cubes.obj --lasso @.
hitscan: cannot read .: Is a directory
[3]
$ hitscan select missing.obj --rect 1,2,3,4
hitscan: missing.obj: .*No such file or directory (re)
[3]
