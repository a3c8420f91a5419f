"""Reviews of games."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Callable, Dict, List, Optional

from . import _checks, _floe
from ._game_files import Game, MoveNode, checked_game

#: Signs of marks in notation.
_SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


@dataclass(frozen=True)
class ReviewedMove:
    """Move of a game as an engine judges it. All values are those of the player who moved.

    Attributes
    ----------
    ply : int
        Number of the move in the game, from 1.
    player : str
        Letter of the player.
    move : str
        The move in notation.
    mark : str, optional
        ``"inaccuracy"``, ``"mistake"`` or ``"blunder"``; None for a move that is not bad.
    sign : str
        Sign of the mark: ``?!``, ``?`` or ``??``; empty without one.
    before, after : dict
        Values before and after the move, with ``exact`` and, where it is known, ``win_probability``. A value before the
        move that is not proved is that after the best move.
    loss : float
        Loss in the first unit that counts, such as fish; 0 for a move that is at least as good as the best one.
    accuracy : float, optional
        Accuracy in percent; None where probabilities of winning are not known.
    best : str, optional
        Move that the engine prefers.
    line : list of str
        Line that begins with it, up to the first move whose outcome is left to chance.
    reasons : list of str
        Reasons for it in sentences; empty for a move that is not bad.
    words : str
        The move and its value in a sentence.
    note : str
        Text that `MoveNode.review` and game files keep, from which the page of ``floe board`` shows the review.
    """

    ply: int
    player: str
    move: str
    mark: Optional[str]
    before: Dict[str, Any]
    after: Dict[str, Any]
    loss: float
    accuracy: Optional[float]
    best: Optional[str]
    line: List[str]
    reasons: List[str]
    words: str
    note: str = field(repr=False)

    @property
    def sign(self) -> str:
        """Sign of the mark in notation."""
        return _SIGNS.get(self.mark or "", "")


@dataclass(frozen=True)
class PlayerReview:
    """Play of one player. All numbers are about the moves for which the player had a choice.

    Attributes
    ----------
    player : str
        Letter of the player.
    choices : int
        Number of these moves.
    accuracy : float, optional
        Mean accuracy in percent; None where probabilities of winning are not known.
    mean_loss : float
        Mean loss of a move in the first unit that counts.
    inaccuracies, mistakes, blunders : int
        Numbers of marks.
    words : str
        All of it in a line.
    """

    player: str
    choices: int
    accuracy: Optional[float]
    mean_loss: float
    inaccuracies: int
    mistakes: int
    blunders: int
    words: str


@dataclass(frozen=True)
class Review:
    """Review of a game.

    Attributes
    ----------
    moves : list of ReviewedMove
        Moves of the main line.
    players : list of PlayerReview
        Players who have moved, in turn order from A.
    worst : list of ReviewedMove
        The worst of the moves that have a mark, at most five, the greatest loss first.
    engine : str
        Engine that searched, with the limits of a position.
    """

    moves: List[ReviewedMove]
    players: List[PlayerReview]
    worst: List[ReviewedMove]
    engine: str

    def annotate(self, game: Game) -> Game:
        """Return the game reviewed with marks, unless moves have their own, and with the notes of the review.

        Parameters
        ----------
        game : Game
            The game that was reviewed.

        Returns
        -------
        Game
            Game for `write_games`; the page of ``floe board`` shows the review without a search.
        """
        game = checked_game("game", game)
        nodes = list(game.nodes) or [MoveNode(number, move) for number, move in enumerate(game.moves)]
        parent = 0
        rest = iter(self.moves)
        for index, node in enumerate(nodes):
            # The first continuation of a node is the main one.
            if node.parent != parent:
                continue
            reviewed = next(rest, None)
            if reviewed is None:
                break
            nodes[index] = node._replace(marks=node.marks or reviewed.sign, review=reviewed.note)
            parent = index + 1
        return replace(game, nodes=nodes)


def review(
    game: Game,
    *,
    strength: str = "normal",
    nodes: Optional[int] = None,
    threads: Optional[int] = None,
    progress: Optional[Callable[[int], object]] = None,
) -> Review:
    """Judge the moves of a game as ``floe replay --annotate`` and the page of ``floe board`` do.

    On one thread a game gets the same marks on every machine. Where a mark is close to another one, floe searches deeper.

    Parameters
    ----------
    game : Game
        Game; its main line is reviewed.
    strength : str
        Effort for each position: ``"quick"``, ``"normal"`` or ``"thorough"``.
    nodes : int, optional
        Nodes for each position, in place of those of the strength.
    threads : int, optional
        Threads of a search; default one. With more, marks may differ from one review to the next.
    progress : callable, optional
        Receives the number of every move that has been judged.

    Returns
    -------
    Review
        Judgements of all moves, and how well the players have played.

    Raises
    ------
    MoveError
        If a move is not legal.
    OptionError
        If an option is out of range.

    Examples
    --------
    >>> start = floe.deal(7)
    >>> game = floe.Game(start, [str(start.legal_moves[0])], {}, [])
    >>> [move.player for move in floe.review(game, nodes=100).moves]
    ['A']
    """
    game = checked_game("game", game)
    options = {
        "strength": _checks.text("strength", strength),
        "nodes": _checks.optional("nodes", nodes),
        "threads": _checks.optional("threads", threads, 0, 2**32),
    }
    listener = _checks.function("progress", progress)
    report = _floe.review(game.start, list(game.moves), options, listener)
    moves = [ReviewedMove(**{name: move[name] for name in _NAMES}) for move in report["moves"]]
    return Review(
        moves=moves,
        players=[PlayerReview(**player) for player in report["players"]],
        worst=[moves[worst["ply"] - 1] for worst in report["worst"]],
        engine=report["engine"],
    )


#: Names of the fields of a reviewed move.
_NAMES = [name for name in ReviewedMove.__dataclass_fields__]
