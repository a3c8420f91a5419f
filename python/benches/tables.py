"""Measures the tables of docs/python.md that are the same on every machine, and writes them there.

    python python/benches/tables.py [NAME ...]

A table stands between two comments. The first holds a sample, a few figures of the same kind that take a second: when the
play of an engine has changed, the sample differs, and `tests/test_tables.py` says that the table has aged. With names it
measures these tables only. All of them take three minutes of one core.
"""

from __future__ import annotations

import datetime
import importlib
import re
import sys
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple

import floe

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "python.md"

#: Baselines of the benchmark, from the weakest on.
BASELINES = ("random", "greedy", "uct:nodes=1000", "default:nodes=20", "default:nodes=100", "default:nodes=1000")
#: Players of which the loss of a move is measured.
LOSING = ("random", "greedy", "default:nodes=100")


def example(name: str) -> Any:
    """Import an example."""
    folder = str(ROOT / "python" / "examples")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module(name)


def benchmark() -> List[str]:
    """Measure the regret of the baselines."""
    names = [start.name for start in floe.BENCHMARK_FLOES]
    lines = [
        f"| strategy | fish a game | a move | mistakes | {' | '.join(names)} |",
        "| --- |" + " ---: |" * (3 + len(names)),
    ]
    for strategy in BASELINES:
        report = floe.benchmark(strategy, 50)
        each = " | ".join(f"{result.regret:.1f}" for result in report.floes)
        game = f"{report.regret:.2f} ± {report.error:.2f}"
        lines.append(f"| `{strategy}` | {game} | {report.per_move:.3f} | {100 * report.mistakes:.1f} % | {each} |")
    return lines


def sample_of_benchmark() -> List[float]:
    """Measure the first round of every baseline."""
    return [round(6 * floe.benchmark(strategy, 1).regret) for strategy in BASELINES]


def losses() -> List[str]:
    """Measure what a move of the baselines loses in the positions of the example alphazero.py."""
    truth = example("truth").Truth("small-16", 2, 200)
    found = [f"`{name}` {truth.of_engine(name):.2f}" for name in LOSING]
    return [f"Mean loss of a move of other players in these positions, in fish: {', '.join(found)}."]


def sample_of_losses() -> List[float]:
    """Measure the same in a few positions."""
    truth = example("truth").Truth("small-16", 2, 6)
    return [round(6 * truth.of_engine(name)) for name in LOSING]


class Table(NamedTuple):
    """A table: its lines, and the sample that tells its age."""

    lines: Callable[[], List[str]]
    sample: Callable[[], List[float]]


TABLES: Dict[str, Table] = {
    "benchmark": Table(benchmark, sample_of_benchmark),
    "losses": Table(losses, sample_of_losses),
}


def sample(name: str) -> str:
    """Measure the sample of a table, as the page writes it."""
    return " ".join(f"{figure:g}" for figure in TABLES[name].sample())


def recorded() -> Dict[str, str]:
    """Return the samples of all tables of the page."""
    text = PAGE.read_text(encoding="utf-8")
    return dict(re.findall(r"^<!-- table (\w+), sample: (.*) -->$", text, re.MULTILINE))


def written(name: str, lines: List[str], figures: str) -> str:
    """Return a table between its comments, with the date and the build."""
    place = f"Measured on {datetime.date.today()} with the build `{floe.build}`."
    return "\n".join([f"<!-- table {name}, sample: {figures} -->", "", *lines, "", place, "", "<!-- end of table -->"])


def main() -> None:
    """Measure tables and write them into the page."""
    for name in sys.argv[1:] or TABLES:
        new = written(name, TABLES[name].lines(), sample(name))
        text = PAGE.read_text(encoding="utf-8")
        old = re.compile(rf"<!-- table {name}, sample: .*? -->.*?<!-- end of table -->", re.DOTALL)
        text, count = old.subn(lambda _: new, text)
        if count != 1:
            raise SystemExit(f"{PAGE}: expected one table {name}; found {count}")
        PAGE.write_text(text, encoding="utf-8")
        print(new, flush=True)


if __name__ == "__main__":
    main()
