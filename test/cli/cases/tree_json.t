$ . $CASES/cubes.sh
$ hitscan tree cubes.obj -o cubes.hit --json --quality high > out
$ python3 -c "
> import json
> d = json.load(open('out'))
> s = d.pop('seconds')
> assert sorted(s) == ['build', 'read', 'write']
> for k in d: print(k, d[k])"
file cubes.hit
bytes 36864
parts 3
meshes 3
triangles 36
quality high
tree {'bytes': 1728, 'nodes': 1, 'depth': 1, 'cost': 1.8819167142042215}
