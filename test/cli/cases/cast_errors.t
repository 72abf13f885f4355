# Wrong command lines, and files that are not there.
$ . $CASES/cubes.sh; echo 0,-10,0,0,1,0 > rays.csv
$ hitscan cast
hitscan: cast: MODEL is missing; see hitscan cast --help
[2]
$ hitscan cast cubes.obj
hitscan: cast: --rays is missing: a file of rays, or - for stdin
[2]
$ hitscan cast cubes.obj rays.csv --rays rays.csv
hitscan: rays\.csv: no model, or of a format that cannot be read: .* (re)
[3]
$ hitscan cast cubes.obj --rays rays.dat
hitscan: cast: the name of rays.dat does not tell its format; --rays-format does
[2]
$ hitscan cast cubes.obj --rays missing.csv
hitscan: cannot read missing.csv: No such file or directory
[3]
$ hitscan cast missing.obj --rays rays.csv
hitscan: missing.obj: cannot open it: No such file or directory
[3]
$ hitscan cast cubes.obj --rays .  --rays-format csv
hitscan: cannot read .: it is a folder
[3]
$ hitscan cast cubes.obj --rays rays.csv --rays-format cvs
hitscan: cast: --rays-format has no "cvs"; did you mean csv?
[2]
$ hitscan cast cubes.obj --rays rays.csv --mode nearest
hitscan: cast: --mode has no "nearest"; it is one of first, any, all, k, count
[2]
$ hitscan cast cubes.obj --rays rays.csv --mode k
hitscan: cast: --mode k needs --k K: how many hits of a ray
[2]
$ hitscan cast cubes.obj --rays rays.csv --k 3
hitscan: cast: --k goes with --mode k
[2]
$ hitscan cast cubes.obj --rays rays.csv --ray-floats 7
hitscan: cast: --ray-floats must be 6 or 8, not 7
[2]
$ hitscan cast cubes.obj --rays rays.csv --shard 0/3
hitscan: cast: --shard wants which part of how many, as in 3/16, not "0/3"
[2]
$ hitscan cast cubes.obj --rays rays.csv --shard 4/3
hitscan: cast: --shard wants which part of how many, as in 3/16, not "4/3"
[2]
$ hitscan cast cubes.obj --rays rays.csv --shard 1
hitscan: cast: --shard wants which part of how many, as in 3/16, not "1"
[2]
$ hitscan cast cubes.obj --rays rays.csv --fields t,part_nmae
hitscan: cast: --fields has no "part_nmae"; did you mean part_name?
[2]
$ hitscan cast cubes.obj --rays rays.csv --fields t,,u
hitscan: cast: --fields has no ""; see hitscan cast --help
[2]
$ hitscan cast cubes.obj --rays rays.csv --fields t,t
hitscan: cast: --fields names t twice
[2]
$ hitscan cast cubes.obj --rays rays.csv --fields count
hitscan: cast: the field count is there with --mode count only
[2]
$ hitscan cast cubes.obj --rays rays.csv --fields ray,u --mode any
hitscan: cast: --mode any does not tell u; --mode first does
[2]
$ hitscan cast cubes.obj --rays rays.csv --fields part_name --out hits.npy
hitscan: cast: part_name is text, which npy cannot hold; part is its number, and hitscan info lists the names
[2]
$ hitscan cast cubes.obj --rays rays.csv --out-format npy | cat
hitscan: cast: a .npy header must tell how many hits follow, which is not known yet: write to a file (--out hits.npy), or --out-format raw
$ hitscan cast cubes.obj --rays rays.csv --out rays.csv
hitscan: cast: --out rays.csv is the file of rays that is read; give another name
[2]
$ hitscan cast cubes.obj --rays rays.csv --out ./cubes.obj --out-format csv
hitscan: cast: --out ./cubes.obj is the model that is read; give another name
[2]
$ cat rays.csv; head -1 cubes.obj
0,-10,0,0,1,0
\# z up (re)
$ hitscan cast cubes.obj --rays rays.csv --out missing/hits.csv
hitscan: cannot write missing/hits.csv: No such file or directory
[3]
$ hitscan cast cubes.obj --rays rays.csv --out /dev/full --quiet
hitscan: cannot write all of /dev/full: No space left on device; it ends after 0 records
[4]
# A file that may not grow: it ends with a whole record, and the header of .npy knows it.
$ for i in $(seq 90); do cat rays.csv; done > more.csv
$ ulimit -f 1; hitscan cast cubes.obj --rays more.csv --out hits.csv --quiet
hitscan: cannot write all of hits.csv: File too large; it ends after 52 records
[4]
$ ulimit -f 1; hitscan cast cubes.obj --rays more.csv --out hits.npy --quiet
hitscan: cannot write all of hits.npy: File too large; it ends after 34 records
[4]
$ tail -c 4 hits.csv; wc -l < hits.csv; grep -ao "'shape'.*)" hits.npy; wc -c < hits.npy
0.5
53
'shape': (34,)
1008
