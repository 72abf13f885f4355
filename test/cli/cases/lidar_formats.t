$ hitscan gen town --triangles 5000 -o town.ply --quiet
$ hitscan lidar town.ply --path 0,0,2 -o cloud.ply
firings    rays  points   share  range min  range mean  range max  seconds  M rays/s
  1,800  28,800  17,999  62\.5 %      7\.321      17\.956     55\.269 +\d+\.\d\d +\d+\.\d\d (re)
$ head -c 512 cloud.ply
ply
format binary_little_endian 1.0
comment hitscan lidar; metres, world, z up
element vertex 17999
property float x
property float y
property float z
property float range
property uint part
property uint face
property float incidence
property ushort beam
property float azimuth
property double time
comment ------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------
end_header
$ wc -c < cloud.ply
756470
$ hitscan lidar town.ply --path 0,0,2 -o cloud.npy --quiet
$ head -c 256 cloud.npy | tail -c +11
{'descr': [('x', '<f4'), ('y', '<f4'), ('z', '<f4'), ('range', '<f4'), ('part', '<u4'), ('face', '<u4'), ('incidence', '<f4'), ('beam', '<u2'), ('azimuth', '<f4'), ('time', '<f8')], 'fortran_order': False, 'shape': (17999,), }                   
$ wc -c < cloud.npy
756214
# The same bytes on every machine, through a pipe, and for any number of threads.
$ hitscan lidar town.ply --path 0,0,2 -o - --format ply | cmp - cloud.ply
$ hitscan lidar town.ply --path 0,0,2 -o - --format npy --threads 3 | cmp - cloud.npy
$ tail -c +513 cloud.ply | sha256sum | cut -c 1-16
e45508710ded344a
$ tail -c +257 cloud.npy | sha256sum | cut -c 1-16
e45508710ded344a
$ hitscan lidar town.ply --path 0,0,2/20,0,2 --sensor os1-64 --noise 0.02 --threads 7 -o - --format csv | sha256sum | cut -c 1-16
e8c9a94b5db63369
$ hitscan lidar town.ply --path 0,0,2/20,0,2 --sensor os1-64 --noise 0.02 --seed 2 -o - --format csv | sha256sum | cut -c 1-16
40cda6102e3bd2da
