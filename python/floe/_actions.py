"""Observations and actions of environments: arrays of one shape throughout a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional

from ._floe import OptionError, Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Largest number of action numbers for which actions are those of `Position.legal_actions`.
MAX_ACTIONS = 1 << 16
#: Number of actions in games of more: an action is then a place in `Position.legal_moves`; only the first ones can be chosen.
PLACES = 1 << 14


class Encoding:
    """Observations and actions of a game.

    Parameters
    ----------
    start : Position
        Any position of the game.
    reward : str
        Payoff of a finished game: ``"win"`` for `Position.returns`, or ``"margin"`` for `Position.margins`.
    """

    def __init__(self, start: Position, reward: str = "win") -> None:
        if reward not in ("win", "margin"):
            raise OptionError(f"reward: expected win or margin; found {reward!r}")
        self.reward = reward
        self.players = start.players
        self.has_numbers = start.action_count <= MAX_ACTIONS
        self.size = start.action_count if self.has_numbers else PLACES
        planes, hexes = start.planes().shape
        self.shape = (planes + 3 * self.players, hexes)

    def legal(self, position: Position) -> List[int]:
        """List the legal actions of a position."""
        return position.legal_actions if self.has_numbers else list(range(min(self.size, len(position.legal_moves))))

    def mask(self, position: Position) -> NDArray[np.int8]:
        """Return a mask of the legal actions."""
        import numpy as np

        mask = np.zeros(self.size, np.int8)
        mask[self.legal(position)] = 1
        return mask

    def move(self, position: Position, action: int) -> str:
        """Return the move of a legal action."""
        if self.has_numbers:
            return position.legal_moves[position.legal_actions.index(action)]
        return position.legal_moves[action]

    def play(self, position: Position, action: int, world: int) -> Position:
        """Return the position after an action, with its outcome in a world."""
        return position.play(int(action) if self.has_numbers else position.legal_moves[int(action)], world=world)

    def payoffs(self, position: Position) -> Optional[List[float]]:
        """Return the payoffs of a finished game; None while it lasts."""
        return position.returns if self.reward == "win" else position.margins

    def observe(self, position: Position, player: int) -> NDArray[np.uint8]:
        """Return a position as a player sees it: first the planes, then its own fish, tiles and penguins in hand, and
        those of the next players, each as a constant plane."""
        import numpy as np

        letter = "ABCD"[player]
        planes = position.planes(letter)
        constants = np.clip(position.counts(letter), 0, 255).astype(np.uint8).reshape(-1, 1)
        return np.concatenate([planes, np.repeat(constants, planes.shape[1], axis=1)])
