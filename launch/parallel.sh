#!/bin/sh
# A match or self-play on all cores of this machine, or on others by ssh, with GNU parallel:
# parallel.sh SHARDS DIR ARGUMENTS OF floe match..., or parallel.sh SHARDS DIR selfplay ARGUMENTS OF floe selfplay...
# The games are saved in DIR: call the script again to resume after a crash.
set -eu
shards=$1 out=$2 command=match
shift 2
if [ "${1:-}" = selfplay ]; then
    command=selfplay
    shift
fi
seq "$shards" | parallel -q --retries 3 ${PARALLEL_OPTIONS:-} env FLOE_CONFIG= "${FLOE:-floe}" $command "$@" --shard "{}/$shards" --out "$out"
if [ $command = selfplay ]; then
    exec env FLOE_CONFIG= "${FLOE:-floe}" selfplay --merge "$out" --out "$out/games.floesp"
fi
exec env FLOE_CONFIG= "${FLOE:-floe}" match "$@" --merge "$out"
