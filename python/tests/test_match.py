"""Matches of functions and engines."""

import random
import time
from pathlib import Path
from typing import List, Tuple

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
    report = floe.match(["greedy", first], 20, progress=lambda played, total: games.append((played, total)))
    assert report.games == 40 and report.wins + report.draws + report.losses == 40 and report.score > 0.6
    assert games[-1] == (40, 40) and report.json["engines"] == ["greedy", "first"]
    assert report.superiority is not None and report.superiority > 0.9 and report.decision is None
    assert floe.match(["greedy", first], 20).json == report.json


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
    with pytest.raises(floe.OptionError, match="sprt: expected two engines"):
        floe.match(["greedy", first, "random"], sprt=(0, 10))
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
