#!/bin/sh
# A match as an array of Slurm jobs: sbatch --array=1-SHARDS slurm.sh SHARDS DIR ARGUMENTS OF floe match...
# A task that is requeued goes on where it was; --array=2,5 begins those two again. When all have ended: floe match ARGUMENTS --merge DIR
#SBATCH --job-name=floe
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
shards=$1 out=$2
shift 2
exec env FLOE_CONFIG= "${FLOE:-floe}" match "$@" --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "$out"
