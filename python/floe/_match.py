"""Matches between engines and functions."""

from __future__ import annotations

from os import PathLike
from typing import Any, Callable, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _checks, _floe
from ._floe import Move, OptionError, Position
from ._games import set_up
from ._identity import identity
from ._processes import Processes
from ._report import MatchReport
from ._search import Engine

#: Player of a match: an engine of floe, also as an `Engine`, of which the name alone counts, such as ``"default:nodes=1000"``, another program as ``"cmd:PROGRAM"``, or a function that
#: receives a position and returns one of its legal moves or actions. A player that is an object with a method ``new_game`` has it called
#: with a seed before each game.
Player = Union[str, Engine, Callable[[Position], Union[str, int, Move]]]

#: Largest number of processes of a match.
MAX_PROCESSES = 1024


def _player(player: Any) -> Any:
    """Return an engine as its name, and another player as it is."""
    return player.name if isinstance(player, Engine) else player


def _named(players: Any) -> List[Tuple[str, Player]]:
    """Return the players of a match, each with its name, which only an engine may share with another one."""
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise OptionError(f"players: expected a sequence of engines and functions; found {players!r}")
    named: List[Tuple[str, Player]] = []
    for given in [players] if isinstance(players, Mapping) else players:
        item = _player(given)
        if isinstance(item, Mapping):
            named.extend((name, _player(player)) for name, player in item.items())
        elif isinstance(item, str) or callable(item):
            named.append((item if isinstance(item, str) else getattr(item, "__name__", type(item).__name__), item))
        else:
            raise OptionError(f"players: expected engines and functions; found {item!r}")
    for number, (name, player) in enumerate(named):
        if not isinstance(name, str) or not name:
            raise OptionError(f"players: expected a text as the name of a player; found {name!r}")
        if isinstance(player, str) and player != name:
            raise OptionError(f"players: expected an engine under its own name; found {name!r} for {player!r}")
        if not isinstance(player, str) and not callable(player):
            raise OptionError(f"players: expected engines and functions; found {player!r}")
        for other_name, other in named[:number]:
            if other_name == name and other is not player and not (isinstance(other, str) and isinstance(player, str)):
                example = "{'mine-v2': function}"
                raise OptionError(f"players: expected a name for each; found two of the name {name!r}: use {example}")
    return named


def match(
    players: Union[Sequence[Union[Player, Mapping[str, Player]]], Mapping[str, Player]],
    floes: Optional[int] = None,
    *,
    seats: Optional[int] = None,
    rules: str = "base",
    layout: Optional[str] = None,
    penguins: Optional[int] = None,
    placed: bool = False,
    positions: Sequence[Position] = (),
    seed: Optional[int] = None,
    sprt: Sequence[float] = (),
    normalized: bool = False,
    order: Optional[float] = None,
    gauntlet: bool = False,
    all_permutations: bool = False,
    clock: Optional[str] = None,
    concurrency: Optional[int] = None,
    processes: Optional[int] = None,
    shard: Optional[Tuple[int, int]] = None,
    out: Union[str, PathLike[str], None] = None,
    progress: Optional[Callable[[int, int], object]] = None,
) -> MatchReport:
    """Play a match and report on the first player.

    Plays each floe once for every rotation of the seats. Without a limit or a clock, an engine of floe gets 100 ms for a
    move. An exception of a function, or a move of it that is not legal, ends the match and is raised; the text or the
    notes of the exception name the player, the game and the position.

    Parameters
    ----------
    players : sequence of str, Engine or callable, or mapping
        Engines of floe, by their names or as `Engine`, of which the name alone counts, programs, and functions that receive a `Position` and return a legal move or action. A mapping,
        such as ``{"mine-v2": function}``, in the sequence or in its place gives names to functions. Two different
        players cannot have one name.
    floes : int, optional
        Number of floes; by default 100, or the number of given positions.
    seats : int, optional
        Number of players in a game; by default the usual one of the rules.
    rules, layout, penguins
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
        match once it is clear whether the first player is stronger than the others together.
    normalized : bool
        Whether the bounds are in normalised Elo.
    order : float, optional
        End the match once the order of all players is right with this probability, as in 0.95. Games go to players that
        are next to each other in the order, as long as it is open which is stronger; `json` of the report says under
        ``"order"`` what is clear. Not with `sprt`, `gauntlet` or `shard`.
    gauntlet : bool
        Play only the first player against the others.
    all_permutations : bool
        Play all orders of the seats, not only the rotations.
    clock : str, optional
        Time per player and game, and increment per move: "60s" or "60s+1s". A player whose time runs out loses the game.
    concurrency : int, optional
        Games played in parallel; by default all cores. Functions of Python take turns.
    processes : int, optional
        Play this number of games in parallel, each with the functions in a process of its own, so that they do not take
        turns. On Linux the program forks, unless `multiprocessing.set_start_method` has chosen another way; elsewhere
        functions must be such that `pickle` takes them.
    shard : tuple of int, optional
        ``(i, k)`` plays the i-th of k parts of the match only, counted from 1, for one of k machines or jobs; `merge`
        reports on all of them. Needs `out`, `floes` or `positions`, and `seed`; a test is left to `merge`.
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
    named = _named(players)
    part = _part(shard, out, seed, floes is not None or bool(starts))
    if processes is not None and concurrency is not None:
        raise OptionError("concurrency: expected none with processes, each of which plays one game")
    options = {
        "names": [name for name, _ in named],
        "hashes": ["" if isinstance(player, str) else identity(player) for _, player in named],
        "floes": _checks.number("floes", floes, 1) if floes is not None else len(starts) or 100,
        "seed": _checks.optional("seed", seed),
        "placed": _checks.flag("placed", placed),
        "positions": [str(position) for position in starts],
        "gauntlet": _checks.flag("gauntlet", gauntlet),
        "all_permutations": _checks.flag("all_permutations", all_permutations),
        "concurrency": _checks.optional("concurrency", concurrency, 0, 2**32),
        "shard": part,
        "out": None if out is None else _checks.path("out", out),
        "sprt": _checks.reals("sprt", sprt),
        "normalized": _checks.flag("normalized", normalized),
        "order": None if order is None else _checks.real("order", order, 0.0, 1.0),
        "clock": None if clock is None else _checks.text("clock", clock),
    }
    deal = set_up(seats, rules, layout, penguins=penguins)
    _checks.function("progress", progress)
    if processes is None:
        return MatchReport._of(_floe.play_match([player for _, player in named], deal, options, progress))
    count = _checks.number("processes", processes, 1, MAX_PROCESSES)
    options["concurrency"] = count
    with Processes(named, count) as workers:
        return MatchReport._of(_floe.play_match(workers.players, deal, options, progress))


def _part(shard: Any, out: Any, seed: Any, has_floes: bool) -> Optional[Tuple[int, int]]:
    """Return the numbers of a shard, which needs what all shards of a match share."""
    if shard is None:
        return None
    numbers = _checks.numbers("shard", shard, _checks.MOST)
    if len(numbers) != 2:
        raise OptionError(f"shard: expected (i, k), the i-th of k parts; found {shard!r}")
    for option, is_given in (("out", out is not None), ("seed", seed is not None), ("floes", has_floes)):
        if not is_given:
            raise OptionError(f"{option}: expected with shard, for all shards of a match share it")
    return numbers[0], numbers[1]
