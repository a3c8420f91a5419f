"""Learn to play: a small policy-value network in NumPy that beats greedy.

It learns from self-play whose values are exact where the solver has proved them, and plays the move whose position it
values best. Run `python learn.py`; `--games` sets the number of games to learn from.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from typing import Any, Dict, List, Tuple

import numpy as np
from numpy.typing import NDArray

import floe

Floats = NDArray[np.float32]

#: Hex next to every hex in each direction; 60 for none.
NEIGHBOURS = floe.neighbours()
SOURCES = np.where(NEIGHBOURS < 0, 60, NEIGHBOURS).T
#: Hexes that every action leaves, 60 for a placement, and reaches.
LEAVES, REACHES = (np.where(hexes < 0, 60, hexes) for hexes in floe.actions().table[:, 1:3].T)
#: Number of moves that distances distinguish.
FAR = 4


def reach(sources: NDArray[np.bool_], free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the hexes to which a slide leads from any of the sources."""
    reached = np.zeros_like(sources)
    for source in SOURCES:
        moving = sources
        for _ in range(7):
            moving = np.pad(moving, ((0, 0), (0, 1)))[:, source] & free
            if not moving.any():
                break
            reached |= moving
    return reached


def distances(penguins: NDArray[np.bool_], free: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return the number of moves to every hex, up to FAR, else FAR + 1."""
    result = np.full(free.shape, FAR + 1, np.int8)
    seen = penguins
    for moves in range(1, FAR + 1):
        seen = reach(seen, free)
        result[seen & (result > moves)] = moves
    return result


def inputs(planes: NDArray[np.uint8], counts: NDArray[np.int16]) -> Floats:
    """Return the inputs of the network: sums over the floe, and the floe itself, from the player to move."""
    fish = planes[:, 0] + 2.0 * planes[:, 1] + 3.0 * planes[:, 2]
    free = planes[:, 3].astype(bool)
    own, other = (distances(planes[:, plane].astype(bool), free) for plane in (4, 5))
    loose = fish * free
    nearer, farther, equal = loose * (own < other), loose * (own > other), loose * ((own == other) & (own <= FAR))
    levels = [(loose * (distance == moves)).sum(1) for distance in (own, other) for moves in range(1, FAR + 1)]
    sums = [*levels, nearer.sum(1), farther.sum(1), equal.sum(1), free.sum(1), counts[:, 0, 2], counts[:, 1, 2]]
    stuck = [(planes[:, plane] * ~next_to(free)).sum(1) for plane in (4, 5)]
    maps = [planes[:, 4], planes[:, 5], nearer / 3, farther / 3, loose / 3]
    return np.concatenate([np.stack([*sums, *stuck], 1) / 10.0, *maps], 1).astype(np.float32)


def next_to(free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the hexes with a free neighbour."""
    padded = np.pad(free, ((0, 0), (0, 1)))
    result: NDArray[np.bool_] = np.logical_or.reduce([padded[:, source] for source in SOURCES])
    return result


class Network:
    """One hidden layer; a value, in fish still to gain, and a policy, the hexes that a move leaves and reaches."""

    def __init__(self, width: int, hidden: int = 64, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        shapes = [(width, hidden), (hidden,), (hidden, 1 + 122), (1 + 122,)]
        scales = [width**-0.5, 0.0, hidden**-0.5, 0.0]
        self.weights: List[Floats] = [
            (scale * rng.standard_normal(shape)).astype(np.float32) for shape, scale in zip(shapes, scales)
        ]

    def forward(self, x: Floats) -> Tuple[Floats, Floats]:
        """Return the hidden layer and all outputs."""
        first, bias, second, last = self.weights
        hidden = np.maximum(x @ first + bias, 0)
        return hidden, hidden @ second + last

    def train(self, x: Floats, value: Floats, leaves: NDArray[Any], reaches: NDArray[Any], epochs: int = 8) -> float:
        """Learn by Adam; return the mean squared error of the value in the last epoch."""
        rng = np.random.default_rng(2)
        moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        step, error = 0, 0.0
        for epoch in range(epochs):
            rate, errors = 2e-3 * 0.6**epoch, []
            for batch in np.array_split(rng.permutation(len(x)), max(1, len(x) // 256)):
                hidden, out = self.forward(x[batch])
                gradient = np.empty_like(out)
                gradient[:, 0] = out[:, 0] - value[batch]
                errors.append(float((gradient[:, 0] ** 2).mean()))
                for start, target in ((1, leaves[batch]), (62, reaches[batch])):
                    chances = softmax(out[:, start : start + 61])
                    chances[np.arange(len(batch)), target] -= 1
                    gradient[:, start : start + 61] = chances
                gradient /= len(batch)
                back = (gradient @ self.weights[2].T) * (hidden > 0)
                step += 1
                slopes = [x[batch].T @ back, back.sum(0), hidden.T @ gradient, gradient.sum(0)]
                for weight, slope, (mean, square) in zip(self.weights, slopes, moments):
                    mean += 0.1 * (slope - mean)
                    square += 0.001 * (slope**2 - square)
                    weight -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
            error = float(np.mean(errors))
        return error


def softmax(logits: Floats) -> Floats:
    """Return the probabilities of logits, row by row."""
    powers: Floats = np.exp(logits - logits.max(1, keepdims=True))
    powers /= powers.sum(1, keepdims=True)
    return powers


def hexes(actions: NDArray[Any]) -> Tuple[NDArray[Any], NDArray[Any]]:
    """Return the hexes that actions leave, 60 for a placement, and those that they reach."""
    return LEAVES[actions], REACHES[actions]


class Learner:
    """Player that evaluates the position after every move, and prefers moves of the policy among equals."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def __call__(self, position: floe.Position) -> int:
        actions = position.legal_actions
        after = [position.play(action) for action in actions]
        planes, counts = np.stack([p.planes() for p in after]), np.stack([p.counts() for p in after])
        margins = (counts[:, 0, 0] - counts[:, 1, 0]).astype(np.float32)
        _, out = self.network.forward(inputs(planes, counts))
        over = np.array([p.is_over for p in after])
        values = margins + np.where(over, 0, out[:, 0])
        # The counts of a finished game are seen from the player of the last turn, who need not be this one.
        movers = np.array([str(p).split()[1] == position.turn for p in after])
        _, here = self.network.forward(inputs(position.planes()[None], position.counts()[None]))
        leaves, reaches = hexes(np.array(actions))
        prior = here[0, 1 + leaves] + here[0, 62 + reaches]
        return actions[int(np.argmax(np.where(movers, values, -values) + 0.05 * prior))]


def learn(games: int, engine: str = "default:nodes=200", seed: int = 1) -> Tuple[Learner, str]:
    """Generate games of self-play and learn from them; return the player, and a line on what it has learnt."""
    path = os.path.join(tempfile.mkdtemp(), "games")
    floe.selfplay(path, games, engine, seed=seed, random_plies=16)
    data: Dict[str, NDArray[Any]] = floe.read_selfplay(path)
    margin = data["counts"][:, 0, 0] - data["counts"][:, 1, 0]
    value = (data["score"] / 128 - margin).astype(np.float32)
    x = inputs(data["planes"], data["counts"])
    network = Network(x.shape[1])
    error = network.train(x, value, *hexes(data["action"]))
    line = f"{len(x)} positions, {data['exact'].mean():.0%} exact; error of the value {error**0.5:.1f} fish"
    return Learner(network), line


def main() -> None:
    """Learn, and play a match against greedy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1500, help="games of self-play to learn from")
    parser.add_argument("--floes", type=int, default=50, help="floes of the match")
    options = parser.parse_args()
    learner, line = learn(options.games)
    print(line)
    report = floe.match([learner, "greedy"], options.floes, seed=2)
    print(f"{report.wins} won, {report.draws} drawn, {report.losses} lost against greedy: {report.score:.0%}")


if __name__ == "__main__":
    main()
