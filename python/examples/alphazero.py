"""AlphaZero on a small floe, measured against the truth.

A network learns from the games that it plays against itself, each move by `floe.Search`; `floe.solve` knows the value of
every move, so the curve shows how many fish a move still loses. Run `python alphazero.py`; `--minutes` sets the time, `--out`
the folder for the curve, the network and its ONNX file. It needs PyTorch (`pip install torch`), and ONNX for the file.
"""

from __future__ import annotations

import argparse
import csv
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Tuple

import numpy as np
from numpy.typing import NDArray

import floe
from truth import Truth

try:
    import torch
    from torch import nn
except ImportError as error:
    raise SystemExit(f"this example needs PyTorch: pip install torch ({error})") from None

Array = NDArray[Any]


@dataclass
class Settings:
    """Settings of a run; the defaults learn within half an hour of two cores."""

    layout: str = "small-16"
    penguins: int = 2
    margin: float = 12.0
    games: int = 128
    simulations: int = 32
    considered: int = 8
    width: int = 256
    blocks: int = 3
    batch: int = 512
    rate: float = 1e-3
    buffer: int = 60_000
    moves_a_round: int = 16
    steps_a_round: int = 24
    seed: int = 1


class Network(nn.Module):  # type: ignore[misc]
    """Residual network of planes: probabilities of all actions, and the value for the player to move."""

    def __init__(self, planes: int, hexes: int, actions: int, settings: Settings) -> None:
        super().__init__()
        width = settings.width
        # Counts are constant planes: one number each, of up to some forty fish.
        self.constants = 6
        self.planes = planes - self.constants
        self.first = nn.Linear(self.planes * hexes + self.constants, width)
        self.blocks = nn.ModuleList([nn.Linear(width, width) for _ in range(settings.blocks)])
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)

    def logits(self, planes: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        """Return logits of all actions, and values."""
        hexes = planes[:, : self.planes].flatten(1)
        counts = planes[:, self.planes :, 0] / 10.0
        x = torch.relu(self.first(torch.cat([hexes, counts], 1)))
        for block in self.blocks:
            x = x + torch.relu(block(x))
        return self.policy(x), torch.tanh(self.value(x)).squeeze(1)

    def forward(self, planes: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        """Return priors and values: what a search asks for, also in the ONNX file."""
        logits, values = self.logits(planes)
        return torch.softmax(logits, 1), values


class Evaluator:
    """The network as `floe.Search` calls it."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def __call__(self, planes: Array, mask: Array) -> Tuple[Array, Array]:
        with torch.no_grad():
            priors, values = self.network(torch.from_numpy(planes).float())
        return priors.numpy(), values.numpy()


@dataclass
class Buffer:
    """The latest positions of self-play, with policies and results."""

    size: int
    planes: List[Array] = field(default_factory=list)
    policies: List[Array] = field(default_factory=list)
    results: List[float] = field(default_factory=list)

    def add(self, planes: Array, policy: Array, result: float) -> None:
        """Add a position, in place of the oldest one if there are too many."""
        self.planes.append(planes)
        self.policies.append(policy)
        self.results.append(result)
        if len(self.results) > self.size:
            del self.planes[0], self.policies[0], self.results[0]

    def sample(self, count: int, rng: np.random.Generator) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Draw positions."""
        rows = rng.integers(0, len(self.results), count)
        planes = torch.from_numpy(np.stack([self.planes[row] for row in rows])).float()
        policies = torch.from_numpy(np.stack([self.policies[row] for row in rows])).float()
        return planes, policies, torch.tensor([self.results[row] for row in rows], dtype=torch.float32)


class SelfPlay:
    """Games that the network plays against itself, all at once."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.batch = floe.Batch(settings.games, settings.seed, layout=settings.layout, penguins=settings.penguins)
        self.search = floe.Search(
            self.batch,
            settings.simulations,
            gumbel=settings.considered,
            margin=settings.margin,
            seed=settings.seed,
        )
        self.open: List[List[Tuple[Array, Array, int]]] = [[] for _ in range(settings.games)]
        self.finished = 0

    def play(self, evaluator: Evaluator, buffer: Buffer) -> None:
        """Play a move in every game; positions of finished games go to the buffer."""
        planes, turns = self.batch.observations(), self.batch.turns
        result = self.search.run(evaluator)
        for game, positions in enumerate(self.open):
            positions.append((planes[game], result.policy[game].astype(np.float16), int(turns[game])))
        self.batch.play(result.actions)
        margins = np.clip(self.batch.margins / self.settings.margin, -1, 1)
        for game in map(int, np.flatnonzero(self.batch.is_over)):
            for seen, policy, turn in self.open[game]:
                buffer.add(seen, policy, float(margins[game, turn]))
            self.open[game] = []
            self.finished += 1
        self.batch.restart()


def learn(network: Network, optimizer: torch.optim.Optimizer, buffer: Buffer, settings: Settings, rng: np.random.Generator) -> float:
    """Take some steps of gradient descent; return the mean loss."""
    losses = []
    for _ in range(settings.steps_a_round):
        planes, policies, results = buffer.sample(settings.batch, rng)
        logits, values = network.logits(planes)
        loss = -(policies * torch.log_softmax(logits, 1)).sum(1).mean() + ((values - results) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    return float(np.mean(losses))


def loss_of_network(
    truth: Truth, evaluator: Evaluator, margin: float, simulations: int = 64
) -> Tuple[float, float, float]:
    """Return the mean loss of the policy alone, and that of a search with its standard error."""
    batch = truth.batch
    mask = batch.legal_mask()
    priors, _ = evaluator(batch.observations(), mask)
    alone, _ = truth.regret(np.where(mask, priors, -1).argmax(1))
    found = floe.Search(batch, simulations, margin=margin).run(evaluator)
    return (alone, *truth.regret(found.actions))


def export(network: Network, planes: int, hexes: int, path: Path) -> None:
    """Write the network as an ONNX file, which `floe match` and `floe analyze` play: `mcts:onnx=FILE`."""
    example = torch.zeros(1, planes, hexes)
    names: Dict[str, Any] = {"input_names": ["planes"], "output_names": ["priors", "values"]}
    rows = {name: {0: "rows"} for name in ("planes", "priors", "values")}
    torch.onnx.export(network, (example,), str(path), dynamic_axes=rows, **names)


def run(settings: Settings, minutes: float, out: Path, positions: int = 200, every: float = 60.0) -> List[Dict[str, float]]:
    """Learn for some minutes; return the curve, a row for each measurement, which is also written as CSV."""
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(settings.seed)
    truth = Truth(settings.layout, settings.penguins, positions)
    baselines = {name: truth.of_engine(name) for name in ("random", "greedy", "default:nodes=100")}
    print("loss a move in fish: " + ", ".join(f"{name} {loss:.3f}" for name, loss in baselines.items()), flush=True)
    play = SelfPlay(settings)
    _, planes, hexes = play.batch.observations().shape
    network = Network(planes, hexes, play.batch.action_count, settings)
    optimizer = torch.optim.Adam(network.parameters(), settings.rate, weight_decay=1e-5)
    evaluator, buffer = Evaluator(network), Buffer(settings.buffer)
    curve: List[Dict[str, float]] = []
    start, last, loss = time.monotonic(), float("-inf"), float("nan")
    while True:
        elapsed = time.monotonic() - start
        is_last = elapsed >= 60 * minutes
        if elapsed - last >= every or is_last:
            alone, searched, error = loss_of_network(truth, evaluator, settings.margin)
            numbers = [elapsed / 60, play.finished, loss, alone, searched, error]
            curve.append(dict(zip(["minutes", "games", "loss", "policy", "search", "error"], numbers)))
            print("{:.1f} min, {:.0f} games, loss {:.3f}: policy {:.3f}, search {:.3f} ± {:.3f}".format(*numbers), flush=True)
            last = elapsed
            write(curve, network, out)
        if is_last:
            break
        for _ in range(settings.moves_a_round):
            play.play(evaluator, buffer)
        if len(buffer.results) >= settings.batch:
            loss = learn(network, optimizer, buffer, settings, rng)
    try:
        export(network, planes, hexes, out / "network.onnx")
    except Exception as error:  # The exporter says in its own ways what it lacks.
        print(f"no ONNX file: {error}")
    plot(curve, baselines, out / "curve.png")
    return curve


def write(curve: List[Dict[str, float]], network: Network, out: Path) -> None:
    """Write the curve and the network."""
    with open(out / "curve.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(curve[0]))
        writer.writeheader()
        writer.writerows([{name: round(number, 4) for name, number in row.items()} for row in curve])
    torch.save(network.state_dict(), out / "network.pt")


def plot(curve: List[Dict[str, float]], baselines: Dict[str, float], path: Path) -> None:
    """Draw the curve, if Matplotlib is there."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        print("no picture: pip install matplotlib")
        return
    figure, axes = plt.subplots(figsize=(7, 4))
    minutes = [row["minutes"] for row in curve]
    axes.plot(minutes, [row["policy"] for row in curve], label="policy alone")
    axes.plot(minutes, [row["search"] for row in curve], label="search, 64 simulations")
    for (name, loss), style in zip(baselines.items(), (":", "-.", "--")):
        axes.axhline(loss, label=name, linestyle=style, color="grey")
    axes.set(xlabel="minutes", ylabel="loss a move against the truth, in fish", ylim=(0, None))
    axes.legend()
    figure.savefig(path, dpi=120)


def main() -> None:
    """Learn, and say how well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="time to learn")
    parser.add_argument("--layout", default="small-16", help="layout of the floe")
    parser.add_argument("--penguins", type=int, default=2, help="penguins of each player")
    parser.add_argument("--games", type=int, default=128, help="games at once")
    parser.add_argument("--simulations", type=int, default=32, help="visits of each search in self-play")
    parser.add_argument("--seed", type=int, default=1, help="seed of the run")
    parser.add_argument("--out", type=Path, default=Path("alphazero"), help="folder for the results")
    options = vars(parser.parse_args())
    minutes, out = options.pop("minutes"), options.pop("out")
    run(Settings(**options), minutes, out)


if __name__ == "__main__":
    main()
