"""Games with hidden tiles: what players know."""

import random
from typing import Any, Dict, List

import pytest

import floe


def lay(start: floe.Position, rng: random.Random) -> List[str]:
    """Lay the tiles at random, and return the moves."""
    moves: List[str] = []
    while (position := start.play_all(moves)).legal_moves[0].startswith("lay"):
        moves.append(rng.choice(position.legal_moves))
    return moves


@pytest.mark.parametrize("seed", range(12))
def test_worlds_that_look_alike_have_equal_information_states(seed: int) -> None:
    rng = random.Random(seed)
    start = floe.deal(seed, rules="angling", lake=3)
    moves = lay(start, rng)
    swapped = list(moves)
    one, two = next((i, j) for i in range(9) for j in range(i) if moves[i] != moves[j])
    swapped[one], swapped[two] = moves[two], moves[one]
    worlds, games = [start.play_all(moves), start.play_all(swapped)], [moves, swapped]
    alike = 0
    while True:
        known = [start.information_state("A", game) for game in games]
        if known[0] != known[1]:
            break
        alike += 1
        assert worlds[0].view("A") == worlds[1].view("A")
        assert worlds[0].turn == worlds[1].turn
        assert len({start.information_state("B", game) for game in games}) == 2
        if worlds[0].turn == "A":
            assert list(worlds[0].legal_moves) == list(worlds[1].legal_moves)
        # The fish may have moves in one of the worlds only.
        both = sorted(set(worlds[0].legal_moves) & set(worlds[1].legal_moves))
        if not both:
            break
        move = rng.choice(both)
        worlds = [world.play(move) for world in worlds]
        for game in games:
            game.append(move)
    assert alike > 2


def test_information_states_are_views_and_moves() -> None:
    start = floe.deal(1, rules="angling", lake=2, anglers=1)
    moves = ["lay:d", "lay:1", "lay:2", "lay:r", "y@1"]
    assert start.information_state("A") == str(start) == start.information_state("B")
    assert start.information_state("A", moves) == f"{start} moves lay lay lay lay y@1"
    assert start.information_state("B", moves) == f"{start} moves {' '.join(moves)}"
    laid = start.play_all(moves[:4])
    assert laid.information_state("A") == str(laid.view("A")) != str(laid)
    assert start.observed("lay:1", "A") == "lay" and start.observed("lay:1", "B") == "lay:1"
    assert start.has_hidden_tiles and not floe.deal(1).has_hidden_tiles
    with pytest.raises(floe.MoveError, match="move 2, 'lay:d'"):
        start.information_state("A", ["lay:d", "lay:d"])
    with pytest.raises(floe.OptionError, match="expected a player of the game; found 'C'"):
        start.information_state("C")
    known = floe.deal(7)
    move = known.legal_moves[0]
    assert known.information_state("A", [move]) == known.information_state("B", [move]) == f"{known} moves {move}"


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_has_information_states() -> None:
    pytest.importorskip("pettingzoo")
    from floe.pettingzoo import FloeEnv

    game = FloeEnv(rules="angling", lake=2, dealt=True)
    game.reset(seed=3)
    start = game.information_state("A")
    assert "?" in start and "?" not in game.information_state("B")
    observation = game.observe("player_0")
    game.step(int(observation["action_mask"].argmax()))
    assert game.information_state("A").startswith(f"{start} moves ")


def test_gymnasium_hides_tiles() -> None:
    pytest.importorskip("gymnasium")
    from floe.gymnasium import FloeEnv

    seen: List[str] = []

    def opponent(position: floe.Position) -> str:
        assert position.turn is not None and position == position.view(position.turn)
        seen.append(str(position))
        return position.legal_moves[0]

    game = FloeEnv(opponent, seat=0, rules="angling", dealt=True)
    _, info = game.reset(seed=1)
    assert "?" in str(info["position"]) and info["position"] == game.position.view("A")
    game.step(int(info["action_mask"].argmax()))
    game = FloeEnv(opponent, seat=1, rules="angling", dealt=True)
    game.reset(seed=1)
    assert "?" in seen[-1]


def openspiel(**options: Any) -> Any:
    pyspiel = pytest.importorskip("pyspiel")
    import floe.openspiel

    return pyspiel.load_game("python_floe", options)


