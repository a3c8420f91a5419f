"""Parts of positions, small floes, and numbers of penguins."""

import random
from typing import Any, Callable, Dict

import numpy as np
import pytest

import floe

MIDDLE = ".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... B 36:19,32:19"


def test_a_position_has_parts() -> None:
    position = floe.Position(MIDDLE)
    assert position.tiles["b1"] == 1 and position.tiles["c1"] == 2 and "a1" not in position.tiles
    assert len(position.tiles) == position.tiles_left
    assert position.penguins("A") == ["b1", "c4", "a8", "d8"] and position.penguins("B")[0] == "e1"
    assert position.hand("A") == 0 and floe.deal(1).hand("B") == 4
    assert len(position.hexes) == 60 and position.hexes[:2] == ["a1", "b1"]
    moves = [move for hex in position.penguins("B") for move in position.destinations(hex)]
    assert len(moves) == len(position.legal_moves)
    for wrong in ("Z", "", 1, None):
        with pytest.raises(floe.OptionError, match="player: expected a player of the game; found"):
            position.penguins(wrong)  # type: ignore[arg-type]
    with pytest.raises(floe.OptionError, match="hex: expected one of the hexes of the position; found 'z9'"):
        position.destinations("z9")


@pytest.mark.parametrize("rules", floe.rules())
def test_parts_agree_with_planes(rules: str) -> None:
    rng = random.Random(2)
    position = floe.deal(2, None, rules)
    while not position.is_over:
        hexes, planes = position.hexes, position.planes("A")
        assert len(hexes) == len(set(hexes)) == planes.shape[1] and set(position.tiles) <= set(hexes)
        if rules not in ("flip", "contest", "angling"):
            for seat, letter in enumerate("ABCD"[: position.players]):
                standing = {hexes[place] for place in np.flatnonzero(planes[4 + seat])}
                assert standing == set(position.penguins(letter)) <= set(position.tiles)
            fish = {hex for hex, value in position.tiles.items() if isinstance(value, int) and value in (1, 2, 3)}
            assert fish == {hexes[place] for place in np.flatnonzero(planes[:3].sum(axis=0))} or rules == "special-tiles"
            assert position.tiles_left == len(position.tiles)
        position = position.play(rng.choice(position.legal_moves), world=1)


@pytest.mark.parametrize("layout, hexes", [("small-10", 10), ("small-16", 16), ("small-22", 22)])
@pytest.mark.parametrize("rules", [rules for rules in floe.rules() if rules not in ("flip", "contest", "angling", "special-tiles")])
def test_small_floes_can_be_dealt(layout: str, hexes: int, rules: str) -> None:
    try:
        position = floe.deal(1, None, rules, layout=layout, penguins=1)
    except floe.OptionError as error:
        # No tile with three fish for a whale.
        assert "layout: expected at least" in str(error) or "three-fish" in str(error)
        return
    assert position.tiles_left == hexes == len(position.hexes)
    assert [position.hand(letter) for letter in "ABCD"[: position.players]] == [1] * position.players
    again = floe.Position(str(position))
    assert again == position
    while not position.is_over:
        position = position.play(position.legal_moves[0], world=1)
    assert position.returns is not None


def test_numbers_of_penguins_are_checked() -> None:
    for players, most in ((2, 4), (3, 3), (4, 2)):
        for penguins in range(1, most + 1):
            position = floe.deal(7, players, penguins=penguins)
            assert position.hand("A") == penguins
            assert position.tiles == floe.deal(7).tiles
        for wrong in (0, most + 1):
            with pytest.raises(floe.OptionError, match=f"penguins: expected 1 to {most}; found {wrong}"):
                floe.deal(7, players, penguins=wrong)
    assert floe.deal(7, penguins=4) == floe.deal(7)
    with pytest.raises(floe.OptionError, match="penguins: expected with games on a floe only; found rules flip"):
        floe.deal(7, rules="flip", penguins=1)


WRONG: Any = [-1, 1.5, "x", None, 2**64, True]


