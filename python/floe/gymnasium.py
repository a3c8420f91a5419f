"""Gymnasium environment of one player against engines; needs the extra ``gymnasium``.

Examples
--------
>>> import gymnasium
>>> import floe.gymnasium
>>> game = gymnasium.make("floe/Floe-v0", opponent="greedy")
>>> observation, info = game.reset(seed=7)
>>> observation, reward, terminated, truncated, info = game.step(int(info["action_mask"].argmax()))
>>> terminated
False
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple, Union

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ._actions import Encoding
from ._floe import Position
from ._games import deal
from ._search import Engine

#: Opponent: an engine with a limit, or a function that receives a position and returns a move.
Opponent = Union[str, Callable[[Position], Union[str, int]]]


class FloeEnv(gymnasium.Env[NDArray[np.uint8], int]):
    """Game in which the agent takes one seat, and an engine all others.

    An observation is the position as planes, seen from the agent; ``info["action_mask"]`` holds its legal actions, and
    ``info["position"]`` its view of the position. The reward comes at the end of the game.

    Parameters
    ----------
    opponent : str or callable
        Engine with a limit of depth, nodes or time, or a function that returns a move.
    seat : int, optional
        Seat of the agent, from 0; by default drawn for every game.
    players, rules, layout
        As in `floe.deal`.
    reward : str
        Reward at the end: ``"win"`` for `Position.returns`, or ``"margin"`` for `Position.margins`.
    render_mode : str, optional
        ``"ansi"`` returns a drawing.
    **options
        All other options of `floe.deal`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        opponent: Opponent = "greedy",
        *,
        seat: Optional[int] = None,
        players: Optional[int] = None,
        rules: str = "base",
        layout: Optional[str] = None,
        reward: str = "win",
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        self._options: Dict[str, Any] = {"players": players, "rules": rules, "layout": layout, **options}
        self._opponent = Engine(opponent, threads=1) if isinstance(opponent, str) else opponent
        self._fixed_seat, self._seat, self._world = seat, 0, 0
        self.render_mode = render_mode
        self.position: Position = deal(0, **self._options)
        self._encoding = Encoding(self.position, reward)
        self.observation_space = gymnasium.spaces.Box(0, 255, self._encoding.shape, np.uint8)
        self.action_space: gymnasium.spaces.Space[Any] = gymnasium.spaces.Discrete(self._encoding.size)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[NDArray[np.uint8], Dict[str, Any]]:
        """Deal a new game and play up to the first turn of the agent."""
        super().reset(seed=seed)
        start, self._world = (int(number) for number in self.np_random.integers(0, 2**62, 2))
        self.position = deal(start, **self._options)
        drawn = int(self.np_random.integers(self.position.players))
        self._seat = drawn if self._fixed_seat is None else self._fixed_seat
        if isinstance(self._opponent, Engine):
            self._opponent.new_game(start)
        self._play_opponents()
        return self._observation(), self._info()

    def step(self, action: int) -> Tuple[NDArray[np.uint8], float, bool, bool, Dict[str, Any]]:
        """Play an action of the agent, and the moves of its opponents up to its next turn.

        Raises
        ------
        MoveError
            If the action is not legal.
        """
        self.position = self._encoding.play(self.position, action, self._world)
        self._play_opponents()
        returns = self._encoding.payoffs(self.position)
        reward = 0.0 if returns is None else returns[self._seat]
        return self._observation(), reward, returns is not None, False, self._info()

    def render(self) -> str:
        """Draw the position."""
        return self.position.draw()

    def _play_opponents(self) -> None:
        while (turn := self.position.turn) is not None and turn != "ABCD"[self._seat]:
            view = self.position.view(turn)
            if isinstance(self._opponent, Engine):
                move: Union[str, int, None] = self._opponent.analyze(view).best
                assert move is not None, "the game is not over"
            else:
                move = self._opponent(view)
            self.position = self.position.play(move, world=self._world)

    def _observation(self) -> NDArray[np.uint8]:
        return self._encoding.observe(self.position, self._seat)

    def _info(self) -> Dict[str, Any]:
        view = self.position.view("ABCD"[self._seat])
        return {"action_mask": self._encoding.mask(self.position), "position": view}


gymnasium.register("floe/Floe-v0", entry_point="floe.gymnasium:FloeEnv")
