"""Matches of functions and engines."""

import array
import functools
import json
import random
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple, cast

import pytest

import floe


def first(position: floe.Position) -> str:
    return position.legal_moves[0]


class Random:
    """Player that draws its moves, by their numbers."""

    def new_game(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, position: floe.Position) -> int:
        return self.rng.choice(position.legal_actions)


def test_a_function_plays_a_match() -> None:
    games: List[Tuple[int, int]] = []
    report = floe.match(["greedy", first], 20, seed=1, progress=lambda played, total: games.append((played, total)))
    assert report.games == 40 and report.wins + report.draws + report.losses == 40 and report.score > 0.6
    assert games[-1] == (40, 40) and report.json["engines"] == ["greedy", "first"]
    assert report.superiority is not None and report.superiority > 0.9 and report.decision is None
    assert floe.match(["greedy", first], 20, seed=1).json == report.json


def test_objects_and_engines_play_three_and_four() -> None:
    for seats, rules in ((3, "base"), (4, "teams"), (2, "hidden-whale"), (1, "flip"), (2, "contest")):
        report = floe.match([Random(), "greedy"], 4, seats=seats, rules=rules)
        assert report.games > 0 and report.json["engines"] == ["Random", "greedy"]


def test_a_test_ends_the_match() -> None:
    report = floe.match(["greedy", first], 2000, sprt=(0, 100))
    assert report.decision == "accepted" and report.games < 4000


def test_a_match_is_resumed(tmp_path: Path) -> None:
    played: List[int] = []
    report = floe.match(["greedy", Random()], 5, out=tmp_path / "match")
    again = floe.match(["greedy", Random()], 5, out=tmp_path / "match", progress=lambda n, _: played.append(n))
    assert again.json == report.json and played == []
    with pytest.raises(floe.FileError):
        floe.match(["greedy", first], 5, out=tmp_path / "match")


def test_a_match_is_extended_with_the_seed_drawn(tmp_path: Path) -> None:
    out = tmp_path / "match"
    floe.match(["greedy", first], 2, out=out)
    head = json.loads((out / "games.jsonl").read_text().splitlines()[0])
    whole = floe.match(["greedy", first], 5, seed=head["config"]["seed"])
    assert floe.match(["greedy", first], 5, out=out).json == whole.json
    other = tmp_path / "other"
    floe.match(["greedy", first], 2, out=other)
    assert json.loads((other / "games.jsonl").read_text().splitlines()[0])["config"]["seed"] != head["config"]["seed"]


DEPTH = 3


class Choosing:
    """Player with a setting and a memory."""

    def __init__(self, choice: int) -> None:
        self.choice = choice
        self.calls = 0

    def __call__(self, position: floe.Position) -> str:
        self.calls += 1
        return position.legal_moves[min(self.choice, len(position.legal_moves) - 1)]


def with_step(step: int) -> Callable[[floe.Position], str]:
    calls = 0

    def play(position: floe.Position) -> str:
        nonlocal calls
        calls += 1
        return position.legal_moves[step % len(position.legal_moves)]

    return play


def with_default(position: floe.Position, step: int = 1) -> str:
    return position.legal_moves[step % len(position.legal_moves)]


def with_global(position: floe.Position) -> str:
    return position.legal_moves[DEPTH % len(position.legal_moves)]


def with_helper(position: floe.Position) -> str:
    return first(position)


def make(source: str) -> Callable[[floe.Position], str]:
    space: Dict[str, Any] = {"__name__": "players"}
    exec(source, space)
    return cast(Callable[[floe.Position], str], space["player"])


