"""Game of OpenSpiel; needs ``pyspiel`` (on PyPI ``open_spiel``).

Importing the module registers the game ``python_floe``. Its parameters are those of `floe.deal`, with ``special`` and
``waste`` as text, such as ``"broken=2"``; besides

``seed``
    Seed of the deal, from 0. By default, -1, a node of chance deals the floe: one of ``deals`` floes, those of the seeds
    from 1.
``position``
    Position to start from, or several, separated by ``;``: then a node of chance draws one. They have no unknown tiles.
``reward``
    As in `floe.pettingzoo.FloeEnv`.

In a string of parameters OpenSpiel takes commas, ``=`` and brackets for its own, and texts such as ``3`` for numbers. There they
have escapes as in URLs, which `parameter` writes: ``"python_floe(rules=hidden-whale,whales=%33)"``. A dictionary of
parameters needs none.

Chance has nodes of its own, which also lay the tiles of a dealt lake.

Examples
--------
>>> import pyspiel
>>> import floe.openspiel
>>> game = pyspiel.load_game("python_floe(players=3,rules=push,seed=7)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player()
1
>>> state = pyspiel.load_game("python_floe(layout=small-16,penguins=2)").new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 1000)
"""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, Optional, Tuple
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from . import _checks, _floe
from ._environment import LETTERS, MAX_MARGIN, Encoding, Starts
from ._floe import MoveError, OptionError, Position
from ._games import KINDS, deal

__all__ = ["FloeGame", "FloeObserver", "FloeState", "MAX_DEALS", "MAX_MARGIN", "MAX_OUTCOMES", "parameter"]

#: Largest number of outcomes of a move.
MAX_OUTCOMES = 4096

#: Largest number of floes of a node of chance.
MAX_DEALS = 100_000

#: Values of parameters that are not given, by the kinds of options; those of others are texts.
_NOT_GIVEN: Dict[str, Any] = {"flag": False, "number": 0}

_DEFAULTS: Dict[str, Any] = {
    "players": 0,
    "rules": "base",
    "seed": -1,
    "deals": 1000,
    "position": "",
    "reward": "win",
    "placed": False,
    "plies": -1,
    "tiles": -1,
    **{name: _NOT_GIVEN.get(kind, "") for name, kind in KINDS.items()},
}

#: Parameters that are not options of a deal, or not under this name.
_OWN = ("seed", "deals", "position", "reward", "dealt", "rules")


def parameter(text: str) -> str:
    """Return a text as a string of parameters holds it: with escapes where OpenSpiel would read something else.

    Examples
    --------
    >>> parameter("rows(1:3,0:4)"), parameter("3"), parameter("small-16")
    ('rows%281:3%2C0:4%29', '%33', 'small-16')
    """
    escaped = quote(text, safe=" :;/+?*@!")
    is_number = re.fullmatch(r"[-+.\deE]+|[Tt]rue|[Ff]alse", escaped) is not None
    return f"%{ord(text[0]):X}{escaped[1:]}" if is_number else escaped


def _value(name: str, text: Any) -> Any:
    """Value of an option from a parameter."""
    kind = KINDS.get(name)
    if kind == "counts":
        pairs = [part.partition("=") for part in text.split(",")]
        try:
            return {key: int(number) for key, _, number in pairs}
        except ValueError:
            raise OptionError(f"{name}: expected numbers such as broken=2; found {text!r}") from None
    if kind == "numbers":
        try:
            return [int(number) for number in text.replace(".", ",").split(",")]
        except ValueError:
            raise OptionError(f"{name}: expected numbers such as 3,2; found {text!r}") from None
    if kind == "texts" and "," in text:
        return text.split(",")
    return text


