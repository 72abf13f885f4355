# Cameras that make no sense, and what is said about them.
$ . $CASES/cubes.sh
$ hitscan render cubes.obj -o a.png --camera eey=1,2,3
hitscan: render: --camera: unknown field "eey"; did you mean eye?
[2]
$ hitscan render cubes.obj -o a.png --camera frnt
hitscan: render: --camera: unknown view "frnt"; did you mean front?
[2]
$ hitscan render cubes.obj -o a.png --camera banana
hitscan: render: --camera: "banana" is neither a view (iso, front, back, left, right, top, bottom) nor a field, as in eye=1,2,3
[2]
$ hitscan render cubes.obj -o a.png --camera eye=1,2
hitscan: render: --camera: eye wants three numbers with commas between, as in eye=1,2,3, not "1,2"
[2]
$ hitscan render cubes.obj -o a.png --camera eye=1,2,3,4
hitscan: render: --camera: eye wants three numbers with commas between, as in eye=1,2,3, not "1,2,3,4"
[2]
$ hitscan render cubes.obj -o a.png --camera fov=wide
hitscan: render: --camera: fov wants a number, not "wide"
[2]
$ hitscan render cubes.obj -o a.png --camera photosynthesis=1
hitscan: render: --camera: unknown field "photosynthesis"; it is one of eye, at, up, fov, ortho, near, far
[2]
$ hitscan render cubes.obj -o a.png --camera fov=180
hitscan: render: --camera: fov must be above 0 and below 180 degrees, not 180
[2]
$ hitscan render cubes.obj -o a.png --camera ortho=0
hitscan: render: --camera: ortho, the height of what is seen, must be above 0, not 0
[2]
$ hitscan render cubes.obj -o a.png --camera ortho=1/fov=45
hitscan: render: --camera: fov and ortho exclude each other
[2]
$ hitscan render cubes.obj -o a.png --camera near=0
hitscan: render: --camera: near must be above 0 for a perspective camera
[2]
$ hitscan render cubes.obj -o a.png --camera far=-1
hitscan: render: --camera: far must be above 0 for a perspective camera
[2]
$ hitscan render cubes.obj -o a.png --camera near=5/far=3
hitscan: render: --camera: near must be below far
[2]
$ hitscan render cubes.obj -o a.png --camera front/
hitscan: render: --camera: an empty field in "front/"
[2]
$ hitscan render cubes.obj -o a.png --camera eye=1,2,3/front
hitscan: render: --camera: a view stands before all fields: begin with front/
[2]
$ hitscan render cubes.obj -o a.png --camera eye=1,2,3/eye=1,2,3
hitscan: render: --camera: eye is given twice
[2]
$ hitscan render cubes.obj -o a.png --camera eye=1,2,3/at=1,2,3
hitscan: render: --camera: eye and at are the same point
[2]
$ hitscan render cubes.obj -o a.png --camera eye=1,2,3/at=0,0,0/up=2,4,6
hitscan: render: --camera: up must be neither zero nor parallel to the direction of view
[2]
$ hitscan render cubes.obj -o a.png --camera up=0,0,0
hitscan: render: --camera: up must be neither zero nor parallel to the direction of view
[2]
$ hitscan render cubes.obj -o a.png --camera eye=1e40,0,0
hitscan: render: --camera: there is no such camera: a number is too large or too small
[2]
# Where it is the model that is too large.
$ printf 'v -1e38 -1e38 0\nv 1e38 -1e38 0\nv 0 1e38 1e38\nf 1 2 3\n' > huge.obj; hitscan render huge.obj -o a.png
hitscan: render: the model is too large or too far away for a camera: it reaches to 1e+38, and 1e+29 is the most; scale or move it
[3]
$ hitscan pick huge.obj --at 1,1
hitscan: pick: the model is too large or too far away for a camera: it reaches to 1e+38, and 1e+29 is the most; scale or move it
[3]
$ hitscan render cubes.obj -o a.png --size 960
hitscan: render: --size wants pixels across and down, as in 960x600, not "960"
[2]
$ hitscan render cubes.obj -o a.png --size 0x5
hitscan: render: --size must be from 1x1 to 32768x32768, not 0x5
[2]
$ hitscan render cubes.obj -o a.png --size 32769x1
hitscan: render: --size must be from 1x1 to 32768x32768, not 32769x1
[2]
$ hitscan render cubes.obj -o a.png --size 10x10x10
hitscan: render: --size wants pixels across and down, as in 960x600, not "10x10x10"
[2]
$ hitscan render cubes.obj -o a.png --up w
hitscan: render: --up has no "w"; it is one of auto, x, y, z, -x, -y, -z
[2]
$ ls
cubes.obj
huge.obj
# An eye in the middle of a model without a direction; above it, there is one.
$ printf 'v 0 0 0\nv 2 0 0\nv 2 2 2\nv 0 2 2\nf 1 2 3 4\n' > flat.obj
$ hitscan render flat.obj -o a.png --camera eye=1,1,1
hitscan: render: --camera: the eye is in the very middle of the model; give at=X,Y,Z
[2]
$ hitscan render flat.obj -o a.png --size 20x20 --camera eye=1,1,9 | grep -v rays
picture  a.png: shaded, 20 x 20 pixels, 4 samples each
camera   eye at 1,1,9, looks along 0,0,-1
up       +y (OBJ)
hits     9.6 % of the picture
