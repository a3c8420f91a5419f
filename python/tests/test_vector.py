"""Vector environment, copies, forked processes, and batches from positions."""

import copy
import multiprocessing
import pickle
from typing import Any, Dict, List, Tuple

import numpy as np
import pytest

import floe


def small_positions(count: int, rules: str = "base") -> List[floe.Position]:
    return [floe.deal(seed, None, rules, plies=4) for seed in range(count)]


@pytest.mark.parametrize("rules", floe.rules())
def test_batches_start_from_positions(rules: str) -> None:
    positions = small_positions(3, rules)
    batch = floe.Batch(7, positions=positions)
    assert batch[:] == [positions[number % 3] for number in range(7)] and batch[-1] == batch[6]
    assert len(floe.Batch(positions=[str(position) for position in positions])) == 3
    batch.play_random()
    assert batch.restart().all() and all(position in positions for position in batch[:])
    assert (batch.margins == 0).all()


def test_positions_of_a_batch_are_of_one_game() -> None:
    first = floe.deal(1)
    for other in (floe.deal(1, 3), floe.deal(1, rules="push"), floe.deal(1, layout="setup-1")):
        with pytest.raises(floe.OptionError, match="positions: expected positions of one game, layout"):
            floe.Batch(positions=[first, other])
    over = floe.Position("2....../......../......./......../......./......../......./........ B 49:31,47:28")
    with pytest.raises(floe.OptionError, match="positions: expected games that go on; number 1 is over"):
        floe.Batch(positions=[first, over])
    for wrong in ([], "a1", [1]):
        with pytest.raises(floe.OptionError, match="positions: expected"):
            floe.Batch(positions=wrong)  # type: ignore[arg-type]
    with pytest.raises(floe.OptionError, match="positions: expected no options of a deal"):
        floe.Batch(positions=[first], rules="push")
    with pytest.raises(floe.OptionError, match="count: expected a number of games"):
        floe.Batch()


def test_a_batch_too_large_is_no_abort() -> None:
    with pytest.raises(MemoryError, match="no memory for"):
        floe.Batch(10**11)


def test_deals_that_are_over_are_dealt_again() -> None:
    batch = floe.Batch(200, 1, layout="small-16", penguins=1, tiles=6)
    assert not batch.is_over.any()
    batch.play_random()
    assert batch.restart().all() and not batch.is_over.any()
    with pytest.raises(floe.OptionError, match="tiles: expected a deal that leaves moves to play"):
        floe.Batch(3, tiles=0)


@pytest.mark.parametrize("actions", [[1.5, 2.0], [[0, 1]], [0], ["a1", "b1"]])
def test_actions_of_the_wrong_kind_are_refused(actions: Any) -> None:
    batch = floe.Batch(2)
    with pytest.raises(floe.OptionError, match=r"actions: expected integers, shape \(2,\); found an array of"):
        batch.play(np.array(actions))


def test_negative_actions_are_named() -> None:
    with pytest.raises(floe.MoveError, match="game 0: expected one of the legal actions; found -1"):
        floe.Batch(2).play(np.array([-1, 2]))


