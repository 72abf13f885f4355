$ hitscan --help
hitscan: what does a ray hit, where, exactly.

usage: hitscan <verb> [options]
       hitscan <verb> --help | hitscan help <verb>
       hitscan --help | --version

verbs:
  info +\S.* (re)
  cast +\S.* (re)
  pick +\S.* (re)
  select +\S.* (re)
  explain +\S.* (re)
  render +\S.* (re)
  lidar +\S.* (re)
  tree +\S.* (re)
  bench +\S.* (re)
  gen +\S.* (re)
  demo +\S.* (re)
  man +\S.* (re)
  completion +\S.* (re)

exit codes: 0 found, or done; 1 nothing was hit; 2 wrong usage; 3 a file that cannot be used;
            4 out of memory or disk space; 128 + n stopped by signal n
environment: HITSCAN_CPU=portable|sse4|avx2 restricts the kernels; the answers stay the same.
             NO_COLOR=1 for no colours
$ hitscan help | head -n 1
hitscan: what does a ray hit, where, exactly.
$ hitscan -h | head -n 1
hitscan: what does a ray hit, where, exactly.
