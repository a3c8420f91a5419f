"""Game files and records of matches."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Literal, NamedTuple, Optional, Sequence, Tuple, Union, overload

from . import _checks, _floe
from ._floe import FileError, OptionError, Position
from ._frames import polars_module

if TYPE_CHECKING:
    import polars

#: Path of a file or a directory.
Path = Union[str, "os.PathLike[str]"]


class MoveNode(NamedTuple):
    """Move of a game with variations, and what is noted on it.

    Attributes
    ----------
    parent : int
        Number of the node that the move follows, counted from 1; 0 for the first position. Of several nodes with one
        parent the first is the main continuation, the others are variations.
    move : str
        Move in notation, with its outcome.
    marks : str
        Marks such as ``!?`` and ``$1``, separated by blanks.
    comments : tuple of str
        Comments on the position after the move.
    arrows : tuple of str
        Drawings on the position after the move: moves or arrows such as ``b2-d4``, and hexes such as ``e5``.
    clock : float, optional
        Seconds left to the player after the move.
    value : str, optional
        Value in notation.
    review : str, optional
        Note of a review on the move, which the page of ``floe board`` and `Review.annotate` write.
    """

    parent: int
    move: str
    marks: str = ""
    comments: Tuple[str, ...] = ()
    arrows: Tuple[str, ...] = ()
    clock: Optional[float] = None
    value: Optional[str] = None
    review: Optional[str] = None


@dataclass(frozen=True)
class Game:
    """Game of a file.

    Attributes
    ----------
    start : Position
        Position before the first move.
    moves : list of str
        Moves of the main line in notation, with their outcomes.
    headers : dict
        Headers: players, date, rules, result.
    comments : list of list of str
        Comments on every move of the main line.
    number : int, optional
        Number of the game in its file or match.
    file : str
        Path of the file.
    block : int, optional
        Number of the block of a match: one line-up on one floe, in all seatings.
    seed : int, optional
        Seed of the match.
    seats : list of int, optional
        Player of a match on each seat, by its place in the match, from 0.
    forfeit : int, optional
        Seat that has lost the game before its last move, from 0: by a fault in a match, or as ``Result`` says.
    nodes : list of MoveNode
        Moves of the main line and of all variations, with all that is noted on them.
    game_comments : list of str
        Comments on the whole game.
    arrows : list of str
        Drawings on the first position: moves or arrows such as ``b2-d4``, and hexes such as ``e5``.
    """

    start: Position
    moves: List[str]
    headers: Dict[str, str]
    comments: List[List[str]]
    number: Optional[int] = None
    file: str = field(default="", repr=False)
    block: Optional[int] = None
    seed: Optional[int] = None
    seats: Optional[List[int]] = None
    forfeit: Optional[int] = None
    nodes: List[MoveNode] = field(default_factory=list, repr=False)
    game_comments: List[str] = field(default_factory=list, repr=False)
    arrows: List[str] = field(default_factory=list, repr=False)

    @property
    def variations(self) -> List[List[List[MoveNode]]]:
        """Variations that replace each move of the main line.

        Each variation is a list of nodes whose parents are counted in this list; 0 is the position before the move.
        """
        variations: List[List[List[MoveNode]]] = []
        # Index of the move of the main line that follows a node of it.
        main: Dict[int, int] = {}
        # Variation of a node, and the node's number in it.
        places: Dict[int, Tuple[List[MoveNode], int]] = {}
        last = 0
        for number, node in enumerate(self.nodes, 1):
            if node.parent == last:
                main[last] = len(variations)
                variations.append([])
                last = number
                continue
            if node.parent in main:
                variation: List[MoveNode] = []
                variations[main[node.parent]].append(variation)
                parent = 0
            else:
                variation, parent = places[node.parent]
            variation.append(node._replace(parent=parent))
            places[number] = (variation, len(variation))
        return variations

    def positions(self) -> List[Position]:
        """Return the positions before all moves of the main line, and the final one."""
        positions = [self.start]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return positions

    @cached_property
    def final(self) -> Position:
        """Position after the last move."""
        return self.start.play_all(self.moves)

    @property
    def players(self) -> List[str]:
        """Names of the players by their seats, with teams of the teams; "?" where the file does not name one."""
        count = len(self.seats) if self.seats is not None else self.start.players
        return [self.headers.get(letter, "?") for letter in "ABCD"[:count]]

    @property
    def scores(self) -> List[Dict[str, float]]:
        """Points of each player after the last move, as `Position.scores` has them."""
        return self.final.scores

    @cached_property
    def returns(self) -> Optional[List[float]]:
        """Payoffs of the players as `Position.returns` has them, also after a forfeit; None if the game has not ended."""
        if self.forfeit is None:
            return self.final.returns
        players, sides = self.start.players, self.start.sides
        losers = [player % sides == self.forfeit for player in range(players)]
        if sides == 1:
            return None
        win, loss = (1.0, -1.0) if sides == 2 else (1 / losers.count(False), -1 / losers.count(True))
        return [loss if has_lost else win for has_lost in losers]


@overload
def read_games(paths: Union[Path, Sequence[Path]], *, frame: Literal[False] = False) -> List[Game]: ...
@overload
def read_games(paths: Union[Path, Sequence[Path]], *, frame: Literal[True]) -> "polars.DataFrame": ...
def read_games(paths: Union[Path, Sequence[Path]], *, frame: bool = False) -> Any:
    """Read the games of game files, or of the records of matches.

    Parameters
    ----------
    paths : path or sequence of path
        Game files as `floe play` writes them, files ``.jsonl`` of a match, or directories of matches, of which all files
        ``.jsonl`` are read.
    frame : bool
        Return a table of Polars with a row for every game, which needs the extra ``polars``.

    Returns
    -------
    list of Game or polars.DataFrame
        All games of the files.

    Raises
    ------
    FileError
        If a file cannot be read, or has a mistake; the text names its place.
    """
    several = _checks.paths("paths", paths)
    games = [game for path in several for file in _files(path) for game in _read(file)]
    if not _checks.flag("frame", frame):
        return games
    return _frame_of_games(games)


def _frame_of_games(games: Sequence[Game]) -> "polars.DataFrame":
    """Return a table with a row for every game."""
    rows: List[Dict[str, Any]] = [
        {
            "file": game.file,
            "number": game.number,
            "block": game.block,
            "seed": game.seed,
            "rules": game.start.rules,
            "players": game.players,
            "seats": game.seats,
            "scores": game.scores,
            "returns": game.returns,
            "forfeit": game.forfeit,
            "plies": len(game.moves),
            "start": str(game.start),
            "moves": game.moves,
        }
        for game in games
    ]
    table = polars_module()
    # Columns that may be empty, and seeds, which have 64 bits without a sign.
    types = {name: table.Int64 for name in ("number", "block", "forfeit")}
    types.update(seed=table.UInt64, seats=table.List(table.Int64))
    games_table: polars.DataFrame = table.DataFrame(rows, infer_schema_length=None, schema_overrides=types)
    return games_table


def _files(path: str) -> List[str]:
    """Return the files of games of a path: itself, or all records in a directory."""
    if not os.path.isdir(path):
        return [path]
    records = sorted(os.path.join(path, name) for name in os.listdir(path) if name.endswith(".jsonl"))
    if not records:
        raise FileError(f"{path}: expected a directory with files .jsonl of a match; found none")
    return records


def _read(file: str) -> List[Game]:
    games = []
    for parts in _floe.read_games(file):
        headers = dict(parts.pop("headers"))
        nodes = [_node(node) for node in parts.pop("nodes")]
        games.append(Game(file=file, headers=headers, nodes=nodes, **parts))
    return games


def _node(parts: Dict[str, Any]) -> MoveNode:
    lists = {name: tuple(parts.get(name, ())) for name in ("comments", "arrows")}
    return MoveNode(**{**parts, **lists})


def write_games(path: Path, games: Union[Game, Sequence[Game]]) -> None:
    """Write games to a game file, with their headers, variations and notes; what `read_games` reads there is the same.

    Parameters
    ----------
    path : path
        File, which is replaced when all games are written.
    games : Game or sequence of Game
        Games. Where one has no nodes, its moves and comments are written.

    Raises
    ------
    MoveError
        If a move is not legal.
    OptionError
        If a game has headers, parents or notes that no game file can hold.
    FileError
        If the file cannot be written.
    """
    if not isinstance(games, (Game, Iterable)):
        raise OptionError(f"games: expected a Game, or a sequence of them; found {games!r}")
    several = [checked_game("games", game) for game in ([games] if isinstance(games, Game) else games)]
    _floe.write_games(_checks.path("path", path), [_parts(game) for game in several])


def checked_game(option: str, game: Any) -> Game:
    """Return a game whose start and moves have the right types.

    Raises
    ------
    OptionError
        If it is none.
    """
    if not isinstance(game, Game):
        raise OptionError(f"{option}: expected a Game; found {game!r}")
    if not isinstance(game.start, Position):
        raise OptionError(f"{option}.start: expected a position; found {game.start!r}")
    _checks.texts(f"{option}.moves", game.moves)
    for node in game.nodes:
        if not isinstance(node, MoveNode):
            raise OptionError(f"{option}.nodes: expected a MoveNode; found {node!r}")
        _checks.integer(f"{option}.nodes.parent", node.parent)
        _checks.text(f"{option}.nodes.move", node.move)
    return game


def _parts(game: Game) -> Dict[str, Any]:
    nodes = game.nodes or [
        MoveNode(number, move, comments=tuple(game.comments[number] if number < len(game.comments) else ()))
        for number, move in enumerate(game.moves)
    ]
    return {
        "start": game.start,
        "headers": list(game.headers.items()),
        "game_comments": game.game_comments,
        "arrows": game.arrows,
        "nodes": [node._asdict() for node in nodes],
    }
