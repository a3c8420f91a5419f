"""Files of games."""

import warnings
from pathlib import Path
from typing import List

import numpy as np
import pytest

import floe
from conftest import ROOT


@pytest.mark.parametrize("players, rules", [(2, "base"), (3, "base"), (2, "push"), (4, "teams"), (2, "flip")])
def test_self_play_is_read_as_arrays(tmp_path: Path, players: int, rules: str) -> None:
    path = tmp_path / "games"
    games, positions = floe.selfplay(path, 4, "default:nodes=50", players=players, rules=rules)
    data = floe.read_selfplay(path)
    assert games == 4 and all(len(column) == positions for column in data.values())
    assert data["planes"].shape[0] == positions
    assert data["game"].max() == 3 and (np.diff(data["game"].astype(int)) >= 0).all()
    assert data["result"].shape == (positions, players, 2)
    assert "planes" not in floe.read_selfplay(path, planes=False)
    twice = floe.read_selfplay([path, path])
    assert all((twice[name][:positions] == column).all() for name, column in data.items())


def test_rows_are_positions_of_the_games(tmp_path: Path) -> None:
    path = tmp_path / "games"
    floe.selfplay(path, 3, "greedy:nodes=1", random_plies=0)
    data = floe.read_selfplay(path)
    ends = np.flatnonzero(np.diff(data["game"].astype(int), append=-1))
    for row in ends:
        planes, counts, result = data["planes"][row], data["counts"][row], data["result"][row]
        mover = data["turn"][row]
        # The last move leaves the tile that the penguin stands on, and all tiles still held count at the end.
        assert (counts[0, :2] <= result[mover]).all() and (counts[1, :2] <= result[1 - mover]).all()
        assert planes[3].sum() >= 1
    first = data["planes"][0]
    assert first[:3].sum() == 60 and first[3].sum() == 60 and first[4:].sum() == 0


