"""Environments: the suites of PettingZoo, Gymnasium and OpenSpiel, and the payoffs."""

import random
from typing import Any

import numpy as np
import pytest

import floe
from floe._actions import Encoding

RULES = [(2, "base"), (3, "base"), (4, "teams"), (2, "hidden-whale"), (2, "special-tiles"), (2, "flip"), (2, "contest")]


@pytest.mark.parametrize("players, rules", RULES)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo(players: int, rules: str) -> None:
    test = pytest.importorskip("pettingzoo.test")
    from floe.pettingzoo import env

    test.api_test(env(players=players, rules=rules), num_cycles=100)
    test.seed_test(lambda: env(players=players, rules=rules), num_cycles=40)


def test_pettingzoo_rewards() -> None:
    pytest.importorskip("pettingzoo")
    from floe.pettingzoo import FloeEnv

    game, rng = FloeEnv(players=3, rules="base", render_mode="ansi"), random.Random(1)
    game.reset(seed=1)
    total = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, termination, _, _ = game.last()
        total[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        game.step(None if termination else int(rng.choice(list(legal))))
    assert list(total.values()) == game.position.returns and "A" in str(game.render())


@pytest.mark.parametrize("players, rules", RULES)
@pytest.mark.filterwarnings("ignore")
def test_gymnasium(players: int, rules: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import floe.gymnasium

    game: Any = gymnasium.make("floe/Floe-v0", opponent="greedy", players=players, rules=rules)
    for seed in range(3):
        observation, info = game.reset(seed=seed)
        again, _ = game.reset(seed=seed)
        assert (observation == again).all() and observation in game.observation_space
        terminated = False
        while not terminated:
            action = int(np.flatnonzero(info["action_mask"])[0])
            observation, reward, terminated, truncated, info = game.step(action)
            assert observation in game.observation_space and not truncated and (terminated or reward == 0)
        assert reward in info["position"].returns


def test_gymnasium_opponents_may_be_functions() -> None:
    pytest.importorskip("gymnasium")
    from floe.gymnasium import FloeEnv

    game = FloeEnv(lambda position: position.legal_moves[0], seat=1, illegal="raise")
    game.reset(seed=1)
    assert game.position.turn == "B"
    with pytest.raises(floe.MoveError):
        game.step(1123)


@pytest.mark.parametrize("players, rules", RULES)
def test_openspiel(players: int, rules: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import floe.openspiel

    game = pyspiel.load_game("python_floe", {"players": players, "rules": rules, "seed": 7})
    rng = random.Random(1)
    state = game.new_initial_state()
    observer = game.make_py_observer()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes())
            assert sum(probabilities) == pytest.approx(1)
            state.apply_action(rng.choices(outcomes, probabilities)[0])
            continue
        actions = state.legal_actions()
        assert state.string_to_action(state.action_to_string(actions[-1])) == actions[-1]
        observer.set_from(state, state.current_player())
        copy = state.clone()
        copy.apply_action(actions[0])
        state.apply_action(rng.choice(actions))
    assert state.returns() == floe.Position(str(state)).returns


def test_rewards_may_be_margins() -> None:
    pytest.importorskip("pettingzoo")
    pyspiel = pytest.importorskip("pyspiel")
    import floe.openspiel
    from floe.pettingzoo import FloeEnv

    game = FloeEnv(rules="angling", lake=2, dealt=True, reward="margin")
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, _, termination, _, _ = game.last()
        if termination:
            break
        game.step(int(observation["action_mask"].argmax()))
    assert list(game.rewards.values()) == game.position.margins
    with pytest.raises(floe.OptionError, match="reward: expected win or margin; found 'fish'"):
        FloeEnv(reward="fish")
    state = pyspiel.load_game("python_floe(reward=margin,players=3)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == state.position.margins


def test_openspiel_simulates() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import floe.openspiel

    pyspiel.random_sim_test(pyspiel.load_game("python_floe(seed=3)"), num_sims=2, serialize=False, verbose=False)


def test_observations_turn_with_the_player() -> None:
    position = floe.Position(".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... B 36:19,32:19")
    encoding = Encoding(position)
    a, b = encoding.observe(position, 0), encoding.observe(position, 1)
    assert (a[4] == b[5]).all() and (a[5] == b[4]).all() and (a[:4] == b[:4]).all()
    assert a[6:, 0].tolist() == [36, 19, 0, 32, 19, 0] and b[6:, 0].tolist() == [32, 19, 0, 36, 19, 0]
