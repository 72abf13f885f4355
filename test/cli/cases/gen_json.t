$ hitscan gen town --triangles 1000 -o town.glb --json
{"file":"town.glb","kind":"town","format":"glb","seed":1,"triangles":1000,"vertices":734,"meshes":13,"parts":13,"bytes":25412}
$ hitscan gen instances --triangles 1000 -o i.glb --json --seed 3
{"file":"i.glb","kind":"instances","format":"glb","seed":3,"triangles":1000,"vertices":78,"meshes":4,"parts":29,"bytes":9216}
$ hitscan gen soup --triangles 12 -o - --format off --json > soup.off
{"file":"-","kind":"soup","format":"off","seed":1,"triangles":12,"vertices":36,"meshes":1,"parts":1,"bytes":1225}
