"""Examples run, and reach what they promise."""

import json
import sys
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
    learner, _ = learn.learn(300)
    report = floe.match([learner, "greedy"], 20, seed=2)
    assert report.score >= 0.8


def test_the_study_of_the_first_seat(tmp_path: Path) -> None:
    first_seat: Any = __import__("first_seat")
    shares = first_seat.measure("greedy", 20)
    assert [len(seats) for seats in shares.values()] == [2, 3, 4]
    assert all(sum(value for value, _ in seats) == pytest.approx(len(seats) / 2) for seats in shares.values())
    pytest.importorskip("matplotlib")
    first_seat.plot(shares, str(tmp_path / "seats.png"))
    assert (tmp_path / "seats.png").stat().st_size > 1000


def run_notebook(name: str) -> Dict[str, Any]:
    """Run the cells of a notebook, and return its variables."""
    notebook = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))
    names: Dict[str, Any] = {"__name__": "notebook"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]).replace("FLOES = 30", "FLOES = 8"), names)
    return names


def test_the_notebook_of_a_game_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names = run_notebook("analyse_a_game.ipynb")
    assert "better was" in capsys.readouterr().out
    assert names["solution"].exact and names["worst"] < len(names["game"].moves)


def test_the_study_of_small_floes(capsys: pytest.CaptureFixture[str]) -> None:
    names = run_notebook("study_of_small_floes.ipynb")
    regrets = names["regrets"]
    assert max(regrets["solver"]) == 0 and min(regrets["first"]) >= 0 and sum(regrets["first"]) > 0
    assert [standing.player for standing in names["report"].standings] == ["solver", "first", "greedy"]
    assert "the first player gains" in capsys.readouterr().out


def test_regret_minimisation_comes_to_the_value_of_the_day() -> None:
    pytest.importorskip("pyspiel")
    example: Any = __import__("cfr_on_a_lake")
    least, most = floe.solve(floe.Position(example.DAY)).points or (0.0, 0.0)
    value, exploitability = example.cfr(example.DAY, 4)
    # Neither player can gain more than both together.
    assert 0 <= exploitability < 0.3 and least - 2 * exploitability <= value <= most + 2 * exploitability


def test_alphazero_learns_and_is_measured_against_the_truth(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the example alphazero.py needs PyTorch")
    alphazero: Any = __import__("alphazero")
    settings = alphazero.Settings(
        layout="small-10", penguins=1, games=16, simulations=8, considered=4, width=32, blocks=1, batch=64
    )
    curve = alphazero.run(settings, 0.1, tmp_path, positions=10, every=5)
    assert len(curve) >= 2 and all(row["search"] >= 0 for row in curve)
    assert (tmp_path / "curve.csv").read_text(encoding="utf-8").startswith("minutes,games,loss,policy,search,error\n")
    assert (tmp_path / "network.pt").exists()
    if (tmp_path / "network.onnx").exists():
        network = f"mcts:onnx={tmp_path / 'network.onnx'},nodes=20"
        starts = [floe.deal(seed, layout="small-10", penguins=1) for seed in range(2)]
        assert floe.match([network, "greedy"], positions=starts).games == 4


def test_alphazero_names_the_library_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "alphazero", raising=False)
    with pytest.raises(SystemExit, match="this example needs .*: pip install"):
        __import__("alphazero")
