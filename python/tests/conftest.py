"""Options and helpers of all tests."""

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

import floe

ROOT = Path(__file__).resolve().parents[2]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--positions", type=int, default=300, help="number of random positions to compare with the program")


@pytest.fixture(scope="session")
def program() -> Path:
    """Path of the program floe: the variable FLOE, or a build in target/."""
    named = os.environ.get("FLOE")
    found = [Path(named)] if named else [ROOT / "target" / kind / "floe" for kind in ("release", "debug")]
    for path in found:
        if path.exists():
            return path
    pytest.skip("the program floe is not built: run cargo build")


def query(program: Path, requests: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """Send requests to `floe query` and return the final replies in their order."""
    lines = "".join(json.dumps({"id": str(number), **request}) + "\n" for number, request in enumerate(requests))
    call = [str(program), "query", "--threads", "1", "--waiting", "100000"]
    env = {**os.environ, "FLOE_CONFIG": ""}
    output = subprocess.run(call, input=lines, stdout=subprocess.PIPE, text=True, check=True, env=env).stdout
    replies = {reply["id"]: reply for reply in map(json.loads, output.splitlines())}
    return [replies[str(number)] for number in range(len(requests))]


def random_positions(count: int, seed: int) -> Iterator[floe.Position]:
    """Positions of random games under all rules."""
    rng = random.Random(seed)
    rules = floe.rules()
    for number in range(count):
        name = rules[number % len(rules)]
        seed, players = rng.getrandbits(63), rng.randint(2, 4)
        try:
            position = floe.deal(seed, players, name)
        except floe.OptionError:
            # Some rules are for a certain number of players.
            position = floe.deal(seed, None, name)
        for _ in range(rng.randint(0, 60)):
            if position.is_over:
                break
            position = position.play(rng.choice(position.legal_moves), world=number)
        yield position
