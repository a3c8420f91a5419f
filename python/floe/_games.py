"""Starts of games."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from . import _floe
from ._floe import Position


def deal(
    seed: int,
    players: Optional[int] = None,
    rules: str = "base",
    *,
    layout: Optional[str] = None,
    balanced: bool = False,
) -> Position:
    """Deal the start of a game.

    A seed deals the same floe under all rules and for all numbers of players, and the same as ``floe new --seed``.

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

    Returns
    -------
    Position
        The position before the first move.

    Raises
    ------
    OptionError
        If the options do not fit each other.
    """
    return _floe.deal(seed, _options(players, rules, layout, balanced))


def _options(players: Optional[int], rules: str, layout: Optional[str], balanced: bool = False) -> Dict[str, Any]:
    """Options of a deal for the native part."""
    return {"players": players, "rules": rules, "layout": layout, "balanced": balanced}


def rules() -> List[str]:
    """List the names of all rules."""
    return _floe.rules()
