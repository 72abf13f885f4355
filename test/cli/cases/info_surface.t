# A tetrahedron; then one of everything that can be wrong.
$ cat > good.off <<END
> OFF 4 4 0
> 0 0 0
> 1 0 0
> 0 1 0
> 0 0 1
> 3 0 2 1
> 3 0 1 3
> 3 0 3 2
> 3 1 2 3
> END
$ hitscan info good.off | grep -A3 surface
surface    watertight, area 2.36603, volume 0.166667
edges      6: 0 open, 0 non-manifold, 0 between triangles that face opposite ways
triangles  0 degenerate, 0 duplicate; 0 skipped
vertices   at 4 places; 0 unreferenced
# Turned inside out.
$ sed 's/^3 \(.\) \(.\) \(.\)/3 \1 \3 \2/' good.off > inward.off
$ hitscan info inward.off | grep surface
surface    watertight, area 2.36603, volume -0.166667: it faces inwards
# One face missing.
$ sed '$d; s/OFF 4 4/OFF 4 3/' good.off > open.off
$ hitscan info open.off | grep -A1 surface
surface    not watertight, area 1.5
edges      6: 3 open, 0 non-manifold, 0 between triangles that face opposite ways
# One face turned: each of its edges then lies between triangles that face opposite ways.
$ sed 's/^3 1 2 3/3 1 3 2/' good.off > turned.off
$ hitscan info turned.off | grep -A1 surface
surface    watertight, area 2.36603
edges      6: 0 open, 0 non-manifold, 3 between triangles that face opposite ways
# A fin: an edge of three triangles.
$ sed 's/OFF 4 4/OFF 5 5/; s/^0 0 1$/0 0 1\n5 5 5/' good.off > fin.off; echo 3 0 1 4 >> fin.off
$ hitscan info fin.off | grep -A1 surface
surface    not watertight, area 5.90156
edges      8: 2 open, 1 non-manifold, 0 between triangles that face opposite ways
# Two tetrahedra that share an edge and no more: that edge has four triangles, and nothing leaks.
$ cat > pair.off <<END
> OFF 6 8 0
> 0 0 0
> 1 0 0
> 0 1 0
> 0 0 1
> 0 -1 0
> 0 0 -1
> 3 0 2 1
> 3 0 1 3
> 3 0 3 2
> 3 1 2 3
> 3 0 4 1
> 3 0 1 5
> 3 0 5 4
> 3 1 4 5
> END
$ hitscan info pair.off | grep -A1 surface
surface    watertight, area 4.73205, volume 0.333333
edges      11: 0 open, 1 non-manifold, 0 between triangles that face opposite ways
# Corners on a line, a corner twice, a triangle twice (in another order), a vertex without a triangle, a negative zero.
$ cat > bad.off <<END
> OFF 7 5 0
> 0 0 0
> 0.1 0.1 0.1
> 0.2 0.2 0.2
> 1 0 0
> -0 -0 -0
> 0 1 0
> 9 9 9
> 3 0 1 2
> 3 0 3 3
> 3 0 3 5
> 3 5 4 3
> 2 0 1
> END
$ hitscan info bad.off
hitscan: bad.off: 1 face was left out: 1 has fewer than three corners
bad.off: OFF, 1 part, 4 triangles

part  name    mesh  triangles  vertices  min    max
   0  part 0     0          4         7  0,0,0  1,1,0.2

bounds     0,0,0 to 1,1,0.2, size 1 x 1 x 0.2
surface    not watertight, area 1
edges      6: 3 open, 0 non-manifold, 3 between triangles that face opposite ways
triangles  2 degenerate, 1 duplicate; 1 skipped
vertices   at 5 places; 1 unreferenced
tree       1 node, 1 block of triangles, depth 1, cost 2, 176 bytes per triangle
axes       +z is up
memory     [\d.]+ k?B model, [\d.]+ k?B tree (re)
time       \d+\.\d{3} s to read, \d+\.\d{3} s to examine, \d+\.\d{3} s for the tree (re)
# Almost on a line is not on a line: the middle is off by one step of a float.
$ printf 'v 0 0 0\nv 0.5 0.5 0.5\nv 1 1 1\nf 1 2 3\nv 0.50000006 0.5 0.5\nf 1 4 3\n' > line.obj
$ hitscan info line.obj | grep '^triangles'
triangles  1 degenerate, 0 duplicate; 0 skipped
# STL has three vertices for each triangle: those at the same place are one.
$ hitscan gen torus --triangles 1000 -o torus.stl --quiet
$ hitscan info torus.stl | grep -A3 surface
surface    watertight, area 499.646, volume 452.421
edges      1,482: 0 open, 0 non-manifold, 0 between triangles that face opposite ways
triangles  0 degenerate, 0 duplicate; 0 skipped
vertices   at 494 places; 0 unreferenced
