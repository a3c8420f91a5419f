"""Texts of exceptions."""

import json
import sys
from pathlib import Path
from typing import Callable, Dict

import pytest

import floe
from floe._environment import Encoding

# Changes the title of a terminal, its colour and the direction of its text.
ESCAPES = "\x1b]0;title\x07\x1b[31m\x9b\u202e"


def calls_with(text: str, folder: Path) -> Dict[str, Callable[[], object]]:
    """A call for every way by which text of others comes into the package."""
    game, record, named, program = (folder / name for name in ("game", "records", text, "program.py"))
    game.write_text(f"[Event {text}]\n", encoding="utf-8")
    head = {"kind": "floe match", "build": text}
    record.write_text(json.dumps(head, ensure_ascii=False) + "\n", encoding="utf-8")
    named.write_text("no games\n")
    program.write_text(f"print({text!r})\n")
    start = floe.deal(1)
    greedy = floe.Engine("greedy")
    return {
        "position": lambda: floe.Position(text),
        "move": lambda: start.play(text),
        "moves": lambda: start.play_all([text]),
        "action": lambda: start.action(text),
        "player": lambda: start.view(text[0]),
        "rules": lambda: floe.deal(1, 2, text),
        "layout": lambda: floe.deal(1, 2, layout=text),
        "engine": lambda: floe.Engine(text),
        "weights": lambda: floe.Engine(f"default:weights={text}"),
        "duration": lambda: greedy.analyze(start, time=text),
        "reward": lambda: Encoding(start, text),
        "clock": lambda: floe.match(["greedy", "random"], clock=text),
        "player of a match": lambda: floe.match([text, "random"]),
        "answer of a player": lambda: floe.match([lambda position: text, "random"]),
        "program": lambda: floe.match([f"cmd:{sys.executable} {program}", "random"], 1),
        "folder of a match": lambda: floe.match(["greedy", "random"], 1, out=named),
        "name of a file": lambda: floe.read_games(named),
        "game file": lambda: floe.read_games(game),
        "records": lambda: floe.read_games(record),
        "name of a file of self-play": lambda: floe.read_selfplay(named),
        "engine of self-play": lambda: floe.selfplay(folder / "games", 1, text),
        "file of self-play": lambda: floe.selfplay(named, 1, "greedy:nodes=1"),
    }


def test_no_terminal_obeys_the_text_of_an_exception(tmp_path: Path) -> None:
    for name, call in calls_with(ESCAPES, tmp_path).items():
        with pytest.raises(floe.FloeError) as raised:
            call()
        shown = str(raised.value)
        assert not any(c in shown for c in ESCAPES if not c.isprintable()), (name, shown)


def test_a_mistake_in_a_game_has_its_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "game"
    for text, place in [
        ("hello\n", "line 1, column 1: expected a tile"),
        ('[Event "a"\n', "line 1, column 11: expected "),
        ("\n# a note\n\n  x\n", "line 4, column 3: expected "),
    ]:
        path.write_text(text)
        with pytest.raises(floe.FileError, match=place):
            floe.read_games(path)
    floe.match(["greedy", "random"], 1, out=tmp_path)
    (record,) = tmp_path.glob("*.jsonl")
    lines = record.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], lines[2].replace('"moves":', '"moved":')]) + "\n")
    with pytest.raises(floe.FileError, match=r"line 3, column \d+: not a record of a game"):
        floe.read_games(path)
