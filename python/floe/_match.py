"""Matches between engines and functions."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Union

from . import _checks, _floe
from ._floe import OptionError, Position
from ._games import _options
from ._identity import identity

#: Player of a match: an engine of floe, such as ``"default:nodes=1000"``, another program as ``"cmd:PROGRAM"``, or a function that
#: receives a position and returns one of its legal moves or actions. A player that is an object with a method ``new_game`` has it called
#: with a seed before each game.
Player = Union[str, Callable[[Position], Union[str, int]]]


@dataclass(frozen=True)
class MatchReport:
    """Results of a match, seen from the first player.

    Attributes
    ----------
    games : int
        Number of games in complete blocks.
    wins, draws, losses : int
        Games of the first player.
    elo, elo_error : float
        Elo difference to the others, and half the width of its 95 % interval.
    margin, margin_error : float
        Mean difference in fish per game, and half the width of its 95 % interval; None while there are too few blocks.
    superiority : float, optional
        Likelihood that the first player is stronger, for two players.
    decision : str, optional
        Decision of the sequential test: ``"accepted"``, ``"rejected"`` or ``"open"``.
    json : dict
        All fields, as ``floe match --json`` prints them.
    """

    games: int
    wins: int
    draws: int
    losses: int
    elo: float
    elo_error: float
    margin: float
    margin_error: Optional[float]
    superiority: Optional[float]
    decision: Optional[str]
    json: Dict[str, Any] = field(repr=False)

    @property
    def score(self) -> float:
        """Share of the points of the first player, a draw being half a point."""
        return (self.wins + self.draws / 2) / max(1, self.wins + self.draws + self.losses)

    @classmethod
    def _of(cls, report: Dict[str, Any]) -> MatchReport:
        results = report["results"]
        return cls(
            games=report["games"],
            wins=results["wins"],
            draws=results["draws"],
            losses=results["losses"],
            elo=report["elo"],
            elo_error=report["error"],
            margin=report["margin"],
            margin_error=report["margin_error"],
            superiority=report.get("pairs", {}).get("superiority"),
            decision=report.get("sprt", {}).get("decision"),
            json=report,
        )


def match(
    players: Sequence[Player],
    floes: Optional[int] = None,
    *,
    seats: Optional[int] = None,
    rules: str = "base",
    layout: Optional[str] = None,
    placed: bool = False,
    positions: Sequence[Position] = (),
    seed: Optional[int] = None,
    sprt: Sequence[float] = (),
    normalized: bool = False,
    gauntlet: bool = False,
    all_permutations: bool = False,
    clock: Optional[str] = None,
    concurrency: Optional[int] = None,
    out: Union[str, PathLike[str], None] = None,
    progress: Optional[Callable[[int, int], object]] = None,
) -> MatchReport:
    """Play a match and report on the first player.

    Plays each floe once for every rotation of the seats. Without a limit or a clock, an engine of floe gets 100 ms for a
    move. An exception of a function, or a move of it that is not legal, ends the match and is raised.

    Parameters
    ----------
    players : sequence of str or callable
        Engines of floe, programs, and functions that receive a `Position` and return a legal move or action.
    floes : int, optional
        Number of floes; by default 100, or the number of given positions.
    seats : int, optional
        Number of players in a game; by default the usual one of the rules.
    rules, layout
        As in `deal`.
    placed : bool
        Start with all penguins placed at random.
    positions : sequence of Position, optional
        Positions to start from, in place of dealt floes.
    seed : int, optional
        Seed of floes and chance: the same seed plays the same match. Without it, 64 bits are drawn, or those of the match in
        `out` are used.
    sprt : sequence of float, optional
        Bounds ``(elo0, elo1)`` or ``(elo0, elo1, alpha, beta)`` of a sequential probability ratio test, which ends the
        match once it is clear whether the first player is stronger.
    normalized : bool
        Whether the bounds are in normalised Elo.
    gauntlet : bool
        Play only the first player against the others.
    all_permutations : bool
        Play all orders of the seats, not only the rotations.
    clock : str, optional
        Time per player and game, and increment per move: "60s" or "60s+1s". A player whose time runs out loses the game.
    concurrency : int, optional
        Games played in parallel; by default all cores. Functions of Python take turns.
    out : path, optional
        Directory to record the games in, or to resume the match from. More floes than were recorded extend the match. A
        function is recorded with a hash of its code and of the values that it uses and does not assign; a match with
        another one is refused. A player with an attribute ``identity``, a text, is recorded with that.
    progress : callable, optional
        Receives the number of games played and of all games after every game.

    Returns
    -------
    MatchReport
        Results and statistics.

    Examples
    --------
    >>> def first(position):
    ...     return position.legal_moves[0]
    >>> report = floe.match(["greedy", first], floes=10)
    >>> report.games, report.score > 0.5
    (20, True)
    """
    starts = _checks.positions("positions", positions)
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise OptionError(f"players: expected a sequence of engines and functions; found {players!r}")
    for player in players:
        if not isinstance(player, str) and not callable(player):
            raise OptionError(f"players: expected engines and functions; found {player!r}")
    names = [
        player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__) for player in players
    ]
    options = {
        "names": names,
        "hashes": ["" if isinstance(player, str) else identity(player) for player in players],
        "floes": _checks.number("floes", floes, 1) if floes is not None else len(starts) or 100,
        "seed": _checks.optional("seed", seed),
        "placed": bool(placed),
        "positions": [str(position) for position in starts],
        "gauntlet": gauntlet,
        "all_permutations": all_permutations,
        "concurrency": _checks.optional("concurrency", concurrency, 0, 2**32),
        "out": None if out is None else fspath(out),
        "sprt": _checks.reals("sprt", sprt),
        "normalized": normalized,
        "clock": None if clock is None else _checks.text("clock", clock),
    }
    deal = _options(seats, rules, layout)
    return MatchReport._of(_floe.play_match(list(players), deal, options, progress))
