#!/bin/sh
# A tournament overnight: overnight.sh TIME DIR ENGINES AND OPTIONS OF floe match...
# It ends after TIME (8h, 30m) at the latest, and the same call on the next night resumes it. DIR has the games, and DIR.html
# the report. It needs the program timeout of GNU coreutils.
set -eu
time=$1 out=$2
shift 2
status=0
FLOE_CONFIG= timeout --foreground "$time" "${FLOE:-floe}" match "$@" --out "$out" --html "$out.html" || status=$?
if [ $status = 124 ]; then
    echo "$0: the time is over; the same call resumes the tournament" >&2
fi
exit $status
