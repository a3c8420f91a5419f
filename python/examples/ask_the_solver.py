"""Ask the solver: the proved value of every move, for the player to move.

python ask_the_solver.py "POSITION" --time 60s
"""

from __future__ import annotations

import argparse

import floe


def text(bounds: floe.Bounds) -> str:
    """Return the value of a move, or its bounds where the time was too short."""
    if bounds.value is not None:
        return f"{bounds.value['fish']:+} fish, {bounds.value['tiles']:+} tiles"
    return f"at least {bounds.at_least}, at most {bounds.at_most}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("position", help="position in one line")
    parser.add_argument("--time", default="60s", help="time for the whole proof")
    options = parser.parse_args()
    solution = floe.solve(options.position, all=True, time=options.time)
    for move, bounds in solution.moves.items():
        print(f"{move}: {text(bounds)}")
    print("best play:", *solution.pv)
    if solution.stopped:
        print("not all is proved:", solution.stopped)


if __name__ == "__main__":
    main()
