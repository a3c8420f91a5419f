"""The benchmark of strategies against exact values."""

import random
from typing import List, Tuple

import pytest

import floe


class Random:
    """Player that draws its moves."""

    def new_game(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, position: floe.Position) -> int:
        return self.rng.choice(position.legal_actions)


def perfect(position: floe.Position) -> str:
    best = floe.solve(position, threads=1, hash=16).best
    assert best is not None
    return best


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the floes that take longer to prove."""
    monkeypatch.setattr("floe._benchmark.BENCHMARK_FLOES", floe.BENCHMARK_FLOES[:2])


@pytest.mark.parametrize("start", floe.BENCHMARK_FLOES, ids=lambda start: start.name)
def test_the_floes_have_their_values(start: floe.BenchmarkFloe) -> None:
    hexes, penguins = map(int, start.name.split("x"))
    assert (start.position.tiles_left, start.position.hand("A"), start.position.hand("B")) == (hexes, penguins, penguins)
    solution = floe.solve(start.position)
    assert solution.value is not None and solution.value["fish"] == start.value
    assert solution.nodes < 1_500_000


def test_best_play_has_no_regret(small: None) -> None:
    report = floe.benchmark(perfect, 3)
    assert (report.strategy, report.games, report.regret, report.mistakes) == ("perfect", 6, 0, 0)
    assert report.error is not None and report.error > 0
    assert report.moves > 12


def test_weak_players_have_more_regret(small: None) -> None:
    rounds: List[Tuple[int, int]] = []
    by_chance = floe.benchmark(Random(), 10, progress=lambda done, all: rounds.append((done, all)))
    assert rounds[-1] == (10, 10)
    assert by_chance.strategy == "Random" and by_chance.games == 20
    engine = floe.benchmark("default:nodes=100", 10)
    assert engine.regret < by_chance.regret / 2
    assert [result.floe for result in by_chance.floes] == ["10x1", "14x2"]
    assert sum(result.regret for result in by_chance.floes) / 2 == pytest.approx(by_chance.regret)
    assert by_chance.per_move == pytest.approx(by_chance.regret * by_chance.games / by_chance.moves)


def test_a_seed_gives_one_report_with_any_processes(small: None) -> None:
    report = floe.benchmark("random", 4, seed=7)
    assert floe.benchmark("random", 4, seed=7) == report
    assert floe.benchmark("random", 4, seed=8) != report
    assert floe.benchmark("greedy", 2, processes=2) == floe.benchmark("greedy", 2)


def test_a_floe_alone_has_the_games_of_a_round() -> None:
    alone = floe.benchmark("greedy", 3, floes=["14x2"])
    assert alone.games == 3
    assert alone.floes[0] == floe.benchmark("greedy", 3, floes=["14x2", "10x1"]).floes[1]


def test_wrong_calls_are_refused() -> None:
    with pytest.raises(floe.EngineError, match="expected an engine with a limit, such as 'default:nodes=1000'; found 'default'"):
        floe.benchmark("default")
    with pytest.raises(floe.EngineError):
        floe.benchmark("fish")
    with pytest.raises(floe.OptionError, match="strategy: expected an engine or a function; found 7"):
        floe.benchmark(7)  # type: ignore[arg-type]
    for floes in [["7x7"], [], "16x2", [16]]:
        with pytest.raises(floe.OptionError, match="floes: expected a sequence of some of 10x1, 14x2, 16x2"):
            floe.benchmark("random", floes=floes)  # type: ignore[arg-type]
    with pytest.raises(floe.OptionError, match="rounds: expected an integer from 1"):
        floe.benchmark("random", 0)
    with pytest.raises(floe.MoveError, match="strategy, in rows"):
        floe.benchmark(lambda position: "a1-a1", 1)
