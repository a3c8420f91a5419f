"""Search guided by a function: the same visits as a plain one, exact leaves, clear errors."""

from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np
import pytest
from numpy.typing import NDArray

import floe

Array = NDArray[Any]
Evaluate = Callable[[Array, Array], Tuple[Array, Array]]

#: Rules on a floe without chance and special tiles, with numbers of players.
SEARCHED = [
    ("base", 2),
    ("base", 3),
    ("base", 4),
    ("push", 2),
    ("whale", 3),
    ("push+whale", 2),
    ("survival", 2),
    ("group", 4),
    ("teams", 4),
]


def evaluator(players: int, sides: int) -> Evaluate:
    """Return a function that follows from the planes alone, with one value a row between two sides."""

    def evaluate(planes: Array, mask: Array) -> Tuple[Array, Array]:
        flat = planes.reshape(len(planes), -1).astype(np.int64)
        sums = (flat * (np.arange(flat.shape[1]) % 97 + 1)).sum(1)
        priors = ((sums[:, None] * 31 + np.arange(mask.shape[1]) * 17) % 100003 + 1).astype(np.float32)
        values = ((sums[:, None] * (7 + np.arange(players))) % 201 / 100 - 1).astype(np.float32)
        return priors, values[:, 0] if sides == 2 else values

    return evaluate


class Node:
    """Position of the plain search."""

    def __init__(self, position: floe.Position) -> None:
        self.position = position
        self.children: List["Node"] = []
        self.actions: List[int] = []
        self.priors: List[np.float32] = []
        self.value = np.float32(0)
        self.visits = 0
        self.total = 0


def shares(values: Any) -> Array:
    """Return payoffs as win probabilities."""
    result: Array = ((np.asarray(values, np.float64) + 1) / 2).astype(np.float32)
    return result


def rounded(number: np.float32) -> np.float32:
    """Return a number as an edge of the tree keeps it."""
    return np.float32(np.float32(int(number * np.float32(65535))) * (np.float32(1) / np.float32(65535)))


def plain(position: floe.Position, evaluate: Evaluate, count: int) -> Dict[int, int]:
    """PUCT in its plainest form: return the visits of all actions."""
    players = position.players
    sides = position.sides
    root = Node(position)

    def visit(node: Node) -> Array:
        """Return the win probabilities of all players, in turn order, at the end of a visit."""
        node.visits += 1
        here = node.position
        if not node.children:
            result = over(here)
            if result is not None and node is not root:
                return shares(result)
            priors, values = evaluate(here.observation()[None], here.legal_mask()[None])
            mover = "ABCD".index(str(here.turn))
            of_all = values[0] if sides > 2 else [values[0] * (-1) ** turn for turn in range(players)]
            wins = np.roll(shares(of_all), mover)
            legal = list(here.legal_actions)
            weights = [priors[0, action] for action in legal]
            everything = np.float32(0)
            for weight in weights:
                everything = np.float32(everything + weight)
            ranked = sorted(zip(legal, weights), key=lambda pair: -np.float32(pair[1] / everything))
            node.actions = [action for action, _ in ranked]
            node.priors = [rounded(np.float32(weight / everything)) for _, weight in ranked]
            node.children = [Node(here.play(action)) for action in node.actions]
            node.value = rounded(wins[mover])
            return wins
        mover = "ABCD".index(str(here.turn))
        weight = np.float32(np.float32(0.625) * np.sqrt(np.float32(node.visits)))
        bounds = [
            (np.float32(child.total) / np.float32(65536) + (node.value + weight * prior)) / np.float32(child.visits + 1)
            for child, prior in zip(node.children, node.priors)
        ]
        child = node.children[int(np.argmax(bounds))]
        wins = visit(child)
        child.total += int(wins[mover] * np.float32(65536))
        return wins

    for _ in range(count + 1):
        visit(root)
    return {action: child.visits for action, child in zip(root.actions, root.children)}


def over(position: floe.Position) -> Optional[Array]:
    """Return the payoffs of a game that is over."""
    return None if position.returns is None else np.array(position.returns)


@pytest.mark.parametrize("rules, players", SEARCHED)
def test_a_plain_search_makes_the_same_visits(rules: str, players: int) -> None:
    batch = floe.Batch(3, seed=5, players=players, rules=rules, placed=True)
    evaluate = evaluator(players, 2 if rules == "teams" else players)
    result = floe.Search(batch, simulations=60).run(evaluate)
    for number, position in enumerate(batch[:]):
        visits = plain(position, evaluate, 60)
        assert {a: int(result.visits[number, a]) for a in visits} == visits
        assert result.visits[number].sum() == 60


