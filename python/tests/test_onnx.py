"""Networks in ONNX files play as the functions that they were."""

from pathlib import Path
from typing import List

import pytest

import floe
from onnx_file import Linear


@pytest.fixture
def network(tmp_path: Path) -> Linear:
    batch = floe.Batch(1, layout="small-10", penguins=1)
    _, planes, hexes = batch.observations().shape
    linear = Linear(planes, hexes, batch.action_count)
    linear.write(tmp_path / "linear.onnx")
    return linear


def test_a_file_searches_as_its_function(tmp_path: Path, network: Linear) -> None:
    batch = floe.Batch(6, seed=3, layout="small-10", penguins=1)
    engine = floe.Engine(f"mcts:onnx={tmp_path / 'linear.onnx'},nodes=40", threads=1, lines=100)
    while not batch.is_over.all():
        result = floe.Search(batch, 40).run(network)
        for number, position in enumerate(batch[:]):
            if not position.is_over:
                lines = engine.analyze(position).lines
                assert sum(line.visits or 0 for line in lines) == 40
                visits = {position.action(line.move): line.visits for line in lines}
                # Sums of floats differ in their last bits.
                other = sum(abs(int(result.visits[number, action]) - (n or 0)) for action, n in visits.items())
                assert other <= 4
        batch.play(result.actions)


def test_a_file_plays_matches(tmp_path: Path, network: Linear) -> None:
    name = f"mcts:onnx={tmp_path / 'linear.onnx'},nodes=300"
    starts = [floe.deal(seed, layout="small-10", penguins=1) for seed in range(10)]
    report = floe.match([name, "random"], positions=starts, out=str(tmp_path / "match"))
    assert report.games == 20 and report.score > 0.5


def test_weights_may_lie_next_to_the_file(tmp_path: Path, network: Linear) -> None:
    network.write(tmp_path / "apart.onnx", apart=True)
    start = floe.deal(1, layout="small-10", penguins=1)

    def lines(name: str) -> List[object]:
        engine = floe.Engine(f"mcts:onnx={tmp_path / name},nodes=40", threads=1, lines=100)
        return [(line.move, line.visits) for line in engine.analyze(start).lines]

    assert lines("apart.onnx") == lines("linear.onnx")
    (tmp_path / "apart.onnx.data").unlink()
    with pytest.raises(floe.EngineError, match="apart.onnx: expected an ONNX file"):
        floe.Engine(f"mcts:onnx={tmp_path / 'apart.onnx'},nodes=5")


def test_a_match_knows_weights_next_to_a_file(tmp_path: Path, network: Linear) -> None:
    network.write(tmp_path / "apart.onnx", apart=True)
    name = f"mcts:onnx={tmp_path / 'apart.onnx'},nodes=5"

    def play() -> object:
        return floe.match([name, "random"], 1, layout="small-10", penguins=1, seed=1, out=str(tmp_path / "match"))

    play()
    network.policy += 1
    network.write(tmp_path / "apart.onnx", apart=True)
    with pytest.raises(floe.FloeError):
        play()


def test_wrong_files_and_games_are_named(tmp_path: Path, network: Linear) -> None:
    path = tmp_path / "linear.onnx"
    with pytest.raises(floe.EngineError, match="engine option onnx=missing.onnx: "):
        floe.Engine("mcts:onnx=missing.onnx,nodes=5")
    (tmp_path / "text.onnx").write_text("no network")
    with pytest.raises(floe.EngineError, match="text.onnx: expected an ONNX file"):
        floe.Engine(f"mcts:onnx={tmp_path / 'text.onnx'},nodes=5")
    with pytest.raises(floe.EngineError, match="expected the method mcts; found default"):
        floe.Engine(f"default:onnx={path},nodes=5")
    engine = floe.Engine(f"mcts:onnx={path},nodes=5", threads=1)
    with pytest.raises(floe.EngineError, match="expected planes of 15 × 16 for this floe and rules; found 15 × 10"):
        engine.analyze(floe.deal(1, layout="small-16", penguins=1))
    with pytest.raises(floe.EngineError, match="onnx: expected rules .* found rules angling"):
        engine.analyze(floe.deal(1, rules="angling"))
    fewer = Linear(15, 10, 60)
    fewer.write(tmp_path / "fewer.onnx")
    with pytest.raises(floe.EngineError, match="expected priors of 66 actions; found 60"):
        floe.Engine(f"mcts:onnx={tmp_path / 'fewer.onnx'},nodes=5").analyze(floe.deal(1, layout="small-10", penguins=1))
