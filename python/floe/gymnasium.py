"""Gymnasium environments of one player against engines; need the extra ``gymnasium``.

Examples
--------
>>> import gymnasium
>>> import floe.gymnasium
>>> game = gymnasium.make("floe/Floe-v0", opponent="greedy")
>>> observation, info = game.reset(seed=7)
>>> observation, reward, terminated, truncated, info = game.step(int(info["action_mask"].argmax()))
>>> terminated
False
>>> games = gymnasium.make_vec("floe/Floe-v0", num_envs=100, opponent="greedy")
>>> observations, infos = games.reset(seed=7)
>>> observations.shape, infos["action_mask"].shape
((100, 12, 60), (100, 1124))
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from . import _checks, _floe
from ._environment import LETTERS, MAX_DEALS, RENDER_MODES, Encoding, OneGame, Starts
from ._floe import FloeError, Move, MoveError, OptionError, Position
from ._search import Engine, limited

__all__ = ["FloeEnv", "Opponent", "VectorEnv"]

#: Opponent: an engine with a limit, or a function that receives a position and returns a move. An opponent with a method ``new_game``
#: has it called with a seed before each game.
Opponent = Union[str, Engine, Callable[[Position], Union[str, int, Move]]]


class FloeEnv(OneGame, gymnasium.Env[NDArray[np.uint8], int]):
    """Game in which the agent takes one seat, and an engine all others.

    An observation is the position as planes, seen from the agent; ``info["action_mask"]`` holds its legal actions, also
    returned by `action_masks`, and ``info["position"]`` its view of the position. The reward comes at the end of the game.
    A game that ends before the first turn of the agent is dealt again. The environment can be copied and pickled, and the copy
    goes on alike; only an engine forgets what it remembers of the game, and draws its random numbers from the first on.

    Parameters
    ----------
    opponent : str, Engine or callable
        Engine with a limit of depth, nodes or time, or a function that returns a move. One with a method ``new_game`` has
        it called with a seed before each game.
    seat : int, optional
        Seat of the agent, from 0; by default drawn for every game.
    players, rules, layout
        As in `floe.deal`.
    positions : sequence of Position, optional
        Positions to start from, in place of dealt floes, drawn at random. ``reset(options={"position": ...})`` starts from
        a certain one.
    grid : bool
        Whether planes are pictures, which convolutions take.
    reward : str
        Reward at the end: ``"win"`` for `Position.returns`, or ``"margin"`` for `Position.margins`.
    illegal : str
        What an illegal action does: ``"lose"`` ends the game with the reward -1, with margins and where all play together
        -200, and ``info["illegal"]`` is true; ``"raise"`` raises `floe.MoveError`.
    render_mode : str, optional
        ``"ansi"`` returns a drawing, ``"human"`` prints it, ``"rgb_array"`` returns pixels, for videos.
    **options
        All other options of `floe.deal`.

    Raises
    ------
    OptionError
        If an option is out of range, or the options do not fit each other.
    EngineError
        If the opponent is unknown, or has no limit.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}
    action_space: gymnasium.spaces.Space[Any]

    def __init__(
        self,
        opponent: Opponent = "greedy",
        *,
        seat: Optional[int] = None,
        players: Optional[int] = None,
        rules: str = "base",
        layout: Optional[str] = None,
        positions: Optional[Sequence[Union[Position, str]]] = None,
        grid: bool = False,
        reward: str = "win",
        illegal: str = "lose",
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        starts = Starts(positions, players=players, rules=rules, layout=layout, **options)
        self._set_up(starts, reward, grid, render_mode)
        self._illegal = _checks.one_of("illegal", illegal, "lose", "raise")
        self._opponent = _opponent(opponent)
        self._fixed_seat = _checks.optional("seat", seat, 0, self.position.players - 1)
        self._seat = 0
        self._is_playing = False
        #: Seed with which the opponent began the game.
        self._opponent_seed = 0
        self.observation_space, self.action_space = self._encoding.spaces()

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        if isinstance(self._opponent, Engine):
            self._opponent.new_game(self._opponent_seed)

    @property
    def seat(self) -> int:
        """Seat of the agent in this game, from 0."""
        return self._seat

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[NDArray[np.uint8], Dict[str, Any]]:
        """Deal a new game and play up to the first turn of the agent.

        Parameters
        ----------
        seed : int, optional
            Seed of all games from now on.
        options : dict, optional
            ``{"position": position}`` starts from this position.
        """
        super().reset(seed=seed)
        options = _checks.mapping("options", options)
        unknown = sorted(set(options) - {"position"})
        if unknown:
            raise OptionError(f"options: expected position only; found {unknown[0]!r}")
        for _ in range(MAX_DEALS):
            start, self._world = (int(number) for number in self.np_random.integers(0, 2**62, 2))
            self.position = self._starts.draw(np.random.default_rng(start), options)
            drawn = int(self.np_random.integers(self.position.players))
            self._seat = drawn if self._fixed_seat is None else self._fixed_seat
            self._opponent_seed = start
            if hasattr(self._opponent, "new_game"):
                self._opponent.new_game(start)
            self._play_opponents()
            if not self.position.is_over:
                self._is_playing = True
                return self._observation(), self._info()
        raise OptionError("tiles: expected games in which the agent moves; many were over before")

    def step(self, action: int) -> Tuple[NDArray[np.uint8], float, bool, bool, Dict[str, Any]]:
        """Play an action of the agent, and the moves of its opponents up to its next turn.

        Raises
        ------
        MoveError
            If the game is over, or not begun; with ``illegal="raise"`` if the action is not legal.
        """
        if not self._is_playing:
            raise MoveError("expected a game that goes on: call reset first")
        try:
            self.position = self._encoding.play(self.position, action, self._world)
        except MoveError:
            if self._illegal == "raise":
                raise
            self._is_playing = False
            return self._observation(), self._encoding.penalty, True, False, {**self._info(), "illegal": True}
        self._play_opponents()
        returns = self._encoding.payoffs(self.position)
        self._is_playing = returns is None
        reward = 0.0 if returns is None else returns[self._seat]
        self._render_human()
        return self._observation(), reward, returns is not None, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks for them."""
        masks: NDArray[np.bool_] = self.position.legal_mask()
        return masks

    def _play_opponents(self) -> None:
        while (turn := self.position.turn) is not None and turn != LETTERS[self._seat]:
            view = self.position.view(turn)
            if isinstance(self._opponent, Engine):
                move: Union[str, int, Move, None] = self._opponent.choose(view)
                assert move is not None, "the game is not over"
            else:
                move = self._opponent(view)
            self.position = self.position.play(move, world=self._world)

    def _observation(self) -> NDArray[np.uint8]:
        return self._encoding.observe(self.position, self._seat)

    def _info(self) -> Dict[str, Any]:
        view = self.position.view(LETTERS[self._seat])
        return {"action_mask": self._encoding.mask(self.position), "position": view}


def _opponent(opponent: Opponent) -> Union[Engine, Callable[[Position], Union[str, int, Move]]]:
    if isinstance(opponent, (str, Engine)):
        return limited("opponent", opponent)
    if not callable(opponent):
        raise OptionError(f"opponent: expected an engine or a function; found {opponent!r}")
    return opponent


class VectorEnv(gymnasium.vector.VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many games of one agent against engines at once, all played natively on all cores.

    It is what ``gymnasium.make_vec("floe/Floe-v0", num_envs)`` makes. ``infos["action_mask"]`` holds the legal actions of
    all games, shape (num_envs, actions); arrays are the caller's own. The environment can be copied and pickled, and the copy goes on alike; only an
    opponent forgets what it remembers of its games, and draws its random numbers of a game from the first on.

    Parameters
    ----------
    num_envs : int
        Number of games.
    opponent : str or Engine
        Engine with a limit of depth, nodes or time. Each game has an engine of this name of its own; one that searches has
        a table of 1 MiB, unless its name says another size.
    autoreset_mode : str or AutoresetMode
        ``NEXT_STEP``, as in Gymnasium: the step after the end of a game begins another one, and ignores the action.
        ``SAME_STEP``: the step that ends a game begins another one; the last observation is ``infos["final_obs"]``, and
        the last of ``infos`` is ``infos["final_info"]``.
        ``DISABLED``: games wait until ``reset(options={"reset_mask": ...})`` names them.
    seat, players, rules, layout, positions, grid, reward, illegal
        As in `FloeEnv`.
    **options
        All other options of `floe.deal`.

    Raises
    ------
    OptionError
        If an option is out of range, or the options do not fit each other.
    EngineError
        If the opponent is unknown, has no limit, or does not suit the game.
    """

    metadata: Dict[str, Any] = {"render_modes": [], "render_fps": 1, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        opponent: Union[str, Engine] = "greedy",
        *,
        autoreset_mode: Union[str, AutoresetMode] = AutoresetMode.NEXT_STEP,
        seat: Optional[int] = None,
        players: Optional[int] = None,
        rules: str = "base",
        layout: Optional[str] = None,
        positions: Optional[Sequence[Union[Position, str]]] = None,
        grid: bool = False,
        reward: str = "win",
        illegal: str = "lose",
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        if not isinstance(opponent, (str, Engine)):
            raise OptionError("opponent: expected an engine; for functions ask make_vec for vectorization_mode='sync'")
        _checks.one_of("render_mode", render_mode, None)
        _checks.one_of("illegal", illegal, "lose", "raise")
        self.num_envs = _checks.number("num_envs", num_envs, 1, 2**31)
        self._starts = Starts(positions, players=players, rules=rules, layout=layout, **options)
        self._encoding = Encoding(self._starts.sample, reward, grid)
        modes = [mode.value for mode in AutoresetMode]
        mode = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        self._mode = AutoresetMode(_checks.one_of("autoreset_mode", mode, *modes))
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self._native = {
            "opponent": limited("opponent", opponent).name,
            "seat": _checks.optional("seat", seat, 0, self._encoding.players - 1),
            "margin": reward == "margin",
            "grid": self._encoding.grid,
            "autoreset": {"NextStep": "next-step", "SameStep": "same-step"}.get(self._mode.value, "disabled"),
            "penalty": self._encoding.penalty if illegal == "lose" else None,
        }
        self._games = self._make()
        self.single_observation_space, self.single_action_space = self._encoding.spaces()
        batch_space = gymnasium.vector.utils.batch_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._has_begun = False

    def _make(self) -> _floe.VectorGames:
        return _floe.VectorGames(self.num_envs, self._starts.native(), self._native)

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_games": self._games.state()}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._games = self._make()
        self._games.set_state(state["_games"])

    def reset(
        self, *, seed: Union[int, Sequence[Optional[int]], None] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[NDArray[np.uint8], Dict[str, Any]]:
        """Deal new games and play up to the first turns of the agent.

        Parameters
        ----------
        seed : int or sequence of int, optional
            Seed of the first game, of which the next games have the next numbers, or a seed for each.
        options : dict, optional
            ``position`` or ``positions`` to start from, and ``reset_mask``, which games begin anew.
        """
        chosen, positions = self._reset_options(options)
        if seed is None and not self._has_begun:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 2)
        seeds: Optional[List[Optional[int]]] = None
        if seed is not None:
            if isinstance(seed, Iterable):
                listed = list(seed)
            else:
                first = _checks.number("seed", seed)
                listed = [first + number for number in range(self.num_envs)]
            if len(listed) != self.num_envs:
                raise OptionError(f"seed: expected a number, or {self.num_envs} of them; found {len(listed)}")
            seeds = [_checks.optional("seed", number) for number in listed]
        observations, masks, _, _, _ = self._unless_stopped(self._games.reset, seeds, chosen, positions)
        return observations, self._infos(masks)

    def _unless_stopped(self, call: Callable[..., _floe.Filled], *arguments: Any) -> _floe.Filled:
        """Call a function that changes all games. After Ctrl-C only some have changed: then they must begin anew."""
        had_begun, self._has_begun = self._has_begun, False
        try:
            filled = call(*arguments)
        except FloeError:
            self._has_begun = had_begun
            raise
        self._has_begun = True
        return filled

    def _reset_options(
        self, options: Optional[Dict[str, Any]]
    ) -> Tuple[Optional[List[bool]], Optional[List[Position]]]:
        """Which games begin anew, and their positions."""
        options = _checks.mapping("options", options)
        mask, one, several = (options.pop(name, None) for name in ("reset_mask", "position", "positions"))
        if options:
            raise OptionError(f"options: expected position, positions or reset_mask; found {min(options)!r}")
        chosen = None if mask is None else [bool(item) for item in np.asarray(mask).reshape(-1)]
        if chosen is not None and len(chosen) != self.num_envs:
            raise OptionError(f"reset_mask: expected {self.num_envs} values; found {len(chosen)}")
        given = [one] if one is not None else several
        if given is None:
            return chosen, None
        return chosen, [self._starts.check("position", p) for p in _checks.positions("positions", given)]

    def step(
        self, actions: NDArray[Any]
    ) -> Tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], Dict[str, Any]]:
        """Play an action of the agent in every game, and the moves of its opponents.

        Raises
        ------
        MoveError
            If a game is over and begins no other one; with ``illegal="raise"`` if an action is not legal, and then no game
            has changed.
        OptionError
            If the actions are no integers, one for each game.
        KeyboardInterrupt
            After Ctrl-C; then all games must be reset.
        """
        self._check_begun()
        if np.asarray(actions).dtype == np.bool_:
            raise OptionError("actions: expected integers; found bool")
        observations, masks, rewards, terminated, last = self._unless_stopped(self._games.step, actions)
        infos = self._infos(masks)
        if self._mode == AutoresetMode.SAME_STEP and terminated.any():
            final = np.full(self.num_envs, None, object)
            for number in np.flatnonzero(terminated):
                final[number] = last[number]
            # No action is legal at the end of a game.
            final_info = {"action_mask": np.zeros_like(masks), "_action_mask": terminated.copy()}
            infos.update(final_obs=final, _final_obs=terminated.copy())
            infos.update(final_info=final_info, _final_info=terminated.copy())
        return observations, rewards, terminated, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions of each game are legal, shape (num_envs, actions)."""
        self._check_begun()
        return self._games.masks()

    def position(self, number: int) -> Position:
        """Return the position of a game, as the agent sees it."""
        return self._games.position(_checks.number("number", number, 0, self.num_envs - 1))

    @property
    def seats(self) -> NDArray[np.int64]:
        """Seat of the agent in every game."""
        return np.array(self._games.seats())

    def _infos(self, masks: NDArray[np.int8]) -> Dict[str, Any]:
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise MoveError("expected games that go on: call reset first")


gymnasium.register(
    "floe/Floe-v0", entry_point="floe.gymnasium:FloeEnv", vector_entry_point="floe.gymnasium:VectorEnv"
)
