"""What all games and channels share: observations, types of arrays, copies, players, errors, and the habits of other libraries."""

import copy
import functools
import json
import os
import pickle
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import numpy as np
import pytest

import floe

SMALL: Dict[str, Any] = {"layout": "small-10", "penguins": 1}


def games(rules: str, count: int = 3) -> Iterator[floe.Position]:
    """Positions of random games."""
    rng = random.Random(rules)
    for seed in range(count):
        position = floe.deal(seed, None, rules)
        while not position.is_over:
            yield position
            position = position.play(rng.choice(position.legal_moves), world=seed)
        yield position


#: Rules without penguins, where points can be below zero.
WITHOUT_PENGUINS = ("flip", "contest", "angling")


def shown(planes: Any, position: floe.Position) -> Any:
    """Counts of all players, as constant planes of an observation show them."""
    values = planes[-3 * position.players :].reshape(position.players, 3, -1).astype(int)
    assert (values == values[:, :, :1]).all()
    counts = values[:, :, 0]
    if position.rules in WITHOUT_PENGUINS:
        counts[:, 0] -= counts[:, 2]
        counts[:, 2] = 0
    return counts


@pytest.mark.parametrize("rules", floe.rules())
def test_observations_show_all_counts(rules: str) -> None:
    lowest = 0
    for position in games(rules):
        for letter in "ABCD"[: position.players]:
            counts = position.counts(letter)
            lowest = min(lowest, int(counts.min()))
            assert (shown(position.observation(letter), position) == counts).all(), (str(position), letter)
    assert lowest < 0 or rules not in ("flip", "angling")


def test_fines_are_seen() -> None:
    text = str(floe.deal(1, rules="contest"))
    seen = {floe.Position(text.replace("fines=0,0", f"fines={fines},0")).observation("A").tobytes() for fines in range(1, 9)}
    assert len(seen) == 8


def test_arrays_suit_learners(tmp_path: Path) -> None:
    """Indices are int64, and no integer without a sign is wider than a byte, which PyTorch hardly knows."""
    path = tmp_path / "games"
    floe.selfplay(path, 3, "net", evaluator=uniform, search={"simulations": 4}, **SMALL)
    data = floe.read_selfplay(path)
    batch = floe.Batch(5, seed=1, **SMALL)
    found = floe.Search(batch, 4).run(uniform)
    offsets, actions = batch.legal_actions()
    for array in (offsets, actions, found.actions, *(data[name] for name in ("game", "action", "policy_actions", "policy_offsets"))):
        assert array.dtype == np.int64
    arrays = {**data, **vars(found), "scores": batch.scores, "counts": batch.counts(), "turns": batch.turns}
    wide = [name for name, array in arrays.items() if array.dtype.kind == "u" and array.dtype.itemsize > 1]
    assert wide == []


def uniform(planes: Any, mask: Any) -> Tuple[Any, Any]:
    """Evaluator that knows nothing."""
    return mask.astype(np.float32), np.zeros(len(planes), np.float32)


def by_fish(planes: Any, mask: Any) -> Tuple[Any, Any]:
    """Evaluator by the fish taken so far."""
    return mask.astype(np.float32), np.tanh(planes[:, -6].mean(1) / 9.0 - planes[:, -3].mean(1) / 9.0).astype(np.float32)


def test_columns_are_taken_as_rows() -> None:
    batch = floe.Batch(5, seed=1, **SMALL)
    shapes: List[Callable[[Any], Any]] = [
        lambda values: values,
        lambda values: values[:, None],
        lambda values: np.stack([values, -values], 1),
    ]
    results = []
    for shape in shapes:

        def evaluate(planes: Any, mask: Any, shape: Callable[[Any], Any] = shape) -> Tuple[Any, Any]:
            priors, values = by_fish(planes, mask)
            return priors, shape(values)

        results.append(floe.Search(batch, 16).run(evaluate))
    assert results[0] == results[1] == results[2]
    with pytest.raises(floe.OptionError, match=r"values: expected real numbers, shape \(\d+,\) or .*; found an array of"):
        floe.Search(batch, 4).run(lambda planes, mask: (mask, np.zeros((len(planes), 3))))
    one, other = batch.copy(), batch.copy()
    one.play(results[0].actions)
    other.play(results[0].actions[:, None])
    assert one[:] == other[:]


def test_three_players_need_all_values() -> None:
    batch = floe.Batch(2, players=3, layout="small-16", penguins=1)
    with pytest.raises(floe.OptionError, match="values: expected real numbers, shape"):
        floe.Search(batch, 4).run(lambda planes, mask: (mask, np.zeros((len(planes), 1))))


