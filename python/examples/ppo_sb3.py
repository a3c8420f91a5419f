"""MaskablePPO of sb3-contrib against an engine on a small floe, without a wrapper.

    pip install './python[gymnasium]' sb3-contrib
    python ppo_sb3.py --steps 100000 --opponent greedy

Prints the share of games won as the steps go on. With --plot FILE it draws the curve.
"""

from __future__ import annotations

import argparse
from typing import Any, Dict, List, Tuple

import gymnasium
import numpy as np

import floe
import floe.gymnasium

try:
    from sb3_contrib import MaskablePPO
except ImportError as error:
    raise SystemExit(f"this example needs sb3-contrib, which brings PyTorch: pip install sb3-contrib ({error})") from None

#: A floe of 22 hexes with two penguins each: 234 actions.
SMALL: Dict[str, Any] = {"layout": "small-22", "penguins": 2}


def environment(opponent: str) -> Any:
    """Return the environment as Gymnasium makes it; MaskablePPO finds its `action_masks`."""
    return gymnasium.make("floe/Floe-v0", opponent=opponent, **SMALL)


class Policy:
    """Trained model as a player of `floe.match`."""

    def __init__(self, model: Any) -> None:
        self.model = model
        # A hash of the weights tells one training from another in records of matches.
        self.identity = str(hash(tuple(float(part.detach().sum()) for part in model.policy.parameters())))

    def __call__(self, position: floe.Position) -> int:
        observation = position.observation().astype(np.float32)
        action, _ = self.model.predict(observation, action_masks=position.legal_mask(), deterministic=True)
        return int(action)


def won(model: Any, opponent: str, floes: int) -> float:
    """Return the share of the points of a match on fresh floes, each played from both seats."""
    starts = [floe.deal(10**6 + number, **SMALL) for number in range(floes)]
    return floe.match([{"ppo": Policy(model)}, opponent], positions=starts, seed=1, concurrency=1).score


def train(
    steps: int, opponent: str, seed: int = 1, floes: int = 100, points: int = 5
) -> Tuple[Any, List[Tuple[int, float]]]:
    """Return the model and its curve: steps, and the share of points won against the opponent."""
    model = MaskablePPO(
        "MlpPolicy", environment(opponent), seed=seed, n_steps=1024, batch_size=256, ent_coef=0.01, gamma=1.0, device="cpu"
    )
    curve = [(0, won(model, opponent, floes))]
    for _ in range(points):
        model.learn(steps // points, reset_num_timesteps=False)
        curve.append((int(model.num_timesteps), won(model, opponent, floes)))
        print(f"{curve[-1][0]:8} steps: {curve[-1][1]:.3f} won against {opponent}", flush=True)
    return model, curve


def plot(curve: List[Tuple[int, float]], opponent: str, path: str) -> None:
    """Draw the curve to a file."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.plot([steps for steps, _ in curve], [share for _, share in curve], marker="o")
    axes.set(xlabel="steps", ylabel=f"points against {opponent}", ylim=(0, 1))
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--floes", type=int, default=100)
    parser.add_argument("--plot")
    options = parser.parse_args()
    model, curve = train(options.steps, options.opponent, options.seed, options.floes)
    print(f"{won(model, 'random', options.floes):.3f} won against random")
    if options.plot:
        plot(curve, options.opponent, options.plot)


if __name__ == "__main__":
    main()
