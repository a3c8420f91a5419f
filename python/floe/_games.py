"""Starts of games."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence

from . import _floe
from ._floe import Position

#: Options of games on a floe, of Fish 'n' Flip and of Gone Fishing!, with their defaults.
_OF_FLOES: Dict[str, Any] = {"balanced": False, "centre": None, "whales": None, "special": None}
_OF_FLIP: Dict[str, Any] = {
    "species": None,
    "waste": None,
    "hand": None,
    "rays": None,
    "difficult": False,
    "columns": None,
    "height": None,
    "each": None,
}
_OF_ANGLING: Dict[str, Any] = {
    "dealt": False,
    "lake": None,
    "anglers": None,
    "lake_tiles": None,
    "catch_tiles": None,
    "no_specials": False,
}


def deal(
    seed: int,
    players: Optional[int] = None,
    rules: str = "base",
    *,
    layout: Optional[str] = None,
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
        Layout of the floe: standard, setup-1, setup-2 or rows(...).
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
    options = _options(
        players,
        rules,
        layout,
        balanced=balanced,
        centre=centre,
        whales=whales,
        special=special,
        species=species,
        waste=waste,
        hand=hand,
        rays=rays,
        difficult=difficult,
        columns=columns,
        height=height,
        each=each,
        dealt=dealt,
        lake=lake,
        anglers=anglers,
        lake_tiles=lake_tiles,
        catch_tiles=catch_tiles,
        no_specials=no_specials,
    )
    return _floe.deal(seed, options, {"placed": placed, "plies": plies, "tiles": tiles})


def _options(players: Optional[int], rules: str, layout: Optional[str], **others: Any) -> Dict[str, Any]:
    """Options of a deal for the native part."""
    for name in ("species", "lake_tiles"):
        if isinstance(others.get(name), str):
            others[name] = list(others[name])

    def taken(defaults: Dict[str, Any]) -> Dict[str, Any]:
        return {name: others.pop(name, default) for name, default in defaults.items()}

    options = {
        "players": players,
        "rules": rules,
        "layout": layout,
        **taken(_OF_FLOES),
        "flip": taken(_OF_FLIP),
        "angling": taken(_OF_ANGLING),
    }
    if others:
        raise TypeError(f"unexpected option {min(others)!r}")
    return options


def rules() -> List[str]:
    """List the names of all rules."""
    return _floe.rules()
