#!/bin/sh
# A match as an array of Slurm jobs: sbatch --array=1-SHARDS slurm.sh DIR ARGUMENTS OF floe match...
# A task that is requeued goes on where it was. When all have ended: floe match ARGUMENTS --merge DIR
#SBATCH --job-name=floe
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
out=$1
shift
exec "${FLOE:-floe}" match "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out "$out"
