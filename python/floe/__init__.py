"""Engine and exact solver for *Hey, That's My Fish!*, its variants and relatives.

Examples
--------
>>> import floe
>>> position = floe.deal(7)
>>> position.turn
'A'
>>> floe.analyze(position, nodes=1000).best in position.legal_moves
True
"""

from collections.abc import Sequence as _Sequence

from ._floe import (
    Actions,
    EngineError,
    FileError,
    FloeError,
    InternalError,
    Move,
    MoveError,
    Moves,
    OptionError,
    Position,
    PositionError,
    __version__,
    build,
)
from ._batch import Batch
from ._benchmark import BENCHMARK_FLOES, BenchmarkFloe, BenchmarkReport, FloeRegret, benchmark
from ._games import actions, coordinates, deal, neighbours, rules
from ._frames import frame
from ._game_files import Game, MoveNode, read_games, write_games
from ._guided import Search, SearchResult
from ._match import match
from ._records import read_selfplay, selfplay
from ._report import MatchReport, Standing, merge, rate
from ._review import PlayerReview, Review, ReviewedMove, review
from ._search import Analysis, Bounds, Engine, Line, Solution, analyze, solve

_Sequence.register(Moves)
_Sequence.register(Actions)

__all__ = [
    "Actions",
    "BENCHMARK_FLOES",
    "Analysis",
    "Batch",
    "BenchmarkFloe",
    "BenchmarkReport",
    "Bounds",
    "Engine",
    "EngineError",
    "FileError",
    "FloeError",
    "FloeRegret",
    "Game",
    "InternalError",
    "Line",
    "MatchReport",
    "Move",
    "MoveError",
    "MoveNode",
    "Moves",
    "OptionError",
    "PlayerReview",
    "Position",
    "PositionError",
    "Review",
    "ReviewedMove",
    "Search",
    "SearchResult",
    "Solution",
    "Standing",
    "__version__",
    "actions",
    "analyze",
    "benchmark",
    "build",
    "coordinates",
    "deal",
    "frame",
    "match",
    "merge",
    "neighbours",
    "rate",
    "read_games",
    "read_selfplay",
    "review",
    "rules",
    "selfplay",
    "solve",
    "write_games",
]
