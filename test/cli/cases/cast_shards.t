# The outputs of shards, put together, are the output of one run.
$ . $CASES/cubes.sh
$ (echo '# rays'; echo ox,oy,oz,dx,dy,dz; for i in $(seq 200); do echo "0.$i,-10,0.25,0,1,0"; [ $((i % 7)) = 0 ] && echo '# a comment'; [ $((i % 50)) = 0 ] && echo broken; done) > rays.csv
$ hitscan cast cubes.obj --rays rays.csv --quiet --out whole.csv 2> messages; tail -2 messages
hitscan: rays.csv:176: ox is no number: "broken"
hitscan: rays.csv:234: ox is no number: "broken"
$ for i in 1 2 3 4 5; do hitscan cast cubes.obj --rays rays.csv --quiet --shard $i/5 --out part$i.csv 2>> parts; done; cat part?.csv | cmp - whole.csv && cmp messages parts
$ for i in 1 2 3; do cat rays.csv | hitscan cast cubes.obj --rays - --quiet --shard $i/3 2> /dev/null; done | cmp - whole.csv
$ for f in ndjson raw npy; do
>     hitscan cast cubes.obj --rays rays.csv --quiet --out whole.$f 2> /dev/null
>     for i in 1 2 3; do hitscan cast cubes.obj --rays rays.csv --quiet --shard $i/3 --out part$i.$f 2> /dev/null; done
>     hitscan cast --merge merged.$f part[123].$f && cmp merged.$f whole.$f
> done
# More shards than rows.
$ printf '0,-10,0,0,1,0\n0,-10,0,0,1,0' > two.csv; for i in 1 2 3 4 5; do hitscan cast cubes.obj --rays two.csv --quiet --shard $i/5; done
ray,hit,t,part,face,triangle,u,v
0,1,9,0,2,4,0,0.5
1,1,9,0,2,4,0,0.5
[1]
# What cannot be put together.
$ hitscan cast --merge merged.npy part1.npy part2.raw
hitscan: part2.raw: no .npy file: it does not begin with \x93NUMPY
[3]
$ hitscan cast cubes.obj --rays two.csv --fields t --out other.npy --quiet; hitscan cast --merge merged.npy part1.npy other.npy
hitscan: other.npy: its fields are not those of the first part
[3]
$ head -c 200 part1.npy > cut.npy; hitscan cast --merge merged.npy part2.npy cut.npy
hitscan: cut.npy: shorter than its header says
[3]
$ hitscan cast --merge merged part1.npy
hitscan: cast: the name of merged does not tell its format; --out-format does
[2]
$ hitscan cast --merge merged.npy missing.npy
hitscan: cannot read missing.npy: No such file or directory
[3]
# To stdout, in the format of the shards.
$ hitscan cast --merge - part[123].npy | cmp - whole.npy; hitscan cast --merge - part?.csv | cmp - whole.csv; [ ! -e ./- ]
$ cp part1.raw part; hitscan cast --merge - part --out-format raw | cmp - part1.raw; hitscan cast --merge - part
hitscan: cast: the name of part does not tell its format; --out-format does
[2]
$ hitscan cast --merge - part1.csv > /dev/full
hitscan: cannot write to the standard output
[4]
$ hitscan cast --merge merged.csv part1.csv part2.csv --json
{"shards":2,"format":"csv","bytes":2280}
$ hitscan cast --merge - part[123].npy --json > /dev/null
{"shards":3,"format":"npy","records":204,"bytes":5088}
# With what it goes not.
$ hitscan cast --merge merged.csv
hitscan: cast: the shards are missing: --merge FILE wants the outputs to put together, in their order
[2]
$ hitscan cast --merge merged.csv part1.csv --rays rays.csv
hitscan: cast: --rays and --merge exclude each other: --merge FILE PARTS casts nothing
[2]
$ hitscan cast --merge merged.csv part1.csv --out hits.csv
hitscan: cast: --out and --merge exclude each other: --merge FILE PARTS casts nothing
[2]
$ hitscan cast --merge merged.csv part1.csv --shard 1/2
hitscan: cast: --shard and --merge exclude each other: --merge FILE PARTS casts nothing
[2]
