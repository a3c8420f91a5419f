"""Masked PPO in one file, after CleanRL, on `floe.gymnasium.VectorEnv`: many games at once against an engine.

    pip install './python[gymnasium]' torch
    python ppo_torch.py --steps 500000 --opponent greedy

Prints the share of the points won as the steps go on, and at the end the regret against exact values. The rewards come at
the end of games only, and are the returns of `floe.Position.returns`: 1, 0 or -1. Illegal actions have the probability 0.
Schulman et al. 2017 (PPO), Huang and Ontañón 2022 (masks).
"""

from __future__ import annotations

import argparse
from typing import Any, Dict, List, Tuple

import gymnasium
import numpy as np

import floe
import floe.gymnasium

try:
    import torch
    from torch import nn
except ImportError as error:
    raise SystemExit(f"this example needs PyTorch: pip install torch ({error})") from None

#: A floe of 16 hexes with two penguins each: 140 actions.
SMALL: Dict[str, Any] = {"layout": "small-16", "penguins": 2}
#: Games at once, and steps of each between two updates.
GAMES, LENGTH = 128, 32
#: Passes over the steps of an update, and parts of each pass.
PASSES, PARTS = 4, 4
#: Decay of advantages (GAE), clip of the ratio, weights of value and entropy, step of the gradient.
DECAY, CLIP, VALUE_WEIGHT, ENTROPY_WEIGHT, RATE = 0.95, 0.2, 0.5, 0.01, 1e-3


class Agent(nn.Module):  # type: ignore[misc]
    """Policy and value of a position, from its planes."""

    def __init__(self, inputs: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)

    def forward(self, planes: Any, mask: Any) -> Tuple[Any, Any]:
        """Return the distribution over legal actions, and the value for the player to move."""
        hidden = self.body(planes.flatten(1).float())
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(1)


class Policy:
    """Agent as a player of `floe.match`: it plays the move that it finds most likely."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        # Tells one training from another in records of matches.
        self.identity = str(float(sum(part.detach().double().sum() for part in agent.parameters())))

    def __call__(self, position: floe.Position) -> int:
        planes = torch.as_tensor(position.observation()[None])
        mask = torch.as_tensor(position.legal_mask()[None])
        with torch.no_grad():
            choice, _ = self.agent(planes, mask)
        return int(choice.probs.argmax())


def advantages(rewards: Any, ends: Any, values: Any) -> Any:
    """Return generalised advantages, backwards through the steps; values has one row more, of the position after."""
    result = torch.zeros_like(rewards)
    sum_of_later = torch.zeros(rewards.shape[1])
    for step in range(len(rewards) - 1, -1, -1):
        goes_on = 1 - ends[step]
        error = rewards[step] + goes_on * values[step + 1] - values[step]
        result[step] = sum_of_later = error + DECAY * goes_on * sum_of_later
    return result


def update(agent: Agent, optimizer: Any, steps: Any, gains: Any) -> None:
    """Improve the agent on steps: planes, masks, actions, their log probabilities, and values."""
    planes, masks, actions, old, values = (part.flatten(0, 1) for part in steps)
    gains = gains.flatten()
    targets = gains + values
    for _ in range(PASSES):
        for rows in torch.randperm(len(gains)).chunk(PARTS):
            choice, value = agent(planes[rows], masks[rows])
            ratio = (choice.log_prob(actions[rows]) - old[rows]).exp()
            gain = (gains[rows] - gains[rows].mean()) / (gains[rows].std() + 1e-8)
            loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = loss + VALUE_WEIGHT * (value - targets[rows]).pow(2).mean() - ENTROPY_WEIGHT * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def won(agent: Agent, opponent: str, floes: int) -> float:
    """Return the share of the points of a match on fresh floes, each played from both seats."""
    starts = [floe.deal(10**6 + number, **SMALL) for number in range(floes)]
    return floe.match([{"ppo": Policy(agent)}, opponent], positions=starts, seed=1, concurrency=1).score


def train(
    steps: int, opponent: str, seed: int = 1, floes: int = 100, points: int = 5
) -> Tuple[Agent, List[Tuple[int, float]]]:
    """Return the agent and its curve: steps, and the share of points won against the opponent."""
    torch.manual_seed(seed)
    # The step that ends a game begins another one, so that every step counts.
    mode = gymnasium.vector.AutoresetMode.SAME_STEP
    options = {"opponent": opponent, "autoreset_mode": mode, **SMALL}
    games: Any = gymnasium.make_vec("floe/Floe-v0", num_envs=GAMES, **options)
    shape = games.single_observation_space.shape
    agent = Agent(int(np.prod(shape)), int(games.single_action_space.n))
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE)
    planes, _ = games.reset(seed=seed)
    updates = max(1, steps // (GAMES * LENGTH))
    curve = [(0, won(agent, opponent, floes))]
    for number in range(1, updates + 1):
        rows: List[Tuple[Any, ...]] = []
        with torch.no_grad():
            for _ in range(LENGTH):
                seen, mask = torch.as_tensor(planes), torch.as_tensor(games.action_masks())
                choice, value = agent(seen, mask)
                action = choice.sample()
                planes, rewards, ends, _, _ = games.step(action.numpy())
                results = (torch.as_tensor(rewards).float(), torch.as_tensor(ends).float())
                rows.append((seen, mask, action, choice.log_prob(action), value, *results))
            _, last = agent(torch.as_tensor(planes), torch.as_tensor(games.action_masks()))
        *steps_of, rewards_of, ends_of = (torch.stack(column) for column in zip(*rows))
        gains = advantages(rewards_of, ends_of, torch.cat([steps_of[-1], last[None]]))
        update(agent, optimizer, steps_of, gains)
        if number * points // updates > (number - 1) * points // updates:
            curve.append((number * GAMES * LENGTH, won(agent, opponent, floes)))
            print(f"{curve[-1][0]:8} steps: {curve[-1][1]:.3f} won against {opponent}", flush=True)
    return agent, curve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--floes", type=int, default=100)
    options = parser.parse_args()
    agent, _ = train(options.steps, options.opponent, options.seed, options.floes)
    print(f"{won(agent, 'random', options.floes):.3f} won against random")
    # The floe of the benchmark with the same hexes and penguins.
    print(floe.benchmark(Policy(agent), options.floes, floes=["16x2"]))


if __name__ == "__main__":
    main()
