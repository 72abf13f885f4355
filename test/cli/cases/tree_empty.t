# A part without triangles had infinite bounds, and `tree` wrote a file that every verb refused. Whatever `tree` writes
# it reads, and so do all verbs: each works, or says why not.
$ . $CASES/empty_models.sh
$ for m in empty.off cloud.ply part.stl flat.obj one.obj; do hitscan tree $m -o ${m%.*}.hit --quiet || echo failed; done
$ for m in empty cloud part flat one; do HITSCAN_NO_CACHE=1 bash every_verb.sh $m.hit; done
== empty.hit
info [0]
cast [1] hitscan: cast: empty.hit has no triangles hitscan: 1 ray, 0 hit (0.0 %)
pick [1] hitscan: pick: empty.hit has no triangles hitscan: pick: nothing is at 480,300
pick [1] hitscan: pick: empty.hit has no triangles hitscan: pick: nothing is within 2 pixels of 480,300
select [1] hitscan: select: empty.hit has no triangles hitscan: select: nothing touches the rectangle
explain [2] hitscan: explain: empty.hit has no triangles hitscan: explain: --part: empty.hit has no parts
render [1] hitscan: render: empty.hit has no triangles
lidar [1] hitscan: lidar: empty.hit has no triangles
bench [3] hitscan: empty.hit: has no triangles
tree [0]
== cloud.hit
info [0]
cast [1] hitscan: cast: cloud.hit has no triangles, only 2 points hitscan: 1 ray, 0 hit (0.0 %)
pick [1] hitscan: pick: cloud.hit has no triangles, only 2 points hitscan: pick: nothing is at 480,300
pick [1] hitscan: pick: nothing is within 2 pixels of 480,300
select [1] hitscan: select: cloud.hit has no triangles, only 2 points hitscan: select: nothing touches the rectangle
explain [1] hitscan: explain: cloud.hit has no triangles, only 2 points
render [0]
lidar [1] hitscan: lidar: cloud.hit has no triangles, only 2 points
bench [3] hitscan: cloud.hit: has no triangles
tree [0]
== part.hit
info [0]
cast [0] hitscan: 1 ray, 1 hit (100.0 %)
pick [0]
pick [0]
select [0]
explain [1]
render [0]
lidar [0]
bench [0]
tree [0]
== flat.hit
info [0]
cast [1] hitscan: 1 ray, 0 hit (0.0 %)
pick [1] hitscan: pick: nothing is at 480,300
pick [1] hitscan: pick: nothing is within 2 pixels of 480,300
select [0]
explain [1]
render [1] hitscan: render: nothing is hit: is the model where --camera looks?
lidar [1]
bench [0]
tree [0]
== one.hit
info [0]
cast [0] hitscan: 1 ray, 1 hit (100.0 %)
pick [0]
pick [0]
select [0]
explain [0]
render [0]
lidar [0]
bench [0]
tree [0]
# The models themselves answer as their files do.
$ for m in empty.off cloud.ply part.stl flat.obj one.obj; do bash every_verb.sh $m; done | sed -E 's/(==.* [a-z]*)\.[a-z]*/\1/; s/\.(off|ply|stl|obj)/.hit/g' > models
$ for m in empty cloud part flat one; do bash every_verb.sh $m.hit; done | sed -E 's/(==.* [a-z]*)\.[a-z]*/\1/' | diff - models
# Bounds are those of what is there; points count.
$ hitscan info part.stl --json | grep -oE '"min":(null|[^]]*]),"max":(null|[^]]*])'
"min":[0,0,0],"max":[1,1,0]
"min":null,"max":null},{"name":"one","path":"one","mesh":1,"triangles":1,"vertices":3,"min":[0,0,0],"max":[1,1,0]
$ hitscan info cloud.hit | grep -E 'points|bounds'
cloud.hit: saved by hitscan tree, from PLY, 1 part, no triangles, 2 points
bounds     0,0,0 to 1,2,3, size 1 x 2 x 3
# Several models of which one is empty.
$ hitscan tree empty.off one.obj cloud.ply -o all.hit --quiet; hitscan info all.hit | grep -E 'bounds|points'
all.hit: saved by hitscan tree, from several formats, 2 parts, 1 triangle, 2 points
bounds     0,0,0 to 1,2,3, size 1 x 2 x 3
