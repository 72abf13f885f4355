# A model from the standard input, from pipes and in zip files, and formats that are told.
$ . $CASES/cubes.sh
$ cat cubes.obj | hitscan info - --fast | head -n 1
-: OBJ, 3 parts, 36 triangles
$ hitscan info - --fast < cubes.obj | head -n 1
-: OBJ, 3 parts, 36 triangles
$ gzip -c cubes.obj | hitscan info - --fast | head -n 1
-: OBJ, 3 parts, 36 triangles
$ hitscan info --fast <(cat cubes.obj) | sed 's,^/dev/fd/[0-9]*,PIPE,' | head -n 1
PIPE: OBJ, 3 parts, 36 triangles
$ mkfifo pipe; (sleep 0.1; cat cubes.obj > pipe) & hitscan info pipe --fast | head -n 1; wait
pipe: OBJ, 3 parts, 36 triangles
$ hitscan pick - --at 480,300 < cubes.obj > a; hitscan pick cubes.obj --at 480,300 > b; cmp a b
$ printf '0 0 0\n1 2 3\n' | hitscan info - --fast
hitscan: -: not a model of a known format; OBJ, PLY, STL, OFF, XYZ, 3MF, glTF and GLB are, also packed by gzip or zip; --format tells what it is
[3]
$ printf '0 0 0\n1 2 3\n' | hitscan info - --fast --format xyz | head -n 1
-: XYZ, 1 part, no triangles, 2 points
$ printf '0 0 0\n1 2 3\n' > a.txt; hitscan info a.txt --fast --format xyz | head -n 1
a.txt: XYZ, 1 part, no triangles, 2 points
$ hitscan info - --fast --format xyy < a.txt
hitscan: info: --format has no "xyy"; did you mean xyz?
[2]
# It can be read once.
$ hitscan info - - --fast < cubes.obj
hitscan: info: the standard input is the model, and cannot be the model as well; give one of them a file
[2]
$ hitscan cast - --rays - < cubes.obj
hitscan: cast: the standard input is the model, and cannot be the file of rays as well; give one of them a file
[2]
# A zip file with one model, and with two.
$ python3 -c 'import zipfile; z = zipfile.ZipFile("one.zip", "w", zipfile.ZIP_DEFLATED); z.write("cubes.obj", "in/cubes.obj"); z.writestr("in/readme.txt", "x"); z.close(); z = zipfile.ZipFile("two.zip", "w"); z.write("cubes.obj"); z.write("cubes.obj", "b.stl"); z.close()'; hitscan info one.zip --fast | head -n 1; hitscan info two.zip --fast
one.zip: OBJ, 3 parts, 36 triangles
hitscan: two.zip: zip: it has 2 models (cubes.obj, b.stl); unpack it, and name one of them
[3]
# Without end it would take all memory there is: it may bring as much as a pipe.
$ yes '# x' | hitscan info - --fast --max-memory 1M
hitscan: -: it brings more than the 1048576 bytes that it may; raise --max-memory if you trust it
[4]
