"""Measure the package: positions, batches, files and the import. Run `python speed.py` after a release build.

All is in processor time, whatever else the machine does; batches and files use all cores in parallel. The steps of the
vector environment need Gymnasium.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import timeit
from typing import Any, Callable, List, Tuple

import numpy as np

import floe


def nanoseconds(call: Callable[[], object]) -> float:
    """Return the processor time of a call, the best of five rounds."""
    timer = timeit.Timer(call, timer=time.process_time)
    number, _ = timer.autorange()
    return min(timer.repeat(5, number)) / number * 1e9


def seconds(call: Callable[[], object], rounds: int = 5) -> float:
    """Return the processor time of a long call on all cores, the best of some rounds."""
    return min(timeit.repeat(call, timer=time.process_time, number=1, repeat=rounds))


def import_time(module: str) -> float:
    """Return the processor time of an import in a new process, in milliseconds, the best of five."""
    code = f"import time; s = time.process_time(); import {module}; print(time.process_time() - s)"
    call = [sys.executable, "-I", "-c", code]
    return min(float(subprocess.run(call, stdout=subprocess.PIPE, check=True).stdout) for _ in range(5)) * 1e3


def vector_steps(opponent: str, count: int = 1024, steps: int = 40) -> float:
    """Return the steps of the vector environment in a second of processor time, without the choice of the actions."""
    from floe.gymnasium import VectorEnv

    games, rng, spent = VectorEnv(count, opponent), np.random.default_rng(1), 0.0
    _, infos = games.reset(seed=1)
    for _ in range(steps):
        mask = infos["action_mask"]
        actions = (mask * rng.random(mask.shape[1])).argmax(axis=1)
        start = time.process_time()
        _, _, _, _, infos = games.step(actions)
        spent += time.process_time() - start
    return count * steps / spent


def searched_visits(batch: floe.Batch) -> float:
    """Return the visits of `floe.Search` in a second of processor time, without the evaluator."""

    def evaluate(planes: Any, mask: Any) -> Tuple[Any, Any]:
        start = time.process_time()
        result = mask.astype(np.float32), np.zeros(len(planes), np.float32)
        outside.append(time.process_time() - start)
        return result

    outside: List[float] = []
    search = floe.Search(batch, simulations=64, seed=1)
    start = time.process_time()
    visits = sum(int(search.run(evaluate).visits.sum()) for _ in range(3))
    return visits / (time.process_time() - start - sum(outside))


def main() -> None:
    """Print all figures."""
    position = floe.Batch(1, 7, placed=True)[0]
    move, action = position.legal_moves[3], position.legal_actions[3]
    print(f"empty call            {nanoseconds(position.copy):8.0f} ns")
    print(f"legal_moves           {nanoseconds(lambda: position.legal_moves):8.0f} ns")
    print(f"play(move)            {nanoseconds(lambda: position.play(move)):8.0f} ns")
    print(f"play(action)          {nanoseconds(lambda: position.play(action)):8.0f} ns")
    print(f"planes                {nanoseconds(position.planes):8.0f} ns")
    count = 20_000
    print(f"deal and place        {count / seconds(lambda: floe.Batch(count, 7, placed=True)) / 1e6:8.3f} M games/s")
    batches = [floe.Batch(count, seed, placed=True) for seed in range(5)]
    played = min(seconds(batch.play_random, 1) for batch in batches)
    print(f"random games          {count / played / 1e6:8.3f} M games/s")
    batch = floe.Batch(count, 7, placed=True)
    print(f"planes of a batch     {count / seconds(batch.planes) / 1e6:8.3f} M positions/s")
    print(f"masks of a batch      {count / seconds(batch.legal_mask) / 1e6:8.3f} M positions/s")
    for opponent in ("greedy", "random"):
        print(f"vector steps, {opponent:7} {vector_steps(opponent) / 1e6:8.3f} M steps/s")
    print(f"search                {searched_visits(floe.Batch(256, 7, placed=True)) / 1e6:8.3f} M visits/s")
    small = floe.Batch(256, 7, layout="small-16", penguins=2)
    print(f"search, small-16      {searched_visits(small) / 1e6:8.3f} M visits/s")
    path = os.path.join(tempfile.mkdtemp(), "games")
    floe.selfplay(path, 3000, "greedy:nodes=1")
    for planes in (True, False):
        data = floe.read_selfplay(path, planes=planes)
        read = seconds(lambda: floe.read_selfplay(path, planes=planes))
        size = sum(column.nbytes for column in data.values())
        rates = f"{os.path.getsize(path) / read / 1e6:.0f} MB/s of the file, {size / read / 1e6:.0f} MB/s of arrays"
        print(f"self-play, planes={planes!s:5} {len(data['ply']) / read / 1e6:6.3f} M positions/s, {rates}")
    print(f"import                {import_time('floe'):8.1f} ms, of NumPy alone {import_time('numpy'):.1f} ms")


if __name__ == "__main__":
    main()
