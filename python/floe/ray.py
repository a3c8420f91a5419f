"""Self-play on many cores or machines with Ray; needs the extra ``ray``.

A run is a folder. Its parts are files, ``part-0`` and so on, each with a seed of its own, which `floe.selfplay` writes and
resumes; their number is fixed by the first call, in ``parts.json``. An actor plays a part. Where its process is killed, Ray
starts another one, which goes on after the last whole game of the file.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from typing import Any, Dict, List, Optional, Union

import ray

from . import _checks
from ._floe import FileError, OptionError
from ._records import Path, selfplay
from ._search import Engine, engine_name

__all__ = ["Worker", "distribute"]

#: Number of times that an actor is started again after its process has died.
RESTARTS = 10
#: Time in seconds for which a file that another process is still writing is waited for.
PATIENCE = 60.0


class Worker:
    """Actor that plays into one file on one core."""

    def run(self, path: str, games: int, engine: str, options: Any) -> int:
        """Play up to this number of games, and return the number of positions in the file.

        Waits for a process of an earlier call that has not ended yet.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                _, positions = selfplay(path, games, engine, concurrency=1, **options)
                return positions
            except FileError as error:
                if "another process" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.2)


def part_seed(seed: int, part: int) -> int:
    """Return the seed of a part: 64 bits of the SHA-256 hash of the seed of the run and the number of the part."""
    return int.from_bytes(hashlib.sha256(f"floe selfplay {seed} {part}".encode()).digest()[:8], "big")


def _parts(folder: str, seed: int, count: int) -> int:
    """Return the number of parts of the run in a folder: the one written there, or this one, which is then written."""
    path = os.path.join(folder, "parts.json")
    try:
        with open(path, encoding="utf-8") as file:
            run = json.load(file)
        parts, begun = int(run["parts"]), int(run["seed"])
    except FileNotFoundError:
        written = f"{path}.{os.getpid()}"
        with open(written, "w", encoding="utf-8") as file:
            json.dump({"parts": count, "seed": seed}, file)
        os.replace(written, path)
        return count
    except (ValueError, KeyError, TypeError) as error:
        raise FileError(f"{path}: expected the numbers 'parts' and 'seed' of a run; found {error}") from None
    if begun != seed:
        raise OptionError(f"seed: expected {begun}, with which the run in {folder} was begun; found {seed}")
    return parts


def distribute(
    folder: Path,
    games: int,
    engine: Union[str, Engine] = "default:nodes=2000",
    *,
    workers: Optional[int] = None,
    seed: int = 1,
    **options: Any,
) -> List[str]:
    """Generate training data by self-play with one actor per core.

    The same call goes on where it was interrupted. On several machines, the folder must be one that all of them share.
    Where a worker is killed, the game that it was playing is played again, and nothing else is lost.

    Parameters
    ----------
    folder : path
        Folder of the files; it is created if it is missing.
    games : int
        Number of games in all files at the end; more than in an earlier call extend the run.
    engine : str
        Engine with a limit of nodes or depth.
    workers : int, optional
        Number of actors at a time, of which each needs a core; by default all cores of the cluster. In the first call it
        is also the number of parts, which stays: later calls may use fewer actors, and play the same games.
    seed : int
        Seed of the run, from which follow those of its parts.
    **options
        As in `floe.selfplay`: players, rules, layout, random_plies.

    Returns
    -------
    list of str
        Paths of the files, for `floe.read_selfplay`.

    Raises
    ------
    RuntimeError
        If workers have died again and again; all other parts are whole, and the same call resumes theirs.
    """
    games = _checks.number("games", games)
    seed = _checks.number("seed", seed)
    if not ray.is_initialized():
        ray.init(include_dashboard=False)
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    at_once = cores if workers is None else _checks.number("workers", workers, 1, 2**16)
    target = os.path.abspath(_checks.path("folder", folder))
    name = engine_name("engine", engine)
    os.makedirs(target, exist_ok=True)
    count = _parts(target, seed, at_once)
    paths = [os.path.join(target, f"part-{number}") for number in range(count)]
    shares = [games // count + (number < games % count) for number in range(count)]
    actor = ray.remote(num_cpus=1, max_restarts=RESTARTS, max_task_retries=RESTARTS)(Worker)
    waiting = list(range(count))
    # By the results to come: the number of the part, and its actor, which lives as long as it is held here.
    running: Dict[Any, Any] = {}
    dead: List[str] = []
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                part = waiting.pop(0)
                player = actor.remote()
                arguments = (paths[part], shares[part], name, {"seed": part_seed(seed, part), **options})
                running[player.run.remote(*arguments)] = (part, player)
            ended, _ = ray.wait(list(running), num_returns=1)
            for result in ended:
                part, _ = running.pop(result)
                try:
                    ray.get(result)
                except ray.exceptions.RayActorError as error:
                    dead.append(f"part-{part}: {error}")
    finally:
        # After an error or Ctrl-C the others would go on unseen.
        for _, player in running.values():
            ray.kill(player)
    if dead:
        raise RuntimeError(f"{len(dead)} of {count} parts have not ended; the same call resumes them: {'; '.join(dead)}")
    return paths
