# Random meshes on a small grid, with every defect there is, against counting by brute force.
$ cat > check.py <<'END'
import collections, json, random, subprocess
random.seed(7)

def write(name, vertices, triangles):
    with open(name, "w") as f:
        print("OFF", len(vertices), len(triangles), 0, file=f)
        for v in vertices: print(*v, file=f)
        for t in triangles: print(3, *t, file=f)

def on_a_line(a, b, c):
    u, v = [y - x for x, y in zip(a, b)], [y - x for x, y in zip(a, c)]
    return all(u[i] * v[j] == u[j] * v[i] for i, j in ((0, 1), (1, 2), (2, 0)))

def expect(vertices, triangles):
    r = collections.Counter()
    used = {i for t in triangles for i in t}
    r["places"] = len({vertices[i] for i in used})
    r["unreferenced_vertices"] = len(vertices) - len(used)
    ways, seen = collections.defaultdict(lambda: [0, 0]), set()
    for t in triangles:
        a, b, c = corners = [vertices[i] for i in t]
        r["degenerate_triangles"] += on_a_line(a, b, c)
        key = tuple(sorted(corners))
        r["duplicate_triangles"] += key in seen
        seen.add(key)
        if len(set(corners)) == 3:
            for p, q in ((a, b), (b, c), (c, a)): ways[min(p, q), max(p, q)][p > q] += 1
    for there, back in ways.values():
        r["edges"] += 1
        r["open_edges"] += there + back == 1
        r["non_manifold_edges"] += there + back > 2
        r["inconsistent_edges"] += there + back == 2 and there != 1
    r["watertight"] = r["edges"] > 0 and all((t + b) % 2 == 0 for t, b in ways.values())
    return r

models = []
for i in range(80):
    vertices = [tuple(random.randrange(-2, 3) for _ in range(3)) for _ in range(random.choice((3, 8, 30, 2000)))]
    count = random.choice((1, 5, 40, 300, 3000) if i < 78 else (80000,))
    triangles = [random.choices(range(len(vertices)), k=3) for _ in range(count)]
    if i % 3 == 0: triangles += [(b, a, c) for a, b, c in triangles] # closes it
    write(f"{i}.off", vertices, triangles)
    models.append(expect(vertices, triangles))
for threads in "1", "3":
    out = subprocess.run(["hitscan", "info", "--json", "--threads", threads] + [f"{i}.off" for i in range(len(models))],
                         capture_output=True, check=True).stdout
    for want, got in zip(models, json.loads(out)):
        for key in want:
            if got["surface"][key] != want[key]: print(got["file"], key, got["surface"][key], "instead of", want[key])
print(sum(m["watertight"] for m in models), "of", len(models), "watertight")
END
$ python3 check.py
26 of 80 watertight
