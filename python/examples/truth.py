"""Positions whose moves are proved: what a player loses in them."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy as np
from numpy.typing import NDArray

import floe

Array = NDArray[Any]


class Truth:
    """Positions of random games, with the proved value of every move, in fish."""

    def __init__(self, layout: str, penguins: int, count: int) -> None:
        rng = np.random.default_rng(99)
        self.positions: List[floe.Position] = []
        self.losses: List[Dict[int, float]] = []
        while len(self.positions) < count:
            seed, plies = int(rng.integers(2**32)), int(rng.integers(5))
            position = floe.deal(10**9 + seed, layout=layout, penguins=penguins, placed=True)
            for _ in range(plies):
                if not position.is_over:
                    position = position.play(int(rng.choice(position.legal_actions)))
            if len(position.legal_moves) > 1:
                moves = floe.solve(position, all=True, threads=1, hash=16).moves
                values = {position.action(move): fish(bounds) for move, bounds in moves.items()}
                best = max(values.values())
                self.positions.append(position)
                self.losses.append({action: best - value for action, value in values.items()})
        self.batch = floe.Batch(positions=self.positions)

    def regret(self, actions: Array) -> Tuple[float, float]:
        """Return the mean loss of actions, in fish, and its standard error."""
        losses = np.array([loss[int(action)] for loss, action in zip(self.losses, actions)])
        return float(losses.mean()), float(losses.std(ddof=1) / len(losses) ** 0.5)

    def of_engine(self, name: str) -> float:
        """Return the mean loss of an engine."""
        engine = floe.Engine(name, threads=1, hash=1)
        moves = [engine.choose(position) for position in self.positions]
        return self.regret(np.array([p.action(str(move)) for p, move in zip(self.positions, moves)]))[0]


def fish(bounds: floe.Bounds) -> float:
    """Return the value of a move for the player to move, in fish."""
    assert bounds.value is not None
    return float(bounds.value["fish"])
