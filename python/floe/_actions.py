"""Observations and actions of environments: arrays of one shape throughout a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional, Tuple, Union

from ._checks import flag, integer, one_of
from ._floe import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Largest margin of a game, or number of animals left: the penalty of an illegal action with ``reward="margin"``.
MAX_MARGIN = 200.0


class Encoding:
    """Observations and actions of a game.

    Parameters
    ----------
    start : Position
        Any position of the game.
    reward : str
        Payoff of a finished game: ``"win"`` for `Position.returns`, or ``"margin"`` for `Position.margins`.
    grid : bool
        Whether planes are pictures.
    """

    def __init__(self, start: Position, reward: str = "win", grid: bool = False) -> None:
        self.reward = one_of("reward", reward, "win", "margin")
        self.grid = flag("grid", grid)
        self.players = start.players
        self.size = start.action_count
        self.shape: Tuple[int, ...] = start.observation(grid=self.grid).shape
        # Where all play together, a payoff is minus the number of animals left.
        is_bounded = reward == "win" and start.sides > 1
        #: Payoff of a player whose action is not legal.
        self.penalty = -1.0 if is_bounded else -MAX_MARGIN

    def legal(self, position: Position) -> List[int]:
        """List the legal actions of a position."""
        return position.legal_actions

    def mask(self, position: Position) -> NDArray[np.int8]:
        """Return a mask of the legal actions."""
        import numpy as np

        mask: NDArray[np.int8] = np.empty(self.size, np.int8)
        position.legal_mask(out=mask)
        return mask

    def move(self, position: Position, action: int) -> str:
        """Return the move of a legal action.

        Raises
        ------
        MoveError
            If the action is not legal.
        OptionError
            If it is no integer.
        """
        return position.move(integer("action", action)).text

    def play(self, position: Position, action: int, world: int) -> Position:
        """Return the position after an action, with its outcome in a world.

        Raises
        ------
        MoveError
            If the action is not legal.
        OptionError
            If it is no integer.
        """
        return position.play(integer("action", action), world=world)

    def payoffs(self, position: Position) -> Optional[List[float]]:
        """Return the payoffs of a finished game; None while it lasts."""
        return position.returns if self.reward == "win" else position.margins

    def observe(self, position: Position, player: int) -> NDArray[np.uint8]:
        """Return a position as a player sees it: first the planes, then its own fish, tiles and penguins in hand, and
        those of the next players, each as a constant plane."""
        return position.observation("ABCD"[player], grid=self.grid)


def rendered(position: Position, mode: Optional[str]) -> Union[str, NDArray[np.uint8], None]:
    """Draw a position in a mode of rendering: ``"ansi"``, ``"human"``, ``"rgb_array"``, or None for no drawing."""
    if mode is None:
        return None
    if mode == "rgb_array":
        return position.pixels()
    if mode == "human":
        print(position.draw())
        return None
    return position.draw()
