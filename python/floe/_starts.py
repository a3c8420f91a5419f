"""Starts of the games of environments."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

from . import _checks
from ._floe import OptionError, Position
from ._games import deal

#: Options of a deal.
OPTIONS = set(inspect.signature(deal).parameters) - {"seed"}
#: Number of deals among which one must leave a move to play.
MAX_DEALS = 1000


class Starts:
    """Where the games of an environment start: on dealt floes, or from given positions.

    Parameters
    ----------
    positions : sequence of Position
        Positions, each as likely as another; if there are none, floes are dealt.
    **options
        Options of `floe.deal`.
    """

    def __init__(self, positions: Optional[Sequence[Union[Position, str]]] = None, **options: Any) -> None:
        self.positions: List[Position] = [] if positions is None else _checks.positions("positions", positions)
        self.options: Dict[str, Any] = options
        unknown = set(options) - OPTIONS
        if unknown:
            raise TypeError(f"unexpected option {min(unknown)!r}")
        given = {name for name, value in options.items() if value is not None and (name, value) != ("rules", "base")}
        if self.positions and given:
            raise OptionError(f"{min(given)}: expected no option of a deal with positions")
        if positions is not None and not self.positions:
            raise OptionError("positions: expected at least one position; found none")
        #: Any position of the game.
        self.sample: Position = self.positions[0] if self.positions else deal(0, **options)
        for position in self.positions:
            self.check("positions", position)

    def check(self, option: str, position: Position) -> Position:
        """Return a position of this game that goes on.

        Raises
        ------
        OptionError
            If it is another game, or is over.
        """
        sample = self.sample
        same = position.actions == sample.actions and position.players == sample.players
        if not same or position.planes().shape != sample.planes().shape:
            raise OptionError(f"{option}: expected a position of the same game and layout; found {position}")
        if position.is_over:
            raise OptionError(f"{option}: expected a game that goes on; found {position}")
        return position

    def draw(self, random: Callable[[int], int], options: Optional[Mapping[str, Any]] = None) -> Position:
        """Return the start of a game that is not over; `random` draws a number below another one.

        ``options["position"]`` is a position to start from, in place of a drawn one.
        """
        if options and "position" in options:
            return self.check("position", _checks.position("position", options["position"]))
        if self.positions:
            return self.positions[random(len(self.positions))]
        for _ in range(MAX_DEALS):
            start = deal(random(2**62), **self.options)
            if not start.is_over:
                return start
        raise OptionError("tiles: expected a deal that leaves moves to play; every one is over")
