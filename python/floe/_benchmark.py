"""Benchmark of strategies against exact values."""

from __future__ import annotations

import multiprocessing
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _checks, _floe
from ._floe import Move, MoveError, OptionError, Position
from ._search import Engine, limited, solve

#: Strategy: an engine of floe with a limit, also as an `Engine`, such as ``"default:nodes=1000"``, or a function that receives a position and returns one of its
#: legal moves or actions. A function with a method ``new_game`` has it called with a seed before each game.
Strategy = Union[str, Engine, Callable[[Position], Union[str, int, Move]]]


@dataclass(frozen=True)
class BenchmarkFloe:
    """Floe of the benchmark, solved from the first placement.

    Attributes
    ----------
    name : str
        Number of hexes and of penguins of each player: ``"19x2"``.
    position : Position
        Position before the first placement.
    value : int
        Final margin of the first player under best play, in fish.
    """

    name: str
    position: Position
    value: int


def _floe_of(name: str, rows: str, value: int) -> BenchmarkFloe:
    penguins = name.split("x")[1]
    return BenchmarkFloe(name, Position(f"{rows} A 0:0,0:0 {penguins},{penguins}"), value)


#: Floes of the benchmark, from the easiest to the hardest to prove.
BENCHMARK_FLOES: Tuple[BenchmarkFloe, ...] = (
    _floe_of("10x1", "rows(1:3,0:4,1:3):112/2211/113", 2),
    _floe_of("14x2", "rows(1:3,0:4,1:3,0:4):221/1112/123/1113", 3),
    _floe_of("16x2", "rows(0:4,1:4,0:4,1:4):2211/1121/2311/2311", 3),
    _floe_of("22x1", "rows(1:4,0:5,1:4,0:5,1:4):2211/11221/1311/21112/1332", 1),
    _floe_of("19x2", "rows(2:3,1:4,0:5,1:4,2:3):221/1112/21131/1233/121", 3),
    _floe_of("30x1", "rows(1:7,0:8,1:7,0:8):2121213/11312111/2112113/21132322", 2),
)


@dataclass(frozen=True)
class FloeRegret:
    """Regret of a strategy on one floe of the benchmark.

    Attributes
    ----------
    floe : str
        Name of the floe.
    games : int
        Number of games.
    regret : float
        Mean regret of a game, in fish.
    error : float, optional
        Half the width of its 95 % interval; None for one game.
    per_move : float
        Mean regret of a move, in fish.
    """

    floe: str
    games: int
    regret: float
    error: Optional[float]
    per_move: float


@dataclass(frozen=True)
class BenchmarkReport:
    """Regret of a strategy against exact values.

    Attributes
    ----------
    strategy : str
        Name of the strategy.
    games, moves : int
        Number of games, and of moves of the strategy in them.
    regret : float
        Mean regret of a game, in fish: what the strategy gave away by its moves, against best play.
    error : float, optional
        Half the width of its 95 % interval, by the rounds; None for one round.
    per_move : float
        Mean regret of a move, in fish.
    mistakes : float
        Share of the moves that gave away a fish or more.
    floes : tuple of FloeRegret
        The same for every floe.
    """

    strategy: str
    games: int
    moves: int
    regret: float
    error: Optional[float]
    per_move: float
    mistakes: float
    floes: Tuple[FloeRegret, ...]

    def __str__(self) -> str:
        error = "" if self.error is None else f" ± {self.error:.2f}"
        return f"{self.strategy}: regret {self.regret:.2f}{error} fish a game, {self.per_move:.3f} a move"


class _Truth:
    """Exact margins of positions in fish, each proved once."""

    def __init__(self, floes: Sequence[BenchmarkFloe]) -> None:
        self.known: Dict[str, int] = {str(start.position): start.value for start in floes}

    def of(self, position: Position) -> int:
        """Return the final margin of A under best play from the position on."""
        if position.is_over:
            scores = position.scores
            return int(scores[0]["fish"]) - int(scores[1]["fish"])
        text = str(position)
        if text not in self.known:
            value = solve(position, threads=1, hash=16).value
            assert value is not None, "there is no limit"
            self.known[text] = int(value["fish"]) if position.turn == "A" else -int(value["fish"])
        return self.known[text]


#: Regrets of the moves of one game.
_Game = List[int]


class _Rounds:
    """A strategy with the floes on which it plays."""

    def __init__(self, strategy: Strategy, floes: Sequence[BenchmarkFloe]) -> None:
        self.strategy = strategy
        self.engine = limited("strategy", strategy) if isinstance(strategy, (str, Engine)) else None
        self.floes = floes
        self.truth = _Truth(floes)

    def play(self, seed: int, number: int) -> List[_Game]:
        """Play a round, one game on every floe; return the regrets of the moves of the strategy."""
        return [self._game(seed, number, start) for start in self.floes]

    def _game(self, seed: int, number: int, start: BenchmarkFloe) -> _Game:
        # The seed of a game depends on nothing but the seed of the benchmark, the round and the floe.
        rng = random.Random(f"{seed} {number} {start.name}")
        seat = "AB"[(number + BENCHMARK_FLOES.index(start)) % 2]
        self._new_game(rng.getrandbits(63))
        position = start.position
        regrets = []
        while not position.is_over:
            if position.turn != seat:
                position = position.play(rng.choice(position.legal_moves))
                continue
            before = self.truth.of(position)
            position = self._after_move(position)
            lost = before - self.truth.of(position)
            regrets.append(lost if seat == "A" else -lost)
        return regrets

    def _new_game(self, seed: int) -> None:
        if self.engine is not None:
            self.engine.new_game(seed)
        elif hasattr(self.strategy, "new_game"):
            getattr(self.strategy, "new_game")(seed)

    def _after_move(self, position: Position) -> Position:
        if self.engine is not None:
            move: Any = self.engine.choose(position)
        else:
            assert not isinstance(self.strategy, (str, Engine))
            move = self.strategy(position)
        try:
            return position.play(str(move) if isinstance(move, Move) else move)
        except MoveError as error:
            raise MoveError(f"strategy, in {position}: {error}") from None


