$ hitscan gen torus --triangles 500 -o torus.ply --quiet
$ hitscan bench torus.ply --rays 1000 --rounds 1 --threads 2 --json > found.json
$ python3 -c "
> import json
> found = json.load(open('found.json'))
> print(*found)
> print(found['triangles'], [b['threads'] for b in found['builds']])
> for w in found['workloads']:
>     print(w['workload'], w['threads'], w['rays'], w['hits'] > 0, w['rays_per_second'] > 0, w['embree_differs'] < 10)
> "
model triangles kernels time embree builds workloads
504 [1, 2]
primary 1 1000 True True True
incoherent 1 1000 True True True
bounce 1 1000 True True True
shadow 1 1000 True True True
all hits 1 1000 True True True
primary 2 1000 True True True
incoherent 2 1000 True True True
bounce 2 1000 True True True
shadow 2 1000 True True True
all hits 2 1000 True True True
