"""Checks a wheel in an environment with NumPy alone, outside the repository; `cargo xtask python` runs it."""

import importlib
import importlib.metadata
import os
import sys
import tempfile

import floe


def first(position: floe.Position) -> str:
    return position.legal_moves[0]


def main() -> None:
    assert "site-packages" in os.path.abspath(floe.__file__), floe.__file__
    metadata = importlib.metadata.metadata("floe-fish")
    assert metadata["Version"] == floe.__version__
    licences = [str(path) for path in importlib.metadata.files("floe-fish") or [] if "LICENSE" in str(path)]
    assert len(licences) == 2, licences
    assert all(hasattr(floe, name) for name in floe.__all__)
    small = floe.deal(7, layout="small-10", penguins=1, placed=True)
    assert floe.solve(small).exact
    assert floe.Batch(10, seed=1).planes().shape[0] == 10
    with tempfile.TemporaryDirectory() as folder:
        report = floe.match(["random", first], 2, processes=2, out=folder)
        assert report.games == 4 and len(floe.read_games(folder)) == 4
        floe.selfplay(os.path.join(folder, "games"), 2, "greedy:nodes=1")
        assert len(floe.read_selfplay(os.path.join(folder, "games"))["ply"]) > 0
    for module, library in (("gymnasium", "gymnasium"), ("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel"), ("ray", "ray"), ("sb3", "stable_baselines3"), ("floe_v0", "pettingzoo")):
        try:
            importlib.import_module(f"floe.{module}")
        except ImportError as error:
            assert library in str(error) or "gymnasium" in str(error), error
        else:
            sys.exit(f"expected no {library} in a bare environment")
    print(f"floe {floe.__version__} works alone")


if __name__ == "__main__":
    main()