@pytest.mark.parametrize(
    "options, information, chance, utility",
    [
        ({"rules": "base", "seed": 7}, "PERFECT_INFORMATION", "DETERMINISTIC", "ZERO_SUM"),
        ({"rules": "base"}, "PERFECT_INFORMATION", "EXPLICIT_STOCHASTIC", "ZERO_SUM"),
        ({"rules": "hidden-whale"}, "PERFECT_INFORMATION", "EXPLICIT_STOCHASTIC", "ZERO_SUM"),
        ({"rules": "flip"}, "PERFECT_INFORMATION", "EXPLICIT_STOCHASTIC", "IDENTICAL"),
        ({"rules": "angling"}, "IMPERFECT_INFORMATION", "DETERMINISTIC", "ZERO_SUM"),
        ({"rules": "angling", "dealt": True}, "IMPERFECT_INFORMATION", "EXPLICIT_STOCHASTIC", "ZERO_SUM"),
    ],
)
def test_openspiel_knows_the_kind_of_game(options: Dict[str, Any], information: str, chance: str, utility: str) -> None:
    kind = openspiel(**options).get_type()
    assert (kind.information.name, kind.chance_mode.name, kind.utility.name) == (information, chance, utility)


def test_openspiel_information_states() -> None:
    game = openspiel(rules="angling", lake=2, anglers=1, no_specials=True, dealt=True)
    rng = random.Random(1)
    legal: Dict[str, List[int]] = {}
    shared = 0
    for _ in range(60):
        state = game.new_initial_state()
        assert state.is_chance_node()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            player = state.current_player()
            known = state.information_state_string(player)
            shared += known in legal
            assert legal.setdefault(known, state.legal_actions()) == state.legal_actions()
            assert ("?" in state.observation_string(0)) == (state.position != state.position.view("A"))
            # The angler prefers few moves, so that games meet again.
            state.apply_action(rng.choice(state.legal_actions()[:2]))
        assert sum(state.returns()) == 0
    assert shared > 30


def test_openspiel_cooperative_return() -> None:
    game = openspiel(rules="flip", players=3)
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    returns = state.returns()
    assert returns[0] == returns[1] == returns[2] <= 0
    assert game.min_utility() <= returns[0] <= game.max_utility()


def test_planes_hide_tiles() -> None:
    position = floe.deal(3, rules="angling", dealt=True)
    angler, fish = position.planes("A"), position.planes("B")
    assert angler.shape == fish.shape == (25, 16)
    assert not angler[:8].any() and angler[8].all() and not fish[8].any()
    letters = "123456rd"
    laid = [int(fish[:8, place].argmax()) for place in range(16)]
    assert "".join(letters[kind] for kind in laid) == str(position).split(":")[1].split()[0].replace("/", "")
    assert angler[24].all() and not fish[24].any() and angler[12:16, 0].tolist() == [3, 3, 3, 3]
    placed = position.play("y@2")
    # Pier 2 looks down column a.
    assert placed.planes()[10].tolist() == [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]
    batch = floe.Batch(4, 3, rules="angling", dealt=True)
    batch.play_random(6)
    for number in range(4):
        assert (batch.planes()[number] == batch[number].view(batch[number].turn or "A").planes()).all()


def test_planes_show_cards() -> None:
    text = "flip:W1>D2<S3>/K1<K2>p/D1>D3<W2</S1<W3>S2> A D:fcx,W:rsk W2212,S2212,D2212,K2122,p3 deck=f3c1r1s2k1x2y2e2"
    position = floe.Position(text)
    a, b = position.planes("A"), position.planes("B")
    assert a.shape == (18 + 2 * 16 + 8 + 3 + 2, 24)
    # Swordfish, forward cards, plastic.
    assert a[1].sum() == 3 and a[12].sum() == 6 and a[13].sum() == 1
    assert (a[18:34] == b[34:50]).all() and (a[34:50] == b[18:34]).all()
    assert a[18:34, 0].tolist() == [1, 1, 0, 0, 0, 1, 0, 0] + [0, 0, 0, 0, 1, 0, 0, 0]
    assert a[50:61, 0].tolist() == [7, 7, 0, 0, 7, 0, 0, 7] + [3, 0, 0]
    bid = floe.Position(
        "contest:D1<D2>W1</D1>W2<W3</O1>T1<T2> B - D0022,W0112 powers=WD cards=fx points=5,3 fines=0,1 bid=A4 first=A "
        "deck=f3c1 out=O2322"
    )
    assert bid.planes().shape == (45, 9) and bid.planes("A")[43:, 0].tolist() == [4, 1]
    assert bid.planes("B")[43:, 0].tolist() == [4, 2]
    assert bid.planes()[26:34, 0].tolist() == [1, 0, 0, 0, 1, 0, 0, 0]
