"""Files of self-play."""

from __future__ import annotations

import warnings
from os import PathLike
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Sequence, Tuple, Union

from . import _checks, _floe
from ._floe import OptionError
from ._games import set_up
from ._guided import Evaluator, search_options
from ._identity import identity
from ._search import Engine, engine_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Path of a file.
Path = Union[str, "PathLike[str]"]


def selfplay(
    path: Path,
    games: int,
    engine: Union[str, Engine, None] = None,
    *,
    evaluator: Optional[Evaluator] = None,
    search: Optional[Mapping[str, Any]] = None,
    sampled_plies: int = 8,
    seed: int = 1,
    random_plies: Optional[int] = None,
    players: Optional[int] = None,
    rules: str = "base",
    layout: Optional[str] = None,
    penguins: Optional[int] = None,
    concurrency: Optional[int] = None,
    progress: Optional[Callable[[int, int], object]] = None,
) -> Tuple[int, int]:
    """Generate training data by self-play, in a file, or resume it.

    The same call writes the same file, on any number of cores, and goes on where it was interrupted.

    Parameters
    ----------
    path : path
        File to write or to resume.
    games : int
        Number of games in the file at the end.
    engine : str or Engine
        Engine with a limit of nodes or depth, of which the name alone counts, by default ``"default:nodes=2000"``. With an evaluator a name for it, by
        default ``"evaluator"``: a file is resumed under the same name, and with the same evaluator only, as far as a hash
        of its code and of the values that it uses can tell; an attribute ``identity``, a text, says what it is.
    evaluator : callable, optional
        Function that guides a `Search`, as `Search.run` takes it, which plays in place of an engine. The file keeps the
        policies that the searches found. Its bytes are the same as far as the numbers of the evaluator are.
    search : mapping, optional
        Options of `Search`, such as ``{"simulations": 100, "noise": 0.25}``.
    sampled_plies : int
        Number of searched moves at the start of a game that are drawn by the policy, with an evaluator; later ones are the
        best.
    seed : int
        Seed of floes and chance.
    random_plies : int, optional
        Maximum number of random moves at the start of a game, placements included: by default 12 with an engine, and none
        with an evaluator, whose policies vary the games.
    players, rules, layout, penguins
        As in `deal`.
    concurrency : int, optional
        Games played in parallel; by default as many as cores, with an evaluator 64.
    progress : callable, optional
        Receives the number of games in the file and at the end after every game.

    Returns
    -------
    games, positions : int
        Numbers of games and of positions in the file.
    """
    deal = set_up(players, rules, layout, penguins=penguins)
    _checks.function("progress", progress)
    if evaluator is not None:
        found = search_options(_checks.mapping("search", search))
        guided = {
            "games": _checks.number("games", games),
            "name": _name(engine),
            "hash": identity(evaluator),
            "settings": ",".join(f"{name}={value}".replace(" ", "") for name, value in found.items()),
            "seed": _checks.number("seed", seed),
            "random_plies": _checks.number("random_plies", 0 if random_plies is None else random_plies, 0, 2**31),
            "sampled_plies": _checks.number("sampled_plies", sampled_plies, 0, 2**31),
            "concurrency": 64 if concurrency is None else _checks.number("concurrency", concurrency, 1, 2**20),
            "search": found,
            "evaluator": _checks.function("evaluator", evaluator),
        }
        return _floe.guided_selfplay(_checks.path("path", path), deal, guided, progress)
    if search is not None:
        raise OptionError("search: expected with an evaluator only")
    options = {
        "games": _checks.number("games", games),
        "engine": engine_name("engine", "default:nodes=2000" if engine is None else engine),
        "seed": _checks.number("seed", seed),
        "random_plies": _checks.number("random_plies", 12 if random_plies is None else random_plies, 0, 2**31),
        "concurrency": _checks.optional("concurrency", concurrency, 0, 2**32),
    }
    return _floe.selfplay(_checks.path("path", path), deal, options, progress)


def _name(engine: Union[str, Engine, None]) -> str:
    """Return the name of an evaluator: a word."""
    name = "evaluator" if engine is None else _checks.text("engine", engine)
    if not name or len(name.split()) != 1:
        raise OptionError(f"engine: expected a name without blanks; found {name!r}")
    return name


def read_selfplay(paths: Union[Path, Sequence[Path]], *, planes: bool = True) -> Dict[str, NDArray[Any]]:
    """Read the positions of files of self-play as NumPy arrays, with a row for every position.

    `frame` makes a table of Polars of them.

    Parameters
    ----------
    paths : path or sequence of path
        Files of the same rules and number of players.
    planes : bool
        Whether to include the planes, which take most of the memory.

    Returns
    -------
    dict of str to array
        ``game`` and ``ply``, the numbers of the game, int64, and of the move; ``turn``, the index of the player to move;
        ``planes`` and ``counts``, as `Batch.planes` and `Batch.counts` give them; ``action``, the move played, as `Position.legal_actions`
        numbers it, int64, or -1 where it has no number;
        ``score``, what the search found, in 1/128 fish: the margin for the player to move, or with more than two sides the
        results of all players, one row each;
        ``exact``, whether it is proved; ``depth``, in plies; ``result``, the final fish and tiles of each player, A first.

        Files with policies also have ``policy_offsets``, the places where the policy of each position begins and ends in
        ``policy_actions`` and ``policy``: actions, int64, and their shares of the visits or in the improved policy. Their scores
        are the values of the searches times 128, or with ``margin`` that times the margin: 1/128 fish.

    Raises
    ------
    FileError
        If a file cannot be read, or is damaged before its end. Of a last game that was cut off while it was written, or is
        being written, a warning says so.
    """
    several = _checks.paths("paths", paths)
    arrays, torn = _floe.read_selfplay(several, _checks.flag("planes", planes))
    for path, count in zip(several, torn):
        if count:
            warnings.warn(f"{path}: the last game is cut off: {count} bytes at the end are left out", stacklevel=2)
    return arrays
