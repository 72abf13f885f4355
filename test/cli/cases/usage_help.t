$ hitscan --help
hitscan: what does a ray hit, where, exactly.

usage: hitscan <verb> [options]
       hitscan <verb> --help
       hitscan --help | --version

verbs:
  info       tell what a model is made of: parts, triangles, bounds, holes, its tree
  cast       cast rays by the million, from a file or a pipe
  pick       tell what is under a pixel
  select     tell what is in a rectangle, a lasso or a cone
  explain    tell why a pixel does not pick a part
  render     draw a model: shaded, depth, normals, parts, selections, cost
  lidar      let a scanner go along a path, and write what it sees
  tree       build the tree of a model and keep it in a file that opens at once
  bench      measure how many rays per second this machine casts
  gen        make a model to test with, of any size
  demo       draw a town by casting rays, and select in it: click, rectangle, lasso, cone
  man        print the manual page of a verb
  completion print what lets a shell complete command lines

exit codes: 0 found, or done; 1 nothing was hit; 2 wrong usage; 3 a file that cannot be used;
            4 out of memory or disk space; 128 + n stopped by signal n
environment: HITSCAN_CPU=portable|sse4|avx2 restricts the kernels; the answers stay the same.
             NO_COLOR=1 for no colours
$ hitscan help | head -n 1
hitscan: what does a ray hit, where, exactly.
$ hitscan -h | head -n 1
hitscan: what does a ray hit, where, exactly.
