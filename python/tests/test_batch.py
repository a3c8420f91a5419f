"""Batches of games against single positions."""

import numpy as np
import pytest

import floe


def check(batch: floe.Batch) -> None:
    offsets, actions = batch.legal_actions()
    planes, counts = batch.planes(), batch.counts()
    mask = batch.legal_mask()
    for number in range(len(batch)):
        position = batch[number]
        own = actions[offsets[number] : offsets[number + 1]]
        assert list(own) == position.legal_actions
        assert set(np.flatnonzero(mask[number])) == set(own)
        assert (planes[number] == position.planes()).all() and (counts[number] == position.counts()).all()
        assert batch.is_over[number] == position.is_over
        assert batch.turns[number] == ("ABCD".index(position.turn) if position.turn else -1)
        assert list(batch.returns[number]) == (position.returns or [0] * position.players)


@pytest.mark.parametrize("rules", floe.rules())
def test_batches_agree_with_positions(rules: str) -> None:
    batch = floe.Batch(5, 1, None, rules)
    for plies in (0, 3, 12, None):
        batch.play_random(plies)
        check(batch)
    assert batch.is_over.all() and (batch.turns == -1).all()
    assert batch.restart().all() and not batch.is_over.any() and not batch.restart().any()


def test_actions_are_played() -> None:
    batch, positions = floe.Batch(20, 3), [floe.Batch(20, 3)[number] for number in range(20)]
    rng = np.random.default_rng(1)
    for _ in range(100):
        chosen = [int(rng.choice(p.legal_actions)) if not p.is_over else 0 for p in positions]
        batch.play(np.array(chosen))
        positions = [p if p.is_over else p.play(action) for p, action in zip(positions, chosen)]
        assert all(batch[number] == position for number, position in enumerate(positions))
    assert batch.is_over.all()


def test_illegal_actions_change_nothing() -> None:
    batch = floe.Batch(3, 1)
    before = [batch[number] for number in range(3)]
    actions = [position.legal_actions[0] for position in before]
    with pytest.raises(floe.MoveError, match="game 1: expected one of the legal actions; found 1123"):
        batch.play(np.array([actions[0], 1123, actions[2]]))
    with pytest.raises(floe.OptionError, match=r"actions: expected integers, shape \(3,\); found an array of int64, shape \(2,\)"):
        batch.play(np.array(actions[:2]))
    with pytest.raises(IndexError):
        batch[3]
    assert [batch[number] for number in range(3)] == before


def test_planes_show_the_floe() -> None:
    position = floe.Position(".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... B 36:19,32:19")
    planes = position.planes()
    assert planes.shape == (6, 60) and planes.dtype == np.uint8
    tiles = [str(position).split()[0].count(str(fish)) for fish in (1, 2, 3)]
    assert planes[:3].sum(axis=1).tolist() == tiles
    assert planes[4].sum() == 4 and planes[5].sum() == 4
    assert planes[4][4] == 1 and planes[5][1] == 1
    assert (planes[3] == planes[:3].sum(axis=0) - planes[4:].sum(axis=0)).all()
    assert position.counts().tolist() == [[32, 19, 0], [36, 19, 0]]


def test_a_seed_gives_the_same_games() -> None:
    batches = [floe.Batch(200, 5, placed=True) for _ in range(2)]
    for batch in batches:
        batch.play_random(20)
    assert all(batches[0][number] == batches[1][number] for number in range(200))
    assert len({str(batches[0][number]) for number in range(200)}) == 200


def test_batches_take_the_options_of_deals() -> None:
    batch = floe.Batch(3, 1, rules="angling", lake=2, dealt=True)
    assert all("lake=2x2" in str(batch[number]) for number in range(3))
    with pytest.raises(TypeError, match="unexpected option 'lakes'"):
        floe.Batch(3, 1, rules="angling", lakes=2)
    with pytest.raises(floe.OptionError, match="lake: expected with rules angling only"):
        floe.Batch(3, 1, lake=2)
    with pytest.raises(floe.OptionError, match="players: expected 4 in teams; found 3"):
        floe.Batch(3, 1, 3, "teams")


def test_planes_of_the_base_game_and_of_variants_agree() -> None:
    base, variant = floe.Batch(50, 4), floe.Batch(50, 4, rules="push")
    for _ in range(12):
        first = [position.legal_moves[0] for position in (base[number] for number in range(50))]
        same = [move in variant[number].legal_moves for number, move in enumerate(first)]
        if not all(same):
            break
        assert (variant.planes()[:, :6] == base.planes()).all()
        base.play(np.array([base[number].action(move) for number, move in enumerate(first)]))
        variant.play(np.array([variant[number].action(move) for number, move in enumerate(first)]))
    assert (base.planes()[:, 4:].sum(axis=(1, 2)) > 6).all()


@pytest.mark.parametrize("players, rules", [(2, "base"), (3, "push"), (2, "angling")])
def test_any_player_sees_all_games(players: int, rules: str) -> None:
    batch = floe.Batch(20, 1, players, rules)
    batch.play_random(9)
    for letter in "ABC"[:players]:
        for name in ("planes", "observations", "counts"):
            single = {"planes": "planes", "observations": "observation", "counts": "counts"}[name]
            expected = [getattr(position, single)(letter) for position in batch[:]]
            assert (getattr(batch, name)(letter) == np.array(expected)).all()
    with pytest.raises(floe.OptionError, match="player: expected a player of the games; found 'D'"):
        batch.planes("D")
    with pytest.raises(floe.OptionError, match="player: expected a text; found 1"):
        batch.counts(1)  # type: ignore[arg-type]
