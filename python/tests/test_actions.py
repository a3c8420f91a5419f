"""Actions: the numbers by which learners choose moves, and the arrays that go with them."""

import pickle
import random
from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np
import pytest

import floe

#: Rules in which an action is a place in the list of legal moves.
PLACES = ("special-tiles", "flip", "contest")
#: Layouts with so many penguins that every game on a floe can be dealt.
LAYOUTS: List[Tuple[Optional[str], Dict[str, Any]]] = [
    ("standard", {}),
    ("setup-1", {}),
    ("setup-2", {}),
    ("small-22", {"penguins": 1}),
]


def games(rules: str, seeds: int = 2) -> Iterator[floe.Position]:
    """All positions of random games."""
    on_floes = rules not in ("flip", "contest", "angling")
    for layout, options in LAYOUTS if on_floes else LAYOUTS[:1]:
        layout = layout if on_floes else None
        for seed in range(seeds):
            rng = random.Random(seed)
            options = {**options, "special": {"teleport": 1}} if rules == "special-tiles" else options
            position = floe.deal(seed, None, rules, layout=layout, **options)
            while not position.is_over:
                yield position
                position = position.play(rng.choice(position.legal_moves), world=seed)


@pytest.mark.parametrize("rules", floe.rules())
def test_every_legal_move_has_an_action(rules: str) -> None:
    for position in games(rules):
        actions, moves = position.legal_actions, list(position.legal_moves)
        assert len(set(actions)) == len(actions) == len(moves)
        assert all(0 <= action < position.action_count for action in actions)
        mask = position.legal_mask()
        assert mask.shape == (position.action_count,) and np.flatnonzero(mask).tolist() == sorted(actions)
        chosen = actions[len(actions) // 2]
        move = position.move(chosen)
        assert move.text == moves[len(actions) // 2] and move.action == chosen == position.action(move.text)
        assert position.play(chosen, world=9) == position.play(move.text, world=9) == move.play(9)


@pytest.mark.parametrize("rules", [rules for rules in floe.rules() if rules not in PLACES])
def test_an_action_is_the_same_move_in_every_position(rules: str) -> None:
    spaces: Dict[int, List[str]] = {}
    for position in games(rules):
        space = position.actions
        known = spaces.setdefault(len(space), list(space))
        for action, move in zip(position.legal_actions, position.legal_moves):
            assert known[action] == move
    for texts in spaces.values():
        assert len(set(texts)) == len(texts)


def test_the_sizes_of_action_spaces() -> None:
    sizes = {rules: len(floe.actions(rules=rules)) for rules in floe.rules()}
    on_lines = {"base": 1124, "hidden-whale": 1124, "teams": 1124, "push": 1424, "push+teams": 1424, "group": 2188}
    whale = {"whale": 7508, "whale+teams": 7508, "push+whale": 7808, "push+whale+teams": 7808}
    products = {"survival": 18060, "angling": 358}
    assert sizes == {**on_lines, **whale, **products, **dict.fromkeys(PLACES, 2**14)}
    assert [len(floe.actions(f"small-{hexes}")) for hexes in (10, 16, 22)] == [66, 140, 234]
    assert len(floe.actions(rules="angling", lake=2)) == 88


def test_actions_map_both_ways() -> None:
    actions = floe.actions()
    assert list(actions)[:3] == ["a1", "b1", "c1"] and actions[-1] == actions[1123]
    assert all(actions.index(move) == place for place, move in enumerate(actions) if place % 50 == 0)
    assert actions == floe.deal(5).actions == pickle.loads(pickle.dumps(actions)) != floe.actions("setup-1")
    assert "c5-d4" in actions and "c5-h8" not in actions and repr(actions) == "Actions(1124 of base)"
    with pytest.raises(floe.MoveError, match="expected a move of this board; found 'c5-h8'"):
        actions.index("c5-h8")
    with pytest.raises(IndexError):
        actions[1124]
    with pytest.raises(floe.OptionError, match="in flip they are places in legal_moves"):
        floe.actions(rules="flip")[0]


@pytest.mark.parametrize("rules", [rules for rules in floe.rules() if rules not in PLACES])
def test_the_table_holds_the_parts_of_moves(rules: str) -> None:
    position = floe.deal(3, None, rules)
    actions, hexes = position.actions, position.hexes
    table = actions.table
    assert table.shape == (len(actions), 5)
    assert len({tuple(row) for row in table.tolist()}) == len(actions) or rules == "angling"
    for action, move in zip(position.legal_actions, map(position.move, position.legal_moves)):
        kind, source, target, other, number = table[action].tolist()
        assert actions.kinds[kind] == move.kind
        assert move.source == (None if source < 0 else hexes[source])
        assert move.target == (None if target < 0 else hexes[target])
        assert move.others == ([] if other < 0 else [hexes[other]])
        assert number == (move.numbers[-1] if move.numbers else -1)


def test_moves_have_parts() -> None:
    position = floe.Position("rows(1:3,0:4,1:3):2A1./12B11/211 A 0:0,0:0")
    for text in position.legal_moves:
        move = position.move(text)
        assert (move.kind, f"{move.source}-{move.target}", str(move)) == ("slide", text, text)
        assert pickle.loads(pickle.dumps(move)) == move and hash(move) == hash(position.move(text))
        assert position.play(move) == move.play() and move.position == position
    with pytest.raises(floe.MoveError):
        position.move("a1-z9")
    with pytest.raises(floe.MoveError, match="expected one of the legal actions; found 0"):
        position.move(0)


@pytest.mark.parametrize("rules", floe.rules())
def test_a_grid_holds_the_flat_planes(rules: str) -> None:
    for number, position in enumerate(games(rules, 1)):
        if number % 7:
            continue
        flat, grid, places = position.planes(), position.planes(grid=True), position.coordinates
        assert (grid[:, places[:, 0], places[:, 1]] == flat).all() and grid.sum() == flat.sum()
        observed = position.observation()
        counts = position.counts()
        # Points below zero stand in the place of the penguins in hand.
        shown = np.stack([counts[:, 0].clip(0), counts[:, 1], counts[:, 2] - counts[:, 0].clip(None, 0)], 1)
        assert (observed[: len(flat)] == flat).all() and (observed[len(flat) :].T == shown.reshape(-1)).all()
        assert position.observation(grid=True).shape == (len(observed), *grid.shape[1:])


@pytest.mark.parametrize("rules", floe.rules())
def test_features_tell_the_moves_of_a_position_apart(rules: str) -> None:
    for number, position in enumerate(games(rules, 1)):
        if number % 5:
            continue
        features, kinds, hexes = position.action_features(), position.actions.kinds, position.hexes
        assert features.shape == (len(position.legal_actions), len(kinds) + 4 * len(hexes) + 4)
        assert len({row.tobytes() for row in features}) == len(features)
        first = position.move(position.legal_actions[0])
        row = features[0].tolist()
        assert kinds[row.index(1)] == first.kind
        sections = np.array(row[len(kinds) : -4]).reshape(4, -1)
        named = [{hexes[place] for place in np.flatnonzero(section)} for section in sections]
        assert named[:2] == [{first.source} - {None}, {first.target} - {None}]
        assert named[2] | named[3] == set(first.others)


def test_directions_are_steps_on_the_grid() -> None:
    steps = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
    for layout in ("standard", "setup-1", "setup-2", "small-10", "rows(4:1,3:2,0:9)"):
        places, beside = floe.coordinates(layout), floe.neighbours(layout)
        assert len({tuple(place) for place in places.tolist()}) == len(places) == len(beside)
        numbers = {tuple(place): number for number, place in enumerate(places.tolist())}
        for number, (row, column) in enumerate(places.tolist()):
            expected = [numbers.get((row + down, column + right), -1) for down, right in steps]
            assert beside[number].tolist() == expected
    assert floe.deal(1).planes(grid=True).shape == (6, 8, 11)
    with pytest.raises(floe.OptionError, match="rules: expected a game on a floe; found flip"):
        floe.deal(1, rules="flip").neighbours


@pytest.mark.parametrize("rules", floe.rules())
def test_arrays_are_filled_in_place(rules: str) -> None:
    batch = floe.Batch(5, 3, None, rules)
    batch.play_random(7)
    for kind in (np.uint8, np.float32):
        for grid in (False, True):
            out = np.full(batch.planes(grid=grid).shape, 9, kind)
            assert batch.planes(grid=grid, out=out) is out and (out == batch.planes(grid=grid)).all()
            seen = np.full(batch.observations(grid=grid).shape, 9, kind)
            assert batch.observations(grid=grid, out=seen) is seen
            for number in range(5):
                assert (seen[number] == batch[number].observation(grid=grid)).all()
            one = np.full(out.shape[1:], 9, kind)
            assert batch[0].planes(grid=grid, out=one) is one and (one == out[0]).all()
    for values in (np.bool_, np.int8, np.uint8):
        mask: Any = np.ones((5, batch.action_count), values)
        assert batch.legal_mask(out=mask) is mask and (mask == batch.legal_mask()).all()
    counts = np.ones(batch.counts().shape, np.int16)
    assert batch.counts(out=counts) is counts and (counts == batch.counts()).all()


@pytest.mark.parametrize(
    "out, found",
    [
        (np.zeros((3, 6, 60)), r"an array of float64, shape \(3, 6, 60\)"),
        (np.zeros((3, 6, 61), np.uint8), r"an array of uint8, shape \(3, 6, 61\)"),
        (np.zeros((3, 6, 120), np.uint8)[:, :, ::2], r"an array of uint8, shape \(3, 6, 60\)"),
        ([1], "a list"),
    ],
)
def test_arrays_that_cannot_be_filled_are_refused(out: Any, found: str) -> None:
    with pytest.raises(floe.OptionError, match=rf"out: expected a writable contiguous array of uint8, shape \(3, 6, 60\); found {found}"):
        floe.Batch(3).planes(out=out)
    frozen = np.zeros((3, 6, 60), np.uint8)
    frozen.flags.writeable = False
    with pytest.raises(floe.OptionError, match="out: expected a writable contiguous array"):
        floe.Batch(3).planes(out=frozen)
