"""Matches in processes and shards, their names, and reports on them."""

import os
import random
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any, Callable, List, Tuple

import pytest

import floe


def first(position: floe.Position) -> str:
    return position.legal_moves[0]


def last(position: floe.Position) -> str:
    return position.legal_moves[-1]


class Random:
    """Player that draws its moves from the seed of the game."""

    def new_game(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def __call__(self, position: floe.Position) -> floe.Move:
        return position.move(self.rng.choice(position.legal_actions))


def test_processes_and_shards_play_the_same_match(tmp_path: Path) -> None:
    whole = floe.match([Random(), first], 7, seed=3, concurrency=1)
    several = floe.match([Random(), first], 7, seed=3, processes=3, out=tmp_path / "processes")
    assert several.json == whole.json and str(several) == str(whole)
    games = 0
    for part in (1, 2, 3):
        report = floe.match([Random(), first], 7, seed=3, processes=1, shard=(part, 3), out=tmp_path / "shards")
        games += report.games
        if part < 3:
            with pytest.raises(floe.FileError, match="games are missing"):
                floe.merge(tmp_path / "shards")
    assert games == 14
    merged = floe.merge(tmp_path / "shards")
    assert merged.json == whole.json and str(merged) == str(whole)
    assert floe.merge([tmp_path / "shards"], sprt=(0, 100)).decision is not None
    # The games of the shards are those of the other directory, and count once.
    rated = floe.rate([tmp_path / "processes", tmp_path / "shards"])
    assert list(rated) == [2] and rated[2].json == whole.json


def test_the_program_reports_as_the_package(tmp_path: Path, program: Path) -> None:
    for shard in ((1, 2), (2, 2)):
        floe.match({"first": first, "greedy": "greedy"}, 4, seed=1, shard=shard, out=tmp_path)
    call = [str(program), "match", "--merge", str(tmp_path)]
    printed = subprocess.run(call, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert str(floe.merge(tmp_path)) == printed.rstrip()
    call = [str(program), "rate", str(tmp_path)]
    printed = subprocess.run(call, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert printed.rstrip() == "2 players\n" + str(floe.rate(tmp_path)[2])


def test_a_report_has_its_errors_and_standings() -> None:
    report = floe.match(["greedy", first, last], 6, seed=1, sprt=())
    own = report.standings[0]
    assert [standing.player for standing in report.standings] == ["greedy", "first", "last"]
    assert report.score == own.score and report.score_error == own.score_error > 0 and report.llr is None
    assert report.wins + report.draws + report.losses == own.seats and sum(own.places) == own.seats
    assert re.match(r"MatchReport\(36 games: \d+ won, \d+ drawn, \d+ lost; Elo [+-][\d.]+ ± [\d.]+\)$", repr(report))
    assert report._repr_html_().count("<tr>") == 4 and "<td>greedy</td>" in report._repr_html_()
    for part in ("<!DOCTYPE html>", "<h2>Engines</h2>", "<h2>Curves</h2>", "rotated", "Margin of"):
        assert part in report.html
    ordered = floe.match(["greedy", first, last], 200, seed=1, order=0.9)
    assert ordered.json["order"]["order"][0] == 0 and ordered.games < 1200
    tested = floe.match(["greedy", first], 200, seed=1, sprt=(0, 200))
    assert tested.decision == "accepted" and tested.llr is not None and tested.llr > 2 and "accepted" in repr(tested)
    four = floe.match(["greedy"] * 5, 1, seed=1)
    assert four.score == four.standings[0].score and 0 < four.score < 1


def test_names_tell_players_apart() -> None:
    def report(players: Any) -> List[str]:
        engines: List[str] = floe.match(players, 1, seed=1).json["engines"]
        return engines

    assert report({"mine-v1": first, "mine-v2": last}) == ["mine-v1", "mine-v2"]
    assert report([{"mine-v2": first}, "greedy"]) == ["mine-v2", "greedy"]
    assert report([first, first]) == ["first", "first"] and report(["greedy", "greedy"]) == ["greedy", "greedy"]
    wrong: List[Tuple[Any, str]] = [
        ([lambda p: 0, lambda p: 1], r"two of the name '<lambda>'"),
        ([{"greedy": first}, "greedy"], "two of the name 'greedy'"),
        ({"strong": "greedy", "first": first}, "an engine under its own name; found 'strong'"),
        ([{"": first}, "greedy"], "a text as the name of a player"),
        ([{"mine": 5}, "greedy"], "engines and functions; found 5"),
        (5, "a sequence of engines and functions; found 5"),
    ]
    for players, message in wrong:
        with pytest.raises(floe.OptionError, match=message):
            report(players)


def test_other_code_of_one_name_is_told(tmp_path: Path) -> None:
    floe.match([{"mine": first}, "greedy"], 2, out=tmp_path / "old")
    floe.match([{"mine": last}, "greedy"], 2, out=tmp_path / "new")
    with pytest.warns(UserWarning, match="^mine: the code or the files of this player differ"):
        rated = floe.rate([tmp_path / "old", tmp_path / "new"])
    assert rated[2].games == 8
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        floe.rate(tmp_path / "old")


#: Functions in functions cannot be pickled.
needs_fork = pytest.mark.skipif(sys.platform != "linux", reason="processes are not forked")


@pytest.mark.parametrize("processes", [None, pytest.param(2, marks=needs_fork)])
def test_mistakes_name_player_game_and_position(processes: int) -> None:
    place = r"^player 2 \(mine\), game \d+, position [\w/.]+ B .*: "
    answers: List[Tuple[object, str]] = [
        (None, "expected a move; found None"),
        (2.5, "expected a move; found 2.5"),
        ("z9", "expected one of the legal moves; found z9"),
        (-1, "expected one of the legal moves; found -1"),
        (10**30, f"expected a move; found {10**30}"),
    ]
    for answer, message in answers:
        players: Any = ["greedy", {"mine": lambda position: first(position) if position.turn == "A" else answer}]
        with pytest.raises(floe.MoveError, match=place + re.escape(message)):
            floe.match(players, 1, processes=processes)

    def crashes(position: floe.Position) -> str:
        raise KeyError("oops")

    with pytest.raises(KeyError, match="oops") as raised:
        floe.match(["greedy", crashes], 1, processes=processes)
    notes = getattr(raised.value, "__notes__", ["player 2 (crashes), game 0"])
    assert notes[-1].startswith("player 2 (crashes), game ")


@needs_fork
def test_a_process_that_ends_is_named(tmp_path: Path) -> None:
    marker = tmp_path / "killed"

    def dies_once(position: floe.Position) -> str:
        if len(list(tmp_path.glob("out/*.jsonl"))) and not marker.exists() and position.tiles_left < 30:
            marker.write_text("")
            os._exit(9)
        return first(position)

    with pytest.raises(floe.EngineError, match=r"player 2 \(dies_once\): its process has ended, with exit code 9"):
        floe.match(["greedy", dies_once], 3, seed=1, processes=2, out=tmp_path / "out")
    # What was played is kept, and the same call goes on.
    resumed = floe.match(["greedy", dies_once], 3, seed=1, processes=2, out=tmp_path / "out")
    assert resumed.games == 6


def test_wrong_shards_and_processes_are_refused(tmp_path: Path) -> None:
    def refused(message: str, **options: Any) -> None:
        with pytest.raises(floe.OptionError, match=message):
            floe.match(["greedy", first], **options)

    refused("out: expected with shard", shard=(1, 2), seed=1, floes=2)
    refused("seed: expected with shard", shard=(1, 2), out=tmp_path, floes=2)
    refused("floes: expected with shard", shard=(1, 2), out=tmp_path, seed=1)
    refused("shard: expected a shard from 1 to 2; found 3", shard=(3, 2), out=tmp_path, seed=1, floes=2)
    refused(r"shard: expected \(i, k\)", shard=(3,), out=tmp_path, seed=1, floes=2)
    refused("processes: expected an integer from 1 to 1024; found 0", processes=0)
    refused("concurrency: expected none with processes", processes=2, concurrency=2)
    with pytest.raises(floe.FileError):
        floe.merge(tmp_path / "none")
    with pytest.raises(floe.FileError, match="none: "):
        floe.rate(tmp_path / "none")
    for call in (floe.merge, floe.rate):
        empty: Callable[[List[str]], object] = call
        with pytest.raises(floe.OptionError, match="expected at least one path; found none"):
            empty([])
