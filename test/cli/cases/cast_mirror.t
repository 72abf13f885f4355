# A placement with a negative determinant turns corners around, but not what is front and back (glTF 2.0, 3.7.4).
$ python3 $CASES/cube_nodes.py '[{"name": "plain"}, {"name": "mirror", "translation": [5, 0, 0], "scale": [-1, 1, 1]},
>     {"name": "sheared", "matrix": [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0.25, -2, 0, 10, 0, 0, 1]},
>     {"name": "turned", "translation": [15, 0, 0], "scale": [-1, -1, 1]}]' > cubes.gltf
$ printf '%s\n' 0.25,-10,0.5,0,1,0 5.25,-10,0.5,0,1,0 10.25,-10,0.5,0,1,0 15.25,-10,0.5,0,1,0 > rays.csv
$ hitscan cast cubes.gltf --rays rays.csv --fields part_name,t,ny,side,u,v --quiet
part_name,t,ny,side,u,v
plain,9,-1,front,0.625,0.125
mirror,9,-1,front,0.375,0.375
sheared,8.9375,-0.99227786,front,0.5,0.375
turned,9,-1,front,0.625,0.125
$ hitscan cast cubes.gltf --rays rays.csv --fields part_name,t,ny,side --sides front --quiet
part_name,t,ny,side
plain,9,-1,front
mirror,9,-1,front
sheared,8.9375,-0.99227786,front
turned,9,-1,front
$ hitscan cast cubes.gltf --rays rays.csv --fields part_name,t,ny,side --sides back --quiet
part_name,t,ny,side
plain,11,1,back
mirror,11,1,back
sheared,10.9375,0.99227786,back
turned,11,1,back
$ hitscan pick cubes.gltf --camera eye=5.25,-10,0.5/at=5.25,0,0.5/ortho=6/near=1/far=100 --at 480,300
part  name    depth  distance     x   y    z  nx  ny  nz  face  triangle
   1  mirror      8         8  5.25  -1  0.5   0  -1   0     5         5
# u and v are those of the corners in the file, in every mode and format, and from a .hit file.
$ hitscan tree cubes.gltf -o cubes.hit --quiet
$ cat > check.py << 'PYTHON'
> import json, os, struct, subprocess, sys
> sys.dont_write_bytecode = True
> sys.path.append(os.environ['CASES'])
> from cube_nodes import CORNERS, TRIANGLES
> PLACES = [((1, 0, 0), (0, 1, 0), (0, 0, 1), 0), ((-1, 0, 0), (0, 1, 0), (0, 0, 1), 5),
>           ((1, 0.5, 0), (0, 1, 0.25), (0, 0, -2), 10), ((-1, 0, 0), (0, -1, 0), (0, 0, 1), 15)]
> def off(part, triangle, u, v, point):
>     rows, x = PLACES[part][:3], PLACES[part][3]
>     a, b, c = (CORNERS[k] for k in TRIANGLES[triangle % 12])
>     own = [(1 - u - v) * p + u * q + v * r for p, q, r in zip(a, b, c)]
>     world = [sum(m * p for m, p in zip(row, own)) + (x if i == 0 else 0) for i, row in enumerate(rows)]
>     return max(abs(p - q) for p, q in zip(world, point))
> def cast(model, *more):
>     command = ['hitscan', 'cast', model, '--rays', 'rays.csv', '--fields', *more]
>     return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
> for model in 'cubes.gltf', 'cubes.hit':
>     for mode in 'first', 'all', 'k':
>         arguments = ['--mode', mode, *(['--k', '2'] if mode == 'k' else [])]
>         lines = cast(model, 'part,triangle,u,v,x,y,z', '--quiet', '--out-format', 'ndjson', *arguments).splitlines()
>         hits = [json.loads(line) for line in lines]
>         print(model, mode, len(hits), all(off(h['part'], h['triangle'], h['u'], h['v'],
>                                               (h['x'], h['y'], h['z'])) < 1e-5 for h in hits))
>     hits = list(struct.iter_unpack('<I5f', cast(model, 'triangle,u,v,x,y,z', '--quiet', '--out-format', 'raw')))
>     print(model, 'raw', len(hits), all(off(h[0] // 12, h[0], h[1], h[2], h[3:]) < 1e-5 for h in hits))
> PYTHON
$ python3 check.py
cubes.gltf first 4 True
cubes.gltf all 8 True
cubes.gltf k 8 True
cubes.gltf raw 4 True
cubes.hit first 4 True
cubes.hit all 8 True
cubes.hit k 8 True
cubes.hit raw 4 True
# What a mirror encloses is a volume like any other.
$ hitscan info cubes.gltf | grep surface
surface    watertight, area 114.041, volume 40
