#!/bin/sh
# A match or self-play as an array of Slurm jobs: sbatch --array=1-SHARDS slurm.sh SHARDS DIR ARGUMENTS OF floe match..., or
# sbatch --array=1-SHARDS slurm.sh SHARDS DIR selfplay ARGUMENTS OF floe selfplay...
# A task that is requeued goes on where it was; --array=2,5 begins those two again. When all have ended:
# floe match ARGUMENTS --merge DIR, or floe selfplay --merge DIR --out DIR/games.floesp
#SBATCH --job-name=floe
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
shards=$1 out=$2 command=match
shift 2
if [ "${1:-}" = selfplay ]; then
    command=selfplay
    shift
fi
exec env FLOE_CONFIG= "${FLOE:-floe}" $command "$@" --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "$out"
