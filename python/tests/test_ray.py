"""Distributed self-play with two workers; runs where Ray is installed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Iterator, List

import pytest

import floe


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    # More than the machine may have: two actors at once.
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


def games(path: str) -> int:
    return len(set(floe.read_selfplay(path)["game"].tolist()))


def test_two_workers_share_the_games(tmp_path: Path, ray: Any) -> None:
    from floe.ray import distribute

    paths = distribute(tmp_path / "run", 6, "greedy:nodes=1", workers=2)
    assert len(paths) == 2
    before = [Path(path).read_bytes() for path in paths]
    assert [games(path) for path in paths] == [3, 3]
    # The parts are fixed, whatever cores there are now.
    longer = distribute(tmp_path / "run", 8, "greedy:nodes=1", workers=1)
    assert longer == paths and all(Path(path).read_bytes().startswith(old) for path, old in zip(paths, before))
    assert [games(path) for path in paths] == [4, 4]
    assert json.loads((tmp_path / "run" / "parts.json").read_text()) == {"parts": 2, "seed": 1}
    with pytest.raises(floe.OptionError, match="seed: expected 1, with which the run in .* was begun; found 2"):
        distribute(tmp_path / "run", 8, "greedy:nodes=1", seed=2)


def test_parts_of_neighbouring_seeds_differ(tmp_path: Path, ray: Any) -> None:
    from floe.ray import distribute, part_seed

    files = [
        Path(path).read_bytes()
        for seed in (1, 2)
        for path in distribute(tmp_path / str(seed), 2, "greedy:nodes=1", workers=2, seed=seed)
    ]
    assert len({content[-40:] for content in files}) == 4
    assert len({part_seed(seed, part) for seed in range(50) for part in range(50)}) == 2500


def writers(path: Path) -> List[int]:
    """Numbers of the processes that have a file open."""
    found = []
    for folder in Path("/proc").glob("[0-9]*/fd"):
        try:
            if any(os.readlink(link) == str(path) for link in folder.iterdir()):
                found.append(int(folder.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="finds the worker by its open file")
def test_a_killed_worker_loses_nothing(tmp_path: Path, ray: Any) -> None:
    from floe.ray import distribute

    killed: List[int] = []

    def kill_one() -> None:
        deadline = time.monotonic() + 60
        while not killed and time.monotonic() < deadline:
            part = tmp_path / "run" / "part-0"
            for pid in writers(part) if part.exists() and part.stat().st_size > 5000 else []:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
            time.sleep(0.02)

    thread = threading.Thread(target=kill_one)
    thread.start()
    paths = distribute(tmp_path / "run", 1500, "greedy:nodes=1", workers=2)
    thread.join()
    assert killed
    whole = distribute(tmp_path / "whole", 1500, "greedy:nodes=1", workers=2)
    assert [Path(path).read_bytes() for path in paths] == [Path(path).read_bytes() for path in whole]


def test_an_error_ends_all_workers(tmp_path: Path, ray: Any) -> None:
    from floe.ray import distribute, part_seed

    with pytest.raises(floe.FloeError, match="unknown"):
        distribute(tmp_path / "run", 10, "nonsense:nodes=1", workers=2)
    paths = distribute(tmp_path / "run", 2, "greedy:nodes=1", workers=2)
    # A file that another process is writing is waited for.
    call = f"import floe; floe.selfplay({paths[0]!r}, 10**6, 'greedy:nodes=1', seed={part_seed(1, 0)})"
    other = subprocess.Popen([sys.executable, "-c", call])
    try:
        while Path(paths[0]).stat().st_size < 5000:
            time.sleep(0.05)
        threading.Timer(2, other.kill).start()
        assert distribute(tmp_path / "run", 4, "greedy:nodes=1", workers=2) == paths
    finally:
        other.kill()
        other.wait()
