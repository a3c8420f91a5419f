"""Game of OpenSpiel; needs ``pyspiel`` (on PyPI ``open_spiel``).

Importing the module registers the game ``python_floe`` with the parameters ``players``, ``rules``, ``seed``, the seed of
the deal, and ``reward`` as in `floe.pettingzoo.FloeEnv`; for Gone Fishing! also ``lake``, ``anglers``, ``specials`` and
``dealt`` as in `floe.deal`. Chance has nodes of its own, which also lay the tiles of a dealt lake.

Examples
--------
>>> import pyspiel
>>> import floe.openspiel
>>> game = pyspiel.load_game("python_floe(players=3,rules=push,seed=7)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player()
1
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import pyspiel

from ._actions import Encoding
from ._floe import Position
from ._games import deal

#: Largest number of outcomes of a move.
MAX_OUTCOMES = 4096
#: Largest margin of a game, or number of animals left.
MAX_MARGIN = 200.0

_DEFAULTS: Dict[str, Any] = {
    "players": 2,
    "rules": "base",
    "seed": 1,
    "reward": "win",
    "lake": 4,
    "anglers": 2,
    "specials": True,
    "dealt": False,
}


def _start(params: Dict[str, Any]) -> Position:
    options: Dict[str, Any] = {name: params[name] for name in ("lake", "anglers") if params[name] != _DEFAULTS[name]}
    start = deal(
        params["seed"], params["players"], params["rules"], no_specials=not params["specials"], **options
    )
    # Nodes of chance lay the tiles, not the deal.
    return Position(f"{start} dealt") if params["dealt"] else start


def _game_type(start: Position) -> Any:
    modes, knowledge = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    utilities = pyspiel.GameType.Utility
    has_chance = start.has_chance and not start.has_hidden_tiles or "dealt" in str(start)
    return pyspiel.GameType(
        short_name="python_floe",
        long_name="Hey, That's My Fish! and its variants",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if has_chance else modes.DETERMINISTIC,
        information=knowledge.IMPERFECT_INFORMATION if start.has_hidden_tiles else knowledge.PERFECT_INFORMATION,
        utility=utilities.IDENTICAL if start.sides == 1 else utilities.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


class FloeGame(pyspiel.Game):
    """Game with the parameters of the module."""

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        chosen = {**_DEFAULTS, **(params or {})}
        self.start = _start(chosen)
        self.encoding = Encoding(self.start, chosen["reward"])
        has_one_side = self.start.sides == 1
        most = 1.0 if chosen["reward"] == "win" else MAX_MARGIN
        super().__init__(
            _game_type(self.start),
            pyspiel.GameInfo(
                num_distinct_actions=self.encoding.size,
                max_chance_outcomes=MAX_OUTCOMES if self.start.has_chance else 0,
                num_players=self.start.players,
                min_utility=-MAX_MARGIN if has_one_side else -most,
                max_utility=0.0 if has_one_side else most,
                utility_sum=None if has_one_side else 0.0,
                max_game_length=1000,
            ),
            params or {},
        )

    def new_initial_state(self) -> FloeState:
        """Return the state before the first move."""
        return FloeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Optional[Dict[str, Any]] = None) -> FloeObserver:
        """Return an observer of states."""
        return FloeObserver(self.encoding, iig_obs_type is not None and iig_obs_type.perfect_recall)


class FloeState(pyspiel.State):
    """Position, and in games with chance the move whose outcome is not decided yet."""

    def __init__(self, game: FloeGame) -> None:
        super().__init__(game)
        self.position: Position = game.start
        self.encoding = game.encoding
        self._start = game.start
        self._moves: List[str] = []
        self._outcomes: List[Tuple[str, float]] = []
        self._go_to_chance()

    def current_player(self) -> int:
        """Return the player to move, chance, or the end of the game."""
        if self._outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.position.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else "ABCD".index(turn)

    def _legal_actions(self, player: int) -> List[int]:
        return sorted(self.encoding.legal(self.position))

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """Return the outcomes of the last move with their probabilities."""
        return [(number, probability) for number, (_, probability) in enumerate(self._outcomes)]

    def _apply_action(self, action: int) -> None:
        if self._outcomes:
            move, self._outcomes = self._outcomes[action][0], []
            self._play(move)
            return
        move = self.encoding.move(self.position, action)
        outcomes = self.position.outcomes(move) if self.position.has_chance else [(move, 1.0)]
        if len(outcomes) == 1:
            self._play(outcomes[0][0])
        else:
            self._outcomes = outcomes

    def _play(self, move: str) -> None:
        self.position = self.position.play(move)
        self._moves.append(move)
        self._go_to_chance()

    def _go_to_chance(self) -> None:
        """Leave the next move to chance if the player has no choice."""
        if self.position.has_chance and len(self.position.legal_moves) == 1:
            move = self.position.legal_moves[0]
            outcomes = self.position.outcomes(move)
            self._outcomes = outcomes if outcomes[0][0] != move else []

    def information_state(self, player: int) -> str:
        """Return all that a player has seen, as `Position.information_state` writes it."""
        return self._start.information_state("ABCD"[player], self._moves)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._outcomes[action][0]
        return self.encoding.move(self.position, action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over

    def returns(self) -> List[float]:
        """Return the payoffs of all players."""
        return self.encoding.payoffs(self.position) or [0.0] * self.position.players

    def __str__(self) -> str:
        return str(self.position)


class FloeObserver:
    """Observer of a position, with the planes that environments use; its text with perfect recall is that of the game."""

    def __init__(self, encoding: Encoding, has_perfect_recall: bool = False) -> None:
        self._encoding, self._has_perfect_recall = encoding, has_perfect_recall
        self.tensor = np.zeros(int(np.prod(encoding.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(encoding.shape)}

    def set_from(self, state: FloeState, player: int) -> None:
        """Fill the tensor with a state, as a player sees it."""
        self.tensor[:] = self._encoding.observe(state.position, player).reshape(-1)

    def string_from(self, state: FloeState, player: int) -> str:
        """Return a state as text, as a player sees it."""
        if self._has_perfect_recall:
            return state.information_state(player)
        return str(state.position.view("ABCD"[player]))


pyspiel.register_game(_game_type(_start(_DEFAULTS)), FloeGame)