def _starts(params: Dict[str, Any]) -> List[Position]:
    """The positions to start from, each as likely as another."""
    if params["position"]:
        starts = Starts(params["position"].split(";")).positions
        given = sorted(name for name in params if name not in ("position", "reward") and params[name] != _DEFAULTS[name])
        if given:
            raise OptionError(f"{given[0]}: expected no option of a deal with position")
        for position in starts:
            _check_known(position)
        return starts
    options: Dict[str, Any] = {
        name: _value(name, params[name]) for name in _DEFAULTS if name not in _OWN and params[name] != _DEFAULTS[name]
    }

    def start(seed: int) -> Position:
        dealt = deal(seed, rules=params["rules"], **options)
        # Nodes of chance lay the tiles, not the deal.
        return Position(f"{dealt} dealt") if params["dealt"] else dealt

    seed = None if params["seed"] == _DEFAULTS["seed"] else _checks.number("seed", params["seed"])
    first = start(1 if seed is None else seed)
    depends_on_seed = any(start(other) != first for other in range(2, 6))
    has_deals = depends_on_seed and seed is None
    count = _checks.number("deals", params["deals"], 1, MAX_DEALS) if has_deals else 1
    starts = [first, *(start(other) for other in range(2, count + 1))]
    going_on = [position for position in starts if not position.is_over]
    if not going_on:
        raise OptionError("tiles: expected a deal that leaves moves to play; every one is over")
    return going_on


def _check_known(start: Position) -> None:
    """Refuse a position with unknown tiles, which chance cannot play."""
    if "?" in str(start).split()[0]:
        raise OptionError(
            "position: expected no unknown tiles; list the positions that are possible, separated by ';', as "
            f"python/examples/cfr_on_a_lake.py does, and chance draws one; found {start}"
        )


def _game_type(start: Position, has_deals: bool) -> Any:
    modes, knowledge = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    utilities = pyspiel.GameType.Utility
    has_chance = has_deals or start.has_chance and not start.has_hidden_tiles or "dealt" in str(start)
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
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


