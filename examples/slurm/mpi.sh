#!/bin/bash
# One MPI job: its ranks cast together and write one file. When it is stopped or killed, Slurm starts it again
# (--requeue), and --resume goes on from the chunks that are in the file.
#
#   sbatch mpi.sh
#SBATCH --job-name=hitscan-mpi
#SBATCH --nodes=8
#SBATCH --ntasks-per-node=2
#SBATCH --cpus-per-task=16
#SBATCH --time=04:00:00
#SBATCH --signal=TERM@60
#SBATCH --requeue
set -eu
# With a Slurm that has PMIx; else: exec mpirun hitscan ...
exec srun --mpi=pmix --cpus-per-task="$SLURM_CPUS_PER_TASK" \
    hitscan cast "${MODEL:-town.hit}" --rays "${RAYS:-rays.npy}" --threads "$SLURM_CPUS_PER_TASK" \
    --out hits.npy --resume --quiet
