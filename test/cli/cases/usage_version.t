$ hitscan --version
hitscan \d+\.\d+\.\d+(-\w+)? (re)
MPI: .+ (re)
