"""Plot a proof: the nodes that it takes to prove each position of best play, by the tiles that are left.

python plot_a_proof.py "POSITION" proof.png

It needs Matplotlib (`pip install './python[examples]'`).
"""

from __future__ import annotations

import argparse
from typing import List, Tuple

from matplotlib.figure import Figure

import floe


def prove(position: floe.Position) -> List[Tuple[int, int]]:
    """Prove the positions of best play from this one on; return the tiles left and the nodes of each."""
    steps = []
    while not position.is_over:
        solution = floe.solve(position, threads=1)
        assert solution.best is not None
        steps.append((position.tiles_left, max(solution.nodes, 1)))
        position = position.play(solution.best)
    print(position.result)
    return steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("position", help="position in one line")
    parser.add_argument("file", help="file of the plot")
    options = parser.parse_args()
    tiles, nodes = zip(*prove(floe.Position(options.position)))
    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot(tiles, nodes, marker="o")
    axes.set(xlabel="tiles left", ylabel="nodes", yscale="log")
    axes.invert_xaxis()
    figure.savefig(options.file)


if __name__ == "__main__":
    main()
