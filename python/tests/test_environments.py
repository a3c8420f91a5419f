"""Environments of Gymnasium and PettingZoo: rewards, options, starts and copies."""

import copy
import pickle
import random
from typing import Any, Dict, List, Tuple

import numpy as np
import pytest

import floe
from floe._environment import Encoding

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from floe.gymnasium import FloeEnv, VectorEnv  # noqa: E402
from floe.pettingzoo import FloeEnv as Agents, env  # noqa: E402

RULES = [(2, "base"), (3, "base"), (4, "teams"), (2, "hidden-whale"), (2, "special-tiles"), (2, "flip"), (2, "contest")]


def test_pettingzoo_rewards() -> None:
    game, rng = Agents(players=3, rules="base", render_mode="ansi"), random.Random(1)
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
    game = FloeEnv(lambda position: position.legal_moves[0], seat=1, illegal="raise")
    game.reset(seed=1)
    assert game.position.turn == "B"
    with pytest.raises(floe.MoveError):
        game.step(1123)


def test_rewards_may_be_margins() -> None:
    game = Agents(rules="angling", lake=2, dealt=True, reward="margin")
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, _, termination, _, _ = game.last()
        if termination:
            break
        game.step(int(observation["action_mask"].argmax()))
    assert list(game.rewards.values()) == game.position.margins
    with pytest.raises(floe.OptionError, match="reward: expected win or margin; found 'fish'"):
        Agents(reward="fish")


def test_observations_turn_with_the_player() -> None:
    position = floe.Position(".A12.B2../....1.11/21....B1/..A31..1./....2../..B12..../21..B11./A1..A22... B 36:19,32:19")
    encoding = Encoding(position)
    a, b = encoding.observe(position, 0), encoding.observe(position, 1)
    assert (a[4] == b[5]).all() and (a[5] == b[4]).all() and (a[:4] == b[:4]).all()
    assert a[6:, 0].tolist() == [36, 19, 0, 32, 19, 0] and b[6:, 0].tolist() == [32, 19, 0, 36, 19, 0]


def test_illegal_actions_lose() -> None:
    for options, reward in [({}, -1.0), ({"reward": "margin"}, -200.0), ({"rules": "flip"}, -200.0)]:
        game = FloeEnv("random", **options)  # type: ignore[arg-type]
        game.reset(seed=1)
        assert game.action_masks().any()
        *_, got, terminated, truncated, info = game.step(game.position.action_count - 1)
        assert got == reward and terminated and not truncated and info["illegal"]
        with pytest.raises(floe.MoveError, match="call reset first"):
            game.step(0)


@pytest.mark.parametrize("action", [0.9, "0", "c5", None, float("nan"), True, np.bool_(True)])
@pytest.mark.parametrize("illegal", ["lose", "raise"])
def test_what_is_no_number_of_an_action_is_refused(action: Any, illegal: str) -> None:
    small: Any = {"layout": "small-10", "penguins": 1}
    one = FloeEnv(illegal=illegal, **small)
    one.reset(seed=1)
    with pytest.raises(floe.OptionError, match="^action: expected an integer; found "):
        one.step(action)
    several = env(**small)
    several.reset(seed=1)
    with pytest.raises((floe.OptionError, AssertionError)):
        several.unwrapped.step(action)
    many = VectorEnv(1, illegal=illegal, **small)
    many.reset(seed=1)
    with pytest.raises(floe.FloeError):
        many.step(np.array([action]))


def test_wrong_kinds_of_arguments_of_environments_are_named() -> None:
    wrong: Any = "yes"
    for make in (FloeEnv, VectorEnv, env):
        with pytest.raises(floe.OptionError, match="^grid: expected True or False; found 'yes'"):
            make(grid=wrong)
        with pytest.raises(TypeError, match="^unexpected option 'lakes'"):
            make(lakes=2)
    games: Any
    for games in (FloeEnv(), VectorEnv()):
        with pytest.raises(floe.OptionError, match="^options: expected a mapping such as a dict; found 5"):
            games.reset(options=5)
    with pytest.raises(floe.OptionError, match="^seed: expected an integer "):
        games.reset(seed=1.5)


def test_wrong_options_of_environments() -> None:
    wrong: List[Tuple[Dict[str, Any], str]] = [
        ({"seat": 2}, "seat: expected an integer from 0 to 1; found 2"),
        ({"opponent": 5}, "opponent: expected an engine or a function; found 5"),
        ({"illegal": "skip"}, "illegal: expected lose or raise; found 'skip'"),
    ]
    for options, problem in wrong:
        with pytest.raises(floe.OptionError, match=problem):
            FloeEnv(**options)
    for make in (FloeEnv, Agents):
        with pytest.raises(floe.OptionError, match="render_mode: expected None, ansi.*; found 'rgb'"):
            make(render_mode="rgb")
        assert make().render() is None
        with pytest.raises(floe.OptionError, match="positions: expected at least one position"):
            make(positions=[])
        with pytest.raises(floe.OptionError, match="players: expected no option of a deal with positions"):
            make(positions=[floe.deal(1)], players=2)
        with pytest.raises(floe.OptionError, match="position: expected a position of the same game and layout"):
            make().reset(options={"position": floe.deal(1, rules="push")})


@pytest.mark.parametrize("rules", floe.rules())
def test_environments_start_from_positions(rules: str) -> None:
    positions = [floe.deal(seed, None, rules, plies=3) for seed in range(3)]
    agents = Agents(positions=positions)
    agents.reset(seed=1)
    assert agents.position in positions
    agents.reset(options={"position": str(positions[2])})
    assert agents.position == positions[2]
    assert agents.infos[agents.agent_selection]["player"] == positions[2].turn
    seat = "ABCD".index(positions[1].turn or "A")
    game = FloeEnv("random", positions=positions, seat=seat)
    _, info = game.reset(seed=1, options={"position": positions[1]})
    assert info["position"] == positions[1].view(positions[1].turn or "A") and game.seat == seat


def test_games_over_before_the_first_turn_are_dealt_again() -> None:
    game = FloeEnv("greedy", tiles=20)
    for seed in range(60):
        _, info = game.reset(seed=seed)
        assert info["action_mask"].any() and not game.position.is_over


def test_environments_can_be_copied() -> None:
    game = FloeEnv("greedy")
    _, info = game.reset(seed=1)
    action = int(info["action_mask"].argmax())
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other.position == game.position
        assert (other.step(action)[0].shape, other.seat) == (game.observation_space.shape, game.seat)


@pytest.mark.parametrize("rules", floe.rules())
def test_positions_are_rendered_as_pixels(rules: str) -> None:
    position = floe.deal(1, None, rules)
    pixels = position.pixels(scale=0.25)
    assert pixels.ndim == 3 and pixels.shape[2] == 3 and pixels.dtype == np.uint8
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 3 and (pixels[0, 0] == pixels[-1, -1]).all()
    with pytest.raises(floe.OptionError, match="scale: expected a picture of 1 to 16384 pixels a side; found 1000000000"):
        position.pixels(scale=1e9)


def test_environments_render_pixels() -> None:
    for make in (FloeEnv, Agents):
        game = make(render_mode="rgb_array")
        game.reset(seed=1)
        pixels = game.render()
        assert isinstance(pixels, np.ndarray) and (pixels == game.position.pixels()).all()