def first(position: floe.Position) -> str:
    return position.legal_moves[0]


@pytest.mark.parametrize("rules", floe.rules())
def test_values_come_back_equal_from_pickle(rules: str) -> None:
    for number, position in enumerate(games(rules, 1)):
        if number % 7 == 0:
            parts = [position, position.actions, position.legal_moves, position.scores, position.returns]
            parts += [position.move(move) for move in position.legal_moves[:3]]
            for part in parts:
                assert pickle.loads(pickle.dumps(part)) == part
            assert floe.Position(str(position)) == position


def test_results_come_back_equal_from_pickle(tmp_path: Path) -> None:
    start = floe.deal(1, **SMALL)
    game = floe.Game(start, [start.legal_moves[0]], {"A": "Anna"}, [])
    batch = floe.Batch(3, seed=1, **SMALL)
    results: List[Any] = [
        floe.analyze(start, nodes=100),
        floe.solve(start),
        floe.match(["greedy", first], 2),
        floe.benchmark("random", 1, floes=["10x1"]),
        floe.review(game, nodes=100),
        game,
        floe.Search(batch, 8).run(uniform),
        floe.BENCHMARK_FLOES,
    ]
    for result in results:
        assert pickle.loads(pickle.dumps(result)) == result
        assert copy.deepcopy(result) == result


def test_reports_come_back_equal_from_json() -> None:
    for position in (floe.deal(1, **SMALL), floe.deal(1, 3), floe.deal(1, rules="flip"), floe.deal(1, rules="angling", lake=2)):
        report = floe.analyze(position, nodes=20).json
        assert json.loads(json.dumps(report, allow_nan=False)) == report
    for report in (floe.solve(floe.deal(1, **SMALL)).json, floe.match(["greedy", first], 2, seed=2**64 - 1).json):
        assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_copies_of_a_search_go_on_alike() -> None:
    batch = floe.Batch(4, seed=2, **SMALL)
    search = floe.Search(batch, 16, gumbel=4, noise=0.25, seed=9)
    assert repr(search) == "Search(Batch(4 games, base, 2 players, 0 over), simulations=16, gumbel=4, noise=0.25, seed=9)"
    search.run(uniform)
    copies = [pickle.loads(pickle.dumps(search)), copy.deepcopy(search), copy.copy(search)]
    assert all(repr(other) == repr(search) for other in copies)
    result = search.run(uniform)
    assert all(other.run(uniform) == result for other in copies)


def test_another_evaluator_does_not_resume_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games"

    def weighted(weight: float) -> Any:
        def evaluate(planes: Any, mask: Any) -> Tuple[Any, Any]:
            return mask * np.float32(weight), np.zeros(len(planes), np.float32)

        return evaluate

    def play(games: int, evaluator: Any) -> int:
        return floe.selfplay(path, games, "net", evaluator=evaluator, search={"simulations": 4}, **SMALL)[0]

    assert play(2, weighted(1.0)) == 2
    assert play(3, weighted(1.0)) == 3
    for other in (weighted(2.0), uniform):
        with pytest.raises(floe.FileError, match="evaluator is "):
            play(4, other)


def test_the_build_is_in_all_records(tmp_path: Path) -> None:
    assert floe.build.startswith(f"python {floe.__version__} (") and floe.build.count(",") >= 1
    floe.match(["greedy", "random"], 1, out=tmp_path / "match")
    head = (tmp_path / "match" / "games.jsonl").read_text().splitlines()[0]
    assert f'"build":"{floe.build}"' in head.replace('": "', '":"')
    floe.selfplay(tmp_path / "engine", 1, "greedy:nodes=1")
    floe.selfplay(tmp_path / "net", 1, "net", evaluator=uniform, search={"simulations": 4}, **SMALL)
    for name in ("engine", "net"):
        assert f"build={floe.build}".encode() in (tmp_path / name).read_bytes()


@pytest.mark.parametrize("opponent", ["default", "alphabeta", "uct", floe.Engine("default")])
def test_an_opponent_has_a_limit(opponent: Any) -> None:
    pytest.importorskip("gymnasium")
    import floe.gymnasium

    makers: List[Callable[..., Any]] = [floe.gymnasium.FloeEnv, functools.partial(floe.gymnasium.VectorEnv, 1), floe.benchmark]
    for make in makers:
        with pytest.raises(floe.EngineError, match="expected an engine with a limit, such as '.*:nodes=1000'; found"):
            make(opponent)


