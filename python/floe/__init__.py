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
    EngineError,
    FileError,
    FloeError,
    InternalError,
    MoveError,
    Moves,
    OptionError,
    Position,
    PositionError,
    __version__,
)
from ._batch import Batch
from ._games import deal, rules
from ._match import MatchReport, match
from ._records import Game, read_games, read_selfplay, selfplay
from ._search import Analysis, Bounds, Engine, Line, Solution, analyze, solve

_Sequence.register(Moves)

__all__ = [
    "Analysis",
    "Batch",
    "Bounds",
    "Engine",
    "EngineError",
    "FileError",
    "FloeError",
    "Game",
    "InternalError",
    "Line",
    "MatchReport",
    "MoveError",
    "Moves",
    "OptionError",
    "Position",
    "PositionError",
    "Solution",
    "__version__",
    "analyze",
    "deal",
    "match",
    "read_games",
    "read_selfplay",
    "rules",
    "selfplay",
    "solve",
]