@pytest.mark.parametrize("wrong", WRONG)
def test_numbers_are_checked_everywhere(wrong: Any) -> None:
    position, engine = floe.deal(1), floe.Engine("greedy")
    calls: Dict[str, Callable[[], object]] = {
        "seed": lambda: floe.deal(wrong),
        "count": lambda: floe.Batch(wrong, positions=None),
        "plies": lambda: floe.Batch(2).play_random(wrong) if wrong is not None else floe.Batch(count=None),
        "world": lambda: position.play("a1", world=wrong) if wrong not in (None, True) else floe.deal("x"),  # type: ignore[arg-type]
        "nodes": lambda: engine.analyze(position, nodes=wrong) if wrong is not None else floe.deal("x"),  # type: ignore[arg-type]
        "games": lambda: floe.selfplay("unused", wrong),
        "lines": lambda: floe.Engine("greedy", lines=wrong),
        "floes": lambda: floe.match(["greedy", "greedy"], wrong) if wrong is not None else floe.deal("x"),  # type: ignore[arg-type]
        "hash": lambda: floe.solve(position, hash=wrong),
    }
    for option, call in calls.items():
        with pytest.raises(floe.OptionError, match=r"\w+: expected (an integer from|a number of games)"):
            print(option, call())
    for illegal in (-1, 1.5, 2**40, None):
        with pytest.raises(floe.MoveError, match="expected a legal move or action; found"):
            position.play(illegal)  # type: ignore[arg-type]


def test_whole_floats_and_timedeltas_are_taken() -> None:
    from datetime import timedelta

    engine = floe.Engine("default", threads=1)
    assert engine.analyze(floe.deal(7), nodes=1e2).nodes >= 1  # type: ignore[arg-type]
    assert engine.analyze(floe.deal(7), time=timedelta(milliseconds=20)).nodes >= 1
    with pytest.raises(floe.OptionError, match="time: expected seconds, a text such as '500ms' or a timedelta"):
        engine.analyze(floe.deal(7), time=[1])  # type: ignore[arg-type]


def test_options_of_matches_are_checked() -> None:
    wrong: Dict[str, Callable[[], object]] = {
        "sprt: expected a sequence of numbers": lambda: floe.match(["greedy"] * 2, 1, sprt="ab"),  # type: ignore[arg-type]
        "clock: expected a text": lambda: floe.match(["greedy"] * 2, 1, clock=3),  # type: ignore[arg-type]
        "players: expected engines and functions; found 5": lambda: floe.match(["greedy", 5], 1),  # type: ignore[list-item]
        "players: expected a sequence": lambda: floe.match("greedy", 1),
        "positions: expected a position": lambda: floe.match(["greedy"] * 2, 1, positions=[3]),  # type: ignore[list-item]
    }
    for problem, call in wrong.items():
        with pytest.raises(floe.OptionError, match=problem):
            call()
    wrong_answers: Any = [None, -1, 10**6, "zz", 1.5]
    for answer in wrong_answers:
        with pytest.raises(floe.MoveError, match=r"player 1 \(<lambda>\), game \d+, position .*: expected (a move|one of the legal moves); found"):
            floe.match([lambda position: answer, "greedy"], 1)


def test_outcomes_of_illegal_moves_are_refused() -> None:
    for rules in floe.rules():
        position = floe.deal(1, None, rules)
        with pytest.raises(floe.MoveError):
            position.outcomes("zz")
        total = sum(probability for _, probability in position.outcomes(position.legal_moves[0]))
        assert total == pytest.approx(1)


def test_moves_are_a_whole_sequence() -> None:
    import copy
    import pickle

    moves = floe.deal(1).legal_moves
    listed = list(moves)
    assert moves.index(listed[3]) == 3 and moves.count(listed[3]) == 1 and moves.count("zz") == 0
    assert list(reversed(moves)) == listed[::-1]
    assert np.random.default_rng(1).choice(moves) in listed
    assert random.Random(1).choice(moves) in listed
    assert pickle.loads(pickle.dumps(moves)) == moves == copy.deepcopy(moves)
    with pytest.raises(ValueError):
        moves.index("zz")
    with pytest.raises(floe.MoveError, match="moves: expected a sequence of moves; found a text"):
        floe.deal(1).play_all("a1")
