"""Game of OpenSpiel: its states, starts and texts, and information states, drawn anew and as tensors."""

import itertools
import pickle
import random
import re
from collections import Counter
from typing import Any, Dict, List, Tuple

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

import floe.openspiel  # noqa: E402

DAY = "angling:??/?? A 0,0 y1+9 1.1 -,- dealt lake=2x2 tiles=1.2.r.d"
WORLDS = [DAY.replace("??/??", f"{a}{b}/{c}{d}") for a, b, c, d in itertools.permutations("12rd")]

GAMES = {
    "laid": {"rules": "angling", "lake": 3},
    "dealt": {"rules": "angling", "lake": 2, "anglers": 1, "dealt": True},
    "two-days": {"rules": "angling", "seed": 3},
    "given": {"position": ";".join(WORLDS), "reward": "margin"},
    "plain": {"rules": "hidden-whale", "seed": 5},
    "deals": {"layout": "small-10", "penguins": 1},
}


def step(state: Any, rng: random.Random) -> None:
    state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_state_drawn_anew_looks_alike(name: str) -> None:
    game = pyspiel.load_game("python_floe", GAMES[name])
    changed = 0
    for seed in range(4):
        rng = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            step(state, rng)
            if state.is_chance_node() or rng.random() < 0.5 and name == "two-days":
                continue
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, rng.random)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.current_player() == state.current_player() and len(other.history()) == len(state.history())
                if state.current_player() == player:
                    assert other.legal_actions() == state.legal_actions()
                changed += str(other) != str(state)
    assert (changed > 0) == (name not in ("plain", "deals"))


def test_all_states_that_look_alike_are_drawn_alike() -> None:
    rng = random.Random(1)
    for name in ("given", "dealt"):
        state = pyspiel.load_game("python_floe", GAMES[name]).new_initial_state()
        while state.is_chance_node():
            step(state, rng)
        seen = Counter(str(state.resample_from_infostate(0, rng.random)) for _ in range(2400))
        assert len(seen) == 24 and max(seen.values()) < 2 * min(seen.values()) + 60
        assert {str(state.resample_from_infostate(1, rng.random)) for _ in range(20)} == {str(state)}


def test_tensors_tell_information_states_apart() -> None:
    game = pyspiel.load_game("python_floe", GAMES["dealt"])
    states: Dict[Tuple[int, Tuple[float, ...]], str] = {}
    for seed in range(60):
        rng = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            for player in (0, 1):
                tensor = state.information_state_tensor(player)
                assert len(tensor) == game.information_state_tensor_size()
                known = states.setdefault((player, tuple(tensor)), state.information_state_string(player))
                assert known == state.information_state_string(player)
            step(state, rng)
    assert len(states) > 200 and np.ptp(np.array([list(tensor) for _, tensor in states])) > 0


def test_information_set_search_of_openspiel_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game("python_floe", {"rules": "angling", "lake": 2, "anglers": 1, "dealt": True})
    state = game.new_initial_state()
    rng = random.Random(2)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 10, random_state=np.random.RandomState(1))
    for _ in range(12):
        if state.is_terminal():
            break
        if state.is_chance_node():
            step(state, rng)
        else:
            state.apply_action(bot.step(state))
    assert len(state.history()) == 12 or state.is_terminal()


PARAMETERS: Dict[str, Dict[str, Any]] = {
    "outline": {"layout": "rows(1:3,0:4,1:3)", "penguins": 1, "seed": 3},
    "seed of zero": {"seed": 0},
    "deals": {"layout": "small-10", "penguins": 1, "deals": 7},
    "centre": {"layout": "setup-2", "centre": "0", "seed": 1},
    "whale": {"rules": "hidden-whale", "whales": "3", "seed": 1},
    "whales": {"rules": "hidden-whale", "whales": "3,2", "seed": 1},
    "whales with a dot": {"rules": "hidden-whale", "whales": "3.2", "seed": 1},
    "special tiles": {"rules": "special-tiles", "special": "broken=2,teleport=1", "seed": 1},
    "waste": {"rules": "flip", "waste": "plastic=2,oil=1", "seed": 1},
    "species": {"rules": "flip", "species": "WD", "seed": 1},
    "names of species": {"rules": "flip", "species": "whale,dolphin", "seed": 1},
    "digits": {"rules": "angling", "lake": 2, "lake_tiles": "1234", "seed": 1},
    "tiles": {"rules": "angling", "lake": 2, "lake_tiles": "12rd", "anglers": 1, "no_specials": True, "dealt": True},
    "catch tiles": {"rules": "angling", "lake": 2, "lake_tiles": "12rd", "catch_tiles": "1,1", "seed": 1},
    "margin": {"reward": "margin", "players": 3, "rules": "push", "seed": 5},
    "worlds": {"position": ";".join(WORLDS), "reward": "margin"},
}
PARAMETERS.update({f"position of {rules}": {"position": str(floe.deal(2, None, rules, plies=3))} for rules in floe.rules() if rules != "angling"})


