"""Positions: text, moves, and what Python expects of a value."""

import copy
import inspect
import pickle
import random
import re
from collections.abc import Sequence
from typing import Any, Dict

import pytest

import floe
from conftest import ROOT, random_positions

#: Options of some rules only, each with the rules that have it.
OPTION_LINES = (ROOT / "positions" / "options.txt").read_text().splitlines()
ZUGZWANG = "......./......../......./..212.../..A1B1.../..22..../......./........ A 0:0,0:0"


def test_a_position_is_a_value() -> None:
    for position in random_positions(50, 5):
        for other in (floe.Position(str(position)), pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
            assert other == position and hash(other) == hash(position)
        assert eval(repr(position), {"Position": floe.Position}) == position
    assert floe.deal(1) != floe.deal(2)
    assert position.__eq__("text") is NotImplemented
    assert copy.copy(position) is position is position.copy()


def test_moves_are_a_lazy_sequence() -> None:
    moves = floe.Position(ZUGZWANG).legal_moves
    assert isinstance(moves, Sequence)
    assert list(moves) == ["c5-c4", "c5-d4", "c5-c6", "c5-d6"]
    assert moves[-1] == "c5-d6" and moves[1:3] == ["c5-d4", "c5-c6"] and moves[::-2] == ["c5-d6", "c5-d4"]
    assert "c5-d4" in moves and "c5-e4" not in moves
    with pytest.raises(IndexError):
        moves[4]


def test_moves_and_actions_agree() -> None:
    for position in random_positions(60, 6):
        actions = position.legal_actions
        assert len(actions) == len(set(actions)) == len(position.legal_moves)
        assert all(0 <= action < position.action_count for action in actions)
        for move, action in zip(position.legal_moves, actions):
            assert position.action(move) == action
            assert position.play(action, world=9) == position.play(move, world=9)


def test_illegal_moves_are_refused() -> None:
    position = floe.Position(ZUGZWANG)
    with pytest.raises(floe.MoveError, match="not in a straight line"):
        position.play("c5-h8")
    with pytest.raises(floe.MoveError, match="expected one of the legal actions; found 1"):
        position.play(1)
    with pytest.raises(floe.MoveError, match="move 2, 'c5-c4'"):
        position.play_all(["c5-d4", "c5-c4"])
    with pytest.raises(floe.MoveError):
        position.action("c5-h8")
    for wrong in (-1, 1.5, None, 2**40):
        with pytest.raises(floe.MoveError, match="expected a legal move or action; found"):
            position.play(wrong)  # type: ignore[arg-type]


def test_the_end_of_a_game() -> None:
    over = floe.Position("2....../......../......./......../......./......../......./........ B 49:31,47:28")
    assert over.is_over and over.turn is None and list(over.legal_moves) == []
    assert over.result == "The game is over: A wins by 2 fish (A 49 fish, 31 tiles; B 47 fish, 28 tiles)."
    assert over.returns == [1.0, -1.0] and over.margins == [2.0, -2.0]
    assert over.scores == [{"fish": 49, "tiles": 31}, {"fish": 47, "tiles": 28}]
    start = floe.deal(7)
    assert start.result is None and start.returns is None and start.margins is None and start.turn == "A"


def test_payoffs_sum_to_zero() -> None:
    rng = random.Random(7)
    for rules in floe.rules():
        position = floe.deal(1, None, rules)
        while not position.is_over:
            position = position.play(rng.choice(position.legal_moves), world=1)
        returns, margins = position.returns, position.margins
        assert returns is not None and margins is not None and len(returns) == len(margins) == position.players
        assert margins[returns.index(max(returns))] == max(margins)
        assert sum(margins) == pytest.approx(0) if rules != "flip" else margins == returns
        assert sum(returns) == pytest.approx(0) if rules != "flip" else returns[0] <= 0


def test_chance_has_outcomes() -> None:
    position = floe.deal(1, 2, "flip")
    outcomes = position.outcomes(position.legal_moves[0])
    assert sum(probability for _, probability in outcomes) == pytest.approx(1)
    possible = {position.play(move) for move, _ in outcomes}
    assert {position.play(position.legal_moves[0], world=world) for world in range(50)} <= possible


def test_errors_have_a_column() -> None:
    with pytest.raises(floe.PositionError, match="column 1: expected a tile") as raised:
        floe.Position("x")
    assert raised.value.column == 1
    assert issubclass(floe.PositionError, floe.FloeError) and issubclass(floe.FloeError, ValueError)


@pytest.mark.parametrize(
    "options, message",
    [
        ({"players": 5}, "players: expected 2 to 4; found 5"),
        ({"players": 1}, "players: expected 2 to 4; found 1"),
        ({"rules": "teams", "players": 3}, "players: expected 4 in teams; found 3"),
        ({"rules": "flop"}, "rules: expected one of the rules base.*did you mean 'flip'"),
        ({"rules": "flip", "balanced": True}, "balanced: expected with games on a floe only; found rules flip"),
        ({"layout": "setup-9"}, "layout: expected standard, setup-1"),
        ({"layout": "setup-2", "balanced": True}, "balanced: expected with the layouts standard and setup-1 only"),
        ({"players": 3, "rules": "angling"}, "players: expected 2; found 3"),
        ({"rules": "flip", "tiles": 5}, "tiles: expected with games on a floe only; found rules flip"),
        ({"tiles": 61}, "tiles: expected 0 to 60; found 61"),
        ({"tiles": 9, "plies": 9}, "tiles: expected without plies"),
        ({"centre": "open"}, "centre: expected with the layout setup-2 only"),
        ({"centre": "ice", "layout": "setup-2"}, "centre: expected water, open, 0 or m2; found 'ice'"),
        ({"whales": [3]}, "whales: expected with rules hidden-whale only; found rules base"),
        ({"whales": [2], "rules": "hidden-whale"}, r"whales: expected \[3\] or \[3, 2\]; found \[2\]"),
        ({"special": {"glass": 1}, "rules": "special-tiles"}, "special: expected .*glass"),
        ({"species": "W"}, "species: expected with rules flip and contest only; found rules base"),
        ({"species": ["wale"], "rules": "flip"}, r"species: expected .* found 'wale' \(did you mean 'whale'"),
        ({"waste": {"glass": 1}, "rules": "flip"}, "waste: expected numbers of plastic, metal, oil; found 'glass'"),
        ({"waste": {"oil": 4}, "rules": "flip"}, "waste: expected at most 3 cards of oil; found 4"),
        ({"rays": "long", "rules": "flip"}, "rays: expected usual or far; found 'long'"),
        ({"hand": 2, "rules": "contest"}, "hand: expected with rules flip only; found rules contest"),
        ({"lake": 2}, "lake: expected with rules angling only; found rules base"),
        ({"lake": 5, "rules": "angling"}, "lake: expected 2x2, 3x3 or 4x4; found 5x5"),
        ({"lake_tiles": "7", "rules": "angling"}, r"lake_tiles: expected tiles \(1-6, r, d\); found '7'"),
        ({"lake_tiles": "12", "rules": "angling"}, "lake_tiles: expected 16, one for each space; found 2"),
        ({"catch_tiles": [1] * 5, "rules": "angling"}, "catch_tiles: expected numbers of 4 distances"),
    ],
)
def test_deals_that_do_not_fit(options: Dict[str, Any], message: str) -> None:
    with pytest.raises(floe.OptionError, match=message):
        floe.deal(1, **options)


#: Values of the options in `positions/options.txt` as Python takes them.
OPTIONS: Dict[str, Any] = {
    "layout": "setup-1",
    "penguins": 1,
    "balanced": True,
    "centre": "open",
    "whales": [3, 2],
    "special": {"broken": 0},
    "species": "WDR",
    "rays": "far",
    "each": 6,
    "waste": {"oil": 1},
    "hand": 1,
    "difficult": True,
    "columns": 2,
    "height": 4,
    "dealt": True,
    "lake": 2,
    "anglers": 1,
    "lake_tiles": "1122334455rrrrrd",
    "catch_tiles": [1, 1, 1, 1],
    "no_specials": True,
}


@pytest.mark.parametrize("line", [line for line in OPTION_LINES if line and not line.startswith("#")])
def test_an_option_is_refused_with_rules_that_do_not_have_it(line: str) -> None:
    option, having, _ = line.split()
    name = option.replace("-", "_")
    for rules in floe.rules():
        on_floe = rules not in ("flip", "contest", "angling")
        options = {"rules": rules, name: OPTIONS[name]}
        if name == "centre" and on_floe:
            options["layout"] = "setup-2"
        if rules in having.split(",") or (having == "floe" and on_floe):
            floe.deal(1, **options)
            continue
        games = "games on a floe" if having == "floe" else "rules " + having.replace(",", " and ")
        with pytest.raises(floe.OptionError, match=f"^{name}: expected with {games} only; found rules {re.escape(rules)}$"):
            floe.deal(1, **options)


def test_every_option_is_a_keyword_of_a_deal() -> None:
    lines = [line.split() for line in OPTION_LINES if line and not line.startswith("#")]
    options = set(floe._floe.set_up_options())
    assert {words[0].replace("-", "_") for words in lines} == options == set(OPTIONS)
    documented = set(re.findall(r"\w+", floe.deal.__doc__ or ""))
    assert options - inspect.signature(floe.deal).parameters.keys() == options - documented == set()


def test_pictures_are_svg() -> None:
    for rules in floe.rules():
        position = floe.deal(1, None, rules)
        assert position._repr_svg_().startswith("<svg") and position._repr_svg_().rstrip().endswith("</svg>")
    position = floe.Position(ZUGZWANG)
    assert position.svg(arrows=["c5-d4"]) != position.svg(last_move="c5-d4") != position.svg(names=True)
    with pytest.raises(floe.MoveError):
        position.svg(last_move="c5-h8")
