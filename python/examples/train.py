"""Train on 16 hexes: a network of values, learnt from self-play, that beats greedy.

python train.py --games 3000 --floes 100
"""

from __future__ import annotations

import argparse
import os
import tempfile
from typing import Any, List

import numpy as np
from numpy.typing import NDArray

import floe

#: A floe so small that self-play proves many of its values.
FLOE: Any = {"layout": "small-16", "penguins": 2}


class Network:
    """Network with one hidden layer: the fish that the player to move gains until the end, more than the other player."""

    def __init__(self, inputs: int, hidden: int = 128) -> None:
        self.rng = np.random.default_rng(1)
        first = self.rng.standard_normal((inputs, hidden)) / inputs**0.5
        last = self.rng.standard_normal((hidden, 1)) / hidden**0.5
        self.weights = [first, np.zeros(hidden), last, np.zeros(1)]

    def layers(self, planes: NDArray[Any]) -> List[NDArray[Any]]:
        """Return the inputs, the hidden layer and the values of positions."""
        inputs = planes.reshape(len(planes), -1).astype(float)
        hidden = np.maximum(inputs @ self.weights[0] + self.weights[1], 0)
        return [inputs, hidden, hidden @ self.weights[2] + self.weights[3]]

    def train(self, planes: NDArray[Any], gains: NDArray[Any], epochs: int = 10) -> None:
        """Learn by gradient descent with momentum."""
        moments = [np.zeros_like(weight) for weight in self.weights]
        for epoch in range(epochs):
            for rows in np.array_split(self.rng.permutation(len(gains)), len(gains) // 128):
                inputs, hidden, values = self.layers(planes[rows])
                error = (values - gains[rows, None]) / len(rows)
                back = (error @ self.weights[2].T) * (hidden > 0)
                slopes = [inputs.T @ back, back.sum(0), hidden.T @ error, error.sum(0)]
                for weight, moment, slope in zip(self.weights, moments, slopes):
                    moment += slope - 0.1 * moment
                    weight -= 0.01 * (1 - epoch / epochs) * moment

    def choose(self, position: floe.Position) -> int:
        """Return the action that leads to the position of the highest value."""
        player = "AB".index(position.turn or "A")
        return max(position.legal_actions, key=lambda action: self.margin(position.play(action), player))

    def margin(self, position: floe.Position, player: int) -> float:
        """Return the margin in fish with which a player is expected to end."""
        margin = position.scores[player]["fish"] - position.scores[1 - player]["fish"]
        if position.turn is None:
            return margin
        gain = float(self.layers(position.planes()[None])[-1][0, 0])
        return margin + (gain if position.turn == "AB"[player] else -gain)


def learn(games: int) -> Network:
    """Play games of self-play and learn from them."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games")
        floe.selfplay(path, games, "default:nodes=100", **FLOE)
        data = floe.read_selfplay(path)
    margins = data["counts"][:, 0, 0] - data["counts"][:, 1, 0]
    network = Network(data["planes"][0].size)
    network.train(data["planes"], data["score"] / 128 - margins)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000, help="games of self-play to learn from")
    parser.add_argument("--floes", type=int, default=100, help="floes of the match")
    options = parser.parse_args()
    network = learn(options.games)
    for opponent in ("random", "greedy"):
        report = floe.match([{"network": network.choose}, opponent], options.floes, seed=2, **FLOE)
        print(f"score {report.score:.2f} against {opponent}")


if __name__ == "__main__":
    main()