def starts(game: Any) -> List[str]:
    """The positions from which a game starts, as texts."""
    state = game.new_initial_state()
    return [str(state.child(action)) for action in state.legal_actions()] if state.is_chance_node() else [str(state)]


@pytest.mark.parametrize("name", sorted(PARAMETERS))
def test_games_and_states_come_back_equal_from_text(name: str) -> None:
    game = pyspiel.load_game("python_floe", PARAMETERS[name])
    rng = random.Random(name)
    state = game.new_initial_state()
    for _ in range(6):
        if not state.is_terminal():
            step(state, rng)
    for other in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
        assert str(other) == str(game) and other.get_parameters() == game.get_parameters()
        assert starts(other) == starts(game)
    _, state_by_text = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for again in (state.clone(), game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state)), state_by_text):
        assert str(again) == str(state) and again.history() == state.history()
        assert again.is_terminal() or again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("players, rules", [(2, "base"), (3, "base"), (4, "teams"), (2, "hidden-whale"), (2, "special-tiles"), (2, "flip"), (2, "contest")])
def test_states_act_as_positions_do(players: int, rules: str) -> None:
    game = pyspiel.load_game("python_floe", {"players": players, "rules": rules, "seed": 7})
    rng = random.Random(1)
    state = game.new_initial_state()
    observer = game.make_py_observer()
    while not state.is_terminal():
        if state.is_chance_node():
            assert sum(probability for _, probability in state.chance_outcomes()) == pytest.approx(1)
            step(state, rng)
            continue
        actions = state.legal_actions()
        assert state.string_to_action(state.action_to_string(actions[-1])) == actions[-1]
        observer.set_from(state, state.current_player())
        copy = state.clone()
        copy.apply_action(actions[0])
        state.apply_action(rng.choice(actions))
    assert state.returns() == floe.Position(str(state)).returns


def test_rewards_may_be_margins() -> None:
    state = pyspiel.load_game("python_floe(reward=margin,players=3)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == state.position.margins


def test_chance_deals_the_floes_of_openspiel() -> None:
    game = pyspiel.load_game("python_floe(layout=small-10,penguins=1,deals=20)")
    state = game.new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 20
    starts = set()
    for outcome, probability in state.chance_outcomes():
        child = state.child(outcome)
        starts.add(str(child))
        assert probability == pytest.approx(1 / 20) and not child.is_chance_node()
    assert len(starts) == 20
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    fixed = pyspiel.load_game("python_floe(layout=small-10,penguins=1,seed=3)").new_initial_state()
    assert str(fixed) == str(floe.deal(3, layout="small-10", penguins=1))
    position = str(floe.deal(3, layout="small-10", penguins=1, placed=True))
    given = pyspiel.load_game("python_floe", {"position": position}).new_initial_state()
    assert str(given) == position and not given.is_chance_node()
    two = pyspiel.load_game("python_floe", {"position": f"{floe.deal(1)};{floe.deal(2)}"}).new_initial_state()
    assert {str(two.child(outcome)) for outcome in (0, 1)} == {str(floe.deal(1)), str(floe.deal(2))}
    for parameter, problem in [("layout=x", "layout: expected"), ("tiles=0", "tiles: expected"), ("deals=0", "deals:")]:
        with pytest.raises(Exception, match=problem):
            pyspiel.load_game(f"python_floe({parameter})")


@pytest.mark.parametrize("rules", floe.rules())
@pytest.mark.parametrize("options", [{"seed": 3}, {}, {"seed": 4, "reward": "margin"}], ids=str)
def test_openspiel_simulates_and_serialises_every_game(rules: str, options: Dict[str, Any]) -> None:
    game = pyspiel.load_game("python_floe", {"rules": rules, "deals": 3, **options})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_seed_of_zero_is_a_floe() -> None:
    floes = [pyspiel.load_game(f"python_floe(seed={seed})").starts for seed in (0, 1)]
    assert floes == [[floe.deal(0)], [floe.deal(1)]]
    assert len(pyspiel.load_game("python_floe(deals=9)").starts) == 9
    assert len(pyspiel.load_game("python_floe(seed=-1,deals=9)").starts) == 9


def test_unknown_tiles_are_refused() -> None:
    with pytest.raises(floe.OptionError, match="position: expected no unknown tiles; list the positions that are possible"):
        floe.openspiel.FloeGame({"position": DAY})


def test_the_parameters_are_those_that_the_documentation_names() -> None:
    parameters = pyspiel.load_game("python_floe(seed=1)").get_type().parameter_specification
    assert {"no_specials", "seed", "deals", "position", "reward"} <= parameters.keys()
    named = re.findall(r"``(\w+)``\n", floe.openspiel.__doc__ or "")
    assert named and set(named) <= parameters.keys()
