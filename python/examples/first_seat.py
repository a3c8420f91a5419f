"""Study of the value of the first seat: how many points each seat wins when an engine plays itself.

Run `python first_seat.py --plot seats.png`; the plot needs matplotlib.
"""

from __future__ import annotations

import argparse
from typing import Dict, List, Tuple

import floe

#: For each number of players the share of the points of every seat, and half the width of its 95 % interval.
Shares = Dict[int, List[Tuple[float, float]]]


def measure(engine: str, floes: int, seed: int = 1) -> Shares:
    """Return the shares of the points of all seats, for two, three and four players."""
    shares: Shares = {}
    for players in (2, 3, 4):
        report = floe.match([engine, engine], floes, seats=players, seed=seed)
        shares[players] = [(seat["value"], seat["error"]) for seat in report.json["seats"]]
    return shares


def plot(shares: Shares, path: str) -> None:
    """Draw the shares as bars."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, len(shares), figsize=(9, 3), sharey=True)
    for axis, (players, seats) in zip(axes, shares.items()):
        values, errors = zip(*seats)
        axis.bar(list("ABCD"[:players]), values, yerr=errors, capsize=4, color="#4a90b8")
        axis.axhline(0.5, color="black", linewidth=0.8)
        axis.set_title(f"{players} players")
    axes[0].set_ylabel("score by rank")
    figure.tight_layout()
    figure.savefig(path)


def main() -> None:
    """Measure, print a table, and plot it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="default:nodes=300", help="engine that plays itself")
    parser.add_argument("--floes", type=int, default=200, help="floes for each number of players")
    parser.add_argument("--plot", help="file of the plot")
    options = parser.parse_args()
    shares = measure(options.engine, options.floes)
    for players, seats in shares.items():
        texts = [f"{name} {value:.3f} ± {error:.3f}" for name, (value, error) in zip("ABCD", seats)]
        print(players, "players:", ", ".join(texts))
    if options.plot:
        plot(shares, options.plot)


if __name__ == "__main__":
    main()
