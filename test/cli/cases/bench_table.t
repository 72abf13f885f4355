$ hitscan gen torus --triangles 500 -o torus.ply --quiet
$ hitscan bench torus.ply --rays 1000 --rounds 2 --threads 1
torus\.ply: 504 triangles; 1,000 rays of each kind; 2 rounds, medians; (avx2|sse4|portable) kernels (re)

rays +threads +M rays/s( +Embree +ratio +differ)? (re)
primary +1 +[\d.e+-]+( +[\d.e+-]+ +([\d.e+-]+|-) +\d+)? (re)
incoherent +1 +[\d.e+-]+( +[\d.e+-]+ +([\d.e+-]+|-) +\d+)? (re)
bounce +1 +[\d.e+-]+( +[\d.e+-]+ +([\d.e+-]+|-) +\d+)? (re)
shadow +1 +[\d.e+-]+( +[\d.e+-]+ +([\d.e+-]+|-) +\d+)? (re)
all hits +1 +[\d.e+-]+( +- +- +-)? (re)

build +threads +seconds +M triangles/s( +Embree +ratio)? (re)
tree +1 +[\d.e+-]+ +[\d.e+-]+( +[\d.e+-]+ +[\d.e+-]+)? (re)

(Embree 3\.[\d.]+, one ray at a time\. differ: rays that it answers otherwise; ours are exact\.|Without Embree: .*\.) (re)
# Two numbers of threads where there are two.
$ hitscan bench torus.ply --rays 1000 --rounds 1 --threads 2 --cpu-time | grep -c '^primary'
2
$ hitscan bench torus.ply --rays 100 --rounds 1 --quiet
