"""Starts of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence

from . import _checks, _floe
from ._floe import Actions, OptionError, Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Kinds of the options of a new game: flag, number, text, numbers, texts or counts.
KINDS = _floe.set_up_options()


def deal(
    seed: int,
    players: Optional[int] = None,
    rules: str = "base",
    *,
    layout: Optional[str] = None,
    penguins: Optional[int] = None,
    balanced: bool = False,
    placed: bool = False,
    plies: Optional[int] = None,
    tiles: Optional[int] = None,
    centre: Optional[str] = None,
    whales: Optional[Sequence[int]] = None,
    special: Optional[Mapping[str, int]] = None,
    species: Optional[Sequence[str]] = None,
    waste: Optional[Mapping[str, int]] = None,
    hand: Optional[int] = None,
    rays: Optional[str] = None,
    difficult: bool = False,
    columns: Optional[int] = None,
    height: Optional[int] = None,
    each: Optional[int] = None,
    dealt: bool = False,
    lake: Optional[int] = None,
    anglers: Optional[int] = None,
    lake_tiles: Optional[Sequence[str]] = None,
    catch_tiles: Optional[Sequence[int]] = None,
    no_specials: bool = False,
) -> Position:
    """Deal the start of a game.

    A seed deals the same floe under all rules and for all numbers of players. The options are those of ``floe new``, and
    give the same positions.

    Parameters
    ----------
    seed : int
        Seed of all random choices.
    players : int, optional
        Number of players; by default the usual one, 2, or 4 in teams.
    rules : str
        Name of the rules, one of ``floe.rules()``.
    layout : str, optional
        Layout of the floe: standard, setup-1, setup-2, the small ones small-10, small-16 and small-22, or rows(...).
    penguins : int, optional
        Number of penguins of each player, from 1; by default, and at most, 4, 3 or 2 with two, three or four players.
    balanced : bool
        Spread the fish evenly over the floe.
    placed : bool
        Place all penguins at random.
    plies : int, optional
        Number of random moves to play after the placement, fewer if the game ends.
    tiles : int, optional
        Number of tiles to leave: random moves follow the placement until there are no more.
    centre : str, optional
        Centre of the layout setup-2: water, open, 0 or m2.
    whales : sequence of int, optional
        Fish of the tiles that hide a whale in hidden-whale: [3] or [3, 2].
    special : mapping of str to int, optional
        Numbers of special tiles by their kinds: teleport, exchange, broken, reversal, floating.
    species : sequence of str, optional
        Species in flip and contest, by names or letters: ["whale", "dolphin"] or "WD".
    waste : mapping of str to int, optional
        Numbers of waste cards in flip by their kinds: plastic, metal, oil.
    hand : int, optional
        Number of action cards of each player in flip.
    rays : str, optional
        Power of rays in flip and contest: usual or far.
    difficult : bool
        Deal six plastic cards in flip in place of four.
    columns, height, each : int, optional
        Columns and rows of cards in flip, and cards of each species in flip and contest, for studies.
    dealt : bool
        Lay the tiles of angling at random.
    lake : int, optional
        Number of columns and rows of the lake in angling, 2 to 4.
    anglers : int, optional
        Number of anglers in angling, 1 or 2.
    lake_tiles : sequence of str, optional
        Tiles in angling, one for each space, such as "12rd".
    catch_tiles : sequence of int, optional
        Numbers of catch tiles in angling of the distances from 1.
    no_specials : bool
        Play angling without specials.

    Returns
    -------
    Position
        The position before the first move, or after the random ones.

    Raises
    ------
    OptionError
        If the options do not fit each other.

    Examples
    --------
    >>> floe.deal(7, placed=True).turn
    'A'
    >>> str(floe.deal(7, rules="angling", lake=2, anglers=1))
    'angling:../.. B 0,0 - 1.1 lh,ys step=lay hand=1.2.r.d lake=2x2 tiles=1.2.r.d'
    """
    options = dict(locals())
    seed = _checks.number("seed", options.pop("seed"))
    return _floe.deal(seed, **native_deal(**options))


def actions(layout: Optional[str] = None, rules: str = "base", **options: Any) -> Actions:
    """Return all actions of a game on a board: a sequence of moves, in which the place of a move is its action.

    Actions depend on the rules and the layout only, not on the position or the number of players.

    Parameters
    ----------
    layout, rules
        As in `deal`.
    **options
        Other options of `deal`: in angling the size of the lake.

    Returns
    -------
    Actions
        Moves in notation by action. ``index`` gives the action of a move, ``table`` the parts of all moves, for policies
        with several heads. In special-tiles, flip and contest actions are places in `Position.legal_moves`: there it has
        a length only.

    Examples
    --------
    >>> actions = floe.actions()
    >>> len(actions), actions[0], actions[1123]
    (1124, 'a1', 'h8-g8')
    >>> actions.index("c5-d4")
    633
    >>> actions.kinds, actions.table[actions.index("c5-d4")].tolist()
    (['place', 'slide'], [1, 32, 25, -1, -1])
    >>> len(floe.actions("small-22")), len(floe.actions(rules="angling", lake=2))
    (234, 88)
    """
    return deal(0, None, rules, layout=layout, **_penguins_for(layout, options)).actions


def coordinates(layout: Optional[str] = None, **options: Any) -> NDArray[np.int64]:
    """Return the row and the column of every hex on the grid of planes, shape (hexes, 2).

    They are axial coordinates: each of the six directions is one step on the grid.

    Parameters
    ----------
    layout, **options
        As in `actions`.

    Examples
    --------
    >>> floe.coordinates("rows(1:2,0:3)").tolist()
    [[0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
    """
    return deal(0, layout=layout, **_penguins_for(layout, options)).coordinates


def neighbours(layout: Optional[str] = None, **options: Any) -> NDArray[np.int64]:
    """Return the number of the neighbour of every hex in each direction, clockwise from the right, shape (hexes, 6).

    -1 stands where there is no hex.

    Parameters
    ----------
    layout, **options
        As in `actions`.

    Examples
    --------
    >>> floe.neighbours("rows(1:2,0:3)")[0].tolist()
    [1, 3, 2, -1, -1, -1]
    """
    return deal(0, layout=layout, **_penguins_for(layout, options)).neighbours


def _penguins_for(layout: Optional[str], options: Dict[str, Any]) -> Dict[str, Any]:
    """Options of a deal on any layout: with one penguin for each player, small floes have places enough."""
    return options if layout is None else {"penguins": 1, **options}


def native_deal(
    placed: bool = False, plies: Optional[int] = None, tiles: Optional[int] = None, **options: Any
) -> Dict[str, Any]:
    """Return a deal and the random moves after it for the native part."""
    return {
        "deal": set_up(**options),
        "start": {
            "placed": _checks.flag("placed", placed),
            "plies": _checks.optional("plies", plies, 0, 2**31),
            "tiles": _checks.optional("tiles", tiles, 0, 2**31),
        },
    }


def set_up(players: Optional[int], rules: str, layout: Optional[str], **others: Any) -> Dict[str, Any]:
    """Return the set-up of a deal for the native part."""
    unknown = sorted(others.keys() - KINDS.keys())
    if unknown:
        raise TypeError(f"unexpected option {unknown[0]!r}")
    given = {"layout": layout, **others}
    return {
        "players": _checks.optional("players", players, 0, 2**31),
        "rules": _checks.text("rules", rules),
        "options": {name: _CHECKS[KINDS[name]](name, value) for name, value in given.items() if value is not None},
    }


def _number(option: str, value: Any) -> int:
    """Return a number that an option can have."""
    return _checks.number(option, value, 0, 255)


def _counts(option: str, value: Any) -> Dict[str, int]:
    """Return numbers by names."""
    if not isinstance(value, Mapping):
        raise OptionError(f"{option}: expected numbers by names, as in {{'name': 1}}; found {value!r}")
    return {_checks.text(option, name): _number(option, number) for name, number in value.items()}


#: Checks of values by their kinds.
_CHECKS: Dict[str, Callable[[str, Any], Any]] = {
    "flag": _checks.flag,
    "number": _number,
    "text": _checks.text,
    "numbers": _checks.numbers,
    "texts": _checks.texts,
    "counts": _counts,
}


def rules() -> List[str]:
    """List the names of all rules."""
    return _floe.rules()