def test_only_the_same_player_resumes_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = array.array("d", [1.0, 2.0])

    class Net:
        def __init__(self, weights: "array.array[float]") -> None:
            self.weights = weights

        def __call__(self, position: floe.Position) -> str:
            return position.legal_moves[int(self.weights[0]) % len(position.legal_moves)]

    def text(step: int, helper: int) -> str:
        return f"def helper(p):\n  return p.legal_moves[{helper}]\ndef player(p):\n  return (helper(p), {step})[0]\n"

    pairs: List[Tuple[Any, Any, Any]] = [
        (lambda p: p.legal_moves[0], lambda p: p.legal_moves[0], lambda p: p.legal_moves[-1]),
        (with_step(0), with_step(0), with_step(1)),
        (Choosing(0), Choosing(0), Choosing(1)),
        (Choosing(0).__call__, Choosing(0).__call__, Choosing(1).__call__),
        (functools.partial(with_default, step=2), functools.partial(with_default, step=2), with_default),
        (partial_of(2), partial_of(2), partial_of(3)),
        (make(text(0, 0)), make(text(0, 0)), make(text(1, 0))),
        (make(text(0, 0)), make(text(0, 0)), make(text(0, -1))),
        (Net(weights), Net(array.array("d", [1.0, 2.0])), Net(array.array("d", [1.0, 3.0]))),
    ]
    for number, (player, same, other) in enumerate(pairs):
        out = tmp_path / str(number)
        report = floe.match(["greedy", player], 2, out=out)
        assert floe.match(["greedy", same], 2, out=out).json == report.json
        # What a player has done is no part of it.
        assert floe.match(["greedy", player], 2, out=out).json == report.json
        if getattr(other, "__name__", type(other).__name__) == getattr(player, "__name__", type(player).__name__):
            with pytest.raises(floe.FileError, match=r"hashes\[1\] is"):
                floe.match(["greedy", other], 2, out=out)
    report = floe.match(["greedy", with_global], 2, out=tmp_path / "global")
    monkeypatch.setitem(globals(), "DEPTH", 4)
    with pytest.raises(floe.FileError, match=r"hashes\[1\] is"):
        floe.match(["greedy", with_global], 2, out=tmp_path / "global")


def partial_of(step: int) -> Any:
    return functools.partial(with_default, step=step)


def test_a_player_may_say_what_it_is(tmp_path: Path) -> None:
    def player(position: floe.Position) -> str:
        return position.legal_moves[0]

    for name, fits in (("net 1", True), ("net 1", True), ("net 2", False)):
        player.identity = name  # type: ignore[attr-defined]
        if fits:
            floe.match(["greedy", player], 2, out=tmp_path)
        else:
            with pytest.raises(floe.FileError, match=r"hashes\[1\] is"):
                floe.match(["greedy", player], 2, out=tmp_path)


def test_a_clock_ends_slow_games() -> None:
    def slow(position: floe.Position) -> str:
        time.sleep(2.2)
        return position.legal_moves[0]

    report = floe.match(["greedy", slow], 1, clock="2s", concurrency=1)
    assert report.wins == report.games == 2
    with pytest.raises(floe.OptionError, match="clock: expected .* in a time control such as 60s"):
        floe.match(["greedy", slow], clock="soon")


def test_given_positions_are_played() -> None:
    positions = [floe.deal(seed, 3, "push") for seed in range(3)]
    report = floe.match(["greedy", "random"], positions=positions)
    assert report.games % 3 == 0 and report.games > 0


def test_mistakes_of_functions_are_raised() -> None:
    def crashes(position: floe.Position) -> str:
        raise KeyError("oops")

    with pytest.raises(KeyError, match="oops"):
        floe.match([crashes, "greedy"])
    with pytest.raises(floe.MoveError, match="expected one of the legal moves; found z9"):
        floe.match([lambda position: "z9", "greedy"])


def test_wrong_matches_are_refused() -> None:
    with pytest.raises(floe.EngineError, match="unknown engine 'gredy'"):
        floe.match(["gredy", first])
    with pytest.raises(floe.EngineError, match="expected three or four players"):
        floe.match(["maxn", first])
    with pytest.raises(floe.OptionError, match="order: expected a probability above 0.5"):
        floe.match(["greedy", first, "random"], order=0.3)
    with pytest.raises(floe.OptionError, match="order: expected without sprt, gauntlet and shard"):
        floe.match(["greedy", first, "random"], order=0.9, gauntlet=True)
    with pytest.raises(floe.OptionError, match="sprt: expected elo0 below elo1"):
        floe.match(["greedy", first], sprt=(10, 0))
    with pytest.raises(floe.OptionError):
        floe.match(["greedy"])


def test_functions_see_what_their_player_sees() -> None:
    hidden = 0

    def watch(position: floe.Position) -> str:
        nonlocal hidden
        assert position.turn is not None and position == position.view(position.turn)
        hidden += "?" in str(position)
        return position.legal_moves[0]

    report = floe.match([watch, "random"], 2, rules="angling", concurrency=1)
    assert report.games > 0 and hidden > 0
    with pytest.raises(floe.OptionError, match="expected a player"):
        floe.deal(1).view("C")
