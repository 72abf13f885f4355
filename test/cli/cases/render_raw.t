# The numbers of pictures, as NumPy reads them.
$ . $CASES/cubes.sh
$ cat > show.py <<'END'
import struct, sys
b = open("a.npy", "rb").read()
print(b[10:128].decode().rstrip())
for i in map(int, sys.argv[2:]):
    print(i, *struct.unpack_from("<" + sys.argv[1], b, 128 + i * struct.calcsize("<" + sys.argv[1])))
END
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --mode depth --raw a.npy -o a.png --quiet && python3 show.py f 0 2930 2928 2945
{'descr': '<f4', 'fortran_order': False, 'shape': (60, 96), }
0 inf
2930 8.0
2928 8.0
2945 13.0
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --mode parts --raw a.npy -o a.png --quiet && python3 show.py i 0 2930 2928 2945
{'descr': '<i4', 'fortran_order': False, 'shape': (60, 96), }
0 -1
2930 0
2928 0
2945 1
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --mode normals --raw a.npy -o a.png --quiet && python3 show.py fff 0 2930
{'descr': '<f4', 'fortran_order': False, 'shape': (60, 96, 3), }
0 0.0 0.0 0.0
2930 0.0 -1.0 0.0
$ hitscan render cubes.obj --camera eye=0,-10,0/at=0,0,0/ortho=6/near=1/far=100 --size 96x60 --mode cost --raw a.npy -o a.png --quiet && python3 show.py i 0
{'descr': '<i4', 'fortran_order': False, 'shape': (60, 96), }
0 1
$ ls
a.npy
a.png
cubes.obj
show.py
