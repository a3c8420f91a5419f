"""Distributed self-play with two workers; runs where Ray is installed."""

from pathlib import Path

import pytest

import floe


def test_two_workers_share_the_games(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    from floe.ray import distribute

    paths = distribute(tmp_path / "run", 6, "default:nodes=20", workers=2)
    assert len(paths) == 2
    before = [Path(path).read_bytes() for path in paths]
    assert [len(set(floe.read_selfplay(path)["game"].tolist())) for path in paths] == [3, 3]
    longer = distribute(tmp_path / "run", 8, "default:nodes=20", workers=2)
    assert longer == paths and all(Path(path).read_bytes().startswith(old) for path, old in zip(paths, before))
    assert sum(len(set(floe.read_selfplay(path)["game"].tolist())) for path in paths) == 8