class FloeGame(pyspiel.Game):
    """Game with the parameters of the module."""

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        given = {name: unquote(value) if isinstance(value, str) else value for name, value in (params or {}).items()}
        chosen = {**_DEFAULTS, **given}
        self.starts = _starts(chosen)
        self.start = self.starts[0]
        self.encoding = Encoding(self.start, chosen["reward"])
        has_one_side = self.start.sides == 1
        deals = len(self.starts) if len(self.starts) > 1 else 0
        most = 1.0 if chosen["reward"] == "win" else MAX_MARGIN
        super().__init__(
            _game_type(self.start, len(self.starts) > 1),
            pyspiel.GameInfo(
                num_distinct_actions=self.encoding.size,
                max_chance_outcomes=max(MAX_OUTCOMES if self.start.has_chance else 0, deals),
                num_players=self.start.players,
                min_utility=-MAX_MARGIN if has_one_side else -most,
                max_utility=0.0 if has_one_side else most,
                utility_sum=None if has_one_side else 0.0,
                max_game_length=1000,
            ),
            # Texts and pickles of the game hold them.
            {name: parameter(value) if isinstance(value, str) else value for name, value in given.items()},
        )

    def __reduce__(self) -> Tuple[Any, ...]:
        """Copy by the text of the game, which holds its parameters."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> FloeState:
        """Return the state before the first move."""
        return FloeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Optional[Dict[str, Any]] = None) -> FloeObserver:
        """Return an observer of states."""
        return FloeObserver(self.encoding, iig_obs_type is not None and iig_obs_type.perfect_recall)

    def alike(self, start: Position, player: str) -> List[Position]:
        """List the starts that look to a player as this one."""
        view = start.view(player)
        return [other for other in self.starts if other.view(player) == view]


class FloeState(pyspiel.State):
    """Position, and in games with chance the move whose outcome is not decided yet."""

    def __init__(self, game: FloeGame) -> None:
        super().__init__(game)
        self.position: Position = game.start
        self.encoding = game.encoding
        self._start = game.start
        self._moves: List[str] = []
        #: The actions of the moves, -1 of those that chance made alone.
        self._numbers: List[int] = []
        self._chosen = -1
        self._outcomes: List[Tuple[str, float]] = []
        #: Positions of which chance draws one.
        self._deals: List[Position] = game.starts if len(game.starts) > 1 else []
        if not self._deals:
            self._go_to_chance()

    def __reduce__(self) -> Tuple[Any, ...]:
        """Copy by the texts of the game and of the history."""
        return _read_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def current_player(self) -> int:
        """Return the player to move, chance, or the end of the game."""
        if self._outcomes or self._deals:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.position.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else LETTERS.index(turn)

    def _legal_actions(self, player: int) -> List[int]:
        return sorted(self.position.legal_actions)

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """Return the outcomes of the last move, or the deals, with their probabilities."""
        if self._deals:
            return [(number, 1 / len(self._deals)) for number in range(len(self._deals))]
        return [(number, probability) for number, (_, probability) in enumerate(self._outcomes)]

    def _apply_action(self, action: int) -> None:
        if self._deals:
            if not 0 <= action < len(self._deals):
                raise MoveError(f"expected one of the {len(self._deals)} deals; found {action}")
            self.position = self._start = self._deals[action]
            self._deals = []
            self._go_to_chance()
            return
        if self._outcomes:
            if not 0 <= action < len(self._outcomes):
                raise MoveError(f"expected one of the {len(self._outcomes)} outcomes; found {action}")
            move, self._outcomes = self._outcomes[action][0], []
            self._play(move)
            return
        move = self.encoding.move(self.position, action)
        self._chosen = action
        outcomes = self.position.outcomes(move) if self.position.has_chance else [(move, 1.0)]
        if len(outcomes) == 1:
            self._play(outcomes[0][0])
        else:
            self._outcomes = outcomes

    def _play(self, move: str) -> None:
        self.position = self.position.play(move)
        self._moves.append(move)
        self._numbers.append(self._chosen)
        self._chosen = -1
        self._go_to_chance()

    def _go_to_chance(self) -> None:
        """Leave the next move to chance if the player has no choice."""
        if self.position.has_chance and len(self.position.legal_moves) == 1:
            move = self.position.legal_moves[0]
            outcomes = self.position.outcomes(move)
            self._outcomes = outcomes if outcomes[0][0] != move else []

    def observed_moves(self, player: int) -> List[Tuple[float, float]]:
        """Return the moves as numbers from 0 to 1, as the tensor of an information state has them."""
        letter = LETTERS[player]
        position, rows = self._start, []
        for move, action in zip(self._moves, self._numbers):
            seen = position.observed(move, letter) if position.has_hidden_tiles else move
            _, _, tile = seen.partition(":" if seen.startswith("lay") else "=")
            number = 0 if seen == "lay" else action + 1
            rows.append((number / self.encoding.size, (TILES.find(tile) + 1) / len(TILES) if tile else 0.0))
            position = position.play(move)
        return rows

    def information_state(self, player: int) -> str:
        """Return all that a player has seen, as `Position.information_state` writes it."""
        return self._start.information_state(LETTERS[player], self._moves)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> FloeState:
        """Return a state that the player cannot tell from this one, each as likely as another.

        The tiles that the player does not know are drawn as the engines of floe draw them; the history has the moves that
        lead there. Of starts that look alike, one is drawn that agrees with all that the player has seen since.

        Parameters
        ----------
        player_id : int
            Player whose information state is kept.
        probability_sampler : callable
            Returns random numbers from 0 to 1.
        """
        letter = LETTERS[player_id]
        if not self.position.has_hidden_tiles or self._deals:
            same: FloeState = self.clone()
            return same
        game = self.get_game()
        start = self._start
        known = self.information_state(player_id)
        if len(game.alike(start, letter)) > 1:
            alike = [other for other in game.alike(start, letter) if _seen(other, letter, self._moves) == known]
            start = alike[min(int(probability_sampler() * len(alike)), len(alike) - 1)]
        drawn = _floe.draw_world(self.position, letter, int(probability_sampler() * 2**53))
        laid = _laid(self._start, self._moves, drawn)
        state = self._replayed(game.starts.index(start), laid)
        assert state.information_state(player_id) == known
        return state

    def _replayed(self, start: int, laid: Dict[int, str]) -> FloeState:
        """Return the state after the same moves from a start, of which those with these numbers lay other tiles."""
        game = self.get_game()
        old: FloeState = game.new_initial_state()
        new: FloeState = game.new_initial_state()
        for action in self.history():
            if new._deals:
                new.apply_action(start)
            else:
                text = laid.get(len(old._moves), old.action_to_string(old.current_player(), action))
                new.apply_action(new._action_of(text))
            old.apply_action(action)
        return new

    def _action_of(self, text: str) -> int:
        """Return the number of a legal action or an outcome, by its text."""
        if self._outcomes:
            return [outcome for outcome, _ in self._outcomes].index(text)
        return self.position.action(text)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action + 1}" if self._deals else self._outcomes[action][0]
        return self.encoding.move(self.position, action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self._deals and self.position.is_over

    def returns(self) -> List[float]:
        """Return the payoffs of all players."""
        return self.encoding.payoffs(self.position) or [0.0] * self.position.players

    def __str__(self) -> str:
        return "deal" if self._deals else str(self.position)


def _read_state(text: str) -> FloeState:
    """Return the state of a text with its game."""
    state: FloeState = pyspiel.deserialize_game_and_state(text)[1]
    return state


def _seen(start: Position, player: str, moves: List[str]) -> Optional[str]:
    """Return the information state after moves; None where they are not legal."""
    try:
        return start.information_state(player, moves)
    except MoveError:
        return None


def _laid(start: Position, moves: List[str], drawn: Position) -> Dict[int, str]:
    """Return the moves that lay tiles, by their numbers, such that those that still lie are the ones of a drawn position."""
    position = start
    #: The move that laid the tile of each space.
    places: Dict[str, int] = {}
    for number, move in enumerate(moves):
        after = position.play(move)
        if move.startswith("lay:"):
            places.update({space: number for space in set(after.tiles) - set(position.tiles)})
        elif move.startswith("swap:"):
            _, one, two = move.split(":")
            places[one], places[two] = places[two], places[one]
        elif "-" in move and move.partition("-")[0] in places:
            source, _, target = move.partition("-")
            places[target] = places.pop(source)
        position = after
        places = {space: number for space, number in places.items() if space in after.tiles}
    return {number: f"lay:{drawn.tiles[space]}" for space, number in places.items()}


#: Tiles of the lake, whose places, from 1, are their numbers in the tensor of an information state.
TILES = "123456rd"
#: Moves of a history in the tensor of an information state: the last ones, if there are more.
MAX_MOVES = 128


class FloeObserver:
    """Observer of a position, with the planes that environments use.

    With perfect recall, the text is the information state, and the tensor has the moves that the player has observed besides: for
    each, in order, the number of its action plus one, and a number of the tile that it shows, both divided by the largest
    one; zeros where the player does not see the move.
    """

    def __init__(self, encoding: Encoding, has_perfect_recall: bool = False) -> None:
        self._encoding, self._has_perfect_recall = encoding, has_perfect_recall
        planes = int(np.prod(encoding.shape))
        self.tensor = np.zeros(planes + (2 * MAX_MOVES if has_perfect_recall else 0), np.float32)
        self.dict = {"observation": self.tensor[:planes].reshape(encoding.shape)}
        if has_perfect_recall:
            self.dict["moves"] = self.tensor[planes:].reshape(MAX_MOVES, 2)

    def set_from(self, state: FloeState, player: int) -> None:
        """Fill the tensor with a state, as a player sees it."""
        self.dict["observation"][:] = self._encoding.observe(state.position, player)
        if self._has_perfect_recall:
            rows = state.observed_moves(player)[-MAX_MOVES:]
            self.dict["moves"][:] = 0
            self.dict["moves"][: len(rows)] = np.array(rows, np.float32).reshape(-1, 2)

    def string_from(self, state: FloeState, player: int) -> str:
        """Return a state as text, as a player sees it."""
        if self._has_perfect_recall:
            return state.information_state(player)
        return str(state.position.view(LETTERS[player]))


pyspiel.register_game(_game_type(deal(1), True), FloeGame)
