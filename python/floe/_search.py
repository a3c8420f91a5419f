"""Analysis and proofs."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from os import PathLike
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Union

from . import _checks, _floe
from ._floe import EngineError, Position

#: Value of a position or a move, as in the JSON of the program: units and numbers, such as ``{"fish": 3, "tiles": -1}``,
#: for the player to move; with more than two sides one such dict for each player, by letter.
Value = Dict[str, Any]
#: Time in seconds, as text such as ``"500ms"``, or as a timedelta.
Time = Union[float, str, timedelta]


@dataclass(frozen=True)
class Line:
    """Move with its value and its best continuation.

    Attributes
    ----------
    move : str
        The move.
    value : dict
        Value for the player to move, or of all players.
    exact : bool
        Whether the value is proved.
    pv : list of str
        Principal variation: the move and its best continuation.
    win_probability : float or dict, optional
        Probability of winning after the move, where the value is not proved.
    visits : int, optional
        Number of visits of the move by a tree search such as mcts or uct; None for other searches.
    """

    move: str
    value: Value
    exact: bool
    pv: List[str]
    win_probability: Union[float, Dict[str, float], None] = None
    visits: Optional[int] = None


@dataclass(frozen=True)
class Analysis:
    """Result of a search.

    Attributes
    ----------
    position : Position
        Position searched.
    best : str, optional
        Best move; None when the game is over.
    value : dict
        Value for the player to move, or of all players.
    exact : bool
        Whether the value is proved.
    win_probability : float or dict, optional
        Probability of winning, where the value is not proved.
    strategy : dict
        Probabilities of moves, the likeliest first, where tiles are hidden; empty elsewhere.
    beliefs : dict
        Probabilities of the tiles on each space that the angler does not know; empty elsewhere.
    pv : list of str
        Principal variation.
    lines : list of Line
        Lines of the moves that the engine prefers: the best move first, the others by their values for the player to move.
    depth : int
        Depth reached, in plies.
    nodes : int
        Number of nodes searched.
    seconds : float
        Time used.
    engine : str
        Engine that searched.
    json : dict
        All fields, as ``floe analyze --json`` prints them.
    words : str
        The value in words, as the program prints it: ``"A leads by about 2 fish, 63 % to win"``.
    """

    position: Position
    best: Optional[str]
    value: Value
    exact: bool
    win_probability: Union[float, Dict[str, float], None]
    strategy: Dict[str, float]
    beliefs: Dict[str, Dict[str, float]]
    pv: List[str]
    lines: List[Line]
    depth: int
    nodes: int
    seconds: float
    engine: str
    json: Dict[str, Any] = field(repr=False)
    words: str

    @classmethod
    def _of(cls, position: Position, report: Dict[str, Any]) -> Analysis:
        lines = [
            Line(
                line["move"], line["value"], line["exact"], line["pv"], line.get("win_probability"), line.get("visits")
            )
            for line in report["lines"]
        ]
        return cls(
            position=position,
            best=report["best"],
            value=report["value"],
            exact=report["exact"],
            win_probability=report.get("win_probability", report.get("win")),
            strategy=_strategy(report),
            beliefs={belief["space"]: belief["tiles"] for belief in report.get("beliefs", [])},
            pv=report["pv"],
            lines=lines,
            depth=report["depth"],
            nodes=report["nodes"],
            seconds=report["seconds"],
            engine=report["engine"],
            json=as_json(report),
            words=report["value_words"],
        )


@dataclass(frozen=True)
class Bounds:
    """Proved value, or the bounds proved so far.

    Attributes
    ----------
    exact : bool
        Whether the value is proved.
    value : dict, optional
        Value, if it is proved.
    at_least, at_most : dict, optional
        Bounds, if it is not.
    """

    exact: bool
    value: Optional[Value] = None
    at_least: Optional[Value] = None
    at_most: Optional[Value] = None

    @classmethod
    def _of(cls, report: Mapping[str, Any]) -> Bounds:
        return cls(report["exact"], report.get("value"), report.get("at_least"), report.get("at_most"))


@dataclass(frozen=True)
class Solution:
    """Result of a proof.

    Attributes
    ----------
    position : Position
        Position to prove.
    bounds : Bounds
        Value of the position, or its bounds.
    best : str, optional
        Best move; None when the game is over or no move is proved.
    pv : list of str
        Best play to the end of the game, unless a limit ended the proof first.
    moves : dict
        Bounds of moves, best first: of all on request, else of the best one where it is proved.
    points : tuple of float, optional
        Bounds of the points of the angler at the end of the day, where tiles are hidden.
    strategy : dict
        Probabilities of the turns of the player to move, the likeliest first, where tiles are hidden; empty elsewhere.
    nodes : int
        Number of nodes searched.
    seconds : float
        Time used.
    stopped : str, optional
        Reason why the value is not proved: a limit, or a tree that is too large; None where it is.
    json : dict
        All fields, as ``floe solve --json`` prints them.
    """

    position: Position
    bounds: Bounds
    best: Optional[str]
    pv: List[str]
    moves: Dict[str, Bounds]
    points: Optional[Tuple[float, float]]
    strategy: Dict[str, float]
    nodes: int
    seconds: float
    stopped: Optional[str]
    json: Dict[str, Any] = field(repr=False)

    @property
    def exact(self) -> bool:
        """Whether the value is proved."""
        return self.bounds.exact

    @property
    def value(self) -> Optional[Value]:
        """Value, if it is proved."""
        return self.bounds.value

    @classmethod
    def _of(cls, position: Position, report: Dict[str, Any], limits: Optional[Mapping[str, Any]]) -> Solution:
        return cls(
            position=position,
            bounds=Bounds._of(report),
            best=report["best"],
            pv=report["pv"],
            moves={move["move"]: Bounds._of(move) for move in report["moves"]},
            points=report.get("points"),
            strategy=_strategy(report),
            nodes=report["nodes"],
            seconds=report["seconds"],
            stopped=_stopped(report, limits),
            json=as_json(report),
        )


def as_json(report: Any) -> Any:
    """Return a report as JSON has it, where all keys are texts."""
    if isinstance(report, dict):
        return {str(key): as_json(value) for key, value in report.items()}
    return [as_json(item) for item in report] if isinstance(report, (list, tuple)) else report


def _stopped(report: Mapping[str, Any], limits: Optional[Mapping[str, Any]]) -> Optional[str]:
    """Return what ended a proof with these limits before its end; None where the value is proved or the proof goes on."""
    if report["exact"] or limits is None:
        return None
    if "entries" in report and not report["strategy"]:
        return f"tree of about {report['entries']:.1e} entries, too large for the limits of memory and nodes"
    if limits["nodes"] is not None and (limits["time"] is None or report["nodes"] >= limits["nodes"]):
        return f"limit of {limits['nodes']} nodes"
    if limits["time"] is not None:
        return f"limit of time, {limits['time']}"
    return "bounds as close as the precision" if "entries" in report else "stopped"


def _strategy(report: Mapping[str, Any]) -> Dict[str, float]:
    """Mixed strategy of a report; empty without one."""
    return {move["move"]: move["probability"] for move in report.get("strategy", [])}


class Engine:
    """Engine that keeps its memory from one position of a game to the next.

    One engine may be used from several threads: it does their searches one after the other.

    Parameters
    ----------
    name : str
        Engine, with its options after a colon, such as ``"alphabeta:depth=6"``.
    lines : int
        Number of best moves to report.
    threads : int, optional
        Number of threads; by default all cores.
    hash : int, optional
        Table size in MiB; by default 64.
    seed : int, optional
        Seed of engines that draw random numbers.

    Raises
    ------
    EngineError
        If the engine is unknown.

    Examples
    --------
    >>> engine = floe.Engine("alphabeta", threads=1)
    >>> engine.analyze(floe.deal(7), depth=3).depth
    3
    """

    def __init__(
        self,
        name: str = "default",
        *,
        lines: int = 1,
        threads: Optional[int] = None,
        hash: Optional[int] = None,
        seed: Optional[int] = None,
    ) -> None:
        options = {
            "lines": _checks.number("lines", lines, 0, 2**32),
            "threads": _checks.optional("threads", threads, 0, 2**32),
            "hash": _checks.optional("hash", hash, 0, 2**32),
            "seed": _checks.optional("seed", seed),
        }
        self._arguments = {"lines": lines, "threads": threads, "hash": hash, "seed": seed}
        self._engine = _floe.Engine(_checks.text("engine", name), options)

    def __reduce__(self) -> Tuple[Any, ...]:
        """Copy by name and options: the copy has a memory of its own, which is empty."""
        return _engine, (self.name, self._arguments)

    def __repr__(self) -> str:
        return f"Engine({self.name!r})"

    @property
    def name(self) -> str:
        """Engine with its options."""
        return self._engine.name

    def new_game(self, seed: int = 0) -> None:
        """Forget all positions and draw random numbers from this seed."""
        self._engine.new_game(_checks.number("seed", seed))

    def choose(
        self,
        position: Union[Position, str],
        *,
        time: Optional[Time] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
    ) -> Optional[str]:
        """Find the best move of a position, without its value: much faster than `analyze` for engines that hardly search.

        Parameters
        ----------
        position : Position or str
            Position of any game.
        time, nodes, depth
            As in `analyze`.

        Returns
        -------
        str, optional
            The move that `analyze` finds; None when the game is over.

        Examples
        --------
        >>> floe.Engine("greedy").choose(floe.deal(7)) in floe.deal(7).legal_moves
        True
        """
        return self._engine.choose(_checks.position("position", position), _limits(time, nodes, depth))

    def analyze(
        self,
        position: Union[Position, str],
        *,
        time: Optional[Time] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        progress: Optional[Callable[[Analysis], object]] = None,
    ) -> Analysis:
        """Find the best moves of a position and their values.

        The search ends at the first limit reached, when the value is proved, or by Ctrl-C (KeyboardInterrupt). Without
        any limit, here or in the name of the engine, it ends after five seconds.

        Parameters
        ----------
        position : Position or str
            Position of any game.
        time : float, str or timedelta, optional
            Time in seconds, or text such as ``"500ms"``.
        nodes : int, optional
            Maximum number of nodes.
        depth : int, optional
            Maximum depth in plies.
        progress : callable, optional
            Receives an `Analysis` after every depth; what it raises ends the search.

        Returns
        -------
        Analysis
            Lines of the moves that the engine prefers: the best move first, the others by their values.

        Raises
        ------
        EngineError
            If the engine does not suit the game.
        """
        searched = _checks.position("position", position)
        limits = _limits(time, nodes, depth)
        listener = _listener(progress, lambda report: Analysis._of(searched, report))
        return Analysis._of(searched, self._engine.analyze(searched, limits, listener))


def engine_name(option: str, engine: Union[str, Engine]) -> str:
    """Return an engine as text."""
    return engine.name if isinstance(engine, Engine) else _checks.text(option, engine)


def limited(option: str, engine: Union[str, Engine]) -> Engine:
    """Return an engine, on one thread if it is given as text.

    Raises
    ------
    EngineError
        If it is unknown, or searches without a limit.
    """
    searcher = Engine(engine, threads=1) if isinstance(engine, str) else engine
    if not searcher._engine.ends:
        method = searcher.name.partition(":")[0]
        raise EngineError(
            f"{option}: expected an engine with a limit, such as '{method}:nodes=1000'; found '{searcher.name}'"
        )
    return searcher


def analyze(
    position: Union[Position, str],
    *,
    engine: Union[str, Engine] = "default",
    time: Optional[Time] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    lines: int = 1,
    threads: Optional[int] = None,
    hash: Optional[int] = None,
    progress: Optional[Callable[[Analysis], object]] = None,
) -> Analysis:
    """Find the best moves of a position and their values, with a new engine.

    For the positions of one game, `Engine` is faster: it keeps its memory.

    Parameters
    ----------
    position : Position or str
        Position of any game.
    engine : str
        Engine, with its options after a colon.
    time, nodes, depth, progress
        As in `Engine.analyze`.
    lines, threads, hash
        As in `Engine`.

    Returns
    -------
    Analysis
        Lines of the moves that the engine prefers: the best move first, the others by their values.
    """
    searcher = Engine(engine_name("engine", engine), lines=lines, threads=threads, hash=hash)
    return searcher.analyze(position, time=time, nodes=nodes, depth=depth, progress=progress)


def solve(
    position: Union[Position, str],
    *,
    all: bool = False,
    objective: str = "margin",
    time: Optional[Time] = None,
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    hash: int = 256,
    checkpoint: Union[str, PathLike[str], None] = None,
    checkpoint_interval: Time = "5m",
    progress: Optional[Callable[[Solution], object]] = None,
) -> Solution:
    """Prove the exact value of a position.

    With two players, proves who wins and then by how many fish and tiles; with more, each player's result under max^n.
    A limit ends the proof with the bounds proved so far; Ctrl-C raises KeyboardInterrupt.

    Parameters
    ----------
    position : Position or str
        Position to prove; on a floe of more than 32 tiles with all penguins placed.
    all : bool
        Prove the value of every move.
    objective : str
        ``"margin"``, the exact value, or ``"wdl"``, only win, draw or loss.
    time : float, str or timedelta, optional
        Time in seconds, or text such as ``"500ms"``.
    nodes : int, optional
        Maximum number of nodes.
    threads : int, optional
        Number of threads; by default all cores.
    hash : int
        Table size in MiB.
    checkpoint : path, optional
        File to save the search in and to resume it from.
    checkpoint_interval : float or str
        Time between two saves.
    progress : callable, optional
        Receives a `Solution` with the bounds so far; what it raises ends the proof.

    Returns
    -------
    Solution
        The value, or its bounds.

    Raises
    ------
    EngineError
        During placement on a floe of more than 32 tiles, where nothing can be proved.
    FileError
        If the checkpoint cannot be resumed.
    """
    proved = _checks.position("position", position)
    limits = _limits(time, nodes, None)
    options = {
        "all": _checks.flag("all", all),
        "objective": _checks.text("objective", objective),
        "threads": _checks.optional("threads", threads, 0, 2**32),
        "hash": _checks.number("hash", hash, 0, 2**32),
        "checkpoint": None if checkpoint is None else _checks.path("checkpoint", checkpoint),
        "checkpoint_interval": _checks.seconds("checkpoint_interval", checkpoint_interval),
    }
    listener = _listener(progress, lambda report: Solution._of(proved, report, None))
    return Solution._of(proved, _floe.solve(proved, limits, options, listener), limits)


def _engine(name: str, options: Dict[str, Any]) -> Engine:
    """Make the engine of a pickle."""
    return Engine(name, **options)


def _limits(time: Optional[Time], nodes: Optional[int], depth: Optional[int]) -> Dict[str, Any]:
    """Limits of a search for the native part."""
    return {
        "time": _checks.seconds("time", time),
        "nodes": _checks.optional("nodes", nodes, 0),
        "depth": _checks.optional("depth", depth, 0, 2**32 - 1),
    }


def _listener(
    progress: Optional[Callable[[Any], object]], convert: Callable[[Dict[str, Any]], object]
) -> Optional[_floe.Listener]:
    listener = _checks.function("progress", progress)
    if listener is None:
        return None

    def listen(report: Dict[str, Any]) -> None:
        listener(convert(report))

    return listen
