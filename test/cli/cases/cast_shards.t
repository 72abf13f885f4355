# The outputs of shards, put together, are the output of one run.
$ . $CASES/cubes.sh
$ (echo '# rays'; echo ox,oy,oz,dx,dy,dz; for i in $(seq 200); do echo "0.$i,-10,0.25,0,1,0"; [ $((i % 7)) = 0 ] && echo '# a comment'; [ $((i % 50)) = 0 ] && echo broken; done) > rays.csv
$ hitscan cast cubes.obj --rays rays.csv --quiet --out whole.csv 2> messages; tail -2 messages
hitscan: rays.csv:176: ox is no number: "broken"
hitscan: rays.csv:234: ox is no number: "broken"
# Each ends with a line that says which it is; merging takes that away.
$ for i in 1 2 3 4 5; do hitscan cast cubes.obj --rays rays.csv --quiet --shard $i/5 --out part$i.csv 2>> parts; done; cmp messages parts; hitscan cast --merge merged.csv part?.csv && cmp merged.csv whole.csv
$ tail -n 1 part2.csv
\# \{"hitscan_shard":1,"index":      2,"count":      5,"first_row":                  41,"rows":                  42,"bytes":                1102,"run":"[0-9a-f]{16}","rays":"[0-9a-f]{16}","model":"[0-9a-f]{16}","format":     "csv"\} (re)
$ for i in 1 2 3; do cat rays.csv | hitscan cast cubes.obj --rays - --quiet --shard $i/3 2> /dev/null > pipe$i.csv; done; hitscan cast --merge - pipe?.csv | cmp - whole.csv
$ for f in ndjson raw npy; do
>     hitscan cast cubes.obj --rays rays.csv --quiet --out whole.$f 2> /dev/null
>     for i in 1 2 3; do hitscan cast cubes.obj --rays rays.csv --quiet --shard $i/3 --out part$i.$f 2> /dev/null; done
>     hitscan cast --merge merged.$f part[123].$f && cmp merged.$f whole.$f
> done
$ for i in 1 2; do tail -n 1 part$i.ndjson | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["index"], d["count"], d["first_row"], d["rows"], d["format"])'; done
1 3 0 70 ndjson
2 3 70 67 ndjson
# In any order.
$ for f in csv ndjson raw npy; do hitscan cast --merge merged.$f $(ls part?.$f | sort -r) && cmp merged.$f whole.$f; done
# A model and the .hit file made of it are one model.
$ hitscan tree cubes.obj -o cubes.hit --quiet; hitscan cast cubes.hit --rays rays.csv --quiet --shard 2/3 --out part2.ndjson 2> /dev/null; hitscan cast --merge merged.ndjson part?.ndjson && cmp merged.ndjson whole.ndjson
# More shards than rows.
$ printf '0,-10,0,0,1,0\n0,-10,0,0,1,0' > two.csv; for i in 1 2 3 4 5; do hitscan cast cubes.obj --rays two.csv --quiet --shard $i/5 > two$i.csv; done; hitscan cast --merge - two?.csv
ray,hit,t,part,face,triangle,u,v
0,1,9,0,2,4,0,0.5
1,1,9,0,2,4,0,0.5
# Some are missing, which once was found out by nobody: rows were shifted.
$ for f in csv ndjson raw npy; do hitscan cast --merge merged2.$f part1.$f part3.$f; echo $?; [ ! -e merged2.$f ] || ls merged2.$f; done
hitscan: cast: shards 2, 4 and 5 of 5 are missing
3
hitscan: cast: shard 2 of 3 is missing
3
hitscan: cast: shard 2 of 3 is missing
3
hitscan: cast: shard 2 of 3 is missing
3
$ hitscan cast --merge merged2.csv part4.csv part2.csv
hitscan: cast: shards 1, 3 and 5 of 5 are missing
[3]
$ for i in $(seq 20); do hitscan cast cubes.obj --rays two.csv --quiet --shard $i/20 > many$i.csv; done; hitscan cast --merge - many2.csv many9.csv
hitscan: cast: shards 1, 3, 4, 5, 6, 7, 8 and 11 more of 20 are missing
[3]
# One is there twice.
$ for f in csv ndjson raw npy; do cp part1.$f again.$f; hitscan cast --merge merged2.$f part1.$f part2.$f again.$f part3.$f; done
hitscan: cast: part1.csv and again.csv are both shard 1
hitscan: cast: part1.ndjson and again.ndjson are both shard 1
hitscan: cast: part1.raw and again.raw are both shard 1
hitscan: cast: part1.npy and again.npy are both shard 1
[3]
# One is of something else: rays, a model, options, another number of shards.
$ sed '$d' rays.csv > other.csv; hitscan cast cubes.obj --rays other.csv --quiet --shard 2/3 --out other.npy 2> /dev/null; hitscan cast --merge merged2.npy part1.npy other.npy part3.npy
hitscan: cast: other.npy is of other rays than part1.npy is
[3]
$ sed 's/o pole/o mast/' cubes.obj > mast.obj; hitscan cast mast.obj --rays rays.csv --quiet --shard 2/3 --out other.npy 2> /dev/null; hitscan cast --merge merged2.npy part1.npy other.npy part3.npy
hitscan: cast: other.npy is of another model than part1.npy is
[3]
$ hitscan cast cubes.obj --rays rays.csv --fields t --quiet --shard 2/3 --out other.npy 2> /dev/null; hitscan cast --merge merged2.npy part1.npy other.npy part3.npy
hitscan: cast: other.npy is of a run with other options than part1.npy is
[3]
$ hitscan cast cubes.obj --rays rays.csv --sides back --quiet --shard 2/3 --out other.raw 2> /dev/null; hitscan cast --merge merged2.raw part1.raw other.raw part3.raw
hitscan: cast: other.raw is of a run with other options than part1.raw is
[3]
$ hitscan cast cubes.obj --rays rays.csv --quiet --shard 2/4 --out other.npy 2> /dev/null; hitscan cast --merge merged2.npy part1.npy other.npy part3.npy
hitscan: cast: other.npy is one of 4 shards, part1.npy one of 3
[3]
$ hitscan cast --merge merged2.npy part1.npy part2.raw part3.npy
hitscan: cast: part2.raw is of a run with other options than part1.npy is
[3]
# No shards, or none of this version.
$ hitscan cast --merge merged2.npy part1.npy whole.npy part3.npy
hitscan: cast: whole.npy does not say at its end which shard it is: it was interrupted, cut off or changed, or an older version wrote it, or no --shard; cast it again
[3]
$ sed 's/"hitscan_shard":1/"hitscan_shard":9/' part2.csv > other.csv; hitscan cast --merge merged2.csv part1.csv other.csv
hitscan: cast: other.csv does not say at its end which shard it is: it was interrupted, cut off or changed, or an older version wrote it, or no --shard; cast it again
[3]
# Cut off anywhere, or changed.
$ for f in csv ndjson raw npy; do size=$(stat -c %s part2.$f); for n in $(seq 0 97 $((size - 1))) $((size - 1)); do head -c $n part2.$f > cut.$f; hitscan cast --merge merged2.$f part1.$f cut.$f part3.$f 2> messages && echo "$f $n"; grep -q 'cut.*cast it again' messages || cat messages; done; done
$ for f in csv ndjson raw npy; do (head -c 130 part2.$f; tail -c +132 part2.$f) > cut.$f; hitscan cast --merge merged2.$f part1.$f cut.$f part3.$f; done
hitscan: cast: cut.csv is not as it was written: it has 1101 bytes before what says which shard it is, and had 1102; cast it again
hitscan: cast: cut.ndjson is not as it was written: it has 5356 bytes before what says which shard it is, and had 5357; cast it again
hitscan: cast: cut.raw is not as it was written: it has 1607 bytes before what says which shard it is, and had 1608; cast it again
hitscan: cast: cut.npy is not as it was written: it has 1799 bytes before what says which shard it is, and had 1800; cast it again
[3]
$ ls merged2.*
ls: cannot access 'merged2.*': No such file or directory
[2]
# One that was stopped by --strict has no end either.
$ hitscan cast cubes.obj --rays rays.csv --strict --quiet --shard 1/3 --out strict.csv; tail -n 1 strict.csv; hitscan cast --merge merged2.csv strict.csv
hitscan: rays.csv:60: ox is no number: "broken"; stopped here
49,1,9,0,2,4,0.125,0.625
hitscan: cast: strict.csv does not say at its end which shard it is: it was interrupted, cut off or changed, or an older version wrote it, or no --shard; cast it again
[3]
# What the name of the output says, and where it goes.
$ hitscan cast --merge merged2.csv part1.npy part2.npy part3.npy
hitscan: cast: part1.npy is npy, so merged2.csv cannot be csv; --merge does not convert
[2]
$ hitscan cast --merge merged part[123].npy && cmp merged whole.npy
$ hitscan cast --merge part1.npy part[123].npy; ln -s part1.npy link; hitscan cast --merge link part[123].npy
hitscan: cast: --merge part1.npy is a shard that is read; give another name
hitscan: cast: --merge link is a shard that is read; give another name
[2]
$ hitscan cast --merge merged.npy missing.npy
hitscan: cannot read missing.npy: No such file or directory
[3]
# numpy reads a shard, and the whole.
$ cat > load.py << 'END'
try:
    import numpy
except ImportError:
    raise SystemExit
parts = [numpy.load(f"part{i}.npy") for i in (1, 2, 3)]
assert numpy.concatenate(parts).tobytes() == numpy.load("merged.npy").tobytes()
END
$ python3 load.py
# To stdout, in the format of the shards.
$ hitscan cast --merge - part[123].npy | cmp - whole.npy; hitscan cast --merge - part?.csv | cmp - whole.csv; [ ! -e ./- ]
$ hitscan cast --merge - part[12345].csv > /dev/full
hitscan: cannot write to the standard output
[4]
$ hitscan cast --merge merged.csv part?.csv --json
{"shards":5,"format":"csv","bytes":5695}
$ hitscan cast --merge - part[123].npy --json > /dev/null
{"shards":3,"format":"npy","records":204,"bytes":5088}
# With what it goes not.
$ hitscan cast --merge merged.csv
hitscan: cast: the shards are missing: --merge FILE wants the outputs to put together
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