def test_the_batch_stays_as_it_is_and_policies_are_shares() -> None:
    batch = floe.Batch(5, seed=1, layout="small-16", penguins=1)
    before = [str(position) for position in batch[:]]
    every: List[Dict[str, Any]] = [{}, {"gumbel": 4}, {"noise": 0.25}, {"gumbel": 3, "noise": 0.5}]
    for options in every:
        search = floe.Search(batch, 20, seed=3, **options)
        result = search.run(evaluator(2, 2))
        assert [str(position) for position in batch[:]] == before
        assert result.visits.shape == result.policy.shape == (5, batch.action_count)
        assert np.allclose(result.policy.sum(1), 1, atol=1e-5) and (result.visits.sum(1) == 20).all()
        assert not result.visits[~batch.legal_mask()].any() and result.values.shape == (5, 2)
        again = floe.Search(batch, 20, seed=3, **options).run(evaluator(2, 2))
        assert (again.visits == result.visits).all() and (again.actions == result.actions).all()
        other = search.run(evaluator(2, 2))
        assert not options or (other.visits != result.visits).any()


def uniform(planes: Array, mask: Array) -> Tuple[Array, Array]:
    """Evaluate nothing."""
    return mask.astype(np.float32), np.zeros(len(planes))


@pytest.mark.parametrize("options", [{}, {"gumbel": 16}])
def test_it_plays_to_the_end_and_beats_random(options: Dict[str, Any]) -> None:
    batch = floe.Batch(100, seed=9, layout="small-10", penguins=1)
    me = np.arange(100) % 2
    search = floe.Search(batch, 100, **options)
    rng = np.random.default_rng(0)
    while not batch.is_over.all():
        offsets, actions = batch.legal_actions()
        picked = [rng.choice(actions[a:b]) if b > a else 0 for a, b in zip(offsets, offsets[1:])]
        result = search.run(uniform)
        batch.play(np.where(batch.turns == me, result.actions, picked))
    assert batch.returns[np.arange(100), me].mean() > 0.3
    done = search.run(uniform)
    assert (done.actions == -1).all() and not done.visits.any() and done.exact.all()
    assert (np.abs(done.values) == np.abs(batch.returns)).all()


def test_proved_positions_are_not_asked_about() -> None:
    proved = floe.Position(".3..B1../1B312..3A1/12..21./31..2A222/1..2211/B1B1.2.2A2./A2.33321/1.1.2113 A 17:10,12:10")
    solved = floe.solve(proved).value
    assert solved is not None
    fish = solved["fish"]
    asked: List[int] = []

    def evaluate(planes: Array, mask: Array) -> Tuple[Array, Array]:
        asked.append(len(planes))
        return uniform(planes, mask)

    batch = floe.Batch(positions=[proved])
    result = floe.Search(batch, 50).run(evaluate)
    assert asked == [1] and result.exact.all()
    assert list(result.values[0]) == [np.sign(fish), -np.sign(fish)]
    margins = floe.Search(batch, 50, margin=2.0 * abs(fish)).run(evaluate)
    assert list(margins.values[0]) == [np.sign(fish) / 2, -np.sign(fish) / 2]


@pytest.mark.parametrize("rules", ["hidden-whale", "special-tiles", "flip", "contest", "angling"])
def test_rules_with_chance_or_lists_are_refused(rules: str) -> None:
    with pytest.raises(floe.OptionError, match=f"batch: expected rules .*; found rules {rules}"):
        floe.Search(floe.Batch(2, rules=rules))


def wrong(name: str) -> Callable[[Array, Array], Any]:
    """Return an evaluator with a fault."""

    def evaluate(planes: Array, mask: Array) -> Any:
        priors, values = np.ones(mask.shape, np.float32), np.zeros(len(planes), np.float32)
        if name == "nan":
            priors[1, 3] = np.nan
        elif name == "negative":
            priors[0, 0] = -1
        elif name == "values":
            values[2] = 1.5
        elif name == "nan values":
            values[0] = np.nan
        return {
            "shape": (priors[:, 1:], values),
            "columns": (priors, np.zeros((len(planes), 3))),
            "text": (priors.astype(str), values),
            "one": priors,
            "none": None,
        }.get(name, (priors, values))

    return evaluate


@pytest.mark.parametrize(
    "name, message",
    [
        ("nan", "priors: expected finite numbers from 0, probabilities and not logits; found NaN in row 1"),
        ("negative", "priors: expected finite numbers from 0, probabilities and not logits; found -1 in row 0"),
        ("values", "values: expected numbers from -1 to 1; found 1.5 in row 2"),
        ("nan values", "values: expected numbers from -1 to 1; found NaN in row 0"),
        ("shape", r"priors: expected real numbers, shape \(4, 1124\); found an array of float32, shape \(4, 1123\)"),
        ("columns", r"values: expected real numbers, shape \(4,\) or \(4, 2\); found an array of float64, shape \(4, 3\)"),
        ("text", "priors: expected real numbers"),
        ("one", "evaluator: expected a pair of arrays, priors and values; found ndarray"),
        ("none", "evaluator: expected a pair of arrays, priors and values; found NoneType"),
    ],
)
def test_what_an_evaluator_returns_is_checked(name: str, message: str) -> None:
    with pytest.raises(floe.OptionError, match=message):
        floe.Search(floe.Batch(4)).run(wrong(name))


