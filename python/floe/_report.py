"""Reports on matches: of one, merged from its shards, and on several together."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from html import escape
from os import PathLike
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from . import _checks, _floe
from ._search import as_json

#: Path of a file or a directory.
Path = Union[str, "PathLike[str]"]


@dataclass(frozen=True)
class Standing:
    """Results of one player of a match against all others.

    Attributes
    ----------
    player : str
        Name of the player.
    rating, rating_error : float
        Elo rating, and half the width of its 95 % interval; the mean of the players that games connect is 0.
    score, score_error : float
        Mean score by rank in a game, from 0 to 1, and half the width of its 95 % interval.
    seats : int
        Number of seats taken in all games.
    places : list of int
        Numbers of first, second, third and fourth places; players that share a place have the better one.
    points : float
        Mean points at the end of a game, in the unit of the rules, such as fish.
    """

    player: str
    rating: float
    rating_error: float
    score: float
    score_error: float
    seats: int
    places: List[int]
    points: float

    @classmethod
    def _of(cls, standing: Dict[str, Any]) -> Standing:
        rating, score = standing["rating"], standing["score"]
        return cls(
            player=standing["engine"],
            rating=rating["value"],
            rating_error=rating["error"],
            score=score["value"],
            score_error=score["error"],
            seats=standing["seats"],
            places=list(standing["places"]),
            points=standing["fish"],
        )


@dataclass(frozen=True)
class MatchReport:
    """Results of a match, seen from the first player.

    `str` prints it as the program does, and a notebook shows it as a table.

    Attributes
    ----------
    games : int
        Number of games in complete blocks.
    wins, draws, losses : int
        Games of the first player; games in which it did not play are not among them.
    elo, elo_error : float
        Elo difference to the others, and half the width of its 95 % interval.
    margin, margin_error : float
        Mean per game of the points of the first player less the mean points of the other seats, and half the width of
        its 95 % interval; None while there are too few blocks.
    unit : str
        Unit of the margin and of mean points: ``"fish"``, ``"penguins"``, ``"points"``, or ``"animals"`` that are left.
    superiority : float, optional
        Likelihood that the first player is stronger, for two players.
    decision : str, optional
        Decision of the sequential test: ``"accepted"``, ``"rejected"`` or ``"open"``.
    llr : float, optional
        Log-likelihood ratio of the sequential test.
    standings : list of Standing
        Results of every player, in the order in which they were given.
    text : str
        The report as the program prints it.
    html : str
        The report as a page of HTML with charts, as ``floe match --html`` writes it; the largest mistakes are those of
        recorded games.
    json : dict
        All fields, as ``floe match --json`` prints them.
    """

    games: int
    wins: int
    draws: int
    losses: int
    elo: float
    elo_error: float
    margin: float
    margin_error: Optional[float]
    unit: str
    superiority: Optional[float]
    decision: Optional[str]
    llr: Optional[float]
    standings: List[Standing] = field(repr=False)
    text: str = field(repr=False)
    html: str = field(repr=False, compare=False)
    json: Dict[str, Any] = field(repr=False)

    @property
    def score(self) -> float:
        """Mean score by rank of the first player in a game: for two players the share of the points, a draw being half a point."""
        return self.standings[0].score

    @property
    def score_error(self) -> float:
        """Half the width of the 95 % interval of `score`."""
        return self.standings[0].score_error

    def __str__(self) -> str:
        return self.text.rstrip()

    def __repr__(self) -> str:
        test = "" if self.decision is None else f", {self.decision}"
        results = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        return f"MatchReport({self.games} games: {results}; Elo {_estimate(self.elo, self.elo_error, '+.1f')}{test})"

    def _repr_html_(self) -> str:
        heads = ("player", "rating", "score", "fish", "places")
        rows = [
            (
                standing.player,
                _estimate(standing.rating, standing.rating_error, "+.0f"),
                _estimate(standing.score, standing.score_error, ".3f"),
                f"{standing.points:.1f}",
                ", ".join(map(str, standing.places)),
            )
            for standing in sorted(self.standings, key=lambda standing: -standing.rating)
        ]
        head = "".join(f"<th>{text}</th>" for text in heads)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        caption = escape(repr(self)[len("MatchReport(") : -1])
        return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    @classmethod
    def _of(cls, reported: Tuple[Dict[str, Any], str, str]) -> MatchReport:
        report, text, page = reported
        results = report["results"]
        test = report.get("sprt", {})
        return cls(
            games=report["games"],
            wins=results["wins"],
            draws=results["draws"],
            losses=results["losses"],
            elo=report["elo"],
            elo_error=report["error"],
            margin=report["margin"],
            margin_error=report["margin_error"],
            unit=report["unit"],
            superiority=report.get("pairs", {}).get("superiority"),
            decision=test.get("decision"),
            llr=test.get("llr"),
            standings=[Standing._of(standing) for standing in report["standings"]],
            text=text,
            html=page,
            json=as_json(report),
        )


def _estimate(value: float, error: float, form: str) -> str:
    return f"{value:{form}} ± {error:{form.lstrip('+')}}"


def _several(option: str, paths: Union[Path, Sequence[Path]]) -> List[str]:
    """Return one or more paths as texts."""
    several = _checks.paths(option, paths)
    if not several:
        raise _floe.OptionError(f"{option}: expected at least one path; found none")
    return several


def merge(
    directories: Union[Path, Sequence[Path]], *, sprt: Sequence[float] = (), normalized: bool = False
) -> MatchReport:
    """Report on the shards of a match as if one call had played them, as ``floe match --merge`` does.

    Parameters
    ----------
    directories : path or sequence of path
        Directories in which all shards of one match are recorded, by `match` or by the program.
    sprt, normalized
        As in `match`: a test of the merged games.

    Returns
    -------
    MatchReport
        Results and statistics.

    Raises
    ------
    FileError
        If a shard is missing, incomplete or changed, or if shards are of different matches.
    """
    return MatchReport._of(
        _floe.merge_matches(_several("directories", directories), _checks.reals("sprt", sprt), _checks.flag("normalized", normalized))
    )


def rate(paths: Union[Path, Sequence[Path]]) -> Dict[int, MatchReport]:
    """Rate the players of recorded matches together, as ``floe rate`` does.

    Players are the same if they have the same name. If the code or the files of such players differ between matches,
    there is a warning.

    Parameters
    ----------
    paths : path or sequence of path
        Files of games, or directories with such files. A match that is named twice counts once.

    Returns
    -------
    dict of int to MatchReport
        A report for each number of players, or of teams, in a game.

    Raises
    ------
    FileError
        If there are no games, or a file cannot be read.
    """
    ratings, ambiguous = _floe.rate_matches(_several("paths", paths))
    for name in ambiguous:
        warnings.warn(f"{name}: the code or the files of this player differ between matches", stacklevel=2)
    return {sides: MatchReport._of(reported) for sides, reported in ratings}
