#!/bin/sh
# A match on all cores of this machine, or on others by ssh, with GNU parallel: parallel.sh SHARDS DIR ARGUMENTS OF floe match...
# The games are saved in DIR: call the script again to resume after a crash.
set -eu
shards=$1 out=$2
shift 2
seq "$shards" | parallel -q --retries 3 ${PARALLEL_OPTIONS:-} env FLOE_CONFIG= "${FLOE:-floe}" match "$@" --shard "{}/$shards" --out "$out"
exec env FLOE_CONFIG= "${FLOE:-floe}" match "$@" --merge "$out"
