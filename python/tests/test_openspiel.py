"""Information states of the game of OpenSpiel: drawn anew, and as tensors."""

import itertools
import random
from collections import Counter
from typing import Any, Dict, Tuple

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