@pytest.mark.parametrize(
    "options, message",
    [
        ({"simulations": 0}, "simulations: expected an integer from 1"),
        ({"noise": 2}, "noise: expected a number from 0 to 1; found 2"),
        ({"noise": "x"}, "noise: expected a number from 0 to 1; found 'x'"),
        ({"gumbel": 0}, "gumbel: expected an integer from 1"),
        ({"exploration": float("nan")}, "exploration: expected a number"),
    ],
)
def test_options_out_of_range_are_named(options: Dict[str, Any], message: str) -> None:
    with pytest.raises(floe.OptionError, match=message):
        floe.Search(floe.Batch(1), **options)


def test_errors_of_the_evaluator_come_through() -> None:
    def evaluate(planes: Array, mask: Array) -> Tuple[Array, Array]:
        raise RuntimeError("no memory on the device")

    with pytest.raises(RuntimeError, match="no memory"):
        floe.Search(floe.Batch(2)).run(evaluate)


def selfplay(path: Path, count: int, **options: Any) -> Tuple[int, int]:
    """Play with a function that follows from the planes alone."""
    sides = 2 if options.get("players", 2) == 2 else options["players"]
    evaluate = evaluator(options.get("players", 2), sides)
    search = {"simulations": 12, **options.pop("search", {})}
    return floe.selfplay(path, count, "mine", evaluator=evaluate, search=search, seed=4, **options)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"layout": "small-16", "search": {"gumbel": 4, "margin": 10.0}},
        {"players": 3, "search": {"noise": 0.25}},
        {"rules": "push", "players": 4, "concurrency": 2},
    ],
)
def test_selfplay_keeps_policies_and_resumes(tmp_path: Path, options: Dict[str, Any]) -> None:
    games, positions = selfplay(tmp_path / "whole", 5, **dict(options))
    selfplay(tmp_path / "parts", 2, **dict(options))
    assert selfplay(tmp_path / "parts", 5, **dict(options)) == (games, positions)
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()
    data = floe.read_selfplay(tmp_path / "whole")
    assert games == 5 and len(data["policy_offsets"]) == positions + 1
    sums = np.add.reduceat(data["policy"], data["policy_offsets"][:-1])
    assert np.allclose(sums, 1, atol=1e-4) and (np.diff(data["policy_offsets"]) > 0).all()
    for row in range(positions):
        mine = slice(data["policy_offsets"][row], data["policy_offsets"][row + 1])
        assert data["action"][row] in data["policy_actions"][mine]
    if "gumbel" not in options.get("search", {}):
        assert np.allclose(np.round(data["policy"] * 12), data["policy"] * 12, atol=1e-4)


def test_selfplay_with_other_options_is_another_run(tmp_path: Path) -> None:
    selfplay(tmp_path / "games", 1, layout="small-10", penguins=1)
    with pytest.raises(floe.FileError, match="games of another run; search is"):
        selfplay(tmp_path / "games", 2, layout="small-10", penguins=1, search={"simulations": 13})
    with pytest.raises(floe.OptionError, match="search: expected with an evaluator only"):
        floe.selfplay(tmp_path / "other", 1, search={"simulations": 3})
    with pytest.raises(floe.OptionError, match="search: expected simulations, .* or grid; found 'sims'"):
        floe.selfplay(tmp_path / "other", 1, evaluator=uniform, search={"sims": 3})
    with pytest.raises(floe.OptionError, match="engine: expected a name without blanks"):
        floe.selfplay(tmp_path / "other", 1, "my net", evaluator=uniform)
    with pytest.raises(floe.OptionError, match="expected rules .*; found rules flip"):
        floe.selfplay(tmp_path / "other", 1, evaluator=uniform, rules="flip")
    assert not (tmp_path / "other").exists()


def test_policies_are_lists_of_a_table(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    path = str(tmp_path / "games")
    small: Any = {"layout": "small-10", "penguins": 1}
    games, positions = floe.selfplay(path, 3, evaluator=evaluator(2, 2), search={"simulations": 8}, **small)
    table, arrays = floe.frame(path), floe.read_selfplay(path)
    assert games == 3 and table.height == positions
    for name in ("policy_actions", "policy"):
        assert table[name].explode().to_list() == arrays[name].tolist()
    assert table["policy"].list.len().to_list() == np.diff(arrays["policy_offsets"]).tolist()
    # Without random moves, every game is searched from its first placement.
    assert table.filter(table["ply"] == 0).height == games


def test_what_guides_self_play_is_checked(tmp_path: Path) -> None:
    path: Any = tmp_path / "games"
    wrong: Any
    for name, wrong in [("evaluator", 5), ("search", 5), ("progress", 3)]:
        given: Any = {"evaluator": evaluator(2, 2), name: wrong}
        with pytest.raises(floe.OptionError, match=f"^{name}: expected a "):
            floe.selfplay(path, 1, **given)