def test_engines_as_objects_play_like_their_names(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium")
    import floe.gymnasium

    engine = floe.Engine("default:nodes=30", threads=1)
    name = engine.name
    start = floe.deal(3, **SMALL)
    assert floe.match([engine, "greedy"], 2, seed=1).json == floe.match([name, "greedy"], 2, seed=1).json
    assert floe.match([{name: engine}, "greedy"], 2, seed=1).json == floe.match([name, "greedy"], 2, seed=1).json
    assert floe.benchmark(engine, 1, floes=["10x1"]) == floe.benchmark(name, 1, floes=["10x1"])
    assert floe.analyze(start, engine=engine).best == floe.analyze(start, engine=name).best
    floe.selfplay(tmp_path / "one", 2, engine)
    floe.selfplay(tmp_path / "two", 2, name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    finals = []
    for opponent in (engine, name):
        game = floe.gymnasium.FloeEnv(opponent, **SMALL)
        _, info = game.reset(seed=4)
        vector = floe.gymnasium.VectorEnv(3, opponent, **SMALL)
        _, infos = vector.reset(seed=4)
        for _ in range(3):
            game.step(int(game.action_masks().argmax()))
            vector.step(vector.action_masks().argmax(1))
        finals.append((game.position, [vector.position(number) for number in range(3)]))
    assert finals[0] == finals[1]


def test_opponents_are_told_of_new_games() -> None:
    pytest.importorskip("gymnasium")
    from floe.gymnasium import FloeEnv

    class Opponent:
        def __init__(self) -> None:
            self.seeds: List[int] = []

        def new_game(self, seed: int) -> None:
            self.seeds.append(seed)

        def __call__(self, position: floe.Position) -> str:
            return position.legal_moves[0]

    opponent = Opponent()
    game = FloeEnv(opponent)
    for seed in (1, 2, 1):
        game.reset(seed=seed)
    assert len(opponent.seeds) == 3 and opponent.seeds[0] == opponent.seeds[2] != opponent.seeds[1]


def test_arrays_of_environments_are_the_callers_own() -> None:
    pytest.importorskip("gymnasium")
    import floe.gymnasium

    for autoreset in ("NextStep", "SameStep", "Disabled"):
        games = floe.gymnasium.VectorEnv(3, autoreset_mode=autoreset, **SMALL)
        observations, infos = games.reset(seed=1)
        masks = games.action_masks()
        for array in (infos["action_mask"], observations, games.action_masks(), games.seats):
            assert array.flags.writeable
            array[:] = 0
        assert (games.action_masks() == masks).all() and masks.any()
    one = floe.gymnasium.FloeEnv(**SMALL)
    observation, info = one.reset(seed=1)
    masks = one.action_masks()
    for array in (info["action_mask"], observation, one.action_masks()):
        array[:] = 0
    assert (one.action_masks() == masks).all() and masks.any()


def interrupted(work: Callable[[], object], after: float = 0.3) -> float:
    """Press Ctrl-C while work lasts; return how late it ended, in seconds."""
    pressed: List[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, press)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        timer.cancel()
    return time.monotonic() - pressed[0]


@pytest.mark.skipif(os.name == "nt", reason="signals of other systems")
def test_ctrl_c_ends_work_on_many_games() -> None:
    pytest.importorskip("gymnasium")
    import floe.gymnasium

    batch = floe.Batch(400_000, rules="survival")
    # To the end it takes a minute.
    assert interrupted(batch.play_random) < 10
    assert not batch.is_over.all() and all(isinstance(position, floe.Position) for position in batch[:3])
    games = floe.gymnasium.VectorEnv(2000, "default:nodes=100000")
    # A step takes minutes, and so does the start.
    assert interrupted(lambda: games.reset(seed=1)) < 10
    with pytest.raises(floe.MoveError, match="call reset first"):
        games.step(np.zeros(2000, np.int64))


def wrong_calls(folder: Path) -> Dict[str, Callable[[Any], object]]:
    """For every argument of this name a call with a wrong object in its place."""
    start = floe.deal(1, **SMALL)
    engine = floe.Engine("greedy")
    batch = floe.Batch(2, **SMALL)
    game = floe.Game(start, [start.legal_moves[0]], {}, [])
    review = floe.review(game, nodes=100)
    return {
        "position": floe.Position,
        "position of analyze": floe.analyze,
        "position of solve": floe.solve,
        "position of Engine.analyze": engine.analyze,
        "position of choose": engine.choose,
        "seed of new_game": engine.new_game,
        "engine of analyze": lambda wrong: floe.analyze(start, engine=wrong),
        "engine": floe.Engine,
        "progress of analyze": lambda wrong: floe.analyze(start, nodes=10, progress=wrong),
        "progress of solve": lambda wrong: floe.solve(start, progress=wrong),
        "progress of review": lambda wrong: floe.review(game, nodes=10, progress=wrong),
        "progress of match": lambda wrong: floe.match(["greedy", "random"], 1, progress=wrong),
        "progress of benchmark": lambda wrong: floe.benchmark("random", 1, progress=wrong),
        "progress of selfplay": lambda wrong: floe.selfplay(folder / "p", 1, "greedy:nodes=1", progress=wrong),
        "game of review": floe.review,
        "game of annotate": review.annotate,
        "strength of review": lambda wrong: floe.review(game, strength=wrong),
        "nodes of review": lambda wrong: floe.review(game, nodes=wrong),
        "paths of read_games": floe.read_games,
        "paths of read_selfplay": floe.read_selfplay,
        "paths of rate": floe.rate,
        "paths of frame": lambda wrong: floe.frame(wrong),
        "directories of merge": floe.merge,
        "path of selfplay": lambda wrong: floe.selfplay(wrong, 1),
        "path of write_games": lambda wrong: floe.write_games(wrong, game),
        "games of write_games": lambda wrong: floe.write_games(folder / "w", wrong),
        "out of match": lambda wrong: floe.match(["greedy", "random"], 1, out=wrong),
        "checkpoint of solve": lambda wrong: floe.solve(start, checkpoint=wrong),
        "move of actions.index": start.actions.index,
        "move of outcomes": start.outcomes,
        "move of observed": lambda wrong: start.observed(wrong, "A"),
        "move of settle": lambda wrong: start.settle(wrong, 1),
        "world of settle": lambda wrong: start.settle("a1", wrong),
        "world of Move.play": lambda wrong: start.move(start.legal_moves[0]).play(wrong),
        "hex of destinations": start.destinations,
        "player of view": start.view,
        "moves of play_all": start.play_all,
        "batch of Search": floe.Search,
        "evaluator of run": floe.Search(batch, 2).run,
        "evaluator of selfplay": lambda wrong: floe.selfplay(folder / "e", 1, evaluator=wrong),
        "search of selfplay": lambda wrong: floe.selfplay(folder / "e", 1, evaluator=uniform, search=wrong),
        "actions of Batch.play": batch.play,
        "strategy of benchmark": floe.benchmark,
        "floes of benchmark": lambda wrong: floe.benchmark("random", 1, floes=wrong),
        "players of match": floe.match,
        "positions of match": lambda wrong: floe.match(["greedy", "random"], positions=wrong),
        "positions of Batch": lambda wrong: floe.Batch(positions=wrong),
        "rules": lambda wrong: floe.deal(1, 2, wrong),
        "layout": lambda wrong: floe.deal(1, layout=wrong),
        "seed of deal": floe.deal,
        "placed of deal": lambda wrong: floe.deal(1, placed=wrong),
        "balanced of deal": lambda wrong: floe.deal(1, balanced=wrong),
        "gauntlet of match": lambda wrong: floe.match(["greedy", "random"], 1, gauntlet=wrong),
        "normalized of merge": lambda wrong: floe.merge(folder, normalized=wrong),
        "all of solve": lambda wrong: floe.solve(start, all=wrong),
        "planes of read_selfplay": lambda wrong: floe.read_selfplay([], planes=wrong),
        "frame of read_games": lambda wrong: floe.read_games([], frame=wrong),
        "names of svg": lambda wrong: start.svg(names=wrong),
        "last_move of svg": lambda wrong: start.svg(last_move=wrong),
        "names of pixels": lambda wrong: start.pixels(names=wrong),
        "grid of planes": lambda wrong: start.planes(grid=wrong),
        "grid of observation": lambda wrong: start.observation(grid=wrong),
        "out of planes": lambda wrong: start.planes(out=wrong),
        "grid of Batch.planes": lambda wrong: batch.planes(grid=wrong),
        "grid of Batch.observations": lambda wrong: batch.observations(grid=wrong),
        "player of Batch.counts": lambda wrong: batch.counts(wrong),
        "out of Batch.counts": lambda wrong: batch.counts(out=wrong),
        "game.start": lambda wrong: floe.review(floe.Game(wrong, [], {}, [])),
        "game.moves": lambda wrong: floe.review(floe.Game(start, [wrong], {}, [])),
        "games.moves": lambda wrong: floe.write_games(folder / "w", floe.Game(start, [wrong], {}, [])),
        "games.nodes": lambda wrong: floe.write_games(folder / "w", floe.Game(start, [], {}, [], nodes=[wrong])),
    }


WRONG: List[Any] = [3.5, b"x", object(), {1: 2}, min]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: type(wrong).__name__)
def test_an_error_names_the_argument(wrong: Any, tmp_path: Path) -> None:
    taken: Dict[str, Callable[[Any], bool]] = {
        "progress": callable,
        "evaluator": callable,
        "search": lambda value: isinstance(value, dict),
        "strategy": callable,
    }
    with pytest.raises(floe.OptionError, match="^scale: expected a number; found 'x'"):
        floe.deal(1).pixels(scale="x")  # type: ignore[arg-type]
    for name, call in wrong_calls(tmp_path).items():
        argument = name.split()[0]
        if argument in taken and taken[argument](wrong):
            continue
        with pytest.raises(floe.FloeError, match=f"^{argument}: expected .*; found ") as raised:
            call(wrong)
        assert type(raised.value) is not floe.InternalError, name


def test_positions_are_taken_as_text() -> None:
    text = str(floe.deal(1, **SMALL))
    position = floe.Position(text)
    assert floe.analyze(text, nodes=50).position == position
    assert floe.solve(text).bounds == floe.solve(position).bounds
    assert floe.Engine("greedy").choose(text) == floe.Engine("greedy").choose(position)
    assert floe.Engine("greedy").analyze(text).best == floe.Engine("greedy").analyze(position).best
    other: Any = 3
    assert other not in position.actions


# ---- Gymnasium


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_native_games_report_as_those_of_gymnasium(mode: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import floe.gymnasium

    class Plain(gymnasium.Wrapper):  # type: ignore[misc,name-defined]
        """Leaves out what only a single game says."""

        def reset(self, **options: Any) -> Any:
            observation, info = self.env.reset(**options)
            return observation, {"action_mask": info["action_mask"]}

        def step(self, action: Any) -> Any:
            *found, info = self.env.step(action)
            return (*found, {"action_mask": info["action_mask"]})

    start = floe.Position("rows(1:3,0:4,1:3):2A1./12B11/211 A 0:0,0:0")
    options: Dict[str, Any] = {"opponent": "alphabeta:depth=2", "positions": [start], "seat": 0}
    make = lambda: Plain(floe.gymnasium.FloeEnv(**options))  # noqa: E731
    sync = gymnasium.vector.SyncVectorEnv([make] * 2, autoreset_mode=gymnasium.vector.AutoresetMode(mode))
    native = floe.gymnasium.VectorEnv(2, autoreset_mode=mode, **options)
    _, infos = sync.reset(seed=1)
    _, others = native.reset(seed=1)
    for _ in range(12):
        actions = infos["action_mask"].argmax(1)
        one, other = sync.step(actions), native.step(actions)
        for mine, theirs in zip(one[:4], other[:4]):
            assert (np.asarray(mine) == theirs).all()
        compare(one[4], other[4])
        infos = one[4]
        if mode == "Disabled" and one[2].any():
            again = {"reset_mask": one[2]}
            _, infos = sync.reset(options=dict(again))
            native.reset(options=dict(again))
            infos = {"action_mask": native.action_masks()}


def compare(one: Any, other: Any) -> None:
    """Check that infos have the same parts, and the same values where games have said something."""
    assert one.keys() == other.keys()
    for key, value in one.items():
        if isinstance(value, dict):
            compare(value, other[key])
        elif f"_{key}" in one:
            for number in np.flatnonzero(one[f"_{key}"]):
                assert (value[number] == other[key][number]).all(), key


@pytest.mark.parametrize("rules", floe.rules())
@pytest.mark.parametrize("options", [{"render_mode": "ansi"}, {"grid": True}, {"reward": "margin"}], ids=str)
@pytest.mark.filterwarnings("ignore")
def test_gymnasium_checks_every_game(rules: str, options: Dict[str, Any]) -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from floe.gymnasium import FloeEnv

    check_env(FloeEnv("random", rules=rules, **options), skip_render_check="render_mode" not in options)


@pytest.mark.parametrize("rules", floe.rules())
def test_environments_come_back_equal_from_pickle(rules: str) -> None:
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    import floe.gymnasium
    import floe.pettingzoo

    one = floe.gymnasium.FloeEnv(first, rules=rules)
    one.reset(seed=3)
    other = pickle.loads(pickle.dumps(one))
    for _ in range(10):
        if one.position.is_over:
            break
        action = int(one.action_masks().argmax())
        mine, theirs = one.step(action), other.step(action)
        assert (mine[0] == theirs[0]).all() and mine[1:4] == theirs[1:4] and one.position == other.position
    several = floe.pettingzoo.raw_env(rules=rules)
    several.reset(seed=3)
    again = pickle.loads(pickle.dumps(several))
    for game in (several, again):
        for _ in range(10):
            mask = game.last()[0]["action_mask"]
            game.step(int(mask.argmax()) if mask.any() else None)
            if not game.agents:
                break
    assert several.position == again.position


@pytest.mark.parametrize("mode", ["sync", "async", "vector_entry_point"])
@pytest.mark.filterwarnings("ignore")
def test_gymnasium_makes_vectors_in_every_mode(mode: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    options: Dict[str, Any] = {"opponent": "greedy", **SMALL}
    vectors = gymnasium.make_vec("floe.gymnasium:floe/Floe-v0", 2, vectorization_mode=mode, **options)
    observations, infos = vectors.reset(seed=1)
    for _ in range(8):
        assert observations in vectors.observation_space and infos["action_mask"].shape == (2, 66)
        observations, _, _, _, infos = vectors.step(infos["action_mask"].argmax(1))
    vectors.close()


@pytest.mark.parametrize(
    "options",
    [
        {"layout": "rows(1:3,0:4,1:3)", "penguins": 1, "opponent": "default:nodes=10"},
        {"rules": "hidden-whale", "whales": [3, 2], "grid": True, "reward": "margin"},
        {"rules": "special-tiles", "special": {"broken": 2}, "seat": 1},
        {"rules": "angling", "lake": 2, "lake_tiles": "12rd", "catch_tiles": [1, 1]},
        {"positions": [str(floe.deal(2)), str(floe.deal(3))]},
    ],
    ids=lambda options: str(sorted(options)),
)
def test_environments_come_back_equal_from_json(options: Dict[str, Any]) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import floe.gymnasium

    one = gymnasium.make("floe/Floe-v0", **options)
    spec = gymnasium.envs.registration.EnvSpec.from_json(one.spec.to_json())
    assert spec == one.spec
    other = gymnasium.make(spec)
    assert (one.reset(seed=5)[0] == other.reset(seed=5)[0]).all()
    assert one.unwrapped.position == other.unwrapped.position


# ---- PettingZoo


@pytest.mark.parametrize("players, rules", [(None, rules) for rules in floe.rules()] + [(3, "base")])
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_checks_every_game(players: Optional[int], rules: str) -> None:
    test = pytest.importorskip("pettingzoo.test")
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    from floe import floe_v0

    for options in ({}, {"grid": True}):
        test.api_test(floe_v0.raw_env(players=players, rules=rules, **options), num_cycles=30)
        test.api_test(floe_v0.env(players=players, rules=rules, **options), num_cycles=30)
    test.seed_test(lambda: floe_v0.env(players=players, rules=rules), num_cycles=20)
    game = floe_v0.raw_env(players=players, rules=rules)
    game.metadata = {**game.metadata, "is_parallelizable": True}
    test.parallel_api_test(turn_based_aec_to_parallel(game), num_cycles=30)


# ---- Stable-Baselines3


def test_stable_baselines3_plays() -> None:
    pytest.importorskip("stable_baselines3")
    from floe.sb3 import VecEnv

    games = VecEnv(4, "random", **SMALL)
    games.seed(5)
    first_observations = games.reset()
    assert first_observations.shape == (4, *games.observation_space.shape) and games.has_attr("action_masks")
    ends = 0
    for _ in range(60):
        masks = np.stack(games.env_method("action_masks"))
        observations, rewards, dones, infos = games.step(masks.argmax(1))
        assert observations.dtype == np.uint8 and rewards.dtype == np.float32
        for done, info in zip(dones, infos):
            ends += done
            assert ("terminal_observation" in info) == done
    assert ends > 0
    games.seed(5)
    assert (games.reset() == first_observations).all()
    assert games.env_is_wrapped(object) == [False] * 4 and len(games.get_images()) == 4
    with pytest.raises(AttributeError):
        games.set_attr("seat", 1)
