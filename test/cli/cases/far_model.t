# A square of 10 cm near 5,400,000 had 0.023 square metres: rays, too, are relative to an origin in double.
$ . $CASES/far.sh
$ hitscan info square.ply | grep -E 'bounds|area'
bounds     5400000.03,5399999.98,431.27 to 5400000.13,5400000.08,431.27, size 0.1 x 0.1 x 0
surface    not watertight, area 0.01
# The three rays pass 2 cm from the middle, 5 mm within a corner, and 2 cm outside.
$ printf '5400000.06,5400000.03,440.27,0,0,-1\n"5400000.125" 5399999.985 440.27 0 0 -1\n5400000.15,5400000,440.27,0,0,-1\n' > rays.csv
$ hitscan cast square.ply --rays rays.csv --fields ray,hit,t,distance,face,x,y,z,nz --quiet | tee hits.csv
ray,hit,t,distance,face,x,y,z,nz
0,1,9,9,0,5400000.060000002,5400000.030000001,431.2700004577637,1
1,1,9,9,0,5400000.125,5399999.985,431.2700004577637,1
2,0,,,,,,,
$ printf 'dz,dx,dy,oz,oy,ox\n-1,0,0,440.27,5400000.03,5400000.06\n-1,0,0,440.27,5399999.985,5400000.125\n-1,0,0,440.27,5400000,5400000.15\n' > named.csv
$ hitscan cast square.ply --rays named.csv --fields ray,hit,t,distance,face,x,y,z,nz --quiet | cmp - hits.csv
$ printf '{"o":[5400000.06,5400000.03,440.27],"d":[0,0,-1]}\n{"o":[5400000.125,5399999.985,440.27],"d":[0,0,-1]}\n' > rays.ndjson
$ hitscan cast square.ply --rays rays.ndjson --fields t,x,y,z --quiet
{"t":9,"x":5400000.060000002,"y":5400000.030000001,"z":431.2700004577637}
{"t":9,"x":5400000.125,"y":5399999.985,"z":431.2700004577637}
$ python3 -c "
> import struct
> rays = [(5400000.06, 5400000.03, 440.27, 0, 0, -1), (5400000.15, 5400000, 440.27, 0, 0, -1)]
> head = ('{\'descr\': \'>f8\', \'fortran_order\': False, \'shape\': (2, 6), }').ljust(117) + '\n'
> open('rays.npy', 'wb').write(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode() + b''.join(struct.pack('>6d', *r) for r in rays))
> "
$ hitscan cast square.ply --rays rays.npy --fields t,x,y,z --quiet --out hits.npy
$ python3 -c "
> import struct
> data = open('hits.npy', 'rb').read()
> print(data[10:data.index(b'}') + 1].decode())
> for i in range(2): print(struct.unpack_from('<f3d', data, len(data) - 56 + 28 * i))
> "
{'descr': [('t', '<f4'), ('x', '<f8'), ('y', '<f8'), ('z', '<f8')], 'fortran_order': False, 'shape': (2,), }
(9.0, 5400000.060000002, 5400000.030000001, 431.2700004577637)
(inf, nan, nan, nan)
# A .hit file says the same.
$ hitscan tree square.ply -o square.hit --quiet
$ hitscan cast square.hit --rays rays.csv --fields ray,hit,t,distance,face,x,y,z,nz --quiet | cmp - hits.csv
# The camera's verbs.
$ echo eye=5400000.08,5400000.03,431.57/at=5400000.08,5400000.03,431.27/up=0,1,0/near=0.1/far=1 > camera
$ hitscan pick square.ply --camera $(cat camera) --at 480,300
part  name    depth  distance           x           y       z  nx  ny  nz  face  triangle
   0  part 0    0.2       0.3  5400000.08  5400000.03  431.27   0   0   1     0         1
$ hitscan pick square.hit --camera $(cat camera) --at 480,300 --json | grep -o '"point":[^]]*]'
"point":[5400000.08,5400000.03,431.26999999955297]
$ hitscan select square.hit --camera $(cat camera) --rect 470,290,490,310
part  name    triangles
   0  part 0          2
1 of 1 part, 2 triangles
$ hitscan explain square.hit --camera $(cat camera) --at 480,300 --part 0 --quiet
$ hitscan render square.hit --camera $(cat camera)/ortho=0.2 --mode depth -o depth.png --raw depth.npy --size 40x40 --quiet
$ python3 -c "
> import struct
> data = open('depth.npy', 'rb').read()
> depth = struct.unpack('<1600f', data[-6400:])
> print(sum(d < 9 for d in depth), 'of 1600')
> "
400 of 1600
$ hitscan render square.hit --camera $(cat camera)/ortho=0.2 -o a.png --size 40x40 --quiet
$ hitscan lidar square.hit --path 5400000.08,5400000.03,431.37 --sensor beams=4/fov=-80,-50/range=0.05,2/columns=4 -o cloud.csv --quiet; cut -d, -f1-4 cloud.csv
x,y,z,range
5400000.097632696,5400000.030000001,431.27000000173587,0.10154266
5400000.116397022,5400000.030000001,431.2699999997451,0.106417775
5400000.079999998,5400000.047632699,431.27000000173587,0.10154266
5400000.079999998,5400000.066397025,431.2699999997451,0.106417775
5400000.0623673005,5400000.030000001,431.27000000173587,0.10154266
5400000.043602974,5400000.030000001,431.2699999997451,0.106417775
5400000.079999998,5400000.0123673035,431.27000000173587,0.10154266
5400000.079999998,5399999.993602977,431.2699999997451,0.106417775
$ hitscan lidar square.hit --path 5400000.08,5400000.03,431.37 --sensor beams=4/fov=-80,-50/range=0.05,2/columns=4 -o cloud.ply --quiet; hitscan info cloud.ply | grep bounds
bounds     5400000.043603,5399999.993603,431.27 to 5400000.116397,5400000.066397,431.27, size 0.072794 x 0.072794 x 1.86265e-09
$ hitscan lidar square.hit --path 5400000.08,5400000.03,431.37 --sensor beams=4/fov=-80,-50/range=0.05,2/columns=4 --frame sensor -o cloud.csv --quiet; head -2 cloud.csv | cut -d, -f1-4
x,y,z,range
0.017632699,0,-0.099999994,0.10154266
$ hitscan bench square.ply --rounds 1 --rays 100 --json | grep -c primary
1
# Beside a model at the origin of the world, one tree cannot keep it: that is said. A click asks the scene, which can.
$ printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' > near.obj
$ hitscan cast near.obj square.ply --rays rays.csv --mode count 2>&1 | grep small
hitscan: cast: near.obj: 1 part is small and far from the others: rays see it rounded by up to 0.16
$ hitscan pick near.obj square.ply --camera $(cat camera) --at 480,300 | cut -d' ' -f4-8
hitscan: square.ply: +z is up in it, and +y in near.obj, which counts; neither is turned
    
1  square.ply  
# Where the eye is can be read back: with six digits it was metres away.
$ hitscan render square.ply -o a.png --size 40x40 --view top --camera top/ortho=0.2 | grep camera
camera   orthographic, from 5400000.08,5400000.03,431.27141421504, looks along 0,0,-1
