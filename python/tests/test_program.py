"""The package gives what the program gives."""

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest

import floe
from conftest import query, random_positions


def without_time(report: Dict[str, Any]) -> Dict[str, Any]:
    """The fields of a report as JSON, except those that differ in every run."""
    as_json: Dict[str, Any] = json.loads(json.dumps(report))
    return {key: value for key, value in as_json.items() if key not in ("seconds", "schema")}


def test_moves_and_drawings(program: Path, request: pytest.FixtureRequest) -> None:
    positions = list(random_positions(request.config.getoption("--positions"), 1))
    asked = [{"action": action, "position": str(p)} for p in positions for action in ("moves", "show")]
    replies = query(program, asked)
    for position, moves, shown in zip(positions, replies[::2], replies[1::2]):
        assert sorted(position.legal_moves) == moves["result"]["moves"]
        assert position.draw() == shown["result"]["picture"]
        assert str(position) == shown["result"]["position"]
        assert position.is_over == (len(position.legal_moves) == 0)


def test_analyses_and_proofs(program: Path, request: pytest.FixtureRequest) -> None:
    positions = list(random_positions(request.config.getoption("--positions") // 5, 2))
    limits = {"nodes": 100}
    analyses = query(program, [{"position": str(p), "limits": limits, "lines": 2} for p in positions])
    proofs = query(program, [{"action": "solve", "position": str(p), "limits": limits} for p in positions])
    for position, analysis, proof in zip(positions, analyses, proofs):
        found = floe.analyze(position, nodes=100, lines=2, threads=1)
        assert without_time(found.json) == without_time(analysis["result"])
        if proof["status"] == "error":
            with pytest.raises(floe.EngineError) as raised:
                floe.solve(position, nodes=100, threads=1, hash=64)
            assert str(raised.value) == proof["error"]["message"]
        else:
            solved = floe.solve(position, nodes=100, threads=1, hash=64)
            assert without_time(solved.json) == without_time(proof["result"])


def test_errors_of_positions(program: Path, request: pytest.FixtureRequest) -> None:
    rng = random.Random(3)
    texts = []
    for position in random_positions(request.config.getoption("--positions"), 3):
        letters = list(str(position))
        for _ in range(rng.randint(1, 2)):
            letters[rng.randrange(len(letters))] = rng.choice("0123456789ABCDEabmxt./:,= ()é")
        texts.append("".join(letters))
    replies = query(program, [{"action": "moves", "position": text} for text in texts])
    wrong = 0
    for text, reply in zip(texts, replies):
        if reply["status"] == "done":
            assert str(floe.Position(text)) == reply["result"]["position"]
            continue
        wrong += 1
        with pytest.raises(floe.PositionError) as raised:
            floe.Position(text)
        assert str(raised.value) == reply["error"]["message"]
        assert raised.value.column == reply["error"]["column"]
    assert wrong > len(texts) // 2


def test_errors_of_moves(program: Path) -> None:
    positions = [position for position in random_positions(60, 4) if not position.is_over]
    moves = ["a1-h8", "a1", "c3-d3", "xyz", ""]
    asked = [(position, move) for position in positions for move in moves]
    replies = query(program, [{"action": "moves", "position": str(p), "moves": [move]} for p, move in asked])
    for (position, move), reply in zip(asked, replies):
        if reply["status"] == "done":
            assert str(position.play_all([move])) == reply["result"]["position"]
        else:
            with pytest.raises(floe.MoveError) as raised:
                position.play_all([move])
            assert str(raised.value) == reply["error"]["message"]


DEALS: List[Tuple[str, Dict[str, Any]]] = [
    ("", {}),
    ("--players 3 --placed", {"players": 3, "placed": True}),
    ("--plies 20", {"plies": 20}),
    ("--plies 0", {"plies": 0}),
    ("--rules teams --tiles 30", {"rules": "teams", "tiles": 30}),
    ("--balanced", {"balanced": True}),
    ("--penguins 2", {"penguins": 2}),
    ("--layout small-16 --penguins 2 --placed", {"layout": "small-16", "penguins": 2, "placed": True}),
    ("--layout small-10 --penguins 1 --rules group", {"layout": "small-10", "penguins": 1, "rules": "group"}),
    ("--layout setup-2 --centre m2", {"layout": "setup-2", "centre": "m2"}),
    ("--rules hidden-whale --whales 3,2 --plies 30", {"rules": "hidden-whale", "whales": (3, 2), "plies": 30}),
    ("--rules special-tiles --special broken=5,floating=0",
     {"rules": "special-tiles", "special": {"broken": 5, "floating": 0}}),
    ("--rules flip --players 1 --species WDTS", {"rules": "flip", "players": 1, "species": "WDTS"}),
    ("--rules flip --waste oil=2 --hand 2 --plies 3",
     {"rules": "flip", "waste": {"oil": 2}, "hand": 2, "plies": 3}),
    ("--rules flip --difficult --rays far", {"rules": "flip", "difficult": True, "rays": "far"}),
    ("--rules flip --columns 2 --height 3 --each 4 --species whale,dolphin",
     {"rules": "flip", "columns": 2, "height": 3, "each": 4, "species": ["whale", "dolphin"]}),
    ("--rules contest --each 8", {"rules": "contest", "each": 8}),
    ("--rules angling --dealt", {"rules": "angling", "dealt": True}),
    ("--rules angling --lake 2x2 --anglers 1 --lake-tiles 1.6.r.r --catch-tiles 2.0 --no-specials --plies 5",
     {"rules": "angling", "lake": 2, "anglers": 1, "lake_tiles": "16rr", "catch_tiles": [2, 0], "no_specials": True,
      "plies": 5}),
]


@pytest.mark.parametrize("given, options", DEALS, ids=[given or "none" for given, _ in DEALS])
def test_deals(program: Path, given: str, options: Dict[str, Any]) -> None:
    call = [str(program), "new", "--seed", "7", *given.split()]
    env = {**os.environ, "FLOE_CONFIG": ""}
    printed = subprocess.run(call, stdout=subprocess.PIPE, text=True, check=True, env=env).stdout
    assert str(floe.deal(7, **options)) == printed.strip()


def test_reviews(program: Path, tmp_path: Path) -> None:
    """Marks, losses, best lines and accuracies are those of the program, for every number of players and kind of game."""
    starts = [floe.deal(3), floe.deal(4, players=3), floe.deal(5, players=4, rules="teams"), floe.deal(6, rules="contest")]
    for start in starts:
        rng = random.Random(1)
        position = start
        moves: List[str] = []
        while len(moves) < 3 and not position.is_over:
            moves.append(str(rng.choice(list(position.legal_moves))))
            position = position.play(moves[-1])
        game = floe.Game(start, moves, {}, [])
        path = tmp_path / "a.game"
        floe.write_games(path, game)
        heard: List[int] = []
        review = floe.review(game, nodes=50, progress=heard.append)
        assert heard == [1, 2, 3]
        call = [str(program), "replay", str(path), "--annotate", "--json", "--engine", review.engine]
        printed = subprocess.run(call, check=True, capture_output=True, text=True).stdout
        replayed = [json.loads(line) for line in printed.splitlines()]
        for own, move in zip(review.moves, replayed):
            annotation = move["annotation"]
            assert (own.ply, own.player, own.move) == (move["ply"], move["player"], move["move"])
            assert all(getattr(own, name) == annotation[name] for name in ("mark", "loss", "accuracy", "best", "line"))
            assert (own.before, own.after, own.reasons) == (annotation["before"], annotation["after"], annotation["reasons"])
        summary = replayed[-1]["review"]
        assert [vars(player) for player in review.players] == summary["players"]
        assert [move.ply for move in review.worst] == [worst["ply"] for worst in summary["worst"]]
        # What is written into a game is read again.
        floe.write_games(path, review.annotate(game))
        nodes = floe.read_games(path)[0].nodes
        assert [node.review for node in nodes] == [move.note for move in review.moves]


def test_bad_reviews_are_refused() -> None:
    with pytest.raises(floe.OptionError, match="strength: expected quick, normal or thorough; found 'x'"):
        floe.review(floe.Game(floe.deal(1), [], {}, []), strength="x")
    with pytest.raises(floe.OptionError, match="threads"):
        floe.review(floe.Game(floe.deal(1), [], {}, []), threads=0)
    with pytest.raises(floe.MoveError):
        floe.review(floe.Game(floe.deal(1), ["a1-h8"], {}, []))