def test_self_play_is_resumed_and_repeated(tmp_path: Path) -> None:
    seen: List[int] = []
    floe.selfplay(tmp_path / "one", 3, "default:nodes=20")
    floe.selfplay(tmp_path / "one", 6, "default:nodes=20", progress=lambda games, _: seen.append(games))
    floe.selfplay(tmp_path / "two", 6, "default:nodes=20", concurrency=2)
    assert seen == [4, 5, 6] and (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    with pytest.raises(floe.FileError):
        floe.selfplay(tmp_path / "one", 6, "default:nodes=30")
    with pytest.raises(floe.OptionError, match="engine: expected nodes= or depth="):
        floe.selfplay(tmp_path / "three", 6, "default")


def test_files_of_other_kinds_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("no games\n")
    with pytest.raises(floe.FileError):
        floe.read_selfplay(path)
    with pytest.raises(floe.FileError, match="text: "):
        floe.read_games(path)
    with pytest.raises(floe.FileError, match="none: "):
        floe.read_games(tmp_path / "none")
    floe.selfplay(tmp_path / "two", 1, "greedy:nodes=1")
    floe.selfplay(tmp_path / "three", 1, "greedy:nodes=1", players=3)
    with pytest.raises(floe.OptionError, match="paths: expected files of the same rules and players"):
        floe.read_selfplay([tmp_path / "two", tmp_path / "three"])


def test_game_files_are_read() -> None:
    files = [path for path in sorted((ROOT / "positions" / "games").iterdir()) if path.suffix != ".md"]
    assert files
    for path in files:
        for game in floe.read_games(path):
            assert game.positions()[0] == game.start and len(game.positions()) == len(game.moves) + 1


def test_variations_are_read_and_written(tmp_path: Path) -> None:
    start = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0"
    moves = "c5-d4! {[%clk 0:01:30.5] good} (c5-c4 $6 d5-d6 (d5-e4) {[%draw d5-e4 e4] [%value +2:0]}) (c5-d6) d5-d6 # end"
    file = tmp_path / "one.game"
    file.write_text(f'[A "Anna"]\n# of the game\n{start}\n{moves}\n')
    (game,) = floe.read_games(file)
    assert game.moves == ["c5-d4", "d5-d6"] and game.comments == [["good"], ["end"]]
    assert game.game_comments == ["of the game"] and len(game.positions()) == 3
    assert game.nodes == [
        floe.MoveNode(0, "c5-d4", "!", ("good",), clock=90.5),
        floe.MoveNode(0, "c5-c4", "$6"),
        floe.MoveNode(2, "d5-d6", arrows=("d5-e4", "e4"), value="+2:0"),
        floe.MoveNode(2, "d5-e4"),
        floe.MoveNode(0, "c5-d6"),
        floe.MoveNode(1, "d5-d6", comments=("end",)),
    ]
    first, other = game.variations[0]
    assert [node.parent for node in first] == [0, 1, 1] and [node.move for node in other] == ["c5-d6"]
    assert game.variations[1] == []
    floe.write_games(tmp_path / "two.game", [game, game])
    for again in floe.read_games(tmp_path / "two.game"):
        assert again.nodes == game.nodes and again.headers == game.headers and again.game_comments == game.game_comments
    floe.write_games(file, floe.Game(game.start, game.moves, {}, [["one"]]))
    assert floe.read_games(file)[0].comments == [["one"], []]


def test_games_that_no_file_can_hold_are_refused(tmp_path: Path) -> None:
    start = floe.Position("......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0")
    file = tmp_path / "bad.game"

    def write(node: floe.MoveNode, name: str = "A") -> None:
        floe.write_games(file, floe.Game(start, [], {name: ""}, [], nodes=[node]))

    with pytest.raises(floe.MoveError, match="node 1: 'c5-c5': "):
        write(floe.MoveNode(0, "c5-c5"))
    for node, name, message in [
        (floe.MoveNode(1, "c5-d4"), "A", "games: node 1: expected a parent from 0 to 0; found 1"),
        (floe.MoveNode(0, "c5-d4", "good"), "A", "games: node 1: expected marks"),
        (floe.MoveNode(0, "c5-d4", arrows=("a b",)), "A", "games: node 1: expected a drawing"),
        (floe.MoveNode(0, "c5-d4", clock=-1.0), "A", "games: node 1: expected the seconds"),
        (floe.MoveNode(0, "c5-d4", value="]"), "A", "games: node 1: expected a value"),
        (floe.MoveNode(0, "c5-d4"), "a b", "games: expected names of headers"),
    ]:
        with pytest.raises(floe.OptionError, match=message):
            write(node, name)
    assert not file.exists()
    with pytest.raises(floe.FileError):
        floe.write_games(tmp_path / "none" / "a.game", [])


def test_match_records_are_read(tmp_path: Path) -> None:
    floe.match(["greedy", "random"], 3, out=tmp_path)
    (record,) = [path for path in tmp_path.iterdir() if path.suffix == ".jsonl"]
    games = floe.read_games(record)
    assert [str(game.start) for game in floe.read_games([tmp_path, record])] == [str(game.start) for game in games] * 2
    assert len(games) == 6 and {game.headers["A"] for game in games} == {"greedy", "random"}
    assert all(game.positions()[-1].is_over for game in games)


def test_games_of_a_match_have_fields(tmp_path: Path) -> None:
    floe.match(["greedy", "random"], 3, seats=3, seed=7, out=tmp_path)
    for game in floe.read_games(tmp_path):
        assert game.seats is not None and game.players == [["greedy", "random"][seat] for seat in game.seats]
        assert game.seed == 7 and game.forfeit is None and game.file == str(tmp_path / "games.jsonl")
        assert game.final == game.positions()[-1] and game.scores == game.final.scores
        assert game.returns == game.final.returns and game.returns is not None
        assert game.headers["Result"] == ",".join(f"{score['fish']}:{score['tiles']}" for score in game.scores)
    with pytest.raises(floe.FileError, match="expected a directory with files .jsonl"):
        (tmp_path / "empty").mkdir()
        floe.read_games(tmp_path / "empty")


def test_a_forfeit_has_returns() -> None:
    start = floe.deal(1, 3)
    game = floe.Game(start, [], {"A": "greedy"}, [], seats=[0, 1, 1], forfeit=1)
    assert game.returns == [0.5, -1.0, 0.5] and game.players == ["greedy", "?", "?"]
    assert floe.Game(floe.deal(1), [], {}, [], forfeit=0).returns == [-1.0, 1.0]
    assert floe.Game(floe.deal(1), [], {}, []).returns is None


def test_tables_of_polars(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    floe.match(["greedy", "random"], 3, seed=2**64 - 1, out=tmp_path / "match")
    table = floe.read_games(tmp_path / "match", frame=True)
    games = floe.read_games(tmp_path / "match")
    assert table["returns"].to_list() == [game.returns for game in games] and table["seed"][0] == 2**64 - 1
    assert table["forfeit"].null_count() == len(table) == 6
    for players in (2, 3):
        path = tmp_path / f"games-{players}"
        floe.selfplay(path, 3, "greedy:nodes=1", players=players)
        arrays = floe.read_selfplay(path)
        table = floe.frame(path, planes=True)
        assert len(table) == len(arrays["ply"]) and table["tiles_b"].to_list() == arrays["result"][:, 1, 1].tolist()
        assert table["planes"].to_numpy().reshape(arrays["planes"].shape).tolist() == arrays["planes"].tolist()
        assert table["next_hand"].to_list() == arrays["counts"][:, 1, 2].tolist()
        assert ("score" in table.columns) == (players == 2) and ("score_c" in table.columns) == (players == 3)
        floe.frame([path, path]).write_parquet(tmp_path / "positions.parquet")
        assert len(polars.read_parquet(tmp_path / "positions.parquet")) == 2 * len(table)


def test_a_torn_file_is_read_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "games"
    floe.selfplay(path, 3, "greedy:nodes=1")
    whole = path.read_bytes()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rows = len(floe.read_selfplay(path)["ply"])
    path.write_bytes(whole[:-10])
    with pytest.warns(UserWarning, match=r"games: the last game is cut off: \d+ bytes at the end are left out"):
        assert len(floe.read_selfplay(path)["ply"]) < rows
    floe.selfplay(path, 3, "greedy:nodes=1")
    assert path.read_bytes() == whole


def test_no_files_are_no_rows(tmp_path: Path) -> None:
    floe.selfplay(tmp_path / "games", 1, "greedy:nodes=1")
    none, some = floe.read_selfplay([]), floe.read_selfplay(tmp_path / "games")
    assert list(none) == list(some) and all(len(column) == 0 for column in none.values())
