# Records of fixed size: rays and hits as numpy has them, and as plain floats.
# requires: od
$ . $CASES/cubes.sh
$ python3 -c "
> import struct
> rays = [(0.5, -10, 0.25, 0, 1, 0), (9, -10, 0, 0, 1, 0)]
> raw = b''.join(struct.pack('<6f', *r) for r in rays)
> open('rays.raw', 'wb').write(raw)
> open('rays8.f32', 'wb').write(b''.join(struct.pack('<8f', *r, 10, 20) for r in rays))
> def npy(name, descr, shape, data, order='False', version=1):
>     head = ('{\'descr\': %r, \'fortran_order\': %s, \'shape\': %s, }' % (descr, order, shape)).ljust(117) + '\n'
>     open(name, 'wb').write(b'\x93NUMPY' + bytes([version, 0]) + struct.pack('<H' if version == 1 else '<I', len(head)) + head.encode() + data)
> npy('rays.npy', '<f4', '(2, 6)', raw)
> npy('double.npy', '<f8', '(2, 6)', b''.join(struct.pack('<6d', *r) for r in rays), version=2)
> npy('big.npy', '>f4', '(2, 6)', b''.join(struct.pack('>6f', *r) for r in rays), version=3)
> npy('fortran.npy', '<f4', '(2, 6)', raw, 'True')
> npy('int.npy', '<i4', '(2, 6)', raw)
> npy('flat.npy', '<f4', '(12,)', raw)
> npy('long.npy', '<f4', '(3, 6)', raw)
> npy('new.npy', '<f4', '(2, 6)', raw, version=4)
> open('cut.raw', 'wb').write(raw[:40])
> open('cut.npy', 'wb').write(open('rays.npy', 'rb').read()[:100])
> "
$ hitscan cast cubes.obj --rays rays.raw --quiet | od -A d -t f4
0000000               9               0           3e-45           6e-45
0000016           0.125           0.625             inf            -nan
0000032            -nan            -nan             nan             nan
0000048
$ hitscan cast cubes.obj --rays rays8.f32 --ray-floats 8 --quiet --fields t,hit,side,ray | od -A d -t x1
0000000 00 00 30 41 01 ff 00 00 00 00 00 00 00 00 00 00
0000016 80 7f 00 00 01 00 00 00 00 00 00 00
0000028
$ for f in rays double big; do hitscan cast cubes.obj --rays $f.npy --out-format csv --quiet --fields t,x,part; done
t,x,part
9,0.5,0
,,
t,x,part
9,0.5,0
,,
t,x,part
9,0.5,0
,,
$ hitscan cast cubes.obj --rays double.npy --out hits.npy
hitscan: double.npy: its float64 are rounded to float32
hitscan: 2 rays, 1 hit \(50\.0 %\); [0-9.]+ s.* (re)
# To a pipe, the header has the right count from the beginning.
$ hitscan cast cubes.obj --rays rays.npy --quiet | cmp - hits.npy
$ head -c 192 hits.npy | tail -c +11
{'descr': [('t', '<f4'), ('part', '<u4'), ('face', '<u4'), ('triangle', '<u4'), ('u', '<f4'), ('v', '<f4')], 'fortran_order': False, 'shape': (2,), }                                
$ hitscan cast cubes.obj --rays rays.raw --mode any --quiet | od -A n -t x1
 01 00
$ hitscan cast cubes.obj --rays rays.raw --mode all --out all.npy --quiet; tail -c +257 all.npy | od -A n -t u4 -w32
          0          0 1091567616          0          2          4 1040187392 1059061760
          0          0 1093664768          0          4          9 1048576000 1052770304
          0          0 1096810496          1          8         17 1048576000 1052770304
          0          0 1098907648          1         10         20 1040187392 1059061760
# Files that cannot be used.
$ for f in fortran int flat new cut; do hitscan cast cubes.obj --rays $f.npy --quiet; done
hitscan: fortran.npy: its columns are stored one after the other (fortran_order): save numpy.ascontiguousarray(rays) in place of it
hitscan: int.npy: numbers of type '<i4'; rays are '<f4' (numpy.float32), '<f8', or these big-endian
hitscan: flat.npy: its shape is not (N, 6): ox oy oz dx dy dz, nor (N, 8): these, tmin and tmax
hitscan: new.npy: a .npy file of a version that is not known; versions 1 to 3 are
hitscan: cut.npy: the header of the .npy file is cut off
[3]
$ hitscan cast cubes.obj --rays cubes.obj --rays-format npy --quiet
hitscan: cubes.obj: no .npy file: it does not begin with \x93NUMPY
[3]
# Files that end too early: what is there is cast.
$ hitscan cast cubes.obj --rays cut.raw --quiet --out-format csv
ray,hit,t,part,face,triangle,u,v
0,1,9,0,2,4,0.125,0.625
hitscan: cut.raw: the last ray is cut off: 16 of 24 bytes
[3]
$ hitscan cast cubes.obj --rays long.npy --quiet --out-format csv
ray,hit,t,part,face,triangle,u,v
0,1,9,0,2,4,0.125,0.625
1,0,,,,,,
hitscan: long.npy: 3 rays are promised, but it ends after 2
[3]
# So it is from file to file.
$ hitscan cast cubes.obj --rays long.npy --quiet --out late.npy
hitscan: long.npy: 3 rays are promised, but it ends after 2
[3]
$ cmp hits.npy late.npy
# What others write to the same file comes behind it.
$ (hitscan cast cubes.obj --rays rays.npy --quiet; echo end) > both; tail -c 4 both; head -c -4 both | cmp - hits.npy
end
# The last shard counts as the file does.
$ hitscan cast cubes.obj --rays long.npy --quiet --out-format csv --shard 2/2 --out last.csv; code=$?; head -n 1 last.csv; exit $code
hitscan: long.npy: 3 rays are promised, but it ends after 2
1,0,,,,,,
[3]
