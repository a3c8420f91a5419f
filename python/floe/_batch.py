"""Many games at once, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union, overload

from . import _checks, _floe
from ._floe import OptionError, Position
from ._games import native_deal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Batch:
    """Games of the same rules and number of players, which all cores play in parallel.

    A batch can be copied and pickled: the copy goes on as the batch would.

    Parameters
    ----------
    count : int, optional
        Number of games; by default that of the positions.
    seed : int
        Seed of all floes, chance and random moves; the same seed gives the same games on any number of cores.
    players, rules, layout
        As in `deal`.
    placed : bool
        Start with all penguins placed at random.
    positions : sequence of Position
        Positions of one game to start from, in place of dealt floes: one after the other, and at a restart one of them
        at random.
    **options
        Other options of `deal`.

    Raises
    ------
    OptionError
        If the options or positions do not fit each other.
    MemoryError
        If there is no memory for so many games.

    Examples
    --------
    >>> batch = floe.Batch(1000, seed=7)
    >>> batch.planes().shape, batch.legal_mask().shape
    ((1000, 6, 60), (1000, 1124))
    >>> offsets, actions = batch.legal_actions()
    >>> batch.play(actions[offsets[:-1]])
    >>> batch.play_random()
    >>> bool(batch.is_over.all())
    True
    >>> floe.Batch(positions=[floe.deal(1).play("a1"), floe.deal(2)])
    Batch(2 games, base, 2 players, 0 over)
    """

    def __init__(
        self,
        count: Optional[int] = None,
        seed: int = 0,
        players: Optional[int] = None,
        rules: str = "base",
        *,
        layout: Optional[str] = None,
        placed: bool = False,
        positions: Optional[Sequence[Union[Position, str]]] = None,
        **options: Any,
    ) -> None:
        given = [] if positions is None else _checks.positions("positions", positions)
        if positions is not None and not given:
            raise OptionError("positions: expected at least one position; found none")
        if given and (players is not None or layout is not None or placed or options or rules != "base"):
            raise OptionError("positions: expected no options of a deal with them")
        if count is None and not given:
            raise OptionError("count: expected a number of games, or positions to start from")
        number = len(given) if count is None else _checks.number("count", count, 0, 2**63 - 1)
        starts = native_deal(placed=placed, players=players, rules=rules, layout=layout, **options)
        self._arguments = (number, _checks.number("seed", seed), {**starts, "positions": given})
        self._batch = _floe.Batch(*self._arguments)

    def __len__(self) -> int:
        return len(self._batch)

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> List[Position]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Position, List[Position]]:
        """Return the position of a game, or of several."""
        if isinstance(index, slice):
            return [self._batch[number] for number in range(*index.indices(len(self)))]
        return self._batch[index]

    def __repr__(self) -> str:
        batch = self._batch
        over = int(self.is_over.sum())
        return f"Batch({len(self)} games, {batch.rules}, {batch.players} players, {over} over)"

    def copy(self) -> Batch:
        """Return a batch of the same games that goes on alike: with the same floes, chance and random moves."""
        copied = object.__new__(type(self))
        copied._arguments, copied._batch = self._arguments, self._batch.copy()
        return copied

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: Dict[int, Any]) -> Batch:
        return self.copy()

    def __getstate__(self) -> Dict[str, Any]:
        return {"arguments": self._arguments, "games": self._batch.state()}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self._arguments = state["arguments"]
        self._batch = _floe.Batch(0, *self._arguments[1:])
        self._batch.set_state(state["games"])

    @property
    def action_count(self) -> int:
        """Number of actions: every one is below it."""
        return self._batch.action_count

    @property
    def players(self) -> int:
        """Number of players of each game."""
        return self._batch.players

    @property
    def rules(self) -> str:
        """Name of the rules."""
        return self._batch.rules

    def play(self, actions: NDArray[Any]) -> None:
        """Play an action in every game; finished games ignore theirs.

        Parameters
        ----------
        actions : array of int, shape (count,) or (count, 1)
            Legal actions.

        Raises
        ------
        MoveError
            If one is not legal; then no game has changed.
        OptionError
            If they are no integers, one for each game.
        """
        self._batch.play(actions)

    def play_random(self, plies: Optional[int] = None) -> None:
        """Play random moves in every game, up to this number, or to the end of the game.

        After Ctrl-C some games have not been played on; all are whole.
        """
        self._batch.play_random(2**31 if plies is None else _checks.number("plies", plies, 0, 2**31))

    def restart(self) -> NDArray[np.bool_]:
        """Deal a new game in place of every finished one, and return which these are."""
        return self._batch.restart()

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Whether each game is over, shape (count,)."""
        return self._batch.is_over

    @property
    def turns(self) -> NDArray[np.int8]:
        """Index of the player to move in each game, -1 when it is over, shape (count,)."""
        return self._batch.turns

    @property
    def returns(self) -> NDArray[np.float64]:
        """Payoffs of all players as in `Position.returns`, zero while a game lasts, shape (count, players)."""
        return self._batch.returns

    @property
    def margins(self) -> NDArray[np.float64]:
        """Payoffs of all players as in `Position.margins`, zero while a game lasts, shape (count, players)."""
        return self._batch.margins

    @property
    def scores(self) -> NDArray[np.int32]:
        """Fish and tiles that the players have taken, shape (count, players, 2)."""
        return self._batch.scores

    def legal_actions(self) -> Tuple[NDArray[np.int64], NDArray[np.int64]]:
        """List the legal actions of all games.

        Returns
        -------
        offsets : array of int64, shape (count + 1,)
            Places where the actions of each game begin and end.
        actions : array of int64
            Actions of all games, one game after the other.
        """
        return self._batch.legal_actions()

    def legal_mask(self, *, out: Optional[NDArray[Any]] = None) -> NDArray[Any]:
        """Return which actions are legal, shape (count, action_count).

        Parameters
        ----------
        out : array, optional
            Array of bool, int8 or uint8 to fill and return; by default a new one of bool.
        """
        return self._batch.legal_mask(out)

    def observations(
        self, player: Optional[str] = None, /, *, grid: bool = False, out: Optional[NDArray[Any]] = None
    ) -> NDArray[Any]:
        """Return the observations of environments: planes, then the counts of each player as constant planes, at most 255.

        Counts are fish, tiles and penguins in hand. Points below zero, in games without penguins, stand in the place of the
        penguins: of -6 points the planes are 0, 0 and 6.

        Parameters
        ----------
        player, grid, out
            As in `planes`.
        """
        return self._batch.observations(_player(player), _checks.flag("grid", grid), out)

    def planes(
        self, player: Optional[str] = None, /, *, grid: bool = False, out: Optional[NDArray[Any]] = None
    ) -> NDArray[Any]:
        """Return the positions as planes, seen from the player to move, or from a certain one.

        They have the shape (count, planes, hexes), or as a grid, which convolutions take, (count, planes, rows, columns),
        with zeros where there is no hex. `coordinates` gives the row and the column of each hex: in rows of hexes each of
        the six directions is one step, (0, 1), (1, 0), (1, -1) and back.

        Parameters
        ----------
        player : str, optional
            Letter of the player who sees all games; by default in each the one to move.
        grid : bool
            Whether planes are pictures.
        out : array, optional
            Array of uint8 or float32 to fill and return; by default a new one of uint8.

        On a floe they are, in their order: the tiles with one, two and three fish, those under penguins included; the free
        tiles; the penguins of the player to move, of the next one, and so on. Variants have three more: the hexes that can
        be crossed only, the hexes that are closed, and the codes of special tiles.

        In flip and contest a place is a space of the net, column by column in the rows of the notation. Planes: the eight
        species, four colours, cards that swim right or up, plastic, metal, oil, cards that have moved, and cards that were
        flipped in this turn. Constant planes follow. In flip for each player, from the one to move on, the numbers of the
        eight action cards and its power, one of eight; the animals of the pile by species; its waste; the step of the turn;
        and one more than the turns left once they are counted. In contest the open action cards, the powers in the game, the
        animals of the pile, the step, the bid, and one more than the place of the bidder after the player to move.

        In angling a place is a space of the lake. Planes: the tiles 1 to 6, rubbish, the diver, the tiles that the player
        does not know, those that the angler knows, and the lines of the yellow and the red angler, by distances. Constant
        planes follow: the catch tiles of the four distances, the piers that each angler has ahead, the five specials left,
        the step, and whether the player to move is the angler.
        """
        return self._batch.planes(_player(player), _checks.flag("grid", grid), out)

    def counts(
        self, player: Optional[str] = None, /, *, out: Optional[NDArray[np.int16]] = None
    ) -> NDArray[np.int16]:
        """Return the fish and tiles taken and the penguins in hand, shape (count, players, 3), from the player to move on.

        Parameters
        ----------
        player : str, optional
            Letter of the player who comes first; by default in each game the one to move.
        out : array, optional
            Array of int16 to fill and return.
        """
        return self._batch.counts(_player(player), out)


def _player(player: Optional[str]) -> Optional[str]:
    return None if player is None else _checks.text("player", player)
