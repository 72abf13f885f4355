$ . $CASES/cubes.sh
$ hitscan explain cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 530,300 --part front
picked: front (part 0) is picked, at a depth of 8.

           part  name   depth
asked for     0  front      8
$ hitscan explain cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 530,300 --part back
hidden: back (part 1), at a depth of 13, is hidden by front (part 0) at 8. hitscan pick --all lists both.

           part  name   depth
asked for     1  back      13
picked        0  front      8
[1]
$ hitscan explain cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 640,300 --part front
missed bounds: The ray misses front (part 0) and the box around it, which is closest (-60, 0) pixels from here.

           part  name   depth
asked for     0  front      -
picked        1  back      13
[1]
$ hitscan explain cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 10,300 --part 2
missed bounds: The ray misses pole (part 2) and the box around it, which is closest (216.875, 0) pixels from here.

           part  name  depth
asked for     2  pole      -
[1]
$ hitscan explain cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=12/far=100 --at 530,300 --part front
behind: All of front (part 0) lies behind the near plane. Turn the camera, or move the plane closer.

           part  name   depth
asked for     0  front      -
picked        1  back       2
[1]
$ hitscan explain cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=12 --at 530,300 --part back
beyond: All of back (part 1) lies beyond the far plane. Move the plane farther away.

           part  name   depth
asked for     1  back       -
picked        0  front      8
[1]
# Its box is met, but not itself; and a part without a name.
$ printf '# z up\nv 0 0 0\nv 2 0 0\nv 0 0 2\nf 1 2 3\n' > corner.obj
$ hitscan explain corner.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 660,120 --part 0
missed shape: The ray meets the box around part 0, but misses the part, which is closest (-80, 80) pixels from here. hitscan pick --radius finds what is close.

           part  name    depth
asked for     0  part 0      -
[1]
$ hitscan explain corner.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --at 660,120 --part 0 --quiet
[1]
# A pixel that is so far away that it has no ray.
$ hitscan explain corner.obj --at 1e300,3 --part 0
no camera: There is no camera, or no ray through this point of the screen. The point is too far away from the picture.

           part  name    depth
asked for     0  part 0      -
[1]
