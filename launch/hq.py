#!/usr/bin/env python3
"""A match or self-play by HyperQueue: hq.py SHARDS DIR ARGUMENTS OF floe match..., or
hq.py SHARDS DIR selfplay ARGUMENTS OF floe selfplay...

With HQ_SERVER_DIR set it goes to the server that is running there, else to a server and a worker of its own, on all cores of
this machine. A shard whose worker is lost is given to another, and one that fails is begun again, three times at most. The same
call again goes on where it was.
"""

import os
import subprocess
import sys
from contextlib import ExitStack

from hyperqueue import Client, Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

shards, out, arguments = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]
command = arguments.pop(0) if arguments[:1] == ["selfplay"] else "match"
floe = ["env", "FLOE_CONFIG=", os.environ.get("FLOE", "floe"), command]
os.makedirs(out, exist_ok=True)
with ExitStack() as stack:
    server = os.environ.get("HQ_SERVER_DIR")
    client = Client(server) if server else stack.enter_context(LocalCluster(worker_config=WorkerConfig())).client()
    job = Job(max_fails=None)
    for shard in range(1, int(shards) + 1):
        log = os.path.join(out, f"shard-{shard}.log")
        job.program([*floe, *arguments, "--shard", f"{shard}/{shards}", "--out", out], stdout=log, stderr=log, crash_limit=9)
    if not any(client.wait_for_jobs([client.submit(job)], raise_on_error=False) for _ in range(3)):
        sys.exit(f"some shards have failed: see {out}/*.log")
merge = ["--merge", out, "--out", os.path.join(out, "games.floesp")] if command == "selfplay" else [*arguments, "--merge", out]
sys.exit(subprocess.run([*floe, *merge]).returncode)
