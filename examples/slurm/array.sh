#!/bin/bash
# A job array: each task casts a shard, on its own, and the last step puts the outputs together. No MPI is needed, and
# tasks that fail are run again alone: sbatch --array=7,12 array.sh
#
#   sbatch array.sh
#   sbatch --dependency=afterok:JOB --wrap "hitscan cast --merge hits.npy hits-*.npy"
#SBATCH --job-name=hitscan-array
#SBATCH --array=1-64
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=16
#SBATCH --time=01:00:00
set -eu
shard=$SLURM_ARRAY_TASK_ID/${SLURM_ARRAY_TASK_COUNT:-64}
exec hitscan cast "${MODEL:-town.hit}" --rays "${RAYS:-rays.npy}" --shard "$shard" --threads "$SLURM_CPUS_PER_TASK" \
    --out "hits-$(printf %03d "$SLURM_ARRAY_TASK_ID").npy" --quiet
