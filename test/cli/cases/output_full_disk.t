# A disk that is full leaves the older file, and nothing else.
$ hitscan gen torus --triangles 20000 -o torus.ply --quiet
$ for i in $(seq 2000); do echo 0,0,$i,0,1,0; done > rays.csv
$ for f in out.ply out.hit out.png out.npy cloud.ply hits.csv hits.npy merged.csv done.bash; do echo old > $f; done
$ hitscan cast torus.ply --rays rays.csv --shard 1/1 --out shard.csv --quiet; [ $? -le 1 ]
$ (ulimit -f 4
> hitscan gen torus --triangles 20000 -o out.ply
> hitscan tree torus.ply -o out.hit
> hitscan render torus.ply -o out.png --mode depth --raw out.npy --size 400x300
> hitscan lidar torus.ply --path 0,0,0 -o cloud.ply
> hitscan cast torus.ply --rays rays.csv --out hits.csv --quiet
> hitscan cast torus.ply --rays rays.csv --out hits.npy --quiet
> hitscan cast --merge merged.csv shard.csv
> hitscan completion bash --out done.bash) 2>&1 | grep -c cannot
8
$ cat out.ply out.hit out.png out.npy cloud.ply hits.csv hits.npy merged.csv done.bash | sort | uniq -c
      9 old
$ ls
cloud.ply
done.bash
hits.csv
hits.npy
merged.csv
out.hit
out.npy
out.ply
out.png
rays.csv
shard.csv
torus.ply
