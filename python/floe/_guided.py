"""Search with one's own network."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Tuple

from . import _checks, _floe
from ._batch import Batch
from ._floe import OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Function of planes and masks of legal actions that returns priors of all actions and values.
Evaluator = Callable[[Any, Any], Tuple[Any, Any]]


@dataclass(frozen=True, eq=False)
class SearchResult:
    """Result of a search of all games of a batch.

    Attributes
    ----------
    visits : array of int32, shape (count, actions)
        Number of visits of each action, zero where the game is over.
    policy : array of float32, shape (count, actions)
        Policy to learn: the shares of the visits, or with `gumbel` the improved policy; zero where the game is over.
    actions : array of int64, shape (count,)
        Best action: the most visited one, or with `gumbel` the one that sequential halving leaves; -1 where the game is
        over.
    values : array of float64, shape (count, players)
        Expected payoffs of all players, from the player to move on: `Position.returns`, or parts of `margin`.
    exact : array of bool, shape (count,)
        Whether the values are proved of the position itself, as those that are not asked about are. Proofs of moves are
        not carried up.
    """

    visits: NDArray[np.int32]
    policy: NDArray[np.float32]
    actions: NDArray[np.int64]
    values: NDArray[np.float64]
    exact: NDArray[np.bool_]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SearchResult):
            return NotImplemented
        return all((mine == theirs).all() for mine, theirs in zip(vars(self).values(), vars(other).values()))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"SearchResult({len(self.actions)} games, {int(self.visits.sum())} visits)"


class Search:
    """Search of all games of a batch by PUCT, guided by one's own network.

    Every player maximises its own result. In each round every game that is not done asks about one position, and all of
    them are evaluated in one call. Positions whose result is proved are not asked about, and count with that result: where
    the game is over, in the base game where no tile is contested, and in variants where the bounds of the rules leave only
    one result. The batch does not change. A search can be copied and pickled, with its batch; the copy goes on alike.

    Parameters
    ----------
    batch : Batch
        Games to search. Their rules must be on a floe, without chance, hidden parts and special tiles.
    simulations : int
        Number of visits of the actions of each position, beyond the evaluation of the position itself.
    exploration : float
        Weight of exploration for values from -1 to 1.
    gumbel : int, optional
        Number of actions of the position searched, of which sequential halving with Gumbel noise finds the best
        (Danihelka et al. 2022): good with few simulations. By default PUCT selects there, too.
    noise : float
        Share of Dirichlet noise in the priors of the position searched, from 0 to 1: for self-play, usually 0.25.
    concentration : float
        Concentration of that noise, above 0: the smaller, the fewer actions get most of it.
    margin : float, optional
        Number of fish that count as a whole win: values are `Position.margins` divided by it, and at most 1 either way. By
        default values are `Position.returns`.
    seed : int
        Seed of all noise. Every call of `run` draws other noise; the same calls give the same results on any number of
        cores.
    counts : bool
        Whether the planes end with the counts of the players, as `Batch.observations` has them; without them a network does
        not know the scores.
    grid : bool
        Whether planes are pictures, as in `Batch.planes`.

    Raises
    ------
    OptionError
        If an option is out of range, or the rules cannot be searched so.

    Examples
    --------
    >>> import numpy as np
    >>> def evaluate(planes, mask):
    ...     return mask.astype(np.float32), np.zeros(len(planes), np.float32)
    >>> batch = floe.Batch(10, seed=7, layout="small-16", penguins=1)
    >>> result = floe.Search(batch, simulations=32).run(evaluate)
    >>> result
    SearchResult(10 games, 320 visits)
    >>> batch.play(result.actions)
    """

    def __init__(
        self,
        batch: Batch,
        simulations: int = 64,
        *,
        exploration: float = 1.25,
        gumbel: Optional[int] = None,
        noise: float = 0.0,
        concentration: float = 0.3,
        margin: Optional[float] = None,
        seed: int = 0,
        counts: bool = True,
        grid: bool = False,
    ) -> None:
        if not isinstance(batch, Batch):
            raise OptionError(f"batch: expected a Batch; found {type(batch).__name__}")
        self._batch = batch
        options = {
            "simulations": simulations,
            "exploration": exploration,
            "gumbel": gumbel,
            "noise": noise,
            "concentration": concentration,
            "margin": margin,
            "seed": seed,
            "counts": counts,
            "grid": grid,
        }
        self._options = options
        self._search = _floe.Search(search_options(options))
        self._search.check(batch._batch)

    def __repr__(self) -> str:
        changed = {name: value for name, value in self._options.items() if value != DEFAULTS[name]}
        options = "".join(f", {name}={value!r}" for name, value in changed.items())
        return f"Search({self._batch!r}{options})"

    def __getstate__(self) -> Dict[str, Any]:
        return {"batch": self._batch, "options": self._options, "searched": self._search.searched}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self._batch, self._options = state["batch"], state["options"]
        self._search = _floe.Search(search_options(self._options))
        self._search.searched = state["searched"]

    def run(self, evaluator: Evaluator) -> SearchResult:
        """Search the positions that the games of the batch have now.

        Parameters
        ----------
        evaluator : callable
            Function of two arrays, with a row for each position: planes, as uint8, seen from the player to move, and the
            mask of legal actions, as bool. It returns two arrays: priors, shape (rows, actions), which are probabilities or
            other weights from 0, of which those of illegal actions are ignored; and values from -1 to 1, the expected
            payoffs of all players from the player to move on, shape (rows, players), or between two sides of the
            player to move alone, shape (rows,) or (rows, 1). Where a row has no weight for any legal action, they share alike.

        Returns
        -------
        SearchResult
            Visits, policy, best actions and values.

        Raises
        ------
        OptionError
            If the evaluator returns arrays of another kind or shape, or numbers out of range such as NaN.
        """
        if not callable(evaluator):
            raise OptionError(f"evaluator: expected a function; found {evaluator!r}")
        return SearchResult(**self._search.run(self._batch._batch, evaluator))


#: Options of a search, with their defaults.
DEFAULTS: Dict[str, Any] = {
    name: parameter.default
    for name, parameter in inspect.signature(Search).parameters.items()
    if parameter.default is not parameter.empty
}


def search_options(given: Mapping[str, Any]) -> Dict[str, Any]:
    """Return the checked options of a search, with the defaults of those not given.

    Raises
    ------
    OptionError
        If one is unknown or out of range.
    """
    for name in given:
        _checks.one_of("search", name, *DEFAULTS)
    options = {**DEFAULTS, **given}
    share = _checks.real("noise", options["noise"], 0, 1)
    concentration = _checks.real("concentration", options["concentration"], 1e-6, 1000)
    margin = options["margin"]
    return {
        "simulations": _checks.number("simulations", options["simulations"], 1, 2**20),
        "exploration": _checks.real("exploration", options["exploration"], 0, 1000),
        "noise": (share, concentration) if share > 0 else None,
        "considered": _checks.optional("gumbel", options["gumbel"], 1, 2**20),
        "margin": None if margin is None else _checks.real("margin", margin, 1e-3, 1e6),
        "seed": _checks.number("seed", options["seed"]),
        "counts": _checks.flag("counts", options["counts"]),
        "grid": _checks.flag("grid", options["grid"]),
    }
