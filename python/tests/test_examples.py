"""Examples run, and reach what they promise."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest

import floe
from conftest import ROOT

EXAMPLES = ROOT / "python" / "examples"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.syspath_prepend(str(EXAMPLES))


def shown() -> List[Tuple[str, str]]:
    """Calls of examples in the chapter on examples, each with what it shows of the output."""
    chapter = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^\$ python python/examples/([^\n]*)\n(.*?)```", chapter, re.MULTILINE | re.DOTALL)
    return [(call, output.split("…")[0]) for call, output in blocks]


@pytest.mark.parametrize("call, output", shown())
def test_an_example_prints_what_the_chapter_shows(call: str, output: str, tmp_path: Path) -> None:
    program, *arguments = shlex.split(call)
    needed = {"frame_of_games.py": "polars", "plot_a_proof.py": "matplotlib"}
    pytest.importorskip(needed.get(program, "floe"))
    command = [sys.executable, str(EXAMPLES / program), *arguments]
    # Small products of matrices wait for each other on several cores.
    env = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    printed = subprocess.run(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True, check=True).stdout
    if program == "train.py":
        # The last digits of such products, and so the games, are those of the processor.
        assert all(float(score) > 0.55 for score in re.findall(r"0\.\d+", printed))
        printed, output = (re.sub(r"0\.\d+", "0.9", text) for text in (printed, output))
    assert output and printed.startswith(output)
    assert all((tmp_path / name).exists() for name in arguments if name.endswith(".png"))


def test_the_chapter_has_every_short_program() -> None:
    programs = {call.split()[0] for call, _ in shown()}
    assert programs == {"ask_the_solver.py", "frame_of_games.py", "plot_a_proof.py", "train.py"}


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
