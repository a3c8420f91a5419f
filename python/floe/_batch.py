"""Many games at once, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Tuple

from . import _floe
from ._floe import Position
from ._games import _options

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Batch:
    """Games of the same rules and number of players, which all cores play in parallel.

    Parameters
    ----------
    count : int
        Number of games.
    seed : int
        Seed of all floes, chance and random moves; the same seed gives the same games on any number of cores.
    players, rules, layout
        As in `deal`.
    placed : bool
        Start with all penguins placed at random.
    **options
        Other options of `deal`, except plies and tiles.

    Examples
    --------
    >>> batch = floe.Batch(1000, seed=7)
    >>> batch.planes().shape
    (1000, 6, 60)
    >>> offsets, actions = batch.legal_actions()
    >>> batch.play(actions[offsets[:-1]])
    >>> batch.play_random()
    >>> bool(batch.is_over.all())
    True
    """

    def __init__(
        self,
        count: int,
        seed: int = 0,
        players: Optional[int] = None,
        rules: str = "base",
        *,
        layout: Optional[str] = None,
        placed: bool = False,
        **options: Any,
    ) -> None:
        self._batch = _floe.Batch(count, seed, placed, _options(players, rules, layout, **options))

    def __len__(self) -> int:
        return len(self._batch)

    def __getitem__(self, index: int) -> Position:
        """Return the position of a game."""
        return self._batch[index]

    @property
    def action_count(self) -> int:
        """Number of action numbers: every action is below it."""
        return self._batch.action_count

    def play(self, actions: NDArray[Any]) -> None:
        """Play an action in every game; finished games ignore theirs.

        Parameters
        ----------
        actions : array of int, shape (count,)
            Legal actions.

        Raises
        ------
        MoveError
            If one is not legal; then no game has changed.
        """
        import numpy as np

        self._batch.play(np.ascontiguousarray(actions, dtype=np.uint32))

    def play_random(self, plies: Optional[int] = None) -> None:
        """Play random moves in every game, up to this number, or to the end of the game."""
        self._batch.play_random(2**31 if plies is None else plies)

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
    def scores(self) -> NDArray[np.int32]:
        """Fish and tiles that the players have taken, shape (count, players, 2)."""
        return self._batch.scores

    def legal_actions(self) -> Tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """List the legal actions of all games.

        Returns
        -------
        offsets : array of int, shape (count + 1,)
            Places where the actions of each game begin and end.
        actions : array of int
            Actions of all games, one game after the other.
        """
        return self._batch.legal_actions()

    def legal_mask(self) -> NDArray[np.bool_]:
        """Return which actions are legal, shape (count, action_count).

        Raises
        ------
        OptionError
            In games of more than 65536 action numbers: use `legal_actions` there.
        """
        return self._batch.legal_mask()

    def planes(self) -> NDArray[np.uint8]:
        """Return the positions as planes, shape (count, planes, hexes), seen from the player to move.

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
        return self._batch.planes()

    def counts(self) -> NDArray[np.int16]:
        """Return the fish and tiles taken and the penguins in hand, shape (count, players, 3), from the player to move on."""
        return self._batch.counts()
