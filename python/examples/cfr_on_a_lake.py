"""Two solvers on one day of Gone Fishing!: counterfactual regret minimisation of OpenSpiel, and `floe.solve`.

    pip install './python[openspiel]'
    python cfr_on_a_lake.py --iterations 40

The angler does not know which tile lies where on a lake of 2×2, so both sides mix their moves. A node of chance draws one of
the arrangements, which look alike to the angler. CFR+ (Tammelin 2014) comes close to the value that `floe.solve` proves; the
exploitability is the mean of what the two sides could gain by best answers.
"""

from __future__ import annotations

import argparse
import itertools
from typing import Any, List, Tuple

import floe

try:
    import pyspiel

    import floe.openspiel
except ImportError as error:
    raise SystemExit(f"this example needs OpenSpiel: pip install open_spiel ({error})") from None

#: The view of the angler: four tiles, 1, 2, rubbish and the diver, face down; the yellow angler has nine piers ahead.
DAY = "angling:??/?? A 0,0 y1+9 1.1 -,- dealt lake=2x2 tiles=1.2.r.d"


def worlds(view: str, tiles: str = "12rd") -> List[str]:
    """Return the positions that look like this view, all equally likely."""
    return [view.replace("??/??", f"{a}{b}/{c}{d}") for a, b, c, d in itertools.permutations(tiles)]


def cfr(view: str, iterations: int) -> Tuple[float, float]:
    """Return the points of the angler by the average strategies of CFR+, and their exploitability."""
    game = pyspiel.load_game("python_floe", {"position": ";".join(worlds(view)), "reward": "margin"})
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    return expected(game.new_initial_state(), policy), float(pyspiel.nash_conv(game, policy)) / 2


def expected(state: Any, policy: Any) -> float:
    """Return the expected points of the first player, when both follow a policy."""
    if state.is_terminal():
        return float(state.returns()[0])
    choices = state.chance_outcomes() if state.is_chance_node() else policy.action_probabilities(state).items()
    return sum(
        (float(probability) * expected(state.child(action), policy) for action, probability in choices if probability > 0),
        0.0,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=40)
    options = parser.parse_args()
    value, exploitability = cfr(DAY, options.iterations)
    print(f"CFR+ of OpenSpiel: {value:.4f} points, exploitability {exploitability:.4f}, {options.iterations} iterations")
    least, most = floe.solve(floe.Position(DAY)).points or (0.0, 0.0)
    print(f"floe.solve: {least:.4f} to {most:.4f} points")


if __name__ == "__main__":
    main()