@pytest.mark.parametrize("rules", floe.rules())
def test_copies_of_a_batch_go_on_alike(rules: str) -> None:
    batch = floe.Batch(6, 5, None, rules)
    batch.play_random(5)
    copies = [batch.copy(), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for other in [batch, *copies]:
        other.play_random()
        other.restart()
        other.play_random(3)
    assert all(other[:] == batch[:] for other in copies)
    assert repr(batch) == f"Batch(6 games, {rules}, {batch.players} players, {int(batch.is_over.sum())} over)"


def test_engines_are_copied_by_name_and_options() -> None:
    engine = floe.Engine("alphabeta:depth=3", threads=1, lines=2)
    for other in (copy.deepcopy(engine), pickle.loads(pickle.dumps(engine))):
        assert other.name == engine.name
        assert other.analyze(floe.deal(7)).lines == engine.analyze(floe.deal(7)).lines


@pytest.mark.parametrize("rules", floe.rules())
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_engines_choose_what_they_analyse(name: str, rules: str) -> None:
    one, other = floe.Engine(name, seed=3), floe.Engine(name, seed=3)
    position = floe.deal(3, None, rules)
    for _ in range(25):
        if position.is_over:
            break
        move = one.choose(position) or ""
        assert move == other.analyze(position.view(position.turn or "A")).best and move in position.legal_moves
        position = position.play(move, world=1)
    assert floe.Engine("default", threads=1).choose(floe.deal(7), nodes=100) in floe.deal(7).legal_moves


def in_child(path: str, queue: Any) -> None:
    batch = floe.Batch(300, 3)
    batch.play_random()
    queue.put((int(batch.scores.sum()), len(floe.read_selfplay(path)["ply"])))


def test_forked_children_have_threads_of_their_own(tmp_path: Any) -> None:
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("this system has no fork")
    path = str(tmp_path / "games")
    floe.selfplay(path, 2, "greedy:nodes=1")
    floe.read_selfplay(path)
    batch = floe.Batch(300, 3)
    batch.play_random()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=in_child, args=(path, queue))
    child.start()
    assert queue.get(timeout=120)[0] == int(batch.scores.sum())
    child.join(60)
    assert child.exitcode == 0


def vector(**options: Any) -> Any:
    pytest.importorskip("gymnasium")
    from floe.gymnasium import VectorEnv

    return VectorEnv(**options)


def random_actions(mask: Any, rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])


@pytest.mark.parametrize("rules", floe.rules())
def test_vector_games_end_with_the_payoffs_of_the_game(rules: str) -> None:
    games = vector(num_envs=4, rules=rules)
    rng = np.random.default_rng(1)
    observations, infos = games.reset(seed=3)
    ends = 0
    for _ in range(400):
        mask = infos["action_mask"]
        assert observations.shape == games.observation_space.shape and observations.dtype == np.uint8
        for number in range(4):
            position, seat = games.position(number), "ABCD"[games.seats[number]]
            assert (observations[number] == position.observation(seat)).all()
            if not position.is_over:
                assert position.turn == seat and (mask[number] == position.legal_mask()).all()
        before = [games.position(number) for number in range(4)]
        actions = random_actions(mask, rng)
        observations, rewards, terminated, truncated, infos = games.step(actions)
        for number in range(4):
            position = games.position(number)
            if terminated[number]:
                ends += 1
                assert position.is_over and not infos["action_mask"][number].any()
                assert rewards[number] == position.returns[games.seats[number]]
            elif before[number].is_over:
                assert rewards[number] == 0 and not position.is_over
            else:
                assert rewards[number] == 0
        if ends > 5:
            break
    assert ends > 0 and not truncated.any()


def test_a_seed_gives_the_same_vector_games() -> None:
    runs = []
    for _ in range(2):
        games, rng = vector(num_envs=40, opponent="random"), np.random.default_rng(1)
        observations, infos = games.reset(seed=5)
        for _ in range(60):
            observations, rewards, _, _, infos = games.step(random_actions(infos["action_mask"], rng))
        runs.append((observations, rewards))
    assert (runs[0][0] == runs[1][0]).all() and (runs[0][1] == runs[1][1]).all()
    one = vector(num_envs=1, opponent="random")
    assert (one.reset(seed=7)[0][0] == vector(num_envs=4, opponent="random").reset(seed=[1, 2, 7, 9])[0][2]).all()