#: Rounds of a process.
_worker: Optional[_Rounds] = None


def _begin(strategy: Strategy, floes: Sequence[BenchmarkFloe]) -> None:
    global _worker
    _worker = _Rounds(strategy, floes)


def _play_in_worker(seed: int, number: int) -> List[_Game]:
    assert _worker is not None
    return _worker.play(seed, number)


def _all_rounds(
    strategy: Strategy, floes: Sequence[BenchmarkFloe], rounds: int, seed: int, processes: int
) -> Iterable[List[_Game]]:
    if processes == 1:
        own = _Rounds(strategy, floes)
        for number in range(rounds):
            yield own.play(seed, number)
        return
    context = multiprocessing.get_context()
    if context.get_start_method() != "fork":
        try:
            pickle.dumps(strategy)
        except Exception as error:
            raise OptionError(f"strategy: expected a function that pickle takes, with processes: {error}") from error
    with ProcessPoolExecutor(processes, context, _begin, (strategy, floes)) as pool:
        yield from pool.map(_play_in_worker, [seed] * rounds, range(rounds))


def benchmark(
    strategy: Strategy,
    rounds: int = 10,
    *,
    floes: Optional[Sequence[str]] = None,
    seed: int = 0,
    processes: int = 1,
    progress: Optional[Callable[[int, int], object]] = None,
) -> BenchmarkReport:
    """Measure what a strategy gives away against best play, in fish.

    A round is one game on each of the six floes of ``BENCHMARK_FLOES``, from the first placement, against an opponent
    that draws a random legal move in every turn; the strategy has the first seat on every other floe, and the seats change
    with every round. The regret of a move is the exact value of the position for the player who moves, that is the value
    of its best move, less the value of the move played: both as final margins in fish under best play from there on, which
    `solve` proves. The regret of a game is the sum of those of all moves of the strategy, placements included.

    Parameters
    ----------
    strategy : str, Engine or callable
        Engine of floe with a limit of nodes, depth or time (those that hardly search need none), or a function that
        receives a `Position` and returns a legal move or action.
    rounds : int
        Number of rounds, from 1.
    floes : sequence of str, optional
        Names of the floes of a round, such as ``["16x2"]`` for a network that knows one layout; all by default.
    seed : int
        Seed of the opponent and of strategies that draw random numbers. The same seed gives the same report, with any
        number of processes, for strategies that are limited by nodes or depth.
    processes : int
        Number of processes that play rounds.
    progress : callable, optional
        Receives the number of rounds played, and of all rounds, after every round.

    Returns
    -------
    BenchmarkReport
        Mean regret with its error, and that on every floe.

    Raises
    ------
    EngineError
        If the engine has no limit.
    MoveError
        If a move of the function is not legal.

    Examples
    --------
    >>> report = floe.benchmark("random", 2)
    >>> report.games, report.regret > 2
    (12, True)
    """
    rounds = _checks.number("rounds", rounds, 1, 10**9)
    seed = _checks.number("seed", seed)
    processes = _checks.number("processes", processes, 1, 1024)
    name = _name(strategy)
    games: List[List[_Game]] = []
    chosen = _floes(floes)
    _checks.function("progress", progress)
    for played in _all_rounds(strategy, chosen, rounds, seed, processes):
        games.append(played)
        if progress is not None:
            progress(len(games), rounds)
    return _report(name, chosen, games)


def _floes(names: Optional[Sequence[str]]) -> List[BenchmarkFloe]:
    """Return the floes with these names, in the order of the benchmark."""
    known = [start.name for start in BENCHMARK_FLOES]
    given: Any = names
    wanted = known if given is None else list(given) if isinstance(given, Iterable) else []
    is_known = not isinstance(names, str) and all(name in known for name in wanted)
    if not wanted or not is_known or len(set(wanted)) < len(wanted):
        raise OptionError(f"floes: expected a sequence of some of {', '.join(known)}, once each; found {names!r}")
    return [start for start in BENCHMARK_FLOES if start.name in wanted]


def _name(strategy: Any) -> str:
    """Return the name of a strategy, which is checked."""
    if isinstance(strategy, (str, Engine)):
        engine = limited("strategy", strategy)
        return strategy if isinstance(strategy, str) else engine.name
    if not callable(strategy):
        raise OptionError(f"strategy: expected an engine or a function; found {strategy!r}")
    return getattr(strategy, "__name__", type(strategy).__name__)


def _report(name: str, starts: Sequence[BenchmarkFloe], rounds: List[List[_Game]]) -> BenchmarkReport:
    floes = []
    for index, start in enumerate(starts):
        games = [played[index] for played in rounds]
        regret, error = _floe.mean_margin([sum(game) for game in games], 1)
        floes.append(FloeRegret(start.name, len(games), regret, error, regret * len(games) / _moves(games)))
    every = [game for played in rounds for game in played]
    totals = [sum(map(sum, played)) for played in rounds]
    regret, error = _floe.mean_margin(totals, len(starts))
    moves = _moves(every)
    return BenchmarkReport(
        strategy=name,
        games=len(every),
        moves=moves,
        regret=regret,
        error=error,
        per_move=sum(totals) / moves,
        mistakes=sum(1 for game in every for lost in game if lost > 0) / moves,
        floes=tuple(floes),
    )


def _moves(games: List[_Game]) -> int:
    return max(1, sum(len(game) for game in games))
