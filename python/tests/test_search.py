"""Analyses and proofs: limits, progress, threads and interruptions."""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, List

import pytest

import floe

ENDGAME = ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... A 36:19,32:19"


def test_an_endgame_is_proved() -> None:
    position = floe.Position(ENDGAME)
    analysis = floe.analyze(position, lines=3)
    assert analysis.exact and analysis.value == {"fish": 10, "tiles": 0} and analysis.best == "d8-e8"
    assert len(analysis.lines) == 3 and analysis.lines[0].pv == analysis.pv
    solution = floe.solve(position, all=True)
    assert solution.exact and solution.value == analysis.value and len(solution.moves) == len(position.legal_moves)
    assert floe.solve(position, objective="wdl").best is not None


def test_hidden_tiles_have_mixed_strategies() -> None:
    start = floe.deal(7, rules="angling", lake=2, anglers=1, no_specials=True, dealt=True)
    analysis = floe.analyze(start.view("A"), nodes=500)
    assert sum(analysis.strategy.values()) == pytest.approx(1, abs=0.02) and analysis.best in analysis.strategy
    assert analysis.beliefs["a1"] == {"1": 0.25, "2": 0.25, "r": 0.25, "d": 0.25}
    position = floe.Position("angling:2r/1d B 0,0 y3+10 1.1 -,- step=show active=y dealt lake=2x2 tiles=1.2.r.d")
    solution = floe.solve(position)
    assert solution.points == pytest.approx((4 / 3, 4 / 3), abs=0.001) and solution.strategy == {"show:a1=2": 1.0}
    known = floe.solve(floe.Position(ENDGAME))
    assert known.points is None and known.strategy == {}


def test_engines_keep_their_memory() -> None:
    engine = floe.Engine("alphabeta", threads=1)
    first = engine.analyze(floe.deal(7), depth=4)
    again = engine.analyze(floe.deal(7), depth=4)
    assert again.nodes < first.nodes
    engine.new_game()
    assert engine.analyze(floe.deal(7), depth=4).nodes == first.nodes
    assert repr(engine) == "Engine('alphabeta')"


def test_tree_searches_report_their_visits() -> None:
    position = floe.deal(3, layout="small-10", penguins=1)
    for engine in ["uct", "mcts"]:
        # Several threads may each begin a visit more.
        lines = floe.analyze(position, engine=engine, nodes=500, lines=100, threads=1).lines
        visits = [line.visits or 0 for line in lines]
        assert len(lines) == len(position.legal_moves) and 450 < sum(visits) <= 500
        assert visits[0] == max(visits)
    assert floe.analyze(position, engine="alphabeta", depth=2).lines[0].visits is None


def test_progress_is_reported() -> None:
    depths: List[int] = []
    floe.analyze(floe.deal(7), depth=3, engine="alphabeta", progress=lambda analysis: depths.append(analysis.depth))
    assert depths == sorted(depths) and depths[-1] == 3
    bounds: List[floe.Solution] = []
    floe.solve(floe.Position(ENDGAME), progress=bounds.append)
    assert all(isinstance(solution, floe.Solution) for solution in bounds)


def test_an_error_of_the_listener_ends_the_search() -> None:
    def refuse(_: floe.Analysis) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        floe.analyze(floe.deal(7), progress=refuse, time="1h")


def test_ctrl_c_ends_a_search() -> None:
    # A program that a script starts in the background ignores the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    begun = threading.Event()

    def press_when_begun() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    for search in (
        lambda: floe.analyze(floe.deal(7), time=3600, progress=lambda _: begun.set()),
        lambda: floe.solve(placed(), time=3600, progress=lambda _: begun.set()),
    ):
        begun.clear()
        threading.Thread(target=press_when_begun).start()
        with pytest.raises(KeyboardInterrupt):
            search()


def placed() -> floe.Position:
    position = floe.deal(7)
    for _ in range(8):
        position = position.play(position.legal_moves[0])
    return position


def test_threads_share_an_engine() -> None:
    engine = floe.Engine("alphabeta", threads=1)
    with ThreadPoolExecutor(4) as pool:
        analyses = list(pool.map(lambda seed: engine.analyze(floe.deal(seed), depth=2), range(16)))
    alone = [floe.analyze(floe.deal(seed), engine="alphabeta", depth=2, threads=1).depth for seed in range(16)]
    assert [analysis.depth for analysis in analyses] == alone


def test_python_runs_during_a_search() -> None:
    ticks = 0
    done = threading.Event()

    def search() -> None:
        floe.analyze(placed(), time=0.5)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.wait(0.01):
        ticks += 1
    thread.join()
    assert ticks > 5


def test_a_proof_resumes(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    position = floe.Position(ENDGAME)
    assert floe.solve(position, checkpoint=path, nodes=50) is not None
    assert floe.solve(position, checkpoint=path).value == {"fish": 10, "tiles": 0}
    with pytest.raises(floe.FileError):
        floe.solve(placed(), checkpoint=path, nodes=50)


@pytest.mark.parametrize("name", ["alphabet", "alphabeta:depth", "alphabeta:depth=100", "cmd:ls", "default:weights=/no"])
def test_wrong_engines_are_refused(name: str) -> None:
    with pytest.raises(floe.EngineError):
        floe.Engine(name)


def test_wrong_limits_are_refused() -> None:
    for limits, message in [
        ({"depth": 100}, "depth: expected 1 to 99; found 100"),
        ({"nodes": 0}, "nodes: expected an integer from 1; found 0"),
        ({"time": "5"}, "time: expected a unit after the number.*found '5'"),
        ({"time": -1}, "time: expected a number of seconds from 0; found -1"),
        ({"lines": 0}, "lines: expected 1 to"),
        ({"threads": 0}, "threads: expected 1 to 1024; found 0"),
        ({"hash": 0}, "hash: expected 1 to"),
    ]:
        with pytest.raises(floe.OptionError, match=message):
            floe.analyze(floe.deal(7), **limits)  # type: ignore[arg-type]
    with pytest.raises(floe.EngineError, match="solving begins when all penguins are placed"):
        floe.solve(floe.deal(7))
    with pytest.raises(floe.EngineError, match="expected three or four players"):
        floe.analyze(floe.deal(7), engine="maxn")


def test_a_proof_says_why_it_has_ended() -> None:
    large = floe.Position("angling:??/?? A 0,0 - 1.1 -,- step=place dealt lake=2x2 tiles=1.2.r.d")
    assert (floe.solve(large).stopped or "").startswith("tree of about 9.9e+09 entries, too large")
    position = floe.deal(1, placed=True)
    assert floe.solve(position, nodes=1000, threads=1).stopped == "limit of 1000 nodes"
    assert floe.solve(position, time="100ms", threads=1).stopped == "limit of time, 100ms"
    small = floe.deal(7, layout="small-10", penguins=1, placed=True)
    seen: List[Any] = []
    assert floe.solve(small, progress=seen.append).stopped is None
    assert all(solution.stopped is None for solution in seen)
