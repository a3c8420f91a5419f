"""Examples run, and reach what they promise."""

import json
from pathlib import Path
from typing import Any, Dict

import pytest

import floe
from conftest import ROOT

EXAMPLES = ROOT / "python" / "examples"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.syspath_prepend(str(EXAMPLES))


def test_a_small_network_beats_greedy() -> None:
    learn: Any = __import__("learn")
    report = floe.match([learn.learn(300), "greedy"], 20, seed=2)
    assert report.score >= 0.8


def test_the_study_of_the_first_seat(tmp_path: Path) -> None:
    first_seat: Any = __import__("first_seat")
    shares = first_seat.measure("greedy", 20)
    assert [len(seats) for seats in shares.values()] == [2, 3, 4]
    assert all(sum(value for value, _ in seats) == pytest.approx(len(seats) / 2) for seats in shares.values())
    pytest.importorskip("matplotlib")
    first_seat.plot(shares, str(tmp_path / "seats.png"))
    assert (tmp_path / "seats.png").stat().st_size > 1000


def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((EXAMPLES / "analyse_a_game.ipynb").read_text(encoding="utf-8"))
    names: Dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert "better was" in capsys.readouterr().out
    assert names["solution"].exact and names["worst"] < len(names["game"].moves)
