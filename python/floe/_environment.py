"""One core for the environments of all libraries: starts, observations, actions, payoffs and drawings."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _checks
from ._floe import OptionError, Position
from ._games import deal, native_deal

if TYPE_CHECKING:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray

#: Letters of the players, in turn order.
LETTERS = "ABCD"
#: Options of a deal.
OPTIONS = set(inspect.signature(deal).parameters) - {"seed"}
#: Number of deals among which one must leave a move to play.
MAX_DEALS = 1000
#: Largest margin of a game, or number of animals left: the penalty of an illegal action with ``reward="margin"``.
MAX_MARGIN = 200.0
#: Modes in which an environment of one game draws its position.
RENDER_MODES = ["ansi", "human", "rgb_array"]


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

    def native(self) -> Dict[str, Any]:
        """Return the starts for the native part."""
        return {**native_deal(**self.options), "positions": self.positions}

    def draw(self, random: np.random.Generator, options: Optional[Mapping[str, Any]] = None) -> Position:
        """Return the start of a game that is not over, with random numbers from `random`.

        ``options["position"]`` is a position to start from, in place of a drawn one.
        """
        if options and "position" in options:
            return self.check("position", _checks.position("position", options["position"]))
        if self.positions:
            return self.positions[int(random.integers(len(self.positions)))]
        for _ in range(MAX_DEALS):
            start = deal(int(random.integers(2**62)), **self.options)
            if not start.is_over:
                return start
        raise OptionError("tiles: expected a deal that leaves moves to play; every one is over")


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
        self.reward = _checks.one_of("reward", reward, "win", "margin")
        self.grid = _checks.flag("grid", grid)
        self.players = start.players
        self.size = start.action_count
        self.shape: Tuple[int, ...] = start.observation(grid=self.grid).shape
        # Where all play together, a payoff is minus the number of animals left.
        is_bounded = reward == "win" and start.sides > 1
        #: Payoff of a player whose action is not legal.
        self.penalty = -1.0 if is_bounded else -MAX_MARGIN

    def spaces(self) -> Tuple[gymnasium.spaces.Space[Any], gymnasium.spaces.Space[Any]]:
        """Return the spaces of observations and of actions."""
        import gymnasium
        import numpy as np

        return gymnasium.spaces.Box(0, 255, self.shape, np.uint8), gymnasium.spaces.Discrete(self.size)

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
        return position.move(_checks.integer("action", action)).text

    def play(self, position: Position, action: int, world: int) -> Position:
        """Return the position after an action, with its outcome in a world.

        Raises
        ------
        MoveError
            If the action is not legal.
        OptionError
            If it is no integer.
        """
        return position.play(_checks.integer("action", action), world=world)

    def payoffs(self, position: Position) -> Optional[List[float]]:
        """Return the payoffs of a finished game; None while it lasts."""
        return position.returns if self.reward == "win" else position.margins

    def observe(self, position: Position, player: int) -> NDArray[np.uint8]:
        """Return a position as a player sees it: first the planes, then its own fish, tiles and penguins in hand, and
        those of the next players, each as a constant plane."""
        return position.observation(LETTERS[player], grid=self.grid)


class OneGame:
    """Environment of one game, before a library dresses it."""

    render_mode: Optional[str]
    #: Position that the game has now.
    position: Position

    def _set_up(self, starts: Starts, reward: str, grid: bool, render_mode: Optional[str]) -> None:
        """Set what all games of the environment share."""
        self.render_mode = _checks.one_of("render_mode", render_mode, None, *RENDER_MODES)
        self._starts = starts
        self._encoding = Encoding(starts.sample, reward, grid)
        self.position = starts.sample
        #: Number of the world that decides the outcomes of chance.
        self._world = 0

    def render(self) -> Union[str, NDArray[np.uint8], None]:
        """Draw the position in the mode of the environment; None without one."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return self.position.pixels()
        if self.render_mode == "human":
            print(self.position.draw())
            return None
        return self.position.draw()

    def _render_human(self) -> None:
        """Print the position after a step, where people watch."""
        if self.render_mode == "human":
            self.render()