def test_modes_of_automatic_resets() -> None:
    start = floe.Position("rows(1:3,0:4,1:3):2A1./12B11/211 A 0:0,0:0")
    games = vector(num_envs=2, positions=[start], seat=0, autoreset_mode="SameStep", opponent="random")
    rng = np.random.default_rng(1)
    _, infos = games.reset(seed=1)
    ended = 0
    for _ in range(30):
        _, rewards, terminated, _, infos = games.step(random_actions(infos["action_mask"], rng))
        assert infos["action_mask"].any(axis=1).all()
        if terminated.any():
            ended += 1
            number = int(terminated.argmax())
            assert infos["final_obs"][number].shape == games.single_observation_space.shape
    assert ended
    waiting = vector(num_envs=2, positions=[start], seat=0, autoreset_mode="Disabled")
    _, infos = waiting.reset(seed=1)
    while infos["action_mask"][0].any() and infos["action_mask"][1].any():
        _, _, terminated, _, infos = waiting.step(random_actions(infos["action_mask"], rng))
    with pytest.raises(floe.MoveError, match="game 0: expected a reset; the game is over"):
        waiting.step(np.array([0, 0]))
    _, infos = waiting.reset(options={"reset_mask": np.array([True, True])})
    assert infos["action_mask"].any(axis=1).all()


def test_illegal_actions_of_vector_games() -> None:
    games = vector(num_envs=3, illegal="raise")
    _, infos = games.reset(seed=1)
    legal = infos["action_mask"].argmax(axis=1)
    before = [games.position(number) for number in range(3)]
    with pytest.raises(floe.MoveError, match="game 1: expected one of the legal actions; found -5"):
        games.step(np.array([legal[0], -5, legal[2]]))
    assert [games.position(number) for number in range(3)] == before
    losing = vector(num_envs=3)
    losing.reset(seed=1)
    _, rewards, terminated, _, _ = losing.step(np.array([legal[0], 1123, legal[2]]))
    assert rewards.tolist() == [0, -1, 0] and terminated.tolist() == [False, True, False]


def test_wrong_options_of_vector_games() -> None:
    wrong: List[Tuple[Dict[str, Any], str]] = [
        ({"seat": 2}, "seat: expected an integer from 0 to 1; found 2"),
        ({"num_envs": 0}, "num_envs: expected an integer from 1 to"),
        ({"autoreset_mode": "x"}, "autoreset_mode: expected NextStep, SameStep or Disabled; found 'x'"),
        ({"opponent": min}, "opponent: expected an engine; for functions"),
        ({"illegal": "x"}, "illegal: expected lose or raise; found 'x'"),
    ]
    for options, problem in wrong:
        with pytest.raises(floe.OptionError, match=problem):
            vector(**options)
    with pytest.raises(floe.EngineError):
        vector(opponent="nobody")
    with pytest.raises(floe.MoveError, match="call reset first"):
        vector().step(np.array([0]))


def test_make_vec_makes_the_vector_environment() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import floe.gymnasium

    games = gymnasium.make_vec("floe/Floe-v0", 3, opponent="random", rules="push")
    assert isinstance(games.unwrapped, floe.gymnasium.VectorEnv)
    observations, _ = games.reset(seed=1)
    assert observations in games.observation_space


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("rules", ["base", "hidden-whale", "flip"])
def test_vector_environments_can_be_copied(mode: str, rules: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import floe.gymnasium

    opponent = "thumb" if rules == "flip" else "greedy"
    games: Any = gymnasium.make_vec("floe/Floe-v0", num_envs=5, opponent=opponent, rules=rules, autoreset_mode=mode)
    games.reset(seed=3)
    for _ in range(9):
        games.step(games.action_masks().argmax(axis=1))
    for other in (copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
        twin = copy.deepcopy(games)
        assert (other.seats == games.seats).all()
        for _ in range(40):
            actions = twin.action_masks().argmax(axis=1)
            assert (other.action_masks() == twin.action_masks()).all()
            for one, two in zip(other.step(actions)[:4], twin.step(actions)[:4]):
                assert (one == two).all()
            assert [str(other.position(n)) for n in range(5)] == [str(twin.position(n)) for n in range(5)]
