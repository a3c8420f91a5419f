"""Self-play on many cores or machines with Ray; needs the extra ``ray``.

Every worker is an actor with a file of its own, ``part-0`` and so on, which `floe.selfplay` writes and resumes.
"""

from __future__ import annotations

import os
from typing import Any, List, Optional

import ray

from ._records import Path, selfplay

__all__ = ["Worker", "distribute"]


class Worker:
    """Actor that plays into one file on one core."""

    def run(self, path: str, games: int, engine: str, options: Any) -> int:
        """Play up to this number of games, and return the number of positions in the file."""
        _, positions = selfplay(path, games, engine, concurrency=1, **options)
        return positions


def distribute(
    folder: Path,
    games: int,
    engine: str = "default:nodes=2000",
    *,
    workers: Optional[int] = None,
    seed: int = 1,
    **options: Any,
) -> List[str]:
    """Generate training data by self-play with one actor per core.

    The same call goes on where it was interrupted. On several machines, the folder must be one that all of them share.

    Parameters
    ----------
    folder : path
        Folder of the files; it is created if it is missing.
    games : int
        Number of games in all files at the end.
    engine : str
        Engine with a limit of nodes or depth.
    workers : int, optional
        Number of actors, of which each needs a core; by default all cores of the cluster.
    seed : int
        Seed of the first file; the next ones have the next seeds.
    **options
        As in `floe.selfplay`: players, rules, layout, random_plies.

    Returns
    -------
    list of str
        Paths of the files, for `floe.read_selfplay`.
    """
    if not ray.is_initialized():
        ray.init(include_dashboard=False)
    count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    target = os.path.abspath(os.fspath(folder))
    os.makedirs(target, exist_ok=True)
    paths = [os.path.join(target, f"part-{number}") for number in range(count)]
    actor = ray.remote(num_cpus=1)(Worker)
    shares = [games // count + (number < games % count) for number in range(count)]
    runs = [
        actor.remote().run.remote(path, share, engine, {"seed": seed + number, **options})
        for number, (path, share) in enumerate(zip(paths, shares))
    ]
    ray.get(runs)
    return paths
