"""Data frame of games: the payoff of every seat and the length of games, for two to four players.

python frame_of_games.py --engine default:nodes=300 --floes 100

A payoff is 1 for a win, 0 for a draw and -1 for a loss; the winners of a larger game share 1. It needs Polars (`pip install
'./python[polars]'`).
"""

from __future__ import annotations

import argparse
import tempfile

import polars

import floe


def games(engine: str, floes: int) -> polars.DataFrame:
    """Play an engine against itself; return a row for every game."""
    tables = []
    for players in (2, 3, 4):
        with tempfile.TemporaryDirectory() as folder:
            floe.match([engine, engine], floes, seats=players, seed=1, out=folder)
            tables.append(floe.read_games(folder, frame=True))
    return polars.concat(tables)


def seats(table: polars.DataFrame) -> polars.DataFrame:
    """Return a row for every seat, with the means of its games and the standard error of the payoff."""
    players = polars.col("returns").list.len().alias("players")
    seat = polars.int_ranges(polars.col("returns").list.len()).alias("seat")
    rows = table.select(players, seat, "plies", payoff="returns").explode("seat", "payoff")
    payoff = polars.col("payoff")
    means = [payoff.mean(), (payoff.std() / polars.len().sqrt()).alias("error"), polars.col("plies").mean()]
    return rows.group_by("players", "seat").agg(means).sort("players", "seat")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="greedy", help="engine that plays itself")
    parser.add_argument("--floes", type=int, default=100, help="floes for each number of players")
    options = parser.parse_args()
    print(seats(games(options.engine, options.floes)).write_csv(float_precision=3), end="")


if __name__ == "__main__":
    main()
